"""4.0, 5.0, 7.0, 9.18 The turn, ladders, reinforcements, the Reserve, endings and victory; two Mexican players."""

from typing import Any

import pytest

from grognard.core import Match, Result, Roll, Seeded, clone, hush, run
from grognard.games.dark_victory.content import ALL_STEPS, MEXICAN, ROSTER, TEXAN
from grognard.games.dark_victory.rules.entry import free_to_enter, gates
from grognard.games.dark_victory.rules.events import (
    LadderDie,
    LaddersAwarded,
    MexicanMeleeBegan,
    MexicanTurn,
    Released,
    ReserveDie,
    SoftCasualties,
    StackEntered,
    TexanMeleeBegan,
    TexanTurn,
    TurnBegan,
)
from grognard.games.dark_victory.rules.ladders import awards, check_is_due
from grognard.games.dark_victory.rules.losses import kill_leader, lose_step
from grognard.games.dark_victory.rules.sequence import MexicanPlayerTurn, TexanPlayerTurn
from grognard.games.dark_victory.rules.state import ladders_lost, losses, place
from grognard.games.dark_victory.rules.victory import Final, band, collapsed, speed_bonus
from tests.games.dark_victory.kit import GAME, SPACE, UNIT, act, beginning, board, fighting

TITLE = "dark_victory"
WALLS = {"M1-F1": "1913", "M2-F1": "2213", "M3-F1": "3119", "M4-L1": "2630", "T4-inf1": "2320"}
WIDE = {
    "M1-F1": "1913", "M1-F2": "2013", "M1-F3": "1814", "M2-F1": "2113", "M2-F2": "2213", "M2-F3": "2313",
    "M2-F4": "2413", "M2-F5": "2513", "M3-F1": "3119", "M3-F2": "3120", "M4-L1": "2630", "T4-inf1": "2320",
}  # fmt: skip


@pytest.mark.case(TITLE, "4.1", "4.3", "4.2.IA", "4.2.IB", "4.2.IC", "4.2.IIA", "4.2.IIB")
def test_a_turn_is_a_mexican_and_then_a_texan_player_turn() -> None:
    s = board({"M4-L1": "0505", "T4-inf1": "2320"}, beginning(10))
    one = act(s)
    assert one.prompt == "mexican_actions" and one.seat == 0
    two = one.then("done")
    assert two.prompt == "texan_actions" and two.seat == 1
    kinds = [type(e) for e in two.events]
    assert kinds.index(MexicanMeleeBegan) < kinds.index(TexanTurn)
    three = two.then("done")
    assert [e.rule for e in (*two.heard(MexicanMeleeBegan), *three.heard(TexanMeleeBegan))] == ["4.2.IC", "4.2.IIB"]
    assert three.s.turn == 11 and len(three.heard(TurnBegan)) == 1 and three.seat == 0
    assert isinstance(one.events[0], MexicanTurn)


@pytest.mark.case(TITLE, "4.2.IB", "4.2.IIA", "11.13", "10.2")
@pytest.mark.parametrize("turn", [MexicanPlayerTurn(10), TexanPlayerTurn(10)])
def test_a_player_turn_begins_with_nothing_done(turn: MexicanPlayerTurn | TexanPlayerTurn) -> None:
    """Who acted, fired or reacted in the player turn before is free again, and so is who was pinned."""
    s = board({"M4-L1": "0505", "T4-inf1": "2320"}, beginning(10))
    for unit in (UNIT["M4-L1"], UNIT["T4-inf1"]):
        for column in (s.acted, s.pinned, s.reacted, s.shot, s.meleed):
            column[unit] = 1
    s.tried = (SPACE["2320"],)
    s.fired = ((TEXAN, SPACE["2320"]),)
    s.gun_spent[0] = 3
    turn.auto(s, hush)
    assert not any(map(any, (s.acted, s.pinned, s.reacted, s.shot, s.meleed, s.gun_spent)))
    assert s.fired == s.tried == s.entries == () and s.mover == s.climbed == 0


@pytest.mark.case(TITLE, "9.18", "9.18.B", "9.18.C", "9.18.min")
def test_vector_32_the_check_comes_with_all_four_columns_and_one_hex_gets_one() -> None:
    assert check_is_due(board(WALLS))
    for column in ("M1-F1", "M2-F1", "M3-F1", "M4-L1"):
        assert not check_is_due(board({k: v for k, v in WALLS.items() if k != column}))
        assert not check_is_due(board({**WALLS, column: "0505"}))
    assert awards(board(WALLS), 6) == {1: 1, 2: 1, 3: 1, 4: 1}
    assert not check_is_due(board(WALLS, ladder_check=True))
    placed = act(board(WALLS, beginning(5), turn=5), dice=[(3,)])
    assert placed.prompt == "place_ladder" and len(placed.heard(LadderDie)) == 1


@pytest.mark.case(TITLE, "9.18.tab12", "9.18.tab3", "9.18.tab4", "9.18.min", "9.19", "9.18.R")
def test_vector_31_the_table_less_losses_bounded_by_hexes() -> None:
    lost = board(WIDE, column_losses=[0, 2, 0, 1, 0, 0])
    assert awards(lost, 3) == {1: 3, 2: 5, 3: 1, 4: 1}  # 5 and 7 by the table, but three and five hexes
    from grognard.games.dark_victory.content import LADDER_ROWS

    def table(column: int, die: int, lost: int) -> int:
        row = LADDER_ROWS[column - 1]
        return max(row.minimum, die + row.added - lost)

    assert [table(1, 3, 2), table(2, 3, 0), table(3, 3, 1), table(4, 3, 0)] == [5, 7, 1, 1]
    assert [table(c, 6, 0) for c in (1, 2, 3, 4)] == [10, 10, 4, 2]
    assert awards(board(WIDE, column_losses=[0, 0, 8, 0, 0, 0]), 2) == {1: 3, 2: 1, 3: 1, 4: 1}


@pytest.mark.case(TITLE, "9.18.min", "2.17")
def test_more_than_sixteen_ladders_are_trimmed_leaving_each_column_one() -> None:
    from grognard.games.dark_victory.rules.ladders import LadderTrim

    s = board(WIDE, (Final(), LadderTrim((10, 5, 2, 1))))
    asked = act(s)
    assert asked.prompt == "trim" and set(asked.verbs("trim")) == {"Column 1", "Column 2", "Column 3"}
    done = asked.then("trim Column 1", "trim Column 3")
    assert [e.count for e in done.heard(LaddersAwarded)] == [9, 5, 1, 1]


@pytest.mark.case(TITLE, "9.19", "9.19.B", "5.3")
def test_ladders_stand_one_to_a_hex_and_point_up_and_the_losses_become_one() -> None:
    s = board(WIDE, beginning(5), turn=5, column_losses=[0, 1, 2, 0, 0, 0], reduced=())
    for name, lost in (("M1-F1", 1), ("M2-F1", 1), ("M2-F2", 1)):
        s.reduced[UNIT[name]] = lost
    asked = act(s, dice=[(6,)])
    assert asked.prompt == "place_ladder" and asked.s.column_losses == [3, 0, 0, 0, 0, 0]
    assert "1913 > 1914" in asked.verbs("ladder") and "1913 > 2014" in asked.verbs("ladder")
    assert asked.why("ladder 1913 > 1912") == ("9.19.B", "no_climb")
    assert asked.why("ladder 2213 > 2214") == ("9.19", "not_at_the_wall")  # another column's hex
    one = asked.then("ladder 1913 > 1914")
    assert one.why("ladder 1913 > 2014") == ("9.19", "ladder_there")
    rest = one
    while rest.prompt == "place_ladder":
        last = rest.asked is not None and rest.asked.numbers == (3, 1)  # Column 4 has one place for its ladder
        rest = rest.then(rest.offers[0], dice=[(6,)] if last else [])
    assert len(rest.s.ladders) == 3 + 5 + 2 + 1


@pytest.mark.case(TITLE, "9.18", "7.3")
def test_without_a_column_there_will_be_no_ladders_and_no_reserve() -> None:
    s = board({k: v for k, v in WALLS.items() if k != "M4-L1"}, beginning(6), turn=6)
    for k in range(1, 7):
        place(s, UNIT[f"M4-L{k}"], SPACE["dead"])
        s.column_losses[4] += 2
    assert ladders_lost(s, 4) and not check_is_due(s)
    assert act(s).heard(ReserveDie) == []


@pytest.mark.case(TITLE, "7.3", "7.3.B", "7.3.C", "7.3.D", "7.3.E", "8.4.C")
def test_vector_33_the_reserve_comes_in_three_releases() -> None:
    s = board({"T4-inf1": "2320"}, beginning(6), turn=6, ladder_check=True)
    freed = []
    for k, die in enumerate((3, 2, 5, 1, 1)):
        played = act(s, dice=[(die,)])
        names = {GAME.names["UnitId"][u] for u in free_to_enter(played.s, 5)}
        freed.append(names)
        told = [{GAME.names["UnitId"][u] for u in e.units} for e in played.heard(Released)]
        assert told == ([names - freed[k - 1]] if die in (1, 2) else [])
        s = clone(played.s)
        s.stack = beginning(7 + k)
    assert freed[0] == set() and freed[1] == {"Almonte", "Batres", "Bringas"} == freed[2]
    second = {"Ampudia", "Salva", "Vega", *(f"MR-G{k}" for k in range(1, 5)), *(f"MR-S{k}" for k in range(1, 9))}
    assert freed[3] == freed[2] | second
    assert freed[4] == freed[3] | {"Amat", *(f"MR-F{k}" for k in range(1, 13))}
    assert act(s).heard(ReserveDie) == []  # no die after the third success
    before = act(board({"T4-inf1": "2320"}, beginning(6), turn=6))
    assert before.heard(ReserveDie) == []


@pytest.mark.case(TITLE, "7.1", "7.1.B", "7.1.C", "7.2.A", "7.2.B", "7.2.C", "6.2.B")
def test_columns_come_on_by_their_areas_and_pay_for_the_crowd() -> None:
    fresh = GAME.new("historical")
    assert fresh.due[1:5] == [2, 2, 3, 1]
    s = board({"T4-inf1": "2320"}, turn=2, due=[0, 2, 2, 3, 1, 0])
    assert [bool(free_to_enter(s, c)) for c in (1, 2, 3, 4)] == [True, True, False, True]
    names = {GAME.names["SpaceId"][h] for h in gates(s, (UNIT["M1-F1"],), 1)}
    assert names == {f"{c:02}01" for c in range(8, 18)}
    first = act(s, "enter Column 1", "join M1-F1", "join Cos", "done", "at 1001")
    assert first.heard(StackEntered)[0].cost == 1 and first.left == 11
    assert first.s.here[SPACE["1001"]] == (UNIT["Cos"], UNIT["M1-F1"])
    second = first.then("go 1002", "done", "enter Column 1", "join M1-F2", "done", "at 1001")
    assert second.heard(StackEntered)[-1].cost == 2 and second.left == 10
    crowd = act(s, "enter Column 1", "join M1-F1", "join M1-F2")
    assert crowd.why("join M1-F3") == ("7.1", "no_gate_together")
    stays = first.then("done", "enter Column 1", "join M1-F2", "done", "at 1001")
    assert stays.s.pinned[UNIT["M1-F1"]] and stays.prompt == "mexican_actions"
    assert crowd.why("join M2-F1") == ("7.1", "not_free_to_enter")
    late = board({"T4-inf1": "2320"}, turn=9, due=[0, 2, 2, 3, 1, 0])
    assert free_to_enter(late, 3)


@pytest.mark.case(TITLE, "5.5", "5.5.ex")
def test_vector_3_the_bonus_for_speed() -> None:
    assert [speed_bonus(t) for t in (15, 16, 17, 18)] == [3, 2, 1, 0]


@pytest.mark.case(TITLE, "5.7", "5.7.A", "5.7.B", "5.7.C", "5.7.D", "5.2")
def test_vector_34_the_final_count() -> None:
    assert [band(n) for n in (0, 20, 21, 30, 31, 40, 41, 60)] == [
        "mexican_strategic", "mexican_strategic", "mexican_tactical", "mexican_tactical", "texan_tactical",
        "texan_tactical", "texan_strategic", "texan_strategic",
    ]  # fmt: skip

    def final(raw: int, turn: int, die: int) -> tuple[str, tuple[int, ...], int]:
        s = board({"M4-L1": "2320", "T4-inf1": "2321"}, fighting(MEXICAN, turn), turn=turn, spare=False)
        s.column_losses[0] = raw
        hurt = iter([u for u in range(36, 118) if u != UNIT["M4-L1"]])
        for _ in range(raw // 2):
            place(s, next(hurt), SPACE["dead"])
        if raw % 2:
            s.reduced[next(hurt)] = 1
        for unit, at in enumerate(s.loc):
            if at == SPACE["dead"]:
                s.reduced[unit] = 1
        done = act(s, "assault 2321", dice=[(6, 1), (die,)])
        assert done.s.result is not None
        count = done.heard(SoftCasualties)[0]
        return done.s.result.key, done.s.result.winners, count.total

    assert final(52, 16, 4) == ("texan_tactical", (1,), 52 - 15 - 2)
    assert final(40, 18, 1) == ("mexican_tactical", (0,), 30)
    assert final(40, 18, 6) == ("mexican_strategic", (0,), 20)
    assert final(60, 18, 1) == ("texan_strategic", (1,), 50)
    assert final(10, 10, 5) == ("mexican_strategic", (0,), 0)


@pytest.mark.case(TITLE, "4.4", "5.4", "5.3")
def test_vector_47_the_sixty_first_step_ends_it_even_with_the_last_texan() -> None:
    def at(raw: int) -> object:
        s = board({"M4-L1": "2320", "T4-inf1": "2321"}, fighting(MEXICAN, 12), turn=12, spare=False)
        rest = [u for u in range(36, 118) if u != UNIT["M4-L1"]]
        for u in rest[: raw // 2]:
            place(s, u, SPACE["dead"])
            s.reduced[u] = 1
        s.column_losses[0] = raw
        return s

    sixty = act(at(60), "assault 2321", dice=[(6, 1), (3,)])
    assert sixty.s.result is not None and sixty.s.result.numbers == (60 - 15 - 6,)
    tie = act(at(60), "assault 2321", dice=[(1, 4)])
    assert tie.s.result is not None and (tie.s.result.rule, tie.s.result.key) == ("5.4", "collapse")
    assert losses(tie.s) == 61 and tie.heard(SoftCasualties) == []
    assert ALL_STEPS == 164


@pytest.mark.case(TITLE, "5.4", "4.4")
def test_the_sixtieth_step_plays_on() -> None:
    def at(raw: int) -> object:
        s = board({"M4-L1": "2320", "T4-inf1": "2321"}, fighting(MEXICAN, 12), turn=12)
        for u in [u for u in range(36, 118) if u != UNIT["M4-L1"]][: raw // 2]:
            place(s, u, SPACE["dead"])
            s.reduced[u] = 1
        s.column_losses[0] = raw
        return s

    on = act(at(58), "assault 2321", dice=[(1, 6)])
    assert losses(on.s) == 59 and on.s.result is None
    last = act(at(60), "assault 2321", dice=[(1, 6)])
    assert losses(last.s) == 61 and last.s.result is not None
    even = board({"M4-L1": "2320", "T4-inf1": "2321"}, turn=12)
    even.column_losses[0] = 60
    assert not collapsed(even) and even.result is None
    even.column_losses[0] = 61
    assert collapsed(even)


@pytest.mark.case(TITLE, "5.6", "4.4")
def test_texans_left_after_the_last_turn_win() -> None:
    s = board({"M4-L1": "0505", "T4-inf1": "2320"}, beginning(18), turn=18)
    over = act(s, "done", "done")
    assert over.s.result is not None and (over.s.result.rule, over.s.result.winners) == ("5.6", (1,))
    last = board({"M4-L1": "0505", "T13-wom1": "2925 in"}, beginning(18), turn=18)
    assert act(last, "done").s.result is not None


@pytest.mark.case(TITLE, "5.6")
def test_in_the_even_game_more_than_a_handful_must_be_left() -> None:
    def ended(left: int, even: bool, **told: Any) -> Result:
        s = board({"M4-L1": "0505"}, turn=18, spare=False, options={"even_game": even, **told})
        for unit in ROSTER[TEXAN][:left]:
            place(s, unit, SPACE["2320"])
        s.column_losses[0] = 33
        s.stack = (Final(),)
        assert run(s) is None and s.result is not None
        return s.result

    held = ended(21, True)
    assert (held.winners, held.key, held.numbers) == ((TEXAN,), "momentum", (33,))
    overrun = ended(20, True)
    assert (overrun.winners, overrun.key, overrun.numbers) == ((MEXICAN,), "overrun", (33, 20))
    assert ended(1, True).numbers == (33, 1)
    assert ended(1, False) == ended(20, False) == held  # as printed: one is enough
    assert ended(20, True, dual=True).winners == (0, 2)  # equal points share
    s = board({"M4-L1": "0505"}, turn=18, spare=False, options={"even_game": True})
    s.stack = (Final(),)
    assert isinstance(run(s), Roll)  # nobody left: counted as printed


@pytest.mark.case(TITLE, "4.4")
def test_endings_are_tested_after_every_single_loss() -> None:
    s = board({"M4-L1": "0505", "Travis": "2320"}, spare=False)
    assert kill_leader(s, UNIT["Travis"], lambda event: None)
    assert s.stack == (Final(),)
    one = board({"M4-L1": "0505", "T4-inf1": "2320", "Travis": "2320"}, spare=False)
    assert not lose_step(one, UNIT["T4-inf1"], lambda event: None)


@pytest.mark.case(TITLE, "3.5", "3.5.B")
def test_two_mexican_players_play_their_columns_in_order() -> None:
    units = {"M1-L1": "0505", "M2-L1": "0605", "M3-F1": "0705", "Romero": "0705", "M4-L1": "0805", "T4-inf1": "2320"}
    s = board(units, beginning(10), options={"dual": True})
    assert s.seats == (0, 1, 2)
    seats, leads = [], []
    played = act(s)
    while played.prompt != "texan_actions":
        if played.prompt == "mexican_actions":
            seats.append(played.seat)
            leads.append(played.verbs("activate")[0])
        played = played.then("done")
    assert seats == [0, 2, 0, 2] and leads == ["M1-L1", "M2-L1", "M3-F1", "M4-L1"]


@pytest.mark.case(TITLE, "3.5")
def test_two_mexican_players_share_the_reserve_by_their_dice() -> None:
    told = {"options": {"dual": True}, "ladder_check": True, "turn": 6}
    s = board({"T4-inf1": "2320"}, beginning(6), **told)
    one = act(s, dice=[(6,)])
    s2 = clone(one.s)
    s2.stack = beginning(7)
    two = act(s2, dice=[(1,)])
    assert two.s.releases == (2,)  # the second die is the other player's
    assert two.prompt == "mexican_actions" and two.seat == 2 and two.offers == ["enter Reserve", "done"]


@pytest.mark.case(TITLE, "3.5.C")
def test_of_two_mexican_players_the_one_with_more_points_wins() -> None:
    from grognard.games.dark_victory.rules.victory import winners

    s = board({"T4-inf1": "2320"}, options={"dual": True}, points=(2, 1))
    assert winners(s, "mexican_tactical") == (0,) and winners(s, "texan_tactical") == (1,)
    s.points = (1, 3)
    assert winners(s, "mexican_strategic") == (2,)
    s.points = (2, 2)
    assert winners(s, "mexican_strategic") == (0, 2)
    flag = act(
        board({"M2-L1": "2525", "T4-inf1": "2320"}, beginning(10), options={"dual": True}),
        "done",
        "activate M2-L1",
        "go 2524",
    )
    assert flag.s.points == (0, 1)
    match = Match.start(GAME, Seeded(1), "historical", {"dual": True})
    match.resign(2)
    assert match.result is not None and match.result.winners == (TEXAN,)
