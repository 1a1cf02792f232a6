"""Bounds of numbers of things: "the numbers of the dancers", where "the dancers are numbered from 1 to n"."""

from __future__ import annotations

import re
from collections.abc import Callable

from slowpath.inputs.infer.facts.bounds_found import Bounds
from slowpath.inputs.infer.facts.knowledge import Knowledge
from slowpath.model.patterns import late_regex
from slowpath.statement.sentences.sentence import NOT_INPUT, Sentence

_NUMBERED = late_regex(
    r"\b(?P<noun>[a-z]{3,})(?: (?:on|in|at) (?:the |an? )?[a-z]+)?,? "
    r"(?:(?:which |that )?(?:are|is|will be|have been) )?(?:\w+ly )?"
    r"(?:numbered|labell?ed|marked|indexed|enumerated|have (?:the )?numbers)"
    r"(?: (?:with|by|using|the|natural|integers?|numbers?|consecutively))* (?:from )?(?P<low>[01]) (?:up )?"
    r"(?:to|through) (?P<times>\d+ ?\*? ?(?=[A-Za-z]))?(?P<high>[A-Za-z]\w*|\d+)(?P<less> ?- ?1\b)?(?! ?[-+*/^])",
    re.I,
)
_CELLS = late_regex(
    r"\b(?P<noun>[a-z]{3,})\b(?: ?\([^()]*\))?,? (?:(?:which |that )?(?:are|is|will be) )?"
    r"(?:numbered|labell?ed|indexed) (?:from )?"
    r"\( ?(?P<low>[01]) ?, ?(?P=low) ?\) (?:up )?(?:to|through) \( ?(?P<row>\w+) ?, ?(?P<column>\w+) ?\)",
    re.I,
)
"""Cells by two numbers: "rooms, numbered from (1, 1) up to (n, m)"."""
_PLACE = r"([A-Za-z](?:_\w+|\d)?)"
_CALLED = r"((?!a\b|I\b)[A-Za-z](?:_\w+|\d)?)"
_NO_PART = r"(?! (?:that|which|who|where|of|with|he|she|they|you|it|in (?:his|her|its|their|the same))\b)"
_ENDING = late_regex(r"(?:ies|y|es|s)$")


def number_of_a_thing(name: str, knowledge: Knowledge, visible: Callable[[str], str | None]) -> Bounds | None:
    """The bounds of a variable whose line is said to hold numbers of things that another sentence numbers, or that is
    one of them (`_is_one_of`); `visible` gives the variable read before that a name means."""
    line = knowledge.described.get(name)
    about = [one for one in knowledge.statement.sentences if one.section not in NOT_INPUT]
    texts = [line.text] if line is not None else [one.text for one in about if one.section == "input"]
    for sentence in about:
        if (cells := _CELLS.search(sentence.text)) is not None:
            thing = rf"\b{re.escape(_ENDING.sub('', cells['noun'].lower()))}(?:ies|y|es|s)?"
            for called in re.finditer(rf"{thing} \( ?{_PLACE} ?, ?{_PLACE} ?\)", " ".join(texts), re.I):
                place = next((at for at, one in enumerate(called.groups()) if knowledge.same(one, name)), None)
                if place is not None and (most := visible(cells["row" if place == 0 else "column"])):
                    return _between(name, cells["low"], most, sentence)
        found = _NUMBERED.search(sentence.text)
        high = found and (found["high"] if found["high"].isdigit() else visible(found["high"]))
        if not found or not high or high == name:
            continue
        is_told = line is not None and _are_numbers_of(found["noun"], line.text)
        if is_told or any(_is_one_of(found["noun"], name, text, knowledge) for text in texts):
            most = f"{found['times'].rstrip(' *')}*{high}" if found["times"] else high
            return _between(name, found["low"], f"{most}-1" if found["less"] else most, sentence)
    return None


def _between(name: str, low: str, high: str, sentence: Sentence) -> Bounds:
    grounds = [sentence.ground(name, f"{name} {sign} {end}") for sign, end in ((">=", low), ("<=", high))]
    return Bounds(low, high, grounds)


def are_all_numbers(name: str, length: str, knowledge: Knowledge) -> Sentence | None:
    """What numbers the things whose numbers a list holds, all of them, each once: "the numbers of the cards from top to
    bottom", where there are as many cards as the list is long."""
    line = knowledge.described.get(name)
    for sentence in knowledge.statement.sentences if line is not None else ():
        found = _NUMBERED.search(sentence.text) if sentence.section not in NOT_INPUT else None
        if line is not None and found and not found["less"] and found["low"] == "1" and found["high"] == length:
            thing = rf"{re.escape(_ENDING.sub('', found['noun'].lower()))}(?:ies|y|es|s)"
            every = rf"\bthe (?:numbers|indices|labels|ids) of (?:all )?(?:the )?(?:{length} )?{thing}\b{_NO_PART}"
            if re.search(every, line.text, re.I):
                return sentence
    return None


def _is_one_of(things: str, name: str, text: str, knowledge: Knowledge) -> bool:
    """Whether a text calls one of these things by a variable: "a cable between the islands u and v"."""
    thing = rf"{re.escape(_ENDING.sub('', things.lower()))}(?:ies|y|es|s)?"
    called = re.finditer(rf"\b{thing} {_CALLED}(?:,? (?:and|or|to) {_CALLED})?(?![\w'])", text, re.I)
    return any(knowledge.same(one, name) for found in called for one in found.groups() if one)


def _are_numbers_of(things: str, text: str) -> bool:
    """Whether a text speaks of numbers of these things, not of how many there are, and of nothing beside them."""
    thing = rf"{re.escape(_ENDING.sub('', things.lower()))}(?:ies|y|es|s)?"
    several = rf"\b(?:numbers|indices|labels|ids|identifiers) of (?:(?:the|these|two|three|both) )*(?:\w+ )?{thing}\b"
    single = rf"\b(?:number|index|label|id|identifier) of (?:the|an?|one|each|some) (?:\w+ )?(?!\w+s\b){thing}\b"
    plural = rf"{re.escape(_ENDING.sub('', things.lower()))}(?:ies|es|s)\b(?!')"
    themselves = (
        rf"\b(?:integers?|numbers?)(?: [A-Za-z](?:_\w+)?(?= |,)| and| ?[,:-]| ?\.\.\.)*,? (?:\w+ing )?"
        rf"(?:the|his|her|their|\w+'s?) (?:\w+ )?(?!\w+ of\b){plural}"
    )
    named = rf"\b{thing} (?:numbers|indices|labels|ids)"
    return re.search(rf"(?:{several}|{themselves}|{single}|{named})(?! and\b)", text, re.I) is not None
