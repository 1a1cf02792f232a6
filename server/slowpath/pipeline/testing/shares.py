"""How the seconds of a test set are shared out among the parts of the work."""

ENDS = {"inputs": 0.22, "given": 0.52, "slow": 0.62, "mutants": 0.76, "ways": 0.84, "searched": 0.92}
ENDS_ALONE = {"inputs": 0.4, "given": 0.4, "slow": 0.5, "mutants": 0.7, "ways": 0.8, "searched": 0.92}
"""When each part ends, as shares of the whole: with programs that should fail, and where none is given."""
LEAST_SEARCH_S, MOST_SEARCH_S = 1.5, 60.0
LEAST_SECOND_LOOK_S = 5.0
"""Given programs that pass all so far meet for so long what they haven't met, though the time is over."""
TRYING_SHARE = 0.7
"""Of a part against opponents all are tried in so much, before a search for one of them begins."""
FAIR_SHARE = 1.5
"""One that passes everything is run for so many times its share of the time that is left, and on the rest when all were
tried: most fail on one of the first few inputs, but several that don't mustn't leave nothing to those after them."""
LEAST_VARIED = 0.07
"""Of the whole, what inputs that are changed again and again have at least, though large ones before overran their
part: no other group tells as many wrong programs in so little time."""
