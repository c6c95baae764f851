"""Sphinx configuration: Markdown by MyST, theme furo. `make docs` treats warnings as errors."""

from pathlib import Path

from grognard import __version__

HERE = Path(__file__).parent
GAMES = HERE.parent / "src" / "grognard" / "games"

project = "Grognard"
author = "Grognard contributors"
copyright = "Grognard contributors"
release = version = __version__

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.viewcode"]
myst_enable_extensions = ["deflist", "fieldlist"]
myst_heading_anchors = 3
exclude_patterns = ["_build"]
autodoc_member_order = "bysource"
autodoc_typehints = "description"

html_theme = "furo"
html_title = f"Grognard {version}"


INDEX = """\
# The games

One page for each title: how to play it in ten minutes, and the rulings where the rulebook is silent or our data had to
be reconstructed. `grognard games` lists the titles that are installed, `grognard games NAME` its scenarios and options.
"""


def write_game_pages() -> None:
    """One page a title, made of the guide and the rulings that its package holds, and a page that lists them."""
    (HERE / "games").mkdir(exist_ok=True)
    names = [path.parent.name for path in sorted(GAMES.glob("*/guide.md"))]
    for name in names:
        parts = [f"```{{include}} ../../src/grognard/games/{name}/guide.md\n```\n"]
        if (HERE / "images" / f"{name}.png").is_file():
            parts.append(f"![{name} at the table](../images/{name}.png)\n")
        if (GAMES / name / "rulings.md").is_file():
            parts.append(f"```{{include}} ../../src/grognard/games/{name}/rulings.md\n:heading-offset: 1\n```\n")
        (HERE / "games" / f"{name}.md").write_text("\n".join(parts), encoding="utf-8")
    listed = "".join(f"{name}\n" for name in names)
    tree = f"\n```{{toctree}}\n:maxdepth: 1\n\n{listed}```\n" if names else ""
    (HERE / "games" / "index.md").write_text(INDEX + tree, encoding="utf-8")


write_game_pages()
