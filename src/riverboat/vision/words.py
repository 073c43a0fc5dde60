"""From lines of text to what they mean at a table: amounts, the pot, and the words for actions."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Final

from riverboat.vision.sighting import Chips, Seen
from riverboat.vision.text import Line, known

_AMOUNT: Final = re.compile(r"[$€£]?\d{1,3}(?:,\d{3})*(?:\.\d\d)?")
_NUMBER: Final = r"[$€£]?\d{1,3}(?:,\d{3})*(?:\.\d\d)?"
_TABLE: Final = re.compile(
    rf"|check|call|fold|folded|all-in|sits out|pat|bring in|pass|discard|draw \d+|(?:bet|raise|wins) {_NUMBER}"
)
_REPLAYER: Final = re.compile(
    rf"|checks|folds|stands pat|(?:draws|discards|passes) \d+|[+−]?{_NUMBER}"
    rf"|(?:calls|bets|raises to|brings in) {_NUMBER}(?: all-in)?"
    r"|calls|bets|raises|brings in|all-in"
)
"""At tables with many seats the replayer's labels have no amounts."""
_STEMS: Final = frozenset("il1tf")
_ALIKE: Final = 0.34
"""What it costs to take one of these letters for another."""
_PHRASE: Final = 6
_MIN_SPELLED: Final = 0.4
"""A phrase of this many characters that needs no correction is believed at this confidence: chance spells nothing."""
_VOCABULARY: Final = (
    "check", "call", "fold", "folded", "all-in", "sits", "out", "pat", "bring", "in", "pass", "discard", "draw", "bet",
    "raise", "wins", "checks", "folds", "stands", "draws", "discards", "passes", "calls", "bets", "raises", "to",
    "brings",
)  # fmt: skip


def amount(line: Line) -> Seen[Chips]:
    """The number of a line such as `1,250` or `$12.50`; unknown if it is none."""
    return _parsed(line.text, line.confidence)


def table_pot(line: Line) -> Seen[Chips] | None:
    """The number behind `Pot`; None if that is not what is written there."""
    found = re.fullmatch(r"Pot ?(.+)", line.text)
    return _parsed(found[1], line.confidence) if found else None


def _parsed(text: str, confidence: float) -> Seen[Chips]:
    plain = text.replace(" ", "").lstrip("$€£").strip(",.")
    # Dots and commas look alike in small print; only cents come after the last two digits.
    whole, cents = (plain[:-3], plain[-2:]) if plain[-3:-2] == "." else (plain, "00")
    plain = f"{whole.replace('.', ',')}.{cents}"
    if confidence < 0.55 or not _AMOUNT.fullmatch(plain):
        return Seen(None, min(confidence, 0.5))
    value = Fraction(plain.replace(",", ""))
    return Seen(int(value) if value.denominator == 1 else value, confidence)


def player_name(line: Line) -> Seen[str]:
    """A name; three dots at its end are an ellipsis. Fonts without serifs draw a large I and a small L alike: within a
    word it is an L, at its beginning an L before a vowel and an I before a consonant.
    """
    seen = known(line)
    if seen.value is None:
        return seen
    text = re.sub(r"\.\.\.$", "…", seen.value)
    while (again := re.sub(r"(?<=[a-z])[I|]", "l", text)) != text:
        text = again
    text = re.sub(r"(?<=[A-Z])I(?=[a-z])", "l", text)
    text = re.sub(r"(?<![A-Za-z])[Il](?=[aeiouy])", "l", text)
    text = re.sub(r"(?<![A-Za-z])[Il](?=[b-df-hj-np-tv-xz])", "I", text)
    return Seen(text, seen.confidence)


def action_words(line: Line, *, replayer: bool) -> Seen[str]:
    """What a label says, spelled as the page spells it; unknown if it is nothing that the page writes."""
    if not line.text:
        return Seen("", 0.95)
    grammar = _REPLAYER if replayer else _TABLE
    # Dots and commas look alike in small print, and hyphens may be too faint.
    plain = re.sub(r"(?<=\d)\.(?=\d{3}(?!\d))", ",", re.sub(r"\ba[il]{2} in\b", "all-in", line.text))
    said = " ".join(_corrected(word) for word in plain.split())
    spelled = said == line.text and len(said) >= _PHRASE and line.confidence >= _MIN_SPELLED
    if not (spelled or known(line).value is not None) or not grammar.fullmatch(said):
        return Seen(None, min(line.confidence, 0.5))
    return Seen(said, line.confidence)


def _corrected(word: str) -> str:
    """The nearest word of the vocabulary, at most two changes away (as the thesis's); numbers stay."""
    if word in _VOCABULARY or not re.search(r"[a-z]{2}", word):
        return word
    best = min(_VOCABULARY, key=lambda each: _distance(word, each))
    return best if _distance(word, best) <= min(2, len(best) // 3) else word


def _distance(one: str, other: str) -> float:
    """Levenshtein distance; letters that look alike are near to each other."""
    row: list[float] = list(range(len(other) + 1))
    for i, first in enumerate(one, 1):
        before, row[0] = row[0], i
        for j, second in enumerate(other, 1):
            changed = 0 if first == second else _ALIKE if {first, second} <= _STEMS else 1
            before, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, before + changed)
    return row[-1]
