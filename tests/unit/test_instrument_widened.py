"""A program with wider integers: what widens, what stays, and when there is no such version."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from slowpath.instrument.languages import widened

HEAD = "#include <bits/stdc++.h>\nusing namespace std;\n"


def bodies(source: str) -> list[str]:
    """The texts of the versions behind what is put in front, the widest first."""
    return [made.decode().partition("#line 1\n")[2] for made in widened(source.encode(), "cpp")]


def printed(version: bytes, folder: Path, *inputs: bytes) -> list[bytes]:
    """What a version prints on each input."""
    file, program = folder / "a.cpp", folder / "a"
    file.write_bytes(version)
    subprocess.run(["g++", "-std=c++17", "-w", "-o", program, file], check=True)
    return [subprocess.run([program], input=data, capture_output=True, check=True).stdout for data in inputs]


@pytest.mark.parametrize(
    ("source", "wider"),
    [
        ("int a = 5;", "slowpath_int a = 5LL;"),
        ("int main() { vector<int> v(n, 0); }", "int main() { vector<slowpath_int> v(n, 0LL); }"),
        ("int main(int argc, char **argv) { int x; }", "int main(int argc, char **argv) { slowpath_int x; }"),
        ("#include <a>\n#define N 10\nint a[N];", "#include <a>\n#define N 10LL\nslowpath_int a[N];"),
        (
            '// an int\nint x = 1.5 + 0x1f + 2u; s = "int 5";',
            '// an int\nslowpath_int x = 1.5 + 0x1fLL + 2u; s = "int 5";',
        ),
        ("unsigned int h; int x = h * 31;", "unsigned int h; slowpath_int x = h * 31;"),
        ('int x; scanf("%d%s", &x, s);', 'slowpath_int x; scanf("%lld%s", &x, s);'),
        (
            'int x; printf("%5d %c %%\\n", x + f(1, 2), c);',
            'slowpath_int x; printf("%5lld %c %%\\n", (long long)(x + f(1LL, 2LL)), c);',
        ),
        ('int x; printf("%d", x);', 'slowpath_int x; printf("%lld", (long long)(x));'),
    ],
)
def test_all_plain_integers_widen_and_nothing_else_does(source, wider):
    assert bodies(source) == [wider]


@pytest.mark.parametrize(
    ("source", "wider"),
    [
        ("long long int a; int b;", "slowpath_int   a; slowpath_int b;"),
        ("typedef long long ll;", "typedef slowpath_int  ll;"),
        ("long double x; int64_t a = 5;", "long double x; slowpath_int a = 5LL;"),
        ('long x; printf("%ld", x);', 'slowpath_int x; printf("%lld", (long long)(x));'),
    ],
)
def test_what_is_long_becomes_longer_in_a_version_of_its_own(source, wider):
    assert bodies(source)[0] == wider


@pytest.mark.parametrize(
    "source",
    [
        'long long a; int b; scanf("%lld", &a);',
        "long long a; int b; unsigned long long c;",
        "long long a; int b = numeric_limits<long long>::max();",
    ],
)
def test_what_is_read_or_known_as_64_bits_stays_so(source):
    assert [body.count("slowpath_int") for body in bodies(source)] == [1]


@pytest.mark.parametrize(
    "source",
    [
        "#define int long long\nsigned main() { int a; }",
        "int a = rand() % 5;",
        "mt19937 r; int a;",
        "int x; printf(format, x);",
        'int x; printf("%*d", 3, x);',
        'int x; printf("%d");',
        "int a; printf((;",
    ],
)
def test_where_nothing_widens_or_it_can_not_be_said_what_does_there_is_no_wider_version(source):
    assert not bodies(source)


@pytest.mark.parametrize(
    "source",
    [
        "// #define int long long\nint a;",
        "/* srand(5); */ int a;",
        "mt19937 rng(chrono::steady_clock::now().time_since_epoch().count()); int a;",
    ],
)
def test_what_a_template_holds_and_nothing_uses_is_not_in_the_way(source):
    assert bodies(source)


def test_other_languages_have_none():
    assert not widened(b"int(5)", "python")


def test_it_prints_what_the_program_would_without_overflows(tmp_path: Path):
    source = (
        HEAD
        + """
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
    )
    [version] = widened(source.encode(), "cpp")
    assert printed(version, tmp_path, b"3\n") == [b"6000000000 6000000000 a\n2000000000 1099511627776 3\n"]


def test_it_prints_more_than_64_bits_hold(tmp_path: Path):
    source = (
        HEAD
        + """
typedef long long ll;
int main() {
    ll n; int b; cin >> n >> b;
    vector<ll> v(b, n);
    ll product = 1;
    for (int i = 0; i < b; i++) product *= v[i];
    cout << product << " " << -product << " " << max(b, (int)sqrt(n)) << " " << abs(b - n);
    cout << " " << product % 1000 << endl;
}
"""
    )
    version = widened(source.encode(), "cpp")[0]
    round_number, other = printed(version, tmp_path, b"-1000000000 4", b"1000000007 3")
    assert round_number.split()[0] == b"1" + b"0" * 36
    assert other == b"1000000021000000147000000343 -1000000021000000147000000343 31622 1000000004 343\n"
