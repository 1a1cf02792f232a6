"""How long a string always is, and what it is that is one letter or one of a few, where the statement says so and the
samples agree.
"""

from __future__ import annotations

import re
import string
from collections.abc import Callable

from slowpath.inputs.filling.word_patterns import words_alone
from slowpath.inputs.infer.facts.knowledge import Knowledge
from slowpath.inputs.infer.structure.align import Site
from slowpath.model.expression import expr
from slowpath.model.format import Evidence, WordType
from slowpath.statement.claims.few_strings import FewStrings, few_strings_in
from slowpath.statement.claims.names import base_name, subscript, variable_name
from slowpath.statement.claims.numerals import WORDS
from slowpath.statement.sentences.statement import Statement


def told_word(knowledge: Knowledge, name: str, site: Site, alone: bool) -> tuple[WordType, Evidence] | None:
    """What the string called `name` may be; `alone` says that it is the only one of the input."""
    for sentence in knowledge.statement.sentences:
        for few in few_strings_in(sentence):
            if few.alphabet and _is_meant(few, name, knowledge, alone and bool(site.visits)) and _agrees(few, site):
                lengths = sorted(map(len, few.words)) or [1]
                choice = words_alone(few.words)
                said = f"{name} is one of {', '.join(sorted(few.words)) or f'the letters {few.alphabet}'}"
                letters = _in_one_case(few.alphabet, site)
                return choice or WordType(expr(lengths[0]), expr(lengths[-1]), letters), sentence.ground(name, said)
    return None


def _in_one_case(alphabet: str, site: Site) -> str:
    """Letters of either case, of which samples only hold one, in that."""
    for case in (string.ascii_lowercase, string.ascii_uppercase):
        if alphabet == string.ascii_letters and site.alphabet and site.alphabet <= set(case):
            return case
    return alphabet


def constant_length(statement: Statement, site: Site, name: str = "") -> str | None:
    """A constant length that all samples have and the statement says ("a string of length 26", "the character c")."""
    if site.visits < 1 or site.shortest != site.longest or not site.longest:
        return None
    number = "|".join(
        [str(site.longest), *(word for word, value in WORDS.items() if value == site.longest and len(word) > 2)]
    )
    said = (
        rf"\blength (?:of )?(?:exactly |is |equal to )?(?:{number})\b|"
        rf"\b(?:{number}) (?:\w+ )?(?:characters|letters|digits|symbols|columns)\b"
    )
    if is_character(statement, site, name):
        return "1"
    return str(site.longest) if any(re.search(said, sentence.text) for sentence in statement.sentences) else None


def is_character(statement: Statement, site: Site, name: str) -> bool:
    """Whether a string of one character in all samples is called a character: "c character", "characters A_i and "
    "B_i"."""
    called = re.compile(
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


def _is_meant(few: FewStrings, name: str, knowledge: Knowledge, alone: bool) -> bool:
    return alone or any(
        name == variable_name(word) or knowledge.same(base_name(word), name, subscript(word)) for word in few.names
    )


def _agrees(few: FewStrings, site: Site) -> bool:
    """Whether the samples hold such strings. Where there are none, `s_i` may be the letter of a string."""
    if not site.visits:
        return (not few.words or few.plain) and not any("_" in name and not name[-1].isdigit() for name in few.names)
    if few.words:
        return site.values <= few.words
    return site.longest == 1 and site.alphabet <= set(few.alphabet)
