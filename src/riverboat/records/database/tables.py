"""The tables, a star around `action`: every decision with the whole table as it stood before it (Teófilo 2016, 4.2).

A simulation is a run (or an import); its rooms are tables played side by side; a game is one hand, numbered within
its simulation, so that writers of different simulations never meet. `game_player` links players and games directly
and holds what each of them had and won. Cards are text (`AhKd`, `??` for unknown ones), lists of chips are separated by
slashes. `memory` is apart from the star: what a player remembers about an opponent, both by name.

That the rows of `game_player` and `action` belong to a game is declared but not enforced: SQLite does not by default,
and in PostgreSQL, where it cost two thirds of the time of writing, the constraints are dropped.

These are the tables of the newest schema; `migrations/` brings older databases there.
"""

from __future__ import annotations

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
)

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
    ForeignKeyConstraint(["rules_id"], ["rules.id"]),
)
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
    ForeignKeyConstraint(["simulation_id", "game"], ["game.simulation_id", "game.game"]),
    ForeignKeyConstraint(["player_id"], ["player.id"]),
    Index("ix_game_player_player", "player_id"),
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
MEMORY: Final = Table(
    "memory",
    METADATA,
    Column("player", Text, primary_key=True),
    Column("opponent", Text, primary_key=True),
    Column("kind", Text, primary_key=True),
    _column("version", Integer),
    _column("content", LargeBinary),
)
