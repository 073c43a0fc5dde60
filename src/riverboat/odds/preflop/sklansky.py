"""In which group did Sklansky and Malmuth put a starting hand? Groups 1 (best) to 8, or none.

D. Sklansky and M. Malmuth ("Hold'em Poker for Advanced Players") sorted the hands worth playing at a full limit table
into eight groups. Editions differ, and so do the two theses that quote them:

* `teofilo` (Teófilo 2016, Table 13): 85 hands, groups of 5, 5, 6, 8, 18, 9, 19 and 15;
* `billings` (Billings 2006, Table 2.1): 84 hands, groups of 5, 5, 6, 8, 18, 9, 17 and 16.

They agree on 79 hands. `billings` has 65s in group 5 rather than 6, 66 and K9s in 6 rather than 5 and 7, 75s in 7
rather than 6, 53s in 8 rather than 7, and does not list T7s. Billings points out that the order is not always
consistent: 43s stands above 53s, and 52s, which beats 42s and 32s, is in no group.
"""

from __future__ import annotations

from typing import Final, Literal

from riverboat.errors import RiverboatError
from riverboat.odds.preflop.starting_hands import StartingHand, starting_class

Source = Literal["teofilo", "billings"]

SKLANSKY_GROUPS: Final[dict[Source, tuple[tuple[str, ...], ...]]] = {
    "teofilo": (
        ("AA", "KK", "QQ", "JJ", "AKs"),
        ("TT", "AQs", "AJs", "KQs", "AKo"),
        ("99", "ATs", "KJs", "QJs", "JTs", "AQo"),
        ("88", "KTs", "QTs", "J9s", "T9s", "98s", "AJo", "KQo"),
        ("77", "66", "A9s", "A8s", "A7s", "A6s", "A5s", "A4s", "A3s", "A2s", "Q9s", "T8s", "97s", "87s", "76s", "KJo",
         "QJo", "JTo"),
        ("55", "J8s", "86s", "75s", "65s", "54s", "ATo", "KTo", "QTo"),
        ("44", "33", "22", "K9s", "K8s", "K7s", "K6s", "K5s", "K4s", "K3s", "K2s", "Q8s", "T7s", "64s", "53s", "43s",
         "J9o", "T9o", "98o"),
        ("J7s", "96s", "85s", "74s", "42s", "32s", "A9o", "K9o", "Q9o", "J8o", "T8o", "87o", "76o", "65o", "54o"),
    ),
    "billings": (
        ("AA", "KK", "QQ", "JJ", "AKs"),
        ("TT", "AQs", "AJs", "KQs", "AKo"),
        ("99", "JTs", "QJs", "KJs", "ATs", "AQo"),
        ("88", "KTs", "QTs", "J9s", "T9s", "98s", "AJo", "KQo"),
        ("77", "A9s", "A8s", "A7s", "A6s", "A5s", "A4s", "A3s", "A2s", "Q9s", "T8s", "97s", "87s", "76s", "65s", "KJo",
         "QJo", "JTo"),
        ("66", "55", "K9s", "J8s", "86s", "54s", "ATo", "KTo", "QTo"),
        ("44", "33", "22", "K8s", "K7s", "K6s", "K5s", "K4s", "K3s", "K2s", "Q8s", "75s", "64s", "43s", "J9o", "T9o",
         "98o"),
        ("J7s", "96s", "85s", "74s", "53s", "42s", "32s", "A9o", "K9o", "Q9o", "J8o", "T8o", "87o", "76o", "65o",
         "54o"),
    ),
}  # fmt: skip
"""The names of the hands in each group, best group first, by source."""


def sklansky_group(hand: StartingHand, source: Source = "teofilo") -> int | None:
    """The group 1..8 of a starting hand, or None for a hand in no group.

    Args:
        source: Whose table of groups: "teofilo" or "billings".
    """
    if source not in SKLANSKY_GROUPS:
        raise RiverboatError(f'Sklansky groups "{source}": expected "teofilo" or "billings"')
    return _GROUP_OF[source].get(starting_class(hand))


_GROUP_OF: Final = {
    source: {starting_class(name): number for number, names in enumerate(groups, 1) for name in names}
    for source, groups in SKLANSKY_GROUPS.items()
}
