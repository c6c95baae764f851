"""Records somebody spoiled: each is refused in words, or is a record that replays as it says."""

import json
import random
from functools import cache

from grognard.core import Match, Mismatch, RecordError, Seeded, game_names, load_game, replay
from grognard.core.match import patch
from grognard.core.record import Record, decode_record, encode_record
from tests.attack.spoiling import spoil_bytes, spoil_value

ENTRIES = 30
"""Answers in a record before it is spoiled: long enough for marches, dice, reveals and a take-back."""
TITLES = tuple(name for name in game_names() if load_game(name).package.startswith("grognard.games."))


@cache
def sound(game: str, scenario: str, seed: int) -> bytes:
    """A record of random play, with a take-back in it."""
    match = Match.start(load_game(game), Seeded(seed), scenario)
    rng = random.Random(seed)
    while match.decision is not None and len(match.record.entries) < ENTRIES:
        match.answer(match.decision.seat, rng.choice(match.decision.options))
        if len(match.record.entries) == ENTRIES // 2:
            match.take_back(ENTRIES // 3)
    return encode_record(match.record)


def spoiled(rng: random.Random) -> bytes:
    game = load_game(rng.choice(TITLES))
    raw = sound(game.name, rng.choice(game.scenarios).name, rng.randrange(3))
    if rng.random() < 0.3:
        return spoil_bytes(raw, rng)
    told = json.loads(raw)
    for _ in range(rng.choice((1, 1, 1, 2, 5))):
        if rng.random() < 0.7 and isinstance(told, dict) and isinstance(told.get("entries"), list):
            told = {**told, "entries": spoil_value(told["entries"], rng)}
        else:
            told = spoil_value(told, rng)
    return json.dumps(told).encode()


def trial(rng: random.Random) -> str:
    raw = spoiled(rng)
    try:
        record = decode_record(raw)
    except RecordError:
        return "refused when read"
    told = _under_new_rules(record)
    if told is not None:
        return told
    try:
        match = replay(record)
    except Mismatch:
        return "refused in the replay"
    assert match.record.entries == record.entries, "it was said to be verified"
    return "replays and verifies"


def _under_new_rules(record: Record) -> str | None:
    """A spoiled record can be patched as far as it fits; what cannot begin is told."""
    try:
        match, misfit = patch(record)
    except Mismatch:
        return "refused by patch"
    assert misfit is not None or len(match.record.entries) == len(record.entries)
    return None
