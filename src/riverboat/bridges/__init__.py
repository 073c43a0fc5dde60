"""Bridges to other poker and game libraries: their objects to ours and back.

`open_spiel` (games, and policies to and from a `Strategy`), `pettingzoo` (an environment for every game of the
catalogue), `pokerkit` (a `Hand` to and from its hand history), and `policy_json` (a policy in a JSON file). Each of the
first three needs its library: `pip install "riverboat[bridges]"`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from riverboat.lazy import lazy_names

if TYPE_CHECKING:
    from riverboat.bridges import open_spiel, pettingzoo, pokerkit, policy_json

__all__ = ["open_spiel", "pettingzoo", "pokerkit", "policy_json"]

__getattr__ = lazy_names(__name__, {name: f"{__name__}.{name}" for name in __all__})
