"""Hands as one flat table, a row for each player of each hand: CSV for spreadsheets, Parquet for data frames.

The columns are those of the database's view `seat`, with the stacks of all players as a list. A rate is 1 if the player
did it, 0 if not, and empty without an opportunity, so that its mean is the rate. Rows stream; a file is put in place
when it is whole.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import IO, Any, Final, Literal

from riverboat.errors import RiverboatError
from riverboat.extras import require
from riverboat.files import write_whole
from riverboat.games.hand import Hand
from riverboat.games.indicators import RATES
from riverboat.records.facts import facts_of

FlatFormat = Literal["csv", "parquet"]
_GROUP: Final = 50_000
_TEXT, _WHOLE, _REAL, _TRUTH, _LIST = "string", "int64", "float64", "bool", "list"
COLUMNS: Final = {
    "site": _TEXT, "hand_number": _TEXT, "played_at": _TEXT, "rules": _TEXT, "currency": _TEXT, "unit_size": _REAL,
    "big_blind": _WHOLE, "players": _WHOLE, "player": _TEXT, "position": _WHOLE, "position_name": _TEXT, "hand": _TEXT,
    "cards": _TEXT, "board": _TEXT, "stack": _WHOLE, "stacks": _LIST, "committed": _WHOLE, "payoff": _REAL,
    "won": _REAL, "net_bb": _REAL, "pot": _WHOLE, "pot_bb": _REAL, "live": _TRUTH, "showdown": _TRUTH, "all_in": _TRUTH,
    "last_street": _WHOLE, **dict.fromkeys(RATES, _WHOLE),
}  # fmt: skip
"""The columns and what is in them."""


def seat_rows(hand: Hand) -> Iterator[dict[str, Any]]:
    """The rows of a hand, by position."""
    facts, deck = facts_of(hand), hand.rules.deck
    pot = hand.pot

    def text(cards: Iterable[int]) -> str:
        return "".join("??" if card < 0 else deck.card_text(card) for card in cards)

    for position, seat in enumerate(facts.seats):
        could, done = facts.counts[position].opportunities, facts.counts[position].done
        yield {
            "site": facts.site,
            "hand_number": facts.hand_number,
            "played_at": facts.played_at,
            "rules": hand.rules.identity,
            "currency": facts.currency,
            "unit_size": facts.unit_size,
            "big_blind": facts.big_blind,
            "players": len(hand.players),
            "player": hand.players[position],
            "position": position,
            "position_name": seat.position_name,
            "hand": seat.hand,
            "cards": text(hand.down[position] + hand.up[position]),
            "board": text(hand.board),
            "stack": hand.stacks[position],
            "stacks": list(hand.stacks),
            "committed": hand.committed[position],
            "payoff": float(hand.payoffs[position]),
            "won": float(hand.payoffs[position]) * facts.unit_size,
            "net_bb": seat.net_bb,
            "pot": pot,
            "pot_bb": pot / facts.big_blind,
            "live": hand.live[position],
            "showdown": hand.went_to_showdown,
            "all_in": seat.all_in,
            "last_street": seat.last_street,
            **{
                name: None if not chances else int(times > 0)
                for name, chances, times in zip(RATES, could, done, strict=True)
            },
        }


def write_flat(hands: Iterable[Hand], path: str | Path, form: FlatFormat) -> int:
    """Write the table of these hands; returns how many hands there were. Without any, nothing is written."""
    path, count = Path(path), 0

    def rows() -> Iterator[dict[str, Any]]:
        nonlocal count
        for hand in hands:
            count += 1
            yield from seat_rows(hand)

    try:
        write_whole(path, lambda file: (_write_csv if form == "csv" else _write_parquet)(rows(), file))
        path.chmod(0o644)
    except OSError as error:
        raise RiverboatError(f'file "{path}": {error.strerror or error}') from error
    return count


def _write_csv(rows: Iterator[dict[str, Any]], file: IO[bytes]) -> None:
    text = io.TextIOWrapper(file, encoding="utf-8", newline="", write_through=True)
    writer = csv.DictWriter(text, COLUMNS, lineterminator="\n")
    writer.writeheader()
    for row in rows:
        row["stacks"] = "/".join(map(str, row["stacks"]))
        writer.writerow({name: int(value) if isinstance(value, bool) else value for name, value in row.items()})
    text.detach()


def _write_parquet(rows: Iterator[dict[str, Any]], file: IO[bytes]) -> None:
    require("pyarrow", "Parquet")
    import pyarrow as pa  # type: ignore[import-untyped]
    from pyarrow import parquet

    kinds = {name: getattr(pa, name)() for name in (_TEXT, _WHOLE, _REAL)} | {
        _TRUTH: pa.bool_(),
        _LIST: pa.list_(pa.int64()),
    }
    schema = pa.schema([(name, kinds[kind]) for name, kind in COLUMNS.items()])
    with parquet.ParquetWriter(file, schema) as writer:
        while group := list(islice(rows, _GROUP)):
            writer.write_table(pa.Table.from_pylist(group, schema=schema))
