"""Choosing players and games in a real browser: by cards and menus, without a line of code."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from riverboat.arena.crosstable.shipped import shipped_crosstable, shipped_fields
from riverboat.cache import cache_folder


def test_a_table_of_leduc_against_an_equilibrium_without_typing(
    page: Any, screenshots: Callable[[Any, str], None]
) -> None:
    page.goto("/play")
    page.get_by_role("combobox", name="Game", exact=True).select_option("Leduc hold'em")
    betting = page.get_by_role("combobox", name="Betting")
    expect(betting).to_be_disabled()
    expect(betting.locator("option:checked")).to_have_text("fixed")  # it is limit, and not ours to choose
    page.get_by_role("button", name="Player 2: Sofia").click()
    dialog = page.get_by_role("dialog", name="Player 2")
    dialog.get_by_text("more, who do not play this game").click()
    poki = dialog.locator("details .player-card", has_text="Poki").first
    expect(poki).to_be_disabled()  # it plays limit hold'em
    expect(poki).to_contain_text("does not play this game")
    # A rating is shown only if the package has the crosstable that it comes from.
    rated = any("poki" in shipped_crosstable(field).players for field in shipped_fields())
    expect(poki.get_by_text("mbb/hand in the crosstable of")).to_have_count(int(rated))
    screenshots(page, "pickers")
    dialog.get_by_label("Find a player").fill("solves the game when")
    expect(dialog.locator(".player-card")).to_have_count(1)
    dialog.get_by_role("button", name="Nash").click()
    expect(page.get_by_role("button", name="Player 2: Nash")).to_be_focused()
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url("**/play/*")
    page.wait_for_selector(".seat:not(.mine) .card.back, .actions.asked")
    expect(page.locator(".who", has_text="Nash")).to_be_visible()
    expect(page.get_by_role("heading", name="Leduc hold'em against Nash")).to_be_visible()


@pytest.fixture
def unsolved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The tables of this machine without the games that were solved once."""
    folder = tmp_path / "tables"
    folder.mkdir()
    for file in cache_folder().glob("*"):
        if not file.name.startswith("model-equilibrium"):
            (folder / file.name).symlink_to(file)
    monkeypatch.setenv("RIVERBOAT_CACHE", str(folder))


@pytest.mark.slow
def test_a_game_of_52_cards_is_solved_while_the_table_says_how_far_it_is(unsolved: None, page: Any) -> None:
    """Rhode Island hold'em with one bet per round: Nash solves it in front of us, then plays it."""
    page.goto("/games/rhode_island")
    page.get_by_text("More settings").click()
    page.get_by_label("raises").fill("1")
    expect(page.locator(".games-identity")).to_have_text("rhode_island(raises=1)")
    page.locator(".games-actions .picked").click()
    page.get_by_role("dialog").get_by_role("button", name="Nash").click()
    page.get_by_role("button", name="Play it now").click()
    page.wait_for_url("**/play/*")
    said = page.locator(".middle")
    expect(said).to_contain_text(re.compile(r"Nash prepares for this game, \d+ %, once per installation"))
    page.wait_for_selector(".actions.asked", timeout=600_000)
    page.keyboard.press("c")
    expect(page.locator(".place", has_text="BTN")).to_have_count(1)
    expect(page.locator(".place", has_text="BB")).to_have_count(0)  # there are antes, and no blinds
    while not page.locator(".log .won").count():
        page.locator(".actions.asked").or_(page.locator(".log .won")).first.wait_for()
        page.keyboard.press("c")
        page.wait_for_timeout(50)
    thought = page.locator(".summary .decision").first
    expect(thought).to_contain_text("Nash")
