"""Finds the places in a Python program where a probe may stand. Runs under the USER's interpreter: standard library
only."""

import ast
import re

COUNT = "_count"
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
NAMING = (ast.Global, ast.Nonlocal)
JUMPS = (ast.Return, ast.Raise, ast.Break, ast.Continue)
BODIES = ("body", "orelse", "finalbody")
LOOPS = (ast.For, ast.While)
PLAIN = (ast.Expr, ast.Assign, ast.AugAssign)
NESTED = (ast.Lambda, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp, ast.Await, ast.Yield, ast.YieldFrom)
LEAVING = frozenset(["exit", "_exit", "quit", "abort"])
LITERAL = re.compile(r"\d{1,15}(?:\.\d{1,6})?$")
CLAUSES = ("else", "finally", "case")


class CannotPlace(Exception):
    """The condition can't stand in the program; says why in one clause."""


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

    def line_of(self, condition):
        """The line whose hits are what a condition asks for; None where it isn't one alone.

        The condition asks for the value of a count of passes, from the run's beginning, through a body; either at each
        pass, or behind the loop whose body it is, which then is left by no other way. The body's first statement must
        be a plain one on a line of its own.
        """
        count, right = condition["count"], condition["right"].strip()
        if (
            count is None
            or count["since"] is not None
            or count["at"][0] != "body"
            or count["amount"].strip() != "1"
            or condition["left"].strip() != COUNT
            or not LITERAL.match(right)
            or not float(right) > 0
        ):
            return None
        place, loop = condition["place"], self.statements.get(tuple(count["at"][1:]))
        if place != count["at"] and (place != ["after", *count["at"][1:]] or self.may_be_left(loop)):
            return None
        side, first = self.find(count["at"])
        alone = [node for node in self.statements.values() if node.lineno == first.lineno]
        if (
            side != "before"
            or not isinstance(first, PLAIN)
            or any(node is not first for node in alone)
            or any(isinstance(node, NESTED) for node in ast.walk(first))
        ):
            return None
        return first.lineno

    def may_be_left(self, loop):
        """Whether a loop may be left otherwise than to what follows it, in plain sight."""
        return not isinstance(loop, LOOPS) or any(
            isinstance(node, (ast.Return, ast.Raise, *FUNCTIONS))
            or (isinstance(node, ast.Call) and getattr(node.func, "attr", getattr(node.func, "id", "")) in LEAVING)
            for node in ast.walk(loop)
        )

    def of_clause(self, where, line, column):
        """The first statement of the `else`, `finally` or `case` that begins there."""
        text = self.lines[line - 1][max(column, 0) :].decode("utf-8", "replace") if line <= len(self.lines) else ""
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
    return (
        node in firsts
        and isinstance(node, ast.Expr)
        and isinstance(node.value, ast.Constant)
        and isinstance(node.value.value, str)
    )
