"""Steps of minimising that leave things out: cases, elements and rows, columns, letters."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from slowpath.inputs.filling.refit import taken
from slowpath.inputs.mutators.cases import put_cases, size_of
from slowpath.inputs.mutators.scope_edit import Part, ScopeEdit
from slowpath.inputs.sizes.assign import CannotGenerate
from slowpath.inputs.sizes.size_model import size_model
from slowpath.inputs.smaller.shrinking import Numbers, Shrinking
from slowpath.model.expression import Expr
from slowpath.model.format import Array, Cases, Matrix, Records, Scalar, TextType, WordType
from slowpath.model.nodes import Path, extents_of

_MOST_ROWS = 64


def fewer_cases(search: Shrinking) -> bool:
    """Removes cases in chunks."""
    changed = False
    for path, numbers in list(search.scopes()):
        for part in search.anatomy.parts[path]:
            if isinstance(part.item, Cases) and search.standing(path, numbers) is not None:
                changed |= _fewer(search, path, numbers, part, _with_cases)
    return changed


def smaller_sizes(search: Shrinking) -> bool:
    """Each size at its least, else nearer to it as often as that goes."""
    changed = False
    for path, numbers in list(search.scopes()):
        for name, variable in size_model(search.fmt).variables.items():
            if variable.path == path and variable.is_size and not variable.in_rows:
                changed |= _smaller(search, path, numbers, name)
    return changed


def fewer_elements(search: Shrinking) -> bool:
    """Removes rows, elements, columns and letters in chunks, with all that has the same length."""
    changed = False
    for path, numbers in list(search.scopes()):
        for part in search.anatomy.parts[path]:
            item = part.item
            if search.standing(path, numbers) is None or isinstance(item, Cases):
                continue
            if isinstance(item, Scalar):
                if isinstance(item.type, WordType | TextType):
                    changed |= _fewer(search, path, numbers, part, _with_letters)
                continue
            changed |= _fewer(search, path, numbers, part, _with_elements)
            if isinstance(item, Matrix):
                changed |= _fewer_columns(search, path, numbers, item)
    return changed


def shorter_rows(search: Shrinking) -> bool:
    """Removes elements of the arrays in ragged rows, and letters of many words, of the first ones, in chunks."""
    changed = False
    for path, numbers in list(search.scopes()):
        for item in [part.item for part in search.anatomy.parts[path]]:
            for field in item.fields if isinstance(item, Records) else (item,):
                if isinstance(item, Records) and isinstance(field, Array) and field.length.text.isidentifier():
                    changed |= _shorter(search, path, numbers, item, field)
                elif _has_words(item, field):
                    changed |= _shorter_words(search, path, numbers, field.name)
    return changed


def _has_words(item: Any, field: Any) -> bool:
    """Whether a variable holds one word for each element or row."""
    if isinstance(item, Records):
        return isinstance(field, Scalar) and isinstance(field.type, WordType | TextType)
    return isinstance(item, Array) and isinstance(item.type, WordType | TextType) and item.separator != ""


def _shorter_words(search: Shrinking, path: Path, numbers: Numbers, name: str) -> bool:
    def without(row: int, kept: np.ndarray) -> ScopeEdit:
        edit = search.edit(path, numbers)
        words = list(edit.instance[name])
        words[row] = "".join(taken(words[row], kept))
        edit.put({name: words})
        return edit

    changed = False
    for row in range(min(len((search.standing(path, numbers) or {}).get(name, ())), _MOST_ROWS)):
        changed |= search.without_chunks(partial(_row_length, search, path, numbers, name, row), partial(without, row))
    return changed


def _smaller(search: Shrinking, path: Path, numbers: Numbers, name: str) -> bool:
    changed = False
    while (here := search.standing(path, numbers)) is not None:
        now, low = size_of(here[name]), _least(search, path, numbers, name)
        if low >= now or not search.towards(now, low, partial(search.assigned, path, numbers, name)):
            break
        changed = True
    return changed


def _least(search: Shrinking, path: Path, numbers: Numbers, name: str) -> int:
    scope = {
        key: len(value) if isinstance(value, str) else value for key, value in search.edit(path, numbers).scope.items()
    }
    return int(size_model(search.fmt).variables[name].lo.value(scope))


def _fewer(
    search: Shrinking,
    path: Path,
    numbers: Numbers,
    part: Part,
    without: Callable[[Shrinking, Path, Numbers, Any, np.ndarray], ScopeEdit],
) -> bool:
    name = min(part.names)
    return search.without_chunks(
        lambda: len((search.standing(path, numbers) or {}).get(name, ())),
        lambda kept: without(search, path, numbers, part.item, kept),
    )


def _with_cases(search: Shrinking, path: Path, numbers: Numbers, item: Cases, kept: np.ndarray) -> ScopeEdit:
    edit = search.edit(path, numbers)
    if not put_cases(edit, item, taken(edit.instance[item.name], kept)):
        raise CannotGenerate("this number of cases")
    return edit


def _with_letters(search: Shrinking, path: Path, numbers: Numbers, item: Scalar, kept: np.ndarray) -> ScopeEdit:
    edit = search.edit(path, numbers)
    word = edit.instance[item.name]
    edit.put({item.name: "".join([word[place] for place in kept.tolist()])})
    edit.reassigned({})
    return edit


def _with_elements(search: Shrinking, path: Path, numbers: Numbers, item: Any, kept: np.ndarray) -> ScopeEdit:
    edit = search.edit(path, numbers)
    length, *_ = extents_of(item)
    name, old, new = _resized(edit, length, kept.size)
    for part in search.anatomy.parts[path]:
        other = part.item
        if (
            isinstance(other, Scalar | Cases)
            or extents_of(other)[0].names != {name}
            or extents_of(other)[0].value(edit.scope) != old
        ):
            continue
        edit.put({key: taken(edit.instance[key], kept) for key in part.names})
    return _settle_size(edit, name, new)


def _fewer_columns(search: Shrinking, path: Path, numbers: Numbers, item: Matrix) -> bool:
    """Columns left out, where they have a size of their own."""
    if item.columns.names == item.rows.names:
        return False

    def length() -> int:
        rows = (search.standing(path, numbers) or {}).get(item.name, ())
        return len(rows[0]) if len(rows) else 0

    def without(kept: np.ndarray) -> ScopeEdit:
        edit = search.edit(path, numbers)
        name, _, new = _resized(edit, item.columns, kept.size)
        rows = edit.instance[item.name]
        edit.put(
            {
                item.name: rows[:, kept]
                if isinstance(rows, np.ndarray)
                else ["".join(taken(row, kept)) if isinstance(row, str) else taken(row, kept) for row in rows]
            }
        )
        return _settle_size(edit, name, new)

    return search.without_chunks(length, without)


def _resized(edit: ScopeEdit, length: Expr, wanted: int) -> tuple[str, int, int]:
    """The one size variable in a length, the length now, and the variable's value for `wanted`. Raises
    `CannotGenerate` where there is none that grows with the length by one."""
    if len(length.names) != 1:
        raise CannotGenerate("a size of its own")
    (name,) = length.names
    if not isinstance(edit.instance.get(name), int):
        raise CannotGenerate("a size of this scope")
    old = int(length.value(edit.scope))
    new = edit.instance[name] - (old - wanted)
    if length.value({**edit.scope, name: new}) != wanted:
        raise CannotGenerate("a size that grows by one")
    return name, old, new


def _settle_size(edit: ScopeEdit, name: str, new: int) -> ScopeEdit:
    edit.reassigned({name: new})
    if edit.instance[name] != new:
        raise CannotGenerate(f"{name} of {new}")
    return edit


def _shorter(search: Shrinking, path: Path, numbers: Numbers, item: Records, field: Array) -> bool:
    size = next((other for other in item.fields if other.name == field.length.text), None)
    here = search.standing(path, numbers)
    if size is None or here is None:
        return False
    changed = False
    for row in range(min(len(here[field.name]), _MOST_ROWS)):
        changed |= search.without_chunks(
            partial(_row_length, search, path, numbers, field.name, row),
            partial(_with_row, search, path, numbers, (size.name, field.name), row),
        )
    return changed


def _row_length(search: Shrinking, path: Path, numbers: Numbers, name: str, row: int) -> int:
    rows = (search.standing(path, numbers) or {}).get(name, ())
    return len(rows[row]) if row < len(rows) else 0


def _with_row(
    search: Shrinking, path: Path, numbers: Numbers, names: tuple[str, str], row: int, kept: np.ndarray
) -> ScopeEdit:
    edit = search.edit(path, numbers)
    size, field = names
    sizes, arrays = edit.instance[size].copy(), list(edit.instance[field])
    sizes[row], arrays[row] = kept.size, taken(arrays[row], kept)
    edit.put({size: sizes, field: arrays})
    return edit
