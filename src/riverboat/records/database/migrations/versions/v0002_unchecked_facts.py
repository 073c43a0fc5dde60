"""PostgreSQL no longer checks the game of every action: that took two thirds of the time of writing.

SQLite never did. A hand is written whole or not at all, in one transaction, so the rows of a hand belong together
without being checked one by one.
"""

from __future__ import annotations

from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

_CONSTRAINTS = {
    "action": {"action_simulation_id_game_fkey": '("simulation_id", "game") REFERENCES "game"'},
    "game_player": {
        "game_player_simulation_id_game_fkey": '("simulation_id", "game") REFERENCES "game"',
        "game_player_player_id_fkey": '("player_id") REFERENCES "player"',
    },
}


def upgrade() -> None:
    """Drop the constraints of the two long tables."""
    if op.get_bind().dialect.name == "postgresql":
        for table, constraints in _CONSTRAINTS.items():
            for name in constraints:
                op.execute(f'ALTER TABLE "{table}" DROP CONSTRAINT IF EXISTS "{name}"')


def downgrade() -> None:
    """Put them back."""
    if op.get_bind().dialect.name == "postgresql":
        for table, constraints in _CONSTRAINTS.items():
            for name, columns in constraints.items():
                op.execute(f'ALTER TABLE "{table}" ADD CONSTRAINT "{name}" FOREIGN KEY {columns}')
