"""The tables, a star around `action`: every decision with the whole table as it stood before it (Teófilo 2016, 4.2).

A simulation is a run (or an import); its rooms are tables played side by side; a game is one hand, numbered within
its simulation, so that writers of different simulations never meet. `game_player` links players and games directly
and holds what each of them had and won. Cards are text (`AhKd`, `??` for unknown ones), lists of chips are separated by
slashes. `memory` is apart from the star: what a player remembers about an opponent, both by name.

Columns that an analyst asks for (`records.facts`) are kept beside the record itself, and with the game what is true of
any of its seats, so that a search that names no player need not read the seats; `setting` has the game, site and
stakes that many hands share. `summary` counts each player's hands,
winnings and rates by run and stake, `summary_by` over all runs: in all, by position, by month and by last street. So
statistics need not read the hands; `summary_state` says up to which hand of a run they have been counted. `hand_mark`
has the stars, tags and notes of hands, by what a hand is recognised by in any file.

That the rows of `game_player` and `action` belong to a game is declared but not enforced: SQLite does not by default,
and in PostgreSQL, where it cost two thirds of the time of writing, the constraints are dropped.

These are the tables of the newest schema; `migrations/` brings older databases there.
"""

from __future__ import annotations

from itertools import chain
from typing import Any, Final

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Float,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    SmallInteger,
    String,
    Table,
    Text,
    UniqueConstraint,
    text,
)

from riverboat.games.indicators import RATES

METADATA: Final = MetaData()
_NUMBER: Final = BigInteger().with_variant(Integer, "sqlite")
"""Whole numbers of any size; SQLite counts up only those that it calls integers."""


def _column(name: str, kind: Any, **options: Any) -> Column[Any]:
    return Column(name, kind, nullable=False, **options)


SIMULATION: Final = Table(
    "simulation",
    METADATA,
    Column("id", _NUMBER, primary_key=True),
    _column("started_at", String(32)),
    _column("mode", String(32)),
    Column("seed", _NUMBER),
    _column("parameters", Text),
    _column("source_file", Text),
)
RULES: Final = Table(
    "rules",
    METADATA,
    Column("id", _NUMBER, primary_key=True),
    _column("identity", Text),
    _column("definition", Text, unique=True),
)
ROOM: Final = Table(
    "room",
    METADATA,
    Column("simulation_id", _NUMBER, ForeignKey("simulation.id"), primary_key=True),
    Column("room", Integer, primary_key=True, autoincrement=False),
    _column("name", Text),
)
PLAYER: Final = Table(
    "player",
    METADATA,
    Column("id", _NUMBER, primary_key=True),
    _column("name", Text, unique=True),
)
SETTING: Final = Table(
    "setting",
    METADATA,
    Column("id", _NUMBER, primary_key=True),
    _column("rules_id", _NUMBER),
    _column("site", Text),
    _column("currency", String(16)),
    _column("unit_size", Float),
    _column("players", SmallInteger),
    _column("big_blind", _NUMBER),
    UniqueConstraint("rules_id", "site", "currency", "unit_size"),
)
"""What many hands share: the game, its site and stakes. A search finds out which are meant before it reads hands."""
SEAT_COLUMNS: Final = ("seats_1", "seats_2", "seats_3", "seats_4", "seats_5", "seats_6")
"""Which seats did what, by bits (`seat_bits.py`)."""
GAME_SEARCHED: Final = (
    "players", "setting_id", "pot", "showdown", "unit_size", "pot_bb", "texture", "last_street", "done", "could",
    "all_in", "best_bb", "worst_bb", "min_stack_bb", "max_stack_bb", *SEAT_COLUMNS,
)  # fmt: skip
"""The columns of a game that the search language asks for, but for those that have an index of their own."""
GAME: Final = Table(
    "game",
    METADATA,
    Column("simulation_id", _NUMBER, ForeignKey("simulation.id"), primary_key=True),
    Column("game", _NUMBER, primary_key=True, autoincrement=False),
    _column("room", Integer),
    _column("rules_id", _NUMBER),
    _column("number", _NUMBER),
    _column("players", SmallInteger),
    _column("unit", String(32)),
    _column("board", Text),
    _column("other_boards", Text),
    _column("dealt", Text),
    _column("pot", _NUMBER),
    _column("rake", Float),
    _column("showdown", Boolean),
    _column("notes", Text),
    _column("played_at", String(32)),
    _column("site", Text),
    _column("hand_number", Text),
    _column("hand_key", Text),
    _column("currency", String(16)),
    _column("unit_size", Float),
    _column("big_blind", _NUMBER),
    _column("pot_bb", Float),
    _column("texture", Integer),
    _column("last_street", SmallInteger),
    _column("done", Integer),
    _column("could", Integer),
    _column("all_in", Boolean),
    _column("best_bb", Float),
    _column("worst_bb", Float),
    *[_column(name, _NUMBER) for name in SEAT_COLUMNS],
    _column("min_stack_bb", Float),
    _column("max_stack_bb", Float),
    _column("setting_id", _NUMBER),
    ForeignKeyConstraint(["rules_id"], ["rules.id"]),
    Index("ix_game_pot", "pot"),
    Index("ix_game_played", "played_at"),
    Index("ix_game_key", "hand_key"),
    Index("ix_game_number", "hand_number"),
    # A search that names nobody reads every game: here they are a fifth as long as in the table.
    Index("ix_game_search", "simulation_id", "game", *GAME_SEARCHED),
)
SEARCHED: Final = (
    "net_bb", "position_name", "done", "could", "last_street", "all_in", "showdown", "played_at", "pot_bb", "texture",
    "stack_bb", "setting_id", "live", "position",
)  # fmt: skip
"""The columns of a seat that the search language asks for, besides the player and the hand; `others`, what is true of
another seat of the hand, only of opponents who are named.
"""
KNOWN_HAND: Final = "hand <> ''"
"""Of which seats there is an index by the hand: in real records most hands are not known."""
LARGE: Final = 100
LARGE_RESULT: Final = f"abs(net_bb) > {LARGE}"
"""Of which seats there is another index by the player, for the largest results."""
GAME_PLAYER: Final = Table(
    "game_player",
    METADATA,
    Column("simulation_id", _NUMBER, primary_key=True),
    Column("game", _NUMBER, primary_key=True, autoincrement=False),
    Column("position", SmallInteger, primary_key=True, autoincrement=False),
    _column("player_id", _NUMBER),
    _column("stack", _NUMBER),
    _column("down", Text),
    _column("up", Text),
    _column("committed", _NUMBER),
    _column("live", Boolean),
    _column("payoff", Float),
    _column("exact_payoff", Text),
    _column("position_name", String(16)),
    _column("hand", String(4)),
    _column("last_street", SmallInteger),
    _column("net_bb", Float),
    _column("done", Integer),
    _column("could", Integer),
    _column("all_in", Boolean),
    _column("showdown", Boolean),
    _column("played_at", String(32)),
    _column("pot_bb", Float),
    _column("texture", Integer),
    _column("stack_bb", Float),
    _column("setting_id", _NUMBER),
    _column("others", _NUMBER),
    ForeignKeyConstraint(["simulation_id", "game"], ["game.simulation_id", "game.game"]),
    ForeignKeyConstraint(["player_id"], ["player.id"]),
    # Whatever a search asks of a seat is in the index, so that it need not visit the rows; the place comes early, so
    # that a page is found without sorting, and where two players met by looking up one in the hands of the other.
    Index("ix_game_player_player", "player_id", "simulation_id", "game", "hand", *SEARCHED, "others"),
    Index(
        "ix_game_player_hand",
        "hand",
        "simulation_id",
        "game",
        "player_id",
        *SEARCHED,
        "down",
        sqlite_where=text(KNOWN_HAND),
        postgresql_where=text(KNOWN_HAND),
    ),
    Index(
        "ix_game_player_large",
        "player_id",
        "simulation_id",
        "game",
        "hand",
        *SEARCHED,
        sqlite_where=text(LARGE_RESULT),
        postgresql_where=text(LARGE_RESULT),
    ),
    sqlite_with_rowid=False,
)
ACTION: Final = Table(
    "action",
    METADATA,
    Column("simulation_id", _NUMBER, primary_key=True),
    Column("game", _NUMBER, primary_key=True, autoincrement=False),
    Column("sequence", Integer, primary_key=True, autoincrement=False),
    _column("player_id", _NUMBER),
    _column("street", SmallInteger),
    _column("position", SmallInteger),
    _column("verb", String(16)),
    _column("amount", _NUMBER),
    _column("cards", Text),
    _column("paid", _NUMBER),
    _column("pot", _NUMBER),
    _column("to_call", _NUMBER),
    _column("live", SmallInteger),
    _column("stacks", Text),
    _column("bets", Text),
    _column("board", Text),
    _column("hole", Text),
    ForeignKeyConstraint(["simulation_id", "game"], ["game.simulation_id", "game.game"]),
    sqlite_with_rowid=False,
)
HAND_MARK: Final = Table(
    "hand_mark",
    METADATA,
    Column("hand_key", Text, primary_key=True),
    _column("starred", Boolean),
    _column("tags", Text),
    _column("note", Text),
)
SUMMARY_STATE: Final = Table(
    "summary_state",
    METADATA,
    Column("simulation_id", _NUMBER, primary_key=True, autoincrement=False),
    _column("games", _NUMBER),
)
COUNTS: Final = (
    *chain.from_iterable((name, f"{name}_of") for name in RATES),
    "first_raises", "first_calls", "first_folds", "later_raises", "later_calls", "later_folds",
    "flop_raises", "flop_calls",
)  # fmt: skip
"""What a row of a summary counts, besides hands and winnings: each rate with its opportunities, and actions."""


def _summary(name: str, *key: Column[Any]) -> Table:
    return Table(
        name,
        METADATA,
        *key,
        Column("currency", String(16), primary_key=True),
        Column("unit_size", Float, primary_key=True),
        Column("big_blind", _NUMBER, primary_key=True, autoincrement=False),
        _column("hands", _NUMBER),
        _column("won", Float),
        _column("won_bb", Float),
        _column("won_bb_squared", Float),
        *[_column(count, Integer) for count in COUNTS],
        sqlite_with_rowid=False,
    )


SUMMARY: Final = _summary(
    "summary",
    Column("simulation_id", _NUMBER, primary_key=True, autoincrement=False),
    Column("player_id", _NUMBER, primary_key=True, autoincrement=False),
)
SUMMARY_BY: Final = _summary(
    "summary_by",
    Column("kind", String(8), primary_key=True),
    Column("player_id", _NUMBER, primary_key=True, autoincrement=False),
    Column("value", String(16), primary_key=True),
)
"""`kind` is `all`, `position`, `month` or `street`; `value` is which of them, empty for `all`."""
MEMORY: Final = Table(
    "memory",
    METADATA,
    Column("player", Text, primary_key=True),
    Column("opponent", Text, primary_key=True),
    Column("kind", Text, primary_key=True),
    _column("version", Integer),
    _column("content", LargeBinary),
)
