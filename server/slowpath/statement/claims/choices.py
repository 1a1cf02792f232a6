"""Strings of which a sentence says that they are one letter ("c is a lowercase English letter") or one of a few: by
name ("op is either + or -", "S is ABC or ARC"), in quotes (`"Y" (for yes) or "N"`), in brackets ("its type (BUS or
TRAM)"), or as a list of items.
"""

from __future__ import annotations

import re
import string
from collections.abc import Iterator
from dataclasses import dataclass, replace

from slowpath.model.patterns import late_regex
from slowpath.statement.claims.alphabets import alphabet_in
from slowpath.statement.claims.scope import is_about_input
from slowpath.statement.sentences.sentence import in_quotes
from slowpath.statement.sentences.statement import Sentence, Statement

_NAME = r"(?<![\w\\.-])(?<!\w\()[A-Za-z]\w{0,12}"
_NAMES = rf"(?<!letters of )(?<!characters of )(?<!symbols of )(?P<names>{_NAME}(?:(?:, | and |, and ){_NAME}){{0,5}})"
_LETTER = late_regex(
    rf"{_NAMES} (?:is|are)(?: each| both| all)? (?:an? |either )?(?P<kind>(?:(?:single|one|"
    r"upper-?case|lower-?case|capital|small|English|Latin|\([aA]-?[zZ]?[^()]{0,6}\)|or|and) ){0,8})"
    r"(?P<noun>letter|letters|character|characters|digit|digits)\b"
    r"(?! (?:of|in|that|which|string|word|between))",
    re.I,
)
_SIGNS = r"[^\s\"'`](?: ?, [^\s\"'`])* ?,? or [^\s\"'`](?!\w)"
"""Signs of which one stands there: "S, H or D"."""
_LETTER_FIRST = late_regex(
    r"(?<!\w)an? (?P<kind>(?:(?:single|upper-?case|lower-?case|capital|small|English|Latin) "
    rf"){{0,3}})(?P<noun>letter|character) (?!{_SIGNS})(?P<names>(?!a\b|A\b|I\b)[A-Za-z])\b(?!')"
)
_ITEM = r"(?:the (?:word|string|letter) )?[\"'`]?(?:[^\s,;.()\"'`]{1,20}|\.)[\"'`]?"
_CHOICE = late_regex(
    rf"{_NAMES} (?:is|are|equals)(?: always| each)? (?P<sure>either |one of (?:the |these )?(?:words |"
    rf"strings |following )?)?(?P<items>{_ITEM}(?: ?, {_ITEM}){{0,11}} ?,? ?(?P<last>or|and) {_ITEM})"
    r"(?=\s|$|[,;.)])"
)
_EQUALS = late_regex(
    rf"^\W*(?P<names>{_NAME}) ?= ?(?P<items>{_ITEM}(?: ?, {_ITEM}){{0,11}} ?,? or (?:(?P=names) ?= ?)?{_ITEM})\W*$"
)
"""A sentence of its own: "a = H or a = D", "u_i = JPY or BTC"."""
_AMONG = late_regex(
    rf"\b(?:one of (?:the (?:\w+ )?(?:letters|characters|words|strings|symbols) )?|"
    r"either |the (?:word|string|command) |(?:an?|one) (?:single )?(?:(?:word|string|command),? (?=[\"'`])|"
    rf"(?:letter|character|symbol),? (?=[\"'`]|{_SIGNS})))(?P<items>{_ITEM}(?: ?, "
    rf"{_ITEM}){{0,11}} ?,? ?(?:or|and) {_ITEM})(?=\s|$|[,;.)])"
)
"""What isn't named: "a direction, one of N, E, S and W", "words, each either yes or no", "the word on or off",
`one word, "on" or "off"`, "a letter S, H or D"."""
_OR_ELSE = late_regex(
    r"[\"`](?P<one>\w{1,20})[\"`] (?:if|when) [^\"`.;]{1,80}?,? (?:and|or|else) [\"`](?P<other>\w{1,20})[\"`] "
    r"(?:if|when|otherwise|else|in the other case)\b"
)
"""Two words, one on a condition: `"yes" if she is at home and "no" otherwise`."""
_QUOTED = late_regex(r"(?<!\w)[\"'`]([^\s\"'`]{1,20})[\"'`](?!\w)")
_APART = late_regex(r"(?<=[\"'`]) ?\([^()]{1,60}\)")
_QUOTED_ITEM = late_regex(r"\W{0,4}[\"'`][^\s\"'`]{1,20}[\"'`]")
_ON_CONDITION = late_regex(
    r"\W{0,4}(?:if|when|in case) (?P<what>[^\"'`,;]{1,60}?) ?[\"'`](?P<word>[^\s\"'`]{1,20})[\"'`](?!\w)", re.I
)
"""What is told of one of the words: "If this letter is `N`, a list follows"."""
_IN_BRACKETS = late_regex(r"\(((?:[A-Z][\w/+-]{0,20}(?:, ?| or | and )){1,8}[A-Z][\w/+-]{0,20})\)")
_EXAMPLE = late_regex(r"\b(?:for example|e\.g|for instance|such as)\b", re.I)
_OFFERS = late_regex(r"\b(?:or|either|one of)\b", re.I)
_PROSE = late_regex(r"[a-z]{2,}")


@dataclass(frozen=True)
class Choice:
    """The strings called `names` are one letter of `alphabet` each, or one of `words`; `plain` says that these words
    can't be prose, whatever the samples hold."""

    names: tuple[str, ...]
    alphabet: str
    words: frozenset[str] = frozenset()
    plain: bool = False


def choices_in(sentence: Sentence) -> list[Choice]:
    """What a sentence of the input says to be one letter, or one of a few strings."""
    if not is_about_input(sentence):
        return []
    made = []
    for match in _CHOICE.finditer(sentence.text):
        items = _items(match)
        words = frozenset(item.strip("\"'`") for item in items)
        chosen = match["last"] == "or" or (match["sure"] or "").startswith("one of")
        if chosen and len(words) == len(items) > 1 and not all(word.lstrip("-").isdigit() for word in words):
            quoted = all(item[0] in "\"'`" for item in items)
            plain = quoted or not any(_PROSE.search(word) for word in words)
            made.append(Choice(_names(match), "".join(sorted(set("".join(words)))), words, plain))
    if (alone := _EQUALS.match(sentence.text)) is not None:
        words = frozenset(item.split("=")[-1].strip(" \"'`") for item in _items(alone))
        if not all(word.lstrip("-").isdigit() for word in words):
            made.append(Choice((alone["names"],), "".join(sorted(set("".join(words)))), words))
    for match in _AMONG.finditer(sentence.text):
        words = frozenset(item.strip("\"'`") for item in _items(match))
        made.append(Choice((), "".join(sorted(set("".join(words)))), words))
    for match in _OR_ELSE.finditer(sentence.text):
        words = frozenset(match.groups())
        made.append(Choice((), "".join(sorted(set("".join(words)))), words, True))
    for match in (*_LETTER.finditer(sentence.text), *_LETTER_FIRST.finditer(sentence.text)):
        if match["kind"].strip() or not match["noun"].endswith("s"):
            noun = match["noun"].lower()
            made.append(
                Choice(
                    _names(match),
                    string.digits
                    if noun.startswith("digit")
                    else alphabet_in(replace(sentence, text=match.group(), quote=match.group(), marked=""))
                    or (string.ascii_letters if noun == "letter" else ""),
                )
            )
    return made


def _items(match: re.Match[str]) -> list[str]:
    """What is listed; only what is in quotes, where something is: "one of `<`, `=`, and this says ..."."""
    items = re.split(r" ?,? (?:or|and) | ?, ", match["items"])
    return [item for item in items if item[0] in "\"'`"] or items


def _names(match: re.Match[str]) -> tuple[str, ...]:
    return tuple(re.findall(r"[A-Za-z]\w*", re.sub(r"\band\b", ",", match["names"])))


def _describes(sentence: Sentence) -> bool:
    """Whether a sentence describes the input, or says of what there is a choice: what a story quotes is an example."""
    if _EXAMPLE.search(sentence.text):
        return False
    return sentence.section in ("input", "constraints") or (
        sentence.section == "" and _OFFERS.search(sentence.text) is not None
    )


def quoted_choices(statement: Statement) -> Iterator[tuple[frozenset[str], Sentence]]:
    """The words that sentences list in quotes or brackets, or as items in quotes, or tell one after the other what each
    means, those of single sentences first."""
    listed: list[tuple[set[str], Sentence]] = []
    told: dict[str, tuple[set[str], Sentence]] = {}
    open_list = False
    for sentence in statement.sentences:
        if not _describes(sentence):
            open_list = False
            continue
        quote = _APART.sub("", re.sub(r"[«»“”]", '"', sentence.quote))
        words = _QUOTED.findall(quote)
        yield frozenset(words), sentence
        for inside in _IN_BRACKETS.findall(sentence.text):
            yield frozenset(re.split(r",? (?:or|and) |, ?", inside)), sentence
        is_item = _QUOTED_ITEM.match(quote) is not None
        if is_item and open_list:
            listed[-1][0].add(words[0])
        elif is_item:
            listed.append(({words[0]}, sentence))
        open_list = is_item
        if (condition := _ON_CONDITION.match(in_quotes(sentence))) is not None:
            told.setdefault(condition["what"].lower(), (set(), sentence))[0].add(condition["word"])
    yield from ((frozenset(words), sentence) for words, sentence in (*listed, *told.values()))
