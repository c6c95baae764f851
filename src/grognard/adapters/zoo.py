"""PettingZoo: every title as an environment in which agents act one after the other (AEC).

An action is the number of an option in the list of the question. Lists have no fixed meaning by position, so the
observation holds the options themselves, row by row; a stable numbering of all conceivable options would have tens of
thousands of numbers in some titles, nearly all of them always masked. A list longer than the action space is shown in
pages: the last action then turns to the next page.

The observation of an agent is a dictionary:

`observation`: its view, and the question if it is asked, as 32-bit integers (see `numbers.Numbers`; the environment's
`numbers.layout` names the parts). `options`: one row an option, its verb and its nouns. `action_mask`: 1 for each
action that may be taken now.

The reward comes at the end: 1 for a seat that won, -1 for one that lost, 0 for a draw.
"""

import secrets
from typing import Any

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from grognard.adapters.numbers import LEAST, MOST, OPTION, Numbers
from grognard.core import Decision, Options, Seeded, State, load_game, push, settle
from grognard.core.flow import hush

WIDTH = 128

Observation = dict[str, Any]


def env(game: str, scenario: str = "", options: Options | None = None, width: int = WIDTH) -> AECEnv:
    """The environment of a title, with PettingZoo's checks of the order of calls and of actions out of bounds."""
    checked = wrappers.AssertOutOfBoundsWrapper(TitleEnv(game, scenario, options, width))
    return wrappers.OrderEnforcingWrapper(checked)


class TitleEnv(AECEnv):  # type: ignore[misc]  # PettingZoo has no types
    """One title. Agents are `seat_0`, `seat_1`, ...; the dice depend on the seed given to `reset` alone."""

    def __init__(self, game: str, scenario: str = "", options: Options | None = None, width: int = WIDTH) -> None:
        super().__init__()
        if width < 2:
            raise ValueError("a page needs room for an option and for turning over")
        self.game = load_game(game)
        self.metadata = {
            "name": f"grognard_{game}_v{self.game.rules_version}",
            "render_modes": ["ansi"],
            "is_parallelizable": False,
        }
        self.render_mode = "ansi"
        self.numbers = Numbers(self.game, scenario, options)
        self._scenario, self._options, self._width = scenario, options, width
        self.possible_agents = [f"seat_{seat}" for seat in range(self.game.seats_for(scenario, options))]
        space = Dict(
            {
                "observation": Box(LEAST, MOST, (self.numbers.size,), np.int32),
                "options": Box(LEAST, MOST, (width, OPTION), np.int32),
                "action_mask": Box(0, 1, (width,), np.int8),
            }
        )
        self.observation_spaces = dict.fromkeys(self.possible_agents, space)
        self.action_spaces = {agent: Discrete(width) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> Dict:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Discrete:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self._chance = Seeded(f"dice {secrets.token_hex() if seed is None else seed}")
        self._state: State = self.game.new(self._scenario, self._options)
        self._page = 0
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._go_on()

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self._take(action)
        self._accumulate_rewards()

    def observe(self, agent: str) -> Observation:
        seat = self.possible_agents.index(agent)
        asked = self._asked if self._asked is not None and self._asked.seat == seat else None
        mask = np.zeros(self._width, np.int8)
        shown: tuple[Any, ...] = ()
        if asked is not None:
            shown = self._shown(asked)
            mask[: len(shown)] = 1
            mask[-1] |= len(asked.options) > self._width
        return {
            "observation": self.numbers.vector(self.game.view(self._state, seat), asked, self._page),
            "options": self.numbers.options(shown, self._width),
            "action_mask": mask,
        }

    def render(self) -> str:
        """The question in words, with the options of the page."""
        if self._asked is None:
            return "over"
        words, show = self.game.words, self.game.texts.show
        view = self.game.view(self._state, self._asked.seat)
        lines = [" › ".join(self.game.crumbs(view)), words.prompt(self._asked)]
        return "\n".join([*lines, *(f"{k}: {show(option)}" for k, option in enumerate(self._shown(self._asked)))])

    def close(self) -> None:
        """Nothing is held."""

    @property
    def decision(self) -> Decision | None:
        """The question as the engine puts it, for agents that are written against grognard itself."""
        return self._asked

    def _shown(self, asked: Decision) -> tuple[Any, ...]:
        """The options of the present page."""
        if len(asked.options) <= self._width:
            return asked.options
        room = self._width - 1
        return asked.options[self._page * room : (self._page + 1) * room]

    def _take(self, action: int | None) -> None:
        asked = self._asked
        assert asked is not None
        shown = self._shown(asked)
        if action is not None and 0 <= action < len(shown):
            push(self._state, shown[action], hush)
            self._page = 0
            self._go_on()
        elif len(asked.options) > self._width and action == self._width - 1:
            pages = -(-len(asked.options) // (self._width - 1))
            self._page = (self._page + 1) % pages
        else:
            raise ValueError(f"action {action} is masked: {asked.prompt!r} offers {len(shown)} options here")

    def _go_on(self) -> None:
        self._asked = settle(self._state, self._chance)
        if self._asked is not None:
            self.agent_selection = self.possible_agents[self._asked.seat]
            return
        result = self._state.result
        assert result is not None
        won = {self._state.seats[side] for side in result.winners}
        for seat, agent in enumerate(self.possible_agents):
            self.rewards[agent] = 0.0 if not won else 1.0 if seat in won else -1.0
            self.infos[agent] = {"result": result.key, "numbers": result.numbers}
        self.terminations = dict.fromkeys(self.agents, True)
        self.agent_selection = self.agents[0]
