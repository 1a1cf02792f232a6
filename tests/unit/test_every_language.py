"""What reads programs takes those of every language: where it knows nothing of one, it says nothing."""

from __future__ import annotations

import pytest

from slowpath.analysis.cues import code_rows, cues
from slowpath.analysis.literals import integer_literals, text_literals
from slowpath.analysis.ordered import compared_parts
from slowpath.analysis.rules import constraints_of
from slowpath.analysis.source import functions_of, loops_of, reads_of, tree_of
from slowpath.analysis.source_difference import source_difference
from slowpath.faults.divergence import lines_in_order
from slowpath.inputs.infer.reads.items import leaves
from slowpath.inputs.text_form.text import from_text
from slowpath.instrument.checkers import with_checkers, without_checkers
from slowpath.instrument.distances import distances
from slowpath.instrument.languages import finer, widened
from slowpath.model.languages import IDS
from slowpath.rewrites import proposals
from slowpath.rewrites.harmless import why_not_run
from slowpath.toolchain import LANGUAGES

FORMAT = from_text("n: int 1..1000\na: int[n] 1..1000")
PROGRAMS = {
    "cpp": """#include <bits/stdc++.h>
using namespace std;
int most(const vector<int>& a) { // the largest, not "noted"
    int best = 0;
    for (size_t i = 0; i < a.size(); i++)
        for (size_t j = 0; j < i; j++)
            if (a[i] > a[j] && a[i] != 77) best = max(best, a[i]);
    return best;
}
int main() {
    int n; cin >> n; vector<int> a(n); unordered_map<int, int> seen; string word = "word";
    for (int i = 0; i < n; i++) { cin >> a[i]; seen[a[i] - i]++; }
    cout << most(a);
}
""",
    "python": """def most(a):  # the largest, not "noted"
    best = 0
    for i in range(len(a)):
        for j in range(i):
            if a[i] > a[j] and a[i] != 77:
                best = max(best, a[i])
    return best
def main():
    n = int(input())
    a = list(map(int, input().split()))
    seen = {}; word = "word"
    for i in range(n):
        seen[a[i] - i] = 1
    print(most(a))
main()
""",
    "java": """import java.util.*;
public class Most {
    static int most(int[] a) { // the largest, not "noted"
        int best = 0;
        for (int i = 0; i < a.length; i++)
            for (int j = 0; j < i; j++)
                if (a[i] > a[j] && a[i] != 77) best = Math.max(best, a[i]);
        return best;
    }
    public static void main(String[] args) {
        Scanner in = new Scanner(System.in);
        int n = in.nextInt(); int[] a = new int[n]; Map<Integer, Integer> seen = new HashMap<>(); String word = "word";
        for (int i = 0; i < n; i++) { a[i] = in.nextInt(); seen.put(a[i] - i, 1); }
        System.out.println(most(a));
    }
}
""",
}


def test_there_is_a_program_in_each():
    assert tuple(PROGRAMS) == IDS


@pytest.mark.parametrize("language", IDS)
def test_the_text_of_every_language_is_read(language):
    source = PROGRAMS[language].encode()
    root = tree_of(source, language)
    assert root is not None
    assert [place.name for place in functions_of(root)] == ["most", "main"]
    assert "most" in functions_of(root)[1].calls
    assert [loop.depth for loop in loops_of(root)][:2] == [0, 1]
    assert [leaf.key for leaf in leaves(reads_of(source, language).items)] == ["n", "a"]
    assert 77 in integer_literals(source, language)
    assert text_literals(source, language) == ("word",)
    assert "largest" not in "".join(code_rows(source, language))
    assert compared_parts(source, language, FORMAT).ordered == ("a",)
    assert lines_in_order(source, language)
    assert source_difference(source, source, language).edits == ()


@pytest.mark.parametrize("language", IDS)
def test_what_knows_nothing_of_a_language_says_nothing(language):
    source = PROGRAMS[language].encode()
    cues(source, language)
    why_not_run(source, language, source)
    found = (*constraints_of(source, language, FORMAT), *distances(source, language))
    checked = with_checkers(source, language, found)
    assert without_checkers(checked.source, language) == source
    assert all(step.source != source for step in proposals(source, language, fmt=FORMAT))
    for change in (widened, finer):
        change(source, language)


@pytest.mark.parametrize("language", IDS)
def test_what_a_model_wrote_runs_behind_walls_or_is_judged_by_its_text(language):
    source = PROGRAMS[language].encode()
    behind_walls = LANGUAGES[language].walled(source)
    assert source in behind_walls
    is_judged = why_not_run(source + b"\nsystem(Runtime);", language, source) != ""
    assert is_judged == (behind_walls == source)
