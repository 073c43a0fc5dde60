"""Hands cross to pokerkit and back: it replays ours to the same chips, and we replay its."""

from __future__ import annotations

from itertools import islice

import pytest

from riverboat.agents import make_agent
from riverboat.bridges.pokerkit import from_pokerkit, to_pokerkit
from riverboat.errors import RiverboatError
from riverboat.games import Hand, decks, parse_game, play_hand

pokerkit = pytest.importorskip("pokerkit")

GAMES = (
    "holdem(betting=no-limit,players=6)",
    "holdem(betting=limit,players=3)",
    "omaha(players=4)",
    "stud(players=3)",
    "razz(players=4)",
    "triple_draw(players=3)",
    "badugi(players=2)",
    "short_deck(players=3)",
)


def played(game: str, count: int) -> list[Hand]:
    rules = parse_game(game)
    agents = [make_agent("random") for _ in range(rules.players)]
    return [play_hand(rules, agents, deck, number=at) for at, deck in enumerate(islice(decks(rules, 6), count), 1)]


@pytest.mark.parametrize("game", GAMES)
def test_pokerkit_plays_our_hands_to_the_same_chips(game: str) -> None:
    for hand in played(game, 4):
        history = to_pokerkit(hand)
        *_, last = history
        assert [float(after) for after in last.stacks] == [
            before + float(won) for before, won in zip(hand.stacks, hand.payoffs, strict=True)
        ]


@pytest.mark.parametrize("game", GAMES)
def test_a_hand_comes_back_as_it_was(game: str) -> None:
    for hand in played(game, 4):
        back = from_pokerkit(to_pokerkit(hand))
        assert (back.players, back.stacks, back.actions) == (hand.players, hand.stacks, hand.actions)
        assert (back.payoffs, back.board, back.live) == (hand.payoffs, hand.board, hand.live)


def test_their_own_example_is_played_here() -> None:
    """The first televised pot of a million dollars, Dwan v Ivey 2009; final stacks from pokerkit's documents."""
    history = pokerkit.HandHistory(
        variant="NT",
        antes=[500, 500, 500],
        blinds_or_straddles=[1000, 2000, 0],
        min_bet=2000,
        starting_stacks=[1125600, 2000000, 553500],
        actions=[
            "d dh p1 Ac2d", "d dh p2 ????", "d dh p3 7h6h", "p3 cbr 7000", "p1 cbr 23000", "p2 f", "p3 cc",
            "d db Jc3d5c", "p1 cbr 35000", "p3 cc", "d db 4h", "p1 cbr 90000", "p3 cbr 232600", "p1 cbr 1067100",
            "p3 cc", "p1 sm Ac2d", "p3 sm 7h6h", "d db Jh",
        ],
    )  # fmt: skip
    hand = from_pokerkit(history)
    assert [stack + won for stack, won in zip(hand.stacks, hand.payoffs, strict=True)] == [572100, 1997500, 1109500]


def test_a_game_without_a_code_is_refused() -> None:
    with pytest.raises(RiverboatError, match="PHH has no code"):
        to_pokerkit(played("leduc", 1)[0])


def test_a_history_that_does_not_add_up_is_refused() -> None:
    history = to_pokerkit(played("holdem", 1)[0])
    history.finishing_stacks = [1, 2]
    with pytest.raises(RiverboatError, match="hand history: "):
        from_pokerkit(history)
