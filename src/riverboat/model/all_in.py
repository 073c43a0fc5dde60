"""All-in adjusted winnings: pots count by equity once the betting is over.

When all betting is over before the last card, each pot is worth its contenders' equity in it: main and side pots
apart, an uncalled bet back to its owner, the house's share off the main pot first. Everything else stays as it was.
This is the all-in line of trackers. It is unbiased because it is the mean over the cards that are still to come, given
every card that is known; folded cards are dead if the record knows them, which a tracker's seldom does. A board run
several times is worth what one run is on average.

Exact for hold'em (1 to 3 ms before the flop) and wherever few cards are to come; where more than 50,000 ways remain in
other games (Omaha before the flop, early streets of stud), as many random ones with the hand's number as seed, a
standard error below 0.3 % of the pot. Not adjusted: games that draw, whose players still decide; hands with unknown
cards; a stud hand that ended with one card for all.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from math import comb
from typing import Final

from riverboat.cards.deck import Deck
from riverboat.games.hand import Hand
from riverboat.games.pots import Pot, side_pots
from riverboat.games.rules import Rules
from riverboat.games.view import HIDDEN

SAMPLES: Final = 50_000


def all_in_street(hand: Hand) -> int | None:
    """The street on which the betting ended, if it was over before the last card; None if it was not."""
    if not hand.went_to_showdown:
        return None
    ended = max((street for street, _, _ in hand.actions), default=0)
    later = hand.rules.streets[ended + 1 :]
    return ended if any(street.deals for street in later) else None


def can_adjust(rules: Rules) -> bool:
    """Whether the all-ins of this game have an equity; without one, winnings stay as they are."""
    return _equity_game(rules) is not None


def adjusted_payoffs(hand: Hand) -> tuple[float, ...]:
    """What each player wins or loses on average from where the betting ended; the payoffs themselves elsewhere."""
    plain = tuple(map(float, hand.payoffs))
    game = _equity_game(hand.rules)
    ended = all_in_street(hand)
    if ended is None or game is None or not _all_known(hand):
        return plain
    live = [position for position, alive in enumerate(hand.live) if alive]
    stud = game in ("stud", "stud8", "razz")
    if stud and hand.board:
        return plain
    seen = sum(street.board for street in hand.rules.streets[: ended + 1])
    hands = {position: _cards_on(hand, position, ended, stud) for position in live}
    folded = [card for p in range(len(hand.live)) if p not in hands for card in (*hand.down[p], *hand.up[p])]
    folded = [card for card in folded if card != HIDDEN]
    boards = [()] if stud else [board[:seen] for board in (hand.board, *hand.other_boards)]
    if hand.rules.runs > 1:
        boards = boards[:1]  # all runs begin alike, and each is worth the same
    won = [0.0] * len(plain)
    pots, back = _pots(hand)
    for chips, contenders in pots:
        for board in boards:
            out = [card for position in live if position not in contenders for card in hands[position]]
            elsewhere = [card for other in boards if other is not board for card in other]
            shares = _shares(game, [hands[p] for p in contenders], board, [*folded, *out, *elsewhere], hand)
            for position, share in zip(contenders, shares, strict=True):
                won[position] += chips * share / len(boards)
    return tuple(taken + over - paid for taken, over, paid in zip(won, back, map(float, hand.committed), strict=True))


def equities_by_street(hand: Hand, position: int) -> list[tuple[int, float]]:
    """For each street that a position saw: its number, and the equity against the cards of all who were still in.

    Nothing where the game has no equities or a card is unknown. Several boards count by their mean.
    """
    game = _equity_game(hand.rules)
    players = range(len(hand.players))
    cards = [card for p in players for card in (*hand.down[p], *hand.up[p])]
    if game is None or HIDDEN in cards:
        return []
    stud = game in ("stud", "stud8", "razz")
    if stud and hand.board:
        return []
    folds = {who: street for street, who, action in hand.actions if action.verb == "fold"}
    ended = len(hand.rules.streets) - 1 if hand.went_to_showdown else max((s for s, _, _ in hand.actions), default=0)
    found: list[tuple[int, float]] = []
    for street in range(ended + 1):
        live = [p for p in players if folds.get(p, ended + 1) >= street]
        if position not in live or len(live) < 2:
            break
        hands = [_cards_on(hand, p, street, stud) for p in live]
        dead = [card for p in players if p not in live for card in _cards_on(hand, p, folds[p], stud)]
        seen = sum(each.board for each in hand.rules.streets[: street + 1])
        boards = [()] if stud else [board[:seen] for board in (hand.board, *hand.other_boards)]
        shares = [_shares(game, hands, board, dead, hand)[live.index(position)] for board in boards]
        found.append((street, sum(shares) / len(shares)))
    return found


def _all_known(hand: Hand) -> bool:
    boards = (hand.board, *hand.other_boards)
    held = [card for p, alive in enumerate(hand.live) if alive for card in (*hand.down[p], *hand.up[p])]
    return HIDDEN not in held and all(HIDDEN not in board for board in boards)


def _cards_on(hand: Hand, position: int, street: int, stud: bool) -> tuple[int, ...]:
    """A player's cards as they were on this street."""
    if not stud:
        return hand.down[position]
    streets = hand.rules.streets[: street + 1]
    down, up = sum(each.down for each in streets), sum(each.up for each in streets)
    return hand.down[position][:down] + hand.up[position][:up]


def _pots(hand: Hand) -> tuple[list[Pot], list[int]]:
    """Main and side pots less what the house took, and what came back uncalled."""
    rules, levels = hand.rules, list(hand.committed)
    back, dead = [0] * len(levels), 0
    if rules.antes_are_dead and rules.antes:
        antes = [min(ante, chips) for ante, chips in zip(rules.antes, hand.committed, strict=True)]
        levels = [chips - ante for chips, ante in zip(levels, antes, strict=True)]
        dead = sum(antes)
    top = max(levels)
    if levels.count(top) == 1:
        highest = levels.index(top)
        called = max(chips for position, chips in enumerate(levels) if position != highest)
        if hand.live[highest]:
            back[highest], levels[highest] = top - called, called
    due = int(-sum(hand.payoffs))
    left = []
    for pot in side_pots(levels, hand.live, dead):
        taken = min(due, pot.chips)
        due -= taken
        left.append(Pot(pot.chips - taken, pot.contenders))
    return left, back


def _shares(
    game: str, hands: list[tuple[int, ...]], board: Iterable[int], dead: list[int], hand: Hand
) -> tuple[float, ...]:
    from riverboat.odds.showdown import GAMES, equity

    if len(hands) == 1:
        return (1.0,)
    deck = hand.rules.deck
    if deck != Deck.standard():
        hands = [_standard(deck, cards) for cards in hands]
        board, dead = _standard(deck, board), list(_standard(deck, dead))
    board = tuple(board)
    known = sum(map(len, hands)) + len(board) + len(dead)
    kind = GAMES[game]
    ways, left = 1, deck.size - known
    for missing in (*(kind.cards - len(cards) for cards in hands), kind.board[-1] - len(board)):
        ways *= comb(left, missing)
        left -= missing
    sampled = ways > SAMPLES and not kind.has_ranges
    return equity(
        hands,
        board=board,
        dead=dead,
        game=game,
        exact=None if sampled else True,
        samples=SAMPLES if sampled else None,
        seed=hand.number if sampled else None,
    ).equity


def _standard(deck: Deck, cards: Iterable[int]) -> tuple[int, ...]:
    """The same cards in the numbers of the standard deck."""
    found = tuple(deck.to_standard(card) for card in cards)
    assert None not in found
    return tuple(card for card in found if card is not None)


@cache
def _equity_game(rules: Rules) -> str | None:
    """The game of `riverboat.odds.showdown` that shares the pots in the same way, if there is one."""
    from riverboat.odds.showdown import GAMES

    if rules.exchanges_cards or any(street.extra_card_for for street in rules.streets):
        return None
    deck = {Deck.standard(): 0, Deck.short(): 4}.get(rules.deck)
    cards = sum(street.down + street.up for street in rules.streets)
    board = sum(street.board for street in rules.streets)
    for game in GAMES.values():
        same = game.rankings == rules.awards and game.cards == cards and game.board[-1] == board
        if same and game.lowest == deck and (board or cards == 7):
            starts = {sum(s.board for s in rules.streets[:at]) for at in range(1, len(rules.streets) + 1)}
            if starts <= set(game.board):
                return game.name
    return None
