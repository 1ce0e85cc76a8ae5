"""A lab for reports: small runs, short matches, and a note of all that was asked for."""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from ludogen.arena.match import Match
from ludogen.arena.settings import MatchSettings
from ludogen.compute import Compute, ThreadCompute
from ludogen.evolution import evolve
from ludogen.runs.plan import KEEP_EVERY
from ludogen.runs.store import RunStore

__all__ = ["SmallLab"]


@dataclass
class SmallLab:
    """Runs have the small configuration with the arm's settings on top, but for those that would make them long."""

    folder: Path
    paper: str
    small: Any
    shorten: Callable[[MatchSettings], MatchSettings] = lambda settings: settings
    without: tuple[str, ...] = ()  # settings of arms that small runs do not take
    keep_every: int = KEEP_EVERY
    scale: str = "quick"
    numbers: Mapping[str, int] = field(default_factory=dict)
    seed: int = 1
    compute: Compute = field(default_factory=lambda: ThreadCompute(1))
    made: dict[str, Any] = field(default_factory=dict)
    asked: list[str] = field(default_factory=list)
    said: list[str] = field(default_factory=list)

    @property
    def command(self) -> str:
        return f"ludogen reproduce {self.paper}"

    @property
    def docs(self) -> Path:
        return self.folder / "docs"

    def say(self, text: str) -> None:
        self.said.append(text)

    def evolved(self, arm: str, seed: int, settings: Mapping[str, Any]) -> Path:
        folder = self.folder / f"{arm}-{seed}"
        if not folder.is_dir():
            taken = {name: value for name, value in settings.items() if name not in self.without}
            configuration = replace(self.small, **taken)
            with RunStore.create(folder, self.paper, configuration, seed, self.keep_every) as store:
                evolve(store.evolution, self.compute, [store])
        return folder

    def played(self, title: str, settings: MatchSettings, games: int) -> Match:
        self.asked.append(title)
        match = Match(self.shorten(settings), games, concurrency=1)
        for _ in match.play():
            pass
        return match

    def kept(self, key: str, make: Callable[[], Any]) -> Any:
        if key not in self.made:
            self.made[key] = json.loads(json.dumps(make()))
        return self.made[key]
