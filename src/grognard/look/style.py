"""Design tokens of the table: colours, counter faces, inks and fonts, and the contrast arithmetic that guards them.

This is the one list: maps and counters read it here, the client generates its CSS custom properties from `tokens()`.
"""

from collections.abc import Iterator, Mapping

from msgspec import Struct
from msgspec.structs import asdict

LEAST_CONTRAST = 4.5
"""Every pair of text and ground reaches this ratio (WCAG 2, level AA)."""


class Theme(Struct, frozen=True):
    """Interface colours of one theme."""

    bg: str
    panel: str
    raised: str
    sunk: str
    line: str
    ink: str
    soft: str
    accent: str
    on_accent: str
    act: str
    good: str
    bad: str
    chip: str


class Paint(Struct, frozen=True):
    """A counter face: gradient from top to bottom, edge, ink of the figures, field behind the symbol."""

    top: str
    bottom: str
    edge: str
    ink: str
    field: str

    @property
    def spent_top(self) -> str:
        """Top of the pale face of a counter that is done."""
        return mix(self.top, "#EDE7DA", 0.62)

    @property
    def spent_bottom(self) -> str:
        return mix(self.bottom, "#E2DBCB", 0.62)


LIGHT = Theme(
    bg="#E9E2D3", panel="#FBF8F1", raised="#FFFFFF", sunk="#F1EADB", line="#CDC2AB", ink="#1E2225", soft="#55585A",
    accent="#1B4F80", on_accent="#FFFFFF", act="#8F4700", good="#1F6B4A", bad="#A8321E", chip="#E4ECF4",
)  # fmt: skip
DARK = Theme(
    bg="#101316", panel="#1A1E22", raised="#242A2F", sunk="#15191C", line="#3B4349", ink="#EFE9DC", soft="#B7B1A4",
    accent="#8CC0EE", on_accent="#0E1A26", act="#F5B748", good="#7FD0A6", bad="#FF9B85", chip="#21384D",
)  # fmt: skip

FACES: Mapping[str, Paint] = {
    "German": Paint("#66757A", "#57666B", "#3C474B", "#FFFFFF", "#DDE3E2"),
    "Para": Paint("#57718B", "#486179", "#2F4254", "#FFFFFF", "#DCE5EC"),
    "SS": Paint("#34383B", "#222527", "#0D0F10", "#FFFFFF", "#D9DADA"),
    "NZ": Paint("#E3CDA0", "#D3B981", "#7E6634", "#231C0E", "#FBF3DF"),
    "British": Paint("#D9B48C", "#C99D6E", "#7A5430", "#231609", "#F9EBDA"),
    "Indian": Paint("#DDA85F", "#CC9141", "#7C5212", "#241703", "#FAE9CB"),
    "Gurkha": Paint("#B9A45C", "#A58D44", "#5C4A14", "#1C1603", "#F3ECCF"),
    "Canadian": Paint("#D7A18B", "#C68A70", "#7C4530", "#27120A", "#F8E4DB"),
    "US": Paint("#A9B57E", "#93A163", "#525E2B", "#171C08", "#EEF2DA"),
    "French": Paint("#9DB4D6", "#839FC8", "#3F5A87", "#0C1830", "#E6EEF9"),
    "Mexican": Paint("#3F5F93", "#2F4C7C", "#182C4D", "#FFFFFF", "#DCE6F5"),
    "Texan": Paint("#D8B98A", "#C6A26B", "#6E5026", "#24180A", "#F8ECD6"),
    "Marker": Paint("#FBF7EC", "#EFE7D2", "#6F6650", "#1E1B14", "#FFFFFF"),
}

INK = "#16181A"
"""Symbols, state signs and the figures of a spent counter."""

HIGHLIGHT: Mapping[str, str] = {
    "act": "#E69F00",
    "act_casing": "#3A2600",
    "chosen": "#FFFFFF",
    "chosen_casing": "#0B1A28",
    "target": "#0072B2",
    "threat": "#D55E00",
    "refused": "#6B6B6B",
    "night": "#1B2A4A",
}

MAP_INK: Mapping[str, str] = {
    "paper": "#FBF6E9",
    "sheet": "#E6DCC4",
    "frame": "#2B2417",
    "name": "#211A0F",
    "figure": "#14110B",
    "edge": "#1E1B14",
    "contour": "#6B4A2A",
    "mountain": "#5A2F17",
    "summit": "#3B2412",
    "water": "#6FA3BF",
    "water_casing": "#3C6C88",
    "water_glint": "#CFE4EC",
    "water_name": "#2C5A77",
    "road": "#F6EBCD",
    "main_road": "#F2D9A0",
    "road_casing": "#5B4630",
    "rail": "#3A3632",
    "star": "#E9B429",
    "no_vehicle": "#A81E14",
    "allied_edge": "#4F6A2A",
    "german_edge": "#59656A",
}

FONTS: Mapping[str, str] = {
    "interface": "Inter, system-ui, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif",
    "figures": "'Roboto Condensed', 'Arial Narrow', 'Liberation Sans Narrow', sans-serif",
    "names": "'EB Garamond', 'Palatino Linotype', Palatino, 'Book Antiqua', Georgia, serif",
}
FONT_CLASS: Mapping[str, str] = {"interface": "g-text", "figures": "g-figure", "names": "g-name"}
"""Class names that carry the fonts in SVG fragments: the page that shows a fragment must define them."""


def mix(a: str, b: str, share: float) -> str:
    """The colour `share` of the way from `a` to `b`, channel by channel."""
    return "#" + "".join(f"{round(x * (1 - share) + y * share):02X}" for x, y in zip(rgb(a), rgb(b), strict=True))


def rgb(colour: str) -> tuple[int, int, int]:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def luminance(colour: str) -> float:
    """Relative luminance, 0 black to 1 white."""
    linear = [c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in (x / 255 for x in rgb(colour))]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(a: str, b: str) -> float:
    """Contrast ratio of two colours, 1 to 21."""
    low, high = sorted((luminance(a), luminance(b)))
    return (high + 0.05) / (low + 0.05)


def text_pairs() -> Iterator[tuple[str, str, str]]:
    """Every (name, text colour, ground colour) the interface, the counters and the maps put text with."""
    for title, theme in (("light", LIGHT), ("dark", DARK)):
        for ink in ("ink", "soft", "accent", "act", "good", "bad"):
            for ground in ("panel", "raised", "sunk", "bg"):
                yield f"{title} {ink} on {ground}", getattr(theme, ink), getattr(theme, ground)
        yield f"{title} on_accent on accent", theme.on_accent, theme.accent
        yield f"{title} accent on chip", theme.accent, theme.chip
    for face, paint in FACES.items():
        for end in ("top", "bottom"):
            yield f"{face} figures on {end}", paint.ink, getattr(paint, end)
            yield f"{face} figures on spent {end}", INK, getattr(paint, f"spent_{end}")
        yield f"{face} symbol on field", INK, paint.field
    for ink in ("name", "figure", "summit", "water_name"):
        for ground in ("paper", "sheet"):
            yield f"map {ink} on {ground}", MAP_INK[ink], MAP_INK[ground]
    for ground in ("allied_edge", "german_edge", "no_vehicle"):
        yield f"map white on {ground}", "#FFFFFF", MAP_INK[ground]
    yield "map figure on star", MAP_INK["figure"], MAP_INK["star"]


def stylesheet() -> str:
    """The CSS rules SVG fragments rely on: one class per font."""
    return "".join(f".{FONT_CLASS[role]}{{font-family:{stack}}}" for role, stack in FONTS.items())


def tokens() -> dict[str, dict[str, object]]:
    """All tokens as plain JSON values."""
    faces = {
        name: asdict(paint) | {"spent_top": paint.spent_top, "spent_bottom": paint.spent_bottom}
        for name, paint in FACES.items()
    }
    return {
        "light": asdict(LIGHT),
        "dark": asdict(DARK),
        "faces": dict(faces),
        "highlight": dict(HIGHLIGHT),
        "map": dict(MAP_INK),
        "fonts": dict(FONTS),
        "classes": dict(FONT_CLASS),
    }
