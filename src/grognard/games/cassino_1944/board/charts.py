"""Data files that only tables, charts and checks read: terrain effects, markers, rivers, roads, arrivals."""

from msgspec import Struct


class TerrainRow(Struct, frozen=True):
    feature: str
    movement: str
    combat: str
    retreat_advance: str


class MarkerRow(Struct, frozen=True):
    marker: str
    side: str
    count: str
    use: str
    limit: str


class RiverRow(Struct, frozen=True):
    name: str
    order: int
    hex_a: str
    hex_b: str
    bank_west: str
    bank_east: str


class RoadRow(Struct, frozen=True):
    name: str
    path: str


class ArrivalRow(Struct, frozen=True):
    turn: str
    impulse: str
    side: str
    edge: str
    unit: str
