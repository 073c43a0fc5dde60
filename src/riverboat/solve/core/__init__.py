"""What all solvers share: the method, exploitability and targets, the runner, and the protocols Engine and Policy."""

from riverboat.solve.core.engine import Engine, PolicyEngine
from riverboat.solve.core.exploitability import Exploitability, Target, parse_target
from riverboat.solve.core.method import METHODS, Discounting, Method, Restarting, parse_method
from riverboat.solve.core.policy import ActionProbabilities, Policy
from riverboat.solve.core.runner import Runner, Stopped, every_tenth

__all__ = [
    "METHODS", "ActionProbabilities", "Discounting", "Engine", "Exploitability", "Method", "Policy", "PolicyEngine",
    "Restarting", "Runner", "Stopped", "Target", "every_tenth", "parse_method", "parse_target",
]  # fmt: skip
