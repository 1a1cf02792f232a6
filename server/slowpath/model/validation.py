"""Validators as packages bring them: programs and scripts that say which inputs are valid."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class ValidatorSource:
    """A validator as it lies in a package; nothing of it was compiled or run.

    `kind` is a registered one: "checktestdata" (a script that we interpret), "testlib" (C++, exit code 0 means
    valid), "kattis" (any program, 42 means valid), "program" (any other, 0 means valid) or, for a checker of answers,
    "cph" (a program that knows no answer, 0 means right). `path` is its file, or
    a folder with the files of one program. `root` is the problem's folder, around which headers are looked for.
    `headers` are (name, text) of files that the layout generates beside it. `flag_sets` are lists of arguments, one or
    more: an input is valid where the program accepts it with any one of them; with `of_samples_alone` they are those of
    the samples, since no other tests are there yet.
    """

    kind: str
    path: Path
    root: Path
    headers: tuple[tuple[str, str], ...] = ()
    flag_sets: tuple[tuple[str, ...], ...] = ((),)
    of_samples_alone: bool = False

    @property
    def name(self) -> str:
        """For people: the path within the problem."""
        return self.path.relative_to(self.root).as_posix() if self.path.is_relative_to(self.root) else self.path.name
