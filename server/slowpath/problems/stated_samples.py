"""Samples that a statement prints, for problems of which nobody has the samples as files.

A Markdown statement has them as code blocks, each right behind a heading (or a line in bold) that says whether it is an
input or an output: "### Input", "## Sample Output 1", "**Example input:**". An input counts with the output behind it.
"""

from __future__ import annotations

import re
from dataclasses import replace

from slowpath.model.problem import Problem, Sample

MOST_SAMPLES = 20
_BLOCK = re.compile(r"^(?:#+[ \t]*|\*\*)[^\n]*?\b(?P<kind>input|output)s?\b[^\n]*\n+```[^\n]*\n(?P<text>.*?)\n?^```",
                    re.IGNORECASE | re.MULTILINE | re.DOTALL)


def with_stated_samples(problem: Problem) -> Problem:
    """`problem` with the samples of its statement, where it has none."""
    if problem.samples or not problem.statement:
        return problem
    return replace(problem, samples=stated_samples(problem.statement))


def stated_samples(statement: str) -> tuple[Sample, ...]:
    """The samples in a statement, in order, named by their numbers."""
    blocks = [(found["kind"].lower(), found["text"]) for found in _BLOCK.finditer(statement)]
    pairs = [(given, answer) for (kind, given), (other, answer) in zip(blocks, blocks[1:], strict=False)
             if (kind, other) == ("input", "output")]
    return tuple(Sample(str(number), _as_file(given), _as_file(answer))
                 for number, (given, answer) in enumerate(pairs[:MOST_SAMPLES], 1))


def _as_file(text: str) -> bytes:
    return (text.rstrip("\n") + "\n").encode()
