"""What every validator does, whatever its kind. All judge one language: a count, and as many numbers from 1 to 9."""

from __future__ import annotations

import pytest

from slowpath.model.ports import InputValidator

GOOD = (b"1\n9\n", b"3\n1 2 3\n", b"5\n1 1 1 1 1\n")
BAD = {
    "too large": b"2\n1 10\n",
    "too few": b"3\n1 2\n",
    "too many": b"1\n1 2\n",
    "no number": b"2\n1 x\n",
    "nothing": b"",
    "negative": b"1\n-1\n",
    "binary": b"1\n\xff\0\n",
}


class ValidatorKit:
    """A subclass gives the fixture `validator`."""

    @pytest.fixture
    def validator(self) -> InputValidator:
        raise NotImplementedError

    def test_has_a_name(self, validator):
        assert validator.name

    @pytest.mark.parametrize("data", GOOD)
    def test_accepts_what_is_valid(self, validator, data):
        verdict = validator.validate(data)
        assert verdict.valid is True, verdict

    @pytest.mark.parametrize("kind", BAD)
    def test_refuses_what_is_invalid_and_says_why(self, validator, kind):
        verdict = validator.validate(BAD[kind])
        assert verdict.valid is False
        assert verdict.reason

    def test_judges_large_inputs(self, validator):
        many = 20_000
        data = b"%d\n" % many + b" ".join(b"%d" % (place % 9 + 1) for place in range(many))
        assert validator.validate(data + b"\n").valid is True
        assert validator.validate(data + b"0\n").valid is False

    def test_judging_twice_gives_the_same(self, validator):
        for data in (GOOD[0], BAD["too large"]):
            assert validator.validate(data) == validator.validate(data)
