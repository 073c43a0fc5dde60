"""With each seat, what is true of another seat of the hand: a search for an opponent reads no games.

The column of hands that are there already is made of the bits of their games.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None

_NUMBER = sa.BigInteger().with_variant(sa.Integer, "sqlite")
_FACTS, _SEATS, _IN_A_COLUMN = 36, 10, 6
_MASK = (1 << _SEATS) - 1
_OLD = (
    "player_id", "simulation_id", "game", "hand", "net_bb", "position_name", "done", "could", "last_street", "all_in",
    "showdown", "played_at", "pot_bb", "texture", "stack_bb", "setting_id", "live", "position",
)  # fmt: skip


def upgrade() -> None:
    """Add it."""
    op.drop_index("ix_game_player_player", "game_player")
    op.add_column("game_player", sa.Column("others", _NUMBER, nullable=False, server_default="0"))
    rest = f"({_MASK} & ~(1 << game_player.position))"
    bits = []
    for place in range(_FACTS):
        column, within = divmod(place, _IN_A_COLUMN)
        bits.append(f"CASE WHEN (g.seats_{column + 1} >> {_SEATS * within}) & {rest} <> 0 THEN {1 << place} ELSE 0 END")
    op.execute(
        f"""
        UPDATE game_player SET others =
            CASE WHEN g.players > {_SEATS} THEN {(1 << _FACTS) - 1} ELSE {" + ".join(bits)} END
        FROM game AS g WHERE g.simulation_id = game_player.simulation_id AND g.game = game_player.game
        """
    )
    op.create_index("ix_game_player_player", "game_player", [*_OLD, "others"])


def downgrade() -> None:
    """Remove it."""
    op.drop_index("ix_game_player_player", "game_player")
    op.drop_column("game_player", "others")
    op.create_index("ix_game_player_player", "game_player", list(_OLD))
