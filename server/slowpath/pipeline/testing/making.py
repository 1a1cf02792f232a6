"""Makes a whole test set for a problem: from its specification to the tests, with what each is worth.

Theory of operation of `make_test_set`. Inputs are proposed group by group and answered by the right programs (`pool`);
then programs that should fail are run on them, one after the other while the next one is built: those that are given,
mutants, slow ways to do what the right one does. Once all were tried, an input on which it fails is searched for each
that passes everything (`break` for wrong ones, `find` for slow ones), which all later ones meet too, and survivors at
the end: searches for made ones come last, so that those that overrun their time cost no program its trial. Then tests
are chosen (`testsets.cover`), each confirmed on the clean builds of all right programs. Every part has a share of the
seconds; what a part finished is kept (`testing.state`), so that a run that was killed goes on.

Anchors: groups of inputs, validators and the agreement of right programs are those of HardTests and CodeContests+,
inputs against given wrong programs TCGBench's and CodeHacker's, mutants of right programs AutoCode's.
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import islice

from slowpath.engine.failure_isolation import FailureIsolation
from slowpath.engine.jury import Jury
from slowpath.errors import AcceptedDisagree, SlowpathError, UsageError
from slowpath.faults.comparing import Comparison
from slowpath.model.campaign import Ended, PhaseEntered, Warned
from slowpath.model.origin import Origin
from slowpath.model.ports import Executor
from slowpath.model.testset import (
    Against,
    Group,
    Opponent,
    OpponentOutcome,
    ProposedTest,
    TestSet,
    TestSetEvent,
    TestSetMade,
    TestsProgressed,
)
from slowpath.pipeline.answers import compared_how, tried_checker
from slowpath.pipeline.ending import ended_once
from slowpath.pipeline.jailed_checks import opened_checks
from slowpath.pipeline.testing import shares
from slowpath.pipeline.testing.choosing import ChoosingTime, choose_tests, on_what_is_left
from slowpath.pipeline.testing.judging import Answered, JudgeLimits, RightPrograms, Trial, as_met_by
from slowpath.pipeline.testing.opened import Ahead, BuiltTogether, Turn, opened_programs, right_on_samples
from slowpath.pipeline.testing.pool import Pool, TakingTime
from slowpath.pipeline.testing.problem import TestSetSpec, by_turns, made_opponents, unique_names, what_is_not_sure
from slowpath.pipeline.testing.search import Searched, breaking_inputs, slow_inputs
from slowpath.pipeline.testing.shares import LEAST_SEARCH_S, MOST_SEARCH_S
from slowpath.pipeline.testing.state import RunState, Step, run_key
from slowpath.pipeline.testing.varying import varied
from slowpath.pipeline.validity import opened_validator
from slowpath.settings import Settings


def make_test_set(
    spec: TestSetSpec, settings: Settings, *, stop: Callable[[], bool], clock: Callable[[], float] = time.monotonic
) -> Iterator[TestSetEvent]:
    """Makes the test set and yields what happens; `TestSetMade` holds it, the last event is always `Ended`.
    What was made is kept until the event after `TestSetMade` is asked for: write the set before.

    Raises `AcceptedDisagree` where right programs don't agree, which needs its input to be shown.
    """
    began = clock()
    yield from ended_once(
        lambda: _Making(spec, settings, stop, clock).events(),
        lambda: clock() - began,
        f"the test set of {spec.folder}",
        "Making the tests",
        raised=(AcceptedDisagree,),
    )


class _Making:
    """One run. `outcomes` are what became of each opponent, by name."""

    def __init__(
        self, spec: TestSetSpec, settings: Settings, stop: Callable[[], bool], clock: Callable[[], float]
    ) -> None:
        self.spec, self.settings = spec, settings
        self._stop, self._clock, self._began_s = stop, clock, clock()
        self.state = RunState(settings.state_dir, run_key(spec.key))
        self.limits = JudgeLimits(spec.limit_s, spec.problem.limits.memory_bytes)
        right = dict(zip(unique_names([each.path for each in spec.accepted]), spec.accepted, strict=True))
        self._together, self._made_opponents = BuiltTogether(right, settings), made_opponents(spec)
        self.opponents: list[Opponent] = []
        self.outcomes: dict[str, OpponentOutcome] = {}
        self.executions = 0
        self._ends = shares.ENDS if spec.given else shares.ENDS_ALONE

    @property
    def elapsed_s(self) -> float:
        """Seconds so far, those of an earlier process among them."""
        return self._clock() - self._began_s

    def is_late(self, ends_s: float) -> bool:
        """Whether a part of the work that ends then must end now."""
        return self._stop() or self.elapsed_s >= ends_s

    def left_s(self, part: str) -> float:
        """Seconds until a part must end."""
        return max(0.0, self._ends[part] * self.spec.seconds - self.elapsed_s)

    def events(self) -> Iterator[TestSetEvent]:
        spec = self.spec
        yield PhaseEntered("building", "Building the right programs.")
        samples = [(sample.name, sample.data) for sample in spec.problem.samples]
        with contextlib.ExitStack() as opened:
            checker = tried_checker(spec.breaking, self.settings)
            programs, unused = opened_programs(spec.accepted, self.settings, opened)
            programs, wrong = right_on_samples(programs, spec, checker)
            unused += wrong
            if not programs:
                said = "; ".join(f"{name}: {why.rstrip('.')}" for name, why in unused)
                raise UsageError(
                    f"No right program can be used: {said}.", "Correct it, or name another with --accepted FILE."
                )
            validators = [opened_validator(each, self.settings) for each in spec.problem.validators]
            checks = opened.enter_context(opened_checks(spec.report.format, [data for _, data in samples]))
            jury = Jury(validators, samples, checks, spec.report.doubts, spec.report.is_settled)
            comparison = Comparison(spec.breaking, checker)
            right = RightPrograms(programs, comparison, self.limits, spec.leaves_out_disagreements)
            self.pool = Pool(jury, right)
            self.trial = Trial(comparison, self.limits, programs[0])
            yield from what_is_not_sure(spec, unused, jury)
            yield from self._jury_warnings()
            yield from self._samples()
            # What is asked for are seconds of work, not of waiting for a compiler.
            self._began_s = self._clock()
            opened.enter_context(self._together).begin(self._made_opponents[0], by_turns(spec.given))
            yield from self._inputs()
            yield from self._given()
            yield from self._slow()
            yield from self._made_ones()
            yield from self._second_look()
            yield PhaseEntered("choosing", "Choosing tests, and confirming their answers.")
            made = self._chosen(unused)
            yield from self._jury_warnings()
        yield TestSetMade(made, self.executions, self.elapsed_s)
        # Whoever takes the set has written it by now, or has failed to and can try again.
        if not self._stop():
            self.state.forget()
        yield Ended("stopped" if self._stop() else "finished", executions=self.executions, elapsed_s=self.elapsed_s)

    def _jury_warnings(self) -> Iterator[Warned]:
        while self.pool.jury.warnings:
            yield self.pool.jury.warnings.popleft()

    # Inputs

    def _samples(self) -> Iterator[TestSetEvent]:
        """The samples, which all right programs were tried on."""
        given = {sample.data: sample for sample in self.spec.problem.samples}
        proposed = [
            ProposedTest(
                Group.SAMPLE,
                f"sample {sample.name}",
                f"sample {sample.name}",
                Origin("sample", f"sample {sample.name}"),
                sample.data,
            )
            for sample in given.values()
        ]
        for each in self.pool.admit(proposed):
            answer = given[each.proposed.data].answer
            if answer is not None:
                self.pool.right.given(each, answer)
        yield from self._progress()

    def _inputs(self) -> Iterator[TestSetEvent]:
        """What is proposed for its own sake, group by group, each in its part of the time; then what comes of
        that."""
        from slowpath.testsets.proposals import Proposals
        from slowpath.testsets.variants import Variants

        fmt = self.spec.report.format
        assert fmt is not None
        streams = Proposals(fmt, self.spec.problem.statement, self.spec.accepted, self.spec.seed).streams()
        for number, (group, some) in enumerate(streams.items()):
            take = partial(self.pool.take, group, some)
            yield from self._of_group(group, take, self.left_s("inputs") / (len(streams) + 1 - number))
        vary = partial(varied, self.pool, Variants(fmt, self.spec.seed))
        seconds = max(self.left_s("inputs"), shares.LEAST_VARIED * self.spec.seconds)
        yield from self._of_group(Group.VARIED, vary, seconds)

    def _of_group(
        self, group: Group, take: Callable[[TakingTime, Callable[[], bool]], None], seconds: float
    ) -> Iterator[TestSetEvent]:
        yield PhaseEntered(group.value, f"Trying inputs: {group.value}.")
        taking = TakingTime(lambda: self.elapsed_s, now := self.elapsed_s, now + seconds)

        def taken() -> Step:
            pool, known, refused = self.pool, len(self.pool.inputs), len(self.pool.left_out)
            # A set without one of its groups is worth more than none.
            with FailureIsolation(pool.jury.warnings.append).around(f"inputs {group.value}"):
                take(taking, self._stop)
            fresh = tuple(each.proposed for each in islice(pool.inputs.values(), known, None))
            return Step(fresh, left_out=tuple(pool.left_out[refused:]))

        yield from self._step(f"inputs {group.value}", taken)

    def _step(self, name: str, make: Callable[[], Step]) -> Iterator[TestSetEvent]:
        """One step: what an earlier process kept of it, else made and kept now."""
        known = self.state.step(name)
        if known is None:
            began = self.elapsed_s
            made = make()
            made = replace(made, took_s=self.elapsed_s - began)
            if not self._stop():
                self.state.keep(name, made)
        else:
            self._began_s -= known.took_s
            self.pool.admit(known.proposed)
            self.pool.left_out += known.left_out
            made = known
        for outcome in made.outcomes:
            self.outcomes[outcome.opponent] = outcome
        yield from self._progress()

    def _progress(self) -> Iterator[TestSetEvent]:
        yield from self._jury_warnings()
        killed = sum(outcome.is_killed for outcome in self.outcomes.values())
        yield TestsProgressed(
            len(self.pool.inputs),
            len(self.outcomes),
            killed,
            self.executions + self.pool.right.executions,
            self.elapsed_s,
        )

    # Opponents

    def _given(self) -> Iterator[TestSetEvent]:
        if self.spec.given:
            yield PhaseEntered("given", "Trying the wrong and slow programs.")
            yield from self._against(by_turns(self.spec.given), "given")

    def _slow(self) -> Iterator[TestSetEvent]:
        """Inputs on which the first right program is slow: whoever does the same in a worse way is slower there."""
        yield PhaseEntered("slow", "Searching for inputs on which the right program is slow.")
        right = self.spec.accepted[0]
        seconds = min(MOST_SEARCH_S, self.left_s("slow") / 1.3)
        if seconds >= LEAST_SEARCH_S:
            yield from self._step(
                "slow",
                lambda: self._with_found(
                    slow_inputs(right, right.path.name, self.spec, self.settings, seconds, self._stop)
                )[0],
            )

    def _made_ones(self) -> Iterator[TestSetEvent]:
        drawn, ways = self._made_opponents
        # Those that weren't built in time are by now, and are worth more than any that are made.
        late = [each for each in self.opponents if each.name not in self.outcomes]
        yield from self._in_turn(late, "", self._tried, self.elapsed_s + self.left_s("mutants") / 2)
        for part, opponents, which in (
            ("mutants", drawn, "mutants of the right programs"),
            ("ways", ways, "slow ways to do the same"),
        ):
            if opponents:
                yield PhaseEntered(part, f"Trying {which}.")
                yield from self._all_tried(opponents, self.elapsed_s + self.left_s(part))
        for left, opponents in ((2, ways), (1, drawn)):
            yield from self._survivors_searched(opponents, self.elapsed_s + self.left_s("searched") / left)

    def _against(self, opponents: Sequence[Opponent], part: str) -> Iterator[TestSetEvent]:
        """Runs all opponents on the pool, and then searches for inputs on which those fail that pass it."""
        yield from self._all_tried(opponents, self.elapsed_s + shares.TRYING_SHARE * self.left_s(part))
        yield from self._survivors_searched(opponents, self.elapsed_s + self.left_s(part))

    def _all_tried(self, opponents: Sequence[Opponent], until_s: float) -> Iterator[TestSetEvent]:
        self.opponents += opponents
        yield from self._in_turn(opponents, "", self._tried, until_s)

    def _survivors_searched(self, opponents: Sequence[Opponent], until_s: float) -> Iterator[TestSetEvent]:
        survivors = [each for each in opponents if each.name in self.outcomes and self.outcomes[each.name].survives]
        yield from self._in_turn(survivors, ", searched", self._searched_for, until_s)

    def _in_turn(
        self, opponents: Sequence[Opponent], word: str, do: Callable[[Opponent, Executor, Turn], Step], until_s: float
    ) -> Iterator[TestSetEvent]:
        """A step for each opponent that there is time for; the next one is built meanwhile."""
        names = [each.name + word for each in opponents]
        waiting = [each for each, name in zip(opponents, names, strict=True) if self.state.step(name) is None]
        with Ahead(waiting, self._together.opened, lambda: until_s - self.elapsed_s) as ahead:
            for place, (each, name) in enumerate(zip(opponents, names, strict=True)):
                if each in waiting and (self._stop() or self.elapsed_s >= until_s):
                    return
                turn = Turn(partial(ahead.take, each), until_s, len(opponents) - place)
                yield from self._step(name, partial(self._opposed, each, turn, do))

    def _opposed(self, opponent: Opponent, turn: Turn, do: Callable[[Opponent, Executor, Turn], Step]) -> Step:
        before = len(self.pool.left_out)
        try:
            with turn.take() as executor:
                step = do(opponent, executor, turn)
        except SlowpathError as error:
            if isinstance(error, AcceptedDisagree):
                raise
            known = self.outcomes.get(opponent.name)
            return Step(outcomes=(known or OpponentOutcome(opponent.name, failure=error.message),))
        return replace(step, left_out=tuple(self.pool.left_out[before:]))

    def _tried(self, opponent: Opponent, executor: Executor, turn: Turn) -> Step:
        """What the opponent does on the pool, as far as it wasn't tried yet."""
        met, known = as_met_by(opponent, self.pool.inputs.values()), self.outcomes.get(opponent.name)
        share_s = shares.FAIR_SHARE * (turn.until_s - self.elapsed_s) / turn.rest
        until_s = min(turn.until_s, self.elapsed_s + share_s)
        outcome = self.trial.outcome(opponent, executor, met, lambda: self._stop() or self.elapsed_s >= until_s, known)
        self.executions += outcome.executions - (known.executions if known is not None else 0)
        return Step(outcomes=(outcome,))

    def _searched_for(self, opponent: Opponent, executor: Executor, turn: Turn) -> Step:
        """What it does on what was found since, and on what a search for it finds."""
        tried = self._tried(opponent, executor, turn)
        (outcome,) = tried.outcomes
        share = (turn.until_s - self.elapsed_s) / (turn.rest if opponent.against.is_given else min(turn.rest, 3))
        if outcome.is_killed or share < LEAST_SEARCH_S or self._stop():
            return tried
        step, answered = self._with_found(self._searched(opponent, min(share, MOST_SEARCH_S) / 1.3))
        outcome = self.trial.outcome(opponent, executor, answered, self._stop, outcome)
        outcome = replace(outcome, searched_s=step.took_s, executions=outcome.executions + step.executions)
        return replace(step, outcomes=(outcome,))

    def _searched(self, opponent: Opponent, seconds: float) -> Searched:
        search = slow_inputs if opponent.against in (Against.SLOW, Against.SLOW_WAY) else breaking_inputs
        return search(opponent.solution, opponent.name, self.spec, self.settings, seconds, self._stop)

    def _with_found(self, searched: Searched) -> tuple[Step, list[Answered]]:
        """A search's finds, those that may become tests in the pool."""
        self.executions += searched.executions
        answered = self.pool.admit(searched.proposed)
        return Step(
            tuple(each.proposed for each in answered), took_s=searched.took_s, executions=searched.executions
        ), answered

    def _second_look(self) -> Iterator[TestSetEvent]:
        """Survivors meet the inputs that were found after them, those that were given all that they didn't meet yet,
        for a while though their time is over: a test may well be among these on which one of them fails."""
        searched_s = self._ends["searched"] * self.spec.seconds
        until_s = max(searched_s, self.elapsed_s + shares.LEAST_SECOND_LOOK_S)
        late = [each for each in self.pool.inputs.values() if each.proposed.group in (Group.BREAKING, Group.SLOW)]
        waiting = []
        for opponent in self.opponents:
            outcome, is_given = self.outcomes.get(opponent.name), opponent.against.is_given
            if (not is_given and outcome is None) or (outcome is not None and not outcome.survives):
                continue
            met = as_met_by(opponent, self.pool.inputs.values()) if is_given else late
            if fresh := [each for each in met if outcome is None or each.proposed.id not in outcome.tried]:
                waiting.append((opponent, outcome, fresh))
        waiting.sort(key=lambda each: (not each[0].against.is_given, each[1] is not None))
        for place, (opponent, outcome, fresh) in enumerate(waiting):
            if self.is_late(ends_s := until_s if opponent.against.is_given else searched_s):
                continue
            with (
                contextlib.suppress(SlowpathError),
                Ahead([opponent], self._together.opened) as ahead,
                ahead.take(opponent) as executor,
            ):
                share_s = (ends_s - self.elapsed_s) / (len(waiting) - place)
                is_over = partial(self.is_late, min(ends_s, self.elapsed_s + share_s))
                self.outcomes[opponent.name] = self.trial.outcome(opponent, executor, fresh, is_over, outcome)
        yield from self._progress()

    # Choice

    def _chosen(self, unused: Sequence[tuple[str, str]]) -> TestSet:
        tests, left_out = choose_tests(
            self.pool,
            self.opponents,
            self.outcomes,
            self.spec,
            ChoosingTime(lambda: self.elapsed_s, self._stop, self.spec.seconds),
        )
        self.pool.left_out += left_out
        return TestSet(
            tests,
            tuple(self.opponents),
            on_what_is_left(self.outcomes.values(), left_out),
            tuple(name for name, _ in self.pool.right.programs),
            self.spec.limit_s,
            self.pool.judged,
            compared_how(self.spec.breaking),
            tuple(self.pool.left_out),
            (*self.spec.unused, *unused, *self.spec.given_unused),
            self.pool.proposed,
            self.elapsed_s,
        )
