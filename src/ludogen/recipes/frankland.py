"""Frankland & Pillay 2015: GP trees of heuristics that are evolved anew for every move of a game.

"Evolving Game Playing Strategies for Othello". There is no population that lives from game to game: what goes on is the
supreme alpha. So a generation of this recipe is a game, or some at a time, against a fixed opponent, played online; its
champion is the alpha at their end, and the next games begin with it.
"""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from ludogen.compute import Compute
from ludogen.errors import ConfigurationError
from ludogen.evolution import Generation
from ludogen.genomes.areas import REGIONS
from ludogen.genomes.trees import GROW, kinds_of, random_tree, said
from ludogen.kernels.area_play import DEEPEST_LOOK
from ludogen.kernels.trees import DEEPEST_TREE, HIGHEST, KINDS, MOST_NODES
from ludogen.players.methods import HEURISTIC_TREE
from ludogen.players.online import PRUNING, TIES, Frankland
from ludogen.randomness import stream
from ludogen.recipes.configuration import setting
from ludogen.recipes.online_games import FACTS, play_heuristic, play_online

__all__ = ["FranklandConfiguration", "FranklandRecipe"]

OPPONENTS = ("random", "greedy", "positional", "iago", "kreversi")
DEPTHS = {"positional": "depth", "iago": "depth", "kreversi": "level"}


@dataclass(frozen=True)
class FranklandConfiguration:
    """Defaults are the paper's (section IV unless another is named)."""

    generations: int = setting(20, "games that are played online, one generation of the run each", low=1)
    population: int = setting(100, "players that are bred for a move", low=1, high=10_000)
    move_generations: int = setting(20, "generations for a move", low=1, high=1_000_000)
    trials: int = setting(10, "games of each player against the alpha: 2 points a win, 1 a tie", low=1, high=1000)
    tournament: int = setting(4, "players of which the fittest is a parent", low=1, high=1000)
    crossover: float = setting(0.8, "share of crossover", low=0, high=1)
    mutation: float = setting(0.1, "share of mutation; the rest, 0.1, is reproduction", low=0, high=1)
    depth: int = setting(6, "deepest trees of the first population, ramped half-and-half", low=1, high=DEEPEST_TREE)
    limit: int = setting(64, "nodes of an offspring; what is larger is pruned", low=1, high=MOST_NODES)
    highest: int = setting(HIGHEST, "value of a terminal is 1 up to this (III.A)", low=1, high=HIGHEST)
    preserve: bool = setting(True, "preserve alpha: it is a parent of all crossover, of half the mutation (III.C)")
    supreme: bool = setting(True, "supreme alpha: it goes on to the next move and the next game")
    # Decisions where the paper is silent.
    sitting: int = setting(
        10, "games of a match through which the alpha is carried (players only)", low=1, high=1000, decided=True
    )
    regions: str = setting(
        "quadrant",
        "what tCnrH and tEdgH double: the quadrant's corners (A, D) and rim (B, C, G, I), as in figure 5, or the "
        "board's (A; B, C, D)",
        choices=tuple(REGIONS),
        decided=True,
    )
    mutation_depth: int = setting(
        4, "a new subtree is as deep as drawn from 0..this, and grows", low=0, high=DEEPEST_TREE, decided=True
    )
    grow: str = setting(
        "uniform",
        "nodes of trees that grow: any label (Koza: 2 functions of 14), or every other a function",
        choices=tuple(GROW),
        decided=True,
    )
    prune: str = setting(
        "deepest",
        "which function nodes are replaced until a tree is small enough",
        choices=tuple(PRUNING),
        decided=True,
    )
    ties: str = setting("alpha", "who is the alpha after as many points on both sides", choices=TIES, decided=True)
    first_counts: bool = setting(True, "the first population is one of the generations for a move", decided=True)
    only_moves: bool = setting(False, "evolve also where there is but one legal move", decided=True)
    # Past the paper, all off.
    games: int = setting(1, "games at a time, with sides in turns; the alpha of the best goes on", low=1, high=1000)
    mobility: bool = setting(False, "a terminal tMobH: a move loses its value / 8 for each reply it leaves")
    frontier: bool = setting(False, "a terminal tFroH: the same for each own disc next to an empty square")
    look: int = setting(0, "plies that heuristic players look ahead", low=0, high=DEEPEST_LOOK)
    opponent: str = setting("positional", "whom it meets", choices=OPPONENTS, decided=True)
    opponent_depth: int = setting(
        3, "plies that the opponent searches (kreversi: its level)", low=1, high=9, decided=True
    )
    yardstick_every: int = setting(5, "measure the champion, without evolution, every so many games (0: never)", low=0)
    yardstick_games: int = setting(
        100, "games of each measurement, from starts after six moves, both sides", low=2, high=10_000
    )


@dataclass(frozen=True)
class FranklandRecipe:
    """The recipe, set up."""

    configuration: FranklandConfiguration
    seed: int

    name: ClassVar[str] = "frankland"
    paper: ClassVar[str] = "Frankland & Pillay 2015"
    game: ClassVar[str] = "othello"
    method: ClassVar[str] = HEURISTIC_TREE
    evolves: ClassVar[str] = "trees of heuristics, a run of genetic programming for every move"
    cost: ClassVar[str] = "20 games, 20,000 more inside each of their moves: half a minute (a minute a move then)"
    configuration_type: ClassVar[type[FranklandConfiguration]] = FranklandConfiguration
    quick: ClassVar[Mapping[str, Any]] = {"generations": 6}

    def __post_init__(self) -> None:
        c = self.configuration
        if c.crossover + c.mutation > 1 + 1e-9:
            raise ConfigurationError(
                f"setting crossover={c.crossover!r} with mutation={c.mutation!r} is not allowed: at most 1 together"
            )

    @property
    def generations(self) -> int:
        """How many the configuration asks for."""
        return self.configuration.generations

    @property
    def options(self) -> dict[str, Any]:
        """Those of the player, by the configuration."""
        c = self.configuration
        shared = {item.name for item in fields(Frankland)} & {item.name for item in fields(c)} - {"generations"}
        return {name: getattr(c, name) for name in sorted(shared)} | {"generations": c.move_generations}

    @property
    def opponent(self) -> str:
        """Whom it meets, as a player's name."""
        c = self.configuration
        option = DEPTHS.get(c.opponent)
        return f"{c.opponent}:{option}={c.opponent_depth}" if option else c.opponent

    def first(self) -> Generation:
        """A random alpha."""
        c = self.configuration
        kinds = kinds_of(c.mobility, c.frontier)
        tree = random_tree(stream(self.seed, "first"), c.depth, True, kinds, c.grow).astype(np.int64)
        state = {"code": tree, "values": said(tree.astype(np.int16))}
        return Generation(0, state, self._champion(state), {"nodes": float(len(tree))})

    def following(self, generation: Generation, compute: Compute) -> Generation:
        """A game, or some; the alpha of the one that was won by most is the champion."""
        c, number = self.configuration, generation.number + 1
        first = (number - 1) * c.games
        shared = {
            "options": self.options,
            "opponent": self.opponent,
            "code": generation.state["code"],
            "values": generation.state["values"],
            "seats": np.arange(first, first + c.games, dtype=np.uint64) % np.uint64(2),
            "chances": stream(self.seed, number, "games").integers(2**64, size=c.games, dtype=np.uint64),
        }
        rows = compute.run(play_online, shared, c.games)
        facts = dict(zip(FACTS, rows[:, : len(FACTS)].T, strict=True))
        best = int(np.argmax(facts["lead"]))
        size = int(facts["size"][best])
        state = {
            "code": rows[best, len(FACTS) : len(FACTS) + size].astype(np.int64),
            "values": rows[best, -KINDS:].astype(np.int64),
        }
        metrics = {
            # Of the last generation of a move, mean over moves: points of the fittest, and of all.
            "best": float(facts["best"].mean()),
            "mean": float(facts["mean"].mean()),
            "score": float((1 + np.sign(facts["lead"])).mean() / 2),
            "lead": float(facts["lead"].mean()),
            "nodes": float(size),
        }
        if c.yardstick_every and number % c.yardstick_every == 0:
            metrics |= self._measure(state, compute)
        return Generation(number, state, self._champion(state), metrics, int(facts["games"].sum()))

    def _champion(self, state: Mapping[str, NDArray[Any]]) -> dict[str, NDArray[Any]]:
        return {**state, "whole_board": np.array(self.configuration.regions == "board")}

    def _measure(self, state: Mapping[str, NDArray[Any]], compute: Compute) -> dict[str, float]:
        """Scores of the alpha as it is, from starts that no game of evolution had."""
        c = self.configuration
        shared = {"values": state["values"], "regions": c.regions, "look": c.look}
        found = {}
        for name, opponent in (("random", "random"), ("opponent", self.opponent)):
            rows = compute.run(play_heuristic, shared | {"opponent": opponent}, c.yardstick_games // 2)
            found[f"champion_{name}"] = float(rows.mean())
        return found
