"""Models that are learned by playing before a match: the defaults of Vexbot, and opponents made against one player.

The play is cut into pieces with cards and random numbers of their own, so that a build that was interrupted ends like
one that was not. What has been learned is kept beside the file that is being built, every half minute and after Ctrl-C.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any, Final

import numpy as np

from riverboat.errors import RiverboatError
from riverboat.files import Checkpoint, one_at_a_time
from riverboat.games.agent import Agent
from riverboat.games.hand import Hand
from riverboat.games.play import decks, play_hand
from riverboat.model.sequences import SequenceModel, read_model, write_model
from riverboat.progress import DeferredInterrupt, OnProgress, Progress
from riverboat.solve.abstract.models import limit_holdem

PIECE: Final = 1_000
"""Hands."""

PlayPiece = Callable[[int, int], None]
"""Play so many hands of the piece with this number, and let the model learn from them."""


def played(agents: tuple[Agent, Agent], hands: int, seed: int, piece: int) -> Iterator[Hand]:
    """Hands of two agents, who change seats with every hand; their random numbers are those of the piece."""
    for chair, agent in enumerate(agents):
        agent.rng = Random(f"{seed}/{piece}/{chair}")
    rules = limit_holdem()
    names = ("first", "second")
    for number, deck in enumerate(islice(decks(rules, np.random.default_rng([seed, piece])), hands)):
        order = (number % 2, 1 - number % 2)
        yield play_hand(
            rules, [agents[chair] for chair in order], deck, players=(names[order[0]], names[order[1]]), number=number
        )


def trained(
    path: str | Path,
    model: SequenceModel,
    hands: int,
    play_piece: PlayPiece,
    about: Mapping[str, Any],
    on_progress: OnProgress | None = None,
) -> SequenceModel:
    """Let a model learn from this many hands and keep it in a file; if the file is there it is read instead."""
    path = Path(path)
    identity = {**about, "trained_hands": hands}
    if _restored(path, model, identity):
        return model
    with suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
    with one_at_a_time(path.with_name(f".{path.stem}.lock")):
        if not _restored(path, model, identity):
            _train(path.with_suffix(".building"), model, hands, play_piece, identity, on_progress)
            write_model(path, model, identity)
            path.with_suffix(".building").unlink(missing_ok=True)
    return model


def _restored(path: Path, model: SequenceModel, identity: Mapping[str, Any]) -> bool:
    """Whether the file was there, is what is wanted, and has been read."""
    if not path.exists():
        return False
    try:
        header = read_model(path, model)
    except RiverboatError:
        return False
    return all(header.get(key) == value for key, value in identity.items())


def _train(
    building: Path,
    model: SequenceModel,
    hands: int,
    play_piece: PlayPiece,
    identity: Mapping[str, Any],
    on_progress: OnProgress | None,
) -> None:
    model.forget()
    checkpoint = Checkpoint(building, "sequence-training", identity)
    done = 0
    with suppress(RiverboatError):  # of another run, or damaged: begun again
        if found := checkpoint.load():
            (done, header), arrays = found
            model.restore(header, arrays)

    def state() -> tuple[Any, Any]:
        return (done, model.header()), model.arrays()

    with DeferredInterrupt() as interrupt:
        while done < hands:
            now = min(PIECE, hands - done)
            play_piece(done // PIECE, now)
            done += now
            if on_progress:
                on_progress(Progress(done, hands))
            if interrupt.heard:
                checkpoint.save(*state())
                raise KeyboardInterrupt
            checkpoint.save_if_due(state)
