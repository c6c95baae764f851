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
suppress_warnings = ["toc.empty_glob"]

html_theme = "furo"
html_title = f"Grognard {version}"


def write_game_pages() -> None:
    """One page a title, made of the guide, the rulings and the provenance that its package holds."""
    for guide in sorted(GAMES.glob("*/guide.md")):
        name = guide.parent.name
        parts = [f"```{{include}} ../../src/grognard/games/{name}/guide.md\n```\n"]
        if (guide.parent / "rulings.md").is_file():
            parts.append(f"```{{include}} ../../src/grognard/games/{name}/rulings.md\n:heading-offset: 1\n```\n")
        (HERE / "games" / f"{name}.md").write_text("\n".join(parts), encoding="utf-8")


write_game_pages()
