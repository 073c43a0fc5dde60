"""Which hands are played alike? The bucketing that a text names.

| text | buckets | module |
|---|---|---|
| `psopti(7)`, `psopti(6)` | by E[HS], and one for potential (Billings et al. 2003) | `edges.py` |
| `quantiles(ehs,20)` | equally many deals in each bucket of a feature | `edges.py` |

Buckets by a given table have no text that could be parsed: `table_bucketing` makes them (`given.py`).
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from typing import Final

from riverboat.abstraction.buckets import CARDS, MAX_BUCKETS, NO_BUCKET, STREETS, Bucketing, StreetBuckets
from riverboat.abstraction.edges import PSOPTI_SHARES, equal_quantiles, psopti
from riverboat.abstraction.features import FEATURES
from riverboat.errors import NotationError

__all__ = ["CARDS", "KINDS", "NO_BUCKET", "STREETS", "Bucketing", "StreetBuckets", "parse_bucketing"]

_TEXT: Final = re.compile(r"(\w+)\(([^()]*)\)")


def parse_bucketing(text: str) -> Bucketing:
    """The bucketing that a text names; the same object for the same text."""
    return _parsed("".join(text.split()).lower())


@cache
def _parsed(text: str) -> Bucketing:
    match = _TEXT.fullmatch(text)
    if match is None:
        raise NotationError(f'abstraction "{text[:40]}": write one like psopti(7) or quantiles(ehs,20)')
    kind = KINDS.get(match[1])
    if kind is None:
        raise NotationError(f'abstraction "{text[:40]}": no kind "{match[1]}"; there is {", ".join(KINDS)}')
    return kind(text, match[2].split(","))


def _psopti(text: str, arguments: list[str]) -> Bucketing:
    count = _number(text, arguments[0]) if len(arguments) == 1 else 0
    if count not in PSOPTI_SHARES:
        raise NotationError(f'abstraction "{text[:40]}": psopti has {" or ".join(map(str, PSOPTI_SHARES))} buckets')
    return psopti(count)


def _quantiles(text: str, arguments: list[str]) -> Bucketing:
    if len(arguments) != 2 or arguments[0] not in FEATURES:
        raise NotationError(f'abstraction "{text[:40]}": write quantiles(FEATURE,N), FEATURE {" or ".join(FEATURES)}')
    return equal_quantiles(arguments[0], _count(text, arguments[1]))


def _count(text: str, written: str) -> int:
    count = _number(text, written)
    if not 1 <= count <= MAX_BUCKETS:
        raise NotationError(f'abstraction "{text[:40]}": expected 1 to {MAX_BUCKETS} buckets')
    return count


def _number(text: str, written: str) -> int:
    if not written.isdecimal():
        raise NotationError(f'abstraction "{text[:40]}": "{written}" is not a number of buckets')
    return int(written)


KINDS: Final[dict[str, Callable[[str, list[str]], Bucketing]]] = {"psopti": _psopti, "quantiles": _quantiles}
"""What can stand before the brackets."""
