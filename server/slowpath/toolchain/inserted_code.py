"""Takes inserted code out of a program's flow graphs again, so that line hits and block counts are the program's own.

Inserted code stands on lines that no program has (`instrument/probes_cpp.py`), so the notes say which blocks are its.
Without a branch or a call in it, it only lengthens blocks, and leaving its lines out gives the very notes of the
plain program. With them it parts a block: the blocks between are *foreign*, and what follows them is the rest of the
block before; both become one with the block that leads to them, as they were before (`flow.py` does so to the arcs).
Of a library's functions those are foreign that the plain program doesn't have. Optimisations that the inserted code
prevents (a function that was pure is one no more) aren't undone, so counts agree within a small part, not always
exactly.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace

from slowpath.toolchain.gcno import Function, Location, Notes

_EXIT = 1


def without_inserted(notes: Notes, first_line: int, plain: Notes | None = None) -> Notes:
    """The notes without the code on lines from `first_line` on, in whatever file: clang, up to 14, files all lines of
    a function under one. `plain` are the notes of the same program without it, where they are known."""
    functions = [_without(function, first_line) for function in notes.functions]
    if plain is not None:
        known = {function.name for function in plain.functions}
        own = {function.path for function in notes.functions if function.name == "main"}
        functions = [
            _foreign(function) if function.name not in known and _is_library(function, own) else function
            for function in functions
        ]
    return replace(notes, functions=tuple(functions))


def _is_library(function: Function, own: set[str]) -> bool:
    """Whether a function surely is no part of the program. Lambdas are numbered in names ("Ul"), and inserted ones
    move the numbers."""
    return function.path not in own and "Ul" not in function.name


def _foreign(function: Function) -> Function:
    return replace(function, locations=(), foreign=frozenset(range(function.blocks)))


def _without(function: Function, first_line: int) -> Function:
    if function.start_line >= first_line:
        return _foreign(function)
    lines = {block: [(each.path, line) for each in found for line in each.lines] for block, found in function.locations}
    touched = {block for block, found in lines.items() if any(line >= first_line for _, line in found)}
    if not touched:
        return function
    begins = {block for block in touched if lines[block][0][1] >= first_line}
    ends = {block for block in touched if lines[block][-1][1] >= first_line}
    own = {
        block: _own(found, function.path, first_line) if block in touched else found for block, found in lines.items()
    }
    leaving, entering = _neighbours(function)
    own = {
        block: found + _behind(block, lines, first_line, function.path, leaving) if block in touched else found
        for block, found in own.items()
    }
    inside = {block for block in touched if not own[block]}
    inside |= _between(function, lines, inside | begins, inside | ends, leaving, entering)
    origins = {block: _origin(block, inside, entering) for block in inside}
    parts = {block: origin for block, origin in origins.items() if origin is not None and origin > _EXIT}
    for block in begins - inside:
        before = _before(block, inside, ends, origins, leaving, entering)
        if before is not None:
            parts[block] = before
    whole = {block: _whole(block, parts) for block in parts}
    joined = {block: list(found) for block, found in own.items() if block not in parts}
    for block in sorted(parts, key=lambda block: _steps(block, parts)):
        joined.setdefault(whole[block], []).extend(own.get(block, []))
    return replace(
        function,
        foreign=frozenset(inside | parts.keys()),
        whole=whole,
        locations=tuple((block, _locations(found)) for block, found in sorted(joined.items()) if found),
    )


def _whole(block: int, parts: Mapping[int, int]) -> int:
    """The block that `block` is a part of in the end."""
    while block in parts:
        block = parts[block]
    return block


def _steps(block: int, parts: Mapping[int, int]) -> int:
    """How many parts stand before `block`; the order of their lines."""
    return 1 + _steps(parts[block], parts) if block in parts else 0


def _own(found: Sequence[tuple[str, int]], path: str, first_line: int) -> list[tuple[str, int]]:
    """A block's lines without inserted code and what it calls: from it on, all up to the next line of `path`, the
    function's own file."""
    own: list[tuple[str, int]] = []
    skipping = False
    for name, line in found:
        skipping = line >= first_line or (skipping and name != path)
        if not skipping:
            own.append((name, line))
    return own


def _behind(
    block: int,
    lines: Mapping[int, Sequence[tuple[str, int]]],
    first_line: int,
    path: str,
    leaving: Mapping[int, list[int]],
) -> list[tuple[str, int]]:
    """The lines of other files with which a block ends, behind all its inserted code, where they are the program's: a
    function that it calls itself, put in line. What inserted code calls comes before its last line, in this block or,
    where the call parts it, in one that follows."""
    found = lines[block]
    last = max(place for place, (_, line) in enumerate(found) if line >= first_line)
    rest = list(found[last + 1 :])
    if not rest or any(name == path for name, _ in rest):
        return []
    seen, waiting = {block}, list(leaving[block])
    while waiting:
        at = waiting.pop()
        if at in seen:
            continue
        seen.add(at)
        for name, line in lines.get(at, ()):
            if line >= first_line and (lines[at][0] != (name, line)):
                return []
            if line >= first_line or name == path:
                break
        else:
            waiting.extend(leaving[at])
    return rest


def _locations(found: Sequence[tuple[str, int]]) -> tuple[Location, ...]:
    """The lines by file, those that follow each other in one file together and once."""
    files: list[tuple[str, list[int]]] = []
    for name, line in found:
        if not files or files[-1][0] != name:
            files.append((name, []))
        if files[-1][1][-1:] != [line]:
            files[-1][1].append(line)
    return tuple(Location(name, tuple(lines)) for name, lines in files)


def _neighbours(function: Function) -> tuple[Mapping[int, list[int]], Mapping[int, list[int]]]:
    leaving: dict[int, list[int]] = defaultdict(list)
    entering: dict[int, list[int]] = defaultdict(list)
    for arc in function.arcs:
        leaving[arc.source].append(arc.target)
        entering[arc.target].append(arc.source)
    return leaving, entering


def _between(
    function: Function,
    lines: Mapping[int, object],
    before: set[int],
    after: set[int],
    leaving: Mapping[int, list[int]],
    entering: Mapping[int, list[int]],
) -> set[int]:
    """The blocks without a line that lie within inserted code: entered only where it ends a block, left only where it
    begins one."""
    bare = {block for block in range(2, function.blocks) if not lines.get(block) and entering[block]}
    while True:
        wrong = {
            block
            for block in bare
            if not all(source in after or source in bare for source in entering[block])
            or not all(target in before or target in bare or target == _EXIT for target in leaving[block])
        }
        if not wrong:
            return bare
        bare -= wrong


def _origin(block: int, inside: set[int], entering: Mapping[int, list[int]]) -> int | None:
    """From which block the foreign blocks around `block` are entered, where that is one."""
    found, seen, waiting = set(), {block}, [block]
    while waiting:
        for source in entering[waiting.pop()]:
            if source not in inside:
                found.add(source)
            elif source not in seen:
                seen.add(source)
                waiting.append(source)
    return found.pop() if len(found) == 1 else None


def _before(
    block: int,
    inside: set[int],
    ends: set[int],
    origins: Mapping[int, int | None],
    leaving: Mapping[int, list[int]],
    entering: Mapping[int, list[int]],
) -> int | None:
    """The block of which `block`, which begins with inserted code, is the rest: it alone leads here, ends with
    inserted code, and leads nowhere else. None where there is no such block."""
    sources = {origins[source] if source in inside else source for source in entering[block]}
    before = sources.pop() if len(sources) == 1 else None
    if before is None or before not in ends:
        return None
    leads_on = all(target in (block, _EXIT) or origins.get(target) == before for target in leaving[before])
    return before if leads_on else None
