"""Whether a find may be none: what makes it doubtful.

A wrong answer may be another right one where one reference alone speaks for it. Where a problem allows several answers
and neither its statement says so nor a checker knows, a right program disagrees with the reference nearly everywhere,
from the smallest inputs on, and always prints as much as it; yet its answers to the samples are those of the statement.
A wrong program that passes the samples is seldom wrong on most small inputs. So that is said, and the find isn't told
as a sure one.

What is expected may be one of several answers, too, where references that are right on the samples differ among
themselves, where an accepted one differs from a sample, and where a sample alone speaks against the program. It isn't
alone where the package says that its judge compares with that one answer, or where the words about the output leave one
(`statement.answers.one_answer`) and what is printed has its form: as many numbers as are asked for, or one of the
words.

What only a relation says of which no words speak (`faults.symmetric`) proves nothing.

Test cases that are answered otherwise alone prove a fault only where they are test cases, and have one right answer.

Where the statement promises how large answers are, an input whose right answer may be larger isn't given.

A crash may be due to an input that the problem doesn't allow, where no reference answers and the bounds that matter
were only assumed; a limit that nobody says may be a wider one; and a long output may be the right one where nobody
says how long it may be.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from slowpath.faults.contest import BY_MOVED, BY_PARTS, Bout
from slowpath.faults.limits import TINY_BYTES, memory_limit_bytes, time_limit_s
from slowpath.faults.survey import Survey
from slowpath.faults.taxonomy import SAYS_SOMETHING
from slowpath.model.breaking import OVERFLOWS, BreakSpec, Complaint, Failing
from slowpath.model.patterns import late_regex
from slowpath.statement.answers.answer_shape import answer_shape
from slowpath.statement.answers.one_answer import (
    WORD,
    asks_for,
    asks_for_a_number,
    decides_between,
    is_one_of_its_words,
    says_when,
    words_of,
)
from slowpath.statement.answers.promised_answer import promised_answer
from slowpath.statement.sentences.wholes import whole_sentences

MOST_INPUTS, WITH_ANY_VALUES = ("tiny", "small", "cases"), ("tiny", "small", "cases", "any values")
FEWEST_INPUTS = 30
DOUBTFUL_SHARE = 0.5
"""A wrong program fails on less of so many small inputs; where a format has fewer, those with any values count as well.
Of still fewer it's to be right on one."""
ALIKE_SHARE = 0.95
OF_BOUNDS = frozenset({"least", "single", "empty", "zero", "negative", "large", "greatest"})
"""The traits that values have by the bounds of their variable."""
_INTEGER = late_regex(r"0|-?[1-9]\d*")
_NUMBER = late_regex(r"-?(?:0|[1-9]\d{0,200})(?:\.\d+)?(?:[eE][+-]?\d{1,3})?")
_PHRASE = late_regex(r"[^\W\d_]+(?:[ ,.!?'-]+[^\W\d_]+)*[.!?]*")
_NUMBERS = re.compile(rb"[\s\d-]*")
_TEST_CASES = late_regex(r"\b(?:test[- ]?cases?|number of tests|data ?sets?|scenarios)\b", re.I)
_ORDER = late_regex(
    r"order|sort|each|every|\w-th\b|first|last|then|followed|increas|decreas|ascend|descend|smallest|largest|"
    r"test[- ]?case|\blines? (?:should )?contains?\b|respective|"
    r"\b(?:the|an?|this|your|resulting|final)\s+(?:\w+\s+)?(?:permutation|sequence|array|list|path|route|grid|matrix)\b",
    re.I,
)
MOST_ROUNDED = 0.01
"""How far apart two decimal numbers may be, of the larger one, and still be the same answer."""
LOWERED = 0.5
"""What is left of the confidence in the kind of bug where the find itself is doubtful."""


@dataclass(frozen=True)
class Grounds:
    """What a search saw that says something of how answers are compared: samples to which an accepted solution gives
    another answer (`contested`), and how many inputs there are on which references differ (`disagreements`)."""

    contested: tuple[str, ...] = ()
    disagreements: int = 0


NO_GROUNDS = Grounds()


def doubt(
    spec: BreakSpec,
    bout: Bout,
    survey: Survey,
    believed: int,
    grounds: Grounds = NO_GROUNDS,
    complaints: Sequence[Complaint] | None = None,
) -> str:
    """Why an input may be no breaking one, as a sentence, "" for nothing. `believed` is how many references answer:
    two that agree leave no doubt. `complaints` is what the sanitizer says of it, None where it wasn't asked."""
    if bout.failing is Failing.WRONG_ANSWER and spec.answer_checker is None and not spec.any_answer:
        compared = _by_comparison(spec, bout, believed, grounds)
        if compared:
            return compared
        if bout.judged_by == BY_MOVED:
            return "nothing but samples and the program's own answers say what becomes of an answer when values change"
        if bout.judged_by == BY_PARTS and (unlike := _by_parts(spec, bout)):
            return unlike
    if bout.failing in (Failing.TIME_LIMIT, Failing.MEMORY_LIMIT):
        return _by_assumed_limits(spec, bout)
    if believed == 0 and bout.failing is Failing.WRONG_ANSWER and (too_large := _by_promised_answer(spec, bout)):
        return too_large
    if (
        bout.is_by_itself
        and believed == 0
        and bout.failing is Failing.WRONG_ANSWER
        and (complaints is None or any(complaint.kind not in OVERFLOWS for complaint in complaints))
    ):
        # What a program with nothing undefined but its numbers prints otherwise, their widths alone make.
        seen = "no sanitizer checked it" if complaints is None else "it has undefined behaviour beyond overflow"
        return f"only {bout.judged_by} answers otherwise, and {seen}"
    if bout.judged_by.startswith("sample ") and believed == 0 and bout.failing is Failing.WRONG_ANSWER:
        return ""
    if believed == 0 and bout.failing in (Failing.RUNTIME_ERROR, Failing.UNDEFINED, Failing.WRONG_ANSWER):
        return _by_assumed_bounds(spec, survey)
    if believed == 0 and bout.failing is Failing.OUTPUT_LIMIT:
        return "the output limit isn't given, and no reference answers this input"
    return _by_several_answers(spec, bout, survey, believed)


def _by_comparison(spec: BreakSpec, bout: Bout, believed: int, grounds: Grounds) -> str:
    """What speaks for outputs being compared in another way than by their tokens."""
    is_by_sample = believed == 0 and bout.judged_by.startswith("sample ")
    if is_by_sample and not spec.rules.is_judge and not _is_asked_for_in_output(spec, bout):
        return (
            f"only the answer of {bout.judged_by} says so: it is no failure where several answers are right, or"
            " where blanks and capitals don't matter"
        )
    if grounds.contested:
        return (
            f"perhaps several answers are right: an accepted solution answers sample {grounds.contested[0]}"
            " otherwise than the sample does"
        )
    if grounds.disagreements:
        return (
            f"perhaps several answers are right: references that are right on the samples differ on "
            f"{grounds.disagreements} other inputs"
        )
    output, expected = bout.execution.output or b"", bout.expected or b""
    if not spec.rules.source and bout.other is None and output.lower().split() == expected.lower().split():
        return "only capitals differ, and the statement doesn't say that they matter"
    if believed == 1 and sorted(output.split()) == sorted(expected.split()) and not _says_an_order(spec.statement):
        return "only the order differs, and the statement doesn't say that it matters"
    return ""


def _says_an_order(statement: str) -> bool:
    """Whether the words about the output say in which order it is, if only by what is printed for each of the input;
    also where there are none."""
    said = [sentence.text for sentence in whole_sentences(statement) if sentence.section == "output"]
    return not said or any(_ORDER.search(text) for text in said)


def _by_promised_answer(spec: BreakSpec, bout: Bout) -> str:
    """What speaks for an input whose right answer is larger than is promised: nobody but the program itself, or what
    its numbers look like, says that it is wrong, and what is right isn't known to keep the promise."""
    if not bout.is_by_itself and (bout.expected is not None or not _NUMBERS.fullmatch(bout.execution.output or b"")):
        return ""
    promised = promised_answer(spec.statement)
    if promised is None or (bout.expected is not None and promised.is_kept(bout.expected)):
        return ""
    return f'the answer to this input may be larger than is promised ("{promised.sentence}")'


def _by_parts(spec: BreakSpec, bout: Bout) -> str:
    """What speaks for an answer that may differ where a test case stands alone: blocks that share a state by design,
    or several right answers, of which a program may print another one each time."""
    if not _TEST_CASES.search(spec.statement):
        return "the statement doesn't call these blocks test cases, so one may depend on those before it"
    if not asks_for_a_number(spec.statement) and not is_one_of_its_words(spec.statement, [bout.expected or b""]):
        return "perhaps several answers are right: the statement doesn't ask for one number or one of some words"
    return ""


def _is_asked_for_in_output(spec: BreakSpec, bout: Bout) -> bool:
    """Whether the words about the output leave one answer of the form that is printed: numbers or a word as they are
    asked for, but for labels before them ("Case #1:"); on each line, where there is one for each of many questions."""
    said, expected = (_lines(output or b"") for output in (bout.execution.output, bout.expected))
    if len(said) != len(expected):
        return False
    is_for_each = len(expected) > 1 and not _is_answered_by_lines(spec)
    differing = [(one, other) for one, other in zip(said, expected, strict=True) if one != other]
    return bool(differing) and all(_has_its_form(spec, *pair, is_for_each) for pair in differing)


def _lines(output: bytes) -> list[list[str]]:
    """The tokens of each line that has any."""
    return [tokens for tokens in map(str.split, output.decode("utf-8", "replace").split("\n")) if tokens]


def _is_answered_by_lines(spec: BreakSpec) -> bool:
    """Whether an answer has as many lines as a number of the input says there are questions."""
    samples = [(sample.data, sample.answer) for sample in spec.samples if sample.answer is not None]
    parts = answer_shape(spec.statement, samples).parts
    return parts is not None and parts.in_lines and not parts.is_permutation


def _has_its_form(spec: BreakSpec, said: list[str], expected: list[str], is_for_each: bool) -> bool:
    """Whether two lines are words between which is to be decided; or, behind the same label, as many numbers as are
    asked for, further apart than by any rounding, or a number and a word that is said for a case without any.
    `is_for_each`: only the words can say that there is such a line for each of many things."""
    label = next((at for at, pair in enumerate(zip(said, expected, strict=False)) if _differ(*pair)), 0)
    texts = [" ".join(line[label:]) for line in (said, expected)]
    phrases = [" ".join(WORD.findall(text.lower())) for text in texts if _PHRASE.fullmatch(text)]
    number = next(filter(_NUMBER.fullmatch, texts), None)
    if len(phrases) == 2:
        whole = [" ".join(WORD.findall(" ".join(line).lower())) for line in (said, expected)]
        return any(
            one != other and decides_between(spec.statement, one, other, is_for_each=is_for_each)
            for one, other in (phrases, whole)
        )
    if phrases and number is not None:
        return says_when(spec.statement, phrases[0]) and asks_for(
            spec.statement, is_decimal=not _INTEGER.fullmatch(number), is_for_each=is_for_each
        )
    if len(said) != len(expected) or not all(map(_NUMBER.fullmatch, [*said[label:], *expected[label:]])):
        return False
    pairs = list(zip(said[label:], expected[label:], strict=True))
    is_decimal = not all(_INTEGER.fullmatch(text) for pair in pairs for text in pair)
    if is_decimal and all(_is_rounded(*pair) for pair in pairs):
        return False
    return asks_for(spec.statement, len(pairs), is_decimal=is_decimal, is_for_each=is_for_each)


def _differ(one: str, other: str) -> bool:
    """Whether two tokens don't both belong to a label: they differ, or one is a number."""
    return one != other or _NUMBER.fullmatch(one) is not None


def _is_rounded(one: str, other: str) -> bool:
    """Whether two numbers may be the same one, rounded."""
    places = min(len(text.partition(".")[2]) for text in (one, other))
    apart, most = abs(float(one) - float(other)), max(1.0, abs(float(one)), abs(float(other)))
    return apart <= max(MOST_ROUNDED * most, 10.0**-places)


def _has_one_answer(spec: BreakSpec, output: bytes, answer: bytes) -> bool:
    """Whether no two answers can be right: one number is asked for, or which of several words it is, two of which are
    the right one and what is printed."""
    said, expected = (text.decode("utf-8", "replace").lower().split() for text in (output, answer))
    if len(expected) != 1:
        return False
    if not WORD.fullmatch(expected[0]):
        return _NUMBER.fullmatch(expected[0]) is not None and asks_for_a_number(spec.statement)
    return (
        len(said) == 1
        and said != expected
        and any(
            {said[0], expected[0]} <= set(words_of(sentence))
            for sentence in whole_sentences(spec.statement)
            if sentence.section == "output"
        )
    )


def _by_assumed_limits(spec: BreakSpec, bout: Bout) -> str:
    """What speaks for a limit that is wider than the assumed one. A program that takes seconds on a few bytes doesn't
    end, or not within any limit once there are more."""
    if bout.failing is Failing.MEMORY_LIMIT and spec.memory_limit_bytes is None:
        return f"the memory limit isn't given; {memory_limit_bytes(spec) >> 20} MB are assumed"
    if bout.failing is Failing.TIME_LIMIT and spec.time_limit_s is None and len(bout.data) > TINY_BYTES:
        return f"the time limit isn't given; {time_limit_s(spec):g} s are assumed"
    return ""


def _by_assumed_bounds(spec: BreakSpec, survey: Survey) -> str:
    """What speaks for an input that isn't allowed: it fails only where a variable with assumed bounds is special."""
    special = next(
        (
            trait
            for trait, bits in survey.necessary()
            if bits >= SAYS_SOMETHING and trait.kind in OF_BOUNDS and trait.about in spec.assumed
        ),
        None,
    )
    if special is None:
        return ""
    return (
        f"the bounds of {special.about} aren't given, and it fails only where {special.sentence}; write them in the"
        " input format, or give a reference that answers such inputs"
    )


def _by_several_answers(spec: BreakSpec, bout: Bout, survey: Survey, believed: int) -> str:
    """What speaks for several right answers."""
    if bout.failing is not Failing.WRONG_ANSWER or spec.answer_checker is not None or believed != 1 or spec.any_answer:
        # Where the statement says that several are right, only what none of them is was compared.
        return ""
    if not any(sample.answer is not None for sample in spec.samples) or bout.judged_by.startswith("sample "):
        return ""
    if _has_one_answer(spec, bout.execution.output or b"", bout.expected or b""):
        return ""
    small = [each for each in survey.seen if each.kind in MOST_INPUTS]
    is_enough = len(small) >= FEWEST_INPUTS
    seen = small if is_enough else [each for each in survey.seen if each.kind in WITH_ANY_VALUES]
    failed = [each for each in seen if each.failed]
    share = DOUBTFUL_SHARE if len(seen) >= FEWEST_INPUTS else 1.0
    if not small or any(sum(each.failed for each in among) < share * len(among) for among in (small, seen)):
        return ""
    if sum(each.is_as_long for each in failed) < ALIKE_SHARE * len(failed):
        return ""
    return (
        f"perhaps several answers are right: it disagrees with {bout.judged_by} on {len(failed)} of {len(seen)} "
        f"{'small ' if is_enough else ''}inputs, prints as many tokens each time, and passes all samples"
    )
