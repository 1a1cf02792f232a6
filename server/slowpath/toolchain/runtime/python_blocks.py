"""Walks the statements of a program, and counts its basic blocks.

Runs under the USER's interpreter: standard library only. `python_instrument` says what is counted, and how
blocks left in the middle are taken back.
"""

import ast
import sys

from python_expressions import Expressions
from python_flatten import DEFINITIONS, MATCH, own_expressions
from python_flow import always_ends, falls_through, is_docstring, is_endless, is_future, last_line, leaves
from python_kinds import Scope, names_bound, names_typed
from python_nodes import EXCEPTION, call, increment

FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
TRY = (ast.Try, ast.TryStar) if hasattr(ast, "TryStar") else (ast.Try,)
DECORATED_TWICE = sys.version_info >= (3, 11)
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
        while first < len(body) and (is_future(body[first]) or (first == 0 and is_docstring(body[first]))):
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

    def body(
        self, node, field, parent, tested, scope, head=0, line=None, silent=frozenset(), each_alone=False, terms=None
    ):
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
            self.body(
                node,
                "body",
                None,
                None,
                Scope(first, "class", {}),
                line=node.lineno,
                head=1 if is_docstring(node.body[0]) else 0,
            )
        elif isinstance(node, ast.If):
            place.taken = self.body(node, "body", place, None, scope, line=node.lineno)
            otherwise = self.body(
                node, "orelse", place, None, scope, line=node.lineno, terms=left_over(place.block, place.taken)
            )
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
        documented = is_docstring(node.body[0])
        silent = frozenset(node.body[:1]) if documented and len(node.body) > 1 else frozenset()
        self.body(
            node,
            "body",
            None,
            None,
            Scope(first, "function", names_typed(node.body)),
            head=1 if documented else 0,
            silent=silent,
        )

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


def left_over(block, taken):
    """The terms of a block that runs as often as `block` less as often as `taken`."""
    return block.terms + [(slot, -factor) for slot, factor in taken.terms]
