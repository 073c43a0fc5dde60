"""Every card is seen once: what is read a second time becomes another card, and what covers its print hides it."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

import numpy as np
import pytest

from riverboat.vision import once
from riverboat.vision.cards import RANK_PATCH
from riverboat.vision.once import once_each
from riverboat.vision.sighting import BACK, Box, SeenCard
from riverboat.web.pictures.making import hidden

NOTHING = np.zeros((2, 2, 3), np.uint8)


def cards(text: str, confidence: float = 0.9) -> tuple[SeenCard, ...]:
    return tuple(SeenCard(each, confidence, Box(0, 0, 1, 1)) for each in text.split())


def test_the_less_certain_of_two_equal_cards_is_read_again(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[set[str]] = []

    def again(picture: Any, box: Box, bank: Any, without: Collection[str]) -> SeenCard:
        asked.append(set(without))
        return SeenCard("Jc", 0.6, box)

    monkeypatch.setattr(once, "recognise", again)
    hands = [cards("8h Js", 0.6), cards(f"Js {BACK} {BACK}")]
    boards = [cards("2c 3c 4c Qd"), cards("2c 3c 4c 8h")]
    found, shown = once_each(NOTHING, hands, boards, None)  # type: ignore[arg-type]
    assert [card.text for card in found[0]] == ["Jc", "Jc"]  # the board's 8h was surer, and Js in the other hand
    assert asked == [{"8h", "Js", "2c", "3c", "4c", "Qd"}] * 2
    assert found[1] == hands[1]
    assert shown == tuple(boards)  # they share their flop


def test_cards_of_a_folded_hand_may_be_dealt_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """In draw games; at the end the user's folded hand is shown beside the others. A card that two others have, too,
    is read again."""
    monkeypatch.setattr(once, "recognise", lambda picture, box, bank, without: SeenCard("Td", 0.6, box))
    hands = [cards("3s Th Jh 7c", 0.55), cards("Qd 2d Kd Th", 0.6), cards("8c 3s 5h 4h", 0.7)]
    found, _ = once_each(NOTHING, hands, [cards("Jh")], None, folded=[0])  # type: ignore[arg-type]
    assert found == tuple(hands)
    found, _ = once_each(NOTHING, [*hands, cards("Th", 0.9)], [], None, folded=[0])  # type: ignore[arg-type]
    assert found[0] == hands[0]
    assert found[1] == (*hands[1][:3], SeenCard("Td", 0.6, hands[1][3].box))


@pytest.mark.parametrize(("first", "is_hidden"), [(0.42, True), (0.55, False)])
def test_a_narrow_rank_is_hidden_by_a_narrow_patch(first: float, is_hidden: bool) -> None:
    """A bar as thin as a tenth of its part, with white on both sides: only what covers the bar makes it illegible."""
    left, top, right, bottom = RANK_PATCH
    picture = np.full((200, 140, 3), 255, np.uint8)
    card = SeenCard("Ts", 1.0, Box(20, 20, 100, 150))
    width = (right - left) * 100
    bar = 20 + left * 100 + 0.45 * width
    picture[round(20 + top * 150) : round(20 + bottom * 150), round(bar) : round(bar + 0.1 * width)] = 20
    picture[110:120, 60:80] = 20  # some suit
    patch = Box(20 + left * 100 + first * width, 20, 0.15 * width, 80)
    assert (hidden(card, patch, picture).confidence == 0) is is_hidden
