"""How many things there are, by what they are called: "n, the number of houses ... There are at most 500 houses".

Older statements bound what is counted rather than the number that counts it. A sentence that says how many there are
becomes a bound of the variable that is called their number; without such a variable it is told of the whole input.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from slowpath.model.patterns import late_regex
from slowpath.statement.claims.comparison import Chain, Operand, named
from slowpath.statement.claims.numerals import WORDS, number_of, with_numerals
from slowpath.statement.claims.prose import signed
from slowpath.statement.claims.scope import is_about_input
from slowpath.statement.sentences.statement import Sentence

_UNITS = (
    r"(?!(?:characters|letters|symbols|digits|seconds|points|times|tests|ways|cases|marks|vowels|consonants|"
    r"asterisks|spaces|zeros|zeroes|ones|wildcards)\b)"
)
_NOUN = rf"(?:(?!and\b|of\b)[a-z-]+ ){{0,2}}?{_UNITS}([a-z]{{2,}}s)\b"
_NAME = r"([A-Za-z])(?![\w'])"
_BETWEEN_THEM = (
    r"(?: ?\([^()]*\))? ?(?:,|--)? ?(?:(?:is|are|which is|which are|being|giving|denot\w+|indicat\w+|"
    r"represent\w+) )?"
)
_TWO = late_regex(
    rf"(?<![\w']){_NAME} and {_NAME}{_BETWEEN_THEM}(?:the )?(?:total )?numbers? of {_NOUN} and (?:the )?"
    rf"(?:number of )?{_NOUN}"
)
_NAME_FIRST = late_regex(rf"(?<![\w']){_NAME}{_BETWEEN_THEM}(?:the )?(?:total )?number of (?:the )?{_NOUN}")
_NAME_LAST = late_regex(rf"\bnumber of (?:the )?{_NOUN}(?: ?,| is| =)? ?\(?(?!a\b|A\b|I\b){_NAME}(?! (?!and\b)[a-z])")
_NUMBER = r"(\d+ ?\* ?10 ?\^ ?\d+|10 ?\^ ?\d+|\d[\d,]*(?:[eE]\d+)?)"
_PLAIN = _NUMBER.replace("(", "(?:", 1)
_THERE = late_regex(
    r"\bthere (?:are |is |will be |can be |may be |exist )?(?=[<>=])|"
    r"\b(?:contains?|consists? of|has|have)\b(?! been)",
    re.I,
)
_QUALIFIED = (
    r"(?! (?:that|which|who|between|in (?:it|each|every|the (?:string|word|line))|of each|per|with|adjacent|"
    r"incident|near)\b)"
)
"""What is said of a part of the things, or of those of one other thing."""
_COMPARED = late_regex(rf"(<=|>=|<|>) ?{_NUMBER} {_NOUN}{_QUALIFIED}")
_TOTAL = late_regex(
    rf"\btotal number of (?:the )?{_NOUN} (?:over|in|across|among|for) (?:all |the |of )*"
    rf"test ?(?:cases|s)?(?: (?:combined|together))? (<=|<) ?{_NUMBER}(?! ?[\d^*])"
)
_TOTAL_OF_LINES = late_regex(
    rf"\btotal number of (?:the )?{_NOUN} (?:on|over|in|across|among|of|for) (?:all|every|each)(?: of)?(?: the)? "
    rf"(?!test)[a-z]+ (?:combined |together )?(<=|<) ?{_NUMBER}(?! ?[\d^*])"
)
_WITHIN = late_regex(rf"=in \[ ?{_NUMBER} ; ?{_NUMBER} ?\] {_NOUN}{_QUALIFIED}")
_NUMBER_OF = late_regex(
    rf"\bnumber of (?:the )?{_NOUN} (?:(?:is|are|will|an?|one|integer) )*"
    rf"((?:(?:and |, |,)?(?:[<>]=?|=in \[) ?{_PLAIN}(?: ; {_PLAIN} \])? ?)+)(?![\w*^+-])"
)
_SIGNED = late_regex(rf"(<=|>=|<|>) ?{_NUMBER}")
_FROM_TO = late_regex(rf"=in \[ ?{_NUMBER} ; ?{_NUMBER} ?\]")
_THINGS = r"(?:words|lines|numbers|integers|strings|names|tokens|values|queries|elements|rows|pairs|records|entries)"
_WHOLE = late_regex(
    r"\b(?:input|file|text|document|list|there(?: are| is| will be)?|you are given)\b|"
    r"^\W*the [a-z]+ (?:will |always )?(?:contains?|consists? of)\b",
    re.I,
)
_PART = late_regex(
    r"\b(?:each|every|per|a|one|any) (?:\w+ )?(?:line|row|case|word)\b|\b(?:each|every) of\b|\blines? "
    r"(?:contains?|has|have|consists?)\b",
    re.I,
)
_JUST_THERE = late_regex(
    r"\bthere (?:are |is |will be |can be |may be |exist )?(?:always |never )?$|"
    r"\binput(?: file)? (?:will |always )?(?:consists? of|contains?|has|have|is)"
    r"(?: an? (?:list|sequence|series) of)? $",
    re.I,
)
_MOST = late_regex(rf"(<=?) ?{_NUMBER} (?:[\w-]+ ){{0,2}}?{_THINGS}\b")
_MOST_THERE = late_regex(rf"(<=?) ?{_NUMBER} {_NOUN}{_QUALIFIED}")
_CASE_NAMES = r"(?:data ?sets|tests? ?cases|tests|cases|instances|scenarios)"
_CASES = late_regex(
    rf"\bnumber of (?:the )?(?:input |given )?{_CASE_NAMES}\b(?: in (?:the |an? )?(?:input|file|test file))? ?"
    rf"(<=?) ?{_NUMBER}",
    re.I,
)
_BETWEEN = late_regex(rf"=in \[ ?{_NUMBER} ; ?{_NUMBER} ?\] (?:[\w-]+ ){{0,2}}?{_THINGS}\b")
_CASES_BETWEEN = late_regex(
    rf"\b(?:input(?: file)? (?:contains|has|consists of)|there (?:are|will be)) (?:=in \[ ?{_NUMBER} ; ?{_NUMBER} ?\]|"
    rf"(one|{_PLAIN}) to {_NUMBER}) (?:independent |separate )?(?:data ?sets|test ?cases|instances|scenarios)"
    r"(?=\W*$| ?,| followed| in the input)",
    re.I,
)

_SO_MANY = late_regex(rf"(?<![\w.^*])(\d{{1,4}}|{'|'.join(WORDS)}) (?!(?:to|and|or|through)\b)[a-z]", re.I)
_IS_A_LETTER = (
    r"(?:(?:is|being|will be|can be|may be) )?(?:either|one of|given|represented|denoted|encoded|written|"
    r"(?:an?|the|one) (?:\w+ )?(?:letter|character|digit|symbol))\b"
)


def counted_things(sentences: Sequence[Sentence]) -> list[Chain]:
    """The bounds of variables that are called the numbers of what sentences bound."""
    told = [sentence for sentence in sentences if is_about_input(sentence)]
    names: dict[str, str] = {}
    last: dict[str, str] = {}  # What each line counts, behind what the first one does.
    for sentence in told:
        for thing, name in numbers_called(sentence.text):
            names.setdefault(thing, name)
            last[thing] = name
    return [chain for sentence in told for chain in _bounded(sentence, names, last)] if names else []


def numbers_called(text: str) -> Iterator[tuple[str, str]]:
    """(things, the name of their number): "n, the number of houses" calls that of the houses n."""
    for first, second, one, other in _TWO.findall(text):
        yield from ((one, first), (other, second))
    yield from ((thing, name) for name, thing in _NAME_FIRST.findall(text))
    yield from _NAME_LAST.findall(text)


def _bounded(sentence: Sentence, names: dict[str, str], last: dict[str, str]) -> Iterator[Chain]:
    text = _signed(sentence)
    for thing, operator, number in _TOTAL.findall(text):
        if thing in names:
            yield Chain(((named(names[thing]),), (_number(number),)), (operator,), sentence, summed=True)
    for thing, operator, number in _TOTAL_OF_LINES.findall(text):
        if thing in last:
            yield Chain(((named(last[thing]),), (_number(number),)), (operator,), sentence, summed=True)
    for thing, signs in _NUMBER_OF.findall(text):
        if thing in names and not _PART.match(text):
            yield from _compared(named(names[thing]), signs, sentence)
    there = _THERE.search(text)
    if there is None or _PART.search(text[: there.start()]) or re.match(r"\W*(?:each|every|any)\b", text, re.I):
        return
    for operator, number, thing in _COMPARED.findall(text, there.start()):
        if thing in names:
            yield Chain(((named(names[thing]),), (_number(number),)), (operator,), sentence)
    for low, high, thing in _WITHIN.findall(text, there.start()):
        if thing in names:
            yield Chain(((_number(low),), (named(names[thing]),), (_number(high),)), ("<=", "<="), sentence)


def _compared(number: Operand, signs: str, sentence: Sentence) -> Iterator[Chain]:
    """The bounds of a number by the signs behind it."""
    for operator, end in _SIGNED.findall(signs):
        yield Chain(((number,), (_number(end),)), (operator,), sentence)
    for low, high in _FROM_TO.findall(signs):
        yield Chain(((_number(low),), (number,), (_number(high),)), ("<=", "<="), sentence)


def whole_count(sentence: Sentence) -> tuple[int, int] | None:
    """How many things the whole input has at least and at most, by a sentence."""
    text = _signed(sentence)
    there = next((match for match in _MOST_THERE.finditer(text) if _JUST_THERE.search(text[: match.start()])), None)
    if (cases := _CASES.search(text)) is not None:
        return _ends(cases)
    found = _BETWEEN.search(text) or _MOST.search(text) or there
    if found is None or not _WHOLE.search(text[: found.start()]) or _PART.search(text[: found.start()]):
        return None
    return _ends(found)


def case_count(sentence: Sentence) -> tuple[int, int] | None:
    """How many test cases there are at least and at most, by a sentence: "the input contains one to 20 data sets"."""
    text = _signed(sentence)
    found = _CASES.search(text) or _CASES_BETWEEN.search(text)
    return _ends(found) if found is not None else None


def line_count(sentence: Sentence) -> tuple[int, int] | None:
    """How many things a line has at least and at most, by a sentence: "each line has between 1 and 50 integers"."""
    text = _signed(sentence)
    found = _BETWEEN.search(text) or _MOST.search(text)
    return _ends(found) if found is not None and _PART.search(text[: found.start()]) else None


def numbers_of_things(text: str) -> list[int]:
    """The numbers that stand before what there are so many of: "three sides", "the 4 corners"."""
    return [int(word) if word.isdigit() else WORDS[word.lower()] for word in _SO_MANY.findall(text)]


def _ends(found: re.Match[str]) -> tuple[int, int] | None:
    """The least and the most of a number that is compared; at least one where only the most is given."""
    ends = [_value(group) for group in found.groups() if group is not None and group[0].isdigit()]
    least, most = (1, ends[0] - (found.group(1) == "<")) if len(ends) == 1 else (ends[0], ends[1])
    return (least, most) if most >= 1 and 0 <= least <= most else None


def is_a_letter_each(sentences: Sequence[Sentence], counted: Sentence) -> bool:
    """Whether each of the things that `counted` bounds stands for a character of a string, by what the sentences say of
    all of them: "each instruction is one of `L`, `R`". Of stars among other characters none says that."""
    text = " ".join(sentence.text for sentence in sentences if is_about_input(sentence))
    things = re.findall(rf"{_NUMBER} (?:[\w-]+ ){{0,2}}?{_NOUN}", _signed(counted))
    return any(
        re.search(
            rf"\b(?:each|every) (?:[\w-]+ )?{thing[:-1]} {_IS_A_LETTER}|\b{thing},? each (?:of which )?"
            rf"{_IS_A_LETTER}|\b(?:string|sequence|series|list|row) of (?:[\w-]+ ){{0,2}}?{thing}\b",
            text,
            re.I,
        )
        for _, thing in things
    )


def _signed(sentence: Sentence) -> str:
    return re.sub(r"\s+", " ", signed(with_numerals(sentence.text)))


def _number(text: str) -> Operand:
    return Operand(str(_value(text)), written=text)


def _value(text: str) -> int:
    factor, _, power = text.replace(" ", "").rpartition("10^")
    if power != text.replace(" ", ""):
        return int(factor.rstrip("*") or 1) * 10 ** int(power)
    return number_of(text) or 0
