"""Documents that several tests of the server open."""

from __future__ import annotations

from editor import Editor

CPP = '#include <cstdio>\nint n;\nint twice(int x) { return 2 * x; }\nint main() {\n    printf("%d", n);\n}\n'
MAIN_LINE = 3


async def contrasted(editor: Editor, text: str = CPP, name: str = "a.cpp") -> tuple[str, str]:
    """A document with a running campaign whose contrast has arrived."""
    uri = editor.open(name, text)
    campaign_id = await editor.start(uri)
    await editor.until(lambda: editor.contrasts.get(uri, {}).get("lines"), "a contrast")
    return uri, campaign_id
