"""Solve again what lies ahead, in play: from ranges and what the opponent could expect, within a time budget.

At a turn or river only the rest of the hand matters. Its game begins with our range, which our own strategy so far
determines, and with the opponent's hands, about which we must not assume too much: if we trusted a range for them, a
player who plays differently could exploit us. Safe re-solving (Burch, Johanson and Bowling 2014, the gadget of
DeepStack) trusts less: before the first node each of the opponent's hands may take what it was worth against our old
strategy and leave. An equilibrium of that game plays at least as well against every hand as the old strategy did.

Without such values the opponent's range is taken as given (unsafe re-solving), as GS1 does.

Solving is anytime: it continues in the background until it is stopped, and the strategy can be read between any two
iterations. `below` makes the next re-solve from this one when play has moved on (continual re-solving).
"""

from __future__ import annotations

import threading
import time
import weakref
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from numpy.typing import NDArray

from riverboat.cards.card import cards_text
from riverboat.cards.holdings import HOLDINGS
from riverboat.cards.ranges import Range
from riverboat.errors import RiverboatError
from riverboat.solve.core.exploitability import Exploitability
from riverboat.solve.line_ranges import FLOOR
from riverboat.solve.spot.node_values import NodeEvaluator, NodeValues
from riverboat.solve.spot.sizes import PLAYERS
from riverboat.solve.spot.solver import BEST, RangeSolver
from riverboat.solve.spot.tree import Kind

if TYPE_CHECKING:
    from riverboat.solve.spot.spot import Spot

_NEVER: Final = 1e-300
"""A reach below this counts as zero: an opponent who does what the strategy never does may hold any hand."""
_CHUNK: Final = 0.02
"""About how many seconds a reader of the strategy waits at most."""


class Resolver:
    """One spot solved again for one player, with the opponent free to leave."""

    def __init__(
        self,
        spot: Spot,
        player: int,
        opponent_values: NDArray[np.float64] | None = None,
        **options: Any,
    ) -> None:
        """`opponent_values[holding]` is what each of the opponent's 1,326 holdings can expect of the pot, in chips."""
        if player not in (0, 1):
            raise RiverboatError(f"player {player}: expected 0 (OOP) or 1 (IP)")
        self.spot: Final = spot
        self.player: Final = player
        self.solver: Final = RangeSolver.of(spot, **{"threads": 1, **options})
        self.evaluator: Final = NodeEvaluator(self.solver)
        self.terms: NDArray[np.float64] | None = None
        """What each of the opponent's hands gets for leaving, about half the pot; None if it cannot leave."""
        if opponent_values is not None:
            expected = np.asarray(opponent_values, np.float64)
            if expected.shape != (HOLDINGS,):
                raise RiverboatError(f"opponent's values: expected {HOLDINGS} numbers, found shape {expected.shape}")
            self.terms = expected[self.solver.hands[1 - player].holdings] - spot.pot / 2
            if not np.isfinite(self.terms).all():
                raise RiverboatError("opponent's values: expected a number for every hand of his range")
            self.solver.set_gate(1 - player, self.terms * self.evaluator.meets(1 - player))
        self._lock = _Turns()
        self._worker: threading.Thread | None = None
        self._stopping = threading.Event()

    def run(self, *, seconds: float | None = None, iterations: int | None = None) -> None:
        """Solve for a time or a number of iterations, whichever ends first."""
        if seconds is None and iterations is None:
            raise RiverboatError("re-solving: expected a time or a number of iterations")
        _run(weakref.ref(self), self._stopping, seconds, iterations)

    def start(self, seconds: float = float("inf")) -> None:
        """Solve in the background until `stop`, for some seconds at most, or until nobody holds this resolver."""
        self.stop()
        self._worker = threading.Thread(target=_run, args=(weakref.ref(self), self._stopping, seconds), daemon=True)
        self._worker.start()

    def stop(self) -> None:
        """Stop solving in the background; it can be started again and continues."""
        if self._worker:
            self._stopping.set()
            self._worker.join()
            self._worker = None
        self._stopping.clear()

    def iterate(self, count: int) -> None:
        """A few iterations, between two readers."""
        with self._lock:
            self.solver.iterate(count)

    def reading(self) -> NodeEvaluator:
        """The player's own strategy as it is now, in memory of its own: it stays as it is while solving goes on."""
        with self._lock:
            return NodeEvaluator(self.solver.with_kept_average(self.player))

    def strategy(self, path: str = "") -> NDArray[np.float64]:
        """The strategy so far, [action, hand of the player to act]."""
        with self._lock:
            return self.evaluator.strategy(path)

    def evaluate(self, path: str = "") -> NodeValues:
        """Everything about a node as it stands."""
        with self._lock:
            return self.evaluator.evaluate(path)

    def exploitability(self) -> Exploitability:
        """How good the strategies are by now; the opponent's option to leave, if any, counts as his strategy."""
        with self._lock:
            return self.solver.exploitability()

    def margins(self) -> NDArray[np.float64]:
        """By how much leaving beats the best that each of the opponent's hands could do by going on, in chips.

        Where all are at least zero, the new strategy is as safe as the one whose values were given.
        """
        if self.terms is None:
            raise RiverboatError("re-solving without the opponent's values has no margins")
        opponent = 1 - self.player
        with self._lock:
            best = self.solver.values_from_start(opponent, BEST)[0]
        meets = self.evaluator.meets(opponent)
        can_meet = meets > 0
        found = np.zeros(len(meets))
        found[can_meet] = self.terms[can_meet] - best[can_meet] / meets[can_meet]
        return found

    def below(self, path: str, **changes: Any) -> Resolver:
        """Solve again from a node further on, for the same player; `changes` are fields of the spot, such as sizes."""
        with self._lock:
            return resolve(self.solver, self.spot, path, self.player, **changes)


class _Turns:
    """A lock that is handed to whoever waits for it: a solver that takes it again at once would starve its readers."""

    def __init__(self) -> None:
        self._queue, self._held = threading.Lock(), threading.Lock()

    def __enter__(self) -> None:
        with self._queue:
            self._held.acquire()

    def __exit__(self, *_: object) -> None:
        self._held.release()


def _run(
    resolver_of: Callable[[], Resolver | None],
    stopping: threading.Event,
    seconds: float | None = None,
    iterations: int | None = None,
) -> None:
    """Let a resolver iterate. It is held only while it does, so that one that everybody has dropped ends."""
    end = None if seconds is None else time.monotonic() + seconds
    done, chunk = 0, 1
    while not stopping.is_set():
        now = time.monotonic()
        resolver = resolver_of()
        if resolver is None or (end is not None and now >= end) or (iterations is not None and done >= iterations):
            return
        count = chunk if iterations is None else min(chunk, iterations - done)
        resolver.iterate(count)
        del resolver
        done += count
        took = max(time.monotonic() - now, 1e-6)
        left = _CHUNK if end is None else min(_CHUNK, max(end - time.monotonic(), 0.0))
        chunk = max(1, min(2 * chunk, int(chunk * left / took)))


def resolve(solver: RangeSolver, spot: Spot, path: str, player: int, *, safe: bool = True, **changes: Any) -> Resolver:
    """Re-solve what lies below a node of a solved spot, where a street begins: after the card of `x/b100/c/Qc`.

    Our range is what the solver's strategy says. The opponent's hands keep the weights that it says too, but none is
    ruled out, and with `safe` each can leave with what a best response would have earned it.
    """
    node, cards = solver.tree.find(path)
    if node.street == solver.tree.root.street or node.kind != Kind.DECISION or not node.line.endswith("*"):
        raise RiverboatError(f'path "{path}": expected the first node of a later street, such as "x/x/Qc"')
    here = NodeEvaluator(solver).evaluate(path)
    if not here.reach[player].any():
        raise RiverboatError(f'path "{path}": the strategy of {PLAYERS[player]} never gets there')
    board = [*solver.runouts.board, *(card for card in cards if card is not None)]
    ranges = []
    for each in (0, 1):
        weights = np.zeros(HOLDINGS)
        reach = here.reach[each] / max(here.reach[each].max(), _NEVER)
        if each != player:
            hands = solver.hands[each]
            blocked = np.isin(hands.cards, board).any(axis=1)
            reach = np.where(blocked, 0.0, np.maximum(reach, FLOOR))
        weights[solver.hands[each].holdings] = reach
        ranges.append(Range.from_weights(weights))
    later = replace(
        spot,
        board=cards_text(board),
        oop=ranges[0],
        ip=ranges[1],
        pot=here.pot,
        stack=spot.effective_stack - node.committed[0],
        **{"add": (), "remove": (), "lock": (), **changes},
    )
    if not safe:
        return Resolver(later, player)
    expected = np.zeros(HOLDINGS)
    expected[solver.hands[1 - player].holdings] = NodeEvaluator(solver).best_values(path, 1 - player)
    return Resolver(later, player, expected)
