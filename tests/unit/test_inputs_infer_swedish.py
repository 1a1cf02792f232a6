"""Statements in Swedish are put into English word by word, and then read like any other."""

from __future__ import annotations

from pathlib import Path

import pytest

from slowpath.inputs.infer import infer
from slowpath.model.format import FormatReport
from slowpath.model.problem import Problem, Sample, Solution
from slowpath.statement.languages.languages import languages
from slowpath.statement.languages.translating import translator_of
from slowpath.statement.sentences.statement import read_statement

STORY = "\\section*{Problem}\nBesökarna står i kö och du ska räkna ut hur lång tid det tar.\n\n"
LIST = "n = int(input())\na = list(map(int, input().split()))\nprint(sum(a))\n"
ROWS = "n, m = map(int, input().split())\nfor i in range(m):\n    x, y = map(int, input().split())\n    print(x * y)\n"
LINES = "n = int(input())\nfor i in range(n):\n    l = int(input())\n    print(l)\n"


def report_of(statement: str, program: str, sample: str) -> FormatReport:
    problem = Problem("case", "plain", Path("."), STORY + statement, samples=(Sample("1", sample.encode()),))
    return infer(problem, Solution(Path("case.py"), "python", program.encode()))


def text_of(statement: str, program: str, sample: str) -> str:
    return report_of(statement, program, sample).text


def doubts_of(said: str, sample: str) -> list[str]:
    """The sentences of an input section, on one line with one number, that leave a doubt."""
    statement = f"\\section*{{Indata}}\n{said}\n\n\\section*{{Utdata}}\nSkriv ut en rad."
    return [doubt.quote for doubt in report_of(statement, "n = int(input())\nprint(n)\n", sample).doubts]


@pytest.mark.parametrize(
    ("said", "program", "sample", "wanted"),
    [
        (
            "\\section*{Indata}\nDen första raden innehåller ett heltal $N$ ($1 \\le N \\le 500$), antalet besökare.\n"
            "Den andra raden innehåller $N$ heltal, vardera mellan $0$ och $10^6$.\n\n\\section*{Utdata}\nSkriv ut en "
            "rad.",
            LIST,
            "3\n5 1 2\n",
            "N: int 1..500\na: int[N] 0..1000000\n",
        ),
        (
            "## Indata\n\nPå första raden i indata står två heltal N och M (1 ≤ N, M ≤ 100). De följande M raderna "
            "innehåller\nvardera två heltal x och y (1 ≤ x < y ≤ N).\n",
            ROWS,
            "4 1\n2 3\n",
            "N: int 1..100; M: int 1..100\nrows[M]: x: int 1..N-1; y: int x+1..N\n",
        ),
        (
            "## Indata\n\nDen första raden består av ett heltal N (1 ≤ N ≤ 1000). Därefter följer N rader. "
            "Varje rad innehåller ett heltal l\n(1 ≤ l ≤ 1000), längden på varje låt. Alla låtar har olika längd.\n",
            LINES,
            "2\n4\n3\n",
            "N: int 1..1000\nl: int[N] 1..1000 lines distinct\n",
        ),
        (
            "## Indata\n\nDen första raden innehåller ett heltal N, antalet tal.\nDen andra raden innehåller N heltal "
            "a_i.\n\n"
            "## Poängsättning\n\n| Grupp | Poäng | Gränser |\n|---|---|---|\n| 1 | 40 | N ≤ 10, 1 ≤ a_i ≤ 5 |\n"
            "| 2 | 60 | 1 ≤ N ≤ 7000, 1 ≤ a_i ≤ 10^5 |\n",
            LIST,
            "3\n5 1 2\n",
            "N: int 1..7000\na: int[N] 1..100000\n",
        ),
    ],
    ids=["LaTeX", "rows", "told apart by a noun", "scoring groups"],
)
def test_a_swedish_statement_gives_the_bounds_of_its_own_words(
    said: str, program: str, sample: str, wanted: str
) -> None:
    assert text_of(said, program, sample) == wanted


def test_a_preposition_is_told_apart_from_a_name() -> None:
    said = read_statement(STORY + "\\section*{Indata}\nRad $i$ i indatan innehåller $a_i$, talet i hus $i$.")
    (sentence,) = [one for one in said.sentences if one.section == "input"]
    assert sentence.text.startswith("the i-th line in the input contains a_i") and "in houses i" in sentence.text
    assert sentence.foreign and "talet i hus" in sentence.quote


@pytest.mark.parametrize(
    "text",
    [
        "The first line has n. Each of the next n lines has two integers in a range.",
        "",
        "123 + 5",
        "Die erste Zeile hat eine Zahl, und die zweite hat drei.",
    ],
)
def test_other_text_is_left_as_it_is(text: str) -> None:
    assert translator_of(text).language is None


def test_no_word_is_told_twice() -> None:
    """A rule and a glossary that disagree would hide one another."""
    for language in languages():
        patterns = [pattern.pattern for pattern, _ in language.rules]
        assert len(patterns) == len(set(patterns)), language.name
        assert all(word == word.lower() for word in language.words), language.name


def test_a_statement_that_is_put_into_english_word_by_word_may_leave_no_doubt():
    said = "Den första raden innehåller heltalet $N$ ($1 \\le N \\le 50$), antalet muffins i högen från början."
    assert not doubts_of(said, "7\n")


def test_a_sentence_of_words_that_no_glossary_has_is_a_doubt():
    said = (
        "Den första raden innehåller heltalet $N$ ($1 \\le N \\le 50$), antalet muffins. Varje muffinstallrik förblir "
        "dessutom hopplockningsbar."
    )
    assert doubts_of(said, "7\n") == [said.partition(". ")[2].removesuffix(".")]


@pytest.mark.parametrize(
    ("swedish", "english"),
    [
        ("antalet barn i staden", "the number of children in the city"),
        ("ett barn och varje hus", "one child and each house"),
        ("de utropade talen", "the utropade numbers"),
        ("en startposition och två vägnummer", "a start position and two road numbers"),
        ("höjden på ett hus", "the height of one house"),
        ("husens höjder", "the heights of the houses"),
        ("varje nod har samma pris", "each vertex has the same price"),
    ],
    ids=["many", "one", "one article", "put together", "of one thing", "of several things", "the same one"],
)
def test_nouns_are_known_in_all_their_forms_and_put_together(swedish: str, english: str) -> None:
    said = read_statement(f"{STORY}\\section*{{Indata}}\nDet är {swedish}.")
    assert [one.text for one in said.sentences if one.section == "input"] == [f"It is {english}"]


def test_a_word_that_isnt_known_behind_without_is_a_doubt() -> None:
    said = "Den första raden innehåller heltalet $N$ ($1 \\le N \\le 50$), antalet muffins utan bakpulver."
    assert doubts_of(said, "7\n") == [said.removesuffix(".")]
    assert not doubts_of(said.replace("utan bakpulver", "utan ägg"), "7\n")


def test_a_list_without_duplicates_holds_none_twice() -> None:
    said = (
        "\\section*{Indata}\nFörsta raden innehåller ett heltal $N$ ($1 \\le N \\le 500$).\nAndra raden innehåller $N$ "
        "heltal (alla mellan $1$ och $N$, utan dubbletter).\n"
    )
    assert text_of(said, LIST, "3\n3 1 2\n").splitlines()[1] == "a: int[N] 1..N distinct"
