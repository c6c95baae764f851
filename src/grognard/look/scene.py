"""What a table shows: the vocabulary in which games describe their board, pieces and tracks.

A title's `board/display.py` builds these values from a *view*; the server sends them as JSON; one client draws them.
Nothing here knows a game, and nothing in the client does hex arithmetic: every polygon and anchor point comes from
`Board`. Coordinates are map units (the board's own drawing units, y downwards).
"""

from collections.abc import Callable, Sequence

from msgspec import Struct

Point = tuple[float, float]


class Place(Struct, frozen=True):
    """A space pieces can occupy, or a holding box: outline, where stacks stand and where its name is written."""

    space: int
    name: str
    polygon: tuple[Point, ...]
    anchor: Point
    label: Point
    kind: str = "hex"
    size: float = 100.0
    """Edge of a counter standing here, in map units."""
    slots: tuple[Point, ...] = ()
    """Stand points by stack group where a place keeps several stacks apart (empty: all stand on `anchor`)."""
    facts: tuple[str, ...] = ()
    """Short facts for the inspector ("mountain, 480 m", "2 VP")."""


class Sign(Struct, frozen=True):
    """One label or badge above the ground: an SVG fragment with the zoom band from which it is shown."""

    svg: str
    at: Point
    near: int = 0
    """0 shown at every zoom, 1 from the middle zoom on, 2 only near."""
    rank: int = 5
    """Right of way in collisions: 0 victory places, 1 places with pieces, 2 towns, 3 summits, 5 the rest."""
    box: tuple[float, float] = (0.0, 0.0)
    """Width and height it covers, centred on `at`, for collisions."""
    space: int = -1
    """The place it belongs to (-1: none)."""
    aside: Point | None = None
    """Where it stands while pieces occupy its place (None: it stays)."""
    kind: str = "badge"
    """badge, name, number, victory, height, water; or "sheet": furniture that keeps the scale of the map and never
    collides."""


class Numbers(Struct, frozen=True):
    """The printed numbers of a hex map, shown near: one layer, of which only what is in the window is drawn."""

    size: float = 0.0
    """Of the figures at the middle zoom, as for signs (0: the map has no numbers)."""
    spots: tuple[tuple[str, float, float], ...] = ()
    """Each number with the point it is centred on."""


class Floor(Struct, frozen=True):
    """A storey beneath the roofs of the map. Its places lie on a card of their own; with the roofs lifted the table
    shows them where they belong, moved by `shift`."""

    id: str
    title: str
    svg: str
    """Floors, walls and doors where the card has them, to be drawn over the roofs."""
    card: tuple[float, float, float, float]
    """x, y, width, height of the card on the sheet."""
    shift: Point
    """From the card to the map."""
    beneath: tuple[tuple[int, int], ...]
    """Each of its places with the place of the map it lies beneath."""


class Board(Struct, frozen=True):
    """The sheet: size, places, signs, and the name of the ground drawing (see `look.ground`)."""

    width: float
    height: float
    places: tuple[Place, ...]
    signs: tuple[Sign, ...] = ()
    grid: str = ""
    """Path data of the hex grid (empty for area maps)."""
    numbers: Numbers = Numbers()
    defs: str = ""
    """Shared SVG definitions the signs use."""
    home: tuple[float, float, float, float] = (0.0, 0.0, 0.0, 0.0)
    """x, y, width, height shown first (all zero: the whole sheet)."""
    card: tuple[float, float, float, float] = (0.0, 0.0, 0.0, 0.0)
    """x, y, width, height of the picture that stands for the game in a list of titles."""
    floors: tuple[Floor, ...] = ()
    """Storeys beneath the roofs, lowest first."""
    abreast: bool = False
    """Several stacks in hand keep their places beside each other on a march; else they all go to one goal."""
    figure: str = "strength"
    """What the first figure at the bottom of a counter counts: the tray of a stack sums it up."""


class Face(Struct, frozen=True):
    """A counter face. Empty fields are not drawn: a name goes to `top`, factors to `bottom`."""

    ground: str
    """Its colours, by a key of `grognard.look.style.FACES`."""
    symbol: str = ""
    """A key of `grognard.look.symbols.symbols()`."""
    size: str = ""
    top: str = ""
    top_left: str = ""
    top_right: str = ""
    bottom: str = ""
    left: str = ""
    right: str = ""
    """Beside the symbol: `dots:3`, `disc:5`, `boxes:1/3` (damage of endurance), `plate:-1`, or plain text."""
    shield: str = ""
    states: tuple[str, ...] = ()
    """done, reduced, damaged, pinned, oos, reserve, untried, eliminated, unknown."""


class Piece(Struct, frozen=True):
    """A counter or marker on a place. `unit` is the unit id (-1 for markers)."""

    id: str
    unit: int
    name: str
    side: int
    space: int
    face: Face
    group: int = 0
    """Index into `Place.slots`."""
    marker: str = ""
    """Marker kind (rubble, smoke, control, box, contested, ruins, support, ...); empty for units."""
    text: str = ""
    """What a screen reader says, and the hover card's line."""
    on: tuple[float, float, float] | None = None
    """A marker that lies on a hexside: x, y and its turn in degrees (None: beside the stack of its place)."""


class Cell(Struct, frozen=True):
    label: str
    note: str = ""
    fill: str = ""
    """Pattern key: "", win, past, now, barred, rain, night."""


class Track(Struct, frozen=True):
    """A row of cells with a marker on `now` (-1: none)."""

    id: str
    label: str
    cells: tuple[Cell, ...]
    now: int = -1


class Panel(Struct, frozen=True):
    """A titled list of lines, or a holding box of pieces (reinforcements to come, artillery, cup, casualties)."""

    id: str
    title: str
    lines: tuple[tuple[str, str], ...] = ()
    pieces: tuple[Piece, ...] = ()


class Chart(Struct, frozen=True):
    """A printed table: header row, rows, and which column/row the present question uses (-1: none)."""

    id: str
    title: str
    rule: str
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    column: int = -1
    before: int = -1
    """The column before shifts."""
    row: int = -1


class Duty(Struct, frozen=True):
    """A place that must be attacked in this turn: who could do it, and the odds in a word if all of them do."""

    space: int
    units: tuple[int, ...]
    odds: str = ""
    side: int = 0
    """The side that owes it."""


class Fighter(Struct, frozen=True):
    """A unit on the battle board."""

    unit: int
    steps: int
    full: int
    """Steps at full strength."""
    shots: int = 0
    """Shots it has still to fire in the step under way."""
    rear: bool = False
    """It stands behind the others and cannot be aimed at while they live."""
    back: bool = False
    """It could get a step back if its side gave up now."""
    chances: tuple[int, ...] = ()
    """Percent to hit each unit of the other line, in its order; -1: nobody to be hit there."""


class Clash(Struct, frozen=True):
    """A battle under way that is fought shot by shot: both lines face to face."""

    title: str
    rule: str
    about: str
    """Whatever helps: aircraft, ships."""
    lines: tuple[tuple[int, tuple[Fighter, ...]], tuple[int, tuple[Fighter, ...]]]
    """Side and units of the attacker, then of the defender."""
    firing: int = -1
    """The line that fires now; -1: nobody does."""


class Fact(Struct, frozen=True):
    """Something that is true of a place now, by the rules: what it is called, how it stands, its case."""

    name: str
    value: str
    rule: str = ""


def few(names: Sequence[str], say: Callable[..., str], most: int = 4) -> str:
    """Names in a row, the first few where they are many. The words of `[table]`: `fact_more` (with `n`: how many more)
    and `fact_nobody`."""
    more = [say("fact_more", n=len(names) - most)] if len(names) > most else []
    return ", ".join([*names[:most], *more]) or say("fact_nobody")


class Ending(Struct, frozen=True):
    """A way in which the game can end now: who wins by it, how, and how far that is."""

    side: int
    """-1: nobody."""
    text: str
    rule: str
    now: str = ""
    """Where it stands."""
    near: bool = False
    """Worth a warning: one deed, one roll or one turn may bring it."""


class Scene(Struct, frozen=True):
    """Everything of a view that is drawn or listed, except the question itself."""

    pieces: tuple[Piece, ...]
    tracks: tuple[Track, ...] = ()
    panels: tuple[Panel, ...] = ()
    banner: str = ""
    """One line over the map: what decides now ("Avenger: hold both stars in supply")."""
    banner_rule: str = ""
    veil: str = ""
    """"night" lays the blue veil on the ground."""
    dark: float = 1.0
    """How much of the veil: less than 1 while the day breaks."""
    owner: tuple[tuple[int, int], ...] = ()
    """(space, side) control to tint when the overlay is on."""
    duties: tuple[Duty, ...] = ()
    """Where combat is compulsory: what is owed as the units stand, already before the phase in which it is fought."""
    clash: Clash | None = None
    """The battle board, while there is a battle on it."""
    endings: tuple[Ending, ...] = ()
    """Every way in which the game can end from here, those at once first."""


class Overlay(Struct, frozen=True):
    """An answer to "show me": spaces with a label, and lines between points."""

    id: str
    title: str
    spaces: tuple[tuple[int, str], ...] = ()
    paths: tuple[tuple[int, ...], ...] = ()
    tone: str = "reach"
    """reach, threat, zone, supply, control, sight."""


class Term(Struct, frozen=True):
    """One line of a sum: words, case, value as shown."""

    text: str
    rule: str
    value: str


class Forecast(Struct, frozen=True):
    """Odds before you commit: the sum line by line, exact results, key figures, the chart with its column."""

    title: str
    terms: tuple[Term, ...]
    results: tuple[tuple[str, float], ...]
    """(label, probability), in drawing order."""
    figures: tuple[tuple[str, str], ...] = ()
    """(value, caption)."""
    chart: Chart | None = None
    about: str = ""
    """"exact", or how it was estimated and under which policy."""
    short: str = ""
    """The odds in a word, for a button: "3-1", "62 %"."""
    chance: float = -1.0
    """That it does what it is for; -1: that cannot be said in one number."""
    gain: float = 0.0
    """What it brings its owner on average, in the coin of the title: good to compare ways to do the same thing."""
