"""What does a record say about a hand? Its rules, cards, actions and results, in the order in which it says them.

Every reader fills a `Script`; `replay.py` plays it by the rules and `settling.py` compares the results.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction

from riverboat.games.action import Action
from riverboat.games.rules import Rules
from riverboat.games.state import State

Chips = int | Fraction
BOARD = -1
"""The owner of cards that are dealt to the middle."""
LARGEST_RAKE = Fraction(1, 5)
"""Of the pot, where the record does not say what the house took."""
Move = tuple[int, Action, int, int]
"""(position, action, line, chips): the chips that a check or call is said to cost, -1 if the record does not say."""


@dataclass(slots=True)
class Script:
    """What a record says; players are positions."""

    rules: Rules
    players: tuple[str, ...]
    stacks: tuple[int, ...]
    deals: list[tuple[int, int]] = field(default_factory=list)
    """(owner, card), `BOARD` for the middle and `HIDDEN` for an unknown card."""
    moves: list[Move] = field(default_factory=list)
    chooser: Callable[[], Callable[[State], Action]] | None = None
    """Where a record has no order of its own: makes a function that finds the next action of the player to act."""
    free_folds: bool = False
    """Whether people of this record may fold although nothing is owed."""
    shown: dict[int, tuple[int, ...]] = field(default_factory=dict)
    mucked: set[int] = field(default_factory=set)
    unseen: set[int] = field(default_factory=set)
    """Who came to the showdown with cards that the record does not know, although it wrote down what others showed."""
    payoffs: tuple[Chips, ...] | None = None
    """What everyone won or lost, if the record says so."""
    collected: tuple[Chips, ...] | None = None
    """What everyone took from the pots, if the record says so."""
    counts_uncalled: bool | None = False
    """Whether `collected` contains an uncalled bet that came back; None if that is not known."""
    reading_decided: bool = False
    """Set by settling: whether the numbers of this hand allow only that one of the two readings."""
    rake: Chips | None = None
    """What the house took, if the record says so."""
    largest_rake: Fraction = LARGEST_RAKE
    """The part of the pot that may be missing if the record does not say what the house took."""
    pot: int | None = None
    """All chips that were called, if the record says so."""
    returned: tuple[int, int, int] | None = None
    """(position, chips, line) of an uncalled bet, if the record names it."""
    cash_outs: dict[int, int] = field(default_factory=dict)
    """The chips for which players sold their all-in hand to the house, which then stands in for them."""
    number: int = 0
    unit: str = "chips"
    notes: tuple[tuple[str, str], ...] = ()
