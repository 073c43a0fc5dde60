"""Average Rank Strength: E[HS] by one lookup in a table of hole-card class and hand rank (Teófilo 2016, section
5.2.3).

`average_rank_strength` answers for a hand, `average_rank_strength_batch` for many; `ars_table` gives the table itself,
`build_ars` builds one and `ars_accuracy` says how far off it is.
"""

from riverboat.odds.ars.accuracy import ArsAccuracy, PublishedError, ars_accuracy
from riverboat.odds.ars.lookup import average_rank_strength, average_rank_strength_batch
from riverboat.odds.ars.tables import ArsTable, ars_table, build_ars

__all__ = [
    "ArsAccuracy",
    "ArsTable",
    "PublishedError",
    "ars_accuracy",
    "ars_table",
    "average_rank_strength",
    "average_rank_strength_batch",
    "build_ars",
]
