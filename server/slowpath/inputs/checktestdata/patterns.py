"""Regular expressions of a script as types of words."""

from __future__ import annotations

import string
from itertools import product

from slowpath.inputs.checktestdata.ere import (
    Anchor,
    Characters,
    Choice,
    Pattern,
    PatternError,
    Sequence,
    Times,
    characters_of,
    parse_pattern,
)
from slowpath.inputs.checktestdata.scope import CannotConvert, Scope
from slowpath.inputs.checktestdata.syntax import Regex
from slowpath.inputs.filling.word_forms import MINUS
from slowpath.inputs.filling.word_patterns import pattern_type
from slowpath.model.expression import expr
from slowpath.model.format import TextType, WordType
from slowpath.model.patterns import late_regex

LONGEST_UNSAID = 10**5
_MOST_WORDS = 64
_MOST_IN_CLASS = 16
_DIGITS = r"\[1-9\](?:\[0-9\]|\\d)(?:\*|\{0?,\d+\})"
_UNSIGNED = rf"(?:0\|{_DIGITS}|{_DIGITS}\|0)"
_NUMBER = late_regex(rf"\(?{_UNSIGNED}\)?")
_SIGN = r"(?:\(-\)|\[-\]|-)\?"
_SIGNED_NUMBER = late_regex(rf"\(?(?:0\|{_SIGN}{_DIGITS}|{_SIGN}{_DIGITS}\|0|{_SIGN}\({_UNSIGNED}\))\)?")
_PRINTABLE = "".join(map(chr, range(32, 127)))


def word_type_of(pattern: str, command: Regex, scope: Scope) -> WordType | TextType:
    """The words that a pattern matches; where it says more than letters and lengths, that is left out and named.
    What may be empty or hold blanks is a text, and has to stand last on its line.

    Raises `CannotConvert`.
    """
    try:
        parsed = parse_pattern(pattern)
    except PatternError as error:
        raise CannotConvert(command.place, f"the pattern {pattern!r}: {error}") from error
    least, most = _lengths(parsed)
    alphabet = "".join(character for character in characters_of(_letters(parsed)) if character in _PRINTABLE)
    if not alphabet or most == 0:
        raise CannotConvert(command.place, f"the pattern {pattern!r} matches no word")
    hi = LONGEST_UNSAID if most is None else most
    plain = pattern.replace("\\-", "-")
    if _NUMBER.fullmatch(plain) or _SIGNED_NUMBER.fullmatch(plain):
        return WordType(expr(1), expr(hi), string.digits + (MINUS if MINUS in alphabet else ""), "number")
    if not _is_plain(parsed) and not _is_all_of_its_letters(parsed, alphabet):
        try:
            return pattern_type(pattern)
        except ValueError:
            pass
        scope.leave_out(command.place, f"the pattern {pattern!r} is taken as any word of its letters")
    if " " in alphabet or least == 0:
        return TextType(expr(least), expr(hi), alphabet)
    return WordType(expr(max(1, least)), expr(hi), alphabet)


def words_of_choice(pattern: str) -> list[str] | None:
    """The words that a pattern matches, where they are few."""
    try:
        words = _words(parse_pattern(pattern))
    except PatternError:
        return None
    return list(dict.fromkeys(words)) if words is not None and all(words) else None


def _words(pattern: Pattern) -> list[str] | None:
    match pattern:
        case Characters():
            letters = characters_of(pattern.mask)
            return list(letters) if len(letters) <= _MOST_IN_CLASS else None
        case Choice():
            options = [_words(option) for option in pattern.options]
            made = [word for words in options if words is not None for word in words]
            return None if None in options or len(made) > _MOST_WORDS else made
        case Sequence():
            parts = [_words(part) for part in pattern.parts]
            if None in parts:
                return None
            joined = ["".join(chosen) for chosen in product(*(part or [] for part in parts))]
            return joined if len(joined) <= _MOST_WORDS else None
    return None


def _lengths(pattern: Pattern) -> tuple[int, int | None]:
    """The least and the greatest length; None is without end."""
    match pattern:
        case Characters():
            return 1, 1
        case Anchor():
            return 0, 0
        case Sequence():
            sizes = [_lengths(part) for part in pattern.parts]
            return sum(lo for lo, _ in sizes), _sum([hi for _, hi in sizes])
        case Choice():
            sizes = [_lengths(option) for option in pattern.options]
            greatest = [hi for _, hi in sizes if hi is not None]
            return min(lo for lo, _ in sizes), max(greatest) if len(greatest) == len(sizes) else None
        case Times():
            lo, hi = _lengths(pattern.of)
            most = None if pattern.most is None or hi is None else hi * pattern.most
            return lo * pattern.least, 0 if hi == 0 else most
    raise AssertionError(pattern)


def _sum(sizes: list[int | None]) -> int | None:
    known = [size for size in sizes if size is not None]
    return sum(known) if len(known) == len(sizes) else None


def _letters(pattern: Pattern) -> int:
    match pattern:
        case Characters():
            return pattern.mask
        case Sequence():
            return _union([_letters(part) for part in pattern.parts])
        case Choice():
            return _union([_letters(option) for option in pattern.options])
        case Times():
            return _letters(pattern.of)
    return 0


def _union(masks: list[int]) -> int:
    made = 0
    for mask in masks:
        made |= mask
    return made


def _is_plain(pattern: Pattern) -> bool:
    """Whether it is no more than letters, repeated."""
    if isinstance(pattern, Times):
        pattern = pattern.of
    if isinstance(pattern, Choice):
        return all(isinstance(option, Characters) for option in pattern.options)
    return isinstance(pattern, Characters)


def _is_all_of_its_letters(pattern: Pattern, alphabet: str) -> bool:
    """Whether it matches every word of its letters and length, as far as that is few."""
    words = _words(pattern)
    least, most = _lengths(pattern)
    return words is not None and least == most and len(set(words)) == len(alphabet) ** least
