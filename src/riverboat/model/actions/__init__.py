"""What players do, counted by situation: the statistics behind generic and specific opponent models."""

from riverboat.model.actions.contexts import CELLS, CONTEXTS, LEVELS, STREETS, BettingWalk, Decision, decisions
from riverboat.model.actions.models import ActionModel, Learning
from riverboat.model.actions.statistics import (
    DEFAULT_FREQUENCIES,
    LOKI_FREQUENCIES,
    OWN_FREQUENCIES,
    ActionCounts,
    Defaults,
    named_defaults,
)

__all__ = [
    "CELLS",
    "CONTEXTS",
    "DEFAULT_FREQUENCIES",
    "LEVELS",
    "LOKI_FREQUENCIES",
    "OWN_FREQUENCIES",
    "STREETS",
    "ActionCounts",
    "ActionModel",
    "BettingWalk",
    "Decision",
    "Defaults",
    "Learning",
    "decisions",
    "named_defaults",
]
