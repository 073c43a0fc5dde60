"""`riverboat web`: what is typed becomes the settings of the server."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

import riverboat.web
from riverboat.cli.app import app, main
from riverboat.cli.web import command
from riverboat.records.database import open_database
from riverboat.web import Settings


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list[Settings]:
    """The settings of servers that would have been started."""
    settings: list[Settings] = []
    monkeypatch.setattr(riverboat.web, "serve", lambda chosen, ready: settings.append(chosen))
    return settings


def test_limits_are_told_to_the_server(started: list[Settings], tmp_path: Path) -> None:
    typed = ["web", "--folder", str(tmp_path), "--port", "0", "--jobs", "3", "--solve-memory", "1.5"]
    assert CliRunner().invoke(app, typed).exit_code == 0
    assert (started[0].workers, started[0].solve_memory, started[0].port) == (3, 1_500_000_000, 0)
    assert started[0].host == "127.0.0.1"


def test_a_token_is_needed_on_this_machine_too_and_stays_the_same(started: list[Settings], tmp_path: Path) -> None:
    """As Jupyter does: another user of this machine, or a web page, cannot guess the address."""
    folder = tmp_path / "data"
    typed = ["web", "--folder", str(folder), "--port", "0"]
    for extra in ([], [], ["--no-token"], ["--token", "my-own-token"]):
        assert CliRunner().invoke(app, typed + extra).exit_code == 0
    first, second, without, own = (settings.token for settings in started)
    assert first == second
    assert len(first) >= 24
    assert (without, own) == ("", "my-own-token")
    assert started[0].address.endswith(f"?token={first}")
    assert (folder / "token").stat().st_mode & 0o777 == 0o600
    assert folder.stat().st_mode & 0o777 == 0o700
    assert CliRunner().invoke(app, [*typed, "--no-token", "--host", "0.0.0.0"]).exit_code != 0


def test_another_address_needs_a_token(started: list[Settings], tmp_path: Path) -> None:
    typed = ["web", "--folder", str(tmp_path), "--host", "0.0.0.0", "--workers", "1"]
    assert CliRunner().invoke(app, typed).exit_code == 0
    assert len(started[0].token) >= 24
    assert CliRunner().invoke(app, ["web", "--jobs", "0"]).exit_code == 2


def refused(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], folder: Path, option: str, value: str
) -> str:
    """The one line that a server says instead of its address."""
    monkeypatch.setattr(sys, "argv", ["riverboat", "web", "--port", "0", "--folder", str(folder), option, value])
    with pytest.raises(SystemExit) as stop:
        main()
    said = capsys.readouterr()
    assert (stop.value.code, said.out, said.err.count("\n")) == (2, "", 1), said.err[-500:]
    return said.err


def test_a_database_that_cannot_be_used_is_refused_before_there_is_an_address(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    junk, nowhere, hands = tmp_path / "junk", tmp_path / "none" / "x.db", tmp_path / "hands.db"
    junk.write_text("no database")
    open_database(hands).close()
    for value, reason in (
        (str(junk), "not a database"),
        (str(nowhere), "unable to open"),
        (f"sqlite:///file:{hands}?mode=ro&uri=true", "readonly database"),
    ):
        assert reason in refused(monkeypatch, capsys, tmp_path / "data", "--db", value)
    assert junk.read_text() == "no database"
    assert not nowhere.parent.exists()


@pytest.mark.parametrize("value", ["nan", "inf", "1e300"])
def test_memory_without_end_is_refused(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    started: list[Settings],
    tmp_path: Path,
    value: str,
) -> None:
    assert "--solve-memory" in refused(monkeypatch, capsys, tmp_path, "--solve-memory", value)
    assert started == []


@pytest.mark.parametrize("watched", [True, False])
def test_the_first_start_says_that_it_takes_longer(
    started: list[Settings],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    watched: bool,
) -> None:
    """Hand ranking is compiled before there is an address: whoever watches is told, and pipes stay silent."""
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "kernels"))
    monkeypatch.setattr(sys.stderr, "isatty", lambda: watched)
    command(folder=tmp_path, port=0)
    assert ("first time" in capsys.readouterr().err) == watched
    assert len(started) == 1
