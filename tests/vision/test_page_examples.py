"""The Python of docs/vision-play.md and docs/vision.md, run as it stands."""

from __future__ import annotations

import re
import shutil
from pathlib import Path
from typing import Any

import pytest
from table_camera import TableWithCamera

from riverboat.agents.registry import make_agent
from riverboat.arena.stakes import rules_for

DOCS = Path(__file__).parents[2] / "docs"


def run(page: str, known: dict[str, Any]) -> dict[str, Any]:
    """Execute the one example of a page; returns its names."""
    (example,) = re.findall(r"```python\n(from .*?)```", (DOCS / page).read_text(encoding="utf-8"), re.DOTALL)
    exec(compile(example, page, "exec"), known)
    return known


def test_an_agent_is_told_what_a_sighting_shows() -> None:
    camera = TableWithCamera(lambda players: rules_for("holdem(betting=no-limit)", players), 2, 3)
    sighting = camera.hand()[1][0]
    names = run("vision-play.md", {"agent": make_agent("always_call"), "sighting": sighting})
    assert {"tracker", "seat", "action"} <= names.keys()


@pytest.mark.slow
def test_a_picture_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The one of the documentation: seven seats, and a flop."""
    pytest.importorskip("cv2", reason="needs OpenCV")
    pytest.importorskip("playwright.sync_api", reason="needs playwright")
    if not (shutil.which("chromium") or shutil.which("chromium-browser")):
        pytest.skip("needs chromium")
    shutil.copy(DOCS / "images" / "vision-read.png", tmp_path / "picture.png")
    monkeypatch.chdir(tmp_path)
    sighting = run("vision.md", {})["sighting"]
    assert (len(sighting.seats), len(sighting.board)) == (7, 3)
