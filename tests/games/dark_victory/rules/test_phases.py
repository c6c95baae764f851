"""4.2, 6.6, 6.7 Phases: what is forgotten when one begins, who acts, who stays, and how stacks are laid."""

import pytest

from grognard.core import DONE
from grognard.games.dark_victory.content import MEXICAN, TEXAN, TEXANS, UNITS
from grognard.games.dark_victory.rules.actions import EndActions, Ordering, Reorder, lead, party
from grognard.games.dark_victory.rules.command import in_command
from grognard.games.dark_victory.rules.events import ExtraGunSpent, LeaderCutOff
from grognard.games.dark_victory.rules.losses import alive
from grognard.games.dark_victory.rules.state import HELD_FAST, Alamo
from grognard.games.dark_victory.rules.victory import Final
from tests.games.dark_victory.kit import GAME, SPACE, TITLE, UNIT, act, beginning, board, fighting, texan_turn

USED = {"M4-L1": "2310", "T4-inf1": "2320"}


def weary(stack: tuple[object, ...]) -> Alamo:
    """Everything that is remembered for a phase or a player turn, as if it had been busy."""
    s = board(USED, stack)
    s.entries = (SPACE["2320"],)
    s.fired = ((TEXAN, SPACE["2320"]),)
    s.tried, s.mover, s.climbed = (3,), 7, 4
    s.gun_spent = bytearray([5] * len(s.gun_spent))
    for column in ("reacted", "shot", "meleed", "acted", "pinned"):
        setattr(s, column, bytearray([1] * len(UNITS)))
    s.deniers = [(UNIT["M4-L1"],)] * TEXANS
    return s


@pytest.mark.case(TITLE, "4.1", "4.3", "10.2", "11.8.B", "7.1.C", "9.8", "9.17", "10.20")
def test_a_player_turn_begins_with_a_clean_slate() -> None:
    for stack in (beginning(10), texan_turn(10)):
        s = act(weary(stack)).s
        assert (s.fired, s.entries, s.tried, s.mover, s.climbed) == ((), (), (), 0, 0)
        for column in ("gun_spent", "reacted", "shot", "meleed", "acted", "pinned"):
            assert not any(getattr(s, column)), column
        assert s.deniers == [()] * TEXANS
    melee = act(weary(fighting(MEXICAN, 10))).s
    assert not any(melee.meleed) and melee.climbed == 0


@pytest.mark.case(TITLE, "6.6")
def test_one_unit_leads_for_each_formation_of_a_hex() -> None:
    def leads(units: dict[str, str], hex: str = "2320") -> list[str]:
        s = board(units, side=TEXAN)
        s.ready = bytearray([1] * len(UNITS))
        return [GAME.names["UnitId"][u] for u in lead(s, SPACE[hex])]

    mixed = {"Jones": "2320", "T4-inf1": "2320", "T7-inf1": "2320", "Travis": "2320", "T4-inf2": "2320"}
    assert leads(mixed) == ["T4-inf1", "T7-inf1"]  # troops before their leaders, nobody for the asterisk
    assert leads({"Jones": "2320", "Travis": "2320"}) == ["Jones"]
    assert leads({"Travis": "2320", "Dickerson": "2320"}) == ["Travis"]
    assert leads({"Bowie": "2320", "T13-wom2": "2320"}) == []
    assert leads({"T13-wom2": "2320", "T4-inf1": "2320", "Bowie": "2320"}) == ["T4-inf1"]
    s = board(mixed, side=TEXAN)
    s.ready = bytearray([1] * len(UNITS))
    s.acted[UNIT["T4-inf1"]] = 1
    assert [GAME.names["UnitId"][u] for u in lead(s, SPACE["2320"])] == ["T4-inf2", "T7-inf1"]
    assert [GAME.names["UnitId"][u] for u in party(s, UNIT["T4-inf2"])] == ["Jones", "Travis", "T4-inf2"]
    assert [GAME.names["UnitId"][u] for u in party(s, UNIT["T7-inf1"])] == ["T7-inf1", "Travis"]
    s.ready[UNIT["Jones"]] = 0
    assert UNIT["Jones"] not in party(s, UNIT["T4-inf2"])


@pytest.mark.case(TITLE, "6.6", "10.2.C")
def test_the_quiet_answer_to_who_stays_is_that_all_go() -> None:
    asked = act(board({"M4-L1": "2308", "M4-L2": "2308", "Morales": "2308"}), "activate M4-L1")
    assert asked.prompt == "muster" and asked.asked is not None
    assert asked.verbs("stay") == ["M4-L1", "M4-L2", "Morales"] and asked.asked.options[asked.asked.default] == DONE
    gone = asked.then("done", "go 2309")
    assert [gone.s.acted[UNIT[n]] for n in ("M4-L1", "M4-L2", "Morales", "M4-L3")] == [1, 1, 1, 0]
    texan = act(board({"T4-inf1": "2320", "T4-inf2": "2320", "M4-L1": "0505"}, side=TEXAN), "activate T4-inf1", "done")
    assert texan.s.mover == 0  # movers are counted for reaction, Mexicans only
    two = asked.then("stay M4-L2")
    assert two.verbs("stay") == ["M4-L1", "Morales"]


@pytest.mark.case(TITLE, "6.7", "2.9")
def test_only_a_leader_who_commands_somebody_in_it_lets_a_stack_be_laid_anew() -> None:
    def offered(units: dict[str, str], stack: tuple[object, ...] = texan_turn(10)) -> list[str]:
        return act(board({**units, "M4-L6": "0505", "T8-inf1": "2820"}, stack)).verbs("arrange")

    assert offered({"T4-inf1": "2320", "T7-inf1": "2320", "Baker": "2320"}) == []  # he leads formation 6
    assert offered({"T4-inf1": "2320", "T7-inf1": "2320", "Forsyth": "2320"}) == ["2320"]
    assert offered({"T3-gun1": "2320", "Crockett": "2320"}) == []  # infantry only
    assert offered({"T3-gun1": "2320", "Travis": "2320"}) == ["2320"]
    assert offered({"Jones": "2320", "Forsyth": "2320"}) == ["2320"]  # leaders among themselves
    assert offered({"T4-inf1": "2320", "Jones": "2321"}) == []  # one unit is no stack
    assert offered({"T4-inf1": "2320", "T13-wom2": "2320", "Jones": "2321"}) == []
    assert offered({"MR-G1": "2308", "MR-G2": "2308", "Almonte": "2308"}, beginning(10)) == []
    told = act(board({"T4-inf1": "2320", "T4-inf2": "2320", "Jones": "2320", "M4-L1": "0505"}, texan_turn(10)))
    for hex in ("2311", "0505", "dead"):
        assert told.why(f"arrange {hex}") == ("6.7", "no_stack")


@pytest.mark.case(TITLE, "6.7", "3.2")
def test_at_set_up_stacks_are_laid_without_a_leader_too() -> None:
    units = {"T4-inf1": "2320", "T7-inf1": "2320", "M4-L1": "0505"}
    free = act(board(units, (Final(), Reorder(TEXAN, TEXAN, free=True))))
    assert free.verbs("arrange") == ["2320"] and free.asked is not None
    assert free.asked.options[free.asked.default] == DONE
    laid = free.then("arrange 2320", "top T4-inf1")
    assert laid.s.here[SPACE["2320"]] == (UNIT["T7-inf1"], UNIT["T4-inf1"]) and laid.verbs("arrange") == []
    bound = act(board(units, (Final(), Reorder(TEXAN, TEXAN))))
    assert bound.verbs("arrange") == []
    three = board({"T4-inf1": "2320", "T4-inf2": "2320", "T5-inf1": "2320"}, (Final(), Ordering(SPACE["2320"])))
    asked = act(three)
    assert asked.verbs("top") == ["T5-inf1", "T4-inf2", "T4-inf1"] and asked.asked is not None
    assert asked.asked.default == 0
    done = asked.then("top T4-inf2", "top T4-inf1")
    assert [GAME.names["UnitId"][u] for u in done.s.here[SPACE["2320"]]] == ["T5-inf1", "T4-inf1", "T4-inf2"]


@pytest.mark.case(TITLE, "10.14")
def test_only_extra_guns_that_were_used_go() -> None:
    units = {"T7-inf1": "2320", "T7-inf2": "2420", "M4-L1": "2317", "M4-L2": "2417"}
    told = {"side": TEXAN, "extra": ["2320", "2420", "2514"]}
    used = act(board(units, **told), "activate T7-inf1", "volley 2317", "done", dice=[(6, 6)])
    over = used.then("activate T7-inf2", "volley 2417", "done", dice=[(6, 6)])  # and nobody is left to act
    assert over.s.extra == (SPACE["2514"],) and len(over.heard(ExtraGunSpent)) == 2 and over.s.extra_used == ()
    single = used.then("done")
    assert single.s.extra == tuple(sorted((SPACE["2420"], SPACE["2514"])))


@pytest.mark.case(TITLE, "8.3", "9.10.B")
def test_command_and_pinning_are_settled_for_every_unit_of_the_side() -> None:
    units = {
        "M1-F1": "2317", "Cos": "2317", "Mora": "2319", "M2-F1": "2010", "T4-inf1": "2318", "M4-L1": "2610",
    }  # fmt: skip
    s = act(board(units)).s
    assert [s.pinned[UNIT[n]] for n in ("M1-F1", "Cos", "Mora", "M2-F1", "M4-L1")] == [HELD_FAST, HELD_FAST, 0, 0, 0]
    assert [s.ready[UNIT[n]] for n in ("M1-F1", "Cos", "Mora", "M2-F1", "M4-L1")] == [1, 1, 1, 0, 1]
    assert s.ready[UNIT["M3-F1"]] == 1  # off the map: who comes on is in command
    assert not in_command(s, UNIT["M2-F1"]) and in_command(s, UNIT["T4-inf1"])
    texan = act(board(units, side=TEXAN)).s
    assert not texan.pinned[UNIT["T4-inf1"]] and texan.ready[UNIT["T4-inf1"]]


@pytest.mark.case(TITLE, "8.2.C")
def test_stairs_open_doors_and_ramps_leave_a_leader_next_to_the_enemy() -> None:
    def dies(units: dict[str, str], **told: object) -> bool:
        played = act(board({**units, "T4-inf2": "2015", "M4-L6": "0505"}, texan_turn(10), **told))
        return len(played.heard(LeaderCutOff)) == 1

    assert dies({"Travis": "2824", "M4-L1": "2723"}) and dies({"Travis": "2723", "M4-L1": "2824"})
    assert dies({"Travis": "2623 in", "M4-L1": "2523"}, doors=[("2523", "2623 in")])
    assert not dies({"Travis": "2623 in", "M4-L1": "2523"})
    assert not dies({"Travis": "2623 in", "M4-L1": "2523"}, doors=[("2521", "2621 in")])
    assert dies({"Travis": "2314", "M4-L1": "2315"}) and dies({"Cos": "2315", "T4-inf1": "2314"})
    assert dies({"Travis": "2723 up", "M4-L1": "2723 in"})
    assert not dies({"Travis": "2213", "M4-L1": "2214"} | {"Travis": "2214", "M4-L1": "2212"})
    both = act(board({"Travis": "2320", "Jones": "2322", "M4-L1": "2321", "T4-inf2": "2015"}, texan_turn(10)))
    assert len(both.heard(LeaderCutOff)) == 2
    last = board({"Travis": "2320", "M4-L1": "2321"}, texan_turn(10), spare=False)
    over = act(last, dice=[(1,)])
    assert over.s.result is not None and over.s.result.winners == (MEXICAN,)


def test_the_dead_and_the_captured_are_not_alive_and_those_off_the_map_are_not_asked() -> None:
    s = board({"M4-L1": "2310", "M4-L2": "dead", "T12-sla1": "captured", "T2-pat1": "2723 up"})
    units = tuple(UNIT[n] for n in ("M4-L1", "M4-L2", "T12-sla1", "T2-pat1", "M4-L3"))
    assert alive(s, units) == (UNIT["M4-L1"], UNIT["T2-pat1"])


@pytest.mark.case(TITLE, "10.14", "10.14.C")
def test_extra_guns_that_were_lost_are_not_spent_as_well() -> None:
    s = board({"M4-L1": "2320", "T4-inf1": "2015"}, (Final(), EndActions(MEXICAN)), extra=["2420", "2514"])
    s.extra_used = tuple(sorted((SPACE["2320"], SPACE["2420"])))
    told: list[int] = []
    EndActions(MEXICAN).auto(s, lambda event: told.append(event.hex))
    assert told == [SPACE["2420"]] and s.extra == (SPACE["2514"],) and s.extra_used == ()
