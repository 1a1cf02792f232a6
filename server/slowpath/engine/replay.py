"""Replay documents: what is needed to write exactly the bytes of a slow input again, as JSON.

A document holds the recipe where the recipe makes the same bytes (which is tried when the document is written),
else the bytes themselves, compressed by zlib and as base64. Both carry the SHA-256 of the bytes, which is checked
on the way back: a replay that would give another input fails instead.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import zlib

from slowpath.engine import shaped
from slowpath.engine.generated import KIND as GENERATED
from slowpath.engine.generated import made_again
from slowpath.engine.space import regenerate
from slowpath.errors import UsageError
from slowpath.inputs.filling.checked import without_checks
from slowpath.inputs.filling.generate import CannotGenerate
from slowpath.inputs.text_form.text import from_text, to_text
from slowpath.model.format import InputFormat
from slowpath.model.generator import GeneratorRunner
from slowpath.model.origin import Origin, input_id

VERSION = 1
KINDS = ("pattern", shaped.KIND, GENERATED)
REMEDY = "Write the replay again from the campaign, or use the Slowpath version that wrote it."


def replay_document(origin: Origin, fmt: InputFormat, data: bytes, runner: GeneratorRunner | None = None) -> dict:
    """The JSON value that `replay_bytes` turns into `data` again, of an input of that origin.

    `runner` tries the recipes of generators that a model wrote; without it their inputs are written as bytes.
    """
    document = {
        "slowpath_replay": VERSION,
        "id": input_id(data),
        "size": len(data),
        "sha256": hashlib.sha256(data).hexdigest(),
        "strategy": origin.strategy,
        "label": origin.label,
    }
    recipe = origin.recipe
    # What is made by checks hangs on what was found before, too.
    is_free = without_checks(fmt) == fmt
    if is_free and recipe is not None and recipe.get("kind") in KINDS and _makes(fmt, recipe, data, runner):
        return {**document, "format": to_text(fmt), "recipe": recipe}
    return {**document, "data": base64.b64encode(zlib.compress(data, 9)).decode("ascii")}


def _makes(fmt: InputFormat, recipe: dict, data: bytes, runner: GeneratorRunner | None) -> bool:
    """Whether the recipe, with the format read back from its text, gives these bytes."""
    try:
        return remade(from_text(to_text(fmt)), recipe, runner) == data
    except Exception:
        # Whatever hinders the recipe (a text form that loses something), the bytes themselves will do.
        return False


def remade(fmt: InputFormat, recipe: dict, runner: GeneratorRunner | None = None) -> bytes:
    """The bytes of a recipe of any kind.

    Raises `KeyError` or `ValueError` for one that this version doesn't know, `CannotGenerate` where nothing valid can
    be made of it, `UsageError` for a generator of a model without a `runner`.
    """
    if recipe.get("kind") == shaped.KIND:
        return shaped.made_again(fmt, recipe)
    if recipe.get("kind") != GENERATED:
        return regenerate(fmt, recipe)
    if runner is None:
        raise UsageError(
            "the replay runs a generator that a language model wrote, and there is no sandbox for it.",
            "Replay it by `slowpath replay`.",
        )
    return made_again(fmt, recipe, runner)


def replay_bytes(document: dict, runner: GeneratorRunner | None = None) -> bytes:
    """The input's bytes; `runner` runs the generators of a model.

    Raises `UsageError` for a document that isn't one or whose bytes don't match its digest.
    """
    if not isinstance(document, dict) or document.get("slowpath_replay") != VERSION:
        raise UsageError("this is no replay document of a version known here.", REMEDY)
    data = _restored(document, runner)
    if hashlib.sha256(data).hexdigest() != document.get("sha256"):
        raise UsageError("the replay makes other bytes than the ones it was written for.", REMEDY)
    return data


def _restored(document: dict, runner: GeneratorRunner | None) -> bytes:
    try:
        if "recipe" in document:
            return remade(from_text(document["format"]), document["recipe"], runner)
        return zlib.decompress(base64.b64decode(document["data"], validate=True))
    except (
        AttributeError,
        IndexError,
        KeyError,
        TypeError,
        ValueError,
        OverflowError,
        CannotGenerate,
        binascii.Error,
        zlib.error,
    ) as error:
        # It was JSON, but its values may be anything at any depth: a list for a recipe, a word for a size.
        raise UsageError(f"the replay document is damaged ({type(error).__name__}: {error}).", REMEDY) from error
