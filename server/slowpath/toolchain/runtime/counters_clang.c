/*
 * Clang's gcov-compatible arc counters, kept in memory.
 *
 * Code compiled by clang++ with --coverage registers a function that would write its .gcda file by calling the
 * llvm_gcda_* functions of compiler-rt, one call per function and one per counter array. This file takes their
 * place: "writing" copies the counters, or lists the functions. Nothing is written to disk.
 */
#include "slowpath_target.h"

#include <sys/types.h>
#include <unistd.h>

typedef void (*write_function)(void);

static write_function write_module;

static struct {
    slowpath_visit visit;
    void *context;
    struct slowpath_function function;
    uint64_t *slots;
    slowpath_copy copy;
    int failed;
} now;

void llvm_gcov_init(write_function write, write_function reset);
void llvm_gcda_start_file(const char *name, uint32_t version, uint32_t checksum);
void llvm_gcda_emit_function(uint32_t ident, uint32_t lineno_checksum, uint32_t cfg_checksum);
void llvm_gcda_emit_arcs(uint32_t count, uint64_t *counters);
void llvm_gcda_summary_info(void);
void llvm_gcda_end_file(void);

void llvm_gcov_init(write_function write, write_function reset)
{
    (void)reset;
    write_module = write;
}

void llvm_gcda_start_file(const char *name, uint32_t version, uint32_t checksum)
{
    (void)name;
    (void)version;
    (void)checksum;
}

void llvm_gcda_emit_function(uint32_t ident, uint32_t lineno_checksum, uint32_t cfg_checksum)
{
    struct slowpath_function function = {ident, lineno_checksum, cfg_checksum, 0};
    now.function = function;
}

void llvm_gcda_emit_arcs(uint32_t count, uint64_t *counters)
{
    if (now.visit) {
        now.function.slots = count;
        now.visit(&now.function, now.context);
        return;
    }
    if (now.failed || now.copy(now.slots, counters, count * sizeof(uint64_t)))
        now.failed = 1;
    now.slots += count;
}

void llvm_gcda_summary_info(void)
{
}

void llvm_gcda_end_file(void)
{
}

void slowpath_functions(slowpath_visit visit, void *context)
{
    now.visit = visit;
    now.context = context;
    if (write_module)
        write_module();
    now.visit = 0;
}

int slowpath_store_counters(uint64_t *slots, slowpath_copy copy)
{
    now.slots = slots;
    now.copy = copy;
    now.failed = 0;
    if (write_module)
        write_module();
    return now.failed ? -1 : 0;
}

/* Clang calls these around fork and exec*, so that the counters can be saved before they are gone. */
pid_t __gcov_fork(void);
void llvm_writeout_files(void);
void llvm_reset_counters(void);

pid_t __gcov_fork(void)
{
    return fork();
}

void llvm_writeout_files(void)
{
    slowpath_store_now();
}

void llvm_reset_counters(void)
{
}
