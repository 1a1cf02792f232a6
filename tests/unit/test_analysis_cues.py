"""Cues: suspicions about what makes a program slow, seen in its text, at their lines."""

from __future__ import annotations

import pytest

from slowpath.analysis.cues import cues
from slowpath.analysis.source import functions_of, loops_of, tree_of

CPP = {
    "pivot-recursion": "void qs(int l, int r) {\n int pivot = a[l];\n qs(l, r - 1);\n}\nint main() { qs(0, 9); }",
    "hash-table": "#include <unordered_map>\nstd::unordered_map<int, int> seen;\nint main() {}",
    "relaxation": "int main() {\n queue<int> q;\n while (!q.empty()) {\n  for (auto e : g[u])\n   if (d[e.to] > d[u] "
    "+ e.w) d[e.to] = 1;\n }\n}",
    "parent-walk": "int main() {\n while (v != root)\n  v = parent[v];\n}",
    "string-matching": "int main() {\n for (int i = 0; i < n; i++)\n  for (int j = 0; j < m; j++)\n   if (s[i + j] !="
    " t[j]) break;\n}",
    "clear-per-case": "int c[100];\nvoid solve() {\n memset(c, 0, sizeof c);\n}\nint main() "
    "{ int t; while (t--) solve(); }",
    "sort-call": "int main() {\n std::sort(a, a + n);\n}",
    "walked-list": "int main() {\n list<int> a;\n for (;;) x += *next(a.begin(), i);\n}",
}
PYTHON = {
    "list-membership": "a = []\nfor x in b:\n    if x in a:\n        pass\n",
    "front-of-list": "q = [1]\nwhile q:\n    v = q.pop(0)\n",
    "hash-table": "seen = set()\nseen.add(1)\n",
    "clear-per-case": "for _ in range(t):\n    c = [0] * (10**5)\n",
    "walked-list": "d = deque(a)\nfor i in q:\n    print(d[i])\n",
}

JAVA = {
    "clear-per-case": "class A { void f() {\n while (t-- > 0) {\n  int[] c = new int[100_001];\n }\n} }",
    "list-membership": "class A { void f() {\n while (c)\n  if (a.contains(x)) n++;\n} }",
    "front-of-list": "class A { void f() {\n while (c)\n  n += a.remove(0);\n} }",
    "hash-table": "class A {\n Set<Long> seen = new HashSet<>();\n}",
    "string-keys": "class A {\n Map<String, Integer> seen = new HashMap<>();\n}",
    "ordered-map": "class A {\n Map<Long, Integer> seen = new TreeMap<>();\n}",
    "regex": 'class A { void f() {\n s.matches("(a+)+");\n} }',
    "walked-list": "class A { void f() {\n List<Integer> a = new LinkedList<>();\n while (c) s += a.get(i);\n} }",
    "pair-keys": "class A {\n record P(int x, int y) { }\n Set<P> seen = new HashSet<>();\n}",
    "array-sort": "class A { void f() {\n Arrays.sort(a, 0, n);\n} }",
    "big-integers": "class A {\n BigInteger x = BigInteger.ONE;\n}",
    "string-building": "class A { void f(String s) {\n while (c)\n  s = s.substring(1);\n} }",
    "string-matching": "class A { void f(String s) {\n for (;;)\n  if (s.startsWith(t, i)) n++;\n} }",
}


@pytest.mark.parametrize("name", CPP)
def test_sees_the_pattern_in_cpp(name: str) -> None:
    assert cues(CPP[name].encode(), "cpp").lines(name)


@pytest.mark.parametrize("name", PYTHON)
def test_sees_the_pattern_in_python(name: str) -> None:
    assert cues(PYTHON[name].encode(), "python").lines(name)


@pytest.mark.parametrize("name", JAVA)
def test_sees_the_pattern_in_java(name: str) -> None:
    assert cues(JAVA[name].encode(), "java").lines(name)


@pytest.mark.parametrize(
    ("source", "language", "name"),
    [
        ("d = deque(a)\nwhile d:\n    print(d[0], d[-1])\n", "python", "walked-list"),
        (
            "class A { void f() {\n Queue<P> q = new LinkedList<>();\n while (c) q.add(q.remove());\n} }",
            "java",
            "walked-list",
        ),
        ("class A {\n Map<String, Integer> seen = new HashMap<>();\n}", "java", "pair-keys"),
        ("class A { void f() {\n Collections.sort(a);\n} }", "java", "array-sort"),
    ],
)
def test_what_is_as_fast_as_it_should_be_is_no_cue(source: str, language: str, name: str) -> None:
    assert not cues(source.encode(), language).lines(name)


def test_says_the_line() -> None:
    assert cues(PYTHON["front-of-list"].encode(), "python").lines("front-of-list") == (3,)


def test_a_plain_program_shows_none() -> None:
    found = cues(b"int main() { int a, b; cin >> a >> b; cout << a + b; }", "cpp")
    assert found.found == ()
    assert found.words == ()


def test_comments_are_no_cues() -> None:
    assert cues(b"// unordered_map\nint main() {}", "cpp").names == frozenset()


def test_an_unknown_language_shows_none() -> None:
    assert cues(b"fn main() {}", "rust").found == ()


def test_loops_know_their_depth_and_functions_their_calls() -> None:
    root = tree_of(
        b"int f(int n) {\n return n ? f(n - 1) : 0;\n}\nint main() {\n for (;;)\n  while (1) f(2);\n}", "cpp"
    )
    assert root is not None
    assert [(loop.first_line, loop.depth) for loop in loops_of(root)] == [(5, 0), (6, 1)]
    assert [(f.name, f.is_recursive) for f in functions_of(root)] == [("f", True), ("main", False)]


MORE_CPP = {
    "median-of-three": "void qs(int l, int r) {\n int pivot = median3(a[l], a[(l + r) / 2], a[r]);\n qs(l, m);\n}",
    "swap-sort": "int main() {\n for (;;)\n  for (int j = 0; j < n; j++)\n   if (a[j] > a[j + 1]) swap(a, j);\n}",
    "merge-sort": "void mergeSort(int l, int r) {\n mergeSort(l, m);\n mergeSort(m, r);\n merge(l, m, r);\n}",
    "heap-sort": "void siftDown(int i) {\n int c = 2 * i + 1;\n while (c < n) c = 2 * c + 1;\n}",
    "shell-sort": "int main() { for (int gap = n / 2; gap; gap /= 2) ; }",
    "permutations": "int main() { do {} while (next_permutation(a, a + n)); }",
    "open-addressing": "int main() {\n while (used[h])\n  h = (h + 1) % SIZE;\n}",
    "string-keys": "std::unordered_map<std::string, int> count;",
    "ordered-map": "std::map<int, int> count;",
    "memo-strings": "map<string, int> memo;",
    "priority-queue": "priority_queue<pair<int, int>> q;",
    "disjoint-sets": "void unite(int a, int b) { p[find(a)] = find(b); }",
    "triple-loop": "int main() {\n for (k;;) for (i;;)\n for (j;;)\n d[i][j] = min(d[i][j], d[i][k] + d[k][j]);\n}",
    "flow": "int dinic(int s, int t) { return 0; }",
    "matching": "bool go(int u) {\n for (int v : g[u]) if (m[v] < 0 || go(m[v])) return true;\n return false;\n}",
    "tree-recursion": "void dfs(int v, int p) {\n for (int u : g[v]) if (u != p) dfs(u, v);\n}",
    "centroid": "int centroid(int v) { return v; }",
    "heavy-path": "int lca(int a, int b) { while (top[a] != top[b]) a = p[top[a]]; }",
    "container-merge": "int main() { big.insert(small.begin(), small.end()); }",
    "search-tree": "Node* put(Node* t, int key) { if (key < t->key) t->l = put(t->l, key); }",
    "segment-tree": "int sum(int i) { for (; i; i -= i & -i) s += t[i]; }",
    "mo-order": "bool less(Q a, Q b) { return a.l / B < b.l / B; }\nint main() {\n for (auto q : qs) {\n"
    "  while (l > q.l) add(--l);\n }\n}",
    "range-walk": "int main() {\n while (q--) {\n  for (int i = l; i <= r; i++) s += a[i];\n }\n}",
    "interval-sweep": "int main() {\n sort(e.begin(), e.end());\n set<int> open;\n if (e[i].second < x) x++;\n}",
    "string-building": "string s;\nint main() {\n for (;;)\n  s = s + 'a';\n}",
    "prefix-function": "int main() {\n for (int i = 1; i < n; i++)\n  while (j && s[i] != s[j]) j = f[j - 1];\n}",
    "suffix-sort": "int main() { sort(p, p + n, [&](int a, int b) { return s.substr(a) < s.substr(b); }); }",
    "palindrome-expansion": "int main() {\n for (int i = 0; i < n; i++)\n  while (s[i - k] == s[i + k]) k++;\n}",
    "regex": 'std::regex r("(a+)+");',
    "automaton": "int next[100][26], link[100]; void add() { st[cur].link = 0; }",
    "bracket-parser": "int parse() {\n if (s[i] == '(') { i++; return parse(); }\n return 0;\n}",
    "big-integers": "int main() { int carry = 0; }",
    "gcd": "int f(int a, int b) { return b ? f(b, a % b) : a; }",
    "trial-division": "int main() { for (int i = 2; i * i <= n; i++) ; }",
    "sieve": "bool is_prime[100];\nint main() { is_prime[2] = 1; }",
    "divisor-loop": "int main() {\n for (int i = 1; i <= n; i++)\n  if (n % i == 0) c++;\n}",
    "modular-power": "long long power(long long b, int e) { return 1; }",
    "bit-masks": "int main() { for (int m = 0; m < (1 << n); m++) ; }",
    "submasks": "int main() { for (int s = m; s; s = (s - 1) & m) ; }",
    "factorial": "int main() {\n for (int i = 2; i <= n; i++)\n  res = res * i % M;\n}",
    "interpolation": "int at = lo + (x - a[lo]) * (hi - lo) / (a[hi] - a[lo]);",
    "window-scan": "int main() {\n for (int i = 0; i + k <= n; i++)\n"
    "  for (int j = i; j < i + k; j++) m = max(m, a[j]);\n}",
    "cross-product": "int t = (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);",
    "squared-distance": "int d = dx * dx + dy * dy;",
    "space-partition": "void build() { nth_element(a, a + m, a + n); }",
    "recurrence": "int main() {\n for (int i = 1; i <= n; i++)\n  dp[i] = dp[i - 1] + dp[i - 2];\n}",
    "stack": "stack<int> s;",
    "binary-search": "int at = lower_bound(a, a + n, x) - a;",
}
MORE_PYTHON = {
    "regex": "import re\nre.match('(a+)+$', s)\n",
    "big-integers": "x = int(input())\n",
    "memo-strings": "from functools import lru_cache\n\n@lru_cache(None)\ndef f(s):\n    return f(s[1:])\n",
    "window-scan": "for i in range(n):\n    best = max(a[i:i + k])\n",
    "suffix-sort": "p = sorted(range(n), key=lambda i: s[i:])\n",
    "string-building": "for x in a:\n    s = s + 'a'\n",
    "exposed-hash-key": "import os\nos.environ['PYTHONHASHSEED'] = '0'\n",
    "permutations": "from itertools import permutations\nfor p in permutations(a): pass\n",
}


MORE_JAVA = {
    "string-building": 'class A { void f(String s) {\n for (;;)\n  s += "a";\n} }',
    "memo-strings": "class A { Map<String, Integer> memo; }",
    "fixed-bound-loop": "class A { void f() { for (int i = 0; i < 1_000_000; i++) g(); } }",
    "big-integers": "class A { java.math.BigInteger a; }",
}


@pytest.mark.parametrize("name", MORE_JAVA)
def test_sees_each_pattern_of_its_family_in_java(name: str) -> None:
    assert cues(MORE_JAVA[name].encode(), "java").lines(name)


@pytest.mark.parametrize("name", MORE_CPP)
def test_sees_each_pattern_of_its_family_in_cpp(name: str) -> None:
    assert cues(MORE_CPP[name].encode(), "cpp").lines(name)


@pytest.mark.parametrize("name", MORE_PYTHON)
def test_sees_each_pattern_of_its_family_in_python(name: str) -> None:
    assert cues(MORE_PYTHON[name].encode(), "python").lines(name)


@pytest.mark.parametrize(
    ("source", "language", "name", "values"),
    [
        (
            "const int B = 131, M = 1e9 + 7;\nint main() { for (char c : s) h = (h * B + c) % M; }",
            "cpp",
            "rolling-hash",
            ((131, 10**9 + 7),),
        ),
        (
            "#define MOD 998'244'353LL\nint main() { for (i;;) { p[i] = p[i - 1] * 911 % MOD; } }",
            "cpp",
            "rolling-hash",
            ((911, 998244353),),
        ),
        (
            "unsigned long long h;\nint main() { for (i;;) h = h * 13331 + s[i]; }",
            "cpp",
            "rolling-hash",
            ((13331, 1 << 64),),
        ),
        ("for c in s:\n    h = (h * 31 + ord(c)) % (2**61 - 1)\n", "python", "rolling-hash", ((31, 2**61 - 1),)),
        ("int main() { for (i;;) w[i] = w[i - 1] * 2 % 1000000007; }", "cpp", "rolling-hash", ()),
        (
            "class A { long h; void f(char[] s) { for (char c : s) h = h * 131 + c; } }",
            "java",
            "rolling-hash",
            ((131, 1 << 64),),
        ),
        ("std::mt19937 rng(42);", "cpp", "exposed-seed", (("mt19937", 42),)),
        ("std::mt19937 rng(time(0));", "cpp", "exposed-seed", ()),
        ("int main() { int p = rand() % n; }", "cpp", "exposed-seed", (("rand", 1),)),
        ("int main() { srand(time(0)); int p = rand() % n; }", "cpp", "exposed-seed", ()),
        ("import random\nrandom.seed(7)\n", "python", "exposed-seed", (("python", 7),)),
        ("class A { Random r = new Random(7); }", "java", "exposed-seed", (("java", 7),)),
        ("class A { Random r = new Random(System.nanoTime()); }", "java", "exposed-seed", ()),
        (
            "unordered_map<int, int> seen;\nint main() { for (int j = 0; j < n; j++) r += seen[h[j] - j]++; }",
            "cpp",
            "derived-keys",
            (("less place",),),
        ),
        (
            "unordered_set<int> ends;\nint main() { for (int i = 1; i <= n; ++i) { cin >> x; ends.insert(i + x); } }",
            "cpp",
            "derived-keys",
            (("with place",),),
        ),
        (
            "unordered_map<ll, int> c;\nint main() { for (auto x : a) { s += x; r += c[s - k]; c[s]++; } }",
            "cpp",
            "derived-keys",
            (("running sum",),),
        ),
        (
            "unordered_set<int> c;\nint main() { for (int i = 0; i < n; i++) { b[n - i] = a[i + 1]; c.insert(a[i]); } "
            "}",
            "cpp",
            "derived-keys",
            (),
        ),
        (
            "seen = {}\nfor i, x in enumerate(a):\n    key = x - i\n    seen[key] = i\n",
            "python",
            "derived-keys",
            (("less place",),),
        ),
        (
            "seen = {0: 1}\nfor x in a:\n    total = total + x\n    if total - k in seen: best += 1\n",
            "python",
            "derived-keys",
            (("running sum",),),
        ),
        ("for i, x in enumerate(a):\n    rows[x - i] = i\n", "python", "derived-keys", ()),
    ],
)
def test_reads_constants_where_they_are_constant(source: str, language: str, name: str, values: tuple) -> None:
    found = [cue.values for cue in cues(source.encode(), language).found if cue.name == name]
    assert found == ([values] if values else [])


@pytest.mark.parametrize(
    "source",
    [
        "n = int(input())\nfor i in range(1, n + 1):\n    print(i)\n",
        "t = int(sys.stdin.readline())\nfor _ in range(t): solve()\n",
        "sys.setrecursionlimit(10**6)\nx = min(a, 10 ** 18)\n",
    ],
)
def test_numbers_that_are_counted_to_are_not_long(source: str) -> None:
    assert not cues(source.encode(), "python").lines("big-integers")


@pytest.mark.parametrize(
    "source",
    [
        "n = int(input())\nfor _ in range(n): x = int(input())\n",
        "n = int(input())\nprint(n * int(input()))\nfor i in range(n): pass\n",
        "for i in range(k):\n    y = 2 ** i\n",
    ],
)
def test_numbers_read_beside_a_count_may_be_long(source: str) -> None:
    assert cues(source.encode(), "python").lines("big-integers")


def test_block_comments_are_no_cues() -> None:
    assert "hash-table" not in cues(b"/* unordered_map\n unordered_set */\nint main() {}", "cpp").names


def test_very_long_lines_take_no_time() -> None:
    assert cues(b"int a" + b"a" * 300_000 + b"= 2 * i + 1 * 7 - 3;\n", "cpp").lines("no-such-cue") == ()
