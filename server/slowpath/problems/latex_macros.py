"""Macros that a LaTeX statement defines for its own numbers and names (`\\newcommand{\\maxn}{10^5}`), put in where it
uses them.

Only such as take no arguments and stand for one line without commands that lay out; the last definition wins, as with
`\\providecommand` followed by `\\renewcommand`. Each line stays at its number.
"""

from __future__ import annotations

import re

_DEFINED = re.compile(r"\\(?:(?:re)?newcommand|providecommand|DeclareMathOperator)\*?\s*(?:\{\\(?P<braced>[A-Za-z]+)\}|"
                      r"\\(?P<bare>[A-Za-z]+))\s*(?P<arguments>\[\d\])?\s*\{(?P<body>(?:[^{}\n]|\{(?:[^{}\n]|\{[^{}\n]*\})*\})"
                      r"{0,120})\}|\\def\s*\\(?P<name>[A-Za-z]+)\{(?P<text>(?:[^{}\n]|\{[^{}\n]*\}){0,120})\}")
_DEEPEST = 4
_MOST = 200


def with_macros(text: str) -> str:
    """The statement with its macros put in. Cost: linear in the text, for at most some hundred macros."""
    if "\\newcommand" not in text and "\\providecommand" not in text and "\\def" not in text:
        return text
    bodies: dict[str, str] = {}
    for found in _DEFINED.finditer(text):
        if len(bodies) < _MOST and not found["arguments"]:
            name = found["braced"] or found["bare"] or found["name"]
            bodies[name] = (found["body"] if found["name"] is None else found["text"]).strip()
    bodies = {name: body for name, body in bodies.items() if f"\\{name}" not in body}
    if not bodies:
        return text
    used = re.compile(rf"\\({'|'.join(sorted(map(re.escape, bodies), key=len, reverse=True))})(?![A-Za-z])(?:\{{\}})?")
    rest = _DEFINED.sub("", text)
    for _ in range(_DEEPEST):
        made = used.sub(lambda match: bodies[match[1]], rest)
        if made == rest or len(made) > 4 * len(text) + 10_000:
            break
        rest = made
    return rest
