"""k-means beside scikit-learn, and buckets by clusters: same for all names of suits, resumed, refused when too many."""

from __future__ import annotations

from pathlib import Path
from random import Random

import numpy as np
import pytest
from sklearn.cluster import KMeans

from riverboat.abstraction import bucketing as texts
from riverboat.abstraction import merged, parse_bucketing
from riverboat.abstraction.bucketing import NO_BUCKET
from riverboat.abstraction.building import deals_of
from riverboat.abstraction.clusters import ClusterBuckets, sampled_points, within_bucket_variance
from riverboat.abstraction.kmeans import kmeans, nearest
from riverboat.abstraction.records import Records
from riverboat.abstraction.thresholds import GS1_CLASSES, flop_classes
from riverboat.abstraction.vectors import Histogram, OpponentClusters, VectorFeature
from riverboat.cards.holdings import HOLDING_CARDS, holding_index
from riverboat.errors import NotationError, RiverboatError
from riverboat.progress import Progress

SMALL = parse_bucketing("kmeans(histogram/histogram/ochs,8)")


def lumps(seed: int, count: int = 3000) -> np.ndarray:
    rng = np.random.default_rng(seed)
    middles = rng.random((40, 6))
    return (middles[rng.integers(0, 40, count)] + rng.normal(0, 0.05, (count, 6))).astype(np.float32)


@pytest.mark.parametrize("weighted", [False, True])
def test_clusters_are_as_tight_as_those_of_scikit_learn(weighted: bool) -> None:
    points = lumps(1)
    weights = np.random.default_rng(2).integers(1, 25, len(points)).astype(float) if weighted else np.ones(len(points))
    theirs = KMeans(25, n_init=3, random_state=0).fit(points, sample_weight=weights)
    ours = min(kmeans(points, weights, 25, seed).variance for seed in range(3))
    assert ours <= 1.03 * theirs.inertia_ / weights.sum()


def test_the_nearest_centre_by_enumeration() -> None:
    points, centres = lumps(3, 400), lumps(4, 37)
    squares = ((points[:, None, :].astype(float) - centres[None]) ** 2).sum(axis=2)
    labels, found = nearest(points, centres)
    assert labels.tolist() == squares.argmin(axis=1).tolist()
    assert found == pytest.approx(squares.min(axis=1), abs=1e-5)


def test_the_same_seed_makes_the_same_clusters() -> None:
    points, weights = lumps(5), np.ones(3000)
    first, again, other = (kmeans(points, weights, 10, seed).centres for seed in (1, 1, 2))
    assert (first == again).all()
    assert not (first == other).all()


def test_more_clusters_than_different_points() -> None:
    points = np.repeat(np.eye(4, dtype=np.float32), 10, axis=0)
    with pytest.raises(RiverboatError, match="5 clusters: only 4 of the hands are different"):
        kmeans(points, np.ones(40), 5, 1)


@pytest.mark.parametrize("cards", [3, 4, 5])
def test_names_of_suits_do_not_matter(cards: int) -> None:
    rng = Random(cards)
    for _ in range(3):
        board, suits = rng.sample(range(52), cards), rng.sample(range(4), 4)

        def renamed(card: int, suits: list[int] = suits) -> int:
            return card // 4 * 4 + suits[card % 4]

        plain = SMALL.by_holding(tuple(board))
        other = SMALL.by_holding(tuple(map(renamed, board)))
        for holding, hole in enumerate(HOLDING_CARDS.tolist()):
            assert plain[holding] == other[holding_index(*map(renamed, hole))]
        assert set(plain.tolist()) <= {*range(8), NO_BUCKET}
        assert len(set(plain.tolist())) > 4


def test_buckets_are_numbered_by_strength() -> None:
    for street in (1, 2, 3):
        buckets = SMALL.on(street)
        assert isinstance(buckets, ClusterBuckets)
        strengths = buckets.feature.strength(buckets.centres())
        assert (np.diff(strengths) > 0).all()
    nuts, nothing = (50, 46), (5, 0)  # Ah Kh and 3d 2c on Qh Jh Th
    assert SMALL.bucket(nuts, (42, 38, 34)) > SMALL.bucket(nothing, (42, 38, 34))


def test_two_seeds_are_equally_good() -> None:
    """Within-bucket variance on other hands than those that the clusters were made of."""
    points, weights = sampled_points(OpponentClusters(), 5, 20_000, seed=77)
    first, second = (
        within_bucket_variance(ClusterBuckets(3, OpponentClusters(), 60, seed), points, weights) for seed in (1, 2)
    )
    one = within_bucket_variance(ClusterBuckets(3, OpponentClusters(), 1, 1), points, weights)
    assert first == pytest.approx(second, rel=0.02)
    assert first < one / 8


@pytest.mark.slow
@pytest.mark.parametrize("cards", [3, 4])
def test_two_seeds_are_equally_good_on_flop_and_turn(cards: int) -> None:
    points, weights = sampled_points(Histogram(), cards, 40_000, seed=77)
    first, second = (
        within_bucket_variance(ClusterBuckets(cards - 2, Histogram(), 200, seed), points, weights) for seed in (1, 2)
    )
    assert first == pytest.approx(second, rel=0.02)


class HighCards(VectorFeature):
    """A feature that costs nothing: the ranks of both hole cards."""

    name = "high-cards"

    def by_holding(self, board: np.ndarray) -> np.ndarray:
        ranks = np.sort(HOLDING_CARDS // 4, axis=1)
        return ranks.astype(np.float32)

    def strength(self, vectors: np.ndarray) -> np.ndarray:
        return np.asarray(vectors.sum(axis=1, dtype=float))


def test_labels_of_all_deals_are_resumed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RIVERBOAT_CACHE", str(tmp_path))
    buckets = ClusterBuckets(1, HighCards(), 7)

    def stop_halfway(now: Progress[object]) -> None:
        if now.total == 1755 and now.done >= 1000:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        buckets.prepare(stop_halfway)
    assert list(tmp_path.glob("centres-*.npz"))
    assert list(tmp_path.glob("labels-*.building"))
    seen: list[int] = []
    again = ClusterBuckets(1, HighCards(), 7)
    again.prepare(lambda now: seen.append(now.done))
    assert min(seen) > 1000
    assert again.labels is not None
    table = again.labels.load()
    deals = deals_of(3).unindex_batch(np.arange(0, len(table), 9973))
    for deal, label in zip(deals.tolist(), table[::9973].tolist(), strict=True):
        assert label == again.computed_hand(tuple(deal[:2]), tuple(deal[2:]))


def test_damaged_centres_are_found_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RIVERBOAT_CACHE", str(tmp_path))
    before = ClusterBuckets(1, HighCards(), 7).identity
    path = next(tmp_path.glob("centres-*.npz"))
    path.write_bytes(path.read_bytes()[:200])
    assert ClusterBuckets(1, HighCards(), 7).identity == before


def test_a_full_disk_is_said_before_the_work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from riverboat.abstraction import building

    monkeypatch.setenv("RIVERBOAT_CACHE", str(tmp_path))
    monkeypatch.setattr(building, "disk_usage", lambda folder: type("Usage", (), {"free": 100_000_000}))
    with pytest.raises(RiverboatError, match=r"needs 493 MB of disk in .*, 100 MB are free"):
        ClusterBuckets(3, HighCards(), 7).prepare()


def test_a_threshold_divides_the_deals_of_each_starting_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    """With made-up records: wins 0 or 100, losses 0. A threshold of 99 makes two classes for each hand, 100 one."""
    size = deals_of(3).size
    wins = (np.random.default_rng(1).integers(0, 2, size) * 100).astype(np.int64)
    monkeypatch.setattr(merged, "flop_records", lambda on_progress=None: Records(wins, np.zeros(size, int)))
    assert merged.ThresholdBuckets(99).count == 2 * 169
    assert merged.ThresholdBuckets(100).count == 169
    monkeypatch.setattr(merged, "flop_records", lambda on_progress=None: Records(np.arange(size), np.zeros(size, int)))
    with pytest.raises(RiverboatError, match="take a larger threshold"):
        _ = merged.ThresholdBuckets(0).count


@pytest.mark.slow
def test_the_threshold_of_gs1() -> None:
    """GS1's 2,465 classes lie between those of the threshold that was found and of the next larger one."""
    found = flop_classes(GS1_CLASSES)
    finer, coarser = (parse_bucketing(f"threshold({found.threshold + more})") for more in (0, 1))
    assert coarser.counts[1] <= GS1_CLASSES <= finer.counts[1]
    assert finer.counts[2:] == (0, 0)
    board = (50, 30, 21)
    buckets = finer.by_holding(board)
    assert buckets[holding_index(0, 5)] == finer.bucket((0, 5), board)


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("kmeans(histogram,1000)", "kmeans(histogram,1000)"),
        ("KMEANS( ochs, 50, seed=1)", "kmeans(ochs,50)"),
        ("kmeans(histogram/histogram/ochs,10/20/30,bins=20,seed=4)", None),
        ("kmeans(ochs/ochs/ochs,10/10/10,bins=50)", "kmeans(ochs,10)"),
        ("threshold(90000)", None),
    ],
)
def test_a_text_comes_back(text: str, plain: str | None) -> None:
    found = parse_bucketing(text)
    assert found.text == (plain or text)
    assert found.streets[0] is not None
    assert found.streets[0].count == 169
    assert parse_bucketing(found.text).text == found.text


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("kmeans(histogram)", r"write kmeans\(FEATURE,N\)"),
        ("kmeans(ehs,10)", "a feature is histogram or ochs"),
        ("kmeans(histogram/ochs,10)", r"kmeans\(FLOP/TURN/RIVER"),
        ("kmeans(histogram,10/10)", "one for each street"),
        ("kmeans(histogram,10,colour=red)", "bins= and seed="),
        ("kmeans(histogram,10,bins=1)", "expected 2 to 200"),
        ("kmeans(histogram,0)", "expected 1 to 20000"),
        ("kmeans(histogram,60000)", "expected 1 to 20000"),
        ("kmeans(histogram,10,seed=x)", "is not a number"),
        ("threshold(x)", "is not a number of showdowns"),
        ("threshold(9999999)", r"write threshold\(T\)"),
    ],
)
def test_texts_that_name_nothing(text: str, message: str) -> None:
    with pytest.raises(NotationError, match=message):
        texts.parse_bucketing(text)
