"""Hands are followed by sight: lost pictures, misread chips and covered cards, and still every action is right."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from itertools import groupby
from typing import Any

import pytest
from table_camera import NONE, Errors, TableWithCamera

from riverboat.agents.registry import make_agent
from riverboat.arena.stakes import rules_for
from riverboat.errors import RiverboatError
from riverboat.games.action import Action
from riverboat.games.hand import Hand
from riverboat.games.rules import Rules
from riverboat.vision import Seen, Sighting
from riverboat.vision.tracker import Acted, Began, Corrected, Ended, Tracker, events_of, followed, twin_decisions

NO_LIMIT = "holdem(betting=no-limit)"


def game(name: str) -> Callable[[int], Rules]:
    return lambda players: rules_for(name, players)


def facts(hand: Hand) -> tuple[Any, ...]:
    """Everything about a hand but its number and the names."""
    return (*hand[2:-5], hand.other_boards)


def followed_right(name: str, places: int, hands: int, seed: int, errors: Errors) -> tuple[int, Tracker]:
    """How many hands were followed to the same stacks, cards, actions and payoffs."""
    tracker, right = Tracker(game(name)), 0
    truth: list[Hand] = []
    told: list[Hand] = []
    for hand, pictures in TableWithCamera(game(name), places, seed, errors).hands(hands):
        truth.append(hand)
        told += ended(tracker, pictures)
    found = {facts(hand) for hand in told}
    right = sum(facts(hand) in found for hand in truth)
    return right, tracker


def ended(tracker: Tracker, pictures: Iterable[Sighting]) -> list[Hand]:
    return [event.hand for picture in pictures for event in tracker.see(picture) if isinstance(event, Ended)]


@pytest.mark.parametrize(
    ("name", "places"),
    [(NO_LIMIT, 2), (NO_LIMIT, 6), ("holdem(betting=limit)", 3), ("omaha", 4), ("stud", 4), ("razz", 2)],
)
def test_clear_pictures_are_followed_without_a_doubt(name: str, places: int) -> None:
    right, tracker = followed_right(name, places, 8, 3, NONE)
    assert right == 8
    assert tracker.corrections == tracker.resynchronised == 0


TABLES = [(NO_LIMIT, 2), (NO_LIMIT, 6), ("holdem(betting=limit)", 3), ("omaha", 5), (NO_LIMIT, 9)]


def test_fifty_hands_of_bad_pictures() -> None:
    """Ten at each of five tables; the bar is the one of the thousand below: 99 %."""
    assert sum(followed_right(name, places, 10, 11, Errors())[0] for name, places in TABLES) >= 49.5


@pytest.mark.slow
def test_a_thousand_hands_of_bad_pictures() -> None:
    """Two hundred at each of five tables: 99 % are followed to identical events."""
    right = [followed_right(name, places, 200, 17, Errors())[0] for name, places in TABLES]
    assert sum(right) >= 990, right


def test_a_line_that_cannot_be_given_up_misses_the_bar(monkeypatch: pytest.MonkeyPatch) -> None:
    """The idea broken on purpose: the best line of each picture only, and no way back. The bar of above is missed."""
    monkeypatch.setattr(followed, "_LINES", 1)
    monkeypatch.setattr(followed, "WINDOW", 0.0)
    monkeypatch.setattr(followed, "_TROUBLE", float("inf"))
    right = sum(followed_right(name, places, 10, 11, Errors())[0] for name, places in TABLES)
    assert right < 49.5


# Pictures at our turns only, as at a table whose bots answer at once ------------------------------------------------


def followed_at_our_turns(name: str, places: int, hands: int, seed: int) -> tuple[int, Tracker]:
    """How many hands were followed right; our actions are chosen when the tracker says that it is our turn."""
    tracker, right = Tracker(game(name), keeps_log=True), 0
    for hand, pictures in TableWithCamera(game(name), places, seed, stack=100_000).hands(hands):
        own = [action for _, who, action in hand.actions if hand.players[who] == "You"]
        turns = [picture for picture, _ in groupby(pictures) if picture.actor.value == 0]
        for picture, action in zip(turns, own, strict=True):
            for _ in range(3):
                assert ended(tracker, [picture]) == []
                if tracker.turn is not None:
                    break
            assert tracker.turn is not None, "our turn was not noticed"
            tracker.decided(action)
        right += list(map(facts, ended(tracker, pictures[-4:]))) == [facts(hand)]
    return right, tracker


@pytest.mark.parametrize("name", ["holdem(betting=limit)", NO_LIMIT])
def test_pictures_at_our_turns_only(name: str) -> None:
    """Up to five actions between two pictures, and never a wrong one is told."""
    right, tracker = followed_at_our_turns(name, 2, 60, 2)
    assert right == 60
    assert tracker.corrections == 0


def test_a_round_of_checks_between_two_pictures() -> None:
    """Three players check, we first; on the next picture we are asked again, and only a card has been added."""
    hand, pictures = next(
        (hand, pictures)
        for seed in range(100)
        for hand, pictures in [one_hand(seed)]
        if [action.verb for street, _, action in hand.actions if street == 1] == 3 * ["check_or_call"]
        and hand.players[0] == "You"
        and sum(hand.live) == 3
    )
    tracker = Tracker(game(NO_LIMIT))
    flop = [picture for picture in pictures if len(picture.board) == 3]
    turn = [picture for picture in pictures if len(picture.board) == 4]
    shown = [*(picture for picture in pictures if not picture.board), *flop[:2], *3 * turn[:1]]
    told = [event.action for picture in shown for event in tracker.see(picture) if isinstance(event, Acted)]
    assert told == [action for street, _, action in hand.actions if street < 2]


# One thing that goes wrong at a time ----------------------------------------------------------------------------------


def one_hand(seed: int = 5, places: int = 3, name: str = NO_LIMIT) -> tuple[Hand, list[Sighting]]:
    return TableWithCamera(game(name), places, seed).hand()


def check(pictures: Iterable[Sighting], hand: Hand) -> Tracker:
    tracker = Tracker(game(NO_LIMIT))
    assert list(map(facts, ended(tracker, pictures))) == [facts(hand)]
    return tracker


def test_every_second_picture_is_lost() -> None:
    hand, pictures = one_hand()
    check(pictures[::2], hand)


def test_only_one_picture_of_each_street_is_left() -> None:
    """Several actions between two pictures: whoever put in chips called, whoever is grey folded."""
    hand, pictures = one_hand(seed=8, places=2)
    seen: dict[int, Sighting] = {}
    for picture in pictures:
        seen[len(picture.board) if picture.pot.value else 9] = picture
    first = pictures[0]
    tracker = Tracker(game(NO_LIMIT))
    told = ended(tracker, [first, *seen.values(), pictures[-1]])
    assert [each.payoffs for each in told] == [hand.payoffs]
    assert told[0].committed == hand.committed


def test_a_bet_that_contradicts_the_pot_is_not_believed() -> None:
    """The bet says 900 with certainty on every picture; pot, stack and label say otherwise."""
    hand, pictures = one_hand()
    _, who, action = next(each for each in hand.actions if each[2].verb == "raise_to")
    place = next(p for p, seat in enumerate(pictures[0].seats) if seat.name.value == hand.players[who])

    def misread(picture: Sighting) -> Sighting:
        seat = picture.seats[place]
        if seat.bet.value != action.amount:
            return picture
        seats = list(picture.seats)
        seats[place] = replace(seat, bet=Seen(900, 1.0))
        return replace(picture, seats=tuple(seats))

    check(map(misread, pictures), hand)


def test_a_covered_card_is_waited_for() -> None:
    """A chip lies on the first card of the board until the turn: nothing on the flop is told with a card missing."""
    hand, pictures = next(
        (hand, pictures)
        for seed in range(50)
        for hand, pictures in [one_hand(seed)]
        if len(hand.board) == 5 and any(street == 1 for street, _, _ in hand.actions)
    )

    def covered(picture: Sighting) -> Sighting:
        if len(picture.board) != 3:
            return picture
        first, *rest = picture.board
        return replace(picture, boards=((replace(first, text=None, confidence=0.0), *rest),))

    tracker = Tracker(game(NO_LIMIT))
    told = [event for picture in pictures for event in tracker.see(covered(picture))]
    assert [facts(event.hand) for event in told if isinstance(event, Ended)] == [facts(hand)]
    assert all(-1 not in event.view.board for event in told if isinstance(event, Acted))


def test_what_was_told_wrongly_is_corrected() -> None:
    """Everything about a raise is misread alike on its first picture; then vision and log disagree, and vision wins."""
    hand, pictures, at = next(
        (hand, pictures, at)
        for seed in range(100)
        for hand, pictures in [one_hand(seed, places=2)]
        for at in [next((n for n, (_, _, action) in enumerate(hand.actions) if action.verb == "raise_to"), 99)]
        if at + 3 < len(hand.actions) and hand.actions[at + 1][2] == Action.check_or_call()
    )
    before, (_, who, action) = list(events_of(hand, 0))[at], hand.actions[at]
    assert isinstance(before, Began | Acted)
    wrong = action.amount + 10
    place = next(p for p, seat in enumerate(pictures[0].seats) if seat.name.value == hand.players[who])
    had = before.view.bets[who] + before.view.stacks[who]
    misreadings = iter([True])

    def misread(picture: Sighting) -> Sighting:
        seat = picture.seats[place]
        said = (seat.action.value or "").split(" ")[0]
        if seat.bet.value != action.amount or said not in ("bet", "raise") or not next(misreadings, False):
            return picture
        label = f"{said} {wrong}"
        seats = list(picture.seats)
        seats[place] = replace(seat, bet=Seen(wrong), stack=Seen(had - wrong), action=Seen(label))
        return replace(picture, seats=tuple(seats), pot=Seen((picture.pot.value or 0) + 10))

    tracker = Tracker(game(NO_LIMIT))
    told = [event for picture in pictures for event in tracker.see(misread(picture))]
    assert any(isinstance(event, Acted) and event.action == Action.raise_to(wrong) for event in told)
    assert any(isinstance(event, Corrected) for event in told)
    assert [facts(event.hand) for event in told if isinstance(event, Ended)] == [facts(hand)]


def test_a_hand_that_is_joined_in_the_middle_is_not_invented() -> None:
    table = TableWithCamera(game(NO_LIMIT), 3, 5)
    hands = list(table.hands(3))
    late = [picture for picture in hands[0][1] if picture.board] or hands[0][1][-2:]
    tracker = Tracker(game(NO_LIMIT))
    assert ended(tracker, late) == []
    told = ended(tracker, [picture for _, pictures in hands[1:] for picture in pictures])
    assert list(map(facts, told)) == [facts(hand) for hand, _ in hands[1:]]


def test_the_end_that_nobody_saw_is_told_by_the_next_stacks() -> None:
    """No picture of the last action and of the pause: who had the pot when the next hand began?"""
    table = TableWithCamera(game(NO_LIMIT), 2, 7)
    hand, pictures = next(each for each in table.hands(40) if sum(each[0].live) == 1 and len(each[0].actions) > 2)
    _, following = table.hand()
    tracker = Tracker(game(NO_LIMIT))
    seen = [picture for picture in pictures if (picture.pot.value or 0) > 0]
    assert next(map(facts, ended(tracker, [*seen, *following]))) == facts(hand)


def test_two_winners_are_understood_at_once() -> None:
    """Both labels say what was pushed from the pot, not what was won: two pictures of the end are enough."""
    hand, pictures = next(
        (hand, pictures)
        for seed in range(1_000)
        for hand, pictures in [one_hand(seed)]
        if sum(won > 0 for won in hand.payoffs) == 2
    )
    end = [picture for picture in pictures if not picture.pot.value]
    check(pictures[: len(pictures) - len(end) + 2], hand)


# Agents ---------------------------------------------------------------------------------------------------------------


def test_the_events_of_a_record_are_those_that_were_seen() -> None:
    for name, places in ((NO_LIMIT, 3), ("stud", 3)):
        hand, pictures = one_hand(seed=9, places=places, name=name)
        tracker = Tracker(game(name))
        seen = [event for picture in pictures for event in tracker.see(picture)]
        again = list(events_of(hand, next(p for p, player in enumerate(hand.players) if player == "You")))
        assert len(seen) == len(again) == len(hand.actions) + 2
        for one, other in zip(seen[:-1], again[:-1], strict=True):
            assert isinstance(one, Began | Acted)
            assert isinstance(other, Began | Acted)
            assert one.view.key() == other.view.key()


def test_a_twin_decides_the_same_on_the_same_record() -> None:
    """Two agents with the same random numbers, and a third with others, who does not."""
    hands = []
    for hand, _ in TableWithCamera(game("holdem(betting=limit)"), 2, 4).hands(60):
        hands.append((hand, hand.players.index("You")))

    def decisions(seed: int) -> Any:
        agent = make_agent("random")
        agent.rng.seed(seed)
        return twin_decisions(agent, hands)

    assert decisions(1) == decisions(1) != decisions(2)
    assert len(decisions(1)) == sum(who == position for hand, position in hands for _, who, _ in hand.actions)


def test_games_that_exchange_cards_are_refused() -> None:
    _, pictures = one_hand()
    with pytest.raises(RiverboatError, match="exchanged"):
        Tracker(game("five_card_draw")).see(pictures[0])
