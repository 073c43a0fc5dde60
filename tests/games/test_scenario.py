"""Games that begin in the middle of a hand: which decks they deal, and who must refuse them."""

from __future__ import annotations

import pickle
from collections import Counter
from dataclasses import replace
from itertools import islice
from math import sqrt
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from riverboat.agents.registry import make_agent
from riverboat.arena import run_match
from riverboat.cards.card import cards_text
from riverboat.cards.ranges import Range
from riverboat.errors import DealError, RiverboatError
from riverboat.games import State, parse_game, pgdl
from riverboat.games.play import decks, play_hand
from riverboat.games.rules import Rules
from riverboat.games.scenario import Scenario
from riverboat.records.database.rows import read_rules, write_rules

BOARD = "QsJh2h8d"


def turn_game(first: str, second: str) -> Rules:
    """No-limit hold'em whose turn is known."""
    scenario = Scenario(BOARD, (Range(first), Range(second)))
    return replace(parse_game("holdem(betting=no-limit)"), name="turn", settings=(), scenario=scenario)


def dealt(rules: Rules, deck: tuple[int, ...]) -> tuple[str, str, str]:
    """Both hands and the board, higher card first."""
    state = State(rules, deck)
    while not state.is_over:
        state.check_or_call()
    hands = ["".join(cards_text([card]) for card in sorted(cards, reverse=True)) for cards in state.down]
    return hands[0], hands[1], cards_text(state.board)


def test_hands_come_as_often_as_the_ranges_say() -> None:
    """Two aces meet aces in one way of six; every pair of hands that share no card is as likely as its weights say."""
    rules = turn_game("AA,AsKs:0.5", "AA:0.25,9s9c")
    count = 12_000
    seen = Counter(dealt(rules, deck)[:2] for deck in islice(decks(rules, 5), count))
    aces = ["AdAc", "AhAc", "AsAc", "AhAd", "AsAd", "AsAh"]
    weights = {
        (mine, theirs): one * two
        for mine, one in {**dict.fromkeys(aces, 1.0), "AsKs": 0.5}.items()
        for theirs, two in {**dict.fromkeys(aces, 0.25), "9s9c": 1.0}.items()
        if not {mine[:2], mine[2:]} & {theirs[:2], theirs[2:]}
    }
    assert set(seen) == set(weights)
    for pair, weight in weights.items():
        share = weight / sum(weights.values())
        assert seen[pair] / count == pytest.approx(share, abs=4.5 * sqrt(share * (1 - share) / count))


def test_the_board_is_known_and_the_rest_is_shuffled() -> None:
    rules = turn_game("AA", "KK")
    boards = [dealt(rules, deck)[2] for deck in islice(decks(rules, 1), 400)]
    assert all(board.startswith(BOARD) for board in boards)
    assert len({board[-2:] for board in boards}) == 48  # aces and kings too: which of them are held changes
    for deck in islice(decks(rules, 1), 50):
        assert sorted(deck) == list(range(52))


def test_the_same_seed_deals_the_same_hands_and_rules_travel() -> None:
    rules = turn_game("22+,AK", "random")
    again = pickle.loads(pickle.dumps(rules))
    assert again == rules
    assert list(islice(decks(rules, 3), 5)) == list(islice(decks(again, 3), 5))
    assert rules != turn_game("22+,AK:0.5", "random")


def test_matches_deal_from_the_ranges() -> None:
    hands: list[Any] = []
    rules = turn_game("AA", "7c2d,7d2c")
    run_match(["always_call", "always_call"], rules, 40, "duplicate", seed=2, record=hands.extend)
    assert len(hands) == 40
    for hand in hands:
        assert {card // 4 for card in hand.down[0]} == {12}
        assert {card // 4 for card in hand.down[1]} == {0, 5}


def test_a_database_keeps_it_and_old_rules_are_written_as_before() -> None:
    rules = turn_game("22+,AK:0.5", "QQ")
    assert read_rules(write_rules(rules)) == rules
    assert "scenario" not in write_rules(parse_game("holdem"))


def test_ranges_that_exclude_each_other_are_refused() -> None:
    with pytest.raises(DealError, match="no hand of one range is possible"):
        Scenario(BOARD, (Range("AsAh"), Range("AsKs")))


def test_code_that_deals_all_cards_itself_refuses() -> None:
    rules = turn_game("AA", "KK")
    with pytest.raises(RiverboatError, match="deals all cards at random"):
        run_match(["always_call", "always_raise"], rules, 100, in_kernels=True)
    with pytest.raises(RiverboatError):
        pgdl.dump(rules)


def test_luck_is_not_measured_as_if_all_cards_were_possible() -> None:
    from riverboat.assess.aivat_holdem import heads_up_holdem_error
    from riverboat.assess.chance import luck_error

    rules = turn_game("AA", "KK")
    deck = next(decks(rules, np.random.default_rng(1)))
    hand = play_hand(rules, [make_agent("always_call"), make_agent("always_call")], deck)
    assert "ranges" in str(luck_error(hand))
    assert "ranges" in str(heads_up_holdem_error(rules))
    plain = replace(rules, scenario=None)
    assert luck_error(play_hand(plain, [make_agent("always_call"), make_agent("always_call")], deck)) is None


def test_a_file_of_a_spot_is_a_game(tmp_path: Path) -> None:
    from riverboat.cli.games import game_in_file

    path = tmp_path / "river.toml"
    path.write_text('board = "QsJh2h8d4c"\noop = "22+"\nip = "AK"\npot = 101\nstack = 500\nbets = "50%"\n')
    rules = game_in_file(str(path))
    assert rules is not None
    assert (rules.antes, rules.stacks) == ((51, 50), (551, 550))
    state = State(rules, next(decks(rules, 1)))
    assert (cards_text(state.board), state.actor, state.street) == ("QsJh2h8d4c", 0, 3)
