"""Samples that a statement prints, for problems of which nobody has the samples as files.

A Markdown statement has them as code blocks, each right behind a heading, a line in bold or a line of its own that
says whether it is an input or an output: "### Input", "## Sample Output 1", "**Example input:**", "Output:". A plain
text has them behind such lines that call them samples ("Sample Input", "-----Sample Output-----"), or behind "Input"
and "Output" after a heading that does ("Examples"), in any of several languages (`sample_headings`). An input counts
with the output behind it. Blocks that show names and formulas instead of values lay the input out and are no samples.
"""

from __future__ import annotations

import html
import re
from dataclasses import replace

from slowpath.model.patterns import late_regex
from slowpath.model.problem import Problem, Sample
from slowpath.problems.sample_headings import in_english

MOST_SAMPLES = 20
_SAMPLE = r"(?:samples?|examples?)"
_KIND = r"(?P<kind>input|output)s?"
_NUMBER = r"(?:#?\d{1,3}|\(\d{1,3}\))"
_BARE = rf"(?:{_SAMPLE}[ \t]+)?(?:{_NUMBER}[ \t]+)?{_KIND}(?:[ \t]+(?:{_SAMPLE}|{_NUMBER}))*[ \t]*:?[ \t]*"
_BLOCK = late_regex(
    rf"^(?:(?:#+[ \t]*|\*\*)[^\n]*?\b{_KIND}\b[^\n]*|{_BARE.replace('kind', 'plain')})\n+```[^\n]*\n"
    r"(?P<text>.*?)\n?^```",
    re.IGNORECASE | re.MULTILINE | re.DOTALL,
)
_RULE = r"[ \t]*(?:[-=]{3,}[ \t]*)?"
"""Dashes in which a plain text sets its headings off."""
_LABEL = late_regex(
    rf"^{_RULE}(?:{_SAMPLE}[ \t]+{_KIND}|{_KIND.replace('kind', 'first')}[ \t]+{_SAMPLE})"
    rf"(?:[ \t]*{_NUMBER})?(?:[ \t]*\([^()\n]{{1,60}}\))?[ \t]*:?{_RULE}$",
    re.IGNORECASE | re.MULTILINE,
)
_SHOWN = late_regex(
    rf"^{_RULE}(?:#+[ \t]+|\*\*)?{_SAMPLE}(?:[ \t]+(?:tests?|cases?|{_NUMBER}))?[ \t]*:?(?:\*\*)?"
    rf"{_RULE}$",
    re.IGNORECASE | re.MULTILINE,
)
_SHORT_LABEL = late_regex(rf"^{_RULE}{_KIND}(?:[ \t]*{_NUMBER})?[ \t]*:?{_RULE}$", re.IGNORECASE | re.MULTILINE)
_BEHIND = late_regex(
    r"^[ \t]*(?:#+[ \t]|[-=]{3,}[^\n]*[-=]{3,}[ \t]*$|(?:hints?|source|notes?|explanations?|"
    rf"authors?|remarks?|(?:in|out)put formats?|limits?|constraints?)\b[ \t]*"
    rf"(?:{_NUMBER})?[ \t]*(?::|$))",
    re.IGNORECASE | re.MULTILINE,
)
_SAMPLE_OF = rf"(?:{_SAMPLE}[^\n]{{0,20}}?\b(?:in|out)put|(?:in|out)put\b[^\n]{{0,20}}?{_SAMPLE})"
_TITLE = rf"(?P<title>[^\n]{{0,40}}?\b{_SAMPLE_OF}[^\n]{{0,40}}?)"
_HTML_BLOCK = late_regex(
    rf"<(?P<tag>h[1-6]|b|strong|p|div|td|th|dt)\b[^<>]*>{_TITLE}</(?P=tag)>\s*"
    r"(?:</?(?:p|div|dd|td|br|span)\b[^<>]*>\s*){0,4}<pre\b[^<>]*>(?P<shown>.*?)</pre>",
    re.IGNORECASE | re.DOTALL,
)
_LATEX_BLOCK = late_regex(
    rf"\\(?:(?:sub){{0,2}}section\*?|paragraph\*?|textbf)\{{{_TITLE}\}}[ \t]*:?(?:\\\\)?\s*"
    r"\\begin\{(?P<block>[a-z]*verbatim\*?|lstlisting)\}(?:\[[^\]\n]*\])?[ \t]*\n(?P<shown>.*?)\\end\{(?P=block)\}",
    re.IGNORECASE | re.DOTALL,
)
_SAMPLE_ENVIRONMENTS = late_regex(
    rf"\\begin\{{(?P<block>(?:{_SAMPLE}_?{_KIND}|{_KIND.replace('kind', 'first')}_?{_SAMPLE}))\}}[ \t]*\n(?P<shown>.*?)"
    r"\\end\{(?P=block)\}",
    re.IGNORECASE | re.DOTALL,
)
"""How icpc_problem.sty writes samples, with several in one environment between lines of dashes."""
_DIVIDER = late_regex(r"^-{3,}[ \t]*$\n?", re.MULTILINE)
_TAG = late_regex(r"<[^<>]{1,80}>")
_EXMP = late_regex(r"\\exmp\{([^{}]*)\}\s*\{([^{}]*)\}")
"""How olymp.sty writes a sample."""
_CLOSED = late_regex(r"[.:,][ \t]*(?:<image>)?$")
_WORD = late_regex(r"[a-z]{2,}")
_LAID_OUT = late_regex(r"\$\\?[A-Za-z]|\\[lcv]?dots\b|(?<!\S)[A-Za-z]_(?:\{|[0-9A-Za-z](?!\S))")


def with_stated_samples(problem: Problem) -> Problem:
    """`problem` with the samples of its statement, where it has none."""
    if problem.samples or not problem.statement:
        return problem
    return replace(problem, samples=stated_samples(problem.statement))


def stated_samples(statement: str) -> tuple[Sample, ...]:
    """The samples in a statement, in order, named by their numbers."""
    text = _with_fences(in_english(statement.replace("\r\n", "\n")))
    if "\\exmp{" in text:
        return tuple(
            Sample(str(number), _as_file(given.strip("\n")), _as_file(answer.strip("\n")))
            for number, (given, answer) in enumerate(_EXMP.findall(text)[:MOST_SAMPLES], 1)
        )
    blocks = _in_environments(text) or (_fenced(text) if "```" in text else _labelled(text))
    pairs = [
        (given, answer)
        for (kind, given), (other, answer) in zip(blocks, blocks[1:], strict=False)
        if (kind, other) == ("input", "output") and not _LAID_OUT.search(given)
    ]
    return tuple(
        Sample(str(number), _as_file(given), _as_file(answer))
        for number, (given, answer) in enumerate(pairs[:MOST_SAMPLES], 1)
    )


def _with_fences(text: str) -> str:
    """The statement with the blocks that HTML and LaTeX show under a heading as Markdown writes them."""
    for pattern in (_HTML_BLOCK, _LATEX_BLOCK):
        text = pattern.sub(
            lambda found: (
                f"\n### {_TAG.sub('', found['title']).strip()}\n```\n"
                f"{html.unescape(_TAG.sub('', found['shown'])).strip(chr(10))}\n```\n"
            ),
            text,
        )
    return text


def _in_environments(text: str) -> list[tuple[str, str]]:
    """(input or output, its text) of the environments that are samples; of several in one, each its own."""
    found = [
        ((block["kind"] or block["first"]).lower(), _DIVIDER.split(block["shown"]))
        for block in _SAMPLE_ENVIRONMENTS.finditer(text)
    ]
    return [
        pair
        for (kind, givens), (other, answers) in zip(found, found[1:], strict=False)
        if (kind, other) == ("input", "output") and len(givens) == len(answers)
        for given, answer in zip(givens, answers, strict=True)
        for pair in ((kind, given), (other, answer))
    ]


def _fenced(text: str) -> list[tuple[str, str]]:
    """(input or output, its text) of each code block behind a heading that says so."""
    return [((found["kind"] or found["plain"]).lower(), found["text"]) for found in _BLOCK.finditer(text)]


def _labelled(text: str) -> list[tuple[str, str]]:
    """(input or output, its text) of what stands behind lines such as "Sample Input" in a plain text."""
    shown = _SHOWN.search(text)
    labels = list(_LABEL.finditer(text)) or (list(_SHORT_LABEL.finditer(text, shown.end())) if shown else [])
    ends = [*(label.start() for label in labels[1:]), len(text)]
    made = []
    for label, end in zip(labels, ends, strict=False):
        behind = _BEHIND.search(text, label.end(), end)
        block = text[label.end() : behind.start() if behind is not None else end].strip("\n").rstrip()
        kind = next(found for found in label.groupdict().values() if found).lower()
        made.append((kind, _unexplained(block) if kind == "output" else block))
    return made


def _unexplained(output: str) -> str:
    """An output without the sentences that tell of it behind an empty line."""
    answer, _, rest = output.partition("\n\n")
    return answer if _is_prose(rest) and not _is_prose(answer) else output


def _is_prose(text: str) -> bool:
    """Whether a line of it is a sentence, as far as words and a closing mark tell."""
    return any(_CLOSED.search(row) and sum(map(bool, map(_WORD.match, row.split()))) > 1 for row in text.split("\n"))


def _as_file(text: str) -> bytes:
    return (text.rstrip("\n") + "\n").encode()
