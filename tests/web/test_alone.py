"""Two servers never play the same tables: the second one is refused, whatever folder it has."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest

from riverboat.cli.app import main
from riverboat.errors import RiverboatError
from riverboat.records.database import open_database
from riverboat.web.alone import alone_with


@pytest.mark.chaos("second servers on one database", 3)
def test_a_second_server_on_one_database_is_refused_and_readers_are_not(
    server: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    database = server.folder / "riverboat.db"
    link = tmp_path / "link.db"
    link.symlink_to(database)
    for name in (str(database), f"sqlite:///{database}", str(link)):
        typed = ["web", "--port", "0", "--folder", str(tmp_path / "other"), "--db", name]
        monkeypatch.setattr(sys, "argv", ["riverboat", *typed])
        with pytest.raises(SystemExit) as stop:
            main()
        said = capsys.readouterr()
        assert stop.value.code == 2
        assert said.out == ""
        assert "another process is using it" in said.err
    with open_database(database, must_exist=True) as found:
        assert found.simulations() == []
    server.kill()
    with alone_with(str(database)) as is_held:  # a killed server leaves no lock
        assert is_held is None


def test_a_lock_in_postgresql_is_lost_with_its_connection(postgres: str) -> None:
    with alone_with(postgres) as is_held:
        assert is_held is not None
        assert is_held()
        with pytest.raises(RiverboatError, match="another server is using it"), alone_with(postgres):
            pass
        with open_database(postgres) as database, database.engine.begin() as connection:
            connection.exec_driver_sql(
                "SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND pid <> pg_backend_pid()"
            )
        assert not is_held()
    with alone_with(postgres):
        pass
