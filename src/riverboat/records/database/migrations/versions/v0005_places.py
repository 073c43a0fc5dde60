"""Indexes in the order of places and by hand, what is true of any seat with its game, and summaries over all runs.

Searches for two players and for cards read far less, and statistics of all players a few rows of each. The
new columns of hands that are there already are made of those of their seats, the summaries of the finer ones before.
"""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None

_NUMBER = sa.BigInteger().with_variant(sa.Integer, "sqlite")
_ADDED: list[tuple[str, Any, Any]] = [
    ("done", sa.Integer(), "0"),
    ("could", sa.Integer(), "0"),
    ("all_in", sa.Boolean(), sa.false()),
    ("best_bb", sa.Float(), "0"),
    ("worst_bb", sa.Float(), "0"),
]
_RATES = (
    "vpip", "pfr", "three_bet", "four_bet", "fold_to_three_bet", "steal", "fold_to_steal", "raise_first_in", "limp",
    "squeeze", "cold_call", "cbet_flop", "cbet_turn", "cbet_river", "fold_to_cbet", "raise_cbet", "donk", "check_raise",
    "went_to_showdown", "won_at_showdown", "won_when_saw_flop", "two_raises_on_flop", "fold_to_two_raises_on_flop",
)  # fmt: skip
_COUNTS = (
    *(column for rate in _RATES for column in (rate, f"{rate}_of")),
    "first_raises", "first_calls", "first_folds", "later_raises", "later_calls", "later_folds", "flop_raises",
    "flop_calls",
)  # fmt: skip
_SUMS = ("hands", "won", "won_bb", "won_bb_squared", *_COUNTS)
_STAKE = ("currency", "unit_size", "big_blind")
_SEARCHED = (
    "net_bb", "position_name", "done", "could", "last_street", "all_in", "showdown", "played_at", "pot_bb", "texture",
)  # fmt: skip
_OLD = (
    "player_id", "net_bb", "hand", "position_name", "done", "could", "last_street", "all_in", "showdown", "played_at",
    "pot_bb", "texture", "simulation_id", "game",
)  # fmt: skip
_KINDS = {"all": "''", "month": "month", "position": "position_name", "street": "CAST(last_street AS VARCHAR(16))"}


def upgrade() -> None:
    """Add them."""
    op.drop_index("ix_game_player_search", "game_player")
    for name, kind, default in _ADDED:
        op.add_column("game", sa.Column(name, kind, nullable=False, server_default=default))
    done, could = ("|".join(f"MAX({name} & {1 << bit})" for bit in range(len(_RATES))) for name in ("done", "could"))
    op.execute(
        f"""
        UPDATE game SET done = s.done, could = s.could, all_in = s.all_in > 0, best_bb = s.best, worst_bb = s.worst
        FROM (SELECT simulation_id, game, {done} AS done, {could} AS could, MAX(CASE WHEN all_in THEN 1 ELSE 0 END)
              AS all_in, MAX(net_bb) AS best, MIN(net_bb) AS worst FROM game_player GROUP BY simulation_id, game) AS s
        WHERE s.simulation_id = game.simulation_id AND s.game = game.game
        """
    )
    op.create_index("ix_game_player_player", "game_player", ["player_id", "simulation_id", "game", "hand", *_SEARCHED])
    known = sa.text("hand <> ''")
    op.create_index(
        "ix_game_player_hand", "game_player", ["hand", "simulation_id", "game", "player_id", *_SEARCHED, "down"],
        sqlite_where=known, postgresql_where=known,
    )  # fmt: skip
    op.create_index("ix_game_number", "game", ["hand_number"])
    op.create_table(
        "summary_by",
        sa.Column("kind", sa.String(8), primary_key=True),
        sa.Column("player_id", _NUMBER, primary_key=True, autoincrement=False),
        sa.Column("value", sa.String(16), primary_key=True),
        sa.Column("currency", sa.String(16), primary_key=True),
        sa.Column("unit_size", sa.Float(), primary_key=True),
        sa.Column("big_blind", _NUMBER, primary_key=True, autoincrement=False),
        sa.Column("hands", _NUMBER, nullable=False),
        sa.Column("won", sa.Float(), nullable=False),
        sa.Column("won_bb", sa.Float(), nullable=False),
        sa.Column("won_bb_squared", sa.Float(), nullable=False),
        *[sa.Column(count, sa.Integer(), nullable=False) for count in _COUNTS],
        sqlite_with_rowid=False,
    )
    sums = ", ".join(f"SUM({name})" for name in _SUMS)
    stake = ", ".join(_STAKE)
    columns = ", ".join(("kind", "player_id", "value", *_STAKE, *_SUMS))
    for kind, value in _KINDS.items():
        group = f"player_id, {stake}" + ("" if kind == "all" else f", {value}")
        op.execute(
            f"INSERT INTO summary_by ({columns}) SELECT '{kind}', player_id, {value}, {stake}, {sums}"
            f" FROM summary_detail GROUP BY {group}"
        )
    op.drop_table("summary_detail")
    op.drop_index("ix_summary_player", "summary")


def downgrade() -> None:
    """Remove them; the finer summaries are counted again when they are asked for."""
    op.create_index("ix_summary_player", "summary", ["player_id"])
    op.create_table(
        "summary_detail",
        sa.Column("simulation_id", _NUMBER, primary_key=True, autoincrement=False),
        sa.Column("player_id", _NUMBER, primary_key=True, autoincrement=False),
        sa.Column("currency", sa.String(16), primary_key=True),
        sa.Column("unit_size", sa.Float(), primary_key=True),
        sa.Column("big_blind", _NUMBER, primary_key=True, autoincrement=False),
        sa.Column("month", sa.String(7), primary_key=True),
        sa.Column("position_name", sa.String(16), primary_key=True),
        sa.Column("last_street", sa.SmallInteger(), primary_key=True, autoincrement=False),
        sa.Column("hands", _NUMBER, nullable=False),
        sa.Column("won", sa.Float(), nullable=False),
        sa.Column("won_bb", sa.Float(), nullable=False),
        sa.Column("won_bb_squared", sa.Float(), nullable=False),
        *[sa.Column(count, sa.Integer(), nullable=False) for count in _COUNTS],
        sqlite_with_rowid=False,
    )
    op.create_index("ix_summary_detail_player", "summary_detail", ["player_id"])
    op.execute("DELETE FROM summary")
    op.execute("UPDATE summary_state SET games = 0")
    op.drop_table("summary_by")
    op.drop_index("ix_game_number", "game")
    op.drop_index("ix_game_player_hand", "game_player")
    op.drop_index("ix_game_player_player", "game_player")
    for name, *_ in _ADDED:
        op.drop_column("game", name)
    op.create_index("ix_game_player_search", "game_player", list(_OLD))
