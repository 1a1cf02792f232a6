"""A unit in which AFL++ fuzzes the program as it comes. What it kept goes through the same validators and the same
measuring as what our search finds."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import replace

from slowpath import pipeline
from slowpath.bench.afl_campaign import fuzzed
from slowpath.bench.packages.formats import refusal
from slowpath.errors import UsageError
from slowpath.evaluation.rows import KEPT, MeasuredInput, Row
from slowpath.evaluation.work.opened import Opened, kept, limits_of, measuring
from slowpath.inputs.validating.validate import is_valid
from slowpath.model.origin import Origin
from slowpath.model.ports import InputValidator
from slowpath.model.validity import Validity
from slowpath.model.verdict import Verdict


def fuzzed_row(place: Opened) -> Row:
    """Fuzzes for the budget's seconds. Raises `UsageError` for a budget in executions, `ToolMissing` without AFL++."""
    seconds = place.work.unit.budget.seconds
    if seconds is None:
        raise UsageError("AFL++ has no budget in executions.", "Give --seconds.")
    report = place.report()
    spec = place.spec(report)
    campaign = fuzzed(spec, place.settings, seconds, with_mutator=False)
    judges = pipeline.open_validators(place.problem.validators, place.settings)
    seen: dict[bytes, str] = {claim.data: claim.label for claim in campaign.claims}
    valid = [data for data in seen if is_valid(spec.format, data)]
    with pipeline.open_executor(place.solution, place.settings) as executor:
        counts = {data: executor.run(data, spec.limits, keep_counters=False).count for data in valid}
        measured = measuring(executor, *limits_of(spec))
        inputs: list[MeasuredInput] = []
        for data in sorted(valid, key=lambda each: -counts[each]):
            validity = _validity(judges, data, bool(report.doubts))
            if len(inputs) < KEPT and validity.is_sure:
                made = measured(hashlib.sha256(data).hexdigest()[:16], data)
                if Verdict(made.verdict).can_be_slow_input:
                    recipe = pipeline.replay_document(Origin("afl", seen[data]), spec.format, data)
                    inputs.append(
                        replace(
                            made,
                            validity=validity.value,
                            strategy="afl",
                            label=seen[data],
                            data=kept(data),
                            recipe=kept(json.dumps(recipe)),
                        )
                    )
    return Row(
        place.work.unit,
        inputs=tuple(inputs),
        time_limit_s=spec.limit_s,
        executions=campaign.executions,
        generated=len(seen),
        valid=len(valid),
        search_s=campaign.elapsed_s,
        reason="" if inputs else "No valid slow input was found.",
    )


def _validity(judges: Sequence[InputValidator], data: bytes, is_doubted: bool) -> Validity:
    """As sure as our search would be: by the package's validators, else by the format."""
    if judges:
        return Validity.DOUBTFUL if refusal(judges, data) else Validity.CONFIRMED
    return Validity.DOUBTFUL if is_doubted else Validity.LIKELY
