"""What is worked out for a question before it is answered, as the protocol tells it: reasons, ways, parties, notes."""

from msgspec import Struct

from grognard.look.scene import Forecast


class RefusalText(Struct):
    text: str
    rule: str
    key: str


class ReasonTold(Struct):
    """What a computer player did from an entry on, and its reasons."""

    entry: int
    lines: list[str]


class WayTold(Struct):
    """One plan: its answers, the places it leads through, the units it does not yet speak of, what it costs, and who
    could come in where."""

    options: list[str]
    path: list[int]
    left: list[int]
    cost: int
    halts: bool
    risks: list[tuple[int, list[int]]]


class GatherTold(Struct):
    """A party: the question it answers, its members (unit, whether it is in, whether the player may change that), the
    answers that send it (none: it may not go so, for the reason `refusal`), its odds, and the best party."""

    prompt: str
    members: list[tuple[int, bool, bool]]
    spaces: list[int]
    options: list[str]
    forecast: Forecast | None
    refusal: RefusalText | None
    best: list[int]
    short: str


class NoteTold(Struct):
    """What an option does at once: losses, points, the end of the game; its odds in a word; whether it hurts its
    owner."""

    text: str
    notes: list[str]
    short: str
    harm: bool
