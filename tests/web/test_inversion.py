"""An attacker in a seat: can what the server tells about finished hands be inverted to cards that were not shown?"""

from __future__ import annotations

import asyncio
from itertools import combinations
from random import Random
from typing import Any

import pytest
from table_players import Frame, Person, new_table, sit

from riverboat.arena.stakes import rules_for, unit_of
from riverboat.assess.chance import chance_luck
from riverboat.cards.card import parse_cards
from riverboat.games.hand import Hand, finished_hand
from riverboat.games.state import State

GAME = "holdem(betting=limit)"


def _calls_to_the_turn(frame: Frame, rng: Random) -> Frame:
    verb = "fold" if len(frame["board"]) == 4 and frame["ask"]["fold"] else "call"
    return {"kind": "act", "turn": frame["turn"], "verb": verb}


def _raises(frame: Frame, rng: Random) -> Frame:
    if "raise" in frame["ask"]:
        return {"kind": "act", "turn": frame["turn"], "verb": "raise", "amount": frame["ask"]["raise"][0]}
    return {"kind": "act", "turn": frame["turn"], "verb": "call"}


def _found_by_inverting(here: Any, hands: int, candidates_tried: int) -> int:
    """Ann knows her cards, the board, the betting and her score; Bob folds on every turn, and has shown nothing.

    The attack on a score made from all cards: keep the holdings of Bob that explain how the score has changed. It
    finds his cards each time (and about one other holding in ten); it has to fail here.
    """
    address = here.url("").rstrip("/")
    name = new_table(address, game=GAME, people=2, bots=[], auto_deal=False)
    keys = sit(address, name, 0, "Ann"), sit(address, name, 1, "Bob")
    url = here.url(f"api/tables/{name}/live", "ws")

    async def play() -> tuple[list[Frame], list[list[str]], list[float]]:
        ends, theirs, totals = [], [], []
        async with Person(url, keys[0]) as ann, Person(url, keys[1]) as bob:
            await ann.hear()
            await bob.hear()
            for number in range(hands):
                await ann.say({"kind": "deal", "hand": number})
                await asyncio.gather(ann.play(1, _raises), bob.play(1, _calls_to_the_turn))
                assert "over" in ann.last
                ends.append(ann.last)
                theirs.append(bob.last["cards"])
                await ann.say({"kind": "score"})
                score = await ann.hear_kind("score")
                assert score["hands"] == number + 1
                totals.append(score["adjusted"]["mean"] * (number + 1) / 100)
        return ends, theirs, totals

    ends, theirs, totals = asyncio.run(asyncio.wait_for(play(), 300))
    found = 0
    for number, (end, bobs) in enumerate(zip(ends, theirs, strict=True)):
        assert "1" not in end["shown"]
        change = totals[number] - (totals[number - 1] if number else 0.0)
        rounded = 0.0005 * (2 * number + 1) + 1e-9
        known = parse_cards("".join(end["cards"] + end["board"]))
        others = [card for card in range(52) if card not in known]
        candidates = Random(number).sample(list(combinations(others, 2)), candidates_tried)
        explain = [_explains(end, known, cards, number + 1, change, rounded) for cards in candidates]
        truth = _explains(end, known, parse_cards("".join(bobs)), number + 1, change, rounded)
        found += truth and sum(explain) < candidates_tried
    return found


def test_the_score_does_not_narrow_down_folded_cards(here: Any) -> None:
    assert _found_by_inverting(here, 5, 100) < 4, "the holdings that explain the score have the opponent's among them"


@pytest.mark.slow
@pytest.mark.chaos("hands inverted from the score, all 1,035 holdings each", 20, "leaked")
def test_the_score_of_many_hands_does_not_narrow_down_folded_cards(here: Any) -> None:
    """By chance a set of explaining holdings has the opponent's in about one hand of ten."""
    assert _found_by_inverting(here, 20, 1035) < 10


def _explains(
    end: Frame, known: tuple[int, ...], theirs: tuple[int, ...], number: int, change: float, rounded: float
) -> bool:
    """Whether Ann's result without luck would be this if Bob had held these cards."""
    hand, position = _hand(end, known, theirs, number)
    return abs(chance_luck(hand).adjusted[position] / unit_of(hand.rules) - change) <= rounded


def _hand(end: Frame, known: tuple[int, ...], theirs: tuple[int, ...], number: int) -> tuple[Hand, int]:
    """The hand as Ann can write it down, with a guess of Bob's cards; the button is the last position."""
    rules = rules_for(GAME, 2)
    ann = 1 if end["button"] == 0 else 0
    holes = (known[:2], theirs) if ann == 0 else (theirs, known[:2])
    dealt = [*holes[0], *holes[1], *known[2:]]
    state = State(rules, [*dealt, *(card for card in range(52) if card not in dealt)], (rules.stacks[0],) * 2)
    while not state.is_over:
        interval = state.raise_interval() if state.actor == ann else None
        if interval is not None:
            state.raise_to(interval[0])
        elif state.actor != ann and len(state.board) == 4 and state.legal_actions().fold is not None:
            state.fold()
        else:
            state.check_or_call()
    hand = finished_hand(state, ("Ann", "Bob") if ann == 0 else ("Bob", "Ann"), rules.stacks, number)
    assert int(hand.payoffs[ann]) == end["over"]["won"]["0"], "the attacker's hand is not the one that was played"
    return hand, ann
