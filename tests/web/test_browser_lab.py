"""The laboratory in real Chromium: the list, an entry with its numbers and pictures, and running one again."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("fastapi")
pytest.importorskip("playwright.sync_api")

from playwright.sync_api import expect

from riverboat.lab import Size, entry_ids, find_entry, run_entry
from riverboat.lab.results import Results


@pytest.fixture(autouse=True)
def results(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Results:
    """A folder of results for the server, which starts after this."""
    monkeypatch.setenv("RIVERBOAT_STATE", str(tmp_path / "state"))
    kept = Results()
    for name in ("southey-figure-3", "teofilo-table-20"):
        run_entry(find_entry(name), Size.SMALL, results=kept)
    return kept


def test_published_beside_reproduced(page: Any, screenshots: Callable[[Any, str], None]) -> None:
    page.goto("/lab")
    expect(page.locator(".lab-entry")).to_have_count(len(entry_ids()))
    expect(page.locator(".lab-sum")).to_contain_text(f"{len(entry_ids())} entries")
    expect(page.locator(".lab-entry", has_text="Usability of the PGDL editor")).to_contain_text(
        "3 reproduced, 2 differ"
    )
    left, right = (page.locator(".lab-documents > div").nth(column) for column in (0, 1))
    assert left.bounding_box()["y"] == right.bounding_box()["y"]
    counts = [column.locator(".lab-entry").count() for column in (left, right)]
    assert min(counts) > sum(counts) / 4
    screenshots(page, "lab")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.get_by_role("link", name="Usability of the PGDL editor").click()
    row = page.locator(".lab-values tr", has_text="standard deviation")
    expect(row).to_contain_text("source is wrong")
    expect(row.locator("td").first).to_have_text("76")
    page.goto("/lab/southey-figure-3")
    expect(page.locator("figure svg.chart").first).to_be_visible()
    screenshots(page, "lab-figure")
    page.set_viewport_size({"width": 390, "height": 844})
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_run_again(page: Any, screenshots: Callable[[Any, str], None]) -> None:
    """The shipped result is there at once; a run of one's own stands beside it."""
    page.goto("/lab/billings-table-2-3")
    row = page.locator(".lab-values tr", has_text="ahead on the flop, ahead at the river")
    expect(row.locator("td").nth(0)).to_have_text("449,005")
    expect(page.get_by_role("tab")).to_have_count(0)
    page.get_by_role("button", name="Run", exact=True).click()
    expect(page.get_by_role("tab", name="Your small run")).to_have_attribute("aria-selected", "true", timeout=60_000)
    expect(page.get_by_text("19 numbers and claims as in the shipped result")).to_be_visible()
    expect(page.locator(".lab-verdict")).to_have_text("19 reproduced, 0 differ, 0 cannot be compared")
    expect(row.locator("td").nth(1)).to_have_text("449,005")
    expect(page.get_by_role("button", name="Run", exact=True)).to_be_enabled()
    screenshots(page, "lab-entry")
    page.goto("/lab/southey-figure-4")
    page.get_by_label("Full").check()
    page.get_by_role("button", name="Run", exact=True).click()
    page.get_by_role("button", name="Stop").click()
    expect(page.get_by_text("It was stopped")).to_be_visible(timeout=30_000)
    expect(page.get_by_role("button", name="Run", exact=True)).to_be_enabled()
