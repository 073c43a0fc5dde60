"""How strong will this hand be at the river? Expected hand strength E[HS], exact or sampled.

E[HS]_n is the mean, over all ways to complete the board, of the river hand strength HS^n against n unknown opponents
(Teófilo 2016, EQ17). From the flop that is 1,081 boards and from the turn 46, compared one by one in about 1 ms and
0.05 ms. Before the flop it is 2,118,760 boards: a histogram of the river strengths of all 169 classes is built once
(about 2 s, over the 134,459 boards that differ by more than the names of suits, every hand ranked and swept at once)
and cached; after that any n is exact.

Sampling draws boards independently, uniformly, and reports its standard error. Teófilo draws high cards more often
("quadratic random sampling"), which gives another number; `sampling="quadratic"` does that, to show how far off it is.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations
from typing import Literal, Self

import numpy as np
from numpy.typing import NDArray

from riverboat.cache import cached_arrays
from riverboat.cards.card import DECK_SIZE, Cards
from riverboat.cards.holdings import CLASS_SIZES, CLASSES, HOLDING_CARDS, HOLDING_CLASS, HOLDINGS, class_index
from riverboat.cards.isomorphism import canonical_boards
from riverboat.errors import RiverboatError
from riverboat.odds.strength.inputs import Spot, read_board, read_opponents, read_spot, tables
from riverboat.progress import OnProgress, Progress
from riverboat.workers import in_threads

Sampling = Literal["uniform", "quadratic"]

DOUBLED = 2 * 990 + 1
"""River standings are counted as 2 ahead + tied, 0..1980, so that ties stay whole numbers."""

_BOARDS_PER_HOLDING = 2_118_760
_CHUNK = 4096


class ExpectedStrength(float):
    """E[HS], a number from 0 to 1 that also knows how it was found."""

    standard_error: float
    """0 if every board was used."""
    boards: int
    """The number of completed boards in the mean."""

    def __new__(cls, value: float, standard_error: float, boards: int) -> Self:
        made = super().__new__(cls, value)
        made.standard_error = standard_error
        made.boards = boards
        return made

    def __reduce__(self) -> tuple[type[ExpectedStrength], tuple[float, float, int]]:
        return ExpectedStrength, (float(self), self.standard_error, self.boards)


def expected_hand_strength(
    hole: Cards,
    board: Cards = "",
    opponents: int = 1,
    samples: int | None = None,
    seed: int | np.random.Generator | None = None,
    sampling: Sampling = "uniform",
) -> ExpectedStrength:
    """E[HS] of a hand before the flop, on the flop, turn or river; on the river this is HS itself.

    Args:
        samples: How many random boards. Default: all, exactly.
        seed: Of the samples. Default: a new one each time.
        sampling: "uniform", or "quadratic" as Teófilo draws cards, which gives another number.
    """
    spot = read_spot(hole, board, (0, 3, 4, 5))
    curve = strength_curve(opponents)
    if samples is None and sampling != "uniform":
        raise RiverboatError(f'sampling "{sampling}": give the number of samples too')
    if samples is None or spot.to_come == 0:  # on the river there is one board, and nothing to sample
        if spot.to_come == 5:
            return ExpectedStrength(float(_before_the_flop(curve)[class_index(*spot.hole.tolist())]), 0.0, 2_118_760)
        values = curve[doubled_on(spot, _all_completions(spot))]
        return ExpectedStrength(float(values.mean()), 0.0, len(values))
    if samples < 2:
        raise RiverboatError(f"{samples} samples: expected 2 or more, for a standard error")
    generator = np.random.default_rng(seed)
    doubled = np.concatenate(
        [
            doubled_on(spot, sample_completions(spot, min(_CHUNK, samples - start), generator, sampling))
            for start in range(0, samples, _CHUNK)
        ]
    )
    values = curve[doubled]
    return ExpectedStrength(float(values.mean()), float(values.std(ddof=1) / np.sqrt(samples)), samples)


def expected_strength_by_holding(board: Cards = "", opponents: int = 1) -> NDArray[np.float64]:
    """float64[1326]: exact E[HS] of every holding, in the order of `HOLDING_CARDS`; NaN where the board holds a card.

    All run-outs of a flop take about 20 ms.
    """
    from riverboat.odds.strength import _kernels

    cards = read_board(board, (0, 3, 4, 5))
    curve = strength_curve(opponents)
    if len(cards) == 0:
        return _before_the_flop(curve)[HOLDING_CLASS]
    sums = np.zeros(HOLDINGS)
    ranks = tables()
    _kernels.expected_of_all(ranks.by_size[7], ranks.words, HOLDING_CARDS, cards, curve, sums)
    expected = sums / completions(len(cards))
    expected[np.isin(HOLDING_CARDS, cards).any(axis=1)] = np.nan
    return expected


def completions(board_cards: int) -> int:
    """The number of run-outs for a holding: 1,081 from a flop, 46 from a turn, 1 from a river."""
    return {3: 1081, 4: 46, 5: 1}[board_cards]


def strength_curve(opponents: int) -> NDArray[np.float64]:
    """HS^n for each value of 2 ahead + tied: float64[1981]."""
    return np.asarray((np.arange(DOUBLED) / (DOUBLED - 1.0)) ** read_opponents(opponents))


def doubled_on(spot: Spot, boards: NDArray[np.uint8]) -> NDArray[np.uint16]:
    """2 ahead + tied on each of uint8[N, 5] boards."""
    from riverboat.odds.strength import _kernels

    ranks = tables()
    doubled = np.empty(len(boards), np.uint16)
    _kernels.doubled_on_boards(ranks.by_size[7], ranks.words, spot.hole, boards, doubled)
    return doubled


def sample_completions(
    spot: Spot, count: int, generator: np.random.Generator, sampling: Sampling = "uniform"
) -> NDArray[np.uint8]:
    """uint8[count, 5]: the board, completed at random.

    Cards come one after the other and a card that is already out is drawn again. Quadratic sampling draws the card at
    52 sqrt(U) from the deck in rank order, so that a card's chance grows with its rank.
    """
    if sampling not in ("uniform", "quadratic"):
        raise RiverboatError(f'sampling "{sampling}": expected "uniform" or "quadratic"')
    out = np.zeros((count, DECK_SIZE), np.bool_)
    out[:, spot.hole] = True
    out[:, spot.board] = True
    boards = np.empty((count, 5), np.uint8)
    boards[:, : len(spot.board)] = spot.board
    for place in range(len(spot.board), 5):
        open_rows = np.arange(count)
        while open_rows.size:
            chance = generator.random(open_rows.size)
            drawn = (DECK_SIZE * (np.sqrt(chance) if sampling == "quadratic" else chance)).astype(np.uint8)
            fits = ~out[open_rows, drawn]
            rows = open_rows[fits]
            boards[rows, place] = drawn[fits]
            out[rows, drawn[fits]] = True
            open_rows = open_rows[~fits]
    return boards


def river_histogram(on_progress: OnProgress | None = None) -> NDArray[np.uint64]:
    """uint64[169, 1981]: for every class, how many (holding, board) deals have each river standing 2 ahead + tied.

    A row sums to 2,118,760 times the holdings of the class. Built on first use, then cached.
    """
    return np.asarray(
        cached_arrays("river-histogram-v1", lambda: {"histogram": _build_histogram(on_progress)})["histogram"]
    )


def _build_histogram(on_progress: OnProgress | None) -> NDArray[np.uint64]:
    from riverboat.odds.strength import _kernels

    boards, multiplicity = canonical_boards(5)
    ranks = tables()

    def add(start: int) -> NDArray[np.uint64]:
        part = np.zeros((CLASSES, DOUBLED), np.uint64)
        some = slice(start, start + _CHUNK)
        _kernels.river_histogram(
            ranks.by_size[7], ranks.words, HOLDING_CARDS, HOLDING_CLASS, boards[some], multiplicity[some], part
        )
        return part

    histogram = np.zeros((CLASSES, DOUBLED), np.uint64)
    for number, part in enumerate(in_threads(add, range(0, len(boards), _CHUNK))):
        histogram += part
        if on_progress:
            on_progress(Progress(min((number + 1) * _CHUNK, len(boards)), len(boards)))
    return histogram


@cache
def _loaded_histogram() -> NDArray[np.float64]:
    deals = CLASS_SIZES.astype(np.float64) * _BOARDS_PER_HOLDING
    return np.asarray(river_histogram() / deals[:, None])


def _before_the_flop(curve: NDArray[np.float64]) -> NDArray[np.float64]:
    """E[HS] of the 169 classes."""
    return np.asarray(_loaded_histogram() @ curve)


def _all_completions(spot: Spot) -> NDArray[np.uint8]:
    seen = {*spot.hole.tolist(), *spot.board.tolist()}
    live = [card for card in range(DECK_SIZE) if card not in seen]
    runouts = np.array(list(combinations(live, spot.to_come)), np.uint8)
    boards = np.empty((len(runouts), 5), np.uint8)
    boards[:, : len(spot.board)] = spot.board
    boards[:, len(spot.board) :] = runouts
    return boards
