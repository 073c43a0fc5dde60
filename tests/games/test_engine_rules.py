"""What the dealer does by the rule book: each test is a rule (of the TDA where named) and a hand worked out by hand."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from math import inf

import pytest

from riverboat.cards import parse_cards
from riverboat.errors import RiverboatError
from riverboat.games import Action, IllegalActionError, Rake, Rules, State, Street, make_game, parse_game

CALL, FOLD = Action.check_or_call(), Action.fold()


def to(amount: int) -> Action:
    return Action.raise_to(amount)


def deck(text: str) -> list[int]:
    """These cards first, then the others in order."""
    first = list(parse_cards(text))
    return first + [card for card in range(52) if card not in first]


def play(rules: Rules, cards: str, *actions: Action) -> State:
    state = State(rules, deck(cards))
    for action in actions:
        state.apply(action)
    return state


# Betting --------------------------------------------------------------------------------------------------------------


def test_heads_up_the_button_posts_the_small_blind_and_acts_last_later() -> None:
    state = State(parse_game("holdem"), range(52))
    assert (state.bets, state.actor) == ((100, 50), 1)
    state.apply(CALL)
    state.apply(CALL)
    assert (state.street, state.actor) == (1, 0)


def test_minimum_raise_is_the_last_full_raise() -> None:
    """TDA 43: after a raise by 250 the next is by 250 at least."""
    state = play(parse_game("holdem(players=3)"), "", to(350))
    assert state.raise_interval() == (600, 20000)
    with pytest.raises(IllegalActionError, match="600 to 20000"):
        state.apply(to(599))
    assert state.can_raise_to(600)


def short_all_in() -> State:
    """A bets 300 on the flop, B is all-in for 400, C calls: 100 is no full raise."""
    rules = parse_game("holdem(players=3,blinds=50/100,stacks=2000/500/2000)")
    return play(rules, "", CALL, CALL, CALL, to(300), to(400), CALL)


def test_a_short_all_in_does_not_reopen_the_betting() -> None:
    """TDA 47: A has acted already and faces less than a full raise."""
    state = short_all_in()
    assert state.actor == 0
    assert state.raise_interval() is None
    assert state.can_check_or_call()
    assert state.can_fold()


def test_a_player_who_has_not_acted_may_raise_a_short_all_in_by_the_full_bet() -> None:
    rules = parse_game("holdem(players=3,blinds=50/100,stacks=2000/500/2000)")
    state = play(rules, "", CALL, CALL, CALL, to(300), to(400))
    assert state.actor == 2
    assert state.raise_interval() == (700, 1900)


def test_short_all_ins_that_add_up_to_a_raise_reopen_the_betting() -> None:
    """TDA 47, example: bet 300, all-in 450, all-in 600 make a full raise together."""
    rules = parse_game("holdem(players=4,blinds=50/100,stacks=5000/550/700/5000)")
    state = play(rules, "", CALL, CALL, CALL, CALL, to(300), to(450), to(600), CALL)
    assert state.actor == 0
    assert state.raise_interval() == (900, 4900)


def test_acpc_games_reopen_the_betting() -> None:
    rules = parse_game("holdem(players=3,blinds=50/100,stacks=2000/500/2000,acpc=yes)")
    state = play(rules, "", CALL, CALL, CALL, to(300), to(400), CALL)
    assert state.raise_interval() == (600, 1900)


def test_half_a_bet_reopens_limit_betting() -> None:
    """TDA 47: in limit at least half a bet. B is all-in for 4 or for 6 more than the bet of 10."""
    for chips, reopened in ((24, False), (26, True)):
        rules = parse_game(f"holdem(betting=limit,players=3,stacks=1000/{chips}/1000)")
        state = play(rules, "", CALL, CALL, CALL, to(10), to(chips - 10), CALL)
        assert state.actor == 0
        assert (state.raise_interval() is not None) is reopened


def test_limit_betting_is_capped() -> None:
    state = play(parse_game("holdem(betting=limit)"), "", to(20), to(30), to(40))
    assert state.raise_interval() is None
    state.apply(CALL)
    for amount in (10, 20, 30, 40):
        state.apply(to(amount))
    assert state.raise_interval() is None


def test_pot_limit_counts_the_call() -> None:
    """Blinds 50/100: the button may make it 350: he calls 100, the pot is 250, and raises by 250."""
    state = State(parse_game("omaha(players=3)"), range(52))
    assert state.raise_interval() == (200, 350)


def test_a_straddle_is_a_blind_and_its_owner_acts_last() -> None:
    state = State(parse_game("holdem(players=4,blinds=50/100/200)"), range(52))
    assert state.actor == 3
    assert state.raise_interval() == (400, 20000)
    for _ in range(3):
        state.apply(CALL)
    assert state.actor == 2
    state.apply(CALL)
    assert state.street == 1
    assert state.raise_interval() == (100, 19800)


def test_everybody_calls_the_whole_blind_though_its_owner_was_short() -> None:
    state = State(parse_game("holdem(players=3,stacks=1000/60/1000)"), range(52))
    assert state.to_call == 100


def test_nobody_is_asked_when_there_is_no_choice() -> None:
    """The small blind calls all-in for less: the big blind has nothing to decide, and the board is dealt."""
    state = play(parse_game("holdem(players=2,stacks=1000/80)"), "", CALL)
    assert state.is_over
    assert len(state.board) == 5


def test_a_raise_that_nobody_can_call_is_not_offered() -> None:
    state = play(parse_game("holdem(players=2,stacks=20000/300)"), "", to(300))
    assert state.raise_interval() is None


def test_capped_betting() -> None:
    """With a cap of 300 nobody can put in more, and a player who has reached it counts as all-in."""
    state = State(parse_game("holdem(cap=300)"), range(52))
    assert state.raise_interval() == (200, 300)
    state.apply(to(300))
    state.apply(CALL)
    assert state.is_over
    assert state.payoffs is not None
    assert max(state.payoffs) <= 300


def test_bring_in_completion_and_raise() -> None:
    """Stud: 2c brings it in for 3, completing makes it 10, raising 20; 2c can neither check nor fold."""
    state = State(parse_game("stud(players=3)"), deck("AsKs7h AdKd2c QsQd8h"))
    assert state.actor == 1
    assert not state.can_check_or_call()
    assert not state.can_fold()
    assert state.raise_interval() == (10, 10)
    state.apply(Action.bring_in())
    assert (state.actor, state.to_call, state.raise_interval()) == (2, 3, (10, 10))
    state.apply(to(10))
    assert state.raise_interval() == (20, 20)


def test_equal_low_cards_are_parted_by_suit() -> None:
    """Clubs are lowest in stud; in razz the highest card brings it in, kings and then spades, aces being low."""
    assert State(parse_game("stud(players=3)"), deck("AsKs2h AdKd2c QsQd2d")).actor == 1
    assert State(parse_game("razz(players=3)"), deck("AsKs2h QdKdKc QsJdKh")).actor == 2
    assert State(parse_game("razz(players=2)"), deck("3s4sAs QdKd2c")).actor == 1


def test_the_best_hand_showing_acts_first() -> None:
    state = State(parse_game("stud(players=3)"), deck("AsKs7h AdKd8c QsQd9h 2h 8d Th"))
    state.apply(Action.bring_in())
    state.apply(CALL)
    state.apply(CALL)
    assert (state.street, state.actor) == (1, 1)


def test_must_open() -> None:
    """The first to act bets or folds."""
    rules = Rules("open", 2, (Street("only", down=1, bet=2, must_open=True),), "limit", (10, 10), antes=(1, 1))
    state = State(rules, range(52))
    assert not state.can_check_or_call()
    with pytest.raises(IllegalActionError, match="must open"):
        state.apply(CALL)
    assert state.can_fold()
    assert state.raise_interval() == (2, 2)


def test_bomb_pot() -> None:
    """Everybody antes and the first decision is on the flop."""
    state = State(parse_game("holdem(players=4,bomb=20)"), range(52))
    assert (state.street, state.actor, state.pot, len(state.board)) == (1, 0, 80, 3)
    assert state.raise_interval() == (20, 19980)


# Pots -----------------------------------------------------------------------------------------------------------------

ACES_KINGS_QUEENS = "AsAd KsKd QsQd"
BLANKS = "2c7d9hJc4s"


def test_side_pots() -> None:
    """Aces all-in for 100, kings for 300, queens have 1000: 300 to the aces, 400 to the kings, 700 come back."""
    rules = parse_game("holdem(players=3,stacks=100/300/1000)")
    state = play(rules, ACES_KINGS_QUEENS + BLANKS, to(1000), CALL, CALL)
    assert state.payoffs == (200, 100, -300)


def test_folded_chips_stay_in_the_pots() -> None:
    rules = parse_game("holdem(players=3,stacks=100/1000/1000)")
    state = play(rules, ACES_KINGS_QUEENS + BLANKS, to(300), CALL, CALL, to(200), FOLD)
    assert state.payoffs == (200, 100, -300)


def test_the_odd_chip_goes_left_of_the_button() -> None:
    """TDA 20A: the board plays, and 3 players share 85 chips: 29 to the first, 28 to the others."""
    rules = parse_game("holdem(players=4,blinds=10/20,antes=5/0/0/20)")
    state = play(rules, "2c2d 3c3d 4c4d 5c6d AhKhQhJhTh", CALL, FOLD, CALL, CALL, *[CALL] * 9)
    assert state.pot == 85
    assert state.payoffs == (29 - 25, 28 - 20, 28 - 20, -20)


def test_odd_chips_go_one_by_one() -> None:
    """Two odd chips of a three-way split go to two players."""
    from riverboat.games.pots import Pot, share_pots

    assert share_pots([Pot(101, (0, 2, 3))], [[7, 9, 7, 7]]) == [34, 0, 34, 33]
    assert share_pots([Pot(101, (0, 2, 3))], [[7, 9, 7, 7]], exact=True) == [
        Fraction(101, 3),
        0,
        *[Fraction(101, 3)] * 2,
    ]


def test_the_high_hand_gets_the_odd_chip_of_a_split_pot() -> None:
    """TDA 20C."""
    from riverboat.games.pots import Pot, share_pots

    assert share_pots([Pot(101, (0, 1))], [[3, 8], [5, 2]]) == [50, 51]


def test_the_same_winners_of_high_and_low_share_as_evenly_as_possible() -> None:
    """TDA 20D: two wheels share 102 chips as 51 and 51, not as 26 + 26 and 25 + 25."""
    from riverboat.games.pots import Pot, share_pots

    assert share_pots([Pot(102, (0, 1))], [[3, 3], [5, 5]]) == [51, 51]


def test_without_a_low_the_high_hand_takes_it_all() -> None:
    from riverboat.games.pots import Pot, share_pots

    assert share_pots([Pot(100, (0, 1))], [[3, 8], [-1, -1]]) == [0, 100]


def test_a_low_in_the_main_pot_has_no_part_in_a_side_pot() -> None:
    from riverboat.games.pots import Pot, share_pots

    pots = [Pot(90, (0, 1, 2)), Pot(40, (1, 2))]
    assert share_pots(pots, [[1, 5, 3], [9, -1, -1]]) == [45, 45 + 40, 0]


def test_in_stud_the_odd_chip_goes_to_the_highest_card_by_suit() -> None:
    """TDA 20B: two straights to the ten; position 1 has the ten of spades. Antes of 1 from three players."""
    rules = parse_game("stud(players=3,ante=1)")
    cards = "Tc9c8d Ts9d8c 2s2hKc7h 7d 4d6h 6d 4h2c 3c 5h3d 2d Kd"
    state = State(rules, deck(cards))
    while not state.is_over:
        if state.can_bring_in():
            state.apply(Action.bring_in())
        elif state.actor == 2 and state.can_fold():
            state.apply(FOLD)
        else:
            state.apply(CALL)
    assert state.live == (True, True, False)
    assert state.payoffs == (0, 1, -1)


def test_a_big_blind_ante_is_dead_money() -> None:
    """The ante of one player counts for the main pot, and does not come back as an uncalled bet."""
    rules = parse_game("holdem(players=3,antes=0/100/0)")
    state = play(rules, "AsAd KsKd QsQd" + BLANKS, CALL, CALL, CALL, *[CALL] * 9)
    assert state.pot == 400
    assert state.payoffs == (300, -200, -100)


def test_equal_antes_make_side_pots() -> None:
    """Who could pay only 4 of an ante of 10 can win only 4 from everybody."""
    rules = parse_game("holdem(players=3,antes=10,stacks=1000/1000/4)")
    state = play(rules, "KsKd QsQd AsAd" + BLANKS, CALL, CALL, *[CALL] * 6)
    assert state.payoffs == (212 - 110, -110, 12 - 4)


def test_rake_is_a_fraction_of_the_pot_in_whole_chips_or_exactly() -> None:
    rake = Rake(0.05, 3)
    assert [rake.of(chips) for chips in (19, 20, 59, 60, 1000)] == [0, 1, 2, 3, 3]
    assert [rake.exact(chips) for chips in (19, 59, 1000)] == pytest.approx([0.95, 2.95, 3.0])
    assert Rake(0.29).of(100) == 29  # as floating-point numbers 0.29 * 100 is less
    assert Rake(0.1).exact(1e9) == 1e8
    for cap in (inf, 2.5):
        with pytest.raises(RiverboatError, match=f"rake cap {cap:g}; expected a whole number of chips"):
            replace(parse_game("holdem"), rake=Rake(0.05, cap))
    with pytest.raises(RiverboatError, match="rake 5/3: expected a fraction of the pot, 0 to 1"):
        Rake(5, 3)


def test_rake_with_cap_and_no_flop_no_drop() -> None:
    """Five percent of the called chips, at most 3; nothing when the hand ends before the flop."""
    rules = replace(parse_game("holdem(blinds=1/2,stacks=200)"), rake=Rake(0.05, 3))
    showdown = play(rules, "AsAd KsKd" + BLANKS, CALL, CALL, *[CALL] * 6)
    assert showdown.payoffs == (2, -2)  # five percent of 4 is no whole chip
    bigger = play(rules, "AsAd KsKd" + BLANKS, to(30), CALL, *[CALL] * 6)
    assert bigger.payoffs == (27, -30)
    uncalled = play(rules, "AsAd KsKd" + BLANKS, to(20), CALL, to(50), FOLD)
    assert uncalled.payoffs == (18, -20)  # of 40; the bet of 50 was not called
    other = play(rules, "AsAd KsKd" + BLANKS, to(20), CALL, CALL, to(50), FOLD)
    assert other.payoffs == (-20, 18)  # the same, bet by the other
    folded = play(rules, "AsAd KsKd" + BLANKS, to(20), FOLD)
    assert folded.payoffs == (-2, 2)


def test_run_it_twice() -> None:
    """All-in before the flop: kings win the first board, aces the second, and the pot is halved."""
    rules = parse_game("holdem(runs=2,stacks=1000)")
    state = play(rules, "AsAd KsKd" + "Kh2c7d9hJc" + "3c8d9cJs4s", to(1000), CALL)
    assert len(state.other_boards) == 1
    assert len(state.boards[1]) == 5
    assert state.payoffs == (0, 0)


def test_runs_share_what_was_dealt_before() -> None:
    rules = parse_game("holdem(runs=3,stacks=1000)")
    state = play(rules, "AsAd KsKd" + "2c7d9h", CALL, CALL, to(900), CALL)
    assert {board[:3] for board in state.boards} == {state.board[:3]}
    assert len({board[3:] for board in state.boards}) == 3


def test_every_board_needs_its_cards() -> None:
    """Twenty-two hands of two cards and a board of five are 49; with a second board, or a second run, 54."""
    assert parse_game("holdem(players=22)").cards_needed == 49
    for more in ("boards=2", "runs=2"):
        with pytest.raises(RiverboatError, match="needs 54 cards, the deck has 52"):
            parse_game(f"holdem(players=22,{more})")


def test_a_deck_may_be_dealt_to_its_last_card() -> None:
    state = State(parse_game("kuhn(players=3,cards=3)"), range(3))
    while not state.is_over:
        state.apply(CALL)
    assert state.payoffs == (-1, -1, 2)


def test_double_board() -> None:
    state = State(parse_game("holdem(boards=2,bomb=10,players=3)"), range(52))
    assert [len(board) for board in state.boards] == [3, 3]
    while not state.is_over:
        state.apply(CALL)
    assert [len(board) for board in state.boards] == [5, 5]


# Cards ----------------------------------------------------------------------------------------------------------------


def test_burns() -> None:
    """A card is left aside before flop, turn and river."""
    state = play(parse_game("holdem(burns=yes)"), "", *[CALL] * 8)
    assert state.board == (5, 6, 7, 9, 11)


def test_a_draw_replaces_cards() -> None:
    state = play(parse_game("five_card_draw"), "AsAdKcQcJc 2s2d3c4c5c 9h9d9c 8s8d", CALL, CALL)
    assert state.phase == "draw"
    state.apply(Action.discard(*parse_cards("KcQcJc")))
    assert state.down[0] == parse_cards("AsAd9h9d9c")
    with pytest.raises(IllegalActionError, match="not cards of position 1"):
        state.apply(Action.discard(*parse_cards("As")))
    state.apply(Action.discard())
    assert state.phase == "bet"  # type: ignore[comparison-overlap]


def test_when_the_deck_runs_out_discards_are_shuffled_but_nobody_gets_his_own() -> None:
    rules = parse_game("five_card_draw(players=9)")
    state = State(rules, range(52))
    while state.phase == "bet":
        state.apply(CALL)
    while state.phase == "draw":
        assert state.actor is not None
        actor, held = state.actor, state.down[state.actor]
        state.apply(Action("discard", 0, held))
        assert not set(held) & set(state.down[actor])
        together = [card for cards in state.down for card in cards]
        assert len(together) == len(set(together)) == 45


def test_eight_players_of_stud_share_the_last_card() -> None:
    state = State(make_game("stud", players=8), range(52))
    while not state.is_over:
        state.apply(Action.bring_in() if state.can_bring_in() else CALL)
    assert len(state.board) == 1
    assert {len(down) + len(up) for down, up in zip(state.down, state.up, strict=True)} == {6}


def test_passed_cards_change_hands_together() -> None:
    """Anaconda: three cards to the left, nobody passes on what he has just been given."""
    state = State(make_game("anaconda", players=3), range(52))
    before = state.down[:]
    for position in range(3):
        assert (state.phase, state.actor) == ("pass", position)
        state.apply(Action.pass_cards(*before[position][:3]))
    for position in range(3):
        assert state.down[position] == before[position][3:] + before[position - 1][:3]


def test_fours_of_baseball_earn_a_card_and_threes_are_wild() -> None:
    state = State(make_game("baseball"), deck("2c5d7h 4s AcAdKh 3s"))
    assert [len(down) for down in state.down] == [4, 3]
    rank = state.rules.rankers[0]
    assert rank(parse_cards("3cAcAdAhAs"), ()) > rank(parse_cards("KcKdKhKs2c"), ())


def test_two_small_pairs_showing_act_before_a_pair_of_kings() -> None:
    state = State(parse_game("stud(players=2)"), deck("2c3cKh 2d3d4h Kd 4d 9c 5h 7c 5d"))
    while state.street < 3:
        state.apply(Action.bring_in() if state.can_bring_in() else CALL)
    assert state.actor == 1
