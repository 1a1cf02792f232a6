"""Java. A public class and its file have one name."""

from __future__ import annotations

from slowpath.model.languages.language import LanguageFacts

_EMPTY = """\
import java.util.*;

public class Main {
    public static void main(String[] args) {

    }
}
"""

FACTS = LanguageFacts(
    "java",
    "Java",
    (".java",),
    ("java",),
    "//",
    ("/*", "*/"),
    is_dear=True,
    is_defined=True,
    begins_in="main",
    empty=_EMPTY,
    file_stem="Main",
    flags_setting="java_flags",
    uncaught='Exception in thread "',
)
