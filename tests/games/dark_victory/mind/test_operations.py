"""Whole actions: marches that go on through fire, ways into rooms, leaders who seek their men; what they are for."""

from typing import Any

import pytest

from grognard.bots import make_player
from grognard.bots.carried import CarriedOperations
from grognard.bots.planner import Planner
from grognard.bots.reasons import explain
from grognard.bots.valuation import Valuation
from grognard.core import Operation, Option
from grognard.games.dark_victory.content import MEXICAN, TEXAN
from grognard.games.dark_victory.mind.candidates import candidates, thorough
from grognard.games.dark_victory.mind.evaluate import MIND, evaluate
from grognard.games.dark_victory.mind.operations import fallbacks, operations
from grognard.games.dark_victory.mind.prospects import refuge, siege
from grognard.games.dark_victory.mind.teams import LEADERLESS, teams
from tests.games.dark_victory.kit import GAME, Played, act, beginning, board

PLAZA = {"M2-F1": "2320", "Duque": "2320", "T4-inf1": "2415", "Jones": "2415"}


def shown(answers: tuple[Option, ...]) -> list[str]:
    return [GAME.texts.show(o) for o in answers]


def listed(played: Played, kind: str = "") -> list[Operation]:
    assert played.asked is not None
    return [o for o in operations(played.s, played.asked) if kind in ("", o.kind)]


def general(seed: int = 1) -> Planner:
    player = make_player("general", GAME, seed)
    assert isinstance(player, Planner)
    player.steady()
    return player


# What they are for ----------------------------------------------------------------------------------


def test_a_platoon_serves_one_texan_only() -> None:
    """Two platoons beside one Texan leave the other to nobody; one beside each is better, whoever is nearest."""
    targets = {"T4-inf1": "2414", "T6-inf1": "2027", "M2-L1": "2416"}
    both = teams(board({**targets, "M2-L2": "2415"}))
    each = teams(board({**targets, "M2-L2": "2026"}))
    assert each < both


def test_who_falls_is_hunted_no_more_and_who_cannot_go_stands_further_away() -> None:
    far = {"T6-inf1": "2027", "M2-F1": "2416", "Duque": "2416"}
    assert teams(board(far)) < teams(board({**far, "T4-inf1": "2514"}))
    alone = teams(board({**far, "Duque": "0505"})) - teams(board(far))
    assert 0 < alone <= LEADERLESS


def test_a_room_is_worth_what_its_door_men_and_leader_are() -> None:
    def told(where: str, **more: str) -> float:
        return refuge(board({"T4-inf1": where, **more}, turn=9, spare=False))

    inside = told("2623 in")
    assert told("2120") < inside < told("2623 in", Jones="2623 in") < told("2623 in", Travis="2623 in")
    assert told("2120") < told("2523")
    assert refuge(board({"T4-inf1": "2623 in"}, turn=1, spare=False)) < inside


def test_who_stands_before_a_door_counts_by_what_he_could_do_behind_it() -> None:
    units = {"M2-F1": "2523", "Duque": "2523", "T4-inf1": "2623 in"}
    good = siege(board(units))
    assert good > siege(board(units, reduced=["M2-F1"]))
    assert siege(board({**units, "T4-inf2": "2623 in", "Travis": "2623 in"})) < good
    assert siege(board(units, doors=[("2523", "2623 in")])) == 0.0 == siege(board({**units, "M2-F1": "2320"}))


def test_only_two_doors_can_be_tried_in_a_phase() -> None:
    posts = {"M1-L1": ("2523", "T4-inf1", "2623 in"), "M1-L2": ("2516", "T4-inf2", "2616 in")}
    third = {"M2-L1": "2228", "T4-inf3": "2229 in"}
    two = {name: where for who, (at, them, room) in posts.items() for name, where in ((who, at), (them, room))}
    gained = siege(board({**two, **third})) - siege(board(two))
    assert 0 < gained < siege(board(third))


def test_levels_weigh_rooms_as_texans_and_teams_as_mexicans() -> None:
    s = board({"T4-inf1": "2623 in", "Jones": "2623 in", "M2-F1": "2320", "Duque": "2320"})
    values = {level: Valuation(GAME, level) for level in ("greedy", "veteran", "general")}
    assert values["greedy"](s, TEXAN) == pytest.approx(evaluate(s, TEXAN))
    assert values["veteran"](s, MEXICAN) == pytest.approx(values["greedy"](s, MEXICAN))
    assert values["veteran"](s, TEXAN) > values["greedy"](s, TEXAN)
    assert values["general"](s, MEXICAN) != pytest.approx(values["greedy"](s, MEXICAN))


# What is listed -------------------------------------------------------------------------------------


def test_a_stack_may_stay_fire_or_march_in_parts() -> None:
    found = listed(act(board({**PLAZA, "M2-F2": "2320"})))
    assert {o.kind for o in found} == {"stay", "march"}
    assert ["activate M2-F1", "done", "done"] in [shown(o.answers) for o in found]
    parts = {tuple(text for text in shown(o.answers) if text.startswith("stay")) for o in found}
    assert parts == {(), ("stay M2-F1",), ("stay M2-F1", "stay Duque"), ("stay Duque",)}
    near = listed(act(board({"M2-F1": "2320", "Duque": "2320", "T4-inf1": "2318"})), "fire")
    assert near and all(shown(o.answers)[-1] == "shoot 2318" for o in near)


def test_every_march_can_be_walked_if_nobody_fires() -> None:
    played = act(board(PLAZA))
    for each in listed(played, "march"):
        here = played
        for text in shown(each.answers):
            while here.asked is not None and here.asked.seat == TEXAN:
                here = here.then("done")
            here = here.then(text)


def test_texans_near_mexicans_think_of_rooms_and_the_others_keep_their_posts() -> None:
    squad = {"T4-inf1": "2520", "Jones": "2520"}
    near = listed(act(board({**squad, "M2-L1": "2420"}, side=TEXAN)), "refuge")
    assert any(shown(o.answers)[-1].startswith("force") for o in near)
    assert not listed(act(board({**squad, "M2-L1": "2407"}, side=TEXAN)), "refuge")


def test_a_leader_seeks_platoons_that_nobody_leads() -> None:
    units = {"M2-F1": "2319", "M2-F2": "2320", "T6-inf1": "2429"}
    found = listed(act(board({**units, "Duque": "2324"})), "command")
    led = [shown(o.answers)[-1] for o in found]
    assert led and set(led) & {"go 2319", "go 2320", "go 2220", "go 2420", "go 2219", "go 2419"}
    assert not listed(act(board({"M3-F1": "2319", "T6-inf1": "2429", "Duque": "2324"})), "command")


def test_the_veteran_lists_for_texans_only() -> None:
    mexican, texan = act(board(PLAZA)), act(board({**PLAZA, "M2-F1": "2417", "Duque": "2417"}, side=TEXAN))
    assert mexican.asked is not None and texan.asked is not None
    assert not fallbacks(mexican.s, mexican.asked) and fallbacks(texan.s, texan.asked)


# How they are carried out ---------------------------------------------------------------------------


def test_a_march_is_valued_through_fire_and_goes_on_after_it() -> None:
    """Daylight, a squad with its leader looks on: who has resolved to cross the plaza goes on after a shot."""
    s = board({"M1-L1": "2222", "M1-L2": "2322", "T7-inf1": "2314", "Travis": "2314"}, turn=12)
    played = act(s, "activate M1-L1")
    assert played.asked is not None
    carried = CarriedOperations(Valuation(GAME, "general"), GAME.codec.encode)
    ways = [o for o in listed(played, "march") if len(o.answers) > 2]
    way = max(ways, key=lambda o: len(o.answers))
    first = carried._carried(_copy(played), way.answers[:1], 0, 1.0)
    whole = carried._carried(_copy(played), way.answers, 0, 1.0)
    assert first != whole
    player = general()
    player._rest, player._bound = way.answers, True
    answers: list[str] = []
    here: Played = played
    while here.asked is not None and here.asked.prompt in ("act", "triggered", "react") and len(answers) < 3:
        asked = here.asked
        if asked.seat == TEXAN:
            text = next((t for t in here.offers if t.startswith(("react", "shoot"))), "done")
            here = here.then(text, dice=[(6, 6)] if text.startswith("shoot") else [])
        else:
            answers.append(GAME.texts.show(player.choose(GAME.view(here.s, 0), asked, 0)))
            here = here.then(answers[-1])
    assert answers == shown(way.answers)[: len(answers)] and len(answers) == 3


def test_reasons_of_a_march_tell_where_it_leads_if_nobody_fires() -> None:
    s = board({"M1-L1": "2222", "M1-L2": "2322", "T7-inf1": "2314", "Travis": "2314"}, turn=12)
    played = act(s, "activate M1-L1")
    way = max(listed(played, "march"), key=lambda o: len(o.answers))
    before = GAME.codec.encode(played.s)
    short, whole = (
        explain(GAME, Valuation(GAME, "general"), played.s, way.answers[:n], 0) for n in (1, len(way.answers))
    )
    assert whole and whole != short and before == GAME.codec.encode(played.s)


def _copy(played: Played) -> Any:
    return GAME.codec.decode(GAME.codec.encode(played.s))


def test_doing_nothing_is_chosen_where_every_way_loses() -> None:
    s = board({"M1-L1": "2321", "T7-inf1": "2314", "T7-inf2": "2314", "Travis": "2314"}, turn=12)
    played = act(s)
    assert played.asked is not None
    carried = CarriedOperations(Valuation(GAME, "general"), GAME.codec.encode)
    best = carried.plan(played.s, played.asked, 0, sets=True)
    assert best is not None
    told = [carried._carried(_copy(played), o.answers, 0, 1.0) for o in listed(played)]
    assert best.value == pytest.approx(max(told))


def test_the_general_as_texan_falls_back_behind_a_door() -> None:
    crowd = {f"M2-F{k}": hex for k, hex in enumerate(("2419", "2320", "2421"), 1)}
    s = board({**crowd, "Duque": "2320", "T4-inf1": "2520", "T4-inf2": "2520", "Jones": "2520"}, side=TEXAN, turn=8)
    here = act(s)
    player, said = general(), []
    while here.asked is not None and here.asked.seat == TEXAN and len(said) < 6 and said[-1:] != ["force"]:
        answer = GAME.texts.show(player.choose(GAME.view(here.s, 1), here.asked, 1))
        said.append(answer.split()[0])
        here = here.then(answer, dice=[1] if said[-1] == "force" else [])
    assert "force" in said and player._kind == "refuge"
    assert player.reasons()[0] == GAME.words.get("operation", "refuge")


# Doors and stacks -----------------------------------------------------------------------------------


def test_the_general_compares_doors_by_who_stands_before_them() -> None:
    units = {"M2-F1": "2516", "Duque": "2516", "M3-F1": "2523", "Romero": "2523"}
    rooms = {"T4-inf1": "2616 in", "T4-inf2": "2623 in", "T4-inf3": "2623 in", "Travis": "2623 in"}
    asked = act(board({**units, **rooms}, beginning(9)), "done")
    assert asked.prompt == "break_doors" and asked.asked is not None
    plain, more = candidates(asked.s, asked.asked), thorough(asked.s, asked.asked)
    assert GAME.texts.show(more[0]) == "break 2516 > 2616 in" and set(plain) <= set(more)


def test_a_whole_platoon_is_laid_on_top_before_a_door() -> None:
    units = {"M2-F1": "2516", "M2-F2": "2516", "Duque": "2516", "T4-inf1": "2616 in"}
    asked = act(board(units, beginning(9), reduced=["M2-F2"]))
    assert asked.prompt == "reorder" and asked.asked is not None
    assert [GAME.texts.show(o) for o in thorough(asked.s, asked.asked)] == ["arrange 2516", "done"]
    assert [GAME.texts.show(o) for o in candidates(asked.s, asked.asked)] == ["done"]
    order = asked.then("arrange 2516")
    assert order.asked is not None
    assert [GAME.texts.show(o) for o in thorough(order.s, order.asked)] == ["top M2-F1"]
    whole = act(board(units, beginning(9), reduced=["M2-F1"]))
    assert whole.asked is not None
    assert [GAME.texts.show(o) for o in thorough(whole.s, whole.asked)] == ["done"]


def test_what_the_levels_are_given() -> None:
    assert MIND.carried and MIND.eyes_of("veteran").operations is fallbacks
    assert MIND.eyes_of("general").operations is operations and MIND.eyes_of("general").candidates is thorough
    assert MIND.eyes_of("greedy").operations is None
