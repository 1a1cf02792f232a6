"""What a server says to a worker arrives line by line, however the pipe cuts it."""

from __future__ import annotations

import os

import pytest
from hypothesis import given
from hypothesis import strategies as st

from slowpath.worker.incoming import incoming_lines


@given(st.lists(st.binary(min_size=1).map(lambda data: data.replace(b"x", b"\n")), max_size=20))
def test_lines_are_whole_wherever_they_were_cut(pieces):
    waiting = [*pieces, b""]
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(os, "read", lambda *_: waiting.pop(0))
        lines = list(incoming_lines())
    assert lines == b"".join(pieces).split(b"\n")[:-1]
