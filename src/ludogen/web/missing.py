"""What is shown where nothing is: inside the frame, with ways on."""

from fastapi import Request, Response
from nicegui import Client, app
from nicegui.page import page

from ludogen.web.parts import tag
from ludogen.web.site import frame

__all__ = ["missing", "share_missing"]


def missing(title: str, said: str, place: str = "", **ways: str) -> None:
    """A page that says what is not there, and where else to go: what links say, and their addresses."""
    with frame(place, title), tag("div", classes="lg-missing"):
        tag("h1", title)
        tag("p", said)
        with tag("div", classes="lg-buttons"):
            for text, address in (ways or {"The first page": "/"}).items():
                tag("a", text, "lg-button", href=address)


def share_missing() -> None:
    """Show it at all addresses that nobody serves. NiceGUI's own answer stays for what is no page."""
    usual = app.exception_handlers[404]

    async def nothing_there(request: Request, fault: Exception) -> Response:
        is_page = "text/html" in request.headers.get("accept", "")
        if request.method != "GET" or not is_page:
            answer: Response = await usual(request, fault)  # type: ignore[misc]
            return answer
        with Client(page(""), request=request) as client:
            missing("There is no such page", "Nothing stands at this address. Perhaps one of these was meant?", **WAYS)
        return client.build_response(request, 404)

    app.add_exception_handler(404, nothing_there)


WAYS = {"The first page": "/", "Play": "/play", "Watch": "/watch", "Arena": "/arena", "Gallery": "/gallery"}
