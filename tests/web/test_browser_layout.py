"""The page on which rectangles are corrected, and what becomes of its file."""

from __future__ import annotations

import json
import struct
import zlib
from pathlib import Path
from typing import Any

import pytest

from riverboat.cli.vision_play import profit_page, summary
from riverboat.errors import RiverboatError
from riverboat.vision import Box, Seen, SeenButton, SeenSeat, Sighting
from riverboat.web.by_sight import ClickLayout, Played, layout_page

WIDTH, HEIGHT = 600, 400


def white() -> bytes:
    """A white picture as PNG."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = struct.pack(">IIBBBBB", WIDTH, HEIGHT, 8, 0, 0, 0, 0)
    pixels = zlib.compress((b"\0" + b"\xff" * WIDTH) * HEIGHT)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", pixels) + chunk(b"IEND", b"")


def sighting(scale: float = 1.0) -> Sighting:
    seat = SeenSeat(Seen("You"), Seen(100), Seen(0), Seen(""), Seen("in"), ())
    button = SeenButton("call", Seen("Check"), Box(200 * scale, 300 * scale, 80 * scale, 40 * scale))
    stage = Box(10 * scale, 20 * scale, 500 * scale, 280 * scale)
    return Sighting(
        "table", WIDTH, HEIGHT, stage, 20 * scale, (seat, seat), ((),), Seen(0), Seen(0), Seen(0), (button,), None
    )


def test_a_rectangle_is_dragged_saved_and_clicked_elsewhere(browser: Any, tmp_path: Path) -> None:
    """Moved by 30 and 10 pixels, and a pixel to the right by a key; on a picture twice the size it is twice as far."""
    page = browser.new_page()
    path = tmp_path / "layout.html"
    path.write_text(layout_page(white(), sighting()), encoding="utf-8")
    page.goto(path.as_uri())
    part = page.locator('[data-name="button call"]').bounding_box()
    x, y = part["x"] + 10, part["y"] + 10
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 30, y + 10)
    page.mouse.up()
    page.keyboard.press("ArrowRight")
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save layout").click()
    file = tmp_path / "layout.json"
    saved.value.save_as(file)
    page.close()
    assert json.loads(file.read_text())["seats"] == 2
    layout = ClickLayout.read(file)
    assert layout.on(sighting()).buttons[0].box.to_json() == [231.0, 310.0, 80.0, 40.0]
    assert layout.on(sighting(2.0)).buttons[0].box.to_json() == [462.0, 620.0, 160.0, 80.0]


NO_LAYOUTS = {
    "empty": "",
    "list": "[]",
    "number": '{"parts": 3}',
    "two sides": '{"parts": {"table": [1, 2]}}',
    "text": '{"parts": {"a": ["x"]}}',
    "nowhere": '{"parts": {"a": [1, 2, NaN, 4]}}',
    "deep": "[" * 100_000,
}


@pytest.mark.parametrize("text", NO_LAYOUTS.values(), ids=NO_LAYOUTS)
def test_what_is_no_layout_is_refused_in_one_line(text: str, tmp_path: Path) -> None:
    file = tmp_path / "layout.json"
    file.write_text(text)
    with pytest.raises(RiverboatError, match=r"^[^\n]*expected a layout[^\n]*$"):
        ClickLayout.read(file)


def test_the_statistics_have_the_profit_curve() -> None:
    played = Played("rules", 3, hands=[10, -5, 20], decisions=7, same=7, followed=3)
    assert summary(played)["chips"] == 25
    page = profit_page(played)
    assert "<svg" in page
    assert "7 of 7" in page
    assert "+8.3 ± 31.3" in page  # 4.303 (t, two degrees) x 12.583 / sqrt(3)
