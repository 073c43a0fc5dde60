"""`riverboat kuhn square`: where players of Kuhn poker lie, and what can be won from them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING
from xml.etree import ElementTree

import pytest

if TYPE_CHECKING:
    from commands import Run


def test_the_papers_opponents_each_have_a_region_of_their_own(run: Run) -> None:
    """Southey, Hoehn and Holte (2009), section 2 and Fig. 2: O1 to O6 lie in S6, S2, S3, S1, S5 and S4."""
    points = {each["name"]: each for each in run("kuhn", "square", "--json").items}
    assert [points[f"O{n}"]["best_response"] for n in range(1, 7)] == ["S6", "S2", "S3", "S1", "S5", "S4"]
    assert points["Nash"]["wins"] == pytest.approx(-1 / 18)
    assert points["O6"]["wins"] == pytest.approx(0.0483, abs=5e-5)


def test_regions_fill_the_square_and_contours_hold_their_value(run: Run) -> None:
    found = run("kuhn", "square", "--contour", "0.055", "--contour", "0", "--json").json
    corners = [[tuple(corner) for corner in each["corners"]] for each in found["regions"].values()]
    areas = [
        abs(sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in zip(each, each[1:] + each[:1], strict=True))) / 2
        for each in corners
    ]
    assert sum(areas) == pytest.approx(1.0)
    assert [each["wins"] for each in found["contours"]] == [0.055, 0]
    for each in found["contours"]:
        for (eta, xi), _ in each["pieces"]:
            # P1's value is 1/6 [eta (gamma - 3 alpha) + xi (3 beta - gamma - 1) + alpha - beta] (eq. 1)
            values = [
                (eta * (c - 3 * a) + xi * (3 * b - c - 1) + a - b) / 6 for a in (0, 1) for b in (0, 1) for c in (0, 1)
            ]
            assert max(values) == pytest.approx(each["wins"], abs=1e-9)


def test_own_points_are_judged_and_drawn(run: Run, tmp_path: Path) -> None:
    """The weakest of all second players never calls with the queen and always bets the jack: it loses 1/3 per hand."""
    page, picture = tmp_path / "square.html", tmp_path / "square.svg"
    done = run("kuhn", "square", "0,1", "mine=0.5,0.2", "--html", str(page), "--svg", str(picture))
    assert done.code == 0
    rows = {line.split()[0]: line.split() for line in done.out.splitlines()}
    assert rows["mine"][3] == "S1"
    assert "(0, 1)" in done.out
    assert float(rows["(0,"][-1]) == pytest.approx(1 / 3, abs=5e-5)
    assert page.read_text().count("<svg") == 2
    texts = [node.text for node in ElementTree.fromstring(picture.read_text()).iter() if node.tag.endswith("text")]
    assert "mine" in texts


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["0.5"], "expected ETA,XI"),
        (["a=2,0"], "eta=2"),
        (["O1=0.1,0.1"], "there is a point O1 already"),
        (["--contour", "0.9"], "exploitability 0.9"),
    ],
)
def test_bad_points_and_contours_are_refused_in_a_line(run: Run, words: list[str], complaint: str) -> None:
    done = run("kuhn", "square", *words)
    assert done.code == 2
    assert complaint in done.err
    assert len(done.err.splitlines()) == 1
