"""Prompts as folders: `prompts/<id>/` holds `prompt.toml`, `system.md`, `user.md`, perhaps `feedback.md`, and
`reply.schema.json`.

What several prompts say alike stands once, in `prompts/parts/`, and is put in where a template says `{{> name}}`. A
reply to a prompt that shows an input format with its grounds may always object to it (`parts/objection.schema.json`).

A template's placeholder is `{{name}}`. `prompt.toml` declares them all, and everything is checked both ways when a
prompt is loaded and again when it is filled: a placeholder that isn't declared, one that is declared and never used, a
value that is missing and a value that nobody asked for are errors. Values are put in in one pass, so a value that
looks like a placeholder stays what it is.

The folder lies at the top of a checkout, and beside this package in an installed wheel.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import jsonschema

from slowpath.llm.client import Message, ModelRequest, Sampling
from slowpath.model.patterns import late_regex

_PLACEHOLDER = late_regex(r"\{\{([^{}\n]*)\}\}")
_PART = late_regex(r"\{\{> ([a-z-]+)\}\}\n?")
_PARTS, _GROUNDS, _OBJECTION = "parts", "grounds", "objection"
_NAME = late_regex(r"[a-z][a-z0-9_]*\Z")
_PACKAGE = Path(__file__).resolve().parents[1]
FOLDERS = (_PACKAGE / "prompts", _PACKAGE.parents[1] / "prompts")
"""Where prompts are, first that is there: in the wheel, in a checkout."""


class PromptBroken(Exception):
    """A prompt folder or the values for it are wrong: a mistake of ours, never of a user or a model."""


@dataclass(frozen=True)
class Prompt:
    """One prompt. `version` changes with its text; `fences` see `replies.parse_reply`."""

    id: str
    version: int
    title: str
    system: str = field(repr=False)
    user: str = field(repr=False)
    feedback: str = field(repr=False)
    placeholders: frozenset[str]
    feedback_placeholders: frozenset[str]
    sampling: Sampling
    fences: Mapping[str, str] = field(hash=False)
    schema: Mapping[str, Any] = field(repr=False, hash=False)

    @property
    def name(self) -> str:
        """Its id and version, as recordings and reports name it."""
        return f"{self.id}/{self.version}"

    def request(self, values: Mapping[str, str], *, sample: int = 0, purpose: str = "") -> ModelRequest:
        """The question with its placeholders filled. Raises `PromptBroken` where values and placeholders differ."""
        _check_values(self.id, self.placeholders, values)
        messages = (Message("system", filled(self.system, values)), Message("user", filled(self.user, values)))
        return ModelRequest(messages, dict(self.schema), self.id.replace("-", "_"), self.sampling, sample, purpose)

    def feedback_message(self, values: Mapping[str, str]) -> Message:
        """What follows a reply that was used and found wanting."""
        _check_values(f"{self.id} feedback", self.feedback_placeholders, values)
        return Message("user", filled(self.feedback, values))


def filled(template: str, values: Mapping[str, str]) -> str:
    """The template with every placeholder replaced, in one pass."""
    return _PLACEHOLDER.sub(lambda match: values[match[1].strip()], template).strip()


@cache
def load_prompt(prompt_id: str) -> Prompt:
    """The prompt of that id. Raises `PromptBroken` for one that isn't there or isn't whole."""
    return read_prompt(prompts_folder() / prompt_id)


@cache
def prompt_part(prompt_id: str, name: str) -> str:
    """A text that a prompt's folder keeps for some of its requests (`<name>.md`), to be put into a placeholder."""
    try:
        return (prompts_folder() / prompt_id / f"{name}.md").read_text("utf-8").strip()
    except OSError as error:
        raise PromptBroken(f"prompt {prompt_id}: {error}") from error


def prompt_part_of(prompt_id: str, name: str, language: str, otherwise: str) -> str:
    """The text of that name for a language (`<name>.<language>.md`), another language's where it has none."""
    own = (prompts_folder() / prompt_id / f"{name}.{language}.md").is_file()
    return prompt_part(prompt_id, f"{name}.{language if own else otherwise}")


def prompts_folder() -> Path:
    """The folder that holds the prompts."""
    for folder in FOLDERS:
        if folder.is_dir():
            return folder
    raise PromptBroken(f"no folder of prompts: neither {FOLDERS[0]} nor {FOLDERS[1]}")


def prompt_ids() -> list[str]:
    """The ids of all prompts there are."""
    return sorted(path.parent.name for path in prompts_folder().glob("*/prompt.toml"))


def read_prompt(folder: Path) -> Prompt:
    """The prompt in a folder, checked."""
    try:
        settings = _toml((folder / "prompt.toml").read_text("utf-8"))
        texts = {name: (folder / f"{name}.md").read_text("utf-8") for name in ("system", "user")}
        feedback = folder / "feedback.md"
        texts["feedback"] = feedback.read_text("utf-8") if feedback.is_file() else ""
        texts = {name: _PART.sub(lambda part: _part(f"{part[1]}.md"), text) for name, text in texts.items()}
        schema = json.loads((folder / "reply.schema.json").read_text("utf-8"))
        if _GROUNDS in settings.get("placeholders", ()):
            schema["properties"][_OBJECTION] = json.loads(_part(f"{_OBJECTION}.schema.json"))
        jsonschema.Draft202012Validator.check_schema(schema)
    except (OSError, ValueError, KeyError, jsonschema.SchemaError) as error:
        raise PromptBroken(f"prompt {folder.name}: {error}") from error
    prompt = _made(folder.name, settings, texts, schema)
    _check_templates(prompt)
    return prompt


def _part(name: str) -> str:
    """A text that prompts share."""
    return (prompts_folder() / _PARTS / name).read_text("utf-8")


def _made(prompt_id: str, settings: Mapping[str, Any], texts: Mapping[str, str], schema: Mapping[str, Any]) -> Prompt:
    known = {"id", "version", "title", "placeholders", "feedback_placeholders", "sampling", "fences"}
    unknown = set(settings) - known
    if settings.get("id") != prompt_id or unknown:
        raise PromptBroken(f"prompt {prompt_id}: prompt.toml has another id, or the unknown keys {sorted(unknown)}")
    try:
        return Prompt(
            prompt_id,
            int(settings["version"]),
            str(settings["title"]),
            texts["system"],
            texts["user"],
            texts["feedback"],
            frozenset(settings["placeholders"]),
            frozenset(settings.get("feedback_placeholders", ())),
            Sampling(**settings.get("sampling", {})),
            dict(settings.get("fences", {})),
            schema,
        )
    except (KeyError, TypeError, ValueError) as error:
        raise PromptBroken(f"prompt {prompt_id}: prompt.toml: {error!r}") from error


def _check_templates(prompt: Prompt) -> None:
    for what, declared, templates in (
        ("", prompt.placeholders, (prompt.system, prompt.user)),
        (" feedback", prompt.feedback_placeholders, (prompt.feedback,)),
    ):
        used = {match.strip() for template in templates for match in _PLACEHOLDER.findall(template)}
        for name in sorted(used | declared):
            if not _NAME.match(name) or name not in declared:
                raise PromptBroken(f"prompt {prompt.id}{what}: {{{{{name}}}}} is not declared in prompt.toml")
            if name not in used:
                raise PromptBroken(f"prompt {prompt.id}{what}: {{{{{name}}}}} is declared and never used")


def _check_values(where: str, declared: frozenset[str], values: Mapping[str, str]) -> None:
    missing, foreign = declared - values.keys(), values.keys() - declared
    if missing or foreign:
        raise PromptBroken(f"prompt {where}: no value for {sorted(missing)}, no placeholder for {sorted(foreign)}")


def _toml(text: str) -> dict[str, Any]:
    try:
        import tomllib
    except ModuleNotFoundError:
        import tomli as tomllib
    return tomllib.loads(text)
