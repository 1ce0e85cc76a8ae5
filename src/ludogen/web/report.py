"""The reports on the papers as pages: those of `docs/papers`, which come with the package, too."""

import re
from functools import cache
from importlib.resources import files
from pathlib import Path

from nicegui import app, ui

from ludogen.web.missing import missing
from ludogen.web.parts import tag
from ludogen.web.site import frame

__all__ = ["figure_address", "report_page", "reports", "share_figures"]

SHARED = "/figures"
CHECKOUT = Path(__file__).parents[3]  # where the package is used as it was checked out


@cache
def _folder() -> Path | None:
    for folder in (Path(str(files("ludogen"))) / "papers", CHECKOUT / "docs" / "papers"):
        if folder.is_dir():
            return folder
    return None


@cache
def reports() -> dict[str, Path]:
    """The reports by name, and the notes beside them: `moriarty`, `moriarty-notes`."""
    folder = _folder()
    return {path.stem: path for path in sorted(folder.glob("*.md"))} if folder is not None else {}


def figure_address(paper: str, name: str) -> str | None:
    """Where a browser finds a figure of a report; None if it is not there."""
    folder = _folder()
    return f"{SHARED}/{paper}/{name}" if folder is not None and (folder / paper / name).is_file() else None


def share_figures() -> None:
    """Serve what the reports show."""
    folder = _folder()
    if folder is not None:
        app.add_static_files(SHARED, folder, max_cache_age=60)


def report_page(name: str) -> None:
    """A report, as it stands in the documentation."""
    if name not in reports():
        missing("No such report", f"There is none on {name[:60]!r}.", "Gallery", **{"The gallery": "/gallery"})
        return
    with frame("Gallery", name[:60]), tag("div", classes="lg-report"):
        ui.markdown(_addressed(reports()[name].read_text("utf-8")))


def _addressed(text: str) -> str:
    """The same text, with the addresses of the page in place of those between files."""
    text = re.sub(r"\]\(([a-z-]+)\.md\)", r"](/paper/\1)", text)
    return re.sub(r"\]\(([a-z]+/[A-Za-z0-9._-]+)\)", rf"]({SHARED}/\1)", text)
