"""Who sold an all-in hand to the house, and for how much? Kept as a note of the hand: payoffs alone do not say it.

The note is `rake 250, p1 16050 160`: what the house took of the pot, and for each position the price and the fee that
was taken from it, all in chips.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final, NamedTuple

from riverboat.games.hand import Hand

NOTE: Final = "_cash_out"
_TEXT: Final = re.compile(r"rake ([0-9]{1,15})((?:, p[0-9]{1,2} [0-9]{1,15} [0-9]{1,15})+)")


class CashOuts(NamedTuple):
    """Prices and fees by position."""

    rake: int
    prices: Mapping[int, int]
    fees: Mapping[int, int]

    def note(self) -> tuple[str, str]:
        """As a note of the hand."""
        sold = [f"p{position + 1} {price} {self.fees.get(position, 0)}" for position, price in self.prices.items()]
        return NOTE, ", ".join((f"rake {self.rake}", *sold))


def cash_outs_in(text: object) -> CashOuts | None:
    """What such a note says; None if it is not one."""
    match = _TEXT.fullmatch(text) if isinstance(text, str) else None
    if match is None:
        return None
    sold = [(int(p) - 1, int(price), int(fee)) for p, price, fee in re.findall(r"p(\d+) (\d+) (\d+)", match[2])]
    return CashOuts(int(match[1]), {p: price for p, price, _ in sold}, {p: fee for p, _, fee in sold})


def cash_outs_of(hand: Hand) -> CashOuts | None:
    """Of a hand; None for nearly all."""
    return cash_outs_in(dict(hand.notes).get(NOTE))
