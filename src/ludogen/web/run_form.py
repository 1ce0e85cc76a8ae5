"""The form that begins a run: a recipe's fields, each checked as it is typed and again before anything begins."""

from dataclasses import fields
from typing import Any

from nicegui import ui

from ludogen.errors import LudogenError
from ludogen.recipes import RECIPES
from ludogen.recipes.configuration import FieldInfo, describe, with_settings
from ludogen.web.parts import button, retext, tag
from ludogen.web.running import Running
from ludogen.web.site import Site, telling

__all__ = ["RunForm"]

SCALES = {"quick": "quick: enough to see it work", "paper": "paper: as it was published"}


class RunForm:
    """Choose a recipe, change what you like, begin."""

    def __init__(self, site: Site, running: Running, recipe: str = "") -> None:
        self.site, self.running = site, running
        self.inputs: dict[str, Any] = {}
        self.recipe = recipe if recipe in RECIPES else next(iter(RECIPES))

    def build(self) -> None:
        """The form."""
        with tag("section", classes="lg-card lg-form", aria_label="new run") as self.root:
            tag("h2", "Begin a run")
            with tag("div", classes="choices"):
                options = {name: f"{name}: {kind.paper}, {kind.game}" for name, kind in RECIPES.items()}
                ui.select(
                    options, value=self.recipe, label="recipe", on_change=lambda event: self._fill(event.value)
                ).props("stack-label")
                self.scale = ui.select(SCALES, value="quick", label="scale", on_change=self._hint).props("stack-label")
                self.seed = ui.input("seed", value="1", validation=_seed_remark).props("stack-label maxlength=9")
                self.name = ui.input("name", placeholder="recipe-seed").props("stack-label maxlength=100")
            self.about = tag("p", classes="lg-note")
            with ui.expansion("All settings").classes("settings"):
                self.place = tag("div", classes="fields")
            with tag("div", classes="lg-buttons"):
                button("Begin", self.begin, "main")
        self._fill(self.recipe)

    def _fill(self, recipe: str) -> None:
        self.recipe, self.inputs = recipe, {}
        kind = RECIPES[recipe]
        self.place.clear()
        with self.place:
            for info in describe(kind.configuration_type):
                self.inputs[info.name] = self._field(info)
        self._hint()

    def _hint(self) -> None:
        kind, scale = RECIPES[self.recipe], self.scale.value
        retext(self.about, f"Evolves {kind.evolves}. Paper scale: {kind.cost}.")
        for info in describe(kind.configuration_type):
            value = kind.quick.get(info.name, info.default) if scale == "quick" else info.default
            if isinstance(self.inputs.get(info.name), ui.input):
                self.inputs[info.name].props(f'placeholder="{_typed(value)}"')

    def _field(self, info: FieldInfo) -> Any:
        kind = RECIPES[self.recipe].configuration_type
        item = next(item for item in fields(kind) if item.name == info.name)
        choices = ("true", "false") if item.type is bool else item.metadata["choices"]
        mark = " *" if info.decided else ""
        with tag("div", classes="field-row"):
            if choices:
                options = {"": f"as the scale has it ({_typed(info.default)})", **{one: one for one in choices}}
                made: Any = ui.select(options, value="", label=info.name + mark).props("stack-label")
            else:
                made = ui.input(info.name + mark, validation=lambda text: self._remark(info.name, text)).props(
                    "stack-label"
                )
            made.props("dense")
            tag("small", f"{info.doc}; {info.allowed}" + ("; our decision" if info.decided else ""))
        return made

    def _remark(self, name: str, text: str | None) -> str | None:
        """What is wrong with a value; None if nothing is."""
        if not text or not text.strip():
            return None
        try:
            with_settings(RECIPES[self.recipe].configuration_type, [f"{name}={text}"])
        except LudogenError as wrong:
            return str(wrong)[:160]
        return None

    @telling
    async def begin(self) -> None:
        """Check everything once more, then begin, and go to see it."""
        texts = {name: str(field.value or "") for name, field in self.inputs.items()}
        seed, name, scale = str(self.seed.value or "1"), str(self.name.value or ""), str(self.scale.value)
        begun = await self.site.thinking.quickly(lambda: self.running.start(self.recipe, scale, texts, seed, name))
        ui.navigate.to(f"/watch/{begun}")


def _seed_remark(text: str) -> str | None:
    return None if str(text).strip().isdigit() else "a whole number"


def _typed(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
