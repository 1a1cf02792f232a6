"""The kinds of queries that a statement lists, with the names of what follows each tag: `2 l r`, `push x`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from slowpath.inputs.infer.reads.items import Branch, Item, Loop, Token, has_branch
from slowpath.model.patterns import late_regex
from slowpath.statement.claims.chains import SHORT_PROSE
from slowpath.statement.claims.modality import Modality, modality_of
from slowpath.statement.claims.names import base_name, variable_name
from slowpath.statement.lines.rows import Row
from slowpath.statement.sentences.sentence import EXAMPLES, NOT_INPUT, OUTPUT
from slowpath.statement.sentences.statement import Sentence, Statement

_TOLD = late_regex(
    r"\b(?:if|when|for)(?: the)? (?:[\w-]+ ){0,4}?(?:=|is|equals|of (?:the )?type|type)(?: equal to)? "
    r"(?P<tag>-?\d|[\"'][A-Za-z]+[\"']) ?,?(?: then)?,?(?: next)?(?: the line| it| there)?"
    r"(?: will be| are| is| contains?| has| follow)?(?: followed by| given)?(?: also)?"
    r" (?:one|two|three|four|an?|\d)? ?(?:more |other |additional |further |single )?(?:integers?|numbers?|values?)"
    r"(?P<names>(?:,? (?:and )?(?:an? |the )?(?:integers? |numbers? )?[A-Za-z](?:_?\w)?\b)+)",
    re.I,
)

_LISTED = late_regex(
    r"(?:- `?(?=[A-Z\d+?!-])|^|[\"'`:(]|-- |[-*+] `?|\b(?:either|or) (?=\d))\s*"
    r"(?P<tag>(?P<digit>-?\d)|[A-Za-z+?!-][a-z_]*|[A-Z_]+)"
    r"(?P<names>(?: [a-zA-Z](?:_?\w|(?(digit)[a-z]{2,9}|(?!)))?\b)+)\s*(?=$|[\"'`:.,;()]| --|"
    r"(?(digit) [-\u2013\u2014] |(?!)))"
)
_QUERIES = (
    r"(?:quer(?:y|ies)|requests?|operations?|events?|commands?|instructions?|actions?|updates?|entr(?:y|ies)|moves?)"
)
_WITHIN = r"(?:(?:^|\b(?:in|for|of|with)\s+)(?:(?:each|every|all|an?|the|those|these)\s+)?)"
_OF_TAG = (
    late_regex(rf"{_WITHIN}{_QUERIES} of (?:the )?(?:type|kind) [\"'`]?(?P<kind>\w+)", re.I),
    late_regex(rf"{_WITHIN}(?:type|kind)[- ](?P<kind>\w+) {_QUERIES}\b", re.I),
    late_regex(rf"{_WITHIN}[\"'`]?(?P<kind>(?!\d)\w\w+|(?<=[\"'`])(?:\w|[+?!-]))[\"'`]* {_QUERIES}\b", re.I),
)
_OF_PLACE = (
    late_regex(rf"{_WITHIN}{_QUERIES} of the (?P<kind>first|second|third|fourth) (?:type|kind)\b", re.I),
    late_regex(rf"{_WITHIN}(?:the )?(?P<kind>first|second|third|fourth) (?:type|kind) of {_QUERIES}\b", re.I),
)
_PLACES = ("first", "second", "third", "fourth")
_HOW_MANY = ("two", "three", "four")
_NOT_ALONE = late_regex(
    r"\b(?:except|unless|other than|others?|only|but|need not|otherwise|not|as in|both)\b|n't\b|\bnon-", re.I
)
"""Where these stand a sentence may be about the other kinds as well, or about them alone."""
_FORM = late_regex(
    r"\b(?:of|has|have|in) (?:the |one of the |one of two |either of the )?(?:following )?forms?:? (?:either )?"
    r"((?:\W?[A-Za-z+?!-]\w{0,9}(?: [a-z](?:_?\w)?)+\W?(?:,? or |,? and |, )){1,5}"
    r"\W?[A-Za-z+?!-]\w{0,9}(?: [a-z](?:_?\w)?)+)"
)
"""`has the form H y or V x`."""
_MARKED_TAG = r"([A-Za-z]\w{1,9}|[+?!-])"
_MARKED_NAME = r"\$[a-z](?:_\{?\w{1,2}\}?)?\$"
_SET_APART = late_regex(
    rf"(?:\\(?:text(?:tt|bf|it|sf)?|emph|mathtt)\{{{_MARKED_TAG}\}}|\*\*{_MARKED_TAG}\*\*|`{_MARKED_TAG}`)"
    rf"((?: (?:{_MARKED_NAME}|\*[a-z]\*))+)(?! ?[`*$])"
)
_SET_TOGETHER = late_regex(rf"\\texttt\{{((?:[A-Za-z]\w{{0,9}}|[+?!-])(?: {_MARKED_NAME})+)\}}")
_TAG = late_regex(
    r"\b(?:if|when) ([A-Za-z])(?:_\w)? ?(?:=|is(?: equal to)?|equals) ?(?:\"([^\"' ]{1,9})\"|'([^\"' "
    r"]{1,9})'|(-?\d+))"
    r"(?= ?,| then)",
    re.I,
)
_OF_TYPE = late_regex(
    r"\b(?:if|when|in case) the (?:[\w-]+ )?(?:query|request|operation|event|command)?'?s? ?type "
    r"(?:is |= ?)"
    r"?(?:equal to |equals )?(\d)\b",
    re.I,
)
_CALLED_KIND = late_regex(
    r"\b([A-Za-z])(?:_\w)? (?:\([^()]{1,60}\) )?-- the (?:type|kind) of (?:the )?(?:[\w-]+ )?"
    r"(?:quer|operation|event|command)",
    re.I,
)
_BEGINS = late_regex(r"[\s\"'`*(]*(?P<tag>\w+|[+?!-])(?!\w)[^.:;,]{0,20}(?::|,| --|[\"'`])")
_FOR_KIND = late_regex(
    r"(?:For|In)\b[^.;]{0,40}\b(?:quer(?:y|ies)|operations?|events?|commands?|types?)\b[^.;]{0,40}"
    r":\s*$",
    re.I,
)


def variants_of(statement: Statement) -> dict[str, tuple[str, ...]]:
    """The kinds of queries that a statement lists: tag -> names of what follows (`2 l r`, `push x`)."""
    made: dict[str, tuple[str, ...]] = {}
    for sentence in (*statement.sentences, *statement.blocks):
        for tag, names in _variants_in(sentence):
            made.setdefault(tag, names)
    return made


def _variants_in(sentence: Sentence) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The kinds that one sentence lists."""
    if sentence.section in EXAMPLES:
        return
    is_told = False
    for match in _LISTED.finditer(_unmarked(sentence)):
        if sentence.section in OUTPUT and match.group()[:1].isalpha():
            continue  # "Print it."
        if is_told and match.group().startswith(":"):
            continue  # What the kind does: "`- a`: segment a is closed".
        first = re.fullmatch(r"([A-Za-z])_?([a-z\d])", match.group("tag"))
        if first is not None and re.search(rf"\b{first[1]}_{first[2]}\b", sentence.text):
            continue  # The first of the values on a line: `U_i V_i D_i`.
        words = [_subscripted(word, sentence) for word in match.group("names").split()]
        if not SHORT_PROSE.isdisjoint(words):
            continue  # "That is, ..."
        if not all(len(word) <= 2 or "_" in word or _is_bounded(word, sentence.text) for word in words):
            continue
        is_told = True
        yield (
            match.group("tag"),
            tuple(
                variable_name(word) if not word[-1:].isalpha() or "_" not in word else base_name(word) for word in words
            ),
        )
    for form in _FORM.findall(re.sub(r" ?\([^()]*\)", "", _unmarked(sentence))):
        for kind in re.split(r",? (?:or|and) |, ", form):
            tag, *names = re.findall(r"[\w+?!-]+", kind)
            yield tag, tuple(base_name(_subscripted(name, sentence)) for name in names)
    yield from _told(sentence.text)


def _is_bounded(word: str, text: str) -> bool:
    """Whether a longer word is a name: "1 pos c (1 <= pos <= n)"."""
    return re.search(rf"<=? ?{word}\b|\b{word} ?(?:<|>)", text) is not None


def without_tags(rows: Sequence[Row], items: tuple[Item, ...], statement: Statement) -> list[Row]:
    """The rows without the names of what the kinds of queries are told by ("if t_i = 1, ..."), where the program, too,
    asks for a kind: a tag is no field."""
    if not has_branch(items):
        return list(rows)
    tags = {name for sentence in _of_input(statement) for name in _CALLED_KIND.findall(sentence.text)}
    tags |= {name for sentence in _of_input(statement) for name, _ in _asked(sentence)} | {"type", "kind"}
    return [
        replace(row, entries=tuple(one for one in row.entries if one.name not in tags))
        if row.count is not None
        else row
        for row in rows
    ]


def _subscripted(word: str, sentence: Sentence) -> str:
    """A name as written, with the subscript that it has in the sentence's plain text: `di` is `d_i`."""
    return f"{word[0]}_{word[1:]}" if len(word) == 2 and f"{word[0]}_{word[1:]}" in sentence.text else word


def uniform_variants(rows: Sequence[Row], statement: Statement) -> dict[str, tuple[str, ...]]:
    """The kinds of queries that all have the same fields, described once: lines "s_i x_i y_i", where `if s_i = "c"`
    tells the kinds."""
    made: dict[str, tuple[str, ...]] = {}
    told = [pair for sentence in _of_input(statement) for pair in _asked(sentence)]
    for row in rows:
        names = [entry.name for entry in row.entries]
        if row.count is not None and len(names) > 1 and all(names) and not any(one.length for one in row.entries):
            made |= {tag: tuple(names[1:]) for name, tag in told if name == names[0]}
    return made if len(made) > 1 else {}


def told_tags(statement: Statement) -> frozenset[str]:
    """The numbers that tell the kinds of queries: "if the request type is equal to 1"."""
    return frozenset(tag for sentence in _of_input(statement) for tag in _OF_TYPE.findall(sentence.text))


def _asked(sentence: Sentence) -> list[tuple[str, str]]:
    """(name, value) of each kind that a sentence asks for: "if t_i = 1"."""
    return [(name, double or single or number) for name, double, single, number in _TAG.findall(sentence.text)]


def _of_input(statement: Statement) -> list[Sentence]:
    return [sentence for sentence in statement.sentences if sentence.section not in NOT_INPUT]


def sentences_of_kinds(statement: Statement) -> dict[Sentence, str]:
    """The sentences that speak of one kind of query only, with its tag: those that list it, those that name its type,
    and what follows "for queries of type `1 v x`:" in the same section."""
    tags = dict.fromkeys(
        [*variants_of(statement), *(tag for sentence in _of_input(statement) for _, tag in _asked(sentence))]
    )
    made: dict[Sentence, str] = {}
    heading: tuple[str, str] | None = None
    for sentence in statement.sentences if len(tags) > 1 else ():
        begins = _LISTED.match(re.sub(r"^[-*+\s]+", "", _unmarked(sentence)))
        own = (
            {begins["tag"]}
            if begins is not None
            else {tag for tag, _ in _variants_in(sentence)}
            | _named(sentence, statement, list(tags))
            | {tag for _, tag in _asked(sentence)}
        )
        if _FOR_KIND.match(sentence.text) and len(own) == 1:
            heading = (sentence.section, next(iter(own)))
        elif own or (heading is not None and heading[0] != sentence.section):
            heading = None
        tag = next(iter(own)) if len(own) == 1 else heading[1] if heading is not None and not own else None
        if tag is not None:
            made[sentence] = tag
    return made


def _named(sentence: Sentence, statement: Statement, tags: Sequence[str]) -> set[str]:
    """The kind that a sentence is about, by its tag or its place in the list of all: one, or none where it names
    several."""
    text = sentence.text
    if _NOT_ALONE.search(text):
        return set()
    # As written there are marks around a letter ("in each `J` event"); in another language the text alone has words.
    found = (match for pattern in _OF_TAG for said in (text, _unmarked(sentence)) for match in pattern.finditer(said))
    named = {match["kind"] for match in found} & set(tags)
    if _is_whole(statement, tags):
        places = {match["kind"].lower() for pattern in _OF_PLACE for match in pattern.finditer(text)}
        named |= {tags[_PLACES.index(place)] for place in places if _PLACES.index(place) < len(tags)}
    others = [*(tag for tag in tags if tag not in named), *(place for place in _PLACES if place in text.lower())]
    beside = (
        rf"(?:\b(?:and|or)|,|/) (?:of )?(?:the )?(?:type |kind )?[\"'`]?(?:{'|'.join(map(re.escape, others))})(?!\w)"
    )
    return named if len(named) == 1 and not (others and re.search(beside, text, re.I)) else set()


def _is_whole(statement: Statement, tags: Sequence[str]) -> bool:
    """Whether these are all kinds that there are: those without anything behind the tag aren't listed."""
    if list(tags) == [str(number) for number in range(1, len(tags) + 1)]:
        return True
    word = _HOW_MANY[len(tags) - 2] if 0 <= len(tags) - 2 < len(_HOW_MANY) else ""
    told = rf"\b(?:{word}|{len(tags)}) (?:\w+ )?(?:kinds|types|forms)\b"
    return bool(word) and any(re.search(told, sentence.text, re.I) for sentence in statement.sentences)


def told_of_kinds(statement: Statement) -> dict[str, list[Sentence]]:
    """What is said of each kind of queries: the sentences about it, and the promises right behind one of them."""
    of_kinds = sentences_of_kinds(statement)
    told: dict[str, list[Sentence]] = {}
    before = ""
    for sentence in statement.sentences:
        own = of_kinds.get(sentence, "")
        before = own or (before if modality_of(sentence) is Modality.PROMISED else "")
        if before and sentence.section not in NOT_INPUT:
            told.setdefault(before, []).append(sentence)
    return told


def kind_told(sentence: Sentence) -> str | None:
    """The tag with which a sentence begins that tells what a kind of query does: "pop: take the top"."""
    begins = _BEGINS.match(sentence.text)
    return begins["tag"] if begins is not None else None


def _told(text: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Kinds in words: "if t = 1, then two integers i and x follow"."""
    plain = re.sub(r"\s+", " ", re.sub(r"\([^()]*(?:\([^()]*\)[^()]*)*\)", " ", text))
    for match in _TOLD.finditer(plain):
        counted = re.sub(r"\b(?:and|then|an?|the|integers?|numbers?|values?)\b", " ", match["names"])
        words = re.findall(r"[A-Za-z]\w*", counted)
        if words and all(len(base_name(word)) == 1 for word in words):
            yield match["tag"].strip("\"'"), tuple(variable_name(word) for word in words)


def _unmarked(sentence: Sentence) -> str:
    """The text as written, without the marks of LaTeX around names and words; items as those of Markdown. Where the
    input is described, a tag that is set apart from its names, as in `**ADD** *a* *b*`, is in quotes with them."""
    text = sentence.quote
    if sentence.section in ("input", "constraints"):
        text = _SET_TOGETHER.sub(r"`\1`", text)
        text = _SET_APART.sub(lambda found: f"`{found[1] or found[2] or found[3]}{found[4].replace('*', '')}`", text)
    text = re.sub(r"\\item\b", "-", re.sub("[\u00a0~]|\\\\[ ,;:]", " ", text))
    return re.sub(r"_\{(\w+)\}", r"_\1", re.sub(r"[$]|\\(?:text|mathrm|texttt)\{([^{}]*)\}", r"\1", text))


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
            are_numbers = all(value.isdigit() for value in known)
            left = {names for tag, names in variants.items() if tag not in known and tag.isdigit() == are_numbers}
            others = [part for part in item.otherwise if isinstance(part, Token)]
            if len(left) == 1 and len(names := left.pop()) == len(others):
                made.update({token.key: name for token, name in zip(others, names, strict=True)})
    return made
