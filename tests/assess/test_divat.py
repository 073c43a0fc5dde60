"""DIVAT against the worked example of Billings (2006, chapter 5), and against matches whose true result is known."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import comb, sqrt

import numpy as np
import pytest

from riverboat.arena import run_match
from riverboat.assess import DivatSettings, betting_fractions, divat_of, five_styles, roll_out_value, runtime_divat
from riverboat.cards.card import parse_cards
from riverboat.cards.holdings import holding_index
from riverboat.errors import RiverboatError
from riverboat.games.catalogue import parse_game
from riverboat.games.hand import Hand
from riverboat.games.view import HIDDEN
from riverboat.model.divat._kernels import _BETS, _FOLDS
from riverboat.model.divat.baseline import (
    MODERATE,
    SEQUENCES,
    SMOOTHING_WEIGHTS,
    Baseline,
    all_styles,
    nested_thresholds,
    nine_styles,
    styles_to_average,
)
from riverboat.model.divat.limit_holdem import betting_of, divat_error
from riverboat.odds.hand_rank_tables import flop_hand_ranks
from riverboat.odds.strength import immediate_hand_rank, seven_card_hand_rank

SMALL_BET = 10.0
LIMIT = "holdem(betting=limit,players=2)"
EXACT_AIE = DivatSettings(equity="aie", exact_preflop=True)


def _played(first: str, second: str, hands: int, seed: int) -> list[Hand]:
    found: list[Hand] = []
    run_match([first, second], LIMIT, hands, "duplicate", seed=seed, record=found.extend)
    return found


def test_the_thresholds_are_derived() -> None:
    assert betting_fractions() == (Fraction(12, 29), Fraction(5, 12), Fraction(2, 5), Fraction(1, 2))
    # Without a last bet the share is the fixed point of p = 1/(2 + p).
    assert float(betting_fractions(40)[0]) == pytest.approx(sqrt(2) - 1, abs=1e-12)
    assert nested_thresholds(0.58) == pytest.approx(MODERATE.makes[1])
    assert nested_thresholds(0.64) == pytest.approx(MODERATE.makes[3])
    assert round(float(betting_fractions()[0]), 2) == 0.41
    assert round(0.87 * 12 / 29, 2) == round(1 - MODERATE.makes[3][0], 2)


def test_table_5_1_and_its_five_styles() -> None:
    assert MODERATE.fold_offsets == (0.0, 0.075, 0.1, 0.0)
    assert MODERATE.makes[0] == MODERATE.makes[1] == MODERATE.makes[2] == (0.58, 0.825, 0.93, 0.965)
    assert MODERATE.makes[3] == (0.64, 0.85, 0.94, 0.97)
    loose, *_, tight = five_styles()
    # The variations that the thesis prints for the turn: fold offset 0.05 to 0.15, Make1 0.52 to 0.64.
    assert (loose.fold_offsets[2], tight.fold_offsets[2]) == pytest.approx((0.05, 0.15))
    assert (loose.makes[2][0], tight.makes[2][0]) == pytest.approx((0.52, 0.64))
    middle = five_styles()[2]
    assert np.allclose(middle.makes, MODERATE.makes)
    assert middle.fold_offsets == pytest.approx(MODERATE.fold_offsets)


def test_smoothing_weights() -> None:
    """Five runs evenly, in a triangle, or by the binomial coefficients of four (Billings 2006, section 5.5)."""
    assert SMOOTHING_WEIGHTS["even"] == (1,) * 5
    assert SMOOTHING_WEIGHTS["triangle"] == tuple(3 - abs(step) for step in (-2, -1, 0, 1, 2))
    assert SMOOTHING_WEIGHTS["binomial"] == tuple(comb(4, run) for run in range(5))


def test_worked_example_all_in_equity(worked_example: Hand) -> None:
    """Table 5.2, every number."""
    found = divat_of([worked_example], EXACT_AIE)
    assert betting_of(worked_example).line == "SlRrC/kBrC/bC/bRc"
    assert worked_example.payoffs == (-110, 110)
    assert found.baseline_line() == "SlCrC/bC/bF/bRc"
    wins_and_half_ties = (1_029_832 + 7_525 / 2) / 1_712_304
    assert found.shares[0] == pytest.approx([wins_and_half_ties, 756 / 990, 40 / 44, 0.0])
    assert found.pots[0] / SMALL_BET == pytest.approx([2, 6, 10, 14])
    assert found.luck[0] / SMALL_BET == pytest.approx([0.2073, 0.9600, 1.4545, -12.7273], abs=1e-4)
    assert found.round_values[0] / SMALL_BET == pytest.approx([0.2073, 0.5273, 0.9091, -4.0], abs=1e-4)
    assert found.actuals[0, 0] / SMALL_BET == pytest.approx([0.6218, 2.6364, 5.7273, -11.0], abs=1e-4)
    assert found.bases[0, 0] / SMALL_BET == pytest.approx([0.4145, 2.1091, 5.0, -11.0], abs=1e-4)
    assert found.differences[0] / SMALL_BET == pytest.approx([0.2073, 0.5273, 0.7273, 0.0], abs=1e-4)
    assert found.total[0] / SMALL_BET == pytest.approx(1.462, abs=5e-4)


def test_worked_example_hand_ranks() -> None:
    ranks = flop_hand_ranks("AcKc", "7h6h", "Ks5h3d")
    assert ranks.tolist() == [pytest.approx([0.9685, 0.8687], abs=5e-5), pytest.approx([0.0634, 0.3798], abs=5e-5)]
    assert ranks[1].mean() == pytest.approx(0.2216, abs=5e-5)


def test_worked_example_roll_out_equity(worked_example: Hand) -> None:
    """Table 5.3: turn 0.636 and flop 0.523 as printed.

    The printed 0.029 before the flop does not follow from the recursion: all 17,296 flops give 0.202, the difference of
    what pots of 6 and 4 small bets are worth.
    """
    found = divat_of([worked_example], DivatSettings(exact_preflop=True))
    before, flop, turn, river = (found.differences[0] / SMALL_BET).tolist()
    assert (flop, turn, river) == (pytest.approx(0.5232, abs=5e-5), pytest.approx(0.6364, abs=5e-5), 0.0)
    assert before == pytest.approx(0.202, abs=5e-4)
    assert abs(before - 0.029) > 0.1
    assert found.dcash[0] / SMALL_BET == 2.0  # won on the flop that came, not the mean of all flops


def test_all_flops_where_the_hand_ends_before_one(play: Callable[..., Hand]) -> None:
    """Betty folds her small blind: Alfred has 5 chips; the baseline would have made a pot of 4 small bets for both.

    What that is worth, 0.213, is from an enumeration in another language; it is the baseline's money too.
    """
    found = divat_of([play("AcKc7h6h", "f")], DivatSettings(exact_preflop=True))
    assert found.baseline_line() == "SlCrC"
    assert found.actuals[0, 0, 0] == 5.0
    assert found.bases[0, 0, 0] / SMALL_BET == pytest.approx(0.213, abs=5e-4)
    assert found.dcash[0] / SMALL_BET == pytest.approx(0.213, abs=5e-4)
    assert found.total[0] / SMALL_BET == pytest.approx(0.5 - 0.213, abs=5e-4)


def test_all_flops_where_the_baseline_gives_up(play: Callable[..., Hand]) -> None:
    """Aces raise, and the worst hand folds to it: the blind, whatever flops would bring; really both checked it down.

    The pot of 2 small bets was worth more than half of itself to aces, and less than all of it.
    """
    found = divat_of([play("AcAd3h2sKs9c8dTc5c", "ck/kk/kk/kk")], DivatSettings(exact_preflop=True))
    assert found.baseline_line().startswith("SlCrF")
    assert found.bases[0, 0, 0] == found.dcash[0] == 10.0
    assert 5.0 < found.actuals[0, 0, 0] < 20.0


@pytest.mark.slow
def test_roll_out_values_before_the_flop() -> None:
    """Values of the worked example's hands by pot, from an enumeration in another language."""
    assert roll_out_value("AcKc", "7h6h", [2, 4, 6, 8]) == pytest.approx([0.101, 0.213, 0.415, 0.654], abs=5e-4)


def test_sampled_flops_surround_the_exact_value() -> None:
    sampled = [roll_out_value("AcKc", "7h6h", [6.0], flops=60, seed=seed)[0] for seed in range(12)]
    assert np.mean(sampled) == pytest.approx(0.415, abs=4 * np.std(sampled) / sqrt(12))


def test_hand_ranks_of_a_flop_agree_with_those_of_one_hand() -> None:
    """The quick tables against counting every opponent on every board, flushes and paired boards included."""
    flops = ["2c7dKh", "2c7cKh", "2c7cKc", "8s8d8h", "JsTs9s", "5d5cAd"]
    rng = np.random.default_rng(4)
    for text in flops:
        flop = parse_cards(text)
        rest = [card for card in range(52) if card not in flop]
        cards = rng.permutation(rest)[:4].tolist()
        expected = [
            [immediate_hand_rank(hole, flop), seven_card_hand_rank(hole, flop)] for hole in (cards[:2], cards[2:])
        ]
        assert np.allclose(flop_hand_ranks(cards[:2], cards[2:], flop), expected, atol=1e-12)


def test_money_of_the_baseline_by_hand(worked_example: Hand) -> None:
    """SlCrC makes 4 small bets; on the flop P2's 0.2216 is below 1/5 + 0.075, so P1's bet takes its half of the pot."""
    found = divat_of([worked_example], EXACT_AIE)
    assert found.dcash[0] / SMALL_BET == 2.0
    assert found.money_minus_dcash[0] / SMALL_BET == -13.0


def test_playing_like_the_baseline_scores_nothing(play: Callable[..., Hand]) -> None:
    """SlCrC/bF is what the baseline does with these cards in these pots."""
    hand = play("AcKc7h6hKs5h3d", "crc/bf")
    for settings in (EXACT_AIE, DivatSettings(flops=2)):
        found = divat_of([hand], settings)
        assert found.baseline_line() == betting_of(hand).line
        assert found.total.tolist() == [0.0]
        assert np.isnan(found.bases[0, 0, 0]) == (settings.equity == "roe")  # equal pots are not rolled out


def test_a_bad_fold_costs_the_folder(play: Callable[..., Hand]) -> None:
    """Alfred folds a set of aces on the turn to a bet: he gives up nearly the whole pot."""
    hand = play("AcAd7h6hAs5h2dTc", "ck/kk/kbf")
    found = divat_of([hand], EXACT_AIE)
    share = found.shares[0, 2]
    # The baseline bets the set and is called or not; either way at least the check-down value 2 share - 1 is lost.
    assert found.differences[0, 2] / SMALL_BET <= -1.0 - (2 * share - 1) + 1e-9


def test_names_of_suits_do_not_matter(play: Callable[..., Hand]) -> None:
    cards, line = "AcKc7h6hKs5h3dTc4h", "rrc/kbrc/bc/brc"
    renamed = cards.translate(str.maketrans("cdhs", "shdc"))
    one, two = (divat_of([play(each, line)], EXACT_AIE) for each in (cards, renamed))
    assert np.allclose(one.differences, two.differences)


def test_smoothing_is_the_mean_of_its_runs(worked_example: Hand) -> None:
    styles = five_styles()
    runs = [divat_of([worked_example], DivatSettings("aie", [style], exact_preflop=True)).total[0] for style in styles]
    weights = (1, 4, 6, 4, 1)
    smooth = divat_of([worked_example], DivatSettings("aie", styles, weights, exact_preflop=True))
    assert smooth.total[0] == pytest.approx(np.average(runs, weights=weights))
    assert len(set(np.round(runs, 6))) > 1


@pytest.mark.parametrize(
    ("pair", "truth"),
    [
        (("always_call", "always_raise"), 0.0),
        (("always_raise", "always_raise"), 0.0),
        # Folds the big blind and the small blind in turn.
        (("always_fold", "always_raise"), -0.75),
        # Folds the small blind; in the big blind nobody ever bets, and an even showdown for 2 small bets is worth 0.
        (("always_fold", "always_call"), -0.25),
    ],
    ids=lambda value: " v ".join(value) if isinstance(value, tuple) else None,
)
def test_unbiased_where_the_truth_is_known(pair: tuple[str, str], truth: float) -> None:
    hands = _played(*pair, hands=600, seed=11)
    found = divat_of(hands, DivatSettings(flops=4))
    name = hands[0].players[0] if pair[0] == pair[1] else pair[0]
    deals = (found.total * found.signs(name) / SMALL_BET).reshape(-1, 2).mean(axis=1)
    assert deals.mean() == pytest.approx(truth, abs=4 * deals.std() / sqrt(len(deals)) + 1e-9)


def _spread(hands: int, seed: int) -> tuple[float, float, float]:
    played: list[Hand] = []
    run_match(["always_call", "always_raise"], LIMIT, hands, seed=seed, record=played.extend)
    found = divat_of(played)
    mine = found.total * found.signs("always_call") / SMALL_BET
    return float(found.money.std()) / SMALL_BET, float(mine.std()), float(mine.mean())


def test_always_call_against_always_raise() -> None:
    """Every hand is worth +-7 small bets or nothing; by DIVAT its spread is less than half (thesis 2.934, 2.917)."""
    money, spread, mean = _spread(1200, 5)
    assert money == pytest.approx(6.856, abs=0.1)
    assert 2.7 < spread < 3.2  # three standard errors of 1,200 hands around the interval of the long run
    assert abs(mean) < 4 * spread / sqrt(1200)


@pytest.mark.slow
def test_always_call_against_always_raise_in_the_long_run() -> None:
    money, spread, mean = _spread(20_000, 6)
    assert money == pytest.approx(6.856, abs=0.03)
    assert 2.85 < spread < 3.05
    assert abs(mean) < 3 * spread / sqrt(20_000)


def test_at_the_table_a_shown_hand_is_complete_and_a_folded_one_is_guessed(
    worked_example: Hand, play: Callable[..., Hand]
) -> None:
    quick = DivatSettings(equity="aie")
    total = divat_of([worked_example], quick).total[0]
    assert runtime_divat(worked_example, 0) == pytest.approx(total)
    assert runtime_divat(worked_example, 1) == pytest.approx(-total)
    folded = play("AcKc7h6hKs5h3d", "rc/bf")
    changed = folded._replace(down=(folded.down[0], (0, 1)))
    assert runtime_divat(folded, 0) == runtime_divat(changed, 0)  # what he cannot see does not matter


def test_cards_in_sight_are_in_no_other_hand(play: Callable[..., Hand]) -> None:
    """Of hands that he is told the opponent may hold, only one has none of his own cards and none of the board."""
    folded = play("AcKc7h6hKs5h3d", "rc/bf")
    possible, weights = parse_cards("7h6h"), np.zeros(1326)
    for text in ("7h6h", "7hAc", "KcQc", "5h2c", "3dKs", "7s3d"):
        weights[holding_index(*parse_cards(text))] = 1.0
    known = folded._replace(down=(folded.down[0], possible))
    for settings in (DivatSettings(equity="aie"), DivatSettings(equity="aie", boards=40)):
        expected = divat_of([known], settings).total[0]
        assert runtime_divat(folded, 0, settings, weights=weights, holdings=20) == pytest.approx(expected)
    weights[holding_index(*possible)] = 0.0
    with pytest.raises(RiverboatError, match="no hand is left"):
        runtime_divat(folded, 0, weights=weights)


@pytest.mark.parametrize("number", range(len(SEQUENCES)), ids=SEQUENCES)
def test_what_a_sequence_costs_is_what_the_dealer_takes(number: int, play: Callable[..., Hand]) -> None:
    """Each line of the baseline is dealt, before the flop or on it: how many bets both put in, or who folds."""
    line = SEQUENCES[number]
    folds, before = line[-1] in "fF", line.startswith("Sl")
    rest = "" if folds else "kkkkkk" if before else "kkkk"
    hand = play("AcKc7h6hKs5h3dTc4h", (line[2:] if before else f"ck{line}") + rest)
    assert _FOLDS[number] == hand.live[0] - hand.live[1]
    if folds:
        assert _BETS[number] == 0
    else:
        assert hand.committed == (SMALL_BET + SMALL_BET * _BETS[number],) * 2


@pytest.mark.parametrize(
    ("game", "line", "reason"),
    [
        ("holdem(betting=no-limit,players=2)", "f", "limit betting"),
        ("holdem(betting=limit,players=3)", "ff", "two players, and 3 play"),
        ("omaha(betting=limit,players=2)", "f", "for hold'em"),
    ],
)
def test_a_hand_that_does_not_fit_is_named(play: Callable[..., Hand], game: str, line: str, reason: str) -> None:
    from riverboat.games.hand import finished_hand
    from riverboat.games.state import State

    rules = parse_game(game)
    state = State(rules, range(52))
    for _ in line:
        state.fold()
    hand = finished_hand(state, tuple("abc"[: rules.players]), rules.stacks)
    assert reason in str(divat_error(hand))
    with pytest.raises(RiverboatError, match=reason):
        divat_of([hand])


def test_hidden_cards_are_named(worked_example: Hand) -> None:
    hidden = worked_example._replace(down=(worked_example.down[0], (HIDDEN, HIDDEN)))
    with pytest.raises(RiverboatError, match="both players' cards"):
        divat_of([hidden])


def test_settings_that_make_no_sense() -> None:
    with pytest.raises(RiverboatError, match="as many"):
        DivatSettings(baselines=five_styles(), weights=(1, 2))
    with pytest.raises(RiverboatError, match="no lower"):
        Baseline(makes=((0.6, 0.5, 0.9, 0.95),) * 4)


def test_nine_settings_of_folding_and_nine_of_betting() -> None:
    """Section 5.4.3 prints the turn's: loose 0.05, tight 0.15, aggressive 0.52, conservative 0.64."""
    assert nine_styles()[2:7] == five_styles()
    printed = Baseline.of_styles(-2, 2), Baseline.of_styles(2, -2)
    assert [each.fold_offsets[2] for each in printed] == pytest.approx([0.05, 0.15])
    assert [each.makes[2][0] for each in printed] == pytest.approx([0.64, 0.52])
    grid = all_styles()
    assert len(set(grid)) == 81
    assert grid[::10] == nine_styles()
    assert grid[40] == Baseline.of_style(0.0)
    assert [len(styles_to_average(count)) for count in (5, 9, 81)] == [5, 9, 81]
    with pytest.raises(RiverboatError, match="expected 5, 9 or 81"):
        styles_to_average(7)


def test_all_in_divat_is_money_less_luck_less_what_the_baseline_adds() -> None:
    """The identity behind its bias, hand by hand, with folds on every street."""
    hands: list[Hand] = []
    run_match(["random", "acpc_example"], "holdem(betting=limit,players=2)", 120, seed=3, record=hands.extend)
    found = divat_of(hands, DivatSettings(equity="aie"))
    np.testing.assert_allclose(found.total, found.money_minus_luck - np.nansum(found.round_values, axis=1), atol=1e-9)
    assert np.abs(np.nansum(found.round_values, axis=1)).max() > 1.0  # it would hold trivially if nothing were added
