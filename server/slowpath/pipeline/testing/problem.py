"""From a folder to all that a test set is made of: the problem, right programs, programs that should fail, the
format."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain, count
from pathlib import Path
from typing import TYPE_CHECKING

from slowpath.errors import SlowpathError, UsageError
from slowpath.faults.comparing import what_is_not_compared
from slowpath.model.breaking import BreakSpec, Reference, Role
from slowpath.model.campaign import Budget, Warned
from slowpath.model.format import FormatReport
from slowpath.model.languages import IDS, SUFFIXES, facts_of
from slowpath.model.problem import Problem, Solution
from slowpath.model.testset import Against, Opponent
from slowpath.mutants import mutants, slower_ways
from slowpath.mutants.wastes import LARGER_TABLES
from slowpath.pipeline.breaking import break_spec
from slowpath.pipeline.formats import infer_format, must_be_driven_by_files
from slowpath.pipeline.judge_fingerprint import parts_of
from slowpath.pipeline.programs import read_solution
from slowpath.pipeline.remarks import doubt_sentence
from slowpath.settings import Settings

if TYPE_CHECKING:
    from slowpath.engine.jury import Jury
    from slowpath.problems.rejected import RejectedPrograms

MOST_ACCEPTED = 8
DEFAULT_MUTANTS = 40
MOST_SLOW_WAYS = 8
UNNAMED = "its name says neither that it is right nor that it should fail: name it with --accepted, --wrong or --slow"
MOST_CHANGED = 2
"""Right programs of which mutants and slow ways are made."""


@dataclass(frozen=True)
class TestSetSpec:
    """Everything that a test set is made of. `accepted` are right programs, the first one's text is what mutants are
    made of, `given` are programs that should fail, and `naive` ones do the same slowly; of both that lie there `unused`
    and `given_unused` can't be used, with why. `most` tests are made, of `most_bytes` together, in `seconds`;
    `limit_s` is the time limit that they're for. `breaking` is the search for
    inputs on which the first accepted one fails: what says how answers are judged."""

    __test__ = False

    folder: Path
    problem: Problem
    report: FormatReport
    accepted: tuple[Solution, ...]
    given: tuple[Opponent, ...]
    breaking: BreakSpec
    limit_s: float
    seconds: float
    most: int
    most_bytes: int
    seed: int = 0
    mutants: int = DEFAULT_MUTANTS
    leaves_out_disagreements: bool = False
    unused: tuple[tuple[str, str], ...] = field(default=())
    given_unused: tuple[tuple[str, str], ...] = ()
    naive: tuple[Opponent, ...] = ()

    @property
    def key(self) -> tuple[object, ...]:
        """All that decides what is made, as something to compare."""
        opponents = [each.solution for each in (*self.given, *self.naive)]
        programs = [(each.path.name, each.source) for each in (*self.accepted, *opponents)]
        checker = self.breaking.answer_checker
        judges = [*self.problem.validators, *([checker] if checker is not None else [])]
        return (
            str(self.folder),
            self.report.text,
            self.problem.statement,
            programs,
            self.limit_s,
            self.seconds,
            self.most,
            self.most_bytes,
            self.seed,
            self.mutants,
            self.leaves_out_disagreements,
            self.breaking.toolchain,
            self.problem.limits.memory_bytes,
            self.breaking.rules,
            [(sample.data, sample.answer) for sample in self.problem.samples],
            [(each.kind, str(each.path), *parts_of(each)) for each in judges],
        )


def specified_tests(
    folder: Path,
    settings: Settings,
    *,
    seconds: float,
    most: int,
    most_bytes: int,
    seed: int = 0,
    accepted: Sequence[Path] = (),
    wrong: Sequence[Path] = (),
    slow: Sequence[Path] = (),
    with_rejected: bool = True,
    mutant_count: int = DEFAULT_MUTANTS,
    limit_s: float | None = None,
    checker: Path | None = None,
    leaves_out_disagreements: bool = False,
    read_format: Callable[[Problem], FormatReport] | None = None,
) -> TestSetSpec:
    """What a test set for the problem in `folder` is made of.

    Right programs are those `accepted`, else those of the package, else the only program in the folder; those that
    should fail are the `wrong` and `slow` ones, and, `with_rejected`, those that the package keeps. `read_format` gives
    the format instead of inference. Raises `UsageError` for a folder without a right program, `SourceUnreadable` for a
    named program that can't be read, and as `infer_format` and `break_spec`.
    """
    from slowpath.problems import read_problem
    from slowpath.problems.rejected import RejectedPrograms, rejected_programs

    if not folder.is_dir():
        raise UsageError(f"{folder}: no such folder.", "Give the folder of the problem.")
    folder = folder.absolute()
    names = list(accepted)
    problem = read_problem((names[0] if names else folder / "solution.cpp").absolute(), folder)
    must_be_driven_by_files(problem)
    rejected = rejected_programs(folder)
    named = names or _right_ones(folder, problem, rejected)
    right, unused = _read(named, is_given=bool(names))
    if not right:
        raise UsageError(
            f"{folder}: no right program in a language that is known here.", "Name one with --accepted FILE."
        )
    if limit_s is None:
        limit_s = problem.limits.time_s or settings.time_limit_s
    problem = replace(problem, limits=replace(problem.limits, time_s=limit_s))
    report = read_format(problem) if read_format else infer_format(problem, right[0], settings, right[1:])
    if not problem.solutions and not names:
        known = {path.resolve() for path in (*named, *wrong, *slow)}
        others = {path for path in _loose_programs(folder, rejected) if path.resolve() not in known}
        unused += [(path.name, UNNAMED) for path in sorted(others)]
    rejected = rejected if with_rejected else RejectedPrograms()
    given, given_unused = _opponents(
        {
            **dict.fromkeys(rejected.others, Against.WRONG),
            **dict.fromkeys([*slow, *rejected.slow], Against.SLOW),
            **dict.fromkeys([*wrong, *rejected.wrong], Against.WRONG),
        },
        [*wrong, *slow],
        folder,
        {each.source: each.path.name for each in right},
    )
    spec = break_spec(
        right[0], problem, report, settings, Budget(seconds), seed, references=(), checker=checker, sanitize=False
    )
    return TestSetSpec(
        folder,
        problem,
        report,
        tuple(right),
        tuple(given),
        replace(spec, references=()),
        limit_s,
        seconds,
        most,
        most_bytes,
        seed,
        mutant_count,
        leaves_out_disagreements,
        tuple(unused),
        tuple(given_unused),
    )


def unique_names(paths: Sequence[Path], wanted: Sequence[str] = ()) -> list[str]:
    """A name for each file, that no other has: the `wanted` one (its own), with its folder's where that is taken."""
    made: list[str] = []
    for path, name in zip(paths, wanted or [path.name for path in paths], strict=True):
        other = f"{path.absolute().parent.name}/{name}"
        offered = chain((name, other), (f"{other} ({number})" for number in count(2)))
        made.append(next(each for each in offered if each not in made))
    return made


def against(spec: TestSetSpec, solution: Solution, seconds: float) -> BreakSpec:
    """The search for an input on which a program fails, held against all right ones."""
    references = tuple(Reference(each, Role.ACCEPTED) for each in spec.accepted)
    return replace(
        spec.breaking,
        path=str(solution.path),
        language=solution.language,
        source=solution.source,
        references=references,
        budget=Budget(seconds),
    )


def _right_ones(folder: Path, problem: Problem, rejected: RejectedPrograms) -> Sequence[Path]:
    """The package's own, C++ first and Java last: mutants are made of the first, and a quick one makes more runs.
    Without a package those of the programs that lie there which are called right, else like a solution, else the only
    one; none that judges or should fail."""
    from slowpath.problems.references import RIGHT_WORDS, stem_words

    if problem.solutions:
        known = [path for path in problem.solutions if facts_of(path) is not None]
        return sorted(known, key=lambda path: IDS.index(SUFFIXES[path.suffix.lower()]))
    found = _loose_programs(folder, rejected)
    said = [path for path in found if RIGHT_WORDS & set(stem_words(path.stem))]
    plain = [path for path in found if path.stem in ("solution", "main", "sol")]
    return said or plain or (found if len(found) == 1 else [])


def _loose_programs(folder: Path, rejected: RejectedPrograms) -> list[Path]:
    """The programs that lie in the folder itself, without those that judge and those that should fail."""
    from slowpath.problems.answers import LOOSE_CHECKERS
    from slowpath.problems.files import entries
    from slowpath.problems.validators import LOOSE_STEMS

    found = [path for path in entries(folder) if path.is_file() and facts_of(path) is not None]
    apart = {*rejected.wrong, *rejected.slow}
    return [path for path in found if path not in apart and path.stem.lower() not in LOOSE_CHECKERS | LOOSE_STEMS]


def _read(paths: Sequence[Path], *, is_given: bool) -> tuple[list[Solution], list[tuple[str, str]]]:
    """The programs, and of those that can't be used why. One that was named must be readable."""
    found, unused = [], []
    for path in paths:
        try:
            found.append(read_solution(path))
        except SlowpathError as error:
            if is_given:
                raise
            unused.append((path.name, error.message))
    unused += [
        (each.path.name, f"more than {MOST_ACCEPTED} right programs say no more") for each in found[MOST_ACCEPTED:]
    ]
    return found[:MOST_ACCEPTED], unused


def _opponents(
    kinds: Mapping[Path, Against], named: Sequence[Path], folder: Path, right: Mapping[bytes, str]
) -> tuple[list[Opponent], list[tuple[str, str]]]:
    """Those that should fail, the wrong ones first, and of the others why they aren't used; a file counts once, and a
    text of a `right` program isn't one. Raises `SourceUnreadable` for one that was `named`."""
    found: dict[Path, tuple[Against, Solution]] = {}
    unused = []
    for path, kind in sorted(kinds.items(), key=lambda entry: entry[1] is Against.SLOW):
        try:
            solution = read_solution(path)
        except SlowpathError as error:
            if path in named:
                raise
            unused.append((_name_in(folder, path), error.message))
            continue
        if solution.source in right:
            unused.append((_name_in(folder, path), f"its text is that of {right[solution.source]}, a right program"))
        else:
            found.setdefault(path.resolve(), (kind, solution))
    solutions = [solution for _, solution in found.values()]
    names = unique_names([each.path for each in solutions], [_name_in(folder, each.path) for each in solutions])
    given = [Opponent(name, kind, solution) for name, (kind, solution) in zip(names, found.values(), strict=True)]
    return given, unused


def _name_in(folder: Path, path: Path) -> str:
    absolute = path.absolute()
    name = absolute.relative_to(folder).as_posix() if absolute.is_relative_to(folder) else path.name
    return name.removeprefix("submissions/")


def made_opponents(spec: TestSetSpec) -> tuple[list[Opponent], list[Opponent]]:
    """The mutants of the first right programs of which any can be made, drawn evenly over the kinds of mistakes, and
    slow ways to do what these programs do, those of one that no program before it has, naive versions first; both in
    the order in which they are tried: without a memory limit those that waste memory last."""
    names = unique_names([each.path for each in spec.accepted])
    ways: list[Opponent] = []
    for solution, name in zip(spec.accepted[:MOST_CHANGED], names, strict=False):
        kinds = {each.change for each in ways}
        ways += [
            _made(solution, name, each.source, each.kind, each.line, number, Against.SLOW_WAY)
            for number, each in enumerate(slower_ways(solution.source, solution.language), start=1)
            if each.kind not in kinds
        ]
    changed = [
        (solution, name)
        for solution, name in zip(spec.accepted, names, strict=True)
        if mutants(solution.source, solution.language, most=1)
    ][:MOST_CHANGED]
    drawn: list[Opponent] = []
    for solution, name in changed:
        found = mutants(solution.source, solution.language, most=-(-spec.mutants // len(changed)), seed=spec.seed)
        drawn += [
            _made(solution, name, each.source, each.kind, each.line, number, Against.MUTANT)
            for number, each in enumerate(found, start=1)
        ]
    sources = {each.solution.source for each in ways}
    tried = by_turns([each for each in drawn if each.solution.source not in sources])[: spec.mutants]
    if spec.problem.limits.memory_bytes is None:
        tried.sort(key=lambda each: each.change in LARGER_TABLES)
    return (tried, [*spec.naive, *by_turns(ways)[:MOST_SLOW_WAYS]])


def by_turns(opponents: Sequence[Opponent]) -> list[Opponent]:
    """One of each kind (what should fail in which way, and by which change), then a second of each: where time ends
    early there was something of all."""
    kinds = [(each.against, each.change) for each in opponents]
    places = sorted(range(len(opponents)), key=lambda at: kinds[:at].count(kinds[at]))
    return [opponents[at] for at in places]


def _made(of: Solution, name: str, source: bytes, change: str, line: int, number: int, kind: Against) -> Opponent:
    word = "mutant" if kind is Against.MUTANT else "slow way"
    path = of.path.with_name(f"{of.path.stem}-{word.replace(' ', '-')}-{number}{of.path.suffix}")
    return Opponent(f"{name} {word} {number}", kind, Solution(path, of.language, source), change, name, line)


def what_is_not_sure(spec: TestSetSpec, unused: Sequence[tuple[str, str]], jury: Jury) -> Iterator[Warned]:
    """What somebody should know before trusting the tests: programs that aren't used (name and why), answers that
    aren't compared, doubts of the format."""
    for name, why in (*spec.unused, *unused):
        yield Warned("accepted-unused", f"{name} isn't used: {why}")
    for name, why in spec.given_unused:
        yield Warned("rejected-unused", f"{name} isn't used: {why}")
    for note in spec.problem.notes:
        yield Warned("problem-odd", note)
    yield from what_is_not_compared(spec.breaking)
    if not jury.confirms:
        for doubt in jury.doubts:
            yield Warned(
                "format-doubted",
                f"Tests may be invalid: {doubt_sentence(doubt)}",
                "Look at the input format (`slowpath format`), or give a validator.",
            )
