"""A unit that searches nothing and gives a row as large as that of a real search: what `evaluation.scale` measures a
driver with. `python -m slowpath.evaluation.work.made_up`, a `Work` as JSON in, a `Row` as JSON out."""

from __future__ import annotations

import json
import platform
import random
import sys

from slowpath.evaluation.rows import KEPT, MeasuredInput, Row
from slowpath.evaluation.units import Unit, Work
from slowpath.wire import decode, encode

INPUT_BYTES, RECIPE_BYTES = 4 << 10, 2 << 10


def made_up_row(unit: Unit) -> Row:
    """Ten inputs of random bytes with recipes, the same for the same unit."""
    drawn = random.Random(unit.id)
    inputs = tuple(
        MeasuredInput(
            f"{drawn.getrandbits(64):016x}",
            INPUT_BYTES,
            1000 * (KEPT - place),
            0.1,
            strategy="pattern",
            label="made up",
            validity="likely",
            data=drawn.randbytes(INPUT_BYTES),
            recipe=json.dumps({"made_up": drawn.randbytes(RECIPE_BYTES // 2).hex()}),
        )
        for place in range(KEPT)
    )
    return Row(unit, inputs=inputs, baseline_count=1, executions=1, node=platform.node())


if __name__ == "__main__":
    work: Work = decode(Work, json.load(sys.stdin))
    sys.stdout.write(json.dumps(encode(made_up_row(work.unit))))
