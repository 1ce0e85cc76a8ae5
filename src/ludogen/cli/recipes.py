"""`ludogen recipes`: the papers that can be run again, and their settings."""

import json
from typing import Annotated, Any

import typer

__all__ = ["recipes"]


def recipes(
    name: Annotated[str, typer.Argument(metavar="[NAME]", help="A recipe, to see all its settings.")] = "",
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON instead of a table.")] = False,
) -> None:
    """List the recipes, or every setting of one: `ludogen recipes chellapilla`."""
    from ludogen.recipes import RECIPES
    from ludogen.runs.plan import recipe_named

    if name:
        _show_settings(name, recipe_named(name), as_json)
    elif as_json:
        typer.echo(json.dumps([_facts(known, kind) for known, kind in RECIPES.items()], indent=2))
    else:
        from rich.console import Console
        from rich.table import Table

        table = Table("recipe", "paper", "game", "what evolves", "cost", show_lines=True)
        for known, kind in RECIPES.items():
            table.add_row(*(str(value) for value in _facts(known, kind).values()))
        console = Console()
        console.print(table)
        console.print("`ludogen recipes NAME` shows every setting, `ludogen evolve NAME` begins a run.")


def _facts(name: str, recipe: Any) -> dict[str, str]:
    return {
        "name": name,
        "paper": recipe.paper,
        "game": recipe.game,
        "evolves": recipe.evolves,
        "cost": recipe.cost,
    }


def _show_settings(name: str, recipe: Any, as_json: bool) -> None:
    from dataclasses import asdict

    from rich.console import Console
    from rich.markup import escape
    from rich.table import Table

    from ludogen.recipes.configuration import describe

    known = describe(recipe.configuration_type)
    if as_json:
        settings = [asdict(item) | {"quick": recipe.quick.get(item.name)} for item in known]
        typer.echo(json.dumps(_facts(name, recipe) | {"settings": settings}, indent=2))
        return
    table = Table("setting", "default", "quick", "allowed", "what it is")
    for item in known:
        mark = "* " if item.decided else ""
        quick = _as_typed(recipe.quick[item.name]) if item.name in recipe.quick else ""
        table.add_row(item.name, escape(_as_typed(item.default)), quick, escape(item.allowed), escape(mark + item.doc))
    console = Console()
    console.print(f"{name}: {recipe.paper}, {recipe.game}. {recipe.evolves}; {recipe.cost}.", highlight=False)
    console.print(table)
    console.print("Defaults are the paper's. * The paper leaves it open; this is our decision.", highlight=False)
    console.print(f"Change them: ludogen evolve {name} --set {known[0].name}=...; --scale quick sets the third column.")


def _as_typed(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
