"""American checkers on a padded bitboard: square n (1..32) is bit n - 1 + (n - 1) // 8.

One bit is left out after every two rows. So every step, from any row, is a rotation by 4 or 5 bits, a jump is two of
them, and a piece that leaves the board lands on a bit outside SQUARES. Red moves down, towards higher numbers.

A move is a word: bits 0-34 the squares of captured pieces, 35-40 the bit it starts from, 41-46 the bit it ends on,
47-62 the directions of its first eight jumps, two bits each (0 and 1 down by 4 and 5 bits, 2 and 3 up). No move has
more than nine jumps (a jumping king stays on eight squares joined by nine jumps), and the direction of the ninth
follows from the one captured piece that is left.
"""

from typing import NamedTuple

from ludogen.kernels.bits import ONE, ZERO, index_of, lowest, mix, popcount, rotate, without_lowest, word
from ludogen.kernels.dispatch import Bits, implement, kernel
from ludogen.kernels.rules import count, draw_from_set_for, hash_of, is_none, is_over, moves, outcome, play, pop

__all__ = [
    "CAPTURED",
    "FROM",
    "PATH",
    "RED",
    "SQUARES",
    "START",
    "TO",
    "WHITE",
    "Checkers",
    "CheckersMoves",
    "has_jump",
]


def _bits(squares: range) -> Bits:
    return Bits(sum(1 << (square - 1 + (square - 1) // 8) for square in squares))


RED, WHITE = ZERO, ONE
SQUARES = _bits(range(1, 33))
RED_CROWN, WHITE_CROWN = _bits(range(29, 33)), _bits(range(1, 5))
CAPTURED = Bits((1 << 35) - 1)
SIX_BITS, TWO_BITS = Bits(63), Bits(3)
FROM, TO, PATH = Bits(35), Bits(41), Bits(47)
U2, U4, U8, U56, U63, U64 = Bits(2), Bits(4), Bits(8), Bits(56), Bits(63), Bits(64)
DOWN_4, DOWN_5, UP_4, UP_5 = Bits(4), Bits(5), Bits(60), Bits(59)
KING_SALT = Bits(0x636865636B657273)


class Checkers(NamedTuple):
    """Pieces of the side to move and of the other side, kings of both, and who is to move (0 red, 1 white)."""

    own: Bits
    opp: Bits
    kings: Bits
    colour: Bits


class CheckersMoves(NamedTuple):
    """What is left to try: landing squares of steps by direction, or the next jump and the pieces to jump after it.

    With a jump, `down_4` holds those pieces: a word less to carry through the loop.
    """

    down_4: Bits
    down_5: Bits
    up_4: Bits
    up_5: Bits
    jump: Bits


START = Checkers(_bits(range(1, 13)), _bits(range(21, 33)), ZERO, RED)


@kernel
def _rotation(direction: Bits) -> Bits:
    """Rotation that takes a piece one step: 4, 5, 60, 59."""
    by_5 = direction & ONE
    return U4 + by_5 + (direction >> ONE) * (U56 - by_5 - by_5)


@kernel
def _jump_starts(opp: Bits, empty: Bits, back_4: Bits, back_5: Bits) -> Bits:
    """Squares from which a piece could jump against these two rotations."""
    return rotate(opp & rotate(empty, back_4), back_4) | rotate(opp & rotate(empty, back_5), back_5)


@kernel
def _jumpers(position: Checkers) -> Bits:
    """Own pieces that can jump."""
    own, opp, kings, colour = position
    empty = SQUARES & ~(own | opp)
    down = _jump_starts(opp, empty, UP_4, UP_5)
    up = _jump_starts(opp, empty, DOWN_4, DOWN_5)
    if colour == RED:
        return own & (down | (up & kings))
    return own & (up | (down & kings))


@kernel
def has_jump(position: Checkers) -> bool:
    """Must the side to move jump?"""
    return bool(_jumpers(position) != ZERO)


@kernel
def _steps(position: Checkers) -> CheckersMoves:
    """Moves without a jump."""
    own, opp, kings, colour = position
    empty = SQUARES & ~(own | opp)
    # Rotations by constants, with the colour chosen before them: by variables perft was a fifth slower.
    down = own if colour == RED else own & kings
    up = own if colour == WHITE else own & kings
    return CheckersMoves(
        rotate(down, DOWN_4) & empty,
        rotate(down, DOWN_5) & empty,
        rotate(up, UP_4) & empty,
        rotate(up, UP_5) & empty,
        ZERO,
    )


@kernel
def _extend(position: Checkers, start: Bits, jump: Bits, at: Bits, length: Bits, direction: Bits) -> Bits:
    """The first whole jump that goes on from `at` after `length` jumps, in `direction` or a later one; 0 if none does.

    `jump` holds start, captured pieces and path so far. Once it has gone on, all directions are tried again.
    """
    own, opp, kings, colour = position
    empty = (SQUARES & ~(own | opp)) | start
    is_king = start & kings != ZERO
    first = ZERO if is_king else colour << ONE
    last = U4 if is_king else first + U2
    direction = max(direction, first)
    found = False
    while direction < last:
        places = _rotation(direction)
        over = rotate(at, places) & opp & ~jump
        landing = rotate(over, places) & empty
        if landing != ZERO:
            found = True
            jump |= over
            if length < U8:
                jump |= direction << (PATH + (length << ONE))
            length += ONE
            at = landing
            direction = first
        else:
            direction += ONE
    if not found:
        return ZERO
    return jump | (index_of(at) << TO)


@kernel
def _last_direction(jump: Bits, length: Bits) -> Bits:
    """Direction of the last of `length` jumps."""
    if length <= U8:
        return (jump >> (PATH + ((length - ONE) << ONE))) & TWO_BITS
    # The ninth is not written down: it is the one whose captured piece no recorded jump took.
    at = ONE << ((jump >> FROM) & SIX_BITS)
    left = jump & CAPTURED
    path = jump >> PATH
    for _ in range(8):
        places = _rotation(path & TWO_BITS)
        path >>= U2
        at = rotate(at, places)
        left &= ~at
        at = rotate(at, places)
    direction = ZERO
    while rotate(at, _rotation(direction)) != left:
        direction += ONE
    return direction


@kernel
def _next_jump(position: Checkers, jump: Bits, jumpers: Bits) -> tuple[Bits, Bits]:
    """The jump after `jump` (0: the first) and the pieces left after it; 0 if there is none.

    All jumps of one piece, by directions, then those of the next: walks back along the path and takes the first later
    turning that leads anywhere.
    """
    length = word(popcount(jump & CAPTURED))
    start = ONE << ((jump >> FROM) & SIX_BITS)
    at = ONE << ((jump >> TO) & SIX_BITS)
    jump &= ~(SIX_BITS << TO)
    while length != ZERO:
        direction = _last_direction(jump, length)
        places = U64 - _rotation(direction)
        length -= ONE
        over = rotate(at, places)
        at = rotate(over, places)
        jump &= ~over
        if length < U8:
            jump &= ~(TWO_BITS << (PATH + (length << ONE)))
        following = _extend(position, start, jump, at, length, direction + ONE)
        if following != ZERO:
            return following, jumpers
    if jumpers == ZERO:
        return ZERO, ZERO
    start = lowest(jumpers)
    return _extend(position, start, index_of(start) << FROM, start, ZERO, ZERO), jumpers ^ start


@implement(moves, Checkers)
def _moves(position: Checkers) -> CheckersMoves:
    jumpers = _jumpers(position)
    if jumpers == ZERO:
        return _steps(position)
    jump, jumpers = _next_jump(position, ZERO, jumpers)
    return CheckersMoves(jumpers, ZERO, ZERO, ZERO, jump)


@implement(is_none, CheckersMoves)
def _is_none(choice: CheckersMoves) -> bool:
    return bool((choice.down_4 | choice.down_5 | choice.up_4 | choice.up_5 | choice.jump) == ZERO)


@kernel
def _step(landing: Bits, back: Bits) -> Bits:
    return (index_of(rotate(landing, back)) << FROM) | (index_of(landing) << TO)


@implement(pop, Checkers, CheckersMoves)
def _pop(position: Checkers, choice: CheckersMoves) -> tuple[Bits, CheckersMoves]:
    down_4, down_5, up_4, up_5, jump = choice
    if jump != ZERO:
        following, jumpers = _next_jump(position, jump, down_4)
        return jump, CheckersMoves(jumpers, ZERO, ZERO, ZERO, following)
    if down_4 != ZERO:
        return _step(lowest(down_4), UP_4), CheckersMoves(without_lowest(down_4), down_5, up_4, up_5, ZERO)
    if down_5 != ZERO:
        return _step(lowest(down_5), UP_5), CheckersMoves(ZERO, without_lowest(down_5), up_4, up_5, ZERO)
    if up_4 != ZERO:
        return _step(lowest(up_4), DOWN_4), CheckersMoves(ZERO, ZERO, without_lowest(up_4), up_5, ZERO)
    return _step(lowest(up_5), DOWN_5), CheckersMoves(ZERO, ZERO, ZERO, without_lowest(up_5), ZERO)


@kernel
def _are_single_jumps(position: Checkers, jumpers: Bits) -> bool:
    """Do only men jump, and none of them further than once?"""
    own, opp, kings, colour = position
    if jumpers & kings != ZERO:
        return False
    empty = SQUARES & ~(own | opp)
    if colour == RED:
        landings = rotate(rotate(own, DOWN_4) & opp, DOWN_4) | rotate(rotate(own, DOWN_5) & opp, DOWN_5)
        return bool(landings & empty & _jump_starts(opp, empty, UP_4, UP_5) == ZERO)
    landings = rotate(rotate(own, UP_4) & opp, UP_4) | rotate(rotate(own, UP_5) & opp, UP_5)
    return bool(landings & empty & _jump_starts(opp, empty, DOWN_4, DOWN_5) == ZERO)


@kernel
def _count_jumps(position: Checkers, jumpers: Bits) -> int:
    own, opp, _, colour = position
    if _are_single_jumps(position, jumpers):
        empty = SQUARES & ~(own | opp)
        if colour == RED:
            by_4, by_5 = (
                rotate(own, DOWN_4) & opp & rotate(empty, UP_4),
                rotate(own, DOWN_5) & opp & rotate(empty, UP_5),
            )
        else:
            by_4, by_5 = (
                rotate(own, UP_4) & opp & rotate(empty, DOWN_4),
                rotate(own, UP_5) & opp & rotate(empty, DOWN_5),
            )
        return popcount(by_4) + popcount(by_5)
    found = 0
    jump, jumpers = _next_jump(position, ZERO, jumpers)
    while jump != ZERO:
        found += 1
        jump, jumpers = _next_jump(position, jump, jumpers)
    return found


@implement(count, Checkers)
def _count(position: Checkers) -> int:
    jumpers = _jumpers(position)
    if jumpers != ZERO:
        return _count_jumps(position, jumpers)
    down_4, down_5, up_4, up_5, _ = _steps(position)
    return popcount(down_4) + popcount(down_5) + popcount(up_4) + popcount(up_5)


@implement(play, Checkers, Bits)
def _play(position: Checkers, move: Bits) -> Checkers:
    own, opp, kings, colour = position
    captured = move & CAPTURED
    start = ONE << ((move >> FROM) & SIX_BITS)
    end = ONE << ((move >> TO) & SIX_BITS)
    crown = RED_CROWN if colour == RED else WHITE_CROWN
    crowned = end if (kings & start) | (end & crown) != ZERO else ZERO
    return Checkers(opp & ~captured, own ^ start ^ end, (kings & ~(captured | start)) | crowned, colour ^ ONE)


@implement(is_over, Checkers)
def _is_over(position: Checkers) -> bool:
    down_4, down_5, up_4, up_5, _ = _steps(position)
    return bool((down_4 | down_5 | up_4 | up_5 | _jumpers(position)) == ZERO)


@implement(outcome, Checkers)
def _outcome(position: Checkers) -> int:
    return -1


@implement(hash_of, Checkers)
def _hash_of(position: Checkers) -> Bits:
    return mix(mix(mix(position.own) ^ position.opp) ^ position.kings ^ (position.colour << U63) ^ KING_SALT)


draw_from_set_for(Checkers)
