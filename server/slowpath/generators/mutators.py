"""Constraint-aware mutators that a model writes, by generate-and-fix (WEDGE section 3.3 and appendix A.2).

The paper runs each mutator dry for three minutes and sends the failure back, at most ten rounds. Ours is run on a
counted number of parents (the samples and inputs of the format in several sizes) and seeds, in the jail; every output
is parsed and validated. How many outputs are valid and how many differ from their parents decides; a mutator that is
sound but weak is kept aside, and passes when nothing better comes.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from slowpath.errors import SlowpathError
from slowpath.generators.judge import FormatJudge, told_failure
from slowpath.generators.rounds import labelled
from slowpath.inputs.filling.generate import CannotGenerate, generate
from slowpath.inputs.filling.plan import Plan
from slowpath.inputs.printing import print_input
from slowpath.inputs.sizes.saturate import boundaries
from slowpath.inputs.text_form.explained import explained_text
from slowpath.llm.client import Cancelled, ModelClient, Usage, never
from slowpath.llm.objections import NO_GROUNDS
from slowpath.llm.prompts import load_prompt
from slowpath.llm.rounds import REPEATED, Attempt, Judged, OnAttempt, Rounds, usage_of
from slowpath.llm.shown import shown_input, shown_statement
from slowpath.model.constraint import Constraint
from slowpath.model.format import InputFormat
from slowpath.model.generator import GeneratorRunner, MutatorProgram, MutatorRun
from slowpath.model.origin import input_id
from slowpath.model.ports import InputValidator

PROMPT = "constraint-mutator"
SAMPLES = 1
ROUNDS = 10
SEEDS = 6
MOST_SAMPLES = 6
SHOWN_SAMPLES = 3
DRAWN_SIZES = (1, 3, 12, 60)
LONG_PARENT = 1 << 14
LARGEST_PARENT = 1 << 20
GOOD_VALID, GOOD_CHANGED, LEAST_VALID = 0.8, 0.5, 0.2
MOST_REASONS = 4
PARTED = {"output": 1, "time": 8}
"""What ends a run of several calls that may be right all the same, and how many of them it is a fault of."""
NO_LISTING = "(not given)"
WEAK, UNREPEATABLE, INVALID, IDLE = "weak", "unrepeatable", "invalid", "idle"


@dataclass(frozen=True)
class MutatorSpec:
    """What a mutator is to be written for. `listing` is the annotated listing, "" without a contrastive pair; `grounds`
    says where the format comes from."""

    problem: str
    statement: str
    format: InputFormat
    samples: tuple[bytes, ...] = field(default=(), repr=False)
    constraints: tuple[Constraint, ...] = ()
    listing: str = field(default="", repr=False)
    grounds: str = NO_GROUNDS

    def values(self) -> Mapping[str, str]:
        """The values of the prompt."""
        samples = "\n\n".join(shown_input(data) for data in self.samples[:SHOWN_SAMPLES])
        return {
            "statement": shown_statement(self.statement),
            "format": explained_text(self.format),
            "grounds": self.grounds,
            "samples": samples or NO_LISTING,
            "constraints": self._constraints(),
            "listing": self.listing or NO_LISTING,
        }

    def _constraints(self) -> str:
        lines = []
        for each in self.constraints:
            code = f" (in the program's words there: `{each.predicate}`)" if each.predicate else ""
            lines.append(f"- line {each.line}: {each.sentence}{code}")
        return "\n".join(lines) or "- (none is known: aim at whatever makes the program below slow)"


@dataclass(frozen=True)
class MutatorVerdict:
    """What the dry run found: shares of the outputs that are valid and that differ from their parents, over `calls`.
    `program` where it passed (also a weak one); `kind` and `reasons` as in `Attempt`."""

    program: MutatorProgram | None = None
    kind: str = ""
    reasons: tuple[str, ...] = ()
    valid_share: float = 0.0
    changed_share: float = 0.0
    calls: int = 0


@dataclass(frozen=True)
class MutatorsReport:
    """What asking gave: the mutators that passed, every attempt, and what it cost. `verdicts` are parallel to
    `programs`. `failure` says why asking ended early, where it did."""

    prompt: str
    model: str
    programs: tuple[MutatorProgram, ...]
    verdicts: tuple[MutatorVerdict, ...]
    attempts: tuple[Attempt, ...]
    usage: Usage
    failure: SlowpathError | None = None


class MutatorJudge:
    """Runs mutators dry for one specification. Not thread-safe, as its runner."""

    def __init__(self, spec: MutatorSpec, runner: GeneratorRunner, validators: Sequence[InputValidator] = ()) -> None:
        self._runner = runner
        self._format = FormatJudge(spec.format, validators)
        self.parents = parents_of(spec)

    def judge(self, source: str, label: str) -> MutatorVerdict:
        """The verdict on a mutator."""
        calls = [
            (parent, seed)
            for seed in range(1, SEEDS + 1)
            for parent, data in enumerate(self.parents)
            if seed == 1 or len(data) <= LONG_PARENT
        ]
        run = self._mutated(source, calls)
        if run.failure:
            return MutatorVerdict(kind=run.failure, reasons=(told_failure("mutator", run.failure, run.detail),))
        wrong: dict[str, str] = {}
        valid = changed = 0
        for (parent, seed), output, note in zip(calls, run.outputs, run.notes, strict=True):
            reason, data = self._reason(output, note)
            if reason:
                wrong.setdefault(
                    _kind_of(reason), f"On an input of {len(self.parents[parent])} bytes with seed {seed}: {reason}"
                )
            else:
                valid += 1
                changed += data != self._format.laid_out(self.parents[parent])
        shares = valid / len(calls), changed / len(calls)
        reasons = tuple(wrong.values())[:MOST_REASONS]
        return self._verdict(source, label, shares, reasons, run, calls)

    def _mutated(self, source: str, calls: Sequence[tuple[int, int]]) -> MutatorRun:
        """What the mutator makes in all calls, in several runs where inputs of full size are too much for one."""
        run = self._runner.mutate(source, self.parents, calls)
        if run.failure not in PARTED or len(calls) <= PARTED[run.failure]:
            return run
        first, second = (self._mutated(source, part) for part in (calls[: len(calls) // 2], calls[len(calls) // 2 :]))
        if first.failure or second.failure:
            return first if first.failure else second
        return MutatorRun(
            (*first.outputs, *second.outputs), (*first.notes, *second.notes), cpu_s=first.cpu_s + second.cpu_s
        )

    def _reason(self, output: bytes | None, note: str) -> tuple[str, bytes]:
        if output is None:
            return f"the mutator crashed:\n{note}", b""
        data, reason = self._format.checked(output)
        return (reason, b"") if data is None else ("", data)

    def _verdict(
        self,
        source: str,
        label: str,
        shares: tuple[float, float],
        reasons: tuple[str, ...],
        run: MutatorRun,
        calls: Sequence[tuple[int, int]],
    ) -> MutatorVerdict:
        valid, changed = shares
        told = (f"{valid:.0%} of {len(calls)} outputs are valid ({GOOD_VALID:.0%} are wanted).",) if reasons else ()
        if valid < LEAST_VALID:
            return MutatorVerdict(None, INVALID, (*told, *reasons), valid, changed, len(calls))
        if self._mutated(source, calls).outputs != run.outputs:
            return MutatorVerdict(
                None,
                UNREPEATABLE,
                (
                    "Two runs with the same texts and seeds gave different inputs: take all randomness from `seed`"
                    " (no clock, no os.urandom, no random.SystemRandom).",
                ),
                valid,
                changed,
                len(calls),
            )
        if not changed:
            return MutatorVerdict(
                None,
                IDLE,
                (*told, "No output differs from the text that was given.", *reasons),
                valid,
                changed,
                len(calls),
            )
        program = MutatorProgram(input_id(source.encode("utf-8", "replace")), source, label, valid, changed)
        if valid >= GOOD_VALID and changed >= GOOD_CHANGED * valid:
            return MutatorVerdict(program, "", (*told, *reasons), valid, changed, len(calls))
        if changed < GOOD_CHANGED * valid:
            told = (*told, f"Only {changed:.0%} of the outputs are valid and differ from the text that was given.")
        return MutatorVerdict(program, WEAK, (*told, *reasons), valid, changed, len(calls))


def parents_of(spec: MutatorSpec) -> tuple[bytes, ...]:
    """What the dry run mutates: samples, and drawn inputs from the smallest to the largest. The same for every call."""
    found = list(spec.samples[:MOST_SAMPLES])
    rng = np.random.default_rng(0)
    for boundary in boundaries(spec.format)[:1]:
        for size in (*DRAWN_SIZES, max(boundary.sizes.values(), default=1)):
            sizes = {name: min(value, size) for name, value in boundary.sizes.items()}
            try:
                data = print_input(spec.format, generate(spec.format, Plan(sizes=sizes, cases=boundary.cases), rng))
            except CannotGenerate:
                continue
            if len(data) <= LARGEST_PARENT:
                found.append(data)
    return tuple(dict.fromkeys(found))


def ask_mutators(
    spec: MutatorSpec,
    client: ModelClient,
    runner: GeneratorRunner,
    *,
    samples: int = SAMPLES,
    rounds: int = ROUNDS,
    validators: Sequence[InputValidator] = (),
    on_attempt: OnAttempt = lambda _: None,
    cancelled: Cancelled = never,
) -> MutatorsReport:
    """Mutators for a program. Raises `ModelUnavailable` or `TokensSpent` where no question was answered."""
    judge, prompt = MutatorJudge(spec, runner, validators), load_prompt(PROMPT)
    kept: dict[int, MutatorVerdict] = {}
    known: set[str] = set()

    def judging(sample: int, _: Attempt, value: dict[str, Any]) -> Judged:
        source, idea = str(value["mutator"]), str(value["idea"])
        if source in known:
            return Judged(REPEATED, ("This program was tried already.",), source, idea)
        known.add(source)
        verdict = judge.judge(source, labelled(f"model mutator {sample}", idea))
        best = kept.get(sample)
        if verdict.program is not None and (best is None or verdict.valid_share >= best.valid_share):
            kept[sample] = verdict
        return Judged(verdict.kind, verdict.reasons, source, idea)

    asking = Rounds(
        client,
        prompt,
        judging,
        rounds=rounds,
        subject=spec.problem,
        statement=spec.statement,
        on_attempt=on_attempt,
        cancelled=cancelled,
    )
    values = dict(spec.values())
    attempts = asking.run([(number, asking.first(values, number)) for number in range(1, samples + 1)])
    verdicts = tuple(kept[number] for number in sorted(kept))
    programs = tuple(verdict.program for verdict in verdicts if verdict.program is not None)
    return MutatorsReport(prompt.name, client.model, programs, verdicts, attempts, usage_of(attempts), asking.failure)


def _kind_of(reason: str) -> str:
    """Reasons that differ in numbers only are one."""
    return "".join("#" if c.isdigit() else c for c in reason)[:120]
