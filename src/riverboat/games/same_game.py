"""Are two descriptions the same game, and how is an action of one written in the other?

The competition's `kuhn.limit.3p` and the catalogue's `kuhn(players=3)` are the same game, although one has blinds of 1
for everybody and chips without end, and the other antes of 1 and two chips for each. A player who knows a game compares
what decisions depend on: cards, forced bets, the order and sizes of bets, what is won. Names do not count, nor who gets
an odd chip, nor chips that can never be bet.

Where all players post the same blind, totals of the first street are larger by that blind than with antes; `translate`
adds or takes away the difference. Cost: microseconds, once for each description.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any, Final

from riverboat.cards.card import RANKS
from riverboat.cards.deck import Deck
from riverboat.games.action import Action
from riverboat.games.rules import Rules

_KEY: Final = "same game"
_PAIRS_AND_RANKS: Final = (("one-card",), ("two-card",))
"""Rankings for which the names of the cards do not matter: a jack, queen and king do for a queen, king and ace."""


def same_game(mine: Rules, theirs: Rules, *, any_stacks: bool = False) -> bool:
    """Whether both have the same decisions and, up to odd chips, the same winnings; stacks may be left out."""
    if mine is theirs:
        return True
    (own, own_stacks), (other, other_stacks) = _essence(mine), _essence(theirs)
    return own == other and (any_stacks or own_stacks == other_stacks)


def translate(actions: Iterable[tuple[int, int, Action]], source: Rules, target: Rules) -> Iterator[Action]:
    """Actions of a game, (street, position, action), as the other description of the same game writes them."""
    shift = _even_blind(target) - _even_blind(source)
    for street, _, action in actions:
        yield _shifted(action, shift) if shift and street == 0 else action


def translate_choices(actions: tuple[Action, ...], street: int, source: Rules, target: Rules) -> tuple[Action, ...]:
    """The choices on one street, as the other description writes them."""
    shift = 0 if street or source is target else _even_blind(target) - _even_blind(source)
    return tuple([_shifted(action, shift) for action in actions]) if shift else actions


def _shifted(action: Action, chips: int) -> Action:
    return Action.raise_to(action.amount + chips) if action.verb == "raise_to" else action


def _even_blind(rules: Rules) -> int:
    """The blind that everybody posts, which is an ante in other words; 0 if blinds differ or bets are free."""
    is_even = len(set(rules.blinds)) == 1 and _is_limit(rules) and not rules.bring_in
    return rules.blinds[0] if is_even else 0


def _is_limit(rules: Rules) -> bool:
    return rules.betting == "limit" and all(street.betting in (None, "limit") for street in rules.streets)


_Essence = tuple[tuple[Any, ...], tuple[int, ...]]


def _essence(rules: Rules) -> _Essence:
    """What decisions depend on, and the stacks."""
    found = rules.memory.get(_KEY)
    if found is None:
        found = rules.memory[_KEY] = _computed(rules)
    return found


def _computed(rules: Rules) -> _Essence:
    even = _even_blind(rules)
    antes = [ante + even for ante in rules.antes or rules.nobody]
    blinds = rules.nobody if even else rules.blinds or rules.nobody
    caps = [street.max_raises for street in rules.streets]
    stacks, is_deep = rules.stacks, False
    if _is_limit(rules) and None not in caps:
        bets = sum(street.bet * (street.max_raises or 0) for street in rules.streets)
        most = max(map(sum, zip(antes, (max(blinds),) * rules.players, strict=True))) + bets
        stacks = tuple([min(stack, most) for stack in stacks])
        is_deep = min(stacks) == most
    streets = [
        replace(street, name="", betting=None if street.betting == rules.betting else street.betting)
        for street in rules.streets
    ]
    essence = (
        rules.players,
        tuple(streets),
        rules.betting,
        _cards(rules),
        tuple(antes),
        tuple(blinds),
        rules.bring_in,
        rules.awards,
        rules.short_all_in_reopens and not is_deep and rules.players > 2,
        rules.antes_are_dead and not is_deep,
        rules.runs if not is_deep else 1,
        rules.rake,
        rules.cap,
        rules.boards,
        rules.free_folds,
        rules.scenario,
    )
    return essence, stacks


def _cards(rules: Rules) -> Deck | tuple[int, int]:
    """The deck; where the names of ranks and suits do not matter, how many there are of each."""
    deck = rules.deck
    places = [RANKS.find(rank) for rank in deck.ranks]
    is_ascending = -1 not in places and places == sorted(places)
    if rules.awards in _PAIRS_AND_RANKS and is_ascending and deck == Deck(deck.ranks, deck.suits):
        return len(deck.ranks), len(deck.suits)
    return deck
