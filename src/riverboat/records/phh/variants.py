"""The games that PHH has a code for: from a code and its amounts to `Rules` of the catalogue, and back.

Codes and required fields are those of the PHH standard 0.0.2 (Kim 2024). The format does not say how many raises a
limit game with blinds allows, so any number is; heads-up it lists the small blind first although its first player is
the big blind. Rules are made once for every table and size of bets, and shared by all hands played there.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final, Literal

from riverboat.errors import RiverboatError
from riverboat.games.catalogue import Setting, make_game
from riverboat.games.rules import Limit, Rules, Street

Kind = Literal["board", "draw", "stud"]


@dataclass(frozen=True, slots=True)
class Variant:
    """A code and the game of the catalogue that it stands for."""

    code: str
    name: str
    kind: Kind
    betting: Limit


VARIANTS: Final = {
    variant.code: variant
    for variant in (
        Variant("FT", "holdem", "board", "limit"),
        Variant("NT", "holdem", "board", "no-limit"),
        Variant("NS", "short_deck", "board", "no-limit"),
        Variant("PO", "omaha", "board", "pot-limit"),
        Variant("FO/8", "omaha8", "board", "limit"),
        Variant("F7S", "stud", "stud", "limit"),
        Variant("F7S/8", "stud8", "stud", "limit"),
        Variant("FR", "razz", "stud", "limit"),
        Variant("N2L1D", "single_draw", "draw", "no-limit"),
        Variant("F2L3D", "triple_draw", "draw", "limit"),
        Variant("FB", "badugi", "draw", "limit"),
    )
}


@lru_cache(maxsize=4096)
def rules_of(
    name: str,
    betting: Limit,
    players: int,
    bets: tuple[int, ...],
    *,
    antes: tuple[int, ...] = (),
    blinds: tuple[int, ...] = (),
    bring_in: int = 0,
    first: int = 0,
    antes_are_dead: bool = False,
    exact_shares: bool = False,
    stack: int = 0,
    cap: int = 0,
    runs: int = 1,
    hole: int = 0,
) -> Rules:
    """The rules of a table; blinds and antes by position, `first` opens the betting, `stack` is everyone's."""
    settings: dict[str, Setting] = {"betting": betting, "players": players, "bets": bets}
    if name in ("stud", "stud8", "razz"):
        settings |= {"ante": antes[0] if antes and len(set(antes)) == 1 else 0, "bring_in": bring_in}
    elif name == "short_deck":
        settings["ante"] = blinds[-1] if blinds and blinds[-1] else bets[0]
    else:
        posted = blinds[::-1] if players == 2 else blinds
        while posted and not posted[-1]:
            posted = posted[:-1]
        settings["blinds"] = posted or bets[:1]
        if betting == "limit":
            settings["raises"] = (0,)
        if any(antes):
            settings["antes"] = antes[:1] if len(set(antes)) == 1 else antes
    if hole and name in ("omaha", "omaha8"):
        settings["hole"] = hole
    for key, value, usual in (("stacks", (stack,), (0,)), ("cap", cap, 0), ("runs", runs, 1)):
        if value != usual:
            settings[key] = value
    rules = make_game(name, **settings)
    # What the catalogue has no setting for: missing and extra blinds, shares in fractions, antes of short players.
    opening = rules.streets[0]
    if isinstance(opening.opener, int) and opening.opener != first:
        rules = replace(rules, streets=(replace(opening, opener=first), *rules.streets[1:]))
    wanted: dict[str, object] = {
        "antes": antes if any(antes) else (),
        "blinds": blinds if any(blinds) else (),
        "antes_are_dead": any(antes) and (antes_are_dead or len(set(antes)) > 1),
        "exact_shares": exact_shares,
    }
    different = {key: value for key, value in wanted.items() if getattr(rules, key) != value}
    return replace(rules, **different) if different else rules  # type: ignore[arg-type]


def first_to_act(blinds: tuple[int, ...]) -> int:
    """Who opens the first street: heads-up the button, else the player after the last and largest blind or straddle."""
    if len(blinds) == 2:
        return 1 if blinds[0] >= blinds[1] else 0
    largest = max(blinds, default=0)
    if not largest:
        return 0
    # Blinds and straddles climb from the left of the button; an equal amount further on is a newcomer's post.
    return (blinds.index(largest) + 1) % len(blinds)


def variant_of(rules: Rules) -> Variant | None:
    """The code of a game that PHH can write, or None."""
    if rules.boards > 1 or rules.runs > 1 or rules.cap:
        return None
    for variant in VARIANTS.values():
        if variant.betting != rules.betting:
            continue
        if plays_like(rules, variant.name, variant.betting):
            return variant
    return None


def plays_like(rules: Rules, name: str, betting: Limit, *, hole: int = 0) -> bool:
    """Whether this is the game of the catalogue, whatever its stakes; `hole` cards where it has several sizes."""
    try:
        usual = rules_of(name, betting, rules.players, (2, 4) if betting == "limit" else (2,), hole=hole)
    except RiverboatError:
        return False  # the other game has too few cards for this many players
    same_cards = usual.awards == rules.awards and usual.deck == rules.deck
    return same_cards and tuple(map(_layout, usual.streets)) == tuple(map(_layout, rules.streets))


def _layout(street: Street) -> tuple[object, ...]:
    """What must be alike in two streets of the same game, whatever its bets."""
    order = street.opener if isinstance(street.opener, str) else ""
    asked = (street.phases, street.passing, street.discarding, street.drawing, street.must_open, street.betting)
    return street.down, street.up, street.board, order, asked, street.extra_card_for, street.counterclockwise
