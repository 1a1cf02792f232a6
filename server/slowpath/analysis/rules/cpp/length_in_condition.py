"""A string's length is counted in each iteration.

What it finds:
    `strlen` in the condition of a loop over the string.

Why it is slow:
    The string is gone over once per iteration to find its end, unless the compiler sees that it can't change.

Evidence:
    The iterations times the length, behind the loop.

Example:
    #include <cstdio>
    #include <cstring>
    char s[100005];
    int main() {
        if (scanf("%100000s", s) != 1) return 1;
        for (int i = 0; i < (int)strlen(s); i++)
            if (s[i] == 'b') s[i] = 'a';
        puts(s);
    }

Not here:
    #include <cstdio>
    #include <cstring>
    char s[100005];
    int main() {
        if (scanf("%100000s", s) != 1) return 1;
        int n = strlen(s);
        for (int i = 0; i < n; i++)
            if (s[i] == 'b') s[i] = 'a';
        puts(s);
    }

False alarms:
    A loop that changes nothing: the compiler counts once.

Source:
    Known from C textbooks; STAB section 3.2.
"""

from __future__ import annotations

from collections.abc import Iterator

from slowpath.analysis.rules.cpp_view import CppView
from slowpath.analysis.rules.cpp_view_work import found, over, share
from slowpath.analysis.rules.rule import Rule
from slowpath.model.constraint import BODY, Constraint


def _find(view: CppView) -> Iterator[Constraint]:
    for loop in view.loops:
        if loop.condition is None:
            continue
        call = next(
            (
                call
                for call in view.calls
                if call.name == "strlen"
                and call.node.inside(loop.condition)
                and len(call.arguments) == 1
                and call.arguments[0].type == "identifier"
            ),
            None,
        )
        if call is None:
            continue
        longest = view.length(call.arguments[0].text, call.node.start)
        condition = over(view, loop, view.place(BODY, loop.node), factor=share(longest, 0.2))
        yield from found(
            "length-in-condition",
            loop.node,
            f"{call.arguments[0].text} is long, and its end is looked for in each iteration",
            condition,
            "strlen goes over it each time",
            lines=[loop.line],
            aims=(),
        )


RULE = Rule("length-in-condition", "a string's length is counted in each iteration", "cpp", 2, _find, __doc__ or "")
