"""A spot as a game that can be played: hold'em that begins with its board, its pot, its stacks and its ranges.

Both players have paid half of the pot as an ante, and nobody bets before the street of the spot. Position 0 is OOP. Any
bet that no-limit allows may be made, whether the tree of the spot has it or not.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final
from zlib import crc32

from riverboat.cards.deck import Deck
from riverboat.games.rules import Rake, Rules, Street
from riverboat.games.scenario import Scenario
from riverboat.solve.spot.sizes import LIMIT_RAISES, STREETS

if TYPE_CHECKING:
    from riverboat.solve.spot.spot import Spot

_AWARDS: Final = {"full": "high", "short": "short-deck"}

_NO_CAP: Final = 10**12
"""More chips than there are."""


def spot_rules(spot: Spot) -> Rules:
    """The game of a spot. Its name tells spots apart, and its rake is taken in whole chips."""
    text = spot.to_toml()
    antes = ((spot.pot + 1) // 2, spot.pot // 2)
    return Rules(
        name=f"spot_{spot.board}_{crc32(text.encode()):08x}",
        players=2,
        streets=(Street("preflop", down=2), *(_street(spot, street) for street in range(len(STREETS)))),
        betting=spot.betting,
        stacks=(antes[0] + spot.effective_stack, antes[1] + spot.effective_stack),
        deck=Deck.short() if spot.deck == "short" else Deck.standard(),
        antes=antes,
        awards=(_AWARDS[spot.deck],),
        rake=Rake(spot.rake, _NO_CAP if spot.rake_cap is None else int(spot.rake_cap)) if spot.rake else None,
        antes_are_dead=True,
        scenario=Scenario(spot.board, spot.ranges),
    )


def _street(spot: Spot, street: int) -> Street:
    board = 3 if street == 0 else 1
    if street < spot.street:
        return Street(STREETS[street], board=board)
    if spot.betting == "no-limit":
        return Street(STREETS[street], board=board, bet=spot.min_bet, max_raises=spot.max_raises)
    sizes = spot.sizes.bets.at(0, street)
    raises = LIMIT_RAISES if spot.max_raises is None else spot.max_raises
    return Street(STREETS[street], board=board, bet=int(sizes[0].number) if sizes else 0, max_raises=raises)
