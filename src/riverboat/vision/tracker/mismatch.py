"""How badly does a line explain a picture? Each field that says otherwise costs what a misreading of it is worth.

A field that was read with confidence c is wrong with probability 1 - c, and never with less than 2 %: the cost of
a contradiction is minus the logarithm of that, 3.9 at most. What was not read costs nothing. Fields are taken as
independent, which they are not when a whole picture is bad; so no field counts for much more than another.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from fractions import Fraction
from math import log
from typing import Any, Final

from riverboat.games.betting import Betting
from riverboat.games.pots import uncalled_of
from riverboat.vision.sighting import BACK, NOBODY, Seen, SeenSeat, Sighting
from riverboat.vision.tracker.line import Deal, Line

Chips = int | Fraction
Payoffs = Callable[[Betting], tuple[Chips, ...] | None]
"""What everyone wins or loses when this betting is over; None while the cards that decide it are not known."""

NEVER_SURER: Final = 0.98
"""The most that is believed of a single field."""
_LABEL_SHARE: Final = 0.7
"""Labels change a moment earlier or later than chips, so that they count for less."""
_HIDDEN_AT_SHOWDOWN: Final = 2.0
_UNVERIFIED: Final = 2.0
"""A showdown of which not all cards are known explains everybody's chips too easily."""
_AMOUNT: Final = re.compile(r"[0-9][0-9,]*")


def surprise(confidence: float) -> float:
    """The cost of a field that was read with this confidence and is wrong."""
    return -log(1.0 - NEVER_SURER * min(1.0, max(0.0, confidence)))


def differs(seen: Seen[Any], expected: object) -> float:
    """The cost of a field."""
    return 0.0 if seen.value is None or seen.value == expected else surprise(seen.confidence)


def amount_in(text: str | None) -> int | None:
    """The chips that a label or a button names."""
    found = _AMOUNT.search(text or "")
    return int(found[0].replace(",", "")) if found else None


def mismatch(line: Line, deal: Deal, seen: Sighting, payoffs: Payoffs) -> float:
    """The cost of everything on the picture that this line does not explain."""
    betting = line.betting
    cost = _board_cost(betting, seen)
    if betting.rules.shows_cards:
        cost += _open_cards_cost(betting, deal, seen)
    if betting.actor is None:
        return cost + _end_cost(betting, deal, seen, payoffs)
    cost += differs(seen.pot, sum(betting.committed))
    cost += differs(seen.actor, deal.order[betting.actor])
    if seen.buttons:
        cost += _buttons_cost(betting, deal, seen)
    columns = zip(deal.order, betting.stacks, deal.beyond, betting.bets, betting.live, line.labels, strict=True)
    for place, stack, beyond, bet, live, said in columns:
        seat = seen.seats[place]
        cost += differs(seat.stack, stack + beyond)
        cost += differs(seat.bet, bet)
        cost += differs(seat.state, ("in" if stack + beyond else "all-in") if live else "folded")
        cost += _label_cost(seat, said if live else "folded")
    return cost


def lasting_mismatch(line: Line, deal: Deal, seen: Sighting) -> float:
    """The part of it that stays however the line goes on: cards dealt, chips put in and folds are not taken back."""
    betting = line.betting
    dealt = sum(street.board for street in betting.rules.streets[: betting.street + 1])
    cost = min(2, max(0, dealt - len(seen.board))) * surprise(0.9)
    over = not seen.pot.value
    if not over and seen.pot.value is not None and sum(betting.committed) > seen.pot.value:
        cost += surprise(seen.pot.confidence)
    returned = over and 0 in betting.stacks  # chips that nobody could call
    for place, stack, beyond, live in zip(deal.order, betting.stacks, deal.beyond, betting.live, strict=True):
        seat = seen.seats[place]
        if not live and seat.state.value not in (None, "folded"):
            cost += surprise(seat.state.confidence)
        if over and (returned or (seat.action.value or "").startswith("wins")):
            continue
        if seat.stack.value is not None and seat.stack.value > stack + beyond:
            cost += surprise(seat.stack.confidence)
    return cost


def _board_cost(betting: Betting, seen: Sighting) -> float:
    """Cards that lie there although they should not, or the other way round."""
    dealt = sum(street.board for street in betting.rules.streets[: betting.street + 1])
    return min(2, abs(len(seen.board) - dealt)) * surprise(0.9)


def _open_cards_cost(betting: Betting, deal: Deal, seen: Sighting) -> float:
    """In stud games every street gives those who are in another card."""
    dealt = sum(street.down + street.up for street in betting.rules.streets[: betting.street + 1])
    rows = [len(seen.seats[place].cards) for place, live in zip(deal.order, betting.live, strict=True) if live]
    return sum(surprise(0.7) for cards in rows if cards != dealt)


def _buttons_cost(betting: Betting, deal: Deal, seen: Sighting) -> float:
    """Buttons can only be pressed when it is the user's turn, and one of them says what a call costs."""
    own = deal.own
    if betting.actor != own:
        return surprise(1.0)
    for button in seen.buttons:
        if button.control == "call" and button.text.value is not None:
            owed = min(betting.highest_bet - betting.bets[own], betting.stacks[own])
            if (amount_in(button.text.value) or 0) != owed and not betting.must_bring_in():
                return surprise(button.text.confidence)
    return 0.0


def _label_cost(seat: SeenSeat, expected: str) -> float:
    said = seat.action.value
    if said is None or said == expected:
        return 0.0
    said = said.replace(",", "").strip().lower()
    return 0.0 if said == expected else _LABEL_SHARE * surprise(seat.action.confidence)


def _end_cost(betting: Betting, deal: Deal, seen: Sighting, payoffs: Payoffs) -> float:
    """The chips are pushed: no pot, no bets, nobody's turn, hands shown if there was a showdown."""
    cost = differs(seen.pot, 0) + differs(seen.actor, NOBODY)
    if seen.buttons:
        cost += surprise(1.0)
    won, uncalled = payoffs(betting), uncalled_of(betting.committed, betting.rules)
    if won is None:
        cost += _UNVERIFIED
    for position, place in enumerate(deal.order):
        seat, live = seen.seats[place], betting.live[position]
        cost += differs(seat.bet, 0)
        if seat.state.value is not None and (seat.state.value == "folded") == live:
            cost += surprise(seat.state.confidence)
        if won is not None:
            cost += differs(seat.stack, deal.stacks[position] + won[position])
            pushed = won[position] + betting.committed[position] - uncalled[position]
            cost += _label_cost(seat, f"wins {pushed}" if won[position] > 0 else "" if live else "folded")
        if live and place:
            cost += _shown_cost(seat, betting.left > 1)
    return cost


def _shown_cost(seat: SeenSeat, shown: bool) -> float:
    backs = [card.text == BACK for card in seat.cards if card.text is not None]
    if not backs:
        return 0.0
    return _HIDDEN_AT_SHOWDOWN if all(backs) == shown else 0.0


def raise_totals(betting: Betting, deal: Deal, seen: Sighting) -> list[int]:
    """The totals to which the actor may have raised, by anything on the picture that says so."""
    actor, interval = betting.actor, betting.raise_interval()
    if actor is None or interval is None:
        return []
    low, high = interval
    if low == high:
        return [low]
    seat = seen.seats[deal.order[actor]]
    found: list[Chips | None] = [high, seat.bet.value, amount_in(seat.action.value)]
    found += [
        betting.bets[position] + betting.stacks[position] + deal.beyond[position] - stack
        for position, stack in enumerate(_stacks_seen(deal, seen))
        if stack is not None
    ]
    found += [seen.seats[place].bet.value for place in deal.order]
    if seen.pot.value is not None:
        found.append(betting.bets[actor] + seen.pot.value - sum(betting.committed))
    return sorted({int(total) for total in found if total is not None and low <= total <= high and total == int(total)})


def _stacks_seen(deal: Deal, seen: Sighting) -> Sequence[Chips | None]:
    return [seen.seats[place].stack.value for place in deal.order]
