"""The Play page in real Chromium: twenty hands against Poki with mouse and keyboard, a killed server, other games."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import httpx
import pytest


def table_id(page: Any) -> str:
    found: str = page.url.rpartition("/")[2]
    return found


def open_quick(page: Any, title: str) -> None:
    """Open a table with one click."""
    page.goto("/play")
    page.get_by_role("button", name=re.compile(f"^{title}")).click()
    page.wait_for_url(re.compile("/play/[0-9a-f]+$"))


def wait_for_turn(page: Any, timeout: int = 60_000) -> None:
    page.wait_for_selector(".actions.asked", timeout=timeout)


def hand_number(page: Any) -> int:
    said = page.locator(".log .hand").last.text_content()
    return int(said.split()[1])


def stacks_shown(page: Any) -> list[int]:
    texts = page.locator(".seat .stack").all_text_contents()
    return [int(text.replace(",", "")) for text in texts if text]


@pytest.mark.parametrize("hands", [5, pytest.param(20, marks=pytest.mark.slow)])
def test_hands_against_poki_with_mouse_and_keyboard(
    page: Any, server: Any, screenshots: Callable[[Any, str], None], hands: int
) -> None:
    """Chips on the screen are the server's, and their sum never changes."""
    page.goto("/play")
    page.wait_for_selector(".quick")
    screenshots(page, "play-lobby")
    setup = {
        "title": "Poki", "game": "holdem(betting=limit)", "pace": 0.02, "auto_deal": False,
        "chairs": [{"kind": "human"}, {"kind": "bot", "agent": "poki"}],
    }  # fmt: skip
    page.evaluate(
        """async (setup) => {
            const { openTable } = await import("/static/play/lobby.js");
            await openTable(setup);
        }""",
        setup,
    )
    page.wait_for_url(re.compile("/play/[0-9a-f]+$"))
    name = table_id(page)
    decisions = 0
    for number in range(1, hands + 1):
        page.wait_for_selector(".tools button:has-text('Deal'):not([disabled])")
        if number % 2:
            page.keyboard.press("d")
        else:
            page.get_by_role("button", name="Deal", exact=True).click()
        while True:
            page.wait_for_function(
                "number => document.querySelector('.actions.asked') || "
                "[...document.querySelectorAll('.log .won')].at(-1)?.dataset.hand === String(number)",
                arg=number,
                timeout=120_000,  # first use: the players build their tables
            )
            if not page.locator(".actions.asked").count():
                break
            decide(page, decisions)
            decisions += 1
        if number == 3:
            page.wait_for_function("() => document.querySelector('.score .big')")
            screenshots(page, "play-after-hand")
        info = httpx.get(f"{server.address}/api/tables/{name}").json()
        assert info["hand"] == number
        assert stacks_shown(page) == [seat["stack"] for seat in info["seats"]]
        assert sum(stacks_shown(page)) == sum(seat["bought"] for seat in info["seats"])
    assert decisions >= hands
    page.wait_for_function(
        "hands => document.querySelector('.score .big')?.textContent.includes(`${hands} hands`)", arg=hands
    )
    page.get_by_role("button", name="Replay").click()
    page.wait_for_selector("dialog.replay .rp")
    page.keyboard.press("Escape")


def test_a_split_pot_is_said(page: Any) -> None:
    """Nobody wins a chip, and still the log and the summary say how the hand ended."""
    page.goto("/play")
    log, summary = page.evaluate("""async () => {
        const { makeLog, makeSummary } = await import("/static/play/side.js");
        const table = { chairs: [{ name: "You" }, { name: "Poki" }], streets: [["preflop", 0]] };
        const over = { won: { 0: 0, 1: 0 }, words: { 0: "a straight", 1: "a straight" }, action_odds: [] };
        const parts = [makeLog(), makeSummary(() => {})];
        for (const part of parts) part.update(table, { hand: 7, street: 0, did: [], board: [], over });
        return parts.map((part) => [...part.root.querySelectorAll("li, td")].map((each) => each.textContent));
    }""")
    assert log == ["Hand 7", "The pot is split"]
    assert summary == ["You", "split", "a straight", "Poki", "split", "a straight"]


def decide(page: Any, number: int) -> None:
    """Act by mouse and by keyboard in turns."""
    before = page.evaluate("() => document.querySelectorAll('.log li').length")
    kind = number % 4
    if kind == 0:
        page.keyboard.press("c")
    elif kind == 1:
        page.locator(".act.call").click()
    elif kind == 2 and page.locator(".act.raise").is_enabled():
        page.keyboard.press("r")
    elif kind == 3 and number % 8 == 3 and page.locator(".act.fold").is_enabled():
        page.locator(".act.fold").click()
    else:
        page.keyboard.press("c")
    page.wait_for_function("before => document.querySelectorAll('.log li').length !== before", arg=before)


@pytest.mark.console("killed")
def test_the_server_is_killed_in_the_middle_of_a_hand_and_the_page_goes_on(page: Any, server: Any) -> None:
    """`kill -9`, a new start on the same folder, and nothing at the table has changed."""
    open_quick(page, "Poki")
    wait_for_turn(page, 120_000)
    for _ in range(30):
        if page.locator(".board .card").count() >= 3:
            break
        page.keyboard.press("c")
        page.wait_for_timeout(300)
        wait_for_turn(page)
    page.wait_for_timeout(300)
    seen = "() => [...document.querySelectorAll('.mine .card, .board .card, .stack, .pot')].map(e => e.textContent)"
    before = page.evaluate(seen)
    server.kill()
    page.wait_for_selector(".badge.warn")
    server.start()
    page.wait_for_selector(".badge.good", timeout=30_000)
    wait_for_turn(page, 120_000)
    assert page.evaluate(seen) == before
    log = page.locator(".log li").count()
    page.keyboard.press("c")
    page.wait_for_function("count => document.querySelectorAll('.log li').length > count", arg=log)
    info = httpx.get(f"{server.address}/api/tables/{table_id(page)}").json()
    assert sum(seat["stack"] for seat in info["seats"]) + info["pot"] == 2000
    # A seat that is opened in a second window moves there.
    second = page.context.new_page()
    second.goto(page.url)
    wait_for_turn(second)
    page.wait_for_selector(".badge.bad:has-text('another window')")
    second.keyboard.press("c")
    second.wait_for_function("() => document.querySelector('.log').textContent.includes('You')")
    second.close()


def test_no_limit_six_handed_nothing_jumps_and_a_watcher_sees_no_card(
    page: Any, server: Any, browser: Any, screenshots: Callable[[Any, str], None]
) -> None:
    """Jumps by the browser's own count of layout shifts. How long its tasks take, `riverboat bench pages` tells."""
    open_quick(page, "Six-handed no-limit")
    wait_for_turn(page, 120_000)
    page.evaluate(
        """() => {
            window.shift = 0;
            const add = (each) => { if (!each.hadRecentInput) window.shift += each.value; };
            new PerformanceObserver((list) => list.getEntries().forEach(add))
              .observe({ type: "layout-shift", buffered: false });
        }"""
    )
    for _ in range(3):
        wait_for_turn(page)
        page.keyboard.press("c")
        page.wait_for_timeout(700)
    assert page.evaluate("() => window.shift") < 0.02
    wait_for_turn(page)  # between two hands nobody has cards
    watch_without_a_key(page, server, browser, "Sofia")
    field = page.locator(".sizes input[type=number]")
    while not field.is_visible():  # somebody is all-in: nothing to raise
        page.keyboard.press("f")
        page.wait_for_timeout(700)
        wait_for_turn(page)
    page.keyboard.press("4")
    amount, most = int(field.input_value()), int(field.get_attribute("max"))
    page.keyboard.press("ArrowUp")
    assert int(field.input_value()) > amount or amount == most
    page.wait_for_function("() => document.querySelector('.odds b').textContent !== '–'", timeout=60_000)
    screenshots(page, "play-six")
    for width in (1440, 390):
        page.set_viewport_size({"width": width, "height": 844})
        assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    page.keyboard.press("Enter")
    page.wait_for_function("() => document.querySelector('.log').textContent.includes('You')")


def test_cards_are_chosen_in_a_draw_game(page: Any, server: Any, screenshots: Callable[[Any, str], None]) -> None:
    open_quick(page, "Triple draw")
    wait_for_turn(page, 120_000)
    for _ in range(12):
        if page.locator(".pick").count():
            break
        page.keyboard.press("c")
        page.wait_for_timeout(200)
        wait_for_turn(page)
    kept = page.locator(".mine .card").nth(2).get_attribute("aria-label")
    page.locator(".pick").nth(0).click()
    page.keyboard.press("2")
    assert page.locator(".pick.chosen").count() == 2
    screenshots(page, "play-draw")
    page.get_by_role("button", name="Draw 2").click()
    page.wait_for_function("() => document.querySelector('.log').textContent.includes('You draw 2')")
    assert kept in [each.get_attribute("aria-label") for each in page.locator(".mine .card").all()]


def watch_without_a_key(page: Any, server: Any, browser: Any, bot: str) -> None:
    """A second browser sees the table, and no card that is not open."""
    context = browser.new_context(base_url=server.address)
    other = context.new_page()
    other.goto(page.url)
    other.wait_for_selector(f".seat .who:has-text('{bot}')")
    other.wait_for_selector(".hole .card.back")
    assert other.locator(".hole .card:not(.back)").count() == 0
    assert not other.locator(".act.call").is_visible()
    context.close()


@pytest.mark.slow
def test_ten_seats_and_somebody_who_watches(
    page: Any, server: Any, browser: Any, screenshots: Callable[[Any, str], None]
) -> None:
    open_quick(page, "A full ring")
    wait_for_turn(page, 180_000)
    screenshots(page, "play-ring")
    watch_without_a_key(page, server, browser, "Poki")


def test_a_list_of_tables_that_comes_late_costs_nobody_the_seat(page: Any, late: Any) -> None:
    """It was asked for before the table was there, and arrives when its key is already kept."""
    tables = late("/api/tables")
    page.goto("/play")
    tables.wait()
    page.get_by_role("button", name=re.compile("^Six-handed no-limit")).click()
    wait_for_turn(page)
    tables.let_it_come()
    page.reload()
    wait_for_turn(page)
    assert page.locator(".mine .card").count() == 2
