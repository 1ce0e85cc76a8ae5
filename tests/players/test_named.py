"""Players by their short texts: every kind plays every game it says it plays, and bad texts are told."""

import pytest

from ludogen.engines import find_program
from ludogen.errors import PlayerNameError
from ludogen.games import parse_game
from ludogen.players import PLAYERS, parse_player
from ludogen.randomness import stream_word

ENGINES = {"gnugo": "gnugo", "rhino": "gtp-rhino"}
PAIRS = [
    pytest.param(
        name,
        game,
        marks=pytest.mark.skipif(
            name in ENGINES and find_program(ENGINES[name]) is None, reason=f"{name} is not installed"
        ),
    )
    for name, kind in PLAYERS.items()
    for game in kind.games
    if name != "gtp"  # needs a command; tests/players/test_engine.py has some
]


@pytest.mark.parametrize(("name", "game"), PAIRS)
def test_every_player_plays_legal_moves_and_the_same_ones_for_the_same_seed(name: str, game: str) -> None:
    rules = parse_game("go:size=4" if game == "go" else game)
    games = []
    for _ in range(2):
        position, player = rules.start(), parse_player(name, rules)
        assert player.name == name
        while not position.is_over and position.ply < 30:
            position = position.play(player.choose(position, int(stream_word(1, position.ply))))
        games.append(position.move_names())
    assert games[0] == games[1]


@pytest.mark.parametrize(
    ("text", "game", "said"),
    [
        ("positonal", "othello", "unknown player 'positonal': did you mean 'positional'?"),
        ("positional:dept=3", "othello", "unknown option 'dept' of 'positional': did you mean 'depth'?"),
        ("positional:depth=x", "othello", "option depth='x' of 'positional' is not a whole number"),
        ("positional:depth=0", "othello", "player option depth=0 is not 1..63"),
        ("positional:table=mine", "othello", "player option table='mine' is not norvig or standard"),
        ("positional:epsilon=1.5", "othello", "player option epsilon=1.5 is not 0..1"),
        ("positional:search=fast", "othello", "player option search='fast' is not plain or strong"),
        ("positional:seconds=-1", "othello", "player option seconds=-1.0 is not 0..3600"),
        ("pieces", "othello", "player 'pieces' plays checkers, not othello"),
        ("positional:solve=21", "othello", "player option solve=21 is not 0..20"),
        ("pieces:solve=8", "checkers", "player option solve=8 is for othello, not checkers"),
        ("positional:tables=true", "othello", "player option tables=true is for checkers, not othello"),
        ("kreversi:level=0", "othello", "player option level=0 is not 1..9"),
        ("playouts:number=0", "go", "player option number=0 is not 1..1000000"),
        ("random:depth=2", "othello", "unknown option 'depth' of 'random': it takes none"),
        ("random:", "othello", "cannot read '' in 'random:'"),
    ],
)
def test_bad_names_are_quoted_with_what_is_allowed(text: str, game: str, said: str) -> None:
    with pytest.raises(PlayerNameError) as caught:
        parse_player(text, parse_game(game))
    assert said in str(caught.value)


def score(game: str, one: str, other: str, games: int) -> float:
    """Share of points of the first player, colours alternating."""
    rules = parse_game(game)
    players = (parse_player(one, rules), parse_player(other, rules))
    total = 0.0
    for number in range(games):
        position = rules.start()
        while not position.is_over:
            mover = players[position.side ^ (number % 2)]
            position = position.play(mover.choose(position, int(stream_word(11, number, position.ply))))
        assert position.result is not None
        total += position.result.score(number % 2)
    return total / games


@pytest.mark.parametrize(
    ("game", "better", "worse"),
    [
        ("othello", "positional:depth=3", "random"),
        ("othello", "iago:depth=2", "random"),
        ("othello", "kreversi:level=2", "greedy"),
        ("othello", "mobility:depth=3", "greedy"),
        ("checkers", "pieces:depth=4", "random"),
        ("checkers", "pieces:nodes=2000", "pieces:depth=1"),
        ("go:size=5", "material:depth=2", "random"),
    ],
)
def test_looking_ahead_pays(game: str, better: str, worse: str) -> None:
    assert score(game, better, worse, 10) >= 0.75
