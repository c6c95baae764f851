"""What the laboratory plays, as data: everything here goes into a manifest, to worker processes and back."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from typing import Any

from msgspec import Struct

from grognard.bots import BUDGET, read_level
from grognard.core import Game, Options, SetupError
from grognard.core.game import Value


class Setting(Struct, frozen=True):
    """What is played: title, scenario, options, components, and where it begins."""

    game: str
    package: str
    """Importing it makes the title known, even to a process that has not seen it registered."""
    scenario: str
    options: dict[str, Value]
    components: str
    """Digest of the components that must be in effect."""
    label: str = ""
    """What distinguishes this setting from the others of its run."""
    tables: dict[str, str] = {}
    """Component files laid over those of the title, by name."""
    position: str = ""
    """A position text to begin from; empty: the scenario's set-up."""


class Contestant(Struct, frozen=True):
    """A computer player, with its time for a decision and weights of its own, if any."""

    name: str
    level: str
    budget: float = BUDGET
    weights: dict[str, float] = {}


class Job(Struct, frozen=True):
    """One game to be played; with its setting and contestants it decides everything that happens."""

    number: int
    pair: int
    """Games of one pair share their dice."""
    seats: tuple[int, ...]
    """The contestant in each seat."""
    seed: str
    setting: int = 0


class Trial(Struct, frozen=True):
    """What came of one game."""

    number: int
    pair: int
    seats: tuple[int, ...]
    setting: int
    sides: tuple[int, ...]
    """The seat that played each side in the end."""
    winners: tuple[int, ...]
    """Sides; empty: a draw."""
    key: str
    numbers: tuple[int, ...]
    decisions: tuple[int, ...]
    """Decisions of each seat."""
    curve: tuple[dict[str, float], ...] = ()
    """The game's own figures at the end of each turn; the last are those of the end."""
    margin: float = 0.0
    """How well it went for the first side, where the title says so (`Mind.margin`)."""

    @property
    def length(self) -> int:
        return sum(self.decisions)

    @property
    def won(self) -> frozenset[int]:
        """The seats that won."""
        return frozenset(self.sides[side] for side in self.winners)


def sides_in(game: Game[Any], trials: Iterable[Trial]) -> tuple[str, ...]:
    """The sides that were in play: a side may need an option."""
    return game.sides[: max(len(trial.sides) for trial in trials)]


class Task(Struct, frozen=True):
    """Some games of one setting: what is sent to a worker at a time."""

    setting: Setting
    contestants: tuple[Contestant, ...]
    jobs: tuple[Job, ...]
    folder: str = ""
    """Where records go; empty: none are kept, and no events are made."""
    opening: int = -1
    """Random answers of each seat at first, and the terms of the evaluation noted at every half; -1: neither."""


def make_setting(
    game: Game[Any], scenario: str = "", options: Options | None = None, label: str = "", position: str = ""
) -> Setting:
    """The title as it is loaded here."""
    scenario = scenario or game.scenarios[0].name
    complete = game.options(scenario, options)
    return Setting(game.name, game.package, scenario, complete, game.components(), label, {}, position)


def read_contestant(text: str, budget: float = BUDGET, weights: Mapping[str, float] | None = None) -> Contestant:
    """`general`, or `general@0.5` for half a second a decision."""
    level, seconds = read_level(text)
    if not 0 < budget < float("inf"):
        raise SetupError(f"{text!r}: a player needs some time for a decision")
    return Contestant(text, level, budget if seconds is None else seconds, dict(weights or {}))


def line_ups(one: int, other: int, seats: int) -> list[tuple[int, ...]]:
    """The ways to seat two contestants so that chance of seat cancels out; together they make a pair.

    One seat: each plays alone. Two: as they come, and swapped. More: each contestant in each seat against the other
    in all the rest.

    >>> line_ups(0, 1, 2)
    [(0, 1), (1, 0)]
    """
    if seats == 1:
        return [(one,), (other,)]
    found = [
        tuple(lone if seat == at else rest for seat in range(seats))
        for lone, rest in ((one, other), (other, one))
        for at in range(seats)
    ]
    return list(dict.fromkeys(found))


def round_robin(contestants: int, seats: int, games: int, seed: int | str) -> list[Job]:
    """Everybody against everybody: for each two contestants whole pairs of at least `games` games, on the same dice."""
    jobs: list[Job] = []
    pair = 0
    for one, other in combinations(range(contestants), 2):
        ways = line_ups(one, other, seats)
        for k in range(-(-games // len(ways))):
            jobs += [Job(len(jobs) + n, pair, way, f"{seed}:{k}") for n, way in enumerate(ways)]
            pair += 1
    return jobs


def plain_jobs(seats: Sequence[int], games: int, seed: int | str, setting: int = 0) -> list[Job]:
    """The same contestants in the same seats, game after game; every setting is played with the same dice."""
    return [Job(setting * games + k, k, tuple(seats), f"{seed}:{k}", setting) for k in range(games)]


def cut(
    jobs: Iterable[Job], settings: Sequence[Setting], contestants: Sequence[Contestant], size: int, folder: str = ""
) -> list[Task]:
    """Tasks of at most `size` games, each of one setting."""
    tasks: list[Task] = []
    waiting: list[Job] = []
    for job in jobs:
        if waiting and (len(waiting) == size or waiting[0].setting != job.setting):
            tasks.append(Task(settings[waiting[0].setting], tuple(contestants), tuple(waiting), folder))
            waiting = []
        waiting.append(job)
    if waiting:
        tasks.append(Task(settings[waiting[0].setting], tuple(contestants), tuple(waiting), folder))
    return tasks
