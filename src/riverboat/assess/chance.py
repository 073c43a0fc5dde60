"""How much of the winnings was due to the cards? Additive luck corrections, for hold'em with any betting.

Every time cards are dealt, the equities of the players who are still in move; times the pot, that is luck. Its mean is
exactly zero, given everything before the deal, because the equity before the deal is the mean of the equities after it.
So money less the sum of all luck is an unbiased estimate of what play is worth, with less variance: the chance
corrections of AIVAT alone (Burch, Schmid, Moravčík, Morrill and Bowling, AAAI 2018; Zinkevich et al., AAAI 2006), with
all-in equity as the value function. It needs nobody's strategy, only everyone's cards, and works for any number of
players, limit or no-limit. An all-in is a special case: from there on the corrections make it the all-in value.

Before any card everyone is taken to have called the big blind. Equities before the flop are sampled, from a separate
stream for each hand (still unbiased); later ones are exact. Cost: a quarter of a millisecond for two players. Hands
selected by what was shown are a biased sample: where cards are known only after a showdown, luck no longer has mean
zero. Side pots count as one pot among all who are in, which is still unbiased but leaves more variance.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from riverboat.cards.deck import Deck
from riverboat.games.hand import Hand
from riverboat.games.view import HIDDEN
from riverboat.model.divat.limit_holdem import BOARD_CARDS
from riverboat.odds.range_equity import shares_among

NEEDS_CARDS: Final = "it needs every player's cards"
SAMPLES: Final = 2000
_DECK: Final = Deck.standard()
_DEALS: Final = ((2, 0), (0, 3), (0, 1), (0, 1))


@dataclass(frozen=True, slots=True)
class Luck:
    """What the cards brought, in chips."""

    by_street: tuple[tuple[float, ...], ...]
    """By street that was dealt, and position."""
    adjusted: tuple[float, ...]
    """The payoffs less all luck, by position."""


def luck_error(hand: Hand, only: int | None = None) -> str | None:
    """Why the luck of a hand cannot be measured, or that of one position; None if it can."""
    rules = hand.rules
    deals = tuple((street.down, street.board) for street in rules.streets)
    if deals != _DEALS or rules.deck != _DECK or rules.awards != ("high",) or rules.exchanges_cards:
        return "it is for hold'em"
    if rules.scenario is not None:
        return "it is for hands dealt from the whole deck, and these come from ranges"
    if rules.boards > 1 or rules.runs > 1 or hand.other_boards:
        return "it knows one board"
    if len(hand.down) > 10:
        return "it is for up to ten players"
    needed = hand.down if only is None else (hand.down[only],)
    if any(len(cards) != 2 or HIDDEN in cards for cards in needed):
        return NEEDS_CARDS
    if HIDDEN in hand.board or len(hand.board) not in BOARD_CARDS:
        return "it needs the board"
    return None


def chance_luck(hand: Hand, seed: int = 1, samples: int = SAMPLES) -> Luck:
    """The luck of each deal and the payoffs without it; ask `luck_error` first.

    Args:
        samples: Deals drawn where there are too many to take all.
    """
    players = range(len(hand.down))
    payoffs = tuple(map(float, hand.payoffs))
    start = _Equities(hand, seed, samples)
    blind = hand.rules.largest_blind or sum(hand.rules.antes) / len(players)
    pot, live = blind * len(players), tuple(players)
    found = []
    before = dict.fromkeys(players, 1.0 / len(players))
    for street, cards in enumerate(BOARD_CARDS):
        if street and len(hand.board) < cards:
            break
        if street:
            pot, live = pot_before_street(hand, street)
            before = start.among(live, hand.board[: BOARD_CARDS[street - 1]])
        after = start.among(live, hand.board[:cards])
        found.append(tuple(pot * (after[p] - before[p]) if p in after else 0.0 for p in players))
    luck = [sum(street[p] for street in found) for p in players]
    return Luck(tuple(found), tuple(won - moved for won, moved in zip(payoffs, luck, strict=True)))


class _Equities:
    """Equities of one hand's players, each asked for once."""

    def __init__(self, hand: Hand, seed: int, samples: int) -> None:
        self._hand, self._samples = hand, samples
        self._seed = hash((seed, hand.number, hand.down)) & 0x7FFFFFFF
        self._known: dict[tuple[tuple[int, ...], tuple[int, ...]], dict[int, float]] = {}

    def among(self, live: tuple[int, ...], board: tuple[int, ...]) -> dict[int, float]:
        """The share of the pot of each player who is in, all others' cards dead."""
        key = (live, board)
        if key not in self._known:
            down = self._hand.down
            if len(live) == 1:
                self._known[key] = {live[0]: 1.0}
            else:
                dead = [card for p, cards in enumerate(down) if p not in live for card in cards]
                hands = [down[p] for p in live]
                shares = shares_among(hands, board, dead, self._seed + len(self._known), self._samples).tolist()
                self._known[key] = dict(zip(live, shares, strict=True))
        return self._known[key]


def pot_before_street(hand: Hand, street: int) -> tuple[float, tuple[int, ...]]:
    """The pot when a street is dealt, without what nobody called, and who is in."""
    rules, players = hand.rules, len(hand.down)
    behind = [min(stack, rules.cap) if rules.cap else stack for stack in hand.stacks]
    antes = [min(ante, chips) for ante, chips in zip(rules.antes or (0,) * players, behind, strict=True)]
    paid = [min(ante + blind, chips) for ante, blind, chips in zip(antes, rules.blinds, behind, strict=True)]
    at, start, live = 0, list(antes), set(range(players))
    for on, position, action in hand.actions:
        if on >= street:
            break
        if on != at:
            at, start = on, list(paid)
        if action.verb == "fold":
            live.discard(position)
        elif action.verb == "check_or_call":
            highest = max(paid[p] - start[p] for p in range(players))
            paid[position] = min(start[position] + highest, behind[position])
        elif action.verb == "raise_to":
            paid[position] = start[position] + action.amount
    called = sorted(paid)[-2]
    return float(sum(min(chips, called) for chips in paid)), tuple(sorted(live))
