"""How much is one chip? Amounts with decimals become whole chips of a unit that all amounts of a hand fit.

A record in dollars and cents is played in chips of 0.01; its `Hand` carries the unit `0.01 USD`. Whole amounts stay
as they are.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from riverboat.records.rejected import RecordError

Amount = int | Fraction
MAX_DECIMALS = 9


def decimals_of(amounts: Iterable[Amount]) -> int:
    """Enough decimals to write every amount exactly: none, two, or more."""
    found = 0
    for amount in amounts:
        if isinstance(amount, int):
            continue
        while (amount * 10**found).denominator != 1:
            found += 1
            if found > MAX_DECIMALS:
                raise RecordError(f"amount {float(amount):g}: more than {MAX_DECIMALS} decimals")
    return max(found, 2) if found else 0


def unit_text(decimals: int, currency: str) -> str:
    """`chips`, `0.01 USD`, `1 USD`."""
    if not decimals and not currency:
        return "chips"
    size = "1" if decimals == 0 else f"0.{'0' * (decimals - 1)}1"
    return f"{size} {currency or 'chips'}"


def unit_parts(unit: str) -> tuple[int, str]:
    """The decimals and the currency of a unit; 0 and nothing for plain chips."""
    size, _, currency = unit.partition(" ")
    whole, point, digits = size.partition(".")
    if not currency or whole not in ("0", "1") or (point and digits.strip("0") != "1"):
        return 0, ""
    return (len(digits) if point else 0), "" if currency == "chips" else currency


def amount_text(chips: Amount, decimals: int, *, padded: bool = False) -> str:
    """Chips as an amount of the record: `12.5`, or `12.50` if padded to the unit's decimals."""
    amount = Fraction(chips) / 10**decimals
    if amount.denominator == 1 and not padded:
        return str(int(amount))
    digits = decimals
    while not padded and digits < 12 and (amount * 10**digits).denominator != 1:
        digits += 1
    text = f"{float(amount):.{digits}f}" if digits else str(round(amount))
    return text if padded else text.rstrip("0").rstrip(".")
