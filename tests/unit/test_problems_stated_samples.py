"""Statements as tools dump them, and the samples that they print."""

from __future__ import annotations

from dataclasses import replace

import pytest

from slowpath.cli import main
from slowpath.pipeline import must_be_driven_by_files
from slowpath.problems import read_problem
from slowpath.problems.dumped_markdown import as_written
from slowpath.problems.stated_samples import stated_samples

DUMPED = """# C. Sums

**Time limit:** 3 seconds

## Input

One integer $$$n\\_1$$$ ($$$1 \\\\le n\\_1 \\\\le 2 \\\\cdot 10^5$$$).

## Sample Tests

### Input
```
3
a\\\\_b
```

### Output
```
6
```

### Input
```
4
```

### Output
```

```
"""


def test_a_dumped_statement_reads_as_its_author_wrote_it_but_for_its_code():
    written = as_written(DUMPED)
    assert "$n_1$ ($1 \\le n_1 \\le 2 \\cdot 10^5$)" in written
    assert "a\\\\_b" in written and written.count("\n") == DUMPED.count("\n")


@pytest.mark.parametrize(
    "text", ["", "Given $n \\le 5$, a\\_1.", "A line\\\\ and $a \\cdot b \\\\le c$.", "Costs $$5 and \\\\ nothing."]
)
def test_other_statements_stay_as_they_are(text):
    assert as_written(text) == text


def test_samples_are_read_in_order_each_input_with_its_output():
    found = [(sample.name, sample.data, sample.answer) for sample in stated_samples(DUMPED)]
    assert found == [("1", b"3\na\\\\_b\n", b"6\n"), ("2", b"4\n", b"\n")]


@pytest.mark.parametrize(
    "heads",
    [
        ("## Sample Input 1", "## Sample Output 1"),
        ("**Input:**", "**Output:**"),
        ("#### Example input", "#### Example output"),
        ("Input", "Output"),
        ("Input:", "Output:"),
        ("Sample Input 1", "Sample Output 1:"),
        ("Input (1)", "Output (1)"),
        ("Input example", "Output example"),
    ],
)
def test_headings_may_say_more(heads):
    first, second = heads
    text = f"{first}\n\n```text\n1 2\n```\n\n{second}\n```\n3\n```\n"
    assert [(sample.data, sample.answer) for sample in stated_samples(text)] == [(b"1 2\n", b"3\n")]


@pytest.mark.parametrize(
    "heads",
    [
        ("### 样例输入 #1", "### 样例输出 #1"),
        ("## 예제 입력 1", "## 예제 출력 1"),
        ("### 入力例 1", "### 出力例 1"),
        ("### Пример ввода 1", "### Пример вывода 1"),
        ("**Ejemplo de entrada**", "**Ejemplo de salida**"),
    ],
)
def test_headings_of_other_languages(heads):
    first, second = heads
    text = f"{first}\n\n```text\n1 2\n```\n\n{second}\n```\n3\n```\n"
    assert [(sample.data, sample.answer) for sample in stated_samples(text)] == [(b"1 2\n", b"3\n")]


@pytest.mark.parametrize(
    "heads",
    [
        ("Sample Input", "Output for the Sample Input"),
        ("SAMPLE INPUT (file a.in):", "SAMPLE OUTPUT (file a.out):"),
        ("## Example\n\nInput:", "Output:"),
        ("输入样例", "输出样例"),
        ("Пример\nисходные данные", "результат"),
        ("Пример\n\nВходные данные #1", "Выходные данные #1"),
        ("예제 입력 1", "예제 출력 1"),
        ("Example\ninputCopy", "outputCopy"),
        ("Example\nInput\nCopy", "Output\nCopy"),
    ],
)
def test_plain_headings_of_other_languages(heads):
    first, second = heads
    text = f"Входные данные\nOne number.\n\n{first}\n1 2\n{second}\n3\n"
    assert [(sample.data, sample.answer) for sample in stated_samples(text)] == [(b"1 2\n", b"3\n")]


def test_an_input_without_an_output_and_code_elsewhere_are_no_samples():
    assert stated_samples("## Input\nA number.\n```\nn\n```\n## Notes\n```\nx\n```\n### Input\n```\n1\n```\n") == ()


@pytest.mark.parametrize("layout", ["$N$ $M$\n$a_1$ $a_2$", "N\nA_1 A_2 \\ldots A_N", "n m\na_1 a_{n-1}"])
def test_a_block_of_names_lays_the_input_out_and_is_no_sample(layout):
    assert stated_samples(f"## Input\n```\n{layout}\n```\n## Output\n```\nans\n```\n") == ()


PLAIN = """Words

Input
Each line has a word.

Output
Their number.

Sample Input
the cat

the dog
Sample Output
2

Hint
Count lines.

Sample Input 2:
x
Sample Output 2:
1
"""


@pytest.mark.parametrize("ends", ["\n", "\r\n"])
def test_a_plain_text_has_its_samples_behind_lines_that_call_them_so(ends):
    found = [(sample.data, sample.answer) for sample in stated_samples(PLAIN.replace("\n", ends))]
    assert found == [(b"the cat\n\nthe dog\n", b"2\n"), (b"x\n", b"1\n")]


RULED = """Words

-----Input-----

Each line has a word.

-----Output-----

Their number.

-----Examples-----
Input
the cat
a

Output
2
Input
x

Output
1



-----Note-----

In the first example there are two lines.
"""
SPACED = """Words

Input

Each line has a word.

Output

Their number.

Examples

Input


the cat
a


Output


2


Input


x


Output


1

Note

In the first example there are two lines.

<image>
"""
EXPLAINED = """-----Constraints-----
 - Words have letters.

-----Input-----
Input is given from Standard Input in the following format:
S

-----Sample Input-----
the cat
a

-----Sample Output-----
2

There are two lines, so 2 should be printed:
 - the cat
 - a

-----Sample Input-----
x

-----Sample Output-----
1
"""


@pytest.mark.parametrize("text", [RULED, SPACED, EXPLAINED, RULED.replace("-----", "=====")])
def test_plain_texts_of_collections_have_their_samples_behind_short_headings(text):
    found = [(sample.data, sample.answer) for sample in stated_samples(text)]
    assert found == [(b"the cat\na\n", b"2\n"), (b"x\n", b"1\n")]


def test_an_answer_of_several_parts_or_of_sentences_stays_whole():
    text = "Sample Input\n2\nSample Output\n{}\n"
    for answer in ("1 2\n\n3 4", "There is a way.\n\nIt is short, and it goes on.", "YES\n\nNO"):
        assert [sample.answer.decode() for sample in stated_samples(text.format(answer))] == [answer + "\n"]


def test_sections_of_a_plain_text_are_no_samples():
    assert stated_samples("Input\nA number n.\nOutput\nIts square.\n") == ()


@pytest.mark.parametrize(
    ("statement", "is_interactive"),
    [
        ("This is an interactive problem.", True),
        ("*This is an **interactive** problem.*", True),
        ("Find x.\n\n## Interaction\nPrint ? x.", True),
        ("\\section*{Interaction}\nPrint ? x.", True),
        ("This problem is interactive.", True),
        ("This is not an interactive problem.", False),
        ("An interactive exhibition has n rooms.", False),
        ("The interaction of n particles.", False),
        ("", False),
    ],
)
def test_a_statement_may_say_that_the_problem_is_interactive(tmp_path, statement, is_interactive):
    (tmp_path / "problem.md").write_text(statement)
    (tmp_path / "main.py").write_text("print(input())")
    said = any("interactive" in note for note in read_problem(tmp_path / "main.py").notes)
    assert said == is_interactive


def test_files_win_over_what_the_statement_prints(tmp_path):
    (tmp_path / "problem_statement.md").write_text(DUMPED)
    (tmp_path / "main.py").write_text("print(input())")
    assert [sample.data for sample in read_problem(tmp_path / "main.py").samples] == [b"3\na\\\\_b\n", b"4\n"]
    assert read_problem(tmp_path / "main.py").limits.time_s == 3.0
    (tmp_path / "1.in").write_text("9\n")
    assert [sample.data for sample in read_problem(tmp_path / "main.py").samples] == [b"9\n"]


def test_samples_of_olymp_sty():
    text = "\\Example\n\\begin{example}\n\\exmp{\n1 2\n}{\n3\n}%\n\\exmp{4 5}{9}%\n\\end{example}\n"
    assert [(sample.data, sample.answer) for sample in stated_samples(text)] == [(b"1 2\n", b"3\n"), (b"4 5\n", b"9\n")]


@pytest.mark.parametrize(
    "statement",
    [
        "<h3>Sample Input 1</h3>\n<pre>3\n1 &lt; 2\n</pre>\n<h3>Sample Output 1</h3><pre>6</pre>",
        "<p><b>Input example</b></p><pre>\n3\n1 &lt; 2</pre><div>Output example</div><pre>6\n</pre>",
        "\\section*{Sample Input}\n\\begin{verbatim}\n3\n1 < 2\n\\end{verbatim}\n\\section*{Sample Output}\n"
        "\\begin{verbatim}\n6\n\\end{verbatim}\n",
    ],
)
def test_samples_that_html_and_latex_show_are_read(statement):
    assert [(one.data, one.answer) for one in stated_samples(statement)] == [(b"3\n1 < 2\n", b"6\n")]


@pytest.mark.parametrize(
    ("path", "text", "kind"),
    [
        ("problem.yaml", "type: submit-answer\n", "submit-answer"),
        ("problem.yaml", "type: multi-pass\n", "multi-pass"),
        ("problem.yaml", "validation: custom interactive\n", "interactive"),
        ("data/sample/1.interaction", "<3\n>4\n", "interactive"),
        ("statement/problem.md", "This is an interactive problem.", "interactive"),
    ],
)
def test_what_no_file_drives_is_said_at_once_and_searched_only_with_a_format(tmp_path, capsys, path, text, kind):
    (tmp_path / "problem.yaml").write_text("name: P\n")
    (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
    (tmp_path / path).write_text(text)
    (tmp_path / "main.py").write_text("n = int(input())\nprint(n)\n")
    for command in ("find", "break", "optimize"):
        assert main([command, str(tmp_path / "main.py"), "--executions", "5"]) == 12
        assert kind in capsys.readouterr().err
    must_be_driven_by_files(replace(read_problem(tmp_path / "main.py"), format_text="n: int 1..9\n"))


def test_samples_in_environments_of_their_own_are_told_apart_by_dashes():
    text = (
        "\\begin{inputDescription}\nOne integer.\n\\end{inputDescription}\n"
        "\\begin{sampleInput}\n1 2\n3\n----\n4\n\\end{sampleInput}\n"
        "\\begin{sampleOutput}\nx\n----\ny\n\\end{sampleOutput}\n"
        "\\begin{SampleInput}\n5\n\\end{SampleInput}\n\n\\begin{SampleOutput}\nz\n\\end{SampleOutput}\n"
    )
    assert [(sample.data, sample.answer) for sample in stated_samples(text)] == [
        (b"1 2\n3\n", b"x\n"),
        (b"4\n", b"y\n"),
        (b"5\n", b"z\n"),
    ]
    (single,) = stated_samples(text.replace("----\ny\n", ""))
    assert single.data == b"5\n"
