"""An ICPC/Kattis problem package, version `legacy` or `2025-09`, with generators for BAPCtools.

What the package that the tests were made for holds already (metadata, statement, validators, checker) is kept as it is
where the versions agree; `icpc_metadata` says the metadata in the words of the other one. `generators/generators.yaml`
says of every test how it is made: short ones stand there themselves, longer ones are made by `generators/replay`, which
holds the replay files.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

import yaml

from slowpath.model.testset import ChosenTest
from slowpath.testsets.answer_form import answer_form, answer_validator
from slowpath.testsets.layouts.icpc_metadata import (
    LEGACY,
    NEWER,
    TEST_GROUP,
    judges_itself,
    output_arguments,
    problem_yaml,
    seconds,
    version_of,
)
from slowpath.testsets.layouts.material import REPORT, Files, Material, placed
from slowpath.testsets.layouts.written_statement import as_typed

VALID = 42
SHORT_BYTES = 200
GENERATORS_VERSION = "2025-12"
_STATEMENTS = ("statement", "problem_statement")
_KEPT = tuple(
    (
        "statement problem_statement input_validators input_format_validators output_validator output_validators "
        "answer_validators attachments submissions data/testdata.yaml data/test_group.yaml data/secret/testdata.yaml "
        "data/secret/test_group.yaml"
    ).split()
)
_REPLAY = '''\
#!/usr/bin/env python3
"""Writes a test again: `replay.py NAME` prints what the replay file of that name beside it describes.

Where the file holds the bytes, nothing else is needed; where it holds a recipe, `slowpath` must be on the PATH.
"""

import base64
import json
import subprocess
import sys
import zlib
from pathlib import Path

place = Path(__file__).parent / f"{sys.argv[1]}.replay.json"
document = json.loads(place.read_text(encoding="utf-8"))
if "data" in document:
    sys.stdout.buffer.write(zlib.decompress(base64.b64decode(document["data"])))
else:
    sys.exit(subprocess.run(["slowpath", "replay", str(place)]).returncode)
'''


@dataclass(frozen=True)
class Icpc:
    """The package layout. `version` "" keeps that of the package that the tests were made for, else the newer one."""

    version: str = ""

    def files(self, material: Material) -> Files:
        """See `Layout.files`."""
        version = self.version or version_of(material) or NEWER
        written = dict(self._metadata(material, version))
        written |= dict(material.kept_below(*_KEPT))
        written |= dict(self._tests(material)) | dict(_validators(material)) | dict(_submissions(material))
        written |= dict(_generators(material))
        if version != LEGACY:
            written |= dict(_answer_validator(material))
        endings = (".tex",) if version == LEGACY else (".tex", ".md", ".pdf")
        if not any(
            path.startswith(f"{folder}/") and path.endswith(endings) for path in written for folder in _STATEMENTS
        ):
            written |= dict(_statement(material, version))
        written[REPORT] = material.report.encode()
        yield from _moved(written, version).items()

    @staticmethod
    def _metadata(material: Material, version: str) -> Files:
        known = material.kept.get("problem.yaml")
        if known is not None and version_of(material) == version:
            yield "problem.yaml", known
            for name in (".timelimit", "domjudge-problem.ini"):
                if name in material.kept:
                    yield name, material.kept[name]
            return
        yield "problem.yaml", problem_yaml(material, version)
        if version == LEGACY:
            yield ".timelimit", f"{seconds(material.made.limit_s)}\n".encode()
        elif flags := output_arguments(material):
            yield TEST_GROUP, yaml.safe_dump({"output_validator_args": flags}).encode()

    @staticmethod
    def _tests(material: Material) -> Files:
        for folder, tests in (("sample", material.samples), ("secret", material.secret)):
            for test in tests:
                yield f"data/{folder}/{test.name}.in", test.proposed.data
                yield f"data/{folder}/{test.name}.ans", test.answer


class _Blocks(yaml.SafeDumper):
    """Writes texts of several lines as blocks, as people do."""


def _block(dumper: yaml.SafeDumper, text: str) -> yaml.ScalarNode:
    return dumper.represent_scalar("tag:yaml.org,2002:str", text, style="|" if "\n" in text else None)


_Blocks.add_representer(str, _block)


def _statement(material: Material, version: str) -> Files:
    """The statement where no package had one that the version reads, or at least its name: in LaTeX, which all tools
    read, so other text stands there as it is typed."""
    name = material.problem.name
    text = material.problem.statement or name
    folder = "problem_statement" if version == LEGACY else "statement"
    text = as_typed(text)
    if "\\problemname" not in text:
        text = f"\\problemname{{{name}}}\n\n{text}"
    yield f"{folder}/problem.en.tex", text.encode()


def _validators(material: Material) -> Files:
    if material.script is not None:
        yield "input_validators/format.ctd", material.script.encode("latin-1", "replace")
    if material.validators:
        yield "input_validators/format_check.py", material.validators[VALID].encode()


def _answer_validator(material: Material) -> Files:
    """What answers look like, where they have a form, and neither a validator of the package judges them nor one of
    outputs may take others as well."""
    form = answer_form([(test.proposed.data, test.answer) for test in material.made.tests])
    if form is not None and not judges_itself(material) and not any(material.kept_below("answer_validators")):
        yield "answer_validators/answer_check.py", answer_validator(form, VALID).encode()


def _submissions(material: Material) -> Files:
    for path, program in placed(
        material.programs,
        lambda program: (
            program.path if program.path.startswith("submissions/") else f"submissions/{program.kind}/{program.name}"
        ),
        dict(material.kept_below("submissions")),
    ):
        yield path, program.source


def _generators(material: Material) -> Files:
    yield "generators/replay/replay.py", _REPLAY.encode()
    accepted = next((path for path, _ in _submissions(material) if path.startswith("submissions/accepted/")), None)
    secret = {test.name: _rule(test) for test in material.secret}
    sample = {test.name: {"in": _text(test.proposed.data), "ans": _text(test.answer)} for test in material.samples}
    rules: dict[str, Any] = {
        **({"solution": f"/{accepted}"} if accepted is not None else {}),
        "version": GENERATORS_VERSION,
        "data": {"sample": {"data": sample}, "secret": {"data": secret}},
    }
    text = yaml.dump(rules, Dumper=_Blocks, sort_keys=False, allow_unicode=True, width=1000)
    yield "generators/generators.yaml", f"# Made by Slowpath; `bt generate` makes the tests again.\n{text}".encode()
    for test in (*material.samples, *material.secret):
        yield f"generators/replay/{test.name}.replay.json", material.replay(test)


def _rule(test: ChosenTest) -> dict[str, str]:
    """How BAPCtools makes a test."""
    data = test.proposed.data
    if len(data) <= SHORT_BYTES and data.isascii() and b"\r" not in data and data.strip():
        return {"in": _text(data)}
    return {"generate": f"replay {test.name}"}


def _text(data: bytes) -> str:
    """YAML holds characters: bytes that are none of UTF-8 are only in tests that aren't written there."""
    return data.decode("utf-8", "replace")


def _moved(written: dict[str, bytes], version: str) -> dict[str, bytes]:
    """The files under the names that the version has for them: what came from a package of the other one is moved."""
    if version == LEGACY:
        renamed = {"statement": "problem_statement", "output_validator": "output_validators/validator"}
    else:
        renamed = {"problem_statement": "statement", "input_format_validators": "input_validators"}
    made = {}
    for path, data in written.items():
        first, slash, rest = path.partition("/")
        if version != LEGACY and first == "output_validators":
            first, rest = "output_validator", rest.partition("/")[2] or rest
        if version != LEGACY and first in _STATEMENTS:
            # The newer version names the language; without one it is English.
            rest = re.sub(r"^problem\.(?=(?:tex|md|pdf)$)", "problem.en.", rest)
        made[f"{renamed.get(first, first)}{slash}{rest}"] = data
    return made
