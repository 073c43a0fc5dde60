"""The dealer beside pokerkit's, which follows tournament rules: random hands of every variant that both have.

Actions must be legal in both, payoffs equal to the last fraction of a chip (both split exactly here; odd chips have
tests of their own). pokerkit decides differently whether an all-in for less than a full raise reopens the betting: it
takes the first raise after the blinds for a full one whatever its size, and counts short all-ins only while no full
one came between. So after a short all-in the interval of raises is not compared, and only what both allow is played.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import lru_cache
from random import Random
from typing import Any

import pytest

from riverboat.games import Action, State, make_game
from riverboat.games.pots import side_pots
from riverboat.games.rules import Rules

pokerkit = pytest.importorskip("pokerkit")
FixedLimitPokerMixin = pokerkit.games.FixedLimitPokerMixin

ALWAYS, LONG = 60, 8_000
PIECES = 8  # for as many processes as there are
AUTOMATIC = tuple(
    getattr(pokerkit.Automation, name)
    for name in (
        "ANTE_POSTING",
        "BET_COLLECTION",
        "BLIND_OR_STRADDLE_POSTING",
        "RUNOUT_COUNT_SELECTION",
        "HOLE_CARDS_SHOWING_OR_MUCKING",
        "HAND_KILLING",
        "CHIPS_PUSHING",
        "CHIPS_PULLING",
    )
)


def exactly(dividend: Any, divisor: int) -> tuple[Fraction, int]:
    return Fraction(dividend, divisor), 0


def blinds_of(rules: Rules) -> tuple[int, ...]:
    """pokerkit turns blinds around when two play."""
    return rules.blinds[::-1] if rules.players == 2 else rules.blinds


def unlimited(kind: Any) -> Callable[[Rules], Any]:
    def create(rules: Rules) -> Any:
        smallest = rules.streets[-1].bet
        antes = rules.antes or 0
        return kind.create_state(
            AUTOMATIC, True, antes, blinds_of(rules), smallest, rules.stacks, rules.players, divmod=exactly
        )

    return create


def limited(kind: Any) -> Callable[[Rules], Any]:
    def create(rules: Rules) -> Any:
        bets = rules.streets[0].bet, rules.streets[-1].bet
        return kind.create_state(
            AUTOMATIC, True, rules.antes or 0, blinds_of(rules), *bets, rules.stacks, rules.players, divmod=exactly
        )

    return create


def studs(kind: Any) -> Callable[[Rules], Any]:
    def create(rules: Rules) -> Any:
        bets = rules.streets[0].bet, rules.streets[-1].bet
        return kind.create_state(
            AUTOMATIC, True, rules.antes, rules.bring_in, *bets, rules.stacks, rules.players, divmod=exactly
        )

    return create


def antes_only(kind: Any, bets: int) -> Callable[[Rules], Any]:
    def create(rules: Rules) -> Any:
        sizes = [rules.streets[0].bet, rules.streets[-1].bet][:bets]
        return kind.create_state(AUTOMATIC, True, rules.antes, *sizes, rules.stacks, rules.players, divmod=exactly)

    return create


class LimitOmaha8(FixedLimitPokerMixin, pokerkit.FixedLimitOmahaHoldemHighLowSplitEightOrBetter):  # type: ignore[misc, name-defined, valid-type]
    """What pokerkit 0.7 calls fixed-limit here has pot-limit betting."""


GAMES: dict[str, tuple[Callable[[Rules], Any], int, dict[str, Any]]] = {
    "holdem": (unlimited(pokerkit.NoLimitTexasHoldem), 6, {"blinds": (5, 10), "antes": 1}),
    "holdem-limit": (limited(pokerkit.FixedLimitTexasHoldem), 6, {"betting": "limit", "raises": 4}),
    "omaha": (unlimited(pokerkit.PotLimitOmahaHoldem), 6, {"blinds": (5, 10)}),
    "omaha8": (limited(LimitOmaha8), 6, {"raises": 4}),
    "short_deck": (unlimited(pokerkit.NoLimitShortDeckHoldem), 6, {"ante": 5}),
    "stud": (studs(pokerkit.FixedLimitSevenCardStud), 7, {}),
    "stud8": (studs(pokerkit.FixedLimitSevenCardStudHighLowSplitEightOrBetter), 7, {}),
    "razz": (studs(pokerkit.FixedLimitRazz), 7, {}),
    "single_draw": (unlimited(pokerkit.NoLimitDeuceToSevenLowballSingleDraw), 5, {"blinds": (5, 10)}),
    "triple_draw": (limited(pokerkit.FixedLimitDeuceToSevenLowballTripleDraw), 4, {"raises": 4}),
    "badugi": (limited(pokerkit.FixedLimitBadugi), 5, {"raises": 4}),
    "kuhn": (antes_only(pokerkit.KuhnPoker, 1), 2, {}),
    "leduc": (antes_only(pokerkit.LeducHoldem, 2), 2, {}),
    "rhode_island": (antes_only(pokerkit.RhodeIslandHoldem, 2), 4, {}),
}


@pytest.fixture(autouse=True, scope="module")
def remembered_hands() -> Iterator[None]:
    """pokerkit ranks the same cards again and again at a showdown: what it has found out once it is told."""
    with pytest.MonkeyPatch.context() as patch:
        for kind in vars(pokerkit.hands).values():
            if isinstance(kind, type) and "from_game" in vars(kind):
                patch.setattr(kind, "from_game", classmethod(_remembering(vars(kind)["from_game"].__func__)))
        yield


def _remembering(from_game: Callable[..., Any]) -> Callable[..., Any]:
    @lru_cache(10_000)
    def outcome(kind: type, hole: tuple[Any, ...], board: tuple[Any, ...]) -> tuple[Any, ValueError | None]:
        try:
            return from_game(kind, hole, board), None
        except ValueError as no_hand:
            return None, no_hand

    def remembered(kind: type, hole: Any, board: Any = ()) -> Any:
        hand, no_hand = outcome(kind, tuple(hole), tuple(board))
        if no_hand:
            raise no_hand
        return hand

    return remembered


class Both:
    """One hand at two tables."""

    def __init__(self, name: str, create: Callable[[Rules], Any], rules: Rules, rng: Random) -> None:
        deck = list(range(rules.deck.size))
        rng.shuffle(deck)
        self.rules, self.rng = rules, rng
        self.ours, self.theirs = State(rules, deck), create(rules)
        self.board_dealt = 0
        self.short_all_in = (-1, False)
        self.deal()

    def text(self, cards: Any) -> str:
        return self.rules.deck.cards_text(cards)

    def deal(self) -> None:
        """Give the other dealer the cards that ours has dealt."""
        theirs, ours = self.theirs, self.ours
        while True:
            if theirs.can_burn_card("??"):
                theirs.burn_card("??")
            elif theirs.can_deal_hole():
                player = theirs.hole_dealee_index
                held = {repr(card) for card in theirs.hole_cards[player]}
                up = theirs.hole_dealing_statuses[player][0]
                mine = ours.up[player] if up else ours.down[player]
                card = next(each for each in map(self.rules.deck.card_text, mine) if each not in held)
                theirs.deal_hole(card)
            elif theirs.can_deal_board():
                count = next(filter(None, theirs.board_dealing_counts))
                theirs.deal_board(self.text(ours.board[self.board_dealt : self.board_dealt + count]))
                self.board_dealt += count
            else:
                return

    def step(self) -> None:
        ours, theirs = self.ours, self.theirs
        if ours.phase == "draw":
            assert theirs.stand_patter_or_discarder_index == ours.actor
            assert ours.actor is not None
            held = ours.down[ours.actor]
            cards = tuple(self.rng.sample(held, self.rng.choice((0, 1, 1, 2, 3))))
            theirs.stand_pat_or_discard(self.text(cards))
            ours.discard(cards)
        else:
            assert theirs.actor_index == ours.actor
            self.bet()
        self.deal()

    def bet(self) -> None:
        ours, theirs = self.ours, self.theirs
        assert theirs.can_fold() == ours.can_fold()
        assert theirs.can_post_bring_in() == ours.can_bring_in()
        assert theirs.can_check_or_call() == ours.can_check_or_call()
        low, high = (
            theirs.min_completion_betting_or_raising_to_amount,
            theirs.max_completion_betting_or_raising_to_amount,
        )
        interval = ours.raise_interval()
        if self.short_all_in != (ours.street, True):
            assert interval == (None if low is None else (low, high))
        actions = [Action.check_or_call()] * 3 if ours.can_check_or_call() else [Action.bring_in()] * 3
        actions += [Action.fold()] * ours.can_fold()
        if interval and low is not None:
            low, high = max(low, interval[0]), min(high, interval[1])
            if low <= high:
                actions += [Action.raise_to(n) for n in (low, low, self.rng.randint(low, min(high, 3 * low)), high)]
        action = self.rng.choice(actions)
        if action.verb == "fold":
            theirs.fold()
        elif action.verb == "check_or_call":
            theirs.check_or_call()
        elif action.verb == "bring_in":
            theirs.post_bring_in()
        else:
            theirs.complete_bet_or_raise_to(action.amount)
            assert ours.actor is not None
            if action.amount - ours.highest_bet < ours.last_raise:
                self.short_all_in = (ours.street, True)
        ours.apply(action)


def check_variant(name: str, hands: int, seed: int = 3) -> None:
    create, most, settings = GAMES[name]
    rng = Random(seed)
    short = name not in ("kuhn", "leduc", "rhode_island")
    for _ in range(hands):
        players = rng.randint(2, most)
        stacks = [rng.choice((17, 25, 40, 65, 120, 333, 1000)) for _ in range(players)]
        extra = {"stacks": tuple(stacks)} if short else {}
        game = make_game(name.removesuffix("-limit"), players=players, acpc=False, **settings, **extra)
        rules = exact(game)
        both = Both(name, create, rules, rng)
        while both.ours.actor is not None:
            both.step()
        assert not both.theirs.status
        if not low_in_some_pots_only(both.ours):
            assert list(both.ours.payoffs or ()) == list(both.theirs.payoffs)


def low_in_some_pots_only(state: State) -> bool:
    """Whether a low qualifies in one pot only: pokerkit then shares half of the other among all, low or not."""
    if len(state.rules.awards) < 2 or state.left < 2:
        return False
    rank = state.rules.rankers[1]
    pots = side_pots(state.committed, state.live)
    qualified = [any(rank(state.down[p] + state.up[p], state.board) >= 0 for p in pot.contenders) for pot in pots]
    return len(set(qualified)) > 1


def exact(rules: Rules) -> Rules:
    from dataclasses import replace

    return replace(rules, exact_shares=True)


@pytest.mark.parametrize("name", GAMES)
def test_variants_agree_with_pokerkit(name: str) -> None:
    check_variant(name, ALWAYS)


@pytest.mark.slow
@pytest.mark.chaos("hands of money beside pokerkit", LONG // PIECES)
@pytest.mark.parametrize("piece", range(PIECES))
@pytest.mark.parametrize("name", GAMES)
def test_variants_agree_with_pokerkit_at_length(name: str, piece: int) -> None:
    check_variant(name, LONG // PIECES, seed=100 + piece)
