"""Documents as the thesis has them (Teófilo 2016, section 4.2 and Appendix C), retyped: they are read and play."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterator
from itertools import pairwise, permutations
from pathlib import Path
from random import Random

import pytest

from riverboat.cards.ranking.rankings import RANKINGS
from riverboat.games.action import Action
from riverboat.games.pgdl import dump, load, load_from_catalogue, load_variant, normalised, read, validate
from riverboat.games.rules import Rules
from riverboat.games.state import State

APPENDIX = Path(__file__).parent / "appendix"
Play = Callable[[Rules, Random], State]


def game(
    *,
    name: str = "test",
    winning: str = "high",
    wild: str = "false",
    ante: str = "1",
    players: tuple[int, int] = (2, 4),
    deck: str = '<Deck standard="true" jokers="0"/>',
    scoring: str = "",
    deal: str = 'faceDownCardsDealt="5"',
    inside: str = "",
    first: str = "nextDealer",
    more: str = "",
    version: str = "1",
    rounds: str = "",
) -> str:
    """A small document in which a test changes one thing."""
    return f"""<PGDL version="{version}">
  <PokerGame name="{name}" wildCards="{wild}" winningType="{winning}" ante="{ante}" {more}/>
  <Players minimum="{players[0]}" maximum="{players[1]}"/>
  {deck}
  {scoring}
  <Round number="1" name="one" {deal}>
    <BettingStructure type="limit"><Bet value="2" maxNumRaises="3"/></BettingStructure>
    {inside}
    <BettingOrder order="clockwise" firstPlayerBetting="{first}"/>
  </Round>
  {rounds}
</PGDL>"""


def ends(state: State, history: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], State]]:
    """All ways in which a limit hand can continue."""
    if state.is_over:
        yield history, state
        return
    if state.can_fold():
        yield from ends(state.child(Action.fold()), (*history, "fold"))
    yield from ends(state.child(Action.check_or_call()), (*history, "call"))
    interval = state.raise_interval()
    if interval:
        yield from ends(state.child(Action.raise_to(interval[0])), (*history, "raise"))


def information_sets(rules: Rules, *, by_rank: bool) -> int:
    """How many situations the players can tell apart; cards by rank alone, or every card for itself."""
    found = set()
    dealt = rules.cards_needed

    def visit(state: State) -> None:
        if state.is_over:
            return
        actor = state.actor
        assert actor is not None
        cards = (*state.down[actor], *state.board)
        seen = tuple(rules.deck.rank_of(card) for card in cards) if by_rank else cards
        found.add((actor, seen, tuple(state.actions)))
        for action in (Action.fold(), Action.check_or_call()):
            if action.verb != "fold" or state.can_fold():
                visit(state.child(action))
        interval = state.raise_interval()
        if interval:
            visit(state.child(Action.raise_to(interval[0])))

    for deal in permutations(range(rules.deck.size), dealt):
        rest = [card for card in range(rules.deck.size) if card not in deal]
        visit(State(rules, [*deal, *rest]))
    return len(found)


@pytest.mark.parametrize("path", sorted(APPENDIX.glob("*.xml")), ids=lambda path: path.stem)
def test_appendix_documents_play(path: Path, check_hand: Play) -> None:
    assert validate(path) == []
    variant = load_variant(path)
    rng = Random(7)
    for players in range(variant.min_players, variant.max_players + 1):
        for _ in range(50):
            check_hand(variant.rules(players), rng)


def test_appendix_kuhn_is_kuhn_poker() -> None:
    """Three cards, five ways a hand can go; payoffs of Kuhn (1950)."""
    rules = load(APPENDIX / "kuhn.xml")
    jack, queen, king = (rules.deck.parse_card(rank) for rank in "JQK")
    state = State(rules, [queen, king, jack])
    payoffs = {history: end.payoffs for history, end in ends(state)}
    assert payoffs == {
        ("call", "call"): (-1, 1),
        ("call", "raise", "fold"): (-1, 1),
        ("call", "raise", "call"): (-2, 2),
        ("raise", "fold"): (1, -1),
        ("raise", "call"): (-2, 2),
    }
    assert information_sets(rules, by_rank=True) == 12


def test_appendix_leduc_has_120_information_sets() -> None:
    """With one bet a round: 3 cards x 4 places before the board, 3 ways there x 9 x 4 after it."""
    assert information_sets(load(APPENDIX / "leduc.xml"), by_rank=True) == 120


@pytest.mark.parametrize(
    ("name", "players", "by_rank", "count"),
    [
        ("kuhn", 2, True, 12),
        ("kuhn4", 2, True, 16),  # Teófilo 2016, Table 4
        ("kuhn4", 3, True, 48),
        ("leduc", 2, True, 288),
        ("leduc", 2, False, 936),  # every card for itself, as the literature counts
    ],
)
def test_information_sets_of_the_small_games(name: str, players: int, by_rank: bool, count: int) -> None:
    assert information_sets(load_from_catalogue(name, players), by_rank=by_rank) == count


def test_appendix_no_limit_holdem() -> None:
    """Blinds of 0.5 and 1 are 1 and 2 chips; the seat after the big blind acts first, heads-up the button."""
    path = APPENDIX / "no_limit_holdem.xml"
    six = load(path, players=6)
    assert six.blinds == (1, 2, 0, 0, 0, 0)
    assert [street.opener for street in six.streets] == [2, 0, 0, 0]
    assert [street.board for street in six.streets] == [0, 3, 1, 1]
    assert six.streets[0].bet == 2
    two = load(path)
    assert two.blinds == (2, 1)
    state = State(two, range(52))
    assert (state.actor, state.to_call, state.raise_interval()) == (1, 1, (4, 200))


def test_appendix_five_card_draw_changes_its_betting() -> None:
    """The printed document is limit before the draw and no-limit after it."""
    rules = load(APPENDIX / "five_card_draw.xml")
    state = State(rules, range(52))
    assert state.raise_interval() == (1, 1)
    state.check_or_call()
    state.check_or_call()
    assert state.phase == "draw"
    state.discard(state.down[0][:3])
    state.discard(())
    assert state.raise_interval() == (1, 99)


def test_three_layouts_are_one_document() -> None:
    """PokerGame beside everything, around everything within PGDL, and as the root."""
    beside = (APPENDIX / "leduc.xml").read_text(encoding="utf-8")
    around = beside.replace('ante="1" />', 'ante="1">').replace("</PGDL>", "</PokerGame></PGDL>")
    root = around.replace("<PGDL>", "").replace("</PGDL>", "")
    assert beside != around != root
    assert read(beside) == read(around) == read(root)


def test_the_other_layout_and_all_spellings() -> None:
    """Section 4.2.2 has PokerGame as the root, Yes and No, standardDeck, noLimit and card values."""
    text = """<PokerGame name="Kuhn" wildCards="No" winningType="High" ante="1">
      <Players minimum="2" maximum="2"/>
      <Deck standardDeck="No" jokers="0">
        <Card id="j" name="Jack" value="J" suit="h" wild="No"/>
        <Card id="q" name="Queen" value="Q" suit="h" wild="No"/>
        <Card id="k" name="King" value="K" suit="h" wild="No"/>
      </Deck>
      <Scoring standard="Yes" handSize="1"/>
      <Round number="1" name="Round One" communityCardsNumber="0" faceUpCardsDealt="0" faceDownCardsDealt="1"
        blinds="no" forceBet="no">
        <BettingStructure type="Limit"><Bet value="1" maxNumRaises="1"/></BettingStructure>
        <DrawCards min="0" max="0"/>
        <PassCards value="0" direction="counter clockwise"/>
        <DiscardCards value="0"/>
        <BettingOrder order="Clockwise" firstPlayerBetting="leftDealer"/>
      </Round>
    </PokerGame>"""
    printed = load(APPENDIX / "kuhn.xml")
    found = read(text).rules()
    assert (found.deck, found.awards, found.antes) == (printed.deck, printed.awards, printed.antes)
    assert found.streets[0].max_raises == 1
    assert normalised(normalised(text)) == normalised(text)
    assert '<PokerGame name="Kuhn" wildCards="false" winningType="high" ante="1"/>' in normalised(text)


@pytest.mark.parametrize(
    ("written", "meant"),
    [("noLimit", "no-limit"), ("No Limit", "no-limit"), ("no-limit", "no-limit"), ("pot limit", "pot-limit")],
)
def test_betting_types(written: str, meant: str) -> None:
    text = game().replace('type="limit"', f'type="{written}"')
    assert read(text).rules().betting == meant


def test_blinds_by_the_prolog_words() -> None:
    """leftDealer and twoleftDealer are the seats after the button."""
    blinds = """<BlindStructure type="noLimit">
        <Blind id="small" name="Small Blind" value="1" position="leftDealer"/>
        <Blind id="big" name="Big Blind" value="2" position="twoleftDealer"/></BlindStructure>"""
    rules = read(game(inside=blinds)).rules(4)
    assert rules.blinds == (1, 2, 0, 0)
    assert rules.streets[0].opener == 2


def test_rounds_are_ordered_by_their_numbers() -> None:
    later = """<Round number="0" name="zero" communityCardsNumber="1">
      <BettingStructure type="limit"><Bet value="1"/></BettingStructure></Round>"""
    assert [street.name for street in read(game(rounds=later)).rules().streets] == ["zero", "one"]


def test_force_bet() -> None:
    """The first to act may fold or bet, but not check."""
    rules = read(game(deal='faceDownCardsDealt="5" forceBet="yes"')).rules()
    state = State(rules, range(52))
    assert not state.can_check_or_call()
    assert state.can_fold()
    assert state.raise_interval() == (2, 2)


def test_counterclockwise_betting() -> None:
    text = game(first="nextDealer").replace('order="clockwise"', 'order="Counter clockwise"')
    state = State(read(text).rules(4), range(52))
    order = []
    for _ in range(4):
        order.append(state.actor)
        state.check_or_call()
    assert order == [0, 3, 2, 1]


def test_passing_goes_where_the_document_says() -> None:
    for direction, receiver in (("clockwise", 1), ("counter clockwise", 2)):
        rules = read(game(inside=f'<PassCards value="2" direction="{direction}"/>')).rules(3)
        state = State(rules, range(52))
        passed = state.down[0][:2]
        for _ in range(3):
            actor = state.actor
            assert actor is not None
            state.pass_cards(state.down[actor][:2])
        assert set(passed) <= set(state.down[receiver])


def test_discarding_draws_nothing() -> None:
    state = State(read(game(deal='faceDownCardsDealt="6"', inside='<DiscardCards value="1"/>')).rules(), range(52))
    state.discard(state.down[0][:1])
    state.discard(state.down[1][:1])
    assert [len(cards) for cards in state.down] == [5, 5]


# Scoring --------------------------------------------------------------------------------------------------------------

PAIR = """
      $c5.rank == $c4.rank ? $c5.rank * 100000 + $c3.rank * 169 + $c2.rank * 13 + $c1.rank :
      $c4.rank == $c3.rank ? $c4.rank * 100000 + $c5.rank * 169 + $c2.rank * 13 + $c1.rank :
      $c3.rank == $c2.rank ? $c3.rank * 100000 + $c5.rank * 169 + $c4.rank * 13 + $c1.rank :
      $c2.rank * 100000 + $c5.rank * 169 + $c4.rank * 13 + $c3.rank"""
SCORES = f"""<Scoring standard="false" handSize="5">
    <Score name="high card" rank="0" default="true" sort="true">
      <Subrank>$c5.rank * 28561 + $c4.rank * 2197 + $c3.rank * 169 + $c2.rank * 13 + $c1.rank</Subrank>
    </Score>
    <Score name="pair" rank="1" default="false" sort="true">
      <Conditions>
        $c5.rank == $c4.rank || $c4.rank == $c3.rank || $c3.rank == $c2.rank || $c2.rank == $c1.rank
      </Conditions>
      <Subrank>{PAIR}</Subrank>
    </Score>
  </Scoring>"""


def test_custom_scores_order_hands_like_the_usual_ranking() -> None:
    """The example of Appendix C.5, repaired: pairs and high cards, compared with the ranking of all hands."""
    rules = read(game(scoring=SCORES)).rules()
    (rank,) = rules.rankers
    rng = Random(3)
    hands: list[tuple[int, ...]] = []
    while len(hands) < 400:
        hand = tuple(rng.sample(range(52), 5))
        name = RANKINGS["high"].describe(hand)
        if name.startswith("pair") or ("high" in name and "flush" not in name and "straight" not in name):
            hands.append(hand)
    usual = [RANKINGS["high"].rank(hand) for hand in hands]
    own = [rank(hand, ()) for hand in hands]
    by_usual = sorted(range(400), key=lambda place: usual[place])
    for worse, better in pairwise(by_usual):
        assert (own[worse] < own[better]) == (usual[worse] < usual[better])
        assert (own[worse] == own[better]) == (usual[worse] == usual[better])


def test_custom_scores_take_the_best_five_and_suits() -> None:
    """A game for the most red cards: clubs 0, diamonds 1, hearts 2, spades 3."""
    scoring = """<Scoring standard="false" handSize="2"><Score name="red" rank="1">
        <Conditions>($c1.suit == 1 or $c1.suit == 2) and ($c2.suit == 1 or $c2.suit == 2)</Conditions>
        <Subrank>$c1.rank + $c2.rank</Subrank></Score>
      <Score name="rest" rank="0" default="true"><Subrank>$c2.rank</Subrank></Score></Scoring>"""
    rules = read(game(scoring=scoring, deal='faceDownCardsDealt="3"')).rules()
    (rank,) = rules.rankers
    cards = rules.deck.parse_cards
    assert rank(cards("2d3h4s"), ()) > rank(cards("AsAcAd"), ())
    assert rank(cards("2d3h5h"), ()) > rank(cards("2d3h4s"), ())
    assert rank(cards("KsQcJc"), ()) == rank(cards("KhQcJc"), ())


def test_low_game_wants_the_worst_hand() -> None:
    """The minimum of the usual ranking: 7-5-4-3-2 is best, and A-2-3-4-5 is a straight."""
    (rank,) = read(game(winning="low")).rules().rankers
    cards = read(game()).deck.parse_cards
    order = ["AsAcAdAhKs", "As2c3d4h5s", "KsKcQdJh9s", "AsKcQdJh9s", "8s6c4d3h2s", "7s5c4d3h2s"]
    ranks = [rank(cards(hand), ()) for hand in order]
    assert ranks == sorted(ranks)
    assert len(set(ranks)) == len(order)


def test_mixed_game_splits_the_pot() -> None:
    rules = read(game(winning="mixed", ante="10")).rules()
    cards = rules.deck.parse_cards("AsAcAdAhKs 7s5c4d3h2s 2c2d")
    rest = [card for card in range(52) if card not in cards]
    state = State(rules, [*cards, *rest])
    state.check_or_call()
    state.check_or_call()
    assert state.payoffs == (0, 0)
    worst = rules.deck.parse_cards("7s5c4d3h2s AsAcAdAhKs")
    three = State(read(game(winning="mixed", ante="10")).rules(3), [*worst, *rules.deck.parse_cards("KcKdKhJcTc")])
    for _ in range(3):
        three.check_or_call()
    assert three.payoffs == (5, 5, -10)


@pytest.mark.parametrize("size", [1, 2, 3, 4, 5])
def test_hands_of_every_size(size: int, check_hand: Play) -> None:
    scoring = f'<Scoring standard="true" handSize="{size}"/>'
    rules = read(game(scoring=scoring, deal=f'faceDownCardsDealt="{size}"')).rules(3)
    for seed in range(20):
        check_hand(rules, Random(seed))
    (rank,) = rules.rankers
    aces, deuces = rules.deck.parse_cards("AsAcAdAhKs"), rules.deck.parse_cards("2s2c2d2h3s")
    assert rank(aces[:size], ()) > rank(deuces[:size], ())


# Decks and wild cards -------------------------------------------------------------------------------------------------


def test_jokers_are_wild() -> None:
    rules = read(game(wild="true", deck='<Deck standard="true" jokers="2"/>')).rules()
    (rank,) = rules.rankers
    cards = rules.deck.parse_cards
    assert rules.deck.size == 54
    assert rank(cards("AsKsQsJsJk"), ()) == rank(cards("AhKhQhJhTh"), ())
    assert rank(cards("AsAcAdJkJk"), ()) == rank(cards("AsAcAdAhKs"), ())


def test_single_cards_can_be_wild() -> None:
    listed = "".join(
        f'<Card id="{rank}{suit}" name="" rank="{place}" suit="{suit}" wild="{"yes" if rank == "2" else "no"}"/>'
        for place, rank in enumerate("23456789TJQKA")
        for suit in "cdhs"
    )
    rules = read(game(wild="true", deck=f'<Deck standard="false" jokers="0">{listed}</Deck>')).rules()
    (rank,) = rules.rankers
    assert str(rules.deck) == "deck(23456789TJQKA,cdhs)"
    assert rules.awards == ("high wild 2",)
    assert rank(rules.deck.parse_cards("2s2cKdKhQs"), ()) == rank(rules.deck.parse_cards("KsKcKdKhQs"), ())
    assert rank(rules.deck.parse_cards("Ad5d4d3d2c"), ()) == RANKINGS["high"].rank("Ah5h4h3h2h")
    second = game(wild="true", version="2", deck='<Deck standard="true" wild="2"/>')
    assert read(second).rules() == rules


def test_two_decks_make_five_of_a_kind(check_hand: Play) -> None:
    listed = "".join(
        f'<Card id="{rank}{suit}{copy}" name="" rank="{place}" suit="{suit}"/>'
        for copy in "ab"
        for place, rank in enumerate("23456789TJQKA")
        for suit in "cdhs"
    )
    rules = read(game(deck=f'<Deck standard="false">{listed}</Deck>', players=(2, 10))).rules(10)
    assert rules.deck.size == 104
    (rank,) = rules.rankers
    cards = rules.deck.parse_cards
    order = ["AcKdQh9s8c", "AcAcKdQh9s", "AcKcQc9c9c", "AcAcAdAdKc", "AcKcQcJcTc", "2c2c2d2d2h"]
    ranks = [rank(cards(hand), ()) for hand in order]
    assert ranks == sorted(ranks)
    assert len(set(ranks)) == len(order)
    for seed in range(10):
        check_hand(rules, Random(seed))
    assert read(dump(rules)).rules(10) == rules


def test_made_up_cards() -> None:
    """Ranks and suits that no standard deck has; .rank is the number in the document."""
    listed = "".join(
        f'<Card id="{colour}{number}" name="{number} of {colour}" rank="{number}" suit="{colour}"/>'
        for colour in ("red", "green", "blue", "white", "black")
        for number in (1, 10, 100)
    )
    scoring = """<Scoring standard="false" handSize="2"><Score name="sum" rank="0" default="true">
      <Subrank>$c1.rank + $c2.rank</Subrank></Score></Scoring>"""
    rules = read(
        game(deck=f'<Deck standard="false">{listed}</Deck>', scoring=scoring, deal='faceDownCardsDealt="2"')
    ).rules()
    (rank,) = rules.rankers
    deck = rules.deck
    assert (deck.size, len(deck.ranks), len(deck.suits)) == (15, 3, 5)
    low, middle, high = ([card for card in range(15) if deck.rank_of(card) == place] for place in range(3))
    assert rank((high[0], low[0]), ()) > rank((middle[0], middle[1]), ())
    assert read(dump(rules)).rules() == rules


def test_games_travel_between_processes() -> None:
    """Rules with awards of their own survive pickling, also after they have ranked a hand."""
    for text in (
        game(scoring=SCORES),
        game(winning="mixed"),
        game(wild="true", deck='<Deck standard="true" jokers="1"/>'),
    ):
        rules = read(text).rules()
        hole = tuple(range(0, 50, 10))
        ranks = [rank(hole, ()) for rank in rules.rankers]
        again = pickle.loads(pickle.dumps(rules))
        assert again == rules
        assert hash(again) == hash(rules)
        assert [rank(hole, ()) for rank in again.rankers] == ranks
