"""Distances in C++: sides of comparisons of any types, and what comes near to what its type holds."""

from __future__ import annotations

from collections.abc import Callable

from tree_sitter import Node

from slowpath.instrument.measures import NEAR, TIMES, Measured, Measures
from slowpath.model.constraint import BEFORE, Place
from slowpath.model.distance import FAR, FRACTION, NEAREST
from slowpath.source.cpp.origins import expansion_of
from slowpath.source.cpp.source import parse_cpp

_SETUP = f"""\
__extension__ typedef __int128 slowpath_wide;
struct slowpath_any {{ template <class T> slowpath_any(const T &) {{}} }};
struct slowpath_last {{}};
struct slowpath_text : slowpath_last {{}};
struct slowpath_real : slowpath_text {{}};
struct slowpath_whole : slowpath_real {{}};
inline slowpath_ratio slowpath_turned(slowpath_ratio away) {{
    return away < {FAR}.0 ? {NEAREST}.0 - away : {FAR}.0 / away * {FAR}.0;
}}
template <class A, class B, class = decltype(slowpath_wide(A()) - slowpath_wide(B())), class = decltype(A() % B())>
inline slowpath_ratio slowpath_away(const A &a, const B &b, slowpath_whole) {{
    slowpath_wide away = slowpath_wide(a) - slowpath_wide(b);
    return slowpath_ratio(away < 0 ? -away : away);
}}
template <class A, class B, class = decltype(slowpath_ratio(A()) - slowpath_ratio(B()))>
inline slowpath_ratio slowpath_away(const A &a, const B &b, slowpath_real) {{
    slowpath_ratio away = slowpath_ratio(a) - slowpath_ratio(b);
    return (away < 0 ? -away : away) * {FRACTION}.0;
}}
template <class A, class B, class = decltype(A().size()), class = decltype(slowpath_ratio(A()[0] - A(B())[0]))>
inline slowpath_ratio slowpath_away(const A &a, const B &b, slowpath_text) {{
    A other(b);
    slowpath_ratio away = 0;
    for (decltype(a.size()) at = 0; at < a.size() || at < other.size(); at++)
        away += at < a.size() && at < other.size() ? slowpath_away(a[at], other[at], slowpath_whole()) : 256.0;
    return away;
}}
template <class A> inline slowpath_ratio slowpath_away(const A &a, const char *b, slowpath_text) {{
    return slowpath_away(a, A(b), slowpath_text());
}}
inline slowpath_ratio slowpath_away(slowpath_any, slowpath_any, slowpath_last) {{ return {NEAREST}.0 * {NEAREST}.0; }}
template <class A, class B> inline slowpath_ratio slowpath_near(const A &a, const B &b) {{
    return slowpath_turned(slowpath_away(a, b, slowpath_whole()));
}}
template <class A, class B, class C = decltype(A() * B()), class = decltype(A() % B()),
          class = decltype(slowpath_wide(C()))>
inline slowpath_ratio slowpath_full(const A &a, const B &b, bool times, slowpath_whole) {{
    if (C(-1) > C(0)) return 0;
    slowpath_wide value = times ? slowpath_wide(a) * slowpath_wide(b) : slowpath_wide(a) + slowpath_wide(b);
    slowpath_wide most = (slowpath_wide(1) << (8 * sizeof(C) - 1)) - 1;
    value = value < 0 ? -value : value;
    if (most - value > {FAR}) return 0;
    return slowpath_turned(slowpath_ratio(value >= most ? 0 : most - value));
}}
inline slowpath_ratio slowpath_full(slowpath_any, slowpath_any, bool, slowpath_last) {{ return 0; }}
"""


def _read(source: bytes) -> tuple[Node, Callable[[Node], Place | None]]:
    expansion = expansion_of(source)

    def place_of(statement: Node) -> Place | None:
        begin = expansion.begin_of(statement.start_byte)
        if begin is None:
            return None
        line_begin = source.rfind(b"\n", 0, begin) + 1
        return Place(BEFORE, source.count(b"\n", 0, begin) + 1, begin - line_begin)

    return parse_cpp(expansion.text), place_of


def _said(measured: Measured) -> str:
    a, b = measured.left, measured.right
    value = (
        f"slowpath_near(({a}), ({b}))"
        if measured.kind == NEAR
        else f"slowpath_full(({a}), ({b}), {str(measured.kind == TIMES).lower()}, slowpath_whole())"
    )
    guard = " && ".join(f"({each})" for each in measured.guards)
    return f"({guard}) ? {value} : 0" if guard else value


MEASURES = Measures(_read, _said, setup=_SETUP)
