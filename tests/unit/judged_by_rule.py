"""A judge that needs no program: what is wrong is said by a rule over the instance."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from slowpath.faults.contest import Bout
from slowpath.inputs.parsing.parse import parse
from slowpath.inputs.printing import Instance
from slowpath.inputs.text_form.text import from_text
from slowpath.model.breaking import Failing
from slowpath.model.execution import Execution
from slowpath.model.verdict import Verdict

RAN = Execution(Verdict.OK, 1, 1, 1, 1, 0)
Fails = Callable[[Instance], Failing | None]


class ByRule:
    """A judge whose program fails as a rule over the instance says. `runs` counts."""

    def __init__(self, text: str, fails: Fails) -> None:
        self.format = from_text(text)
        self.fails = fails
        self.runs = 0

    def judge(self, data: bytes) -> Bout:
        self.runs += 1
        failing = self.fails(parse(self.format, data))
        verdict = Verdict.TIME_LIMIT if failing is Failing.TIME_LIMIT else Verdict.OK
        return Bout(data, replace(RAN, verdict=verdict), failing=failing)

    def judge_many(self, datas):
        return (self.judge(data) for data in datas)


def wrong_where(rule: Callable[[Instance], bool]) -> Fails:
    """A wrong answer where the rule holds."""
    return lambda instance: Failing.WRONG_ANSWER if rule(instance) else None


def listed(values: list[int]) -> bytes:
    """A number of elements and the elements."""
    return f"{len(values)}\n{' '.join(map(str, values))}\n".encode()
