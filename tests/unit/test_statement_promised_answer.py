"""What statements promise of how large answers are."""

from __future__ import annotations

import pytest

from slowpath.statement.answers.promised_answer import promised_answer


@pytest.mark.parametrize(
    ("said", "most"),
    [
        (r"The answer will always be at most 2 billion ($2\,000\,000\,000$).", 2_000_000_000),
        ("The answer fits in a 64-bit signed integer.", (1 << 63) - 1),
        ("It is guaranteed that the result does not exceed $10^{18}$.", 10**18),
        ("The answer is guaranteed to be less than 1,000,000.", 1_000_000),
        (r"The answer is at most $2 \cdot 10^9$.", 2 * 10**9),
        ("The answer will be at most 3 billion.", 3 * 10**9),
        ("The result fits into an int.", (1 << 31) - 1),
        ("All answers are at most a few thousand.", None),
    ],
)
def test_a_promise_is_found_with_its_largest_number(said, most):
    found = promised_answer(f"Count them.\n\n## Output\nPrint the number of ways. {said}\n")
    assert found is not None and found.most == most


@pytest.mark.parametrize(
    "said",
    [
        "Print the least number that is at most n.",
        "Your answer is accepted if its error is less than 0.001.",
        "The answer has no more than 12 digits.",
        "The prices are at most 100.",
        "Note that the answer may not fit into a 32-bit integer.",
        "The result doesn't fit in an int.",
    ],
)
def test_what_is_asked_for_or_compared_is_no_promise(said):
    assert promised_answer(f"Count them.\n\n## Output\nPrint the number of ways. {said}\n") is None


def test_an_answer_keeps_a_promise_by_its_numbers():
    promise = promised_answer("## Output\nThe answer is at most 100.\n")
    assert promise is not None
    assert promise.is_kept(b"100\n-3\n") and not promise.is_kept(b"101\n") and not promise.is_kept(b"many\n")
