"""The Othello paper of 1995 against what came out here: its experiments on games that no evolution had, one page.

Moriarty & Miikkulainen 1995. An arm is a way to evolve; each is run with several seeds.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

__all__ = ["ARMS", "SCALES", "Arm", "Scale"]


@dataclass(frozen=True)
class Arm:
    """A way to evolve: what differs from the recipe's defaults, which are the paper's."""

    what: str
    settings: Mapping[str, Any]
    quick: Mapping[str, Any]  # on top of them at the quick scale


ARMS: Mapping[str, Arm] = {
    "iago": Arm(
        "the paper's: marker nets, stage 2 against Iago's edges and stability",
        {},
        {"generations": 200},
    ),
    "norvig": Arm(
        "the same, stage 2 against Norvig's worth of squares",
        {"searcher": "norvig"},
        {"generations": 200},
    ),
    "fixed": Arm(
        "the paper's control: weights of a fixed architecture, 1000 generations against the random mover",
        {"architecture": "fixed", "stage_1": 1000, "generations": 3000},
        {"stage_1": 100, "generations": 200},
    ),
    "coevolution": Arm(
        "past the paper: in stage 2 ten games against each other and ten against former champions",
        {"coevolution": True, "hall_of_fame": 10, "hall_every": 10},
        {"generations": 200},
    ),
}


@dataclass(frozen=True)
class Scale:
    """How much is done."""

    runs: Mapping[str, int]  # seeds of each arm


SCALES = {
    "quick": Scale(dict.fromkeys(ARMS, 1)),
    "paper": Scale({"iago": 5, "norvig": 5, "fixed": 2, "coevolution": 2}),
}
