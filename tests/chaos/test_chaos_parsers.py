"""Everything that reads text from outside, with mutated text: it is read, or refused in one line, and nothing else."""

from __future__ import annotations

from collections.abc import Callable
from importlib import resources
from random import Random

import pytest

from riverboat.abstraction.bucketing import parse_bucketing
from riverboat.agents.pokerlang.parsing import parse_strategy
from riverboat.agents.registry import split_agent
from riverboat.cards.deck import Deck
from riverboat.cards.ranges import Range
from riverboat.errors import RiverboatError
from riverboat.games.acpc.definition import read_game
from riverboat.games.acpc.match_state import parse_match_state
from riverboat.games.acpc.standard import standard_game
from riverboat.games.catalogue import parse_game
from riverboat.games.pgdl import dump, read
from riverboat.model.kuhn.notation import parse_kuhn
from riverboat.records.query import parse_query
from riverboat.solve.core.method import parse_method
from riverboat.solve.spot.spot import Spot
from riverboat.web.tables.messages import read_hello, read_message

ALPHABET = "AKQJT98765432shdcx+-,:()=/ \n\t\"'{}[]#<>&;.%0123456789abcdefghijklmnopqrstuvwxyzé♠\x00\x7f"
_LIMIT = """GAMEDEF
limit
numPlayers = 2
numRounds = 1
blind = 5 10
raiseSize = 10
firstPlayer = 2
maxRaises = 3
numSuits = 4
numRanks = 13
numHoleCards = 2
numBoardCards = 0
END GAMEDEF
"""
_SPOT = """board = "Td9d6h2c5s"
oop = "66+,A8s+,KQo:0.5"
ip = "QQ,JJ"
pot = 100
stack = 900
bets = "50%,100%,a"
raises = "2.5x,a"
"""
_STRATEGY = (resources.files("riverboat.agents.pokerlang") / "strategies" / "storm.pokerlang").read_text()
_HOLDEM = standard_game("holdem.nolimit.2p.reverse_blinds")


def mutated(text: str, rng: Random) -> str:
    """Some characters replaced, put in, left out, doubled or swapped."""
    letters = list(text)
    for _ in range(rng.choice((1, 1, 1, 2, 3, 8))):
        at = rng.randrange(len(letters) + 1)
        kind = rng.randrange(5)
        if kind == 0:
            letters.insert(at, rng.choice(ALPHABET))
        elif kind == 1:
            letters[at : at + 1] = [rng.choice(ALPHABET)]
        elif kind == 2:
            del letters[at : at + rng.randrange(1, 4)]
        elif kind == 3:
            letters[at:at] = letters[at : at + rng.randrange(1, 20)]
        else:
            rng.shuffle(letters[at : at + 4])
    return "".join(letters)


PARSERS: dict[str, tuple[Callable[[str], object], list[str], int]] = {
    "cards": (Deck.standard().parse_cards, ["AhKd", "10h 9c 2s", "As Kh Qd"], 10),
    "ranges": (Range, ["22+,A2s+,KTs-K8s,AKo:0.5", "random", "AhKh,QQ-99", "JTs,54s:0.25"], 3),
    "games": (parse_game, ["holdem(betting=limit,players=2)", "leduc(bets=1/1,raises=1)", "stud(players=4)"], 10),
    "agents": (split_agent, ["rules(style=loose_passive)", "poki", "monte_carlo(time=0.5,seed=1)"], 10),
    "messages": (read_message, ['{"kind":"act","turn":12,"verb":"raise","amount":300}', '{"kind":"rebuy"}'], 10),
    "hellos": (read_hello, ['{"kind":"hello","key":"abc"}'], 10),
    "match states": (
        lambda text: parse_match_state(text, _HOLDEM),
        ["MATCHSTATE:1:31:r300r900c/r1800r3600r9000c/r20000:|JdTc/6dJc9c/Kh", "MATCHSTATE:0:0::9s8h|"],
        10,
    ),
    "decks": (Deck.parse, ["standard", "short", str(Deck.standard())], 10),
    "PGDL": (read, [dump(parse_game("leduc")), dump(parse_game("holdem(betting=limit)"))], 1),
    "ACPC games": (read_game, [_LIMIT], 3),
    "searches": (parse_query, ["hero AKs vs 3bet BTN lost>20bb board:paired 2019-03", "not (won>5bb or tag:x)"], 5),
    "methods": (parse_method, ["dcfr(alpha=2,gamma=3)", "cfr(alternating=no)", "cfr+"], 5),
    "bucketings": (parse_bucketing, ["quantiles(ehs,20)", "kmeans(histogram/histogram/ochs,100)", "psopti(7)"], 5),
    "Kuhn hands": (parse_kuhn, ["QJpBb", "K?bP"], 5),
    "spots": (Spot.parse, [_SPOT], 2),
    "PokerLang": (parse_strategy, [_STRATEGY], 1),
}  # fmt: skip


EACH = 10_000
"""Times the share of each: a million in all."""


def _try(name: str, times: int) -> None:
    parse, texts, share = PARSERS[name]
    rng = Random(name)
    for text in texts:
        parse(text)
    refused = 0
    for _ in range(times * share):
        text = mutated(rng.choice(texts), rng)
        try:
            parse(text)
        except RiverboatError as error:
            refused += 1
            if "\n" in str(error):
                raise AssertionError(f"{text!r}: {error}") from error
        except Exception as error:
            raise AssertionError(f"{text!r}: {type(error).__name__}: {error}") from error
    assert refused


@pytest.mark.parametrize("name", PARSERS)
def test_mutated_texts(name: str) -> None:
    _try(name, 30)


@pytest.mark.slow
@pytest.mark.chaos("mutated texts over all parsers", lambda name: EACH * PARSERS[name][2], "foreign")
@pytest.mark.parametrize("name", PARSERS)
def test_a_million_mutated_texts(name: str) -> None:
    _try(name, EACH)
