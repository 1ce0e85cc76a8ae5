"""What a run is to do, complete, as `config.toml` has it: from it alone the run can be repeated."""

import tomllib
from dataclasses import asdict, dataclass, fields, replace
from typing import Any

from ludogen import __version__
from ludogen.errors import ConfigurationError, LudogenError, RunError
from ludogen.evolution import Evolution
from ludogen.games import parse_game
from ludogen.names import known_or_suggestion
from ludogen.recipes import RECIPES
from ludogen.recipes.configuration import check, from_mapping, to_toml

__all__ = ["KEEP_EVERY", "RunPlan", "difference", "parse_plan", "recipe_named", "rules_version"]

KEEP_EVERY = 20
COMMENT = """\
# What this run is to do. `ludogen resume` goes on with it; of the settings only generations may change.
# `ludogen evolve --config FILE` repeats it.
"""


def recipe_named(name: str) -> Any:
    """The recipe with this name."""
    if name not in RECIPES:
        raise ConfigurationError(f"unknown recipe {name!r}: {known_or_suggestion(name, RECIPES)}")
    return RECIPES[name]


def rules_version(recipe: str) -> int:
    """The version of the rules by which the recipe's game is played today."""
    return parse_game(recipe_named(recipe).game).version


@dataclass(frozen=True)
class RunPlan:
    """Recipe, seed and settings, and by which version it was begun."""

    recipe: str
    seed: int
    configuration: Any
    keep_every: int  # the whole population is kept every so many generations; 0: only the first and the last
    ludogen: str
    rules: int

    @classmethod
    def of_today(cls, recipe: str, configuration: Any, seed: int, keep_every: int = KEEP_EVERY) -> "RunPlan":
        """A new plan; what is not allowed is told."""
        kind = recipe_named(recipe)
        if not isinstance(configuration, kind.configuration_type):
            raise ConfigurationError(f"{type(configuration).__name__} is no configuration of the recipe {recipe!r}")
        check(configuration)
        if keep_every < 0:
            raise ConfigurationError(f"keep_every={keep_every!r} is not allowed: 0 or more")
        return cls(recipe, seed, configuration, keep_every, __version__, rules_version(recipe))

    @property
    def generations(self) -> int:
        """How many there are to be."""
        return self.evolution.generations

    @property
    def evolution(self) -> Evolution:
        """The recipe, set up."""
        made: Evolution = recipe_named(self.recipe)(self.configuration, self.seed)
        return made

    def with_generations(self, generations: int) -> "RunPlan":
        """The same with another end."""
        changed = replace(self, configuration=replace(self.configuration, generations=generations))
        check(changed.configuration)
        return changed

    def changed_settings(self) -> dict[str, Any]:
        """The settings that are not the recipe's defaults."""
        values, kind = asdict(self.configuration), recipe_named(self.recipe).configuration_type
        return {item.name: values[item.name] for item in fields(kind) if values[item.name] != item.default}

    def text(self) -> str:
        """The file."""
        head = {item.name: getattr(self, item.name) for item in fields(self) if item.name != "configuration"}
        return f"{COMMENT}{to_toml(head)}\n[configuration]\n{to_toml(asdict(self.configuration))}"


def parse_plan(text: str, where: str) -> RunPlan:
    """The plan that a file describes; errors say where it is from."""
    try:
        values = tomllib.loads(text)
        kinds = {"recipe": str, "seed": int, "keep_every": int, "ludogen": str, "rules": int, "configuration": dict}
        for name, kind in kinds.items():
            if type(values.get(name)) is not kind:
                wanted = {str: "a text", int: "a whole number", dict: "a table"}[kind]
                raise RunError(f"cannot read {where!r}: {name} is {str(values.get(name))[:80]!r}, not {wanted}")
        unknown = [name for name in values if name not in kinds]
        if unknown:
            raise RunError(
                f"cannot read {where!r}: unknown entry {unknown[0]!r}: {known_or_suggestion(unknown[0], kinds)}"
            )
        values["configuration"] = from_mapping(
            recipe_named(values["recipe"]).configuration_type, values["configuration"]
        )
        plan = RunPlan(**values)
        plan.text()  # tells of characters that no configuration has, before a terminal gets them
        return plan
    except (tomllib.TOMLDecodeError, RecursionError) as wrong:
        raise RunError(f"cannot read {where!r}: {wrong}") from None
    except RunError:
        raise
    except LudogenError as wrong:
        raise RunError(f"cannot read {where!r}: {wrong}") from None


def difference(one: RunPlan, other: RunPlan) -> tuple[str, Any, Any] | None:
    """The first thing in which two plans differ, but for the number of generations: its name and both values."""
    ones, others = ({**vars(plan), **asdict(plan.configuration)} for plan in (one, other))
    for name in ones:
        if name not in ("configuration", "generations") and ones[name] != others.get(name):
            return name, ones[name], others.get(name)
    return None
