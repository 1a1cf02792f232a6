"""What others may train and test on: a performance-stressing set, and training pairs, as Parquet that pandas and
`datasets` load. Needs pyarrow."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from slowpath.errors import ToolMissing
from slowpath.evaluation import parquet
from slowpath.evaluation.journal import rows_by, rows_of
from slowpath.evaluation.rows import MeasuredInput, Row
from slowpath.evaluation.strategies import FUZZER, SEARCH, STRATEGIES
from slowpath.storage.whole import write_whole

FOLDER, NOTE = "export", "README.md"
STRESSING, PAIRS, BREAKING = "stressing.parquet", "pairs.parquet", "breaking.parquet"
LEAST_RATIO = 2.0
"""A slow input makes a pair with a fast one of its program that costs at most half."""
ROWS_A_GROUP = 200


def export(folder: Path, license_note: str) -> list[Path]:
    """Writes both, breaking inputs where there are any, and a note of where they come from, into `folder/export`.
    Raises `ToolMissing` without pyarrow, `UsageError` without rows, `OSError` where they can't be written."""
    must_write_parquet()
    out = folder / FOLDER
    out.mkdir(parents=True, exist_ok=True)
    counts = [
        _write(out / STRESSING, stressing(rows_of(folder)), stressing_schema()),
        _write(out / PAIRS, pairs(rows_by(folder)), pairs_schema()),
        _write(out / BREAKING, breaking(rows_of(folder)), breaking_schema()),
    ]
    if not counts[-1]:
        (out / BREAKING).unlink()
    write_whole(out / NOTE, _note(counts, license_note).encode())
    return [out / STRESSING, out / PAIRS, *([out / BREAKING] if counts[-1] else []), out / NOTE]


def must_write_parquet() -> None:
    """Raises `ToolMissing` without pyarrow."""
    if not parquet.is_there():
        raise ToolMissing(
            "pyarrow, which writes Parquet, isn't installed.",
            "Install it with the extra: pip install 'slowpath[scale]'.",
        )


def stressing(rows: Iterable[Row]) -> Iterator[dict[str, Any]]:
    """An input a row, of every search: its bytes or, where it is too large, its recipe; costs and provenance."""
    for row in rows:
        if _is_search(row):
            yield from ({**_unit(row), **_input(each)} for each in row.inputs if each.data or each.recipe)


def breaking(rows: Iterable[Row]) -> Iterator[dict[str, Any]]:
    """An input a row on which a wrong program fails: its bytes or recipe, the verdict, our category of the bug."""
    for row in rows:
        found = row.exposure
        if row.is_done and found is not None and found.input is not None and (found.input.data or found.input.recipe):
            yield {
                **_unit(row),
                "input": found.input.data or None,
                "recipe": found.input.recipe or None,
                "size": found.size,
                "verdict": found.verdict,
                "answered": found.valid,
                "validity": found.input.validity,
                "category": found.category,
                "strategy": found.input.strategy,
                "label": found.input.label,
            }


def pairs(programs: Iterable[Sequence[Row]]) -> Iterator[dict[str, Any]]:
    """A slow and a fast input of one program, of all its searches (`programs` are the rows of one each), the nearest in
    size that costs at most half as much, where both have bytes: what a model learns from to tell what makes the program
    slow. Each input is the slow one of one pair at most."""
    for rows in programs:
        found: dict[str, tuple[Row, MeasuredInput]] = {}
        for row in filter(_is_search, rows):
            for each in row.inputs:
                if each.data:
                    found.setdefault(each.id, (row, each))
        known = [(row, each) for row, each in found.values() if not each.at_least]
        for row, slow in found.values():
            fast = [pair for pair in known if pair[1].count * LEAST_RATIO <= slow.count]
            if fast:
                by, nearest = min(fast, key=lambda pair: (abs(pair[1].size - slow.size), pair[1].id))
                yield {
                    **_unit(row),
                    "slow": slow.data,
                    "slow_count": slow.count,
                    "slow_label": slow.label,
                    "fast": nearest.data,
                    "fast_count": nearest.count,
                    "fast_label": nearest.label,
                    "fast_found_by": by.unit.strategy,
                    "fast_seed": by.unit.seed,
                }


def _is_search(row: Row) -> bool:
    strategy = STRATEGIES.get(row.unit.strategy)
    return row.is_done and strategy is not None and strategy.kind in (SEARCH, FUZZER)


def _unit(row: Row) -> dict[str, Any]:
    program = row.unit.program
    return {
        "problem": program.problem,
        "program": program.id,
        "language": program.language,
        "kind": program.kind,
        "found_by": row.unit.strategy,
        "seed": row.unit.seed,
        "budget": json.dumps({"seconds": row.unit.budget.seconds, "executions": row.unit.budget.executions}),
        "version": row.version,
        "model": row.unit.model,
    }


def _input(each: MeasuredInput) -> dict[str, Any]:
    return {
        "input": each.data or None,
        "recipe": each.recipe or None,
        "size": each.size,
        "count": each.count,
        "instructions": each.instructions,
        "cpu_s": each.cpu_s,
        "peak_rss_bytes": each.peak_rss_bytes,
        "at_least": each.at_least,
        "validity": each.validity,
        "strategy": each.strategy,
        "label": each.label,
        "shape": each.shape,
    }


def _fields() -> list[tuple[str, Any]]:
    import pyarrow as pa

    return [
        (name, pa.int64() if name == "seed" else pa.string())
        for name in ("problem", "program", "language", "kind", "found_by", "seed", "budget", "version", "model")
    ]


def stressing_schema() -> Any:
    """The columns of the stressing set."""
    import pyarrow as pa

    return pa.schema(
        [
            *_fields(),
            ("input", pa.binary()),
            ("recipe", pa.string()),
            ("size", pa.int64()),
            ("count", pa.int64()),
            ("instructions", pa.int64()),
            ("cpu_s", pa.float64()),
            ("peak_rss_bytes", pa.int64()),
            ("at_least", pa.bool_()),
            ("validity", pa.string()),
            ("strategy", pa.string()),
            ("label", pa.string()),
            ("shape", pa.string()),
        ]
    )


def breaking_schema() -> Any:
    """The columns of the breaking inputs."""
    import pyarrow as pa

    said = ("validity", "category", "strategy", "label")
    return pa.schema(
        [
            *_fields(),
            ("input", pa.binary()),
            ("recipe", pa.string()),
            ("size", pa.int64()),
            ("verdict", pa.string()),
            ("answered", pa.bool_()),
            *((name, pa.string()) for name in said),
        ]
    )


def pairs_schema() -> Any:
    """The columns of the training pairs."""
    import pyarrow as pa

    sides = [
        (f"{side}{end}", kind)
        for side in ("slow", "fast")
        for end, kind in (("", pa.binary()), ("_count", pa.int64()), ("_label", pa.string()))
    ]
    return pa.schema([*_fields(), *sides, ("fast_found_by", pa.string()), ("fast_seed", pa.int64())])


def _write(path: Path, rows: Iterator[dict[str, Any]], columns: Any) -> int:
    """Writes rows a group at a time. Returns how many there are."""
    import pyarrow
    from pyarrow import parquet as files

    count, beside = 0, path.with_suffix(".part")
    with files.ParquetWriter(beside, columns) as writer:
        group: list[dict[str, Any]] = []
        for row in rows:
            group.append(row)
            count += 1
            if len(group) == ROWS_A_GROUP:
                writer.write_table(pyarrow.Table.from_pylist(group, schema=columns))
                group = []
        writer.write_table(pyarrow.Table.from_pylist(group, schema=columns))
    beside.replace(path)
    return count


def _note(counts: list[int], license_note: str) -> str:
    return f"""# A performance-stressing set

- `{STRESSING}`: {counts[0]:,} inputs that Slowpath found, with what they cost, how sure it is that they are valid, and
  who made them how. `input` are the bytes; of a large input only `recipe` is there, the text of a replay file, from
  which `slowpath replay FILE` writes the bytes.
- `{PAIRS}`: {counts[1]:,} pairs of a slow and a fast input of one program, the slow one costing at least
  {LEAST_RATIO:g} times as much; the two may come from different searches (`found_by`, `fast_found_by`).
- `{BREAKING}`: {counts[2]:,} inputs on which a wrong program fails (no such file for none), with how it does and the
  category of its bug; `answered` says whether the right program answers the input.

Costs are counts (deterministic, about instructions), real instructions where the machine could count them, CPU seconds
and bytes.

License: what Slowpath made of these inputs may be used freely. They were made for programs and problems of others,
which aren't in these files, and some began as a sample of theirs. {license_note}
"""
