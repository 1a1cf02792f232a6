"""Lets the running program decide what statement, samples and the program's text leave in doubt.

In doubt is a structure that rests on a guess, on the statement's words alone, or that no sample has tested. The
candidates are held against the program, best first, until it confirms one. Where it refutes all, it is watched
while it reads, and that gives a candidate of its own. What was decided, and by what observation, is in the report.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import islice

from slowpath.inputs.infer.candidates import Candidate, Candidates
from slowpath.inputs.infer.oracle.asking import Asker, Spent
from slowpath.inputs.infer.oracle.confirm import Answer, Judgement, judged
from slowpath.inputs.infer.oracle.exploring import explored
from slowpath.inputs.infer.oracle.governing import checked_sizes, checked_tags
from slowpath.inputs.infer.oracle.idle import has_idle_tail, without_tail
from slowpath.inputs.infer.oracle.limits import narrowed
from slowpath.inputs.infer.oracle.places import placed
from slowpath.inputs.infer.oracle.structure import structures
from slowpath.inputs.infer.oracle.tokens import TokenText, token_text
from slowpath.inputs.infer.reads.items import ReadProgram, leaves
from slowpath.inputs.infer.report import distinct
from slowpath.inputs.infer.structure.proposals import Proposal
from slowpath.inputs.text_form.text import to_text
from slowpath.model.format import Evidence, FormatReport, Misfit

_MOST_CANDIDATES = 8
_SAMPLES_TRACED = 4


@dataclass(frozen=True)
class _Judged:
    """A candidate and what the program says of it."""

    candidate: Candidate
    judgement: Judgement


def decide_by_running(asker: Asker, proposed: Candidates, candidates: Callable[[], Candidate | None]) -> FormatReport:
    """The report on which the program decides. Never raises: where it can't be asked any more, the best is kept."""
    seen: list[_Judged] = []
    try:
        chosen = _confirmed(asker, candidates, seen) or _watched(asker, proposed, seen) or _best(seen)
    except Spent:
        chosen = _best(seen)
    if chosen is None:
        left = candidates()
        if asker.failure:
            proposed.misfits.append(Misfit("oracle", asker.failure, "decided without running the program"))
        return proposed.nothing() if left is None else proposed.chosen(left)
    proposed.misfits += _against(seen, chosen, asker)
    return proposed.chosen(_told(asker, proposed, chosen))


def _confirmed(asker: Asker, candidates: Callable[[], Candidate | None], seen: list[_Judged]) -> _Judged | None:
    """The first candidate that the program confirms."""
    for candidate in islice(iter(candidates, None), _MOST_CANDIDATES):
        seen.append(_Judged(candidate, Judgement(Answer.UNCLEAR, "the program wasn't asked")))
        seen[-1] = _Judged(candidate, judged(asker, candidate.format, _reading_lines(candidate)))
        if seen[-1].judgement.answer is Answer.CONFIRMED:
            return seen[-1]
    return None


def _watched(asker: Asker, proposed: Candidates, seen: list[_Judged]) -> _Judged | None:
    """The structure that the program shows while it reads, where the program confirms that."""
    tried: list[ReadProgram] = []
    for texts in _watchable(asker, proposed):
        for program in structures(asker, texts):
            candidate = proposed.candidate_of(Proposal(program, "oracle")) if program not in tried else None
            tried.append(program)
            if candidate is not None:
                found = _Judged(candidate, judged(asker, candidate.format))
                if found.judgement.answer is Answer.CONFIRMED:
                    return found
                seen.append(found)
    return None


def _watchable(asker: Asker, proposed: Candidates) -> Iterator[list[TokenText]]:
    """Inputs to watch the program on: the samples, and where they leave it open, also what it asks for itself."""
    samples = _sample_texts(proposed)
    if samples:
        yield samples
    yield [*samples, *explored(asker)]


def _reading_lines(candidate: Candidate) -> frozenset[int]:
    """The lines of the source on which the proposal reads, where it says so."""
    return (
        frozenset(leaf.line for leaf in leaves(candidate.proposal.program.items) if leaf.line)
        if candidate.proposal.source == "reads"
        else frozenset()
    )


def _sample_texts(proposed: Candidates) -> list[TokenText]:
    texts = [text for _, data in proposed.known.samples if (text := token_text(data)) is not None]
    return sorted(texts, key=len)[:_SAMPLES_TRACED]


def _best(seen: list[_Judged]) -> _Judged | None:
    """The first that isn't refuted, else the first."""
    return next((each for each in seen if each.judgement.answer is not Answer.REFUTED), next(iter(seen), None))


def _against(seen: list[_Judged], chosen: _Judged, asker: Asker) -> list[Misfit]:
    """What the program says against candidates, and what became of them."""
    made = []
    for each in seen:
        if each.judgement.answer is Answer.REFUTED:
            decision = (
                "kept all the same, nothing fits better"
                if each is chosen
                else f"taken instead: {chosen.candidate.proposal.origin}"
            )
            made.append(Misfit("oracle", f"{each.candidate.proposal.origin}: {each.judgement.quote}", decision))
    if asker.failure:
        made.append(Misfit("oracle", asker.failure, "decided without running the program"))
    return made


def _told(asker: Asker, proposed: Candidates, chosen: _Judged) -> Candidate:
    """The chosen candidate with what the program tells of it: its sizes, and the bounds that it takes."""
    candidate, judgement = chosen.candidate, chosen.judgement
    report = candidate.report
    if judgement.answer is not Answer.CONFIRMED:
        return candidate
    evidence = [Evidence("input", "the program takes exactly this", "oracle", judgement.quote, 0, 0.95)]
    misfits: list[Misfit] = []
    try:
        if not proposed.known.samples and has_idle_tail(asker, candidate.format, judgement.exact):
            shorter = proposed.candidate_of(
                replace(candidate.proposal, program=without_tail(candidate.proposal.program))
            )
            if shorter is not None:
                evidence.append(
                    Evidence(
                        "input",
                        "the last token is no part of it",
                        "oracle",
                        "without it the program does the same",
                        0,
                        0.7,
                    )
                )
                report = shorter.report
        elif judgement.exact:
            sizes, misfits = checked_sizes(asker, candidate.format, judgement.exact[0], _reading_lines(candidate))
            evidence += [*sizes, *checked_tags(asker, candidate.format, judgement.exact)]
    except Spent:
        pass
    assert report.format is not None
    drawn_in = narrowed(asker, report.format, report.assumed)
    meant = placed(asker, drawn_in.format, report.assumed)
    return Candidate(
        candidate.proposal,
        FormatReport(
            meant.format,
            to_text(meant.format),
            distinct([*report.evidence, *evidence, *drawn_in.evidence, *meant.evidence]),
            distinct([*report.misfits, *misfits]),
            report.assumed,
        ),
    )
