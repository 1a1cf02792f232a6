"""A campaign over a quicksort with constraints, by an executor that has a slot for each of them."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from itertools import count as counter

from slowpath.engine.campaign import run_campaign
from slowpath.inputs.text_form.text import from_text
from slowpath.model.campaign import Budget, CampaignSpec
from slowpath.model.campaign_view import CampaignView, fold
from slowpath.model.constraint import Condition, Constraint, ConstraintOrigin, Place
from slowpath.model.execution import RunLimits
from slowpath.model.origin import input_id

ARRAY = from_text("n: int 1..120\na: int[n] 1..10^6\n")
SAMPLES = (("1.in", b"3\n2 1 3\n"), ("2.in", b"5\n5 1 4 2 3\n"))
RULE = ConstraintOrigin("rule", "by-hand")
PLACE = Place("before", 3)


def constraint(
    name: str,
    left: str = "depth",
    right: str = "n",
    factor: float = 0.5,
    line: int = 3,
    aims=(),
    condition: bool = True,
) -> Constraint:
    made = Condition(left, PLACE, right, factor) if condition else None
    return Constraint(name, line, f"{left} is large", made, RULE, aims=tuple(aims))


def quicksort(instance: dict) -> tuple[list[int], int]:
    """Line hits of quicksort with the first element as pivot, and the depth of its recursion."""
    return sorted_quickly(tuple(instance["a"].tolist()))


@lru_cache(maxsize=4096)
def sorted_quickly(given: tuple[int, ...]) -> tuple[list[int], int]:
    comparisons, calls, deepest, stack = 0, 0, 0, [(given, 1)]
    while stack:
        values, depth = stack.pop()
        calls, deepest = calls + 1, max(deepest, depth)
        if len(values) > 1:
            comparisons += len(values) - 1
            stack.append(([v for v in values[1:] if v < values[0]], depth + 1))
            stack.append(([v for v in values[1:] if v >= values[0]], depth + 1))
    return [1, 5 * len(given), comparisons, calls], deepest


def depth_slot(instance: dict) -> int:
    return 1024 * quicksort(instance)[1] // len(instance["a"])


def odd_slot(instance: dict) -> int:
    return 1024 * int(instance["a"][-1] % 2)


class Campaign:
    """Runs campaigns over quicksort with the slots of the given constraints."""

    def __init__(self, fake_executor, slots, unprobed=()) -> None:
        probed = tuple(slots)
        self.executor = fake_executor(
            ARRAY,
            lambda instance: quicksort(instance)[0],
            4,
            lambda instance: [slots[name](instance) for name in probed],
            probed,
            unprobed,
        )
        self.store: dict[str, bytes] = {}
        self._ticks = counter()

    def keep(self, data: bytes) -> str:
        self.store[input_id(data)] = data
        return input_id(data)

    def run(
        self, *constraints: Constraint, executions: int = 300, history=(), gate=None, stop=lambda: False, **changes
    ):
        spec = CampaignSpec(
            "solution.cpp",
            "cpp",
            b"int main(){}",
            ARRAY,
            SAMPLES,
            Budget(executions=executions),
            limits=RunLimits(cpu_s=2.0),
            constraints=constraints,
        )
        return list(
            run_campaign(
                replace(spec, **changes),
                self.executor,
                campaign_id="c",
                keep_input=self.keep,
                clock=lambda: next(self._ticks) / 1000,
                stop=stop,
                history=history,
                read_input=self.store.get,
                gate=gate,
            )
        )


SLOTS = {"deep": depth_slot, "odd": odd_slot, "far": depth_slot}


def view_of(events) -> CampaignView:
    view = CampaignView()
    for event in events:
        view = fold(view, event)
    return view


def states(events) -> dict:
    return {state.constraint.id: state for state in view_of(events).constraints}
