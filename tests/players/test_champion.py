"""Champions as players: named by file, run or package, they play everywhere as their nets do; bad ones are told."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.cli.test_commands import ludogen
from tests.players.test_moving import compiled, stepwise

from ludogen.arena.match import Match
from ludogen.arena.settings import MatchSettings
from ludogen.errors import LudogenError, PlayerNameError, RecordError, RunError
from ludogen.formats import Champion, champion_bytes, write_champion
from ludogen.games import parse_game
from ludogen.genomes.features import Features, to_weights
from ludogen.kernels.checkers_nets import FreshSubSquareNet, RawNet1999, raw_record, subsquare_record
from ludogen.kernels.feature_net import FeatureNet, feature_record
from ludogen.kernels.search import Extension
from ludogen.kernels.tuple_net import TupleNet, tuple_record
from ludogen.players import Limits, SearchPlayer, champion, parse_player, with_options
from ludogen.players.methods import METHODS
from ludogen.randomness import stream_word

CHECKERS = parse_game("checkers")
WEIGHTS = {"checkers-net-2001": 5046, "checkers-net-1999": 1741}


def random_champion(method: str = "checkers-net-2001", seed: int = 1, turned: bool = False) -> Champion:
    weights = np.random.default_rng(seed).uniform(-0.2, 0.2, WEIGHTS[method]).astype(np.float32)
    arrays = {"weights": weights, "king": np.array(1.7, np.float32), "turned": np.array(turned)}
    return Champion("checkers", method, arrays, {"recipe": "none", "seed": str(seed)})


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "net.safetensors"
    write_champion(path, random_champion())
    return path


def new_run(folder: Path, champions: dict[int, Champion]) -> Path:
    """A run's folder as far as champions go."""
    folder.mkdir()
    with closing(sqlite3.connect(folder / "run.db")) as store, store:
        store.execute("PRAGMA journal_mode = WAL")
        store.execute("CREATE TABLE champions (generation INTEGER PRIMARY KEY, data BLOB NOT NULL)")
        rows = [(number, champion_bytes(one)) for number, one in champions.items()]
        store.executemany("INSERT INTO champions VALUES (?, ?)", rows)
    return folder


def moves_of(name: str, plies: int = 24) -> list[str]:
    """What a player plays against itself."""
    position, player = CHECKERS.start(), parse_player(name, CHECKERS)
    while not position.is_over and position.ply < plies:
        position = position.play(player.choose(position, int(stream_word(3, position.ply))))
    return position.move_names()


# Playing


NETS: dict[str, Callable[[Any, bool], Any]] = {
    "checkers-net-2001": lambda weights, turned: FreshSubSquareNet(subsquare_record(weights, 1.7, turned)),
    "checkers-net-1999": lambda weights, turned: RawNet1999(raw_record(weights, 1.7, turned)),
}


@pytest.mark.parametrize(
    ("method", "turned", "options", "limits"),
    [
        ("checkers-net-2001", False, "", Limits(4)),
        ("checkers-net-2001", True, ":depth=3", Limits(3)),
        ("checkers-net-2001", False, ":depth=2,until_quiet=true", Limits(2)),
        ("checkers-net-2001", False, ":temperature=3", Limits(4)),
        ("checkers-net-1999", False, "", Limits(4)),
        ("checkers-net-1999", True, ":nodes=500", Limits(1, 500)),
    ],
)
def test_a_champion_plays_as_its_net_does(
    method: str, turned: bool, options: str, limits: Limits, tmp_path: Path
) -> None:
    made = random_champion(method, turned=turned)
    write_champion(tmp_path / "net.safetensors", made)
    player = parse_player(f"{tmp_path}/net.safetensors{options}", CHECKERS)
    assert player.name == f"{tmp_path}/net.safetensors{options}"
    temperature = 3.0 if "temperature" in options else 0.0
    extension = Extension(1, 0, "until_quiet" in options)
    twin = SearchPlayer("", NETS[method](made.arrays["weights"], turned), limits, extension, temperature=temperature)
    for opening in range(6):
        position = CHECKERS.start()
        position = position.play(position.legal_moves[opening])
        while not position.is_over and position.ply < 60:  # both sides: its memory must tell them apart
            chance = int(stream_word(opening, position.ply))
            move = player.choose(position, chance)
            assert move == twin.choose(position, chance)
            position = position.play(move)


def test_compiled_games_are_those_played_move_by_move(file: Path) -> None:
    game, names = "checkers:ply_limit=60", (f"{file}:depth=3", f"{file}:depth=2,epsilon=0.2")
    for number, (moves, outcome, _) in enumerate(compiled(game, *names, [])):
        last = stepwise(game, *names, number, [])
        assert moves == [past.last_move for past in reversed(list(last.past())) if past.last_move is not None]
        assert last.result is not None
        assert outcome == (0 if last.result.winner is None else 1 - 2 * last.result.winner)


def test_threads_play_the_games_of_one_thread(file: Path) -> None:
    told = []
    for concurrency in (1, 2):
        pair = MatchSettings("checkers", f"{file}:depth=2", "pieces:depth=2", "two-moves", seed=4)
        meeting = Match(pair, 12, None, concurrency)
        for _ in meeting.play():
            pass
        told.append([game.moves for game in meeting.counted])
    assert len(told[0]) == 12
    assert told[0] == told[1]


def test_numbers_of_any_size_give_legal_moves(tmp_path: Path) -> None:
    path = tmp_path / "huge.safetensors"
    made = random_champion()
    arrays = {**made.arrays, "weights": made.arrays["weights"] * np.float32(1e38), "king": np.array(-3e38, np.float32)}
    write_champion(path, Champion("checkers", made.method, arrays, {}))
    assert len(moves_of(f"{path}:depth=2")) == 24


# Nets that choose moves themselves


def choosing_champion(name: str = "marker", length: int = 5000, divisor: float = 128.0) -> Champion:
    chromosome = np.random.default_rng(length).integers(-128, 128, length, np.int8)
    arrays = {"chromosome": chromosome, "divisor": np.array(divisor, np.float32), "tanh": np.array(False)}
    return Champion("othello", f"{name}-net-1995", arrays, {})


def test_nets_without_search_take_no_options_of_a_search(tmp_path: Path) -> None:
    path = tmp_path / "net.safetensors"
    write_champion(path, choosing_champion())
    said = f"is for players that search; champion {str(path)!r} does not: it takes epsilon and solve"
    assert told(f"{path}:depth=3", "othello") == f"player option depth=3 {said}"
    assert told(f"{path}:epsilon=0.1,search=strong", "othello") == f"player option search=strong {said}"
    assert "unknown option 'dept' of " in told(f"{path}:dept=3", "othello")
    assert told(f"{path}:epsilon=2", "othello") == "player option epsilon=2.0 is not 0..1"
    assert told(f"{path}:solve=40", "othello") == "player option solve=40 is not 0..20"
    assert told(str(path), "checkers") == f"champion {str(path)!r} plays othello, not checkers"
    # Matches at equal depth leave them alone.
    assert with_options(f"{path}:epsilon=0.1", depth=3) == f"{path}:epsilon=0.1"


@pytest.mark.parametrize(
    ("made", "said"),
    [
        (choosing_champion(length=8001), "a marker chromosome has 8001 integers: 1..8000 are allowed"),
        (choosing_champion(divisor=0), "weights cannot be divided by 0: a number above 0 is needed"),
        (choosing_champion("fixed"), "needs an array 'chromosome' of int8[5160], it is int8[5000]"),
        (
            Champion("othello", "marker-net-1995", {**choosing_champion().arrays, "chromosome": np.zeros(9)}, {}),
            "needs an array 'chromosome' of int8[any], it is float64[9]",
        ),
    ],
)
def test_chromosomes_that_make_no_net_are_told(made: Champion, said: str, tmp_path: Path) -> None:
    path = tmp_path / "odd.safetensors"
    write_champion(path, made)
    assert told(str(path), "othello", RecordError).startswith(f"cannot use champion {str(path)!r}: ")
    assert said in told(str(path), "othello", RecordError)


def test_weights_of_any_size_give_legal_moves(tmp_path: Path) -> None:
    path, othello = tmp_path / "huge.safetensors", parse_game("othello")
    write_champion(path, choosing_champion(divisor=1e-38))
    player, position = parse_player(str(path), othello), othello.start()
    while not position.is_over:
        position = position.play(player.choose(position, 1))


# Naming


@pytest.mark.parametrize("name", ["a b", "a,b=c", "a:b", "C:a:1", "é@x", "@3", "a'b", "a@3"])
def test_files_with_strange_names(name: str, tmp_path: Path) -> None:
    path = tmp_path / f"{name}.safetensors"
    write_champion(path, random_champion())
    for text in (f"{path}:depth=2", f'"{path}":depth=2', with_options(str(path), depth=2)):
        assert moves_of(text, 8) == moves_of(f"{path}:depth=2,search=plain", 8)
    assert with_options(str(path)) == str(path)


def test_a_place_that_looks_like_options_stands_in_quotes(tmp_path: Path) -> None:
    path = tmp_path / "x:depth=9.safetensors"
    write_champion(path, random_champion())
    assert len(moves_of(f'"{path}":depth=1', 4)) == 4
    assert with_options(f'"{path}":depth=1,epsilon=0.5', depth=3) == f'"{path}":depth=3,epsilon=0.5'
    with pytest.raises(PlayerNameError):
        parse_player(str(path), CHECKERS)


def test_matches_at_equal_depth_take_champions(file: Path) -> None:
    assert with_options(f"{file}", depth=3) == f"{file}:depth=3"
    assert with_options(f"{file}:depth=8,ties=first", depth=3, nodes=0) == f"{file}:depth=3,ties=first,nodes=0"
    assert with_options("runs/first@29", seconds=0.5) == "runs/first@29:seconds=0.5"


def test_champions_of_a_run(tmp_path: Path) -> None:
    by_number = {number: random_champion(seed=number) for number in (0, 1, 2, 5)}
    run = new_run(tmp_path / "a run@1", by_number)
    played = {}
    for number, made in by_number.items():
        path = tmp_path / f"{number}.safetensors"
        write_champion(path, made)
        played[number] = moves_of(f"{path}:depth=2")
        assert moves_of(f"{run}@{number}:depth=2") == played[number]
    assert played[0] != played[5]
    for latest in (f"{run}@last:depth=2", f"{tmp_path}/a run@1/:depth=2", f"{run}@5:depth=2"):
        assert moves_of(latest) == played[5]


def test_a_run_is_read_while_it_is_written(tmp_path: Path) -> None:
    run = new_run(tmp_path / "run", {0: random_champion(seed=1)})
    with closing(sqlite3.connect(run / "run.db")) as writer:
        writer.execute("BEGIN IMMEDIATE")
        writer.execute("INSERT INTO champions VALUES (1, ?)", (champion_bytes(random_champion(seed=2)),))
        before = moves_of(f"{run}:depth=2")
        writer.commit()
        assert moves_of(f"{run}:depth=2") != before
        assert moves_of(f"{run}@0:depth=2") == before


def test_champions_of_the_package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, file: Path) -> None:
    (tmp_path / "champions").mkdir()
    write_champion(tmp_path / "champions" / "testbird.safetensors", random_champion())
    monkeypatch.setattr(champion, "files", lambda package: tmp_path)
    assert moves_of("testbird:depth=2") == moves_of("champions/testbird:depth=2") == moves_of(f"{file}:depth=2")
    with pytest.raises(PlayerNameError, match="unknown player 'testbirt': did you mean 'testbird'"):
        parse_player("testbirt", CHECKERS)


def test_every_champion_of_the_package_plays() -> None:
    for name in champion.shipped_champions():
        found = champion.find_champion(name)
        assert found is not None
        game = parse_game(METHODS[found.method].game)
        options = ":depth=1" if METHODS[found.method].searches else ""
        player, position = parse_player(f"{name}{options}", game), game.start()
        assert player.choose(position, 1) in position.legal_moves


# What is told


def told(name: str, game: str = "checkers", error: type[LudogenError] = PlayerNameError) -> str:
    with pytest.raises(error) as caught:
        parse_player(name, parse_game(game))
    assert "\n" not in str(caught.value)
    return str(caught.value)


def test_wrong_places_are_told(tmp_path: Path, file: Path) -> None:
    how = "a champion is named by its file FILE.safetensors or its run RUN@GENERATION"
    missing = tmp_path / "none.safetensors"
    assert told(f"{missing}:depth=3") == f"no such file {str(missing)!r}: {how}"
    assert told(f"{tmp_path}") == f"folder {str(tmp_path)!r} is no run: it has no run.db; {how}"
    assert told(f"{tmp_path}/x") == f"unknown player {str(tmp_path / 'x')!r}, no such run: {how}"
    assert told(f"{tmp_path}/x@3").startswith(f"no run {str(tmp_path / 'x')!r} in ")
    (tmp_path / "other.bin").write_bytes(b"")
    assert "does not end in .safetensors" in told(f"{tmp_path}/other.bin")
    assert told("anakonda@2") == "no run 'anakonda' in 'anakonda@2': a run is a folder with a run.db"
    assert "unknown player 'foo': known are" in told("foo:bar")
    assert "unknown player ''" in told("")
    assert told('"x') == 'cannot read \'"x\': a place in quotes is "PLACE" or "PLACE":KEY=VALUE'


def test_wrong_options_and_games_are_told(file: Path) -> None:
    assert told(str(file), "othello") == f"champion {str(file)!r} plays checkers, not othello"
    assert "unknown option 'dept' of " in told(f"{file}:dept=3")
    assert "player option depth=64 is not 1..63" in told(f"{file}:depth=64")
    assert "option depth='8:9'" in told(f"{file}:depth=8:9")
    assert "stands twice" in told(f"{file}:depth=8,depth=9")
    assert "player option solve=8 is for othello" in told(f"{file}:solve=8")


def changed(change: Callable[[dict[str, np.ndarray]], object]) -> Champion:
    made = random_champion()
    arrays = dict(made.arrays)
    change(arrays)
    return Champion("checkers", made.method, arrays, {})


@pytest.mark.parametrize(
    ("made", "said"),
    [
        (
            Champion("checkers", "checkers-net-2002", random_champion().arrays, {}),
            "unknown method 'checkers-net-2002': did you mean 'checkers-net-2001'?",
        ),
        (
            Champion("othello", "checkers-net-2001", random_champion().arrays, {}),
            "its method 'checkers-net-2001' is for checkers, its game is 'othello'",
        ),
        (
            Champion("checkers", "checkers-net-1999", random_champion().arrays, {}),
            "method 'checkers-net-1999' needs an array 'weights' of float32[1741], it is float32[5046]",
        ),
        (
            changed(lambda arrays: arrays.pop("king")),
            "method 'checkers-net-2001' needs an array 'king' of float32[], there is none",
        ),
        (
            changed(lambda arrays: arrays.update(turned=np.array(1, np.uint8))),
            "method 'checkers-net-2001' needs an array 'turned' of bool[], it is uint8[]",
        ),
        (
            changed(lambda arrays: arrays.update(weights=np.zeros(5046))),
            "needs an array 'weights' of float32[5046], it is float64[5046]",
        ),
    ],
)
def test_champions_that_do_not_fit_their_method_are_told(made: Champion, said: str, tmp_path: Path) -> None:
    path = tmp_path / "odd.safetensors"
    write_champion(path, made)
    assert told(str(path), error=RecordError).startswith(f"cannot use champion {str(path)!r}: ")
    assert said in told(str(path), error=RecordError)


def test_damaged_runs_are_told(tmp_path: Path) -> None:
    full = new_run(tmp_path / "full", {number: random_champion(seed=number) for number in range(5)})
    assert told(f"{full}@9") == f"run {str(full)!r} has no champion of generation 9: it has 0..4"
    some = new_run(tmp_path / "some", {number: random_champion() for number in (0, 10, 840)})
    assert told(f"{some}@9").endswith("it has 0, 10, 840")
    empty = new_run(tmp_path / "empty", {})
    assert told(f"{empty}@last") == f"run {str(empty)!r} has no champion yet"
    assert told(f"{empty}@1").endswith("it has none")
    for folder, content in (("text", b"no database" * 100), ("nothing", b"")):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "run.db").write_bytes(content)
        assert "run.db is damaged or foreign" in told(f"{tmp_path}/{folder}@1", error=RunError)
    with closing(sqlite3.connect(full / "run.db")) as store, store:
        store.execute("UPDATE champions SET data = 'text' WHERE generation = 1")
        store.execute("UPDATE champions SET data = x'00' WHERE generation = 2")
    assert "run.db is damaged or foreign (no bytes)" in told(f"{full}@1", error=RunError)
    assert f"cannot use champion '{full}@2': it is no safetensors file" in told(f"{full}@2", error=RecordError)


PARTS = [*'":@=/,.', ".safetensors", "FILE", "RUN"]


@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(text=st.lists(st.text(max_size=6) | st.sampled_from(PARTS)).map("".join))
def test_any_text_names_a_player_or_is_told(text: str, file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(file.parent)  # relative texts meet nothing but the champion
    text = text.replace("FILE", str(file)).replace("RUN", str(file.parent))
    try:
        assert parse_player(text, CHECKERS).name == text
    except LudogenError as wrong:
        assert "\n" not in str(wrong)


# The command


def test_the_command_takes_champions(file: Path, tmp_path: Path) -> None:
    shown = ludogen("play", "checkers:ply_limit=40", "--black", f"{file}:depth=3", "--every", "1000").stdout
    assert f"{file}:depth=3 (black) against random" in shown
    match = ("match", str(file), "pieces:depth=2", "--game", "checkers", "--games", "4", "--depth", "2")
    shown = ludogen(*match, "--store", str(tmp_path / "arena.db")).stdout
    assert "net.safetensors:depth=2" in shown.replace("\n", "")
    assert "Elo difference" in shown
    refused = ludogen("match", str(file), "random", "--store", str(tmp_path / "arena.db"), code=2)
    assert refused.stderr == f"ludogen: champion {str(file)!r} plays checkers, not othello\n"


def test_the_list_of_players_mentions_champions() -> None:
    shown = " ".join(ludogen("players").stdout.split())
    assert "best.safetensors:depth=6" in shown
    assert "runs/NAME@29:depth=4" in shown


# Othello nets of 2001


def feature_champion(features: int = 3) -> Champion:
    weights = np.random.default_rng(1).uniform(-0.5, 0.5, (features, 194)).astype(np.float32)
    return Champion("othello", "othello-net-2001", {"features": weights, "bias": np.array(0.1, np.float32)}, {})


def test_a_feature_net_searches_as_its_evaluator_does(tmp_path: Path) -> None:
    path, game, made = tmp_path / "net.safetensors", parse_game("othello"), feature_champion()
    write_champion(path, made)
    weights = to_weights(Features(made.arrays["features"], float(made.arrays["bias"])))
    expected = SearchPlayer("net", FeatureNet(feature_record(weights)), Limits(2), solve_at=10)
    player = parse_player(f"{path}:depth=2,solve=10", game)
    position = game.start()
    while not position.is_over:
        word = int(stream_word(3, position.ply))
        move = player.choose(position, word)
        assert move == expected.choose(position, word)
        position = position.play(move)
    assert parse_player(str(path), game).limits == Limits(4)  # type: ignore[attr-defined]


def tuple_champion(**others: Any) -> Champion:
    tables = np.random.default_rng(1).uniform(-0.1, 0.1, (2, 36072)).astype(np.float32)
    arrays = {"tables": tables, "bias": np.array(0.1, np.float32), **others}
    return Champion("othello", "othello-tuples-2001", arrays, {})


@pytest.mark.parametrize("wins", [False, True])
def test_a_tuple_net_searches_as_its_evaluator_does(tmp_path: Path, wins: bool) -> None:
    path, game = tmp_path / "net.safetensors", parse_game("othello")
    made = tuple_champion(**({"wins": np.array(True)} if wins else {}))
    write_champion(path, made)
    weights = np.append(made.arrays["tables"].ravel(), made.arrays["bias"])
    expected = SearchPlayer("net", TupleNet(tuple_record(weights, wins)), Limits(2), solve_at=8)
    player = parse_player(f"{path}:depth=2,solve=8", game)
    position = game.start()
    while not position.is_over:
        word = int(stream_word(3, position.ply))
        move = player.choose(position, word)
        assert move == expected.choose(position, word)
        position = position.play(move)


def test_tuple_nets_that_cannot_be(tmp_path: Path) -> None:
    path, game = tmp_path / "net.safetensors", parse_game("othello")
    write_champion(path, tuple_champion(tables=np.zeros((7, 36072), np.float32)))
    with pytest.raises(
        RecordError, match=r"'tables' of float32\[1 or 2 .* or 6, 36072 or 167292\], it is .*\[7, 36072"
    ):
        parse_player(str(path), game)
    write_champion(path, tuple_champion(tables=np.zeros((3, 167292), np.float32)))
    with pytest.raises(RecordError, match=r"tables have shape \(3, 167292\)"):
        parse_player(str(path), game)
    write_champion(path, tuple_champion(wins=np.zeros(2, np.bool_)))
    with pytest.raises(RecordError, match=r"'wins' of bool\[\], it is bool\[2\]"):
        parse_player(str(path), game)


def test_feature_nets_that_cannot_be(tmp_path: Path) -> None:
    path = tmp_path / "net.safetensors"
    write_champion(path, feature_champion(17))
    with pytest.raises(RecordError, match=r"shape \(17, 194\); a net has 1..16 of them"):
        parse_player(str(path), parse_game("othello"))
    arrays = {"features": np.zeros((3, 195), np.float32), "bias": np.array(0, np.float32)}
    write_champion(path, Champion("othello", "othello-net-2001", arrays, {}))
    with pytest.raises(RecordError, match=r"float32\[any, 194 or 196 .* or 200\], it is float32\[3, 195\]"):
        parse_player(str(path), parse_game("othello"))
