"""How long a string is where the statement gives it by a number that is read: "a string s of length n", "of length 2n",
"n+1 characters".
"""

from __future__ import annotations

import re
from collections.abc import Callable

from slowpath.inputs.infer.facts.knowledge import Knowledge
from slowpath.inputs.infer.structure.align import Site
from slowpath.model.expression import expr
from slowpath.model.format import Evidence, WordType
from slowpath.model.patterns import late_regex
from slowpath.statement.claims.alphabets import alphabet_in
from slowpath.statement.claims.names import base_name
from slowpath.statement.claims.numerals import WORDS
from slowpath.statement.claims.scope import rank
from slowpath.statement.sentences.sentence import Sentence
from slowpath.statement.sentences.statement import Statement

_SHIFT = r"(?: ?[-+*] ?(?:\d+|[b-zB-HJ-Z](?![\w'])))*"
_SIZE = rf"(?:\d+(?: ?\* ?| )?)?[A-Za-z]\w*{_SHIFT}|\(?[A-Za-z] ?[-+] ?\d+\)?"
_COUNT = rf"(?:\d+(?: ?\* ?)?)?[A-Za-z]{_SHIFT}"
_LENGTH = late_regex(
    rf"\b(?:of|with|has) length (?:exactly )?({_SIZE})(?![\w*])|\bconsist\w* of (?:exactly )?({_COUNT}) "
    rf"(?:\w+ )*(?:characters|letters|digits)|length (?:is |equals? )(?:exactly )?({_COUNT})(?![\w*])|"
    rf"\b(?:string|word|number|integer|sequence)s? (?:of|with) (?:exactly )?({_COUNT}) (?:\w+ ){{0,3}}"
    r"(?:characters|letters|symbols|digits)\b"
)
_OF_LENGTH = r"\blength (?:of )?(?:exactly |is |equal to )?(?:{})\b"
_LETTERS = late_regex(
    rf"(?:\b(?:contains?|has|is|there are)|,) (?:exactly )?(?!a )({_COUNT}) (?:\w+ ){{0,3}}"
    r"(?:characters|letters|symbols)\b",
    re.I,
)
_NAMED_LENGTH = late_regex(
    rf"\b(?P<told>{_COUNT})(?: \([^()]*\))? (?:is|represents|denotes|gives|means) the (?:number of (?:characters|"
    r"letters|symbols|digits) (?:in|of)|length of) (?:the )?(?:string |word |sequence )?"
    r"(?P<of>[A-Za-z](?:_\w{1,6})?)(?![\w'])|"
    r"\b(?:string|word|sequence|text)s? (?P<string>[A-Za-z](?:_\w{1,6})?),? (?:of|with|has|having|consisting of|which "
    rf"consists of|that consists of) (?:exactly )?(?:(?:a |the )?length (?:is |of |exactly )?(?P<length>{_SIZE})"
    rf"(?![\w*])|(?P<count>{_COUNT}) (?:[\w-]+ ){{0,3}}(?:characters|letters|digits|symbols|bits)\b)"
)


def said_lengths(knowledge: Knowledge, name: str, is_listed: bool, visible: Callable[[str], str | None]) -> list[str]:
    """The lengths, over variables read before, that the statement gives a string: by its own name where it does, else
    those of strings without one, in the description of the input before in the story."""
    sentences = sorted(knowledge.statement.sentences, key=lambda sentence: sentence.section != "input")
    texts = [sentence.text for sentence in sentences]
    named = [length for sentence in sentences for length in _named_in(sentence, knowledge, name)]
    # "Each line contains n letters" describes a grid.
    nameless = (_LENGTH,) if is_listed else (_LENGTH, _LETTERS)
    said = [
        next(group for group in match.groups() if group)
        for text in texts
        for pattern in nameless
        for match in pattern.finditer(text)
    ]
    for string, length, _ in () if is_listed else knowledge.string_lengths:
        (named if string and knowledge.same(string, name) else [] if string else said).append(length)
    lengths = [_over(length, visible) for length in named] or [_over(length, visible) for length in said]
    return [length for length in lengths if length is not None]


def _named_in(sentence: Sentence, knowledge: Knowledge, name: str) -> list[str]:
    """The lengths that one sentence gives a string by its name."""
    return [
        match["told"] or match["length"] or match["count"]
        for match in _NAMED_LENGTH.finditer(sentence.text)
        if knowledge.same(base_name(match["of"] or match["string"]), name)
    ]


def length_evidence(knowledge: Knowledge, name: str, length: str, visible: Callable[[str], str | None]) -> Evidence:
    """What says that a string has this length: the sentence that gives it to the string by name, else the samples."""
    fact = f"len({name}) = {length}"
    for sentence in knowledge.statement.sentences:
        if any(_over(said, visible) == length for said in _named_in(sentence, knowledge, name)):
            return sentence.ground(name, fact)
    for sentence in knowledge.statement.sentences:
        if rank(sentence) == 0 and length.isdigit() and re.search(_OF_LENGTH.format(length), sentence.text):
            return sentence.ground(name, fact)
    return Evidence(name, fact, "samples", "", 0, 0.8)


def _over(length: str, visible: Callable[[str], str | None]) -> str | None:
    """A length over the variables that may be mentioned: `2n` -> `2*n`; None when it needs another."""
    text = re.sub(r"^(\d+) ?(?=[A-Za-z])", r"\1*", length.strip())
    finals = {word: visible(word) for word in set(re.findall(r"[A-Za-z]\w*", text))}
    if not all(finals.values()):
        return None
    return expr(re.sub(r"[A-Za-z]\w*", lambda match: finals[match.group()] or "", text)).text


def constant_length(statement: Statement, site: Site, name: str = "") -> str | None:
    """A constant length that all samples have and the statement says ("a string of length 26", "the character c")."""
    if site.visits < 1 or site.shortest != site.longest or not site.longest:
        return None
    number = "|".join(
        [str(site.longest), *(word for word, value in WORDS.items() if value == site.longest and len(word) > 2)]
    )
    length = _OF_LENGTH.format(number)
    letters = rf"\b(?:{number}) (?:\w+ ){{0,2}}(?:characters|letters|digits|symbols|columns)\b"
    if is_character(statement, site, name):
        return "1"
    said = any(
        re.search(length, one.text)
        # "only the 4 letters ATCG" are those that it is made of.
        or (re.search(letters, one.text) and len(alphabet_in(one)) != site.longest)
        for one in statement.sentences
    )
    return str(site.longest) if said else None


def is_character(statement: Statement, site: Site, name: str) -> bool:
    """Whether a string of one character in all samples is called a character: "c character", "characters A_i and "
    "B_i"."""
    called = late_regex(
        rf"\b{re.escape(name)} (?:character|letter|symbol)\b|\b(?:character|letter|symbol)s? "
        rf"(?:[A-Za-z](?:_\w)?(?:, | and ))*{re.escape(name)}(?:_\w)?\b"
    )
    texts = [sentence.text for sentence in statement.sentences]
    return site.visits > 0 and site.longest == 1 and any(map(called.search, texts))


def may_be_longer(
    knowledge: Knowledge, name: str, site: Site, visible: Callable[[str], str | None], alone: bool, form: WordType
) -> bool:
    """Whether the statement bounds the string's length by a number above that of its longest form, so that the form is
    told of something else."""
    found = knowledge.bounds(name, ("bar", "length"), visible, (site.shortest, site.longest))
    if found.hi is None and alone:
        found = knowledge.bounds(name, ("length",), visible, (site.shortest, site.longest), True)
    stated = expr(found.hi).constant if found.hi else None
    return stated is not None and form.length_hi.constant is not None and stated > form.length_hi.constant
