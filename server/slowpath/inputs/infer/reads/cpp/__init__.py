"""How a C++ program reads its input."""
