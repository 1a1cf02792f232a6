"""Samples that don't fit where the others and the program's text agree: left out, and said.

A sample that was cut off or copied wrongly would else refuse every structure, and what is left is a guess.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from slowpath.inputs.infer.candidates import Candidates
from slowpath.inputs.infer.report import Given
from slowpath.inputs.infer.structure.proposals import Proposal
from slowpath.model.format import Misfit


def without_odd(known: Given, proposals: Iterable[Proposal]) -> tuple[Given, Proposal, list[Misfit]] | None:
    """What is known without the samples that don't follow what the program's text says for certain, that proposal, and
    the reasons. None where all or none do, where as many don't as do and no statement describes the lines, where more
    don't, or where those that do don't agree."""
    certain = next((proposal for proposal in proposals if proposal.is_certain), None)
    if certain is None or len(known.samples) < 2:
        return None
    odd: dict[str, Misfit] = {}
    for name, data in known.samples:
        candidates = Candidates(replace(known, samples=((name, data),)), ())
        if candidates.candidate_of(certain) is None:
            reason = candidates.misfits[-1].message.removeprefix(f"{certain.origin}: ").removeprefix(f"sample {name}: ")
            odd[name] = Misfit(f"sample {name}", reason, "left out: the program's text and the other samples agree")
    if not odd or 2 * len(odd) + (not known.rows) > len(known.samples):
        return None
    rest = tuple(pair for pair in known.samples if pair[0] not in odd)
    agreed = tuple(sample for sample in known.problem.samples if sample.name not in odd)
    left = replace(known, samples=rest, problem=replace(known.problem, samples=agreed))
    return (left, certain, list(odd.values())) if Candidates(left, ()).candidate_of(certain) is not None else None
