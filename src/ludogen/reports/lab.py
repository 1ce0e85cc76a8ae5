"""What a report asks for: runs that are evolved, games that are played, results that are kept.

Whoever sets one up shows how far it is; the same request made again goes on where it was stopped.
"""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Protocol

from ludogen.arena.match import Match
from ludogen.arena.settings import MatchSettings
from ludogen.compute import Compute

__all__ = ["Lab"]


class Lab(Protocol):
    """A place to do a paper's experiments in."""

    @property
    def scale(self) -> str:
        """quick or paper."""

    @property
    def seed(self) -> int:
        """Of the first run."""

    @property
    def docs(self) -> Path:
        """The folder for pages; figures of a paper go into a folder of its name there."""

    @property
    def command(self) -> str:
        """The command that does all this again."""

    @property
    def compute(self) -> Compute:
        """Where games run."""

    @property
    def numbers(self) -> Mapping[str, int]:
        """What was asked for in place of the scale's numbers: `seeds` of each arm, or an arm's by its name,
        `generations`, games by opponent.
        """

    def say(self, text: str) -> None:
        """Tell people what is going on."""

    def evolved(self, arm: str, seed: int, settings: Mapping[str, Any]) -> Path:
        """The folder of a complete run with these settings on top of the scale's."""

    def played(self, title: str, settings: MatchSettings, games: int) -> Match:
        """A match with all its games."""

    def kept(self, key: str, make: Callable[[], Any]) -> Any:
        """What `make` returns, plain numbers, texts and lists; made once and kept under the key."""
