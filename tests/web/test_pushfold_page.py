"""Push or fold on the Study page: its API, and the tab in Chromium."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("fastapi")
pytest.importorskip("playwright.sync_api")

from playwright.sync_api import expect
from starlette.testclient import TestClient

from riverboat.web import Settings, create_app


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    with TestClient(create_app(Settings(folder=tmp_path)), base_url="http://127.0.0.1") as found:
        yield found


def test_two_players_are_answered_at_once(client: TestClient) -> None:
    found = client.post("/api/study/pushfold", json={"stacks": [10, 10]}).json()
    assert found["names"] == ["sb", "bb"]
    assert found["exact"]
    assert [each["all_in"] for each in found["decisions"]] == [[], [0]]
    assert found["decisions"][0]["share"] == pytest.approx(0.583, abs=0.002)
    assert len(found["decisions"][0]["hands"]) == 169


@pytest.mark.parametrize(
    "wrong",
    [
        {"stacks": [10]},
        {"stacks": [10] * 7},
        {"stacks": [0, 10]},
        {"stacks": [10, 10, 10]},
        {"stacks": [10, 10], "payouts": [20, 50]},
        {"stacks": [10, 10], "ante": -1},
    ],
)
def test_what_cannot_be_is_refused(client: TestClient, wrong: dict[str, Any]) -> None:
    assert client.post("/api/study/pushfold", json=wrong).status_code in (400, 422)


def test_the_grid_follows_the_slider_and_four_players_are_a_job(
    page: Any, screenshots: Callable[[Any, str], None]
) -> None:
    page.goto("/study/pushfold")
    expect(page.locator(".pf-share")).to_have_text("SB shoves: 58.3 % of hands", timeout=120_000)
    expect(page.get_by_label("AA: 100.0 % all-in")).to_be_visible()
    expect(page.get_by_label("72o: 0.0 % all-in")).to_be_visible()
    page.get_by_label("Depth in big blinds").fill("1")
    expect(page.locator(".pf-share")).to_have_text("SB shoves: 100.0 % of hands", timeout=60_000)
    page.get_by_label("Decision", exact=True).last.select_option(label="BB calls SB")
    expect(page.locator(".pf-share")).to_contain_text("BB calls SB: 100.0 %")
    screenshots(page, "pushfold")
    page.get_by_label("Players", exact=True).last.select_option("4")
    page.get_by_label("Depth in big blinds").fill("8")
    page.get_by_role("button", name="Solve").click()
    expect(page.locator(".pf-share")).to_have_text(re.compile(r"CO shoves: (2|3)\d\.\d % of hands"), timeout=240_000)
    expect(page.locator(".pf-quality tbody tr")).to_have_count(4)
    expect(page.locator(".pf-quality")).to_contain_text("[")
    page.set_viewport_size({"width": 390, "height": 844})
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
