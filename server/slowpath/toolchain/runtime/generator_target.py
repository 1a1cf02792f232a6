"""The target in which generators run that a language model wrote: speaks `sandbox/wire.md`. Stdlib only.

    python -s -B generator_target.py

Theory of operation. The server is a warm interpreter; each run is a fork of it. A run reads one JSON line from its
standard input (`source`, `seed`, `size`, `most_bytes`), goes into the jail (`jail.py`), executes the source, calls
its function, and writes to standard output one JSON line that says how it ended, followed by the inputs' bytes.
Randomness is seeded by `seed` and hashing is fixed by the environment, so that runs repeat. Limits of CPU and wall
time, memory and output are the wire's; the run itself only says more precisely what went wrong.

Which function: the first of `FUNCTIONS` that the source defines. It is given a seed and a size where it has
parameters for them (by their names; `generate()` without any is STAB's own form). A source that defines none of them
but prints is taken as a script, and what it prints is the input.
"""

import builtins
import gc
import io
import json
import linecache
import os
import random
import resource
import sys
import traceback
import types

from jail import Forbidden, close_the_doors
from python_target import WIRE_VARIABLE, Server, limit, mapped_bytes

FUNCTIONS = ("generate", "generate_tests", "generate_test", "generate_input", "perf_input_gen", "gen", "generator")
SEEDS = frozenset(("seed", "rng_seed", "random_seed", "rand_seed"))
GENERATORS = frozenset(("rng", "rnd", "random_generator"))
WARM = ("array", "bisect", "collections", "copy", "decimal", "fractions", "functools", "heapq", "itertools", "math",
        "operator", "re", "statistics", "string", "textwrap", "typing", "dataclasses", "enum")
FILE = "generator.py"
MOST_OUTPUTS = 64
DETAIL_FRAMES = 6
DETAIL_CHARACTERS = 1500


class Shape(Exception):
    """The source defines nothing to call, or its result is no text."""


class TooLong(Exception):
    """The result is longer than allowed."""


class GeneratorRun:
    """What a run does, in the forked process."""

    counters = 0
    counting = None
    outside = None

    def __init__(self):
        self.description = {"python": sys.version.split()[0]}
        self.mapped_bytes = 0

    def prepare(self, shared):
        """Imports what generators usually import, once for all runs."""
        for name in WARM:
            __import__(name)
        sys.path[:] = [folder for folder in sys.path if folder != os.path.dirname(os.path.abspath(__file__))]
        self.mapped_bytes = mapped_bytes()
        gc.collect()
        gc.freeze()

    def run(self, request):
        """Runs one generator; never returns."""
        wanted = json.loads(sys.stdin.buffer.readline())
        if "numpy" in wanted["source"]:
            with_numpy(wanted["seed"])
        if request[5]:
            limit(resource.RLIMIT_AS, request[5] + self.mapped_bytes)
        output = os.fdopen(os.dup(1), "wb")
        close_the_doors()
        answer(output, *ended(wanted))
        output.flush()
        os._exit(0)


def with_numpy(seed):
    """Imports numpy before the doors are closed: it looks at more of the system than a generator may."""
    try:
        import numpy
    except ImportError:
        return
    numpy.random.seed(seed % 2**32)


def ended(wanted):
    """(how it failed or "", detail, arguments taken, outputs) of one run."""
    takes = []
    try:
        return "", "", takes, generated(wanted, takes)
    except Shape as error:
        return "shape", str(error), takes, []
    except TooLong as error:
        return "output", str(error), takes, []
    except MemoryError:
        return "memory", "it ran out of memory", takes, []
    except SyntaxError as error:
        if error.filename != FILE:
            return "crash", described(error), takes, []
        return "syntax", "line %s: %s" % (error.lineno, error.msg), takes, []
    except Forbidden as error:
        return "forbidden", described(error), takes, []
    except BaseException as error:
        return "crash", described(error), takes, []


def described(error):
    """The generator's own frames and the error: no paths of this machine, no frames of ours."""
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if frame.filename == FILE]
    try:
        ending = traceback.format_exception_only(type(error), error)
    except Exception:
        ending = [type(error).__name__]
    lines = traceback.format_list(frames[-DETAIL_FRAMES:]) + ending
    return "".join(lines)[-DETAIL_CHARACTERS:].strip()


class Printed(io.StringIO):
    """What the generator prints, up to a length."""

    def __init__(self, most):
        super().__init__()
        self.left = most

    def write(self, text):
        self.left -= len(text)
        if self.left < 0:
            raise TooLong("it printed more than is allowed")
        return super().write(text)


def generated(wanted, takes):
    """The outputs of the source, as bytes."""
    source, seed, size, most = wanted["source"], wanted["seed"], wanted["size"], wanted["most_bytes"]
    linecache.cache[FILE] = (len(source), None, source.splitlines(True), FILE)
    code = compile(source, FILE, "exec")
    random.seed(seed)
    printed = sys.stdout = Printed(most)
    sys.stderr = Printed(most)
    sys.stdin = io.StringIO()
    sys.setrecursionlimit(20_000)
    module = executed(code, "generator")
    function = next((module[name] for name in FUNCTIONS if callable(module.get(name))), None)
    if function is None:
        if not printed.getvalue():
            executed(code, "__main__")
        if not printed.getvalue().strip():
            raise Shape("it defines no function `generate` and prints nothing")
        return texts(printed.getvalue(), most)
    random.seed(seed)
    printed.seek(0)
    printed.truncate()
    result = function(*given(function, seed, size, takes))
    return texts(printed.getvalue() if result is None else result, most)


def executed(code, name):
    """The names that the source leaves; `__name__` says whether it is run as a script."""
    module = types.ModuleType(name)
    sys.modules[name] = module
    module.__dict__.update(__file__=FILE, __builtins__=builtins)
    exec(code, module.__dict__)
    return module.__dict__


def given(function, seed, size, takes):
    """Arguments for the parameters that the function has. Defaults stay, but for a seed and a size by name."""
    code = function.__code__ if isinstance(function, types.FunctionType) else None
    if code is None:
        return []
    names = code.co_varnames[:code.co_argcount]
    optional = len(names) - len(function.__defaults__ or ())
    values = []
    for place, name in enumerate(names):
        if name in SEEDS or (name not in GENERATORS and "seed" in name):
            takes.append("seed")
            values.append(seed)
        elif name in GENERATORS:
            takes.append("seed")
            values.append(random.Random(seed))
        elif place < optional or name in ("size", "scale"):
            takes.append("size")
            values.append(size)
        else:
            break
    return values


def texts(result, most):
    """The result as a list of byte strings that each end with a line end."""
    made = list(result) if isinstance(result, (list, tuple, types.GeneratorType)) else [result]
    if not made:
        raise Shape("it returned an empty list")
    if len(made) > MOST_OUTPUTS:
        raise Shape("it returned %d inputs, more than %d" % (len(made), MOST_OUTPUTS))
    outputs = []
    for text in made:
        if isinstance(text, (bytes, bytearray)):
            data = bytes(text)
        elif isinstance(text, str):
            data = text.encode("utf-8", "replace")
        else:
            raise Shape("it returned %s, not a string" % type(text).__name__)
        if not data.strip():
            raise Shape("it returned an empty string")
        most -= len(data)
        if most < 0:
            raise TooLong("the result is longer than allowed")
        outputs.append(data if data.endswith(b"\n") else data + b"\n")
    return outputs


def answer(output, failure, detail, takes, outputs):
    """One line of JSON, then the outputs one after the other."""
    head = {"failure": failure, "detail": detail, "takes": takes, "lengths": [len(data) for data in outputs]}
    output.write(json.dumps(head).encode() + b"\n")
    for data in outputs:
        output.write(data)


def main():
    _, *channels = (int(part) for part in os.environ.pop(WIRE_VARIABLE).split(":"))
    Server(GeneratorRun(), channels).serve()


if __name__ == "__main__":
    main()
