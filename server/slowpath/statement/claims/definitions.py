"""Names that a statement gives to what isn't read itself: "let n = r - l + 1", "denote the sum of l_i as L".

What is then said of such a name is said of what it stands for: "the sum of n over all test cases" is that of `r-l+1`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace

from slowpath.model.expression import expr
from slowpath.model.patterns import late_regex
from slowpath.statement.claims.comparison import Chain, Operand, named
from slowpath.statement.claims.names import base_name, variable_name
from slowpath.statement.claims.scope import rank
from slowpath.statement.sentences.statement import Sentence

_NAME = r"(?P<name>[A-Za-z])(?![\w'])"
_TERM = r"(?:[A-Za-z](?:_\w{1,8})?(?![\w'])|\d{1,9}|\|[A-Za-z]\|)"
_EXPRESSION = rf"(?P<text>\(?{_TERM}(?: ?[-+*] ?\(?{_TERM}\)?){{1,4}})(?! ?[-+*/^<>=])"
_SUM = (
    rf"(?:the )?(?:sum|total)(?: (?:of|over))?(?: all)?(?: the)?(?: values?)?(?: of)? "
    rf"\(?(?!a (?:sub|contiguous|non|\w+ sub))(?P<sum>{_TERM})\)?(?! ?[-+*/^])"
)
_PATTERNS = [
    late_regex(pattern)
    for pattern in (
        rf"\b(?:[Ll]et|[Dd]efine|where|[Ss]et) {_NAME} (?:=|be|denote|as|equal(?:s)?(?: to)?) {_EXPRESSION}",
        rf"\b(?:[Ll]et|[Dd]efine|where|[Ss]et) {_NAME} (?:=|be|denotes?|as|is) {_SUM}",
        rf"\b(?:[Ll]et us denote|[Dd]enote|[Cc]all|[Ll]et us call) {_EXPRESSION} (?:as|by) {_NAME}",
        rf"\b(?:[Ll]et us denote|[Dd]enote|[Cc]all|[Ll]et us call) {_SUM} (?:as|by) {_NAME}",
        rf"\b[Dd]enote (?:as|by) {_NAME} {_SUM}",
    )
]


@dataclass(frozen=True)
class Definition:
    """`name` stands for `text`, summed over what has it where `summed`."""

    name: str
    text: str
    summed: bool


def definitions_in(sentence: Sentence) -> list[Definition]:
    """What a sentence of the input defines."""
    if rank(sentence) is None:
        return []
    made = []
    for pattern in _PATTERNS:
        for match in pattern.finditer(sentence.text):
            found = match.groupdict()
            text = re.sub(rf"{_TERM}", _variable, found.get("text") or found["sum"])
            try:
                made.append(Definition(match["name"], expr(text).text, found.get("text") is None))
            except ValueError:
                continue
    return made


def undefined(chains: Iterable[Chain], sentences: Iterable[Sentence], known: frozenset[str]) -> list[Chain]:
    """The chains with what such names stand for, where no variable that is read (`known`) has the name itself."""
    meant = {
        one.name: one
        for sentence in sentences
        for one in definitions_in(sentence)
        if one.name not in known and expr(one.text).names <= known
    }
    return [_undefined(chain, meant) for chain in chains] if meant else list(chains)


def _undefined(chain: Chain, meant: dict[str, Definition]) -> Chain:
    used = [meant[operand.name] for place in chain.operands for operand in place if operand.name in meant]
    if not used:
        return chain
    places = tuple(tuple(_put(operand, meant) for operand in place) for place in chain.operands)
    return replace(chain, operands=places, summed=chain.summed or any(one.summed for one in used))


def _put(operand: Operand, meant: dict[str, Definition]) -> Operand:
    if operand.name not in meant or operand.form:
        return operand
    text = meant[operand.name].text
    return named(text) if text.isidentifier() else Operand(text, written=text)


def _variable(match: re.Match[str]) -> str:
    word = match.group()
    if word[0] == "|":
        return f"len({word[1:-1]})"
    return word if word.isdigit() else base_name(word) if not word[-1].isdigit() else variable_name(word)
