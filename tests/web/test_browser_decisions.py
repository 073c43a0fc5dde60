"""From a replay to the solver in Chromium: a decision is solved, its EV loss is shown, and a session is checked."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

pytest.importorskip("playwright.sync_api")

from playwright.sync_api import expect

PATIENCE = 240_000
"""Milliseconds for a solve: on a new machine the solver is compiled first."""


@pytest.mark.slow
def test_a_decision_of_a_replay_is_solved(page: Any, screenshots: Callable[[Any, str], None], folded_nuts: str) -> None:
    """Bob folds quads to a bet of 100 into 100: the Study page says that this cost 200 chips."""
    page.goto("/review")
    page.locator("input[type=file]").set_input_files(
        files=[{"name": "duel.phh", "mimeType": "text/plain", "buffer": folded_nuts.encode()}]
    )
    page.locator(".rp-step", has_text="Bob folds").click(timeout=PATIENCE)
    page.keyboard.press("s")
    dialog = page.get_by_role("dialog", name="Study this decision")
    expect(dialog).to_contain_text("bet 100; then fold")
    screenshots(page, "decision-dialog")
    dialog.get_by_label("Source of: Range of the opponent").select_option("shipped All hands")
    dialog.get_by_role("button", name="Solve").click()
    judged = page.locator(".train-judgement")
    expect(judged).to_contain_text("EV lost: 200 chips", timeout=PATIENCE)
    expect(judged).to_have_attribute("data-verdict", "mistake")
    expect(page.locator("table.range td[aria-selected=true]").first).to_contain_text("77")
    screenshots(page, "decision-study")
    # The whole session of Bob: one decision on the river, with its own button to the same place.
    page.goto("/review?player=Bob")
    page.get_by_role("button", name="Check the decisions").click()
    table = page.get_by_role("region", name="Costliest decisions")
    expect(table).to_contain_text("100.00 bb", timeout=PATIENCE)
    screenshots(page, "decision-session")
    table.get_by_role("button", name="Study the decision").first.click()
    expect(page.get_by_role("dialog", name="Study this decision")).to_be_visible()
    page.get_by_role("button", name="Close").click()
    # A report that is shown in the room asks the page around it.
    page.goto("/review?player=Bob")
    page.get_by_role("button", name="Make the report").click()
    report = page.frame_locator("iframe")
    report.locator("details.swing summary").first.click(timeout=PATIENCE)
    report.locator(".rp-step", has_text="Bob folds").first.click()
    report.get_by_role("button", name="Study this decision").click()
    expect(page.get_by_role("dialog", name="Study this decision")).to_contain_text("bet 100; then fold")
