"""Games as files and links: the buttons that copy, save and open."""

import json
from collections.abc import Awaitable, Callable
from typing import Any

from nicegui import ui
from nicegui.events import UploadEventArguments

from ludogen.web.parts import button, tag
from ludogen.web.site import Site, say, telling
from ludogen.web.table import FORMATS, MOST_UPLOAD, Table, records_in

__all__ = ["Filing"]

# Over plain http from another machine there is no clipboard: then the link stands in a field, chosen to be copied.
COPY = """(async () => {
    const link = location.origin + %s, field = document.querySelector(".lg-link");
    field.value = link;
    try {
        await navigator.clipboard.writeText(link);
        return true;
    } catch {
        field.classList.remove("hidden");
        field.select();
        return false;
    }
})()"""


class Filing:
    """Below a table."""

    def __init__(
        self, site: Site, table: Table, address: Callable[[], str], on_open: Callable[[str], Awaitable[None]]
    ) -> None:
        self.site, self.table, self.address, self.on_open = site, table, address, on_open

    def build(self) -> None:
        """The buttons."""
        with tag("div", classes="lg-files") as self.root:
            button("Copy link", self.share, "quiet", title="a link to this very position")
            tag("input", classes="lg-link hidden", readonly="readonly", aria_label="link to this very position")
            for kind in FORMATS[self.table.game.name]:
                button(f"Save {kind.upper()}", self._saver(kind), "quiet")
            self.upload = ui.upload(
                on_upload=self.receive, on_rejected=self.reject, auto_upload=True, max_file_size=MOST_UPLOAD
            ).classes("lg-upload")
            button("Open record", lambda: self.upload.run_method("pickFiles"), "quiet", title="an SGF, PDN or GGF file")

    @telling
    async def share(self) -> None:
        """Copy a link to the position that is shown."""
        try:
            is_copied = await self.root.client.run_javascript(COPY % json.dumps(self.address()), timeout=5)
        except TimeoutError:  # the browser is asking whether it may be copied, or has left
            return
        with self.root:
            say("The link is copied." if is_copied else "Here is the link: copy it from the field.")

    def _saver(self, kind: str) -> Callable[[], Any]:
        async def save() -> None:
            data = await self.site.thinking.quickly(lambda: self.table.download(kind))
            ui.download.content(data, f"ludogen-{self.table.game.name}.{kind}")

        return save

    async def receive(self, event: UploadEventArguments) -> None:
        """A record that somebody opens."""
        self.upload.reset()
        await self.open_record(event.file.name, await event.file.read())

    @telling
    async def open_record(self, name: str, data: bytes) -> None:
        """Go on with the first game of a file."""
        records = await self.site.thinking.quickly(lambda: records_in(name, data, self.table.game))
        await self.site.thinking.quickly(lambda: self.table.load(records[0]))
        names = " against ".join(name or "somebody" for name in records[0].players)
        which = f"The first of {len(records)} games: " if len(records) > 1 else ""
        await self.on_open(f"{which}{names[:120]}, {len(records[0].moves)} moves. Both seats are yours now.")

    def reject(self) -> None:
        """The browser itself refuses what is too large."""
        with self.root:
            say(f"That file is too large: at most {MOST_UPLOAD // 1000} kB are read.", is_wrong=True)
