"""Names of variables in place of the nouns that stand for them: "every weight is odd" says "a_i is odd" behind
"n integers a_1, ..., a_n, the weights of the parcels", and "the number of parcels is odd" says "n is odd".

Only subjects are replaced, in sentences of the input that name no variable themselves, by the one name that a noun has:
so what is said of a name is read in one way, whatever it is called.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from slowpath.model.patterns import late_regex
from slowpath.statement.sentences.sentence import Sentence

_SECTIONS = frozenset({"input", "constraints"})
_BRACKETS = r"(?: ?\([^()]{0,80}\))?"
_TELLING = r"(?: ?,)? (?:(?:denoting|giving|representing|indicating|describing|which (?:is|are)|is|are) )?"
_ELEMENT_IS = late_regex(
    rf"(?<!_\w and )(?<!_\w, )\b([A-Za-z])_\w+{_BRACKETS}{_TELLING}the ([a-z]{{4,}})"
    r"(?= (?:of|for)\b|[.,;)]|$)"
)
_ELEMENT_CALLED = late_regex(r"\bthe ([a-z]{4,}) ([A-Za-z])_\w+\b(?! and [A-Za-z]_|, [A-Za-z]_)")
"""What several names are called together, "the positions x_i and y_i", is said of none of them alone."""
_SIZE_IS = late_regex(
    rf"\b([A-Za-z]){_BRACKETS}{_TELLING}the (number of [a-z]{{4,}})"
    r"(?=[.,;)]| (?:in|on|of|that|to|and the)\b|$)"
)
_NAME = late_regex(r"\b(?:[A-Za-z]_\w+|[B-HJ-Zb-hj-z]\b(?!'))")
_GENERIC = frozenset(
    (
        "integer number value element line list array sequence first second last next same input description "
        "maximum minimum index indice"
    ).split()
)
_IT = late_regex(
    r"^It (?=(?:is|has|lies|consists|contains|ranges|does|(?:will|must) (?:be|have))\b)"
    r"(?!is (?:\w+ )?(?:guaranteed|known|ensured|given|possible|allowed|assumed|clear|not necessar\w+)\b)"
)
_VERB = r"(?= (?:is|are|will|must|does|do|never|always)\b)"


def with_names_spoken(sentences: Sequence[Sentence]) -> tuple[Sentence, ...]:
    """The sentences, names in place of what stands for them."""
    names: dict[str, set[str]] = {}
    made: list[Sentence] = []
    for sentence in sentences:
        if sentence.section not in _SECTIONS:
            made.append(sentence)
            continue
        for noun, name in _told(sentence.text):
            names.setdefault(noun, set()).add(name)
        text = _summed(_without_it(sentence, made), names)
        made.append(replace(sentence, text=text if _NAME.search(text) else _spoken(text, names)))
    return tuple(made)


def _without_it(sentence: Sentence, before: Sequence[Sentence]) -> str:
    """A sentence's text with the name in place of "it", where the sentence before has one alone. Elsewhere "it" may
    stand for nothing: "det är högst 9 bilar", there are at most 9 cars."""
    if sentence.foreign or not before or before[-1].section != sentence.section:
        return sentence.text
    named = set(_NAME.findall(before[-1].text))
    is_one = len(named) == 1 and not any("_" in name for name in named)
    return _IT.sub(f"{named.pop()} ", sentence.text) if is_one else sentence.text


def _told(text: str) -> Iterator[tuple[str, str]]:
    """(noun in the singular, or "number of ..."; the name that stands for it) of a sentence."""
    for name, noun in _ELEMENT_IS.findall(text):
        yield _singular(noun), f"{name}_i"
    for noun, name in _ELEMENT_CALLED.findall(text):
        yield _singular(noun), f"{name}_i"
    for name, noun in _SIZE_IS.findall(text):
        yield noun, name


def _singular(noun: str) -> str:
    return noun[:-3] + "y" if noun.endswith("ies") else noun.removesuffix("s")


def _summed(text: str, names: dict[str, set[str]]) -> str:
    """A text with the name of what is summed in it: "the sum of the sizes"."""
    for noun, called in names.items():
        if len(called) == 1 and not noun.startswith("number of "):
            (name,) = called
            several = rf"{noun[:-1]}(?:{noun[-1]}e?s|ies)"
            summed = rf"\b(sum of (?:all )?)(?:the |these |those )?{several}\b(?!'| [A-Za-z]_)"
            text = re.sub(summed, rf"\1{name}", text)
            total = rf"\bthe total {noun} of all(?: of)?(?: the)? [a-z]+s\b"
            text = re.sub(total, f"the sum of all {name}", text, flags=re.I)
    return text


def _spoken(text: str, names: dict[str, set[str]]) -> str:
    for noun, called in names.items():
        if len(called) == 1 and noun not in _GENERIC:
            (name,) = called
            some = noun if noun.startswith("number of ") else rf"{noun[:-1]}(?:{noun[-1]}s?|ies)"
            subject = late_regex(rf"\b(?:each|every|any|all(?: of)?(?: the)?|the) {some}{_VERB}", re.I)
            text = subject.sub(name, text, count=1)
            if some != noun:
                text = re.sub(rf"\bthe (?:total|combined) {some}{_VERB}", f"the sum of {name}", text, flags=re.I)
    return text
