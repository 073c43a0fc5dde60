"""Two descriptions of a game: the same decisions are the same game, however they are written."""

from __future__ import annotations

import pytest

from riverboat.games.acpc.definition import read_game
from riverboat.games.acpc.standard import standard_game
from riverboat.games.action import Action
from riverboat.games.catalogue import parse_game
from riverboat.games.play import decks
from riverboat.games.rules import Rules
from riverboat.games.same_game import same_game, translate, translate_choices
from riverboat.games.state import State

PAIRS = [
    ("kuhn.limit.3p", "kuhn(players=3)"),
    ("leduc.limit.2p", "leduc"),
    ("holdem.limit.2p.reverse_blinds", "holdem(betting=limit)"),
    ("holdem.limit.3p", "holdem(betting=limit,players=3)"),
    ("holdem.nolimit.2p.reverse_blinds", "holdem(stacks=20000,blinds=50/100)"),
]


@pytest.mark.parametrize(("acpc", "ours"), PAIRS)
def test_the_competitions_games_are_in_the_catalogue(acpc: str, ours: str) -> None:
    assert same_game(standard_game(acpc), parse_game(ours))
    assert same_game(parse_game(ours), standard_game(acpc))


def _kuhn(**changes: str) -> Rules:
    lines = {
        "numPlayers": "3", "numRounds": "1", "blind": "1 1 1", "raiseSize": "1", "firstPlayer": "1", "maxRaises": "1",
        "numSuits": "1", "numRanks": "4", "numHoleCards": "1", "numBoardCards": "0",
    } | changes  # fmt: skip
    text = "\n".join(f"{key} = {value}" for key, value in lines.items() if key)
    return read_game(f"GAMEDEF\nlimit\n{text}\nEND GAMEDEF\n", "kuhn.limit.3p")


def test_a_definition_written_by_hand_is_the_standard_one() -> None:
    assert same_game(_kuhn(), parse_game("kuhn(players=3)"))


@pytest.mark.parametrize(
    "changes",
    [
        {"raiseSize": "2"},
        {"maxRaises": "2"},
        {"numRanks": "5"},
        {"numSuits": "2"},
        {"blind": "2 2 2"},
        {"blind": "0 1 1"},
        {"firstPlayer": "2"},
        {"stack": "1 1 1"},
    ],
    ids=str,
)
def test_another_game_under_the_same_name_is_another_game(changes: dict[str, str]) -> None:
    """The name of a file says nothing; one number changed is another game."""
    assert not same_game(_kuhn(**changes), parse_game("kuhn(players=3)"))


def test_stacks_may_be_left_out() -> None:
    deep, short = parse_game("holdem(stacks=20000,blinds=50/100)"), parse_game("holdem(stacks=500,blinds=50/100)")
    assert not same_game(deep, short)
    assert same_game(deep, short, any_stacks=True)


@pytest.mark.parametrize(("acpc", "ours"), PAIRS)
def test_a_hand_in_one_description_is_the_hand_in_the_other(acpc: str, ours: str) -> None:
    """Random hands, the same choices at every decision, and the same winnings where nothing is split."""
    theirs, mine = standard_game(acpc), parse_game(ours)
    for number, deck in zip(range(60), decks(theirs, 5), strict=False):
        first, second = State(theirs, deck), State(mine, deck)
        step = 0
        while first.actor is not None:
            assert second.actor == first.actor
            here, there = first.raise_interval(), second.raise_interval()
            raises = [] if there is None else [Action.raise_to(there[0]), Action.raise_to(there[1])]
            expected = [] if here is None else [Action.raise_to(here[0]), Action.raise_to(min(here[1], 20_000))]
            if theirs.betting == "limit" or here is not None:
                written = translate_choices(tuple(raises), second.street, mine, theirs)
                assert list(written)[:1] == expected[:1]
            assert first.can_fold() == second.can_fold()
            choices = [Action.check_or_call(), *expected[:1], *([Action.fold()] if first.can_fold() else [])]
            action = choices[(number * 7 + step * 3) % len(choices)]
            step += 1
            first.apply(action)
            *_, last = translate(first.actions, theirs, mine)
            second.apply(last)
        assert second.actor is None
        assert first.payoffs is not None
        if all(payoff == int(payoff) for payoff in first.payoffs):
            assert first.payoffs == second.payoffs
