"""How fast are the pages? In real Chromium: the time until a page is ready, and the longest task during a hand.

A page is ready when its own content has been drawn, in a browser that has never seen it. While hands are played by
keyboard the browser's own trace says what kept it busy for more than 50 ms; shorter tasks it does not list. Needs
playwright and Chromium.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from tempfile import TemporaryDirectory
from typing import Any, Final

from riverboat.bench.harness import Measurement, Peers
from riverboat.bench.web import room
from riverboat.errors import RiverboatError

_PAGES: Final = ("", "play", "watch", "review", "statistics", "study", "train", "strategies", "games", "lab", "help")
_LOADS: Final = 3
_DECISIONS: Final = 30
_GOAL_READY: Final = 1000.0
_GOAL_TASK: Final = 50.0
_READY: Final = """() => new Promise((done) => {
  const look = () => document.querySelector("main")?.innerText.trim()
    ? requestAnimationFrame(() => done(performance.now()))
    : setTimeout(look, 2);
  look();
})"""
_LISTEN: Final = """() => {
  window.tasks = [];
  new PerformanceObserver((list) => window.tasks.push(...list.getEntries().map((each) => each.duration)))
    .observe({ type: "longtask", buffered: false });
}"""


def benchmark(peers: Peers) -> Iterator[Measurement]:
    """Each page, then a table of six."""
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        raise RiverboatError("bench pages: needs playwright (pip install playwright)") from None
    where = shutil.which("chromium") or shutil.which("chromium-browser")
    if where is None:
        raise RiverboatError("bench pages: needs chromium")
    with TemporaryDirectory() as folder, room(folder) as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=where, args=["--no-sandbox"])
        for name in _PAGES:
            took = [_ready(browser, f"{address}/{name}") for _ in range(_LOADS)]
            yield Measurement(f"{name or 'home'}: until it is ready", "ms", min(took), goal=_GOAL_READY)
        yield Measurement(
            f"longest task in {_DECISIONS} decisions (0: none above 50 ms)",
            "ms",
            max(_tasks(browser, address), default=0.0),
            goal=_GOAL_TASK,
        )
        browser.close()


def _ready(browser: Any, address: str) -> float:
    context = browser.new_context()
    tab = context.new_page()
    tab.goto(address, wait_until="commit")
    took: float = tab.evaluate(_READY)
    context.close()
    return took


def _tasks(browser: Any, address: str) -> list[float]:
    """Milliseconds of the long tasks during play."""
    tab = browser.new_page()
    tab.goto(f"{address}/play")
    tab.locator("button", has_text="Six-handed").first.click()
    tab.wait_for_selector(".actions.asked", timeout=120_000)
    tab.evaluate(_LISTEN)
    decisions = 0
    while decisions < _DECISIONS:
        tab.wait_for_selector(".actions.asked, .bust:not([hidden])", timeout=60_000)
        if tab.locator(".actions.asked").count():
            tab.keyboard.press("c")
            decisions += 1
        else:  # who calls everything is soon out of chips
            tab.get_by_role("button", name="Rebuy").click()
        tab.wait_for_timeout(200)
    found: list[float] = tab.evaluate("() => window.tasks")
    return found
