"""Lucifer of the 3-player Kuhn competition of 2014: as printed, repaired, and what comes of either."""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from random import Random

import numpy as np
import pytest

from riverboat.agents import make_agent
from riverboat.agents.lucifer import Lucifer, Pool, equilibria
from riverboat.agents.lucifer.player import AGGRESSIVE, BEST, RANDOM, RecentResults
from riverboat.agents.lucifer.pool import kuhn_game, mixed
from riverboat.agents.lucifer.seat import aggressive_rows, bold_rows, calling_rows, uniform_rows
from riverboat.agents.lucifer.simulation import Fixed, Player, Selecting, duplicate, expected, play
from riverboat.arena import run_match
from riverboat.arena.sessions import Session, play_session
from riverboat.errors import NotationError, RiverboatError
from riverboat.games import Action, State, View
from riverboat.games.catalogue import parse_game
from riverboat.solve.deals import best_responses
from riverboat.stats.mean import RunningMean

GAME = "kuhn(players=3)"
RANDOM_PLAYER, AGGRESSIVE_PLAYER = Fixed("random", uniform_rows()), Fixed("aggressive", aggressive_rows())
CALLER = Fixed("always call", calling_rows())


@pytest.fixture(scope="module")
def repaired() -> Pool:
    return equilibria("repaired", 6, 30_000)


@pytest.fixture(scope="module")
def printed() -> Pool:
    return equilibria("printed", 6, 30_000)


def holding(card: int, *actions: Action) -> View:
    """The first deal in which the player to act holds this card."""
    rules = parse_game(GAME)
    for deck in permutations(range(4)):
        state = State(rules, deck)
        for action in actions:
            state.apply(action)
        assert state.actor is not None
        if state.down[state.actor] == (card,):
            return View(state, state.actor)
    raise AssertionError


def test_results_count_as_nothing_until_they_are_there() -> None:
    """Ties go to the first way, which is left when its last K results are below zero in sum."""
    results = RecentResults(k=3)
    assert results.best() == BEST
    results.add(BEST, 2)
    results.add(BEST, -1)
    assert results.best() == BEST
    results.add(BEST, -2)
    assert results.best() == RANDOM
    results.add(RANDOM, -2)
    assert results.best() == AGGRESSIVE
    results.add(AGGRESSIVE, -2)
    assert results.best() == BEST  # -1 against -2 and -2


def test_the_memory_is_a_ring_of_k() -> None:
    """Fig. 65: with a short memory the last way is chosen, with a longer one the second."""
    seen = {0: [-1, -1, -1, -1, -1], 1: [2, 2, -1, -1, -1], 2: [-2, -2, 0, 0, 0]}
    for k, chosen in ((3, 2), (5, 1)):
        results = RecentResults(k)
        for way, earned in seen.items():
            for result in earned:
                results.add(way, result)
        assert results.best() == chosen


def test_the_aggressive_way() -> None:
    """Ranks J0 Q1 K2 A3: raise from the king up, which facing a bet is a call; else check if free, else fold."""
    agent = make_agent("kuhn3_aggressive")
    bet = Action.raise_to(1)
    for card in (0, 1):
        assert agent.act(holding(card)) == Action.check_or_call()
        assert agent.act(holding(card, bet)) == Action.fold()
    for card in (2, 3):
        assert agent.act(holding(card)).verb == "raise_to"
        assert agent.act(holding(card, bet)) == Action.check_or_call()


def test_a_repaired_pool_has_different_equilibria(repaired: Pool) -> None:
    assert len({each.tobytes() for each in repaired.strategies}) == 6
    assert repaired.gains.max() < 0.1
    for position, member in enumerate(repaired.chosen):
        assert repaired.values[member, position] == repaired.values[:, position].max()
    assert repaired.values.sum(axis=1) == pytest.approx(np.zeros(6), abs=1e-12)


def test_a_printed_pool_is_one_object_for_all_seats(printed: Pool) -> None:
    assert printed.chosen == (5, 5, 5)
    assert np.array_equal(printed.by_position(), printed.strategies[-1])
    assert printed.gains[-1] > 0.2  # no equilibrium, with the previous player's weight
    right = equilibria("printed", 6, 30_000, weight="others")
    assert right.gains[-1] < 0.05


def test_the_best_of_each_seat_is_a_profile_of_three(repaired: Pool) -> None:
    profile = mixed(repaired.strategies, repaired.chosen)
    game = kuhn_game()
    for node, rows in game.walk_choices():
        member = repaired.chosen[int(game.betting.player[node])]
        assert np.array_equal(profile[rows], repaired.strategies[member, rows])
    assert best_responses(game, profile).nash_conv < 0.2


def test_pools_are_kept_and_depend_on_the_seed_only(monkeypatch: pytest.MonkeyPatch, tmp_path) -> None:  # type: ignore[no-untyped-def]
    monkeypatch.setenv("RIVERBOAT_CACHE", str(tmp_path))
    one = equilibria.__wrapped__("repaired", 2, 1000, 5, threads=1)
    two = equilibria.__wrapped__("repaired", 2, 1000, 5, threads=2)
    assert np.array_equal(one.strategies, two.strategies)
    assert len(list(tmp_path.iterdir())) == 1
    other = equilibria.__wrapped__("repaired", 2, 1000, 6)
    assert not np.array_equal(one.strategies, other.strategies)


@pytest.mark.parametrize("version", ["repaired", "printed"])
def test_lucifer_plays_the_competition_in_the_arena(version: str) -> None:
    """3,000 hands: six orders of 500 on the same cards, players re-created for each."""
    lucifer = f"lucifer(version={version},pool=6,deals=30000)"
    result = run_match([lucifer, "always_call", "random"], GAME, 3000, "duplicate", session=3000, seed=3)
    assert result.hands == 3000
    assert not any(player.faults for player in result.players)
    assert result.players[0].chips.interval().low > 0.0


def test_memory_is_reset_between_the_six_orders() -> None:
    made: list[Counted] = []

    class Counted(Lucifer):
        def __init__(self) -> None:
            super().__init__(pool=2, deals=100)
            self.hands = 0
            made.append(self)

        def begin(self, view: View) -> None:
            self.hands += 1
            super().begin(view)

    rules = parse_game(GAME)
    orders = tuple(permutations(range(3)))
    names = ("a", "b", "c")
    play_session(Session(1, rules, names, (Counted, "random", "random"), (0, 1, 2), orders, 20, 1, 1))
    assert [agent.hands for agent in made] == [20] * 6


def test_lucifer_knows_one_game() -> None:
    for text in ("lucifer", "kuhn3_aggressive", "kuhn3_cases", "kuhn3_equilibrium"):
        agent = make_agent(text)
        state = State(parse_game("kuhn"), (0, 1, 2))
        with pytest.raises(RiverboatError, match=r"knows only kuhn\(players=3\)"):
            agent.act(View(state, 0))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("lucifer(k=0)", "k=0: expected 1 or more"),
        ("lucifer(version=broken)", 'version "broken": expected one of repaired, printed'),
        ("lucifer(pool=0)", "a pool of 0 strategies"),
        ("lucifer(weight=mine)", 'weight "mine": expected one of others, previous-player'),
    ],
)
def test_bad_parameters_are_named(text: str, words: str) -> None:
    with pytest.raises(NotationError, match=words):
        make_agent(text)


def test_the_cases_player_finds_what_pays() -> None:
    """Against two who always call, an ace is bet and a jack never is."""
    agent = make_agent("kuhn3_cases(tries=8)")
    agent.rng = Random(1)
    run_hands(agent, 1500)
    assert agent.act(holding(3)).verb == "raise_to"
    assert agent.act(holding(0)) == Action.check_or_call()


def run_hands(agent: object, hands: int) -> None:
    """Hands against two callers, in all positions."""
    from riverboat.games.agent import Agent
    from riverboat.games.play import decks, play_hand

    assert isinstance(agent, Agent)
    rules = parse_game(GAME)
    callers = [make_agent("always_call"), make_agent("always_call")]
    for number, deck in zip(range(hands), decks(rules, 2), strict=False):
        place = number % 3
        play_hand(rules, [*callers[:place], agent, *callers[place:]], deck)


def test_the_kernel_plays_like_the_arena(repaired: Pool) -> None:
    """The same line-up in both: the means differ by no more than their errors."""
    kernel = play([Selecting("lucifer", repaired), RANDOM_PLAYER, AGGRESSIVE_PLAYER], 1000, 500)
    fast = RunningMean.of(kernel.per_hand(0).tolist())
    lucifer = "lucifer(pool=6,deals=30000)"
    slow = run_match([lucifer, "random", "kuhn3_aggressive"], GAME, 6_000, "cash", session=500).players[0].chips
    assert abs(fast.mean - slow.mean) < 4 * (fast.standard_error**2 + slow.standard_error**2) ** 0.5


def test_the_kernel_plays_fixed_strategies_for_what_they_are_worth(repaired: Pool) -> None:
    """A profile's exact values, from all deals, against sampled hands with all three players in every position."""
    member = repaired.strategies[2]
    players = [Fixed("a", member), Fixed("b", member), Fixed("c", member)]
    won = play(players, 400, 3000).won
    assert won.sum(axis=1) == pytest.approx(np.zeros(400))
    assert abs(won.mean(axis=0)).max() < 5 * won.std() / 20  # chairs take turns in all positions: nobody wins
    bold = play([Fixed("bold", bold_rows()), CALLER, CALLER], 400, 3000)
    # Bets of one chip into two callers, equal hands: nobody has an edge either.
    assert abs(bold.won.mean(axis=0)).max() < 5 * bold.won.std() / 20


@pytest.mark.parametrize(
    "field",
    [
        (CALLER, CALLER),
        (RANDOM_PLAYER, RANDOM_PLAYER),
        (AGGRESSIVE_PLAYER, AGGRESSIVE_PLAYER),
        (CALLER, RANDOM_PLAYER),
        (CALLER, AGGRESSIVE_PLAYER),
    ],
    ids=lambda field: " and ".join(player.name for player in field),
)
def test_repaired_lucifer_finishes_ahead_of_weak_fields(repaired: Pool, field: tuple[Player, Player]) -> None:
    """In the competition's format: more chips than either opponent, by more than chance allows."""
    won = duplicate([Selecting("lucifer", repaired), *field], 200).won
    for opponent in (1, 2):
        ahead = RunningMean.of((won[:, 0] - won[:, opponent]).tolist())
        assert ahead.interval().low > 0.0


def test_expected_winnings_are_those_of_the_hands_played(repaired: Pool) -> None:
    players = [Fixed("equilibrium", repaired.strategies[0]), RANDOM_PLAYER, AGGRESSIVE_PLAYER]
    exact, played = expected(players), duplicate(players, 300)
    assert exact.sum() == pytest.approx(0.0, abs=1e-12)
    for place in range(3):
        mean = RunningMean.of(played.per_hand(place).tolist())
        assert abs(mean.mean - exact[place]) < 4 * mean.standard_error


def test_of_two_aggressive_players_beside_a_caller_each_wins_a_quarter() -> None:
    """By hand. With a jack or a queen the caller pays off a king or an ace, -2. With the king it loses 2 to an ace, in
    two deals of three, or else wins the antes, 2: -2/3 on average. With the ace it wins the antes in one deal of three,
    and 3 chips, a call and two antes, in two: 8/3. A quarter of the sum of the four is -1/2.
    """
    assert expected([AGGRESSIVE_PLAYER, CALLER, AGGRESSIVE_PLAYER]) == pytest.approx([0.25, -0.5, 0.25])


def test_no_way_of_lucifers_is_ahead_of_an_aggressive_player_beside_a_random_one(repaired: Pool) -> None:
    """Equilibria leave most of the random player's chips to the aggressive one; Lucifer's third way is its double.

    So no choice of ways, whatever K is, finishes ahead of that field: being level needs aggression from hand one on.
    """
    level = expected([AGGRESSIVE_PLAYER, RANDOM_PLAYER, AGGRESSIVE_PLAYER])
    assert level[0] == pytest.approx(level[2])
    for strategy in (repaired.by_position(), *repaired.strategies):
        lucifer, random, aggressive = expected([Fixed("way", strategy), RANDOM_PLAYER, AGGRESSIVE_PLAYER])
        assert random < 0 < lucifer < aggressive < level[0]


def test_beside_a_random_and_an_aggressive_player_lucifer_wins_but_less(repaired: Pool) -> None:
    won = duplicate([Selecting("lucifer", repaired), RANDOM_PLAYER, AGGRESSIVE_PLAYER], 200).won
    assert RunningMean.of(won[:, 0].tolist()).interval().low > 0.0
    assert RunningMean.of((won[:, 2] - won[:, 0]).tolist()).interval().low > 0.0


def test_beside_a_random_player_lucifer_is_ahead_of_one_who_always_bets(repaired: Pool) -> None:
    """Choosing pays here: the lead is larger than the equilibrium's own, and the third strategy's is larger still."""
    bold = Fixed("bold", bold_rows())
    played = duplicate([Selecting("lucifer", repaired), RANDOM_PLAYER, bold], 200)
    lead = RunningMean.of((played.per_hand(0) - played.per_hand(2)).tolist()).interval()
    alone = [expected([Fixed("way", way), RANDOM_PLAYER, bold]) for way in (repaired.by_position(), aggressive_rows())]
    equilibrium, third = (won[0] - won[2] for won in alone)
    assert max(equilibrium, 0.0) < lead.low < lead.high < third


def test_printed_and_repaired_on_the_same_deals(repaired: Pool, printed: Pool) -> None:
    """Against two equilibria the printed strategy, which is none, loses more; the same cards for both."""
    nash = [Fixed("one", equilibria("repaired", 6, 30_000, 2).strategies[n]) for n in (0, 1)]
    right = duplicate([Selecting("repaired", repaired), *nash], 300, seed=8)
    wrong = duplicate([Selecting("printed", printed), *nash], 300, seed=8)
    better = RunningMean.of((right.per_hand(0) - wrong.per_hand(0)).tolist())
    assert better.interval().low > 0.0


def test_k_sweep_in_small(repaired: Pool) -> None:
    """Against weak opponents longer memories earn more than K=1; the aggressive way alone earns more than K=10."""
    mean = {}
    for k in (1, 10, 50):
        won = [play([Selecting("l", repaired, k), *field], 300, seed=5).per_hand(0).mean() for field in FIELDS]
        mean[k] = float(np.mean(won))
    alone = np.mean([play([AGGRESSIVE_PLAYER, *field], 300, seed=5).per_hand(0).mean() for field in FIELDS])
    assert mean[1] < mean[10] < mean[50] < alone


FIELDS = ((RANDOM_PLAYER, RANDOM_PLAYER), (RANDOM_PLAYER, AGGRESSIVE_PLAYER), (CALLER, CALLER))


def test_ways_are_counted(repaired: Pool) -> None:
    played = play([Selecting("l", repaired), RANDOM_PLAYER, RANDOM_PLAYER], 10, 100)
    assert played.ways.sum(axis=1).tolist() == [1000, 0, 0]
    assert Counter(played.ways[0] > 0)[True] == 3


def test_a_table_has_three_chairs() -> None:
    with pytest.raises(RiverboatError, match="2 players"):
        play([RANDOM_PLAYER, RANDOM_PLAYER], 1)
