"""Every campaign in small, in the ordinary run; `make attack` does the rest."""

import random
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from grognard.core import Mismatch, RecordError, replay
from grognard.core.record import decode_record
from tests.attack import messages, migrations, owners, records
from tests.attack.campaign import Campaign
from tests.server.kit import Server
from tests.serving import ROOT


@pytest.fixture(autouse=True)
def apart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.attack.campaign.KEPT", tmp_path / "kept")


def test_spoiled_records_are_refused_in_words_or_verify() -> None:
    campaign = Campaign("records", 7)
    campaign.run(records.trial, 150, 600)
    assert campaign.faults == {}
    assert campaign.ends["refused when read"] and campaign.ends["refused in the replay"]


def test_an_act_of_the_table_is_called_what_it_is() -> None:
    """Found by the campaign: the name beside a take-back was believed whatever it was."""
    raw = records.sound("cassino_1944", "campaign", 0)
    assert replay(decode_record(raw)).record.entries
    with pytest.raises(Mismatch, match="answers 'Taken'"):
        replay(decode_record(raw.replace(b'"TakeBack"', b'"Taken"')))
    with pytest.raises(RecordError):
        decode_record(raw[:-20])


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with messages.table(tmp_path_factory.mktemp("table")) as server:
        yield server


def test_spoiled_messages_trouble_nobody(table: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(messages, "GAMES", ("drill", "cassino_1944"))
    campaign = Campaign("messages", 7)
    campaign.run(messages.Attack(table).batch, 3, 600)
    assert campaign.faults == {} and campaign.done == 3


def test_nobody_computes_odds_when_a_match_is_over(table: Server) -> None:
    """Found by the campaign: a title looked for the step that asks."""
    browser = table.browser()
    seat = browser.open(browser.create("me", "me", game="dark_victory")["match"])
    option = seat.question["options"][0]["text"]
    seat.ask("resign", seat=0)
    for about in ({"option": option}, {"space": 1}):
        assert seat.ask("forecast", seat=0, **about)["forecast"] is None
    assert "Traceback" not in table.log.read_text()


def test_what_check_accepts_of_an_owner_plays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(owners, "TITLES", ("cassino_1944",))
    campaign = Campaign("owners", 7)
    campaign.run(
        lambda rng: owners.trial(rng, tmp_path, lambda title, folder, _: owners.told([(title, folder)])[0]), 3, 600
    )
    assert campaign.faults == {} and campaign.done == 3


ORPHANED = """
import os, signal, time
from tests.attack.apart import apart

def work():
    os.kill(os.getppid(), signal.SIGKILL)
    time.sleep(0.1)
    return "done"

try:
    apart(work)
finally:
    print("goes on")
"""


def test_a_trial_whose_campaign_was_killed_does_not_go_on_with_it() -> None:
    """Ten folders were called faults once by such a process, which had a title loaded already."""
    told = subprocess.run([sys.executable, "-c", ORPHANED], cwd=ROOT, capture_output=True, text=True, check=False)
    assert (told.returncode, told.stdout) == (-signal.SIGKILL, "")


def test_a_postgresql_killed_in_a_migration_is_made_whole(postgres: str) -> None:
    whole: migrations.Whole = {}
    ends = [migrations.trial(random.Random(seed), [postgres], whole) for seed in (3, 4)]
    assert all("killed and made whole" in end for end in ends)


OUT_OF_PLAY = [
    ("cities_of_the_damned", "constants.csv", "minor_vp,15,", "lost,15,"),
    ("cities_of_the_damned", "constants.csv", "record_track_last,12,", "lost,12,"),
    ("cities_of_the_damned", "constants.csv", "stack_armor,1,", "stack_armor,0,"),
    ("cities_of_the_damned", "constants.csv", "stack_mixed,2,", "stack_mixed,0,"),
    ("second_front_now", "blooding_table.csv", "retreated,-2,", "99,-2,"),
    ("thunder_at_cassino", "scenarios.csv", "intro_town,Into the Rubble,1,2,", "intro_town,Into the Rubble,1,16,"),
]


def test_check_refuses_what_cannot_be_played(tmp_path: Path) -> None:
    """Each was accepted once, and broke a game later: a constant that is missing or nothing, a turn out of range."""
    asked = []
    for number, (title, file, old, new) in enumerate(OUT_OF_PLAY):
        text = (owners.GAMES / title / "data" / file).read_text(encoding="utf-8")
        assert f"\n{old}" in text
        folder = tmp_path / str(number)
        folder.mkdir()
        (folder / file).write_text(text.replace(f"\n{old}", f"\n{new}"), encoding="utf-8")
        asked.append((title, folder))
    said = owners.told(asked)
    assert len(said) == len(asked) and all(verdict.startswith("refused") for verdict in said), said
