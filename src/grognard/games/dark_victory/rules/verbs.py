"""The verbs of a stack that acts, reacts or is bumped."""

from grognard.core import Option, SpaceId, UnitId
from grognard.games.dark_victory.content import SPACES


class Go(Option, frozen=True):
    """Move into a neighbouring space."""

    hex: SpaceId


class Force(Option, frozen=True):
    """A Texan tries a closed door: a die says what it costs."""

    hex: SpaceId


class Shoot(Option, frozen=True):
    """Fire individual weapons."""

    hex: SpaceId


class Volley(Option, frozen=True):
    """Fire with the Extra Guns of the hex, for half the cost."""

    hex: SpaceId


class Cannon(Option, frozen=True):
    """Fire the cannon of the hex."""

    hex: SpaceId


class Load(Option, frozen=True):
    """Reload the cannon of the hex."""


class Haul(Option, frozen=True):
    """Move with the cannon of the hex."""

    hex: SpaceId


class Blast(Option, frozen=True):
    """Open a door with a shot of the cannon."""

    hex: SpaceId


class Torch(Option, frozen=True):
    """Set a room on fire."""

    hex: SpaceId


class Bring(Option, frozen=True):
    """A leader of the hex goes along."""

    leader: UnitId


class React(Option, frozen=True):
    """The units of a hex will react."""

    hex: SpaceId


class Answer(Option, frozen=True):
    """The Mexicans of a hex fire at those who bumped them."""

    hex: SpaceId


class Grape(Option, frozen=True):
    """The Mexicans of a hex fire their cannon at those who bumped them."""

    hex: SpaceId


_ALL = range(SPACES)
GO, SHOOT, VOLLEY, CANNON = (tuple(verb(SpaceId(h)) for h in _ALL) for verb in (Go, Shoot, Volley, Cannon))
REACT = tuple(React(SpaceId(h)) for h in _ALL)
LOAD = Load()
