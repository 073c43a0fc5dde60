"""The plain solver of a spot: exact equities, values from theory, a linear program and the dealer itself beside it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest
from engine_response import EngineSpot
from numpy.typing import NDArray
from reference_solver import ReferenceSolver

from riverboat import games
from riverboat.cards import Deck, card_text, parse_cards, rank
from riverboat.errors import RiverboatError
from riverboat.games import Action, Rules, State, Street
from riverboat.games.rules import Rake
from riverboat.games.table import Table
from riverboat.odds.showdown import equity
from riverboat.solve.betting import build_betting
from riverboat.solve.lp import LinearProgram, solve_by_lp
from riverboat.solve.lp.sequence_form import write_out
from riverboat.solve.spot.sizes import BetSizes, SizePlan
from riverboat.solve.spot.spot import Spot
from riverboat.solve.spot.tree import NO_RAKE, Kind, Node, Tree, build_tree
from riverboat.solve.tree import GameTree

FLOP, TURN, RIVER = 0, 1, 2
WIDE_OOP = "66+,A8s+,A5s-A4s,AJo+,K9s+,KQo,QTs+,JTs,96s+,85s+,75s+,65s,54s"
WIDE_IP = "QQ-22,AQs-A2s,ATo+,K5s+,KJo+,Q8s+,J8s+,T7s+,96s+,86s+,75s+,64s+,53s+"
DRY_RIVER = "2c7d9hJs3c"
"""A board on which pairs are worth what they are without it."""


def betting(pot: int, stack: int, street: int, bets: str = "", raises: str = "", **more: object) -> Tree:
    """A tree; without sizes nobody bets."""
    rake = more.pop("rake", NO_RAKE)
    sizes = BetSizes(SizePlan.read(bets), SizePlan.read(raises), **more)  # type: ignore[arg-type]
    return build_tree(pot, stack, sizes, street, rake=rake)  # type: ignore[arg-type]


def solved(tree: Tree, board: str, oop: str, ip: str, iterations: int) -> ReferenceSolver:
    solver = ReferenceSolver(tree, board, (oop, ip))
    solver.run(iterations)
    return solver


def any_strategy(solver: ReferenceSolver, seed: int) -> dict[str, NDArray[np.float64]]:
    """Random probabilities wherever the solver has a decision, a third of them 0."""
    rng = np.random.default_rng(seed)
    found = {}
    for line, plays in solver.strategies().items():
        weights = rng.random(plays.shape) * (rng.random(plays.shape) > 1 / 3) + 1e-9
        found[line] = weights / weights.sum(axis=1, keepdims=True)
    return found


# A tree without betting is equity -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("board", "oop", "ip", "game"),
    [
        ("Td9d6hQc2s", WIDE_OOP, WIDE_IP, "holdem"),
        ("Ks7h4c2d9s", "random", "random", "holdem"),
        ("Td9d6hQc", "TT-99,JdJh,AdKd,87s:0.5", "QQ:0.3,KsJs,8d7d,T9o,AhAc", "holdem"),
        ("Td9d6h", "AdKd,QsQc:0.25,8h7h", "JdJh,Tc9c:0.5,AsAh,QsJs", "holdem"),
        ("Td9d6hQc", "TT-99,JdJh,AdKd,87s:0.5", "QQ:0.3,KsJs,8d7d,T9o,AhAc", "short"),
        ("Td9d6h", "AdKd,8h7h", "JdJh,Tc9c:0.5,AsAh", "short"),
    ],
)
@pytest.mark.parametrize("stack", [500, 0])
def test_without_betting_the_value_is_the_equity(board: str, oop: str, ip: str, game: str, stack: int) -> None:
    """Whether cards are dealt one by one or both players are all-in."""
    tree = betting(100, stack, len(parse_cards(board)) - 3)
    assert tree.root.kind == (Kind.SHOWDOWN if len(board) == 10 else Kind.DEAL if stack else Kind.ALL_IN)
    solver = ReferenceSolver(tree, board, (oop, ip), deck="full" if game == "holdem" else "short")
    shares = equity([oop, ip], board=board, game=game, exact=True).equity
    assert [solver.value(0), solver.value(1)] == pytest.approx([100 * share for share in shares], abs=1e-9)
    assert solver.exploitability() == pytest.approx(0.0, abs=1e-12)


# The linear program ---------------------------------------------------------------------------------------------------


class RiverDeals:
    """The pairs of hands of a river spot as the sequence form asks for them; betting and pay are the dealer's."""

    def __init__(self, solver: ReferenceSolver) -> None:
        spot = EngineSpot(solver.tree, solver.board, solver.hands, solver.weights)
        self.tree, self.half_pot = solver.tree, spot.antes[0]
        *before, river = spot.rules.streets
        quiet = [replace(street, bet=0) for street in before]
        self.betting = build_betting(replace(spot.rules, streets=(*quiet, river)), self._totals)
        pairs = [
            (i, j, first * second, 1 + np.sign(rank((*mine, *spot.board)) - rank((*other, *spot.board))))
            for i, (mine, first) in enumerate(zip(spot.hands[0], spot.weights[0], strict=True))
            for j, (other, second) in enumerate(zip(spot.hands[1], spot.weights[1], strict=True))
            if not set(mine) & set(other)
        ]
        self.held = np.array([pair[:2] for pair in pairs]).T
        self.chance: NDArray[np.float64] = np.array([pair[2] for pair in pairs]) / sum(pair[2] for pair in pairs)
        self.outcome = np.array([pair[3] for pair in pairs])

    def line(self, actions: Sequence[Action]) -> tuple[Node, str]:
        """The node and the line of the spot's tree to which the dealer's actions lead."""
        node = self.tree.root
        for action in actions:
            node = node.children[node.actions.index(action)]
        return node, node.line

    def _totals(self, state: Table) -> list[int]:
        assert isinstance(state, State)
        node, _ = self.line([action for _, _, action in state.actions])
        return [action.amount for action in node.actions if action.verb == "raise_to"]

    def probabilities(self, street: int) -> NDArray[np.float64]:
        return self.chance

    def views(self, position: int, street: int, then: int) -> NDArray[np.int64]:
        return np.asarray(self.held[position])

    def view_count(self, position: int, street: int) -> int:
        return int(self.held[position].max()) + 1

    def winnings(self, end: int) -> NDArray[np.float64]:
        orders = (((0, 1),), ((0, 0),), ((1, 0),)) if self.betting.is_showdown(end) else ((),) * 3
        return np.asarray(np.array([self.betting.payoffs(end, order)[0] for order in orders])[self.outcome])

    def strategy(self, program: LinearProgram) -> dict[str, NDArray[np.float64]]:
        """The plans that the program has found, line by line."""
        found = {}
        for position, (side, plan) in enumerate(zip(program.form.sides, program.standing().plans, strict=True)):
            left = side.behaviour(plan)
            for node in np.flatnonzero(self.betting.player == position).tolist():
                shape = (self.view_count(position, 3), int(self.betting.children[node]))
                here, left = left[: shape[0] * shape[1]], left[shape[0] * shape[1] :]
                found[self.line(self.betting.path(node))[1]] = here.reshape(shape)
        return found


class CfrPlus:
    """Tammelin 2014 with an average by the square of the iteration: nearer to the end on games as small as these."""

    def __call__(self, iteration: int) -> tuple[float, float, float]:
        return 1.0, 0.0, ((iteration - 1) / iteration) ** 2


@pytest.mark.parametrize(
    ("bets", "raises", "oop", "ip"),
    [
        ("50%,a", "a", "TT,AdKd,KsJs:0.5,8h7h", "QQ:0.3,Th9h,Ah7h,KhQh,7s6s"),
        ("oop: 33%,75%; ip: 60%", "3x", "99,As5s,QsJs", "Qd9h,AcTc,7h6s,KdJd:0.5"),
    ],
)
def test_a_river_is_worth_what_the_linear_program_says(bets: str, raises: str, oop: str, ip: str) -> None:
    solver = ReferenceSolver(betting(100, 300, RIVER, bets, raises), "Td9d6hQc2s", (oop, ip), schedule=CfrPlus())
    solver.run(1500)
    deals = RiverDeals(solver)
    program = LinearProgram(write_out(deals.betting, deals))
    found = program.solve()
    assert found.gap == pytest.approx(0.0, abs=1e-8)
    value = found.lower + deals.half_pot
    # the program's plans, as the plain solver judges them
    exact = deals.strategy(program)
    assert set(exact) == set(solver.strategies())
    assert solver.value(0, exact) == pytest.approx(value, abs=1e-6)
    assert solver.best_response(0, exact) == pytest.approx(value, abs=1e-6)
    assert solver.best_response(1, exact) == pytest.approx(100 - value, abs=1e-6)
    # its own strategy: worth the same to a millionth of the pot
    assert solver.value(0) == pytest.approx(value, abs=1e-4)
    assert solver.exploitability() < 0.01
    assert 100 - solver.best_response(1) - 1e-9 <= value <= solver.best_response(0) + 1e-9


# Theory ---------------------------------------------------------------------------------------------------------------


def test_kuhn_poker_is_a_river_with_three_hands() -> None:
    """Kuhn 1950: with a pot of two antes and one bet of one the first player loses an eighteenth."""
    cards = "AhAd,KhKd,QhQd"  # the same hand cannot be dealt twice, so that these are the three cards
    solver = solved(betting(2, 10, RIVER, "1c", max_raises=1), DRY_RIVER, cards, cards, 2500)
    assert solver.value(0) == pytest.approx(1 - 1 / 18, abs=2e-6)
    assert solver.exploitability() < 1e-4
    held = ["".join(card_text(card) for card in hand) for hand in solver.hands[1].tolist()]
    queen, king, ace = (held.index(hand) for hand in ("QdQh", "KdKh", "AdAh"))
    # the second player's equilibrium is unique: bluff a third of the worst, call with a third of the middle hand
    assert solver.strategy("x")[[queen, king, ace], 1] == pytest.approx([1 / 3, 0, 1], abs=1e-3)
    assert solver.strategy("b1")[[queen, king, ace], 1] == pytest.approx([0, 1 / 3, 1], abs=1e-3)


@pytest.mark.parametrize("pot", [2, 3, 8])
def test_half_a_street_of_ace_king_queen(pot: int) -> None:
    """The first player must check (Chen and Ankenman 2006): a bet of one is worth (P - 1) / (6 (P + 1)) to the second.

    He bets aces and a queen in P + 1, kings are called P - 1 times in P + 1.
    """
    cards = "AhAd,KhKd,QhQd"
    solver = solved(betting(pot, 10, RIVER, "ip: 1c", max_raises=1), DRY_RIVER, cards, cards, 1500)
    assert solver.value(1) - pot / 2 == pytest.approx((pot - 1) / (6 * (pot + 1)), abs=1e-5)
    assert solver.strategy("x")[0, 1] == pytest.approx(1 / (pot + 1), abs=2e-3)
    assert solver.strategy("x/b1")[1, 1] == pytest.approx((pot - 1) / (pot + 1), abs=2e-3)


@pytest.mark.parametrize(("pot", "bet"), [(100, 100), (100, 50), (120, 300)])
def test_the_best_and_the_worst_hand_against_one_between(pot: int, bet: int) -> None:
    """The clairvoyance game: who bets b into P bluffs b / (P + b) for each value bet and is called P / (P + b)."""
    tree = betting(pot, 1000, RIVER, f"oop: {bet}c", max_raises=1)
    solver = solved(tree, DRY_RIVER, "AhAd,5h4h", "KhKd", 600)
    assert solver.value(0) == pytest.approx(pot / 2 * (1 + bet / (pot + bet)), rel=1e-4)
    bluff, best = solver.strategy("")[:, 1]
    assert (bluff, best) == pytest.approx((bet / (pot + bet), 1.0), abs=5e-3)
    assert solver.strategy(f"b{bet}")[0, 1] == pytest.approx(pot / (pot + bet), abs=5e-3)


def value_of_five_cards(ante: int, bet: int, raises: int) -> float:
    """What the dealer's five-card game with one street of limit betting is worth to who acts first."""
    street = Street("only", down=1, bet=bet, max_raises=raises)
    game = Rules(
        "five cards", players=2, betting="limit", stacks=(50, 50), antes=(ante, ante), deck=Deck.kuhn(5),
        awards=("one-card",), streets=(street,),
    )  # fmt: skip
    return solve_by_lp(GameTree.build(game)).value


@pytest.mark.parametrize(("ante", "bet", "raises"), [(2, 3, 2), (5, 2, 3)])
def test_a_fixed_limit_river_is_the_game_of_so_many_cards(ante: int, bet: int, raises: int) -> None:
    """Five hands in strict order against the five-card game of the dealer, solved by the linear program of its tree."""
    cards = "AhAd,KhKd,QhQd,ThTd,8h8d"
    tree = betting(2 * ante, 50, RIVER, f"{bet}c", f"{bet}c", max_raises=raises)
    solver = solved(tree, DRY_RIVER, cards, cards, 1200)
    assert solver.value(0) - ante == pytest.approx(value_of_five_cards(ante, bet, raises), abs=2e-4)
    assert solver.exploitability() < 2e-3


def test_r1_is_worth_91_and_a_quarter() -> None:
    """Spot R1 of the solvers' comparison: 167 x 246 hands, 12 decisions, 91.24 of a pot of 200 to OOP."""
    tree = betting(200, 900, RIVER, "50%,100%,a", "a")
    solver = solved(tree, "Td9d6hQc2s", WIDE_OOP, WIDE_IP, 100)
    assert [len(hands) for hands in solver.hands] == [167, 246]
    assert len(solver.strategies()) == 12
    assert solver.value(0) == pytest.approx(91.24, abs=0.003 * 200)
    assert solver.exploitability() < 0.003 * 200


# Laws -----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("rake", "kept"), [(NO_RAKE, 100.0), (Rake(0.05, 4), 96.0), (Rake(1.0, 7), 93.0)])
def test_both_players_together_have_the_pot_less_rake(rake: Rake, kept: float) -> None:
    """With any strategies, where every pot reaches the cap."""
    tree = betting(100, 400, TURN, "75%", "a", rake=rake)
    solver = solved(tree, "Td9d6hQc", "TT,AdKd,8h7h", "Th9h,Ah7h:0.5,KhQh", 2)
    for strategy in (None, any_strategy(solver, 1), any_strategy(solver, 2)):
        assert solver.value(0, strategy) + solver.value(1, strategy) == pytest.approx(kept, abs=1e-9)


def test_rake_without_betting_is_a_share_of_the_pot() -> None:
    solver = ReferenceSolver(betting(200, 400, RIVER, rake=Rake(0.05, 30)), "Td9d6hQc2s", ("TT,AdKd", "Th9h,AhKh"))
    shares = equity(["TT,AdKd", "Th9h,AhKh"], board="Td9d6hQc2s").equity
    assert [solver.value(0), solver.value(1)] == pytest.approx([190 * share for share in shares], abs=1e-9)


def test_two_iterations_by_hand() -> None:
    """AA may bet 50 into 100, KK calls or folds; IP never bets. Regrets and averages worked out on paper.

    Checking is worth 50 to OOP, counted from half the pot, a bet 50 if IP folds and 100 if he calls.
    """

    class Paper:
        def __call__(self, iteration: int) -> tuple[float, float, float]:
            return (0.8, 0.5, 0.25) if iteration > 1 else (0.0, 0.0, 0.0)

    tree = betting(100, 50, RIVER, "oop: 50c")
    solver = ReferenceSolver(tree, DRY_RIVER, ("AhAd", "KhKd"), schedule=Paper())
    solver.run(1)  # OOP sees 50 and 75, then IP, who is bet into always, -50 and -100
    assert solver.regrets("")[0] == pytest.approx([-12.5, 12.5])
    assert solver.regrets("b50")[0] == pytest.approx([25.0, -25.0])
    solver.run(1)  # OOP always bets, IP always folds: 50 and 50, then -50 and -100
    assert solver.regrets("")[0] == pytest.approx([-6.25, 10.0])
    assert solver.regrets("b50")[0] == pytest.approx([20.0, -62.5])
    assert solver.strategy("")[0] == pytest.approx([0.1, 0.9])  # 1/4 of an even mixture, and all bets
    assert solver.strategy("b50")[0] == pytest.approx([0.9, 0.1])


def test_a_spot_is_the_same_as_its_tree_board_and_ranges() -> None:
    spot = Spot("Td9d6hQc", oop="TT,AdKd", ip="Th9h:0.5,KhQh", pot=100, stack=(300, 400), bets="50%", rake=0.05)
    asked = ReferenceSolver.of(spot)
    tree = betting(100, 300, TURN, "50%", rake=Rake(0.05))
    given = ReferenceSolver(tree, "Td9d6hQc", ("TT,AdKd", "Th9h:0.5,KhQh"))
    for solver in (asked, given):
        solver.run(3)
    assert asked.value(0) == given.value(0) != pytest.approx(50.0, abs=1.0)
    assert asked.value(0) + asked.value(1) < 100.0


def test_a_solver_goes_on_where_it_stopped() -> None:
    tree = betting(100, 300, RIVER, "50%,a", "a")
    twice = solved(tree, "Td9d6hQc2s", "TT,AdKd", "Th9h,KhQh", 7)
    twice.run(5)
    once = solved(tree, "Td9d6hQc2s", "TT,AdKd", "Th9h,KhQh", 12)
    assert twice.iterations == once.iterations == 12
    for line, plays in once.strategies().items():
        assert np.array_equal(plays, twice.strategy(line))


def test_lines_are_read_as_users_write_them_and_others_are_refused() -> None:
    solver = solved(betting(100, 300, TURN, "50%", max_raises=1), "Td9d6hQc", "TT,AdKd", "Th9h,KhQh", 1)
    assert np.array_equal(solver.strategy("x/b50%/c/2s"), solver.strategy("x/b50/c/2s"))
    assert solver.strategy("x/b50/c/2s").shape == (len(solver.hands[0]), 2)
    for line in ("x/b50/c", "x/b50/c/*", "x/b50/c/Td"):
        with pytest.raises(RiverboatError, match="no decision"):
            solver.strategy(line)
    with pytest.raises(RiverboatError, match="no two hands"):
        ReferenceSolver(betting(100, 0, TURN), "Td9d6hQc", ("AhKh", "AhKh"))


# The dealer -----------------------------------------------------------------------------------------------------------


def check_against_the_dealer(solver: ReferenceSolver, spot: EngineSpot) -> None:
    """The average of a few iterations, and a strategy that plays everything."""
    for strategy in (solver.strategies(), any_strategy(solver, 5)):
        for player in (0, 1):
            assert solver.value(player, strategy) == pytest.approx(spot.value(player, strategy), abs=1e-9)
            best = solver.best_response(player, strategy)
            assert best == pytest.approx(spot.best_response(player, strategy), abs=1e-9)
            assert best >= solver.value(player, strategy) - 1e-9
        assert solver.exploitability(strategy) == pytest.approx(spot.exploitability(strategy), abs=1e-9)


@pytest.mark.parametrize(
    ("pot", "bets", "raises", "oop", "ip"),
    [
        (200, "50%,100%,a", "a", "QTs+,96s+,JJ:0.5,54s", "QQ,T9s,87s,A5s-A4s:0.25"),
        (75, "33%,150%", "2.5x,a", "KQo,JdTd,22", "AJs,76s,98s"),  # an odd pot is split in half chips
    ],
)
def test_best_responses_on_a_river_are_the_dealers(pot: int, bets: str, raises: str, oop: str, ip: str) -> None:
    solver = solved(betting(pot, 900, RIVER, bets, raises), "Td9d6hQc2s", oop, ip, 10)
    check_against_the_dealer(solver, EngineSpot(solver.tree, solver.board, solver.hands, solver.weights))


def test_best_responses_on_a_turn_are_the_dealers() -> None:
    """Called all-ins before the river and bets on it."""
    solver = solved(betting(100, 150, TURN, "75%", "a"), "Td9d6hQc", "AdKd,ThTc:0.5", "KsJs,8d7d", 5)
    check_against_the_dealer(solver, EngineSpot(solver.tree, solver.board, solver.hands, solver.weights))


def test_best_responses_on_a_flop_are_the_dealers() -> None:
    """All 45 times 44 ways in which two cards come; nobody bets on the turn."""
    tree = betting(100, 300, FLOP, "flop: 50%; ip river: a", max_raises=1)
    solver = solved(tree, "Td9d6h", "AdKd", "JsJh,8h7h:0.5", 3)
    strategy = any_strategy(solver, 5)
    spot = EngineSpot(tree, solver.board, solver.hands, solver.weights)
    for player in (0, 1):
        assert solver.best_response(player, strategy) == pytest.approx(spot.best_response(player, strategy), abs=1e-9)


def test_best_responses_with_rake_are_the_dealers() -> None:
    """Bets and pots for which five percent are whole chips, as the dealer takes them; 30 at most."""
    solver = solved(betting(200, 500, RIVER, "50%,a", "a", rake=Rake(0.05, 30)), "Td9d6hQc2s", "QTs+,54s", "T9s,AK", 5)
    spot = EngineSpot(solver.tree, solver.board, solver.hands, solver.weights, rake=games.Rake(0.05, 30))
    check_against_the_dealer(solver, spot)


def test_best_responses_of_fixed_limit_are_the_dealers() -> None:
    tree = betting(40, 400, RIVER, "20c", "20c", max_raises=4)
    solver = solved(tree, "Td9d6hQc2s", "QTs+,54s", "T9s,AKs", 5)
    check_against_the_dealer(solver, EngineSpot(tree, solver.board, solver.hands, solver.weights, limit=(20, 4)))


def test_best_responses_of_short_deck_are_the_dealers() -> None:
    """A flush beats a full house, and there are 28 rivers."""
    tree = betting(100, 120, TURN, "a")
    solver = ReferenceSolver(tree, "Td9d6hTc", ("AdKd,9h9c", "JhTh,8d7d"), deck="short")
    solver.run(5)
    check_against_the_dealer(solver, EngineSpot(tree, solver.board, solver.hands, solver.weights, game="short_deck"))
