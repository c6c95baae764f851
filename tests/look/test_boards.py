"""The board and ground of every game: places, signs, holding boxes, determinism, tone."""

import base64
import gzip
import io
import re
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest
from msgspec import json
from PIL import Image
from shapely import STRtree
from shapely.geometry import Point, Polygon

from grognard.core import game_names, load_game
from grognard.look import ground as grounds
from grognard.look.data import rows
from grognard.look.ground import Drawing, components, ground_key, ground_svg
from grognard.look.labels import box_of, overlap
from grognard.look.scene import Board, Sign
from tests.drawn import drawn


def board(game: str, ids: dict[str, int] | None = None) -> Board:
    title = load_game(game)
    return grounds.board(title) if ids is None else grounds.drawing(title).draw_board(ids, components(title))


def drawing(game: str) -> Drawing:
    return grounds.drawing(load_game(game))


GAMES = [name for name in game_names() if grounds.has_drawing(load_game(name))]


@pytest.fixture(scope="module", params=GAMES)
def game(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(scope="module")
def sheet(game: str) -> Board:
    return board(game)


@pytest.fixture(scope="module")
def ground(game: str) -> str | None:
    return drawn(load_game(game))


def test_every_space_has_its_place_in_order(game: str, sheet: Board) -> None:
    assert [p.space for p in sheet.places] == list(range(len(load_game(game).names["SpaceId"])))


def test_anchors_labels_and_slots_lie_in_their_polygons(sheet: Board) -> None:
    for place in sheet.places:
        outline = Polygon(place.polygon)
        assert outline.is_valid and outline.area > 0, place.name
        for point in (place.anchor, place.label, *place.slots):
            assert outline.contains(Point(point)), (place.name, point)


def test_places_do_not_cover_one_another(sheet: Board) -> None:
    outlines = [Polygon(p.polygon).buffer(-0.5) for p in sheet.places]
    tree = STRtree(outlines)
    for i, a in enumerate(outlines):
        for j in tree.query(a):
            if j < i:
                assert a.intersection(outlines[j]).area < 1, (sheet.places[i].name, sheet.places[j].name)


def test_everything_lies_on_the_sheet(sheet: Board) -> None:
    for place in sheet.places:
        for x, y in place.polygon:
            assert 0 <= x <= sheet.width and 0 <= y <= sheet.height
    for sign in sheet.signs:
        left, top, right, bottom = box_of(sign)
        assert left >= 0 and right <= sheet.width and top >= 0 and bottom <= sheet.height


def test_the_first_view_and_the_card_lie_on_the_sheet(sheet: Board) -> None:
    for x, y, width, height in (sheet.home, sheet.card):
        assert x >= 0 and y >= 0 and x + width <= sheet.width and y + height <= sheet.height
    assert sheet.card[2] / sheet.card[3] == pytest.approx(16 / 9)


def test_no_two_signs_with_right_of_way_overlap(sheet: Board) -> None:
    high = [s for s in sheet.signs if s.rank <= 2 and s.kind != "sheet"]
    assert high
    assert _clashes(high) == []


def test_no_two_signs_of_the_middle_zoom_overlap(sheet: Board) -> None:
    """The lesser signs may lose at the far zoom; at the middle zoom all have room."""
    assert _clashes([s for s in sheet.signs if s.near <= 1 and s.kind != "sheet"]) == []


def _clashes(signs: list[Sign]) -> list[tuple[str, str]]:
    def words(svg: str) -> str:
        return " ".join(re.findall(r">([^<>]+)<", svg))

    return [
        (words(a.svg), words(b.svg))
        for i, a in enumerate(signs)
        for b in signs[:i]
        if overlap(box_of(a), box_of(b)) > 1
    ]


def test_signs_are_well_formed_and_name_real_places(sheet: Board) -> None:
    spaces = {p.space for p in sheet.places} | {-1}
    for sign in sheet.signs:
        ElementTree.fromstring(f"<svg>{sign.svg}</svg>")
        assert " style=" not in sign.svg
        assert sign.space in spaces


def test_a_counter_leaves_the_name_beside_it_readable(sheet: Board) -> None:
    """The name of an occupied place moves so that a counter does not cover it."""
    at = {p.space: p for p in sheet.places}
    for sign in sheet.signs:
        if sign.kind != "name" or sign.aside is None:
            continue
        place = at[sign.space]
        half = place.size / 2
        counter = (place.anchor[0] - half, place.anchor[1] - half, place.anchor[0] + half, place.anchor[1] + half)
        height = sign.box[1]
        moved = (sign.aside[0] - 1, sign.aside[1] - height / 2, sign.aside[0] + 1, sign.aside[1] + height / 2)
        assert overlap(counter, moved) < 12, place.name


def test_a_board_travels_as_json(sheet: Board) -> None:
    assert json.decode(json.encode(sheet), type=Board) == sheet
    assert len(gzip.compress(json.encode(sheet))) < 120_000


def test_ids_may_be_given_by_name(game: str, sheet: Board) -> None:
    keys = load_game(game).names["SpaceId"]
    turned = board(game, {key: len(keys) - 1 - i for i, key in enumerate(keys)})
    assert [p.name for p in turned.places] == [p.name for p in sheet.places][::-1]


def test_the_ground_is_a_picture_without_words(ground: str, sheet: Board) -> None:
    root = ElementTree.fromstring(ground)
    tags = {node.tag.rsplit("}", 1)[-1] for node in root.iter()}
    assert "text" not in tags and "script" not in tags
    assert {"image", "path"} <= tags
    assert root.get("viewBox") == f"0 0 {sheet.width:g} {sheet.height:g}"
    assert len(ground) < 3_000_000


def test_terrain_never_competes_with_pieces(ground: str) -> None:
    """Law 2: median lightness 69-79, the darkest twentieth not under 39, strongest saturation not over .46."""
    pictures = [
        Image.open(io.BytesIO(base64.b64decode(data))) for data in re.findall(r"webp;base64,([^\"]+)\"", ground)
    ]
    colours = np.concatenate([np.asarray(p.convert("RGB")).reshape(-1, 3) for p in pictures]) / 255
    lightness = _lightness(colours)
    saturation = (colours.max(1) - colours.min(1)) / np.maximum(colours.max(1), 1e-6)
    assert 69 <= np.median(lightness) <= 79
    assert np.percentile(lightness, 5) >= 39
    assert np.percentile(saturation, 95) <= 0.46


def _lightness(picture: np.ndarray) -> np.ndarray:
    linear = np.where(picture <= 0.04045, picture / 12.92, ((picture + 0.055) / 1.055) ** 2.4)
    y = linear @ np.array([0.2126, 0.7152, 0.0722])
    return np.where(y > 0.008856, 116 * np.cbrt(y) - 16, 903.3 * y)


def test_drawing_again_gives_the_same_ground_and_keeps_it(game: str, ground: str, tmp_path: Path) -> None:
    kept = tmp_path / "deep" / f"{ground_key(load_game(game))}.svg"
    assert ground_svg(load_game(game), kept.parent) == ground
    assert [f.name for f in kept.parent.iterdir()] == [kept.name]
    kept.write_text("kept")
    assert ground_svg(load_game(game), kept.parent) == "kept"


def test_data_of_an_owner_give_another_key(game: str) -> None:
    class Other:
        digest = "other"

        def read(self, name: str) -> str:
            return components(load_game(game)).read(name)

    assert ground_key(load_game(game), Other()) != ground_key(load_game(game))


def test_cassino_hexes_stand_in_file_order() -> None:
    hexes = [row["hex"] for row in rows(components(load_game("cassino_1944")), "hexes")]
    names = [p.name.split()[0] for p in board("cassino_1944").places]
    assert names[:115] == hexes
    assert [p.kind for p in board("cassino_1944").places[115:]] == ["box"] * 3


@pytest.mark.parametrize(("title", "areas", "stacks"), [("thunder_at_cassino", 68, 4), ("cities_of_the_damned", 82, 3)])
def test_stacks_of_an_area_stand_apart(title: str, areas: int, stacks: int) -> None:
    for place in board(title).places[:areas]:
        assert len(place.slots) == stacks, place.name
        for i, a in enumerate(place.slots):
            for b in place.slots[:i]:
                assert max(abs(a[0] - b[0]), abs(a[1] - b[1])) >= place.size, place.name


def test_thunder_areas_and_zones_stand_in_file_order() -> None:
    names = [p.name for p in board("thunder_at_cassino").places]
    assert names[0].startswith("1 ")
    assert names[67].startswith("68 ")
    assert [name.split()[1] for name in names[68:79]] == list("ABCDEFGHIJK")


def test_thunder_leaves_out_boxes_the_rules_do_not_know() -> None:
    names = load_game("thunder_at_cassino").names["SpaceId"]
    known = {name: i for i, name in enumerate(names[:79])}
    assert len(board("thunder_at_cassino", known).places) == 79


def test_space_ids_are_those_of_the_rules(game: str) -> None:
    """Every space that the rules name has its place, in their order."""
    names = load_game(game).names["SpaceId"]
    assert [place.space for place in board(game).places] == list(range(len(names)))
