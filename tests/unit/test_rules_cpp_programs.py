"""C++ rules on whole programs: of two inputs of one size, at least one condition holds on the slow one alone.

The first five do what WEDGE's case studies do (appendix C), in other words. All programs are compiled at once, each in
a namespace of its own with its probes, and run one by one.
"""

from __future__ import annotations

import re
import struct
import subprocess
from dataclasses import dataclass
from pathlib import Path

import pytest

from slowpath.analysis.rules import constraints_of
from slowpath.inputs.text_form.text import from_text
from slowpath.instrument.probes_cpp import with_probes
from slowpath.model.constraint import Constraint

RUNTIME = Path(__file__).parents[2] / "server" / "slowpath" / "toolchain" / "runtime"
SLOTS = 64


@dataclass(frozen=True)
class Case:
    """A program with its format, and two inputs of one size; `rules` are those of which one at least must tell them
    apart."""

    source: str
    fmt: str
    slow: str
    fast: str
    rules: frozenset[str]


PAYING = r"""
#include <cstdio>
#define LIMIT 3000
bool pays(long first, long second, long sum) {
    for (long one = 0; one < LIMIT; ++one)
        for (long two = 0; two < LIMIT; ++two)
            if (first * one + second * two == sum)
                return true;
    return false;
}
int main() {
    long p, q, s;
    if (scanf("%ld%ld%ld", &p, &q, &s) != 3) return 1;
    puts(pays(p, q, s) ? "YES" : "NO");
    return 0;
}
"""
LAMPS = r"""
#include <bits/stdc++.h>
#define rep(i, n) for (int i = 0; i < (n); ++i)
using namespace std;
struct Lamp { int every, from; bool on; };
enum { END = 800 };
int main() {
    int k; string start;
    cin >> k >> start;
    vector<Lamp> lamps(k);
    rep(i, k) { cin >> lamps[i].every >> lamps[i].from; lamps[i].on = start[i] == '1'; }
    vector<vector<char>> shines(k, vector<char>(END));
    rep(i, k) {
        bool on = lamps[i].on;
        rep(t, lamps[i].from) shines[i][t] = on;
        for (int t = lamps[i].from; t < END; t = t + lamps[i].every) {
            on = !on;
            fill(shines[i].begin() + t, shines[i].end(), on);
        }
    }
    int most = 0;
    rep(t, END) { int now = 0; rep(i, k) now += shines[i][t]; most = max(most, now); }
    cout << most << endl;
    return 0;
}
"""
COFFEE = r"""
#include <algorithm>
#include <cstdio>
#include <functional>
const int CUPS = 100000;
int cups, pages;
int strength[CUPS + 1];
int main() {
    if (scanf("%d %d", &cups, &pages) != 2) return 1;
    long long all = 0;
    for (int c = 1; c <= cups; c++) { if (scanf("%d", strength + c) != 1) return 1; all += strength[c]; }
    if (all < pages) { printf("-1\n"); return 0; }
    std::sort(strength + 1, strength + cups + 1, std::greater<int>());
    auto written = [](int days) {
        long long sum = 0;
        for (int c = 1; c <= cups; c++) {
            int loss = (c - 1) / days;
            if (strength[c] > loss) sum += strength[c] - loss;
        }
        return sum;
    };
    int few = 0, many = cups;
    while (many - few > 1) { int half = few + (many - few) / 2; (written(half) >= pages ? many : few) = half; }
    printf("%d\n", many);
    return 0;
}
"""
WAR = r"""
#include <deque>
#include <iostream>
typedef std::deque<int> Hand;
static void take(Hand &hand) {
    int size; std::cin >> size;
    for (int card; size-- > 0;) { std::cin >> card; hand.push_back(card); }
}
int main() {
    int cards; Hand left, right;
    std::cin >> cards;
    take(left); take(right);
    for (long fights = 0; ; fights++) {
        if (left.empty() || right.empty()) { std::cout << fights << ' ' << (left.empty() ? 2 : 1); break; }
        if (fights > 300000) { std::cout << -1; break; }
        int mine = left[0], theirs = right[0];
        left.pop_front(); right.pop_front();
        Hand &winner = mine > theirs ? left : right;
        winner.push_back(mine < theirs ? mine : theirs);
        winner.push_back(mine < theirs ? theirs : mine);
    }
    return 0;
}
"""
MATCHES = r"""
#include <algorithm>
#include <iostream>
#include <utility>
using ll = long long;
std::pair<ll, ll> box[25];
int main() {
    ll room; int kinds;
    std::cin >> room >> kinds;
    for (int k = 0; k < kinds; ++k) { ll amount, each; std::cin >> amount >> each; box[k] = {each, amount}; }
    std::sort(box, box + kinds);
    ll got = 0;
    for (int k = kinds - 1; k >= 0 && room; --k)
        while (box[k].second && room) { --box[k].second; --room; got += box[k].first; }
    std::cout << got;
    return 0;
}
"""
FOREST = r"""
#include <iostream>
#include <numeric>
#include <vector>
struct Forest {
    std::vector<int> over;
    explicit Forest(int n) : over(n) { std::iota(over.begin(), over.end(), 0); }
    int root(int x) { while (over[x] != x) x = over[x]; return x; }
    void join(int a, int b) { over[root(a)] = root(b); }
};
int main() {
    int n, m;
    std::cin >> n >> m;
    Forest forest(n + 1);
    for (int i = 0; i < m; i++) { int a, b; std::cin >> a >> b; forest.join(a, b); }
    std::cout << forest.root(1);
    return 0;
}
"""
HALVES = r"""
#include <cstdio>
#include <vector>
template <class T> void order(std::vector<T> &all, int from, int to) {
    if (to - from < 2) return;
    T middle = all[from]; int end = from;
    for (int at = from + 1; at < to; ++at) if (all[at] < middle) std::swap(all[++end], all[at]);
    std::swap(all[from], all[end]);
    order(all, from, end);
    order(all, end + 1, to);
}
int main() {
    int n; if (scanf("%d", &n) != 1) return 1;
    std::vector<int> all(n); for (int &x : all) if (scanf("%d", &x) != 1) return 1;
    order(all, 0, n);
    printf("%d\n", all[0]);
    return 0;
}
"""
WORDS = r"""
#include <iostream>
#include <string>
#include <vector>
bool same(std::string one, std::string other) { return one == other; }
int main() {
    int n; std::cin >> n; std::vector<std::string> words(n), kinds;
    for (auto &word : words) std::cin >> word;
    for (const auto &word : words) {
        bool known = false;
        for (const auto &kind : kinds) if (same(word, kind)) { known = true; break; }
        if (!known) kinds.push_back(word);
    }
    std::cout << kinds.size();
    return 0;
}
"""


def rows(*pairs: tuple[object, ...]) -> str:
    return "\n".join(" ".join(map(str, pair)) for pair in pairs)


def shuffled(n: int) -> list[int]:
    return [(7919 * i + 13) % 10007 for i in range(n)]


CASES = {
    "paying": Case(
        PAYING,
        "a: int 1..1000\nb: int 1..1000\nc: int 1..3000\n",
        "2 4 2999",
        "1 4 2999",
        frozenset({"fixed-bound", "nested-rounds"}),
    ),
    "lamps": Case(
        LAMPS,
        'n: int 1..60\ns: word n..n of "01"\nrows[n]: a: int 1..50; b: int 1..50\n',
        rows((50,), ("01" * 25,), *((1, 1 + i % 3) for i in range(50))),
        rows((50,), ("01" * 25,), *((50, 1 + i % 3) for i in range(50))),
        frozenset({"step-size"}),
    ),
    "coffee": Case(
        COFFEE,
        "n: int 1..100000; m: int 1..100000000\na: int[n] 0..1000\n",
        rows((3000, 9000), tuple(shuffled(3000))),
        rows((3000, 90000000), tuple(shuffled(3000))),
        frozenset({"search-over-check"}),
    ),
    "war": Case(
        WAR,
        "n: int 2..10\nk: int 1..9\na: int[k] 1..10\nl: int 1..9\nb: int[l] 1..10\n",
        "3\n1 2\n2 1 3",
        "3\n1 1\n2 2 3",
        frozenset({"capped-simulation"}),
    ),
    "matches": Case(
        MATCHES,
        "n: int 1..2000000\nm: int 1..20\nrows[m]: a: int 1..1000000; b: int 1..10\n",
        rows((1500000, 3), (900000, 3), (800000, 5), (7, 2)),
        rows((1500000, 3), (9, 3), (8, 5), (7, 2)),
        frozenset({"count-by-one"}),
    ),
    "forest": Case(
        FOREST,
        "n: int 1..20000; m: int 1..20000\nrows[m]: u: int 1..n; v: int 1..n\n",
        rows((2001, 2000), *((1, i + 1) for i in range(1, 2001))),
        rows((2001, 2000), *((i + 1, 1) for i in range(1, 2001))),
        frozenset({"chain-walk"}),
    ),
    "halves": Case(
        HALVES,
        "n: int 1..20000\na: int[n] 0..20000\n",
        rows((1500,), tuple(range(1500))),
        rows((1500,), tuple(shuffled(1500))),
        frozenset({"pivot-choice", "unbalanced-recursion"}),
    ),
    "words": Case(
        WORDS,
        'n: int 1..1000\nw: word[n] 1..20 of "a-z" lines\n',
        rows(
            (900,),
            *((f"{'abcdefghij'[i % 10]}{'abcdefghij'[i // 10 % 10]}{'klmnopqrst'[i // 100]}",) for i in range(900)),
        ),
        rows((900,), *(("aaa",) for _ in range(900))),
        frozenset({"nested-rounds", "late-exit"}),
    ),
}


def constraints(case: Case) -> tuple[Constraint, ...]:
    return constraints_of(case.source.encode(), "cpp", from_text(case.fmt))


@pytest.fixture(scope="module")
def program(tmp_path_factory) -> Path:
    """All programs in one; the first argument says which one's `main` is run. It prints its slots to descriptor 2."""
    folder = tmp_path_factory.mktemp("programs")
    parts = ["#include <bits/stdc++.h>"]
    for name, case in CASES.items():
        made = with_probes(case.source.encode(), f"{name}.cpp", constraints(case))
        assert not made.rejected, [rejected.reason for rejected in made.rejected]
        text = re.sub(r"^[ \t]*#include.*$", "", made.source.decode(), flags=re.MULTILINE)
        parts += [
            f"namespace {name}_ {{",
            text,
            "}",
            *(f"#undef {found}" for found in re.findall(r"^#define (\w+)", case.source, re.MULTILINE)),
        ]
    parts += [
        "int main(int, char **given) {",
        "    std::string name = given[1];",
        *(f'    if (name == "{name}") {name}_::main();' for name in CASES),
        "    for (auto &slot : slowpath_probe_largest) fwrite(&slot.slowpath_value, 8, 1, stderr);",
        "}",
    ]
    whole = folder / "all.cpp"
    whole.write_text("\n".join(parts), encoding="utf-8")
    done = subprocess.run(
        [
            "g++",
            "-std=c++17",
            "-O1",
            "-w",
            f"-DSLOWPATH_PROBES={SLOTS}",
            "-include",
            str(RUNTIME / "probes.h"),
            str(whole),
            "-o",
            str(folder / "all"),
        ],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr[:3000]
    return folder / "all"


def satisfied(program: Path, name: str, given: str) -> list[Constraint]:
    done = subprocess.run([str(program), name], input=given.encode() + b"\n", capture_output=True, check=True)
    values = struct.unpack(f"{SLOTS}d", done.stderr)
    found = constraints(CASES[name])
    return [
        constraint
        for constraint, value in zip(found, values, strict=False)
        if constraint.condition is not None and value >= constraint.condition.factor
    ]


@pytest.mark.parametrize("name", CASES)
def test_a_condition_tells_the_slow_input_from_the_fast_one(program, name):
    case = CASES[name]
    slow, fast = (satisfied(program, name, given) for given in (case.slow, case.fast))
    apart = {constraint.origin.name for constraint in slow if constraint not in fast}
    assert apart & case.rules, (apart, [(one.origin.name, one.predicate) for one in constraints(case)])
