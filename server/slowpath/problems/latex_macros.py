"""Macros that a LaTeX statement defines for its own numbers and names (`\\newcommand{\\maxn}{10^5}`), put in where it
uses them; so are the files that it names (`\\input{limits}`), and macros that stand in other files beside it.

Only such as take no arguments and stand for one line without commands that lay out; the last definition wins, as with
`\\providecommand` followed by `\\renewcommand`. Signs that LaTeX names (`\\textasciitilde`) are written. Each line
stays at its number.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from slowpath.model.patterns import late_regex

_DEFINED = late_regex(
    r"\\(?:(?:re)?newcommand|providecommand|DeclareMathOperator)\*?\s*(?:\{\\(?P<braced>[A-Za-z]+)\}|"
    r"\\(?P<bare>[A-Za-z]+))\s*(?P<arguments>\[\d\])?\s*\{(?P<body>(?:[^{}\n]|\{(?:[^{}\n]|\{[^{}\n]*\})*\})"
    r"{0,120})\}|\\def\s*\\(?P<name>[A-Za-z]+)\{(?P<text>(?:[^{}\n]|\{[^{}\n]*\}){0,120})\}"
)
_INPUT = late_regex(r"^[ \t]*\\(?:input|include)\{([^{}\n]{1,100})\}", re.MULTILINE)
_NUMBER = late_regex(r"(?=.*\d)(?:\\(?:cdot|times|num|[,;! ])|[\d\s^{}$.,*+-]){1,60}")
_SIGNS = {
    "textasciitilde": "~",
    "textasciicircum": "^",
    "textless": "<",
    "textgreater": ">",
    "textbar": "|",
    "textunderscore": "_",
    "textquotesingle": "'",
    "textasteriskcentered": "*",
}
"""LaTeX's own names of signs."""
_DEEPEST = 4
_MOST = 200
_MOST_INPUTS = 20


def with_macros(text: str, beside: str = "") -> str:
    """The statement with its macros put in; of those defined `beside` it, in other files, the numbers. Cost: linear in
    the texts, for at most some hundred macros."""
    numbers = {name: body for name, body in _bodies(beside).items() if _NUMBER.fullmatch(body)}
    bodies = {name: body for name, body in (_SIGNS | numbers | _bodies(text)).items() if f"\\{name}" not in body}
    used = late_regex(rf"\\({'|'.join(sorted(map(re.escape, bodies), key=len, reverse=True))})(?![A-Za-z])(?:\{{\}})?")
    rest = _DEFINED.sub("", text)
    for _ in range(_DEEPEST):
        made = used.sub(lambda match: bodies[match[1]], rest)
        if made == rest or len(made) > 4 * len(text) + 10_000:
            break
        rest = made
    return rest


def _bodies(text: str) -> dict[str, str]:
    """What each macro without arguments that is defined in a text stands for."""
    bodies: dict[str, str] = {}
    for found in _DEFINED.finditer(text):
        if len(bodies) < _MOST and not found["arguments"]:
            name = found["braced"] or found["bare"] or found["name"]
            bodies[name] = (found["body"] if found["name"] is None else found["text"]).strip()
    return bodies


def with_inputs(text: str, read: Callable[[str], str | None], deep: int = 0) -> str:
    """The statement with the files that it names put in; `read` gives a file's text by the name as it is written, None
    where there is none that may be read."""

    def put_in(match: re.Match[str]) -> str:
        found = read(match[1].strip())
        return match[0] if found is None else with_inputs(found, read, deep + 1)

    return _INPUT.sub(put_in, text, count=_MOST_INPUTS) if deep < _DEEPEST else text
