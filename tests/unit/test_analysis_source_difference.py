"""Two versions of a program: which lines stand for each other, what was changed, and what kind of change it is."""

from __future__ import annotations

import pytest

from slowpath.analysis.source_changes import changes_of, is_recurrence
from slowpath.analysis.source_difference import source_difference, tokens_of

LOOP = """int main() {
  int n; cin >> n;
  // counts
  for (int i = 0; i < n; i++) {
    total += a[i];
  }
  cout << total;
}
"""


def kinds(before: str, after: str, language: str = "cpp", around: str = LOOP) -> set[str]:
    """The kinds of change where a line of a longer program is another one."""
    rest = around if language == "cpp" else "n = int(input())\nm = 3\nk = 4\nfor i in range(n):\n    print(i)\n"
    difference = source_difference((before + "\n" + rest).encode(), (after + "\n" + rest).encode(), language)
    return {change.kind for change in changes_of(difference)}


def test_layout_comments_and_braces_are_no_difference():
    other = LOOP.replace("// counts", "// other words").replace(" {\n    total", "\n  {\n    total  ")
    other = other.replace(";\n", " ;\n")
    difference = source_difference(LOOP.encode(), other.encode(), "cpp")
    assert difference.edits == () and difference.share == 1.0


def test_lines_stand_for_each_other_around_what_was_added_and_changed():
    other = LOOP.replace("  for", "  total = 0;\n  for").replace("a[i]", "1LL * a[i]")
    difference = source_difference(LOOP.encode(), other.encode(), "cpp")
    assert difference.counterparts[4] == 5
    assert difference.counterparts[5] == 6
    assert difference.counterparts[7] == 8
    assert [(edit.lines, edit.other_lines) for edit in difference.edits] == [((), (4,)), ((5,), (6,))]
    assert difference.edits[1].added == ("1LL", "*")
    assert difference.edits[1].removed == ()


def test_another_program_is_no_version_of_this_one():
    other = b"#include <map>\nmap<int,int> seen;\nint go(int x){ return seen[x]; }\nint main(){ return go(3); }\n"
    assert not source_difference(LOOP.encode(), other, "cpp").is_of_one_shape
    assert source_difference(LOOP.encode(), LOOP.replace("< n", "<= n").encode(), "cpp").is_of_one_shape


@pytest.mark.parametrize(
    ("before", "after", "language", "kind"),
    [
        ("int total = 0;", "long long total = 0;", "cpp", "wider"),
        ("  s = x * y;", "  s = 1LL * x * y;", "cpp", "wider"),
        ("  s = a - b;", "  s = ((a - b) % M + M) % M;", "cpp", "modulus"),
        ("half = total / 2", "half = total // 2", "python", "rounding"),
        ("r = int(math.sqrt(n))", "r = math.isqrt(n)", "python", "rounding"),
        ("  int best = 1000000000;", "  int best = 2000000000;", "cpp", "constant"),
        ("int cnt[1000];", "int cnt[1001];", "cpp", "capacity"),
        ("const int N = 100005;", "const int N = 200005;", "cpp", "capacity"),
        ("  if (l < r) go();", "  if (l <= r) go();", "cpp", "comparison"),
        ("    for i in range(n):", "    for i in range(n + 1):", "python", "comparison"),
        ("  while (t--) {", "  while (t--) {\n    seen.clear();", "cpp", "cleared"),
        ("for _ in range(t):", "for _ in range(t):\n    best = 0", "python", "cleared"),
        ("  static vector<int> far(n);", "  vector<int> far(n);", "cpp", "begun-anew"),
        ("  sort(a);", "  if (n == 1) { cout << 0; return 0; }\n  sort(a);", "cpp", "special-case"),
        ("while a[i] == top:", "while i >= 0 and a[i] == top:", "python", "guard"),
        ("if stack.pop() != x:", "if not stack or stack.pop() != x:", "python", "guard"),
        ("  if (a[i] > a[i-1]) go();", "  if (i > 0 && a[i] > a[i-1]) go();", "cpp", "guard"),
        ("print(total // len(a))", "print(total // len(a) if a else 0)", "python", "guard"),
        ("a = list(map(int, line))", "a = sorted(map(int, line))", "python", "sorted-first"),
        ("      dp[j] = max(dp[j], dp[j-c]);", "      dp[j] = max(dp[j], dp[j-c] + v);", "cpp", "transition"),
        ("here = max(here + x, 0)", "here = max(here + x, x)", "python", "transition"),
        ("items.sort(key=lambda p: p[0])", "items.sort(key=lambda p: p[1])", "python", "order"),
        ("  dfs(0);", "  for (int u = 0; u < n; u++) if (!seen[u]) dfs(u);", "cpp", "graph"),
    ],
)
def test_a_change_is_told_by_its_kind(before, after, language, kind):
    assert kind in kinds(before, after, language)
    assert kinds(before, before, language) == set()


def test_where_a_table_is_declared_is_no_transition():
    assert kinds("  static vector<ll> dp(n + 1, INF);", "  vector<ll> dp(n + 2, INF);", "cpp") >= {"begun-anew"}
    assert "transition" not in kinds("  static vector<ll> dp(n + 1, INF);", "  vector<ll> dp(n + 2, INF);", "cpp")
    assert "begun-anew" not in kinds("static const int N = 9;", "const int N = 9;", "cpp")


def test_what_a_container_finds_is_no_graph():
    asked = "  auto it = bag.find(x); if (it != bag.end()) bag.erase(it);"
    assert "graph" not in kinds("  bag.erase(x);", asked, "cpp")
    assert "graph" in kinds("  join(u, v);", "  if (find(u) != find(v)) join(u, v);", "cpp")


@pytest.mark.parametrize(
    ("line", "is_so"),
    [
        ("dp[i] = dp[i-1] + dp[i-2];", True),
        ("ways[j] += ways[j - coin];", True),
        ("best[v] = max(best[v], best[u]);", True),
        ("here = max(here + x, x)", True),
        ("chmin(far[v], far[u] + w);", True),
        ("team[other] = 1 - team[child];", False),
        ("count[x] += 1", False),
        ("best = max(best, here)", False),
        ("a[i] = int(word)", False),
        ("return dp(i + 1, left);", True),
        ("s += memo[i];", True),
        ("vector<ll> dp(n + 1, INF);", False),
        ("int dp[1005][1005];", False),
        ("static vector<long long> dp(200005);", False),
    ],
)
def test_a_recurrence_is_told_from_other_assignments(line, is_so):
    assert is_recurrence(tokens_of(line)) is is_so


def test_a_line_that_moved_is_said_to_have_moved():
    before = "int best = 0;\nwhile (t--) {\n  read();\n  best += take();\n}\n"
    after = "while (t--) {\n  read();\n  int best = 0;\n  best += take();\n}\n"
    difference = source_difference((before + LOOP).encode(), (after + LOOP).encode(), "cpp")
    moved = changes_of(difference)[0]
    assert (moved.kind, moved.line, moved.other_line) == ("moved", 1, 3)


def test_what_is_mostly_new_is_one_change():
    assert kinds("", "", around="") == set()
    other = b"int x;\nint main(){ solve(); print(x); return 0; }\nvoid f();"
    difference = source_difference(LOOP.encode(), other, "cpp")
    assert [change.kind for change in changes_of(difference)] == ["rewritten"]


@pytest.mark.parametrize("text", [b"", b"\xff\xfe(", b"def f(:\n  'abc", b"#define X (\nX X X\n", b"{" * 300])
@pytest.mark.parametrize("language", ["cpp", "python"])
def test_odd_text_is_compared_all_the_same(text, language):
    assert source_difference(text, text, language).edits == ()
    changes_of(source_difference(text, b"x = 1\n", language))
