"""Match states, log lines and cards, beside what the real dealer wrote."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from riverboat.errors import RiverboatError
from riverboat.games.acpc.dealing import AcpcCards
from riverboat.games.acpc.log_line import parse_state_line, state_line, value_text
from riverboat.games.acpc.match_state import match_state, match_state_of_view, parse_action, parse_match_state, replay
from riverboat.games.acpc.standard import STANDARD_GAMES, standard_game
from riverboat.games.action import Action
from riverboat.games.state import State
from riverboat.games.view import HIDDEN, View

LIMIT = "holdem.limit.2p.reverse_blinds"
NO_LIMIT = "holdem.nolimit.2p.reverse_blinds"


@pytest.mark.parametrize("log", ["t_l2", "t_nl2", "t_nl3"])
def test_every_hand_of_the_real_dealer(shared_data: Path, log: str) -> None:
    """Cards from the seed, payoffs from the rules, and the line again from the hand: all identical."""
    lines = (shared_data / "acpc_dealer_logs" / f"{log}.log").read_text().splitlines()
    _, _, _, game, hands, seed = lines[0].split()
    rules = standard_game(game)
    cards = AcpcCards(rules, int(seed))
    states = [line for line in lines if line.startswith("STATE:")]
    assert len(states) == int(hands)
    for line in states:
        hand = parse_state_line(line, rules)
        assert state_line(hand) == line
        dealt = next(cards)
        assert sum(hand.down, ()) + hand.board == dealt[: 2 * rules.players + len(hand.board)]


def test_every_message_of_a_real_match(shared_data: Path) -> None:
    """Each state that the dealer sent is read, replayed and written again; each answer is legal where it was given."""
    rules = standard_game(NO_LIMIT)
    messages = 0
    for line in (shared_data / "acpc_dealer_logs" / "t_nl2.transcript_head.err").read_text().splitlines():
        text = line[line.find("MATCHSTATE") :]
        if line.startswith("TO "):
            seen = parse_match_state(text, rules)
            assert match_state(replay(seen, rules), seen.position, seen.number) == text
            messages += 1
        elif line.startswith("FROM "):
            text, _, answer = text.rpartition(":")
            state = replay(parse_match_state(text, rules), rules)
            action = parse_action(state, answer)
            assert action is not None
            allowed = {"fold": state.can_fold, "check_or_call": state.can_check_or_call}
            assert state.can_raise_to(action.amount) if action.verb == "raise_to" else allowed[action.verb]()
    assert messages > 200


def test_the_published_examples() -> None:
    """The three match states of the protocol's description."""
    limit = "MATCHSTATE:0:0:rrc/rc/crc/crc:TdAs|8hTc/2c8c3h/9c/Kh"
    state = replay(parse_match_state(limit, standard_game(LIMIT)), standard_game(LIMIT))
    # 30 each before the flop, 10 on it, 20 on the turn and the river; a pair of eights beats ace high.
    assert state.payoffs == (-80, 80)
    no_limit = "MATCHSTATE:1:31:r300r900c/r1800r3600r9000c/r20000:|JdTc/6dJc9c/Kh"
    state = replay(parse_match_state(no_limit, standard_game(NO_LIMIT)), standard_game(NO_LIMIT))
    assert (state.actor, state.committed, state.bets) == (1, (20000, 9000), (11000, 0))
    assert match_state_of_view(View(state, 1), 31) == no_limit
    three = "MATCHSTATE:2:55:rcc/rf:||AsTs/4cJh8h"
    state = replay(parse_match_state(three, standard_game("holdem.limit.3p")), standard_game("holdem.limit.3p"))
    assert (state.actor, state.down[0]) == (2, (HIDDEN, HIDDEN))
    assert match_state(state, 2, 55) == three


def test_lenient_letters_are_read_and_written_strictly() -> None:
    rules = standard_game(NO_LIMIT)
    state = replay(parse_match_state("MATCHSTATE:0:3:b300C/Kk/:AhKh|/2c3c4c/5d", rules), rules)
    assert match_state(state, 0, 3) == "MATCHSTATE:0:3:r300c/cc/:AhKh|/2c3c4c/5d"


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("MATCHSTATE:0:0:AhKh|", "expected MATCHSTATE"),
        ("MATCHSTATE:2:0::AhKh|", "position 2"),
        ("MATCHSTATE:0:0::AhKh", "1 players"),
        ("MATCHSTATE:0:0::AhKh|Ah2c", "twice"),
        ("MATCHSTATE:0:0::AhK|", "no suit"),
        ("MATCHSTATE:0:0::AhKhQh|", "for each player"),
        ("MATCHSTATE:0:0:r150:AhKh|", "200 to 20000"),
        ("MATCHSTATE:0:0:r20001:AhKh|", "200 to 20000"),
        ("MATCHSTATE:0:0:r:AhKh|", "needs an amount"),
        ("MATCHSTATE:0:0:x:AhKh|", "none of f, c, r"),
        ("MATCHSTATE:0:0:cf:AhKh|", "nothing is owed"),
        ("MATCHSTATE:0:0:cc:AhKh|", "0 slashes"),
        ("MATCHSTATE:0:0:c/:AhKh|/2c3c4c", "not over"),
        ("MATCHSTATE:0:0:cc/:AhKh|/2c3c", "board cards"),
        ("MATCHSTATE:0:0:fc:AhKh|", "nobody may act"),
        ("MATCHSTATE:0:0:r20000c///:AhKh|/2c3c4c/5d/6d", "no cards of position 1"),
    ],
)
def test_a_contradictory_match_state_is_refused(text: str, complaint: str) -> None:
    with pytest.raises(RiverboatError, match=complaint):
        replay(parse_match_state(text, standard_game(NO_LIMIT)), standard_game(NO_LIMIT))


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("STATE:0:f:7d3d|2hAc:50|-50:A", "1 names"),
        ("STATE:0:f:7d3d|2hAc:50:A|B", "1 values"),
        ("STATE:0:f:7d3d|2hAc:51|-51:A|B", "said to win 51"),
        ("STATE:0:f:7d3d|2hAc:fifty|-50:A|B", "expected chips"),
        ("STATE:0:c:7d3d|2hAc:50|-50:A|B", "not over"),
        ("STATE:0:f", "expected STATE"),
    ],
)
def test_a_contradictory_log_line_is_refused(line: str, complaint: str) -> None:
    with pytest.raises(RiverboatError, match=complaint):
        parse_state_line(line, standard_game(NO_LIMIT))


def test_values_as_c_prints_them() -> None:
    values: list[int | Fraction] = [0, -15, Fraction(15, 2), Fraction(100, 3), Fraction(-1, 3), Fraction(-1, 10**9)]
    assert [value_text(value) for value in values] == ["0", "-15", "7.5", "33.333333", "-0.333333", "0"]


@pytest.mark.parametrize("game", STANDARD_GAMES)
def test_random_hands_survive_the_round_trip(game: str) -> None:
    """After every action of a random hand, each seat's text replays to what that seat sees."""
    rules, rng = standard_game(game), Random(7)
    for number, deck in zip(range(40), AcpcCards(rules, 5), strict=False):
        state = State(rules, deck)
        while not state.is_over:
            for position in range(rules.players):
                text = match_state(state, position, number)
                assert text == match_state_of_view(View(state, position), number)
                again, view = View(replay(parse_match_state(text, rules), rules), position), View(state, position)
                for name in ("down", "board", "street", "actor", "stacks", "bets", "committed", "live", "actions"):
                    assert getattr(again, name) == getattr(view, name)
                assert again.raise_interval == view.raise_interval
            choices = [Action.check_or_call()]
            choices += [Action.fold()] if state.can_fold() else []
            interval = state.raise_interval()
            choices += [Action.raise_to(rng.randint(*interval))] if interval else []
            state.apply(rng.choice(choices))
        shown = parse_match_state(match_state(state, 0, number), rules)
        for position in range(1, rules.players):
            is_shown = state.live[position] and sum(state.live) > 1
            assert shown.holes[position] == (state.down[position] if is_shown else ())


@given(
    st.text("MATCHSTATE:0123456789fcr/|AKs2h\n ", max_size=80)
    | st.text("fcr/0123456789", max_size=20).map(lambda b: f"MATCHSTATE:0:1:{b}:AhKh|QdQc/2c3c4c/5d/6d")
)
def test_garbage_is_refused_and_never_crashes(text: str) -> None:
    for game in (LIMIT, NO_LIMIT, "kuhn.limit.3p"):
        rules = standard_game(game)
        for read in (lambda t, r: replay(parse_match_state(t, r), r), parse_state_line):
            message = ""
            try:
                read(text, rules)
            except RiverboatError as error:
                message = str(error)
            assert "\n" not in message


def test_a_seed_must_fit_the_generator() -> None:
    for seed in (-1, 2**32):
        with pytest.raises(RiverboatError, match="seed"):
            AcpcCards(standard_game(LIMIT), seed)
