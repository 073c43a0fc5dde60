"""PokerLang: the language, what it refuses, what it finds suspicious, and how its strategies play."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from typer.testing import CliRunner

from riverboat.agents import make_agent
from riverboat.agents.pokerlang import (
    PokerLang,
    StrategyError,
    check_strategy,
    explain_strategy,
    parse_strategy,
    write_strategy,
)
from riverboat.agents.pokerlang.features import board_suits, draw_kind, is_connected, is_paired, made_hand, pair_kind
from riverboat.agents.pokerlang.opponents import Opponents
from riverboat.agents.pokerlang.shipped import shipped_strategy, shipped_texts
from riverboat.agents.pokerlang.situation import COMPUTED, Situation
from riverboat.agents.pokerlang.syntax import Interval, NumberTest, Rule, Share, Strategy, Tactic, WordTest
from riverboat.agents.pokerlang.terms import ACTIONS, BEHAVIOURS, TERMS
from riverboat.arena import run_match
from riverboat.cards.card import parse_cards
from riverboat.cli.app import app
from riverboat.errors import RiverboatError
from riverboat.games.action import Action
from riverboat.games.catalogue import parse_game
from riverboat.games.play import decks
from riverboat.games.state import State
from riverboat.games.view import View
from riverboat.model.memory import MemoryStore

SHORT = """
strategy "Patient"
# a comment
tactic "short" when stack in dead..red and street = preflop: {
    hand in "77+, AKs" -> all_in;
    otherwise -> fold;
}
tactic when players >= 7: tight_agressive
tactic otherwise: {
    strength >= 80% -> raise(0.5..0.75) 80%, call 20%;
    ehs > pot_odds and raises <= 1 -> call;
}
"""


def view_of(game: str, deck: str, *actions: Action) -> View:
    """What the player in turn sees; the named cards are on top of the deck, in the order of dealing."""
    rules = parse_game(game)
    top = parse_cards(deck)
    state = State(rules, (*top, *(card for card in range(52) if card not in top)))
    for action in actions:
        state = state.child(action)
    assert state.actor is not None
    return View(state, state.actor)


# The text -------------------------------------------------------------------------------------------------------------


def test_the_grammar_of_the_thesis() -> None:
    """A strategy is tactics; a tactic a condition and a behaviour, predefined or rules (Teófilo 2016, 3.2.5)."""
    strategy = parse_strategy(SHORT)
    assert strategy.name == "Patient"
    short, many, rest = strategy.tactics
    assert short.condition == (
        WordTest("stack", frozenset({"dead", "red"})),
        WordTest("street", frozenset({"preflop"})),
    )
    assert many.behaviour == "tight_aggressive"  # the thesis spells it with one g
    assert many.condition == (NumberTest("players", Interval(7.0)),)
    assert isinstance(rest.behaviour, tuple)
    assert rest.behaviour[0].shares == (Share("raise", 80.0, 0.5, 0.75), Share("call", 20.0))


def test_every_problem_in_one_answer_with_its_place() -> None:
    text = """tactic when strenght > 5: {
  strength >= 180% -> rais(0.5) 50%, call 80%;
  -> fold;
  position = god -> fold 20% call;
}
tactic otherwise: crazy
"""
    with pytest.raises(StrategyError) as caught:
        parse_strategy(text, "mine")
    found = {(problem.line, problem.column): problem.reason for problem in caught.value.problems}
    assert set(found) == {(1, 13), (2, 3), (2, 23), (3, 3), (4, 30), (6, 19)}
    assert "strength" in found[1, 13]
    assert "never 1.8" in found[2, 3]
    assert "tight_passive" in found[6, 19]
    assert str(caught.value).startswith("mine: line 1, column 13: ")
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("tactic otherwise: { otherwise -> fold 60%, call 50%; }", "add up to 110 %"),
        ("tactic otherwise: { otherwise -> fold, call; }", "say how often"),
        ("tactic otherwise: { otherwise -> call(0.5); }", "takes no amount"),
        ("tactic otherwise: { otherwise -> raise(0.9..0.5); }", "small before large"),
        ("tactic when hand in 3..5: {}", "is no number"),
        ('tactic when hand in "AK-QJs": {}', "a dash joins"),
        ("tactic when opponent.type < rock: {}", "have no order"),
        ("tactic when ehs = pot_odds: {}", "hardly ever equal"),
        ("tactic when players = 11: {}", "2 to 10, never 11"),
        ("tactic when street = preflop {}", "cannot stand here"),
        ("tactic otherwise: {", "ends too early"),
        ("x" * 600_000, "at most 500,000"),
    ],
)
def test_what_is_refused(text: str, reason: str) -> None:
    with pytest.raises(StrategyError, match=reason):
        parse_strategy(text)


def test_formatting_changes_nothing_but_the_looks() -> None:
    for text in (SHORT, *shipped_texts().values()):
        strategy = parse_strategy(text)
        written = write_strategy(strategy)
        assert parse_strategy(written) == strategy
        assert write_strategy(parse_strategy(written)) == written


NUMBERS = sorted(name for name, term in TERMS.items() if term.kind == "number")
WORDS = sorted(name for name, term in TERMS.items() if term.kind == "word")


@st.composite
def some_strategies(draw: st.DrawFn) -> Strategy:
    def test() -> NumberTest | WordTest:
        if draw(st.booleans()):
            term = TERMS[draw(st.sampled_from(WORDS))]
            return WordTest(term.name, frozenset(draw(st.sets(st.sampled_from(term.words), min_size=1))))
        term = TERMS[draw(st.sampled_from(NUMBERS))]
        top = min(term.high, 50.0)
        low, high = sorted(draw(st.tuples(*[st.integers(0, 1000)] * 2)))
        numbers = [term.low + (top - term.low) * each / 1000 for each in (low, high)]
        kind = draw(st.sampled_from(("in", "<", "<=", ">", ">=")))
        return NumberTest(term.name, Interval(*numbers) if kind == "in" else Interval.of(kind, numbers[0]))

    def rule() -> Rule:
        percent = draw(st.integers(1, 100))
        shares = (Share("raise", percent, draw(st.integers(1, 20)) / 8, 3.0), Share("fold", float(100 - percent)))
        return Rule(tuple(test() for _ in range(draw(st.integers(0, 3)))), shares)

    def tactic() -> Tactic:
        named = draw(st.booleans())
        rules = tuple(rule() for _ in range(draw(st.integers(0, 3))))
        tests = tuple(test() for _ in range(draw(st.integers(0, 3))))
        return Tactic(tests, draw(st.sampled_from(BEHAVIOURS)) if named else rules, "a name" if named else "")

    return Strategy(tuple(tactic() for _ in range(draw(st.integers(0, 3)))), draw(st.sampled_from(("", "Some"))))


@given(some_strategies())
def test_any_strategy_survives_its_text(strategy: Strategy) -> None:
    """Writing and parsing is the identity, but for words of which all are allowed (no test says less)."""
    assert parse_strategy(write_strategy(strategy)) == strategy


# What can never be played ---------------------------------------------------------------------------------------------


def warned(text: str) -> list[int]:
    return [problem.line for problem in check_strategy(parse_strategy(text))]


def test_contradictions_and_rules_that_never_fire() -> None:
    assert warned("tactic when street = flop and street = turn: tight_passive") == [1]
    assert warned("tactic when players <= 4: tight_passive\ntactic when players = 4: tight_passive") == [2]
    # Only together do the first three leave nothing: two or more raises are covered by strength on either side.
    together = """tactic otherwise: {
    raises <= 1 -> call;
    raises >= 2 and strength > 50% -> fold;
    strength <= 50% -> call;
    pot_odds < 30% -> fold;
}"""
    assert warned(together) == [5]
    assert warned(together.replace("strength <= 50%", "strength <= 49%")) == []
    assert warned('tactic when hand in "22+": tight_passive\ntactic when hand in "99": tight_passive') == [2]
    # A comparison may fail, so nothing is covered by it but itself.
    assert warned("tactic when ehs > pot_odds: tight_passive\ntactic otherwise: tight_passive") == []
    twice = "tactic when ehs > pot_odds: tight_passive\ntactic when ehs > pot_odds and raises = 0: tight_passive"
    assert warned(twice) == [2]


def test_shipped_strategies_have_no_dead_rules() -> None:
    assert len(shipped_texts()) >= 3
    for name in shipped_texts():
        assert list(check_strategy(shipped_strategy(name))) == []


def test_words_for_people() -> None:
    words = explain_strategy(parse_strategy(SHORT))
    assert "80 % bet or raise 50 to 75 % of the pot, 20 % check or call" in words
    assert "plays tight and aggressive" in words


# What a seat sees -----------------------------------------------------------------------------------------------------


def test_every_term_is_computed_and_within_its_bounds() -> None:
    assert set(COMPUTED) == set(TERMS)
    rng = Random(3)
    rules = parse_game("holdem(players=4)")
    for _ in range(3):
        deck = rng.sample(range(52), 52)
        state = State(rules, tuple(deck))
        while state.actor is not None:
            view = View(state, state.actor)
            at = Situation(view, Opponents())
            for name, term in TERMS.items():
                value = at.value(name)
                if term.kind == "word":
                    assert value in term.words
                elif term.kind == "number":
                    assert term.low <= at.number(name) <= term.high
            choice = rng.random()
            interval = view.raise_interval
            raising = interval is not None and choice < 0.15
            state = state.child(Action.raise_to(interval[0]) if raising and interval else view.check_or_call())


@pytest.mark.parametrize(
    ("hole", "board", "made", "pair", "draw"),
    [
        ("AhKh", "Qh7h2c", "nothing", "none", "flush"),
        ("AhKh", "QhJh2c", "nothing", "none", "combo"),
        ("9c8d", "7h6s2c", "nothing", "none", "open_ended"),
        ("9c8d", "6h5s2c", "nothing", "none", "gutshot"),
        ("AcKd", "5h4s3c", "nothing", "none", "gutshot"),
        ("9c9d", "8h7s2c", "pair", "over", "none"),
        ("KcQd", "Kh7s2c", "pair", "top", "none"),
        ("7cQd", "Kh7s2c", "pair", "middle", "none"),
        ("2dQd", "Kh7s2c", "pair", "low", "none"),
        ("KcKd", "Kh7s7c", "full_house", "middle", "none"),
        ("9c8d", "7h6s5c", "straight", "none", "none"),
        ("Ac2d", "Kh7s7c9d4d", "pair", "none", "none"),
    ],
)
def test_made_hands_and_draws(hole: str, board: str, made: str, pair: str, draw: str) -> None:
    cards = parse_cards(hole), parse_cards(board)
    assert (made_hand(*cards), pair_kind(*cards), draw_kind(*cards)) == (made, pair, draw)


def test_boards() -> None:
    assert [board_suits(parse_cards(each)) for each in ("Ah7h2h", "Ah7h2c", "Ah7s2c")] == [
        "monotone",
        "two_tone",
        "rainbow",
    ]
    assert is_paired(parse_cards("AhAs2c"))
    assert is_connected(parse_cards("AhKs3cTd"))
    assert not is_connected(parse_cards("Kh8s3c"))


def test_places_prices_and_zones() -> None:
    """Heads-up, blinds 50 and 100, stacks 20,000: the button raises to 300, the big blind is asked."""
    view = view_of("holdem", "AhKhQcQd", Action.raise_to(300))
    at = Situation(view, Opponents())
    assert at.value("position") == "bad"
    assert at.value("stack") == "green"
    assert at.value("raiser") == "opponent"
    assert at.number("pot_odds") == pytest.approx(200 / 600)
    assert at.number("raises") == 1
    assert at.number("pot_bb") == pytest.approx(4.0)


@pytest.mark.parametrize("players", [2, 3, 6])
def test_a_raise_of_half_the_pot_is_a_bet_of_half_the_pot(players: int) -> None:
    """To everybody who faces it, before and after the flop, with callers between, and when it is raised again."""
    pushing = PokerLang(parse_strategy("tactic otherwise: { otherwise -> raise(0.5); }"))
    rules = parse_game(f"holdem(players={players})")
    state = State(rules, next(decks(rules, 1)))
    seen = []
    for step in range(4 * players):
        assert state.actor is not None
        view = View(state, state.actor)
        if view.raises and view.to_call:
            seen.append(Situation(view, Opponents()).number("bet"))
        pushing.begin(view)
        raises = step % players == 0 and view.raises < 3
        state = state.child(pushing.act(view) if raises else view.check_or_call())
    assert len(seen) >= 2 * players
    assert seen == pytest.approx([0.5] * len(seen), abs=0.01)  # whole chips


def test_the_big_blind_is_a_bet_of_half_the_pot() -> None:
    """50 more on top of the 50 of the small blind and its call, whoever is asked; callers do not change it."""
    calls = Action.check_or_call()
    for game, actions in (("holdem", ()), ("holdem(players=3)", ()), ("holdem(players=6)", (calls, Action.fold()))):
        at = Situation(view_of(game, "AhKhQcQd", *actions), Opponents())
        assert at.number("bet") == 0.5
    free = Situation(view_of("holdem", "AhKhQcQd", calls), Opponents())
    assert free.number("bet") == 0.0


# Playing --------------------------------------------------------------------------------------------------------------


def shares_of(text: str, view: View) -> dict[str, float]:
    agent = PokerLang(parse_strategy(text))
    agent.begin(view)
    return agent.odds_at(view)[0].to_json()


def test_the_first_rule_wins_and_the_rest_checks_or_folds() -> None:
    view = view_of("holdem", "AhKhQcQd", Action.raise_to(300))
    text = "tactic otherwise: { raises = 1 -> raise(1.0) 30%, call 20%; otherwise -> call; }"
    assert shares_of(text, view) == pytest.approx({"fold": 0.5, "call": 0.2, "raise": 0.3})
    assert shares_of("tactic when raises = 0: loose_passive", view) == {"fold": 1.0, "call": 0.0, "raise": 0.0}


def test_raises_are_parts_of_the_pot() -> None:
    """A pot-sized raise of 300 with 100 in front: to 300 + 600."""
    view = view_of("holdem", "AhKhQcQd", Action.raise_to(300))
    agent = PokerLang(parse_strategy("tactic otherwise: { otherwise -> raise(1); }"))
    agent.begin(view)
    assert agent.act(view) == Action.raise_to(900)


def test_cards_decide() -> None:
    """The same betting with aces and with nothing: a player who ignores its cards fails here."""
    text = 'tactic when hand in "QQ+": { otherwise -> raise; } tactic otherwise: { otherwise -> fold; }'
    strong = view_of("holdem", "AhAcQcQd", Action.raise_to(300))
    weak = view_of("holdem", "7h2cQcQd", Action.raise_to(300))
    assert shares_of(text, strong)["raise"] == 1.0
    assert shares_of(text, weak)["fold"] == 1.0


def test_predictors_learn_from_hands_and_memory_keeps_them() -> None:
    """Against someone who always calls, VPIP goes up; a fresh player with the same memory knows it at once."""
    memory = MemoryStore()
    pushing = parse_strategy("tactic otherwise: { otherwise -> raise; }")
    run_match([lambda: PokerLang(pushing), "always_call"], "holdem(betting=limit)", 60, session=None, memory=memory)
    text = "tactic when opponent.vpip > 60%: { otherwise -> call; } tactic otherwise: { otherwise -> fold; }"
    view = view_of("holdem(betting=limit)", "AhKhQcQd", Action.raise_to(20))
    later = PokerLang(parse_strategy(text))
    later.players = ("us", "always_call")
    later.begin(view)
    assert later.odds_at(view)[0].fold == 1.0
    later.load_memory(memory.of(next(key.player for key in memory)), ["always_call"])
    assert later.odds_at(view)[0].call == 1.0


def test_a_hand_that_nobody_announced() -> None:
    """What is inferred in one hand is not taken over to another, even if the table does not say that one begins."""
    text = "tactic when opponent.strength > 55%: { otherwise -> call; } tactic otherwise: { otherwise -> fold; }"
    agent = PokerLang(parse_strategy(text))
    raised = view_of("holdem", "7h2cQcQd8s9dJc", Action.raise_to(300), Action.check_or_call(), Action.check_or_call())
    fresh = view_of("holdem", "AhKhQcQd")
    agent.begin(raised)
    assert agent.odds_at(raised)[0].call == 1.0
    assert agent.odds_at(fresh)[0].fold == 1.0


def test_only_holdem() -> None:
    with pytest.raises(RiverboatError, match="hold'em of 2 to 10"):
        PokerLang(parse_strategy(SHORT)).require_game(parse_game("leduc"))


def test_a_file_sits_down(tmp_path: Path) -> None:
    path = tmp_path / "mine.pokerlang"
    path.write_text(SHORT)
    result = run_match([str(path), "random"], "holdem", hands=40, strict=True)
    assert result.players[0].hands == 40
    for bad in ("missing.pokerlang", "bytes.pokerlang"):
        (tmp_path / "bytes.pokerlang").write_bytes(b"\xff\xfe\x00")
        with pytest.raises(RiverboatError, match="strategy"):
            make_agent(str(tmp_path / bad))


@pytest.mark.parametrize("name", ["regular", "station_hunter", "storm"])
def test_shipped_strategies_beat_a_calling_player(name: str) -> None:
    """By their 95 % interval, heads-up no-limit, duplicate; the slow test has more games and opponents."""
    result = run_match([f"pokerlang(strategy={name})", "always_call"], "holdem", hands=500, mode="duplicate", seed=5)
    low, _ = result.players[0].chips.interval()
    assert low > 0.0


@pytest.mark.slow
@pytest.mark.parametrize("name", ["regular", "station_hunter", "storm", *BEHAVIOURS])
@pytest.mark.parametrize("opponent", ["always_call", "random"])
@pytest.mark.parametrize("game", ["holdem(betting=limit)", "holdem", "holdem(players=6)"])
def test_all_shipped_strategies_beat_simple_players(name: str, opponent: str, game: str) -> None:
    """By their 95 % interval, from 2,000 hands."""
    seats = parse_game(game).players
    line_up = [f"pokerlang(strategy={name})", *[opponent] * (seats - 1)]
    result = run_match(line_up, game, hands=2000, mode="duplicate" if seats == 2 else "cash", seed=6)
    low, _ = result.players[0].chips.interval()
    assert low > 0.0


# The command ----------------------------------------------------------------------------------------------------------


def test_the_commands(tmp_path: Path) -> None:
    run = CliRunner().invoke
    good, bad = tmp_path / "good.pokerlang", tmp_path / "bad.pokerlang"
    good.write_text(SHORT)
    bad.write_text("tactic when strenght > 1: {}")
    assert run(app, ["strategy", "check", str(good)]).exit_code == 0
    refused = run(app, ["strategy", "check", str(bad)])
    assert refused.exit_code == 2
    assert f"{bad}:1:13: " in refused.output
    assert '"column": 13' in run(app, ["strategy", "check", str(bad), "--json"]).output
    shown = run(app, ["strategy", "show", "storm"])
    assert "Storm has 3 tactics" in shown.output
    assert run(app, ["strategy", "format", str(good), "--in-place"]).exit_code == 0
    assert parse_strategy(good.read_text()) == parse_strategy(SHORT)
    assert "station_hunter" in run(app, ["strategy", "list"]).output


def test_actions_all_have_words() -> None:
    text = "tactic otherwise: { " + " ".join(f"raises = {n} -> {name};" for n, name in enumerate(ACTIONS)) + " }"
    words = explain_strategy(parse_strategy(text))
    view = view_of("holdem", "AhKhQcQd")
    for number, name in enumerate(ACTIONS):
        agent = PokerLang(parse_strategy(f"tactic otherwise: {{ otherwise -> {name}; }}"))
        agent.begin(view)
        assert agent.act(view).verb in ("fold", "check_or_call", "raise_to")
        assert f"is {number}:" in words


def test_a_rule_that_earlier_ones_leave_something_of_can_be_played() -> None:
    """The first rule says nothing about weak hands, the second nothing about unraised pots: those are left."""
    text = (
        "tactic otherwise: { raises = 1 and strength > 60% -> call; raises = 1 -> fold;"
        " raises <= 1 and strength <= 50% -> call; raises <= 1 -> fold; raises = 0 -> call; }"
    )
    dead = text.index("raises = 0") + 1
    assert [problem.column for problem in check_strategy(parse_strategy(text))] == [dead]


def test_an_interval_is_written_as_it_was() -> None:
    """0.36828 is not 36.828 / 100 for a computer: the percentage must not come back as a long fraction."""
    text = "tactic otherwise: {\n    ehs <= 36.828% and pot_odds > 39.9% -> call;\n}\n"
    assert write_strategy(parse_strategy(text)) == text
