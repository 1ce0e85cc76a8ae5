"""The server: NiceGUI behind the gate, on one address, until it is stopped."""

import secrets
import socket
import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import uvicorn
from fastapi import FastAPI
from nicegui import app, ui
from starlette.requests import Request
from starlette.responses import RedirectResponse

from ludogen.errors import InvalidInputError, LudogenError
from ludogen.web.access import MOST_BYTES, Gate, is_loopback
from ludogen.web.arena import arena_page
from ludogen.web.champion import ChampionPage
from ludogen.web.gallery import front_page, gallery_page
from ludogen.web.live_match import Matches
from ludogen.web.missing import missing, share_missing
from ludogen.web.play import play_page
from ludogen.web.report import report_page, share_figures
from ludogen.web.running import Running
from ludogen.web.site import FAVICON, Site, share_static
from ludogen.web.thinking import Thinking
from ludogen.web.warming import warm_players
from ludogen.web.watch import RunPage, RunsPage

__all__ = ["Address", "serve"]

SHORTEST_TOKEN = 8
PATIENCE = 30.0  # seconds that a page waits for a browser that sleeps or stalls, before it begins anew


@dataclass(frozen=True)
class Address:
    """Where the page is, and who may come in: anybody on this machine, or who has the token."""

    host: str = "127.0.0.1"
    port: int = 8080
    token: str = ""

    @classmethod
    def checked(cls, host: str, port: int, token: str) -> "Address":
        """An address that is safe to serve on."""
        if not 0 < port < 65536:
            raise InvalidInputError(f"port {port!r} is not 1..65535")
        if token and len(token) < SHORTEST_TOKEN:
            raise InvalidInputError(f"a token of {len(token)} characters is too short: {SHORTEST_TOKEN} or more")
        if not is_loopback(host) and not token:
            token = secrets.token_urlsafe(12)
        return cls(host, port, token)

    def listen(self) -> socket.socket:
        """A socket on which browsers are heard from now on."""
        try:
            family, _, _, _, place = socket.getaddrinfo(self.host, self.port, type=socket.SOCK_STREAM)[0]
            made = socket.socket(family, socket.SOCK_STREAM)
            try:
                made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
                made.bind(place)
                made.listen(128)
            except OSError:
                made.close()
                raise
        except OSError as wrong:
            said = f"cannot serve on {self.host} port {self.port}: {wrong.strerror or wrong}"
            raise InvalidInputError(f"{said}; --port and --host choose another") from None
        return made

    @property
    def url(self) -> str:
        """What to type into a browser."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"http://{host}:{self.port}"


def serve(address: Address, runs: Path, arena: Path, on_ready: Callable[[], None]) -> None:
    """Serve until it is stopped."""
    listening = address.listen()
    thinking = Thinking()
    site = Site(runs, arena, thinking, Matches(thinking))
    outer = FastAPI(openapi_url=None)
    share_static()
    share_figures()
    share_missing()
    _pages(site, Running(runs))
    ui.run_with(
        outer,
        title="Ludogen",
        favicon=FAVICON,
        tailwind=False,
        dark=False,
        show_welcome_message=False,
        reconnect_timeout=PATIENCE,
    )
    app.on_startup(on_ready)
    site.thinking.may_look.clear()
    app.on_startup(lambda: threading.Thread(target=warm_players, args=[site.thinking.may_look], daemon=True).start())
    app.on_shutdown(site.thinking.close)
    config = uvicorn.Config(
        Gate(outer, address.token),
        log_level="warning",
        ws_max_size=MOST_BYTES,
        server_header=False,
        timeout_graceful_shutdown=2,
    )
    with suppress(KeyboardInterrupt), listening:
        uvicorn.Server(config).run([listening])


def _pages(site: Site, running: Running) -> None:
    @ui.page("/play/{game}")
    async def play(request: Request, game: str) -> None:
        said = {
            key: value for key, value in request.query_params.items() if key in ("black", "white", "position", "moves")
        }
        await play_page(site, game, said)

    @ui.page("/")
    def front() -> None:
        front_page(site)

    @ui.page("/gallery")
    def gallery() -> None:
        gallery_page()

    @ui.page("/paper/{name}")
    def paper(name: str) -> None:
        report_page(name)

    @ui.page("/arena")
    def arena() -> None:
        arena_page(site, "othello", {})

    @ui.page("/arena/{game}")
    def arena_of(request: Request, game: str) -> None:
        arena_page(site, game, dict(request.query_params))

    @ui.page("/champion/{name:path}")
    def champion(name: str) -> None:
        ChampionPage(site, name).build()

    @app.get("/play")
    def play_any() -> RedirectResponse:
        return RedirectResponse("/play/othello")

    @ui.page("/watch")
    def watch(recipe: str = "") -> None:
        RunsPage(site, running, recipe).build()

    @ui.page("/watch/{name}")
    async def watch_run(name: str) -> None:
        try:
            state = await site.thinking.quickly(lambda: running.state(name))
        except LudogenError:
            state = None
        if state is None:
            missing("There is no such run", f"No run is called {name[:60]!r}.", "Watch", **{"All runs": "/watch"})
            return
        RunPage(site, running, name).build()
