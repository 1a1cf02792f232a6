/*
 * Included before a C++ program that carries probes (instrument/probes_cpp.py), by -include.
 *
 * A probe keeps the largest left / right of the run; forkserver.c makes its slot of that. It is arithmetic without a
 * branch and without a call: a branch would be a block of the user's flow graph, and so would be the rest of a block
 * after a call. The program may give keywords and types another meaning (#define int long long), so the macros, which
 * are expanded in the middle of it, use names of ours alone. No standard header is needed, nor included.
 */
#ifndef SLOWPATH_PROBES_H
#define SLOWPATH_PROBES_H

typedef double slowpath_ratio;
typedef long long slowpath_integer;

/* Ratios greater than zero; their bits, taken as integers, serve to choose between two of them without a branch. */
union slowpath_largest {
    slowpath_ratio slowpath_value;
    slowpath_integer slowpath_bits;
};

static union slowpath_largest slowpath_probe_largest[SLOWPATH_PROBES];
static slowpath_integer slowpath_passes[SLOWPATH_PROBES] __attribute__((unused));

extern "C" {
extern const slowpath_integer slowpath_probe_count;
extern const void *const slowpath_probe_values;
const slowpath_integer slowpath_probe_count = SLOWPATH_PROBES;
const void *const slowpath_probe_values = slowpath_probe_largest;
}

/* Comparisons with NaN are false, and the largest is never less than zero: right > 0 is all that is left to ask. */
#define SLOWPATH_PROBE(number, left, right)                                                                         \
    {                                                                                                               \
        slowpath_ratio slowpath_left = (slowpath_ratio)(left), slowpath_right = (slowpath_ratio)(right);            \
        slowpath_largest slowpath_now, &slowpath_past = slowpath_probe_largest[number];                             \
        slowpath_now.slowpath_value = slowpath_left / slowpath_right;                                               \
        slowpath_past.slowpath_bits ^=                                                                              \
            (slowpath_past.slowpath_bits ^ slowpath_now.slowpath_bits) &                                            \
            -(slowpath_integer)((slowpath_right > 0) & (slowpath_now.slowpath_value > slowpath_past.slowpath_value)); \
    }
#define SLOWPATH_PASS(number, amount) { slowpath_passes[number] += (slowpath_integer)(amount); }
#define SLOWPATH_RESET(number) { slowpath_passes[number] = 0; }

#endif
