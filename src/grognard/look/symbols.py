"""Unit symbols: SVG fragments in a frame 48 wide and 32 high, drawn in `currentColor` on a pale field.

Framed signs follow the NATO habit; silhouettes face right. All paths are our own.
"""

FRAME_W, FRAME_H = 48.0, 32.0
PALE = "#F4F1E8"

_LINE = 'fill="none" stroke="currentColor" stroke-width="3.4" stroke-linejoin="round" stroke-linecap="round"'
_THIN = _LINE.replace("3.4", "2.6")
_FRAME = f'<path d="M0 0H48V32H0Z" {_LINE}/>'
_CROSS = f'<path d="M0 0L48 32M48 0L0 32" {_LINE}/>'
_OVAL = f'<rect x="9" y="8" width="30" height="16" rx="8" {_LINE}/>'
_OVAL_THIN = f'<rect x="9" y="8" width="30" height="16" rx="8" {_THIN}/>'
_WINGS = f'<path d="M13 28q5.5 -7 11 0q5.5 -7 11 0" {_LINE}/>'
_WING = f'<path d="M4 29q5 -6 10 0" {_THIN}/>'
_ARROW = f'<path d="M24 28V5M19 11L24 5L29 11" {_LINE}/>'
_BROKEN_CROSS = f'<path d="M0 0L16 10.7M32 21.3L48 32M48 0L32 10.7M16 21.3L0 32" {_LINE}/>'
"""The cross of infantry with its middle left out, so that an arrow can stand there."""
_CHEVRON = f'<path d="M0 32L24 1.5L48 32" {_LINE}/>'


def _solid(d: str, rule: str = "evenodd") -> str:
    return f'<path d="{d}" fill="currentColor" fill-rule="{rule}"/>'


def _wheels() -> str:
    """Six road wheels, as holes in a hull."""
    return "".join(f"M{5.5 + i * 6.6:.1f} 25.5a2.5 2.5 0 1 0 5 0a2.5 2.5 0 1 0 -5 0z" for i in range(6))


def _tank(hull: str) -> str:
    return f'<g transform="translate(1.6 .8) scale(.92)">{_solid(hull + _wheels())}</g>'


_SHERMAN = "M2 25q-2 -7 5 -8l6 -1l3 -5h7l1 -5q5 -3 11 0l1 2h13v2.6H36l1 4h5l4 3q4 1 3 7q-1 5 -6 5H8q-5 0 -6 -5z"
_STUG = "M2 25q-1 -6 4 -7l7 -2l4 -6h17l2 3h13v2.6H37l8 3q4 1 4 6q-1 5 -6 5H8q-5 0 -6 -5z"
_CANNON = "M4 17L34 10q4 -1 5 2l.6 2.4q.3 3 -3 3.4L8 22z"
_MAN = (
    "M15 6.6a3.7 4.4 0 1 0 .1 0zM9.4 16.4q5.6 -2.6 11.2 0q3 4 3 9l-2.6 .6l-.6 4l1 15h-4.6l-1.8 -12l-1.8 12h-4.6"
    "l1 -15l-.6 -4l-2.6 -.6q0 -5 3 -9z"
)


def _soldier(hat: str, arm: str, belts: str = "") -> str:
    """A standing man with hat and weapon; belts are left pale."""
    weapon = f'<path d="{arm}" stroke="currentColor" stroke-width="2.3" fill="none" stroke-linecap="round"/>'
    crossed = f'<path d="{belts}" stroke="{PALE}" stroke-width="1.7"/>' if belts else ""
    return f'<g transform="translate(13 1.5) scale(.66)">{_solid(hat + _MAN, "nonzero")}{weapon}{crossed}</g>'


def _bust(hat: str) -> str:
    face = _solid(f"{hat}M24 8.5a5.4 6.2 0 1 0 .1 0zM7 32q2.5 -11.5 17 -11.5T41 32z", "nonzero")
    return face


_SIGNS: dict[str, str] = {
    "infantry": _FRAME + _CROSS,
    "armor": _FRAME + _OVAL,
    "parachute": _FRAME + _CROSS + _WINGS,
    "panzer grenadier": _FRAME + _CROSS + _OVAL_THIN,
    "tank destroyer": _FRAME + _OVAL + _CHEVRON,
    "mg": _FRAME + _BROKEN_CROSS + _ARROW,
    "parachute machine gun": _FRAME + _BROKEN_CROSS + _ARROW + _WING,
    "at": _FRAME + _CHEVRON,
    "engineer": _FRAME + f'<path d="M11 23V10H37V23M24 10V23" {_LINE}/>',
    "hq": _FRAME + _solid("M0 0H48V11H0Z"),
    "op": _FRAME + f'<path d="M24 6L37 26H11Z" {_LINE}/><circle cx="24" cy="20" r="2.6" fill="currentColor"/>',
    "artillery": _FRAME + '<circle cx="24" cy="16" r="6.5" fill="currentColor"/>',
    "recon": _FRAME + f'<path d="M0 32L48 0" {_LINE}/>',
    "air": _FRAME + f'<path d="M24 16q-16 -15 -16 0t16 0q16 -15 16 0t-16 0" {_LINE}/>',
    "sniper": _FRAME
    + f'<circle cx="24" cy="16" r="8" {_THIN}/><path d="M11 16H20M28 16H37M24 3V12M24 20V29" {_THIN}/>',
    "sherman": _tank(_SHERMAN),
    "stug": _tank(_STUG),
    "cannon": f'<g transform="translate(3 -2) scale(.98)">{_solid(_CANNON)}'
    '<path d="M18 20L2 30" stroke="currentColor" stroke-width="3.5"/>'
    f'<circle cx="21" cy="22" r="9.5" fill="{PALE}" stroke="currentColor" stroke-width="2.6"/>'
    '<path d="M21 12.5V31.5M11.5 22H30.5M14.3 15.3L27.7 28.7M27.7 15.3L14.3 28.7" stroke="currentColor"'
    ' stroke-width="1.6"/></g>',
    "fusilier": _soldier(
        "M10.5 -1l9 1l-1 8.6h-7zM9 8h12v1.8h-12z", "M23 20L31 -6M21 18l6 -1", "M11 17L19 29M19 17L11 29"
    ),
    "rifle": _soldier("M5.5 7.6q9.5 -12 19 0l-1 1.4h-17z", "M2 21L32 8M20 18l5 -5M10 18l-2 1"),
    "leader": _bust("M16 8q8 -12 16 0zM12 7.4h24v2.4h-24z"),
    "general": _bust("M11 9Q15 -3.5 24 -2Q33 -3.5 37 9Q24 4.5 11 9z"),
    "family": _solid(
        "M19 2.6a4.2 4.6 0 1 0 .1 0zM19 12.6q6.4 1 7.2 7.6l3.4 11.8h-21.2l3.4 -11.8q.8 -6.6 7.2 -7.6z"
        "M35 12.4a3.2 3.5 0 1 0 .1 0zM35 20q4.6 .8 5.2 5l1.8 7h-11.6l-1.4 -6q.8 -5 6 -6z",
        "nonzero",
    ),
    "canopy": f'<path {_THIN} d="M8 16q16 -27 32 0q-4 -3 -8 0q-4 -3 -8 0q-4 -3 -8 0q-4 -3 -8 0z'
    'M8 16L24 33L40 16M16 16L24 33L32 16"/>',
    "wheel": f'<path d="M24 0a16 16 0 1 0 .1 0zM24 10.5a5.5 5.5 0 1 0 .1 0zM24 0V10.5M24 21.5V32M8 16H18.5M29.5 16H40'
    f'M12.7 4.7L20.1 12.1M27.9 19.9L35.3 27.3M35.3 4.7L27.9 12.1M20.1 19.9L12.7 27.3" {_THIN}/>',
}
_OTHER_NAMES: dict[str, str] = {
    "inf": "infantry",
    "armour": "armor",
    "airborne": "parachute",
    "airborne_mg": "parachute machine gun",
    "machine gun": "mg",
    "obs": "op",
    "observer": "op",
    "con": "engineer",
    "anti-tank": "at",
    "gun": "cannon",
    "gun_crew": "cannon",
}


def symbols() -> dict[str, str]:
    """Every symbol by every name the games call it."""
    return _SIGNS | {name: _SIGNS[sign] for name, sign in _OTHER_NAMES.items()}
