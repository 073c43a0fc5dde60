"""How much may be bet? The words in which people give bet sizes to a solver, and the chips that they come to.

| text | a bet of | as a raise |
|---|---|---|
| `50%`, `50` | half the pot | half the pot as it is after calling, on top of the bet faced |
| `2.5x` | (raises only) | to 2.5 times the bet faced |
| `100c` | 100 chips | 100 chips on top of the bet faced |
| `3e`, `e` | the share of the pot that, bet on three streets (on all that are left), puts the stack in | the same |
| `2e200%`, `e150` | as before, at most 200 % (150 %) of the pot | the same |
| `a` | everything | everything |

A list has commas or spaces between sizes; `none` is no bet at all. A plan gives lists to streets and players, clauses
between semicolons, a later one overrides an earlier one: `33%; turn: 50%,a; ip river: 75%,a`. What a plan leaves out is
not bet; what a donk plan leaves out is bet as usual. Plans are also read from tables (`{"flop": "33%", "ip": {...}}`)
and print back as text that reads the same.

Amounts are whole chips, the nearest one, and always this street's total. What is too small is lifted to the smallest
legal total (no-limit hold'em: a raise is at least as large as the bet or raise before it, and all-in is always legal),
what is too large is all-in. Three thresholds, all in percent of the pot, are those of the solvers people know:

- `add_all_in`: all-in joins a list of sizes where it is at most this large;
- `force_all_in`: a bet becomes all-in if a call would leave at most this much behind (of the pot after the call);
- `merge`: from the largest size X downwards, sizes Y with (100 + X) / (100 + Y) < 1 + merge/100 are dropped.

Nothing here knows cards, hands or the order of play; `tree.py` asks for the totals at each of its nodes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from difflib import get_close_matches
from fractions import Fraction
from typing import Final, Literal, NamedTuple

from riverboat.errors import NotationError

STREETS: Final = ("flop", "turn", "river")
PLAYERS: Final = ("oop", "ip")

_NUMBER: Final = r"(?:[0-9]{1,9}(?:\.[0-9]{0,6})?|\.[0-9]{1,6})"
_SIZE: Final = re.compile(rf"(?P<number>{_NUMBER})(?P<unit>%|x|c|)|(?P<over>[0-9]{{0,3}})e(?:(?P<max>{_NUMBER})%?)?")
_ALL_IN: Final = frozenset({"a", "allin", "all-in"})
_NOTHING: Final = frozenset({"none", "-"})
_EXPECTED: Final = "50% (of the pot), 2.5x (the bet faced), 100c (chips), 2e (geometric) or a (all-in)"
_MAX_STREETS: Final = 9

Kind = Literal["pot", "times", "chips", "geometric", "all-in"]


class Moment(NamedTuple):
    """What a player who may bet or raise faces."""

    pot: int
    """The pot after calling."""
    faced: int
    """What the opponent has bet on this street; 0 if there is nothing to call."""
    min_total: int
    """The smallest legal total on this street."""
    max_total: int
    """The total on this street that is all-in."""
    streets: int
    """Betting rounds left, this one included."""


@dataclass(frozen=True, slots=True)
class Size:
    """One size, as `str` writes it: `50%`, `2.5x`, `100c`, `2e200%`, `a`."""

    kind: Kind
    number: Decimal = Decimal(0)
    """Percent, factor, chips or streets; 0 streets are all that are left."""
    max_percent: Decimal | None = None
    """The largest percentage of the pot, for geometric sizes."""

    def __str__(self) -> str:
        if self.kind == "all-in":
            return "a"
        if self.kind == "geometric":
            return f"{_plain(self.number) if self.number else ''}e" + (
                f"{_plain(self.max_percent)}%" if self.max_percent else ""
            )
        return _plain(self.number) + {"pot": "%", "times": "x", "chips": "c"}[self.kind]

    def total(self, moment: Moment) -> int:
        """This street's total, to the nearest chip (halves up), whether or not it is legal."""
        pot, faced, _, max_total, streets = moment
        above, below = self.number.as_integer_ratio()
        match self.kind:
            case "all-in":
                return max_total
            case "pot":
                return faced + _nearest(above * pot, below * 100)
            case "times":
                return _nearest(above * faced, below)
            case "chips":
                return faced + above
        over = above or streets
        growth = 1.0 + 2.0 * (max_total - faced) / pot
        share = (max_total - faced) / pot if over == 1 else (growth ** (1.0 / over) - 1.0) / 2.0
        if self.max_percent is not None:
            share = min(share, float(self.max_percent) / 100.0)
        return faced + int(share * pot + 0.5)


Sizes = tuple[Size, ...]
MAX_SIZES: Final = 32
"""In one list: more make a tree that no memory holds."""


def read_sizes(text: str, what: str = "sizes") -> Sizes:
    """The sizes of a list such as `33%,75%,a`, each once; `what` names the list in an error message."""
    tokens = [token for token in re.split(r"[,\s]+", re.sub(r"\s+%", "%", text.strip().lower())) if token]
    if not tokens or (len(tokens) == 1 and tokens[0] in _NOTHING):
        return ()
    if len(tokens) > MAX_SIZES:
        raise NotationError(f'{what} "{_shown(text)}": {len(tokens)} sizes; expected {MAX_SIZES} at most')
    sizes: list[Size] = []
    for token in tokens:
        size = read_size(token, f'{what} "{_shown(text)}"')
        if size not in sizes:
            sizes.append(size)
    return tuple(sizes)


def read_size(text: str, where: str = "size") -> Size:
    """One size; `where` begins an error message."""
    token = text.strip().lower()
    if token in _ALL_IN:
        return Size("all-in")
    match = _SIZE.fullmatch(token)
    if match is None:
        raise NotationError(f'{where}: "{_shown(text)}" is not a size; write {_EXPECTED}')
    if match["number"] is None:
        over, max_percent = int(match["over"] or 0), Decimal(match["max"] or 0)
        if match["over"] and not 1 <= over <= _MAX_STREETS:
            raise NotationError(f'{where}: "{_shown(text)}" spreads the stack over {over} streets; write 1e, 2e or 3e')
        if match["max"] and not max_percent:
            raise NotationError(f'{where}: "{_shown(text)}" allows no bet; write a limit such as 2e200%')
        return Size("geometric", Decimal(over), max_percent or None)
    number = Decimal(match["number"])
    if match["unit"] == "x":
        if number <= 1:
            raise NotationError(f'{where}: "{_shown(text)}" is not a raise; write more than 1x')
        return Size("times", number)
    if not number:
        raise NotationError(f'{where}: "{_shown(text)}" is not a bet; write a size above zero, or none')
    if match["unit"] == "c":
        if number != int(number):
            raise NotationError(f'{where}: "{_shown(text)}" splits a chip; write whole chips such as 100c')
        return Size("chips", number)
    return Size("pot", number)


def sizes_text(sizes: Sizes) -> str:
    """The list as `read_sizes` reads it."""
    return ",".join(map(str, sizes)) or "none"


_Row = tuple[Sizes | None, Sizes | None, Sizes | None]
_NO_ROW: Final[_Row] = (None, None, None)


@dataclass(frozen=True, slots=True)
class SizePlan:
    """Lists of sizes for each player (OOP, IP) on each street (flop, turn, river); None where none was given."""

    rows: tuple[_Row, _Row] = (_NO_ROW, _NO_ROW)

    @classmethod
    def read(cls, given: str | Mapping[str, object], what: str = "sizes") -> SizePlan:
        """The plan in a text or in (nested) tables by street and player."""
        clauses = _clauses(given, what) if isinstance(given, str) else _entries(given, what, ())
        cells: list[list[Sizes | None]] = [[None] * len(STREETS) for _ in PLAYERS]
        for labels, text in clauses:
            sizes = read_sizes(text, what)
            for player, name in enumerate(PLAYERS):
                for street, street_name in enumerate(STREETS):
                    if _covers(labels, name, PLAYERS) and _covers(labels, street_name, STREETS):
                        cells[player][street] = sizes
        return cls(((cells[0][0], cells[0][1], cells[0][2]), (cells[1][0], cells[1][1], cells[1][2])))

    def at(self, player: int, street: int) -> Sizes:
        """The sizes of a player on a street, none if none were given."""
        return self.rows[player][street] or ()

    def __iter__(self) -> Iterator[Size]:
        """Every size of the plan, as often as it is there."""
        for row in self.rows:
            for sizes in row:
                yield from sizes or ()

    def __str__(self) -> str:
        """The shortest text that reads back; empty if nothing was given."""
        if self.rows[0] == self.rows[1]:
            return "; ".join(_row_clauses("", self.rows[0]))
        return "; ".join(
            clause for name, row in zip(PLAYERS, self.rows, strict=True) for clause in _row_clauses(name, row)
        )


def _clauses(text: str, what: str) -> Iterator[tuple[tuple[str, ...], str]]:
    """The clauses of a plan's text: labels and list."""
    for clause in re.split(r"[;\n]", text):
        head, colon, tail = clause.rpartition(":")
        if not colon:
            if clause.strip():
                yield (), clause
            continue
        labels = tuple(head.lower().replace(",", " ").split())
        for label in labels:
            _check_label(label, f'{what} "{_shown(text)}"')
        yield labels, tail


def _entries(table: Mapping[str, object], what: str, above: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], str]]:
    """The same from tables within tables."""
    for key, value in table.items():
        _check_label(str(key), what)
        labels = (*above, str(key).lower())
        if isinstance(value, Mapping):
            yield from _entries(value, what, labels)
        elif isinstance(value, str):
            yield labels, value
        else:
            raise NotationError(f'{what} {" ".join(labels)} {value!r:.40}: write sizes as text, such as "50%,a"')


def _check_label(label: str, where: str) -> None:
    known = (*STREETS, *PLAYERS)
    if label.lower() not in known:
        near = get_close_matches(label.lower(), known, n=1, cutoff=0.0)
        raise NotationError(
            f'{where}: "{_shown(label)}" is not a street or player; closest is "{near[0]}" of {", ".join(known)}'
        )


def _covers(labels: tuple[str, ...], name: str, names: tuple[str, ...]) -> bool:
    """Whether a clause is about this street or player: it says so, or says nothing of its kind."""
    return name in labels or not any(label in names for label in labels)


def _row_clauses(player: str, row: _Row) -> Iterator[str]:
    lead = f"{player}: " if player else ""
    if row[0] is not None and row[0] == row[1] == row[2]:
        yield lead + sizes_text(row[0])
        return
    for street, sizes in zip(STREETS, row, strict=True):
        if sizes is not None:
            yield f"{player} {street}: ".lstrip() + sizes_text(sizes)


@dataclass(frozen=True, slots=True)
class BetSizes:
    """Everything that decides which bets and raises a tree has. Percentages are of the pot, 0 turns a threshold off."""

    bets: SizePlan = SizePlan()
    raises: SizePlan = SizePlan()
    donks: SizePlan = SizePlan()
    """OOP's first bet on a street after one that ended with IP's bet or raise called; usual bets where not given."""
    max_raises: int | None = None
    """How many bets and raises a street has, the first bet counted; None for any number."""
    min_bet: int = 1
    """The smallest bet, the big blind at a table."""
    add_all_in: Fraction = Fraction(0)
    force_all_in: Fraction = Fraction(0)
    merge: Fraction = Fraction(0)

    def __post_init__(self) -> None:
        for what, plan in (("bets", self.bets), ("donk", self.donks)):
            for size in plan:
                if size.kind == "times":
                    raise NotationError(f'{what} "{plan}": "{size}" is not a legal bet; x is for raises')
        if any(self.donks.rows[1]) and self.donks.rows[1] != self.donks.rows[0]:
            raise NotationError(f'donk "{self.donks}": donk bets are OOP\'s; leave "ip" out')

    def list_at(self, player: int, street: int, *, raised: int, donk: bool) -> Sizes:
        """The list that holds for a player who looks at `raised` bets and raises on this street."""
        if self.max_raises is not None and raised >= self.max_raises:
            return ()
        if raised:
            return self.raises.at(player, street)
        if donk and player == 0 and self.donks.rows[0][street] is not None:
            return self.donks.at(0, street)
        return self.bets.at(player, street)

    def is_closed(self, street: int, *, donk: bool) -> bool:
        """Whether nobody can begin the betting on a street."""
        return not any(self.list_at(player, street, raised=0, donk=donk) for player in (0, 1))

    def legal(self, size: Size, moment: Moment) -> int:
        """The total to which a size comes: lifted to the smallest legal one, cut off at or forced to all-in."""
        total = min(max(size.total(moment), moment.min_total), moment.max_total)
        if not self.force_all_in:
            return total
        after_call = moment.pot + 2 * (total - moment.faced)
        return moment.max_total if 100 * (moment.max_total - total) <= self.force_all_in * after_call else total

    def totals(self, sizes: Sizes, moment: Moment) -> list[int]:
        """The legal totals of a list, ascending, each once."""
        if not sizes or moment.faced >= moment.max_total:
            return []
        found = {self.legal(size, moment) for size in sizes}
        if self.add_all_in and 100 * (moment.max_total - moment.faced) <= self.add_all_in * moment.pot:
            found.add(moment.max_total)
        if not self.merge:
            return sorted(found)
        kept: list[int] = []
        for total in sorted(found, reverse=True):
            # (100 + X) / (100 + Y) with X and Y in percent of the pot, both times the pot
            if not kept or kept[-1] - moment.faced + moment.pot >= (1 + self.merge / 100) * (
                total - moment.faced + moment.pot
            ):
                kept.append(total)
        return kept[::-1]


LIMIT_RAISES: Final = 4
"""Bets and raises on a street of fixed-limit hold'em: a bet and three raises."""


def limit_sizes(bets: str | Mapping[str, object], max_raises: int = LIMIT_RAISES) -> BetSizes:
    """Fixed limit: one size a street, for bets and raises; `10/20/20` or a plan such as `flop: 10c; turn: 20c`."""
    if isinstance(bets, str) and (amounts := bets.replace(" ", "").split("/")) and len(amounts) > 1:
        if len(amounts) != len(STREETS) or not all(amount.isdecimal() for amount in amounts):
            raise NotationError(f'bets "{_shown(bets)}": expected chips for flop, turn and river, such as 10/20/20')
        bets = {street: f"{amount}c" for street, amount in zip(STREETS, amounts, strict=True)}
    plan = SizePlan.read(bets, "bets")
    if plan.rows[0] != plan.rows[1]:
        raise NotationError(f'bets "{plan}": with fixed limits both players bet the same; leave "oop" and "ip" out')
    for sizes in plan.rows[0]:
        if sizes and (len(sizes) > 1 or sizes[0].kind != "chips"):
            raise NotationError(f'bets "{plan}": a fixed limit is one bet in chips on each street, such as 10/20/20')
    return BetSizes(bets=plan, raises=plan, max_raises=max_raises)


def _nearest(above: int, below: int) -> int:
    """A fraction to the nearest whole number, halves up."""
    return (2 * above + below) // (2 * below)


def _plain(number: Decimal) -> str:
    return format(number.normalize(), "f")


def _shown(text: str) -> str:
    line = "".join(sign if sign.isprintable() else "?" for sign in " ".join(text.split()))
    return line if len(line) <= 60 else line[:57] + "..."
