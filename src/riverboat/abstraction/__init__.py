"""Card abstraction: which hands are played alike, by which features, and how often histories of both players meet.

>>> from riverboat.abstraction import parse_bucketing
>>> parse_bucketing("psopti(7)").counts
(7, 7, 7, 7)
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from riverboat.lazy import lazy_names

if TYPE_CHECKING:
    from riverboat.abstraction.bucketing import parse_bucketing
    from riverboat.abstraction.buckets import Bucketing, StreetBuckets
    from riverboat.abstraction.features import feature_by_holding, feature_table
    from riverboat.abstraction.given import TableBuckets, equal_labels, table_bucketing
    from riverboat.abstraction.joint import Joint, count_joint

__all__ = [
    "Bucketing",
    "Joint",
    "StreetBuckets",
    "TableBuckets",
    "count_joint",
    "equal_labels",
    "feature_by_holding",
    "feature_table",
    "parse_bucketing",
    "table_bucketing",
]

_HOMES = {
    "bucketing": ("parse_bucketing",),
    "buckets": ("Bucketing", "StreetBuckets"),
    "features": ("feature_by_holding", "feature_table"),
    "given": ("TableBuckets", "equal_labels", "table_bucketing"),
    "joint": ("Joint", "count_joint"),
}

__getattr__ = lazy_names(__name__, {name: f"{__name__}.{home}" for home, names in _HOMES.items() for name in names})
