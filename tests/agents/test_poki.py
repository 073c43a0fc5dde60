"""Poki of 1999 to 2001: mixed decisions, tables for each opponent, opponents who are learned."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import numpy as np
import pytest

from riverboat.agents import make_agent
from riverboat.agents.loki.betting import Situation, formula
from riverboat.agents.poki import Poki
from riverboat.arena import run_match
from riverboat.cards import parse_cards, rank
from riverboat.cards.holdings import HOLDING_CARDS
from riverboat.errors import NotationError
from riverboat.games import Action, State, View, decks, parse_game, play_hand
from riverboat.games.action_odds import RAISE
from riverboat.model.weights import Assessed, assess_against, without_cards

CALLS = Action.check_or_call()
HEADS_UP = parse_game("holdem(betting=limit,players=2)")
DECK = (*parse_cards("AdQc"), *parse_cards("2s2d"), *parse_cards("3h4cJh"), *parse_cards("9s2h"))


def test_odds_are_mixed_around_the_thresholds() -> None:
    """Half a width above make1: three of four bets; at make2: half the calls become raises."""
    free = Situation(60, 0, 10, 0, False, 2, 40)
    assert formula(free, Assessed(0.55, 0.0), width=0.1).raise_ == pytest.approx(0.75)
    owed = Situation(60, 10, 10, 1, False, 2, 40)
    assert formula(owed, Assessed(0.85, 0.0), width=0.1) == pytest.approx((0.0, 0.5, 0.5))


def test_a_decision_is_sampled_from_the_odds() -> None:
    """On the flop, with nothing owed, Ad Qc against a caller: its chance to bet is what it does."""
    state = State(HEADS_UP, DECK)
    state.check_or_call()
    state.check_or_call()
    poki = Poki(width=0.3)
    view = View(state, 0)
    poki.begin(view)
    chance = poki.odds_at(view).raise_
    assert 0.2 < chance < 0.9
    poki.rng = Random(1)
    bets = 0
    for _ in range(2000):
        poki.begin(view)
        bets += poki.act(view).verb == "raise_to"
    assert bets / 2000 == pytest.approx(chance, abs=0.035)


def test_the_product_of_strengths() -> None:
    """Against two opponents of whom nothing is known: HS^2 of the thesis's example, 0.585^2."""
    rules = parse_game("holdem(betting=limit,players=3)")
    deck = (*parse_cards("AdQc"), *parse_cards("2s2d"), *parse_cards("8s8d"), *parse_cards("3h4cJh"))
    state = State(rules, (*deck, *(card for card in range(52) if card not in deck)))
    for _ in range(3):
        state.check_or_call()
    poki = Poki(doubt=0.999999)  # what others do says nothing
    view = View(state, 0)
    poki.begin(view)
    found = poki.assess(view)
    assert found.strength == pytest.approx(0.585**2, abs=0.001)
    assert found.potential == pytest.approx(0.108, abs=0.001)


def after(actions: Sequence[Action], players: int = 2, hole: str = "AdQc", flop: str = "3h4cJh") -> View:
    """What position 0, who holds the hand of Table 2.3, sees after these actions."""
    rules = parse_game(f"holdem(betting=limit,players={players})")
    ours, board = parse_cards(hole), parse_cards(flop)
    others = [card for card in range(52) if card not in ours + board]
    hidden = 2 * (players - 1)
    state = State(rules, (*ours, *others[:hidden], *board, *others[hidden:]))
    for action in actions:
        state.apply(action)
    assert state.actor == 0
    return View(state, 0)


def weighted_strength(view: View, weights: np.ndarray) -> float:
    """HS of Fig. 2.3, where every counter is raised by the holding's weight, hand by hand."""
    ours, counts = rank(view.hole + view.board), [0.0, 0.0, 0.0]
    for holding, weight in zip(HOLDING_CARDS.tolist(), weights.tolist(), strict=True):
        if not set(holding) & set(view.hole + view.board):
            theirs = rank((*holding, *view.board))
            counts[0 if ours > theirs else 1 if ours == theirs else 2] += weight
    ahead, tied, behind = counts
    return (ahead + tied / 2) / (ahead + tied + behind)


def test_strength_counts_holdings_by_their_weights() -> None:
    """Two opponents, of whom one bets the flop and one calls: the product of HS_i against each one's own table.

    Against any hand each would be 0.585 (Billings 2006, section 2.5.1); who bets has better ones than who calls.
    """
    view = after([CALLS, CALLS, CALLS, CALLS, Action.raise_to(10), CALLS], players=3)
    poki = Poki()
    poki.begin(view)
    found = poki.assess(view).strength
    bettor, caller = (weighted_strength(view, poki.inference(view).weights(position)) for position in (1, 2))
    assert found == pytest.approx(bettor * caller, abs=1e-9)
    assert bettor < min(caller, 0.585) - 0.1
    assert weighted_strength(view, np.ones(1326)) == pytest.approx(0.585, abs=0.001)


def taught(opponent: str, hands: int) -> Poki:
    """Poki after a number of hands with an opponent, heads-up."""
    poki, other = Poki(), make_agent(opponent)
    poki.rng = other.rng = Random(5)
    for number, deck in zip(range(hands), decks(HEADS_UP, 3), strict=False):
        names, seats = ("poki", opponent), [poki, other]
        turn = [number % 2, 1 - number % 2]
        play_hand(HEADS_UP, [seats[t] for t in turn], deck, players=tuple(names[t] for t in turn), strict=True)
    poki.players = ("poki", opponent)
    return poki


def table_of(opponent: str, hands: int) -> np.ndarray:
    """What Poki, after a number of hands with an opponent, takes it to hold when it raises the flop."""
    view = after([CALLS, CALLS, Action.raise_to(10), Action.raise_to(20)])
    poki = taught(opponent, hands)
    poki.begin(view)
    return without_cards(poki.inference(view).weights(1), parse_cards("AdQc3h4cJh"))


def test_a_maniacs_raise_says_less_than_a_strangers() -> None:
    """How much of the table is a pair of jacks or better."""
    ranks = HOLDING_CARDS >> 2
    strong = (ranks == 9).any(axis=1) | ((ranks[:, 0] == ranks[:, 1]) & (ranks[:, 0] > 9))
    share = {hands: table_of("always_raise", hands)[strong].sum() / table_of("always_raise", hands).sum()
             for hands in (0, 120)}  # fmt: skip
    assert share[120] < 0.6 * share[0]


def test_who_bets_everything_is_called_more() -> None:
    """Who bluffs too often is exploited by calling him more, who does not by folding more (Billings 2006, section 1.3).

    Raised before the flop and bet into on it: ace-queen, which is ahead of 58.5 % of all hands, folds to a stranger,
    calls somebody who is known to do this with anything, and is nearly as strong there as against any hand.
    """
    view = after([Action.raise_to(20), CALLS, CALLS, Action.raise_to(10)])
    stranger, maniac = taught("always_raise", 0), taught("always_raise", 120)
    for poki in (stranger, maniac):
        poki.begin(view)
    assert stranger.assess(view).strength < 0.5 * 0.585
    assert maniac.assess(view).strength == pytest.approx(0.585, abs=0.05)
    assert stranger.odds_at(view).fold == 1.0
    assert maniac.odds_at(view).fold == 0.0


class Unread(Poki):
    """Poki, but for what opponents do: any hand of theirs is as likely as any other."""

    def assess(self, view: View) -> Assessed:
        return assess_against(view.hole, view.board, [np.ones(1326)] * len(self.opponents(view)))


def test_a_second_bet_says_less_if_shares_are_of_all_hands() -> None:
    """Bets on flop and turn: the best fifth of all hands twice is nearly one statement; of the range so far, two."""
    state = State(HEADS_UP, DECK)
    poki = {shares_of: Poki(shares_of=shares_of) for shares_of in ("range", "all")}
    for each in poki.values():
        each.begin(View(state, 0))
    moved: dict[Any, Any] = {}
    state.check_or_call()
    state.check_or_call()
    for street in ("flop", "turn"):
        state.check_or_call()
        state.raise_to(state.raise_interval()[0])  # type: ignore[index]
        for shares_of, player in poki.items():
            weights = without_cards(player.inference(View(state, 0)).weights(1), state.board)
            before = moved.get((shares_of, "flop"))
            moved[shares_of, street] = weights / weights.sum()
            if before is not None:
                apart = np.abs(before * (weights > 0) / (before * (weights > 0)).sum() - weights / weights.sum())
                moved[shares_of, "apart"] = apart.sum() / 2
        state.check_or_call()
    assert moved["all", "apart"] < 0.7 * moved["range", "apart"]
    with pytest.raises(NotationError, match="expected range or all"):
        Poki(shares_of="some")


def test_tables_of_opponents_win() -> None:
    """Modellers win from players who are the same but for the model (Billings et al. 1998, Fig. 4): duplicate, 95 %.

    A sixth player like the other five would win exactly nothing.
    """
    result = run_match([Poki, *[Unread] * 5], "holdem(betting=limit)", 2400, "duplicate", session=2400, strict=True)
    assert result["Poki"].sb.interval().low > 0.0


def test_poki_learns_frequencies_that_fade() -> None:
    poki = Poki()
    rules = parse_game("holdem(betting=limit,players=2)")
    for style, hands in (("always_call", 200), ("always_raise", 200)):
        other = make_agent(style)
        for _, deck in zip(range(hands), decks(rules, 1), strict=False):
            play_hand(rules, [poki, other], deck, players=("poki", "other"), strict=True)
    raises = poki.model.frequencies("other", 0, 1)[RAISE]
    whole_record = 0.5  # as many hands of either kind
    assert raises > whole_record + 0.05


def test_poki_beats_players_who_do_not_look_at_their_cards() -> None:
    for weak in ("always_call", "always_raise", "random"):
        line_up = ["poki", weak, weak, weak]
        result = run_match(line_up, "holdem(betting=limit)", 800, "duplicate", seed=2, strict=True)
        assert result["poki"].sb.interval().low > 0.0


@pytest.mark.parametrize("tightness", ["tight", "moderate", "loose"])
def test_parameters(tightness: str) -> None:
    poki = make_agent(f"poki(tightness={tightness},specific=no,make1=0.55)")
    assert isinstance(poki, Poki)
    assert (poki.settings.tightness, poki.settings.specific, poki.settings.make1) == (tightness, False, 0.55)
    assert not poki.model.learning.specific


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("poki(tightness=wild)", 'tightness "wild": expected one of tight, moderate, loose'),
        ("poki(hope=1)", 'poki: no parameter "hope"; there is tightness, make1'),
        ("poki(doubt=1)", "doubt 1.0: expected 0 or more and less than 1"),
        ("poki(width=-1)", "expected 0 or more"),
        ("poki(make2=0.2)", "expected 0 < make1 <= make2 <= 1"),
    ],
)
def test_bad_parameters(text: str, says: str) -> None:
    with pytest.raises(NotationError, match=says):
        make_agent(text)
