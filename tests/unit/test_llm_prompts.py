"""Prompts: every folder loads, placeholders are checked both ways, values are never read as templates."""

from __future__ import annotations

import re
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from slowpath.llm.prompts import PromptBroken, load_prompt, prompt_ids, prompts_folder, read_prompt

TOML = 'id = "{id}"\nversion = 2\ntitle = "T"\nplaceholders = ["a", "b"]\n'


def made(
    folder: Path,
    toml: str = TOML,
    system: str = "be {{a}}",
    user: str = "do {{b}} and {{ a }}",
    schema: str = '{"type": "object"}',
    feedback: str | None = None,
) -> Path:
    """A prompt folder."""
    path = folder / "try"
    path.mkdir()
    texts = {
        "prompt.toml": toml.replace("{id}", "try"),
        "system.md": system,
        "user.md": user,
        "reply.schema.json": schema,
        **({"feedback.md": feedback} if feedback is not None else {}),
    }
    for name, text in texts.items():
        (path / name).write_text(text, encoding="utf-8")
    return path


@pytest.mark.parametrize("prompt_id", prompt_ids())
def test_every_prompt_loads_and_fills(prompt_id):
    prompt = load_prompt(prompt_id)
    request = prompt.request({name: f"<{name}>" for name in prompt.placeholders})
    text = "\n".join(message.content for message in request.messages)
    assert "{{" not in text and all(f"<{name}>" in text for name in prompt.placeholders)
    assert request.sampling.max_tokens in (4096, 6144) and request.sampling.temperature in (0.8, 1.0)
    if prompt.feedback:
        feedback = prompt.feedback_message({name: f"<{name}>" for name in prompt.feedback_placeholders})
        assert "{{" not in feedback.content


@pytest.mark.parametrize("prompt_id", prompt_ids())
def test_every_reply_schema_suits_strict_structured_output(prompt_id):
    schema = load_prompt(prompt_id).schema
    assert schema["additionalProperties"] is False
    # What may be left out may be null too: a strict endpoint is asked for that.
    left_out = set(schema["properties"]) - set(schema["required"])
    assert set(schema["required"]) <= set(schema["properties"])
    assert all("null" in schema["properties"][name]["type"] for name in left_out)


@pytest.mark.parametrize("prompt_id", prompt_ids())
def test_who_is_shown_a_format_hears_where_it_comes_from_and_may_object(prompt_id):
    prompt = load_prompt(prompt_id)
    is_shown = "format" in prompt.placeholders
    assert ("grounds" in prompt.placeholders) is ("objection" in prompt.schema["properties"]) is is_shown
    assert ("say so in `objection`" in prompt.user) is is_shown


def test_every_prompt_stands_in_the_readme():
    readme = (prompts_folder() / "README.md").read_text("utf-8")
    assert set(re.findall(r"^\| `([\w-]+)`", readme, re.M)) == set(prompt_ids())


def test_a_value_that_looks_like_a_placeholder_stays_what_it_is(tmp_path):
    request = read_prompt(made(tmp_path)).request({"a": "{{b}}", "b": "{{nonsense}}"})
    assert [message.content for message in request.messages] == ["be {{b}}", "do {{nonsense}} and {{b}}"]


@pytest.mark.parametrize("values", [{"a": "1"}, {"a": "1", "b": "2", "c": "3"}, {}])
def test_values_and_placeholders_must_agree(tmp_path, values):
    with pytest.raises(PromptBroken):
        read_prompt(made(tmp_path)).request(values)


@pytest.mark.parametrize(
    "broken",
    [
        {"user": "do {{b}} {{a}} {{c}}"},
        {"user": "do nothing"},
        {"user": "do {{B!}} {{b}} {{a}}"},
        {"user": "do {{b}} {{a}} {{> no-such-part}}"},
        {"toml": TOML.replace('"{id}"', '"other"')},
        {"toml": TOML + "colour = 1\n"},
        {"toml": "id = "},
        {"toml": TOML.replace("version = 2\n", "")},
        {"schema": "{"},
        {"schema": '{"type": "nothing"}'},
        {"toml": TOML + "[sampling]\nheat = 1.0\n"},
        {"feedback": "because {{why}}"},
        {"toml": TOML + 'feedback_placeholders = ["why"]\n'},
    ],
)
def test_a_broken_prompt_is_refused(tmp_path, broken):
    with pytest.raises(PromptBroken):
        read_prompt(made(tmp_path, **broken))


def test_a_prompt_that_isnt_there_is_refused():
    with pytest.raises(PromptBroken):
        load_prompt("no-such-prompt")


def test_the_extensions_wheel_brings_prompts_page_and_extras(tmp_path):
    root = prompts_folder().parent
    done = subprocess.run(
        [sys.executable, root / "extension" / "dev" / "build_wheel.py", tmp_path],
        capture_output=True,
        text=True,
        check=True,
        cwd=root,
    )
    with zipfile.ZipFile(done.stdout.strip()) as wheel:
        names = set(wheel.namelist())
        (metadata,) = (wheel.read(name).decode() for name in names if name.endswith(".dist-info/METADATA"))
    assert {f"slowpath/prompts/{prompt_id}/prompt.toml" for prompt_id in prompt_ids()} <= names
    assert "slowpath/prompts/parts/objection.schema.json" in names
    assert "slowpath/docs/format.md" in names
    assert re.search(r'^Provides-Extra: agents\nRequires-Dist: mcp\S+; extra == "agents"$', metadata, re.M)
