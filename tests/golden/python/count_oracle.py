"""Compares block counts with a line trace. Runs under the interpreter that is asked about, standard library only.

    python count_oracle.py RUNTIME_FOLDER < [[name, source, input, whether with probes too], ...] as JSON

Prints [[name, {line: [traced, counted]}, traced output, counted output, {line: [counted, counted with probes]}, output
with probes], ...], differences only in the maps.
"""

import ast
import builtins
import io
import json
import os
import sys
import warnings


class Memory:
    """Stands for the shared memory."""

    values = ()

    def store(self, values, extra):
        self.values = list(values)

    def mark(self, flag):
        pass


def executed(code, text):
    """Runs `code` as `__main__` on the input; returns its output and what it raised."""
    old = sys.stdin, sys.stdout
    sys.stdin, sys.stdout = io.TextIOWrapper(io.BytesIO(text.encode())), io.StringIO()
    try:
        exec(code, {"__name__": "__main__"})
    except (Exception, SystemExit) as error:
        return sys.stdout.getvalue(), error
    else:
        return sys.stdout.getvalue(), None
    finally:
        sys.settrace(None)
        sys.stdin, sys.stdout = old


def traced(source, text):
    """Line events of the flattened program, by `sys.settrace`."""
    import python_instrument

    hits = {}

    def on_event(frame, event, argument):
        if frame.f_code.co_filename != "<program>":
            return None
        if event == "line":
            hits[frame.f_lineno] = hits.get(frame.f_lineno, 0) + 1
        return on_event

    code = compile(python_instrument.flatten(ast.parse(source)), "<program>", "exec", dont_inherit=True)
    sys.settrace(on_event)
    return hits, executed(code, text)[0]


def everywhere(source):
    """Conditions before, after and in the body of every statement; every third one raises."""
    points = [(node.lineno, node.col_offset) for node in ast.walk(ast.parse(source)) if isinstance(node, ast.stmt)]
    places = [[where, line, column] for line, column in sorted(points) for where in ("before", "body", "after")]
    return [
        {
            "id": str(number),
            "left": "1" if number % 3 else "unknown_name",
            "right": "1",
            "place": place,
            "setup": "",
            "count": None,
            "peak_of": None,
        }
        for number, place in enumerate(places)
    ]


def counted(source, text, conditions=()):
    """Hits by the block counters."""
    import python_counting
    import python_instrument

    program = python_instrument.Program(source.encode(), "<program>", conditions)
    counting = python_counting.Counting(program, Memory())
    counting.run_pid = os.getpid()
    for name, value in counting.names().items():
        setattr(builtins, name, value)
    output, error = executed(program.code, text)
    if error is not None:
        counting.left_by(error, None, None)
    counting.store()
    values = counting.shared.values
    return {
        line: sum(values[slot] * events for slot, events in program.lines[line])
        - values[program.take_back(line)]
        + values[program.give(line)]
        for line in program.executable
    }, output


def main():
    sys.path.insert(0, sys.argv[1])
    warnings.simplefilter("ignore")
    results = []
    for name, source, text, with_probes in json.load(sys.stdin):
        try:
            ast.parse(source)
        except SyntaxError:
            continue
        trace, printed = traced(source, text)
        counts, counted_printed = counted(source, text)
        probed, probed_printed = counted(source, text, everywhere(source)) if with_probes else (counts, counted_printed)
        lines = sorted(set(trace) | set(counts))
        different = {
            line: [trace.get(line, 0), counts.get(line, 0)]
            for line in lines
            if trace.get(line, 0) != counts.get(line, 0)
        }
        unlike = {line: [counts[line], probed.get(line)] for line in counts if counts[line] != probed.get(line)}
        results.append([name, different, printed, counted_printed, unlike, probed_printed])
    sys.stdout.write(json.dumps(results))


if __name__ == "__main__":
    main()
