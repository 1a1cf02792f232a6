"""What a search came to and what a row is, in sentences: panel, hovers, lenses and terminal say the same. Pure."""

from __future__ import annotations

from dataclasses import dataclass

from slowpath.analysis.failures import hint_of
from slowpath.model.campaign import FINISHED, NONE_ENDED, STOPPED
from slowpath.model.campaign_view import CampaignView
from slowpath.model.figures import human_bytes, human_count, human_seconds, human_times, of_limit
from slowpath.model.growth import CONSTANT, EXPONENTIAL, LINEAR, LOGARITHMIC, Growth
from slowpath.model.slow_input import TYPICAL_FACTOR, Fault, SlowInput
from slowpath.model.verdict import Verdict

FEW_EXECUTIONS = 100
"""A search of fewer runs has hardly begun."""
ALL_SIZES = "the same at every size"
STEEPER = 0.4
"""A line grows clearly faster than the whole where its power is larger by so much, as n log n is not beside n."""


@dataclass(frozen=True)
class Told:
    """What a search came to. `kind` is "slow" where there are inputs slower than others of their size, "large" where
    all inputs of a size take about as long, "none" where nothing costs more than the baseline, "" while nobody knows.
    `text` are whole sentences; "" with an empty kind.
    """

    kind: str = ""
    text: str = ""


def told(view: CampaignView) -> Told:
    """What the search came to so far; that there is nothing slow is said only once it is over."""
    slow = view.slow_for_their_size
    if slow:
        return Told("slow", f"{summary(slow[0], view.limit_s)}.")
    if view.state not in (FINISHED, STOPPED):
        return Told()
    sure = view.sure_inputs
    if sure:
        return Told("large", _only_large(view, sure))
    return Told("none", _nothing(view))


def summary(slow: SlowInput, limit_s: float | None) -> str:
    """A row in a line: `1.20 s of 1 s, 34 times a typical input of its size (n = 50,000), grows like n^2.0`."""
    parts = [of_limit(slow.cost.cpu_s, limit_s, slow.cost.at_least)]
    times = times_text(slow)
    parts += [f"{times} a typical input of its size ({size_text(slow)})"] if times else [size_text(slow)]
    parts += [growth_words(slow.growth)] if slow.growth is not None else []
    return ", ".join(parts)


def size_text(slow: SlowInput) -> str:
    """`n = 50,000`, or the bytes where no size has a name."""
    return ", ".join(f"{name} = {value:,}" for name, value in slow.sizes) or human_bytes(slow.size)


def times_text(slow: SlowInput) -> str:
    """`34 times`, "" while nobody knows."""
    times = slow.times_typical
    return "" if times is None else f"{'at least ' if slow.cost.at_least else ''}{human_times(times)} times"


def typical_text(slow: SlowInput) -> str:
    """What stands behind `times_text`, in whole sentences; "" where nothing was measured."""
    typical = slow.typical
    if typical is None:
        return ""
    size = size_text(slow)
    if typical.at_least:
        return f"A random input of that size ({size}) is cut at the limit."
    times = times_text(slow)
    times = times[:1].upper() + times[1:]
    if typical.draws == 1:
        return f"{times} a random valid input of the same size ({size}); one was measured."
    return (
        f"{times} the median of {typical.draws} random valid inputs of the same size ({size}), which cost "
        f"{human_count(typical.least)} to {human_count(typical.most)} steps."
    )


def growth_words(growth: Growth) -> str:
    """`grows like n^2.0`. Where reading the input is most of the cost at the sizes that are allowed, the line that
    grows clearly faster is named with it."""
    if growth.model == CONSTANT:
        return ALL_SIZES
    kinds = {LINEAR: f"linear in {growth.variable}", LOGARITHMIC: f"logarithmic in {growth.variable}"}
    words = kinds.get(growth.model, f"grows like {growth.formula}")
    steepest = max(growth.lines, key=lambda line: line.low, default=None)
    if steepest is None or steepest.model == EXPONENTIAL or steepest.low < growth.high + STEEPER:
        return words
    return f"{words}, line {steepest.line} like {steepest.formula}"


def fault_words(fault: Fault) -> str:
    """How the program fails, with what explains it: `FileNotFoundException, line 2: the program wants a file`; of a
    limit, which that is: `out of memory: it wants more than 1024 MB of memory`."""
    is_of_limit = fault.verdict in (Verdict.MEMORY_LIMIT, Verdict.OUTPUT_LIMIT)
    said = fault.detail[:1].lower() + fault.detail[1:].rstrip(".") if is_of_limit else ""
    return ": ".join(filter(None, (fault.reason, hint_of(fault.detail) or said)))


def limit_text(view: CampaignView) -> str:
    """Where the limit comes from, a sentence."""
    if view.time_limit_s is not None:
        return f"The problem's time limit is {human_seconds(view.time_limit_s)}."
    if view.assumed_limit_s is not None:
        return f"The problem states no time limit: {human_seconds(view.assumed_limit_s)} are assumed."
    return ""


def _only_large(view: CampaignView, rows: tuple[SlowInput, ...]) -> str:
    """No input is slower than others of its size."""
    first, limit_s = max(rows, key=lambda slow: slow.cost.cpu_s), view.limit_s
    grown = [slow.growth for slow in rows if slow.growth is not None]
    worst = max(grown, key=lambda growth: (growth.exponent, growth.predicted), default=None)
    said = of_limit(first.cost.cpu_s, limit_s, first.cost.at_least)
    if limit_s is not None and first.cost.cpu_s > limit_s:
        found = f"Too slow on every large input: {said} with {size_text(first)}, whatever the values."
    else:
        found = f"No slow input was found. The largest takes {said}."
    ground = f"No more than {TYPICAL_FACTOR:g} times a typical input of the same size"
    if worst is not None:
        # A formula keeps its small letters.
        words = growth_words(worst)
        ground = words[:1].upper() + words[1:]
    return f"{found} {ground} on everything tried{_grounds(view)}."


def _nothing(view: CampaignView) -> str:
    """Nothing costs more than the baseline: few inputs, or a baseline that is as slow already, show little."""
    if not view.executions:
        return "The search ended before any input was run. Give it more time."
    doubtful = len(view.slow_inputs)
    if doubtful:
        them = "One that may be invalid stands" if doubtful == 1 else f"{doubtful} that may be invalid stand"
        return f"No slow input that is surely valid was found{_grounds(view)}. {them} below."
    unended = next((warned.message for warned in view.warnings if warned.code == NONE_ENDED), "")
    if unended:
        return f"No slow input was found. {unended}"
    baseline = view.baseline
    beside = (
        "the usual input"
        if baseline is None
        else f"{baseline.label if baseline.from_samples else 'a random input'} ({human_seconds(baseline.cost.cpu_s)})"
    )
    few = " That is few: give it more time." if view.executions < FEW_EXECUTIONS else ""
    fails = next((f" The program fails: {fault_words(fault)}." for fault in view.faults if _says_why(fault)), "")
    return f"No slow input was found. Nothing tried costs more than {beside}{_grounds(view)}.{fails or few}"


def _says_why(fault: Fault) -> bool:
    """Whether a fault may be why nothing slow was found: it says what the program wants, or that it wants memory or
    waits."""
    return fault.verdict in (Verdict.MEMORY_LIMIT, Verdict.IDLENESS_LIMIT) or bool(hint_of(fault.detail))


def _grounds(view: CampaignView) -> str:
    """` (40k runs, 14 shapes)`."""
    shapes = f", {view.shapes:,} shape{'' if view.shapes == 1 else 's'}" if view.shapes else ""
    return f" ({human_count(view.executions)} run{'' if view.executions == 1 else 's'}{shapes})"
