"""A hand as a film: what the dealer saw, in every game, and no more than a seat may know."""

from __future__ import annotations

import json
import re
from fractions import Fraction
from pathlib import Path
from random import Random

import numpy as np
import pytest

from riverboat.cards.card import parse_cards
from riverboat.errors import RiverboatError
from riverboat.games.catalogue import games, parse_game
from riverboat.games.hand import Hand, finished_hand
from riverboat.games.play import decks
from riverboat.games.playthrough import example, random_action
from riverboat.games.pots import uncalled_of
from riverboat.games.rules import Rules
from riverboat.games.state import State
from riverboat.games.view import HIDDEN, View
from riverboat.records import read_hands
from riverboat.records.rejected import RejectedHand
from riverboat.show.replayer import frames, script, style
from riverboat.show.replayer.frames import WATCHER, _says, hand_words

MORE = (
    "holdem(players=4,runs=2,stacks=300)",
    "holdem(players=3,boards=2)",
    "holdem(players=3,cap=500)",
    "holdem(players=3,rake=0.05/3,antes=0/0/5)",
    "stud(players=8)",
    "triple_draw(players=6)",
    "omaha8(players=10)",
)


def _played(rules: Rules, seed: int) -> tuple[Hand, list[State]]:
    """A hand of random decisions, and the dealer's states before each and at the end."""
    state, rng = State(rules, next(decks(rules, np.random.default_rng(seed)))), Random(seed)
    states = [state]
    while state.actor is not None:
        state = state.child(random_action(View(state, state.actor), rng))
        states.append(state)
    return finished_hand(state, tuple(f"P{p}" for p in range(rules.players)), rules.stacks, seed), states


def _rules(name: str) -> Rules:
    return parse_game(name) if "(" in name else example(name)


@pytest.mark.parametrize("name", [*games(), *MORE])
def test_frames_show_what_the_dealer_saw(name: str) -> None:
    rules = _rules(name)
    for seed in range(12):
        hand, states = _played(rules, seed)
        film = frames(hand)["frames"]
        acts = [place for place, frame in enumerate(film) if frame["kind"] == "act"]
        assert len(acts) == len(hand.actions)
        for state, place in zip(states, acts, strict=False):
            before = film[place - 1]
            assert [sorted(cards) for cards in before["down"]] == [sorted(_texts(rules, c)) for c in state.down]
            assert before["up"] == [_texts(rules, cards) for cards in state.up]
            assert before["boards"] == [_texts(rules, board) for board in state.boards]
            assert before["bets"] == list(state.bets)
            assert before["pot"] == state.pot
            assert before["live"] == list(state.live)
            assert film[place]["actor"] == state.actor
        assert film[-1]["kind"] == "end"
        assert film[-1]["boards"] == [_texts(rules, board) for board in states[-1].boards]
        won = [Fraction(chips).limit_denominator(60) for chips in film[-1]["won"]]
        assert won == list(hand.payoffs)


@pytest.mark.parametrize("name", [name for name in (*games(), *MORE) if not _rules(name).exchanges_cards])
def test_the_order_of_the_deal_is_not_needed(name: str) -> None:
    hand, _ = _played(_rules(name), 7)
    assert frames(hand._replace(dealt=())) == frames(hand)


@pytest.mark.parametrize("name", ["badugi", "triple_draw(players=6)", "anaconda"])
def test_draws_without_the_order_of_the_deal(name: str) -> None:
    """Nobody throws away what he does not hold, everybody has as many cards as the game says, none twice."""
    rules = _rules(name)
    for seed in range(6):
        hand, states = _played(rules, seed)
        film = frames(hand._replace(dealt=()))["frames"]
        acts = [place for place, frame in enumerate(film) if frame["kind"] == "act"]
        for state, place, (_, who, action) in zip(states, acts, hand.actions, strict=False):
            held = film[place - 1]["down"]
            assert [len(cards) for cards in held] == [len(cards) for cards in state.down]
            assert all(len(set(cards)) == len(cards) for cards in held)
            assert set(_texts(rules, action.cards)) <= set(held[who])


@pytest.mark.parametrize("name", [*games(), *MORE])
def test_a_seat_sees_no_more_than_it_may(name: str) -> None:
    """Every card text of the data is the seat's own, lay open, or was shown down."""
    rules = _rules(name)
    for seed in range(4):
        hand, states = _played(rules, seed)
        told = frames(hand, seen_by=0)
        known = {card for state in states for card in (*state.down[0], *sum(state.up, ()), *sum(state.boards, ()))}
        known |= {card for _, who, action in hand.actions if who == 0 for card in action.cards}
        if hand.went_to_showdown:
            known |= {card for p, cards in enumerate(hand.down) if hand.live[p] for card in cards}
        text = json.dumps(told)
        for card in set(range(rules.deck.size)) - known:
            assert not re.search(rf"\b{rules.deck.card_text(card)}\b", text)
        for frame in told["frames"][:-2] if rules.exchanges_cards else []:
            assert all(card == "??" for cards in frame["down"][1:] for card in cards)
    assert told["hero"] == 0


def test_who_only_watched_sees_what_was_shown() -> None:
    folded = False
    for seed in range(30):
        hand, _ = _played(parse_game("holdem(players=3)"), seed)
        told = frames(hand, seen_by=WATCHER)
        assert told["hero"] is None
        for frame in told["frames"]:
            for position, cards in enumerate(frame["down"]):
                shown = hand.went_to_showdown and hand.live[position]
                assert cards == (_texts(hand.rules, hand.down[position]) if shown else ["??"] * 2)
                folded = folded or not shown
    assert folded


def test_worked_example_in_words() -> None:
    """Billings 2006, section 5.1: AcKc against 7h6h on Ks5h3d Tc 4h, bet rrc/kbrc/bc/brc at 10/20."""
    rules = parse_game("holdem(betting=limit,players=2)")
    deck = parse_cards("AcKc7h6hKs5h3dTc4h")
    state = State(rules, [*deck, *(card for card in range(52) if card not in deck)])
    for letter in "rrckbrcbcbrc":
        if letter in "kc":
            state.check_or_call()
        else:
            interval = state.raise_interval()
            assert interval is not None
            state.raise_to(interval[0])
    hand = finished_hand(state, ("Alfred", "Betty"), rules.stacks, 3)
    told = frames(hand)
    words = [frame["text"] for frame in told["frames"]]
    assert words == [
        "Preflop: Betty posts 5; Alfred posts 10; two cards for everybody",
        "Betty raises to 20", "Alfred raises to 30", "Betty calls 10",
        "Flop: Ks 5h 3d", "Alfred checks", "Betty bets 10", "Alfred raises to 20", "Betty calls 10",
        "Turn: Tc", "Alfred bets 20", "Betty calls 20",
        "River: 4h", "Alfred bets 20", "Betty raises to 40", "Alfred calls 20",
        "Showdown. Alfred shows Ac Kc, pair of kings, kickers A T 5; Betty shows 7h 6h, straight, three to seven",
        "Betty wins 220 (net +110)",
    ]  # fmt: skip
    assert [frame["pot"] for frame in told["frames"] if frame["kind"] == "deal"] == [15, 60, 100, 140]
    assert told["frames"][-1]["stacks"] == [890, 1110]
    assert [seat["place"] for seat in told["seats"]] == ["big blind", "button"]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("posts 5", "You post 5"),
        ("calls 10 all-in", "You call 10 all-in"),
        ("passes 2", "You pass 2"),
        ("folds", "You fold"),
        ("brings in 3", "You bring in 3"),
        ("stands pat", "You stand pat"),
        ("wins 220 (net +110)", "You win 220 (net +110)"),
    ],
)
def test_you_do_it_and_others_does_it(words: str, said: str) -> None:
    assert _says("You", words) == said
    assert _says("Poki", words) == f"Poki {words}"


def test_the_person_of_a_table_is_addressed() -> None:
    rules = parse_game("holdem(betting=limit,players=2)")
    state = State(rules, list(range(52)))
    state.fold()
    texts = [frame["text"] for frame in frames(finished_hand(state, ("Poki", "You"), rules.stacks, 1))["frames"]]
    assert texts[0].endswith("You post 5; Poki posts 10; two cards for everybody")
    assert texts[1:] == ["You fold", "5 uncalled go back to Poki; Poki wins 10 (net +5)"]


def test_uncalled_bets_rake_and_dollars() -> None:
    rules = parse_game("holdem(players=2,rake=0.05/3)")
    state = State(rules, range(52))
    state.raise_to(300)
    state.check_or_call()
    state.check_or_call()
    state.raise_to(400)
    state.fold()
    hand = finished_hand(state, ("Ann", "Bob"), rules.stacks)._replace(unit="0.01 USD")
    told = frames(hand)
    assert told["frames"][1]["text"] == "Bob raises to $3.00"
    assert (
        told["frames"][-1]["text"]
        == "$4.00 uncalled go back to Bob; Bob wins $5.97 (net +$2.97); the house takes $0.03"
    )
    assert told["money"] == {"size": 0.01, "digits": 2, "sign": "$", "unit": ""}


def test_hidden_cards_have_no_words() -> None:
    hand, _ = _played(parse_game("holdem(players=2)"), 3)
    assert hand_words(hand._replace(down=((HIDDEN,) * 2, hand.down[1])), 0) == ""
    assert hand_words(hand, 1)


def test_refusals() -> None:
    hand, _ = _played(parse_game("kuhn"), 1)
    for wrong in (2, -2):
        with pytest.raises(RiverboatError, match=f"position {wrong}: expected 0 to 1"):
            frames(hand, seen_by=wrong)
    with pytest.raises(RiverboatError, match="do not follow its rules"):
        frames(hand._replace(actions=()))


def test_recorded_hands_are_told(shared_data: Path) -> None:
    """PokerStars samples and hands of the WSOP, whose deals are partly unknown: the chips add up to the end."""
    files = [*sorted((shared_data / "pokerstars_samples").rglob("*.txt")), shared_data / "wsop2023_43_day5.phhs"]
    told = 0
    for file in files:
        for hand in list(read_hands(file))[:12]:
            if isinstance(hand, RejectedHand):
                continue
            film = frames(hand)["frames"]
            back = sum(uncalled_of(hand.committed, hand.rules)) if hand.went_to_showdown else 0
            assert film[-2]["pot"] == sum(hand.committed) - back
            assert film[-1]["stacks"] == [a + b for a, b in zip(hand.stacks, hand.payoffs, strict=True)]
            told += 1
    assert told >= 50


def test_the_component_stands_alone() -> None:
    assert "export function replayer(" in script()
    assert "import " not in script()
    assert "innerHTML" not in script()
    assert "url(" not in style()
    assert all(
        line.lstrip().startswith((".rp", "@", "/*", "-", "}")) or "{" not in line for line in style().splitlines()
    )


def _texts(rules: Rules, cards: tuple[int, ...]) -> list[str]:
    return [rules.deck.card_text(card) for card in cards]
