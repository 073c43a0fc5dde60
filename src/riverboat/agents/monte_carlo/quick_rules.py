"""The default agent of the trials: a rule-based player of any game that evaluates hands quickly and roughly.

Its betting is that of `rules.py`. The chance to beat one opponent comes from the hold'em tables where there are any,
and otherwise from a few ways that the rest of the cards can come, ranked together: about 0.1 ms. Cards are given away
if another card in their place would more often make the hand better than worse, which works for high and low games
alike without knowing which it is.

A hand is judged once in a hand of poker and remembered; `begin` forgets, so that trials do not share their errors.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from riverboat.agents.choices import exchange_loners
from riverboat.agents.rules import RuleBot, Style
from riverboat.agents.strength import cards_to_come
from riverboat.errors import RiverboatError
from riverboat.games.action import Action
from riverboat.games.holdem import is_holdem
from riverboat.games.rules import Rules
from riverboat.games.scoring import rank_many
from riverboat.games.view import View

Cards = NDArray[np.uint8]

STYLE: Final = Style(play=0.3, raises=0.3, value=0.6, aggression=0.7, bluff=0.05, margin=-0.05)
"""Somewhat loose, so that the trials do not expect too many folds."""
SAMPLES: Final = 16
_BANK: Final = 4096


class QuickRules(RuleBot):
    """Plays `STYLE` in any game by rough estimates."""

    def __init__(self, samples: int = SAMPLES, style: str | Style = STYLE, **changes: float) -> None:
        super().__init__(style, True, **changes)
        if samples < 1:
            raise RiverboatError(f"quick_rules: {samples} samples; expected 1 or more")
        self.samples = samples
        self._judged: dict[Any, Any] = {}

    def begin(self, view: View) -> None:
        self._judged.clear()

    def act(self, view: View) -> Action:
        if view.phase == "bet":
            return super().act(view)
        key = (view.phase, view.hole, view.board)
        if key not in self._judged:
            self._judged[key] = self._exchange(view)
        given: Action = self._judged[key]
        return given

    def strength(self, view: View) -> float:
        if is_holdem(view.rules):
            return super().strength(view)
        key = (view.hole, view.board, view.street)
        found: float | None = self._judged.get(key)
        if found is None:
            found = self._judged[key] = quick_rules_strength(view, self.rng.randrange(_BANK), self.samples)
        return found

    def _exchange(self, view: View) -> Action:
        min_cards, max_cards = view.cards_wanted or (0, 0)
        wish = wish_to_give(view, self.rng.randrange(_BANK), self.samples)
        if wish is None:
            return exchange_loners(view)
        order = np.argsort(-wish, kind="stable")
        count = max(min_cards, min(max_cards, int((wish > 0).sum())))
        cards = [view.hole[place] for place in order[:count]]
        return Action.pass_cards(*cards) if view.phase == "pass" else Action.discard(*cards)


def quick_rules_strength(view: View, start: int, samples: int = SAMPLES) -> float:
    """The probability of beating one opponent at showdown, over sampled run-outs; `start` selects them."""
    own, board, shown = cards_to_come(view)
    cards = _dealt(view, start, samples, own + board + max(0, len(view.hole) + own - len(shown)))
    boards = _joined(view.board, cards[:, own : own + board])
    mine = _joined(view.hole, cards[:, :own])
    theirs = _joined(shown, cards[:, own + board :])
    return _won(view.rules, mine, theirs, boards)


def _won(rules: Rules, mine: Cards, theirs: Cards, boards: Cards) -> float:
    """The share of the pot against one other hand; a share for which nobody qualifies goes as the first does."""
    shares: list[NDArray[np.float64]] = []
    together = mine.shape == theirs.shape
    both, twice = (np.concatenate([mine, theirs]), np.concatenate([boards, boards])) if together else (mine, boards)
    for award in rules.awards:
        ranks = rank_many(rules.deck, award, both, twice)
        one = ranks[: len(mine)]
        other = ranks[len(mine) :] if together else rank_many(rules.deck, award, theirs, boards)
        share = (one > other) + 0.5 * (one == other)
        shares.append(np.where((one < 0) & (other < 0), shares[0], share) if shares else share)
    return float(np.mean(shares))


def wish_to_give(view: View, start: int, samples: int = SAMPLES) -> NDArray[np.float64] | None:
    """For each of our cards how much more often another in its place makes the hand better than worse.

    None where the cards that are there make no hand yet.
    """
    rules, hole = view.rules, view.hole
    new = _dealt(view, start, samples, 1)
    now = np.array([hole], np.uint8)
    changed = np.repeat(np.repeat(now, samples, axis=0)[None], len(hole), axis=0)
    for place in range(len(hole)):
        changed[place, :, place] = new[:, 0]
    flat = changed.reshape(-1, len(hole))
    award = rules.awards[0]
    try:
        was = rank_many(rules.deck, award, now, _joined(view.board, now[:, :0]))[0]
        then = rank_many(rules.deck, award, flat, _joined(view.board, flat[:, :0]))
    except RiverboatError:
        return None
    wish: NDArray[np.float64] = np.sign(then - was).reshape(len(hole), samples).mean(axis=1)
    return wish


def _dealt(view: View, start: int, samples: int, count: int) -> Cards:
    """A number of ways to deal `count` cards that this seat does not see."""
    deals = _bank(view.rules.deck.size)
    rows = deals[np.arange(start, start + samples) % len(deals)]
    seen = np.zeros(view.rules.deck.size, np.bool_)
    seen[[card for cards in (view.down, *view.boards, *view.up) for card in cards]] = True
    order = seen[rows].argsort(axis=1, kind="stable")[:, :count]
    found: Cards = rows[np.arange(samples)[:, None], order]
    return found


def _joined(known: tuple[int, ...], cards: Cards) -> Cards:
    """The same known cards before each row."""
    if not known:
        return cards
    joined: Cards = np.empty((len(cards), len(known) + cards.shape[1]), np.uint8)
    joined[:, : len(known)] = known
    joined[:, len(known) :] = cards
    return joined


@lru_cache(8)
def _bank(size: int) -> Cards:
    """Shuffled decks to choose from."""
    ordered = np.broadcast_to(np.arange(size, dtype=np.uint8), (_BANK, size))
    return np.random.default_rng(size).permuted(ordered, axis=1)
