"""Accounts for a statement: the mark of each of its sentences, and why inputs of the format may be invalid."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from slowpath.inputs.infer.accounts.groups import bounds_of_no_group
from slowpath.inputs.infer.accounts.marks import marks_of
from slowpath.inputs.infer.facts.contradicted import DISTRUSTED
from slowpath.inputs.infer.structure.blank_lines import leaves_lines_empty
from slowpath.inputs.infer.structure.proposals import UNREAD
from slowpath.inputs.layout import places
from slowpath.inputs.parsing.parse import ParseError, breaks_lines_elsewhere
from slowpath.inputs.text_form.left_open import still_open
from slowpath.inputs.validating.validate import is_valid
from slowpath.model.format import Evidence, FormatReport, InputFormat, Misfit, Scalar, WordType
from slowpath.model.patterns import late_regex
from slowpath.model.problem import Problem, Sample
from slowpath.model.stated import StatedConstraint
from slowpath.model.validity import Doubt, SentenceMark
from slowpath.statement.claims.modality import Modality, modality_of
from slowpath.statement.claims.names import base_name
from slowpath.statement.languages.languages import english_words
from slowpath.statement.languages.translating import translator_of
from slowpath.statement.sentences.sentence import Sentence
from slowpath.statement.sentences.statement import Statement, read_statement

_WORD = late_regex(r"[^\W\d_]{2,}")
_ENGLISH = frozenset(
    (
        "the of is and to in are that for with it be on you by as can each an at or one has this will line contains"
    ).split()
)
_TOLD_BY = late_regex(r"[^\W\d_]{3,}")
_LEAST_ENGLISH, _FEW_WORDS = 0.25, 4
"""English statements have 0.4 to 0.9 of their words of three letters in the glossaries, those in others less than 0.1;
fewer words than these don't tell."""
_MOST_FOREIGN = 0.4
"""The share of a sentence's words, such as the names of its things, that may be left in another language."""
_RESTRICTING = frozenset("without not never no except only neither".split())
"""Words behind which one that isn't known may forbid something."""
_NAME = late_regex(r"\b[A-Za-z]\w*\b")
_BROKEN = late_regex(r"the bound (?:len\()?(\w+)\)? .* is broken by the value")
_EMPTY_LINE = re.compile(rb"\n\r?\n")
_MOST_SAMPLES = 4
_LARGEST_SAMPLE = 100_000


def accounted(report: FormatReport, problem: Problem, late: Callable[[], bool] = lambda: False) -> FormatReport:
    """The report with `sentences`, `doubts`, and among what is `stated` the promises that nothing in the format stands
    for. What the user wrote is his word: it has sentences, but no doubts except those that he left open and inputs that
    he says are invalid. Once it is `late`, what is left of them is unclear.

    Some milliseconds a page of statement. Never raises for odd text.
    """
    if report.format is None:
        return report
    try:
        return _accounted(report, report.format, problem, late)
    except (LookupError, ValueError, TypeError, AttributeError, ArithmeticError, RecursionError) as error:
        doubt = Doubt("reading", f"The statement couldn't be held against the format ({error!r}).")
        return replace(report, doubts=report.doubts if report.is_given else (doubt,))


def _accounted(report: FormatReport, fmt: InputFormat, problem: Problem, late: Callable[[], bool]) -> FormatReport:
    statement = read_statement(problem.statement)
    marks = _kept_marks(statement, fmt, report.evidence, late)
    doubts = (
        still_open(report.doubts, marks)
        if report.is_given
        else tuple(dict.fromkeys((*_doubts(report, statement, marks), *otherwise_laid_out(fmt, problem.samples))))
    )
    doubts = (*doubts, *allowed_though_invalid(fmt, problem.invalid_inputs))
    before = frozenset(_promised(statement, report.sentences, fmt)) if report.sentences else frozenset()
    said = tuple(one for one in report.stated if one not in before)
    stated = report.stated if report.is_given else (*said, *_promised(statement, marks, fmt))
    return replace(report, sentences=marks, doubts=doubts, stated=stated)


_KEPT: dict[tuple[int, int, int], tuple[object, tuple[SentenceMark, ...]]] = {}
_MOST_KEPT = 8


def _kept_marks(
    statement: Statement, fmt: InputFormat, evidence: tuple[Evidence, ...], late: Callable[[], bool]
) -> tuple[SentenceMark, ...]:
    """`marks_of`, half of an inference, for whoever chooses among candidates and for whoever tells of the chosen one.
    Looked up by identity; an entry holds what it is of, so that no id can be taken by something else."""
    key = id(statement), id(fmt), id(evidence)
    if (kept := _KEPT.get(key)) is not None:
        return kept[1]
    marks = marks_of(statement, fmt, evidence, late)
    if not late():
        if len(_KEPT) >= _MOST_KEPT:  # At once: problems are read in several threads.
            _KEPT.clear()
        _KEPT[key] = ((statement, fmt, evidence), marks)
    return marks


def _promised(statement: Statement, marks: Sequence[SentenceMark], fmt: InputFormat) -> Iterator[StatedConstraint]:
    """The promises that aren't understood: a search that makes its own inputs may break them."""
    for sentence, mark in zip(statement.sentences, marks, strict=True):
        if mark.mark == "unclear" and modality_of(sentence) is Modality.PROMISED:
            names = {base_name(word): None for word in _NAME.findall(sentence.text)}
            yield StatedConstraint(
                "guarantee",
                tuple(name for name in names if name in places(fmt)),
                sentence.text,
                mark.quote,
                mark.line,
                0.9,
            )


def _doubts(report: FormatReport, statement: Statement, marks: Sequence[SentenceMark]) -> Iterator[Doubt]:
    if not statement.sentences:
        yield Doubt(
            "no-statement",
            "There is no statement: what an input may be is known from the program and the samples alone.",
        )
    elif not _is_read(statement):
        yield Doubt("language", "The statement isn't in English, so most of what it says of the input isn't read.")
    if statement.unread:
        yield Doubt("unread", "The statement is too long: not all of it was read.", statement.unread)
    for sentence, mark in zip(statement.sentences, marks, strict=True):
        if mark.mark == "unclear":
            yield Doubt("sentence", f"Nothing in the format stands for {mark.why}.", mark.line, mark.quote)
        elif sentence.section in ("input", "constraints") and sentence.foreign:
            if mark.mark == "other" and _is_foreign(sentence):
                yield Doubt("sentence", "Most of its words aren't known in English.", mark.line, mark.quote)
            elif word := _unknown_behind_restriction(sentence):
                yield Doubt("sentence", f'The word "{word}" isn\'t known in English.', mark.line, mark.quote)
    for name in report.assumed:
        yield Doubt("bounds", f"Nothing says what values {name} may have.")
    if report.format is not None:
        yield from bounds_of_no_group(statement, report.format)
        yield from _guessed_letters(report, report.format, statement)
    for misfit in report.misfits:
        if misfit.decision == UNREAD:
            yield Doubt("unread", f"{misfit.message[:1].upper()}{misfit.message[1:]}.")
        elif misfit.where == "oracle" and misfit.decision.startswith("kept"):
            yield Doubt("reading", f"The program reads something else: {misfit.message}.")
        elif misfit.decision == DISTRUSTED:
            continue  # The marks tell of the sentence, where it is about the input.
        elif any(said in misfit.message for said in ("contradicted", "a sample breaks")) or _is_broken(misfit, report):
            yield Doubt("samples", f"{misfit.where}: {misfit.message}.")


def _guessed_letters(report: FormatReport, fmt: InputFormat, statement: Statement) -> Iterator[Doubt]:
    """That no sentence lists the letters of which one stands alone, as a command does: samples show some of them, and
    others like them are taken to be allowed."""
    known = places(fmt)
    for one in report.evidence if statement.sentences else ():
        item = known[one.about].item if one.about in known else None
        of = item.type if isinstance(item, Scalar) else None
        is_letter = (
            isinstance(of, WordType)
            and of.length_hi.constant == 1
            and not of.pattern
            and any(map(str.isalnum, of.alphabet))
        )
        if is_letter and one.source == "samples" and one.fact.startswith("characters of "):
            yield Doubt("bounds", f"Nothing says which characters {one.about} may be, beside those of the samples.")


def _is_broken(misfit: Misfit, report: FormatReport) -> bool:
    """Whether a sample breaks a bound, but for that of parents by the mark of the root, which has none."""
    broken = _BROKEN.match(misfit.message)
    place = places(report.format).get(broken[1]) if broken is not None and report.format is not None else None
    return broken is not None and "parents" not in getattr(place and place.item, "traits", ())


def otherwise_laid_out(fmt: InputFormat, samples: Sequence[Sample]) -> Iterator[Doubt]:
    """That a sample's lines break elsewhere than those that are made: a program that reads tokens doesn't mind, the
    judge's validator does."""
    for sample in samples[:_MOST_SAMPLES]:
        try:
            remark = breaks_lines_elsewhere(fmt, sample.data) if len(sample.data) <= _LARGEST_SAMPLE else ""
            if not remark and _EMPTY_LINE.search(sample.data.strip()) and not leaves_lines_empty(fmt, sample.data):
                remark = "it has empty lines, the format would write none there"
        except ParseError:
            continue
        if remark:
            yield Doubt("samples", f"Sample {sample.name} is laid out otherwise: {remark}.")
            return


def allowed_though_invalid(fmt: InputFormat, invalid: Sequence[Sample]) -> Iterator[Doubt]:
    """That the format allows what somebody who knows the problem says is invalid: so it allows more of that kind."""
    for each in invalid:
        if len(each.data) <= _LARGEST_SAMPLE and is_valid(fmt, each.data):
            yield Doubt("samples", f"The format allows {each.name}, which isn't valid.")


def _is_read(statement: Statement) -> bool:
    """Whether the statement is in English, or in a language that is put into English word by word."""
    texts = [one.foreign or one.text for one in statement.sentences]
    words, known = [word for text in texts for word in _TOLD_BY.findall(text.lower())], english_words() | _ENGLISH
    is_english = len(words) < _FEW_WORDS or sum(word in known for word in words) > _LEAST_ENGLISH * len(words)
    return is_english or translator_of(" ".join(texts)).language is not None


def _is_foreign(sentence: Sentence) -> bool:
    """Whether many words of a sentence were left as they are when it was put into English."""
    kept = set(_WORD.findall(sentence.foreign.lower()))
    words = _WORD.findall(sentence.text.lower())
    return sum(word in kept for word in words) > _MOST_FOREIGN * len(words)


def _unknown_behind_restriction(sentence: Sentence) -> str:
    """The first word that was left as it is when a sentence was put into English, and that a word such as "without"
    stands before; "" where there is none."""
    kept = set(_WORD.findall(sentence.foreign.lower())) - _ENGLISH - english_words()
    words = _WORD.findall(sentence.text.lower())
    pairs = zip(words, words[1:], strict=False)
    return next((word for before, word in pairs if before in _RESTRICTING and word in kept), "")
