"""The rows of the component files."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from grognard.core import rule

Strength = Annotated[int, Meta(ge=1, le=20)]
Height = Annotated[int, Meta(ge=0, le=500, multiple_of=50)]


@rule("3.3", "3.31", "3.32")
class UnitRow(Struct, frozen=True):
    name: str
    side: Literal["Allied", "German"]
    nationality: Literal["NZ", "British", "Rajputana", "Gurkha", "German"]
    formation: str
    type: Literal["infantry", "airborne", "airborne_mg", "engineer", "armor", "hq", "op"]
    size: Literal["company", "platoon", "battalion_hq", "op"]
    front_strength: Strength
    back_strength: Strength | None
    steps: Annotated[int, Meta(ge=1, le=6)]
    movement: Annotated[int, Meta(ge=0, le=99)]
    entry_turn: int | None
    """0: at the start; empty: made in play."""
    entry_zone: str | None
    setup_area: Literal["TOWN", "STATION", "ABBEY"] | None
    suggested_hex: str | None
    note: str | None


class HexRow(Struct, frozen=True):
    hex: str
    elevation: Height
    crest_group: str | None
    terrain: Literal["clear", "ravine", "building"]
    feature: str | None
    solid_symbol: bool
    town: bool
    railway: bool
    ravine_name: str | None
    setup_area: Literal["TOWN", "STATION", "ABBEY"] | None
    beyond_rapido: bool


class HeightRow(Struct, frozen=True):
    """The height from which the relief is drawn; the rules know only the band."""

    hex: str
    z_m: int


class SideRow(Struct, frozen=True):
    hex_a: str
    hex_b: str
    stream: bool
    river: bool
    bridge: bool
    road: bool
    trail: bool
    names: str | None


class ZoneRow(Struct, frozen=True):
    zone: Literal["A", "B", "C", "D", "E", "F"]
    side: Literal["Allied", "German"]
    hex: str
    map_edge: Literal["north edge", "east edge", "south edge"]


class TurnRow(Struct, frozen=True):
    turn: int
    date_1944: str
    hour: Literal["0000", "0600", "1200", "1800"]
    allied_artillery: int
    allied_air: int
    german_artillery: int
    german_air: int


class BombardmentRow(Struct, frozen=True):
    die: int
    column: str
    result: str
    pin: bool
    steps: int
    retreat: int
    collateral: bool


class AssaultRow(Struct, frozen=True):
    die: int
    ratio: str
    result: str
    attacker_steps: int
    attacker_retreat: int
    defender_steps: int
    defender_retreat: int


class FireRow(Struct, frozen=True):
    die: int
    companies: str
    result: Literal["-", "P", "1"]


class EffectRow(Struct, frozen=True):
    terrain: str
    movement_cost: str
    movement_note: str | None
    defence_effect: str


class PlaceRow(Struct, frozen=True):
    place: str
    kind: str
    hexes: str
    printed_height_m: int | None
    note: str | None


class RouteRow(Struct, frozen=True):
    layer: str
    name: str
    hexes_or_hexsides: str


class VectorRow(Struct, frozen=True):
    """A point of a line or shape of the drawn map, in metres."""

    layer: str
    name: str
    seq: int
    x_m: float
    y_m: float
    z_m: float | None


class SightRow(Struct, frozen=True):
    """A worked line of sight."""

    from_: str
    to: str
    from_height: int
    to_height: int
    range_hexes: int
    D_m: float
    critical_hex: str | None
    critical_height: int | None
    d_m: float | None
    H_over_D: float
    h_minus_1_5_over_d: float | None
    result: Literal["clear", "blocked"]


class MixRow(Struct, frozen=True):
    item: str
    count: int
