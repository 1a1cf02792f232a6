"""A statement in LaTeX, whatever it was written in."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from slowpath.model.patterns import late_regex

_HEADING = late_regex(r"^ {0,3}#{1,6} +(.*?) *#*$")
_TEX_HEADING = late_regex(r"\\section\*?\{([^{}]*)\}")
_NAMED = late_regex(r"\\problemname\{[^{}]*\}")
_APART = late_regex(
    r"(?<!\\)\$\$.+?\$\$|(?<![\\$])\$(?=[^\s$])[^$]*?(?<=[^\s\\])\$(?!\d)|(?<!`)`(?!`)[^`\n]+`(?!`)", re.DOTALL
)
"""Formulas, in which a lone dollar isn't one (as Pandoc has it), and code."""
_FENCE = late_regex(r"^ {0,3}(```+|~~~+)[^`]*$")
_BOLD = late_regex(r"\*\*([^*]+)\*\*")
_MARK = "\ue000"
"""A character of nobody's, around the number of what was put away."""
_MARKED = late_regex(rf"{_MARK}(\d+){_MARK}")
_BULLET = late_regex(r"^ *[-*+] +")
_SPECIAL = str.maketrans(
    {letter: f"\\{letter}" for letter in "&%#_{}$"}
    | {"\\": "\\textbackslash{}", "~": "\\textasciitilde{}", "^": "\\textasciicircum{}"}
)


def is_latex(text: str) -> bool:
    """Whether a statement is written in LaTeX already."""
    return any(word in text for word in ("\\begin{", "\\section", "\\problemname", "\\InputFile"))


def as_typed(text: str, sections: Mapping[str, str] | None = None) -> str:
    """The statement in LaTeX: text of another kind stands there as it is typed. `sections` are commands that stand in
    place of headings, and then no command names the problem; Markdown whose headings they are becomes LaTeX too."""
    headings = {found.group(1) for line in text.splitlines() if (found := _HEADING.match(line))}
    if sections is not None and {"Input", "Output"} <= headings:
        return "\n".join(_of_markdown(text.replace("$$$", "$"), sections))
    if is_latex(text):
        if sections is None:
            return text
        text = _NAMED.sub("", text)
        return _TEX_HEADING.sub(lambda heading: sections.get(heading.group(1).strip(), heading.group()), text)
    return f"\\begin{{verbatim}}\n{text.rstrip()}\n\\end{{verbatim}}\n"


def _of_markdown(text: str, sections: Mapping[str, str]) -> Iterator[str]:
    """The text in LaTeX, by what stands between lines of code and by these."""
    fence, lines = "", list[str]()
    for line in text.splitlines():
        found = _FENCE.match(line)
        if found is None or (fence and not found.group(1).startswith(fence)):
            lines.append(line)
            continue
        yield from lines if fence or not lines else _prose("\n".join(lines), sections)
        fence, lines = "" if fence else found.group(1), []
        yield "\\begin{verbatim}" if fence else "\\end{verbatim}"
    yield from lines if fence or not lines else _prose("\n".join(lines), sections)
    if fence:
        yield "\\end{verbatim}"


def _prose(text: str, sections: Mapping[str, str]) -> Iterator[str]:
    """Text without code of its own lines; formulas, which may go over several, as they are."""
    apart: list[str] = []

    def put_away(found: re.Match[str]) -> str:
        part = found.group()
        apart.append(f"\\texttt{{{part[1:-1].translate(_SPECIAL)}}}" if part.startswith("`") else part)
        return f"{_MARK}{len(apart) - 1}{_MARK}"

    marked = _APART.sub(put_away, text.replace(_MARK, ""))
    made = "\n".join(_of_line(line, sections) for line in marked.split("\n"))
    yield _MARKED.sub(lambda found: apart[int(found.group(1))], made)


def _of_line(line: str, sections: Mapping[str, str]) -> str:
    heading = _HEADING.match(line)
    if heading is not None:
        return sections.get(heading.group(1), f"\\textbf{{{_plain(heading.group(1))}}}")
    rest = _BULLET.sub("", line)
    return ("\\textbullet{} " if rest != line else "") + _plain(rest)


def _plain(text: str) -> str:
    """What is neither a formula nor code, with its special characters."""
    return _BOLD.sub(r"\\textbf{\1}", text.replace("\\$", "$").translate(_SPECIAL))
