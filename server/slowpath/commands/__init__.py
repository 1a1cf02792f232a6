"""The command line's commands, one file each: `add(subparsers)` declares it, `run(arguments)` does it.

A new one is a file of its name here, a line in `SUMMARIES`, and a schema in `slowpath/schemas/` for its JSON.
"""

SUMMARIES = {
    "find": "find the inputs that make a program slow",
    "break": "find an input on which a program fails",
    "optimize": "make a program faster, and prove that it prints the same",
    "tests": "make a whole test set for a problem",
    "evaluate": "measure strategies over a whole data set",
    "profile": "per-line hit counts of one or more inputs",
    "constraints": "why a program is slow: conditions on its data, each tested",
    "check": "put checkers of constraints into a program, or take them out",
    "format": "the inferred input format",
    "validate": "is an input valid, and who says so",
    "generators": "input generators that a language model writes",
    "replay": "write a found input's bytes again",
    "mcp": "a server for agents (Model Context Protocol)",
    "doctor": "what was found on this machine",
    "bench": "measure Slowpath itself",
}
"""Each command with what it does, in the order of the help. To say this much no command is loaded."""
