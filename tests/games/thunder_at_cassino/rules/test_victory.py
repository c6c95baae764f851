"""11: control, the Quisling Line and the end."""

import pytest

from grognard.core import Match, Seeded, SetupError, replay
from grognard.games.thunder_at_cassino import GAME
from grognard.games.thunder_at_cassino.content import VP, VP_AREAS
from grognard.games.thunder_at_cassino.rules.events import BidAgreed, BidPaid, Scored
from grognard.games.thunder_at_cassino.rules.state import Thunder
from grognard.games.thunder_at_cassino.rules.victory import determine, standing, verdict
from tests import kit
from tests.games.thunder_at_cassino import referee
from tests.games.thunder_at_cassino.kit import board, company, hear, offered, play, prompt, space

THUNDER = "thunder_at_cassino"


def heard(_: object) -> None:
    """Nobody listens."""


def scored(units: dict[str, list[str]], **columns: object) -> Thunder:
    s = board(units, **columns)
    determine(s, heard)
    return s


@pytest.mark.case(THUNDER, "11.1", "11.2", "11.3", "6.4", "3.5", "2.1")
def test_sole_occupation_takes_control_and_scores() -> None:
    s = scored({"9": ["25 NZ A-1"], "66": ["25 NZ B-1"], "13": ["25 NZ C-1"]})
    assert s.control[space("9")] and s.control[space("66")] and not s.control[space("13")]
    assert s.vp == 2 + 6
    lost = scored({"9": ["6/II/3-1"]}, control=["9"], vp=2)
    assert not lost.control[space("9")] and lost.vp == 0


@pytest.mark.case(THUNDER, "11.2.contest", "11.2.noncombat", "11.2.one")
def test_contested_empty_or_observed_areas_keep_their_control() -> None:
    assert scored({"9": ["25 NZ A-1", "6/II/3-1"]}).vp == 0
    assert scored({}, control=["9"], vp=2).control[space("9")] == 1
    watched = scored({"9": ["1 Para Div Obs"]}, control=["9"], vp=2)
    assert watched.control[space("9")] == 1 and watched.vp == 2
    assert scored({"9": ["NZ Div Obs"]}).vp == 0
    kept = scored({"9": ["25 NZ A-1"]}, control=["9"], vp=2)
    assert kept.control[space("9")] == 1 and kept.vp == 2, "never a second marker"


@pytest.mark.case(THUNDER, "11.5", "11.5.once", "2.2.symbols")
def test_the_quisling_line() -> None:
    units = {"15": ["25 NZ A-1", "25 NZ A-2", "25 NZ A-3", "25 NZ B-1", *company("6/II/3")]}
    s = scored(units, turn=2)
    assert s.quisling[space("15")] == 1 and s.vp == 1 and not s.control[space("15")]
    assert scored(units, turn=4).vp == 0
    assert scored(units, turn=2, quisling=["15"], vp=1).vp == 1, "once an Area"
    even = {"15": [*company("25 NZ A"), *company("6/II/3")]}
    assert scored(even, turn=2).vp == 0, "more, not as many"
    lost = scored({"15": ["6/II/3-1"]}, turn=3, quisling=["15"], vp=1)
    assert lost.quisling[space("15")] == 1 and lost.vp == 1, "never lost"


def ending(points: int, **columns: object) -> Thunder:
    """The last count of turn 9 with this many points on the track, as far as Areas can make them."""
    areas, left = [], points
    for area in sorted(VP_AREAS, key=lambda a: -VP[a]):
        if VP[area] <= left:
            areas.append(area)
            left -= VP[area]
    s = board({}, turn=9, vp=points, **columns)
    for area in areas:
        s.control[area] = 1
    s.stack = s.stack[:3]
    return s


@pytest.mark.case(THUNDER, "11.4", "6.5", "2.1", "3.4.length")
@pytest.mark.parametrize(("points", "winners"), [(14, (1,)), (15, (1,)), (22, (0,)), (30, (0,))])
def test_the_track_decides_after_turn_nine(points: int, winners: tuple[int, ...]) -> None:
    s = play(ending(points))
    assert s.result is not None and s.result.winners == winners and s.result.numbers == (points,)


@pytest.mark.case(THUNDER, "11.4.option", "3.4.length", "11.4.22")
def test_a_draw_may_be_played_on_to_turn_fifteen() -> None:
    s = ending(16)
    assert prompt(s) == "play_on" and offered(s) == ["no", "yes"]
    tie = play(s, "no")
    assert tie.result is not None and tie.result.winners == ()
    on = play(s, "yes")
    assert on.last == 15 and on.turn == 10 and on.result is None
    for points, winners in ((21, (1,)), (22, (0,))):
        late = ending(points, last=15)
        late.turn = 15
        assert verdict(late).winners == winners, "no draw any more"


@pytest.mark.case(THUNDER, "11.4.final")
def test_a_continued_game_uses_the_arrivals_of_the_final_days_but_not_its_set_up() -> None:
    on = play(ending(16), "yes")
    assert prompt(on) == "arrive" and on.vp == 16
    assert offered(on) == ["arrive 23 NZ A-1 > C", "arrive 23 NZ A-1 > D"]


@pytest.mark.case(THUNDER, "20.2", "20.2.ex")
@pytest.mark.parametrize(("bid", "points", "winners"), [(-1, 16, (1,)), (2, 20, (0,))])
def test_the_bid_is_paid_before_the_track_is_read(bid: int, points: int, winners: tuple[int, ...]) -> None:
    s = play(ending(points, options={"bidding": True}, bid=bid))
    assert s.result is not None and s.result.winners == winners and s.result.numbers == (points + bid,)


@pytest.mark.case(THUNDER, "20.2")
def test_an_agreed_bid_is_paid_like_one_that_was_bid() -> None:
    """Four points less in the even game, before it is decided whether the game goes on."""
    short = ending(25, bid=GAME.new("main", {"even_game": True}).bid)
    after, told = hear(short)
    assert BidPaid(-4, 21) in told
    assert prompt(short) == "play_on" and kit.asks(after).numbers == (21,)
    won = play(ending(24, bid=-2))
    assert won.result is not None and won.result.winners == (0,) and won.result.numbers == (22,)
    assert not any(isinstance(event, BidPaid) for event in hear(ending(22))[1]), "nothing to pay"


@pytest.mark.case(THUNDER, "20.2", "20.1")
def test_a_bid_is_agreed_for_the_whole_battle_alone_and_bidding_replaces_it() -> None:
    assert [GAME.new("main", {"bid": bid}).bid for bid in (-15, 0, "3")] == [-15, 0, 3]
    assert GAME.new("main", {"bidding": True, "bid": 5}).bid == 0, "until the bids are opened"
    assert [GAME.new(scenario).bid for scenario in ("intro_town", "intro_hill", "final_days")] == [0, 0, 0]
    with pytest.raises(SetupError, match="option bid: 16 is not between -15 and 15"):
        GAME.new("main", {"bid": 16})
    with pytest.raises(SetupError, match="option bid is not used with the scenario final_days"):
        GAME.new("final_days", {"bid": 1})


@pytest.mark.case(THUNDER, "20", "20.2")
def test_there_is_no_bid_unless_somebody_wants_one() -> None:
    assert GAME.new("main").bid == 0
    assert not any(isinstance(event, BidAgreed) for event in hear(GAME.new("main"))[1])
    even = GAME.new("main", {"even_game": True})
    assert even.bid == -4 == GAME.new("main", {"even_game": True, "bid": -4}).bid
    assert hear(even)[1][0] == BidAgreed(-4), "told before anything else"
    assert GAME.new("main", {"even_game": True, "bid": 3}).bid == 3, "a number the players name goes before"
    with pytest.raises(SetupError, match="option even_game is not used with the scenario final_days"):
        GAME.new("final_days", {"even_game": True})


@pytest.mark.case(THUNDER, "20.2")
def test_the_bid_stands_beside_every_count_of_the_points() -> None:
    told = [e for e in hear(ending(25, bid=-4))[1] if isinstance(e, Scored)]
    assert told == [Scored(9, 25, -4, 21)]
    assert GAME.words.event(told[0]) == "End of turn 9: 25 VP; 21 with the bid of -4."
    assert GAME.words.event(Scored(9, 25, 0, 25)) == "End of turn 9: 25 VP."


def test_a_record_without_an_agreed_bid_is_replayed_without() -> None:
    """It was made before there was such an option; the introductory scenarios never have one."""
    match = Match.start(GAME, Seeded(1), "main", {"bid": 0})
    match.answer(1, GAME.texts.parse("suggested"))
    del match.record.options["bid"]
    assert replay(match.record, verify=False).state.bid == 0
    town = Match.start(GAME, Seeded(1), "intro_town")
    del town.record.options["bid"]
    assert replay(town.record, verify=False).state.bid == 0


@pytest.mark.case(THUNDER, "1.intro")
def test_victory_in_the_introductory_scenarios() -> None:
    def town(points: int) -> tuple[int, ...]:
        s = board({}, scenario="intro_town", turn=2)
        s.vp = points
        return verdict(s).winners

    assert [town(points) for points in (1, 2, 3, 4)] == [(1,), (), (), (0,)]

    def hill(units: dict[str, list[str]], control: list[str]) -> tuple[int, ...]:
        s = board(units, scenario="intro_hill", turn=3, control=control)
        s.control[space("9")] = "9" in control
        return verdict(s).winners

    assert hill({}, ["9", "57"]) == (0,)
    climbers = [
        unit for letter in ("1/9 Gur A", "1/9 Gur B", "1/9 Gur C", "1/6 Raj A", "1/6 Raj B") for unit in company(letter)
    ]
    for many, winners in ((9, (1,)), (10, ()), (14, ()), (15, (0,))):
        assert hill({"54": climbers[: many - 5], "60": climbers[many - 5 : many]}, ["9"]) == winners
    assert hill({"54": climbers[:10], "60": climbers[10:]}, []) == (1,), "nothing counts without the castle"
    assert hill({}, ["57"]) == (1,)


@pytest.mark.case(THUNDER, "1.intro", "11.4.22", "11.4")
def test_each_end_cites_the_terms_it_goes_by() -> None:
    """Scenarios on the card have their own; a game played on needs 22; the track decides the rest."""
    slope = [*company("1/9 Gur A"), *company("1/9 Gur B"), *company("1/9 Gur C"), "1/6 Raj A-1"]
    drawn = verdict(board({"55": slope}, scenario="intro_hill", turn=3, control=["9"]))
    assert (drawn.rule, drawn.key, drawn.numbers) == ("1.intro", "hill_draw", (1, 0, 10))
    assert (
        GAME.words.result(drawn) == "A draw: Castle Hill is held, Point 435 is not; 10 combat units stand on the slope."
    )
    assert verdict(board({}, scenario="intro_hill", turn=3, control=["9", "57"])).key == "hill_allied"
    assert verdict(board({}, scenario="intro_hill", turn=3)).key == "hill_german"
    assert verdict(board({}, scenario="intro_town", turn=2)).rule == "1.intro"
    assert verdict(board({}, turn=9)).rule == "11.4" and verdict(board({}, turn=15, last=15)).rule == "11.4.22"


@pytest.mark.case(THUNDER, "11.4")
def test_the_final_days_need_twenty_two_and_are_drawn_from_twenty() -> None:
    for points, winners in ((19, (1,)), (20, ()), (21, ()), (22, (0,))):
        s = board({}, scenario="final_days", turn=15)
        s.vp = points
        assert verdict(s).winners == winners


@pytest.mark.case(THUNDER, "11.2", "11.2.contest", "11.5")
def test_each_side_takes_only_what_it_holds_alone_and_the_third_turn_still_pays_the_line() -> None:
    s = scored({"9": ["6/II/3-1", "25 NZ A-1"], "66": ["9/III/3-1"]}, control=["9", "66"], vp=2 + 6)
    assert s.control[space("9")] == 1 and s.control[space("66")] == 0 and s.vp == 2, "contested ground keeps its marker"
    third = scored({"15": ["25 NZ A-1"], "11": ["25 NZ A-2"], "16": ["25 NZ A-3"], "17": ["25 NZ B-1"]}, turn=3)
    assert third.vp == 4 + sum(VP[space(k)] for k in ("11", "15", "16", "17")) and max(third.control) == 1
    assert sum(third.quisling) == 4


@pytest.mark.case(THUNDER, "11.2", "11.3", "11.5", "11.5.once")
def test_a_count_agrees_with_the_referee_wherever_units_stand() -> None:
    units = {
        "9": ["25 NZ A-1", "6/II/3-1"],
        "11": ["25 NZ B-1", "25 NZ B-2", "6/II/3-2"],
        "15": ["25 NZ C-1", "6/II/3-3"],
        "16": ["25 NZ D-1", "1 Para Div Obs"],
        "17": ["NZ Div Obs", "6F"],
        "19": ["24 NZ A-1"],
        "25": ["7/II/3-1"],
        "57": ["1/9 Gur A-1"],
        "66": ["9/III/3-1"],
    }
    for turn in (1, 3, 4, 9):
        for before in ((), ("9", "17", "25", "66")):
            held = {a: a in before for a in referee.AREAS if int(referee.AREAS[a]["vp"] or 0)}
            s = board(units, turn=turn, control=before, vp=sum(VP[space(a)] for a in before))
            after, line, points = referee.controlled(referee.Position.of(s), held, set())
            determine(s, heard)
            assert {a: bool(s.control[space(a)]) for a in held} == after
            assert {a for a in referee.AREAS if s.quisling[space(a)]} == line and s.vp == points


@pytest.mark.case(THUNDER, "11.4", "11.4.22", "20.2", "11.4.option")
def test_only_the_ninth_turn_of_the_whole_battle_may_be_played_on() -> None:
    late = ending(16, last=15)
    late.turn = 10
    on = play(late)
    assert on.turn == 11 and on.result is None
    again = ending(16, last=15)
    nine = play(again, dice=[])
    assert nine.turn == 10 and nine.result is None, "the choice was made before"
    early = ending(14, bid=2)
    early.turn = 7
    assert not [event for event in hear(early)[1] if isinstance(event, BidPaid)], "it is paid after turn 9 alone"
    drawn = ending(16)
    drawn.turn = 7
    assert play(drawn).turn == 8, "nobody is asked before turn 9"


@pytest.mark.case(THUNDER, "11.4", "1.intro", "11.4.22")
def test_the_standing_is_one_none_or_minus_one_in_every_scenario() -> None:
    slope = [*company("1/9 Gur A"), *company("1/9 Gur B"), *company("1/9 Gur C"), "1/6 Raj A-1"]
    for held, value in ((["9", "57"], 1), (["9"], -1), (["57"], -1), ([], -1)):
        hill = board({}, scenario="intro_hill", turn=3, control=held)
        hill.control[space("9")] = "9" in held
        assert standing(hill) == value
    assert standing(board({"55": slope}, scenario="intro_hill", turn=3, control=["9"])) == 0
    for points, value in ((15, -1), (16, 0), (21, 0), (22, 1)):
        s = board({}, turn=9)
        s.vp = points
        assert standing(s) == value
    early = board({}, turn=10, last=15)
    assert verdict(early).rule == "11.4.22" and verdict(board({}, turn=9)).rule == "11.4"
