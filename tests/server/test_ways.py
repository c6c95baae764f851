"""Whole marches, found by the answers of the games themselves."""

import random
from typing import Any

import pytest

from grognard.bots import make_player
from grognard.core import Game, Match, Seeded, UnitId, load_game
from grognard.core.text import noun_fields
from grognard.games.cities_of_the_damned import GAME as CITIES
from grognard.games.cities_of_the_damned.rules.activation import Activations
from grognard.games.cities_of_the_damned.rules.movement import March
from grognard.games.cities_of_the_damned.rules.reinforcements import BringOn, Deployment
from grognard.games.cities_of_the_damned.rules.state import ACTIVE
from grognard.server.risks import risks_of
from grognard.server.ways import barred, goals_of, plan_to
from tests.field import GAME as FIELD
from tests.field.board.display import DISPLAY
from tests.games.cities_of_the_damned.kit import A, U, table
from tests.server.kit import Browser


def _unit(game: Game[Any], name: str) -> int:
    return game.names["UnitId"].index(name)


def _space(game: Game[Any], name: str) -> int:
    return game.names["SpaceId"].index(name)


def test_goals_cost_and_ways_of_one_unit() -> None:
    game = load_game("cassino_1944")
    match = Match.start(game, Seeded(1))
    goals = {g.space: g for g in goals_of(game, match.view(0), 0, [_unit(game, "34/133")])}
    far = goals[_space(game, "1905")]
    assert (far.cost, far.stay, far.halts) == (2, True, False)
    assert goals[far.back].cost == 1
    assert _space(game, "1704") not in goals, "where it stands is no goal"


@pytest.mark.parametrize("name", ["cassino_1944", "thunder_at_cassino", "cities_of_the_damned"])
def test_every_goal_has_a_plan_the_match_takes(name: str) -> None:
    """Random games: what is lit can be reached by a legal plan, and the unit stands there unless something came in."""
    game = load_game(name)
    match, rng, tried = Match.start(game, Seeded(3)), random.Random(3), 0
    while (decision := match.decision) is not None and tried < 10:
        seat = decision.seat
        units = [u for u in range(len(game.names["UnitId"])) if u < len(match.state.loc)]
        unit = rng.choice(units)
        stays = [g for g in goals_of(game, match.view(seat), seat, [unit]) if g.stay]
        if stays:
            goal = rng.choice(stays)
            plan = plan_to(game, match.view(seat), seat, [unit], [goal.space])
            assert plan is not None and plan.cost == goal.cost
            match.plan(seat, plan.options)
            assert goal.halts or match.state.loc[unit] == goal.space
            tried += 1
        else:
            match.answer(seat, rng.choice(decision.options))
    assert tried == 10


def test_places_at_which_none_may_stay_are_no_reach() -> None:
    """Thunder sends arrivals one by one: the three who wait together have no march, each question is a click."""
    game = load_game("thunder_at_cassino")
    match = Match.start(game, Seeded(1))
    while (decision := match.decision) is not None and decision.prompt != "arrive":
        match.answer(decision.seat, decision.options[0])
    assert decision is not None and len(decision.units) == 3 and len(decision.options) == 2
    assert goals_of(game, match.view(0), 0, decision.units) == []


def test_a_stack_goes_one_after_the_other_and_a_full_hex_leaves_some_behind() -> None:
    game = load_game("cassino_1944")
    match = Match.start(game, Seeded(1))
    pair = [_unit(game, "34/133"), _unit(game, "34/135")]
    goals = {g.space for g in goals_of(game, match.view(0), 0, pair) if g.stay}
    goal = _space(game, "1905")
    assert goal in goals
    plan = plan_to(game, match.view(0), 0, pair, [goal])
    assert plan is not None and plan.left == []
    match.plan(0, plan.options)
    assert [match.state.loc[u] for u in pair] == [goal, goal]


def test_the_display_of_a_title_tells_long_marches() -> None:
    match = Match.start(FIELD, Seeded(1))
    ten = list(range(10))
    goals = goals_of(FIELD, match.view(0), 0, ten, told=DISPLAY.reach)
    assert len(goals) > 1900
    goal = FIELD.names["SpaceId"].index("4420")
    plan = plan_to(FIELD, match.view(0), 0, ten, [goal], DISPLAY.reach)
    assert plan is not None and plan.left == []
    match.plan(0, plan.options)
    assert {match.state.loc[u] for u in ten} == {goal}


RISKS = [("battle_for_cassino", "movement", "Fires"), ("dark_victory", "mexican_actions", "Triggered")]


@pytest.mark.parametrize(("name", "begins", "step"), RISKS)
def test_a_way_tells_who_could_come_in_on_it(name: str, begins: str, step: str) -> None:
    """Games of greedy players: whenever a march is answered, who may answer it could be told before it began."""
    game = load_game(name)
    match = Match.start(game, Seeded(4))
    players = [make_player("greedy", game, seat) for seat in range(2)]
    told = 0
    while match.decision is not None and told < 6 and len(match.record.entries) < 1500:
        decision, entries = match.decision, match.record.entries
        if type(match.state.stack[-1]).__name__ == step and entries[-1].who == 1 - decision.seat:
            begun = max(n for n, entry in enumerate(entries) if entry.ask == begins)
            plan = [entry.answer for entry in entries[begun:]]
            lead = noun_fields(plan[0]).get("UnitId", (-1,))[0]
            if lead >= 0 and all(entry.who == entries[-1].who for entry in entries[begun:]):
                before = match.position(begun)[0]
                risks = risks_of(game, game.view(before, entries[-1].who), entries[-1].who, lead, plan)
                assert risks, "somebody may come in"
                enemies = {unit for risk in risks for unit in risk.units}
                assert all(before.where(unit) != before.where(lead) for unit in enemies)
                told += 1
        match.answer(decision.seat, players[decision.seat].choose(match.view(decision.seat), decision, decision.seat))
    assert told, "somebody was asked"


def test_what_others_do_in_their_own_turn_is_no_answer_to_a_march() -> None:
    """Second Front Now!: the last command ends the turn, and whoever arrives in the next one does not come in on it."""
    game = load_game("second_front_now")
    match = Match.start(game, Seeded(1), "", {"area": "calais", "fog": "off", "drops": False, "strikes": False})
    rng, marches = random.Random(1), 0
    while match.decision is not None and marches < 4 and len(match.record.entries) < 900:
        decision = match.decision
        if decision.prompt == "commands" and decision.seat == 0 and match.state.cp == 1:
            for pick in [option for option in decision.options if type(option).__name__ == "Pick"]:
                tried = match.branch(Seeded(1))
                tried.answer(decision.seat, pick)
                asked = tried.decision
                if asked is None or asked.seat != decision.seat or not asked.units:
                    continue
                for go in [option for option in asked.options if type(option).__name__ == "Go"][:2]:
                    plan = (pick, go)
                    assert risks_of(game, match.view(decision.seat), decision.seat, asked.units[0], plan) == []
                    marches += 1
        match.answer(decision.seat, rng.choice(decision.options))
    assert marches


def test_who_cannot_march_alone_is_taken_along() -> None:
    """The Battle for Cassino: two companies and the headquarters they stand with go by one order, which is one plan."""
    from grognard.games.battle_for_cassino import GAME
    from grognard.games.battle_for_cassino.board.display import DISPLAY as BATTLE
    from grognard.games.battle_for_cassino.content import UNIT
    from tests.games.battle_for_cassino.kit import SPACE, board

    s = board({"A/25 NZ": "1432", "B/25 NZ": "1432", "HQ 25 NZ": "1432", "C/25 NZ": "1631", "9/III/3": "3610"})
    a, b, hq, c = (UNIT[name] for name in ("A/25 NZ", "B/25 NZ", "HQ 25 NZ", "C/25 NZ"))
    goals = {goal.space: goal for goal in goals_of(GAME, s, 0, [hq, a, b], told=BATTLE.reach)}
    assert SPACE["1531"] in goals and goals[SPACE["1531"]].stay and len(goals) > 300
    plan = plan_to(GAME, s, 0, [hq, a, b], [SPACE["1531"]], told=BATTLE.reach)
    assert plan is not None and plan.left == []
    assert [GAME.texts.show(option) for option in plan.options] == [
        "move A/25 NZ", "carry HQ 25 NZ", "go 1532", "go 1531", "halt", "move B/25 NZ", "go 1532", "go 1531", "halt",
    ]  # fmt: skip
    assert goals_of(GAME, s, 0, [hq], told=BATTLE.reach) == [], "nobody takes it along"
    assert goals_of(GAME, s, 0, [hq, c], told=BATTLE.reach) == [], "nor from another hex"


def test_arrivals_march_from_the_gate_that_is_nearest() -> None:
    """The Battle for Cassino: onto the map and on as far as the points go, in one plan."""
    from grognard.games.battle_for_cassino import GAME
    from grognard.games.battle_for_cassino.board.display import DISPLAY as BATTLE
    from grognard.games.battle_for_cassino.content import TO_COME, UNIT
    from tests.games.battle_for_cassino.kit import SPACE, board

    s = board({"A/25 NZ": "to come", "B/25 NZ": "0133", "9/III/3": "3610"}, turn=1)
    unit = UNIT["A/25 NZ"]
    assert s.loc[unit] == TO_COME
    goals = {goal.space: goal for goal in goals_of(GAME, s, 0, [unit], told=BATTLE.reach)}
    gate, far = SPACE["0127"], SPACE["0927"]
    assert goals[gate].stay and goals[gate].back == TO_COME and goals[far].stay and len(goals) > 300
    plan = plan_to(GAME, s, 0, [unit], [far], told=BATTLE.reach)
    assert plan is not None and plan.cost == goals[far].cost and plan.path[-1] == far
    told = [GAME.texts.show(option) for option in plan.options]
    assert told[0] == "enter A/25 NZ" and told[1].startswith("enterat 01") and told[-2:] == ["go 0927", "halt"]
    short = plan_to(GAME, s, 0, [unit], [gate], told=BATTLE.reach)
    assert short is not None
    assert [GAME.texts.show(option) for option in short.options] == ["enter A/25 NZ", "enterat 0127", "halt"]


def test_a_march_by_a_way_point_reaches_as_far_as_the_points_go_and_costs_the_whole_way() -> None:
    """The Battle for Cassino: the title tells how far also in the middle of a march."""
    from grognard.games.battle_for_cassino import GAME
    from grognard.games.battle_for_cassino.board.display import DISPLAY as BATTLE
    from grognard.games.battle_for_cassino.content import UNIT
    from tests.games.battle_for_cassino.kit import SPACE, board

    s = board({"A/25 NZ": "0927", "9/III/3": "3610"}, turn=2)
    unit, by = UNIT["A/25 NZ"], SPACE["1129"]
    straight = {goal.space: goal for goal in goals_of(GAME, s, 0, [unit], told=BATTLE.reach)}
    bent = {goal.space: goal for goal in goals_of(GAME, s, 0, [unit], [by], told=BATTLE.reach)}
    assert len(bent) > 200
    assert all(goal.cost >= straight[space].cost for space, goal in bent.items() if space in straight)
    assert max(goal.cost for goal in bent.values()) == max(goal.cost for goal in straight.values()) == 30, "all points"
    for goal in (goal for goal in bent.values() if goal.stay):
        plan = plan_to(GAME, s, 0, [unit], [by, goal.space], told=BATTLE.reach)
        assert plan is not None and plan.cost == goal.cost and by in plan.path and plan.path[-1] == goal.space


def test_a_march_under_way_that_ends_in_a_quiet_place_does_not_halt_there() -> None:
    """Two of three areas entered: the next is the last. Only where a fight waits does something come in."""
    u = U["A/24NZ"]
    top = (Activations(), March((UnitId(u),), moved=2))
    s = table({"54": ["A/24NZ"], "58": ["B/24NZ"]}, top=top, ap=3)
    s.used[u] = ACTIVE
    goals = {g.space: g for g in goals_of(CITIES, s, 0, [u])}
    assert {space: goal.halts for space, goal in goals.items()} == {
        **dict.fromkeys((A["55"], A["58"]), False),
        **dict.fromkeys((A["47"], A["48"], A["53"]), True),
    }
    assert all(goal.stay and goal.cost == 1 for goal in goals.values())
    plan = plan_to(CITIES, s, 0, [u], [A["55"]])
    assert plan is not None and not plan.halts
    s = table({"Reinforcements": ["A/15NZ", "B/15NZ"]}, top=(Deployment(), BringOn(UnitId(U["A/15NZ"]), False)))
    brought = goals_of(CITIES, s, 0, [U["A/15NZ"]])
    assert brought and not any(goal.halts for goal in brought), "who comes up is not sent into a fight"


def test_a_stack_that_cannot_pay_for_the_river_is_not_sent_over_it_one_by_one() -> None:
    """Four units and 6 AP: the crossing of all costs 8, that of three 6. Nobody is sent into the fight alone."""
    names = ("A/24NZ", "B/24NZ", "C/24NZ", "A/19NZ")
    units = [U[name] for name in names]
    for ap, stack, across in ((6, units, False), (8, units, True), (6, units[1:], True)):
        s = table({"54": names, "58": ["D/24NZ"], "55": ["A/25NZ", "B/25NZ"]}, ap=ap)
        goals = {g.space: g for g in goals_of(CITIES, s, 0, stack)}
        assert (A["47"] in goals) == across, ap
        plan = plan_to(CITIES, s, 0, stack, [A["47"]])
        assert not across or (plan is not None and not plan.left and plan.halts)
    alone = {g.space: g for g in goals_of(CITIES, s, 0, units[:1])}
    assert alone[A["47"]].halts and alone[A["58"]].stay


def test_a_place_out_of_reach_has_a_reason_of_the_march() -> None:
    """A tank at the Rapido: no road crosses the water beside it (5.2.1), what lies farther is only too far."""
    game = load_game("cassino_1944")
    match = Match.start(game, Seeded(0))
    match.plan(0, [game.texts.parse(text) for text in ("move 756", "go 1805", "go 1705")])
    for text in ("done", "no", "done"):
        match.answer(match.decision.seat if match.decision else 0, game.texts.parse(text))

    def why(unit: str, place: str) -> tuple[str, str] | None:
        refusal = barred(game, match.view(0), 0, [_unit(game, unit)], _space(game, place))
        return None if refusal is None else (refusal.rule, refusal.key)

    assert why("756", "1605") == ("5.2.1.armor", "armor_water")
    assert why("636TD", "1708") == ("5.2.2", "flooded")
    assert why("756", "1005") is None


def test_the_table_tells_why_units_in_hand_cannot_go_there(browser: Browser) -> None:
    game = load_game("cassino_1944")
    seat = browser.open(browser.create("me", "me", game="cassino_1944")["match"])
    asked = {"seat": 0, "units": [_unit(game, "636TD")]}
    told = seat.ask("barred", **asked, spaces=[_space(game, "1708")])
    assert told["refusal"]["rule"] == "5.2.2" and "flooded" in told["refusal"]["text"]
    assert seat.ask("barred", **asked, spaces=[_space(game, "1005")])["refusal"] is None, "too far away"
    for nowhere in ([9999], [], [0, 1]):
        assert seat.ask("barred", **asked, spaces=nowhere)["key"] == "text", nowhere
    assert seat.ask("barred", seat=7, units=[0], spaces=[0])["key"] == "not_yours"
