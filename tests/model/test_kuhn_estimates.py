"""What the learners make of a hand: maximum a posteriori estimates and the scores of experts."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from riverboat.errors import NotationError, RiverboatError
from riverboat.model.kuhn import (
    FIRST_EXPERTS,
    SECOND_EXPERTS,
    BetaPrior,
    ExpertScores,
    First,
    FirstCounts,
    KuhnHand,
    Second,
    SecondCounts,
    parse_kuhn,
)
from riverboat.model.kuhn.estimates import eta_estimate, xi_estimate
from riverboat.model.kuhn.notation import LINES

NONE = BetaPrior(0, 0)
COUNT = st.integers(0, 40).map(float)
GRID = np.linspace(0, 1, 200_001)[1:-1]


@pytest.mark.parametrize("text", ["QJpBb", "K?bP", "JQbB", "?KpBp", "KJpP"])
def test_hands_are_written_as_in_the_paper(text: str) -> None:
    assert str(parse_kuhn(text)) == text


@pytest.mark.parametrize("text", ["", "QQpP", "QJpBB", "AJpP", "QJ", "QJbp"])
def test_other_texts_are_refused(text: str) -> None:
    with pytest.raises(NotationError, match="Kuhn hand"):
        parse_kuhn(text)


@pytest.mark.parametrize(
    ("text", "won"), [("QJpP", 1), ("JQpP", -1), ("KQbB", 2), ("JKbB", -2), ("QJpBb", 2), ("K?bP", 1), ("Q?pBp", -1)]
)
def test_what_p1_wins(text: str, won: int) -> None:
    assert parse_kuhn(text).won == won


@given(COUNT, COUNT, COUNT)
def test_eta_is_the_maximum_of_its_posterior(a: float, b: float, c: float) -> None:
    if a + b + c == 0:
        assert eta_estimate(a, b, c) == 0.5
        return
    likely = eta_estimate(a, b, c)
    assert 0 <= likely <= 1
    logs = a * np.log(GRID) + b * np.log(1 - GRID) + c * np.log(2 - GRID)
    assert likely == pytest.approx(GRID[int(logs.argmax())], abs=1.1e-5)


@given(COUNT, COUNT, COUNT)
def test_xi_is_the_maximum_of_its_posterior(d: float, e: float, f: float) -> None:
    if d + e + f == 0:
        assert xi_estimate(d, e, f) == 0.5
        return
    likely = xi_estimate(d, e, f)
    assert 0 <= likely <= 1
    logs = d * np.log(GRID) + e * np.log(1 - GRID) + f * np.log(1 + GRID)
    assert likely == pytest.approx(GRID[int(logs.argmax())], abs=1.1e-5)


def test_which_hands_say_what() -> None:
    """Section 3.2.1, the six counts A to F; the other seven observations say nothing."""
    telling = {
        "JQbB": "calls", "KQbB": "calls", "J?bP": "clear_folds", "K?bP": "unclear_folds",
        "QJpBb": "jack_bets", "KJpBb": "jack_bets", "QJpP": "jack_passes", "KJpP": "jack_passes",
        "Q?pBp": "unclear_bets",
    }  # fmt: skip
    silent = ["JKbB", "JQpP", "J?pBp", "QKpBb", "KQpP"]
    for text in (*telling, *silent):
        counts = SecondCounts(NONE, NONE)
        counts.add(parse_kuhn(text))
        found = {name for name in SecondCounts.__slots__ if getattr(counts, name)}
        assert found == ({telling[text]} if text in telling else set()), text


def test_a_first_bluff_seen_without_a_prior_is_believed_at_once() -> None:
    """Section 6: the uninformed learner that sees one bet with the jack takes xi for 1; of eta it knows nothing."""
    counts = SecondCounts(NONE, NONE)
    assert counts.estimate() == (0.5, 0.5)
    counts.add(parse_kuhn("QJpBb"))
    assert counts.estimate() == (0.5, 1.0)


@pytest.mark.parametrize(
    ("prior", "mode"), [((1, 1), 0.5), ((1.4, 0.6), 0.7), ((10, 10), 0.5), ((14, 6), 0.7), ((0, 0), 0.5)]
)
def test_the_priors_of_the_paper_have_their_modes(prior: tuple[float, float], mode: float) -> None:
    """Section 5.2: each prior with its most probable setting."""
    assert SecondCounts(BetaPrior(*prior), NONE).estimate().eta == pytest.approx(mode)
    assert FirstCounts(BetaPrior(*prior), NONE, NONE).estimate().alpha == pytest.approx(mode)


def test_a_prior_cannot_take_observations_back() -> None:
    with pytest.raises(RiverboatError, match="counts of 0 or more"):
        SecondCounts(BetaPrior(-1, 1))


def every_hand(first: First, second: Second) -> dict[KuhnHand, float]:
    """All hands of a pair with their probabilities, by the rules of the game and nothing else."""
    found: dict[KuhnHand, float] = {}
    for one, two in permutations(range(3), 2):
        bet = (first.alpha, 0.0, first.gamma)[one]
        call = (0.0, second.eta, 1.0)[two]
        bluff = (second.xi, 0.0, 1.0)[two]
        third = (0.0, first.beta, 1.0)[one]
        probabilities = ((1 - bet) * (1 - bluff), (1 - bet) * bluff * (1 - third), (1 - bet) * bluff * third)
        for line, chance in zip(LINES, (*probabilities, bet * (1 - call), bet * call), strict=True):
            found[KuhnHand(one, two, line)] = chance / 6
    return found


def hidden(hand: KuhnHand, *, first: bool) -> KuhnHand:
    """As one player saw it."""
    if hand.shown:
        return hand
    return hand._replace(second=-1) if first else hand._replace(first=-1)


def test_p1_finds_p2_from_perfectly_typical_hands() -> None:
    """With every hand as often as it is likely, the estimate is the truth."""
    first, second = First(0.5, 0.25, 0.75), Second(0.25, 0.5)
    counts = SecondCounts(NONE, NONE)
    for hand, chance in every_hand(first, second).items():
        for _ in range(round(768 * chance)):
            counts.add(hidden(hand, first=True))
    assert counts.estimate() == pytest.approx(second, abs=1e-12)


def test_p2_finds_p1_from_perfectly_typical_hands() -> None:
    """The approximation's assumption, cards dealt half and half, is then true."""
    first, second = First(0.5, 0.25, 0.75), Second(0.25, 0.5)
    counts = FirstCounts(NONE, NONE, NONE)
    for hand, chance in every_hand(first, second).items():
        for _ in range(round(768 * chance)):
            counts.add(hidden(hand, first=False))
    assert counts.estimate() == pytest.approx(first, abs=1e-12)


def test_unseen_cards_are_half_and_half_and_never_fewer_than_none() -> None:
    """Four hands with the king, three queens called: half are due, so the unseen card is a jack and no queen."""
    counts = FirstCounts(NONE, NONE, NONE)
    for text in ("QKpBb", "QKpBb", "QKpBb", "?KpBp"):
        counts.add(parse_kuhn(text))
    assert counts.estimate().beta == 1.0
    assert counts.estimate().alpha == 0.0


def test_two_estimates_are_weighted_by_their_data_points() -> None:
    """gamma from P2's jack: 3 of 3; from P2's queen: 0 of 1. Together 3/4 without a prior."""
    counts = FirstCounts(NONE, NONE, NONE)
    for text in ("?JbP", "?JbP", "?JbP", "KQpP"):
        counts.add(parse_kuhn(text))
    assert counts.estimate().gamma == pytest.approx(0.75)


def test_one_hand_of_sequential_exp4_by_hand() -> None:
    """KQbB wins 2, scaled to 1. S1, S3, S5 would have bet for sure, Nash half the time: 3.5/7 of the master.

    So the three get 1/0.5 = 2 and Nash 1, and scores are a third of that while two cards are unseen.
    """
    scores = ExpertScores(FIRST_EXPERTS, rho=1, psi=0.75)
    assert scores.probabilities() == pytest.approx([1 / 7] * 7)
    scores.add(parse_kuhn("KQbB"))
    assert [3 * scores.score(expert) for expert in range(7)] == pytest.approx([2, 0, 2, 0, 2, 0, 1])
    assert scores.leaders() == [0, 2, 4]
    weights = np.array([2 ** (2 / 3), 1, 2 ** (2 / 3), 1, 2 ** (2 / 3), 1, 2 ** (1 / 3)])
    assert scores.probabilities() == pytest.approx((0.25 * weights / weights.sum() + 0.75 / 7).tolist())


def test_crediting_only_the_drawn_expert_by_hand() -> None:
    """KQbB wins 2 (scaled: 1) and JKbB loses 2 (0) for S5, QJpP wins 1 (3/4) for S2; nobody else is credited."""
    scores = ExpertScores(FIRST_EXPERTS, credit="drawn")
    for text, drawn in (("KQbB", 4), ("JKbB", 4), ("QJpP", 1)):
        scores.add(parse_kuhn(text), drawn)
    assert [scores.score(expert) for expert in range(7)] == [0, 0.75, 0, 0, 0.5, 0, 0]
    assert scores.leaders() == [1]
    with pytest.raises(RiverboatError, match="expected the expert that played"):
        scores.add(parse_kuhn("KQbB"))
    with pytest.raises(RiverboatError, match="expected agreeing or drawn"):
        ExpertScores(FIRST_EXPERTS, credit="all")  # type: ignore[arg-type]


@pytest.mark.parametrize("side", ["first", "second"])
def test_scores_are_unbiased(side: str) -> None:
    """An expert's expected gain is what it would win itself, whichever is drawn (Auer et al. 1995, for sequences)."""
    experts = FIRST_EXPERTS if side == "first" else SECOND_EXPERTS
    start = ExpertScores(experts, rho=1, psi=0.3)
    for text in ("KQbB", "QJpBb", "JKbB", "J?bP") if side == "first" else ("KQbB", "?JpBp", "?KpBp", "QJpP"):
        start.add(parse_kuhn(text))
    other = Second(0.3, 0.8) if side == "first" else First(0.3, 0.6, 0.9)
    gains = np.zeros(len(experts))
    for chance, drawn in zip(start.probabilities(), experts, strict=True):
        pair: Any = (drawn, other) if isinstance(drawn, First) else (other, drawn)
        for hand, likely in every_hand(*pair).items():
            after = ExpertScores(experts, rho=1, psi=0.3)
            after.sums, after.hands = [row.copy() for row in start.sums], start.hands.copy()
            if chance * likely > 0:
                after.add(hand)
                gains += chance * likely * (np.array(after.sums) - start.sums).sum(axis=1)
    own = []
    for expert in experts:
        pair = (expert, other) if isinstance(expert, First) else (other, expert)
        sign = 1 if side == "first" else -1
        own.append(sum(likely * (2 + sign * hand.won) / 4 for hand, likely in every_hand(*pair).items()))
    assert gains == pytest.approx(own, abs=1e-12)


@pytest.mark.parametrize(("rho", "psi"), [(0, 0.5), (1, -0.1), (1, 1.1)])
def test_impossible_learning_rates_are_refused(rho: float, psi: float) -> None:
    with pytest.raises(RiverboatError, match="expected rho above 0"):
        ExpertScores(FIRST_EXPERTS, rho, psi)
