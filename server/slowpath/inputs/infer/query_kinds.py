"""The kinds of queries that a statement lists, with the names of what follows each tag: `2 l r`, `push x`."""

from __future__ import annotations

import re
from collections.abc import Iterator

from slowpath.inputs.infer.extraction.names import base_name, variable_name
from slowpath.inputs.infer.reads import Branch, Item, Loop, Token
from slowpath.inputs.infer.statement import Statement

_TOLD = re.compile(
    r"\b(?:if|when|for)(?: the)? (?:\w+ )?(?:=|is|equals|of type|type)(?: equal to)? "
    r"(?P<tag>-?\d|[\"'][A-Za-z]+[\"']) ?,?(?: then)?,?(?: the line| it| there)?"
    r"(?: will be| are| is| contains?| has| follow)?(?: followed by| given)?(?: also)?"
    r" (?:one|two|three|four|an?|\d)? ?(?:more |other |additional |further |single )?(?:integers?|numbers?|values?)"
    r"(?P<names>(?:,? (?:and )?(?:an? |the )?(?:integers? |numbers? )?[A-Za-z](?:_?\w)?\b)+)", re.I)


def variants_of(statement: Statement) -> dict[str, tuple[str, ...]]:
    """The kinds of queries that a statement lists: tag -> names of what follows (`2 l r`, `push x`)."""
    made: dict[str, tuple[str, ...]] = {}
    for sentence in (*statement.sentences, *statement.blocks):
        if sentence.section == "examples":
            continue
        for match in re.finditer(r"(?:^|[\"'`:(]|-- |[-*+] `?)\s*(?P<tag>-?\d|[A-Za-z+?!-][a-z_]*|"
                                 r"[A-Z_]+)(?P<names>(?: [a-zA-Z](?:_?\w)?\b)+)"
                                 r"\s*(?=$|[\"'`:.,;()]| --)", _unmarked(sentence.quote)):
            names = tuple(variable_name(word) if not word[-1:].isalpha() or "_" not in word else base_name(word)
                          for word in match.group("names").split())
            made.setdefault(match.group("tag"), names)
        for tag, names in _told(sentence.text):
            made.setdefault(tag, names)
    return made


def _told(text: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Kinds in words: "if t = 1, then two integers i and x follow"."""
    plain = re.sub(r"\s+", " ", re.sub(r"\([^()]*(?:\([^()]*\)[^()]*)*\)", " ", text))
    for match in _TOLD.finditer(plain):
        counted = re.sub(r"\b(?:and|then|an?|the|integers?|numbers?|values?)\b", " ", match["names"])
        words = re.findall(r"[A-Za-z]\w*", counted)
        if words and all(len(base_name(word)) == 1 for word in words):
            yield match["tag"].strip("\"'"), tuple(variable_name(word) for word in words)


def _unmarked(text: str) -> str:
    """The text as written, without the marks of LaTeX around names and words."""
    return re.sub(r"[$]|\\(?:text|mathrm|texttt)\{([^{}]*)\}", r"\1", text)


def names_of_variants(variants: dict[str, tuple[str, ...]], items: tuple[Item, ...]) -> dict[str, str]:
    """Key -> the statement's name for the fields of tagged queries."""
    made: dict[str, str] = {}
    for item in items:
        if isinstance(item, Loop):
            made.update(names_of_variants(variants, item.body))
        elif isinstance(item, Branch):
            for values, body in item.arms:
                stated = variants.get(values[0].rstrip("*")) if values else None
                tokens = [part for part in body if isinstance(part, Token)]
                if stated and len(stated) == len(tokens):
                    made.update({token.key: name for token, name in zip(tokens, stated, strict=True)})
            known = {value for values, _ in item.arms for value in values}
            left = [names for tag, names in variants.items() if tag not in known]
            others = [part for part in item.otherwise if isinstance(part, Token)]
            if len(left) == 1 and len(left[0]) == len(others):
                made.update({token.key: name for token, name in zip(others, left[0], strict=True)})
    return made
