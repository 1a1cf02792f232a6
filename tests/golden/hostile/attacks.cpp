// Tries to do harm in the way that its input names. Says ESCAPED where it saw that it did; the rest shows outside.
// The input: mode, the folder that is attacked, a TCP port, a process, a socket's name, one a line.
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <dirent.h>
#include <fcntl.h>
#include <initializer_list>
#include <netinet/in.h>
#include <pthread.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <unistd.h>

static char mode[64], home[1024], name[256];
static int port, driver;
static char path_bytes[2048];

static const char* in_home(const char* file) {
    snprintf(path_bytes, sizeof path_bytes, "%s/%s", home, file);
    return path_bytes;
}
static const char* of(int process, const char* file) {
    snprintf(path_bytes, sizeof path_bytes, "/proc/%d/%s", process, file);
    return path_bytes;
}
static void escaped(const char* how) { printf("ESCAPED by %s\n", how); }
static void show(int file) {
    char text[4096];
    for (ssize_t n; file >= 0 && (n = read(file, text, sizeof text)) > 0;) fwrite(text, 1, n, stdout);
}
static bool is(const char* word) { return strcmp(mode, word) == 0; }
static int connected(int kind, const sockaddr* to, socklen_t length) {
    int s = socket(to->sa_family, kind, 0);
    if (s < 0 || connect(s, to, length)) return -1;
    return write(s, "x", 1) == 1 ? s : -1;
}
static void* flip(void*) {
    for (;;) { rename("race", "aside"); symlink(home, "race"); unlink("race"); rename("aside", "race"); }
}
static void under(const char* folder) {
    DIR* all = opendir(folder);
    for (dirent* e; all && (e = readdir(all));) if (e->d_name[0] == 'i') escaped("looking into a folder");
}

static void files() {
    if (is("read_key")) show(open(in_home(".ssh/id_rsa"), O_RDONLY));
    if (is("read_key_from_root")) { int root = open("/", O_PATH | O_DIRECTORY); show(openat(root, in_home(".ssh/id_rsa") + 1, O_RDONLY)); }
    if (is("read_key_by_root_of_server")) { char far[2048]; snprintf(far, sizeof far, "/proc/%d/root%s/.ssh/id_rsa", getppid(), home); show(open(far, O_RDONLY)); }
    if (is("read_key_by_root_of_driver")) { char far[2048]; snprintf(far, sizeof far, "/proc/%d/root%s/.ssh/id_rsa", driver, home); show(open(far, O_RDONLY)); }
    if (is("read_key_by_folder_of_driver")) { chdir(of(driver, "cwd")); show(open(".ssh/id_rsa", O_RDONLY)); }
    if (is("read_environment_of_driver")) show(open(of(driver, "environ"), O_RDONLY));
    if (is("read_memory_of_driver") && open(of(driver, "mem"), O_RDONLY) >= 0) escaped("reading memory");
    if (is("open_files_of_driver")) for (int i = 0; i < 64; i++) { char far[64]; snprintf(far, sizeof far, "/proc/%d/fd/%d", driver, i); if (open(far, O_RDWR) >= 0) escaped("a descriptor"); }
    if (is("list_keys")) under(in_home(".ssh"));
    if (is("link_key")) { link(in_home(".ssh/id_rsa"), "key"); show(open("key", O_RDONLY)); }
    if (is("symlink_key")) { symlink(in_home(".ssh/id_rsa"), "key"); show(open("key", O_RDONLY)); }
    if (is("plant")) { if (open(in_home("planted"), O_WRONLY | O_CREAT, 0600) >= 0) puts("planted"); }
    if (is("append")) { int f = open(in_home(".bashrc"), O_WRONLY | O_APPEND); if (f >= 0) write(f, "evil\n", 5); }
    if (is("plant_everywhere")) for (const char* where : {"/tmp/slowpath-attack", "/var/tmp/slowpath-attack", "/dev/shm/slowpath-attack", "/etc/slowpath-attack", "/usr/slowpath-attack", "/slowpath-attack", "/run/slowpath-attack"}) open(where, O_WRONLY | O_CREAT, 0600);
    if (is("delete")) { unlink(in_home(".ssh/id_rsa")); rmdir(in_home(".ssh")); rmdir(in_home("empty")); }
    if (is("move")) { rename(in_home(".ssh/id_rsa"), "key"); show(open("key", O_RDONLY)); rename(in_home("empty"), "empty"); }
    if (is("change_modes")) { chmod(in_home(".ssh/id_rsa"), 0777); fchmodat(AT_FDCWD, in_home("empty"), 0, 0); syscall(452, AT_FDCWD, in_home(".bashrc"), 0777, 0); chown(in_home(".bashrc"), 1, 1); }
    if (is("change_times")) { timespec then[2] = {{1, 0}, {1, 0}}; utimensat(AT_FDCWD, in_home(".ssh/id_rsa"), then, 0); syscall(SYS_utimensat, AT_FDCWD, in_home(".bashrc"), then, 0); }
    if (is("truncate")) truncate(in_home(".ssh/id_rsa"), 0);
    if (is("make_device")) { mknod("disk", S_IFBLK | 0600, makedev(8, 0)); mknod("memory", S_IFCHR | 0600, makedev(1, 1)); if (open("disk", O_RDONLY) >= 0 || open("memory", O_RDONLY) >= 0) escaped("a device"); }
    if (is("delete_itself")) { char own[1024] = ""; readlink("/proc/self/exe", own, sizeof own - 1); unlink(own); rename(own, "gone"); chmod(own, 0); }
    if (is("overwrite_itself")) { char own[1024] = ""; readlink("/proc/self/exe", own, sizeof own - 1); int f = open(own, O_WRONLY | O_TRUNC); if (f >= 0) escaped("writing its own program"); if (open("/proc/self/exe", O_WRONLY) >= 0) escaped("writing itself"); }
    if (is("leave_links")) { symlink(home, "folder"); mkdir("deep", 0700); symlink(home, "deep/folder"); symlink(in_home(".ssh/id_rsa"), "deep/key"); mkdir("shut", 0); }
    if (is("race_of_links")) { mkdir("race", 0700); pthread_t t; pthread_create(&t, nullptr, flip, nullptr); usleep(20000); _exit(0); }
    if (is("fill_folder")) { char block[65536]; memset(block, 1, sizeof block); long kept = 0; for (int i = 0; i < 400; i++) { char file[32]; snprintf(file, sizeof file, "f%d", i); int f = open(file, O_WRONLY | O_CREAT, 0600); for (int j = 0; j < 15; j++) { ssize_t n = write(f, block, sizeof block); if (n <= 0) { puts("full"); return; } kept += n; } close(f); } printf("%ld\n", kept); }
}

static void processes() {
    if (is("signal_everybody")) { kill(driver, SIGUSR1); kill(getppid(), SIGUSR1); kill(-1, 0); syscall(SYS_tgkill, driver, driver, SIGUSR1); syscall(SYS_tkill, driver, SIGUSR1); siginfo_t info = {}; info.si_code = SI_QUEUE; syscall(SYS_rt_sigqueueinfo, driver, SIGUSR1, &info); int fd = syscall(434, driver, 0); if (fd >= 0) syscall(424, fd, SIGUSR1, nullptr, 0); }
    if (is("kill_server")) kill(getppid(), SIGKILL);
    if (is("stop_server")) kill(getppid(), SIGSTOP);
    if (is("trace")) { for (int who : {driver, (int)getppid()}) { if (ptrace(PTRACE_ATTACH, who, 0, 0) == 0 || ptrace(PTRACE_SEIZE, who, 0, 0) == 0) escaped("tracing"); } }
    if (is("write_memory")) { char mine[8] = "evil"; iovec from = {mine, 8}, to = {(void*)&home, 8}; for (int who : {driver, (int)getppid()}) if (process_vm_writev(who, &from, 1, &to, 1, 0) > 0) escaped("writing memory"); if (open(of(getppid(), "mem"), O_RDWR) >= 0) puts("memory of the server"); }
    if (is("slow_down_driver")) { rlimit none = {1, 1}; if (prlimit(driver, RLIMIT_NOFILE, &none, nullptr) == 0) escaped("limiting"); if (setpriority(PRIO_PROCESS, driver, 19) == 0) escaped("priority"); cpu_set_t one; CPU_ZERO(&one); CPU_SET(0, &one); if (sched_setaffinity(driver, sizeof one, &one) == 0) escaped("affinity"); }
    if (is("fork_bomb")) for (int i = 0; i < 200; i++) { fork(); syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0); long same[11] = {0}; same[4] = SIGCHLD; syscall(435, same, sizeof same); }
    if (is("daemon")) { if (fork() == 0) { setsid(); if (fork() == 0) for (;;) sleep(30); _exit(0); } }
    if (is("shell")) execl("/bin/sh", "sh", "-c", "cat \"$0/.ssh/id_rsa\"; echo >\"$0/planted\"; sleep 30 & echo done", home, (char*)nullptr);
    if (is("become_root")) { if (setuid(0) == 0 && getuid() == 0 && open("/etc/shadow", O_RDONLY) >= 0) escaped("root"); execl("/bin/su", "su", "-c", "id", (char*)nullptr); }
#ifdef __x86_64__
    if (is("old_calls")) { long made = 2; asm volatile("int $0x80" : "+a"(made) : : "memory", "rcx", "r11"); if (made >= 0) escaped("a call of another architecture"); if (syscall(0x40000000 | 57) >= 0) escaped("a call of another table"); }
#endif
    if (is("deaf_to_limits")) { for (int s = 1; s < 32; s++) signal(s, SIG_IGN); for (;;) {} }
    if (is("threads_without_end")) for (int i = 0; i < 50; i++) { pthread_t t; pthread_create(&t, nullptr, [](void*) -> void* { for (;;) pause(); }, nullptr); }
}

static void network() {
    sockaddr_in to = {};
    to.sin_family = AF_INET;
    to.sin_port = htons(port);
    to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    sockaddr_un there = {};
    there.sun_family = AF_UNIX;
    if (is("connect") && connected(SOCK_STREAM, (sockaddr*)&to, sizeof to) >= 0) escaped("TCP");
    if (is("send")) { int s = socket(AF_INET, SOCK_DGRAM, 0); sendto(s, "x", 1, 0, (sockaddr*)&to, sizeof to); }
    if (is("connect_by_six")) { sockaddr_in6 six = {}; six.sin6_family = AF_INET6; six.sin6_port = htons(port); six.sin6_addr.s6_addr[15] = 1; connected(SOCK_STREAM, (sockaddr*)&six, sizeof six); }
    if (is("abstract_socket")) { strncpy(there.sun_path + 1, name, sizeof there.sun_path - 2); if (connected(SOCK_STREAM, (sockaddr*)&there, offsetof(sockaddr_un, sun_path) + 1 + strlen(name)) >= 0) escaped("an abstract socket"); }
    if (is("socket_in_home")) { strncpy(there.sun_path, in_home("socket"), sizeof there.sun_path - 1); if (connected(SOCK_STREAM, (sockaddr*)&there, sizeof there) >= 0) escaped("a socket"); }
    if (is("raw_socket") && socket(AF_PACKET, SOCK_RAW, 0) >= 0 && socket(AF_INET, SOCK_RAW, 1) >= 0) escaped("a raw socket");
    if (is("wire")) { for (int i = 3; i < 64; i++) if (write(i, "x", 1) == 1) escaped("the wire"); }
}

static void kernel() {
    if (is("namespaces")) { if (unshare(CLONE_NEWUSER | CLONE_NEWNS) == 0) { mount("none", "/", nullptr, MS_REC | MS_PRIVATE, nullptr); if (mount("/", "/tmp", nullptr, MS_BIND, nullptr) == 0) escaped("mounting"); } }
    if (is("mount") && (mount("none", "/tmp", "tmpfs", 0, nullptr) == 0 || mount(nullptr, "/", nullptr, MS_REMOUNT | MS_BIND, nullptr) == 0)) escaped("mounting");
    if (is("chroot") && chroot(".") == 0) escaped("another root");
    if (is("keys") && (syscall(SYS_keyctl, 0, -3, 1) >= 0 || syscall(SYS_add_key, "user", "evil", "x", 1, -3) >= 0)) escaped("keys");
    if (is("kernel_calls")) { if (syscall(SYS_bpf, 0, nullptr, 0) >= 0 || syscall(425, 8, path_bytes) >= 0 || syscall(SYS_reboot, 0, 0, 0, 0) >= 0) escaped("a call"); if (syscall(SYS_userfaultfd, 0) >= 0) escaped("page faults"); }
    if (is("raise_limits")) { rlimit none = {RLIM_INFINITY, RLIM_INFINITY}; for (int what : {RLIMIT_FSIZE, RLIMIT_AS, RLIMIT_CPU}) if (setrlimit((__rlimit_resource)what, &none) == 0) escaped("raising a limit"); }
    if (is("fill_memory")) for (;;) { void* p = mmap(nullptr, 1 << 24, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0); if (p == MAP_FAILED) break; memset(p, 1, 1 << 24); }
    if (is("fill_memory_by_files")) for (int i = 0; i < 300; i++) { int f = syscall(SYS_memfd_create, "x", 0); if (f >= 0 && ftruncate(f, 1 << 20) == 0) escaped("memory that nothing counts"); if (syscall(SYS_shmget, 0, 1 << 24, 0600 | 01000) >= 0) escaped("shared memory"); }
    if (is("fill_output")) { char block[65536]; memset(block, 'x', sizeof block); signal(SIGXFSZ, SIG_IGN); for (int i = 0; i < 2000; i++) write(1, block, sizeof block); }
    if (is("grow_output") && (ftruncate(1, 1L << 40) == 0 || fallocate(1, 0, 0, 1L << 34) == 0)) escaped("a huge file");
    if (is("scribble")) { char line[512]; FILE* maps = fopen("/proc/self/maps", "r"); while (maps && fgets(line, sizeof line, maps)) if (strstr(line, "slowpath-shared") && strstr(line, "rw-s")) { unsigned long from, to; sscanf(line, "%lx-%lx", &from, &to); memset((void*)from, 0xff, to - from); } }
}

int main() {
    if (scanf("%63s %1023s %d %d %255s", mode, home, &port, &driver, name) != 5) return 1;
    files();
    processes();
    network();
    kernel();
    printf("end of %s\n", mode);
}
