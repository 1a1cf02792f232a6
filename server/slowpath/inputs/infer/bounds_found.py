"""What was found to bound a variable, on which side and by which sentence."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field

from slowpath.inputs.infer.extraction.chains import Chain, Operand
from slowpath.inputs.infer.extraction.scope import confidence
from slowpath.inputs.infer.statement import Sentence
from slowpath.model.expression import expr
from slowpath.model.format import Evidence
from slowpath.model.problem import NamedBound


@dataclass
class Bounds:
    """What is known of one variable: expression texts, None where nothing says it."""

    lo: str | None = None
    hi: str | None = None
    evidence: list[Evidence] = field(default_factory=list)


@dataclass(frozen=True)
class Side:
    """One bound found: an expression text, how trustworthy (smaller is better), from which chain."""

    text: str
    rank: int
    chain: Chain
    lost: str = ""
    written: str = ""


def over_visible(operand: Operand, visible: Callable[[str], str | None]) -> str | None:
    """The operand's text over variables that may be mentioned, None when it needs another."""
    if operand.form == "all" or not operand.text:
        return None
    text = operand.text
    for name in sorted(expr(text).names):
        final = visible(name)
        if final is None:
            return None
        shown = f"len({final})" if operand.form in ("bar", "length") else final
        text = re.sub(rf"\b{re.escape(name)}\b", shown, text)
    return text


def said(name: str, fact: str, chain: Chain) -> Evidence:
    """The sentence of a chain as the evidence of a fact."""
    sentence = chain.sentence
    if sentence.section == "package":
        return Evidence(name, fact, "package", sentence.quote)
    return Evidence(name, fact, "statement", sentence.quote[:300], sentence.line, confidence(sentence))


def package_chain(bound: NamedBound) -> Chain:
    return Chain((), (), Sentence("", 0, "package", f"{bound.name} = {bound.value} ({bound.source})"))
