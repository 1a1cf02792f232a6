"""Judges what a generator makes: run in the sandbox, parsed, validated, repeated, and measured against the boundary.

A generator passes when every check does. The first reason against it is precise enough to be acted on by whoever
wrote it: the traceback, the line and token where the input leaves the format, the bound that a value breaks, the sizes
that it missed. A generator that is sound but small is kept aside: it passes when nothing better comes.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import numpy as np

from slowpath.generators.specification import GenerationSpec
from slowpath.inputs.filling.generate import CannotGenerate, generate
from slowpath.inputs.filling.plan import Plan
from slowpath.inputs.parsing.parse import parse
from slowpath.inputs.parsing.tokens import ParseError
from slowpath.inputs.printing import print_input
from slowpath.inputs.validating.validate import violations
from slowpath.model.format import InputFormat
from slowpath.model.generator import GeneratorProgram, GeneratorRun, GeneratorRunner
from slowpath.model.origin import input_id
from slowpath.model.ports import InputValidator

FIRST_SEED = 1
SMALL_SHARE = 0.1
MOST_VIOLATIONS = 3
MOST_REASONS = 4
SMALLEST_RUN = 16
SHOWN_LINES = 3
SHOWN_CHARACTERS = 40

FAILURES = {
    "syntax": "The code doesn't compile",
    "crash": "The {what} crashed",
    "forbidden": "The {what} did something that isn't allowed (it may only compute)",
    "shape": "The {what} has the wrong shape",
    "time": "The {what} takes too long",
    "memory": "The {what} takes too much memory",
    "output": "The {what}'s output is too long",
    "broken": "The {what} ended in an unexpected way",
}


@dataclass(frozen=True)
class JudgedInput:
    """A valid input, in the format's own layout, with the arguments that made it and its place in the result."""

    data: bytes = field(repr=False)
    seed: int
    size: int
    index: int = 0

    @property
    def id(self) -> str:
        """The content id of its bytes."""
        return input_id(self.data)


@dataclass(frozen=True)
class Judgement:
    """`program` where it passed (then `inputs` aren't empty), and the reasons against what didn't.

    `kind` classes the first reason: "" passed, one of the failures of a run, "invalid", "unrepeatable" or "small"
    (which has a program all the same).
    """

    program: GeneratorProgram | None = None
    inputs: tuple[JudgedInput, ...] = ()
    kind: str = ""
    reasons: tuple[str, ...] = ()


class FormatJudge:
    """Judges outputs of programs by a format and the problem's own validators."""

    def __init__(self, fmt: InputFormat, validators: Sequence[InputValidator] = ()) -> None:
        self._format = fmt
        self._validators = validators

    def checked(self, output: bytes) -> tuple[bytes | None, str]:
        """The input in the format's layout, or None and why it isn't valid."""
        try:
            instance = parse(self._format, output)
        except ParseError as error:
            return None, (
                f"The input doesn't follow the format at line {error.line}, token {error.token}:"
                f" {error.reason}. {_shape(output)}"
            )
        broken = violations(self._format, instance, MOST_VIOLATIONS)
        if broken:
            return None, "The input breaks the format's rules: " + "; ".join(str(each) for each in broken) + "."
        data = print_input(self._format, instance)
        for validator in self._validators:
            verdict = validator.validate(data)
            if verdict.valid is False:
                return None, f"The problem's own validator ({validator.name}) rejects the input: {verdict.reason}"
        return data, ""

    def laid_out(self, data: bytes) -> bytes:
        """An input in the format's layout, as it is where the format doesn't parse it."""
        try:
            return print_input(self._format, parse(self._format, data))
        except ParseError:
            return data


class Judge:
    """Judges generators for one specification. Not thread-safe, as its runner."""

    def __init__(
        self, spec: GenerationSpec, runner: GeneratorRunner, validators: Sequence[InputValidator] = ()
    ) -> None:
        self._spec = spec
        self._runner = runner
        self._format = FormatJudge(spec.format, validators)
        self._usual = _usual_length(spec)

    def judge(self, source: str, method: str, label: str, *, many: bool = False) -> Judgement:
        """What the generator is worth at full size."""
        size = self._spec.full_size
        run = self._runner.run(source, FIRST_SEED, size)
        if run.failure:
            return _failed(run)
        if len(run.outputs) > 1 and not many:
            return Judgement(
                kind="shape",
                reasons=(f"The generator has the wrong shape: it returned {len(run.outputs)} inputs, not one string.",),
            )
        inputs, reasons = self._valid(run, size)
        if not inputs:
            return Judgement(kind="invalid", reasons=tuple(reasons[:MOST_REASONS]))
        if self._runner.run(source, FIRST_SEED, size).outputs != run.outputs:
            return Judgement(
                kind="unrepeatable",
                reasons=(
                    "Two runs with the same seed gave different inputs: take all randomness from `seed`"
                    " (no clock, no os.urandom, no random.SystemRandom).",
                ),
            )
        program = GeneratorProgram(
            input_id(source.encode("utf-8", "replace")),
            source,
            method,
            label,
            size,
            "seed" in run.takes,
            "size" in run.takes,
        )
        small = self._smallness(inputs)
        return Judgement(program, tuple(inputs), "small" if small else "", (*reasons[:MOST_REASONS], *small))

    def at_size(self, source: str, size: int) -> tuple[JudgedInput | None, str]:
        """The input that the generator makes at a size, or None and the reason."""
        run = self._runner.run(source, FIRST_SEED, size)
        if run.failure:
            return None, _failed(run).reasons[0]
        inputs, reasons = self._valid(run, size)
        return (inputs[0], "") if inputs else (None, reasons[0])

    def _valid(self, run: GeneratorRun, size: int) -> tuple[list[JudgedInput], list[str]]:
        good, reasons = [], []
        for index, output in enumerate(run.outputs):
            data, reason = self._format.checked(output)
            if data is None:
                reasons.append(f"Input {index + 1}: {reason}" if len(run.outputs) > 1 else reason)
            else:
                good.append(JudgedInput(data, FIRST_SEED, size, index))
        return good, reasons

    def _smallness(self, inputs: Sequence[JudgedInput]) -> tuple[str, ...]:
        """The remark on inputs that are far below the boundary, by bytes and by tokens."""
        if not self._usual or not self._spec.size_name:
            return ()
        longest = max((each.data for each in inputs), key=len)
        tokens, usual_tokens = len(longest.split()), self._usual[1]
        if len(longest) >= SMALL_SHARE * self._usual[0] or tokens >= SMALL_SHARE * usual_tokens:
            return ()
        return (
            f"The input is valid but small: {tokens} tokens in {len(longest)} bytes, where an input at the resolved"
            f" boundary ({self._spec.size_name} = {self._spec.full_size}) has about {usual_tokens}.",
        )


def scaled(
    judge: Judge, source: str, full_size: int, passes_threshold: Callable[[bytes], bool]
) -> tuple[JudgedInput | None, tuple[tuple[int, str], ...]]:
    """EvalPerf's scaling: sizes 1, 2, 4, ... until the input passes the threshold, isn't valid any more, or the size
    is past the boundary. Returns the last valid input and, per size, what became of it."""
    best: JudgedInput | None = None
    trail: list[tuple[int, str]] = []
    size = 1
    while size < 2 * full_size:
        size = min(size, full_size)
        made, reason = judge.at_size(source, size)
        if made is None:
            trail.append((size, reason))
            if best is not None or size >= SMALLEST_RUN:
                break
        else:
            best = made
            passed = passes_threshold(made.data)
            trail.append((size, "past the threshold" if passed else "ok"))
            if passed:
                break
        size *= 2
    return best, tuple(trail)


def _shape(output: bytes) -> str:
    """What the input's first lines look like, for whoever has to find the token too many."""
    told = []
    for number, line in enumerate(output.split(b"\n", SHOWN_LINES)[:SHOWN_LINES], 1):
        tokens = line.split()
        shown = b" ".join(tokens)[:SHOWN_CHARACTERS].decode("ascii", "replace")
        told.append(f"line {number} has {len(tokens)} tokens ({shown}{'...' if len(line) > SHOWN_CHARACTERS else ''})")
    return f"The input's {', '.join(told)}."


def _failed(run: GeneratorRun) -> Judgement:
    return Judgement(kind=run.failure, reasons=(told_failure("generator", run.failure, run.detail),))


def told_failure(what: str, failure: str, detail: str) -> str:
    """Why nothing came of a run, for whoever wrote the program; `what` it is."""
    separator = ":\n" if "\n" in detail else ": "
    return f"{FAILURES.get(failure, FAILURES['broken']).format(what=what)}{separator}{detail}"


def _usual_length(spec: GenerationSpec) -> tuple[int, int] | None:
    """Bytes and tokens of a random input at the first boundary; None where none can be made."""
    if not spec.boundaries:
        return None
    plan = Plan(sizes=dict(spec.boundaries[0].sizes), cases=spec.boundaries[0].cases)
    try:
        data = print_input(spec.format, generate(spec.format, plan, np.random.default_rng(0)))
    except CannotGenerate:
        return None
    return len(data), len(data.split())
