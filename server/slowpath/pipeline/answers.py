"""Who judges outputs in a search for a breaking input: the package's checker, or tokens, as its judge compares them."""

from __future__ import annotations

from dataclasses import replace

from slowpath.errors import SlowpathError, UsageError
from slowpath.faults.comparing import fixed_parts
from slowpath.model.answers import DECIMALS, NUMBERS, REALS, TEXT, AnswerRules, as_tolerance, rules_of_flags
from slowpath.model.breaking import BreakSpec
from slowpath.model.ports import AnswerChecker
from slowpath.model.problem import Problem, Sample
from slowpath.settings import Settings

JUDGED_APART = "the package's own output validator judges, and it isn't here"
FLAG_WORDS = (
    "case_sensitive",
    "space_change_sensitive",
    "float_tolerance",
    "float_absolute_tolerance",
    "float_relative_tolerance",
)
MOST_SAMPLES = 4


def answer_rules(problem: Problem, flags: str = "") -> AnswerRules:
    """How outputs of the problem are compared where no program judges them: as `flags` of the ICPC/Kattis judge say,
    else as the package does; what its statement allows is allowed in any case. Raises `UsageError` for other flags."""
    from slowpath.statement.answers.stated_answers import any_case, stated_tolerance

    if flags:
        return _given_rules(flags)
    stated, capitals = stated_tolerance(problem.statement), any_case(problem.statement)
    rules = problem.answer_rules
    if rules is None:
        rules = AnswerRules(source="" if stated is None and not capitals else "the statement")
    if stated is not None and rules.numbers in (TEXT, DECIMALS):
        return replace(
            rules,
            any_case=rules.any_case or capitals,
            numbers=REALS,
            absolute=stated,
            relative=stated,
            source="the statement",
        )
    return replace(rules, any_case=rules.any_case or capitals)


def any_answer_of(problem: Problem) -> str:
    """What says that several outputs may be right, "" for nothing."""
    from slowpath.statement.answers.any_answer import any_answer

    return any_answer(problem.statement) or (JUDGED_APART if problem.judged_apart else "")


def compared_how(spec: BreakSpec) -> str:
    """How outputs are compared, in a few words."""
    if spec.answer_checker is not None:
        return f"by {spec.answer_checker.name}"
    if not spec.any_answer:
        return spec.rules.said
    return f"{fixed_parts(spec) or 'not'}: {spec.any_answer}"


def _given_rules(flags: str) -> AnswerRules:
    words = flags.split()
    known = f"Known are: {', '.join(FLAG_WORDS)}; a tolerance is followed by a number that isn't negative."
    rest = iter(words)
    for word in rest:
        if word not in FLAG_WORDS:
            raise UsageError(f"{word!r} is no way of comparing.", known)
        if word.startswith("float_") and as_tolerance(value := next(rest, "")) is None:
            raise UsageError(f"{word} wants a number, not {value or 'nothing'}.", known)
    return rules_of_flags(tuple(words), "given")


def opened_checker(spec: BreakSpec, settings: Settings) -> AnswerChecker:
    """The checker of answers. Two answers may be twice as far apart as one may be off. Raises as
    `open_answer_checker`."""
    from slowpath.toolchain.answers import open_answer_checker

    rules = spec.rules
    if rules.numbers in (REALS, NUMBERS):
        rules = replace(rules, absolute=2 * rules.absolute, relative=2 * rules.relative)
    return open_answer_checker(spec.answer_checker, settings, rules)


def tried_checker(spec: BreakSpec, settings: Settings) -> AnswerChecker:
    """The checker, seen to take the samples' own answers. Raises `SlowpathError` where it can't be used."""
    checker = opened_checker(spec, settings)
    if spec.answer_checker is not None:
        for sample in [sample for sample in spec.samples if sample.answer is not None][:MOST_SAMPLES]:
            _try(checker, sample)
    return checker


def _try(checker: AnswerChecker, sample: Sample) -> None:
    verdict = checker.check(sample.data, sample.answer or b"", sample.answer or b"")
    if verdict.right is not True:
        how = "refuses" if verdict.right is False else "fails on"
        raise SlowpathError(
            f"The checker {checker.name} {how} the answer of sample {sample.name}: {verdict.reason}",
            "Correct it; docs/cli.md says how checkers of each kind are run.",
        )
