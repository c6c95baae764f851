"""Maps: hexes, areas, sets, terrain, movement, zones, supply, presence, lines and layout.

Printed numbers outside, integers inside.
"""

from grognard.maps.areas import AreaMap, Border
from grognard.maps.hexes import EVEN, FLAT, ODD, POINTY, HexGrid, MapError, Numbering, asymmetric, parts
from grognard.maps.layout import (
    HexLayout,
    bounds,
    centroid,
    clearance,
    contains,
    inside_point,
    read_polygon,
    shared_sides,
    surface,
)
from grognard.maps.lines import Crossing, Stretch, course, hair
from grognard.maps.march import WHOLE, Bar, Costs, Links, March, NoEnd, Price, PricedSteps, Stop, Toll, Way, links
from grognard.maps.paths import Reach, search
from grognard.maps.phases import Attacking, Moving, Mustering
from grognard.maps.presence import Presence, misplaced
from grognard.maps.retreat import Path, Retreat
from grognard.maps.sets import BIT, EVERY, Masks, Set, column, mask, members, of_column
from grognard.maps.sight import Plane, Rows, clear_line
from grognard.maps.steps import FallingBack, Marching
from grognard.maps.supply import Supply
from grognard.maps.terrain import HexMap, PlainHex, PlainSide
from grognard.maps.text import Span, TextMap, draw
from grognard.maps.zones import Zones

__all__ = [
    "BIT",
    "EVEN",
    "EVERY",
    "FLAT",
    "ODD",
    "POINTY",
    "WHOLE",
    "AreaMap",
    "Attacking",
    "Bar",
    "Border",
    "Costs",
    "Crossing",
    "FallingBack",
    "HexGrid",
    "HexLayout",
    "HexMap",
    "Links",
    "MapError",
    "March",
    "Marching",
    "Masks",
    "Moving",
    "Mustering",
    "NoEnd",
    "Numbering",
    "Path",
    "PlainHex",
    "PlainSide",
    "Plane",
    "Presence",
    "Price",
    "PricedSteps",
    "Reach",
    "Retreat",
    "Rows",
    "Set",
    "Span",
    "Stop",
    "Stretch",
    "Supply",
    "TextMap",
    "Toll",
    "Way",
    "Zones",
    "asymmetric",
    "bounds",
    "centroid",
    "clear_line",
    "clearance",
    "column",
    "contains",
    "course",
    "draw",
    "hair",
    "inside_point",
    "links",
    "mask",
    "members",
    "misplaced",
    "of_column",
    "parts",
    "read_polygon",
    "search",
    "shared_sides",
    "surface",
]
