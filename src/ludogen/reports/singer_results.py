"""Runs of the Othello paper of 2001, their final round robins, and the matches of those whom these choose.

The paper's way to choose (section 3): the bests of all generations meet in one last round robin at depth 4. No game
against another program chooses anybody here, so all of those are evidence.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from ludogen.arena.match import Match
from ludogen.arena.settings import MatchSettings
from ludogen.arena.tournament import rate, results_between
from ludogen.formats.champion import Champion, write_champion
from ludogen.recipes.feature_games import final_fitness
from ludogen.recipes.net_pool import genome_of, weights_of
from ludogen.recipes.singer import SingerConfiguration
from ludogen.reports.evolved_run import EvolvedRun
from ludogen.reports.lab import Lab
from ludogen.reports.spread import Spread

__all__ = ["AGAINST", "Chosen", "League", "Readings", "Results", "Run", "chosen_of", "matched", "round_robin_of"]

FINALISTS = 100  # of one run: the paper's number of generations
CHOICE_SEED, EVIDENCE_SEED = 5, 7  # of openings: no start that chose is evidence
STARTS = "random:plies=6"
# How champions play against others, and whom they meet.
SEARCH = "depth=4,solve=10"
LEAGUE = "depth=1,epsilon=0.1", "positional:table=standard,epsilon=0.1"  # 1 ply, both move at random now and then
KREVERSI = "kreversi:level=3"
AGAINST = ("random", "positional:depth=3", "iago:depth=3", KREVERSI)


class Run(EvolvedRun[SingerConfiguration]):
    """A run of the recipe, complete."""

    @property
    def finalists(self) -> list[int]:
        """Generations whose bests meet in the end: all of them, or a hundred from the first to the last."""
        return sorted({int(number) for number in np.linspace(1, self.last, min(self.last, FINALISTS)).round()})


@dataclass(frozen=True)
class Chosen:
    """A run, the last round robin of its bests, and who was best there."""

    run: Run
    fitness: Mapping[int, float]  # in the round robin, by generation
    path: Path  # of the champion's file

    @property
    def number(self) -> int:
        """The generation of the best; of equally good ones the first."""
        return max(self.fitness, key=lambda number: (self.fitness[number], -number))

    @property
    def champion(self) -> Champion:
        """The best."""
        return self.run.champion(self.number)

    def player(self, options: str = SEARCH) -> str:
        """Its name as a player."""
        return f"{self.path.as_posix()}:{options}"


@dataclass(frozen=True)
class Readings:
    """The champion against kreversi, in one reading of "depth 4"."""

    what: str
    options: str
    twenty: Match  # the paper's
    many: Match


@dataclass(frozen=True)
class League:
    """Matches of one champion, each against another opponent."""

    standard: Match  # the standard heuristic by the protocol of the Othello league
    others: Mapping[str, Match]  # with search, by opponent


@dataclass(frozen=True)
class Results:
    """All that the page tells of."""

    arms: Mapping[str, Sequence[Chosen]]
    matches: Mapping[str, Sequence[Match]]  # of each arm's chosen, seed by seed, against kreversi
    crossed: Sequence[Match]  # with crossover against without, seed by seed
    best: Chosen  # of the seeds of the paper's arm
    readings: Sequence[Readings]
    scores: League  # of that best
    options: Mapping[str, Chosen]
    leagues: Mapping[str, League]  # of the options
    everybody: Mapping[tuple[str, str], Match]  # all our Othello champions and some others, by their names
    strongest: str  # an option

    def kreversi(self, arm: str) -> Spread:
        """Scores of an arm's chosen over seeds."""
        return Spread.of([match.summary.score.value or 0.0 for match in self.matches[arm]])

    @property
    def ratings(self) -> list[tuple[str, str, str]]:
        """Name, rating, interval of everybody, the best first."""
        results = [result for names, match in self.everybody.items() for result in results_between(*names, match.tally)]
        rows = rate(results, None, 0.0).ratings
        return [(row.player, *_rated(row)) for row in rows]


def _rated(row: Any) -> tuple[str, str]:
    if row.rating is None:
        return "-", "-"
    sure = "" if row.low is None or row.high is None or row.bound else f"{row.low:.0f} .. {row.high:.0f}"
    return f"{row.bound + ' ' if row.bound else ''}{row.rating:.0f}", sure


def chosen_of(lab: Lab, run: Run, folder: Path) -> Chosen:
    """The last round robin of a run; the file of its winner is written into the folder."""
    numbers = run.finalists

    def play() -> list[float]:
        nets = [weights_of(genome_of(run.champion(number).arrays)) for number in numbers]
        found = final_fitness(lab.compute, np.stack(nets), seed=run.seed, goal=run.configuration.goal)
        return [float(one) for one in found]

    fitness = lab.kept(f"{run.folder.name}, final round robin of {len(numbers)}", play)
    chosen = Chosen(run, dict(zip(numbers, fitness, strict=True)), folder / f"{run.arm}-{run.seed}.safetensors")
    champion = chosen.champion
    texts = {name: text for name, text in champion.metadata.items() if name != "fitness"}
    texts |= {"chosen": "by the last round robin of its run", "final_fitness": f"{max(chosen.fitness.values()):.3f}"}
    write_champion(chosen.path, Champion(champion.game, champion.method, champion.arrays, texts))
    return chosen


def matched(
    lab: Lab, one: str, other: str, games: int, title: str, seed: int = EVIDENCE_SEED, starts: str = STARTS
) -> Match:
    """A match of Othello."""
    return lab.played(title, MatchSettings("othello", one, other, starts, seed=seed), games)


def round_robin_of(lab: Lab, chosen: Sequence[Chosen], games: int) -> Chosen:
    """The best of several runs, by games against each other from starts that serve nothing else."""
    points = np.zeros(len(chosen))
    for i, one in enumerate(chosen):
        for j, other in enumerate(chosen[:i]):
            title = f"{one.path.stem} against {other.path.stem}"
            match = matched(lab, one.player(), other.player(), games, title, CHOICE_SEED)
            points[i] += match.tally.all.points
            points[j] += match.tally.all.games - match.tally.all.points
    return chosen[int(np.argmax(points))]
