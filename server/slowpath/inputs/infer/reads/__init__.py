"""How a program reads its input, as a read grammar; a folder a language."""
