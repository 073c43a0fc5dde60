"""Which hands are played alike? The bucketing that a text names.

| text | buckets | module |
|---|---|---|
| `psopti(7)`, `psopti(6)` | by E[HS], and one for potential (Billings et al. 2003) | `edges.py` |
| `quantiles(ehs,20)` | equally many deals in each bucket of a feature | `edges.py` |
| `quantiles(ehs,169/60/60/500)` | the same, said for each street; 169 are the starting hands | `edges.py` |
| `kmeans(histogram,1000)`, `kmeans(ochs,500,seed=2)` | clusters of a feature of several numbers | `clusters.py` |
| `kmeans(histogram/histogram/ochs,1000/1000/2000)` | the same, said for flop, turn and river | `clusters.py` |
| `threshold(150000)` | flops that win and lose about equally often (GS1); none later | `merged.py` |

Buckets by a given table have no text that could be parsed: `table_bucketing` makes them (`given.py`).
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from typing import Final

from riverboat.abstraction.buckets import CARDS, MAX_BUCKETS, NO_BUCKET, STREETS, Bucketing, StreetBuckets
from riverboat.abstraction.clusters import ClusterBuckets
from riverboat.abstraction.edges import PSOPTI_SHARES, equal_quantiles, psopti
from riverboat.abstraction.features import FEATURES
from riverboat.abstraction.given import starting_hands
from riverboat.abstraction.merged import ThresholdBuckets
from riverboat.abstraction.records import FLOP_SHOWDOWNS
from riverboat.abstraction.vectors import BINS, Histogram, OpponentClusters, VectorFeature
from riverboat.errors import NotationError

__all__ = ["CARDS", "KINDS", "NO_BUCKET", "STREETS", "Bucketing", "StreetBuckets", "parse_bucketing"]

VECTOR_FEATURES: Final = ("histogram", "ochs")
MAX_CLUSTERS: Final = 20_000
"""More would take hours; 300 points of the sample for each are in memory."""
MAX_BINS: Final = 200
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
    counts = [_count(text, written) for written in arguments[1].split("/")]
    if len(counts) not in (1, len(STREETS)):
        raise NotationError(f'abstraction "{text[:40]}": expected one number of buckets, or one for each street')
    return equal_quantiles(arguments[0], counts)


def _kmeans(text: str, arguments: list[str]) -> Bucketing:
    plain = [argument for argument in arguments if "=" not in argument]
    options = dict(argument.split("=", 1) for argument in arguments if "=" in argument)
    names = plain[0].split("/") if plain else []
    unknown = [name for name in names if name not in VECTOR_FEATURES]
    if len(plain) != 2 or unknown or not set(options) <= {"bins", "seed"} or len(names) not in _LATER:
        raise NotationError(
            f'abstraction "{text[:60]}": write kmeans(FEATURE,N) or kmeans(FLOP/TURN/RIVER,N/N/N), with bins= and seed='
            f" if you like; a feature is {' or '.join(VECTOR_FEATURES)}"
        )
    counts = [_count(text, written, MAX_CLUSTERS) for written in plain[1].split("/")]
    if len(counts) not in _LATER:
        raise NotationError(f'abstraction "{text[:60]}": expected one number of buckets, or one for each street')
    bins = _number(text, options.get("bins", str(BINS)))
    seed = _number(text, options.get("seed", "1"))
    if not 2 <= bins <= MAX_BINS:
        raise NotationError(f'abstraction "{text[:60]}": bins={bins}; expected 2 to {MAX_BINS}')
    names, counts = names * (3 // len(names)), counts * (3 // len(counts))
    streets = (
        ClusterBuckets(street, _vector_feature(name, bins), count, seed)
        for street, (name, count) in enumerate(zip(names, counts, strict=True), 1)
    )
    said = [
        names[0] if len(set(names)) == 1 else "/".join(names),
        str(counts[0]) if len(set(counts)) == 1 else "/".join(map(str, counts)),
        *([f"bins={bins}"] if bins != BINS and "histogram" in names else []),
        *([f"seed={seed}"] if seed != 1 else []),
    ]
    return Bucketing(f"kmeans({','.join(said)})", (starting_hands(), *streets))


def _vector_feature(name: str, bins: int) -> VectorFeature:
    return Histogram(bins) if name == "histogram" else OpponentClusters()


def _threshold(text: str, arguments: list[str]) -> Bucketing:
    threshold = _number(text, arguments[0], "a number of showdowns") if len(arguments) == 1 else -1
    if not 0 <= threshold <= 2 * FLOP_SHOWDOWNS:
        raise NotationError(
            f'abstraction "{text[:40]}": write threshold(T): classes differ by T of {FLOP_SHOWDOWNS:,} showdowns'
        )
    return Bucketing(f"threshold({threshold})", (starting_hands(), ThresholdBuckets(threshold), None, None))


def _count(text: str, written: str, most: int = MAX_BUCKETS) -> int:
    count = _number(text, written)
    if not 1 <= count <= most:
        raise NotationError(f'abstraction "{text[:40]}": {count} buckets; expected 1 to {most}')
    return count


def _number(text: str, written: str, what: str = "a number of buckets") -> int:
    if not (written.isascii() and written.isdecimal()) or len(written) > _MOST_DIGITS:
        raise NotationError(f'abstraction "{text[:40]}": "{written[:40]}" is not {what}')
    return int(written)


_LATER: Final = (1, 3)
"""Said once for flop, turn and river, or for each of them."""
_MOST_DIGITS: Final = 9
KINDS: Final[dict[str, Callable[[str, list[str]], Bucketing]]] = {
    "psopti": _psopti,
    "quantiles": _quantiles,
    "kmeans": _kmeans,
    "threshold": _threshold,
}
"""What can stand before the brackets."""
EXAMPLES: Final = {
    "psopti(7)": "buckets by E[HS], finer at the top, and one for potential; 6 or 7 (Billings et al. 2003)",
    "quantiles(ehs,20)": "equally many deals in each bucket of a feature: ehs, ehs2 or ppot",
    "kmeans(histogram,1000)": "clusters of histograms of strength on the river (Johanson et al. 2013)",
    "kmeans(ochs,1000,seed=2)": "clusters of equities against eight clusters of starting hands",
    "kmeans(histogram/histogram/ochs,500/1000/2000)": "clusters, said for flop, turn and river",
    "threshold(150000)": "flops that win and lose about equally often (Gilpin and Sandholm 2006)",
}
