"""10.1 to 10.4: support, the Abbey, coordination and weather."""

import pytest

from grognard.games.cassino_1944 import GAME
from grognard.games.cassino_1944.content import ALLIED, GERMAN, SPACE_NAMES, UNIT
from grognard.games.cassino_1944.rules.combat import column_shifts, declared, die_modifiers
from grognard.games.cassino_1944.rules.events import Bombed, Fought, MarkersOff, WeatherRolled
from grognard.games.cassino_1944.rules.sequence import Counting, StartHalf, Turn
from grognard.games.cassino_1944.rules.support import refuse_marker
from grognard.games.cassino_1944.rules.victory import victory_points
from tests.games.cassino_1944.kit import BASE, SPACE, act, attack, board

C = "cassino_1944"
SUPPORT = {"support": True}


def fought(played):
    (event,) = played.heard(Fought)
    return event


def us(**columns):
    """Two US regiments against a German one at 2-1, nothing in the way."""
    return board({"34/133": "1605", "34/135": "1605", "15/129": "1606", "44/131": "1001"}, options=SUPPORT, **columns)


def mixed(**columns):
    return board({"34/133": "1605", "2 NZ/5": "1605", "15/129": "1606", "44/131": "1001"}, options=SUPPORT, **columns)


@pytest.mark.case(C, "10.1.count", "10.1.combine", "10.1.2.attack", "10.1.2.exclude", "10.1.1.taf", "10.1.1.daf")
def test_vector_27_support_of_the_attacker():
    """2-1 with artillery and XII TAF is 4-1 and the German marker barred; a mixed attack with all three is 5-1."""
    asked = attack(us(), "1606")
    assert asked.prompt == "support" and asked.seat == 0 and asked.offers == ["use artillery", "use XII TAF", "done"]
    assert asked.why("use DAF") == ("10.1.1.daf", "wrong_nation")
    assert asked.why("use German artillery") == ("10.1.count", "not_your_marker")
    both = asked.then("use artillery", "use XII TAF", dice=[4])
    assert (fought(both).odds, fought(both).column) == ("2-1", "4-1")  # no question to the German player
    three = attack(mixed(), "1606").then("use artillery", "use DAF", "use XII TAF", dice=[4])
    assert fought(three).column == "5-1"
    british = board({"2 NZ/5": "1605", "15/129": "1606"}, options=SUPPORT)
    assert attack(british, "1606").why("use XII TAF") == ("10.1.1.taf", "wrong_nation")


@pytest.mark.case(C, "10.4.1.air", "10.4.1.allied")
def test_vector_27_in_rain_only_the_artillery():
    asked = attack(us(rain=True), "1606")
    assert asked.offers == ["use artillery", "done"] and asked.why("use XII TAF") == ("10.4.1.air", "no_flying")
    after = asked.then("use artillery", dice=[4])
    assert (fought(after).column, fought(after).die, fought(after).face) == ("3-1", 4, 3)


@pytest.mark.case(C, "10.1.2.first", "10.1.2.defend", "10.4.1.german")
def test_vector_28_a_german_attack_in_rain_against_artillery():
    """1-1, die 6 and 1 more is still 6; the defender's artillery makes it 1-2 and bars the German marker."""
    units = {"90/361": "1606", "44/131": "1606", "34/133": "1605", "34/135": "1904"}
    asked = attack(board(units, GERMAN, options=SUPPORT, rain=True), "1605")
    assert asked.prompt == "support" and asked.seat == 0 and asked.offers == ["use artillery", "done"]
    defended = asked.then("use artillery", dice=[6])
    assert (fought(defended).odds, fought(defended).column, fought(defended).face) == ("1-1", "1-2", 6)
    bare = asked.then("done")
    assert bare.prompt == "support" and bare.seat == 1 and bare.offers == ["use German artillery", "done"]
    assert fought(bare.then("use German artillery", dice=[3])).column == "2-1"
    assert fought(bare.then("done", dice=[3])).face == 4


@pytest.mark.case(C, "10.1.2.defend")
def test_german_artillery_in_defence_shifts_left():
    after = attack(us(), "1606").then("done", "use German artillery", dice=[4])
    assert (fought(after).odds, fought(after).column) == ("2-1", "1-1")
    assert fought(after).shifts[-1] == ("10.1.2.defend German artillery", -1)
    assert "German artillery for the defender -1 (10.1.2.defend): fought on 1-1." in GAME.words.event(fought(after))


@pytest.mark.case(C, "10.1.1.allied")
def test_allied_markers_serve_once_an_impulse_and_come_back_with_the_next():
    used = attack(us(), "1606").then("use artillery", "done", dice=[3])  # 3-1: 1/1
    assert used.prompt == "damage"
    defence = used.then("hit 34/133", "no", "attack 1605", "fight")
    assert defence.prompt == "support" and defence.seat == 0 and defence.offers == ["use XII TAF", "done"]
    assert defence.why("use artillery") == ("10.1.1.allied", "marker_used_impulse")
    s = us(used=0b111)
    s.stack = BASE
    assert act(s).s.used == 0 and act(s).s.impulse == 1


@pytest.mark.case(C, "10.1.1.german")
def test_the_german_marker_serves_once_a_turn():
    used = attack(us(), "1606").then("done", "use German artillery", dice=[3])
    assert used.s.used == 0b1000
    s = us(used=0b1000)
    s.stack = BASE
    assert act(s).s.used == 0b1000  # the next impulse does not bring it back
    again = attack(us(used=0b1000), "1606").then("done", dice=[3])
    assert again.prompt == "damage"  # nobody asked the German player
    s.stack = (Turn(),)
    assert act(s).s.used == 0  # the next turn does


@pytest.mark.case(C, "10.1.1.where")
def test_support_goes_to_a_hex_with_a_friendly_participant():
    """DAF needs a British unit in the fight: one that stands aside in the same hex does not help."""
    s = board({"34/133": "1605", "2 NZ/5": "1605", "15/129": "1606"}, options=SUPPORT)
    asked = attack(s, "1606", "34/133")
    assert asked.offers == ["use artillery", "use XII TAF", "done"]
    german = board({"90/361": "1606", "2 NZ/5": "1605"}, GERMAN, options=SUPPORT)
    assert attack(german, "1605").offers == ["use artillery", "use DAF", "done"]


@pytest.mark.case(C, "10.1.stack")
def test_markers_do_not_count_for_stacking():
    """Three units and two markers in a hex: nobody is overstacked at the end of the half."""
    s = board(
        {"34/133": "1605", "34/135": "1605", "34/168": "1605", "15/129": "1606", "36/141": "2001"}, options=SUPPORT
    )
    after = attack(s, "1606").then("use artillery", "use XII TAF", dice=[1]).then("hit 34/133")
    while after.prompt == "retreat":
        after = after.then(next(o for o in after.offers if o.startswith("stand")))
    assert after.then("done").prompt == "reserve"


@pytest.mark.case(C, "10.1.2.remove")
def test_markers_come_off_before_retreat_and_advance():
    s = board({"34/133": "1605", "34/135": "1605", "34/168": "1605", "71/211": "1606"}, options=SUPPORT)
    after = attack(s, "1606").then("use artillery", "use XII TAF", dice=[5])  # 6-1: 0/3
    assert after.heard(MarkersOff) and after.s.combat.markers == () and after.prompt == "advance"


@pytest.mark.case(C, "10.1.count")
def test_without_the_option_there_is_no_support():
    s = board({"34/133": "1605", "34/135": "1605", "15/129": "1606"})
    assert fought(attack(s, "1606", dice=[4])).column == "2-1"


ABBEY = {"abbey": True}


@pytest.mark.case(C, "10.2")
def test_the_abbey_starts_neutral_and_the_allied_player_is_asked():
    first = act(GAME.new("campaign", ABBEY))
    assert first.prompt == "abbey" and first.seat == 0 and not first.s.destroyed
    assert act(GAME.new("campaign")).prompt == "half"


@pytest.mark.case(C, "10.2.1.ban")
def test_no_support_against_a_neutral_abbey():
    """Nor may it be used to attack 1406; in defence of Allied units there, and by the Germans, it may (R-44)."""
    units = {"34/133": "1405", "34/135": "1405", "1FSJ/MG": "1406", "44/131": "1001"}
    both = {**ABBEY, **SUPPORT}
    neutral = attack(board(units, options=both), "1406")
    assert neutral.prompt == "support" and neutral.seat == 1 and neutral.offers == ["use German artillery", "done"]
    ruined = attack(board(units, options=both, destroyed=True), "1406")
    assert ruined.seat == 0 and "use artillery" in ruined.offers
    inside = board({"34/133": "1406", "90/361": "1306"}, GERMAN, options=both)
    assert attack(inside, "1406").offers == ["use artillery", "use XII TAF", "done"]
    assert refuse_marker(neutral.s, neutral.s.combat, ALLIED, 0).rule == "10.2.1.ban"


@pytest.mark.case(C, "10.2.1.vp")
def test_vector_25_the_neutral_abbey_is_worth_a_point_at_the_last_count():
    nine = ("1204", "1205", "1305", "1503", "1604", "1606", "1607", "1609", "1005")
    five = act(board({"34/133": "1904"}, stack=(Counting(1),), turn=5, allied=nine, options=ABBEY))
    assert five.s.vp == 9 and five.s.result is None
    six = act(board({"34/133": "1904"}, stack=(Counting(1),), turn=6, allied=nine, options=ABBEY))
    assert six.s.vp == 10 and six.s.result.winners == (ALLIED,)
    ruined = board({"34/133": "1904"}, stack=(Counting(1),), turn=6, allied=nine, options=ABBEY, destroyed=True)
    assert act(ruined).s.vp == 9
    assert victory_points(board({}, turn=6), final=True) == 0  # without the option there is no bonus


def allied_start(units, **columns):
    """The start of an Allied half with the option 10.2 in use."""
    options = {**ABBEY, **columns.pop("more", {})}
    return board(units, stack=(*BASE, StartHalf(GERMAN), StartHalf(ALLIED)), options=options, **columns)


@pytest.mark.case(C, "10.2.2")
def test_destruction_is_offered_at_the_start_of_every_allied_half_until_done():
    asked = act(allied_start({"34/133": "1904", "1FSJ/MG": "1406"}))
    assert asked.prompt == "abbey" and asked.offers == ["yes", "no"]
    assert asked.then("no").prompt == "half" and not asked.then("no").s.destroyed
    ruined = asked.then("yes")
    assert ruined.s.destroyed and ruined.prompt == "strike"
    assert act(allied_start({"34/133": "1904", "1FSJ/MG": "1406"}, destroyed=True)).prompt == "strike"


@pytest.mark.case(C, "10.2.3.use", "10.2.3.odds")
def test_vector_29_the_strike_on_a_boxed_and_on_an_open_hex():
    """Column 2-1, die 6: 1/2. The box leaves 1 against 1, nobody retreats; without it 2 damage and a retreat of 1."""
    units = {"34/133": "1904", "1FSJ/1/1": "1205", "44/131": "1001"}
    boxed = act(allied_start(units, destroyed=True, boxes=["1205"]), "strike 1205", dice=[6])
    assert [(e.attacker, e.defender) for e in boxed.heard(Bombed)] == [(1, 2)]
    assert boxed.damage("1FSJ/1/1") == 1 and boxed.where("1FSJ/1/1") == "1205" and boxed.prompt == "reserve"
    tough = {**units, "44/131": "1205", "1FSJ/1/1": "1001"}
    bare = act(allied_start(tough, destroyed=True), "strike 1205", dice=[6])
    assert bare.damage("44/131") == 2 and bare.prompt == "retreat" and bare.asked.numbers == (1,)


@pytest.mark.case(C, "10.2.3.use")
def test_the_strike_needs_destruction_a_clear_sky_and_germans_and_comes_once_a_turn():
    units = {"34/133": "1904", "1FSJ/MG": "1406"}
    assert act(allied_start(units), "no").prompt == "half"
    assert act(allied_start(units, destroyed=True, rain=True)).prompt == "half"
    asked = act(allied_start(units, destroyed=True))
    assert asked.offers == ["strike 1406", "no"] and asked.why("strike 1606") == ("10.2.3.use", "no_enemy")
    assert act(allied_start(units, destroyed=True, used=1 << 4)).prompt == "half"
    struck = asked.then("strike 1406", dice=[1])
    later = struck
    while later.prompt != "half" or later.seat != 0:
        assert later.prompt != "strike", "not again in this turn"
        later = later.then("no" if "no" in later.offers else "done")
    assert later.s.impulse == 1 and later.s.turn == struck.s.turn
    again = act(board(units, options={"abbey": True}, destroyed=True, used=1 << 4, turn=2, stack=(Turn(),)))
    assert again.prompt == "strike" and again.s.used == 0, "but in the next"
    nobody = board({"34/133": "1904"}, options={"abbey": True}, destroyed=True, stack=(*BASE, StartHalf(ALLIED)))
    assert act(nobody).prompt == "half"


@pytest.mark.case(C, "10.2.3.impulse")
def test_a_strike_takes_the_half_but_units_may_still_arrive():
    s = allied_start({"34/133": "1904", "1FSJ/MG": "1406"}, destroyed=True, turn=4, impulse=0)
    after = act(s, "strike 1406", dice=[1])
    assert after.prompt == "arrivals" and after.seat == 0
    landed = after.then("arrive 2 NZ/5", "enter 2001")
    assert landed.where("2 NZ/5") == "2001" and landed.prompt == "reserve" and landed.seat == 1


@pytest.mark.case(C, "10.2.3.odds")
def test_a_strike_knows_no_shifts_and_only_rubble_changes_its_die():
    s = allied_start({"34/133": "1904", "525TD": "1606"}, destroyed=True, more=SUPPORT)
    after = act(s, "strike 1606", dice=[4])
    assert [(e.die, e.face, e.attacker, e.defender) for e in after.heard(Bombed)] == [(4, 3, 1, 0)]
    assert after.prompt == "reserve"  # neither support nor retreat was asked for
    assert after.where("525TD") == "1606" and after.damage("525TD") == 0


@pytest.mark.case(C, "10.2.4")
@pytest.mark.parametrize(
    ("hex", "beside", "face"),
    [("1606", "1605", 3), ("1605", "1604", 4), ("1406", "1405", 3), ("1706", "1605", 3)],
)
def test_vector_30_rubble_after_the_destruction(hex, beside, face):
    units = {"34/133": beside, "71/211": hex, "34/135": "2001"}
    ruined = attack(board(units, options=ABBEY, destroyed=True), hex, dice=[4])
    assert fought(ruined).face == face
    assert fought(attack(board(units, options=ABBEY), hex, dice=[4])).face == 4
    german = board({"34/133": hex, "71/211": beside}, GERMAN, options=ABBEY, destroyed=True)
    c = declared(german, GERMAN, SPACE[hex], (UNIT["71/211"],))
    assert die_modifiers(german, c) == ()


COORDINATION = {"coordination": True}


@pytest.mark.case(C, "10.3.choice")
def test_one_nationality_acts_in_a_half():
    s = board(
        {"34/133": "1904", "2 NZ/5": "1905", "44/131": "1304"},
        stack=(*BASE, StartHalf(ALLIED)),
        options=COORDINATION,
    )
    asked = act(s)
    assert asked.prompt == "coordination" and asked.offers == ["activate US", "activate British"]
    us_half = asked.then("activate US")
    assert us_half.offers == ["move 34/133", "done"] and us_half.why("move 2 NZ/5") == ("10.3.choice", "not_activated")
    british = asked.then("activate British")
    assert british.offers == ["move 2 NZ/5", "done"]


@pytest.mark.case(C, "10.3.mixed")
def test_vector_31_in_a_mixed_hex_only_the_activated_attack_but_all_defend():
    s = board(
        {"34/133": "1605", "4 IND/7": "1605", "71/211": "1606"},
        stack=(*BASE, StartHalf(ALLIED)),
        options=COORDINATION,
    )
    joined = act(s, "activate US", "attack 1606")
    assert joined.prompt == "join_more" and joined.why("add 4 IND/7") == ("10.3.mixed", "not_activated")
    german = board({"34/133": "1605", "4 IND/7": "1605", "71/211": "1606"}, GERMAN, options=COORDINATION, nation=0)
    assert fought(attack(german, "1605", dice=[4])).defence == 8


WEATHER = {"weather": True}


@pytest.mark.case(C, "10.4.roll", "10.4.marker")
@pytest.mark.parametrize(("die", "rain"), [(1, True), (4, True), (5, False), (6, False)])
def test_a_die_decides_the_weather_of_each_turn(die, rain):
    rolled = act(GAME.new("campaign", WEATHER), dice=[die])
    assert rolled.heard(WeatherRolled) == [WeatherRolled(die, rain)] and rolled.s.rain is rain
    assert rolled.prompt == "half"  # before the first Allied half
    second = board({"34/133": "1904"}, stack=(Turn(),), turn=2, options=WEATHER, rain=True)
    assert act(second, dice=[die]).s.rain is rain


@pytest.mark.case(C, "10.4.1.clear")
def test_clear_weather_changes_nothing():
    s = board({"34/133": "1605", "71/211": "1606"}, options=WEATHER, rain=False)
    assert (fought(attack(s, "1606", dice=[4])).face, fought(attack(s, "1606", dice=[1])).face) == (4, 1)


@pytest.mark.case(C, "10.4.1.allied", "10.4.1.german")
def test_rain_hinders_allied_and_helps_german_attacks():
    units = {"34/133": "1605", "71/211": "1606", "36/141": "2001"}
    assert fought(attack(board(units, options=WEATHER, rain=True), "1606", dice=[4])).face == 3
    assert fought(attack(board(units, GERMAN, options=WEATHER, rain=True), "1605", dice=[4])).face == 5


def test_all_die_modifiers_add_up():
    """Rubble, rain and no supply: three less, held at 1 (R-66)."""
    units = {"34/133": "1606", "71/211": "1706", "90/361": "1605", "90/200": "1707", "90/155": "1607", "44/131": "1507",
             "44/132": "1506"}  # fmt: skip
    s = board(units, options={**ABBEY, **WEATHER}, rain=True, destroyed=True)
    c = declared(s, ALLIED, SPACE["1706"], (UNIT["34/133"],))
    assert [n for _, n in die_modifiers(s, c)] == [-1, -1, -1] and column_shifts(s, c) == ()
    assert SPACE_NAMES[c.target] == "1706"
