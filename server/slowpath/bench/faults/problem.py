"""A pair's problem as a folder in the plain layout, with what somebody wrote by hand for it laid over it (`--formats`):
`<problem>.format`, `<problem>.checker.*`, `<problem>.guarantee.*` as a validator of inputs where a
format can't say all; `<problem>.validator.*` stays out of the search and judges what came of it.
"""

from __future__ import annotations

import shutil
from dataclasses import dataclass
from pathlib import Path

from slowpath.bench.faults.pairs import Pair
from slowpath.model.languages import SUFFIXES
from slowpath.model.validation import ValidatorSource


@dataclass(frozen=True)
class ByHand:
    """What somebody wrote for a problem. The `validator` judges results only, `guarantee` inputs in the search."""

    format: Path | None = None
    checker: Path | None = None
    guarantee: Path | None = None
    validator: ValidatorSource | None = None


@dataclass(frozen=True)
class LaidOut:
    """A pair in a folder: where its programs lie, and what is used of what was written by hand."""

    buggy: Path
    accepted: Path
    by_hand: ByHand


def laid_out(pair: Pair, folder: Path, formats: Path | None) -> LaidOut:
    """Writes the pair's problem into `folder`, which is made."""
    by_hand = written_by_hand(pair.problem, formats)
    if pair.folder is not None:
        shutil.copytree(pair.folder, folder, dirs_exist_ok=True)
    else:
        assert pair.statement is not None
        folder.mkdir(parents=True, exist_ok=True)
        shutil.copy(pair.statement, folder / "statement.md")
    made = [folder / f"{name}{path.suffix}" for name, path in (("buggy", pair.buggy), ("accepted", pair.accepted))]
    for path, source in zip(made, (pair.buggy, pair.accepted), strict=True):
        path.write_bytes(source.read_bytes())
    if by_hand.format is not None:
        shutil.copy(by_hand.format, folder / "input.format")
    if by_hand.guarantee is not None:
        shutil.copy(by_hand.guarantee, folder / f"validator{by_hand.guarantee.suffix}")
    return LaidOut(made[0], made[1], by_hand)


def written_by_hand(problem: str, formats: Path | None) -> ByHand:
    """What lies for the problem in the folder `formats`."""
    if formats is None:
        return ByHand()

    def named(kind: str, *endings: str) -> Path | None:
        return next((path for ending in endings if (path := formats / f"{problem}{kind}{ending}").is_file()), None)

    validator = named(".validator", *SUFFIXES)
    return ByHand(
        named("", ".format"),
        named(".checker", *SUFFIXES),
        named(".guarantee", *SUFFIXES),
        ValidatorSource("program", validator, formats) if validator is not None else None,
    )
