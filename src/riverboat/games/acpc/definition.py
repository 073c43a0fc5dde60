"""Which game do two programs play? `.game` files to `Rules` and back.

A definition is a few lines between `GAMEDEF` and `END GAMEDEF`, each a key and its numbers, `=` optional, keys in any
case. Where the format leaves a choice, the rules are those of the competition's dealer: every short all-in reopens
the betting, pots split in fractions of a chip, a hand is the best of any hole and board cards, and the deck has the
highest suits and ranks.

The format cannot say more than that. `write_game` therefore refuses games with draws, face-up cards, pot limits, rake
and the like; odd chips and the right to raise after a short all-in are not written, since each reader of the file has
its own rule. Small games such as Kuhn's come out with the highest ranks instead of their own: the same game under other
names.
"""

from __future__ import annotations

import re
from typing import Final

from riverboat.cards.card import RANKS, SUITS
from riverboat.cards.deck import Deck
from riverboat.errors import NotationError, RiverboatError
from riverboat.games.rules import Rules, Street

UNLIMITED_STACK: Final = 2**31 - 1
"""What a player of a limit game has if the definition does not say."""
UNLIMITED_RAISES: Final = 255
_MAX_PLAYERS: Final = 10
_MAX_ROUNDS: Final = 4
_MAX_DEFAULT_STACKS: Final = 4  # the dealer refuses a fifth player without a line of stacks
_NUMBERS: Final = (
    "numplayers", "numrounds", "stack", "blind", "raisesize", "firstplayer", "maxraises", "numsuits", "numranks",
    "numholecards", "numboardcards",
)  # fmt: skip
_KEYS: Final = sorted(_NUMBERS, key=len, reverse=True)
_ROUND_NAMES: Final = ("preflop", "flop", "turn", "river")
_FEW: Final = {1: "one-card", 2: "two-card", 3: "three-card", 4: "four-card"}


def read_game(text: str, name: str = "acpc") -> Rules:
    """The rules that a definition gives."""
    betting, numbers = _read_lines(text)
    players = _one(numbers, "numPlayers", 2, _MAX_PLAYERS)
    rounds = _one(numbers, "numRounds", 1, _MAX_ROUNDS)
    suits = _one(numbers, "numSuits", 1, len(SUITS))
    ranks = _one(numbers, "numRanks", 1, len(RANKS))
    hole = _one(numbers, "numHoleCards", 1, 3)
    board = _many(numbers, "numBoardCards", rounds)
    blinds = _many(numbers, "blind", players)
    if "stack" not in numbers and players > _MAX_DEFAULT_STACKS:
        raise NotationError(f"game definition: {players} players need a line of {players} stacks")
    stacks = _many(numbers, "stack", players, default=UNLIMITED_STACK)
    first = _many(numbers, "firstPlayer", rounds, default=1)
    raises = _many(numbers, "maxRaises", rounds, default=UNLIMITED_RAISES)
    limit = betting == "limit"
    sizes = _many(numbers, "raiseSize", rounds) if limit else (max(1, *blinds),) * rounds
    for position, (blind, stack) in enumerate(zip(blinds, stacks, strict=True)):
        if blind > stack:
            raise NotationError(
                f"game definition: blind {blind} of player {position + 1} is more than the stack {stack}"
            )
    for opener in first:
        if not 1 <= opener <= players:
            raise NotationError(f"game definition: firstPlayer {opener}; expected 1 to {players}")
    if min(sizes) < 1:
        raise NotationError(f"game definition: raiseSize {min(sizes)}; expected 1 or more")
    if sum(board) > 7:
        raise NotationError(f"game definition: {sum(board)} board cards; expected 7 at most")
    names = _ROUND_NAMES if board[:1] == (0,) and board[1:2] == (3,) else tuple(f"round {r + 1}" for r in range(rounds))
    streets = tuple(
        Street(
            names[r],
            down=hole if r == 0 else 0,
            board=board[r],
            bet=sizes[r],
            max_raises=None if raises[r] >= UNLIMITED_RAISES else raises[r],
            opener=first[r] - 1,
        )
        for r in range(rounds)
    )
    return Rules(
        name=name,
        players=players,
        streets=streets,
        betting="limit" if limit else "no-limit",
        stacks=stacks,
        deck=Deck(RANKS[-ranks:], SUITS[-suits:]),
        blinds=blinds,
        awards=(_FEW.get(hole + sum(board), "high"),),
        short_all_in_reopens=True,
        exact_shares=True,
    )


def write_game(rules: Rules) -> str:
    """The definition of a game, or an error that says what the format cannot express."""
    _require_expressible(rules)
    limit = rules.betting == "limit"
    blinds = rules.blinds or rules.antes or (0,) * rules.players
    lines = ["GAMEDEF", "limit" if limit else "nolimit"]
    lines += [f"numPlayers = {rules.players}", f"numRounds = {len(rules.streets)}"]
    if not limit or set(rules.stacks) != {UNLIMITED_STACK} or rules.players > _MAX_DEFAULT_STACKS:
        lines.append(_line("stack", rules.stacks))
    lines.append(_line("blind", blinds))
    if limit:
        lines.append(_line("raiseSize", [street.bet for street in rules.streets]))
    lines.append(_line("firstPlayer", [int(street.opener) + 1 for street in rules.streets]))
    raises = [UNLIMITED_RAISES if s.max_raises is None else s.max_raises for s in rules.streets]
    if set(raises) != {UNLIMITED_RAISES}:
        lines.append(_line("maxRaises", raises))
    lines += [f"numSuits = {len(rules.deck.suits)}", f"numRanks = {len(rules.deck.ranks)}"]
    lines.append(f"numHoleCards = {rules.streets[0].down}")
    lines.append(_line("numBoardCards", [street.board for street in rules.streets]))
    lines.append("END GAMEDEF")
    return "\n".join(lines) + "\n"


def _read_lines(text: str) -> tuple[str, dict[str, list[int]]]:
    """The betting type and the numbers of each key."""
    betting, begun = "limit", False
    numbers: dict[str, list[int]] = {}
    for number, raw in enumerate(text.splitlines(), start=1):
        line = raw.strip()
        if not line or line.startswith("#"):
            continue
        word = line.lower()
        if word.startswith("end gamedef"):
            if not begun:
                break
            return betting, numbers
        if word.startswith("gamedef"):
            begun = True
        elif word.startswith("limit"):
            betting = "limit"
        elif word.startswith("nolimit"):
            betting = "no-limit"
        else:
            key = next((key for key in _KEYS if word.startswith(key)), None)
            if key is None:
                raise NotationError(f'game definition, line {number}: "{line[:60]}" does not begin with a known key')
            values = line[len(key) :].replace("=", " ", 1).split()
            if not values or not all(re.fullmatch(r"[0-9]{1,10}", value) for value in values):
                raise NotationError(f'game definition, line {number}: "{line[:60]}" needs whole numbers after the key')
            numbers[key] = [int(value) for value in values]
    missing = "END GAMEDEF" if begun else "GAMEDEF"
    raise NotationError(f'game definition: no line "{missing}"')


def _one(numbers: dict[str, list[int]], key: str, low: int, high: int) -> int:
    found = numbers.get(key.lower())
    if found is None:
        raise NotationError(f"game definition: no {key}; expected {low} to {high}")
    if not low <= found[0] <= high:
        raise NotationError(f"game definition: {key} {found[0]}; expected {low} to {high}")
    return found[0]


def _many(numbers: dict[str, list[int]], key: str, count: int, default: int | None = None) -> tuple[int, ...]:
    found = numbers.get(key.lower())
    if found is None:
        if default is None:
            raise NotationError(f"game definition: no {key}; expected {count} numbers")
        return (default,) * count
    if len(found) < count:
        raise NotationError(f"game definition: {key} has {len(found)} numbers; expected {count}")
    return tuple(found[:count])


def _line(key: str, numbers: tuple[int, ...] | list[int]) -> str:
    return f"{key} = {' '.join(map(str, numbers))}"


def _require_expressible(rules: Rules) -> None:
    """Refuse what a definition cannot express."""

    def refuse(what: str) -> RiverboatError:
        return RiverboatError(f"{rules.name}: a .game file cannot express {what}")

    deck, first = rules.deck, rules.streets[0]
    if rules.betting not in ("limit", "no-limit"):
        raise refuse(f"{rules.betting} betting")
    if not 2 <= rules.players <= _MAX_PLAYERS or len(rules.streets) > _MAX_ROUNDS:
        raise refuse(f"{rules.players} players in {len(rules.streets)} rounds; it has 2 to 10 in 1 to 4")
    if any(rules.antes) and (any(rules.blinds) or len(set(rules.antes)) > 1):
        raise refuse("antes beside blinds")
    if rules.bring_in or rules.rake:
        raise refuse("bring-ins or rake")
    if rules.boards > 1 or rules.runs > 1 or rules.cap:
        raise refuse("several boards, or a cap on what a player can put in")
    if rules.exchanges_cards or any(street.up or street.must_open for street in rules.streets):
        raise refuse("draws, passed cards, face-up cards or a forced opening")
    if any(street.down for street in rules.streets[1:]) or not 1 <= first.down <= 3:
        raise refuse("hole cards but 1 to 3 on the first round")
    if any(not isinstance(street.opener, int) or not street.bet for street in rules.streets):
        raise refuse("betting order by cards, or a round without betting")
    cards = first.down + sum(street.board for street in rules.streets)
    if rules.awards != (_FEW.get(cards, "high"),):
        raise refuse(f"hands ranked by {' and '.join(map(str, rules.awards))}")
    full = deck.copies == 1 and not deck.jokers and not deck.missing and set(deck.suits) <= set(SUITS)
    # Hands of a few cards know no straights, so it does not matter what their ranks are called.
    renamed = cards in _FEW and full and len(deck.ranks) <= len(RANKS)
    if deck != Deck(RANKS[-len(deck.ranks) :], SUITS[-len(deck.suits) :]) and not renamed:
        raise refuse(f"{deck}; it has the highest ranks and suits")
