r"""A newline that isn't flushed.

What it changes:
    `cout << endl` becomes `cout << '\n'`.

Why it is faster:
    `endl` gives each line to the operating system by itself.

When it refuses:
    C's output is used too while the streams aren't synchronised, the program ends in a way that loses what waits, or it
    may be an answer to an interactive problem: it flushes by hand, or reads again after it flushed while `cin` isn't
    tied to `cout` and no format says that all of the input is there from the beginning.

Example:
    #include <iostream>
    using namespace std;
    int main() {
        int n;
        cin >> n;
        for (int i = 0; i < n; i++) cout << i * i << endl;
    }

Not here:
    #include <iostream>
    using namespace std;
    int main() {
        int low = 1, high = 100, answer;
        while (low < high) {
            cout << "? " << (low + high) / 2 << endl;
            cin >> answer;
            if (answer) low = (low + high) / 2 + 1;
            else high = (low + high) / 2;
        }
        cout << "! " << low << endl;
    }
"""

from __future__ import annotations

from collections.abc import Iterator

from slowpath.rewrites.cpp.unsynced_streams import LOSES_OUTPUT
from slowpath.rewrites.cpp_program import CppProgram
from slowpath.rewrites.rule import Change, RewriteRule, change
from slowpath.source.cpp.view_tree import Syntax

_C_OUTPUT = ("printf", "puts", "putchar", "fputs", "fwrite", "stdout", "putchar_unlocked", "write", "freopen", "fopen")


def _find(program: CppProgram) -> Iterator[Change]:
    synced = not program.mentions("sync_with_stdio")
    if program.may_talk or program.mentions("flush", "rdbuf", "width", *LOSES_OUTPUT) or _redefines(program):
        return
    if program.mentions(*_C_OUTPUT) and not synced:
        return
    ends = [node for node in program.root.find("identifier") if node.text == "endl" and _is_printed(node)]
    untied = program.mentions("tie") or not program.mentions("cin")
    if untied and program.fmt is None and _reads_later(program, ends):
        return
    looped = [node for node in ends if program.view.loops_around(node)]
    edits = [program.replaced(_whole(node), "'\\n'") for node in ends]
    whole = [edit for edit in edits if edit is not None]
    if looped and whole:
        yield from change(looped[0].line, whole, "each line is given to the operating system by itself")


def _whole(node: Syntax) -> Syntax:
    """`std::endl` around `endl`."""
    above = node.parent
    return above if above is not None and above.type == "qualified_identifier" else node


def _is_printed(node: Syntax) -> bool:
    """Whether it stands behind `<<` in an output to `cout`."""
    whole = _whole(node)
    above = whole.parent
    if above is None or above.type != "binary_expression" or above.operator != "<<" or whole.field != "right":
        return False
    before = above.get("left")
    last = before.get("right") if before is not None and before.type == "binary_expression" else None
    if last is not None and "setw" in last.names:
        # The width waits for what is printed next, which `endl` isn't and a character is.
        return False
    first: Syntax | None = above
    while first is not None and first.type == "binary_expression" and first.operator == "<<":
        first = first.get("left")
    return first is not None and first.text in ("cout", "std::cout")


def _redefines(program: CppProgram) -> bool:
    return any(variable.name in ("endl", "cout") for variable in program.view.scopes.variables) or any(
        function.name in ("endl", "cout") for function in program.view.functions
    )


def _reads_later(program: CppProgram, ends: list[Syntax]) -> bool:
    """Whether anything is read, as far as order in the text and loops show, after a line was flushed."""
    reads = [
        node
        for node in program.root.find("identifier")
        if node.text in ("cin", "scanf", "getchar", "getline", "fgets", "fread", "gets")
    ]
    return not all(_after(read, node) for read in reads for node in ends)


def _after(read: Syntax, printed: Syntax) -> bool:
    """Whether something surely is printed only when nothing more is read there: both stand in the same function, the
    read first, and no loop is around both."""
    if read.function is not printed.function or read.start > printed.start:
        return False
    loops = {
        above
        for above in read.above()
        if above.type.endswith("_loop") or above.type in ("for_statement", "while_statement", "do_statement")
    }
    return not any(above in loops for above in printed.above())


RULE = RewriteRule("cpp-plain-newline", "End lines without flushing them", "cpp", 2, _find, __doc__ or "")
