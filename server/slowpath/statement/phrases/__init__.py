"""What sentences claim of the input, as rows of data.

`rows` reads them. Those of `relations.toml` give kinds of relations, which `inputs.infer.relations` finds in sentences
and resolves. Those of `order.toml`, `distinct.toml` and `graphs.toml` say a thing of lists, rows and graphs, which
`statement.claims` and `inputs.infer.relations.distinct` ask for by its name. A new phrase is a new row; its `says` and
`not` are its tests.
"""
