"""Betting sequences of an opponent: classes at four levels, counting and forgetting, blending, and what is kept.

Expected numbers are those of Billings (2006), section 4.6, counts of the betting of limit hold'em by hand, or plain
arithmetic done here again.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from riverboat.cards.card import read_cards
from riverboat.errors import RiverboatError
from riverboat.files import write_arrays
from riverboat.games import Action, Hand, State, parse_game
from riverboat.games.hand import finished_hand
from riverboat.games.rules import Rules
from riverboat.model.sequences import (
    Contexts,
    SequenceModel,
    SequenceSettings,
    blending_weights,
    build_contexts,
    describe,
    describe_page,
    read_model,
    river_hand_rank,
    write_model,
)
from riverboat.solve.betting import build_betting

CALL, FOLD = Action.check_or_call(), Action.fold()


def small_rules(max_raises: int = 1) -> Rules:
    """Limit hold'em with fewer bets on each street."""
    rules = parse_game("holdem(betting=limit)")
    streets = tuple(replace(street, max_raises=max_raises) for street in rules.streets)
    return replace(rules, name="small", settings=(), streets=streets)


@cache
def limit() -> Contexts:
    return build_contexts(build_betting(parse_game("holdem(betting=limit)")))


def play(line: str, cards: str = "Ac Kc 7h 6h Ks 5h 3d Tc 4h") -> Hand:
    """A hand by its betting: k check, c call, b bet, r raise, f fold; the button speaks first before the flop.

    `cards` are those of the big blind, of the button, and the board.
    """
    rules = parse_game("holdem(betting=limit)")
    dealt = read_cards(cards)
    first, second, board = dealt[:2], dealt[2:4], dealt[4:]
    deck = (*first, *second, *board)
    state = State(rules, (*deck, *(card for card in range(52) if card not in deck)))
    assert (state.down[0], state.down[1]) == (first, second)
    for letter in line.replace("/", ""):
        interval = state.raise_interval()
        if letter in "br":
            assert interval is not None
            state.apply(Action.raise_to(interval[0]))
        else:
            state.apply(FOLD if letter == "f" else CALL)
    return finished_hand(state, ("big", "button"), rules.stacks)


def classes_at(level: int, table: np.ndarray) -> set[int]:
    return {int(each) for each in table[0, level] if each >= 0}


# Classes --------------------------------------------------------------------------------------------------------------


def test_the_betting_of_limit_holdem_has_the_published_classes() -> None:
    """7 x 9 x 9 x 9 showdowns; bets of the opponent give nine classes, as the thesis says of both players' bets."""
    contexts = limit()
    assert contexts.shown_class.shape == (2, 4, 7 * 9**3)
    assert len(classes_at(0, contexts.shown_class)) == 5103
    assert len(classes_at(2, contexts.shown_class)) == 9
    assert len(classes_at(3, contexts.shown_class)) == 9
    # Every (his, ours) that differ by at most one a street: raises alternate.
    pairs = {(0, 0)}
    for _ in range(3):
        pairs = {(a + x, b + y) for a, b in pairs for x in range(3) for y in range(3) if abs(x - y) < 2}
    before = {(0, 0), (0, 1), (1, 0), (1, 1), (1, 2), (2, 1)}  # at most three raises
    pairs = {(a + x, b + y) for a, b in pairs for x, y in before}
    assert len(classes_at(1, contexts.shown_class)) == len(pairs)


def test_decisions_of_the_opponent_only_and_those_of_both_seats_apart() -> None:
    contexts = limit()
    for seat in (0, 1):
        learned = contexts.action_class[seat, 0] >= 0
        assert (contexts.tree.player[learned] == 1 - seat).all()
        assert learned.sum() == 3189
    assert not classes_at(0, contexts.action_class) & {int(each) for each in contexts.action_class[1, 0] if each >= 0}
    legal = contexts.child[contexts.action_class[0, 3] >= 0] >= 0
    assert len(np.unique(legal, axis=0)) == len(classes_at(3, contexts.action_class)) == 3


def test_sequences_that_are_alike() -> None:
    """The button's bet counts the same whenever it was made, from level A1 on; the street matters for actions."""
    contexts = limit()
    early, late = (
        contexts.follow([each[2] for each in play(line).actions]) for line in ("rc/kk/kk/kk", "ck/kk/kbc/kk")
    )
    one, other = contexts.showdown_at[early], contexts.showdown_at[late]
    shown = contexts.shown_class[0]
    assert shown[0, one] != shown[0, other]
    assert (shown[1:, one] == shown[1:, other]).all()
    both = contexts.showdown_at[contexts.follow([each[2] for each in play("ck/bc/kk/kk").actions])]
    assert shown[2, both] != shown[2, one]  # the big blind's bet, not the button's
    assert shown[3, both] == shown[3, one]


def test_other_games_are_refused() -> None:
    three = parse_game("kuhn(players=3)")
    with pytest.raises(RiverboatError, match="two players"):
        build_contexts(build_betting(three))


# Blending and forgetting ----------------------------------------------------------------------------------------------


def test_billings_blending_weights() -> None:
    """Five, twenty and seventy-five observations at m = 0.95 (section 4.6.2; the printed 26 % is rounded twice)."""
    assert [round(weight, 4) for weight in blending_weights((5, 20, 75))] == [0.2262, 0.4964, 0.2715, 0.0059]
    assert sum(blending_weights((5, 20, 75))) == pytest.approx(1.0)


def test_the_newest_of_many_weighs_five_percent_and_the_last_twenty_two_thirds() -> None:
    """h = 0.95 (section 4.6.1): exactly 1 - h^20 = 0.6415."""
    model = SequenceModel(limit(), SequenceSettings(shown_decay=0.95))
    weak, strong = play("ck/kk/kk/kk", "AcKc 7h2d KsQh3dTc4h"), play("ck/kk/kk/kk", "AcJc KhKd KsQh3dTc4h")
    for _ in range(400):
        model.learn(weak, 0)
    for _ in range(20):
        model.learn(strong, 0)
    contexts = model.contexts
    at = contexts.shown_class[0, 0, contexts.showdown_at[contexts.follow([each[2] for each in weak.actions])]]
    shares = model.shown[at] / model.shown[at].sum()
    assert shares[19] == pytest.approx(0.6415, abs=5e-5)
    model.learn(weak, 0)
    assert model.shown[at][19] / model.shown[at].sum() == pytest.approx(0.6415 * 0.95, abs=5e-5)
    assert model.shown_seen[at] == 421


def test_beliefs_are_the_blend_of_all_levels_and_defaults() -> None:
    """Some hands, every number of a decision and a showdown done again by the definition."""
    lines = ["rc/kk/kk/kk", "rc/kk/kbc/kk", "rf", "crc/bf", "rc/kk/kbrc/bc", "ck/bc/kk/kk", "ck/kbf", "rc/kbc/kk/bf"]
    settings = SequenceSettings(mixing=0.8, shown_decay=0.9, action_decay=0.7)
    model = SequenceModel(limit(), settings)
    for line in lines:
        model.learn(play(line), 0)
    contexts, beliefs = model.contexts, model.beliefs(0)

    first = contexts.root  # the button's first decision: r, r, r (the fold in "rf" is ours), c, r, c, c, r
    recent = [2, 2, 2, 1, 2, 1, 1, 2]
    counts = np.zeros(3)
    for action in recent:
        counts = counts * 0.7
        counts[action] += 1
    other = np.zeros(3)  # A3: all decisions with three choices, in the order of play
    seen = 0
    for action in [2, 2, 2, 1, 1, 0, 2, 1, 1, 1, 1, 1, 2, 0]:
        other, seen = other * 0.7, seen + 1
        other[action] += 1
    a3 = contexts.action_class[0, 3, first]
    assert model.counts_seen[contexts.action_class[0, 0, first]] == 8
    assert model.counts_seen[a3] == seen
    np.testing.assert_allclose(model.counts[a3], other)
    # A0, A1 and A2 of the first decision are the same eight observations; A3 has more; the rest is uniform.
    left = 0.8**24
    expected = (1 - left) * counts / counts.sum() + left * (1 - 0.8**seen) * other / other.sum() + left * 0.8**seen / 3
    np.testing.assert_allclose(beliefs.actions[first], expected)

    node = contexts.follow([each[2] for each in play("rc/kk/kk/kk").actions])
    rank = river_hand_rank(read_cards("7h6h"), read_cards("Ks5h3dTc4h"))
    assert rank == pytest.approx(0.9955, abs=5e-5)  # Billings, section 5.4
    shown = beliefs.shown[contexts.showdown_at[node]]
    # Always the same hand: once after this sequence, once after one bet of its own, twice after one of both.
    seen_here = model.shown_seen[contexts.shown_class[0, :, contexts.showdown_at[node]]]
    assert seen_here.tolist() == [1, 1, 1, 2]
    weight = 1.0 - 0.8 ** (1 + 1 + 1 + 2)
    assert shown[19] == pytest.approx(weight + (1 - weight) / 20)
    np.testing.assert_allclose(shown[:19], (1 - weight) / 20)
    np.testing.assert_allclose(beliefs.cumulative[:, 1:], np.cumsum(beliefs.shown, axis=1))


def test_only_chosen_levels_take_part() -> None:
    coarse = SequenceModel(limit(), SequenceSettings(first_level=3))
    fine = SequenceModel(limit(), SequenceSettings(last_level=0))
    for model in (coarse, fine):
        for _ in range(30):
            model.learn(play("rc/kk/kk/kk"), 0)
    elsewhere = limit().follow([CALL, CALL, CALL])  # the button after a check on the flop
    np.testing.assert_allclose(fine.beliefs(0).actions[elsewhere], [0.0, 0.5, 0.5])
    assert coarse.beliefs(0).actions[elsewhere][1] > 0.9


def test_hands_that_are_not_shown_and_the_other_seat_teach_nothing_about_showdowns() -> None:
    model = SequenceModel(limit())
    model.learn(play("rc/kbf").seen_by(0), 0)
    assert model.shown_seen.sum() == 0
    assert model.counts_seen.sum() == 4 * 2
    before = model.beliefs(1).actions.copy()
    model.learn(play("rc/kk/kk/kk"), 0)
    np.testing.assert_array_equal(model.beliefs(1).actions, before)


# Kept -----------------------------------------------------------------------------------------------------------------


@pytest.fixture
def learned() -> SequenceModel:
    model = SequenceModel(limit())
    for line in ("rc/kk/kbc/kk", "ck/bc/kk/bc", "crc/bf"):
        model.learn(play(line), 0)
        model.learn(play(line), 1)
    return model


def test_a_model_in_a_file_believes_the_same(tmp_path: Path, learned: SequenceModel) -> None:
    write_model(tmp_path / "opponent.model", learned, {"opponent": "somebody"})
    other = SequenceModel(limit())
    assert read_model(tmp_path / "opponent.model", other)["opponent"] == "somebody"
    assert other.hands == learned.hands == 6
    for seat in (0, 1):
        np.testing.assert_array_equal(other.beliefs(seat).actions, learned.beliefs(seat).actions)
        np.testing.assert_array_equal(other.beliefs(seat).cumulative, learned.beliefs(seat).cumulative)


def test_an_opponent_takes_two_megabytes(learned: SequenceModel) -> None:
    assert sum(array.nbytes for array in learned.arrays().values()) < 200e6 / 50


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"version": 9}, "version is 9"),
        ({"game": "leduc"}, "game is leduc"),
        ({"hands": -1}, "-1 hands"),
        ({"counts": np.zeros((2, 3))}, "counts is missing or has another shape"),
        ({"shown": None}, "shown is missing"),
        ({"shown_seen": -1}, "no counts"),
        ({"counts": np.nan}, "no counts"),
    ],
)
def test_a_wrong_file_is_refused_and_changes_nothing(
    tmp_path: Path, learned: SequenceModel, change: dict[str, object], message: str
) -> None:
    header, arrays = learned.header(), dict(learned.arrays())
    for key, value in change.items():
        if key in header:
            header[key] = value
        elif value is None:
            del arrays[key]
        else:
            arrays[key] = value if isinstance(value, np.ndarray) else np.full_like(arrays[key], value)
    write_arrays(tmp_path / "wrong.model", "sequence-model", header, arrays)
    other = SequenceModel(limit())
    with pytest.raises(RiverboatError, match=message):
        read_model(tmp_path / "wrong.model", other)
    assert not any(array.any() for array in other.arrays().values())


def test_what_is_believed_in_words_and_pictures(learned: SequenceModel) -> None:
    """Three hands by hand: as the button it raised once of three; it answered one bet on the river by calling."""
    described = describe(learned)
    big_blind = described["seats"][0]
    first = big_blind["actions"][0]
    assert (first["situation"], first["seen"]) == ("before the flop, 0 bets", 3)
    # raise, call, call with a decay of 0.98
    np.testing.assert_allclose(first["odds"], np.array([0.0, 1 + 0.98, 0.98**2]) / (1 + 0.98 + 0.98**2))
    river = next(row for row in big_blind["actions"] if row["situation"] == "river, 1 bet")
    assert (river["seen"], river["odds"]) == (1, [0.0, 1.0, 0.0])
    # The button's two hands at showdowns are 7h6h, a straight; in one it had made two bets, in the other none.
    assert [(row["bets"], row["seen"]) for row in big_blind["shown"]] == [(0, 1), (2, 1)]
    assert all(row["shares"][19] == 1.0 for row in big_blind["shown"])
    page = describe_page(learned, "<b>Betty</b>", "every choice alike")
    assert "&lt;b&gt;Betty&lt;/b&gt;" in page
    assert "<b>Betty" not in page
    assert page.count('class="tree"') == 8
    assert page.count('class="histogram"') == sum(len(seat["shown"]) for seat in described["seats"])


def test_bad_settings() -> None:
    for settings in ({"first_level": 3, "last_level": 1}, {"mixing": 0.0}, {"shown_decay": 1.5}):
        with pytest.raises(RiverboatError):
            SequenceSettings(**settings)
