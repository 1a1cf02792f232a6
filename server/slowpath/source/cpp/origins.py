"""C++ source with its macros expanded, in which every token still knows where of the file it comes from.

A text can be put between two tokens of what the compiler sees exactly where that point is also a point of the file:
between two tokens written there, or next to a whole macro call. `Expansion` says which point of the file a point of
the expanded text is, or that there is none. Offsets count bytes on both sides.

It is a small preprocessor for one file: object-like, function-like and variadic macros, `#` and `##`, groups of `#if`
decided by what the file defines and what compilers define by themselves. It never fails; what it doesn't understand
it leaves as it stands, and then the parser sees it. Work is bounded by `LARGEST_EXPANSION` lexemes.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from dataclasses import dataclass, field

from slowpath.model.patterns import late_regex

LARGEST_EXPANSION = 400_000
_DEEPEST = 16
_WORD = r"[A-Za-z_$\x80-\xff][\w$\x80-\xff]*"
_LEXEME = late_regex(
    r"""(?P<blank>(?://(?:\\\r?\n|[^\n])*|/\*.*?(?:\*/|\Z)|\\\r?\n|[^\S\n]+)+)|(?P<end>\n)
    |(?P<text>(?:u8|[uUL])?R"(?P<mark>[^()\\\s]{0,16})\(.*?\)(?P=mark)"|(?:u8|[uUL])?"(?:\\.|[^"\\\n])*"
        |(?:u8|[uUL])?'(?:\\.|[^'\\\n])*')
    |(?P<number>\.?[0-9](?:[eEpP][+-]|'?[\w.])*)|(?P<word>"""
    + _WORD
    + r""")|(?P<other>\#\#|.)""",
    re.S | re.X | re.A,
)
_DEFINITION = late_regex(rf"({_WORD})(\(([^)]*)\))?", re.A)
_DEFINED = late_regex(r"\bdefined\b\s*\(?\s*(" + _WORD + r")\s*\)?", re.A)
_DEFINED_OUTSIDE = frozenset(
    {"__cplusplus", "__GNUC__", "__linux__", "__unix__", "__x86_64__", "__STDC__", "ONLINE_JUDGE"}
)
"""What compilers and judges define."""


@dataclass(frozen=True)
class _Lexeme:
    """A piece of the file: its kind is the group of `_LEXEME` that it matched."""

    kind: str
    text: str
    begin: int

    @property
    def end(self) -> int:
        return self.begin + len(self.text)


@dataclass(frozen=True)
class _Macro:
    """`parameters` None for an object-like macro; `body` its lexemes; with `variadic` the last one takes the rest."""

    parameters: tuple[str, ...] | None
    body: tuple[str, ...]
    variadic: bool = False


@dataclass(frozen=True)
class _Piece:
    """`size` bytes at `at` of the expanded text, which come from `begin` to `end` of the file: one token that stands
    there, or all that a call of `macro` gives."""

    at: int
    size: int
    begin: int
    end: int
    macro: str = ""


@dataclass(frozen=True)
class Expansion:
    """`text` is what a parser should see, `pieces` where it comes from; `skipped` are the stretches of the file, as
    (begin, end), that its own `#if`s leave out, `directives` those that are directives."""

    text: bytes = field(repr=False)
    pieces: tuple[_Piece, ...] = field(repr=False)
    skipped: tuple[tuple[int, int], ...] = ()
    directives: tuple[tuple[int, int], ...] = ()

    def begin_of(self, at: int) -> int | None:
        """The offset in the file before the token that begins at `at`; None inside of a macro's expansion."""
        piece = self._piece(at)
        return piece.begin if piece is not None and piece.at == at else None

    def end_of(self, at: int) -> int | None:
        """The offset in the file after the token that ends at `at`; None inside of a macro's expansion."""
        index = bisect_left(self.pieces, at, key=lambda piece: piece.at) - 1
        if index < 0 or self.pieces[index].at + self.pieces[index].size != at:
            return None
        return self.pieces[index].end

    def source_of(self, at: int) -> tuple[int, int, str]:
        """Begin and end in the file of what the token at `at` comes from, and the name of the macro that is called
        there, "" where none is."""
        piece = self._piece(at)
        return (piece.begin, piece.end, piece.macro) if piece is not None else (0, 0, "")

    def _piece(self, at: int) -> _Piece | None:
        index = bisect_right(self.pieces, at, key=lambda piece: piece.at) - 1
        return self.pieces[index] if index >= 0 else None


def expansion_of(source: bytes) -> Expansion:
    """The whole file with its macros expanded, without comments and directives."""
    text = source.decode("latin-1")
    return _Expander("   " + text[3:] if text.startswith("\xef\xbb\xbf") else text).run()


class _Expander:
    """Reads the file once, front to back. Text is latin-1 so that a character is a byte."""

    def __init__(self, text: str) -> None:
        self.lexemes = [
            _Lexeme(str(match.lastgroup) if match.lastgroup != "mark" else "text", match.group(), match.start())
            for match in _LEXEME.finditer(text)
        ]
        self.macros: dict[str, _Macro] = {}
        self.active = [True]
        self.decided = [True]
        self.made: list[str] = []
        self.size = 0
        self.pieces: list[_Piece] = []
        self.skipped: list[tuple[int, int]] = []
        self.directives: list[tuple[int, int]] = []
        self.silent: int | None = None
        self.budget = LARGEST_EXPANSION

    def run(self) -> Expansion:
        """Walks over the lexemes."""
        at, first_of_line = 0, True
        while at < len(self.lexemes):
            lexeme = self.lexemes[at]
            if lexeme.text == "#" and first_of_line:
                at = self._directive(at)
            elif not all(self.active):
                self._skip(lexeme)
                at += 1
            elif lexeme.kind in ("blank", "end"):
                self._write("\n" if lexeme.kind == "end" else " ")
                at += 1
            else:
                at = self._token(at)
            first_of_line = lexeme.kind == "end" or (first_of_line and lexeme.kind == "blank") or lexeme.text == "#"
        return Expansion(
            "".join(self.made).encode("latin-1"), tuple(self.pieces), tuple(self.skipped), tuple(self.directives)
        )

    def _write(self, text: str) -> None:
        self.made.append(text)
        self.size += len(text)

    def _skip(self, lexeme: _Lexeme) -> None:
        if self.skipped and self.skipped[-1][1] == lexeme.begin:
            self.skipped[-1] = (self.skipped[-1][0], lexeme.end)
        else:
            self.skipped.append((lexeme.begin, lexeme.end))

    def _token(self, at: int) -> int:
        """Writes the token at `at`, or what the macro called there gives; where to go on."""
        lexeme = self.lexemes[at]
        macro = self.macros.get(lexeme.text)
        end, arguments = at + 1, None
        if macro is not None and macro.parameters is not None:
            end, arguments = _arguments([other.text for other in self.lexemes[at + 1 : at + 4000]])
            end += at + 1
        if macro is None or (macro.parameters is not None and arguments is None):
            self._piece(lexeme.text, lexeme.begin, lexeme.end)
            return at + 1
        texts = self._expanded([lexeme.text, *(other.text for other in self.lexemes[at + 1 : end])])
        while texts and texts[-1] in self.macros and end < len(self.lexemes):
            # A macro that chooses a macro (`PICK(__VA_ARGS__, FOR3, FOR2)`): it is called with what follows.
            beyond, arguments = _arguments([other.text for other in self.lexemes[end : end + 4000]])
            if arguments is None:
                break
            texts = texts[:-1] + self._expanded([texts[-1], *(o.text for o in self.lexemes[end : end + beyond])])
            end += beyond
        self._write(" ")
        self._piece("".join(texts).strip(), lexeme.begin, self.lexemes[end - 1].end, lexeme.text)
        self._write(" ")
        return end

    def _piece(self, text: str, begin: int, end: int, macro: str = "") -> None:
        if not text:
            self.silent = begin if self.silent is None else self.silent
            return
        begin = begin if self.silent is None else self.silent
        self.silent = None
        self.pieces.append(_Piece(self.size, len(text), begin, end, macro))
        self._write(text)

    def _directive(self, at: int) -> int:
        end = at
        while end < len(self.lexemes) and self.lexemes[end].kind != "end":
            end += 1
        begin, after = self.lexemes[at].begin, self.lexemes[end - 1].end
        self.directives.append((begin, after))
        self.silent = None
        words = [" " if lexeme.kind == "blank" else lexeme.text for lexeme in self.lexemes[at + 1 : end]]
        name, _, rest = "".join(words).strip().partition(" ")
        if name[:2] == "if" or name in ("elif", "else", "endif"):
            self._condition(name, rest.strip())
        elif all(self.active):
            if name == "define":
                self._define(rest.strip())
            elif name == "undef":
                self.macros.pop(rest.strip(), None)
        return end

    def _condition(self, name: str, rest: str) -> None:
        if name in ("if", "ifdef", "ifndef"):
            holds = self._holds(rest) if name == "if" else self._is_defined(rest) == (name == "ifdef")
            self.active.append(holds)
            self.decided.append(holds)
        elif len(self.active) > 1:
            if name == "endif":
                self.active.pop()
                self.decided.pop()
                return
            self.active[-1] = not self.decided[-1] and (name == "else" or self._holds(rest))
            self.decided[-1] = self.decided[-1] or self.active[-1]

    def _is_defined(self, name: str) -> bool:
        return name in self.macros or name in _DEFINED_OUTSIDE

    def _holds(self, text: str) -> bool:
        """Whether an `#if` holds, as far as this file shows; a test of the compiler's version is taken to hold."""
        text = _DEFINED.sub(lambda match: str(int(self._is_defined(match.group(1)))), text).strip()
        if re.search(r"__cplusplus|__GNUC__|__has_include|__STDC", text):
            return "<" not in text or "__has_include" in text
        terms = [[term.strip(" ()") for term in part.split("&&")] for part in text.split("||")]
        return any(all(self._term(term) for term in part) for part in terms)

    def _term(self, term: str) -> bool:
        negated = term.startswith("!")
        term = term.lstrip("! (")
        for _ in range(_DEEPEST):
            macro = self.macros.get(term)
            if macro is None or macro.parameters is not None:
                break
            term = "".join(macro.body).strip(" ()")
        return (term.rstrip("uUlL").isdigit() and int(term.rstrip("uUlL")) != 0) != negated

    def _define(self, text: str) -> None:
        match = _DEFINITION.match(text)
        if not match:
            return
        parameters, variadic = None, False
        if match.group(2) is not None:
            names = [part.strip() for part in match.group(3).split(",") if part.strip()]
            variadic = bool(names) and names[-1].endswith("...")
            if variadic:
                names[-1] = names[-1].removesuffix("...").strip() or "__VA_ARGS__"
            parameters = tuple(names)
        body = tuple(part.group() for part in _LEXEME.finditer(text[match.end() :].strip()))
        self.macros[match.group(1)] = _Macro(parameters, body, variadic)

    def _expanded(self, words: list[str], hidden: frozenset[str] = frozenset(), depth: int = 0) -> list[str]:
        made: list[str] = []
        at = 0
        while at < len(words):
            word = words[at]
            macro = self.macros.get(word)
            self.budget -= 1
            end, arguments = at + 1, None
            if macro is not None and macro.parameters is not None:
                end, arguments = _arguments(words[at + 1 :])
                end += at + 1
            if (
                macro is None
                or word in hidden
                or depth > _DEEPEST
                or self.budget < 0
                or (macro.parameters is not None and arguments is None)
            ):
                made.append(word if not word.isspace() else " ")
                at += 1
                continue
            expanded = [self._expanded(part, hidden, depth + 1) for part in arguments or []]
            body = self._expanded(_substituted(macro, arguments or [], expanded), hidden | {word}, depth + 1)
            at = end
            while body and body[-1].isspace():
                body.pop()
            if body and body[-1] in self.macros and body[-1] not in hidden and _arguments(words[at:])[1] is not None:
                words, at = [body.pop(), *words[at:]], 0
            made += [" ", *body, " "]
        return made


def _arguments(words: list[str]) -> tuple[int, list[list[str]] | None]:
    """How many of `words` the parenthesised arguments at their head take, and these; None where there are none."""
    at = 0
    while at < len(words) and (words[at].isspace() or words[at].startswith(("//", "/*"))):
        at += 1
    if at >= len(words) or words[at] != "(":
        return at, None
    depth = 0
    arguments: list[list[str]] = [[]]
    for end in range(at, len(words)):
        word = words[end]
        depth += (word == "(") - (word == ")")
        if depth == 0:
            return end + 1, [_trimmed(part) for part in arguments]
        if word == "," and depth == 1:
            arguments.append([])
        elif end > at:
            arguments[-1].append(" " if word.isspace() or word.startswith(("//", "/*")) else word)
    return at, None


def _trimmed(words: list[str]) -> list[str]:
    while words and words[-1] == " ":
        words = words[:-1]
    while words and words[0] == " ":
        words = words[1:]
    return words


def _substituted(macro: _Macro, arguments: list[list[str]], expanded: list[list[str]]) -> list[str]:
    """A macro's body with its arguments in place: as they were written next to `#` and `##`, expanded elsewhere."""
    names = macro.parameters or ()
    raw, values = dict(zip(names, arguments, strict=False)), dict(zip(names, expanded, strict=False))
    if macro.variadic:
        first = len(names) - 1
        raw[names[-1]] = _joined(arguments[first:])
        values[names[-1]] = _joined(expanded[first:])
    made: list[str] = []
    body = [word for word in macro.body if not word.startswith(("//", "/*"))]
    for index, word in enumerate(body):
        before = next((other for other in reversed(body[:index]) if not other.isspace()), "")
        after = next((other for other in body[index + 1 :] if not other.isspace()), "")
        if word == "##" or (word == "#" and macro.parameters is not None):
            made = _trimmed(made) if word == "##" else made
        elif word.isspace() and before == "##":
            continue
        elif before == "#" and word in raw and macro.parameters is not None:
            made.append('"' + "".join(raw[word]).replace("\\", "\\\\").replace('"', '\\"') + '"')
        elif word in raw:
            made += raw[word] if "##" in (before, after) else values[word]
        else:
            made.append(word)
    return made


def _joined(parts: list[list[str]]) -> list[str]:
    return [word for index, part in enumerate(parts) for word in ([","] if index else []) + part]
