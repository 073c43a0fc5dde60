"""Hermes among stand-ins for the people of Tables 37 and 38: six seats, and lives as long as the published one.

A stand-in plays its profile's share of hands before the flop, raises its share of them, plays half of each against a
raise, and against two raises gives up as much of the range it has shown as its fold to a re-raise says: 0.55 for tight
profiles (below 28 % of hands played), 0.35 for loose ones, which the source does not print. After the flop it plays by
rules. Shares are stated as thresholds on the order of starting hands; they were fitted so that the tracker's VPIP and
PFR at these tables come out as printed.

A life is 3,814 hands of one Hermes, as in the source. Every 50 hands five of the twenty profiles are drawn, as often as
the source met them. Hermes has 20 big blinds in every hand, the others 100. Cost: 0.4 ms per hand.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any, Final, NamedTuple

from riverboat.agents.choices import raise_by_pot
from riverboat.agents.hermes import Hermes
from riverboat.agents.rules import RuleBot, starting_place
from riverboat.arena.seeds import deck_stream, rng_for
from riverboat.arena.sessions import AgentSpec, seat_agent
from riverboat.games.action import Action
from riverboat.games.catalogue import make_game
from riverboat.games.hand import Hand
from riverboat.games.play import play_hand
from riverboat.games.view import View
from riverboat.model.all_in import adjusted_payoffs

HANDS_IN_LIFE: Final = 3814
HANDS_AT_TABLE: Final = 50
SEATS: Final = 6
RAKE: Final = 0.05
POSITIONS: Final = ("small blind", "big blind", "early", "middle", "cut-off", "button")
"""Rows of Table 35, by position at a table of six."""
KINDS: Final = ("stealing", "defending")
"""Rows of Table 36."""
_RESPECT: Final = 0.5
"""The part of a range that is played against a raise."""
_FOUR_BETS: Final = 0.3
"""The part of the range kept against two raises that raises again."""
_NAME: Final = "hermes"


class Profile(NamedTuple):
    """An opponent of Table 37 or 38, and the thresholds that play like it."""

    name: str
    hands: int
    """How often the source met this player."""
    vpip: float
    """In percent, like `pfr`."""
    pfr: float
    play: float
    """The share of hands played when nobody has raised; above 1 where half of it is played against a raise."""
    raises: float
    """The share of hands raised."""

    @property
    def fold(self) -> float:
        """Of the range shown, against two raises."""
        return 0.55 if self.vpip < 28 else 0.35


PROFILES: Final = (
    Profile("player 1", 14, 42.9, 28.6, 0.519, 0.342),
    Profile("player 2", 271, 17.7, 13.7, 0.217, 0.167),
    Profile("player 3", 14, 64.3, 21.4, 0.806, 0.263),
    Profile("player 4", 41, 82.9, 9.8, 1.270, 0.116),
    Profile("player 5", 39, 41.0, 12.8, 0.523, 0.153),
    Profile("player 6", 5, 40.0, 0.0, 0.513, 0.000),
    Profile("player 7", 16, 31.3, 18.8, 0.381, 0.225),
    Profile("player 8", 45, 57.8, 0.0, 0.754, 0.000),
    Profile("player 9", 455, 24.2, 11.2, 0.301, 0.137),
    Profile("player 10", 860, 19.8, 16.3, 0.239, 0.197),
    Profile("player 11", 54, 55.6, 25.9, 0.696, 0.318),
    Profile("player 12", 180, 31.1, 12.2, 0.385, 0.147),
    Profile("player 13", 38, 84.2, 23.7, 1.300, 0.284),
    Profile("player 14", 148, 26.4, 23.0, 0.317, 0.277),
    Profile("player 15", 277, 27.8, 19.9, 0.341, 0.240),
    Profile("player 16", 67, 22.4, 20.9, 0.264, 0.250),
    Profile("player 17", 136, 20.6, 16.2, 0.250, 0.194),
    Profile("player 18", 224, 20.5, 19.2, 0.242, 0.224),
    Profile("player 19", 25, 72.0, 40.0, 0.889, 0.491),
    Profile("player 20", 774, 15.0, 13.0, 0.186, 0.158),
)


class StandIn(RuleBot):
    """Plays a profile before the flop, and by the rules of its kind after it."""

    def __init__(self, profile: Profile) -> None:
        super().__init__("tight_aggressive" if profile.vpip < 28 else "loose_passive")
        self.profile = profile

    def _before_the_flop(self, view: View) -> Action:
        play, raises = self._thresholds(view)
        place = starting_place(view.hole, view.rules.players)
        if place <= raises:
            return self.certain(raise_by_pot(view, self.style.size))
        return self.certain(view.check_or_call() if place <= play else view.check_or_fold())

    def _thresholds(self, view: View) -> tuple[float, float]:
        """The shares of hands that are played and raised."""
        profile = self.profile
        if view.raises < 2:
            part = _RESPECT**view.raises
            return part * profile.play, part * profile.raises
        own = [action.verb for _, who, action in view.actions if who == view.position]
        limped = own and "raise_to" not in own
        kept = (1.0 - profile.fold) * (_RESPECT * profile.play if limped else profile.raises)
        return kept, _FOUR_BETS * kept if profile.raises else 0.0


class Row:
    """Sums over some of Hermes's hands; amounts in big blinds."""

    __slots__ = (
        "adjusted", "adjusted_rake", "called", "decisions", "equity", "equity_squares", "hands", "pfr", "rake",
        "three_bet_chances", "three_bets", "vpip", "won",
    )  # fmt: skip

    def __init__(self, saved: Sequence[float] = ()) -> None:
        self.hands: float
        self.decisions: float
        """Hands in which it could act before the flop: the base of VPIP and PFR."""
        self.vpip: float
        self.pfr: float
        self.three_bets: float
        self.three_bet_chances: float
        self.won: float
        """Before rake."""
        self.adjusted: float
        """The same, all-in adjusted."""
        self.rake: float
        """What the house takes of it."""
        self.adjusted_rake: float
        self.called: float
        """Showdowns after its all-in before the flop."""
        self.equity: float
        """Its share of those pots, summed."""
        self.equity_squares: float
        for name, value in zip(self.__slots__, saved or (0,) * len(self.__slots__), strict=True):
            setattr(self, name, value)

    def saved(self) -> list[float]:
        """What the constructor takes."""
        return [getattr(self, name) for name in self.__slots__]

    def add(self, other: Row) -> None:
        """The hands of another row too."""
        for name in self.__slots__:
            setattr(self, name, getattr(self, name) + getattr(other, name))


class Life:
    """What one Hermes did in its hands, and how the stand-ins played as it saw them."""

    def __init__(self, rows: dict[str, Row], seen: dict[str, list[int]]) -> None:
        self.rows = rows
        """By position, and for the kinds of Table 36."""
        self.seen = seen
        """By opponent: hands with a decision, VPIP and PFR."""

    @property
    def total(self) -> Row:
        """All positions."""
        total = Row()
        for name in POSITIONS:
            total.add(self.rows[name])
        return total

    def saved(self) -> dict[str, Any]:
        """For a file."""
        return {"rows": {name: row.saved() for name, row in self.rows.items()}, "seen": self.seen}

    @classmethod
    def restored(cls, saved: dict[str, Any]) -> Life:
        """The life that `saved` described."""
        return cls({name: Row(row) for name, row in saved["rows"].items()}, saved["seen"])


def play_life(piece: tuple[AgentSpec, int, int, int]) -> dict[str, Any]:
    """A life of this player, of a seed, number and length, as plain data: see `Life`."""
    spec, seed, number, hands = piece
    rules = make_game("holdem", players=SEATS)
    big_blind = max(rules.blinds)
    path = ("hermes", number)
    hermes = seat_agent(spec, seed, *path, _NAME)
    assert isinstance(hermes, Hermes)
    field = {each.name: seat_agent(partial(StandIn, each), seed, *path, each.name) for each in PROFILES}
    rng, decks = rng_for(seed, "tables", *path), deck_stream(seed, rules, *path)
    rows = {name: Row() for name in (*POSITIONS, *KINDS)}
    chairs: list[str] = []
    before = [(0, 0)] * 4
    for dealt in range(hands):
        if dealt % HANDS_AT_TABLE == 0:
            chairs = [_NAME, *_drawn(rng)]
        turn = dealt % SEATS
        names = chairs[turn:] + chairs[:turn]
        seat = names.index(_NAME)
        stacks = [20 * big_blind if name == _NAME else 100 * big_blind for name in names]
        agents = [hermes if name == _NAME else field[name] for name in names]
        hand = play_hand(rules, agents, next(decks), stacks=stacks, players=tuple(names), number=dealt, strict=True)
        own = hermes.book(_NAME).indicators
        after = [own.sample(rate) for rate in ("vpip", "pfr", "three_bet", "steal")]
        changes = [(now[0] - then[0], now[1] - then[1]) for now, then in zip(after, before, strict=True)]
        before = after
        row = row_of(hand, seat, changes, big_blind)
        rows[POSITIONS[seat]].add(row)
        if changes[3][0]:
            rows["stealing"].add(row)
        elif changes[2][0] and seat < 2:
            rows["defending"].add(row)
    seen = {}
    for each in PROFILES:
        book = hermes.book(each.name).indicators
        (played, decisions), (raised, _) = book.sample("vpip"), book.sample("pfr")
        seen[each.name] = [decisions, played, raised]
    return Life(rows, seen).saved()


def _drawn(rng: Any) -> list[str]:
    """Five different opponents, as often as the source met them."""
    left = list(PROFILES)
    found = []
    for _ in range(SEATS - 1):
        chosen = rng.choices(left, [each.hands for each in left])[0]
        left.remove(chosen)
        found.append(chosen.name)
    return found


def row_of(hand: Hand, seat: int, changes: Sequence[tuple[int, int]], big_blind: int) -> Row:
    """One hand: what was won, with and without the luck of an all-in, and what the house takes of it."""
    row = Row()
    row.hands = 1
    (row.vpip, row.decisions), (row.pfr, _), (row.three_bets, row.three_bet_chances), _ = changes
    paid, won = hand.committed[seat], float(hand.payoffs[seat])
    others = max(chips for place, chips in enumerate(hand.committed) if place != seat)
    matched = min(paid, others)
    adjusted = won
    if hand.live[seat] and hand.went_to_showdown and paid == hand.stacks[seat]:
        adjusted = adjusted_payoffs(hand)[seat]
        row.called = 1
        row.equity = (adjusted + matched) / sum(min(chips, matched) for chips in hand.committed)
        row.equity_squares = row.equity**2
    row.won, row.adjusted = won / big_blind, adjusted / big_blind
    if hand.live[seat] and hand.board:
        row.rake, row.adjusted_rake = (RAKE * (each + matched) / big_blind for each in (won, adjusted))
    return row
