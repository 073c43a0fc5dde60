"""Flop reports and comparisons over the interface and in Chromium, with real solves."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("fastapi")

from starlette.testclient import TestClient

from riverboat.web import Settings, create_app

Over = Callable[[Any, str], dict[str, Any]]
SPOT = {"board": "", "oop": "AA,KK", "ip": "QQ,A5s", "pot": 100, "stack": 100, "bets": "a"}
RIVER = {"board": "Td9d6hQc2s", "oop": "KJo,54o", "ip": "AA", "pot": 100, "stack": 100, "bets": "a"}


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    with TestClient(create_app(Settings(folder=tmp_path)), base_url="http://127.0.0.1") as found:
        yield found


@pytest.fixture
def idle(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> TestClient:
    """A server whose jobs all wait."""
    monkeypatch.setattr(client.app.state.services.jobs, "_begin_waiting", lambda: None)  # type: ignore[attr-defined]
    return client


def test_an_order_becomes_a_job(idle: TestClient) -> None:
    """A sample of three, each standing for a third of all 22,100 flops; nothing is there before it is solved."""
    client, order = idle, {"spot": SPOT, "sample": 3, "target": 1.0, "node": "x"}
    job = client.post("/api/study/reports", json=order).json()
    assert [weight for _, weight in job["params"]["flops"]] == pytest.approx([22_100 / 3] * 3)
    assert "board" not in job["params"]["spot"]
    report = client.get(f"/api/study/reports/{job['id']}").json()
    assert (report["asked"], report["settings"]["node"]) == (3, "x")
    [line] = client.get("/api/study/reports").json()
    assert (line["flops"], line["done"], line["state"], line["title"]) == (3, 0, "waiting", "3 flops, pot 100")
    assert client.post(f"/api/study/reports/{job['id']}/open", json={"flop": "2c2d2h"}).status_code == 404


def test_the_nodes_of_a_flop_are_offered_with_its_size(idle: TestClient) -> None:
    """All-in or check, once each: four decisions until somebody has called or folded, on each of three streets."""
    found = idle.post("/api/study/reports/tree", json={**SPOT, "raises": "none"}).json()
    assert [(each["path"], each["player"]) for each in found["nodes"]] == [
        ("", "OOP"), ("x", "IP"), ("x/b100", "OOP"), ("b100", "IP"),
    ]  # fmt: skip
    turns, rivers = 49, 49 * 48
    assert found["decisions"] == 4 + 4 * turns + 4 * rivers
    assert 0 < found["memory"] < found["allowed"]
    wrong = idle.post("/api/study/reports/tree", json={**SPOT, "oop": "ZZ"})
    assert (wrong.status_code, "ZZ" in wrong.json()["detail"]) == (400, True)


@pytest.mark.slow
def test_two_flops_are_solved_and_opened(client: TestClient, over: Over) -> None:
    """What both win is the pot, equities add up, and means are weighted; the same flop is opened once."""
    order = {"spot": SPOT, "flops": ["QsJh2s", "Kd8h8d:3"], "target": 1.0, "node": "x"}
    job = client.post("/api/study/reports", json=order).json()
    assert over(client, job["id"])["result"] == {"done": 2, "total": 2}
    report = client.get(f"/api/study/reports/{job['id']}").json()
    # Two of one suit and a third: four suits for the two, three for the other. The weight of the second was given.
    assert [(row["flop"], row["stands_for"]) for row in report["flops"]] == [("QsJh2s", 12.0), ("Kd8h8d", 3.0)]
    for row in report["flops"]:
        assert row["oop"]["ev"] + row["ip"]["ev"] == pytest.approx(100.0, abs=1e-3)
        assert row["oop"]["equity"] + row["ip"]["equity"] == pytest.approx(1.0, abs=1e-6)
        assert math.fsum(row["actions"].values()) == pytest.approx(1.0, abs=1e-6)
        assert list(row["actions"]) == ["x", "b100"]
    weights = [row["weight"] for row in report["flops"]]
    mean = math.fsum(w * row["oop"]["ev"] for w, row in zip(weights, report["flops"], strict=True)) / math.fsum(weights)
    assert report["total"]["oop"]["ev"] == pytest.approx(mean)
    [line] = client.get("/api/study/reports").json()
    assert (line["flops"], line["done"], line["state"]) == (2, 2, "done")
    flop = report["flops"][1]["flop"]
    solve = client.post(f"/api/study/reports/{job['id']}/open", json={"flop": flop}).json()
    assert (solve["kind"], solve["params"]["spot"]["board"]) == ("spot", flop)
    assert client.post(f"/api/study/reports/{job['id']}/open", json={"flop": flop}).json()["id"] == solve["id"]
    assert over(client, solve["id"])["state"] == "done"


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"flops": ["AsKd"]}, "expected three cards"),
        ({"textures": ["shiny"]}, "cannot read"),
        ({"textures": ["monotone,paired"]}, "no flop matches"),
        ({"node": "x/x/2c", "sample": 1}, "expected a path on the flop"),
        ({"spot": {**SPOT, "oop": "AK-QJs"}}, "a dash joins"),
        ({"flops": ["AsKd2c", "AhKd2c"]}, "the same but for the suits"),
    ],
)
def test_wrong_orders_are_refused_in_one_line(idle: TestClient, change: dict[str, Any], said: str) -> None:
    answer = idle.post("/api/study/reports", json={"spot": SPOT, "target": 1.0, **change})
    assert answer.status_code == 400
    assert said in answer.json()["detail"]
    assert "\n" not in answer.json()["detail"]
    assert idle.get("/api/study/reports").json() == []


@pytest.mark.slow
def test_two_solutions_are_compared(client: TestClient, over: Over) -> None:
    """The clairvoyance game, pot-sized: IP calls half of the time; locked to fold, OOP wins the whole pot."""
    solves = []
    for lock in ([], ["b100: f=1"]):
        job = client.post("/api/study/spots", json={"spot": {**RIVER, "lock": lock}, "target": 0.05}).json()
        assert over(client, job["id"])["state"] == "done"
        solves.append(job["id"])
    asked = {"first": solves[0], "second": solves[1]}
    start = client.get("/api/study/compare", params=asked).json()
    first, second = start["sides"][0]["ev"]
    assert (first, second) == pytest.approx((75.0, 100.0), abs=1.0)
    called = client.get("/api/study/compare", params={**asked, "path": "b100"}).json()
    assert called["sides"][1]["frequencies"]["f"] == pytest.approx([0.5, 1.0], abs=0.03)
    assert called["nodes"][0]["actions"] == ["f", "c"]
    wrong = client.get("/api/study/compare", params={**asked, "other": "x"})
    assert wrong.status_code == 400
    assert client.get("/api/study/compare", params={**asked, "second": "0" * 16}).status_code == 404


def test_nodes_are_chosen_and_not_typed(page: Any) -> None:
    """Two sets of sizes on a turn: a bet of each and a river that is dealt, by menus; also the node of a report."""
    from playwright.sync_api import expect

    turn = {"board": "2c2d7h7s", "oop": "AA,QQ", "ip": "KK", "pot": 100, "stack": 100, "raises": "none"}
    solves = []
    for bets in ("50%", "a"):
        job = page.request.post("/api/study/spots", data={"spot": {**turn, "bets": bets}, "target": 1.0}).json()
        solves.append(job["id"])
    page.goto("/study")
    for name in solves:
        while page.request.get(f"/api/jobs/{name}").json()["state"] != "done":
            page.wait_for_timeout(200)
    page.goto(f"/study/compare?first={solves[0]}&second={solves[1]}")
    here = page.locator("#study-panel [role=status]").first
    expect(here).to_have_text("Node: first to act")
    page.get_by_label("Action in the first").select_option(label="Bet 50 (50 %)")
    page.get_by_label("Action in the second").select_option("b100")
    page.get_by_role("button", name="Compare these").click()
    expect(here).to_have_text("Nodes: bet 50; in the second bet 100")
    expect(page.get_by_label("Totals")).to_contain_text("IP: Call")
    page.get_by_role("button", name="← Back").click()
    for _ in range(2):
        page.get_by_role("group", name="Actions of both").get_by_role("button", name="Check").click()
    card = page.get_by_label("Next card")
    expect(card.locator("option")).to_have_count(1 + 48)
    card.select_option(label="10♥")
    expect(here).to_have_text("Node: check, check, 10♥")
    expect(page.get_by_label("Totals")).to_contain_text("EV of OOP")

    page.evaluate("spot => sessionStorage.setItem('study-spot', JSON.stringify(spot))", {**turn, "bets": "50%"})
    page.goto("/study/reports")
    spot = page.get_by_label("Spot; its board does not matter")
    expect(spot.locator("option:checked")).to_have_text("example: Flop (F1)")  # not the turn that is in the form
    expect(page.locator(".estimate")).to_contain_text("127,896 decision nodes")
    spot.select_option("example-R1")
    expect(page.locator(".estimate")).to_contain_text("takes minutes")
    spot.select_option("form")
    node = page.get_by_label("Node to report")
    node.select_option(label="IP after check")
    page.get_by_label("How many").fill("1")
    page.get_by_role("button", name="Solve the flops").click()
    expect(page.locator("#study-panel")).to_contain_text("node: check;")


@pytest.mark.slow
def test_a_report_and_a_comparison_in_a_browser(page: Any, screenshots: Callable[[Any, str], None]) -> None:
    """A report from the form: sorted, filtered by texture and by a cell; a flop opens; its lock is compared with it."""
    from playwright.sync_api import expect

    page.goto("/study/spots")
    page.evaluate("spot => sessionStorage.setItem('study-spot', JSON.stringify(spot))", {**SPOT, "board": "AsKd2c"})
    page.goto("/study/reports")
    page.get_by_label("How many").fill("12")
    page.get_by_label("Target, % of the pot").select_option("2")
    page.get_by_role("button", name="Solve the flops").click()
    rows = page.get_by_label("Flops", exact=True).locator("tbody tr")
    expect(page.locator(".solving [role=status]")).to_contain_text("done · 12 of 12", timeout=400_000)
    expect(rows).to_have_count(12)
    page.get_by_role("button", name="EV OOP").click()
    values = [float(text) for text in rows.locator("td:nth-child(4)").all_inner_texts()]
    assert values == sorted(values, reverse=True)
    screenshots(page, "flop-report")
    page.get_by_label("rainbow", exact=True).check()
    shown = rows.count()
    assert 0 < shown < 12
    page.get_by_role("button", name="All flops").click()
    expect(rows).to_have_count(12)
    cell = page.get_by_label("By the two highest ranks").get_by_role("button").first
    expected = int(cell.get_attribute("aria-label").split(" over ")[1].split()[0])
    cell.click()
    expect(rows).to_have_count(expected)
    for name in ("CSV", "PNG"):
        with page.expect_download() as saved:
            page.get_by_role("button", name=name).last.click()
        assert Path(saved.value.path()).stat().st_size > 100
    page.set_viewport_size({"width": 390, "height": 844})
    assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")
    page.set_viewport_size({"width": 1440, "height": 900})
    rows.first.get_by_role("button").click()
    expect(page.locator("table.range").first).to_be_visible(timeout=240_000)
    page.get_by_role("button", name="Lock this node").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("button", name="Lock").last.click()
    expect(page.get_by_text("1 lock")).to_be_visible(timeout=240_000)
    expect(page.locator("table.range").first).to_be_visible(timeout=240_000)
    page.get_by_role("link", name="Compare with another").click()
    totals = page.get_by_label("Totals")
    expect(totals).to_contain_text("EV of OOP", timeout=60_000)
    expect(page.get_by_label("Difference", exact=True)).to_be_visible()
    screenshots(page, "compare")
    with page.expect_download() as saved:
        page.locator(".compare-body .viewer-tools").get_by_role("button", name="CSV").click()
    assert Path(saved.value.path()).read_text().startswith("hand,first,second,difference")
    page.set_viewport_size({"width": 390, "height": 844})
    assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")
