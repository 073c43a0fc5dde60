"""Accessibility by axe-core: no page has a serious finding, in either theme."""

from __future__ import annotations

from typing import Any

import pytest

from riverboat.web.app import PAGES

axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="needs axe-playwright-python")
SERIOUS = ("serious", "critical")
DEEPER = (
    "strategies/build", "games/build", "games/leduc", "lab/billings-table-2-3", "study/ranges", "study/equity",
    "study/pushfold", "study/reports",
)  # fmt: skip
POLAR = {"board": "2c2d7h7s3c", "oop": "AA,QQ", "ip": "KK", "pot": 100, "stack": 100, "bets": "oop: 100%"}


def findings(page: Any) -> list[str]:
    """The serious findings on a page, in both themes."""
    found = []
    for theme in ("light", "dark"):
        page.evaluate("theme => { document.documentElement.dataset.theme = theme; }", theme)
        page.wait_for_timeout(200)  # colours fade
        for each in axe.Axe().run(page).response["violations"]:
            if each["impact"] in SERIOUS:
                where = "; ".join(str(node["target"]) for node in each["nodes"][:4])
                found.append(f"{theme}: {each['id']}: {each['help']}: {where}")
    return found


def finished(page: Any, path: str, order: dict[str, Any] | None = None) -> dict[str, Any]:
    """A job that is over."""
    job: dict[str, Any] = page.request.post(path, data=order).json()
    while job["state"] in ("waiting", "running"):
        page.wait_for_timeout(200)
        job = page.request.get(f"/api/jobs/{job['id']}").json()
    assert job["state"] == "done", job["error"]
    return job


def visit(page: Any, path: str) -> list[str]:
    page.goto(f"/{path}")
    page.wait_for_selector("main h1, main h2, main .panel")
    page.wait_for_load_state("networkidle")
    return [f"/{path}: {each}" for each in findings(page)]


@pytest.mark.parametrize("path", ["", "play"])
def test_home_and_lobby_have_no_serious_finding(page: Any, path: str) -> None:
    assert visit(page, path) == []


@pytest.mark.slow
def test_no_page_has_a_serious_finding(page: Any) -> None:
    page.goto("/play")
    setup = {"game": "holdem(betting=no-limit)", "chairs": [{"kind": "human"}, {"kind": "bot", "agent": "always_call"}]}
    page.evaluate("""async (setup) => (await import("/static/play/lobby.js")).openTable(setup)""", setup)
    page.wait_for_selector(".actions.asked")
    found = [f"a table: {each}" for each in findings(page)]
    match = finished(page, "/api/watch", {"agents": ["random", "always_call"], "game": "kuhn", "hands": 200})
    spots = [finished(page, "/api/study/spots", {"spot": spot, "target": 1.0})["id"]
             for spot in (POLAR, POLAR | {"lock": ["b100: c=1"]})]  # fmt: skip
    session = finished(page, "/api/review/sample")["result"]["simulation"]
    report = finished(page, "/api/review/reports", {"run": session, "methods": ["allin"]})
    made = (f"watch/{match['id']}", f"study/spots/{spots[0]}", f"study/compare?first={spots[0]}&second={spots[1]}",
            f"review/report/{report['id']}", f"train/{spots[0]}", "statistics")  # fmt: skip
    for path in ("", *PAGES, *DEEPER, *made):
        found += visit(page, path)
    page.goto(f"/study/spots/{spots[0]}")
    for tab in ("Graphs", "Compare"):
        page.get_by_role("tab", name=tab).click()
        found += [f"{tab}: {each}" for each in findings(page)]
    page.goto(f"/api/review/reports/{report['id']}/page")
    found += [f"the report itself: {each}" for each in findings(page)]
    assert found == []
