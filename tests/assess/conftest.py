"""Hands for the judge: the one that Billings works out in chapter 5, and any other by its letters."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from riverboat.cards.card import parse_cards
from riverboat.games.catalogue import parse_game
from riverboat.games.hand import Hand, finished_hand
from riverboat.games.state import State

LIMIT = "holdem(betting=limit,players=2)"
Play = Callable[..., Hand]


def play_letters(cards: str, line: str, game: str = LIMIT, number: int = 1) -> Hand:
    """A hand from its cards in the order they are dealt and its decisions: f, k or c, b or r (the smallest raise)."""
    rules = parse_game(game)
    deck = list(parse_cards(cards))
    state = State(rules, [*deck, *(card for card in range(52) if card not in deck)])
    for letter in line.lower():
        if letter == "f":
            state.fold()
        elif letter in "kc":
            state.check_or_call()
        elif letter in "br":
            interval = state.raise_interval()
            assert interval is not None
            state.raise_to(interval[0])
    return finished_hand(state, ("Alfred", "Betty"), rules.stacks, number)


@pytest.fixture
def play() -> Play:
    """`play_letters`."""
    return play_letters


@pytest.fixture
def worked_example() -> Hand:
    """Alfred's AcKc (big blind) against Betty's 7h6h on Ks5h3d Tc 4h (Billings 2006, section 5.1)."""
    return play_letters("AcKc7h6hKs5h3dTc4h", "rrc/kbrc/bc/brc")
