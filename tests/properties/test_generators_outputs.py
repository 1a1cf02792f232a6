"""What a model's generator prints is data: whatever it is, it is judged, and never raises."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from slowpath.engine.generated import laid_out
from slowpath.generators.judge import Judge
from slowpath.generators.specification import GenerationSpec
from slowpath.inputs.sizes.saturate import boundaries
from slowpath.inputs.text_form.text import from_text
from slowpath.inputs.validating.validate import is_valid
from slowpath.model.generator import GeneratorRun

FORMATS = {
    name: from_text(text)
    for name, text in {
        "array": "n: int 1..9\na: int[n] 1..9\n",
        "words": 's: word 1..9 of "a-z"\nt: text 0..9 of "a-z "\n',
        "cases": "t: int 1..4\ntests: cases[t]\n  n: int 1..4\n  a: int[n] 1..n\nwhere sum n <= 8\n",
        "graph": "n: int 2..5; m: int 1..4\nrows[m] graph(u, v; n) simple: u: int 1..n; v: int 1..n\n",
        "queries": 'q: int 1..4\nops: queries[q]\n  1: x: int 1..9\n  "?": s: word 1..3 of "ab"\n',
        "matrix": "n: int 1..3; m: int 1..3\ng: int[n][m] 0..9\nx: float -1.0..1.0 decimals 3\n",
    }.items()
}
ODD = ["a", "?", "1.5", "-", "nan", "1e400", "9" * 400, "é"]
TOKENS = st.one_of(st.integers(-2, 12).map(str), st.sampled_from(ODD))
OUTPUTS = st.one_of(
    st.binary(max_size=60),
    st.lists(st.tuples(TOKENS, st.sampled_from([" ", "\n", "\t", "\r\n"])), max_size=16).map(
        lambda p: "".join(a + b for a, b in p).encode()
    ),
)


class Prints:
    """A sandbox in which every program prints `output`."""

    def __init__(self, output: bytes) -> None:
        self.output = output

    def run(self, source, seed, size):
        return GeneratorRun((self.output,))


@pytest.mark.parametrize("name", FORMATS)
@given(output=OUTPUTS)
@settings(max_examples=40, deadline=None)
def test_any_output_is_valid_or_has_a_reason(name, output):
    fmt = FORMATS[name]
    spec = GenerationSpec("any", "", fmt, tuple(boundaries(fmt)))
    judgement = Judge(spec, Prints(output)).judge("source", "stab", "label")
    if judgement.program is None:
        assert judgement.reasons
    else:
        assert all(is_valid(fmt, made.data) for made in judgement.inputs)
    data, instance = laid_out(fmt, output)
    assert instance is not None or data == output
