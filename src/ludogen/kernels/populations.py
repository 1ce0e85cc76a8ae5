"""Whole games among the members of a population: the inner loop of evolution.

A population is a NamedTuple around one array of records, all weights of all members; `member` makes the evaluator of
one. Games are listed by the places of both players, so any thread or machine can play any part of the list.
"""

from typing import Any, NamedTuple

from ludogen.kernels.bits import ONE, ZERO, mix
from ludogen.kernels.checkers_nets import FreshSubSquareNet, RawNet1999
from ludogen.kernels.dispatch import entry, generic, implement
from ludogen.kernels.evaluation import carried_at, evaluate
from ludogen.kernels.movers import PlainMover
from ludogen.kernels.remembering import Remembering
from ludogen.kernels.search import Extension
from ludogen.kernels.whole_games import Course, play_on

__all__ = ["RawNets1999", "SubSquareNets", "member", "play_round"]


@generic
def member(population: Any, place: int) -> Any:
    """The evaluator of one member."""


class SubSquareNets(NamedTuple):
    """Checkers nets of 5046 weights."""

    nets: Any  # an array of records from subsquare_record


@implement(member, SubSquareNets, None)
def _subsquare_member(population: SubSquareNets, place: int) -> FreshSubSquareNet:
    # Not the net that carries sums along: there equal positions differ in their last bits by how they came about.
    return FreshSubSquareNet(population.nets[place])


class RawNets1999(NamedTuple):
    """Checkers nets of 1741 weights."""

    nets: Any  # an array of records from raw_record


@implement(member, RawNets1999, None)
def _raw_member(population: RawNets1999, place: int) -> RawNet1999:
    return RawNet1999(population.nets[place])


@entry
def play_round(
    start: Any,
    population: Any,
    firsts: Any,
    seconds: Any,
    depth: int,
    extension: Extension,
    random_ties: bool,
    course: Course,
    chances: Any,
    openings: Any,
    opened: Any,
    judge: Any,
    work: Any,
    memory: Any,
    moves: Any,
    values: Any,
    keys: Any,
    ends: Any,
) -> None:
    """Play games, each between two members, the first of whom moves first. Fills in a row of `ends` (float64) for each:

    plies, outcome for the first, how it ended, and what the judge's evaluator says of the last position for the first.
    """
    for game in range(firsts.shape[0]):
        memory.games += ONE
        salt = mix(memory.games)
        first = Remembering(member(population, firsts[game]), memory, salt)
        second = Remembering(member(population, seconds[game]), memory, ~salt)
        one = PlainMover(first, depth, extension, random_ties, work)
        other = PlainMover(second, depth, extension, random_ties, work)
        plies, outcome, ending, _, last = play_on(
            start,
            ZERO,
            0,
            0,
            one,
            other,
            ZERO,
            course,
            chances[game],
            openings[game],
            opened[game],
            moves,
            values,
            keys,
        )
        lead = evaluate(last, judge, carried_at(last, judge, ZERO))
        ends[game, 0] = plies
        ends[game, 1] = outcome
        ends[game, 2] = ending
        ends[game, 3] = lead if plies % 2 == 0 else -lead
