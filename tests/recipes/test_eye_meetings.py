"""Games of eyes among themselves: against games that Python plays move by move; the hall of former champions."""

from functools import partial
from random import Random
from typing import Any

import numpy as np
import pytest
from tests.kernels.test_roving_eye import link, random_links
from tests.recipes.test_eye_trials import population

from ludogen.compute import ThreadCompute
from ludogen.games import Go
from ludogen.kernels.dispatch import Bits
from ludogen.kernels.go_answers import PlayoutReferee, played_score
from ludogen.kernels.go_playouts import PlayoutMover
from ludogen.kernels.roving_eye import SENSORS, EyeRules
from ludogen.players.eyes import eye_shape, new_eye
from ludogen.players.moving import MoverPlayer
from ludogen.recipes.eye_meetings import SCORE_PLAYOUTS, Hall, meetings
from ludogen.recipes.eye_openings import random_openings

SIZE, KOMI, CAP = 5, 0.5, 16
GAME = Go(size=SIZE, komi=KOMI, scoring="japanese")
RULES = EyeRules(steps=30)


def walkers(number: int) -> Any:
    """Eyes that place stones where they come to an empty point, and wander in different ways."""
    random = Random(1)
    ways = [("forward", "black centre"), ("forward", "white centre"), ("turn left", "white front"), ("place", "bias")]
    turns = [(random.choice(("turn left", "turn right", "forward")), random.choice(SENSORS[:18])) for _ in range(9)]
    always = [link("forward", -1), link("turn left", -1), link("turn right", -1)]
    links = [
        always + [link(way[0], 2, way[1]) for way in sorted({*ways, *random.sample(turns, 4)})] for _ in range(number)
    ]
    return population(*links)


def test_games_are_those_played_move_by_move() -> None:
    nets, others = walkers(6), np.random.default_rng(1).integers(6, size=(4, 5))
    openings = random_openings(GAME, 5, 3, np.random.default_rng(2))
    compute = ThreadCompute(2)
    leads = meetings(nets, 4, others, openings, (SIZE, KOMI, CAP), RULES, compute)
    compute.close()
    eyes = [MoverPlayer("eye", partial(new_eye, nets[i : i + 1], RULES), remembers=True) for i in range(6)]
    for place in range(4):
        for number, opening in enumerate(openings):
            players = [eyes[place], eyes[others[place, number]]]
            seat, position = number % 2, GAME.start()
            for move in opening:
                position = position.play(int(move))
            while not position.is_over and position.ply < CAP:
                position = position.play(players[position.side ^ seat].choose(position, 0))
            referee = PlayoutReferee(PlayoutMover(1), SCORE_PLAYOUTS)
            white = float(played_score(referee, position.state, Bits(position.side)))
            assert leads[place, number] == (white if seat else -white)
    assert len(set(leads.ravel().tolist())) > 5


@pytest.mark.parametrize("plies", [0, 1, 6])
def test_openings_are_legal_moves_without_passes(plies: int) -> None:
    rows = random_openings(GAME, 20, plies, np.random.default_rng(3))
    assert rows.shape == (20, plies)
    for row in rows:
        position = GAME.start()
        for move in row:
            position = position.play(int(move))
        assert "pass" not in position.move_names()
    assert len({row.tobytes() for row in rows}) == (20 if plies == 6 else 1 if plies == 0 else len(set(rows[:, 0])))


def test_the_hall_is_kept_in_arrays_and_forgets_its_eldest() -> None:
    random, hall = Random(1), Hall()
    assert Hall.of(hall.arrays()).links == Hall.of({}).links == ()
    kept = []
    for _ in range(202):
        sources, targets, weights = zip(*random_links(random), strict=True)
        kept.append((np.array(sources, np.int32), np.array(targets, np.int32), np.array(weights, np.float32)))
        hall = hall.with_champion(kept[-1])
    again = Hall.of(hall.arrays())
    assert len(again.links) == 200
    for one, other in zip(again.links, kept[2:], strict=True):
        assert all(np.array_equal(a, b) for a, b in zip(one, other, strict=True))
    first, *others = (population(list(zip(*links, strict=True))) for links in again.links[:3])
    nets = Hall(again.links[1:3]).after(first, eye_shape())
    assert nets.dtype == first.dtype
    assert nets.tobytes() == b"".join(net.tobytes() for net in (first, *others))
