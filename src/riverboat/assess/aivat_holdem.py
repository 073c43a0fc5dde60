"""AIVAT for heads-up hold'em, limit or no-limit: removes the luck of the cards and of known mixed strategies.

The method is that of `aivat.py` (Burch et al., AAAI 2018), with one player known. The hand is seen with the opponent's
cards; the known player's are a distribution over 1,326 holdings, weighted by what the strategy does with each. The
value function is all-in equity times the pot, as if a raise were called and no more were bet. It is a martingale under
the deal of cards, so the mean over all flops is just the equity before the flop, and nothing has to be rolled out.

Equities of all holdings are sampled before the flop and on it (fresh boards for each hand, so that the estimate stays
unbiased), and exact from the turn on. Cost: a quarter of a millisecond per hand, and the time of the strategy.

A known strategy says what is done with every holding (`solve.core.Policy`). If both players are known, the two
estimates are averaged. More than two players, and strategies that answer for the cards they hold only, are for
`aivat_table.py`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import isnan
from typing import Final

import numpy as np
from numpy.typing import NDArray

from riverboat.cards.holdings import holding_index
from riverboat.errors import RiverboatError
from riverboat.games.action import Action
from riverboat.games.betting import Actions, Betting, opening
from riverboat.games.hand import Hand
from riverboat.games.holdem import is_holdem
from riverboat.games.rules import Rules
from riverboat.games.view import HIDDEN
from riverboat.model.divat.analysis import hand_stream, preflop_ranks
from riverboat.model.divat.limit_holdem import BOARD_CARDS
from riverboat.odds.range_equity import MAX_SAMPLES, correct_action, correct_deal, equities_against, mean_edge
from riverboat.solve.core.policy import Policy

Floats = NDArray[np.float64]

SAMPLES: Final = 64
MIN_SAMPLES: Final = 16
"""With fewer there may be holdings that share a card with every board, which would seem impossible."""
_REMEMBERED: Final = 20_000


def heads_up_holdem_error(rules: Rules) -> str | None:
    """Why this estimator does not support a game; None if it does."""
    if rules.players != 2:
        return f"it is for two players, and {rules.players} play"
    if not is_holdem(rules) or len(rules.streets) != len(BOARD_CARDS):
        return "it is for hold'em"
    if rules.scenario is not None:
        return "it is for hands dealt from the whole deck, and these come from ranges"
    if rules.boards > 1 or rules.runs > 1 or rules.rake is not None:
        return "it knows one board, and no rake"
    return None


class HoldemAivat:
    """The estimator for some known players, by name."""

    def __init__(
        self,
        known: Mapping[str, Policy],
        *,
        seed: int = 1,
        samples: int = SAMPLES,
        samples_on_flop: int = SAMPLES,
    ) -> None:
        """For two players.

        Args:
            known: The strategies of players that are known, by name.
            samples: Boards drawn before the flop.
            samples_on_flop: Boards drawn on the flop; 0 for all.
        """
        if not known:
            raise RiverboatError("AIVAT: nobody is known; for chance alone there is chance_luck")
        if not MIN_SAMPLES <= samples <= MAX_SAMPLES or (
            samples_on_flop and not MIN_SAMPLES <= samples_on_flop <= MAX_SAMPLES
        ):
            raise RiverboatError(
                f"AIVAT: {samples} and {samples_on_flop} samples; "
                f"expected {MIN_SAMPLES} to {MAX_SAMPLES}, or on the flop 0"
            )
        self._known, self._seed = dict(known), seed
        self._samples = samples, samples_on_flop
        self._paths: dict[tuple[int, tuple[int, ...], Actions], tuple[Betting, ...]] = {}
        self._worths: dict[tuple[Betting, tuple[Action, ...]], tuple[Floats, Floats]] = {}
        self._fitting: Rules | None = None

    def estimate(self, hand: Hand) -> tuple[float, float]:
        """What a hand says about both positions, in chips."""
        if hand.rules is not self._fitting:
            reason = heads_up_holdem_error(hand.rules)
            if reason is not None:
                raise RiverboatError(f"AIVAT of hand {hand.number}: {reason}")
            self._fitting = hand.rules
        found = [
            self._one_sided(hand, position, self._known[name]) * (1 if position == 0 else -1)
            for position, name in enumerate(hand.players)
            if name in self._known
        ]
        if not found:
            raise RiverboatError(f"AIVAT of hand {hand.number}: none of {', '.join(hand.players)} is known")
        mean = sum(found) / len(found)
        return mean, -mean

    def estimates(self, hands: Iterable[Hand]) -> Floats:
        """float64[hands, 2]."""
        return np.array([self.estimate(hand) for hand in hands]).reshape(-1, 2)

    def _one_sided(self, hand: Hand, me: int, strategy: Policy) -> float:
        """The known player's estimate."""
        theirs = hand.down[1 - me]
        if len(theirs) != 2 or HIDDEN in theirs:
            raise RiverboatError(f"AIVAT of hand {hand.number}: it needs the cards of {hand.players[1 - me]}")
        seed = hand_stream(self._seed, hand.number, theirs)
        shares = equities_against(theirs, (), seed, *self._samples)
        weights = (shares >= 0.0).astype(np.float64)
        path = self._path(hand)
        # The first deal: a hand's mean edge against everything is known exactly, and its mean over hands is nothing.
        worth = 0.5 - float(preflop_ranks()[holding_index(*theirs), 1])
        corrections = -2.0 * worth * hand.rules.largest_blind
        street = 0
        for (at, position, action), betting in zip(hand.actions, path, strict=False):
            if at != street:
                street = at
                board = hand.board[: BOARD_CARDS[at]]
                if len(board) < BOARD_CARDS[at] or HIDDEN in board:
                    raise RiverboatError(f"AIVAT of hand {hand.number}: it needs the board")
                before, shares = shares, equities_against(theirs, board, seed + np.uint64(at), *self._samples)
                fall = correct_deal(before, shares, weights)
                if isnan(fall):
                    raise self._never(hand, me)
                corrections += fall * 2.0 * min(betting.committed)
            if position == me:
                choices = strategy.range_probabilities(betting, hand.board[: BOARD_CARDS[at]])
                chosen = choices.place(action)
                fixed, pots = self._worth(betting, choices.actions)
                change, left = (
                    correct_action(shares, weights, choices.probabilities, fixed, pots, chosen)
                    if chosen >= 0
                    else (0.0, 0.0)
                )
                if left <= 0.0:
                    raise self._never(hand, me)
                corrections += change
        if not hand.went_to_showdown:
            return corrections + float(hand.payoffs[me])
        # If someone is all-in, the mean over the rest of the board is in the equities already.
        return corrections + mean_edge(shares, weights) * 2.0 * min(path[-1].committed)

    @staticmethod
    def _never(hand: Hand, me: int) -> RiverboatError:
        return RiverboatError(f"AIVAT of hand {hand.number}: the strategy known for {hand.players[me]} never does this")

    def _worth(self, betting: Betting, actions: tuple[Action, ...]) -> tuple[Floats, Floats]:
        """What each action is worth: a constant, and a factor times the edge."""
        key = (betting, actions)
        found = self._worths.get(key)
        if found is None:
            found = _worth(betting, actions)
            if len(self._worths) < _REMEMBERED:
                self._worths[key] = found
        return found

    def _path(self, hand: Hand) -> tuple[Betting, ...]:
        """The betting before each decision and at the end; lines that recur are cached."""
        key = (id(hand.rules), hand.stacks, hand.actions)
        path = self._paths.get(key)
        if path is None:
            path = betting_path(hand)
            if len(self._paths) < _REMEMBERED:
                self._paths[key] = path
        return path


def betting_path(hand: Hand) -> tuple[Betting, ...]:
    """The betting before each decision of a hand and at its end; for games in which cards decide nothing about it."""
    rules = hand.rules
    start = opening(rules).betting if hand.stacks == rules.stacks else Betting.start(rules, hand.stacks)
    betting = start.next_street(_opener(rules, 0))
    path = []
    for street, position, action in hand.actions:
        while betting.street < street:
            betting = betting.next_street(_opener(rules, betting.street + 1))
        if betting.actor != position:
            raise RiverboatError(f"hand {hand.number}: it is not the turn of position {position}")
        path.append(betting)
        if action.verb == "fold":
            betting = betting.folded()
        elif action.verb == "check_or_call":
            betting = betting.called()
        elif action.verb == "raise_to":
            betting = betting.raised_to(action.amount)
        else:
            raise RiverboatError(f'hand {hand.number}: "{action.verb}" is not a betting action')
    return (*path, betting)


def _opener(rules: Rules, street: int) -> int:
    opener = rules.openers[street]
    if not isinstance(opener, int):
        raise RiverboatError(f"{rules.name}: cards decide who bets first")
    return opener


def _worth(betting: Betting, actions: tuple[Action, ...]) -> tuple[Floats, Floats]:
    """What actions are worth to the actor: a constant, and this pot times the edge; raises as if they were called."""
    paid, bets, stacks, me = betting.committed, betting.bets, betting.stacks, betting.actor
    assert me is not None
    most = min(paid[me] + stacks[me], paid[1 - me] + stacks[1 - me])
    fixed, pots = np.zeros(len(actions)), np.empty(len(actions))
    for place, action in enumerate(actions):
        if action.verb == "fold":
            fixed[place], pots[place] = -float(paid[me]), 0.0
            continue
        total = max(paid)
        if action.verb == "raise_to":
            interval = betting.raise_interval()
            to = action.amount or (interval[0] if interval else 0)
            total = paid[me] + to - bets[me]
        pots[place] = 2.0 * min(total, most)
    return fixed, pots
