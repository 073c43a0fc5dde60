"""`riverboat db`: whatever is changed behind the server's back is found, copies come back, damage stops nobody else."""

from __future__ import annotations

import asyncio
import json
import shutil
import sqlite3
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx
import pytest
from table_players import Person, new_table, sit

from riverboat.cli.app import main
from riverboat.web.alone import alone_with

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def riverboat(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Runs a command: its exit code, output and errors."""

    def run(*typed: object) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", ["riverboat", *map(str, typed)])
        with pytest.raises(SystemExit) as stop:
            main()
        said = capsys.readouterr()
        return int(stop.value.code or 0), said.out, said.err

    return run


def play(server: Any, name: str, key: str, hands: int = 4) -> None:
    async def go() -> None:
        async with Person(server.url(f"api/tables/{name}/live", "ws"), key) as ann:
            await ann.play(hands)

    asyncio.run(asyncio.wait_for(go(), 60))


@pytest.fixture(scope="module")
def left(tmp_path_factory: pytest.TempPathFactory, open_server: Any) -> Path:
    """What a server leaves behind: one table that was played."""
    folder: Path = tmp_path_factory.mktemp("left") / "data"
    with open_server(folder) as server:
        address = server.url("").rstrip("/")
        name = new_table(address, game="holdem(betting=limit)", bots=["always_call"])
        play(server, name, sit(address, name))
    return folder


@pytest.fixture
def folder(left: Path, tmp_path: Path) -> Path:
    """A copy of it, to be damaged."""
    return Path(shutil.copytree(left, tmp_path / "data"))


CHANGES = [
    ("UPDATE game_player SET payoff = payoff + 1 WHERE game = 1 AND position = 0", "payoffs and rake do not add up"),
    ("UPDATE game_player SET payoff = payoff + 2 - 4 * position WHERE game = 0", "are not those of the log"),
    ("DELETE FROM game WHERE game = 1", "missing among its places"),
    ("DELETE FROM game_player WHERE game = 2 AND position = 1", "a player's row is missing"),
    ("UPDATE game SET dealt = substr(dealt, 3) WHERE game = 0", "were not dealt from the deck"),
    ("UPDATE web_hand_log SET entry = replace(entry, 'deal', 'dear') WHERE place = 2", "entry 2 of the hand log"),
    ("DELETE FROM web_hand_log WHERE place = 0", "entry 0 of the hand log"),
    ("UPDATE web_hand_log SET sealed = 'AAAA' WHERE sealed <> ''", "cannot be decrypted"),
    ("UPDATE web_document SET body = 'junk' WHERE kind = 'table-run'", 'document table-run "'),
]


@pytest.mark.chaos("changes behind the server's back", 1)
@pytest.mark.parametrize(("change", "reason"), CHANGES)
def test_what_was_changed_is_found(folder: Path, riverboat: Run, change: str, reason: str) -> None:
    database = folder / "riverboat.db"
    code, out, _ = riverboat("db", "check", "--db", database)
    assert code == 0
    assert "no problem" in out
    with closing(sqlite3.connect(database)) as connection:
        assert connection.execute(change).rowcount
        connection.commit()
    code, out, err = riverboat("db", "check", "--db", database)
    assert code == 2
    assert reason in out
    assert err.count("\n") == 1


def test_chips_that_come_from_nowhere_are_found(folder: Path, riverboat: Run) -> None:
    database = folder / "riverboat.db"
    with closing(sqlite3.connect(database)) as connection:
        name, text = connection.execute("SELECT id, body FROM web_document WHERE kind = 'table-now'").fetchone()
        body = json.loads(text)
        body["seats"][0]["stack"] += 100
        connection.execute(
            "UPDATE web_document SET body = ? WHERE id = ? AND kind = 'table-now'", (json.dumps(body), name)
        )
        connection.commit()
    code, out, _ = riverboat("db", "check", "--db", database, "--json")
    assert code == 2
    (found,) = json.loads(out)["items"]
    assert found["hands"] >= 4
    assert found["commitments"] == found["hands"]
    assert len(found["problems"]) == 1
    assert "Player 0 has" in found["problems"][0]


def test_a_damaged_database_is_one_line(folder: Path, riverboat: Run) -> None:
    database = folder / "riverboat.db"
    data = bytearray(database.read_bytes())
    for at in range(4096, len(data), 4096):
        data[at : at + 200] = b"\xff" * 200
    database.write_bytes(data)
    for command in (("db", "check", "--db", database), ("web", "--port", "0", "--folder", folder)):
        code, _, err = riverboat(*command)
        assert code == 2
        assert err.count("\n") == 1
        assert "Traceback" not in err


def test_a_backup_is_made_while_the_server_plays_and_comes_back(
    tmp_path: Path, open_server: Any, riverboat: Run
) -> None:
    folder, copy = tmp_path / "data", tmp_path / "copy.db"
    database = folder / "riverboat.db"
    with open_server(folder) as server:
        address = server.url("").rstrip("/")
        name = new_table(address, bots=["always_call"])
        key = sit(address, name)
        play(server, name, key)
        assert riverboat("db", "backup", copy, "--db", database)[0] == 0
        before = httpx.get(f"{address}/api/tables/{name}").json()
        play(server, name, key)
    assert copy.stat().st_mode & 0o777 == 0o600
    assert riverboat("db", "backup", copy, "--db", database)[0] == 2  # never overwritten
    assert riverboat("db", "check", "--db", copy, "--folder", folder)[0] == 0
    assert "exists" in riverboat("db", "restore", copy, "--db", database)[2]
    with alone_with(str(database)):
        assert "another process" in riverboat("db", "restore", copy, "--db", database, "--replace")[2]
    code, out, _ = riverboat("db", "restore", copy, "--db", database, "--replace")
    assert code == 0
    assert "riverboat.db.old1" in out
    assert riverboat("db", "check", "--db", f"{database}.old1")[0] == 0
    with open_server(folder) as server:
        assert httpx.get(server.url(f"api/tables/{name}")).json()["hand"] == before["hand"]
        play(server, name, key)
    assert riverboat("db", "check", "--db", database)[0] == 0
    copy.write_bytes(copy.read_bytes()[:5000])
    code, _, err = riverboat("db", "restore", copy, "--db", tmp_path / "new.db")
    assert (code, err.count("\n")) == (2, 1)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["copy.db", "data", "new.db.lock"]


def test_damaged_rows_are_named_and_stop_nothing_else(
    tmp_path: Path, open_server: Any, capfd: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "data"
    with open_server(folder) as server:
        address = server.url("").rstrip("/")
        good, bad, worse = (new_table(address, bots=["always_call"]) for _ in range(3))
        keys = [sit(address, name) for name in (good, bad, worse)]
        for name, key in zip((good, bad, worse), keys, strict=True):
            play(server, name, key, 1)
    with closing(sqlite3.connect(folder / "riverboat.db")) as connection:
        connection.execute("UPDATE web_document SET body = '{}' WHERE kind = 'table-now' AND id = ?", (bad,))
        connection.execute("UPDATE web_document SET body = '{' WHERE kind = 'table-now' AND id = ?", (worse,))
        for kind in (
            "table",
            "table-now",
            "table-score",
            "job",
            "person",
            "game",
            "study_range",
            "study_spot",
            "strategy",
        ):
            for number, body in enumerate(("junk", "{}", "[]", '{"key": 1}')):
                connection.execute("INSERT INTO web_document VALUES (?, ?, '2020', ?)", (kind, f"bad{number}", body))
        connection.commit()
    with open_server(folder) as server:
        tables = httpx.get(server.url("api/tables")).json()
        assert [table["id"] for table in tables] == [good]
        play(server, good, keys[0], 2)
        for page in ("about", "jobs", "people", "health", "study/ranges", "study/drafts", "games/saved", "strategies"):
            assert httpx.get(server.url(f"api/{page}")).status_code == 200, page
    said = capfd.readouterr().err
    for name in (bad, worse, "bad0"):
        assert name in said
