"""Strategies measured over whole data sets: `slowpath evaluate`.

Theory of operation. A data set is listed by its reader (`data/`) as programs, and as what is left out and why. A unit
of work is one program, one strategy and one seed (`units.py`). What a process needs to do it is a value (`Work`), so
that it can be done on this machine or on another (`running/`). Each unit comes to one row (`rows.py`); the driver alone
writes rows, each once, as they come (`journal.py`). Tables, report and export read the rows and nothing else.
"""
