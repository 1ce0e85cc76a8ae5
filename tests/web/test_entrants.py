"""Which players the page may name."""

import shutil
from pathlib import Path

import pytest
from tests.runs.support import new_store
from tests.web.support import with_real_champion

from ludogen.errors import LudogenError, PlayerNameError
from ludogen.games import parse_game
from ludogen.players import PLAYERS
from ludogen.players.champion import shipped_champions
from ludogen.players.online import OnlinePlayer
from ludogen.web.entrants import CLOSED, champion_of, entrants, open_player, resolved, strengths_of

GAMES = ("othello", "checkers", "go:size=5")


@pytest.fixture
def runs(tmp_path: Path) -> Path:
    """A folder of runs, with a run and, beside the folder, another one that is out of reach."""
    for folder in (tmp_path / "runs" / "mine", tmp_path / "secret"):
        with new_store(folder, 4) as store:
            store.on_generation(with_real_champion(0))
    (tmp_path / "runs" / "way").symlink_to(tmp_path / "secret")
    (tmp_path / "secret.safetensors").write_bytes(b"x")
    (tmp_path / "runs" / "out.safetensors").symlink_to(tmp_path / "secret.safetensors")
    return tmp_path / "runs"


@pytest.mark.parametrize("game", GAMES)
def test_everybody_who_is_offered_can_play_at_each_strength(game: str, tmp_path: Path) -> None:
    rules = parse_game(game)
    offered = entrants(rules, tmp_path)
    assert {"random", "greedy", "material"} <= {entrant.name for entrant in offered}
    for entrant in offered:
        assert entrant.title
        assert entrant.name not in CLOSED
        for _, options in strengths_of(entrant.name, rules, tmp_path) or [("", "")]:
            name = f"{entrant.name}:{options}" if options else entrant.name
            assert open_player(name, rules, tmp_path).name


def test_every_kind_of_player_is_offered_or_closed() -> None:
    offered = {entrant.name for game in GAMES for entrant in entrants(parse_game(game), Path("nowhere"))}
    missing = set(PLAYERS) - offered - set(CLOSED)
    assert missing <= {"gnugo", "rhino"}  # where they are not installed
    assert set(shipped_champions()) <= offered


def test_runs_are_named_within_their_folder(runs: Path) -> None:
    checkers = parse_game("checkers")
    assert "runs/mine" in {entrant.name for entrant in entrants(checkers, runs)}
    champion = champion_of("runs/mine@0", runs)
    assert champion is not None
    assert champion.game == "checkers"
    assert resolved("runs/mine:depth=2", checkers, runs) == f"{runs.resolve() / 'mine'}:depth=2"


@pytest.mark.parametrize(
    "name",
    [
        "gtp",
        'gtp:command="touch x"',
        "gtp:command=ls",
        " gtp:command=ls",
        "/etc/passwd",
        "../secret",
        "runs/../secret",
        "runs/..",
        "runs/",
        "runs/.hidden",
        "runs//etc",
        "runs/way",
        "runs/way@0",
        "runs/out.safetensors",
        "runs/mine@0/../../secret",
        "runs/mine\x00",
        "runs/mine\n",
        '"runs/mine"',
        "secret.safetensors",
        "champions/../anaconda",
        "x" * 100_000,
        "",
        "human",
    ],
)
def test_what_reaches_further_is_refused(runs: Path, name: str) -> None:
    for game in GAMES:
        with pytest.raises(LudogenError) as refused:
            open_player(name, parse_game(game), runs)
        assert len(str(refused.value)) < 1000


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("positional:depth=11", "0..10 are allowed"),
        ("positional:depth=1e9", "0..10 are allowed"),
        ("positional:seconds=3600", "0..10 are allowed"),
        ("positional:nodes=99999999999", "are allowed"),
        ("positional:tables=true", "not for the page"),
        ("positional:search=other", "not for the page"),
        ("positional:depth", "KEY=VALUE"),
        ('positional:search="strong"', "KEY=VALUE"),
        ("positional:", "KEY=VALUE"),
        ("random:depth=2", "depth"),
        ("frankland:alpha=champions/x", "KEY=VALUE"),
        ("frankland:alpha=anaconda", "not for the page"),
        ("frankland:population=10000", "0..500 are allowed"),
        ("frankland:generations=1000000", "0..10000 are allowed"),
        ("frankland:look=2", "0..1 are allowed"),
        ("frankland:seconds=60", "0..10 are allowed"),
    ],
)
def test_options_are_bounded(tmp_path: Path, name: str, said: str) -> None:
    with pytest.raises(PlayerNameError, match=said):
        open_player(name, parse_game("othello"), tmp_path)


@pytest.mark.parametrize(
    ("options", "seconds"),
    [("", 10), (":generations=10000", 10), (":seconds=0,population=500", 10), (":seconds=0.1,generations=10000", 0.1)],
)
def test_a_run_for_every_move_always_ends_after_seconds(tmp_path: Path, options: str, seconds: float) -> None:
    player = open_player(f"frankland{options}", parse_game("othello"), tmp_path)
    assert isinstance(player, OnlinePlayer)
    assert player.seconds == seconds


def test_a_wide_board_is_not_searched_deep(tmp_path: Path) -> None:
    with pytest.raises(PlayerNameError, match=r"0\.\.3 are allowed"):
        open_player("material:depth=4", parse_game("go"), tmp_path)


def test_damaged_runs_are_not_offered(runs: Path) -> None:
    shutil.copytree(runs / "mine", runs / "broken")
    (runs / "broken" / "run.db").write_bytes(b"nonsense" * 1000)
    assert "runs/broken" not in {entrant.name for entrant in entrants(parse_game("checkers"), runs)}
