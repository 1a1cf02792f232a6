"""Tries proposals one after the other: which of them the samples follow, and why not the others."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace

from slowpath.inputs.infer.report import Given, distinct, report_of
from slowpath.inputs.infer.structure.align import Unfit
from slowpath.inputs.infer.structure.proposals import UNREAD, Proposal
from slowpath.model.format import FormatReport, InputFormat, Misfit

_GUESSES = "refused like all"
_ODD = (KeyError, IndexError, ValueError, TypeError, AttributeError, ArithmeticError, RecursionError)
"""How a structure fails that nobody thought of: that structure is lost, the inference isn't."""


@dataclass(frozen=True)
class Candidate:
    """A proposal that all samples follow, with its report."""

    proposal: Proposal
    report: FormatReport

    @property
    def format(self) -> InputFormat:
        """Its format, which is there."""
        assert self.report.format is not None
        return self.report.format


class Candidates:
    """Gives the candidates among proposals, each made when it is asked for. `misfits` say why others are none. Once it
    is `late`, what wasn't tried is left out, which is a misfit of its own."""

    def __init__(
        self,
        known: Given,
        proposals: Iterable[Proposal],
        misfits: Iterable[Misfit] = (),
        late: Callable[[], bool] = lambda: False,
    ) -> None:
        self.known = known
        self.misfits = list(misfits)
        self.late = late
        self._proposals = iter(proposals)
        self._guesses = 0
        self._cut: list[Misfit] = []

    def __iter__(self) -> Iterator[Candidate]:
        for count, proposal in enumerate(self._proposals):
            if count and self.late():
                self._cut = [Misfit("time", "other ways to read the input weren't tried, for want of time", UNREAD)]
                return
            found = self.candidate_of(proposal)
            if found is not None:
                yield found

    def settled_by(self, candidate: Candidate) -> bool:
        """Whether there is nothing to ask: the program's text says it without a guess, and samples follow it."""
        return bool(self.known.samples) and candidate.proposal.is_certain

    def candidate_of(self, proposal: Proposal) -> Candidate | None:
        """The candidate that a proposal makes, or None with a misfit."""
        try:
            return Candidate(proposal, report_of(proposal, self.known))
        except Unfit as error:
            self._refuse(proposal, str(error))
        except _ODD as error:
            self._refuse(proposal, f"it makes no format ({error!r})")
        return None

    def _refuse(self, proposal: Proposal, reason: str) -> None:
        """Says why a proposal is none; of many guesses only the first one, and how many they were."""
        decision = "this reading of the input was refused"
        self._guesses += proposal.guess
        if proposal.guess and self._guesses > 1:
            self.misfits = [misfit for misfit in self.misfits if not misfit.decision.startswith(_GUESSES)]
            decision = f"{_GUESSES} {self._guesses} counts that were tried for it, the last being this one"
        origin = "the program reads nothing from standard input" if proposal.program.reads_nothing else proposal.origin
        self.misfits.append(Misfit(proposal.source, f"{origin}: {reason}", decision))

    def chosen(self, candidate: Candidate) -> FormatReport:
        """The candidate's report, with what spoke against others before it."""
        return replace(candidate.report, misfits=distinct([*self.misfits, *self._cut, *candidate.report.misfits]))

    def nothing(self) -> FormatReport:
        """The report when there is no candidate."""
        if not self.misfits + self._cut:
            self.misfits.append(
                Misfit(
                    "reads", "the program reads no input that could be followed, and no statement describes its lines"
                )
            )
        return FormatReport(None, misfits=distinct([*self.misfits, *self._cut]))
