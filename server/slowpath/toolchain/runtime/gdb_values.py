"""What a C++ program's variables hold when it comes to a line. Runs inside gdb, by gdb's own Python.

    gdb -batch -nx -ex "python wanted = (SOURCE, LINE, PASS, ANSWER)" -x gdb_values.py --args PROGRAM

Theory of operation. A breakpoint with an ignore count stops the PASS-th time; every pass before costs gdb some tens of
microseconds. The values go into the file ANSWER, as JSON. Variables that are declared further down have no value yet
and are left out, so are pointers, whose values say nothing; what lies in containers is shown by the printers that come
with the C++ library, if gdb has found them.
"""

import json
import os
import re

import gdb

MOST_VALUES = 40
MOST_ITEMS = 8
MOST_CHARACTERS = 80
CLEANED = (
    (re.compile(r"\s+"), " "),
    (re.compile(r"\bstd::(?:__debug::|__cxx1998::|__cxx11::)?"), ""),
    (re.compile(r"^-?\d+ ('.*')$"), r"\1"),
    (
        re.compile(r"\b[a-z_]+(?:<bool>)? (?:of length|with|wrapping: \w+ of length) 0(?:, capacity \d+| elements)?$"),
        "{}",
    ),
    (re.compile(r"\b(?:stack|queue|priority_queue) wrapping: "), ""),
    (re.compile(r"\b[a-z_]+(?:<bool>)? (?:of length|with) \d+(?:, capacity \d+| elements?)?(?: = )?"), ""),
    (re.compile(r"\boptional(?:<.*>)? (?:= \{\[contained value\] = (.*)\}|(\[no contained value\]))$"), r"\1\2"),
    (re.compile(r"\b(?:tuple containing|bitset) = "), ""),
    (re.compile(r"\{_M_elems = (\{[^{}]*\})\}"), r"\1"),
    (re.compile(r"\b(?:first|second) = "), ""),
)
NUMBERED = re.compile(r"^std::(?:__debug::)?(?:unordered_)?(?:multi)?set<|^std::tuple<")
NUMBER = re.compile(r"\[\d+\] = ")


def in_scope(frame, source, line):
    """(name, value) of the variables that the line can see, the nearest first."""
    block, seen = frame.block(), set()
    while block is not None:
        is_inside = not block.is_static and not block.is_global
        for symbol in block:
            named = symbol.symtab is not None and os.path.basename(symbol.symtab.filename) == source
            declared = symbol.is_argument or not is_inside or symbol.line < line
            if symbol.name in seen or not named or not declared or not (symbol.is_variable or symbol.is_argument):
                continue
            seen.add(symbol.name)
            yield symbol.name, symbol.value(frame) if symbol.needs_frame else symbol.value()
        block = block.superblock


def shown(value):
    """A value in few words; None for what says nothing."""
    if value.type.strip_typedefs().code in (gdb.TYPE_CODE_REF, gdb.TYPE_CODE_RVALUE_REF):
        value = value.referenced_value()
    kind = value.type.strip_typedefs()
    if kind.code == gdb.TYPE_CODE_PTR:
        return None if int(value) else "nullptr"
    text = value.format_string(max_elements=MOST_ITEMS, max_depth=3, repeat_threshold=MOST_ITEMS, symbols=False)
    for pattern, instead in CLEANED:
        text = pattern.sub(instead, text.strip())
    if NUMBERED.match(kind.name or ""):
        text = NUMBER.sub("", text)
    return text if len(text) <= MOST_CHARACTERS else text[: MOST_CHARACTERS - 3] + "..."


def described(frame, source, line):
    """(name, value in few words) of each, as many as can be read."""
    told = []
    for name, value in in_scope(frame, source, line):
        try:
            words = shown(value)
        except (gdb.error, RuntimeError, ValueError, OverflowError):
            continue
        if words:
            told.append((name, words))
        if len(told) == MOST_VALUES:
            break
    return told


def main(source, line, wanted, answer):
    for setting in (
        "pagination off",
        "confirm off",
        "width 0",
        "breakpoint pending off",
        "startup-with-shell off",
        "max-value-size unlimited",
        "print inferior-events off",
        "print thread-events off",
    ):
        gdb.execute("set " + setting, to_string=True)
    stop = gdb.Breakpoint("%s:%d" % (source, line), internal=True)
    stop.ignore_count = wanted - 1
    gdb.execute("run", to_string=True)
    if gdb.selected_inferior().pid == 0:
        return
    frame = gdb.selected_frame()
    place = frame.find_sal()
    if place.line == line and place.symtab is not None and os.path.basename(place.symtab.filename) == source:
        with open(answer, "w", encoding="utf-8") as file:
            json.dump(described(frame, source, line), file)


main(*wanted)  # noqa: F821
