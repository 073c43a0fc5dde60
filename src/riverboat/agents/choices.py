"""Actions in any game besides checking, calling and folding (`View.check_or_call`, `View.check_or_fold`).

Raises are clipped to the legal interval, and become calls where no raise is allowed; cards are exchanged by whichever
verb the phase has (pass, discard, draw).
"""

from __future__ import annotations

from random import Random

from riverboat.games.action import Action
from riverboat.games.action_odds import FOLD, RAISE
from riverboat.games.view import View


def raise_or_call(view: View, amount: int = 0) -> Action:
    """Raise to the legal total nearest to `amount`, or stay in where no raise is allowed."""
    interval = view.raise_interval
    if interval is None:
        return view.check_or_call()
    low, high = interval
    return Action.raise_to(max(low, min(amount, high)))


def nearest_action(choice: int, view: View) -> Action:
    """The legal action for `FOLD`, `CALL` or `RAISE`, or the nearest one."""
    if choice == FOLD:
        return view.check_or_fold()
    return raise_or_call(view) if choice == RAISE else view.check_or_call()


def raise_by_pot(view: View, share: float) -> Action:
    """Bet this share of the pot, or raise by this share of what the pot is after calling."""
    return raise_or_call(view, view.highest_bet + round(share * (view.pot + view.to_call)))


def exchange_at_random(view: View, rng: Random) -> Action:
    """A random number of random cards."""
    min_cards, max_cards = view.cards_wanted or (0, 0)
    return _giving(view, rng.sample(view.hole, rng.randint(min_cards, min(max_cards, len(view.hole)))))


def exchange_loners(view: View) -> Action:
    """Keep pairs and jokers, and discard the lowest of the rest as far as the street allows."""
    min_cards, max_cards = view.cards_wanted or (0, 0)
    deck = view.rules.deck
    natural = [card for card in view.hole if not deck.is_joker(card)]
    ranks = [deck.rank_of(card) for card in natural]
    natural.sort(key=lambda card: (ranks.count(deck.rank_of(card)), deck.rank_of(card)))
    loners = sum(1 for rank in ranks if ranks.count(rank) == 1)
    jokers = [card for card in view.hole if deck.is_joker(card)]
    return _giving(view, (natural + jokers)[: max(min_cards, min(max_cards, loners))])


def _giving(view: View, cards: list[int]) -> Action:
    return Action.pass_cards(*cards) if view.phase == "pass" else Action.discard(*cards)
