"""What the component files hold: one frozen value for each kind of row."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from grognard.core import rule

Steps = Annotated[int, Meta(ge=1, le=2)]
Modifier = Annotated[int, Meta(ge=-1, le=2)]


@rule("2.4", "2.7", "2.7.B", "2.10", "2.10.M", "2.10.T", "2.11", "2.12", "10.5")
class UnitRow(Struct, frozen=True):
    id: str
    side: Literal["Mexican", "Texan"]
    formation: str
    name: str
    type: Literal["infantry", "gun_crew", "patient", "slave_pow", "women_children"]
    tag: str | None
    morale: int
    stacking: int
    fire_modifier: Modifier | None
    steps: Steps
    reduced_morale: int | None
    reduced_stacking: int | None
    reduced_fire_modifier: Modifier | None
    action_factors: int
    release: int | None


@rule("2.5")
class LeaderRow(Struct, frozen=True):
    name: str
    side: Literal["Mexican", "Texan"]
    formation: str
    mark: str
    commands: Literal["any", "infantry", "crews", "formation"]
    morale_bonus: int
    action_factors: int
    release: int | None


@rule("2.6")
class CannonRow(Struct, frozen=True):
    id: str
    type: str
    hex: str
    combat_factor: int
    movable: bool


class HexRow(Struct, frozen=True):
    hex: str
    col: int
    row: int
    inside: bool
    perimeter: bool
    level: Literal["ground", "intermediate", "high"]
    terrain: str
    creek_present: bool
    move_cost: int
    stack_limit: int
    fire_defense: int
    name: str | None
    room_below: str | None
    ramp_to: str | None
    flag: bool
    entry_area: str | None


class SideRow(Struct, frozen=True):
    hex_a: str
    hex_b: str
    wall: Literal["low", "intermediate", "high"]
    door: Literal["exterior", "room", "stairs"] | None
    ramp: str | None
    rooftop_step: bool
    perimeter: bool
    note: str


class RoomRow(Struct, frozen=True):
    floor: int
    hex: str
    cluster: str | None
    kind: Literal["room", "unroofed", "outside"]
    staircase: bool
    stack_limit: int
    move_cost: int


class RoomSideRow(Struct, frozen=True):
    floor: int
    hex_a: str
    hex_b: str
    kind: Literal["door", "open", "wall"]


class TerrainRow(Struct, frozen=True):
    terrain: str
    kind: Literal["hex", "hexside", "connection"]
    move_cost: int | None
    stack_limit: int | None
    fire_defense: int
    melee_defense: int
    note: str | None


class CostRow(Struct, frozen=True):
    action: str
    side: str
    af: int
    who: str


class TurnRow(Struct, frozen=True):
    game_turn: int
    darkness: int
    max_los: int | None


class LadderRow(Struct, frozen=True):
    column: int
    added: int
    minimum: int


class SoftRow(Struct, frozen=True):
    die: int
    reduction: int


class VictoryRow(Struct, frozen=True):
    result: str
    min_steps: int
    max_steps: int


class ArrivalRow(Struct, frozen=True):
    formation: str
    game_turn: int | None
    entry_area: str


class ReleaseRow(Struct, frozen=True):
    die: int
    released: Literal["yes", "no"]


class PlaceRow(Struct, frozen=True):
    unit: str
    hex: str
    map: Literal["large", "interior"]


class ZoneRow(Struct, frozen=True):
    formation: str
    hex: str


class PlanRow(Struct, frozen=True):
    plan: str
    unit: str
    place: str


class LateRow(Struct, frozen=True):
    unit: str
    place: str
    reduced: bool
