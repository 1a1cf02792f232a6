"""Puts block counters into a Python program. Runs under the USER's interpreter: standard library only.

Theory of operation: the program's syntax tree is first *flattened* (`python_flatten`), so that every statement is one
logical line, the line that it begins on. Then one counter goes at the head of every basic block whose count doesn't
follow from others' (`python_blocks`), and the map says how many line events each count of a block stands for. The sum
is what `sys.settrace` reports as "line" events for the flattened program on this interpreter (3.10 and later):

- a statement is one event; a second one on the same line is none;
- a `for` header is one event per look at the iterator, a `while` header one per test (its `else` is given a
  counter, so that exhaustion is counted too); `while` written on one line counts its tests, where a trace
  that doesn't see the first of them again counts one less;
- a comprehension is one event per item, and one for its frame where it has one (before 3.12, and every
  generator expression); a `with` is two, in and out; decorators count twice since 3.11;
- `except` lines count when they are tested.

A block that is left in the middle (an exception, `os._exit`, a limit) was counted whole; `left_at` says which
lines to take back and which `except` lines were tested on the way, from the line where it was left.

Work inside builtins is counted where the source shows it (`python_expressions`): `x in items`, `items.pop(0)`,
slices, `sorted` and the like. Each operand is wrapped in an identity function of the runtime, or the result is, so
evaluation order, exceptions and values stay as they are.
"""

import ast

from python_blocks import MODULE, Instrumenter
from python_flatten import flatten
from python_probes import Probes


class Program:
    """An instrumented program.

    `slots` counters; `weights[slot]` is the number of syntax nodes that one count stands for; `lines` maps a
    line to its `(slot, events)` pairs, `executable` lists the lines in order. `ticks` are the slots that are
    counted by tick functions inside expressions. Behind the slots come two for every executable line: events
    to take back, then events to add; and then one for every probe of `conditions` (see `python_probes`).
    """

    def __init__(self, source, filename, conditions=()):
        self.filename = filename
        try:
            self.build(source, conditions)
        except (SyntaxError, ValueError, RecursionError):
            if not conditions:
                raise
            refused = [condition for condition in conditions if not self.takes(source, condition)]
            self.build(source, [condition for condition in conditions if condition not in refused])
            self.probes.unprobed += [[condition["id"], "the program isn't valid with it"] for condition in refused]

    def takes(self, source, condition):
        """Whether the program is valid with this condition alone."""
        try:
            self.build(source, [condition])
        except (SyntaxError, ValueError, RecursionError):
            return False
        return True

    def build(self, source, conditions):
        """Instruments the program anew, with probes for `conditions`."""
        tree = ast.parse(source, self.filename)
        self.probes = Probes(tree, source, conditions)
        worker = Instrumenter(flatten(tree), self.probes)
        worker.run()
        self.slots = worker.slots
        self.ticks = worker.ticks
        self.weights, self.lines = summed(worker.blocks, worker.slots)
        self.executable = sorted(self.lines)
        self.row = {line: index for index, line in enumerate(self.executable)}
        self.places = worker.places
        self.handlers = worker.handlers
        self.probes.number_slots(self.slots + 2 * len(self.executable), self.terms)
        self.code = compile(ast.fix_missing_locations(tree), self.filename, "exec", dont_inherit=True)

    @property
    def counters(self):
        """Slots, two correction rows per executable line, and the probes."""
        return self.slots + 2 * len(self.executable) + len(self.probes.probed)

    def terms(self, line):
        """The (counter, factor) pairs of which the hits of `line` are the sum."""
        return [*self.lines[line], (self.take_back(line), -1), (self.give(line), 1)]

    def take_back(self, line):
        """The slot that counts events of `line` to take back."""
        return self.slots + self.row[line]

    def give(self, line):
        """The slot that counts events of `line` to add."""
        return self.slots + len(self.executable) + self.row[line]

    def left_at(self, code, line, handler=None, tested=True):
        """Slots to count, as (slot, times), when the frame of `code` is left at `line`.

        `handler` is the number of the `except` clause in the same frame that caught the exception, None when
        the frame was left whole. With `tested`, `except` lines that were passed on the way are added.
        """
        first_line = MODULE if code.co_name == "<module>" else code.co_firstlineno
        place = self.places.get((first_line, line))
        if place is None:
            return []
        changes = []
        node = place.node
        if isinstance(node, (ast.For, ast.AsyncFor, ast.While)):
            changes.append((self.give(line), 1))
        for other in place.otherwise:
            changes.extend((self.take_back(at), events) for at, events in other.counted_ahead())
        caught_by = self.handlers[handler] if handler is not None else None
        inner = None
        while place is not None:
            if place.ends_counted_ahead:
                changes.append((self.take_back(place.node.lineno), 1))
            if not (place.leaves and inner is not None and inner.field == "body"):
                for follower in place.followers:
                    changes.extend((self.take_back(at), events) for at, events in follower.counted_ahead())
            if place.tested is not None:
                if place.tested is caught_by:
                    break
                if tested:
                    changes.extend((self.give(clause.lineno), 1) for clause in place.tested.handlers)
            inner, place = place, place.parent
        return changes


def summed(blocks, slots):
    """The slots' weights, and the (slot, events) pairs of every line, of all blocks together."""
    weights, lines = [0] * slots, {}
    for block in blocks:
        for slot, factor in block.terms:
            weights[slot] += factor * block.weight
            for line, events in block.lines.items():
                pairs = lines.setdefault(line, {})
                pairs[slot] = pairs.get(slot, 0) + factor * events
    return weights, {line: [pair for pair in pairs.items() if pair[1]] for line, pairs in lines.items()}
