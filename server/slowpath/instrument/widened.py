"""A C++ program with wider integers: what it prints otherwise on an input is what an overflow made of it.

Every `int` becomes 64 bits wide, and so do literals, the arguments of `printf` and what `scanf` reads; the rest of the
text, and so what the program means, stays. Lexemes are looked at, no syntax: macros make any of it. Left alone is what
a program may rely on: unsigned numbers, fixed widths, sizes of 64 bits. Where that can't be told apart for certain
(random numbers, clocks, memory copied by bytes, formats that aren't literals, `int` defined as something else) there is
no wider version.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

WIDE = "slowpath_int"
_SETUP = f"""\
#include <algorithm>
#include <type_traits>
typedef long long {WIDE};
namespace std {{
template <class A, class B, class = typename enable_if<is_integral<A>::value && is_integral<B>::value
          && !is_same<A, B>::value>::type>
constexpr long long max(const A &a, const B &b) {{ return (long long)a < (long long)b ? (long long)b : (long long)a; }}
template <class A, class B, class = typename enable_if<is_integral<A>::value && is_integral<B>::value
          && !is_same<A, B>::value>::type>
constexpr long long min(const A &a, const B &b) {{ return (long long)b < (long long)a ? (long long)b : (long long)a; }}
}}
#pragma GCC diagnostic error "-Wformat"
#line 1
""".encode()
"""What mixes widths now took two integers of one type before."""
_RELIED_ON = re.compile(
    rb"\b(?:s?rand|random_shuffle|shuffle|drand48|random|clock|time|rdtsc|memcpy|memmove|fread|fwrite)\s*\(|"
    rb"\b(?:mt19937(?:_64)?|random_device|chrono|union|bit_cast|reinterpret_cast|asm|__asm__)\b|\bdefine\s+int\b")
_NARROW_UNSIGNED = re.compile(rb"\bunsigned(?!\s+(?:long|char))\b|\b(?:u?int32_t|uint|u32)\b")
_LEXEME = re.compile(
    r"(?P<blank>\s+|//[^\n]*|/\*.*?\*/|^[ \t]*\#[ \t]*(?!define)(?:\\\n|[^\n])*)|"
    r"(?P<text>\"(?:\\.|[^\"\\])*\"|'(?:\\.|[^'\\])*')|"
    r"(?P<number>\.?\d(?:[eEpP][+-]|'(?=\w)|[\w.])*)|(?P<word>[^\W\d]\w*)|(?P<sign>.)", re.DOTALL | re.MULTILINE)
_WHOLE = re.compile(r"\d[\d']*|0[xX][\da-fA-F']+|0[bB][01']+")
_SPECIFIER = re.compile(r"%(?:%|([-+ 0#]*)(\*?\d*)((?:\.\d+)?)(hh|h|ll|l|L|z|j|t)?([a-zA-Z\[]))")
_FORMATTED = {"printf": 0, "fprintf": 1, "scanf": 0, "fscanf": 1, "sscanf": 1}
"""At which place the format stands."""
_SIZED = frozenset({"unsigned", "long", "short", "signed"})


@dataclass
class _Lexeme:
    kind: str
    text: str


class _NoWiderError(Exception):
    """The program holds something of which it can't be said how it widens."""


def widened(source: bytes, language: str) -> bytes | None:
    """The program with wider integers; None where there is none, or it is the same."""
    if language != "cpp" or _RELIED_ON.search(source):
        return None
    lexemes = [_Lexeme(found.lastgroup or "", found.group()) for found in _LEXEME.finditer(source.decode("latin-1"))]
    spoken = [lexeme for lexeme in lexemes if lexeme.kind != "blank"]
    try:
        is_wider = _widen(spoken, not _NARROW_UNSIGNED.search(source))
    except _NoWiderError:
        return None
    return _SETUP + "".join(lexeme.text for lexeme in lexemes).encode("latin-1") if is_wider else None


def _widen(lexemes: Sequence[_Lexeme], with_literals: bool) -> bool:
    """Changes the lexemes; whether any type became wider."""
    is_wider, at = False, 0
    while at < len(lexemes):
        lexeme, before = lexemes[at], lexemes[at - 1].text if at else ""
        after = lexemes[at + 1].text if at + 1 < len(lexemes) else ""
        if lexeme.text == "main" and after == "(":
            at = _closing(lexemes, at + 1)
        elif lexeme.text == "int" and after != "main" and before not in _SIZED and after not in _SIZED:
            lexeme.text, is_wider = WIDE, True
        elif lexeme.kind == "number" and with_literals and _WHOLE.fullmatch(lexeme.text):
            lexeme.text += "LL"
        elif lexeme.kind == "word" and after == "(" and ("printf" in lexeme.text or "scanf" in lexeme.text):
            _widen_formatted(lexeme.text, lexemes[at + 2:_closing(lexemes, at + 1)])
        at += 1
    return is_wider


def _closing(lexemes: Sequence[_Lexeme], opening: int) -> int:
    """Where the bracket closes that opens there."""
    depth = 0
    for at in range(opening, len(lexemes)):
        depth += (lexemes[at].text in "([{") - (lexemes[at].text in ")]}")
        if not depth:
            return at
    raise _NoWiderError


def _widen_formatted(name: str, lexemes: Sequence[_Lexeme]) -> None:
    """Makes a call of `printf` or `scanf` write and read 64 bits."""
    given, place = list(_arguments(lexemes)), _FORMATTED.get(name)
    if place is None or len(given) <= place or [each.kind for each in given[place]] != ["text"]:
        raise _NoWiderError
    values = iter(given[place + 1:])

    def wider(found: re.Match[str]) -> str:
        flags, width, precision, length, kind = found.groups()
        if kind is None or (width == "*" and "scanf" in name):
            return found.group()
        value = next(values, None)
        if value is None or kind == "[" or "*" in width:
            raise _NoWiderError
        if kind not in "di" or length:
            return found.group()
        if "printf" in name:
            value[0].text = f"(long long)({value[0].text}"
            value[-1].text += ")"
        return f"%{flags}{width}{precision}ll{kind}"

    given[place][0].text = _SPECIFIER.sub(wider, given[place][0].text)


def _arguments(lexemes: Sequence[_Lexeme]) -> Iterator[list[_Lexeme]]:
    """The arguments of a call, without those that are empty."""
    depth = 0
    one: list[_Lexeme] = []
    for lexeme in lexemes:
        depth += (lexeme.text in "([{") - (lexeme.text in ")]}")
        if lexeme.text == "," and not depth:
            yield one
            one = []
        else:
            one.append(lexeme)
    if one:
        yield one
