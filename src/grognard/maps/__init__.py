"""Maps: hexes, areas, paths, lines, supply and layout. Printed numbers outside, integers inside."""

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
from grognard.maps.lines import Crossing
from grognard.maps.paths import Reach, Step, Steps, compiled, flood, search
from grognard.maps.supply import Masks, Trace, mask, members, trace
from grognard.maps.text import Span, TextMap, draw

__all__ = [
    "EVEN",
    "FLAT",
    "ODD",
    "POINTY",
    "AreaMap",
    "Border",
    "Crossing",
    "HexGrid",
    "HexLayout",
    "MapError",
    "Masks",
    "Numbering",
    "Reach",
    "Span",
    "Step",
    "Steps",
    "TextMap",
    "Trace",
    "asymmetric",
    "bounds",
    "centroid",
    "clearance",
    "compiled",
    "contains",
    "draw",
    "flood",
    "inside_point",
    "mask",
    "members",
    "parts",
    "read_polygon",
    "search",
    "shared_sides",
    "surface",
    "trace",
]
