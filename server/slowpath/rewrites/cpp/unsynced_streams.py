"""Streams that aren't synchronised with C's.

What it changes:
    `sync_with_stdio(false)` and `cin.tie(nullptr)` stand first in `main`.

Why it is faster:
    A synchronised `cin` takes every character by a call of its own, and flushes `cout` before it reads.

When it refuses:
    The program uses C's input or output too, opens or redirects streams, ends in a way that loses what waits, reads or
    prints before `main`, or may be an answer to an interactive problem.

Example:
    #include <iostream>
    using namespace std;
    int main() {
        int n;
        long long sum = 0, x;
        cin >> n;
        for (int i = 0; i < n; i++) {
            cin >> x;
            sum += x;
        }
        cout << sum;
    }

Not here:
    #include <cstdio>
    #include <iostream>
    using namespace std;
    int main() {
        int n;
        long long sum = 0, x;
        cin >> n;
        for (int i = 0; i < n; i++) {
            cin >> x;
            sum += x;
        }
        printf("%lld", sum);
    }
"""

from __future__ import annotations

from collections.abc import Iterator

from slowpath.rewrites.cpp_program import CppProgram
from slowpath.rewrites.rule import Change, RewriteRule, change
from slowpath.source.cpp.view_tree import Syntax

_STDIO = tuple(
    (
        "printf scanf puts putchar getchar gets fgets fputs freopen stdin stdout stderr FILE fread fwrite fscanf "
        "fprintf getchar_unlocked putchar_unlocked getc putc read write fopen ungetc fputc fgetc vprintf perror "
        "syscall mmap"
    ).split()
)
LOSES_OUTPUT = tuple(
    (
        "_exit _Exit quick_exit abort terminate raise fork thread async pthread_create system kill __builtin_trap "
        "signal execve setjmp longjmp alarm asm"
    ).split()
)
_STREAMS = tuple(
    (
        "rdbuf wcin wcout sync_with_stdio clog basic_ios fstream ofstream ifstream unitbuf nounitbuf putback unget sync"
    ).split()
)


def _find(program: CppProgram) -> Iterator[Change]:
    main = program.view.function("main")
    if main is None or not program.mentions("cin") or program.mentions(*_STDIO, *LOSES_OUTPUT, *_STREAMS):
        return
    if program.may_talk or _starts_early(program):
        return
    lines = "std::ios::sync_with_stdio(false);"
    if not program.mentions("tie") and not _flushes(program):
        lines += "\nstd::cin.tie(nullptr);"
    edits = [*program.include("iostream"), program.head_of(main.body, lines)]
    yield from change(main.node.line, edits, "a synchronised `cin` takes every character by a call of its own")


def _flushes(program: CppProgram) -> bool:
    """Whether the program says when something is to be seen, and reads later than that."""
    return program.fmt is None and program.mentions("flush")


def _starts_early(program: CppProgram) -> bool:
    """Whether anything may read or print before `main` runs: what a variable of the file is made with."""
    talking = any(function.is_method and {"cin", "cout"} & function.body.names for function in program.view.functions)
    for node in program.root.find("declaration"):
        if node.function is not None or any(above.type == "field_declaration_list" for above in node.above()):
            continue
        kind = node.get("type")
        made = [
            part
            for declarator in node.all("declarator")
            for part in declarator.find("call_expression", "lambda_expression")
        ]
        if any({"cin", "cout"} & part.names or _calls_own(program, part) for part in made):
            return True
        if talking and kind is not None and kind.text in program.view.scopes.structs:
            return True
    return False


def _calls_own(program: CppProgram, node: Syntax) -> bool:
    own = {function.name for function in program.view.functions}
    return any(call.name in own for call in program.view.calls if call.node.inside(node))


RULE = RewriteRule(
    "cpp-unsynced-streams", "Read without synchronising with C's streams", "cpp", 2, _find, __doc__ or ""
)
