"""What a Python program's variables hold when it comes to a line. Runs under the USER's interpreter, stdlib only.

    python python_values.py COPY PATH LINE PASS ANSWER

COPY is the text to run, PATH the user's own file, whose name the frames carry. Its input is our own standard input.

Theory of operation. A trace function follows only the code objects that have the line; all others run untraced. At the
PASS-th time the values go into the file ANSWER, as JSON, and the process ends at once. A program that doesn't come
there leaves no answer. Values are shortened as they are read, so that a list of a million costs no more than its
beginning, and say nothing of addresses, so that those of two programs can be compared.
"""

import collections
import itertools
import json
import os
import re
import sys
import threading
import types

MOST_VALUES = 40
MOST_ITEMS = 8
MOST_CHARACTERS = 80
DEEPEST = 3
ADDRESS = re.compile(r" at 0x[0-9a-fA-F]+")
SEQUENCES = {list: "[]", tuple: "()", set: "{}", frozenset: "{}", collections.deque: "[]"}
UNTOLD = (types.ModuleType, types.FunctionType, types.BuiltinFunctionType, types.MethodType, type)


def shown(value, depth=DEEPEST):
    """A value in few words."""
    brackets = next((pair for kind, pair in SEQUENCES.items() if isinstance(value, kind)), None)
    if depth == 0 and (brackets or isinstance(value, dict)):
        return "..."
    if brackets:
        is_sorted = isinstance(value, (set, frozenset)) and len(value) < 1000 and sortable(value)
        ordered = sorted(value) if is_sorted else value
        return brackets[0] + listed((shown(each, depth - 1) for each in ordered), len(value)) + brackets[1]
    if isinstance(value, dict):
        return (
            "{"
            + listed((shown(key, depth - 1) + ": " + shown(item, depth - 1) for key, item in value.items()), len(value))
            + "}"
        )
    if isinstance(value, int) and not isinstance(value, bool) and value.bit_length() > 4 * MOST_CHARACTERS:
        return "an int of %d bits" % value.bit_length()
    if isinstance(value, (str, bytes)):
        return repr(value if len(value) <= MOST_CHARACTERS else value[:MOST_CHARACTERS]) + (
            "" if len(value) <= MOST_CHARACTERS else "..."
        )
    return instance(value, depth)


def instance(value, depth):
    """An object: by its own words where it has any, else by its attributes."""
    if type(value).__repr__ is object.__repr__:
        if depth == 0 or not hasattr(value, "__dict__"):
            return type(value).__name__
        return "%s(%s)" % (
            type(value).__name__,
            listed(("%s=%s" % (name, shown(each, depth - 1)) for name, each in vars(value).items()), len(vars(value))),
        )
    return ADDRESS.sub("", repr(value))


def sortable(values):
    """Whether they are all of one kind that has an order."""
    kinds = {type(each) for each in values}
    return len(kinds) == 1 and kinds <= {int, str, float, bytes}


def listed(words, length):
    """The first of them, and dots where there are more."""
    return ", ".join(itertools.islice(words, MOST_ITEMS)) + (", ..." if length > MOST_ITEMS else "")


def in_scope(frame):
    """The variables that the frame's code can see: its own, then those of the module that it names."""
    found = dict(frame.f_locals)
    if frame.f_locals is not frame.f_globals:
        for name in frame.f_code.co_names:
            if name in frame.f_globals:
                found.setdefault(name, frame.f_globals[name])
    return [
        (name, value)
        for name, value in found.items()
        if not name.startswith(("__", ".")) and not isinstance(value, UNTOLD)
    ][:MOST_VALUES]


def described(frame):
    """(name, value in few words) of each."""
    told = []
    for name, value in in_scope(frame):
        try:
            words = shown(value)
        except Exception:
            continue
        told.append((name, words if len(words) <= MOST_CHARACTERS else words[: MOST_CHARACTERS - 3] + "..."))
    return told


class Watcher:
    """Counts the passes of the line."""

    def __init__(self, path, line, wanted, answer):
        self.path = path
        self.line = line
        self.left = wanted
        self.answer = answer
        self.has_line = {}

    def on_call(self, frame, event, argument):
        code = frame.f_code
        if code not in self.has_line:
            self.has_line[code] = code.co_filename == self.path and self.line in lines_of(code)
        return self.on_event if self.has_line[code] else None

    def on_event(self, frame, event, argument):
        if event == "line" and frame.f_lineno == self.line:
            self.left -= 1
            if self.left == 0:
                sys.settrace(None)
                with open(self.answer, "w", encoding="utf-8") as file:
                    json.dump(described(frame), file)
                os._exit(0)
        return self.on_event


def lines_of(code):
    """The lines that the code object itself has."""
    import dis

    return {line for _, line in dis.findlinestarts(code)}


def main():
    _, copy, path, line, wanted, answer = sys.argv
    with open(copy, "rb") as file:
        code = compile(file.read(), path, "exec", dont_inherit=True)
    watcher = Watcher(path, int(line), int(wanted), answer)
    module = types.ModuleType("__main__")
    module.__dict__.update(__file__=path, __builtins__=__builtins__)
    sys.modules["__main__"] = module
    sys.path[0] = os.path.dirname(path)
    sys.argv[:] = [path]
    threading.settrace(watcher.on_call)
    sys.settrace(watcher.on_call)
    exec(code, module.__dict__)


if __name__ == "__main__":
    main()
