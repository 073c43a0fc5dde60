"""The terms of PokerLang, computed from what a seat sees; each when a condition asks for it, and once a decision.

"The opponent" of a predictor is the last other player who bet or raised in this hand, or else the next one in turn.
Rates begin with a prior of 20 hands (`PRIOR`), so that the first hand of an opponent says little.

Costs: most terms below 2 us; strength, E[HS] and potential 10 us to 1 ms, by street; `opponent.strength` up to 1 ms.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Final

import numpy as np
from numpy.typing import NDArray

from riverboat.agents.pokerlang.features import (
    board_suits,
    draw_kind,
    is_connected,
    is_paired,
    made_hand,
    pair_kind,
)
from riverboat.agents.pokerlang.terms import UNKNOWN
from riverboat.agents.rules import starting_place
from riverboat.agents.strength import expected_strength, holdem_look_up
from riverboat.cards.card import cards_text
from riverboat.cards.holdings import holding_index
from riverboat.games.units import Units
from riverboat.games.view import View
from riverboat.model.actions import BettingWalk
from riverboat.model.styles import player_class

if TYPE_CHECKING:
    from riverboat.agents.pokerlang.opponents import Opponents

STREETS: Final = ("preflop", "flop", "turn", "river")
PRIOR: Final = 20.0
"""Hands, or decisions, for which the usual rate counts."""
USUAL: Final = {"vpip": 0.25, "pfr": 0.12, "folds": 0.4, "calls": 0.35}
"""Rates of an opponent of whom nothing is known."""
_ZONES: Final = ((20.0, "green"), (10.0, "yellow"), (6.0, "orange"), (1.0, "red"))
"""M from which a zone begins (Harrington)."""
_NO_GROUP: Final = 9
Value = float | str


class Situation:
    """One decision; `value(term)` is computed at most once, and terms that are `given` never."""

    __slots__ = ("_values", "opponents", "view")

    def __init__(self, view: View, opponents: Opponents, given: Mapping[str, Value] | None = None) -> None:
        self.view, self.opponents = view, opponents
        self._values: dict[str, Value] = dict(given) if given else {}

    def value(self, term: str) -> Value:
        """The value of a term here."""
        found = self._values.get(term)
        if found is None:
            found = self._values[term] = COMPUTED[term](self)
        return found

    def number(self, term: str) -> float:
        """The value of a number."""
        found = self.value(term)
        assert not isinstance(found, str)
        return found

    @property
    def holding(self) -> int:
        """The number of the hole cards, 0..1325."""
        return holding_index(*self.view.hole)

    @property
    def values(self) -> dict[str, Value]:
        """What was computed so far."""
        return dict(self._values)


# Evaluators -----------------------------------------------------------------------------------------------------------


def _street(at: Situation) -> str:
    return STREETS[{0: 0, 3: 1, 4: 2, 5: 3}[len(at.view.board)]]


def _position(at: Situation) -> str:
    place = at.view.position / max(1, at.view.rules.players - 1)
    return "bad" if place < 1 / 3 else "normal" if place < 2 / 3 else "good"


def _chips(at: Situation) -> int:
    """What we had when the hand began."""
    view = at.view
    return view.stacks[view.position] + view.committed[view.position]


def _stack(at: Situation) -> str:
    rules = at.view.rules
    round_of_blinds = sum(rules.blinds) + sum(rules.antes) or Units.of(rules).big_blind
    m = _chips(at) / round_of_blinds
    return next((zone for floor, zone in _ZONES if m >= floor), "dead")


def _to_act(at: Situation) -> float:
    """Opponents with chips who act after us on this street."""
    view = at.view
    players = view.rules.players
    behind = 0
    for step in range(1, players):
        other = (view.position + step) % players
        if view.live[other] and view.stacks[other] and not _has_answered(view, other):
            behind += 1
    return behind


def _has_answered(view: View, position: int) -> bool:
    """Whether a player has acted on this street since the last bet or raise."""
    for street, who, action in reversed(view.actions):
        if street != view.street:
            return False
        if who == position:
            return True
        if action.verb == "raise_to":
            return False
    return False


def _callers(at: Situation) -> float:
    view, count = at.view, 0
    for street, _, action in reversed(view.actions):
        if street != view.street or action.verb == "raise_to":
            break
        count += action.verb == "check_or_call"
    # Without a bet there is nothing to call: these were checks.
    return count if view.raises or view.street == 0 else 0


def _raiser(at: Situation) -> str:
    position = last_raiser(at.view)
    if position is None:
        return "nobody"
    return "me" if position == at.view.position else "opponent"


def last_raiser(view: View) -> int | None:
    """Who bet or raised last in this hand."""
    return next((who for _, who, action in reversed(view.actions) if action.verb == "raise_to"), None)


def _bet(at: Situation) -> float:
    """What the last bet or raise added, as a part of the pot that it was made into, the raiser's call included.

    So `raise(0.5)` is a bet of 0.5 to everybody who faces it, whatever they have in and whoever calls between. Before
    the first raise the big blind is the bet: it raises the small one, by half of the pot if it is twice as much.
    """
    view = at.view
    if not view.to_call:
        return 0.0
    start = [stack + chips for stack, chips in zip(view.stacks, view.committed, strict=True)]
    walk, added, pot = BettingWalk(view.rules, start), 0, 0
    if view.street == 0:
        *_, second, highest = 0, *sorted(view.rules.post(start).bets)
        added, pot = highest - second, sum(start) - sum(walk.stacks) - (highest - second)
    for street, position, action in view.actions:
        owed, before = walk.owed(street, position), sum(walk.stacks)
        walk.step(street, position, action)
        if action.verb == "raise_to":
            paid = before - sum(walk.stacks)
            added, pot = paid - owed, sum(start) - before + owed
    return added / max(pot, 1)


def _pot_odds(at: Situation) -> float:
    view = at.view
    return view.to_call / (view.pot + view.to_call) if view.to_call else 0.0


def _group(at: Situation) -> float:
    from riverboat.odds.preflop.sklansky import sklansky_group

    return sklansky_group(cards_text(at.view.hole)) or _NO_GROUP


def _strength(at: Situation) -> float:
    view = at.view
    if not view.board:
        return holdem_look_up(view.hole, view.board)
    from riverboat.odds.strength import hand_strength

    return float(hand_strength(view.hole, view.board))


def _ehs(at: Situation) -> float:
    from random import Random

    return expected_strength(at.view, Random(0))  # hold'em draws no numbers


def _potential(at: Situation) -> float:
    return _potentials(at)[0]


def _negative_potential(at: Situation) -> float:
    return _potentials(at)[1]


def _potentials(at: Situation) -> tuple[float, float]:
    if len(at.view.board) not in (3, 4):
        return 0.0, 0.0
    from riverboat.odds.strength import hand_potential

    found = hand_potential(at.view.hole, at.view.board, 1)
    return found.positive, found.negative


# Predictors -----------------------------------------------------------------------------------------------------------


def _type(at: Situation) -> str:
    book = at.opponents.book(opponent_of(at.view))
    position = opponent_of(at.view)
    stack = (at.view.stacks[position] + at.view.committed[position]) / Units.of(at.view.rules).big_blind
    return UNKNOWN if book is None else player_class(book, stack).replace(" ", "_")


def opponent_of(view: View) -> int:
    """The position of whom predictors speak."""
    for _, who, action in reversed(view.actions):
        if action.verb == "raise_to" and who != view.position and view.live[who]:
            return who
    players = view.rules.players
    others = [(view.position + step) % players for step in range(1, players)]
    return next((other for other in others if view.live[other]), others[0])


def _hands(at: Situation) -> float:
    book = at.opponents.book(opponent_of(at.view))
    return book.hands if book else 0.0


def _rate(name: str) -> Callable[[Situation], float]:
    def computed(at: Situation) -> float:
        book = at.opponents.book(opponent_of(at.view))
        done, could = book.sample(name) if book else (0, 0)
        return (done + PRIOR * USUAL[name]) / (could + PRIOR)

    return computed


def _aggression(at: Situation) -> float:
    book = at.opponents.book(opponent_of(at.view))
    return book.aggression_factor if book else 1.0


def _later(name: str, place: int) -> Callable[[Situation], float]:
    def computed(at: Situation) -> float:
        book = at.opponents.book(opponent_of(at.view))
        later = book.later if book else [0, 0, 0]
        return (later[place] + PRIOR * USUAL[name]) / (sum(later) + PRIOR)

    return computed


def _opponent_strength(at: Situation) -> float:
    view = at.view
    weights = at.opponents.weights(view, opponent_of(view))
    strength = _strengths(view.board) if view.board else _before_the_flop()
    kept = np.isfinite(strength) & ~_shares_card(view.hole)
    total = float(weights[kept].sum())
    return float((weights[kept] * strength[kept]).sum() / total) if total > 0.0 else 0.5


@lru_cache(maxsize=256)
def _strengths(board: tuple[int, ...]) -> NDArray[np.float64]:
    """float64[1326]: average rank strength on a board, which is E[HS] to about 0.01; NaN for blocked holdings."""
    from riverboat.cards.holdings import HOLDING_CARDS, HOLDING_CLASS
    from riverboat.cards.ranking.high import rank_batch
    from riverboat.odds.ars import ars_table

    live = np.flatnonzero(~np.isin(HOLDING_CARDS, board).any(axis=1))
    hands = np.empty((len(live), 2 + len(board)), np.uint8)
    hands[:, :2], hands[:, 2:] = HOLDING_CARDS[live], board
    table = ars_table({3: "flop", 4: "turn", 5: "river"}[len(board)], 1).mean
    found = np.full(len(HOLDING_CARDS), np.nan)
    found[live] = table[HOLDING_CLASS[live], rank_batch(hands, check=False)]
    return found


@cache
def _before_the_flop() -> NDArray[np.float64]:
    from riverboat.odds.strength import expected_strength_by_holding

    return expected_strength_by_holding("")


def _shares_card(hole: tuple[int, ...]) -> NDArray[np.bool_]:
    from riverboat.cards.holdings import HOLDING_CARDS

    return np.asarray(np.isin(HOLDING_CARDS, hole).any(axis=1))


def _implied_odds(at: Situation) -> float:
    """One more bet on each later street, as often as the opponent calls; without a limit, one of the pot's size."""
    view = at.view
    if not view.to_call:
        return 0.0
    rules, calls = view.rules, at.number("opponent.calls")
    later = rules.streets[view.street + 1 :]
    behind = min(view.stacks[view.position] - view.to_call, view.stacks[opponent_of(view)])
    if rules.betting == "limit":
        bets = float(sum(street.bet for street in later))
    else:
        bets = float(view.pot + view.to_call) if later else 0.0
    return view.to_call / (view.pot + view.to_call + calls * max(0.0, min(bets, behind)))


COMPUTED: Final[dict[str, Callable[[Situation], Value]]] = {
    "street": _street,
    "position": _position,
    "stack": _stack,
    "stack_bb": lambda at: _chips(at) / Units.of(at.view.rules).big_blind,
    "players": lambda at: at.view.rules.players,
    "opponents": lambda at: at.view.opponents,
    "to_act": _to_act,
    "raises": lambda at: at.view.raises,
    "callers": _callers,
    "raiser": _raiser,
    "bet": _bet,
    "pot_odds": _pot_odds,
    "pot_bb": lambda at: at.view.pot / Units.of(at.view.rules).big_blind,
    "hand": lambda at: at.holding,
    "group": _group,
    "percentile": lambda at: starting_place(at.view.hole, at.view.rules.players),
    "strength": _strength,
    "ehs": _ehs,
    "potential": _potential,
    "negative_potential": _negative_potential,
    "made": lambda at: made_hand(at.view.hole, at.view.board),
    "pair": lambda at: pair_kind(at.view.hole, at.view.board),
    "draw": lambda at: draw_kind(at.view.hole, at.view.board),
    "board_suits": lambda at: board_suits(at.view.board),
    "board_paired": lambda at: "yes" if is_paired(at.view.board) else "no",
    "board_connected": lambda at: "yes" if is_connected(at.view.board) else "no",
    "opponent.type": _type,
    "opponent.hands": _hands,
    "opponent.vpip": _rate("vpip"),
    "opponent.pfr": _rate("pfr"),
    "opponent.aggression": _aggression,
    "opponent.folds": _later("folds", 2),
    "opponent.calls": _later("calls", 1),
    "opponent.strength": _opponent_strength,
    "implied_odds": _implied_odds,
}
"""How each term is computed; the keys are those of `TERMS`."""
