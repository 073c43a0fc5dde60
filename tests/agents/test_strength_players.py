"""The E[HS] player of Table 19, the rule players, and the strength they think in."""

from __future__ import annotations

from collections import Counter
from dataclasses import fields
from random import Random

import pytest

from riverboat.agents.evolving import Evolving, cross, mutate
from riverboat.agents.expected_strength import LIMIT, NO_LIMIT, ExpectedStrength
from riverboat.agents.rules import STYLES, RuleBot, Style, starting_place
from riverboat.agents.strength import expected_strength, holdem_look_up
from riverboat.cards import parse_cards
from riverboat.games import State, View
from riverboat.games.catalogue import make_game
from riverboat.games.holdem import is_holdem
from riverboat.model.styles import share_at_table


def view_of(game: str, cards: str, calls: int = 0, **settings: object) -> View:
    """The actor's view after a number of calls, with these cards on top of the deck."""
    rules = make_game(game, **settings)  # type: ignore[arg-type]
    top = rules.deck.parse_cards(cards)
    state = State(rules, (*top, *(card for card in range(rules.deck.size) if card not in top)))
    for _ in range(calls):
        state.check_or_call()
    assert state.actor is not None
    return View(state, state.actor)


@pytest.mark.parametrize(("card", "expected"), [("J", 0.0), ("Q", 0.5), ("K", 1.0)])
def test_expected_strength_in_kuhn(card: str, expected: float) -> None:
    assert expected_strength(view_of("kuhn", card), Random(1)) == expected


def test_expected_strength_in_leduc() -> None:
    """A jack before the board, and with a king on it."""
    before = view_of("leduc", "Jh Qs Kh")
    assert expected_strength(before, Random(1)) == pytest.approx(0.30)
    after = view_of("leduc", "Jh Qs Kh", calls=2)
    assert after.board
    assert expected_strength(after, Random(1)) == pytest.approx(0.125)


def test_expected_strength_in_holdem_is_that_of_the_odds() -> None:
    """AdQc on 3h 4c Jh: P(win) = E[HS] = 0.51140 against one opponent (ties half)."""
    view = view_of("holdem", "AdQc 2c2d 3h4cJh", calls=2)
    assert view.board == parse_cards("3h4cJh")
    assert expected_strength(view, Random(1)) == pytest.approx(0.51140, abs=5e-6)


def test_holdem_is_recognised() -> None:
    assert is_holdem(make_game("holdem", players=6))
    assert is_holdem(make_game("preflop_holdem"))
    for other in ("omaha", "short_deck", "kuhn", "five_card_draw", "stud"):
        assert not is_holdem(make_game(other))


def test_sampled_strength_of_a_large_game() -> None:
    """Omaha AAKK double-suited against one random hand wins about 73 % (65 to 80 is any sane estimate)."""
    view = view_of("omaha", "2c2d2h2s AsAhKsKh")  # the button, position 1, acts first
    assert 0.6 < expected_strength(view, Random(1), samples=300) < 0.85


def test_table_19_rows_sum_to_one() -> None:
    for _, row in (*LIMIT, *NO_LIMIT):
        assert sum(row) == pytest.approx(1.0)


@pytest.mark.parametrize(
    ("card", "expected"),
    [("J", {"fold": 1.0}), ("K", {"fold": 0.01, "check_or_call": 0.19, "raise_to": 0.80})],
)
def test_table_19_in_kuhn_facing_a_bet(card: str, expected: dict[str, float]) -> None:
    """J is below 30 %, K above 80 %; a raise that is not allowed becomes a call."""
    rules = make_game("kuhn")
    top = rules.deck.parse_cards(("Q" + card) if card != "Q" else "JQ")
    state = State(rules, (*top, *(c for c in range(3) if c not in top)))
    state.raise_to(state.raise_interval()[0])  # type: ignore[index]
    view = View(state, 1)
    agent = ExpectedStrength()
    counts = Counter(str(agent.act(view).verb) for _ in range(3000))
    merged = {"fold": expected.get("fold", 0.0), "check_or_call": 1.0 - expected.get("fold", 0.0)}
    assert {verb: counts[verb] / 3000 for verb in merged} == pytest.approx(merged, abs=0.01)


def test_table_19_band_includes_its_lower_end() -> None:
    """The queen is exactly 50 %: 5 % fold, 50 % call, 45 % raise, and the fold is a check when it is free."""
    agent = ExpectedStrength()
    agent.rng = Random(3)
    view = view_of("kuhn", "Q")
    counts = Counter(str(agent.act(view).verb) for _ in range(4000))
    assert counts["raise_to"] / 4000 == pytest.approx(0.45, abs=0.03)
    assert counts["fold"] == 0


def test_no_limit_raises_are_shares_of_the_stack() -> None:
    agent = ExpectedStrength()
    agent.rng = Random(3)
    view = view_of("holdem", "2c2d AsAh")  # the button, position 1, acts first and holds the aces
    assert view.down == parse_cards("AsAh")
    seen = {action.amount for action in (agent.act(view) for _ in range(400)) if action.verb == "raise_to"}
    bet, stack = view.bets[view.position], view.stacks[view.position]
    assert seen == {bet + round(share * stack) for share in (0.1, 0.2, 0.5, 1.0)}


def test_share_of_hands_grows_with_fewer_players() -> None:
    """The chance that none of the others holds such a hand is the same at any table."""
    for players in range(2, 11):
        assert (1 - share_at_table(0.12, players)) ** (players - 1) == pytest.approx((1 - 0.12) ** 9)
    assert share_at_table(0.12, 10) == pytest.approx(0.12)


def test_starting_hands_are_placed_among_all() -> None:
    for players in (2, 6, 10):
        aces = starting_place(parse_cards("AsAh"), players)
        assert aces == pytest.approx(3 / 1326)  # the middle of six hands of 1,326
        assert aces < starting_place(parse_cards("AsKs"), players) < starting_place(parse_cards("9s2h"), players)


def test_look_up_knows_a_made_hand_from_nothing() -> None:
    board = parse_cards("KdKc7h2s3d")
    assert holdem_look_up(parse_cards("KhKs"), board) > 0.99
    assert holdem_look_up(parse_cards("4c5h"), board) < 0.2


def test_genes_stay_in_their_intervals() -> None:
    rng = Random(1)
    for _ in range(300):
        child = mutate(STYLES["tight_passive"], rng, strength=2.0)
        for gene in fields(Style):
            assert gene.metadata["low"] <= getattr(child, gene.name) <= gene.metadata["high"]


def test_a_cross_has_only_genes_of_its_parents() -> None:
    one, other = STYLES["tight_passive"], STYLES["loose_aggressive"]
    child = cross(one, other, Random(4))
    for name in Style.__dataclass_fields__:
        assert getattr(child, name) in (getattr(one, name), getattr(other, name))


def test_rule_bots_evolve() -> None:
    bot = RuleBot()
    assert isinstance(bot, Evolving)
    child = bot.reproduce_sexually(RuleBot("loose_passive"), Random(2))
    assert child.style != bot.style
    assert child.reproduce_asexually(Random(3)).style != child.style
