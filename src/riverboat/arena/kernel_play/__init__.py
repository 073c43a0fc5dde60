"""Matches of array policies played entirely in kernels: `run_match(..., in_kernels=True)`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from riverboat.lazy import lazy_names

if TYPE_CHECKING:
    from riverboat.arena.kernel_play.agent import ArrayPolicyAgent
    from riverboat.arena.kernel_play.builtin import blind_policy, policy_of, rule_policy
    from riverboat.arena.kernel_play.policy import ALL_IN, ANYTHING, SMALLEST, ArrayPolicy
    from riverboat.arena.kernel_play.table import KernelTable, SeenHand

__all__ = [
    "ALL_IN",
    "ANYTHING",
    "SMALLEST",
    "ArrayPolicy",
    "ArrayPolicyAgent",
    "KernelTable",
    "SeenHand",
    "blind_policy",
    "policy_of",
    "rule_policy",
]

__getattr__ = lazy_names(
    __name__,
    {
        "ALL_IN": f"{__name__}.policy",
        "ANYTHING": f"{__name__}.policy",
        "SMALLEST": f"{__name__}.policy",
        "ArrayPolicy": f"{__name__}.policy",
        "ArrayPolicyAgent": f"{__name__}.agent",
        "KernelTable": f"{__name__}.table",
        "SeenHand": f"{__name__}.table",
        "blind_policy": f"{__name__}.builtin",
        "policy_of": f"{__name__}.builtin",
        "rule_policy": f"{__name__}.builtin",
    },
)
