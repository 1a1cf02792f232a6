"""One module per feature of the language server; those that answer the client have `register(server)`."""
