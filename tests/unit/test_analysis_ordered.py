"""Which parts of the input a program compares the elements of."""

from __future__ import annotations

import pytest

from slowpath.analysis.ordered import ComparedParts, compared_parts
from slowpath.inputs.text_form.text import from_text

ROW = "n: int 1..100\na: int[n] 1..50\n"
TWO_ROWS = "n: int 1..100\na: int[n] 1..50\nb: int[n] 1..50\n"
WORDS = 's: word 1..50 of "a-c"\nt: word 1..50 of "a-c"\n'

INSERTION = b"""n = int(input())
a = list(map(int, input().split()))
for i in range(1, n):
    j = i
    while j > 0 and a[j - 1] > a[j]:
        a[j - 1], a[j] = a[j], a[j - 1]
        j -= 1
print(*a)
"""
COPIES = INSERTION.replace(b"for i", b"b = list(a)\nfor i").replace(b"a[j - 1] > a[j]", b"b[j - 1] > b[j]")
SUMS = b"n = int(input())\na = list(map(int, input().split()))\nprint(sum(a[i] for i in range(n) if i > 2))\n"
SECOND = b"""#include <iostream>
int a[100], b[100];
int main() {
    int n, best = 0;
    std::cin >> n;
    for (int i = 0; i < n; i++) std::cin >> a[i];
    for (int i = 0; i < n; i++) std::cin >> b[i];
    for (int i = 0; i < n; i++) if (b[i] >= best) best = b[i];
    std::cout << best + a[0];
}
"""
MATCHING = b"""#include <iostream>
#include <string>
int main() {
    std::string s, t;
    std::cin >> s >> t;
    int found = 0;
    for (size_t i = 0; i + t.size() <= s.size(); i++) {
        size_t j = 0;
        while (j < t.size() && s[i + j] == t[j]) j++;
        found += j == t.size();
    }
    std::cout << found;
}
"""


@pytest.mark.parametrize(
    ("source", "language", "text", "found"),
    [
        (INSERTION, "python", ROW, ComparedParts(("a",))),
        (COPIES, "python", ROW, ComparedParts(("a",))),
        (SUMS, "python", ROW, ComparedParts()),
        (SECOND, "cpp", TWO_ROWS, ComparedParts(("b",))),
        (MATCHING, "cpp", WORDS, ComparedParts((), ("s", "t"))),
        (b"def broken(:\n", "python", ROW, ComparedParts()),
        (b"\xff\xfe{{{", "cpp", ROW, ComparedParts()),
    ],
    ids=["an array", "a copy of the only array", "indices alone", "one of two", "characters", "no Python", "no C++"],
)
def test_finds_what_is_compared_element_by_element(source, language, text, found):
    assert compared_parts(source, language, from_text(text)) == found
