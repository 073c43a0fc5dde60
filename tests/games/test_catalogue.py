"""The catalogue: names and settings in, rules out, and the games as their sources define them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from riverboat.cards import RANKINGS
from riverboat.errors import RiverboatError
from riverboat.games import Rake, State, games, make_game, parse_game

IDENTITIES = [
    "kuhn",
    "kuhn(cards=4)",
    "kuhn(players=3)",
    "leduc",
    "leduc(cards=8)",
    "leduc(bets=1/1,raises=1)",
    "rhode_island",
    "holdem(betting=limit,players=2)",
    "holdem(betting=no-limit,players=6,stacks=10000)",
    "holdem(betting=no-limit,players=3,blinds=1/2/4,stacks=100/200/300)",
    "holdem(betting=no-limit,players=3,antes=0/100/0)",
    "holdem(betting=no-limit,players=2,rake=0.05/3,runs=2,burns=yes,acpc=yes)",
    "omaha(betting=pot-limit,players=4,hole=5)",
    "stud(betting=limit,players=8,ante=2,bring_in=5)",
    "holdem(betting=no-limit,players=4,bomb=20,boards=2)",
]


@pytest.mark.parametrize("text", IDENTITIES)
def test_identities_round_trip(text: str) -> None:
    assert parse_game(text).identity == text


@pytest.mark.parametrize(
    ("text", "identity"),
    [
        (" Leduc ( bets = 2/4 , raises=2 ) ".lower(), "leduc"),
        ("holdem", "holdem(betting=no-limit,players=2)"),
        ("holdem(betting=nolimit,blinds=50/100)", "holdem(betting=no-limit,players=2)"),
        ("preflop-holdem", "preflop_holdem(betting=limit,players=2)"),
        ("kuhn(cards=3,players=2)", "kuhn"),
        ("kuhn(stacks=5/7)", "kuhn(stacks=5/7)"),
    ],
)
def test_what_is_usual_is_not_spelled_out(text: str, identity: str) -> None:
    assert parse_game(text).identity == identity


def test_rules_changed_by_hand_have_a_star() -> None:
    """Better no way back than a wrong one."""
    from dataclasses import replace

    changed = replace(parse_game("kuhn"), rake=Rake(0.1, 1))
    assert changed.identity == "kuhn*"
    with pytest.raises(RiverboatError):
        parse_game(changed.identity)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("chess", 'game "chess": expected one of anaconda'),
        ("ledcu", 'game "ledcu": is leduc meant'),
        ("holdem(", "expected a name and perhaps settings"),
        ("holdem(players)", '"players" is not a setting; write name=value'),
        ("holdem(players=two)", "players=two; expected a whole number"),
        ("holdem(betting=spread)", "expected limit, pot-limit or no-limit"),
        ("holdem(colour=red)", 'no setting "colour"; there is betting'),
        ("holdem(players=3,players=4)", "players is set twice"),
        ("holdem(players=1)", "1 players: poker needs two or more"),
        ("holdem(players=99)", "99 players"),
        ("omaha(players=12)", "needs 53 cards, the deck has 52"),
        ("holdem(stacks=0)", "every player needs chips"),
        ("holdem(stacks=1/2/3)", "3 stacks for 2 players"),
        ("holdem(bets=1/2/3)", "bets 1/2/3: expected 1, 2 or 4 numbers"),
        ("kuhn(cards=2)", "expected 3 to 13"),
        ("kuhn(players=11)", "expected 2 to 10"),
        ("leduc(cards=7)", "expected 6 or 8"),
        ("holdem(rake=5)", "expected fraction of the pot and cap in chips, like 0.05/3"),
        ("holdem(rake=nan/3)", "rake nan/3: expected a fraction of the pot, 0 to 1"),
        ("holdem(rake=0.05/-3)", "a cap of 0 or more"),
        ("holdem(cap=-1)", "cap -1"),
        ("stud(bring_in=-3)", "bring-in -3"),
        ("holdem(burns=maybe)", "expected yes or no"),
        ("holdem(blinds=1/2/4)", "3 blinds for 2 players"),
    ],
)
def test_bad_games_are_refused_in_one_line(text: str, message: str) -> None:
    with pytest.raises(RiverboatError) as caught:
        parse_game(text)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


@given(st.text(max_size=60) | st.from_regex(r"(holdem|kuhn|leduc|stud)\([a-z]{1,8}=[0-9/a-z.-]{0,9}\)", fullmatch=True))
def test_any_text_is_a_game_or_an_error(text: str) -> None:
    try:
        rules = parse_game(text)
    except RiverboatError:
        return
    assert parse_game(rules.identity) == rules


def test_acpc_sizes() -> None:
    """The competition's definitions: limit 10/5 with raises 10 10 20 20, at most 3 4 4 4; no-limit 100/50."""
    limit = parse_game("holdem(betting=limit)")
    assert limit.blinds == (10, 5)
    assert [street.bet for street in limit.streets] == [10, 10, 20, 20]
    assert [street.max_raises for street in limit.streets] == [3, 4, 4, 4]
    assert [street.opener for street in limit.streets] == [1, 0, 0, 0]
    no_limit = parse_game("holdem(players=6)")
    assert no_limit.blinds == (50, 100, 0, 0, 0, 0)
    assert no_limit.stacks == (20000,) * 6
    assert [street.opener for street in no_limit.streets] == [2, 0, 0, 0]


@pytest.mark.parametrize(
    ("name", "rounds", "deck", "shared", "exposed", "closed"),
    [
        ("holdem", 4, 52, 5, 0, 2),
        ("omaha", 4, 52, 5, 0, 4),
        ("baseball", 4, 52, 0, 4, 3),
        ("cincinnati", 5, 52, 5, 0, 5),
        ("five_card_draw", 2, 52, 0, 0, 5),
        ("anaconda", 4, 52, 0, 0, 7),
        ("manila", 5, 32, 5, 0, 2),
        ("kuhn(cards=4)", 1, 4, 0, 0, 1),
    ],
)
def test_teofilo_2016_table_18(name: str, rounds: int, deck: int, shared: int, exposed: int, closed: int) -> None:
    """Betting rounds, cards in the deck, shared, exposed and closed cards of the variants."""
    rules = parse_game(name)
    assert sum(street.bet > 0 for street in rules.streets) == rounds
    assert rules.deck.size == deck
    assert sum(street.board for street in rules.streets) == shared
    assert sum(street.up for street in rules.streets) == exposed
    assert sum(street.down for street in rules.streets) == closed


@pytest.mark.parametrize(
    ("text", "bets"),
    [
        ("holdem(betting=limit)", [10, 10, 20, 20]),
        ("holdem(betting=limit,blinds=50/100)", [100, 100, 200, 200]),
        ("holdem(betting=limit,blinds=2/4,bets=4/8)", [4, 4, 8, 8]),
        ("stud(bets=10/20)", [10, 10, 20, 20, 20]),
        ("stud(bets=1/2/3/4/5)", [1, 2, 3, 4, 5]),
        ("leduc(bets=3/7)", [3, 7]),
    ],
)
def test_small_and_big_bets(text: str, bets: list[int]) -> None:
    """A small bet is the big blind, a big one twice that; big bets come on the turn, in stud on fifth street."""
    assert [street.bet for street in parse_game(text).streets] == bets


def test_every_street_has_its_own_cap() -> None:
    assert [street.max_raises for street in parse_game("leduc(raises=1/2)").streets] == [1, 2]


def test_the_catalogue_is_complete() -> None:
    wanted = "holdem preflop_holdem postflop_holdem omaha omaha8 five_card_draw single_draw triple_draw badugi"
    wanted += " stud stud8 razz short_deck cincinnati manila anaconda baseball kuhn leduc rhode_island"
    assert sorted(wanted.split()) == sorted(games())
    assert all(game.title for game in games().values())


def test_rules_from_code_are_the_rules_from_text() -> None:
    assert make_game("holdem", betting="limit", players=3) == parse_game("holdem(betting=limit,players=3)")
    assert make_game("leduc", bets=(1, 1), raises=1) == parse_game("leduc(bets=1/1,raises=1)")


def test_preflop_only_holdem_deals_the_board_after_the_only_betting() -> None:
    from riverboat.games import Action

    state = State(parse_game("preflop_holdem"), range(52))
    state.apply(Action.check_or_call())
    state.apply(Action.check_or_call())
    assert state.is_over
    assert len(state.board) == 5


def test_postflop_holdem_begins_on_the_flop_with_a_pot() -> None:
    """Both have called before the flop (Billings 2006, section 3.5): two small bets, and the big blind acts first."""
    from riverboat.games import Action

    state = State(parse_game("postflop_holdem"), range(52))
    assert (state.street, len(state.board), state.actor, sum(state.committed)) == (1, 3, 0, 20)
    assert state.raise_interval() == (10, 10)
    for _ in range(3):
        assert not state.is_over
        state.apply(Action.check_or_call())
        state.apply(Action.check_or_call())
    assert state.is_over
    raised = State(parse_game("postflop_holdem"), range(52))
    for total in (10, 20, 30, 40):
        raised.apply(Action.raise_to(total))
    assert raised.raise_interval() is None
    assert parse_game("postflop_holdem(pot=80)").antes == (40, 40)
    assert [street.bet for street in parse_game("postflop_holdem").streets] == [0, 10, 20, 20]
    with pytest.raises(RiverboatError, match="a pot of 25 is not paid by 2 players alike"):
        parse_game("postflop_holdem(pot=25)")


def test_rhode_island_hands() -> None:
    """All 22,100 hands of three cards: straight flush, three of a kind, straight, flush, pair, high card."""
    from collections import Counter
    from itertools import combinations

    import numpy as np

    ranking = RANKINGS["three-card-poker"]
    ranks = ranking.rank_batch(np.array(list(combinations(range(52), 3)), np.uint8))
    counts = Counter(str(ranking.category(rank)) for rank in ranks.tolist())  # type: ignore[attr-defined]
    assert counts == {
        "straight flush": 48,
        "three of a kind": 52,
        "straight": 720,
        "flush": 1096,
        "pair": 3744,
        "high card": 16440,
    }
    strongest_first = [
        "AsKsQs",
        "2h3hAh",
        "2c2d2h",
        "AsKsQd",
        "2c3dAh",
        "AsKsJs",
        "AsAdKh",
        "2c2d3h",
        "AsKsJd",
        "5c3d2h",
    ]
    worth = [ranking.rank(hand) for hand in strongest_first]
    assert worth == sorted(set(worth), reverse=True)


def test_manila_hands() -> None:
    """Both hole cards play, a flush beats a full house, and the lowest straight is ace to ten."""
    manila = RANKINGS["manila"]
    flush = manila.rank("AhKh", board="7h8h9h 9c 9d")
    full_house = manila.rank("AhAd", board="9c9d9h Kc Qd")
    straight = manila.rank("AsTd", board="7h8c9d KcKd")
    trips = manila.rank("TsTd", board="TcKdQc8h7h")
    assert flush > full_house > straight > trips
    one_suit_on_board = manila.rank("AhKd", board="7h8h9hTsQc")
    assert one_suit_on_board < straight
