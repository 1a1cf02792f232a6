"""With which arguments a package calls its input validators: the test groups' own, inherited from the folders above.

`input_validator_flags` (text) in `testdata.yaml` is the legacy form, `input_validator_args` (a list, or a map by
validator) in `test_group.yaml` and in a test case's own `NAME.yaml` the one of 2023-07 and later; either is read in
either file, and in `problem.yaml` for all. Where the data are still to be made by a shell script of testdata_tools
(github.com/Kodsport/testdata_tools, `gen.sh`), its `limits` lines say what those files will. Groups mostly narrow the
bounds for points, so an input is valid where the validator accepts it with the arguments of any one of them.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from slowpath.model.patterns import late_regex
from slowpath.problems.constants import with_constants
from slowpath.problems.files import LEVELS_DOWN, Notebook, entries, is_file, is_folder, read_text
from slowpath.problems.values import as_map, yaml_map

GROUP_FILES = ("testdata.yaml", "test_group.yaml")
KEYS = ("input_validator_args", "input_validator_flags")
MOST_SETS = 16
_LIMITS = late_regex(r"^[ \t]*limits[ \t]+([^#\n;&|]+)", re.M)
_ASSIGNED = late_regex(r"^[ \t]*([A-Za-z_]\w*)=([\w.+-]+)[ \t]*$", re.M)
_VARIABLE = late_regex(r"\$\{?([A-Za-z_]\w*)\}?")


def group_arguments(root: Path, metadata: Mapping[str, Any], book: Notebook, keys: tuple[str, ...] = KEYS) -> list[Any]:
    """What is said by one of these keys of arguments for each folder of test data that holds inputs, or could: the
    values as written, None where nothing is said; the last group, mostly the one with the widest bounds, first."""
    constants = as_map(metadata.get("constants"))
    own = _value_of(metadata, keys)
    given = [
        *_said(root / "data", own, constants, book, LEVELS_DOWN, keys),
        *(_limits_of_generators(root / "data", book) if keys == KEYS else ()),
    ]
    return given[::-1] or [own]


def says_only_of_samples(root: Path, metadata: Mapping[str, Any], book: Notebook) -> bool:
    """Whether only the samples' folder says arguments, since no other tests are there yet: theirs may be larger."""
    data, constants = root / "data", as_map(metadata.get("constants"))
    own = _value_of(metadata, KEYS)
    others = [path for path in entries(data, book) if is_folder(path) and path.name != "sample"]
    said = [value for path in others for value in _said(path, own, constants, book, LEVELS_DOWN, KEYS)]
    samples = [*_said(data / "sample", own, constants, book, LEVELS_DOWN, KEYS)]
    return any(samples) and not any((*said, own, *_limits_of_generators(data, book)))


def flag_sets(given: list[Any], validator: str, book: Notebook) -> tuple[tuple[str, ...], ...]:
    """The different lists of arguments of one validator, in order; at least one, `()` where nothing is said."""
    sets = tuple(dict.fromkeys(arguments_of(value, validator) for value in given))
    if len(sets) > MOST_SETS:
        book.note(
            f"The test groups have {len(sets)} different arguments for input validators; only the last "
            f"{MOST_SETS} are tried."
        )
    return sets[:MOST_SETS] or ((),)


def _said(
    folder: Path, inherited: Any, constants: Mapping[str, Any], book: Notebook, levels: int, keys: tuple[str, ...]
) -> Iterator[Any]:
    found = entries(folder, book)
    groups = [path for path in found if levels > 0 and is_folder(path)]
    own = inherited
    for name in GROUP_FILES:
        if is_file(folder / name):
            own = _value_of(_map_in(folder / name, constants, book), keys, own)
    inputs = {path.stem for path in found if path.suffix == ".in"}
    if inputs or (not groups and is_folder(folder)):
        yield own
    for path in found:
        if path.suffix == ".yaml" and path.stem in inputs:
            yield _value_of(_map_in(path, constants, book), keys, own)
    for path in groups:
        yield from _said(path, own, constants, book, levels - 1, keys)


def _limits_of_generators(folder: Path, book: Notebook) -> Iterator[str]:
    """The arguments that shell scripts give the groups which they make, variables of the script replaced."""
    for path in entries(folder, book):
        if path.suffix == ".sh":
            script = read_text(path, book) or ""
            variables = dict(_ASSIGNED.findall(script))
            for limits in _LIMITS.findall(script):
                known = limits
                for name in set(_VARIABLE.findall(limits)) & variables.keys():
                    known = re.sub(rf"\$(?:{name}\b|\{{{name}\}})", variables[name], known)
                if "$" not in known:
                    yield known.strip()


def _map_in(path: Path, constants: Mapping[str, Any], book: Notebook) -> dict[str, Any]:
    return yaml_map(with_constants(read_text(path, book) or "", constants), path.name, book)


def _value_of(said: Mapping[str, Any], keys: tuple[str, ...], inherited: Any = None) -> Any:
    """What a file says of the arguments, else what the folders above say."""
    return next((said[key] for key in keys if said.get(key) is not None), inherited)


def arguments_of(value: Any, validator: str = "") -> tuple[str, ...]:
    """Arguments as a text, a list, or a map by validator."""
    if isinstance(value, dict):
        value = value.get(validator, value.get(Path(validator).stem))
    if isinstance(value, list):
        return tuple(map(str, value))
    if value is None:
        return ()
    try:
        return tuple(shlex.split(str(value)))
    except ValueError:
        return tuple(str(value).split())
