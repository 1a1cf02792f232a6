"""Statements as people read them, for what they say of answers: whole sentences, sections, other languages."""

from __future__ import annotations

import pytest

from slowpath.statement.answers.any_answer import any_answer
from slowpath.statement.answers.no_answer import no_answer
from slowpath.statement.answers.one_answer import asks_for, decides_between, sought_extreme
from slowpath.statement.answers.stated_answers import stated_tolerance
from slowpath.statement.sentences.wholes import whole_sentences

SWEDISH = "\\section*{{Indata}}\nPå första raden står ett heltal $N$, antalet bilar.\n\n\\section*{{Utdata}}\n{}\n"


def told(statement: str) -> list[tuple[str, str]]:
    return [(each.section, each.text) for each in whole_sentences(statement)]


def test_a_semicolon_ends_a_part_and_a_question_keeps_its_mark():
    text = (
        "How many ways are there?\n\n## Output\n\nPrint n lines; each holds the number of cars. Lines: a; B and C.\n\n"
        "- first that;\n- then this"
    )
    assert told(text) == [
        ("", "How many ways are there?"),
        ("output", "Print n lines; each holds the number of cars"),
        ("output", "Lines: a"),
        ("output", "B and C"),
        ("output", "first that"),
        ("output", "then this"),
    ]


@pytest.mark.parametrize(
    ("statement", "wanted"),
    [
        ("## Output\n\nPrint it.\n\n## Note\n\nIt is so.", [("output", "Print it"), ("notes", "It is so")]),
        ("## Output\n\nPrint it.\n\n## Explanation of sample 1\n\nSo.", [("output", "Print it"), ("notes", "So")]),
        ("## Output\n\nPrint it.\n\n## Sample Output 1\n\nSo.", [("output", "Print it"), ("examples", "So")]),
        (
            "\\begin{Output}\nPrint it.\n\\begin{tabular}{|l|p{2cm}|}\nSo.\n\\end{tabular}\n\\end{Output}",
            [("output", "Print it"), ("output", "So")],
        ),
        ("Mr. Kim and Dr. No meet. Prof. X resp. the others go.", [
            ("", "Mr Kim and Dr No meet"), ("", "Prof X resp the others go")
        ]),
        (
            "A word is good if all of this holds:\n\n- It is short.\n- It is a palindrome.\n\n## Output\n\nPrint it.",
            [("", "A word is good if all of this holds:"), ("asked", "It is short"), ("asked", "It is a palindrome"),
             ("output", "Print it")],
        ),
    ],
)  # fmt: skip
def test_sections_of_notes_and_of_what_is_asked_are_told_apart(statement, wanted):
    assert told(statement) == wanted


@pytest.mark.parametrize(
    ("said", "english"),
    [
        ("Skriv ut ett heltal: den minsta möjliga kostnaden.", "print one integer: the smallest possible cost"),
        ("Skriv ut minsta totala kostnaden.", "print the smallest total cost"),
        ("Skriv ut minsta antalet steg.", "print the smallest number of steps"),
        ("Skriv ut numret på den bilen.", "print the label of the car"),
        ("Finns flera lösningar, skriv ut vilken som helst av dem.", "Exists several solutions, print any of them"),
        ("Om det inte finns någon lösning, skriv istället ut OMÖJLIGT.",
         "If there is no solution, print instead OMÖJLIGT"),
        ("Talen får INTE vara lika.", "The numbers may not be equal"),
    ],
)  # fmt: skip
def test_what_swedish_says_of_the_output_is_put_into_english(said, english):
    assert told(SWEDISH.format(said))[-1] == ("output", english)


def test_a_part_in_swedish_is_one_by_its_own_words():
    said = "Skriv ut antalet bilar; skriv sedan summan. Skriv ut det; Skriv sedan detta."
    assert [text for section, text in told(SWEDISH.format(said)) if section == "output"] == [
        "print the number of cars; write then the sum",
        "print it",
        "Write then this",
    ]


def test_answers_are_understood_in_swedish():
    several = SWEDISH.format("Om det finns flera svar kan du skriva ut vilket som helst av dem.")
    assert any_answer(several) == "Om det finns flera svar kan du skriva ut vilket som helst av dem"
    assert no_answer(SWEDISH.format("Om det är omöjligt ska programmet skriva NEJ.")) == ("NEJ",)
    exact = SWEDISH.format("Skriv ut den totala längden. Ett absolut fel på högst $10^{-6}$ accepteras.")
    assert stated_tolerance(exact) == 1e-6 and asks_for(exact, is_decimal=True)
    decision = SWEDISH.format("Skriv ut ja om alla bilar får plats, annars nej.")
    assert decides_between(decision, "ja", "nej") and not decides_between(decision, "yes", "no")
    assert not decides_between(SWEDISH.format("Om det går, skriv ut ja eller nej, annars inget."), "ja", "nej")
    assert sought_extreme(SWEDISH.format("Skriv ut hur många bilar som mest får plats.")) == 1
    assert asks_for(SWEDISH.format("Skriv ut hur många bilar som får plats.")) is True
    assert asks_for(SWEDISH.format("Skriv ut hur många bilar du ska ta för att kostnaden ska bli minimal.")) is False


@pytest.mark.parametrize(
    ("said", "parts"),
    [
        (
            "It is guaranteed that no two drops are at a place, no drop starts on a sensor, and no two sensors touch.",
            ["It is guaranteed that no two drops are at a place", "It is guaranteed that no drop starts on a sensor",
             "It is guaranteed that no two sensors touch"],
        ),
        (
            "No two words are alike, the key will not be one of them and no word may be empty.",
            ["No two words are alike", "the key will not be one of them", "no word may be empty"],
        ),
        ("Each line contains a word and all words are different.",
         ["Each line contains a word", "all words are different"]),
        ("No crate and no quay is called empty.", ["No crate and no quay is called empty"]),
        ("Note that each link is given once and that the chain may not be connected.",
         ["Note that each link is given once and that the chain may not be connected"]),
        ("All x are distinct, and no y is 1, in the first subtask.",
         ["All x are distinct, and no y is 1, in the first subtask"]),
        ("It is not guaranteed that all cities are connected, and no city is empty.",
         ["It is not guaranteed that all cities are connected, and no city is empty"]),
        ("If no car is red, all cars are blue and no car is green.",
         ["If no car is red, all cars are blue and no car is green"]),
        ("All of them are red, each of which is large.", ["All of them are red, each of which is large"]),
    ],
)  # fmt: skip
def test_what_is_said_of_all_things_is_parted(said, parts):
    assert [text for section, text in told(f"## Input\n\n{said}\n") if section == "input"] == parts
