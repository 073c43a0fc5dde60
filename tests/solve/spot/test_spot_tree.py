"""Betting trees: their sizes in known spots, legal play by a peer's rules, edits, paths, and what is refused."""

from __future__ import annotations

from collections import Counter
from math import inf
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from riverboat.errors import NotationError, RiverboatError
from riverboat.games.action import Action
from riverboat.games.rules import Rake
from riverboat.solve.betting import TooLargeError
from riverboat.solve.spot.sizes import BetSizes, SizePlan, limit_sizes
from riverboat.solve.spot.tree import Kind, Tree, build_tree

FLOP, TURN, RIVER = range(3)


def tree(bets: str, raises: str = "none", *, pot: int = 200, stack: int = 900, street: int = FLOP, **more: Any) -> Tree:
    edits = {name: more.pop(name) for name in ("add", "remove", "rake", "max_nodes") if name in more}
    sizes = BetSizes(SizePlan.read(bets), SizePlan.read(raises), SizePlan.read(more.pop("donks", "")), **more)
    return build_tree(pot, stack, sizes, street, **edits)


def choices(found: Tree, path: str = "") -> list[str]:
    return list(found.find(path).node.names)


# Known sizes --------------------------------------------------------------------------------------------------------


def test_a_river_with_three_bets_and_an_all_in_raise_has_12_decisions() -> None:
    for pot, stack in ((200, 900), (100, 950)):
        found = tree("50%,100%,a", "a", pot=pot, stack=stack, street=RIVER)
        assert found.decisions == (0, 0, 12)


def test_the_same_from_the_turn_has_2892_decisions_on_48_rivers() -> None:
    found = tree("50%,100%,a", "a", street=TURN)
    assert found.decisions == (0, 12, 60)
    assert found.decisions_on((0, 1, 48)) == 2892


def test_a_flop_with_half_pot_bets() -> None:
    """Six decisions a street; three ways to the next: check-check, and a bet called from either side."""
    found = tree("50%", "a")
    assert found.decisions == (6, 18, 54)
    assert found.choices == ((7, 21, 63), (7, 21, 63))


def test_fixed_limit_has_ten_decisions_and_nine_ways_on_in_each_round() -> None:
    """A bet and three raises: 10 decisions, 8 folds and 9 continuations a round (Billings et al. 2003)."""
    found = build_tree(40, 10_000, limit_sizes("10/20/20"), FLOP)
    assert found.decisions == (10, 90, 810)
    kinds = Counter((node.kind, node.street) for node in found)
    assert [kinds[Kind.FOLD, street] for street in range(3)] == [8, 72, 648]
    assert [kinds[Kind.DEAL, street] for street in range(3)] == [9, 81, 0]
    assert kinds[Kind.SHOWDOWN, RIVER] == 729
    assert kinds[Kind.ALL_IN, FLOP] == kinds[Kind.ALL_IN, TURN] == 0
    assert found.find("b10/r20/r30/r40").node.names[-1] == "c"
    assert found.find("b10/r20/r30/r40/c/*/b20/r40/r60/r80/c/*/x/b20").node.committed == (120, 140)


def test_fixed_limit_with_short_stacks_ends_all_in() -> None:
    found = build_tree(40, 25, limit_sizes("10/20/20"), FLOP)
    assert choices(found, "b10/r20") == ["f", "c", "r25"]
    assert choices(found, "b10/r20/r25") == ["f", "c"]
    assert found.find("b10/r20/r25/c").node.kind is Kind.ALL_IN
    assert choices(found, "b10/c/*") == ["x", "b15"]


# Kinds of nodes -----------------------------------------------------------------------------------------------------


def test_what_ends_a_street() -> None:
    found = tree("50%,a", "a")
    assert found.find("x/x").node.kind is Kind.DEAL
    assert found.find("b100/c").node.kind is Kind.DEAL
    assert found.find("b100/f").node.kind is Kind.FOLD
    assert found.find("b100/f").node.player == 1
    assert found.find("b900/c").node.kind is Kind.ALL_IN
    assert found.find("b100/c/*/b200/r800/c").node.kind is Kind.ALL_IN
    assert found.find("x/x/*/x/x/*/x/x").node.kind is Kind.SHOWDOWN
    assert found.find("x/x/*/x/x/*/b900/c").node.kind is Kind.SHOWDOWN  # all-in, but no card is missing
    assert found.find("x/x/*/x/b100").node.committed == (0, 100)
    assert found.find("b100/c/Qc/x").node.line == "b100/c/*/x"


@pytest.mark.parametrize("street", [FLOP, TURN, RIVER])
def test_without_bets_there_are_only_cards(street: int) -> None:
    found = tree("none", "a", street=street)
    assert [node.kind for node in found] == [Kind.DEAL] * (RIVER - street) + [Kind.SHOWDOWN]
    assert found.decisions == (0, 0, 0)


@pytest.mark.parametrize(("street", "kind"), [(FLOP, Kind.ALL_IN), (TURN, Kind.ALL_IN), (RIVER, Kind.SHOWDOWN)])
def test_without_chips_the_hands_are_shown_down(street: int, kind: Kind) -> None:
    assert [node.kind for node in tree("50%", street=street, stack=0)] == [kind]


def test_a_street_without_bets_is_skipped() -> None:
    found = tree("flop: 50%; river: 50%", "a")
    assert found.decisions[TURN] == 0
    node = found.find("x/x/2c").node
    assert (node.kind, node.street) == (Kind.DEAL, TURN)
    assert choices(found, "x/x/2c/3c") == ["x", "b100"]


def test_a_player_without_bets_only_checks() -> None:
    found = tree("ip: 50%", street=RIVER)
    assert choices(found) == ["x"]
    assert choices(found, "x") == ["x", "b100"]


# Sizes in the tree --------------------------------------------------------------------------------------------------


def test_actions_stand_in_order_and_commit_their_totals() -> None:
    found = tree("a,100%,50%", "a,2x", street=RIVER)
    assert choices(found) == ["x", "b100", "b200", "b900"]
    assert choices(found, "b100") == ["f", "c", "r200", "r900"]
    assert [child.committed[0] for child in found.root.children] == [0, 100, 200, 900]
    assert [child.committed[1] for child in found.find("b900").node.children] == [0, 900]
    assert [child.committed[0] for child in found.find("b100/r200").node.children] == [100, 200, 400, 900]
    raised = found.find("b100").node
    assert raised.actions == (Action.fold(), Action.check_or_call(), Action.raise_to(200), Action.raise_to(900))


def test_sizes_above_the_stack_are_one_all_in() -> None:
    assert choices(tree("50%,100%,200%,a", pot=2000, street=RIVER)) == ["x", "b900"]


def test_a_raise_is_at_least_the_last_bet_or_raise() -> None:
    """After a bet of 100 and a raise to 350 the least re-raise is to 600 (TDA rule 43)."""
    found = tree("100c", "10c,250c", stack=5000, street=RIVER, min_bet=10)
    assert choices(found, "b100") == ["f", "c", "r200", "r350"]
    assert choices(found, "b100/r350") == ["f", "c", "r600"]
    assert choices(found, "b100/r200") == ["f", "c", "r300", "r450"]


def test_a_short_all_in_is_legal() -> None:
    found = tree("100c", "10c", stack=150, street=RIVER)
    assert choices(found, "b100") == ["f", "c", "r150"]
    assert choices(found, "b100/r150") == ["f", "c"]


def test_a_raise_cap_counts_the_first_bet() -> None:
    found = tree("50%", "2x", stack=10**6, street=RIVER, max_raises=3)
    assert choices(found, "b100/r200") == ["f", "c", "r400"]
    assert choices(found, "b100/r200/r400") == ["f", "c"]


def test_donk_bets_follow_a_street_that_ip_led() -> None:
    found = tree("50%", "3x", donks="turn: 25%; river: none")
    assert choices(found, "x/b100/c/*") == ["x", "b100"]  # a quarter of 400
    assert choices(found, "x/x/*") == ["x", "b100"]  # half of 200
    assert choices(found, "b100/c/*") == ["x", "b200"]  # OOP led
    assert choices(found, "b100/r300/c/*") == ["x", "b200"]  # IP raised last: a quarter of 800
    assert choices(found, "x/b100/c/*/x") == ["x", "b200"]  # IP's own bets are as usual
    assert choices(found, "x/x/*/x/b100/c/*") == ["x"]
    assert choices(found, "x/b100/c/*/x/x/*") == ["x", "b200"]  # nobody led the turn


def test_streets_and_players_have_their_own_sizes() -> None:
    found = tree("flop: 25%; oop turn: 50%; ip turn: 100%", "oop: 2x; ip: 3x", stack=10_000, max_raises=3)
    assert choices(found, "x/x/*") == ["x", "b100"]
    assert choices(found, "x/x/*/x") == ["x", "b200"]
    assert choices(found, "x/b50") == ["f", "c", "r100"]
    assert choices(found, "b50") == ["f", "c", "r150"]


# By a peer's rules ---------------------------------------------------------------------------------------------------


def peer_state(pot: int, stack: int, least: int) -> Any:
    """The flop of a heads-up game with this pot: antes and equal blinds, called."""
    pokerkit = pytest.importorskip("pokerkit")
    chores = pokerkit.Automation
    state = pokerkit.NoLimitTexasHoldem.create_state(
        (
            chores.ANTE_POSTING, chores.BET_COLLECTION, chores.BLIND_OR_STRADDLE_POSTING, chores.CARD_BURNING,
            chores.HOLE_DEALING, chores.BOARD_DEALING, chores.HOLE_CARDS_SHOWING_OR_MUCKING, chores.HAND_KILLING,
            chores.CHIPS_PUSHING, chores.CHIPS_PULLING,
        ),
        True, pot // 2 - least, (least, least), least, (stack + pot // 2,) * 2, 2,
    )  # fmt: skip
    state.check_or_call()
    state.check_or_call()
    return state


def play(state: Any, line: str) -> None:
    for step in line.split("/"):
        if step == "f":
            state.fold()
        elif step in ("x", "c"):
            assert bool(state.checking_or_calling_amount) == (step == "c")
            state.check_or_call()
        elif step not in ("", "*"):
            state.complete_bet_or_raise_to(int(step[1:]))  # raises if the amount is not legal


@pytest.mark.parametrize(
    ("pot", "stack", "bets", "raises", "least"),
    [
        (200, 900, "50%,100%", "10c", 10),
        (60, 500, "33%,e", "2x,50%", 10),
        (40, 300, "1c,2e150%", "2.2x,a", 7),
    ],
)
def test_every_line_is_legal_by_pokerkits_rules(pot: int, stack: int, bets: str, raises: str, least: int) -> None:
    """Whose turn it is, what is in the pot, and every amount: as a peer plays the same lines."""
    found = tree(bets, raises, pot=pot, stack=stack, min_bet=least, max_raises=4)
    nodes = [node for node in found if node.kind is not Kind.DEAL]
    for node in nodes[:: max(1, len(nodes) // 150)]:
        state = peer_state(pot, stack, least)
        play(state, node.line)
        if node.kind is Kind.DECISION:
            assert state.actor_index == node.player
            assert state.street_index == node.street + 1
            assert tuple(stack - left for left in state.stacks) == node.committed
            chips = state.stacks[node.player] + state.bets[node.player]
            for action, child in zip(node.actions, node.children, strict=True):
                if action.verb == "raise_to":
                    assert state.can_complete_bet_or_raise_to(action.amount)
                    assert stack - child.committed[node.player] == chips - action.amount
        else:
            assert not state.status


@settings(max_examples=40, deadline=None)
@given(
    pot=st.integers(1, 500),
    stack=st.integers(0, 3000),
    bets=st.lists(st.sampled_from(["33%", "75%", "e", "2e", "120c", "a"]), max_size=2),
    raises=st.lists(st.sampled_from(["50%", "2.5x", "e", "40c", "a"]), max_size=2),
    street=st.integers(1, 2),
    least=st.integers(1, 50),
)
def test_laws_of_all_trees(pot: int, stack: int, bets: list[str], raises: list[str], street: int, least: int) -> None:
    found = tree(",".join(bets), ",".join(raises), pot=pot, stack=stack, street=street, min_bet=least, max_raises=3)
    for node in found:
        assert max(node.committed) <= stack
        assert len(node.children) == {Kind.DECISION: len(node.actions), Kind.DEAL: 1}.get(node.kind, 0)
        assert found.find(node.line).node is node
        if node.kind is Kind.DECISION:
            assert stack > node.committed[node.player]
            raised = [action.amount for action in node.actions if action.verb == "raise_to"]
            assert raised == sorted(set(raised))
            for name, child in zip(node.names, node.children, strict=True):
                assert child.line == f"{node.line}/{name}".lstrip("/")
                paid = child.committed[node.player] - node.committed[node.player]
                assert (paid > 0) == (name[0] in "cbr")
        elif node.kind is not Kind.FOLD:
            assert node.committed[0] == node.committed[1]
            assert (node.kind is Kind.ALL_IN) == (node.committed[0] == stack and node.street < RIVER)


# Edits --------------------------------------------------------------------------------------------------------------


def test_a_line_is_added_with_the_usual_replies() -> None:
    found = tree("50%", "a", street=RIVER, add=["x/b150"])
    assert choices(found, "x") == ["x", "b100", "b150"]
    assert choices(found, "x/b150") == ["f", "c", "r900"]
    assert choices(found) == ["x", "b100"]


def test_an_added_line_may_add_several_actions() -> None:
    found = tree("50%", street=TURN, add=["b150/r450/c/*/b75%", "x/a"])
    assert choices(found) == ["x", "b100", "b150"]
    assert choices(found, "b150") == ["f", "c", "r450"]
    assert choices(found, "b100") == ["f", "c"]
    assert choices(found, "x") == ["x", "b100", "b900"]
    assert choices(found, "b150/r450/c/2c") == ["x", "b450"]  # half of 1,100 and more are all that is left


def test_an_added_line_opens_a_street_without_bets() -> None:
    found = tree("none", street=TURN, add=["*/x/b100"])
    assert found.root.kind is Kind.DEAL
    assert choices(found, "*") == ["x"]
    assert choices(found, "*/x") == ["x", "b100"]


def test_a_line_is_removed_with_all_that_follows() -> None:
    whole, found = (tree("50%,a", "a", remove=lines) for lines in ((), ["x/b100/r900", "x/x/*/b50%"]))
    assert choices(found, "x/b100") == ["f", "c"]
    assert choices(found, "b100") == ["f", "c", "r900"]
    assert choices(found, "x/x/Qc") == ["x", "b900"]
    gone = {node.line for node in whole} - {node.line for node in found}
    assert gone == {
        node.line for node in whole if f"{node.line}/".startswith(("x/b100/r900/", "x/x/*/b100/"))
    }  # fmt: skip
    assert not {node.line for node in found} - {node.line for node in whole}


@pytest.mark.parametrize(
    ("edit", "complaint"),
    [
        ({"remove": ["x/b101"]}, 'remove "x/b101", after x: no "b101" there; the actions are x, b100'),
        ({"remove": ["x/b100/r350"]}, 'after x/b100: no "r350" there'),
        ({"remove": ["x/x/Qc/b100"]}, r'write "\*" in place of "Qc"'),
        ({"remove": [r"x/x/*"]}, "ends with a card"),
        ({"remove": [" "]}, "expected a line"),
        ({"remove": ["x/f"]}, 'after x: no "f" there'),
        ({"remove": ["x", "b100"]}, "nothing would be left"),
        ({"add": ["b5000"]}, "b5000 is not a legal action; totals from 1 to 900"),
        ({"add": ["b100/r150"]}, "r150 is not a legal action; totals from 200 to 900"),
        ({"add": ["b900/r950"]}, "r950 is not a legal action; the opponent is all-in"),
        ({"add": ["x/c"]}, "nothing to call; write x"),
        ({"add": ["b100/x"]}, "a bet is to be called; write c"),
        ({"add": ["b100/b300"]}, '"b300" is not a raise; write r300'),
        ({"add": ["r100"]}, '"r100" is not a bet; write b100'),
        ({"add": ["b100/f/c"]}, "a player has folded"),
        ({"add": ["b900/c/x"]}, "both are all-in"),
        ({"add": ["bet"]}, "is not a size"),
        ({"add": ["go"]}, 'cannot read "go"'),
        ({"add": ["b150/r450"], "remove": ["b150"]}, "another edit removes this line"),
    ],
)
def test_edits_that_make_no_sense(edit: dict[str, Any], complaint: str) -> None:
    with pytest.raises(NotationError, match=complaint) as caught:
        tree("50%", "a", **edit)
    assert "\n" not in str(caught.value)


# Paths --------------------------------------------------------------------------------------------------------------


def test_a_path_names_cards_and_shares() -> None:
    found = tree("50%,a", "2.5x,a")
    place = found.find("x/b50%/r2.5x/c/Qc/x")
    assert place.node.line == "x/b100/r250/c/*/x"
    assert place.cards == (40,)
    assert found.find("x / a / c").node.kind is Kind.ALL_IN
    assert found.find("check,b100,all-in").node.line == "x/b100/r900"
    assert found.find("x/x/*/x/x/2c").cards == (None, 0)
    assert found.find("").node is found.root


@pytest.mark.parametrize(
    ("path", "complaint"),
    [
        ("b77", 'path "b77", at the start: no "b77" there; choose x, b100, b900'),
        ("x/x/b100", 'after x/x: a card is dealt there; write one such as Qc, or .*"b100"'),
        ("b100/f/x", "nothing follows, a player has folded"),
        ("b900/c/Qc", "nothing follows, both are all-in"),
        ("x/x/2c/x/x/3c/x/x/x", "the hands are shown down"),
        ("x/x/Qc/r100", '"r100" is not a bet'),
        ("x/Qc", 'cannot read "Qc"'),
        ("b0%", "is not a bet"),
    ],
)
def test_paths_that_lead_nowhere(path: str, complaint: str) -> None:
    with pytest.raises(NotationError, match=complaint):
        tree("50%,a", "a").find(path)


# Rake and limits ------------------------------------------------------------------------------------------------------


def test_a_pot_is_settled_with_the_folders_chips_matched() -> None:
    """Bet 100 into 200, raised to 300, folded: 200 + 2 * 100 in the pot, the other 200 are taken back."""
    found = tree("50%", "3x", street=RIVER, rake=Rake(0.05, cap=30.0))
    assert found.settlement(found.find("b100/r300/f").node) == (200.0, 10.0)
    assert found.settlement(found.find("b100/r300/c").node) == (400.0, 15.0)
    assert found.settlement(found.find("x/x").node) == (100.0, 5.0)
    assert Rake(0.1).cap == inf
    assert tree("50%").settlement(tree("50%").root) == (100.0, 0.0)


def test_what_cannot_be_built_is_refused() -> None:
    with pytest.raises(TooLargeError, match="more than 500 betting nodes"):
        tree("33%,66%,a", "2x,a", max_nodes=500)
    with pytest.raises(TooLargeError, match="more than 100 raises on the river"):
        tree("1c", "1c", pot=1, stack=100_000, street=RIVER)
    for pot, stack, street in ((0, 100, 0), (-5, 100, 0), (100, -1, 0), (100, 100, 3)):
        with pytest.raises(RiverboatError, match="expected"):
            tree("50%", pot=pot, stack=stack, street=street)
