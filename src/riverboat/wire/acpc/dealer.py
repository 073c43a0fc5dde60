"""A dealer that any ACPC program can play on: protocol 2.0.0, with the files and behaviour of the original.

Each seat has its own listening port. Before every decision every seat is sent the state of the hand, with its own cards
only; the one whose turn it is answers. For the same seed and the same actions, cards, log and messages are those of the
competition's dealer, byte for byte. So is what happens to those who misbehave: an answer that is not allowed becomes a
call, one that nobody asked for is skipped, and a player who leaves or runs out of time ends the match without a score
(exit code 1).

Deliberate differences: it listens on this machine only unless told otherwise; free ports are the system's choice;
the time to start includes the time until a player has said its version; comments do not stop a player's clock; time
spent before a skipped answer is counted once; an incomplete last line of a transaction file is dropped on resuming;
the files of an earlier match are kept until all players are there; bytes that cannot be printed are escaped on stderr.

The dealer waits for one player at a time, so blocking sockets are all it needs. A decision costs about 10 microseconds
besides what the system needs to carry the messages; while a player thinks, the last hand is written to the log and the
next one shuffled.
"""

from __future__ import annotations

import os
import re
import socket
import sys
import time
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from fractions import Fraction
from pathlib import Path
from time import monotonic
from typing import IO, Final, NamedTuple

from riverboat.errors import RiverboatError
from riverboat.games.acpc.answer import answer_to, parse_version, understood
from riverboat.games.acpc.dealing import AcpcCards
from riverboat.games.acpc.log_line import value_text
from riverboat.games.action import Action
from riverboat.games.hand import Hand, finished_hand
from riverboat.games.rules import Rules
from riverboat.games.state import State
from riverboat.lines import LineReader, limit_wait, listen, no_delay
from riverboat.wire.acpc.options import USAGE, DealerOptions, find_game, parse_arguments
from riverboat.wire.acpc.texts import Faces, HandTexts

VERSION: Final = (2, 0, 0)
MAX_ACTIONS: Final = 64
"""Actions in one round: a raise that might lead to more is not allowed."""
_TRANSACTION: Final = re.compile(r"(\S+) ([0-9]{1,10}) ([0-9]{1,12})\.([0-9]{6}) ([0-9]{1,12})\.([0-9]{6})\s*")
_MICRO: Final = 1_000_000
_COMMENTS: Final = b"#;"
_CALL: Final = Action.check_or_call()


class MatchError(RiverboatError):
    """An error that ends a match early; the message goes to stderr."""


def main(arguments: Sequence[str]) -> int:
    """The original's command: exit code 0 after a whole match, 1 on any failure."""
    if {"-h", "--help"} & set(arguments):
        sys.stdout.write(USAGE)
        return 0
    try:
        options = parse_arguments(arguments)
    except RiverboatError as error:
        sys.stderr.write(f"ERROR: {error}\n{USAGE}")
        return 1
    return run_dealer(options)


def run_dealer(
    options: DealerOptions,
    stdout: IO[str] | None = None,
    stderr: IO[str] | None = None,
    record: Callable[[Hand], object] | None = None,
) -> int:
    """Wait for the players and deal the match; 0 if it was played to its end, 1 if not.

    The first line on `stdout` has the ports, the last one is the score. `record` is given every finished hand.
    """
    out, err = stdout or sys.stdout, stderr or sys.stderr
    with ExitStack() as stack:
        try:
            rules = find_game(options.game)
            if len(options.players) < rules.players:
                raise MatchError(f"{len(options.players)} players named; {options.game} has {rules.players}")
            log = stack.enter_context(_opened(options, ".log")) if options.log else None
            past = _past(options) if options.transactions and options.append else deque()
            transactions = stack.enter_context(_opened(options, ".tlog")) if options.transactions else None
            listeners = [stack.enter_context(_listener(options, seat)) for seat in range(rules.players)]
            out.write(" ".join(str(listener.getsockname()[1]) for listener in listeners) + "\n")
            out.flush()
            header = _header(options)
            err.write(header)
            is_begun = log is not None and (options.append or not _size(log))
            if log is not None and is_begun:
                log.write(header)
                log.flush()
            started = monotonic()
            deadline = None if options.start_timeout < 0 else started + options.start_timeout / 1000
            connections = [
                stack.enter_context(_accepted(listener, seat, deadline)) for seat, listener in enumerate(listeners)
            ]
            match = Match(rules, options, connections, err, log, transactions, past, record)

            def begin() -> None:
                for file in (None if is_begun else log, transactions):
                    if file is not None and not options.append:
                        _empty(file)
                if log is not None and not is_begun:
                    log.write(header)

            score = match.play(deadline, begin)
        except RiverboatError as error:
            err.write(f"ERROR: {error}\n")
            err.flush()
            return 1
        for stream in (out, err, log):
            if stream is not None:
                stream.write(score + "\n")
                stream.flush()
        for connection in connections:
            _say_goodbye(connection)
    return 0


class Transaction(NamedTuple):
    """One line of a transaction file: an action of an interrupted match."""

    action: str
    hand: int
    seconds: float
    """How long it took."""


class _Seat:
    """A player: the connection, and the time used so far."""

    __slots__ = ("connection", "hand_seconds", "label", "lines", "match_seconds", "sent", "unsent")

    def __init__(self, number: int, connection: socket.socket) -> None:
        self.label = number + 1
        self.connection = connection
        self.lines = LineReader(connection)
        self.sent = self.unsent = b""
        self.hand_seconds = 0.0
        self.match_seconds = 0.0


class Match:
    """One match between programs that are connected already."""

    def __init__(
        self,
        rules: Rules,
        options: DealerOptions,
        connections: Sequence[socket.socket],
        stderr: IO[str],
        log: IO[str] | None = None,
        transactions: IO[str] | None = None,
        past: deque[Transaction] | None = None,
        record: Callable[[Hand], object] | None = None,
    ) -> None:
        self._rules, self._options, self._quiet = rules, options, options.quiet
        self._faces = Faces(rules)
        self._err, self._log, self._transactions = stderr, log, transactions
        self._past = deque() if past is None else past
        self._record = record
        self._seats = [_Seat(number, connection) for number, connection in enumerate(connections)]
        self._response = options.t_response / 1000
        for connection in connections:
            limit_wait(connection, self._response)
        self._hand = options.t_hand / 1000
        self._match = options.t_per_hand * options.hands / 1000
        self._totals: list[int | Fraction] = [0] * rules.players
        self._cards = AcpcCards(rules, options.seed)
        self._prepared: tuple[State, HandTexts] | None = None
        """The next hand, shuffled while the players think."""
        self._unwritten: tuple[State, HandTexts, int, list[_Seat]] | None = None
        """The last hand, until it is in the log."""

    def play(self, deadline: float | None = None, begin: Callable[[], object] = lambda: None) -> str:
        """Deal every hand; the result is the line with the score.

        The deadline is for the players' versions; `begin` is called when all of them have said theirs.
        """
        options, rules = self._options, self._rules
        for seat in self._seats:
            self._check_version(seat, deadline)
        begin()
        started = _now()
        self._note(f"STARTED at {started}\n")
        try:
            for number in range(options.hands):
                first = 0 if options.fixed_button else number % rules.players
                self._deal(number, [*self._seats[first:], *self._seats[:first]])
        finally:
            self._write_down()
        self._flush(self._seats)
        self._note(f"FINISHED at {_now()}\n")
        totals = "|".join(map(value_text, self._totals))
        return f"SCORE:{totals}:{'|'.join(options.players[: rules.players])}"

    # One hand ---------------------------------------------------------------------------------------------------------

    def _deal(self, number: int, seats: list[_Seat]) -> None:
        """Play a hand; `seats` are by position."""
        for seat in seats:
            seat.hand_seconds = 0.0
        state, texts = self._prepared or self._prepare(number)
        self._prepared = None
        asked = state.actor is None  # a hand without decisions is announced too
        while (actor := state.actor) is not None:
            if self._past:
                self._repeat(state, texts, number, seats[actor], self._past.popleft())
                asked = False
                continue
            asked = True
            self._send_states(texts, seats)
            # The player to act is sent its message first; the messages are the same in any order.
            self._send(seats[actor])
            self._flush(seats)
            self._write_down()
            if self._prepared is None:
                self._prepared = self._prepare(number + 1)
            sent = _now() if self._transactions is not None else ""
            action = self._ask(state, texts, seats[actor])
            text = texts.act(action)
            if self._transactions is not None:
                self._transactions.write(f"{text.decode()} {number} {sent} {_now()}\n")
                self._transactions.flush()
        assert state.payoffs is not None
        for seat, payoff in zip(seats, state.payoffs, strict=True):
            self._totals[seat.label - 1] += payoff
        if asked:
            self._finish(state, texts, number, seats)

    def _prepare(self, number: int) -> tuple[State, HandTexts]:
        """Shuffle for a hand, the next one."""
        state = State(self._rules, next(self._cards))
        return state, HandTexts(state, number, self._faces)

    def _finish(self, state: State, texts: HandTexts, number: int, seats: list[_Seat]) -> None:
        """Tell everyone how it ended, and log the hand while the players think about the next one."""
        self._write_down()
        self._unwritten = (state, texts, number, seats)
        if self._transactions is not None:
            self._write_down()  # an interrupted match must find the same hands in both files
        self._send_states(texts, seats)
        if number % 100 == 0:
            for seat in self._seats:
                self._note(
                    f"Seconds cumulatively spent in match for seat {seat.label - 1}: {int(seat.match_seconds)}\n"
                )

    def _write_down(self) -> None:
        """Write the hand that is over, if there is one."""
        if self._unwritten is None:
            return
        state, texts, number, seats = self._unwritten
        self._unwritten = None
        players = tuple([self._options.players[seat.label - 1] for seat in seats])
        if self._log is not None:
            self._log.write(texts.log_line(number, players) + "\n")
            self._log.flush()
        if self._record is not None:
            self._record(finished_hand(state, players, self._rules.stacks, number))

    def _repeat(self, state: State, texts: HandTexts, number: int, seat: _Seat, past: Transaction) -> None:
        """An action of the match that was interrupted."""
        if past.hand != number:
            raise MatchError(f"transaction of hand {past.hand} in hand {number}")
        action, warning = self._understood(state, texts, f":{past.action}")
        if warning:
            raise MatchError(f'transaction "{past.action}" in hand {number} is not allowed')
        if self._out_of_time(seat, past.seconds):
            raise MatchError(f"seat {seat.label} ran out of time in the transaction file")
        texts.act(action)

    # Messages ---------------------------------------------------------------------------------------------------------

    def _send_states(self, texts: HandTexts, seats: list[_Seat]) -> None:
        """Queue the hand as each seat sees it."""
        betting = texts.betting
        for seat, head, tail in zip(seats, texts.heads, texts.tails, strict=True):
            seat.sent = sent = head + betting + tail
            seat.unsent += sent + b"\r\n"
        if not self._quiet:
            now = _now()
            for seat in self._seats:
                self._note(f"TO {seat.label} at {now} {seat.sent.decode('ascii')}\r\n")

    def _flush(self, seats: list[_Seat]) -> None:
        """Send what is unsent, in this order."""
        for seat in seats:
            if seat.unsent:
                self._send(seat)

    def _send(self, seat: _Seat) -> None:
        try:
            seat.connection.sendall(seat.unsent)
        except OSError:
            raise MatchError(f"could not send state to seat {seat.label}") from None
        seat.unsent = b""

    def _ask(self, state: State, texts: HandTexts, seat: _Seat) -> Action:
        """The answer of the one whose turn it is, made legal if it is not."""
        asked = seat.sent
        sent = monotonic()
        deadline = sent + self._response
        patience: float | None = self._response
        counted = 0.0
        while True:
            try:
                raw = seat.lines.read(deadline, patience)
            except OSError:  # a timeout is one
                raw = b""
            spent = monotonic() - sent
            patience = None
            if not raw:
                raise MatchError(
                    f"could not get action from seat {seat.label}\n"
                    f"{spent:.1f} seconds spent waiting; timeout {self._response:.1f}"
                )
            if not self._quiet:
                self._note(f"FROM {seat.label} at {_now()} {_printable(raw.decode('latin-1'))}")
            if raw[0] in _COMMENTS:
                if spent > self._response:
                    raise MatchError(f"seat {seat.label} ran out of time")
                continue
            if self._out_of_time(seat, spent, counted):
                raise MatchError(f"seat {seat.label} ran out of time")
            counted = spent
            if raw.startswith(asked + b":c"):
                return _CALL  # the usual answer, without the steps below
            try:
                answer = answer_to(asked.decode(), raw.decode("latin-1"), self._rules)
            except RiverboatError:
                self._warn("no state to be read here")
                continue
            if answer is None:
                self._warn("skipped, nobody asked for it")
                continue
            action, warning = self._understood(state, texts, answer)
            if warning:
                self._warn(warning)
            return action

    def _understood(self, state: State, texts: HandTexts, answer: str) -> tuple[Action, str]:
        def raises_between() -> tuple[int, int] | None:
            if texts.actions_on_street + self._rules.players > MAX_ACTIONS:
                return None
            return state.raise_interval()

        assert state.actor is not None
        before = state.committed[state.actor] - state.bets[state.actor]
        return understood(answer, self._rules, before, raises_between, state.can_fold)

    def _out_of_time(self, seat: _Seat, spent: float, counted: float = 0.0) -> bool:
        """Add time to what a player has used, except what is already counted; returns whether that is too much."""
        seat.hand_seconds += spent - counted
        seat.match_seconds += spent - counted
        return spent > self._response or seat.hand_seconds > self._hand or seat.match_seconds > self._match

    def _check_version(self, seat: _Seat, deadline: float | None) -> None:
        try:
            line = seat.lines.read(deadline).decode("latin-1")
        except OSError:
            line = ""
        if not line:
            raise MatchError(f"could not read version string from seat {seat.label}")
        version = parse_version(line)
        if version is None:
            raise MatchError(f"invalid version string {_printable(line[:80]).strip()}")
        if version[0] != VERSION[0] or version[1] > VERSION[1]:
            # The original complains and plays on; programs rely on it.
            self._err.write(f"ERROR: a player speaks another version than {'.'.join(map(str, VERSION))}\n")

    def _warn(self, text: str) -> None:
        self._err.write(f"WARNING: {text}\n")

    def _note(self, text: str) -> None:
        if not self._options.quiet:
            self._err.write(text)


# Files and sockets ----------------------------------------------------------------------------------------------------


def _header(options: DealerOptions) -> str:
    return (
        f"# name/game/hands/seed {options.name} {options.game} {options.hands} {options.seed}\n"
        f"#--t_response {options.t_response}\n#--t_hand {options.t_hand}\n#--t_per_hand {options.t_per_hand}\n"
    )


def _opened(options: DealerOptions, ending: str) -> IO[str]:
    """A file of the match, with what an earlier match has left in it."""
    name = options.name + ending
    try:
        return open(name, "a", encoding="utf-8", newline="\n")
    except OSError as error:
        raise MatchError(f"could not open file {name}: {error.strerror or error}") from None


def _size(file: IO[str]) -> int:
    return os.fstat(file.fileno()).st_size


def _empty(file: IO[str]) -> None:
    try:
        if _size(file):  # a device has no size, and cannot be cut
            file.truncate(0)
    except OSError as error:
        raise MatchError(f"could not empty file {file.name}: {error.strerror or error}") from None


def _past(options: DealerOptions) -> deque[Transaction]:
    """The actions of the match that is resumed; a last line that was cut off is removed from the file."""
    path = Path(options.name + ".tlog")
    if not path.exists():
        return deque()
    try:
        content = path.read_bytes()
        whole = content.rfind(b"\n") + 1
        if whole < len(content):
            os.truncate(path, whole)
    except OSError as error:
        raise MatchError(f"could not read file {path}: {error.strerror or error}") from None
    past: deque[Transaction] = deque()
    for number, line in enumerate(content[:whole].decode("latin-1").splitlines(), start=1):
        found = _TRANSACTION.fullmatch(line)
        if found is None:
            raise MatchError(f"could not parse transaction in line {number} of {path}")
        sent, received = (int(found[at]) * _MICRO + int(found[at + 1]) for at in (3, 5))
        past.append(Transaction(found[1], int(found[2]), max(0, received - sent) / _MICRO))
    return past


def _listener(options: DealerOptions, seat: int) -> socket.socket:
    port = options.ports[seat] if seat < len(options.ports) else 0
    try:
        return listen(options.host, port)
    except OSError as error:
        why = error.strerror or error
        raise MatchError(f"could not create listen socket for player {seat + 1}: {why}") from None


def _accepted(listener: socket.socket, seat: int, deadline: float | None) -> socket.socket:
    try:
        listener.settimeout(None if deadline is None else max(1e-3, deadline - monotonic()))
        connection, _ = listener.accept()
    except TimeoutError:
        raise MatchError(f"timed out waiting for seat {seat + 1} to connect") from None
    except OSError as error:
        raise MatchError(f"seat {seat + 1} could not connect: {error.strerror or error}") from None
    listener.close()
    no_delay(connection)
    return connection


def _say_goodbye(connection: socket.socket) -> None:
    try:
        connection.shutdown(socket.SHUT_WR)
    except OSError:
        return  # it has already left


def _now() -> str:
    """Seconds and microseconds."""
    seconds, micros = divmod(time.time_ns() // 1000, _MICRO)
    return f"{seconds}.{micros:06d}"


def _printable(line: str) -> str:
    """A line of a player for a terminal: its own line end, and nothing else that moves the cursor."""
    text = line.rstrip("\r\n")
    shown = "".join([sign if " " <= sign <= "~" else f"\\x{ord(sign):02x}" for sign in text])
    return shown + (line[len(text) :] if line.endswith("\n") else "\n")
