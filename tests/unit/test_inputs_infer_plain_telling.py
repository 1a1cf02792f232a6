"""What statements say in passing and programs do in passing: lengths "1 to 22", "the n weights", digits in a range,
an order that exists, matrices of edges, and reading where a function is called."""

from __future__ import annotations

from pathlib import Path

import pytest

from slowpath.inputs.infer import infer
from slowpath.inputs.infer.reads.items import leaves
from slowpath.inputs.infer.reads.python.reading import reads_of_python
from slowpath.model.problem import Problem, Sample, Solution
from slowpath.statement.claims.alphabets import alphabet_in
from slowpath.statement.claims.graphs import graph_traits
from slowpath.statement.sentences.statement import Sentence


def inferred(statement: str, program: str, *samples: str, language: str = "python") -> str:
    problem = Problem(
        "case",
        "plain",
        Path("."),
        f"## Input\n\n{statement}\n",
        samples=tuple(Sample(str(at), text.encode()) for at, text in enumerate(samples)),
    )
    suffix = "py" if language == "python" else "cpp"
    return infer(problem, Solution(Path(f"case.{suffix}"), language, program.encode())).text


@pytest.mark.parametrize(
    "said",
    ["of length 1 to 22", "of length 1-22", "whose length is 1 to 22", "(length 1..22)", "of length 1 \u2013 22"],
)
def test_lengths_in_a_range(said: str) -> None:
    text = inferred(
        f"The first line contains t (1 <= t <= 5). Each of the next t lines contains a string of lowercase "
        f"letters, {said}.",
        "for _ in range(int(input())):\n    print(len(input()))\n",
        "2\nabc\nd\n",
    )
    assert "word 1..22" in text


@pytest.mark.parametrize("said", ["the n weights", "the weights of the n stones", "n weights"])
def test_a_line_of_so_many_things(said: str) -> None:
    program = "n, S = map(int, input().split())\nw = sorted(map(int, input().split()), reverse=True)\nprint(w[0] * S)\n"
    text = inferred(
        f"The first line contains n and S (1 <= n <= 18, 1 <= S <= 900). The second line contains {said} "
        "(1 <= w_i <= 700).",
        program,
        "3 7\n5 1 3\n",
    )
    assert text == "n: int 1..18; S: int 1..900\nw: int[n] 1..700\n"


@pytest.mark.parametrize(
    ("text", "characters"),
    [
        ("Each row has digits from 1 to 6 and dots for empty cells", ".123456"),
        ("Each character is a digit from 1 to 9 or a dot", ".123456789"),
        ("A string of digits 0-4", "01234"),
        ("A string of lowercase letters, dots and hyphens", "-.abcdefghijklmnopqrstuvwxyz"),
        ("There are dots on each row", ""),
        ("A string of digits and dots", ".0123456789"),
    ],
)
def test_digits_in_a_range_and_dots(text: str, characters: str) -> None:
    assert alphabet_in(Sentence(text, 1, "input", text)) == characters


@pytest.mark.parametrize(
    ("sentences", "traits"),
    [
        (("Task a must be done before b", "It is guaranteed that a valid order exists"), {"acyclic", "directed"}),
        (
            ("Course a must be taken before b", "Print an order of all courses (it is guaranteed that there is one)"),
            {"acyclic", "directed"},
        ),
        (("Task a must be done before b", "It is guaranteed that you can finish all tasks"), {"acyclic", "directed"}),
        (("Task a must be done before b", "Print an order, or -1 if there is none"), set()),
        (("Roads join a and b", "It is guaranteed that a valid order exists"), set()),
    ],
)
def test_an_order_that_exists(sentences: tuple[str, ...], traits: set[str]) -> None:
    assert graph_traits(list(sentences)) == traits


@pytest.mark.parametrize(
    ("set_both", "is_graph"),
    [
        ("near[a][b] = near[b][a] = true;", True),
        ("near[a-1][b-1] = 1; near[b-1][a-1] = 1;", True),
        ("near[a][b]++; near[b][a]++;", True),
        ("near[a][b] = true;", False),
        ("x += near[a][b] == near[b][a];", False),
    ],
)
def test_a_matrix_set_both_ways_round_holds_edges(set_both: str, is_graph: bool) -> None:
    program = (
        "#include <iostream>\nbool near[30][30];\nint main() { int n, m, x = 0; std::cin >> n >> m;\n"
        f"while (m--) {{ int a, b; std::cin >> a >> b; {set_both} }} std::cout << n + x; }}\n"
    )
    text = inferred(
        "The first line has n and m (1 <= n <= 25, 1 <= m <= 90). Then m lines follow, each with the "
        "numbers of two stations.",
        program,
        "3 2\n1 2\n2 3\n",
        language="cpp",
    )
    assert ("graph(a, b; n): a: int 1..n" in text) == is_graph


@pytest.mark.parametrize(
    ("call", "names"),
    [
        ("solve(int(input()), list(map(int, input().split())))", ["size", "values"]),
        ("solve(values=list(map(int, input().split())), size=int(input()))", ["values", "size"]),
        ("solve(n := int(input()), sorted(map(int, input().split())))", ["n", "values"]),
        ("solve(3, input().strip())", ["values"]),
    ],
)
def test_what_is_read_where_a_function_is_called(call: str, names: list[str]) -> None:
    program = f"def solve(size, values):\n    return size + len(values)\n\n\nprint({call})\n"
    assert [leaf.key for leaf in leaves(reads_of_python(program.encode()).items)] == names


def test_what_was_read_before_a_call_is_not_read_again() -> None:
    program = (
        "def solve(a, b):\n    return solve(b, a) if a else b\n\n\nn = int(input())\nv = input().split()\n"
        "print(solve(n, v), solve(v, n))\n"
    )
    assert [leaf.key for leaf in leaves(reads_of_python(program.encode()).items)] == ["n", "v"]
