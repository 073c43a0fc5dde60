"""How exploitable is a player of a game that is too large for an exact answer? An estimate, and a true lower bound.

Teófilo (2016, section 4.1.4): choose an abstraction, compute a best response in it, and let that play. Here

1. the player's strategy is extracted in a model of the game: from all its probabilities where it can say them, else
   from its own decisions in real hands (`solve/abstract/extraction.py`, `agents/extraction.py`);
2. the exact best response in that abstract game says what the player would lose there. That is no bound: the player
   may know its cards better than the model does, and where it was not seen it is guessed;
3. the best response then plays the real game against the player. What it wins there, a perfect opponent wins at least:
   the match is a lower bound on exploitability, with its interval.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final, cast

from riverboat.agents.extraction import extract_decisions
from riverboat.agents.registry import make_agent
from riverboat.arena.match import run_match
from riverboat.assess.known_policy import policy_player
from riverboat.errors import RiverboatError
from riverboat.games.rules import Rules
from riverboat.progress import OnProgress
from riverboat.solve.abstract.engine import make_model, precision_of
from riverboat.solve.abstract.extraction import Extraction, extract_policy
from riverboat.solve.abstract.model import AbstractModel, Model
from riverboat.solve.abstract.policy import ModelPolicy
from riverboat.solve.abstract.tree import build_abstract
from riverboat.solve.core.exploitability import Exploitability
from riverboat.solve.core.policy import Policy
from riverboat.stats.mean import Interval

DECISIONS_PER_BOARD: Final = 4_000
"""For how many sampled decisions a board counts on which a policy says all its probabilities."""
_BETS_OF_THE_GAME: Final = 4
_ARRAYS: Final = 3
"""As long as the strategy: what was seen, what follows from it, and the answer."""


@dataclass(frozen=True, eq=False)
class LargeGameExploitability:
    """What is known about a player in a large game; amounts in chips per hand."""

    model: AbstractModel
    extraction: Extraction
    abstract: Exploitability
    """Of the extracted strategy, exactly, in the abstract game."""
    answer: ModelPolicy
    """The best response, as a player."""
    hands: int
    wins: float | None
    """What the best response won per hand in the real game; None if no hands were played."""
    interval: Interval | None
    """95 %, of `wins`."""

    def to_json(self) -> dict[str, Any]:
        """For programs."""
        found = {
            "model": str(self.model.model), "abstraction": self.model.abstraction,
            "extraction": self.extraction.source, "unseen_sets": self.extraction.unseen_sets,
            "unseen_reach": self.extraction.unseen_reach, "abstract": self.abstract.to_json(), "hands": self.hands,
        }  # fmt: skip
        if self.wins is None or self.interval is None:
            return found
        bound: dict[str, Any] = {"chips": self.wins, "interval": [self.interval.low, self.interval.high]}
        if blind := max(self.model.game.blinds, default=0):
            bound["mbb"] = 1000.0 * self.wins / blind
        return {**found, "lower_bound": bound}


def exploit_in_model(
    rules: Rules,
    player: str,
    abstraction: str | None,
    model: str | None = None,
    *,
    samples: int = 200_000,
    hands: int = 10_000,
    seed: int = 1,
    jobs: int = 1,
    on_progress: OnProgress | None = None,
) -> LargeGameExploitability:
    """Extract, respond, play. Default model: the whole game with all of its bets, or that of the player's own file."""
    policy = _policy(player, rules, on_progress)
    chosen = _model(rules, abstraction, model, policy, seed)
    chosen.size.require_memory(f"{chosen.abstraction}, {chosen.model}", precision_of(chosen), _ARRAYS)
    if isinstance(policy, ModelPolicy) and policy.model.identity == chosen.identity:
        extraction = Extraction.of(policy.strategy, policy.strategy.shares, "its own strategy of the model")
    else:
        tree = build_abstract(chosen.build(on_progress))
        if policy is None:
            extraction = extract_decisions(player, chosen, tree, decisions=samples, seed=seed, on_progress=on_progress)
        else:
            boards = max(1, samples // DECISIONS_PER_BOARD)
            extraction = extract_policy(policy, chosen, tree, boards=boards, seed=seed, on_progress=on_progress)
    answer = ModelPolicy(chosen, extraction.strategy.best_response())
    found = extraction.strategy.exploitability()
    if not hands:
        return LargeGameExploitability(chosen, extraction, found, answer, 0, None, None)
    with TemporaryDirectory() as folder:
        path = Path(folder) / "best_response.strategy"
        answer.save(path)
        match = run_match([str(path), player], rules, hands, "duplicate", seed=seed, jobs=jobs, on_progress=on_progress)
    if not match.complete:
        raise KeyboardInterrupt
    won = match.players[0].chips
    return LargeGameExploitability(chosen, extraction, found, answer, match.hands, won.mean, won.interval())


def _policy(player: str, rules: Rules, on_progress: OnProgress | None) -> Policy | None:
    """What the player says about itself; None for those that only act."""
    agent = make_agent(player)
    agent.require_game(rules)
    agent.prepare(on_progress)
    policy = getattr(agent, "policy", None)
    if hasattr(policy, "range_probabilities"):
        return cast(Policy, policy)
    try:
        return policy_player(player, rules.players)
    except RiverboatError:
        return None


def _model(rules: Rules, abstraction: str | None, model: str | None, policy: Policy | None, seed: int) -> AbstractModel:
    if model is not None:
        return make_model(rules, abstraction, model, seed=seed)
    plain = make_model(rules, abstraction, seed=seed)
    if isinstance(policy, ModelPolicy) and policy.model.abstraction == plain.abstraction:
        return policy.model
    if plain.model.kind == "one_round":
        return plain
    return make_model(rules, abstraction, str(Model(plain.model.kind, plain.model.pot, _BETS_OF_THE_GAME)), seed=seed)
