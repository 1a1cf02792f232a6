"""What is known of a language without running anything: what it is called, and how its text looks."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class LanguageFacts:
    """A language in which solutions are written.

    `id` is the word on the wire and in file names ("cpp"), `name` the word for people, `suffixes` are the lower-case
    endings of its files, the usual one first; `editor_ids` are what editors call it. `comment` begins a comment that
    ends with its line, `block_comment` are the two ends of one that doesn't. `quotes` enclose its texts.
    `directives` begins lines that aren't code (the preprocessor's), "" where there are none. `is_dear`: a program needs
    a virtual machine of its own, so that others that say the same are run in its place. `is_indented`: blocks are told
    by the blanks before their lines. `begins_in` is the function in which a program begins, "" where that's the top of
    its file. `loops_stop_once`: a debugger stops at a loop's line once for the whole loop, however often it's counted.
    `is_native`: its programs are machine code, made by a compiler of C++, with which other code can be built as well.
    `is_defined`: nothing that a program does is undefined: numbers wrap, places are checked. `empty` is the text of a
    program that does nothing, `file_stem` what its file has to be called, "" where it may be called anything.
    `flags_setting` is the setting that holds the judge's flags of its programs, "" where they have none.
    `uncaught` begins what is said of an exception that ended a program with an exit code, "" where a signal ends it.
    """

    id: str
    name: str
    suffixes: tuple[str, ...]
    editor_ids: tuple[str, ...]
    comment: str
    block_comment: tuple[str, str] | None = None
    quotes: str = '"'
    directives: str = ""
    is_dear: bool = False
    is_indented: bool = False
    begins_in: str = ""
    loops_stop_once: bool = False
    is_native: bool = False
    is_defined: bool = False
    empty: str = ""
    file_stem: str = ""
    flags_setting: str = ""
    uncaught: str = ""
