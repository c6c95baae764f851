"""Lines of a map: rivers, roads, railways, bridges, hachures, borders and arrows. Everything returns SVG text."""

import math
from collections.abc import Sequence

from shapely.geometry import LineString

from grognard.look.scene import Point
from grognard.look.shapes import between
from grognard.look.style import MAP_INK
from grognard.look.svg import ROUND, Attribute, circle, line, moved, num, path, polygon, smooth


def river(points: Sequence[Point], width: float, tension: float = 1.9, pale: bool = False) -> str:
    """Water with a dark casing and a glint along the middle; a pale one has no effect on play."""
    d = smooth(points, tension=tension)
    return group_opacity(
        path(d, stroke=MAP_INK["water_casing"], stroke_width=width * 1.4, opacity=0.7, **ROUND)
        + path(d, stroke=MAP_INK["water"], stroke_width=width, **ROUND)
        + path(d, stroke=MAP_INK["water_glint"], stroke_width=width * 0.28, opacity=0.7, **ROUND),
        0.8 if pale else 1,
    )


def rivers(courses: Sequence[Sequence[Point]], width: float, tension: float = 0.95) -> str:
    """Several waters of one width, in three paths whatever their number."""
    d = "".join(smooth(points, tension=tension) for points in courses)
    return (
        path(d, stroke=MAP_INK["water_casing"], stroke_width=width * 1.4, opacity=0.7, **ROUND)
        + path(d, stroke=MAP_INK["water"], stroke_width=width, **ROUND)
        + path(d, stroke=MAP_INK["water_glint"], stroke_width=width * 0.28, opacity=0.7, **ROUND)
    )


def streams(courses: Sequence[Sequence[Point]], width: float, tension: float = 0.95) -> str:
    """Small waters: a casing and no glint."""
    d = "".join(smooth(points, tension=tension) for points in courses)
    return path(d, stroke=MAP_INK["water_casing"], stroke_width=width * 1.5, opacity=0.6, **ROUND) + path(
        d, stroke=MAP_INK["water"], stroke_width=width, **ROUND
    )


def trails(courses: Sequence[Sequence[Point]], width: float, tension: float = 0.8) -> str:
    """Brown dashes on a paper ribbon."""
    d = "".join(smooth(points, tension=tension) for points in courses)
    return path(d, stroke="#FBF2DC", stroke_width=width * 2, opacity=0.65, **ROUND) + path(
        d, fill="none", stroke="#5B3A1E", stroke_width=width, stroke_dasharray=f"{num(width * 3)} {num(width * 1.7)}"
    )


WALL = "#2A1D12"


def wall(d: str, kind: str, width: float) -> str:
    """Walls of one kind from path data: `high` dark and broad with a stone core, `intermediate` with a light core,
    `low` a broken line, `palisade` posts. `width` is that of a high wall."""
    if kind == "high":
        core = path(d, stroke="#8D7355", stroke_width=width * 0.54, **ROUND)
        return path(d, stroke=WALL, stroke_width=width, **ROUND) + core
    if kind == "intermediate":
        core = path(d, stroke="#E6D3AC", stroke_width=width * 0.36, **ROUND)
        return path(d, stroke=WALL, stroke_width=width * 0.74, **ROUND) + core
    if kind == "palisade":
        posts = f"0 {num(width * 0.78)}"
        return path(d, stroke=WALL, stroke_width=width * 0.66, stroke_dasharray=posts, **ROUND) + path(
            d, stroke="#B98B55", stroke_width=width * 0.42, stroke_dasharray=posts, **ROUND
        )
    if kind == "low":
        dashes = f"{num(width * 0.75)} {num(width * 0.45)}"
        return path(d, fill="none", stroke=WALL, stroke_width=width * 0.44, stroke_dasharray=dashes)
    raise ValueError(f"no wall is drawn as {kind!r}: high, intermediate, low or palisade")


def group_opacity(inner: str, opacity: float) -> str:
    return inner if opacity == 1 else f'<g opacity="{num(opacity)}">{inner}</g>'


def road(
    points: Sequence[Point],
    width: float,
    fill: str = MAP_INK["road"],
    casing: str = MAP_INK["road_casing"],
    tension: float = 1.8,
) -> str:
    d = smooth(points, tension=tension)
    return path(d, stroke=casing, stroke_width=width * 1.55, opacity=0.85, **ROUND) + path(
        d, stroke=fill, stroke_width=width, **ROUND
    )


def roads(
    lines: Sequence[tuple[Sequence[Point], float, str]],
    casing: str = MAP_INK["road_casing"],
    tension: float = 1.8,
) -> str:
    """A net of (points, width, fill): all casings first, so that junctions are open."""
    drawn = [(smooth(points, tension=tension), width, fill) for points, width, fill in lines]
    cases = "".join(path(d, stroke=casing, stroke_width=w * 1.55, opacity=0.85, **ROUND) for d, w, _ in drawn)
    return cases + "".join(path(d, stroke=fill, stroke_width=w, **ROUND) for d, w, fill in drawn)


def railway(points: Sequence[Point], width: float) -> str:
    """A thin rail with sleepers on a pale bed."""
    d = smooth(points)
    ink = MAP_INK["rail"]
    plain: dict[str, Attribute] = {"fill": "none", "stroke_linejoin": "round"}
    return (
        path(d, stroke="#F4EEDD", stroke_width=width * 1.5, opacity=0.75, **plain)
        + path(d, stroke=ink, stroke_width=width * 0.32, **plain)
        + path(d, stroke=ink, stroke_width=width, stroke_dasharray=f"{num(width * 0.28)} {num(width * 1.1)}", **plain)
    )


def bridge(a: Point, b: Point, length: float = 52, width: float = 26) -> str:
    """Two brackets over the water, lying along the road from `a` to `b`, halfway."""
    x, y = between(a, b)
    h, w = length / 2, width / 2
    ramp, rise = num(h * 0.27), w * 0.38
    d = "".join(
        f"M{num(-h)} {num(s * w)}l{ramp} {num(-s * rise)}H{num(h * 0.73)}l{ramp} {num(s * rise)}" for s in (-1, 1)
    )
    turn = math.degrees(math.atan2(b[1] - a[1], b[0] - a[0]))
    return moved(x, y, path(d, fill="none", stroke=MAP_INK["frame"], stroke_width=4.5), turn)


def teeth(a: Point, b: Point, toward: Point, step: float, lengths: Sequence[float]) -> str:
    """Path data of hachures standing on the segment a-b, on the side of the point `toward`."""
    length = math.dist(a, b)
    nx, ny = -(b[1] - a[1]) / length, (b[0] - a[0]) / length
    if (toward[0] - a[0]) * nx + (toward[1] - a[1]) * ny < 0:
        nx, ny = -nx, -ny
    count = max(1, round(length / step))
    out = []
    for i in range(count):
        x, y = between(a, b, (i + 0.5) / count)
        tooth = lengths[i % len(lengths)]
        out.append(f"M{num(x)} {num(y)}l{num(nx * tooth)} {num(ny * tooth)}")
    return "".join(out)


def border(points: Sequence[Point], open_to_vehicles: bool) -> str:
    """A border between areas: white where vehicles may cross, red with ticks across where they may not."""
    d = line(points)
    if open_to_vehicles:
        casing = path(d, stroke=MAP_INK["frame"], stroke_width=10, opacity=0.62, **ROUND)
        return casing + path(d, stroke="#FFFFFF", stroke_width=5.8, **ROUND)
    red, way, ticks = MAP_INK["no_vehicle"], LineString(points), []
    for i in range(1, int(way.length // 24) + 1):
        p, q = way.interpolate(i * 24 - 14), way.interpolate(i * 24 - 10)
        long = math.hypot(q.x - p.x, q.y - p.y) or 1
        dx, dy = (q.x - p.x) / long * 8, (q.y - p.y) / long * 8
        ticks.append(f"M{num(p.x - dy)} {num(p.y + dx)}L{num(p.x + dy)} {num(p.y - dx)}")
    return (
        path(d, stroke="#FBF2DF", stroke_width=8.4, opacity=0.55, **ROUND)
        + path(d, stroke=red, stroke_width=4.9, **ROUND)
        + path("".join(ticks), stroke=red, stroke_width=3.6, **ROUND)
    )


def arrow(p: Point, q: Point, open_to_vehicles: bool) -> str:
    """Double-headed arrow; a bar across it closes it to vehicles."""
    angle = math.atan2(q[1] - p[1], q[0] - p[0])

    def head(at: Point, way: float) -> list[Point]:
        tip = [(23.0, 0.0), (17.0, 2.2), (17.0, -2.2)]
        return [(at[0] + r * math.cos(way + t), at[1] + r * math.sin(way + t)) for r, t in tip]

    fill, edge = ("#FFFFFF", MAP_INK["frame"]) if open_to_vehicles else (MAP_INK["no_vehicle"], "#FBF2DF")
    shaft, heads = line((p, q)), (head(q, angle), head(p, angle + math.pi))
    out = path(shaft, stroke=edge, stroke_width=16)
    out += "".join(polygon(h, fill=edge, stroke=edge, stroke_width=8, stroke_linejoin="round") for h in heads)
    out += path(shaft, stroke=fill, stroke_width=9) + "".join(polygon(h, fill=fill) for h in heads)
    if not open_to_vehicles:
        mx, my = (p[0] + q[0]) / 2, (p[1] + q[1]) / 2
        dx, dy = 14 * math.sin(angle), 14 * math.cos(angle)
        out += path(line(((mx - dx, my + dy), (mx + dx, my - dy))), stroke=fill, stroke_width=7)
    return out


def compass(x: float, y: float) -> str:
    """A compass rose, north up."""
    ink = MAP_INK["frame"]
    return moved(
        x,
        y,
        circle(0, 0, 86, fill="#F3EAD3", stroke=ink, stroke_width=4)
        + path("M0 -74L16 0L0 74L-16 0Z", fill=ink)
        + path("M0 -74L16 0H-16Z", fill=MAP_INK["no_vehicle"])
        + path("M-74 0H-24M24 0H74", stroke=ink, stroke_width=4),
    )
