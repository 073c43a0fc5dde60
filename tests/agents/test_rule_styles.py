"""Rule styles play like people: at a full table they lie in the ranges of printed classes and recorded players."""

from __future__ import annotations

import gzip
import re
from dataclasses import replace
from pathlib import Path

import pytest

from riverboat.agents import make_agent
from riverboat.agents.rules import STYLES, UNTUNED_STYLES, RuleBot
from riverboat.arena import run_match
from riverboat.arena.kernel_play.builtin import rule_policy
from riverboat.arena.kernel_play.policy import FOLD, STRENGTHS
from riverboat.cards import parse_cards
from riverboat.errors import NotationError
from riverboat.games import Hand, State, View
from riverboat.games.action import Action
from riverboat.games.catalogue import make_game
from riverboat.games.indicators import Indicators
from riverboat.model.populations import LIMIT_RANGES, NO_LIMIT_RANGES, Population, populations
from riverboat.records import read_hands
from riverboat.records.phh.parsing import read_phh

TABLE = (
    "tight_passive", "tight_aggressive", "tight_aggressive", "loose_passive", "loose_aggressive", "rock", "rock",
    "calling_station", "calling_station", "maniac",
)  # fmt: skip
GAME = "holdem(players=10,stacks=10000)"


def played(hands: int, game: str = GAME, table: tuple[str, ...] = TABLE, changes: str = "") -> dict[str, Indicators]:
    """The indicators of each style at a full table."""
    agents = [f"rules(style={style}{changes})" for style in table]
    books: dict[str, Indicators] = {}
    for style, player in zip(table, run_match(agents, game, hands, seed=1, session=10).players, strict=True):
        books.setdefault(style, Indicators()).merge(player.indicators)
    return books


def numbers_of(book: Indicators) -> tuple[float, ...]:
    rates = [book.rate(name) for name in ("vpip", "pfr", "went_to_showdown", "fold_to_cbet")]
    return (*rates[:2], book.aggression_factor, *rates[2:])


def outside(book: Indicators, style: str) -> list[str]:
    """Which of the five numbers are not in their ranges, as far as there was an opportunity."""
    names = ("VPIP", "PFR", "AF", "WTSD", "fold to c-bet")
    found = zip(names, numbers_of(book), NO_LIMIT_RANGES[style], strict=True)
    wrong = ((name, value, low, high) for name, value, (low, high) in found if value < low or value > high)
    return [f"{name} {value:.3f} not in {low}..{high}" for name, value, low, high in wrong]


@pytest.mark.slow
def test_every_style_is_in_the_ranges_of_people_on_20_000_hands() -> None:
    books = played(20_000)
    assert {style: wrong for style, book in books.items() if (wrong := outside(book, style))} == {}
    assert set(books) | {"short_stacker"} == set(STYLES)


def test_styles_play_like_people_on_a_few_hands() -> None:
    """What is rare needs more hands; hands played, raised and shown down are settled after two thousand."""
    books = played(2500)
    for style, book in books.items():
        vpip, pfr, _, showdowns, _ = numbers_of(book)
        for value, (low, high), opportunities in zip(
            (vpip, pfr, showdowns), (*NO_LIMIT_RANGES[style][:2], NO_LIMIT_RANGES[style][3]),
            (book.hands, book.hands, book.sample("went_to_showdown")[1]), strict=True,
        ):  # fmt: skip
            error = 3.0 * (value * (1.0 - value) / opportunities) ** 0.5
            assert low - error <= value <= high + error, style
    passive = Indicators()
    for style in ("tight_passive", "loose_passive", "calling_station"):
        passive.merge(books[style])
    assert passive.sample("fold_to_cbet")[1] > 200
    assert 0.24 < passive.rate("fold_to_cbet") < 0.66
    assert passive.aggression_factor < 2.0


def test_without_credit_the_same_styles_are_not_people() -> None:
    """The idea taken out: who believes every bet to be any two cards calls too much and sees too many showdowns."""
    for style, book in played(1500, changes=",credit=0").items():
        if style != "maniac":  # who gives no credit anyway
            assert book.rate("went_to_showdown") > NO_LIMIT_RANGES[style][3][1] + 0.05, style


def test_the_untuned_styles_are_kept() -> None:
    """They see four flops of five to the showdown, and fold to one continuation bet of twenty."""
    table = tuple(UNTUNED_STYLES) * 2
    books = played(1500, "holdem(players=8,stacks=10000)", table, ",tuned=no")
    for book in books.values():
        assert book.rate("went_to_showdown") > 0.75
    assert books["loose_passive"].rate("fold_to_cbet") < 0.06


def test_short_stackers_play_few_hands_and_raise_them() -> None:
    table = (*TABLE[:5], "short_stacker", *TABLE[6:])
    book = played(2500, "holdem(players=10,stacks=2000)", table)["short_stacker"]
    assert outside(book, "short_stacker") == []


def test_credit_by_hand() -> None:
    """Half the hands are not believed of one who bets: of the rest, a hand of strength 0.6 beats a fifth.

    A bet of the pot asks for a third, so 0.6 is folded and 0.7, which beats two fifths, is called. Without credit both
    are called. On the turn half a bet more is believed: 1 - 0.3 / 0.5 ** 1.5 = 0.15, so 0.7 is folded there.
    """
    view = facing_a_pot_bet(streets=1)
    assert answer(view, 0.6, credit=0.5) == "fold"
    assert answer(view, 0.7, credit=0.5) == "check_or_call"
    assert answer(view, 0.6, credit=0.0) == "check_or_call"
    later = facing_a_pot_bet(streets=2)
    assert answer(later, 0.7, credit=0.5) == "fold"
    assert answer(later, 0.7, credit=0.0) == "check_or_call"


def facing_a_pot_bet(streets: int) -> View:
    rules = make_game("holdem", players=2, stacks=10_000)
    first = parse_cards("AdQc2c2d3h4cJh9s8d")
    state = State(rules, (*first, *(card for card in range(52) if card not in first)))
    for _ in range(2 * streets):
        state.apply(Action.check_or_call())
    state.apply(Action.raise_to(state.pot))
    assert state.actor is not None
    return View(state, state.actor)


def answer(view: View, strength: float, credit: float) -> str:
    class Fixed(RuleBot):
        def strength(self, view: View) -> float:
            return strength

    return Fixed("tight_aggressive", value=0.99, margin=0.0, credit=credit).act(view).verb


def test_kernels_give_the_same_credit() -> None:
    """The array folds the same hands to a bet of the pot: odds of 10.5/32 in steps, against one opponent."""
    style = replace(STYLES["tight_aggressive"], value=0.99, margin=0.0, credit=0.5)
    folds = rule_policy(style, 2).postflop[:, 1, 11, 0, 0, :, FOLD]
    weak, fair = int(0.6 * STRENGTHS), int(0.7 * STRENGTHS)
    assert folds[:, weak].tolist() == [1.0, 1.0, 1.0]
    assert folds[:, fair].tolist() == [0.0, 1.0, 1.0]
    assert not rule_policy(replace(style, credit=0.0), 2).postflop[:, 1, 11, 0, 0, weak:, FOLD].any()


def test_a_style_that_has_no_untuned_form() -> None:
    with pytest.raises(NotationError, match="tight_passive, tight_aggressive"):
        make_agent("rules(style=maniac,tuned=no)")


MUCKED_AGAIN = re.compile(r", '(p\d+) sm \?{4}'(?=.*'\1 sm)")


@pytest.fixture(scope="module")
def people(shared_data: Path) -> dict[str, Population]:
    """The players of HandHQ, whose unknown cards at the showdown are read as mucked."""
    found: list[Hand] = []
    for file in sorted((shared_data / "handhq").glob("*.phhs.gz")):
        with gzip.open(file, "rt") as text:
            lines = [re.sub(r"sm \?{4}", "sm", MUCKED_AGAIN.sub("", line)) for line in text]
        found += [hand for hand in read_phh(lines) if isinstance(hand, Hand)]
    assert len(found) == 1681
    return populations(found)


def test_ranges_of_rocks_and_loose_players_are_those_of_handhq(people: dict[str, Population]) -> None:
    for style in ("rock", "loose_aggressive", "loose_passive"):
        require_union([people], style, "went_to_showdown", NO_LIMIT_RANGES[style][3])
        require_union([people], style, "fold_to_cbet", NO_LIMIT_RANGES[style][4])
    assert people["maniac"].range_of("fold_to_cbet") is None  # one continuation bet says nothing


@pytest.mark.slow
def test_all_ranges_are_those_of_recorded_players(people: dict[str, Population], shared_data: Path) -> None:
    """HandHQ and Pluribus for no-limit, IRC for limit."""
    no_limit = [people, recorded(shared_data / "pluribus.phhs.gz")]
    limit = [recorded(shared_data / "irc_holdem_199504.tar.gz")]
    for style, ranges in NO_LIMIT_RANGES.items():
        if style != "short_stacker":
            sources = limit if style == "maniac" else no_limit
            require_union(sources, style, "went_to_showdown", ranges[3])
            require_union(sources, style, "fold_to_cbet", ranges[4])
    for style, (showdowns, folds) in LIMIT_RANGES.items():
        require_union(limit, style, "went_to_showdown", showdowns)
        require_union(limit, style, "fold_to_cbet", folds)


def recorded(path: Path) -> dict[str, Population]:
    return populations(hand for hand in read_hands(path) if isinstance(hand, Hand))


def require_union(sources: list[dict[str, Population]], style: str, rate: str, expected: tuple[float, float]) -> None:
    groups = (found[style.replace("_", " ")] for found in sources if style.replace("_", " ") in found)
    ranges = [between for group in groups if (between := group.range_of(rate))]
    union = (round(min(each.low for each in ranges), 2), round(max(each.high for each in ranges), 2))
    assert union == expected, (style, rate)
