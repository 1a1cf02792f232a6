"""Puts conditions as probes into a Python program. Runs under the USER's interpreter: standard library only.

Theory of operation: a condition's expressions become statements next to the statement that its place names, as

    if _slowpath_v[0]:
        try:
            _slowpath_p(slot, left, right)
        except Exception:
            _slowpath_v[0] -= 1

so that one that raises changes nothing but time, and after a thousand times not even that. What asks for the largest
value of a count only is looked at where the count begins anew and at the end of the run; and where it counts how often
a line of its own runs, it isn't even counted, since the program's own counters say so. They bind no name of the
program's, and the instrumenter, which puts them in, neither counts nor rewrites them. What a condition defines stands
at the head of the module under names of ours.
"""

import ast
import operator
import re

from python_points import COUNT, FUNCTIONS, CannotPlace, Points

PROBE = "_slowpath_p"
PASSES = "_slowpath_n"
MOST_PASSES = "_slowpath_m"
TRIES = "_slowpath_v"
SCALE = 1024
MOST = 1 << 62
MOST_FAILURES = 1000
DEFINED_AT = 1_000_000
"""The line of definitions that we add: none of the program's own."""
CHANGING = (ast.NamedExpr, ast.Yield, ast.YieldFrom, ast.Await)
CHANGING_CALLS = frozenset(
    (
        "input print next exit quit exec eval setattr delattr open append appendleft extend extendleft insert "
        "pop popleft popitem remove discard add clear update sort reverse setdefault read readline readlines "
        "write heappush heappop heapify"
    ).split()
)
"""By the last word of what is called."""
GROWING = re.compile(rb"\b([A-Za-z_]\w*)\s*=\s*(?:collections\.)?defaultdict\b")


class Probes:
    """The conditions that can stand in a program: `probed` are their ids by slot, `unprobed` the other ids with
    reasons. `first_slot` is added to slots when all counters are known."""

    def __init__(self, tree, source, conditions):
        self.probed = []
        self.unprobed = []
        self.definitions = []
        self.slots = []
        self.peaks = []
        self.lines = []
        self.sums = []
        self.first_slot = 0
        self.passes = self.most_passes = []
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
        line = self.points.line_of(condition) if not definitions else None
        if line is not None:
            slot = ast.Constant(number)
            self.slots.append(slot)
            self.lines.append((number, line, whole(condition["right"])))
            return
        counted = repr((count, condition["setup"]))
        if count is not None:
            counter = self.counts.get(counted, len(self.counts))
            names[COUNT] = lambda: element(PASSES, counter)
            if counted not in self.counts:
                made += self.counting(count, counter, names)
        slot = ast.Constant(number)
        if condition["peak_of"]:
            self.peaks.append((number, counter, whole(condition["peak_of"])))
        else:
            made.append(self.probe(condition, slot, number, names))
        self.slots.append(slot)
        if count is not None:
            self.counts.setdefault(counted, len(self.counts))
        self.definitions += definitions
        for (side, statement), inserted in made:
            lists = self.after if side == "after" else self.before
            lists.setdefault(id(statement), []).append(at_line(inserted, statement.lineno))

    def probe(self, condition, slot, number, names):
        """The statement that evaluates a condition, with its point."""
        called = ast.Call(
            ast.Name(PROBE, ast.Load()),
            [slot, self.expression(condition["left"], names), self.expression(condition["right"], names)],
            [],
        )
        return self.points.find(condition["place"]), guarded(number, ast.Expr(called))

    def counting(self, count, counter, names):
        """The statements of a count, with their points. Equal ones are counted once, and one that can't raise needs
        no guard."""
        amount = self.expression(count["amount"], names)
        passed = ast.AugAssign(element(PASSES, counter, ast.Store()), ast.Add(), amount)
        since = count["since"]
        made = [] if since is None else [(self.points.find(since), each) for each in reset(counter)]
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

    def number_slots(self, first_slot, terms):
        """Turns the probes' numbers into slots, behind all counters. `terms` gives the (counter, factor) pairs of
        which a line's hits are the sum."""
        self.first_slot = first_slot
        self.sums = [(number, terms(line), divisor) for number, line, divisor in self.lines]
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

        self.passes, self.most_passes = [0] * self.most, [0] * self.most
        return {
            PROBE: probe,
            PASSES: self.passes,
            MOST_PASSES: self.most_passes,
            TRIES: [MOST_FAILURES] * (2 * self.most),
        }

    def settle(self, counts, passes=None, most_passes=None):
        """Puts into `counts` the slots of the probes that ask for the largest value of a count, or for a line's hits.
        `passes` and `most_passes` are what a run left, by default one in this process."""
        passes, most_passes = passes or self.passes, most_passes or self.most_passes
        for number, counter, divisor in self.peaks:
            counts[self.first_slot + number] = scaled(max(passes[counter], most_passes[counter]), divisor)
        for number, terms, divisor in self.sums:
            hits = sum(counts[counter] * factor for counter, factor in terms)
            counts[self.first_slot + number] = scaled(max(0, hits), divisor)


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
    return ast.Subscript(
        ast.Name(name, ast.Load()), index if hasattr(ast, "unparse") else ast.Index(index), context or ast.Load()
    )


def reset(number):
    """The statements that begin a count anew."""
    most = ast.Compare(element(PASSES, number), [ast.Gt()], [element(MOST_PASSES, number)])
    raised = ast.Assign([element(MOST_PASSES, number, ast.Store())], element(PASSES, number))
    return [ast.If(most, [raised], []), ast.Assign([element(PASSES, number, ast.Store())], ast.Constant(0))]


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


def whole(divisor):
    """A literal's value, an integer where it is one."""
    value = float(divisor)
    return int(value) if value == int(value) else value


def scaled(left, right):
    """floor(1024 * left / right), at most 1 << 62."""
    if isinstance(left, int) and isinstance(right, int):
        return min(MOST, left * SCALE // right)
    ratio = left / right * SCALE
    return MOST if ratio >= MOST else int(ratio)
