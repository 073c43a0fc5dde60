"""A whole hand as text, state by state, to be read by people and compared by tests.

`python -m riverboat.games.playthrough FOLDER` writes one file for each game of the catalogue. The players act at random
from a seed and rarely fold; the file says what they may do at every step, so that a changed rule shows as a changed
line.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random

import numpy as np

from riverboat.games.action import Action
from riverboat.games.catalogue import games, make_game
from riverboat.games.play import decks
from riverboat.games.rules import Rules
from riverboat.games.state import State
from riverboat.games.view import View


def playthrough(rules: Rules, seed: int = 0) -> str:
    """One hand of this game from the first card to the last chip."""
    state = State(rules, next(decks(rules, np.random.default_rng(seed))))
    return "\n".join(_lines(state, Random(seed), seed)) + "\n"


def random_action(view: View, rng: Random) -> Action:
    """A random legal action: mostly staying in, often raising, rarely folding; any cards where cards are exchanged."""
    legal = view.legal_actions()
    if legal.exchange and legal.exchange_interval:
        cards = rng.sample(view.hole, rng.randint(*legal.exchange_interval))
        return legal.exchange._replace(cards=tuple(cards))
    choices = [view.check_or_call()] * 6
    if legal.fold:
        choices.append(legal.fold)
    if legal.raise_interval:
        low, high = legal.raise_interval
        choices += [Action.raise_to(low), Action.raise_to(rng.randint(low, min(high, 3 * low)))]
    return rng.choice(choices)


def action_text(rules: Rules, action: Action) -> str:
    """`raise to 300`, `discard 7h2c`, `stand pat`."""
    if action.verb == "raise_to":
        return f"raise to {action.amount}"
    if action.verb == "discard":
        return f"discard {rules.deck.cards_text(action.cards)}" if action.cards else "stand pat"
    if action.verb == "pass_cards":
        return f"pass {rules.deck.cards_text(action.cards)}"
    return {"check_or_call": "check or call", "fold": "fold", "bring_in": "bring in"}[action.verb]


def _lines(state: State, rng: Random, seed: int) -> Iterator[str]:
    rules = state.rules
    yield f"game: {rules.identity}"
    yield f"seed: {seed}"
    yield f"stacks: {_numbers(rules.stacks)}"
    shown = -1
    while state.actor is not None:
        if state.street != shown:
            shown = state.street
            yield from _table(state)
        view = View(state, state.actor)
        action = random_action(view, rng)
        yield f"  {state.actor} may {_options(state)}: {action_text(rules, action)}"
        state.apply(action)
    yield from _end(state)


def _table(state: State) -> Iterator[str]:
    street = state.rules.streets[state.street]
    yield ""
    yield f"{street.name}: pot {state.pot}{_boards(state)}"
    yield from _hands(state)


def _hands(state: State) -> Iterator[str]:
    text = state.rules.deck.cards_text
    for position, (down, up) in enumerate(zip(state.down, state.up, strict=True)):
        cards = text(down) + (f" | {text(up)}" if up else "")
        folded = "" if state.live[position] else ", folded"
        chips = f"stack {state.stacks[position]}, bet {state.bets[position]}, in the hand {state.committed[position]}"
        yield f"  {position}: {cards}, {chips}{folded}"


def _boards(state: State) -> str:
    return "".join(f", board {state.rules.deck.cards_text(board)}" for board in state.boards if board)


def _options(state: State) -> str:
    legal = state.legal_actions()
    if legal.exchange_interval:
        low, high = legal.exchange_interval
        return f"{state.phase} {low if low == high else f'{low} to {high}'}"
    options = [action_text(state.rules, action) for action in legal.single]
    if legal.raise_interval:
        low, high = legal.raise_interval
        options.append(f"raise to {low}" if low == high else f"raise to {low}-{high}")
    return ", ".join(options)


def _end(state: State) -> Iterator[str]:
    yield ""
    yield f"{'showdown' if state.left > 1 else 'end'}: pot {state.pot}{_boards(state)}"
    yield from _hands(state)
    yield f"payoffs: {_numbers(state.payoffs or ())}"


def _numbers(numbers: tuple[object, ...]) -> str:
    return " ".join(map(str, numbers))


def write_playthroughs(folder: str | Path) -> list[Path]:
    """One file for each game of the catalogue, three players where three can play."""
    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    written = []
    for name in games():
        path = folder / f"{name}.txt"
        path.write_text(playthrough(example(name), seed=len(name)), encoding="utf-8")
        written.append(path)
    return written


def example(name: str) -> Rules:
    """The game as its playthrough shows it."""
    return make_game(name) if name == "leduc" else make_game(name, players=3)


if __name__ == "__main__":
    for path in write_playthroughs(Path(sys.argv[1])):
        print(path)
