"""What a run of a judging program is given: files and arguments, in one text over standard input. Stdlib only.

The first line is JSON (`files` with their lengths, `folders`, `arguments`, and the file that becomes the program's own
standard input); the files' bytes follow.
"""

import json
import os
import sys


def take_given():
    """Writes the files into the working directory, makes the one that is given standard input; the arguments."""
    wanted = written_given(sys.stdin.buffer)
    opened = os.open(wanted["given"], os.O_RDONLY)
    os.dup2(opened, 0)
    os.close(opened)
    return wanted["arguments"]


def written_given(text):
    """Writes the files and folders of a text into the working directory; its first line."""
    wanted = json.loads(text.readline())
    for name in wanted["folders"]:
        os.mkdir(name)
    for name, length in wanted["files"]:
        with open(name, "wb") as file:
            file.write(text.read(length))
    return wanted
