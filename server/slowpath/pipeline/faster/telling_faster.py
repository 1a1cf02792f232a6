"""What a faster version of a program is, in sentences. Pure."""

from __future__ import annotations

from slowpath.model.figures import human_ratio, human_seconds
from slowpath.model.rewrite import InputSpeed, ProvenRewrite


def faster_sentences(proven: ProvenRewrite) -> list[str]:
    """What is said of a faster program, a line each: first that it keeps to a limit which the program misses, last how
    much faster it is, and on what proof."""
    speed = proven.speed
    lines = []
    if speed.within_limit:
        names = ", ".join(each.name for each in speed.within_limit)
        lines.append(f"now within the time limit of {speed.time_limit_s:g} s, which the program misses: {names}")
    lines += [f"line {step.line}: {step.title} ({step.reason})" for step in proven.steps]
    lines += [_on_input(each) for each in speed.per_input]
    if proven.growth_before is not None and proven.growth_after is not None:
        lines.append(f"growth: {proven.growth_before.formula}, now {proven.growth_after.formula}")
    left_out = (
        f"; {proven.inputs_left_out:,} more weren't compared: no time, or no answer" if proven.inputs_left_out else ""
    )
    least = "at least " if speed.at_least else ""
    low, high = (human_ratio(end)[:-1] for end in (speed.low, speed.high))
    return [
        *lines,
        f"{least}{human_ratio(speed.geomean)} faster ({low}-{high}); the same output on"
        f" {proven.inputs_agreed:,} inputs{left_out}",
    ]


def _on_input(speed: InputSpeed) -> str:
    """How much faster it is on an input, in a line."""
    before, after = human_seconds(speed.before_s), human_seconds(speed.after_s)
    if speed.both_cut:
        return f"{speed.name}: both were cut after {after}, so it says nothing"
    least = "at least " if speed.at_least else ""
    return f"{speed.name}: {least}{before} -> {after}, {least}{human_ratio(speed.ratio)} faster"
