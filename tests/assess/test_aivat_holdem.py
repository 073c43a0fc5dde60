"""AIVAT for heads-up hold'em: the truth where it is known, agreement with money where it is not, less variance."""

from __future__ import annotations

from collections.abc import Callable
from math import sqrt
from typing import Any

import numpy as np
import pytest

from riverboat.arena import run_match
from riverboat.assess import HoldemAivat
from riverboat.assess.aivat_holdem import betting_path
from riverboat.assess.known_policy import CALL, FOLD, blind_player, policy_player
from riverboat.cards.holdings import HOLDING_CARDS, holding_index
from riverboat.errors import RiverboatError
from riverboat.games.action import Action
from riverboat.games.agent import Agent
from riverboat.games.betting import Betting
from riverboat.games.catalogue import parse_game
from riverboat.games.hand import Hand
from riverboat.games.view import HIDDEN, View
from riverboat.odds.range_equity import MAX_SAMPLES, equities_against
from riverboat.odds.showdown import equity
from riverboat.solve.core import ActionProbabilities, Policy

LIMIT, NO_LIMIT = "holdem(betting=limit,players=2)", "holdem(betting=no-limit,players=2,stacks=400)"
CALLER, RAISER = blind_player(0, 1, 0), blind_player(0, 0, 1)


class HighCards(Agent):
    """Raises with an ace or king while that is allowed, folds to a raise with neither a ten nor better, else calls."""

    def act(self, view: View) -> Action:
        high = max(card >> 2 for card in view.down)
        if high >= 11 and view.raise_interval:
            return Action.raise_to(view.raise_interval[0])
        if high < 8 and view.can_fold:
            return Action.fold()
        return Action.check_or_call()


class HighCardsKnown:
    """What `HighCards` does with every holding."""

    def range_probabilities(self, betting: Betting, board: tuple[int, ...]) -> ActionProbabilities:
        assert betting.actor is not None
        owed, interval = betting.highest_bet > betting.bets[betting.actor], betting.raise_interval()
        high = HOLDING_CARDS.max(axis=1) >> 2
        raises, folds = (high >= 11) & (interval is not None), (high < 8) & owed
        probabilities = np.column_stack([folds, ~(raises | folds), raises]).astype(np.float64)
        return ActionProbabilities((FOLD, CALL, Action.raise_to(interval[0] if interval else 0)), probabilities)


def _played(first: object, second: object, hands: int, seed: int, game: str = LIMIT) -> list[Hand]:
    found: list[Hand] = []
    run_match([first, second], game, hands, "duplicate", seed=seed, record=found.extend)  # type: ignore[list-item]
    return list(found)


@pytest.mark.parametrize(
    "board", ["", "KsKd7h", "8h9hTh", "2c7d", "8h9hTh2h", "JsJdJh4c2s", "3d6d9dQdKd", "5s6s7s8s2d"]
)
def test_equities_of_all_holdings_agree_with_single_ones(board: str) -> None:
    """Paired, suited and four-suited boards; flops are dealt out in full."""
    from riverboat.cards.card import parse_cards

    cards, theirs = parse_cards(board), parse_cards("AhTs")
    if len(cards) not in (0, 3, 4, 5):
        with pytest.raises(RiverboatError, match="board of 2"):
            equities_against(theirs, cards, np.uint64(1), 10, 0)
        return
    shares = equities_against(theirs, cards, np.uint64(1), 4000, 0)
    out = np.isin(HOLDING_CARDS, (*theirs, *cards)).any(axis=1)
    assert ((shares < 0) == out).all()
    tolerance = 4 * 0.5 / sqrt(3000) if not cards else 1e-12
    for holding in np.random.default_rng(len(board)).choice(np.flatnonzero(~out), 12, replace=False):
        single = equity([HOLDING_CARDS[holding].tolist(), list(theirs)], board=cards, exact=True).equity[0]
        assert shares[holding] == pytest.approx(single, abs=tolerance)


def test_as_many_samples_as_can_be_counted() -> None:
    """Aces against three high: sums of wins are nearly as large as they get."""
    theirs = (0, 5)  # 2c 3d
    shares = equities_against(theirs, (), np.uint64(1), MAX_SAMPLES, 0)
    aces = holding_index(50, 51)
    single = equity([[50, 51], list(theirs)], exact=True).equity[0]
    assert shares[aces] == pytest.approx(single, abs=4 * 0.5 / sqrt(MAX_SAMPLES / 2))
    with pytest.raises(RiverboatError, match="no more than 16000"):
        equities_against(theirs, (), np.uint64(1), 20_000, 0)


@pytest.mark.parametrize("game", [LIMIT, NO_LIMIT], ids=["limit", "no-limit"])
@pytest.mark.parametrize(
    ("pair", "known", "truth"),
    [
        (("always_call", "always_raise"), {"always_raise": RAISER}, 0.0),
        (("always_call", "always_raise"), {"always_call": CALLER, "always_raise": RAISER}, 0.0),
        (("always_fold", "always_raise"), {"always_raise": RAISER}, -0.75),
        (("always_fold", "always_call"), {"always_call": CALLER}, -0.25),
    ],
    ids=["raiser known", "both known", "folder v raiser", "folder v caller"],
)
def test_unbiased_where_the_truth_is_known(
    pair: tuple[str, str], known: dict[str, Policy], truth: float, game: str
) -> None:
    """Truths in big blinds: forced lines are even by symmetry, and who folds pays a blind of one and of one half."""
    hands = _played(*pair, hands=400, seed=21, game=game)
    blind = hands[0].rules.largest_blind
    values = HoldemAivat(known).estimates(hands)[:, 0] / blind
    signs = np.array([1.0 if hand.players[0] == pair[0] else -1.0 for hand in hands])
    deals = (values * signs).reshape(-1, 2).mean(axis=1)
    assert deals.mean() == pytest.approx(truth, abs=4 * deals.std() / sqrt(len(deals)) + 1e-9)


@pytest.mark.parametrize("game", [LIMIT, NO_LIMIT], ids=["limit", "no-limit"])
@pytest.mark.parametrize("known", ["HighCards", "random"])
def test_money_less_the_estimate_is_luck(game: str, known: str) -> None:
    """Its mean is zero in either seat, for any known player; the estimate varies less."""
    hands = _played(HighCards, "random", hands=1600, seed=5, game=game)
    name = next(name for name in hands[0].players if (name == "random") == (known == "random"))
    player: Any = policy_player("random") if known == "random" else HighCardsKnown()
    values = HoldemAivat({name: player}).estimates(hands)[:, 0]
    money = np.array([float(hand.payoffs[0]) for hand in hands])
    for first in hands[0].players:
        seat = np.array([hand.players[0] == first for hand in hands])
        luck = (money - values)[seat]
        assert abs(luck.mean()) < 4 * luck.std() / sqrt(len(luck))
    assert values.var() < 0.8 * money.var()


def test_an_all_in_is_worth_its_equity() -> None:
    """Both all-in blindly for two big blinds: what stays are the edges of one hand over all others, 0.35 for aces.

    The first deal takes out a pot of two big blinds of the four, so that no more than 0.7 of one are left, and noise.
    """
    blind = parse_game(NO_LIMIT).largest_blind
    hands = _played("always_raise", "always_raise", 60, 3, f"holdem(betting=no-limit,players=2,stacks={2 * blind})")
    assert all(len({street for street, _, _ in hand.actions}) == 1 for hand in hands)
    assert {abs(hand.payoffs[0]) for hand in hands} >= {2 * blind}
    estimates = HoldemAivat({hands[0].players[0]: policy_player("always_raise")}, samples=2000).estimates(hands)
    assert abs(estimates).max() < 0.8 * blind


@pytest.mark.parametrize("theirs", ["AsAd", "7s2d"])
def test_what_might_have_been_done_instead_counts(theirs: str, play: Callable[..., Hand]) -> None:
    """A random player on the button folds at once; he might as well have called 10 or raised to 20.

    With an edge e over the other's hand that is worth a third each of -5, 20 e and 40 e, and the deal took out 20 e: so
    the estimate is -5 / 3, whatever the other holds.
    """
    hand = play(f"{theirs}9h8c", "f")
    assert hand.payoffs == (5, -5)
    estimate = HoldemAivat({"Betty": policy_player("random")}, samples=4000).estimate(hand)
    assert estimate == (pytest.approx(5 / 3, abs=0.15), pytest.approx(-5 / 3, abs=0.15))  # type: ignore[comparison-overlap]


def test_the_cards_of_the_known_player_do_not_matter() -> None:
    hands = _played("always_call", "always_raise", hands=4, seed=1)
    judge = HoldemAivat({"always_raise": RAISER})
    for hand in hands:
        me = hand.players.index("always_raise")
        hidden = hand._replace(down=tuple((HIDDEN,) * 2 if p == me else cards for p, cards in enumerate(hand.down)))
        assert judge.estimate(hidden) == judge.estimate(hand)
        with pytest.raises(RiverboatError, match="needs the cards of always_call"):
            judge.estimate(hand._replace(down=tuple((HIDDEN,) * 2 for _ in hand.down)))


def test_what_cannot_be_judged_is_named() -> None:
    hands = _played("always_call", "always_raise", hands=4, seed=1)
    with pytest.raises(RiverboatError, match="never does this"):
        HoldemAivat({"always_raise": CALLER}).estimates(hands)
    with pytest.raises(RiverboatError, match="is known"):
        HoldemAivat({"somebody": CALLER}).estimate(hands[0])
    with pytest.raises(RiverboatError, match="nobody is known"):
        HoldemAivat({})
    for few_or_many in ({"samples": 0}, {"samples": 5}, {"samples": 20_000}, {"samples_on_flop": 5}):
        with pytest.raises(RiverboatError, match="samples; expected 16 to 16000"):
            HoldemAivat({"somebody": CALLER}, **few_or_many)
    leduc: list[Hand] = []
    run_match(["always_call", "always_raise"], "leduc", 2, seed=1, record=leduc.extend)
    with pytest.raises(RiverboatError, match="for hold'em"):
        HoldemAivat({"always_raise": RAISER}).estimate(leduc[0])


def test_the_betting_of_a_hand_is_led_through_its_streets() -> None:
    hand = _played("always_call", "always_raise", hands=1, seed=1)[0]
    path = betting_path(hand)
    assert [(b.street, b.actor) for b in path[:-1]] == [(street, who) for street, who, _ in hand.actions]
    assert path[-1].committed == hand.committed


def test_a_blind_player_keeps_to_the_rules() -> None:
    rules = parse_game(LIMIT)
    betting = Betting.start(rules, rules.stacks).next_street(1)
    anything = blind_player(1, 1, 1)

    def shares(at: Betting) -> dict[Action, float]:
        choices = anything.range_probabilities(at, ())
        return dict(zip(choices.actions, choices.probabilities[7].tolist(), strict=True))

    third = pytest.approx(1 / 3)
    assert shares(betting) == {FOLD: third, CALL: third, Action.raise_to(20): third}
    assert shares(betting.called()) == {CALL: 0.5, Action.raise_to(20): 0.5}
    capped = betting.raised_to(20).raised_to(30).raised_to(40)
    assert shares(capped) == {FOLD: 0.5, CALL: 0.5}
    with pytest.raises(RiverboatError, match="a call or a raise"):
        blind_player(1, 0, 0)
