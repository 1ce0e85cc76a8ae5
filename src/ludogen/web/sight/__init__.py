"""What players see: one module a kind of player, each a lens on a position.

    sight       `Subject` (who is looked at), `Sight` (what is shown), `Lens`
    searching   values of the moves, deeper and deeper: every player that searches
    features    hidden nodes of the nets of 2001 as boards
    marker      outputs, hidden units and the graph of the nets of 1995
    areas       what areas of the board are worth to heuristics, evolved before (2015) or anew for every move
    roving      the walk of the eyes of 2004 over the board, step by step

A new kind of player adds its module and its lens to `LENSES`. A `Sight` has steps that are shown one after another,
each with colours, arrows, labels and windows on the board; small boards of numbers; bars; a graph; facts; a text. A
walk over the board is a list of steps.
"""

from ludogen.web.sight.areas import AreaLens
from ludogen.web.sight.features import FeatureLens
from ludogen.web.sight.marker import MarkerLens
from ludogen.web.sight.roving import EyeLens
from ludogen.web.sight.searching import SearchLens
from ludogen.web.sight.sight import Lens, Meter, Picture, Sight, Step, Subject, relative

__all__ = ["LENSES", "Lens", "Meter", "Picture", "Sight", "Step", "Subject", "lenses_for", "relative"]

LENSES: tuple[Lens, ...] = (FeatureLens(), MarkerLens(), AreaLens(), EyeLens(), SearchLens())


def lenses_for(subject: Subject) -> list[Lens]:
    """The lenses through which a player can be looked at, the most telling first."""
    return [lens for lens in LENSES if lens.suits(subject)]
