"""The page on which rectangles are corrected, the file that it saves, and the page of the profit curve, in Chromium."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from page_eye import look
from test_browser_sight import new_table
from typer.testing import CliRunner

from riverboat.cli.app import app
from riverboat.cli.json_output import json_document
from riverboat.cli.vision_play import profit_page
from riverboat.vision import Sighting
from riverboat.web.by_sight import ClickLayout, Played, play_by_sight
from riverboat.web.by_sight.browser import open_table


@pytest.fixture
def shown(browser: Any, server: Any, tmp_path: Path) -> tuple[Path, Sighting]:
    """A picture of a table at which we are asked, and what is on it."""
    with open_table(new_table(server, ("always_raise",), game="holdem(betting=limit)"), browser=browser) as table:
        table.tab.wait_for_function("() => !document.querySelector('.tools button:last-of-type').disabled")
        table.deal()
        table.tab.wait_for_selector(".act.fold:not([disabled])")
        picture = tmp_path / "table.png"
        picture.write_bytes(table.picture())
        return picture, look(table)


def button(seen: Sighting, control: str) -> Any:
    return next(each.box for each in seen.buttons if each.control == control)


def test_rectangles_are_corrected_saved_and_clicked(
    browser: Any, server: Any, shown: tuple[Path, Sighting], tmp_path: Path
) -> None:
    """One is moved by keys, one is dragged onto another; play with the file clicks there."""
    picture, seen = shown
    sighting, html = tmp_path / "seen.json", tmp_path / "layout.html"
    sighting.write_text(json.dumps(json_document("sighting", [seen.to_json()])))
    wrote = CliRunner().invoke(app, ["vision", "configure", str(picture), str(sighting), "--html", str(html)])
    assert wrote.exit_code == 0, wrote.output
    tab = browser.new_page(viewport={"width": 1500, "height": 1200})
    wrong: list[str] = []
    tab.on("pageerror", lambda error: wrong.append(str(error)))
    tab.goto(html.as_uri())
    tab.click('.part[data-name="button raise"]')
    for key in ("ArrowRight", "ArrowRight", "ArrowUp", "Shift+ArrowDown"):
        tab.keyboard.press(key)
    box = tab.locator('.part[data-name="button call"]').bounding_box()
    across = button(seen, "fold").centre[0] - button(seen, "call").centre[0]
    tab.mouse.move(box["x"] + 10, box["y"] + 10)
    tab.mouse.down()
    tab.mouse.move(box["x"] + 10 + across, box["y"] + 10, steps=4)
    tab.mouse.up()
    with tab.expect_download() as saving:
        tab.click("#save")
    saved = tmp_path / "layout.json"
    saving.value.save_as(saved)
    tab.close()
    assert wrong == []

    layout = ClickLayout.read(saved)
    corrected, raised = button(layout.on(seen), "raise"), button(seen, "raise")
    moved = (corrected.x - raised.x, corrected.y - raised.y, corrected.width - raised.width)
    assert moved == pytest.approx((2, -1, 0), abs=0.1)
    assert corrected.height - raised.height == pytest.approx(1, abs=0.1)

    url = new_table(server, ("always_raise",), game="holdem(betting=limit)")
    played = play_by_sight("always_call", url, hands=1, eye=look, layout=layout, browser=browser)
    assert played.hands[0] < 0, "the call was clicked where the file says: on the button that folds"
    assert played.hands[0] >= -10, "and so before the flop"


@pytest.mark.parametrize("text", ["", "[]", '{"parts": {"amount": [1, 2]}}', '{"parts": {"amount": ["a", 1, 2, 3]}}'])
def test_other_files_are_no_layouts(text: str, tmp_path: Path) -> None:
    file = tmp_path / "layout.json"
    file.write_text(text)
    answer = CliRunner().invoke(
        app, ["vision", "play", "rules", "--table", "http://127.0.0.1:1/play/x", "--layout", str(file)]
    )
    assert answer.exit_code != 0
    assert "expected a layout" in str(answer.exception or answer.output)


def test_the_profit_curve_is_drawn(browser: Any, tmp_path: Path) -> None:
    """Three hands: the curve goes through the sums, and the mean has its interval."""
    html = tmp_path / "profit.html"
    html.write_text(profit_page(Played("rules", 3, hands=[10, -5, 25], decisions=7, same=7, followed=3, pictures=40)))
    tab = browser.new_page()
    wrong: list[str] = []
    tab.on("pageerror", lambda error: wrong.append(str(error)))
    tab.on("console", lambda said: wrong.append(said.text) if said.type == "error" else None)
    tab.goto(html.as_uri())
    cells = tab.locator("table").inner_text()
    assert "+30" in cells
    assert "+10.0 ±" in cells
    assert "7 of 7" in cells
    drawn = tab.locator("figure svg .curve").last.get_attribute("d")
    heights = [-float(point.split()[1]) for point in re.findall(r"[\d.]+ [\d.]+", drawn)]
    low, high = heights[0], heights[-1]
    assert [30 * (each - low) / (high - low) for each in heights] == pytest.approx([0, 10, 5, 30], abs=0.1)
    tab.close()
    assert wrong == []
