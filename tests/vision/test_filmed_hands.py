"""Whole hands, drawn by Chromium on a virtual clock and read from pixels, are followed to identical events."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import nullcontext
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from riverboat.errors import RiverboatError
from riverboat.progress import Progress
from riverboat.vision.reading import read
from riverboat.vision.sighting import Seen, Sighting
from riverboat.web.by_sight import filming
from riverboat.web.by_sight.filming import film
from riverboat.web.pictures import calibrating
from riverboat.web.pictures.calibrating import calibration
from riverboat.web.pictures.studio import Viewport, studio

pytest.importorskip("cv2", reason="needs OpenCV")
pytest.importorskip("playwright.sync_api", reason="needs playwright")
if not (shutil.which("chromium") or shutil.which("chromium-browser")):
    pytest.skip("needs chromium", allow_module_level=True)

SMALL = Viewport(800, 600)
SHORT = [("holdem(betting=no-limit)", 2), ("holdem(betting=limit)", 3)]


@pytest.fixture(scope="module", autouse=True)
def one_browser() -> Iterator[None]:
    """For all tests of this module, with one page: starting one takes seconds, loading the other as long as a hand."""
    with studio() as room, pytest.MonkeyPatch.context() as patch:
        patch.setattr(room, "refresh", lambda: None)
        for module in (filming, calibrating):
            patch.setattr(module, "studio", lambda: nullcontext(room))
        yield


def test_fifty_hands_from_pixels() -> None:
    """Short hands, because half of all decisions are folds, in the smallest window, which is drawn and read fastest;
    the bar is that of the long ones: 99 %."""
    filmed = film(50, calibration(), seed=4, tables=SHORT, folds=0.5, window=SMALL)
    assert filmed.hands == 50
    assert filmed.right >= 49.5, filmed.wrong


def test_a_reader_without_bets_and_stacks_does_not_pass(monkeypatch: pytest.MonkeyPatch) -> None:
    """Broken on purpose: who reads only cards and names cannot know what was bet."""
    from dataclasses import replace

    def blind(*args: Any) -> Sighting:
        seen = read(*args)
        unread: Seen[int | Fraction] = Seen(None, 0.0)
        seats = tuple(replace(seat, stack=unread, bet=unread, action=Seen(None, 0.0)) for seat in seen.seats)
        return replace(seen, seats=seats, pot=unread, buttons=())

    monkeypatch.setattr(filming, "read", blind)
    filmed = film(1, calibration(), seed=4, tables=SHORT[:1], folds=0.0, window=SMALL)
    assert filmed.right == 0
    assert len(filmed.wrong) == 1


def test_an_interrupted_film_ends_like_one_that_was_not(tmp_path: Path) -> None:
    def interrupt(progress: Progress[object]) -> None:
        if progress.done == 2:
            raise KeyboardInterrupt

    file = tmp_path / "film"
    with pytest.raises(KeyboardInterrupt):
        film(2, calibration(), seed=4, tables=SHORT, folds=1.0, window=SMALL, resume=file, on_progress=interrupt)
    seen: list[Progress[object]] = []
    resumed = film(
        2, calibration(), seed=4, tables=SHORT, folds=1.0, window=SMALL, resume=file, on_progress=seen.append
    )
    assert [state.done for state in seen] == [2]  # the first hand was kept
    assert resumed == film(2, calibration(), seed=4, tables=SHORT, folds=1.0, window=SMALL)
    with pytest.raises(RiverboatError, match="its seed is 4, not 5"):
        film(2, calibration(), seed=5, tables=SHORT, folds=1.0, window=SMALL, resume=file)


@pytest.mark.slow
def test_hands_at_tables_of_up_to_nine() -> None:
    """Two long hands at each of the five tables."""
    filmed = film(10, calibration(), seed=1)
    assert filmed.right == 10, filmed.wrong


def test_no_hands_are_refused() -> None:
    with pytest.raises(RiverboatError, match=r"^0 hands: expected 1 to"):
        film(0, calibration())
