"""One table of a crosstable: which sessions it plays, when it has played enough, and what is kept of it.

A meeting depends on its players, the game, the seed and the length of a session, and on nothing else in the table: not
on who else plays, nor in which order players were listed, nor on how many hands were asked for. So its file can be
used again when the table gets another player, more hands or narrower intervals. Every meeting has its own cards, which
makes the cells of the table independent of each other.

A pair in which someone learns plays whole matches: players are created at their beginning, once for either order of
seats, and know nothing of other matches.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from math import ceil, inf
from pathlib import Path
from time import perf_counter
from typing import Any, Final

from riverboat.arena.crosstable.boards import BoardValue, all_hands
from riverboat.arena.crosstable.scores import Faults, PairScore, RingScore, Score, Unit
from riverboat.arena.match import session_pieces
from riverboat.arena.request import Estimator
from riverboat.arena.seating import seat_orders
from riverboat.arena.sessions import Session, play_session
from riverboat.arena.tally import Tally
from riverboat.errors import RiverboatError
from riverboat.files import Checkpoint
from riverboat.games.rules import Rules
from riverboat.games.units import Units

FAST: Final = 100.0
"""Hands per second, below which a pair is slow."""
SLOW_SESSIONS: Final = 10
"""A meeting of a player that is named as slow has at least this many sessions: they are what an interruption costs."""
MIN_VALUES: Final = 5
"""Matches of learners, and sessions of a ring, are single values: with fewer, an interval says next to nothing."""
_SECONDS_BETWEEN_SAVES: Final = 2.0


@dataclass(frozen=True)
class CrosstableSettings:
    """How much is played."""

    hands: int = 10_000
    """Maximum hands of each meeting, rounded up to whole sessions; `MIN_VALUES` of them where they are values."""
    within: float | None = None
    """Stop a meeting whose 95 % interval is this narrow: the mean plus or minus this, in mbb per hand."""
    session: int = 1000
    """Hands after which players are re-created."""
    match_hands: int = 2000
    """Hands of a whole match of players that learn, both orders of seats together."""
    learners: tuple[str, ...] = ()
    """Players that learn, beside those that have a memory (`Agent.save_memory`)."""
    slow: Mapping[str, int] = field(default_factory=dict)
    """Players whose meetings have a fixed number of hands."""
    slow_hands: int | None = None
    """Hands of meetings that are slow when measured: below `FAST` hands per second in their first session."""
    seed: int = 1
    clock: float | None = None
    """Maximum seconds for one decision; default: no limit."""
    boards: int | None = None
    """Maximum boards of pairs of tables, which play all their hands on each; default: half as many as hands."""

    def __post_init__(self) -> None:
        numbers = {"hands": self.hands, "session": self.session, "match_hands": self.match_hands, **self.slow}
        for name, number in numbers.items():
            if number < 1:
                raise RiverboatError(f"{name} {number}: expected 1 or more")
        if self.boards is not None and self.boards < 1:
            raise RiverboatError(f"boards {self.boards}: expected 1 or more")
        if self.slow_hands is not None and self.slow_hands < 1:
            raise RiverboatError(f"slow {self.slow_hands}: expected 1 hand or more")
        if self.within is not None and not 0.0 < self.within < inf:
            raise RiverboatError(f"within {self.within}: expected mbb per hand above 0")
        if self.clock is not None and not 0.0 < self.clock < inf:
            raise RiverboatError(f"clock {self.clock}: expected seconds above 0")


@dataclass(frozen=True)
class Outcome:
    """One session, played."""

    meeting: int
    tally: Tally
    seconds: float


def play_piece(piece: tuple[int, Session, BoardValue | None]) -> Outcome:
    """In any process: a session of the meeting with this number, hand by hand or all hands of its boards at once."""
    number, session, value = piece
    began = perf_counter()
    tally = play_session(session).tally if value is None else all_hands(session, value)
    return Outcome(number, tally, perf_counter() - began)


class Meeting:
    """Some players at one table."""

    def __init__(
        self,
        seated: Sequence[int],
        names: Sequence[str],
        agents: Sequence[str],
        rules: Rules,
        settings: CrosstableSettings,
        *,
        learns: bool,
        estimator: Estimator | None,
        value: BoardValue | None = None,
        folder: str | Path | None,
    ) -> None:
        """`value` is for two players whose strategies are tables: what the first one wins on a board."""
        folder = None if folder is None else Path(folder)
        by_text = sorted(range(len(seated)), key=lambda place: agents[place])
        self.seated = tuple(seated[place] for place in by_text)
        """By place in the table; in the order of the players' texts."""
        self.names = tuple(names[place] for place in by_text)
        self.agents = tuple(agents[place] for place in by_text)
        self.rules, self.settings, self.estimator = rules, settings, estimator
        self.learns, self.value = learns, value
        fixed = [] if value else [settings.slow[name] for name in self.agents if name in settings.slow]
        whole = 2 * settings.boards if value and settings.boards else settings.hands
        self._limit = min(fixed) if fixed else whole
        self._is_fixed = bool(fixed)
        wanted = settings.match_hands if learns else settings.session
        self.session = self._whole_deals(min(wanted, ceil(self._limit / SLOW_SESSIONS)) if fixed else wanted)
        adjusted = estimator is not None and value is None
        unit: Unit = "matches" if learns else "boards" if value else "deals"
        self.score: Score = (
            PairScore(unit, adjusted=adjusted) if len(seated) == 2 else RingScore(self.names, adjusted=adjusted)
        )
        self.faults = Faults()
        self.hands = self.done = 0
        self.first_rate: float | None = None
        """Hands per second of the first session."""
        self._is_saved = True
        self._checkpoint = Checkpoint(
            None if folder is None else folder / self._file_name(), "crosstable", self.identity(),
            every=_SECONDS_BETWEEN_SAVES,
        )  # fmt: skip
        self._load()

    @property
    def scale(self) -> float:
        """From chips to mbb."""
        return 1000.0 / Units.of(self.rules).big_blind

    @property
    def luck(self) -> str:
        """What takes luck out."""
        if self.value is not None:
            return self.value.label
        return "duplicate" if self.estimator is None else f"duplicate, {self.estimator.label}"

    @property
    def is_slow(self) -> bool:
        """Whether it was measured to be slow."""
        return self.settings.slow_hands is not None and self.first_rate is not None and self.first_rate < FAST

    @property
    def limit(self) -> int:
        """Sessions that are played at most."""
        hands = self._limit
        if self.is_slow and self.settings.slow_hands is not None:
            hands = min(hands, self.settings.slow_hands)
        least = MIN_VALUES if self.learns or len(self.agents) > 2 else 1
        return max(least, ceil(hands / self.session))

    @property
    def is_finished(self) -> bool:
        """Whether enough was played."""
        if self.done >= self.limit:
            return True
        within = self.settings.within
        return within is not None and not self._is_fixed and self.score.is_narrow(within / self.scale)

    def expected(self) -> int:
        """Sessions in all, as far as can be known now."""
        within, margin = self.settings.within, self.score.margin() * self.scale
        if self.is_finished or within is None or self._is_fixed or not 0.0 < margin < inf:
            return self.done if self.is_finished else self.limit
        return max(self.done + 1, min(self.limit, ceil(self.done * (margin / within) ** 2)))

    def pieces(self, number: int) -> Iterator[tuple[int, Session, BoardValue | None]]:
        """The sessions of the next round: as many as were played, but not more than are expected to be needed.

        What a meeting plays does not depend on rounds: sessions that follow after it is finished do not count.
        """
        count = min(max(1, self.done), self.expected() - self.done)
        for session in islice(self._sessions(), self.done, self.done + count):
            if self.is_finished:
                return
            yield number, session, self.value

    def fold(self, outcome: Outcome) -> None:
        """Count a session, the one after those that were counted."""
        self.score.add(outcome.tally)
        self.faults.add(outcome.tally)
        self.hands += outcome.tally.hands
        self.done += 1
        if self.first_rate is None:
            self.first_rate = outcome.tally.hands / max(outcome.seconds, 1e-9)
        self._is_saved = False

    def save(self, *, now: bool = True) -> None:
        """Write its file, if there is anything new and it is time."""
        if not self._is_saved and (now or self._checkpoint.is_due):
            self._checkpoint.save(
                {
                    "done": self.done, "hands": self.hands, "score": self.score.saved(),
                    "faults": self.faults.saved(), "first_rate": self.first_rate,
                }
            )  # fmt: skip
            self._is_saved = True

    def identity(self) -> dict[str, Any]:
        """What makes it the same meeting."""
        clock = {} if self.settings.clock is None else {"clock": self.settings.clock}
        return {
            "agents": list(self.agents),
            "game": self.rules.identity,
            "seed": self.settings.seed,
            "session": self.session,
            "learns": self.learns,
            "luck": self.luck,
            **clock,
        }

    def _load(self) -> None:
        if (found := self._checkpoint.load()) is not None:
            state = found[0]
            self.done, self.hands, self.first_rate = state["done"], state["hands"], state["first_rate"]
            self.score.load(state["score"])
            self.faults = Faults.restored(state["faults"])

    def _sessions(self) -> Iterator[Session]:
        text = "/".join(("crosstable", str(self.settings.seed), *self.agents))
        seed = int.from_bytes(hashlib.sha256(text.encode()).digest()[:6])
        hands = self.session * self.limit
        return session_pieces(
            self.agents, self.rules, hands, "duplicate", seed,
            names=self.names, session=self.session, clock=self.settings.clock, estimator=self.estimator,
        )  # fmt: skip

    def _whole_deals(self, hands: int) -> int:
        replays = len(seat_orders(self.rules.players))
        return replays * ceil(hands / replays)

    def _file_name(self) -> str:
        plain = "-".join("".join(sign if sign.isalnum() or sign == "_" else "" for sign in a)[:24] for a in self.agents)
        digest = hashlib.sha256(repr(sorted(self.identity().items())).encode()).hexdigest()[:12]
        return f"{plain[:80]}-{digest}.table"
