"""A deck has every card once: a card that is seen twice is read again, as another one than those seen elsewhere.

The surer of the two stays. Hands that were folded are left alone: in draw games their cards are shuffled and dealt
again, so a card of the user's folded hand, which is still shown, may have come to another player. Boards of a hand that
is run more than once share their first cards, so a card may be on several boards.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Sequence

from riverboat.vision.calibration import CardBank
from riverboat.vision.cards import recognise
from riverboat.vision.locating import Picture
from riverboat.vision.sighting import BACK, SeenCard

Row = tuple[SeenCard, ...]


def once_each(
    picture: Picture, hands: Sequence[Row], boards: Sequence[Row], bank: CardBank, folded: Collection[int] = ()
) -> tuple[tuple[Row, ...], tuple[Row, ...]]:
    """The same hands and boards, with every card in one hand or on the boards; `folded` are numbers of hands."""
    rows = [list(row) for row in (*hands, *boards)]
    places: defaultdict[str, list[tuple[int, int]]] = defaultdict(list)
    for number, row in enumerate(rows):
        for place, card in enumerate(row):
            if card.text not in (None, BACK) and number not in folded:
                places[card.text].append((number, place))
    for found in list(places.values()):
        kept, *others = sorted(found, key=lambda at: rows[at[0]][at[1]].confidence, reverse=True)
        for number, place in others:
            if min(kept[0], number) < len(hands):
                rows[number][place] = recognise(picture, rows[number][place].box, bank, without=places)
    changed = tuple(tuple(row) for row in rows)
    return changed[: len(hands)], changed[len(hands) :]
