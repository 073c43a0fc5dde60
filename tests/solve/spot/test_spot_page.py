"""The page of a solved spot: its numbers are the reports', it fetches nothing, and it reads without a script."""

from __future__ import annotations

import json
import re
from copy import copy
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from lxml import html
from numpy.typing import NDArray

from riverboat.cards.holdings import CLASS_NAMES
from riverboat.errors import RiverboatError
from riverboat.solve.spot import Spot
from riverboat.solve.spot import page as module
from riverboat.solve.spot.page import MAX_BYTES, spot_page, write
from riverboat.solve.spot.report import Figures
from riverboat.solve.spot.solution import Solution
from riverboat.solve.spot.viewing import MIN_WEIGHT

SVG_NAMES = "http://www.w3.org/2000/svg"


@pytest.fixture(scope="module")
def polar() -> Solution:
    """Aces and queens against kings: OOP may bet the pot or check, IP may call."""
    return Spot("2c2d7h7s3c", "AA,QQ", "KK", 100, 100, "oop: 100%").solve(target="0.005%")


@pytest.fixture(scope="module")
def river() -> Solution:
    spot = Spot("Td9d6hQc2s", "66+,AJ+,KdJd:0.5", "22+,AT+,KQ:0.3", 200, 900, "50%,100%,a", "a", rake=0.05, rake_cap=9)
    return spot.solve("0.5%")


@pytest.fixture(scope="module")
def turn() -> Solution:
    return Spot("Td9d6hQc", "TT-88,AdKd,AKo:0.5,J8s", "QQ,AJ,KTs:0.25,8d7d", 200, 500, "50%,a", "a").solve(
        target="0.5%"
    )


def parsed(page: str) -> Any:
    """The page's elements; what XPath finds in them is of many types."""
    return html.fromstring(page)


def data_of(page: str) -> dict[str, Any]:
    (script,) = parsed(page).xpath("//script[@id='spot-data']")
    assert script.get("type") == "application/json"
    found = json.loads(script.text)
    assert isinstance(found, dict)
    return found


def nodes_of(page: str) -> dict[str, dict[str, Any]]:
    return {node["path"]: node for node in data_of(page)["nodes"]}


def cells_of(page: str) -> dict[str, Any]:
    rows = parsed(page).xpath("//table[@id='range']/tbody/tr")
    assert [len(row) for row in rows] == [13] * 13
    return {cell.xpath("string(span[@class='name'])"): cell for row in rows for cell in row}


def shares_of(cell: Any) -> list[float]:
    """The widths of a cell's colours, from its gradient."""
    (style,) = cell.xpath("span[@class='bar']/@style")
    return [(float(b) - float(a)) / 100 for a, b in re.findall(r"#\w{6} ([\d.]+)% ([\d.]+)%", style)]


def height_of(cell: Any) -> float:
    (style,) = cell.xpath("span[@class='bar']/@style")
    found = re.match(r"height:([\d.]+)%", style)
    assert found is not None
    return float(found[1]) / 100


def facts_of(page: str) -> dict[str, str]:
    pairs = parsed(page).xpath("//dl/div")
    return {pair.xpath("string(dt)"): pair.xpath("string(dd)") for pair in pairs}


# The grid without a script --------------------------------------------------------------------------------------------


def test_cells_are_split_as_the_classes_are_played(river: Solution) -> None:
    report = river.node()
    cells, classes = cells_of(spot_page(river)), report.oop.classes
    assert tuple(cells) == CLASS_NAMES
    assert (classes.combos > 0).sum() == 9 + 6 + 1  # pairs, AJ+ and KJs
    for at, name in enumerate(CLASS_NAMES):
        if classes.combos[at] == 0:
            assert cells[name].get("class") == "none"
            continue
        assert shares_of(cells[name]) == pytest.approx(classes.strategy[:, at], abs=2e-4)
        assert sum(shares_of(cells[name])) == pytest.approx(1, abs=1e-3)
        assert cells[name].get("title").startswith(f"{name}: {classes.combos[at]:.2f} combos, EQ ")


def test_a_polar_range_bets_aces_and_half_of_the_queens(polar: Solution) -> None:
    """Bet P into P: one bluff for two value bets; a caller with kings calls half of the time."""
    cells = cells_of(spot_page(polar))
    assert shares_of(cells["AA"]) == pytest.approx([0, 1], abs=0.02)
    assert shares_of(cells["QQ"]) == pytest.approx([0.5, 0.5], abs=0.02)
    assert shares_of(cells_of(spot_page(polar, node="b100"))["KK"]) == pytest.approx([0.5, 0.5], abs=0.02)


def test_bars_are_as_high_as_a_class_is_full() -> None:
    """Of the combinations that the board leaves: three of queens, of which there are all, as of aces."""
    spot = Spot("Qc7d7h2s3s", "AA,QQ,KQs:0.5,JTo:0.25,AcKc", "KK", 100, 100, "50%")
    cells = cells_of(spot_page(spot.solve(iterations=1)))
    heights = {name: height_of(cells[name]) for name in ("AA", "QQ", "KQs", "JTo", "AKs")}
    assert heights == pytest.approx({"AA": 1, "QQ": 1, "KQs": 0.5, "JTo": 0.25, "AKs": 0.25}, abs=1e-3)


def test_fold_is_blue_passive_green_and_bets_go_from_orange_to_red(river: Solution) -> None:
    node = nodes_of(spot_page(river))
    colours = {action["name"]: action["colour"] for path in ("", "b100") for action in node[path]["actions"]}

    def parts(name: str) -> tuple[int, int, int]:
        colour = colours[name]
        return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)

    assert max(parts("f")) == parts("f")[2]
    assert max(parts("x")) == parts("x")[1]
    assert colours["c"] == colours["x"]
    bets = [parts(name) for name in ("b100", "b200", "b900")]
    assert all(red == max(red, green, blue) for red, green, blue in bets)
    assert all(small[1] > large[1] for small, large in pairwise(bets))  # less green in it, more like blood


def test_totals_are_there_without_a_script(river: Solution) -> None:
    report = river.node()
    first, second = parsed(spot_page(river)).xpath("//div[@id='combos']//tbody/tr")
    oop, ip = ([cell.text_content() for cell in row] for row in (first, second))
    for cells, side in ((oop, report.oop), (ip, report.ip)):
        total = side.total
        assert cells[0] == side.name.upper()
        assert float(cells[1]) == pytest.approx(total.combos, abs=0.005)
        assert float(cells[2].removesuffix(" %")) == pytest.approx(100 * total.equity, abs=0.05)
        assert float(cells[3]) == pytest.approx(total.ev, abs=0.005)
        assert float(cells[4]) == pytest.approx(total.eqr, abs=0.005)
    shares = [float(cell.removesuffix(" %")) / 100 for cell in oop[5:]]
    assert shares == pytest.approx(report.oop.total.frequencies, abs=0.0005)
    assert ip[5:] == [""] * 4


def test_the_head_says_what_was_solved_and_how_well(river: Solution) -> None:
    page = spot_page(river)
    facts = facts_of(page)
    measured = river.exploitability
    assert (facts["pot"], facts["stacks"], facts["bets"], facts["raises"]) == ("200", "900", "50%,100%,a", "a")
    assert (facts["rake"], facts["rake cap"]) == ("5 %", "9")
    assert facts["exploitability"] == f"{measured.chips:.4f} chips, {measured.percent:.3f} % of the pot"
    assert facts["iterations"] == f"{river.iterations:,}"
    assert facts["time"].endswith(" s")
    board = parsed(page).xpath("//div[@class='board']/span")
    assert [card.text for card in board] == ["T♦", "9♦", "6♥", "Q♣", "2♠"]
    assert [card.get("class")[-1] for card in board] == list("ddhcs")  # four suits, four colours


def test_a_curve_climbs_where_the_range_gets_stronger(polar: Solution) -> None:
    """Half of OOP's range beats nothing, half everything; IP's kings have one equity."""
    (chart,) = parsed(spot_page(polar)).xpath("//figure[@id='equity']/*")
    ways = [[float(number) for number in re.findall(r"-?[\d.]+", way)] for way in chart.xpath("*[@class='curve']/@d")]
    assert len(ways) == 2
    across, up = np.array(ways[0][::2]), np.array(ways[0][1::2])
    weak = up == up.max()  # down is weak
    assert set(up[~weak]) == {up.min()}
    assert across[weak].max() == across[~weak].min() == pytest.approx((across[0] + across[-1]) / 2, abs=0.1)
    assert len(set(ways[1][1::2])) == 1
    assert ways[1][1] == pytest.approx((up.min() + up.max()) / 2, abs=0.1)


# The numbers for the script -------------------------------------------------------------------------------------------


def check_columns(columns: dict[str, Any], figures: Figures, units: dict[str, int]) -> None:
    """Every number within half a unit of the report's."""

    def check(whole: list[int | None], numbers: NDArray[np.float64], unit: int) -> None:
        found = np.array([np.nan if number is None else number for number in whole], float) / unit
        np.testing.assert_allclose(found, numbers[at], rtol=0, atol=0.5 / unit + 1e-9)

    at = np.flatnonzero(figures.combos >= MIN_WEIGHT)
    assert columns["at"] == at.tolist()
    for name, numbers in (
        ("weight", figures.combos),
        ("equity", figures.equity),
        ("ev", figures.ev),
        ("eqr", figures.eqr),
    ):
        check(columns[name], numbers, units[name])
    for name, rows in (("strategy", figures.strategy), ("action_ev", figures.action_ev)):
        assert len(columns[name]) == len(rows)
        for column, numbers in zip(columns[name], rows, strict=True):
            check(column, numbers, units[name])


def check_node(solution: Solution, data: dict[str, Any], node: dict[str, Any]) -> None:
    report, board = solution.node(node["path"]), data["boards"][node["board"]]
    assert (node["kind"], node["player"], node["pot"]) == (report.kind.name.lower(), report.player, report.pot)
    assert board["board"] == report.board
    assert [action["name"] for action in node["actions"]] == list(report.actions)
    plain = report.to_json()
    for player, side in enumerate(report.sides):
        embedded = node["sides"][player]
        names = board["hands"][player]
        assert [names[at : at + 4] for at in range(0, len(names), 4)] == list(side.hands.names)
        assert embedded["total"].items() <= plain[side.name].items()
        check_columns(embedded, side.hands, data["units"])
        check_columns(embedded["classes"], side.classes, data["units"])


def test_a_river_page_has_every_node_with_the_numbers_of_its_report(river: Solution) -> None:
    data = data_of(spot_page(river))
    assert {node["path"] for node in data["nodes"]} == {node.line for node in river.spot.tree()}
    assert len(data["nodes"]) > 20
    for node in data["nodes"]:
        check_node(river, data, node)


def test_units_tell_small_and_large_pots_apart() -> None:
    """A hundred-thousandth to a ten-thousandth of the pot, and never less than a chip is asked for."""
    for pot, unit in ((3, 10_000), (20, 1_000), (200, 100), (99_999, 1), (5_000_000, 1)):
        spot = Spot("2c2d7h7s3c", "AA,QQ", "KK", pot, pot, "100%")
        assert data_of(spot_page(spot.solve(iterations=1)))["units"]["ev"] == unit


def test_hands_know_their_cell(river: Solution) -> None:
    data = data_of(spot_page(river))
    (board,) = data["boards"]
    hands = board["hands"][0]
    cells = {hands[4 * at : 4 * at + 4]: CLASS_NAMES[cell] for at, cell in enumerate(board["cells"][0])}
    assert cells["AhKh"] == "AKs"
    assert cells["AhKc"] == "AKo"
    assert cells["KdJd"] == "KJs"
    assert len(cells) == len(river.node().oop.hands)
    live = dict(zip(data["classes"], board["live"], strict=True))
    assert sum(live.values()) == 47 * 46 // 2
    assert (live["AA"], live["QQ"], live["QTs"], live["QTo"], live["AKo"]) == (6, 3, 2, 7, 12)


def test_a_turn_page_has_its_street_and_a_report_of_every_card(turn: Solution) -> None:
    data = data_of(spot_page(turn))
    lines = {node.line for node in turn.spot.tree() if "*" not in node.line}
    assert {node["path"] for node in data["nodes"]} == lines
    deals = [node for node in data["nodes"] if node["kind"] == "deal"]
    assert {"x/x", "b100/c"} <= {node["path"] for node in deals}
    for node in deals:
        cards = turn.runouts(node["path"]).to_json()
        assert node["cards"]["cards"] == cards["cards"]
        assert len(node["cards"]["cards"]) == 48
        assert [action["name"] for action in node["cards"]["actions"]] == cards["actions"]
        assert node["cards"]["player"] == 0
    assert [action["label"] for action in deals[0]["cards"]["actions"]] == ["Check", "Bet 100", "Bet 500"]
    check_node(turn, data, deals[0])


def test_a_page_about_a_later_node_opens_there_and_has_its_street(turn: Solution) -> None:
    page = spot_page(turn, node="x/b50%/c/2s/x")
    data, nodes = data_of(page), nodes_of(page)
    assert data["start"] == "x/b100/c/2s/x"
    way = ["", "x", "x/b100", "x/b100/c", "x/b100/c/2s", "x/b100/c/2s/x"]
    assert [node["path"] for node in data["nodes"]][: len(way)] == way
    assert {"x/x", "b100/c", "x/b100/c/2s/b200", "x/b100/c/2s/x/x"} <= set(nodes)
    assert "x/x/2s" not in nodes
    assert [board["board"] for board in data["boards"]] == ["Td9d6hQc", "Td9d6hQc2s"]
    for path in (*way, "x/b100/c/2s/b200/f"):
        check_node(turn, data, nodes[path])
    classes = turn.node("x/b100/c/2s/x").ip.classes
    at = CLASS_NAMES.index("AJo")
    assert shares_of(cells_of(page)["AJo"]) == pytest.approx(classes.strategy[:, at], abs=2e-4)


def test_depth_counts_actions(river: Solution) -> None:
    assert set(nodes_of(spot_page(river, depth=0))) == {""}
    assert set(nodes_of(spot_page(river, depth=1))) == {"", "x", "b100", "b200", "b900"}
    assert set(nodes_of(spot_page(river, depth=1, node="x/b100"))) == {"", "x", "b100", "b200", "b900", "x/b100"}


def test_a_node_that_is_never_reached_is_no_trouble() -> None:
    """OOP has nothing but the nuts and checks never; after a check there is nothing to tell."""
    solution = Spot("2c2d7h7s3c", "77", "AK", 100, 100, "oop: 100%").solve(iterations=200)
    data = data_of(spot_page(solution, node="x"))
    check_node(solution, data, next(node for node in data["nodes"] if node["path"] == "x"))


def test_a_spot_without_betting_is_its_cards() -> None:
    solution = Spot("Td9d6hQc", "AA,KK", "QQ,JJ", 100, 500, "none").solve(iterations=1)
    page = spot_page(solution)
    (node,) = data_of(page)["nodes"]
    assert (node["kind"], node["player"], node["actions"]) == ("deal", None, [])
    assert (node["cards"]["player"], node["cards"]["actions"]) == (None, [])
    assert height_of(cells_of(page)["AA"]) == 1
    assert cells_of(page)["QQ"].get("class") == "none"  # OOP's range, where nobody acts


# The file -------------------------------------------------------------------------------------------------------------


def test_nothing_is_fetched(turn: Solution) -> None:
    page = spot_page(turn)
    tree = parsed(page)
    assert not tree.xpath(
        "//link | //img | //iframe | //object | //embed | //base | //@src | //*[local-name()='image']"
    )
    assert [href for href in tree.xpath("//@href") if not href.startswith("#")] == []
    rest = page.replace(SVG_NAMES, "")
    for word in ("http:", "https:", "url(", "@import", "fetch(", "XMLHttpRequest", "WebSocket", "import("):
        assert word not in rest


def test_the_script_finds_what_it_asks_for(turn: Solution) -> None:
    """Every element that the script looks up by name is in the page, once."""
    page = spot_page(turn)
    (script,) = parsed(page).xpath("//script[not(@type)]")
    wanted = set(re.findall(r'byId\("([\w-]+)"\)', script.text)) | set(re.findall(r'"(side-\w+)"', script.text))
    assert len(wanted) > 10
    found = parsed(page).xpath("//@id")
    assert len(found) == len(set(found))
    assert wanted <= set(found)


def test_a_large_tree_stays_below_the_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is solved is whole in a page; the first iterations, which mix everything, would not all be."""
    solution = Spot("Ks7h4c2d9s", "random", "random", 100, 950, "50%,100%,a", "2.5x,a").solve("0.3%")
    whole = spot_page(solution)
    assert len(whole.encode()) < MAX_BYTES
    limit = 1_000_000
    monkeypatch.setattr(module, "MAX_BYTES", limit)
    page = spot_page(solution, node="b50/r125")
    assert len(page.encode()) < limit < len(whole.encode())
    held, there = nodes_of(page), solution.spot.tree().nodes
    assert {"", "b50", "b50/r125", "x"} <= set(held)
    assert len(held) < there
    assert f"{len(held)} of {there} nodes" in page
    assert "nodes of the streets shown are in this page" not in whole


def test_text_is_text(polar: Solution) -> None:
    """Ranges cannot hold markup, but the page does not count on it."""
    solution = Solution(copy(polar.spot), polar.solver, polar.history)
    object.__setattr__(solution.spot, "oop", "<script>alert(1)</script>")
    page = spot_page(solution)
    assert "<script>alert" not in page
    assert "<script>alert(1)</script>" in parsed(page).text_content()
    hostile = {"a": "</script><!-- & -->"}
    made = module._for_script(hostile)
    assert "<" not in made
    assert json.loads(made) == hostile


def test_it_is_written_whole(polar: Solution, tmp_path: Path) -> None:
    path = tmp_path / "spot.html"
    write(polar, path)
    assert path.read_text(encoding="utf-8") == spot_page(polar)
    with pytest.raises(RiverboatError, match=r"missing/spot\.html"):
        write(polar, tmp_path / "missing" / "spot.html")


def test_what_makes_no_sense_is_refused(polar: Solution) -> None:
    with pytest.raises(RiverboatError, match="depth -1: expected 0 or more"):
        spot_page(polar, depth=-1)
    with pytest.raises(RiverboatError, match="b70"):
        spot_page(polar, node="b70")


def test_a_notebook_shows_the_page_in_a_frame(polar: Solution) -> None:
    (frame,) = parsed(f"<div>{polar._repr_html_()}</div>").xpath("//iframe")
    assert frame.get("srcdoc") == spot_page(polar)
