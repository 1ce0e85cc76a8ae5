"""How strong Othello nets without search are, in games that no evolution had, and which of a population is the best.

All games begin with one of the 7092 positions after six moves, each played with both colours: net and searcher move
without chance, so other games need other starts. Validation chooses the best of a population and has starts of its own;
held-out games choose nobody. Starts of the yardsticks in runs are in neither, for settings were tried out by them.
Beside them stand the games from the paper's own starts, after four moves, which evolution did use.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludogen.arena.statistics import Estimate, summarize, tally_pairs
from ludogen.formats.champion import Champion
from ludogen.games import Othello, Position
from ludogen.randomness import stream
from ludogen.recipes.moriarty import MoriartyConfiguration
from ludogen.recipes.othello_trials import (
    RANDOM,
    SEARCHERS,
    Opponent,
    Starts,
    express_nets,
    four_move_starts,
    play_opponent,
)
from ludogen.recipes.othello_trials import six_move_starts as yardstick_starts
from ludogen.reports.evolved_run import EvolvedRun
from ludogen.reports.lab import Lab
from ludogen.runs.store import RunStore

__all__ = [
    "OPPONENTS",
    "PAPERS_STARTS",
    "Judged",
    "Run",
    "held_out",
    "opponent_of",
    "opponent_of_stage",
    "starts_for",
    "validated",
]

OPPONENTS = (RANDOM, *SEARCHERS)
PLIES = 6
YARDSTICKS = 100  # starts of the yardsticks in runs
MOST_STARTS = 3000  # for validation, and as many for held-out games
PAPERS_STARTS = "the paper's starts"
PURPOSES = {"validation": 0, "held-out": MOST_STARTS}  # the first start of each
MARKS = "ldw"  # lost, drawn, won


@dataclass(frozen=True)
class Judged:
    """Games of a net, two a start, as a text: w, d and l."""

    games: str

    @property
    def won(self) -> float:
        """The share of games won. As in the paper a draw is not a win."""
        return self.games.count("w") / len(self.games)

    @property
    def drawn(self) -> float:
        """The share of draws."""
        return self.games.count("d") / len(self.games)

    @property
    def interval(self) -> Estimate:
        """The share of games won with its 95 % interval; the two games of a start depend on each other."""
        wins = [float(mark == "w") for mark in self.games]
        return summarize(tally_pairs(zip(wins[::2], wins[1::2], strict=True))).score


class Run(EvolvedRun[MoriartyConfiguration]):
    """A run of the recipe, complete."""

    @cached_property
    def ends(self) -> tuple[int, int]:
        """The last generation of each stage whose whole population was kept."""
        with RunStore.open(self.folder) as store:
            kept = [number for number in store.kept_populations() if number <= self.configuration.stage_1]
        return kept[-1], self.last

    def member(self, number: int, member: int) -> Champion:
        """One of a population as a champion."""
        with RunStore.open(self.folder) as store:
            chromosome, champion = store.population(number)["chromosomes"][member], store.champion(number)
        texts = {name: text for name, text in champion.metadata.items() if name != "fitness"}  # that of another
        texts |= {"member": str(member), "chosen": "by validation games"}
        return Champion(champion.game, champion.method, {**champion.arrays, "chromosome": chromosome}, texts)

    def chromosomes(self, number: int) -> NDArray[np.int8]:
        """Those of a population."""
        with RunStore.open(self.folder) as store:
            return store.population(number)["chromosomes"]

    def nets(self, chromosomes: NDArray[np.int8]) -> dict[str, Any]:
        """What tasks need to know of nets of this run."""
        c = self.configuration
        return {
            "architecture": c.architecture,
            "nets": express_nets(c.architecture, chromosomes, c.weight_divisor, c.squash),
        }


def opponent_of(run: Run, name: str) -> Opponent:
    """The random mover, or a searcher as the run has it."""
    c = run.configuration
    return (RANDOM, 0, "random") if name == RANDOM else (name, c.searcher_depth, c.searcher_ties)


def opponent_of_stage(run: Run, number: int) -> str:
    """Whom the nets of a generation are measured against: whom they met (or would have, but for coevolution)."""
    return RANDOM if number <= run.configuration.stage_1 else run.configuration.searcher


@cache
def _all_starts() -> Starts:
    """Positions after six moves but for those of the yardsticks, in an order of chance, always the same."""
    found: dict[tuple[int, int], Position] = {(0, 0): Othello().start()}
    for _ in range(PLIES):
        after = [position.play(move) for position in found.values() for move in position.legal_moves]
        found = {(int(position.state.own), int(position.state.opp)): position for position in after}
    known = {(int(own), int(opp)) for own, opp in yardstick_starts(YARDSTICKS)}
    starts = np.array(sorted(set(found) - known), np.uint64)
    return starts[stream(1, "starts after six moves").permutation(len(starts))]


def starts_for(purpose: str, games: int) -> Starts:
    """Starts for so many games, two each: for "validation" or "held-out", which share none, or the paper's."""
    number = games // 2
    if purpose == PAPERS_STARTS:
        return four_move_starts()[:number]
    if not 1 <= number <= MOST_STARTS:
        raise ValueError(f"{games} games are not 2..{2 * MOST_STARTS}")
    first = PURPOSES[purpose]
    return _all_starts()[first : first + number]


def _judged(lab: Lab, nets: Mapping[str, Any], opponent: Opponent, purpose: str, games: int) -> list[str]:
    """The games of all these nets."""
    number, starts = len(nets["nets"]), starts_for(purpose, games)
    # Every net meets the same starts and, against the random mover, the same random words.
    chances = stream(1, purpose, "chances").integers(2**64, size=games, dtype=np.uint64)
    shared = {
        **nets,
        "opponent": opponent,
        "starts": np.repeat(np.repeat(starts, 2, 0)[None], number, 0),
        "seats": np.repeat((np.arange(games, dtype=np.uint64) % np.uint64(2))[None], number, 0),
        "chances": np.repeat(chances[None], number, 0),
    }
    leads = np.sign(lab.compute.run(play_opponent, shared, number)).astype(int)
    return ["".join(MARKS[lead + 1] for lead in row) for row in leads]


def held_out(
    lab: Lab, run: Run, numbers: Sequence[int], games: int, member: int | None = None
) -> dict[str, dict[int, Judged]]:
    """Held-out games of the champions of some generations, or of one member: by opponent, then by generation."""
    who = "champions" if member is None else f"member {member}"

    def play(name: str) -> list[str]:
        if member is None:
            rows = [run.champion(number).arrays["chromosome"] for number in numbers]
        else:
            rows = [run.chromosomes(number)[member] for number in numbers]
        return _judged(lab, run.nets(np.stack(rows)), opponent_of(run, name), "held-out", games)

    found = {}
    for name in OPPONENTS:
        key = f"{run.folder.name}@{','.join(map(str, numbers))}, {who} against {name}, {games} held-out games"
        texts = lab.kept(key, lambda name=name: play(name))  # type: ignore[misc]
        found[name] = {number: Judged(text) for number, text in zip(numbers, texts, strict=True)}
    return found


def validated(lab: Lab, run: Run, number: int, games: int, purpose: str = "validation") -> list[Judged]:
    """Games of a whole population against the opponent of its stage: for validation, or from the paper's starts."""
    name = opponent_of_stage(run, number)

    def play() -> list[str]:
        nets = run.nets(run.chromosomes(number))
        return _judged(lab, nets, opponent_of(run, name), purpose, games)

    what = "validation games" if purpose == "validation" else f"games from {purpose}"
    key = f"{run.folder.name}@{number}, population against {name}, {games} {what}"
    return [Judged(text) for text in lab.kept(key, play)]
