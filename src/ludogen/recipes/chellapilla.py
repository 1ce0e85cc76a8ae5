"""Chellapilla & Fogel 2001: nets that evaluate checkers, bred by self-adaptive mutation and tournaments (Anaconda).

"Evolving an Expert Checkers Playing Program without Using Human Expertise", section "Background and Method". 15 parents
make one offspring each; each of the 30 plays red against five of the others; the 15 with most points go on.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from ludogen.arena.openings import Deck, parse_openings
from ludogen.compute import Compute
from ludogen.evolution import Generation
from ludogen.games import Checkers
from ludogen.genomes.diversity import usual_difference
from ludogen.genomes.self_adaptive import SelfAdaptive, mutated, random_weights, usual_tau
from ludogen.kernels.checkers_nets import RAW_WEIGHTS, SUBSQUARE_WEIGHTS
from ludogen.randomness import stream, stream_word
from ludogen.recipes.checkers_games import measured, net_records, opening_rows, play_members
from ludogen.recipes.configuration import setting

__all__ = ["Chellapilla", "ChellapillaConfiguration"]

YARDSTICKS = ("pieces", "random")


@dataclass(frozen=True)
class ChellapillaConfiguration:
    """Defaults are the paper's."""

    generations: int = setting(840, "generations (the paper's best net is from generation 840)", low=1)
    parents: int = setting(15, "nets that go on; each makes one offspring", low=1, high=1000)
    games: int = setting(5, "games as red of each net in a generation, against others drawn with replacement", low=1)
    depth: int = setting(4, "plies of search", low=1, high=20)
    ply_limit: int = setting(100, "a game of so many moves, of both sides together, is a draw", low=10, decided=True)
    win: int = setting(1, "points for a win")
    draw: int = setting(0, "points for a draw")
    loss: int = setting(-2, "points for a loss")
    spread: float = setting(0.2, "first weights are from U(-spread, spread)", low=0)
    step: float = setting(0.05, "first step size of every weight", low=0)
    king: float = setting(2.0, "first worth of a king", low=0)
    king_step: float = setting(0.1, "a king's worth changes by this, or stays", low=0)
    king_low: float = setting(1.0, "least worth of a king", low=0)
    king_high: float = setting(3.0, "largest worth of a king", low=0)
    net: str = setting("2001", "the net of 5046 weights, or its ancestor of 1741", choices=("2001", "1999"))
    # Decisions where the paper is silent.
    leaf_jumps: int = setting(
        1, "two plies more where a leaf leaves a jump, so often a path", low=0, high=8, decided=True
    )
    inside_jumps: int = setting(
        0, "two plies more at a forced jump before, so often a path", low=0, high=8, decided=True
    )
    ties: str = setting("random", "which of equally good moves is played", choices=("random", "first"), decided=True)
    turned: bool = setting(False, "white sees the board turned round", decided=True)
    meets_itself: bool = setting(False, "a net may be drawn as its own opponent", decided=True)
    equal_points: str = setting(
        "parents", "who goes on of those with equal points", choices=("parents", "offspring"), decided=True
    )
    # Options that the paper does not have, all off.
    longest_step: float = setting(0.0, "step sizes grow no further than this (0: as they like)", low=0)
    hall_of_fame: int = setting(0, "so many more games as red of each net against former champions", low=0, high=100)
    openings: str = setting("none", "openings of the games, as in `ludogen match`")
    adjudicate: float = setting(0.0, "at the limit, whoever leads by so many pieces has won (0: nobody)", low=0)
    deeper_from: int = setting(0, "from this generation on, search two plies deeper (0: never)", low=0)
    yardstick_every: int = setting(20, "measure against fixed players every so many generations (0: never)", low=0)
    yardstick_games: int = setting(
        86, "games of each measurement, from two-move ballots, both sides", low=2, high=10000
    )


@dataclass(frozen=True)
class Chellapilla:
    """The recipe, set up."""

    configuration: ChellapillaConfiguration
    seed: int

    name: ClassVar[str] = "chellapilla"
    paper: ClassVar[str] = "Chellapilla & Fogel 2001"
    game: ClassVar[str] = "checkers"
    evolves: ClassVar[str] = "5046-weight checkers nets with self-adaptive steps"
    cost: ClassVar[str] = "840 generations of 150 games: about 8 minutes on two cores (six months then)"
    configuration_type: ClassVar[type[ChellapillaConfiguration]] = ChellapillaConfiguration
    # Enough to see it work, far from the paper's strength.
    quick: ClassVar[Mapping[str, Any]] = {"generations": 80, "yardstick_every": 20}

    @property
    def method(self) -> str:
        """How a player is made from a champion's arrays."""
        return f"checkers-net-{self.configuration.net}"

    @property
    def generations(self) -> int:
        """How many the configuration asks for."""
        return self.configuration.generations

    @cached_property
    def weights(self) -> int:
        """Weights of a net."""
        return SUBSQUARE_WEIGHTS if self.configuration.net == "2001" else RAW_WEIGHTS

    def first(self) -> Generation:
        """Random parents; nothing has been played, so the first of them is the champion."""
        c = self.configuration
        born = [
            random_weights(stream(self.seed, "first", i), self.weights, c.spread, c.step, c.king)
            for i in range(c.parents)
        ]
        state = _arrays(born) | {"points": np.zeros(c.parents), "hall": np.zeros((0, self.weights), np.float32)}
        state["hall_kings"] = np.zeros(0, np.float32)
        return Generation(0, state, self._champion(state), self._metrics(state))

    def following(self, generation: Generation, compute: Compute) -> Generation:
        """Offspring, games, selection."""
        c, number = self.configuration, generation.number + 1
        parents = _genomes(generation.state)
        born = [
            mutated(
                parent,
                stream(self.seed, number, "mutation", i),
                usual_tau(self.weights),
                c.king_step,
                (c.king_low, c.king_high),
                c.longest_step,
            )
            for i, parent in enumerate(parents)
        ]
        everyone = parents + born
        points, games, seen = self._compete(everyone, generation.state, number, compute)
        order = self._ranked(points)[: c.parents]
        state = _arrays([everyone[i] for i in order]) | {"points": points[order]}
        state |= self._hall(generation.state, state)
        metrics = self._metrics(state) | seen | {"best": float(points[order[0]]), "mean": float(points.mean())}
        metrics["offspring"] = float(np.mean(order >= c.parents))
        if c.yardstick_every and number % c.yardstick_every == 0:
            metrics |= self._measure(state, number, compute)
        return Generation(number, state, self._champion(state), metrics, games)

    def _ranked(self, points: NDArray[np.float64]) -> NDArray[np.int64]:
        """Places by points; of equals parents come first, or offspring."""
        places = np.arange(len(points))
        later = places if self.configuration.equal_points == "parents" else (places + len(points) // 2) % len(points)
        return np.lexsort((later, -points))

    def _compete(
        self, everyone: list[SelfAdaptive], before: Mapping[str, NDArray[Any]], number: int, compute: Compute
    ) -> tuple[NDArray[np.float64], int, dict[str, float]]:
        """Points of everyone, games played, and what there was to see."""
        c, count = self.configuration, len(everyone)
        random = stream(self.seed, number, "opponents")
        firsts = np.repeat(np.arange(count), c.games)
        if c.meets_itself:
            seconds = random.integers(count, size=len(firsts))
        else:
            drawn = random.integers(count - 1, size=len(firsts))
            seconds = drawn + (drawn >= firsts)
        weights, kings = (
            np.stack([one.weights for one in everyone]),
            np.array([one.king for one in everyone], np.float32),
        )
        hall = before["hall"]
        if c.hall_of_fame and len(hall):
            weights, kings = np.concatenate([weights, hall]), np.concatenate([kings, before["hall_kings"]])
            firsts = np.concatenate([firsts, np.repeat(np.arange(count), c.hall_of_fame)])
            drawn = random.integers(len(hall), size=count * c.hall_of_fame)
            seconds = np.concatenate([seconds, count + drawn])
        ends = compute.run(play_members, self._shared(weights, kings, firsts, seconds, number), len(firsts))
        outcomes = np.sign(ends[:, 1])
        if c.adjudicate:
            undecided = (outcomes == 0) & (np.abs(ends[:, 3]) >= c.adjudicate)
            outcomes = np.where(undecided, np.sign(ends[:, 3]), outcomes)
        worth = np.array([c.loss, c.draw, c.win], np.float64)
        points = np.zeros(len(weights))
        np.add.at(points, firsts, worth[1 + outcomes.astype(int)])
        np.add.at(points, seconds, worth[1 - outcomes.astype(int)])
        seen = {"draws": float(np.mean(outcomes == 0)), "plies": float(ends[:, 0].mean())}
        return points[:count], len(firsts), seen

    def _shared(
        self,
        weights: NDArray[np.float32],
        kings: NDArray[np.float32],
        firsts: NDArray[np.int64],
        seconds: NDArray[np.int64],
        number: int,
    ) -> dict[str, Any]:
        c = self.configuration
        shuffling = int(stream_word(self.seed, number, "openings"))
        openings, opened = opening_rows([self._deck.opening(game, shuffling) for game in range(len(firsts))])
        return {
            "nets": net_records(c.net, weights, kings, c.turned),
            "firsts": firsts,
            "seconds": seconds,
            "depth": c.depth + (2 if 0 < c.deeper_from <= number else 0),
            "jumps": (c.leaf_jumps, c.inside_jumps),
            "random_ties": c.ties == "random",
            "ply_limit": c.ply_limit,
            "chances": np.array([stream_word(self.seed, number, "game", game) for game in range(len(firsts))]),
            "openings": openings,
            "opened": opened,
        }

    @cached_property
    def _deck(self) -> Deck:
        return parse_openings(self.configuration.openings, Checkers())

    def _hall(self, before: Mapping[str, NDArray[Any]], state: Mapping[str, NDArray[Any]]) -> dict[str, NDArray[Any]]:
        """Former champions, the last hundred."""
        hall, kings = before["hall"], before["hall_kings"]
        if self.configuration.hall_of_fame:
            hall = np.concatenate([hall, state["weights"][:1]])[-100:]
            kings = np.concatenate([kings, state["kings"][:1]])[-100:]
        return {"hall": hall, "hall_kings": kings}

    def _champion(self, state: Mapping[str, NDArray[Any]]) -> dict[str, NDArray[Any]]:
        turned = np.array(self.configuration.turned)
        return {"weights": state["weights"][0], "king": state["kings"][0], "turned": turned}

    def _metrics(self, state: Mapping[str, NDArray[Any]]) -> dict[str, float]:
        steps, kings = state["steps"], state["kings"]
        return {
            "step_median": float(np.median(steps)),
            "step_high": float(np.quantile(steps, 0.99)),
            "king_best": float(kings[0]),
            "king_mean": float(kings.mean()),
            "weight_size": float(np.abs(state["weights"]).mean()),
            "diversity": usual_difference(state["weights"]),
        }

    def _measure(self, state: Mapping[str, NDArray[Any]], number: int, compute: Compute) -> dict[str, float]:
        """Scores against fixed players, never used in selection: of the champion, and of all parents together."""
        c = self.configuration
        deck = parse_openings("two-moves", Checkers())
        openings = [deck.opening(pair, 1) for pair in range(c.yardstick_games // 2)]
        nets = net_records(c.net, state["weights"], state["kings"], c.turned)
        # First all games of the champion, then as many that all parents share.
        members = np.concatenate([np.zeros(c.yardstick_games, np.int64), np.arange(c.yardstick_games) % len(nets)])
        found: dict[str, float] = {}
        for yardstick in YARDSTICKS:
            jumps = (c.leaf_jumps, c.inside_jumps)
            outcomes = measured(compute, nets, members, openings, yardstick, c.depth, jumps, self.seed)
            scores = (1 + outcomes) / 2
            found[f"champion_{yardstick}"] = float(scores[: c.yardstick_games].mean())
            found[f"parents_{yardstick}"] = float(scores[c.yardstick_games :].mean())
        return found


def _arrays(genomes: list[SelfAdaptive]) -> dict[str, NDArray[Any]]:
    return {
        "weights": np.stack([one.weights for one in genomes]),
        "steps": np.stack([one.steps for one in genomes]),
        "kings": np.array([one.king for one in genomes], np.float32),
    }


def _genomes(state: Mapping[str, NDArray[Any]]) -> list[SelfAdaptive]:
    rows = zip(state["weights"], state["steps"], state["kings"], strict=True)
    return [SelfAdaptive(weights, steps, round(float(king), 6)) for weights, steps, king in rows]
