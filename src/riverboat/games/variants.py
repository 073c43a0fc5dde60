"""The variants: each function is a game, its keyword parameters are what can be set about it.

Sizes are those of the annual computer poker competitions where these had the game (limit hold'em 5/10 with bets 10
and 20, no-limit 50/100 with 20,000 chips), and of the papers for the small games. `bets` are the small and the big
bet of limit games (or one for each street) and the smallest bet of others; `raises` is how many bets and raises a
street may see, blinds not counted, 0 for any number. `blinds` are given in the order in which they are posted,
straddles after them.
"""

from __future__ import annotations

from typing import Any

from riverboat.cards.deck import Deck
from riverboat.errors import RiverboatError
from riverboat.games.rules import Limit, Opener, Rules, Showing, Street

__all__ = [
    "anaconda",
    "badugi",
    "baseball",
    "cincinnati",
    "five_card_draw",
    "holdem",
    "kuhn",
    "leduc",
    "manila",
    "omaha",
    "omaha8",
    "postflop_holdem",
    "preflop_holdem",
    "razz",
    "rhode_island",
    "short_deck",
    "single_draw",
    "stud",
    "stud8",
    "triple_draw",
]

_STREETS = ("preflop", "flop", "turn", "river")


def holdem(
    *,
    betting: Limit = "no-limit",
    players: int = 2,
    blinds: tuple[int, ...] = (),
    bets: tuple[int, ...] = (),
    raises: tuple[int, ...] = (),
    bomb: int = 0,
) -> Rules:
    """Texas hold'em: two cards each, five on the board, any five of them.

    With `bomb` everyone pays this ante, and the betting begins on the flop.
    """
    return _with_board("holdem", betting, players, blinds, bets, raises, down=2, bomb=bomb)


def preflop_holdem(
    *,
    betting: Limit = "limit",
    players: int = 2,
    blinds: tuple[int, ...] = (),
    bets: tuple[int, ...] = (),
    raises: tuple[int, ...] = (),
) -> Rules:
    """Hold'em with one betting round: after it the whole board is dealt and hands are shown."""
    sizes = _Sizes(betting, players, blinds, bets, raises, streets=1)
    streets = (sizes.street(0, "preflop", down=2), Street("board", board=5))
    return sizes.rules("preflop_holdem", streets)


def postflop_holdem(
    *,
    betting: Limit = "limit",
    players: int = 2,
    pot: int = 0,
    bets: tuple[int, ...] = (),
    raises: tuple[int, ...] = (),
) -> Rules:
    """Hold'em from the flop on: no betting before it, and a pot to which everyone has paid the same (Billings 2006).

    Default: a pot of one small bet for each player, as after calls of the big blind.
    """
    bets = bets or ((10, 20) if betting == "limit" else (100,))
    pot = pot or players * bets[0]
    if players < 2 or pot % players:
        raise RiverboatError(f"postflop_holdem: a pot of {pot} is not paid by {players} players alike")
    return _with_board("postflop_holdem", betting, players, (), bets, raises, down=2, bomb=pot // players)


def omaha(
    *,
    betting: Limit = "pot-limit",
    players: int = 2,
    blinds: tuple[int, ...] = (),
    bets: tuple[int, ...] = (),
    raises: tuple[int, ...] = (),
    hole: int = 4,
    bomb: int = 0,
) -> Rules:
    """Omaha: four cards each (or five, or six), of which exactly two play with three of the board."""
    return _with_board("omaha", betting, players, blinds, bets, raises, down=hole, bomb=bomb, awards=("omaha",))


def omaha8(
    *,
    betting: Limit = "limit",
    players: int = 2,
    blinds: tuple[int, ...] = (),
    bets: tuple[int, ...] = (),
    raises: tuple[int, ...] = (),
    hole: int = 4,
) -> Rules:
    """Omaha high-low split, eight or better."""
    awards = ("omaha", "omaha-eight-or-better")
    return _with_board("omaha8", betting, players, blinds, bets, raises, down=hole, awards=awards)


def short_deck(*, betting: Limit = "no-limit", players: int = 2, ante: int = 100, bets: tuple[int, ...] = ()) -> Rules:
    """Six-plus hold'em: 36 cards, a flush beats a full house; everyone antes and the button posts one blind."""
    smallest = bets or (ante,)
    sizes = _Sizes(betting, players, (0,) * (players - 1) + (ante,), smallest, (), streets=4, by_position=True)
    streets = _board_streets(sizes, 2, opener=0)
    return sizes.rules("short_deck", streets, ("short-deck",), Deck.short(), antes=(ante,) * players)


def five_card_draw(
    *,
    betting: Limit = "limit",
    players: int = 2,
    blinds: tuple[int, ...] = (),
    bets: tuple[int, ...] = (),
    raises: tuple[int, ...] = (),
    most: int = 5,
) -> Rules:
    """Five-card draw: five cards each, and one draw of up to five.

    `most` is how many can be exchanged.
    """
    return _with_draws("five_card_draw", betting, players, blinds, bets, raises, "high", 5, 1, most)


def single_draw(
    *,
    betting: Limit = "no-limit",
    players: int = 2,
    blinds: tuple[int, ...] = (),
    bets: tuple[int, ...] = (),
    raises: tuple[int, ...] = (),
) -> Rules:
    """Deuce-to-seven lowball with one draw, also called Kansas City lowball."""
    return _with_draws("single_draw", betting, players, blinds, bets, raises, "deuce-to-seven", 5, 1)


def triple_draw(
    *,
    betting: Limit = "limit",
    players: int = 2,
    blinds: tuple[int, ...] = (),
    bets: tuple[int, ...] = (),
    raises: tuple[int, ...] = (),
) -> Rules:
    """Deuce-to-seven lowball with three draws."""
    return _with_draws("triple_draw", betting, players, blinds, bets, raises, "deuce-to-seven", 5, 3)


def badugi(
    *,
    betting: Limit = "limit",
    players: int = 2,
    blinds: tuple[int, ...] = (),
    bets: tuple[int, ...] = (),
    raises: tuple[int, ...] = (),
) -> Rules:
    """Badugi: four cards and three draws for the lowest cards of four ranks and suits."""
    return _with_draws("badugi", betting, players, blinds, bets, raises, "badugi", 4, 3)


def stud(
    *, betting: Limit = "limit", players: int = 2, ante: int = 1, bring_in: int = 3, bets: tuple[int, ...] = (10, 20)
) -> Rules:
    """Seven-card stud: the lowest card brings it in, then the best hand showing acts first."""
    return _stud("stud", betting, players, ante, bring_in, bets, ("high",), "lowest card", "best hand showing")


def stud8(
    *, betting: Limit = "limit", players: int = 2, ante: int = 1, bring_in: int = 3, bets: tuple[int, ...] = (10, 20)
) -> Rules:
    """Seven-card stud high-low split, eight or better."""
    awards = ("high", "eight-or-better")
    return _stud("stud8", betting, players, ante, bring_in, bets, awards, "lowest card", "best hand showing")


def razz(
    *, betting: Limit = "limit", players: int = 2, ante: int = 1, bring_in: int = 3, bets: tuple[int, ...] = (10, 20)
) -> Rules:
    """Seven-card stud for the lowest hand: the highest card brings it in, then the best low showing acts first."""
    return _stud("razz", betting, players, ante, bring_in, bets, ("ace-to-five",), "highest card", "best low showing")


def kuhn(*, players: int = 2, cards: int = 0) -> Rules:
    """Kuhn poker: one card each, an ante of one, one bet of one (Kuhn 1950; more players and cards by Teófilo 2016).

    By default there is one card more than players.
    """
    if not 2 <= players <= 10:
        raise RiverboatError(f"kuhn: {players} players; expected 2 to 10")
    street = Street("only", down=1, bet=1, max_raises=1)
    deck = Deck.kuhn(cards or players + 1)
    return Rules("kuhn", players, (street,), "limit", (2,) * players, deck, (1,) * players, awards=("one-card",))


def leduc(
    *, players: int = 2, cards: int = 6, ante: int = 1, bets: tuple[int, ...] = (2, 4), raises: tuple[int, ...] = (2,)
) -> Rules:
    """Leduc hold'em: one card each and one on the board; a pair wins (Southey et al. 2005)."""
    bets, most = _per_street(bets, 2, "bets"), _per_street(raises, 2, "raises")
    streets = (
        Street("preflop", down=1, bet=bets[0], max_raises=most[0]),
        Street("flop", board=1, bet=bets[1], max_raises=most[1]),
    )
    stack = ante + sum(bet * raised for bet, raised in zip(bets, most, strict=True))
    antes = (ante,) * players
    deck = Deck.leduc(cards)
    return Rules("leduc", players, streets, "limit", (stack,) * players, deck, antes, awards=("two-card",))


def rhode_island(
    *, players: int = 2, ante: int = 5, bets: tuple[int, ...] = (10, 20, 20), raises: tuple[int, ...] = (3,)
) -> Rules:
    """Rhode Island hold'em: one card each, two on the board, hands of three cards (Shi and Littman 2001)."""
    bets, most = _per_street(bets, 3, "bets"), _per_street(raises, 3, "raises")
    streets = tuple(
        Street(name, down=int(at == 0), board=int(at > 0), bet=bets[at], max_raises=most[at])
        for at, name in enumerate(_STREETS[:3])
    )
    stack = ante + sum(bet * raised for bet, raised in zip(bets, most, strict=True))
    antes = (ante,) * players
    awards = ("three-card-poker",)
    return Rules("rhode_island", players, streets, "limit", (stack,) * players, antes=antes, awards=awards)


def cincinnati(
    *,
    betting: Limit = "limit",
    players: int = 2,
    blinds: tuple[int, ...] = (),
    bets: tuple[int, ...] = (),
    raises: tuple[int, ...] = (),
) -> Rules:
    """Cincinnati: five cards each and five on the board, turned one by one; any five of the ten."""
    sizes = _Sizes(betting, players, blinds, bets, raises, streets=5)
    streets = tuple(sizes.street(at, _ORDINALS[at], down=5 * (at == 0), board=1) for at in range(5))
    return sizes.rules("cincinnati", streets)


def manila(
    *,
    betting: Limit = "limit",
    players: int = 2,
    blinds: tuple[int, ...] = (),
    bets: tuple[int, ...] = (),
    raises: tuple[int, ...] = (),
) -> Rules:
    """Manila: 32 cards, two each, which must both play, and five on the board, turned one by one."""
    sizes = _Sizes(betting, players, blinds, bets, raises, streets=5)
    streets = tuple(sizes.street(at, _ORDINALS[at], down=2 * (at == 0), board=1) for at in range(5))
    return sizes.rules("manila", streets, ("manila",), Deck("789TJQKA"))


def anaconda(
    *, betting: Limit = "limit", players: int = 2, ante: int = 1, bets: tuple[int, ...] = (10, 20), raises: int = 4
) -> Rules:
    """Anaconda, or pass the trash: seven cards; three, two and one are passed to the left, then two discarded."""
    sizes = _Sizes(betting, players, (0,) * players, bets, (raises,), streets=4, by_position=True)
    streets = (
        Street("deal", down=7),
        sizes.street(0, "pass three", passing=3, opener=0),
        sizes.street(1, "pass two", passing=2),
        sizes.street(2, "pass one", passing=1),
        sizes.street(3, "discard", discarding=2),
    )
    return sizes.rules("anaconda", streets, antes=(ante,) * players)


def baseball(
    *, betting: Limit = "limit", players: int = 2, ante: int = 1, bets: tuple[int, ...] = (10, 20), raises: int = 4
) -> Rules:
    """Baseball: three cards down and four up; threes and nines are wild, a four dealt up earns another card."""
    sizes = _Sizes(betting, players, (0,) * players, bets, (raises,), streets=4, by_position=True)
    streets = tuple(
        sizes.street(at, _ORDINALS[at], down=3 * (at == 0), up=1, opener="best hand showing", extra_card_for="4")
        for at in range(4)
    )
    return sizes.rules("baseball", streets, ("high wild 39",), antes=(ante,) * players)


# How the families are built -------------------------------------------------------------------------------------------

_ORDINALS = ("first", "second", "third", "fourth", "fifth")
_LIMIT_STACK, _STACK = 1000, 20000
_MAX_BETS = 4


def _per_street(numbers: tuple[int, ...], streets: int, what: str) -> tuple[int, ...]:
    """One number for each street: the first of two is for the first half of the streets."""
    if len(numbers) == streets:
        return numbers
    if len(numbers) == 1:
        return numbers * streets
    if len(numbers) == 2 and streets == 1:
        return numbers[:1]
    if len(numbers) == 2:
        early = streets // 2
        return numbers[:1] * early + numbers[1:] * (streets - early)
    raise RiverboatError(f"{what} {'/'.join(map(str, numbers))}: expected 1, 2 or {streets} numbers")


class _Sizes:
    """Blinds, bets and caps of a game, from its parameters."""

    def __init__(
        self,
        betting: Limit,
        players: int,
        blinds: tuple[int, ...],
        bets: tuple[int, ...],
        raises: tuple[int, ...],
        *,
        streets: int,
        by_position: bool = False,
    ) -> None:
        limit = betting == "limit"
        self.betting, self.players = betting, players
        if players < 2:
            raise RiverboatError(f"{players} players: poker needs two or more")
        if not blinds:
            blinds = (5, 10) if limit else (50, 100)
        if len(blinds) > players:
            raise RiverboatError(f"{len(blinds)} blinds for {players} players")
        self.first = len(blinds) % players
        if by_position:
            self.blinds = blinds if any(blinds) else ()
        elif players == 2:  # the button posts the small blind and acts first
            self.blinds, self.first = (*blinds[1:], 0)[:1] + blinds[:1], 1
        else:
            self.blinds = blinds + (0,) * (players - len(blinds))
        largest = max(self.blinds, default=0)
        if not bets:
            bets = (10, 20) if limit and largest == 10 else (largest, 2 * largest) if limit else (blinds[:2][-1],)
        self.bets = _per_street(bets, streets, "bets")
        self.raises: tuple[int | None, ...]
        if raises:
            self.raises = tuple(number or None for number in _per_street(raises, streets, "raises"))
        elif limit:
            blind_counts = int(largest > 0)
            self.raises = (_MAX_BETS - blind_counts,) + (_MAX_BETS,) * (streets - 1)
        else:
            self.raises = (None,) * streets

    def street(self, at: int, name: str, *, opener: Opener | None = None, **dealt: Any) -> Street:
        """The street with the bets of number `at`."""
        if opener is None:
            opener = self.first if at == 0 else 0
        return Street(name, bet=self.bets[at], max_raises=self.raises[at], opener=opener, **dealt)

    def rules(
        self,
        name: str,
        streets: tuple[Street, ...],
        awards: tuple[str, ...] = ("high",),
        deck: Deck | None = None,
        antes: tuple[int, ...] = (),
    ) -> Rules:
        """The finished game."""
        stack = _LIMIT_STACK if self.betting == "limit" else _STACK
        return Rules(
            name,
            self.players,
            streets,
            self.betting,
            (stack,) * self.players,
            deck or Deck.standard(),
            antes=antes if any(antes) else (),
            blinds=self.blinds,
            awards=awards,
        )


def _board_streets(sizes: _Sizes, down: int, opener: int | None = None) -> tuple[Street, ...]:
    return (
        sizes.street(0, "preflop", down=down, opener=opener),
        sizes.street(1, "flop", board=3),
        sizes.street(2, "turn", board=1),
        sizes.street(3, "river", board=1),
    )


def _with_board(
    name: str,
    betting: Limit,
    players: int,
    blinds: tuple[int, ...],
    bets: tuple[int, ...],
    raises: tuple[int, ...],
    *,
    down: int,
    bomb: int = 0,
    awards: tuple[str, ...] = ("high",),
) -> Rules:
    if not bomb:
        sizes = _Sizes(betting, players, blinds, bets, raises, streets=4)
        return sizes.rules(name, _board_streets(sizes, down), awards)
    if blinds:
        raise RiverboatError(f"{name}: a bomb pot has antes and no blinds")
    sizes = _Sizes(betting, players, (0,) * players, bets or (bomb,), raises, streets=4, by_position=True)
    preflop, *later = _board_streets(sizes, down)
    return sizes.rules(name, (Street(preflop.name, down=down), *later), awards, antes=(bomb,) * players)


def _with_draws(
    name: str,
    betting: Limit,
    players: int,
    blinds: tuple[int, ...],
    bets: tuple[int, ...],
    raises: tuple[int, ...],
    award: str,
    cards: int,
    draws: int,
    most: int = 0,
) -> Rules:
    sizes = _Sizes(betting, players, blinds, bets, raises, streets=draws + 1)
    first = sizes.street(0, "deal", down=cards)
    later = [sizes.street(at, f"{_ORDINALS[at - 1]} draw", drawing=(0, most or cards)) for at in range(1, draws + 1)]
    return sizes.rules(name, (first, *later), (award,))


def _stud(
    name: str,
    betting: Limit,
    players: int,
    ante: int,
    bring_in: int,
    bets: tuple[int, ...],
    awards: tuple[str, ...],
    brings_in: Showing,
    acts_first: Showing,
) -> Rules:
    small_big = bets if len(bets) != 2 else bets[:1] * 2 + bets[1:] * 3
    amounts = _per_street(small_big, 5, "bets")
    most = _MAX_BETS if betting == "limit" else None
    streets = (
        Street("third", down=2, up=1, bet=amounts[0], max_raises=most, opener=brings_in),
        Street("fourth", up=1, bet=amounts[1], max_raises=most, opener=acts_first),
        Street("fifth", up=1, bet=amounts[2], max_raises=most, opener=acts_first),
        Street("sixth", up=1, bet=amounts[3], max_raises=most, opener=acts_first),
        Street("seventh", down=1, bet=amounts[4], max_raises=most, opener=acts_first),
    )
    return Rules(
        name,
        players,
        streets,
        betting,
        (_LIMIT_STACK,) * players,
        antes=(ante,) * players if ante else (),
        bring_in=bring_in,
        awards=awards,
        odd_chips="high card",
    )
