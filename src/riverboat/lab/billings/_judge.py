"""What the entries on DIVAT share: the hand that the thesis works out, matches that are analysed, and their numbers."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import TYPE_CHECKING, Final

from riverboat.lab.findings import Chart, Found
from riverboat.lab.work import Work
from riverboat.show.curves import Curve

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from riverboat.arena.kernel_play.policy import ArrayPolicy
    from riverboat.arena.request import Mode
    from riverboat.arena.sessions import AgentSpec
    from riverboat.games.hand import Hand
    from riverboat.model.divat.analysis import Divat

    Floats = NDArray[np.float64]

GAME: Final = "holdem(betting=limit,players=2)"
SMALL_BET: Final = 10.0
"""In chips."""
STREETS: Final = ("pre-flop", "flop", "turn", "river")
UNIT: Final = "sb"
_PIECE: Final = 2000


def worked_example() -> Hand:
    """Alfred's AcKc (first, the big blind) against Betty's 7h6h on Ks5h3d Tc 4h, played SlRrC/kBrC/bC/bRc."""
    from riverboat.cards.card import parse_cards
    from riverboat.games.catalogue import parse_game
    from riverboat.games.hand import finished_hand
    from riverboat.games.state import State

    rules = parse_game(GAME)
    deck = list(parse_cards("AcKc7h6hKs5h3dTc4h"))
    state = State(rules, [*deck, *(card for card in range(52) if card not in deck)])
    for letter in "rrckrrcrcrrc":
        interval = state.raise_interval()
        if letter == "r" and interval:
            state.raise_to(interval[0])
        else:
            state.check_or_call()
    return finished_hand(state, ("Alfred", "Betty"), rules.stacks)


@dataclass(frozen=True)
class Analysed:
    """The hands of a match in small bets of one player; replays of a deal stand side by side."""

    money: Floats
    divat: Floats
    dcash: Floats
    rounds: Floats
    """float64[hands, streets]: DIVAT by street, NaN on streets that were not played."""
    extra: Floats
    """float64[hands, ...]: what the entry asked for besides."""

    @property
    def less_dcash(self) -> Floats:
        """Money minus Dcash."""
        return self.money - self.dcash


def pieces(work: Work, hands: int) -> Iterator[tuple[int, int]]:
    """A long run in parts: (number, hands)."""
    count = max(1, -(-hands // _PIECE))
    for number in work.steps(range(count)):
        yield number, min(_PIECE, hands - number * _PIECE)


def analysed(
    work: Work,
    name: str,
    pair: Sequence[AgentSpec],
    hands: int,
    mode: Mode = "duplicate",
    seed: int = 0,
    extra: Callable[[Sequence[Hand]], Floats] | None = None,
) -> Analysed:
    """Play a match and analyse it, roll-out equity and the moderate baseline; the first of the pair counts."""
    import numpy as np

    kept = []
    for number, count in pieces(work, hands):

        def make(number: int = number, count: int = count) -> list[list[float]]:
            return _analyse(pair, count, mode, (work.seed + seed) * 1_000_003 + number, extra)

        kept.append(np.array(work.keep(f"{name}-{number}", make), np.float64))
    return as_analysed(np.concatenate(kept))


def as_analysed(rows: list[list[float]] | Floats) -> Analysed:
    """What the rows of `divat_rows` mean."""
    import numpy as np

    table = np.asarray(rows, np.float64)
    return Analysed(table[:, 0], table[:, 1], table[:, 2], table[:, 3:7], table[:, 7:])


def _analyse(
    pair: Sequence[AgentSpec], hands: int, mode: Mode, seed: int, extra: Callable[[Sequence[Hand]], Floats] | None
) -> list[list[float]]:
    played, first = match_hands(pair, GAME, hands, mode, seed)
    return divat_rows(played, first, extra)


def divat_rows(
    played: Sequence[Hand], player: str, extra: Callable[[Sequence[Hand]], Floats] | None = None
) -> list[list[float]]:
    """Money, DIVAT, Dcash, DIVAT by street and whatever else of each hand, in small bets of a player."""
    import numpy as np

    from riverboat.model.divat.analysis import divat_of

    found = divat_of(played)
    signs = found.signs(player) / SMALL_BET
    apart = np.where(np.isnan(found.pots), np.nan, found.differences)
    columns = [found.money, found.total, found.dcash, *apart.T]
    if extra is not None:
        columns += [*extra(played).T]
    return np.round(np.column_stack(columns) * signs[:, None], 6).tolist()  # type: ignore[no-any-return]


def match_hands(pair: Sequence[AgentSpec], game: str, hands: int, mode: Mode, seed: int) -> tuple[list[Hand], str]:
    """The hands of a match, and what the first of the pair is called in them; in a cash match seats are drawn."""
    from riverboat.arena import run_match

    played: list[Hand] = []
    result = run_match(list(pair), game, hands, mode, seed=seed, record=played.extend)
    return played, result.players[0].name


def values_by_baseline(found: Divat) -> Floats:
    """float64[hands, baselines]: DIVAT by each of several settings."""
    import numpy as np

    return np.asarray(np.nan_to_num(found.actuals - found.bases).sum(axis=2))


def pair_means(values: Floats) -> Floats:
    """The mean over the two replays of each deal."""
    import numpy as np

    return np.asarray(values[: len(values) // 2 * 2].reshape(-1, 2).mean(axis=1))


def mean_of(name: str, values: Floats, unit: str = "sb/g", note: str = "") -> Found:
    """A mean with its interval."""
    return Found.with_error(name, float(values.mean()), float(values.std(ddof=1)) / sqrt(len(values)), unit, note)


def deviation_of(name: str, values: Floats, note: str = "") -> Found:
    """A standard deviation; its own error by the fourth moment."""
    return Found.with_error(name, *_deviation(values), UNIT, note)


def variance_ratio(name: str, money: Floats, other: Floats, note: str = "") -> Found:
    """How many times less variance, with the errors of both deviations."""
    (first, error1), (second, error2) = _deviation(money), _deviation(other)
    if second == 0.0:
        return Found(name, float("inf"), None, "", note or "no variance is left")
    ratio = (first / second) ** 2
    return Found.with_error(name, ratio, 2 * ratio * sqrt((error1 / first) ** 2 + (error2 / second) ** 2), "", note)


def _deviation(values: Floats) -> tuple[float, float]:
    """A standard deviation and its standard error."""
    away = values - values.mean()
    variance = float((away**2).mean())
    if variance == 0.0:
        return 0.0, 0.0
    excess = float((away**4).mean()) / variance**2 - 1.0
    return sqrt(variance), sqrt(variance) * sqrt(max(excess, 0.0) / (4 * len(values)))


def running(title: str, lines: Sequence[tuple[str, Floats]], guides: Sequence[str] = (), caption: str = "") -> Chart:
    """Sums so far, and for some of the lines guide curves of one standard deviation."""
    from riverboat.assess.samples import cumulative

    curves = [Curve(name, cumulative(values)) for name, values in lines]
    for name, values in lines:
        if name in guides:
            spread = float(values.std())
            places = [place for place, _ in cumulative(values, 60)]
            for sign in (1, -1):
                points = [(place, sign * spread * sqrt(place)) for place in places]
                curves.append(Curve(f"{'+' if sign > 0 else '-'}{spread:.3f} √x, {name}", points, dashed=True))
    return Chart(title, curves, "hands", "small bets", caption=caption)


def careful_and_bold() -> tuple[ArrayPolicy, ArrayPolicy]:
    """Two stand-ins for programs that are not available: they bet by hand strength, and rarely fold before the flop."""
    from riverboat.agents.rules import Style
    from riverboat.arena.kernel_play.builtin import rule_policy

    careful = Style(play=0.4, raises=0.5, respect=0.95, value=0.62, aggression=0.8, bluff=0.1, margin=-0.02)
    bold = Style(play=0.5, raises=0.7, respect=0.95, value=0.52, aggression=0.9, bluff=0.2, margin=-0.08)
    return rule_policy(careful, 2), rule_policy(bold, 2)


def seat(policy: ArrayPolicy, name: str) -> AgentSpec:
    """A policy as a player of this name."""
    from riverboat.arena.kernel_play.agent import ArrayPolicyAgent

    def make() -> ArrayPolicyAgent:
        return ArrayPolicyAgent(policy)

    make.__name__ = name
    return make
