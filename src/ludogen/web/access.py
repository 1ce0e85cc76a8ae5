"""Who may ask, and how much: the gate in front of everything that is served.

On this machine alone (the default) the page is open, but only under names of this machine, so that no web site can
reach it by a name of its own that it lets point here. From outside it asks for the token first. Requests that change
something, and sockets, must come from the page itself. Nothing larger than `MOST_BYTES` is read.
"""

import asyncio
import hashlib
import hmac
import ipaddress
from dataclasses import dataclass, field
from html import escape
from http.cookies import CookieError, SimpleCookie
from urllib.parse import parse_qs, quote, urlsplit

from starlette.responses import HTMLResponse, PlainTextResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ludogen.web.site import FAVICON

__all__ = ["MOST_BYTES", "Gate", "is_loopback"]

MOST_BYTES = 1_000_000
COOKIE = "ludogen-token"
ENTRANCE = "/enter"
LONGEST_PLACE = 16_000  # characters: a game's moves stand in its address
WRONG_SECONDS = 1.0  # a wrong token is answered late
MOST_WAITING = 8  # wrong tokens that wait at a time: more are refused at once
HEADERS = {
    # Vue compiles templates and sets styles; nothing comes from another host.
    "content-security-policy": "default-src 'self'; script-src 'self' 'unsafe-inline' 'unsafe-eval'; "
    "style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; font-src 'self' data:; "
    "connect-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
}


def is_loopback(host: str) -> bool:
    """Is this a name or an address of this machine that no other can reach?"""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


@dataclass
class Gate:
    """An ASGI application around another. Without a token only names of this machine are answered."""

    app: ASGIApp
    token: str = ""
    _waiting: int = field(default=0, init=False)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or hand it on."""
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        refusal = self._refusal(scope)
        if refusal is None and scope["type"] == "http" and scope["path"] == ENTRANCE and self.token:
            refusal = await self._enter(scope, receive)
        elif refusal is None and not self._may_pass(scope):
            refusal = _entrance("", 401, _wanted(scope))
        if refusal is None:
            await self.app(scope, _bounded(receive), _with_headers(send))
        elif scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": 4403})
        else:
            await refusal(scope, receive, _with_headers(send))

    def _refusal(self, scope: Scope) -> Response | None:
        host = _header(scope, "host")
        if not self.token and not is_loopback(_host_name(host)):
            return PlainTextResponse(f"Not served under the name {host[:100]!r}: use 127.0.0.1 or localhost.", 403)
        origin = _header(scope, "origin")
        is_acting = scope["type"] == "websocket" or scope["method"] not in ("GET", "HEAD")
        # Long polling sends events by GET and POST alike: all of it must be the page's own.
        is_acting = is_acting or scope["path"].startswith("/_nicegui_ws")
        if is_acting and origin and urlsplit(origin).netloc != host:
            return PlainTextResponse(f"Not asked by the page itself but by {origin[:100]!r}.", 403)
        length = _header(scope, "content-length")
        if length and (not length.isdigit() or int(length) > MOST_BYTES):
            return PlainTextResponse(f"Too large: at most {MOST_BYTES} bytes are read.", 413)
        return None

    def _may_pass(self, scope: Scope) -> bool:
        if not self.token:
            return True
        try:
            cookies = SimpleCookie(_header(scope, "cookie"))
        except CookieError:
            return False
        shown = cookies[COOKIE].value if COOKIE in cookies else ""
        return hmac.compare_digest(shown.encode(), self._key.encode())

    @property
    def _key(self) -> str:
        """What the cookie holds: who reads it cannot tell the token."""
        return hashlib.sha256(b"ludogen " + self.token.encode()).hexdigest()

    async def _enter(self, scope: Scope, receive: Receive) -> Response:
        if scope["method"] != "POST":
            return _entrance("", 200)
        form = parse_qs((await _read(receive)).decode("utf-8", "replace"))
        typed, wanted = form.get("token", [""])[0].strip(), _checked_place(form.get("wanted", [""])[0])
        if hmac.compare_digest(typed.encode("utf-8", "replace"), self.token.encode()):
            answer = RedirectResponse(wanted, 303)
            # Lax: links from mail or chat find it. They only look; what acts (POST, sockets, events) needs the page's
            # own Origin (`_refusal`), so that no other site can act with it.
            answer.set_cookie(COOKIE, self._key, httponly=True, samesite="lax", path="/")
            return answer
        if self._waiting >= MOST_WAITING:
            return _entrance("Too many wrong tokens: wait a moment.", 429, wanted)
        self._waiting += 1
        try:
            await asyncio.sleep(WRONG_SECONDS)
        finally:
            self._waiting -= 1
        return _entrance("That is not the token. The terminal in which ludogen serve runs shows it.", 401, wanted)


def _header(scope: Scope, name: str) -> str:
    wanted = name.encode()
    return next((value.decode("latin-1") for key, value in scope["headers"] if key == wanted), "")


def _host_name(host: str) -> str:
    """The name without the port: `localhost:8080`, `[::1]:8080`."""
    try:
        return urlsplit(f"//{host}").hostname or ""
    except ValueError:
        return ""


def _bounded(receive: Receive) -> Receive:
    """The same, but for what does not say how long it is: after so many bytes the sender is gone."""
    seen = 0

    async def receive_some() -> Message:
        nonlocal seen
        message = await receive()
        if message["type"] == "http.request":
            seen += len(message.get("body", b""))
            if seen > MOST_BYTES:
                return {"type": "http.disconnect"}
        return message

    return receive_some


async def _read(receive: Receive) -> bytes:
    body = b""
    while len(body) <= MOST_BYTES:
        message = await receive()
        body += message.get("body", b"")
        if not message.get("more_body"):
            break
    return body


def _with_headers(send: Send) -> Send:
    async def send_more(message: Message) -> None:
        if message["type"] == "http.response.start":
            known = [(name.encode(), value.encode()) for name, value in HEADERS.items()]
            message = {**message, "headers": [*message.get("headers", []), *known]}
        await send(message)

    return send_more


def _wanted(scope: Scope) -> str:
    """The place that was asked for, to go on to once the token is known."""
    if scope["type"] != "http" or scope["method"] != "GET" or scope["path"].startswith("/_nicegui"):
        return "/"
    query = scope.get("query_string", b"").decode("latin-1")
    return _checked_place(quote(scope["path"]) + (f"?{query}" if query else ""))


def _checked_place(text: str) -> str:
    """A place of this page; the first page in place of anything else."""
    is_own = text.startswith("/") and not text.startswith("//") and "\\" not in text
    is_plain = text.isascii() and text.isprintable() and " " not in text and len(text) <= LONGEST_PLACE
    return text if is_own and is_plain and text.partition("?")[0] != ENTRANCE else "/"


def _entrance(remark: str, status: int, wanted: str = "/") -> Response:
    said = f"<p role=alert>{escape(remark)}</p>" if remark else ""
    return HTMLResponse(
        "<!doctype html><html lang=en><meta name=viewport content='width=device-width'>"
        "<meta name=color-scheme content='light dark'><title>Ludogen</title>"
        f"<link rel=icon href='data:image/svg+xml,{quote(FAVICON)}'><style>"
        ":root{color-scheme:light dark;--paper:#f6f5f1;--ink:#20242a;--wrong:#b3401a}"
        "@media(prefers-color-scheme:dark){:root{--paper:#16181c;--ink:#eceae4;--wrong:#f08c3c}}"
        "body{font:16px/1.5 system-ui,sans-serif;display:grid;place-items:center;min-height:90vh;margin:8px;"
        "background:var(--paper);color:var(--ink)}form{max-width:22rem}h1{font-size:1.6rem;margin:0}"
        "[role=alert]{color:var(--wrong)}input,button{font:inherit}"
        "input[type=password]{padding:.5rem;width:100%;box-sizing:border-box}"
        "button{margin-top:.8rem;padding:.5rem 1.2rem}"
        "</style><body><form method=post action=/enter><h1>Ludogen</h1>"
        "<p>This page is open to those who know its token. "
        f"The terminal in which <code>ludogen serve</code> runs shows it.</p>{said}"
        f'<input type=hidden name=wanted value="{escape(wanted)}">'
        "<input name=token type=password autofocus autocomplete=off aria-label=Token><button>Enter</button></form>",
        status,
    )
