"""The lock for servers: every package a server needs, pinned as elsewhere, with its hash."""

import re
from importlib.metadata import requires

import hashes
from tests.serving import ROOT

LINE = re.compile(r"([A-Za-z0-9._-]+)==(\S+) --hash=sha256:([0-9a-f]{64})")


def normal(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def test_hashes_are_those_of_the_pinned_packages_and_of_all_of_them() -> None:
    lines = (ROOT / "hashes.txt").read_text(encoding="utf-8").splitlines()[1:]
    locked = {normal(found[1]): found[2] for line in lines if (found := LINE.fullmatch(line))}
    assert len(locked) == len(lines)
    pins = dict(line.split("==") for line in (ROOT / "constraints.txt").read_text(encoding="utf-8").split())
    pinned = {normal(name): version for name, version in pins.items()}
    assert {name: pinned[name] for name in locked} == locked
    asked = [normal(re.split(r"[<>=!~\[ ]", one)[0]) for one in hashes.wanted()]
    assert [name for name in asked if name not in locked] == []
    for name in locked:
        for told in requires(name) or []:
            if ";" not in told:  # what is needed everywhere
                assert normal(re.split(r"[<>=!~\[ (]", told)[0]) in locked, (name, told)
