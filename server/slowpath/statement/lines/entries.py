"""The things that a description of a line names, in order, with the lengths of lists: "n integers a_1, ..., a_n"."""

from __future__ import annotations

import re
from collections.abc import Mapping

from slowpath.model.expression import expr
from slowpath.model.patterns import late_regex
from slowpath.statement.claims.names import base_name, subscript, variable_name
from slowpath.statement.claims.scope import without_own_number
from slowpath.statement.lines.rows import Entry

_NUMBERS = {"one": 1, "a": 1, "an": 1, "single": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6}
_NAME = r"[A-Za-z]\w*'?"
COUNT = r"[A-Za-z0-9][\w*^+\-() ]*?"
_CUT_LIST = late_regex(
    r" -- |,? (?:where|denot\w+|such that|meaning|respectively|represent\w+|indicat\w+|"
    r"depending on|which)\b"
)
_CUT = late_regex(
    rf"{_CUT_LIST.pattern}|(?<=[a-z]) ?[<>]=?|, (?:the|an?) (?:number|length|size|\w+ of)|: |"
    r" ?, how (?:many|much|long|large|far|often)\b|"
    r",? (?:with )?(?:none|neither|each|all|both)(?: of (?:them|these|which))? (?:\w+ ){0,3}?"
    r"(?:than|exceed\w*|at (?:most|least)|up to)\b"
)
_APPOSED_COUNT = late_regex(
    r"\s*(?:the|their|its) [a-z]+s\b[^,;:.]{0,60}?, (?=(?:[A-Za-z]|\d+) (?:[\w-]+ ){0,3}?"
    r"(?:integers|numbers|values|strings|words)\b)"
)
"""What a list is, before how many there are: "the ages of the people, n integers"."""
_APPOSITION = late_regex(r"(?:the|an?|its|their) [a-z][^,;:]*")
_BETWEEN_APPOSED = late_regex(r"\s*,\s*(?:and )?|\s+and (?=[A-Za-z]\w*\s*,)")
_STRING = late_regex(
    r"\b(strings?|words?|names?|characters?|letters?|symbols?|sequence of characters|"
    r"bracket sequences?)\b",
    re.I,
)
_INTEGERS = late_regex(r"\b(?:integers?|numbers?)\b")
"""Before their names, what are no words."""
_KINDS = late_regex(
    rf"\b({'|'.join(_NUMBERS)})\s+(?:[\w-]+\s+){{0,3}}?(?:integers?|numbers?|reals?|values?|strings?|"
    r"words?|names?|characters?|letters?|bits)\b"
)
_COUNTED_NAMES = late_regex(
    rf"\b({'|'.join(_NUMBERS)}) (?:[\w-]+ ){{0,3}}?(?:integers|numbers|reals|values|strings|"
    rf"words)"
    rf" ?:? (?P<names>{_NAME}(?:(?:, ?(?:and )?| and | ){_NAME})+)",
    re.I,
)
_PROSE = late_regex(r"(?:[A-Za-z]+ )?[A-Za-z]{3,} (?!and\b)[A-Za-z]")
"""Words that only a space parts, where names would stand: "the width w"."""
_NAMELESS = late_regex(
    r"\s*(?:how (?:many|long|large|big)\b|(?:exactly )?"
    r"(?:a|an|one|single|the) (?:[\w-]+ ){0,3}?(?:integer|number|string|word|"
    r"name|letter|character|sign)\b|(?:one of|either) )",
    re.I,
)
_FOLLOWED = late_regex(
    r",? (?:which is |and )?followed by (?=(?:an?|one|the|its|their|two|three|four) )(?![^.;]*\blines?\b)"
)
_ONE = r"(?:the|its|their|his|her) (?:[a-z]+ )?[a-z]{3,}(?<!s)"
_ONE_AND_ONE = late_regex(
    rf"\s*(?P<things>{_ONE}(?:, {_ONE})*,? and {_ONE})(?=$|[.,;]| (?:of|for) (?:an?|the|one|each|this) )"
)
"""One number for each of some nouns: "the value and the weight of an item"."""
_AND = late_regex(r",? and (?=(?:an?|one|the|its|their|his|her) )")
_NEXT = late_regex(rf"{_AND.pattern}|, (?=(?:an?|one) )")
"""What parts the things of a line."""
_THING = late_regex(
    r"\s*(?:an?|one|the|its|their|his|her) (?:(?!line\b)[a-z-]+ ){0,2}?(?!lines?\b)[a-z]{3,}(?<!s)(?= |,|$)"
)
"""One thing without a name: "an age"."""
_MANY_NAMELESS = late_regex(r"\s*\w+ (?:[a-z-]+ )?(?:integers|numbers|strings|words|names|times|dates|codes)\b")
_LIST = late_regex(
    r"\b(?P<first>[A-Za-z]\w*?_\d\w*)(?:\s*,\s*|\s+)(?:[A-Za-z]\w*(?:\s*,\s*|\s+)){0,5}\.\.\.\s*,?\s*"
    r"(?P<last>[A-Za-z]\w*)"
)
_COUNTED = late_regex(
    rf"\s*(?:exactly\s+|(?:the|those|these)\s+(?!\w+\s+(?:of|are|is)\b))?(?P<n>{COUNT})(?<![-+*])\s+"
    rf"(?:(?!an?\b|and\b|one\b)\w+[ -]){{0,4}}?(?:integers?|numbers?|values?|elements?|bits|words|"
    rf"strings)\b"
)
_STRING_LENGTH = late_regex(
    rf"\b(?:string|word|sequence)s? (?:{_NAME} )?(?:of|with|has) (?:length|size) (?:exactly )?({_NAME})\b|"
    rf"\b(?:string|word|sequence)s? {_NAME} (?:of|with|has) (?:exactly )?({_NAME})\b|"
    r"\b(?!a )([A-Za-z]) (?!of\b)(?:[\w-]+ ){0,3}?(?:letters|characters|symbols|digits)\b",
    re.I,
)
_SPAN = late_regex(
    r"\b(?:from|between|in order|(?:range|interval)(?: of)?) -?\d+ (?:to|and|through) "
    r"(?:\d+\b|[A-Za-z]\b(?: ?[-+*] ?\w+)?)(?!')|\b(?:in|range|interval) \[-?\d+ ?(?:,|;|\.\.+) ?[^\[\],]{1,20}[\])]"
)
_LETTERS = late_regex(
    r"(?:\b(?P<many>\w+) (?:[a-z][\w-]* )?)?\b(?P<word>letters?|characters?|symbols?|one of|alphabet|"
    r"only (?:contains?|consists? of|has|have|uses?)|(?:contains?|consists? of|has|have|uses?) only|"
    r"each(?:(?: of (?:which|them))? (?:is|being))?|"
    r"(?:chosen|taken|selected|drawn|picked) (?:from|among|out of)),? "
    r"\{? ?(?P<these>(?:[\"'`]?[^\s,][\"'`]?(?: ?, ?(?:and |or )?| (?:and|or) ))+[\"'`]?[^\s,][\"'`]?)"
    r"(?=$|[\s,.;)}])",
    re.I,
)
"""Letters that a word is made of, which name no variables: "of the letters a, b and c", "one of N and S". Where as many
characters are spoken of as are listed they are read: "two characters a and b"."""
_EITHER = late_regex(
    r"\beither [\w+-]+(?:, ?[\w+-]+)*,? or [\w+-]+\b|"
    r"\bone of (?:[A-Z]{2,}(?: ?,(?: (?:and|or))? | (?:and|or) ))+[A-Z]{2,}\b"
)
"""Words of which one stands there: "a verdict, either AC or WA"."""
_BOUNDED = late_regex(rf"\b(?P<name>{_NAME}) ?\((?P<bounds>[^()]*[<>][^()]*)\)")
_CHAINED = late_regex(
    rf"(?<=[a-z] )-?\d[\d^*]* ?<=? ?(?P<names>{_NAME}(?: ?(?:,|<=?|!=) ?{_NAME})*?)(?!\w) ?<=? ?"
    rf"(?:-?\d[\d^*,]*|{_NAME})(?: ?[-+*] ?\w+)*(?!\w| ?(?:<|!=))"
)
"""Names that stand inside of their bounds: "two integers 1 <= a != b <= n"."""
_ASCENDING = late_regex(r"\b([A-Za-z])_\d ?[<>]=? ?(?:\1_\d ?[<>]=? ?)*\.\.\. ?[<>]=? ?(?=\1_)")
"""A list whose order is told by signs: "k integers a_1 < a_2 < ... < a_k"."""
_TWO_IN_ORDER = late_regex(
    rf"\b((?:integers|numbers|indices|positions),?) ({_NAME}) ?(?:<=?|>=?|!=) ?({_NAME})(?! ?[<>=+*/-])(?!\w)"
)
"""Two names that are compared where they are told: "two integers a < b"."""
_COUNT_IN_BRACKETS = late_regex(r"\(([A-Za-z]\w* ?[-+*] ?\w+)\)(?= (?:lines|rows|integers|numbers)\b)")
"""`(m_1 + m_2) lines`."""
_TITLE = late_regex(r'"(?=[^"]*[A-Za-z]{3})[A-Z][^"]* [^"]*"')
"""What something is called: "the recipe of "Le Hamburger de Polycarpus""."""
_ITS_OWN = late_regex(r"^([A-Za-z]\w*?)_\{?[ijk]\}?$")
"""A count that is a line's own: "k_i integers"."""
_TUPLE_SIZES = {"pair": 2, "triple": 3, "quadruple": 4}
_TUPLES = late_regex(rf"\s*(?P<n>{'|'.join(_NUMBERS)}) (?P<size>{'|'.join(_TUPLE_SIZES)})s? of (?:integers|numbers)\b")
_ARTICLES = ("a", "A", "I", "an", "An")
_OF_WHOLE = late_regex(r"\bof the (?:sequence|permutation|array|list|string|set|graph|tree|matrix) $")
_COUNTS = late_regex(r"\b(?:two|three|four|five|six|both|all|these|those) (?:the )?$", re.I)
_PROSE_SHORT = frozenset(
    (
        "of is in on to by at an th as be if it or no we go he me my am up so do us i. e. HH MM SS DD hh mm "
        "ss dd kg km cm ml"
    ).split()
)
_PROSE_LONG = frozenset(
    (
        "line lines integer integers string number two one three tree node nodes edge edges array and the test "
        "case cases tests graph grid input data first second next single word query list row rows value values "
        "sum count size length index points point start end time weight cost"
    ).split()
)


def _without_letters(match: re.Match[str]) -> str:
    many = (match["many"] or "").lower()
    listed = len(re.findall(r"[^\s,]+", re.sub(r"\b(?:and|or)\b(?= )", " ", match["these"])))
    is_read = listed == (int(many) if many.isdigit() else _NUMBERS.get(many, 0))
    return match[0] if is_read else match[0][: match.end("word") - match.start()]


def plain_text(text: str) -> str:
    """The text without what brackets add, but for pairs of names: `(d_j, t_j)`."""
    text = _COUNT_IN_BRACKETS.sub(r"\1", text)
    text = _EITHER.sub(" ", _LETTERS.sub(_without_letters, _TITLE.sub(" ", without_own_number(text))))
    text = _ASCENDING.sub(lambda match: re.sub(r" ?[<>]=? ?", ", ", match[0]), text)
    text = _TWO_IN_ORDER.sub(r"\g<1> \g<2> and \g<3>", text)
    text = _CHAINED.sub(lambda match: re.sub(r" ?(?:,|<=?|!=) ?", ", ", match["names"]), text)
    text = re.sub(r"\((?=[A-Za-z]\w*(?:, ?[A-Za-z]\w*)+\))([^()]*)\)", r" \1 ", text)
    text = re.sub(r"\([^()]*(?:\([^()]*\)[^()]*)*\)", " ", text)
    text = re.sub(r"\[[^\[\]]*[<>]=?[^\[\]]*(?:\]|$)", " ", text)
    text = _LETTERS.sub(_without_letters, re.sub(r" {2,}", " ", text))
    text = re.sub(r"(?<![\w-])(?:[a-z]-[a-z]|[A-Z]-[A-Z])(?![\w-])", " ", text)
    text = re.sub(
        r"\b((?:letter|character|symbol)s?) [\"'`]?[A-Za-z][\"'`]? ?- ?[\"'`]?[A-Za-z][\"'`]?(?!\w)", r"\1", text
    )
    text = re.sub(r"([\"'`])\S\1", " ", text) if _STRING.search(text) else text
    text = re.sub(r"\b[a-zA-Z](?: ?[+-] ?\d)?(?: ?- ?(?:th|st|nd|rd)| ?th)\b", "i-th", text)
    return re.sub(r" {2,}", " ", text)


def with_bounded(text: str, entries: list[Entry]) -> list[Entry]:
    """The names that stand before their bounds in brackets, where these are more than were seen: "the integer n
    (1 <= n <= 9), which is the number of towns, and m (0 <= m <= 9), the number of roads"."""
    names = [match["name"] for match in _BOUNDED.finditer(text) if re.search(rf"\b{match['name']}\b", match["bounds"])]
    found = {entry.name for entry in entries}
    plain = all(entry.length is None and not entry.string for entry in entries)
    if not plain or len(names) <= len(entries) or len(set(names)) < len(names) or not found <= set(names):
        return entries
    return [Entry(variable_name(name)) for name in names]


def expression_in(text: str, known: frozenset[str]) -> str | None:
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


def entries_in(body: str, known: frozenset[str]) -> list[Entry]:
    """The names on a line, in order."""
    found = _APPOSED_COUNT.match(body)
    return [Entry(variable_name(name)) for name in _apposed(body)] or _entries(
        body[found.end() :] if found is not None else body, known
    )


def _entries(body: str, known: frozenset[str]) -> list[Entry]:
    first, *rest = _FOLLOWED.split(body, maxsplit=1)
    if rest and _NAMELESS.match(first) and not _names(first, known, None):
        return [*entries_in(first, known), *entries_in(rest[0], known)]  # "the name of a town, followed by ..."
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
        and not _NAMELESS.match(head)
        and not _names(head, known, None)
    ):
        behind = re.sub(
            r"^\s*(?:each|the i-th) (?:of them |line |row )?(?:has|contains|holds|gives|consists "
            r"of) ",
            "",
            behind,
        )
        return entries_in(behind, known)  # "describe the roads: three integers u, v, w"
    wanted = _wanted(head.lower())
    told = _told_names(body, wanted)
    counted = _COUNTED.match(body)

    length = expression_in(_ITS_OWN.sub(r"\1", counted.group("n")), known) if counted else None
    if length is not None and (length.isdigit() and not lists):
        length = None
    if counted and length is not None and not listed:
        head = head[counted.end("n") :]
    lengths = string_lengths(body)
    names = told or [name for name in _names(head, known, length) if name not in lengths]
    names = [name for name in names if not _counts_list(name, lists, body)]
    if wanted and len(names) < wanted:
        names = [name for name in _names(body, known, length) if name not in lengths][:wanted]
    if wanted > 1 and len(names) > wanted:
        names = names[:wanted]
    if not lists and length is None and (mixed := _mixed(head, len(names), known)):
        return mixed
    made: list[Entry] = []
    is_string = _is_string(head, names)
    for name in names:
        base = base_name(name) if base_name(name) in lists else variable_name(name)
        if any(entry.name == base for entry in made) and (name == base or len(names) != wanted):
            continue  # Of "six integers n, m, r_a, c_a, r_b and c_b" each stands for itself.
        size = lists.get(base) or (length if len({base_name(each) for each in names}) == 1 else None)
        made.append(Entry(base, size if size and not size.isdigit() else (length if size else None), is_string))
    if not made and len(lists) == 1 and length in (None, *lists.values()):
        made += [Entry(name, size) for name, size in lists.items()]  # "n integers -- the prices: a_1, ..., a_n"
    if not made and length is not None:
        made.append(Entry("", length, counted is not None and counted.group().endswith(("words", "strings"))))
    beside = body.partition(", ")[2] if _THING.match(body) else ""  # "the height of a tower, a number from 1 to 9"
    told_by = [head, listed.group() if listed else "", beside, body.partition(" -- ")[2]]
    made = made or ([] if lengths else _things(head))
    meant = next(filter(_NAMELESS.match, told_by), told_by[-1])  # "a keyboard -- a string of 26 letters"
    if not made and (_NAMELESS.match(meant) or lengths):
        parts = _AND.split(meant)  # "a name and an integer"
        parts = parts if all(map(_NAMELESS.match, parts)) else [meant]
        made += [Entry("", None, bool(_STRING.search(part))) for part in parts]
    if not made and listed and _MANY_NAMELESS.match(listed.group()):
        head, wanted = listed.group(), _wanted(listed.group().lower())  # "two integers: the numbers of two items"
    if not made and wanted > 1 and _MANY_NAMELESS.match(head):
        made = [Entry("", None, bool(_STRING.search(head)))] * wanted  # "three integers that describe ..."
    if not made and (each := _ONE_AND_ONE.match(body)):
        made = [Entry("", None, bool(_STRING.search(part))) for part in re.split(r", | and ", each["things"])]
    return made


def _apposed(body: str) -> list[str]:
    """Several names, each with what it is behind it: "n, the number of people, and k, the size of a team"."""
    parts = _BETWEEN_APPOSED.split(body.strip(" .,"))
    names, told = parts[::2], parts[1::2]
    are_names = all(re.fullmatch(_NAME, name) and name not in _PROSE_SHORT for name in names)
    return names if are_names and len(names) == len(told) > 1 and all(map(_APPOSITION.fullmatch, told)) else []


def _mixed(head: str, named: int, known: frozenset[str]) -> list[Entry]:
    """The things of a line of which only some have a name: "a name and an integer p"."""
    parts = _NEXT.split(head)
    own = [_names(part, known, None) for part in parts]
    if not 0 < named < len(parts) or max(map(len, own)) > 1 or not all(map(_THING.match, parts)):
        return []
    return [
        Entry(variable_name(names[0]) if names else "", None, bool(_STRING.search(part)))
        for names, part in zip(own, parts, strict=True)
    ]


def _things(head: str) -> list[Entry]:
    """The things of a line of which none has a name: "an age, a weight and a height"; not "a name, a string of ten
    letters", which is one."""
    parts = [
        part
        for told in _AND.split(head)
        for at, part in enumerate(re.split(r", (?=(?:an?|one) )", told))
        if not at or not _NAMELESS.match(part)
    ]
    if len(parts) < 2 or not all(map(_THING.match, parts)):
        return []
    return [Entry("", None, bool(_STRING.search(part))) for part in parts]


def _is_string(head: str, names: list[str]) -> bool:
    """Whether the things of a line are words, by what stands before their names: letters may be spoken of behind."""
    before = re.split(rf"\b{re.escape(names[0])}\b", head)[0] if names else ""
    return bool(_STRING.search(before if _INTEGERS.search(before) else head))


def _told_names(body: str, wanted: int) -> list[str]:
    """The names behind the words that count them, where as many stand there: "the operation number i is written as
    three integers: l_i, r_i, d_i"."""
    for match in _COUNTED_NAMES.finditer(body):
        if _PROSE.match(match["names"]):
            continue
        names = re.findall(_NAME, re.sub(r"\band\b", " ", match["names"]))
        is_all = wanted > 1 or (not wanted and not _STRING.search(body[: match.start()]))
        if is_all and len(names) == (wanted or len(names)) == _NUMBERS[match[1].lower()]:
            return names
    return []


def _counts_list(name: str, lists: Mapping[str, str], body: str) -> bool:
    """Whether all that a body says of a name is how many a list on the line has: "the n volumes v_1, ..., v_n"."""
    for base, size in lists.items():
        found = re.search(rf"\b{re.escape(size)} (?:[\w-]+ ){{0,2}}[a-z]{{2,}}s:? {re.escape(base)}_", body)
        if size == name and found and not re.search(rf"\b{re.escape(size)}\b", body[: found.start()]):
            return True
    return False


def string_lengths(body: str) -> set[str]:
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
            or re.match(r" ?-[a-z]{2,}", text[match.end() :])  # "i-th", "x-coordinate"
            or word in made
            or (word in without and word == base)
        ):
            continue
        prose = word in _PROSE_SHORT or (not text[: match.start()].strip() and word.lower() in _PROSE_SHORT)
        is_thing = len(word) > 2 and "_" not in word and _COUNTS.search(text[: match.start()])
        if is_thing or (made and _OF_WHOLE.search(text[: match.start()])):
            continue  # "the two students" names no variable `students`, "g_1, ..., g_l of the sequence G" no other one.
        if "_" in word or (len(word) <= 2 and not prose) or (word in known and word.lower() not in _PROSE_LONG):
            made.append(word)
    return made
