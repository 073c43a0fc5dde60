"""The tables at which Hermes's published life is repeated: stand-ins as loose as their profiles, results by hand."""

from __future__ import annotations

from math import sqrt

import pytest

from riverboat.games import Action, Agent, Hand, State, View, decks, make_game, play_hand
from riverboat.lab.teofilo._hermes_field import POSITIONS, PROFILES, SEATS, Life, Profile, StandIn, play_life, row_of
from riverboat.odds.showdown import equity

GAME = make_game("holdem", players=SEATS)


def too_far(seen: dict[str, list[int]], within: float, hands: int) -> list[str]:
    """Profiles whose VPIP or PFR is more than `within` points and three standard errors away from what was printed."""
    found = []
    for profile in PROFILES:
        decisions, played, raised = seen[profile.name]
        for printed, done in ((profile.vpip, played), (profile.pfr, raised)):
            share = done / max(1, decisions)
            error = 100 * sqrt(share * (1 - share) / max(1, decisions))
            if decisions >= hands and abs(100 * share - printed) > within + 3 * error:
                found.append(f"{profile.name}: {printed} printed, {100 * share:.1f} of {decisions}")
    return found


def test_stand_ins_play_their_profiles() -> None:
    life = Life.restored(play_life(("hermes", 3, 0, 2500)))
    assert too_far(life.seen, 1.0, 300) == []
    assert sum(decisions >= 300 for decisions, _, _ in life.seen.values()) >= 8


@pytest.mark.slow
def test_stand_ins_play_their_profiles_over_many_lives() -> None:
    total = {profile.name: [0, 0, 0] for profile in PROFILES}
    for number in range(12):
        for name, counts in play_life(("hermes", 5, number, 3814))["seen"].items():
            total[name] = [a + b for a, b in zip(total[name], counts, strict=True)]
    assert too_far(total, 1.0, 500) == []


def test_a_life_is_repeatable_and_complete() -> None:
    first, again, other = (play_life(("hermes", 3, number, 240)) for number in (1, 1, 2))
    assert first == again
    assert first != other
    life = Life.restored(first)
    assert [life.rows[name].hands for name in POSITIONS] == [40] * 6
    assert life.total.hands == 240
    assert life.saved() == first


class Told(Agent):
    """Does one thing, then checks or folds."""

    def __init__(self, action: Action | None = None) -> None:
        super().__init__()
        self.action = action

    def act(self, view: View) -> Action:
        action, self.action = self.action, None
        return action or view.check_or_fold()


def all_in(*holes: str) -> Hand:
    """The button shoves 20 big blinds and the big blind calls."""
    deck = list(range(52))
    swap: dict[int, int] = {}
    plain = play_hand(GAME, [Told() for _ in range(SEATS)], tuple(deck))
    for seat, hole in zip((5, 1), holes, strict=True):
        for card, wanted in zip(plain.down[seat], GAME.deck.parse_cards(hole), strict=True):
            swap[card], swap[wanted] = wanted, card
    agents = [Told() for _ in range(SEATS)]
    agents[5], agents[1] = Told(Action.raise_to(2000)), Told(Action.check_or_call())
    stacks = [10_000] * 5 + [2000]
    return play_hand(GAME, agents, tuple(swap.get(card, card) for card in deck), stacks=stacks, strict=True)


def test_what_an_all_in_is_worth() -> None:
    """40.5 big blinds, of which 5 % are raked: the equity of that less the 20 that were paid."""
    hand = all_in("AsAh", "KsKh")
    row = row_of(hand, 5, [(1, 1), (1, 1), (0, 0), (1, 1)], 100)
    folded = [card for seat in (0, 2, 3, 4) for card in hand.down[seat]]
    share = equity([hand.down[5], hand.down[1]], dead=folded).equity[0]
    assert (row.vpip, row.pfr, row.three_bet_chances, row.hands, row.called) == (1, 1, 0, 1, 1)
    assert row.equity == pytest.approx(share)
    assert row.adjusted == pytest.approx(40.5 * share - 20)
    assert row.adjusted_rake == pytest.approx(0.05 * 40.5 * share)
    assert row.won in (20.5, -20, 0.25)
    assert row.rake == pytest.approx(0.05 * (row.won + 20))


def test_nothing_is_raked_without_a_flop() -> None:
    agents = [Told() for _ in range(SEATS)]
    agents[5] = Told(Action.raise_to(2000))
    hand = play_hand(GAME, agents, tuple(range(52)), stacks=[10_000] * 5 + [2000], strict=True)
    row = row_of(hand, 5, [(1, 1), (1, 1), (0, 0), (1, 1)], 100)
    assert (row.won, row.adjusted, row.rake, row.adjusted_rake, row.called) == (1.5, 1.5, 0, 0, 0)


def test_a_stand_in_gives_up_its_share_to_two_raises() -> None:
    """Of the hands it opens with a raise, the part that its profile folds to a re-raise: 55 of 100, or 35."""
    for vpip, fold in ((20.0, 0.55), (50.0, 0.35)):
        profile = Profile("any", 1, vpip, 16.0, 0.25, 0.2)
        assert profile.fold == fold
        opened = folded = 0
        for _, deck in zip(range(3000), decks(GAME, 4), strict=False):
            state = State(GAME, deck)
            player = StandIn(profile)
            action = player.act(View(state, 2))
            if action.verb == "raise_to":
                opened += 1
                state.apply(action)
                state.apply(Action.raise_to(2000))
                for _ in range(4):
                    state.apply(Action.fold())
                folded += player.act(View(state, 2)).verb == "fold"
        assert opened / 3000 == pytest.approx(0.2, abs=0.03)
        assert folded / opened == pytest.approx(fold, abs=0.07)
