"""The 13x13 grid as a picture."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from riverboat.cards.holdings import CLASS_NAMES
from riverboat.errors import RiverboatError
from riverboat.show import heat_grid, page

SVG = "{http://www.w3.org/2000/svg}"


def test_every_class_has_its_cell_where_players_expect_it() -> None:
    """AA top left, 22 bottom right, suited hands above the diagonal."""
    picture = ElementTree.fromstring(heat_grid([0.5] * 169, "caption", bands=True))
    cells = {group.findall(f"{SVG}text")[0].text: group.find(f"{SVG}rect") for group in picture.findall(f"{SVG}g")}
    assert set(cells) == set(CLASS_NAMES)

    def place(name: str) -> tuple[float, float]:
        cell = cells[name]
        assert cell is not None
        return float(cell.attrib["x"]), float(cell.attrib["y"])

    corner = place("AA")
    assert corner == min(map(place, CLASS_NAMES))
    assert place("22") == max(map(place, CLASS_NAMES))
    assert place("AKs")[1] == corner[1]
    assert place("AKs")[0] > corner[0]
    assert place("AKo")[0] == corner[0]
    assert place("AKo")[1] > corner[1]


@pytest.mark.parametrize(
    ("value", "colour"),
    [(0.90, "#2f5fb3"), (0.8999, "#7a4fa3"), (0.70, "#7a4fa3"), (0.50, "#3d8a4e"), (0.4999, "#b8443f")],
)
def test_bands_of_figure_14(value: float, colour: str) -> None:
    """Blue from 90 %, purple from 70 %, green from 50 %, red below (Teófilo 2016, Fig. 14)."""
    picture = ElementTree.fromstring(heat_grid([value] * 169, "", bands=True))
    assert {rect.attrib["fill"] for rect in picture.findall(f"{SVG}g/{SVG}rect")} == {colour}


def test_scale_spreads_between_lowest_and_highest() -> None:
    picture = ElementTree.fromstring(heat_grid([index / 168 for index in range(169)], "", bands=False))
    fills = [rect.attrib["fill"] for rect in picture.findall(f"{SVG}g/{SVG}rect")]
    assert len(set(fills)) > 100
    assert fills[0] != fills[-1]


def test_text_is_escaped() -> None:
    assert "<script>" not in heat_grid([0.0] * 169, "<script>", bands=False)
    assert "<script>" not in page("<script>", "", note="<script>")


def test_wrong_number_of_values_is_refused() -> None:
    with pytest.raises(RiverboatError, match="3 values"):
        heat_grid([0.1, 0.2, 0.3], "", bands=True)
