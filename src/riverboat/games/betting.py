"""The betting of a hand: its history, everything about a hand except its cards, and the legal actions.

A `Betting` never changes once it is made; what a player does leads to another one. So a state and every view of it
share one, and since it has no cards, so do all hands of a game that are bet alike: `Lines` remembers where actions
lead from there.

Chips are counted three times, each for its reason: `stacks` (behind), `bets` (in front, this street) and `committed`
(in the hand so far, bets included). Betting follows the tournament directors' rules unless the `Rules` say otherwise:
a raise is at least as large as the last full one, and after an all-in for less, players who have already acted may not
raise again, until such all-ins add up to a full raise (in limit games, to half a bet).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple, TypeVar

from riverboat.games.action import Action
from riverboat.games.legal import NO_ACTIONS, LegalActions
from riverboat.games.rules import Phase, Rules

Actions = tuple[tuple[int, int, Action], ...]

REMEMBERED: Final = 10_000
"""Maximum number of betting states of a game whose successors are cached."""

_T = TypeVar("_T")
_Key = TypeVar("_Key")

_FOLD = Action.fold()
_CHECK_OR_CALL = Action.check_or_call()
_BRING_IN = Action.bring_in()
_DISCARD = Action.discard()
_PASS = Action.pass_cards()


class Draft:
    """A betting under construction, the only time that it changes; positions index every tuple."""

    __slots__ = (
        "able", "actions", "actor", "bets", "committed", "highest_bet", "last_raise", "left", "live",
        "min_raise_to", "pending", "phase", "raises", "rules", "stacks", "street",
    )  # fmt: skip

    rules: Rules
    street: int
    """The street being played; when hands are shown down, one more than the last."""
    phase: Phase
    actor: int | None
    """The position that must decide, or None when there is nothing to decide before cards are dealt or shown."""
    pending: int
    """How many players, the actor included, must still decide before the phase ends."""
    stacks: tuple[int, ...]
    bets: tuple[int, ...]
    committed: tuple[int, ...]
    live: tuple[bool, ...]
    """Who has not folded."""
    left: int
    """How many players have not folded."""
    able: int
    """How many players have not folded and have chips."""
    highest_bet: int
    last_raise: int
    """The size of the last full bet or raise on this street: the next must be at least as large."""
    min_raise_to: int
    raises: int
    actions: Actions
    """(street, position, action) of everything so far."""

    def done(self) -> Betting:
        """From now on it does not change."""
        self.__class__ = Betting
        return self  # type: ignore[return-value]

    def begin(self, phases: Sequence[Phase], opener: int) -> None:
        """Begin the first of these phases in which a player has to act."""
        for self.phase in phases:
            if self.phase != "bet":
                self.pending = self.left
                self.actor = self.live.index(True)
                return
            if self.able > 1 or self._somebody_owes():
                self.pending = self.able
                self.give_turn(opener)

    def put_in(self, position: int, chips: int) -> None:
        """Move chips to the front, as many as there are."""
        stack = self.stacks[position]
        if chips >= stack:
            chips = stack
            self.able -= 1
        self.stacks = changed(self.stacks, position, stack - chips)
        self.bets = changed(self.bets, position, self.bets[position] + chips)
        self.committed = changed(self.committed, position, self.committed[position] + chips)

    def everybody_answers(self, actor: int) -> None:
        """After a bet or a raise it is everyone else's turn again."""
        self.pending = self.able - 1 if self.stacks[actor] else self.able
        self.give_turn(self.rules.following[self.street][actor])

    def give_turn(self, position: int) -> None:
        """Ask this player, or the next one who has chips and has not folded; nobody if all have decided."""
        if not self.pending:
            self.actor = None
            return
        live, stacks = self.live, self.stacks
        while not (stacks[position] and live[position]):
            position = self.rules.following[self.street][position]
        if self.able == 1 and self.bets[position] >= self.highest_bet and not self.rules.short_all_in_reopens:
            # A blind is called by all-ins only, so there is no choice left (though ACPC's dealer asks anyway).
            self.actor = None
        else:
            self.actor = position

    def _somebody_owes(self) -> bool:
        highest = self.highest_bet
        return any(
            alive and stack and bet < highest
            for alive, stack, bet in zip(self.live, self.stacks, self.bets, strict=True)
        )


class Betting(Draft):
    """The state of the betting."""

    __slots__ = ()

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"{name}: a betting never changes")

    def __setstate__(self, state: tuple[None, dict[str, object]]) -> None:
        for name, value in state[1].items():
            object.__setattr__(self, name, value)

    @staticmethod
    def start(rules: Rules, stacks: Sequence[int]) -> Betting:
        """Antes and blinds are posted; no street is dealt yet."""
        made = Draft()
        made.rules = rules
        made.stacks, made.bets, made.committed, made.highest_bet, made.able = rules.post(stacks)
        made.street = -1
        made.phase = "bet"
        made.actor = None
        made.pending = made.last_raise = made.min_raise_to = made.raises = 0
        made.live = (True,) * rules.players
        made.left = rules.players
        made.actions = ()
        return made.done()

    def _draft(self) -> Draft:
        """A copy that can be changed until it is done."""
        draft = Draft()
        draft.rules = self.rules
        draft.street = self.street
        draft.phase = self.phase
        draft.actor = self.actor
        draft.pending = self.pending
        draft.stacks = self.stacks
        draft.bets = self.bets
        draft.committed = self.committed
        draft.live = self.live
        draft.left = self.left
        draft.able = self.able
        draft.highest_bet = self.highest_bet
        draft.last_raise = self.last_raise
        draft.min_raise_to = self.min_raise_to
        draft.raises = self.raises
        draft.actions = self.actions
        return draft

    def with_actions(self, actions: Actions) -> Betting:
        """The same with another record of it, for players who did not see all."""
        other = self._draft()
        other.actions = actions
        return other.done()

    # What follows -----------------------------------------------------------------------------------------------------

    def folded(self) -> Betting:
        """The actor has given up the hand."""
        after, actor = self._draft(), self._who()
        after.live = changed(self.live, actor, False)
        after.left -= 1
        after.able -= 1
        after.actions += ((self.street, actor, _FOLD),)
        after.pending -= 1
        if after.left == 1:
            after.actor, after.phase = None, "over"
        else:
            after.give_turn(self.rules.following[self.street][actor])
        return after.done()

    def called(self) -> Betting:
        """The actor has checked or called."""
        after, actor = self._draft(), self._who()
        if owed := self.highest_bet - self.bets[actor]:
            after.put_in(actor, owed)
        after.actions += ((self.street, actor, _CHECK_OR_CALL),)
        after.pending -= 1
        after.give_turn(self.rules.following[self.street][actor])
        return after.done()

    def raised_to(self, amount: int) -> Betting:
        """The actor has bet or raised to a total on this street."""
        after, actor = self._draft(), self._who()
        by = amount - self.highest_bet
        if self.rules.short_all_in_reopens:
            after.min_raise_to = max(self.min_raise_to, amount + by)
        else:
            after.last_raise = max(self.last_raise, by)
            after.min_raise_to = amount + after.last_raise
        after.put_in(actor, amount - self.bets[actor])
        after.highest_bet = amount
        after.raises += 1
        after.actions += ((self.street, actor, Action("raise_to", amount)),)
        after.everybody_answers(actor)
        return after.done()

    def brought_in(self) -> Betting:
        """The actor has opened a stud hand with the smallest forced bet."""
        after, actor = self._draft(), self._who()
        after.put_in(actor, self.rules.bring_in)
        after.highest_bet = after.bets[actor]
        after.actions += ((self.street, actor, _BRING_IN),)
        after.everybody_answers(actor)
        return after.done()

    def gave_cards(self, action: Action) -> Betting:
        """The actor has passed or exchanged cards; everyone does it once, from the left of the button."""
        after, actor = self._draft(), self._who()
        after.actions += ((self.street, actor, action),)
        after.pending -= 1
        after.actor = self.live.index(True, actor + 1) if after.pending else None
        return after.done()

    def next_street(self, opener: int) -> Betting:
        """A street has been dealt, or the last was over; this position would be the first to bet.

        There is no actor if nobody has anything to decide on it.
        """
        rules, after = self.rules, self._draft()
        after.actor = None
        after.street = at = self.street + 1
        if at == len(rules.streets):
            after.phase = "over"
            return after.done()
        after.last_raise = rules.streets[at].bet
        if at:
            after.bets = rules.nobody
            after.highest_bet = 0
        elif rules.largest_blind > after.last_raise:
            after.last_raise = rules.largest_blind
        after.raises = 0
        after.min_raise_to = after.highest_bet + after.last_raise
        after.begin(rules.phases[at], opener)
        return after.done()

    def next_phase(self, opener: int) -> Betting:
        """Everybody has passed or exchanged cards; this position would be the first to bet."""
        after, phases = self._draft(), self.rules.phases[self.street]
        after.begin(phases[phases.index(self.phase) + 1 :], opener)
        return after.done()

    def _who(self) -> int:
        assert self.actor is not None
        return self.actor

    # What is allowed --------------------------------------------------------------------------------------------------

    def raise_interval(self) -> tuple[int, int] | None:
        """The smallest and largest total that the actor may raise to, or None if there is no legal raise."""
        actor, rules = self.actor, self.rules
        if actor is None or self.phase != "bet":
            return None
        highest = self.highest_bet
        all_in = self.bets[actor] + self.stacks[actor]
        if all_in <= highest or not self._somebody_can_answer(actor):
            return None
        street = rules.streets[self.street]
        if street.max_raises is not None and self.raises >= street.max_raises:
            return None
        betting = street.betting or rules.betting
        limit = betting == "limit"
        if not rules.short_all_in_reopens:
            by = highest - self.bets[actor]  # what others have raised since the actor's last decision, if there was one
            if (2 * by if limit else by) < self.last_raise and self._has_acted(actor):
                return None
        if limit:
            completes = rules.bring_in and self.street == 0 and highest < street.bet
            amount = min(street.bet if completes else highest + street.bet, all_in)
            return amount, amount
        smallest = min(self.min_raise_to, all_in)
        if betting == "no-limit":
            return smallest, all_in
        pot_sized = 2 * highest - self.bets[actor] + sum(self.committed)
        return smallest, max(smallest, min(pot_sized, all_in))

    def _somebody_can_answer(self, actor: int) -> bool:
        """Whether another player could put in more than the highest bet; ACPC's dealer asks only for some chips."""
        if self.rules.short_all_in_reopens:
            return self.able > 1
        live, bets, highest = self.live, self.bets, self.highest_bet
        for position, stack in enumerate(self.stacks):
            if stack and live[position] and position != actor and stack + bets[position] > highest:
                return True
        return False

    def _has_acted(self, position: int) -> bool:
        """Whether a player has called or raised on this street."""
        for street, who, action in reversed(self.actions):
            if street != self.street:
                return False
            if who == position and action.verb in ("check_or_call", "raise_to"):
                return True
        return False

    def must_bring_in(self) -> bool:
        """Whether the actor posts the bring-in, or completes the bet at once."""
        return bool(self.rules.bring_in) and self.street == 0 and not self.highest_bet

    def _must_open(self) -> bool:
        """Whether the actor has to bet because nobody may check."""
        if self.highest_bet or not self.rules.streets[self.street].must_open:
            return False
        return self.raise_interval() is not None

    def fold_error(self) -> str | None:
        """Why the actor may not fold; None if folding is legal."""
        if self.phase != "bet":
            return self._bet_error("fold")
        if self.bets[self._who()] < self.highest_bet:
            return None
        if self.must_bring_in():
            return "fold: the first player to act brings it in or completes the bet"
        if not self._must_open() and not self.rules.free_folds:
            return "fold: nothing is owed; check instead"
        return None

    def call_error(self) -> str | None:
        """Why the actor may not check or call; None if it is legal."""
        if self.phase != "bet":
            return self._bet_error("check_or_call")
        if self.highest_bet or not self.rules.must_open[self.street]:
            return None
        if self.must_bring_in():
            return "check_or_call: the first player to act brings it in or completes the bet"
        if self._must_open():
            return "check_or_call: the first to act must open the betting here, or fold"
        return None

    def raise_error(self, amount: int) -> str | None:
        """Why the actor may not raise to this total; None if it is legal."""
        interval = self.raise_interval()
        if interval is None:
            return self._bet_error("raise_to") or "raise_to: no raise is allowed here; call or fold"
        low, high = interval
        if low <= amount <= high:
            return None
        return f"raise_to {amount}: the total on this street must be {low if low == high else f'{low} to {high}'}"

    def bring_in_error(self) -> str | None:
        """Why the actor may not post the bring-in; None if it is legal."""
        if self.phase != "bet" or not self.must_bring_in():
            return "bring_in: only the first player to act posts it, before anybody else bets"
        return None

    def legal_actions(self) -> LegalActions:
        """Everything that the actor may do."""
        if self.actor is None:
            return NO_ACTIONS
        if self.phase != "bet":
            give = _PASS if self.phase == "pass" else _DISCARD
            return LegalActions(exchange=give, exchange_interval=self.cards_wanted())
        return LegalActions(
            _FOLD if self.fold_error() is None else None,
            _CHECK_OR_CALL if self.call_error() is None else None,
            _BRING_IN if self.must_bring_in() else None,
            self.raise_interval(),
        )

    def _bet_error(self, verb: str) -> str | None:
        if self.phase == "bet":
            return None
        why = "the hand is over" if self.phase == "over" else "nobody bets now; cards are exchanged first"
        return f"{verb}: {why}"

    def cards_wanted(self) -> tuple[int, int] | None:
        """The minimum and maximum number of cards that the actor may give away now; None during betting."""
        if self.phase == "bet" or self.phase == "over":
            return None
        street = self.rules.streets[self.street]
        if self.phase == "draw":
            return street.drawing
        wanted = street.passing if self.phase == "pass" else street.discarding
        return wanted, wanted


class Lines:
    """Where actions have led in a game that starts with its usual stacks: the betting of many hands, without cards.

    The first bettings that occur are cached, as long as there is room; each takes about a kilobyte. What is cached was
    legal. Games in which cards are exchanged cache nothing: their actions contain cards.
    """

    __slots__ = ("called", "folded", "next_street", "raised", "room")

    def __init__(self, room: int) -> None:
        self.room = room
        """How many more fit."""
        self.called: dict[Betting, Betting] = {}
        self.folded: dict[Betting, Betting] = {}
        self.raised: dict[tuple[Betting, int], Betting] = {}
        self.next_street: dict[Betting, Betting] = {}
        """The start of the next street, where that does not depend on cards."""

    def __reduce__(self) -> tuple[type[Lines], tuple[int]]:
        """Cached values are not pickled: a copy in another process starts without them."""
        return Lines, (0,)

    def keep(self, kind: dict[_Key, Betting], key: _Key, after: Betting) -> None:
        """Cache a successor."""
        if self.room:
            self.room -= 1
            kind[key] = after


class Opening(NamedTuple):
    """The initial betting of a game with its default stacks, with cached successors."""

    betting: Betting
    lines: Lines


def opening(rules: Rules) -> Opening:
    """The opening of a game, made once for these rules."""
    found: Opening | None = rules.memory.get("opening")
    if found is None:
        lines = Lines(0 if rules.exchanges_cards else REMEMBERED)
        found = rules.memory["opening"] = Opening(Betting.start(rules, rules.stacks), lines)
    return found


FORGETFUL: Final = Lines(0)
"""For hands with custom stacks, whose betting is unlikely to recur."""


def changed(values: tuple[_T, ...], position: int, value: _T) -> tuple[_T, ...]:
    """The same values with another one at this position."""
    changed = list(values)
    changed[position] = value
    return tuple(changed)
