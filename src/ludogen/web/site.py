"""What all pages share: where runs and matches are, who thinks, and the frame around every page."""

import asyncio
import functools
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from typing import Any, Literal

from nicegui import app, ui

from ludogen.errors import LudogenError
from ludogen.web.live_match import Matches
from ludogen.web.parts import tag
from ludogen.web.thinking import Thinking

__all__ = ["FAVICON", "STATIC", "Site", "frame", "on_leaving", "say", "share_static", "telling"]

STATIC = Path(__file__).parent / "static"
AWAY = 6.0  # seconds without its browser after which a page lets engines rest
FAVICON = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="#1f6f54"/>'
    '<circle cx="12.5" cy="16" r="8" fill="#16181d"/><circle cx="19.5" cy="16" r="8" fill="#f6f5f1"/></svg>'
)
PLACES = (("Play", "/play"), ("Watch", "/watch"), ("Arena", "/arena"), ("Gallery", "/gallery"))


@dataclass(frozen=True)
class Site:
    """One server."""

    runs: Path
    arena: Path
    thinking: Thinking
    matches: Matches


def share_static() -> None:
    """Serve the style sheet, under a name that changes with it."""
    app.add_static_files("/static", STATIC)
    sheet = blake2b((STATIC / "style.css").read_bytes(), digest_size=6).hexdigest()
    ui.add_head_html(f'<link rel="stylesheet" href="/static/style.css?{sheet}">', shared=True)


@contextmanager
def frame(place: str, title: str, wide: bool = False) -> Iterator[None]:
    """The page around what it is about."""
    ui.page_title(f"{title} · Ludogen")
    with tag("div", classes="lg-page wide" if wide else "lg-page"):
        with tag("header", classes="lg-top"):
            with tag("a", classes="brand", href="/", aria_label="Ludogen, start"):
                tag("span", classes="brand-disc")
                tag("span", "Ludogen")
            with tag("nav", aria_label="pages"):
                for name, address in PLACES:
                    here = {"aria_current": "page"} if name == place else {}
                    tag("a", name, href=address, **here)
        with tag("main", classes="lg-main"):
            yield


def on_leaving(leave: Callable[[], Any], come_back: Callable[[], Any]) -> None:
    """Tell when this page's browser has been away for some seconds or for good, and when it is there (again).

    A page outlives a broken connection for long (`reconnect_timeout`), what it keeps busy should not.
    """
    client = ui.context.client

    async def look_again() -> None:
        await asyncio.sleep(AWAY)
        if not client.has_socket_connection and not client.is_deleted:
            leave()

    client.on_disconnect(look_again)
    client.on_connect(come_back)
    client.on_delete(leave)


def say(text: str, is_wrong: bool = False) -> None:
    """A short message at the edge of the page."""
    kind: Literal["negative", "info"] = "negative" if is_wrong else "info"
    text = re.sub(r"\S{48,}", lambda word: f"{word[0][:24]}…", text)  # whole positions
    ui.notify(text[:400], type=kind, position="bottom", timeout=6000 if is_wrong else 2500, multi_line=len(text) > 80)


def telling(handler: Callable[..., Any]) -> Callable[..., Any]:
    """Tell errors that people can do something about, instead of failing."""

    @functools.wraps(handler)
    async def told(self: Any, *given: Any) -> Any:
        try:
            return await handler(self, *given)
        except LudogenError as wrong:
            with self.root:
                say(str(wrong), is_wrong=True)
            return None

    return told
