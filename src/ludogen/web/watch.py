"""The pages on which runs are watched: all of them, and one of them live."""

import asyncio
from collections.abc import Callable

from nicegui import background_tasks, ui

from ludogen.errors import LudogenError
from ludogen.runs.store import GenerationRecord, RunStore
from ludogen.web.diagrams import panels, seconds_left, words_for
from ludogen.web.entrants import RUN_PREFIX, champion_address
from ludogen.web.parts import Board, Chart, button, retext, tag
from ludogen.web.provenance import Home, home_of
from ludogen.web.replaying import Replay
from ludogen.web.run_form import RunForm
from ludogen.web.running import Running, RunState
from ludogen.web.site import Site, frame, telling

__all__ = ["RunPage", "RunsPage"]

EVERY = 1.0  # seconds between looks


class RunsPage:
    """All runs."""

    def __init__(self, site: Site, running: Running, recipe: str = "") -> None:
        self.site, self.running, self.recipe = site, running, recipe
        self.shown: list[RunState] = []

    def build(self) -> None:
        """The page."""
        with frame("Watch", "Watch evolution"), tag("div") as self.root:
            tag("h1", "Watch evolution")
            tag(
                "p",
                "A run is a process of its own: it goes on when this page is closed. Those of a terminal appear, too.",
                "lg-note",
            )
            self.list = tag("div", classes="lg-runs")
            RunForm(self.site, self.running, self.recipe).build()
        ui.timer(EVERY, self.look)

    async def look(self) -> None:
        """Show what has changed."""
        found = await self.site.thinking.quickly(self.running.seen)
        if found == self.shown and self.list.default_slot.children:
            return
        self.shown = found
        self.list.clear()
        with self.list:
            if not found:
                tag(
                    "p",
                    "There are no runs yet. Begin one below: the first generations come within seconds.",
                    "lg-empty",
                )
            for state in found:
                self._row(state)

    @staticmethod
    def _row(state: RunState) -> None:
        with tag("a", classes="lg-card run", href=f"/watch/{state.name}"):
            with tag("div", classes="title"):
                tag("b", state.name)
                badge(state.status)
            tag("small", f"{state.recipe} · {state.game} · seed {state.seed}" if state.recipe else state.remark[:120])
            bar(state)


def badge(status: str) -> ui.element:
    """How a run stands, in a word; the form differs as well as the colour."""
    return tag("span", status, f"lg-badge {status}")


def bar(state: RunState) -> ui.element:
    """How far a run is."""
    share = 100 * (state.generation or 0) / max(1, state.generations)
    with tag("div", classes="progress") as made:
        tag("i").style(f"width:{min(100.0, share):.1f}%")
        tag("span", f"{state.generation if state.generation is not None else '-'} / {state.generations or '-'}")
    return made


class RunPage:
    """One run, live."""

    def __init__(self, site: Site, running: Running, name: str) -> None:
        self.site, self.running, self.name = site, running, name
        self.records: list[GenerationRecord] = []
        self.state: RunState | None = None
        self.home: Home | None = None  # of its champions
        self.charts: dict[str, Chart] = {}
        self.places: dict[str, ui.element] = {}
        self.closed = self.is_looking = False

    def build(self) -> None:
        """The page; what there is to tell comes with the first look."""
        with frame("Watch", self.name[:60], wide=True), tag("div", classes="lg-run") as self.root:
            with tag("div", classes="head"):
                with tag("div", classes="title"):
                    tag("h1", self.name[:100])
                    self.badge = badge("starting")
                with tag("div", classes="lg-buttons"):
                    self.pause = button("Pause", lambda: self.do("pause"), title="let its process wait where it is")
                    self.go_on = button("Resume", lambda: self.do("resume"), "main", title="let it go on")
                    self.stop = button("Stop", lambda: self.do("stop"), "danger", title="end it; it can go on later")
                    self.play = tag("a", "Play its champion", "lg-button")
                    self.look_at = tag("a", "Look at its champion", "lg-button")
                    self.look_at._props["href"] = champion_address(RUN_PREFIX + self.name)
            self.facts = tag("p", "", "lg-note")
            self.progress = tag("div")
            self.left = tag("p", "", "lg-note")
            with tag("div", classes="lg-buttons further") as self.further:
                self.until = ui.input("up to generation").props("dense maxlength=9 inputmode=numeric")
                button("Evolve further", self.evolve_further, title="go on from where it is, to a later generation")
            with tag("div", classes="columns"):
                self.diagrams = tag("div", classes="diagrams")
                with tag("aside"):
                    self.replay = Replay(self.site, Board(small=True))
        for one in (self.pause, self.go_on, self.stop, self.play, self.look_at, self.further):
            one.set_visibility(False)
        self.root.client.on_delete(self.close)
        ui.timer(EVERY, self.look)
        background_tasks.create(self.look())

    async def look(self) -> None:
        """Read what is new, and show it."""
        if self.is_looking or self.closed:
            return
        self.is_looking = True
        try:
            state, records = await self.site.thinking.quickly(self._read)
        except LudogenError as wrong:
            retext(self.facts, str(wrong)[:300])
            return
        finally:
            self.is_looking = False
        if self.closed:
            return
        if state is None:
            retext(self.facts, f"There is no run {self.name[:60]!r}.")
            return
        before = self.state
        if state != before:
            self._show_state(state)
        if records:
            self.records += records
            self._draw(state.recipe)
        if records or state != before:
            self._show_progress(state)
        if state.generation is not None and self.home is not None:
            if "href" not in self.play._props:
                self.play._props["href"] = self.home.table(RUN_PREFIX + self.name, "human")
                self.play.set_visibility(True)
                self.look_at.set_visibility(True)
            self.replay.keep_on(f"{RUN_PREFIX}{self.name}", self.home, state.generation)

    def _read(self) -> tuple[RunState | None, list[GenerationRecord]]:
        state = self.running.state(self.name)
        if state is None or state.generation is None:
            return state, []
        with RunStore.open(self.running.folder(self.name)) as store:
            settings = vars(store.plan.configuration)
            self.home = home_of(state.recipe, state.game, settings, state.generation)
            return state, store.records(self.records[-1].number if self.records else -1)

    def _show_state(self, state: RunState) -> None:
        if self.state is None or self.state.status != state.status:
            self.badge.classes(remove="starting running paused stopped complete failed", add=state.status)
            retext(self.badge, state.status)
            self.pause.set_visibility(state.is_ours and state.status == "running")
            self.stop.set_visibility(state.is_ours and state.status in ("starting", "running", "paused"))
            self.go_on.set_visibility(state.status in ("paused", "stopped"))
            self.further.set_visibility(state.status in ("complete", "stopped"))
            self.until.value = str((2 if state.status == "complete" else 1) * state.generations)
        where = "" if state.is_ours or state.status != "running" else " · begun in a terminal: Ctrl-C there stops it"
        said = f"{state.recipe} · {state.game} · seed {state.seed}{where}" if state.recipe else "beginning …"
        retext(self.facts, " · ".join(filter(None, [said, state.remark])))
        self.state = state

    def _show_progress(self, state: RunState) -> None:
        left = seconds_left(self.records, state.generations) if state.status == "running" else None
        self.progress.clear()
        with self.progress:
            bar(state)
        retext(self.left, "" if left is None else f"{_spelled(left)} left, as the latest generations went")

    def _draw(self, recipe: str) -> None:
        for place, (title, lines) in enumerate(panels(self.records).items()):
            if title not in self.charts:
                with self.diagrams, tag("div", classes="diagram") as self.places[title]:
                    self.charts[title] = Chart(title, "generations", height=150)
                    if words := words_for(recipe, title):
                        tag("p", words, "lg-note")
            if self.places[title].style.get("order") != str(place):
                self.places[title].style(f"order: {place}")
            self.charts[title].draw(lines)

    @telling
    async def do(self, what: str) -> None:
        """Pause it, let it go on, stop it."""
        work = {"pause": self.running.pause, "resume": self.running.resume, "stop": self.running.stop}[what]
        await self._done(lambda: work(self.name))

    @telling
    async def evolve_further(self) -> None:
        """Let a run that rests go on up to a generation."""
        wanted = str(self.until.value or "")
        await self._done(lambda: self.running.extend(self.name, wanted))

    async def _done(self, work: Callable[[], None]) -> None:
        await self.site.thinking.quickly(work)
        await asyncio.sleep(0.1)
        await self.look()

    def close(self) -> None:
        """The browser has left; the run goes on."""
        self.closed = True
        self.replay.close()


def _spelled(seconds: float) -> str:
    """A time, as roughly as it is known."""
    if seconds < 90:
        return f"About {max(1, round(seconds))} seconds"
    return f"About {round(seconds / 60)} minutes" if seconds < 5400 else f"About {seconds / 3600:.1f} hours"
