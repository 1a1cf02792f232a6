"""What goes into a target: C sources that are linked into it, and the Python that runs a Python one.

The Python files here run under the user's interpreter, as scripts: standard library only, Python 3.8 and later,
and no import of `slowpath`.
"""
