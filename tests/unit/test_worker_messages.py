"""Messages between worker and supervisor survive their line."""

from __future__ import annotations

from pathlib import Path

import pytest

from slowpath.model.asking import AskedRound
from slowpath.model.breaking import (
    BreakFound,
    BreakingInput,
    Classification,
    Complaint,
    Difference,
    Divergence,
    Failing,
    FaultCategory,
    ReferenceJudged,
    Role,
)
from slowpath.model.campaign import Budget, ConstraintMeasured, PhaseEntered
from slowpath.model.constraint import Condition, Constraint, ConstraintOrigin, ConstraintState, Place, WithTrait
from slowpath.model.expression import expr
from slowpath.model.format import InputFormat, IntType, Relation, Scalar
from slowpath.model.growth import Growth, GrowthPoint
from slowpath.model.origin import Origin
from slowpath.model.rewrite import InputSpeed, KeptTest, ProvenRewrite, RefusedRewrite, Rewrite, SourceEdit, Speed
from slowpath.pipeline import SlowEvidence
from slowpath.settings import Settings
from slowpath.worker.controls import Controls, PausableClock
from slowpath.worker.messages import (
    Asking,
    Begin,
    BeginBreak,
    BeginOptimize,
    BreakHappened,
    Control,
    EventHappened,
    FormatRead,
    InputHeld,
    ModelReplied,
    OptimizeHappened,
    Taken,
    from_line,
    to_line,
)

CONSTRAINT = Constraint(
    "c",
    3,
    "long",
    Condition("n", Place("before", 3)),
    ConstraintOrigin("rule", "r"),
    aims=(WithTrait("a", "distinct"), Relation("compare", expr("n"), ">=", expr("9"))),
)
BREAKING = BreakingInput(
    "i",
    4,
    (("n", 2), ("t", 1)),
    Origin("tiny", "tiny", recipe={"kind": "bytes"}),
    Failing.UNSTEADY,
    "it changes",
    "brute.py",
    "e",
    "a",
    Difference(1, 1, "5", ""),
    Complaint("overflow", None, "int"),
    Divergence(3, None, 1, 0, (("i", "1", ""),)),
    Classification(FaultCategory.DP, 0.5, ("a table",), others=((FaultCategory.GREEDY, 0.2),)),
    "larger",
)
SPEED = Speed((InputSpeed("slow 1", 9, 2.0, 1.0, 2.0, 1.9, 2.1, True),), 2.0, 1.9, 2.1, 0.9)
PROVEN = ProvenRewrite(
    (Rewrite("r-1", "r", "A set", 2, (SourceEdit(0, 1, b"\xff"),), b"\xff\n", "It is faster."),),
    b"\xff\n",
    812,
    SPEED,
    Growth("n", (GrowthPoint(1, 2),), "linear", "n", 1.0, 0.9, 1.1, 9, 9, 8, 10),
    None,
    (KeptTest("slow 1", "i", "a"),),
)
MESSAGES = [
    ModelReplied(AskedRound("hack/1", "m", 1, 2, "crash", ("It fails.",), "sort", "c1", 3, 4, True)),
    BeginBreak("/p/a.py", b"x", Budget(2.5), 0, Settings(), asking=Asking(5), known=(b"\xff",)),
    BeginOptimize(
        "/p/a.py",
        b"x",
        Budget(2.5),
        0,
        Settings(),
        asking=Asking(),
        slow=(SlowEvidence("slow 1", b"\xff", {"kind": "bytes"}), SlowEvidence("given", b"")),
        broken=(b"1",),
    ),
    EventHappened(ConstraintMeasured(ConstraintState(CONSTRAINT, "confirmed"))),
    Begin("c1", "/p/a.py", b"x", Budget(executions=5), 0, Settings(), aimed="c", constraints=(CONSTRAINT,)),
    Begin("c1", "/p/ä.cpp", b"\xff\n", Budget(2.5), 3, Settings(cpp_flags=("-O3",), state_dir=Path("/s")), True),
    Begin("c1", "/p/a.py", None, Budget(executions=5), 0, Settings()),
    BeginBreak("/p/a.py", b"\xff", Budget(executions=5), 1, Settings(), {"/p/a.format": "n: int"}, ("/p/brute.py",)),
    BeginBreak("/p/a.py", None, Budget(60.0), 0, Settings()),
    FormatRead(InputFormat((Scalar("n", IntType(expr(1), expr(9))),))),
    BreakHappened(BreakFound(BREAKING, 7, 0.5)),
    BreakHappened(ReferenceJudged("brute.py", Role.BRUTE, False, "It crashes.")),
    BeginOptimize("/p/a.py", b"\xff", Budget(60.0), 2, Settings(), {"/p/a.format": "n: int"}),
    OptimizeHappened(PROVEN),
    OptimizeHappened(RefusedRewrite("r", "It prints something else.", "i")),
    OptimizeHappened(PhaseEntered("measuring")),
    Control("pause"),
    EventHappened(PhaseEntered("building", "line\nend", 3, 0.5)),
    InputHeld(bytes(range(256))),
    Taken("c2"),
]


@pytest.mark.parametrize("message", MESSAGES, ids=lambda m: type(m).__name__)
def test_a_message_is_one_line_and_comes_back(message):
    line = to_line(message)
    assert line.endswith(b"\n")
    assert line.count(b"\n") == 1
    assert from_line(line) == message


@pytest.mark.parametrize("line", [b"", b"{}\n", b"[]\n", b'{"message":"Exit"}\n', b'{"message":"Control"}\n', b"x\n"])
def test_what_is_no_message_is_refused(line):
    with pytest.raises(ValueError):
        from_line(line)


def test_the_clock_stands_still_while_paused():
    now = [100.0]
    clock = PausableClock(lambda: now[0])
    now[0] = 105.0
    assert clock() == 5.0
    clock.pause()
    now[0] = 200.0
    clock.pause()
    assert clock() == 5.0
    clock.resume()
    clock.resume()
    now[0] = 201.0
    assert clock() == 6.0


def test_a_stop_and_a_loss_end_a_pause():
    for end in (lambda c: c.apply("stop"), Controls.lose, lambda c: c.apply("resume")):
        controls = Controls()
        controls.apply("pause")
        assert controls.held
        end(controls)
        assert not controls.held
        controls.wait_while_held()
