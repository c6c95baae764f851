"""Make the pictures of a folder small enough to keep: 255 colours of their own each, no metadata.

`make screenshots` takes the pictures and calls this.
"""

import sys
from pathlib import Path

from PIL import Image


def shrink(path: Path) -> None:
    """Rewrite one picture with a palette."""
    with Image.open(path) as picture:
        small = picture.convert("RGB").quantize(255, dither=Image.Dither.FLOYDSTEINBERG)
    small.save(path, optimize=True)


if __name__ == "__main__":
    for found in sorted(Path(sys.argv[1]).glob("*.png")):
        shrink(found)
