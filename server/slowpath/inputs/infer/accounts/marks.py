"""Marks every sentence of a statement by what became of it, and says what of it nothing stands for.

A sentence that is about the input restricts it by words (`cues`), by numbers and by names. Each has to be met: a cue by
a fact of its kind in the format (then general ones beside it, such as "at most one", are part of that), a number by the
same number there, a name by a variable. What isn't met makes the sentence unclear: not understood beats guessed, so one
sentence too many is named rather than one hidden.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from slowpath.inputs.infer.accounts.comparisons import Drawn, comparisons_broken
from slowpath.inputs.infer.accounts.cues import Cue, cues
from slowpath.inputs.infer.accounts.held import (
    facts_held,
    has_digits,
    kinds_by_names,
    kinds_of_fact,
    names_known,
    tags_of,
)
from slowpath.inputs.infer.accounts.meant import first_of_all, is_spoken_of, of_values
from slowpath.inputs.infer.accounts.told_letters import alphabets_told_again
from slowpath.inputs.infer.accounts.written import Written, names_unmet, numbers_unmet, orders_unmet, written_by
from slowpath.inputs.infer.structure.query_kinds import kind_told
from slowpath.model.format import Evidence, InputFormat, Scalar, TextType
from slowpath.model.nodes import all_items
from slowpath.model.patterns import late_regex
from slowpath.model.validity import SentenceMark
from slowpath.statement.claims.endings import ending_in, without_ending
from slowpath.statement.claims.graphs import graph_words
from slowpath.statement.claims.modality import Modality, modality_of, promises_in, said_in, unconditional
from slowpath.statement.claims.names import base_name
from slowpath.statement.phrases.manners import spoken
from slowpath.statement.phrases.rows import saying
from slowpath.statement.sentences.sentence import LONGEST_QUOTE, Sentence
from slowpath.statement.sentences.statement import Statement

_DENIAL = late_regex(r"\bno (?:two|three|\w+ (?:is|are|will|has|have|can|may|\w+s)\b)", re.I)
_WORD = late_regex(r"[A-Za-z]{2,}|\b[A-Za-z]_\w|\b\d+\b")
_EMPTY_LINE = late_regex(
    r"\b(?:(?:before|after|between)(?: each| every| all| the| two| consecutive)* (?:test )?\w+,? )?"
    r"(?:there (?:is|are|will be) )?(?:separated by )?(?:an? |one |exactly one )?(?:single )?(?:empty|blank) lines?\b"
    r"(?:,? (?:before|after|between)(?: each| every| all| the| two| consecutive)* (?:test )?\w+)?",
    re.I,
)
_FRAGMENT, _SHORTEST_CLAUSE = 4, 2
"""Fewer words are a heading, or what is left of a table, or of a clause; a sentence that says how something *is* needs
one less: "values are squares"."""
_IS_SO = late_regex(r"\b(?:is|are)\b")
_GENERAL = frozenset({"compare", "==", "!=", "sum", "bound", "some", "one", "exactly", "includes"})
"""Facts of any content, which meet a cue only where they rest on its sentence."""
_VAGUE = _GENERAL - {"!="}
"""Those of which another one of the same names may say something else."""
_OF_TREES = frozenset({"connected", "acyclic", "simple", "no-loops"})
"""What every tree is."""
_NOTHING_TO_SAY = "no words"
"""Met by however many sentences: they are about words of the story."""
_FORMS = "word-forms"
"""What denies a form of words says it, where there are words: "without leading zeros"."""
_WITH_FORMS = ("promise", "denial")
"""What says a form of words that there aren't: "it is guaranteed that all numbers are given without leading zeros"."""
_ON_CONDITION = ("condition", "consequence", "the-other-way-round", "closed-under")
"""Cues that are looked for in all of a sentence: elsewhere its conditions are left out."""
_FIRST_WORDS = 4
"""Characters within which what begins a sentence ends."""
_SUBSCRIPTED = late_regex(r"\b[A-Za-z]\w{0,9}_\w+")
_OF_INPUT = ("input", "constraints")
_CLAUSE = late_regex(
    r"(?:,? (?:and|but)|;) (?=(?:also )?(?:the|their|its|they|it|there|no|all|each|every|none|both|any|some|one|you|"
    r"we)\b(?:(?! that | which | who | where )[^,;.:])*? (?:is|are|was|has|have|can|cannot|could|must|will|"
    r"contains?|do|does|exists?|forms?|adds?|lies?|occurs?|appears?)(?:n't)?\b)|"
    r",? and (?=(?:(?:can|cannot|must|may not) (?:not )?be|nobody|no ?one)\b)| (?:or|nor) (?=(?:the )?same\b)|"
    r",? (?=(?:forming|making up|whose|(?:and )?all (?:the )?others (?:is|are|have|will))\b)|"
    r", (?=(?:which|that) (?:can|cannot|form|make|first|together|must)\b)",
    re.I,
)
"""Before what a sentence says beside its first statement."""
_NAMES_A_NUMBER = late_regex(
    r"^(?:the|its|their) (?:\w+ )?(?:number|amount|count|length|size|cost|price|time|index|position) "
    r"(?:(?!is\b|are\b|was\b|were\b)[\w'-]+ )*(?:has|have|had|does|do|did|(?:can|could|will|may) [a-z]+)\W*$",
    re.I,
)
"""What only says what a number is: "... and the number of coins that Ann has"."""
_NAMED = late_regex(r"(?<![A-Za-z'])(?!a (?!and\b|or\b)[a-z]{2,})[A-Za-z]\w{0,9}")
_OF_ALL_WORDS = late_regex(r"\b(?:each|every|all)(?: of)?(?: the)? (?:strings?|words?|names?)\b", re.I)
"""What may stand in a statement twice, and says the same."""
_NUMBER = late_regex(r"\d|\bzero\b")  # What is said of one is looked for by itself.
_FORMULA = late_regex(r"[<>=]|\\(?:leq?|geq?|ne)\b|≤|≥|≠")
_PLACE = late_regex(
    r"\b(?:coordinates?|positions?|locations?|places?|points?|distances?|kilomet\w+|met(?:er|re)s)\b", re.I
)
_TERM = late_regex(r"[^\W\d_]{3,}")
_STEM = 5
"""Letters by which words of one stem are known: "weighs" and "weight", "boxes" and "box"."""
_COMMON = frozenset(
    (
        "input line lines contains contain consists consist integer integers number numbers first second third "
        "next each these this that with where which following follow follows describe describes describing "
        "separated space single test case cases given from there they their them have will than then most least "
        "also only such respectively denoting denotes value values between every guaranteed remaining string "
        "the and are for has was its can may all any you not one two her his him she who how let get had our out but "
        "per"
    ).split()
)


@dataclass(frozen=True)
class _Format:
    """What the accounts ask of a format."""

    held: Counter[str]
    written: Written
    claimed: Counter[frozenset[str]]
    """By the facts that satisfy cues, in how many sentences these fire on which such facts rest."""
    drawn: Drawn
    tags: frozenset[str]
    """Of the kinds of queries."""
    names: frozenset[str]
    of_names: dict[frozenset[str], frozenset[str]]
    """By the names that relations are about, two and more, their kinds: what is said of these again is known."""
    has_characters: bool
    """Whether there are words, or digits one by one."""
    has_places: bool
    """Whether the input may tell where things are, which an order of theirs would sort."""


@dataclass(frozen=True)
class _Said:
    """A sentence with how it speaks, the cues that fire in it with their words, and the facts that rest on it."""

    sentence: Sentence
    modality: Modality
    fired: dict[Cue, re.Match[str]]
    own: tuple[str, ...]
    kinds: frozenset[str]
    """Those of its own facts."""


def marks_of(
    statement: Statement, fmt: InputFormat, evidence: Sequence[Evidence], late: Callable[[], bool] = lambda: False
) -> tuple[SentenceMark, ...]:
    """The mark of every sentence, in order; those that are left once it is `late` are unclear."""
    rested_on = {one.quote for one in evidence if one.source == "statement"}
    things = frozenset(
        term
        for sentence in statement.sentences
        if _is_about_values(sentence, fmt) or sentence.quote[:LONGEST_QUOTE] in rested_on
        for term in _terms(sentence.text)
    )
    held, tags = facts_held(fmt), tags_of(fmt)
    scalars = [item for _, item in all_items(fmt.nodes) if isinstance(item, Scalar)]
    untils = {item.until for item in scalars if item.until}
    is_parted = any(isinstance(item.type, TextType) and item.type.length_hi.constant == 0 for item in scalars)
    said = [
        _said(
            _but_for_layout(sentence, untils, is_parted), evidence, things | _led_over(before, things), held, fmt, tags
        )
        for before, sentence in zip((None, *statement.sentences), statement.sentences, strict=False)
    ]
    claimed = Counter(
        held
        for one in said
        if one.modality is not Modality.TOLD
        for held in {cue.held for cue in one.fired if one.kinds & cue.held}
    )
    known = _Format(
        held,
        written_by(fmt, statement),
        claimed,
        Drawn(fmt),
        tags,
        names_known(fmt),
        kinds_by_names(fmt),
        not held[_NOTHING_TO_SAY] or has_digits(fmt),
        any(_PLACE.search(one.text) for one in statement.sentences if _is_about_values(one, fmt)),
    )
    marks = [_mark(one, known) if not late() else _unread(one.sentence) for one in said]
    for at, (mark, again) in enumerate(pairwise(marks)):
        if said[at + 1].sentence.restates and again.mark == "used" and mark.mark == "unclear":
            marks[at] = again
    return tuple(marks)


def _but_for_layout(sentence: Sentence, untils: Collection[str], has_empty_lines: bool) -> Sentence:
    """A sentence without what it says of values that end something in the format, and of empty lines that are there."""
    ending = ending_in(sentence)
    if ending is not None and ending.until in untils:
        return replace(sentence, text=without_ending(sentence.text))
    found = _EMPTY_LINE.search(sentence.text) if has_empty_lines else None
    return sentence if found is None else replace(sentence, text=_EMPTY_LINE.sub(" ", sentence.text))


def _led_over(before: Sentence | None, things: frozenset[str]) -> frozenset[str]:
    """What a sentence of the story speaks of beside things of the input, which the next one may go on about: "the
    picture shows rectangles. No two rectangles overlap"."""
    terms = frozenset(_terms(before.text)) if before is not None and before.section == "" else frozenset()
    return terms if not things.isdisjoint(terms) else frozenset()


def _is_about_values(sentence: Sentence, fmt: InputFormat) -> bool:
    """Whether a sentence describes the input, or a story says whose values are read: "n boxes, the i-th of which has
    weight w_i"."""
    names = names_known(fmt)
    return sentence.section in _OF_INPUT or any(
        base_name(word).lower() in names for word in _SUBSCRIPTED.findall(sentence.text)
    )


def _terms(text: str) -> Iterator[str]:
    return (term.rstrip("s").rstrip("e")[:_STEM] for term in _TERM.findall(text.lower()) if term not in _COMMON)


def _said(
    sentence: Sentence,
    evidence: Sequence[Evidence],
    things: frozenset[str],
    held: Counter[str],
    fmt: InputFormat,
    tags: frozenset[str],
) -> _Said:
    modality = modality_of(sentence)
    own = tuple(
        dict.fromkeys(
            (
                *(
                    one.fact
                    for one in evidence
                    if one.source == "statement"
                    and (one.line == sentence.line or _OF_ALL_WORDS.search(sentence.text))
                    and one.quote == sentence.quote[:LONGEST_QUOTE]
                ),
                *alphabets_told_again(sentence, fmt),
                *(
                    f"the graph is {trait}"
                    for trait in (
                        *graph_words([sentence.text]),
                        *(["acyclic"] if saying("orderable").search(sentence.text) else []),
                    )
                    if held[trait] or (trait in _OF_TREES and held["tree"])
                ),
            )
        )
    )
    if (modality is Modality.PROMISED and saying("spacing").search(sentence.text)) or (
        not own
        and (
            spoken(sentence.text, "example") is not None
            or (modality is Modality.TOLD and things.isdisjoint(_terms(sentence.text)))
        )
    ):
        modality = Modality.NOT_INPUT
    plain = _of_values(said_in(sentence), fmt) if modality is not Modality.NOT_INPUT else ""
    if (tag := kind_told(sentence)) in tags:
        plain = re.sub(rf"^\W*{re.escape(tag or '')}\b", " ", plain)  # "max: print the largest"
    fired = {cue: found for cue in cues() if _is_asked(cue, modality) and (found := _found(cue, sentence, plain))}
    return _Said(
        sentence, modality, fired, own, frozenset[str]().union(*(kinds_of_fact(fact, fmt, held.keys()) for fact in own))
    )


def _found(cue: Cue, sentence: Sentence, plain: str) -> re.Match[str] | None:
    """Where a cue is first in a sentence, which is looked at as a whole or as what it says of values alone."""
    if cue.id in _ON_CONDITION:
        return cue.pattern.search(sentence.text)
    return first_of_all(cue.pattern, plain) if cue.held else cue.pattern.search(plain)


def _of_values(text: str, fmt: InputFormat) -> str:
    """A text without numbers by which things are called, what things are for, and of things that aren't values."""
    return of_values(saying("numbered").sub(" ", text), fmt)


def _mark(one: _Said, known: _Format) -> SentenceMark:
    unmet = () if one.modality is Modality.NOT_INPUT else tuple(dict.fromkeys(_unmet(one, known)))
    mark = "unclear" if unmet else "used" if one.own else "other"
    sentence = one.sentence
    return SentenceMark(
        sentence.line, sentence.quote[:LONGEST_QUOTE], sentence.section, mark, one.own, "; ".join(unmet)
    )


def _unread(sentence: Sentence) -> SentenceMark:
    why = "it, which wasn't looked at for want of time"
    return SentenceMark(sentence.line, sentence.quote[:LONGEST_QUOTE], sentence.section, "unclear", (), why)


def _unmet(one: _Said, known: _Format) -> Iterator[str]:
    """What a sentence says of the input for which nothing stands, each in a few words."""
    sentence, own = one.sentence, one.own
    plain = _of_values(unconditional(sentence.text), known.drawn.format)
    denials = max(1, len(_DENIAL.findall(plain)))
    said = [
        whole
        for cue, found in one.fired.items()
        if (cue.where == "story" or (cue.id == _FORMS and not known.held[_NOTHING_TO_SAY])) and _is_met(cue, one, known)
        for whole in cue.pattern.finditer(found.string)
    ]
    is_of_no_words = not known.has_characters and any(cue.id == _FORMS for cue in one.fired)
    for cue, found in one.fired.items():
        if is_of_no_words and cue.id in _WITH_FORMS:
            continue
        things = promises_in(plain) if cue.id == "promise" else denials
        is_part = (
            denials == 1
            and cue.where == "input"
            and any(found.start() < whole.end() and whole.start() < found.end() for whole in said)
        )
        if not is_part and not _is_met(cue, one, known, things):
            yield f'"{found.group().strip()}"' if cue.id != "promise" else "a promise"
    if (
        one.modality is Modality.ASSERTED
        and not one.fired
        and not own
        and not saying("layout").search(sentence.text)
        and not (not known.has_places and saying("in place").search(sentence.text))
        and kind_told(sentence) not in known.tags
        and not _is_on_condition(sentence.text)
        and len(_WORD.findall(sentence.text)) >= _FRAGMENT - (_IS_SO.search(sentence.text) is not None)
    ):
        yield "what it says"
    if own and one.modality is not Modality.TOLD:
        yield from _clauses_unmet(one, known)
    if one.modality is not Modality.TOLD:
        yield from numbers_unmet(sentence, known.written, own)
        yield from names_unmet(sentence, known.written, own)
        yield from orders_unmet(sentence, known.written, own)
        # Where `b < a + 1` is of neighbours, plain text has lost the braces of a_{i+1}.
        yield from (
            broken
            for broken in comparisons_broken(replace(sentence, text=plain), known.drawn)
            if ("next" not in one.kinds or "+1" not in broken) and not {f"some {broken}", f"one {broken}"} & set(own)
        )


def _clauses_unmet(one: _Said, known: _Format) -> Iterator[str]:
    """What a sentence of which a part was understood says beside that, in a clause of its own without any word, name or
    formula that is looked for, or that the facts hold."""
    text, facts = one.sentence.text, {*_terms(" ".join(one.own))}
    starts = [found.end() for found in _CLAUSE.finditer(text)]
    for start, end in pairwise((*starts, len(text))):
        clause = text[start:end]
        words = _WORD.findall(clause)
        if (
            len(words) >= _SHORTEST_CLAUSE
            and not any(cue.pattern.search(clause) and (cue.held or _NUMBER.search(clause)) for cue in one.fired)
            and not any(word.lower() in known.names for word in _NAMED.findall(clause))
            and facts.isdisjoint(_terms(clause))
            and not _FORMULA.search(clause)
            and not saying("layout").search(clause)
            and not _NAMES_A_NUMBER.match(clause)
            and not _is_on_condition(clause)
        ):
            yield f'"{clause.strip(" .,")}"'


def _is_on_condition(text: str) -> bool:
    """Whether a sentence says something on a condition: "each talk starts when the one before ends" doesn't."""
    found = spoken(text, "conditional")
    return found is not None and (found.start() <= _FIRST_WORDS or not found.group().lower().startswith("when"))


def _is_asked(cue: Cue, modality: Modality) -> bool:
    """Whether a cue is looked for in sentences that speak so."""
    return (
        cue.where == "story"
        or (cue.where == "input" and modality is not Modality.TOLD)
        or (cue.where == "promise" and modality is Modality.PROMISED)
    )


def _is_met(cue: Cue, one: _Said, known: _Format, things: int = 1) -> bool:
    """Whether a fact of a cue's kind rests on the sentence, or the format has one that no other sentence accounts for;
    or, for cues of no kind of their own, any from the sentence, as many as it says `things`: "no two are at one place,
    and no one sits on the wall"."""
    if (cue.held | cue.here) & one.kinds or _is_spoken_of(cue, one.fired[cue].string, known):
        return True
    if not cue.held:
        return len(one.own) >= things
    if not (cue.held - _VAGUE).isdisjoint(known.of_names.get(_names_in(one.sentence.text, known), ())):
        return True
    held = sum(known.held[fact] for fact in cue.held - _GENERAL)
    is_about_none = _NOTHING_TO_SAY in cue.held and known.held[_NOTHING_TO_SAY] > 0
    is_for_all = is_about_none or one.modality is Modality.TOLD or (cue.shared and one.own)
    return held > (0 if is_for_all else known.claimed[cue.held])


def _names_in(text: str, known: _Format) -> frozenset[str]:
    """The names of the format that a text mentions."""
    return frozenset(word.lower() for word in _NAMED.findall(text)) & known.names


def _is_spoken_of(cue: Cue, text: str, known: _Format) -> bool:
    """Whether all words of a cue in a text only name what the format has."""
    return all(is_spoken_of(found, cue.held - _GENERAL, known.drawn.format) for found in cue.pattern.finditer(text))
