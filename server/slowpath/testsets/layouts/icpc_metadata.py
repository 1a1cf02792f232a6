"""`problem.yaml` of an ICPC package in the words of the version that is written.

What the package that the tests were made for says of itself (who wrote it, under which licence, where it comes from,
whose it is) is said again, whichever version it was said in; limits and the judging of answers are those of the tests.
"""

from __future__ import annotations

import re
import uuid
from collections.abc import Iterable, Mapping
from typing import Any

import yaml

from slowpath.testsets.layouts.material import Material

LEGACY, NEWER = "legacy", "2025-09"
TEST_GROUP = "data/test_group.yaml"
_AS_THEY_ARE = ("license", "rights_owner")
_NEWER_ALONE = ("version", "embargo_until", "languages", "allow_file_writing", "constants")
_LIMITS = tuple(
    "output code compilation_time compilation_memory validation_time validation_memory validation_output".split()
)
_MULTIPLIERS = {"time_multiplier": "ac_to_time_limit", "time_safety_margin": "time_limit_to_tle"}
"""Of a time limit, by their names in the legacy version, with the newer one's."""


def version_of(material: Material) -> str:
    """The version of the package that the tests were made for, "" without one or for one that isn't written here."""
    if "problem.yaml" not in material.kept:
        return ""
    said = _said(material, "problem.yaml").get("problem_format_version", LEGACY)
    return LEGACY if str(said).startswith(LEGACY) else NEWER if str(said) == NEWER else ""


def problem_yaml(material: Material, version: str) -> bytes:
    """The file."""
    made = (_legacy if version == LEGACY else _newer)(material, _said(material, "problem.yaml"))
    return yaml.safe_dump(made, sort_keys=False, allow_unicode=True).encode()


def output_arguments(material: Material) -> list[str]:
    """What the newer version says in `TEST_GROUP` that outputs are judged with."""
    if judges_itself(material):
        return _flags(_said(material, "problem.yaml").get("validator_flags"))
    if material.tolerance is None or material.problem.answer_checker is not None:
        return []
    return ["float_tolerance", f"{material.tolerance:g}"]


def judges_itself(material: Material) -> bool:
    """Whether the package has an output validator of its own."""
    return any(path.startswith(("output_validator/", "output_validators/")) for path in material.kept)


def seconds(limit_s: float) -> str:
    """A time limit as it is written."""
    return f"{limit_s:g}"


def _legacy(material: Material, known: Mapping[str, Any]) -> dict[str, Any]:
    is_custom = judges_itself(material)
    if is_custom:
        flags = " ".join(_flags(_said(material, TEST_GROUP).get("output_validator_args")))
    else:
        flags = f"float_tolerance {material.tolerance:g}" if material.tolerance is not None else ""
    named = [_name_of(person) for person in _authors(known)]
    sources = [
        (_name_of(each), each.get("url") if isinstance(each, dict) else None) for each in _listed(known, "source")
    ]
    source, url = sources[0] if sources else (None, None)
    keywords = " ".join(str(word) for word in _listed(known, "keywords"))
    multipliers = _mapped(_mapped(known, "limits"), "time_multipliers")
    return _without_nothing(
        {
            "name": material.problem.name,
            "uuid": _id(material, known),
            "author": ", ".join(named),
            "source": source,
            "source_url": known.get("source_url") or url,
            **_chosen(known, _AS_THEY_ARE),
            "validation": "custom" if is_custom else "default",
            "validator_flags": flags,
            "keywords": keywords,
            "limits": {
                **_memory(material),
                **_chosen(_mapped(known, "limits"), _LIMITS),
                **{name: multipliers[newer] for name, newer in _MULTIPLIERS.items() if newer in multipliers},
            },
        }
    )


def _newer(material: Material, known: Mapping[str, Any]) -> dict[str, Any]:
    limits = _mapped(known, "limits")
    multipliers = _mapped(limits, "time_multipliers") or {
        newer: limits[name] for name, newer in _MULTIPLIERS.items() if name in limits
    }
    source, url = known.get("source"), known.get("source_url")
    name = known.get("name")
    return _without_nothing(
        {
            "problem_format_version": NEWER,
            "type": "pass-fail",
            "name": name if isinstance(name, dict) else {"en": material.problem.name},
            "uuid": _id(material, known),
            "credits": known.get("credits") or {"authors": _authors(known)},
            "source": {"name": source, "url": url} if isinstance(source, str) and url else source or url,
            "license": "unknown",
            **_chosen(known, _AS_THEY_ARE),
            "keywords": [str(word) for word in _listed(known, "keywords")],
            **_chosen(known, _NEWER_ALONE),
            "limits": {
                "time_limit": float(seconds(material.made.limit_s)),
                **_memory(material),
                **_chosen(limits, _LIMITS),
                "time_multipliers": multipliers,
            },
        }
    )


def _said(material: Material, path: str) -> dict[str, Any]:
    """What a kept file of YAML says, nothing where it isn't there or can't be read."""
    try:
        said = yaml.safe_load(material.kept.get(path, b""))
    except (yaml.YAMLError, ValueError, TypeError, RecursionError, OverflowError):
        return {}
    return said if isinstance(said, dict) else {}


def _id(material: Material, known: Mapping[str, Any]) -> str:
    """The package's own, else one that follows from the tests."""
    tests = "\n".join(test.proposed.id for test in material.made.tests)
    return str(known.get("uuid") or uuid.uuid5(uuid.NAMESPACE_OID, tests))


def _memory(material: Material) -> dict[str, int]:
    limit = material.problem.limits.memory_bytes
    return {"memory": limit >> 20} if limit else {}


def _authors(known: Mapping[str, Any]) -> list[Any]:
    """The persons, as the newer version has them: "A, B and C" of the legacy one are three."""
    credited = known.get("credits")
    if credited:
        return _listed(credited, "authors") if isinstance(credited, dict) else [credited]
    said = re.split(r",|\s(?:and|&)\s", str(known.get("author") or ""))
    return [name.strip() for name in said if name.strip()]


def _name_of(one: Any) -> str:
    """A person's name, or a source's: both are texts, or maps with more."""
    return str(one.get("name", "")) if isinstance(one, dict) else str(one)


def _listed(known: Mapping[str, Any], key: str) -> list[Any]:
    """One or several of something, as a list."""
    said = known.get(key)
    if key == "keywords" and isinstance(said, str):
        return said.split()
    return said if isinstance(said, list) else [said] if said else []


def _mapped(known: Mapping[str, Any], key: str) -> dict[str, Any]:
    said = known.get(key)
    return said if isinstance(said, dict) else {}


def _flags(said: Any) -> list[str]:
    return [str(flag) for flag in said] if isinstance(said, list) else str(said or "").split()


def _chosen(known: Mapping[str, Any], names: Iterable[str]) -> dict[str, Any]:
    return {name: known[name] for name in names if name in known}


def _without_nothing(said: Mapping[str, Any]) -> dict[str, Any]:
    """Without what is empty, at any depth."""
    made = {name: _without_nothing(value) if isinstance(value, dict) else value for name, value in said.items()}
    return {name: value for name, value in made.items() if value not in (None, "", [], {})}
