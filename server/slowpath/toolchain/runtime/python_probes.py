"""Puts conditions as probes into a Python program. Runs under the USER's interpreter: standard library only.

Theory of operation: a condition's expressions become statements next to the statement that its place names, as

    if _slowpath_v[0]:
        try:
            _slowpath_p(slot, left, right)
        except Exception:
            _slowpath_v[0] -= 1

so that one that raises changes nothing but time, and after a thousand times not even that. They bind no name of the
program's, and the instrumenter, which puts them in, neither counts nor rewrites them. What a condition defines stands
at the head of the module under names of ours.
"""

import ast
import operator
import re

PROBE = "_slowpath_p"
PASSES = "_slowpath_n"
TRIES = "_slowpath_v"
COUNT = "_count"
SCALE = 1024
MOST = 1 << 62
MOST_FAILURES = 1000
DEFINED_AT = 1_000_000
"""The line of definitions that we add: none of the program's own."""
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
CHANGING = (ast.NamedExpr, ast.Yield, ast.YieldFrom, ast.Await)
CHANGING_CALLS = frozenset([
    "input", "print", "next", "exit", "quit", "exec", "eval", "setattr", "delattr", "open", "append", "appendleft",
    "extend", "extendleft", "insert", "pop", "popleft", "popitem", "remove", "discard", "add", "clear", "update",
    "sort", "reverse", "setdefault", "read", "readline", "readlines", "write", "heappush", "heappop", "heapify",
])
"""By the last word of what is called."""
GROWING = re.compile(rb"\b([A-Za-z_]\w*)\s*=\s*(?:collections\.)?defaultdict\b")
NAMING = (ast.Global, ast.Nonlocal)
JUMPS = (ast.Return, ast.Raise, ast.Break, ast.Continue)
BODIES = ("body", "orelse", "finalbody")
CLAUSES = ("else", "finally", "case")


class CannotPlace(Exception):
    """The condition can't stand in the program; says why in one clause."""


class Probes:
    """The conditions that can stand in a program: `probed` are their ids by slot, `unprobed` the other ids with
    reasons. `first_slot` is added to slots when all counters are known."""

    def __init__(self, tree, source, conditions):
        self.probed = []
        self.unprobed = []
        self.definitions = []
        self.slots = []
        self.counts = {}
        self.most = len(conditions)
        self.before = {}
        self.after = {}
        self.points = Points(tree, source) if conditions else None
        self.growing = set(GROWING.findall(source)) if conditions else set()
        for condition in conditions:
            try:
                self.add(condition, len(self.probed))
            except CannotPlace as error:
                self.unprobed.append([condition["id"], str(error)])
            else:
                self.probed.append(condition["id"])

    def add(self, condition, number):
        """Prepares the statements of one condition, all or none."""
        definitions, names = defined(condition["setup"], number)
        made = []
        count = condition["count"]
        counted = repr((count, condition["setup"]))
        if count is not None:
            counter = self.counts.get(counted, len(self.counts))
            names[COUNT] = lambda: element(PASSES, counter)
            if counted not in self.counts:
                made += self.counting(count, counter, names)
        slot = ast.Constant(number)
        called = ast.Call(ast.Name(PROBE, ast.Load()), [slot, self.expression(condition["left"], names),
                                                        self.expression(condition["right"], names)], [])
        made.append((self.points.find(condition["place"]), guarded(number, ast.Expr(called))))
        self.slots.append(slot)
        if count is not None:
            self.counts.setdefault(counted, len(self.counts))
        self.definitions += definitions
        for (side, statement), inserted in made:
            lists = self.after if side == "after" else self.before
            lists.setdefault(id(statement), []).append(at_line(inserted, statement.lineno))

    def counting(self, count, counter, names):
        """The statements of a count, with their points. Equal ones are counted once, and one that can't raise needs
        no guard."""
        amount = self.expression(count["amount"], names)
        passed = ast.AugAssign(element(PASSES, counter, ast.Store()), ast.Add(), amount)
        made = [] if count["since"] is None else [(self.points.find(count["since"]), reset(counter))]
        plain = isinstance(amount, ast.Constant) and isinstance(amount.value, int)
        return [*made, (self.points.find(count["at"]), passed if plain else guarded(self.most + counter, passed))]

    def expression(self, text, names):
        """The expression that `text` is, with its names replaced; raises `CannotPlace`."""
        try:
            tree = ast.parse(text.strip(), mode="eval")
            compile(tree, "<condition>", "eval")
        except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
            raise CannotPlace("'%s' isn't an expression (%s)" % (text.strip(), error.args[0])) from None
        if any(self.may_change(node) for node in ast.walk(tree)):
            raise CannotPlace("'%s' may change something" % text.strip())
        return Renamed(names).visit(tree).body

    def may_change(self, node):
        """Whether the node does something, in plain sight, that the program would notice. A defaultdict keeps keys
        that are only looked up."""
        if isinstance(node, ast.Call):
            called = getattr(node.func, "attr", None) or getattr(node.func, "id", None)
            return called in CHANGING_CALLS
        if isinstance(node, ast.Subscript) and isinstance(node.value, ast.Name):
            return node.value.id.encode() in self.growing
        return isinstance(node, CHANGING)

    def number_slots(self, first_slot):
        """Turns the probes' numbers into slots, behind all counters."""
        for number, slot in enumerate(self.slots):
            slot.value = first_slot + number

    def around(self, statement):
        """The statements to stand before and after one of the program's."""
        return self.before.get(id(statement), []), self.after.get(id(statement), [])

    def runtime_names(self, counts):
        """What probes refer to by name; `counts` has their slots."""
        def probe(slot, left, right):
            if type(left) is not int:
                left = number(left)
            if type(right) is not int:
                right = number(right)
            if right > 0 and left * SCALE >= (counts[slot] + 1) * right:
                counts[slot] = scaled(left, right)

        return {PROBE: probe, PASSES: [0] * self.most, TRIES: [MOST_FAILURES] * (2 * self.most)}


class Points:
    """Finds places: the statement and the side of it that a place means."""

    def __init__(self, tree, source):
        self.lines = source.split(b"\n")
        self.statements = {}
        self.firsts = set()
        for node in ast.walk(tree):
            for field in BODIES:
                body = getattr(node, field, None)
                if isinstance(body, list) and body:
                    self.firsts.add(body[0])
            if isinstance(node, (ast.stmt, ast.ExceptHandler)):
                self.statements[begin(node)] = node
                self.statements.setdefault((node.lineno, node.col_offset), node)

    def find(self, place):
        """(side, statement) of a place; raises `CannotPlace`."""
        where, line, column = place
        if column is None:
            column = min((at for number, at in self.statements if number == line), default=-1)
        node = self.statements.get((line, column))
        if node is None:
            return "before", self.of_clause(where, line, column)
        if where == "body":
            return self.in_body(node)
        if isinstance(node, ast.ExceptHandler):
            raise CannotPlace("it is a branch of the statement above it")
        if where == "before":
            if self.stays_first(node):
                raise CannotPlace("nothing may stand before it")
            return "before", node
        if where != "after":
            raise CannotPlace("'%s' isn't a place" % where)
        if isinstance(node, JUMPS):
            raise CannotPlace("what stands after it is never run")
        return "after", node

    def of_clause(self, where, line, column):
        """The first statement of the `else`, `finally` or `case` that begins there."""
        text = self.lines[line - 1][max(column, 0):].decode("utf-8", "replace") if line <= len(self.lines) else ""
        word = text.split(None, 1)[0] if text.strip() else ""
        if where != "body" or word.rstrip(":") not in CLAUSES:
            raise CannotPlace("no statement begins there")
        later = [node for at, node in self.statements.items() if at > (line, column)]
        first = min(later, key=begin, default=None)
        if first not in self.firsts:
            raise CannotPlace("its body can't be found")
        return first

    def in_body(self, node):
        body = [] if isinstance(node, ast.ClassDef) else getattr(node, "body", None)
        if not body or not isinstance(body, list):
            raise CannotPlace("it has no body")
        first = 0
        while first < len(body) - 1 and self.stays_first(body[first]):
            first += 1
        return ("after" if self.stays_first(body[first]) else "before"), body[first]

    def stays_first(self, node):
        return is_head(node, self.firsts) or isinstance(node, NAMING)


def begin(node):
    """Where a statement begins: at its first decorator, if it has one."""
    decorators = getattr(node, "decorator_list", None)
    return (decorators[0].lineno if decorators else node.lineno), node.col_offset


def is_head(node, firsts):
    """Whether the statement means what it does only as one of the first: a docstring, a __future__ import."""
    if isinstance(node, ast.ImportFrom) and node.module == "__future__":
        return True
    return node in firsts and isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) \
        and isinstance(node.value.value, str)


def defined(setup, number):
    """The statements that define what a condition needs, and its names with what stands for them."""
    try:
        tree = ast.parse(setup)
        compile(tree, "<condition>", "exec")
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        raise CannotPlace("its definitions can't be read (%s)" % error.args[0]) from None
    names = {}
    for node in tree.body:
        if isinstance(node, (*FUNCTIONS, ast.ClassDef)):
            names[node.name] = "_slowpath_%d_%s" % (number, node.name)
        elif not isinstance(node, (ast.Import, ast.ImportFrom, ast.Assign, ast.AnnAssign)):
            raise CannotPlace("its definitions do more than define")
        for part in ast.walk(node) if isinstance(node, (ast.Assign, ast.AnnAssign)) else ():
            if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store):
                names[part.id] = "_slowpath_%d_%s" % (number, part.id)
        for part in node.names if isinstance(node, (ast.Import, ast.ImportFrom)) else ():
            if part.name == "*":
                raise CannotPlace("its definitions import names that aren't said")
            if part.asname is None and "." in part.name:
                continue
            known = part.asname or part.name
            part.asname = names[known] = "_slowpath_%d_%s" % (number, known)
    if not tree.body:
        return [], names
    handler = ast.ExceptHandler(ast.Name("Exception", ast.Load()), None, [ast.Pass()])
    tried = ast.Try([Renamed(names).visit(node) for node in tree.body], [handler], [], [])
    return [at_line(tried, DEFINED_AT)], names


class Renamed(ast.NodeTransformer):
    """Replaces names: by another name, or by what a function makes."""

    def __init__(self, names):
        self.names = names

    def visit_Name(self, node):
        known = self.names.get(node.id, node.id)
        return ast.Name(known, node.ctx) if isinstance(known, str) else known()

    def visit_arg(self, node):
        known = self.names.get(node.arg, node.arg)
        if isinstance(known, str):
            node.arg = known
        return self.generic_visit(node)

    def generic_visit(self, node):
        if isinstance(node, (*FUNCTIONS, ast.ClassDef)):
            node.name = self.names.get(node.name, node.name)
        return super().generic_visit(node)


def element(name, number, context=None):
    """`name[number]`."""
    index = ast.Constant(number)
    return ast.Subscript(ast.Name(name, ast.Load()), index if hasattr(ast, "unparse") else ast.Index(index),
                         context or ast.Load())


def reset(number):
    """The statement that begins a count anew."""
    return ast.Assign([element(PASSES, number, ast.Store())], ast.Constant(0))


def guarded(number, statement):
    """The statement so that nothing comes of it when it raises, and no more tries when it did so too often."""
    failed = ast.AugAssign(element(TRIES, number, ast.Store()), ast.Sub(), ast.Constant(1))
    handler = ast.ExceptHandler(ast.Name("Exception", ast.Load()), None, [failed])
    return ast.If(element(TRIES, number), [ast.Try([statement], [handler], [], [])], [])


def at_line(statement, line):
    """The statement, and all in it, on `line`."""
    for node in ast.walk(statement):
        if isinstance(node, (ast.stmt, ast.expr, ast.ExceptHandler, ast.arg, ast.keyword, ast.alias)):
            node.lineno = node.end_lineno = line
            node.col_offset = node.end_col_offset = 0
    return statement


def number(value):
    """The value as an integer, where it is one of some kind, else as a float."""
    try:
        return operator.index(value)
    except TypeError:
        return float(value)


def scaled(left, right):
    """floor(1024 * left / right), at most 1 << 62."""
    if isinstance(left, int) and isinstance(right, int):
        return min(MOST, left * SCALE // right)
    ratio = left / right * SCALE
    return MOST if ratio >= MOST else int(ratio)
