"""`ludogen reproduce`: a paper's experiment from evolution to the page that holds ours against it."""

import json
from collections.abc import Callable, Mapping
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ludogen.cli.evolve import FOLDER, RUNS, THREADS
from ludogen.cli.match import typed_command

if TYPE_CHECKING:
    from rich.console import Console

    from ludogen.arena.match import Match
    from ludogen.arena.settings import MatchSettings
    from ludogen.compute import Compute

__all__ = ["reproduce"]


def reproduce(
    paper: Annotated[str, typer.Argument(metavar="PAPER", help="chellapilla, moriarty, singer, stanley or frankland.")],
    scale: Annotated[str, typer.Option(metavar="quick|paper", help="quick: minutes, to see it work.")] = "quick",
    seed: Annotated[int, typer.Option(help="The same seed, the same runs; more runs take the seeds after it.")] = 1,
    seeds: Annotated[
        str,
        typer.Option(metavar="N|ARM=N,...", help="So many runs of each arm, or of these, not the scale's (stanley)."),
    ] = "",
    generations: Annotated[int, typer.Option(min=0, help="So many generations on 7x7 (stanley).")] = 0,
    games: Annotated[
        str, typer.Option(metavar="OPPONENT=N,...", help="So many games against these, not the scale's (frankland).")
    ] = "",
    threads: THREADS = 0,
    runs: RUNS = FOLDER,
    docs: Annotated[Path, typer.Option(metavar="DIR", help="Where the page is written.")] = Path("docs/papers"),
) -> None:
    """Evolve as the paper did, repeat its experiments, write a page: `ludogen reproduce chellapilla --scale quick`.

    Runs, games and measurements are kept: the same command goes on where it was stopped.
    """
    from rich.console import Console

    from ludogen.compute import ThreadCompute
    from ludogen.errors import ConfigurationError
    from ludogen.names import known_or_suggestion
    from ludogen.reports import chellapilla, frankland, moriarty, singer, stanley
    from ludogen.reports.lab import Lab

    papers: dict[str, Callable[[Lab], Path]] = {
        "chellapilla": chellapilla.reproduce,
        "moriarty": moriarty.reproduce,
        "singer": singer.reproduce,
        "frankland": frankland.reproduce,
        "stanley": stanley.reproduce,
    }
    if paper not in papers:
        raise ConfigurationError(f"paper {paper!r} cannot be reproduced: {known_or_suggestion(paper, papers)}")
    if scale not in ("quick", "paper"):
        raise ConfigurationError(f"scale {scale!r} is not quick or paper")
    asked = {
        "seeds": _numbers("seeds", seeds, "5x5=10,7x7-raw=5"),
        "generations": {"generations": generations} if generations else {},
        "games": _numbers("games", games, "rhino:level=4=20,random=10"),
    }
    for option, of in {"seeds": "stanley", "generations": "stanley", "games": "frankland"}.items():
        if asked[option] and paper != of:
            raise ConfigurationError(f"--{option} is for {of}; {paper!r} has the numbers of its scale")
    numbers = {name: number for some in asked.values() for name, number in some.items()}
    console = Console()
    with closing(ThreadCompute(threads)) as compute:
        lab = _Lab(paper, scale, seed, threads, runs, docs, typed_command(), compute, console, numbers)
        page = papers[paper](lab)
    console.print(f"The page is {page}.", highlight=False, soft_wrap=True)


def _numbers(option: str, text: str, example: str) -> dict[str, int]:
    """`5` or `5x5=10,7x7-raw=5`; a number for all stands under the name of the option."""
    from ludogen.errors import ConfigurationError

    found = {}
    for part in filter(None, text.split(",")):
        name, _, number = part.rpartition("=")
        if not (number.isascii() and number.isdigit() and len(number) < 5):
            raise ConfigurationError(f"--{option} {text!r}: {part!r} is no number, nor NAME=NUMBER as in {example}")
        found[name or option] = int(number)
    return found


@dataclass(frozen=True)
class _Lab:
    """Runs, games and measurements in folders of the runs' folder."""

    paper: str
    scale: str
    seed: int
    threads: int
    runs: Path
    docs: Path
    command: str
    compute: "Compute"
    console: "Console"
    numbers: Mapping[str, int]

    def say(self, text: str) -> None:
        """Tell people what is going on."""
        self.console.print(text, highlight=False, markup=False, soft_wrap=True)

    def evolved(self, arm: str, seed: int, settings: Mapping[str, Any]) -> Path:
        """The folder of a complete run."""
        from ludogen.cli.evolve import evolve, resume

        folder = self.runs / f"{self.paper}-{self.scale}-{arm}-{seed}"
        if folder.is_dir():
            resume(str(folder), self._end_of(folder, settings), threads=self.threads, runs=self.runs)
        else:
            texts = [
                f"{name}={str(value).lower() if isinstance(value, bool) else value}" for name, value in settings.items()
            ]
            evolve(
                self.paper, texts, scale=self.scale, seed=seed, threads=self.threads, name=folder.name, runs=self.runs
            )
        return folder

    def _end_of(self, folder: Path, settings: Mapping[str, Any]) -> int | None:
        """The generation to go on to, if more are wanted now than when the run was begun."""
        from ludogen.runs.store import RunStore

        with RunStore.open(folder) as store:
            known = store.plan.generations
        wanted = int(settings.get("generations", known))
        return wanted if wanted > known else None

    def played(self, title: str, settings: "MatchSettings", games: int) -> "Match":
        """A match with all its games; those of an earlier call are not played again."""
        from ludogen.arena.match import Match
        from ludogen.arena.store import ArenaStore
        from ludogen.cli.progress import Progress
        from ludogen.cli.standings import score_text

        with ArenaStore(self._folder / "matches.db") as kept, kept.match(settings) as stored:
            match = Match(settings, games, concurrency=self.threads)
            match.played = stored.games()
            with Progress(self.console, games, len(match.played), "games") as progress:
                for _ in match.play(stored):
                    progress.show(len(match.played), score_text(match.tally))
        self.say(f"{title}: {score_text(match.tally)}")
        return match

    def kept(self, key: str, make: Callable[[], Any]) -> Any:
        """What was made under this key, now or before."""
        from ludogen.errors import RunError
        from ludogen.files import replace_file

        path = self._folder / "measurements.json"
        try:
            known: dict[str, Any] = json.loads(path.read_text("utf-8")) if path.is_file() else {}
        except ValueError as wrong:
            raise RunError(f"cannot read {str(path)!r} ({wrong}): delete it, and it is measured again") from None
        if key not in known:
            self.say(f"Measuring {key} ...")
            known[key] = make()
            replace_file(path, json.dumps(known, indent=1).encode())
        return known[key]

    @property
    def _folder(self) -> Path:
        folder = self.runs / f".reproduce-{self.paper}-{self.scale}-{self.seed}"
        folder.mkdir(parents=True, exist_ok=True)
        return folder
