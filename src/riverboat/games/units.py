"""The units of winnings in a game: small bets and big blinds."""

from __future__ import annotations

from dataclasses import dataclass

from riverboat.games.rules import Rules


@dataclass(frozen=True)
class Units:
    """What a small bet and a big blind are in chips."""

    small_bet: int
    big_blind: int
    per: str = "hand"
    """What one sample is of; a tournament's small bet and big blind are its buy-in."""

    @classmethod
    def of(cls, rules: Rules) -> Units:
        """The first bet of the game; where there are no blinds, that is the big blind too."""
        bet = next((street.bet for street in rules.streets if street.bet), 1)
        return cls(bet, max(rules.blinds, default=0) or bet)
