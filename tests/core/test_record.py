"""Records: saved whole or not at all, and every kind of damage is named."""

import json
import random
from pathlib import Path
from typing import Any

import pytest

from grognard.core import (
    Fair,
    Match,
    Mismatch,
    RecordError,
    Refused,
    Seeded,
    flow,
    foreign,
    load_record,
    patch,
    replay,
    save_record,
)
from grognard.core.match import SNAPSHOT, replay_entry
from grognard.core.record import decode_record, encode_record
from tests.drill import GAME
from tests.kit import finished


@pytest.fixture
def raw() -> dict[str, Any]:
    told: dict[str, Any] = json.loads(encode_record(finished(GAME, 1).record))
    return told


def read(raw: dict[str, Any]) -> Any:
    return decode_record(json.dumps(raw).encode(), "game.json")


def test_saving_and_loading_gives_the_same_record(tmp_path: Path) -> None:
    record = finished(GAME, 1).record
    save_record(record, tmp_path / "game.json")
    assert load_record(tmp_path / "game.json") == record
    assert [p.name for p in tmp_path.iterdir()] == ["game.json"]


def test_a_failed_save_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "game.json"
    file.write_text("old")

    def full(_: int) -> None:
        raise OSError("disk full")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(OSError, match="disk full"):
        save_record(finished(GAME, 1).record, file)
    assert file.read_text() == "old"
    assert [p.name for p in tmp_path.iterdir()] == ["game.json"]


@pytest.mark.parametrize(
    ("damage", "told"),
    [
        (lambda r: r.update(format=9), "game.json: record format 9, this program reads 1 and 2"),
        (lambda r: r.update(game="chess"), "no game is called 'chess'"),
        (lambda r: r.update(scenario="moon"), "drill has no scenario 'moon'; it has: whole, short"),
        (lambda r: r.update(options={"speed": 3}), "drill has no option 'speed'"),
        (lambda r: r.pop("entries"), "missing required field `entries`"),
        (lambda r: r["entries"][2].update(answer={"do": "fly"}), "entry 3: not an answer of this game"),
        (lambda r: r["entries"][0].update(who="me"), "Expected `int`"),
    ],
)
def test_damaged_records_are_named(raw: dict[str, Any], damage: Any, told: str) -> None:
    damage(raw)
    with pytest.raises(RecordError, match=told):
        read(raw)


@pytest.mark.parametrize("cut", [0, 1, 50, 700])
def test_truncated_records_are_refused(cut: int) -> None:
    whole = encode_record(finished(GAME, 1).record)
    with pytest.raises(RecordError, match=r"game\.json"):
        decode_record(whole[:cut], "game.json")


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(RecordError, match=r"none\.json: No such file"):
        load_record(tmp_path / "none.json")


def test_a_tampered_answer_is_found(raw: dict[str, Any]) -> None:
    raw["entries"][0]["answer"] = {"do": "plot", "space": 11}
    with pytest.raises(Mismatch, match="entry 1: the position, or what led to it, differs"):
        replay(read(raw))


def test_an_answer_not_among_the_options_is_found(raw: dict[str, Any]) -> None:
    raw["entries"][0]["answer"] = {"do": "plot", "space": 12}
    with pytest.raises(Mismatch, match="entry 1: plot dead is not among the options of 'plot'"):
        replay(read(raw), verify=False)


def test_dice_outside_their_faces_are_found(raw: dict[str, Any]) -> None:
    at = next(k for k, e in enumerate(raw["entries"]) if e["who"] == -1)
    raw["entries"][at]["answer"] = [9, 9, 9]
    with pytest.raises(Mismatch, match=f"entry {at + 1}: .* is no answer to"):
        replay(read(raw))


def test_an_answer_by_the_wrong_seat_is_found(raw: dict[str, Any]) -> None:
    raw["entries"][0]["who"] = 2
    with pytest.raises(Mismatch, match="answers 'plot' by 2, but 'plot' is asked of 0"):
        replay(read(raw))


def test_other_rules_and_components_are_told(raw: dict[str, Any]) -> None:
    assert foreign(read(raw)) == []
    raw.update(rules_version=7, components="mine")
    assert foreign(read(raw)) == [
        "played under rules version 7 of drill, here is 1",
        "played with other components (mine, here drill)",
    ]


def test_patch_stops_at_the_first_entry_that_no_longer_fits(raw: dict[str, Any]) -> None:
    raw["entries"][4]["answer"] = {"do": "bid", "points": 9}
    match, misfit = patch(read(raw))
    assert misfit is not None and misfit.entry == 5
    assert len(match.record.entries) == 4 and match.decision is not None
    whole, none = patch(finished(GAME, 1).record)
    assert none is None and whole.result is not None


def test_the_secret_of_fair_dice_is_published_only_at_the_end() -> None:
    match = Match.start(GAME, Fair(b"secret", ("a", "b")))
    assert match.record.commitment == Fair(b"secret").commitment
    while match.decision is not None:
        assert match.record.secret == ""
        match.answer(match.decision.seat, match.decision.options[match.decision.default])
    assert bytes.fromhex(match.record.secret) == b"secret"


def test_resigning_ends_the_game_for_the_others() -> None:
    match = Match.start(GAME, Seeded(1))
    match.resign(1)
    assert match.result is not None and match.result.winners == (0, 2)
    assert replay(match.record).result == match.result
    with pytest.raises(Refused):
        match.resign(0)


def test_a_branch_does_not_touch_its_source() -> None:
    match = finished(GAME, 2)
    entries, state = list(match.record.entries), match.state
    branch = match.branch(Seeded(5), 10)
    assert branch.record.entries[:10] == entries[:10] and branch.decision is not None
    branch.answer(branch.decision.seat, branch.decision.options[0])
    assert match.record.entries == entries and match.state == state


def test_a_record_of_the_first_format_stays_valid_under_its_own_digests(raw: dict[str, Any]) -> None:
    match = replay(read(raw), to=0)
    raw["format"] = 1
    for told, entry in zip(raw["entries"], read(raw).entries, strict=True):
        replay_entry(match, len(match.record.entries) + 1, entry)
        told["digest"] = GAME.codec.digest(match.state)
    old = read(raw)
    assert replay(old).record == old and old.format == 1
    fitted, none = patch(old)
    assert none is None and fitted.record.format == 2 and replay(fitted.record).record == fitted.record


def test_digests_cover_the_history_where_the_position_says_nothing(raw: dict[str, Any]) -> None:
    """An entry that changed nothing and is missing, another word about what may be taken back."""
    match = Match.start(GAME, Seeded(1))
    for _ in range(3):
        assert match.decision is not None
        match.answer(match.decision.seat, match.decision.options[match.decision.default])
    match.take_back(2)
    match.take_back(2)
    told = json.loads(encode_record(match.record))
    assert replay(read(told)).record == match.record
    without = {**told, "entries": told["entries"][:-1]}
    assert replay(read(without)).state == match.state, "the last entry changes nothing in the position"
    assert without["entries"][-1]["digest"] != told["entries"][-1]["digest"]
    dropped = {**told, "entries": [*told["entries"][:-2], told["entries"][-1]]}
    with pytest.raises(Mismatch, match="what led to it, differs"):
        replay(read(dropped))
    told["entries"][0]["barrier"] = not told["entries"][0]["barrier"]
    with pytest.raises(Mismatch, match="whether it may be taken back alone"):
        replay(read(told))


def test_take_backs_cost_no_more_the_more_there_are(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each to the entry before the last take-back: replayed one inside the other, they would double again and again."""
    pushed = 0
    real = flow.push

    def counting(*values: Any) -> Any:
        nonlocal pushed
        pushed += 1
        assert pushed <= 200 * SNAPSHOT, "it would go on for hours"
        return real(*values)

    monkeypatch.setattr("grognard.core.match.push", counting)
    match = Match.start(GAME, Seeded(1))
    costs = []
    for _ in range(60):
        before = pushed
        assert match.decision is not None
        match.answer(match.decision.seat, match.decision.options[match.decision.default])
        match.take_back(len(match.record.entries) - 1)
        costs.append(pushed - before)
    assert max(costs) <= 3 * SNAPSHOT
    pushed = 0
    replay(match.record)
    assert pushed <= 2 * SNAPSHOT * len(match.record.entries)


@pytest.mark.parametrize("seed", range(4))
def test_every_position_is_found_again_whatever_was_taken_back(seed: int) -> None:
    rng = random.Random(seed)
    match = Match.start(GAME, Seeded(seed))
    stood = {len(match.record.entries): GAME.codec.digest(match.state)}
    for _ in range(150):
        if match.decision is None:
            break
        if rng.random() < 0.3 and match.record.entries:
            match.take_back(rng.randrange(len(match.record.entries)))
        else:
            match.answer(match.decision.seat, rng.choice(match.decision.options))
        stood[len(match.record.entries)] = GAME.codec.digest(match.state)
    assert {n: GAME.codec.digest(match.position(n)[0]) for n in stood} == stood
    assert replay(match.record).record == match.record


def test_letters_that_are_none_are_named() -> None:
    whole = encode_record(finished(GAME, 1).record)
    for old in (b"whole", b"plot"):
        with pytest.raises(RecordError, match=r"game\.json"):
            decode_record(whole.replace(old, b"\xff\xfe", 1), "game.json")
