"""The plainest players."""

import pytest

from ludogen.errors import PlayerNameError
from ludogen.games import GAMES, parse_game
from ludogen.players import PLAYERS, parse_player
from ludogen.randomness import stream


@pytest.mark.parametrize("player", PLAYERS)
@pytest.mark.parametrize("game", GAMES)
def test_every_player_plays_legal_moves_in_every_game(player: str, game: str) -> None:
    position = parse_game(game).start()
    while not position.is_over and position.ply < 40:
        position = position.play(parse_player(player).choose(position, stream(1, position.ply)))
    assert parse_player(player).name == player


def test_greedy_takes_most() -> None:
    position = parse_game("checkers").parse_position("W:W25,28:B22,14,24")
    assert position.move_name(parse_player("greedy").choose(position, stream(1))) == "25x18x9"


def test_greedy_breaks_ties_at_random_and_random_plays_everything() -> None:
    start = parse_game("othello").start()
    for name in PLAYERS:
        chosen = {parse_player(name).choose(start, stream(1, index)) for index in range(60)}
        assert chosen == set(start.legal_moves)


def test_unknown_players_are_quoted() -> None:
    with pytest.raises(PlayerNameError, match="unknown player 'gredy': did you mean 'greedy'"):
        parse_player("gredy")
