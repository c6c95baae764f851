"""The design tokens: contrast, completeness, plain values."""

import json

import pytest

from grognard.look import style


@pytest.mark.parametrize(("name", "ink", "ground"), [pytest.param(*pair, id=pair[0]) for pair in style.text_pairs()])
def test_text_can_be_read_on_its_ground(name: str, ink: str, ground: str) -> None:
    assert style.contrast(ink, ground) >= style.LEAST_CONTRAST, name


def test_contrast_of_black_and_white_is_the_greatest() -> None:
    assert style.contrast("#000000", "#FFFFFF") == pytest.approx(21)
    assert style.contrast("#777777", "#777777") == pytest.approx(1)


def test_the_sides_differ_in_lightness_before_hue() -> None:
    """Whoever cannot tell the colours still tells the sides: a dark face is much darker than a light one."""
    dark = [style.luminance(style.FACES[face].bottom) for face in ("German", "Para", "SS", "Mexican")]
    light = [style.luminance(style.FACES[face].bottom) for face in ("US", "NZ", "British", "Indian", "Texan", "French")]
    assert max(dark) < 0.6 * min(light)


def test_both_themes_name_the_same_tokens() -> None:
    tokens = style.tokens()
    assert tokens["light"].keys() == tokens["dark"].keys()


def test_tokens_are_plain_json() -> None:
    assert json.loads(json.dumps(style.tokens())) == style.tokens()


def test_every_font_has_a_class_and_a_generic_fallback() -> None:
    sheet = style.stylesheet()
    for role, stack in style.FONTS.items():
        assert stack.endswith("serif")
        assert f".{style.FONT_CLASS[role]}{{" in sheet


def test_mix_goes_from_one_colour_to_the_other() -> None:
    assert style.mix("#000000", "#FFFFFF", 0) == "#000000"
    assert style.mix("#000000", "#FFFFFF", 1) == "#FFFFFF"
    assert style.mix("#000000", "#102030", 0.5) == "#081018"
