"""What sentences claim of the input, as rows of data, and which parts of a format they mean.

`rows` reads them. Those of `relations.toml` give kinds of relations: `claims` finds the sentences that they are said
in, `resolving` the variables. Those of `order.toml`, `distinct.toml` and `graphs.toml` say a thing of lists, rows and
graphs, which `extraction.traits`, `distinct` and `extraction.graphs` ask for by its name. A new phrase is a new row;
its `says` and `not` are its tests.
"""
