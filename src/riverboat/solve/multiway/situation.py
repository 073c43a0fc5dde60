"""Where is a real hand in the tables? The situation of the player to act, and the actions as real totals.

Fewer than six players are the last ones of six: with four, the first to act is the one before the button.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from riverboat.games.action import Action
from riverboat.games.betting import Betting
from riverboat.solve.multiway import jit
from riverboat.solve.multiway.game import ACTIONS, ALL_IN, CALL, FOLD, LARGE, SMALL, Sizes

# As plain Python: a hand asks a few times, and compiling would take seconds.
depth_class, faced_class, raise_level = jit.depth_class.py_func, jit.faced_class.py_func, jit.raise_level.py_func
later_situation, preflop_situation = jit.later_situation.py_func, jit.preflop_situation.py_func
place_among, is_huge_bet = jit.place_among.py_func, jit.is_huge_bet.py_func

_BLINDS: Final = 2
_COMMITTED: Final = 0.5
_OPENED: Final = (jit.OPEN, jit.HUGE_OPEN)
_RE_RAISED: Final = (jit.RE_RAISE, jit.HUGE_RE_RAISE)


class Situation(NamedTuple):
    """What a player who must act knows of the betting."""

    street: int
    number: int
    """Of the situation among those of the street."""
    actions: tuple[Action | None, ...]
    """Fold, call, small bet, large bet or raise, all-in; None where there is none."""

    def slot(self, action: Action, betting: Betting) -> int:
        """The action of the table that comes nearest to a real one."""
        if action.verb != "raise_to":
            return FOLD if action.verb == "fold" and self.actions[FOLD] else CALL
        sized = [slot for slot in (SMALL, LARGE) if self.actions[slot] is not None]
        everything = _everything(betting)
        if self.actions[ALL_IN] is not None and (not sized or action.amount > _COMMITTED * everything):
            return ALL_IN
        if not sized:
            return CALL
        if len(sized) == 1:
            return sized[0]
        share = (action.amount - betting.highest_bet) / _pot_after_call(betting)
        return SMALL if faced_class(1, share, False) == 1 else LARGE


def situation_of(betting: Betting, sizes: Sizes) -> Situation:
    """The situation of the player to act."""
    actor, street = betting.actor, betting.street
    assert actor is not None
    number = _before_flop(betting, actor) if street == 0 else _later(betting, actor)
    return Situation(street, int(number), _actions(betting, sizes))


def table_position(position: int, players: int) -> int:
    """The position among six of one among fewer: the blinds, then those who act last."""
    return position if position < _BLINDS else jit.POSITIONS - players + position


def _before_flop(betting: Betting, actor: int) -> int:
    players = betting.rules.players
    raisers = [position for _, position, action in betting.actions if action.verb == "raise_to"]
    has_called = any(position == actor and action.verb == "check_or_call" for _, position, action in betting.actions)
    level = _level(betting)
    role = 1 if actor in raisers else 2 if has_called else 0
    last = table_position(raisers[-1] if raisers else 0, players)
    found: int = preflop_situation(table_position(actor, players), level, last, _callers(betting), role)
    return found


def _level(betting: Betting) -> int:
    """What is faced before the flop."""
    big_blinds = betting.highest_bet / max(betting.rules.largest_blind, 1)
    found: int = raise_level(betting.raises, big_blinds, betting.raises > 0 and is_huge_bet(_last_raise(betting)[0]))
    return found


def _later(betting: Betting, actor: int) -> int:
    live = sum(1 << position for position, alive in enumerate(betting.live) if alive)
    able = [alive and stack > 0 for alive, stack in zip(betting.live, betting.stacks, strict=True)]
    aggressor = -1
    for street, position, action in betting.actions:
        if street == betting.street - 1 and action.verb == "raise_to":
            aggressor = position
    initiative = 0 if aggressor < 0 else 1 if aggressor == actor else 2
    waiting = 1 if betting.pending > 1 and sum(able) > 1 else 0
    found: int = later_situation(
        sum(betting.live) - 1, place_among(live, actor), waiting, _depth(betting, actor), initiative, _faced(betting)
    )
    return found


def _depth(betting: Betting, actor: int) -> int:
    """The class of what could be won and lost on the street, in parts of the pot with which it began."""
    began = [stack + bet for stack, bet in zip(betting.stacks, betting.bets, strict=True)]
    others = [began[p] for p in range(len(began)) if p != actor and betting.live[p]]
    pot = sum(betting.committed) - sum(betting.bets)
    found: int = depth_class(min(began[actor], max(others)), pot)
    return found


def _faced(betting: Betting) -> int:
    """The class of the last bet or raise of the street."""
    if betting.raises == 0:
        return 0
    share, amount = _last_raise(betting)
    found: int = faced_class(betting.raises, share, amount >= _everything(betting))
    return found


def _last_raise(betting: Betting) -> tuple[float, int]:
    """The last bet or raise of the street, in parts of the pot after calling, and its total."""
    street = [(position, action) for at, position, action in betting.actions if at == betting.street]
    last = max(n for n, (_, action) in enumerate(street) if action.verb == "raise_to")
    bets = [0] * betting.rules.players
    pot = sum(betting.committed) - sum(betting.bets)
    if betting.street == 0:
        bets = [min(blind, betting.committed[p]) for p, blind in enumerate(betting.rules.blinds)]
        bets += [0] * (betting.rules.players - len(bets))
    for position, action in street[:last]:
        if action.verb == "raise_to":
            bets[position] = action.amount
        elif action.verb == "check_or_call":
            bets[position] = max(bets)
    position, action = street[last]
    highest = max(bets)
    return (action.amount - highest) / max(pot + sum(bets) + highest - bets[position], 1), action.amount


def _pot_after_call(betting: Betting) -> int:
    actor = betting.actor
    assert actor is not None
    return max(1, sum(betting.committed) + betting.highest_bet - betting.bets[actor])


def _everything(betting: Betting) -> int:
    """To how much the player to act can raise and be called."""
    actor = betting.actor
    assert actor is not None
    totals = [stack + bet for stack, bet in zip(betting.stacks, betting.bets, strict=True)]
    others = [totals[p] for p in range(len(totals)) if p != actor and betting.live[p]]
    return min(totals[actor], max(others))


def _actions(betting: Betting, sizes: Sizes) -> tuple[Action | None, ...]:
    """What the table's actions are here, as the abstract game has them."""
    actor = betting.actor
    assert actor is not None
    found: list[Action | None] = [None] * ACTIONS
    if betting.fold_error() is None and betting.highest_bet > betting.bets[actor]:
        found[FOLD] = Action.fold()
    found[CALL] = Action.check_or_call()
    interval = betting.raise_interval()
    if interval is None:
        return tuple(found)
    low, high = interval
    everything = min(_everything(betting), high)
    shove = Action.raise_to(high)

    def sized(slot: int, total: float) -> None:
        if total <= _COMMITTED * everything:
            found[slot] = Action.raise_to(max(low, min(round(total), high)))
        elif betting.street == 0:
            found[ALL_IN] = shove

    pot, highest, raises = _pot_after_call(betting), betting.highest_bet, betting.raises
    if betting.street > 0:
        if raises > 1 or _depth(betting, actor) < jit.DEPTHS - 1:
            found[ALL_IN] = shove
        if raises == 0:
            sized(SMALL, sizes.small * pot)
            sized(LARGE, sizes.large * pot)
        elif raises == 1:
            sized(LARGE, highest + sizes.raised * pot)
        return tuple(found)
    blind = max(betting.rules.largest_blind, 1)
    level, callers = _level(betting), _callers(betting)
    if level == jit.NO_RAISE:
        if callers == 0 and actor >= _BLINDS:
            found[CALL] = None
        opened = sizes.opened_blind if actor == 0 and betting.rules.players > _BLINDS else sizes.opened
        sized(LARGE, opened * blind + callers * highest)
    elif level in _OPENED:
        times = sizes.re_raised_blind if actor < _BLINDS else sizes.re_raised
        sized(LARGE, (times + callers) * highest)
    elif level in _RE_RAISED:
        sized(LARGE, sizes.fourth * highest)
    if level >= jit.RE_RAISE:
        found[ALL_IN] = shove
    return tuple(found)


def _callers(betting: Betting) -> int:
    """Who has called the last raise, or limped in; a big blind that checks has not."""
    callers, raised = 0, False
    for _, position, action in betting.actions:
        if action.verb == "raise_to":
            callers, raised = 0, True
        elif action.verb == "check_or_call" and (raised or position != 1):
            callers += 1
    return callers
