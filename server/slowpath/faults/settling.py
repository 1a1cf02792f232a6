"""What becomes of an input on which the program seems to fail: its case is isolated, validators and the clean builds
are asked, and only then it is told; at last it is made small and explained.

What isn't sure (`BreakingInput.is_sure`) is told as that and set aside: the search goes on, for another way of failing,
as long as something surer can be found.

What fails in one way and isn't confirmed is tried again a few times with other inputs, then no more, so that a search
build which misleads doesn't eat the budget.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from slowpath.engine.candidate import Candidate
from slowpath.faults import limits
from slowpath.faults.confirming import confirmed
from slowpath.faults.contest import BY_MOVED, Bout
from slowpath.faults.doubts import Grounds
from slowpath.faults.explaining import explain
from slowpath.faults.fault_search_state import FaultSearchState, Played
from slowpath.faults.isolating import isolated
from slowpath.faults.known import KnownFailure, KnownFailures, common_traits
from slowpath.faults.minimised import Examining, minimised
from slowpath.faults.repairs import Versions
from slowpath.faults.survey import surveyed
from slowpath.faults.symmetric import ALWAYS, NEVER, SELDOM
from slowpath.inputs.parsing.parse import parse
from slowpath.inputs.parsing.tokens import ParseError
from slowpath.inputs.printing import Instance
from slowpath.inputs.validating.validate import is_valid
from slowpath.model.breaking import BreakFound, BreakingInput, Complaint, Failing
from slowpath.model.campaign import PhaseEntered, Warned
from slowpath.model.origin import Origin, input_id
from slowpath.model.ports import Sanitizer
from slowpath.model.validity import Validity
from slowpath.model.verdict import Verdict

MOST_TRIES = {Failing.TIME_LIMIT: 6, Failing.MEMORY_LIMIT: 6}
MOST_OTHER_TRIES = 24
MINIMISING_S = 5.0
EXPLAINING_S, SURVEYING_S = 8.0, 4.0
"""For all that is said of a find, and for where else the program fails."""
LOOKING_S = 2.0
LOOKING_RUNS, LOOKING_SURVEY, KNOWN_SURVEY = 300, 100, 200
MOST_CASES_LOOKED_AT = 6
"""What is spent on telling one failure from known ones: seconds, runs, and cases of one input."""


class Settling:
    """Settles failures. `found` is the breaking input that ends the search, once there is one; `undefined` one that
    only a sanitizer sees. Both are confirmed bouts with where they came from. `doubted` are the ways of failing, by who
    says so, of which what was found isn't sure."""

    def __init__(self, state: FaultSearchState) -> None:
        self._state = state
        self._tries: dict[Failing, int] = {}
        self._sanitizer: Callable[[], Sanitizer | None] = lambda: None
        self.known = KnownFailures(state.spec)
        self.found: tuple[Bout, Origin] | None = None
        self.undefined: tuple[Bout, Origin, Complaint | None] | None = None
        self.doubted: set[tuple[Failing, str]] = set()

    @property
    def is_hopeless(self) -> bool:
        """Whether nothing surer can be found than what was: inputs of the format are doubtful, all of them."""
        return bool(self.doubted) and not self._state.jury.validity.is_sure

    def offer(self, played: Played) -> bool:
        """Takes note of an input that was played; whether the search has found what it was for."""
        failing = played.bout.failing
        if failing is None or self.found is not None:
            return self.found is not None
        if _way(played.bout, failing) in self.doubted:
            return False
        if self._tries.get(failing, 0) >= MOST_TRIES.get(failing, MOST_OTHER_TRIES):
            return False
        if self._state.spec.known:
            return self._offer_other(played)
        # What is surer is made small without what is less sure.
        self._state.judge.symmetric.moves_one_in = ALWAYS if played.bout.judged_by == BY_MOVED else NEVER
        for candidate, bout in self._versions(played):
            sure = self._sure(candidate, bout)
            if sure is None:
                continue
            if sure.failing is Failing.UNDEFINED:
                self._try_moved()
                self.suspect(candidate, sure, None)
                return False
            self._tell(sure, candidate.origin)
            return True
        self._try_moved()
        self._note_try(played.bout)
        return False

    def _try_moved(self) -> None:
        """Holds the program against itself on moved values as well, until that has shown something."""
        has_shown = (Failing.WRONG_ANSWER, BY_MOVED) in self.doubted
        self._state.judge.symmetric.moves_one_in = NEVER if has_shown else SELDOM

    def _note_try(self, bout: Bout) -> None:
        """Takes note of a failure that wasn't confirmed: of each kind only so many are tried."""
        if bout.failing is not None:
            self._tries[bout.failing] = self._tries.get(bout.failing, 0) + 1

    # Where some failures are known already

    def learn_known(self, sanitizer: Callable[[], Sanitizer | None]) -> None:
        """Looks at the inputs on which the program is known to fail; says of which it doesn't."""
        state = self._state
        self._sanitizer = sanitizer
        for number, data in enumerate(state.spec.known, 1):
            if state.is_over:
                return
            bout = state.judge.judge(data)
            sure = self.confirm(bout) if bout.failing is not None else None
            origin = Origin("known", f"known input {number}")
            if sure is None:
                if not self._learn_complaint(bout, origin):
                    state.tell(
                        Warned("known-passes", f"Known input {number} of {len(state.spec.known)} shows no failure.")
                    )
                continue
            small, told = self._looked_at(sure, origin)
            survey = surveyed(state.spec, state.judge, small.data, KNOWN_SURVEY, state.stop_after(LOOKING_S))
            self.known.add(KnownFailure(told, common_traits(survey)))

    def _learn_complaint(self, bout: Bout, origin: Origin) -> bool:
        """Learns what only a sanitizer sees of a known input; whether it sees something."""
        sanitizer = self._sanitizer() if bout.execution.verdict is Verdict.OK else None
        if sanitizer is None:
            return False
        complaints = sanitizer.examine(bout.data, limits.program_limits(self._state.spec)).complaints
        for complaint in complaints:
            self.known.add(
                KnownFailure(self._told_undefined(_undefined(bout, complaint), origin, complaint), frozenset())
            )
        return bool(complaints)

    def _offer_other(self, played: Played) -> bool:
        """Settles an input whose failure may be a known one, case after case; whether it shows another one."""
        state, candidate, bout = self._state, played.candidate, played.bout
        for _ in range(MOST_CASES_LOOKED_AT):
            small, shown = isolated(state, candidate, bout)
            if not self.known.is_passed_over(shown, small.instance):
                sure = self._sure(small, shown)
                if sure is None or sure.failing is Failing.UNDEFINED:
                    self._note_try(bout)
                else:
                    least, told = self._looked_at(sure, small.origin)
                    if self.known.is_new(told, self._parsed(least)):
                        self.found = least, small.origin
                        state.tell(BreakFound(told))
                        return True
            rest = self._without(candidate, small)
            if rest is None or state.is_over:
                return False
            candidate, bout = rest, state.judge.judge(rest.data)
            if bout.failing is None:
                return False
        return False

    def _looked_at(self, sure: Bout, origin: Origin) -> tuple[Bout, BreakingInput]:
        """A failure made small and explained, quickly: enough to tell it from others."""
        state = self._state
        assert sure.failing is not None
        accepts = self.known.accepts(sure.failing, self._parsed(sure), lambda data: self._may_stand_for(sure, data))
        small = minimised(
            state.spec,
            state.judge,
            sure,
            accepts=accepts,
            confirm=self.confirm,
            most=LOOKING_RUNS,
            stop=state.stop_after(LOOKING_S),
        )
        state.keep(small.data)
        told = explain(
            state.spec,
            state.contest,
            state.judge,
            small,
            origin,
            keep=state.keep,
            stop=state.stop_after(LOOKING_S),
            minimised_from="" if small is sure else input_id(sure.data),
            sanitizer=self._sanitizer(),
            most=LOOKING_SURVEY,
        )
        return small, told

    def _parsed(self, bout: Bout) -> Instance | None:
        try:
            return parse(self._state.spec.format, bout.data)
        except ParseError:
            return None

    def _without(self, candidate: Candidate, small: Candidate) -> Candidate | None:
        """The input without the cases that were looked at; None where nothing is left."""
        packing = self._state.packing
        if packing is None or candidate.instance is None or small.instance is None:
            return None
        looked_at = {id(case) for case in small.instance[packing.name]}
        cases = [case for case in candidate.instance[packing.name] if id(case) not in looked_at]
        if not cases or len(cases) == len(candidate.instance[packing.name]):
            return None
        instance = packing.with_cases(candidate.instance, cases)
        return (
            self._state.candidate(instance, candidate.origin, candidate.level) if packing.is_valid(instance) else None
        )

    def _versions(self, played: Played) -> list[tuple[Candidate, Bout]]:
        """The isolated case, then the input as it was played where that isn't the same; a sample as it is."""
        if _is_sample(played.candidate.origin):
            return [(played.candidate, played.bout)]
        small = isolated(self._state, played.candidate, played.bout)
        whole = played.candidate, played.bout
        return [small] if small[0] is played.candidate else [small, whole]

    def _sure(self, candidate: Candidate, bout: Bout) -> Bout | None:
        state, is_sample = self._state, _is_sample(candidate.origin)
        if not (is_sample or is_valid(state.spec.format, candidate.data)):
            return None
        inputs = (candidate.data, bout.other) if bout.other is not None else (candidate.data,)
        if not all(state.accepts(data, candidate.origin.label) for data in inputs):
            return None
        return self.confirm(bout)

    def confirm(self, bout: Bout) -> Bout | None:
        """The bout as the clean builds show it, None where they don't."""
        return confirmed(self._state.judge, bout)

    def _tell(self, sure: Bout, origin: Origin) -> None:
        state = self._state
        state.keep(sure.data)
        self.found = sure, origin
        first = explain(
            state.spec,
            state.contest,
            state.judge,
            sure,
            origin,
            keep=state.keep,
            stop=state.stop,
            most=0,
            grounds=self._grounds,
        )
        state.tell(BreakFound(self._judged_valid(first)))

    def suspect(self, candidate: Candidate, bout: Bout, complaint: Complaint | None) -> None:
        """Remembers the first input on which only a sanitizer, or another way of compiling, shows the fault."""
        state = self._state
        if self.undefined is not None or (complaint is not None and self.known.has_complaint(complaint)):
            return
        if not state.accepts(candidate.data, candidate.origin.label):
            return
        bout = _undefined(bout, complaint)
        state.keep(bout.data)
        self.undefined = bout, candidate.origin, complaint
        state.tell(BreakFound(self._judged_valid(self._told_undefined(bout, candidate.origin, complaint))))

    def _told_undefined(self, bout: Bout, origin: Origin, complaint: Complaint | None) -> BreakingInput:
        state = self._state
        return explain(
            state.spec,
            state.contest,
            state.judge,
            bout,
            origin,
            keep=state.keep,
            stop=state.stop,
            complaint=complaint,
            most=0,
        )

    # At the end

    def finish(self, sanitizer: Sanitizer | None) -> None:
        """Makes what was found small and explains it; what isn't sure then is set aside. Only now runs are asked what
        they say against the format, but for a sample."""
        state = self._state
        told = self.found or self.undefined
        if told is not None and not _is_sample(told[1]):
            state.doubt_format()
        if self.found is not None:
            bout, origin = self.found
            Versions(state.contest, bout)
            state.tell(PhaseEntered("minimising", "Looking for the smallest input that breaks it."))
            if not self._explained(bout, origin, None, sanitizer, self.confirm).is_sure:
                self._set_aside(bout)
        elif self.undefined is not None and sanitizer is not None and self.undefined[2] is not None:
            bout, origin, complaint = self.undefined
            state.tell(PhaseEntered("minimising", "Looking for the smallest input that shows the undefined behaviour."))
            self._explained(bout, origin, complaint, sanitizer, lambda found: found)

    def _set_aside(self, bout: Bout) -> None:
        self.found = None
        if bout.failing is not None:
            self.doubted.add(_way(bout, bout.failing))
        self._try_moved()

    def _explained(
        self,
        bout: Bout,
        origin: Origin,
        complaint: Complaint | None,
        sanitizer: Sanitizer | None,
        confirm: Callable[[Bout], Bout | None],
    ) -> BreakingInput:
        state = self._state
        judge: Examining | None = None
        if bout.failing is Failing.UNDEFINED and sanitizer is not None:
            judge = Examining(state.judge, sanitizer, limits.program_limits(state.spec))
        # What was found beside known failures is small already, and might become one of them. Of a sample it is known
        # what is right, of anything smaller only what references say; and what was found isn't made into a sample, of
        # which somebody else says that it fails.
        samples = {sample.data for sample in state.spec.samples}
        stop, is_kept = state.stop_after(MINIMISING_S), bool(state.spec.known) or _is_sample(origin)
        small = (
            bout
            if is_kept
            else minimised(
                state.spec,
                judge or state.judge,
                bout,
                accepts=lambda data: data not in samples and state.accepts(data, "smaller"),
                confirm=confirm,
                stop=stop,
            )
        )
        if small is bout and not is_kept and stop():
            state.tell(Warned("not-minimised", "There was no time left to make the input smaller.", "Search longer."))
        state.keep(small.data)
        came_from = "" if small is bout else input_id(bout.data)
        state.tell(PhaseEntered("explaining", "Looking for what kind of bug it is."))
        told = explain(
            state.spec,
            state.contest,
            state.judge,
            small,
            origin,
            keep=state.keep,
            stop=state.stop_after(EXPLAINING_S),
            stop_survey=state.stop_after(SURVEYING_S),
            minimised_from=came_from,
            sanitizer=sanitizer,
            complaint=complaint,
            grounds=self._grounds,
        )
        if told.doubt:
            state.tell(
                Warned(
                    "doubtful",
                    f"It isn't sure that this is wrong: {told.doubt}.",
                    "Give the problem's checker (--checker FILE) or another reference.",
                )
            )
        judged = self._judged_valid(told)
        state.tell(BreakFound(judged))
        return judged

    def _may_stand_for(self, found: Bout, data: bytes) -> bool:
        """Whether a smaller input is valid, and as surely as the one that was found."""
        jury = self._state.jury
        if not self._state.accepts(data, "smaller"):
            return False
        return jury.objection(input_id(data)) is None or jury.objection(input_id(found.data)) is not None

    @property
    def _grounds(self) -> Grounds:
        judge = self._state.judge
        return Grounds(judge.contested, judge.disagreements)

    def _judged_valid(self, told: BreakingInput) -> BreakingInput:
        """The find with what is known of its input's validity; a sample is valid."""
        jury = self._state.jury
        if _is_sample(told.origin):
            return replace(told, validity=Validity.CONFIRMED)
        if (objection := jury.objection(told.id)) is not None:
            return replace(told, validity=Validity.DOUBTFUL, doubts=(*jury.doubts, objection))
        return replace(told, validity=jury.validity, doubts=jury.doubts)


def _way(bout: Bout, failing: Failing) -> tuple[Failing, str]:
    """A way of failing, and who says so: that a sample, or values that were moved, aren't sure to prove it says
    nothing of other grounds."""
    by = "sample" if bout.judged_by.startswith("sample ") else bout.judged_by if bout.judged_by == BY_MOVED else ""
    return failing, by


def _is_sample(origin: Origin) -> bool:
    return origin.strategy == "sample"


def _undefined(bout: Bout, complaint: Complaint | None) -> Bout:
    """The bout as one that only a sanitizer, or another way of compiling, sees fail."""
    reason = complaint.message if complaint is not None else bout.reason
    return replace(bout, failing=Failing.UNDEFINED, reason=reason)
