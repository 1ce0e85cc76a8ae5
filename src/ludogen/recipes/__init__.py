"""The papers as recipes: a typed configuration whose defaults are the paper's, and a short loop.

    configuration    fields that know what is allowed; texts and TOML
    chellapilla      checkers nets, Chellapilla & Fogel 2001
    moriarty         Othello nets from marker chromosomes, Moriarty & Miikkulainen 1995
    othello_trials   its games
    singer           Othello nets that learn in life and cross features, Singer 2001
    feature_games    its games, those in which nets learn among them
    net_pool         its pool, of the paper's nets or of n-tuple nets
    frankland        heuristics evolved anew for every move, Frankland & Pillay 2015
    online_games     its games
    eye_trials       games of roving eyes against GNU Go
    eye_meetings     those among themselves, and former champions
    stanley          nets that steer a roving eye for Go, Stanley & Miikkulainen 2004

`RECIPES` lists them by name.
"""

from typing import Any

from ludogen.recipes.chellapilla import Chellapilla
from ludogen.recipes.frankland import FranklandRecipe
from ludogen.recipes.moriarty import Moriarty
from ludogen.recipes.singer import Singer
from ludogen.recipes.stanley import Stanley

__all__ = ["RECIPES"]

# Classes that, with a configuration and a seed, follow the protocol `Evolution`.
RECIPES: dict[str, Any] = {
    Chellapilla.name: Chellapilla,
    Moriarty.name: Moriarty,
    Singer.name: Singer,
    FranklandRecipe.name: FranklandRecipe,
    Stanley.name: Stanley,
}
