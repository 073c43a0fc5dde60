"""The simulating player of any game: what it makes up, what its trials are worth, and that it sees no hidden card."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from math import sqrt
from random import Random

import numpy as np
import pytest

from riverboat.agents import make_agent
from riverboat.agents.monte_carlo import Hidden, PlayOuts, PolicyInference, moves_of, simulate_moves
from riverboat.agents.monte_carlo.player import MonteCarlo
from riverboat.agents.monte_carlo.quick_rules import QuickRules, quick_rules_strength, wish_to_give
from riverboat.agents.monte_carlo.range_inference import bettings
from riverboat.cards import parse_cards
from riverboat.errors import NotationError, RiverboatError
from riverboat.games import Action, Agent, Rules, State, View, decks, parse_game, pgdl, play_hand
from riverboat.games.catalogue import games, make_game
from riverboat.odds.strength import expected_hand_strength

MAX_PLAYERS = {
    "anaconda": 7, "badugi": 8, "baseball": 7, "cincinnati": 9, "five_card_draw": 6, "kuhn": 10, "leduc": 2,
    "manila": 9, "rhode_island": 6, "razz": 8, "stud": 8, "stud8": 8, "single_draw": 6, "triple_draw": 6,
}  # fmt: skip
TABLES = [(name, players) for name in games() for players in sorted({2, MAX_PLAYERS.get(name, 10)})]


def spots(rules: Rules, hands: int, seed: int = 7) -> Iterator[State]:
    """States in which somebody has to decide, from hands that are played at random."""
    player = make_agent("acpc_example")
    player.rng = Random(seed)
    for _, deck in zip(range(hands), decks(rules, seed), strict=False):
        state = State(rules, deck)
        while state.actor is not None:
            yield state
            state = state.child(player.act(View(state, state.actor)))


def after(game: str, cards: str, *actions: Action) -> State:
    """The state after these actions, with these cards on top of the deck."""
    rules = parse_game(game)
    top = rules.deck.parse_cards(cards)
    state = State(rules, (*top, *(card for card in range(rules.deck.size) if card not in top)))
    for action in actions:
        state.apply(action)
    return state


def four_aces() -> State:
    """Stud, heads-up, checked to seventh street: position 0 has four aces, two of them showing."""
    state = after("stud", "AcAdKh 2c3c9h Ah4d As5d 8s7s 7d9d", Action.bring_in())
    while state.street < 4:
        state.check_or_call()
    return state


def here(state: State) -> View:
    assert state.actor is not None
    return View(state, state.actor)


CHECK, FOLD = Action.check_or_call(), Action.fold()


# What is made up -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_made_up_states_look_like_the_real_one(name: str, players: int) -> None:
    """In every game: everybody has as many cards as he has, no card is there twice, and the seat sees no difference."""
    rng = Random(1)
    for state in spots(make_game(name, players=players), 6):
        view = here(state)
        hidden = Hidden(view)
        made = hidden.imagine(rng)
        assert made.betting is view.betting
        assert (made.down[view.position], made.up, made.boards) == (view.down, state.up, state.boards)
        live = [position for position in range(players) if state.live[position]]
        assert [len(made.down[p]) for p in live] == [len(state.down[p]) for p in live]
        assert hidden.deck == state.rules.deck.size - len(state.dealt) or state.rules.exchanges_cards
        assert len(made.discards) == len(state.discards)
        cards = [*made.discards, *made.board, *made._deck, *(card for p in live for card in made.down[p])]
        assert len(cards) == len(set(cards))
        assert len(made._deck) == len(state._deck) - state._dealt


@pytest.mark.parametrize("name", games())
def test_made_up_states_can_be_played_out(name: str) -> None:
    """To the end, without a chip too many."""
    rng = Random(2)
    caller = make_agent("always_call")
    for state in spots(make_game(name), 2):
        made = Hidden(here(state)).imagine(rng)
        while made.actor is not None:
            made.apply(caller.act(here(made)))
        assert made.payoffs is not None
        assert sum(made.payoffs) == 0


def test_unseen_cards_are_equally_likely_everywhere() -> None:
    """Each of the 50 cards that a hold'em player does not see is the opponent's with chance 2/50."""
    state = after("holdem(betting=limit)", "AsAh 2c2d")
    hidden, rng, count = Hidden(here(state)), Random(3), 20_000
    found = Counter(card for _ in range(count) for card in hidden.imagine(rng).down[0])
    assert len(found) == 50
    expected, error = count * 2 / 50, sqrt(count * 2 / 50)
    assert sum(((found[card] - expected) / error) ** 2 for card in found) < 50 + 4 * sqrt(100)


def test_own_discards_are_known_not_to_come_back() -> None:
    state = after("five_card_draw", "2c3d4h5s9c AcAdAhKsKd", CHECK, CHECK, Action.discard(*parse_cards("9c4h")))
    state.discard(())
    assert state.actor == 0
    hidden, rng = Hidden(here(state)), Random(4)
    for _ in range(50):
        made = hidden.imagine(rng)
        assert set(made.discards) == set(parse_cards("9c4h"))
        assert not set(made.down[1]) & set(parse_cards("9c4h"))


def test_passed_cards_are_where_they_went() -> None:
    """Anaconda: whom we gave three cards has them until he passes two of his seven; then each with chance 5/7."""
    rules = parse_game("anaconda(players=3)")
    deck = tuple(range(52))
    state = State(rules, deck)
    gift = state.down[0][:3]
    for _ in range(3):
        assert state.actor is not None
        state.pass_cards(state.down[state.actor][:3])
    hidden, rng = Hidden(View(state, 0)), Random(5)
    assert all(set(gift) <= set(hidden.imagine(rng).down[1]) for _ in range(20))
    while state.street == 1:
        state.check_or_call()
    for _ in range(3):
        assert state.actor is not None
        state.pass_cards(state.down[state.actor][:2])
    hidden, trials = Hidden(View(state, 0)), 3000
    kept = np.mean([[card in made.down[1] for card in gift] for made in (hidden.imagine(rng) for _ in range(trials))])
    assert kept == pytest.approx(5 / 7, abs=4 * sqrt(5 / 7 * 2 / 7 / (3 * trials)))


def test_a_seat_that_sees_the_same_does_the_same() -> None:
    """Everything that the seat does not see is dealt again; nothing changes for the player."""
    for name in ("leduc", "stud", "five_card_draw", "holdem", "anaconda", "baseball"):
        rules = make_game(name, players=2 if name == "leduc" else 3)
        rng = Random(6)
        for number, state in enumerate(spots(rules, 2)):
            if number % 4:
                continue
            view = here(state)
            other = Hidden(view).imagine(rng)
            found = []
            for same in (view, View(other, view.position)):
                player = MonteCarlo(trials=4, seconds=60.0, playout="always_call")
                player.rng = Random(number)
                found.append(player.act(same))
            assert found[0] == found[1]


# What trials are worth -----------------------------------------------------------------------------------------------


def values(
    state: State, moves: list[Action], trials: int, playout: str = "always_call"
) -> tuple[np.ndarray, np.ndarray]:
    """What each move won on average, and the error of that."""
    players = [make_agent(playout) for _ in range(state.rules.players)]
    found = simulate_moves(PlayOuts(here(state), moves, players, Random(1)), max_trials=trials, z=1e9)
    return np.array(found.means), np.array(found.errors)


@pytest.mark.parametrize(("card", "call"), [("J", -2.0), ("Q", 0.0), ("K", 2.0)])
def test_calling_in_kuhn(card: str, call: float) -> None:
    """A bet faced with a jack loses, with a king wins, with a queen depends on two equally likely cards."""
    others = [each for each in "JQK" if each != card]
    state = after("kuhn", f"{others[0]} {card}", Action.raise_to(1))
    means, errors = values(state, [FOLD, CHECK], 2000)
    assert means[0] == -1.0
    assert means[1] == pytest.approx(call, abs=4 * errors[1] + 1e-12)


def test_calling_all_in_is_worth_its_equity() -> None:
    """All-in on the flop against a hand of which nothing is known: pot times E[HS], less the stake."""
    flop = (CHECK, CHECK, Action.raise_to(19_900))
    state = after("holdem(betting=no-limit)", "2c3d AdQc Jh4c3h", *flop)
    assert here(state).hole == parse_cards("AdQc")
    equity = expected_hand_strength("AdQc", "Jh4c3h", 1)
    means, errors = values(state, [FOLD, CHECK], 2000)
    assert means[0] == -100.0
    assert means[1] == pytest.approx(40_000 * equity - 20_000, abs=4 * errors[1])


def test_a_made_stud_hand_wins_what_is_in_front() -> None:
    """Four aces on seventh street: a caller loses, so a bet wins one bet more than a check."""
    state = four_aces()
    if state.actor == 1:
        state.check_or_call()
    view = here(state)
    assert set(parse_cards("AcAdAhAs")) <= set(view.hole)
    moves = moves_of(view, Random(1))
    means, _ = values(state, moves, 50)
    assert means[1] - means[0] == 20.0


def test_moves_have_the_same_luck() -> None:
    """Where a bet is always called, a pot with a bet is won or lost exactly as the pot without."""
    state = after("leduc", "Ks Kh Qs", CHECK)
    moves = moves_of(here(state), Random(1))
    players = [make_agent("always_call") for _ in range(2)]
    won = PlayOuts(here(state), moves, players, Random(2))(200)
    assert (won[:, 1] == 3 * won[:, 0]).all()


# Reading -------------------------------------------------------------------------------------------------------------


class BetsKings(Agent):
    """Bets a king, and nothing else."""

    def act(self, view: View) -> Action:
        king = view.rules.deck.card_text(view.hole[0])[0] == "K"
        return Action.raise_to(1) if king and view.raise_interval else view.check_or_fold()


@pytest.mark.parametrize(("doubt", "king"), [(0.0, 1.0), (0.5, 2 / 3), (1.0, 0.5)])
def test_reading_a_bet_by_who_would_make_it(doubt: float, king: float) -> None:
    """We hold the queen: a jack weighs `doubt`, a king 1."""
    view = here(after("kuhn", "J Q", Action.raise_to(1)))
    hidden, inference, rng = Hidden(view), PolicyInference(view, [BetsKings(), BetsKings()], doubt), Random(1)
    count = 4000
    kings = sum(view.rules.deck.card_text(hidden.imagine(rng, inference).down[0][0])[0] == "K" for _ in range(count))
    assert kings / count == pytest.approx(king, abs=4 * sqrt(king * (1 - king) / count) + 1e-4)


@pytest.mark.parametrize("name", games())
def test_the_betting_is_found_again(name: str) -> None:
    """From what a seat sees: before each action exactly as it was, in every game."""
    rules = make_game(name, players=MAX_PLAYERS.get(name, 4) if name == "leduc" else 4 if name != "kuhn" else 3)
    before: list[State] = []
    for state in spots(rules, 3):
        if not state.actions:
            before = []
        found = bettings(here(state))
        assert len(found) == len(before)
        for ours, theirs in zip(found, before, strict=True):
            assert (ours.actor, ours.phase, ours.street) == (theirs.actor, theirs.phase, theirs.street)
            assert (ours.stacks, ours.bets, ours.live) == (theirs.stacks, theirs.bets, theirs.live)
            assert ours.raise_interval() == theirs.raise_interval()
        before.append(state)


@pytest.mark.parametrize("name", games())
def test_reading_plays_every_game(name: str) -> None:
    rules = make_game(name, players=2)
    table = [make_agent("monte_carlo(trials=4,seconds=60,doubt=0.3)"), make_agent("random")]
    table[1].rng = Random(5)
    hand = play_hand(rules, table, next(decks(rules, 8)), strict=True)
    assert sum(hand.payoffs) == 0


@pytest.mark.parametrize("name", pgdl.catalogue())
def test_games_that_are_described_in_files(name: str) -> None:
    rules = pgdl.load_from_catalogue(name)
    table = [make_agent("monte_carlo(trials=2,seconds=60)") for _ in range(rules.players)]
    for position, player in enumerate(table):
        player.rng = Random(position)
    hand = play_hand(rules, table, next(decks(rules, 3)), strict=True)
    assert sum(hand.payoffs) == 0


# Quick rules --------------------------------------------------------------------------------------------------------


def test_rough_strength_is_a_strength() -> None:
    """Quads on the last street of stud beat everything that can be there."""
    state = four_aces()
    assert quick_rules_strength(View(state, 0), 1, 200) == 1.0


def test_what_to_discard_follows_from_the_ranking_alone() -> None:
    """Two pairs keep their pairs in draw; the king goes and the low cards stay in deuce-to-seven lowball."""
    high = here(after("five_card_draw", "2c3d4h5s7c 9cKd9hKs3c"))
    wish = wish_to_give(high, 1, 200)
    assert wish is not None
    assert high.rules.deck.cards_text(high.hole) == "9cKd9hKs3c"
    assert [place for place in range(5) if wish[place] > 0] == [4]
    low = here(after("triple_draw", "AcAdAhAsKc 2c3d4h7sKh"))
    wish = wish_to_give(low, 1, 200)
    assert wish is not None
    assert [place for place in range(5) if wish[place] > 0] == [4]


# The player ----------------------------------------------------------------------------------------------------------


def duplicate(game: str, one: Agent, other: Agent, deals: int) -> np.ndarray:
    """What the first won in both seats of each deal."""
    rules, won = parse_game(game), []
    for number, deck in zip(range(deals), decks(rules, 11), strict=False):
        total: int | Fraction = 0
        for me in (0, 1):
            one.rng, other.rng = Random(2 * number + me), Random(10_000 + number)
            total += play_hand(rules, [one, other] if me == 0 else [other, one], deck, strict=True).payoffs[me]
        won.append(float(total))
    return np.array(won)


@pytest.mark.parametrize("opponent", ["random", "always_call"])
@pytest.mark.parametrize(("game", "deals"), [("leduc", 80), ("five_card_draw", 16), ("stud", 24), ("kuhn", 150)])
def test_it_beats_those_who_do_not_look_at_their_cards(game: str, deals: int, opponent: str) -> None:
    player = MonteCarlo(trials=20, seconds=60.0, playout="always_call")
    won = duplicate(game, player, make_agent(opponent), deals)
    assert won.mean() > 2.0 * won.std(ddof=1) / sqrt(deals)


def test_the_same_seed_plays_the_same() -> None:
    view = here(after("stud", "AcAd Kh 2c3c 9h"))
    found = []
    for _ in range(2):
        player = MonteCarlo(trials=20, seconds=60.0)
        player.rng = Random(3)
        found.append(player.simulate(view))
    assert found[0] == found[1]


def test_bet_sizes_where_amounts_are_free() -> None:
    """Half the pot and all of it; all-in once that is at most twice the pot."""
    deep = here(after("holdem(betting=no-limit)", "AsAh 2c2d"))
    assert moves_of(deep, Random(1)) == [FOLD, CHECK, Action.raise_to(200), Action.raise_to(300)]
    short = here(after("holdem(betting=no-limit,stacks=500)", "AsAh 2c2d"))
    assert moves_of(short, Random(1))[-1] == Action.raise_to(500)


def test_all_ways_to_draw_are_considered() -> None:
    state = after("five_card_draw", "2c3d4h5s9c AcAdAhKsKd", CHECK, CHECK)
    assert len({move.cards for move in moves_of(here(state), Random(1))}) == 32


def test_a_first_look_decides_where_there_is_no_time_for_a_second() -> None:
    """Three kings: whatever the time, the kings are kept."""
    state = after("five_card_draw", "2c3d4h5s9c KcKdKh7s2d", CHECK, CHECK, Action.discard())
    player = MonteCarlo(trials=12, seconds=60.0, playout="always_call")
    moves, found = player.simulate(here(state))
    assert found is not None
    assert len(moves) == len(found.means) == 5
    assert not set(moves[found.best].cards) & set(parse_cards("KcKdKh"))
    hurried = MonteCarlo(trials=1000, seconds=1e-6, playout="always_call").simulate(here(state))
    assert hurried[1] is not None
    assert len(hurried[0]) == len(hurried[1].means)


def test_time_stops_the_trials() -> None:
    view = here(after("stud", "AcAd Kh 2c3c 9h"))
    moves, found = MonteCarlo(trials=1_000_000, seconds=0.05, z=1e9).simulate(view)
    assert found is not None
    assert 2 <= found.trials < 100_000
    assert len(found.means) == len(moves)


def test_what_cannot_be_is_said() -> None:
    with pytest.raises(NotationError, match="trials"):
        make_agent("monte_carlo(trials=1)")
    for nothing in ("seconds", "z", "doubt"):
        with pytest.raises(NotationError, match=f"{nothing}.* expected"):
            make_agent(f"monte_carlo({nothing}=nan)")
    with pytest.raises(NotationError, match="nobody"):
        make_agent("monte_carlo(playout=nobody)")
    with pytest.raises(NotationError, match="samples"):
        make_agent("quick_rules(samples=0)")
    with pytest.raises(RiverboatError, match="doubt"):
        PolicyInference(here(after("kuhn", "J Q")), [QuickRules(), QuickRules()], 1.5)
