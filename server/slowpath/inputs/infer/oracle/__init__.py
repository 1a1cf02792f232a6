"""The program itself as the fourth source of the input format: it is run, and watched while it reads.

Theory of operation. Statement, samples and the text of the program say what the input should be; the running
program says what it takes. Every question is a run (`asking`): a whole input, or one without an end, of which the
program takes what it wants and then waits. From where it waits one sees how many tokens it takes (`taking`), which
line wants which token (`trace`), and, by changing one token, what that token governs (`governing`). That is enough
to hold a proposed format against the program (`confirm`, on inputs that are made from the format itself,
`trials`), to find a structure where no source gives one (`structure`), and to see where assumed bounds make the program
crash (`limits`).

The ideas are those of active grammar inference: AUTOGRAM (Höschele and Zeller 2016) follows which values reach
which code, Mimid (Gopinath, Mathis and Zeller 2020) takes the control flow around each access to the input for the
grammar's structure, GLADE (Bastani et al. 2017) asks membership questions about mutated inputs. An input format is
far less than a grammar, counts instead of brackets, and so some dozens of runs do.

Pure: it is given a `ProgramOracle`. A run that crashes or hangs is an answer. The number of questions is bounded,
and they stop early where it is settled; the same program and inputs give the same questions.
"""
