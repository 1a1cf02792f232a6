"""Code that is put into a program's text and taken out again: checkers in the user's file, probes in the search build.

Pure: text in, text out. Nothing here compiles or runs anything.
"""
