"""The tool that breaks rules on purpose: which breaks it makes, that they take effect, what it reports."""

import ast
import importlib
from pathlib import Path
from typing import Any

import pytest

from tests.mutants.breaks import find_breaks, parse
from tests.mutants.run import KILLED, SURVIVED, Config, enact, forked, listened, report, tasks, touched

SAMPLE = Path(__file__).parent / "sample.py"


def keys() -> list[str]:
    return [made.key for made in find_breaks(parse(SAMPLE))]


def broken(key: str, question: str) -> Any:
    """The answer of the sample to a question, in a process where the break is made."""

    def ask() -> Any:
        module = importlib.import_module("tests.mutants.sample")
        enact(SAMPLE, keys().index(key))
        return eval(question, vars(module))

    importlib.import_module("tests.mutants.sample")
    return listened(*forked(ask, 20))


@pytest.mark.parametrize(
    ("key", "question", "sound", "spoilt"),
    [
        ("LIMIT: 3 => 4", "room(3, False)", False, True),
        ("room: units < LIMIT => units <= LIMIT", "room(3, False)", False, True),
        ("room: units < LIMIT or engineers => units < LIMIT and engineers", "room(1, False)", True, False),
        ("room: units < LIMIT or engineers => units < LIMIT", "room(9, True)", True, False),
        ("strength: if not units => always", "strength([2], 1, 0)", 3, 0),
        ("strength: if u > 1 => no filter", "strength([1, 2], 0, 0)", 2, 3),
        ("strength: 1 - side => side", "strength([2], 1, 0)", 3, 2),
        ("doubled: units * 2 => units", "doubled(2)", 4, 2),
        ("best: max(0, *margins) => 0", "best([1, 2])", 2, 0),
        ("crowded: bool(best([units - LIMIT])) => not bool(best([units - LIMIT]))", "crowded(9)", True, False),
        ("refuse: if units >= LIMIT => never", "refuse(3) is None", False, True),
        ("Track.reset: for k in range(2) => only the first", "(t := Track(), t.reset(), t.used)[2]", [0, 0], [0, 1]),
        ("Track.reset: self.spent = 0 => nothing", "(t := Track(), t.reset(), t.spent)[2]", 0, 1),
    ],
)
def test_a_break_changes_the_answer(key: str, question: str, sound: Any, spoilt: Any) -> None:
    module = importlib.import_module("tests.mutants.sample")
    assert eval(question, vars(module)) == sound
    assert broken(key, question) == spoilt
    assert eval(question, vars(module)) == sound, "the break stays in the other process"


def test_first_instead_of_all() -> None:
    key = "strength: [u for u in units if u > 1] => only the first of units"
    assert broken(key, "strength([2, 3], 0, 0)") == 2


def test_every_break_has_a_key_of_its_own_and_compiles() -> None:
    found = keys()
    assert len(set(found)) == len(found)
    for at in range(len(found)):
        tree = parse(SAMPLE)
        find_breaks(tree)[at].apply()
        compile(ast.fix_missing_locations(tree), "sample", "exec")


def test_what_is_told_is_not_broken() -> None:
    assert not [key for key in keys() if "LIMIT + 1" in key], "numbers inside a refusal are words"


def test_the_nearest_case_is_named() -> None:
    cases = {made.where: made.case for made in find_breaks(parse(SAMPLE))}
    assert cases["room"] == "1.1"
    assert cases["refuse"] == "1.2"
    assert cases["Track.reset"] == "2.0"


def test_a_break_that_never_ends_is_stopped() -> None:
    def forever() -> None:
        while True:
            pass

    assert listened(*forked(forever, 0.2)) is None


def test_a_key_does_not_depend_on_the_line() -> None:
    text = SAMPLE.read_text(encoding="utf-8")
    moved = find_breaks(ast.parse(text.replace("LIMIT = 3", "LIMIT = 3\n\n\n")))
    assert [made.key for made in moved] == keys()


def test_the_report_counts_survivors_and_stale_reasons(capsys: pytest.CaptureFixture[str]) -> None:
    work = [t for t in tasks(SAMPLE.parent, "sample") if t.made.where == "room"]
    results = {t.key: {"end": KILLED, "by": "a test"} for t in work}
    assert report(work, results, Config(), True) == 0
    survivor = work[0]
    results[survivor.key] = {"end": SURVIVED}
    assert report(work, results, Config(), True) == 1
    printed = capsys.readouterr().out
    assert f"sample.py:{survivor.made.line}: survives [1.1] {survivor.made.key}" in printed
    assert report(work, results, Config([], {survivor.key: "changes nothing"}), True) == 0
    killed, gone = work[1].key, ("sample.py", "room: no such break")
    reasons = {survivor.key: "changes nothing", killed: "does it?", gone: "once"}
    assert report(work, results, Config([], reasons), True) == 2
    assert "a break that does not exist" in capsys.readouterr().out


def test_lines_changed_since_a_commit() -> None:
    diff = "@@ -3 +3,2 @@ def a\n-x\n+y\n+z\n@@ -9,2 +11 @@\n-u\n-v\n+w\n@@ -20 +21,0 @@\n-gone\n"
    assert touched(diff) == {3, 4, 11}


def test_a_reason_is_asked_for(tmp_path: Path) -> None:
    file = tmp_path / "title.toml"
    file.write_text('[[accepted]]\nfile = "a.py"\nbreak = "x"\nwhy = " "\n', encoding="utf-8")
    with pytest.raises(SystemExit, match="without a reason"):
        Config.read(file)
