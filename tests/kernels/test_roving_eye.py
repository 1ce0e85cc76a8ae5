"""The roving eye: each of its rules by hand, and whole paths against the slow twin."""

import re
from random import Random
from typing import Any

import numpy as np
import pytest
from tests.kernels.support import go_words, samples
from tests.naive import go
from tests.naive import roving_eye as naive

from ludogen.games import Go, Position
from ludogen.genomes.graph import graph_net
from ludogen.kernels.dispatch import Bits
from ludogen.kernels.go import PASS
from ludogen.kernels.roving_eye import (
    ACTIONS,
    BESIDE,
    DECISIONS,
    SECTORS,
    SENSORS,
    STEP,
    EyeMover,
    EyeRules,
    eye_mind,
    trace_eye,
)
from ludogen.kernels.whole_games import begin_one, choose_one, follow_one
from ludogen.kernels.wide import STRIDES, words_for
from ludogen.players.eyes import eye_shape

BIAS = SENSORS.index("bias")
NORTH, EAST, SOUTH, WEST = range(4)
SIDE, NO_CHANCE = Bits(0), Bits(0)
Links = list[naive.Link]


def link(action: str, weight: float, sensor: str = "bias") -> naive.Link:
    return SENSORS.index(sensor), len(SENSORS) + ACTIONS.index(action), weight


def eye(links: Links, **rules: Any) -> EyeMover:
    sources, targets, weights = zip(*links, strict=True) if links else ((), (), ())
    mover = EyeMover(graph_net(eye_shape(), sources, targets, weights), eye_mind(), EyeRules(**rules))
    begin_one(mover)
    return mover


def put(mover: EyeMover, point: str, heading: int) -> None:
    """Set the eye on a point."""
    mover.mind["row"], mover.mind["column"] = int(point[1:]) - 1, "ABCDEFGHJKLMNOPQRST".index(point[0])
    mover.mind["heading"] = heading


def place_of(mover: EyeMover) -> tuple[str, int]:
    mind = mover.mind
    return f"{'ABCDEFGHJKLMNOPQRST'[mind['column']]}{int(mind['row']) + 1}", int(mind["heading"])


def looked(position: Position, mover: EyeMover) -> tuple[Any, str]:
    """What an eye does in a position, step by step, and its move."""
    trace = np.zeros(mover.rules.steps, STEP)
    number, move = trace_eye(position.state, mover, trace)
    return trace[:number], position.move_name(int(move))


def board(*rows: str, side: str = "b", ko: str = "-") -> Position:
    """A board drawn from the top: X black, O white."""
    text = "/".join(re.sub(r"\.+", lambda run: str(len(run[0])), row) for row in rows)
    return Go(size=len(rows)).parse_position(f"{text} {side} {ko} 0 0,0")


def seen(position: Position, point: str, heading: int, **rules: Any) -> dict[str, float]:
    """What the sensors say, those that are 0 left out."""
    mover = eye([link("pass", 1)], **rules)
    put(mover, point, heading)
    steps, _ = looked(position, mover)
    values = dict(zip(SENSORS, steps[0]["sensors"].tolist(), strict=True))
    assert values.pop("bias") == 1
    return {name: value for name, value in values.items() if value}


STONES = board(
    ".......",
    ".....O.",
    ".XO.X..",
    "..O....",
    ".X..X..",
    "X......",
    "..O...X",
)


@pytest.mark.parametrize(
    ("heading", "field"),
    [
        (NORTH, {"black front-left", "white front", "black back-left"}),
        (EAST, {"black back-left", "white left", "black back-right"}),
        (SOUTH, {"black back-right", "white back", "black front-right"}),
        (WEST, {"black front-right", "white right", "black front-left"}),
    ],
)
def test_the_field_turns_with_the_heading(heading: int, field: set[str]) -> None:
    found = seen(STONES, "C4", heading)
    near = {name: value for name, value in found.items() if "far" not in name and name not in ("row", "column")}
    assert near == dict.fromkeys(field | {"white centre"}, 1)


@pytest.mark.parametrize(
    ("point", "heading", "outside"),
    [
        ("A1", NORTH, {"front-left", "left", "back-left", "back", "back-right"}),
        ("A1", EAST, {"back-left", "back", "back-right", "right", "front-right"}),
        ("E5", SOUTH, {"back-right", "back", "back-left", "left", "front-left"}),
        ("C5", WEST, {"front-right", "right", "back-right"}),
        ("C3", NORTH, set()),
    ],
)
def test_off_the_board_both_sensors_are_on(point: str, heading: int, outside: set[str]) -> None:
    found = seen(Go(size=5).start(), point, heading)
    lit = {f"{colour} {place}" for place in outside for colour in ("black", "white")}
    assert {name for name in found if name not in ("row", "column")} == lit


def far(position: Position, point: str, heading: int, **rules: Any) -> dict[str, float]:
    return {
        name: value for name, value in seen(position, point, heading, shares=False, **rules).items() if "far" in name
    }


def test_counts_of_what_is_beyond_the_field() -> None:
    """At C4 heading north the field reaches from B3 to D5. Corner stones stand on two sides."""
    north = {"white far front": 1, "white far right": 1, "black far right": 3, "black far left": 1}
    north |= {"black far back": 2, "white far back": 1}
    assert far(STONES, "C4", NORTH) == north
    turned = {"front": "left", "right": "front", "back": "right", "left": "back"}
    east = {f"{name.rpartition(' ')[0]} {turned[name.rpartition(' ')[2]]}": count for name, count in north.items()}
    assert far(STONES, "C4", EAST) == east


def test_counts_by_sectors_count_each_stone_once() -> None:
    sectors = {"white far front": 1, "black far right": 2, "black far back": 2, "white far back": 1}
    assert far(STONES, "C4", NORTH, zones=SECTORS) == sectors
    # Heading east the sectors are others: three rows wide to north and south, of all rows to east and west.
    east = {"white far front": 1, "black far front": 3, "black far back": 1, "white far right": 1}
    assert far(STONES, "C4", EAST, zones=SECTORS) == east


def test_counts_are_shares_of_the_board() -> None:
    shares = {name: value for name, value in seen(STONES, "C4", NORTH).items() if "far" in name}
    assert shares == pytest.approx({name: count / 49 for name, count in far(STONES, "C4", NORTH).items()})


@pytest.mark.parametrize("size", [5, 7, 9, 13, 19])
def test_the_position_reaches_from_0_to_1(size: int) -> None:
    start, last = Go(size=size).start(), "ABCDEFGHJKLMNOPQRST"[size - 1]
    for point, wanted in (("A1", (0, 0)), (f"A{size}", (1, 0)), (f"{last}1", (0, 1)), (f"{last}{size}", (1, 1))):
        found = seen(start, point, WEST)
        assert (found.get("row", 0), found.get("column", 0)) == wanted
    mover = eye([link("pass", 1)])
    looked(start, mover)
    assert place_of(mover) == (f"{'ABCDEFGHJKLMNOPQRST'[size // 2]}{size // 2 + 1}", NORTH)


KO = board(".....", ".XO..", "XO.O.", ".XO..", ".....").play_text("C3")


def test_the_ko_sensor_tells_where_it_is_forbidden_to_play() -> None:
    """Black has taken at B3... by C3: white may not take back there."""
    assert KO.state.ko != PASS
    assert seen(KO, "B3", NORTH)["ko"] == 1
    assert "ko" not in seen(KO, "B2", NORTH)
    assert looked(KO, at(eye([link("place", 1)]), "B3"))[1] == "pass"


def at(mover: EyeMover, point: str, heading: int = NORTH) -> EyeMover:
    put(mover, point, heading)
    return mover


def test_white_sees_its_own_stones_as_black() -> None:
    after = board(".....", ".....", "..X..", ".....", ".....", side="w")
    assert seen(after, "C2", NORTH)["white front"] == 1


START = Go(size=5).start()


def test_only_outputs_above_the_threshold_count() -> None:
    """Weight 0 gives 0.5 exactly. Nothing above it: a pause, a hundred times, then a pass."""
    steps, move = looked(START, eye([link(action, 0) for action in ACTIONS]))
    assert steps[0]["outputs"].tolist() == [0.5] * 5
    assert {DECISIONS[step["decision"]] for step in steps} == {"pauses"}
    assert (len(steps), move) == (100, "pass")
    steps, move = looked(START, eye([link("place", 1e-3)]))
    assert (len(steps), move) == (1, "C3")


def test_after_its_steps_it_must_pass() -> None:
    circling = eye([link("turn left", 1)])
    steps, move = looked(START, circling)
    assert (len(steps), move, {DECISIONS[step["decision"]] for step in steps}) == (100, "pass", {"moves"})
    assert len(looked(START, eye([link("turn left", 1)], steps=7))[0]) == 7


@pytest.mark.parametrize(
    ("links", "end"),
    [
        ([("forward", 1.0)], ("C4", NORTH)),
        ([("turn left", 1.0)], ("C3", WEST)),
        ([("turn right", 1.0)], ("C3", EAST)),
        ([("forward", 1.0), ("turn left", 1.0)], ("C4", WEST)),
        ([("forward", 1.0), ("turn right", 1.0)], ("C4", EAST)),
        ([("turn left", 1.0), ("turn right", 2.0)], ("C3", NORTH)),
        # Whatever the others say: they are greater here.
        ([("turn left", 0.1), ("place", 3.0), ("pass", 3.0)], ("C3", WEST)),
    ],
)
def test_movements_are_combined_and_come_first(links: list[tuple[str, float]], end: tuple[str, int]) -> None:
    mover = eye([link(*each) for each in links], steps=1)
    steps, move = looked(START, mover)
    assert (DECISIONS[steps[0]["decision"]], move, place_of(mover)) == ("moves", "pass", end)


def test_turning_before_moving_is_an_option() -> None:
    mover = eye([link("forward", 1), link("turn left", 1)], steps=1, turns_first=True)
    looked(START, mover)
    assert place_of(mover) == ("B3", WEST)


def test_at_the_border_it_stays() -> None:
    mover = eye([link("forward", 1)])
    looked(START, mover)
    assert place_of(mover) == ("C5", NORTH)


@pytest.mark.parametrize(("place", "give_up", "move"), [(2, 1, "C3"), (1, 2, "pass"), (1, 1, "C3"), (-1, 1, "pass")])
def test_the_greater_of_placing_and_passing_is_done(place: float, give_up: float, move: str) -> None:
    assert looked(START, eye([link("place", place), link("pass", give_up)]))[1] == move


@pytest.mark.parametrize("point", ["C3", "C2", "A1"])
def test_where_no_stone_can_be_placed_it_passes(point: str) -> None:
    """On a stone of its own, on one of the other side, and where it would be suicide."""
    position = board(".....", ".....", "..X..", "O.O..", ".O...")
    steps, move = looked(position, at(eye([link("place", 1)]), point))
    assert (DECISIONS[steps[-1]["decision"]], move) == ("cannot place a stone: passes", "pass")


def test_it_stays_where_it_was_from_move_to_move_but_not_from_game_to_game() -> None:
    mover = eye([link("forward", 1), link("forward", -2, "white front"), link("place", 1)])
    blocked = board("..O..", ".....", ".....", ".....", ".....")
    assert looked(blocked, mover)[1] == "C4"
    assert place_of(mover) == ("C4", NORTH)
    assert looked(blocked, mover)[0][0]["row"] == 3
    begin_one(mover)
    assert looked(blocked, mover)[0][0]["row"] == 2


def test_returning_to_the_middle_before_each_move_is_an_option() -> None:
    mover = eye([link("forward", 1), link("turn left", 1)], returns=True, steps=3, heading=EAST)
    for _ in range(2):
        steps, _ = looked(START, mover)
        assert (steps[0]["row"], steps[0]["column"], steps[0]["heading"]) == (2, 2, EAST)


# A loop of the output `pass` to itself, and a bias that lets it grow from below the threshold.
PASS_NODE = len(SENSORS) + ACTIONS.index("pass")
GROWING: Links = [link("pass", -0.1), (PASS_NODE, PASS_NODE, 0.35)]


@pytest.mark.parametrize(("forgets", "same"), [(False, False), (True, True)])
def test_the_net_keeps_its_values_from_move_to_move(forgets: bool, same: bool) -> None:
    mover = eye(GROWING, forgets=forgets, steps=3)
    first, second = (looked(START, mover)[0]["outputs"][0, 4] for _ in range(2))
    assert (first == second) == same
    begin_one(mover)
    assert looked(START, mover)[0]["outputs"][0, 4] == first


def random_links(random: Random) -> Links:
    """A net that moves, turns and decides in turn. Its loops are weak: rounding errors must not grow."""
    inputs, outputs, hidden = range(30), range(30, 35), range(40, 40 + random.randrange(6))
    ways = [(inputs, outputs), (inputs, hidden or outputs), (hidden or inputs, outputs)]
    links = {}
    for _ in range(random.choice((20, 80, 200))):
        sources, targets = random.choice(ways)
        links[random.choice(sources), random.choice(targets)] = random.gauss(0, 1.5)
    links |= {(node, node): random.uniform(-0.15, 0.15) for node in (*outputs, *hidden)}
    return [(source, target, float(np.float32(weight))) for (source, target), weight in links.items()]


def random_games(random: Random, size: int, plies: int) -> list[go.Position]:
    positions = [go.start(size)]
    while len(positions) < plies and not go.is_over(positions[-1]):
        moves = go.legal_moves(positions[-1])
        positions.append(go.play(positions[-1], random.choice([move for move in moves if move] or [go.PASS])))
    return [position for position in positions if not go.is_over(position)]


NAMES = {"move": "moves", "pause": "pauses", "place": "places a stone", "pass": "passes", "fail": DECISIONS[-1]}


@pytest.mark.parametrize("size", [5, 7, 9, 19])
def test_paths_are_those_of_the_twin(size: int) -> None:
    random, decisions = Random(size), set()
    for _ in range(samples(12 if size < 19 else 3, 1)):
        links = random_links(random)
        names = ("returns", "forgets", "turns_first", "shares")
        flags: dict[str, Any] = {name: random.random() < 0.5 for name in names}
        sectors, heading = random.random() < 0.5, random.randrange(4)
        mover = eye(links, **flags, heading=heading, zones=SECTORS if sectors else BESIDE, steps=30)
        twin = naive.Eye(naive.Net(links), heading=heading, sectors=sectors, steps=30, **flags)
        twin.begin()
        for position in random_games(random, size, samples(30, 6))[::2]:
            trace = np.zeros(30, STEP)
            number, move = trace_eye(go_words(position), mover, trace)
            wanted = twin.decide(position)
            assert number == len(twin.path)
            for step, other in zip(trace[:number], twin.path, strict=True):
                assert (step["row"], step["column"], step["heading"]) == (*other.point, other.heading)
                assert step["sensors"] == pytest.approx(other.sensors, abs=1e-6)
                assert step["outputs"] == pytest.approx(other.outputs, abs=1e-4)
                assert DECISIONS[step["decision"]] == NAMES[other.decision]
                decisions.add(other.decision)
            assert int(move) == (int(PASS) if wanted is None else wanted[0] * STRIDES[words_for(size)] + wanted[1])
    assert samples(len(decisions), 5) >= (4 if size < 19 else 3)


@pytest.mark.parametrize("size", [2, 5, 9, 19])
def test_choosing_following_and_tracing_leave_the_same_memory(size: int) -> None:
    links = random_links(Random(size))
    movers = [eye(links) for _ in range(3)]
    for position in random_games(Random(1), size, samples(24, 3)):
        words = go_words(position)
        move = choose_one(words, movers[0], SIDE, NO_CHANCE)[0]
        follow_one(words, movers[1], SIDE)
        assert trace_eye(words, movers[2], np.zeros(100, STEP))[1] == move
        for other in movers[1:]:
            assert place_of(other) == place_of(movers[0])
            assert np.array_equal(other.mind["values"], movers[0].mind["values"])
