"""The agents: built-in ones by name, custom ones by file. `make_agent("rules(style=loose_aggressive)")` creates one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from riverboat.lazy import lazy_names

if TYPE_CHECKING:
    from riverboat.agents.registry import agent_names, make_agent, register

__all__ = ["agent_names", "make_agent", "register"]

__getattr__ = lazy_names(__name__, dict.fromkeys(__all__, "riverboat.agents.registry"))
