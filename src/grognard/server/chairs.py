"""Who sits where, and the small facts a match keeps beside its record."""

from typing import Literal

from msgspec import Struct

from grognard.bots import level_name
from grognard.server.clock import ClockState
from grognard.server.http_types import Absence
from grognard.server.messages import Handover, Offer, Words
from grognard.server.standing import Order


class ChairState(Struct):
    """One seat as stored. `level` is set while the computer plays."""

    kind: Literal["human", "bot", "open"]
    name: str = ""
    level: str = ""
    stood_in: bool = False
    """The computer stands in for a player, who may take the seat back."""

    def who(self, you: bool) -> str:
        """Who sits here, told to somebody who is it or not; empty: nobody yet."""
        if self.kind == "bot":
            return level_name(self.level)
        return "you" if you else self.name or ("guest" if self.kind == "human" else "")


class Meta(Struct):
    """Beside the record: clocks, an open offer, the page of a lesson, words for the dice, the last notice."""

    clock: ClockState | None = None
    offer: Offer | None = None
    page: int = 0
    words: list[Words] = []
    opening: bool = False
    """No more words are taken; the sealed ones are to be opened."""
    absence: Absence = "computer"
    """What becomes of the seat of a player who is away, as chosen at the start."""
    stand_in: str = "greedy"
    """The computer player that then keeps the seat."""
    paused: int | None = None
    """The seat whose player is missing and whose time ran out: the clocks stand still until they are back."""
    handovers: list[Handover] = []
    """When a seat went to the computer and back."""
    origin: str = ""
    """The match a planning board was branched off."""
    origin_entry: int = 0
    """The entry of it that the board starts from."""
    origin_seat: int = -1
    """The seat whose eyes it was seen with."""
    puzzle: str = ""
    """The puzzle that is set on this table."""
    orders: dict[int, list[Order]] = {}
    """Standing orders by seat."""
    told: tuple[int, int] | None = None
    """The seat that was last sent a notice, and the turn it was about."""


class BriefState(Struct):
    """What lists show, as spectators may read it."""

    crumbs: list[str] = []
    result: str = ""
    faces: list[str] = []
    sides: list[str] = []
    """By seat: the side or sides it plays."""
