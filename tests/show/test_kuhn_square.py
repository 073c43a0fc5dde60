"""The picture of the (eta, xi) square: well-formed, with everything it was given in its place."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from riverboat.errors import RiverboatError
from riverboat.model.kuhn.studies import CONTOURS, exploitability_picture, regions_picture
from riverboat.show.kuhn_square import kuhn_square

SVG = "{http://www.w3.org/2000/svg}"


def texts(picture: str) -> list[str]:
    return [node.text or "" for node in ElementTree.fromstring(picture).iter(f"{SVG}text")]


def test_fig_2_has_six_regions_and_the_opponents() -> None:
    picture = regions_picture()
    assert {"S1", "S2", "S3", "S4", "S5", "S6", "O1", "O6", "Nash", "η", "ξ"} <= set(texts(picture))
    assert "S0" not in texts(picture)
    paths = [node for node in ElementTree.fromstring(picture).iter(f"{SVG}path") if node.get("class") == "region"]
    assert len(paths) == 6


def test_fig_3_names_each_contour() -> None:
    assert {f"{value:.3g}".replace("-", "−") for value in CONTOURS} <= set(texts(exploitability_picture()))


def test_points_lie_where_they_should() -> None:
    """The corners of the square, by the frame of the picture; xi grows upwards."""
    root = ElementTree.fromstring(kuhn_square("corners", points={"<a>": (0, 0), "b": (1, 1)}))
    frame = next(node for node in root.iter(f"{SVG}rect"))
    left, top, side = (float(frame.get(name) or "nan") for name in ("x", "y", "width"))
    dots = [(float(dot.get("cx") or "nan"), float(dot.get("cy") or "nan")) for dot in root.iter(f"{SVG}circle")]
    assert dots == [(left, top + side), (left + side, top)]
    assert "<a>" in texts(kuhn_square("corners", points={"<a>": (0, 0)}))


def test_what_lies_outside_is_refused() -> None:
    with pytest.raises(RiverboatError, match="unit square"):
        kuhn_square("no", points={"far": (1.2, 0)})
