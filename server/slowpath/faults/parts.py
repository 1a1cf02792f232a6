"""A program held against itself where an input has several test cases: run one by one, they must be answered the same.

What a program prints for a test case may not depend on those before it; where it does, something that one leaves behind
(an array that isn't cleared, a counter that goes on) disturbs the next, and the whole input is answered wrongly.
That outputs can be put together like this, where they are numbered ("Case 2:") with other numbers, is only believed
once it was seen on a sample of several test cases whose answer is known. Nothing stands before the first test case, so
it must be answered alike; where it isn't, a run of it alone may be what is wrong, and nothing is said.

Inputs of many test cases are run in two halves, which takes two runs and shows what crosses the middle. Once something
was found, all are run one by one, so that the input can be made smaller.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from slowpath.faults.beside import Beside
from slowpath.faults.comparing import Comparison
from slowpath.faults.packing import packing_of
from slowpath.inputs.parsing.parse import parse
from slowpath.inputs.parsing.tokens import ParseError
from slowpath.inputs.printing import print_input
from slowpath.model.breaking import BreakSpec
from slowpath.model.execution import Execution
from slowpath.model.verdict import Verdict

MOST_BYTES = 20_000
MOST_CPU_NS = 50_000_000
"""Only inputs that are no larger, and on which the program takes no longer, are run in parts."""
FEW_CASES, MOST_CASES = 8, 400
"""So many test cases are run one by one: while nothing is found, and afterwards."""
_NUMBERED = re.compile(rb"\b((?:case|test|scenario|instance|set)\b\W{0,3})(\d{1,18})(?!\d)", re.IGNORECASE)


class Parts:
    """Runs the parts; `beside` runs the program."""

    def __init__(self, spec: BreakSpec, comparison: Comparison, beside: Beside) -> None:
        self._spec = spec
        self._comparison = comparison
        self._packing = packing_of(spec.format)
        self._run = beside.run
        self._is_usable: bool | None = None if self._packing is not None else False
        self._most_alone = FEW_CASES

    def answer(self, data: bytes, execution: Execution) -> bytes | None:
        """What the program prints for the parts of an input, one behind the other, where that isn't what it printed for
        the whole one in `execution`; else None."""
        if len(data) > MOST_BYTES or execution.cpu_ns > MOST_CPU_NS or self._is_usable is False:
            return None
        if self._is_usable is None:
            self._is_usable = self._fits_samples()
        outputs = self._outputs(data, self._run) if self._is_usable else ()
        if not outputs:
            return None
        whole, joined, first = execution.output or b"", b"".join(outputs), outputs[0].split()
        if whole.split()[: len(first)] != first or self._comparison.check(data, whole, joined).right is not False:
            return None
        self._most_alone = MOST_CASES
        return joined

    def _fits_samples(self) -> bool:
        """Whether the parts of samples of several test cases come to the samples' answers, of one at least."""
        fitting = 0
        for sample in self._spec.samples:
            outputs = self._outputs(sample.data, self._run) if sample.answer is not None else ()
            if not outputs or sample.answer is None:
                continue
            if self._comparison.check(sample.data, b"".join(outputs), sample.answer).right is not True:
                return False
            fitting += 1
        return fitting > 0

    def answer_by(self, data: bytes, run: Callable[[bytes], Execution]) -> bytes | None:
        """What another build prints for the parts of an input, as `run` runs it; None where it fails on one."""
        return b"".join(self._outputs(data, run)) or None

    def _outputs(self, data: bytes, run_part: Callable[[bytes], Execution | None]) -> Sequence[bytes]:
        """What `run_part` prints for each part, line ends included; nothing where that can't be said."""
        packing = self._packing
        if packing is None:
            return ()
        try:
            whole = parse(packing.format, data)
        except ParseError:
            return ()
        cases = whole[packing.name]
        size = 1 if len(cases) <= self._most_alone else (len(cases) + 1) // 2
        parts = [packing.with_cases(whole, cases[at : at + size]) for at in range(0, len(cases), size)]
        if len(parts) < 2 or not all(map(packing.is_valid, parts)):
            return ()
        outputs = []
        for number, part in enumerate(parts):
            run = run_part(print_input(packing.format, part))
            if run is None or run.verdict is not Verdict.OK or run.output is None:
                return ()
            output = _numbered_from(number * size, run.output)
            outputs.append(output if output.endswith(b"\n") else output + b"\n")
        return outputs


def _numbered_from(before: int, output: bytes) -> bytes:
    """The output for test cases that so many stand before."""
    return _NUMBERED.sub(lambda found: b"%s%d" % (found[1], int(found[2]) + before), output) if before else output
