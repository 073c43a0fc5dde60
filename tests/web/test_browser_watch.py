"""Watch in real Chromium: a match to its end, its numbers, its hands, a pause, and the matches of an earlier server."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("fastapi")
pytest.importorskip("playwright.sync_api")

from playwright.sync_api import expect

from riverboat.arena import run_match


def start(page: Any, agents: list[str], game: str, hands: int, seed: int, **more: str) -> None:
    """Fill the form and start."""
    page.goto("/watch")
    players = page.locator(".watch-form .player-row")
    expect(players).to_have_count(2)
    for _ in agents[2:]:
        page.get_by_role("button", name="Add a player").click()
    for place, agent in enumerate(agents):
        write_code(players.nth(place), agent)
    write_code(page.locator(".watch-form > div", has=page.get_by_label("Game: code")), game)
    page.get_by_label("Hands", exact=True).fill(str(hands))
    page.get_by_label("Seed").fill(str(seed))
    if "never" in more:
        page.get_by_label("keep the same players for the whole match").check()
    if "session" in more:
        page.get_by_label("Hands per session").fill(more["session"])
    page.get_by_role("button", name="Start the match").click()
    page.wait_for_url(re.compile(r"/watch/[0-9a-f]{16}$"))


def write_code(picker: Any, text: str) -> None:
    """Under "details" of a picker."""
    picker.locator("summary").click()
    picker.get_by_label(re.compile(": code$")).fill(text)
    picker.get_by_label(re.compile(": code$")).press("Tab")


def signed(number: float, digits: int) -> str:
    text = f"{abs(number):,.{digits}f}"
    return text if not re.search("[1-9]", text) else ("−" if number < 0 else "+") + text


def test_a_match_of_a_thousand_hands_to_its_end(
    page: Any, screenshots: Callable[[Any, str], None], shifted: Callable[[], float]
) -> None:
    agents = ["always_raise", "random"]
    start(page, agents, "holdem(betting=limit)", 1000, 7)
    head = page.get_by_role("region", name="Match", exact=True)
    expect(head).to_contain_text("finished", timeout=60_000)
    expect(head).to_contain_text("1,000 of 1,000 hands")
    assert shifted() < 0.1
    result = run_match(agents, "holdem(betting=limit)", 1000, seed=7, session=100)
    rows = page.locator(".watch-winnings tbody tr")
    expect(rows).to_have_count(2)
    for row, player in zip(rows.all(), result.players, strict=True):
        cells = [cell.inner_text() for cell in row.locator("th, td").all()]
        mbb, sb, chips = player.mbb, player.sb, player.chips
        assert cells == [
            {"always_raise": "Raiser", "random": "Random"}[player.name],
            "1,000",
            f"{signed(mbb.mean, 1)} ± {mbb.margin():,.1f}",
            f"{signed(sb.mean, 4)} ± {sb.margin():,.4f}",
            f"{signed(chips.mean, 2)} ± {chips.margin():,.2f}",
            "0",
        ]
    vpip = page.locator(".watch-indicators tr", has_text="VPIP")
    done, opportunities = result.players[1].indicators.sample("vpip")
    expect(vpip.locator("td").nth(1)).to_contain_text(f"{100 * done / opportunities:.1f} %")
    expect(page.locator(".js-plotly-plot .scatterlayer .trace")).to_have_count(6)  # a line and two edges for each
    expect(page.locator(".watch-command")).to_contain_text("riverboat match always_raise random")

    with page.expect_download() as saved:
        page.get_by_role("button", name="CSV").nth(1).click()
    lines = Path(saved.value.path()).read_text(encoding="utf-8").splitlines()
    assert [line.split(",")[0] for line in lines] == ["Player", "Raiser", "Random"]

    hands: list[Any] = []
    run_match(agents, "holdem(betting=limit)", 1000, seed=7, session=100, record=hands.extend)
    panel = page.get_by_role("region", name="Hands")
    expect(panel).to_contain_text("of 1,000")
    page.get_by_role("button", name="Last hand").click()
    expect(page.get_by_label("Number of the hand")).to_have_value("1000")
    expect(panel.locator(".rp")).to_have_attribute("aria-label", "Replay of hand 1000")
    winner = max(range(2), key=lambda place: hands[999].payoffs[place])
    expect(panel.locator(".chosen")).to_contain_text(
        {"always_raise": "Raiser", "random": "Random"}[hands[999].players[winner]]
    )
    expect(panel.locator(".rp-name").filter(has_text="Raiser")).to_have_count(1)
    page.get_by_label("Number of the hand").fill("500")
    page.get_by_label("Number of the hand").press("Enter")
    expect(panel.locator(".rp")).to_have_attribute("aria-label", "Replay of hand 500")
    page.get_by_label("Hands per second").fill("6")
    page.get_by_role("button", name="▶ Play").click()
    expect(page.get_by_label("Number of the hand")).to_have_value(re.compile("50[4-9]"), timeout=20_000)
    page.get_by_role("button", name="Pause").click()
    with page.expect_download() as download:
        page.get_by_role("link", name="ACPC log").click()
    assert download.value.suggested_filename.endswith(".log")
    lines = Path(download.value.path()).read_text().splitlines()
    assert sum(line.startswith("STATE:") for line in lines) == 1000

    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    screenshots(page, "watch-match")
    page.get_by_role("link", name="← All matches").click()
    expect(page.locator(".watch-list tbody tr")).to_have_count(1)
    screenshots(page, "watch")
    page.set_viewport_size({"width": 390, "height": 844})
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_learning_curve(page: Any, screenshots: Callable[[Any, str], None]) -> None:
    page.goto("/watch")
    page.get_by_label("keep the same players for the whole match").check()
    expect(page.get_by_label("Hands per session")).to_be_disabled()
    agents = ["always_raise", "random"]
    start(page, agents, "holdem(betting=limit)", 600, 7, never="yes")
    head = page.get_by_role("region", name="Match", exact=True)
    expect(head).to_contain_text("finished", timeout=60_000)
    expect(head).to_contain_text("the same players for the whole match")
    result = run_match(agents, "holdem(betting=limit)", 600, seed=7, session=None, block=60)
    assert result.learning is not None
    chart = page.get_by_role("img", name="Winnings by block of hands")
    expect(chart.locator(".scatterlayer .trace")).to_have_count(6)  # a line and two edges for each
    drawn = chart.evaluate("element => element.data.filter((trace) => trace.name).map((trace) => trace.y)")
    for line, player in zip(drawn, result.learning.players, strict=True):
        assert line == pytest.approx([mean.mean / 10 for mean in player.curve])
    first = page.locator(".watch-learning tbody tr").first
    early = result.learning.players[0].early.scaled(1 / 10)
    expect(first).to_contain_text(f"{early.mean:+.4f} ± {early.margin():.4f}")
    expect(page.locator(".watch-command")).to_contain_text("--session never --block 60")
    screenshots(page, "watch-learning")


@pytest.mark.slow
@pytest.mark.console("killed")
def test_pause_kill_the_server_and_go_on(page: Any, server: Any) -> None:
    agents = ["always_call", "random", "always_raise"]
    start(page, agents, "leduc(players=2)", 24_000, 3)
    head = page.get_by_role("region", name="Match", exact=True)
    expect(head).to_contain_text(re.compile(r"[1-9],?\d+ of 72,000 hands · [\d,.]+ per second"), timeout=60_000)
    page.get_by_role("button", name="Pause", exact=True).first.click()
    expect(head).to_contain_text("paused", timeout=30_000)
    address = page.url
    server.kill()
    server.start()
    page.goto("/watch")
    page.get_by_role("link", name="Caller v Random v Raiser").click()
    assert page.url == address
    expect(head).to_contain_text("paused")
    page.get_by_role("button", name="Resume").click()
    expect(head).to_contain_text("playing", timeout=30_000)
    server.kill()
    server.start()
    page.goto(address)
    expect(head).to_contain_text("finished", timeout=240_000)
    result = run_match(agents, "leduc(players=2)", 24_000, seed=3, session=100)
    table = page.locator(".watch-crosstable tbody tr").first.locator("td")
    cell = result.crosstable["always_call", "random"].scaled(1000 / result.players[0].units.big_blind)
    expect(table.nth(1)).to_have_text(f"{signed(cell.mean, 1)} ± {cell.margin():,.1f}")
    expect(page.get_by_role("region", name="Hands")).to_contain_text("of 72,000")
    page.get_by_role("button", name="Delete").click()
    expect(page.get_by_text("No matches yet.")).to_be_visible()


@pytest.mark.console("refused")
def test_tournaments_and_what_cannot_be(page: Any, screenshots: Callable[[Any, str], None]) -> None:
    page.goto("/watch")
    first = page.locator(".watch-form .player-row").first
    write_code(first, "/etc/passwd")
    page.get_by_role("button", name="Start the match").click()
    expect(page.get_by_role("alert")).to_contain_text("expected one of always_call")
    first.get_by_label("Player: code").fill("random")
    first.get_by_label("Player: code").press("Tab")
    page.get_by_role("combobox", name="Mode").select_option("tournament")
    page.get_by_label("Minimum hands").fill("300")
    page.get_by_label("Entrants").fill("6")
    page.get_by_label("Hands per level").fill("4")
    page.get_by_role("combobox", name="Betting").select_option("no-limit")
    screenshots(page, "watch-form")
    page.get_by_role("button", name="Start the match").click()
    head = page.get_by_role("region", name="Match", exact=True)
    head.wait_for()
    expect(page.locator(".notice.bad")).to_have_count(0)  # what was wrong with the form is over
    expect(head).to_contain_text("finished", timeout=60_000)
    expect(page.get_by_role("heading", name="Places")).to_be_visible()
    expect(page.locator(".watch-winnings thead")).to_contain_text("buy-ins/tournament")
    screenshots(page, "watch-tournament")
    page.get_by_role("link", name="New match like this").click()
    expect(page.get_by_role("button", name="Player: Random").first).to_be_visible()
    expect(page.get_by_label("Hands per level")).to_have_value("4")
    expect(page.get_by_label("Entrants")).to_have_value("6")
    expect(page.get_by_label("Seed")).to_have_value("2")


def test_buy_ins_of_single_players_reach_the_match(page: Any) -> None:
    page.goto("/watch")
    write_code(page.locator(".watch-form .player-row").first, "rules(play=0.3)")
    page.get_by_role("combobox", name="Mode").select_option("ring")
    page.get_by_label("Hands of all seasons").fill("20")
    page.get_by_text("Buy-ins of single players").click()
    page.get_by_label("Buy-in of Sofia (play 0.3)").fill("25")
    page.get_by_label("Buy-in of Caller").fill("40")
    page.get_by_role("button", name="Start the match").click()
    head = page.get_by_role("region", name="Match", exact=True)
    expect(head).to_contain_text("finished", timeout=60_000)
    page.get_by_role("link", name="New match like this").click()
    page.get_by_text("Buy-ins of single players").click()
    expect(page.get_by_label("Buy-in of Sofia (play 0.3)")).to_have_value("25")
    expect(page.get_by_label("Buy-in of Caller")).to_have_value("40")
