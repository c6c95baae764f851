"""What the player may answer, one verb each, built once: asking only picks from these tables."""

from grognard.core import Add, Option, SpaceId, UnitId
from grognard.games.cities_of_the_damned.content import AREAS, KINDS, SPACES, UNIT_COUNT, Kind


class Usual(Option, frozen=True):
    """Set up as in the example of play."""


class At(Option, frozen=True):
    """Put the unit in question here."""

    area: SpaceId


class Activate(Option, frozen=True):
    """Begin an activation with this unit."""

    unit: UnitId


class Enter(Option, frozen=True):
    """Move the activated units into the next area."""

    area: SpaceId


class Exit(Option, frozen=True):
    """Leave the map with the activated units."""


class Drop(Option, frozen=True):
    """This unit stays where it is; the others may go on."""

    unit: UnitId


class GoOn(Option, frozen=True):
    """The units standing here go on with the activation; those elsewhere have finished."""

    space: SpaceId


class Bring(Option, frozen=True):
    """Deploy a reinforcement or a unit of the Reserve box."""

    unit: UnitId


class Restore(Option, frozen=True):
    """Flip a reduced unit to full strength."""

    unit: UnitId


class Assault(Option, frozen=True):
    """Fight the compulsory combat of this area next."""

    area: SpaceId


class Face(Option, frozen=True):
    """Roll for a counter-attack on this area next."""

    area: SpaceId


class Support(Option, frozen=True):
    """Spend this many points as direct support."""

    air: int
    artillery: int

    @property
    def points(self) -> int:
        return self.air + self.artillery

    @property
    def both(self) -> bool:
        return self.air > 0 and self.artillery > 0


class Lower(Option, frozen=True):
    """Spend these points, and commit the tank or not, to lower the number of chits drawn."""

    air: int
    artillery: int
    tank: bool

    @property
    def points(self) -> int:
        return self.air + self.artillery

    @property
    def both(self) -> bool:
        return self.air > 0 and self.artillery > 0

    @property
    def total(self) -> int:
        """How many chits fewer."""
        return self.points + self.tank


class Check(Option, frozen=True):
    """Resolve the check of a drawn chit of this kind next."""

    kind: Kind


class Duel(Option, frozen=True):
    """Fight the tank duel against a drawn chit of this kind next."""

    kind: Kind


class Target(Option, frozen=True):
    """The unit the German armor fires at."""

    unit: UnitId


class Battery(Option, frozen=True):
    """Artillery points spent against the German guns."""

    points: int


class Lead(Option, frozen=True):
    """The unit that leads the attack or the defence."""

    unit: UnitId


class Lose(Option, frozen=True):
    """This unit loses a step."""

    unit: UnitId


class Fall(Option, frozen=True):
    """This unit falls back to a neighbouring area."""

    unit: UnitId
    area: SpaceId


_UNITS = [UnitId(u) for u in range(UNIT_COUNT)]
_SPACES = [SpaceId(a) for a in range(SPACES)]
_KINDS = [Kind(k) for k in range(KINDS)]

USUAL, EXIT = Usual(), Exit()
AT = tuple(At(a) for a in _SPACES[:AREAS])
ACTIVATE = tuple(Activate(u) for u in _UNITS)
ADD = tuple(Add(u) for u in _UNITS)
ENTER = tuple(Enter(a) for a in _SPACES[:AREAS])
DROP = tuple(Drop(u) for u in _UNITS)
GO_ON = tuple(GoOn(a) for a in _SPACES)
BRING = tuple(Bring(u) for u in _UNITS)
RESTORE = tuple(Restore(u) for u in _UNITS)
ASSAULT = tuple(Assault(a) for a in _SPACES[:AREAS])
FACE = tuple(Face(a) for a in _SPACES[:AREAS])
CHECK = tuple(Check(k) for k in _KINDS)
DUEL = tuple(Duel(k) for k in _KINDS)
TARGET = tuple(Target(u) for u in _UNITS)
BATTERY = tuple(Battery(n) for n in range(3))
LEAD = tuple(Lead(u) for u in _UNITS)
LOSE = tuple(Lose(u) for u in _UNITS)
FALL = tuple(tuple(Fall(u, a) for a in _SPACES[:AREAS]) for u in _UNITS)

POINTS = ((0, 0), (1, 0), (0, 1), (2, 0), (1, 1), (0, 2))
"""Ways to spend at most two points: (air, artillery), cheapest first."""
SUPPORT = {points: Support(*points) for points in POINTS}
LOWER = {(*points, tank): Lower(*points, tank) for points in POINTS for tank in (False, True)}
