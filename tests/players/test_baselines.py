"""The plainest players."""

from ludogen.games import parse_game
from ludogen.players import parse_player
from ludogen.randomness import stream_word


def test_greedy_takes_most() -> None:
    position = parse_game("checkers").parse_position("W:W25,28:B22,14,24")
    assert position.move_name(parse_player("greedy", position.game).choose(position, 1)) == "25x18x9"


def test_greedy_breaks_ties_at_random_and_random_plays_everything() -> None:
    start = parse_game("othello").start()
    for name in ("random", "greedy"):
        player = parse_player(name, start.game)
        assert {player.choose(start, int(stream_word(1, index))) for index in range(60)} == set(start.legal_moves)
