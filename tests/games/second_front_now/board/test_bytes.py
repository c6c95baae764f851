"""10.6, 15.4 Nobody is sent what is not theirs: every byte shown to the German and to onlookers is searched."""

import random
import re

import msgspec
import pytest

from grognard.core import HIDDEN, SPECTATOR, Match, Seeded
from grognard.games.second_front_now import GAME
from grognard.games.second_front_now.content import ALLIED, ENGLAND, GERMAN, ROSTER, SPACE_NAMES, UNIT_NAMES
from grognard.games.second_front_now.rules.plans import Aim
from grognard.games.second_front_now.rules.state import seen_by_german
from grognard.server.presenter import Presenter
from grognard.server.records import seen_record

C = "second_front_now"
NAMES = {u: re.compile(rf"(?<![\w-]){re.escape(UNIT_NAMES[u])}(?!\w)") for u in ROSTER[ALLIED]}
ANSWERS = 60


def covered(s):
    return {u for u in ROSTER[ALLIED] if not seen_by_german(s, u)}


def told(units, text):
    """Units named in a text."""
    return [UNIT_NAMES[u] for u in units if UNIT_NAMES[u] in text and NAMES[u].search(text)]


@pytest.mark.case(C, "10.6")
@pytest.mark.case(C, "10.6.G")
@pytest.mark.parametrize("fog", ["beneath", "full"])
def test_no_byte_names_a_covered_unit(fog):
    rng = random.Random(12)
    presenter = Presenter(GAME)
    match = Match.start(GAME, Seeded(12), "ten_days", {"fog": fog, "area": "dieppe"})
    while match.decision.prompt in ("area", "placement", "blue_point"):  # who lands first is printed on the counters
        match.answer(match.decision.seat, match.decision.options[0])
    searched = 0
    never = covered(match.state)
    for k in range(ANSWERS):
        decision = match.decision
        if decision is None:
            break
        before, entries = covered(match.state), len(match.record.entries)
        match.answer(decision.seat, rng.choice(decision.options))
        hidden = before & covered(match.state)
        never &= hidden
        for eyes in (GERMAN, SPECTATOR):
            lines = presenter.lines(match, eyes, entries - 1, len(match.record.entries))
            text = msgspec.json.encode(lines).decode()
            if k % 15 == 0:
                view = match.view(eyes)
                shown = (presenter.scene(view, eyes), presenter.crumbs(view))
                text += msgspec.json.encode(shown).decode()
                assert view.loc == [place if u not in hidden else HIDDEN for u, place in enumerate(view.loc)]
            assert not told(hidden, text), (k, decision.prompt)
            searched += len(text)
    for eyes in ((GERMAN,), ()):
        record = msgspec.json.encode(seen_record(match, presenter, eyes).entries).decode()
        assert not told(never, record)
        searched += len(record)
    assert searched > 50_000 and len(never) > 60
    assert any(match.state.loc[u] == ENGLAND for u in never)


@pytest.mark.case(C, "15.4")
def test_no_byte_tells_where_a_slip_points():
    presenter = Presenter(GAME)
    rng = random.Random(5)
    match = Match.start(GAME, Seeded(5), "ten_days", {"fog": "off", "area": "dieppe"})
    slips = 0
    while match.decision is not None and slips < 2 and len(match.record.entries) < 400:
        decision = match.decision
        aims = [o for o in decision.options if type(o) is Aim]
        if not aims:
            match.answer(decision.seat, rng.choice(decision.options))
            continue
        one, other = rng.sample(aims, 2)
        shown = []
        for aim in (one, other):
            tried = match.branch(Seeded(1))
            tried.answer(decision.seat, aim)
            view = tried.view(GERMAN)
            lines = presenter.lines(tried, GERMAN, -1, len(tried.record.entries))
            record = seen_record(tried, presenter, (GERMAN,)).entries
            shown.append(msgspec.json.encode((presenter.scene(view, GERMAN), presenter.crumbs(view), lines, record)))
        assert shown[0] == shown[1], (SPACE_NAMES[one.hex], SPACE_NAMES[other.hex])
        match.answer(decision.seat, one)
        slips += 1
    assert slips == 2
