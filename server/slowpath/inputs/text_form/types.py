"""Reads what stands behind a variable's name in a format's text form: its type, how it is separated, its traits."""

from __future__ import annotations

import string

from slowpath.inputs.filling.word_forms import PAIRS, bracket_pairs, digits_of
from slowpath.inputs.filling.word_patterns import choice_type, pattern_type
from slowpath.inputs.relation_kinds.among import read_numbers
from slowpath.inputs.text_form.expressions import ExpressionReader
from slowpath.inputs.text_form.lexer import Lexeme, Words
from slowpath.model.expression import Expr, expr
from slowpath.model.format import TRAITS, ElementType, FloatType, IntType, TextType, WordType
from slowpath.model.nodes import bounds_of

_FORMS = {"number": string.digits, "brackets": "()", "fixed": ""}
_BEFORE_TRAITS = frozenset({*_FORMS, "pattern", "lines", "joined", "separated"})
_INFINITY = "inf"
_LARGEST_DIGIT = 9


class TypeReader(ExpressionReader):
    """Reads types, separators and traits."""

    def __init__(self) -> None:
        super().__init__()
        self._chosen: list[int] = []

    def _type(self, kind: str, words: Words) -> ElementType:
        if kind == "float":
            lo = self._float(words)
            words.expect("..")
            hi = self._float(words)
            decimals = int(self._number(words)) if words.accept("decimals") else 6
            if decimals or words.next.text != "..":
                return FloatType(lo, hi, decimals)
            words.take()
            return FloatType(lo, hi, int(self._number(words)), True)
        if words.next.text == "one" and words.peek().text == "of":
            return self._choice(kind, words)
        low = self.expression(words)
        words.expect("..")
        high = self.expression(words)
        if kind == "int":
            return IntType(low, high)
        if kind == "text":
            words.expect("of")
            return TextType(low, high, self._alphabet(words))
        return self._word_type(low, high, words)

    def _choice(self, kind: str, words: Words) -> ElementType:
        """What stands behind "one of"; numbers are kept in `_chosen` for the relation that says them."""
        words.take()
        at = words.take()
        if kind == "int":
            self._chosen = sorted(set(read_numbers(words)))
            return IntType(expr(self._chosen[0]), expr(self._chosen[-1]))
        if kind == "text":
            raise words.error("a whole line can't be one of a few: write a word for each of its tokens", at)
        strings = [words.string("a word")]
        while words.next.kind == "string":
            strings.append(words.string("a word"))
        try:
            return choice_type(strings)
        except ValueError as error:
            raise words.error(str(error), at) from None

    def _word_type(self, low: Expr, high: Expr, words: Words) -> WordType:
        alphabet, at = "", words.next
        if words.accept("pattern"):
            return self._pattern(low, high, words)
        if words.next.text not in _FORMS:
            words.expect("of")
            at = words.next
            alphabet = self._alphabet(words)
        form = words.take().text if words.next.kind == "name" and words.next.text in _FORMS else ""
        alphabet = alphabet or _FORMS[form]
        if form == "number" and not _are_digits(alphabet):
            raise words.error("a number is made of digits (0-9, or 0-9a-f) and a minus", at)
        if form == "fixed" and not (low.constant == high.constant == len(alphabet) > 0):
            raise words.error(f'a fixed word is as long as what stands behind "of": {len(alphabet)} characters', at)
        if form == "brackets" and not bracket_pairs(alphabet):
            raise words.error(f"brackets are made of the pairs {' '.join(PAIRS)}", at)
        return WordType(low, high, alphabet, form)

    def _pattern(self, low: Expr, high: Expr, words: Words) -> WordType:
        at = words.next
        pattern = words.string("a regular expression")
        try:
            made = pattern_type(pattern)
        except ValueError as error:
            raise words.error(f"no pattern of words: {error}", at) from None
        if (low, high) != (made.length_lo, made.length_hi):
            raise words.error(f"words of this pattern have {made.length_lo}..{made.length_hi} characters", at)
        return made

    def _float(self, words: Words) -> float:
        sign = -1.0 if words.accept("-") else 1.0
        if words.next.text == _INFINITY:
            return sign * float(words.take().text)
        return sign * float(self._number(words, fraction=True))

    def _number(self, words: Words, fraction: bool = False) -> str:
        if words.next.kind != "number" or not (fraction or words.next.text.isdigit()):
            raise words.error("expected a number")
        return words.take().text

    def _alphabet(self, words: Words) -> str:
        at = words.next
        text = words.string("an alphabet")
        pieces: list[str] = []
        place, open_range = 0, False
        while place < len(text):
            if text[place] == "-" and pieces and not open_range and place + 1 < len(text):
                open_range = True
                place += 1
                continue
            place += text[place] == "\\" and place + 1 < len(text)
            if open_range:
                pieces[-1:] = _range(pieces[-1], text[place], words, at)
                open_range = False
            else:
                pieces.append(text[place])
            place += 1
        if not pieces:
            raise words.error("an alphabet can't be empty", at)
        return "".join(pieces)

    def _separator(self, words: Words) -> str:
        if words.accept("lines"):
            return "\n"
        if words.accept("joined"):
            return ""
        if words.accept("separated"):
            words.expect("by")
            return words.string("a separator")
        return " "

    def _check_joined(self, of: ElementType, dimensions: int, words: Words, at: Lexeme) -> None:
        """What is joined is told apart by its place alone, so every element is one character."""
        if isinstance(of, FloatType):
            raise words.error("decimals can't be joined: nothing would tell them apart", at)
        ends = [end.constant for end in bounds_of(of)]
        if isinstance(of, IntType):
            if any(end is not None and not 0 <= end <= _LARGEST_DIGIT for end in ends):
                raise words.error("what is joined has one character each: integers lie in 0..9", at)
            return
        wide = any(end is not None and end != 1 for end in ends)
        if wide or (isinstance(of, WordType) and of.form):
            raise words.error(
                "what is joined has one character each: write 1..1"
                + (", or one word that is as long as all of them together" if dimensions == 1 else ""),
                at,
            )

    def _at_trait(self, words: Words) -> bool:
        return _trait_word(words) in TRAITS

    def _traits(self, words: Words) -> frozenset[str]:
        made: set[str] = set()
        while words.next.kind == "name":
            trait = _trait_word(words)
            if trait in _BEFORE_TRAITS:
                raise words.error(f"{trait!r} stands before the traits: write " + " ".join([trait, *sorted(made)]))
            if trait not in TRAITS:
                raise words.error(f"{trait!r} is no known trait (known: {', '.join(sorted(TRAITS))})")
            for _ in range(2 * trait.count("-") + 1):
                words.take()
            made.add(trait)
        return frozenset(made)


def _are_digits(alphabet: str) -> bool:
    """Whether numbers can be written in the characters: digits of some base, and perhaps a minus."""
    digits = digits_of(alphabet)
    return digits.isascii() and digits.isalnum()


def _trait_word(words: Words) -> str:
    """The trait that begins here, hyphens joined."""
    text, ahead = words.next.text, 1
    while words.peek(ahead).text == "-" and words.peek(ahead + 1).kind == "name":
        text += "-" + words.peek(ahead + 1).text
        ahead += 2
    return text


def _range(first: str, last: str, words: Words, at: Lexeme) -> list[str]:
    if ord(last) < ord(first):
        raise words.error(f"the range {first}-{last} runs backwards", at)
    return [chr(code) for code in range(ord(first), ord(last) + 1)]
