"""The nodes that are put into a program, and what they call. Runs under the USER's interpreter, stdlib only."""

import ast
import sys

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


def named(text, like):
    return located(ast.Name(text, ast.Load()), like)


def wrap(function, node, *numbers):
    """`function(node, *numbers)`."""
    arguments = [node] + [located(ast.Constant(number), node) for number in numbers]
    return located(ast.Call(named(function, node), arguments, []), node)


def ticked(slot, like):
    """A call that counts one and is true."""
    return located(ast.Call(named("%s%d" % (TICK, slot), like), [], []), like)


def call(function, numbers, line):
    """A statement that calls `function` with constants."""
    like = ast.Constant(0, lineno=line, end_lineno=line, col_offset=0, end_col_offset=0)
    arguments = [located(ast.Constant(number), like) for number in numbers]
    made = located(ast.Call(named(function, like), arguments, []), like)
    return located(ast.Expr(made), like)


def increment(slot, line):
    """The statement that counts one for `slot`."""
    like = ast.Constant(0, lineno=line, end_lineno=line, col_offset=0, end_col_offset=0)
    index = located(ast.Constant(slot), like)
    if sys.version_info < (3, 9):
        index = located(ast.Index(index), like)
    target = located(ast.Subscript(named(COUNTERS, like), index, ast.Store()), like)
    return located(ast.AugAssign(target, ast.Add(), located(ast.Constant(1), like)), like)


def located(node, like):
    """`node` at the place of `like`."""
    node.lineno = like.lineno
    node.end_lineno = getattr(like, "end_lineno", None)
    node.col_offset = like.col_offset
    node.end_col_offset = getattr(like, "end_col_offset", None)
    return node
