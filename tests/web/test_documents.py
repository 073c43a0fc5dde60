"""Documents: what is put is there, also for the next server, in SQLite and in PostgreSQL."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from pathlib import Path
from time import sleep

import pytest

pytest.importorskip("sqlalchemy")

from riverboat.errors import RiverboatError
from riverboat.records.database import HandDatabase, open_database
from riverboat.web.documents import Documents, new_id


@pytest.fixture(params=["sqlite", "postgres"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[HandDatabase]:
    """Set RIVERBOAT_TEST_POSTGRES to the URL of a database for tests."""
    where: str | Path = tmp_path / "test.db"
    if request.param == "postgres":
        pytest.importorskip("psycopg")
        where = os.environ.get("RIVERBOAT_TEST_POSTGRES", "")
        if not where:
            pytest.skip("needs RIVERBOAT_TEST_POSTGRES")
    with open_database(where) as database:
        yield database


@pytest.fixture
def kind() -> str:
    """A kind that no other test has used: PostgreSQL keeps what is written."""
    return f"test-{new_id()}"


def test_put_get_replace_drop(database: HandDatabase, kind: str) -> None:
    documents = Documents(database.engine)
    assert documents.get(kind, "a") is None
    documents.put(kind, "a", {"x": [1, 2.5, None], "text": "\0 ♠ 'quoted' \\"})
    assert documents.get(kind, "a") == {"x": [1, 2.5, None], "text": "\0 ♠ 'quoted' \\"}
    documents.put(kind, "a", {"x": 2})
    assert documents.get(kind, "a") == {"x": 2}
    assert documents.get(kind + "b", "a") is None
    assert documents.drop(kind, "a")
    assert not documents.drop(kind, "a")
    assert documents.get(kind, "a") is None


def test_another_server_finds_them(database: HandDatabase, kind: str) -> None:
    Documents(database.engine).put(kind, "a", {"x": 1})
    with open_database(database.address) as again:
        assert Documents(again.engine).get(kind, "a") == {"x": 1}


def test_the_last_changed_comes_first(database: HandDatabase, kind: str) -> None:
    documents = Documents(database.engine)
    for name in ("a", "b", "c", "a"):
        documents.put(kind, name, {})
        sleep(0.003)
    documents.put(f"{kind}2", "d", {})
    assert list(documents.all(kind)) == ["a", "c", "b"]


@pytest.mark.parametrize("name", ["", "x" * 65, "a\0b", "a\nb", "\ud800"])
def test_names_that_no_database_takes(database: HandDatabase, kind: str, name: str) -> None:
    documents = Documents(database.engine)
    with pytest.raises(RiverboatError):
        documents.put(kind, name, {})
    assert documents.get(kind, name) is None
    assert not documents.drop(kind, name)


def test_names_are_not_patterns(database: HandDatabase, kind: str) -> None:
    documents = Documents(database.engine)
    documents.put(kind, "a'; drop table web_document; --", {"x": 1})
    assert documents.get(kind, "%") is None
    assert documents.get(kind, "a'; drop table web_document; --") == {"x": 1}


def test_many_threads_write(database: HandDatabase, kind: str) -> None:
    documents = Documents(database.engine)
    failed: list[Exception] = []

    def write(name: str) -> None:
        try:
            for number in range(10):
                documents.put(kind, name, {"number": number})
        except Exception as error:
            failed.append(error)

    threads = [threading.Thread(target=write, args=(name,)) for name in "aabbccdd"]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failed
    assert documents.all(kind) == {name: {"number": 9} for name in documents.all(kind)}
    assert sorted(documents.all(kind)) == ["a", "b", "c", "d"]


def test_ids_are_safe_and_different() -> None:
    made = {new_id() for _ in range(1000)}
    assert len(made) == 1000
    assert all(name.isalnum() and len(name) == 16 for name in made)
