"""The messages of the protocol as types: decoding checks them, and the API description is generated from them."""

from typing import Any, Literal

from msgspec import UNSET, Raw, Struct, UnsetType
from msgspec.json import Encoder

from grognard.look.display import OrderKind
from grognard.look.scene import Chart, Clash, Duty, Ending, Fact, Forecast, Overlay, Panel, Piece, Scene, Track
from grognard.server.advice import AskHint, HintTold, Say, SetPace
from grognard.server.puzzling import AskVerdict, PuzzleShown, VerdictTold
from grognard.server.review import Review
from grognard.server.standing import Order
from grognard.server.worked_out import GatherTold, NoteTold, ReasonTold, RefusalText, WayTold

encode = Encoder().encode


def ready(value: bytes) -> Any:
    """JSON already made, to be laid into a message where its type stands."""
    return Raw(value)


# What a client sends


class Answer(Say):
    """Answer the question: one option, or several as a plan that is taken whole or not at all."""

    id: int | str
    seat: int
    entry: int
    options: list[str]


class Why(Say):
    """Ask why an option is not allowed."""

    id: int | str
    seat: int
    option: str


class AskForecast(Say, tag="forecast"):
    """Ask for the odds of an option, or of an enemy attack on a space."""

    id: int | str
    seat: int = -1
    option: str = ""
    space: int = -1


class AskOverlay(Say, tag="overlay"):
    id: int | str
    name: str
    unit: int = -1
    space: int = -1


class AskFacts(Say, tag="facts"):
    """Ask what is true of a place now."""

    id: int | str
    space: int


class AskWays(Say, tag="ways"):
    """Ask where these units could go by answers of this seat alone, by way of these places."""

    id: int | str
    seat: int
    units: list[int]
    spaces: list[int] = []


class AskWay(AskWays, tag="way"):
    """Ask for the answers that bring these units to the last of these places by way of the others."""

    spaces: list[int]


class AskBarred(AskWay, tag="barred"):
    """Ask why these units cannot go to this place."""


class AskGather(Say, tag="gather"):
    """Ask what a party of these units would come to in what `option` begins, or in the question itself (empty).
    Without `units`: the party that promises most."""

    id: int | str
    seat: int
    option: str = ""
    units: list[int] | None = None


class AskNotes(Say, tag="notes"):
    """Ask what each of these options would do at once."""

    id: int | str
    seat: int
    options: list[str]


class AskCharts(Say, tag="charts"):
    id: int | str


class Undo(Say):
    """Take back the last answer; with `to` all answers after that entry, as far as nothing stands in between."""

    id: int | str
    seat: int
    to: int = -1


class AskEarlier(Say, tag="earlier"):
    """Ask for the log up to an entry, this included."""

    id: int | str
    upto: int


class AskFrame(Say, tag="frame"):
    """Ask for the position after an entry."""

    id: int | str
    entry: int


class AskFilm(Say, tag="film", rename={"first": "from"}):
    """Ask for the positions after the entries `from` + 1 to `to`."""

    id: int | str
    first: int = 0
    to: int = 0


class ChatText(Say, tag="chat"):
    id: int | str
    text: str


class Resign(Say):
    id: int | str
    seat: int = -1


class MakeOffer(Say, tag="offer"):
    """Offer a draw, a take-back to entry `to`, or to hand seat `seat` to the computer. Without its player's consent
    that is the level agreed on at the start."""

    id: int | str
    kind: Literal["draw", "takeback", "bot"]
    to: int = 0
    seat: int = -1
    level: str = "greedy"


class Accept(Say):
    id: int | str


class Decline(Say):
    id: int | str


class Orders(Say):
    """All standing orders of a seat from now on; they replace those it had."""

    id: int | str
    seat: int
    orders: list[Order] = []


class Seal(Say):
    """Promise words for the fair dice by their SHA-256 (hexadecimal), before the first roll."""

    id: int | str
    seal: str


class OpenWords(Say, tag="words"):
    """Tell the words that were promised, when all are asked to."""

    id: int | str
    text: str


class SeenTo(Say, tag="seen"):
    entry: int
    id: int | str = 0


class AskReview(Say, tag="review"):
    """Ask how a finished game went: losses by turn, luck, the rolls that turned it."""

    id: int | str


class AskReasons(Say, tag="reasons"):
    id: int | str
    after: int = 0


class TurnPage(Say, tag="page"):
    """Turn to the next page of a lesson where nothing is to be done."""

    id: int | str


class TakeSeat(Say, tag="take"):
    """A player takes back the seat that was handed to the computer."""

    id: int | str
    seat: int


class Ping(Say):
    id: int | str = 0


ClientMessage = (
    Answer
    | Why
    | AskForecast
    | AskOverlay
    | AskFacts
    | AskWays
    | AskWay
    | AskBarred
    | AskGather
    | AskNotes
    | AskEarlier
    | AskHint
    | AskVerdict
    | AskCharts
    | Undo
    | AskFrame
    | AskFilm
    | ChatText
    | Resign
    | MakeOffer
    | Accept
    | Decline
    | Orders
    | Seal
    | OpenWords
    | SeenTo
    | SetPace
    | AskReasons
    | AskReview
    | TurnPage
    | TakeSeat
    | Ping
)

# What the server sends


class Chair(Struct):
    seat: int
    side: str
    who: str
    kind: Literal["human", "bot", "open"]
    online: bool
    clock: float | None
    face: str
    stood_in: bool = False
    """The computer keeps the seat for its player, who may take it back."""


class QuestionOption(Struct):
    text: str
    label: str
    verb: str
    units: list[int]
    spaces: list[int]


class Question(Struct, omit_defaults=True):
    """The question in full for the seat that must answer; the others are told only `seat` and `waiting`."""

    seat: int
    prompt: str | UnsetType = UNSET
    key: str | UnsetType = UNSET
    rule: str | UnsetType = UNSET
    confirm: bool | UnsetType = UNSET
    secret: bool | UnsetType = UNSET
    default: int | UnsetType = UNSET
    extra: int | UnsetType = UNSET
    units: list[int] | UnsetType = UNSET
    spaces: list[int] | UnsetType = UNSET
    options: list[QuestionOption] | UnsetType = UNSET
    waiting: bool | UnsetType = UNSET


class Line(Struct, omit_defaults=True):
    """One line of the log."""

    entry: int
    seat: int
    text: str
    rule: str
    dice: list[int]
    sides: list[int]
    units: list[int]
    spaces: list[int]
    kind: str
    part: str = ""
    """The kind of the later line that sums this one up."""


class SceneDiff(Struct, omit_defaults=True):
    """What changed; a key that is missing did not."""

    pieces: list[Piece] | UnsetType = UNSET
    gone: list[str] | UnsetType = UNSET
    order: list[str] | UnsetType = UNSET
    tracks: tuple[Track, ...] | UnsetType = UNSET
    panels: tuple[Panel, ...] | UnsetType = UNSET
    banner: str | UnsetType = UNSET
    banner_rule: str | UnsetType = UNSET
    veil: str | UnsetType = UNSET
    dark: float | UnsetType = UNSET
    owner: tuple[tuple[int, int], ...] | UnsetType = UNSET
    duties: tuple[Duty, ...] | UnsetType = UNSET
    clash: Clash | UnsetType | None = UNSET
    endings: tuple[Ending, ...] | UnsetType = UNSET


class TurnMark(Struct):
    entry: int
    label: str


class Spoken(Struct):
    seat: int
    name: str
    text: str
    at: float


class Offer(Struct):
    """An offer that waits for consent."""

    kind: Literal["draw", "takeback", "bot"]
    maker: int
    to: int = 0
    seat: int = -1
    level: str = "greedy"
    agreed: list[int] = []


class Handover(Struct):
    """From the entry after number `entry` on the computer of this level plays a seat; empty: its player does again."""

    seat: int
    entry: int
    level: str = ""


class OfferShown(Struct, rename={"maker": "from"}):
    kind: str
    maker: int
    to: int
    seat: int


class Words(Struct):
    """What somebody adds to the fair dice: first only its seal, the text when nobody can choose any more."""

    seats: list[int]
    seal: str
    text: str = ""
    dropped: bool = False
    """Never opened: the computer took the seat meanwhile."""


class Mix(Struct):
    """Words may be sealed (`gathering`), the sealed ones are to be opened (`opening`), or the dice are as they will be
    (`mixed`)."""

    state: Literal["gathering", "opening", "mixed"]
    words: list[Words]


class LessonPage(Struct):
    title: str
    page: int
    pages: int
    say: str
    do: list[str]
    units: list[int]
    spaces: list[int]
    rule: str
    show: list[str]
    over: bool = False


class ClockFace(Struct):
    """Seconds left by seat, and the seat whose clock runs."""

    left: list[float]
    running: int | None


class OverlayName(Struct):
    id: str
    title: str


class Hello(Struct, tag_field="type", tag="hello"):
    match: str
    kind: str
    game: str
    title: str
    digest: str
    scenario: str
    options: dict[str, bool | int | str]
    sides: list[str]
    allies: list[tuple[int, ...]]
    """By side: the other sides that fight for the same cause."""
    seats: list[Chair]
    you: list[int]
    view: int
    secrets: bool
    together: bool
    entry: int
    scene: Scene
    question: Question | None
    log: list[Line]
    chat: list[Spoken]
    undo: bool
    commitment: str
    strings: list[str]
    result: str | None
    winners: list[int] | None
    crumbs: list[str]
    cases: list[str]
    turns: list[TurnMark]
    tape: list[tuple[int, int, int]]
    turn: int
    lesson: LessonPage | None
    puzzle: PuzzleShown | None
    since: int
    unit_names: list[str]
    space_names: list[str]
    overlays: list[OverlayName]
    offer: OfferShown | None
    clock: ClockFace | None
    thinking: int | None
    mix: Mix
    notices: bool
    absence: str
    stand_in: str
    paused: int | None
    handovers: list[Handover]
    watchers: int
    """Sockets of those who have no seat."""
    origin: str
    origin_entry: int
    orders: dict[int, list[Order]]
    """By seat: its standing orders, of one's own seats only."""
    order_kinds: list[OrderKind]


class Update(Struct, tag_field="type", tag="update"):
    entry: int
    view: int
    secrets: bool
    together: bool
    events: list[Line]
    scene: SceneDiff
    question: Question | None
    undo: bool
    crumbs: list[str]
    cases: list[str]
    result: str | None
    winners: list[int] | None
    seats: list[Chair]
    tape: list[tuple[int, int, int]]
    turn: int
    """The seat whose turn it is, though another may be asked in it; -1: the game is over."""
    cut: int | UnsetType = UNSET
    turns: list[TurnMark] | UnsetType = UNSET
    lesson: LessonPage | UnsetType | None = UNSET
    clock: ClockFace | UnsetType = UNSET


class OrdersTold(Struct, tag_field="type", tag="orders"):
    """The standing orders of a seat, told to whoever holds it."""

    seat: int
    orders: list[Order]


class Ack(Struct, tag_field="type", tag="ack"):
    id: int | str
    entry: int


class RefusedReply(Struct, tag_field="type", tag="refused"):
    id: int | str | None
    text: str
    rule: str
    key: str
    at: int = 0


class Frame(Struct):
    entry: int
    scene: Scene
    crumbs: list[str]
    cases: list[str]
    events: list[Line]


class Reply(Struct, tag_field="type", tag="reply", omit_defaults=True):
    """The thing asked for, under its own name."""

    id: int | str
    refusal: RefusalText | UnsetType | None = UNSET
    forecast: Forecast | UnsetType | None = UNSET
    overlay: Overlay | UnsetType | None = UNSET
    ways: list[tuple[int, int, int, bool, bool]] | UnsetType = UNSET
    """Of each place: the place, what it costs, the place before it (-1: none), whether one may stay, whether something
    else comes in there."""
    way: WayTold | UnsetType | None = UNSET
    gather: GatherTold | UnsetType | None = UNSET
    notes: list[NoteTold] | UnsetType = UNSET
    hint: HintTold | UnsetType | None = UNSET
    verdict: VerdictTold | UnsetType | None = UNSET
    review: Review | UnsetType | None = UNSET
    charts: list[Chart] | UnsetType = UNSET
    earlier: list[Line] | UnsetType = UNSET
    frame: Frame | UnsetType | None = UNSET
    film: str | UnsetType = UNSET
    facts: list[Fact] | UnsetType = UNSET
    reasons: list[ReasonTold] | UnsetType = UNSET
    pong: bool | UnsetType = UNSET


class Thinking(Struct, tag_field="type", tag="thinking"):
    seat: int
    busy: bool
    why: list[str] = []


class OfferMade(Struct, tag_field="type", tag="offer", rename={"maker": "from"}):
    kind: str
    maker: int
    to: int
    seat: int


class OfferClosed(Struct, tag_field="type", tag="closed"):
    kind: str
    accepted: bool


class Presence(Struct, tag_field="type", tag="presence"):
    seats: list[Chair]
    watchers: int
    paused: int | None
    handovers: list[Handover]


class Chat(Struct, tag_field="type", tag="chat"):
    seat: int
    name: str
    text: str
    at: float


class ClockTold(Struct, tag_field="type", tag="clock"):
    left: list[float]
    running: int | None


class MixTold(Struct, tag_field="type", tag="mix"):
    state: Literal["gathering", "opening", "mixed"]
    words: list[Words]


ServerMessage = (
    Hello
    | Update
    | Ack
    | RefusedReply
    | Reply
    | Thinking
    | OfferMade
    | OfferClosed
    | Presence
    | Chat
    | ClockTold
    | MixTold
)
