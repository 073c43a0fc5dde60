"""iPoker's XML: sessions with games, each with its players, rounds and numbered actions; hold'em and Omaha.

Actions of a round are ordered by their number, not by their place. A raise (23) is this street's total, an all-in (7)
the chips added. What a player `win`s contains an uncalled bet, and `bet` is everything put in, so both together are the
result. Games are found by their tags while the file streams by: a broken one does not hide the rest. Entities are
unescaped as text only, nothing is ever loaded.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from html import unescape
from typing import Final

from riverboat.games.hand import Hand
from riverboat.games.rules import Limit
from riverboat.records.rejected import RecordError, RejectedHand
from riverboat.records.sites.games import GAMES
from riverboat.records.sites.story import Heading, Story, finished
from riverboat.records.sites.text import Line, currency_of, date_notes

_GAME_TYPE: Final = re.compile(
    r"(?P<game>Holdem|Omaha(?: Hi-?Lo)?) (?P<limit>NL|PL|L|FL)\b(?: (?P<small>[^/ ]+)/(?P<big>[^/ ]+))?.*"
)
_TITLES: Final = {"Holdem": "Hold'em", "Omaha": "Omaha"}
_LIMITS: Final[dict[str, Limit]] = {"NL": "no-limit", "PL": "pot-limit", "L": "limit", "FL": "limit"}
_TAG: Final = re.compile(r"<(?P<tag>[a-z]+)\b(?P<attributes>[^<>]*)>(?P<text>[^<]*)")
_ATTRIBUTE: Final = re.compile(r'([a-z_]+)="([^"]*)"')
_CARD: Final = re.compile(r"([CDHScdhs])(10|[2-9TJQKAtjqka])")
_BEGIN: Final = re.compile(r"<game\b[^<>]*gamecode=")
_NOTHING: Final = ("N/A", "")


def read_ipoker(lines: Iterable[str]) -> Iterator[Hand | RejectedHand]:
    """The games of a file, in order."""
    for general, block in _games(lines):
        try:
            yield _read(general, block)
        except RecordError as error:
            yield RejectedHand(error.line or block[0][0], str(error))


def _games(lines: Iterable[str]) -> Iterator[tuple[dict[str, str], list[Line]]]:
    """The fields of the session and the lines of each game; what is neither is refused with the game before it."""
    general: dict[str, str] = {}
    held: list[Line] = []
    for number, raw in enumerate(lines, start=1):
        line = raw.strip().lstrip("\ufeff")
        begin = _BEGIN.search(line)
        if begin or line.startswith(("<session", "<?xml")) or "<session " in line:
            if held:
                yield general, held
            held = []
            if "<session" in line:
                general = {}
        if begin:
            held = [(number, line[begin.start() :])]
        elif held:
            held.append((number, line))
            if "</game>" in line:
                yield general, held
                held = []
        elif match := _TAG.match(line):
            general.setdefault(match["tag"], unescape(match["text"]))
        elif line.startswith("<action"):
            held = [(number, line)]
    if held:
        yield general, held


def _read(general: dict[str, str], block: list[Line]) -> Hand:
    number = re.search(r'gamecode="([0-9]{1,18})"', block[0][1])
    game = _GAME_TYPE.fullmatch(general.get("gametype", ""))
    if number is None:
        raise RecordError("iPoker: a game begins with its code, like <game gamecode=...>")
    if game is None:
        raise RecordError(f"gametype {general.get('gametype', '')[:40]!r}: expected hold'em or Omaha with its limit")
    if not block[-1][1].endswith("</game>"):
        raise RecordError("the record breaks off: no end of the game", block[-1][0])
    tags = [
        (
            at,
            match["tag"],
            {key: unescape(value) for key, value in _ATTRIBUTE.findall(match["attributes"])},
            match["text"],
        )
        for at, line in block
        for match in _TAG.finditer(line)
    ]
    posted = {
        each["type"]: each.get("sum", "") for _, tag, each, _ in reversed(tags) if tag == "action" and "type" in each
    }
    stakes = (game["small"], game["big"]) if game["big"] else (posted.get("1", ""), posted.get("2", ""))
    code = next((c for c in (general.get("tablecurrency"), general.get("currency")) if c and c not in _NOTHING), "")
    currency = code or currency_of(stakes[1])
    notes = date_notes(next((text for _, tag, _, text in tags if tag == "startdate"), ""))
    notes.append(("table", general.get("tablename", "")))
    title = GAMES[_TITLES.get(game["game"], "Omaha Hi/Lo")]
    heading = Heading("iPoker", number[1], title, _LIMITS[game["limit"]], stakes, currency, notes=notes)
    parts = any("." in fields.get(name, "") for _, _, fields, _ in tags for name in ("sum", "chips", "win", "bet"))
    story = _IPokerStory(heading, 2 if currency or parts else 0, block[0][0])
    story.tell(tags)
    return finished(story)


class _IPokerStory(Story):
    """A game of the XML."""

    counts_uncalled = True

    def tell(self, tags: list[tuple[int, str, dict[str, str], str]]) -> None:
        """Players, then the rounds one after another."""
        rounds: dict[int, list[tuple[int, int, dict[str, str]]]] = {}
        boards: dict[int, tuple[int, ...]] = {}
        at_round = 0
        for line, tag, fields, text in tags:
            if tag == "player":
                self._player(line, fields)
            elif tag == "round":
                at_round = self._whole(fields, "no", line)
                rounds.setdefault(at_round, [])
            elif tag == "cards" and fields.get("type") == "Pocket":
                if known := self._cards(text, line):
                    self.dealt(self.player(fields.get("player", ""), line), known, line)
            elif tag == "cards":
                boards[at_round] = boards.get(at_round, ()) + self._cards(text, line)
            elif tag == "action":
                rounds.setdefault(at_round, []).append((self._whole(fields, "no", line), line, fields))
        for place in sorted(rounds):
            if place > 1:
                self.street(boards.get(place, ()))
            for _, line, fields in sorted(rounds[place], key=lambda action: action[0]):
                self._action(line, fields)

    def _whole(self, fields: dict[str, str], name: str, line: int) -> int:
        if not re.fullmatch(r"[0-9]{1,6}", fields.get(name, "")):
            raise RecordError(f"{name}={fields.get(name, '')[:20]!r}: expected a number", line)
        return int(fields[name])

    def _player(self, line: int, fields: dict[str, str]) -> None:
        seat, name = str(self._whole(fields, "seat", line)), fields.get("name", "")
        self.sit(seat, name, fields.get("chips", ""), line)
        if fields.get("dealer") == "1":
            self.button = int(seat)
        won = self.chips(fields.get("win", ""), line)
        self.collect(self.index[name], won)
        self.net[self.index[name]] = won - self.chips(fields.get("bet", ""), line)

    def _cards(self, text: str, line: int) -> tuple[int, ...]:
        """`H10 CA`; none if any is hidden."""
        words = text.split()
        matches = [_CARD.fullmatch(word) for word in words]
        if any(word.upper() == "X" for word in words):
            return ()
        if not all(matches):
            raise RecordError(f"cards {text[:30]!r}: expected ones like H10 or CA", line)
        return self.cards(" ".join(f"{m[2].upper()}{m[1].lower()}" for m in matches if m), line)

    def _action(self, line: int, fields: dict[str, str]) -> None:
        player = self.player(fields.get("player", ""), line)
        kind, chips = fields.get("type", ""), self.chips(fields.get("sum", "0"), line)
        all_in = chips == self.stacks[player]
        if kind == "0":
            self.fold(player, line)
        elif kind == "1":
            self.post_small(player, chips, all_in)
        elif kind == "2":
            self.post_big(player, chips, all_in)
        elif kind == "3":
            self.call(player, chips, line)
        elif kind == "4":
            self.check(player, line)
        elif kind in ("5", "7"):
            self.put_in(player, chips, line)
        elif kind == "15":
            self.post_ante(player, chips)
        elif kind == "23":
            self.raise_to(player, chips, line)
        elif kind not in ("8", "9"):  # sitting out, timed out
            raise RecordError(f"action of type {kind[:10]!r}: not known", line)
