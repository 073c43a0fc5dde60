"""PsOpti: a real hand followed in its models, and what is decided where the models are silent.

Models here have random strategies: what is tested is who is asked for what, not how well a model is solved.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from riverboat.abstraction.bucketing import Bucketing, parse_bucketing
from riverboat.abstraction.edges import EdgeBuckets
from riverboat.abstraction.features import feature_by_holding
from riverboat.abstraction.joint import count_joint
from riverboat.abstraction.views import Histories, StartingHands
from riverboat.agents import make_agent
from riverboat.agents.psopti import player
from riverboat.agents.psopti.models import (
    ModelOptions,
    after_sequence,
    from_start,
    node_after,
    priors_after,
    sequence_of,
    sequences,
)
from riverboat.agents.psopti.overlaying import folds_to_one_bet, overlaid, winnings
from riverboat.agents.psopti.player import PsOpti, psopti0
from riverboat.agents.psopti.policy import PsOptiPolicy
from riverboat.agents.psopti.splitting import SubBuckets, count_parts, split_rows
from riverboat.arena import run_match
from riverboat.assess import HoldemAivat
from riverboat.cards.card import read_cards
from riverboat.cards.holdings import HOLDING_CARDS
from riverboat.errors import RiverboatError
from riverboat.games import Action, State, parse_game
from riverboat.games.hand import Hand
from riverboat.games.rules import Rules
from riverboat.games.view import View
from riverboat.odds.strength import (
    expected_hand_strength,
    river_histogram,
    standings_by_holding,
    strength_by_holding,
)
from riverboat.solve.abstract.following import FollowedModel
from riverboat.solve.abstract.game import AbstractGame
from riverboat.solve.abstract.models import limit_holdem, preflop_game, selby_game
from riverboat.solve.abstract.strategy import AbstractStrategy
from riverboat.solve.abstract.tree import build_abstract
from riverboat.solve.betting import END, build_betting

BUCKETS = parse_bucketing("psopti(6)")
FOLD, CALL = Action.fold(), Action.check_or_call()


def even_game(rules: Rules, streets: int) -> AbstractGame:
    """Six buckets on each street, all histories as likely."""
    joint = tuple(np.full((6**at, 6**at), 1.0 / 36**at) for at in range(1, streets + 1))
    parents = (np.zeros(6, np.int64), *(np.arange(6**at) // 6 for at in range(2, streets + 1)))
    return AbstractGame(build_betting(rules), parents, joint, 0.0 * joint[-1], "even")


def model(first: int, last: int, seed: int = 1) -> FollowedModel:
    """Limit hold'em from a street to another with three bets after the flop, played at random but always the same."""
    rules = limit_holdem()
    opening, *later = rules.streets
    streets = (opening, *(replace(street, max_raises=3) for street in later))[first : last + 1]
    if first:
        streets = (replace(streets[0], down=2), *streets[1:])
        rules = replace(rules, blinds=(0, 0), antes=(10, 10))
    game = even_game(replace(rules, name="model", settings=(), streets=streets), last + 1 - first)
    tree = build_abstract(game)
    shares = np.random.default_rng(seed).random(tree.numbers) + 0.01
    return FollowedModel(AbstractStrategy(tree, shares), Histories(BUCKETS, first), first)


def raise_to(state: State) -> Action:
    interval = state.raise_interval()
    assert interval is not None
    return Action.raise_to(interval[0])


def played(letters: str, holes: str = "AhAd7c2d", board: str = "Ks9h4c2s8d") -> State:
    """A hand of limit hold'em after these actions: f, c (check or call), r (bet or raise)."""
    cards = [*read_cards(holes), *read_cards(board)]
    state = State(limit_holdem(), (*cards, *(card for card in range(52) if card not in cards)))
    for letter in letters:
        state.apply({"f": FOLD, "c": CALL}.get(letter) or raise_to(state))
    return state


def seen(state: State) -> View:
    assert state.actor is not None
    return View(state, state.actor)


def test_the_betting_is_followed_from_the_first_street_of_the_model() -> None:
    """Before the flop: call, check. On the flop check, bet, raise; the model begins with the flop."""
    after = model(1, 3)
    node = after.node(played("cc" + "crr").betting)
    assert node is not None
    assert after.strategy.tree.game.betting.history(node) == "kbr"
    whole = model(0, 3)
    node = whole.node(played("cc" + "crr").betting)
    assert node is not None
    assert whole.strategy.tree.game.betting.history(node) == "ck/kbr"


def test_the_fourth_bet_is_called_and_counts_as_a_call_of_the_third() -> None:
    after = model(1, 3)
    policy = PsOptiPolicy(None, {None: after}, lambda betting: None)
    facing = played("cc" + "rrrr")
    assert facing.raise_interval() is None
    assert after.node(facing.betting) is None
    assert policy.probabilities(seen(facing)).actions == (CALL,)
    later = played("cc" + "rrrrc" + "c")  # the turn, after a check
    plain = played("cc" + "rrrc" + "c")
    assert after.node(later.betting) == after.node(plain.betting)


def test_it_never_makes_the_fourth_bet() -> None:
    after = model(1, 3)
    policy = PsOptiPolicy(None, {None: after}, lambda betting: None)
    state = played("cc" + "rrr")
    assert state.raise_interval() is not None
    assert policy.probabilities(seen(state)).actions == (FOLD, CALL)


def test_the_hand_is_played_as_its_history_of_buckets() -> None:
    after = model(1, 3)
    policy = PsOptiPolicy(None, {None: after}, lambda betting: None)
    state = played("cc" + "cc" + "c")
    view = seen(state)
    history = [BUCKETS.bucket(view.hole, view.board[:cards]) for cards in (3, 4)]
    node = after.node(view.betting)
    assert node is not None
    row = after.strategy.at_node(node)[6 * history[0] + history[1]]
    assert policy.probabilities(view).probabilities == pytest.approx(row)


@pytest.mark.parametrize("letters", ["c", "cc", "ccr", "ccccc", "cccccccr", "cc" + "rrrr"])
def test_a_range_is_played_hand_by_hand(letters: str) -> None:
    policy = PsOptiPolicy(model(0, 2, 5), {None: model(1, 3)}, lambda betting: None)
    state = played(letters)
    view = seen(state)
    actions, rows = policy.range_probabilities(view.betting, view.board)
    own = next(number for number, cards in enumerate(HOLDING_CARDS.tolist()) if sorted(cards) == sorted(view.hole))
    alone = policy.probabilities(view)
    assert alone.actions == actions
    assert alone.probabilities == pytest.approx(rows[own])
    assert rows.sum(axis=1) == pytest.approx(np.ones(1326))


def never_reached(policy_model: FollowedModel) -> FollowedModel:
    """The same model, in which no hand ever gets anywhere."""
    tree = policy_model.strategy.tree
    return FollowedModel(AbstractStrategy(tree, np.zeros(tree.numbers)), policy_model.views, policy_model.first)


def test_a_hand_that_a_model_never_brings_there_checks_or_pays_what_it_is_worth() -> None:
    policy = PsOptiPolicy(None, {None: never_reached(model(1, 3))}, lambda betting: None)
    free = policy.probabilities(seen(played("cc")))
    assert dict(zip(free.actions, free.probabilities, strict=True))[CALL] == 1.0
    weak = policy.probabilities(seen(played("cc" + "r", holes="AhAd7c3d", board="KsQhJc2s8d")))
    strong = policy.probabilities(seen(played("cc" + "r", holes="7c3dAhAd", board="KsQhJc2s8d")))
    assert dict(zip(strong.actions, strong.probabilities, strict=True))[CALL] == 1.0
    owed, pot = 10, 20 + 10  # half a small bet each twice, and the bet
    worth = float(expected_hand_strength("7c3d", "KsQhJc")) > owed / (pot + owed)
    assert dict(zip(weak.actions, weak.probabilities, strict=True))[CALL] == float(worth)


def test_a_board_that_plays_is_never_folded() -> None:
    """A royal flush on the board: everybody ties, whatever the model says of such a hand."""
    policy = PsOptiPolicy(None, {None: model(1, 3)}, lambda betting: None)
    state = played("cc" + "cc" + "cc" + "r", holes="2c3d4c5d", board="AsKsQsJsTs")
    found = policy.probabilities(seen(state))
    assert dict(zip(found.actions, found.probabilities, strict=True))[FOLD] == 0.0
    other = played("cc" + "cc" + "cc" + "r", holes="2c3d4c5d", board="AsKsQsJs9h")
    found = policy.probabilities(seen(other))
    assert dict(zip(found.actions, found.probabilities, strict=True))[FOLD] > 0.0


def test_half_of_all_hands_is_no_reason_not_to_fold() -> None:
    """On Kc 9h 4s 3d 2c the sixteen hands 65 cannot lose; hands that beat half of all others can, and fold."""
    policy = PsOptiPolicy(None, {None: model(1, 3)}, lambda betting: None)
    board = read_cards("AsKsQsJsTs")
    betting = played("cc" + "cc" + "cc" + "r").betting
    _, safe = policy.range_probabilities(betting, board)
    live = ~np.isin(HOLDING_CARDS, board).any(axis=1)
    assert (safe[live, 0] == 0.0).all()
    board = read_cards("Kc9h4s3d2c")
    _, rows = policy.range_probabilities(betting, board)
    strength = strength_by_holding(board)
    unbeaten = standings_by_holding(board)[:, 2] == 0.0
    middle = np.abs(strength - 0.5) < 0.01
    assert middle.sum() > 5
    assert (rows[middle, 0] > 0.0).all()
    assert unbeaten.sum() == 16
    assert (rows[unbeaten, 0] == 0.0).all()


def test_sparbot_never_folds_before_the_flop() -> None:
    before, after = model(0, 2), dict[object, FollowedModel]({None: model(1, 3)})
    view = seen(played("r"))
    folds = PsOptiPolicy(before, after, lambda betting: None).probabilities(view)
    stays = PsOptiPolicy(before, after, lambda betting: None, folds_before=False).probabilities(view)
    assert folds.probabilities[0] > 0.0
    assert stays.probabilities[0] == 0.0
    assert stays.probabilities[1] == pytest.approx(folds.probabilities[0] + folds.probabilities[1])
    for folds_before in (True, False):
        policy = PsOptiPolicy(before, after, lambda betting: None, folds_before=folds_before)
        _, rows = policy.range_probabilities(view.betting, ())
        assert rows[:, 0].any() == folds_before


def test_the_published_example_of_bucket_splitting() -> None:
    """{0.00, 0.60, 0.40}: call 100 % with the lower half, raise 80 % of the upper half (Billings 2006, 3.7.2)."""
    row = np.array([[0.0, 0.6, 0.4]] * 2)
    assert split_rows(row, np.array([0, 1]), 2) == pytest.approx(np.array([[0.0, 1.0, 0.0], [0.0, 0.2, 0.8]]))


@pytest.mark.parametrize("count", [2, 3, 7])
@pytest.mark.parametrize("row", [(0.0, 0.6, 0.4), (0.3, 0.5, 0.2), (0.9, 0.1, 0.0), (0.25, 0.75), (1.0,)])
def test_a_split_bucket_does_everything_as_often_as_before(row: tuple[float, ...], count: int) -> None:
    rows = split_rows(np.array([row] * count), np.arange(count), count)
    assert rows.mean(axis=0) == pytest.approx(np.array(row))
    assert rows.sum(axis=1) == pytest.approx(np.ones(count))
    assert (np.diff(rows[:, -1]) >= -1e-12).all()  # the stronger, the more it does the last


def test_bluffs_and_hands_of_potential_are_not_split() -> None:
    bluff = np.array([[0.6, 0.1, 0.3]] * 2)
    assert split_rows(bluff, np.array([0, 1]), 2) == pytest.approx(bluff)
    drawing = np.array([[0.0, 0.6, 0.4]])
    assert split_rows(drawing, np.array([-1]), 2) == pytest.approx(drawing)


def edges_of(street: int, of: Bucketing = BUCKETS) -> np.ndarray:
    buckets = of.on(street)
    assert isinstance(buckets, EdgeBuckets)
    return buckets.edges()


def halves(of: Bucketing = BUCKETS) -> SubBuckets:
    """Every bucket of strength split at its middle value."""
    bounds = [np.array([0.0, *edges_of(street, of), 1.0]) for street in range(4)]
    return SubBuckets(of, 2, tuple((((each[:-1] + each[1:]) / 2)[:, None]) for each in bounds))


def test_the_stronger_hands_of_a_bucket_raise() -> None:
    """Two hands of one bucket on the river: the model raises 40 % with both, the player mostly with the better one."""
    after = model(1, 3)
    plain, split = (PsOptiPolicy(None, {None: after}, lambda betting: None, split=each) for each in (None, halves()))
    state = played("cc" + "cc" + "cc")
    node = after.node(state.betting)
    assert node is not None
    after.strategy.rows(node)[:] = np.array([0.6, 0.4])[:, None]
    board = tuple(state.board)
    _, rows = plain.range_probabilities(state.betting, board)
    _, parts = split.range_probabilities(state.betting, board)
    live = ~np.isin(HOLDING_CARDS, board).any(axis=1)
    assert rows[live] == pytest.approx(np.array([[0.6, 0.4]] * live.sum()))
    strength = strength_by_holding(board)
    top = live & (strength >= edges_of(3)[-1])
    middle = (edges_of(3)[-1] + 1.0) / 2
    assert parts[top & (strength < middle)] == pytest.approx(
        np.array([[1.0, 0.0]] * int((top & (strength < middle)).sum()))
    )
    assert parts[top & (strength >= middle), 1] == pytest.approx(0.8)


@pytest.mark.parametrize("letters", ["c", "r", "cc", "ccr", "ccccc", "cccccccr"])
def test_a_split_range_is_played_hand_by_hand(letters: str) -> None:
    policy = PsOptiPolicy(model(0, 2, 5), {None: model(1, 3)}, lambda betting: None, split=halves())
    view = seen(played(letters))
    actions, rows = policy.range_probabilities(view.betting, view.board)
    own = next(number for number, cards in enumerate(HOLDING_CARDS.tolist()) if sorted(cards) == sorted(view.hole))
    alone = policy.probabilities(view)
    assert alone.actions == actions
    assert alone.probabilities == pytest.approx(rows[own])
    assert rows.sum(axis=1) == pytest.approx(np.ones(1326))


@pytest.mark.parametrize("letters", ["c", "ccr", "cccccr", "cccccccr"])
@pytest.mark.parametrize("parts", [1, 2])
def test_labels_of_hands_say_all_that_is_played(letters: str, parts: int) -> None:
    """Every hand is played as its label is, as far as the model brings it there."""
    split = halves() if parts > 1 else None
    policy = PsOptiPolicy(model(0, 2, 5), {None: model(1, 3)}, lambda betting: None, split=split, folds_before=False)
    state = played(letters)
    board = tuple(state.board)
    actions, rows = policy.range_probabilities(state.betting, board)
    by_label, labels = policy.at_labels(state.betting), policy.labels(board)
    assert by_label.actions == actions
    assert len(by_label.probabilities) == policy.label_counts()[state.betting.street]
    found = by_label.probabilities[labels]
    there = (labels >= 0) & found.any(axis=1)
    assert there.sum() > 500
    assert found[there] == pytest.approx(rows[there])
    assert (labels < 0).sum() == np.isin(HOLDING_CARDS, board).any(axis=1).sum()


def test_parts_before_the_flop_are_equally_large() -> None:
    """Of the 1,326 hands, up to the largest of 169 kinds (12 hands)."""
    edges = count_parts(BUCKETS, 0, 3, None)
    strength = feature_by_holding("ehs", ())
    buckets = BUCKETS.by_holding(()).astype(np.int64)
    for bucket, inside in enumerate(edges):
        sizes = np.bincount(np.searchsorted(inside, strength[buckets == bucket], "right"), minlength=3)
        assert sizes.sum() == (buckets == bucket).sum()
        assert np.abs(sizes - sizes.mean()).max() <= 24


def test_one_bet_on_the_river_of_the_pre_flop_model(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Both put 20 more into the pot before hands are shown; who folds before that does not."""
    monkeypatch.setenv("RIVERBOAT_CACHE", str(tmp_path))
    check, bet = (preflop_game(BUCKETS, river=river, flops=1) for river in ("check", "bet"))
    tree = check.betting
    node = node_after(tree, ("c", "k"))
    ends = [end for end in range(tree.nodes) if tree.player[end] == END]
    shown = [end for end in ends if tree.is_showdown(end)]
    assert node
    assert {bet.stake(end) - check.stake(end) for end in shown} == {20.0}
    assert min(check.stake(end) for end in shown) == 10.0  # everybody checked
    folded = next(end for end in ends if not tree.is_showdown(end))
    assert bet.winnings(folded) == pytest.approx(check.winnings(folded))
    assert bet.identity != check.identity


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("psopti1(split=0)", "split 0: expected 1 to 64"),
        ("psopti0(flops=0)", "0 flops: expected 1 to 1,755"),
        ("psopti4r(target=-1)", "target -1.0: expected small bets"),
        ("psopti2(river=fold)", 'river "fold": expected check or bet'),
        ("sparbot(seed=-1)", "seed -1"),
        ("psopti1(fold_preflop=no)", 'no parameter "fold_preflop"'),
    ],
)
def test_parameters_that_make_no_sense_are_refused(text: str, message: str) -> None:
    with pytest.raises(RiverboatError, match=message):
        make_agent(text)


@pytest.fixture
def quick_models(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """Models of one flop, hardly solved: built in seconds, in the same way as the real ones."""
    monkeypatch.setenv("RIVERBOAT_CACHE", str(tmp_path_factory.getbasetemp() / "quick-models"))


@pytest.mark.usefixtures("quick_models")
@pytest.mark.parametrize(
    "text",
    [
        "psopti0(flops=1,target=1)",
        "psopti2(flops=1,target=1)",
        "psopti2(flops=1,target=1,river=bet)",
        "sparbot(flops=1,target=1)",
    ],
)
def test_players_by_name_play_whole_hands(text: str) -> None:
    hands: list[Hand] = []
    result = run_match([text, "always_raise"], "holdem(betting=limit)", 24, strict=True, record=hands.extend)
    assert result.complete
    folds = [hand for hand in hands for street, _, action in hand.actions if street == 0 and action == FOLD]
    assert not folds or text.startswith("psopti2")
    assert any(street == 3 for hand in hands for street, _, _ in hand.actions)
    again = run_match([text, "always_raise"], "holdem(betting=limit)", 24, strict=True)
    assert [player.chips.mean for player in again.players] == [player.chips.mean for player in result.players]


@pytest.mark.usefixtures("quick_models")
def test_models_after_a_sequence_have_the_hands_that_are_played_so() -> None:
    """Raise and call: pairs of flop buckets are as likely as the pre-flop model says, not as they are dealt."""
    options, way = ModelOptions(BUCKETS, flops=1, target=1.0), ("r", "c")
    first, second = priors_after(from_start(options, "preflop"), way)
    dealt = count_joint(BUCKETS, flops=1).by_street[0]
    found = after_sequence(options, way).strategy.tree.game.joint[0]
    wanted = dealt * first[:, None] * second[None, :]
    assert found == pytest.approx(wanted / wanted.sum())
    assert np.abs(found - dealt).max() > 0.01


def medians_of(flops: list[tuple[int, ...]]) -> Callable[..., SubBuckets]:
    """Buckets split at the median of their hands on these flops; on other streets at their middle."""

    def split(of: Bucketing, count: int, on_progress: object = None) -> SubBuckets:
        strength = np.concatenate([feature_by_holding("ehs", flop) for flop in flops])
        buckets = np.concatenate([of.by_holding(flop) for flop in flops])
        middles = list(halves(of).edges)
        middles[1] = np.array([[np.median(strength[buckets == bucket])] for bucket in range(of.counts[1] - 1)])
        return SubBuckets(of, count, tuple(middles))

    return split


@pytest.mark.usefixtures("quick_models")
def test_a_split_player_does_everything_as_often_by_bucket(monkeypatch: pytest.MonkeyPatch) -> None:
    """By hand it does other things; over the hands of a bucket on ten flops the same, up to equal hands (3 %)."""
    rng = np.random.default_rng(1)
    flops = [tuple(rng.choice(52, 3, replace=False).tolist()) for _ in range(10)]
    monkeypatch.setattr(player, "sub_buckets", medians_of(flops))
    text = "psopti0(flops=1,target=1,split=2)"
    plain, split = (make_agent(each) for each in ("psopti0(flops=1,target=1)", text))
    assert isinstance(plain, PsOpti)
    assert isinstance(split, PsOpti)
    buckets = np.concatenate([parse_bucketing("psopti(7)").by_holding(flop) for flop in flops])
    other = 0.0
    for letters in ("cc", "ccr", "ccc"):
        betting = played(letters).betting
        rows, parts = (
            np.concatenate([each.policy.range_probabilities(betting, flop).probabilities for flop in flops])
            for each in (plain, split)
        )
        other = max(other, np.abs(rows - parts).max())
        for bucket in range(7):
            mine = buckets == bucket
            assert parts[mine].mean(axis=0) == pytest.approx(rows[mine].mean(axis=0), abs=0.03)
    assert other > 0.1
    result = run_match([text, "always_raise"], "holdem(betting=limit)", 12, strict=True)
    assert result.complete


def test_parts_on_the_river_are_equally_large() -> None:
    """Over all deals, counted by steps of strength; equal hands are not parted."""
    steps = river_histogram().sum(axis=0).astype(float)
    strength = (np.arange(len(steps)) / (len(steps) - 1)).astype(np.float32)
    buckets = np.searchsorted(edges_of(3), strength, "right")
    for bucket, inside in enumerate(count_parts(BUCKETS, 3, 4, None)):
        mine = buckets == bucket
        sizes = np.bincount(np.searchsorted(inside, strength[mine], "right"), steps[mine], 4)
        assert np.abs(sizes - sizes.mean()).max() <= 2 * steps.max()


def corrected(player: Callable[[], PsOpti], hands: int) -> tuple[np.ndarray, np.ndarray]:
    """What a player wins from always_call, in chips by hand: as played, and by AIVAT with its policy known."""
    records: list[Hand] = []
    run_match([player, "always_call"], "holdem(betting=limit)", hands, seed=7, record=records.extend)
    name = player.__name__
    estimates = HoldemAivat({name: player().policy}).estimates(records)
    mine = [hand.players.index(name) for hand in records]
    won = np.array([float(hand.payoffs[position]) for hand, position in zip(records, mine, strict=True)])
    return won, estimates[np.arange(len(records)), mine]


def off_by(differences: np.ndarray) -> float:
    """The mean in standard errors."""
    return float(abs(differences.mean()) / (differences.std(ddof=1) / np.sqrt(len(differences))))


def test_aivat_knows_the_policy() -> None:
    """Winnings with the luck taken out have the same mean and much less variance."""
    policy = PsOptiPolicy(None, {None: model(1, 3)}, lambda betting: None)

    def player() -> PsOpti:
        return PsOpti(lambda on_progress: policy)

    won, estimates = corrected(player, 40)
    assert off_by(estimates - won) < 3.5
    assert estimates.std() < 0.7 * won.std()


@pytest.mark.slow
def test_psopti0_wins_from_always_call_what_is_published() -> None:
    """+0.418 small bets per hand (Billings 2006, Table 3.1); ours has other buckets."""
    result = run_match(["psopti0", "always_call"], "holdem(betting=limit)", 20_000, "duplicate", seed=11)
    mean = result.players[0].sb
    assert mean.margin() <= 0.03
    assert abs(mean.mean - 0.418) < 0.08
    won, estimates = corrected(psopti0, 1500)
    assert off_by(estimates - won) < 3.5
    assert estimates.var() < 0.25 * won.var()


def test_seven_ways_to_the_flop() -> None:
    """Call or raise, and up to three raises in all: pots of 2, 4, 6, 8 and 4, 6, 8 small bets."""
    tree = model(0, 2).strategy.tree.game.betting
    ways = sequences(tree)
    assert [2 * int(tree.committed[node_after(tree, way)][0]) // 10 for way in sorted(ways, key=len)] == [
        2, 4, 4, 6, 6, 8, 8,
    ]  # fmt: skip
    actions = tuple(action for _, _, action in played("crc").betting.actions)
    assert sequence_of(tree, actions) in ways


def test_what_players_hold_on_the_flop_follows_from_the_sequence() -> None:
    """A player who raises only with the best bucket holds on the flop what that bucket leads to."""
    before = model(0, 2)
    tree = before.strategy.tree.game.betting
    way = next(each for each in sequences(tree) if len(each) == 2 and each[0] == "r")  # raise, call
    raiser = int(tree.player[node_after(tree, ())])
    node = node_after(tree, ())
    rows = before.strategy.rows(node)
    letters = [tree.letter(int(tree.first_child[node]) + choice) for choice in range(len(rows))]
    rows[:] = 0.0
    rows[letters.index("c")] = 1.0
    rows[letters.index("c"), 5] = 0.0
    rows[letters.index("r"), 5] = 1.0
    before._rows.clear()
    game = before.strategy.tree.game
    # Best before the flop, and on the flop bucket 2 or 3 only.
    joint = game.joint[1].reshape(6, 6, 6, 6).copy()
    joint[5, [0, 1, 4, 5]] = 0.0
    joint[:, :, 5, [0, 1, 4, 5]] = 0.0
    object.__setattr__(game, "joint", (game.joint[0], (joint / joint.sum()).reshape(36, 36), *game.joint[2:]))
    prior = priors_after(before, way)[raiser]
    assert prior[[2, 3]] == pytest.approx([1.0, 1.0])
    assert prior[[0, 1, 4, 5]] == pytest.approx([0.001] * 4)


def test_models_laid_over_each_other_play_as_each_of_them_does() -> None:
    """In the four-round game: the first model before the flop, later the one of the sequence, whatever was held."""
    before, whole = model(0, 2, 5), model(0, 3).strategy.tree
    tree = before.strategy.tree.game.betting
    raised = ("c", "r", "c")
    after = {**dict.fromkeys(sequences(tree), model(1, 3, 2)), raised: model(1, 3, 3)}
    laid = overlaid(whole, before, after)
    betting = whole.game.betting
    opening = betting.follow(())
    assert laid.at_node(opening) == pytest.approx(before.rows(tree.follow(())))
    turn = betting.follow((CALL, Action.raise_to(20), CALL, CALL, CALL))
    there = after[raised].strategy.tree.game.betting.follow((CALL, CALL))
    rows = after[raised].rows(there)  # of 36 histories of two buckets
    assert betting.street[turn] == 2
    assert laid.at_node(turn).reshape(6, 36, -1) == pytest.approx(np.array([rows] * 6))
    zero_sum = winnings(laid, laid)
    assert zero_sum == pytest.approx(0.0, abs=1e-9)


def test_the_share_of_folds_to_one_bet() -> None:
    """Everybody plays each choice alike with all hands: a bet is answered by fold, call or raise, a third each."""
    game = model(0, 3).strategy.tree
    even = AbstractStrategy(game, np.ones(game.numbers))
    folds, faced = folds_to_one_bet(even, 60)
    assert folds == pytest.approx(1 / 3)
    # Call or raise, then check or raise ...: 1/3 each with three choices, 1/2 where nothing is owed or the cap is near.
    three_bets = 1 / 3 * 1 / 2 * 1 / 3 * 1 / 3 + 1 / 3 * 1 / 3 * 1 / 3  # crrc, rrc
    four_bets = 1 / 3 * 1 / 2 * 1 / 3 * 1 / 3 * 1 / 2 + 1 / 3 * 1 / 3 * 1 / 3 * 1 / 2  # crrrc, rrrc
    assert faced == pytest.approx((three_bets + four_bets) * (1 / 2 + 1 / 2 * 1 / 2))


def test_selby_s_hands_are_the_starting_hands() -> None:
    game = selby_game()
    tree = build_abstract(game)
    shares = np.random.default_rng(1).random(tree.numbers) + 0.01
    followed = FollowedModel(AbstractStrategy(tree, shares), StartingHands())
    views = followed.views.by_holding(())
    assert len(set(views.tolist())) == 169
    assert followed.views.of_hand(tuple(HOLDING_CARDS[700].tolist()), ()) == views[700]


def test_other_games_are_refused() -> None:
    policy = PsOptiPolicy(None, {}, lambda betting: None)
    policy.require_game(parse_game("holdem(betting=limit)"))
    for game in ("leduc", "holdem", "holdem(betting=limit,players=3)", "holdem(betting=limit,blinds=20/10)"):
        with pytest.raises(RiverboatError, match="does not play"):
            policy.require_game(parse_game(game))
