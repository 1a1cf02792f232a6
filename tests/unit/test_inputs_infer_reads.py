"""How programs read, as a read grammar: C++ and Python, in many styles, one line each."""

from __future__ import annotations

import pytest

from slowpath.inputs.infer.cpp_source import expanded
from slowpath.inputs.infer.reads import show
from slowpath.inputs.infer.reads_cpp import reads_of_cpp
from slowpath.inputs.infer.reads_python import reads_of_python

CPP = {
    "cin >> n >> m;": "n m",
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
    "cin >> n; vector<vector<int>> g(n, vector<int>(3)); for (auto &r : g) for (auto &x : r) cin >> x;":
        "n (n: (3: g))",
    "cin >> n; if (n == 1) { cout << 0; return 0; } cin >> m;": "n {n ? 1:  | else: m}",
    "cin >> op; if (op == 1) { cin >> x; } else if (op == 2) { cin >> l >> r; }": "op {op ? 1: x | 2: l r | else: }",
    "while (cin >> n) { cin >> m; }": "(end: n m)",
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
}


@pytest.mark.parametrize("body", CPP)
def test_follows_the_reads_of_cpp(body: str) -> None:
    source = "int n, m, x, l, r, op, sum; long long big; char word[99]; int a[100];\nint main() { " + body + " }"
    assert show(reads_of_cpp(source.encode()).items) == CPP[body]


@pytest.mark.parametrize("source", PYTHON)
def test_follows_the_reads_of_python(source: str) -> None:
    assert show(reads_of_python(source.encode()).items) == PYTHON[source]


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


def test_macros_keep_their_lines() -> None:
    text = expanded("#define rep(i, n) for (int i = 0; \\\n  i < (n); ++i)\n\nrep(j, 5) x;\n#ifdef "
                    "LOCAL\nno\n#endif\nend")
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
