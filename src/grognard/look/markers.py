"""Markers: things that lie on a place beside the units, each a drawing in a box of 100 x 100.

`{value}` stands for the marker's figure or word, `{fill}` for the ground colour of its side.
"""

from msgspec import Struct

from grognard.look.style import FONT_CLASS, INK

_FIGURE = f'class="{FONT_CLASS["figures"]}" font-weight="700" text-anchor="middle"'


class Marker(Struct, frozen=True):
    """A marker's drawing, its size as a share of a counter, and where it lies.

    `dx`, `dy` move it from the middle of the stack, in counters. A marker that lies `under` is drawn below the pieces.
    """

    svg: str
    size: float
    dx: float
    dy: float
    under: bool = False


def _card(fill: str = "#F6F0E0") -> str:
    return f'<rect x="2" y="2" width="96" height="96" rx="9" fill="{fill}" stroke="{INK}" stroke-width="3"/>'


def _figure(x: float, y: float, size: float, fill: str = INK) -> str:
    return f'<text x="{x:g}" y="{y:g}" font-size="{size:g}" fill="{fill}" {_FIGURE}>{{value}}</text>'


def _stone(x: int, y: int, a: int, b: int, fill: str) -> str:
    d = f"M{x} {y}l{a} {b}l{b} {-a * 0.6:.0f}l{-a * 0.5:.0f} {-b}z"
    return f'<path d="{d}" fill="{fill}" stroke="{INK}" stroke-width="2"/>'


def _puff(x: int, y: int, r: int, fill: str) -> str:
    return f'<circle cx="{x}" cy="{y}" r="{r}" fill="{fill}" stroke="#4D4D4D" stroke-width="2.2"/>'


_STONES = (
    (12, 70, 16, 10, "#B9A78A"),
    (40, 76, 18, 8, "#9C8B70"),
    (64, 70, 14, 12, "#C9B89B"),
    (24, 54, 14, 9, "#A8977B"),
    (50, 56, 18, 9, "#BFAE90"),
    (36, 40, 14, 8, "#B3A286"),
)
_PUFFS = ((32, 60, 19, "#D9D9D6"), (66, 62, 20, "#CFCFCB"), (48, 44, 21, "#E6E6E2"), (72, 38, 13, "#EDEDEA"))

_RUBBLE = (
    _card("#E8DEC9")
    + "".join(_stone(*s) for s in _STONES)
    + f'<circle cx="76" cy="25" r="18" fill="{INK}"/>'
    + _figure(76, 34, 26, "#FFFFFF")
)
_SMOKE = _card("#BFC3C4") + "".join(_puff(*p) for p in _PUFFS) + _figure(49, 62, 34)
_FIRE = (
    _card("#40231B")
    + '<path fill="#E8611A" d="M50 10q6 20 20 30q14 14 8 32q-6 20 -28 20t-28 -20q-4 -16 10 -30q2 10 8 12'
    + 'q-4 -24 10 -44z"/>'
    + '<path d="M51 44q3 12 12 18q7 10 1 20q-5 8 -14 8t-14 -9q-3 -10 6 -18q2 7 5 7q-1 -14 4 -26z" fill="#FBC34A"/>'
)
_ARCH = "M6 86Q6 16 50 16T94 86"
_BOX = (
    f'<path d="{_ARCH}" fill="none" stroke="#F6EFDD" stroke-width="8" opacity=".8"/>'
    f'<path d="{_ARCH}" fill="none" stroke="#2A2A28" stroke-width="4" stroke-dasharray="11 4"/>'
    '<path d="M6 86l-6 1M9 60l-6 -2M19 38l-5 -4M33 22l-3 -5M50 16v-6M67 22l3 -5M81 38l5 -4M91 60l6 -2M94 86l6 1"'
    ' stroke="#2A2A28" stroke-width="3.4" stroke-linecap="round"/>'
)
_RUNGS = "M30 96V4M62 96V4" + "".join(f"M30 {y}H62" for y in range(14, 95, 16))
_LADDER = (
    f'<path d="{_RUNGS}" stroke="#3B2A16" stroke-width="11" fill="none"/>'
    f'<path d="{_RUNGS}" stroke="#D7B27A" stroke-width="5" fill="none"/>'
)
_CONTESTED = (
    f'<circle cx="50" cy="50" r="46" fill="#FFFFFF" stroke="{INK}" stroke-width="5"/>'
    f'<path d="M22 22L78 78M78 22L22 78" stroke="{INK}" stroke-width="9" stroke-linecap="round"/>'
    f'<path d="M18 62L36 80M82 62L64 80" stroke="{INK}" stroke-width="7" stroke-linecap="round"/>'
)
_DISC = (
    '<circle cx="50" cy="50" r="44" fill="{fill}" stroke="#FFFFFF" stroke-width="8"/>'
    f'<circle cx="50" cy="50" r="47" fill="none" stroke="{INK}" stroke-width="3"/>'
)
_FLAG = _DISC + (
    f'<path d="M36 78V22M36 24H70L60 36L70 48H36" fill="#FFFFFF" stroke="{INK}" stroke-width="4"'
    ' stroke-linejoin="round"/>'
)
_LOZENGE = _DISC + (
    f'<path d="M50 18L80 50L50 82L20 50Z" fill="#FFFFFF" stroke="{INK}" stroke-width="5" stroke-linejoin="round"/>'
    f'<path d="M50 34L66 50L50 66L34 50Z" fill="{INK}"/>'
)
_RUINS = (
    f'<path d="M6 92V48L18 56L26 30L38 62L52 24L60 54L72 40L78 66L94 58V92Z" fill="#8E8371" stroke="{INK}"'
    ' stroke-width="4" stroke-linejoin="round"/>'
    '<path d="M20 92V74H30V92M46 92V66H58V92M72 92V78H82V92" fill="#3A332A"/>'
)
_SUPPORT = (
    _card()
    + '<path d="M50 12L57.5 34H81L62.5 48L69.5 70L50 57L30.5 70L37.5 48L19 34H42.5Z" fill="#1B4F80"/>'
    + _figure(50, 92, 20)
)
_UPHILL = _card() + (
    f'<path d="M14 80L50 26L86 80Z" fill="#B8946B" stroke="{INK}" stroke-width="4" stroke-linejoin="round"/>'
    f'<path d="M50 76V46M38 58L50 45L62 58" fill="none" stroke="#FFFFFF" stroke-width="8" stroke-linecap="round"/>'
)
_RIVER = _card() + (
    '<path d="M10 36q13 -12 27 0t27 0t27 0M10 60q13 -12 27 0t27 0t27 0" fill="none" stroke="#3C6C88" stroke-width="7"/>'
    f'<path d="M50 84V18M36 32L50 17L64 32" fill="none" stroke="{INK}" stroke-width="8" stroke-linecap="round"/>'
)
_LINE_POST = _card() + (
    f'<path d="M30 88V14L76 26L30 40" fill="#F3C93B" stroke="{INK}" stroke-width="5" stroke-linejoin="round"/>'
    + _figure(62, 84, 30)
)
_BEACH = '<path d="M6 30H94V70H6Z" fill="#F3E3B0" stroke="#1B4F80" stroke-width="4" stroke-dasharray="9 6"/>' + _figure(
    50, 61, 32, "#123A5E"
)
_NIGHT = _card("#1B2A4A") + '<path d="M62 16a36 36 0 1 0 22 58a30 30 0 1 1 -22 -58z" fill="#F3E7B5"/>'
_ADVANTAGE = _card("{fill}") + (
    f'<path d="M50 14L60 38L86 40L66 57L73 82L50 68L27 82L34 57L14 40L40 38Z" fill="#FFFFFF" stroke="{INK}"'
    ' stroke-width="4" stroke-linejoin="round"/>'
)

_DEBRIS = (
    '<path d="M50 2L92 26V74L50 98L8 74V26Z" fill="#6E6455" opacity=".42"/>'
    '<path d="M14 34L44 16M12 56L74 20M14 74L88 32M28 84L88 52M48 92L86 70" stroke="#2E281F" stroke-width="5"'
    ' opacity=".55"/>' + "".join(_stone(x - 4, y - 2, a, b, c) for x, y, a, b, c in _STONES[:4])
)
_ROADBLOCK = (
    f'<path d="M8 78L40 22M28 78L60 22M48 78L80 22" stroke="{INK}" stroke-width="13" stroke-linecap="round"/>'
    '<path d="M8 78L40 22M28 78L60 22M48 78L80 22" stroke="#D9B26A" stroke-width="7" stroke-linecap="round"/>'
    f'<path d="M6 50H94" stroke="{INK}" stroke-width="9"/>'
)
_DOORWAY = (
    f'<path d="M2 22H98V78H2Z" fill="#2B1F14" stroke="{INK}" stroke-width="4"/>'
    '<path d="M12 30H88V70H12Z" fill="#F3E3B8"/>'
    f'<g transform="rotate(-64 10 50)"><rect x="4" y="38" width="88" height="24" rx="4" fill="#F0C24B" stroke="{INK}"'
    f' stroke-width="7"/><path d="M26 38V62M48 38V62M70 38V62" stroke="{INK}" stroke-width="5"/></g>'
)
_DEAD = (
    f'<path d="M50 6C74 6 88 22 88 42C88 56 80 62 76 68V82H24V68C20 62 12 56 12 42C12 22 26 6 50 6Z" fill="#F6F0E0"'
    f' stroke="{INK}" stroke-width="5"/>'
    f'<circle cx="34" cy="42" r="10" fill="{INK}"/><circle cx="66" cy="42" r="10" fill="{INK}"/>'
    f'<circle cx="76" cy="76" r="22" fill="{INK}" stroke="#FFFFFF" stroke-width="4"/>' + _figure(76, 86, 28, "#FFFFFF")
)
_MUSKETS = _card() + (
    f'<path d="M18 86L82 14M82 86L18 14" stroke="{INK}" stroke-width="8" stroke-linecap="round"/>'
    f'<path d="M18 86l-8 -8l14 -12l8 8zM82 86l8 -8l-14 -12l-8 8z" fill="#8A5A2B" stroke="{INK}" stroke-width="4"/>'
)
_POLE = f'<path d="M22 98V4" stroke="{INK}" stroke-width="8" stroke-linecap="round"/>'
_TEXAN_FLAG = _POLE + (
    f'<path d="M24 8H94V56H24Z" fill="#FFFFFF" stroke="{INK}" stroke-width="5" stroke-linejoin="round"/>'
    f'<path d="M59 14L64 28H78L67 36L71 50L59 42L47 50L51 36L40 28H54Z" fill="{INK}"/>'
)
_MEXICAN_FLAG = _POLE + (
    f'<path d="M24 8H94V56H24Z" fill="#FFFFFF" stroke="{INK}" stroke-width="5" stroke-linejoin="round"/>'
    '<path d="M27 10H47V54H27Z" fill="#1F6B4A"/><path d="M71 10H92V54H71Z" fill="#A8321E"/>'
    f'<circle cx="59" cy="32" r="8" fill="#8A5A2B" stroke="{INK}" stroke-width="3"/>'
)
_WORKS = f'<g opacity=".6">{_ROADBLOCK}</g>' + f'<path d="M70 96V66M56 66H84" stroke="{INK}" stroke-width="8"/>'

_MARKERS: dict[str, Marker] = {
    "rubble": Marker(_RUBBLE, 0.62, 0.72, 0.5),
    "smoke": Marker(_SMOKE, 0.62, -0.72, 0.5),
    "fire": Marker(_FIRE, 0.6, 0.7, 0.5),
    "box": Marker(_BOX, 1.7, 0.0, -0.08, under=True),
    "ladder": Marker(_LADDER, 0.72, 0.0, 0.9),
    "doorway": Marker(_DOORWAY, 0.72, 0.0, 0.0),
    "dead": Marker(_DEAD, 0.46, -0.72, 0.5),
    "muskets": Marker(_MUSKETS, 0.4, 0.74, 0.5),
    "flag_texan": Marker(_TEXAN_FLAG, 0.62, 0.62, -0.62),
    "flag_mexican": Marker(_MEXICAN_FLAG, 0.62, 0.62, -0.62),
    "contested": Marker(_CONTESTED, 0.45, -0.62, -0.42),
    "control": Marker(_FLAG, 0.45, -0.76, -0.42),
    "control_german": Marker(_LOZENGE, 0.45, -0.76, -0.42),
    "ruins": Marker(_RUINS, 0.55, -0.7, 0.5),
    "debris": Marker(_DEBRIS, 1.34, 0.0, 0.04, under=True),
    "roadblock": Marker(_ROADBLOCK, 0.6, 0.0, 0.62),
    "works": Marker(_WORKS, 0.5, 0.0, 0.62),
    "support": Marker(_SUPPORT, 0.55, 0.8, 0.42),
    "uphill": Marker(_UPHILL, 0.5, 0.72, 0.5),
    "river": Marker(_RIVER, 0.5, 0.72, 0.5),
    "quisling": Marker(_LINE_POST, 0.55, -0.72, 0.5),
    "beach": Marker(_BEACH, 0.8, 0.0, 0.72, under=True),
    "night": Marker(_NIGHT, 0.6, 0.0, 0.0),
    "advantage": Marker(_ADVANTAGE, 0.6, 0.0, 0.0),
    "card": Marker(_card() + _figure(50, 62, 34), 0.6, 0.0, 0.0),
}


def markers() -> dict[str, Marker]:
    """Every marker by its kind."""
    return dict(_MARKERS)
