"""The table "How faithful" of the README, computed from the rulebooks' cases, the tests and the component files.

`make figures` writes it; `tests/test_readme.py` fails when it is out of date.
"""

from importlib.metadata import entry_points
from pathlib import Path

from grognard.cli.coverage import cover
from grognard.core import load_game
from grognard.core.game import GROUP
from grognard.tables import Components

ROOT = Path(__file__).parent.parent
BEGIN, END = "<!-- figures: make figures -->\n", "<!-- end of figures -->\n"
HEAD = """\
| title | cases in the rulebook | to implement | in code | proven by a test | rows printed | found | reconstructed |
|---|--:|--:|--:|--:|--:|--:|--:|
"""


def titles() -> list[str]:
    """Installed titles, whatever else a test has registered."""
    return sorted(point.name for point in entry_points(group=GROUP))


def table() -> str:
    lines = []
    for name in titles():
        game = load_game(name)
        total = cover(game, ROOT / "tests").total()
        rows = Components(name, game.folder / "data").provenance()
        counts = (total.cases, total.wanted, total.coded, total.tested, rows.printed, rows.found, rows.reconstructed)
        lines.append(f"| {game.title} | {' | '.join(str(count) for count in counts)} |\n")
    return HEAD + "".join(lines)


def filled(readme: str) -> str:
    """The README with the table brought up to date."""
    before, begin, rest = readme.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        raise ValueError("the README has lost the marks around its figures")
    return before + BEGIN + table() + END + after


if __name__ == "__main__":
    path = ROOT / "README.md"
    path.write_text(filled(path.read_text(encoding="utf-8")), encoding="utf-8")
