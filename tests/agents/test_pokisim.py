"""Simulation: paired trials of any moves, and Poki's, against values that can be worked out."""

from __future__ import annotations

from time import perf_counter
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from riverboat.agents import make_agent
from riverboat.agents.loki.betting import Situation, formula, semi_bluffs
from riverboat.agents.monte_carlo import Simulated, simulate_moves
from riverboat.agents.poki import PokiSim, _kernels
from riverboat.agents.poki.simulation import _Scene
from riverboat.arena import run_match
from riverboat.cards import card_text, parse_cards
from riverboat.errors import NotationError, RiverboatError
from riverboat.games import Action, Rules, State, View, decks, parse_game, play_hand
from riverboat.games.action_odds import CALL, FOLD, RAISE, ActionOdds
from riverboat.model.weights import Assessed, assess_against
from riverboat.odds.showdown import equity
from riverboat.odds.strength import assess_hand, expected_hand_strength, hand_strength
from riverboat.odds.strength.inputs import tables as rank_tables

# Any game ------------------------------------------------------------------------------------------------------------


def noisy(*means: float, seed: int = 1, spread: float = 1.0):  # type: ignore[no-untyped-def]
    """Moves that share most of their luck, as moves with the same cards do."""
    rng = np.random.default_rng(seed)

    def play(trials: int) -> np.ndarray:
        luck = rng.normal(0.0, 10.0, (trials, 1))
        return np.asarray(luck + np.array(means) + rng.normal(0.0, spread, (trials, len(means))))

    return play


def test_the_best_move_is_found_and_stops_the_trials() -> None:
    found = simulate_moves(noisy(0.0, 1.0, 3.0), max_trials=500)
    assert (found.best, found.obvious, found.trials) == (2, True, 100)


def test_luck_that_moves_share_does_not_hide_a_difference() -> None:
    """The means' own errors are ten times the difference; the paired ones are not."""
    found = simulate_moves(noisy(0.0, 0.5, spread=0.5), max_trials=2000)
    assert found.obvious
    assert found.best == 1
    assert found.errors[1] > 0.5


def test_equal_moves_use_all_trials() -> None:
    found = simulate_moves(noisy(1.0, 1.0, seed=3), max_trials=300)
    assert (found.trials, found.obvious) == (300, False)


def test_trials_do_not_run_once_too_often() -> None:
    played: list[int] = []

    def play(trials: int) -> np.ndarray:
        played.append(trials)
        return np.zeros((trials, 2))

    assert simulate_moves(play, max_trials=120, batch=50).trials == 120
    assert played == [50, 50, 20]


def test_of_equals_the_boldest() -> None:
    assert Simulated((0.0, 2.0, 2.0), (0.0, 1.0, 1.0), 10, False).best == 2
    assert Simulated((0.0, -1.0, -2.0), (0.0, 1.0, 1.0), 10, False).best == 0


def test_time_runs_out() -> None:
    def slow(trials: int) -> np.ndarray:
        until = perf_counter() + 0.02
        while perf_counter() < until:
            pass
        return np.zeros((trials, 2))

    assert simulate_moves(slow, max_trials=100_000, batch=10, seconds=0.05).trials <= 40


@pytest.mark.parametrize(
    "wrong", [{"batch": 0}, {"max_trials": 10, "batch": 50}, {"z": 0.0}, {"seconds": 0.0}, {"min_trials": 1}]
)
def test_bad_trials(wrong: dict[str, float]) -> None:
    with pytest.raises(RiverboatError, match="expected a batch of 1 to"):
        simulate_moves(noisy(0.0, 1.0), **wrong)  # type: ignore[arg-type]


# Poki ----------------------------------------------------------------------------------------------------------------

HAND = parse_cards("AdQc")
BOARD = parse_cards("3h4cJh9s5d")
HEADS_UP = parse_game("holdem(betting=limit,players=2)")


class Calm(PokiSim):
    """Takes everybody for a player who never folds or raises, and their actions for no evidence."""

    answer = ActionOdds.certain(CALL)

    def __init__(self, **more: Any) -> None:
        calm: dict[str, Any] = {
            "make1": 1.0,
            "make2": 1.0,
            "width": 0.0,
            "positional": 0.0,
            "doubt": 0.9999999,
            "spread": 0.0,
        }
        super().__init__(trials=20_000, z=1e9, seconds=600.0, **calm, **more)

    def expect(self, position: int, street: int, level: int) -> ActionOdds:
        return self.answer


class Scared(Calm):
    """Takes everybody for a player who folds to any bet."""

    answer = ActionOdds(1.0, 0.0, 0.0)


def at(streets: int, *actions: Action, rules: Rules = HEADS_UP) -> View:
    """Position 0 has ace-queen; after some streets of checks and then these actions."""
    others = [card for card in range(52) if card not in HAND + BOARD]
    hidden = 2 * (rules.players - 1)
    state = State(rules, (*HAND, *others[:hidden], *BOARD, *others[hidden:]))
    while state.street < streets:
        state.check_or_call()
    for action in actions:
        state.apply(action)
    assert state.actor == 0
    return View(state, 0)


def simulated(view: View, player: PokiSim) -> Simulated:
    player.begin(view)
    return player.simulate(view)


def close(found: Simulated, move: int, expected: float) -> bool:
    return abs(found.means[move] - expected) < 4.0 * found.errors[move] + 1e-9


def test_a_river_that_is_checked_or_called() -> None:
    """Share of the pot is HS against any hand; a check wins that of 20, a bet of 20 that of 60 less 20."""
    share = float(hand_strength("AdQc", "3h4cJh9s5d"))
    found = simulated(at(3), Calm())
    assert found.means[FOLD] == 0.0
    assert close(found, CALL, share * 20)
    assert close(found, RAISE, share * 60 - 20)


def test_a_river_bet_that_we_face() -> None:
    """A call of 20 for 60 in all, or 40 for 100."""
    share = float(hand_strength("AdQc", "3h4cJh9s5d"))
    found = simulated(at(3, Action.check_or_call(), Action.raise_to(20)), Calm())
    assert close(found, CALL, share * 60 - 20)
    assert close(found, RAISE, share * 100 - 40)


def test_a_turn_that_is_checked_down() -> None:
    """The river is drawn evenly: E[HS] of the pot; a bet of 20 on the turn and none on the river E[HS] of 60."""
    share = float(expected_hand_strength("AdQc", "3h4cJh9s"))
    found = simulated(at(2), Calm())
    assert close(found, CALL, share * 20)
    assert close(found, RAISE, share * 60 - 20)


def test_a_flop_for_three() -> None:
    """Two random hands that share no card: three-way equity of the pot of 30."""
    rules = parse_game("holdem(betting=limit,players=3)")
    result = equity(["AdQc", "random", "random"], board="3h4cJh", samples=400_000, seed=1)
    found = simulated(at(1, rules=rules), Calm())
    assert abs(found.means[CALL] - 30 * result.equity[0]) < 4.0 * found.errors[CALL] + 0.1


def test_a_bet_that_wins_at_once() -> None:
    """An opponent who folds to a bet leaves us the pot, and never bets himself."""
    found = simulated(at(3), Scared())
    assert found.means[RAISE] == 20.0
    assert close(found, CALL, 20 * float(hand_strength("AdQc", "3h4cJh9s5d")))


def test_both_branches_have_the_same_cards_and_random_numbers() -> None:
    """At the cap a raise is a call: every pair of trials must end alike, whatever the opponents draw."""
    bets = [Action.raise_to(10 * times) for times in (1, 2, 3)]
    at_cap = at(1, Action.check_or_call(), *bets, rules=parse_game("holdem(betting=limit,players=2,raises=3/3/4/4)"))
    assert at_cap.raise_interval is None
    player = PokiSim(trials=500, z=1e9)
    assert len(simulated(at_cap, player).means) == 2  # there is only a fold and a call
    won = _Scene(player, at_cap).play(300, np.arange(1, 5, dtype=np.uint64))
    assert won.std() > 0.0
    np.testing.assert_array_equal(won[:, 0], won[:, 1])


def test_the_same_random_numbers_give_the_same_values() -> None:
    one, two = (simulated(at(1), PokiSim(trials=200)) for _ in range(2))
    assert one == two


# Our later actions in a trial ----------------------------------------------------------------------------------------


@given(
    st.floats(0, 1), st.floats(0, 1), st.integers(1, 3), st.integers(0, 3), st.integers(2, 60), st.integers(0, 2),
    st.booleans(), st.booleans(), st.sampled_from([0.0, 0.25, 0.5, 1.0]), st.sampled_from([0.0, 0.05, 0.2]),
)  # fmt: skip
def test_kernels_bet_by_the_same_formula(
    strength: float, potential: float, street: int, owed: int, small_bets: int, more: int, inside: bool,
    bluffing: bool, behind: float, width: float,
) -> None:  # fmt: skip
    """The odds of a trial are those of `formula`, semi-bluffs, implied odds, position and all."""
    sizes, pot = np.array([10.0, 10.0, 20.0, 20.0]), 10 * small_bets
    bet, raises = int(sizes[street]), min(3, owed + more)
    bets = owed * bet
    later = [int(size) for size in sizes[street + 1 :]]
    here = Situation(
        pot, bets, bet, raises, inside, 3 - street, sum(later), bluffing, later[0] if later else 0, behind
    )  # fmt: skip
    hand = Assessed(strength, potential)
    expected = formula(here, hand, 0.5, 0.85, width, implied=1.0, positional=0.03)
    ours = np.array([0.5, 0.85, width, 1.0, 0.03, 1.0, 0.0, 0.0, 0.0])
    folds, bold, bluff = _kernels.our_odds(
        strength, potential, float(bets), float(pot), raises, inside, bluffing, street, sizes, behind, ours
    )
    assert (folds, bold) == pytest.approx((expected.fold, expected.raise_), abs=1e-12)
    assert bool(bluff) == (semi_bluffs(here, hand) and hand.effective < 0.5)


def standing(hole: str, board: str, weights: np.ndarray, draws: int) -> np.ndarray:
    """float64[draws, 2]: strength and sampled potential on a turn."""
    ranks, first, second = rank_tables(), *sorted(parse_cards(hole))
    return np.array([
        _kernels._standing(
            ranks.by_size[6], ranks.by_size[7], ranks.words, np.array(parse_cards(board), np.uint8), 4,
            np.uint64(first), np.uint64(second), weights, (draw + 0.5) / draws, np.zeros(52, np.uint64),
            np.zeros((1326, 3)),
        )
        for draw in range(draws)
    ])  # fmt: skip


@pytest.mark.parametrize("hole", ["JhTh", "AdQc", "9c9d", "4c3d", "KcQc"])
def test_sampled_potential_is_right(hole: str) -> None:
    """Against any hand it is PPot of the turn (Billings 2006, Fig. 2.4); against a table, that against the table."""
    board = "Kh9s2h5d"
    exact = assess_hand(hole, board)
    found = standing(hole, board, np.ones(1326), 184)
    assert found[:, 0] == pytest.approx(float(exact.strength), abs=1e-9)
    assert found[:, 1].mean() == pytest.approx(float(exact.positive), abs=0.01)
    assert found[:, 1].std() < 0.05
    weights = np.random.default_rng(3).random(1326) ** 4
    against = assess_against(parse_cards(hole), parse_cards(board), [weights])
    found = standing(hole, board, weights, 184)
    assert found[:, 0] == pytest.approx(against.strength, abs=1e-9)
    assert found[:, 1].mean() == pytest.approx(against.potential, abs=0.01)


class Bettor(Calm):
    """Takes everybody for a player who bets any turn, and calls or checks otherwise."""

    def expect(self, position: int, street: int, level: int) -> ActionOdds:
        return ActionOdds.certain(RAISE if (street, level) == (2, 0) else CALL)


def test_a_draw_on_a_board_to_come_calls_for_its_potential() -> None:
    """Checked on the button with JhTh on Kh 9s 2h: the turn is bet, 20 for 40, and called if the formula calls there.

    With exact strength and potential on each of the 47 turns the check is worth the mean of 60 E[HS] - 20 where it
    calls. A rule that sees only what a hand is on the turn folds the draw, and earns less.
    """
    hole, flop = "JhTh", "Kh9s2h"
    taken = parse_cards(hole + flop)
    others = [card for card in range(52) if card not in taken]
    state = State(HEADS_UP, (*others[:2], *taken, *others[2:]))
    for _ in range(3):
        state.check_or_call()  # before the flop, and the opponent on it
    view = View(state, 1)
    expected, called = 0.0, 0
    for card in others:
        board = flop + card_text(card)
        exact = assess_hand(hole, board)
        facing = Situation(40, 20, 20, 1, False, 1, 20, next_bet=20, behind=0.0)
        hand = Assessed(float(exact.strength), float(exact.positive))
        assert not 0.22 < hand.potential < 0.28  # not where 20 / 80 decides
        if formula(facing, hand, 1.0, 1.0, implied=1.0).call == 1.0:
            expected += (60 * float(expected_hand_strength(hole, board)) - 20) / len(others)
            called += 1
    assert called == len(others)
    by_odds, by_rule = simulated(view, Bettor()), simulated(view, Bettor(later="rule"))
    assert close(by_odds, CALL, expected)
    assert not close(by_rule, CALL, expected)
    assert by_rule.means[CALL] < by_odds.means[CALL]


class Fixed(PokiSim):
    """Its simulations say what they are told; it counts how often it is asked."""

    def __init__(self, *means: float) -> None:
        super().__init__()
        self.means, self.asked = means, 0

    def simulate(self, view: View) -> Simulated:
        self.asked += 1
        return Simulated(self.means, (0.0,) * len(self.means), 100, True)


def test_the_action_that_wins_most_is_taken() -> None:
    """Of equal ones the boldest (Billings 2006, section 2.6); a player who owes nothing checks instead of folding."""
    free, owed = at(3), at(3, Action.check_or_call(), Action.raise_to(20))
    for means, unpaid, paid in [
        ((0.0, -1.0, -2.0), CALL, FOLD),
        ((0.0, 3.0, 2.0), CALL, CALL),
        ((0.0, 3.0, 3.0), RAISE, RAISE),
        ((0.0, -3.0, 2.0), RAISE, RAISE),
    ]:
        for view, expected in ((free, unpaid), (owed, paid)):
            player = Fixed(*means)
            player.begin(view)
            assert player.odds_at(view) == ActionOdds.certain(expected)


@pytest.mark.parametrize(("stacks", "simulates"), [("210/210", True), ("209/210", False), ("210/209", False)])
def test_the_formula_decides_where_chips_could_run_out(stacks: str, simulates: bool) -> None:
    """On the flop with 10 in: four bets of 10, of 20 and of 20 may follow, 200 of the 210 chips."""
    rules = parse_game(f"holdem(betting=limit,players=2,raises=3/4/4/4,stacks={stacks})")
    player, view = Fixed(0.0, 1.0, 2.0), at(1, rules=rules)
    player.begin(view)
    player.odds_at(view)
    assert bool(player.asked) is simulates


def test_chips_of_those_who_have_folded_do_not_matter() -> None:
    rules = parse_game("holdem(betting=limit,players=3,raises=3/4/4/4,stacks=210/210/15)")
    others = [card for card in range(52) if card not in HAND + BOARD]
    state = State(rules, (*HAND, *others[:4], *BOARD, *others[4:]))
    state.fold()  # the button
    state.check_or_call()
    state.check_or_call()
    player, view = Fixed(0.0, 1.0, 2.0), View(state, 0)
    player.begin(view)
    player.odds_at(view)
    assert player.asked == 1


@pytest.mark.parametrize("players", [2, 3, 6, 10])
def test_legal_at_any_table(players: int) -> None:
    for more in ("", ",stacks=65"):
        rules = parse_game(f"holdem(betting=limit,players={players}{more})")
        agents = [make_agent("pokisim_s(trials=40)" if seat % 2 == 0 else "random") for seat in range(players)]
        for number, deck in zip(range(6), decks(rules, players), strict=False):
            here = [agents[(seat + number) % players] for seat in range(players)]
            assert sum(play_hand(rules, here, deck, strict=True).payoffs) == 0


def test_what_is_usual() -> None:
    """500 trials (Billings 2006, section 2.9) against opponents who are told apart (section 2.6.2)."""
    for name in ("pokisim_s", "pokisim_a"):
        player = make_agent(name)
        assert isinstance(player, PokiSim)
        assert player.trials == 500
        assert player.settings.specific
        assert player.model.learning.specific


def test_pokisim_beats_players_who_do_not_look_at_their_cards() -> None:
    line_up = ["pokisim_s(trials=100)", "random", "random"]
    result = run_match(line_up, "holdem(betting=limit)", 600, "duplicate", seed=2, strict=True)
    assert result[line_up[0]].sb.interval().low > 0.0


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("pokisim_s(later=never)", "expected odds or rule"),
        ("pokisim_s(trials=1)", "trials 1"),
        ("pokisim_s(hope=1)", "no parameter"),
        ("pokisim_s(z=0)", "above 0"),
    ],
)
def test_bad_parameters(text: str, says: str) -> None:
    with pytest.raises(NotationError, match=says):
        make_agent(text)
