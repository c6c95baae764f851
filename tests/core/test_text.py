"""Text forms of options, sentences, and positions."""

from collections.abc import Callable
from pathlib import Path

import pytest

from grognard.core import HIDDEN, Add, Decision, Refusal, UnitId
from grognard.core.position import PositionError, load_position
from grognard.core.text import TextError, noun_fields
from grognard.core.words import MissingWord, UnfitWord, Words
from tests.drill import GAME
from tests.drill.content import DEAD, FARM, Side, SpaceId
from tests.drill.flow import Acts, Go, Move, Shot, Walked


def test_options_print_by_printed_names() -> None:
    assert GAME.texts.show(Move(UnitId(4))) == "move Blue 2"
    assert GAME.texts.parse("MOVE Blue 2") == Move(UnitId(4))
    assert noun_fields(Go(SpaceId(FARM))) == {"SpaceId": (FARM,)}


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("fly Blue 2", "unknown verb 'fly'; known: .*move"),
        ("move Blue 9", "no unit is called 'Blue 9'"),
        ("move", "'move' is followed by unit"),
        ("go farm > mill", "'go' is followed by space"),
        ("bid many", "bid many"),
    ],
)
def test_lines_that_are_no_options_say_why(line: str, told: str) -> None:
    with pytest.raises(TextError, match=told):
        GAME.texts.parse(line)


def test_events_are_filled_with_names_counts_and_choices() -> None:
    assert GAME.words.event(Shot(UnitId(0), SpaceId(0), 5, True)) == "Red 1 is fired at in 0202: 5, a hit."
    assert GAME.words.event(Shot(UnitId(0), SpaceId(0), 2, False)) == "Red 1 is fired at in 0202: 2, a miss."
    assert GAME.words.event(Walked(UnitId(HIDDEN), SpaceId(FARM), Side(1))) == "unknown (Blue) goes to farm."
    assert GAME.words.refusal(Refusal("3.1", "occupied", (FARM,))) == "farm is held by somebody else."
    assert GAME.words.prompt(Decision(0, "go", "3.1", (), units=(3,))) == "Blue 1: where next?"
    assert GAME.words.option(Add(UnitId(3))) == "Blue 1"


def test_who_is_named_more_than_once_is_told_once_with_the_number(tmp_path: Path) -> None:
    (tmp_path / "en.toml").write_text('[prompt]\ngo = "Hit: {units:times}."', encoding="utf-8")
    words = Words(tmp_path / "en.toml", GAME.texts)
    assert words.prompt(Decision(0, "go", "3.1", (), units=(3, 0, 3))) == "Hit: Blue 1 ×2, Red 1."
    assert words.prompt(Decision(0, "go", "3.1", (), units=(0,))) == "Hit: Red 1."


def test_a_number_of_an_event_shows_its_sign_if_asked(tmp_path: Path) -> None:
    (tmp_path / "en.toml").write_text('[event]\nShot = "{die:+d} in {space}."', encoding="utf-8")
    words = Words(tmp_path / "en.toml", GAME.texts)
    assert words.event(Shot(UnitId(0), SpaceId(FARM), 2, True)) == "+2 in farm."


def test_a_printed_result_is_told_by_what_it_means(tmp_path: Path) -> None:
    lines = ("[event]", 'Shot = "Result: {die:=reading}."', "[reading]", '2 = "a step lost"')
    (tmp_path / "en.toml").write_text("\n".join(lines), encoding="utf-8")
    words = Words(tmp_path / "en.toml", GAME.texts)
    told = [words.event(Shot(UnitId(0), SpaceId(0), die, False)) for die in (2, 3)]
    assert told == ["Result: a step lost (2).", "Result: 3."], "what has no words is told as it is printed"


def test_what_a_march_took_is_told_behind_it(tmp_path: Path) -> None:
    (tmp_path / "en.toml").write_text('[after]\nTaken = "Moved"\nCounted = "Moved"', encoding="utf-8")
    words = Words(tmp_path / "en.toml", GAME.texts)
    happened = ["Counted", "Taken", "Fired", "Moved", "Taken", "Moved", "Taken"]
    assert words.told(happened, str) == ["Fired", "Moved", "Counted", "Taken", "Moved", "Taken", "Taken"]
    assert GAME.words.told(happened, str) == happened, "a title without such words tells in the order of play"


def test_words_of_the_display_count_choose_and_print_numbers(tmp_path: Path) -> None:
    text = '[table]\nleft = "{n:+d}; {n:point|points}{late:?, late|}; {who}"\nall = "all of them"'
    (tmp_path / "en.toml").write_text(text, encoding="utf-8")
    words = Words(tmp_path / "en.toml", GAME.texts)
    assert words.say("left", n=2, late=True, who="Blue") == "+2; 2 points, late; Blue"
    assert words.say("left", n=1, late=False, who=3) == "+1; 1 point; 3", "a number is no id"
    assert words.say("all") == "all of them"


def test_a_missing_word_names_its_key() -> None:
    with pytest.raises(MissingWord, match=r"no words for refusal\.nonsense"):
        GAME.words.refusal(Refusal("1", "nonsense"))


@pytest.mark.parametrize(
    ("kind", "template", "said", "told"),
    [
        (
            "prompt",
            "{unit}: where?",
            lambda w: w.prompt(Decision(0, "go", "3.1", ())),
            r"\[prompt\] go.*\{units\}",
        ),
        (
            "event",
            "{foe} goes",
            lambda w: w.event(Walked(UnitId(0), SpaceId(0), Side(1))),
            r"\[event\] Walked.*\{unit\}",
        ),
        ("refusal", "{1} is held", lambda w: w.refusal(Refusal("3.1", "occupied", (2,))), r"occupied.*speak of \{0\}$"),
        ("table", "{m} left", lambda w: w.say("left", n=2), r"\[table\] left.*speak of \{n\}$"),
        ("table", "{n:UnitId}", lambda w: w.say("left", n=2), r"\[table\] left.*cannot be filled"),
    ],
)
def test_a_template_that_speaks_of_what_is_not_there_is_named(
    tmp_path: Path, kind: str, template: str, said: Callable[[Words], str], told: str
) -> None:
    key = {"prompt": "go", "event": "Walked", "refusal": "occupied", "table": "left"}[kind]
    (tmp_path / "en.toml").write_text(f'[{kind}]\n{key} = "{template}"\n', encoding="utf-8")
    with pytest.raises(UnfitWord, match=told):
        said(Words(tmp_path / "en.toml", GAME.texts))


POSITION = """
scenario = "short"
turn = 2
[units]
"Red 1" = { loc = "farm", known = true }
"Blue 1" = { loc = "dead" }
[[stack]]
step = "Acts"
side = "Red"
moved = ["Red 2"]
"""


def test_a_position_differs_from_its_set_up_only_where_it_says() -> None:
    s = load_position(GAME, POSITION)
    fresh = GAME.new("short")
    assert (s.loc[0], s.loc[3]) == (FARM, DEAD)
    assert s.loc[4:] == fresh.loc[4:] and s.known[0] and not s.known[1]
    assert s.stack == (Acts(Side(0), (UnitId(1),)),)
    assert GAME.broken(s) == []


def test_a_list_may_be_given_whole() -> None:
    places = [FARM] * len(GAME.new("short").loc)
    assert load_position(GAME, f"scenario = 'short'\nloc = {[int(place) for place in places]}").loc == places


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("loc = [1]", "there is no scalar column 'loc'"),
        ("[units]\n'Red 9' = { loc = 'farm' }", "no unit is called 'Red 9'"),
        ("[units]\n'Red 1' = { loc = 'moon' }", "no name 'moon' in this game"),
        ("[units]\n'Red 1' = { morale = 3 }", "units.Red 1: there is no column 'morale'"),
        ("weather = 3", "there is no scalar column 'weather'"),
        ("turn = 'late'", "turn: Expected `int`"),
        ("[[stack]]\nstep = 'Dance'", "there is no step 'Dance'"),
        ("[[stack]]\nstep = 'Acts'\nfoot = 3", "step Acts has no field 'foot'"),
        ("turn = ", "not a position"),
    ],
)
def test_positions_that_do_not_fit_say_where(text: str, told: str) -> None:
    with pytest.raises(PositionError, match=told):
        load_position(GAME, text)


def test_an_id_that_is_none_of_the_game_is_refused_before_any_rule_is_asked() -> None:
    s = GAME.new()
    last = len(GAME.names["UnitId"]) - 1
    assert GAME.texts.known(Add(UnitId(last))) and GAME.texts.known(Add(UnitId(0)))
    for unit in (-1, last + 1, 99_999):
        assert not GAME.texts.known(Add(UnitId(unit)))
        assert GAME.why_not(s, 0, Add(UnitId(unit))) == Refusal("", "no_such")
