"""Which bets has an abstract no-limit game? A few sizes per street in parts of the pot, and all-in.

A menu is written street by street, slashes between streets: `75%/50%,100%/75%/75%`. Raises have another list, and a
limit on how many bets and raises of a street have such sizes; all-in can always be chosen (it costs one more decision
and no later street). A size that would leave less than a third of the pot behind is all-in.

With the usual menu the tree has 368 decisions at 20 big blinds, 1,716 at 100 and 2,260 at 200.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Self

from riverboat.errors import NotationError, RiverboatError

if TYPE_CHECKING:
    from riverboat.games.table import Table

STREETS: Final = 4
Shares = tuple[tuple[float, ...], ...]
"""For each of the four streets, the sizes in parts of the pot after calling."""
_LEFT_BEHIND: Final = 0.35
"""All-in instead of a size after which a call would leave at most this part of the pot behind."""
_SIZE: Final = re.compile(r"[0-9]{1,4}(\.[0-9]{1,3})?%?")
MAX_SIZES: Final = 6


@dataclass(frozen=True)
class BetMenu:
    """The sizes of an abstract game; `sizes` is what `build_betting` asks."""

    bets: Shares = ((0.75,), (0.5, 1.0), (0.75,), (0.75,))
    """Of the first bet on a street; before the flop, of the first raise."""
    raises: Shares = ((1.0,), (1.0,), (1.0,), (1.0,))
    sized: tuple[int, ...] = (3, 2, 2, 2)
    """How many bets and raises of a street have sizes; later ones are all-in."""

    @classmethod
    def parse(cls, bets: str | None = None, raises: str | None = None, sized: str | None = None) -> Self:
        """From texts such as `75%/50%,100%/75%/75%` and `3/2/2/2`; default: the usual menu."""
        usual = cls()
        counts = usual.sized if sized is None else _counts(sized)
        return cls(
            usual.bets if bets is None else _shares("bets", bets),
            usual.raises if raises is None else _shares("raises", raises),
            counts,
        )

    @classmethod
    def from_json(cls, table: dict[str, Any]) -> Self:
        """What `to_json` wrote."""
        try:
            bets, raises = (tuple(tuple(map(float, row)) for row in table[name]) for name in ("bets", "raises"))
            return cls(bets, raises, tuple(map(int, table["sized"])))
        except (KeyError, TypeError, ValueError):
            raise RiverboatError("bet sizes of a blueprint: expected bets, raises and sized for four streets") from None

    def to_json(self) -> dict[str, Any]:
        """For the header of a file."""
        return {"bets": self.bets, "raises": self.raises, "sized": self.sized}

    def sizes(self, table: Table) -> list[int]:
        """The totals to which the player to act may bet or raise."""
        betting = table.betting
        interval = betting.raise_interval()
        if interval is None:
            return []
        low, high = interval
        street, faced = betting.street, betting.highest_bet
        actor = betting.actor
        assert actor is not None
        pot = sum(betting.committed) + faced - betting.bets[actor]
        found = {high}
        if betting.raises < self.sized[street]:
            for share in (self.raises if betting.raises else self.bets)[street]:
                total = max(low, min(faced + round(share * pot), high))
                behind, after_call = high - total, pot + 2 * (total - faced)
                found.add(high if behind <= _LEFT_BEHIND * after_call else total)
        return sorted(found)


def _shares(name: str, text: str) -> Shares:
    streets = text.replace(" ", "").split("/")
    if len(streets) not in (1, STREETS):
        raise NotationError(f'{name} "{text[:60]}": write sizes for four streets, such as 75%/50%,100%/75%/75%')
    rows = []
    for part in streets * (STREETS // len(streets)):
        sizes = [] if part in ("", "none") else part.split(",")
        if len(sizes) > MAX_SIZES or not all(_SIZE.fullmatch(size) for size in sizes):
            raise NotationError(
                f'{name} "{text[:60]}": expected percentages of the pot, such as 50%,100%, {MAX_SIZES} at most'
            )
        found = sorted({float(size.rstrip("%")) / 100.0 for size in sizes})
        if found and found[0] <= 0.0:
            raise NotationError(f'{name} "{text[:60]}": a bet is above 0 % of the pot')
        rows.append(tuple(found))
    return tuple(rows)


def _counts(text: str) -> tuple[int, ...]:
    parts = text.replace(" ", "").split("/")
    if len(parts) not in (1, STREETS) or not all(part.isdecimal() and int(part) <= 9 for part in parts):
        raise NotationError(
            f'sized raises "{text[:40]}": expected a number from 0 to 9, or one for each street: 3/2/2/2'
        )
    return tuple(int(part) for part in parts * (STREETS // len(parts)))
