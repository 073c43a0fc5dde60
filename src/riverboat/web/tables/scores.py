"""Scores of a table: winnings, and winnings without the luck of the cards, with 95 % intervals.

For hold'em the luck of every deal is removed, for other games whose equities are known that of the cards after the last
bet (`model.all_in`). Where at most one person plays, that uses all cards (`assess.chance`). Where several do, a sum
made from all cards would give away what somebody folded, so every seat's score is made from what that seat may know
(`assess.seat_luck`). Everything is in big blinds per 100 hands. Cost: 2 ms per hand, in a thread and only on request.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from riverboat.arena.stakes import unit_of
from riverboat.games.hand import Hand
from riverboat.model.all_in import adjusted_payoffs, can_adjust
from riverboat.stats.mean import RunningMean


class Scores:
    """The results of a table so far, by name; `private` where several people play."""

    def __init__(self, kept: dict[str, Any] | None = None, *, private: bool = False) -> None:
        if kept is None or kept.get("private", False) != private:  # made from more than a seat may know: count again
            kept = {"hands": 0, "method": "money", "players": {}}
        self._private = private
        self.hands: int = kept["hands"]
        self.method: str = kept["method"]
        self.means = {
            name: (RunningMean.restored(both[0]), RunningMean.restored(both[1]))
            for name, both in kept["players"].items()
        }
        """By name: winnings per hand in big blinds, and the same without luck."""

    def add_all(self, hands: Iterable[Hand]) -> None:
        """Count more hands."""
        for hand in hands:
            unit = unit_of(hand.rules)
            self.method, adjusted = _without_luck_of_seats(hand) if self._private else _without_luck(hand)
            for name, won, worth in zip(hand.players, hand.payoffs, adjusted, strict=True):
                money, skill = self.means.setdefault(name, (RunningMean(), RunningMean()))
                money.add(float(won) / unit)
                skill.add(worth / unit)
            self.hands += 1

    def of(self, name: str) -> dict[str, Any]:
        """A player's score for the page."""
        money, skill = self.means.get(name, (RunningMean(), RunningMean()))
        return {
            "hands": money.count,
            "won": round(money.total, 2),
            "money": _rate(money),
            "adjusted": _rate(skill),
            "method": self.method,
        }

    def kept(self) -> dict[str, Any]:
        """The state to restore, as JSON."""
        players = {name: [money.saved(), skill.saved()] for name, (money, skill) in self.means.items()}
        return {"hands": self.hands, "method": self.method, "private": self._private, "players": players}


def _rate(mean: RunningMean) -> dict[str, float | int | None]:
    found = mean.scaled(100.0).to_json()
    return {key: round(value, 1) if isinstance(value, float) else value for key, value in found.items()}


def _without_luck(hand: Hand) -> tuple[str, tuple[float, ...]]:
    from riverboat.assess.chance import chance_luck, luck_error

    if luck_error(hand) is None:
        return "deals", chance_luck(hand).adjusted
    if can_adjust(hand.rules):
        return "all-ins", adjusted_payoffs(hand)
    return "money", tuple(map(float, hand.payoffs))


def _without_luck_of_seats(hand: Hand) -> tuple[str, tuple[float, ...]]:
    """Every position's payoff without luck, each from what it may know."""
    from riverboat.assess.seat_luck import seat_luck_error, without_seat_luck

    positions = range(len(hand.players))
    if all(seat_luck_error(hand, position) is None for position in positions):
        return "own deals", tuple(without_seat_luck(hand, position) for position in positions)
    if can_adjust(hand.rules):
        return "all-ins", tuple(adjusted_payoffs(hand.seen_by(position))[position] for position in positions)
    return "money", tuple(map(float, hand.payoffs))
