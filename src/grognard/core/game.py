"""A title: what the rest of the program may ask of a game, and the registry that finds them."""

import importlib
import importlib.util
import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from importlib.metadata import entry_points
from pathlib import Path
from traceback import extract_tb
from typing import Any, Generic, TypeVar

from grognard.core import secrecy
from grognard.core.acts import TABLE_ACTS
from grognard.core.ask import Event, Option, Refusal
from grognard.core.codec import Codec, family
from grognard.core.cover import COVER, Cover, Facts, read_cover
from grognard.core.flow import State, Step, clone
from grognard.core.mind import Mind
from grognard.core.text import Names, Texts
from grognard.core.types import Seat
from grognard.core.words import Words

S = TypeVar("S", bound=State)
P = TypeVar("P")
ROOMS = frozenset({"rules", "mind", "board"})
"""The rooms of a title, as packages in its folder."""
DOORS = {"mind": "evaluate", "board": "display"}
"""The module through which others enter a room; a room without it is a room nobody would find."""
TOP = frozenset({"__init__", "content", "rows", "check"})
"""The modules of a title that stand in no room."""
Value = bool | int | str
Options = Mapping[str, Value]


class SetupError(ValueError):
    """A scenario, option or seat that this game does not have, or a combination it does not allow."""


class UnknownGame(SetupError):
    """No such title."""


class TitleError(SetupError):
    """A title that is there but not whole: a room or a part that nobody knows, or that is not what it should be."""


@dataclass(frozen=True)
class Switch:
    """An optional rule or ruling chosen before play. Its words are `switch.<name>` and `switch.<name>_help`."""

    name: str
    rule: str
    default: Value = False
    choices: tuple[str, ...] = ()
    """For a choice among words; empty: on or off, or a number between `low` and `high`."""
    low: int = 0
    high: int = 0
    unnamed: Value | None = None
    """What a record means that was made before there was such a choice; None: the default."""

    def parse(self, given: Value) -> Value:
        """The value meant by what a user or a file gave."""
        if self.choices:
            if given in self.choices:
                return given
            raise SetupError(f"option {self.name}: {given!r} is not one of {', '.join(self.choices)}")
        if isinstance(self.default, bool):
            known = {
                "on": True,
                "yes": True,
                "true": True,
                "1": True,
                "off": False,
                "no": False,
                "false": False,
                "0": False,
            }
            value = known.get(str(given).lower())
            if value is None:
                raise SetupError(f"option {self.name}: {given!r} is neither on nor off")
            return value
        try:
            number = int(given)
        except ValueError:
            raise SetupError(f"option {self.name}: {given!r} is not a number") from None
        if not self.low <= number <= self.high:
            raise SetupError(f"option {self.name}: {number} is not between {self.low} and {self.high}")
        return number


@dataclass(frozen=True)
class Scenario:
    """A starting position. Its words are `scenario.<name>` and `scenario.<name>_help`."""

    name: str
    rule: str
    barred: tuple[str, ...] = ()
    """Switches that have no meaning here and keep their default."""


@dataclass(frozen=True)
class Game(Generic[S]):
    """One title. Everything else in the program works through this."""

    name: str
    title: str
    facts: Facts
    rules_version: int
    sides: tuple[str, ...]
    """The sides of the conflict, which are also the seats' names until bids or assignments move them."""
    scenarios: tuple[Scenario, ...]
    switches: tuple[Switch, ...]
    state: type[S]
    package: str
    folder: Path
    setup: Callable[[str, dict[str, Any]], S]
    """Scenario name and complete options to a fresh state with its first steps on the stack."""
    names: Names
    components: Callable[[], str]
    """Digest of the component files in effect."""
    hide: secrecy.Hide[S] | None = None
    resampler: secrecy.Resample[S] | None = None
    secret: Callable[[S], bool] | None = None
    """Whether anything in a position is hidden from some seat, where `hide` does not always hide; None: it may."""
    together: Callable[[S], bool] | None = None
    """Whether all players bend over the board now, as in a battle: where they share a screen it then shows what
    everybody may see, whoever is asked, and no curtain falls. None: never."""
    check: Callable[[S], list[str]] = field(default=lambda s: [])
    """Broken invariants of this title in words of the program: stacking, conservation, tracks."""
    refresh: Callable[[S], None] = field(default=lambda s: None)
    """Recompute the derived columns from the primary ones."""
    seats: int = 0
    """Number of seats; 0: one a side."""
    seating: Callable[[Options], int] | None = None
    """Number of seats where the options decide it; a game without options then has `seats`."""
    allies: Callable[[S, int], tuple[int, ...]] = field(default=lambda s, side: ())
    """The sides that give up with a side whose seat resigns."""
    slim_since: int = 1
    """The first rules version whose digests leave derived columns out; records made under an earlier one cover all."""

    @property
    def seat_count(self) -> int:
        """Number of seats of a game with its default options."""
        return self.seats or len(self.sides)

    def seats_with(self, options: Options) -> int:
        """Number of seats of a game with these options."""
        return self.seat_count if self.seating is None else self.seating(options)

    def seats_for(self, scenario: str = "", given: Options | None = None) -> int:
        """Number of seats of the game that `new` makes of the same words."""
        return self.seats_with(self.options(scenario or self.scenarios[0].name, given))

    def seats_by(self, switch: Switch) -> dict[Value, int]:
        """Number of seats for each value of a switch, the others left alone; empty where it decides nothing."""
        values: tuple[Value, ...] = (False, True) if isinstance(switch.default, bool) else switch.choices
        defaults = {x.name: x.default for x in self.switches}
        found = {value: self.seats_with({**defaults, switch.name: value}) for value in values}
        return found if set(found.values()) - {self.seat_count} else {}

    @cached_property
    def steps(self) -> tuple[type[Step], ...]:
        return family(Step, self.package)

    @cached_property
    def veiled(self) -> bool:
        """Whether some step of this title shows itself to seats in different ways."""
        return any(step.seen_by is not Step.seen_by for step in self.steps)

    @cached_property
    def option_types(self) -> tuple[type[Option], ...]:
        return family(Option, self.package)

    @cached_property
    def events(self) -> tuple[type[Event], ...]:
        return family(Event, self.package)

    @cached_property
    def codec(self) -> Codec[S]:
        answers = (*self.option_types, *TABLE_ACTS)
        return Codec(self.state, self.steps, answers, self.refresh, self.rules_version < self.slim_since)

    @cached_property
    def texts(self) -> Texts:
        return Texts((*self.option_types, *TABLE_ACTS), self.names)

    @cached_property
    def words(self) -> Words:
        return Words(self.folder / "words" / "en.toml", self.texts)

    def options(self, scenario: str, given: Options | None = None) -> dict[str, Value]:
        """All switches with their values; unknown or barred ones are an error."""
        here = self.scenario(scenario)
        known = {switch.name: switch for switch in self.switches}
        values = {name: switch.default for name, switch in known.items()}
        for name, value in (given or {}).items():
            if name not in known:
                raise SetupError(f"{self.name} has no option {name!r}; it has: {', '.join(known) or 'none'}")
            values[name] = known[name].parse(value)
            if name in here.barred and values[name] != known[name].default:
                raise SetupError(f"option {name} is not used with the scenario {scenario} ({known[name].rule})")
        return values

    def recorded(self, scenario: str, options: Options) -> Options:
        """The options of a record, which names all that there were when it was made."""
        barred = self.scenario(scenario).barred
        since = {x.name: x.unnamed for x in self.switches if x.unnamed is not None and x.name not in barred}
        return {**since, **options}

    def scenario(self, name: str) -> Scenario:
        for scenario in self.scenarios:
            if scenario.name == name:
                return scenario
        raise SetupError(f"{self.name} has no scenario {name!r}; it has: {', '.join(x.name for x in self.scenarios)}")

    def new(self, scenario: str = "", given: Options | None = None) -> S:
        """A fresh game, not yet settled."""
        scenario = scenario or self.scenarios[0].name
        return self.setup(scenario, self.options(scenario, given))

    def broken(self, s: S) -> list[str]:
        """Broken invariants in words of the program: those of every game, and those of the title (`check`)."""
        fresh = clone(s)
        self.refresh(fresh)
        wrong = [] if fresh == s else ["derived columns differ from what they follow from"]
        if (s.result is None) == (not s.stack):
            wrong.append("a game without steps has no result, or one with steps has one")
        return wrong + self.check(s)

    def hides(self, s: S) -> bool:
        """Whether columns of this position are hidden from some seat."""
        return self.hide is not None and (self.secret is None or self.secret(s))

    def view(self, s: S, seat: Seat) -> S:
        """What `seat` may know."""
        return secrecy.view(s, seat, self.hide)

    def resample(self, v: S, seat: Seat, rng: random.Random) -> S:
        """A world consistent with a view; the view itself where nothing is hidden."""
        return clone(v) if self.resampler is None else self.resampler(v, seat, rng)

    def why_not(self, s: S, seat: Seat, option: Option) -> Refusal | None:
        """Why the seat asked may not answer so; judged on its view, so that a refusal tells nothing hidden."""
        if not self.texts.known(option):
            return Refusal("", "no_such")
        v = self.view(s, seat)
        return v.stack[-1].why_not(v, option)

    def part(self, module: str, name: str, kind: type[P]) -> P | None:
        """What a module of the title that not everybody needs offers; None where there is no such module or room.

        A module that is there but does not offer a `kind` under this name is an error: somebody misspelt it.
        """
        wanted = f"{self.package}.{module}"
        try:
            found = importlib.import_module(wanted)
        except ModuleNotFoundError as error:
            if error.name is None or not f"{wanted}.".startswith(f"{error.name}."):
                raise
            return None
        offered = vars(found).get(name)
        if not isinstance(offered, kind):
            has = "nothing" if offered is None else f"a {type(offered).__name__}"
            raise TitleError(f"{wanted} offers {has} as {name}, where a {kind.__name__} is expected")
        return offered

    def crumbs(self, s: S) -> list[str]:
        """The bread-crumb in words."""
        return [text for step in s.stack if (text := self.words.step(step, step is s.stack[-1]))]


GROUP = "grognard.games"
_LOADED: dict[str, Game[Any]] = {}


def register(game: Game[Any]) -> Game[Any]:
    """Make a title known that no entry point names (tests, experiments)."""
    _LOADED[game.name] = game
    return game


def game_names() -> list[str]:
    """Every title, installed or registered."""
    return sorted({point.name for point in entry_points(group=GROUP)} | set(_LOADED))


def cover_of(name: str) -> Cover:
    """What the shelf says of a title. One that has a file for it is not opened; any other is loaded."""
    if name not in _LOADED:
        for point in entry_points(group=GROUP, name=name):
            spec = importlib.util.find_spec(point.module)
            if spec is not None and spec.origin is not None and (Path(spec.origin).parent / COVER).exists():
                return read_cover(Path(spec.origin).parent)
    game = load_game(name)
    return Cover(game.title, game.facts)


def load_game(name: str) -> Game[Any]:
    """The title called `name`."""
    if name not in _LOADED:
        found = [point for point in entry_points(group=GROUP) if point.name == name]
        if not found:
            raise UnknownGame(f"no game is called {name!r}; there are: {', '.join(game_names())}")
        try:
            offered = found[0].load()
        except (AttributeError, ImportError, LookupError, NameError, SyntaxError, TypeError) as error:
            told = f"{type(error).__name__}: {error}{_whereabouts(error, found[0].value)}"
            raise TitleError(f"the title {name!r} cannot be loaded: {told}") from error
        _LOADED[name] = _whole(name, offered)
    return _LOADED[name]


def _whereabouts(error: BaseException, entry: str) -> str:
    """The last line of the title itself on the way to an error, as ` (content.py, line 7)`."""
    package = entry.partition(":")[0].replace(".", "/")
    lines = [frame for frame in extract_tb(error.__traceback__) if package in Path(frame.filename).as_posix()]
    return f" ({Path(lines[-1].filename).name}, line {lines[-1].lineno})" if lines else ""


def mind_of(game: Game[S]) -> Mind[S]:
    """What the title tells computer players; only `random` plays a title that tells them nothing."""
    mind = game.part("mind.evaluate", "MIND", Mind)
    if mind is None:
        raise SetupError(f"{game.name} has no evaluation (mind/evaluate.py): only random players can play it")
    return mind


def _whole(name: str, game: object) -> Game[Any]:
    """What an entry point gave, if it is a title of that name with rooms that everybody knows."""
    if not isinstance(game, Game):
        raise TitleError(f"the title {name!r} is a {type(game).__name__}, not a Game")
    if game.name != name:
        raise TitleError(f"the title {name!r} calls itself {game.name!r}")
    strange = sorted(p.parent.name for p in game.folder.glob("*/__init__.py") if p.parent.name not in ROOMS)
    if strange:
        raise TitleError(f"{name}: there is no room {strange[0]!r} in a title; there are: {', '.join(sorted(ROOMS))}")
    unknown = sorted(p.stem for p in game.folder.glob("*.py") if p.stem not in TOP)
    if unknown:
        known = ", ".join(sorted(TOP - {"__init__"}))
        raise TitleError(f"{name}: a title has no module {unknown[0]!r} outside its rooms; there are: {known}")
    for room, door in DOORS.items():
        if (game.folder / room / "__init__.py").exists() and not (game.folder / room / f"{door}.py").exists():
            raise TitleError(f"{name}: the room {room!r} has no module {door!r}")
    return game
