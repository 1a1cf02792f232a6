"""Judges single tests of a model: laid out and validated under the format, known ones told apart, then tried."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from slowpath.generators.judge import FormatJudge
from slowpath.hacks.question import HackQuestion
from slowpath.hacks.trial import Trial
from slowpath.llm.rounds import REPEATED
from slowpath.model.patterns import late_regex
from slowpath.model.ports import InputValidator

INVALID, SAMPLE, UNBROKEN = "invalid", "sample", "unbroken"
_FENCED = late_regex(r"\A\s*(?P<mark>`{3,})[^\n]*\n(?P<body>.*?)\n?(?P=mark)\s*\Z", re.S)
_LABEL = late_regex(r"\A\s*(?:(?:sample|test)[ -]*)?(?:input|test|case|data)\s*(?:\d+\s*)?:[ \t]*\n?", re.I)
_LEFT_OUT = late_regex(r"\.\.\.|\u2026")


@dataclass(frozen=True)
class JudgedTest:
    """A test: `data` in the format's layout, or None where it isn't valid or is known already.

    `kind` is "" for one that breaks the program or wasn't tried, else "invalid", "sample", "repeated" or "unbroken"
    (valid, kept, and the program is right on it); `reasons` say why. `breaks` is what the trial said.
    """

    data: bytes | None = field(default=None, repr=False)
    kind: str = ""
    reasons: tuple[str, ...] = ()
    breaks: bool | None = None


class TestsJudge:
    """Judges the tests of one question."""

    __test__ = False

    def __init__(self, question: HackQuestion, validators: Sequence[InputValidator], trial: Trial) -> None:
        self._format = FormatJudge(question.format, validators)
        self._trial = trial
        self._samples = {self._format.laid_out(sample.data): sample.name for sample in question.samples}
        self._seen: set[bytes] = set()

    def judge(self, text: str) -> JudgedTest:
        """What a test is worth. One that came before is "repeated": nothing more is asked of its sample."""
        data, reason = self.checked(text.encode("utf-8", "replace"))
        if data is None:
            return JudgedTest(None, INVALID, (reason,))
        if data in self._samples:
            return JudgedTest(None, SAMPLE, (f"It is sample {self._samples[data]}, on which the program is right.",))
        if data in self._seen:
            return JudgedTest(None, REPEATED, ("This test was given already.",))
        self._seen.add(data)
        tried = self._trial(data)
        if tried.breaks is False:
            return JudgedTest(
                data, UNBROKEN, (f"The test is valid, but the program doesn't fail on it: {tried.told}",), False
            )
        return JudgedTest(data, breaks=tried.breaks)

    def checked(self, data: bytes) -> tuple[bytes | None, str]:
        """The test in the format's layout, or None and why it isn't valid. A fence around it and a word before it
        ("Input:") are no part of it, where it isn't valid with them."""
        made, reason = self._format.checked(data)
        if made is not None:
            return made, ""
        text = data.decode("utf-8", "replace")
        fenced = _FENCED.match(text)
        bare = _LABEL.sub("", fenced["body"] + "\n" if fenced is not None else text, count=1)
        if bare != text:
            return self._format.checked(bare.encode())
        if _LEFT_OUT.search(text):
            return None, f"The test isn't written out in full, something is left out in it. {reason}"
        return None, reason
