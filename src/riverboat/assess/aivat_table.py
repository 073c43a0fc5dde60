"""AIVAT at any table: two players or ten, limit or not, any game, any known strategy and any value function.

At every deal, and at every decision of a player who is known, the result is corrected by the mean value of what could
have happened less the value of what did (Burch, Schmid, Moravčík, Morrill and Bowling, AAAI 2018). Each correction has
mean zero given everything before it, whatever the value function is (`values.py`), so the estimate is unbiased; nobody
needs to be known, and then deals alone are corrected.

The hand is taken with the cards that were dealt: everyone's must be in the record. The method's other half, averaging
over the cards that a known player might have held, uses the strategy with all of them; it is in `aivat.py` for small
games and in `aivat_holdem.py` for two players.

Cost: that of the value function, once for each deal and for each choice of a known player.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

import numpy as np
from numpy.typing import NDArray

from riverboat.assess.values import ValueFunction
from riverboat.errors import RiverboatError
from riverboat.games.hand import Hand
from riverboat.games.state import State
from riverboat.games.view import HIDDEN, View
from riverboat.solve.core.policy import Policy

Floats = NDArray[np.float64]


class TableAivat:
    """The estimator for a value function and some known players, by name."""

    def __init__(self, value: ValueFunction, known: Mapping[str, Policy] | None = None, *, seed: int = 1) -> None:
        """For one value function.

        Args:
            value: What a hand is worth to each player from here on (`values.py`).
        """
        self._value, self._known, self._seed = value, dict(known or {}), seed

    def estimate(self, hand: Hand) -> tuple[float, ...]:
        """What a hand says about what each position is worth, in chips."""
        seeds = _seeds(self._seed, hand)
        states = states_of(hand)
        value = self._value
        now = next(states)
        found = np.array([float(chips) for chips in hand.payoffs])
        found += value.start(hand.rules, hand.stacks, next(seeds)) - value.of(now, None, next(seeds))
        for (_, position, action), after in zip(hand.actions, states, strict=True):
            seed, dealt = next(seeds), len(after.dealt) > len(now.dealt)
            player = self._known.get(hand.players[position])
            done = value.of(now, action, seed) if dealt else None
            if player is not None:
                choices = player.probabilities(View(now, position))
                chosen = choices.place(action)
                if chosen < 0 or choices.probabilities[chosen] <= 0.0:
                    raise RiverboatError(
                        f"AIVAT of hand {hand.number}: the strategy known for {hand.players[position]} never does this"
                    )
                if choices.probabilities[chosen] < 1.0:
                    for each, (option, chance) in enumerate(zip(choices.actions, choices.probabilities, strict=True)):
                        weight = float(chance) - (each == chosen)
                        if weight:
                            found += weight * value.of(now, option, seed)
            if done is not None:
                found += done - value.of(after, None, next(seeds))
            now = after
        return tuple(found.tolist())

    def estimates(self, hands: Iterable[Hand]) -> Floats:
        """float64[hands, positions]; all hands need the same number of players."""
        return np.array([self.estimate(hand) for hand in hands])


def states_of(hand: Hand) -> Iterator[State]:
    """The states before each decision of a hand and at the end; every card must be known."""
    if any(HIDDEN in cards for cards in (*hand.down, *hand.up, hand.board)):
        raise RiverboatError(f"AIVAT of hand {hand.number}: it needs every player's cards")
    return hand.with_deck().replay()


def _seeds(seed: int, hand: Hand) -> Iterator[int]:
    """A stream for each hand: of its number and of the players' cards, never of what was done."""
    cards = [card for down in hand.down for card in down]
    rng = np.random.default_rng([seed, hand.number, *cards])
    while True:
        yield from rng.integers(0, 2**31 - 1, 400).tolist()
