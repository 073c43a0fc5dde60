"""Nobody else on the machine reads the cards: files are the owner's alone, and the deck in play is encrypted."""

from __future__ import annotations

import asyncio
import json
import shutil
import sqlite3
from pathlib import Path
from typing import Any

import httpx
import pytest
from table_players import Person, new_table, sit

from riverboat.errors import RiverboatError
from riverboat.web.private import kept_key, kept_token
from riverboat.web.tables.sealing import Seal


def mode(path: Path) -> int:
    return path.stat().st_mode & 0o777


async def _until_asked(here: Any, name: str, key: str) -> dict[str, Any]:
    async with Person(here.url(f"api/tables/{name}/live", "ws"), key) as ann:
        return await ann.until_asked()


def test_the_database_has_no_readable_deck(here: Any) -> None:
    """Neither the order of the cards nor those of the bot can be found in any file while the hand is played."""
    folder = here.settings.folder
    name = new_table(here.url("").rstrip("/"), game="five_card_draw", bots=["always_call"])
    asyncio.run(asyncio.wait_for(_until_asked(here, name, sit(here.url("").rstrip("/"), name)), 60))
    assert mode(folder) == 0o700
    for file in folder.glob("riverboat.db*"):
        assert mode(file) == 0o600, file
    assert mode(folder / "deck.key") == 0o600
    hand = here.tables.get(name).hand
    stored = sqlite3.connect(folder / "riverboat.db").execute(
        "SELECT body FROM web_document WHERE kind = 'table-now' AND id = ?", (name,)
    )
    body = json.loads(stored.fetchone()[0])
    assert isinstance(body["hand"], str)
    clear = here.tables._seal.open(body["hand"], f"table {name}, hand {body['number']}")
    assert clear["deck"] == bytes(hand.deck).hex()
    for file in folder.glob("riverboat.db*"):
        assert clear["deck"][:20].encode() not in file.read_bytes()


def test_an_open_database_of_an_earlier_version_is_closed_to_others(tmp_path: Path, open_server: Any) -> None:
    folder = tmp_path / "data"
    with open_server(folder):
        pass
    (folder / "riverboat.db").chmod(0o644)
    (folder / "deck.key").chmod(0o644)
    with open_server(folder):
        assert mode(folder / "riverboat.db") == 0o600
        assert mode(folder / "deck.key") == 0o600


def test_with_another_key_the_hand_is_void_and_nobody_loses_a_chip(
    tmp_path: Path, open_server: Any, capfd: pytest.CaptureFixture[str]
) -> None:
    with open_server(tmp_path / "first") as first:
        address = first.url("").rstrip("/")
        name = new_table(address, bots=["always_raise"])
        key = sit(address, name)
        before = asyncio.run(asyncio.wait_for(_until_asked(first, name, key), 60))
        shutil.copytree(tmp_path / "first", tmp_path / "second")
    (tmp_path / "second" / "deck.key").unlink()
    with open_server(tmp_path / "second") as second:
        table = httpx.get(second.url(f"api/tables/{name}")).json()
        assert table["hand"] == before["hand"]
        assert not table["playing"]
        assert [seat["stack"] for seat in table["seats"]] == [seat["bought"] for seat in table["seats"]]
        after = asyncio.run(asyncio.wait_for(_until_asked(second, name, key), 60))
        assert after["hand"] == before["hand"] + 1
    assert "the hand is void" in capfd.readouterr().err


def test_a_deck_cannot_be_put_in_the_place_of_another() -> None:
    seal = Seal(bytes(range(32)))
    sealed = seal.close({"deck": "00"}, "table a, hand 1")
    assert seal.open(sealed, "table a, hand 1") == {"deck": "00"}
    assert sealed != seal.close({"deck": "00"}, "table a, hand 1")
    for other, about in ((seal, "table a, hand 2"), (Seal(bytes(32)), "table a, hand 1")):
        with pytest.raises(RiverboatError, match="cannot be decrypted"):
            other.open(sealed, about)
    with pytest.raises(RiverboatError, match="cannot be decrypted"):
        seal.open("nonsense", "table a, hand 1")


def test_secrets_are_made_once(tmp_path: Path) -> None:
    assert kept_key(tmp_path) == kept_key(tmp_path)
    assert kept_token(tmp_path) == kept_token(tmp_path)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["deck.key", "token"]
    (tmp_path / "deck.key").write_bytes(b"short")
    with pytest.raises(RiverboatError, match="expected 32 bytes"):
        kept_key(tmp_path)
