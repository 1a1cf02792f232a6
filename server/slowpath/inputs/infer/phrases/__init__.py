"""What sentences claim of the input, as rows of data (`relations.toml`), and which parts of a format they mean.

A row gives a kind of relation; `claims` finds the sentences that it is said in, `resolving` the variables. A new phrase
is a new row; its `says` and `not` are its tests.
"""
