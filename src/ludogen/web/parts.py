"""Parts of the page that are drawn in the browser: a board, lines, small boards of numbers, bars, a net as a graph.

Each is a file of `static/`; a change sends numbers, not pictures.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from nicegui import ui

__all__ = ["Board", "Chart", "Graph", "Meters", "Moves", "Tiles", "button", "retext", "tag"]


class Board(ui.element, component="static/board.js"):
    """A board that a person may move on."""

    def __init__(self, on_move: Callable[[str], Any] | None = None, small: bool = False) -> None:
        super().__init__()
        self._props.update({"scene": None, "overlay": {}, "hints": False, "playable": False, "small": small})
        if on_move is not None:
            self.on("move", lambda event: on_move(str(event.args)))

    def show(self, **shown: Any) -> None:
        """Change what is shown: scene, overlay, hints, playable, flipped. Only what differs is sent."""
        if any(self._props.get(name) != value for name, value in shown.items()):
            self._props.update(shown)
            self.update()

    def refused(self) -> None:
        """The move was none: another may be tried."""
        self.run_method("refused")


class Chart(ui.element, component="static/chart.js"):
    """Lines over a whole number: generations, moves."""

    def __init__(self, title: str = "", unit: str = "", height: int = 150, on_pick: Any = None, **options: Any) -> None:
        super().__init__()
        self._props.update({"title": title, "unit": unit, "height": height, "lines": [], **options})
        if on_pick is not None:
            self.on("pick", lambda event: on_pick(int(event.args)))

    def draw(self, lines: Mapping[str, Sequence[tuple[float, float]]], mark: float | None = None) -> None:
        """Draw these lines."""
        wanted = [{"name": name, "points": [list(point) for point in points]} for name, points in lines.items()]
        if self._props["lines"] != wanted or self._props.get("mark") != mark:
            self._props["lines"] = wanted
            if mark is not None:
                self._props["mark"] = mark
            self.update()


class Tiles(ui.element, component="static/tiles.js"):
    """A small board of numbers."""

    def __init__(self) -> None:
        super().__init__()
        self._props["values"] = []

    def draw(self, title: str, values: Sequence[float | None], note: str = "", **options: Any) -> None:
        """Show these numbers, row by row."""
        self._props.update({"title": title, "values": list(values), "note": note, **options})
        self.update()


class Graph(ui.element, component="static/graph.js"):
    """A net."""

    def __init__(self) -> None:
        super().__init__()
        self._props.update({"units": [], "links": [], "cells": [], "titles": []})

    def draw(self, **parts: Any) -> None:
        """Show units, links and cells, or how they are lit now."""
        self._props.update(parts)
        self.update()


class Meters(ui.element, component="static/meters.js"):
    """Numbers as bars, each with a name."""

    def __init__(self) -> None:
        super().__init__()
        self._props["rows"] = []

    def draw(self, rows: Sequence[tuple[str, float, float | None]]) -> None:
        """Show these: name, number in 0..1, and the threshold above which something happens."""
        wanted = [list(row) for row in rows]
        if self._props["rows"] != wanted:
            self._props["rows"] = wanted
            self.update()


class Moves(ui.element, component="static/moves.js"):
    """The moves of a game."""

    def __init__(self, hint: str, on_pick: Callable[[int], Any]) -> None:
        super().__init__()
        self._props.update({"names": [], "first": 0, "begun": 0, "shown": 0, "hint": hint})
        self.on("pick", lambda event: on_pick(int(event.args)))

    def draw(self, names: Sequence[str], first: int, begun: int, shown: int) -> None:
        """Show these moves of a game that side `first` began at ply `begun`."""
        self._props.update({"names": list(names), "first": first, "begun": begun, "shown": shown})
        self.update()


def tag(kind: str, text: str = "", classes: str = "", **props: str) -> ui.element:
    """An HTML element with a text, which is shown as it is."""
    made = ui.element(kind).classes(classes)
    if text:
        made._text = text  # NiceGUI's own way for plain elements: shown as text, never as HTML
    for name, value in props.items():
        made._props[name.rstrip("_").replace("_", "-")] = value
    return made


def retext(element: ui.element, text: str) -> None:
    """Another text for such an element; nothing is sent if it is the same."""
    if element._text != text:  # plain elements have no setter
        element._text = text
        element.update()


def button(text: str, on_click: Any, classes: str = "", **props: str) -> ui.element:
    """A plain button."""
    return tag("button", text, f"lg-button {classes}", type="button", **props).on("click", on_click, [])
