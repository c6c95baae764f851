"""Maps: hexes, areas, paths, lines, supply and layout. Printed numbers outside, integers inside."""

from grognard.maps.areas import AreaMap, Border
from grognard.maps.hexes import EVEN, FLAT, ODD, POINTY, HexGrid, MapError, Numbering, asymmetric, parts
from grognard.maps.layout import HexLayout
from grognard.maps.lines import Crossing
from grognard.maps.paths import Reach, Step, Steps, compiled, flood, search
from grognard.maps.supply import Masks, Trace, mask, members, trace

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
    "Step",
    "Steps",
    "Trace",
    "asymmetric",
    "compiled",
    "flood",
    "mask",
    "members",
    "parts",
    "search",
    "trace",
]
