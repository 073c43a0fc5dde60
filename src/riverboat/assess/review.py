"""How did each player do, and how much of it was luck? Hands of any game in, plain data for a report out.

Money is always counted. Beside it is what remains when luck is removed, by every method that applies:

| method | takes out | for |
|---|---|---|
| `allin` | the cards after all betting was over | games whose equities are known |
| `aivat` | the luck of every deal (`chance.py`) | hold'em, all cards known |
| `divat` | all luck in the cards, by a fixed baseline (`model/divat`) | heads-up limit hold'em, both hands known |

`aivat` is its chance corrections alone, as nobody's strategy is known from records. `allin` and `aivat` count a hand of
another game as the money it was; DIVAT has only its own hands. `aivat` and `divat` refuse a record that hides the cards
of some hands, as most do when there is no showdown: the hands that show all cards are a biased sample. What was left
out is reported with the reason.

Everything is in big blinds per 100 hands (bb/100), with 95 % intervals, Student's or bootstrapped. Where every deal was
played again with the players in other seats, the mean of its replays is one value.

Cost: about 2 ms per hand for `aivat` and `divat`, microseconds for the rest.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from riverboat.assess import chance
from riverboat.assess.caveats import WidenedInterval, caveats, widened
from riverboat.assess.chance import chance_luck, luck_error
from riverboat.assess.methods import ReviewMethod
from riverboat.assess.samples import crosstable, cumulative, duplicate_values, more_hands_needed
from riverboat.errors import RiverboatError
from riverboat.games.hand import Hand
from riverboat.games.positions import position_names
from riverboat.games.units import Units
from riverboat.html import frame
from riverboat.model.all_in import adjusted_payoffs, can_adjust
from riverboat.model.divat import limit_holdem
from riverboat.model.divat.analysis import DivatSettings, divat_of
from riverboat.model.divat.limit_holdem import divat_error
from riverboat.progress import OnProgress, Progress
from riverboat.show.replayer import frames
from riverboat.show.review_page import review_page
from riverboat.stats.bootstrap import bootstrap_interval
from riverboat.stats.mean import RunningMean

TITLES: Final = {
    "money": "money",
    "allin": "all-in value",
    "aivat": "without the luck of the deals (AIVAT, chance only)",
    "divat": "DIVAT by roll-out equity",
}
BIASED_DIVAT: Final = "DIVAT by all-in equity (biased)"
_NO_FAIR_SAMPLE: Final = "other hands of the record hide cards, so those that show them are a biased sample"
NO_BUTTON: Final = "no button"
SHOWN_PLAYERS: Final = 12
SWINGS: Final = 12

Floats = NDArray[np.float64]


@dataclass
class _Values:
    """One method's values by hand and position, in big blinds; None where it does not apply."""

    name: str
    by_hand: list[tuple[float, ...] | None]
    by_street: list[tuple[tuple[float, ...], ...]]
    """By hand, street and position: luck of the deal, or DIVAT of the betting; empty where there is none."""
    left_out: Counter[str]
    own_only: bool = False
    """Whether hands without a value do not count, instead of counting as money."""

    @property
    def applies(self) -> int:
        return sum(value is not None for value in self.by_hand)


@dataclass(frozen=True)
class Review:
    """The finished review; `data` is plain, for a page or a program."""

    hands: tuple[Hand, ...]
    """What was reviewed."""
    data: dict[str, Any]
    """All numbers, by name."""

    def __repr__(self) -> str:
        players = {name for hand in self.hands for name in hand.players}
        return f"<Review of {len(self.hands):,} hands, {len(players)} players>"

    def _repr_html_(self) -> str:
        """In a notebook: the page of the review, in a frame of its own."""
        return frame(review_page(self.data), repr(self))

    def to_json(self) -> dict[str, Any]:
        """Everything, for programs."""
        return self.data


def review_hands(
    hands: Iterable[Hand],
    methods: Sequence[ReviewMethod | str] = tuple(ReviewMethod),
    *,
    player: str | None = None,
    bootstrap: bool = False,
    settings: DivatSettings | None = None,
    by_outcome: bool = False,
    on_progress: OnProgress | None = None,
) -> Review:
    """What players won, with luck taken out by several methods.

    Args:
        hands: Finished hands, of any source.
        methods: Which estimates to make: members of `ReviewMethod` or their names. Default: all; the review says why
            one cannot measure some hands.
        player: Who is put first, and whose hands the swings are taken from. Default: everyone alike.
        bootstrap: Also make intervals by drawing hands again, which assumes no normal distribution.
        settings: How DIVAT measures.
        by_outcome: Say that the hands were selected by how they ended, which the report then warns of.
        on_progress: Called with the hands done and their number (`riverboat.progress.Progress`).
    """
    hands = tuple(hands)
    for method in methods:
        if method not in tuple(ReviewMethod):
            raise RiverboatError(f'method "{method}": expected one of {", ".join(ReviewMethod)}')
    if not hands:
        raise RiverboatError("no hands to review")
    played = Counter(name for hand in hands for name in hand.players)
    if player is not None and player not in played:
        raise RiverboatError(f'player "{player}": not in these hands; there is {", ".join(sorted(played)[:8])}')
    settings = settings or DivatSettings()
    blinds = [Units.of(hand.rules).big_blind for hand in hands]
    money = _Values(
        "money",
        [tuple(float(won) / blind for won in hand.payoffs) for hand, blind in zip(hands, blinds, strict=True)],
        [()] * len(hands),
        Counter(),
    )
    on_progress = on_progress or (lambda state: None)
    measured = [money]
    for method in methods:
        measured.append(_measure(ReviewMethod(method), hands, blinds, settings, on_progress))
    shown = [name for name, _ in played.most_common(SHOWN_PLAYERS)]
    if player is not None:
        shown = [player, *(name for name in shown if name != player)][:SHOWN_PLAYERS]
    used = [each for each in measured if each.applies]
    duplicate = _is_duplicate(hands)
    titles = TITLES if settings.equity == "roe" else TITLES | {"divat": BIASED_DIVAT}
    told = [
        {
            "name": str(each.name),
            "title": titles[each.name],
            "hands": each.applies,
            "left_out": [{"reason": reason, "hands": count} for reason, count in each.left_out.most_common()],
        }
        for each in measured
    ]
    players = [_player(name, hands, money, used, duplicate, bootstrap) for name in shown]
    data = {
        "hands": len(hands),
        "games": dict(Counter(hand.rules.identity for hand in hands).most_common()),
        "unit": "bb/100",
        "interval": "bootstrap" if bootstrap else "student",
        "duplicate": duplicate,
        "seed": settings.seed,
        "players_in_all": len(played),
        "divat_equity": settings.equity,
        "methods": told,
        "warnings": caveats(
            told,
            len(hands),
            player=player,
            interval=_if_picked(players[0]["rates"], titles, sum(count > 1 for count in played.values())),
            by_outcome=by_outcome,
        ),
        "players": players,
        "curves": {
            name: {each.name: cumulative(_own(name, hands, money, each)[0]) for each in used}
            for name in shown[: 1 if player is not None else 6]
        },
        "crosstable": {
            each.name: _crosstable(hands, money, each, shown) for each in used if each.name in ("money", "aivat")
        },
        "swings": _swings(hands, blinds, money, used, player),
    }
    return Review(hands, data)


# Methods --------------------------------------------------------------------------------------------------------------


def _measure(
    method: ReviewMethod,
    hands: Sequence[Hand],
    blinds: Sequence[float],
    settings: DivatSettings,
    on_progress: OnProgress,
) -> _Values:
    found = _Values(method, [None] * len(hands), [()] * len(hands), Counter(), method == "divat")
    reasons = {"allin": _all_in_error, "aivat": luck_error, "divat": divat_error}[method]
    fit = []
    for place, hand in enumerate(hands):
        reason = reasons(hand)
        if reason is None:
            fit.append(place)
        else:
            found.left_out[reason] += 1
    # Hands that show all cards are mostly showdowns, and among showdowns the mean of luck is not zero.
    if fit and any(found.left_out[needs] for needs in (chance.NEEDS_CARDS, limit_holdem.NEEDS_CARDS)):
        found.left_out[_NO_FAIR_SAMPLE] += len(fit)
        fit = []
    if method == "divat":
        _measure_divat(found, hands, blinds, fit, settings, on_progress)
        return found
    for done, place in enumerate(fit, start=1):
        hand, blind = hands[place], blinds[place]
        if method == "allin":
            found.by_hand[place] = tuple(won / blind for won in adjusted_payoffs(hand))
        else:
            luck = chance_luck(hand, settings.seed)
            found.by_hand[place] = tuple(won / blind for won in luck.adjusted)
            found.by_street[place] = tuple(tuple(each / blind for each in street) for street in luck.by_street)
        if done % 50 == 0:
            on_progress(Progress(done, len(fit), note=method))
    return found


def _all_in_error(hand: Hand) -> str | None:
    return None if can_adjust(hand.rules) else "the equities of this game are not known"


def _measure_divat(
    found: _Values,
    hands: Sequence[Hand],
    blinds: Sequence[float],
    fit: Sequence[int],
    settings: DivatSettings,
    on_progress: OnProgress,
) -> None:
    if not fit:
        return

    def named(state: Progress[Any]) -> None:
        on_progress(replace(state, note="divat"))

    analysis = divat_of([hands[place] for place in fit], settings, named)
    for row, place in zip(analysis.differences, fit, strict=True):
        streets = row / blinds[place]
        found.by_hand[place] = (float(streets.sum()), -float(streets.sum()))
        found.by_street[place] = tuple((float(each), -float(each)) for each in streets)


# Players --------------------------------------------------------------------------------------------------------------


def _own(name: str, hands: Sequence[Hand], money: _Values, values: _Values) -> tuple[Floats, NDArray[np.int64]]:
    """A player's values by hand, and which hands these are."""
    own, places = [], []
    for place, hand in enumerate(hands):
        if name not in hand.players:
            continue
        value = values.by_hand[place]
        if value is None:
            if values.own_only:
                continue
            value = money.by_hand[place]
        assert value is not None
        own.append(value[hand.players.index(name)])
        places.append(place)
    return np.array(own), np.array(places, np.int64)


def _mean(values: Floats) -> RunningMean:
    if not len(values):
        return RunningMean()
    return RunningMean(len(values), float(values.mean()), float(((values - values.mean()) ** 2).sum()))


def _rate(values: Floats, bootstrap: bool = False) -> dict[str, Any]:
    """A mean in bb/100 with its interval, its deviation for one hand (bb) and the hands still needed to be sure."""
    mean = _mean(values)
    shown: dict[str, Any] = mean.scaled(100.0).to_json()
    if bootstrap and mean.count > 1:
        low, high = bootstrap_interval(values, resamples=1000, method="percentile")
        shown["low"], shown["high"] = 100.0 * low, 100.0 * high
    shown["deviation"] = mean.deviation if mean.count > 1 else None
    shown["more_hands_needed"] = more_hands_needed(mean)
    return shown


def _player(
    name: str,
    hands: Sequence[Hand],
    money: _Values,
    used: Sequence[_Values],
    duplicate: bool,
    bootstrap: bool,
) -> dict[str, Any]:
    found: dict[str, Any] = {"name": name, "hands": sum(name in hand.players for hand in hands), "rates": {}}
    positions: dict[str, dict[str, Any]] = {}
    opponents: dict[str, dict[str, Any]] = {}
    for each in used:
        own, places = _own(name, hands, money, each)
        if duplicate and len(own):
            own_hands = [hands[place] for place in places]
            by_position = [
                tuple(value if other == name else 0.0 for other in hand.players)
                for hand, value in zip(own_hands, own, strict=True)
            ]
            found["rates"][each.name] = _rate(np.array(duplicate_values(own_hands, by_position, name)), bootstrap)
        else:
            found["rates"][each.name] = _rate(own, bootstrap)
        sat: dict[str, list[float]] = {}
        met: dict[str, list[float]] = {}
        for value, place in zip(own, places, strict=True):
            hand = hands[place]
            sat.setdefault(position_names(hand.rules)[hand.players.index(name)] or NO_BUTTON, []).append(value)
            if len(hand.players) == 2:
                met.setdefault(next((n for n in hand.players if n != name), name), []).append(value)
        for groups, into in ((sat, positions), (met, opponents)):
            for label, values in groups.items():
                into.setdefault(label, {})[each.name] = _rate(np.array(values))
    found["by_position"] = [{"position": label, **positions[label]} for label in sorted(positions, key=_seat_order)]
    found["by_opponent"] = [{"opponent": label, **cells} for label, cells in opponents.items()]
    found["by_street"] = _by_street(name, hands, money, used)
    return found


def _if_picked(rates: Mapping[str, Any], titles: Mapping[str, str], players: int) -> WidenedInterval | None:
    """The narrowest interval of somebody who was chosen of this many players for the result."""
    known = {name: rate for name, rate in rates.items() if rate["deviation"]}
    if not known or players < 2:
        return None
    best = min(known, key=lambda name: float(known[name]["deviation"]))
    return widened(known[best], players, titles[best])


def _crosstable(hands: Sequence[Hand], money: _Values, values: _Values, names: Sequence[str]) -> dict[str, Any]:
    """Who won how much from whom, bb/100, among the players shown; null where two never met."""
    counted = [own if value is None else value for own, value in zip(money.by_hand, values.by_hand, strict=True)]
    table = crosstable(hands, [value or () for value in counted], names)
    size = range(len(names))
    return {
        "names": list(names),
        "cells": [
            [cell.scaled(100.0).to_json() if (cell := table.cell(row, column)).count else None for column in size]
            for row in size
        ],
    }


def _by_street(name: str, hands: Sequence[Hand], money: _Values, used: Sequence[_Values]) -> list[dict[str, Any]]:
    """Where a player's hands ended and what that brought, and by street the luck and the DIVAT."""
    most = max(len(hand.rules.streets) for hand in hands)
    names = next([street.name for street in hand.rules.streets] for hand in hands if len(hand.rules.streets) == most)
    ended: list[list[float]] = [[] for _ in range(most)]
    parts: dict[str, list[float]] = {each.name: [0.0] * most for each in used if any(each.by_street)}
    counts = dict.fromkeys(parts, 0)
    for place, hand in enumerate(hands):
        if name not in hand.players:
            continue
        position = hand.players.index(name)
        last = max((street for street, who, _ in hand.actions if who == position), default=0)
        won = money.by_hand[place]
        assert won is not None
        ended[last].append(won[position])
        for each in used:
            if each.name in parts and each.by_hand[place] is not None:
                counts[each.name] += 1
                for street, moved in enumerate(each.by_street[place]):
                    parts[each.name][street] += moved[position]
    return [
        {
            "street": names[street],
            "hands": len(ended[street]),
            "money": 100.0 * sum(ended[street]) / max(1, sum(map(len, ended))),
            **{f"{key}_here": 100.0 * sums[street] / max(1, counts[key]) for key, sums in parts.items()},
        }
        for street in range(most)
    ]


def _seat_order(name: str) -> tuple[int, str]:
    first = ("small blind", "big blind")
    last = ("cut-off", "button")
    return (first.index(name) if name in first else 9 + last.index(name) if name in last else 5, name)


def _is_duplicate(hands: Sequence[Hand]) -> bool:
    """Whether nearly every deal was played more than once in a row, with other players in its seats."""
    if len(hands) < 4:
        return False
    groups = [list(group) for _, group in groupby(hands, key=lambda hand: hand.down)]
    again = sum(len(group) for group in groups if len({hand.players for hand in group}) == len(group) > 1)
    return again >= 0.9 * len(hands)


# Swings ---------------------------------------------------------------------------------------------------------------


def _swings(
    hands: Sequence[Hand], blinds: Sequence[float], money: _Values, used: Sequence[_Values], player: str | None
) -> list[dict[str, Any]]:
    """The hands in which luck moved most; where no luck is known, those in which most was won or lost."""
    luck = next(
        (each for name in ("aivat", "allin", "divat") for each in used if each.name == name and _moves(money, each)),
        None,
    )
    found: list[tuple[float, int, int]] = []
    for place, hand in enumerate(hands):
        won, without = money.by_hand[place], None if luck is None else luck.by_hand[place]
        assert won is not None
        moved = won if luck is None else (0.0,) * len(won) if without is None else tuple(np.subtract(won, without))
        chosen = range(len(won)) if player is None else [p for p, n in enumerate(hand.players) if n == player]
        if chosen:
            position = max(chosen, key=lambda p: (round(abs(moved[p]), 6), won[p]))
            found.append((abs(moved[position]), place, position))
    found.sort(key=lambda each: (-each[0], each[1]))
    swings = []
    for size, place, position in found[:SWINGS]:
        if size == 0.0:
            break
        hand = hands[place]
        values = {each.name: each.by_hand[place] for each in used}
        swings.append(
            {
                "hand": hand.number,
                "place": place,
                "player": hand.players[position],
                "position": position_names(hand.rules)[position],
                "values": {name: value[position] for name, value in values.items() if value is not None},
                "by": None if luck is None else luck.name,
                "luck": size if luck is None else _signed(money, luck, place, position),
                "big_blind": blinds[place],
                "at": position,
                "replay": frames(hand),
            }
        )
    return swings


def _moves(money: _Values, luck: _Values) -> bool:
    """Whether there was any luck at all."""
    pairs = zip(money.by_hand, luck.by_hand, strict=True)
    return any(without is not None and won is not None and not np.allclose(won, without) for won, without in pairs)


def _signed(money: _Values, luck: _Values, place: int, position: int) -> float:
    won, without = money.by_hand[place], luck.by_hand[place]
    assert won is not None
    assert without is not None
    return won[position] - without[position]
