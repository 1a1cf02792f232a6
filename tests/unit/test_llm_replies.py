"""From a model's text to a value: every way in which models answer, and every way in which they don't."""

from __future__ import annotations

import pytest

from slowpath.llm.replies import parse_reply

SCHEMA = {
    "type": "object",
    "required": ["idea", "generator"],
    "additionalProperties": False,
    "properties": {"idea": {"type": "string"}, "generator": {"type": "string", "minLength": 1}},
}
FENCES = {"python": "generator", "*": "idea"}
PLAIN = '{"idea": "i", "generator": "g"}'


@pytest.mark.parametrize(
    ("text", "value"),
    [
        (PLAIN, ("i", "g")),
        (f"Sure! Here it is:\n```json\n{PLAIN}\n```\nGood luck.", ("i", "g")),
        (f"~~~\n{PLAIN}\n~~~", ("i", "g")),
        (f"I think {{so}}: {PLAIN} is best.", ("i", "g")),
        (f'<think>\n{{"idea": "no", "generator": "no"}}\n</think>\n{PLAIN}', ("i", "g")),
        ("Reverse order.\n```python\nx = 1\n```\n", ("Reverse order.", "x = 1\n")),
        ("Short:\n```python\na\n```\nWhole:\n```python\na\nb = '```'\n```", ("Short:\n\nWhole:", "a\nb = '```'\n")),
        (f'{{"idea": 1}} and then {PLAIN}', ("i", "g")),
        ('{"idea": "a\\nb", "generator": "\\u00e9"}', ("a\nb", "é")),
    ],
)
def test_understands_every_way_of_answering(text, value):
    parsed = parse_reply(text, SCHEMA, FENCES)
    assert parsed.good == dict(zip(("idea", "generator"), value, strict=True)), parsed.rejected


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "no JSON object"),
        ("I can't help with that.", "no JSON object"),
        ("[1, 2]", "no JSON object"),
        ('{"idea": "i"}', "'generator' is a required property"),
        ('{"idea": "i", "generator": 5}', "not of type 'string'"),
        ('{"idea": "i", "generator": "g", "x": 1}', "Additional properties"),
        ('{"idea": "i", "generator": ""}', "non-empty"),
        ('{"idea": "i", "generator": "g"', "no JSON object"),
        ('{"idea": NaN, "generator": "g"}', "no JSON object"),
        ("{" * 100_000, "no JSON object"),
        ('{"a":' * 5000 + "1" + "}" * 5000, ""),
        ('{"idea": "i", "generator": "\\ud800"}', "half of a character"),
        ('{"idea": ' + "9" * 5000 + "}", ""),
        ("x" * 500_000, "longer than"),
        ("```javascript\nx\n```", "no JSON object"),
    ],
)
def test_says_why_a_reply_cant_be_used(text, reason):
    parsed = parse_reply(text, SCHEMA, FENCES)
    assert parsed.good is None and parsed.rejected
    assert reason in " ".join(parsed.rejected)
