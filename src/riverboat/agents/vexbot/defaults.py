"""What does Vexbot believe of an opponent it has never met? That it plays like `psopti1` against itself.

A good default is the play of two rational players, says Billings (2006, section 4.6.2), "analogous to Nash equilibrium
strategies". Here 200,000 hands of `psopti1` against itself are learned without forgetting, for both seats at once, and
blended over the same levels. Built once, in minutes, by `riverboat tables --build vexbot` or before the first hand.
"""

from __future__ import annotations

from typing import Final

from riverboat.agents.psopti import psopti1
from riverboat.agents.vexbot.training import played, trained
from riverboat.cache import cache_folder
from riverboat.model.sequences import Contexts, Defaults, SequenceModel, SequenceSettings
from riverboat.progress import OnProgress

HANDS: Final = 200_000
_SEED: Final = 2003
_built: Final[dict[int, Defaults]] = {}


def psopti1_defaults(contexts: Contexts, on_progress: OnProgress | None = None, hands: int = HANDS) -> Defaults:
    """From the cache, or from this many hands played now."""
    if hands not in _built:
        model = SequenceModel(contexts, SequenceSettings(shown_decay=1.0, action_decay=1.0))
        players = psopti1(), psopti1()

        def play(piece: int, count: int) -> None:
            players[0].prepare()
            for hand in played(players, count, _SEED, piece):
                for seat in (0, 1):
                    model.learn(hand, seat)

        path = cache_folder() / f"vexbot-defaults-psopti1-{hands}-v1.table"
        trained(path, model, hands, play, {"players": "psopti1", "seed": _SEED}, on_progress)
        _built[hands] = model.as_defaults()
    return _built[hands]
