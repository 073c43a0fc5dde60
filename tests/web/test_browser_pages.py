"""Every page of the application opens by itself, without errors, without the outside, without anything jumping."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("fastapi")
pytest.importorskip("playwright.sync_api")

from playwright.sync_api import expect

from riverboat.web.app import PAGES


def test_every_page_opens_by_itself(page: Any, shifted: Callable[[], float]) -> None:
    """What goes wrong in the console and requests to elsewhere fail the test (see `page`); a shift of 0.1 is good."""
    for name in PAGES:
        page.set_viewport_size({"width": 1440, "height": 900})
        page.goto(f"/{name}")
        expect(page).to_have_title(f"{name.capitalize()} · Riverboat")
        here = page.locator("header nav a[aria-current=page]")
        if name in ("health", "help"):  # by links in the lobby and beside the pages
            expect(here).to_have_count(0)
        else:
            expect(here).to_have_text(name.capitalize())
        page.wait_for_load_state("networkidle")
        assert shifted() < 0.1, name
        page.set_viewport_size({"width": 390, "height": 844})
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), name
    pages = page.get_by_role("navigation", name="Pages")  # on a phone they are folded
    expect(pages).to_be_hidden()
    page.get_by_role("button", name="Menu").click()
    assert pages.evaluate("element => element.scrollWidth <= element.clientWidth")
    pages.get_by_role("link", name="Train").click()
    expect(page).to_have_title("Train · Riverboat")
    expect(pages).to_be_hidden()
    expect(page.get_by_role("button", name="☰ Train")).to_be_visible()


def test_small_tables_are_files_too(page: Any) -> None:
    """Health as CSV and as a picture, the streets of a game as CSV."""

    def saved(where: Any, kind: str) -> bytes:
        with page.expect_download() as download:
            where.get_by_role("button", name=kind, exact=True).click()
        return Path(download.value.path()).read_bytes()

    page.goto("/health")
    page.get_by_role("heading", name="Versions").wait_for()
    lines = saved(page, "CSV").decode().splitlines()
    assert lines[0] == "part,what,value"
    assert any(line.startswith("Versions,riverboat,") for line in lines)
    assert saved(page, "PNG").startswith(b"\x89PNG")
    page.goto("/games/leduc")
    page.get_by_role("tab", name="Streets").wait_for()
    streets = saved(page.get_by_role("tabpanel"), "CSV").decode().splitlines()
    assert streets[0] == "street,down,up,board,cards exchanged,bet,raises"
    assert len(streets) == 3


def test_a_table_as_csv_is_for_programs(page: Any) -> None:
    """Numbers are numbers, a margin has its own column, buttons beside a row are none, formulas stay text."""
    page.goto("/health")
    text = page.evaluate("""async () => {
      const { csv, rowsOf } = await import("/static/show/saving.js");
      document.body.insertAdjacentHTML("beforeend", `<table id="made"><thead><tr><th>Player</th><th>Hands</th>
        <th>bb/100</th><th><span class="sr">Play</span></th></tr></thead><tbody>
        <tr><th>Ann</th><td>1,234</td><td><b>−3.2</b> ± 1,004.1</td><td><button>Play</button></td></tr>
        <tr><th>=1+1</th><td><button>7</button></td><td>–</td><td></td></tr>
        <tr><td colspan="4">both, "together"</td></tr></tbody></table>`);
      return csv(rowsOf(document.getElementById("made")));
    }""")
    assert text.splitlines() == [
        "Player,Hands,bb/100,bb/100 ±",
        "Ann,1234,-3.2,1004.1",
        "'=1+1,7,–,",
        '"both, ""together"""',
    ]


def test_a_page_that_is_not_there_says_so(browser: Any, server: Any) -> None:
    page = browser.new_context(base_url=server.address).new_page()
    page.goto("/watch/none")
    expect(page.get_by_role("alert")).to_contain_text("there is none of that name")
    page.goto("/lab/none")
    expect(page.get_by_role("alert")).to_contain_text("there is none of that name")
    page.context.close()


def test_the_theme_is_remembered(page: Any) -> None:
    page.goto("/lab")
    page.get_by_role("button", name="Dark or light").click()
    chosen = page.evaluate("document.documentElement.dataset.theme")
    page.reload()
    assert page.evaluate("document.documentElement.dataset.theme") == chosen


def test_a_page_that_was_left_adds_nothing_to_the_next(page: Any, late: Any) -> None:
    entries = late("/api/lab")
    page.goto("/lab")
    entries.wait()
    page.get_by_role("link", name="Games", exact=True).click()
    heading = page.get_by_role("heading", level=1)
    expect(heading).to_have_text("Games")
    entries.let_it_come()
    expect(heading).to_have_text("Games")
    assert page.locator(".lab-index").count() == 0
