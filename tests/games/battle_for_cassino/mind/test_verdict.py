"""What the general weighs besides what stands: how the battle will be judged, and the last turns."""

from grognard.bots import make_player
from grognard.core import Option, hush, load_game, push, run
from grognard.games.battle_for_cassino import GAME
from grognard.games.battle_for_cassino.content import GERMAN, GRID, HOTEL, TOWN, UNIT
from grognard.games.battle_for_cassino.mind.closing import closing_operations
from grognard.games.battle_for_cassino.mind.evaluate import MIND, terms
from grognard.games.battle_for_cassino.mind.goals import away, nearest
from grognard.games.battle_for_cassino.mind.operations import bled_white, operations
from grognard.games.battle_for_cassino.mind.prospects import contact
from grognard.games.battle_for_cassino.mind.verdict import Prices, allied_chance, bled, left, prices, short_chance
from grognard.games.battle_for_cassino.rules.state import Battle, Rules
from grognard.games.battle_for_cassino.rules.turns import Movement
from grognard.games.battle_for_cassino.rules.victory import BUTCHERY, SHORT_BUTCHERY
from grognard.maps import BIT, members
from tests.games.battle_for_cassino.kit import board
from tests.games.battle_for_cassino.mind.test_operations import asked_of, carried_out

H = GRID.id
LAST = 17
MONKS = {"1/I/3": "2206", "A/1/9 GR": "0930"}
"""Somebody in the Abbey, and somebody of the other side far away."""


def losing(s: Battle, lost: int) -> Battle:
    s.lost[0] = lost
    return s


def test_the_chances_follow_the_three_things_that_decide() -> None:
    now = losing(board(MONKS, turn=LAST, side=GERMAN), 50)
    assert left(now) == 0.5 and allied_chance(now) > 0.95
    assert allied_chance(losing(board(MONKS, turn=LAST, side=GERMAN), BUTCHERY + 5)) < 0.05
    hotel = losing(board({**MONKS, "9/III/3": "2023"}, turn=LAST, side=GERMAN), 50)
    assert allied_chance(hotel) < 0.2
    early = losing(board({**MONKS, "9/III/3": "2023"}, turn=2), 10)
    assert allied_chance(early) > allied_chance(hotel)
    nobody = losing(board({"A/1/9 GR": "0930"}, turn=LAST, side=GERMAN), 100)
    assert allied_chance(nobody) > 0.7


def test_the_even_game_is_decided_by_its_own_number() -> None:
    """At 67 steps the last turn is all but won by the Allied side as printed, and lost in the even game."""
    as_printed = losing(board(MONKS, turn=LAST, side=GERMAN), 67)
    even = losing(board(MONKS, turn=LAST, side=GERMAN, rules=Rules(even=True)), 67)
    assert allied_chance(as_printed) > 0.8 and allied_chance(even) < 0.2
    assert bled_white(even) == 1.0 > bled_white(as_printed) > bled_white(losing(board(MONKS), 50)) > 0.0


def test_a_step_is_dear_where_it_may_decide() -> None:
    assert bled(BUTCHERY - 1, BUTCHERY, 0.5) < 0.5 < bled(BUTCHERY, BUTCHERY, 0.5)
    brink, safe, gone = (prices(losing(board(MONKS, turn=15), lost)) for lost in (66, 25, 110))
    assert brink.allied > 2 * brink.german
    assert abs(safe.allied - safe.german) < 0.3 and abs(gone.allied - gone.german) < 0.3
    assert prices(board(MONKS, turn=2)).german > prices(board(MONKS, turn=16)).german


def test_dear_steps_make_an_assault_less_welcome() -> None:
    strong = {f"{c}/25 NZ": h for c, h in zip("ABCD", ("2131", "2131", "2030", "2030"), strict=True)}
    s = board({**strong, "HQ 25 NZ": "1931", "9/III/3": ("2130", 2)}, "combat")
    assert contact(s, 0, False, Prices(3.0, 1.0)) < contact(s, 0, False) == contact(s, 0, False, Prices())


def test_the_general_minds_the_verdict_as_german_only_at_the_end() -> None:
    late, early = losing(board(MONKS, turn=16), 66), losing(board(MONKS, turn=12), 60)
    general = MIND.weights_of("general")
    for s in (late, early):
        assert terms(s, 0, general)["verdict"] != 0 == terms(s, 0)["verdict"] == terms(s, 1)["verdict"]
    assert terms(late, 1, general)["verdict"] == -terms(late, 0, general)["verdict"]
    assert terms(early, 1, general)["verdict"] == terms(GAME.new("town"), 0, general)["verdict"] == 0


SHUT = {"A/25 NZ": "1922", "B/25 NZ": "1923", "C/25 NZ": "1924", "D/25 NZ": "2023", "HQ 25 NZ": "1823", **MONKS}


def test_on_the_last_turns_an_open_objective_is_shut() -> None:
    s = losing(board({**SHUT, "9/III/3": "2617"}, turn=LAST), 40)
    listed = [op for op in closing_operations(s, asked_of(s)) if op.kind == "shut"]
    assert listed
    for operation in listed:
        after = carried_out(s, operation.answers)
        assert (after.held[0] & HOTEL).bit_count() == 4
    early = board(SHUT, turn=12)
    assert closing_operations(early, asked_of(early)) == operations(early, asked_of(early))
    said: dict[str, set[str]] = {}
    for level in ("general", "veteran"):
        world, player = losing(board({**SHUT, "9/III/3": "2617"}, turn=LAST), 40), make_player(level, GAME, 1, 0.1)
        while any(type(step) is Movement for step in world.stack):
            push(world, player.choose(world, asked_of(world), 0), hush)
            said.setdefault(level, set()).update(player.reasons()[:1])
        if level == "general":
            assert all(world.held[0] & BIT[h] for h in members(HOTEL))
    words = load_game("battle_for_cassino").words.get("operation", "shut")
    assert words in said["general"] and words not in said["veteran"]


def test_the_last_german_move_may_end_in_contact_in_an_objective() -> None:
    s = losing(board({"9/III/3": "2320", "A/25 NZ": "1822", **MONKS}, turn=LAST, side=GERMAN), 40)
    listed = [op for op in closing_operations(s, asked_of(s)) if op.kind == "dash" and UNIT["9/III/3"] in op.claims]
    goals = {carried_out(s, op.answers).loc[UNIT["9/III/3"]] for op in listed}
    assert goals & set(members(HOTEL))
    player = make_player("general", GAME, 1, 0.1)
    given: list[Option] = []
    while any(type(step) is Movement for step in s.stack):
        given.append(player.choose(s, asked_of(s), 1))
        push(s, given[-1], hush)
        run(s)
    assert HOTEL & BIT[s.loc[UNIT["9/III/3"]]]


def test_the_nearest_hexes_are_those_of_the_way() -> None:
    unit = UNIT["A/25 NZ"]
    among = sum(BIT[H(name)] for name in ("0123", "1023", "1822", "2023", "3020"))
    order = nearest(unit, among, 3)
    assert order == sorted(members(among), key=lambda h: (away(unit, h), h))[:3]


def test_the_short_game_is_won_by_its_own_count() -> None:
    def short(lost: int, town: int, turn: int) -> Battle:
        held = [GRID.names[h] for h in members(TOWN)][:town]
        names = ["5/II/3", "6/II/3", "7/II/3", "8 MG/II/3", "9/III/3", "10/III/3", "11/III/3", "12 MG/III/3"]
        names += ["1 Pi Coy", "2 Pi Coy", "3 Pi Coy", "StuG 1"]
        units = {**dict(zip(names, held, strict=False)), "A/25 NZ": "0123"}
        return losing(board(units, turn=turn, side=GERMAN, rules=Rules(short=True)), lost)

    assert short_chance(short(10, 2, 5)) > 0.9
    assert short_chance(short(SHORT_BUTCHERY + 3, 2, 5)) < 0.1 and short_chance(short(10, 12, 5)) < 0.4
    weights = MIND.weights_of("veteran")
    assert terms(short(10, 2, 5), 0, weights)["town"] > terms(short(20, 2, 3), 0, weights)["town"] > 0
    assert terms(board(MONKS), 0, weights)["town"] == 0 == terms(short(10, 2, 5), 0)["town"]
