"""What a title shows only reads: a view is shared by everybody who may see the same."""

import random
from typing import Any

from grognard.core import SPECTATOR, Game, Match, Seeded
from grognard.look.display import display_of
from grognard.look.style import FACES
from grognard.look.symbols import symbols

EVERY = 12
"""Positions of a random game between two that are looked at."""
LOOKED = 14


def test_showing_a_view_leaves_it_as_it_was(title: Game[Any]) -> None:
    game, display = title, display_of(title)
    if display is None:
        assert not (game.folder / "board").exists(), "a board that shows nothing"
        return
    rng = random.Random(11)
    match = Match.start(game, Seeded(11))
    looked = 0
    while (asked := match.decision) is not None and looked < LOOKED:
        if len(match.record.entries) // EVERY >= looked:
            looked += 1
            view = match.view(asked.seat)
            before = game.codec.digest(view, True)
            for piece in display.scene(view, asked.seat).pieces:
                face = piece.face
                assert face.ground in FACES, f"{piece.name}: no counters are called {face.ground!r}"
                assert not face.symbol or face.symbol in symbols(), f"{piece.name}: no symbol is called {face.symbol!r}"
            display.charts(view, asked.seat)
            if display.text_map is not None:
                display.text_map(view, asked.seat)
            if display.text_near is not None:
                assert display.text_near(view, asked.seat, rng.randrange(len(game.names["SpaceId"])))
            unit, space = (rng.randrange(len(game.names[kind])) for kind in ("UnitId", "SpaceId"))
            if display.reach is not None and (found := display.reach(view, unit)) is not None:
                assert found.start == view.loc[unit], "the reach of a unit begins where it stands"
            for name, _ in display.overlays:
                display.overlay(view, asked.seat, name, -1, -1)
                display.overlay(view, asked.seat, name, unit, -1)
                display.overlay(view, asked.seat, name, -1, space)
            for option in rng.sample(asked.options, min(4, len(asked.options))):
                display.forecast(view, asked.seat, option)
            display.threat_forecast(view, asked.seat, space)
            display.scene(match.view(SPECTATOR), SPECTATOR)
            assert game.codec.digest(view, True) == before
        match.answer(asked.seat, rng.choice(asked.options))
    assert looked
