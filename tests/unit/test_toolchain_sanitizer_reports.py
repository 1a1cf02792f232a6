"""What sanitizers of several compilers write, read as complaints. The texts are shortened, the shapes are theirs."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from slowpath.toolchain.sanitizer_reports import Report, reports, says_out_of_memory

PROGRAM = "/cache/watched"
STACK = """\
    #0 0x7f01  (/lib/libc.so.6+0x8aeec)
    #1 0x55b1  (/cache/watched+0x12b4) (BuildId: 01ab)
    #2 0x55b2 in main (/cache/watched+0x34f)

    #3 0x55b3  (/cache/watched+0x999)
"""
FRAMES = ("12b4", "34f")


def asan(said: str, *more: str) -> str:
    return "\n".join(["====", f"==12==ERROR: AddressSanitizer: {said}", *more]) + "\n" + STACK


HEAP = ("heap-buffer-overflow on address 0x602 at pc 0x55b1 bp 0x7f sp 0x7e", "READ of size 4 at 0x602 thread T0")
DEBUG_MODE = """\
/usr/include/c++/12/debug/vector:442:
In function:
    std::debug::vector<_Tp>::operator[](size_type)

Error: attempt to subscript container with out-of-bounds index {index}, but
container only holds 3 elements.

Objects involved in the operation:
"""


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "solution.cpp:12:15: runtime error: signed integer overflow: 1 + 2 cannot be represented in type 'int'\n"
            + STACK,
            Report(
                "overflow",
                "signed integer overflow: 1 + 2 cannot be represented in type 'int'",
                "solution.cpp",
                12,
                FRAMES,
            ),
        ),
        (
            "/usr/include/c++/12/bits/stl_numeric.h:141:9: runtime error: signed integer overflow: 1 + 2 ...\n" + STACK,
            Report(
                "overflow", "signed integer overflow: 1 + 2 ...", "/usr/include/c++/12/bits/stl_numeric.h", 141, FRAMES
            ),
        ),
        (
            "solution.cpp:3:1: runtime error: index -16843010 out of bounds for type 'int [5]'",
            Report("uninitialised", "index -16843010 out of bounds for type 'int [5]'", "solution.cpp", 3),
        ),
        (
            "solution.cpp:3:1: runtime error: index 5 out of bounds for type 'int [5]'",
            Report("out-of-bounds", "index 5 out of bounds for type 'int [5]'", "solution.cpp", 3),
        ),
        (
            "solution.cpp:3:1: runtime error: load of value 190, which is not a valid value for type 'bool'",
            Report("uninitialised", "load of value 190, which is not a valid value for type 'bool'", "solution.cpp", 3),
        ),
        (
            "solution.cpp:3:1: runtime error: 1e+19 is outside the range of representable values of type 'int'",
            Report("overflow", "1e+19 is outside the range of representable values of type 'int'", "solution.cpp", 3),
        ),
        (
            "solution.cpp:3:1: runtime error: division by zero",
            Report("division", "division by zero", "solution.cpp", 3),
        ),
        (
            "solution.cpp:3:1: runtime error: shift exponent 64 is too large for 64-bit type 'long long'",
            Report("shift", "shift exponent 64 is too large for 64-bit type 'long long'", "solution.cpp", 3),
        ),
        (
            "solution.cpp:3:1: runtime error: load of null pointer of type 'int'",
            Report("null", "load of null pointer of type 'int'", "solution.cpp", 3),
        ),
        (
            "solution.cpp:3:1: runtime error: execution reached the end of a value-returning function without "
            "returning",
            Report(
                "other", "execution reached the end of a value-returning function without returning", "solution.cpp", 3
            ),
        ),
        (
            asan(*HEAP) + "0x602 is located 0 bytes to the right of 36-byte region [0x5,0x6)\n",
            Report(
                "out-of-bounds", "reads 4 bytes just after a block of 36 bytes (heap-buffer-overflow)", frames=FRAMES
            ),
        ),
        (
            asan(*HEAP) + "0x602 is located 8 bytes before 36-byte region [0x5,0x6)\n",
            Report(
                "out-of-bounds",
                "reads 4 bytes, 8 bytes before a block of 36 bytes (heap-buffer-overflow)",
                frames=FRAMES,
            ),
        ),
        (
            asan("global-buffer-overflow on address 0x1 at pc 0x2", "WRITE of size 8 at 0x1 thread T0")
            + "0x1 is located 44 bytes to the left of global variable '__ioinit' defined in '/usr/iostream:74:25' (0x9)"
            " of size 1\n0x1 is located 0 bytes after global variable 'dp' defined in 'solution.cpp:3:5' (0x8) of "
            "size 20\n",
            Report(
                "out-of-bounds",
                "writes 8 bytes just after the variable 'dp' of 20 bytes (global-buffer-overflow)",
                frames=FRAMES,
            ),
        ),
        (
            asan("stack-buffer-overflow on address 0x1 at pc 0x2", "WRITE of size 4 at 0x1 thread T0")
            + "    [48, 68) 'cells' (line 5) <== Memory access at offset 68 overflows this variable\n",
            Report(
                "out-of-bounds", "writes 4 bytes outside of the variable 'cells' (stack-buffer-overflow)", frames=FRAMES
            ),
        ),
        (
            asan("heap-use-after-free on address 0x1 at pc 0x2", "READ of size 4 at 0x1 thread T0")
            + "0x1 is located 0 bytes inside of 4-byte region [0x1,0x5)\n",
            Report("use-after-free", "reads 4 bytes inside a block of 4 bytes (heap-use-after-free)", frames=FRAMES),
        ),
        (
            asan("attempting double-free on 0x6020 in thread T0:"),
            Report("use-after-free", "attempting double-free", frames=FRAMES),
        ),
        (
            asan(
                "SEGV on unknown address 0x000000000008 (pc 0x1 bp 0x2 sp 0x3 T0)",
                "==12==The signal is caused by a READ.",
                "==12==Hint: address points to the zero page.",
            ),
            Report("null", "memory is accessed through a null pointer", frames=FRAMES),
        ),
        (
            asan(
                "SEGV on unknown address 0x7f0000000008 (pc 0x1 bp 0x2 sp 0x3 T0)",
                "==12==The signal is caused by a READ.",
            ),
            Report("out-of-bounds", "memory is accessed that isn't the program's", frames=FRAMES),
        ),
        (
            asan("FPE on unknown address 0x55 (pc 0x55 bp 0x1 sp 0x2 T0)"),
            Report("division", "division by zero, or of the least number by -1", frames=FRAMES),
        ),
        (
            asan("stack-overflow on address 0x7ffc (pc 0x5 bp 0x6 sp 0x7 T0)"),
            Report("stack", "the stack overflows (endless or too deep recursion)", frames=FRAMES),
        ),
        (
            DEBUG_MODE.format(index=7) + asan("ABRT on unknown address 0x000000001da3 (pc 0x1 bp 0x2 sp 0x3 T0)"),
            Report(
                "out-of-bounds",
                "attempt to subscript container with out-of-bounds index 7, but container only holds 3 elements",
                frames=FRAMES,
            ),
        ),
        (
            DEBUG_MODE.format(index=9114861777597660798) + asan("ABRT on unknown address 0x0000 (pc 0x1)"),
            Report(
                "uninitialised",
                "attempt to subscript container with out-of-bounds index 9114861777597660798, but "
                "container only holds 3 elements",
                frames=FRAMES,
            ),
        ),
        (
            "/usr/include/c++/12/bits/stl_vector.h:1123: reference std::vector<int>::operator[](size_type) [with _Tp "
            "= int]: "
            "Assertion '__n < this->size()' failed.\n" + asan("ABRT on unknown address 0x0000 (pc 0x1)"),
            Report("out-of-bounds", "libstdc++'s assertion '__n < this->size()' doesn't hold", frames=FRAMES),
        ),
    ],
)
def test_each_kind_is_read_with_its_place(text, expected):
    assert reports("7 is printed by the program itself\n" + text, PROGRAM) == [expected]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "solution.cpp:3:1: warning: not an error\n",
        "watched: solution.cpp:5: int main(): Assertion `n == 2' failed.\n"
        + asan("ABRT on unknown address 0x0 (pc 0x1)"),
        "terminate called after throwing an instance of 'std::bad_alloc'\n"
        + asan("ABRT on unknown address 0x0 (pc 0x1)"),
        "solution.cpp:3:1: runtime error: left shift of negative value -1\n",
        "solution.cpp:3:1: runtime error: applying zero offset to null pointer\n",
        asan("Out of memory: failed to allocate 0x1000 bytes"),
    ],
)
def test_what_is_not_undefined_is_no_complaint(text):
    assert reports(text, PROGRAM) == []


def test_several_are_told_in_their_order():
    lines = [f"solution.cpp:{line}:1: runtime error: division by zero" for line in (9, 2, 5)]
    assert [each.line for each in reports("\n".join(lines), PROGRAM)] == [9, 2, 5]


@pytest.mark.parametrize(
    ("said", "is_memory"),
    [
        ("out of memory: allocator is trying to allocate 0x1000 bytes", True),
        ("failed to allocate 0x1 bytes", True),
        ("requested allocation size 0x7 exceeds maximum supported size", True),
        ("heap-use-after-free on address", False),
    ],
)
def test_an_end_for_want_of_memory_is_known(said, is_memory):
    assert says_out_of_memory(asan(said)) is is_memory
    assert not says_out_of_memory(said)


@given(
    st.lists(
        st.sampled_from(
            [
                *asan(*HEAP).splitlines(),
                *DEBUG_MODE.splitlines(),
                "x:1:1: runtime error: overflow",
                "==1==ERROR: AddressSanitizer",
                "    #0 0x1 (",
                "",
            ]
        ),
        max_size=20,
    ).map("\n".join)
)
def test_torn_reports_are_read_as_far_as_they_go(text):
    assert all(each.message for each in reports(text, PROGRAM))
