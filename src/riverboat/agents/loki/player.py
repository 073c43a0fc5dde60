"""Loki in the five versions of 1998: what opponent modelling is worth (Billings, Papp, Schaeffer, Szafron, AAAI-98).

Three basic players (BPM moderate, BPT tight, BPL loose) give every opponent the same weights, those of a player who has
called before the flop, and never change them. GOM re-weights by what opponents do, and expects the same of them all:
what it does itself (`OWN_FREQUENCIES`), as the paper has it or, with `defaults=papp`, the table of Papp's thesis. SOM
re-weights by what each has been seen to do, once there are 20 observations in a context; until then as GOM.
All bet by the same rules (`preflop.py`, `betting.py`). The paper raises the strength against one opponent to the power
of their number, HS^n, and does not say how where their tables differ: the hand is compared with the average of their
tables (Papp 1998, section 5.2.1, the field array), or with each of them (`several=product`).

Two to ten players, limit hold'em. Cost: 5 us before the flop, 0.1 to 0.3 ms afterwards, and 2 ms more for the first
player to evaluate a board.
"""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from functools import cache, partial
from typing import Any, Final, Literal

from riverboat.agents.loki.betting import MAKE1, MAKE2
from riverboat.agents.loki.preflop import Tightness, require_tightness
from riverboat.agents.loki.seat import BettingStyle, ModellingPlayer
from riverboat.errors import NotationError, RiverboatError
from riverboat.games.view import View
from riverboat.model.actions import DEFAULT_FREQUENCIES, ActionModel, Learning, named_defaults
from riverboat.model.weights import (
    Assessed,
    ThresholdInference,
    assess_against,
    income_at,
    income_values,
    threshold_factors,
)
from riverboat.model.weights.range_inference import INCOME_SIGMA, SIGMA
from riverboat.model.weights.reweighting import Weights

Modelling = Literal["basic", "generic", "specific"]
Several = Literal["field", "product"]


@dataclass(frozen=True)
class LokiSettings:
    """The parameters of a version."""

    tightness: Tightness = "moderate"
    """Of the hands played before the flop."""
    modelling: Modelling = "basic"
    make1: float = MAKE1
    """The effective strength from which it bets."""
    make2: float = MAKE2
    """The effective strength from which it raises."""
    sigma: float = SIGMA
    """How uncertain a threshold is, in units of EHS."""
    income_sigma: float = INCOME_SIGMA
    """The same before the flop, in milli-bets."""
    defaults: str = "own"
    """What is expected of an unknown player: what GOM does itself (`own`), or Papp's Table B.2 (`papp`)."""
    several: Several = "field"
    """HS against n opponents: against the average of their tables, to the power of n (`field`); or the product of HS
    against each (`product`), which is the same if their tables are."""
    enough: float = 20.0
    """Observations of a player in a context from which they replace the defaults."""

    def __post_init__(self) -> None:
        require_tightness(self.tightness)
        named_defaults(self.defaults)
        if self.modelling not in ("basic", "generic", "specific"):
            raise NotationError(f'modelling "{self.modelling}": expected basic, generic or specific')
        if self.several not in ("field", "product"):
            raise NotationError(f'several "{self.several}": expected field or product')
        if not 0.0 < self.make1 <= self.make2 <= 1.0:
            raise RiverboatError(f"make1 {self.make1}, make2 {self.make2}: expected 0 < make1 <= make2 <= 1")
        if self.sigma <= 0.0 or self.income_sigma <= 0.0 or self.enough < 0.0:
            raise RiverboatError("sigma and income_sigma: expected more than 0; enough: 0 or more")


VERSIONS: Final = {
    "bpm": LokiSettings(),
    "bpt": LokiSettings(tightness="tight", make1=0.55, make2=0.90),
    "bpl": LokiSettings(tightness="loose", make1=0.45, make2=0.80),
    "gom": LokiSettings(modelling="generic"),
    "som": LokiSettings(modelling="specific"),
}
"""The players of the paper's experiment. How tight and loose differ after the flop is our choice."""


class Loki(ModellingPlayer):
    """One of the five, with single parameters changed if wanted."""

    def __init__(
        self,
        version: str = "som",
        tightness: str = "",
        modelling: str = "",
        defaults: str = "",
        several: str = "",
        **changes: float,
    ) -> None:
        """Empty texts take the version's values."""
        if version not in VERSIONS:
            raise NotationError(f'version "{version}": expected one of {", ".join(VERSIONS)}')
        known = [each.name for each in fields(LokiSettings)]
        for name in changes:
            if name not in known:
                raise NotationError(f'loki: no parameter "{name}"; there is version, {", ".join(known)}')
        texts = {"tightness": tightness, "modelling": modelling, "defaults": defaults, "several": several}
        wanted: dict[str, Any] = {**changes, **{name: text for name, text in texts.items() if text}}
        self.settings = settings = replace(VERSIONS[version], **wanted)
        learning = Learning(specific=settings.modelling == "specific", enough=settings.enough)
        super().__init__(
            BettingStyle(settings.tightness, settings.make1, settings.make2),
            ActionModel(learning, named_defaults(settings.defaults)),
        )

    def begin_inference(self, view: View) -> ThresholdInference:
        return ThresholdInference(view, self.expect, self.settings.sigma, self.settings.income_sigma)

    def assess(self, view: View) -> Assessed:
        others = self.opponents(view)
        basic = self.settings.modelling == "basic"
        tables = [_basic_weights()] * len(others) if basic else self.inference(view).tables(others)
        return assess_against(view.hole, view.board, tables, field=self.settings.several == "field")


@cache
def _basic_weights() -> Weights:
    """Everybody has called before the flop, as often as unknown players do, and nothing more is known."""
    _, call, raises = DEFAULT_FREQUENCIES[1]
    return threshold_factors(income_values(7), income_at(1.0 - call - raises), INCOME_SIGMA)


bpm = partial(Loki, "bpm")
bpt = partial(Loki, "bpt")
bpl = partial(Loki, "bpl")
gom = partial(Loki, "gom")
som = partial(Loki, "som")
