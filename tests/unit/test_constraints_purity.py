"""Which code of a model may stand as a condition, and with which words the rest is refused."""

from __future__ import annotations

import pytest

from slowpath.constraints.dialects import DIALECTS
from slowpath.constraints.purity import Unfit

CPP = b"""#include <bits/stdc++.h>
using namespace std;
#define sz(x) ((int)(x).size())
typedef long long ll;
using wide = __int128; struct Noisy { Noisy(int x) { cout << x; } }; using Loud = Noisy;
map<int,int> seen; int n; vector<int> v; int a[10];
ll common(ll x, ll y) { while (y) { ll t = x % y; x = y; y = t; } return x; }
int bump() { return n++; }
int total(const vector<int>& w) { int s = 0; for (auto x : w) s += x; return s; }
int main() { cin >> n; }
"""
PYTHON = b"""import sys, math
from collections import defaultdict
d = defaultdict(int)
n = b = 3
a = [1]
it = iter(a)
def f(x):
    return x + 1
def g(x):
    a.append(x)
    return 1
"""
CPP_SETUP = (
    "long long falls(const vector<int>& v) {\n long long p = 0; vector<int> c(v); sort(c.begin(), c.end());\n"
    " for (size_t i = 1; i < v.size(); i++) p += v[i - 1] > v[i];\n return p;\n}"
)
PYTHON_SETUP = (
    "def falls(v):\n    from collections import Counter\n    c = Counter(v)\n    w = []\n    for x in v:\n"
    "        w.append(x)\n    return len(c) + len(w)"
)
JAVA = b"public class Main { public static void main(String[] args) { int n = 3; } static int g() { return 1; } }"
PROGRAMS = {"cpp": (CPP, CPP_SETUP), "python": (PYTHON, PYTHON_SETUP), "java": (JAVA, "")}

ALLOWED = [
    ("cpp", "n > 1000", False),
    ("cpp", "(ll)n * n >= 100", False),
    ("cpp", "(ll)(n) * n >= 100", False),
    ("cpp", "wide(n) * n >= 100", False),
    ("cpp", "sz(v) > 3", False),
    ("cpp", "seen.count(3) > 0", False),
    ("cpp", "common(n, 3) > 1", True),
    ("cpp", "total(v) > 2", True),
    ("cpp", "falls(v)", True),
    ("cpp", "a[n-1] > a[0] && n > 1", False),
    ("cpp", "max({1, 2, n}) >= 3", False),
    ("cpp", "*max_element(v.begin(), v.end()) > 3", True),
    ("cpp", "std::is_sorted(a, a + n)", True),
    ("cpp", "double(n) / 2 > 3", False),
    ("cpp", "static_cast<double>(n) > 2", False),
    ("cpp", "seen.find(3)->second > 2", False),
    ("cpp", "numeric_limits<int>::max() > n", False),
    ("cpp", "n ? 1 : 0", False),
    ("cpp", "!v.empty() && v.back() < 3", False),
    ("java", "(long) n * n >= 100", False),
    ("java", "Math.min(at, list.size() - at) > list.size() / 4", False),
    ("java", "a[n - 1] > a[0] && s.charAt(0) == 'x'", False),
    ("java", "list.contains(x)", True),
    ("java", "_count >= n", False),
    ("python", "n > 3", False),
    ("python", "f(n) > 2", False),
    ("python", "d.get(3, 0) > 2", False),
    ("python", "falls(a) > 2", True),
    ("python", "sum(x > 3 for x in a)", True),
    ("python", "len(set(a)) >= 3", True),
    ("python", "math.log2(n) > 2", False),
    ("python", "max(a, b) > 3", False),
    ("python", "max(a) > 3", True),
    ("python", "a[-1] if a else 0", False),
]
REFUSED = [
    ("cpp", "n++ > 3", "changes a variable"),
    ("cpp", "n = 3", "assigns"),
    ("cpp", "m = 3, true", "assigns"),
    ("cpp", "seen[3] > 2", "seen.count(...)"),
    ("cpp", "bump() > 2", "bump, which does more than look: it changes n"),
    ("cpp", "cout << 3", "input or output (cout)"),
    ("cpp", "exit(1)", "end the program (exit)"),
    ("cpp", "abort(), true", "sequence"),
    ("cpp", "[&]{ return 1; }()", "lambda"),
    ("cpp", "n) ; (3", "no single C++"),
    ("cpp", "v.push_back(3)", "method push_back"),
    ("cpp", "unknown(3)", "unknown, which isn't known"),
    ("cpp", "new int[3]", "allocates"),
    ("cpp", "(Loud)(3)", "calls Loud"),
    ("cpp", "", "no C++"),
    ("cpp", "n >", "C++ expression"),
    ("cpp", "#define x 3", "no C++ expression"),
    ("cpp", "n > 3; abort()", "no C++ expression"),
    ("python", "m > 2", "no name m"),
    ("python", "g(n) > 2", "g, which does more than look"),
    ("python", "a.pop() > 2", "method pop"),
    ("python", "d[3] > 2", "d.get(...)"),
    ("python", "(m := 3) > 2", ":="),
    ("python", "print(n)", "input or output"),
    ("java", "n++ > 3", "changes something"),
    ("java", "list.add(3)", "may change something"),
    ("java", "g() > 2", "calls g"),
    ("java", "System.nanoTime() > 2", "nanoTime"),
    ("java", "System.in == null", "uses System"),
    ("java", "n >", "isn't one expression"),
    ("java", "new int[3].length > 2", "changes something"),
    ("python", "exit()", "end the program"),
    ("python", "next(it)", "anything"),
    ("python", "eval('3')", "anything"),
    ("python", "().__class__", "reaches into"),
    ("python", "n ==", "no Python expression"),
    ("python", "a.sort()", "method sort"),
    ("python", "await f()", "waits"),
    ("python", "sys.stdout.write('x')", "method write"),
    ("python", "(yield 3)", "yields"),
]
SETUPS_REFUSED = [
    ("cpp", "int x;", "only functions"),
    ("cpp", "#include <set>\nint f() { return 1; }", "directive"),
    ("cpp", "int f() { cout << 1; return 2; }", "input or output (cout)"),
    ("cpp", "int f(vector<int>& v) { v[0] = 1; return 1; }", "changes v"),
    ("cpp", "int f(int k) { static int c = 0; return c + k; }", "static"),
    ("cpp", "int f(vector<int>& v) { sort(v.begin(), v.end()); return 1; }", "sort changes"),
    ("cpp", "int bump() { return 1; }", "has already"),
    ("cpp", "int f() { n = 3; return 1; }", "changes n"),
    ("cpp", "int f(int x) { if (x) abort(); return 1; }", "end the program (abort)"),
    ("cpp", "int f( {", "functions"),
    ("cpp", "int f() { throw 3; }", "throw"),
    ("java", "int x = 1;", "more than methods"),
    ("java", "static void g(int n) { }", "has already"),
    ("java", "static int h(int[] v) { v[0] = 2; return 1; }", "changes v"),
    ("java", "static int h(int[] v) { int[] w = v; w[0] = 2; return 1; }", "changes w"),
    ("java", "static int h(java.util.List<Integer> v) { v.add(1); return 1; }", "calls add"),
    ("java", "static int h(int n) { seen++; return n; }", "changes seen"),
    ("java", "static int h(int[] v) { java.util.Arrays.sort(v); return 1; }", "calls sort"),
    ("java", "static int h() { new Thread(); return 1; }", "uses Thread"),
    ("java", "static int h() { throw new RuntimeException(); }", "holds a throw statement"),
    ("python", "import os", "only plain functions"),
    ("python", "x = 1", "only plain functions"),
    ("python", "def f(x): return 1", "has already"),
    ("python", "def h(v):\n v.append(1)\n return 1", "append"),
    ("python", "def h(v):\n v[0] = 2\n return 1", "changes v"),
    ("python", "def h(v):\n import os\n return 1", "os"),
    ("python", "def h(v):\n global n\n n = 1", "global"),
    ("python", "@x\ndef h(): pass", "only plain functions"),
    ("python", "def h(v):\n raise ValueError", "raises"),
    ("python", "def h(", "no Python code"),
]


@pytest.mark.parametrize(("language", "expression", "walks"), ALLOWED)
def test_what_only_looks_is_allowed_and_said_to_walk_or_not(language, expression, walks):
    program, setup = PROGRAMS[language]
    DIALECTS[language].check(expression, setup, program)
    assert DIALECTS[language].walks(expression, setup, program) is walks


@pytest.mark.parametrize(("language", "expression", "says"), REFUSED)
def test_what_does_more_is_refused_with_its_reason(language, expression, says):
    program, setup = PROGRAMS[language]
    with pytest.raises(Unfit) as refused:
        DIALECTS[language].check(expression, setup, program)
    assert says in str(refused.value)


def test_types_that_are_macros_are_types():
    program = b"#define int long long\n#define ld double\nint n;\nsigned main() { cin >> n; }\n"
    for expression in ("n > 3", "(int)(n) * n > 3", "(ld)n / 2 > 3"):
        DIALECTS["cpp"].check(expression, "", program)
    with pytest.raises(Unfit, match="assigns"):
        DIALECTS["cpp"].check("n = 3", "", program)


@pytest.mark.parametrize(("language", "setup", "says"), SETUPS_REFUSED)
def test_a_setup_holds_functions_that_only_look(language, setup, says):
    with pytest.raises(Unfit) as refused:
        DIALECTS[language].check("1", setup, PROGRAMS[language][0])
    assert says in str(refused.value)


@pytest.mark.parametrize(
    ("language", "setup"),
    [
        ("cpp", "int f(vector<int> v) { v[0] = 1; sort(v.begin(), v.end()); return v[0]; }"),
        ("cpp", "template<class T> int f(const T& x) { return x.size(); }"),
        (
            "cpp",
            "int f(const vector<int>& v) { map<int,int> c; for (int x : v) c[x]++; int b = 0;"
            " for (auto& [k, w] : c) b = max(b, w); return b; }",
        ),
        ("cpp", "bool f(const int* a, int n) { for (int i = 1; i < n; ++i) if (a[i] > 2) return false; return true; }"),
        (
            "java",
            "private static int h(int[] v) { int[] w = v.clone(); Arrays.sort(w); w[0]++; v = null; return w[0]; }"
            " int k(List<Integer> v) { Set<Integer> s = new HashSet<>(); for (int x : v) s.add(x); return s.size(); }",
        ),
        ("python", "def h(v):\n v = list(v)\n v[0] = 2\n v.sort()\n return 1"),
        ("python", "def h(v):\n    import math\n    return math.sqrt(v)"),
        ("python", "def h(n):\n    return 1 if n < 2 else n * h(n - 1)"),
    ],
)
def test_a_function_may_change_what_is_its_own(language, setup):
    DIALECTS[language].check("1", setup, PROGRAMS[language][0])


@pytest.mark.parametrize(
    ("language", "text", "condition"),
    [
        ("cpp", 'if (n > 3) { cerr << "Warning" << endl; abort(); }', "n > 3"),
        ("cpp", "if (a > b)\n  abort();", "a > b"),
        ("cpp", "n >= 2 * m // large", "n >= 2 * m"),
        ("cpp", "n >= 3;", "n >= 3"),
        ("cpp", "n >=\n 3", "n >= 3"),
        ("java", 'if (n > 3) { System.err.println("Warning"); System.exit(1); }', "n > 3"),
        ("java", "n >=\n 3; // many", "n >= 3"),
        ("python", "if n > 3:\n    print('x')\n    sys.exit()", "n > 3"),
        ("python", "assert n > 3", "n > 3"),
        ("python", "(n >\n 3)", "n > 3"),
        ("python", "n >", "n >"),
    ],
)
def test_the_condition_is_taken_out_of_the_papers_template(language, text, condition):
    assert DIALECTS[language].unwrapped(text) == condition


@pytest.mark.parametrize("language", DIALECTS)
def test_a_comparison_is_taken_apart_in_every_language(language):
    found = DIALECTS[language].comparison("(n) >= 2 * m")
    assert (found.left.strip("()"), found.operator, found.right) == ("n", ">=", "2 * m")
    assert DIALECTS[language].comparison("n + m") is None
    assert DIALECTS[language].comparison("n >") is None
    assert all(DIALECTS[language].words("constraint-checkers", part) for part in ("rules", "examples"))
    assert DIALECTS[language].words("constraint-reasoning", "examples")
