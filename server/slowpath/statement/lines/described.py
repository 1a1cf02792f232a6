"""What the Input section says line by line: "the second line contains n integers a_1, ..., a_n".

Each described line becomes a `Row`: how often it comes, the names on it, lengths of lists. Rows name the
program's variables (`names_from`), give lists their lengths, and are a read grammar of their own
(`described_program`) for when the program's reads can't be followed.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from slowpath.model.expression import expr
from slowpath.model.patterns import late_regex
from slowpath.statement.claims.counted_things import numbers_called
from slowpath.statement.claims.names import base_name, variable_name
from slowpath.statement.lines.entries import COUNT, entries_in, expression_in, plain_text, with_bounded
from slowpath.statement.lines.layout_block import block_rows
from slowpath.statement.lines.numbered_lines import as_prose
from slowpath.statement.lines.rows import Entry, Row
from slowpath.statement.sentences.statement import Sentence, Statement

_LINE = late_regex(
    rf"\b(?:(?P<which>first|second|third|fourth|fifth|sixth|1st|2nd|3rd|4th|next|following|last|only|single|final|"
    rf"second and last|i-th|j-th|another)\s+)?(?:(?P<count>{COUNT})\s+)?(?P<line>lines?)\b",
    re.I,
)
_VERB = late_regex(
    r"\b(contains?|consists?(?: of)?|has|have|gives?|given|describes?|tells?(?: (?:you|us))?|"
    r"says?|states?|is|are|holds?|(?<=lines )list|(?<=line )lists|shows?|finds?|stands?|takes?|containing|describing|"
    r"with|includes?|specif(?:y|ies)|represents?|follows?|start(?:s)?(?: with)?)(?=\s|$)|:(?=\s|$)",
    re.I,
)
_ONE_A_LINE = late_regex(
    rf"\b(?P<count>{COUNT})\s+(?:[a-z-]{{3,}}\s+)?[a-z-]{{2,}}s\s+(?:follow|are given|come),?\s+"
    r"(?:one|each)\s+(?:per|(?:on|in)\s+(?:a|its|their)(?: own| separate| new)?)\s+line\b",
    re.I,
)
_NUMBERS_A_LINE = frozenset({"th", "first", "second", "third", "fourth", "fifth", "sixth", "last", "next"})
"""What says which line is meant, though a program may call a variable so."""
_THEN = late_regex(
    r"[,;]\s+(?:and )?then\s+(?=(?:[\w*+-]+\s+){0,4}lines?\b)|"
    r",? and (?=the (?:second|third|next|following|last) line\b)",
    re.I,
)
_THE_SAME = late_regex(r"(?:all )?the same (?:\w+ )?(?:integers|numbers|values|elements|words|names|strings)\b")
_PASSIVE = late_regex(r"(?:is|are)(?: \w+)? (?:given|provided|written|printed|specified|entered|located)\b", re.I)
_BEGINS = late_regex(
    r"(?:\b[Ii]nput (?:begins|starts) with (?:a single |an? |the )(?:\w+ )?(?:integer|number)|"
    r"^The first (?:integer|number) is) (?P<name>[A-Za-z])\b(?!')"
)
_SO_MANY = r"\b(?:the|contains?|has|gives?|holds?|with|of|are|then) {} (?:[a-z-]+ ){{0,2}}[a-z]{{2,}}s\b"
_STARTS = late_regex(r"^(?:The|An?|Each|Every) (?:[a-z-]+ ){1,4}?(?:starts?|begins?) with (?P<what>.*)")
_GOES_ON = late_regex(
    r"^(?:(?:This|That|It|Which) (?:is|are) (?:then )?followed by|(?:Then|Next|Finally|After (?:this|that|it)|"
    r"Following (?:this|that|the|it)(?: \w+)?),?(?: (?:there )?(?:will(?: be)?|is|are|comes?|follows?|"
    r"you (?:will )?get))?) (?P<what>.*)"
)
_ONE_WORD = late_regex(r"(?:one of (?:the|these)|either|an? (?:letter|character|word|string)\b(?! [A-Za-z]\b))")
_AND_A_LIST = late_regex(r"\bfollowed by (?P<what>(?:exactly |the )?[A-Za-z]\w* .*)")
_OTHER_LINES = late_regex(r"\blines\b|\b(?:a|another|one|empty|blank) line\b")
_TELLS_NAME = late_regex(
    r"\b[ij]-th (?:of (?:these|them|those|the \w+)|\w+)(?: (?:on|of|in) (?:the )?[ij]-th (?:of (?:these|those|the) )?"
    r"(?:\w+ )?)? ?(?:is|denotes|represents|gives|describes|specifies)\b[^.;]{0,40}?\b(?P<name>[A-Za-z]\w*_\w+)",
    re.I,
)
"""How the values of a list are called: "the i-th of these is a_i"."""
_OF_THINGS = late_regex(
    r"\s*(?:the |their )?(?:[a-z-]+ ){0,2}?(?:[a-z]{2,} of (?:each|every) (?P<thing>[a-z]{2,})$|"
    r"[a-z]{2,}s of (?:(?:all|the|these|those) )*(?:(?P<n>(?!a\b)[A-Za-z]) )?"
    r"(?:[a-z-]+ )??(?P<things>[a-z]{2,}s)\b(?! (?:that|which|who|where)\b))"
)
"""A list by what its values are: "the heights of the n trees", "the height of each tree"."""
_LISTED_AT_ONCE = late_regex(
    r"\s*,\s*(?:exactly )?(?:an?|one|two|three|four|five|six|[A-Za-z]|\d+) (?:[a-z]+-)?(?:[a-z]+ ){0,2}?"
    r"(?:integers?|numbers?|strings?|words?|names?)\b"
)
"""What stands on a line, without a verb: "on each of the next n lines, three integers a, b and c, which mean ..."."""
_OF_SEVERAL = late_regex(
    r"\b(?:descriptions|coordinates|positions|locations|ends|end-?points|details|contents|rows|pairs|lists|sets|data|"
    r"sequences|characters|letters|members|elements|values|results|types|kinds) of\b",
    re.I,
)
"""What may be several values on a line."""
_UP_TO_A_THING = late_regex(r" (?:between|from) \w+ (?:and|to) (?:the|its|their) [a-z]+(?: of the [a-z]+)?\b")
"""What is no second thing on a line: "integers between 0 and the length of the road"."""
_SO_MANY_THINGS = late_regex(
    r"\s*(?:exactly )?(?:the )?(?P<n>[A-Za-z]) (?:(?!and\b|of\b|or\b|the\b)[a-z-]{3,} ){0,2}?"
    r"(?!(?:characters|letters|symbols|digits|lines|rows|columns|bits|cells|strings|words|names)\b)[a-z]{3,}s\b"
    r"(?! [A-Za-z](?:_|\b)| ?:)"
)
"""A list by how many things it has: "n positive heights"."""
_ONE_THING = late_regex(
    r"\s*(?:the|an?|its|his|her|your) (?!(?:description|list|sequence|set|array|map|grid|layout|number|letter|"
    r"character|symbol|sign|string|word)\b)(?:(?!of\b|in\b|for\b|and\b)[a-z-]+ ){0,2}?(?!lines?\b)"
    r"[a-z]{3,}(?<!(?<![su])s)(?P<more>(?: (?:of|in|for) (?!each\b|every\b|all\b)[^,;:()]*?)?"
    r"(?:,? (?:between|from|an?|at|no|not|with|consisting|of (?=\d)|up|which|\d)\b.*| ?[(,;].*)?)\s*$",
    re.S,
)
"""One value by what it is: "the capacity of the lift, at most 1000", "a year between 1900 and 2100"."""
_OF_LETTERS = late_regex(r"\b(?:letters?|characters?|strings?|words?)\b")
_SPEAKS = late_regex(r"\blines?\b")
_CASE = late_regex(
    r"(?:each|every|the|a) (?:of the )?test ?cases? (?:consists?|contains?|is|starts?|begins?)|lines? of (?:each|"
    r"every|a|the) (?:test|case)|description of (?:the )?test|for each (?:test|data ?set|set|case)s?\b",
    re.I,
)
_OF_THESE = late_regex(
    r"\b(?:each|i-th|every one|one) of (?:these|those|them|the(?:se)? (?:following|next|lines))|"
    r"\bi-th (?:of|line|such)|^(?:Each|Every|The i-th) (?:such )?line\b|in the i-th line|"
    r"\beach (?:of )?(?:these |such )?lines?\b|^Line [ijk]\b|^Each (?:has|holds|contains?|consists)\b",
    re.I,
)


def rows_of(statement: Statement, known: frozenset[str]) -> list[Row]:
    """The described lines of the Input section in order. `known` are names that count as variables."""
    made = _prose_rows([sentence for sentence in statement.sentences if sentence.section == "input"], known)
    if not made:
        story = [sentence for sentence in statement.sentences if sentence.section == ""]
        made = block_rows(statement) or _prose_rows(
            [one for one in story if _SPEAKS.search(one.text) or _OF_THESE.search(one.text)], known
        )
    return made


def _without_repeats(rows: list[Row]) -> list[Row]:
    """A line that seems to hold but a name that stands on an earlier line holds so many: "the n weights"."""
    before: set[str] = set()
    made: list[Row] = []
    for row in rows:
        named = row.entries[0].name if len(row.entries) == 1 and row.count is None else ""
        is_repeat = (
            named in before
            and row.entries[0].length is None
            and row.sentence is not None
            and re.search(_SO_MANY.format(re.escape(named)), plain_text(row.sentence.text)) is not None
        )
        made.append(replace(row, entries=(Entry("", named),)) if is_repeat else row)
        before |= {entry.name for entry in row.entries if entry.name and entry.length is None}
    return made


def _prose_rows(sentences: list[Sentence], known: frozenset[str]) -> list[Row]:
    made: list[Row] = []
    in_case = False
    announced: str | None = None
    before: Sentence | None = None
    is_begun = False
    counts: dict[str, str] = {}
    for sentence in (replace(whole, text=part) for whole in sentences for part in _THEN.split(as_prose(whole.text))):
        in_case = in_case or bool(_CASE.search(sentence.text))
        counts |= {thing: name for thing, name in numbers_called(sentence.text) if thing not in counts}
        if made and before is not None and (named := _called(made[-1], sentence)):
            made[-1], before = named, sentence
            continue
        if is_begun and (rest := _gone_on(sentence, known)):
            made[-1] = replace(made[-1], entries=(*made[-1].entries, *rest))
            continue
        if announced is not None and (begun := _begun(sentence, known)):
            made.append(Row(begun, announced, in_case, sentence))
            announced, before, is_begun = None, sentence, True
            continue
        row = _row(sentence, known, in_case, counts) or _as_before(sentence, made, in_case)
        is_begun = is_begun and row is None
        if (
            row is not None
            and row.count is None
            and made
            and announced is None
            and _OF_THESE.search(sentence.text)
            and _announces(made[-1], before)
        ):
            announced = made.pop().count  # Its words were no names.
        before = sentence
        if row is not None and not row.entries:
            announced = row.count
        elif row is not None:
            if _OF_THESE.search(sentence.text) and row.count is None and announced is not None:
                row = replace(row, count=announced)
            row = _with_list(row, sentence, known)
            made.append(_called(row, sentence) or row)
            announced = None
        elif (
            announced is not None
            and (entries := entries_in(_said_of_each(sentence), known))
            and not {entry.name for entry in entries} <= {entry.name for row in made for entry in row.entries}
        ):
            # "The next m lines describe roads. A road is given by two integers u and v."
            if re.search(
                r"\b(?:integers?|numbers?|pairs?|triples?|strings?|words?|names?|is given|are given)\b", sentence.text
            ):
                made.append(_with_list(Row(tuple(entries), announced, in_case, sentence), sentence, known))
                announced = None
        elif begins := _BEGINS.search(sentence.text):
            made.append(Row((Entry(variable_name(begins["name"])),), None, in_case, sentence))
        elif made and (more := _followed(sentence, known)):
            made[-1] = replace(made[-1], entries=(*made[-1].entries, more))
    return _without_repeats(made)


def _with_list(row: Row, sentence: Sentence, known: frozenset[str]) -> Row:
    """The row with the list whose length stands before it on the line: "a number k, followed by k integers"."""
    found = _AND_A_LIST.search(plain_text(sentence.text))
    more = entries_in(found["what"], known) if found is not None and len(row.entries) == 1 else []
    if len(more) != 1 or row.entries[0].length is not None or more[0].length != row.entries[0].name:
        return row
    return replace(row, entries=(*row.entries, *more))


def _called(row: Row, sentence: Sentence) -> Row | None:
    """The row with the name that a sentence gives the values of the list at its end; None where there is no such list
    without a name, or it isn't told."""
    told = _TELLS_NAME.search(plain_text(sentence.text))
    last = row.entries[-1] if row.entries else None
    if told is None or last is None or last.name or last.length is None:
        return None
    return replace(row, entries=(*row.entries[:-1], replace(last, name=base_name(told["name"]))))


def _begun(sentence: Sentence, known: frozenset[str]) -> tuple[Entry, ...]:
    """What stands first on lines that were announced, where other sentences go on: "A record starts with a name"."""
    found = _STARTS.search(plain_text(sentence.text))
    return _one_after_another(found["what"], known) if found is not None else ()


def _gone_on(sentence: Sentence, known: frozenset[str]) -> tuple[Entry, ...]:
    """What follows on a line of which the sentence before spoke: "Then follows an integer k"."""
    found = _GOES_ON.search(plain_text(sentence.text))
    entries = _one_after_another(found["what"], known) if found is not None else ()
    return tuple(replace(entry, sentence=sentence) for entry in entries)


def _one_after_another(text: str, known: frozenset[str]) -> tuple[Entry, ...]:
    """The things of "an integer k, followed by k numbers"."""
    if _OTHER_LINES.search(text):
        return ()
    made: list[Entry] = []
    for part in re.split(r",? (?:which (?:is|are) )?followed by ", text):
        made += [Entry("", None, True)] if _ONE_WORD.match(part) else entries_in(part, known)
    return tuple(made)


def _announces(row: Row, before: Sentence | None) -> bool:
    """Whether the sentence before, from which a row was made, only says how many lines describe something."""
    return (
        row.count is not None
        and row.sentence == before
        and before is not None
        and re.search(r"\bdescrib", before.text) is not None
    )


def _said_of_each(sentence: Sentence) -> str:
    """What a sentence says of lines that the one before it announced: "The i-th of them contains two integers"."""
    text = plain_text(sentence.text)
    verb = _VERB.search(text) if _OF_THESE.search(sentence.text) else None
    return text[verb.end() :] if verb is not None else text


def _followed(sentence: Sentence, known: frozenset[str]) -> Entry | None:
    """What a line goes on with: "Then follow k integers, the values"."""
    found = re.search(
        r"\b(?:then |followed by |next |^the following )(?:follow |come |there (?:are|follow) |by )?"
        rf"(?P<n>{COUNT}) (?:[\w-]+ )?(?:integers|numbers|values)\b",
        sentence.text,
        re.I,
    )
    length = expression_in(found.group("n"), known) if found and "line" not in sentence.text else None
    return Entry("", length) if length is not None and not length.isdigit() else None


def _row(sentence: Sentence, known: frozenset[str], in_case: bool, counts: Mapping[str, str]) -> Row | None:
    """The line that a sentence describes; without entries where it only says how many lines come. `counts` are the
    names of the numbers of things."""
    text = plain_text(sentence.text)
    match = next((m for m in _LINE.finditer(text)), None)
    if match is None:
        return None
    after = text[match.end() :]
    verb = _VERB.search(after)
    each = _ONE_A_LINE.search(text)
    count = _count(each["count"] if each is not None else match.group("count"), known)
    if verb is None:
        return Row((), count, in_case, sentence) if count is not None else None
    body = _told_before(after, verb) if _PASSIVE.match(after, verb.start()) else ""
    body = after.lstrip(" ,") if not body and _LISTED_AT_ONCE.match(after) else body
    body = body if entries_in(body, known) else after[verb.end() :]
    if verb.group().lower().startswith("follow"):
        nested = _VERB.search(body)
        body = body[nested.end() :] if nested else body
    grid = re.search(
        rf"\b(?P<n>{COUNT})\s+(?:(?!of\b|and\b|or\b)[a-z-]{{2,}}\s+){{0,3}}?(?:characters|symbols|letters|cells)\b",
        body,
    )
    columns = expression_in(grid.group("n"), known) if grid and count is not None else None
    body = _UP_TO_A_THING.sub(" ", body)
    entries = entries_in(body, known)
    if columns is not None:
        named = [entry for entry in entries if entry.name and entry.name not in expr(columns).names]
        entries = named or [Entry("", None, True)]
    things = _SO_MANY_THINGS.match(body) if count is None else None
    if things is not None and entries == [Entry(things["n"])]:
        entries = [Entry("", things["n"])]
    entries = with_bounded(sentence.text, entries)
    if not entries and (found := _OF_THINGS.match(body)) is not None:
        length = found["n"] or counts.get(found["things"] or f"{found['thing']}s") if count is None else None
        is_each = count is not None and _OF_SEVERAL.search(found.group()) is None
        is_told = length is not None or is_each  # The numbers of the cards on one line, or one on each.
        entries = [Entry("", length, "name" in found.group())] if is_told else []
    if not entries and count is None and (one := _ONE_THING.match(body)) is not None:
        entries = [Entry("", None, _OF_LETTERS.search(one["more"]) is not None)]
    if not entries and count is None:
        return None
    return Row(tuple(entries), count, in_case, sentence)


def _as_before(sentence: Sentence, made: Sequence[Row], in_case: bool) -> Row | None:
    """A line with the values of the line before: "The third line contains the same numbers in another order"."""
    text = plain_text(sentence.text)
    match = next((m for m in _LINE.finditer(text) if m["line"] == "line"), None)
    verb = _VERB.search(text, match.end()) if match is not None else None
    is_same = verb is not None and _THE_SAME.match(text[verb.end() :].lstrip()) is not None
    if not is_same or not made or len(made[-1].entries) != 1 or made[-1].count is not None:
        return None
    return Row((replace(made[-1].entries[0], name="", sentence=None),), None, in_case, sentence)


def _told_before(after: str, verb: re.Match[str]) -> str:
    """What stands on a line where that comes before the verb: "In the first line two integers n and m are given"."""
    return re.sub(r"^[\s,]*(?:(?:of|for) (?:each|every|the|a) test(?: ?case)?\b)?[\s,]*", "", after[: verb.start()])


def _count(text: str | None, known: frozenset[str]) -> str | None:
    """How many lines "the next n - 1" are; None for one."""
    words = text.split() if text else []
    words = words[:-1] if len(words) > 1 and words[-1].lower() in ("following", "next", "subsequent") else words
    for start in range(max(0, len(words) - 8), len(words)):
        found = expression_in(" ".join(words[start:]), known)
        if found is not None:
            return None if found == "1" or expr(found).names & _NUMBERS_A_LINE else found
    return None
