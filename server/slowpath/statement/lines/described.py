"""What the Input section says line by line: "the second line contains n integers a_1, ..., a_n".

Each described line becomes a `Row`: how often it comes, the names on it, lengths of lists. Rows name the
program's variables (`names_from`), give lists their lengths, and are a read grammar of their own
(`described_program`) for when the program's reads can't be followed.
"""

from __future__ import annotations

import re
from dataclasses import replace

from slowpath.model.expression import expr
from slowpath.statement.claims.names import base_name, subscript, variable_name
from slowpath.statement.claims.scope import without_own_number
from slowpath.statement.lines.layout_block import block_rows
from slowpath.statement.lines.numbered_lines import as_prose
from slowpath.statement.lines.rows import Entry, Row
from slowpath.statement.sentences.statement import Sentence, Statement

_NUMBERS = {"one": 1, "a": 1, "an": 1, "single": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6}
_NAME = r"[A-Za-z]\w*'?"
_COUNT = r"[A-Za-z0-9][\w*+\-() ]*?"
_LINE = re.compile(
    rf"\b(?:(?P<which>first|second|third|fourth|fifth|sixth|1st|2nd|3rd|4th|next|following|last|only|single|final|"
    rf"second and last|i-th|j-th|another)\s+)?(?:(?P<count>{_COUNT})\s+)?(?P<line>lines?)\b",
    re.I,
)
_VERB = re.compile(
    r"\b(contains?|consists?(?: of)?|has|have|gives?|given|describes?|tells?(?: (?:you|us))?|"
    r"says?|states?|is|are|holds?|containing|describing|"
    r"with|includes?|specif(?:y|ies)|represents?|follows?|start(?:s)?(?: with)?)(?=\s|$)|:(?=\s|$)",
    re.I,
)
_ONE_A_LINE = re.compile(
    rf"\b(?P<count>{_COUNT})\s+(?:[a-z-]{{3,}}\s+)?[a-z-]{{2,}}s\s+(?:follow|are given|come),?\s+"
    r"(?:one|each)\s+(?:per|(?:on|in)\s+(?:a|its|their)(?: own| separate| new)?)\s+line\b",
    re.I,
)
_THEN = re.compile(r"[,;]\s+(?:and )?then\s+(?=(?:[\w*+-]+\s+){0,4}lines?\b)", re.I)
_PASSIVE = re.compile(r"(?:is|are)(?: \w+)? (?:given|provided|written|printed|specified|entered|located)\b", re.I)
_CUT_LIST = re.compile(
    r" -- |,? (?:where|denot\w+|such that|meaning|respectively|represent\w+|indicat\w+|"
    r"depending on|which)\b"
)
_CUT = re.compile(rf"{_CUT_LIST.pattern}|(?<=[a-z]) ?[<>]=?|, (?:the|an?) (?:number|length|size|\w+ of)|: ")
_STRING = re.compile(
    r"\b(strings?|words?|names?|characters?|letters?|symbols?|sequence of characters|"
    r"bracket sequences?)\b",
    re.I,
)
_KINDS = re.compile(
    rf"\b({'|'.join(_NUMBERS)})\s+(?:[\w-]+\s+){{0,3}}?(?:integers?|numbers?|reals?|values?|strings?|"
    r"words?|names?|characters?|letters?|bits)\b"
)
_COUNTED_NAMES = re.compile(
    rf"\b({'|'.join(_NUMBERS)}) (?:[\w-]+ ){{0,3}}?(?:integers|numbers|reals|values|strings|"
    rf"words)"
    rf" ?:? (?P<names>{_NAME}(?:(?:, ?(?:and )?| and | ){_NAME})+)",
    re.I,
)
_NAMELESS = re.compile(
    r"\s*(?:how (?:many|long|large|big)\b|(?:exactly )?"
    r"(?:a|an|one|single|the) (?:[\w-]+ ){0,3}?(?:integer|number|string|word|"
    r"name|letter|character|sign)\b|(?:one of|either) )",
    re.I,
)
_AND = re.compile(r",? and (?=(?:an?|one|the) )")
_MANY_NAMELESS = re.compile(r"\s*\w+ (?:[a-z-]+ )?(?:integers|numbers|strings|words|names)\b")
_LIST = re.compile(
    r"\b(?P<first>[A-Za-z]\w*?_\d\w*)(?:\s*,\s*|\s+)(?:[A-Za-z]\w*(?:\s*,\s*|\s+)){0,5}\.\.\.\s*,?\s*"
    r"(?P<last>[A-Za-z]\w*)"
)
_COUNTED = re.compile(
    rf"\s*(?:exactly\s+|(?:the|those|these)\s+(?!\w+\s+(?:of|are|is)\b))?(?P<n>{_COUNT})(?<![-+*])\s+"
    rf"(?:(?!an?\b|and\b|one\b)\w+[ -]){{0,4}}?(?:integers?|numbers?|values?|elements?|bits|words|"
    rf"strings)\b"
)
_STRING_LENGTH = re.compile(
    rf"\b(?:string|word|sequence)s? (?:{_NAME} )?(?:of|with|has) (?:length|size) (?:exactly )?({_NAME})\b|"
    rf"\b(?:string|word|sequence)s? {_NAME} (?:of|with|has) (?:exactly )?({_NAME})\b|"
    r"\b(?!a )([A-Za-z]) (?:[\w-]+ ){0,3}?(?:letters|characters|symbols|digits)\b",
    re.I,
)
_BEGINS = re.compile(
    r"(?:\b[Ii]nput (?:begins|starts) with (?:a single |an? |the )(?:\w+ )?(?:integer|number)|"
    r"^The first (?:integer|number) is) (?P<name>[A-Za-z])\b(?!')"
)
_SPAN = re.compile(r"\b(?:from|between|in order) -?\d+ (?:to|and|through) (?:\d+\b|[A-Za-z]\b(?: ?[-+*] ?\w+)?)(?!')")
_LETTERS = re.compile(
    r"(?:\b(?P<many>\w+) (?:[a-z][\w-]* )?)?\b(?P<word>letters?|characters?|symbols?|one of|"
    r"(?:chosen|taken|selected|drawn|picked) (?:from|among|out of)) "
    r"(?P<these>(?:[\"'`]?[^\s,][\"'`]?(?:, ?(?:and |or )?| (?:and|or) ))+[\"'`]?[^\s,][\"'`]?)"
    r"(?=$|[\s,.;)])",
    re.I,
)
"""Letters that a word is made of, which name no variables: "of the letters a, b and c", "one of N and S". Where as many
characters are spoken of as are listed they are read: "two characters a and b"."""
_BOUNDED = re.compile(rf"\b(?P<name>{_NAME}) ?\((?P<bounds>[^()]*[<>][^()]*)\)")
_CHAINED = re.compile(
    rf"(?<=[a-z] )-?\d[\d^*]* ?<=? ?(?P<names>{_NAME}(?: ?(?:,|<=?|!=) ?{_NAME})*?)(?!\w) ?<=? ?"
    rf"(?:-?\d[\d^*,]*|{_NAME})(?: ?[-+*] ?\w+)*(?!\w| ?(?:<|!=))"
)
"""Names that stand inside of their bounds: "two integers 1 <= a != b <= n"."""
_TITLE = re.compile(r'"(?=[^"]*[A-Za-z]{3})[A-Z][^"]* [^"]*"')
"""What something is called: "the recipe of "Le Hamburger de Polycarpus""."""
_SO_MANY = r"\b(?:the|contains?|has|gives?|holds?|with|of|are|then) {} (?:[a-z-]+ ){{0,2}}[a-z]{{2,}}s\b"
_TUPLE_SIZES = {"pair": 2, "triple": 3, "quadruple": 4}
_TUPLES = re.compile(rf"\s*(?P<n>{'|'.join(_NUMBERS)}) (?P<size>{'|'.join(_TUPLE_SIZES)})s? of (?:integers|numbers)\b")
_STARTS = re.compile(r"^(?:The|An?|Each|Every) (?:[a-z-]+ ){1,4}?(?:starts?|begins?) with (?P<what>.*)")
_GOES_ON = re.compile(
    r"^(?:(?:This|That|It|Which) (?:is|are) (?:then )?followed by|(?:Then|Next|Finally|After (?:this|that|it)|"
    r"Following (?:this|that|the|it)(?: \w+)?),?(?: (?:there )?(?:will(?: be)?|is|are|comes?|follows?|"
    r"you (?:will )?get))?) (?P<what>.*)"
)
_ONE_WORD = re.compile(r"(?:one of (?:the|these)|either|an? (?:letter|character|word|string)\b(?! [A-Za-z]\b))")
_OTHER_LINES = re.compile(r"\blines\b|\b(?:a|another|one|empty|blank) line\b")
_TELLS_NAME = re.compile(
    r"\b[ij]-th (?:of (?:these|them|those|the \w+)|\w+)(?: (?:on|of|in) (?:the )?[ij]-th (?:of (?:these|those|the) )?"
    r"(?:\w+ )?)? ?(?:is|denotes|represents|gives|describes|specifies)\b[^.;]{0,40}?\b(?P<name>[A-Za-z]\w*_\w+)",
    re.I,
)
"""How the values of a list are called: "the i-th of these is a_i"."""
_SPEAKS = re.compile(r"\blines?\b")
_CASE = re.compile(
    r"(?:each|every|the|a) (?:of the )?test ?cases? (?:consists?|contains?|is|starts?|begins?)|lines? of (?:each|"
    r"every|a|the) (?:test|case)|description of (?:the )?test|for each test case",
    re.I,
)
_OF_THESE = re.compile(
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
            and re.search(_SO_MANY.format(re.escape(named)), _plain(row.sentence.text)) is not None
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
    for sentence in (replace(whole, text=part) for whole in sentences for part in _THEN.split(as_prose(whole.text))):
        in_case = in_case or bool(_CASE.search(sentence.text))
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
        row = _row(sentence, known, in_case)
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
            made.append(_called(row, sentence) or row)
            announced = None
        elif announced is not None and (entries := _entries(_said_of_each(sentence), known)):
            # "The next m lines describe roads. A road is given by two integers u and v."
            if re.search(
                r"\b(?:integers?|numbers?|pairs?|triples?|strings?|words?|names?|is given|are given)\b", sentence.text
            ):
                made.append(Row(tuple(entries), announced, in_case, sentence))
                announced = None
        elif begins := _BEGINS.search(sentence.text):
            made.append(Row((Entry(variable_name(begins["name"])),), None, in_case, sentence))
        elif made and (more := _followed(sentence, known)):
            made[-1] = replace(made[-1], entries=(*made[-1].entries, more))
    return _without_repeats(made)


def _called(row: Row, sentence: Sentence) -> Row | None:
    """The row with the name that a sentence gives the values of the list at its end; None where there is no such list
    without a name, or it isn't told."""
    told = _TELLS_NAME.search(_plain(sentence.text))
    last = row.entries[-1] if row.entries else None
    if told is None or last is None or last.name or last.length is None:
        return None
    return replace(row, entries=(*row.entries[:-1], replace(last, name=base_name(told["name"]))))


def _begun(sentence: Sentence, known: frozenset[str]) -> tuple[Entry, ...]:
    """What stands first on lines that were announced, where other sentences go on: "A record starts with a name"."""
    found = _STARTS.search(_plain(sentence.text))
    return _one_after_another(found["what"], known) if found is not None else ()


def _gone_on(sentence: Sentence, known: frozenset[str]) -> tuple[Entry, ...]:
    """What follows on a line of which the sentence before spoke: "Then follows an integer k"."""
    found = _GOES_ON.search(_plain(sentence.text))
    entries = _one_after_another(found["what"], known) if found is not None else ()
    return tuple(replace(entry, sentence=sentence) for entry in entries)


def _one_after_another(text: str, known: frozenset[str]) -> tuple[Entry, ...]:
    """The things of "an integer k, followed by k numbers"."""
    if _OTHER_LINES.search(text):
        return ()
    made: list[Entry] = []
    for part in re.split(r",? (?:which (?:is|are) )?followed by ", text):
        made += [Entry("", None, True)] if _ONE_WORD.match(part) else _entries(part, known)
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
    text = _plain(sentence.text)
    verb = _VERB.search(text) if _OF_THESE.search(sentence.text) else None
    return text[verb.end() :] if verb is not None else text


def _without_letters(match: re.Match[str]) -> str:
    many = (match["many"] or "").lower()
    listed = len(re.findall(r"[^\s,]+", re.sub(r"\b(?:and|or)\b(?= )", " ", match["these"])))
    is_read = listed == (int(many) if many.isdigit() else _NUMBERS.get(many, 0))
    return match[0] if is_read else match[0][: match.end("word") - match.start()]


def _plain(text: str) -> str:
    """The text without what brackets add, but for pairs of names: `(d_j, t_j)`."""
    text = _LETTERS.sub(_without_letters, _TITLE.sub(" ", without_own_number(text)))
    text = _CHAINED.sub(lambda match: re.sub(r" ?(?:,|<=?|!=) ?", ", ", match["names"]), text)
    text = re.sub(r"\((?=[A-Za-z]\w*(?:, ?[A-Za-z]\w*)+\))([^()]*)\)", r" \1 ", text)
    text = re.sub(r"\([^()]*(?:\([^()]*\)[^()]*)*\)", " ", text)
    text = re.sub(r"\[[^\[\]]*[<>]=?[^\[\]]*(?:\]|$)", " ", text)
    text = re.sub(r"(?<![\w-])(?:[a-z]-[a-z]|[A-Z]-[A-Z])(?![\w-])", " ", text)
    text = re.sub(r"([\"'`])\S\1", " ", text) if _STRING.search(text) else text
    return re.sub(r"\b[a-zA-Z](?: ?[+-] ?\d)?(?: ?- ?(?:th|st|nd|rd)| ?th)\b", "i-th", text)


def _followed(sentence: Sentence, known: frozenset[str]) -> Entry | None:
    """What a line goes on with: "Then follow k integers, the values"."""
    found = re.search(
        r"\b(?:then |followed by |next |^the following )(?:follow |come |there (?:are|follow) |by )?"
        rf"(?P<n>{_COUNT}) (?:[\w-]+ )?(?:integers|numbers|values)\b",
        sentence.text,
        re.I,
    )
    length = _expression(found.group("n"), known) if found and "line" not in sentence.text else None
    return Entry("", length) if length is not None and not length.isdigit() else None


def _row(sentence: Sentence, known: frozenset[str], in_case: bool) -> Row | None:
    """The line that a sentence describes; without entries where it only says how many lines come."""
    text = _plain(sentence.text)
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
    body = body if _entries(body, known) else after[verb.end() :]
    if verb.group().lower().startswith("follow"):
        nested = _VERB.search(body)
        body = body[nested.end() :] if nested else body
    grid = re.search(rf"\b(?P<n>{_COUNT})\s+(?:\w+\s+)?(?:characters|symbols|letters|cells)\b", body)
    columns = _expression(grid.group("n"), known) if grid and count is not None else None
    entries = _entries(body, known)
    if columns is not None:
        entries = [entry for entry in entries if entry.name not in expr(columns).names] or [Entry("", None, True)]
    entries = _bounded(sentence.text, entries)
    if not entries and count is None:
        return None
    return Row(tuple(entries), count, in_case, sentence, columns if entries else None)


def _bounded(text: str, entries: list[Entry]) -> list[Entry]:
    """The names that stand before their bounds in brackets, where these are more than were seen: "the integer n
    (1 <= n <= 9), which is the number of towns, and m (0 <= m <= 9), the number of roads"."""
    names = [match["name"] for match in _BOUNDED.finditer(text) if re.search(rf"\b{match['name']}\b", match["bounds"])]
    found = {entry.name for entry in entries}
    plain = all(entry.length is None and not entry.string for entry in entries)
    if not plain or len(names) <= len(entries) or len(set(names)) < len(names) or not found <= set(names):
        return entries
    return [Entry(variable_name(name)) for name in names]


def _told_before(after: str, verb: re.Match[str]) -> str:
    """What stands on a line where that comes before the verb: "In the first line two integers n and m are given"."""
    return re.sub(r"^[\s,]*(?:(?:of|for) (?:each|every|the|a) test(?: ?case)?\b)?[\s,]*", "", after[: verb.start()])


def _count(text: str | None, known: frozenset[str]) -> str | None:
    """How many lines "the next n - 1" are; None for one."""
    words = text.split() if text else []
    words = words[:-1] if len(words) > 1 and words[-1].lower() in ("following", "next", "subsequent") else words
    for start in range(max(0, len(words) - 8), len(words)):
        found = _expression(" ".join(words[start:]), known)
        if found is not None:
            return None if found == "1" or "th" in expr(found).names else found
    return None


def _expression(text: str, known: frozenset[str]) -> str | None:
    """`text` as an expression over variables, or None when it is prose."""
    text = text.strip().replace("^", "**")
    text = re.sub(r"(\d)\s*([a-zA-Z])\b", r"\1*\2", text)
    if text.lower() in _NUMBERS:
        return str(_NUMBERS[text.lower()])
    try:
        made = expr(text.replace("/", "//"))
    except (ValueError, ArithmeticError, SyntaxError):
        return None
    plain = all(len(name) <= 2 or name in known for name in made.names)
    return made.text if plain and "_" not in made.text else None


def _entries(body: str, known: frozenset[str]) -> list[Entry]:
    """The names on a line, in order."""
    lists = {
        base_name(m.group("first")): _last_index(m)
        for m in _LIST.finditer(body)
        if base_name(m.group("first")) == base_name(m.group("last"))
    }
    listed = re.match(r"\s*(?:exactly )?(?:[\w-]+ ){0,4}?(?:integers?|numbers?|strings?|values?)\s*: ", body)
    head = _CUT_LIST.split(body[listed.end() :])[0] if listed else _CUT.split(body)[0]
    behind = body.partition(": ")[2]
    if (
        behind
        and not listed
        and not re.search(r"\b(?:integers?|numbers?|strings?|values?)\b", head)
        and not _names(head, known, None)
    ):
        behind = re.sub(
            r"^\s*(?:each|the i-th) (?:of them |line |row )?(?:has|contains|holds|gives|consists "
            r"of) ",
            "",
            behind,
        )
        return _entries(behind, known)  # "describe the roads: three integers u, v, w"
    wanted = _wanted(head.lower())
    told = _told_names(body, wanted)
    counted = _COUNTED.match(body)

    length = _expression(counted.group("n"), known) if counted else None
    if length is not None and (length.isdigit() and not lists):
        length = None
    lengths = _string_lengths(body)
    names = told or [name for name in _names(head, known, length) if name not in lengths]
    if wanted and len(names) < wanted:
        names = [name for name in _names(body, known, length) if name not in lengths][:wanted]
    if wanted > 1 and len(names) > wanted:
        names = names[:wanted]
    made: list[Entry] = []
    for name in names:
        base = base_name(name) if base_name(name) in lists else variable_name(name)
        if any(entry.name == base for entry in made) and (name == base or len(names) != wanted):
            continue  # Of "six integers n, m, r_a, c_a, r_b and c_b" each stands for itself.
        size = lists.get(base) or (length if len({base_name(each) for each in names}) == 1 else None)
        made.append(
            Entry(base, size if size and not size.isdigit() else (length if size else None), bool(_STRING.search(head)))
        )
    if not made and len(lists) == 1 and length in (None, *lists.values()):
        made += [Entry(name, size) for name, size in lists.items()]  # "n integers -- the prices: a_1, ..., a_n"
    if not made and length is not None:
        made.append(Entry("", length))
    meant = head if _NAMELESS.match(head) else body.partition(" -- ")[2]  # "a keyboard -- a string of 26 letters"
    if not made and (_NAMELESS.match(meant) or lengths):
        parts = _AND.split(meant)  # "a name and an integer"
        parts = parts if all(map(_NAMELESS.match, parts)) else [meant]
        made += [Entry("", None, bool(_STRING.search(part))) for part in parts]
    if not made and wanted > 1 and _MANY_NAMELESS.match(head):
        made = [Entry("", None, bool(_STRING.search(head)))] * wanted  # "three integers that describe ..."
    return made


def _told_names(body: str, wanted: int) -> list[str]:
    """The names behind the words that count them, where as many stand there: "the operation number i is written as
    three integers: l_i, r_i, d_i"."""
    for match in _COUNTED_NAMES.finditer(body):
        names = re.findall(_NAME, re.sub(r"\band\b", " ", match["names"]))
        is_all = wanted > 1 or (not wanted and not _STRING.search(body[: match.start()]))
        if is_all and len(names) == (wanted or len(names)) == _NUMBERS[match[1].lower()]:
            return names
    return []


def _string_lengths(body: str) -> set[str]:
    """The names that say how long a string is, rather than being on the line: "a string of n letters"."""
    return {next(name for name in match.groups() if name) for match in _STRING_LENGTH.finditer(body)}


def _wanted(head: str) -> int:
    """How many things a line has by the words that count them, 0 for unknown: "two integers n and m and one real p"."""
    grouped = _TUPLES.match(head)
    if grouped is not None:
        return _NUMBERS[grouped["n"]] * _TUPLE_SIZES[grouped["size"]]
    first = next((_NUMBERS[word] for word in re.findall(r"\w+", head)[:4] if word in _NUMBERS), 0)
    return max(first, sum(_NUMBERS[match.group(1)] for match in _KINDS.finditer(head))) if first > 1 else first


def _last_index(match: re.Match[str]) -> str:
    """The length that `a_1, ..., a_n` or `a_0, ..., a_{n-1}` says."""
    first, last = subscript(match.group("first")), base_name(subscript(match.group("last")))
    if first == "0":
        return last[:-2] if last.endswith("-1") else f"{last}+1"
    return last if first != "2" else f"{last}-1"


def _names(text: str, known: frozenset[str], length: str | None) -> list[str]:
    """The variables that a text mentions, in order, the length's own left out."""
    without = set(re.findall(r"[A-Za-z]\w*", length)) if length else set()
    made: list[str] = []
    text = _SPAN.sub(" ", text)
    for match in re.finditer(rf"(?<![\w'])({_NAME}(?:_\w+)?)", text):
        word = match.group(1)
        base = variable_name(word)
        article = word in _ARTICLES and not re.match(
            r"\s*(?:,|and\b|$|--|\.|in\b|of\b|[a-zA-Z]\b(?!-))", text[match.end() :]
        )
        if word in ("i", "j") and (f"{word}-th" in text or re.search(rf"_{word}\b", text)):
            continue
        if (
            article
            or text[match.end() : match.end() + 3] == "-th"
            or word in made
            or (word in without and word == base)
        ):
            continue
        prose = word in _PROSE_SHORT or (not text[: match.start()].strip() and word.lower() in _PROSE_SHORT)
        is_thing = len(word) > 2 and "_" not in word and _COUNTS.search(text[: match.start()])
        if is_thing:
            continue  # "the two students" names no variable `students`.
        if "_" in word or (len(word) <= 2 and not prose) or (word in known and word.lower() not in _PROSE_LONG):
            made.append(word)
    return made


_ARTICLES = ("a", "A", "I", "an", "An")
_COUNTS = re.compile(r"\b(?:two|three|four|five|six|both|all|these|those) (?:the )?$", re.I)
_PROSE_SHORT = frozenset(
    ("of is in on to by at an th as be if it or no we go he me my am up so do us i. e. HH MM SS DD hh mm ss dd").split()
)
_PROSE_LONG = frozenset(
    (
        "line lines integer integers string number two one three tree node nodes edge edges array and the test "
        "case cases tests graph grid input data first second next single word query list row rows value values "
        "sum count size length index points point start end time weight cost"
    ).split()
)
