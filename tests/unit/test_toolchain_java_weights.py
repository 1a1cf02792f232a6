"""What calls of Java's library weigh beside their instruction."""

from __future__ import annotations

import pytest

from slowpath.toolchain.java.call_weights import call_weight, makes_streams
from slowpath.toolchain.java.class_file import Member

OBJECT = "Ljava/lang/Object;"


@pytest.mark.parametrize(
    ("owner", "name", "descriptor", "least", "most"),
    [
        ("java/util/TreeMap", "put", f"({OBJECT}{OBJECT}){OBJECT}", 500, 5000),
        ("java/util/HashMap", "get", f"({OBJECT}){OBJECT}", 50, 500),
        ("java/lang/String", "format", f"(Ljava/lang/String;[{OBJECT})Ljava/lang/String;", 5000, 50_000),
        ("java/lang/Integer", "valueOf", "(Ljava/lang/String;)Ljava/lang/Integer;", 20, 200),
        ("java/lang/Integer", "valueOf", "(I)Ljava/lang/Integer;", 0, 0),
        ("java/lang/Math", "max", "(II)I", 0, 0),
        ("Main", "put", f"({OBJECT}{OBJECT}){OBJECT}", 0, 0),
    ],
)
def test_a_call_weighs_about_what_it_takes(owner, name, descriptor, least, most):
    assert least <= call_weight(Member(owner, name, descriptor), False) <= most


def test_a_line_is_dear_where_each_goes_through_to_the_system():
    line = Member("java/io/PrintStream", "println", "(I)V")
    made = Member("java/io/PrintStream", "<init>", "(Ljava/io/OutputStream;)V")
    assert call_weight(line, makes_streams([line])) > 100 * call_weight(line, makes_streams([line, made]))
    assert call_weight(Member("java/io/PrintWriter", "println", "(I)V"), False) == 0
