"""Equities for the Study page: of hands and ranges at once where that is quick, as a job where it is not, and for
every card that can come next."""

from __future__ import annotations

from pathlib import Path
from time import monotonic
from typing import Any, Final

from riverboat.cards.card import DECK_SIZE, card_text, read_cards
from riverboat.errors import DealError
from riverboat.odds.showdown import equity
from riverboat.odds.showdown.games import find_game
from riverboat.web.tasks.worker import Report

HEAT_SECONDS: Final = 8.0
"""A heat map that takes longer is abandoned."""
_SAMPLES: Final = 100_000  # for each card, where exact results take too long


def run(params: dict[str, Any], folder: Path, report: Report) -> dict[str, Any]:
    """An exact equity, or one from many samples (see `worker.Work`)."""
    result = equity(**params, on_progress=lambda now: report({"done": now.done, "total": now.total}))
    return result.to_json()


def next_cards(players: list[str], board: str, dead: str, game: str) -> dict[str, list[float]]:
    """The players' equities after each card that can come next, by card; exact where that is quick."""
    chosen, seen = find_game(game), read_cards(board, "board")
    if len(seen) + 1 not in chosen.board:
        on = "the flop or the turn" if len(chosen.board) > 1 else "a board, which this game has not"
        raise DealError(f"next cards: expected {on}")
    out = {*seen, *read_cards(dead, "dead cards")}
    for player in players:
        try:
            out.update(read_cards(player))
        except ValueError:
            continue  # a range; the cards of its hands can come
    ends = monotonic() + HEAT_SECONDS
    found: dict[str, list[float]] = {}
    samples: int | None = None
    for card in range(4 * chosen.lowest, DECK_SIZE):
        if card in out:
            continue
        began = monotonic()
        try:
            result = equity(players, board=board + card_text(card), dead=dead, game=game, samples=samples, seed=card)
        except DealError:
            continue  # a card that every hand of a range holds
        found[card_text(card)] = list(result.equity)
        slow = (monotonic() - began) * DECK_SIZE > HEAT_SECONDS
        if samples is None and slow and len(found) > 1:  # the first one may have to compile something
            samples = _SAMPLES
        if monotonic() > ends:
            raise DealError(f"next cards: more than {HEAT_SECONDS:.0f} s; choose fewer players or smaller ranges")
    return found
