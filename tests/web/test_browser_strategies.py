"""The Poker Builder in a real browser: form and text follow each other, hands are tried, a match tests it, it plays."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("playwright.sync_api")

from playwright.sync_api import expect

from riverboat.agents.pokerlang import parse_strategy
from riverboat.agents.pokerlang.syntax import Interval, NumberTest, Share

Screenshots = Callable[[Any, str], None]


def _open(page: Any, address: str = "/strategies/build?from=storm") -> Any:
    page.goto(address)
    expect(page.locator(".st-problems")).to_contain_text("No problems.")
    return page.get_by_label("Text of the strategy")


def test_form_and_text_follow_each_other(page: Any, screenshots: Screenshots) -> None:
    text = _open(page)
    # The form: another size for the first rule, and a new rule, which comes with the whole text.
    page.get_by_role("button", name=re.compile(r"^Rule 1 of tactic 1:")).click()
    page.get_by_label("Rule 1 of tactic 1, condition 1: value").fill("12%")
    page.get_by_label("Comment of rule 1 of tactic 1").fill("the very best")
    page.get_by_label("Title").fill("My storm")
    expect(text).to_have_value(re.compile(r'strategy "My storm"'))
    expect(text).to_have_value(re.compile(r"percentile <= 12% -> raise\(1\.0\.\.1\.3\);  # the very best"))
    assert "# cheap, as in limit games" in text.input_value()  # comments that nobody touched
    page.get_by_role("region", name="Tactic 3").get_by_role("button", name="Add a rule").click()
    page.get_by_label(re.compile(r"Rule 7 of tactic 3, action 1$")).select_option("raise")
    page.get_by_label("Rule 7 of tactic 3, action 1: part of the pot from").fill("0.4")
    page.get_by_label("Rule 7 of tactic 3, action 1: percent").fill("130")
    problem = page.get_by_role("button", name=re.compile(r"^28:18 130 % of the time is too often"))
    problem.wait_for()
    screenshots(page, "strategies-wrong")
    page.get_by_label("Rule 7 of tactic 3, action 1: percent").fill("30")
    expect(page.locator(".st-problems")).to_contain_text("No problems.")
    strategy = parse_strategy(text.input_value())
    assert strategy.name == "My storm"
    first, last = strategy.tactics[0].behaviour[0], strategy.tactics[2].behaviour[-1]
    assert first.condition == (NumberTest("percentile", Interval(high=0.12)),)  # type: ignore[union-attr]
    assert last.shares == (Share("raise", 30.0, 0.4, 0.4),)  # type: ignore[union-attr]
    # The text: what is typed appears in the form; what cannot be read greys it, and is marked where it stands.
    text.fill(text.input_value().replace("percentile <= 12%", "group <= 3"))
    page.get_by_role("button", name=re.compile(r"^Rule 1 of tactic 1: group ≤ 3")).wait_for()
    good = text.input_value()
    text.fill(good.replace("group <= 3", "group <= "))
    page.get_by_text("The text has an error in its syntax").wait_for()
    expect(page.get_by_label("Title")).to_be_disabled()
    assert page.locator(".st-gutter .wrong").inner_text().strip() == "5"
    assert page.locator(".st-paint .wrong").inner_text() == "->"
    text.fill(good)
    expect(page.get_by_label("Title")).to_be_enabled()
    page.get_by_role("tab", name="In words").click()
    page.get_by_text("My storm has 3 tactics; the first that fits is played.").wait_for()
    page.set_viewport_size({"width": 390, "height": 844})
    for name in ("Form", "Try it on a hand", "Test and play", "In words"):
        page.get_by_role("tab", name=name).click()
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), name


def test_completion_while_typing(page: Any) -> None:
    text = _open(page, "/strategies/build")
    text.fill("tactic when ")
    text.press("End")
    page.keyboard.type("boar")
    offers = page.get_by_role("listbox", name="Completions")
    boards = [re.compile(f"^board_{each}") for each in ("suits", "paired", "connected")]
    expect(offers.get_by_role("option")).to_have_text(boards)
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    assert text.input_value() == "tactic when board_paired"
    page.keyboard.type(" = ")
    page.keyboard.press("Control+Space")  # without a letter: the values of this evaluator
    expect(offers.get_by_role("option")).to_have_text([re.compile("^no"), re.compile("^yes")])
    page.keyboard.press("Tab")
    page.keyboard.type(": l")
    expect(offers.get_by_role("option").first).to_have_text(re.compile("^loose_passive"))
    page.keyboard.press("Escape")
    expect(offers).to_be_hidden()
    assert text.input_value() == "tactic when board_paired = no: l"
    text.fill("tactic otherwise: { raises = 0 -> ")
    text.press("End")
    page.keyboard.press("Control+Space")
    expect(offers.get_by_role("option")).to_have_count(11)
    page.keyboard.press("Control+z")


def test_try_it_on_a_hand(page: Any, screenshots: Screenshots) -> None:
    text = _open(page, "/strategies/build?from=station_hunter")
    page.get_by_role("tab", name="Try it on a hand").click()
    page.get_by_role("textbox", name="Its cards").fill("AhAd")
    heading = page.locator(".st-decision h3")
    expect(heading).to_have_text("Tactic 3, rule 1")  # aces are among the best 12 % of hands
    steps = page.get_by_role("list", name="Step by step").get_by_role("listitem")
    expect(steps).to_have_count(4)
    expect(steps.nth(0)).to_contain_text("opponent.hands >= 300")  # the test, and the value beside it: 0 hands
    expect(steps.nth(3)).to_contain_text("percentile <= 12%")
    expect(page.locator(".st-gutter .fired").first).to_have_text(re.compile(r"▸\d+"))
    # The same hand against somebody who calls everything, on a flop that was bet.
    page.get_by_label("opponent.hands").fill("100")
    page.get_by_label("opponent.type").select_option("calling_station")
    page.get_by_role("textbox", name="Board").fill("Ac7d2s")
    page.get_by_role("button", name="flop", exact=True).click()
    expect(heading).to_have_text("Tactic 1, rule 1")
    screenshots(page, "strategies-try")
    # It follows the text.
    text.fill(text.input_value().replace("strength >= 65% and raises <= 1 -> raise(0.7..1.0)", "raises >= 1 -> fold"))
    expect(heading).to_have_text("Tactic 1, rule 2")
    page.get_by_role("button", name="raise to", exact=True).click()
    expect(page.locator(".st-decision")).to_contain_text("It is not its turn")
    page.get_by_role("button", name="↶ undo").click()
    page.get_by_label("Street of the dealt hand").select_option("river")
    page.get_by_role("button", name="Deal a hand").click()
    expect(page.locator(".st-facts")).to_contain_text("river")
    expect(page.get_by_role("textbox", name="Board")).to_have_value(re.compile(r"^(..){5}$"))
    expect(page.locator(".st-odds")).to_be_visible()


def test_save_test_and_play(page: Any, screenshots: Screenshots) -> None:
    text = _open(page, "/strategies/build")
    text.fill('strategy "Caller"\ntactic otherwise: { otherwise -> call; }')
    page.get_by_label("Name of the player").fill("my caller")
    page.get_by_role("tab", name="Test and play").click()
    expect(page.locator(".st-verdict")).to_have_text("1 tactic, 1 rule")
    page.get_by_role("button", name="Opponent: Caller").click()
    page.get_by_role("dialog", name="Opponent").get_by_role("button", name="Folder").click()
    page.get_by_label("Hands").fill("200")
    page.get_by_role("button", name="Start the test").click()
    run = page.get_by_role("list", name="Tests").get_by_role("listitem")
    expect(run).to_contain_text("my caller against Folder")
    expect(run).to_contain_text("200 of 200 hands", timeout=90_000)
    # It wins the small blind of every hand in which the other has the button, and checks the big blind down: 250.
    expect(run).to_contain_text("it wins")
    screenshots(page, "strategies-test")
    page.get_by_role("button", name="Save", exact=True).click()
    page.wait_for_url(re.compile(r"/strategies/build/[0-9a-f]+$"))
    page.get_by_role("button", name="Play against it").click()
    page.wait_for_url(re.compile(r"/play/[0-9a-f]+$"))
    page.get_by_role("button", name=re.compile(r"^(Check|Call)", re.IGNORECASE)).first.wait_for(timeout=60_000)
    page.goto("/watch")
    page.get_by_role("button", name="Player: Poki").click()
    expect(page.get_by_role("dialog", name="Player").get_by_role("button", name="my caller")).to_be_enabled()


def test_the_gallery(page: Any, tmp_path: Path, screenshots: Screenshots) -> None:
    page.goto("/strategies")
    page.get_by_role("link", name="Station hunter").wait_for()
    file = tmp_path / "Copy of him.pokerlang"
    file.write_text('# inferred from 900 hands\nstrategy "Copy"\ntactic otherwise: { strength > 70% -> raise; }\n')
    with page.expect_file_chooser() as chooser:
        page.get_by_role("button", name="Import a file").click()
    chooser.value.set_files(str(file))
    expect(page.get_by_label("Text of the strategy")).to_have_value(re.compile("inferred from 900 hands"))
    expect(page.get_by_label("Name of the player")).to_have_value("copy_of_him")
    page.get_by_role("button", name="Save", exact=True).click()
    page.wait_for_url(re.compile(r"/strategies/build/[0-9a-f]+$"))
    page.goto("/strategies")
    mine = page.get_by_role("region", name="Your strategies").get_by_role("article")
    expect(mine).to_contain_text("inferred from 900 hands")
    page.get_by_role("button", name="Rename copy_of_him").click()
    page.get_by_label("New name").fill("twin")
    page.keyboard.press("Enter")
    expect(mine).to_contain_text("twin.pokerlang")
    screenshots(page, "strategies-gallery")
    with page.expect_download() as download:
        mine.get_by_role("button", name="Export").click()
    assert download.value.suggested_filename == "twin.pokerlang"
    assert Path(download.value.path()).read_text() == file.read_text()
    page.get_by_role("button", name="Delete twin").click()
    expect(mine).to_have_count(0)
    page.get_by_role("button", name="Undo").click()
    expect(mine).to_contain_text("twin.pokerlang")


@pytest.mark.parametrize("rules", [150, pytest.param(6000, marks=pytest.mark.slow)])
def test_long_strategies(page: Any, tmp_path: Path, rules: int) -> None:
    """Up to half a million characters, the most allowed: the text scrolls, the form shows its beginning, both work."""
    line = "    strength > {}% and raises = {} and players = 2 -> raise(0.5) 50%, call 20%;\n"
    body = "".join(line.format(n % 97, n) for n in range(rules))
    file = tmp_path / "long.pokerlang"
    file.write_text(f"tactic otherwise: {{\n{body}}}\n")
    assert 80 * rules < file.stat().st_size < 500_000
    page.goto("/strategies")
    with page.expect_file_chooser() as chooser:
        page.get_by_role("button", name="Import a file").click()
    chooser.value.set_files(str(file))
    text = page.get_by_label("Text of the strategy")
    expect(page.locator(".st-verdict")).to_contain_text(f"1 tactic, {rules} rules", timeout=120_000)
    page.get_by_role("button", name=f"Show all {rules} rules").wait_for()
    assert page.locator(".st-paint .line").count() < 100
    page.get_by_role("button", name=re.compile(r"^Rule 2 of tactic 1")).click()
    page.get_by_label("Rule 2 of tactic 1, condition 1: value").fill("77%")
    expect(text).to_have_value(re.compile(r"^    strength > 77% and raises = 1 ", re.MULTILINE), timeout=120_000)
