"""A statement's line in plain ASCII mathematics, whatever it is written in: LaTeX, Markdown, HTML, Unicode.

`$1 \\leq a_{i+1} \\leq 2 \\cdot 10^{5}$` becomes `1 <= a_i_p1 <= 2*10^5`: a subscript is part of its name, with
`p`, `m` and `c` for plus, minus and comma. Every pattern is bounded, and rows are cut before (`statement`), so the
cost is linear.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from functools import lru_cache

from slowpath.model.patterns import late_regex

_SUPERSCRIPTS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁺ⁿ", "0123456789-+n")
_SUBSCRIPTS = str.maketrans("₀₁₂₃₄₅₆₇₈₉ᵢⱼₙₘₖ₊₋", "0123456789ijnmk+-")
_FULL_WIDTH = str.maketrans(
    {**{chr(0xFF01 + i): chr(0x21 + i) for i in range(94)}, "\u3000": " ", "。": ". ", "、": ", "}
)
_SPACES = "\u00a0\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f"
_SPACE = rf"\{{,\}}|\\[,;!:>](?![a-zA-Z])|[{_SPACES}]|&(?:nbsp|thinsp|ensp|emsp|\#160|\#8201);"
_REPLACED: list[tuple[str, str | Callable[[re.Match[str]], str]]] = [
    (
        r"[\u200b\u200c\u200d\u2060\ufeff\u00ad]|\\displaystyle|\\limits|\\nolimits|&#8203;|"
        r"\\(?:text)?color\s*\{\w{0,20}\}",
        "",
    ),
    (
        r"\\(?:begin|end)\{[A-Za-z]{1,40}\*?\}(?:\[[^\]]{0,80}\])?(?:(?<=tabular\})\{(?:[^{}]|\{[^{}]{0,20}\}){0,80}\})?",
        " ",
    ),
    (r"\bi\.\s?e\.(?:\\(?= ))?", "that is"),
    (r"\bs\.\s?t\.(?:\\(?= ))?", "such that"),
    (r"\b(etc|approx|vs|max|min|incl|resp|cf)\.(?:\\(?= ))?(?=,? [a-z\d$])", r"\1"),
    (r"\b(Mrs?|Ms|Dr|Prof|St|[Ff]ig)\.(?=~?\\? ?[A-Z\d])", r"\1"),
    (r"\be\.\s?g\.(?:\\(?= ))?", "for example"),
    (r"\\ell(?![a-z])", "l"),
    (r"\b(\d{0,3})\s?(?:\\pi(?![a-z])|π)", lambda m: f"{int(int(m[1] or 1) * math.pi * 10**6) / 10**6}"),
    (r"\\(alpha|beta|gamma|delta|theta|sigma|omega)(?![a-z])", r" \1 "),
    (r"@\{(?:param|keyword)\.(\w+)\}|\{\{\s*([\w.]+)\s*\}\}", r" \1\2 "),
    (r"\\(?:leq?slant|leqq?|le)(?![a-z])|[≤⩽≦≲]|&(?:le|leq|\#8804|\#x2264);|=<(?!=)", " <= "),
    (r"\\(?:geq?slant|geqq?|ge)(?![a-z])|[≥⩾≧≳]|&(?:ge|geq|\#8805|\#x2265);", " >= "),
    (r"\\(?:neq?|not\s*=)(?![a-z])|≠|&(?:ne|\#8800);|!=|<>|=/=", " != "),
    (r"\\(?:ll|lt)(?![a-z])|&lt;=?", lambda m: " <= " if m.group().endswith("=") else " < "),
    (r"\\(?:gg|gt)(?![a-z])|&gt;=?", lambda m: " >= " if m.group().endswith("=") else " > "),
    (r"\\(?:cdotp?|times|ast)(?![a-z])|[×⋅·∗∙](?=\s*[\w({\\])|(?<=\d)\s?•|&(?:times|middot|sdot|\#215|\#183);", "*"),
    (r"\\\*(?=\s?[\d(])", "*"),
    (r"\\(?:[lcv]dots|dots[cobmi]?|ddots)(?![a-z])|[…⋯⋮]|\.\s\.\s\.|&(?:hellip|ldots|\#8230);|\.{3,}", " ... "),
    (r"[⁄∕]", "/"),
    (r"[−‐‑‒﹣]|&(?:minus|\#8722);|\\text\{-\}|\\textendash\{\}(?=\d)", "-"),
    (r"(?<=\d)[–—](?=\d)|(?<=[\^{])\s?[–—]\s?(?=\d)|(?<=\d[eE])\s?[–—]\s?(?=\d)", "-"),
    (r"---?(?![-\d])|–|—|&(?:mdash|ndash|\#821[12]);", " -- "),
    (r"\\(?:[lr]?vert|mid)(?![a-z])|\\\||[∣‖]", "|"),
    (
        r"\\(?:left|right|[bB]igg?[lr]?|q?quad|bf|it|tt|rm|sf|small|noindent|hspace\{[^{}]{0,20}\}|"
        r"vspace\{[^{}]{0,20}\})(?![a-z])\.?",
        " ",
    ),
    (r"\\notin(?![a-z])|∉", " not in "),
    (r"\\in(?![a-z])|∈", " in "),
    (r"\\sum(?![a-z])\s*(?:_\s*(?:\{[^{}]{0,60}\}|\w))?\s*(?:\^\s*(?:\{[^{}]{0,40}\}|\w))?|∑|Σ", " sum of "),
    (r"\\prod(?![a-z])\s*(?:_\s*(?:\{[^{}]{0,60}\}|\w))?\s*(?:\^\s*(?:\{[^{}]{0,40}\}|\w))?|∏", " product of "),
    (r"\\(min|max)\s*(?:\\left)?\s*\\\{(.{1,80}?)(?:\\right)?\s*\\\}", r"\1(\2)"),
    (r"\b([A-Za-z])\s?\(\s*\1\s*([-+])\s*(\d)\s*\)", r"\1*(\1\2\3)"),
    (r"\\(?:min|max|gcd)(?![a-z])", lambda m: m.group()[1:]),
    (r"\\(?:lbrace|\{)", " {"),
    (r"\\(?:rbrace|\})", "} "),
    (r"\\oplus(?![a-z])|⊕", " xor "),
    (r"\\(?:bmod|mod|pmod|equiv)(?![a-z])", lambda m: " = " if m.group() == "\\equiv" else " mod "),
    (r"\\(?:l|r)(?:floor|ceil)(?![a-z])|[⌊⌋⌈⌉]", " "),
    (r"\\(?:verb|lstinline)([^\w\s{*])(.{0,100}?)\1", r"\2"),
    (
        r"\\(?:texttt|mathtt|mathrm|textrm|textit|textbf|emph|text|mathit|mathbf|mathcal|operatorname|underline|"
        r"t|verb|mbox|href\{[^{}]{0,200}\})\s*\{([^{}]{0,300})\}",
        r"\1",
    ),
    (r"\\[dt]?frac\s*\{([^{}]{0,80})\}\s*\{([^{}]{0,80})\}", r"(\1)/(\2)"),
    (r"\\[dt]?frac\s*(\w)\s*(\w)", r"(\1)/(\2)"),
    (rf"(?<=\d)(?:{_SPACE}|')(?=\d{{3}}(?!\d))", ","),
    (_SPACE, " "),
    (r"<sup>\s*([^<]{0,40}?)\s*</sup>", r"^{\1} "),
    (r"<sub>\s*([^<]{0,40}?)\s*</sub>", r"_{\1}"),
    (r"&amp;", "&"),
    (r"(?<![`\w])`(?!`)(\\?[^`'\s]{1,20})'(?!')", r"'\1'"),
    (r"&quot;|``|''|[“”„«»]", '"'),
    (r"[‘’]|&(?:\#39|apos|lsquo|rsquo);", "'"),
    (r"\\item(?![a-z])(?:\s*\[[^\]]{0,40}\])?", "- "),
    (r"\\_", "_"),
    (r"\\[()\[\]]", " "),
    (r"\\([#%&])", r"\1"),
    (r"\\\\", " "),
]
_THOUSANDS = late_regex(r"(?<=\d)[, ](?=\d{3}(?!\d))")
_DOTTED_THOUSANDS = late_regex(r"(?<![\d.,])[1-9]\d{0,2}(?:\.000)+(?![\d.]|,\d)")
"""`30.000` of an author who parts thousands by dots, where no number of the row has a fraction."""
_FRACTION = late_regex(r"\.(?!000)\d|\b(?:real|decimals?|floating|fraction\w*|precision)\b", re.I)
_EMPHASISED_NAME = late_regex(r"(?<![\w*])\*([A-Za-z]\w{0,12})\*(?![\w*])")
"""`*n*` in Markdown, before stars and dots become products."""
_PANDOC = late_regex(r"\*([A-Za-z]\w{0,9})\*~([\w+,-]{1,9})~")
"""`*p*~i~` in Pandoc's Markdown."""
_ORDINAL = late_regex(r"\b([ijk]) ?['-]?th\b")
"""`$i$th`, `$i$'th`, `$i$-th`."""
_COUNTED_UP = late_regex(
    r"(?<=[a-z] )(?:(?<!of )\$?1,\s*2,\s*(?:3,\s*)?\.\.\.\s*,\s*|(?<!\bin )\$?1\s*\.\.\.\s*)"
    r"([A-Za-z])\b(?!_)"
)
"""`integers 1, 2, ..., n`, `the numbers 1 ... n`."""
_MATHEMATICS = late_regex(r"\$[^$]{1,300}\$")
_NAME_OF_PROBLEM = late_regex(r"(?m)^[ \t]*\\(?:problemname|title|illustration)\b.*$")
_LATEX = late_regex(r"\\(?:begin|(?:sub)*section\*?|problemname|item)\b")
_PRIMED = late_regex(r"(?<![\w\\])([A-Za-z])(?:'|′|\^\{?\\prime\}?)(?!['\w])")
_COMPILED = [(late_regex(pattern), replacement) for pattern, replacement in _REPLACED]


def without_comments(text: str) -> str:
    """A text with plain line ends, in LaTeX without comments and the problem's name, with as many lines: a comment that
    has a line for itself doesn't end a paragraph."""
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    if not _LATEX.search(text):
        return text
    text = re.sub(r"(?m)(?<!\\)%.*$", "", re.sub(r"(?m)^[ \t]*%.*$", r"\\relax", text))
    return _NAME_OF_PROBLEM.sub("", text)


@lru_cache(maxsize=2048)
def plain_text(row: str) -> str:
    """One line in plain ASCII mathematics. A row of more than some thousand characters should be cut before."""
    row = _PANDOC.sub(r"\1_{\2}", row)
    row = re.sub(r"[⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁺ⁿ]+", lambda m: "^{" + m.group().translate(_SUPERSCRIPTS) + "}", row)
    row = re.sub(r"[₀-₉ᵢⱼₙₘₖ₊₋]+", lambda m: "_{" + m.group().translate(_SUBSCRIPTS) + "}", row)
    row = _MATHEMATICS.sub(lambda found: _PRIMED.sub(r"\1_{prime}", found.group()), row)
    if not _FRACTION.search(row):
        row = _DOTTED_THOUSANDS.sub(lambda match: match.group().replace(".", ""), row)
    row = _EMPHASISED_NAME.sub(r"\1", row.translate(_FULL_WIDTH))
    for pattern, replacement in _COMPILED:
        row = pattern.sub(replacement, row)
    row = re.sub(r"\bin\s*\{((?:[^{}]|\{[^{}]{0,20}\}){1,60})\}", _set, row)
    row = re.sub(r"</?[a-z][^<>]{0,300}>", " ", row)
    row = re.sub(r"\*\*(?=[A-Za-z(`\"$])([^*]{1,300})\*\*|(?<![\w)])\*\*(-\d[^*]{0,300})\*\*", r"\1\2", row)
    row = re.sub(r"(?<=[\w)])\s*\*\*\s*(?=[\w(])", "^", row)
    row = re.sub(r"(?<![\w)])\*([A-Za-z][^*\n]{0,40}?)\*(?!\w)", r"\1", row)
    row = _with_scripts(row)
    row = re.sub(
        r"\b(?:len|length|size)\(\s*([A-Za-z]\w{0,40})\s*\)|\b([A-Za-z]\w{0,40})\.(?:length|size)\b(?:\(\))?",
        lambda m: f"|{m.group(1) or m.group(2)}|",
        row,
    )
    row = _COUNTED_UP.sub(r"from 1 to \1", row)
    row = re.sub(r"[$`~{}]", " ", row).replace("\\ ", " ")
    row = _ORDINAL.sub(r"\1-th", re.sub(r"\\[A-Za-z]+\*?", " ", row))
    return re.sub(r"[ \t]+", " ", row).strip()


def _with_scripts(row: str) -> str:
    """Subscripts made part of their names, powers grouped: `a_{i+1}`, `a[i]`, `a(i)`, `10^{n-1}`."""
    row = re.sub(r"\b([a-z])\(([ij1])\)", r"\1_{\2}", row)
    row = re.sub(r"\b([a-z])\(([a-zA-Z])\)", lambda m: f"{m[1]}_{{{m[2]}}}" if f"{m[1]}_{{1}}" in row else m[0], row)
    for _ in range(2):  # `a_{i_{k-1}}`
        row = re.sub(r"(?<=\w)\s*_\s*\{([^{}]{0,40})\}", lambda m: "_" + _subscript(m.group(1)), row)
    row = re.sub(r"(?<=\b[A-Za-z]) _ (?=\w)", "_", row)
    row = re.sub(
        r"\^\s*\{([^{}]{0,40})\}",
        lambda m: "^" + power if (power := _THOUSANDS.sub("", m.group(1).strip())).isalnum() else f"^({m.group(1)})",
        row,
    )
    return re.sub(
        r"\b([A-Za-z]\w{0,30})\[\s*([a-z0-9]\w{0,2}(?:\s*[+\-]\s*\w)?)\s*\](?:\[\s*([a-z0-9]{1,2})\s*\])?",
        lambda m: f"{m.group(1)}_{_subscript(m.group(2))}{m.group(3) or ''}",
        row,
    )


def _subscript(text: str) -> str:
    text = re.sub(r"[\s\\]|text", "", text)
    return re.sub(r"\W", "", text.replace("+", "_p").replace("-", "_m").replace(",", "_c"))


def _set(match: re.Match[str]) -> str:
    """`in {0, 1, 2}` as an interval where the numbers follow each other; else left as it is."""
    parts = [part.strip() for part in match.group(1).split(",") if part.strip() and set(part.strip()) != {"."}]
    numbers = [int(part) for part in parts if re.fullmatch(r"-?\d{1,18}", part)]
    if (
        len(parts) >= 2
        and len(numbers) == len(parts)
        and ("..." in match.group(1) or numbers == list(range(numbers[0], numbers[0] + len(numbers))))
    ):
        return f" in [{numbers[0]}, {numbers[-1]}] "
    if len(parts) >= 2 and "..." in match.group(1):
        return f" in [{parts[0]}, {parts[-1]}] "
    return match.group()
