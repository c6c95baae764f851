"""Terrain pictures from heights: surfaces, noise, hillshade, tints, fields, contours.

Arrays are (row, column) pictures of the ground; `scale` is map units per pixel. Noise is decoration seeded by
number, so the same data always gives the same picture.
"""

import base64
import io
from collections.abc import Iterable, Sequence
from typing import cast

import contourpy
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw
from scipy.interpolate import RBFInterpolator
from scipy.ndimage import gaussian_filter, map_coordinates, zoom
from scipy.spatial import cKDTree

from grognard.look.scene import Point
from grognard.look.style import rgb
from grognard.look.svg import element, num

Field = NDArray[np.float64]
Ramp = Sequence[tuple[float, str]]

MASSIF: Ramp = (
    (0.0, "#C9CFA0"),
    (0.05, "#CDCD9C"),
    (0.14, "#D2C694"),
    (0.30, "#CDB584"),
    (0.48, "#C2A275"),
    (0.66, "#B8946B"),
    (0.82, "#BFA68A"),
    (1.0, "#DCD3C4"),
)
"""Height tints by share of the range: green-buff valley, umber slope, pale stone summit."""

FIELD_TONES = ("#C4CD96", "#D6D09E", "#B8C48C", "#DECE96", "#CBC892")
SCRUB = "#78804E"
SUN_HEIGHT = 42
LIGHTS = ((315, 0.6), (270, 0.2), (0, 0.2))
"""Compass bearing and weight of the lights: north-west, west, north."""


def colour(code: str) -> Field:
    return np.array(rgb(code), float)


def blur(field: Field, sigma: float) -> Field:
    out: Field = gaussian_filter(field, sigma)
    return out


def fractal(
    shape: tuple[int, int], seed: int, cells: int = 6, octaves: int = 5, gain: float = 0.5, ridged: bool = False
) -> Field:
    """Value noise: `cells` hills across the longer side, each octave twice as fine; ridged folds it into crests."""
    rng = np.random.default_rng(seed)
    height, width = shape
    longest = max(shape)
    out, amplitude, total = np.zeros(shape), 1.0, 0.0
    for octave in range(octaves):
        k = cells * 2**octave
        lattice = rng.standard_normal((int(k * height / longest) + 4, int(k * width / longest) + 4))
        factor = (height / (lattice.shape[0] - 3), width / (lattice.shape[1] - 3))
        wave = zoom(lattice, factor, order=3)[:height, :width]
        out += amplitude * ((1 - np.abs(wave) * 1.3) if ridged else wave)
        total += amplitude
        amplitude *= gain
    return out / total


def warped(field: Field, seed: int, strength: float, cells: int = 5) -> Field:
    """The field pulled about by slow noise (`strength` pixels), so that ridges wind instead of lying in rows."""
    rows, columns = np.mgrid[0 : field.shape[0], 0 : field.shape[1]].astype(float)
    rows += strength * fractal((field.shape[0], field.shape[1]), seed, cells, 3)
    columns += strength * fractal((field.shape[0], field.shape[1]), seed + 1, cells, 3)
    out: Field = map_coordinates(field, [rows, columns], order=1, mode="reflect")
    return out


def painted(polygons: Iterable[tuple[Sequence[Point], float]], shape: tuple[int, int], scale: float) -> Field:
    """A field with each polygon (in map units) filled with its value, 0 elsewhere."""
    picture = Image.new("F", (shape[1], shape[0]), 0.0)
    pen = ImageDraw.Draw(picture)
    for points, value in polygons:
        pen.polygon([(x / scale, y / scale) for x, y in points], fill=float(value))
    return np.array(picture, float)


def surface(
    points: Sequence[Point], heights: Sequence[float], shape: tuple[int, int], scale: float, near: int | None = None
) -> Field:
    """A smooth surface through heights at points: linear radial functions on a coarse grid, enlarged.

    `near`: only so many of the nearest points count, for maps of many.
    """
    coarse_w = 150
    coarse_h = max(2, round(coarse_w * shape[0] / shape[1]))
    xs, ys = np.meshgrid(np.linspace(0, shape[1] * scale, coarse_w), np.linspace(0, shape[0] * scale, coarse_h))
    through = RBFInterpolator(np.array(points), np.array(heights, float), kernel="linear", neighbors=near)
    coarse = through(np.c_[xs.ravel(), ys.ravel()]).reshape(coarse_h, coarse_w)
    out: Field = zoom(coarse, (shape[0] / coarse_h, shape[1] / coarse_w), order=3)
    return out


def slope(heights: Field) -> tuple[Field, Field]:
    """Rise per pixel to the east and to the south."""
    return np.gradient(heights, axis=1), np.gradient(heights, axis=0)


def hillshade(heights: Field) -> Field:
    """0 dark to 1 bright, 0.5 on flat ground; heights in pixels."""
    east, south = slope(heights)
    steep = np.arctan(np.hypot(east, south))
    aspect = np.arctan2(-east, south)
    sun = np.radians(SUN_HEIGHT)
    lit = np.zeros_like(heights)
    for bearing, weight in LIGHTS:
        facing = np.cos(np.radians(bearing) - aspect)
        lit += weight * (np.sin(sun) * np.cos(steep) + np.cos(sun) * np.sin(steep) * facing)
    shade: Field = np.clip(0.5 + (lit - np.sin(sun)) * 0.95, 0, 1)
    return shade


def tint(share: Field, ramp: Ramp) -> Field:
    """Colours (row, column, channel) of a field of shares 0..1."""
    stops = [s for s, _ in ramp]
    channels = [np.interp(share, stops, [rgb(code)[k] for _, code in ramp]) for k in range(3)]
    return np.stack(channels, -1)


def lit(picture: Field, shade: Field, strength: float = 1.0) -> Field:
    """Shadows turn cool and dark, lit slopes warm and bright."""
    d = (shade - 0.5)[..., None] * strength
    dark, warm = np.clip(-d, 0, 1) * 2, np.clip(d, 0, 1) * 2
    shadowed = picture * (1 - dark * 0.62) + np.array([52, 48, 74]) * dark * 0.22
    return np.clip(shadowed + (np.array([255, 246, 222]) - shadowed) * warm * 0.55, 0, 255)


def blend(picture: Field, code: str | Field, share: Field) -> Field:
    """The picture mixed with a colour (or another picture) by a field of shares."""
    other = colour(code) if isinstance(code, str) else code
    weight = share[..., None]
    return picture * (1 - weight) + other * weight


def fields(shape: tuple[int, int], seed: int, count: int, angle: float) -> tuple[Field, Field]:
    """A patchwork of farmland: a picture of field tones, and the hedges between them (1 on a hedge)."""
    rng = np.random.default_rng(seed)
    rows, columns = np.mgrid[0 : shape[0], 0 : shape[1]].astype(float)
    u = (columns * np.cos(angle) + rows * np.sin(angle)) * 1.7
    v = rows * np.cos(angle) - columns * np.sin(angle)
    seeds = np.c_[rng.uniform(u.min(), u.max(), count), rng.uniform(v.min(), v.max(), count)]
    distance, nearest = cKDTree(seeds).query(np.c_[u.ravel(), v.ravel()], k=2, p=np.inf)
    tones = np.array([rgb(code) for code in FIELD_TONES], float)
    tone = tones[rng.integers(0, len(tones), count)][nearest[:, 0]].reshape(*shape, 3)
    hedge = ((distance[:, 1] - distance[:, 0]) < 1.6).astype(float).reshape(shape)
    return tone, hedge


STRONGEST = 0.45
"""Saturation that nineteen of twenty pixels keep under."""
DARKEST, LIGHTEST = 70.0, 78.0
"""Between these lies the median lightness (L*) of a ground."""


def lightness(picture: Field) -> Field:
    """L* of every pixel."""
    share = picture / 255
    linear = np.where(share <= 0.04045, share / 12.92, ((share + 0.055) / 1.055) ** 2.4)
    y = linear @ np.array([0.2126, 0.7152, 0.0722])
    out: Field = np.where(y > 0.008856, 116 * np.cbrt(y) - 16, 903.3 * y)
    return out


def quiet(picture: Field) -> Field:
    """The picture made as calm as a ground must be, so that pieces are the brightest things on it; one that is calm
    already stays as it is."""
    out = picture
    for _ in range(8):
        few = out[::5, ::5].reshape(-1, 3)
        peak = few.max(1)
        strong = float(np.percentile((peak - few.min(1)) / np.maximum(peak, 1e-6), 95))
        light = float(np.median(lightness(few)))
        if strong <= STRONGEST and DARKEST <= light <= LIGHTEST:
            return out
        if strong > STRONGEST:
            grey = out.mean(-1, keepdims=True)
            out = grey + (out - grey) * (0.98 * STRONGEST / strong)
        if light > LIGHTEST:
            out = out * (1 - (light - LIGHTEST + 0.3) / 80)
        elif light < DARKEST:
            out = out + (255 - out) * ((DARKEST - light + 0.3) / 60)
    return out


def image(picture: Field, x: float, y: float, width: float, height: float, quality: int = 78) -> str:
    """The picture as an embedded WebP filling a rectangle of the map."""
    buffer = io.BytesIO()
    Image.fromarray(picture.astype(np.uint8), "RGB").save(buffer, "WEBP", quality=quality, method=6)
    data = base64.b64encode(buffer.getvalue()).decode()
    return element(
        "image",
        x=num(x),
        y=num(y),
        width=num(width),
        height=num(height),
        preserveAspectRatio="none",
        href=f"data:image/webp;base64,{data}",
    )


def contours(heights: Field, levels: Iterable[float], scale: float, origin: Point = (0, 0)) -> dict[float, str]:
    """Path data of the contour lines of each level; very short rings are left out."""
    generator = contourpy.contour_generator(z=heights, line_type=contourpy.LineType.Separate)
    out = {}
    for level in levels:
        d = []
        curves = cast(list[Field], generator.lines(level))
        for curve in curves:
            points = [(x * scale + origin[0], y * scale + origin[1]) for x, y in curve[::2].tolist()]
            if len(points) >= 8:
                d.append("M" + "L".join(f"{x:.0f} {y:.0f}" for x, y in points))
        out[level] = "".join(d)
    return out


def hachures(heights: Field, scale: float, seed: int, tries: int, least: float, length: float) -> str:
    """Path data of short strokes running downhill where the ground rises more than `least` a pixel."""
    east, south = slope(heights)
    rng = np.random.default_rng(seed)
    rows = rng.integers(2, heights.shape[0] - 2, tries)
    columns = rng.integers(2, heights.shape[1] - 2, tries)
    d = []
    for r, c in zip(rows, columns, strict=True):
        dx, dy = float(east[r, c]), float(south[r, c])
        steep = float(np.hypot(dx, dy))
        if steep > least:
            reach = min(30.0, steep * length) / steep
            d.append(f"M{num(c * scale)} {num(r * scale)}l{num(-dx * reach)} {num(-dy * reach)}")
    return "".join(d)
