"""Rule players as people: each style has a name, a face and a sentence, and says which rule decided."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random
from xml.etree import ElementTree

import pytest

import riverboat.web
from riverboat.agents.characters import CHARACTERS, character_of
from riverboat.agents.rules import STYLES, RuleBot
from riverboat.agents.strength import quick_strength
from riverboat.games.action import Action
from riverboat.games.catalogue import parse_game
from riverboat.games.play import play_hand
from riverboat.games.view import View

FACES = Path(riverboat.web.__file__).parent / "static" / "faces"


def test_every_style_is_somebody() -> None:
    assert sorted(each.style for each in CHARACTERS) == sorted(STYLES)
    assert len({each.name for each in CHARACTERS}) == len(CHARACTERS)
    assert sorted(path.stem for path in FACES.glob("*.svg")) == sorted(STYLES)
    for each in CHARACTERS:
        assert character_of(each.agent) is each
        assert each.sentence.endswith(".")
        RuleBot(each.style)
        drawn = ElementTree.parse(FACES / f"{each.style}.svg").getroot()
        assert len(list(drawn)) > 5
    assert character_of("rules(style=rock,bluff=0.2)") is None
    assert character_of("poki") is None


class Watched(RuleBot):
    """Writes down why it did what, beside what it could have done."""

    def __init__(self, style: str) -> None:
        super().__init__(style)
        self.seen: list[tuple[str, Action, View, float | None]] = []

    def act(self, view: View) -> Action:
        action = super().act(view)
        why = self.explain()
        if view.phase == "bet":
            assert why is not None
            self.seen.append((why.rule, action, view, why.strength))
        else:
            assert why is None
        return action


@pytest.mark.parametrize("game", ["holdem(betting=no-limit,players=3)", "leduc"])
def test_the_rule_that_is_named_is_the_one_that_decided(game: str) -> None:
    rules, rng = parse_game(game), Random(7)
    agents = [Watched(style) for style in ("maniac", "tight_passive", "loose_passive")][: rules.players]
    for _ in range(40):
        deck = list(range(rules.deck.size))
        rng.shuffle(deck)
        play_hand(rules, list(agents), deck)
    kinds: set[str] = set()
    for rule, action, view, strength in (each for agent in agents for each in agent.seen):
        assert not re.search(r"\b[2-9TJQKA][cdhs]\b", rule)
        kind = next(each for each in EXPECTED if re.match(each, rule))
        kinds.add(kind)
        wanted = EXPECTED[kind]
        if wanted == "raise":
            assert action.verb == ("raise_to" if view.raise_interval else action.verb), rule
        elif wanted == "stay":
            assert action == view.check_or_call(), rule
        elif wanted == "give up":
            assert action == view.check_or_fold(), rule
        if view.street or game == "leduc":
            assert strength == pytest.approx(quick_strength(view, Random(1)), abs=1e-9)
    # A maniac does not bluff, and in Leduc nobody looks at starting hands.
    assert len(kinds) >= (7 if "holdem" in game else 5), kinds


EXPECTED = {
    "It raises the best": "raise",
    "It calls with the best": "stay",
    "It plays only the best": "give up",
    "Good enough to bet .* and did[.]": "raise",
    "Good enough to bet .* did not": "",
    "A bluff": "raise",
    "Not good enough to bet": "give up",
    "At this price a call pays": "stay",
    "At this price a call does not pay": "give up",
}
"""What a rule begins with, and what then is done."""
