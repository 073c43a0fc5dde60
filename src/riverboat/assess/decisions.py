"""What did a decision of a recorded hand cost? It becomes a spot, the spot is solved, and the action is judged.

    decision = spot_of(hand, number)                 # board, pot, stacks, line, two ranges
    found = check(decision)                          # solves it
    found.lost

The spot begins with the street of the decision: board, pot and stacks are those of the hand, and every bet that was
made is in the tree beside the usual sizes. It must be hold'em, after the flop, with two players left in the pot at the
beginning of the street.

Nobody knows the ranges. Unless they are given, both are inferred from everything that was done before the street, as
Poki does it (Billings 2006, section 2.6.2; `riverboat.model.weights`): each player's frequencies of folding, calling
and raising, learned from the other hands where there are any, say which hands act like this. The hand that was held is
always in its player's range. EVs are those against these ranges: a loss of a few percent of the pot may come from them.

Cost: a river takes some 0.1 s, a turn seconds.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from time import monotonic
from typing import Any, Final, NamedTuple

import numpy as np

from riverboat.cards.card import cards_text
from riverboat.cards.holdings import holding_index
from riverboat.cards.ranges import Range
from riverboat.errors import RiverboatError
from riverboat.games.action import Action
from riverboat.games.betting import Betting
from riverboat.games.hand import Hand
from riverboat.games.holdem import is_holdem
from riverboat.games.state import State
from riverboat.games.units import Units
from riverboat.games.view import HIDDEN
from riverboat.model.actions.models import ActionModel, Learning
from riverboat.model.actions.statistics import LOKI_FREQUENCIES
from riverboat.model.weights.range_inference import OddsInference
from riverboat.progress import OnProgress, Progress
from riverboat.solve.spot.judging import Judgement, judge
from riverboat.solve.spot.sizes import STREETS
from riverboat.solve.spot.spot import Spot

TARGET: Final = "0.2%"
"""To which exploitability a decision's spot is solved."""
PRIOR: Final = 20.0
"""How many observations the frequencies of unknown players count as."""
MIN_OPPONENT_REACH: Final = 0.02
"""Of a session, decisions after a line that the solution's opponent takes less often are left out: nothing there is
known well."""
DOUBT: Final = 0.3
"""The share of actions that had other reasons than the hand: people check strong hands and bet weak ones. Poki's 0.05
would leave next to no strong hand to somebody who checked twice."""
STEP: Final = 0.05
"""Weights of inferred ranges are multiples of this."""
BETS: Final = "flop: 33%,75%; turn: 50%,100%; river: 33%,75%,150%"
RAISES: Final = "3x"


@dataclass(frozen=True)
class DecisionSpot:
    """A decision of a hand as a node of a spot."""

    spot: Spot
    path: str
    """The line of the street up to the decision."""
    action: str
    """What was done: `f`, `x`, `c`, `b100`, `r900`."""
    hand: str
    """The cards of whoever decided."""
    name: str
    position: int
    player: int
    """0 OOP, 1 IP."""
    number: int
    """Of the action in the hand."""
    street: int
    """0 flop, 1 turn, 2 river."""
    big_blind: int

    def to_json(self) -> dict[str, Any]:
        """For programs."""
        return {
            "spot": self.spot.to_json(),
            "path": self.path,
            "action": self.action,
            "hand": self.hand,
            "name": self.name,
            "player": self.player,
            "number": self.number,
            "street": STREETS[self.street],
        }


class Ranges(NamedTuple):
    """Ranges that are given; None for one that is to be inferred."""

    hero: str | None = None
    """Of whoever decides."""
    villain: str | None = None


def new_model() -> ActionModel:
    """What players are expected to do: as Loki until their own actions are learned."""
    return ActionModel(Learning(prior=PRIOR), LOKI_FREQUENCIES)


def spot_of(hand: Hand, number: int, *, ranges: Ranges | None = None, model: ActionModel | None = None) -> DecisionSpot:
    """The decision with this number among the hand's actions as a spot; one that cannot be one is refused."""
    ranges, model = ranges or Ranges(), model or new_model()
    if not 0 <= number < len(hand.actions):
        raise RiverboatError(f"decision {number}: the hand has {len(hand.actions)}")
    street, position, _ = hand.actions[number]
    _require_kind(hand, street)
    states = list(hand.with_deck().replay())
    first = next(at for at, (on, _, _) in enumerate(hand.actions) if on == street)
    start, before = states[first].betting, states[number].betting
    live = [at for at, alive in enumerate(start.live) if alive]
    if len(live) != 2:
        raise RiverboatError(f"decision {number}: {len(live)} players are in the pot; the solver plays two")
    if HIDDEN in hand.down[position]:
        raise RiverboatError(f"decision {number}: the cards of {hand.players[position]} are not known")
    assert start.actor is not None
    order = (start.actor, next(at for at in live if at != start.actor))
    stacks = (start.stacks[order[0]], start.stacks[order[1]])
    steps = _steps(hand, states, first, number + 1, min(stacks))
    board = states[number].board
    player = order.index(position)
    given = (ranges.hero, ranges.villain) if player == 0 else (ranges.villain, ranges.hero)
    found = [
        text if text is not None else _inferred(hand, states[0], states[first], order[at], model, at == player)
        for at, text in enumerate(given)
    ]
    spot = Spot(
        cards_text(board), found[0], found[1], sum(start.committed), stacks,
        **_betting(before, steps), rake=_rake(hand)[0], rake_cap=_rake(hand)[1],
    )  # fmt: skip
    return DecisionSpot(
        spot, "/".join(steps[:-1]), steps[-1], cards_text(hand.down[position]), hand.players[position], position,
        player, number, street - 1, Units.of(hand.rules).big_blind,
    )  # fmt: skip


def _require_kind(hand: Hand, street: int) -> None:
    rules = hand.rules
    if not is_holdem(rules) or hand.other_boards:
        raise RiverboatError(f"the solver plays hold'em with one board, not {rules.identity}")
    if len(rules.streets) != 1 + len(STREETS) or rules.betting not in ("no-limit", "limit"):
        raise RiverboatError(f"the solver plays limit and no-limit hold'em, not {rules.identity}")
    if street == 0:
        raise RiverboatError("the solver begins with the flop: choose a decision after it")


def _steps(hand: Hand, states: Sequence[State], first: int, end: int, stack: int) -> list[str]:
    """The actions of a street as the steps of a path; nobody bets more than the smaller stack."""
    found = []
    for at in range(first, end):
        action: Action = hand.actions[at][2]
        faced = states[at].betting.highest_bet > states[at].betting.bets[hand.actions[at][1]]
        if action.verb == "raise_to":
            found.append(f"{'r' if faced else 'b'}{min(action.amount, stack)}")
        else:
            found.append("f" if action.verb == "fold" else "c" if faced else "x")
    return found


def _betting(betting: Betting, steps: Sequence[str]) -> dict[str, Any]:
    """The sizes of the spot: fixed limits, or the usual sizes and those that were bet."""
    streets = betting.rules.streets[1:]
    if betting.rules.betting == "limit":
        return {
            "betting": "limit",
            "bets": "/".join(str(street.bet) for street in streets),
            "max_raises": streets[-1].max_raises,
        }
    made = ["/".join(steps[: at + 1]) for at, step in enumerate(steps) if step[0] in "br"]
    return {"bets": BETS, "raises": RAISES, "add_all_in": 150, "add": tuple(made), "min_bet": max(1, streets[-1].bet)}


def _rake(hand: Hand) -> tuple[float, float | None]:
    rake = hand.rules.rake
    if rake is None:
        return 0.0, None
    return rake.fraction, rake.cap if np.isfinite(rake.cap) else None


def _inferred(hand: Hand, begin: State, now: State, position: int, model: ActionModel, is_hero: bool) -> str:
    """A player's range at the beginning of a street, from what was done before it."""

    def expect(who: int, street: int, level: int) -> Any:
        return model.frequencies(hand.players[who], street, level)

    inference = OddsInference(begin, expect, doubt=DOUBT)
    inference.follow(now)
    weights = inference.weights(position)
    weights = np.round(np.round(weights / weights.max() / STEP) * STEP, 2)
    if is_hero:
        mine = holding_index(*hand.down[position])
        weights[mine] = max(weights[mine], STEP)
    return str(Range.from_weights(weights))


# Judging --------------------------------------------------------------------------------------------------------------


def check(decision: DecisionSpot, target: str = TARGET, seconds: float | None = None) -> Judgement:
    """Solve the spot of a decision and judge it; Ctrl-C ends it, however far the solve is."""
    solution = decision.spot.solve(target, seconds=seconds)
    if solution.stopped == "interrupted":
        raise KeyboardInterrupt
    return judge(solution, decision.path, decision.hand, decision.action)


@dataclass(frozen=True)
class CheckedDecision:
    """A decision of a session and what it cost."""

    place: int
    """Of the hand among those that were checked."""
    hand_number: int
    number: int
    """Of the action in the hand."""
    name: str
    street: str
    board: str
    cards: str
    pot: int
    path: str
    action: str
    best: str
    verdict: str
    lost: float
    """EV, in chips."""
    lost_bb: float
    """EV, in big blinds."""
    frequency: float
    """How often the solution does the same."""
    equity: float

    @classmethod
    def of(cls, place: int, hand: Hand, decision: DecisionSpot, found: Judgement) -> CheckedDecision:
        """From a judgement."""
        return cls(
            place, hand.number, decision.number, decision.name, STREETS[decision.street], decision.spot.board,
            found.hand, found.pot, found.path, found.action, found.best.name, found.verdict, round(found.lost, 4),
            round(found.lost / decision.big_blind, 4), round(found.taken.frequency, 4), round(found.equity, 4),
        )  # fmt: skip


class Session:
    """The turn and river decisions of one player in many hands, checked one after the other.

    All hands teach the model what everyone does; `done` has decisions that were checked before, by place and number.
    """

    def __init__(
        self,
        hands: Sequence[Hand],
        player: str,
        *,
        streets: Iterable[str] = ("turn", "river"),
        target: str = TARGET,
        seconds: float = 30.0,
        done: Iterable[CheckedDecision] = (),
    ) -> None:
        self.hands, self.player, self._target, self._seconds = hands, player, target, seconds
        wanted = {1 + STREETS.index(street) for street in streets}
        self.decisions: Final = [
            (place, number)
            for place, hand in enumerate(hands)
            if player in hand.players
            for number, (street, position, _) in enumerate(hand.actions)
            if street in wanted and hand.players[position] == player
        ]
        """(place of the hand, number of the action) of every decision on these streets."""
        self.checked: Final[dict[tuple[int, int], CheckedDecision]] = {(each.place, each.number): each for each in done}
        self.left_out: Final[Counter[str]] = Counter()
        """Why decisions could not be checked, and how many."""
        self.is_interrupted = False
        """Whether the last run was ended by Ctrl-C."""
        self._model: ActionModel | None = None

    def run(self, on_progress: OnProgress = lambda now: None) -> None:
        """Check everything that is not checked yet; Ctrl-C ends it and keeps what is checked."""
        self.left_out.clear()
        self.is_interrupted = False
        started = monotonic()
        try:
            for done, found in enumerate(self._each(), 1):
                if found is not None:
                    self.checked[found.place, found.number] = found
                on_progress(Progress(done, len(self.decisions), monotonic() - started))
        except KeyboardInterrupt:
            self.is_interrupted = True

    def _each(self) -> Iterator[CheckedDecision | None]:
        for place, number in self.decisions:
            if (place, number) in self.checked:
                yield None
                continue
            hand = self.hands[place]
            try:
                decision = spot_of(hand, number, model=self._learned())
                found = check(decision, self._target, self._seconds)
                if found.opponent_reach < MIN_OPPONENT_REACH:
                    raise RiverboatError("the opponent took a line that the solution hardly ever takes")
                yield CheckedDecision.of(place, hand, decision, found)
            except RiverboatError as error:
                self.left_out[_reason(str(error))] += 1
                yield None

    def _learned(self) -> ActionModel:
        if self._model is None:
            self._model = new_model()
            for hand in self.hands:
                if len(hand.rules.streets) <= 1 + len(STREETS) and not hand.rules.exchanges_cards:
                    self._model.learn(hand)
        return self._model

    @property
    def costliest(self) -> list[CheckedDecision]:
        """What was checked, the largest loss in big blinds first."""
        return sorted(self.checked.values(), key=lambda each: (-each.lost_bb, each.place, each.number))

    def to_json(self, count: int | None = None) -> dict[str, Any]:
        """The costliest decisions and their sum, for programs and pages."""
        found = self.costliest
        lost = sum(each.lost_bb for each in found)
        return {
            "player": self.player,
            "decisions": len(self.decisions),
            "checked": len(found),
            "lost_bb": round(lost, 4),
            "lost_bb_per_100": round(100 * lost / len(found), 4) if found else None,
            "best": sum(each.verdict == "best" for each in found) / len(found) if found else None,
            "left_out": [{"reason": reason, "decisions": many} for reason, many in self.left_out.most_common()],
            "costliest": [vars(each) for each in found[:count]],
        }


def _reason(text: str) -> str:
    """What is wrong, without the number of the decision."""
    head, colon, rest = text.partition(": ")
    return rest if colon and head.startswith("decision ") else text
