"""C++ rules on programs of many styles: what they find, that it compiles where it stands, that nothing fails."""

from __future__ import annotations

import logging
import re
import subprocess
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from slowpath.analysis.rules import all_rules, constraints_of
from slowpath.inputs.text_form.text import from_text
from slowpath.instrument.probes_cpp import with_probes
from slowpath.model.format import Relation

CPP = [rule for rule in all_rules() if rule.language == "cpp"]
RUNTIME = Path(__file__).parents[2] / "server" / "slowpath" / "toolchain" / "runtime"

MACROS = """
#include <bits/stdc++.h>
#define rep(i, a, b) for (int i = (a); i < (b); ++i)
#define FOR(i, n) rep(i, 0, n)
#define ll long long
#define pb push_back
#define all(v) (v).begin(), (v).end()
using namespace std;
int main() {
    int n; ll best = 0;
    cin >> n;
    vector<ll> a(n);
    FOR(i, n) cin >> a[i];
    FOR(i, n) {
        ll sum = 0;
        rep(j, i, n) { sum += a[j]; best = max(best, sum); }
    }
    FOR(i, n) FOR(j, n) if (a[i] == a[j]) best ^= j;
    vector<ll> seen;
    FOR(i, n) if (find(all(seen), a[i]) == seen.end()) seen.pb(a[i]);
    cout << best + seen.size() << endl;
}
"""
LAMBDAS = """
#include <algorithm>
#include <functional>
#include <iostream>
#include <string>
#include <vector>
struct Road { int to; long long length; };
template <typename T> T power(T base, int exponent) {
    T made = 1;
    while (exponent > 0) { if (exponent & 1) made = made * base; base = base * base; exponent >>= 1; }
    return made;
}
class Book {
    std::vector<std::string> words;
public:
    void add(std::string word) { words.insert(words.begin(), word); }
    int count(const std::string &word) const {
        int times = 0;
        for (auto w : words) if (w == word) times++;
        return times;
    }
};
int main() {
    int n, m;
    std::cin >> n >> m;
    std::vector<std::vector<Road>> roads(n + 1);
    for (int i = 0, u, v; i < m && std::cin >> u >> v; i++) roads[u].push_back({v, i}), roads[v].push_back({u, i});
    std::function<int(int)> deep = [&](int u) { int most = 0;
        for (auto &[to, length] : roads[u]) if (to > u) most = std::max(most, deep(to) + 1); return most; };
    Book book;
    auto fits = [&](long long cap) { long long used = 0;
        for (const auto &row : roads) for (auto &road : row) used += road.length <= cap; return used >= m; };
    long long lo = 0, hi = 1000000000;
    while (lo < hi) { long long mid = lo + (hi - lo) / 2; if (fits(mid)) hi = mid; else lo = mid + 1; }
    for (int i = 0; i < n; i++) { std::string word; std::cin >> word; book.add(word); if (book.count(word) > 3) break; }
    std::cout << deep(1) + lo + power<long long>(3, 5) << std::endl;
    goto done;
done:
    return 0;
}
"""
GLOBALS = """
#include <cstdio>
#include <cstring>
#include <set>
#include <map>
const int MAXN = 1e5 + 5;
int T, n, a[MAXN], up[MAXN]; char s[MAXN]; bool used[26];
int root(int v) { return up[v] == v ? v : root(up[v]); }
bool check(int k)
{
\tint left = k;
\tfor (int i = 0; i < n; ++i) { if (a[i] > left) return false; left -= a[i] / 2; }
\treturn true;
}
int gcd(int a, int b) { return b ? gcd(b, a % b) : a; }
int main()
{
\tscanf("%d", &T);
\twhile (T--)
\t{
\t\tmemset(a, 0, sizeof a); memset(used, 0, sizeof used);
\t\tscanf("%d %s", &n, s);
\t\tfor (int i = 0; i < n; i++) scanf("%d", a + i), up[i] = i;
\t\tfor (int i = 0; i < (int)strlen(s); ++i) if (!used[s[i] - 'a']) used[s[i] - 'a'] = true; else s[i] = 'z';
\t\tint l = 0, r = 1e9, g = 0;
\t\twhile (r - l > 1) { int m = (l + r) >> 1; check(m) ? r = m : l = m; }
\t\tfor (int i = 1; i < n; i++) up[root(i)] = root(a[i] % n), g = gcd(g, a[i]);
\t\tdo { --r; } while (r > 0 && r % 7);
\t\tstd::map<int, std::multiset<int>> by; for (int i = 0; i < n; i++) by[a[i]].insert(i);
\t\tfor (auto &p : by) for (auto it = p.second.begin(); it != p.second.end(); ++it) r += *it;
\t\tswitch (g) { case 1: for (int i = 0; i < n; i++) if (a[i] == 1) break; break; default: r++; }
\t\tprintf("%d\\n", r);
\t}
}
"""
STYLES = {"macros": MACROS, "lambdas": LAMBDAS, "globals": GLOBALS}
PROGRAMS = {**{rule.id: rule.section("Example") for rule in CPP}, **STYLES}


def ids_of(source: str, fmt: str = "") -> set[str]:
    form = from_text(fmt) if fmt else None
    return {constraint.origin.name for constraint in constraints_of(source.encode(), "cpp", form)}


def test_all_conditions_compile_where_they_stand(tmp_path):
    """All programs at once, each in a namespace of its own: one run of the compiler."""
    parts = ["#include <bits/stdc++.h>"]
    probes = 0
    for number, source in enumerate(PROGRAMS.values()):
        constraints = constraints_of(source.encode(), "cpp", None)
        made = with_probes(source.encode(), f"{number}.cpp", constraints)
        assert not made.rejected, [(rejected.reason) for rejected in made.rejected]
        assert len(made.probed) == len(constraints)
        probes += len(made.probed)
        text = re.sub(r"^[ \t]*#include.*$", "", made.source.decode(), flags=re.MULTILINE)
        names = re.findall(r"^#define (\w+)", source, re.MULTILINE)
        parts += [f"namespace p{number} {{", text, "}", *(f"#undef {name}" for name in names)]
    assert probes > 60
    whole = tmp_path / "all.cpp"
    whole.write_text("\n".join(parts), encoding="utf-8")
    done = subprocess.run(
        [
            "g++",
            "-std=c++17",
            "-fsyntax-only",
            "-w",
            "-DSLOWPATH_PROBES=64",
            "-include",
            str(RUNTIME / "probes.h"),
            str(whole),
        ],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr[:3000]


@pytest.mark.parametrize(
    ("style", "expected"),
    [
        ("macros", {"repeated-recomputation", "linear-search"}),
        ("lambdas", {"search-over-check", "insert-in-middle", "copied-elements", "nested-rounds"}),
        ("globals", {"per-case-clearing", "chain-walk", "search-over-check", "euclid-steps", "length-in-condition"}),
    ],
)
def test_sees_through_styles(style, expected):
    assert expected <= ids_of(STYLES[style])


def test_pairs_of_a_map_are_no_long_elements():
    source = (
        "#include <iostream>\n#include <map>\nusing namespace std;\nint main() {\n    map<int, string> of;\n"
        "    int n, all = 0;\n    while (cin >> n) of[n] = 1;\n"
        "    for (auto e : of) all += e.first;\n    cout << all;\n}\n"
    )
    assert "copied-elements" not in ids_of(source)


def test_places_in_macros_are_those_of_the_file():
    rows = MACROS.split("\n")
    for constraint in constraints_of(MACROS.encode(), "cpp", None):
        place = constraint.condition.place if constraint.condition is not None else None
        assert place is not None and place.column is not None
        assert re.match(r"FOR|rep|cin|cout|for|if|vector", rows[place.line - 1][place.column :])


def test_says_the_same_for_both_ends_of_lines():
    for source in STYLES.values():
        plain, windows = (constraints_of(text.encode(), "cpp", None) for text in (source, source.replace("\n", "\r\n")))
        assert [(one.line, one.condition) for one in plain] == [(one.line, one.condition) for one in windows]


def test_speaks_of_the_input_in_the_formats_names_and_bounds():
    source = """
#include <iostream>
using namespace std;
int main() {
    int lamps; long long total = 0;
    cin >> lamps;
    for (int lamp = 0; lamp < lamps; lamp++) {
        int period, first;
        cin >> period >> first;
        for (int now = first; now < 5000; now += period) total += now;
    }
    cout << total;
}
"""
    fmt = from_text("n: int 1..700\nrows[n]: a: int 1..90; b: int 0..50\n")
    steps = [
        constraint
        for constraint in constraints_of(source.encode(), "cpp", fmt)
        if constraint.origin.name == "step-size"
    ]
    assert steps
    assert all(
        aim.left.text == "a" and aim.operator == "<="
        for constraint in steps
        for aim in constraint.aims
        if isinstance(aim, Relation)
    )
    assert any(constraint.aims for constraint in steps)


@pytest.mark.parametrize(
    "source",
    [
        "",
        "\0\1\2",
        "int main(",
        "#define f(",
        "for(;;)",
        "}" * 50,
        "(" * 3000,
        "int main(){" + "for(;;){" * 300,
        "#define A A A\nA A A",
        "template<" * 200,
        "int main() { while (x = y) [&](auto...z) { z >> z; }(1); }",
        "#define rep(i) for(int i=0;i<3;i++)\nint main(){rep(i)rep(j)rep(k)i;}",
        "struct S { int f(int l, int r) { return f(l, m) + f(m, r); } int x(S s) { for (auto s : s) x(s); } };",
    ],
)
def test_no_text_makes_a_rule_fail(source, caplog):
    constraints_of(source.encode(), "cpp", None)
    assert not caplog.records


@st.composite
def mangled(draw: st.DrawFn) -> str:
    """A program with pieces taken out, doubled, exchanged with another program's, or cut off."""
    lines = re.split(r"(?<=[;{})])", draw(st.sampled_from(list(PROGRAMS.values()))))
    for _ in range(draw(st.integers(1, 6))):
        at = draw(st.integers(0, max(0, len(lines) - 1)))
        change = draw(st.sampled_from(["drop", "double", "swap", "cut", "word"]))
        if change == "drop":
            lines[at : at + draw(st.integers(1, 4))] = []
        elif change == "double":
            lines[at:at] = lines[at : at + 3]
        elif change == "swap":
            other = re.split(r"(?<=[;{})])", draw(st.sampled_from(list(PROGRAMS.values()))))
            lines[at : at + 2] = other[draw(st.integers(0, len(other) - 1)) :][:2]
        elif change == "cut" and lines:
            lines[at : at + 1] = [lines[min(at, len(lines) - 1)][: draw(st.integers(0, 9))]]
        elif lines:
            words = draw(st.sampled_from(["while", "(", "[", "->", "auto", "&", "return", "i", "%", "\\", '"', "<"]))
            lines[at:at] = [words]
    return "".join(lines)


@settings(max_examples=60, deadline=None)
@given(mangled())
def test_never_fails_on_mangled_programs(source):
    records: list[logging.LogRecord] = []
    handler = logging.Handler()
    handler.emit = records.append  # type: ignore[method-assign]
    logger = logging.getLogger("slowpath.analysis.rules")
    logger.addHandler(handler)
    try:
        made = constraints_of(source.encode("utf-8", "replace"), "cpp", None)
    finally:
        logger.removeHandler(handler)
    assert not records, records[0].exc_info
    assert len({constraint.id for constraint in made}) == len(made)


@pytest.mark.parametrize("inner", ["begin + k <= end", "begin < end", "begin <= end - k"])
def test_a_loop_up_to_an_outer_loops_variable_goes_as_far_as_that_loop(inner):
    """`end` begins at `k`, yet goes up to `n`: a large `k` makes both loops shorter."""
    source = (
        '#include <cstdio>\nint main() {\n    int n, k, best = 0;\n    scanf("%d %d", &n, &k);\n'
        "    for (int end = k; end <= n; end += k)\n"
        f'        for (int begin = 0; {inner}; begin++) best += begin;\n    printf("%d", best);\n}}\n'
    )
    fmt = from_text("n: int 1..5000; k: int 1..n\n")
    found = constraints_of(source.encode(), "cpp", fmt)
    assert not [one.sentence for one in found if one.sentence.startswith("k is large")]
