"""The solver of sizes is left in good order when something ends it from outside."""

from __future__ import annotations

import subprocess
import sys

INTERRUPTED = """
import signal
import sys
from slowpath.inputs.sizes import cp_sat
cp_model = cp_sat.cp_model()
assert "pandas" not in sys.modules

class Enough(BaseException):
    pass

def stop(*_):
    raise Enough

model = cp_model.CpModel()
at = [[model.new_bool_var('') for _ in range(69)] for _ in range(70)]
for row in at:
    model.add_exactly_one(row)
for column in zip(*at):
    model.add_at_most_one(column)
solver = cp_model.CpSolver()
solver.parameters.num_workers = 1
solver.parameters.cp_model_presolve = False
solver.parameters.symmetry_level = 0
signal.signal(signal.SIGALRM, stop)
signal.setitimer(signal.ITIMER_REAL, 0.5)
try:
    cp_sat._solved(solver, model)
except Enough:
    print("stopped")
"""


def test_a_process_that_is_told_to_stop_while_sizes_are_solved_ends_in_order():
    done = subprocess.run([sys.executable, "-c", INTERRUPTED], capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stdout) == (0, "stopped\n"), done.stderr
