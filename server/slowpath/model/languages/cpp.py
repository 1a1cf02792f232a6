"""C++."""

from __future__ import annotations

from slowpath.model.languages.language import LanguageFacts

_EMPTY = """\
#include <bits/stdc++.h>
using namespace std;

int main() {

}
"""

FACTS = LanguageFacts(
    "cpp",
    "C++",
    (".cpp", ".cc", ".cxx", ".c++"),
    ("cpp", "c++"),
    "//",
    ("/*", "*/"),
    directives="#",
    begins_in="main",
    loops_stop_once=True,
    is_native=True,
    flags_setting="cpp_flags",
    empty=_EMPTY,
)
