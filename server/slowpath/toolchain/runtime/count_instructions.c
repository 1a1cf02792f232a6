/* A plugin of qemu-user (https://www.qemu.org/docs/master/devel/tcg-plugins.html) that counts the instructions of a
 * program and writes their number to the file given as `out=`, when the program ends by itself.
 *
 * Distributions ship qemu-user without its example plugins and without their header, so what is used of the interface
 * is declared here. Built once for each version of it (PLUGIN_VERSION): version 1 adds to a counter inline, which makes
 * the program about twice as slow; since version 2 that is done by a call for each block. Threads race for the counter.
 */
#include <stdint.h>
#include <stdio.h>
#include <string.h>

struct qemu_plugin_tb;
typedef uint64_t plugin_id;

extern void qemu_plugin_register_vcpu_tb_trans_cb(plugin_id id, void (*translated)(plugin_id, struct qemu_plugin_tb *));
extern void qemu_plugin_register_atexit_cb(plugin_id id, void (*ended)(plugin_id, void *), void *data);
extern size_t qemu_plugin_tb_n_insns(const struct qemu_plugin_tb *block);

__attribute__((visibility("default"))) int qemu_plugin_version = PLUGIN_VERSION;

static uint64_t instructions;
static char path[4096];

#if PLUGIN_VERSION < 2
extern void qemu_plugin_register_vcpu_tb_exec_inline(struct qemu_plugin_tb *block, int operation, void *counter,
                                                     uint64_t addend);

static void translated(plugin_id id, struct qemu_plugin_tb *block)
{
    (void)id;
    qemu_plugin_register_vcpu_tb_exec_inline(block, 0, &instructions, qemu_plugin_tb_n_insns(block));
}
#else
extern void qemu_plugin_register_vcpu_tb_exec_cb(struct qemu_plugin_tb *block, void (*ran)(unsigned, void *), int flags,
                                                 void *data);

static void ran(unsigned cpu, void *length)
{
    (void)cpu;
    instructions += (uintptr_t)length;
}

static void translated(plugin_id id, struct qemu_plugin_tb *block)
{
    (void)id;
    qemu_plugin_register_vcpu_tb_exec_cb(block, ran, 0, (void *)(uintptr_t)qemu_plugin_tb_n_insns(block));
}
#endif

static void ended(plugin_id id, void *data)
{
    FILE *out = fopen(path, "w");

    (void)id;
    (void)data;
    if (out == NULL)
        return;
    fprintf(out, "%llu\n", (unsigned long long)instructions);
    fclose(out);
}

__attribute__((visibility("default"))) int qemu_plugin_install(plugin_id id, const void *info, int argc, char **argv)
{
    (void)info;
    for (int i = 0; i < argc; i++)
        if (strncmp(argv[i], "out=", 4) == 0)
            snprintf(path, sizeof path, "%s", argv[i] + 4);
    if (path[0] == 0)
        return -1;
    qemu_plugin_register_vcpu_tb_trans_cb(id, translated);
    qemu_plugin_register_atexit_cb(id, ended, NULL);
    return 0;
}
