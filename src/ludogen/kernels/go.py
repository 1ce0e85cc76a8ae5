"""Go on bitboards (see `wide`): point (row, column) is bit row * stride + column, row 0 at the bottom (GTP's row 1).

A move is the index of a point's bit; PASS stands for a pass. Rules here: capture, no suicide, simple ko, two passes end
the game. Positional superko needs the history and stands one folder up.
"""

from typing import NamedTuple

from ludogen.kernels.bits import ONE, ZERO, below, mix, next_random, word
from ludogen.kernels.dispatch import Bits, entry, implement, kernel
from ludogen.kernels.rules import count, hash_of, is_none, is_over, moves, outcome, play, pop, random_move
from ludogen.kernels.wide import (
    Wide,
    bit_at,
    both,
    count_bits,
    either,
    first_index,
    is_empty,
    minus,
    nothing,
    same,
    spread,
)

__all__ = [
    "AREA",
    "JAPANESE",
    "PASS",
    "Go",
    "GoMoves",
    "area_lead",
    "every_chain_breathes",
    "is_legal",
    "japanese_lead",
    "territory",
]

PASS = Bits(511)
AREA, JAPANESE = ZERO, ONE
U2, U16, U32 = Bits(2), Bits(16), Bits(32)
SALT = Bits(0x676F)
BONUS_OFFSET = 4096  # makes every bonus positive


class Go(NamedTuple):
    """Stones of the side to move and of the other side, and what else the rules look at."""

    own: Wide
    opp: Wide
    board: Wide
    ko: Bits  # point that may not be taken back now, PASS if none
    passes: Bits  # passes in a row before this position; 2 ends the game
    own_prisoners: Bits  # stones that the side to move has captured
    opp_prisoners: Bits
    bonus: int  # half points that the side to move gets on top: twice the komi for white, minus that for black
    scoring: Bits  # AREA or JAPANESE


class GoMoves(NamedTuple):
    """Points still to be tried, and the pass after them."""

    points: Wide
    can_pass: bool


@kernel
def _without_liberty(seed: Wide, stones: Wide, empty: Wide) -> Wide:
    """The chain of `stones` around `seed` if it has no liberty, else nothing. Stops at the first liberty it meets."""
    chain = seed
    while True:
        reach = spread(chain)
        if not is_empty(both(reach, empty)):
            return nothing(chain)
        grown = either(chain, both(reach, stones))
        if same(grown, chain):
            return chain
        chain = grown


@kernel
def _all_breathe(stones: Wide, empty: Wide) -> bool:
    left = stones
    while not is_empty(left):
        seed = bit_at(first_index(left), left)
        if not is_empty(_without_liberty(seed, stones, empty)):
            return False
        left = minus(left, seed)
    return True


@kernel
def _captured(stone: Wide, opp: Wide, empty: Wide) -> Wide:
    """Stones of `opp` that lose their last liberty to `stone`; `empty` is what is empty once it stands."""
    taken = nothing(opp)
    near = both(spread(stone), opp)
    while not is_empty(near):
        seed = bit_at(first_index(near), near)
        chain = _without_liberty(seed, opp, empty)
        taken = either(taken, chain)
        near = minus(minus(near, seed), chain)
    return taken


@kernel
def _can_be_filled(position: Go, stone: Wide, empty: Wide) -> bool:
    """May a stone be put on an empty point without an empty neighbour? It must capture or join a living chain."""
    after = minus(empty, stone)
    if is_empty(_without_liberty(stone, either(position.own, stone), after)):
        return True
    return not is_empty(_captured(stone, position.opp, after))


@kernel
def _empty(position: Go) -> Wide:
    return minus(position.board, either(position.own, position.opp))


@kernel
def is_legal(position: Go, move: Bits) -> bool:
    """May the side to move play this point or pass, the game not being over?"""
    if move == PASS:
        return True
    empty = _empty(position)
    stone = both(bit_at(move, empty), empty)
    if is_empty(stone) or move == position.ko:
        return False
    return not is_empty(both(spread(stone), empty)) or _can_be_filled(position, stone, empty)


@entry
def every_chain_breathes(position: Go) -> bool:
    """Has every chain on the board a liberty, as the rules require between moves?"""
    empty = _empty(position)
    return _all_breathe(position.own, empty) and _all_breathe(position.opp, empty)


@implement(moves, Go)
def _moves(position: Go) -> GoMoves:
    if position.passes >= U2:
        return GoMoves(nothing(position.board), False)
    empty = _empty(position)
    points = both(empty, spread(empty))
    closed = minus(empty, points)
    while not is_empty(closed):
        stone = bit_at(first_index(closed), closed)
        closed = minus(closed, stone)
        if _can_be_filled(position, stone, empty):
            points = either(points, stone)
    return GoMoves(minus(points, bit_at(position.ko, points)), True)


@implement(is_none, GoMoves)
def _is_none(choice: GoMoves) -> bool:
    return not choice.can_pass


@implement(pop, Go, GoMoves)
def _pop(position: Go, choice: GoMoves) -> tuple[Bits, GoMoves]:
    points = choice.points
    if is_empty(points):
        return PASS, GoMoves(points, False)
    move = first_index(points)
    return move, GoMoves(minus(points, bit_at(move, points)), True)


@implement(count, Go)
def _count(position: Go) -> int:
    choice = moves(position)
    if choice.can_pass:
        return count_bits(choice.points) + 1
    return 0


@implement(play, Go, Bits)
def _play(position: Go, move: Bits) -> Go:
    own, opp, board, _, passes, own_prisoners, opp_prisoners, bonus, scoring = position
    if move == PASS:
        return Go(opp, own, board, PASS, passes + ONE, opp_prisoners, own_prisoners, -bonus, scoring)
    stone = bit_at(move, own)
    grown = either(own, stone)
    empty = minus(board, either(grown, opp))
    taken = _captured(stone, opp, empty)
    captured = count_bits(taken)
    ko = PASS
    # A lone stone without a liberty that took one stone could be taken back at once.
    if captured == 1 and is_empty(both(spread(stone), either(own, empty))):
        ko = first_index(taken)
    return Go(minus(opp, taken), grown, board, ko, ZERO, opp_prisoners, own_prisoners + word(captured), -bonus, scoring)


@implement(is_over, Go)
def _is_over(position: Go) -> bool:
    return bool(position.passes >= U2)


@kernel
def _reached(stones: Wide, empty: Wide) -> Wide:
    """Empty points joined to `stones` by empty points."""
    region = both(spread(stones), empty)
    while True:
        grown = either(region, both(spread(region), empty))
        if same(grown, region):
            return region
        region = grown


@kernel
def _territory(position: Go) -> tuple[int, int]:
    """Empty points that only one side reaches: own, opponent's."""
    empty = _empty(position)
    own = _reached(position.own, empty)
    opp = _reached(position.opp, empty)
    return count_bits(minus(own, opp)), count_bits(minus(opp, own))


@entry
def territory(position: Go) -> tuple[int, int]:
    """Empty points that only one side reaches, for Python: own, opponent's."""
    return _territory(position)


@kernel
def area_lead(position: Go) -> int:
    """Points ahead by stones and territory, without komi."""
    own, opp = _territory(position)
    return own - opp + count_bits(position.own) - count_bits(position.opp)


@kernel
def japanese_lead(position: Go) -> int:
    """Points ahead by territory and prisoners, all stones on the board alive, without komi."""
    own, opp = _territory(position)
    return own - opp + int(position.own_prisoners) - int(position.opp_prisoners)


@implement(outcome, Go)
def _outcome(position: Go) -> int:
    lead = area_lead(position) if position.scoring == AREA else japanese_lead(position)
    return 2 * lead + position.bonus


@kernel
def _drawn_point(points: Wide, skip: Bits) -> Bits:
    """Index of the point after `skip` others."""
    for _ in range(skip):
        points = minus(points, bit_at(first_index(points), points))
    return first_index(points)


@implement(random_move, Go, Bits)
def _random_move(position: Go, state: Bits) -> tuple[Bits, Bits]:
    # Draw an empty point or the pass until it is legal: cheaper than to find all legal points.
    empty = _empty(position)
    points = word(count_bits(empty))
    while True:
        random, state = next_random(state)
        skip = below(random, points + ONE)
        move = PASS if skip == points else _drawn_point(empty, skip)
        if is_legal(position, move):
            return move, state


@implement(hash_of, Go)
def _hash_of(position: Go) -> Bits:
    # All that the rules or the count look at; prisoners count in Japanese scoring only.
    key = mix(position.ko ^ (position.passes << U16) ^ (word(count_bits(position.board)) << U32) ^ SALT)
    key = mix(key ^ word(position.bonus + BONUS_OFFSET) ^ (position.scoring << U16))
    if position.scoring == JAPANESE:
        key = mix(key ^ position.own_prisoners ^ (position.opp_prisoners << U32))
    for part in position.own:
        key = mix(key ^ part)
    for part in position.opp:
        key = mix(key ^ part)
    return key
