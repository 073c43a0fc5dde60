"""Who gets the chips: uncalled bets, main and side pots, split pots, odd chips, rake.

A pot is a layer of equal contributions; the players who paid all of it and did not fold may win it. Several boards
take even shares of every pot, on each board every award (high, low) takes an even share of that, the best rank among
the contenders wins it, and equal ranks divide it.

Odd chips (tournament directors' rule 20): boards and awards that come first get them, so the high hand before the
low; among equal hands they go one by one to the first winners left of the button, or in stud to the one whose hand
has the highest card by suit; where the same players win high and low they share both together. Or there are none,
because the rules ask for exact fractions.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import repeat
from operator import add, neg, sub
from typing import TYPE_CHECKING, NamedTuple

from riverboat.cards.ranking.variants.base import Ranking
from riverboat.games.rules import Rake, Rules
from riverboat.games.scoring import find_award

if TYPE_CHECKING:
    from riverboat.games.state import State

Chips = int | Fraction
OddFirst = Callable[[int], int]
"""The place of a position among those that get odd chips; the smallest comes first."""


class Pot(NamedTuple):
    """Chips and the positions that may win them."""

    chips: int
    contenders: tuple[int, ...]


def settle(state: State, ranks: Sequence[Sequence[int]] | None = None) -> tuple[Chips, ...]:
    """What each player wins or loses in a hand that nobody has to decide any more.

    The hands are ranked here, unless `ranks` says for each award how the positions would stand.
    """
    betting = state.betting
    rules, committed, live, left = betting.rules, betting.committed, betting.live, betting.left
    if rules.shares_plainly and ranks is None:
        if left == 1:
            return _all_to(live.index(True), committed)
        if left == committed.count(committed[0]) == rules.players:
            cards = map(add, state.down, state.up) if rules.shows_cards else state.down
            hands = [*map(rules.rankers[0], cards, repeat(state.board))]
            best = max(hands)
            if hands.count(best) == 1:
                return _all_to(hands.index(best), committed)
            ranks = [hands]
    pots, won = _gather(state)
    if rules.rake is not None and betting.street > 0:
        pots = take_rake(pots, rules.rake)
    if left == 1:
        won[live.index(True)] += sum([pot.chips for pot in pots])
        return tuple(map(sub, won, committed))
    boards = state.boards
    for at, board in enumerate(boards):
        ranked = ranks or [
            [rank(state.down[p] + state.up[p], board) if alive else -1 for p, alive in enumerate(live)]
            for rank in rules.rankers
        ]
        shares = pots
        if len(boards) > 1:
            shares = [Pot(_even_shares(pot.chips, len(boards))[at], pot.contenders) for pot in pots]
        share_pots(shares, ranked, rules.exact_shares, odd_first(state), won)
    return tuple(map(sub, won, committed))


def _all_to(winner: int, committed: tuple[int, ...]) -> tuple[Chips, ...]:
    payoffs = [*map(neg, committed)]
    payoffs[winner] += sum(committed)
    return tuple(payoffs)


def _gather(state: State) -> tuple[list[Pot], list[Chips]]:
    """The pots, and what goes back to a player whose last bet nobody called."""
    rules, levels, live = state.rules, state.committed, state.live
    back: list[Chips] = [0] * rules.players
    dead = 0
    if rules.antes_are_dead and rules.antes:
        antes = [min(ante, state.stacks[p] + levels[p]) for p, ante in enumerate(rules.antes)]
        levels = tuple(map(sub, levels, antes))
        dead = sum(antes)
    top = max(levels)
    alike = levels.count(top)
    if alike == rules.players == state.left:
        return [Pot(top * alike + dead, tuple(range(alike)))], back
    if alike == 1 and live[levels.index(top)]:
        highest = levels.index(top)
        called = max(levels[:highest] + levels[highest + 1 :])
        back[highest] = top - called
        levels = (*levels[:highest], called, *levels[highest + 1 :])
    return side_pots(levels, live, dead), back


def side_pots(committed: Sequence[int], live: Sequence[bool], dead: int = 0) -> list[Pot]:
    """The main pot and the side pots, from the deepest layer up; layers with the same contenders are one pot.

    `dead` chips belong to the main pot, no matter who paid them.
    """
    pots: list[Pot] = []
    if dead:
        pots.append(Pot(dead, tuple(p for p, alive in enumerate(live) if alive)))
    below = 0
    for level in sorted({chips for chips, alive in zip(committed, live, strict=True) if alive and chips}):
        chips = sum(min(paid, level) - min(paid, below) for paid in committed)
        contenders = tuple(p for p, paid in enumerate(committed) if live[p] and paid >= level)
        if pots and pots[-1].contenders == contenders:
            pots[-1] = Pot(pots[-1].chips + chips, contenders)
        else:
            pots.append(Pot(chips, contenders))
        below = level
    # Chips that folded players put in above every live player's total belong to the last pot.
    left = sum(max(0, paid - below) for paid in committed)
    if left and pots:
        pots[-1] = Pot(pots[-1].chips + left, pots[-1].contenders)
    return pots


def uncalled_of(committed: Sequence[int], rules: Rules) -> list[int]:
    """What comes back to each player because nobody called it; antes are never called and never come back."""
    antes = rules.antes or (0,) * rules.players
    paid = [chips - min(ante, chips) for chips, ante in zip(committed, antes, strict=True)]
    highest, second = sorted(paid)[-1], sorted(paid)[-2]
    return [chips - second if chips == highest else 0 for chips in paid]


def share_pots(
    pots: Sequence[Pot],
    ranks: Sequence[Sequence[int]],
    exact: bool = False,
    odd_first: OddFirst | None = None,
    won: list[Chips] | None = None,
) -> list[Chips]:
    """What each player takes, added to `won`; `ranks` has for each award a number by position, -1 for no hand."""
    if won is None:
        won = [0] * len(ranks[0])
    for chips, contenders in pots:
        winners = []
        for award in ranks:
            best = max([award[p] for p in contenders])
            if best >= 0:
                winners.append([p for p in contenders if award[p] == best])
        if len(winners) == 1 == len(winners[0]):
            won[winners[0][0]] += chips
            continue
        if len(winners) > 1 and all(each == winners[0] for each in winners):
            winners = winners[:1]
        for share, sharers in zip(_split(chips, len(winners), exact), winners, strict=True):
            if odd_first is not None and len(sharers) > 1:
                sharers.sort(key=odd_first)
            for winner, part in zip(sharers, _split(share, len(sharers), exact), strict=True):
                won[winner] += part
    return won


def _split(chips: Chips, ways: int, exact: bool) -> list[Chips]:
    """Even shares, the first ones larger by a chip where it does not divide."""
    if ways == 1:
        return [chips]
    if exact:
        share = Fraction(chips, ways)
        return [int(share) if share.denominator == 1 else share] * ways
    return [*_even_shares(int(chips), ways)]


def _even_shares(chips: int, ways: int) -> list[int]:
    even, odd = divmod(chips, ways)
    return [even + 1 if place < odd else even for place in range(ways)]


def odd_first(state: State) -> OddFirst | None:
    """In stud the winner with the highest card by suit gets the odd chip, else the first left of the button."""
    if state.rules.odd_chips == "button":
        return None
    return lambda position: -_highest_card(state.rules, state.down[position] + state.up[position], state.board)


def _highest_card(rules: Rules, hole: tuple[int, ...], board: tuple[int, ...]) -> int:
    award = rules.awards[0]
    ranking = find_award(award) if isinstance(award, str) else award
    if not isinstance(ranking, Ranking) or rules.deck.size != 52:
        return max(hole)
    return max(ranking.best(hole, board))


def take_rake(pots: Sequence[Pot], rake: Rake) -> list[Pot]:
    """The pots after the house has taken its share, from the main pot first."""
    due = rake.of(sum(pot.chips for pot in pots))
    left: list[Pot] = []
    for pot in pots:
        taken = min(due, pot.chips)
        due -= taken
        left.append(Pot(pot.chips - taken, pot.contenders))
    return left
