"""Vexbot (University of Alberta, 2003): a best response to what has been seen of the opponent (Billings 2006, ch. 4).

At each decision the whole rest of the hand is searched (`search.py`) against a model of the opponent's betting
sequences (`riverboat.model.sequences`), which learns after every hand. One model for each opponent, by name.

What the source leaves open is decided here: defaults are the play of `psopti1` against itself (`defaults=flat` knows
nothing), hands shown fade by 0.95 and actions by 0.98 for each new one in their class, and two decisions in a hundred
are random choices other than folding, because who folds to a bet never learns that it was a bluff (the folding trap,
section 6.5). A model that does not learn does not explore.

Cost: 3 ms per hand for the first decision and 0.1 to 0.5 ms for each later one; 2 MB per opponent. Heads-up limit
hold'em only.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Final, Literal, get_args

import numpy as np

from riverboat.agents.vexbot.defaults import psopti1_defaults
from riverboat.agents.vexbot.layout import Layout, lay_out
from riverboat.agents.vexbot.runouts import preflop_rows
from riverboat.agents.vexbot.search import Mix, Search, SearchSettings, Values
from riverboat.errors import NotationError, RiverboatError
from riverboat.games.action import Action
from riverboat.games.agent import Agent
from riverboat.games.hand import Hand
from riverboat.games.memory import Memory
from riverboat.games.rules import Rules
from riverboat.games.view import View
from riverboat.model.sequences import (
    KIND,
    LEVELS,
    VERSION,
    Defaults,
    SequenceModel,
    SequenceSettings,
    build_contexts,
    flat_defaults,
    read_model,
)
from riverboat.progress import OnProgress
from riverboat.solve.abstract.models import limit_holdem, require_limit_holdem
from riverboat.solve.betting import build_betting

DefaultsName = Literal["flat", "psopti1"]
EXPLORE: Final = 0.02
_FOLD: Final = Action.fold()
_LEVELS: Final = re.compile(r"A([0-3])(?:-A([0-3]))?")
_UNNAMED: Final = "opponent"


class Vexbot(Agent):
    """Searches against a model of its opponent."""

    def __init__(
        self,
        mix: str = "miximax",
        levels: str = "A0-A3",
        decay: float | None = None,
        explore: float = EXPLORE,
        defaults: str = "psopti1",
        model: Path | str = "",
        learn: bool = True,
    ) -> None:
        """`decay` replaces both factors by which observations fade; `model` is a file that every opponent's model
        begins with."""
        super().__init__()
        if mix not in get_args(Mix):
            raise NotationError(f'mix "{mix}": expected {" or ".join(get_args(Mix))}')
        if defaults not in get_args(DefaultsName):
            raise NotationError(f'defaults "{defaults}": expected {" or ".join(get_args(DefaultsName))}')
        if not 0.0 <= explore <= 1.0:
            raise RiverboatError(f"explore {explore}: expected 0 to 1")
        first, last = parse_levels(levels)
        changed = {} if decay is None else {"shown_decay": decay, "action_decay": decay}
        self.settings: Final = SequenceSettings(first, last, **changed)
        self.search_settings: Final = SearchSettings("miximix" if mix == "miximix" else "miximax")
        self.explore: Final = explore if learn else 0.0
        self.learns: Final = learn
        self.models: Final[dict[str, SequenceModel]] = {}
        """What is known of each opponent, by name."""
        self._defaults: Final = defaults
        self._file: Final = Path(model) if model else None
        if self._file is not None and not self._file.is_file():
            raise RiverboatError(f'model "{self._file}": no such file')
        self._seat = 0
        self._opponent = _UNNAMED
        self._search: Search | None = None
        self._followed = self._node = 0

    def require_game(self, rules: Rules) -> None:
        require_limit_holdem(rules)

    def prepare(self, on_progress: OnProgress | None = None) -> None:
        preflop_rows((0, 4), on_progress=on_progress)
        self.defaults(on_progress)

    def defaults(self, on_progress: OnProgress | None = None) -> Defaults:
        """What it believes of an opponent it has never met."""
        if self._defaults == "flat":
            return _flat()
        return psopti1_defaults(layout().contexts, on_progress)

    @property
    def defaults_in_words(self) -> str:
        """For people who look at a model."""
        return "every choice alike" if self._defaults == "flat" else f"the play of {self._defaults} against itself"

    def model_of(self, opponent: str) -> SequenceModel:
        """What is known of an opponent."""
        if opponent not in self.models:
            made = SequenceModel(layout().contexts, self.settings, self.defaults())
            if self._file is not None:
                read_model(self._file, made)
            self.models[opponent] = made
        return self.models[opponent]

    def load_memory(self, memory: Memory, opponents: Sequence[str]) -> None:
        for opponent in opponents:
            if found := memory.recall(opponent, KIND, VERSION):
                self.model_of(opponent).restore(found.header, found.arrays)

    def save_memory(self, memory: Memory) -> None:
        for opponent, model in self.models.items():
            memory.remember(opponent, KIND, VERSION, model.header(), model.arrays())

    def begin(self, view: View) -> None:
        self._seat = view.position
        self._opponent = self.players[1 - view.position] if self.players else _UNNAMED
        self._search = None

    def act(self, view: View) -> Action:
        actions, values = self.choices(view)
        if len(actions) == 1:
            return self.certain(actions[0])
        probabilities = self.search_settings.probabilities(values)
        if self.explore:
            bold = np.array([action != _FOLD for action in actions])
            probabilities = (1.0 - self.explore) * probabilities + self.explore * bold / bold.sum()
        return self.sample(actions, probabilities.tolist())

    def choices(self, view: View) -> tuple[tuple[Action, ...], Values]:
        """What may be done at this decision of ours, and what each choice is worth in small bets for the whole hand."""
        if self._search is None or self._search.seat != view.position:
            self._start_search(view)
        assert self._search is not None
        contexts = layout().contexts
        for _, _, action in view.betting.actions[self._followed :]:
            self._node = int(contexts.child[self._node, contexts.place(action)])
        self._followed = len(view.betting.actions)
        return _choices(self._node), self._search.values(self._node, view.board)

    def end(self, hand: Hand) -> None:
        if self.learns:
            self.model_of(self._opponent).learn(hand, self._seat)
        self._search = None

    def _start_search(self, view: View) -> None:
        self._seat = view.position
        beliefs = self.model_of(self._opponent).beliefs(view.position)
        self._search = Search(layout(), beliefs, view.position, view.hole, self.search_settings)
        self._followed, self._node = 0, layout().contexts.root


@cache
def layout() -> Layout:
    """Of heads-up limit hold'em."""
    return lay_out(build_contexts(build_betting(limit_holdem())))


@cache
def _choices(node: int) -> tuple[Action, ...]:
    return tuple(layout().contexts.tree.choices(node))


def parse_levels(text: str) -> tuple[int, int]:
    """`A0-A3` or a single level: the finest and the coarsest."""
    found = _LEVELS.fullmatch(text)
    first = int(found[1]) if found else 1
    last = int(found[2] or first) if found else 0
    if first > last:
        raise NotationError(f'levels "{text}": expected one of {", ".join(LEVELS)} or two with a dash, such as A0-A3')
    return first, last


@cache
def _flat() -> Defaults:
    return flat_defaults(layout().contexts)
