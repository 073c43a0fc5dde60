"""Counter-strategies to known or observed opponents."""

from typing import TYPE_CHECKING

from riverboat.lazy import lazy_names
from riverboat.solve.core.exploitability import Exploitability
from riverboat.solve.response.exact import (
    Evaluation,
    Response,
    best_response,
    evaluate,
    exploitability,
    game_values,
)

if TYPE_CHECKING:
    from riverboat.solve.response.biased import Confidence, curve, data_biased, linear, step
    from riverboat.solve.response.counter import Counter, best_answers
    from riverboat.solve.response.evidence import Evidence, Witness
    from riverboat.solve.response.frequentist import Observed, calling, frequentist_response, observe
    from riverboat.solve.response.restricted import RestrictedSolver, restricted_nash, restricted_nash_curve

__all__ = [
    "Confidence", "Counter", "Evaluation", "Evidence", "Exploitability", "Observed", "Response", "RestrictedSolver",
    "Witness", "best_answers", "best_response", "calling", "curve", "data_biased", "evaluate", "exploitability",
    "frequentist_response", "game_values", "linear", "observe", "restricted_nash", "restricted_nash_curve", "step",
]  # fmt: skip

# Solvers measure their exploitability with `exact`, and the other responses are made with solvers.
_HOMES = {
    "biased": ("Confidence", "curve", "data_biased", "linear", "step"),
    "counter": ("Counter", "best_answers"),
    "evidence": ("Evidence", "Witness"),
    "frequentist": ("Observed", "calling", "frequentist_response", "observe"),
    "restricted": ("RestrictedSolver", "restricted_nash", "restricted_nash_curve"),
}
__getattr__ = lazy_names(__name__, {name: f"{__name__}.{home}" for home, names in _HOMES.items() for name in names})
