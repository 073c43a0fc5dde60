"""Figure 2.7: does a network's picture show what its opponent goes by?"""

from __future__ import annotations

import json

import numpy as np
import pytest

from riverboat.games.action_odds import CALL, FOLD, RAISE
from riverboat.lab.billings.figure_2_7 import LAST_RAISE, Trained, picture_of, strong_inputs
from riverboat.lab.findings import Findings
from riverboat.lab.results import Result
from riverboat.model.predicting import INPUTS, OWN, Decisions, train


def opponent(column: int, seed: int = 3) -> Trained:
    """Raises where one input is true, and otherwise folds or calls by chance."""
    rng = np.random.default_rng(seed)
    inputs = (rng.random((500, len(INPUTS))) < 0.4).astype(float)
    others = np.where(rng.random(500) < 0.5, FOLD, CALL)
    actions = np.where(inputs[:, column] == 1.0, RAISE, others)
    decisions = Decisions(inputs, actions, np.arange(500))
    return Trained("somebody", 500, train(decisions, OWN), decisions)


@pytest.mark.parametrize("column", [LAST_RAISE, 4])
def test_the_strongest_links_are_those_of_what_the_opponent_goes_by(column: int) -> None:
    links = opponent(column).network.links()
    assert links.sum() == pytest.approx(1.0)
    assert int(links.argmax()) == column
    assert links[column] > 3 * np.sort(links)[-2]


def test_number_twelve_is_whether_the_last_action_was_a_raise() -> None:
    assert INPUTS[LAST_RAISE] == "raised last time"
    assert LAST_RAISE + 1 == 12  # as the thesis counts


def test_the_moment_shown_is_the_one_with_the_surest_fold() -> None:
    trained = opponent(LAST_RAISE)
    layers = picture_of(trained).layers
    fold = trained.network.predict(trained.decisions.inputs)[:, 0].max()
    assert layers.activity[2][0] == pytest.approx(fold)
    assert sum(layers.activity[2]) == pytest.approx(1.0)
    assert layers.activity[0][LAST_RAISE] == 0.0
    # The hidden units by hand: the logistic function of the weighted sum and the bias.
    unit = trained.network.hidden[0]
    total = float(unit[:-1] @ np.array(layers.activity[0]) + unit[-1])
    assert layers.activity[1][0] == pytest.approx(1 / (1 + np.exp(-total)))


def test_strong_inputs_are_counted_by_network() -> None:
    links = np.tile(np.linspace(0.01, 0.1, 19), (4, 1))
    links[0] = links[0][::-1]
    strong = strong_inputs(links)
    assert strong.tolist() == [0.25] * 5 + [0.0] * 9 + [0.75] * 5


def test_pictures_of_networks_survive_a_result_file() -> None:
    from datetime import UTC, datetime

    from riverboat.lab import Size, find_entry
    from riverboat.lab.report import report_page
    from riverboat.lab.running import judged

    picture = picture_of(opponent(4))
    entry = find_entry("billings-figure-2-7")
    result = judged(entry, Findings(networks=[picture]), Size.SMALL, 1, datetime.now(UTC), 0.1)
    again = Result.from_json(json.loads(json.dumps(result.to_json())))
    assert again.to_json() == result.to_json()
    assert again.networks[0].title == picture.title
    assert picture.title in report_page([again])
    older = {key: value for key, value in result.to_json().items() if key != "networks"}
    assert Result.from_json(older).networks == ()
