"""Proposes a line of format for a sentence that isn't understood.

Every line of the text form is tried that can say all that the sentence's words speak of, over the names and numbers
that it mentions. Proposed is the first one that no sample breaks and with which the accounts find the sentence said; of
several that differ in their variables none, since nothing tells which are meant. It is an offer: a person takes it, or
doesn't.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice, product

from slowpath.inputs.infer.accounts.marks import marks_of
from slowpath.inputs.layout import places, relation_names
from slowpath.inputs.parsing.sample_values import checked_samples
from slowpath.inputs.text_form.lexer import FormatSyntaxError
from slowpath.inputs.text_form.reader import from_text
from slowpath.model.format import Evidence, FormatReport, InputFormat, Relation, Scalar, WordType
from slowpath.model.patterns import late_regex
from slowpath.model.problem import Problem
from slowpath.model.validity import Doubt
from slowpath.statement.claims.names import base_name
from slowpath.statement.sentences.sentence import LONGEST_QUOTE, Sentence
from slowpath.statement.sentences.statement import Statement, read_statement

_MOST_TRIED = 60
"""Lines for one sentence; each is parsed, held against the samples and, where they allow it, accounted for."""
_MOST_ACCOUNTED = 6
_NAME = late_regex(r"\b[A-Za-z]\w*\b")
_TERM = late_regex(r"[a-z]{4,}")
_NUMBER = late_regex(r"(?<![\w.])\d{1,9}(?![\w.])")
_QUOTED = late_regex(r"(?<!\w)[\"'`](\S)[\"'`](?!\w)|\b([A-Z])\b")
_IN_WORDS = {"two": "2", "three": "3", "four": "4", "five": "5", "six": "6"}
_STRICT = late_regex(r"\bstrict|\bincreasing|\bdecreasing|\bdistinct|\bdifferent|\bgreater than\b|\bless than\b", re.I)
_DOWN = late_regex(r"\bdescending|\bdecreas|\bnon-?increas|\breverse|\blargest first\b|\blargest to\b", re.I)
_HINTS = {
    name: late_regex(rf"\b(?:{words})", re.I)
    for name, words in {
        "order": r"orders?\b|sorted|ascend|descend|increas|decreas|non-?(?:in|de)creas|grows?\b|shrinks?\b",
        "differ": r"distinct|differ|unique|twice|same\b|equal|repeat|duplicat|of (?:its|their|his|her) own\b|shared?\b",
        "near": r"neighbou?r|adjacent|consecutive|next to\b|side by side|(?:the )?one (?:before|after)\b|previous",
        "often": r"times\b|often|occurs?\b|appears?\b|occurrence|once\b|twice\b",
        "divides": r"divisible|multiples?\b|divid|divisor|gcd\b|even\b|odd\b|coprime",
        "prime": r"primes?\b",
        "total": r"sums?\b|totals?\b|adds? up\b|altogether|average",
        "overlap": r"overlap|intersect|disjoint|touch|cross(?:es)?\b",
        "connected": r"connected|reach|paths?\b|routes?\b|ways?\b",
        "cycle": r"acyclic|cycles?\b|loops?\b|itself\b",
        "tree": r"trees?\b",
        "listed": r"listed|one of the\b|among|known\b",
        "border": r"borders?\b|surrounded|outermost",
        "some": r"(?:exactly|at least|precisely) one\b|some\b",
        "counted": r"(?:exactly|at least|at most|more than|less than|fewer than) (?:\d+|two|three|four|five|six)\b",
        "compare": r"less\b|greater|larger|smaller|longer|shorter|exceed|before\b|after\b|at (?:most|least)|more than",
        "mirrored": r"symmetric|both directions",
        "polygon": r"polygons?\b",
        "convex": r"convex\b",
        "turning": r"(?:counter-?|anti-?)?clockwise\b",
        "beyond": r"mountain|prefix|suffix|palindrom|subsets?\b|subsequence|partition|split|possible|solution|answer|"
        r"triangle|transitive|if\b|unless|median|equivalent|valid|permut",
    }.items()
}
"""What a sentence may speak of, by its words. A line is proposed for it that can say all of that."""
_LINES: tuple[tuple[str, str], ...] = (
    ("order near differ compare", "next {list} {order} {list}"),
    ("near differ", "apart {list}"),
    ("often differ counted compare", "times {list} <= {number}"),
    ("often counted", "times {list} == {number}"),
    ("differ counted compare", "different {list} >= {number}"),
    ("differ counted", "different {list} == {one}"),
    ("differ often", "distinct {list}"),
    ("differ often connected", "distinct pair {field}, {other}"),
    ("differ often", "distinct key {field}, {other}"),
    ("differ often", "distinct {list}, {other}"),
    ("differ often", "distinct in row {field}, {other}"),
    ("differ cycle connected", "{field} != {other}"),
    ("compare", "{field} {order} {other}"),
    ("compare", "{one} {order} {other}"),
    ("mirrored", "symmetric {list}"),
    ("prime", "prime {any}"),
    ("divides", "{any} % {number} == 0"),
    ("divides", "{any} % {one} == 0"),
    ("total", "sum {list} == {one}"),
    ("total", "sum {list} == {number}"),
    ("listed", "{any} in {list}"),
    ("some often counted", "one {list} == {character}"),
    ("some counted", "some {list} == {character}"),
    ("border", "border {list} == {character}"),
    ("overlap", "disjoint {field}, {other}"),
    ("convex polygon", "convex polygon {field}, {other}"),
    ("polygon overlap", "polygon {field}, {other}"),
    ("tree connected cycle", "tree {field}, {other} on {one}"),
    ("connected", "connected graph {field}, {other} on {one}"),
    ("cycle", "directed acyclic graph {field}, {other} on {one}"),
)
"""What may stand behind "where", with what it can say of that, first what it says in any case; the first that fits is
proposed."""


@dataclass(frozen=True)
class _Line:
    """A line that was read, with the names that it is about."""

    text: str
    template: str
    relation: Relation
    format: InputFormat

    @property
    def names(self) -> frozenset[str]:
        return frozenset(relation_names(self.relation))


def with_proposals(report: FormatReport, problem: Problem) -> FormatReport:
    """The report with a proposed line on each doubt about a sentence for which there is one.

    Some tens of milliseconds a sentence. Never raises for odd text.
    """
    if report.format is None or not any(doubt.kind == "sentence" for doubt in report.doubts):
        return report
    statement = read_statement(problem.statement)
    sentences = {(one.line, one.quote[:LONGEST_QUOTE]): one for one in statement.sentences}
    proposing = _Proposing(report, report.format, problem, statement)

    def proposed(doubt: Doubt) -> Doubt:
        sentence = sentences.get((doubt.line, doubt.quote))
        if doubt.kind != "sentence" or sentence is None or doubt.proposal:
            return doubt
        try:
            return replace(doubt, proposal=proposing.line(sentence))
        except (LookupError, ValueError, TypeError, AttributeError, ArithmeticError, RecursionError):
            return doubt

    return replace(report, doubts=tuple(map(proposed, report.doubts)))


class _Proposing:
    """Proposes lines of one format."""

    def __init__(self, report: FormatReport, fmt: InputFormat, problem: Problem, statement: Statement) -> None:
        self._report, self._format, self._problem, self._statement = report, fmt, problem, statement

    def line(self, sentence: Sentence) -> str:
        """The line that may say a sentence, "" where nothing tells."""
        spoken_of = {name for name, words in _HINTS.items() if words.search(sentence.text)}
        if not spoken_of:
            return ""
        tried = islice(self._candidates(sentence, spoken_of), _MOST_TRIED)
        kept = islice(filter(self._keeps_samples, tried), _MOST_ACCOUNTED)
        found = [one for one in kept if self._says(one, sentence)]
        alike = [one for one in found if one.template == found[0].template]
        return found[0].text if len(alike) == 1 else ""

    def _candidates(self, sentence: Sentence, spoken_of: set[str]) -> Iterator[_Line]:
        known = set(map(str, self._format.relations))
        meant = self._meant(sentence)
        alone = {
            name: place
            for name, place in places(self._format).items()
            if isinstance(place.item, Scalar) and not place.is_column and not place.is_tagged
        }
        is_word = {name: isinstance(getattr(place.item, "type", None), WordType) for name, place in alone.items()}
        lists = [name for name in meant if is_word.get(name, True)]
        numbers = [*_NUMBER.findall(sentence.text), *_spelled(sentence.text)]
        characters = [f'"{one or other}"' for one, other in _QUOTED.findall(sentence.marked or sentence.quote)]
        order = ("<" if _DOWN.search(sentence.text) else ">") + ("" if _STRICT.search(sentence.text) else "=")
        pools: dict[str, Sequence[str]] = {
            "list": lists,
            "field": lists,
            "other": meant,
            "any": meant,
            "one": [name for name in meant if name in alone],
            "number": numbers,
            "character": characters,
            "order": [order],
        }
        for sayable, template in _LINES:
            if not spoken_of <= set(sayable.split()) or sayable.split()[0] not in spoken_of:
                continue
            holes = list(dict.fromkeys(re.findall(r"{(\w+)}", template)))
            for values in product(*(pools[hole] for hole in holes)):
                names = [value for hole, value in zip(holes, values, strict=True) if hole not in ("number", "order")]
                if len(set(names)) < len(names):
                    continue
                text = f"where {template.format(**dict(zip(holes, values, strict=True)))}"
                if (line := self._read(text, template)) is not None and str(line.relation) not in known:
                    yield line

    def _read(self, text: str, template: str) -> _Line | None:
        try:
            fmt = from_text(f"{self._report.text.rstrip()}\n{text}\n")
        except FormatSyntaxError:
            return None
        return _Line(text, template, fmt.relations[-1], fmt) if fmt.relations else None

    def _meant(self, sentence: Sentence) -> list[str]:
        """The variables that a sentence may be about, in their order: those that it names, else those in whose
        descriptions its words stand; else the one list that there is."""
        known = [name for name, place in places(self._format).items() if hasattr(place.item, "type")]
        named = {base_name(word).lower() for word in _NAME.findall(sentence.text)}
        mentioned = [name for name in known if name.lower() in named]
        if mentioned:
            return mentioned
        terms = {term.rstrip("s") for term in _TERM.findall(sentence.text.lower())}
        said = [name for name in known if terms & self._terms_of(name)]
        lists = [name for name in known if not isinstance(places(self._format)[name].item, Scalar)]
        return said or (lists if len(lists) == 1 else [])

    def _terms_of(self, name: str) -> set[str]:
        return {
            term.rstrip("s")
            for evidence in self._report.evidence
            if evidence.about == name and evidence.source == "statement"
            for term in _TERM.findall(evidence.quote.lower())
        } - _COMMON

    def _keeps_samples(self, line: _Line) -> bool:
        return not checked_samples(line.format, self._problem.samples)[1]

    def _says(self, line: _Line, sentence: Sentence) -> bool:
        """Whether the accounts find the sentence said by the format with the line."""
        fact = str(line.relation)
        quote = sentence.quote[:LONGEST_QUOTE]
        grounds = [Evidence(name, fact, "statement", quote, sentence.line) for name in line.names]
        marks = marks_of(self._statement, line.format, (*self._report.evidence, *grounds))
        of = dict(zip(map(id, self._statement.sentences), marks, strict=True))
        return of[id(sentence)].mark != "unclear"


def _spelled(text: str) -> Iterator[str]:
    """Numbers that a sentence has in words."""
    return (_IN_WORDS[word] for word in text.lower().split() if word in _IN_WORDS)


_COMMON = frozenset(
    "line lines first second next contain integer number input value each with that given follow consist".split()
)
