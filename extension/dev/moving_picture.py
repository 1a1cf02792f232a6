"""Puts the frames of the scenario `moving` together to the README's moving picture. Needs Pillow (pip install pillow).

    bash extension/dev/run-e2e.sh ARTIFACTS moving
    python extension/dev/moving_picture.py ARTIFACTS/shots docs/slowpath.webp
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from PIL import Image

WIDTH = 1000
LARGEST_BYTES = 130_000
TIMES = 3
"""How often it runs through: what moves for ever keeps people from reading."""
QUALITIES = (80, 70, 60, 50, 40)


def main(shots: Path, made: Path) -> int:
    """Writes the picture in the best quality that is small enough. Returns the exit status."""
    frames = json.loads((shots / "moving.json").read_text("utf-8"))
    images = [_scaled(Image.open(shots / frame["file"]).convert("RGB")) for frame in frames]
    durations = [round(1000 * frame["seconds"]) for frame in frames]
    for quality in QUALITIES:
        images[0].save(made, save_all=True, append_images=images[1:], duration=durations, loop=TIMES, quality=quality,
                       method=6)
        if made.stat().st_size <= LARGEST_BYTES:
            print(f"{made}: {len(images)} frames, {made.stat().st_size:,} bytes, quality {quality}")
            return 0
    print(f"{made}: {made.stat().st_size:,} bytes are too many", file=sys.stderr)
    return 1


def _scaled(image: Image.Image) -> Image.Image:
    return image.resize((WIDTH, round(image.height * WIDTH / image.width)), Image.Resampling.LANCZOS)


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), Path(sys.argv[2])))
