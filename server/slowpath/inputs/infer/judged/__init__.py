"""What the problem's own validators say of inputs, where their source can't be read as a format: they are asked.

Inputs of the format and neighbours of the samples are judged; bounds are drawn in to what is accepted (`bounds`), and
lines of the text form are taken up that hold on all that is accepted and tell why the others are refused (`lines`).
"""
