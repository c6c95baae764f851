"""Seats by option: a match has as many feeds and names as its options ask for, and allies give up together."""

from dataclasses import replace

from grognard.core import Match, Seeded, load_game


def test_the_number_of_seats_follows_the_options() -> None:
    game = load_game("cassino_1944")
    three = replace(game, seating=lambda options: 3 if options["weather"] else 2, sides=(*game.sides, "Third"))
    assert game.seats_with(game.options("campaign")) == 2
    assert three.seats_with(three.options("campaign", {"weather": True})) == 3
    match = Match.start(three, Seeded(1), "campaign", {"weather": True})
    assert match.seat_count == 3
    assert match.record.seats == ["Allied", "German", "Third"]
    assert len(match.feeds) == 4
    assert len(Match.start(three, Seeded(1), "campaign").feeds) == 3


def test_allies_give_up_together() -> None:
    game = load_game("cassino_1944")
    allied = replace(game, allies=lambda s, side: (1,) if side == 0 else ())
    match = Match.start(allied, Seeded(1), "campaign")
    match.resign(0)
    assert match.result is not None and match.result.winners == ()
    match = Match.start(allied, Seeded(1), "campaign")
    match.resign(1)
    assert match.result is not None and match.result.winners == (0,)


def test_a_title_tells_what_each_value_of_a_switch_gives() -> None:
    game = load_game("dark_victory")
    by = {switch.name: game.seats_by(switch) for switch in game.switches}
    assert by.pop("dual") == {False: 2, True: 3}
    assert not any(by.values())
    assert game.seats_for() == game.seats_for("historical", {"dual": "off"}) == 2
    assert game.seats_for("long_barracks", {"dual": "on"}) == 3
