"""Hands of people for the entries on opponent models: a month of the IRC database, or self-play where there is none."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from riverboat.lab.work import Work

if TYPE_CHECKING:
    from riverboat.games import Hand

MONTH = "RIVERBOAT_IRC"
"""The variable that names a month of the IRC database, which cannot be shipped."""


def recorded_hands(work: Work, of_programs: int, of_people: int | None) -> tuple[list[Hand], str]:
    """Real hands if there are any, self-play otherwise, this many (None: all); and a description of them."""
    from riverboat.agents.poki.self_play import self_play
    from riverboat.records import RejectedHand, read_hands

    month = os.environ.get(MONTH)
    if not month:
        # Other hands than those behind the first network, which are of seed 1.
        hands = list(self_play(of_programs, 1_000 + work.seed, work.on_progress))
        return hands, f"self-play: {MONTH} names no month of the IRC database"
    read = [hand for hand in read_hands(Path(month)) if not isinstance(hand, RejectedHand)]
    return read[:of_people], f"IRC, {Path(month).name.partition('.')[0]}"
