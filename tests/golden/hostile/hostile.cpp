// Ends, or fails to end, in the way that its input names.
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <iostream>
#include <new>
#include <stdexcept>
#include <string>
#include <sys/resource.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <vector>
using namespace std;

static volatile long work_done;
static void work(long rounds) {
    for (long i = 0; i < rounds; i++) work_done = work_done + 1;
}
static long deep(long n) {
    volatile char room[256] = {0};
    return room[0] + n + deep(n + 1) * 2;
}
struct AtEnd {
    ~AtEnd() { work(7); }
} at_end;

int main() {
    char mode[64] = "";
    if (scanf("%63s", mode) != 1) return 0;
    string word = mode;
    work(1000);
    if (word == "exit") exit(0);
    if (word == "_exit") _exit(0);
    if (word == "_Exit") _Exit(0);
    if (word == "quick_exit") quick_exit(0);
    if (word == "status") return 7;
    if (word == "abort") abort();
    if (word == "throw") throw runtime_error("thrown");
    if (word == "segfault") *(volatile int*)nullptr = 1;
    if (word == "stack") printf("%ld\n", deep(1));
    if (word == "divide") { volatile int zero = 0; printf("%d\n", 100 / zero); }
    if (word == "trap") __builtin_trap();
    if (word == "alarm") { alarm(60); for (;;) pause(); }
    if (word == "kill_self") kill(getpid(), SIGKILL);
    if (word == "kill_server") { kill(getppid(), SIGKILL); sleep(30); }
    if (word == "exec") { execl("/bin/sh", "sh", "-c", "exit 3", (char*)nullptr); }
    if (word == "spin") for (;;) work(1000);
    if (word == "sleep") sleep(30);
    if (word == "deaf") {
        for (int s = 1; s < 32; s++) signal(s, SIG_IGN);
        for (;;) work(1000);
    }
    if (word == "masked") {
        sigset_t all;
        sigfillset(&all);
        sigprocmask(SIG_BLOCK, &all, nullptr);
        sleep(30);
    }
    if (word == "bomb") for (int i = 0; i < 12; i++) fork();
    if (word == "daemon") {
        if (fork() == 0) {
            setsid();
            if (fork() == 0) for (;;) sleep(30);
            _exit(0);
        }
    }
    if (word == "system") printf("%d\n", system("sleep 30 &"));
    if (word == "output") for (;;) puts("endless");
    if (word == "output_deaf") { signal(SIGXFSZ, SIG_IGN); for (long i = 0; i < 2000000; i++) puts("endless"); }
    if (word == "errors") for (;;) fputs("endless\n", stderr);
    if (word == "new") { vector<char*> all; for (;;) { all.push_back(new char[1 << 20]); memset(all.back(), 1, 1 << 20); } }
    if (word == "malloc") for (;;) { char* p = (char*)malloc(1 << 20); memset(p, 1, 1 << 20); }
    if (word == "catch") { try { while (new char[1 << 24]) {} } catch (bad_alloc&) { puts("caught"); } }
    if (word == "thread") { thread t([] { work(10); }); t.join(); }
    if (word == "spin_threads") { thread t([] { for (;;) work(10); }); for (;;) work(10); }
    if (word == "past_end") { int x, n = 0; while (scanf("%d", &x) == 1) n++; while (getchar() != EOF) {} printf("%d\n", n); }
    if (word == "iostream") { ios::sync_with_stdio(false); cin.tie(nullptr); puts("mixed"); }
    if (word == "write_input") { printf("%zd\n", write(0, "spoilt", 6)); }
    if (word == "seek_input") { lseek(0, 0, SEEK_SET); char c; printf("%zd\n", read(0, &c, 1)); }
    if (word == "close_all") { for (int i = 0; i < 256; i++) close(i); }
    if (word == "files") { FILE* f = fopen("left.txt", "a+"); fputs("x", f); fclose(f); f = fopen("left.txt", "r"); int n = 0; while (fgetc(f) != EOF) n++; printf("%d\n", n); }
    if (word == "limits") { rlimit l; getrlimit(RLIMIT_STACK, &l); printf("%d\n", l.rlim_cur >= (64u << 20)); }
    if (word == "environment") { printf("%d\n", getenv("SLOWPATH_WIRE") != nullptr); }
    if (word == "read") { char text[16]; printf("%d\n", (int)read(0, text, 16)); }
    return 0;
}
