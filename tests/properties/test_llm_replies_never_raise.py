"""Model text is data: whatever it is, parsing it gives a value that fits the schema, or reasons."""

from __future__ import annotations

import jsonschema
from hypothesis import given, settings
from hypothesis import strategies as st

from slowpath.llm.replies import parse_reply

SCHEMA = {
    "type": "object",
    "required": ["idea", "generator"],
    "additionalProperties": False,
    "properties": {"idea": {"type": "string"}, "generator": {"type": "string", "minLength": 1}},
}
PIECES = st.sampled_from(
    [
        "{",
        "}",
        '"',
        '"idea"',
        '"generator"',
        ":",
        ",",
        "```",
        "```python\n",
        "```json\n",
        "\n",
        "<think>",
        "</think>",
        "\\",
        "[",
        "]",
        "\ud800",
        "\x00",
        "e",
        "1",
        "null",
        "~~~",
        "{{",
    ]
)
TEXTS = st.one_of(st.text(), st.lists(PIECES, max_size=40).map("".join))


@given(TEXTS, st.dictionaries(st.sampled_from(["python", "json", "*", ""]), st.sampled_from(["idea", "generator"])))
@settings(max_examples=150, deadline=None)
def test_any_text_gives_a_fitting_value_or_reasons(text, fences):
    parsed = parse_reply(text, SCHEMA, fences)
    if parsed.good is None:
        assert parsed.rejected
    else:
        jsonschema.validate(parsed.good, SCHEMA)
        assert not parsed.rejected
