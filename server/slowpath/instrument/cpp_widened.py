"""A C++ program with wider integers: what it prints otherwise on an input is what an overflow made of it.

Every `int` becomes 64 bits wide, or it and every `long` 128, and so do literals, the arguments of `printf` and what
`scanf` reads; the rest of the text, and so what the program means, stays. Lexemes are looked at, no syntax: macros make
any of it. Left alone is what a program may rely on: unsigned numbers, fixed widths. Where that can't be told apart for
certain (random numbers, clocks, memory copied by bytes, formats that aren't literals, `int` defined as something else)
there is no wider version.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import takewhile

from slowpath.model.patterns import late_regex

WIDE = "slowpath_int"
_BITS_OF_LONG = 64
_INTEGERS = frozenset({"int", "long", "int64_t"})
_SETUP = f"""\
#include <algorithm>
#include <cmath>
#include <iostream>
#include <type_traits>
namespace std {{
template <class T> struct slowpath_whole {{
    static constexpr bool value = is_integral<T>::value || is_same<T, {WIDE}>::value;
}};
template <class A, class B, class = typename enable_if<slowpath_whole<A>::value && slowpath_whole<B>::value
          && !is_same<A, B>::value>::type>
constexpr {WIDE} max(const A &a, const B &b) {{ return ({WIDE})a < ({WIDE})b ? ({WIDE})b : ({WIDE})a; }}
template <class A, class B, class = typename enable_if<slowpath_whole<A>::value && slowpath_whole<B>::value
          && !is_same<A, B>::value>::type>
constexpr {WIDE} min(const A &a, const B &b) {{ return ({WIDE})b < ({WIDE})a ? ({WIDE})b : ({WIDE})a; }}
}}
"""
"""What mixes widths now took two integers of one type before."""
_SETUP_OF_128 = f"""\
namespace std {{
inline {WIDE} abs({WIDE} a) {{ return a < 0 ? -a : a; }}
inline double sqrt({WIDE} a) {{ return sqrt((double)a); }}
inline double log({WIDE} a) {{ return log((double)a); }}
inline double log2({WIDE} a) {{ return log2((double)a); }}
inline double floor({WIDE} a) {{ return (double)a; }}
inline double ceil({WIDE} a) {{ return (double)a; }}
template <class B> inline double pow({WIDE} a, B b) {{ return pow((double)a, (double)b); }}
}}
inline std::istream &operator>>(std::istream &from, {WIDE} &a) {{
    long long read = 0;
    from >> read;
    a = read;
    return from;
}}
inline std::ostream &operator<<(std::ostream &to, {WIDE} a) {{
    if (a == (long long)a) return to << (long long)a;
    char digits[48], *at = digits + 48;
    bool is_negative = a < 0;
    for (*--at = 0; a; a /= 10) *--at = (char)('0' + (int)(is_negative ? -(a % 10) : a % 10));
    if (is_negative) *--at = '-';
    return to << at;
}}
"""
_BEHIND = '#pragma GCC diagnostic error "-Wformat"\n#line 1\n'
_RELIED_ON = re.compile(
    rb"\b(?:s?rand|random_shuffle|shuffle|drand48|random|clock|time|rdtsc|memcpy|memmove|fread|fwrite)\s*\(|"
    rb"\b(?:mt19937(?:_64)?|random_device|chrono|union|bit_cast|reinterpret_cast|asm|__asm__)\b|\bdefine\s+int\b"
)
_COMMENT = re.compile(rb"//[^\n]*|/\*.*?\*/|(\"(?:\\.|[^\"\\\n])*\")", re.DOTALL)
_GENERATOR = re.compile(rb"\b(?:std::)?mt19937(?:_64)?\s+(\w+)\s*[({][^;]*;")
_NARROW_UNSIGNED = re.compile(rb"\bunsigned(?!\s+(?:long|char))\b|\b(?:u?int32_t|uint|u32)\b")
_LEXEME = late_regex(
    r"(?P<blank>\s+|//[^\n]*|/\*.*?\*/|^[ \t]*\#[ \t]*(?!define)(?:\\\n|[^\n])*)|"
    r"(?P<text>\"(?:\\.|[^\"\\])*\"|'(?:\\.|[^'\\])*')|"
    r"(?P<number>\.?\d(?:[eEpP][+-]|'(?=\w)|[\w.])*)|(?P<word>[^\W\d]\w*)|(?P<sign>.)",
    re.DOTALL | re.MULTILINE,
)
_WHOLE = late_regex(r"\d[\d']*|0[xX][\da-fA-F']+|0[bB][01']+")
_SPECIFIER = late_regex(r"%(?:%|([-+ 0#]*)(\*?\d*)((?:\.\d+)?)(hh|h|ll|l|L|z|j|t)?([a-zA-Z\[]))")
_FORMATTED = {"printf": 0, "fprintf": 1, "scanf": 0, "fscanf": 1, "sscanf": 1}
"""At which place the format stands."""
_SIZED = frozenset({"unsigned", "short", "signed", "double"})
_LONG = re.compile(rb"\b(?:long(?!\s+double)|int64_t)\b")
_NARROW_BY_NAME = re.compile(rb"\b(?:numeric_limits|\w*scanf|unsigned)\b")
"""What would go on to be 64 bits wide, or be read as that."""


@dataclass
class _Lexeme:
    kind: str
    text: str


class _NoWiderError(Exception):
    """The program holds something of which it can't be said how it widens."""


def widened(source: bytes) -> tuple[bytes, ...]:
    """The program with wider integers, the widest first: of 128 bits where some have 64, of 64 where some have 32. A
    version may be one that doesn't compile."""
    if _RELIED_ON.search(_said(source)):
        return ()
    has_wide = bool(_LONG.search(source)) and not _NARROW_BY_NAME.search(source)
    made = [_version(source, bits) for bits in ((128, 64) if has_wide else (64,))]
    return tuple(version for version in made if version is not None)


def _said(source: bytes) -> bytes:
    """The text without comments and without random generators that nothing uses, as templates have them."""
    text = _COMMENT.sub(lambda found: found.group(1) or b" ", source)
    return _GENERATOR.sub(
        lambda found: found.group() if len(re.findall(rb"\b%s\b" % found.group(1), text)) > 1 else b" ", text
    )


def _version(source: bytes, bits: int) -> bytes | None:
    """The program with integers of so many bits; None where there is no such version, or it is the same."""
    lexemes = [_Lexeme(found.lastgroup or "", found.group()) for found in _LEXEME.finditer(source.decode("latin-1"))]
    spoken = [lexeme for lexeme in lexemes if lexeme.kind != "blank"]
    try:
        is_wider = _widen(spoken, bits, not _NARROW_UNSIGNED.search(source))
    except _NoWiderError:
        return None
    types = f"typedef {'__int128' if bits > _BITS_OF_LONG else 'long long'} {WIDE};\n"
    front = types + _SETUP + (_SETUP_OF_128 if bits > _BITS_OF_LONG else "") + _BEHIND
    return (front + "".join(lexeme.text for lexeme in lexemes)).encode("latin-1") if is_wider else None


def _widen(lexemes: Sequence[_Lexeme], bits: int, with_literals: bool) -> bool:
    """Changes the lexemes; whether any type became wider."""
    is_wider, at = False, 0
    while at < len(lexemes):
        lexeme = lexemes[at]
        after = lexemes[at + 1].text if at + 1 < len(lexemes) else ""
        if lexeme.text == "main" and after == "(":
            at = _closing(lexemes, at + 1)
        elif lexeme.text in _INTEGERS:
            words = list(takewhile(lambda each: each.text in _INTEGERS, lexemes[at:]))
            around = {each.text for each in (*lexemes[max(at - 1, 0) : at], *lexemes[at + len(words) :][:1])}
            is_narrow = bits > _BITS_OF_LONG or [each.text for each in words] == ["int"]
            if is_narrow and not around & _SIZED and "main" not in around:
                is_wider = True
                for number, word in enumerate(words):
                    word.text = "" if number else WIDE
            at += len(words) - 1
        elif lexeme.kind == "number" and with_literals and _WHOLE.fullmatch(lexeme.text):
            lexeme.text += "LL"
        elif lexeme.kind == "word" and after == "(" and ("printf" in lexeme.text or "scanf" in lexeme.text):
            _widen_formatted(lexeme.text, lexemes[at + 2 : _closing(lexemes, at + 1)])
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
    values = iter(given[place + 1 :])

    def wider(found: re.Match[str]) -> str:
        flags, width, precision, length, kind = found.groups()
        if kind is None or (width == "*" and "scanf" in name):
            return found.group()
        value = next(values, None)
        if value is None or kind == "[" or "*" in width:
            raise _NoWiderError
        if kind not in "di" or ("scanf" in name and length):
            return found.group()
        if length not in (None, "l", "ll"):
            raise _NoWiderError
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
