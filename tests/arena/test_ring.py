"""Ring games: bankrolls are conserved, tables are chosen by what one can afford."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import pairwise

import pytest

from riverboat.arena import RingSettings, run_match
from riverboat.arena.ring import Season, SeasonOutcome, play_season, usual_choice
from riverboat.errors import RiverboatError
from riverboat.games import Action, Agent, AgentError, Hand, View
from riverboat.games.card_room import TableInfo

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
    worth: int | Fraction = 150 * BIG_BLIND
    blinds: list[int] = []
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
    worth: int | Fraction = 250 * BIG_BLIND
    blinds: list[int] = []
    for hand in outcome.hands:
        blinds.append(max(hand.rules.blinds))
        assert blinds[-1] == (2 * BIG_BLIND if worth >= 50 * 2 * BIG_BLIND else BIG_BLIND)
        worth += hand.payoffs[hand.players.index("giver")]
    assert set(blinds) == {BIG_BLIND, 2 * BIG_BLIND}


class HitAndRun(Agent):
    """Brings 20 big blinds, and leaves with more."""

    buy_in = 20

    def plays_at(self, table: TableInfo, stack: int) -> bool:
        return stack <= 20 * table.big_blind

    def act(self, view: View) -> Action:
        return view.check_or_call()


class Sociable(HitAndRun):
    """Plays among four or more only."""

    def plays_at(self, table: TableInfo, stack: int) -> bool:
        return len(table.players) >= 4


def stacks_of(outcome: SeasonOutcome, name: str) -> list[tuple[float, int]]:
    """Chips in front in big blinds before each of a player's hands, and what that hand brought."""
    return [
        (hand.stacks[place] / max(hand.rules.blinds), int(hand.payoffs[place]))
        for hand in outcome.hands
        for place, who in enumerate(hand.players)
        if who == name
    ]


def test_a_player_leaves_with_more_and_comes_back_with_its_buy_in() -> None:
    """Chips in front never exceed 20 big blinds; what was taken away is in the bankroll, and nothing is lost."""
    settings = RingSettings(stakes=(1,))
    agents = (HitAndRun, "always_raise", "random", "always_call")
    outcome = play_season(Season(0, GAME, ("runner", "a", "b", "c"), agents, settings, 600, 1, keep_hands=True))
    stacks = stacks_of(outcome, "runner")
    won = sum(payoff for _, payoff in stacks)
    assert max(blinds for blinds, _ in stacks) == 20
    assert outcome.state.worth[0] == settings.bankroll * BIG_BLIND + won
    assert sum(outcome.state.worth) == 4 * settings.bankroll * BIG_BLIND
    after_wins = [after for (_, payoff), (after, _) in pairwise(stacks) if payoff > 0]
    assert after_wins.count(20) > 50  # it comes back to the same table at once, as there is no other
    assert outcome.state.played[0] == len(stacks) == outcome.tally.players[0].hands
    assert max(blinds for blinds, _ in stacks_of(outcome, "a")) > 100  # others keep what they win


def test_who_wants_company_sits_out_without_it() -> None:
    settings = RingSettings(stakes=(1,), bankroll=40, buy_in=20)
    agents = (Sociable, "always_raise", "random", "always_call", "always_fold")
    outcome = play_season(Season(0, GAME, ("friend", "a", "b", "c", "d"), agents, settings, 2000, 2, keep_hands=True))
    sizes = {len(hand.players) for hand in outcome.hands if "friend" in hand.players}
    assert sizes == {4, 5}
    assert {len(hand.players) for hand in outcome.hands} >= {2, 3, 4, 5}  # play went on among those who were left
    assert sum(outcome.state.worth) == 5 * 40 * BIG_BLIND


def test_tables_that_nobody_likes_stay_empty() -> None:
    result = run_match([Sociable] * 6, GAME, 100, "ring")
    assert result.hands == 0


def test_buy_ins_of_single_players() -> None:
    """By name, by name without parameters and number; the settings have precedence over the player's own."""
    settings = RingSettings(stakes=(1,), buy_in=60, buy_ins={"rules": 50, "rules(play=0.3)": 30, "Sociable": 40})
    agents = ("rules(play=0.3)", "rules(play=0.2)", "rules(play=0.2)", "always_call", Sociable)
    first: dict[str, int] = {}

    def record(hands: Sequence[Hand]) -> None:
        for hand in hands:
            for who, chips in zip(hand.players, hand.stacks, strict=True):
                first.setdefault(who, chips // BIG_BLIND)

    run_match(agents, GAME, 30, "ring", settings=settings, record=record)
    assert first == {
        "rules(play=0.3)": 30, "rules(play=0.2)": 50, "rules(play=0.2)#2": 50, "always_call": 60, "Sociable": 40,
    }  # fmt: skip


class BadStayer(Chooser):
    """Does not say whether it stays."""

    answer: object = None

    def plays_at(self, table: TableInfo, stack: int) -> bool:
        if isinstance(self.answer, Exception):
            raise self.answer
        return self.answer  # type: ignore[return-value]


@pytest.mark.parametrize(("answer", "kind"), [(None, "illegal"), (KeyError("no"), "error")])
def test_a_wrong_answer_is_counted_and_the_player_stays(
    answer: object, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(BadStayer, "answer", answer)
    result = run_match([BadStayer, BadStayer], GAME, 20, "ring")
    assert result.hands == 20
    assert result.players[0].faults[kind] == 20
    with pytest.raises(AgentError, match=f"{kind}: plays_at"):
        run_match([BadStayer, BadStayer], GAME, 20, "ring", strict=True)


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
    players: list[str | Callable[[], Agent]] = ["rules", "random", "always_call", HitAndRun]
    one = run_match(players, GAME, 400, "ring", settings=settings)
    two = run_match(players, GAME, 400, "ring", settings=settings, jobs=2)
    assert one.to_json() == two.to_json()
    assert one.samples == 4
    assert one.hands == 400
    assert sum(mean.mean for mean in one.extra.bankrolls) == pytest.approx(4 * one.extra.start)
    assert one.curves["rules"][0] == (0, 0.0)


def test_what_cannot_be_a_ring_game() -> None:
    with pytest.raises(RiverboatError, match="without players="):
        run_match(["random", "random"], "holdem(players=2)", 10, "ring")
    with pytest.raises(RiverboatError, match="bankroll that can buy in"):
        RingSettings(bankroll=5)
    with pytest.raises(RiverboatError, match="hermes=10: expected 20 big blinds or more"):
        RingSettings(buy_ins={"hermes": 10})
    with pytest.raises(RiverboatError, match='buy-in of "nobody": expected one of random, random#2'):
        run_match(["random", "random"], GAME, 10, "ring", settings=RingSettings(buy_ins={"nobody": 50}))
