"""Who sits at a table: a card for each side, and the dialog in which somebody else is chosen."""

from collections.abc import Callable
from typing import Any

from nicegui import ui

from ludogen.games import Game, Side
from ludogen.web.entrants import HUMAN, Entrant, entrants, strengths_of
from ludogen.web.parts import retext, tag
from ludogen.web.scenes import sides_of
from ludogen.web.site import Site

__all__ = ["Chooser", "SeatCard", "presented"]

GROUPS = {
    "people": "People",
    "champions": "Champions of the papers",
    "runs": "Champions of your runs",
    "engines": "Real engines",
    "baselines": "Classic players",
}
YOU = Entrant(HUMAN, "You", "a person at this screen", "people")
DEFAULT_STRENGTH = {"othello": "depth=3", "checkers": "depth=4", "go": "depth=1"}


def presented(name: str, choices: list[Entrant]) -> Entrant:
    """How a player is presented."""
    base, _, options = name.partition(":")
    if base == HUMAN:
        return YOU
    known = next((entrant for entrant in choices if entrant.name == base), None)
    if known is None:
        return Entrant(name, base.removeprefix("runs/").removeprefix("champions/"), options.replace(",", ", "), "")
    return known


class SeatCard:
    """One side of the table: who it is, how strong, what it holds, whether it thinks."""

    def __init__(self, side: Side, game: Game, on_choose: Callable[[Side], Any], on_strength: Any) -> None:
        self.side = side
        with tag("section", classes="lg-seat", aria_label=f"{sides_of(game)[side]} player") as self.card:
            tag("span", classes=f"stone {game.name} side-{side}")
            with tag("button", classes="who", type="button", title="choose another player") as who:
                self.title = tag("b")
                self.about = tag("small")
            who.on("click", lambda: on_choose(side), [])
            self.strength = (
                ui.select({}, on_change=lambda event: on_strength(side, event.value))
                .props('dense borderless options-dense aria-label="strength"')
                .classes("strength")
            )
            tag("span", classes="thinking", aria_label="thinking")
            self.count = tag("span", classes="count")

    def show(self, entrant: Entrant, name: str, strengths: list[tuple[str, str]]) -> None:
        """Present a player."""
        retext(self.title, entrant.title)
        retext(self.about, entrant.about)
        options = name.partition(":")[2]
        known = {value: label for label, value in strengths}
        if strengths and options not in known:
            known = {options: options.replace(",", ", ") or "as it is", **known}
        self.strength.set_visibility(bool(strengths))
        self.strength.set_options(known, value=options if strengths else None)

    def update(self, count: str, is_turn: bool, is_thinking: bool) -> None:
        """What changes move by move."""
        retext(self.count, count)
        self.card.classes(toggle=None, add="turn" if is_turn else "", remove="" if is_turn else "turn")
        self.card.classes(add="busy" if is_thinking else "", remove="" if is_thinking else "busy")


class Chooser:
    """The dialog that asks for a player."""

    def __init__(self, site: Site, game: Game) -> None:
        self.site, self.game = site, game
        self.choices: list[Entrant] = []
        self._strengths: dict[str, list[tuple[str, str]]] = {}
        with ui.dialog() as self.dialog, tag("div", classes="lg-chooser", role="dialog"):
            self.body = tag("div")

    async def refresh(self) -> None:
        """Look who is there now: runs come and go."""
        self.choices = await self.site.thinking.quickly(lambda: entrants(self.game, self.site.runs))

    def strengths(self, name: str) -> list[tuple[str, str]]:
        """What a player's strength can be set to."""
        base = name.partition(":")[0]
        if base not in self._strengths:
            self._strengths[base] = strengths_of(base, self.game, self.site.runs)
        return self._strengths[base]

    async def ask(self, title: str, on_chosen: Callable[[str], Any], with_people: bool = True) -> None:
        """Let somebody be chosen."""
        await self.refresh()
        self.body.clear()
        with self.body:
            tag("h2", title)
            for group, heading in GROUPS.items():
                members = [YOU] if group == "people" else [one for one in self.choices if one.group == group]
                if not members or (group == "people" and not with_people):
                    continue
                tag("h3", heading)
                with tag("div", classes="cards"):
                    for entrant in members:
                        self._card(entrant, on_chosen)
        self.dialog.open()

    def _card(self, entrant: Entrant, on_chosen: Callable[[str], Any]) -> None:
        def choose() -> Any:
            self.dialog.close()
            return on_chosen(self.with_default(entrant.name))

        with tag("button", classes="card", type="button", data_player=entrant.name) as card:
            tag("b", entrant.title)
            tag("small", entrant.about)
        card.on("click", choose, [])

    def with_default(self, name: str) -> str:
        """The player at a strength to begin with."""
        strengths = [options for _, options in self.strengths(name)]
        if not strengths:
            return name
        wanted = DEFAULT_STRENGTH[self.game.name]
        return f"{name}:{wanted if wanted in strengths else strengths[min(1, len(strengths) - 1)]}"
