"""The language server: the searches of one window, and what an editor is told of them."""
