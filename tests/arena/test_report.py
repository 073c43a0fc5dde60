"""The page of a match, and matches that stop when the winner is known."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest
from typer.testing import CliRunner

from riverboat.arena import EvolutionSettings, MatchResult, RingSettings, run_match
from riverboat.arena.report import match_page
from riverboat.cli.app import app
from riverboat.errors import RiverboatError
from riverboat.games import Action, Agent, View
from riverboat.games.indicators import RATES


class Angry(Agent):
    """Its error is markup."""

    def act(self, view: View) -> Action:
        raise ValueError("<script>alert(1)</script>")


class _Cells(HTMLParser):
    """Tables as rows of texts, and everything that would be fetched."""

    def __init__(self) -> None:
        super().__init__()
        self.tables: list[list[list[str]]] = []
        self.fetched: list[str] = []
        self.tags: list[str] = []
        self._cell = False

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.fetched += [value or "" for name, value in attributes if name in ("src", "href")]
        if tag == "table":
            self.tables.append([])
        elif tag == "tr":
            self.tables[-1].append([])
        elif tag in ("td", "th"):
            self.tables[-1][-1].append("")
            self._cell = True

    def handle_endtag(self, tag: str) -> None:
        if tag in ("td", "th"):
            self._cell = False

    def handle_data(self, data: str) -> None:
        if self._cell:
            self.tables[-1][-1][-1] += data


def _read(result: MatchResult, command: str = "") -> _Cells:
    cells = _Cells()
    cells.feed(match_page(result, command))
    return cells


def test_the_table_is_in_the_units_that_it_names() -> None:
    """Limit hold'em with a big blind of 10, which is a small bet: chips per hand by 100 and by 0.1, margins alike."""
    result = run_match(["random", "always_raise"], "holdem(betting=limit)", 100, "cash")
    lines = result.table().splitlines()
    assert lines[0].split()[2:4] == ["mbb/hand", "sb/hand"]
    for line, player in zip(lines[1:3], result.players, strict=True):
        mbb, mbb_margin, sb, sb_margin = map(float, re.findall(r"(?<![\w.])[-+]?[0-9]+\.[0-9]+", line)[:4])
        assert (mbb, sb) == (  # type: ignore[comparison-overlap]
            pytest.approx(player.chips.mean * 100, abs=0.06),
            pytest.approx(player.chips.mean / 10, abs=6e-5),
        )
        margin = player.margin()
        assert (mbb_margin, sb_margin) == (pytest.approx(margin * 100, abs=0.06), pytest.approx(margin / 10, abs=6e-5))  # type: ignore[comparison-overlap]


def test_programs_get_what_belongs_to_the_mode() -> None:
    """Bankrolls of a ring game, places of a tournament."""
    ring = run_match(["random", "always_call"], "holdem(betting=limit)", 20, "ring").to_json()
    assert set(ring["ring"]["bankrolls"]) == {"random", "always_call"}
    assert sum(each["mean"] for each in ring["ring"]["bankrolls"].values()) == 2 * ring["ring"]["start"]


def test_the_page_says_what_the_result_says_and_fetches_nothing() -> None:
    result = run_match(["random", "always_raise", "acpc_example"], "holdem", 200, "cash", session=50, all_in_ev=True)
    cells = _read(result, "riverboat match random 'a b'")
    assert cells.fetched == []
    assert "script" not in cells.tags
    assert cells.tags.count("svg") == 1
    winnings, cross, indicators, again = cells.tables
    assert [row[0] for row in winnings[1:]] == ["random", "always_raise", "acpc_example"]
    for row, player in zip(winnings[1:], result.players, strict=True):
        mean, margin = re.findall(r"[-+]?[0-9.]+", row[3])
        assert float(mean) == pytest.approx(player.mbb.mean, abs=0.05)
        assert float(margin) == pytest.approx(player.mbb.margin(), abs=0.05)
        adjusted = re.findall(r"[-+]?[0-9.]+", row[6])
        assert float(adjusted[0]) == pytest.approx(player.adjusted.mean * 10, abs=0.05)
    assert len(cross) == 4
    assert any(row[0].startswith("VPIP") for row in indicators)
    assert len(indicators) <= len(RATES) + 4
    assert ["command", "riverboat match random 'a b'"] in again
    assert ["seed", "1"] in again


def test_adjusted_winnings_have_the_same_mean_and_less_spread() -> None:
    """Two who put everything in before the flop: the luck of the board is nearly all there is."""
    result = run_match(["random", "always_raise"], "holdem", 1000, "cash", all_in_ev=True)
    for player in result.players:
        assert player.adjusted.count == player.chips.count == 1000
        assert player.adjusted.margin() < 0.7 * player.chips.margin()
        apart = abs(player.adjusted.mean - player.chips.mean)
        assert apart < player.adjusted.margin(0.999) + player.chips.margin(0.999)
        assert result.adjusted_curves[player.name][-1] == (1000, pytest.approx(1000 * player.adjusted.mean))  # type: ignore[comparison-overlap]
    assert sum(player.adjusted.mean for player in result.players) == pytest.approx(0.0, abs=1e-6)
    assert "without the luck of all-ins" in result.table()


def test_markup_in_names_and_messages_is_text() -> None:
    result = run_match([Angry, "always_call"], "kuhn", 10)
    page = match_page(result, "riverboat match '<b>'")
    assert "<script>alert" not in page
    assert "&lt;script&gt;alert" in page
    assert "'&lt;b&gt;'" in page or "&#x27;&lt;b&gt;&#x27;" in page


@pytest.mark.parametrize(
    ("mode", "settings", "title"),
    [
        ("ring", RingSettings(seasons=2), "Bankrolls"),
        ("tournament", None, "Places"),
        ("evolve", EvolutionSettings(generations=2, population=4, seats=2), "Generations"),
    ],
)
def test_every_mode_has_a_page(mode: str, settings: object, title: str) -> None:
    result = run_match(["random", "always_call"], "holdem(betting=limit)", 60, mode, settings=settings)  # type: ignore[arg-type]
    assert f"<h2>{title}</h2>" in match_page(result)


def test_a_clear_winner_is_found_early_and_equals_are_not_parted() -> None:
    clear = run_match(
        ["always_raise", "always_fold"], "kuhn", 100_000, "duplicate", session=200, until_significant=True
    )
    assert clear.winners == ("always_raise",)
    assert clear.hands == 200  # one chip a deal, always: 100 deals are the fewest that are believed
    assert clear.complete
    equal = run_match(["random", "random"], "kuhn", 2000, "cash", session=100, until_significant=True)
    assert equal.winners == ()
    assert equal.hands == 2000
    low, high = (equal.to_json()["players"][0]["anytime_valid_chips_per_hand"][end] for end in ("low", "high"))
    assert low < equal.players[0].chips.interval().low < equal.players[0].chips.interval().high < high
    assert "first significant winner: none" in match_page(equal)


def test_only_where_samples_are_hands() -> None:
    with pytest.raises(RiverboatError, match="only cash and duplicate"):
        run_match(["random", "random"], "kuhn", 10, "evolve", until_significant=True)


def test_the_command(tmp_path: Path) -> None:
    target = tmp_path / "match.html"
    asked = ["match", "random", "always_call", "--hands", "50", "--game", "leduc", "--html", str(target)]
    answer = CliRunner().invoke(app, asked)
    assert answer.exit_code == 0, answer.output
    assert f"wrote {target}" in answer.output
    assert target.read_text().startswith("<!doctype html>")
    answer = CliRunner().invoke(app, [*asked, "--html", str(tmp_path / "nowhere" / "match.html")])
    assert answer.exit_code != 0
