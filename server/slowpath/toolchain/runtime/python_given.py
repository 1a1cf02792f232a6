"""What a run of a judging program is given: files, arguments and standard input, in one text. Stdlib only.

The first line says how many bytes of words follow, each of which ends with a zero byte: the file that becomes the
program's standard input, or an empty word; how many folders there are, and their names; how many files, and the name
and length of each; the arguments. The files' bytes follow, and after an empty first word those of the standard input.
`given.c` reads the same.
"""

import os
import sys
import tempfile


def take_given():
    """Writes the files into the working directory and takes what is given as standard input; the arguments."""
    opened, arguments = written_given(sys.stdin.buffer)
    os.dup2(opened, 0)
    os.close(opened)
    return arguments


def written_given(text):
    """Makes a text's files and folders in the working directory; the standard input, open, and the arguments."""
    words = iter([os.fsdecode(word) for word in text.read(int(text.readline())).split(b"\0")[:-1]])
    given = next(words)
    for _ in range(int(next(words))):
        os.mkdir(next(words))
    for name, length in [(next(words), int(next(words))) for _ in range(int(next(words)))]:
        with open(name, "wb") as file:
            file.write(text.read(length))
    if given:
        return os.open(given, os.O_RDONLY), list(words)
    with tempfile.TemporaryFile(dir=".", buffering=0) as file:
        file.write(text.read())
        file.seek(0)
        return os.dup(file.fileno()), list(words)
