"""Amounts, cards and dates as sites write them.

Amounts are hundredths of the currency: `$1,234.50`, `0.05€`, `C$2`, `₹1`, `3 023,50 $` and plain chips. A site that
uses decimal commas separates thousands by spaces or points.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from riverboat.cards.deck import Deck
from riverboat.errors import RiverboatError
from riverboat.records.rejected import RecordError

Line = tuple[int, str]
"""Its number in the file, counted from 1, and its text."""

SIGNS: Final = {
    "$": "USD", "€": "EUR", "£": "GBP", "C$": "CAD", "A$": "AUD", "₹": "INR", "¥": "CNY", "R$": "BRL", "₽": "RUB",
    "kr": "SEK", "zł": "PLN", "₮": "USDT", "฿": "THB",
}  # fmt: skip
"""Currencies by their sign."""
_SIGN: Final = r"(?:[A-Z]{0,3}[$€£₹¥₽₮฿₩]|kr|zł|Rs\.?)"
_POINTS: Final = re.compile(
    rf"{_SIGN}?\s?(?P<whole>[0-9]{{1,3}}(?:,[0-9]{{3}})+|[0-9]{{1,15}})"
    rf"(?:\.(?P<part>[0-9]{{1,2}}))?\s?{_SIGN}?"
)
_COMMAS: Final = re.compile(
    rf"{_SIGN}?\s?(?P<whole>[0-9]{{1,3}}(?:[. \u00a0\u202f][0-9]{{3}})+|[0-9]{{1,15}})"
    rf"(?:,(?P<part>[0-9]{{2}}))?\s?{_SIGN}?"
)
_ANY_SIGN: Final = re.compile(_SIGN)
DATE: Final = re.compile(
    r"(?P<year>[0-9]{4})[/-](?P<month>[0-9]{1,2})[/-](?P<day>[0-9]{1,2}),? +"
    r"(?P<clock>[0-9]{1,2}:[0-9]{1,2}:[0-9]{1,2})(?: (?P<zone>[A-Z]{2,5})\b)?"
)
_MONTHS: Final = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")


@lru_cache(maxsize=1 << 16)
def hundredths(text: str) -> int | None:
    """An amount in hundredths, or None if this is not one."""
    match = _POINTS.fullmatch(text) or _COMMAS.fullmatch(text)
    if match is None:
        return None
    whole = re.sub(r"\D", "", match["whole"])
    return 100 * int(whole) + int((match["part"] or "").ljust(2, "0"))


def currency_of(amount: str) -> str:
    """The code of the sign in an amount; nothing for chips."""
    found = _ANY_SIGN.search(amount)
    return SIGNS.get(found[0], "") if found else ""


@lru_cache(maxsize=1 << 14)
def cards_of(text: str, deck: Deck) -> tuple[int, ...]:
    """Cards separated by spaces or commas; 10 may stand for T."""
    return deck.parse_cards(text.replace(",", " ").replace("10", "T"))


def cards_at(text: str, deck: Deck, line: int) -> tuple[int, ...]:
    """The cards of a line, or an error that names it."""
    try:
        return cards_of(text, deck)
    except RiverboatError as error:
        raise RecordError(str(error), line) from None


def date_notes(text: str) -> list[tuple[str, str]]:
    """`2014/03/09 11:32:57 ET` as notes; none if there is no such date."""
    match = DATE.search(text)
    if match is None:
        return []
    return clock_notes(match["year"], match["month"], match["day"], match["clock"], match["zone"] or "")


def clock_notes(year: str, month: str, day: str, clock: str, zone: str = "") -> list[tuple[str, str]]:
    """The parts of a date as notes of a hand; a month may be a name."""
    number = _MONTHS.index(month[:3].lower()) + 1 if month[:3].lower() in _MONTHS else month
    if not str(number).isdigit():
        return []
    notes = [("year", year), ("month", str(int(number))), ("day", str(int(day)))]
    notes.append(("time", ":".join(f"{int(part):02}" for part in clock.split(":"))))
    return [*notes, ("time_zone_abbreviation", zone)] if zone else notes
