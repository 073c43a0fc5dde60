"""Figure 2.7's way to draw a network: thickness is the size of a weight, its sign black or grey, activity the shade."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

from riverboat.errors import RiverboatError
from riverboat.show.network import Layers, network_picture

LAYERS = Layers(
    ("bets", "calls & folds"),
    ("fold", "call", "raise"),
    ((2.0, -1.0), (0.0, 0.5)),
    ((1.0, 0.0), (-4.0, 0.0), (0.0, 2.0)),
    ((1.0, 0.0), (0.25, 0.5), (0.8, 0.2, 0.0)),
)


def test_lines_are_as_thick_as_their_weights_and_as_dark_as_their_signs() -> None:
    picture = network_picture(LAYERS, "A <small> network")
    root = ElementTree.fromstring(picture)
    lines = [each.attrib for each in root.iter() if each.tag.endswith("line")]
    first = sorted((line["stroke"], float(line["stroke-width"])) for line in lines if line["y1"] == "150")
    black, grey = "#111", "#a9a9a9"
    # The largest of the first layer is 2 and of the second 4; weights of nothing are not drawn.
    assert first == [(black, pytest.approx(7 / 4)), (black, pytest.approx(7)), (grey, pytest.approx(3.5))]  # type: ignore[comparison-overlap]
    second = sorted((line["stroke"], float(line["stroke-width"])) for line in lines if line["y1"] == "300")
    assert second == [(black, pytest.approx(7 / 4)), (black, pytest.approx(3.5)), (grey, pytest.approx(7))]  # type: ignore[comparison-overlap]


def test_active_units_are_black_and_others_white() -> None:
    picture = network_picture(LAYERS, "net")
    shades = re.findall(r"rgb\((\d+),\d+,\d+\)", picture)
    assert [int(shade) for shade in shades[:2]] == [0, 255]
    assert int(shades[4]) == 51  # a fifth of the way to white
    assert "1 bets" in picture
    assert "2 calls &amp; folds" in picture
    assert "fold 80 %" in picture


def test_missing_weights_are_refused() -> None:
    with pytest.raises(RiverboatError, match="expected a weight for every line"):
        Layers(("a", "b"), ("x",), ((1.0,),), ((1.0,),), ((0.0, 0.0), (0.0,), (1.0,)))
    with pytest.raises(RiverboatError, match="expected a weight for every line"):
        Layers(("a",), ("x",), ((1.0,),), ((1.0,),), ((0.0,), (0.0,), (1.0, 0.0)))
