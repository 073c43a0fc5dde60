"""Who plays whom? All pairs, and for larger tables a rotation in which everyone meets everyone about equally often.

A rotation is a cyclic design (Bose 1939; John and Williams 1995): the players sit in a circle, a first line-up is
chosen, and the others are the same places turned by one player, two players, and so on; so everyone plays equally
often. If two players' distance on the circle is d, they meet as often as the first line-up has two places d apart.
`rotation` takes more first line-ups, one after the other, until everybody has met everybody, and of each choice the one
that leaves the meetings most even.
"""

from __future__ import annotations

from itertools import combinations

from riverboat.errors import RiverboatError


def line_ups(players: int, seats: int) -> list[tuple[int, ...]]:
    """The tables that are played, by place in the list of players."""
    if players < seats:
        raise RiverboatError(f"a table of {seats} needs {seats} players or more: {players} given")
    if seats == 2 or players == seats:
        return list(combinations(range(players), seats))
    return rotation(players, seats)


def rotation(players: int, seats: int) -> list[tuple[int, ...]]:
    """Line-ups in which everyone plays equally often, and everyone meets everyone at least once."""
    found: list[tuple[int, ...]] = []
    meetings = [0] * (players // 2 + 1)
    """By distance on the circle."""
    while not found or min(meetings[1:]) == 0:
        first = _first_line_up(players, seats, meetings)
        for one, other in combinations(first, 2):
            meetings[_distance(one, other, players)] += 1
        turned = (tuple(sorted((place + turn) % players for place in first)) for turn in range(players))
        found += list(dict.fromkeys(turned))  # a symmetric one repeats itself before it is back
    return list(dict.fromkeys(found))


def _first_line_up(players: int, seats: int, meetings: list[int]) -> tuple[int, ...]:
    """Place by place, the one that has met the others least."""
    chosen = [0]
    counts = list(meetings)
    while len(chosen) < seats:

        def unevenness(place: int) -> tuple[int, int]:
            added = [counts[_distance(place, other, players)] for other in chosen]
            return sum(2 * count + 1 for count in added), place

        best = min((place for place in range(players) if place not in chosen), key=unevenness)
        for other in chosen:
            counts[_distance(best, other, players)] += 1
        chosen.append(best)
    return tuple(sorted(chosen))


def _distance(one: int, other: int, players: int) -> int:
    apart = abs(one - other)
    return min(apart, players - apart)
