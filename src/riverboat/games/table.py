"""What lies open on the table, and what the betting rules allow there; common to a `State` and a `View` of it.

Everything here is a number or a tuple, so that a state is copied and a view is made without copying any of it.

Chips are counted three times, each for its reason: `stacks` (behind), `bets` (in front, this street) and `committed`
(in the hand so far, bets included). Betting follows the tournament directors' rules unless the `Rules` say otherwise:
a raise is at least as large as the last full one, and an all-in for less lets nobody raise again who has acted
already, until such all-ins add up to a full raise (in limit games, to half a bet).
"""

from __future__ import annotations

from riverboat.games.action import Action
from riverboat.games.rules import Phase, Rules


class Table:
    """The open part of a hand; positions index every tuple."""

    __slots__ = (
        "able", "actions", "actor", "bets", "board", "committed", "highest_bet", "last_raise", "live", "min_raise_to",
        "other_boards", "phase", "raises", "rules", "stacks", "street", "up",
    )  # fmt: skip

    rules: Rules
    street: int
    """The street being played; when hands are shown down, one more than the last."""
    phase: Phase
    actor: int | None
    """The position that must decide, or None when the hand is over."""
    stacks: tuple[int, ...]
    bets: tuple[int, ...]
    committed: tuple[int, ...]
    live: tuple[bool, ...]
    """Who has not folded."""
    able: int
    """How many players have not folded and have chips."""
    up: tuple[tuple[int, ...], ...]
    """Everybody's face-up cards."""
    board: tuple[int, ...]
    other_boards: tuple[tuple[int, ...], ...]
    """The second and further boards, where there are several."""
    highest_bet: int
    last_raise: int
    """The size of the last full bet or raise on this street: the next must be at least as large."""
    min_raise_to: int
    raises: int
    actions: tuple[tuple[int, int, Action], ...]
    """(street, position, action) of everything so far."""

    @property
    def pot(self) -> int:
        """All chips in the hand, the bets of this street included."""
        return sum(self.committed)

    @property
    def boards(self) -> tuple[tuple[int, ...], ...]:
        """Every board; there is mostly one."""
        return (self.board, *self.other_boards)

    def _raises_between(self) -> tuple[int, int] | None:
        """The smallest and largest total that the actor may raise to, or None if he may not raise."""
        actor, rules = self.actor, self.rules
        if actor is None or self.phase != "bet":
            return None
        stacks = self.stacks
        highest = self.highest_bet
        all_in = self.bets[actor] + stacks[actor]
        if all_in <= highest or not self._somebody_can_answer(actor):
            return None
        street = rules.streets[self.street]
        if street.most_raises is not None and self.raises >= street.most_raises:
            return None
        acted = self._acted_at(actor)
        betting = street.betting or rules.betting
        limit = betting == "limit"
        if acted >= 0 and not rules.short_all_in_reopens:
            by = highest - acted
            if (2 * by if limit else by) < self.last_raise:
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

    def _acted_at(self, position: int) -> int:
        """The highest bet when this player last decided on this street; -1 before that."""
        raise NotImplementedError

    def _somebody_can_answer(self, actor: int) -> bool:
        """Whether another player could put in more than the highest bet; ACPC's dealer asks only for some chips."""
        if self.rules.short_all_in_reopens:
            return self.able > 1
        live, bets, highest = self.live, self.bets, self.highest_bet
        for position, stack in enumerate(self.stacks):
            if stack and live[position] and position != actor and stack + bets[position] > highest:
                return True
        return False

    def _must_bring_in(self) -> bool:
        return bool(self.rules.bring_in) and self.street == 0 and not self.highest_bet

    def _must_open(self) -> bool:
        """Whether the actor has to bet because nobody may check."""
        if self.highest_bet or not self.rules.streets[self.street].must_open:
            return False
        return self._raises_between() is not None

    def _why_no_fold(self) -> str | None:
        if self.phase != "bet":
            return self._why_no_bet("fold")
        assert self.actor is not None
        if self._must_bring_in():
            return "fold: the first player to act brings it in or completes the bet"
        if self.bets[self.actor] >= self.highest_bet and not self._must_open() and not self.rules.free_folds:
            return "fold: nothing is owed; check instead"
        return None

    def _why_no_call(self) -> str | None:
        if self.phase != "bet":
            return self._why_no_bet("check_or_call")
        if self._must_bring_in():
            return "check_or_call: the first player to act brings it in or completes the bet"
        if self._must_open():
            return "check_or_call: the first to act must open the betting here, or fold"
        return None

    def _why_no_raise(self, amount: int) -> str | None:
        interval = self._raises_between()
        if interval is None:
            return self._why_no_bet("raise_to") or "raise_to: no raise is allowed here; call or fold"
        low, high = interval
        if low <= amount <= high:
            return None
        return f"raise_to {amount}: the total on this street must be {low if low == high else f'{low} to {high}'}"

    def _why_no_bring_in(self) -> str | None:
        if self.phase != "bet" or not self._must_bring_in():
            return "bring_in: only the first player to act posts it, before anybody else bets"
        return None

    def _why_no_bet(self, verb: str) -> str | None:
        if self.phase == "bet":
            return None
        why = "the hand is over" if self.phase == "over" else "nobody bets now; cards are exchanged first"
        return f"{verb}: {why}"

    def _cards_wanted(self) -> tuple[int, int] | None:
        """The fewest and most cards that the actor may give away now; None while players bet."""
        if self.phase == "bet" or self.phase == "over":
            return None
        street = self.rules.streets[self.street]
        if self.phase == "draw":
            return street.drawing
        wanted = street.passing if self.phase == "pass" else street.discarding
        return wanted, wanted
