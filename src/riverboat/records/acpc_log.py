"""Whole logs of the competition's dealer: a heading, a `STATE` line for each hand and the `SCORE`, to hands and back.

The heading names the game's file; a standard one is known, others must be given as `Rules`. Our own logs may name a
game of the catalogue there. Logs without a heading, such as Pluribus' published ones, need the rules too. Written logs
are those of the dealer byte for byte, for the same hands.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from riverboat.errors import RiverboatError
from riverboat.games.acpc.log_line import parse_state_line, state_line, value_text
from riverboat.games.acpc.standard import STANDARD_GAMES, standard_game
from riverboat.games.catalogue import games, parse_game
from riverboat.games.hand import Hand
from riverboat.games.rules import Rules
from riverboat.records.rejected import RejectedHand

_HEADING: Final = re.compile(r"# name/game/hands/seed (\S+) (\S+) ([0-9]{1,10}) ([0-9]{1,10})")
_OPTION: Final = re.compile(r"#--(t_response|t_hand|t_per_hand) ([0-9]{1,12})")


@dataclass(frozen=True, slots=True)
class Heading:
    """The first lines of a log; times are milliseconds."""

    name: str
    game: str
    hands: int
    seed: int
    t_response: int = 600_000
    t_hand: int = 600_000
    t_per_hand: int = 7_000

    def lines(self) -> list[str]:
        """As the dealer writes them."""
        return [
            f"# name/game/hands/seed {self.name} {self.game} {self.hands} {self.seed}",
            f"#--t_response {self.t_response}",
            f"#--t_hand {self.t_hand}",
            f"#--t_per_hand {self.t_per_hand}",
        ]


def read_heading(lines: Iterable[str]) -> Heading | None:
    """The heading of a log, if it has one."""
    found: Heading | None = None
    times: dict[str, int] = {}
    for line in lines:
        if not line.startswith("#"):
            break
        if match := _HEADING.fullmatch(line.rstrip("\r\n")):
            found = Heading(match[1], match[2], int(match[3]), int(match[4]))
        elif match := _OPTION.fullmatch(line.rstrip("\r\n")):
            times[match[1]] = int(match[2])
    if found is None:
        return None
    return Heading(found.name, found.game, found.hands, found.seed, **times)


def read_acpc_log(lines: Iterable[str], rules: Rules | None = None) -> Iterator[Hand | RejectedHand]:
    """The hands of a log; a final line whose scores are not the sums of the hands is refused as well.

    A heading that names a known game counts; `rules` are for logs without one.
    """
    totals: dict[str, Fraction] = {}
    whole = True
    for number, line in enumerate(lines, start=1):
        try:
            if line.startswith("#") and (match := _HEADING.fullmatch(line.rstrip("\r\n"))):
                try:
                    rules = _game_of(match[2])
                except RiverboatError:
                    if rules is None:
                        raise
            elif line.startswith("STATE:"):
                if rules is None:
                    raise RiverboatError(
                        "the log does not say which game this is; give its rules (on the command line --game)"
                    )
                hand = parse_state_line(line, rules)
                for name, payoff in zip(hand.players, hand.payoffs, strict=True):
                    totals[name] = totals.get(name, Fraction(0)) + payoff
                yield hand
            elif line.startswith("SCORE:"):
                _require_score(line, totals, whole)
            elif line.strip() and not line.startswith(("#", ";")):
                raise RiverboatError(f"expected a line that begins with STATE: or SCORE:, found {line[:30]!r}")
        except RiverboatError as error:
            whole = False
            yield RejectedHand(number, str(error))


def write_acpc_log(hands: Iterable[Hand], heading: Heading | None = None, *, score: bool = True) -> Iterator[str]:
    """The lines of a log, with their ends; the score is in the order of the seats, that is of the first hand."""
    if heading is not None:
        yield from (f"{line}\n" for line in heading.lines())
    seats: tuple[str, ...] = ()
    totals: list[int | Fraction] = []
    for hand in hands:
        players = len(hand.players)
        if not seats:
            shift = hand.number % players
            seats = tuple(hand.players[(seat - shift) % players] for seat in range(players))
            totals = [0] * players
        if sorted(hand.players) != sorted(seats):
            score = False  # other players sat down
        for position, payoff in enumerate(hand.payoffs if score else ()):
            seat = (position + hand.number) % players
            # Without rotation a player's seat is where the name was at first.
            seat = seat if seats[seat] == hand.players[position] else seats.index(hand.players[position])
            totals[seat] += payoff
        yield state_line(hand) + "\n"
    if score and seats:
        yield f"SCORE:{'|'.join(map(value_text, totals))}:{'|'.join(seats)}\n"


def game_text(rules: Rules) -> str:
    """What a heading calls the game, so that a reader of the log plays by the same rules."""
    for name in STANDARD_GAMES:
        if standard_game(name) == rules:
            return f"{name}.game"
    try:
        if parse_game(rules.identity) == rules:
            return rules.identity
    except RiverboatError:
        pass  # a custom game
    raise RiverboatError(
        f'game "{rules.identity[:80]}": a log cannot express its rules, since it is neither a standard game of '
        "the ACPC nor one of the catalogue"
    )


def require_readable(hand: Hand, rules: Rules) -> None:
    """Refuse a hand that cannot be read back from its own line: cards that nobody saw, rake, bars in names."""
    back = parse_state_line(state_line(hand), rules)
    for what in ("players", "down", "board", "actions", "payoffs", "number"):
        if getattr(back, what) != getattr(hand, what):
            raise RiverboatError(f"a line of a log does not keep its {what}")


def _game_of(text: str) -> Rules:
    name = text.partition("(")[0]
    return parse_game(text) if name in games() else standard_game(text)


def _require_score(line: str, totals: dict[str, Fraction], whole: bool) -> None:
    """The scores must be sums of the hands, if all of those were read."""
    _, _, rest = line.rstrip("\r\n").partition(":")
    values, _, names = rest.partition(":")
    scores = dict(zip(names.split("|"), values.split("|"), strict=False))
    for name, text in scores.items():
        if not re.fullmatch(r"-?[0-9]{1,15}(\.[0-9]{1,6})?", text):
            raise RiverboatError(f"score {text[:30]!r}: expected chips")
        total = totals.get(name, Fraction(0))
        if whole and len(scores) == len(totals) and abs(Fraction(text) - total) > Fraction(1, 1000):
            raise RiverboatError(
                f"{name[:40]} is said to have won {text} in all, but the hands add up to {value_text(total)}"
            )
