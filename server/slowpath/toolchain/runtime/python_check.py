"""Compiles the program on stdin without running it and prints what the compiler says, as JSON.

    python python_check.py NAME < source

Runs under the USER's interpreter, standard library only. Each message is [line, column, severity, text], 1-based.
"""

import json
import sys
import warnings


def encoding_error(source):
    """The message when the bytes aren't in the encoding that they are declared in, as running the file would
    say it (`compile` overlooks such bytes in comments), else None."""
    try:
        source.decode("utf-8")
        return None
    except UnicodeDecodeError:
        import io
        import tokenize
    try:
        source.decode(tokenize.detect_encoding(io.BytesIO(source).readline)[0])
    except UnicodeDecodeError as error:
        line = source.count(b"\n", 0, error.start) + 1
        return [line, 1, "error", "SyntaxError: (unicode error) %s; no encoding is declared for it" % error]
    except (SyntaxError, LookupError) as error:
        return [1, 1, "error", "SyntaxError: %s" % error]
    return None


def messages(source, name):
    """What compiling says: warnings in order, then the error, if any."""
    undecodable = encoding_error(source)
    if undecodable:
        return [undecodable]
    found = []
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        try:
            compile(source, name, "exec", dont_inherit=True)
        except SyntaxError as error:
            found.append([error.lineno or 1, error.offset or 1, "error", "%s: %s" % (type(error).__name__, error.msg)])
        except (ValueError, RecursionError, MemoryError, OverflowError) as error:
            found.append([1, 1, "error", "%s: %s" % (type(error).__name__, error)])
    said = [
        [warning.lineno or 1, 1, "warning", str(warning.message)]
        for warning in caught
        if issubclass(warning.category, SyntaxWarning)
    ]
    return said + found


if __name__ == "__main__":
    print(json.dumps(messages(sys.stdin.buffer.read(), sys.argv[1])))
