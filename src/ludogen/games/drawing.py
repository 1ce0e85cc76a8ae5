"""Boards as SVG: a small vocabulary that the games draw with.

Pictures stand alone (no outside font, script or style) and scale: the drawing unit is a hundredth of a square. Sides
differ in lightness, not in hue alone, and marks differ in shape, so that colour-blind people can tell them apart.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from html import escape

__all__ = ["Canvas", "circle", "diamond", "label", "line", "ring", "square"]

UNIT = 100
MARGIN = 60
INK = "#1d1d1f"
LAST = "#e8590c"
HINT = "#1971c2"


@dataclass(frozen=True)
class Canvas:
    """A board of `columns` x `rows` squares with a margin for coordinates."""

    columns: int
    rows: int
    title: str
    background: str

    def draw(self, shapes: Iterable[str]) -> str:
        """The finished picture."""
        width, height = self.columns * UNIT + 2 * MARGIN, self.rows * UNIT + 2 * MARGIN
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{-MARGIN} {-MARGIN} {width} {height}" '
            f'width="{width // 2}" height="{height // 2}" role="img" font-family="sans-serif">'
            f"<title>{escape(self.title)}</title>"
            f'<rect x="{-MARGIN}" y="{-MARGIN}" width="{width}" height="{height}" fill="{self.background}"/>'
            f"{''.join(shapes)}</svg>\n"
        )


def centre(column: float, row: float) -> tuple[float, float]:
    """The middle of a square; row 0 is the top."""
    return column * UNIT + UNIT / 2, row * UNIT + UNIT / 2


def square(column: int, row: int, fill: str, stroke: str = "none") -> str:
    """A filled square."""
    return (
        f'<rect x="{column * UNIT}" y="{row * UNIT}" width="{UNIT}" height="{UNIT}" '
        f'fill="{fill}" stroke="{stroke}" stroke-width="2"/>'
    )


def line(start: tuple[float, float], end: tuple[float, float], width: float = 2) -> str:
    """A line between the middles of two squares."""
    (x1, y1), (x2, y2) = centre(*start), centre(*end)
    return f'<line x1="{x1:g}" y1="{y1:g}" x2="{x2:g}" y2="{y2:g}" stroke="{INK}" stroke-width="{width:g}"/>'


def circle(column: float, row: float, radius: float, fill: str, stroke: str = INK) -> str:
    """A disc, piece or stone."""
    x, y = centre(column, row)
    return f'<circle cx="{x:g}" cy="{y:g}" r="{radius:g}" fill="{fill}" stroke="{stroke}" stroke-width="3"/>'


def ring(column: float, row: float, radius: float, stroke: str = HINT) -> str:
    """An open ring: a move that may be played."""
    x, y = centre(column, row)
    return (
        f'<circle cx="{x:g}" cy="{y:g}" r="{radius:g}" fill="none" stroke="{stroke}" stroke-width="6" '
        'stroke-dasharray="10 7"/>'
    )


def diamond(column: float, row: float, stroke: str = LAST) -> str:
    """A small filled diamond: where the last move went."""
    x, y = centre(column, row)
    return f'<path d="M{x:g} {y - 15:g}L{x + 15:g} {y:g}L{x:g} {y + 15:g}L{x - 15:g} {y:g}Z" fill="{stroke}"/>'


def label(column: float, row: float, text: str, size: int = 34, fill: str = INK) -> str:
    """A short text in the middle of a square."""
    x, y = centre(column, row)
    return (
        f'<text x="{x:g}" y="{y:g}" font-size="{size}" fill="{fill}" text-anchor="middle" '
        f'dy="0.35em">{escape(text)}</text>'
    )
