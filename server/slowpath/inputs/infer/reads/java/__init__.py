"""How a Java program reads its input: in the words of C++."""
