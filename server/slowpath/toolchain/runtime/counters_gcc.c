/*
 * GCC's arc counters, kept in memory.
 *
 * Code compiled by g++ with -fprofile-arcs hands a `struct gcov_info` to __gcov_init before main and expects
 * libgcov to write a .gcda file at exit. This file takes libgcov's place: it keeps the pointer and copies the
 * counters on demand, so nothing is ever written to disk. The structures' layout is an agreement between one
 * version of GCC and its own libgcov; it is chosen by __GNUC__, so compile this with the compiler of the program.
 */
#include "slowpath_target.h"

#include <stdarg.h>
#include <sys/types.h>
#include <unistd.h>

#if __GNUC__ >= 15
#define COUNTER_KINDS 10
#elif __GNUC__ >= 14
#define COUNTER_KINDS 9
#elif __GNUC__ >= 10
#define COUNTER_KINDS 8
#else
#define COUNTER_KINDS 9
#endif

typedef void (*merge_function)(int64_t *, unsigned);

struct counters_of_kind {
    unsigned count;
    int64_t *values;
};

struct function_info {
    const struct module_info *key;
    unsigned ident;
    unsigned lineno_checksum;
    unsigned cfg_checksum;
    struct counters_of_kind arcs; /* The first kind that is in use; -fprofile-arcs uses arcs alone. */
};

struct module_info {
    unsigned version;
    struct module_info *next;
    unsigned stamp;
#if __GNUC__ >= 12
    unsigned checksum;
#endif
    const char *filename;
    merge_function merge[COUNTER_KINDS];
    unsigned function_count;
    const struct function_info *const *functions;
};

static struct module_info *modules;

void __gcov_init(struct module_info *module);
void __gcov_exit(void);
void __gcov_merge_add(int64_t *values, unsigned count);

void __gcov_init(struct module_info *module)
{
    if (module->function_count == 0)
        return;
    module->next = modules;
    modules = module;
}

void __gcov_exit(void)
{
}

/* Never called: its address is the mark by which a module says that it has arc counters. */
void __gcov_merge_add(int64_t *values, unsigned count)
{
    (void)values;
    (void)count;
}

/* The copies of an inline function that the linker dropped leave an entry whose key is another module. */
static int is_here(const struct module_info *module, const struct function_info *function)
{
    return module->merge[0] != 0 && function != 0 && function->key == module;
}

void slowpath_functions(slowpath_visit visit, void *context)
{
    for (const struct module_info *module = modules; module; module = module->next)
        for (unsigned i = 0; i < module->function_count; i++) {
            const struct function_info *f = module->functions[i];
            if (is_here(module, f)) {
                struct slowpath_function seen = {f->ident, f->lineno_checksum, f->cfg_checksum, f->arcs.count};
                visit(&seen, context);
            }
        }
}

int slowpath_store_counters(uint64_t *slots, slowpath_copy copy)
{
    for (const struct module_info *module = modules; module; module = module->next)
        for (unsigned i = 0; i < module->function_count; i++) {
            const struct function_info *f = module->functions[i];
            if (!is_here(module, f))
                continue;
            if (copy(slots, f->arcs.values, f->arcs.count * sizeof(uint64_t)))
                return -1;
            slots += f->arcs.count;
        }
    return 0;
}

/*
 * With -fprofile-arcs GCC turns calls of fork and exec* into calls of these, so that the counters can be saved
 * before they are gone.
 */
extern char **environ;

pid_t __gcov_fork(void);
int __gcov_execv(const char *path, char *const *arguments);
int __gcov_execvp(const char *path, char *const *arguments);
int __gcov_execve(const char *path, char *const *arguments, char *const *environment);
int __gcov_execl(const char *path, char *argument, ...);
int __gcov_execlp(const char *path, char *argument, ...);
int __gcov_execle(const char *path, char *argument, ...);

pid_t __gcov_fork(void)
{
    return fork();
}

int __gcov_execv(const char *path, char *const *arguments)
{
    slowpath_store_now();
    return execv(path, arguments);
}

int __gcov_execvp(const char *path, char *const *arguments)
{
    slowpath_store_now();
    return execvp(path, arguments);
}

int __gcov_execve(const char *path, char *const *arguments, char *const *environment)
{
    slowpath_store_now();
    return execve(path, arguments, environment);
}

enum { MOST_ARGUMENTS = 256 };

static void gather(char **arguments, char *first, va_list *rest)
{
    int n = 0;
    arguments[n++] = first;
    while (n < MOST_ARGUMENTS && arguments[n - 1])
        arguments[n++] = va_arg(*rest, char *);
    arguments[n - 1] = 0;
}

int __gcov_execl(const char *path, char *argument, ...)
{
    char *arguments[MOST_ARGUMENTS];
    va_list rest;
    va_start(rest, argument);
    gather(arguments, argument, &rest);
    va_end(rest);
    slowpath_store_now();
    return execv(path, arguments);
}

int __gcov_execlp(const char *path, char *argument, ...)
{
    char *arguments[MOST_ARGUMENTS];
    va_list rest;
    va_start(rest, argument);
    gather(arguments, argument, &rest);
    va_end(rest);
    slowpath_store_now();
    return execvp(path, arguments);
}

int __gcov_execle(const char *path, char *argument, ...)
{
    char *arguments[MOST_ARGUMENTS];
    va_list rest;
    va_start(rest, argument);
    gather(arguments, argument, &rest);
    char *const *environment = va_arg(rest, char *const *);
    va_end(rest);
    slowpath_store_now();
    return execve(path, arguments, environment);
}
