"""The command line's commands, one file each: `add(subparsers)` declares it, `run(arguments)` does it."""
