"""How many things an input has that doesn't say so itself: "the input contains at most 50000 words"."""

from __future__ import annotations

import re

from slowpath.inputs.infer.align import Site
from slowpath.inputs.infer.extraction.numerals import number_of, with_numerals
from slowpath.inputs.infer.extraction.prose import signed
from slowpath.inputs.infer.extraction.scope import confidence, rank
from slowpath.inputs.infer.statement import Sentence
from slowpath.inputs.infer.types import Typer
from slowpath.model.expression import expr
from slowpath.model.format import Evidence, IntType

_THINGS = r"(?:words|lines|numbers|integers|strings|names|tokens|values|queries|elements|rows|pairs|records|entries)"
_WHOLE = re.compile(r"\b(?:input|file|text|document|list|there (?:are|is|will be)|you are given)\b", re.I)
_PART = re.compile(r"\b(?:each|every|per|a|one|any) (?:\w+ )?(?:line|row|case|word)\b|\b(?:each|every) of\b|\blines? "
                   r"(?:contains?|has|have|consists?)\b", re.I)
_NUMBER = r"(\d[\d,]*(?:[eE]\d+)?|\d+ ?\* ?10 ?\^ ?\d+|10 ?\^ ?\d+)"
_MOST = re.compile(rf"(<=?) ?{_NUMBER} (?:[\w-]+ ){{0,2}}?{_THINGS}\b")
_BETWEEN = re.compile(rf"=in \[ ?{_NUMBER} ; ?{_NUMBER} ?\] (?:[\w-]+ ){{0,2}}?{_THINGS}\b")


def stated_count(typer: Typer, name: str, site: Site) -> IntType | None:
    """The bounds of the count that the format calls `name`, by the first sentence about the whole input that has some,
    widened to what the samples hold; None where no sentence has any."""
    for sentence in typer.knowledge.statement.sentences:
        ends = _ends(sentence) if rank(sentence) in (0, 1) else None
        if ends is not None:
            least, most = ends
            typer.kinds[name] = "int"
            typer.evidence.append(Evidence(name, f"{least} <= {name} <= {most}", "statement", sentence.quote[:300],
                                           sentence.line, confidence(sentence)))
            seen = [value for value in (site.lowest, site.highest) if value is not None]
            return IntType(expr(min([least, *seen])), expr(max([most, *seen])))
    return None


def _ends(sentence: Sentence) -> tuple[int, int] | None:
    """How many things the whole input has at least and at most, by a sentence."""
    text = re.sub(r"\s+", " ", signed(with_numerals(sentence.text)))
    found = _BETWEEN.search(text) or _MOST.search(text)
    if found is None or not _WHOLE.search(text[:found.start()]) or _PART.search(text[:found.start()]):
        return None
    ends = [_value(group) for group in found.groups() if group[0].isdigit()]
    least, most = (1, ends[0] - (found.group(1) == "<")) if len(ends) == 1 else (ends[0], ends[1])
    return (least, most) if most >= 1 and 0 <= least <= most else None


def _value(text: str) -> int:
    factor, _, power = text.replace(" ", "").rpartition("10^")
    if power != text.replace(" ", ""):
        return int(factor.rstrip("*") or 1) * 10 ** int(power)
    return number_of(text) or 0
