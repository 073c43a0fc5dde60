"""Matches of learners in pieces: what was learned goes on, and Ctrl-C costs one piece at most."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import ClassVar

import numpy as np
import pytest

from riverboat.arena import run_match
from riverboat.games.action import Action
from riverboat.games.agent import Agent
from riverboat.games.hand import Hand
from riverboat.games.memory import Memory
from riverboat.games.view import View
from riverboat.lab import Size, Work
from riverboat.lab.billings._aadapti import QuickAadapti
from riverboat.lab.learning import play_in_pieces


class Counting(Agent):
    """Calls, and remembers how many hands it has played."""

    began_with: ClassVar[list[int]] = []

    def __init__(self) -> None:
        super().__init__()
        self.hands, self.opponent = 0, ""

    def load_memory(self, memory: Memory, opponents: Sequence[str]) -> None:
        [self.opponent] = opponents
        found = memory.recall(self.opponent, "counting", 1)
        self.hands = int(found.arrays["hands"][0]) if found else 0
        self.began_with.append(self.hands)

    def save_memory(self, memory: Memory) -> None:
        memory.remember(self.opponent, "counting", 1, {}, {"hands": np.array([self.hands])})

    def act(self, view: View) -> Action:
        return view.check_or_call()

    def end(self, hand: Hand) -> None:
        self.hands += 1


class Measure:
    """Payoffs of the first player; stops like Ctrl-C in one piece."""

    def __init__(self, stop_at: int = -1) -> None:
        self.calls, self.stop_at = 0, stop_at

    def __call__(self, hands: Sequence[Hand], player: str) -> list[float]:
        self.calls += 1
        if self.calls == self.stop_at:
            raise KeyboardInterrupt
        return [float(hand.payoffs[hand.players.index(player)]) for hand in hands]


@pytest.fixture(autouse=True)
def _nothing_counted() -> None:
    Counting.began_with.clear()


def play(folder: Path | None, measure: Measure) -> list[float]:
    return play_in_pieces(
        Work(Size.SMALL, seed=5, folder=folder), "match", [Counting, "random"], "kuhn", 25, 10, measure
    )


@pytest.mark.parametrize("kept", [True, False])
def test_each_piece_begins_with_what_was_learned_before(tmp_path: Path, kept: bool) -> None:
    assert len(play(tmp_path if kept else None, Measure())) == 25
    assert Counting.began_with == [0, 10, 20]


def test_an_interrupted_piece_is_played_again_from_its_own_beginning(tmp_path: Path) -> None:
    """The third piece is interrupted after its memory was saved: it must not be learned twice."""
    whole = play(None, Measure())
    Counting.began_with.clear()
    with pytest.raises(KeyboardInterrupt):
        play(tmp_path, Measure(stop_at=3))
    assert Counting.began_with == [0, 10, 20]
    assert play(tmp_path, Measure()) == whole
    assert Counting.began_with == [0, 10, 20, 20]


def test_aadapti_of_postflop_holdem_calls_before_the_flop_and_bets_after_it() -> None:
    played: list[Hand] = []
    run_match([QuickAadapti, "always_call"], "holdem(betting=limit)", 12, session=None, record=played.extend)
    actions = [(street, action) for hand in played for street, _, action in hand.actions]
    call = Action.check_or_call()
    assert {action for street, action in actions if street == 0} == {call}
    assert any(action != call for street, action in actions if street > 0)
