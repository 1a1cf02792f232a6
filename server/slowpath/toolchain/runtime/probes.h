/*
 * Included before a C++ program that carries probes (instrument/probes_cpp.py), by -include.
 *
 * A probe keeps the largest left / right of the run; forkserver.c makes its slot of that. It is arithmetic without a
 * branch and without a call: a branch would be a block of the user's flow graph, and so would be the rest of a block
 * after a call. What only rises from one beginning to the next, a count of passes, is looked at where it begins anew
 * and at the end of the run (slowpath_peak), which costs nothing in between. The program may give keywords and types another meaning (#define int long long), so the macros, which
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

/* A probe whose value is a count, over a number: the count's place, and what the slot is divided by. */
struct slowpath_peak {
    slowpath_integer slowpath_slot, slowpath_number;
    slowpath_ratio slowpath_right;
};

static union slowpath_largest slowpath_probe_largest[SLOWPATH_PROBES];
static slowpath_integer slowpath_passes[SLOWPATH_PROBES] __attribute__((unused));
static slowpath_integer slowpath_most_passes[SLOWPATH_PROBES] __attribute__((unused));

extern "C" {
extern const slowpath_integer slowpath_probe_count;
extern const void *const slowpath_probe_values;
const slowpath_integer slowpath_probe_count = SLOWPATH_PROBES;
const void *const slowpath_probe_values = slowpath_probe_largest;
#ifdef SLOWPATH_PEAKS
static const struct slowpath_peak slowpath_peak_rows[] = {SLOWPATH_PEAKS};
extern const slowpath_integer slowpath_peak_count;
extern const void *const slowpath_peaks, *const slowpath_peak_passes, *const slowpath_peak_most_passes;
const slowpath_integer slowpath_peak_count = sizeof slowpath_peak_rows / sizeof *slowpath_peak_rows;
const void *const slowpath_peaks = slowpath_peak_rows;
const void *const slowpath_peak_passes = slowpath_passes, *const slowpath_peak_most_passes = slowpath_most_passes;
#endif
}

/* What isn't greater than zero, NaN too, becomes zero before it is compared: so there is little to wait for from one
 * evaluation to the next. */
#define SLOWPATH_PROBE(number, left, right)                                                                         \
    {                                                                                                               \
        slowpath_ratio slowpath_left = (slowpath_ratio)(left), slowpath_right = (slowpath_ratio)(right);            \
        slowpath_largest slowpath_now;                                                                              \
        slowpath_now.slowpath_value = slowpath_left / slowpath_right;                                               \
        slowpath_now.slowpath_bits &=                                                                               \
            -(slowpath_integer)((slowpath_right > 0) & (slowpath_now.slowpath_value > 0));                          \
        SLOWPATH_RAISE(slowpath_probe_largest[number].slowpath_bits, slowpath_now.slowpath_bits)                    \
    }
#define SLOWPATH_RAISE(most, now) { (most) ^= ((most) ^ (now)) & -(slowpath_integer)((now) > (most)); }
#define SLOWPATH_PASS(number, amount) { slowpath_passes[number] += (slowpath_integer)(amount); }
#define SLOWPATH_RESET(number)                                                                                      \
    {                                                                                                               \
        SLOWPATH_RAISE(slowpath_most_passes[number], slowpath_passes[number])                                       \
        slowpath_passes[number] = 0;                                                                                \
    }

#endif
