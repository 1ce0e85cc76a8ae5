"""The gate: under which names it answers, the token, what may act, how much is read."""

import asyncio
import socket
from collections.abc import Iterable
from contextlib import closing
from dataclasses import dataclass
from urllib.parse import urlencode

import pytest
from starlette.types import Message, Receive, Scope, Send

from ludogen.errors import InvalidInputError
from ludogen.web.access import MOST_BYTES, Gate, is_loopback
from ludogen.web.server import Address

HERE = "127.0.0.1:8080"


async def page(scope: Scope, receive: Receive, send: Send) -> None:
    """What stands behind the gate: it greets sockets, and tells how much it has read."""
    if scope["type"] == "websocket":
        await send({"type": "websocket.accept"})
        return
    read = 0
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            return
        read += len(message.get("body", b""))
        if not message.get("more_body"):
            break
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": f"read {read}".encode()})


@dataclass
class Answer:
    """What came back; status 0 if nothing did."""

    status: int
    headers: dict[str, str]
    text: str


def ask(
    gate: Gate,
    path: str = "/",
    body: Iterable[bytes] = (),
    kind: str = "http",
    method: str = "",
    query: str = "",
    **headers: str,
) -> Answer:
    """Ask as a browser does."""
    parts = list(body)
    given = {"host": HERE, **headers}
    scope = {
        "type": kind,
        "method": method or ("POST" if parts else "GET"),
        "path": path,
        "query_string": query.encode(),
        "headers": [(name.replace("_", "-").encode(), text.encode("latin-1")) for name, text in given.items()],
    }
    sent: list[Message] = []

    async def receive() -> Message:
        part = parts.pop(0) if parts else b""
        return {"type": "http.request", "body": part, "more_body": bool(parts)}

    async def send(message: Message) -> None:
        sent.append(message)

    asyncio.run(gate(scope, receive, send))
    if kind == "websocket":
        return Answer(200 if sent[0]["type"] == "websocket.accept" else sent[0]["code"], {}, "")
    if not sent:
        return Answer(0, {}, "")
    found = {name.decode(): text.decode() for name, text in sent[0]["headers"]}
    return Answer(sent[0]["status"], found, b"".join(part.get("body", b"") for part in sent[1:]).decode())


@pytest.mark.parametrize(
    ("host", "is_own"), [("127.0.0.1", True), ("::1", True), ("localhost", True), ("0.0.0.0", False), ("x", False)]
)
def test_loopback_is_told_from_other_addresses(host: str, is_own: bool) -> None:
    assert is_loopback(host) is is_own


def test_without_a_token_only_names_of_this_machine_are_answered() -> None:
    gate = Gate(page)
    for host in (HERE, "localhost:8080", "[::1]:8080"):
        assert ask(gate, host=host).text == "read 0"
    for host in ("evil.example", "evil.example:8080", "127.0.0.1.evil.example", "", "[::1", "a" * 3000):
        refused = ask(gate, host=host)
        assert refused.status == 403
        assert "read" not in refused.text


def test_only_the_page_itself_acts() -> None:
    gate = Gate(page)
    assert ask(gate, body=[b"x"], origin=f"http://{HERE}").status == 200
    assert ask(gate, kind="websocket", origin=f"http://{HERE}").status == 200
    for origin in ("http://evil.example", "null", "http://127.0.0.1:9999"):
        assert ask(gate, body=[b"x"], origin=origin).status == 403
        assert ask(gate, kind="websocket", origin=origin).status == 4403
        assert ask(gate, "/_nicegui_ws/socket.io", origin=origin).status == 403


def test_no_more_is_read_than_allowed() -> None:
    gate = Gate(page)
    assert ask(gate, body=[b"x" * MOST_BYTES]).text == f"read {MOST_BYTES}"
    assert ask(gate, body=[b"x"], content_length=str(MOST_BYTES + 1)).status == 413
    assert ask(gate, body=[b"x"], content_length="-5").status == 413
    assert ask(gate, body=[b"x" * 100_000] * 11).status == 0  # did not say how long it is: cut off on the way


def test_from_outside_the_token_is_asked_for() -> None:
    gate = Gate(page, "a very long token")
    refused = ask(gate, host="somewhere.example")
    assert refused.status == 401
    assert "token" in refused.text
    assert "read" not in refused.text
    assert ask(gate, kind="websocket").status == 4403
    wrong = ask(gate, "/enter", [b"token=a+very+long+tokem"])
    assert (wrong.status, "set-cookie" in wrong.headers) == (401, False)
    assert "not the token" in wrong.text
    assert ask(gate, cookie="ludogen-token=a very long token").status == 401
    entered = ask(gate, "/enter", [b"token=a+very+", b"long+token"])
    assert entered.status == 303
    assert entered.headers["location"] == "/"
    cookie = entered.headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "samesite=lax" in cookie.lower()
    assert "long" not in cookie
    shown = cookie.partition(";")[0]
    assert ask(gate, cookie=shown, host="somewhere.example").text == "read 0"
    assert ask(gate, kind="websocket", cookie=shown).status == 200
    assert ask(gate, cookie=shown[:-1]).status == 401


def test_who_has_entered_comes_to_the_wanted_place() -> None:
    gate = Gate(page, "a very long token")
    asked = ask(gate, "/play/othello", query="black=human&moves=d3+c3")
    assert 'name=wanted value="/play/othello?black=human&amp;moves=d3+c3"' in asked.text
    entered = ask(gate, "/enter", [b"token=a+very+long+token&wanted=/play/othello%3Fblack%3Dhuman%26moves%3Dd3%2Bc3"])
    assert entered.headers["location"] == "/play/othello?black=human&moves=d3+c3"
    wrong = ask(gate, "/enter", [b"token=another&wanted=/arena"])
    assert 'value="/arena"' in wrong.text


@pytest.mark.parametrize(
    "wanted",
    [
        *("//evil.example", "http://evil.example/", "/\\evil.example", "\\\\evil.example", "javascript:x", "evil", ""),
        *("/\n/x", "/\t/evil.example", "/a b", "/\r\nset-cookie: a=b", "/" + "x" * 20_000, "/enter", "/\u00e9"),
    ],
)
def test_no_other_place_is_gone_to(wanted: str) -> None:
    body = urlencode({"token": "a very long token", "wanted": wanted}).encode()
    entered = ask(Gate(page, "a very long token"), "/enter", [body])
    assert (entered.status, entered.headers["location"]) == (303, "/")


def test_what_the_entrance_repeats_is_no_markup() -> None:
    for path, query in (('/"><script>', ""), ("/", '"><script>'), ("/", "'><script>")):
        assert "<script>" not in ask(Gate(page, "a very long token"), path, query=query).text


def test_nothing_may_come_from_other_hosts() -> None:
    assert "default-src 'self'" in ask(Gate(page)).headers["content-security-policy"]


def test_an_address_from_outside_has_a_token() -> None:
    assert Address.checked("127.0.0.1", 8080, "").token == ""
    assert len(Address.checked("0.0.0.0", 8080, "").token) >= 12
    assert Address.checked("0.0.0.0", 8080, "long enough").token == "long enough"
    with pytest.raises(InvalidInputError, match="4 characters is too short"):
        Address.checked("0.0.0.0", 8080, "abcd")
    with pytest.raises(InvalidInputError, match="port 70000"):
        Address.checked("127.0.0.1", 70000, "")


def test_a_port_that_is_taken_is_told() -> None:
    with closing(socket.create_server(("127.0.0.1", 0))) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(InvalidInputError, match=f"port {port}: Address already in use; --port"):
            Address.checked("127.0.0.1", port, "").listen()
