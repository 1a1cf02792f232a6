"""Writes which languages there are into the editor's side, from the server's `model/languages/`.

usage: PYTHONPATH=server python3 extension/dev/languages.py

`extension/src/languages.ts` has what the code asks; the manifest, `package.json`, names languages in conditions,
events and one setting. A test compares what is committed with what this writes.
"""

from __future__ import annotations

import json
import re
from pathlib import Path

from slowpath.model.languages import IDS, LANGUAGE_FACTS

ROOT = Path(__file__).resolve().parents[2]
WRITTEN = ROOT / "extension/src/languages.ts"
MANIFEST = ROOT / "package.json"
NAMES = [LANGUAGE_FACTS[each].editor_ids[0] for each in IDS]
"""What the editor calls them."""


def typescript() -> str:
    """The whole file."""
    endings = [suffix.removeprefix(".") for each in IDS for suffix in LANGUAGE_FACTS[each].suffixes]
    lines = (
        "/** The languages of solutions; extension/dev/languages.py writes it from slowpath/model/languages/. */",
        "",
        "/** What the editor calls them. */",
        f"export const LANGUAGES: readonly string[] = {_texts(NAMES)};",
        "",
        "/** How files in them end, without the dot. */",
        f"export const ENDINGS: readonly string[] = {_texts(endings)};",
        "",
    )
    return "\n".join(lines)


def manifest(text: str) -> str:
    """The manifest with all languages wherever it names them."""
    ids = json.dumps(list(IDS))
    companion = json.dumps([LANGUAGE_FACTS[each].name for each in IDS], ensure_ascii=False)
    replaced = {
        r"LangId =~ /\^\([\w|]+\)\$/": f"LangId =~ /^({'|'.join(NAMES)})$/",
        r'"activationEvents": \[(?:"onLanguage:(?!slowpath)\w+", )+': '"activationEvents": ['
        + "".join(f'"onLanguage:{name}", ' for name in NAMES),
        r'"completionEvents": \["onContext:editorLangId == [^\]]*\]': '"completionEvents": ['
        + ", ".join(f'"onContext:editorLangId == {name}"' for name in NAMES)
        + "]",
        r'("slowpath\.companion\.language": \{\s*"type": "string", "enum": )\[[^\]]*\]': rf"\g<1>{ids}",
        r'("slowpath\.companion\.language": \{[^{}]*"markdownEnumDescriptions": )\[[^\]]*\]': rf"\g<1>{companion}",
    }
    for pattern, said in replaced.items():
        text, count = re.subn(pattern, said if r"\g" in said else said.replace("\\", r"\\"), text)
        if not count:
            raise ValueError(f"package.json has nothing like {pattern}")
    return text


def _texts(texts: list[str]) -> str:
    return "[" + ", ".join(f"'{text}'" for text in texts) + "]"


if __name__ == "__main__":
    WRITTEN.write_text(typescript(), encoding="utf-8")
    MANIFEST.write_text(manifest(MANIFEST.read_text(encoding="utf-8")), encoding="utf-8")
