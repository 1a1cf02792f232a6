"""A format for readers who have never seen one."""

from __future__ import annotations

import pytest

from slowpath.inputs.text_form.explained import explained_text
from slowpath.inputs.text_form.text import from_text, to_text


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("n: int 2..9\nrows[n-1]: x: int[n-1-_row] 1..9\n", "# _row: the index of a row"),
        ("n: int 2..9\na_row: int[n] 1..9\n", ""),
    ],
)
def test_words_of_the_format_alone_are_explained_where_they_stand(text, said):
    fmt = from_text(text)
    explained = explained_text(fmt)
    assert explained.startswith(to_text(fmt).strip())
    assert (said in explained) if said else "#" not in explained


def test_it_still_reads_as_the_format():
    fmt = from_text("n: int 2..9\nrows[n-1]: x: int[n-1-_row] 1..9\n")
    assert from_text(explained_text(fmt)) == fmt
