"""What the Input section says line by line: "the second line contains n integers a_1, ..., a_n".

Each described line becomes a `Row`: how often it comes, the names on it, lengths of lists. Rows name the
program's variables (`names_from`), give lists their lengths, and are a read grammar of their own
(`described_program`) for when the program's reads can't be followed.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from slowpath.inputs.infer.extraction.names import base_name, variable_name
from slowpath.inputs.infer.reads import Branch, Break, Item, Loop, ReadProgram, Rest, Text, Token
from slowpath.inputs.infer.statement import Sentence, Statement
from slowpath.model.expression import expr

_NUMBERS = {"one": 1, "a": 1, "an": 1, "single": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6}
_NAME = r"[A-Za-z]\w*'?"
_COUNT = r"[A-Za-z0-9][\w*+\-() ]*?"
_LINE = re.compile(
    rf"\b(?:(?P<which>first|second|third|fourth|fifth|sixth|1st|2nd|3rd|4th|next|following|last|only|single|final|"
    rf"second and last|i-th|j-th|another)\s+)?(?:(?P<count>{_COUNT})\s+)?(?P<line>lines?)\b", re.I)
_VERB = re.compile(
    r"\b(contains?|consists?(?: of)?|has|have|gives?|given|describes?|is|are|holds?|containing|describing|"
    r"with|includes?|specif(?:y|ies)|represents?|follows?|start(?:s)?(?: with)?|:)(?=\s|$)", re.I)
_CUT = re.compile(r" -- |,? (?:where|denot\w+|such that|meaning|respectively|represent\w+|indicat\w+|which)\b|"
                  r", (?:the|an?) (?:number|length|size|\w+ of)|: ")
_STRING = re.compile(r"\b(strings?|words?|names?|characters?|letters?|symbols?|sequence of characters)\b", re.I)
_LIST = re.compile(rf"\b(?P<first>{_NAME}_\d\w*)\s*,?\s*(?:{_NAME}_\w+\s*,?\s*)*\.\.\.\s*,?\s*(?P<last>{_NAME}_\w+)")


@dataclass(frozen=True)
class Entry:
    """One name on a line; `length` the expression of a list's length, None for a single token."""

    name: str
    length: str | None = None
    string: bool = False


@dataclass(frozen=True)
class Row:
    """One described kind of line. `count` None: once; else an expression, such lines in a row. `case` says
    that it stands inside each test case; `columns` is the number of characters of a grid's line."""

    entries: tuple[Entry, ...]
    count: str | None = None
    case: bool = False
    sentence: Sentence | None = None
    columns: str | None = None


def rows_of(statement: Statement, known: frozenset[str]) -> list[Row]:
    """The described lines of the Input section in order. `known` are names that count as variables."""
    made: list[Row] = []
    in_case = False
    for sentence in statement.sentences:
        if sentence.section not in ("input", ""):
            continue
        if sentence.section == "" and not re.search(r"\blines?\b", sentence.text):
            continue
        in_case = in_case or bool(re.search(
            r"(?:each|every|the|a) (?:of the )?test ?cases? (?:consists?|contains?|is|starts?|begins?)|lines? of "
            r"(?:each|every|a|the) "
            r"(?:test|case)|description of (?:the )?test|for each test case", sentence.text, re.I))
        row = _row(sentence, known, in_case)
        if row is not None:
            made.append(row)
    from_blocks = _block_rows(statement)
    return from_blocks if len(from_blocks) > len(made) and not made else made


def _row(sentence: Sentence, known: frozenset[str], in_case: bool) -> Row | None:
    text = re.sub(r"\([^()]*(?:\([^()]*\)[^()]*)*\)", " ", sentence.text)
    match = next((m for m in _LINE.finditer(text)), None)
    if match is None:
        return None
    after = text[match.end():]
    verb = _VERB.search(after)
    if verb is None:
        return None
    body = after[verb.end():]
    if verb.group().lower().startswith("follow"):
        nested = _VERB.search(body)
        body = body[nested.end():] if nested else body
    count = _count(match.group("count"), match.group("line"), known, (match.group("which") or "").lower())
    grid = re.search(rf"\b(?P<n>{_COUNT})\s+(?:\w+\s+)?(?:characters|symbols|letters|cells)\b", body)
    columns = _expression(grid.group("n"), known) if grid and count is not None else None
    entries = _entries(body, known)
    if columns is not None:
        entries = [entry for entry in entries if entry.name not in expr(columns).names] or [Entry("", None, True)]
    if not entries:
        return None
    return Row(tuple(entries), count, in_case, sentence, columns)


def _count(text: str | None, line: str, known: frozenset[str], which: str) -> str | None:
    if not text:
        return None
    words = text.split()
    for start in range(len(words)):
        found = _expression(" ".join(words[start:]), known)
        if found is not None:
            return None if found == "1" else found
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
    lists = {base_name(m.group("first")): _last_index(m) for m in _LIST.finditer(body)}
    head = _CUT.split(body)[0]
    wanted = next((_NUMBERS[word] for word in re.findall(r"\w+", head.lower())[:4] if word in _NUMBERS), 0)
    counted = re.match(rf"\s*(?:exactly\s+)?(?P<n>{_COUNT})\s+(?:\w+[ -]){{0,4}}?(?:integers?|numbers?|values?|"
                       rf"elements?)\b",
                       body)
    length = _expression(counted.group("n"), known) if counted else None
    if length is not None and (length.isdigit() and not lists):
        length = None
    names = _names(head, known, length)
    if wanted and len(names) < wanted:
        names = _names(body, known, length)[:wanted]
    if wanted > 1 and len(names) > wanted:
        names = names[:wanted]
    made: list[Entry] = []
    for name in names:
        base = base_name(name) if base_name(name) in lists else variable_name(name)
        if any(entry.name == base for entry in made):
            continue
        size = lists.get(base) or (length if len(names) == 1 and length else None)
        made.append(Entry(base, size if size and not size.isdigit() else (length if size else None),
                          bool(_STRING.search(head))))
    if not made and length is not None:
        made.append(Entry("", length))
    return made


def _last_index(match: re.Match[str]) -> str:
    """The length that `a_1, ..., a_n` or `a_0, ..., a_{n-1}` says."""
    first, last = match.group("first").partition("_")[2], match.group("last").partition("_")[2]
    if first == "0" and last.endswith("-1"):
        return last[:-2]
    return f"{last}" if first != "2" else f"{last}-1"


def _names(text: str, known: frozenset[str], length: str | None) -> list[str]:
    """The variables that a text mentions, in order, the length's own left out."""
    without = set(re.findall(r"[A-Za-z]\w*", length)) if length else set()
    made: list[str] = []
    for match in re.finditer(rf"(?<![\w'])({_NAME}(?:_\w+)?)", text):
        word = match.group(1)
        base = variable_name(word)
        article = word in ("a", "A", "I") and not re.match(r"\s*(?:,|and\b|$|--|\.|in\b|of\b)", text[match.end():])
        if article or word in made or (word in without and word == base):
            continue
        if "_" in word or (len(word) <= 2 and word.lower() not in _PROSE_SHORT and not word.isdigit()) \
                or (word in known and word.lower() not in _PROSE_LONG):
            made.append(word)
    return made


_PROSE_SHORT = frozenset({"of", "is", "in", "on", "to", "by", "at", "an", "as", "be", "if", "it", "or", "no", "we",
                          "up", "so", "do", "us", "i.", "e."})
_PROSE_LONG = frozenset({"line", "lines", "integer", "integers", "string", "number", "two", "one", "three", "tree",
                         "node", "nodes", "edge", "edges", "array", "and", "the", "test", "case", "cases", "tests",
                         "graph", "grid", "input", "data", "first", "second", "next", "single", "word", "query",
                         "list", "row", "rows", "value", "values", "sum", "count", "size", "length", "index",
                         "points", "point", "start", "end", "time", "weight", "cost"})


def _block_rows(statement: Statement) -> list[Row]:
    """Rows of a preformatted block: `N M`, `A_1 ... A_N`, `u_1 v_1`, `:`, `u_M v_M`."""
    made: list[Row] = []
    texts = [block for block in statement.blocks if block.section == "input"]
    for block in texts:
        words = block.text.replace("...", " ... ").split()
        names = [word for word in words if re.fullmatch(rf"{_NAME}", word)]
        if words and not names:
            continue
        bases = [base_name(name) for name in names]
        if "..." in words and names and bases[0] == bases[-1]:
            made.append(Row((Entry(bases[0], _suffix(names[-1])),), None, False, block))
        elif made and made[-1].entries and tuple(e.name for e in made[-1].entries) == tuple(bases) \
                and "_" in names[0]:
            made[-1] = Row(made[-1].entries, _suffix(names[0]), False, block)
        elif names:
            made.append(Row(tuple(Entry(base) for base in bases), None, False, block))
    return made


def _suffix(name: str) -> str | None:
    suffix = name.partition("_")[2]
    return suffix if re.fullmatch(r"[A-Za-z](-1)?", suffix) else None


def names_from(rows: list[Row], items: tuple[Item, ...], names: dict[str, str]) -> dict[str, str]:
    """Key -> the statement's name, aligned in order by shape (scalar, list, in a test case) and by name."""
    theirs = [(entry.name, _stated_shape(row, entry)) for row in rows for entry in row.entries]
    ours = _shapes(items, 0)
    best: dict[tuple[int, int], tuple[float, tuple[int, int] | None]] = {}
    for i in range(len(ours) + 1):
        for j in range(len(theirs) + 1):
            choices: list[tuple[float, tuple[int, int] | None]] = [(0.0, None)]
            choices += [(best[i - 1, j][0], None)] if i else []
            choices += [(best[i, j - 1][0], None)] if j else []
            if i and j:
                gain = _likeness(ours[i - 1], theirs[j - 1], names)
                choices.append((best[i - 1, j - 1][0] + gain, (i - 1, j - 1)))
            best[i, j] = max(choices, key=lambda choice: choice[0])
    made: dict[str, str] = {}
    i, j = len(ours), len(theirs)
    while i and j:
        score, step = best[i, j]
        if step is not None:
            if theirs[j - 1][0]:
                made[ours[i - 1][0]] = theirs[j - 1][0]
            i, j = i - 1, j - 1
        elif best[i - 1, j][0] >= score:
            i -= 1
        else:
            j -= 1
    return made


def _likeness(ours: tuple[str, str], theirs: tuple[str, str], names: dict[str, str]) -> float:
    key, shape = ours
    name, stated = theirs
    alike = 1.0 if shape == stated else 0.7 if {shape, stated} in _NEAR else 0.1
    same = names.get(key, key).lower() == name.lower() and name
    return alike + (0.9 if same else 0.0)


_NEAR = ({"list", "case"}, {"row", "case"}, {"case", "scalar"}, {"case list", "list"}, {"row", "list"},
         {"case row", "row"}, {"case", "case row"})


def _stated_shape(row: Row, entry: Entry) -> str:
    kind = "list" if entry.length is not None else "row" if row.count is not None else ""
    return f"{'case ' if row.case else ''}{kind}".strip() or "scalar"


def _shapes(items: tuple[Item, ...], depth: int) -> list[tuple[str, str]]:
    """(key, shape) of every leaf in reading order."""
    made: list[tuple[str, str]] = []
    case = "case " if depth else ""
    for item in items:
        if isinstance(item, Rest):
            made += [(key, case.strip() or "scalar") for key in item.fields] or [(item.key, f"{case}list")]
        elif isinstance(item, Token | Text):
            made.append((item.key, case.strip() or "scalar"))
        elif isinstance(item, Loop):
            tags = {part.on for part in item.body if isinstance(part, Branch)}
            body = [part for part in item.body if not isinstance(part, Break)
                    and not (isinstance(part, Token) and part.key in tags)]
            if tags:
                made += [(key, f"{case}row") for key, _ in _shapes(tuple(body), depth)]
                continue
            plain = all(isinstance(part, Token | Rest | Text) for part in body) and not item.cases
            if plain and len(body) == 1:
                made.append((body[0].key, f"{case}list"))  # type: ignore[union-attr]
            elif plain:
                made += [(key, f"{case}row") for key, _ in _shapes(item.body, depth)]
            else:
                made += _shapes(item.body, depth + 1)
        elif isinstance(item, Branch):
            for _, arm in (*item.arms, ((), item.otherwise)):
                made += [(key, f"{case}row") for key, _ in _shapes(arm, depth)]
    return made


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
    return made


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


def described_program(rows: list[Row]) -> ReadProgram:
    """The rows as a read grammar, line by line."""
    before = [_row_items(row) for row in rows if not row.case]
    inside = [_row_items(row) for row in rows if row.case]
    items = [item for part in before for item in part]
    if inside:
        counts = [row.entries[0].name for row in rows if not row.case and row.entries]
        items.append(Loop(counts[-1] if counts else "", tuple(item for part in inside for item in part), 0, True))
    seen: dict[str, int] = {}
    return ReadProgram(_distinct(tuple(items), seen), True)


def _row_items(row: Row) -> list[Item]:
    made: list[Item] = []
    for entry in row.entries:
        name = entry.name or "a"
        if entry.length is not None:
            made.append(Loop(entry.length, (Token(name, "any"),)))
        else:
            made.append(Token(name, "word" if entry.string else "any"))
    made.append(Break())
    return [Loop(row.count, tuple(made))] if row.count is not None else made


def _distinct(items: tuple[Item, ...], seen: dict[str, int]) -> tuple[Item, ...]:
    made: list[Item] = []
    for item in items:
        if isinstance(item, Loop):
            made.append(Loop(item.count, _distinct(item.body, seen), item.line, item.cases))
        elif isinstance(item, Token | Text):
            count = seen[item.key] = seen.get(item.key, 0) + 1
            made.append(item if count == 1 else Token(f"{item.key}__{count}", getattr(item, "kind", "word")))
        else:
            made.append(item)
    return tuple(made)
