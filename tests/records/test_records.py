"""Records kept from before a change: they replay and verify, answer by answer, whatever has moved inside.

Every file was made by random play under the rules version it names; new titles and scenarios add theirs.
"""

from pathlib import Path

import msgspec
import pytest

from grognard.core import Game, RecordError, foreign, game_names, load_game, load_record, replay

FILES = sorted(Path(__file__).parent.glob("*.json"))
TITLES = [name for name in game_names() if load_game(name).package.startswith("grognard.games.")]


@pytest.mark.parametrize("file", FILES, ids=[file.stem for file in FILES])
def test_a_kept_record_replays_and_verifies(file: Path) -> None:
    record = load_record(file)
    match = replay(record)
    assert len(match.record.entries) == len(record.entries) >= 100
    assert [made.digest for made in match.record.entries] == [entry.digest for entry in record.entries]
    assert match.record.entries == record.entries
    assert foreign(record) == []


FORMER = sorted((Path(__file__).parent / "former").glob("*.json"))


@pytest.mark.parametrize("file", FORMER, ids=[file.stem for file in FORMER])
def test_a_record_of_former_rules_is_told_so(file: Path) -> None:
    """It may name options that are gone, or answers that are not allowed any more: the version is what to know."""
    name, _, version = file.stem.rpartition("-")
    here = load_game(name).rules_version
    assert int(version) < here
    try:
        told = "; ".join(foreign(load_record(file)))
    except RecordError as error:
        told = str(error)
    assert f"played under rules version {version} of {name}, here is {here}" in told


@pytest.mark.parametrize("name", TITLES)
def test_every_scenario_has_a_kept_record(name: str) -> None:
    game: Game[object] = load_game(name)
    kept = {(load_record(file).game, load_record(file).scenario) for file in FILES if file.stem.startswith(name)}
    assert kept == {(name, scenario.name) for scenario in game.scenarios}


def test_a_record_says_by_its_version_which_digest_it_holds() -> None:
    """Digests once covered derived columns; from a rules version on that the title names they leave them out."""
    record = load_record(Path(__file__).parent / "former" / "cassino_1944-1.json")
    game = load_game(record.game)
    assert record.rules_version < game.slim_since <= game.rules_version and game.codec.derived
    later = msgspec.structs.replace(record, rules_version=game.slim_since, entries=record.entries[:5])
    slim = replay(later, verify=False)
    whole = replay(msgspec.structs.replace(record, entries=record.entries[:5]))
    assert slim.state == whole.state
    assert [entry.digest for entry in slim.record.entries] != [entry.digest for entry in whole.record.entries]
    assert slim.record.entries[-1].digest == game.codec.digest(slim.state, whole=False)
