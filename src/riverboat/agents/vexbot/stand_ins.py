"""Opponents of the published tournaments whose programs are lost, and what plays in their place.

| program | what is known of it | stand-in |
|---|---|---|
| Aadapti | simple, learns slowly | Vexbot with the coarsest level only, slow forgetting, no exploration |
| Anti-Poki | rules written to beat Poki | Vexbot after 100,000 hands against Poki, frozen |
| Hobbybot | learns slowly, made to beat Poki | the same, still learning, slow forgetting |
| Jagbot | static, a formula | `loki_bpm` |

A result against a stand-in says nothing about the program it stands for. Training takes ten minutes, once, by
`riverboat tables --build anti_poki` or before the first hand.
"""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Final

from riverboat.agents.loki import bpm
from riverboat.agents.registry import make_agent
from riverboat.agents.vexbot.player import Vexbot, layout
from riverboat.agents.vexbot.training import played, trained
from riverboat.cache import cache_folder
from riverboat.model.sequences import SequenceModel
from riverboat.progress import OnProgress

HANDS: Final = 100_000
SLOW: Final = 0.999
"""The decay of players that learn slowly."""
_SEED: Final = 2004


def train_against(
    path: str | Path,
    opponent: str,
    hands: int,
    *,
    seed: int = _SEED,
    on_progress: OnProgress | None = None,
    **settings: str,
) -> SequenceModel:
    """The model of a Vexbot that has played this many hands against an opponent, kept in a file.

    The opponent is re-created every 1,000 hands; Vexbot keeps what it has learned.
    """
    learner = Vexbot(**settings)  # type: ignore[arg-type]
    model = SequenceModel(layout().contexts, learner.settings, learner.defaults(on_progress))
    learner.models["second"] = model

    def play(piece: int, count: int) -> None:
        for _ in played((learner, make_agent(opponent)), count, seed, piece):
            pass

    about = {"opponent": opponent, "seed": seed, "player": "vexbot", "settings": settings}
    return trained(path, model, hands, play, about, on_progress)


class TrainedVexbot(Vexbot):
    """A Vexbot that begins with what it learned against one opponent."""

    def __init__(self, opponent: str, hands: int = HANDS, *, learn: bool, decay: float | None = None) -> None:
        super().__init__(learn=learn, decay=decay)
        self._trained_against, self._hands = opponent, hands

    def prepare(self, on_progress: OnProgress | None = None) -> None:
        super().prepare(on_progress)
        self._trained(on_progress)

    def model_of(self, opponent: str) -> SequenceModel:
        if opponent not in self.models:
            trained_model = self._trained()
            super().model_of(opponent).restore(trained_model.header(), trained_model.arrays())
        return self.models[opponent]

    def _trained(self, on_progress: OnProgress | None = None) -> SequenceModel:
        path = cache_folder() / f"vexbot-against-{self._trained_against}-{self._hands}-v1.table"
        return train_against(path, self._trained_against, self._hands, on_progress=on_progress)


aadapti = partial(Vexbot, levels="A3", decay=SLOW, explore=0.0)
anti_poki = partial(TrainedVexbot, "poki", learn=False)
hobbybot = partial(TrainedVexbot, "poki", learn=True, decay=SLOW)
jagbot = bpm
