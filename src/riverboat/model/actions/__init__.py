"""What players do, counted by situation: the statistics behind generic and specific opponent models."""

from riverboat.model.actions.contexts import (
    CALL,
    CELLS,
    CONTEXTS,
    FOLD,
    LEVELS,
    RAISE,
    STREETS,
    BettingWalk,
    Decision,
    decisions,
)
from riverboat.model.actions.models import ActionModel, Learning
from riverboat.model.actions.statistics import (
    DEFAULT_FREQUENCIES,
    LOKI_FREQUENCIES,
    ActionCounts,
    Defaults,
    Frequencies,
    named_defaults,
)

__all__ = [
    "CALL",
    "CELLS",
    "CONTEXTS",
    "DEFAULT_FREQUENCIES",
    "FOLD",
    "LEVELS",
    "LOKI_FREQUENCIES",
    "RAISE",
    "STREETS",
    "ActionCounts",
    "ActionModel",
    "BettingWalk",
    "Decision",
    "Defaults",
    "Frequencies",
    "Learning",
    "decisions",
    "named_defaults",
]
