"""The player `riverboat`: sits down at once, says which blueprint it follows, prefers one that was trained here."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from riverboat.agents import make_agent
from riverboat.agents.resolving import Resolving
from riverboat.agents.riverboat import Riverboat
from riverboat.agents.riverboat.player import find_blueprint
from riverboat.arena import run_match
from riverboat.assess.limit.exact import exploit_exactly
from riverboat.cards.card import read_cards
from riverboat.errors import RiverboatError
from riverboat.games.catalogue import make_game
from riverboat.games.play import play_hand
from riverboat.games.state import State
from riverboat.games.view import View
from riverboat.solve.core.strategy_file import Origin
from riverboat.solve.limit.compact import MIN_PREFLOP, pack_compact, unpack_compact
from riverboat.solve.limit.lines import decisions_of
from riverboat.solve.limit.strategy import LimitStrategy, normalised
from riverboat.solve.limit.training import running

LIMIT = make_game("holdem", betting="limit", players=2)
DECK = tuple(range(52))


@pytest.fixture
def no_training(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """No blueprint has been trained here; other tables are where they are."""
    monkeypatch.setattr(running, "cache_folder", lambda: tmp_path)
    return tmp_path


def shipped() -> Riverboat:
    agent = make_agent("riverboat")
    assert isinstance(agent, Riverboat)
    return agent


def test_the_shipped_blueprint_is_small_and_says_what_it_is(no_training: Path) -> None:
    import riverboat.agents.riverboat as package

    file = Path(package.__file__).parent / "shipped" / "limit.blueprint"
    assert file.stat().st_size < 1_000_000
    known = shipped().policy.origin.exploitability
    assert known is not None
    mbb = known * running.MBB_PER_CHIP
    assert 0 < mbb < 150  # the goal of docs/strength.md
    said = shipped().describe()
    assert said.startswith("shipped: 169/500/400/150 buckets, CFR-BR, ")
    assert said.endswith(f" turn cards, exploitability {mbb:.0f} mbb/hand")


@pytest.mark.slow
def test_the_shipped_blueprint_is_as_exploitable_as_it_says(no_training: Path) -> None:
    """A sample of 24 flops that no other measurement uses."""
    known = shipped().policy.origin.exploitability
    assert known is not None
    found = exploit_exactly("riverboat", flops=24, seed=11)
    assert found.interval.low <= known * running.MBB_PER_CHIP <= found.interval.high


def test_it_plays_a_hand_and_says_its_odds_and_bucket(no_training: Path) -> None:
    one, other = shipped(), shipped()
    hand = play_hand(LIMIT, [one, other], DECK)
    assert sum(hand.payoffs) == 0
    assert one.action_odds is not None
    assert one.bucket is not None
    why = one.explain()
    assert why is not None
    assert why.rule.startswith(f"By its blueprint: hands of bucket {one.bucket + 1} of ")
    with pytest.raises(RiverboatError):
        one.require_game(make_game("holdem", betting="no-limit", players=2))


def test_before_the_flop_it_plays_as_everybody_would(no_training: Path) -> None:
    """Aces are raised on the button and never folded; seven-deuce offsuit is folded more often than aces."""

    def odds(hole: str) -> list[float]:
        cards = read_cards(hole)
        rest = [card for card in DECK if card not in cards]
        for deck in ([*cards, *rest], [*rest[:2], *cards, *rest[2:]], [rest[0], cards[0], rest[1], cards[1], *rest[2:]],
                     [cards[0], rest[0], cards[1], rest[1], *rest[2:]]):  # fmt: skip
            state = State(LIMIT, tuple(deck))
            assert state.actor is not None
            view = View(state, state.actor)
            if set(view.hole) == set(cards):
                return list(map(float, shipped().policy.probabilities(view).probabilities))
        raise AssertionError("no deck deals this hand to the small blind")

    aces, rags = odds("AsAh"), odds("7c2d")
    assert aces[0] < 0.01
    assert aces[2] > 0.5
    assert rags[0] > aces[0]
    assert sum(rags) == pytest.approx(1.0)


def test_one_that_was_trained_here_is_played_instead(no_training: Path) -> None:
    plain = shipped()
    assert plain.describe().startswith("shipped")
    strategy = plain.policy
    trained = LimitStrategy(strategy.bucketing, strategy.shares, Origin("a test", 7, 1.0))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("riverboat.agents.riverboat.player.load_policy", lambda path: trained)
        (no_training / running.BLUEPRINT).write_bytes(b"anything")
        said = shipped().describe()
    assert said == "trained here: 169/500/400/150 buckets, a test, 7 boards, exploitability 100 mbb/hand"
    with pytest.raises(RiverboatError, match="No such file"):
        find_blueprint(no_training / "missing.strategy")


def test_resolving_is_the_same_player_with_more_work() -> None:
    assert isinstance(make_agent("riverboat(resolve=river)"), Resolving)
    with pytest.raises(RiverboatError, match="expected one of"):
        make_agent("riverboat(resolve=flop)")


def test_shares_in_fifteenths_come_back(no_training: Path) -> None:
    strategy = shipped().policy
    rng = np.random.default_rng(1)
    shares = []
    for player in (0, 1):
        streets = []
        for street in range(4):
            table = rng.random(strategy.shares[player][street].shape).astype(np.float32)
            streets.append(normalised(table, street, player))
        shares.append(tuple(streets))
    fresh = LimitStrategy(strategy.bucketing, shares, Origin("random", 3))
    as_in_files = LimitStrategy(strategy.bucketing, running.in_steps(fresh), Origin("random", 3))
    for packed, rounded in ((pack_compact(fresh), 1e-6), (pack_compact(as_in_files), 2 / 65535)):
        again = unpack_compact(packed, "test")
        assert again.bucketing.identity == strategy.bucketing.identity
        assert again.origin == Origin("random", 3)
        for player in (0, 1):
            for street in range(4):
                whole, exact = again.shares[player][street], shares[player][street]
                if street == 0:  # rare actions are dropped there
                    assert not whole[exact < MIN_PREFLOP].any()
                    exact = normalised(np.where(exact < MIN_PREFLOP, 0.0, exact), 0, player)
                assert np.abs(whole / 15.0 - exact).max() <= 1 / 30 + rounded
                assert all((whole[..., first : first + len(k)].sum(axis=-1) > 0).all()
                           for _, first, k in decisions_of(street, player))  # fmt: skip
    with pytest.raises(RiverboatError, match="test: damaged"):
        unpack_compact(packed[:5000], "test")


@pytest.mark.slow
@pytest.mark.parametrize("opponent", ["always_call", "always_raise", "random"])
def test_it_beats_simple_players(opponent: str) -> None:
    result = run_match(["riverboat", opponent], "holdem(betting=limit)", hands=1000, mode="duplicate", seed=1)
    assert result.players[0].chips.mean > result.players[0].margin()
