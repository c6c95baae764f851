"""Titles of other distributions, really installed: an environment of its own that sees our packages and one more."""

import os
import subprocess
import sys
import venv
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path

ROOT = Path(__file__).parents[1]
EXAMPLE = ROOT / "examples" / "two_fords"


def environment(folder: Path, project: Path) -> Path:
    """The Python of a new environment into which pip has installed a project, beside everything installed here."""
    venv.create(folder, with_pip=False)
    python = folder / "bin" / "python"
    own = Path(printed(python, "import sysconfig; print(sysconfig.get_path('purelib'))").strip())
    here = [path for path in sys.path if path.endswith("site-packages")]
    (own / "ours.pth").write_text("\n".join([*here, str(ROOT / "src")]) + "\n", encoding="utf-8")
    # With the build backend at hand nothing is fetched; without it pip makes it a room of its own.
    quick = ["--no-build-isolation"] if find_spec("hatchling") else []
    command = [sys.executable, "-m", "pip", "--python", str(python), "install", "-q", "--no-deps", *quick, str(project)]
    ran = subprocess.run(command, capture_output=True, text=True, cwd=folder)
    assert ran.returncode == 0, ran.stderr
    return python


def told(python: Path, *arguments: object, cwd: Path = ROOT, **settings: str) -> str:
    """What a module run by this Python prints; its failure fails the test with everything it said."""
    return _ran([python, "-m", *arguments], cwd, settings)


def printed(python: Path, code: str) -> str:
    """What these lines print."""
    return _ran([python, "-c", code], ROOT, {})


def _ran(words: Sequence[object], cwd: Path, settings: dict[str, str]) -> str:
    kept = {k: v for k, v in os.environ.items() if not k.startswith(("GROGNARD_", "PYTEST_"))}
    environment = {**kept, "COLUMNS": "160", **settings}
    ran = subprocess.run([str(word) for word in words], env=environment, capture_output=True, text=True, cwd=cwd)
    assert ran.returncode == 0, f"{ran.stdout[-3000:]}\n{ran.stderr[-3000:]}"
    return ran.stdout
