"""Pairs of a wrong and a right program: AlgoBugs (section III-A) and folders of pairs, as `bench.faults_pairs` reads
them. Its zips are unpacked to a folder that lives as long as the data set."""

from __future__ import annotations

import json
import tempfile
import zipfile
from functools import partial
from pathlib import Path

from slowpath.bench.faults.pairs import METADATA, Pair, pairs_in
from slowpath.evaluation.data.data_set import DataSet, read_small, unique
from slowpath.evaluation.units import WRONG, Content, LeftOut, Program
from slowpath.model.languages import SUFFIXES

LAYOUT = "algobugs"


def find(data: Path) -> DataSet | None:
    """The pairs below `data`, None where there are none, nor anything that says it is one."""
    if not data.is_dir():
        return None
    scratch = tempfile.TemporaryDirectory(prefix="slowpath-pairs-")
    left_out = [
        LeftOut(path.relative_to(data).as_posix(), "The archive is cut off, or isn't a zip.")
        for path in data.rglob("*.zip")
        if not zipfile.is_zipfile(path)
    ]
    pairs = pairs_in(data, Path(scratch.name)) if not left_out else []
    described = [(root, path.parent) for root in (data, Path(scratch.name)) for path in sorted(root.rglob(METADATA))]
    if not pairs and not described:
        return None
    left_out += [
        LeftOut(folder.relative_to(root).as_posix(), reason)
        for root, folder in described
        if (reason := _why_not(folder, pairs))
    ]
    names = unique([pair.key for pair in pairs])
    programs = tuple(
        Program(name, pair.problem, SUFFIXES[pair.buggy.suffix.lower()], WRONG, pair.label)
        for name, pair in zip(names, pairs, strict=True)
    )
    by_name = dict(zip(names, pairs, strict=True))
    return DataSet(
        LAYOUT,
        programs,
        tuple(left_out),
        partial(_load, by_name, scratch),
        "Statements belong to their contests, submissions to their authors.",
    )


def _why_not(folder: Path, pairs: list[Pair]) -> str:
    try:
        said = json.loads((folder / METADATA).read_text(encoding="utf-8", errors="replace"))
    except ValueError:
        return "The description is cut off, or isn't JSON."
    if not isinstance(said, dict):
        return "The description is cut off, or isn't JSON."
    if any(folder in pair.buggy.parents for pair in pairs):
        return ""
    return "The pair lacks its statement or one of its programs, or stands there twice."


def _load(pairs: dict[str, Pair], _alive: object, program: Program, with_tests: bool) -> Content:
    pair = pairs[program.id]
    names = [f"{stem}{path.suffix.lower()}" for stem, path in (("buggy", pair.buggy), ("accepted", pair.accepted))]
    files = list(zip(names, (read_small(pair.buggy), read_small(pair.accepted)), strict=True))
    if pair.statement is not None:
        files.append(("statement.md", read_small(pair.statement)))
    elif pair.folder is not None:
        files += [
            (path.relative_to(pair.folder).as_posix(), read_small(path))
            for path in sorted(pair.folder.rglob("*"))
            if path.is_file() and path.name not in names
        ]
    return Content(tuple(files), names[0], names[1])
