"""What a statement's sentences say about numbers: chains of comparisons over names and constants.

`1 <= l <= r <= n` is kept whole as a `Chain`: which side bounds which variable is decided only when it is known
in what order they are read (`knowledge`). Prose ("n does not exceed 100", "between 1 and 50") is first rewritten
with signs (`prose`), then read by the same small grammar. STAB section 3.1 reads the same by regular expressions.
"""

from __future__ import annotations

import re
from dataclasses import replace
from functools import lru_cache

from slowpath.model.expression import expr
from slowpath.model.patterns import late_regex
from slowpath.statement.claims.chain_forms import in_order, plain_forms
from slowpath.statement.claims.comparison import DECIMAL, Chain, Operand, named
from slowpath.statement.claims.likewise import with_sums_joined
from slowpath.statement.claims.lost_shifts import with_shifts
from slowpath.statement.claims.names import subscript, variable_name
from slowpath.statement.claims.numerals import lost_caret, number_of, with_numerals
from slowpath.statement.claims.prose import of_variables, signed
from slowpath.statement.claims.scope import indices
from slowpath.statement.claims.subjects import Subject, belongs_to_output, is_of_characters, subject_of
from slowpath.statement.sentences.statement import Sentence

_LEXEME = late_regex(
    r"\d{1,3}(?:,\d{3})+(?!\d)|\d{1,3}(?: \d{3})+(?!\d)|\d+(?:\.\d+)?[eE]\+?\d+|\d+\.\d+|\d+|"
    r"[A-Za-z]\w*(?:_\w+)?'?|<=|>=|!=|==|<|>|=in|=|\*\*|--(?= )|[-+*/^()|,;\[\]]|\.\.\.|\S"
)
OPERATORS = frozenset({"<=", ">=", "<", ">", "!=", "="})
_ARITHMETIC = [[sign] for sign in ("+", "-", "*", "/", "^", "**")]
SIGNS = [[sign] for sign in sorted(OPERATORS)]
_LONGEST = 4_000
SHORT_PROSE = frozenset({"of", "is", "to", "by", "be", "or", "in", "at", "as", "no", "if", "on", "an", "it"})
_ASCENDING = late_regex(r"\b([A-Za-z])_\w+ ?(<=?) ?(?:\1_\w+ ?\2 ?)?\.\.\. ?\2 ?(\1_\w+)")
_ASCENDING_FROM = late_regex(r"(-?\b\d+) ?= ?([A-Za-z])_(\w+) ?(<=?) ?(?:\2_\w+ ?\4 ?)?\.\.\. ?\4 ?(\2_\w+)")
_ASCENDING_PAIRS = late_regex(
    r"\b(([A-Za-z])_1 ?<=? ?([A-Za-z])_1) ?<=? ?\2_2\b.{0,80}?\.\.\. ?<=? ?(?=\2_\w+ ?<=? ?\3_\w+)"
)
_ADDED = late_regex(r"\b([A-Za-z])_[01] ?(?:\+ ?(?:\1_\w+ ?\+ ?){0,3})?\.\.\. ?\+ ?(?:\.\.\. ?)?\1_\w+")
_SUM_FIRST = late_regex(r"\b(sum of [A-Za-z]_i) *(<=?|>=?) *([A-Za-z])(?= *[<>]=?)")
_SUM_LAST = late_regex(r"\b([A-Za-z]) *<= *(sum of [A-Za-z]_i)\b")
_RUN = r"_\w{1,8}(?:, \%d_\w{1,8}){0,3} ?, ?\.\.\. ?, ?\%d_\w{1,8}"
_TWO_LISTS = late_regex(
    rf"\b([A-Za-z]){_RUN % (1, 1)}(?:,? and |, )([A-Za-z]){_RUN % (2, 2)}"
    r"(?= (?:are|is|be|have|has)\b)"
)
_SUM_OF_RUN = late_regex(rf"\b(sum of (?:all )?(?:the )?(?:lengths? of (?:the )?)?)([A-Za-z]){_RUN % (2, 2)}", re.I)
"""The sum of what is written one by one: "the sum of the lengths of S_1, S_2, ..., S_N"."""
_EXPLAINED = late_regex(
    r"(?<![\w'])([A-Za-z](?:_\w+)?) ?, (?:the|an?|its|their) (?:(?!(?:and|is|are|be)\b)[a-z][a-z'-]+ ?){1,8} ?, ?"
    r"(?=and [A-Za-z](?:_\w+)?(?![\w'])|(?:is|are|will|must|both|lies?|ranges?|do(?:es)?|satisf(?:y|ies))\b)"
)
"""What a name of a list or before a verb stands for: "a, the start, and b, the end, are at most n"."""
_HUNDREDS = 400
_MOST_WORDS = 60
_ACRONYMS = late_regex(r"[A-Z]{2,}s")
_COMPARING = frozenset((*OPERATORS, "=in"))
_JOINING = {(",",), ("and",), ("but",), (",", "and"), (",", "but")}
"""What stands between two comparisons of one thing: "at least 2, but at most 9"."""
_BASES = ("2", "8", "10", "16")
_IT = late_regex(r"\b(?:It|Its|He|She|In|On|At|If)\b")
"""Words of two letters that begin a sentence: no names of variables."""


def chains_of(
    sentence: Sentence, known: frozenset[str] = frozenset(), letters: frozenset[str] = frozenset()
) -> list[Chain]:
    """Every chain of comparisons in a sentence. `known` are names that count as variables in prose, `letters`
    one-letter variables of which a word may be the product (`NM <= 10^6`)."""
    text = sentence.text.lower()
    mentioned = frozenset(name for name in known if name.lower() in text)
    return [*_chains_of(sentence, mentioned, letters & frozenset(sentence.text))]


@lru_cache(maxsize=4_096)
def _chains_of(sentence: Sentence, known: frozenset[str], letters: frozenset[str]) -> tuple[Chain, ...]:
    """The same, kept: the parts of the inference ask for them again and again, with other names known."""
    text = with_sums_joined(signed(with_numerals(_folded(_EXPLAINED.sub(r"\1 ", with_shifts(sentence)[:_LONGEST])))))
    text = _IT.sub(lambda match: match.group().lower(), of_variables(text))  # No name.
    lexemes = [_factors(word, known, letters) if len(word) == 2 else [word] for word in _LEXEME.findall(text)]
    return tuple(_Reader([part for word in lexemes for part in word], sentence, known).chains())


def _folded(text: str) -> str:
    """`0 <= i_0 < ... < i_K <= n` with its middle folded to one place; what the first is, if anything, for itself.
    `a_1 + ... + a_n` in words, compared with one number alone: `1 <= k <= a_1 + ... + a_n` says two things."""
    text = _ADDED.sub(r" sum of \1_i ", _SUM_OF_RUN.sub(r"\1\2_i", _TWO_LISTS.sub(r"\1_i and \2_i", text)))
    text = _SUM_LAST.sub(r"\1 ; \2 >= \1", _SUM_FIRST.sub(r"\1 \2 \3 ; \3", text))
    text = _ASCENDING_PAIRS.sub(r"\1 ; ", text)
    return _ASCENDING.sub(r"\3", _ASCENDING_FROM.sub(r"\1 = \2_\3 ; \1 <= \5", text))


def _factors(word: str, known: frozenset[str], letters: frozenset[str]) -> list[str]:
    """`NM` as `N * M` where both are variables and their pair isn't."""
    if word in known or word[0] == word[1] or not set(word) <= letters or word.lower() in SHORT_PROSE:
        return [word]
    return [word[0], "*", word[1]]


class _Reader:
    """Reads the chains of one sentence's lexemes."""

    def __init__(self, lexemes: list[str], sentence: Sentence, known: frozenset[str]) -> None:
        self.lexemes, self.sentence, self.known = lexemes, sentence, known
        self.summed = False
        self.is_between_bars = False

    def chains(self) -> list[Chain]:
        made: list[Chain] = []
        at, last = 0, -2
        last_sign = max((place for place, word in enumerate(self.lexemes) if word in _COMPARING), default=-1)
        while at <= last_sign:
            self.summed = False
            joined = bool(made) and tuple(self.lexemes[last:at]) in _JOINING
            found = None if self.is_followed_by_prose(at) else self.chain(at, made[-1] if joined else None)
            if found is None:
                at += 1
                continue
            is_other = made[-1:] and self.lexemes[last:at] == ["or"] and not joined
            chain, at = found
            last = at
            if is_other and chain.operators == made[-1].operators == ("!=",):
                made.pop()  # "S != U or T != V" says neither.
            else:
                made += plain_forms(chain)
        return made

    def is_followed_by_prose(self, at: int) -> bool:
        """Whether two words stand here, so that no comparison begins with the first."""
        words = self.lexemes[at : at + 2]
        return len(words) == 2 and all(word.isalpha() for word in words) and words[1] != "and"

    def chain(self, at: int, before: Chain | None) -> tuple[Chain, int] | None:
        """The chain that begins at a lexeme, with where it ends. `before` is the one that an "and" joins it to:
        "n is at least 3 and at most 9"."""
        lexemes = self.lexemes
        operators: list[str] = []
        if lexemes[at] in _COMPARING:
            if lexemes[at - 1 : at] == ["|"]:
                return None  # Behind bars that aren't understood.
            left = before.operands[0] if before is not None else self.subject(at)
            if left is None:
                return None
            self.summed = before.summed if before is not None else self.summed
            places, end = [left], at
        else:
            first = self.operands(at)
            if first is None or first[1] >= len(lexemes) or lexemes[first[1]] not in _COMPARING:
                return None
            places, end = [first[0]], first[1]
            if at and lexemes[at - 1] in ("+", "-", "*", "/", "^", "**", "%", "mod", "xor", "XOR"):
                return None  # The rest of an expression that isn't understood.
            if at and belongs_to_output(lexemes, at):
                return None
            if any(self.is_prose(operand) for operand in first[0]) or is_of_characters(lexemes, end):
                left = self.subject(end)
                if left is None:
                    return None
                places = [left]
            elif _is_summed(lexemes, at):
                self.summed = True
            elif (
                any(operand.name for operand in first[0])
                and "of" in lexemes[max(0, at - 4) : at]
                and (left := self.subject(end)) is not None
                and (self.summed or left[0].form)
            ):
                places = [left]
        while end < len(lexemes):
            operator = lexemes[end]
            if operator == "=in":
                inside = self.interval(end + 1)
                if inside is None:
                    break
                (low, high), end = in_order(*inside[0]), inside[1]
                places, operators = [*places[:-1], (low,), places[-1], (high,)], [*operators[:-1], "<=", "<="]
                break
            if operator not in OPERATORS:
                break
            following = self.operands(end + 1, single=any(_is_named(o) for place in places for o in place))
            if following is None or (
                len(following[0]) == 1
                and self.is_prose(following[0][0])
                and self.lexemes[following[1] : following[1] + 1] not in SIGNS
            ):
                break
            operators.append(operator)
            places.append(following[0])
            end = following[1]
        if not operators or len(places) != len(operators) + 1:
            return None
        if any(word in ("absolute", "modulo", "magnitude") for word in lexemes[end : end + 3]):
            places = [
                tuple(replace(o, form="bar") if o.form == "all" or (o.name and not o.form) else o for o in place)
                for place in places
            ]
        return Chain(tuple(places), tuple(operators), self.sentence, self.summed), max(end, at + 1)

    def subject(self, at: int) -> tuple[Operand, ...] | None:
        """What prose compares, before the sign at a place."""
        found: Subject | None = subject_of(self.lexemes, at, self.known)
        if found is None or {"mod", "modulo", "%", "xor", "XOR"} & set(self.lexemes[max(0, at - 3) : at]):
            return None
        self.summed = found.summed
        if found.words and found.form in ("", "length") and set(found.words) <= indices(self.sentence):
            is_number = not found.form or re.search(r"\b(?:integer|number|value)s?\b", self.sentence.text)
            return (Operand("", "", "all" if is_number else found.form),)  # "the length of the road between i and j"
        if found.expression:
            made = _Reader(found.expression, self.sentence, self.known).operands(0)
            return tuple(replace(o, form=found.form or o.form) for o in made[0]) if made else None
        if found.form in ("noun", "count") or (
            found.form == "length"
            and found.words
            and not found.summed
            and found.words[0] not in self.known
            and re.fullmatch(r"[a-z]{3,}", found.words[0])
        ):
            return (Operand("", form=found.form, written=found.words[0]),)
        return tuple(named(word, found.form) for word in found.words) or (Operand("", "", found.form),)

    def interval(self, at: int) -> tuple[tuple[Operand, Operand], int] | None:
        """`[ low ; high ]`."""
        if self.lexemes[at : at + 1] != ["["]:
            return None
        low = self.expression(at + 1)
        if low is None or self.lexemes[low[1] : low[1] + 1] != [";"]:
            return None
        high = self.expression(low[1] + 1)
        if high is None:
            return None
        return (low[0], high[0]), high[1] + (self.lexemes[high[1] : high[1] + 1] == ["]"])

    def operands(self, at: int, single: bool = False) -> tuple[tuple[Operand, ...], int] | None:
        """One operand, or several with commas or "and" between, when all are variables. With `single` the first
        only: after a variable a comma begins a list of another bound."""
        first = self.expression(at)
        if first is None:
            return None
        made, end = [first[0]], first[1]
        while not single and _is_listed(made[-1]) and self.lexemes[end : end + 1] in ([","], ["and"], ["..."]):
            following = self.expression(end + 1)
            if following is None or not _is_listed(following[0]):
                if self.lexemes[end] == "," and self.lexemes[end + 1 : end + 2] in (["..."], ["and"]):
                    end += 1
                    continue
                break
            made.append(following[0])
            end = following[1]
        if made[-1].form == "bar":  # "reals x and y, |x|, |y| <= 5" lists what is compared behind what isn't.
            made = [operand for operand in made if operand.form == "bar"]
        return tuple(made), end

    def expression(self, at: int) -> tuple[Operand, int] | None:
        """An integer expression of numbers and names, as long as it goes, or one decimal number."""
        decimal = self.decimal(at)
        if decimal is not None:
            return decimal
        words: list[str] = []
        names: list[Operand] = []
        end, depth, wants = at, 0, True
        while end < len(self.lexemes) and len(words) <= _MOST_WORDS:
            word = self.lexemes[end]
            if wants and word == "|":
                inside = self.barred(end) or self.distance(end)
                if inside is None:
                    break
                names.append(inside[0])
                words.append(f"len({inside[0].text})" if inside[0].name else inside[0].text)
                end, wants = inside[1], False
                continue
            if (wants and word in ("-", "(")) or (
                wants and word in ("min", "max") and self.lexemes[end + 1 : end + 2] == ["("]
            ):
                depth += word == "("
                words.append(word)
            elif wants and (re.fullmatch(r"[A-Za-z]\w*'?", word) or number_of(word) is not None):
                number = number_of(word)
                if words and number is None and self.is_prose(named(word)):
                    break
                words.append(str(number) if number is not None else variable_name(word))
                names += [] if number is not None else [named(word)]
                wants = False
                if number is None and self.is_prose(names[-1]):
                    end += 1
                    break  # "satisfy -10 <= a": what follows isn't taken off a word.
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

    def decimal(self, at: int) -> tuple[Operand, int] | None:
        """A number with a fraction, which stands alone: `0.5`, `-10.25`."""
        end = at + (self.lexemes[at : at + 1] == ["-"])
        found = re.fullmatch(r"\d{1,18}\.\d{1,18}", self.lexemes[end]) if end < len(self.lexemes) else None
        if found is None or self.lexemes[end + 1 : end + 2] in _ARITHMETIC:
            return None
        return Operand("", form=DECIMAL, written="".join(self.lexemes[at : end + 1])), end + 1

    def barred(self, at: int) -> tuple[Operand, int] | None:
        """`|s|`."""
        words = self.lexemes[at + 1 : at + 3]
        if len(words) == 2 and words[1] == "|" and re.fullmatch(r"[A-Za-z]\w*", words[0]):
            return named(words[0], "bar"), at + 3
        return None

    def distance(self, at: int) -> tuple[Operand, int] | None:
        """`|x_1 - x_2|`: of variables that stand side by side, not of elements of one list."""
        if self.is_between_bars:
            return None
        self.is_between_bars = True
        inside = self.expression(at + 1)
        self.is_between_bars = False
        if inside is None or self.lexemes[inside[1] : inside[1] + 1] != ["|"]:
            return None
        words = [word for word in self.lexemes[at + 1 : inside[1]] if re.match(r"[A-Za-z]", word)]
        bases = {variable_name(word) for word in words}
        if len(words) < 2 or len(bases) < len(words) or any(re.search(r"[+-]", subscript(word)) for word in words):
            return None
        return Operand(f"abs({inside[0].text})"), inside[1] + 1

    def is_prose(self, operand: Operand) -> bool:
        """Whether a would-be variable is an English word: `over all test cases <= 100`."""
        return bool(
            operand.name
            and not operand.form
            and (operand.name[1:].lower() == operand.name[1:] or _ACRONYMS.fullmatch(operand.name))
            and (len(operand.name) > 2 or operand.name in SHORT_PROSE)
            and operand.name not in self.known
            and not operand.subscript
        )


def _is_summed(lexemes: list[str], at: int) -> bool:
    """Whether what stands at a place is summed: `sum of all n`."""
    back = [word.lower() for word in lexemes[max(0, at - 6) : at]]
    while back and back[-1] in ("of", "all", "the", "values", "value", "numbers", "elements", "these"):
        back.pop()
    return bool(back) and back[-1] in ("sum", "sums")


def _is_named(operand: Operand) -> bool:
    """Whether an operand is something of the input rather than a number."""
    return bool(operand.name) or operand.form not in ("", DECIMAL)


def _is_listed(operand: Operand) -> bool:
    """Whether an operand may be one of a list that is compared together: a variable or `|s|`."""
    return bool(operand.name)


def _finished(words: list[str], names: list[Operand], end: int, wants: bool) -> tuple[Operand, int] | None:
    while words and (wants or words.count("(") > words.count(")")):
        words.pop()
        end -= 1
        wants = bool(words) and not re.match(r"[\w)]", words[-1][-1])
    if not words:
        return None
    text = "".join(words)
    minus = words[:1] == ["-"]
    if (
        len(words) == 3 + minus
        and words[minus] in _BASES
        and words[1 + minus] == "**"
        and words[-1].isdigit()
        and int(words[-1][:9]) > _HUNDREDS
    ):
        return Operand(f"-{words[-1]}" if minus else words[-1], form="digits", written=words[minus]), end
    if _is_huge(words):
        return None
    try:
        made = expr(text)
        constant = made.constant
    except (ValueError, ArithmeticError, RecursionError, MemoryError):
        return None
    if len(names) == len(words) == 1:
        return names[0], end
    if constant is not None:
        return Operand(str(constant), lost=lost_caret(text), written=text), end
    return Operand(made.text), end


def _is_huge(words: list[str]) -> bool:
    """Whether computing it could take long: a tower of powers, or more digits than any bound has."""
    powers = words.count("**")
    exponents = [word for sign, word in zip(words, words[1:], strict=False) if sign == "**" and word.isdigit()]
    return (
        powers > 2
        or len(words) > _MOST_WORDS
        or any(len(word) > _HUNDREDS for word in words)
        or any(int(word) > 4096 for word in exponents if len(word) < 9)
        or (powers > 1 and max([int(word) for word in words if word.isdigit() and len(word) < 9], default=0) > 64)
    )
