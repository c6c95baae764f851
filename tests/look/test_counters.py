"""Counter faces, symbols and markers."""

import json
from xml.etree import ElementTree

import pytest

from grognard.look.counters import face_defs, face_svg, marker_svg, sprites
from grognard.look.markers import markers
from grognard.look.preview import SAMPLES, counter_sheet
from grognard.look.scene import Face
from grognard.look.style import FACES
from grognard.look.symbols import symbols

STANDARD_SYMBOLS = (
    *("infantry", "armor", "airborne", "parachute", "panzer grenadier", "tank destroyer", "mg", "at", "engineer", "hq"),
    *("op", "obs", "artillery", "recon", "air", "sniper", "parachute machine gun", "airborne_mg", "sherman", "stug"),
    *("cannon", "fusilier", "rifle", "leader", "general", "family", "canopy", "wheel"),
)
STATES = ("done", "reduced", "damaged", "pinned", "oos", "reserve", "untried", "eliminated", "unknown")
STANDARD_MARKERS = (
    "rubble",
    "smoke",
    "control",
    "box",
    "contested",
    "ruins",
    "fire",
    "ladder",
    "support",
    "night",
    "advantage",
    "doorway",
    "dead",
    "muskets",
    "flag_texan",
    "flag_mexican",
)


def parsed(fragment: str) -> ElementTree.Element:
    return ElementTree.fromstring(f"<svg>{fragment}</svg>")


def words(fragment: str) -> list[str]:
    return [t.text or "" for t in parsed(fragment).iter("text")]


@pytest.mark.parametrize("name", STANDARD_SYMBOLS)
def test_every_symbol_of_the_standard_is_drawn(name: str) -> None:
    root = parsed(symbols()[name])
    assert len(list(root.iter())) > 1
    assert "currentColor" in symbols()[name]


@pytest.mark.parametrize("kind", STANDARD_MARKERS)
def test_every_marker_of_the_standard_is_drawn(kind: str) -> None:
    assert len(list(parsed(marker_svg(kind, "2")).iter())) > 1


def test_markers_stay_between_a_third_of_a_counter_and_a_counter_unless_they_lie_under_it() -> None:
    for kind, marker in markers().items():
        assert marker.under or 0.3 <= marker.size <= 0.72, kind


@pytest.mark.parametrize("state", STATES)
def test_every_state_changes_the_shape_not_only_the_colour(state: str) -> None:
    """Law 1: with all colours taken away a state still looks different."""
    plain = Face("NZ", "infantry", top_left="A", top_right="25 NZ", bottom="3-4-5")
    marked = Face("NZ", "infantry", top_left="A", top_right="25 NZ", bottom="3-4-5", states=(state,))
    assert shapes(face_svg(marked)) != shapes(face_svg(plain))


def shapes(fragment: str) -> list[tuple[str, ...]]:
    colours = {"fill", "stroke", "color"}
    return [
        (node.tag, *(f"{k}={v}" for k, v in sorted(node.attrib.items()) if k not in colours))
        for node in parsed(fragment).iter()
    ]


def test_factors_and_names_stand_on_the_face() -> None:
    face = Face("Indian", "infantry", "X", "4 IND/7", bottom="4-2", right="boxes:1/3")
    assert words(face_svg(face)) == ["4 IND/7", "X", "4-2"]


def test_endurance_shows_damage_as_crossed_boxes() -> None:
    def crossed(damage: int) -> int:
        face = face_svg(Face("US", "infantry", right=f"boxes:{damage}/3"))
        return sum("l7 6m0 -6l-7 6" in (p.get("d") or "") for p in parsed(face).iter("path"))

    assert [crossed(k) for k in range(4)] == [0, 1, 2, 3]


def test_casualty_points_are_dots() -> None:
    face = face_svg(Face("Para", "", left="dots:3"))
    assert len(list(parsed(face).iter("circle"))) == 3


def test_a_committed_unit_shows_its_shield_instead_of_its_factors() -> None:
    assert words(face_svg(Face("NZ", bottom="3-4-5", shield="1", states=("done",)))) == ["1"]


def test_an_unknown_counter_shows_nothing_but_its_back() -> None:
    face = Face("Para", "canopy", top_left="KG 4", bottom="1 FJ", left="dots:2", states=("unknown",))
    assert words(face_svg(face)) == ["1 FJ"]


def test_names_are_escaped() -> None:
    assert words(face_svg(Face("US", top="<&>"))) == ["<&>"]
    assert words(marker_svg("support", "<&>")) == ["<&>"]


def test_a_ground_nobody_knows_is_drawn_as_a_card() -> None:
    assert "face-Marker" in face_svg(Face("Ruritanian"))


def test_control_of_a_dark_side_is_a_lozenge_and_of_a_light_side_a_flag() -> None:
    assert shapes(marker_svg("control", ground="German")) != shapes(marker_svg("control", ground="US"))
    assert shapes(marker_svg("control", ground="German")) == shapes(marker_svg("control_german"))


def test_every_face_has_its_gradients() -> None:
    ids = {node.get("id") for node in parsed(face_defs()).iter("linearGradient")}
    assert ids == {f"face-{name}{end}" for name in FACES for end in ("", "-spent")}


def test_sprites_are_plain_json_with_all_symbols_and_markers() -> None:
    data = json.loads(json.dumps(sprites()))
    assert data["symbols"].keys() == symbols().keys()
    assert data["markers"]["rubble"]["size"] == markers()["rubble"].size


def test_the_counter_sheet_is_well_formed() -> None:
    root = ElementTree.fromstring(counter_sheet())
    assert sum(len(faces) for faces in SAMPLES.values()) >= 40
    assert root.tag.endswith("svg")
