/*
 * The forkserver that is linked into a C++ target (docs/wire.md, version 2).
 *
 * Theory of operation. The linker's --wrap=main brings the process here after static initialisation. Without
 * SLOWPATH_WIRE in the environment the program's own main runs as if nothing were here. With it the process is a
 * server: it forks one run per request, and in the run (the child) control returns to main. What static initialisation
 * took, which each run on a judge would pay, it says in every response. The run's counters reach the shared memory in
 * one of four ways: at normal exit (a destructor, quick_exit's handler, or the wrapped _exit), from a signal handler on
 * an alternate stack, by SIGXCPU from the server when a limit is passed, and, if the run ignores that, read from
 * the stopped run's memory by the server. Only a run that kills itself by SIGKILL, or becomes another program where the
 * compiler didn't see it coming, leaves none; RUN_COUNTED then stays clear.
 * Where the program carries probes (probes.h) their slots follow the counters and go the same ways.
 *
 * The server never allocates and is single-threaded. It blocks SIGCHLD and waits with sigtimedwait.
 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "slowpath_target.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#ifdef __linux__
#include <dirent.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <ucontext.h>
#endif

/* Sanitizers have functions of their own in the place of those that are put in front of here. */
#if !defined(SLOWPATH_STATIC) && !defined(SLOWPATH_SANITIZED) && defined(__linux__)
#define PUT_IN_FRONT 1
#include <dlfcn.h>
#include <pthread.h>
#endif

enum { WIRE_VERSION = 2, OP_RUN = 1, LANES_OFFSET = 4096, LANE_HEADER_BYTES = 64, MOST_LANES = 64 };
enum { TAIL_BYTES = 4096, USUAL_STACK_BYTES = 8 << 20, PAINTED_BYTES = 256 << 10 };
enum { END_EXITED, END_SIGNALED, END_CPU, END_WALL };
enum { RUN_COUNTED = 1, RUN_THREADS = 2, RUN_PROCESSES = 4, RUN_ALLOCATION_FAILED = 8, RUN_STACK_OVERFLOW = 16 };

/* A sanitizer reserves terabytes of addresses, so that they can't be limited, and may wait for itself forever where an
 * allocation fails. What its runs have in memory is looked at now and then instead. */
#ifdef SLOWPATH_SANITIZED
enum { LOOKS_AT_MEMORY = 1 };
#else
enum { LOOKS_AT_MEMORY = 0 };
#endif

static const uint64_t HELLO_MAGIC = 0x4F4C4C4548505753u;
static const uint64_t SHARED_MAGIC = 0x4D45485350574C53u;
static const uint32_t REQUEST_MAGIC = 0x51455250u;
static const uint32_t RESPONSE_MAGIC = 0x53455250u;
static const uint64_t SECOND = 1000000000u;
static const uint64_t SLICE_NS = 50000000u; /* How often a waiting server looks at clocks and at its driver. */
static const uint64_t MOST_STARVED = 4;    /* How many times its wall limit a run may take that waits for a core. */
static const uint64_t IDLE_NS = 4000000000u; /* How long a run may do nothing; an eighth of its wall limit if longer. */
static const uint64_t GRACE_NS = 50000000u; /* How long a run may take to store its counters when told to. */

struct hello {
    uint64_t magic;
    uint32_t version, pid;
    uint64_t counters, description_bytes;
};

struct request {
    uint32_t magic, op;
    uint64_t run_id, cpu_ns, wall_ns, memory_bytes, output_bytes, input_bytes, lane;
};

struct response {
    uint32_t magic, how;
    uint64_t run_id;
    int32_t exit_code, signal;
    uint64_t user_ns, sys_ns, wall_ns, peak_rss_bytes, output_bytes, stderr_bytes, input_read_bytes;
    uint32_t flags, tail_bytes;
    uint64_t extra, start_ns, idle_ns, reserved[2];
};

struct shared_memory {
    uint64_t magic;
    uint32_t version, lanes;
    uint64_t counters;
};

/* What a run leaves: its counters come LANE_HEADER_BYTES after the beginning. */
struct lane {
    volatile uint32_t flags, zero;
    volatile uint64_t extra;
};

static struct shared_memory *shared;
static struct lane *lane; /* That of the run under way. */
volatile uint64_t *slowpath_bulk;
static uint64_t *slots;   /* Its counters. */
static int inputs[MOST_LANES];
static int lanes;
static int outputs[MOST_LANES] = {1}; /* One for each lane, or one for all. */
static uint64_t printed[MOST_LANES];  /* What lies in each. */
static int output_files = 1;
static int scratch = -1; /* The folder that runs find empty, if there is one. */
static uint64_t counted_slots; /* Those of counters; probes' slots come after them. */
static int control = -1;
static pid_t run_pid; /* In the run: its own id. In the server: that of the run under way, else 0. */
static uint64_t mapped_bytes;
static sigset_t program_mask;
static uint64_t before_objects_ns; /* CPU time when the program's own static initialisation began. */
static uint64_t start_ns;          /* What it took, which is a part of every run on a judge. */

static uint64_t own_cpu_ns(void)
{
    struct timespec used;
    if (clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used))
        return 0;
    return (uint64_t)used.tv_sec * SECOND + (uint64_t)used.tv_nsec;
}

/* The earliest priority that a program may use itself, so after the loader and before its global objects. */
__attribute__((constructor(101))) static void note_start(void)
{
    before_objects_ns = own_cpu_ns();
}

/* ---- The run's side: storing the counters, whatever way the run ends. ---- */

/*
 * Weak, so that a program with probes has its own: how many, and the largest left / right of each, never negative.
 * Not const here: the compiler would take the values of the weak ones for granted.
 */
extern int64_t slowpath_probe_count;
extern const double *slowpath_probe_values;
__attribute__((weak)) int64_t slowpath_probe_count = 0;
__attribute__((weak)) const double *slowpath_probe_values = 0;

/* The same of counts that are looked at only here and where they begin anew: the probe's slot, which count it is, and
 * what that is divided by. */
struct peak {
    int64_t slot, number;
    double right;
};
extern int64_t slowpath_peak_count;
extern const struct peak *slowpath_peaks;
extern const int64_t *slowpath_peak_passes, *slowpath_peak_most_passes;
__attribute__((weak)) int64_t slowpath_peak_count = 0;
__attribute__((weak)) const struct peak *slowpath_peaks = 0;
__attribute__((weak)) const int64_t *slowpath_peak_passes = 0, *slowpath_peak_most_passes = 0;

static const double PROBE_SCALE = 1024.0;
static const uint64_t PROBE_MOST = (uint64_t)1 << 62;

static uint64_t probe_slot(double largest)
{
    double scaled = largest * PROBE_SCALE;
    return scaled >= (double)PROBE_MOST ? PROBE_MOST : (uint64_t)scaled;
}

/* Stores counters and probes. Async-signal-safe. Returns 0, or -1 when a copy failed. */
static int store_slots(slowpath_copy copy)
{
    if (slowpath_store_counters(slots, copy))
        return -1;
    for (int64_t i = 0; i < slowpath_probe_count; i++) {
        double largest;
        if (copy(&largest, &slowpath_probe_values[i], sizeof largest))
            return -1;
        slots[counted_slots + (uint64_t)i] = probe_slot(largest);
    }
    for (int64_t i = 0; i < slowpath_peak_count; i++) {
        const struct peak *peak = &slowpath_peaks[i];
        int64_t now, before;
        if (copy(&now, &slowpath_peak_passes[peak->number], sizeof now)
            || copy(&before, &slowpath_peak_most_passes[peak->number], sizeof before))
            return -1;
        int64_t most = now > before ? now : before;
        slots[counted_slots + (uint64_t)peak->slot] = probe_slot(most > 0 ? (double)most / peak->right : 0.0);
    }
    return 0;
}

static int copy_own(void *to, const void *from, size_t bytes)
{
    memcpy(to, from, bytes);
    return 0;
}

/* Processes that the run itself started must not store: getpid tells them from it. */
static void store_counters(void)
{
    if (shared == 0 || run_pid == 0 || getpid() != run_pid)
        return;
    slowpath_bulk = 0;
    store_slots(copy_own);
    lane->flags |= RUN_COUNTED;
}

#if defined(__linux__) && (defined(__x86_64__) || defined(__aarch64__))
/* A fault close to the stack pointer is the stack's end. */
static int overflowed_stack(const siginfo_t *info, const ucontext_t *where)
{
#ifdef __x86_64__
    uintptr_t top = (uintptr_t)where->uc_mcontext.gregs[REG_RSP];
#else
    uintptr_t top = (uintptr_t)where->uc_mcontext.sp;
#endif
    uintptr_t at = (uintptr_t)info->si_addr;
    return (at > top ? at - top : top - at) < 65536;
}
#else
#define overflowed_stack(info, where) 0
#endif

void slowpath_store_now(void)
{
    store_counters();
}

static void on_deadly_signal(int number, siginfo_t *info, void *context)
{
    int saved = errno;
    (void)info;
    (void)context;
    store_counters();
    if (shared && number == SIGSEGV && overflowed_stack(info, (const ucontext_t *)context))
        lane->flags |= RUN_STACK_OVERFLOW;
    signal(number, SIG_DFL);
    raise(number); /* Blocked while this handler runs; a fault also happens again on return. */
    errno = saved;
}

__attribute__((destructor(101))) static void on_exit_of_program(void)
{
    store_counters();
}

/* The system call itself: in a static program the library's own _exit would come back here. */
void __wrap__exit(int code) __attribute__((noreturn));
void __wrap__Exit(int code) __attribute__((noreturn));

void __wrap__exit(int code)
{
    store_counters();
#ifdef __linux__
    for (;;)
        syscall(SYS_exit_group, code);
#else
    _exit(code);
#endif
}

void __wrap__Exit(int code)
{
    __wrap__exit(code);
}

#ifndef __APPLE__
/* std::set_new_handler by its mangled name, so that this file stays C. Absent in programs without libstdc++. */
typedef void (*new_handler)(void);
extern new_handler set_new_handler(new_handler) __asm__("_ZSt15set_new_handlerPFvvE") __attribute__((weak));

/* Notes that an allocation failed and steps aside: operator new tries again, fails and throws. */
static void on_failed_allocation(void)
{
    if (shared)
        lane->flags |= RUN_ALLOCATION_FAILED;
    set_new_handler(0);
}
#endif

#ifdef PUT_IN_FRONT
/* The large stack is for main; threads would otherwise each reserve as much, beyond many a memory limit. */
static void use_usual_thread_stacks(void)
{
#ifdef __GLIBC__
    pthread_attr_t usual;
    size_t bytes = 0;
    if (shared == 0 || pthread_attr_init(&usual))
        return;
    if (pthread_attr_getstacksize(&usual, &bytes) == 0 && bytes > USUAL_STACK_BYTES) {
        pthread_attr_setstacksize(&usual, USUAL_STACK_BYTES);
        pthread_setattr_default_np(&usual);
    }
    pthread_attr_destroy(&usual);
#endif
}

/* Stands before the library's own, also for calls from libstdc++ and libgomp. */
__attribute__((visibility("default"))) int pthread_create(pthread_t *thread, const pthread_attr_t *attributes,
                                                           void *(*start)(void *), void *argument)
{
    typedef int (*create)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
    create next = (create)(uintptr_t)dlsym(RTLD_NEXT, "pthread_create");
    if (shared)
        lane->flags |= RUN_THREADS;
    use_usual_thread_stacks();
    return next ? next(thread, attributes, start, argument) : EAGAIN;
}

static void note_process(void)
{
    if (shared && run_pid == getpid())
        lane->flags |= RUN_PROCESSES;
}

/* These note that the program tried; whether it may is for the kernel (forbid_processes) or the sweep. */
__attribute__((visibility("default"))) pid_t fork(void)
{
    typedef pid_t (*fork_function)(void);
    fork_function next = (fork_function)(uintptr_t)dlsym(RTLD_NEXT, "fork");
    note_process();
    return next ? next() : -1;
}

__attribute__((visibility("default"))) int system(const char *command)
{
    typedef int (*system_function)(const char *);
    system_function next = (system_function)(uintptr_t)dlsym(RTLD_NEXT, "system");
    note_process();
    return next ? next(command) : -1;
}

__attribute__((visibility("default"))) FILE *popen(const char *command, const char *mode)
{
    typedef FILE *(*popen_function)(const char *, const char *);
    popen_function next = (popen_function)(uintptr_t)dlsym(RTLD_NEXT, "popen");
    note_process();
    return next ? next(command, mode) : 0;
}
#endif

static char alternate_stack[1 << 16];

static void catch_signals(void)
{
    static const int deadly[] = {SIGXCPU, SIGXFSZ, SIGSEGV, SIGABRT, SIGFPE, SIGBUS, SIGILL, SIGALRM, SIGTERM,
                                 SIGPIPE, SIGTRAP, SIGINT, SIGHUP, SIGPROF, SIGVTALRM, SIGUSR1, SIGUSR2};
    stack_t stack;
    memset(&stack, 0, sizeof stack);
    stack.ss_sp = alternate_stack;
    stack.ss_size = sizeof alternate_stack;
    sigaltstack(&stack, 0);
    for (size_t i = 0; i < sizeof deadly / sizeof *deadly; i++) {
        struct sigaction old, action;
        memset(&action, 0, sizeof action);
        action.sa_sigaction = on_deadly_signal;
        action.sa_flags = SA_ONSTACK | SA_SIGINFO;
        if (sigaction(deadly[i], 0, &old) == 0 && old.sa_handler == SIG_DFL)
            sigaction(deadly[i], &action, 0);
    }
}

/* ---- The run's cage: no processes of its own. Where the kernel has no filters the server's sweep does it. ---- */

#if defined(__linux__) && (defined(__x86_64__) || defined(__aarch64__)) && defined(SECCOMP_RET_ERRNO) \
    && !defined(__ILP32__)
#define CAN_FORBID_PROCESSES 1
#ifdef __x86_64__
#define OUR_ARCHITECTURE AUDIT_ARCH_X86_64
#else
#define OUR_ARCHITECTURE AUDIT_ARCH_AARCH64
#endif
#ifndef SYS_clone3
#define SYS_clone3 435
#endif
#ifndef SYS_pidfd_send_signal
#define SYS_pidfd_send_signal 424
#endif
#ifndef SECCOMP_FILTER_FLAG_SPEC_ALLOW
#define SECCOMP_FILTER_FLAG_SPEC_ALLOW (1UL << 2)
#endif

#define REFUSED(number, reason) \
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, number, 0, 1), BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | (reason))
/* For calls whose first argument is the process, thread or group that is meant: itself, or its own group. */
#define TO_ITSELF(number, own) \
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, number, 0, 5), \
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args[0])), \
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)(own), 2, 0), BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 0, 1, 0), \
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM), BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)

/* A forbidden fork fails as it would on a judge, with EAGAIN. A program that doesn't look may then end "its child": signals
   to anybody but itself are refused with EPERM. So are the calls of other architectures than its own. */
static void forbid_processes(void)
{
    enum { THREAD = 0x00010000, OTHER_NUMBERS = 0x40000000 };
    struct sock_filter filter[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, arch)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, OUR_ARCHITECTURE, 1, 0),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
#ifdef __x86_64__
        BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, OTHER_NUMBERS, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
        REFUSED(SYS_fork, EAGAIN),
        REFUSED(SYS_vfork, EAGAIN),
#endif
        /* clone3 keeps its flags in memory, where a filter can't look; libraries then fall back to clone. */
        REFUSED(SYS_clone3, ENOSYS),
        REFUSED(SYS_pidfd_send_signal, EPERM),
        TO_ITSELF(SYS_kill, run_pid),
        TO_ITSELF(SYS_tkill, run_pid),
        TO_ITSELF(SYS_tgkill, run_pid),
        TO_ITSELF(SYS_rt_sigqueueinfo, run_pid),
        TO_ITSELF(SYS_rt_tgsigqueueinfo, run_pid),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_clone, 1, 0),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args[0])),
        BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, THREAD, 1, 0),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EAGAIN),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    struct sock_fprog program = {sizeof filter / sizeof *filter, filter};
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0))
        return;
    if (syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_SPEC_ALLOW, &program))
        syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &program);
}
#endif

/* Limits the run, which can't raise what it gets; `more` is how far beyond the soft limit the hard one lies. */
static void set_limit(int which, uint64_t value, uint64_t more)
{
    struct rlimit limit;
    if (getrlimit(which, &limit))
        return;
    if (limit.rlim_max == RLIM_INFINITY || value + more < limit.rlim_max)
        limit.rlim_max = (rlim_t)(value + more);
    limit.rlim_cur = value < limit.rlim_max ? (rlim_t)value : limit.rlim_max;
    setrlimit(which, &limit);
}

/* Makes the freshly forked process a run. Control then returns to the program's main. */
static void become_run(const struct request *request, pid_t server)
{
    run_pid = getpid();
    setpgid(0, 0);
#ifdef __linux__
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != server)
        _exit(1);
#else
    (void)server;
#endif
    dup2(inputs[request->lane], 0);
    for (int i = 0; i < lanes; i++)
        close(inputs[i]);
    dup2(outputs[request->lane % output_files], 1);
    for (int i = 0; i < output_files; i++)
        if (outputs[i] > 2)
            close(outputs[i]);
    close(control);
    if (scratch >= 0)
        close(scratch);
    set_limit(RLIMIT_CPU, request->cpu_ns / SECOND + 2, 1);
    if (request->memory_bytes && !LOOKS_AT_MEMORY)
        set_limit(RLIMIT_AS, request->memory_bytes + mapped_bytes, 0);
    set_limit(RLIMIT_FSIZE, request->output_bytes, 0);
#ifdef CAN_FORBID_PROCESSES
    forbid_processes();
#endif
    sigprocmask(SIG_SETMASK, &program_mask, 0);
}

/* ---- The server's side. ---- */

static uint64_t now_ns(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * SECOND + (uint64_t)now.tv_nsec;
}

static uint64_t time_ns(struct timeval time)
{
    return (uint64_t)time.tv_sec * SECOND + (uint64_t)time.tv_usec * 1000u;
}

/* CPU time that the run has used up to now; 0 when it can't be told. */
static uint64_t cpu_ns_of(pid_t pid)
{
#ifdef __linux__
    clockid_t clock;
    struct timespec used;
    if (clock_getcpuclockid(pid, &clock) == 0 && clock_gettime(clock, &used) == 0)
        return (uint64_t)used.tv_sec * SECOND + (uint64_t)used.tv_nsec;
#else
    (void)pid;
#endif
    return 0;
}

/* Reads the beginning of a file of /proc as a text; empty when it can't be read. */
static void read_of_process(pid_t pid, const char *name, char *text, size_t bytes)
{
    char path[64];
    snprintf(path, sizeof path, "/proc/%d/%s", (int)pid, name);
    int file = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t there = file < 0 ? 0 : read(file, text, bytes - 1);
    if (file >= 0)
        close(file);
    text[there > 0 ? there : 0] = 0;
}

/* How long the process's first thread was ready to run while no core was free for it, up to when it last had one; 0 when
   it can't be told. */
static uint64_t starved_ns_of(pid_t pid)
{
    char text[128];
    unsigned long long ran = 0, starved = 0;
    read_of_process(pid, "schedstat", text, sizeof text);
    return sscanf(text, "%llu %llu", &ran, &starved) == 2 ? (uint64_t)starved : 0;
}

/* Whether the process's first thread runs, or would if a core were free. */
static int is_ready(pid_t pid)
{
    char text[512];
    read_of_process(pid, "stat", text, sizeof text);
    char *after_name = strrchr(text, ')');
    return after_name && strncmp(after_name, ") R", 3) == 0;
}

/* Whether a run waited for longer than it may. Waiting for a core that others have isn't the run's, up to a point: what
   is ready is over the limit once it has computed for as long, what sleeps once its own waiting and work took as long. */
static int is_over_wall(pid_t pid, uint64_t wall_ns, uint64_t limit_ns)
{
    if (wall_ns < limit_ns || wall_ns / MOST_STARVED >= limit_ns)
        return wall_ns >= limit_ns;
    return is_ready(pid) ? cpu_ns_of(pid) >= limit_ns : wall_ns - limit_ns >= starved_ns_of(pid);
}

/* Sleeps until a child changed its state or `ns` have passed. May return early. */
static void wait_for_child(uint64_t ns)
{
    struct timespec timeout = {(time_t)(ns / SECOND), (long)(ns % SECOND)};
#ifdef __linux__
    sigset_t child;
    sigemptyset(&child);
    sigaddset(&child, SIGCHLD);
    sigtimedwait(&child, 0, &timeout);
#else
    struct timespec tick = {0, 500000};
    nanosleep(timeout.tv_sec || timeout.tv_nsec > tick.tv_nsec ? &tick : &timeout, 0);
#endif
}

/* Writes or reads all of it. Returns 0, or -1 when the driver is gone. */
static int transfer(int writing, void *data, size_t bytes)
{
    char *at = (char *)data;
    while (bytes) {
        ssize_t done = writing ? write(control, at, bytes) : read(control, at, bytes);
        if (done < 0 && errno == EINTR)
            continue;
        if (done <= 0)
            return -1;
        at += done;
        bytes -= (size_t)done;
    }
    return 0;
}

static int driver_is_gone(void)
{
    struct pollfd watched = {control, 0, 0};
    return poll(&watched, 1, 0) > 0 && (watched.revents & (POLLHUP | POLLERR));
}

/* Waits at most `ns` for the run to end. Returns 1 when it has been reaped. */
static int reap_within(pid_t pid, uint64_t ns, int *status, struct rusage *usage)
{
    uint64_t end = now_ns() + ns;
    for (;;) {
        if (wait4(pid, status, WNOHANG, usage) == pid)
            return 1;
        uint64_t now = now_ns();
        if (now >= end)
            return 0;
        wait_for_child(end - now);
    }
}

#ifdef __linux__
static int copy_from_run(void *to, const void *from, size_t bytes)
{
    struct iovec local = {to, bytes}, remote = {(void *)(uintptr_t)from, bytes};
    return bytes && process_vm_readv(run_pid, &local, 1, &remote, 1, 0) != (ssize_t)bytes ? -1 : 0;
}

/* The counters of a run that doesn't store them itself: stop it and read its memory, which is laid out like ours. */
static void store_from_outside(pid_t pid)
{
    kill(pid, SIGSTOP);
    uint64_t end = now_ns() + GRACE_NS;
    siginfo_t info;
    do {
        wait_for_child(1000000);
        info.si_pid = 0;
        waitid(P_PID, (id_t)pid, &info, WSTOPPED | WEXITED | WNOHANG | WNOWAIT);
    } while (info.si_pid == 0 && now_ns() < end);
    if (store_slots(copy_from_run) == 0)
        lane->flags |= RUN_COUNTED;
}
#endif

static void end_run(pid_t pid, int *status, struct rusage *usage)
{
    kill(pid, SIGXCPU);
    if (reap_within(pid, GRACE_NS, status, usage))
        return;
#ifdef __linux__
    if (!(lane->flags & RUN_COUNTED))
        store_from_outside(pid);
#endif
    kill(pid, SIGKILL);
    while (wait4(pid, status, 0, usage) < 0 && errno == EINTR)
        ;
}

/* What of the run lies in memory now; 0 when it can't be told. */
static uint64_t resident_bytes_of(pid_t pid)
{
    char path[64], text[64] = "", *at = text;
    snprintf(path, sizeof path, "/proc/%d/statm", (int)pid);
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return 0;
    ssize_t bytes = read(file, text, sizeof text - 1);
    close(file);
    strtoull(at, &at, 10);
    return bytes > 0 ? (uint64_t)strtoull(at, 0, 10) * (uint64_t)sysconf(_SC_PAGESIZE) : 0;
}

#ifdef __linux__
/* Whether any thread of the process runs, or would if a core were free; 1 when it can't be told. Allocates nothing, since
   what it left in the heap every later run would find there. */
static int any_is_ready(pid_t pid)
{
    char path[64], entries[2048];
    snprintf(path, sizeof path, "/proc/%d/task", (int)pid);
    int folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC), ready = folder < 0;
    long bytes = 0;
    while (!ready && (bytes = syscall(SYS_getdents64, folder, entries, sizeof entries)) > 0) {
        uint16_t length;
        for (long at = 0; at < bytes && !ready; at += length) {
            memcpy(&length, entries + at + 16, sizeof length); /* struct linux_dirent64: inode, offset, length, type, name */
            pid_t thread = (pid_t)atoi(entries + at + 19);
            ready = thread > 0 && is_ready(thread);
        }
    }
    if (folder >= 0)
        close(folder);
    return ready || bytes < 0;
}
#endif

struct idleness {
    uint64_t since, used_ns;        /* When the run last did something, and what CPU time it had used by then. */
    uint64_t looked, looked_used_ns; /* When it was looked at last, and what it had used by then. */
    uint64_t idle_ns;               /* How long it waited by itself so far, as far as looks tell. */
};

/* Whether a run has done next to nothing for so long that it waits for what doesn't come. A look that finds no thread
   ready counts the time since the last one as waited, but for what the run computed in it. */
static int is_idle(struct idleness *seen, pid_t pid, uint64_t wall_ns, uint64_t limit_ns)
{
#ifdef __linux__
    uint64_t used_ns = cpu_ns_of(pid), passed = wall_ns - seen->looked, computed = used_ns - seen->looked_used_ns;
    int ready = computed >= passed || any_is_ready(pid);
    seen->idle_ns += ready ? 0 : passed - computed;
    seen->looked = wall_ns;
    seen->looked_used_ns = used_ns;
    if (ready || used_ns - seen->used_ns > (wall_ns - seen->since) / 20) {
        seen->since = wall_ns;
        seen->used_ns = used_ns;
    }
    return wall_ns - seen->since >= (limit_ns / 8 > IDLE_NS ? limit_ns / 8 : IDLE_NS);
#else
    (void)seen, (void)pid, (void)wall_ns, (void)limit_ns;
    return 0;
#endif
}

/* Waits for the run's end and ends it at its limits. Returns END_CPU or END_WALL when it was cut, else END_EXITED;
   `idle_ns` says how long it waited by itself. */
static int watch_run(pid_t pid, const struct request *request, uint64_t start, int *status, struct rusage *usage,
                     uint64_t *idle_ns)
{
    struct idleness idleness = {0, 0, 0, 0, 0};
    for (;;) {
        uint64_t wall = now_ns() - start, cpu = wall < request->cpu_ns ? 0 : cpu_ns_of(pid);
        int cut = cpu >= request->cpu_ns ? END_CPU : is_over_wall(pid, wall, request->wall_ns) ? END_WALL : END_EXITED;
        if (cut == END_EXITED && wall >= SLICE_NS &&
            (is_idle(&idleness, pid, wall, request->wall_ns) || driver_is_gone()))
            cut = END_WALL;
        *idle_ns = idleness.idle_ns;
        if (cut != END_EXITED) {
            end_run(pid, status, usage);
            return cut;
        }
        if (LOOKS_AT_MEMORY && request->memory_bytes && resident_bytes_of(pid) > request->memory_bytes) {
            lane->flags |= RUN_ALLOCATION_FAILED;
            kill(pid, SIGKILL);
        }
        uint64_t left = request->wall_ns > wall ? request->wall_ns - wall : SLICE_NS;
        if (request->cpu_ns > cpu && request->cpu_ns - cpu < left)
            left = request->cpu_ns - cpu;
        wait_for_child(left < SLICE_NS ? left : SLICE_NS);
        if (wait4(pid, status, WNOHANG, usage) == pid)
            return END_EXITED;
    }
}

#ifdef __linux__
/* Kills every process whose parent is this server: what the run left behind was handed to it (subreaper). */
static void kill_orphans(void)
{
    DIR *processes = opendir("/proc");
    struct dirent *entry;
    while (processes && (entry = readdir(processes))) {
        char path[64], text[512];
        int pid = atoi(entry->d_name), parent = 0;
        if (pid <= 0)
            continue;
        snprintf(path, sizeof path, "/proc/%d/stat", pid);
        int file = open(path, O_RDONLY | O_CLOEXEC);
        ssize_t bytes = file < 0 ? -1 : read(file, text, sizeof text - 1);
        if (file >= 0)
            close(file);
        if (bytes <= 0)
            continue;
        text[bytes] = 0;
        char *after_name = strrchr(text, ')');
        if (after_name && sscanf(after_name + 1, " %*c %d", &parent) == 1 && parent == getpid())
            kill(pid, SIGKILL);
    }
    if (processes)
        closedir(processes);
}
#endif

/* Kills and reaps all that the run left. One system call when it left nothing. */
static void sweep(pid_t group, struct rusage *total)
{
    int status;
    struct rusage usage;
    for (;;) {
        pid_t reaped = wait4(-1, &status, WNOHANG, &usage);
        if (reaped < 0 && errno != EINTR)
            return;
        lane->flags |= RUN_PROCESSES;
        if (reaped > 0) {
            timeradd(&total->ru_utime, &usage.ru_utime, &total->ru_utime);
            timeradd(&total->ru_stime, &usage.ru_stime, &total->ru_stime);
            continue;
        }
        kill(-group, SIGKILL);
#ifdef __linux__
        /* The first process of a jail has all others below it, and ends them at once, however fast they fork. */
        if (getpid() == 1)
            kill(-1, SIGKILL);
        else
            kill_orphans();
#endif
        wait_for_child(1000000);
    }
}

static uint64_t length_of(int file)
{
    struct stat about;
    return fstat(file, &about) ? 0 : (uint64_t)about.st_size;
}

static void rewind_files(const struct response *last, int input, int output)
{
    if (printed[output] && ftruncate(outputs[output], 0))
        _exit(1);
    if (last->stderr_bytes && ftruncate(2, 0))
        _exit(1);
    lseek(input, 0, SEEK_SET);
    lseek(outputs[output], 0, SEEK_SET);
    lseek(2, 0, SEEK_SET);
}

static void empty_folder(int folder)
{
    struct dirent *entry;
    DIR *entries = fdopendir(openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    while (entries && (entry = readdir(entries))) {
        const char *name = entry->d_name;
        if (strcmp(name, ".") == 0 || strcmp(name, "..") == 0 || unlinkat(folder, name, 0) == 0)
            continue;
        fchmodat(folder, name, 0700, 0);
        int inner = openat(folder, name, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW);
        if (inner >= 0) {
            empty_folder(inner);
            close(inner);
        }
        unlinkat(folder, name, AT_REMOVEDIR);
    }
    if (entries)
        closedir(entries);
}

/* Throws away what the last run left in the folder. Its time of change is set to 0, so that any change shows. */
static void renew_scratch(void)
{
    struct stat about;
    const struct timespec never[2] = {{0, 0}, {0, 0}};
    if (scratch < 0 || fstat(scratch, &about) || about.st_mtime == 0)
        return;
    empty_folder(scratch);
    futimens(scratch, never);
}

static void describe_end(struct response *response, int how, int status, const struct rusage *usage, int input,
                         int output)
{
    response->how = (uint32_t)how;
    response->exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    response->signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
    if (how == END_EXITED && response->signal)
        response->how = END_SIGNALED;
    response->user_ns = time_ns(usage->ru_utime);
    response->sys_ns = time_ns(usage->ru_stime);
#ifdef __APPLE__
    response->peak_rss_bytes = (uint64_t)usage->ru_maxrss;
#else
    response->peak_rss_bytes = (uint64_t)usage->ru_maxrss * 1024u;
#endif
    response->output_bytes = printed[output] = length_of(outputs[output]);
    response->stderr_bytes = length_of(2);
    response->tail_bytes = (uint32_t)(response->stderr_bytes < TAIL_BYTES ? response->stderr_bytes : TAIL_BYTES);
    response->input_read_bytes = (uint64_t)lseek(input, 0, SEEK_CUR);
    response->flags = lane->flags;
    response->extra = lane->extra;
    response->start_ns = start_ns;
}

static size_t lane_bytes(void)
{
    return LANE_HEADER_BYTES + (shared->counters * sizeof(uint64_t) + 63) / 64 * 64;
}

static void use_lane(uint64_t number)
{
    char *at = (char *)shared + LANES_OFFSET + number * lane_bytes();
    lane = (struct lane *)(void *)at;
    slots = (uint64_t *)(void *)(at + LANE_HEADER_BYTES);
}

/* Serves one request. Returns 1 in the run (go to main), 0 in the server. */
static int serve_run(const struct request *request, struct response *response)
{
    int status = 0;
    struct rusage usage;
    pid_t server = getpid();
    int input = inputs[request->lane], output = (int)(request->lane % output_files);
    use_lane(request->lane);
    renew_scratch();
    rewind_files(response, input, output);
    lane->flags = 0;
    lane->extra = 0;
    uint64_t start = now_ns();
    pid_t pid = fork();
    if (pid == 0) {
        become_run(request, server);
        slowpath_bulk = &lane->extra;
        return 1;
    }
    if (pid < 0)
        _exit(1);
    run_pid = pid;
    memset(&usage, 0, sizeof usage);
    int how = watch_run(pid, request, start, &status, &usage, &response->idle_ns);
    response->wall_ns = now_ns() - start;
    sweep(pid, &usage);
    run_pid = 0;
    response->magic = RESPONSE_MAGIC;
    response->run_id = request->run_id;
    describe_end(response, how, status, &usage, input, output);
    return 0;
}

/* The last words of the run, which follow the response. */
static int send_tail(const struct response *response)
{
    char tail[TAIL_BYTES];
    if (response->tail_bytes == 0)
        return 0;
    memset(tail, 0, sizeof tail);
    if (pread(2, tail, response->tail_bytes, (off_t)(response->stderr_bytes - response->tail_bytes)) < 0)
        return -1;
    return transfer(1, tail, response->tail_bytes);
}

static void count_slots(const struct slowpath_function *function, void *context)
{
    struct hello *hello = (struct hello *)context;
    hello->counters += function->slots;
    hello->description_bytes += sizeof *function;
}

static void send_function(const struct slowpath_function *function, void *context)
{
    (void)context;
    if (transfer(1, (void *)(uintptr_t)function, sizeof *function))
        _exit(1);
}

static void open_shared(int file, uint64_t counters)
{
    struct shared_memory sized = {SHARED_MAGIC, WIRE_VERSION, (uint32_t)lanes, counters};
    shared = &sized;
    size_t bytes = LANES_OFFSET + (size_t)lanes * lane_bytes();
    if (ftruncate(file, (off_t)bytes))
        _exit(1);
    void *at = mmap(0, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (at == MAP_FAILED)
        _exit(1);
    close(file);
    shared = (struct shared_memory *)at;
    *shared = sized;
    use_lane(0);
}

/* What the server itself maps, which a run must not be charged for. */
static uint64_t own_mapped_bytes(void)
{
    char text[64] = "";
    int file = open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return (uint64_t)64 << 20;
    ssize_t bytes = read(file, text, sizeof text - 1);
    close(file);
    return bytes > 0 ? (uint64_t)strtoull(text, 0, 10) * (uint64_t)sysconf(_SC_PAGESIZE) : 0;
}

/* A description of its own for stdin: a fresh offset, and no run can write the input where /proc is there. */
static int reopen_for_reading(int file)
{
    char path[64];
    snprintf(path, sizeof path, "/proc/self/fd/%d", file);
    int reopened = open(path, O_RDONLY);
    return reopened < 0 ? dup(file) : reopened;
}

static void take_descriptors(int output, int errors)
{
    for (int i = 0; i < lanes; i++) {
        int fresh = reopen_for_reading(inputs[i]);
        close(inputs[i]);
        inputs[i] = fresh;
    }
    dup2(output, 1);
    dup2(errors, 2);
    if (outputs[0] != output)
        close(output);
    close(errors);
    fcntl(control, F_SETFD, FD_CLOEXEC);
}

static void prepare_server(void)
{
    struct rlimit no_core = {0, 0};
    sigset_t child;
    setrlimit(RLIMIT_CORE, &no_core);
    sigemptyset(&child);
    sigaddset(&child, SIGCHLD);
    sigprocmask(SIG_BLOCK, &child, &program_mask);
    signal(SIGCHLD, SIG_DFL);
    catch_signals();
#ifdef __linux__
    prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
#endif
#ifndef __APPLE__
    at_quick_exit(store_counters);
    if (set_new_handler) {
        new_handler old = set_new_handler(on_failed_allocation);
        if (old)
            set_new_handler(old);
    }
#endif
    mapped_bytes = own_mapped_bytes();
}

/* Takes the descriptors of the lanes' own outputs, if the driver gives any. */
static void take_outputs(void)
{
    const char *given = getenv("SLOWPATH_OUTPUTS");
    int read = 0, count = 0;
    for (; given && count < MOST_LANES && sscanf(given, ":%d%n", &outputs[count], &read) == 1; given += read)
        count++;
    output_files = count ? count : 1;
    for (int i = 0; i < output_files; i++)
        printed[i] = 1;
    unsetenv("SLOWPATH_OUTPUTS");
}

/* Returns in a run, or at once when no driver asked for a server; never returns in the server. */
static void serve(void)
{
    int version, shared_file, output, errors, has_scratch, read = 0;
    const char *wire = getenv("SLOWPATH_WIRE");
    if (!wire || sscanf(wire, "%d:%d:%d:%d:%d:%d%n", &version, &control, &shared_file, &output, &errors, &has_scratch,
                        &read) != 6)
        return;
    start_ns = own_cpu_ns() - before_objects_ns;
    for (wire += read; lanes < MOST_LANES && sscanf(wire, ":%d%n", &inputs[lanes], &read) == 1; wire += read)
        lanes++;
    unsetenv("SLOWPATH_WIRE");
    take_outputs();
    if (has_scratch)
        scratch = open(".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    struct hello hello = {HELLO_MAGIC, WIRE_VERSION, (uint32_t)getpid(), 0, 0};
    slowpath_functions(count_slots, &hello);
    counted_slots = hello.counters;
    hello.counters += (uint64_t)slowpath_probe_count;
    open_shared(shared_file, hello.counters);
    take_descriptors(output, errors);
    prepare_server();
    if (transfer(1, &hello, sizeof hello))
        _exit(1);
    slowpath_functions(send_function, 0);
    struct request request;
    struct response response;
    memset(&response, 0, sizeof response);
    response.stderr_bytes = 1;
    while (transfer(0, &request, sizeof request) == 0 && request.magic == REQUEST_MAGIC && request.op == OP_RUN
           && request.lane < (uint64_t)lanes) {
        if (serve_run(&request, &response))
            return;
        if (transfer(1, &response, sizeof response) || send_tail(&response))
            break;
    }
    _exit(0);
}

#ifdef __APPLE__
/* Apple's linker has no --wrap. Linked last, this initialiser runs after those of the program. Not verified. */
__attribute__((constructor)) static void start(void)
{
    serve();
}
#else
int __real_main(int count, char **arguments, char **environment);
int __wrap_main(int count, char **arguments, char **environment);

/* Leaves `byte` in the stack that main will use. */
__attribute__((noinline)) static void paint_stack(int byte)
{
    volatile char room[PAINTED_BYTES];
    for (size_t i = 0; i < sizeof room; i++)
        room[i] = (char)byte;
}

/* Runs main a little deeper than where the paint begins. */
__attribute__((noinline)) static int main_on_paint(int count, char **arguments, char **environment)
{
    volatile char gap[256];
    gap[0] = 0;
    int status = __real_main(count, arguments, environment);
    gap[0] = (char)status;
    return status;
}

int __wrap_main(int count, char **arguments, char **environment)
{
    const char *paint = getenv("SLOWPATH_PAINT");
    int byte = paint ? atoi(paint) : 0;
    unsetenv("SLOWPATH_PAINT");
    serve();
    if (run_pid && slowpath_take_given)
        count = slowpath_take_given(&arguments);
    if (!paint)
        return __real_main(count, arguments, environment);
    paint_stack(byte);
    return main_on_paint(count, arguments, environment);
}
#endif
