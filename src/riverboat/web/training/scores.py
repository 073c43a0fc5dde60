"""How well does a person play each spot, and which mistakes come back? Kept as one document per person and spot.

Counted are decisions, EV lost (in chips of the spot, and in starting pots, which can be added up over spots), best
actions and mistakes, by street. A mistake is one decision: a path and a hand. Of a spot at most `MAX_MISTAKES` are
kept; the cheapest go first.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from threading import Lock
from typing import Any, Final, Literal

from riverboat.solve.spot.judging import Judgement
from riverboat.solve.spot.sizes import STREETS
from riverboat.web.documents import Documents
from riverboat.web.people import Person
from riverboat.web.training.schedule import Box, after_right, after_wrong

KIND: Final = "training"
MAX_MISTAKES: Final = 200

Difficulty = Literal["mix", "best"]
"""Right is what the solution's mix has or what costs next to nothing, or only what the solution does most often."""


@dataclass
class Tally:
    """Decisions that were counted together."""

    decisions: int = 0
    lost: float = 0.0
    """EV, in chips."""
    lost_pots: float = 0.0
    """EV, in starting pots of the spot."""
    best: int = 0
    right: int = 0

    def add(self, other: Tally) -> None:
        """Count those too."""
        self.decisions += other.decisions
        self.lost += other.lost
        self.lost_pots += other.lost_pots
        self.best += other.best
        self.right += other.right


@dataclass
class Mistake:
    """A decision to be asked again."""

    path: str
    hand: str
    player: int
    street: int
    action: str
    best: str
    lost: float
    """EV of the last time it was wrong, in chips."""
    times: int
    """How often it was wrong."""
    box: int
    due: str

    def where(self) -> Box:
        """Where it is in the schedule."""
        return Box(self.box, datetime.fromisoformat(self.due))


@dataclass
class Record:
    """What one person has done in one spot."""

    spot: str
    title: str
    board: str
    pot: int
    streets: dict[str, Tally] = field(default_factory=dict)
    mistakes: dict[str, Mistake] = field(default_factory=dict)
    """By path and hand."""

    @property
    def total(self) -> Tally:
        """Over all streets."""
        found = Tally()
        for tally in self.streets.values():
            found.add(tally)
        return found

    def count(self, found: Judgement, difficulty: Difficulty, now: datetime) -> bool:
        """Count a decision and put it into its box; whether it was right."""
        right = found.verdict == "best" or (difficulty == "mix" and found.verdict != "mistake")
        tally = self.streets.setdefault(STREETS[found.street], Tally())
        tally.add(Tally(1, found.lost, found.lost / self.pot, int(found.verdict == "best"), int(right)))
        key = f"{found.path} {found.hand}"
        old = self.mistakes.get(key)
        if not right:
            box = after_wrong(now)
            times = 1 if old is None else old.times + 1
            self.mistakes[key] = Mistake(
                found.path, found.hand, found.player, found.street, found.action, found.best.name,
                round(found.lost, 6), times, box.number, box.due.isoformat(),
            )  # fmt: skip
            while len(self.mistakes) > MAX_MISTAKES:
                del self.mistakes[min(self.mistakes, key=lambda each: self.mistakes[each].lost)]
        elif old is not None:
            following = after_right(old.where(), now)
            if following is None:
                del self.mistakes[key]
            else:
                old.box, old.due = following.number, following.due.isoformat()
        return right

    def due(self, now: datetime) -> list[Mistake]:
        """The mistakes to be asked again, the longest overdue first."""
        return sorted((each for each in self.mistakes.values() if each.where().is_due(now)), key=lambda each: each.due)

    @classmethod
    def from_json(cls, body: dict[str, Any]) -> Record:
        """As it was stored."""
        streets = {name: Tally(**tally) for name, tally in body["streets"].items()}
        mistakes = {name: Mistake(**mistake) for name, mistake in body["mistakes"].items()}
        return cls(body["spot"], body["title"], body["board"], body["pot"], streets, mistakes)


class Scores:
    """The records of everybody on one server; its methods may be called from several threads."""

    def __init__(self, documents: Documents) -> None:
        self._documents, self._lock = documents, Lock()

    def of(self, person: Person) -> list[Record]:
        """What a person has done, the spot of the last decision first."""
        mine = f"{person.id}."
        return self._documents.each(
            KIND, lambda name, body: Record.from_json(body), wanted=lambda name: name.startswith(mine)
        )

    def record(self, person: Person, spot: str) -> Record | None:
        """What a person has done in a spot."""
        body = self._documents.get(KIND, f"{person.id}.{spot}")
        return None if body is None else Record.from_json(body)

    def count(self, person: Person, new: Record, found: Judgement, difficulty: Difficulty) -> tuple[bool, Record]:
        """Count a decision, in the record as it is or else in a new one; whether it was right, and the record."""
        with self._lock:
            record = self.record(person, new.spot) or new
            right = record.count(found, difficulty, datetime.now(UTC))
            self._documents.put(KIND, f"{person.id}.{new.spot}", asdict(record))
        return right, record

    def forget(self, person: Person, spot: str) -> bool:
        """Delete what a person has done in a spot; returns whether there was anything."""
        with self._lock:
            return self._documents.drop(KIND, f"{person.id}.{spot}")
