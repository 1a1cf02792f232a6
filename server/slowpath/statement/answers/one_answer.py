"""Whether a statement leaves room for several right answers, where nothing says that there are any.

What counts is what its words ask for. The least or most of a measure is one number. A plain count, length or sum is one
unless somebody chooses it ("to take", "you build"), the story tells to make something ("build a graph"), or it is that
for which something else is the least. Between two words the cases decide in which each is printed. Words that may speak
of other right answers leave it open, whatever else is said. The words are data (`statement/phrases/answers.toml`), each
kind by the name that its rows give.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cache
from itertools import pairwise

from slowpath.model.patterns import late_regex
from slowpath.statement.languages.languages import languages
from slowpath.statement.phrases.manners import spoken
from slowpath.statement.phrases.rows import ANSWERS, saying
from slowpath.statement.sentences.sentence import EXAMPLES, Sentence
from slowpath.statement.sentences.statement import LONGEST_SENTENCE
from slowpath.statement.sentences.wholes import whole_sentences

_EXTREMES = {1: "largest", -1: "smallest"}
_ENDS = frozenset({"", "accordingly", "depending", "on", "without", "beroende", "på", "utan"})
"""What may stand behind "YES or NO" without saying what they mean."""
WORD = late_regex(r"[^\W\d_]+")


def asks_for_a_number(statement: str) -> bool:
    """Whether the words about the output speak of a quantity, or the story where it asks for something."""
    asking = [text for text in _story(statement) if any(_says(kind, text) for kind in ("seeks", "told", "asks"))]
    return any(_says("a number", text) for text in (*asking, *(each.text for each in _output(statement))))


def asks_for(statement: str, quantities: int = 1, *, is_decimal: bool = False, is_for_each: bool = False) -> bool:
    """Whether the words about the output ask for so many quantities, themselves or where the story asks for one that
    they call "the answer", and leave one answer: `is_for_each` one for each of many things, and nothing else. Nothing
    is said of what else is accepted, but by how little an answer may be off where it `is_decimal`."""
    story, output = _story(statement), _asking(statement, is_decimal)
    if _is_lenient(statement, output, is_decimal):
        return False
    is_made = _is_made(story)
    asking = [text for text in output if not is_for_each or text in _for_each(output, is_made)]
    if quantities > 1:
        return any(_asks_each(text, quantities, is_made) for text in asking)
    if any(_asks(text, is_made) for text in asking):
        return True
    is_told_before = any(_says("the answer", text) for text in asking)
    return is_told_before and any(map(_asks, story)) and all(_asks(text) for text in story if _says("seeks", text))


def decides_between(statement: str, one: str, other: str, *, is_for_each: bool = False) -> bool:
    """Whether the words about the output say in which case it is which of two words, or of several words each, in small
    letters; `is_for_each` of many things, and nothing else."""
    story, output = _story(statement), _output(statement)
    if _is_lenient(statement, [sentence.text for sentence in output]):
        return False
    is_closed = not _is_made(story) and any(_says("closed question", text) for text in story)
    if is_for_each:
        told = _for_each([sentence.text for sentence in output], _is_made(story))
        asking = [[sentence] for sentence in output if sentence.text in told]
    else:
        asking = [*([sentence] for sentence in output), *map(list, pairwise(output))]
    for parts in asking:
        text = " ".join(part.text for part in parts)
        uttered = f" {' '.join(word for part in parts for word in words_of(part))} "
        is_told = _stands(one, other, uttered) and _stands(other, one, uttered)
        linked = [f" {a} {link} {b} " for link in _links() for a, b in ((one, other), (other, one))]
        behind = [uttered.partition(each)[2].split(" ")[0] for each in linked if each in uttered]
        is_plain = _ENDS.issuperset(behind) and _says("only form", _text_before(text, one, other)) is not None
        is_decided = is_closed and is_plain if behind else _says("otherwise", text) is not None
        if is_told and is_decided and not _says("strategy", text):
            return True
    return False


def says_when(statement: str, word: str) -> bool:
    """Whether the words about the output say in which case it is a word, or several, in small letters."""
    return any(
        _says("case", sentence.text)
        and not _says("strategy", sentence.text)
        and f" {word} " in f" {' '.join(words_of(sentence))} "
        for sentence in _output(statement)
    )


def words_of(sentence: Sentence) -> list[str]:
    """The words of a sentence in the statement's own language, in small letters."""
    return WORD.findall(sentence.original.lower())


def _says(kind: str, text: str) -> re.Match[str] | None:
    return saying(kind, ANSWERS).search(text)


def _text_before(text: str, one: str, other: str) -> str:
    """A text up to the first of two phrases."""
    return min((text.lower().partition(words)[0] for words in (one, other)), key=len)


def _stands(words: str, others: str, uttered: str) -> bool:
    """Whether words stand in what is said, and not only as a part of `others`."""
    within = uttered.count(f" {others} ") if f" {words} " in f" {others} " else 0
    return uttered.count(f" {words} ") > within


@cache
def _links() -> frozenset[str]:
    """The words for "or" of all languages."""
    return frozenset({"or"}.union(*({word for word, said in one.words.items() if said == "or"} for one in languages())))


def _is_made(story: list[str]) -> bool:
    """Whether the story tells to make something, and neither asks for a quantity nor for the least or most."""
    return any(_says("makes", text) and not _says("extreme", text) for text in story) and not any(
        text.endswith("?") and _asks(text) for text in story
    )


def _for_each(output: list[str], is_made: bool) -> list[str]:
    """The sentence that tells to print something for each of many things, none where more is to be printed, or where
    the things share what is made."""
    told = [
        text
        for text in output
        if _says("told", text)
        and not (saying("case", ANSWERS).match(text) or saying("bare", ANSWERS).match(text) or _says("no more", text))
    ]
    if len(told) != 1 or not _says("each", told[0]) or _says("more", told[0]) or _says("shared", told[0]):
        return []
    return [] if is_made and not _says("test", told[0]) else told


def _asks(text: str, is_made: bool = False) -> bool:
    """Whether a sentence asks for a quantity that nobody chooses, and for nothing after it. Where something `is_made`,
    only what is the least or most of its kind is the same for all that can be made."""
    found = _says("asks", text)
    if found is None:
        return False
    rest = text[found.end() :]
    if found.start() == 0 and text[:3].lower() == "the" and _says("said", rest):
        return False
    return not _says("goes on", rest) and _is_one(found.group(), rest, is_made)


def _asks_each(text: str, quantities: int, is_made: bool) -> bool:
    """Whether a sentence asks for so many quantities, each of which is one."""
    found = list(saying("each quantity", ANSWERS).finditer(text))
    if len(found) != quantities or not _says("asks", text) or _says("goes on", text[found[0].end() :]):
        return False
    ends = [*(each.start() for each in found[1:]), len(text)]
    return all(_is_one(each.group(), text[each.end() : end], is_made) for each, end in zip(found, ends, strict=True))


def _is_one(quantity: str, rest: str, is_made: bool) -> bool:
    """Whether there is one such quantity, by the words that ask for it and the `rest` of what is said of it."""
    if _says("extreme", quantity):
        return True
    if _says("of the best", rest) and not (_says("goal", quantity) and rest.startswith(" of the")):
        return False
    return _says("extreme", rest) is not None or not (is_made or _says("chosen", rest))


def _story(statement: str) -> list[str]:
    return [each.text for each in whole_sentences(statement) if each.section in ("", "asked")]


def _output(statement: str) -> list[Sentence]:
    """The sentences about the output, but for those about the letters of a word."""
    return [each for each in whole_sentences(statement) if each.section == "output" and not _says("letters", each.text)]


def _is_lenient(statement: str, output: Sequence[str], is_decimal: bool = False) -> bool:
    """Whether what is said of the output, there or under another heading, may speak of other right answers; also where
    it is too long to be read."""
    beside = [
        each.text
        for each in whole_sentences(statement)
        if each.section in ("constraints", "scoring")
        and _says("of answers", each.text)
        and not spoken(each.text, "subtask")
        and not (is_decimal and _says("tolerated", each.text))
    ]
    return any(_says("lenient", text) or len(text) >= LONGEST_SENTENCE for text in (*output, *beside))


def _asking(statement: str, is_decimal: bool) -> list[str]:
    """The sentences about the output; of a decimal number without what they say of an error."""
    output = [sentence.text for sentence in _output(statement)]
    if not is_decimal:
        return output
    return [text for text in map(_without_exactness, output) if not _says("tolerated", text)]


def _without_exactness(text: str) -> str:
    """A sentence that asks for a number without how exact it should be."""
    is_both = _says("tolerated", text) and _says("asks", text)
    return saying("exactness", ANSWERS).sub("", text) if is_both else text


def is_one_of_its_words(statement: str, answers: Iterable[bytes]) -> bool:
    """Whether answers consist of words alone that the statement gives for the output."""
    said = {word.decode("utf-8", "replace").lower() for answer in answers for word in answer.split()}
    return said <= {word for each in whole_sentences(statement) if each.section == "output" for word in words_of(each)}


def sought_extreme(statement: str) -> int:
    """1 where the statement asks for the largest of something, -1 for the smallest, 0 where it speaks of neither, or of
    both: of what it says of the output, else of all but the input."""
    told = [each for each in whole_sentences(statement) if each.section not in ("input", *EXAMPLES)]
    for texts in ([each.text for each in told if each.section == "output"], [each.text for each in told]):
        found = {sign for sign, kind in _EXTREMES.items() if any(_says(kind, text) for text in texts)}
        if found:
            return found.pop() if len(found) == 1 else 0
    return 0
