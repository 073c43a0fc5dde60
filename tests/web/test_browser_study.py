"""The Study page in Chromium: ranges are painted, equities computed, a spot is solved, read, locked and walked."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from riverboat.cards.ranges import Range
from riverboat.solve.spot import Spot
from riverboat.solve.spot.page import write
from riverboat.solve.spot.standard import standard_spot

Screenshots = Callable[[Any, str], None]
PATIENCE = 120_000
"""Milliseconds for a solve: on a new machine the solver is compiled first."""


def until(right: Callable[[], bool], seconds: float = 10.0) -> None:
    """Wait for something that the page computes; its policy lets no test's text be run as a script."""
    ends = time.monotonic() + seconds
    while not right():
        assert time.monotonic() < ends, "it did not happen"
        time.sleep(0.03)


def settled(page: Any, text: str) -> None:
    """Wait until the range's text is this range."""
    words = page.get_by_label("Range as text")
    until(lambda: words.input_value() == text)


def counted(page: Any, text: str) -> None:
    until(lambda: text in page.locator(".counted").text_content(), 60)


def cell(page: Any, name: str, where: str = "table.range") -> Any:
    return page.locator(f"{where} td").filter(has_text=re.compile(f"^{name}$")).first


def is_wide(page: Any) -> bool:
    """Whether the page must be scrolled sideways."""
    return bool(page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth"))


def test_a_range_is_painted_typed_and_kept(page: Any, screenshots: Screenshots) -> None:
    page.goto("/study/ranges")
    words = page.get_by_label("Range as text")
    # Dragging: along the first row from aces to ace-ten suited.
    cell(page, "AA").hover()
    page.mouse.down()
    cell(page, "ATs").hover()
    page.mouse.move(*_middle(cell(page, "AKs")))
    page.mouse.move(*_middle(cell(page, "AQs")))
    page.mouse.move(*_middle(cell(page, "AJs")))
    page.mouse.up()
    settled(page, "AA,ATs+")
    counted(page, "22 combinations, 1.7 % of all hands")
    # A stroke that begins on a painted cell takes away.
    cell(page, "ATs").click()
    settled(page, "AA,AJs+")
    # The keyboard: from ATs down to KTs, painted with the space bar at half the weight; Shift paints on the way.
    page.get_by_role("button", name="50 %").click()
    cell(page, "ATs").focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Space")
    settled(page, "AA,AJs+,KTs:0.5")
    page.keyboard.press("Shift+ArrowDown")
    settled(page, "AA,AJs+,KTs:0.5,QTs:0.5")
    assert cell(page, "QTs").get_attribute("aria-label") == "QTs: 50 %"
    assert page.evaluate("document.activeElement.textContent") == "QTs"
    # Suit by suit: one combination of queen-ten suited goes.
    page.get_by_label("Q of hearts, T of hearts").click()
    until(lambda: "Q" in words.input_value().replace("QTs", ""))
    assert Range.parse(words.input_value()) == Range.parse("AA,AJs+,KTs:0.5,QTs:0.5,!QhTh")
    # Text: what is typed is painted, what is wrong is said beside it and changes nothing.
    words.fill("22+,A2s+,AKo:0.25")
    counted(page, "129 combinations")
    assert cell(page, "AKo").get_attribute("aria-label") == "AKo: 25 %"
    words.fill("22+,AK-QJs")
    wrong = page.locator(".range-side .wrong")
    wrong.filter(has_text="a dash joins two hands of the same kind").wait_for()
    assert words.get_attribute("aria-invalid") == "true"
    assert cell(page, "22").get_attribute("aria-label") == "22: 100 %"
    # The best 15 %, saved under a name, and there again after a reload.
    page.get_by_label("The best hands, in percent").fill("15")
    counted(page, "15.0 %")
    assert words.input_value() == "top 15%"
    assert wrong.text_content() == ""
    page.get_by_label("Name of the range").fill("BTN/open")
    page.get_by_role("button", name="Save").click()
    page.get_by_role("button", name="open", exact=True).wait_for()
    screenshots(page, "study-ranges")
    page.reload()
    page.get_by_label("Range as text").fill("AA")
    page.get_by_role("button", name="open", exact=True).click()
    settled(page, "top 15%")
    page.get_by_role("button", name="Delete BTN/open").click()
    page.get_by_text("Nothing saved yet.").wait_for()
    page.get_by_role("button", name="Undo").click()
    page.get_by_role("button", name="Delete BTN/open").click()
    page.get_by_text("Nothing saved yet.").wait_for()
    # Saved again under the same name while the old one can still be brought back: the new one stays.
    page.get_by_role("button", name="Save").click()
    page.get_by_role("button", name="open", exact=True).wait_for()
    page.reload()
    page.get_by_role("button", name="open", exact=True).wait_for()


def test_ranges_are_combined_and_come_from_the_library(page: Any) -> None:
    """Added, subtracted, halved, in common, the best part; a shipped range says where it is from."""

    def becomes(text: str) -> None:
        until(lambda: Range.parse(words.input_value()) == Range.parse(text), 60)

    page.goto("/study/ranges")
    words, other = page.get_by_label("Range as text"), page.get_by_label("Another range")
    words.fill("TT+")
    counted(page, "30 combinations")
    other.fill("AK")
    page.get_by_role("button", name="Add", exact=True).click()
    becomes("TT+,AK")
    other.fill("AKo,TT")
    page.get_by_role("button", name="Subtract").click()
    becomes("JJ+,AKs")
    page.get_by_label("Percent", exact=True).fill("50")
    page.get_by_role("button", name="Scale").click()
    becomes("JJ+:0.5,AKs:0.5")
    other.fill("QQ+,22")
    page.get_by_role("button", name="Keep common").click()
    becomes("QQ+:0.5")
    words.fill("AA,72o")
    counted(page, "18 combinations")
    page.get_by_label("Percent", exact=True).fill("33.4")
    page.get_by_role("button", name="Keep the best").click()
    until(lambda: Range.parse(words.input_value()).weight("7h2d") < 0.01, 60)
    assert Range.parse(words.input_value()).weight("AhAd") == 1.0
    page.get_by_text("Shipped ranges").click()
    about = page.locator(".library p")
    about.filter(has_text="From: ").wait_for(timeout=PATIENCE)
    page.get_by_role("button", name="Use it").click()
    share = about.text_content().split(" ")[0]
    until(lambda: f"{share} %" in page.locator(".counted").text_content(), 60)


def _middle(found: Any) -> tuple[float, float]:
    box = found.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_equities(page: Any, screenshots: Screenshots) -> None:
    page.goto("/study/equity")
    page.get_by_label("Hand 1", exact=True).fill("AhKh")
    page.get_by_label("Hand 2", exact=True).fill("QsQd")
    page.get_by_role("button", name="Calculate").click()
    page.get_by_text("1,712,304 deals, all of them").wait_for(timeout=PATIENCE)
    assert page.locator(".share").all_text_contents() == ["46.21 %", "53.79 %"]
    # Cards are chosen from the deck; what lies elsewhere cannot be chosen.
    page.get_by_text("Choose cards").first.click()
    for name in ("Q of hearts", "7 of hearts", "2 of clubs"):
        page.get_by_label("Cards for Board").get_by_label(name).click()
    assert page.get_by_label("Board", exact=True).input_value() == "Qh7h2c"
    page.get_by_role("button", name="Show next cards").click()
    page.locator(".heat td[title^='2h']").wait_for(timeout=PATIENCE)
    page.get_by_role("button", name="Calculate").click()
    page.get_by_text("990 deals, all of them").wait_for(timeout=PATIENCE)  # 45 choose 2
    screenshots(page, "study-equity")
    assert not is_wide(page)
    page.get_by_label("Hand 2", exact=True).fill("random")
    page.get_by_label("How").select_option("samples")
    page.get_by_label("Deals").fill("100000")
    page.get_by_role("button", name="Calculate").click()
    page.get_by_text("100,000 deals sampled").wait_for(timeout=PATIENCE)
    assert "±" in page.locator(".hand-result").first.text_content()


def in_words(label: str) -> dict[str, float]:
    """The numbers of a cell: EV, and how often each action is taken."""
    found = {"ev": float(re.search(r" EV (-?[\d.]+),", label)[1])}  # type: ignore[index]
    for name, share in re.findall(r", (Fold|Check|Call|Bet [\d,]+|Raise to [\d,]+)[^,]*? ([\d.]+) % \(EV", label):
        found[name] = float(share) / 100
    return found


@pytest.mark.slow
def test_r1_is_solved_and_read_from_the_grid(page: Any, late: Any, screenshots: Screenshots) -> None:
    page.goto("/study")
    page.get_by_label("Examples").select_option("R1")
    page.get_by_text("12 decision nodes, 57.3 kB").wait_for()
    screenshots(page, "study-form")
    page.get_by_label("Target, % of the pot").select_option("0.1")
    page.get_by_role("button", name="Solve", exact=True).click()
    page.locator(".viewer .combos tbody tr").first.wait_for(timeout=PATIENCE)

    solution = standard_spot("R1").solve(target="0.1%")
    report, chips = solution.node(), 0.1 / 100 * 200  # what is exploitable may be lost by either solve
    evs = [
        float(page.locator("dl div", has_text=f"{name}'s EV").locator("dd").text_content()) for name in ("OOP", "IP")
    ]
    assert evs == pytest.approx([report.oop.total.ev, report.ip.total.ev], abs=2 * chips)
    assert sum(evs) == pytest.approx(200, abs=0.02)
    classes = report.oop.classes
    for name in ("AA", "KK", "KQs", "AKo", "JJ", "TT", "54s", "99", "87s"):
        read = in_words(cell(page, name).get_attribute("aria-label"))
        at = classes.index(name)
        assert read["ev"] == pytest.approx(classes.ev[at], abs=20 * chips), name
        shares = [read["Check"], read["Bet 100"], read["Bet 200"], read["Bet 900"]]
        assert sum(shares) == pytest.approx(1, abs=0.003)
        assert shares == pytest.approx(classes.strategy[:, at], abs=0.15), name
    assert cell(page, "72o").get_attribute("aria-label") == "72o: not in the range here"

    # The table: one row for each combination, sorted by a click on its head, restricted to a cell or by a filter.
    rows = page.locator(".combos tbody tr")
    assert rows.count() == len(report.oop.hands)
    page.locator(".combos [data-sort='ev']").click()
    shown = [float(text) for text in page.locator(".combos tbody td:nth-child(5)").all_text_contents()]
    assert shown == sorted(shown, reverse=True)
    cell(page, "AKs").click()
    assert rows.count() == 4
    page.keyboard.press("Enter")
    page.get_by_label("Show only these hands").fill("AQ, Kd")
    assert all("A" in text or "K♦" in text for text in rows.locator("td:first-child").all_text_contents())
    page.get_by_label("Show only these hands").fill("")
    screenshots(page, "study-strategy")
    assert not is_wide(page)

    # Suits one by one: a place for each combination, with its own numbers.
    page.get_by_label("Suits").select_option("individual")
    for name, places in (("KK", 6), ("KQs", 4), ("KQo", 12)):
        assert cell(page, name).locator("i").count() == places
    hands = report.oop.hands
    for name in ("KhJh", "8s7s", "QsQd"):
        read = in_words(page.locator(f"table.range i[title^='{name}']").get_attribute("title"))
        assert read["ev"] == pytest.approx(hands.ev[hands.index(name)], abs=20 * chips), name
    assert cell(page, "QQ").locator("i[title]").count() == 3  # the board has a queen
    screenshots(page, "study-suits")
    page.get_by_label("Suits").select_option("grouped")
    assert cell(page, "KQo").locator("i").count() == 0

    # Other views of the same node.
    page.get_by_role("tab", name="Graphs").click()
    assert page.locator(".curves svg path.curve").count() == 6
    for name, begins in (("CSV", b"side,share,equity"), ("PNG", b"\x89PNG")):
        with page.expect_download() as saved:
            page.locator(".curves").get_by_role("button", name=name).first.click()
        assert Path(saved.value.path()).read_bytes().startswith(begins)
    screenshots(page, "study-graphs")
    page.get_by_role("tab", name="Graphs").press("ArrowRight")
    assert page.locator(".compare table").count() == 2
    assert cell(page, "QQ", ".compare section:nth-child(2) table").get_attribute("class") == ""
    screenshots(page, "study-compare")
    page.get_by_role("tab", name="Strategy").click()
    page.get_by_text("Convergence").click()
    page.locator(".chart .scatterlayer .point").first.wait_for()
    page.get_by_text("Convergence").click()

    # On to IP's answer, and back by the browser.
    page.locator(".strip a.step", has_text="Bet 100").click()
    page.locator(".stop.here", has_text="IP to act").wait_for()
    assert "node=b100" in page.url
    answer = solution.node("b100").ip.classes
    read = in_words(cell(page, "QQ").get_attribute("aria-label"))
    assert read["ev"] == pytest.approx(answer.ev[answer.index("QQ")], abs=20 * chips)
    page.go_back()
    page.locator(".stop.here", has_text="OOP to act").wait_for()
    page.go_forward()
    page.locator(".stop.here", has_text="IP to act").wait_for()

    # An answer that comes late does not take back where somebody has gone since.
    home = page.url.partition("?")[0]
    checked = late(f"/api/study/spots/{home.rpartition('/')[2]}/node?path=x")
    page.goto(home)
    page.locator(".strip a.step", has_text="Check").click()
    checked.wait()
    page.locator(".strip a.step", has_text="Bet 100").click()
    page.locator(".stop.here", has_text="IP to act").wait_for()
    checked.let_it_come()
    assert in_words(cell(page, "QQ").get_attribute("aria-label")) == read

    # Locked to fold against the small bet, IP is bet off everything: OOP takes the pot with any hand.
    page.get_by_role("button", name="Lock this node").click()
    page.get_by_label("Call 100 in percent").fill("55")
    assert page.get_by_role("button", name="Lock and solve").is_disabled()
    page.get_by_label("Always Fold").click()
    page.get_by_text("Together 100 %").wait_for()
    page.get_by_role("button", name="Lock and solve").click()
    page.get_by_role("heading", name="locked after bet 100").wait_for(timeout=PATIENCE)
    page.locator(".viewer .combos tbody tr").first.wait_for(timeout=PATIENCE)
    ev = float(page.locator("dl div", has_text="OOP's EV").locator("dd").text_content())
    assert ev == pytest.approx(200, abs=1)
    page.locator(".strip a.step", has_text="Bet 100").click()
    page.get_by_text("This node is locked.").wait_for()
    page.get_by_label("Strategies").select_option("oop")
    page.locator("dl div", has_text="OOP wins more").wait_for()
    assert page.locator("dl div", has_text="OOP's EV").locator("dd").text_content() == "200.00"

    # Held as it is solved, class by class, a node stays what it is, and so does the value; unlocking solves again.
    page.get_by_role("link", name="All spots").click()
    page.get_by_role("link", name="Td9d6hQc2s, pot 200").click()
    page.locator(".viewer .combos tbody tr").first.wait_for(timeout=PATIENCE)
    page.get_by_role("button", name="Lock this node").click()
    page.get_by_role("button", name="Lock as solved").click()
    page.get_by_text("This node is locked.").wait_for(timeout=PATIENCE)
    read = in_words(cell(page, "KQs").get_attribute("aria-label"))
    assert read["Check"] == pytest.approx(classes.strategy[0, classes.index("KQs")], abs=0.011)
    ev = float(page.locator("dl div", has_text="OOP's EV").locator("dd").text_content())
    assert ev == pytest.approx(report.oop.total.ev, abs=2)
    page.get_by_text(re.compile("^[0-9]+ locks$")).click()
    page.get_by_role("button", name="Unlock all").click()
    page.get_by_role("heading", name="Td9d6hQc2s, pot 200").wait_for(timeout=PATIENCE)
    page.locator(".viewer .combos tbody tr").first.wait_for(timeout=PATIENCE)
    assert page.get_by_text("This node is locked.").count() == 0


def test_a_turn_is_walked_to_the_river(page: Any, screenshots: Screenshots) -> None:
    page.goto("/study")
    page.get_by_text("decision nodes").wait_for()
    page.get_by_label("Board", exact=True).fill("2c2d7h7s")
    page.get_by_role("textbox", name="OOP: out of position").fill("AA,QQ,ZZ")
    page.get_by_text("not a hand").wait_for()
    assert page.get_by_role("button", name="Solve", exact=True).is_disabled()
    page.get_by_role("textbox", name="OOP: out of position").fill("AA,QQ")
    page.get_by_role("textbox", name="IP: in position").fill("KK,AK")
    page.get_by_label("Pot", exact=True).fill("100")
    page.get_by_label("Stack behind").fill("300,400")
    for where in ("OOP bet, turn", "IP bet, turn", "OOP bet, river", "IP bet, river"):
        page.get_by_label(where).fill("50%")
    for where in ("OOP raise, turn", "IP raise, turn", "OOP raise, river", "IP raise, river"):
        page.get_by_label(where).fill("")
    page.get_by_role("button", name="Solve", exact=True).click(timeout=10_000)
    page.locator(".viewer .combos tbody tr").first.wait_for(timeout=PATIENCE)
    page.locator(".strip a.step", has_text="Check").click()
    page.locator(".stop.here", has_text="IP to act").wait_for()
    page.locator(".stop.here a.step", has_text="Check").click()
    page.locator("table.cards td[data-card='As'] .bar").wait_for()
    assert page.locator("table.cards td.none").count() == 4
    for measure in ("equity oop", "ev ip", "eqr oop", "probability", "action"):
        page.get_by_role("combobox", name="Show").select_option(measure)
        assert page.locator("table.cards td.open").count() == 48
    screenshots(page, "study-runouts")
    page.locator("table.cards td[data-card='As']").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    page.locator(".stop.here", has_text="River: OOP to act").wait_for()
    assert "Ks" in page.url
    assert page.locator(".strip .playing", has_text="K♠").count() == 1
    assert page.locator(".solution-head .card").count() == 5  # the head shows the river too
    # Arrows bring other cards after a click on a blank place and in the strip, and so do its buttons.
    page.mouse.click(2, 500)
    for press, comes in (("ArrowRight", "Ac"), ("ArrowLeft", "Ks")):
        page.keyboard.press(press)
        page.wait_for_url(re.compile(comes))
        page.locator(".strip .playing", has_text={"Ac": "A♣", "Ks": "K♠"}[comes]).wait_for()
    page.get_by_label("The card before").click()
    page.wait_for_url(re.compile("Kh"))
    page.locator(".strip .playing", has_text="K♥").wait_for()
    page.locator(".strip .here a").first.focus()
    page.keyboard.press("ArrowLeft")
    page.wait_for_url(re.compile("Kd"))
    # The list of spots leads back to it, and forgets it.
    page.get_by_role("link", name="All spots").click()
    page.get_by_role("list", name="Solved spots").get_by_role("link", name="2c2d7h7s").wait_for()
    # The form is filled with what it last held, beside the list.
    until(lambda: page.get_by_label("Stack behind").input_value() == "300,400")
    page.get_by_label("Name of the spot").fill("turn of mine")
    page.get_by_role("button", name="Save", exact=True).click()
    page.get_by_role("button", name="turn of mine", exact=True).wait_for()
    page.get_by_role("button", name="Delete 2c2d7h7s").click()
    page.get_by_text("No solved spots yet.").wait_for()


def test_the_page_that_holds_its_nodes_walks_by_itself(browser: Any, tmp_path: Path) -> None:
    """The file of `riverboat spot --html` draws with the same scripts, without a server."""
    solution = Spot("2c2d7h7s", "AA,QQ", "KK,AK", 100, 300, "50%").solve(target="0.5%")
    write(solution, tmp_path / "spot.html")
    tab = browser.new_page()
    wrong: list[str] = []
    tab.on("console", lambda message: wrong.append(message.text) if message.type == "error" else None)
    tab.on("pageerror", lambda error: wrong.append(str(error)))
    tab.goto((tmp_path / "spot.html").as_uri())
    assert tab.locator("#combos tbody tr").count() == 12
    tab.locator("#strip a.step", has_text="Check").click()
    tab.locator("#strip .here a.step", has_text="Check").click()
    assert tab.locator("#cards td:not(.none)").count() == 48
    tab.locator("#range td", has_text="KK").click()
    assert tab.locator("#combos tbody tr").count() == 6
    tab.locator("#suits").select_option("individual")
    assert tab.locator("#range td", has_text="KK").locator("i[title]").count() == 6
    tab.go_back()
    tab.locator("#strip .here", has_text="IP to act").wait_for()
    tab.close()
    assert wrong == []
