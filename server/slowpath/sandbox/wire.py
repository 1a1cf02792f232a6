"""The forkserver wire's numbers and structs (version 2). `docs/wire.md` says what they mean.

Everything is little-endian and without padding. A change of any of these is a new `VERSION`.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass

VERSION = 2
WIRE_VARIABLE = "SLOWPATH_WIRE"
OUTPUTS_VARIABLE = "SLOWPATH_OUTPUTS"
TOKEN_VARIABLE = "SLOWPATH_RUN_TOKEN"

HELLO_MAGIC = 0x4F4C4C4548505753
REQUEST_MAGIC = 0x51455250
RESPONSE_MAGIC = 0x53455250
SHARED_MAGIC = 0x4D45485350574C53

OP_RUN = 1
OP_QUIT = 2
OP_QUICK = 3

END_EXITED = 0
END_SIGNALED = 1
END_CPU = 2
END_WALL = 3

RUN_COUNTED = 1
RUN_THREADS = 2
RUN_PROCESSES = 4
RUN_ALLOCATION_FAILED = 8
RUN_STACK_OVERFLOW = 16
RUN_QUICK = 32
RUN_WAITING = 64

LANES_OFFSET = 4096
LANE_HEADER_BYTES = 64
TAIL_BYTES = 4096
MOST_STARVED = 4
"""How many times its wall limit a run may take that waits for a core."""

HELLO = struct.Struct("<QIIQQ")
"""magic u64, version u32, server pid u32, counters u64, description_bytes u64."""

REQUEST = struct.Struct("<IIQQQQQQQ")
"""magic u32, op u32, then u64 each: run_id, cpu_ns, wall_ns, memory_bytes (0: none), output_bytes,
input_bytes, lane."""

RESPONSE = struct.Struct("<IIQiiQQQQQQQIIQQQQQ")
"""magic u32, how u32, run_id u64, exit_code i32, signal i32; then u64 each: user_ns, sys_ns, wall_ns,
peak_rss_bytes, output_bytes, stderr_bytes, input_read_bytes; flags u32, tail_bytes u32, extra u64, start_ns u64,
idle_ns u64, twice 0 u64. exit_code is -1 unless END_EXITED, signal 0 unless the run died by one; flags and extra are
copies of those in shared memory. The last `tail_bytes` bytes that the run wrote to stderr follow it."""


def lane_bytes(counters: int) -> int:
    """How far one lane lies behind the one before it in the shared memory."""
    return LANE_HEADER_BYTES + (8 * counters + 63) // 64 * 64


@dataclass(frozen=True)
class Channels:
    """What `SLOWPATH_WIRE` and `SLOWPATH_OUTPUTS` say: the file descriptors that a server inherits, an input and an
    output for each lane, and whether its folder is emptied before each run."""

    control: int
    shared: int
    outputs: tuple[int, ...]
    errors: int
    inputs: tuple[int, ...]
    has_scratch: bool = False

    @property
    def descriptors(self) -> tuple[int, ...]:
        """All that the server inherits."""
        return (self.control, self.shared, *self.outputs, self.errors, *self.inputs)

    def variables(self) -> dict[str, str]:
        """The variables. Always of one length, since the environment shifts a program's stack."""
        parts = (VERSION, self.control, self.shared, self.outputs[0], self.errors, int(self.has_scratch), *self.inputs)
        return {
            WIRE_VARIABLE: ":".join(f"{part:05}" for part in parts),
            OUTPUTS_VARIABLE: "".join(f":{output:05}" for output in self.outputs),
        }
