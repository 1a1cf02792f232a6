"""The user is asked whether inputs are valid on which a language model's reading contradicts itself."""

from __future__ import annotations

import pytest
from editor import Editor

pytestmark = pytest.mark.asyncio

SOURCE = "n = int(input())  # CONTESTED\nprint(n)\n"


@pytest.mark.parametrize(
    ("answer", "kept_in"), [("Valid", "valid_input"), ("Not valid", "invalid_input"), ("I don't know", ""), (None, "")]
)
async def test_the_answer_is_kept_beside_the_problem(tmp_path, answer, kept_in):
    (tmp_path / "statement.md").write_text("Books.")
    async with Editor(tmp_path) as editor:
        editor.answers = [answer] if answer else []
        await editor.start(editor.open("a.py", SOURCE))
        await editor.until(lambda: editor.questions, "the question")
        (question,) = editor.questions
        assert question.message.startswith(
            "Slowpath: Is this input of a.py valid? 3 ⏎ 5 5 1 ⏎ (the format and the generator"
        )
        assert question.message.endswith("accept what the validator refuses: two books are equally high)")
        if kept_in:
            await editor.until(lambda: list(tmp_path.glob("*/judged-1.in")), "the file")
            await editor.until(
                lambda: any("Find slow inputs again" in said.message for said in editor.client.messages),
                "what to do now",
            )
    files = [path.relative_to(tmp_path).as_posix() for path in tmp_path.glob("*_input/*")]
    assert files == ([f"{kept_in}/judged-1.in"] if kept_in else [])
