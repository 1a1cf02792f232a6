"""What may follow at a place of a written format: keywords, types, variables in scope, usual bounds, traits."""

from __future__ import annotations

from collections.abc import Sequence

from slowpath.inputs.relation_kinds.registry import offered, words_before_names
from slowpath.inputs.text_form.lexer import Lexeme
from slowpath.inputs.text_form.positions import BLOCKS, COUNT, FUNCTIONS, TYPES, outline, words_of
from slowpath.model.format import TRAITS
from slowpath.model.format_text import Declared, FormatCompletion

USUAL_RANGES = ("1..10^5", "1..2*10^5", "1..10^6", "1..10^9", "0..10^9", "-10^9..10^9", "1..10^18", "0..1", "1..100")
USUAL_HIGHS = ("100", "1000", "10^4", "10^5", "2*10^5", "5*10^5", "10^6", "10^9", "10^18", "10^9+7")
USUAL_LENGTHS = ('1..10^5 of "a-z"', '1..100 of "a-z"', '1..10^5 of "01"', '1..10^5 of "A-Z"', '1..20 of "a-zA-Z0-9"')
USUAL_DECIMALS = ("0.0..1.0 decimals 6", "-1000.0..1000.0 decimals 3")
_EDGE_TRAITS = ("connected", "simple", "no-loops", "directed", "acyclic", "bipartite", "rooted")
_ROW_TRAITS = ("distinct", "sorted", "strictly-sorted", "reverse-sorted")
_MEANINGS = {"tree": "(u, v; n)", "graph": "(u, v; n)", "intervals": "(l, r)", "points": "(x, y)"}
_OPERATORS = ("+", "-", "*", "/", "//", "%", "^", "**", "(", "[", ",")
_BEFORE_NAMES = frozenset({"sum", "key", "pair", "row", "in", *_OPERATORS})
"""Words of relations behind which a variable stands, beside those that kinds of relations begin with."""
_COMPARISONS = ("<=", ">=", "==", "!=", "<", ">")


def completions(text: str, line: int, column: int) -> tuple[FormatCompletion, ...]:
    """What may stand at the place (1-based); a word that is half typed there is thought away."""
    lines = text.split("\n")
    before = (lines[line - 1] if line <= len(lines) else "")[: column - 1]
    words = words_of(before, line)
    if words and words[-1].kind in ("name", "number") and words[-1].column + len(words[-1].text) == len(before) + 1:
        words = words[:-1]
    if ('"' in before and before.count('"') % 2) or "#" in before.split('"')[0]:
        return ()
    outlined = outline(text)
    own = [known.at.column for known in outlined.declared if known.at.line == line and known.at.column < column]
    visible = [
        known
        for known in outlined.visible(line)
        if known.type not in BLOCKS and (known.at.line, known.at.column) < (line, max(own, default=1))
    ]
    if words and words[0].text == "where":
        return _of_relation(words, outlined.declared)
    if not words or (len(words) == 1 and words[0].text == "line"):
        return _of_line(visible)
    return _of_item(_current_item(words), visible, first=not any(word.text == ";" for word in words))


def _of_line(visible: Sequence[Declared]) -> tuple[FormatCompletion, ...]:
    counts = [known.name for known in visible if known.type == "int"]
    size = counts[-1] if counts else "n"
    return (
        FormatCompletion("name: type", "snippet", "one value on its line", "|: int 1..10^5"),
        FormatCompletion("array", "snippet", f"{size} values on one line", f"|a: int[{size}] 1..10^9"),
        FormatCompletion("rows", "keyword", "lines with the same fields", f"rows[{size}]: |"),
        FormatCompletion("queries", "keyword", "lines that begin with a tag", f"ops: queries[{size}]\n  1: |"),
        FormatCompletion("cases", "keyword", "test cases", f"tests: cases[{size}]\n  |"),
        FormatCompletion("where", "keyword", "what must hold beyond bounds", "where |"),
    )


def _current_item(words: list[Lexeme]) -> list[Lexeme]:
    """The words since the last semicolon."""
    begin = max((place + 1 for place, word in enumerate(words) if word.text == ";"), default=0)
    return words[begin:]


def _of_item(words: list[Lexeme], visible: Sequence[Declared], first: bool) -> tuple[FormatCompletion, ...]:
    if words and words[0].text == "rows":
        after = [place for place, word in enumerate(words) if word.text == ":"]
        if not after:
            return _of_rows(words, visible)
        words, first = words[after[0] + 1 :], False
    texts = [word.text for word in words]
    if len(words) < 2:
        return ()
    if texts[-1] == ":":
        return _types(first and len(words) == 2)
    kind = next((text for text in texts if text in (*TYPES, COUNT)), "int")
    if "[" in texts and "]" not in texts[texts.index("[") :]:
        return _expressions(visible, ())
    if texts[-1] == "until":
        return (
            FormatCompletion("end", "keyword", "of the input"),
            FormatCompletion("end of line", "keyword"),
            FormatCompletion("sentinel", "snippet", "the tokens that end it", '"|0 0"'),
        )
    if texts[-1] in (*TYPES, COUNT) or texts[-1] == "]":
        return _ranges(kind, visible)
    if texts[-1] == ".." or (texts[-1] in _OPERATORS and ".." in texts):
        return _expressions(visible, USUAL_HIGHS if texts[-1] == ".." else ())
    if texts[-1] in _OPERATORS or ".." not in texts:
        return _expressions(visible, ())
    return _after_bounds(kind, texts)


def _of_rows(words: list[Lexeme], visible: Sequence[Declared]) -> tuple[FormatCompletion, ...]:
    texts = [word.text for word in words]
    if "]" not in texts:
        return _expressions(visible, ())
    if "(" in texts and ")" not in texts:
        return _variables(visible)
    traits = (*_EDGE_TRAITS, *_ROW_TRAITS)
    meanings = (
        ()
        if any(text in _MEANINGS for text in texts)
        else tuple(
            FormatCompletion(name, "meaning", f"what the rows are: {name}{inside}", f"{name}{inside}")
            for name, inside in _MEANINGS.items()
        )
    )
    return (*meanings, *(FormatCompletion(trait, "trait") for trait in traits if trait in TRAITS))


def _types(with_blocks: bool) -> tuple[FormatCompletion, ...]:
    details = {"int": "an integer", "float": "a decimal", "word": "a token without blanks", "text": "a whole line"}
    blocks = (
        FormatCompletion("cases", "type", "test cases, indented below", "cases[|]"),
        FormatCompletion("queries", "type", "kinds of queries, indented below", "queries[|]"),
        FormatCompletion(COUNT, "type", "how often what follows is repeated; prints nothing", "count 1..10^5 until |"),
    )
    return (*(FormatCompletion(name, "type", details[name]) for name in TYPES), *(blocks if with_blocks else ()))


def _ranges(kind: str, visible: Sequence[Declared]) -> tuple[FormatCompletion, ...]:
    usual = {"int": USUAL_RANGES, COUNT: USUAL_RANGES, "float": USUAL_DECIMALS}.get(kind, USUAL_LENGTHS)
    counts = [f"1..{known.name}" for known in visible if known.type == "int"] if kind == "int" else []
    made = tuple(
        FormatCompletion(text, "value", "a usual range" if text in usual else "an index or a count")
        for text in (*counts[::-1], *usual)
    )
    few = {"int": "one of |", "word": 'one of "|"'}.get(kind)
    return (*made, FormatCompletion("one of", "keyword", "all that there may be", few)) if few else made


def _expressions(visible: Sequence[Declared], usual: Sequence[str]) -> tuple[FormatCompletion, ...]:
    functions = tuple(FormatCompletion(name, "keyword", "function", f"{name}(|)") for name in FUNCTIONS)
    return (*_variables(visible), *(FormatCompletion(text, "value", "a usual bound") for text in usual), *functions)


def _variables(visible: Sequence[Declared]) -> tuple[FormatCompletion, ...]:
    return tuple(FormatCompletion(known.name, "variable", known.text) for known in reversed(visible))


def _after_bounds(kind: str, texts: Sequence[str]) -> tuple[FormatCompletion, ...]:
    if kind == COUNT:
        return () if "until" in texts else (FormatCompletion("until", "keyword", "what ends it", "until |"),)
    if kind in ("word", "text") and "of" not in texts and "pattern" not in texts:
        whole: tuple[FormatCompletion, ...] = (
            FormatCompletion("number", "keyword", "an integer of many digits"),
            FormatCompletion("brackets", "keyword", "a balanced bracket sequence"),
            FormatCompletion("fixed", "keyword", "always this word"),
            FormatCompletion("pattern", "keyword", "a regular expression", 'pattern "|"'),
        )
        whole = whole if kind == "word" else ()
        return (FormatCompletion("of", "keyword", "the alphabet", 'of "|a-z"'), *whole)
    made = [FormatCompletion("decimals", "keyword", "digits after the point", "decimals |")] if kind == "float" else []
    if "[" in texts:
        made += [
            FormatCompletion("lines", "keyword", "one a line"),
            FormatCompletion("joined", "keyword", "without blanks between"),
            FormatCompletion("separated by", "keyword", "another separator", 'separated by "|"'),
        ]
        graphs = set(_EDGE_TRAITS)
        made += [FormatCompletion(trait, "trait", "of the array") for trait in sorted(TRAITS - graphs)]
    return tuple(made)


def _of_relation(words: list[Lexeme], declared: Sequence[Declared]) -> tuple[FormatCompletion, ...]:
    names = _variables([known for known in declared if known.type not in BLOCKS])
    last = words[-1].text
    if last == "where":
        return (FormatCompletion("sum", "keyword", "over all places", "sum | <= 2*10^5"), *offered(), *names)
    if last in _COMPARISONS:
        return (*names, *(FormatCompletion(text, "value", "a usual bound") for text in USUAL_HIGHS))
    if last in _BEFORE_NAMES | words_before_names():
        return names
    return tuple(FormatCompletion(sign, "keyword", "comparison") for sign in _COMPARISONS)
