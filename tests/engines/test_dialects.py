"""Real engines: brought to the right position, and asked again they answer the same."""

import random
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import zip_longest

import pytest
from tests.engines.support import AMPLE, real_program
from tests.games.support import random_positions

from ludogen.engines import Dialect, EnginePool, GnuGoDialect, Gtp, PlainDialect, RhinoDialect, Session
from ludogen.errors import EngineError
from ludogen.games import Go, Othello, Position, parse_game

GO = ["go:size=5", "go:size=9,handicap=3", "go:size=7,scoring=japanese,superko=true", "go:size=2", "go:size=19"]


def gnugo(game: Go, seed: int = 0) -> GnuGoDialect:
    return GnuGoDialect(real_program("gnugo"), game, level=1, seed=seed, seconds=AMPLE)


def rhino() -> RhinoDialect:
    return RhinoDialect(real_program("gtp-rhino"), level=1, seconds=AMPLE)


def dialect(kind: str) -> tuple[Dialect, Go | Othello]:
    """An engine and a game it plays."""
    if kind == "rhino":
        return rhino(), Othello()
    game = Go(size=5, komi=0.5)
    return gnugo(game, seed=int(kind[5:] or 0)), game


def undecided(game: Go | Othello, games: int) -> list[list[Position]]:
    """Random games, each as its positions with a choice."""
    return [
        [
            position
            for position in random_positions(game, games=1, longest=40, seed=seed)
            if len(position.legal_moves) > 1
        ]
        for seed in range(games)
    ]


def way_to(spoken: Dialect, position: Position) -> list[str]:
    """The whole game as commands."""
    *_, first = position.past()
    return [*spoken.set_up(first), *spoken.play_on(first, position)]


def stones(engine: Gtp) -> dict[str, set[str]]:
    return {side: set(engine.ask(f"list_stones {side}").split()) for side in ("black", "white")}


def points(position: Position) -> dict[str, set[str]]:
    rows = [line.split() for line in position.diagram().splitlines()[1:-1]]
    columns = position.diagram().split("\n")[0].split()
    signs = {"black": "X", "white": "O"}
    return {
        side: {columns[i] + row[0] for row in rows for i, cell in enumerate(row[1:]) if cell == sign}
        for side, sign in signs.items()
    }


@pytest.mark.parametrize("name", GO)
@pytest.mark.parametrize("is_set_up", [False, True])
def test_gnugo_is_brought_to_the_position(name: str, is_set_up: bool) -> None:
    game = parse_game(name)
    assert isinstance(game, Go)
    spoken = gnugo(game)
    with Gtp(spoken.command) as engine:
        engine.run(spoken.opening())
        for position in list(random_positions(game, games=2, longest=80))[::5]:
            board = position
            if is_set_up:
                cells, side, *_ = position.text.split()
                board = game.parse_position(f"{cells} {side} - 0 0,0")
                if not board.is_over:
                    board = board.play(board.legal_moves[0])
            engine.run(way_to(spoken, board))
            assert stones(engine) == points(board)
        assert float(engine.ask("get_komi")) == game.komi


@pytest.mark.parametrize(
    ("name", "text"),
    [("go:size=3", "3/3/X2 w B2 0 0,0"), ("go:size=3,scoring=japanese", "3/3/X2 w - 0 1,0")],
)
def test_a_ko_or_prisoners_cannot_be_set_up(name: str, text: str) -> None:
    game = parse_game(name)
    assert isinstance(game, Go)
    with Session(gnugo(game)) as session, pytest.raises(EngineError, match=r"cannot be told of a ko or of prisoners"):
        session.move(game.parse_position(text))


def test_a_pass_before_the_set_up_position_is_told() -> None:
    game = Go(size=5)
    assert gnugo(game).set_up(game.parse_position("5/5/2X2/5/5 w - 1 0,0")) == [
        "clear_board",
        "play black C3",
        "play black pass",
    ]


@pytest.mark.parametrize("is_set_up", [False, True])
def test_rhino_is_brought_to_the_position(is_set_up: bool) -> None:
    game = Othello()
    with Gtp(rhino().command) as engine:
        for position in random_positions(game, games=3):
            board = game.parse_position(position.text) if is_set_up else position
            if is_set_up and not board.is_over:
                board = board.play(board.legal_moves[-1])
            engine.run(way_to(rhino(), board))
            shown = [line.split() for line in engine.ask("showboard").splitlines()[2:]]
            assert shown == [line.split() for line in board.diagram().splitlines()[1:9]]


def test_other_othello_engines_begin_at_the_start() -> None:
    game = Othello()
    position = game.parse_position(game.start().play_text("d3").text)
    with (
        Session(PlainDialect(rhino().command, game)) as session,
        pytest.raises(EngineError, match="games of othello must begin at the start"),
    ):
        session.move(position)


def interleaved(games: list[list[Position]]) -> Iterator[Position]:
    """The first positions of all games, then the second ones..."""
    for row in zip_longest(*games):
        yield from (position for position in row if position is not None)


@pytest.mark.parametrize("kind", ["gnugo", "gnugo 3", "rhino"])
def test_a_reply_depends_on_nothing_but_the_game_so_far(kind: str) -> None:
    spoken, game = dialect(kind)
    games = undecided(game, 3)
    asked = [position for game_ in games for position in game_]
    with Session(spoken) as session:
        replies = {id(position): session.move(position) for position in asked}
        mixed = {id(position): session.move(position) for position in interleaved(games)}
    random.Random(1).shuffle(asked)
    with EnginePool(lambda: Session(spoken), 2) as pool, ThreadPoolExecutor(3) as threads:

        def ask(position: Position) -> int | None:
            with pool.lease() as lent:
                return lent.move(position)

        pooled = dict(zip(map(id, asked), threads.map(ask, asked), strict=True))
    fresh = {}
    for position in asked[:12]:
        with Session(spoken) as session:
            fresh[id(position)] = session.move(position)
    assert mixed == replies
    assert pooled == replies
    assert fresh.items() <= replies.items()


def test_a_followed_engine_answers_as_a_fresh_one() -> None:
    game, chance = Go(size=5, komi=0.5), random.Random(1)
    position, followed = game.start(), {}
    with Session(gnugo(game)) as session:
        while not position.is_over and position.ply < 60:
            if position.side == 0:
                position = position.play(chance.choice(position.legal_moves))
                continue
            move = session.move(position)
            assert move is not None
            followed[position] = move
            position = position.play(move)
    assert len(followed) > 10
    for asked, move in followed.items():
        with Session(gnugo(game)) as session:
            assert session.move(asked) == move


def test_the_seed_of_gnugo_matters() -> None:
    game = Go(size=5, komi=0.5)
    positions = [position for game_ in undecided(game, 4) for position in game_]
    replies = []
    for seed in (0, 1):
        with Session(gnugo(game, seed)) as session:
            replies.append([session.move(position) for position in positions])
    assert replies[0] != replies[1]
