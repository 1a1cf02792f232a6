"""`make_tests`: a whole test set for a problem, in files, with what each test is worth."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from slowpath import pipeline
from slowpath.agents.fields import OfProgram, described, seconds_up_to
from slowpath.agents.telling import shown, warnings_of
from slowpath.agents.tools import Tool
from slowpath.agents.work import READING_S, Work
from slowpath.errors import AcceptedDisagree, SlowpathError
from slowpath.model.campaign import Ended, PhaseEntered, Warned
from slowpath.model.figures import human_bytes
from slowpath.model.languages import listed
from slowpath.model.testset import Against, OpponentOutcome, TestSet, TestSetMade, TestsProgressed
from slowpath.storage.whole import write_whole

MOST_PROGRAMS = 7
MOST_ROWS = 12
MOST_TESTS, MOST_BYTES = 100, 64 << 20
LATEST, LATEST_S = 1.4, 30.0
"""When it is ended where it doesn't end by itself: the right programs are built beside its seconds, and tests are
confirmed for some more."""


@dataclass(frozen=True, kw_only=True)
class Arguments(OfProgram):
    """For which problem, with which programs, and how long."""

    file: Path = described(f"A right program: a file in {listed()} that reads standard input.")
    problem: Path | None = described(
        "The folder of the problem: a package, or a statement with samples; left out, the program's folder.", None
    )
    accepted: tuple[Path, ...] = described(
        "More right programs. Answers are those on which all agree.", (), max_length=MOST_PROGRAMS
    )
    wrong: tuple[Path, ...] = described(
        "Programs that give wrong answers, beside those of the package.", (), max_length=MOST_PROGRAMS
    )
    slow: tuple[Path, ...] = described(
        "Programs that are right but too slow, beside those of the package.", (), max_length=MOST_PROGRAMS
    )
    layout: Literal["plain", "icpc", "polygon"] = described(
        "How the folder is laid out: plain (tests/NAME.in and .ans), an ICPC package or a Polygon package.", "plain"
    )
    most: int = described("At most so many tests beside the samples.", 40, gt=0, le=MOST_TESTS)
    mutants: int = described("Hold the tests against so many wrong programs made of the right one.", 40, gt=0, le=100)
    leave_out_disagreements: bool = described(
        "Leave out inputs on which right programs disagree, instead of ending with the first.", False
    )
    time_limit_s: float | None = described("The time limit in seconds; left out, the problem's.", None, gt=0, le=100)
    seconds: float = seconds_up_to(900.0, 120.0)
    seed: int = described("Seed of all randomness.", 0, ge=0)


@dataclass(frozen=True)
class Test:
    """One test."""

    name: str = described("Its file's name without the ending.")
    group: str = described("sample, tiny, boundary, random, structure, varied, breaking or slow.")
    reason: str = described("Why it is there.")
    size: int = described("Bytes of the input.")


@dataclass(frozen=True)
class Passing:
    """A program that should fail and passes all tests, or that couldn't be run."""

    name: str = described("The program; of one that was made, of which.")
    kind: str = described("wrong, slow, mutant (one small change, which may be no mistake) or slow way.")
    change: str = described("What was changed, with its line; empty for a program that was given.")
    why: str = described("What is known of why it passes.")


@dataclass(frozen=True)
class Disagreement:
    """An input on which right programs don't agree: one of them is wrong, or the input isn't valid."""

    said: str = described("Which programs, and how.")
    path: str = described("The file with the input.")
    resource: str = described("The same as a resource of this server.")
    input: str | None = described("The input, where it is short.")
    outputs: dict[str, str | None] = described("What each program prints, where it is short.")


@dataclass(frozen=True)
class Result:
    """The set that was made."""

    said: str = described("What it came to, in a sentence.")
    outcome: str = described("finished, stopped, or disagreed: then there is no set, but an input to look at.")
    path: str | None = described("The folder with the whole set.")
    report: str | None = described("A page (HTML) on every test and every program, as a resource of this server.")
    tests: int = described("How many tests, samples among them.")
    size: int = described("Bytes of all inputs.")
    groups: dict[str, int] = described("How many tests of each group.")
    first_tests: tuple[Test, ...] = described(f"At most {MOST_ROWS} of them, those that most programs fail on first.")
    killed: dict[str, int] = described("Of each kind of program that should fail, how many fail on a test.")
    tried: dict[str, int] = described("How many there were of each kind.")
    passing: tuple[Passing, ...] = described(f"At most {MOST_ROWS} that pass all tests, given ones first.")
    left_out: int = described("Inputs that couldn't become tests; the report says why.")
    disagreement: Disagreement | None = described("Where right programs disagree.")
    judged: str = described("Who says that the inputs are valid.")
    compared: str = described("How outputs were compared.")
    format: str = described("The input format that the inputs follow.")
    warnings: tuple[str, ...] = described("What else has to be known.")
    executions: int = described("Runs of programs.")
    elapsed_s: float = described("Seconds.")


def run(arguments: Arguments, work: Work) -> Result:
    """Makes the set, and writes it."""
    work.tell("Reading the problem and how the program reads its input.", arguments.seconds, at_once=True)
    spec = work.within(max(arguments.seconds, READING_S), lambda: _specified(arguments, work))
    folder = work.new_folder("testsets", spec.accepted[0])
    made: TestSetMade | None = None
    warned: list[Warned] = []
    ended = Ended("stopped")
    events = pipeline.make_test_set(spec, work.settings, stop=work.is_over, clock=work.clock)
    try:
        for event in work.searched(events, work.clock() + LATEST * arguments.seconds + LATEST_S):
            match event:
                case PhaseEntered():
                    work.tell(event.message, arguments.seconds, at_once=True)
                case TestsProgressed():
                    work.tell(_progress(event), arguments.seconds)
                case Warned():
                    warned.append(event)
                case TestSetMade():
                    pipeline.write_test_set(folder, arguments.layout, spec, event.made)
                    made = event
                case Ended():
                    ended = event
    except AcceptedDisagree as error:
        return _result(spec, warned, ended, None, _disagreement(error, folder, work), folder, work)
    if ended.outcome == "failed":
        raise pipeline.error_of(ended)
    if made is None:
        raise SlowpathError(
            "No test set was made in that time.", "Call it again with more seconds: it goes on where it was."
        )
    return _result(spec, warned, ended, made, None, folder, work)


def _specified(arguments: Arguments, work: Work) -> pipeline.TestSetSpec:
    return pipeline.specified_tests(
        arguments.problem or arguments.file.parent,
        work.settings,
        seconds=arguments.seconds,
        most=arguments.most,
        most_bytes=MOST_BYTES,
        seed=arguments.seed,
        accepted=(arguments.file, *arguments.accepted),
        wrong=arguments.wrong,
        slow=arguments.slow,
        mutant_count=arguments.mutants,
        limit_s=arguments.time_limit_s,
        leaves_out_disagreements=arguments.leave_out_disagreements,
    )


def _progress(event: TestsProgressed) -> str:
    against = f", {event.killed} of {event.opponents} programs fail on them" if event.opponents else ""
    return f"{event.executions:,} runs, {event.proposed:,} inputs{against}."


def _result(
    spec: pipeline.TestSetSpec,
    warned: Iterable[Warned],
    ended: Ended,
    event: TestSetMade | None,
    disagreement: Disagreement | None,
    folder: Path,
    work: Work,
) -> Result:
    made = event.made if event is not None else TestSet((), (), (), (), spec.limit_s)
    kinds = {each.name: each.against for each in made.opponents}
    killed = Counter(kinds[each.opponent].value for each in made.outcomes if each.is_killed)
    tried = Counter(kinds[each.opponent].value for each in made.outcomes)
    said = disagreement.said if disagreement is not None else _said(made, killed, tried)
    return Result(
        said=said,
        outcome="disagreed" if disagreement is not None else ended.outcome,
        path=str(folder) if event is not None else None,
        report=work.found(folder / "report.html", said) if event is not None else None,
        tests=len(made.tests),
        size=made.size,
        groups=dict(Counter(each.proposed.group.value for each in made.tests)),
        first_tests=_first_tests(made),
        killed=dict(killed),
        tried=dict(tried),
        passing=_passing(made),
        left_out=len(made.left_out),
        disagreement=disagreement,
        judged=made.judged,
        compared=made.compared,
        format=spec.report.text,
        warnings=warnings_of(warned),
        executions=event.executions if event is not None else 0,
        elapsed_s=round(work.clock() - work.began_s, 2),
    )


def _said(made: TestSet, killed: Counter[str], tried: Counter[str]) -> str:
    """`23 tests, 1.2 MB. wrong: 2 of 2 programs fail; mutant: 31 of 40 programs fail.`"""
    against = [
        f"{kind.value}: {killed[kind.value]} of {tried[kind.value]} programs fail"
        for kind in Against
        if tried[kind.value]
    ]
    return f"{len(made.tests)} tests, {human_bytes(made.size)}. {'; '.join(against) or 'No program was tried on them'}."


def _first_tests(made: TestSet) -> tuple[Test, ...]:
    fails = Counter(kill.test for outcome in made.outcomes for kill in outcome.kills)
    strongest = sorted(made.tests, key=lambda test: -fails[test.proposed.id])[:MOST_ROWS]
    return tuple(Test(test.name, test.proposed.group.value, test.reason, len(test.proposed.data)) for test in strongest)


def _passing(made: TestSet) -> tuple[Passing, ...]:
    opponents = {each.name: each for each in made.opponents}
    order = list(Against)
    rows = [(opponents[each.opponent], each) for each in made.outcomes if each.survives or each.failure]
    rows.sort(key=lambda row: order.index(row[0].against))
    return tuple(
        Passing(opponent.name, opponent.against.value, opponent.told_change, _why(outcome))
        for opponent, outcome in rows[:MOST_ROWS]
    )


def _why(outcome: OpponentOutcome) -> str:
    if outcome.failure:
        return f"It couldn't be run: {outcome.failure}"
    if outcome.reached is False:
        return "No input reached the changed line."
    return f"It was right on {len(outcome.tried):,} inputs."


def _disagreement(error: AcceptedDisagree, folder: Path, work: Work) -> Disagreement:
    path = folder / "disagreement.in"
    folder.mkdir(parents=True, exist_ok=True)
    write_whole(path, error.data)
    return Disagreement(
        said=error.message,
        path=str(path),
        resource=work.found(path, error.message),
        input=shown(error.data),
        outputs={name: shown(output) for name, output in error.outputs},
    )


TOOL = Tool(
    "make_tests",
    "Make tests",
    "Makes a whole test set for a problem out of its statement and a right program: tiny inputs, bounds, random ones,"
    " structures, slow inputs, and inputs on which wrong, slow and slightly changed programs fail; with answers on"
    " which all right programs agree. Writes it to a folder of its own, with a report.",
    Arguments,
    Result,
    run,
)
