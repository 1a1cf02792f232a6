"""What a statement's sentences say about numbers: chains of comparisons over names and constants.

`1 <= l <= r <= n` is kept whole as a `Chain`: which side bounds which variable is decided only when it is known
in what order they are read (`join`). Prose ("n does not exceed 100", "between 1 and 50", "from 1 to n") is
first rewritten with signs, then read by the same small grammar.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from slowpath.inputs.infer.statement import Sentence
from slowpath.model.expression import expr

_PROSE = [
    (r"(?:\b(?:is|are|equals?|be)\b|=|\bin\b)\s*(?:either |equal to )?(-?\d+),?(?: -?\d+,?)* or "
     r"(?:[A-Za-z]\w*\s*(?:=|is)\s*)?(-?\d+)\b",
     r" =in [ \1 ; \2 ] "),
    (r"\b(?:is|are|be|has|have|was|were|will be|should be|must be)?\s*(?:always\s+)?(?:in the range|in range|ranges?|"
     r"ranging|lies?|chosen|numbered|inclusively)?\s*(?:from|between)\s+(-?\s?\d[\w^*+.,()\-]*(?: \d{3}\b)*)\s+(?:to|"
     r"and|through)\s+(-?[\w^*+()|\-]+(?: \d{3}\b)*)",
     r" =in [ \1 ; \2 ] "),
    (r"(?<!=)\b(?:is |are )?(?:in the (?:range|interval|segment)|in|within)\s*(?:the (?:range|"
     r"interval))?\s*\[\s*([^\[\],;]+|\S+)\s*[,;]\s*([^\[\],;]+)\s*\]",
     r" =in [ \1 ; \2 ] "),
    (r"\b(?:is |are |be )?(?:guaranteed (?:to be )?)?(?:less|smaller|lower|fewer) than or equal to|\b(?:is |are |be "
     r")?(?:does not|do not|doesn't|don't|not|never|will not|won't|cannot|can't|should not|must not) (?:be "
     r")?(?:exceed|exceeds|exceeding|greater than|more than|larger than|bigger than|longer than)|\b(?:is |are |be "
     r")?(?:at most|no more than|no greater than|no larger than|no longer than|up to|bounded by|maximum of|limited "
     r"by)\b",
     " <= "),
    (r"\b(?:is |are |be )?(?:greater|larger|more) than or equal to|\b(?:is |are |be )?(?:at least|not less than|no "
     r"less than|not smaller than|no fewer than)\b",
     " >= "),
    (r"\b(?:is |are |be )?(?:strictly )?(?:less|smaller|fewer|lower|shorter) than\b", " < "),
    (r"\b(?:is |are |be )?(?:strictly )?(?:greater|larger|more|bigger|longer) than\b", " > "),
]
_LEXEME = re.compile(
    r"\d{1,3}(?:,\d{3})+(?!\d)|\d{1,3}(?: \d{3})+(?!\d)|\d+(?:\.\d+)?[eE]\+?\d+|\d+\.\d+|\d+|"
    r"[A-Za-z]\w*(?:_\w+)?'?|<=|>=|!=|<|>|=in|=|\*\*|[-+*/^()|,;\[\]]|\.\.\.|\S")
_OPERATORS = frozenset({"<=", ">=", "<", ">", "!=", "="})
_LONGEST = 4_000
_SHORT_PROSE = frozenset({"of", "is", "to", "by", "be", "or", "in"})


@dataclass(frozen=True)
class Operand:
    """One side of a comparison. `text` is an expression over base names; `name` is set when it is one bare
    variable; `form` is "" (its value), "bar" (`|x|`: absolute value or length) or "length"; `lost` is the
    other reading of a number that may have lost its caret (`105` = 10^5)."""

    text: str
    name: str = ""
    form: str = ""
    lost: str = ""
    subscript: str = ""
    written: str = ""


@dataclass(frozen=True)
class Chain:
    """`operands[0] operators[0] operands[1] ...`; each place holds one or more operands (`n, m`)."""

    operands: tuple[tuple[Operand, ...], ...]
    operators: tuple[str, ...]
    sentence: Sentence
    summed: bool = False


def chains_of(sentence: Sentence, known: frozenset[str] = frozenset()) -> list[Chain]:
    """Every chain of comparisons in a sentence. `known` are names that count as variables in prose."""
    text = _signed(sentence.text[:_LONGEST])
    lexemes = _LEXEME.findall(text)
    made, at = [], 0
    while at < len(lexemes):
        found = _chain(lexemes, at, sentence, known)
        if found is None:
            at += 1
            continue
        chain, at = found
        made.append(chain)
    return made


def _signed(text: str) -> str:
    for pattern, replacement in _PROSE:
        text = re.sub(pattern, replacement, text, flags=re.I)
    return text


def _chain(lexemes: list[str], at: int, sentence: Sentence, known: frozenset[str]) -> tuple[Chain, int] | None:
    operators: list[str] = []
    if lexemes[at] in _OPERATORS or lexemes[at] == "=in":
        left = _before(lexemes, at, known)
        if left is None:
            return None
        places, end = [left], at
    else:
        first = _operands(lexemes, at)
        if first is None or first[1] >= len(lexemes) or lexemes[first[1]] not in (*_OPERATORS, "=in"):
            return None
        places, end = [first[0]], first[1]
        if len(first[0]) == 1 and _is_prose(first[0][0], known):
            places = [_before(lexemes, end, known) or first[0]]
    while end < len(lexemes):
        operator = lexemes[end]
        if operator == "=in":
            inside = _interval(lexemes, end + 1)
            if inside is None:
                break
            (low, high), end = inside
            places, operators = [*places[:-1], (low,), places[-1], (high,)], [*operators[:-1], "<=", "<="]
            break
        if operator not in _OPERATORS:
            break
        following = _operands(lexemes, end + 1, single=_is_bounded(places, operators))
        if following is None:
            break
        operators.append(operator)
        places.append(following[0])
        end = following[1]
    if not operators or len(places) != len(operators) + 1:
        return None
    summed = bool(re.search(r"\bsum\b|\btotal\b", " ".join(lexemes[max(0, at - 14):end]), re.I))
    return Chain(tuple(places), tuple(operators), sentence, summed), max(end, at + 1)


def _counts_characters(lexemes: list[str], at: int) -> bool:
    """Whether what follows the sign is a number of characters: `<= 80 characters`."""
    return any(word.lower() in ("characters", "letters", "symbols", "chars") for word in lexemes[at + 2:at + 9]
               ) and not any(word in (",", ".", ";", "(") for word in lexemes[at + 2:at + 4])


def _is_bounded(places: list[tuple[Operand, ...]], operators: list[str]) -> bool:
    """Whether a comma now ends the chain: its variable already stands, so a bound follows, not a list."""
    return any(operand.name for place in places for operand in place)


def _before(lexemes: list[str], at: int, known: frozenset[str]) -> tuple[Operand, ...] | None:
    """The variable that prose puts before the sign: `the number n of nodes <= 100`, `the length of s <= 5`."""
    if _counts_characters(lexemes, at):
        return (Operand("", "", "length"),)
    back = lexemes[max(0, at - 14):at]
    if "sum" in back and (summed := _summand(back[len(back) - back[::-1].index("sum"):])):
        return summed
    while any(word in (*_OPERATORS, ",", ";") for word in back):
        back = back[next(i for i, word in enumerate(back) if word in (*_OPERATORS, ",", ";")) + 1:]
    length = any(word.lower() in ("length", "lengths", "characters", "size") for word in back)
    for word in reversed(back):
        if _is_variable(word, known) and word not in ("a", "A", "I", "s'"):
            return (_named(word, "length" if length else ""),)
    return (Operand("", "", "length"),) if length else (Operand("", "", "all"),)


def _summand(words: list[str]) -> tuple[Operand, ...] | None:
    """What is summed: `sum of all n over ...`, `sum of n*m`, `sum of the lengths of the strings`."""
    length = any(word.lower().startswith("length") for word in words)
    words = [word for word in words if word.lower() not in
             ("of", "all", "the", "values", "value", "given", "lengths", "length", "over", "that", "it", "total")]
    found = _operands(words, 0) if words else None
    if found is None or (found[0][0].name and _is_prose(found[0][0], frozenset())):
        return (Operand("", "", "length"),) if length else None
    return tuple(Operand(o.text, o.name, "length" if length else o.form) for o in found[0])


def _is_prose(operand: Operand, known: frozenset[str]) -> bool:
    """Whether a would-be variable is an English word: `over all test cases <= 100`."""
    return bool(operand.name) and not operand.form and operand.name.islower() \
        and (len(operand.name) > 2 or operand.name in _SHORT_PROSE) and operand.name not in known \
        and not operand.subscript


def _is_variable(word: str, known: frozenset[str]) -> bool:
    if not re.fullmatch(r"[A-Za-z]\w*", word):
        return False
    return base_name(word) in known or word in known or len(base_name(word)) == 1


def _interval(lexemes: list[str], at: int) -> tuple[tuple[Operand, Operand], int] | None:
    if at >= len(lexemes) or lexemes[at] != "[":
        return None
    low = _expression(lexemes, at + 1)
    if low is None or low[1] >= len(lexemes) or lexemes[low[1]] != ";":
        return None
    high = _expression(lexemes, low[1] + 1)
    if high is None:
        return None
    return (low[0], high[0]), high[1] + (high[1] < len(lexemes) and lexemes[high[1]] == "]")


def _operands(lexemes: list[str], at: int, single: bool = False) -> tuple[tuple[Operand, ...], int] | None:
    """One operand, or several with commas or "and" between, when all are variables."""
    first = _expression(lexemes, at)
    if first is None:
        return None
    made, end = [first[0]], first[1]
    while not single and made[-1].name and end < len(lexemes) and lexemes[end] in (",", "and", "..."):
        following = _expression(lexemes, end + 1)
        if following is None or not following[0].name:
            if lexemes[end] == "," and end + 1 < len(lexemes) and lexemes[end + 1] in ("...", "and"):
                end += 1
                continue
            break
        made.append(following[0])
        end = following[1]
    return tuple(made), end


def _expression(lexemes: list[str], at: int) -> tuple[Operand, int] | None:
    """An integer expression of numbers and names, as long as it goes."""
    words: list[str] = []
    names: list[Operand] = []
    end, depth, wants = at, 0, True
    while end < len(lexemes):
        word = lexemes[end]
        if wants and word == "|":
            inside = _barred(lexemes, end)
            if inside is None:
                break
            names.append(inside[0])
            words.append(inside[0].text)
            end, wants = inside[1], False
            continue
        if wants and word in ("-", "("):
            depth += word == "("
            words.append(word)
        elif wants and re.fullmatch(r"(min|max)", word) and lexemes[end + 1:end + 2] == ["("]:
            words.append(word)
        elif wants and (re.fullmatch(r"[A-Za-z]\w*'?", word) or number_of(word) is not None):
            number = number_of(word)
            words.append(str(number) if number is not None else variable_name(word))
            names += [] if number is not None else [_named(word)]
            wants = False
        elif not wants and (word in ("+", "-", "*", "/", "^", "**") or (word == "," and depth > 0)):
            words.append({"/": "//", "^": "**"}.get(word, word))
            wants = True
        elif not wants and word == ")" and depth > 0:
            depth -= 1
            words.append(word)
        else:
            break
        end += 1
    return _finished(words, names, end, wants)


def _finished(words: list[str], names: list[Operand], end: int, wants: bool) -> tuple[Operand, int] | None:
    while words and (wants or words.count("(") > words.count(")")):
        dropped = words.pop()
        end -= 1
        wants = bool(words) and not re.match(r"[\w)]", words[-1][-1])
        if not dropped:
            break
    if not words:
        return None
    text = "".join(words)
    try:
        made = expr(text)
        constant = made.constant
    except (ValueError, ArithmeticError):
        return None
    if len(names) == 1 and words == [names[0].text]:
        return names[0], end
    if constant is not None:
        return Operand(str(constant), lost=lost_caret(text), written=text), end
    return Operand(made.text), end


def _barred(lexemes: list[str], at: int) -> tuple[Operand, int] | None:
    """`|s|`."""
    if at + 2 < len(lexemes) and lexemes[at + 2] == "|" and re.fullmatch(r"[A-Za-z]\w*", lexemes[at + 1]):
        return _named(lexemes[at + 1], "bar"), at + 3
    return None


def _named(word: str, form: str = "") -> Operand:
    base = variable_name(word)
    return Operand(base, base, form, "", word.partition("_")[2])


def base_name(word: str) -> str:
    """A name without its subscript: `a_i` -> `a`, `x_1` -> `x`."""
    return word.split("_", maxsplit=1)[0].rstrip("'") or word


def variable_name(word: str) -> str:
    """The variable that a word means: `k_1` is k1, one of several scalars; `a_i` is a."""
    base, _, subscript = word.partition("_")
    return f"{base}{subscript}" if subscript.isdigit() and base else base_name(word)


def number_of(word: str) -> int | None:
    """A number as statements write it: `200,000`, `200 000`, `2e5`; None when it isn't a whole number."""
    text = word.replace(",", "").replace(" ", "")
    if re.fullmatch(r"\d+", text):
        return int(text)
    if re.fullmatch(r"\d+(\.\d+)?[eE]\+?\d+", text):
        value = float(text)
        return int(value) if value < 1e20 and value == int(value) else None
    return None


def lost_caret(text: str) -> str:
    """The other reading of a number whose power lost its caret: `105` -> 10^5, `2*105`, `231-1`; "" if none."""
    match = re.fullmatch(r"(-?)((?:\d{1,3}\*)?)10(1[0-8]|[2-9])((?:[+-]\d+)?)", text)
    if match:
        sign, factor, power, rest = match.groups()
        return str(int(sign + "1") * (int(factor[:-1]) if factor else 1) * 10 ** int(power) + int(rest or 0))
    match = re.fullmatch(r"(-?)2(31|32|62|63|64|30|60|20)(-1)?", text)
    if match and (match.group(3) or match.group(1)):
        return str(int(match.group(1) + "1") * 2 ** int(match.group(2)) + int(match.group(3) or 0))
    return ""
