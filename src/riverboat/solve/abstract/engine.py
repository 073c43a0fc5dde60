"""Models solved for everybody: an engine whose policy sits down at a table of the real game."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from riverboat.games.rules import Rules
from riverboat.progress import OnProgress
from riverboat.solve.abstract.model import AbstractModel, model_of, parse_model
from riverboat.solve.abstract.policy import ModelPolicy
from riverboat.solve.abstract.rgu import parse_any_bucketing
from riverboat.solve.abstract.solver import AbstractSolver, precision_for
from riverboat.solve.core.method import METHODS, Method

_CFR_PLUS: Final = METHODS["cfr+"]


class ModelSolver(AbstractSolver):
    """CFR on the model of a real game."""

    def __init__(
        self,
        model: AbstractModel,
        method: Method = _CFR_PLUS,
        *,
        threads: int | None = None,
        on_progress: OnProgress | None = None,
    ) -> None:
        """Counts the cards of the model first; `on_progress` is for that."""
        dtype = precision_of(model)
        model.size.require_memory(f"{model.abstraction}, {model.model}", dtype, _arrays(method))
        self.model = model
        super().__init__(model.build(on_progress), method, dtype=dtype, threads=threads)

    @property
    def identity(self) -> dict[str, str]:
        return {**super().identity, **{name: str(value) for name, value in self.model.identity.items()}}

    def policy(self) -> ModelPolicy:
        """The average strategy at a table."""
        return ModelPolicy(self.model, self.strategy)


def precision_of(model: AbstractModel) -> type[np.floating[Any]]:
    """Of regrets, sums and matrices."""
    return precision_for(model.size.numbers)


def model_solver(
    rules: Rules,
    abstraction: str | None = None,
    model: str | None = None,
    method: Method | None = None,
    *,
    seed: int = 1,
    threads: int | None = None,
    on_progress: OnProgress | None = None,
) -> ModelSolver:
    """The solver of a game through an abstraction; default: the model that covers the whole game, by CFR+."""
    return ModelSolver(
        make_model(rules, abstraction, model, seed=seed), method or _CFR_PLUS, threads=threads, on_progress=on_progress
    )


def make_model(
    rules: Rules, abstraction: str | None = None, model: str | None = None, *, seed: int = 1
) -> AbstractModel:
    """From texts."""
    bucketing = None if abstraction is None else parse_any_bucketing(abstraction)
    return AbstractModel(rules, model_of(rules) if model is None else parse_model(model), bucketing, seed)


def _arrays(method: Method) -> int:
    """Arrays as long as the strategy: regrets, sums, and what is played where that is something else."""
    return 2 + (method.predictive or not method.alternating) + (method.predictive and not method.alternating)
