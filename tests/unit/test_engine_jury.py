"""The jury: what validators of a package decide in a campaign, and when they aren't believed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import pytest
from quicksort_campaign import ARRAY, Campaign, quicksort, spec_of, view_of

from slowpath.engine.jury import ASK_ALL_FOR, FIRST_AUDIT, MOST_WARNINGS, SMALL_BYTES, Jury
from slowpath.model.campaign import Budget
from slowpath.model.ports import InputVerdict
from slowpath.model.validity import Doubt, Validity

SAMPLES = (("1", b"1\n"), ("2", b"2\n"))


@dataclass
class Judge:
    """Refuses the inputs in `refused`, fails on those in `failing`."""

    name: str = "v.cpp"
    refused: frozenset[bytes] = frozenset()
    failing: frozenset[bytes] = frozenset()
    asked: list[bytes] = field(default_factory=list)

    def validate(self, data: bytes) -> InputVerdict:
        self.asked.append(data)
        if data in self.failing:
            return InputVerdict(None, "a crash")
        return InputVerdict(data not in self.refused, f"bad {data.decode().strip()}" if data in self.refused else "")


@dataclass
class Model(Judge):
    """One that a language model wrote, which judges many at once."""

    name: str = "a model's validator"

    def validate_many(self, inputs: Sequence[bytes]) -> list[InputVerdict]:
        return [self.validate(data) for data in inputs]


def codes(jury: Jury) -> list[str]:
    return [warning.code for warning in jury.warnings]


def test_accepts_everything_without_validators():
    jury = Jury((), SAMPLES)
    assert jury.accepts(b"9\n", "sorted")
    assert jury.accepted_share == 1.0 and not jury.warnings


def test_says_who_refuses_what_and_how_the_format_is_wrong():
    jury = Jury([Judge(refused=frozenset([b"9\n"]))], SAMPLES)
    assert not jury.accepts(b"9\n", "pattern a: sorted")
    (told,) = jury.warnings
    assert told.code == "input-refused" and told.remedy
    assert all(part in told.message for part in ("v.cpp", "pattern a: sorted", "bad 9"))


def test_a_validator_that_refuses_a_sample_is_not_believed():
    judge = Judge(refused=frozenset([b"2\n", b"9\n"]))
    jury = Jury([judge], SAMPLES)
    assert jury.accepts(b"9\n", "sorted") and jury.accepts(b"8\n", "sorted")
    assert codes(jury) == ["validator-distrusted"] and "sample 2" in jury.warnings[0].message
    assert judge.asked == [b"1\n", b"2\n"]


def test_a_validator_that_fails_is_not_asked_again():
    judge = Judge(failing=frozenset([b"9\n"]))
    jury = Jury([judge, Judge("w.py", refused=frozenset([b"8\n"]))], SAMPLES)
    assert jury.accepts(b"9\n", "sorted") and not jury.accepts(b"8\n", "sorted")
    assert codes(jury) == ["validator-distrusted", "input-refused"]
    assert b"8\n" not in judge.asked


def test_refusals_that_differ_in_numbers_only_are_told_once_and_never_very_many():
    numbers = [f"{number}\n".encode() for number in range(10, 30)]
    jury = Jury([Judge(refused=frozenset(numbers))], SAMPLES)
    assert not any(jury.accepts(data, "sorted") for data in numbers)
    assert len(jury.warnings) == 1
    words = [b"a" * length + b"\n" for length in range(1, 20)]
    jury = Jury([Judge(refused=frozenset(words))], SAMPLES)
    assert not any(jury.accepts(data, "sorted") for data in words)
    assert len(jury.warnings) == MOST_WARNINGS


def test_audits_few_of_many_and_takes_their_share():
    judge = Judge(refused=frozenset([b"x\n"]))
    jury = Jury([judge], ())
    for number in range(1, 1025):
        jury.audit(b"x\n" if number >= 100 else b"y\n", "random")
    assert len(judge.asked) == (1024 // FIRST_AUDIT).bit_length()
    assert jury.accepted_share == 3 / 7


def test_nothing_speaks_against_a_format_that_the_user_vouches_for():
    jury = Jury((), SAMPLES, is_format_given=True)
    assert jury.doubt(Doubt("failing", "The program fails on many inputs.")) is None
    assert (jury.validity, jury.doubts) == (Validity.LIKELY, ())


def test_what_a_model_refuses_and_the_setters_accept_is_doubtful_with_its_words():
    jury = Jury([Judge()], SAMPLES, models=[Model(refused=frozenset([b"9\n"]))])
    assert jury.accepts(b"9\n", "sorted") and jury.accepts(b"8\n", "sorted") and not jury.warnings
    assert (jury.validity_of(b"9\n"), jury.validity_of(b"8\n")) == (Validity.DOUBTFUL, Validity.CONFIRMED)
    (doubt,) = jury.doubts_of(b"9\n")
    assert doubt.kind == "model" and "bad 9" in doubt.text and jury.doubts_of(b"8\n") == ()


def test_what_a_model_refuses_alone_is_not_shown():
    jury = Jury((), SAMPLES, models=[Model(refused=frozenset([b"9\n"]))])
    assert not jury.accepts(b"9\n", "sorted") and codes(jury) == ["input-refused"]


def test_a_model_is_asked_about_small_inputs_before_they_are_run():
    model, large = Model(refused=frozenset([b"9\n"])), b"1 " * SMALL_BYTES
    inputs = [(b"9\n", "a"), (b"8\n", "b"), (large, "c")]
    assert Jury((), SAMPLES, models=[model]).admitted(inputs) == [False, True, True]
    assert large not in model.asked
    assert Jury([Judge()], SAMPLES, models=[model]).admitted(inputs) == [True, True, True]  # It is doubted at most.


def test_a_model_that_fails_on_a_small_input_keeps_none_from_being_run():
    jury = Jury((), SAMPLES, models=[Model(refused=frozenset([b"8\n"]), failing=frozenset([b"9\n"]))])
    assert jury.admitted([(b"9\n", "a"), (b"8\n", "b")]) == [True, True] and codes(jury) == ["validator-distrusted"]


def test_a_sample_is_valid_whatever_speaks_against_the_format():
    jury = Jury((), SAMPLES, doubts=(Doubt("bounds", "Nothing says what values n may have."),))
    assert (jury.validity_of(b"1\n"), jury.doubts_of(b"1\n")) == (Validity.CONFIRMED, ())
    assert jury.validity_of(b"3\n") is Validity.DOUBTFUL and jury.doubts_of(b"3\n")


READ = Doubt("sentence", "Nothing in the format stands for it.", 3, "The boxes are stable.")
SEEN = Doubt("failing", "The program fails on many inputs.")


@dataclass
class Calibrated(Judge):
    """A validator of a language model that other readings of the statement agree with."""

    calibrated: bool = True


@pytest.mark.parametrize(
    ("opinion", "doubts"),
    [
        (Calibrated(), (SEEN,)),
        (Calibrated(calibrated=False), (READ, SEEN)),
        (Calibrated(refused=frozenset([b"2\n"])), (READ, SEEN)),
        (Judge(), (READ, SEEN)),
    ],
    ids=["calibrated", "not calibrated", "refuses a sample", "another"],
)
def test_a_calibrated_validator_answers_for_what_the_rules_didnt_understand_of_the_statement(opinion, doubts):
    jury = Jury((), SAMPLES, [opinion], (READ, SEEN))
    assert jury.accepts(b"9\n", "sorted") and jury.doubts == doubts and jury.validity is Validity.DOUBTFUL
    alone = Jury((), SAMPLES, [opinion], (READ,))
    assert alone.validity is (Validity.LIKELY if READ not in doubts else Validity.DOUBTFUL)


def test_what_a_validator_answered_for_is_doubted_again_once_it_fails():
    jury = Jury((), SAMPLES, [Calibrated(failing=frozenset([b"9\n"]))], (READ,))
    assert jury.accepts(b"8\n", "sorted") and jury.doubts == ()
    assert jury.accepts(b"9\n", "sorted") and jury.doubts == (READ,)


def test_once_one_was_refused_all_are_asked_about_until_many_are_accepted():
    judge = Judge(refused=frozenset([b"9\n", b"8\n"]))
    jury = Jury([judge], SAMPLES)
    inputs = [(b"9\n", "a"), (b"10\n", "b"), (b"8\n", "c")]
    assert jury.admitted(inputs) == [True, True, True]
    assert not jury.accepts(b"9\n", "a")

    assert jury.admitted(inputs) == [False, True, False]
    assert jury.admitted([(b"1%d\n" % number, "") for number in range(ASK_ALL_FOR)]) == [True] * ASK_ALL_FOR
    asked = len(judge.asked)
    assert jury.admitted(inputs) == [True, True, True]
    assert len(judge.asked) == asked


@pytest.mark.parametrize(("refused_in_five", "asked"), [(1, (30, 60)), (4, (61, 100))], ids=["few", "most"])
def test_a_slow_validator_is_asked_a_part_of_the_time_only_unless_it_refuses_most(refused_in_five, asked):
    now = [0.0]

    class Slow(Judge):
        def validate(self, data: bytes) -> InputVerdict:
            now[0] += 1.0
            return super().validate(data)

    judge = Slow(refused=frozenset([b"9\n"]))
    jury = Jury([judge], SAMPLES, clock=lambda: now[0])
    jury.accepts(b"9\n", "a")
    told = len(judge.asked)
    for turn in range(100):
        jury.admitted([(b"9\n" if turn % 5 < refused_in_five else b"8\n", "all alike")])
        now[0] += 1.0

    assert asked[0] <= len(judge.asked) - told <= asked[1]


def test_kinds_that_are_always_refused_are_asked_about_rarely():
    judge = Judge(refused=frozenset([b"9\n"]))
    jury = Jury([judge], SAMPLES)
    jury.accepts(b"9\n", "random")
    judge.asked.clear()
    for turn in range(64):
        assert jury.admitted(
            [(b"9\n", f"h: sorted of #{turn:06x}"), (b"%d\n" % (10 + turn), f"h[{turn}] changed")]
        ) == [False, True]

    assert len(judge.asked) - judge.asked.count(b"9\n") == 64
    assert judge.asked.count(b"9\n") <= 16


def test_a_validator_that_fails_while_all_are_asked_about_is_asked_no_more():
    jury = Jury([Judge(refused=frozenset([b"9\n"]), failing=frozenset([b"7\n"]))], SAMPLES)
    jury.accepts(b"9\n", "a")
    assert jury.admitted([(b"7\n", ""), (b"9\n", "")]) == [True, True]
    assert "validator-distrusted" in codes(jury)


class SmallOnly(Judge):
    """Refuses more than a hundred numbers."""

    def validate(self, data: bytes) -> InputVerdict:
        return InputVerdict(int(data.split()[0]) <= 100, "too many")


def test_with_a_budget_in_executions_no_clock_says_whether_validators_are_asked(fake_executor, monkeypatch):
    campaign, spec = Campaign(fake_executor(ARRAY, quicksort, 4)), spec_of(Budget(executions=150))
    events = campaign.run(spec, validators=[SmallOnly()])
    monkeypatch.setattr("slowpath.engine.jury.ASKING_FREE_S", 0.0)
    monkeypatch.setattr("slowpath.engine.jury.ASKING_SHARE", 0.0)
    again = campaign.run(spec, validators=[SmallOnly()])
    ids = [[slow.id for slow in view_of(found).slow_inputs] for found in (events, again)]
    assert ids[0] == ids[1]
    assert [view_of(found).executions for found in (events, again)] == [150, 150]
