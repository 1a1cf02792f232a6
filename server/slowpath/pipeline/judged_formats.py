"""What a package's validators say of the input format where their source can't be read as one: they are asked."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import replace

from slowpath.model.format import Evidence, FormatReport, InputFormat
from slowpath.model.ports import InputValidator
from slowpath.model.problem import Problem
from slowpath.settings import Settings

ASKING_S = 5.0
"""Wall seconds after the validators are built: some hundred runs of one in Python, a thousand of one in C++."""
ASKING_SHARE = 0.15
"""Of a search's time, at most."""
_UNSAID = "assumed"


def judged_format(report: FormatReport, problem: Problem, settings: Settings, search_s: float) -> FormatReport:
    """The report with the bounds and lines that the package's validators ask for beyond it, and whose word that is.

    A validator that refuses a sample, or fails, isn't asked, nor one with arguments that are the samples' own. Compiles
    and runs them: only for a workspace that is trusted.
    """
    from slowpath.inputs.infer.judged.learning import learned
    from slowpath.inputs.parsing.sample_values import checked_samples
    from slowpath.inputs.text_form.text import to_text

    if report.format is None or not problem.validators or not problem.samples:
        return report
    asked = _Asked(problem, settings)
    if not asked.validators:
        return report
    ends_s = time.monotonic() + min(ASKING_S, ASKING_SHARE * search_s)
    found = learned(
        report.format,
        checked_samples(report.format, problem.samples)[0],
        asked.allows,
        report.assumed,
        stop=lambda: asked.failed or time.monotonic() > ends_s,
    )
    if found.format == report.format:
        return report
    said = tuple(_grounds(report.format, found.format, ", ".join(one.name for one in asked.validators)))
    about = {one.about for one in said}
    evidence = tuple(one for one in report.evidence if one.source != _UNSAID or one.about not in about)
    return replace(
        report,
        format=found.format,
        text=to_text(found.format),
        evidence=(*evidence, *said),
        assumed=tuple(name for name in report.assumed if name not in about),
    )


class _Asked:
    """The validators that accept all samples. `failed` once one of them fails."""

    def __init__(self, problem: Problem, settings: Settings) -> None:
        from slowpath.pipeline.validity import open_validators

        self.failed = False
        complete = [source for source in problem.validators if not source.of_samples_alone]
        self.validators: list[InputValidator] = [
            validator
            for validator in open_validators(complete, settings)
            if all(validator.validate(sample.data).valid for sample in problem.samples)
        ]

    def allows(self, data: bytes) -> bool:
        """Whether all accept the input."""
        for validator in self.validators:
            verdict = validator.validate(data)
            self.failed |= verdict.valid is None
            if not verdict.valid:
                return False
        return True


def _grounds(before: InputFormat, after: InputFormat, name: str) -> Iterator[Evidence]:
    """Whose word each new bound and line is."""
    from slowpath.inputs.layout import places
    from slowpath.model.format import IntType, WordType

    known = places(before)
    for variable, place in places(after).items():
        of = getattr(place.item, "type", None)
        if of == getattr(known[variable].item, "type", None):
            continue
        quote = f"{name} accepts no others"
        if isinstance(of, IntType):
            yield Evidence(variable, f"{of.lo} <= {variable} <= {of.hi}", "package", quote)
        elif isinstance(of, WordType):
            yield Evidence(variable, f'{variable} of "{of.alphabet}"', "package", quote)
    for relation in after.relations:
        if relation not in before.relations:
            yield Evidence(relation.left.text, str(relation), "package", f"{name} refuses inputs that break it")
