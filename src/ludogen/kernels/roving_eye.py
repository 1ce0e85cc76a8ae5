"""A roving eye for Go: a net that moves over the board and says where to play (Stanley & Miikkulainen 2004, section
4.2).

The eye stands on a point and heads north, east, south or west. In each time step the net sees 30 sensors (`SENSORS`),
is activated once, and says with five outputs (`ACTIONS`) what to do: move and turn, place a stone, pass, or nothing.
The same net plays on boards of any size.

The paper's eye is always black. Here own stones count as black, so that it can play white, too.

What an eye remembers is a function of the positions of its game: at each position in which its side is to move it
looks and moves until it decides, whether its decision is played or not. It keeps its place, its heading and the values
of its net.
"""

from typing import Any, NamedTuple

import numpy as np

from ludogen.kernels.bits import ONE, word
from ludogen.kernels.dispatch import Bits, entry, implement, kernel
from ludogen.kernels.go import PASS, Go, is_legal
from ludogen.kernels.graph_net import MOST_NODES, activate, rest
from ludogen.kernels.movers import UNKNOWN, begin, choose, follow
from ludogen.kernels.records import new_record, record_type
from ludogen.kernels.wide import Wide, count_bits

__all__ = [
    "ACTIONS",
    "BESIDE",
    "DECISIONS",
    "FAILED",
    "HEADINGS",
    "MOVED",
    "PASSED",
    "PAUSED",
    "PLACED",
    "SECTORS",
    "SENSORS",
    "STEP",
    "EyeMover",
    "EyeRules",
    "eye_mind",
    "trace_eye",
]

FIELD = ("front-left", "front", "front-right", "left", "centre", "right", "back-left", "back", "back-right")
ZONES = ("front", "left", "right", "back")
COLOURS = ("black", "white")
SENSORS = (
    *(f"{colour} {point}" for point in FIELD for colour in COLOURS),
    *(f"{colour} far {zone}" for zone in ZONES for colour in COLOURS),
    *("row", "column", "ko", "bias"),
)
ACTIONS = ("place", "forward", "turn left", "turn right", "pass")
HEADINGS = ("north", "east", "south", "west")
DECISIONS = ("pauses", "moves", "places a stone", "passes", "cannot place a stone: passes")
PAUSED, MOVED, PLACED, PASSED, FAILED = range(5)  # the last two are passes

# What counts as far to one side of the field: all beyond it on that side, so that a stone in a corner is counted on
# two sides; or sectors without overlap, front and back as wide as the board, left and right no more than the three
# rows of the field.
BESIDE, SECTORS = 0, 1

MOST = 19
CODES = MOST + 2  # points of a row with the border
OUTSIDE = 3  # both sensors are on
FAR, ROW, COLUMN, KO, BIAS = 18, 26, 27, 28, 29
PLACE, FORWARD, LEFT, RIGHT, GIVE_UP = range(30, 35)
NONE, WHOLE = np.float32(0), np.float32(1)
LAST_SIX, SIX = Bits(63), Bits(6)

# Not the fields of a net's own mind first: the compiler would take this for one of those, and warn.
MIND = record_type(
    [
        ("row", "i8"),  # of the eye, 0 at the bottom; -1: it has not looked at a board yet
        ("column", "i8"),
        ("place", "i8"),  # which of the nets it is
        ("values", "f4", (MOST_NODES,)),  # of its net, sensors and outputs among them
        ("sums", "f4", (MOST_NODES,)),
        ("heading", "i8"),
        # The board that it looks at, with a border: bit 0 own, bit 1 the other side's; and how many stones stand
        # below and to the left.
        ("width", "i8"),
        ("codes", "u1", (CODES, CODES)),
        ("own", "i2", (CODES, CODES)),
        ("opp", "i2", (CODES, CODES)),
    ]
)
STEP = record_type(
    [
        *(("row", "i8"), ("column", "i8"), ("heading", "i8")),  # before the step
        *(("sensors", "f4", (len(SENSORS),)), ("outputs", "f4", (len(ACTIONS),)), ("decision", "i8")),
    ]
)


class EyeRules(NamedTuple):
    """How an eye moves. The first two are the paper's, all others are decisions where it is silent."""

    steps: int = 100  # then it must pass
    threshold: float = 0.5  # above it an output takes effect
    heading: int = 0  # in which it begins a game, in the middle of the board
    returns: bool = False  # to the middle and its first heading before each of its moves
    forgets: bool = False  # the values of its net before each of its moves
    turns_first: bool = False  # when it moves forward and turns in one step
    shares: bool = True  # counts are divided by the number of points of the board
    zones: int = BESIDE


class EyeMover(NamedTuple):
    """Go: what the eye of a net decides. One of an array of nets moves."""

    nets: Any  # an array of GRAPH_NET records with 30 inputs and 5 outputs, only read
    mind: Any  # from eye_mind
    rules: EyeRules


def eye_mind(place: int = 0) -> Any:
    """Which net it is, and what that has in mind: a working record for one thread."""
    return new_record(MIND, place=place, row=-1)


@kernel
def _stride(wide: Wide) -> int:
    """Bits from one row to the next: see `wide`."""
    return 8 if len(wide) == 1 else 11 if len(wide) == 2 else 20


@kernel
def _code(index: Any, own: Wide, opp: Wide) -> int:
    at, shift = index >> SIX, index & LAST_SIX
    return int(((own[at] >> shift) & ONE) | (((opp[at] >> shift) & ONE) << ONE))


@kernel
def _study(position: Go, mind: Any) -> None:
    """Write the board down as the sensors need it."""
    size = np.int64(np.sqrt(count_bits(position.board)))
    stride = _stride(position.board)
    codes, own, opp = mind.codes, mind.own, mind.opp
    mind.width = size
    for i in range(size + 2):
        codes[0, i] = codes[i, 0] = codes[size + 1, i] = codes[i, size + 1] = OUTSIDE
        own[0, i] = own[i, 0] = opp[0, i] = opp[i, 0] = 0
    for row in range(size):
        in_row_own, in_row_opp = 0, 0
        for column in range(size):
            code = _code(word(row * stride + column), position.own, position.opp)
            codes[row + 1, column + 1] = code
            in_row_own += code & 1
            in_row_opp += code >> 1
            own[row + 1, column + 1] = own[row, column + 1] + in_row_own
            opp[row + 1, column + 1] = opp[row, column + 1] + in_row_opp


@kernel
def _stones(sums: Any, bottom: int, top: int, left: int, right: int) -> int:
    """Stones from row `bottom` up to `top`, column `left` up to `right`, the upper limits left out."""
    if top <= bottom or right <= left:
        return 0
    return int(sums[top, right]) - int(sums[bottom, right]) - int(sums[top, left]) + int(sums[bottom, left])


@kernel
def _see_far(direction: int, sensor: int, rules: EyeRules, mind: Any) -> None:
    """Set the two counts of the stones that stand beyond the field in one direction."""
    size, row, column = mind.width, mind.row, mind.column
    bottom, top, left, right = 0, size, 0, size
    if direction == 0:
        bottom = row + 2
    elif direction == 1:
        left = column + 2
    elif direction == 2:
        top = row - 1
    else:
        right = column - 1
    if rules.zones == SECTORS and (direction - mind.heading) & 1 == 1:
        if direction & 1 == 1:
            bottom, top = max(row - 1, 0), min(row + 2, size)
        else:
            left, right = max(column - 1, 0), min(column + 2, size)
    whole = np.float32(size * size) if rules.shares else WHOLE
    mind.values[sensor] = np.float32(_stones(mind.own, bottom, top, left, right)) / whole
    mind.values[sensor + 1] = np.float32(_stones(mind.opp, bottom, top, left, right)) / whole


@kernel
def _see(position: Go, rules: EyeRules, mind: Any) -> None:
    """Set all sensors."""
    values, heading = mind.values, mind.heading
    ahead_row, ahead_column = _ahead(heading)
    sensor = 0
    for ahead in range(1, -2, -1):
        for aside in range(-1, 2):  # to the right is a turn to the right from ahead
            row = mind.row + ahead * ahead_row - aside * ahead_column
            column = mind.column + ahead * ahead_column + aside * ahead_row
            code = np.int64(mind.codes[row + 1, column + 1])
            values[sensor] = np.float32(code & 1)
            values[sensor + 1] = np.float32(code >> 1)
            sensor += 2
    _see_far(heading, FAR, rules, mind)
    _see_far((heading + 3) & 3, FAR + 2, rules, mind)
    _see_far((heading + 1) & 3, FAR + 4, rules, mind)
    _see_far((heading + 2) & 3, FAR + 6, rules, mind)
    last = np.float32(mind.width - 1)
    values[ROW] = np.float32(mind.row) / last
    values[COLUMN] = np.float32(mind.column) / last
    values[KO] = WHOLE if position.ko == _point(position, mind) else NONE
    values[BIAS] = WHOLE


@kernel
def _ahead(heading: int) -> tuple[int, int]:
    """Rows and columns of a step."""
    return (1 if heading == 0 else -1 if heading == 2 else 0), (1 if heading == 1 else -1 if heading == 3 else 0)


@kernel
def _point(position: Go, mind: Any) -> Bits:
    """The move on the point where the eye stands."""
    return word(mind.row * _stride(position.board) + mind.column)


@kernel
def _forward(mind: Any) -> None:
    """One step ahead; at the border it stays where it is."""
    ahead_row, ahead_column = _ahead(mind.heading)
    row, column = mind.row + ahead_row, mind.column + ahead_column
    if 0 <= row < mind.width and 0 <= column < mind.width:
        mind.row = row
        mind.column = column


@kernel
def _step(position: Go, mover: EyeMover) -> int:
    """One time step: see, think, move the eye or decide."""
    mind, rules = mover.mind, mover.rules
    values, threshold = mind.values, np.float32(rules.threshold)
    _see(position, rules, mind)
    activate(mover.nets[mind.place], mind)
    forward, left, right = values[FORWARD] > threshold, values[LEFT] > threshold, values[RIGHT] > threshold
    if forward or left or right:
        if forward and not rules.turns_first:
            _forward(mind)
        mind.heading = (mind.heading + np.int64(right) - np.int64(left)) & 3
        if forward and rules.turns_first:
            _forward(mind)
        return MOVED
    if values[PLACE] > threshold and not values[GIVE_UP] > values[PLACE]:
        return PLACED if is_legal(position, _point(position, mind)) else FAILED
    return PASSED if values[GIVE_UP] > threshold else PAUSED


@kernel
def _come(position: Go, mover: EyeMover) -> None:
    """Before its first time step at a position."""
    mind, rules = mover.mind, mover.rules
    _study(position, mind)
    if mind.row < 0 or rules.returns:
        mind.row = mind.column = (mind.width - 1) // 2
        mind.heading = rules.heading
    if rules.forgets:
        rest(mover.nets[mind.place], mind)


@kernel
def _decide(position: Go, mover: EyeMover) -> Bits:
    """Look at a position until something is decided."""
    _come(position, mover)
    for _ in range(mover.rules.steps):
        decision = _step(position, mover)
        if decision == PLACED:
            return _point(position, mover.mind)
        if decision >= PASSED:
            return PASS
    return PASS


@implement(begin, EyeMover)
def _begin(mover: EyeMover) -> None:
    rest(mover.nets[mover.mind.place], mover.mind)
    mover.mind.row = -1


@implement(follow, Go, EyeMover, None)
def _follow(position: Go, mover: EyeMover, side: Bits) -> None:
    _decide(position, mover)


@implement(choose, Go, EyeMover, None, None)
def _choose(position: Go, mover: EyeMover, side: Bits, chance: Bits) -> tuple[Bits, np.float32]:
    return _decide(position, mover), UNKNOWN


@entry
def trace_eye(position: Go, mover: EyeMover, trace: Any) -> tuple[int, Bits]:
    """Look at a position, as `choose` does, and fill in a STEP for each time step: their number, and the move.

    `trace` holds as many steps as the rules allow.
    """
    mind = mover.mind
    _come(position, mover)
    for number in range(mover.rules.steps):
        step = trace[number]
        step.row, step.column, step.heading = mind.row, mind.column, mind.heading
        decision = _step(position, mover)
        for i in range(30):
            step.sensors[i] = mind.values[i]
        for i in range(5):
            step.outputs[i] = mind.values[PLACE + i]
        step.decision = decision
        if decision == PLACED:
            return number + 1, _point(position, mind)
        if decision >= PASSED:
            return number + 1, PASS
    return mover.rules.steps, PASS
