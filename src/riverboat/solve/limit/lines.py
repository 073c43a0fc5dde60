"""The betting of heads-up limit hold'em as lanes: which lines there are, how they are numbered, who decides where.

Units: the small blind is 1, the big blind 2, bets are 2 2 4 4, four on a street (before the flop the big blind is the
first). Player 0 is the big blind, who acts first after the flop; player 1 the small blind, who acts first before it.
Letters: k check, c call, b bet, r raise, f fold.

**Lines.** Seven lines lead to the flop. A later street closes in nine ways, so 63 lines lead to the turn and 567 to the
river: the number of a line is `closing * lines before + line before`.

**Lanes.** Kernels work on sixteen lines at once (`solve.lanes`). A street has 1, 4 or 36 blocks of 16 lanes: the lane
of a line into the turn is its number, of one into the river `closing * 64 + line into the turn`, so that whatever
happens on the turn stays within a lane. Arrays over hands are float32 (blocks * 1326, 16), row `block * 1326 + hand`.

**Rows.** The reach of one player within a street is nine rows, one for each closing, in the player's own order
K A0 A1 A2 A3 B0 B1 B2 B3:

| row | the player's actions | closes as (player 0; player 1) |
|---|---|---|
| K | checks | kk |
| A0 A1 A2 A3 | bets, called; bets and calls a raise; bets and re-raises; the same and calls the cap | b...; kb... |
| B0 B1 B2 B3 | calls a bet; raises it; the same and calls a re-raise; the same and caps | kb...; b... |

A row's multiplier is the product of the player's shares, so that `reach(row) = reach(into the street) * multiplier`.
Folds need no row: the reach that folds is what was there before less what calls and raises, and values are linear.

**Decisions.** On every street after the flop a player has five decisions on each line, thirteen actions in all
(`NODES`, `NODE_ACTIONS`, `FIRST_ACTION`); before the flop there are four, with ten or eleven actions.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from riverboat.cards.holdings import HOLDINGS
from riverboat.errors import RiverboatError
from riverboat.games.betting import Betting
from riverboat.solve.lanes import WIDTH, aligned

BETS: Final = (2, 2, 4, 4)
"""The size of a bet on each street, in small blinds."""
MBB_PER_UNIT: Final = 500.0
"""Thousandths of a big blind in a small blind."""
PREFLOP_LINES: Final = ("ck", "crc", "crrc", "crrrc", "rc", "rrc", "rrrc")
PREFLOP_STAKES: Final = (2, 4, 6, 8, 4, 6, 8)
"""What each player has paid when the flop is dealt."""
CLOSINGS: Final = ("kk", "kbc", "kbrc", "kbrrc", "kbrrrc", "bc", "brc", "brrc", "brrrc")
BETS_IN: Final = (0, 1, 2, 3, 4, 1, 2, 3, 4)
"""The bets that each player has paid in each closing."""
LINES: Final = (1, 7, 63, 567)
"""Lines into each street."""
BLOCKS: Final = (1, 1, 4, 36)
"""Blocks of sixteen lanes that they take."""
ROWS: Final = 9
CLOSING_OF_ROW: Final = ((0, 5, 6, 7, 8, 1, 2, 3, 4), (0, 1, 2, 3, 4, 5, 6, 7, 8))
"""[player][row]: the closing in which a row of reach ends."""

NODES: Final = (("", "br", "brrr", "kb", "kbrr"), ("k", "kbr", "kbrrr", "b", "brr"))
"""[player]: the betting of a street after the flop at which the player decides."""
NODE_ACTIONS: Final = ("kb", "fcr", "fc", "fcr", "fcr")
"""What can be done there; the same for both players."""
FIRST_ACTION: Final = (0, 2, 5, 7, 10)
"""The number of the first action of each node, of `ACTIONS`."""
ACTIONS: Final = 13
PREFLOP_NODES: Final = (("c", "crr", "r", "rrr"), ("", "cr", "crrr", "rr"))
PREFLOP_NODE_ACTIONS: Final = (("kr", "fcr", "fcr", "fc"), ("fcr", "fcr", "fc", "fcr"))
PREFLOP_FIRST_ACTION: Final = ((0, 2, 5, 8), (0, 3, 6, 8))
PREFLOP_ACTIONS: Final = (10, 11)

Floats = NDArray[np.floating]
Singles = NDArray[np.float32]


class Decision(NamedTuple):
    """Where a player decides."""

    street: int
    line: int
    """The line into the street."""
    player: int
    first: int
    """The number of its first action among the player's actions of the street."""
    letters: str
    """What can be done: k check, b bet, f fold, c call, r raise."""


def actions_of(street: int, player: int) -> int:
    """How many actions a player has on each line into a street."""
    return ACTIONS if street else PREFLOP_ACTIONS[player]


def decisions_of(street: int, player: int) -> tuple[tuple[str, int, str], ...]:
    """(betting of the street so far, first action, letters) of a player's decisions on each line into a street."""
    if street:
        return tuple(zip(NODES[player], FIRST_ACTION, NODE_ACTIONS, strict=True))
    return tuple(zip(PREFLOP_NODES[player], PREFLOP_FIRST_ACTION[player], PREFLOP_NODE_ACTIONS[player], strict=True))


def line_text(street: int, line: int) -> str:
    """The betting before a street, like `crc/kbc`; the number of a line into it the other way round."""
    parts = []
    for before in range(street - 1, 0, -1):
        closing, line = divmod(line, LINES[before])
        parts.append(CLOSINGS[closing])
    return "/".join([PREFLOP_LINES[line], *parts[::-1]]) if street else ""


def line_number(streets: list[str]) -> int:
    """The number of the line into the street after these, each the letters of one whole street."""
    try:
        found = PREFLOP_LINES.index(streets[0]) if streets else 0
        for street, letters in enumerate(streets[1:], start=1):
            found += CLOSINGS.index(letters) * LINES[street]
    except ValueError:
        raise RiverboatError(f'betting "{"/".join(streets)[:80]}": not a line of limit hold\'em') from None
    return found


def locate(betting: Betting) -> Decision:
    """The decision at which a hand of heads-up limit hold'em is."""
    streets = _letters(betting)
    player = betting.actor
    if player is None:
        raise RiverboatError("betting: nobody has to act")
    street, now = betting.street, streets[-1]
    for letters, first, actions in decisions_of(street, player):
        if letters == now:
            return Decision(street, line_number(streets[:-1]), player, first, actions)
    raise RiverboatError(f'betting "{"/".join(streets)[:80]}": not a decision of limit hold\'em')


def line_of(betting: Betting, street: int) -> int:
    """The number of the line on which a hand came to a street."""
    return line_number(_letters(betting)[:street])


def _letters(betting: Betting) -> list[str]:
    """The letters of each street so far."""
    streets = [""] * (betting.street + 1)
    for street, _, action in betting.actions:
        so_far = streets[street]
        is_open = street == 0 or "b" in so_far  # somebody has bet, be it the big blind
        if action.verb == "raise_to":
            streets[street] += "r" if is_open else "b"
        else:
            streets[street] += "c" if is_open and (street, so_far) != (0, "c") else "k"
    return streets


def lane_of(street: int) -> NDArray[np.int64]:
    """int64[lines]: the lane of each line into a street."""
    lines = np.arange(LINES[street])
    if street < 3:
        return lines
    closing, before = np.divmod(lines, LINES[2])
    return np.asarray(closing * (BLOCKS[2] * WIDTH) + before)


def stakes(street: int) -> Singles:
    """float32[blocks, 16]: what each player has paid when flop, turn or river begins; 0 in lanes without a line."""
    found = np.array(PREFLOP_STAKES, np.float32)
    for before in range(1, street):
        found = (found + np.float32(BETS[before]) * np.array(BETS_IN, np.float32)[:, None]).ravel()
    lanes = aligned((BLOCKS[street], WIDTH))
    lanes.reshape(-1)[lane_of(street)] = found
    return lanes


def row_multipliers(shares: Floats, player: int) -> Floats:
    """[..., 9]: the multipliers of a player's rows of reach from shares [..., 13] after the flop."""
    check, bet, _, bet_call, bet_raise, _, cap_call, _, call, raise_, _, call_three, cap = np.moveaxis(shares, -1, 0)
    before = check if player == 0 else np.ones_like(check)  # player 0 is bet into only after a check
    again = bet * bet_raise
    raised = before * raise_
    rows = (
        check, bet, bet * bet_call, again, again * cap_call,
        before * call, raised, raised * call_three, raised * cap,
    )  # fmt: skip
    return np.stack(rows, axis=-1)


def preflop_multipliers(shares: Floats, player: int) -> Floats:
    """[..., 7]: how much of each hand a player brings to the flop on each line, from shares before it."""
    p = np.moveaxis(shares, -1, 0)
    if player == 0:
        check, raise_, crr_call, crr_raise, call, reraise, rrr_call = p[0], p[1], p[3], p[4], p[6], p[7], p[9]
        rows = (check, raise_, raise_ * crr_call, raise_ * crr_raise, call, reraise, reraise * rrr_call)
    else:
        limp, raise_, cr_call, cr_raise, crrr_call, rr_call, rr_raise = p[1], p[2], p[4], p[5], p[7], p[9], p[10]
        again = limp * cr_raise
        rows = (limp, limp * cr_call, again, again * crrr_call, raise_, raise_ * rr_call, raise_ * rr_raise)
    return np.stack(rows, axis=-1)


def multiplier_lanes(shares: Floats, street: int, player: int) -> Singles:
    """float32 (blocks * buckets * 9, 16), row `(block * buckets + bucket) * 9 + row`: shares [line, bucket, 13] as
    kernels read them, 20,736 bytes for each bucket of the river.
    """
    return lanes_of_lines(row_multipliers(np.asarray(shares, np.float32), player), street)


def lanes_of_lines(values: Floats, street: int) -> Singles:
    """Numbers [line, bucket, n] as lanes: float32 (blocks * buckets * n, 16)."""
    _, buckets, numbers = values.shape
    blocks = BLOCKS[street]
    found = aligned((blocks * buckets * numbers, WIDTH))
    by_lane = found.reshape(blocks, buckets, numbers, WIDTH)
    lanes = lane_of(street)
    by_lane[lanes // WIDTH, :, :, lanes % WIDTH] = values
    return found


def lines_of_lanes(lanes: NDArray[np.generic], street: int, numbers: int) -> NDArray[np.generic]:
    """The same back: [line, bucket, n] of lanes (blocks * buckets * n, 16)."""
    blocks, at = BLOCKS[street], lane_of(street)
    by_lane = lanes.reshape(blocks, -1, numbers, WIDTH)
    return by_lane[at // WIDTH, :, :, at % WIDTH]


def hand_lanes(street: int) -> Singles:
    """Zeros for every hand and line into a street: float32 (blocks * 1326, 16)."""
    return aligned((BLOCKS[street] * HOLDINGS, WIDTH))
