"""Poki and pokisim with networks: what kernels show a network, whom Poki believes, and that all of it plays."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from riverboat.agents import make_agent
from riverboat.agents.poki import Poki, PokiSim, pokisim_a
from riverboat.agents.poki.self_play import FIELD, self_play
from riverboat.agents.poki.simulation import _Scene
from riverboat.arena import run_match
from riverboat.cards import parse_cards, rank
from riverboat.errors import NotationError, RiverboatError
from riverboat.games import Action, Hand, State, View, decks, parse_game, play_hand
from riverboat.games.action_odds import CALL, FOLD, RAISE, ActionOdds
from riverboat.model.actions import ActionModel
from riverboat.model.predicting import (
    INPUTS,
    BestOfSeveral,
    Moment,
    MomentWalk,
    Network,
    Neural,
    examples,
    write_network,
)
from riverboat.odds.strength import expected_hand_strength, hand_strength

HAND, BOARD = parse_cards("AdQc"), parse_cards("3h4hJhKs5d")
CHECK = Action.check_or_call()


def folds_above(number: int, limit: float) -> Network:
    """Surely folds if an input is above the limit, surely calls otherwise."""
    hidden, output = np.zeros((1, 20)), np.zeros((3, 2))
    hidden[0, number], hidden[0, 19] = 1e5, -1e5 * limit
    output[FOLD, 0], output[CALL] = 80.0, (-80.0, 40.0)
    output[FOLD, 1], output[RAISE, 1] = -40.0, -200.0
    return Network(hidden, output)


class Bold(PokiSim):
    """Bets and calls with anything, raises nothing, and takes opponents to play as one network says with any hand."""

    def __init__(self, network: Network) -> None:
        super().__init__(trials=60, z=1e9, make1=1e-9, make2=1.0)
        self.predictor = Neural(network, rate=0.0)
        # What he did before must say nothing about his hand, or the showdowns could not be worked out.
        self.settings = replace(self.settings, doubt=1.0 - 1e-12, spread=1e-6)


def at(streets: int, *actions: Action) -> State:
    """Heads-up, checked to the last of these streets, then these actions; we are position 0, first after the flop."""
    rules = parse_game("holdem(betting=limit,players=2)")
    others = [card for card in range(52) if card not in HAND + BOARD]
    state = State(rules, (*HAND, *others[:2], *BOARD, *others[2:]))
    while state.street < streets:
        state.check_or_call()
    for action in actions:
        state.apply(action)
    return state


def shown(state: State) -> tuple[float, ...]:
    """The inputs of the opponent's next decision, by the walk that records are followed with."""
    walk = MomentWalk(state.rules, state.rules.stacks)
    walk.rest(state.actions, state.board)
    return walk.moment(state.street, 1, state.board).inputs


ON_THE_RIVER, RAISED, LATER = "bet on the river", "raise on the river", "check on the turn, bet on the river"
CASES = [(case, name) for case in (ON_THE_RIVER, RAISED, LATER) for name in INPUTS[: 15 if case == LATER else 19]]
"""Of a river that is not known beforehand no inputs of the board are."""


@pytest.mark.parametrize(("case", "name"), CASES)
def test_kernels_show_networks_what_records_show(case: str, name: str) -> None:
    """An opponent who folds only if an input is a little less than it is folds; if a little more, he calls."""
    share, river = float(hand_strength("AdQc", "3h4hJhKs5d")), 3
    bet, pot = Action.raise_to(20), 20.0
    number = INPUTS.index(name)
    if case == ON_THE_RIVER:  # the pot of 20 at once, or a showdown for 60, of which 20 are still ours
        before, decided, first = at(river), at(river, bet), 2
        folded, called = pot, share * 60 - 20
    elif case == RAISED:  # 20 and his bet, or a showdown for 100, of which 40 are still ours
        raised = Action.raise_to(40)
        before, decided, first = at(river, CHECK, bet), at(river, CHECK, bet, raised), 2
        folded, called = pot + 20, share * 100 - 40
    else:
        before, decided, first = at(2), at(2, CHECK, CHECK, bet), 1
        folded, called = pot, float(expected_hand_strength("AdQc", "3h4hJhKs")) * 60 - 20
    value = shown(decided)[number]
    for limit, expected in ((value - 0.004, folded), (value + 0.004, called)):
        player = Bold(folds_above(number, limit))
        view = View(before, 0)
        player.begin(view)
        won = _Scene(player, view).play(4000, np.arange(1, 5, dtype=np.uint64))[:, first - 1]
        assert abs(won.mean() - expected) < 4.0 * won.std() / 4000**0.5 + 1e-9


def test_who_calls_half_of_the_time_calls_with_the_better_half() -> None:
    """A bet of 20 into 20 on the river: the worse 495 of 990 hands leave us the pot, the others show down for 60."""
    network = Network(np.zeros((1, 20)), np.array([[0.0, 0.0], [0.0, 0.0], [0.0, -200.0]]))
    view, player = View(at(3), 0), Bold(network)
    player.begin(view)
    won = _Scene(player, view).play(4000, np.arange(1, 5, dtype=np.uint64))[:, 1]
    hands = [pair for pair in combinations(range(52), 2) if not set(pair) & {*HAND, *BOARD}]
    ranks = sorted(rank((*pair, *BOARD)) for pair in hands)
    ours, calling = rank((*HAND, *BOARD)), ranks[len(ranks) // 2 :]
    ahead = sum(1.0 if ours > theirs else 0.5 if ours == theirs else 0.0 for theirs in calling) / len(calling)
    expected = 0.5 * 20.0 + 0.5 * (60.0 * ahead - 20.0)
    assert abs(won.mean() - expected) < 4.0 * won.std() / 4000**0.5 + 0.2  # equal hands at the border


def test_who_is_still_to_act_at_a_table_of_three() -> None:
    """Who has somebody behind him folds, the last calls: a showdown with one, for the pot of 30 and two bets of 20."""
    rules = parse_game("holdem(betting=limit,players=3)")
    others = [card for card in range(52) if card not in HAND + BOARD]
    state = State(rules, (*HAND, *others[:4], *BOARD, *others[4:]))
    while state.street < 3:
        state.check_or_call()
    view, player = View(state, 0), Bold(folds_above(INPUTS.index("players to act"), 0.05))
    player.begin(view)
    won = _Scene(player, view).play(4000, np.arange(1, 5, dtype=np.uint64))[:, 1]
    expected = float(hand_strength("AdQc", "3h4hJhKs5d")) * 70 - 20
    assert abs(won.mean() - expected) < 4.0 * won.std() / 4000**0.5


class Noting(Neural):
    """Takes note of the moments it is asked about."""

    def __init__(self, network: Network) -> None:
        super().__init__(network)
        self.asked: list[Moment] = []

    def predict(self, player: str, moment: Moment) -> ActionOdds:
        self.asked.append(moment)
        return super().predict(player, moment)


def test_networks_are_shown_the_chips_that_were_there() -> None:
    """Asked only on the river, with 60 and 110 chips at the start, of which the button has just bet the last 10.

    Before that he raised to 20 and bet 10 and 20: pots of 15, 40, 60 and 100, of which 5, 20, 30 and 50 were his.
    """
    rules = parse_game("holdem(betting=limit,players=2,stacks=110/60)")
    state = State(rules, (*HAND, *parse_cards("9s9c"), *BOARD))
    for amount in (20, 10, 20, 10):
        if state.street:
            state.check_or_call()
        state.raise_to(amount)
        if state.stacks[1]:
            state.check_or_call()
    view, player = View(state, 0), Poki(predictor="statistics")
    assert (view.street, view.stacks, view.committed) == (3, (60, 0), (50, 60))
    player.predictor = noting = Noting(folds_above(0, 0.5))
    player.begin(view)
    inference: Any = player.inference(view)
    inference.weights(1)
    odds, put_in = INPUTS.index("pot odds"), INPUTS.index("pot ratio")
    assert [moment.position for moment in noting.asked] == [1, 1, 1, 1]
    assert [moment.inputs[odds] for moment in noting.asked] == [5 / 20, 0.0, 0.0, 0.0]
    assert [moment.inputs[put_in] for moment in noting.asked] == [5 / 15, 20 / 40, 30 / 60, 50 / 100]
    ours = inference.table.moment(3, 0, view.board).inputs
    assert (ours[odds], ours[put_in]) == (10 / 120, 50 / 110)


def test_what_a_network_expects_moves_the_weights() -> None:
    """Raises by somebody who is expected to raise everything say nothing; by one who never does, much."""
    state = at(1, CHECK, Action.raise_to(10))
    view = View(state, 0)
    tables = []
    for chance in (-50.0, 0.0, 50.0):
        player = Poki(predictor="statistics")
        output = np.zeros((3, 2))
        output[RAISE, 1] = chance
        player.predictor = Neural(Network(np.zeros((1, 20)), output))
        player.begin(view)
        tables.append(player.inference(view).weights(1))
    never, third, always = (float(table.sum() / table.max()) for table in tables)
    assert always > third
    assert np.ptp(tables[2][tables[2] > 0.0]) < 1e-9  # nothing was learned
    assert never != pytest.approx(third)


def test_poki_learns_in_each_way() -> None:
    """After two hundred hands against somebody who always calls, every predictor expects calls of him."""
    rules = parse_game("holdem(betting=limit,players=2)")
    pokis = {name: Poki(predictor=name) for name in ("statistics", "neural", "best")}
    last: Hand | None = None
    for name, poki in pokis.items():
        poki.rng = Random(1)
        agents = [poki, make_agent("always_call")]
        for number, deck in zip(range(200), decks(rules, 1), strict=False):
            turn = 1 if number % 2 else -1
            last = play_hand(rules, agents[::turn], deck, players=("us", "them")[::turn], strict=True)
        assert last is not None
        theirs = next(each.moment for each in examples(last) if last.players[each.moment.position] == "them")
        poki.begin(View(State(rules, range(52)), 1 - theirs.position))
        poki._names = last.players
        assert poki.predict(theirs.position, theirs)[CALL] > 0.8, name
    best = pokis["best"].predictor
    assert isinstance(best, BestOfSeveral)
    losses = best.losses("them")
    assert best.chosen("them") == min(losses, key=losses.__getitem__)
    assert losses["rules"] > min(losses.values())  # which never learns


def test_statistics_are_shared_and_learned_once() -> None:
    rules = parse_game("holdem(betting=limit,players=2)")
    one, two = Poki(), Poki(predictor="best")
    for number, deck in zip(range(5), decks(rules, 3), strict=False):
        hand = play_hand(rules, [make_agent("random"), make_agent("random")], deck, players=("a", "b"), number=number)
        for player in (one, two):
            player._names = hand.players
            player.end(hand)
    assert isinstance(two.model, ActionModel)
    assert {name: counts.counts for name, counts in one.model.players.items()} == {
        name: counts.counts for name, counts in two.model.players.items()
    }


def test_pokisim_a_is_pokisim_with_the_best_of_three() -> None:
    player = pokisim_a(trials=20)
    assert isinstance(player, PokiSim)
    assert isinstance(player.predictor, BestOfSeveral)
    assert list(player.predictor.predictors) == ["statistics", "rules", "neural"]
    assert make_agent("pokisim_a").settings.predictor == "best"  # type: ignore[attr-defined]


def test_without_specific_models_networks_do_not_learn() -> None:
    """A player that does not distinguish opponents keeps the initial network."""
    path = "poki(predictor=neural,rate=0.1{})"
    for more, rate in (("", 0.1), (",specific=no", 0.0)):
        poki = make_agent(path.format(more))
        assert isinstance(poki, Poki)
        assert isinstance(poki.predictor, Neural)
        assert poki.predictor.rate == rate


def test_self_play_seats_two_to_ten_of_the_field() -> None:
    """Everybody of the field at tables of every size, nobody twice; the same seed plays the same hands."""
    told: list[tuple[int, int | None]] = []
    hands = list(self_play(60, seed=3, on_progress=lambda now: told.append((now.done, now.total))))
    assert {len(hand.players) for hand in hands} == set(range(2, 11))
    assert {name for hand in hands for name in hand.players} == set(FIELD)
    assert all(len(set(hand.players)) == len(hand.players) for hand in hands)
    assert told == [(number, 60) for number in range(1, 61)]
    assert [hand.actions for hand in self_play(10, seed=3)] == [hand.actions for hand in hands[:10]]
    assert [hand.dealt for hand in self_play(10, seed=4)] != [hand.dealt for hand in hands[:10]]
    assert len({hand.dealt[:4] for hand in hands}) == 60  # no deck is dealt twice
    for number, seed in ((0, 1), (1, -1)):
        with pytest.raises(RiverboatError, match="expected 1 hand or more and a seed of 0 or more"):
            next(self_play(number, seed))


@pytest.mark.parametrize("players", [2, 3, 6, 10])
def test_legal_at_any_table(players: int) -> None:
    for more in ("", ",stacks=65"):
        rules = parse_game(f"holdem(betting=limit,players={players}{more})")
        texts = ("pokisim_a(trials=20)", "random", "poki(predictor=neural)", "poki(predictor=best)")
        agents = [make_agent(texts[seat % 4]) for seat in range(players)]
        for number, deck in zip(range(6), decks(rules, players), strict=False):
            here = [agents[(seat + number) % players] for seat in range(players)]
            assert sum(play_hand(rules, here, deck, strict=True).payoffs) == 0


def test_pokisim_a_beats_players_who_do_not_look_at_their_cards() -> None:
    line_up = ["pokisim_a(trials=100)", "random", "random"]
    result = run_match(line_up, "holdem(betting=limit)", 240, "duplicate", seed=2, strict=True)
    assert result[line_up[0]].sb.interval().low > 0.0


def test_a_network_of_ones_own(tmp_path: Path) -> None:
    path = tmp_path / "own.predictor"
    write_network(path, folds_above(0, 0.5))
    poki = make_agent(f"poki(predictor=neural,network={path},rate=0)")
    assert isinstance(poki, Poki)
    assert isinstance(poki.predictor, Neural)
    assert poki.predictor.first.units == 1


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("poki(predictor=tea_leaves)", "tea_leaves"),
        ("poki(predictor=neural,rate=2)", "rate 2"),
        ("poki(predictor=neural,network=nowhere.predictor)", "nowhere"),
        ("pokisim_a(trials=1)", "trials 1"),
        ("pokisim_a(seconds=nan)", "seconds nan"),
        ("pokisim_s(z=nan)", "z nan"),
        ("poki(spread=nan)", "spread: expected 0 or more"),
        ("poki(network=some.predictor)", "statistics use none"),
        ("poki(prior=nan)", "prior"),
    ],
)
def test_bad_parameters(text: str, says: str) -> None:
    with pytest.raises(NotationError, match=says):
        make_agent(text)
