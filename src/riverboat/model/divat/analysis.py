"""How well were these hands played, whatever the cards were? DIVAT for heads-up limit hold'em.

On each street the equity after what the players did is compared with the equity after what a fixed baseline would have
done with the same hands in the same pot (Billings 2006, chapter 5; `baseline.py`). The sum over streets and hands is
the difference in skill, in chips, seen from the first player (position 0, the big blind). What the cards brought
cancels.

Two equities. *All-in equity* (AIE) counts what wins if all cards are dealt without further betting. *Roll-out equity*
(ROE) lets the baseline play all later streets; with it the estimate is unbiased (Zinkevich, Bowling, Bard, Kan and
Billings, AAAI 2006), because the mean over the next card of what the baseline makes is exactly the equity before it.
With AIE it is not: the baseline's betting on a street is worth something to whoever has the better hand
(`round_values`), and a player who folds weak hands has the better one more often on the streets that are played. DIVAT
by AIE takes that from the player: its bias is minus the mean of the sum of round values, because it differs by exactly
that sum from `money_minus_luck`, which is unbiased (lab entry `billings-all-in-equity`).
Before the flop that mean is over 17,296 flops. By default a few random ones represent them, fresh ones for each hand
from a fixed stream: it stays unbiased, and the noise this adds is small beside that of the cards. `exact_preflop` takes
all of them, about a second and a half for each hand.

Also here: `luck` (LFAT: what each deal added, by all-in equity), `dcash` (what the baseline would have won against
itself on the cards that came; an average where cards are missing because someone folded), and money less dcash, which
has less variance than money but is biased towards honest styles. The perfect-information analysis (EVAT) is in
`riverboat.assess`.

Cost: about 0.2 ms per hand with AIE and 1 ms with ROE. It needs both hands; what to do without is in `runtime.py`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import combinations, permutations
from typing import Final, Literal

import numpy as np
from numpy.typing import NDArray

from riverboat.cards.card import Cards, read_cards
from riverboat.cards.holdings import HOLDING_CARDS
from riverboat.errors import RiverboatError
from riverboat.games.hand import Hand
from riverboat.games.rules import Rules
from riverboat.model.divat.baseline import MODERATE, SEQUENCES, Baseline
from riverboat.model.divat.limit_holdem import BOARD_CARDS, betting_of, divat_error
from riverboat.odds.hand_rank_tables import ranking_tables
from riverboat.progress import OnProgress, Progress
from riverboat.stats.mean import RunningMean

Floats = NDArray[np.float64]
Equity = Literal["roe", "aie"]

_CHUNK: Final = 64
_NEVER: Final = 2.0


@dataclass(frozen=True, slots=True)
class DivatSettings:
    """How to measure."""

    equity: Equity = "roe"
    """`roe`, by rolling out with the baseline, or `aie`, all-in equity."""
    baselines: Sequence[Baseline] = (MODERATE,)
    """Several are averaged (smoothing, for short matches)."""
    weights: Sequence[float] = (1.0,)
    """Of the baselines."""
    flops: int = 8
    """Random flops for the roll-out equity before the flop."""
    boards: int = 500
    """Random boards for the all-in equity before the flop."""
    exact_preflop: bool = False
    """Whether to take all flops and boards instead."""
    seed: int = 1
    """Of random flops and boards."""

    def __post_init__(self) -> None:
        if self.equity not in ("roe", "aie"):
            raise RiverboatError(f'equity "{self.equity}": expected "roe" (roll-out) or "aie" (all-in)')
        if len(self.weights) != len(self.baselines) or not self.baselines or min(self.weights) < 0:
            raise RiverboatError(f"{len(self.weights)} weights for {len(self.baselines)} baselines: expected as many")
        if sum(self.weights) <= 0 or self.flops < 1 or self.boards < 1:
            raise RiverboatError("divat: expected positive weights, and one flop and one board or more")
        if len({baseline.first_raise for baseline in self.baselines}) > 1:
            raise RiverboatError("divat: baselines that are averaged need the same first raise before the flop")


@dataclass(frozen=True)
class Divat:
    """The analysis of some hands, in chips of the first player. NaN stands for streets that were not played."""

    hands: Sequence[Hand]
    shares: Floats = field(repr=False)
    """The all-in equity of the first player when each street begins."""
    sequences: NDArray[np.int8] = field(repr=False)
    """int8[hands, baselines, streets]: numbers in `SEQUENCES`, -1 where there was no betting."""
    bases: Floats = field(repr=False)
    """float64[hands, baselines, streets]: equity after the baseline's betting.

    Before the flop NaN where the baseline leads to the pot that really was, so that nothing had to be computed.
    """
    actuals: Floats = field(repr=False)
    """The same after what was really done."""
    by_baseline: Floats = field(repr=False)
    """float64[hands, baselines]: what each baseline would have won against itself."""
    weights: Floats = field(repr=False)
    """Of the baselines; they sum to 1."""
    pots: Floats = field(repr=False)
    """The pot when each street begins."""

    @property
    def differences(self) -> Floats:
        """float64[hands, streets]: DIVAT itself, 0 on streets that were not played."""
        apart = np.nan_to_num(self.actuals - self.bases)
        return np.asarray(np.einsum("nks,k->ns", apart, self.weights))

    @property
    def total(self) -> Floats:
        """DIVAT of each hand."""
        return np.asarray(self.differences.sum(axis=1))

    @property
    def money(self) -> Floats:
        """What was really won."""
        return np.array([float(hand.payoffs[0]) for hand in self.hands])

    @property
    def dcash(self) -> Floats:
        """What the baseline would have won against itself."""
        return np.asarray(self.by_baseline @ self.weights)

    @property
    def money_minus_dcash(self) -> Floats:
        """Money less what the cards were worth to the baseline; biased, but needs only complete games."""
        return self.money - self.dcash

    @property
    def luck(self) -> Floats:
        """float64[hands, streets]: what each deal added to the first's all-in equity (LFAT); not to be summed."""
        before = np.column_stack([np.full(len(self.shares), 0.5), self.shares[:, :-1]])
        return np.asarray((self.shares - before) * self.pots)

    @property
    def money_minus_luck(self) -> Floats:
        """Money less what all deals added to the all-in equity: unbiased, with more variance than DIVAT."""
        return np.asarray(self.money - np.nansum(self.luck, axis=1))

    @property
    def round_values(self) -> Floats:
        """float64[hands, streets]: what the first baseline's betting adds to the all-in equity of a street's start."""
        return np.asarray(self.bases[:, 0] - (self.shares - 0.5) * self.pots)

    def baseline_line(self, hand: int = 0, baseline: int = 0) -> str:
        """What the baseline does on each street of a hand as it was played: `SlCrC/bC/bF/bRc`.

        Args:
            hand: Which of the hands, from 0.
            baseline: Which of the baselines, from 0.
        """
        return "/".join(SEQUENCES[number] for number in self.sequences[hand, baseline] if number >= 0)

    def signs(self, player: str) -> Floats:
        """1 where this player was the first, -1 where the second, 0 where neither."""
        return np.array([(h.players[0] == player) * 1.0 - (h.players[1] == player) * 1.0 for h in self.hands])

    def won_by(self, player: str, values: Floats | None = None) -> RunningMean:
        """A player's mean over their hands, chips per hand: DIVAT, or whatever is given by hand.

        Args:
            player: A player by name.
            values: A number for each hand. Default: DIVAT.
        """
        signs = self.signs(player)
        chosen = signs != 0
        return RunningMean.of(((self.total if values is None else values) * signs)[chosen])


def divat_of(
    hands: Iterable[Hand],
    settings: DivatSettings | None = None,
    on_progress: OnProgress | None = None,
) -> Divat:
    """Analyse hands of heads-up limit hold'em; one that cannot be is an error that says why."""
    settings = settings or DivatSettings()
    hands = tuple(hands)
    for hand in hands:
        reason = divat_error(hand)
        if reason is not None:
            raise RiverboatError(f"DIVAT of hand {hand.number}: {reason}")
    count, several = len(hands), len(settings.baselines)
    weights = np.array(settings.weights, np.float64)
    result = Divat(
        hands,
        np.full((count, 4), np.nan),
        np.full((count, several, 4), -1, np.int8),
        np.full((count, several, 4), np.nan),
        np.full((count, several, 4), np.nan),
        np.zeros((count, several)),
        weights / weights.sum(),
        np.full((count, 4), np.nan),
    )
    games: dict[int, list[int]] = {}
    for place, hand in enumerate(hands):
        games.setdefault(id(hand.rules), []).append(place)
    done = 0
    for places in games.values():
        for start in range(0, len(places), _CHUNK):
            chosen = places[start : start + _CHUNK]
            _analyse(result, np.array(chosen), settings)
            done += len(chosen)
            if on_progress:
                on_progress(Progress(done, count))
    return result


def _analyse(result: Divat, places: NDArray[np.int64], settings: DivatSettings) -> None:
    """Fill in some hands of one game."""
    from riverboat.model.divat import _kernels

    hands = [result.hands[place] for place in places]
    count, several = len(hands), len(settings.baselines)
    rules = hands[0].rules
    holes = np.array([(*hand.down[0], *hand.down[1]) for hand in hands], np.uint8)
    boards = np.zeros((count, 5), np.uint8)
    played = np.zeros((count, 3), np.int8)
    ends = np.zeros((count, 5))
    for n, hand in enumerate(hands):
        betting = betting_of(hand)
        boards[n, : len(hand.board)] = hand.board
        played[n] = betting.last, betting.folder, len(hand.board)
        ends[n, : len(betting.pots)] = betting.pots
        result.pots[places[n], : betting.last + 1] = betting.pots[:-1]
    payoffs = np.array([float(hand.payoffs[0]) for hand in hands])
    exact = np.full(count, np.nan)
    if settings.exact_preflop:
        exact[:] = [_all_in_before_the_flop(tuple(hole)) for hole in holes.tolist()]
    shares, sequences = np.full((count, 4), np.nan), np.full((count, several, 4), -1, np.int8)
    bases, actuals = np.full((count, several, 4), np.nan), np.full((count, several, 4), np.nan)
    dcash = np.zeros((count, several))
    bets = _bets(rules)
    offsets, makes = _parameters(settings.baselines, rules)
    first_raise = settings.baselines[0].first_raise
    seeds = np.array(
        [hand_stream(settings.seed, hand.number, hole) for hand, hole in zip(hands, holes.tolist(), strict=True)]
    )
    _kernels.assess_hands(
        ranking_tables(), holes, boards, played, ends, payoffs, bets, float(rules.blinds[0]), preflop_ranks(),
        offsets, makes, first_raise, settings.equity == "roe", settings.flops, settings.boards, seeds, exact, shares,
        sequences, bases, actuals, dcash,
    )  # fmt: skip
    known = np.array([BOARD_CARDS[last] for last in played[:, 0]])
    for street in range(1, 4):
        shares[known < BOARD_CARDS[street], street] = np.nan
    if settings.exact_preflop and settings.equity == "roe":
        _exactly(hands, settings, bases, actuals, sequences, dcash)
    result.shares[places], result.sequences[places] = shares, sequences
    result.bases[places], result.actuals[places], result.by_baseline[places] = bases, actuals, dcash


def _exactly(
    hands: Sequence[Hand],
    settings: DivatSettings,
    bases: Floats,
    actuals: Floats,
    sequences: NDArray[np.int8],
    dcash: Floats,
) -> None:
    """Put the means over all flops in the place of sampled ones."""
    for n, hand in enumerate(hands):
        betting = betting_of(hand)
        bet = float(hand.rules.streets[0].bet)
        for k, baseline in enumerate(settings.baselines):
            line = SEQUENCES[sequences[n, k, 0]]
            base = betting.pots[0] + 2.0 * bet * (line.lower().count("r"))
            pots = [base, betting.pots[1]]
            values = roll_out_value(hand.down[0], hand.down[1], pots, baseline, rules=hand.rules)
            if line[-1] not in "fF":
                bases[n, k, 0] = values[0]
                if len(hand.board) < 3:
                    dcash[n, k] = values[0]
            if betting.last > 0:
                actuals[n, k, 0] = values[1]


def roll_out_value(
    first: Cards,
    second: Cards,
    pots: Sequence[float],
    baseline: Baseline = MODERATE,
    *,
    rules: Rules | None = None,
    flops: int | None = None,
    seed: int = 1,
) -> Floats:
    """What the first hand wins on average if the flop begins with each of these pots and the baseline plays both.

    Args:
        first: Two cards, as text or card numbers.
        second: Two other cards.
        pots: In chips of `rules`.
        baseline: Who plays for both.
        rules: Limit hold'em. Default: with bets of 1 and 2.
        flops: How many random flops. Default: all 17,296, those that differ by suits that nobody holds only once.
    """
    from riverboat.model.divat import _kernels

    holes = np.array([*read_cards(first), *read_cards(second)], np.uint8)
    if len(holes) != 4 or len(set(holes.tolist())) != 4:
        raise RiverboatError("roll-out: expected two hands of two different cards")
    cards, weights = _flops(tuple(holes.tolist()))
    if flops is not None:
        chosen = np.random.default_rng(seed).choice(len(cards), flops, p=weights)
        cards, weights = cards[chosen], np.full(flops, 1.0 / flops)
    bets = _bets(rules) if rules is not None else np.array([1.0, 1.0, 2.0, 2.0])
    offsets, makes = _parameters([baseline], rules)
    values = np.zeros(len(pots))
    for start in range(0, len(cards), 500):
        some = slice(start, start + 500)
        _kernels.roll_out_flops(
            ranking_tables(), holes, cards[some], weights[some], np.array(pots, np.float64), bets, offsets[0], makes[0],
            values,
        )  # fmt: skip
    return values


def _flops(holes: tuple[int, ...]) -> tuple[NDArray[np.uint8], Floats]:
    """Flops that differ by more than the names of suits, and the share of all flops that each represents."""
    held = [tuple(sorted(holes[:2])), tuple(sorted(holes[2:]))]
    same = [
        order
        for order in permutations(range(4))
        if [tuple(sorted(card & ~3 | order[card & 3] for card in hand)) for hand in held] == held
    ]
    rest = [card for card in range(52) if card not in holes]
    flops = np.array(list(combinations(rest, 3)), np.int64)
    codes = []
    for order in same:
        renamed = np.sort((flops & ~3) | np.array(order)[flops & 3], axis=1)
        codes.append((renamed[:, 0] * 52 + renamed[:, 1]) * 52 + renamed[:, 2])
    kept, counts = np.unique(np.min(codes, axis=0), return_counts=True)
    cards = np.column_stack([kept // 2704, kept // 52 % 52, kept % 52]).astype(np.uint8)
    return cards, counts / counts.sum()


@cache
def preflop_ranks() -> Floats:
    """float64[1326, 2]: immediate and seven-card rank of every holding before the flop."""
    from riverboat.odds.strength import expected_strength_by_holding, immediate_hand_rank

    now = [immediate_hand_rank(holding.tolist()) for holding in HOLDING_CARDS]
    return np.column_stack([now, expected_strength_by_holding()])


@cache
def _all_in_before_the_flop(holes: tuple[int, ...]) -> float:
    from riverboat.odds.showdown import equity

    return equity([holes[:2], holes[2:]], exact=True).equity[0]


def _bets(rules: Rules) -> Floats:
    return np.array([float(street.bet) for street in rules.streets])


def _parameters(baselines: Sequence[Baseline], rules: Rules | None) -> tuple[Floats, Floats]:
    """Fold offsets and thresholds by baseline and street; a bet that is not allowed needs more than any rank."""
    makes = np.array([each.makes for each in baselines])
    if rules is not None:
        for street, each in enumerate(rules.streets):
            if each.max_raises is not None:
                makes[:, street, each.max_raises + (baselines[0].first_raise if street == 0 else 0) :] = _NEVER
    return np.array([each.fold_offsets for each in baselines]), makes


def hand_stream(seed: int, number: int, cards: Iterable[int]) -> np.uint64:
    """A separate seed for each hand, from its number and the players' cards, never from the board."""
    mixed = seed * 0x9E3779B97F4A7C15 + number * 0xD1B54A32D192ED03
    for card in cards:
        mixed = (mixed ^ card) * 0xBF58476D1CE4E5B9 & 0xFFFFFFFFFFFFFFFF
    return np.uint64(mixed & 0xFFFFFFFFFFFFFFFF)
