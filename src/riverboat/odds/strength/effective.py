"""Strength and potential in one number: effective hand strength (EHS) and the probability of winning.

EHS counts the hand as good if it is ahead now or draws out later; it leaves NPot out because the best hand should be
bet now, whatever may come (Billings 2006, section 2.5.3). The probability of winning at the showdown counts both ways.
`assess_hand` computes everything about one hand from a single table of transitions per opponent.

Against several opponents with tables of their own, HS is combined as in `hand_strength` and the potentials are those
against the average table, unadjusted for the number of opponents (Papp 1998, section 5.3.1). No betting, no pot odds.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from riverboat.cards.card import Cards
from riverboat.html import table
from riverboat.odds.strength.hand_strength import Combination, HandStrength, count_opponents, strength_of
from riverboat.odds.strength.inputs import Against, average_table, read_against, read_look_ahead, read_spot
from riverboat.odds.strength.potential import potential_from, transitions_of


def effective_hand_strength(strength: float, potential: float, opponents: int = 1) -> float:
    """EHS = HS^n + (1 - HS^n) * PPot  (Billings 2006, eq. 2.1 with n = 1, eq. 2.2; per opponent it is eq. 2.3).

    Args:
        strength: HS, from 0 to 1.
        potential: PPot, from 0 to 1.
        opponents: n, how many opponents.
    """
    ahead_of_all = float(strength) ** opponents
    return ahead_of_all + (1.0 - ahead_of_all) * potential


def win_probability(strength: float, positive: float, negative: float, opponents: int = 1) -> float:
    """P(win) = HS^n (1 - NPot) + (1 - HS^n) PPot  (Billings 2006, section 2.5.3; Teófilo 2016, EQ13).

    Against one opponent, looking ahead to the river, this is exactly E[HS]: the ties that count half now and later add
    up.

    Args:
        strength: HS, from 0 to 1.
        positive: PPot, from 0 to 1.
        negative: NPot, from 0 to 1.
        opponents: n, how many opponents.
    """
    ahead_of_all = float(strength) ** opponents
    return ahead_of_all * (1.0 - negative) + (1.0 - ahead_of_all) * positive


@dataclass(frozen=True)
class HandAssessment:
    """Everything about a hand against one kind of opponent, or against all of them."""

    strength: HandStrength
    """HS against all."""
    positive: float
    """PPot."""
    negative: float
    """NPot."""
    effective: float
    """EHS = HS + (1 - HS) PPot."""
    win_probability: float
    """HS (1 - NPot) + (1 - HS) PPot."""
    each: tuple[HandAssessment, ...] = ()
    """One assessment per opponent (EHS_i of eq. 2.3) where a list of tables was given."""

    @property
    def _named(self) -> dict[str, float]:
        return {
            "HS": self.strength, "PPot": self.positive, "NPot": self.negative, "EHS": self.effective,
            "win probability": self.win_probability,
        }  # fmt: skip

    def __repr__(self) -> str:
        return f"<HandAssessment {', '.join(f'{name} {value:.4f}' for name, value in self._named.items())}>"

    def _repr_html_(self) -> str:
        return table(("", ""), [(name, f"{value:.4f}") for name, value in self._named.items()])


def assess_hand(
    hole: Cards,
    board: Cards,
    opponents: int = 1,
    against: Against = None,
    look_ahead: int | None = None,
    combination: Combination = "product",
) -> HandAssessment:
    """HS, PPot, NPot, EHS and the probability of winning of a hand on a flop, turn or river.

    Args:
        hole: The player's own cards, as text ("AdQc") or card numbers.
        board: Three, four or five cards, as text or card numbers.
        opponents: How many are still in the hand.
        against: What they may hold: a range ("22+,AKs", a `Range`, 1,326 weights) for all, or a list with one for each.
            Default: any two cards.
        look_ahead: 1 or 2 cards to come that potential looks at. Default: all.
        combination: How a list of ranges becomes one number: "product" of the strengths, or "field", the average range
            to the power of `opponents`.
    """
    spot = read_spot(hole, board)
    live = read_against(against, np.concatenate([spot.hole, spot.board]))
    cards_ahead = read_look_ahead(look_ahead, spot.board)
    count_opponents(opponents, live)

    def made(strength: HandStrength, table: np.ndarray | None, each: tuple[HandAssessment, ...]) -> HandAssessment:
        positive, negative = potential_from(transitions_of(spot, cards_ahead, table))
        return HandAssessment(
            strength,
            positive,
            negative,
            effective_hand_strength(strength, positive),
            win_probability(strength, positive, negative),
            each,
        )

    each: tuple[HandAssessment, ...] = ()
    table = None
    if live is not None:
        table = live[0] if len(live) == 1 else average_table(live)
        if len(live) > 1:
            each = tuple(made(strength_of(spot, 1, [weights], "product"), weights, ()) for weights in live)
    return made(strength_of(spot, opponents, live, combination), table, each)
