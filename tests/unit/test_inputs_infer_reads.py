"""How programs read, as a read grammar: C++ and Python, in many styles, one line each."""

from __future__ import annotations

import string
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from slowpath.inputs.infer import infer
from slowpath.inputs.infer.reads.cpp.reading import reads_of_cpp
from slowpath.inputs.infer.reads.items import leaves, show, without_guards
from slowpath.inputs.infer.reads.python.reading import reads_of_python
from slowpath.model.expression import expr
from slowpath.model.problem import Problem, Sample, Solution
from slowpath.source.cpp.source import expanded
from slowpath.source.sums import difference

CPP = {
    "cin >> n >> m;": "n m",
    "cin >> n; for (int i = 0; i < n; i++) cin >> x; cin >> x; cout << x;": "n (n: x) x__2",
    "cin >> n; for (int i = 0; i < n; ++i) cin >> a[i];": "n (n: a)",
    "cin >> n; for (int i = 1; i <= n; i++) cin >> a[i];": "n (n: a)",
    "cin >> n; for (int i = 0; i + 1 < n; ++i) cin >> a[i];": "n (n-1: a)",
    "cin >> n; for (int i = n; i >= 1; i--) cin >> a[i];": "n (n: a)",
    "cin >> n; for (int i = n - 1; ~i && i >= 0; --i) cin >> a[i];": "n (n: a)",
    "cin >> n; n--; while (n--) cin >> m;": "n (n-1: m)",
    "int t; cin >> t; for (; t--;) { int u, v; cin >> u >> v; }": "t (t: u v)",
    'scanf("%d %d", &n, &m); while (m--) { scanf("%d", &a[0]); }': "n m (m: a)",
    'scanf("%lld%s", &big, word);': "big word:word",
    "cin >> n; int k = 2 * n - 1; for (int i = 0; i < k; i++) cin >> a[i];": "n (2*n-1: a)",
    "cin >> n; vector<int> v(n); for (int &x : v) cin >> x;": "n (n: v)",
    "cin >> n; vector<pair<int,int>> e(n); for (auto &[u, v] : e) cin >> u >> v;": "n (n: u v)",
    (
        "cin >> n; vector<vector<int>> g(n, vector<int>(3)); for (auto &r : g) for (auto &x : r) cin >> x;"
    ): "n (n: (3: g))",
    "cin >> n; if (n == 1) { cout << 0; return 0; } cin >> m;": "n {n ? 1:  | else: m}",
    "cin >> op; if (op == 1) { cin >> x; } else if (op == 2) { cin >> l >> r; }": "op {op ? 1: x | 2: l r | else: }",
    "while (cin >> n) { cin >> m; }": "(end: n m)",
    "while (cin >> n, n) cin >> m;": "(until 0: n m)",
    "string next_line; while (getline(cin, next_line)) { stringstream t(next_line); t >> n; }": "(end: n /)",
    "string s, t; getline(cin, s); getline(cin, t); stringstream a(s), b(t); a >> n; b >> m;": "n m",
    "string s, t; getline(cin, s, ' '); getline(cin, t); int k = stoi(s); m = stoi(t);": "s t",
    "string s; getline(cin, s); int k = stoi(s); getline(cin, s); while (k--) { getline(cin, s); m += stoi(s); }": (
        "s / s__2:text / (s: s__3 /)"
    ),
    "string s; cin >> s; int k = stoi(s, 0, 2); for (int i = 0; i < k; i++) cin >> x;": "s:word (?: x)",
    "cin >> n; for (int i = 0, y; i < n && cin >> y; i++) m += y;": "n (n: y)",
    "cin >> n; for (int i = 0; i < pow(2, n); i++) cin >> x;": "n (2**n: x)",
    "string s; getline(cin, s); int k = stoi(s); for (int i = 0; i < k; i++) cin >> x;": "s (s: x)",
    "string s; cin >> s; int k = atoi(s.c_str()); while (k--) cin >> x;": "s (s: x)",
    "string s; while (getline(cin, s)) { stringstream t(s); t >> n >> m; }": "(end: n m /)",
    "string s; cin >> n; getline(cin, s); while (n--) { getline(cin, s); stringstream t(s); t >> m; }": "n (n: m)",
    "while (cin >> n >> m && (n || m)) cin >> x;": "(until 0 0: n m x)",
    'while (scanf("%d", &n) == 1 && n >= 0) sum += n;': "(until -1: n)",
    "for (;;) { cin >> n; if (!n) break; cin >> m; }": "(until 0: n m)",
    "for (;;) { cin >> n; if (n) cin >> m; else break; }": "(until 0: n m)",
    "cin >> n; do { cin >> m; } while (--n);": "n (n: m)",
    "cin >> n; while (--n) cin >> m;": "n (n-1: m)",
    "cin >> n; while (--n >= 0) cin >> m;": "n (n: m)",
    "cin >> n; while (n-- >= 0) cin >> m;": "n (n+1: m)",
    "cin >> n; for (int i = 0; i < n; i++) for (int j = i + 1; j < n; j++) cin >> a[j];": "n (n: (n-_row-1: a))",
    "cin >> n; for (int i = n; i > 0; i--) for (int j = 0; j < i; j++) cin >> a[j];": "n (n: (n-_row: a))",
    "cin >> n; for (int i : {1, 2, 3}) cin >> a[i];": "n (3: a)",
    (
        "cin >> op; if (op == 1) { cin >> x; } else if (op == 2) { sum = 1; } else { sum = 2; }"
    ): "op {op ? 1: x | 2:  | else: }",
    "cin >> op; op--; if (!op) cin >> x; else cin >> l >> r;": "op {op ? 1: x | else: l r}",
    (
        "cin >> op; switch (op) { case 1: case 3: cin >> x; break; case 2: cin >> l; default: cin >> r; }"
    ): "op {op ? 1,3: x | 2: l r | else: r__2}",
    'scanf("%d:%d:%d", &n, &m, &x);': "n[3]:any",
    "cin >> n; if (sum > 3) { cin >> m >> x; } else { cin >> l; }": "n m x",
    "copy_n(istream_iterator<int>(cin), 4, a);": "(4: a)",
    "int *p = a; for (int k = 0; k < 5; k++) cin >> *p++;": "(5: a)",
    "cin >> n; for (int i = 0; i < 100; i++) sum += i; cin >> m;": "n m",
}

PYTHON = {
    "n, m = map(int, input().split())": "n m /",
    "n = int(input())\na = list(map(int, input().split()))": "n / a[?] /",
    "a = [int(x) for x in input().split()]": "a[?] /",
    "*a, = map(int, input().split())": "a[?] /",
    "n, *a = map(int, input().split())": "n a[?] /",
    "n = int(input())\nfor _ in range(n):\n    u, v = map(int, input().split())": "n / (n: u v /)",
    "n = int(input())\ng = [input() for _ in range(n)]": "n / (n: g:text /)",
    "import sys\nd = sys.stdin.read().split()\nn = int(d[0])\na = d[1:n+1]": "n (n: a:word)",
    "import sys\nit = iter(map(int, sys.stdin.read().split()))\nn = next(it)\nm = next(it)": "n m",
    "nm = input().split()\nn = int(nm[0])\nm = int(nm[1])": "n m /",
    "t = int(input())\nwhile t > 0:\n    t -= 1\n    x = float(input())": "t / (t: x:float /)",
    "def f():\n    return int(input())\na = f()\nb = f()": "a / b /",
    "import sys\nfor line in sys.stdin:\n    v = int(line)": "(end: v /)",
    "while True:\n    n = int(input())\n    if n == 0: break\n    m = int(input())": "(until 0: n / m /)",
    "while True:\n    a, b = map(int, input().split())\n    if (a, b) == (0, 0): break": "(until 0 0: a b /)",
    'while True:\n    s = input()\n    if s == "0 0": break\n    a, b = map(int, s.split())': "(until 0 0: a b /)",
    'while True:\n    s = input()\n    if s == "END": break\n    a, b = s.split()': "(until END: a:word b:word /)",
    's = input()\nwhile s != "0 0":\n    a, b = map(int, s.split())\n    s = input()': "(until 0 0: a__2 b__2 /)",
    's = input()\nwhile s != "0":\n    n = int(s)\n    s = input()': "(until 0: n__2 /)",
    "while (n := int(input())) >= 0: print(n)": "(until -1: n /)",
    "n = int(input())\nwhile n:\n    print(n)\n    n = int(input())": "(until 0: n__2 /)",
    "try:\n    while 1:\n        n = int(input())\nexcept EOFError:\n    pass": "(end: n /)",
    "n, *d = map(int, open(0).read().split())\na = d[::2]\nb = d[1::2]": "n (end: a b)",
    (
        "import numpy as np\nd = np.array(open(0).read().split(), int)\nn = d[0]\ne = d[1:].reshape(n, 3)"
    ): "n (n: x x__2 x__3)",
    "r = range\nI = lambda: [*map(int, input().split())]\nn, = I()\nfor i in r(n): a = I()": "n / (n: a[?] /)",
    "a, b = map(int, input().split(','))": "a[2]:any /",
    "n = int(input())\nfor _ in [0] * n:\n    s, k = input().split()\n    k = int(k)": "n / (n: s:word k /)",
    (
        "class S:\n    def __init__(self): self.n = int(input())\ns = S()\nfor _ in range(s.n): x = int(input())"
    ): "n / (n: x /)",
    "def g():\n    for l in open(0):\n        yield from l.split()\nt = g()\nn = int(next(t))\nm = int(next(t))": "n m",
    "input()\na = list(map(int, input().split()))": "line:text / a[?] /",
}


@pytest.mark.parametrize("body", CPP)
def test_follows_the_reads_of_cpp(body: str) -> None:
    source = "int n, m, x, l, r, op, sum; long long big; char word[99]; int a[100];\nint main() { " + body + " }"
    assert show(reads_of_cpp(source.encode()).items) == CPP[body]


@pytest.mark.parametrize("source", PYTHON)
def test_follows_the_reads_of_python(source: str) -> None:
    assert show(reads_of_python(source.encode()).items) == PYTHON[source]


@pytest.mark.parametrize(
    "main",
    [
        "int t = 1; while (t--) solve();",
        "int t = 1; for (int i = 1; i <= t; ++i) solve();",
        "for (int i = 0; i < 1; i++) solve();",
    ],
)
def test_a_loop_of_one_round_is_none(main: str) -> None:
    source = f"void solve() {{ int n; cin >> n; vector<int> a(n); for (int &x : a) cin >> x; }}int main() {{ {main} }}"
    assert show(reads_of_cpp(source.encode()).items) == "n (n: a)"


def test_a_fast_reader_is_known_by_its_body() -> None:
    source = """
    char buf[1 << 16], *p = buf;
    int gc() { return getchar(); }
    template <class T> void get(T &x) { x = 0; int c = gc(); while (c < '0') c = gc();
        for (; c >= '0'; c = gc()) x = x * 10 + c - '0'; }
    template <class T, class... A> void get(T &x, A &...more) { get(x); get(more...); }
    int main() { int n, q; get(n, q); vector<long long> a(n); for (auto &x : a) get(x); }
    """
    assert show(reads_of_cpp(source.encode()).items) == "n q (n: a)"


FAST = """
int number() { int x = 0; char c = getchar(); while (c < '0') c = getchar();
    while (c >= '0') { x = x * 10 + c - '0'; c = getchar(); } return x; }
void word(char *s) { char c = getchar(); while (c <= ' ') c = getchar();
    while (c > ' ') { *s++ = c; c = getchar(); } *s = 0; }
"""


@pytest.mark.parametrize(
    ("program", "grammar"),
    [
        (
            "void solve(int k) { int n = number(); for (int i = 0; i < n; i++) a[i] = number(); }"
            " int main() { int t = number(); for (int i = 1; i <= t; i++) solve(i); }",
            "t (t: n (n: a))",
        ),
        (
            "void fill(int *a, int n) { for (int i = 0; i < n; i++) a[i] = number(); }"
            " int b[100]; int main() { int n = number(); fill(b, n); }",
            "n (n: b)",
        ),
        (
            "string s; void solve() { int n = number(); for (int i = 0; i < n; i++) { int x = number();"
            " if (s[i] == '0') x++; } } int main() { solve(); }",
            "n (n: x__3)",
        ),
        ("void next(int &x) { x = number(); } int main() { int n, m; next(n); next(m); }", "n m"),
        ("char s[9]; int main() { int n = number(); word(s); }", "n x__2:word"),
        ("int main() { int n = number(); for (int i = 0; i < n; i++) c[number()]++; }", "n (n: x__2)"),
    ],
)
def test_what_calls_fast_readers_is_walked_over(program, grammar):
    assert show(reads_of_cpp((FAST + program).encode()).items) == grammar


def test_the_text_is_read_as_a_judge_compiles_it():
    text = expanded('#ifndef ONLINE_JUDGE\nfreopen("in.txt", "r", stdin);\n#else\nx;\n#endif\ny;\n')
    assert "freopen" not in text and text.splitlines()[3] == "x;"


def test_macros_keep_their_lines() -> None:
    text = expanded(
        "#define rep(i, n) for (int i = 0; \\\n  i < (n); ++i)\n\nrep(j, 5) x;\n#ifdef LOCAL\nno\n#endif\nend"
    )
    rows = text.split("\n")
    assert "".join(rows[3].split()) == "for(intj=0;j<(5);++j)x;"
    assert rows[7] == "end"
    assert "no" not in rows


def test_a_read_in_a_called_function_is_found_once_per_call() -> None:
    source = b"int n; void in(int &x) { cin >> x; }\nint main() { int a, b; in(a); in(b); }"
    assert show(reads_of_cpp(source).items) == "a b"


def test_the_ends_of_edges_are_seen_in_adjacency_lists() -> None:
    loop = b"for (int i = 1; i < n; i++) { int u, v; cin >> u >> v; --u; g[u].push_back(v); }"
    source = b"int main() { int n; cin >> n; " + loop + b" }"
    assert reads_of_cpp(source).edges == frozenset({("u", "v")})


@pytest.mark.parametrize(
    ("text", "shortest"),
    [
        ("n-1-(n-1)", "0"),
        ("n-1+1", "n"),
        ("(2*n)-1", "2*n-1"),
        ("n*m-n*m+3", "3"),
        ("(n+1)//2", "(n+1)//2"),
        ("0-n", "-n"),
        ("n-(_row+1)", "n-_row-1"),
    ],
)
def test_sums_are_brought_to_their_shortest_form(text: str, shortest: str) -> None:
    assert difference(text) == shortest


@given(
    st.lists(st.tuples(st.sampled_from("nmk"), st.integers(-3, 3)), min_size=1, max_size=6),
    st.fixed_dictionaries({name: st.integers(0, 9) for name in "nmk"}),
)
def test_the_shortest_form_has_the_same_value(terms: list[tuple[str, int]], values: dict[str, int]) -> None:
    text = "0" + "".join(f"-({name}-({number}))" for name, number in terms)
    assert expr(difference(text)).value(values) == expr(text).value(values)


USES = {
    "cin >> s; for (char c : s) k[c - 'a']++;": ("s", "letters", frozenset(string.ascii_lowercase)),
    "cin >> s; if (s[0] == 'L' || s[0] == 'R') k[0]++;": ("s", "letters", frozenset("LR")),
    "cin >> s; for (int i = 0; i < n; i++) if (s[i] == '#') k[0]++;": ("s", "sizes", ("n",)),
    "cin >> x; if (x < 0) x = -x;": ("x", "negative", True),
    "cin >> x; if (!x) return 0;": ("x", "zero", True),
    "cin >> x; k[x]++;": ("x", "indexes", (("300", 0),)),
    "cin >> x; k[x - 1]++;": ("x", "indexes", (("300", 1),)),
    "cin >> x; for (int i = 0; i < x; i++) k[0]++;": ("x", "bounds_loop", True),
    "cin >> x; n %= x;": ("x", "positive", True),
    "cin >> x; while (x > 1) x /= 2;": ("x", "positive", True),
}


@pytest.mark.parametrize("body", USES)
def test_sees_what_the_program_does_with_a_value(body: str) -> None:
    name, about, expected = USES[body]
    source = "#include <string>\nint n, x, k[300]; std::string s;\nint main() { " + body + " }"
    leaf = next(leaf for leaf in leaves(reads_of_cpp(source.encode()).items) if leaf.key == name)
    assert getattr(leaf.use, about) == expected


def test_a_read_keeps_the_line_that_it_stands_on() -> None:
    program = reads_of_python(b"n = 1\n  \nk = int(input())  # how many\n")
    line = next(leaves(program.items)).line
    assert (line, program.quote(line)) == (3, "k = int(input())  # how many")


@pytest.mark.parametrize(
    ("source", "nothing"),
    [
        (b'int main() { puts("hello"); }', True),
        (b"int main() { int n; std::cin >> n; }", False),
        (b"int main() { int n = readInt(); }", False),
    ],
)
def test_knows_a_program_that_reads_nothing(source: bytes, nothing: bool) -> None:
    assert reads_of_cpp(source).reads_nothing is nothing


def test_an_unclear_condition_has_both_readings() -> None:
    program = reads_of_cpp(b"int main() { int n, a, b; cin >> n; if (n * 7 > 5) cin >> a >> b; else cin >> a; }")
    assert [show(items) for items in (program.items, *program.others)] == ["n a b", "n a__2"]
    assert program.remarks == ((1, "which of two ways of reading is taken isn't plain from the code"),)


def test_a_reader_from_a_header_is_known_by_its_name() -> None:
    program = reads_of_cpp(b'#include "io.h"\nint main() { int n = ri(); for (int i = 0; i < n; i++) f(ri()); }')
    assert show(program.items) == "n (n: x__2)"
    assert program.remarks[0] == (2, "ri isn't defined in this file; it was taken for a reader by its name")


def test_conditions_that_only_guard_are_no_kinds_of_query() -> None:
    source = (
        b"int a[9]; int main() { int t, n; cin >> t; while (t--) { cin >> n; if (n == 1) continue; "
        b"for (int i = 0; i < n; i++) cin >> a[i]; } }"
    )
    assert show(without_guards(reads_of_cpp(source).items)) == "t (t: n (n: a))"


PLACES = """#include <iostream>
#include <string>
using namespace std;
int main() {
    string s; int q;
    cin >> s >> q;
    while (q--) {
        int l, r; cin >> l >> r;
        bool same = true;
        for (int i = l - 1, j = r - 1; i < j; i++, j--) if (s[i] != s[j]) same = false;
        cout << same << '\\n';
    }
}
"""


@pytest.mark.parametrize("samples", [(), (b"abacaba 2\n1 7\n2 3\n",)])
def test_numbers_that_copies_of_take_letters_of_a_string_are_places_in_it(samples):
    problem = Problem("p", "plain", Path("."), samples=tuple(Sample(str(at), data) for at, data in enumerate(samples)))
    found = infer(problem, Solution(Path("a.cpp"), "cpp", PLACES.encode()))
    assert "l: int 1..len(s); r: int 1..len(s)" in found.text


def test_places_that_a_sample_lies_beyond_are_none():
    problem = Problem("p", "plain", Path("."), samples=(Sample("1", b"aba 1\n1 7\n"),))
    found = infer(problem, Solution(Path("a.cpp"), "cpp", PLACES.encode()))
    assert "r: int 1..1000000000" in found.text
