"""Whether an output is right, given one that is: the cheap answers first, the checker for the rest.

Outputs with the same tokens are the same for any judge that matters here: whoever searches for a wrong answer isn't
helped by a blank. So a package's checker, a process each time, is asked only about outputs that do differ.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from slowpath.model.breaking import BreakSpec
from slowpath.model.campaign import Warned
from slowpath.model.patterns import late_regex
from slowpath.model.ports import AnswerChecker, AnswerVerdict
from slowpath.statement.answers.first_value import starting_number
from slowpath.statement.answers.no_answer import says_none

_EMPTY = late_regex(
    r"\b(?:nothing|blank|no output|empty (?:lines?|outputs?|strings?|texts?|(?:sub)?sets?|lists?|(?:sub)?sequences?)|"
    r"(?:for )?(?:each|every) (?:\w+ )?(?:query|command|question|test ?case|operation))\b",
    re.IGNORECASE,
)
"""What statements say of outputs that may be empty: how many things they are about may be none, too."""
_SPLIT_BYTES = 1 << 20
"""Outputs up to here are split in memory; a checker of tokens goes through longer ones piece by piece itself."""
_RIGHT = AnswerVerdict(True)


@dataclass(frozen=True)
class FixedPartChecker:
    """Judges by what nobody may choose where several answers are right and nobody knows them: whether there is one,
    which `words` deny, and where `begins_with_best`, the number that an output begins with. Implements
    `model.ports.AnswerChecker`; everything else is left open."""

    words: tuple[str, ...] = ()
    begins_with_best: bool = False
    is_never_empty: bool = False
    name: str = "what nobody may choose"

    def check(self, data: bytes, output: bytes, answer: bytes) -> AnswerVerdict:
        """Wrong where one of both says that there is no answer and the other gives one, where they begin with different
        best values, or where it prints nothing and something is always printed. Looks at their beginnings."""
        if are_same(output, answer):
            return _RIGHT
        if self.is_never_empty and not output.strip() and answer.strip():
            return AnswerVerdict(False, "it prints nothing, where there is an answer")
        found, wanted = (says_none(printed, self.words) for printed in (output, answer))
        if found == wanted:
            numbers = starting_number(output), starting_number(answer)
            if self.begins_with_best and not found and None not in numbers and numbers[0] != numbers[1]:
                return AnswerVerdict(False, f"it says that the best value is {numbers[0]}, where it is {numbers[1]}")
            return AnswerVerdict(None, "several answers may be right, and there is no checker")
        return AnswerVerdict(
            False,
            "it says that there is no answer, where there is one"
            if found
            else "it gives an answer where there is none",
        )


class Comparison:
    """Compares outputs as the problem wants it. `is_possible` is False where the statement allows several answers and
    no checker knows them: then it's only compared what nobody may choose, as far as the statement says it."""

    def __init__(self, spec: BreakSpec, checker: AnswerChecker) -> None:
        self.is_possible = spec.answer_checker is not None or not spec.any_answer
        self._checker = (
            checker
            if self.is_possible
            else FixedPartChecker(spec.no_answer, bool(spec.first_value), is_never_empty=_is_never_empty(spec))
        )
        self._blanks_matter = spec.answer_checker is None and spec.rules.blanks
        self._any_case = spec.answer_checker is None and spec.rules.any_case

    def check(self, data: bytes, output: bytes, answer: bytes) -> AnswerVerdict:
        """Whether `output` is right where `answer` is; `right` None where that can't be said."""
        if self.are_same(output, answer):
            return _RIGHT
        verdict = self._checker.check(data, output, answer)
        if (
            verdict.right is False
            and self._any_case
            and self._checker.check(data, output.lower(), answer.lower()).right
        ):
            return _RIGHT
        if verdict.right is None and self.is_possible:
            return AnswerVerdict(None, f"{self._checker.name}: {verdict.reason}")
        return verdict

    def are_same(self, output: bytes, answer: bytes) -> bool:
        """Whether both are the same for any judge, as far as that is cheap to say."""
        return output == answer if self._blanks_matter else are_same(output, answer)

    def accepts_itself(self, data: bytes, answer: bytes) -> bool:
        """Whether the checker takes the reference's own answer: one that doesn't proves nothing against others."""
        return self._checker.check(data, answer, answer).right is True

    def refuses_itself(self, data: bytes, answer: bytes) -> bool:
        """Whether the checker says that the reference's own answer is wrong, as many do where the input isn't valid."""
        return self._checker.check(data, answer, answer).right is False


def fixed_parts(spec: BreakSpec) -> str:
    """What of an answer is compared where several are right, in a few words, "" for nothing."""
    words = " or ".join(f"'{word}'" for word in spec.no_answer)
    parts = [f"whether there is an answer ({words})"] if words else []
    if spec.first_value:
        parts.append("the best value, with which the output begins")
    return " and ".join(parts)


def what_is_not_compared(spec: BreakSpec) -> Iterator[Warned]:
    """What the user should know where several answers are right and nobody can judge them."""
    if spec.any_answer and spec.answer_checker is None:
        parts = fixed_parts(spec)
        compared = f"only this is compared: {parts}" if parts else "they aren't compared"
        yield Warned(
            "any-answer",
            f'Several outputs may be right ("{spec.any_answer}"), so {compared}.',
            "Give the problem's checker: --checker FILE.",
        )


def _is_never_empty(spec: BreakSpec) -> bool:
    """Whether nothing suggests that an answer may be no text at all: no sample's is, and the statement says nothing of
    empty ones, nor of a number of things that are answered one by one."""
    answers = [sample.answer for sample in spec.samples if sample.answer is not None]
    return bool(answers) and all(answer.strip() for answer in answers) and not _EMPTY.search(spec.statement)


def are_same(output: bytes, answer: bytes) -> bool:
    """Whether both have the same tokens, as far as that is cheap to say: False for long ones that aren't the same to
    the byte."""
    if output == answer:
        return True
    return max(len(output), len(answer)) <= _SPLIT_BYTES and output.split() == answer.split()
