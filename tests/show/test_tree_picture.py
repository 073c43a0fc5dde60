"""Small trees as pictures: every decision, hand and payment is there, and bars are as long as they are likely."""

from __future__ import annotations

from xml.etree import ElementTree

import numpy as np
import pytest

from riverboat.errors import RiverboatError
from riverboat.games.catalogue import parse_game
from riverboat.show.tree import MAX_NODES, Choice, TreeNode, draw_tree
from riverboat.solve.core.strategy_file import Origin
from riverboat.solve.picture import strategy_page
from riverboat.solve.strategy import Strategy
from riverboat.solve.tree import GameTree

SVG = "{http://www.w3.org/2000/svg}"
KUHN = GameTree.build(parse_game("kuhn"))


def texts(picture: ElementTree.Element) -> list[str]:
    return [text.text or "" for text in picture.iter(f"{SVG}text")]


def bars(picture: ElementTree.Element) -> dict[str, float]:
    """The length of each bar by what it says."""
    found = {}
    for rect in picture.iter(f"{SVG}rect"):
        title = rect.find(f"{SVG}title")
        if title is not None:
            found[title.text or ""] = float(rect.attrib["width"])
    return found


def test_bars_are_divided_as_the_choices_are() -> None:
    root = TreeNode(
        "position 0", [("K", (0.25, 0.75)), ("Q", (1.0, 0.0))],
        [Choice("check", TreeNode("showdown"), 1), Choice("bet <2>", TreeNode("+1 -1"), 2)],
    )  # fmt: skip
    picture = ElementTree.fromstring(draw_tree(root))
    found = bars(picture)
    assert set(found) == {"K: check 0.2500", "K: bet <2> 0.7500", "Q: check 1.0000", "Q: bet <2> 0.0000"}
    assert found["K: bet <2> 0.7500"] == pytest.approx(3 * found["K: check 0.2500"], abs=0.2)
    assert found["Q: bet <2> 0.0000"] == 0.0
    assert {"position 0", "K", "Q", "check", "bet <2>", "showdown", "+1 -1"} <= set(texts(picture))
    assert len(list(picture.iter(f"{SVG}path"))) == 2


def test_nothing_lies_outside_the_picture_or_on_something_else() -> None:
    strategy = Strategy(KUHN, KUHN.uniform(), Origin("uniform"))
    picture = svg_of(strategy_page(strategy))
    _, _, width, height = map(float, picture.attrib["viewBox"].split())
    cards = []
    for rect in picture.iter(f"{SVG}rect"):
        x, y, w, h = (float(rect.attrib[name]) for name in ("x", "y", "width", "height"))
        assert min(x, y, width - x - w, height - y - h) >= 0
        if rect.find(f"{SVG}title") is None:
            cards.append((x, y, w, h))
    for number, (x, y, w, h) in enumerate(cards):
        for x2, y2, w2, h2 in cards[:number]:
            assert x + w <= x2 or x2 + w2 <= x or y + h <= y2 or y2 + h2 <= y


def svg_of(page: str) -> ElementTree.Element:
    return ElementTree.fromstring(page[page.index('<svg class="tree"') : page.index("</svg>") + len("</svg>")])


def test_kuhn_has_its_four_decisions_and_five_ends() -> None:
    page = strategy_page(Strategy(KUHN, KUHN.uniform(), Origin("uniform", 3)))
    said = texts(svg_of(page))
    assert sum(text.startswith("position") for text in said) == 4
    assert sum(text.startswith("showdown") for text in said) == 3
    assert sorted(text for text in said if text in ("+1 -1", "-1 +1")) == ["+1 -1", "-1 +1"]
    assert {"bet", "check", "call", "fold"} <= set(said)
    assert "0.458333" in page  # what uniform play can lose in Kuhn
    assert "http://" not in page.replace("http://www.w3.org", "")
    assert "https://" not in page


def test_the_picture_says_what_the_strategy_does() -> None:
    probabilities = KUHN.uniform()
    each = next(s for s in range(KUHN.sets) if KUHN.set_player[s] == 0 and KUHN.label(s) == "Ks")
    start = int(KUHN.set_start[each])
    probabilities[start : start + 2] = 0.125, 0.875
    found = bars(svg_of(strategy_page(Strategy(KUHN, probabilities, Origin("by hand")))))
    assert "Ks: bet 0.8750" in found
    assert "Ks: check 0.1250" in found


def test_what_is_too_large_to_draw_is_a_table() -> None:
    tree = GameTree.build(parse_game("kuhn(cards=52)"))
    page = strategy_page(Strategy(tree, tree.uniform(), Origin("uniform")))
    assert '<svg class="tree"' not in page
    assert page.count("<tr") >= tree.sets
    wide = TreeNode("root", (), [Choice("x", TreeNode("end")) for _ in range(MAX_NODES)])
    with pytest.raises(RiverboatError, match="401 nodes cannot be drawn; up to 400 can"):
        draw_tree(wide)


def test_leduc_with_its_36_hands_a_node_can_still_be_drawn() -> None:
    tree = GameTree.build(parse_game("leduc"))
    found = svg_of(strategy_page(Strategy(tree, tree.uniform(), Origin("uniform"))))
    lines = sum(len(list(rect)) for rect in found.iter(f"{SVG}rect"))
    assert lines == tree.entries  # one bar for each choice of each information set


def test_three_players_are_drawn() -> None:
    tree = GameTree.build(parse_game("kuhn(players=3)"))
    page = strategy_page(Strategy(tree, tree.uniform(), Origin("uniform")))
    said = texts(svg_of(page))
    assert sum(text.startswith("position 2") for text in said) == np.sum(tree.betting.player == 2)
