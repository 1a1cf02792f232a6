"""The layouts of `docs/wire.md`, and the shared memory. Runs under the USER's interpreter, stdlib only."""

import array
import mmap
import os
import struct

VERSION = 2
WIRE_VARIABLE = "SLOWPATH_WIRE"
OUTPUTS_VARIABLE = "SLOWPATH_OUTPUTS"
HELLO = struct.Struct("<QIIQQ")
REQUEST = struct.Struct("<IIQQQQQQQ")
RESPONSE = struct.Struct("<IIQiiQQQQQQQIIQQQQQ")
HELLO_MAGIC = 0x4F4C4C4548505753
REQUEST_MAGIC = 0x51455250
RESPONSE_MAGIC = 0x53455250
SHARED_MAGIC = 0x4D45485350574C53
OP_RUN, OP_QUICK = 1, 3
END_EXITED, END_SIGNALED, END_CPU, END_WALL = 0, 1, 2, 3
RUN_COUNTED, RUN_THREADS, RUN_PROCESSES, RUN_ALLOCATION_FAILED = 1, 2, 4, 8
RUN_STACK_OVERFLOW, RUN_QUICK, RUN_WAITING = 16, 32, 64
LANES_OFFSET, LANE_HEADER_BYTES, TAIL_BYTES = 4096, 64, 4096
QUICK_OFFSET, QUICK_REQUEST_OFFSET = 32, 64
QUICK_IDLE, QUICK_AT, QUICK_ANSWERING = 0, 1, 2


class Shared:
    """The shared memory: a lane for each input, with flags, extra cost and counters. One lane is in use."""

    def __init__(self, descriptor, counters, lanes):
        lane_bytes = LANE_HEADER_BYTES + (8 * counters + 63) // 64 * 64
        os.ftruncate(descriptor, LANES_OFFSET + lanes * lane_bytes)
        self.memory = mmap.mmap(descriptor, LANES_OFFSET + lanes * lane_bytes)
        struct.pack_into("<QIIQ", self.memory, 0, SHARED_MAGIC, VERSION, lanes, counters)
        self.starts = [LANES_OFFSET + lane * lane_bytes for lane in range(lanes)]
        self.start = self.starts[0]
        self.zeros = bytes(8 * counters)

    def begin_quick(self, request):
        """Notes a request that a process which serves several is at, before it takes it."""
        self.memory[QUICK_REQUEST_OFFSET : QUICK_REQUEST_OFFSET + len(request)] = request
        self.memory[QUICK_OFFSET] = QUICK_AT

    def begin_quick_answer(self):
        """Notes that it sends the answer: from now on nobody may kill it, nor make the run again."""
        self.memory[QUICK_OFFSET] = QUICK_ANSWERING

    def end_quick(self):
        """Notes that it isn't at any."""
        self.memory[QUICK_OFFSET] = QUICK_IDLE

    def quick_state(self):
        """What it does, or did when it died (`QUICK_*`), and the request of that."""
        request = self.memory[QUICK_REQUEST_OFFSET : QUICK_REQUEST_OFFSET + REQUEST.size]
        return self.memory[QUICK_OFFSET], request

    def use(self, lane):
        """Makes the lane the one in use, and clears it."""
        self.start = self.starts[lane]
        struct.pack_into("<QQ", self.memory, self.start, 0, 0)
        at = self.start + LANE_HEADER_BYTES
        self.memory[at : at + len(self.zeros)] = self.zeros

    @property
    def flags(self):
        return struct.unpack_from("<I", self.memory, self.start)[0]

    @property
    def extra(self):
        return struct.unpack_from("<Q", self.memory, self.start + 8)[0]

    def mark(self, flag):
        struct.pack_into("<I", self.memory, self.start, self.flags | flag)

    def store(self, values, extra):
        data = array.array("Q", values).tobytes()
        at = self.start + LANE_HEADER_BYTES
        self.memory[at : at + len(data)] = data
        struct.pack_into("<Q", self.memory, self.start + 8, extra)
        self.mark(RUN_COUNTED)
