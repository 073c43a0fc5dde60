"""Line charts: points land where they belong, ticks are round numbers, and nothing breaks out of the picture."""

from __future__ import annotations

from itertools import pairwise
from math import inf, isclose, log10, nan
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from riverboat.errors import RiverboatError
from riverboat.show import Curve, Level, line_chart
from riverboat.show.page import Html, badge, figure, page, paragraph, section, table

SVG = "{http://www.w3.org/2000/svg}"
Picture = ElementTree.Element


def drawn(*curves: Curve, **options: object) -> Picture:
    return ElementTree.fromstring(line_chart(curves, "caption", **options))  # type: ignore[arg-type]


def lines(picture: Picture) -> list[list[tuple[float, float]]]:
    """The corners of every curve, legend samples left out."""
    found = []
    for path in picture.findall(f"{SVG}path"):
        if path.attrib.get("class") == "curve":
            corners = path.attrib["d"].removeprefix("M").split("L")
            found.append([(float(x), float(y)) for x, y in (corner.split() for corner in corners)])
    return found


def ticks(picture: Picture, kind: str) -> dict[str, float]:
    """The place of each tick, by its text; `end` for the upright axis, `mid` for the other."""
    axis = "y" if kind == "end" else "x"
    return {
        str(text.text): float(text.attrib[axis])
        for text in picture.findall(f"{SVG}text")
        if text.attrib.get("class") == kind
    }


def test_points_lie_between_their_ticks() -> None:
    """A straight line from 0 to 100: every tick divides it in proportion."""
    picture = drawn(Curve("line", [(0, 0), (10, 100)]))
    ((start, end),) = lines(picture)
    across = ticks(picture, "mid")
    assert across["0"] == pytest.approx(start[0], abs=0.11)
    assert across["10"] == pytest.approx(end[0], abs=0.11)
    assert across["4"] == pytest.approx(start[0] + 0.4 * (end[0] - start[0]), abs=0.11)
    up = ticks(picture, "end")
    assert up["0"] - up["100"] == pytest.approx(start[1] - end[1], abs=0.3)
    assert up["100"] < up["20"] < up["0"]


def test_logarithmic_axes_space_powers_evenly() -> None:
    picture = drawn(Curve("", [(1, 1e-4), (10, 1e-2), (1000, 1)]), log_x=True, log_y=True)
    ((a, b, c),) = lines(picture)
    assert (b[0] - a[0]) * 2 == pytest.approx(c[0] - b[0], abs=0.3)
    assert b[1] - a[1] == pytest.approx(c[1] - b[1], abs=0.3)
    assert {"1", "10", "100", "1,000"} <= set(ticks(picture, "mid"))
    assert {"10⁻⁴", "0.001", "0.01", "0.1", "1"} <= set(ticks(picture, "end"))


def test_what_cannot_be_shown_is_a_gap() -> None:
    points = [(0.0, 1.0), (1.0, 2.0), (2.0, nan), (3.0, 2.0), (4.0, 1.0)]
    assert [len(line) for line in lines(drawn(Curve("", points)))] == [2, 2]
    on_log = [(1.0, 1.0), (2.0, 2.0), (3.0, 0.0), (4.0, 2.0), (5.0, 1.0)]
    assert [len(line) for line in lines(drawn(Curve("", on_log), log_y=True))] == [2, 2]


def test_bands_surround_their_curve() -> None:
    picture = drawn(Curve("", [(0, 1), (1, 2)], band=[(0.5, 1.5), (1.5, 2.5)]))
    band = next(path for path in picture.findall(f"{SVG}path") if path.attrib.get("class") == "band")
    corners = [tuple(map(float, corner.split())) for corner in band.attrib["d"][1:-1].split("L")]
    ((start, end),) = lines(picture)
    assert len(corners) == 4
    assert corners[0][1] < start[1] < corners[3][1]
    assert corners[1][1] < end[1] < corners[2][1]
    assert (corners[0][1] + corners[3][1]) / 2 == pytest.approx(start[1], abs=0.11)


def test_levels_and_names_are_in_the_legend() -> None:
    text = line_chart([Curve("winner", [(0, 0), (1, 1)])], "", levels=[Level("equilibrium", 0.5)])
    assert "winner" in text
    assert "equilibrium" in text
    assert 'class="level"' in text


def test_many_curves_are_told_apart() -> None:
    """Twenty curves, eight colours: no two have the same colour and dashes."""
    picture = drawn(*(Curve(str(n), [(0, n), (1, n)]) for n in range(20)))
    looks = [
        (path.attrib["stroke"], path.attrib.get("stroke-dasharray"))
        for path in picture.findall(f"{SVG}path")
        if path.attrib.get("class") == "curve"
    ]
    assert len(looks) == len(set(looks)) == 20


def test_large_numbers_are_short() -> None:
    assert "10 M" in ticks(drawn(Curve("", [(0, 0), (1, 1e7)])), "end")


@given(
    st.lists(
        st.tuples(st.floats(-1e9, 1e9), st.one_of(st.floats(-1e9, 1e9), st.sampled_from([nan, inf, -inf]))), max_size=20
    ),
    st.booleans(),
    st.booleans(),
)
def test_any_points_make_a_picture_that_holds_them(points: list[tuple[float, float]], log_x: bool, log_y: bool) -> None:
    text = line_chart([Curve("any", points, marks=True)], "c", log_x=log_x, log_y=log_y)
    picture = ElementTree.fromstring(text)
    _, _, width, height = map(float, picture.attrib["viewBox"].split())
    for line in lines(picture):
        for x, y in line:
            assert -0.1 <= x <= width + 0.1
            assert -0.1 <= y <= height + 0.1
    assert len(ticks(picture, "end")) <= 20


@given(st.floats(1e-6, 1e6), st.floats(1.5, 1000))
def test_ticks_are_round_numbers(low: float, factor: float) -> None:
    """1, 2 or 5 times a power of ten apart, and evenly."""
    picture = drawn(Curve("", [(low, 0), (low * factor, 1)]))
    places = sorted(ticks(picture, "mid").values())
    steps = [b - a for a, b in pairwise(places)]
    assert all(isclose(step, steps[0], abs_tol=0.25) for step in steps)
    if len(steps) > 1 and low >= 1:
        values = [float(text.replace(",", "").replace("−", "-")) for text in ticks(picture, "mid") if " " not in text]
        gap = sorted(values)[1] - sorted(values)[0] if len(values) > 1 else 1.0
        assert round(gap / 10 ** int(log10(gap) // 1), 6) in (1, 2, 5, 10)


def test_text_is_escaped() -> None:
    text = line_chart([Curve("<script>", [(0, 0)], marks=True)], "<script>", x="<script>", y="<script>")
    assert "<script>" not in text
    assert "&lt;script&gt;" in text


def test_bad_charts_are_named() -> None:
    with pytest.raises(RiverboatError, match='"a": 1 intervals for 2 points'):
        line_chart([Curve("a", [(0, 0), (1, 1)], band=[(0, 1)])], "")
    with pytest.raises(RiverboatError, match="100 x 400"):
        line_chart([], "", width=100)


def test_pages_escape_text_and_keep_html() -> None:
    bad = "<script>alert(1)</script>"
    body = section(
        bad,
        paragraph(bad),
        table((bad, "b"), [(bad, Html("<b>kept</b>"))], caption=bad),
        figure("<svg></svg>", bad),
        badge(bad, "good"),
        anchor='"><script>',
    )
    text = page("title", body)
    assert "<script>" not in text
    assert "<b>kept</b>" in text
    assert "<svg></svg>" in text


def test_pages_fetch_nothing() -> None:
    text = page("title", section("s", figure(line_chart([Curve("a", [(0, 0), (1, 1)])], "c"))))
    assert "src=" not in text
    assert "@import" not in text
    assert "url(" not in text
    assert [word for word in text.split('"') if word.startswith("http")] == ["http://www.w3.org/2000/svg"]
