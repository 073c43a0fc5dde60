"""Whatever is done to a document, reading it gives a game that plays or one line that says why not."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from importlib import resources
from pathlib import Path
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from riverboat.errors import RiverboatError
from riverboat.games.pgdl import catalogue, dump, read
from riverboat.games.rules import Rules
from riverboat.games.state import State

APPENDIX = Path(__file__).parent / "appendix"
SCORED = """<PGDL><PokerGame name="scored" winningType="mixed" ante="1"/><Players minimum="2" maximum="3"/>
  <Deck standard="false" jokers="0"><Card id="a" rank="0" suit="x"/><Card id="b" rank="1" suit="x"/>
    <Card id="c" rank="2" suit="y"/><Card id="d" rank="7" suit="y"/></Deck>
  <Scoring standard="false" handSize="1"><Score name="odd" rank="1"><Conditions>$c1.rank / 2 != 1</Conditions>
    <Subrank>$c1.rank * (3 - $c1.suit)</Subrank></Score>
    <Score name="rest" rank="0" default="true"><Subrank>$c1.rank == 0 ? 5 : 10 / $c1.rank</Subrank></Score></Scoring>
  <Round number="1" faceDownCardsDealt="1"><BettingStructure type="limit"><Bet value="1" maxNumRaises="2"/>
    </BettingStructure></Round></PGDL>"""
DOCUMENTS = [*catalogue().values(), *(path.read_text() for path in sorted(APPENDIX.glob("*.xml"))), SCORED]
VALUES = [
    "", "0", "1", "2", "3", "5", "9", "23", "52", "256", "257", "-1", "0.5", "1e9", "9999999999999999999", "true",
    "no", "high", "low", "mixed", "limit", "no-limit", "pot-limit", "nextDealer", "nextBigBlind", "dealer", "dealer+9",
    "lowestUpCard", "high card", "highestUpHand", "counter clockwise", "A", "JQKA", "cdhs", "omaha", "badugi",
    "eight-or-better", "three-card-poker", "manila", "unlimited", "none", "nan", "\u0661", "x" * 300, "3 9", "As Kd",
    "1 2 3", "a=b;c",
]  # fmt: skip
SCHEMA = resources.files("riverboat.games.pgdl").joinpath("pgdl.xsd").read_text()
ATTRIBUTES = set(re.findall('attribute name="([A-Za-z]+)"', SCHEMA))
FORMULAS = ["1 / 0", "$c1.rank", "$c9.suit", "1 ? 2 : 3", "((", "$c1.rank * 999999999999999999", "2 - $c1.rank"]


def _with_formula(formula: str, _: re.Match[str]) -> str:
    return f"<Subrank>{formula}<"


@st.composite
def mutated(draw: st.DrawFn) -> str:
    """A document with one to four changes."""
    text = draw(st.sampled_from(DOCUMENTS))
    for _ in range(draw(st.integers(1, 4))):
        kind = draw(
            st.sampled_from(["value", "value", "insert", "attribute", "element", "twice", "formula", "letters"])
        )
        if kind == "value":
            found = list(re.finditer(r'(\w+)="[^"]*"', text))
            if found:
                spot = draw(st.sampled_from(found))
                value = draw(st.sampled_from(VALUES) | st.integers(0, 12).map(str))
                text = f'{text[: spot.start()]}{spot.group(1)}="{value}"{text[spot.end() :]}'
        elif kind == "insert":
            found = list(re.finditer(r"<(\w+)", text))
            if found:
                spot = draw(st.sampled_from(found))
                name, value = draw(st.sampled_from(sorted(ATTRIBUTES))), draw(st.sampled_from(VALUES))
                text = f'{text[: spot.end()]} {name}="{value}"{text[spot.end() :]}'
        elif kind == "attribute":
            found = list(re.finditer(r' \w+="[^"]*"', text))
            if found:
                spot = draw(st.sampled_from(found))
                text = text[: spot.start()] + text[spot.end() :]
        elif kind in ("element", "twice"):
            found = list(re.finditer(r"<(\w+)[^<>]*/>|<(\w+)[^<>]*>[^<>]*</\2>", text))
            if found:
                spot = draw(st.sampled_from(found))
                text = text[: spot.start()] + (2 * spot.group() if kind == "twice" else "") + text[spot.end() :]
        elif kind == "formula":
            formula = draw(st.sampled_from(FORMULAS))
            text = re.sub(r"<Subrank>[^<]*<", partial(_with_formula, formula), text, count=1)
        else:
            at = draw(st.integers(0, len(text)))
            text = text[:at] + draw(st.text(max_size=3)) + text[at + draw(st.integers(0, 5)) :]
    return text


def check_one_line(error: RiverboatError) -> None:
    """What people get to see."""
    assert "\n" not in str(error)
    assert 0 < len(str(error)) < 600


Play = Callable[[Rules, Random], State]


def check_game_or_one_line(text: str, seed: int, check_hand: Play) -> None:
    try:
        variant = read(text)
    except RiverboatError as error:
        check_one_line(error)
        return
    for players in {variant.min_players, variant.max_players}:
        rules = variant.rules(players)
        if not rules.rake:
            try:
                check_hand(rules, Random(seed))
            except RiverboatError as error:
                check_one_line(error)  # a formula may still divide by zero with cards that the checks did not try
        try:
            again = read(dump(rules)).rules()
        except RiverboatError:
            continue
        assert again == rules


NO_DEADLINE = settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])


@NO_DEADLINE
@given(text=mutated(), seed=st.integers(0, 1_000))
def test_a_game_or_one_line(text: str, seed: int, check_hand: Play) -> None:
    check_game_or_one_line(text, seed, check_hand)


@pytest.mark.slow
@settings(NO_DEADLINE, max_examples=10_000)
@given(text=mutated(), seed=st.integers(0, 1_000))
def test_a_game_or_one_line_ten_thousand_times(text: str, seed: int, check_hand: Play) -> None:
    check_game_or_one_line(text, seed, check_hand)


@settings(max_examples=150, deadline=None)
@given(st.binary(max_size=300) | st.text(max_size=300))
def test_any_bytes(data: bytes | str) -> None:
    try:
        read(data)
    except RiverboatError as error:
        check_one_line(error)
    else:
        raise AssertionError("no game is that short")
