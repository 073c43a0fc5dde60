"""The nineteen inputs, the network beside scikit-learn's, training, and the best of several predictors."""

from __future__ import annotations

from math import log
from pathlib import Path

import numpy as np
import pytest

from riverboat.agents.poki.self_play import FIELD, self_play
from riverboat.cards import parse_cards
from riverboat.errors import RiverboatError
from riverboat.files import write_arrays
from riverboat.games import Action, Hand, State, parse_game
from riverboat.games.action_odds import CALL, FOLD, RAISE, ActionOdds
from riverboat.games.hand import finished_hand
from riverboat.model.predicting import (
    INPUTS,
    OWN,
    BestOfSeveral,
    Decisions,
    Example,
    Generic,
    Majority,
    Moment,
    Network,
    Neural,
    Predictor,
    Statistics,
    Training,
    as_played,
    best_training,
    by_player,
    collect_hands,
    cross_validate,
    examples,
    measure,
    read_network,
    train,
    usual,
    write_network,
)
from riverboat.model.predicting.network import INPUTS_IDENTITY

CALLS, RAISES, FOLDS = Action.check_or_call(), Action.raise_to, Action.fold()
EARLY, MIDDLE, US = 2, 6, 9


def sample_game(board: str = "Qs7h4d5h5s", hole: str = "7d6d") -> Hand:
    """Billings (2006), section 2.3: $10/$20, ten players, position 9 the button and us."""
    rules = parse_game("holdem(betting=limit,players=10)")
    shown, ours = parse_cards(board), parse_cards(hole)
    others = [card for card in range(52) if card not in shown + ours]
    deck = (*others[:18], *ours, *shown, *others[18:])
    state = State(rules, deck)
    small = rules.streets[0].bet
    for action in (
        CALLS, FOLDS, FOLDS, FOLDS, CALLS, FOLDS, FOLDS, CALLS, CALLS, CALLS,
        CALLS, CALLS, RAISES(small), FOLDS, CALLS, FOLDS, FOLDS,
        RAISES(2 * small), RAISES(4 * small), CALLS,
        CALLS, CALLS,
    ):  # fmt: skip
        state.apply(action)
    return finished_hand(state, tuple(map(str, range(10))), rules.stacks)


def seen(hand: Hand, street: int, position: int, nth: int = 0) -> dict[str, float]:
    """The inputs of a player's nth decision on a street, by name."""
    those = [each.moment for each in examples(hand) if each.moment[:2] == (position, street)]
    return dict(zip(INPUTS, those[nth].inputs, strict=True))


def test_nineteen_inputs_of_which_the_twelfth_is_the_last_raise() -> None:
    assert len(INPUTS) == 19
    assert INPUTS[12 - 1] == "raised last time"  # Billings (2006), Figure 2.7


def test_the_sample_game_before_the_flop() -> None:
    """The first to act: blinds of 5 and 10 in the middle, 10 to call, nine others still to act."""
    found = seen(sample_game(), 0, EARLY)
    assert found["pot odds"] == pytest.approx(10 / 25)
    assert found["pot ratio"] == 0.0
    assert (found["players dealt in"], found["players in"], found["players to act"]) == (1.0, 1.0, 0.9)
    assert found["one bet to call"] == 1.0
    assert sum(found[name] for name in ("flop", "turn", "river", "flush possible", "high cards", "committed")) == 0.0
    blind = seen(sample_game(), 0, 1)  # the big blind may check: 50 in the pot, 10 of them his
    assert blind["pot ratio"] == pytest.approx(10 / 50)
    assert (blind["pot odds"], blind["nothing to call"], blind["players to act"]) == (0.0, 1.0, 0.0)


def test_the_sample_game_on_the_flop() -> None:
    """Pot 60 and 10 to call (section 2.3), on Qs 7h 4d, with the player in the middle between the bet and us."""
    found = seen(sample_game(), 1, MIDDLE)
    expected = {
        "pot odds": 10 / 70, "bet ratio": 0.0, "pot ratio": 10 / 60, "committed": 0.0, "nothing to call": 0.0,
        "one bet to call": 1.0, "two bets to call": 0.0, "flop": 1.0, "turn": 0.0, "river": 0.0,
        "had to call last time": 1.0, "raised last time": 0.0, "players dealt in": 1.0, "players in": 0.5,
        "players to act": 0.1, "flush possible": 0.0, "ace on board": 0.0, "king on board": 0.0, "high cards": 1 / 3,
    }  # fmt: skip
    assert found == pytest.approx(expected)


def test_the_sample_game_on_the_turn() -> None:
    """Pot 90 and 20 to call before we raise; then 130 and 20 to call, for one who has bet two of three times."""
    ours, theirs = seen(sample_game(), 2, US), seen(sample_game(), 2, EARLY, 1)
    assert ours["pot odds"] == pytest.approx(20 / 110)
    assert (ours["players in"], ours["players to act"], ours["committed"]) == (0.2, 0.0, 0.0)
    assert theirs["pot odds"] == pytest.approx(20 / 150)
    assert theirs["bet ratio"] == pytest.approx(2 / 3)
    assert (theirs["raised last time"], theirs["had to call last time"], theirs["committed"]) == (1.0, 0.0, 1.0)
    assert theirs["turn"] == 1.0


def test_boards() -> None:
    ace_king = seen(sample_game("AhKh4h5c5s"), 1, MIDDLE)
    assert [ace_king[name] for name in INPUTS[15:]] == pytest.approx([1.0, 1.0, 1.0, 2 / 3])
    river = seen(sample_game("QsJh4d5hAs"), 3, US)
    assert [river[name] for name in INPUTS[15:]] == pytest.approx([0.0, 1.0, 0.0, 2 / 5])


def test_nothing_is_seen_that_is_not_open_yet() -> None:
    """Other cards in hands, and other turns and rivers, change no input before they lie on the table."""
    one, two = sample_game(), sample_game("Qs7h4dAhAs", hole="AdAc")
    before_the_turn = [each for each in examples(one) if each.moment.street < 2]
    assert before_the_turn == [each for each in examples(two) if each.moment.street < 2]
    assert examples(one) != examples(two)
    assert examples(one.seen_by(US)) == examples(one)
    cut = one._replace(actions=one.actions[:12])
    assert examples(cut) == examples(one)[:12]


def test_inputs_are_shares() -> None:
    decisions = collect_hands(self_play(30, seed=5))
    assert decisions.inputs.min() == 0.0
    assert decisions.inputs.max() == 1.0
    assert {len(hand.players) for hand in self_play(30, seed=5)} >= {2, 5, 10}


def test_self_play_is_the_same_for_the_same_seed() -> None:
    one, two, other = (list(self_play(8, seed=seed)) for seed in (3, 3, 4))
    assert [hand.actions for hand in one] == [hand.actions for hand in two]
    assert [hand.actions for hand in one] != [hand.actions for hand in other]
    assert {name for hand in one for name in hand.players} <= set(FIELD)


def some_decisions(size: int, seed: int = 1) -> Decisions:
    """Calls, unless the player raised last time: then raises. No frequency of a context tells the two apart."""
    rng = np.random.default_rng(seed)
    inputs = rng.integers(0, 2, (size, 19)).astype(float)
    actions = np.where(inputs[:, 11] > 0, RAISE, CALL)
    return Decisions(inputs, actions, np.arange(size) // 4)


def test_the_forward_pass_is_that_of_scikit_learn() -> None:
    peer = pytest.importorskip("sklearn.neural_network")
    from sklearn.exceptions import ConvergenceWarning

    rng = np.random.default_rng(1)
    inputs, actions = rng.random((300, 19)), rng.integers(0, 3, 300)
    machine = peer.MLPClassifier((7,), activation="logistic", solver="lbfgs", max_iter=30, random_state=1)
    with pytest.warns(ConvergenceWarning):
        machine.fit(inputs, actions)
    layers = [np.vstack(pair).T for pair in zip(machine.coefs_, machine.intercepts_, strict=True)]
    network = Network(layers[0], layers[1])
    np.testing.assert_allclose(network.predict(inputs), machine.predict_proba(inputs), atol=1e-12)
    assert network.expects(inputs[0].tolist()) == pytest.approx(machine.predict_proba(inputs[:1])[0].tolist())


def test_learning_goes_down_the_gradient() -> None:
    """Each weight moves by the rate times the slope of -log(chance), as differences measure it."""
    rng = np.random.default_rng(2)
    network = Network(rng.normal(size=(5, 20)), rng.normal(size=(3, 6)))
    inputs, rate, step = rng.random(19).tolist(), 1e-3, 1e-6
    moved = network.copy()
    moved.learn(inputs, RAISE, rate)
    for name in ("hidden", "output"):
        before, after = getattr(network, name), getattr(moved, name)
        for place in np.ndindex(before.shape):
            losses = []
            for sign in (1, -1):
                other = network.copy()
                getattr(other, name)[place] += sign * step
                losses.append(-log(other.expects(inputs)[RAISE]))
            slope = (losses[0] - losses[1]) / (2 * step)
            assert (before[place] - after[place]) / rate == pytest.approx(slope, abs=1e-6)


@pytest.mark.parametrize("size", [600, 9000])  # by L-BFGS, and by Adam
def test_a_network_learns_what_contexts_do_not_show(size: int) -> None:
    network = train(some_decisions(size), Training(units=4, penalty=0.1))
    fresh = some_decisions(500, seed=2)
    probabilities = network.predict(fresh.inputs)
    assert (probabilities.argmax(axis=1) == fresh.actions).all()
    assert probabilities[:, FOLD].max() < 0.1  # which never occurred


def test_cross_validation_finds_nothing_where_there_is_nothing() -> None:
    """Actions drawn with probabilities .5, .3, .2 whatever the table shows: no honest log-loss is below the entropy."""
    rng = np.random.default_rng(3)
    actions = rng.choice(3, 3000, p=(0.5, 0.3, 0.2))
    decisions = Decisions(rng.random((3000, 19)), actions, np.arange(3000) // 5)
    entropy = -sum(p * log(p) for p in (0.5, 0.3, 0.2))
    seen_only = train(decisions, Training(units=16, penalty=0.0))
    in_sample = -np.log(seen_only.predict(decisions.inputs)[np.arange(3000), actions]).mean()
    found = cross_validate(decisions, Training(units=16, penalty=0.0), folds=3)
    assert in_sample < entropy < found
    assert cross_validate(decisions, Training(units=2, penalty=1000.0), folds=3) == pytest.approx(entropy, abs=0.03)


def test_decisions_of_a_hand_are_left_out_together() -> None:
    """Every hand is four copies of one random moment; to see one copy is to know the others."""
    rng = np.random.default_rng(4)
    inputs = np.repeat(rng.random((60, 19)), 4, axis=0)
    actions = np.repeat(rng.integers(0, 3, 60), 4)
    together = Decisions(inputs, actions, np.repeat(np.arange(60), 4))
    apart = Decisions(inputs, actions, np.tile(np.arange(4), 60))
    how = Training(units=16, penalty=1e-4)
    assert cross_validate(apart, how, 4) < 0.3 < log(3) < cross_validate(together, how, 4)


def test_the_better_way_of_training_is_chosen() -> None:
    decisions = some_decisions(400)
    stiff, free = Training(units=3, penalty=1e6), Training(units=3, penalty=0.1)
    best, losses = best_training(decisions, [stiff, free], 2)
    assert best is free
    assert losses[free] < 0.2 < losses[stiff]
    told: list[tuple[int, int | None]] = []
    on_progress = lambda now: told.append((now.done, now.total))  # noqa: E731
    assert best_training(decisions, [stiff, free], 2, on_progress) == (best, losses)
    assert told == [(1, 4), (2, 4), (3, 4), (4, 4)]


def test_files_come_back_as_they_were(tmp_path: Path) -> None:
    network = train(some_decisions(200), OWN)
    path = tmp_path / "one.predictor"
    write_network(path, network)
    again = read_network(path)
    inputs = np.random.default_rng(5).random((20, 19))
    np.testing.assert_array_equal(again.predict(inputs), network.predict(inputs))
    assert again.about == network.about
    again.learn(inputs[0].tolist(), CALL, 0.1)  # what was read is ours to change
    np.testing.assert_array_equal(read_network(path).predict(inputs), network.predict(inputs))


def test_other_files_are_refused(tmp_path: Path) -> None:
    path, header = tmp_path / "odd.predictor", {"inputs": INPUTS_IDENTITY, "about": {}}
    good = {"hidden": np.zeros((4, 20)), "output": np.zeros((3, 5))}
    write_arrays(path, "strategy", header, good)
    with pytest.raises(RiverboatError, match="this is a strategy, expected a predictor"):
        read_network(path)
    write_arrays(path, "predictor", {**header, "inputs": "other-20"}, good)
    with pytest.raises(RiverboatError, match='inputs "other-20"'):
        read_network(path)
    write_arrays(path, "predictor", header, {**good, "output": np.zeros((3, 9))})
    with pytest.raises(RiverboatError, match="layers"):
        read_network(path)
    write_arrays(path, "predictor", header, {**good, "hidden": np.full((4, 20), np.nan)})
    with pytest.raises(RiverboatError, match="finite"):
        read_network(path)
    write_arrays(path, "predictor", header, {"hidden": good["hidden"]})
    with pytest.raises(RiverboatError, match="hidden and output"):
        read_network(path)
    path.write_bytes(b"PK\x03\x04 not ours")
    with pytest.raises(RiverboatError, match="not a riverboat file"):
        read_network(path)


class Constant(Predictor):
    """Expects the same always, and remembers what it was told."""

    def __init__(self, *probabilities: float) -> None:
        self.probabilities = ActionOdds(*probabilities)
        self.told: list[Example] = []
        self.asked = 0

    def predict(self, name: str, moment: Moment) -> ActionOdds:
        self.asked += 1
        return self.probabilities

    def note(self, name: str, example: Example) -> None:
        self.told.append(example)


MOMENT = Moment(0, 1, 1, (0.0,) * 19)


def test_the_best_predictor_is_kept_for_each_opponent() -> None:
    several = BestOfSeveral({"caller": Constant(0.1, 0.8, 0.1), "raiser": Constant(0.1, 0.1, 0.8)})
    assert several.chosen("anybody") == "caller"  # the first, while nothing is known
    for _ in range(30):
        several.note("ann", Example(MOMENT, CALL))
        several.note("bob", Example(MOMENT, RAISE))
        several.note("bob", Example(MOMENT, RAISE))
    assert (several.chosen("ann"), several.chosen("bob")) == ("caller", "raiser")
    assert several.predict("bob", MOMENT) == (0.1, 0.1, 0.8)
    assert several.chosen("a stranger") == "raiser"  # most of what was seen
    common = (30 * -log(0.8) + 60 * -log(0.1)) / 90
    assert several.losses("a stranger")["caller"] == pytest.approx(common)


def test_an_opponent_who_changes_is_noticed() -> None:
    forgetful, sluggish = (
        BestOfSeveral({"caller": Constant(0, 0.9, 0.1), "raiser": Constant(0, 0.1, 0.9)}, forgetting, prior=1.0)
        for forgetting in (0.95, 1.0)
    )
    for action in [CALL] * 200 + [RAISE] * 50:
        for several in (forgetful, sluggish):
            several.note("ann", Example(MOMENT, action))
    assert forgetful.chosen("ann") == "raiser"
    assert sluggish.chosen("ann") == "caller"


def test_each_predictor_learns_what_it_should() -> None:
    statistics, generic, majority = Statistics(), Generic(), Majority()
    neural = Neural(Network(np.zeros((4, 20)), np.zeros((3, 5))), rate=0.1)
    assert neural.predict("ann", MOMENT) == pytest.approx((1 / 3, 1 / 3, 1 / 3))
    for _ in range(200):
        for predictor in (statistics, generic, majority, neural):
            predictor.note("ann", Example(MOMENT, RAISE))
    assert statistics.predict("ann", MOMENT)[RAISE] > 0.85
    assert statistics.predict("bob", MOMENT)[RAISE] < 0.1
    assert generic.predict("ann", MOMENT) == (0.5, 0.3, 0.2)  # Papp's table, whatever happens
    assert majority.predict("bob", MOMENT) == (0.0, 0.0, 1.0)
    assert neural.predict("ann", MOMENT)[RAISE] > 0.85
    assert neural.predict("bob", MOMENT) == pytest.approx((1 / 3, 1 / 3, 1 / 3))


def test_scores_are_of_held_out_decisions_predicted_before_they_are_told() -> None:
    """Ten hands of two decisions; of the last four all but one raise are calls."""
    hands = [[("ann", Example(MOMENT, CALL)), ("bob", Example(MOMENT, CALL))] for _ in range(10)]
    hands[9] = [("ann", Example(MOMENT, CALL)), ("bob", Example(MOMENT, RAISE))]
    constant, surest = Constant(0.1, 0.7, 0.2), Constant(0.0, 1.0, 0.0)
    outcome = measure({"constant": constant, "surest": surest}, hands, 6, known={"bob"})
    score = outcome.everybody["constant"]
    assert score.confusion == [[0, 0, 0], [0, 7, 0], [0, 1, 0]]
    assert score.log_loss == pytest.approx(-(7 * log(0.7) + log(0.2)) / 8)
    assert outcome.everybody["surest"].log_loss == pytest.approx(-log(1e-3) / 8)
    assert (constant.asked, len(constant.told)) == (8, 20)
    assert outcome.known["constant"].decisions == 4
    assert outcome.known["constant"].log_loss == pytest.approx(-(3 * log(0.7) + log(0.2)) / 4)
    apart, error = outcome.everybody.difference("constant", "surest")
    assert apart == pytest.approx(score.log_loss - outcome.everybody["surest"].log_loss)
    by_hand = [-2 * log(0.7)] * 3 + [-log(0.7) - log(0.2) + log(1e-3)]
    assert error == pytest.approx(np.std(by_hand, ddof=1) / 2 / 2)
    with pytest.raises(RiverboatError, match="nothing to score"):
        measure({"constant": constant}, hands, 10)


def test_long_hands_are_no_less_certain() -> None:
    """The same loss at every decision leaves no error, however long hands are; else it is the bootstrap's."""
    rng = np.random.default_rng(8)
    lengths = rng.integers(1, 12, 400)
    same = [[("ann", Example(MOMENT, CALL))] * int(length) for length in lengths]
    surest, constant = Constant(0.0, 1.0, 0.0), Constant(0.1, 0.7, 0.2)
    found = measure({"surest": surest, "constant": constant}, same, 0, known={"ann"})
    for measured in (found.everybody, found.known):
        assert measured.error("constant") == pytest.approx(0.0, abs=1e-9)
        assert measured.difference("constant", "surest") == pytest.approx((-log(0.7), 0.0), abs=1e-9)
    # Decisions of a hand are alike: some hands are mostly calls, others mostly raises.
    often = rng.random(400)
    mixed = [
        [("ann", Example(MOMENT, CALL if draw < share else RAISE)) for draw in rng.random(length)]
        for length, share in zip(lengths, often, strict=True)
    ]
    calls = np.array([sum(action == CALL for _, (_, action) in hand) for hand in mixed])
    lost = -log(0.7) * calls - log(0.2) * (lengths - calls)
    draws = rng.integers(0, 400, (4000, 400))
    bootstrapped = (lost[draws].sum(axis=1) / lengths[draws].sum(axis=1)).std()
    error = measure({"constant": constant}, mixed, 0).everybody.error("constant")
    assert error == pytest.approx(bootstrapped, rel=0.1)


def test_everybodys_own_decisions_and_what_is_usual() -> None:
    hand = sample_game()
    played = as_played([hand, hand])
    own = by_player(played)
    assert sum(map(len, own.values())) == 2 * len(hand.actions)
    assert len(own[str(EARLY)]) == 10
    assert own[str(EARLY)].hands.tolist() == [0] * 5 + [1] * 5
    fold, call, raises = usual(played)[1]  # before the flop, one bet to call: twice 5 folds and 4 calls, and one each
    assert (fold, call, raises) == pytest.approx((11 / 21, 9 / 21, 1 / 21))


@pytest.mark.slow
def test_networks_beat_statistics_on_people(shared_data: Path) -> None:
    """The last hands of April 1995 on IRC; the network has seen nothing but programs, and each player at the table."""
    from riverboat.agents.poki.self_play import first_network
    from riverboat.records import RejectedHand, read_hands

    month = shared_data / "irc_holdem_199504.tar.gz"
    hands = as_played(hand for hand in read_hands(month) if not isinstance(hand, RejectedHand))[:9000]
    common = usual(hands[:6000])
    outcome = measure({"neural": Neural(first_network()), "statistics": Statistics(common)}, hands, 6000)
    apart, error = outcome.everybody.difference("neural", "statistics")
    assert apart < -4 * error


@pytest.mark.parametrize(
    ("make", "says"),
    [
        (lambda: Network(np.zeros((4, 19)), np.zeros((3, 5))), "layers"),
        (lambda: Neural(Network(np.zeros((4, 20)), np.zeros((3, 5))), rate=1.0), "rate 1.0"),
        (lambda: Training(units=0), "1 unit"),
        (lambda: Training(penalty=float("nan")), "penalty of 0 or more"),
        (lambda: Training(penalty=float("inf")), "penalty of 0 or more"),
        (lambda: Training(seed=2**32), "seed of 0 to 4294967295"),
        (lambda: BestOfSeveral({}), "at least one"),
        (lambda: BestOfSeveral({"one": Generic()}, forgetting=0.0), "forgetting 0.0"),
        (lambda: BestOfSeveral({"one": Generic()}, prior=float("nan")), "prior nan"),
        (lambda: train(collect_hands([])), "no decisions"),
        (lambda: cross_validate(some_decisions(8), folds=3), "3 folds of 2 hands"),
        (lambda: list(self_play(0)), "0 hands"),
    ],
)
def test_what_cannot_be(make: object, says: str) -> None:
    with pytest.raises(RiverboatError, match=says):
        make()  # type: ignore[operator]
