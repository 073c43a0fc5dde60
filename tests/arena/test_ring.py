"""Ring games: bankrolls are conserved, tables are chosen by what one can afford."""

from __future__ import annotations

import pytest

from riverboat.arena import RingSettings, run_match
from riverboat.arena.ring import Season, TableInfo, play_season, usual_choice
from riverboat.errors import RiverboatError
from riverboat.games import Action, Agent, View

GAME = "holdem(betting=limit)"
BIG_BLIND = 10
FIELD = ("random", "always_call", "rules", "always_raise", "acpc_example", "rules(style=loose_passive)", "random")


def info(number: int, blind: int, players: int = 0, seats: int = 6) -> TableInfo:
    return TableInfo(number, blind, tuple("abcdef"[:players]), seats, 0.0)


@pytest.mark.parametrize("seats", [2, 3, 6])
def test_chips_are_conserved(seats: int) -> None:
    settings = RingSettings(seats=seats, bankroll=150)
    names = tuple(map(str, range(len(FIELD))))
    outcome = play_season(Season(0, GAME, names, FIELD, settings, 600, 1, keep_hands=True))
    for _, worth in outcome.state.curve:
        assert sum(worth) == 150 * BIG_BLIND * len(FIELD)
        assert min(worth) >= 0
    assert outcome.tally.hands == 600
    assert max(len(hand.players) for hand in outcome.hands) <= seats
    for place, name in enumerate(names):
        won = sum(
            payoff
            for hand in outcome.hands
            for who, payoff in zip(hand.players, hand.payoffs, strict=True)
            if who == name
        )
        assert outcome.state.worth[place] == 150 * BIG_BLIND + won


def test_the_ruined_stop() -> None:
    settings = RingSettings(bankroll=150, stakes=(1, 2, 4))
    outcome = play_season(Season(0, GAME, ("a", "b"), ("rules", "random"), settings, 5000, 3, keep_hands=True))
    assert outcome.tally.hands < 5000  # one of two is broke, and nobody is left to play
    assert min(outcome.state.worth) < settings.min_buy_in * BIG_BLIND


def test_the_usual_choice() -> None:
    settings = RingSettings()
    tables = [info(0, 10), info(1, 20), info(2, 50)]
    assert usual_choice(tables, 5000, settings) == 2
    assert usual_choice(tables, 4999, settings) == 1
    assert usual_choice(tables, 5000, settings, alone=True) == 0
    assert usual_choice(tables, 500, settings) == 0  # less than it should be, enough to buy in
    assert usual_choice(tables, 199, settings) is None
    assert usual_choice([info(0, 10, 1), info(1, 20), info(2, 50)], 5000, settings) == 0  # company first
    assert usual_choice([info(0, 10, 1), info(1, 20, 1), info(2, 50)], 5000, settings) == 1  # and of that the richest
    assert usual_choice([info(0, 10, 1), info(1, 20, 6), info(2, 50, 6)], 5000, settings) == 0  # the others are full


class Chooser(Agent):
    """Wants the second table, always."""

    def choose_table(self, tables: tuple[TableInfo, ...], bankroll: int) -> int:
        return 1

    def act(self, view: View) -> Action:
        return view.check_or_call()


class Giver(Agent):
    """Folds whenever there is something to call."""

    def act(self, view: View) -> Action:
        return view.check_or_fold()


def test_winners_move_up() -> None:
    """One takes blind after blind from one who always folds, while a third waits at the table of double stakes.

    That table asks for 100 of its own blinds, 200 of the game's. With 150 he cannot sit there; once he has doubled his
    buy-in he leaves with at least 250, and takes the richer company.
    """
    settings = RingSettings(bankroll=150, stakes=(1, 2), stop_at=2.0)
    seats = ("always_raise", Giver, Chooser)
    outcome = play_season(Season(0, GAME, ("taker", "giver", "rich"), seats, settings, 400, 1, keep_hands=True))
    worth, blinds = 150 * BIG_BLIND, []
    for hand in outcome.hands:
        if "taker" in hand.players:
            blinds.append(max(hand.rules.blinds))
            front = hand.stacks[hand.players.index("taker")]
            assert front < settings.stop_at * settings.buy_in * blinds[-1]
            if blinds[-1] > BIG_BLIND:
                assert worth >= settings.move_down * blinds[-1]
                assert blinds[-2] == blinds[-1] or worth >= settings.afford * blinds[-1]
            worth += hand.payoffs[hand.players.index("taker")]
    assert blinds[0] == BIG_BLIND
    assert 2 * BIG_BLIND in blinds
    assert worth == outcome.state.worth[0]


def test_losers_move_down() -> None:
    """Both can afford double stakes; with fewer than 50 of that table's blinds left in all one moves down."""
    settings = RingSettings(bankroll=250, stakes=(1, 2))
    outcome = play_season(
        Season(0, GAME, ("taker", "giver"), ("always_raise", Giver), settings, 140, 1, keep_hands=True)
    )
    worth, blinds = 250 * BIG_BLIND, []
    for hand in outcome.hands:
        blinds.append(max(hand.rules.blinds))
        assert blinds[-1] == (2 * BIG_BLIND if worth >= 50 * 2 * BIG_BLIND else BIG_BLIND)
        worth += hand.payoffs[hand.players.index("giver")]
    assert set(blinds) == {BIG_BLIND, 2 * BIG_BLIND}


class BadChooser(Chooser):
    """Wants a table that is not there."""

    def choose_table(self, tables: tuple[TableInfo, ...], bankroll: int) -> int:
        return 99


def test_a_player_chooses_its_own_table() -> None:
    settings = RingSettings(stakes=(1, 3))
    outcome = play_season(Season(0, GAME, ("a", "b"), (Chooser, Chooser), settings, 50, 1, keep_hands=True))
    assert {max(hand.rules.blinds) for hand in outcome.hands} == {3 * BIG_BLIND}


def test_a_wrong_choice_is_counted() -> None:
    result = run_match([BadChooser, "always_call", "always_call"], GAME, 20, "ring")
    assert result.players[0].faults["illegal"] > 0
    assert result.players[0].hands == 0
    assert result.hands == 20


def test_seasons_are_samples_and_any_number_of_processes_agrees() -> None:
    settings = RingSettings(seasons=4)
    one = run_match(["rules", "random", "always_call"], GAME, 400, "ring", settings=settings)
    two = run_match(["rules", "random", "always_call"], GAME, 400, "ring", settings=settings, jobs=2)
    assert one.to_json() == two.to_json()
    assert one.samples == 4
    assert one.hands == 400
    assert sum(mean.mean for mean in one.extra.bankrolls) == pytest.approx(3 * one.extra.start)
    assert one.curves["rules"][0] == (0, 0.0)


def test_what_cannot_be_a_ring_game() -> None:
    with pytest.raises(RiverboatError, match="without players="):
        run_match(["random", "random"], "holdem(players=2)", 10, "ring")
    with pytest.raises(RiverboatError, match="bankroll that can buy in"):
        RingSettings(bankroll=5)
