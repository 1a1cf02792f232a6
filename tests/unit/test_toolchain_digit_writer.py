"""The writer of integers in machine code: the same text as Python's, or none at all."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from slowpath import settings as settings_module
from slowpath.inputs import digits
from slowpath.inputs.digits import join_ints, join_rows
from slowpath.toolchain import digit_writer as module
from slowpath.toolchain.digit_writer import digit_writer

INT64 = st.integers(-(2**63), 2**63 - 1)


@pytest.fixture(scope="module")
def writer():
    found = digit_writer(settings_module.load())
    if found is None:
        pytest.skip("no compiler")
    return found


@pytest.fixture
def written_by(writer):
    before = digits._writer
    yield lambda by_it: digits.write_with(writer if by_it else None)
    digits.write_with(before)


@given(numbers=st.lists(INT64 | st.integers(-20, 20), max_size=40), ends=st.binary(min_size=1, max_size=4))
def test_writes_each_number_and_its_end_as_python_does(writer, numbers, ends):
    expected = b"".join(b"%d%c" % (number, ends[place % len(ends)]) for place, number in enumerate(numbers))
    assert writer(np.array(numbers, dtype=np.int64), ends).tobytes() == expected


@pytest.mark.parametrize("bits", [1, 13, 20, 27, 33, 60, 63])
@pytest.mark.parametrize("count", [1, 49, 50, 149, 150, 20_000])
@pytest.mark.parametrize("separator", [b" ", b",", b", ", b"\n"])
def test_arrays_and_rows_are_the_same_text_with_it_and_without(written_by, bits, count, separator):
    values = np.random.default_rng(bits).integers(-(2**bits), 2**bits - 1, 3 * count, dtype=np.int64, endpoint=True)
    columns = values.reshape(3, -1).T
    texts = []
    for by_it in (True, False):
        written_by(by_it)
        texts.append(
            (
                join_ints(values, separator),
                join_ints(values[::-2], separator),
                join_rows(columns),
                join_rows(columns, b" ,"),
            )
        )
    assert texts[0] == texts[1]
    assert texts[0][0] == separator.join(b"%d" % value for value in values.tolist())


def test_without_a_compiler_there_is_none(tmp_path):
    nowhere = replace(settings_module.load(), cpp_compiler=str(tmp_path / "missing"), cache_dir=tmp_path)
    assert digit_writer(nowhere) is None


def test_a_library_that_writes_otherwise_is_not_believed(tmp_path, monkeypatch, writer):
    wrong = tmp_path / "digits.c"
    wrong.write_bytes(module._SOURCE.read_bytes().replace(b"'-'", b"'~'"))
    monkeypatch.setattr(module, "_SOURCE", wrong)
    assert digit_writer(replace(settings_module.load(), cache_dir=tmp_path / "cache")) is None


def test_a_source_that_does_not_compile_is_no_failure(tmp_path, monkeypatch):
    broken = tmp_path / "digits.c"
    broken.write_text('#error "never"\n')
    monkeypatch.setattr(module, "_SOURCE", broken)
    assert digit_writer(replace(settings_module.load(), cache_dir=tmp_path / "cache")) is None
