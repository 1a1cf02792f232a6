"""C++ source made plain for reading: comments out, conditionals decided, macros expanded, lines kept.

Competition code hides its loops in macros (`#define rep(i,a,b) for(...)`), which a parser without a
preprocessor can't see through. This is a small preprocessor of our own: it knows object-like and
function-like macros, `#if`-groups by what the file and judges define, and keeps every line at its number.
It never fails: what it doesn't understand it leaves as it is. Work is bounded by `LARGEST_EXPANSION`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from tree_sitter import Language, Node, Parser

from slowpath.model.patterns import late_regex

LARGEST_EXPANSION = 400_000
JUDGES_MACRO = "ONLINE_JUDGE"
"""What judges define, and our own default flags: many programs read other files where it isn't defined."""
_DEEPEST = 12
_LEXEME = late_regex(r""""(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|[A-Za-z_]\w*|\d[\w.]*|\s+|.""", re.S)
_COMMENT = late_regex(r""""(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|//[^\n]*|/\*.*?(?:\*/|\Z)""", re.S)


@dataclass(frozen=True)
class Macro:
    """A macro: `parameters` None for an object-like one; `body` its lexemes; `variadic` takes `__VA_ARGS__`."""

    parameters: tuple[str, ...] | None
    body: tuple[str, ...]
    variadic: bool = False


def expanded(source: str) -> str:
    """`source` without comments, directives and macros; every line keeps its number."""
    text = _without_comments(source.replace("\r\n", "\n").replace("\r", "\n"))
    macros: dict[str, Macro] = {}
    made: list[str] = []
    pending: list[str] = []
    active = [True]
    rows = iter(text.split("\n"))
    for row in rows:
        stripped = row.lstrip()
        if not stripped.startswith("#"):
            pending.append(row if all(active) else "")
            continue
        directive, extra = stripped[1:].strip(), 0
        while directive.endswith("\\"):
            directive, extra = directive[:-1] + " " + next(rows, ""), extra + 1
        made.append(_expand("\n".join(pending) + "\n" if pending else "", macros))
        pending = []
        _directive(directive, macros, active)
        made.append("\n" * (1 + extra))
    made.append(_expand("\n".join(pending), macros))
    return "".join(made)


def _without_comments(text: str) -> str:
    def replaced(match: re.Match[str]) -> str:
        found = match.group()
        return found if found[0] in "\"'" else " " + "\n" * found.count("\n")

    return _COMMENT.sub(replaced, text)


def _directive(text: str, macros: dict[str, Macro], active: list[bool]) -> None:
    word, _, rest = text.partition(" ") if " " in text else (text, "", "")
    rest = rest.strip()
    if word in ("ifdef", "ifndef", "if"):
        name = rest.split("(")[-1].strip(") \t") if "defined" in rest else rest
        known = name in macros or rest == "1" or name == JUDGES_MACRO
        negated = (word == "ifndef") != rest.startswith("!")
        active.append(known != negated)
    elif word in ("else", "elif") and len(active) > 1:
        active[-1] = not active[-1] if word == "else" else False
    elif word == "endif" and len(active) > 1:
        active.pop()
    elif word == "define" and all(active):
        _define(rest, macros)
    elif word == "undef" and all(active):
        macros.pop(rest, None)


def _define(text: str, macros: dict[str, Macro]) -> None:
    match = re.match(r"([A-Za-z_]\w*)(\(([^)]*)\))?", text)
    if not match:
        return
    body = tuple(_LEXEME.findall(text[match.end() :].strip()))
    parameters = None
    if match.group(2):
        parameters = tuple(part.strip() for part in match.group(3).split(",") if part.strip())
    variadic = bool(parameters) and parameters[-1].endswith("...")  # type: ignore[index]
    macros[match.group(1)] = Macro(parameters, body, variadic)


def _expand(text: str, macros: dict[str, Macro]) -> str:
    if not macros or not text:
        return text
    budget = [LARGEST_EXPANSION]
    return "".join(_expand_lexemes(_LEXEME.findall(text), macros, frozenset(), 0, budget))


def _expand_lexemes(
    lexemes: list[str], macros: dict[str, Macro], hidden: frozenset[str], depth: int, budget: list[int]
) -> list[str]:
    made: list[str] = []
    at = 0
    while at < len(lexemes):
        word = lexemes[at]
        macro = macros.get(word)
        budget[0] -= 1
        if macro is None or word in hidden or depth > _DEEPEST or budget[0] < 0:
            made.append(word)
            at += 1
            continue
        end, arguments = at + 1, None
        if macro.parameters is not None:
            end, arguments = _arguments(lexemes, at + 1)
            if arguments is None:
                made.append(word)
                at += 1
                continue
        body = _expand_lexemes(_substituted(macro, arguments or []), macros, hidden | {word}, depth + 1, budget)
        made.append(" ")
        made.append("\n" * sum(part.count("\n") for part in lexemes[at:end]))
        at = end
        if body and body[-1] in macros and at < len(lexemes) and lexemes[at] == "(":
            # A macro that chooses a macro (`FOR(...) PICK(__VA_ARGS__, FOR3, FOR2)(__VA_ARGS__)`): it is called now.
            lexemes, at = [body.pop(), *lexemes[at:]], 0
        made += body
    return made


def _arguments(lexemes: list[str], at: int) -> tuple[int, list[list[str]] | None]:
    while at < len(lexemes) and lexemes[at].isspace():
        at += 1
    if at >= len(lexemes) or lexemes[at] != "(":
        return at, None
    depth, arguments = 0, [[]]  # type: tuple[int, list[list[str]]]
    for end in range(at, len(lexemes)):
        word = lexemes[end]
        depth += (word in "([{") - (word in ")]}") if len(word) == 1 else 0
        if depth == 0:
            return end + 1, arguments
        if word == "," and depth == 1:
            arguments.append([])
        elif end > at:
            arguments[-1].append(" " if "\n" in word and word.isspace() else word)
    return at, None


def _substituted(macro: Macro, arguments: list[list[str]]) -> list[str]:
    names = macro.parameters or ()
    values = dict(zip(names, arguments, strict=False))
    if macro.variadic:
        rest = arguments[len(names) - 1 :]
        joined = [word for index, part in enumerate(rest) for word in ([","] if index else []) + part]
        values["__VA_ARGS__"] = values[names[-1].removesuffix("...").strip() or "__VA_ARGS__"] = joined
    made: list[str] = []
    for word in macro.body:
        made += values.get(word, [word]) if word != "#" else []
    return made


@lru_cache(maxsize=1)
def _parser() -> Parser:
    import tree_sitter_cpp

    return Parser(Language(tree_sitter_cpp.language()))


def parse_cpp(source: bytes) -> Node:
    """The root of the parse tree of C++ `source`; broken code gives a tree with error nodes."""
    return _parser().parse(source).root_node
