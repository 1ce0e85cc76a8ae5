"""The papers as recipes: a typed configuration whose defaults are the paper's, and a short loop.

    configuration    fields that know what is allowed; texts and TOML
    chellapilla      one module a paper

`RECIPES` lists them by name.
"""

from ludogen.recipes.chellapilla import Chellapilla

__all__ = ["RECIPES"]

RECIPES = {Chellapilla.name: Chellapilla}
