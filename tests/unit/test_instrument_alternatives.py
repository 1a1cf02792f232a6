"""Many versions of a C++ program in one text."""

from __future__ import annotations

from slowpath.instrument.cpp_alternatives import with_alternatives
from slowpath.mutants import mutants

SOURCE = b"""#include <bits/stdc++.h>
using namespace std;
const int MOST = 1000;
int main() {
    int n; cin >> n;
    long long s = 0;
    for (int i = 0; i < n; i++) {
        int a; cin >> a;
        if (a > 0 && a < MOST) s += max(a, 1);
        else break;
    }
    cout << s % 7 << endl;
}
"""


def test_each_version_has_lines_of_its_own():
    versions = [each.source for each in mutants(SOURCE, "cpp")]
    made = with_alternatives(SOURCE, versions)
    assert made is not None and len(made.lines) > len(versions) / 2
    lines = made.text.split(b"\n")
    for number, (first, last) in made.lines.items():
        own = b"\n".join(lines[first - 1 : last])
        assert own in versions[number - 1]
        assert made.at([first]) == {number}
    assert made.at([1, 2, 3]) == set()


def test_a_header_that_is_precompiled_stays_the_first():
    made = with_alternatives(SOURCE, [SOURCE.replace(b"i < n", b"i <= n")])
    assert made is not None and made.text.startswith(b"#include <bits/stdc++.h>\n")


def test_what_differs_where_no_statement_stands_is_not_there():
    versions = [SOURCE.replace(b"MOST = 1000", b"MOST = 1001"), SOURCE.replace(b"long long", b"int")]
    assert with_alternatives(SOURCE, versions) is None
    assert with_alternatives(SOURCE, [SOURCE.replace(b"i < n", b"i <= n")], left_out=[1]) is None


def test_a_loop_of_a_macro_is_left_alone():
    source = SOURCE.replace(b"for (int i = 0; i < n; i++) {", b"rep(i, 0, n) {").replace(
        b"const int MOST", b"#define rep(i, a, b) for (int i = a; i < b; i++)\nconst int MOST"
    )
    made = with_alternatives(source, [source.replace(b"rep(i, 0, n)", b"rep(i, 0, n - 1)")])
    assert made is None or b"{ rep(" not in made.text
