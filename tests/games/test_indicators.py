"""Indicators counted on hands made by hand; six players: 0 small blind, 1 big blind, 2, 3, 4 cut-off, 5 button."""

from __future__ import annotations

import json
from math import isnan

import pytest

from riverboat.games import Action, Hand, State, finished_hand
from riverboat.games.catalogue import make_game
from riverboat.games.indicators import RATES, Indicators, count_hand

RULES = make_game("holdem", betting="no-limit", players=6, blinds=(50, 100))
# 3 has aces, the button kings, nothing else matters: AA holds up.
DECK_TOP = "2c7d 2d7h 3c8d AsAh 3d8h KsKh QcJcTd 5s 4h"


def played(text: str, players: int = 6) -> Hand:
    """A hand from letters: f fold, c check or call, a number raises to it."""
    rules = RULES if players == 6 else make_game("holdem", betting="no-limit", players=players, blinds=(50, 100))
    top = rules.deck.parse_cards(DECK_TOP)
    state = State(rules, (*top, *(card for card in range(52) if card not in top)))
    for word in text.split():
        if word == "f":
            state.fold()
        elif word == "c":
            state.check_or_call()
        else:
            state.raise_to(int(word))
    assert state.is_over
    return finished_hand(state, tuple("abcdef"[:players]), rules.stacks)


def counted(*texts: str, players: int = 6) -> list[Indicators]:
    books = [Indicators() for _ in range(players)]
    for text in texts:
        count_hand(played(text, players), books)
    return books


def samples(book: Indicators) -> dict[str, tuple[int, int]]:
    return {name: book.sample(name) for name in RATES if book.sample(name)[1]}


def test_a_three_bet_pot_with_a_check_raise() -> None:
    """2 folds, 3 opens, the button re-raises, 3 calls; on the flop check, bet, raise, call; then all is checked."""
    books = counted("f 300 f 900 f f c  c 1000 3000 c  c c  c c")
    assert samples(books[3]) == {
        "vpip": (1, 1),
        "pfr": (1, 1),
        "raise_first_in": (1, 1),
        "limp": (0, 1),
        "four_bet": (0, 1),
        "fold_to_three_bet": (0, 1),
        "fold_to_cbet": (0, 1),
        "raise_cbet": (1, 1),
        "donk": (0, 1),
        "check_raise": (1, 1),
        "went_to_showdown": (1, 1),
        "won_at_showdown": (1, 1),
        "won_when_saw_flop": (1, 1),
        "two_raises_on_flop": (0, 1),
    }
    assert samples(books[5]) == {
        "vpip": (1, 1),
        "pfr": (1, 1),
        "three_bet": (1, 1),
        "cold_call": (0, 1),
        "cbet_flop": (1, 1),
        "cbet_turn": (0, 1),
        "fold_to_two_raises_on_flop": (0, 1),
        "went_to_showdown": (1, 1),
        "won_at_showdown": (0, 1),
        "won_when_saw_flop": (0, 1),
        "two_raises_on_flop": (0, 1),
    }
    assert samples(books[2]) == {"vpip": (0, 1), "pfr": (0, 1), "raise_first_in": (0, 1), "limp": (0, 1)}
    assert samples(books[1])["four_bet"] == (0, 1)
    assert books[5].aggression_factor == 1.0  # one bet, one call
    assert books[3].aggression_factor == 1.0  # one raise and no call
    assert books[5].aggression_frequency == 0.5
    assert books[3].later == [1, 0, 0]


def test_a_steal_and_a_fold_to_it() -> None:
    books = counted("f f f 250 f f")
    assert books[5].sample("steal") == (1, 1)
    assert books[4].sample("steal") == (0, 1)
    assert books[1].sample("fold_to_steal") == (1, 1)
    assert books[0].sample("fold_to_steal") == (0, 0)
    assert books[5].sample("went_to_showdown") == (0, 0)  # there was no flop


def test_a_walk_is_no_chance_for_the_big_blind() -> None:
    books = counted("f f f f f")
    assert samples(books[1]) == {}
    assert books[1].hands == 1
    assert [books[p].sample("steal") for p in (0, 4, 5)] == [(0, 1)] * 3
    assert isnan(books[1].rate("vpip"))


def test_a_checked_big_blind_is_not_voluntary() -> None:
    books = counted("f f f f c c  c c  c c  c c")
    assert books[1].sample("vpip") == (0, 1)
    assert books[0].sample("vpip") == (1, 1)
    assert books[0].sample("limp") == (1, 1)


def test_a_squeeze_and_a_cold_call() -> None:
    """2 opens, 3 calls cold, button squeezes, blinds fold, 2 folds, 3 folds."""
    books = counted("300 c f 1500 f f f f")
    assert books[3].sample("cold_call") == (1, 1)
    assert books[5].sample("squeeze") == (1, 1)
    assert books[4].sample("squeeze") == (0, 1)
    assert books[2].sample("fold_to_three_bet") == (1, 1)
    assert books[3].sample("fold_to_three_bet") == (0, 0)
    assert books[3].sample("four_bet") == (0, 1)


def test_a_donk_bet_and_continuation_bets() -> None:
    """3 opens, big blind calls, bets the flop; 3 calls. Then a hand in which 3 bets all three streets."""
    books = counted("f 300 f f f c  500 c  c c  c c", "f 300 f f f c  c 400 c  c 800 c  c 1600 f")
    assert books[1].sample("donk") == (1, 2)
    assert books[3].sample("cbet_flop") == (1, 1)  # no chance when somebody bet first
    assert books[3].sample("cbet_turn") == (1, 1)
    assert books[3].sample("cbet_river") == (1, 1)
    assert books[1].sample("fold_to_cbet") == (1, 3)
    assert books[1].sample("check_raise") == (0, 3)
    assert books[3].sample("won_when_saw_flop") == (2, 2)


def test_teofilos_continuation_bet_is_two_raises_on_one_flop() -> None:
    books = counted("f 300 f f f c  400 1200 3600 f")
    assert books[1].sample("two_raises_on_flop") == (1, 1)
    assert books[3].sample("fold_to_two_raises_on_flop") == (1, 1)
    assert books[3].sample("two_raises_on_flop") == (0, 1)
    assert books[1].flop_aggression == 2.0


def test_heads_up_the_button_steals_and_the_big_blind_folds() -> None:
    books = counted("250 f", players=2)  # the button is position 1
    assert books[1].sample("steal") == (1, 1)
    assert books[0].sample("fold_to_steal") == (1, 1)


def test_an_uncalled_bet_is_not_a_pot_won() -> None:
    """All-in for less: the loser gets chips back, and has not won."""
    rules = RULES.with_stacks((2000, 2000, 2000, 500, 2000, 2000))
    top = rules.deck.parse_cards(DECK_TOP)
    state = State(rules, (*top, *(card for card in range(52) if card not in top)))
    state.fold()
    state.raise_to(500)
    state.fold()
    state.raise_to(2000)
    state.fold()
    state.fold()
    assert state.is_over
    books = [Indicators() for _ in range(6)]
    count_hand(finished_hand(state, tuple("abcdef"), rules.stacks), books)
    assert books[5].sample("won_at_showdown") == (0, 1)
    assert books[3].sample("won_at_showdown") == (1, 1)


def test_raise_ratio_of_table_15() -> None:
    """Raises over calls and folds: two raises and one fold."""
    books = counted("300 f f f f f", "300 f f f f f", "f f f f f")
    assert books[2].raise_ratio == 2.0
    assert books[2].rate("pfr") == pytest.approx(2 / 3)


def test_saved_merged_and_written() -> None:
    one, other = counted("f 300 f 900 f f c  c 1000 3000 c  c c  c c")[3], counted("f 300 f f f f")[3]
    both = counted("f 300 f 900 f f c  c 1000 3000 c  c c  c c", "f 300 f f f f")[3]
    merged = Indicators.restored(json.loads(json.dumps(one.saved())))
    assert merged == one
    merged.merge(other)
    assert merged == both
    assert both.to_json()["vpip"] == {"rate": 1.0, "done": 2, "opportunities": 2}
    assert both.to_json()["steal"]["rate"] is None


def test_ratios_of_actions() -> None:
    """Six raises to three calls and a fold; books of two players are counted together."""
    one, two = Indicators(), Indicators()
    one.raises, one.calls, one.folds = 4, 1, 0
    one.flop_raises, one.flop_calls, one.later = 3, 1, [3, 1, 0]
    two.raises, two.calls, two.folds = 2, 2, 1
    two.flop_raises, two.flop_calls, two.later = 1, 1, [1, 1, 4]
    one.merge(two)
    assert one.raise_ratio == 6 / 4
    assert one.flop_aggression == 4 / 2
    assert one.aggression_factor == 4 / 2
    assert one.aggression_frequency == 4 / 10


def stud(cards: str, text: str) -> list[Indicators]:
    """A hand of three-handed limit stud by letters: b bring-in, c call, f fold, r the raise there is."""
    rules = make_game("stud", players=3, bets=(10, 20), ante=1, bring_in=3)
    top = rules.deck.parse_cards(cards)
    state = State(rules, (*top, *(card for card in range(52) if card not in top)))
    for letter in text:
        if letter == "b":
            state.apply(Action.bring_in())
        elif letter == "r":
            interval = state.raise_interval()
            assert interval is not None
            state.raise_to(interval[0])
        else:
            state.apply(Action.fold() if letter == "f" else Action.check_or_call())
    assert state.is_over
    books = [Indicators() for _ in range(3)]
    count_hand(finished_hand(state, ("low", "middle", "high"), rules.stacks), books)
    return books


STUD = "KsKh2c QdQh9d JsJcTd 7s 8s"  # two cards down and one up, of which the first has the lowest; fourth street


def test_a_bring_in_is_forced_and_who_calls_it_limps() -> None:
    """The first brings it in for 3, the second calls, the third completes to 10; both others fold.

    A forced bet is no decision: the first has one, facing the completion, and his chips in front make it no cold call.
    """
    low, middle, high = stud(STUD, "bcrff")
    assert (low.sample("vpip"), low.sample("limp"), low.sample("cold_call")) == ((0, 1), (0, 0), (0, 0))
    assert (low.calls, low.folds) == (0, 1)
    assert (middle.sample("vpip"), middle.sample("pfr"), middle.sample("limp")) == ((1, 1), (0, 1), (1, 1))
    assert (middle.calls, middle.folds) == (1, 1)
    assert (high.sample("vpip"), high.sample("pfr"), high.raises) == ((1, 1), (1, 1), 1)


def test_who_brought_it_in_pays_of_his_own_will_when_he_calls() -> None:
    """The second completes, the third folds, the first calls 7 more and gives up on the next street."""
    low, middle, high = stud(STUD, "brfcrf")
    assert (low.sample("vpip"), low.sample("pfr"), low.sample("cold_call")) == ((1, 1), (0, 1), (0, 0))
    assert middle.sample("raise_first_in") == (1, 1)
    assert high.sample("cold_call") == (0, 1)
