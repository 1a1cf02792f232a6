"""The counters of one run, and what instrumented code calls. Runs under the USER's interpreter, stdlib only."""

import itertools
import os
import sys

SEEN = "_slowpath_seen"


class Counting:
    """The run's counters and the functions that the instrumented program calls by name."""

    def __init__(self, program, shared):
        self.program = program
        self.shared = shared
        self.counts = [0] * program.counters
        self.work = [0]
        self.ticks = {slot: itertools.count(1) for slot in program.ticks}
        self.ticked = dict.fromkeys(self.ticks, 0)
        self.probe_names = program.probes.runtime_names(self.counts)
        self.begin()

    def begin(self):
        """What a run in this process starts with; ticks can't be set back, so what they say is noted."""
        self.run_pid = os.getpid()
        self.threads = 0
        self.processes = 0
        for slot, tick in self.ticks.items():
            self.ticked[slot] = told_by(tick)

    def lists(self):
        """The lists that a run changes, all that it leaves behind but ticks."""
        return [self.counts, self.work, *(value for value in self.probe_names.values() if type(value) is list)]

    def names(self):
        """Everything that instrumented code refers to; goes into `builtins`."""
        counts, work = self.counts, self.work

        def items(value, slot, frame):
            counts[slot] += len(value) + frame
            return value

        def evaluated(value, slot):
            counts[slot] += 1
            return value

        def scan(value):
            kind = type(value)
            if kind is list or kind is tuple:
                work[0] += 15 * len(value)
            elif kind is str or kind is bytes:
                work[0] += len(value) >> 2
            return value

        def each(value):
            kind = type(value)
            if kind is list or kind is tuple or kind is set or kind is dict or kind is range:
                work[0] += 15 * len(value)
            return value

        def shift(value):
            if type(value) is list:
                work[0] += len(value) >> 1
            return value

        def copy(value):
            kind = type(value)
            if kind is list or kind is tuple or kind is set or kind is dict or kind is frozenset:
                work[0] += 4 * len(value)
            elif kind is str or kind is bytes:
                work[0] += len(value) >> 2
            return value

        def sort(value):
            if type(value) is list:
                work[0] += 10 * len(value) * len(value).bit_length()
            return value

        def end(slot):
            def exhausted():
                counts[slot] += 1
                return iter(())

            return Ending(exhausted)

        found = {
            "_slowpath_c": counts,
            "_slowpath_x": self.caught,
            "_slowpath_l": items,
            "_slowpath_e": evaluated,
            "_slowpath_scan": scan,
            "_slowpath_each": each,
            "_slowpath_shift": shift,
            "_slowpath_copy": copy,
            "_slowpath_sort": sort,
            "_slowpath_iter": iter,
            "_slowpath_chain": itertools.chain,
            "_slowpath_end": end,
        }
        for slot, tick in self.ticks.items():
            found["_slowpath_h%d" % slot] = tick.__next__
        found.update(self.probe_names)
        return found

    def caught(self, handler):
        """An `except` clause was entered."""
        error = sys.exc_info()[1]
        if error is not None:
            self.left_by(error, sys._getframe(1), handler)

    def left_by(self, error, frame, handler):
        """Takes back what the frames that `error` left had been counted ahead. Each traceback entry counts
        once, also when the exception is raised again and met by an outer handler: the exception itself keeps
        a mark of how far it was read (a note on our side would outlive it and meet its successor)."""
        entry = first = error.__traceback__
        seen = error.__dict__.get(SEEN)
        while entry is not None and id(entry) != seen:
            code = entry.tb_frame.f_code
            if code.co_filename == self.program.filename:
                self.apply(self.program.left_at(code, entry.tb_lineno, handler if entry.tb_frame is frame else None))
            entry = entry.tb_next
        error.__dict__[SEEN] = id(first)

    def apply(self, changes):
        for slot, times in changes:
            self.counts[slot] += times

    def store(self, frames=()):
        """Copies the counters out. `frames` are those that are cut in the middle."""
        if os.getpid() != self.run_pid:
            return
        counts = self.counts
        self.counts = list(counts)
        for innermost in frames:
            frame = innermost
            while frame is not None:
                if frame.f_code.co_filename == self.program.filename and frame.f_lineno is not None:
                    self.apply(self.program.left_at(frame.f_code, frame.f_lineno, None, tested=False))
                frame = frame.f_back
        for slot, tick in self.ticks.items():
            self.counts[slot] += told_by(tick) - self.ticked[slot]
        self.program.probes.settle(self.counts)
        self.shared.store(self.counts, self.work[0])
        self.counts = counts


def told_by(tick):
    """How often the `itertools.count(1)` was asked."""
    return int(repr(tick)[6:-1]) - 1


class Ending:
    """An iterable that is empty and says when it is looked at."""

    def __init__(self, exhausted):
        self.exhausted = exhausted

    def __iter__(self):
        return self.exhausted()
