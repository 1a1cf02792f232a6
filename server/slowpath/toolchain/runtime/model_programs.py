"""What is done with a program that a language model wrote, in the jailed process: generate, mutate or validate.

Each call executes the source anew and seeds the module `random`, so that what it gives depends on its arguments alone,
not on which calls came before. A generator's failure is the run's; a mutator or validator is called with several texts
in one run, and each call has its own outcome. Stdlib only.
"""

import builtins
import io
import linecache
import random
import sys
import traceback
import types

FUNCTIONS = ("generate", "generate_tests", "generate_test", "generate_input", "perf_input_gen", "gen", "generator")
MUTATORS = ("mutate", "mutate_input", "mutate_text", "mutator")
VALIDATORS = ("validate", "validate_input", "is_valid", "is_valid_input", "check_input", "check", "validator")
SEEDS = frozenset(("seed", "rng_seed", "random_seed", "rand_seed"))
GENERATORS = frozenset(("rng", "rnd", "random_generator"))
FILE = "generator.py"
MOST_OUTPUTS = 64
DETAIL_FRAMES = 6
DETAIL_CHARACTERS = 1500
BUGS = (
    NameError,
    AttributeError,
    TypeError,
    ImportError,
    SyntaxError,
    RecursionError,
    MemoryError,
    NotImplementedError,
    ZeroDivisionError,
    PermissionError,
)
"""What says that a validator is wrong, where any other exception says that its input is."""


class Shape(Exception):
    """The source defines nothing to call, or its result is no text."""


class TooLong(Exception):
    """The result is longer than allowed."""


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


def worked(wanted, takes):
    """(outputs, notes) of one run of the wanted `kind`. `notes` has a state and a text for each call of a mutator or
    validator: "ok", "crash" (the program failed), or "invalid" (a validator refuses the text)."""
    code = prepared(wanted)
    if wanted["kind"] == "generate":
        return generated(code, wanted, takes), []
    if wanted["kind"] == "mutate":
        return mutated(code, wanted, takes)
    return [], [validated(code, text, wanted["most_bytes"]) for text in wanted["texts"]]


def prepared(wanted):
    """The compiled source, with the interpreter as a program finds it that is run from the command line."""
    source = wanted["source"]
    linecache.cache[FILE] = (len(source), None, source.splitlines(True), FILE)
    sys.stdin = io.StringIO()
    sys.setrecursionlimit(20_000)
    return compile(source, FILE, "exec")


def quiet(most):
    """Both output streams, kept and bounded. Returns what stands for standard output."""
    printed = sys.stdout = Printed(most)
    sys.stderr = Printed(most)
    return printed


def seed_all(seed):
    """Seeds what draws at random."""
    random.seed(seed)
    numpy = sys.modules.get("numpy")
    if numpy is not None:
        numpy.random.seed(seed % 2**32)


def first_function(module, names):
    """The first of the functions that the source defines, None where it defines none."""
    return next((module[name] for name in names if callable(module.get(name))), None)


def generated(code, wanted, takes):
    """The outputs of a generator, as bytes."""
    seed, size, most = wanted["seed"], wanted["size"], wanted["most_bytes"]
    random.seed(seed)
    printed = quiet(most)
    module = executed(code, "generator")
    function = first_function(module, FUNCTIONS)
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


def mutated(code, wanted, takes):
    """What a mutator makes of each (text, seed). The first call that leaves the allowed length ends the run."""
    outputs, notes, most = [], [], wanted["most_bytes"]
    for text, seed in wanted["calls"]:
        try:
            output = mutant(code, wanted["texts"][text], seed, takes, most)
            outputs.append(output)
            notes.append(["ok", ""])
            most -= len(output)
        except (TooLong, MemoryError, SyntaxError):
            raise
        except BaseException as error:
            outputs.append(b"")
            notes.append(["crash", str(error) if isinstance(error, Shape) else described(error)])
    return outputs, notes


def mutant(code, text, seed, takes, most):
    """One mutation, as bytes."""
    seed_all(seed)
    quiet(most)
    function = first_function(executed(code, "mutator"), MUTATORS)
    if function is None:
        raise Shape("it defines no function `mutate`")
    seed_all(seed)
    result = function(*mutation_arguments(function, text, seed, takes))
    if isinstance(result, (list, tuple, types.GeneratorType)):
        raise Shape("mutate returned %s, not a string" % type(result).__name__)
    return texts(result, most)[0]


def mutation_arguments(function, text, seed, takes):
    """The text, and the seed where it has a parameter for one."""
    names = function.__code__.co_varnames[: function.__code__.co_argcount] if hasattr(function, "__code__") else ()
    if len(names) < 2:
        return [text]
    if "seed" not in takes:
        takes.append("seed")
    return [text, random.Random(seed) if names[1] in GENERATORS else seed]


def validated(code, text, most):
    """["ok", ""], ["invalid", the reason], or ["crash", what is wrong with the validator itself]."""
    seed_all(1)
    quiet(most)
    try:
        function = first_function(executed(code, "validator"), VALIDATORS)
        if function is None:
            raise Shape("it defines no function `validate`")
        return judged(function(text))
    except (TooLong, Shape, SyntaxError):
        raise
    except SystemExit as error:
        return ["ok", ""] if not error.code else ["invalid", "it exits with %s" % error.code]
    except BUGS as error:
        return ["crash", described(error)]
    except Exception as error:
        return ["invalid", ("%s: %s" % (type(error).__name__, error))[:DETAIL_CHARACTERS]]


def judged(result):
    """What a validator's result says: nothing, True or an empty text accept."""
    said = ""
    if isinstance(result, tuple) and len(result) == 2 and isinstance(result[0], bool):
        result, said = result
    if result is None or result is True or result == "":
        return ["ok", ""]
    if result is False:
        return ["invalid", str(said)[:DETAIL_CHARACTERS] or "it returns False"]
    if isinstance(result, str):
        return ["invalid", result[:DETAIL_CHARACTERS]]
    raise Shape("validate returned %s; it must return nothing, or raise for an invalid input" % type(result).__name__)


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
    names = code.co_varnames[: code.co_argcount]
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
            raise TooLong("what it returns is longer than is allowed, by %d bytes" % -most)
        outputs.append(data if data.endswith(b"\n") else data + b"\n")
    return outputs
