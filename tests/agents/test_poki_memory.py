"""Poki and Loki remember opponents: what is loaded expects of them exactly what the one who saved it did."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from riverboat.agents import make_agent
from riverboat.agents.loki import Loki
from riverboat.agents.poki import Poki
from riverboat.errors import RiverboatError
from riverboat.games import decks, parse_game, play_hand
from riverboat.model.memory import MemoryStore
from riverboat.model.predicting import BestOfSeveral, Network, examples, write_network

RULES = parse_game("holdem(betting=limit,players=2)")
NAMES = ("me", "raiser")


@pytest.fixture
def network(tmp_path: Path) -> Path:
    rng = np.random.default_rng(1)
    path = tmp_path / "small.predictor"
    write_network(path, Network(rng.normal(size=(4, 20)), rng.normal(size=(3, 5))))
    return path


def after_some_hands(text: str) -> tuple[Poki, list]:  # type: ignore[type-arg]
    """A player who has met someone who always raises, and the decisions of the last hand."""
    player = make_agent(text)
    assert isinstance(player, Poki)
    dealt = decks(RULES, 5)
    for _ in range(30):
        hand = play_hand(RULES, [player, make_agent("always_raise")], next(dealt), players=NAMES, strict=True)
    return player, list(examples(hand))


@pytest.mark.parametrize("predictor", ["statistics", "neural", "best"])
def test_poki_expects_what_it_expected_before(predictor: str, network: Path) -> None:
    text = "poki" if predictor == "statistics" else f"poki(predictor={predictor},network={network})"
    player, decisions = after_some_hands(text)
    store = MemoryStore()
    player.save_memory(store.of("me"))
    reborn, stranger = make_agent(text), make_agent(text)
    assert isinstance(reborn, Poki)
    assert isinstance(stranger, Poki)
    reborn.load_memory(store.of("me"), ["raiser", "unknown"])
    stranger.load_memory(store.of("you"), ["raiser"])  # the memory of somebody else
    for each in (reborn, stranger):
        each._names = NAMES
    theirs = [moment for moment, _ in decisions if moment.position == 1]
    assert theirs
    for moment in theirs:
        assert reborn.predict(1, moment) == player.predict(1, moment)
        assert stranger.predict(1, moment) != player.predict(1, moment)
    if isinstance(player.predictor, BestOfSeveral):
        assert isinstance(reborn.predictor, BestOfSeveral)
        own, again = player.predictor, reborn.predictor
        for name in own.predictors:  # the mean over everybody is that over the opponents: its own play is not loaded
            recent = own._players["raiser"]
            assert again._players["raiser"].totals == recent.totals, name
        assert again._everybody.totals == pytest.approx(own._in_all["raiser"].totals)
        assert again._everybody.weight == own._in_all["raiser"].weight


def test_counts_go_on_where_they_were() -> None:
    player, _ = after_some_hands("poki")
    store = MemoryStore()
    player.save_memory(store.of("me"))
    entry = store.of("me").recall("raiser", "actions", 1)
    assert entry is not None
    counts = entry.arrays["counts"].reshape(12, 3)
    assert counts[:, 0].sum() == 0.0  # who always raises never folds
    assert counts[:, 2].sum() > counts[:, 1].sum()


def test_loki_remembers_when_it_tells_players_apart() -> None:
    store = MemoryStore()
    store.of("me").remember("raiser", "actions", 1, {}, {"counts": np.arange(36.0)})
    specific, generic = make_agent("loki_som"), make_agent("loki_gom")
    assert isinstance(specific, Loki)
    assert isinstance(generic, Loki)
    for each in (specific, generic):
        each.load_memory(store.of("me"), ["raiser"])
    assert specific.model.players["raiser"].counts == list(range(36))
    assert not generic.model.players


@pytest.mark.parametrize("counts", [np.arange(35.0), np.full(36, np.nan), np.array(["x"] * 36)])
def test_counts_that_are_none_are_refused(counts: np.ndarray) -> None:
    store = MemoryStore()
    store.of("me").remember("raiser", "actions", 1, {}, {"counts": counts})
    with pytest.raises(RiverboatError, match="counts: expected finite numbers"):
        make_agent("poki").load_memory(store.of("me"), ["raiser"])
