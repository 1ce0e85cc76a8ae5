"""`ludogen tables` as a user types it."""

import pytest
from typer.testing import CliRunner

from ludogen.cli.tables import tables
from ludogen.errors import InvalidInputError


def test_build_and_show(tmp_path_factory: pytest.TempPathFactory) -> None:
    folder = str(tmp_path_factory.mktemp("cache"))
    runner = CliRunner(env={"LUDOGEN_CACHE": folder, "COLUMNS": "100"})
    none = runner.invoke(tables, ["show", "checkers"])
    assert none.exit_code == 1
    assert "'ludogen tables build checkers' makes them" in none.output
    built = runner.invoke(tables, ["build", "checkers", "--pieces", "2", "--threads", "1"])
    assert built.exit_code == 0, built.output
    assert "3,488 positions in" in built.output
    assert "nothing to do" in runner.invoke(tables, ["build", "checkers", "--pieces", "2"]).output
    shown = runner.invoke(tables, ["show", "checkers"]).output
    assert all(word in shown for word in ("K v M", "868", "331", "531", "longest win", "4 of 41 classes", folder))


@pytest.mark.parametrize("command", ["build", "show"])
def test_only_checkers_has_tables(command: str) -> None:
    wrong = CliRunner().invoke(tables, [command, "othello"])
    assert isinstance(wrong.exception, InvalidInputError)
    assert "'othello'" in str(wrong.exception)
