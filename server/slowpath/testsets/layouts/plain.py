"""Tests in a folder: `tests/NAME.in`, `.ans` and `.replay.json`, and what judges them beside it."""

from __future__ import annotations

from slowpath.testsets.layouts.material import REPORT, Files, Material

VALID = 0


class Plain:
    """The plain layout."""

    def files(self, material: Material) -> Files:
        """See `Layout.files`."""
        for test in material.made.tests:
            yield f"tests/{test.name}.in", test.proposed.data
            yield f"tests/{test.name}.ans", test.answer
            yield f"tests/{test.name}.replay.json", material.replay(test)
        if material.script is not None:
            yield "validate.ctd", material.script.encode("latin-1", "replace")
        if material.validators:
            yield "validate.py", material.validators[VALID].encode()
        yield REPORT, material.report.encode()
