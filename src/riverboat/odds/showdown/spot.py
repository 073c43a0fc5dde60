"""Parsing an equity request: players, board and dead cards, checked against each other and against the game.

Every error message is one line with the offending text. What passes here can be dealt, except that ranges may still
have no holdings without a common card; the exact and sampled computations find that out.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final, TypeAlias, cast

import numpy as np
from numpy.typing import NDArray

from riverboat.cards.card import DECK_SIZE, Cards, card_text, cards_text, parse_cards, read_cards
from riverboat.cards.holdings import HOLDING_CARDS, HOLDINGS, holding_index
from riverboat.cards.ranges import Range
from riverboat.errors import DealError, NotationError, RiverboatError
from riverboat.odds.showdown.games import Game, find_game

Player: TypeAlias = str | Iterable[int] | Range | NDArray[np.float64]
"""A hand or a range as text, cards as numbers, a `Range`, or 1,326 weights."""

MIN_PLAYERS: Final = 2
MAX_PLAYERS: Final = 10
UNKNOWN: Final = frozenset({"random", "*", "?", "any", "any two"})
"""Texts for a player about whom nothing is known, in every game."""


@dataclass(frozen=True)
class Spot:
    """An all-in: the game, what each player holds, and the cards that lie on the table or are out of play."""

    game: Game
    names: tuple[str, ...]
    hands: tuple[tuple[int, ...] | None, ...]
    """The known cards of each player; None for a range."""
    ranges: tuple[NDArray[np.float64] | None, ...]
    """float64[1326] weights of each player who is a range; None for known cards."""
    board: tuple[int, ...]
    dead: tuple[int, ...]

    @property
    def players(self) -> int:
        return len(self.names)

    @property
    def to_come(self) -> int:
        """How many board cards are still to be dealt."""
        return self.game.board[-1] - len(self.board)

    @cached_property
    def out_of_play(self) -> tuple[int, ...]:
        """The dead cards, and those that the game's deck does not have."""
        return (*range(4 * self.game.lowest), *(card for card in self.dead if card >= 4 * self.game.lowest))

    @cached_property
    def weights(self) -> tuple[NDArray[np.float64], ...]:
        """float64[1326] for each player of a two-card game: holdings that the table allows.

        A player with one holding left takes its cards away from the others.
        """
        tables = []
        gone = holding_bits(self.board) | holding_bits(self.out_of_play)
        for name, hand, range_ in zip(self.names, self.hands, self.ranges, strict=True):
            table = np.zeros(HOLDINGS)
            if hand is not None:
                table[holding_index(*hand)] = 1.0
            elif range_ is not None:
                table = np.where(HOLDING_BITS & gone, 0.0, range_)
            if not table.any():
                beside = cards_text((*self.board, *self.dead)) or "the cards of the game"
                raise DealError(f'range "{name}": no hand is left beside {beside}')
            tables.append(table)
        settled: set[int] = set()
        while True:
            fixed = [p for p in range(len(tables)) if p not in settled and np.count_nonzero(tables[p]) == 1]
            if not fixed:
                return tuple(tables)
            player = fixed[0]
            settled.add(player)
            bits = HOLDING_BITS[int(np.flatnonzero(tables[player])[0])]
            for other in range(len(tables)):
                if other != player:
                    tables[other] = np.where(HOLDING_BITS & bits, 0.0, tables[other])
                    if not tables[other].any():
                        raise no_deal(self)


def no_deal(spot: Spot) -> DealError:
    """The error when the ranges leave no deal at all."""
    names = " v ".join(spot.names)
    return DealError(f"{names}: the players cannot all hold such hands at once; every deal would use a card twice")


HOLDING_BITS: Final = np.uint64(1) << HOLDING_CARDS[:, 0].astype(np.uint64) | np.uint64(1) << HOLDING_CARDS[
    :, 1
].astype(np.uint64)
"""uint64[1326]: the cards of each holding as a bit mask."""


def holding_bits(cards: Iterable[int]) -> np.uint64:
    """The bit mask of some cards."""
    return np.uint64(sum(1 << card for card in cards))


def read_spot(players: Sequence[Player], board: Cards = "", dead: Cards = "", game: str = "holdem") -> Spot:
    """Read and check everything."""
    kind = find_game(_one_line(game))
    if isinstance(players, str):
        raise NotationError(f'players "{players}": expected a list of hands or ranges, such as ["AhKh", "QsQd"]')
    if not MIN_PLAYERS <= len(players) <= MAX_PLAYERS:
        count = f"{len(players)} player{'' if len(players) == 1 else 's'}"
        raise DealError(f"{count}: expected {MIN_PLAYERS} to {MAX_PLAYERS}")
    on_board, out = read_cards(board, "board"), read_cards(dead, "dead cards")
    if len(on_board) not in kind.board:
        choice = " or ".join(map(str, kind.board)) if len(kind.board) > 1 else "no"
        raise DealError(f'board "{cards_text(on_board)}": {len(on_board)} cards; {kind.title} has {choice} board cards')
    seats = [_player(player, kind) for player in players]
    owners: dict[int, str] = {}
    _claim(owners, on_board, f'board "{cards_text(on_board)}"', kind)
    _claim(owners, out, f'dead cards "{cards_text(out)}"', None)
    for name, hand, _ in seats:
        if hand is not None:
            _claim(owners, hand, f'hand "{name}"', kind)
    names, hands, ranges = zip(*seats, strict=True)
    spot = Spot(kind, names, hands, ranges, on_board, out)
    _require_enough_cards(spot)
    return spot


def _player(player: Player, game: Game) -> tuple[str, tuple[int, ...] | None, NDArray[np.float64] | None]:
    """The name, known cards and weights of one player; one of the last two is None."""
    if isinstance(player, str):
        return _player_text(player, game)
    if isinstance(player, Range):
        return str(player), None, _range(player, game, str(player))
    if isinstance(player, np.ndarray) and player.dtype.kind == "f":
        weighted = Range.from_weights(player)
        return "weights", None, _range(weighted, game, "weights")
    numbers = read_cards(cast("Iterable[int]", player), "hand")
    name = cards_text(numbers)
    _require_size(numbers, name, game)
    return name, numbers, None


def _player_text(text: str, game: Game) -> tuple[str, tuple[int, ...] | None, NDArray[np.float64] | None]:
    name = _one_line(text)
    if name.lower() in UNKNOWN:
        return (name, None, np.ones(HOLDINGS)) if game.has_ranges else (name, (), None)
    if not game.has_ranges:
        numbers = parse_cards(name)
        _require_size(numbers, name, game)
        return name, numbers, None
    cards: tuple[int, ...] | None = None
    problem: RiverboatError | None = None
    try:
        cards = parse_cards(name)
        if len(cards) == game.cards:
            return name, cards, None
    except DealError as error:
        problem = error  # one card twice, unless it is a list of hands, such as "AhQh, KhQh"
    except NotationError:
        pass  # no cards, so a range
    try:
        range_ = Range.parse(name)
    except RiverboatError:
        if cards:
            _require_size(cards, name, game)
        if problem:
            raise problem from None
        raise
    return name, None, _range(range_, game, name)


def _one_line(text: str) -> str:
    """The text with every stretch of white space as one space, so that an error message about it stays one line."""
    return " ".join(text.split())


def _range(range_: Range, game: Game, name: str) -> NDArray[np.float64]:
    if not game.has_ranges:
        raise DealError(f'range "{name}": ranges are of two cards; {game.title} takes concrete cards or "random"')
    if range_.is_empty:
        raise DealError(f'range "{name}": it is empty; expected at least one hand with a weight above 0')
    return range_.weights


def _require_size(cards: tuple[int, ...], name: str, game: Game) -> None:
    if not game.min_cards <= len(cards) <= game.cards:
        few = f"{game.min_cards} to " if game.min_cards < game.cards else ""
        raise DealError(f'hand "{name}": {len(cards)} cards; {game.title} takes {few}{game.cards}, or "random"')


def _claim(owners: dict[int, str], cards: tuple[int, ...], owner: str, game: Game | None) -> None:
    for card in cards:
        if game and card < 4 * game.lowest:
            raise DealError(f"{owner}: {card_text(card)} is not in the deck of {game.title}")
        if card in owners:
            raise DealError(f"{owner}: {card_text(card)} is also in {owners[card]}")
        owners[card] = owner


def _require_enough_cards(spot: Spot) -> None:
    wanted = spot.players * spot.game.cards + spot.game.board[-1]
    there = DECK_SIZE - len(spot.out_of_play)
    if wanted > there:
        raise DealError(f"{spot.players} players need {wanted} cards, but only {there} are in play")
