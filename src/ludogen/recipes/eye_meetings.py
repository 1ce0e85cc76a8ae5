"""Games of roving eyes among themselves: a task that threads or a Ray cluster can do, as it needs no engine."""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise
from threading import local
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludogen.compute import Compute
from ludogen.compute.tasks import Rows, Shared
from ludogen.games import Go
from ludogen.genomes.graph import Shape, graph_net
from ludogen.genomes.neat import Links
from ludogen.kernels.eye_meetings import play_meetings_of_eyes
from ludogen.kernels.go_answers import PlayoutReferee
from ludogen.kernels.go_playouts import PlayoutMover
from ludogen.kernels.graph_net import GRAPH_NET
from ludogen.kernels.records import zero_records
from ludogen.kernels.roving_eye import EyeMover, EyeRules, eye_mind
from ludogen.kernels.whole_games import Course

__all__ = ["Hall", "meetings", "play_meetings"]

SCORE_PLAYOUTS = 16
HALL_SIZE = 200
_own = local()


@dataclass(frozen=True, eq=False)
class Hall:
    """Former champions by their links, the latest last; as many as there is room for."""

    links: tuple[Links, ...] = ()

    @classmethod
    def of(cls, arrays: Mapping[str, NDArray[Any]]) -> "Hall":
        """The hall that `arrays` were made of; an empty one if there are none."""
        ends = arrays.get("hall_ends", np.zeros(0, np.int64))
        columns = [arrays.get(f"hall_{name}", np.zeros(0)) for name in ("sources", "targets", "weights")]
        places = [slice(a, b) for a, b in pairwise([0, *ends.tolist()])]
        return cls(tuple((columns[0][place], columns[1][place], columns[2][place]) for place in places))

    def arrays(self) -> dict[str, NDArray[Any]]:
        """As plain arrays, for the state of a generation."""
        kinds = {"sources": np.int64, "targets": np.int64, "weights": np.float32}
        columns = {
            f"hall_{name}": np.concatenate([np.zeros(0, kind), *(links[place] for links in self.links)]).astype(kind)
            for place, (name, kind) in enumerate(kinds.items())
        }
        return columns | {"hall_ends": np.cumsum([len(links[0]) for links in self.links], dtype=np.int64)}

    def with_champion(self, links: Links) -> "Hall":
        """The hall with one more, without its eldest if it is full."""
        return Hall((*self.links, links)[-HALL_SIZE:])

    def after(self, nets: NDArray[Any], shape: Shape) -> NDArray[Any]:
        """Records of these nets and of all in the hall after them."""
        made = zero_records(GRAPH_NET, len(nets) + len(self.links))  # numpy's concatenate takes the padding off
        made[: len(nets)] = nets
        for place, links in enumerate(self.links, len(nets)):
            made[place] = graph_net(shape, *links)[0]
        return made


def meetings(
    nets: NDArray[Any],
    number: int,
    others: NDArray[np.int64],
    openings: NDArray[np.uint64],
    settings: tuple[int, float, int],
    rules: EyeRules,
    compute: Compute,
) -> NDArray[np.float64]:
    """Points that each of the first `number` nets leads by in each of its games; size, komi and cap are the settings.

    `others` has the places of its opponents among all nets; it is black in every other game.
    """
    seats = (np.arange(others.shape[1]) % 2).astype(np.uint64)
    shared = {"nets": nets, "others": others, "openings": openings, "seats": seats}
    return compute.run(play_meetings, shared | {"settings": settings, "rules": tuple(rules)}, number)


def play_meetings(shared: Shared, places: NDArray[np.int64]) -> Rows:
    """For each of these nets the points it leads by at the end of each of its games."""
    if not hasattr(_own, "minds"):
        _own.minds = (eye_mind(), eye_mind())
    (size, komi, cap), rules = shared["settings"], EyeRules(*shared["rules"])
    one, other = (EyeMover(shared["nets"], mind, rules) for mind in _own.minds)
    leads = np.zeros((len(places), len(shared["seats"])))
    start, referee = (
        Go(size=size, komi=komi, scoring="japanese").start(),
        PlayoutReferee(PlayoutMover(1), SCORE_PLAYOUTS),
    )
    games = (shared["others"], shared["seats"], shared["openings"], referee, Course(cap, 0, 0))
    records = (np.zeros(cap, np.uint64), np.zeros(cap, np.float32), np.zeros(cap + 1, np.uint64))
    play_meetings_of_eyes(start.state, one, places, other, *games, *records, leads)
    return leads
