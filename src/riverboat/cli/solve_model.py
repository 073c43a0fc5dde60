"""What `riverboat solve` says about a model: its size and memory before the work, for people and for programs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from riverboat.games import Rules
    from riverboat.progress import Progress
    from riverboat.solve.abstract.model import AbstractModel
    from riverboat.solve.core import Engine


def announce_model(rules: Rules, *, abstraction: str | None, model: str | None, seed: int) -> None:
    """Print what will be solved, before anything is built."""
    from riverboat.solve.abstract.engine import make_model

    print(model_text(make_model(rules, abstraction, model, seed=seed)))


def model_text(model: AbstractModel) -> str:
    """The model, its size, and the memory of a solve."""
    from riverboat.solve.core.memory import bytes_text

    return (
        f"{model.game.identity}: model {model.model}, abstraction {model.abstraction}\n{model.size}\n"
        f"memory {bytes_text(_memory(model))}"
    )


def model_json(model: AbstractModel) -> dict[str, Any]:
    """The same for programs."""
    return {
        "game": model.game.identity,
        "model": str(model.model),
        "abstraction": model.abstraction,
        "memory_bytes": _memory(model),
        **model.size.to_json(),
    }


def model_in(engine: Engine) -> AbstractModel | None:
    """The model that an engine solves; None for engines of whole games."""
    from riverboat.solve.abstract.engine import ModelSolver

    return engine.model if isinstance(engine, ModelSolver) else None


def counting(now: Progress[Any]) -> str:
    """The progress line while tables are built and boards are counted."""
    total = f" of {now.total:,}" if now.total else ""
    return f"counting cards: {now.done:,}{total}"


def _memory(model: AbstractModel) -> int:
    from riverboat.solve.abstract.engine import precision_of

    return model.size.bytes(precision_of(model))
