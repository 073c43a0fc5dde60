"""The table does not cover its own cards and amounts: neither people nor the reader could see them."""

from __future__ import annotations

import shutil
from collections import Counter
from typing import Any

import pytest

from riverboat.web.pictures.scenes import scenes
from riverboat.web.pictures.studio import Viewport, studio

pytest.importorskip("playwright.sync_api", reason="needs playwright")
if not (shutil.which("chromium") or shutil.which("chromium-browser")):
    pytest.skip("needs chromium", allow_module_level=True)

PHONE, SMALL = Viewport(390, 844), Viewport(1016, 728)
ALLOWED = 0.45
"""In em: cards have a margin, and the dealer button is round."""
OVERLAPS = """() => {
  const replayed = document.querySelector(".rp-stage");
  const stage = replayed ?? document.querySelector(".stage");
  const prefix = replayed ? ".rp-" : ".";
  const em = Number.parseFloat(getComputedStyle(stage).fontSize);
  const parts = [];
  const add = (kind, seat, element) => {
    const style = element && getComputedStyle(element);
    if (!element || element.hidden || style.visibility === "hidden" || style.opacity === "0") return;
    const { left, top, right, bottom } = element.getBoundingClientRect();
    if (right > left) parts.push({ kind, seat, left, top, right, bottom });
  };
  stage.querySelectorAll(`${prefix}seat`).forEach((seat, place) => {
    seat.querySelectorAll(`${prefix}card`).forEach((card) => add("card", place, card));
    add("plate", place, seat.querySelector(`${prefix}plate`));
    add("sit", place, seat.querySelector(".sit"));
    if (replayed) add("label", place, seat.querySelector(".rp-label"));
  });
  stage.querySelectorAll(`${prefix}bet`).forEach((bet, place) => add("bet", `bet ${place}`, bet));
  stage.querySelectorAll(`${prefix}board ${prefix}card`).forEach((card) => add("board", "middle", card));
  add("pot", "middle", stage.querySelector(`${prefix}pot`));
  add("dealer", "dealer", stage.querySelector(replayed ? ".rp-button" : ".dealer"));
  const found = [];
  for (const [at, one] of parts.entries()) for (const other of parts.slice(at + 1)) {
    const width = Math.min(one.right, other.right) - Math.max(one.left, other.left);
    const height = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
    if (one.seat !== other.seat && width > 0 && height > 0) {
      found.push([[one.kind, other.kind].sort().join(" and "), Math.min(width, height) / em]);
    }
  }
  return found;
}"""


def covered(count: int, seed: int, windows: tuple[Viewport, ...]) -> Counter[str]:
    """Pairs of parts that lie over each other, with the window; the dealer button lies on a plate."""
    found: Counter[str] = Counter()
    with studio() as room:
        for window in windows:
            room.refresh()
            room.view(window)
            for scene in sorted(scenes(count, seed), key=lambda each: each.surface):
                if scene.surface == "table":
                    room.show_table(scene.frame)
                else:
                    room.show_replayer(scene.frame, scene.step, scene.bottom, open_cards=scene.open_cards)
                pairs: list[Any] = room.tab.evaluate(OVERLAPS)
                found.update(
                    f"{scene.surface} {window}: {pair}"
                    for pair, depth in pairs
                    if depth > ALLOWED and pair != "dealer and plate"
                )
    return found


def test_nothing_is_covered_on_a_phone() -> None:
    assert covered(40, 77, (PHONE,)) == {}


@pytest.mark.slow
def test_nothing_is_covered_in_small_and_large_windows() -> None:
    assert covered(300, 78, (PHONE, SMALL, Viewport(1440, 900))) == {}
