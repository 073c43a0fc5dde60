"""How much of a seat's result was luck, from what that seat may know? For tables where people keep cards to themselves.

`chance.py` removes the luck of every deal with everyone's cards. Its result can be inverted: whoever knows the result,
the board and two of the cards can list the hands that an opponent may have folded. Here the record is reduced to what
the seat may know before anything is computed, so that two hands which differ only in cards that were not shown have
the same estimate.

The estimate is AIVAT's chance corrections (Burch, Schmid, Moravčík, Morrill and Bowling, AAAI 2018) with a value
function of the seat's own cards and the public state: the pot times E[HS]_n, the seat's mean strength over all ways to
complete the board against n unknown hands (`odds.strength`). Its mean over the next cards is its value before them,
exactly, if the cards are uniform among those that the seat has not seen. From an all-in on, hands are certain to be
shown, and the pot counts by the equities of those that were (`model.all_in`).

The corrections for one's own cards have mean zero. Those for the board have mean zero against opponents whose actions
do not depend on their cards; otherwise opponents who stay in hold more high cards, the board has fewer of them, and a
small bias remains (docs/aivat.md has a measurement). The estimate has more variance than one from all cards.

Cost: 2 ms for a hand that sees the river.
"""

from __future__ import annotations

from functools import cache

from riverboat.assess.chance import luck_error, pot_before_street
from riverboat.games.hand import Hand
from riverboat.model.all_in import adjusted_payoffs, all_in_street
from riverboat.model.divat.limit_holdem import BOARD_CARDS


def seat_luck_error(hand: Hand, position: int) -> str | None:
    """Why the luck of a seat cannot be measured; None if it can."""
    return luck_error(hand.seen_by(position), only=position)


def without_seat_luck(hand: Hand, position: int) -> float:
    """The payoff of a position without the luck that it could see; ask `seat_luck_error` first."""
    known = hand.seen_by(position)
    own, players = known.down[position], len(known.down)
    ended = all_in_street(known)
    blind = known.rules.largest_blind or sum(known.rules.antes) / players
    luck = blind * players * (_strength(own, (), players - 1) - _mean_strength(players - 1))
    last = len(BOARD_CARDS) - 1 if ended is None else ended
    for street in range(1, last + 1):
        if len(known.board) < BOARD_CARDS[street]:
            break
        pot, live = pot_before_street(known, street)
        if position not in live:
            break
        before, after = known.board[: BOARD_CARDS[street - 1]], known.board[: BOARD_CARDS[street]]
        opponents = len(live) - 1
        luck += pot * (_strength(own, after, opponents) - _strength(own, before, opponents))
    return adjusted_payoffs(known)[position] - luck


def _strength(own: tuple[int, ...], board: tuple[int, ...], opponents: int) -> float:
    from riverboat.odds.strength import expected_hand_strength

    return float(expected_hand_strength(own, board, opponents))


@cache
def _mean_strength(opponents: int) -> float:
    """E[HS]_n before any card."""
    from riverboat.odds.strength.expected import expected_strength_by_holding

    return float(expected_strength_by_holding("", opponents).mean())
