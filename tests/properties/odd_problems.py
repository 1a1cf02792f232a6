"""Problems that look real and are odd: statements, samples and programs cut, spliced and spoilt at random."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random

from slowpath.model.problem import Problem, Sample, Solution

MOST_CHARACTERS = 50_000
NUMBERS = [
    "9" * 5000,
    "1" + "0" * 4400,
    "-" + "7" * 4500,
    "10^{1000000000}",
    "10**9999999",
    "2^{10^{18}}",
    "1e999999",
    "10^{-5}",
    "0",
    "-0",
    "00012",
    "1e400",
    "nan",
    "inf",
    "²",
    "١٢",
    "10⁹⁹⁹⁹⁹⁹",
    "1_000_000",
    "1.5.2",
    "0x" + "f" * 5000,
    "9,999,999",
    "2^{31}-1",
    "10^5^9",
    "1 000 000 000",
    "½",
    "99999999999999999999",
    "1/0",
    "n!",
    "1e-400",
]
PIECES = [
    " <= ",
    " ≤ ",
    "$",
    "$$",
    "^",
    "_",
    "{",
    "}",
    "\\",
    "\\frac{",
    "\\begin{itemize}\\item ",
    "\\end{itemize}",
    "\\le",
    "\\text{",
    "|",
    "| a | b |\n|---|---|\n",
    "&",
    "\\\\ \\hline ",
    "```\n",
    "<pre>",
    "</pre>",
    "<var>",
    "<sub>",
    "<!--",
    "(",
    ")",
    "[",
    "]",
    "n",
    "a_i",
    "a_{i,j}",
    "a_{a_{a_i}}",
    "...",
    "\\ldots",
    ", ",
    ". ",
    ";",
    ":",
    "\n",
    "\n\n",
    "\t",
    "\0",
    "\x0c",
    "\r\n",
    "\u200b",
    "\u202e",
    "\ufeff",
    "\ud7ff",
    "\U0001f600",
    "é",
    "ß",
    "İ",
    "ﬁ",
    "𝑛",
    "−",
    "×",
    "‖",
    "“",
    "’",
    "１",
    "　",
    "Ⅷ",
    "\u0301",
    "sum of ",
    "distinct ",
    "the i-th of ",
    "each of the next ",
    "lines contains ",
    " integers ",
    "at most one ",
    "is divisible by ",
    "mod ",
    "consists of ",
    "it is guaranteed that ",
    "n % 0",
    "x / 0",
    "0 <= x < 0",
    "10 <= x <= 1",
    "n <= n",
    "n < m < n",
    "one of the following: ",
    "\n# Input\n",
    "\n# Output\n",
    "Subtask 1: ",
    "'",
    '"',
    "`",
    "%",
    "#",
]
CODE = [
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    ";",
    ":",
    "\n",
    "    ",
    "\t",
    "int ",
    "for (;;) ",
    "while True:\n",
    "input()",
    ".split()",
    "cin >> ",
    'scanf("%d", &',
    "[i - 1]",
    "[i + 1]",
    "[-1]",
    "[::-1]",
    "*",
    "/",
    "% 0",
    "<< 100000",
    "** 99999",
    "+ 1",
    "n",
    "def f():\n",
    "lambda: ",
    "return ",
    "yield ",
    "//",
    "/*",
    "#",
    '"""',
    "'",
    "\\",
    "#define n n\n",
    "template<",
    "auto ",
    "é",
    "\0",
    "range(",
]
TOKENS = [
    "9" * 5000,
    "-" + "8" * 4400,
    "1e9999",
    "nan",
    "-inf",
    "0",
    "-1",
    "1",
    "2",
    "3",
    "abc",
    "",
    "é",
    "\0",
    "1.5",
    "0x10",
    "\n",
    " ",
    "\t",
    "\r\n",
    "+5",
    "1_0",
    "²",
    "١",
    "#" * 2000,
    "99999999999999999999",
]

NESTED = ["()", "[]", "{}", ("\\frac{1}{", "}"), ("a_{", "}"), ("((", ")"), ("-", ""), ("<sub>", "</sub>")]


@dataclass(frozen=True)
class Odd:
    """The parts of a problem that inference reads."""

    statement: str = ""
    sample: str = ""
    source: str = ""
    language: str = "python"

    def problem(self) -> Problem:
        samples = (Sample("s", self.sample.encode("utf-8", "replace")),) if self.sample else ()
        return Problem("p", "plain", Path("."), self.statement, samples=samples)

    def solution(self) -> Solution:
        return Solution(Path("p"), self.language, self.source.encode("utf-8", "replace"))


def odd(rng: Random, known: Sequence[Odd]) -> Odd:
    """One of the known problems, with parts of others, spoilt in up to eight places."""
    made, other = rng.choice(known), rng.choice(known)
    if rng.random() < 0.2:
        made = replace(made, source=other.source, language=other.language)
    if rng.random() < 0.3:
        made = replace(made, sample=rng.choice(known).sample if rng.random() < 0.5 else "")
    statement, sample, source = made.statement, made.sample, made.source
    for _ in range(rng.choice((1, 1, 2, 3, 5, 8))):
        which = rng.random()
        if which < 0.7:
            statement = _changed(rng, statement, other.statement, PIECES, NUMBERS)
        elif which < 0.85:
            source = _changed(rng, source, other.source, CODE, NUMBERS)
        else:
            sample = _changed(rng, sample, other.sample, TOKENS, TOKENS)
    return Odd(statement[:MOST_CHARACTERS], sample[:MOST_CHARACTERS], source[:MOST_CHARACTERS], made.language)


def _changed(rng: Random, text: str, other: str, pieces: Sequence[str], numbers: Sequence[str]) -> str:
    return rng.choice(WAYS)(rng, text, other, pieces, numbers)


Way = Callable[[Random, str, str, Sequence[str], Sequence[str]], str]


def _put(rng: Random, text: str, _: str, pieces: Sequence[str], __: Sequence[str]) -> str:
    at = rng.randint(0, len(text))
    return text[:at] + rng.choice(pieces) * rng.choice((1, 1, 1, 2, 40)) + text[at:]


def _cut(rng: Random, text: str, *_: object) -> str:
    at = rng.randint(0, len(text))
    return text[:at] + text[at + rng.choice((1, 5, 50, 500)) :]


def _truncated(rng: Random, text: str, *_: object) -> str:
    at = rng.randint(0, len(text))
    return text[:at] if rng.random() < 0.5 else text[at:]


def _spliced(rng: Random, text: str, other: str, *_: object) -> str:
    at, start = rng.randint(0, len(text)), rng.randint(0, len(other))
    return text[:at] + other[start : start + rng.choice((20, 200, 2000))] + text[at:]


def _renumbered(rng: Random, text: str, _: str, __: Sequence[str], numbers: Sequence[str]) -> str:
    """A number replaced by an odd one."""
    places = [at for at, letter in enumerate(text) if letter.isdigit() and not text[at - 1 : at].isdigit()]
    if not places:
        return text + rng.choice(numbers)
    start = end = rng.choice(places)
    while end < len(text) and text[end].isdigit():
        end += 1
    return text[:start] + rng.choice(numbers) + text[end:]


def _repeated(rng: Random, text: str, *_: object) -> str:
    at, length = rng.randint(0, len(text)), rng.choice((1, 10, 100))
    return text[:at] + text[at : at + length] * rng.choice((2, 5, 100)) + text[at + length :]


def _nested(rng: Random, text: str, *_: object) -> str:
    opened, closed = rng.choice(NESTED)
    at, deep = rng.randint(0, len(text)), rng.choice((5, 50, 1500))
    return text[:at] + opened * deep + "n" + closed * deep + text[at:]


def _shuffled(rng: Random, text: str, *_: object) -> str:
    lines = text.split("\n")
    at = rng.randrange(len(lines))
    part = lines[at : at + 6]
    rng.shuffle(part)
    return "\n".join([*lines[:at], *part, *lines[at + 6 :]])


def _recased(rng: Random, text: str, *_: object) -> str:
    at = rng.randint(0, len(text))
    return text[:at] + text[at : at + 80].swapcase() + text[at + 80 :]


WAYS: tuple[Way, ...] = (
    _put,
    _put,
    _cut,
    _truncated,
    _spliced,
    _renumbered,
    _renumbered,
    _repeated,
    _nested,
    _shuffled,
    _recased,
)
