"""All-in winnings: the mean of what the dealer pays over every card that could still come."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import permutations

import pytest

from riverboat.cards.card import parse_cards
from riverboat.games.action import Action
from riverboat.games.catalogue import parse_game
from riverboat.games.hand import Hand, finished_hand
from riverboat.games.rules import Rules
from riverboat.games.state import State
from riverboat.games.view import HIDDEN
from riverboat.model.all_in import adjusted_payoffs, all_in_street, equities_by_street
from riverboat.odds.showdown import equity


def _all_in(rules: Rules, deck: Sequence[int], stacks: Sequence[int], street: int, folds: int = 0) -> Hand:
    """Check to a street, then everybody puts in what he has; the first `folds` to answer a bet there give up."""
    state = State(rules, deck, stacks)
    while state.actor is not None:
        if state.street < street:
            state.apply(Action.bring_in() if state.can_bring_in() else Action.check_or_call())
        elif state.highest_bet and folds and state.can_fold():
            folds -= 1
            state.fold()
        elif interval := state.raise_interval():
            state.raise_to(interval[1])
        else:
            state.check_or_call()
    return finished_hand(state, tuple(f"player {p}" for p in range(rules.players)), tuple(stacks))


def _over_all_cards(rules: Rules, deck: list[int], stacks: Sequence[int], street: int, folds: int = 0) -> list[float]:
    """Mean payoffs over every order of the cards that come after the all-in."""
    hand = _all_in(rules, deck, stacks, street, folds)
    come = sum(each.board * (1 if each.board else 0) for each in rules.streets[street + 1 :]) * max(rules.runs, 1)
    come = come or sum(each.down + each.up for each in rules.streets[street + 1 :]) * sum(hand.live)
    known = len(hand.dealt) - come
    totals, count = [0.0] * rules.players, 0
    rest = [card for card in deck if card not in hand.dealt[:known]]
    for cards in permutations(rest, come):
        others = [card for card in rest if card not in cards]
        payoffs = _all_in(rules, [*hand.dealt[:known], *cards, *others], stacks, street, folds).payoffs
        totals = [total + float(won) for total, won in zip(totals, payoffs, strict=True)]
        count += 1
    return [total / count for total in totals]


def _deck(first: str, size: int = 52) -> list[int]:
    cards = list(parse_cards(first))
    return cards + [card for card in range(size) if card not in cards]


@pytest.mark.parametrize(
    ("game", "cards", "stacks", "folds"),
    [
        # A set, a flush draw, a straight draw and two small pairs, all-in on the turn with three depths.
        ("holdem(players=4,blinds=60/120)", "7h7d AsKs 9c8c 2d2h 7sTs6d2c", (2400, 4800, 7200, 9600), 0),
        ("holdem(players=4,blinds=60/120)", "7h7d AsKs 9c8c 2d2h 7sTs6d2c", (9600, 2400, 4800, 7200), 1),
        ("holdem(players=3,blinds=60/120,antes=12/0/24)", "QhQd AsKs 9c8c 7sTs6d2c", (2400, 4800, 7200), 0),
        ("holdem(players=2,blinds=60/120,runs=2)", "QhQd AsKs 7sTs6d2c", (2400, 4800), 0),
        (
            "omaha8(players=3,blinds=60/120,betting=no-limit)",
            "AhQd3h4c AsKs2d5d 9c8cJhJd 7sTs6d2c",
            (2400, 4800, 7200),
            0,
        ),
    ],
)
def test_an_all_in_on_the_turn_is_worth_the_mean_of_its_rivers(
    game: str, cards: str, stacks: tuple[int, ...], folds: int
) -> None:
    rules = parse_game(game)
    deck = _deck(cards)
    hand = _all_in(rules, deck, stacks, 2, folds)
    assert all_in_street(hand) == 2
    # Odd chips of split pots are worth a chip at most.
    assert adjusted_payoffs(hand) == pytest.approx(_over_all_cards(rules, deck, stacks, 2, folds), abs=1.0)
    assert sum(adjusted_payoffs(hand)) == pytest.approx(0.0, abs=1e-6)


@pytest.mark.parametrize("game", ["stud", "stud8", "razz"])
def test_stud_on_sixth_street(game: str) -> None:
    rules = parse_game(f"{game}(bets=6000/12000,ante=12,bring_in=12)")
    # Third street comes player by player: two down, one up; then one up for each.
    deck = _deck("AhKd2h 7c8c9d 3hAd 5d6h KsQc 9h9c")
    stacks = (1200, 2400)
    hand = _all_in(rules, deck, stacks, 3)
    assert all_in_street(hand) == 3
    assert adjusted_payoffs(hand) == pytest.approx(_over_all_cards(rules, deck, stacks, 3), abs=1.0)


def test_the_published_race() -> None:
    """AhKh against QsQd before the flop is 46.2145 % (every odds calculator)."""
    rules = parse_game("holdem(players=2)")
    hand = _all_in(rules, _deck("AhKhQsQd"), (20000, 20000), 0)
    assert adjusted_payoffs(hand)[0] == pytest.approx(40000 * 0.462145 - 20000, abs=0.05)


def test_the_house_takes_its_share_of_the_expected_pot_too() -> None:
    rules = parse_game("holdem(players=2)")
    hand = _all_in(rules, _deck("AhKhQsQd"), (20000, 20000), 0)
    raked = hand._replace(payoffs=tuple(p - 400 if p > 0 else p for p in hand.payoffs))
    assert sum(adjusted_payoffs(raked)) == pytest.approx(-400)
    assert adjusted_payoffs(raked)[0] == pytest.approx(39600 * 0.462145 - 20000, abs=0.05)


def test_what_nobody_called_comes_back() -> None:
    """The published race for 500 each; the 1,500 more that the button bet were never in the pot."""
    hand = _all_in(parse_game("holdem(players=2)"), _deck("AhKhQsQd"), (500, 2000), 0)
    assert hand.committed == (500, 2000)
    won = 1000 * 0.462145 - 500
    assert adjusted_payoffs(hand) == pytest.approx((won, -won), abs=0.05)


def test_chips_of_who_left_above_everybody_stay_in_the_last_pot() -> None:
    """Blinds of 30 (all-in) and 100, the button all-in for 60; the big blind leaves the table all the same.

    All three are in the main pot of 90, in the side pot the button's 30 and the 70 that are left of the blind: nobody
    called those, but who has folded gets nothing back.
    """
    rules = replace(parse_game("holdem(players=3,blinds=50/100)"), short_all_in_reopens=True, free_folds=True)
    stacks = (30, 2000, 60)
    state = State(rules, _deck("QsQd 7c2d AhKh"), stacks)
    state.check_or_call()
    state.fold()
    hand = finished_hand(state, ("small", "big", "button"), stacks)
    assert hand.committed == (30, 100, 60)
    assert hand.live == (True, False, True)
    queens, ace_king = equity(["QsQd", "AhKh"], dead="7c2d", exact=True).equity
    assert adjusted_payoffs(hand) == pytest.approx((90 * queens - 30, -100, 90 * ace_king + 100 - 60))


def test_what_is_not_adjusted() -> None:
    """Betting to the river, a fold, unknown cards, a game that draws: the payoffs themselves."""
    rules = parse_game("holdem(players=2)")
    deck = _deck("AhKhQsQd")
    all_in = _all_in(rules, deck, (20000, 20000), 0)
    unknown = all_in._replace(down=((HIDDEN, HIDDEN), all_in.down[1]))
    draw = parse_game("five_card_draw(players=2,betting=no-limit)")
    state = State(draw, deck)
    while state.actor is not None:
        interval = state.raise_interval()
        state.apply(Action.raise_to(interval[1]) if interval else Action.discard() if state.phase == "draw" else
                    Action.check_or_call())  # fmt: skip
    river = _all_in(rules, deck, (20000, 20000), 3)
    fold = _all_in(rules, deck, (20000, 20000), 1, folds=1)
    for hand in (unknown, river, fold, finished_hand(state, ("a", "b"), draw.stacks)):
        assert adjusted_payoffs(hand) == tuple(map(float, hand.payoffs))
    assert all_in_street(river) is None
    assert all_in_street(fold) is None


def test_equity_street_by_street() -> None:
    """AhKh against QsQd has 46.2145 % before the flop; a hand that ends earlier has fewer streets."""
    rules = parse_game("holdem(betting=no-limit,players=2)")
    hand = _all_in(rules, _deck("AhKhQsQd2c3d4s9h9s"), (20_000, 20_000), street=3)
    first = next(p for p, cards in enumerate(hand.down) if set(cards) == set(parse_cards("AhKh")))
    found = equities_by_street(hand, first)
    assert [street for street, _ in found] == [0, 1, 2, 3]
    assert found[0][1] == pytest.approx(0.462145, abs=5e-7)
    # On 2c3d4s9h, six cards make a better pair and four fives a wheel, of 44.
    assert found[2][1] == pytest.approx(10 / 44)
    assert found[3][1] == 0.0
    other = dict(equities_by_street(hand, 1 - first))
    assert all(share + other[street] == pytest.approx(1.0) for street, share in found)


def test_equity_ends_with_the_fold() -> None:
    rules = parse_game("holdem(betting=no-limit,players=3)")
    hand = _all_in(rules, _deck("AhKhQsQd2c3d4s9h9s"), (20_000,) * 3, street=1, folds=1)
    quitter = next(p for p, alive in enumerate(hand.live) if not alive)
    assert [street for street, _ in equities_by_street(hand, quitter)] == [0, 1]
    stays = next(p for p, alive in enumerate(hand.live) if alive)
    assert [street for street, _ in equities_by_street(hand, stays)] == [0, 1, 2, 3]


def test_no_equity_with_an_unknown_card() -> None:
    rules = parse_game("holdem(betting=no-limit,players=2)")
    hand = _all_in(rules, _deck("AhKhQsQd2c3d4s9h9s"), (20_000, 20_000), street=3)
    assert equities_by_street(hand._replace(down=((HIDDEN, HIDDEN), hand.down[1])), 1) == []
