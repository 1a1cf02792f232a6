/* What the forkserver (forkserver.c) asks of the counters that it is linked with (counters_*.c). */
#ifndef SLOWPATH_TARGET_H
#define SLOWPATH_TARGET_H

#include <stddef.h>
#include <stdint.h>

/* Copies `bytes` bytes from `source` in the run's memory to `slots`. Returns 0, or -1 when it can't be read. */
typedef int (*slowpath_copy)(void *slots, const void *source, size_t bytes);

/* One instrumented function: its identity in the .gcno file and how many slots it has. */
struct slowpath_function {
    uint32_t ident;
    uint32_t lineno_checksum;
    uint32_t cfg_checksum;
    uint32_t slots;
};

/* Called once per function, in the order of the slots. */
typedef void (*slowpath_visit)(const struct slowpath_function *function, void *context);

void slowpath_functions(slowpath_visit visit, void *context);

/* Stores all counters into `slots`, in the same order. Async-signal-safe. Returns 0, or -1 when a copy failed. */
int slowpath_store_counters(uint64_t *slots, slowpath_copy copy);

/* Given by the forkserver: where work on blocks of memory is counted (bulk.c), in instructions; 0 outside of runs. */
extern volatile uint64_t *slowpath_bulk;

/* Where a judging program is linked with it (given.c): takes what the run is given; returns how many
 * arguments there are, the program's name among them. */
int slowpath_take_given(char ***arguments) __attribute__((weak));

/* Given by the forkserver: stores the counters now, for a run that is about to become another program. */
void slowpath_store_now(void);

#endif
