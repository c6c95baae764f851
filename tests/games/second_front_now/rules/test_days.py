"""5.0, 6.1, 4.0 Days at their edges: what a new turn wipes out, what points are counted, how the short game ends."""

import pytest

from grognard.core import SetupError, settle
from grognard.games.second_front_now import GAME
from grognard.games.second_front_now.content import (
    AERIAL,
    ALLIED,
    ARMY_HQ,
    COASTAL,
    COMMAND,
    FORTRESSES,
    GERMAN,
    HEXES,
    NONE,
    REGULAR,
    SPACE,
    UNIT,
)
from grognard.games.second_front_now.rules.boxes import Declare
from grognard.games.second_front_now.rules.commands import Commands
from grognard.games.second_front_now.rules.control import settle_control
from grognard.games.second_front_now.rules.events import BeachLost, Captured, PlayerTurn, RigaOdessa, Scored, StormLeft
from grognard.games.second_front_now.rules.points import allied_points, broken_out, centres, german_points
from grognard.games.second_front_now.rules.sequence import EndTurn, StartAllied, StartGerman, Turn, begin
from grognard.games.second_front_now.rules.supply import SupplyCheck, supplied
from grognard.games.second_front_now.rules.victory import final, first_days, needed, score
from tests.games.second_front_now.kit import act, board, hush

C = "second_front_now"
US = "1 US Infantry"


@pytest.mark.case(C, "5.2")
@pytest.mark.case(C, "6.4.one")
def test_what_a_new_turn_wipes_out():
    some = (UNIT[US],)
    used = board(
        {US: "1511"},
        None,
        stack=(),
        turn=12,
        newcomers=some,
        shifted=True,
        fleet_used=True,
        airlifted=True,
        dropped=True,
    )
    steps = Turn().auto(used, hush)
    assert [type(step) for step in steps] == [StartGerman, StartAllied, EndTurn] and steps[2].turn == 12
    assert (used.newcomers, used.shifted, used.fleet_used, used.airlifted, used.dropped) == ((), *[False] * 4)
    worn = board(
        {US: "1511"}, None, stack=(), spent=some, refitted=some, attacked=(SPACE["1512"],), arranged=True, cp=5
    )
    told = []
    begin(worn, GERMAN, 3, told.append)
    assert (worn.spent, worn.refitted, worn.attacked, worn.arranged) == ((), (), (), False)
    assert (worn.phasing, worn.cp) == (GERMAN, 3) and told == [PlayerTurn(GERMAN, 3)]


@pytest.mark.case(C, "5.3")
def test_the_end_of_a_turn():
    some = (UNIT[US],)
    s = board(
        {US: "1511"}, None, stack=(), turn=12, spent=some, refitted=some, attacked=(SPACE["1512"],), cp=4, chaos=True
    )
    first = EndTurn(12).auto(s, hush)
    assert [type(step).__name__ for step in first] == ["StormDeparture", "EndTurn"] and first[1].passed
    assert s.spent == some and s.turn == 12, "a storm comes first"
    assert [type(step) for step in first[1].auto(s, hush)] == [Turn]
    assert (s.turn, s.spent, s.refitted, s.attacked, s.cp, s.chaos) == (13, (), (), (), 0, False)


@pytest.mark.case(C, "5.3")
@pytest.mark.case(C, "15.2.dep")
def test_a_storm_is_looked_at_before_the_day_is_over():
    s = board({US: "1511"}, None, stack=(EndTurn(16),), turn=16, storm=1)
    events = []
    asked = settle(s, lambda ask: (10,), events.append)
    assert [type(e) for e in events if type(e) is StormLeft] == [StormLeft] and asked is not None


@pytest.mark.case(C, "4.6")
@pytest.mark.parametrize(
    ("turn", "scenario", "over"),
    [(80, "campaign", True), (79, "campaign", False), (10, "ten_days", True), (9, "ten_days", False)],
)
def test_the_last_turn(turn, scenario, over):
    s = board({US: "1511"}, None, scenario=scenario, stack=(), turn=turn)
    EndTurn(turn, passed=True).auto(s, hush)
    assert (s.result is not None) is over
    if over:
        assert s.result.rule == ("6.1" if scenario == "ten_days" else "4.6")


@pytest.mark.case(C, "6.1")
@pytest.mark.parametrize(
    ("points", "vp", "paid", "winner"),
    [
        (4, 50, 0, ALLIED),
        (5, 50, 0, ALLIED),
        (3, 37, 0, GERMAN),
        (3, 36, 0, ALLIED),
        (2, 35, 0, ALLIED),
        (4, 50, 1, GERMAN),
        (4, 36, 1, GERMAN),
    ],
)
def test_the_short_game_asks_for_points_of_either_kind_and_every_beach(points, vp, paid, winner):
    s = board({US: "1511"}, scenario="ten_days", vp=vp)
    s.paid = paid
    told = first_days(s, points)
    assert told.winners == (winner,)
    assert told.numbers == ((points, vp) if winner == ALLIED else (points, vp, 4, 36))
    assert needed(s) == 37  # of the German side, where command points do not decide


@pytest.mark.case(C, "4.6")
@pytest.mark.case(C, "4.7")
@pytest.mark.parametrize(("riga", "even", "goal"), [(0, False, 11), (9, False, 31), (0, True, 26), (9, True, 36)])
def test_what_the_german_side_must_hold(riga, even, goal):
    s = board({US: "1511"}, None, options={"even_game": even}, stack=(), turn=80, riga=riga)
    for vp, winner in ((goal - 1, ALLIED), (goal, GERMAN), (goal + 1, GERMAN)):
        s.vp = vp
        told = final(s)
        assert told.winners == (winner,)
        assert told.rule == ("4.7" if riga else "4.6") and told.numbers == (vp, goal)
    assert needed(s) == goal


@pytest.mark.parametrize("scenario", ["beginners", "ten_days"])
def test_the_even_game_was_measured_for_the_campaign_alone(scenario):
    with pytest.raises(SetupError, match="even_game"):
        board(scenario=scenario, options={"even_game": True})


@pytest.mark.case(C, "4.8")
@pytest.mark.case(C, "4.9")
def test_the_first_end_counts():
    s = board({US: "1511"}, vp=1)
    score(s, -1, hush)
    assert s.result.rule == "4.8"
    score(s, 97 + 1, hush)
    assert s.result.rule == "4.8" and s.vp == 98


@pytest.mark.case(C, "6.1.G")
@pytest.mark.case(C, "6.6")
def test_every_headquarters_counts_once():
    for n in range(len(ARMY_HQ) + 1):
        s = board()
        for u in ARMY_HQ[len(ARMY_HQ) - n :]:
            s.loc[u] = COMMAND
        assert german_points(s) == 3 + n


@pytest.mark.case(C, "6.1.A3")
@pytest.mark.case(C, "6.1.A5")
def test_centres_need_a_path_and_units_across_the_line_supply():
    held = ("1211", "2210")
    free = board({US: "1511"}, allied=held)
    assert {SPACE[h] for h in held} <= set(centres(free))
    ringed = {US: "1511", "9 SS Panzer": "2211"}
    cut = board(ringed, allied=held)
    assert SPACE["2210"] not in centres(cut), "in a German zone"
    basic = board(ringed, scenario="beginners", allied=held)
    assert SPACE["2210"] in centres(basic), "beginners know no supply"
    out = {
        US: "2013",
        "9 SS Panzer": "1912",
        "10 SS Panzer": "2112",
        "245 German Infantry": "1914",
        "711 German Infantry": "2014",
        "348 German Infantry": "2113",
    }
    lone = board(out, fed={US: NONE})
    assert not broken_out(lone)
    assert broken_out(board(out, scenario="beginners"))
    assert broken_out(board(out, fed={US: AERIAL})), "supply from the air will do"
    pair = {"3 US Infantry": "2013", **out}
    assert broken_out(board(pair, fed={US: AERIAL, "3 US Infantry": NONE}))
    assert broken_out(board(pair, fed={US: NONE, "3 US Infantry": AERIAL}))
    apart = {**out, "3 US Infantry": "2615"}
    assert broken_out(board(apart, fed={US: NONE, "3 US Infantry": AERIAL}))
    assert not broken_out(board({US: "1511"}))


@pytest.mark.case(C, "6.1.A5")
@pytest.mark.case(C, "9.2")
def test_the_unit_across_the_line_is_supplied_by_the_last_check():
    """Cut off in the German commands it still counts as the Allied turn begins, and no more a game turn later."""
    ring = {
        "10 SS Panzer": "2112",
        "245 German Infantry": "1914",
        "711 German Infantry": "2014",
        "18 Luftwaffe Field": "2113",
    }
    s = board({US: "2013", **ring, "9 SS Panzer": "1711"}, GERMAN, turn=3, options={"fog": "off", "drops": "off"})
    s.stack = (EndTurn(3), StartAllied(), Commands(GERMAN), SupplyCheck(GERMAN))
    cut = act(s, "pick 1711", "to 1912")
    assert broken_out(cut.s) and not supplied(cut.s, ALLIED) >> SPACE["2013"] & 1
    begun = cut.then("done")
    assert [(e.side, e.points) for e in begun.heard(PlayerTurn)] == [(ALLIED, 3)]
    assert begun.s.fed[UNIT[US]] == NONE and not broken_out(begun.s), "the check of his own turn finds it"
    back = board({US: "2013", **ring}, fed={US: NONE})
    assert supplied(back, ALLIED) >> SPACE["2013"] & 1 and allied_points(back) == 2, "a path opened since"
    for kind in (REGULAR, COASTAL, AERIAL):
        assert allied_points(board({US: "2013", **ring}, fed={US: kind})) == 3


@pytest.mark.case(C, "6.1.A5")
@pytest.mark.case(C, "10.6.G")
@pytest.mark.parametrize("fog", ["beneath", "full"])
def test_of_covered_units_across_the_line_the_german_counts_those_whose_hex_is_fed(fog):
    """The top counter shows what the check found of it; of a covered one he sees the paths, and the coast."""
    ring = {"9 SS Panzer": "2415", "25 Panzer": "2615", "12 SS Panzer": "2513", "10 SS Panzer": "2517"}
    cape = {"711 German Infantry": "2603", "712 German Infantry": "2703", "709 German Infantry": "2802"}

    def told(hex, *more, supply=NONE):
        pair = dict.fromkeys((US, "3 US Infantry"), hex)
        units = {**pair, **{name: at for row in more for name, at in row.items()}}
        s = board(units, GERMAN, fed=dict.fromkeys(pair, supply), options={"fog": fog})
        return allied_points(GAME.view(s, GERMAN))

    assert told("2515", ring) == 2 and told("2515") == 3 and told("2702", cape) == 3
    assert told("2515", ring, supply=REGULAR) == (3 if fog == "beneath" else 2)
    assert told("1912") == 2, "within the line"


@pytest.mark.case(C, "15.7.2")
def test_blue_point_takes_one_point_and_never_below_none():
    s = board({US: "1511"}, turn=3, slow=4)
    assert allied_points(s) == 1
    s.turn = 5
    assert allied_points(s) == 2
    s.turn, s.slow = 1, 4
    assert allied_points(s) == 2, "the first day has its own penalty"


@pytest.mark.case(C, "4.2")
@pytest.mark.case(C, "9.3.fort")
def test_control_of_several_places_passes_at_once():
    s = board({US: "1111", "9 SS Panzer": "2210"})
    told = []
    settle_control(s, told.append)
    taken = {e.hex for e in told if type(e) is Captured}
    assert {SPACE["1012"], SPACE["1211"]} <= taken, "Le Havre and Fecamp lie beside 1111"
    assert s.stormed == 1 << SPACE["1012"] and s.stormed & FORTRESSES
    assert (
        s.vp == 49 - sum(e.points for e in told if type(e) is Captured)
        and len([e for e in told if type(e) is Scored]) == 2
    )
    back = board({"9 SS Panzer": "1111", US: "1611"}, allied=("1012", "1211"))
    told = []
    settle_control(back, told.append)
    assert {e.hex for e in told if type(e) is Captured} == {SPACE["1012"], SPACE["1211"]} and back.stormed == 0
    still = board({US: "1611"})
    settle_control(still, told.append)
    assert still.taken < 1 << HEXES


@pytest.mark.case(C, "4.3")
def test_a_beach_without_a_place_scores_three_and_nothing_else():
    s = board({"9 SS Panzer": "1411", US: "1710"})
    told = []
    settle_control(s, told.append)
    beaches = [e for e in told if type(e) is BeachLost]
    assert {e.hex for e in beaches} >= {SPACE["1411"]}
    assert len([e for e in told if type(e) is Scored and e.points == 3]) == len(beaches)
    assert not [e for e in told if type(e) is Scored and e.points == 0], "a place worth nothing scores nothing"
    again = []
    s.taken |= 1 << SPACE["1411"]
    settle_control(s, again.append)
    assert not [e for e in again if type(e) is BeachLost]
    own = board({US: "1411", "9 SS Panzer": "2210"}, german=("1411",))
    told = []
    settle_control(own, told.append)
    assert [type(e) for e in told if type(e) is BeachLost] == [], "the owner is not paid for"
    assert act(board({US: "1511"})).prompt == "commands"


@pytest.mark.case(C, "7.6")
@pytest.mark.case(C, "4.7")
@pytest.mark.parametrize(
    ("scenario", "even", "turn", "asked", "told"),
    [
        ("campaign", False, 5, "from turn 20, but 31 points to win.", "units from turn 20, 31 victory points to win."),
        ("campaign", True, 5, "from turn 20, but 36 points to win.", "units from turn 20, 36 victory points to win."),
        ("campaign", False, 65, "from turn 80, but 31 points", "units from turn 80, 31 victory points"),
        ("campaign", False, 70, "Nobody would come before the end, but 31 points", "nobody comes before the end, 31"),
        ("ten_days", False, 5, "Nobody would come before the end, and the goal stays", "comes before the end."),
    ],
)
def test_riga_odessa_is_told_by_the_terms_of_the_game(scenario, even, turn, asked, told):
    options = {"even_game": True} if even else {}
    s = board(None, None, scenario=scenario, options=options, turn=turn, stack=(Declare(),))
    question = act(s, loose=True)
    assert asked in GAME.words.prompt(question.asked)
    ordered = question.then("yes", loose=True)
    assert [told in GAME.words.event(e) for e in ordered.heard(RigaOdessa)] == [True]
