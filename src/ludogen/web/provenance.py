"""Where a champion comes from, in sentences: recipe, seed, generation, what makes it again; and where it is at home."""

import shlex
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from functools import cache
from importlib.resources import files
from typing import Any

from ludogen.engines import find_program
from ludogen.formats.champion import Champion
from ludogen.players.methods import METHODS
from ludogen.recipes import RECIPES

__all__ = [
    "Home",
    "Shipped",
    "champions_home",
    "command_of",
    "generation_of",
    "home_of",
    "searches",
    "settings_in",
    "shipped_facts",
    "story_of",
]

SELF_PLAY = {"othello": "greedy", "checkers": "pieces:depth=2", "go": "playouts:number=10"}
SEARCHERS = {"iago": "iago:depth={}", "norvig": "positional:depth={}"}


@dataclass(frozen=True)
class Shipped:
    """What is known of a champion that comes with Ludogen beside its file."""

    made: str
    command: str
    results: Sequence[Sequence[str]]  # against whom, and what came out: from docs/champions.md
    play: str = ""  # its name at the strength at which it is shown


@cache
def shipped_facts() -> dict[str, Shipped]:
    """All of them, by name."""
    told = tomllib.loads((files("ludogen.web") / "champions.toml").read_text("utf-8"))
    return {name: Shipped(**entry) for name, entry in told.items()}


@dataclass(frozen=True)
class Home:
    """The game that a champion evolved in, its side there (None: either), and whom it met."""

    game: str
    side: int | None = None
    opponent: str = ""  # a player's name; empty: others of its population

    @property
    def exhibition(self) -> str:
        """Whom to let it meet here: its opponent, where that is installed."""
        is_missing = self.opponent.startswith("gnugo") and find_program("gnugo") is None
        return SELF_PLAY[self.game.partition(":")[0]] if is_missing or not self.opponent else self.opponent

    def table(self, name: str, other: str) -> str:
        """The address of a table there, with it on its side (else white) and another on the other."""
        mine, its = ("black", "white") if self.side == 0 else ("white", "black")
        return f"/play/{self.game}?{mine}={name}&{its}={other}"


def home_of(recipe: str, game: str, settings: Mapping[str, Any], generation: int = 0) -> Home:
    """The home of a recipe's champions under these settings; others are the recipe's defaults."""
    if recipe not in RECIPES or RECIPES[recipe].game != game:
        return Home(game)
    kind = RECIPES[recipe].configuration_type
    known = {item.name: settings.get(item.name, item.default) for item in fields(kind)}
    if recipe == "stanley":
        board = f"go:size={int(known['size'])},komi={float(known['komi']):g}"
        engine = f"gnugo:level={int(known['level'])}" if known["opponent"] == "gnugo" else SELF_PLAY["go"]
        return Home(board, 0, engine if str(known["coevolution"]) == "False" else "")
    if recipe == "moriarty":
        if generation <= int(known["stage_1"]):
            return Home(game, None, "random")
        is_searcher = str(known["coevolution"]) == "False"
        return Home(
            game, None, SEARCHERS[str(known["searcher"])].format(known["searcher_depth"]) if is_searcher else ""
        )
    return Home(game)


def settings_in(champion: Champion) -> dict[str, str]:
    """The settings that were not the recipe's defaults, as the champion's file has them."""
    parts = (part.partition("=") for part in champion.metadata.get("settings", "").split())
    return {key: value for key, is_there, value in parts if is_there}


def generation_of(champion: Champion) -> int:
    """The generation it is of; 0 where that is not told."""
    told = champion.metadata.get("generation", "")
    return int(told) if told.isascii() and told.isdigit() and len(told) < 10 else 0


def champions_home(champion: Champion) -> Home:
    """The home of a champion, as its file tells of it; one of no known settings is at home in its game."""
    try:
        metadata = champion.metadata
        return home_of(metadata.get("recipe", ""), champion.game, settings_in(champion), generation_of(champion))
    except (ValueError, KeyError):
        return Home(champion.game)


def searches(champion: Champion) -> bool:
    """Does it look ahead?"""
    return champion.method in METHODS and METHODS[champion.method].searches


def story_of(champion: Champion) -> list[str]:
    """How it was made, sentence by sentence."""
    told = champion.metadata
    recipe = RECIPES.get(told.get("recipe", ""))
    if recipe is None:
        return ["Its file does not tell which recipe made it."]
    said = [f"It was evolved by the recipe “{recipe.name}” ({recipe.paper}), which evolves {recipe.evolves}."]
    which = f"It is the champion of generation {told['generation']}" if "generation" in told else "It is a champion"
    if "member" in told:
        which = f"It is number {told['member']} of generation {told.get('generation', '?')}"
    chosen = f", chosen {told['chosen']}" if told.get("chosen") else ""
    fitness = f"; its fitness there was {told['fitness']}" if "fitness" in told else ""
    said.append(f"{which} of the run with seed {told.get('seed', '?')}{chosen}{fitness}.")
    changed = [f"{key} is {value}" for key, value in settings_in(champion).items()]
    if changed:
        said.append(f"Settings other than the recipe's own: {', '.join(changed)}.")
    else:
        said.append("All settings were the recipe's own.")
    return said


def command_of(champion: Champion) -> str:
    """What to type in a terminal to begin a run like its own; empty where its file does not tell."""
    told = champion.metadata
    if told.get("recipe") not in RECIPES or not told.get("seed"):
        return ""
    words = ["ludogen", "evolve", told["recipe"], "--seed", told["seed"]]
    for key, value in settings_in(champion).items():
        words += ["--set", f"{key}={value}"]
    return shlex.join(words)
