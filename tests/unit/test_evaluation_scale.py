"""What an evaluation costs its driver is measured by a command, on rows that nobody searched for."""

from __future__ import annotations

import json

import pytest

from slowpath.evaluation import scale
from slowpath.evaluation.units import Program, Unit
from slowpath.evaluation.work.made_up import INPUT_BYTES, made_up_row
from slowpath.model.campaign import Budget


@pytest.mark.parametrize(("on", "units"), [("driver", 12), ("local", 2)])
def test_each_number_of_units_is_a_line_with_what_it_cost(on, units, tmp_path, capfd):
    assert scale.main(["--on", on, "--to", str(tmp_path), str(units)]) == 0
    (line,) = capfd.readouterr().out.splitlines()
    said = json.loads(line)
    assert (said["units"], said["on"], said["failed"]) == (units, on, 0), said
    assert said["jsonl_bytes_a_row"] > 10 * INPUT_BYTES and said["driver_peak_mib"] > 0
    assert not list(tmp_path.iterdir()), "what was written is gone"


def test_a_made_up_row_is_the_same_for_the_same_unit():
    units = [Unit(Program(name, "p", "cpp"), "default", 0, Budget(executions=1)) for name in ("a", "b", "a")]
    one, other, again = map(made_up_row, units)
    assert one == again and one.inputs != other.inputs and len(one.inputs) == 10
