"""The dealer's benchmark plays the same hands on both sides before it times anything."""

from __future__ import annotations

from itertools import islice
from random import Random

import pytest

from riverboat.bench import engine
from riverboat.bench.harness import Peers
from riverboat.bridges.open_spiel import universal_poker
from riverboat.errors import RiverboatError
from riverboat.games import decks, make_game


@pytest.mark.parametrize("players", [2, 6])
def test_open_spiel_is_dealt_the_same_hands(players: int) -> None:
    pytest.importorskip("pyspiel")
    rules = make_game("holdem", players=players)
    game = universal_poker(rules)
    deals = list(islice(decks(rules, 3), 50))
    theirs = [engine.spiel_calls(game, deck) for deck in deals]
    assert engine._play(rules, engine._callers(rules), deals) == theirs
    assert len(set(map(tuple, theirs))) >= players


def test_different_payoffs_stop_it(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("pyspiel")
    monkeypatch.setattr(engine, "_spiel_at_random", lambda game, deck, rng: [float(rng.random()), 0.0])
    with pytest.raises(RiverboatError, match="answers differ"):
        engine._at_random(Peers(True), make_game("kuhn"), "Kuhn")


def test_the_random_player_numbers_its_choices_like_open_spiel() -> None:
    """Fold, call, raise in this order: the same random numbers mean the same action on both sides."""
    pyspiel = pytest.importorskip("pyspiel")
    rules = make_game("leduc")
    game, ours, theirs = pyspiel.load_game("leduc_poker"), Random(5), Random(5)
    agents = [engine._AnyAction(ours) for _ in range(2)]
    deals = list(islice(decks(rules, 5), 100))
    assert engine._play(rules, agents, deals) == [engine._spiel_at_random(game, deck, theirs) for deck in deals]
