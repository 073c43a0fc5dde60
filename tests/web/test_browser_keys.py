"""One keyboard for all pages: a checkbox or a blank place never takes the keys away, and `?` lists them."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from playwright.sync_api import expect

from riverboat.arena import run_match
from riverboat.cards import Range
from riverboat.games.hand import Hand
from riverboat.records import write_hands


def test_the_keys_of_a_table_live_after_a_click_on_a_checkbox(page: Any) -> None:
    page.goto("/play")
    setup = {
        "title": "Keys", "game": "kuhn", "pace": 0.0, "auto_deal": False,
        "chairs": [{"kind": "human"}, {"kind": "bot", "agent": "always_call"}],
    }  # fmt: skip
    page.evaluate(
        """async (setup) => (await import("/static/play/lobby.js")).openTable(setup)""",
        setup,
    )
    page.wait_for_url(re.compile("/play/[0-9a-f]+$"))
    boxes = page.locator("input[type=checkbox]:visible")
    boxes.first.wait_for()
    boxes.last.click()  # the colours of the deck
    expect(page.get_by_role("button", name="Deal", exact=True)).to_be_enabled(timeout=30_000)
    page.keyboard.press("d")
    page.wait_for_selector(".actions.asked")
    boxes.last.click()
    page.keyboard.press("c")
    expect(page.locator(".log")).to_contain_text(re.compile("wins?"))
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keys of this page")).to_contain_text("Check or call")
    with page.expect_download() as saved:
        page.get_by_role("dialog").get_by_role("button", name="CSV").click()
    assert "?,This list" in Path(saved.value.path()).read_text(encoding="utf-8").splitlines()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(page.get_by_role("button", name="Deal", exact=True)).to_be_enabled(timeout=30_000)
    page.keyboard.press("d")
    page.wait_for_selector(".actions.asked")
    boxes.last.click()
    page.keyboard.press("Enter")  # it does nothing to a box, so it bets
    expect(page.locator(".log")).to_contain_text("You bet")


def test_hands_turn_and_move_wherever_one_has_clicked(page: Any, tmp_path: Path) -> None:
    hands: list[Hand] = []
    run_match(["random", "always_call"], "holdem(betting=limit)", 4, seed=3, record=hands.extend)
    write_hands(hands, tmp_path / "few.phhs")
    page.goto("/review")
    page.get_by_text("No hands.").wait_for()
    page.locator("input[type=file]").set_input_files(str(tmp_path / "few.phhs"))
    page.get_by_text("are in the database").wait_for(timeout=60_000)
    page.get_by_role("heading", name="4 hands").wait_for()
    said = page.locator(".rp-said")
    said.wait_for()
    first = page.locator(".review-named b").inner_text()
    page.get_by_role("heading", name="4 hands").click()
    page.keyboard.press("n")
    expect(page.locator(".review-named b")).not_to_have_text(first)
    page.keyboard.press("p")
    expect(page.locator(".review-named b")).to_have_text(first)
    page.get_by_label("open cards").click()
    page.get_by_role("heading", name="4 hands").click()
    before = said.get_attribute("data-step")
    page.keyboard.press("ArrowRight")
    expect(said).not_to_have_attribute("data-step", before)
    page.get_by_label("Order").select_option("newest")  # only fields in which one types swallow keys; a menu does not
    expect(page.locator(".review-named b")).not_to_have_text(first)
    newest = page.locator(".review-named b").inner_text()
    page.get_by_label("Order").focus()
    page.keyboard.press("n")
    expect(page.locator(".review-named b")).not_to_have_text(newest)
    page.keyboard.press("p")
    expect(page.locator(".review-named b")).to_have_text(newest)
    page.locator(".review-notes input").first.fill("n")
    assert page.locator(".review-notes input").first.input_value() == "n"  # a field in which one types keeps its keys
    expect(page.locator(".review-named b")).to_have_text(newest)


def test_the_keys_of_a_grid_are_listed_and_work_in_it(page: Any) -> None:
    page.goto("/study/ranges")
    grid = page.locator(".range-grid")
    grid.wait_for()
    page.keyboard.press("?")
    dialog = page.get_by_role("dialog", name="Keys of this page")
    expect(dialog).to_contain_text("paint or erase")
    page.keyboard.press("Escape")
    grid.locator("td").first.focus()
    for key in ("Space", "Shift+ArrowRight", "ArrowDown", "Space"):
        page.keyboard.press(key)
    expect(page.get_by_text("16 combinations")).to_be_visible()  # twice six of a pair, and four of AKs
    expect(page.get_by_label("As text")).not_to_have_value("")
    assert Range(page.get_by_label("As text").input_value()) == Range("AA,KK,AKs")
