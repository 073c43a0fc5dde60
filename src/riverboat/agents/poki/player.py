"""Poki, who bets by formula: Loki's successor, with action odds everywhere (Billings 2006, chapter 2).

Before the flop the expert system on income rates, with soft thresholds. Afterwards strength against each opponent's own
table (the product of HS_i, eq. 2.3), potential against their average, and the formula of make1 and make2, semi-bluffs,
pot odds with implied odds, showdown odds and relative position, mixed around its thresholds. What opponents may hold is
re-weighted at each of their actions by the odds that their own history predicts for each holding. Their frequencies
begin with defaults that count as 20 observations, and old observations fade. Instead of frequencies a neural network
may say what was to be expected of an action, or, for each opponent, whichever of several predictors has been right
(`predicting.py`).

The thesis does not publish the details of its odds (section 2.6); thresholds and rules here are those that Papp
(1998) and Pena (1999) give for Loki, mixing and priors are ours. Two to ten players, limit hold'em; the simulation that
may replace the formula is in `simulation.py`. Cost: 10 us before the flop, 0.1 to 0.3 ms afterwards, and 2 ms more for
the first player to evaluate a board; with a network 20 us more per action, at the end of the hand.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from pathlib import Path

from riverboat.agents.loki.betting import MAKE1, MAKE2
from riverboat.agents.loki.preflop import Tightness, require_tightness
from riverboat.agents.loki.seat import BettingStyle, ModellingPlayer
from riverboat.agents.poki.predicting import PredictedInference, PredictorName, make_predictor, require_predictor
from riverboat.errors import NotationError, RiverboatError
from riverboat.games.action_odds import ActionOdds
from riverboat.games.hand import Hand
from riverboat.games.memory import Memory
from riverboat.games.view import View
from riverboat.model.actions import ActionModel, Learning, named_defaults
from riverboat.model.predicting import BestOfSeveral, Moment, Network, Neural, Predictor, Statistics
from riverboat.model.predicting.predictors import RATE
from riverboat.model.weights import Assessed, OddsInference, assess_against
from riverboat.model.weights.strategy import DOUBT, WIDTH, SharesOf, require_shares_of


@dataclass(frozen=True)
class PokiSettings:
    """The parameters of Poki."""

    tightness: Tightness = "moderate"
    """Of the hands played before the flop."""
    make1: float = MAKE1
    """The effective strength from which it bets."""
    make2: float = MAKE2
    """The effective strength from which it raises."""
    width: float = 0.05
    """How far around these two decisions are mixed."""
    income_width: float = 40.0
    """How far around thresholds of income decisions are mixed before the flop, in milli-bets."""
    implied: float = 1.0
    """Bets of the next street that a draw is expected to win when it comes in; 0 for pot odds alone."""
    positional: float = 0.03
    """How much lower `make1` is for who acts last, and higher for who acts first; 0 for everybody alike."""
    specific: bool = True
    """Whether opponents are modelled individually."""
    defaults: str = "loki"
    """What is expected of an unknown player: what Loki does (`loki`), or Papp's Table B.2 (`papp`)."""
    prior: float = 20.0
    """How many observations the defaults are worth."""
    forgetting: float = 0.995
    """What an observation is worth after one more in its context."""
    doubt: float = DOUBT
    """The share of opponents' actions that may have other reasons than the hand."""
    spread: float = WIDTH
    """The assumed width of mixing around an opponent's thresholds."""
    shares_of: SharesOf = "all"
    """Whether an opponent who raises 20 % of the time raises the best fifth of the hands played so far, or of all."""
    predictor: PredictorName = "statistics"
    """The predictor of opponents: `statistics`, `neural`, or for each opponent the `best` of these and a rule."""
    network: Path | str = ""
    """The file of the network that everyone begins with; empty for the one of self-play."""
    rate: float = RATE
    """How far a network moves with each action of its opponent."""

    def __post_init__(self) -> None:
        require_tightness(self.tightness)
        named_defaults(self.defaults)
        require_predictor(self.predictor)
        if not 0.0 < self.make1 <= self.make2 <= 1.0:
            raise RiverboatError(f"make1 {self.make1}, make2 {self.make2}: expected 0 < make1 <= make2 <= 1")
        if not (self.width >= 0.0 and self.income_width >= 0.0 and self.spread >= 0.0):
            raise RiverboatError("width, income_width and spread: expected 0 or more")
        if not (self.implied >= 0.0 and 0.0 <= self.positional < 1.0):
            raise RiverboatError(f"implied {self.implied}, positional {self.positional}: expected 0 or more, below 1")
        if not 0.0 <= self.rate < 1.0:
            raise RiverboatError(f"rate {self.rate}: expected 0 or more and less than 1")
        if not 0.0 <= self.doubt < 1.0:
            raise RiverboatError(f"doubt {self.doubt}: expected 0 or more and less than 1")


class Poki(ModellingPlayer):
    """The formula-based player of the thesis."""

    def __init__(
        self,
        tightness: str = "moderate",
        specific: bool = True,
        defaults: str = "loki",
        predictor: str = "statistics",
        network: Path | str = "",
        shares_of: str = "all",
        **changes: float,
    ) -> None:
        known = [each.name for each in fields(PokiSettings)]
        for name in changes:
            if name not in known:
                raise NotationError(f'poki: no parameter "{name}"; there is {", ".join(known)}')
        self.settings = settings = replace(
            PokiSettings(),
            tightness=require_tightness(tightness),
            specific=specific,
            defaults=defaults,
            predictor=require_predictor(predictor),
            network=network,
            shares_of=require_shares_of(shares_of),
            **changes,
        )
        learning = Learning(specific, prior=settings.prior, forgetting=settings.forgetting)
        style = BettingStyle(
            settings.tightness, settings.make1, settings.make2, settings.width, settings.income_width,
            settings.implied, settings.positional,
        )  # fmt: skip
        expected = named_defaults(settings.defaults)
        super().__init__(style, ActionModel(learning, expected))
        self.predictor = make_predictor(settings.predictor, self.model, expected, network, settings.rate)

    def load_memory(self, memory: Memory, opponents: Sequence[str]) -> None:
        (self.predictor or self.model).load_memory(memory, opponents)

    def save_memory(self, memory: Memory) -> None:
        (self.predictor or self.model).save_memory(memory)

    def end(self, hand: Hand) -> None:
        if self.predictor is None:
            super().end(hand)
            return
        self.predictor.learn(hand, self._names)  # which teaches the model, where statistics are among the predictors
        self._forget_hand()

    def predict(self, position: int, moment: Moment) -> ActionOdds:
        """How likely the player there folds, calls and raises at a moment."""
        if self.predictor is None:
            return self.expect(position, moment.street, moment.level)
        return self.predictor.predict(self._names[position], moment)

    def predictor_of(self, position: int) -> Predictor | None:
        """The predictor for the player there: the best of several; None for our own model's statistics."""
        if isinstance(self.predictor, BestOfSeveral):
            return self.predictor.predictors[self.predictor.chosen(self._names[position])]
        return self.predictor

    def network_of(self, position: int) -> Network | None:
        """The network that predicts the player there, if there is one."""
        predictor = self.predictor_of(position)
        return predictor.network(self._names[position]) if isinstance(predictor, Neural) else None

    def expect(self, position: int, street: int, level: int) -> ActionOdds:
        predictor = self.predictor_of(position)
        if isinstance(predictor, Statistics):
            return predictor.model.frequencies(self._names[position], street, level)
        return super().expect(position, street, level)

    def begin_inference(self, view: View) -> OddsInference:
        settings = self.settings
        inference = settings.spread, settings.doubt, settings.shares_of
        if self.predictor is not None:
            return PredictedInference(view, self.predict, *inference)
        return OddsInference(view, self.expect, *inference)

    def assess(self, view: View) -> Assessed:
        return assess_against(view.hole, view.board, self.inference(view).tables(self.opponents(view)))
