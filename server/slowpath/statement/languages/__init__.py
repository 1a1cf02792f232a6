"""Statements in other languages, in the English words that the readers know: a language is one file of data.

`letters` (a class of characters) or `marks` (common words) tell where a language is used. `rules` are patterns with
their English, tried in order; `{n}`, `{name}` and `{other}` are a count, a name, and how what something is compared
with begins. `words` are single words by their English, `nouns` the four forms of each noun (a city, the city,
cities, the cities) by its English. `headings` are patterns of a section's headings.
"""
