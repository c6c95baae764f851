"""Bodies of requests and answers as types: decoding checks them, and the API description is generated from them."""

from typing import Any, Literal

from msgspec import UNSET, Struct, UnsetType

from grognard.server.messages import Chair, Spoken, Words

Absence = Literal["computer", "pause", "lose"]
"""Of a player who is away: the others may let the agreed computer player keep the seat, and a clock that runs out
loses the game (`computer`); nobody replaces them, and their clock stops when it has run out (`pause`); nobody replaces
them, and a clock that runs out loses the game (`lose`)."""


class Seating(Struct):
    kind: Literal["me", "friend", "bot"]
    level: str = "greedy"
    name: str = ""


class ClockRule(Struct):
    """Seconds at the start, and seconds added each time the seat's turn to answer passes on."""

    initial: float
    step: float = 0.0
    move: float = 0.0
    """More than nothing: so many seconds for each move instead, counted anew whenever the question comes to a seat."""


class NewMatch(Struct):
    game: str
    seats: list[Seating]
    scenario: str = ""
    options: dict[str, bool | int | str] = {}
    clock: ClockRule | None = None
    open: bool = False
    """Anybody may take a seat that is kept for a friend."""
    absence: Absence = "computer"
    stand_in: str = "greedy"
    """The computer player that keeps the seat of somebody who is away."""
    seal: str = ""
    """Of the maker's words for the dice: from the start, since a computer may be the first to roll."""


class NewLesson(Struct):
    game: str
    lesson: str


class NewPuzzle(Struct):
    game: str
    puzzle: str


class JoinBody(Struct):
    token: str
    name: str = ""


class OpenJoinBody(Struct):
    seat: int | None = None
    """None: the first that is free."""
    name: str = ""


class InviteBody(Struct):
    seat: int = -1
    """-1: to watch."""


class BranchBody(Struct):
    entry: int | None = None
    seat: int | None = None


class AccountBody(Struct):
    name: str
    password: str


class PasswordBody(Struct):
    password: str
    new: str


class EmailBody(Struct):
    password: str
    email: str


class DeleteBody(Struct):
    password: str


class RecoverBody(Struct):
    name: str


class NoticeBody(Struct):
    seat: int
    email: str


class PushBody(Struct):
    """Where a browser's push service takes messages for it, and the keys to seal them with."""

    endpoint: str
    p256dh: str = ""
    auth: str = ""
    """Both empty: no more messages."""


class Link(Struct):
    seat: int
    url: str


class Created(Struct):
    match: str
    seats: list[int]
    links: list[Link]
    watch: str


class Joined(Struct):
    match: str
    seats: list[int]


class LessonState(Struct):
    """How far somebody is in a lesson: `page` of `pages` turned."""

    id: str
    title: str
    page: int
    pages: int


class Brief(Struct):
    match: str
    kind: str
    game: str
    title: str
    scenario: str
    crumbs: list[str]
    seats: list[Chair]
    you: list[int]
    turn_of: int | None
    over: bool
    result: str
    entry: int
    touched: str
    lesson: LessonState | None
    origin: str
    """Of a planning board: the match it was branched off."""
    puzzle: str
    """The title of the puzzle that is set on it; empty: none."""
    said: float
    """When anybody else last said something there; 0: never."""


class OpenTable(Struct):
    """A match in which anybody may take one of the seats in `free`."""

    match: str
    game: str
    title: str
    scenario: str
    options: dict[str, bool | int | str]
    seats: list[Chair]
    free: list[int]
    clock: ClockRule | None
    absence: Absence
    since: str


class Learnt(Struct):
    """A lesson that was finished."""

    game: str
    lesson: str


class Account(Struct):
    """Who asks: the name of their account, its confirmed address, and the lessons they have finished."""

    account: str | None
    email: str | None
    mail: bool
    """Whether this server sends letters."""
    push: str
    """The server's key for Web Push; empty: it has none."""
    learnt: list[Learnt]


class OwnMatch(Struct):
    """A match as its holder may take it along."""

    match: Brief
    said: list[Spoken]
    """What the holder's seats said there."""
    email: list[str]
    """Addresses given for notices."""


class OwnData(Struct):
    """Everything that is kept of somebody. The record of a match is had by itself."""

    account: str | None
    created: str | None
    email: str | None
    learnt: list[Learnt]
    matches: list[OwnMatch]


class DiceRoll(Struct, omit_defaults=True):
    """Roll number `k` of the fair dice; the answer is told when the match is over."""

    k: int
    entry: int
    purpose: str
    dice: list[int] | UnsetType = UNSET
    pool: list[tuple[int, int]] | UnsetType = UNSET
    answer: Any = UNSET


class DiceReport(Struct):
    commitment: str
    secret: str | None
    strings: list[str]
    words: list[Words]
    """Who added what, and the seals; the texts in this order are `strings`."""
    rolls: list[DiceRoll]


class BadRequest(ValueError):
    """Something the caller can mend; the text says what."""

    def __init__(self, text: str, key: str = "request") -> None:
        super().__init__(text)
        self.key = key


class ErrorBody(Struct):
    error: str
    key: str


class Balance(Struct):
    """Measured with these options, the others as usual: the share of games `side` wins, draws counting half."""

    side: str
    by: str
    budget: str
    games: int
    share: float
    low: float
    high: float
    options: dict[str, bool | int | str]


class ScenarioShown(Struct):
    name: str
    rule: str
    title: str
    help: str
    barred: list[str]
    balance: list[Balance]


class SwitchShown(Struct):
    name: str
    rule: str
    title: str
    help: str
    default: bool | int | str
    choices: list[str]
    labels: list[str]
    """The choices in words."""
    low: int
    high: int
    seats: dict[str, int]
    """Number of seats by value; empty where the switch does not decide it."""


class CasesShown(Struct):
    implementable: int
    covered: int


class Provenance(Struct):
    printed: int
    found: int
    reconstructed: int


class Title(Struct):
    name: str
    title: str
    publisher: str
    year: int
    players: str
    kind: str
    minutes: int
    weight: int
    sides: list[str]
    seats: int
    digest: str
    cases: CasesShown
    provenance: Provenance
    scenarios: list[ScenarioShown]
    switches: list[SwitchShown]
    levels: list[str]
    art: bool


class Guide(Struct):
    markdown: str


class LessonShown(Struct):
    id: str
    title: str
    summary: str


class CaseShown(Struct):
    id: str
    title: str
    kind: str
    summary: str
