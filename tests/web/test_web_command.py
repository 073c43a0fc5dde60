"""`riverboat web`: what is typed becomes the settings of the server."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

import riverboat.web
from riverboat.cli.app import app
from riverboat.web import Settings


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list[Settings]:
    """The settings of servers that would have been started."""
    settings: list[Settings] = []
    monkeypatch.setattr(riverboat.web, "serve", lambda chosen, ready: settings.append(chosen))
    return settings


def test_limits_are_told_to_the_server(started: list[Settings], tmp_path: Path) -> None:
    typed = ["web", "--folder", str(tmp_path), "--port", "0", "--workers", "3", "--solve-memory", "1.5"]
    assert CliRunner().invoke(app, typed).exit_code == 0
    assert (started[0].workers, started[0].solve_memory, started[0].port) == (3, 1_500_000_000, 0)
    assert (started[0].host, started[0].token) == ("127.0.0.1", "")


def test_another_address_needs_a_token(started: list[Settings], tmp_path: Path) -> None:
    typed = ["web", "--folder", str(tmp_path), "--host", "0.0.0.0", "--workers", "1"]
    assert CliRunner().invoke(app, typed).exit_code == 0
    assert len(started[0].token) >= 24
    assert CliRunner().invoke(app, ["web", "--workers", "0"]).exit_code == 2
