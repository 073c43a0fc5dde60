"""Which part of a game is modelled, from a text: `four_rounds`, `postflop(pot=4)`, `preflop(raises=4)`.

| text | streets | plays |
|---|---|---|
| `one_round` | before the flop | `preflop_holdem` |
| `two_rounds` | before the flop, flop | nothing alone |
| `preflop` | before the flop, flop, turn | nothing alone |
| `four_rounds` | all | limit hold'em |
| `postflop(pot=2)` | flop, turn, river; the pot in small bets | `postflop_holdem`; limit hold'em, calling before it |

What comes after a model's last street is dealt without betting. `raises` is the number of bets allowed on a street
after the flop, three by default. A model and a bucketing together are an abstract game; its size is known before any
cards are counted.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from riverboat.abstraction.buckets import STREETS, Bucketing
from riverboat.abstraction.joint import count_joint
from riverboat.abstraction.views import Histories, StartingHands, Views
from riverboat.cards.holdings import CLASSES
from riverboat.errors import NotationError, RiverboatError
from riverboat.games.rules import Rules
from riverboat.progress import OnProgress
from riverboat.solve.abstract.game import MAX_VIEWS, AbstractGame, Size, ends_by_street, size_of
from riverboat.solve.abstract.models import (
    MODEL_RAISES,
    limit_holdem,
    one_round_rules,
    postflop_rules,
    require_limit_holdem,
    rules_to,
    selby_game,
    small_bet,
)
from riverboat.solve.betting import BettingTree, TooLargeError, build_betting
from riverboat.solve.core.memory import SHARE_OF_MEMORY, available_memory, bytes_text
from riverboat.solve.public.layout import Betting, lay_out_betting

_STREETS: Final = {
    "one_round": (0, 0), "two_rounds": (0, 1), "preflop": (0, 2), "four_rounds": (0, 3), "postflop": (1, 3),
}  # fmt: skip
_TEXT: Final = re.compile(r"(\w+)(?:\(([^()]*)\))?")
STARTING_HANDS: Final = "169 starting hands"
"""The abstraction of a one-round model that loses nothing."""


@dataclass(frozen=True)
class Model:
    """What is played of limit hold'em."""

    kind: str
    pot: int = 2
    """Small bets on the flop, of a post-flop model."""
    raises: int = MODEL_RAISES

    @property
    def first(self) -> int:
        """The street with which it begins."""
        return _STREETS[self.kind][0]

    @property
    def last(self) -> int:
        """The last street on which players bet."""
        return _STREETS[self.kind][1]

    def __str__(self) -> str:
        settings = [f"pot={self.pot}"] if self.kind == "postflop" else []
        settings += [f"raises={self.raises}"] if self.raises != MODEL_RAISES else []
        return self.kind + (f"({','.join(settings)})" if settings else "")

    def rules(self, game: Rules) -> Rules:
        """The betting of the model."""
        if self.kind == "one_round":
            return one_round_rules(game)
        return postflop_rules(self.pot, self.raises) if self.first else rules_to(self.last, self.raises)


def parse_model(text: str) -> Model:
    """The model that a text names."""
    match = _TEXT.fullmatch("".join(text.split()).lower())
    if match is None or match[1] not in _STREETS:
        raise NotationError(f'model "{text[:40]}": expected one of {", ".join(_STREETS)}')
    settings: dict[str, int] = {}
    for part in filter(None, (match[2] or "").split(",")):
        name, equals, value = part.partition("=")
        if not equals:
            name, value = "pot", name
        allowed = ("pot", "raises") if match[1] == "postflop" else () if match[1] == "one_round" else ("raises",)
        if name not in allowed or name in settings:
            there = " and ".join(allowed) or "nothing"
            raise NotationError(f'model "{text[:40]}": "{part}" cannot be set; {match[1]} takes {there}')
        if not value.isdecimal() or not 1 <= int(value) <= 1000 or (name == "raises" and int(value) > 4):
            raise NotationError(f'model "{text[:40]}": {name}={value}; expected a whole number')
        settings[name] = int(value)
    if settings.get("pot", 2) % 2:
        raise NotationError(f'model "{text[:40]}": a pot of {settings["pot"]} small bets; expected an even number')
    return Model(match[1], **settings)


def model_of(game: Rules) -> Model:
    """The model that is solved for a game by default."""
    if game.name == "preflop_holdem":
        return Model("one_round")
    if game.name == "postflop_holdem":
        return Model("postflop", pot=_pot(game))
    return Model("four_rounds")


@dataclass(frozen=True, eq=False)
class AbstractModel:
    """A model of a game through a bucketing: the abstract game before its cards are counted."""

    game: Rules
    """The real game."""
    model: Model
    bucketing: Bucketing | None
    """None for the 169 starting hands."""
    seed: int = 1
    """Of the sample of boards."""

    def __post_init__(self) -> None:
        _require_fitting(self.game, self.model)
        if self.bucketing is None:
            if self.model.kind != "one_round":
                raise RiverboatError(
                    f"model {self.model}: its streets after the first need an abstraction, like psopti(6)"
                )
            return
        counts = self.bucketing.counts[self.model.first : self.model.last + 1]
        if 0 in counts:
            street = STREETS[self.model.first + counts.index(0)]
            raise RiverboatError(f"abstraction {self.bucketing.text}: it has no buckets for the {street}")
        if self.views[-1] > MAX_VIEWS:
            raise TooLargeError(
                f"abstraction {self.bucketing.text}: {self.views[-1]:,} histories of buckets in the model {self.model},"
                f" {MAX_VIEWS:,} at most; choose fewer buckets"
            )

    @property
    def abstraction(self) -> str:
        """The text of the bucketing."""
        return STARTING_HANDS if self.bucketing is None else self.bucketing.text

    @property
    def identity(self) -> dict[str, Any]:
        """What a strategy and this model must share; the bucketing by a checksum of all that decides buckets."""
        buckets = STARTING_HANDS if self.bucketing is None else self.bucketing.identity
        return {"game": self.game.identity, "model": str(self.model), "abstraction": buckets, "boards seed": self.seed}

    @property
    def views(self) -> tuple[int, ...]:
        """How many a player can have, by street."""
        if self.bucketing is None:
            return (CLASSES,)
        return tuple(np.cumprod(self.bucketing.counts[self.model.first : self.model.last + 1]).tolist())

    @cached_property
    def betting(self) -> BettingTree:
        """All betting of the model."""
        return build_betting(self.model.rules(self.game))

    @property
    def seen(self) -> Views:
        """What players see of their cards."""
        return StartingHands() if self.bucketing is None else Histories(self.bucketing, self.model.first)

    @cached_property
    def size(self) -> ModelSize:
        """How large it is, from the betting and the numbers of views alone."""
        return ModelSize.of(self.betting, self.views)

    def build(self, on_progress: OnProgress | None = None) -> AbstractGame:
        """Count the cards; from the cache, or half a minute to some minutes."""
        if self.bucketing is None:
            return selby_game(on_progress, self.game)
        joint = count_joint(self.bucketing, self.model.first, self.model.last, seed=self.seed, on_progress=on_progress)
        return self.with_cards(joint.pairs, joint.edge)

    def with_cards(self, pairs: NDArray[np.float64], edge: NDArray[np.float64]) -> AbstractGame:
        """The abstract game in which pairs of views of the last street are dealt like this."""
        sizes = self.views
        joint = [np.asarray(pairs, np.float64)]
        for before, after in zip(sizes[-2::-1], sizes[:0:-1], strict=True):
            count = after // before
            joint.insert(0, joint[0].reshape(before, count, before, count).sum(axis=(1, 3)))
        parents = [np.zeros(sizes[0], np.int64)]
        parents += [np.arange(size) // (size // before) for before, size in pairwise(sizes)]
        identity = f"{self.abstraction}, {self.model}, seed {self.seed}"
        return AbstractGame(self.betting, tuple(parents), tuple(joint), np.asarray(edge, np.float64), identity)


@dataclass(frozen=True)
class ModelSize:
    """What a solve of an abstract game consists of."""

    views: tuple[int, ...]
    positions: tuple[Size, Size]
    ends: tuple[tuple[int, int], ...]
    """By street: folds and showdowns."""
    numbers: int
    """Choices of all information sets."""
    _rows: int
    """Numbers of a sweep: reach, values, probabilities."""

    @classmethod
    def of(cls, betting: BettingTree, views: tuple[int, ...]) -> ModelSize:
        """Count them."""
        forest: Betting = lay_out_betting(betting, [1.0] * (len(views) + 1), one_by_one=False)
        layers = (views[0], *views)
        rows = (np.array([forest.reach_rows] * 2 + [forest.value_rows, forest.probabilities_rows]) @ layers).sum()
        return cls(
            views,
            (size_of(betting, views, 0), size_of(betting, views, 1)),
            tuple(ends_by_street(betting)),
            int(np.dot(forest.entries, layers)),
            int(rows),
        )

    def bytes(self, dtype: type[np.floating] = np.float64, arrays: int = 2) -> int:
        """The memory of a solve: regrets and sums (or more arrays), rows of a sweep, matrices for both positions."""
        item = np.dtype(dtype).itemsize
        pairs = sum(views**2 for views in self.views) + self.views[-1] ** 2
        return (arrays * self.numbers + self._rows) * item + pairs * (2 * item + 8)

    def require_memory(self, name: str, dtype: type[np.floating] = np.float64, arrays: int = 2) -> None:
        """Refuse what would not fit, before any work."""
        needed, allowed = self.bytes(dtype, arrays), int(SHARE_OF_MEMORY * available_memory())
        if needed > allowed:
            raise TooLargeError(
                f"{name}: {self.numbers:,} choices need {bytes_text(needed)}, {bytes_text(allowed)} are allowed here;"
                " choose fewer buckets or fewer raises"
            )

    def to_json(self) -> dict[str, Any]:
        """For programs."""
        return {
            "views": list(self.views),
            "information_sets": [size.information_sets for size in self.positions],
            "sequences": [size.sequences for size in self.positions],
            "ends": [{"folds": folds, "showdowns": shown} for folds, shown in self.ends],
        }

    def __str__(self) -> str:
        first, second = self.positions
        folds = " + ".join(f"{folds:,}" for folds, _ in self.ends)
        return (
            f"views {', '.join(f'{views:,}' for views in self.views)}; sequences {first.sequences:,} and"
            f" {second.sequences:,}; information sets {first.information_sets:,} and {second.information_sets:,};"
            f" ends: {folds} folds, {self.ends[-1][1]:,} showdowns"
        )


def _require_fitting(game: Rules, model: Model) -> None:
    """Refuse a model of another game."""
    if game.name == "preflop_holdem":
        if model.kind != "one_round":
            raise RiverboatError(f"{game.identity}: it has one betting round, and model {model} another game")
        if game.players != 2 or game.betting != "limit":
            raise RiverboatError(f"{game.identity}: a model is of two players who bet by limit")
        return
    if game.name == "postflop_holdem":
        wanted = Model("postflop", pot=_pot(game), raises=model.raises)
        if model != wanted or game.players != 2 or game.betting != "limit" or not _has_usual_bets(game):
            raise RiverboatError(f"{game.identity}: model {model} is of another game")
        return
    require_limit_holdem(game)


def _pot(game: Rules) -> int:
    return sum(game.antes) // small_bet()


def _has_usual_bets(game: Rules) -> bool:
    usual = limit_holdem().streets[1:]
    return [(s.bet, s.max_raises) for s in game.streets[1:]] == [(s.bet, s.max_raises) for s in usual]
