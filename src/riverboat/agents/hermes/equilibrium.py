"""Shove or not, by an equilibrium of the game in which everybody goes all-in or folds (`solve/pushfold`).

The table is that game as long as everyone who has entered the pot is all-in. Players who folded before anybody entered
are left out, so that the button's first decision is a game of three; cards that they hold are the only difference. No
stack counts for more than the player's own, which is all that can be won from it. With two or three players left the
actual stacks are solved, exactly. With four to six, where a solution takes seconds, shorter stacks of others are taken
as the own one, so that one equilibrium per depth is enough.
"""

from __future__ import annotations

from typing import Final

from riverboat.games.view import View

MAX_PLAYERS: Final = 6
_EXACT: Final = 3
"""Up to so many players the stacks of each count."""


def equilibrium_probability(view: View, hand: int) -> float | None:
    """How likely a starting hand 0..168 goes all-in; None where the table is not a game of all-in or fold."""
    rules = view.rules
    players, big_blind = rules.players, max(rules.blinds)
    order: tuple[int, ...] = (1, 0) if players == 2 else (*range(2, players), 0, 1)
    small, big = order[-2:]
    if (
        any(blind for who, blind in enumerate(rules.blinds) if who not in (small, big))
        or rules.blinds[big] != big_blind
    ):
        return None
    entered = {who for _, who, _ in view.actions if who != view.position and view.live[who]}
    if any(view.stacks[who] for who in entered):
        return None
    while len(order) > 2 and not view.live[order[0]]:
        order = order[1:]
    if len(order) > MAX_PLAYERS:
        return None
    from riverboat.solve.pushfold import push_fold_ranges

    whole = [view.stacks[who] + view.committed[who] for who in order]
    seat = order.index(view.position)
    own = min(whole[seat], max(chips for place, chips in enumerate(whole) if place != seat and view.live[order[place]]))
    stacks = [min(chips, own) / big_blind for chips in whole]
    if len(order) > _EXACT:
        stacks = [own / big_blind] * len(order)
    antes = rules.antes if len(set(rules.antes)) == 1 else ()
    ranges = push_fold_ranges(
        stacks,
        ante=antes[0] / big_blind if antes else 0.0,
        big_blind_ante=0.0 if antes else sum(rules.antes) / big_blind,
        small_blind=rules.blinds[small] / big_blind,
    )
    before = [place for place in range(seat) if view.live[order[place]]]
    return ranges.probability(seat, hand, before)
