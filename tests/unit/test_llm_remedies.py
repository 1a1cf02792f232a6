"""What to do about a model that can't be asked is said for both faces: by environment variables and by settings."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from slowpath.llm.endpoint import NOT_CONFIGURED
from slowpath.llm.providers.openai_sdk import REMEDIES, UNREACHABLE

ROOT = Path(__file__).parents[2]
IN_THE_EDITOR = {
    "OPENAI_BASE_URL": "slowpath.llm.baseUrl",
    "SLOWPATH_LLM_MODEL": "slowpath.llm.model",
    "OPENAI_API_KEY": "Set Key of Language Model",
}


@pytest.mark.parametrize("remedy", [*REMEDIES.values(), UNREACHABLE, NOT_CONFIGURED])
def test_where_a_variable_is_named_so_is_what_the_editor_has_for_it(remedy):
    for variable, setting in IN_THE_EDITOR.items():
        assert (variable in remedy) == (setting in remedy)


def test_the_editor_has_what_is_named():
    shipped = json.loads((ROOT / "package.json").read_text())["contributes"]["configuration"]["properties"]
    titles = json.loads((ROOT / "package.nls.json").read_text()).values()
    for setting in IN_THE_EDITOR.values():
        assert setting in shipped or any(str(title).startswith(setting) for title in titles)
