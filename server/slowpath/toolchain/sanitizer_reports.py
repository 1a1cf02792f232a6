"""What sanitizers and libstdc++'s checks wrote, as values. Pure.

Read are the reports of AddressSanitizer and UndefinedBehaviorSanitizer (g++ 8 to 15, clang++ 8 to 21) with
`symbolize=0`, and the messages of libstdc++'s debug mode and assertions, which end in an ABRT report with the stack.
Places that a report doesn't name itself are in its frames, as offsets into the program (`symbols.py` reads those).

A value that was never set is told by its bytes: the build fills variables and the heap with a pattern
(`FILL_BYTES`), which no input has and which shows in the message.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from slowpath.model.patterns import late_regex

HEAP_FILL = 0x7E
FILL_BYTES = (0xFE, 0xAA, HEAP_FILL)
"""What g++ and clang++ fill variables with under -ftrivial-auto-var-init=pattern, and what the heap is filled with."""

_UBSAN = late_regex(r"^(?P<file>.+?):(?P<line>\d+):\d+: runtime error: (?P<said>.*)$")
_ASAN = late_regex(r"^==\d+==\s*ERROR: AddressSanitizer:? (?P<said>.*)$")
_DEBUG_MODE = late_regex(r"^Error: (?P<said>.*)$")
_ASSERTION = late_regex(r"^(?P<place>.*?):\d+:.*Assertion '(?P<said>.*)' failed\.$")
_FRAME = late_regex(r"^\s*#\d+ 0x[0-9a-f]+\s.*?\((?P<module>[^()]*)\+0x(?P<offset>[0-9a-f]+)\)")
_ACCESS = late_regex(r"^(?P<what>READ|WRITE) of size (?P<bytes>\d+) at")
_BLOCK = late_regex(
    r"is located (?P<far>\d+) bytes "
    r"(?P<side>to the right of|to the left of|after|before|inside of|inside) "
    r"(?P<what>(?P<bytes>\d+)-byte region|global variable '(?P<name>[^']*)' .*of size (?P<size>\d+))"
)
_STACK_VARIABLE = late_regex(
    r"'(?P<name>[^']*)'(?: \(line \d+\))? <== Memory access at offset -?\d+"
    r" (?P<how>\w+) (?:this|partially)"
)
_ADDRESS = late_regex(r"unknown address (?:0x)?(?P<address>[0-9a-f]+)")
_NUMBER = late_regex(r"-?\d+")
_SIDES = {"to the right of": "after", "after": "after", "to the left of": "before", "before": "before"}
_NULL_PAGE = 4096

_KINDS = (
    (late_regex(r"not a valid value for type"), "uninitialised"),
    (late_regex(r"division by zero"), "division"),
    (late_regex(r"shift exponent|left shift of"), "shift"),
    (late_regex(r"overflow|cannot be represented|representable values"), "overflow"),
    (late_regex(r"null pointer"), "null"),
    (
        late_regex(r"out of bounds|insufficient space|pointer index expression|addition of unsigned offset"),
        "out-of-bounds",
    ),
    (late_regex(r"singular|invalidated|different container|destroyed"), "use-after-free"),
    (
        late_regex(
            r"past-the-end|past the end|out-of-bounds|empty container|before-begin|start-of-sequence|advance "
            r"|__n < |empty\(\)|size\(\)|_Nm|nullptr|_M_is_engaged"
        ),
        "out-of-bounds",
    ),
)
"""By what is said; the first that is found there."""
_ADDRESS_KINDS = {
    "heap-use-after-free": "use-after-free",
    "stack-use-after-scope": "use-after-free",
    "stack-use-after-return": "use-after-free",
    "attempting double-free": "use-after-free",
    "double-free": "use-after-free",
    "stack-overflow": "stack",
    "FPE": "division",
    "SEGV": "out-of-bounds",
    "BUS": "out-of-bounds",
    "heap-buffer-overflow": "out-of-bounds",
    "stack-buffer-overflow": "out-of-bounds",
    "global-buffer-overflow": "out-of-bounds",
    "stack-buffer-underflow": "out-of-bounds",
    "dynamic-stack-buffer-overflow": "out-of-bounds",
    "container-overflow": "out-of-bounds",
    "negative-size-param": "out-of-bounds",
    "unknown-crash": "out-of-bounds",
    "use-after-poison": "out-of-bounds",
}
_NO_FAULT = late_regex(r"left shift of negative value|applying zero offset to null pointer")
"""Formally undefined in some standards, and what compilers do with it is what is meant."""
_OUT_OF_MEMORY = late_regex(
    r"out[- ]of[- ]memory|failed to allocate|allocation-size-too-big|rss-limit-exceeded"
    r"|requested allocation size"
)


@dataclass(frozen=True)
class Report:
    """One complaint before its place is known. `line` is 1-based in `file`, None where the report doesn't name it;
    `frames` are offsets into the program, innermost first, as hexadecimal digits."""

    kind: str
    message: str
    file: str = ""
    line: int | None = None
    frames: tuple[str, ...] = ()


def reports(text: str, program: str) -> list[Report]:
    """All complaints in what a run wrote to standard error, in order. `program` is the path of the executable."""
    return list(_read(text.splitlines(), program))


def says_out_of_memory(text: str) -> bool:
    """Whether a sanitizer ended the run because it couldn't get memory."""
    return any(_OUT_OF_MEMORY.search(found["said"]) for line in text.splitlines() if (found := _ASAN.match(line)))


def _read(lines: Sequence[str], program: str) -> Iterator[Report]:
    library = ""
    for number, line in enumerate(lines):
        if found := _UBSAN.match(line):
            if not _NO_FAULT.search(found["said"]):
                yield Report(
                    _kind(found["said"]),
                    found["said"],
                    found["file"],
                    int(found["line"]),
                    _frames(lines[number + 1 :], program),
                )
        elif found := _DEBUG_MODE.match(line):
            library = " ".join(" ".join([found["said"], *_until_blank(lines[number + 1 :])]).split()).rstrip(".")
        elif found := _ASSERTION.match(line):
            library = f"libstdc++'s assertion '{found['said']}' doesn't hold"
        elif found := _ASAN.match(line):
            report = _address_report(found["said"], lines[number + 1 :], program, library)
            if report is not None:
                yield report


def _address_report(said: str, following: Sequence[str], program: str, library: str) -> Report | None:
    """What AddressSanitizer ended the run for; None for what isn't undefined (an assertion of the user's own, an
    exception that nobody caught, no memory)."""
    frames = _frames(following, program)
    if said.startswith("ABRT"):
        return Report(_kind(library), library, frames=frames) if library else None
    name = next((name for name in _ADDRESS_KINDS if said.startswith(name)), "")
    if _OUT_OF_MEMORY.search(said):
        return None
    if name == "":
        return Report("other", said.partition(" on address")[0].partition(" (pc")[0], frames=frames)
    if name in ("SEGV", "BUS"):
        return _bad_address(said, following, frames)
    if name == "FPE":
        return Report("division", "division by zero, or of the least number by -1", frames=frames)
    if name == "stack-overflow":
        return Report("stack", "the stack overflows (endless or too deep recursion)", frames=frames)
    return Report(_ADDRESS_KINDS[name], _access(name, following), frames=frames)


def _bad_address(said: str, following: Sequence[str], frames: tuple[str, ...]) -> Report:
    """An access to memory that isn't there. The hint about the zero page stands in a line of its own."""
    found = _ADDRESS.search(said)
    address = int(found["address"], 16) if found else -1
    if 0 <= address < _NULL_PAGE and any("zero page" in line for line in following[:3]):
        return Report("null", "memory is accessed through a null pointer", frames=frames)
    kind = "uninitialised" if _is_fill(address) else "out-of-bounds"
    return Report(kind, "memory is accessed that isn't the program's", frames=frames)


def _access(name: str, following: Sequence[str]) -> str:
    """A sentence about an access to memory: what, how much, and where beside which block."""
    done = next((found for line in following[:3] if (found := _ACCESS.match(line))), None)
    what = name if done is None else f"{'reads' if done['what'] == 'READ' else 'writes'} {done['bytes']} bytes"
    for line in following:
        if found := _STACK_VARIABLE.search(line):
            return f"{what} outside of the variable '{found['name']}' ({name})"
    blocks = [found for line in following if (found := _BLOCK.search(line))]
    block = min(blocks, key=lambda found: (found["name"] or "").startswith("__"), default=None)
    if block is None:
        return f"{what} ({name})" if done else name
    owner = (
        f"the variable '{block['name']}' of {block['size']} bytes"
        if block["name"]
        else f"a block of {block['bytes']} bytes"
    )
    side = _SIDES.get(block["side"], "inside")
    far = "" if side == "inside" else f", {block['far']} bytes" if int(block["far"]) else " just"
    return f"{what}{far} {side} {owner} ({name})"


def _kind(said: str) -> str:
    if any(_is_fill(int(number)) for number in _NUMBER.findall(said)):
        return "uninitialised"
    return next((kind for pattern, kind in _KINDS if pattern.search(said)), "other")


def _is_fill(number: int) -> bool:
    """Whether an integer of 4 or 8 bytes is made of the bytes with which the build fills what isn't set."""
    return any(
        number % (1 << 8 * size) == int.from_bytes(bytes([byte] * size), "little")
        and -(1 << 8 * size - 1) <= number < 1 << 8 * size
        for size in (4, 8)
        for byte in FILL_BYTES
    )


def _frames(lines: Sequence[str], program: str) -> tuple[str, ...]:
    """The program's own frames of the first stack in `lines`."""
    found = []
    started = False
    for line in lines:
        match = _FRAME.match(line)
        if match is None:
            if started or _UBSAN.match(line):
                break
            continue
        started = True
        if match["module"] == program:
            found.append(match["offset"])
    return tuple(found)


def _until_blank(lines: Sequence[str]) -> Iterator[str]:
    for line in lines:
        if not line.strip():
            return
        yield line.strip()
