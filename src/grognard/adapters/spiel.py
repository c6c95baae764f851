"""OpenSpiel: every title as a Python game with explicit chance nodes.

`register()` makes the titles known to `pyspiel.load_game` as `python_grognard_<title>`, with the parameters `scenario`
and `options` (`"weather:on;support:on"`). A seat's action is the number of an option in the list of the question; an
action of chance is the number of an outcome in the list of `grognard.core.outcomes`, which has exact probabilities and
one entry for each result that makes a difference. Observations are the seat's view (see `numbers.Numbers`).
Returns: 1 for a seat that won, -1 for one that lost, 0 for a draw.
"""

from collections.abc import Iterable
from typing import Any

import numpy as np
import pyspiel

from grognard.adapters.numbers import Numbers
from grognard.core import Ask, Decision, Game, State, clone, game_names, load_game, outcomes, push, run
from grognard.core.flow import hush

ACTIONS = 1024
"""Options of one question at most."""
CHANCES = 6**5
"""Outcomes of one roll or draw at most."""
LENGTH = 100_000


class Position:
    """A state of ours inside one of theirs. Copied by cloning, which OpenSpiel does through `deepcopy`."""

    __slots__ = ("asked", "state")

    def __init__(self, state: State, asked: Ask) -> None:
        self.state, self.asked = state, asked

    def __deepcopy__(self, memo: dict[int, Any]) -> "Position":
        return Position(clone(self.state), self.asked)


class SpielState(pyspiel.State):  # type: ignore[misc]  # pyspiel has no types
    """A position of a title."""

    def __init__(self, game: "SpielGame") -> None:
        super().__init__(game)
        fresh = game.title.new(game.scenario, game.options)
        self._at = Position(fresh, run(fresh))

    @property
    def title(self) -> Game[Any]:
        found: Game[Any] = self.get_game().title
        return found

    def current_player(self) -> int:
        asked = self._at.asked
        if asked is None:
            return int(pyspiel.PlayerId.TERMINAL)
        return asked.seat if isinstance(asked, Decision) else int(pyspiel.PlayerId.CHANCE)

    def _legal_actions(self, player: int) -> list[int]:
        asked = self._at.asked
        return list(range(len(asked.options))) if isinstance(asked, Decision) and asked.seat == player else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        asked = self._at.asked
        assert asked is not None and not isinstance(asked, Decision)
        return [(k, float(chance)) for k, (_, chance) in enumerate(outcomes(asked))]

    def _apply_action(self, action: int) -> None:
        state, asked = self._at.state, self._at.asked
        assert asked is not None
        push(state, asked.options[action] if isinstance(asked, Decision) else outcomes(asked)[action][0], hush)
        self._at.asked = run(state)

    def _action_to_string(self, player: int, action: int) -> str:
        asked = self._at.asked
        if isinstance(asked, Decision):
            return self.title.texts.show(asked.options[action])
        assert asked is not None
        return f"{asked.purpose} {outcomes(asked)[action][0]}"

    def is_terminal(self) -> bool:
        return self._at.asked is None

    def returns(self) -> list[float]:
        state, seats = self._at.state, range(self.num_players())
        if state.result is None or not state.result.winners:
            return [0.0 for _ in seats]
        won = {state.seats[side] for side in state.result.winners}
        return [1.0 if seat in won else -1.0 for seat in seats]

    def view(self, player: int) -> tuple[State, Decision | None]:
        """What a seat may know, and the question if it is asked."""
        asked = self._at.asked
        mine = asked if isinstance(asked, Decision) and asked.seat == player else None
        return self.title.view(self._at.state, player), mine

    def __str__(self) -> str:
        return str(self.title.codec.encode(self._at.state).decode())


class Observer:
    """A seat's view as numbers, or as text."""

    def __init__(self, game: "SpielGame") -> None:
        self._numbers = game.numbers
        self.tensor = np.zeros(game.numbers.size, np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: SpielState, player: int) -> None:
        self.tensor[:] = self._numbers.vector(*state.view(player))

    def string_from(self, state: SpielState, player: int) -> str:
        return state.title.codec.encode(state.view(player)[0]).decode()


class SpielGame(pyspiel.Game):  # type: ignore[misc]  # pyspiel has no types
    """A title. Subclasses made by `register` say which."""

    name = ""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = params or {}
        self.title = load_game(self.name)
        self.scenario = str(given.get("scenario", ""))
        self.options = read_options(str(given.get("options", "")))
        self.numbers = Numbers(self.title, self.scenario, self.options)
        seats = self.title.seats_for(self.scenario, self.options)
        info = pyspiel.GameInfo(
            num_distinct_actions=ACTIONS,
            max_chance_outcomes=CHANCES,
            num_players=seats,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0 if seats == 2 else None,
            max_game_length=LENGTH,
        )
        super().__init__(type_of(self.title, seats), info, given)

    def new_initial_state(self) -> SpielState:
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        return Observer(self)


def read_options(text: str) -> dict[str, str]:
    """`weather:on;support:on` as a table; OpenSpiel keeps the equals sign for itself."""
    return {name: value for name, _, value in (part.partition(":") for part in text.split(";") if part)}


def type_of(game: Game[Any], seats: int = 0) -> Any:
    """What OpenSpiel wants to know of a title; before it is loaded no options are, and it may have any of its seats."""
    kinds = pyspiel.GameType
    counts = [seats] if seats else [game.seat_count, *(n for s in game.switches for n in game.seats_by(s).values())]
    return pyspiel.GameType(
        short_name=f"python_grognard_{game.name}",
        long_name=game.title,
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kinds.Information.IMPERFECT_INFORMATION,
        utility=kinds.Utility.ZERO_SUM if set(counts) == {2} else kinds.Utility.GENERAL_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=max(counts),
        min_num_players=min(counts),
        provides_information_state_string=False,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"scenario": "", "options": ""},
    )


def register(names: Iterable[str] | None = None) -> list[str]:
    """Make titles known to `pyspiel.load_game`; the names they have there."""
    known = set(pyspiel.registered_names())
    found = []
    for name in game_names() if names is None else names:
        kind = type_of(load_game(name))
        found.append(kind.short_name)
        if kind.short_name not in known:
            pyspiel.register_game(kind, type(f"SpielGame_{name}", (SpielGame,), {"name": name}))
    return found
