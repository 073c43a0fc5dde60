"""Choosing players and games in a real browser: by cards and menus, without a line of code."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from playwright.sync_api import expect

from riverboat.arena.crosstable.shipped import shipped_crosstable, shipped_fields


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
