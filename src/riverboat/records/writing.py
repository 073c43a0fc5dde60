"""Hands to a file in any format that can be written, whole or not at all; a file is not replaced by one without hands.

The ending of the name says the format unless it is given: `.phh` and `.phhs`, `.txt` for PokerStars, `.log` for ACPC; a
further `.gz` packs the file.
"""

from __future__ import annotations

import gzip
import shutil
import tempfile
from collections.abc import Callable, Iterable, Iterator
from itertools import chain, islice
from pathlib import Path
from typing import IO, Final

from riverboat.errors import RiverboatError
from riverboat.files import write_whole
from riverboat.games.hand import Hand
from riverboat.games.rules import Rules
from riverboat.records.parsing import Format

_ENDINGS: Final[dict[str, Format]] = {".phh": "phh", ".phhs": "phh", ".txt": "pokerstars", ".log": "acpc"}
Refused = Callable[[Hand, RiverboatError], None]


def write_hands(
    hands: Iterable[Hand],
    path: str | Path,
    format: Format | None = None,
    refused: Refused | None = None,
    *,
    name_game: bool = False,
) -> int:
    """Write hands and return their number.

    Args:
        hands: Finished hands, of any source.
        path: The file to write, as text or `Path`.
        format: What to write ("phh", "pokerstars", "acpc" and others). Default: by the ending of the file.
        refused: Called with a hand that the format cannot express, and why. Default: that is an error.
        name_game: Begin an ACPC log with a heading that says its game, so that `read_hands` needs no rules. Hands of
            several games are then an error, and so is one of a game that a heading cannot name, unless `refused` takes
            it.
    """
    path = Path(path)
    packed = path.suffix == ".gz"
    ending = (path.with_suffix("") if packed else path).suffix
    form = format or _ENDINGS.get(ending)
    if form not in ("phh", "pokerstars", "acpc"):
        tables = "riverboat hands export also writes .csv and .parquet"
        raise RiverboatError(
            f'file "{path}": hands are written as .phh, .phhs, .txt (PokerStars) or .log (ACPC); {tables}'
        )
    count = 0
    first_refused = ""
    log = _NamedLog() if name_game and form == "acpc" else None

    def counted() -> Iterator[Hand]:
        nonlocal count, first_refused
        for hand in hands:
            try:
                if refused is not None:
                    "".join(_texts([hand], form, ending))
                if log is not None:
                    log.require_readable(hand)
            except _SeveralGamesError:
                raise
            except RiverboatError as error:
                if refused is None:
                    raise
                first_refused = first_refused or f": hand {hand.number}: {error}"
                refused(hand, error)
                continue
            count += 1
            yield hand
        if not count:
            raise RiverboatError(f'file "{path}": no hands to write{first_refused}')

    def write(file: IO[bytes]) -> None:
        # An empty name and no time keep packed files of equal hands equal.
        out = gzip.GzipFile("", "wb", 6, file, mtime=0) if packed else file
        lines = (text.encode() for text in _texts(counted(), form, ending))
        if log is None:
            out.writelines(lines)
        else:
            with tempfile.TemporaryFile() as body:
                body.writelines(lines)
                out.write(log.heading(count).encode())  # it says how many hands follow
                body.seek(0)
                shutil.copyfileobj(body, out)
        if packed:
            out.close()

    try:
        write_whole(path, write)
    except OSError as error:
        raise RiverboatError(f'file "{path}": {error.strerror or error}') from error
    return count


class _SeveralGamesError(RiverboatError):
    """Leaving hands out would not help: most of them may be of the other game."""


class _NamedLog:
    """The one game of an ACPC log that says which it is."""

    def __init__(self) -> None:
        self._game = ""
        self._rules: Rules | None = None
        self._seen: tuple[Rules, tuple[int, ...]] | None = None

    def require_readable(self, hand: Hand) -> None:
        """Refuse a hand that could not be read again from the log."""
        from riverboat.records.acpc_log import require_readable

        self._require_same_game(hand)
        assert self._rules is not None
        require_readable(hand, self._rules)

    def _require_same_game(self, hand: Hand) -> None:
        """Learn the game from the first hand; the others must be of the same one, with the same stacks."""
        from riverboat.records.acpc_log import game_text

        if self._seen == (hand.rules, hand.stacks):
            return
        rules = hand.rules.with_stacks(hand.stacks)
        game = game_text(rules)
        if self._seen is not None and game != self._game:
            raise _SeveralGamesError(
                f"hand {hand.number}: an ACPC log is of one game with the same stacks in every hand; "
                f"here are {self._game} and {game}"
            )
        self._game, self._rules, self._seen = game, rules, (hand.rules, hand.stacks)

    def heading(self, hands: int) -> str:
        from riverboat.records.acpc_log import Heading

        return "".join(f"{line}\n" for line in Heading("riverboat", self._game, hands, 0).lines())


def _texts(hands: Iterable[Hand], form: Format, ending: str) -> Iterator[str]:
    if form == "phh":
        from riverboat.records.phh.writing import write_phh, write_phhs

        if ending != ".phh":
            return write_phhs(hands)
        several = iter(hands)
        first = list(islice(several, 2))
        if len(first) > 1:
            raise RiverboatError("a .phh file holds one hand; write several as .phhs")
        return (write_phh(hand) for hand in chain(first, several))
    if form == "pokerstars":
        from riverboat.records.pokerstars.writing import write_pokerstars

        return write_pokerstars(hands)
    from riverboat.records.acpc_log import write_acpc_log

    return write_acpc_log(hands)
