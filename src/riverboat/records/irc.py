"""The IRC poker database (1995 to 2001): months of limit hold'em and Omaha as an observing program wrote them down.

A month is a folder, or an archive of one, with `hdb` (a line for each hand: pots and board) and `pdb/pdb.NICK` (a line
for each player and hand: position, a letter for each action, chips). Amounts of bets are not written: in limit games
the rules give them, and what each player put in must then agree with that player's line. Hands whose letters do not add
up to a game are refused (of the 27,541 of April 1995: 48 that somebody left out of turn, and 7 in which somebody who
had chips left was declared all-in).

The channel, a folder above the month, says the game; without one it is hold'em. Limit channels are read: `holdem` and
its kin, `omaha` (high-low) and `omahahi`. In no-limit, pot-limit and tournament channels the sizes of bets are not
recorded, and in stud the face-up cards are not, so these are refused as a whole.

Heads-up the first position posts the small blind and acts first on every street, as that program had it. Nicknames
are real people's and not all polite: `anonymise` the hands before you show them. A month is held in memory while
it is read (28,000 hands: 80 MB, 8 seconds).
"""

from __future__ import annotations

import re
import tarfile
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from datetime import UTC, datetime
from functools import lru_cache
from pathlib import Path
from typing import Final, NamedTuple

from riverboat.cards.deck import Deck
from riverboat.errors import RiverboatError
from riverboat.games.action import Action
from riverboat.games.hand import Hand
from riverboat.games.rules import Rules
from riverboat.games.state import State
from riverboat.games.view import HIDDEN
from riverboat.records.phh.variants import rules_of
from riverboat.records.rejected import RecordError, RejectedHand
from riverboat.records.replay import perform
from riverboat.records.script import BOARD, Script

_HAND: Final = re.compile(r"(\d{9,10})\s+(\d+)\s+(\d+)\s+(\d+)((?:\s+\d+/\d+){4})\s*((?:[2-9TJQKA][cdhs]\s*){0,5})")
_PLAYER: Final = re.compile(
    r"(\S+)\s+(\d{9,10})\s+(\d+)\s+(\d+)\s+(\S+)\s+(\S+)\s+(\S+)\s+(\S+)\s+(\d{1,9})\s+(\d{1,9})\s+(\d{1,9})\s*"
    r"((?:[2-9TJQKA][cdhs]\s*){0,4})"
)
_LIMIT_CHANNELS: Final = {
    "holdem": "holdem", "holdemii": "holdem", "holdem1": "holdem", "holdem2": "holdem", "holdem3": "holdem",
    "botsonly": "holdem", "h1-nobots": "holdem", "omaha": "omaha8", "omahahi": "omaha",
}  # fmt: skip
"""The game of the catalogue that each plays."""
_OTHER_CHANNELS: Final = {
    **dict.fromkeys(("nolimit", "holdempot", "ohlpot", "omahapot"), "the sizes of its bets are not recorded"),
    **dict.fromkeys(("tourney", "ptourney"), "its bets and blinds are not recorded"),
    **dict.fromkeys(("7stud", "7studhi"), "cards dealt face up are not recorded"),
}
"""Why each is not read."""
_HOLE: Final = {"holdem": 2, "omaha": 4, "omaha8": 4}
_LARGEST_MEMBER: Final = 1 << 28
_DECK: Final = Deck.standard()


class Seat(NamedTuple):
    """A line of a player's file."""

    name: str
    place: int
    """1 is the first to get cards."""
    letters: tuple[str, str, str, str]
    """A text for each street."""
    bankroll: int
    paid: int
    won: int
    cards: tuple[int, ...]


def read_irc(path: str | Path, small_bet: int = 0) -> Iterator[Hand | RejectedHand]:
    """The hands of a month, in order; the small bet is found from the small blinds if it is not given."""
    hands, players, channel = _files(Path(path))
    if channel in _OTHER_CHANNELS:
        read = ", ".join(_LIMIT_CHANNELS)
        raise RiverboatError(f'IRC month "{path}": channel {channel}: {_OTHER_CHANNELS[channel]}; {read} are read')
    game = _LIMIT_CHANNELS[channel]
    seats: dict[str, list[Seat]] = {}
    for line in players:
        if match := _PLAYER.fullmatch(line.rstrip()):
            seats.setdefault(match[2], []).append(_seat(match))
    bet = small_bet or _small_bet(seats.values())
    for number, line in enumerate(hands, start=1):
        if not line.strip():
            continue
        try:
            yield _hand(line, seats, bet, game)
        except RecordError as error:
            yield RejectedHand(number, str(error))


def _files(path: Path) -> tuple[list[str], list[str], str]:
    """The lines of `hdb`, those of all players, and the channel."""
    hands: list[str] = []
    players: list[str] = []
    folders = path.resolve().parts[-2:]
    try:
        if path.is_dir():
            hands = (path / "hdb").read_text("latin-1").splitlines()
            for file in sorted((path / "pdb").glob("pdb.*")):
                players += file.read_text("latin-1").splitlines()
        else:
            with tarfile.open(path) as archive:
                for member in archive:
                    parts = Path(member.name).parts
                    wanted = bool(parts) and (parts[-1] == "hdb" or parts[-1].startswith("pdb."))
                    if not wanted or not member.isfile() or member.size > _LARGEST_MEMBER:
                        continue
                    packed = archive.extractfile(member)
                    lines = packed.read().decode("latin-1").splitlines() if packed else []
                    if parts[-1] == "hdb":
                        hands += lines
                        folders = parts[:-1] or folders
                    else:
                        players += lines
    except (OSError, tarfile.TarError, EOFError) as error:
        raise RiverboatError(f'IRC month "{path}": {error}') from None
    if not hands or not players:
        raise RiverboatError(f'IRC month "{path}": expected a file hdb and files pdb/pdb.NICK')
    known = [name for name in folders if name in _LIMIT_CHANNELS or name in _OTHER_CHANNELS]
    return hands, players, known[-1] if known else "holdem"


def _seat(match: re.Match[str]) -> Seat:
    letters = match[5], match[6], match[7], match[8]
    return Seat(
        match[1], int(match[4]), letters, int(match[9]), int(match[10]), int(match[11]), _DECK.parse_cards(match[12])
    )


def _small_bet(hands: Iterable[list[Seat]]) -> int:
    """Twice the usual loss of a small blind who folds at once."""
    folded = Counter(
        seat.paid for seats in hands for seat in seats if seat.place == 1 and seat.letters[0] == "Bf" and seat.paid
    )
    return 2 * folded.most_common(1)[0][0] if folded else 10


@lru_cache(maxsize=256)
def _rules(posted: tuple[bool, ...], bet: int, game: str) -> Rules:
    """The last player who posts has the big blind, the one before the small blind."""
    blinds, players = [0] * len(posted), len(posted)
    places = [position for position, has in enumerate(posted) if has]
    for position in places:
        blinds[position] = bet if position == places[-1] else bet // 2
    first = (places[-1] + 1) % players if places else 0
    rules = rules_of(game, "limit", players, (bet, 2 * bet), blinds=tuple(blinds), first=first)
    return replace(rules, free_folds=True)


def _hand(line: str, seats: dict[str, list[Seat]], bet: int, game: str) -> Hand:
    match = _HAND.fullmatch(line.rstrip())
    if match is None:
        raise RecordError(
            f"expected time, game set, hand, players, four pots and the board, found {line.strip()[:40]!r}"
        )
    table = sorted(seats.get(match[1], ()), key=lambda seat: seat.place)
    players = int(match[4])
    if not 2 <= players <= 23 or [seat.place for seat in table] != list(range(1, players + 1)):
        raise RecordError(f"{players} players, but lines of {len(table)} positions")
    if sum(seat.paid for seat in table) != sum(seat.won for seat in table):
        raise RecordError("the players' bets are not what was won")
    when = datetime.fromtimestamp(int(match[1]), UTC)
    script = Script(
        _rules(tuple("B" in seat.letters[0] for seat in table), bet, game),
        tuple(seat.name for seat in table),
        tuple(seat.bankroll for seat in table),
        number=int(match[1]),
        payoffs=tuple(seat.won - seat.paid for seat in table),
        notes=(
            ("venue", "IRC"),
            ("year", str(when.year)),
            ("month", str(when.month)),
            ("day", str(when.day)),
            ("time", f"{when:%H:%M:%S}"),
            ("time_zone", "UTC"),
        ),
    )
    for position, seat in enumerate(table):
        size = _HOLE[game]
        if len(seat.cards) > size:
            raise RecordError(f"position {position + 1} shows {len(seat.cards)} cards; expected {size} in {game}")
        script.deals += [(position, card) for card in (seat.cards if len(seat.cards) == size else (HIDDEN,) * size)]
    script.deals += [(BOARD, card) for card in _DECK.parse_cards(match[6])]
    unanswered: set[int] = set()
    script.chooser = lambda: _chooser(table, unanswered)
    try:
        hand = perform(script)
    except RecordError as error:
        raise RecordError(_cause(table) or str(error)) from None
    for position, seat in enumerate(table):
        if hand.committed[position] != seat.paid and position not in unanswered:
            raise RecordError(
                f"position {position + 1} is said to put in {seat.paid}, but bets {hand.committed[position]}"
            )
    return hand


def _cause(table: list[Seat]) -> str:
    """What of a hand that cannot be replayed is known to have broken the order of play; empty if nothing is."""
    for position, seat in enumerate(table, start=1):
        if any("A" in letters for letters in seat.letters) and seat.paid < seat.bankroll:
            return f"position {position} is all-in with {seat.paid} of its {seat.bankroll} chips"
    for position, seat in enumerate(table, start=1):
        for street, letters in enumerate(seat.letters, start=1):
            if "Q" in letters or "K" in letters:
                return f"position {position} left the table on street {street}, out of turn"
    return ""


def _chooser(table: list[Seat], unanswered: set[int]) -> Callable[[State], Action]:
    """Finds the next action of the player to act, in the letters of that player.

    A raise when everyone else is all-in is a call here: its chips came back. Players who made one are added to
    `unanswered`.
    """
    queues = [
        [(street, letter) for street, letters in enumerate(seat.letters) for letter in letters if letter not in "B-A"]
        for seat in table
    ]
    for queue in queues:
        queue.reverse()

    def choose(state: State) -> Action:
        actor = state.actor
        assert actor is not None
        queue = queues[actor]
        if queue and (queue[-1][0] == state.street or queue[-1][1] in "QK"):
            _, letter = queue.pop()
            if letter in "fQK":
                return Action.fold()
            if letter in "kc":
                return Action.check_or_call()
            if letter in "br":
                interval = state.raise_interval()
                if interval is not None:
                    return Action.raise_to(interval[0])
                unanswered.add(actor)
                return Action.check_or_call()
            raise RecordError(
                f"position {actor + 1} does {letter[:1]!r}; expected one of the letters B f k b c r A Q K"
            )
        raise RecordError(
            f"position {actor + 1} has to act on street {state.street + 1}, but no letter says what it did"
        )

    return choose
