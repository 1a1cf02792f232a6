"""The bench of formats: which problems it takes, and how it tells reasons apart."""

from __future__ import annotations

from pathlib import Path

from slowpath.bench.formats import find_problems, general_reason, listed

LIST = Path(__file__).parents[1] / "quality" / "library_checker_60.txt"


def test_a_list_names_one_problem_a_line():
    assert listed("# why\n\nfirst  # because\n  second\n") == ["first", "second"]


def test_the_kept_list_names_sixty_different_problems():
    names = listed(LIST.read_text())
    assert len(names) == len(set(names)) == 60


def test_only_the_named_problems_are_taken(tmp_path):
    for name in ("one", "two", "three"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "statement.md").write_text("n")
        (tmp_path / name / "solution.py").write_text("input()")
    assert [folder.name for folder, _ in find_problems(tmp_path, ["two", "one"])] == ["one", "two"]


def test_reasons_count_together_without_their_numbers_but_with_quoted_characters():
    assert general_reason("value 17 on line 3: x == '0'") == "value # on line #: x == '0'"
