"""The type of what is seen on a picture: it survives being written, and knows the street by its cards."""

from __future__ import annotations

import json
from fractions import Fraction

import pytest

from riverboat.errors import RiverboatError
from riverboat.games import parse_game
from riverboat.vision import BACK, NOBODY, UNKNOWN, Box, Seen, SeenButton, SeenCard, SeenSeat, Sighting

BOX = Box(10.0, 20.0, 30.0, 42.0)


def cards(*texts: str | None) -> tuple[SeenCard, ...]:
    return tuple(SeenCard(text, 0.9, BOX) for text in texts)


def sighting(board: tuple[SeenCard, ...] = (), own: tuple[SeenCard, ...] = cards("Ah", "Kd")) -> Sighting:
    seats = (
        SeenSeat(Seen("You"), Seen(980), Seen(20), Seen("raise 20", 0.8), Seen("in"), own),
        SeenSeat(Seen("poki"), Seen(Fraction(25, 2)), Seen(0), UNKNOWN, Seen("all-in"), cards(BACK, BACK)),
    )
    buttons = (SeenButton("call", Seen("Call 20"), BOX),)
    return Sighting("table", 1016, 728, BOX, 14.5, seats, (board,), Seen(30), Seen(1), Seen(NOBODY), buttons, BOX)


def test_a_sighting_survives_being_written() -> None:
    """Names, halves of chips, backs, cards that could not be read, rectangles: all come back."""
    seen = sighting(cards("Ts", None, "2c"))
    assert Sighting.from_json(json.loads(json.dumps(seen.to_json()))) == seen


@pytest.mark.parametrize("data", [{}, {"surface": "table"}, {**sighting().to_json(), "seats": [{}]}])
def test_what_is_no_sighting_is_rejected_in_one_line(data: dict[str, object]) -> None:
    with pytest.raises(RiverboatError, match=r"^sighting: [^\n]+$"):
        Sighting.from_json(data)


@pytest.mark.parametrize(("dealt", "street"), [(0, 0), (3, 1), (4, 2), (5, 3), (2, None)])
def test_the_street_is_the_number_of_cards_on_the_board(dealt: int, street: int | None) -> None:
    """Teófilo 2016: none is pre-flop, three the flop, four the turn, five the river; anything else is no street."""
    board = cards(*["As", "Kh", "7d", "2c", "2d"][:dealt])
    assert sighting(board).street(parse_game("holdem")).value == street


def test_the_street_of_a_game_without_a_board() -> None:
    """Stud counts the cards of a player; a draw game cannot be told by cards."""
    held = cards("Ah", "Kd", "7s", "4c", "2d")
    assert sighting(own=held).street(parse_game("stud")).value == 2
    assert sighting(own=held).street(parse_game("five_card_draw")).value is None


def test_a_box_is_clicked_in_its_middle() -> None:
    assert BOX.centre == (25.0, 41.0)


def test_a_phrase_that_is_spelled_right_is_believed_sooner() -> None:
    """The shadow of a plate makes labels faint; a slip of one letter, or a short word, needs more."""
    from riverboat.vision.text import Line
    from riverboat.vision.words import action_words

    assert action_words(Line("raises to 8,750 all-in", 0.46), replayer=True).value == "raises to 8,750 all-in"
    assert action_words(Line("all-in", 0.46), replayer=True).value == "all-in"
    assert action_words(Line("raises to 8,750 all-in", 0.3), replayer=True).value is None
    assert action_words(Line("raises to 8,75u all-in", 0.46), replayer=True).value is None
    assert action_words(Line("ralses to 8,750 all-in", 0.46), replayer=True).value is None
    assert action_words(Line("folds", 0.46), replayer=True).value is None


@pytest.mark.parametrize("label", ["calls", "raises", "brings in", "all-in", "raises to 8,750", "calls 74 all-in"])
def test_labels_of_the_replayer_with_and_without_amounts(label: str) -> None:
    """At full tables the chips say how much; what the page never writes is not believed."""
    from riverboat.vision.text import Line
    from riverboat.vision.words import action_words

    assert action_words(Line(label, 0.9), replayer=True).value == label
    assert action_words(Line(f"{label} to", 0.9), replayer=True).value is None
