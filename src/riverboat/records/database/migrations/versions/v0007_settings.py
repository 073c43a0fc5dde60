"""What many hands share as one row, stacks in big blinds, and which seats won or lost more than some amounts.

Searches by site, stake, number of players and game compare one number of a seat; those by stack and by amounts read
the seats of far fewer hands. The columns of hands that are there already are made of the others.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None

_NUMBER = sa.BigInteger().with_variant(sa.Integer, "sqlite")
_SHARED = "rules_id, site, currency, unit_size, players, big_blind"
_AMOUNTS = (5, 10, 20, 50, 100)
_FACTS = [f"{sign}net_bb > {amount}" for sign in ("", "-") for amount in _AMOUNTS]
_FILLED, _SEATS, _IN_A_COLUMN = 2, 10, 6
"""`seats_5` had two facts; the others follow there and in `seats_6`."""
_SEATS_1_TO_5 = ("seats_1", "seats_2", "seats_3", "seats_4", "seats_5")
_OLD_GAME = (
    "players", "rules_id", "pot", "showdown", "site", "currency", "unit_size", "big_blind", "pot_bb", "texture",
    "last_street", "done", "could", "all_in", "best_bb", "worst_bb", *_SEATS_1_TO_5,
)  # fmt: skip
_NEW_GAME = (
    "players", "setting_id", "pot", "showdown", "unit_size", "pot_bb", "texture", "last_street", "done", "could",
    "all_in", "best_bb", "worst_bb", "min_stack_bb", "max_stack_bb", *_SEATS_1_TO_5, "seats_6",
)  # fmt: skip
_OLD_SEAT = (
    "net_bb", "position_name", "done", "could", "last_street", "all_in", "showdown", "played_at", "pot_bb", "texture",
)  # fmt: skip
_NEW_SEAT = (*_OLD_SEAT, "stack_bb", "setting_id", "live", "position")


def upgrade() -> None:
    """Add them."""
    op.create_table(
        "setting",
        sa.Column("id", _NUMBER, primary_key=True),
        sa.Column("rules_id", _NUMBER, nullable=False),
        sa.Column("site", sa.Text(), nullable=False),
        sa.Column("currency", sa.String(16), nullable=False),
        sa.Column("unit_size", sa.Float(), nullable=False),
        sa.Column("players", sa.SmallInteger(), nullable=False),
        sa.Column("big_blind", _NUMBER, nullable=False),
        sa.UniqueConstraint("rules_id", "site", "currency", "unit_size"),
    )
    _drop_indexes()
    for table, names in (("game", ("min_stack_bb", "max_stack_bb")), ("game_player", ("stack_bb",))):
        if table == "game":
            op.add_column(table, sa.Column("seats_6", _NUMBER, nullable=False, server_default="0"))
        for name in names:
            op.add_column(table, sa.Column(name, sa.Float(), nullable=False, server_default="0"))
        op.add_column(table, sa.Column("setting_id", _NUMBER, nullable=False, server_default="0"))
    least = "rules_id, site, currency, unit_size, MIN(players), MIN(big_blind)"
    op.execute(f"INSERT INTO setting ({_SHARED}) SELECT {least} FROM game GROUP BY rules_id, site, currency, unit_size")
    first = _IN_A_COLUMN - _FILLED
    powers = " ".join(f"WHEN {position} THEN {1 << position}" for position in range(_SEATS))
    seats = f"SELECT game_player.*, CASE position {powers} ELSE 0 END AS power FROM game_player"
    op.execute(
        f"""
        UPDATE game SET seats_5 = game.seats_5 + CASE WHEN game.players <= {_SEATS} THEN s.fifth ELSE 0 END,
            seats_6 = CASE WHEN game.players <= {_SEATS} THEN s.sixth ELSE 0 END,
            min_stack_bb = s.low / game.big_blind, max_stack_bb = s.high / game.big_blind, setting_id = setting.id
        FROM (SELECT simulation_id, game, {_sum(_FACTS[:first], _FILLED)} AS fifth, {_sum(_FACTS[first:], 0)} AS sixth,
              1.0 * MIN(stack) AS low, 1.0 * MAX(stack) AS high FROM ({seats}) AS p GROUP BY simulation_id, game) AS s,
             setting
        WHERE s.simulation_id = game.simulation_id AND s.game = game.game AND setting.rules_id = game.rules_id
            AND setting.site = game.site AND setting.currency = game.currency AND setting.unit_size = game.unit_size
        """
    )
    op.execute(
        """
        UPDATE game_player SET stack_bb = 1.0 * stack / g.big_blind, setting_id = g.setting_id
        FROM game AS g WHERE g.simulation_id = game_player.simulation_id AND g.game = game_player.game
        """
    )
    _create_indexes(_NEW_GAME, _NEW_SEAT)


def downgrade() -> None:
    """Remove them; the bits of a column that stays are cleared."""
    _drop_indexes()
    op.execute(f"UPDATE game SET seats_5 = seats_5 & {(1 << _FILLED * _SEATS) - 1}")
    for name in ("seats_6", "min_stack_bb", "max_stack_bb", "setting_id"):
        op.drop_column("game", name)
    for name in ("stack_bb", "setting_id"):
        op.drop_column("game_player", name)
    op.drop_table("setting")
    _create_indexes(_OLD_GAME, _OLD_SEAT)


def _sum(facts: list[str], filled: int) -> str:
    bits = (f"CASE WHEN {fact} THEN {1 << _SEATS * at} ELSE 0 END" for at, fact in enumerate(facts, start=filled))
    return f"SUM(({' + '.join(bits)}) * power)"


def _drop_indexes() -> None:
    op.drop_index("ix_game_search", "game")
    op.drop_index("ix_game_player_player", "game_player")
    op.drop_index("ix_game_player_hand", "game_player")


def _create_indexes(of_game: tuple[str, ...], of_seat: tuple[str, ...]) -> None:
    op.create_index("ix_game_search", "game", ["simulation_id", "game", *of_game])
    op.create_index("ix_game_player_player", "game_player", ["player_id", "simulation_id", "game", "hand", *of_seat])
    known = sa.text("hand <> ''")
    op.create_index(
        "ix_game_player_hand", "game_player", ["hand", "simulation_id", "game", "player_id", *of_seat, "down"],
        sqlite_where=known, postgresql_where=known,
    )  # fmt: skip
