"""JSON Schemas (draft 2020-12) of every object that a command prints with `--json`; one file per command.

Objects are open: fields may be added, and none is taken away or changes its meaning.
"""

from __future__ import annotations

import json
from functools import cache
from importlib import resources
from typing import Any

NAMES = tuple(
    (
        "common error find break optimize tests evaluate profile constraints check format generators validate replay "
        "doctor bench_examples bench_faults bench_hacks bench_packages bench_search"
    ).split()
)


@cache
def schema(name: str) -> dict[str, Any]:
    """The schema file `name`.json. `$ref`s to other files are by file name, which is also each file's `$id`."""
    text = resources.files(__package__).joinpath(f"{name}.json").read_text(encoding="utf-8")
    return json.loads(text)
