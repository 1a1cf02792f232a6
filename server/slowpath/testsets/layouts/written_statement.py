"""A statement in LaTeX, whatever it was written in."""

from __future__ import annotations

import re
from collections.abc import Mapping


def is_latex(text: str) -> bool:
    """Whether a statement is written in LaTeX already."""
    return any(word in text for word in ("\\begin{", "\\section", "\\problemname", "\\InputFile"))


def as_typed(text: str, sections: Mapping[str, str] | None = None) -> str:
    """The statement in LaTeX: text of another kind stands there as it is typed. `sections` are commands that stand in
    place of headings, and then no command names the problem."""
    if not is_latex(text):
        return f"\\begin{{verbatim}}\n{text.rstrip()}\n\\end{{verbatim}}\n"
    if sections is None:
        return text
    text = re.sub(r"\\problemname\{[^{}]*\}", "", text)
    return re.sub(
        r"\\section\*?\{([^{}]*)\}", lambda heading: sections.get(heading.group(1).strip(), heading.group()), text
    )
