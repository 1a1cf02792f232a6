"""A statement as plain sentences: LaTeX, Markdown, HTML and Unicode signs made ASCII, sections known.

Every sentence keeps the 1-based line it came from and the section it stands in ("input", "constraints",
"output", "examples", "" for the story), so that a bound can be shown beside its words. Never raises.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

_LARGEST = 400_000
LONGEST_SENTENCE = 1_200
_SUPERSCRIPTS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁺ⁿ", "0123456789-+n")
_SUBSCRIPTS = str.maketrans("₀₁₂₃₄₅₆₇₈₉ᵢⱼₙₘₖ", "0123456789ijnmk")
_REPLACED = [
    (r"\\(?:leq|leqslant|le|leqq)(?![a-z])|≤|⩽|&le;|&leq;|=<|≦", " <= "),
    (r"\\(?:geq|geqslant|ge)(?![a-z])|≥|⩾|&ge;|&geq;|≧", " >= "),
    (r"\\(?:neq|ne)(?![a-z])|≠|&ne;|!=", " != "),
    (r"\\lt(?![a-z])|&lt;", " < "), (r"\\gt(?![a-z])|&gt;", " > "),
    (r"\\(?:cdot|times|ast)(?![a-z])|×|⋅|·|∗|&times;|&middot;|&sdot;", "*"),
    (r"\\(?:l?dots|cdots|vdots|dotsc?)(?![a-z])|…|⋯|⋮|&hellip;|&ldots;", " ... "),
    (r"[−‐‑‒]|&minus;|\\text\{-\}", "-"),
    (r"---?|–|—|&mdash;|&ndash;", " -- "),
    (r"\\(?:lvert|rvert|vert|mid)(?![a-z])|\\\||∣", "|"),
    (r"\\(?:left|right|big|Big|bigl|bigr|displaystyle|limits|quad|qquad|bf|it|tt)(?![a-z])", " "),
    (r"\\(?:in)(?![a-z])|∈", " in "), (r"\\(?:sum)(?![a-z])(?:_\{[^{}]*\}(?:\^\{?\w+\}?)?)?|∑|Σ", " sum of "),
    (r"\\(?:min|max)(?![a-z])", lambda m: m.group()[1:]),
    (r"\\d?frac\{([^{}]*)\}\{([^{}]*)\}", r"(\1)/(\2)"),
    (r"\\(?:texttt|mathtt|mathrm|textit|textbf|emph|text|mathit|mathbf|operatorname|underline|t|verb)\s*\{([^{}]*)\}",
     r"\1"),
    (r"(?<=\d)(?:\{,\}|\\,|\\;|\\!|\\:|\u00a0|\u2009|\u202f|\u2005|&nbsp;|&thinsp;)(?=\d{3})", ","),
    (r"\{,\}|\\,|\\;|\\!|\\:|\u00a0|\u2009|\u202f|\u2005|&nbsp;|&thinsp;", " "),
    (r"<sup>\s*(.*?)\s*</sup>", r"^\1 "), (r"<sub>\s*(.*?)\s*</sub>", r"_\1"),
    (r"&amp;", "&"), (r"&quot;|``|''|“|”", '"'), (r"‘|’|&#39;", "'"),
    (r"\\item(?![a-z])", "- "), (r"\\_", "_"), (r"\\[()\[\]]", " "), (r"\\([#%&{}])", r"\1"), (r"\\\\", " "),
]
_SECTION = re.compile(
    r"^\W*(?:\\\w+\*?\{)?\s*(?:the\s+)?(inputs?(?:\s+(?:format|specification|data))?|constraints?(?: and notes)?|"
    r"limits?|"
    r"bounds|outputs?(?:\s+(?:format|specification))?|examples?|samples?(?:\s+\w+)*|notes?|scoring|subtasks?|"
    r"explanations?|hints?|statement|problem(?:\s+statement)?|task)\s*\d*\W*$", re.I)


_END = r"(?<=[a-zA-Z0-9)|'\"\]])\s?[.;!?](?=\s|$)(?!\s*\.\.)"


@dataclass(frozen=True)
class Sentence:
    """One sentence: plain text, its 1-based line, its section, the words as written in `quote`."""

    text: str
    line: int
    section: str
    quote: str


@dataclass(frozen=True)
class Statement:
    """A statement's sentences in order, and the rows of preformatted blocks in its input section."""

    sentences: tuple[Sentence, ...]
    blocks: tuple[Sentence, ...] = ()
    powers: bool = False


def read_statement(text: str) -> Statement:
    """The sentences of a statement; empty text gives none."""
    text = text[:_LARGEST].replace("\r\n", "\n").replace("\r", "\n")
    text = _with_subscripts(text)
    section, fenced = "", False
    sentences: list[Sentence] = []
    blocks: list[Sentence] = []
    pending: list[tuple[int, str, str]] = []
    for number, row in enumerate(text.split("\n"), 1):
        if re.match(r"\s*(```|~~~|</?pre|\\(begin|end)\{verbatim)", row):
            fenced = not fenced if not re.match(r"\s*<pre[^>]*>.*</pre>", row) else fenced
            sentences += _sentences(pending, section)
            pending = []
            continue
        heading = _SECTION.match(row) if len(row) < 70 else None
        if heading and not fenced:
            sentences += _sentences(pending, section)
            section, pending = _section(heading.group(1).lower()), []
            continue
        plain = plain_text(row)
        if fenced:
            blocks += [Sentence(plain, number, section, row)] if section in ("input", "", "constraints") else []
        elif not plain.strip() or re.match(r"\s*([-*+•]|\d+[.)])\s", plain):
            sentences += _sentences(pending, section)
            plain = re.sub(r"^\s*([-*+•]|\d+[.)])\s+", "", plain)
            pending = [(number, plain, row)] if plain.strip() else []
        else:
            pending.append((number, plain, row))
    sentences += _sentences(pending, section)
    powers = bool(re.search(r"\^|\*\*\s*\d|\d[eE]\d|[²³⁴⁵⁶⁷⁸⁹]|<sup>", text))
    return Statement(tuple(sentences), tuple(blocks), powers)


def _with_subscripts(text: str) -> str:
    """`a1, a2, ..., an` as `a_1, a_2, ..., a_n`, and `ai` likewise: plain text loses subscripts."""
    listed = re.findall(r"\b([a-z])1\s*,?\s*(?:\1\d\s*,?\s*)*(?:\.\.\.?|…|\\l?dots)\s*,?\s*\1[a-z]\b", text)
    for letter in set(listed):
        text = re.sub(rf"\b{letter}(\d|[ijnmkq])\b", rf"{letter}_\1", text)
    return text


def _section(heading: str) -> str:
    for word, section in (("input", "input"), ("constraint", "constraints"), ("limit", "constraints"),
                          ("bound", "constraints"), ("output", "output"), ("example", "examples"),
                          ("sample", "examples"), ("note", "examples"), ("explanation", "examples"),
                          ("hint", "examples"), ("scoring", "scoring"), ("subtask", "scoring")):
        if heading.startswith(word):
            return section
    return ""


def plain_text(row: str) -> str:
    """One line in plain ASCII mathematics: `$1 \\leq a_{i} \\leq 2 \\cdot 10^{5}$` -> `1 <= a_i <= 2*10^5`."""
    row = re.sub(r"[⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁺ⁿ]+", lambda m: "^" + m.group().translate(_SUPERSCRIPTS), row)
    row = re.sub(r"[₀-₉ᵢⱼₙₘₖ]+", lambda m: "_" + m.group().translate(_SUBSCRIPTS), row)
    for pattern, replacement in _REPLACED:
        row = re.sub(pattern, replacement, row)  # type: ignore[call-overload]
    row = re.sub(r"</?[a-z][^<>]*>", " ", row)
    row = re.sub(r"\*\*(?=[A-Za-z(`\"])([^*]+)\*\*", r"\1", row)
    row = re.sub(r"(?<=\d)\s*\*\*\s*(?=\d)", "^", row)
    row = re.sub(r"(?<![\w)])\*([A-Za-z][^*\n]{0,40}?)\*(?!\w)", r"\1", row)
    row = re.sub(r"_\{([^{}]*)\}", lambda m: "_" + re.sub(r"[\s,]", "", m.group(1)), row)
    row = re.sub(r"\^\{([^{}]*)\}", lambda m: "^" + m.group(1).strip() if m.group(1).strip().isalnum()
                 else f"^({m.group(1)})", row)
    row = re.sub(r"\b([A-Za-z]\w*)\[([a-z0-9+\-]{1,3})\](?:\[([a-z0-9]{1,2})\])?",
                 lambda m: f"{m.group(1)}_{re.sub('[^a-z0-9]', '', m.group(2))}{m.group(3) or ''}", row)
    row = re.sub(r"\b(?:len|length|size)\(\s*([A-Za-z]\w*)\s*\)|\b([A-Za-z]\w*)\.(?:length|size)\b(?:\(\))?",
                 lambda m: f"|{m.group(1) or m.group(2)}|", row)
    row = re.sub(r"[$`~{}]", " ", row).replace("\\ ", " ")
    row = re.sub(r"\\[A-Za-z]+", " ", row)
    return re.sub(r"[ \t]+", " ", row).strip()


def _sentences(pending: list[tuple[int, str, str]], section: str) -> list[Sentence]:
    """The paragraph's sentences; each keeps the line in which it begins."""
    made: list[Sentence] = []
    current, start, quote = "", 0, ""
    for number, plain, row in pending:
        raw = re.split(_END, row.strip())
        parts = re.split(_END, plain)
        for index, part in enumerate(parts):
            if index:
                made += [_sentence(current, start, section, quote)] if current.strip() else []
                current = ""
            if part.strip():
                start = start if current else number
                words = raw[index].strip() if len(raw) == len(parts) else row.strip()
                quote = f"{quote} {words}".strip() if current else words
                current = f"{current} {part}".strip()
    made += [_sentence(current, start, section, quote)] if current.strip() else []
    return made


def _sentence(text: str, line: int, section: str, quote: str) -> Sentence:
    """A sentence, cut where it is longer than any that says a bound: what reads it isn't linear."""
    return Sentence(text[:LONGEST_SENTENCE], line, section, quote[:LONGEST_SENTENCE])
