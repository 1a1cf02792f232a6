"""A statement in LaTeX, whatever it was written in."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from slowpath.model.patterns import late_regex

_HEADING = late_regex(r"^ {0,3}#{1,6} +(.*?) *#*$")
_TEX_HEADING = late_regex(r"\\section\*?\{([^{}]*)\}")
_NAMED = late_regex(r"\\problemname\{[^{}]*\}")
_FORMULA_OR_CODE = late_regex(r"(\$[^$]*\$|`[^`]*`)")
_BOLD = late_regex(r"\*\*([^*]+)\*\*")
_BULLET = late_regex(r"^ *[-*+] +")
_SPECIAL = str.maketrans(
    {letter: f"\\{letter}" for letter in "&%#_{}"}
    | {"\\": "\\textbackslash{}", "~": "\\textasciitilde{}", "^": "\\textasciicircum{}"}
)


def is_latex(text: str) -> bool:
    """Whether a statement is written in LaTeX already."""
    return any(word in text for word in ("\\begin{", "\\section", "\\problemname", "\\InputFile"))


def as_typed(text: str, sections: Mapping[str, str] | None = None) -> str:
    """The statement in LaTeX: text of another kind stands there as it is typed. `sections` are commands that stand in
    place of headings, and then no command names the problem; Markdown whose headings they are becomes LaTeX too."""
    if is_latex(text):
        if sections is None:
            return text
        text = _NAMED.sub("", text)
        return _TEX_HEADING.sub(lambda heading: sections.get(heading.group(1).strip(), heading.group()), text)
    headings = {found.group(1) for line in text.splitlines() if (found := _HEADING.match(line))}
    if sections is not None and {"Input", "Output"} <= headings:
        return "\n".join(_of_markdown(text, sections))
    return f"\\begin{{verbatim}}\n{text.rstrip()}\n\\end{{verbatim}}\n"


def _of_markdown(text: str, sections: Mapping[str, str]) -> Iterator[str]:
    """The lines in LaTeX. A heading above all else is the problem's name, which stands elsewhere."""
    is_code, has_begun = False, False
    for line in text.replace("$$$", "$").splitlines():
        heading = _HEADING.match(line) if not is_code else None
        if line.lstrip().startswith("```"):
            is_code = not is_code
            yield "\\begin{verbatim}" if is_code else "\\end{verbatim}"
        elif is_code:
            yield line
        elif heading is not None:
            if has_begun or heading.group(1) in sections:
                yield sections.get(heading.group(1), f"\\textbf{{{_typed(heading.group(1))}}}")
        else:
            rest = _BULLET.sub("", line)
            yield ("\\textbullet{} " if rest != line else "") + _typed(rest)
        has_begun |= bool(line.strip())
    if is_code:
        yield "\\end{verbatim}"


def _typed(text: str) -> str:
    """A line's formulas as they are, and what isn't a formula with its special characters."""
    return "".join(
        part
        if part.startswith("$") and len(part) > 1
        else f"\\texttt{{{_plain(part[1:-1])}}}"
        if part.startswith("`") and len(part) > 1
        else _BOLD.sub(r"\\textbf{\1}", _plain(part))
        for part in _FORMULA_OR_CODE.split(text)
    )


def _plain(text: str) -> str:
    return text.translate(_SPECIAL)
