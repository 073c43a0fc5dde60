"""Buckets by what hands are worth instead of how strong they are: reduced game utility (Teófilo 2016, section 5.3).

E[HS] assumes that nobody ever folds. RGU sorts hands by their utility in the equilibrium of a much smaller game with
the same cards (`reduced.py`) and cuts them into N buckets with equally many deals each, street by street:

| street | utility | cost on one core |
|---|---|---|
| before the flop | of the 169 starting hands | below a second |
| flop | exact on all 1,755 flops | 10 minutes |
| turn | exact on 2,000 of 16,432 boards, elsewhere read off by E[HS] and PPot | 10 minutes |
| river | rises with HS, card removal aside, so that buckets are those of E[HS] | none |

`rgu(20)` is the text of it; `rgu(20,flops=60,turns=60)` solves only that many boards, drawn with a seed. Tables are
kept in the cache, and a build that is interrupted is resumed.
"""

from __future__ import annotations

import re
from functools import cache, cached_property
from typing import Final

import numpy as np
from numpy.typing import NDArray

from riverboat.abstraction.bucketing import parse_bucketing
from riverboat.abstraction.buckets import CARDS, MAX_BUCKETS, STREETS, Bucketing, Labels, StreetBuckets
from riverboat.abstraction.building import DealTable, by_rows, deals_of, places_of
from riverboat.abstraction.edges import quantile_buckets
from riverboat.abstraction.features import deal_weights, feature_table, quantiles
from riverboat.abstraction.given import TableBuckets, equal_labels
from riverboat.cards.holdings import CLASS_SIZES, HOLDINGS
from riverboat.cards.isomorphism import canonical_boards
from riverboat.errors import NotationError
from riverboat.files import Checkpoint, FileFormatError
from riverboat.progress import OnProgress, Progress
from riverboat.solve.abstract.reduced import ITERATIONS, reduced_preflop_game, utilities, utility_by_holding
from riverboat.workers import in_threads

Floats = NDArray[np.float64]
Single = NDArray[np.float32]
TURNS: Final = 2000
"""Turn boards that are solved."""
PREFLOP_ITERATIONS: Final = 300
_VERSION: Final = 1
_SEED: Final = 1
_BANDS: Final = 10
"""Of PPot, with equally many hands in each."""
_STEPS: Final = 50
"""Of E[HS] in each band."""
_BOARDS: Final = {1: 1755, 2: 16432}
_CHUNK: Final = 1 << 20
EXAMPLE: Final = {"rgu(20)": "equally many deals in each bucket of utility in a reduced game (Teófilo 2016)"}
"""For lists of abstractions: a text and what it means."""
_TEXT: Final = re.compile(r"rgu\((\d+)((?:,(?:flops|turns)=\d+)*)\)")


def rgu(count: int, flops: int | None = None, turns: int | None = TURNS) -> Bucketing:
    """N buckets of equal frequency on every street; `flops` and `turns` are how many boards are solved, None: all."""
    text = f"rgu({count}" + (f",flops={flops}" if flops else "")
    text += "" if turns == TURNS else f",turns={turns or _BOARDS[2]}"
    if not 1 <= count <= MAX_BUCKETS:
        raise NotationError(f'abstraction "{text})": expected 1 to {MAX_BUCKETS} buckets')
    for street, boards in ((1, flops), (2, turns)):
        if boards is not None and not 1 <= boards <= _BOARDS[street]:
            wanted = f"expected 1 to {_BOARDS[street]:,} boards on the {STREETS[street]}"
            raise NotationError(f'abstraction "{text})": {wanted}')
    return Bucketing(
        f"{text})",
        (
            TableBuckets(0, equal_labels(preflop_utilities(), CLASS_SIZES.astype(np.float64), count), count),
            UtilityBuckets(1, count, flops),
            UtilityBuckets(2, count, turns),
            quantile_buckets(3, "ehs", count),
        ),
    )


def parse_any_bucketing(text: str) -> Bucketing:
    """The bucketing that a text names: RGU, or one that the room of abstractions knows."""
    plain = "".join(text.split()).lower()
    if not plain.startswith("rgu"):
        return parse_bucketing(text)
    match = _TEXT.fullmatch(plain)
    if match is None:
        raise NotationError(f'abstraction "{text[:40]}": write rgu(N), or rgu(N,flops=F,turns=T) to solve fewer boards')
    given = dict(part.split("=") for part in match[2].split(",") if part)
    boards = {name: int(number) for name, number in given.items()}
    return _rgu(int(match[1]), boards.get("flops"), boards.get("turns", TURNS))


_rgu = cache(rgu)


def preflop_utilities(on_progress: OnProgress | None = None) -> Floats:
    """The utility of the 169 starting hands, in antes."""
    return utilities(reduced_preflop_game(on_progress), PREFLOP_ITERATIONS)


@cache
def utility_table(street: int, boards: int | None = None) -> DealTable:
    """The utility of every deal on the flop (1) or turn (2), exact on this number of boards (None: on all)."""
    cards = CARDS[street]
    every = boards is None or boards >= _BOARDS[street]
    which = "all" if every or boards is None else str(boards)
    name = f"utility-{cards}-{which}-v{_VERSION}"
    identity = {"utility": "reduced game", "cards": cards, "boards": which, "iterations": ITERATIONS}
    if every or boards is None:
        build = by_rows(cards, np.float32, lambda board: utility_by_holding(board).astype(np.float32))
    else:
        count = boards

        def build(checkpoint: Checkpoint, on_progress: OnProgress | None) -> Single:
            return _from_sample(cards, count, checkpoint, on_progress)

    return DealTable(name, identity, cards, np.float32, build)


class UtilityBuckets(StreetBuckets):
    """Buckets of the flop or the turn with equally many deals each, by utility."""

    def __init__(self, street: int, count: int, boards: int | None = None) -> None:
        self.street = street
        self.boards: Final = boards
        self._count: Final = count

    @property
    def count(self) -> int:
        return self._count

    @property
    def identity(self) -> str:
        return f"rgu {self.street} {self._count} {self.boards or 'all'} {ITERATIONS} v{_VERSION}"

    @cached_property
    def labels(self) -> DealTable:
        cards = CARDS[self.street]
        name = f"labels-rgu-{self._count}-{cards}-{self.boards or 'all'}-v{_VERSION}"
        return DealTable(name, {"buckets": self.identity}, cards, np.uint16, self._label_all)

    def learn(self, on_progress: OnProgress | None = None) -> None:
        """Build the table: one board does not say where buckets begin."""
        self.labels.load(on_progress)

    def computed(self, board: NDArray[np.uint8]) -> Labels:
        """From the table, which is built now if it is not there."""
        self.learn()
        return self.by_holding(board)

    def _label_all(self, checkpoint: Checkpoint, on_progress: OnProgress | None) -> Labels:
        values = utility_table(self.street, self.boards).load(on_progress)
        return equal_labels(np.asarray(values), deal_weights(CARDS[self.street]), self._count)


def _from_sample(cards: int, count: int, checkpoint: Checkpoint, on_progress: OnProgress | None) -> Single:
    """Utilities of all deals from those on some boards."""
    boards, multiplicity = canonical_boards(cards)
    strength, potential = (feature_table(name, cards, on_progress) for name in ("ehs", "ppot"))
    share = multiplicity / multiplicity.sum()
    chosen = boards[np.random.default_rng(_SEED).choice(len(boards), count, replace=False, p=share)]
    solved = _solved(chosen, checkpoint, on_progress)
    places = np.concatenate([places_of(board)[1] for board in chosen])
    known = np.concatenate([row[np.isfinite(row)] for row in solved])
    bands = Bands.fit(np.asarray(strength[places]), np.asarray(potential[places]), known)
    table = np.empty(deals_of(cards).size, np.float32)
    for start in range(0, len(table), _CHUNK):
        part = slice(start, start + _CHUNK)
        table[part] = bands.read(np.asarray(strength[part]), np.asarray(potential[part]))
    table[places] = known
    return table


def _solved(boards: NDArray[np.uint8], checkpoint: Checkpoint, on_progress: OnProgress | None) -> Single:
    """float32[boards, 1326]; saved now and then, and resumed."""
    found, done = np.full((len(boards), HOLDINGS), np.nan, np.float32), 0
    try:
        state = checkpoint.load()
    except FileFormatError:
        state = None
    if state is not None and state[1]["found"].shape == found.shape:
        found, done = np.array(state[1]["found"]), int(state[0])
    try:
        for row in in_threads(utility_by_holding, list(boards[done:])):
            found[done] = row
            done += 1
            if checkpoint.is_due:
                checkpoint.save(done, {"found": found})
            if on_progress:
                on_progress(Progress(done, len(boards)))
    except KeyboardInterrupt:
        checkpoint.save(done, {"found": found})
        raise
    return found


class Bands:
    """Utility as a function of E[HS] and PPot: in each band of PPot a line through the means of steps of E[HS]."""

    def __init__(self, edges: Floats, lines: list[tuple[Floats, Floats]]) -> None:
        self.edges, self.lines = edges, lines

    @classmethod
    def fit(cls, strength: Single, potential: Single, utility: Single) -> Bands:
        """From hands whose utility is known."""
        even = np.ones(len(potential))
        edges = np.unique(quantiles(potential, even, np.arange(1, _BANDS) / _BANDS))
        band = np.searchsorted(edges, potential, "right")
        lines = []
        for number in range(len(edges) + 1):
            inside = np.flatnonzero(band == number)
            inside = inside[np.argsort(strength[inside], kind="stable")]
            steps = [step for step in np.array_split(inside, _STEPS) if len(step)]
            means = [np.array([each[step].mean(dtype=np.float64) for step in steps]) for each in (strength, utility)]
            lines.append((means[0], means[1]))
        return cls(edges, lines)

    def read(self, strength: Single, potential: Single) -> Single:
        """The utility of other hands."""
        band = np.searchsorted(self.edges, potential, "right")
        found = np.zeros(len(strength), np.float32)
        for number, (x, y) in enumerate(self.lines):
            inside = band == number
            found[inside] = np.interp(strength[inside], x, y)
        return found
