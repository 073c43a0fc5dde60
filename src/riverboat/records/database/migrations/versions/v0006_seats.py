"""With each game, which of its seats did what, and an index of all that is searched in games.

Searches for two things of one seat read no seats, and those that name nobody read less of each game. The columns of
hands that are there already are made of their seats.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None

_NUMBER = sa.BigInteger().with_variant(sa.Integer, "sqlite")
_COLUMNS = ("seats_1", "seats_2", "seats_3", "seats_4", "seats_5")
_RATES = (
    "vpip", "pfr", "three_bet", "four_bet", "fold_to_three_bet", "steal", "fold_to_steal", "raise_first_in", "limp",
    "squeeze", "cold_call", "cbet_flop", "cbet_turn", "cbet_river", "fold_to_cbet", "raise_cbet", "donk", "check_raise",
)  # fmt: skip
_DONE = (
    "vpip", "pfr", "three_bet", "four_bet", "squeeze", "limp", "steal", "raise_first_in", "cold_call", "cbet_flop",
    "cbet_turn", "cbet_river", "donk", "check_raise",
)  # fmt: skip
_FACED = ("three_bet", "four_bet", "fold_to_steal", "fold_to_cbet")
_FACTS = (
    "net_bb > 0", "net_bb < 0", "live", "all_in", "position_name <> ''", "last_street >= 1", "last_street >= 2",
    "last_street >= 3",
    *(f"done & {1 << _RATES.index(rate)} <> 0" for rate in _DONE),
    *(f"could & {1 << _RATES.index(rate)} <> 0" for rate in _FACED),
)  # fmt: skip
_SEARCHED = (
    "players", "rules_id", "pot", "showdown", "site", "currency", "unit_size", "big_blind", "pot_bb", "texture",
    "last_street", "done", "could", "all_in", "best_bb", "worst_bb", *_COLUMNS,
)  # fmt: skip
_SEATS, _IN_A_COLUMN = 10, 6


def upgrade() -> None:
    """Add them."""
    for name in _COLUMNS:
        op.add_column("game", sa.Column(name, _NUMBER, nullable=False, server_default="0"))
    sums = []
    for place, column in enumerate(_COLUMNS):
        facts = _FACTS[_IN_A_COLUMN * place : _IN_A_COLUMN * (place + 1)]
        bits = (f"CASE WHEN {fact} THEN {1 << _SEATS * at} ELSE 0 END" for at, fact in enumerate(facts))
        sums.append(f"SUM(({' + '.join(bits)}) * power) AS {column}")
    powers = " ".join(f"WHEN {position} THEN {1 << position}" for position in range(_SEATS))
    seats = f"SELECT game_player.*, CASE position {powers} END AS power FROM game_player"
    op.execute(
        f"""
        UPDATE game SET {", ".join(f"{name} = s.{name}" for name in _COLUMNS)}
        FROM (SELECT simulation_id, game, {", ".join(sums)} FROM ({seats}) AS p GROUP BY simulation_id, game) AS s
        WHERE s.simulation_id = game.simulation_id AND s.game = game.game AND game.players <= {_SEATS}
        """
    )
    op.create_index("ix_game_search", "game", ["simulation_id", "game", *_SEARCHED])


def downgrade() -> None:
    """Remove them."""
    op.drop_index("ix_game_search", "game")
    for name in _COLUMNS:
        op.drop_column("game", name)
