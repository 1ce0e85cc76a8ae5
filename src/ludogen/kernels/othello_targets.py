"""What an Othello endgame is played for.

Each target is an integer score of the last position that changes sign with the side, so that one search serves all:

- DISCS: own minus opponent's discs; empty squares count for nobody (our rule).
- DISCS_AND_EMPTIES: the same, but the winner gets the empty squares (the rule of tournaments and FFO), times 2.
- SHARE: own / (own + opponent's), as 2^20 times the lead over all discs, rounded towards 0. Fractions of at most 64
  discs differ by more than 2^-12, so different shares keep different scores; `share_of` finds the fraction again.

On a full board all three say the same, a share is (discs ahead + 64) / 128 there. They differ in games that end early:
33 to 3 is 30 discs ahead, 58 with the empty squares, and a share of 0.917, which on a full board were 53 ahead.
"""

from ludogen.kernels.bits import popcount
from ludogen.kernels.dispatch import Bits, kernel

__all__ = ["BEYOND", "DISCS", "DISCS_AND_EMPTIES", "SHARE", "final_score", "share_of"]

SHARE_BITS = 20
# A target's name is the score of one disc ahead on a full board.
DISCS, DISCS_AND_EMPTIES, SHARE = 1, 2, 1 << (SHARE_BITS - 6)
BEYOND = 1 << 22  # beyond every score


@kernel
def final_score(own: Bits, opp: Bits, target: int) -> int:
    """Score of a finished game for `own`."""
    owned, lost = popcount(own), popcount(opp)
    lead = owned - lost
    if target == SHARE:
        share = (abs(lead) << SHARE_BITS) // max(1, owned + lost)
        return share if lead > 0 else -share
    if target == DISCS or lead == 0:
        return lead
    return 2 * (64 - 2 * lost) if lead > 0 else 2 * (2 * owned - 64)


@kernel
def share_of(score: int) -> float:
    """The exact share own / (own + opponent's) that has this score under SHARE."""
    for total in range(1, 65):
        lead = (abs(score) * total + (1 << SHARE_BITS) - 1) >> SHARE_BITS
        if (total + lead) % 2 == 0 and (lead << SHARE_BITS) // total == abs(score):
            return (total + (lead if score > 0 else -lead)) / (2 * total)
    return 0.5
