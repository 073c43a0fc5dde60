"""Every game of the catalogue as a PettingZoo environment (Terry et al. 2021): agents take turns, one hand per episode.

    environment = env("leduc")         environment = env("holdem(players=6)", raises=(0.5, 1.0))

`player_0` sits at position 0, left of the button. An observation has `observation`, the numbers of `View.tensor`, and
`action_mask`, 1 for each action that is legal now. Rewards come with the last action, in big blinds (`games.units`).
Actions are numbers of a fixed list, `PokerEnvironment.actions`: fold, check or call, bring in, raises, exchanges.

A raise of a limit game is one action. Otherwise there are the smallest and the largest raise, and between them raises
by fractions of the pot after calling; one that is not legal, or the same total as an earlier one, is masked.
An exchange is a set of our cards: `exchange 5` gives away those at places 0 and 2 (5 = 2^0 + 2^2), our cards sorted by
number.

The environment raises an error on an illegal action; `env` wraps it as PettingZoo's own games are: there the agent
loses 1 and the hand ends. It passes PettingZoo's `api_test` and `seed_test`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from riverboat.errors import RiverboatError
from riverboat.extras import require
from riverboat.games.action import Action
from riverboat.games.catalogue import parse_game
from riverboat.games.notation import betting_line
from riverboat.games.play import decks
from riverboat.games.rules import Rules
from riverboat.games.state import State
from riverboat.games.tensor import tensor_length
from riverboat.games.units import Units
from riverboat.games.view import View

_zoo = require("pettingzoo", "this bridge")
_spaces = require("gymnasium.spaces", "this bridge")
_wrappers = require("pettingzoo.utils.wrappers", "this bridge")

POT_FRACTIONS: Final = (0.5, 1.0, 2.0)
_ILLEGAL: Final = -1.0
"""The reward of an agent that does what it must not."""


def env(game: Rules | str = "leduc", *, raises: Sequence[float] = POT_FRACTIONS, render_mode: str | None = None) -> Any:
    """The environment in the usual wrappers: an illegal action ends the hand, calls in a wrong order are errors."""
    wrapped = _wrappers.TerminateIllegalWrapper(
        PokerEnvironment(game, raises=raises, render_mode=render_mode), illegal_reward=_ILLEGAL
    )
    return _wrappers.OrderEnforcingWrapper(_wrappers.AssertOutOfBoundsWrapper(wrapped))


class PokerEnvironment(_zoo.AECEnv):  # type: ignore[misc, name-defined]
    """One hand of a game for each `reset`."""

    metadata: Final[dict[str, Any]] = {
        "render_modes": ["human", "ansi"],
        "name": "riverboat",
        "is_parallelizable": False,
    }

    def __init__(
        self,
        game: Rules | str = "leduc",
        *,
        raises: Sequence[float] = POT_FRACTIONS,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self.rules = parse_game(game) if isinstance(game, str) else game
        self.render_mode = render_mode
        self.possible_agents = [f"player_{position}" for position in range(self.rules.players)]
        self.actions = _action_names(self.rules, raises)
        """What each number of the action space does."""
        self._fractions = tuple(map(float, raises))
        self._big_blind = Units.of(self.rules).big_blind
        self._decks: Iterator[tuple[int, ...]] | None = None
        box, numbers, count = _spaces.Box, tensor_length(self.rules), len(self.actions)
        self.observation_spaces = {
            agent: _spaces.Dict(
                {"observation": box(0.0, 1.0, (numbers,), np.float32), "action_mask": box(0, 1, (count,), np.int8)}
            )
            for agent in self.possible_agents
        }
        self.action_spaces = {agent: _spaces.Discrete(count) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> Any:
        """The numbers of `View.tensor`, and the mask."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """One number for each of `actions`."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal the next hand.

        Args:
            seed: Begins the decks anew.
            options: There are none.
        """
        if seed is not None or self._decks is None:
            self._decks = decks(self.rules, np.random.default_rng(seed))
        self.hand = State(self.rules, next(self._decks))
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._turn()

    def view(self, agent: str) -> View:
        """What this agent sees of the hand."""
        return View(self.hand, self.possible_agents.index(agent))

    def observe(self, agent: str) -> dict[str, NDArray[Any]]:
        """What this agent may know, and what it may do."""
        view, mask = self.view(agent), np.zeros(len(self.actions), np.int8)
        if view.actor == view.position:
            mask[list(self.legal(view))] = 1
        return {"observation": view.tensor(), "action_mask": mask}

    def legal(self, view: View) -> dict[int, Action]:
        """The numbers that are legal in a view of the player to act, and the action of each."""
        legal = view.legal_actions()
        numbers = {name: number for number, name in enumerate(self.actions)}
        found: dict[str, Action | None] = {
            "fold": legal.fold, "check_or_call": legal.check_or_call, "bring_in": legal.bring_in
        }  # fmt: skip
        if legal.raise_interval is not None:
            found |= _raises(view, legal.raise_interval, self._fractions, "raise" in numbers)
        if legal.exchange is not None and legal.exchange_interval is not None:
            found |= _exchanges(legal.exchange, legal.exchange_interval, sorted(view.hole))
        return {numbers[name]: action for name, action in found.items() if action is not None}

    def step(self, action: int | None) -> None:
        """The action of `agent_selection`."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        chosen = None if action is None else self.legal(self.view(agent)).get(int(action))
        if chosen is None:
            named = dict(enumerate(self.actions)).get(-1 if action is None else int(action), action)
            raise RiverboatError(f"{agent}: {named} is not legal now")
        self.hand = self.hand.child(chosen)
        if self.hand.payoffs is not None:
            for each, chips in zip(self.possible_agents, self.hand.payoffs, strict=True):
                self.rewards[each] = float(chips) / self._big_blind
                self.terminations[each] = True
            self._accumulate_rewards()
        self._turn()
        if self.render_mode == "human":
            self.render()

    def _turn(self) -> None:
        """Select who acts next; when the hand is over, any agent."""
        actor = self.hand.actor
        self.agent_selection = self.agents[0] if actor is None else self.possible_agents[actor]

    def render(self) -> str | None:
        """The table as the agent to act sees it: the text of `View.key`; everything when the hand is over."""
        view = self.view(self.agent_selection)
        text = f"{self.agent_selection} {view.key()}"
        if self.hand.payoffs is not None:
            line = betting_line(self.rules, self.hand.actions, self.hand.street)
            text = f"{line} {' '.join(f'{float(chips):+g}' for chips in self.hand.payoffs)}"
        if self.render_mode == "human":
            print(text)
            return None
        return text

    def close(self) -> None:
        """There is nothing to close."""


def _action_names(rules: Rules, raises: Sequence[float]) -> tuple[str, ...]:
    if any(not fraction > 0 for fraction in raises):
        raise RiverboatError(f"raises {tuple(raises)}: expected fractions of the pot, above 0")
    names = ["fold", "check_or_call"] + ["bring_in"] * (rules.bring_in > 0)
    if rules.betting == "limit" and all(street.betting in (None, "limit") for street in rules.streets):
        names.append("raise")
    else:
        names += ["raise min", *(f"raise {fraction:g} pot" for fraction in raises), "raise max"]
    if rules.exchanges_cards:
        held = sum(street.down + street.up for street in rules.streets)
        names += [f"exchange {number}" for number in range(2**held)]
    return tuple(names)


def _raises(view: View, interval: tuple[int, int], fractions: Sequence[float], limit: bool) -> dict[str, Action]:
    """The raises of the list; of several to the same total the first."""
    low, high = interval
    if limit:
        return {"raise": Action.raise_to(low)}
    after_call = view.pot + view.to_call
    totals = {"raise min": low, "raise max": high}
    totals |= {f"raise {each:g} pot": view.highest_bet + round(each * after_call) for each in fractions}
    names: dict[int, str] = {}
    for name, total in totals.items():
        if low <= total <= high:
            names.setdefault(total, name)
    return {name: Action.raise_to(total) for total, name in names.items()}


def _exchanges(exchange: Action, interval: tuple[int, int], held: Sequence[int]) -> dict[str, Action]:
    """Every set of cards that may be given away, by its number."""
    found = {}
    for number in range(2 ** len(held)):
        if interval[0] <= number.bit_count() <= interval[1]:
            cards = tuple(card for place, card in enumerate(held) if number >> place & 1)
            found[f"exchange {number}"] = exchange._replace(cards=cards)
    return found
