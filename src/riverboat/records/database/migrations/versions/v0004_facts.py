"""Columns for analysts, summaries, marks of hands, and the view `seat`.

Hands that are there already get their columns when their statistics are first asked for (`summary.catch_up`).
"""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None

_NUMBER = sa.BigInteger().with_variant(sa.Integer, "sqlite")
_ADDED: dict[str, list[tuple[str, Any, Any]]] = {
    "simulation": [("source_file", sa.Text(), "")],
    "game": [
        ("played_at", sa.String(32), ""),
        ("site", sa.Text(), ""),
        ("hand_number", sa.Text(), ""),
        ("hand_key", sa.Text(), ""),
        ("currency", sa.String(16), ""),
        ("unit_size", sa.Float(), "1"),
        ("big_blind", _NUMBER, "1"),
        ("pot_bb", sa.Float(), "0"),
        ("texture", sa.Integer(), "0"),
        ("last_street", sa.SmallInteger(), "0"),
    ],
    "game_player": [
        ("position_name", sa.String(16), ""),
        ("hand", sa.String(4), ""),
        ("last_street", sa.SmallInteger(), "0"),
        ("net_bb", sa.Float(), "0"),
        ("done", sa.Integer(), "0"),
        ("could", sa.Integer(), "0"),
        ("all_in", sa.Boolean(), sa.false()),
        ("showdown", sa.Boolean(), sa.false()),
        ("played_at", sa.String(32), ""),
        ("pot_bb", sa.Float(), "0"),
        ("texture", sa.Integer(), "0"),
    ],
}
_RATES = (
    "vpip", "pfr", "three_bet", "four_bet", "fold_to_three_bet", "steal", "fold_to_steal", "raise_first_in", "limp",
    "squeeze", "cold_call", "cbet_flop", "cbet_turn", "cbet_river", "fold_to_cbet", "raise_cbet", "donk", "check_raise",
    "went_to_showdown", "won_at_showdown", "won_when_saw_flop", "two_raises_on_flop", "fold_to_two_raises_on_flop",
)  # fmt: skip
_ACTIONS = ("first_raises", "first_calls", "first_folds", "later_raises", "later_calls", "later_folds", "flop_raises",
            "flop_calls")  # fmt: skip
_SEARCHED = (
    "player_id", "net_bb", "hand", "position_name", "done", "could", "last_street", "all_in", "showdown", "played_at",
    "pot_bb", "texture", "simulation_id", "game",
)  # fmt: skip
_SEAT = """
CREATE VIEW seat AS SELECT
    g.simulation_id, g.game, p.name AS player, s.position, s.position_name, g.players, r.identity AS rules,
    g.site, g.hand_number, g.played_at, substr(g.played_at, 1, 7) AS month, run.source_file,
    g.currency, g.unit_size, g.big_blind, g.big_blind * g.unit_size AS stake,
    s.hand, s.down, s.up, g.board, s.stack, s.stack * g.unit_size AS stack_amount, s.committed, s.payoff,
    s.payoff * g.unit_size AS won, s.net_bb, g.pot, g.pot_bb, s.live, s.all_in, g.showdown, s.last_street{rates}
FROM game_player s
JOIN game g ON g.simulation_id = s.simulation_id AND g.game = s.game
JOIN player p ON p.id = s.player_id
JOIN rules r ON r.id = g.rules_id
JOIN simulation run ON run.id = g.simulation_id
"""


def upgrade() -> None:
    """Add them."""
    for table, columns in _ADDED.items():
        for name, kind, default in columns:
            op.add_column(table, sa.Column(name, kind, nullable=False, server_default=default))
    op.drop_index("ix_game_player_player", "game_player")
    op.create_index("ix_game_player_search", "game_player", list(_SEARCHED))
    op.create_index("ix_game_pot", "game", ["pot"])
    op.create_index("ix_game_played", "game", ["played_at"])
    op.create_index("ix_game_key", "game", ["hand_key"])
    op.create_table(
        "hand_mark",
        sa.Column("hand_key", sa.Text(), primary_key=True),
        sa.Column("starred", sa.Boolean(), nullable=False),
        sa.Column("tags", sa.Text(), nullable=False),
        sa.Column("note", sa.Text(), nullable=False),
    )
    op.create_table(
        "summary_state",
        sa.Column("simulation_id", _NUMBER, primary_key=True, autoincrement=False),
        sa.Column("games", _NUMBER, nullable=False),
    )
    op.execute("INSERT INTO summary_state SELECT id, 0 FROM simulation")
    _create_summary("summary")
    _create_summary(
        "summary_detail",
        sa.Column("month", sa.String(7), primary_key=True),
        sa.Column("position_name", sa.String(16), primary_key=True),
        sa.Column("last_street", sa.SmallInteger(), primary_key=True, autoincrement=False),
    )
    op.execute(_SEAT.format(rates="".join(map(_rate, range(len(_RATES))))))


def _rate(place: int) -> str:
    """A column of the view: 1 if done, 0 if not, nothing without an opportunity, so that its average is the rate."""
    bit = 1 << place
    was = f"CASE WHEN (s.could & {bit}) = 0 THEN NULL WHEN (s.done & {bit}) = 0 THEN 0 ELSE 1 END"
    return f",\n    {was} AS {_RATES[place]}"


def _create_summary(name: str, *key: sa.Column[object]) -> None:
    counts = [column for rate in _RATES for column in (rate, f"{rate}_of")]
    op.create_table(
        name,
        sa.Column("simulation_id", _NUMBER, primary_key=True, autoincrement=False),
        sa.Column("player_id", _NUMBER, primary_key=True, autoincrement=False),
        sa.Column("currency", sa.String(16), primary_key=True),
        sa.Column("unit_size", sa.Float(), primary_key=True),
        sa.Column("big_blind", _NUMBER, primary_key=True, autoincrement=False),
        *key,
        sa.Column("hands", _NUMBER, nullable=False),
        sa.Column("won", sa.Float(), nullable=False),
        sa.Column("won_bb", sa.Float(), nullable=False),
        sa.Column("won_bb_squared", sa.Float(), nullable=False),
        *[sa.Column(count, sa.Integer(), nullable=False) for count in (*counts, *_ACTIONS)],
        sqlite_with_rowid=False,
    )
    op.create_index(f"ix_{name}_player", name, ["player_id"])


def downgrade() -> None:
    """Remove them."""
    op.execute("DROP VIEW seat")
    for table in ("summary_detail", "summary", "summary_state", "hand_mark"):
        op.drop_table(table)
    for index in ("ix_game_key", "ix_game_played", "ix_game_pot"):
        op.drop_index(index, "game")
    op.drop_index("ix_game_player_search", "game_player")
    op.create_index("ix_game_player_player", "game_player", ["player_id"])
    for table, columns in _ADDED.items():
        for name, *_ in columns:
            op.drop_column(table, name)
