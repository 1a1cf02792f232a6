"""C++ rewrites: what they change prints the same, and what they can't be sure of they leave alone.

All programs that are changed are compiled at once, each version in a namespace of its own, and run one by one.
"""

from __future__ import annotations

import re
import subprocess
from dataclasses import dataclass
from pathlib import Path

import pytest

from slowpath.rewrites import all_rules, applied, improved, proposals, rule_of
from slowpath.rewrites.rule import HEADINGS

CPP = [rule for rule in all_rules() if rule.language == "cpp"]


@dataclass(frozen=True)
class Case:
    """A program that a rule changes ("" for the example of its docstring), and inputs for both versions."""

    rule: str
    inputs: tuple[str, ...]
    source: str = ""

    @property
    def text(self) -> str:
        """The program."""
        return self.source or rule_of(self.rule).section("Example") + "\n"


def program(body: str, above: str = "") -> str:
    """A whole program with a body of `main`."""
    return f"#include <bits/stdc++.h>\nusing namespace std;\n{above}\nint main() {{\n{body}\n}}\n"


def searched(change: str, above: str = "", before: str = "") -> str:
    """A program that searches a vector in a loop in which another statement stands."""
    return program(
        "int n, c = 0; cin >> n; vector<int> v(n);\nfor (int &x : v) cin >> x;\n"
        f"{before}\nfor (int i = 0; i < n; i++) {{\n    c += find(v.begin(), v.end(), i) != v.end();\n"
        f"    {change}\n}}\ncout << c;",
        above,
    )


HOLDER = "struct S { vector<int> &r; void add(int x) { r.push_back(x); } };\n"
BUILT = "struct S { vector<int> &r; S(vector<int> &x) : r(x) {} void add(int x) { r.push_back(x); } };\n"
WITH_HOLDERS = (
    searched("c++;"),
    searched("auto it = w.begin();\n    it++;\n    w[0] = *it;", "", "vector<int> w(3);"),
    searched("c += v[i] + v.size();", HOLDER, "sort(v.begin(), v.end());\nv.push_back(3);\nfor (int x : v) c += x;"),
    searched("c += total(v);", HOLDER + "int total(const vector<int> &v) { return v[0]; }\n"),
    searched("c += total(v);", HOLDER + "int total(vector<int> &v) { return accumulate(v.begin(), v.end(), 0); }\n"),
    searched("w.push_back(i);", HOLDER, "vector<int> w(v), u = v;\nvector<vector<int>> g;\ng.push_back(v);\nS s{u};"),
    searched("c += n;", HOLDER, "int a;\ntie(a, c) = make_pair(n, c);\nstring s(n, 'x');"),
)
NUMBERS = ("1\n5\n", "5\n3 1 2 3 -4\n", "8\n7 7 1 0 2 2 9 7\n")
CASES = [
    Case("cpp-appended-text", ("0\n", "1\n", "60\n")),
    Case(
        "cpp-appended-text",
        ("3\n", "9\n"),
        program(
            'int n; cin >> n;\nstring s = "<", t = "ab";\n'
            "for (int i = 0; i < n; i++) {\n    s = s + t + char('0' + i % 10) + \"-\"; // a piece\n}\ncout << s;"
        ),
    ),
    Case("cpp-character-table", ("abacus\n", "z\n")),
    Case(
        "cpp-character-table",
        ("2\nab\u00e9\ncb\n", "1\nx\n"),
        program(
            "int t; cin >> t;\nstd::unordered_map<bool, ll> sides;\nwhile (t--) {\n    seen.clear();\n"
            "    string s; cin >> s;\n"
            "    for (char c : s) { seen[c]++; seen[c + 256 * t] += seen[char(c + 1)]; sides[c & 2] -= c; }\n"
            "    auto twice = [&](char c) { return 2 * seen[c]; };\n    int &first = seen[s[0]];\n"
            "    first += twice('b');\n"
            "    cout << seen['a'] << ' ' << seen['b'] << ' ' << sides[true] << sides[0] << '\\n';\n}",
            "typedef long long ll;\nmap<char, int> seen; // by letter",
        ),
    ),
    Case(
        "cpp-compared-part",
        ("abcabc\n", "a\n"),
        program(
            "string s; cin >> s;\nfor (int i = 0; i < 3; i++) cout << same(s);",
            'bool same(const string &s) { return"ab"==s.substr(0, 2); }',
        ),
    ),
    Case("cpp-compared-part", ("abcabc abc\n", "aaaa aa\n", "x yy\n")),
    Case(
        "cpp-compared-part",
        ("abcabc\n", "aaaa\n"),
        program(
            "string s; cin >> s;\nint n = s.size(), k = 0;\n"
            "for (int i = 0; i < n; i++) for (int j = 0; j < n; j++)\n"
            '    k += (s.substr(i, 2) != s.substr(j)) + (s.substr(i) == "bc");\ncout << k;'
        ),
    ),
    Case("cpp-constant-reference", ("abba\n", "a\n", "zzzz\n")),
    Case(
        "cpp-constant-reference",
        ("4 3\n1 2\n2 3\n3 4\n", "1 0\n"),
        program(
            "int n, m; cin >> n >> m;\nvector<vector<int>> g(n + 1);\n"
            "while (m--) { int a, b; cin >> a >> b; g[a].push_back(b); }\nvector<int> seen(n + 1);\n"
            "visit(1, g, seen);\ncout << accumulate(seen.begin(), seen.end(), 0);",
            "void visit(int u, vector<vector<int>> g, vector<int> &seen) {\n    seen[u] = 1;\n"
            "    for (int v : g[u]) if (!seen[v]) visit(v, g, seen);\n}",
        ),
    ),
    Case(
        "cpp-constant-reference",
        ("3\nb ab a\n",),
        program(
            "int n; cin >> n;\nvector<string> w(n);\nfor (auto &x : w) cin >> x;\nsort(w.begin(), w.end(), "
            "less_long);\n"
            "for (auto &x : w) cout << x << ' ';",
            "bool less_long(string a, string b) { return a.size() != b.size() ? a.size() < b.size() : a < b; }",
        ),
    ),
    Case("cpp-divisors-to-root", tuple(f"{n}\n" for n in (0, 1, 2, 3, 4, 5, 9, 15, 16, 25, 49, 91, 97, 121))),
    Case("cpp-double-ended", ("0\n", "1\n", "40\n")),
    Case(
        "cpp-double-ended",
        ("7\n",),
        program(
            "int n; cin >> n;\nvector<pair<int, int>> v;\nfor (int i = 0; i < n; i++) v.insert(v.begin(), {i, -i}), "
            "v.push_back({n, i});\nfor (auto &p : v) cout << p.first << p.second;"
        ).replace(
            "v.insert(v.begin(), {i, -i}), v.push_back({n, i});",
            "{\n    v.insert(v.begin(), make_pair(i, -i));\n    v.push_back(make_pair(n, i));\n}",
        ),
    ),
    Case("cpp-early-exit", NUMBERS),
    Case("cpp-found-key", NUMBERS),
    Case(
        "cpp-found-key",
        NUMBERS,
        program(
            "int n, x, c = 0; cin >> n;\nmultiset<int> s;\nfor (int i = 0; i < n; i++) {\n    cin >> x;\n"
            "    if (s.count(x) > 0) c++;\n    if (!s.count(x + 1)) c += 100;\n    s.insert(x);\n}\ncout << c;"
        ),
    ),
    Case("cpp-hoisted-condition", ("abacus\n", "b\n")),
    Case(
        "cpp-hoisted-condition",
        ("1\n", "50\n"),
        program(
            "int n, c = 0; cin >> n;\nfor (int k = 0; k < digits(n); k++) c += k;\n"
            "for (int i = 2; i <= sqrt(n); i++) c += n % i;\ncout << c;",
            "int digits(int n) { int d = 0; while (n > 0) { d++; n /= 10; } return d; }",
        ),
    ),
    Case("cpp-library-sort", NUMBERS),
    Case(
        "cpp-library-sort",
        NUMBERS,
        program(
            "int n; cin >> n;\nfor (int i = 1; i <= n; i++) cin >> a[i];\n"
            "for (int i = 1; i <= n; i++)\n    for (int j = i + 1; j <= n; j++)\n"
            "        if (a[i] < a[j]) swap(a[i], a[j]);\n"
            "for (int i = 1; i <= n; i++) cout << a[i] << ' ';",
            "long long a[105];",
        ),
    ),
    Case(
        "cpp-library-sort",
        NUMBERS,
        program(
            "int n; cin >> n;\nvector<int> v(n);\nfor (auto &x : v) cin >> x;\n"
            "for (int i = 0; i < n; i++) {\n    for (int j = 0; j + 1 < n; j++) {\n"
            "        if (v[j] > v[j + 1]) swap(v[j], v[j + 1]);\n    }\n}\nfor (int x : v) cout << x << ' ';"
        ),
    ),
    Case("cpp-looped-reference", ("3\na bbb cc\n", "1\nx\n")),
    Case(
        "cpp-looped-reference",
        ("2\n1 2 3 4\n",),
        program(
            "int n; cin >> n;\nvector<vector<int>> g(n, vector<int>(2));\nfor (auto &r : g) for (auto &x : r) cin >> "
            "x;\n"
            "long long c = 0;\nfor (int i = 0; i < n; i++) {\n    vector<int> row = g[i]; // read only\n"
            "    for (int x : row) c = c * 3 + x;\n}\ncout << c;"
        ),
    ),
    Case("cpp-plain-newline", ("0\n", "4\n")),
    Case("cpp-random-pivot", NUMBERS),
    Case(
        "cpp-random-pivot",
        NUMBERS,
        program(
            "int n; cin >> n;\nvector<int> v(n);\nfor (auto &x : v) cin >> x;\nquick(v, 0, n - 1);\n"
            "for (int x : v) cout << x << ' ';",
            "void quick(vector<int> &v, int l, int r) {\n    int i = l, j = r;\n    int x = v[(l + r) / 2];\n"
            "    while (i <= j) {\n        while (v[i] < x) i++;\n        while (v[j] > x) j--;\n        if (i <= j) "
            "{\n"
            "            swap(v[i], v[j]);\n            i++;\n            j--;\n        }\n    }\n"
            "    if (l < j) quick(v, l, j);\n    if (i < r) quick(v, i, r);\n}",
        ),
    ),
    Case(
        "cpp-random-pivot",
        NUMBERS,
        program(
            "int n; cin >> n;\nfor (int i = 0; i < n; i++) cin >> a[i];\nsorting(0, n - 1);\n"
            "for (int i = 0; i < n; i++) cout << a[i] << ' ';",
            "int a[100];\nint parted(int lo, int hi) {\n    int pivot = a[lo];\n    int i = lo - 1, j = hi + 1;\n"
            "    while (true) {\n        do i++; while (a[i] < pivot);\n        do j--; while (a[j] > pivot);\n"
            "        if (i >= j) return j;\n        swap(a[i], a[j]);\n    }\n}\n"
            "void sorting(int lo, int hi) {\n    if (lo >= hi) return;\n    int mid = parted(lo, hi);\n"
            "    sorting(lo, mid);\n    sorting(mid + 1, hi);\n}",
        ),
    ),
    Case(
        "cpp-random-pivot",
        NUMBERS,
        program(
            "int n; cin >> n;\nfor (int i = 0; i < n; i++) cin >> a[i];\nsorting(a, 0, n - 1);\n"
            "for (int i = 0; i < n; i++) cout << a[i] << ' ';",
            "int a[100];\nint parted(int v[], int lo, int hi) {\n    swap(v[lo], v[lo + (hi - lo) / 2]);\n"
            "    int pivot = v[lo], i = lo;\n    for (int j = lo + 1; j <= hi; j++)\n"
            "        if (v[j] < pivot) { i++; swap(v[i], v[j]); }\n    swap(v[i], v[lo]);\n    return i;\n}\n"
            "void sorting(int v[], int lo, int hi) {\n    if (lo >= hi) return;\n    int mid = parted(v, lo, hi);\n"
            "    sorting(v, lo, mid - 1);\n    sorting(v, mid + 1, hi);\n}",
        ),
    ),
    Case("cpp-remembered-results", ("0\n", "1\n", "2\n", "20\n")),
    Case(
        "cpp-remembered-results",
        ("3 6\n1 2 3\n", "5 9\n4 4 1 2 3\n", "1 0\n7\n"),
        program(
            "cin >> n >> room;\nfor (int i = 0; i < n; i++) cin >> w[i];\ncout << best(0, room);",
            "int n, room, w[50];\nint best(int i, int left) {\n    if (i == n) return 0;\n"
            "    int most = best(i + 1, left);\n"
            "    if (w[i] <= left) most = max(most, best(i + 1, left - w[i]) + w[i] * w[i]);\n    return most;\n}",
        ),
    ),
    Case(
        "cpp-remembered-results",
        ("5 2\n1 2\n", "12 3\n5 1 3\n", "3 1\n7\n"),
        program(
            "cin >> n >> k;\nfor (int i = 0; i < k; i++) cin >> c[i];\ncout << ways(n);",
            "int n, k, c[9];\nlong long ways(int left) {\n    if (left == 0) return 1;\n    long long all = 0;\n"
            "    for (int i = 0; i < k; i++)\n        if (c[i] <= left) all = (all + ways(left - c[i])) % 1000007;\n"
            "    return all;\n}",
        ),
    ),
    Case("cpp-reserve", NUMBERS),
    Case("cpp-scattered-keys", NUMBERS),
    Case(
        "cpp-scattered-keys",
        NUMBERS,
        program(
            "int n; cin >> n;\nstd::unordered_set<long long> s;\nint c = 0;\nfor (int i = 0; i < n; i++) {\n"
            "    long long x; cin >> x;\n    if (s.find(x) == s.end()) { s.insert(x); c++; }\n    else s.erase(x);\n}\n"
            "cout << c << s.size();"
        ),
    ),
    Case("cpp-searched-set", NUMBERS),
    Case(
        "cpp-searched-set",
        ("3\na b a\nb\n", "1\nx\n"),
        program(
            "int n, c = 0; cin >> n;\nstd::vector<string> v(n);\nfor (auto &s : v) cin >> s;\n"
            'vector<string> asked = {"a", "b", ""};\nfor (int k = 0; k < n; k++)\n'
            "    for (int i = 0; i < 3; i++) c = 2 * c + !(v.end() == std::find(v.begin(), v.end(), asked[i]));\n"
            "cout << c;"
        ),
    ),
    *(Case("cpp-searched-set", NUMBERS, source) for source in WITH_HOLDERS),
    Case("cpp-touched-prefix", ("3\n3 1 2 2\n1 9\n4 9 9 1 1\n", "1\n1 5\n")),
    Case(
        "cpp-touched-prefix",
        ("3\n3\n1\n4\n", "2\n5\n2\n"),
        program(
            "int t; cin >> t;\nwhile (t--) {\n    int n; cin >> n;\n    memset(dp, -1, sizeof dp);\n"
            "    fill(f, f + N, 7);\n"
            "    dp[0][0] = 1;\n    for (int i = 1; i <= n; i++)\n        for (int j = 0; j < 3; j++) {\n"
            "            dp[i][j] = dp[i - 1][j] + j;\n            f[i] += dp[i][j];\n        }\n"
            "    cout << dp[n][2] << dp[n + 1][0] << f[n] << f[n + 1] << '\\n';\n}",
            "const int N = 60;\nint dp[N][3], f[N];",
        ).replace("dp[N][3], f[N]", "dp[N][3];\nint f[N]"),
    ),
    Case("cpp-unsynced-streams", NUMBERS),
]

KEPT = {
    "cpp-appended-text": [
        program("int n; cin >> n; long long s = 0;\nfor (int i = 0; i < n; i++) s = s + i;\ncout << s;"),
        program('int n; cin >> n; string s = "a";\nfor (int i = 0; i < n; i++) s = s + s[i] + s;\ncout << s;'),
        program(
            "int n; cin >> n; string s;\nfor (int i = 0; i < n; i++) s = s + more();\ncout << s;",
            'string more() { cout << 1; return "x"; }',
        ),
    ],
    "cpp-compared-part": [
        program("string s; cin >> s; cout << (s.substr(0, 1) == 'a' + string());"),
        program(
            "vector<string> s(2); cin >> s[0]; cout << (text(s[0]).substr(0, 1) == s[1]);",
            "string text(string s) { cout << s; return s; }",
        ),
        program("string s, t; cin >> s; cout << (s.substr(0, 1) < t);"),
    ],
    "cpp-character-table": [
        program("map<char, int> m; char c; cin >> c; m[c]++;\nfor (auto &p : m) cout << p.first;"),
        program("map<char, int> m; char c; cin >> c; m[c]++;\ncout << m.count('a');"),
        program("map<char, int> m, k; char c; cin >> c; m[c]++;\nk[c] += m[c];\ncout << k[c];"),
        program("map<char, int> m{{'a', 1}}; char c; cin >> c; m[c]++;\ncout << m['a'];"),
        program("map<char, int, greater<char>> m; char c; cin >> c; m[c]++;\ncout << m[c];"),
        program("map<int, int> m; int c; cin >> c; m[c]++;\ncout << m[c];"),
        program("map<char, vector<int>> m; char c; cin >> c; m[c].push_back(1);\ncout << m[c].size();"),
        program("map<char, int> m; char c; cin >> c; m[c]++;\nauto k = m;\ncout << m[c] << k.size();"),
        program("map<char, int> m; m[{}]++;\ncout << m[0];"),
        program("map<char, int> m; cin >> m['a'];\nauto &&k = (m);\ncout << k.size();"),
        program("map<char, int> *m = new map<char, int>; (*m)['a']++;\ncout << m->size();"),
        program("cout << f(9);", "int f(int n) { map<char, int> m; m['a'] = n; return n ? f(n - 1) + m['a'] : 0; }"),
        program("Bag b; b.m['a']++;\ncout << b.m['a'];", "struct Bag { map<char, int> m; };"),
        program(
            "map<char, int> m; m['a'] = 2;\ncout << m['a'];",
            "namespace own { template <class K, class V> struct map { V v; V &operator[](K) { return v; } }; }\n"
            "using own::map;",
        ).replace("using namespace std;", "using std::cout;"),
        program(
            "map<char, int> m; m['a'] = 2;\ncout << m['a'];",
            "template <class K, class V> struct mp { V v; V &operator[](K) { return v; } };\n"
            "template <class K, class V> using map = mp<K, V>;",
        ).replace("using namespace std;", "using std::cout;"),
    ],
    "cpp-constant-reference": [
        program(
            "int n; cin >> n; vector<map<int, int>> v(2);\nwhile (n--) cout << at(v, n);",
            "int at(vector<map<int, int>> v, int k) { return v[0][k] + v[0].size(); }",
        ),
        program(
            "int n; cin >> n; vector<int> v(2); Wide w; Any *p = &w;\nwhile (n--) cout << p->size(v);",
            "struct Any { virtual int size(vector<int> v) { return 0; } };\n"
            "struct Wide : Any { int size(vector<int> v) { return v.size(); } };",
        ),
        program(
            "int n; cin >> n; vector<int> v(n); long long c = 0;\nwhile (n--) c += top(v);\ncout << c;",
            "int top(vector<int> v) { sort(v.begin(), v.end()); return v.empty() ? 0 : v.back(); }",
        ),
        program(
            "int n; cin >> n; vector<int> v(n); long long c = 0;\nwhile (n--) c += sum(v, v);\ncout << c;",
            "int sum(vector<int> v, vector<int> &w) { w.push_back(1); return v.size(); }",
        ),
        program(
            "int n; cin >> n;\nwhile (n--) cout << first(all);",
            "vector<int> all(1);\nvoid more() { all.insert(all.begin(), 5); }\n"
            "int first(vector<int> v) { more(); return v[0]; }",
        ),
        program(
            "int n; cin >> n; map<int, int> m;\nwhile (n--) cout << at(m, n);",
            "int at(map<int, int> m, int k) { return m[k]; }",
        ),
        program(
            "int n; cin >> n; string s;\nauto f = at;\nwhile (n--) cout << f(s, n);",
            "char at(string s, int k) { return s[k]; }",
        ),
    ],
    "cpp-divisors-to-root": [
        program("int n, last = 0; cin >> n;\nfor (int i = 2; i < n; i++) if (n % i == 0) last = i;\ncout << last;"),
        program("int n, c = 0; cin >> n;\nfor (int i = 2; i < n; i++) { if (n % i == 0) c = 1; n--; }\ncout << c;"),
        program("int n, c = 0, i; cin >> n;\nfor (i = 2; i < n; i++) if (n % i == 0) break;\ncout << (i == n);"),
        program("int n, m, c = 0; cin >> n >> m;\nfor (int i = 2; i < n; i++) if (m % i == 0) c = 1;\ncout << c;"),
    ],
    "cpp-double-ended": [
        program(
            "vector<int> v(9);\nwhile (!v.empty()) { int *p = &v[0]; cout << p[v.size() - 1]; v.erase(v.begin()); }"
        ),
        program("vector<int> v(9), w;\nwhile (!v.empty()) { w = v; v.erase(v.begin()); }\ncout << w.size();"),
        program("vector<bool> v(9);\nwhile (!v.empty()) { cout << v[0]; v.erase(v.begin()); }"),
        program(
            "vector<int> v(9);\nwhile (!v.empty()) { auto it = v.begin(); v.erase(v.begin()); cout << v.capacity(); }"
        ),
    ],
    "cpp-early-exit": [
        program(
            "int n; cin >> n; map<int, int> m; bool ok = true;\nfor (int i = 0; i < n; "
            "i++) if (m[i] > 3) ok = false;\n"
            "cout << ok << m.size();"
        ),
        program(
            "int n, c = 0; cin >> n; bool ok = true;\nfor (int i = 0; i < n; i++) if (++c > 3) ok = false;\n"
            "cout << ok << c;"
        ),
        program(
            "int n, i; cin >> n; bool ok = true;\nfor (i = 0; i < n; i++) if (i > 3) ok = false;\ncout << ok << i;"
        ),
        program("int n; cin >> n; int x = 0;\nfor (int i = 0; i < n; i++) if (x != 1) x = 1; else x = 2;\ncout << x;"),
        program(
            "int n; cin >> n; bool ok = true;\nfor (int i = 0; i < n; i++) { int y; if (cin >> y) ok = false; "
            "}\ncout << ok;"
        ),
    ],
    "cpp-found-key": [
        program("set<int> s; s.insert(0);\ncout << (find(s.begin(), s.end(), 4294967296) == s.end());"),
        program("set<int> s; long long x; cin >> x; s.insert(1);\ncout << (find(s.begin(), s.end(), x) == s.end());"),
        program("multiset<int> s; int x; cin >> x; s.insert(x);\ncout << s.count(x);"),
        program("vector<int> s(3); int x; cin >> x;\ncout << (lower_bound(s.begin(), s.end(), x) - s.begin());"),
        program("set<int, greater<int>> s; int x; cin >> x;\ncout << (lower_bound(s.begin(), s.end(), x) == s.end());"),
    ],
    "cpp-hoisted-condition": [
        program(
            "int n; cin >> n; vector<int> v(n);\nfor (int i = 0; i < count_if(v.begin(), v.end(), odd); i++) n++;\n"
            "cout << n << asked;",
            "int asked = 0;\nbool odd(int x) { asked++; return x % 2; }",
        ),
        program("char s[50]; cin >> s;\nfor (int i = 0; i < strlen(s); i++) if (i == 2) s[i] = 0;\ncout << s;"),
        program(
            "int n; cin >> n;\nfor (int i = 0; i < next_one(n); i++) n--;\ncout << n;",
            "int next_one(int n) { int c = 0; while (c < n) c++; return c; }",
        ),
        program(
            "int n; cin >> n;\nfor (int i = 0; i < limit(); i++) base -= 2;\ncout << base;",
            "int base = 40;\nint limit() { int c = 0; while (c < base) c++; return c; }",
        ),
        program("char s[50]; cin >> s; char *p = s;\nfor (int i = 0; i < strlen(s); i++) p[2] = 0;\ncout << s;"),
    ],
    "cpp-library-sort": [
        program(
            "int n; cin >> n; vector<double> v(n);\nfor (int i = 0; i < n; i++) for (int j = i + 1; j < n; j++)\n"
            "    if (v[j] < v[i]) swap(v[i], v[j]);\nfor (auto x : v) cout << x;"
        ),
        program(
            "int n; cin >> n; vector<pair<int, int>> v(n);\nfor (int i = 0; i < n; i++) for (int j = i + 1; "
            "j < n; j++)\n"
            "    if (v[j].first < v[i].first) swap(v[i], v[j]);\nfor (auto x : v) cout << x.second;"
        ),
        program(
            "int n; cin >> n; vector<int> v(n), w(n);\nfor (int i = 0; i < n; i++) for (int j = i + 1; j < n; "
            "j++)\n"
            "    if (v[j] < v[i]) { swap(v[i], v[j]); swap(w[i], w[j]); }\nfor (auto x : w) cout << x;"
        ),
        program(
            "int n; cin >> n; vector<int> v(n);\nfor (int i = 0; i < n; i++) for (int j = i + 2; j < n; j++)\n"
            "    if (v[j] < v[i]) swap(v[i], v[j]);\nfor (auto x : v) cout << x;"
        ),
    ],
    "cpp-looped-reference": [
        program("vector<string> v(3, \"ab\");\nfor (auto s : v) { v[0] += 'x'; cout << s; }"),
        program('vector<string> v(3, "ab");\nfor (auto s : v) { s.pop_back(); cout << s; }'),
        program("vector<vector<int>> g(2, vector<int>(2));\nauto row = g[0];\ng[0][1] = 5;\ncout << row[1];"),
        program(
            'vector<string> v(3, "ab");\nfor (auto s : v) { more(); cout << s; }', "vector<string> all;\nvoid more();\n"
        )
        .replace('vector<string> v(3, "ab");', "all.resize(3);")
        .replace("s : v", "s : all")
        .replace("void more();", 'void more() { all[0] = "z"; }'),
    ],
    "cpp-plain-newline": [
        program('int n; cin >> n;\nfor (int i = 0; i < n; i++) cout << "? " << i << endl;'),
        program(
            "ios::sync_with_stdio(0); cin.tie(0); int n, x; cin >> n;\nwhile (n--) { cout << n << endl; cin >> x; }"
        ),
        program('ios::sync_with_stdio(0); int n; cin >> n;\nwhile (n--) { cout << n << endl; printf("%d\\n", n); }'),
        program("int n; cin >> n;\nwhile (n--) cout << endl;", "#define endl '\\n'"),
        program("int n; cin >> n;\nwhile (n--) { cout << n << endl; if (n == 3) abort(); }"),
    ],
    "cpp-random-pivot": [
        program(
            "q(0, 4);",
            "double a[9];\nvoid q(int l, int r) {\n    if (l >= r) return;\n    double x = a[r];\n"
            "    int i = l - 1;\n"
            "    for (int j = l; j < r; j++) if (a[j] < x) { i++; swap(a[i], a[j]); }\n    swap(a[i + 1], a[r]);\n"
            "    q(l, i);\n    q(i + 2, r);\n}",
        ),
        program(
            "q(0, 4);",
            "int a[9];\nvoid q(int l, int r) {\n    if (l >= r) return;\n    int x = a[r], i = l - 1;\n"
            "    for (int j = l; j < r; j++) if (a[j] < x) { i++; swap(a[i], a[j]); }\n    swap(a[i + 1], a[r]);\n"
            "    q(l, i);\n}",
        ),
        program(
            "q(0, 4);",
            "int a[9], b[9];\nvoid q(int l, int r) {\n    if (l >= r) return;\n"
            "    int x = a[r], i = l - 1;\n"
            "    for (int j = l; j < r; j++) if (a[j] < x) { i++; swap(a[i], a[j]); swap(b[i], b[j]); }\n"
            "    swap(a[i + 1], a[r]);\n    q(l, i);\n    q(i + 2, r);\n}",
        ),
    ],
    "cpp-remembered-results": [
        program(
            "int t; cin >> t;\nwhile (t--) { cin >> k; cout << f(9); }",
            "int k;\nint f(int n) { if (n <= k) return 1; return f(n - 1) + f(n - 2); }",
        ),
        program("cout << f(9);", "int f(int n) { cout << n; if (n <= 1) return 1; return f(n - 1) + f(n - 2); }"),
        program(
            "cout << f(9) << k;",
            "int k = 0;\nstruct Seen { int x; ~Seen() { k++; } };\n"
            "int f(int n) { if (n <= 1) return 1; Seen s{n}; return f(n - 1) + f(n - 2) + s.x; }",
        ),
        program(
            "cout << f(9) << g.size();",
            "vector<int> g;\nstruct Seen { vector<int>& r; "
            "~Seen() { r.push_back(1); } };\nint f(int n) { if (n <= 1) return 1; Seen s{g}; "
            "return f(n - 1) + f(n - 2); }",
        ),
        program(
            "cout << f(9);",
            "bool f(int n) { if (n < 1) return n == 0; for (int i = 2; i < 5; i++) "
            "if (f(n - i)) return true; return false; }",
        ),
        program(
            "cout << f(9);",
            "int f(int n) { int r = 0; for (int i = 1; i < 5; i++) if (i < n) { r = f(n - i); break; } return r + 1; }",
        ),
        program("cout << f(9);", "int f(int n) { int r = n; while (r > 3) r--; if (n > 3) r += f(n - 1); return r; }"),
        program("cout << f(9);", "int f(int n) { if (n <= 1) return rand(); return f(n - 1) + f(n - 2); }"),
        program("cout << f(9);", "int f(int n) { if (n <= 1) return 1; if (n % 2) return f(n - 1); return f(n - 2); }"),
        program("int x = 9; cout << f(x);", "int f(int &n) { if (n <= 1) return 1; n--; return f(n) + f(n); }"),
    ],
    "cpp-reserve": [
        program(
            "int n; cin >> n; vector<int> v;\nfor (int i = 0; i < n; i++) { if (i > 3) n--; v.push_back(i); }\n"
            "cout << v[0];"
        ),
        program(
            "int n; cin >> n; vector<int> v;\nfor (int i = 0; i < n; i++) { if (i % 2) continue; "
            "v.push_back(i); }\ncout << v[0];"
        ),
        program("int n; cin >> n; vector<int> v;\nfor (int i = 0; i < n; i++) v.push_back(i);\ncout << v.capacity();"),
        program(
            "int n; cin >> n; vector<int> v;\nv.push_back(1);\nfor (int i = 0; i < n; i++) v.push_back(i);\n"
            "cout << v[0];"
        ),
    ],
    "cpp-scattered-keys": [
        program(
            "unordered_map<int, int> m; int n; cin >> n; m[n]++;\nshow(m);",
            "void show(unordered_map<int, int> &m) { for (auto &p : m) cout << p.first; }",
        ),
        program("unordered_set<int> s; int n; cin >> n; s.insert(n);\ncout << *s.begin();"),
        program("unordered_map<string, int> m; string n; cin >> n; m[n]++;\ncout << m.size();"),
        program("unordered_map<int, int> m, k; int n; cin >> n; m[n]++;\ncout << (m == k);"),
        program(
            "unordered_set<int> s; int n; cin >> n; s.insert(n);\nauto it = s.find(n);\n"
            "while (it != s.end()) cout << *it++;"
        ),
    ],
    "cpp-searched-set": [
        program(
            "int n, c = 0; cin >> n; vector<int> v(n);\nfor (int i = 0; i < n; i++) { v[i] = i % 3; "
            "c += find(v.begin(), v.end(), i) != v.end(); }\ncout << c;"
        ),
        program(
            "int n; cin >> n; vector<int> v(n);\nfor (int i = 0; i < n; i++) "
            "cout << (find(v.begin(), v.end(), i) - v.begin());"
        ),
        program(
            "int n, c = 0; cin >> n; vector<double> v(n);\nfor (double x = 0; x < n; x++) "
            "c += find(v.begin(), v.end(), x) != v.end();\ncout << c;"
        ),
        program(
            "int n, c = 0; cin >> n; vector<int> v(n);\nfor (long long x = 0; x < n; x++) "
            "c += find(v.begin(), v.end(), x) != v.end();\ncout << c;"
        ),
        program(
            "int n, c = 0; cin >> n;\nfor (int i = 0; i < n; i++) { vector<int> v(i); "
            "c += find(v.begin(), v.end(), i) != v.end(); }\ncout << c;"
        ),
        program(
            "int n, c = 0; cin >> n; vector<int> v(n);\nfor (int i = 0; i < n; i++) "
            "c += find(v.begin() + 1, v.end(), i) != v.end();\ncout << c;"
        ),
        program(
            "int n, c = 0; cin >> n; all.resize(n);\nfor (int i = 0; i < n; i++) { "
            "c += find(all.begin(), all.end(), i) != all.end(); more(); }\ncout << c;",
            "vector<int> all;\nvoid more() { all.push_back(7); }",
        ),
        program(
            "int n, c = 0; cin >> n; vector<int> v(n); int *p = &v[0];\nfor (int i = 0; i < n; i++) { "
            "c += find(v.begin(), v.end(), i) != v.end(); *p = i; }\ncout << c;"
        ),
        program(
            "int n, c = 0; cin >> n; vector<int> v(n);\nauto put = [&](int i) { v[0] = i; };\n"
            "for (int i = 0; i < n; i++) { c += find(v.begin(), v.end(), i) != v.end(); put(i); }\ncout << c;"
        ),
        program(
            "int n, c = 0; cin >> n; vector<int> v(n); auto &w = v;\nfor (int i = 0; i < n; i++) { "
            "c += find(v.begin(), v.end(), i) != v.end(); w.push_back(i); }\ncout << c;"
        ),
        program(
            "int n, c = 0; cin >> n; vector<int> v(n); auto it = v.begin();\nfor (int i = 0; i < n; i++) { "
            "c += find(v.begin(), v.end(), i) != v.end(); *it++ = 5; }\ncout << c;"
        ),
        program(
            "int n, c = 0; cin >> n; vector<int> v(n);\nfor (int i = 0; i < n; i++) "
            "c += find(v.begin(), v.end(), 4294967296) != v.end();\ncout << c;"
        ),
        program(
            "int n, c = 0; cin >> n; vector<int> v(n);\nfor (int i = 0; i < n; i++) "
            "c += find(v.begin(), v.end(), 2147483648) != v.end();\ncout << c;"
        ),
        searched("auto w = move(v);\n    c += w.size();"),
        searched("s.add(i);", HOLDER, "S s{v};"),
        searched("s.add(i);", HOLDER, "S s = {v};"),
        searched("s.add(i);", HOLDER, "auto s = S{v};"),
        searched("s.add(i);", HOLDER, "vector<S> all{{v}};\nS &s = all[0];"),
        searched("all[0].add(i);", HOLDER, "vector<S> all;\nall.push_back({v});"),
        searched("s.add(i);", BUILT, "S s(v);"),
        searched("s.add(i);", BUILT, "S s = v;"),
        searched("s.add(i);", BUILT, "auto s = S(v);"),
        searched("s.add(i);", BUILT, "vector<S> all;\nall.emplace_back(v);\nauto &s = all[0];"),
        searched("s.add(i);", BUILT + "S made(vector<int> &x) { return S(x); }\n", "auto s = made(v);"),
        searched("s.add(i);", HOLDER + "S made(vector<int> &x) { return {x}; }\n", "auto s = made(v);"),
        searched("s.add(i);", HOLDER, "auto &w = v;\nS s{w};"),
        searched("put(v, i);", BUILT + "void put(S s, int x) { s.add(x); }\n"),
        searched("w.first.push_back(i);", "", "pair<vector<int> &, int> w(v, 1);"),
        searched("w.first.get().push_back(i);", "", "auto w = make_pair(ref(v), 1);"),
        searched("put(i);", "", "auto put = [&r = v](int x) { r.push_back(x); };"),
        searched("it[0] = i;", "", "auto it = v.begin();"),
        searched("p[0] = i;", "", "auto p = &v[0];"),
        searched("fill(it, it + 1, i);", "", "auto it = v.begin();"),
        searched("sort(it, v.end());\n    iter_swap(it, it);", "", "vector<int>::iterator it = v.begin();"),
        searched("put(v.begin(), i);", "template <class I> void put(I at, int x) { at[0] = x; }\n"),
    ],
    "cpp-touched-prefix": [
        program(
            "int t; cin >> t;\nwhile (t--) { memset(a, 0, sizeof a); late(a[7]); cout << a[7]; }",
            "int a[100];\nvoid late(int &x) { memset(a, 0, sizeof a); x = 1; }",
        ),
        program(
            "int t; cin >> t;\nwhile (t--) { memset(a, 0, sizeof a); int *p = a; p[5] = 1; cout << a[5]; }",
            "int a[100];",
        ),
        program(
            "int t; cin >> t;\nwhile (t--) { memset(a, t % 2 ? 0 : -1, sizeof a); a[5]++; cout << a[5]; }",
            "int a[100];",
        ),
        program("int t; cin >> t;\nwhile (t--) { memset(a, 0, 40); a[50]++; cout << a[50]; }", "int a[100];"),
        program(
            "int t; cin >> t;\nwhile (t--) { memset(a, 0, sizeof a); memset(a, -1, sizeof a); a[50]++; "
            "cout << a[50]; }",
            "int a[100];",
        ),
    ],
    "cpp-unsynced-streams": [
        program('int n; cin >> n;\nwhile (n--) { int x; scanf("%d", &x); cout << x; }'),
        program('int n, x; cin >> n;\nwhile (n--) { cout << "? " << n << endl; cin >> x; }'),
        program("int n, x; cin >> n;\nwhile (n--) { cin >> x; cout << x; }\n_exit(0);"),
        program(
            "int n, x; cin >> n;\nwhile (n--) { cin >> x; cout << x; }",
            "int ask() { int k; cin >> k; return k; }\nint k = ask();",
        ),
        program("ios::sync_with_stdio(true); int n, x; cin >> n;\nwhile (n--) { cin >> x; cout << x; }"),
    ],
}


def only(source: str, rule: str) -> str:
    """The program with all that one rule finds in it, one change after the other."""
    others = frozenset(other.id for other in CPP if other.id != rule)
    steps = improved(source.encode(), "cpp", without=others)
    assert steps, f"{rule} finds nothing in:\n{source}"
    assert len(steps) <= 4, f"{rule} finds something in what it made itself:\n{steps[-1].source.decode()}"
    return steps[-1].source.decode()


@pytest.fixture(scope="module")
def versions(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A program whose argument says which version of which case runs: 2k the k-th as it was, 2k + 1 as changed."""
    folder = tmp_path_factory.mktemp("versions")
    texts = [text for case in CASES for text in (case.text, only(case.text, case.rule))]
    headers = sorted({line for text in texts for line in text.splitlines() if line.startswith("#include")})
    parts = [*headers]
    for number, text in enumerate(texts):
        body = "\n".join(line for line in text.splitlines() if not line.startswith("#include"))
        parts.append(f"namespace v{number} {{\n" + re.sub(r"\bint main\(\)", "int entry()", body) + "\n}")
    calls = "\n".join(f"case {number}: v{number}::entry(); break;" for number in range(len(texts)))
    parts.append(f"int main(int, char **given) {{ switch (std::atoi(given[1])) {{\n{calls}\n}} return 0; }}")
    source = folder / "versions.cpp"
    # What is left out of a function at its end is returned by `main` alone.
    source.write_text("\n".join(parts).replace("int entry()", "void entry()").replace("return 0;\n}\n}", "}\n}"))
    made = subprocess.run(
        ["g++", "-std=c++17", "-O0", "-w", "-o", str(folder / "versions"), str(source)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert made.returncode == 0, made.stderr[:4000]
    return folder / "versions"


def run(versions: Path, number: int, data: str) -> str:
    """What a version prints."""
    return subprocess.run([str(versions), str(number)], input=data, capture_output=True, text=True, check=True).stdout


@pytest.mark.parametrize("index", range(len(CASES)), ids=lambda index: f"{CASES[index].rule}-{index}")
def test_a_changed_program_prints_the_same(versions: Path, index: int):
    for data in CASES[index].inputs:
        assert run(versions, 2 * index + 1, data) == run(versions, 2 * index, data), data


@pytest.mark.parametrize(("rule", "source"), [(rule, source) for rule, sources in KEPT.items() for source in sources])
def test_what_may_print_something_else_is_left_alone(rule: str, source: str):
    found = [rewrite for rewrite in proposals(source.encode(), "cpp") if rewrite.rule == rule]
    assert not found, found[0].source.decode()


@pytest.mark.parametrize("rule", CPP, ids=lambda rule: rule.id)
def test_every_rule_has_its_headings_and_leaves_its_counterexample_alone(rule):
    assert all(rule.section(heading) for heading in HEADINGS)
    assert not [found for found in proposals(rule.section("Not here").encode() + b"\n", "cpp") if found.rule == rule.id]
    assert {case.rule for case in CASES} >= {rule.id}
    assert len(KEPT[rule.id]) >= 3


def test_a_change_keeps_comments_and_all_other_text():
    source = program(
        "int n; cin >> n; // how many\nstring s;\n/* grow */ for (int i = 0; i < n; i++)\n"
        "    s = s + 'x'; // one more\ncout << s;"
    )
    found = next(rewrite for rewrite in proposals(source.encode(), "cpp") if rewrite.rule == "cpp-appended-text")
    assert found.source.decode() == source.replace("s = s + 'x'", "s += 'x'")
    assert applied(source.encode(), found.edits) == found.source


def test_windows_line_ends_stay():
    source = rule_of("cpp-remembered-results").section("Example").replace("\n", "\r\n") + "\r\n"
    changed = only(source, "cpp-remembered-results")
    assert changed.count("\n") == changed.count("\r\n")


def test_nothing_is_changed_within_a_macro():
    source = program(
        "int n; cin >> n; string s;\nrep(i, n) ADD(s)\ncout << s;",
        "#define rep(i, n) for (int i = 0; i < n; i++)\n#define ADD(s) s = s + 'x';",
    )
    assert not [found for found in proposals(source.encode(), "cpp") if found.rule == "cpp-appended-text"]


def test_a_text_that_cannot_be_read_or_does_not_stand_alone_is_left_alone():
    assert proposals(b"#include <iostream>\nint main( { cin >> }", "cpp") == ()
    assert proposals(b'#include <iostream>\n#include "mine.h"\nint main() { int n; std::cin >> n; }\n', "cpp") == ()
    assert proposals(b"", "cpp") == ()
