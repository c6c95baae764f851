"""What a march can take: the same as the rules' own reach says, and what follows from it for the evaluation."""

import random

from grognard.core import Match, Seeded
from grognard.games.second_front_now import GAME
from grognard.games.second_front_now.content import ALLIED, GERMAN, NORTH, SOUTH, SPACE
from grognard.games.second_front_now.mind.evaluate import MIND
from grognard.games.second_front_now.mind.front import powers
from grognard.games.second_front_now.mind.operations import operations
from grognard.games.second_front_now.mind.prospects import _ground, forces, outlook
from grognard.games.second_front_now.mind.walks import bare, paces, unguarded, walk_ins, walked
from grognard.games.second_front_now.rules.control import gripped
from grognard.games.second_front_now.rules.movement import allowance, reachable
from grognard.games.second_front_now.rules.odds import lines_of, summary
from grognard.maps.sets import BIT, mask, members
from tests.games.second_front_now.kit import act, battle, board


def by_the_rules(s, holder):
    """Empty places of a side that some unit of the enemy on the map takes by one march, hex by hex."""
    own = s.held[holder]
    taken = 0
    for hex in members(s.held[1 - holder]):
        for u in s.here[hex]:
            if allowance(s, u):
                for end in members(reachable(s, (u,))):
                    taken |= gripped(BIT[end], own)
    return taken & unguarded(s, holder)


def test_what_a_march_takes_is_what_the_rules_reach():
    """In positions of random play; a hex that is full already is the only thing the quick way does not look at."""
    rng, seen, wrong = random.Random(5), 0, 0
    match = Match.start(GAME, Seeded(5))
    for k in range(900):
        decision = match.decision
        assert decision is not None
        s = match.state
        if k % 30 == 0 and s.area >= 0:
            for holder in (ALLIED, GERMAN):
                quick = mask(walk_ins(s, holder, paces(s, 1 - holder)))
                true = by_the_rules(s, holder)
                assert not true & ~quick, "nothing is overlooked"
                boxes = holder == ALLIED and (NORTH in s.here or SOUTH in s.here)
                seen += true.bit_count()
                wrong += 0 if boxes else (quick & ~true).bit_count()
        match.answer(decision.seat, rng.choice(decision.options))
    assert seen > 20
    assert wrong <= seen // 10


def test_a_neighbour_does_not_hold_a_place_but_somebody_in_it_does():
    """Beside Soissons stands a division: the panzers walk in all the same; into a place that is held nobody walks."""
    beside = {"1 US Infantry": "2616", "9 SS Panzer": "2817"}
    s = board(beside, allied=["2716"])
    assert SPACE["2716"] in walk_ins(s, ALLIED, paces(s, GERMAN))
    s = board({**beside, "1 US Infantry": "2716"}, allied=["2716"])
    assert SPACE["2716"] not in walk_ins(s, ALLIED, paces(s, GERMAN))
    weights = {**MIND.weights, "walk": 1.0}
    assert MIND.terms(s, ALLIED, weights)["walk"] == -MIND.terms(s, GERMAN, weights)["walk"]
    assert walked(s, ALLIED, paces(s, GERMAN)) < walked(board(beside, allied=["2716"]), ALLIED, paces(s, GERMAN))


def test_empty_places_count_by_how_near_raiders_are():
    near, far = (board({"9 SS Panzer": hex}, allied=["2412"]) for hex in ("2611", "3018"))
    assert bare(near, ALLIED, paces(near, GERMAN)) > bare(far, ALLIED, paces(far, GERMAN)) > 0
    slow = board({"711 German Infantry": "2611"}, allied=["2412"])
    assert bare(slow, ALLIED, paces(slow, GERMAN)) == 0.0, "who walks a hex a day raids nobody"


def test_a_division_behind_the_line_is_listed_as_a_guard():
    s = board({"1 US Infantry": "2110", "9 SS Panzer": "2611"}, allied=["2210"])
    guards = [GAME.texts.show(o.answers[-1]) for o in operations(s, act(s).asked) if o.kind == "guard"]
    assert guards == ["to 1510"], "the town and beach of Dieppe before Abbeville"
    beaches = ("1310", "1411", "1510", "1611", "1710")
    s = board({"1 US Infantry": "2110", "9 SS Panzer": "2611"}, allied=["2210"], german=beaches)
    guards = [GAME.texts.show(o.answers[-1]) for o in operations(s, act(s).asked) if o.kind == "guard"]
    assert guards == ["to 2210"]


def test_guns_alone_have_little_power():
    alone, led = (board({"V US Corps": "1511", **more}) for more in ({}, {"1 US Infantry": "1511"}))
    division = powers(board({"1 US Infantry": "1511"}), ALLIED)[SPACE["1511"]]
    assert powers(alone, ALLIED)[SPACE["1511"]] < 0.3 * (powers(led, ALLIED)[SPACE["1511"]] - division)


def test_the_mean_of_the_shots_is_near_the_exact_table():
    us = ("1 US Infantry", "3 US Infantry", "9 US Infantry", "V US Corps")
    for defenders in (("711 German Infantry",), ("711 German Infantry", "245 German Infantry"), ("9 SS Panzer",)):
        s = board({**dict.fromkeys(us, "2109"), **dict.fromkeys(defenders, "2110")})
        battle(s, ALLIED, "2109", "2110", us, defenders)
        exact = summary(lines_of(s, s.battle), 3, False)
        here = forces(s, s.held[ALLIED] | s.held[GERMAN])
        source, target = SPACE["2109"], SPACE["2110"]
        took, lost, _ = outlook(here[source], here[target], _ground(source, target), 0.0)
        assert abs(took - exact.defender_loss) < 0.5, defenders
        assert abs(lost - exact.attacker_loss) < 0.2, defenders
