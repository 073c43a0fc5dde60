"""The first schema: simulation, rules, room, player, game, game_player, action."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

_NUMBER = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def _column(name: str, kind: Any) -> sa.Column[Any]:
    return sa.Column(name, kind, nullable=False)


def upgrade() -> None:
    """Create everything."""
    op.create_table(
        "simulation",
        sa.Column("id", _NUMBER, primary_key=True),
        _column("started_at", sa.String(32)),
        _column("mode", sa.String(32)),
        sa.Column("seed", _NUMBER),
        _column("parameters", sa.Text()),
    )
    op.create_table(
        "rules",
        sa.Column("id", _NUMBER, primary_key=True),
        _column("identity", sa.Text()),
        sa.Column("definition", sa.Text(), nullable=False, unique=True),
    )
    op.create_table(
        "room",
        sa.Column("simulation_id", _NUMBER, sa.ForeignKey("simulation.id"), primary_key=True),
        sa.Column("room", sa.Integer(), primary_key=True, autoincrement=False),
        _column("name", sa.Text()),
    )
    op.create_table(
        "player",
        sa.Column("id", _NUMBER, primary_key=True),
        sa.Column("name", sa.Text(), nullable=False, unique=True),
    )
    op.create_table(
        "game",
        sa.Column("simulation_id", _NUMBER, sa.ForeignKey("simulation.id"), primary_key=True),
        sa.Column("game", _NUMBER, primary_key=True, autoincrement=False),
        _column("room", sa.Integer()),
        _column("rules_id", _NUMBER),
        _column("number", _NUMBER),
        _column("players", sa.SmallInteger()),
        _column("unit", sa.String(32)),
        _column("board", sa.Text()),
        _column("other_boards", sa.Text()),
        _column("dealt", sa.Text()),
        _column("pot", _NUMBER),
        _column("rake", sa.Float()),
        _column("showdown", sa.Boolean()),
        _column("notes", sa.Text()),
        sa.ForeignKeyConstraint(["rules_id"], ["rules.id"]),
    )
    op.create_table(
        "game_player",
        sa.Column("simulation_id", _NUMBER, primary_key=True),
        sa.Column("game", _NUMBER, primary_key=True, autoincrement=False),
        sa.Column("position", sa.SmallInteger(), primary_key=True, autoincrement=False),
        _column("player_id", _NUMBER),
        _column("stack", _NUMBER),
        _column("down", sa.Text()),
        _column("up", sa.Text()),
        _column("committed", _NUMBER),
        _column("live", sa.Boolean()),
        _column("payoff", sa.Float()),
        _column("exact_payoff", sa.Text()),
        sa.ForeignKeyConstraint(["simulation_id", "game"], ["game.simulation_id", "game.game"]),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"]),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_game_player_player", "game_player", ["player_id"])
    op.create_table(
        "action",
        sa.Column("simulation_id", _NUMBER, primary_key=True),
        sa.Column("game", _NUMBER, primary_key=True, autoincrement=False),
        sa.Column("sequence", sa.Integer(), primary_key=True, autoincrement=False),
        _column("player_id", _NUMBER),
        _column("street", sa.SmallInteger()),
        _column("position", sa.SmallInteger()),
        _column("verb", sa.String(16)),
        _column("amount", _NUMBER),
        _column("cards", sa.Text()),
        _column("paid", _NUMBER),
        _column("pot", _NUMBER),
        _column("to_call", _NUMBER),
        _column("live", sa.SmallInteger()),
        _column("stacks", sa.Text()),
        _column("bets", sa.Text()),
        _column("board", sa.Text()),
        _column("hole", sa.Text()),
        sa.ForeignKeyConstraint(["simulation_id", "game"], ["game.simulation_id", "game.game"]),
        sqlite_with_rowid=False,
    )


def downgrade() -> None:
    """Remove everything."""
    for table in ("action", "game_player", "game", "player", "room", "rules", "simulation"):
        op.drop_table(table)
