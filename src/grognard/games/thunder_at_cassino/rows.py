"""What a row of each component file holds."""

from typing import Literal

from msgspec import Struct


class UnitRow(Struct, frozen=True):
    unit: str
    side: Literal["Allied", "German"]
    nationality: str
    kind: Literal["inf", "mg", "at", "armor", "obs", "con"]
    organization: str
    formation: str
    af: int
    df: int
    mf: int
    ccf: int
    committed_df: int
    casualty_points: int
    vehicle: bool
    combat: bool
    reserve_at_turn_10: bool
    setup: str
    entry_zones: str = ""
    vehicle_type: str = ""


class GunRow(Struct, frozen=True):
    artillery: str
    side: Literal["Allied", "German"]
    formation: str
    level: str
    day_af: int
    night_af: int | None
    smoke_number: int | None
    smoke_duration: int | None
    observer: str | None
    from_turn: int
    to_turn: int | None


class AreaRow(Struct, frozen=True):
    area: int
    name: str
    map: str
    elevation: int
    tem: int
    setup_colour: Literal["white", "yellow", "blue", "red"]
    vp: int
    quisling: bool
    start_rubble: str
    x: int
    y: int
    polygon: str


class BorderRow(Struct, frozen=True):
    a: str
    b: str
    kind: Literal["border", "arrow"]
    colour: Literal["red", "white"]
    border_length: int = 0
    note: str = ""


class ZoneRow(Struct, frozen=True):
    zone: str
    name: str
    side_of_board: str
    german_entry: bool
    tem: int
    start_rubble: int
    x: int
    y: int


class LinkRow(Struct, frozen=True):
    zone: str
    to: str
    to_kind: Literal["zone", "area"]
    colour: Literal["red", "white"]


class ScenarioRow(Struct, frozen=True):
    scenario: str
    name: str
    first_turn: int
    last_turn: int
    areas: str
    zones: str
    tactical_advantage: Literal["Allied", "German"]
    guns: str
    allied_smoke: int
    german_smoke: int
    rubble: Literal["roll", "none", "cleared"]
    zone_e_rubble: int
    bombardment: bool
    limit: int
    victory: str
    draw_at: int | None
    win_at: int | None
    control: str = ""
    quisling: str = ""


class ScenarioUnitRow(Struct, frozen=True):
    scenario: str
    unit: str
    side: Literal["Allied", "German"]
    turn: int
    places: str
    note: str = ""


class TurnRow(Struct, frozen=True):
    turn: int
    date: str
    allied_reinforcements: bool
    german_reinforcements: bool
    event: str = ""


class NineRow(Struct, frozen=True):
    dr: int
    arrives: str
    zones: str = ""


class SuggestedRow(Struct, frozen=True):
    scenario: str
    unit: str
    place: str


class ChitRow(Struct, frozen=True):
    chit: int
    number: int


class PointRow(Struct, frozen=True):
    space: int
    block: Literal["German", "Draw", "Allied"]


class MarkerRow(Struct, frozen=True):
    marker: str
    number: int
