"""Which statements want the best value first, and which first numbers may be chosen as well."""

from __future__ import annotations

import pytest

from slowpath.statement.answers.first_value import first_value, starting_number

TOLD = [
    "For each test case, print a single integer in the first line of output: the maximum value of the sum.",
    "First, output a single integer, the minimum number of strokes needed to draw it.",
    "The first line of the output should contain a number: the minimum distance that Lisa must walk.",
    "In the first line print k, the smallest number of cars that can carry all boxes.",
    "Print the minimum number of moves, followed by the moves themselves.",
    "Print the maximum total score and then, on the next line, the chosen cards.",
    "Output the least number of coins on the first line, and the coins on the second.",
    "The first line must contain the length of the longest chain, and the second its elements.",
    "For each test case, output a single number in the first line of the output data — the maximum product value.",
    "The first line should contain an integer k (1 <= k <= n) -- the minimum number of operations.",
    "På första raden ska programmet skriva ett heltal, det minsta antalet drag.",
]
NOT_TOLD = [
    "The first line should contain an integer k (0 <= k <= 2n), the number of operations.",
    "In the first line print k, the number of moves; it is not necessary to minimise it.",
    "In the first line print the number of moves, which may be larger than the minimum.",
    "First print k, at most 50, and then the k numbers.",
    "Print the number of edges, then the edges of a smallest such graph.",
    "Print the vertices of a shortest path, first to last.",
    "Print the minimum number of moves.",
    "Print the shortest path, followed by its length.",
    "The first line should contain the vertices of a shortest path.",
    "In the first line, print the numbers of the cards with the largest total value.",
    "On the first line, print a smallest set of vertices.",
    "First print the longest word, then how often it stands there.",
    "The first line should contain the number of vertices on the shortest path.",
    "In the first line, print at least one word.",
]


@pytest.mark.parametrize("sentence", TOLD)
def test_reads_that_the_best_value_comes_first(sentence):
    told = first_value(f"# Title\n\n## Output\n{sentence}\n", [b"3\n1 2\n"])
    assert told and sentence.replace("—", "--").startswith(told)
    assert not first_value(f"# Title\n\n## Output\n{sentence}\n", [b"3\n1 2\n", b"YES\n3\n"])
    assert not first_value(f"# Title\n\n## Input\n{sentence}\n")


@pytest.mark.parametrize("sentence", NOT_TOLD)
def test_takes_no_other_first_number_for_it(sentence):
    assert not first_value(f"# Title\n\n## Output\n{sentence}\n")


@pytest.mark.parametrize(
    ("output", "number"),
    [(b"12\nab", 12), (b" -1", -1), (b"", None), (b"1.5 2", None), (b"NO", None), (b"9" * 300, None)],
)
def test_the_number_that_an_output_begins_with(output, number):
    assert starting_number(output) == number
