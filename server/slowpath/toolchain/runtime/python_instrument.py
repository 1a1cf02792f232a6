"""Puts block counters into a Python program. Runs under the USER's interpreter: standard library only.

Theory of operation: the program's syntax tree is first *flattened*, so that every statement is one logical
line, the line that it begins on. Then one counter goes at the head of every basic block whose count doesn't
follow from others', and the map says how many line events each count of a block stands for. The sum is what
`sys.settrace` reports as "line" events for the flattened program on this interpreter (3.10 and later):

- a statement is one event; a second one on the same line is none;
- a `for` header is one event per look at the iterator, a `while` header one per test (its `else` is given a
  counter, so that exhaustion is counted too); `while` written on one line counts its tests, where a trace
  that doesn't see the first of them again counts one less;
- a comprehension is one event per item, and one for its frame where it has one (before 3.12, and every
  generator expression); a `with` is two, in and out; decorators count twice since 3.11;
- `except` lines count when they are tested.

A block that is left in the middle (an exception, `os._exit`, a limit) was counted whole; `left_at` says which
lines to take back and which `except` lines were tested on the way, from the line where it was left.

Work inside builtins is counted where the source shows it: `x in items`, `items.pop(0)`, slices, `sorted` and
the like. Each operand is wrapped in an identity function of the runtime, or the result is, so evaluation
order, exceptions and values stay as they are.
"""

import ast
import sys

from python_probes import Probes

COUNTERS = "_slowpath_c"
EXCEPTION = "_slowpath_x"
TICK = "_slowpath_h"
ITEMS = "_slowpath_l"
EVALUATED = "_slowpath_e"
SCAN = "_slowpath_scan"
SHIFT = "_slowpath_shift"
COPY = "_slowpath_copy"
EACH = "_slowpath_each"
ITERATE = "_slowpath_iter"
CHAIN = "_slowpath_chain"
END = "_slowpath_end"
SORT = "_slowpath_sort"

FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
SCOPES = (*FUNCTIONS, ast.Lambda, ast.ClassDef)
DEFINITIONS = (*FUNCTIONS, ast.ClassDef)
COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
MATCH = getattr(ast, "Match", ())
TRY = (ast.Try, ast.TryStar) if hasattr(ast, "TryStar") else (ast.Try,)
DECORATED_TWICE = sys.version_info >= (3, 11)
INLINED = sys.version_info >= (3, 12)

SCANNING_CALLS = frozenset({"min", "max", "sum"})
SORTING_CALLS = frozenset({"sorted"})
COPYING_CALLS = frozenset({"list", "set", "tuple", "dict", "frozenset"})
SCANNING_METHODS = frozenset({"index", "count", "remove", "find", "rfind"})
COPYING_METHODS = frozenset({"join", "split", "replace", "copy", "splitlines"})
SMALL_DISPLAY = 8
MODULE = 0


class Block:
    """A basic block: its weight, and how many events of each line one count stands for.

    Its count is the sum over `terms`, (slot, factor): its own slot, or what is left of others' (an `else` runs
    as often as the `if` was reached less the times that it was taken). `places` are the statements that are
    counted together with the first one of the body that the block begins.
    """

    def __init__(self, terms):
        self.terms = terms
        self.places = []
        self.weight = 0
        self.lines = {}

    @property
    def slot(self):
        return self.terms[0][0]

    def add(self, line, events):
        self.lines[line] = self.lines.get(line, 0) + events


class Place:
    """Where a statement stands: its block, what it adds to it, and the statements around and after it."""

    def __init__(self, node, block, parent, field, tested):
        self.node = node
        self.block = block
        self.parent = parent
        self.field = field
        self.tested = tested
        self.taken = None
        self.leaves = leaves(node)
        self.events = []
        self.followers = []
        self.otherwise = []
        self.ends_counted_ahead = False

    def counted_ahead(self):
        """The (line, events) that were counted for this statement before it ran: its own, and those of an `else`
        that has no counter of its own."""
        yield from self.events
        for place in self.otherwise:
            yield from place.counted_ahead()


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


def flatten(tree):
    """Gives every node of a statement's own expressions the line that the statement begins on."""
    for node in ast.walk(tree):
        if isinstance(node, (ast.stmt, ast.ExceptHandler)):
            for part in own_expressions(node):
                _flatten_expression(part, node.lineno)
    for node in ast.walk(tree):
        if isinstance(node, DEFINITIONS):
            for decorator in node.decorator_list:
                _flatten_expression(decorator, decorator.lineno)
        if MATCH and isinstance(node, MATCH):
            for case in node.cases:
                for part in (case.pattern, case.guard):
                    if part is not None:
                        _flatten_expression(part, case.pattern.lineno)
    return tree


def own_expressions(node):
    """The parts of a statement that are no statements, handlers or cases of their own."""
    for name, value in ast.iter_fields(node):
        if name in ("body", "orelse", "finalbody", "handlers", "cases", "decorator_list"):
            continue
        for part in value if isinstance(value, list) else [value]:
            if isinstance(part, ast.AST):
                yield part


def _flatten_expression(node, line):
    if getattr(node, "lineno", line) != line or getattr(node, "end_lineno", line) != line:
        node.lineno = node.end_lineno = line
        node.col_offset = node.end_col_offset = 0
    for part in ast.iter_child_nodes(node):
        _flatten_expression(part, line)


class Instrumenter:
    """Walks statements, makes blocks, and rewrites expressions through `Expressions`."""

    def __init__(self, tree, probes):
        self.tree = tree
        self.probes = probes
        self.slots = 0
        self.blocks = []
        self.ticks = []
        self.places = {}
        self.handlers = []
        self.bound = names_bound(tree)

    def run(self):
        first = 0
        body = self.tree.body
        while first < len(body) and (_is_future(body[first]) or (first == 0 and _is_docstring(body[first]))):
            first += 1
        self.body(self.tree, "body", None, None, Scope(MODULE, "module", names_typed(body)), head=first)
        self.tree.body[first:first] = self.probes.definitions

    def block(self, terms=None):
        if terms is None:
            terms = [(self.slots, 1)]
            self.slots += 1
        made = Block(terms)
        self.blocks.append(made)
        return made

    def tick(self):
        made = self.block()
        self.ticks.append(made.slot)
        return made

    def body(self, node, field, parent, tested, scope, head=0, line=None, silent=frozenset(),
             each_alone=False, terms=None):
        """Instruments one list of statements; returns its first block. `line` is the line that runs before it
        (no event for statements on it), `silent` are statements without an event. With `each_alone` every
        statement is a block, since a `with` may swallow an exception without a trace. With `terms` the first
        block needs no counter of its own."""
        made, block, first_block, before = [], None, None, []
        for index, statement in enumerate(getattr(node, field)):
            if block is None:
                block, before = self.block(None if first_block else terms), []
                counted = first_block is not None or terms is None
                if first_block is None:
                    first_block, block.places = block, before
                if index >= head and counted:
                    made.append(increment(block.slot, statement.lineno))
            place = Place(statement, block, parent, field, tested)
            for earlier in before:
                earlier.followers.append(place)
            before.append(place)
            self.places[(scope.first_line, statement.lineno)] = place
            block.weight += 1 + sum(isinstance(part, ast.expr) for part in self.own_nodes(statement))
            if statement not in silent:
                self.count(statement, block, place, line, scope)
            line = statement.lineno
            self.inside(statement, place, scope)
            probes_before, probes_after = self.probes.around(statement)
            made += [*probes_before, statement]
            if index + 1 == head:
                made.append(increment(first_block.slot, statement.lineno))
            made += probes_after
            if place.leaves and not each_alone:
                block = self.block(left_over(block, place.taken))
            elif each_alone or not falls_through(statement):
                block = None
        setattr(node, field, made)
        return first_block

    @staticmethod
    def own_nodes(statement):
        for part in own_expressions(statement):
            yield from ast.walk(part)

    def count(self, node, block, place, line, scope):
        """Adds the line events of `node` to its block."""
        def add(at, events):
            block.add(at, events)
            place.events.append((at, events))

        if isinstance(node, (ast.Global, ast.Nonlocal)):
            return
        if isinstance(node, ast.AnnAssign) and node.value is None and scope.kind == "function" and node.simple:
            return
        if isinstance(node, (ast.For, ast.AsyncFor, ast.While)):
            place.ends_counted_ahead = always_ends(node)
            add(node.lineno, 1 if place.ends_counted_ahead else 0)
            return
        if isinstance(node, DEFINITIONS):
            self.count_definition(node, add)
            return
        add(node.lineno, 1 if node.lineno != line else 0)
        if isinstance(node, (ast.With, ast.AsyncWith)) and last_line(node) != node.lineno:
            add(node.lineno, 1)
        if MATCH and isinstance(node, MATCH):
            for case in node.cases:
                add(case.pattern.lineno, 1)

    @staticmethod
    def count_definition(node, add):
        twice = 2 if DECORATED_TWICE and node.decorator_list else 1
        for decorator in node.decorator_list:
            add(decorator.lineno, twice)
        add(node.lineno, twice)
        if isinstance(node, ast.ClassDef):
            add(node.decorator_list[0].lineno if node.decorator_list else node.lineno, 1)

    def inside(self, node, place, scope):
        """Instruments what stands inside a statement: its expressions and its bodies."""
        rewriter = Expressions(self, scope, node.lineno)
        rewriter.rewrite_own(node)
        if isinstance(node, FUNCTIONS):
            self.function(node)
        elif isinstance(node, ast.ClassDef):
            first = node.decorator_list[0].lineno if node.decorator_list else node.lineno
            self.body(node, "body", None, None, Scope(first, "class", {}), line=node.lineno,
                      head=1 if _is_docstring(node.body[0]) else 0)
        elif isinstance(node, ast.If):
            place.taken = self.body(node, "body", place, None, scope, line=node.lineno)
            otherwise = self.body(node, "orelse", place, None, scope, line=node.lineno,
                                  terms=left_over(place.block, place.taken))
            if otherwise is not None:
                place.otherwise = otherwise.places
        elif isinstance(node, (ast.For, ast.AsyncFor, ast.While)):
            self.loop(node, place, scope)
        elif isinstance(node, (ast.With, ast.AsyncWith)):
            self.body(node, "body", place, None, scope, line=node.lineno, each_alone=True)
        elif isinstance(node, TRY):
            self.attempt(node, place, scope)
        elif MATCH and isinstance(node, MATCH):
            self.match(node, place, scope)

    def function(self, node):
        first = node.decorator_list[0].lineno if node.decorator_list else node.lineno
        documented = _is_docstring(node.body[0])
        silent = frozenset(node.body[:1]) if documented and len(node.body) > 1 else frozenset()
        self.body(node, "body", None, None, Scope(first, "function", names_typed(node.body)),
                  head=1 if documented else 0, silent=silent)

    def loop(self, node, place, scope):
        looped = self.body(node, "body", place, None, scope, line=node.lineno)
        looped.add(node.lineno, 1)
        if is_endless(node) or place.ends_counted_ahead:
            self.body(node, "orelse", place, None, scope, line=node.lineno)
        elif node.orelse:
            self.body(node, "orelse", place, None, scope, line=node.lineno).add(node.lineno, 1)
        else:
            ended = self.block()
            ended.add(node.lineno, 1)
            node.orelse = [increment(ended.slot, node.lineno)]

    def attempt(self, node, place, scope):
        self.body(node, "body", place, node if node.handlers else None, scope, line=node.lineno)
        tested = []
        for handler in node.handlers:
            tested.append(handler.lineno)
            number = len(self.handlers)
            self.handlers.append(node)
            if handler.type is not None:
                rewriter = Expressions(self, scope, handler.lineno)
                handler.type = rewriter.visit(handler.type)
            caught = self.body(handler, "body", place, None, scope, line=handler.lineno)
            for line in tested:
                caught.add(line, 1)
            handler.body.insert(1, call(EXCEPTION, [number], handler.lineno))
        self.body(node, "orelse", place, None, scope)
        self.body(node, "finalbody", place, None, scope)

    def match(self, node, place, scope):
        taken = []
        for case in node.cases:
            for earlier in taken:
                earlier.add(case.pattern.lineno, -1)
            if case.guard is not None:
                case.guard = Expressions(self, scope, case.pattern.lineno).visit(case.guard)
            taken.append(self.body(case, "body", place, None, scope, line=case.pattern.lineno))


class Scope:
    """A frame: the first line of its code object, its kind, and the names known to hold sets or dicts or text."""

    def __init__(self, first_line, kind, typed):
        self.first_line = first_line
        self.kind = kind
        self.typed = typed


class Expressions(ast.NodeTransformer):
    """Rewrites one statement's expressions: ticks in lambdas and comprehensions, and builtin work."""

    def __init__(self, owner, scope, line):
        self.owner = owner
        self.scope = scope
        self.line = line

    def rewrite_own(self, node):
        """Rewrites the statement's own expressions in place, bodies left alone."""
        for name, value in list(ast.iter_fields(node)):
            if name in ("body", "orelse", "finalbody", "handlers", "cases", "annotation", "returns", "type_params"):
                continue
            if isinstance(value, list):
                setattr(node, name, [self.visit(part) if isinstance(part, ast.AST) else part for part in value])
            elif isinstance(value, ast.AST):
                setattr(node, name, self.visit(value))
        if isinstance(node, ast.AugAssign) and isinstance(node.op, ast.Add) and self.may_grow(node):
            node.value = wrap(COPY, node.value)

    def may_grow(self, node):
        """Whether `a += b` is text or a list, as far as the source shows."""
        if is_sequence(node.value):
            return not isinstance(node.value, (ast.Constant, ast.List))
        return isinstance(node.target, ast.Name) and self.scope.typed.get(node.target.id) == "sequence"

    def visit_arguments(self, node):
        node.defaults = [self.visit(value) for value in node.defaults]
        node.kw_defaults = [value and self.visit(value) for value in node.kw_defaults]
        return node

    def visit_JoinedStr(self, node):
        # A field's expression may be rewritten; its format specification is text in the shape of a node.
        for value in node.values:
            if isinstance(value, ast.FormattedValue):
                value.value = self.visit(value.value)
        return node

    def visit_Lambda(self, node):
        self.visit(node.args)
        inner = Expressions(self.owner, Scope(node.lineno, "lambda", {}), self.line)
        tick = self.owner.tick()
        tick.add(self.line, 1)
        tick.weight = sum(isinstance(part, ast.expr) for part in ast.walk(node.body))
        body = inner.visit(node.body)
        node.body = located(ast.BoolOp(ast.And(), [ticked(tick.slot, body), body]), body)
        return node

    def visit_comprehension_node(self, node):
        frame = isinstance(node, ast.GeneratorExp) or not INLINED
        items = self.owner.block()
        items.weight = sum(isinstance(part, ast.expr) for part in ast.walk(node))
        line = self.line
        simple = isinstance(node, ast.ListComp) and len(node.generators) == 1 and not node.generators[0].ifs
        self.generic_visit(node)
        items.add(line, 1)
        if simple and not node.generators[0].is_async:
            return wrap(ITEMS, node, items.slot, 1 if frame else 0)
        self.owner.ticks.append(items.slot)
        for index, generator in enumerate(node.generators):
            slot = items.slot
            if index:
                level = self.owner.tick()
                level.weight = 1
                level.add(line, 1)
                slot = level.slot
            generator.ifs.insert(0, ticked(slot, generator.iter))
        if not isinstance(node, ast.GeneratorExp) and frame:
            framed = self.owner.block()
            framed.add(line, 1)
            return wrap(EVALUATED, node, framed.slot)
        if isinstance(node, ast.GeneratorExp):
            self.count_exhaustion(node, line)
        return node

    def visit(self, node):
        if isinstance(node, COMPREHENSIONS):
            return self.visit_comprehension_node(node)
        return super().visit(node)

    def count_exhaustion(self, node, line):
        """A generator expression has one event per item, and one when it finds the iterator exhausted."""
        ended = self.owner.block()
        ended.add(line, 1)
        generator = node.generators[0]
        if generator.is_async:
            return
        source = located(ast.Call(name(ITERATE, generator.iter), [generator.iter], []), generator.iter)
        end = located(ast.Call(name(END, generator.iter),
                               [located(ast.Constant(ended.slot), generator.iter)], []), generator.iter)
        generator.iter = located(ast.Call(name(CHAIN, generator.iter), [source, end], []), generator.iter)

    def visit_Compare(self, node):
        self.generic_visit(node)
        for index, operator in enumerate(node.ops):
            container = node.comparators[index]
            if isinstance(operator, (ast.In, ast.NotIn)) and not self.is_cheap_container(container):
                node.comparators[index] = wrap(SCAN, container)
        return node

    def is_cheap_container(self, node):
        if isinstance(node, (ast.Set, ast.Dict, ast.SetComp, ast.DictComp)):
            return True
        if isinstance(node, ast.Constant):
            return True
        if isinstance(node, (ast.Tuple, ast.List)):
            return len(node.elts) <= SMALL_DISPLAY
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            return node.func.id in ("set", "dict", "frozenset", "range")
        return isinstance(node, ast.Name) and self.scope.typed.get(node.id) == "hashed"

    def visit_Call(self, node):
        self.generic_visit(node)
        if isinstance(node.func, ast.Name) and node.func.id not in self.owner.bound:
            return self.builtin_call(node, node.func.id)
        if isinstance(node.func, ast.Attribute):
            return self.method_call(node, node.func)
        return node

    def builtin_call(self, node, called):
        if not node.args or isinstance(node.args[0], ast.Starred):
            return node
        if called in SORTING_CALLS:
            return wrap(SORT, node)
        if called in COPYING_CALLS:
            return wrap(COPY, node)
        if called in SCANNING_CALLS and len(node.args) == 1 and not isinstance(node.args[0], ast.GeneratorExp):
            node.args[0] = wrap(EACH, node.args[0])
        return node

    def method_call(self, node, function):
        method, count = function.attr, len(node.args)
        moves = (method == "pop" and count == 1 and not _is_minus_one(node.args[0])) or \
            (method == "insert" and count == 2)
        if moves:
            function.value = wrap(SHIFT, function.value)
        elif method == "sort":
            function.value = wrap(SORT, function.value)
        elif method == "reverse" and not count:
            function.value = wrap(COPY, function.value)
        elif method in SCANNING_METHODS and count:
            function.value = wrap(SCAN, function.value)
        elif method in COPYING_METHODS:
            return wrap(COPY, node)
        elif method == "extend" and count == 1 and not isinstance(node.args[0], (ast.Starred, ast.GeneratorExp)):
            node.args[0] = wrap(COPY, node.args[0])
        return node

    def visit_Subscript(self, node):
        self.generic_visit(node)
        if isinstance(node.ctx, ast.Load) and isinstance(node.slice, ast.Slice):
            return wrap(COPY, node)
        return node

    def visit_BinOp(self, node):
        grows = isinstance(node.op, (ast.Add, ast.Mult)) and (
            is_sequence(node.left) or is_sequence(node.right)) and not (
            isinstance(node.left, ast.Constant) and isinstance(node.right, ast.Constant))
        self.generic_visit(node)
        return wrap(COPY, node) if grows else node


def is_sequence(node):
    """Whether the source shows that the value is text, a list or a tuple."""
    if isinstance(node, ast.Constant):
        return isinstance(node.value, (str, bytes))
    if isinstance(node, (ast.List, ast.ListComp, ast.JoinedStr, ast.Tuple)):
        return True
    if isinstance(node, ast.Subscript):
        return isinstance(node.slice, ast.Slice)
    if isinstance(node, ast.BinOp) and isinstance(node.op, (ast.Add, ast.Mult)):
        return is_sequence(node.left) or is_sequence(node.right)
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("str", "list", "chr")


def names_bound(tree):
    """Names that the program binds anywhere: a builtin among them is no longer known to be one."""
    bound = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
            bound.add(node.id)
        elif isinstance(node, DEFINITIONS):
            bound.add(node.name)
        elif isinstance(node, ast.arg):
            bound.add(node.arg)
        elif isinstance(node, ast.alias):
            bound.add((node.asname or node.name).split(".")[0])
        elif isinstance(node, ast.ExceptHandler) and node.name:
            bound.add(node.name)
    return bound


def names_typed(body):
    """Names of a scope that are only ever assigned one kind of value: "hashed" (set, dict) or "sequence"."""
    kinds = {}
    for node in walk_scope(body):
        if isinstance(node, ast.Assign):
            for target in node.targets:
                for part in ast.walk(target):
                    if isinstance(part, ast.Name):
                        kind = kind_of(node.value) if part is target else None
                        kinds.setdefault(part.id, set()).add(kind)
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            kinds.setdefault(node.id, set())
        elif isinstance(node, (ast.For, ast.AsyncFor, ast.comprehension)):
            for part in ast.walk(node.target):
                if isinstance(part, ast.Name):
                    kinds.setdefault(part.id, set()).add(None)
    return {name: next(iter(kind)) for name, kind in kinds.items() if len(kind) == 1 and None not in kind}


def kind_of(node):
    """"hashed" for what the source shows to be a set or dict, "sequence" for text or a list, else None."""
    if isinstance(node, (ast.Set, ast.Dict, ast.SetComp, ast.DictComp)):
        return "hashed"
    if isinstance(node, ast.Call):
        called = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
        if called in ("set", "dict", "frozenset", "defaultdict", "Counter", "OrderedDict"):
            return "hashed"
    return "sequence" if is_sequence(node) else None


def walk_scope(body):
    """The nodes of a scope's own statements, without those of the functions and classes in it."""
    waiting = list(body)
    while waiting:
        node = waiting.pop()
        yield node
        if not isinstance(node, SCOPES):
            waiting.extend(ast.iter_child_nodes(node))


def falls_through(statement):
    """Whether what follows runs exactly as often as `statement`, exceptions aside (those are corrected)."""
    waiting = [(statement, False)]
    while waiting:
        node, looped = waiting.pop()
        if isinstance(node, (ast.Yield, ast.YieldFrom, ast.Await, ast.Return, ast.Raise, ast.AsyncFor, ast.AsyncWith)):
            return False
        if isinstance(node, (ast.Break, ast.Continue)) and not looped:
            return False
        if isinstance(node, ast.comprehension) and node.is_async:
            return False
        if isinstance(node, (ast.For, ast.While)):
            # A `break` in the loop's `else` leaves the loop around it.
            waiting.extend((child, looped) for child in node.orelse)
            waiting.extend((child, True) for child in ast.iter_child_nodes(node) if child not in node.orelse)
        elif not isinstance(node, SCOPES):
            waiting.extend((child, looped) for child in ast.iter_child_nodes(node))
    return True


def leaves(statement):
    """Whether the statement is an `if` whose body always goes elsewhere, so that what follows runs as often as
    the `if` was reached less the times that it was taken."""
    if not isinstance(statement, ast.If) or not isinstance(
            statement.body[-1], (ast.Return, ast.Raise, ast.Break, ast.Continue)):
        return False
    suspends = any(isinstance(node, (ast.Yield, ast.YieldFrom, ast.Await)) for node in ast.walk(statement.test))
    return not suspends and all(falls_through(other) for other in statement.orelse)


def left_over(block, taken):
    """The terms of a block that runs as often as `block` less as often as `taken`."""
    return block.terms + [(slot, -factor) for slot, factor in taken.terms]


def is_endless(node):
    """Whether the loop is `while True`."""
    return isinstance(node, ast.While) and isinstance(node.test, ast.Constant) and bool(node.test.value)


def always_ends(node):
    """Whether a loop that is reached ends by its own test, exceptions aside: no way out of it but that one."""
    if is_endless(node) or node.orelse or isinstance(node, ast.AsyncFor) or not falls_through(node):
        return False
    waiting = list(node.body)
    while waiting:
        inner = waiting.pop()
        if isinstance(inner, ast.Break):
            return False
        if not isinstance(inner, (*SCOPES, ast.For, ast.While)):
            waiting.extend(ast.iter_child_nodes(inner))
        elif not isinstance(inner, SCOPES):
            waiting.extend(inner.orelse)
    return True


def last_line(node):
    """The line of the last statement in the bodies of `node`."""
    return node.body[-1].lineno


def _is_docstring(node):
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)


def _is_future(node):
    return isinstance(node, ast.ImportFrom) and node.module == "__future__"


def _is_minus_one(node):
    return isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub) and \
        isinstance(node.operand, ast.Constant) and node.operand.value == 1


def name(text, like):
    return located(ast.Name(text, ast.Load()), like)


def wrap(function, node, *numbers):
    """`function(node, *numbers)`."""
    arguments = [node] + [located(ast.Constant(number), node) for number in numbers]
    return located(ast.Call(name(function, node), arguments, []), node)


def ticked(slot, like):
    """A call that counts one and is true."""
    return located(ast.Call(name("%s%d" % (TICK, slot), like), [], []), like)


def call(function, numbers, line):
    """A statement that calls `function` with constants."""
    like = ast.Constant(0, lineno=line, end_lineno=line, col_offset=0, end_col_offset=0)
    arguments = [located(ast.Constant(number), like) for number in numbers]
    made = located(ast.Call(name(function, like), arguments, []), like)
    return located(ast.Expr(made), like)


def increment(slot, line):
    """The statement that counts one for `slot`."""
    like = ast.Constant(0, lineno=line, end_lineno=line, col_offset=0, end_col_offset=0)
    index = located(ast.Constant(slot), like)
    if sys.version_info < (3, 9):
        index = located(ast.Index(index), like)
    target = located(ast.Subscript(name(COUNTERS, like), index, ast.Store()), like)
    return located(ast.AugAssign(target, ast.Add(), located(ast.Constant(1), like)), like)


def located(node, like):
    """`node` at the place of `like`."""
    node.lineno = like.lineno
    node.end_lineno = getattr(like, "end_lineno", None)
    node.col_offset = like.col_offset
    node.end_col_offset = getattr(like, "end_col_offset", None)
    return node
