"""An index of the seats with large results: a list by result need not read everything that somebody won or lost."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None

_COLUMNS = (
    "player_id", "simulation_id", "game", "hand", "net_bb", "position_name", "done", "could", "last_street", "all_in",
    "showdown", "played_at", "pot_bb", "texture", "stack_bb", "setting_id", "live", "position",
)  # fmt: skip
_LARGE = sa.text("abs(net_bb) > 100")


def upgrade() -> None:
    """Add it."""
    op.create_index("ix_game_player_large", "game_player", list(_COLUMNS), sqlite_where=_LARGE, postgresql_where=_LARGE)


def downgrade() -> None:
    """Remove it."""
    op.drop_index("ix_game_player_large", "game_player")
