"""`python hashes.py`: write hashes.txt, the packages a server needs, pinned as in constraints.txt, with their SHA-256.

The hashes are those of the files pip would choose on this machine: a lock for servers of its kind. Elsewhere pip
refuses them, and this makes a list that fits there.
"""

import json
import subprocess
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).parent
EXTRAS = ("postgres", "push")
HEAD = "# Made by hashes.py on {platform}, Python {python}: pip install --require-hashes -r hashes.txt\n"


def wanted() -> list[str]:
    """What pyproject.toml asks for to serve the table."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return [*project["dependencies"], *(one for extra in EXTRAS for one in project["optional-dependencies"][extra])]


def main() -> None:
    command = [sys.executable, "-m", "pip", "install", "--dry-run", "--ignore-installed", "--quiet", "--report", "-"]
    command += ["-c", str(ROOT / "constraints.txt"), *wanted()]
    report = json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
    here = report["environment"]
    lines = [HEAD.format(platform=f"{here['sys_platform']} {here['platform_machine']}", python=here["python_version"])]
    for one in sorted(report["install"], key=lambda one: one["metadata"]["name"].lower()):
        told, digest = one["metadata"], one["download_info"]["archive_info"]["hashes"]["sha256"]
        lines.append(f"{told['name']}=={told['version']} --hash=sha256:{digest}\n")
    (ROOT / "hashes.txt").write_text("".join(lines), encoding="utf-8")


if __name__ == "__main__":
    main()
