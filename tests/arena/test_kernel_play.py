"""Matches played in kernels: the dealer replays every card and every draw, and theory knows some of the results."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from random import Random

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.stats import chisquare

from riverboat.agents.rules import Style
from riverboat.arena import run_match
from riverboat.arena.kernel_play import (
    ALL_IN,
    ANYTHING,
    SMALLEST,
    ArrayPolicy,
    ArrayPolicyAgent,
    KernelTable,
    SeenHand,
    blind_policy,
    policy_of,
)
from riverboat.arena.kernel_play.builtin import rule_policy
from riverboat.arena.kernel_play.policy import FIRST_RAISE, FOLD, ODDS, OPPONENTS, RAISES, STRENGTHS, odds_step
from riverboat.arena.seating import seat_orders
from riverboat.arena.sessions import Session
from riverboat.arena.tally import Sample, Tally
from riverboat.cards.holdings import CLASS_SIZES, class_index
from riverboat.errors import RiverboatError
from riverboat.games import Hand, Rules, play_hand
from riverboat.games.catalogue import make_game, parse_game

MIXED = (
    "random", "acpc_example", "rules(style=loose_aggressive)", "rules(style=tight_passive)", "always_raise",
    "always_call", "rules(style=loose_passive,bluff=0.3)", "always_fold", "random", "rules",
)  # fmt: skip


class Given(Random):
    """Random numbers that are those of the kernel."""

    def __init__(self) -> None:
        super().__init__()
        self.draws: list[int] = []

    def getrandbits(self, bits: int, /) -> int:
        assert bits == 64
        return self.draws.pop(0)


def replayed(rules: Rules, policies: Sequence[ArrayPolicy], hands: Sequence[SeenHand]) -> list[Hand]:
    """The same cards and random numbers through the dealer, each seat playing by its `View`, go the same way."""
    rng = Given()
    agents = [ArrayPolicyAgent(policy) for policy in policies]
    for agent in agents:
        agent.rng = rng
    found = []
    for seen in hands:
        rng.draws = list(seen.draws)
        rest = sorted(set(range(52)) - set(seen.cards))
        hand = play_hand(rules, [agents[each] for each in seen.policies], (*seen.cards, *rest), strict=True)
        assert tuple((position, action) for _, position, action in hand.actions) == seen.actions
        assert not rng.draws
        assert hand.dealt == seen.cards[: len(hand.dealt)]
        assert [float(payoff) for payoff in hand.payoffs] == pytest.approx(seen.payoffs, abs=1e-9)
        found.append(hand)
    return found


def check_replay(game: str | Rules, policies: Sequence[ArrayPolicy], hands: int = 150, seed: int = 1) -> list[Hand]:
    rules = parse_game(game) if isinstance(game, str) else game
    return replayed(rules, policies, KernelTable(rules, policies).see(hands, seed))


def at_random(name: str, shape: Sequence[int], sizes: tuple[float, ...], seed: int) -> ArrayPolicy:
    """Any probabilities whatever, of which some are zero; `shape` says which coordinates matter."""
    rng = np.random.default_rng(seed)

    def part(streets: int, hands: int) -> NDArray[np.float64]:
        full = (streets, RAISES, ODDS, OPPONENTS, 2, hands)
        lengths = [most if matters else 1 for most, matters in zip(full, shape, strict=True)]
        weights = rng.random((*lengths, 2 + len(sizes))) ** 3 * (rng.random((*lengths, 2 + len(sizes))) < 0.7)
        weights[..., FOLD] *= 0.3
        weights[..., -1] += 0.01
        probabilities: NDArray[np.float64] = weights / weights.sum(axis=-1, keepdims=True)
        return probabilities

    return ArrayPolicy(name, part(1, 169), part(3, STRENGTHS), sizes)


@pytest.mark.parametrize("players", [2, 3, 4, 6, 10])
@pytest.mark.parametrize(
    "game",
    [
        "holdem(betting=limit,players={})",
        "holdem(betting=limit,players={},stacks=55)",
        "holdem(betting=limit,players={},stacks=75,acpc=yes)",
        "holdem(players={})",
        "holdem(players={},stacks=1500)",
        "holdem(players={},stacks=999,acpc=yes)",
        "holdem(betting=pot-limit,players={},stacks=4000,antes=7)",
    ],
)
def test_the_dealer_replays_every_hand(game: str, players: int) -> None:
    """Same actors, same legal actions, same cards, same payoffs, at tables of all kinds of players."""
    policies = [policy_of(MIXED[(place + players) % len(MIXED)], players) for place in range(players)]
    check_replay(game.format(players), policies)


@pytest.mark.parametrize(
    "game",
    [
        "holdem(stacks=30/2000)",
        "holdem(stacks=2000/30)",
        "holdem(stacks=30/2000,acpc=yes)",
        "holdem(players=3,stacks=30/500/2000,antes=7)",
        "holdem(players=3,stacks=30/70/2000)",
        "holdem(players=4,blinds=50/100/200,stacks=130/70/2000/777)",
        "holdem(players=4,blinds=50/100/200,stacks=130/70/2000/777,acpc=yes)",
        "holdem(players=4,cap=500)",
        "holdem(players=3,blinds=1/3,stacks=13/22/40)",
        "holdem(players=6,bomb=100,stacks=350/1000/2000/130/90/777)",
        "holdem(betting=limit,players=4,stacks=7/33/61/200)",
    ],
)
def test_unequal_and_short_stacks(game: str) -> None:
    """Blinds that are short, all-ins that reopen nothing, side pots, antes and caps."""
    rules = parse_game(game)
    policies = [policy_of(MIXED[place], rules.players) for place in range(rules.players)]
    hands = check_replay(rules, policies, 400)
    outcomes = {hand.committed for hand in hands}
    if rules.players == 2:
        assert len(outcomes) == 1  # a short big blind leaves nothing to decide
    elif rules.stacks == (30, 70, 2000):
        # Both blinds are all-in; the button folds, or calls the whole blind.
        assert outcomes == {(30, 70, 0), (30, 70, 100)}
    else:
        assert len(outcomes) > 5


@pytest.mark.parametrize("acpc", [False, True])
def test_split_pots_and_odd_chips(acpc: bool) -> None:
    """Stacks of a few odd chips: pots are split, and by the rules' own kind of odd chips."""
    rules = make_game("holdem", players=4, blinds=(1, 3), bets=(3,), stacks=(5, 8, 13, 13), acpc=acpc)
    hands = check_replay(rules, [policy_of("acpc_example", 4)] * 4, 2000)
    levels = [{paid for paid, alive in zip(hand.committed, hand.live, strict=True) if alive} for hand in hands]
    pots = Counter(map(len, levels))
    assert pots[2] > 50
    assert pots[3] > 50
    parts = [payoff for hand in hands for payoff in hand.payoffs if isinstance(payoff, Fraction)]
    assert bool(parts) is acpc
    assert sum(map(sum, (hand.payoffs for hand in hands))) == 0


def test_the_random_player_as_arrays() -> None:
    """Each of the actions that are allowed is as likely as the others."""
    policy = policy_of("random", 3)
    for part in (policy.preflop, policy.postflop):
        allowed = part > 0.0
        assert np.allclose(part, allowed / allowed.sum(axis=-1, keepdims=True))
        assert allowed.all(axis=-1).any()


@pytest.mark.parametrize("players", [2, 3, 6])
@pytest.mark.parametrize("game", ["holdem(players={},stacks=5000)", "holdem(betting=limit,players={})"])
def test_any_array_is_followed(game: str, players: int) -> None:
    """Random tables over every coordinate, alone and together, with all kinds of sizes."""
    everything = at_random("everything", (1, 1, 1, 1, 1, 1), (SMALLEST, 0.5, 1.0, ALL_IN), 1)
    policies = [everything]
    for axis in range(5):
        shape = [int(place == axis) for place in range(6)]
        policies.append(at_random(f"only {axis}", shape, (0.75, ANYTHING), 2 + axis))
    check_replay(game.format(players), policies[:players], 300)


def test_sums_and_indicators_are_those_of_the_hands() -> None:
    """Chips, who won from whom, VPIP, PFR, aggression, showdowns: the same as counted hand by hand."""
    rules = make_game("holdem", players=4, stacks=3000)
    names = MIXED[:4]
    policies = [policy_of(name, 4) for name in names]
    table = KernelTable(rules, policies)
    orders = seat_orders(4)
    seen = table.see(400, 5, orders)
    hands = replayed(rules, policies, seen)
    counted = Tally(names)
    for first in range(0, 400, 4):
        sample, deal = Sample(), first // 4
        for replay_number, hand in enumerate(hands[first : first + 4]):
            here = [orders[replay_number][(position + deal) % 4] for position in range(4)]
            assert here == list(seen[first + replay_number].policies)
            sample.add(hand.payoffs, here)
            counted.watch(hand, here)
        counted.add(sample)
    found = table.play(Session(0, rules, names, names, (0, 1, 2, 3), orders, 100, 1, 5)).tally
    assert found.hands == counted.hands == 400
    for ours, theirs in zip(found.players, counted.players, strict=True):
        assert ours.hands == theirs.hands
        assert ours.chips.count == theirs.chips.count == 100
        assert ours.chips.mean == pytest.approx(theirs.chips.mean, abs=1e-9)
        assert ours.chips.deviation == pytest.approx(theirs.chips.deviation, rel=1e-9)
        for rate in ("vpip", "pfr", "went_to_showdown", "won_at_showdown", "won_when_saw_flop"):
            assert ours.indicators.sample(rate) == theirs.indicators.sample(rate), rate
        for factor in ("aggression_factor", "aggression_frequency", "flop_aggression", "raise_ratio"):
            assert getattr(ours.indicators, factor) == getattr(theirs.indicators, factor), factor
    for one in names:
        for other in names:
            ours_net, net = found.crosstable[one, other], counted.crosstable[one, other]
            assert ours_net.count == net.count
            assert ours_net.mean == pytest.approx(net.mean, abs=1e-9)
            if one != other:
                assert ours_net.deviation == pytest.approx(net.deviation, rel=1e-9)


def test_cards_are_shuffled_evenly() -> None:
    """Every card in every place of the deal, and every class of hand, as often as chance has it; decks are continued
    from one hand to the next, so neighbours are looked at too."""
    rules = make_game("holdem", betting="limit")
    hands = KernelTable(rules, [policy_of("always_call", 2)] * 2).see(20_000, 11)
    cards = np.array([hand.cards for hand in hands])
    assert cards.shape == (20_000, 9)
    for place in range(9):
        assert chisquare(np.bincount(cards[:, place], minlength=52)).pvalue > 1e-4
    classes = np.bincount([class_index(first, second) for first, second in cards[:, :2].tolist()], minlength=169)
    assert chisquare(classes, CLASS_SIZES / 1326 * len(cards)).pvalue > 1e-4
    for early, late in ((0, 1), (0, 8), (4, 5), (7, 8)):
        apart = (cards[:, late] - cards[:, early]) % 52
        assert chisquare(np.bincount(apart, minlength=52)[1:]).pvalue > 1e-4
        before = (cards[1:, late] - cards[:-1, early]) % 52
        assert chisquare(np.bincount(before, minlength=52)).pvalue > 1e-4


@pytest.mark.parametrize(("agent", "folds"), [("random", 1 / 3), ("acpc_example", 0.06)])
def test_calling_stations_win_what_is_folded(agent: str, folds: float) -> None:
    """Against always-call, who never bets, only the small blind's first decision can be a fold. Chips put in otherwise
    come back on average, for nobody looks at his cards. So the station wins 5 chips times the chance of that fold in
    every other hand."""
    won = run_match(["always_call", agent], "holdem(betting=limit)", 1_000_000, in_kernels=True)["always_call"].chips
    assert abs(won.mean - 5.0 * folds / 2.0) < 4.0 * won.standard_error
    assert won.standard_error < 0.05


def test_raising_against_folding_is_worth_the_blinds() -> None:
    result = run_match(["always_raise", "always_fold"], "holdem(betting=limit)", 1000, "duplicate", in_kernels=True)
    assert result.players[0].chips.mean == 7.5
    assert result.players[0].chips.margin() == 0.0
    assert result.players[0].indicators.rate("pfr") == 1.0


@pytest.mark.parametrize(
    ("game", "agents"),
    [
        ("holdem(stacks=2000)", ("random", "acpc_example", "always_raise")),
        ("holdem(betting=limit)", ("acpc_example", "random", "always_call")),
    ],
)
def test_scripted_players_win_as_much_as_in_the_slow_arena(game: str, agents: tuple[str, ...]) -> None:
    slow = run_match(agents, game, 3000, seed=3, session=12)  # new chairs after every session
    fast = run_match(agents, game, 300_000, seed=4, in_kernels=True)
    for name in agents:
        ours, theirs = fast[name], slow[name]
        error = (ours.chips.standard_error**2 + theirs.chips.standard_error**2) ** 0.5
        assert abs(ours.chips.mean - theirs.chips.mean) < 4.0 * error
        _require_same_rates(ours.indicators.sample, theirs.indicators.sample)


def test_rule_players_play_like_the_originals() -> None:
    """Before the flop they are the same; after it, strengths and odds in steps may cost a little."""
    agents = [f"rules(style={style})" for style in ("tight_aggressive", "loose_passive", "loose_aggressive")]
    slow = run_match(agents, "holdem(betting=limit)", 4000, seed=3, session=12)
    fast = run_match(agents, "holdem(betting=limit)", 400_000, seed=4, in_kernels=True)
    for name in agents:
        ours, theirs = fast[name], slow[name]
        error = (ours.chips.standard_error**2 + theirs.chips.standard_error**2) ** 0.5
        assert abs(ours.chips.mean - theirs.chips.mean) < 4.0 * error
        _require_same_rates(ours.indicators.sample, theirs.indicators.sample)


def _require_same_rates(ours, theirs) -> None:  # type: ignore[no-untyped-def]
    for rate in ("vpip", "pfr"):
        (done, possible), (slowly, seldom) = ours(rate), theirs(rate)
        expected = done / possible
        deviation = (expected * (1.0 - expected) / seldom) ** 0.5
        assert abs(slowly / seldom - expected) <= 4.5 * deviation + 1e-12, rate


def test_everybody_sits_next_to_everybody() -> None:
    """The button moves on with each hand; when it has been round the table, chairs are drawn again."""
    rules = make_game("holdem", players=4, betting="limit")
    seats = [hand.policies for hand in KernelTable(rules, [policy_of("always_call", 4)] * 4).see(4800, 2)]
    for first in range(0, len(seats), 4):
        for turn in range(4):
            assert seats[first + turn] == seats[first][turn:] + seats[first][:turn]
    # Six ways to sit around a table.
    circles = Counter(tuple(np.roll(row, -row.index(0)).tolist()) for row in seats[::4])
    assert len(circles) == 6
    assert chisquare(list(circles.values())).pvalue > 1e-4


@pytest.mark.parametrize("mode", ["cash", "duplicate"])
def test_same_seed_same_result_for_any_number_of_threads(mode: str) -> None:
    asked = (["random", "acpc_example", "always_call"], "holdem(players=2)", 150_000, mode)
    one = run_match(*asked, seed=7, in_kernels=True)  # type: ignore[arg-type]
    assert one.hands == 3 * 150_000
    assert one == run_match(*asked, seed=7, jobs=3, in_kernels=True)  # type: ignore[arg-type]
    assert one != run_match(*asked, seed=8, in_kernels=True)  # type: ignore[arg-type]


@pytest.mark.parametrize(("players", "acpc"), [(2, "no"), (3, "yes"), (4, "no"), (5, "yes"), (10, "no")])
def test_identical_players_score_exactly_equal_in_duplicate(players: int, acpc: str) -> None:
    """The same cards and random numbers for every chair, so luck cancels to the last part of a chip."""
    game = f"holdem(players={players},stacks=1500,acpc={acpc})"
    result = run_match(["random"] * players, game, 60 * players, "duplicate", in_kernels=True)
    assert [player.chips.mean for player in result.players] == [0.0] * players
    assert [player.chips.deviation for player in result.players] == [0.0] * players


def test_replays_share_cards_and_deals_have_their_own_random_numbers() -> None:
    rules = make_game("holdem", betting="limit")
    policies = [policy_of("random", 2), policy_of("acpc_example", 2)]
    hands = KernelTable(rules, policies).see(400, 3, [(0, 1), (1, 0)])
    draws: set[int] = set()
    for one, other in zip(hands[::2], hands[1::2], strict=True):
        assert one.policies == other.policies[::-1]
        shared = min(len(one.cards), len(other.cards))
        assert one.cards[:shared] == other.cards[:shared]
        decisions = min(len(one.draws), len(other.draws))
        assert one.draws[:decisions] == other.draws[:decisions]
        mine = {*one.draws, *other.draws}
        assert not draws & mine
        draws |= mine


@pytest.mark.parametrize(
    ("game", "why"),
    [
        ("omaha", "hold'em"),
        ("kuhn", "hold'em"),
        ("preflop_holdem", "flop"),
        ("holdem(players=11)", "10"),
        ("holdem(rake=0.05/3)", "rake"),
        ("holdem(runs=2)", "one board"),
        ("holdem(boards=2)", "one board"),
        ("holdem(burns=yes)", "burns"),
        ("holdem(antes=0/100)", "ante"),
    ],
)
def test_rules_that_kernels_cannot_play_are_refused(game: str, why: str) -> None:
    rules = parse_game(game)
    with pytest.raises(RiverboatError, match=why):
        run_match(["random"] * rules.players, game, 10, in_kernels=True)


def test_what_needs_single_hands_is_refused() -> None:
    with pytest.raises(RiverboatError, match="ring"):
        run_match(["random", "random"], "holdem", 10, "ring", in_kernels=True)
    with pytest.raises(RiverboatError, match="record"):
        run_match(["random", "random"], "holdem", 10, record=print, in_kernels=True)
    with pytest.raises(RiverboatError, match="all-in"):
        run_match(["random", "random"], "holdem", 10, all_in_ev=True, in_kernels=True)
    with pytest.raises(RiverboatError, match='"expected_strength": kernels play always_call'):
        run_match(["random", "expected_strength"], "holdem", 10, in_kernels=True)


def test_bad_arrays_are_refused() -> None:
    cell = np.ones((1, 1, 1, 1, 1, 1, 3)) / 3.0
    with pytest.raises(RiverboatError, match="do not sum to 1"):
        ArrayPolicy("bad", cell * 0.9, cell)
    with pytest.raises(RiverboatError, match="do not sum to 1"):
        ArrayPolicy("bad", cell, np.array([1.5, -0.5, 0.0]).reshape(cell.shape))
    with pytest.raises(RiverboatError, match="postflop has shape"):
        ArrayPolicy("bad", cell, np.ones((2, 1, 1, 1, 1, 1, 3)) / 3.0)
    with pytest.raises(RiverboatError, match="4 actions"):
        ArrayPolicy("bad", cell, cell, (0.5, 1.0))
    with pytest.raises(RiverboatError, match="sizes"):
        ArrayPolicy("bad", cell, cell, (-0.5,))


def test_a_custom_policy_plays_in_both_arenas() -> None:
    """Folds to any bet with nothing but a chance of one in two: half of what always-fold loses to always-raise."""
    timid = blind_policy("timid", 0.5, 0.5, 0.0)

    def half() -> ArrayPolicyAgent:
        return ArrayPolicyAgent(timid)

    fast = run_match([half, "always_call"], "holdem(betting=limit)", 1_000_000, in_kernels=True)
    # Only the small blind of 5 is ever owed, in every other hand.
    assert abs(fast["half"].chips.mean + 1.25) < 4.0 * fast["half"].chips.standard_error
    slow = run_match([half, "always_call"], "holdem(betting=limit)", 500)
    assert slow["half"].hands == 500
    assert not slow["half"].faults


def test_steps_of_strength_and_odds_are_taken_at_their_middle() -> None:
    """Strengths come in steps of 1/128 and pot odds in steps of 1/32; a rule player compares the middle of each.

    Betting from 0.6 on is from step 77 on (77.5/128 = 0.605), against two opponents from 1 - 0.4/2 = 0.8 on, step 102
    (102.5/128), after a raise from 1 - 0.4/4 = 0.9 on, step 115 (115.5/128 = 0.902). For odds of 8/32 to 9/32 a call
    needs 8.5/32 = 0.266, step 34 (34.5/128 = 0.270); against two its square does, step 66 ((66.5/128)^2 = 0.270).
    """
    style = Style(value=0.6, respect=0.25, aggression=0.75, bluff=0.125, margin=0.0)
    cells = rule_policy(style, 3).postflop[0, :, :, :, 0]  # raises, odds, opponents, strength, action
    for raises, opponents, step in ((0, 0, 77), (0, 1, 102), (1, 0, 115)):
        assert cells[raises, 0, opponents, step, FIRST_RAISE] == 0.75
        assert cells[raises, 0, opponents, step - 1, FIRST_RAISE] == 0.125
        assert cells[raises, 9, opponents, step, FIRST_RAISE] == 0.75
        assert cells[raises, 9, opponents, step - 1, FIRST_RAISE] == 0.0  # no bluffs where a bet is owed
    for opponents, step in ((0, 34), (1, 66)):
        assert cells[4, 9, opponents, step].tolist() == [0.0, 1.0, 0.0]
        assert cells[4, 9, opponents, step - 1].tolist() == [1.0, 0.0, 0.0]
    assert cells[0, 0, 0, 0].tolist() == [0.0, 0.875, 0.125]  # what is free needs nothing
    assert cells[0, 16, 0, 61, FOLD] == 1.0  # 61.5/128 = 0.480 is too little for 15.5/32 = 0.484
    assert cells[0, 16, 0, 62, FOLD] == 0.0
    careful = rule_policy(replace(style, margin=0.25), 3).postflop[0, 4, 9, 0, 0]  # 0.266 + 0.25 is step 66
    assert [careful[step, FOLD] for step in (65, 66)] == [1.0, 0.0]


@pytest.mark.parametrize(("to_call", "pot", "step"), [(0, 100, 0), (1, 99, 1), (10, 310, 2), (30, 66, 11), (99, 1, 16)])
def test_the_step_of_pot_odds(to_call: int, pot: int, step: int) -> None:
    """1/100 is below 1/32, 10/320 = 1/32 is the second step, 30/96 = 10/32; 15/32 and more are the last."""
    assert odds_step(to_call, pot) == step
