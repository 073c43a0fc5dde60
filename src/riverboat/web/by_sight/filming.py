"""Are whole hands followed right? Hands of the real page on a virtual clock: one action per second, two pictures.

The engine deals, players act at random, the page draws every moment of it in Chromium (`web.pictures.studio`), the
reader reads the picture, and the tracker makes events of what was read. A hand is right if the stacks, all actions,
the cards that the user may know and the payoffs are those of the engine. A picture that is equal to the one before is
neither drawn nor read again, since that would give the same: about 0.3 s for each moment on one core.

Hands are played in sessions of at most twenty, each with its own random stream: a long run is kept after each of them,
and resumed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Final

import numpy as np

from riverboat.arena.stakes import rules_for
from riverboat.errors import RiverboatError
from riverboat.files import Checkpoint
from riverboat.games.action import Action
from riverboat.games.hand import Hand
from riverboat.games.rules import Rules
from riverboat.games.view import View
from riverboat.progress import OnProgress, Progress
from riverboat.records.commitment import Commitment
from riverboat.vision.calibration import Calibration
from riverboat.vision.locating import decode_picture
from riverboat.vision.reading import read
from riverboat.vision.sighting import Sighting
from riverboat.vision.tracker import Ended, Tracker
from riverboat.web.pictures.calibrating import fingerprint
from riverboat.web.pictures.scenes import NAMES, random_action, table_frame
from riverboat.web.pictures.studio import Studio, Viewport, studio
from riverboat.web.tables.hand import LiveHand

TABLES: Final = (
    ("holdem(betting=no-limit)", 2),
    ("holdem(betting=no-limit)", 6),
    ("holdem(betting=limit)", 3),
    ("omaha", 5),
    ("holdem(betting=no-limit)", 9),
)
WINDOW: Final = Viewport(1158, 826)
MAX_HANDS: Final = 100_000
_SESSION: Final = 20
"""Hands."""
_PICTURES: Final = 2
"""Of each action: it takes one second, and two pictures are taken in it."""
_PICTURES_OF_END: Final = 10
"""The table waits for five seconds."""
_MANY: Final = 250
"""After this many pictures the page is loaded again, so that its log stays short."""


@dataclass
class Filmed:
    """What came of it."""

    hands: int = 0
    right: int = 0
    pictures: int = 0
    """On the virtual clock."""
    read: int = 0
    """Pictures that were drawn and read: the others are equal to the one before."""
    corrections: int = 0
    resynchronised: int = 0
    wrong: list[str] = field(default_factory=list)
    """The hands that were not followed right: what was played, and what was seen."""


def film(
    hands: int,
    known: Calibration,
    *,
    seed: int = 1,
    tables: Sequence[tuple[str, int]] = TABLES,
    folds: float = 0.1,
    window: Viewport = WINDOW,
    resume: Path | None = None,
    on_progress: OnProgress | None = None,
) -> Filmed:
    """Play hands at several tables in turn, as many at each, and follow them.

    `resume` is a file that keeps the sessions that are done.
    """
    if not 1 <= hands <= MAX_HANDS:
        raise RiverboatError(f"{hands} hands: expected 1 to {MAX_HANDS:,}")
    identity = {"seed": seed, "tables": tables, "folds": folds, "window": str(window), "appearance": fingerprint()}
    checkpoint = Checkpoint(resume, "film", identity | {"hands": hands})
    kept = checkpoint.load()
    filmed, done = (Filmed(**kept[0][0]), kept[0][1]) if kept else (Filmed(), 0)
    sessions = list(_sessions(hands, len(tables)))
    with studio() as room:
        for number, session, count in sessions[done:]:
            room.refresh()
            room.view(window)
            table = _Table(*tables[number], np.random.default_rng([seed, number, session]), folds)
            tracker = Tracker(table.rules_for)
            for _ in range(count):
                _follow(table, tracker, _Camera(room, known, filmed), filmed)
                if on_progress is not None:
                    on_progress(Progress(filmed.hands, hands))
            filmed.corrections += tracker.corrections
            filmed.resynchronised += tracker.resynchronised
            done += 1
            checkpoint.save([asdict(filmed), done])
    return filmed


def _sessions(hands: int, tables: int) -> Iterator[tuple[int, int, int]]:
    """The table, the number and the hands of each session; the tables take turns."""
    left = [hands // tables + (number < hands % tables) for number in range(tables)]
    for session in range(-(-max(left) // _SESSION)):
        for number in range(tables):
            if count := min(_SESSION, left[number]):
                left[number] -= count
                yield number, session, count


class _Table:
    """Players who act at random; the user sits in chair 0, the button and the chips move on."""

    def __init__(self, game: str, chairs: int, rng: np.random.Generator, folds: float) -> None:
        self._game, self._chairs, self._rng, self._folds = game, chairs, rng, folds
        self._names = ["You", *rng.choice([name for name in NAMES if len(name) < 10], chairs - 1, replace=False)]
        self._stack = self.rules_for(chairs).stacks[0]
        self._stacks = [self._stack] * chairs
        self._button = int(rng.integers(chairs))
        self._number = self._turn = 0

    def rules_for(self, players: int) -> Rules:
        """The game."""
        return rules_for(self._game, players)

    def hand(self) -> Iterator[tuple[dict[str, Any], int] | Hand]:
        """The frames of one hand, each with its number of pictures; at last the hand as the user may know it."""
        chairs, rules = self._chairs, self.rules_for(self._chairs)
        self._number += 1
        self._button = (self._button + 1) % chairs
        order = [(self._button + 1 + at) % chairs for at in range(chairs)]
        stacks = [self._stacks[chair] or self._stack for chair in order]
        deck = tuple(self._rng.permutation(rules.deck.size).tolist())
        hand = LiveHand(Commitment("", self._number, rules, deck, b""), stacks, order)
        while hand.state.actor is not None:
            yield self._frame(hand), _PICTURES
            hand.apply(self._action(View(hand.state, hand.state.actor)))
        record = hand.finished(self._names)
        for chair, stack, won in zip(order, stacks, record.payoffs, strict=True):
            self._stacks[chair] = stack + int(won)
        yield self._frame(hand), _PICTURES_OF_END
        yield record.seen_by(order.index(0))

    def _action(self, view: View) -> Action:
        if self._rng.random() < self._folds and view.legal_actions().fold:
            return Action.fold()
        return random_action(view, self._rng)

    def _frame(self, hand: LiveHand) -> dict[str, Any]:
        self._turn += 1
        who = [{"name": name, "stack": 0, "state": "out"} for name in self._names]
        return table_frame(hand, who, self._button, 0, hand.rules, turn=self._turn) | {"hand": self._number}


@dataclass
class _Camera:
    """Takes pictures of frames and reads them."""

    room: Studio
    known: Calibration
    filmed: Filmed

    def sighting(self, frame: dict[str, Any]) -> Sighting:
        """What is read on the picture of a frame."""
        if self.filmed.read % _MANY == _MANY - 1:
            self.room.refresh()
        self.filmed.read += 1
        self.room.show_table(frame)
        return read(decode_picture(self.room.picture()), self.known, "table")


def _follow(table: _Table, tracker: Tracker, camera: _Camera, filmed: Filmed) -> None:
    seen: list[Hand] = []
    played: Hand | None = None
    for moment in table.hand():
        if isinstance(moment, Hand):
            played = moment
            continue
        frame, pictures = moment
        sighting = camera.sighting(frame)
        filmed.pictures += pictures
        for _ in range(pictures):
            seen += [event.hand for event in tracker.see(sighting) if isinstance(event, Ended)]
    assert played is not None
    filmed.hands += 1
    if list(map(_facts, seen)) == [_facts(played)]:
        filmed.right += 1
    else:
        filmed.wrong.append(f"played {_told(played)}; seen {' and '.join(map(_told, seen)) or 'nothing'}")


def _facts(hand: Hand) -> tuple[object, ...]:
    """Everything but the names and the number."""
    return (
        hand.rules, hand.stacks, hand.down, hand.up, hand.board, hand.other_boards, hand.actions, hand.committed,
        hand.live, tuple(map(int, hand.payoffs)),
    )  # fmt: skip


def _told(hand: Hand) -> str:
    actions = " ".join(f"{who}:{action.verb}{action.amount or ''}" for _, who, action in hand.actions)
    return f"{hand.stacks} {actions} {tuple(map(int, hand.payoffs))}"
