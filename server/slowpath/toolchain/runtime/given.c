/*
 * What a run of a judging program is given: files, arguments and standard input, in one text that is its standard input
 * before its main (python_given.py says how it is laid out).
 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "slowpath_target.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

enum { NOT_STARTED = 127, MOST_ARGUMENTS = 255 };

static char *taken_arguments[MOST_ARGUMENTS + 2];

static void must(int is_so)
{
    if (!is_so)
        _exit(NOT_STARTED);
}

/* The word at `*at`, which is moved behind it. Words end with a zero byte before `end`. */
static char *word(char **at, const char *end)
{
    char *begin = *at;
    must(begin < end);
    *at = begin + strlen(begin) + 1;
    return begin;
}

static void write_all(int file, const char *from, size_t bytes)
{
    must(file >= 0);
    while (bytes) {
        ssize_t written = write(file, from, bytes);
        must(written > 0 || (written < 0 && errno == EINTR));
        from += written > 0 ? written : 0;
        bytes -= written > 0 ? (size_t)written : 0;
    }
}

/* An open file that has no name. */
static int unnamed_file(void)
{
    int file = open(".", O_TMPFILE | O_RDWR, 0600);
    if (file < 0 && (file = open("standard-input", O_RDWR | O_CREAT | O_EXCL, 0600)) >= 0)
        must(unlink("standard-input") == 0);
    return file;
}

int slowpath_take_given(char ***arguments)
{
    struct stat about;
    must(fstat(0, &about) == 0 && about.st_size > 0);
    char *text = (char *)mmap(0, (size_t)about.st_size, PROT_READ | PROT_WRITE, MAP_PRIVATE, 0, 0), *at = 0;
    must(text != MAP_FAILED);
    const char *text_end = text + about.st_size;
    size_t words = strtoull(text, &at, 10);
    must(*at++ == '\n' && words && words <= (size_t)(text_end - at) && at[words - 1] == 0);
    const char *end = at + words, *bytes = end, *given = word(&at, end);
    for (int folders = atoi(word(&at, end)); folders > 0; folders--)
        must(mkdir(word(&at, end), 0777) == 0);
    for (int files = atoi(word(&at, end)); files > 0; files--) {
        int file = open(word(&at, end), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
        size_t length = strtoull(word(&at, end), 0, 10);
        must(length <= (size_t)(text_end - bytes));
        write_all(file, bytes, length);
        close(file);
        bytes += length;
    }
    int count = 1, input = *given ? open(given, O_RDONLY) : unnamed_file();
    taken_arguments[0] = (*arguments)[0];
    while (at < end) {
        must(count <= MOST_ARGUMENTS);
        taken_arguments[count++] = word(&at, end);
    }
    if (!*given)
        write_all(input, bytes, (size_t)(text_end - bytes));
    must(input >= 0 && dup2(input, 0) == 0 && (*given || lseek(0, 0, SEEK_SET) == 0));
    close(input);
    *arguments = taken_arguments;
    return count;
}
