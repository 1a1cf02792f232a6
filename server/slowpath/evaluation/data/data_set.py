"""What a reader gives: a listing, and the content of one program at a time, so that memory doesn't grow with it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from slowpath.evaluation.units import Content, LeftOut, Program

Load = Callable[[Program, bool], Content]
LARGEST_FILE_BYTES = 16 << 20


@dataclass(frozen=True)
class DataSet:
    """A data set. `programs` are in a fixed order with ids that are all different. `load(program, with_tests)` reads
    one program's content and raises `OSError` or `ValueError` where it can't be read after all. `license_note` says
    whose data it is."""

    layout: str
    programs: tuple[Program, ...]
    left_out: tuple[LeftOut, ...]
    load: Load = field(repr=False, compare=False)
    license_note: str = ""

    @property
    def counts(self) -> dict[str, int]:
        """How many problems and programs there are, the latter by language and by kind too."""
        made = {"problems": len({each.problem for each in self.programs}), "programs": len(self.programs)}
        made |= dict(sorted(Counter(each.language for each in self.programs).items()))
        return made | dict(sorted(Counter(each.kind for each in self.programs).items()))

    @property
    def reasons(self) -> list[tuple[str, int]]:
        """Why things are left out, the commonest first."""
        return Counter(each.reason for each in self.left_out).most_common()


def read_small(path: Path) -> bytes:
    """The file's bytes. Raises `ValueError` for one of more than 16 MiB."""
    if path.stat().st_size > LARGEST_FILE_BYTES:
        raise ValueError(f"{path.name} is larger than {LARGEST_FILE_BYTES >> 20} MiB")
    return path.read_bytes()


def unique(names: Sequence[str]) -> list[str]:
    """The names, those that stood before numbered, so that all are different."""
    seen: Counter[str] = Counter()
    made = []
    for name in names:
        seen[name] += 1
        made.append(name if seen[name] == 1 else f"{name}#{seen[name]}")
    return made
