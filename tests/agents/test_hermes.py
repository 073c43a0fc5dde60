"""Hermes against Tables 32 and 33, Figures 68 to 70 of Teófilo (2016), and examples worked out by hand."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from random import Random

import pytest

from riverboat.agents.hermes import Hermes
from riverboat.agents.hermes.equilibrium import equilibrium_probability
from riverboat.agents.hermes.opponents import Book, OpponentBooks
from riverboat.agents.hermes.returns import equity_against_share, expected_return, printed_return, range_order
from riverboat.agents.hermes.strategy import REPAIRED, shove_probability
from riverboat.agents.hermes.tables import HAND_CLASSES, GameState, Position, game_state, main_opponent, position_of
from riverboat.agents.registry import make_agent
from riverboat.agents.scripted import AlwaysFold
from riverboat.arena import RingSettings, run_match
from riverboat.cards.holdings import CLASS_BY_NAME, CLASS_NAMES, CLASS_SIZES
from riverboat.errors import RiverboatError
from riverboat.games import Action, Agent, Fault, Hand, State, View, decks, make_game, parse_game, play_hand
from riverboat.games.card_room import TableInfo
from riverboat.model.memory import FileMemory, MemoryStore
from riverboat.odds.preflop import SKLANSKY_GROUPS
from riverboat.odds.showdown import equity

SIX = make_game("holdem", players=6, stacks=(2000,))
"""Blinds 50 and 100, everybody with 20 big blinds."""
CLASSES = {
    1: ("AA KK QQ JJ AKs", 28),
    2: ("TT AQs AJs KQs AKo", 30),
    3: ("99 ATs KJs QJs JTs AQo", 34),
    4: ("88 KTs QTs J9s T9s 98s AJo KQo", 50),
    5: ("77 A9s A8s A7s A6s A5s A4s A3s A2s Q9s T8s 97s 87s 76s KJo QJo JTo", 94),
    6: ("66 55 K9s J8s 86s 75s 54s ATo KTo QTo", 68),
    7: ("44 33 22 K8s K7s K6s K5s K4s K3s K2s Q8s T7s 65s 64s 53s 43s J9o T9o 98o", 106),
    8: ("J7s 96s 85s 74s 42s 32s A9o K9o Q9o J8o T8o 87o 76o 65o 54o", 132),
}
"""Table 33 as a list, and the number of holdings in each class."""


def test_table_33_every_cell() -> None:
    listed = {name: number for number, (names, _) in CLASSES.items() for name in names.split()}
    for place, found in enumerate(HAND_CLASSES):
        assert found == listed.get(CLASS_NAMES[place]), CLASS_NAMES[place]
    for number, (_, holdings) in CLASSES.items():
        assert sum(CLASS_SIZES[place] for place, each in enumerate(HAND_CLASSES) if each == number) == holdings


def test_table_33_differs_from_table_13_in_three_hands() -> None:
    """65s, 66 and K9s; the same 85 hands are listed."""
    groups = {name: number for number, names in enumerate(SKLANSKY_GROUPS["teofilo"], start=1) for name in names}
    classes = {CLASS_NAMES[place]: each for place, each in enumerate(HAND_CLASSES) if each}
    assert len(classes) == 85
    assert {name: (groups[name], classes[name]) for name in groups if groups[name] != classes[name]} == {
        "65s": (6, 7), "66": (5, 6), "K9s": (7, 6),
    }  # fmt: skip


@pytest.mark.parametrize(
    ("counts", "state"),
    [
        ((0, 0, 0), "unopened"),
        ((1, 0, 0), "limped"),
        ((0, 1, 0), "raised"),
        ((0, 0, 1), "allin"),
        ((2, 0, 0), "limps"),
        ((5, 0, 0), "limps"),
        # not in the table
        ((2, 1, 0), "raised"),
        ((1, 2, 1), "allin"),
    ],
)
def test_table_32(counts: tuple[int, int, int], state: str) -> None:
    assert GameState.of(*counts) == state


def before(*actions: Action, rules: object = SIX, stacks: tuple[int, ...] | None = None) -> View:
    """What the next player sees after these actions."""
    state = State(rules, tuple(range(52)), stacks)  # type: ignore[arg-type]
    for action in actions:
        state.apply(action)
    assert state.actor is not None
    return View(state, state.actor)


FOLD, CALL = Action.fold(), Action.check_or_call()
RAISE, SHOVE = Action.raise_to(300), Action.raise_to(2000)


@pytest.mark.parametrize(
    ("actions", "state", "opponent"),
    [
        ((), "unopened", 5),
        ((FOLD, FOLD), "unopened", 5),
        ((FOLD, FOLD, FOLD), "unopened", 1),  # on the button: the big blind will act last
        ((FOLD, FOLD, FOLD, FOLD), "unopened", 1),
        ((CALL, FOLD), "limped", 2),
        ((CALL, CALL, FOLD), "limps", 3),
        ((RAISE, CALL, FOLD), "raised", 2),
        ((CALL, RAISE, CALL), "raised", 3),
        ((RAISE, SHOVE, FOLD), "allin", 3),
        ((SHOVE, CALL, FOLD), "allin", 3),  # the caller is all-in too
        ((RAISE, FOLD, Action.raise_to(900)), "raised", 4),
    ],
)
def test_situations_and_the_opponent_that_matters(actions: tuple[Action, ...], state: str, opponent: int) -> None:
    view = before(*actions)
    assert game_state(view) == state
    assert main_opponent(view) == opponent


def test_positions() -> None:
    assert [str(position_of(place, 6)) for place in range(6)] == ["sb", "bb", "utg", "utg", "co", "btn"]
    assert [str(position_of(place, 4)) for place in range(4)] == ["sb", "bb", "co", "btn"]
    assert [str(position_of(place, 3)) for place in range(3)] == ["sb", "bb", "btn"]
    assert [str(position_of(place, 2)) for place in range(2)] == ["bb", "sb"]


# Equity and expected return -------------------------------------------------------------------------------------------


def test_equity_against_everybody_is_that_against_a_random_hand() -> None:
    """AA 85.2037 %, 32o 32.3032 % with ties as half (known values)."""
    assert round(equity_against_share(CLASS_BY_NAME["AA"], 1.0), 6) == 0.852037
    assert round(equity_against_share(CLASS_BY_NAME["32o"], 1.0), 6) == 0.323032
    assert CLASS_NAMES[range_order()[0]] == "AA"
    assert CLASS_NAMES[range_order()[-1]] == "32o"


def test_equity_against_the_best_hands() -> None:
    """18 holdings are AA, KK and QQ; 21 are these and half of JJ."""
    hero = CLASS_BY_NAME["AKs"]
    three = equity(["AhKh", "AA,KK,QQ"])
    assert equity_against_share(hero, 18 / 1326) == pytest.approx(three.equity[0], abs=1e-12)
    with_half = equity(["AhKh", "AA,KK,QQ,JJ:0.5"])
    assert equity_against_share(hero, 21 / 1326) == pytest.approx(with_half.equity[0], abs=1e-12)
    wins = three.win[0] + three.tie[0]
    assert equity_against_share(hero, 18 / 1326, "win") == pytest.approx(wins, abs=1e-12)
    assert equity_against_share(hero, 18 / 1326, "win") > equity_against_share(hero, 18 / 1326)


@pytest.mark.parametrize(("share", "break_even"), [(0.30, 0.60), (0.35, 0.52), (0.40, 0.38), (0.45, 0.15)])
def test_break_even_of_a_shove_over_a_raise(share: float, break_even: float) -> None:
    """Big blind with 20 big blinds, the button opened for 3: pot 4.5, risk 19, 17 for the opponent to call.

    By hand, for an equity of 0.30: f 4.5 = (1 - f) (0.7 19 - 0.3 21.5) = (1 - f) 6.85, so f = 0.6035.
    """
    assert expected_return(break_even + 0.01, share, 4.5, 17, 19) > 0
    assert expected_return(break_even - 0.01, share, 4.5, 17, 19) < 0
    assert expected_return(6.85 / 11.35, 0.30, 4.5, 17, 19) == pytest.approx(0, abs=1e-12)
    assert expected_return(0.0, 0.5, 4.5, 17, 19) == 1.25


def test_the_printed_return_depends_on_the_currency() -> None:
    """Six players, blinds only, fold 0.5, equity 0.5, share 0.25: in euros of the source and in big blinds.

    By hand: (0.5 - 6 0.02 0.03 + 0.5 0.5 0.28) / (0.5 0.5 0.28) - 0.5 0.28 = 0.5664 / 0.07 - 0.14 and
    (0.5 - 6 1.5 + 0.4375) / 0.4375 - 0.875.
    """
    assert printed_return(0.5, 0.5, 0.25, 0.03, 6, 0.02) == pytest.approx(0.5664 / 0.07 - 0.14)
    assert printed_return(0.5, 0.5, 0.25, 1.5, 6, 1.0) == pytest.approx(-8.0625 / 0.4375 - 0.875)
    assert printed_return(1.0, 0.5, 0.25, 1.5, 6, 1.0) == float("-inf")


# Figure 70 ------------------------------------------------------------------------------------------------------------

FIGURE_70 = {
    (2, "unopened"): {"sb": 0.6, "co": 1.0, "btn": 1.0},
    (2, "limped"): {"bb": 1.0, "sb": 1.0},
    (2, "allin"): {"bb": 1.0, "sb": 1.0},
    (2, "limps"): {"bb": 1.0},
    (2, "raised"): {"bb": 1.0, "sb": 1.0, "btn": 1.0},
    (3, "unopened"): {"btn": 1.0, "sb": 1.0},
    (3, "limped"): {"bb": 1.0},
    (3, "raised"): {"bb": 1.0},
}


@pytest.mark.parametrize("hand_class", [None, *range(1, 9)])
@pytest.mark.parametrize("state", list(GameState))
@pytest.mark.parametrize("returns", [True, False])
def test_figure_70(hand_class: int | None, state: GameState, returns: bool) -> None:
    """All positions of both, with an opponent who folds just often enough, and one who does not."""
    for seat in Position:
        for opponent in Position:
            for folds in (0.5, 0.49):
                found = shove_probability(hand_class, state, seat, opponent, folds, lambda: returns)
                if hand_class is None:
                    wanted = 0.0
                elif hand_class == 1:
                    wanted = 1.0
                elif hand_class in (2, 3) and returns:
                    wanted = FIGURE_70.get((hand_class, str(state)), {}).get(str(seat), 0.0)
                else:
                    wanted = float(seat == "bb" and state == "raised" and opponent in ("btn", "sb") and folds >= 0.5)
                assert found == wanted


def test_plus_resteals_from_the_small_blind_too() -> None:
    def resteal(seat: str, opponent: str, folds: float) -> float:
        raised = GameState.RAISED
        return shove_probability(5, raised, Position(seat), Position(opponent), folds, lambda: False, REPAIRED)

    assert resteal("sb", "btn", 0.5) == resteal("bb", "btn", 0.5) == resteal("bb", "sb", 0.5) == 1.0
    assert resteal("sb", "btn", 0.49) == resteal("sb", "co", 0.5) == resteal("bb", "co", 0.5) == 0.0


# At the table ---------------------------------------------------------------------------------------------------------


class Replayed(Agent):
    """Does what it is told, then checks or folds."""

    def __init__(self, *actions: Action) -> None:
        super().__init__()
        self.left = list(actions)

    def act(self, view: View) -> Action:
        return self.left.pop(0) if self.left else view.check_or_fold()


def shoves(hermes: Hermes, hole: str, actions: dict[int, Action], seat: int, stacks: tuple[int, ...]) -> bool:
    """Whether Hermes, at `seat` of six, goes all-in after these actions by position."""
    agents: list[Agent] = [Replayed(*([actions[place]] if place in actions else [])) for place in range(6)]
    agents[seat] = hermes
    names = tuple("abcdef")
    hand = play_hand(SIX, agents, dealt(seat, hole), stacks=stacks, players=names, strict=True)
    return any(who == seat and action.verb != "fold" for _, who, action in hand.actions)


def dealt(seat: int, hole: str) -> tuple[int, ...]:
    """A deck in which this position of six is dealt these two cards."""
    plain = State(SIX, tuple(range(52)))
    wanted = plain.rules.deck.parse_cards(hole)
    swap = dict(zip((*plain.down[seat], *wanted), (*wanted, *plain.down[seat]), strict=True))
    return tuple(swap.get(card, card) for card in range(52))


def knowing(hermes: Hermes, name: str, vpip: float, fold3bet: float, hands: int = 10_000) -> Hermes:
    """Hermes with a memory of one opponent."""
    book = Book()
    book.indicators.done[0], book.indicators.opportunities[0] = round(vpip * hands), hands
    book.folded, book.faced = round(fold3bet * hands), hands
    store = MemoryStore()
    known = {"indicators": book.indicators.saved(), "folded": book.folded, "faced": book.faced}
    store.of("hermes").remember(name, "hermes", 1, known, {})
    hermes.load_memory(store.of("hermes"), [name])
    return hermes


def test_hermes_reckons_with_how_many_hands_its_opponent_plays() -> None:
    """JTs in the big blind, the button raised to 3 and never folds to a re-raise.

    Against the best 10 % it has 0.36 of the pot, 0.36 21.5 = 7.7 against 0.64 19 = 12.2: fold. Against 95 % it has
    0.57: shove.
    """
    hole, seat, raises = "JhTh", 1, {5: RAISE, 0: FOLD}
    loose, tight = (knowing(Hermes(), "f", vpip, 0.0) for vpip in (0.95, 0.10))
    assert shoves(loose, hole, raises, seat, (2000,) * 6)
    assert not shoves(tight, hole, raises, seat, (2000,) * 6)


def test_an_all_in_opponent_cannot_fold() -> None:
    """AJs (class 2) in the big blind against an all-in of the button, who has folded every re-raise so far.

    As one who could still fold he would be a gift. Against the best 4 % of hands AJs has about 0.36 of 40.5.
    """
    assert not shoves(knowing(Hermes(), "f", 0.04, 1.0), "AhJh", {5: SHOVE, 0: FOLD}, 1, (2000,) * 6)
    assert shoves(knowing(Hermes(), "f", 0.60, 1.0), "AhJh", {5: SHOVE, 0: FOLD}, 1, (2000,) * 6)


def test_chips_beyond_the_own_stack_do_not_count() -> None:
    """The button has all-in 100 big blinds; Hermes wins no more than its own 20 from him, so AJs still folds."""
    deep = (2000, 2000, 2000, 2000, 2000, 10_000)
    assert not shoves(knowing(Hermes(), "f", 0.04, 1.0), "AhJh", {5: Action.raise_to(10_000), 0: FOLD}, 1, deep)


def test_resteals_without_any_hand_worth_it() -> None:
    """42s (class 8) in the big blind against a button who folds half the time; not against the cut-off, nor T2o."""
    folder = knowing(Hermes(), "f", 0.3, 0.6)
    assert shoves(folder, "4h2h", {5: RAISE, 0: FOLD}, 1, (2000,) * 6)
    assert not shoves(folder, "Th2c", {5: RAISE, 0: FOLD}, 1, (2000,) * 6)
    assert not shoves(knowing(Hermes(), "e", 0.3, 0.6), "4h2h", {4: RAISE, 0: FOLD}, 1, (2000,) * 6)
    assert not shoves(knowing(Hermes(), "f", 0.3, 0.3), "4h2h", {5: RAISE, 0: FOLD}, 1, (2000,) * 6)


def test_too_deep_only_the_best_class_is_played() -> None:
    deep = (4000,) * 6
    assert shoves(Hermes(), "AhAd", {}, 2, deep)
    assert not shoves(Hermes(), "ThTd", {}, 5, deep)
    assert shoves(Hermes(), "ThTd", {}, 5, (2000,) * 6)
    assert shoves(Hermes(), "ThTd", {}, 5, (2000, 2000, 2000, 2000, 2000, 9000))  # nobody else is deep


@pytest.mark.parametrize("spec", ["hermes", "hermes(ties=win,returns=printed)"])
@pytest.mark.parametrize("game", [
    "holdem(players=2)", "holdem(players=3,stacks=1500)", "holdem(players=6,stacks=2000/30/500/2000/90/4000)",
    "holdem(players=10,stacks=2000,antes=10)",
])  # fmt: skip
def test_every_table_size_and_no_bet_after_the_flop(spec: str, game: str) -> None:
    rules = parse_game(game)
    agents = [make_agent(spec if place % 2 else "random") for place in range(rules.players)]
    for place, agent in enumerate(agents):
        agent.rng = Random(place)
    faults: list[Fault] = []
    verbs: Counter[str] = Counter()
    for number, deck in zip(range(120), decks(rules, 3), strict=False):
        hand = play_hand(rules, agents, deck, number=number, faults=faults)
        assert sum(hand.payoffs) == 0
        for street, who, action in hand.actions:
            if who % 2:
                assert action.verb == "fold" or street == 0 or action.verb == "check_or_call"
                verbs[action.verb] += 1
    assert faults == []
    assert verbs["raise_to"] + verbs["check_or_call"] > 0


@pytest.mark.parametrize("game", ["holdem(betting=limit)", "omaha", "kuhn", "holdem(betting=pot-limit)"])
def test_other_games_are_refused(game: str) -> None:
    with pytest.raises(RiverboatError, match="Hermes plays no-limit hold'em"):
        Hermes().require_game(parse_game(game))


@pytest.mark.parametrize("spec", ["hermes(ties=lose)", "hermes(returns=none)", "hermes(plus=maybe)"])
def test_wrong_parameters(spec: str) -> None:
    with pytest.raises(RiverboatError, match="expected"):
        make_agent(spec)


# By equilibrium -------------------------------------------------------------------------------------------------------

HEADS_UP = make_game("holdem", players=2, stacks=(1000,))
"""Ten big blinds."""


def heads_up(spec: str, hole: str, *actions: Action) -> Action:
    """What this player does with two cards, at ten big blinds."""
    plain = before(*actions, rules=HEADS_UP)
    wanted = plain.rules.deck.parse_cards(hole)
    swap = dict(zip((*plain.hole, *wanted), (*wanted, *plain.hole), strict=True))
    state = State(HEADS_UP, tuple(swap.get(card, card) for card in range(52)))
    for action in actions:
        state.apply(action)
    assert state.actor is not None
    agent = make_agent(spec)
    agent.rng = Random(1)
    return agent.act(View(state, state.actor))


def test_plus_plays_the_equilibrium_of_shove_or_fold() -> None:
    """Heads-up at ten big blinds the small blind shoves 87s and K2o and folds 72o and T2o; against a shove the big
    blind calls K9o and A2o and folds 87s and J8o (published charts of the Nash equilibrium).
    """
    shove = Action.raise_to(1000)
    for hole in ("8h7h", "Kh2c", "2h2c"):
        assert heads_up("hermes(plus=true)", hole) == shove
    for hole in ("7h2c", "Th2c"):
        assert heads_up("hermes(plus=true)", hole) == FOLD
    for hole in ("Kh9c", "Ah2c"):
        assert heads_up("hermes(plus=true)", hole, shove) == CALL
    for hole in ("8h7h", "Jh8c"):
        assert heads_up("hermes(plus=true)", hole, shove) == FOLD
    assert heads_up("hermes", "8h7h") == heads_up("hermes", "Kh2c") == FOLD


@pytest.mark.parametrize(
    ("actions", "stacks", "asked"),
    [
        ((), (2000,) * 6, ([20.0] * 6, 0, [])),
        ((FOLD, FOLD, FOLD), (2000,) * 6, ([20.0] * 3, 0, [])),
        ((FOLD, FOLD, FOLD), (500, 9000, 9000, 9000, 9000, 2000), ([20.0, 5.0, 20.0], 0, [])),
        ((FOLD, FOLD, SHOVE, FOLD), (2000, 9000, 9000, 9000, 2000, 9000), ([20.0] * 4, 2, [0])),
        ((FOLD, FOLD, FOLD, SHOVE, FOLD), (2000, 800, 9000, 9000, 9000, 2000), ([8.0] * 3, 2, [0])),
        ((RAISE, FOLD), (2000,) * 6, None),
        ((CALL, FOLD), (2000,) * 6, None),
        ((RAISE, SHOVE), (2000,) * 6, None),
    ],
)
def test_which_equilibrium_is_asked(
    actions: tuple[Action, ...], stacks: tuple[int, ...], asked: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Stacks in the order of action, none deeper than ours; seats that folded first are left out."""
    found: list[object] = []

    class Solved:
        def __init__(self, depths: list[float]) -> None:
            self.depths = depths

        def probability(self, seat: int, hand: int, all_in: list[int]) -> float:
            found.append((self.depths, seat, all_in))
            return 0.25

    def solve(depths: list[float], **options: float) -> Solved:
        assert options == {"ante": 0.0, "big_blind_ante": 0.0, "small_blind": 0.5}
        return Solved(depths)

    monkeypatch.setattr("riverboat.solve.pushfold.push_fold_ranges", solve)
    likely = equilibrium_probability(before(*actions, stacks=stacks), 0)
    assert (likely, found) == ((None, []) if asked is None else (0.25, [asked]))


# What it knows --------------------------------------------------------------------------------------------------------


def test_statistics_begin_with_an_ordinary_player() -> None:
    """20 hands with a VPIP of 0.25 and 20 decisions of which half were folds."""
    book = Book()
    assert (book.vpip, book.fold3bet) == (0.25, 0.5)
    book.indicators.done[0], book.indicators.opportunities[0] = 80, 80
    book.folded, book.faced = 0, 20
    assert book.vpip == pytest.approx(85 / 100)
    assert book.fold3bet == pytest.approx(10 / 40)
    book.indicators.done[0], book.indicators.opportunities[0] = 0, 10_000
    assert book.vpip == 0.02


def raised_twice() -> Hand:
    """utg raises, the next re-raises, cut-off and button fold, the blinds fold, utg calls, then they check it down."""
    agents = [Replayed(FOLD), Replayed(FOLD), Replayed(RAISE, CALL), Replayed(Action.raise_to(900)), AlwaysFold(),
              AlwaysFold()]  # fmt: skip
    return play_hand(SIX, agents, tuple(range(52)), players=tuple("abcdef"), strict=True)


def test_what_counts_as_a_fold_to_a_three_bet() -> None:
    """Everybody who decides after two raises: four fold, and the opener, who calls."""
    books = OpponentBooks()
    books.learn(raised_twice(), tuple("abcdef"))
    assert [(books.book(name).faced, books.book(name).folded) for name in "abcdef"] == [
        (1, 1), (1, 1), (1, 0), (0, 0), (1, 1), (1, 1),
    ]  # fmt: skip
    assert [books.book(name).indicators.rate("vpip") for name in "cdef"] == [1.0, 1.0, 0.0, 0.0]
    assert books.book("c").pfr == 1.0


def test_memory_round_trip(tmp_path: Path) -> None:
    """What one match taught is known in the next, from a file, and changes nothing else."""
    path = tmp_path / "opponents.memory"
    players = ["hermes", "rules(play=0.4)", "random", "rules(play=0.05)", "always_call", "random"]
    run_match(players, "holdem(stacks=2000)", 300, session=None, memory=path, seed=4)
    with FileMemory(path) as memory:
        again = Hermes()
        names = ["rules(play=0.4)", "rules(play=0.05)", "always_call", "stranger"]
        again.load_memory(memory.of("hermes"), names)
        assert again.book("always_call").vpip > 0.9
        assert again.book("rules(play=0.4)").vpip > again.book("rules(play=0.05)").vpip + 0.1
        assert again.book("stranger").vpip == 0.25
        copied = MemoryStore()
        again.save_memory(copied.of("hermes"))
        entries = [key for key in memory if key.player == "hermes" and key.opponent in names]
        assert len(entries) == 3
        assert all(copied.entries[key] == memory.entries[key] for key in entries)


def test_a_damaged_memory_is_one_line() -> None:
    store = MemoryStore()
    store.of("hermes").remember("a", "hermes", 1, {"folded": 1}, {})
    with pytest.raises(RiverboatError, match="what is known about a is damaged"):
        Hermes().load_memory(store.of("hermes"), ["a"])
    store.of("hermes").remember("a", "hermes", 2, {}, {})
    with pytest.raises(RiverboatError, match="version 2, expected 1"):
        Hermes().load_memory(store.of("hermes"), ["a"])


# Tables ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("players", "blinds", "stays"), [(5, 20, True), (7, 20, True), (4, 20, False), (8, 20, False), (6, 20.5, False)]
)
def test_where_hermes_plays(players: int, blinds: float, stays: bool) -> None:
    """With at most 20 big blinds, among five to seven players (section 6.4.2)."""
    table = TableInfo(0, 100, tuple("abcdefgh"[:players]), 9, 0.0)
    assert Hermes().plays_at(table, int(blinds * 100)) is stays


def test_hermes_in_a_ring() -> None:
    """It never has more than 20 big blinds, never plays among fewer than five, and no money is lost."""
    hands: list[Hand] = []
    field = ["hermes", "rules(play=0.4)", "random", "always_call", "random", "rules(play=0.3)"]
    settings = RingSettings(stakes=(1,), seasons=1)
    result = run_match(field, "holdem", 600, "ring", settings=settings, record=hands.extend, seed=2)
    own = [(hand, hand.players.index("hermes")) for hand in hands if "hermes" in hand.players]
    assert len(own) > 100
    assert {len(hand.players) for hand, _ in own} <= {5, 6}
    assert max(hand.stacks[place] for hand, place in own) == 20 * 100
    assert any(payoff > 0 for hand, place in own for payoff in [hand.payoffs[place]])
    won = sum(hand.payoffs[place] for hand, place in own)
    assert result.extra.bankrolls[0].mean == settings.bankroll * 100 + won
    assert result["hermes"].chips.mean == pytest.approx(won / len(own))
    assert sum(mean.mean for mean in result.extra.bankrolls) == pytest.approx(6 * settings.bankroll * 100)
