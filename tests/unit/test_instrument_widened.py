"""A program with wider integers: what widens, what stays, and when there is no such version."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from slowpath.instrument.widened import widened

HEAD = "#include <bits/stdc++.h>\nusing namespace std;\n"


def body(source: str) -> str | None:
    """The text behind what is put in front, None where there is no wider version."""
    made = widened(source.encode(), "cpp")
    return None if made is None else made.decode().partition("#line 1\n")[2]


@pytest.mark.parametrize(("source", "wider"), [
    ("int a = 5;", "slowpath_int a = 5LL;"),
    ("int main() { vector<int> v(n, 0); }", "int main() { vector<slowpath_int> v(n, 0LL); }"),
    ("int main(int argc, char **argv) { int x; }", "int main(int argc, char **argv) { slowpath_int x; }"),
    ("#include <a>\n#define N 10\nint a[N];", "#include <a>\n#define N 10LL\nslowpath_int a[N];"),
    ('// an int\nint x = 1.5 + 0x1f + 2u; s = "int 5";', '// an int\nslowpath_int x = 1.5 + 0x1fLL + 2u; s = "int 5";'),
    ("unsigned int h; int x = h * 31;", "unsigned int h; slowpath_int x = h * 31;"),
    ("long long int a; int b;", "long long int a; slowpath_int b;"),
    ('int x; scanf("%d%s", &x, s);', 'slowpath_int x; scanf("%lld%s", &x, s);'),
    ('int x; printf("%5d %c %%\\n", x + f(1, 2), c);',
     'slowpath_int x; printf("%5lld %c %%\\n", (long long)(x + f(1LL, 2LL)), c);'),
    ('int x; printf("%d", x);', 'slowpath_int x; printf("%lld", (long long)(x));'),
])
def test_all_plain_integers_widen_and_nothing_else_does(source, wider):
    assert body(source) == wider


@pytest.mark.parametrize("source", [
    "long long a = 5;", "#define int long long\nsigned main() { int a; }", "int a = rand() % 5;", "mt19937 r; int a;",
    'int x; printf(format, x);', 'int x; printf("%*d", 3, x);', 'int x; printf("%d");', "int a; printf((;"])
def test_where_nothing_widens_or_it_can_not_be_said_what_does_there_is_no_wider_version(source):
    assert body(source) is None


def test_other_languages_have_none():
    assert widened(b"int(5)", "python") is None


def test_it_prints_what_the_program_would_without_overflows(tmp_path: Path):
    source = HEAD + """
#define rep(i, n) for (int i = 0; i < (n); i++)
int most(int a, int b) { return max(a, b); }
int main() {
    int n; scanf("%d", &n);
    vector<int> v(n, 2000000000);
    int total = 0;
    rep(i, (int)v.size()) total += v[i];
    sort(v.begin(), v.end(), [](int a, int b) { return a < b; });
    printf("%d %d %c\\n", most(total, 0), accumulate(v.begin(), v.end(), 0), "ab"[n - 3 > 0]);
    cout << min(total, *max_element(v.begin(), v.end())) << ' ' << (1 << 40) << ' ' << max(n, (int)v.size()) << endl;
}
"""
    made = widened(source.encode(), "cpp")
    assert made is not None
    file, program = tmp_path / "a.cpp", tmp_path / "a"
    file.write_bytes(made)
    subprocess.run(["g++", "-std=c++17", "-w", "-o", program, file], check=True)
    printed = subprocess.run([program], input=b"3\n", capture_output=True, check=True).stdout
    assert printed == b"6000000000 6000000000 a\n2000000000 1099511627776 3\n"
