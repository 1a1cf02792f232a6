"""A Model Context Protocol server: what an agent that writes programs may ask of Slowpath.

Theory of operation. `server` speaks the protocol over stdin and stdout and does nothing else: each call of a tool is a
process of its own (`call` starts and ends it, `doing` is what it runs), in which the tool builds on `pipeline` as a
command does. So a call that is cancelled, late or crashed ends with its process and all below it, and the server goes
on. A tool is one file of `tools`: its arguments and its result as dataclasses, from which the schemas are made, and
`run`. Files that an agent names are looked at by `places` before a process hears of them; inputs that were found are
resources (`found`).
"""
