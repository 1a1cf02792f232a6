"""Which lines of a statement are headings, and of which section: "## Input", "\\section*{Constraints}",
"-----Output-----", "Input: the first line ...", in the languages in which judges write.

Inside of the examples a heading "Input" opens a sample, not the description of the input again, unless it stands
as high as the heading of the examples, or only a note in the story came before it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from slowpath.model.patterns import late_regex
from slowpath.statement.languages.languages import languages
from slowpath.statement.sentences.sentence import EXAMPLES

_WORDS = [
    (
        "examples",
        r"(?:sample|example)s?(?: (?:inputs?|outputs?|test ?cases?|tests?|cases?|data|explanations?|"
        r"interactions?|and|\W|\d+))*|sample (?:input|output) for.*|"
        r"入力例|出力例|サンプル|примеры?|样例.{0,6}|input sample|output sample",
    ),
    (
        "notes",
        r"(?:note|explanation|remark)s?(?: (?:of|on|to|for|about) (?:the )?(?:samples?|examples?)\b.*)?|hints?|"
        r"примечани[ея]|提示|说明",
    ),
    (
        "input",
        r"(?:the\s+)?inputs?(?: (?:format|specifications?|description|data|file))?|inputfile|format of input|"
        r"hacks?(?: format)?|"
        r"入力|входные данные|формат входных данных|输入(?:格式|描述)?|entrada|entrée|eingabe",
    ),
    (
        "output",
        r"(?:the\s+)?outputs?(?: (?:format|specifications?|description|data|file))?|outputfile|"
        r"出力|выходные данные|формат выходных данных|输出(?:格式|描述)?|"
        r"salida|sortie|ausgabe|interaction",
    ),
    (
        "constraints",
        r"(?:(?:general|input|global|technical|additional)\s+)?constraints?(?:\s+and\s+notes)?|"
        r"(?:input\s+)?(?:limits?|limitations?|bounds|restrictions?|assumptions?|guarantees?)|制約|"
        r"ограничения|数据范围.{0,8}|说明/提示|约定|restricciones",
    ),
    (
        "scoring",
        r"(?:scoring|subtasks?|grading|points|test (?:groups?|sets?)|(?:small|large) (?:data ?set|input)|"
        r"partial (?:score|points)|подзадачи|"
        r"система оценки|子任务|部分点)(?: ?\d+)?(?: ?\(.{0,40}\))?",
    ),
    (
        "",
        r"(?:problem(?:\s+(?:statement|description))?|statement|description|task|background|story|legend|"
        r"問題文|условие|题目描述|题目背景|problema)",
    ),
]
_SECTIONS = [
    (section, late_regex(rf"(?:{words})\s*\d*", re.I))
    for section, words in (*_WORDS, *(told for language in languages() for told in language.headings))
]
_MARKUP = late_regex(
    r"^\s*(?:\\(?:(?:sub)*section|paragraph|textbf|heading|bf|begin)\*?\s*\{|<h\d[^>]*>|<(?:b|strong|"
    r"legend)>|[-=#*_\s\[>【|]+|\\(?=[A-Z]))*"
)
_INLINE = late_regex(
    r"^\W*(?P<word>inputs?(?: format| specification| description)?|outputs?(?: format| specification| "
    r"description)?|constraints?|limits|restrictions|notes?|explanations?|"
    r"scoring|subtasks?)\**\s*:\**\s+(?=\S)(?!standard (?:in|out)put\b|stdin\b|stdout\b|\w+\.(?:in|out|txt)\b)",
    re.I,
)
"""Not where an archive says from where a program reads: "input: standard input"."""
_FILE = late_regex(
    r"^\W*(?P<word>(?:in|out)put format) ?\((?:file [\w.-]{1,40}|(?:input arrives|output|pipe|print|"
    r"standard|stdin|stdout|from|to)[^()]{0,90})\)\W*",
    re.I,
)
"""USACO's headings name a file or a terminal behind them."""
_PROMISE = late_regex(r"\bguaranteed\b|\b(?:may|can) (?:safely )?assume\b", re.I)
_JOINED = late_regex(r" (?:and|&) ", re.I)
_HUMP = late_regex(r"(?<=[a-z])(?=[A-Z])")
"""Between the words of an environment's name: icpc_problem.sty's `\\begin{inputDescription}`."""
_LONGEST = 90


@dataclass(frozen=True)
class Heading:
    """The section that begins; its level (0 where it has none); where the section's text begins in the row, None
    when the row holds nothing else; whether it says "Input" or "Output" alone; whether it is a note that promises
    something on its line, of what stands before it."""

    section: str
    level: int
    start: int | None = None
    plain: bool = False
    about_text: bool = False


def heading_of(row: str) -> Heading | None:
    """The heading that a row is or begins with, or None."""
    with_file = _FILE.match(row[:_LONGEST])
    if with_file is not None:
        section = with_file.group("word")[: -len("put format")].lower() + "put"
        return Heading(section, 0, with_file.end() if row[with_file.end() :].strip() else None, True)
    if len(row) <= _LONGEST:
        level = _level_of(row)
        words = _MARKUP.sub("", row, count=1)
        words = re.sub(r"(?:\}|</\w+>|[-=#*_:\s\]】.|])*$", "", " ".join(_HUMP.sub(" ", words).split())).strip()
        section = _section_of(words)
        if section is not None:
            plain = re.fullmatch(r"inputs?|outputs?|入力|出力|\w*put ?\d", words, re.I) is not None
            return Heading(section, level, None, plain)
    found = _INLINE.match(row[:_LONGEST])
    if found is not None:
        word = found.group("word")
        section = next(section for section, pattern in _SECTIONS if pattern.fullmatch(word))
        return Heading(
            section,
            0,
            found.end(),
            re.fullmatch(r"inputs?|outputs?", word, re.I) is not None,
            word.lower() in ("note", "notes") and _PROMISE.search(row) is not None,
        )
    return None


def _level_of(row: str) -> int:
    """The level of a Markdown or LaTeX heading, 1 for the highest; 0 where it has none."""
    sections = re.match(r"\s*\\((?:sub){0,2})section\b", row)
    return len(sections.group(1)) // 3 + 1 if sections else len(re.match(r"\s*(#*)", row).group(1))  # type: ignore[union-attr]


def _section_of(words: str) -> str | None:
    """The section that a heading names; of "Constraints and Scoring" the first."""
    named = next((section for section, pattern in _SECTIONS if words and pattern.fullmatch(words)), None)
    parts = _JOINED.split(words) if named is None else []
    several = [_section_of(part) for part in parts] if len(parts) == 2 else []
    return several[0] if several and None not in several else named


class Sections:
    """The section in which a row stands, following the headings."""

    def __init__(self) -> None:
        self.section = ""
        self._level = 0
        self._in_story = True

    def enter(self, heading: Heading) -> str:
        """Follows a heading. Returns the section now."""
        inside = (
            self.section in EXAMPLES
            and heading.plain
            and heading.section in ("input", "output")
            and (not heading.level or heading.level > self._level)
            and not self._in_story
        )
        # "**Note:** It is guaranteed that ..." right behind the constraints is about the input, not about the samples.
        inside |= heading.about_text and self.section in ("input", "constraints")
        # Nor is "Note: an error of 0.1 is tolerated" right behind what is to be printed.
        inside |= heading.section == "notes" and heading.start is not None and self.section == "output"
        if not inside:
            self.section, self._level = heading.section, heading.level
        self._in_story = self._in_story and (heading.section in ("", "notes"))
        return self.section
