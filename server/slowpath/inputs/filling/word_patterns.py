"""Words of a pattern (`WordType.form` "pattern"): times, dates, cards, number plates.

A pattern is a regular expression with characters, classes, groups, alternatives and counted repetitions. It is taken as
the templates that it stands for, each the characters that may stand at each place; it has to have few of them.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache, reduce
from itertools import product

import numpy as np

from slowpath.inputs.checktestdata.ere import (
    Characters,
    Choice,
    Pattern,
    PatternError,
    Sequence,
    Times,
    characters_of,
    parse_pattern,
)
from slowpath.model.expression import expr
from slowpath.model.format import TextType, WordType

MOST_TEMPLATES = 256
MOST_CHARACTERS = 256
MOST_KINDS = 8
_SPECIAL = frozenset("\\.[]()*+?{}|^$")
_PRINTABLE = frozenset(map(chr, range(33, 127)))

Template = tuple[str, ...]
"""The characters that may stand at each place."""


@lru_cache(maxsize=256)
def templates(pattern: str) -> tuple[Template, ...]:
    """What a pattern stands for, in its order. Raises `ValueError` where it is none, has no word, or stands for too
    much: repetitions without end, more than `MOST_TEMPLATES` templates, more than `MOST_CHARACTERS` places."""
    try:
        made = tuple(dict.fromkeys(_expanded(parse_pattern(pattern))))
    except PatternError as error:
        raise ValueError(str(error)) from None
    if not made or not all(made):
        raise ValueError("it matches an empty word, or none")
    return made


def _expanded(pattern: Pattern) -> list[Template]:
    match pattern:
        case Characters():
            letters = "".join(letter for letter in characters_of(pattern.mask) if letter in _PRINTABLE)
            return [(letters,)] if letters else []
        case Choice():
            return _few([template for option in pattern.options for template in _expanded(option)])
        case Sequence():
            made: list[Template] = [()]
            for part in pattern.parts:
                made = _joined(made, _expanded(part))
            return made
        case Times():
            if pattern.most is None or pattern.most > MOST_CHARACTERS:
                raise PatternError("it repeats something without end")
            inside, made = _expanded(pattern.of), []
            repeated: list[Template] = [()]
            for count in range(pattern.most + 1):
                made += repeated if count >= pattern.least else []
                repeated = _joined(repeated, inside) if count < pattern.most else repeated
            return _few(made)
    raise PatternError("^ and $ aren't needed: a word is matched whole")


def _joined(left: list[Template], right: list[Template]) -> list[Template]:
    if len(left) * len(right) > MOST_TEMPLATES:
        raise PatternError("it stands for too many kinds of words")
    return _few([(*first, *second) for first, second in product(left, right)])


def _few(made: list[Template]) -> list[Template]:
    if len(made) > MOST_TEMPLATES or any(len(template) > MOST_CHARACTERS for template in made):
        raise PatternError("it stands for too many kinds of words, or too long ones")
    return made


def pattern_type(pattern: str) -> WordType:
    """The words of a pattern as a type. Raises `ValueError` as `templates`."""
    known = templates(pattern)
    lengths = [len(template) for template in known]
    alphabet = "".join(sorted({letter for template in known for place in template for letter in place}))
    return WordType(expr(min(lengths)), expr(max(lengths)), alphabet, "pattern", pattern)


def choice_type(words: Iterable[str]) -> WordType:
    """Words that are one of a few. Raises `ValueError` where one is empty, or has a blank or a letter beyond ASCII."""
    known = list(dict.fromkeys(words))
    wrong = [word for word in known if not word or not _PRINTABLE.issuperset(word)]
    if wrong:
        raise ValueError(f"{wrong[0]!r} is no word of printable ASCII characters without blanks")
    return pattern_type("|".join(map(_literal, known)))


def words_alone(words: Iterable[str]) -> WordType | None:
    """`choice_type` of words in order; None where there are none, each is one letter, or one can't be such a word."""
    known = sorted(words)
    if all(len(word) == 1 for word in known):
        return None
    try:
        return choice_type(known)
    except ValueError:
        return None


def _literal(word: str) -> str:
    return "".join(f"\\{letter}" if letter in _SPECIAL else letter for letter in word)


@lru_cache(maxsize=256)
def words_of_choice(pattern: str) -> tuple[str, ...]:
    """The words of a pattern that `choice_type` made, in its order; none of any other."""
    known = templates(pattern)
    words = ["".join(template) for template in known if all(len(place) == 1 for place in template)]
    is_choice = len(words) == len(known) and "|".join(map(_literal, words)) == pattern
    return tuple(words) if is_choice else ()


@lru_cache(maxsize=256)
def kinds_of(of: WordType | TextType) -> tuple[str, ...]:
    """The words that there may be, where these are so few that a word rather says of what kind its row is: a choice of
    words, or single letters. None of any other type."""
    if not isinstance(of, WordType):
        return ()
    if of.form == "pattern":
        kinds = words_of_choice(of.pattern)
    else:
        kinds = tuple(of.alphabet) if not of.form and of.length_lo.text == of.length_hi.text == "1" else ()
    return kinds if 1 < len(kinds) <= MOST_KINDS else ()


def drawn_choices(of: WordType | TextType, count: int, rng: np.random.Generator) -> list[str] | None:
    """So many random words of a choice at once; None of any other type."""
    known = words_of_choice(of.pattern) if isinstance(of, WordType) and of.form == "pattern" else ()
    return [known[place] for place in rng.integers(0, len(known), count).tolist()] if known else None


def pattern_flaw(word: str, pattern: str) -> str:
    """Why a word isn't one of the pattern, "" where it is."""
    return "" if any(_fits(word, template) for template in templates(pattern)) else f"isn't of the form {pattern}"


def _fits(word: str, template: Template) -> bool:
    return len(word) == len(template) and all(letter in place for letter, place in zip(word, template, strict=True))


def patterned(word: str, pattern: str, rng: np.random.Generator) -> str:
    """The word with other characters where the pattern wants some: by the template of its length, or of the nearest,
    that it breaks least. Of several such templates one is drawn."""
    if word in words_of_choice(pattern):
        return word
    near = _nearest(pattern, len(word))
    broken = [sum(letter not in place for letter, place in zip(word, template, strict=False)) for template in near]
    best = [template for template, count in zip(near, broken, strict=True) if count == min(broken)]
    chosen = best[int(rng.integers(len(best)))] if len(best) > 1 else best[0]
    padded = word[: len(chosen)] + " " * (len(chosen) - len(word))
    return "".join(
        [
            letter if letter in place else place[int(rng.integers(len(place)))]
            for letter, place in zip(padded, chosen, strict=True)
        ]
    )


def random_words(lengths: np.ndarray, pattern: str, rng: np.random.Generator) -> list[str]:
    """A word of the pattern for each of `lengths`, or of the nearest length that it has: a template of that length, and
    then the characters at its places, each drawn uniformly."""
    made = np.empty(len(lengths), dtype=object)
    for length in np.unique(lengths):
        where = np.flatnonzero(lengths == length)
        near = _nearest(pattern, int(length))
        drawn = rng.integers(len(near), size=len(where))
        for number, template in enumerate(near):
            chosen = where[drawn == number]
            columns = [np.array(list(place))[rng.integers(len(place), size=len(chosen))] for place in template]
            made[chosen] = reduce(np.char.add, columns)
    return made.tolist()


def _nearest(pattern: str, length: int) -> list[Template]:
    """The templates of the length that is nearest to this one."""
    known = templates(pattern)
    gap = min(abs(len(template) - length) for template in known)
    return [template for template in known if abs(len(template) - length) == gap]
