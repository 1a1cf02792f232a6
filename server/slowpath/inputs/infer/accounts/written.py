"""The numbers and names that a sentence writes, and the orders that it tells by them, which the format has to have."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from slowpath.inputs.infer.accounts.held import names_known, numbers_written, tags_of
from slowpath.inputs.layout import places
from slowpath.inputs.text_form.text import to_text
from slowpath.model.expression import expr
from slowpath.model.format import HELD, ROW, InputFormat, WordType
from slowpath.model.patterns import late_regex
from slowpath.statement.claims.chains import chains_of
from slowpath.statement.claims.choices import choices_in
from slowpath.statement.claims.comparison import Chain
from slowpath.statement.claims.definitions import definitions_in
from slowpath.statement.claims.names import base_name
from slowpath.statement.claims.numerals import loses_carets, lost_caret
from slowpath.statement.claims.scope import indices
from slowpath.statement.phrases.manners import spoken
from slowpath.statement.sentences.sentence import NOT_INPUT, Sentence, in_quotes
from slowpath.statement.sentences.statement import Statement

_TAG = late_regex(
    r"(?<![\w'])([A-Za-z]{1,8}(?:_\w+)?)\b(?: ?\([^()]*\)[^.;]{0,40} --|[^.;]{0,40} --|,| is| denotes| gives| tells) "
    r"(?:the |an? )?(?:\w+ )?(?:type|kind)\b|\b(?:type|kind) (?!a\b|I\b)([A-Za-z](?:_\w+)?)(?![\w'])"
)
"""What is said to be the kind of a query: it begins the lines."""
_IS = late_regex(r"(?<![\w'])([A-Za-z]{1,8}(?:_\w+)?) ?(?:=|is|equals) ?[\"'`]?(\w+)")
_OTHERWISE = late_regex(r"\b(?:[Oo]therwise|[Ee]lse)\b")
"""What the last kind may be told by."""
_THOUSANDS = late_regex(r"(?<=\d)[, ](?=\d{3}(?!\d))")
_NUMBER = late_regex(
    r"(?<![\w.^*])(?<!\b[Ll]ine )\d+(?:\.\d+|(?: ?[*^+] ?\(?\d+\)?)*)(?![\w^]|-(?:hour|bit|dimensional)\b)"
)
"""A number, or some that are raised, multiplied and added: `2*10^5`, `10^9+7`; not that of a line."""
_BETWEEN = late_regex(r"\b(?:between|from|after|before|since|until|earlier|later)\b", re.I)
_OUTERMOST = late_regex(r"00:00(?::00)?|23:59(?::59)?")
"""Times between which all lie."""
_CLOCK = {"hh": 24.0, "mm": 60.0, "ss": 60.0}
"""What the parts of a time are called, and how many values each has."""
_SIDE_BY_SIDE = late_regex(r"\b([A-Za-z]\w?)_(\w+) ?(?:<=?|>=?) ?([A-Za-z]\w?)_(?!\2\b)(\w+)")
_COUNTED_BY = late_regex(r"_([a-z])_?c([a-z])\b|_([ijk])\b")
"""What the cells of a table are counted by, or the things of a list: `D_{i,j}`, `p_i`."""
_PLACES = frozenset("ijk")
"""What elements of any list are counted by."""
_LISTED = late_regex(r"(?<![\w.])\d(?: ?, \d){2,}(?![\w.])")
"""Digits one by one, as characters: "one of 2, 3, 4, 5"."""
_SMALL = 2
"""Numbers up to it stand everywhere, and bound nothing by themselves."""
_QUOTED_WORD = late_regex(r"(?<!\w)[\"`]([A-Za-z]{2,})[\"`](?!\w)(?! (?:is|are|denotes?|gives?|represents?)\b)")
_TEMPLATE = late_regex(r"\b(?:form|format|formatted|notation)\b", re.I)
"""What is quoted then has names of values in it."""
_QUOTED = late_regex(r"(?<!\w)[\"'`](\w)[\"'`](?!\w)")


@dataclass(frozen=True)
class Written:
    """What a format writes: its numbers and its names."""

    numbers: frozenset[float]
    names: frozenset[str]
    digits: frozenset[str]
    """Digits that its words may have."""
    shaped: re.Pattern[str]
    """Words of its patterns, which bound nothing: "from 00:00 to 23:59"."""
    text: str
    """The format in its text form, in lower case, with the words that it writes."""
    loses_carets: bool
    """Whether the statement's powers have surely lost their carets, so that 105 is 10^5."""


def written_by(fmt: InputFormat, statement: Statement) -> Written:
    """What a format writes, with the names that its statement defines by others."""
    clock = _CLOCK if any("[0-5][0-9]" in pattern for pattern in _patterns(fmt)) else {}
    return Written(
        numbers_written(fmt) | {number - less for number in clock.values() for less in (0, 1)},
        names_known(fmt) | _defined(statement) | _kinds_named(fmt, statement) | clock.keys(),
        frozenset(letter for of in _words(fmt) for letter in of.alphabet if letter.isdigit()),
        _shaped(fmt),
        to_text(fmt).lower(),
        not statement.powers and loses_carets([sentence.text for sentence in statement.sentences]),
    )


def _kinds_named(fmt: InputFormat, statement: Statement) -> frozenset[str]:
    """Names of what tells the kinds of lines, which the format writes as the words that begin them."""
    tags = tags_of(fmt)
    about = [each for each in statement.sentences if each.section not in NOT_INPUT]
    texts = [sentence.text for sentence in about] if tags else []
    told = {name for text in texts for found in _TAG.findall(text) for name in found if name}
    values: dict[str, set[str]] = {}
    for text in texts:
        for name, value in _IS.findall(text):
            values.setdefault(name, set()).add(value)
    left_out = 1 if any(map(_OTHERWISE.search, texts)) else 0
    tellers = {name for name, given in values.items() if given & tags and len(tags - given) <= left_out}
    return frozenset(base_name(name).lower() for name in told | tellers)


def _shaped(fmt: InputFormat) -> re.Pattern[str]:
    patterns = _patterns(fmt)
    return late_regex(rf"(?<!\w)(?:{'|'.join(patterns)})(?!\w)" if patterns else "(?!)")


def _patterns(fmt: InputFormat) -> list[str]:
    return [of.pattern for of in _words(fmt) if of.pattern]


def _words(fmt: InputFormat) -> list[WordType]:
    types = (getattr(place.item, "type", None) for place in places(fmt).values())
    return [of for of in types if isinstance(of, WordType)]


def _defined(statement: Statement) -> frozenset[str]:
    """Names that the statement gives to expressions over others: "let m = n*(n-1)/2"."""
    return frozenset(one.name.lower() for sentence in statement.sentences for one in definitions_in(sentence))


def numbers_unmet(sentence: Sentence, written: Written, own: Sequence[str]) -> Iterator[str]:
    """Numbers that stand nowhere in the format, nor in a fact that rests on the sentence: a bound that was understood,
    and that a validator draws in. So many digits are a largest number."""
    digits = {
        len(str(int(number))) for number in written.numbers if number > _SMALL and re.fullmatch("9+", f"{number:.0f}")
    }
    is_range = _BETWEEN.search(sentence.text) is not None
    said = written.shaped.sub(
        lambda match: match.group() if is_range and not _OUTERMOST.fullmatch(match.group()) else " ", sentence.text
    )
    understood = written.numbers | {_value(number) for fact in own for number in _NUMBER.findall(fact)}
    said = _LISTED.sub(lambda match: " " if written.digits.issuperset(re.findall(r"\d", match[0])) else match[0], said)
    for text in _NUMBER.findall(_THOUSANDS.sub("", said)):
        number = _value(text)
        is_of_digits = number in digits and "digits" in sentence.text
        power = lost_caret(text) if written.loses_carets else ""
        is_understood = number in understood or (power != "" and _value(power) in understood)
        if number > _SMALL and not is_understood and not is_of_digits:
            yield text


def _words_unmet(sentence: Sentence, written: Written) -> Iterator[str]:
    """Words in quotation marks that stand nowhere in the format: `the last line contains the word "end"`."""
    if spoken(sentence.text, "called") is None and not _TEMPLATE.search(sentence.text):
        for word in _QUOTED_WORD.findall(in_quotes(sentence)):
            if not re.search(rf"\b{word.lower()}\b", written.text):
                yield f'"{word}"'


def _value(written: str) -> float:
    """The number that was written; 0, which bounds nothing, for one that is too large to be worked out."""
    if "." in written:
        return float(written)
    try:
        return float(expr(written.replace("^", "**").replace(" ", "")).constant or 0)
    except (ValueError, ArithmeticError):
        return 0.0


def _is_of_another_index(chain: Chain, counted: frozenset[str] | set[str]) -> bool:
    """Whether a list's elements are compared with the number of something else: `a_j != i` in line i."""
    if len(chain.operators) != 1 or chain.summed:
        return False
    one, other = chain.operands[0][0], chain.operands[1][0]
    return (
        bool(one.subscript)
        and other.name in counted
        and not other.subscript
        and one.subscript != other.name
        and len(other.name) == 1
        and other.name in "ijk"
    )


def orders_unmet(sentence: Sentence, written: Written, own: Sequence[str]) -> Iterator[str]:
    """Orders that are told by elements of different places, `a_1 < a_2`, `a_i < b_{i+1}`, for which no fact rests on
    the sentence; what two single numbers promise is held against inputs."""
    for match in _SIDE_BY_SIDE.finditer(sentence.text):
        is_of_two = {f"{match[1]}{match[2]}".lower(), f"{match[3]}{match[4]}".lower()} <= written.names
        facts = (fact for fact in own if any(word in fact for word in ("sorted", "next ", "intervals", "by ")))
        meant = {match[1], match[3]}
        if not is_of_two and not any(all(re.search(rf"\b{name}\d?\b", fact, re.I) for name in meant) for fact in facts):
            yield match.group()
            return


def names_unmet(sentence: Sentence, written: Written, own: Sequence[str]) -> Iterator[str]:
    """Words in quotation marks and names that a sentence compares, which the format doesn't have. A name may be there
    as another one: its bounds are facts that rest on the sentence, and it is compared with no list that is there."""
    yield from _words_unmet(sentence, written)
    bounds = {fact.rsplit(" ", 1)[-1] for fact in own}
    chains = chains_of(sentence)
    ordered = {fact.split()[0].lower() for fact in own if fact.endswith("sorted")}
    words = {word.lower() for choice in choices_in(sentence) for word in choice.words}
    characters = words | {sign.lower() for sign in _QUOTED.findall(in_quotes(sentence))}
    if any(fact.endswith(f" {HELD}") for fact in own):
        return  # "The stack has at least k elements": of its name nothing else is said.
    of_rows = frozenset("ijk") if any(ROW in fact for fact in own) else frozenset()
    counted = (
        indices(sentence) | of_rows | {one.subscript for chain in chains for place in chain.operands for one in place}
    )
    counted |= {letter for some in _COUNTED_BY.findall(sentence.text) for letter in some if letter}
    for chain in chains:
        operands = [one for place in chain.operands for one in place]
        if _is_of_another_index(chain, counted) and not any(ROW in fact or "parents" in fact for fact in own):
            yield f"{chain.operands[0][0].name} {chain.operators[0]} {chain.operands[1][0].name}"
        others = {one.text for one in operands if not one.name}
        are_others_known = any(
            base_name(one.name).lower() in written.names and one.subscript in _PLACES for one in operands if one.name
        )
        for operand in operands:
            name = base_name(operand.name).lower() if operand.name else ""
            if (
                name
                and name not in written.names
                and name not in counted | characters
                and name.rstrip("0123456789") not in ordered
                and not operand.form
                and ((are_others_known and operand.subscript in _PLACES) or not (others and others <= bounds))
            ):
                yield operand.name
