/*
 * Counts the work of the library's functions on blocks of memory, which no counter of the program's own code sees:
 * inserting at the front of a vector moves all of it, and clearing a large table for each test case fills it.
 *
 * The linker's --wrap leads calls out of the program, and out of the C++ library where that is linked into it, to
 * here. Sixteen bytes count for an instruction; short blocks don't count, since their calls are counted by what is
 * around them. What the C library does within itself isn't seen. Where _FORTIFY_SOURCE is on, as it is by default on
 * some systems, glibc's headers call functions that know how much room there is: __memset_chk for memset.
 */
#include "slowpath_target.h"

#include <string.h>

enum { LEAST_BYTES = 256, BYTES_SHIFT = 4 };
static const size_t MOST_BYTES = (size_t)1 << 40; /* More is what a program asks that has lost its way, below 0. */

void *__real_memcpy(void *to, const void *from, size_t bytes);
void *__real_memmove(void *to, const void *from, size_t bytes);
void *__real_memset(void *to, int byte, size_t bytes);
void *__real_memchr(const void *in, int byte, size_t bytes);
size_t __real_strlen(const char *text);

void *__wrap_memcpy(void *to, const void *from, size_t bytes);
void *__wrap_memmove(void *to, const void *from, size_t bytes);
void *__wrap_memset(void *to, int byte, size_t bytes);
void *__wrap_memchr(const void *in, int byte, size_t bytes);
size_t __wrap_strlen(const char *text);

#ifdef __GLIBC__
void *__real___memcpy_chk(void *to, const void *from, size_t bytes, size_t room);
void *__real___memmove_chk(void *to, const void *from, size_t bytes, size_t room);
void *__real___memset_chk(void *to, int byte, size_t bytes, size_t room);

void *__wrap___memcpy_chk(void *to, const void *from, size_t bytes, size_t room);
void *__wrap___memmove_chk(void *to, const void *from, size_t bytes, size_t room);
void *__wrap___memset_chk(void *to, int byte, size_t bytes, size_t room);
#endif

/* No atomic addition: threads race here as they do on all other counters. */
static inline void count(size_t bytes)
{
    volatile uint64_t *work = slowpath_bulk;
    if (bytes >= LEAST_BYTES && bytes < MOST_BYTES && work)
        *work += bytes >> BYTES_SHIFT;
}

void *__wrap_memcpy(void *to, const void *from, size_t bytes)
{
    count(bytes);
    return __real_memcpy(to, from, bytes);
}

void *__wrap_memmove(void *to, const void *from, size_t bytes)
{
    count(bytes);
    return __real_memmove(to, from, bytes);
}

void *__wrap_memset(void *to, int byte, size_t bytes)
{
    count(bytes);
    return __real_memset(to, byte, bytes);
}

void *__wrap_memchr(const void *in, int byte, size_t bytes)
{
    void *found = __real_memchr(in, byte, bytes);
    count(found ? (size_t)((const char *)found - (const char *)in) : bytes);
    return found;
}

size_t __wrap_strlen(const char *text)
{
    size_t bytes = __real_strlen(text);
    count(bytes);
    return bytes;
}

#ifdef __GLIBC__
void *__wrap___memcpy_chk(void *to, const void *from, size_t bytes, size_t room)
{
    count(bytes);
    return __real___memcpy_chk(to, from, bytes, room);
}

void *__wrap___memmove_chk(void *to, const void *from, size_t bytes, size_t room)
{
    count(bytes);
    return __real___memmove_chk(to, from, bytes, room);
}

void *__wrap___memset_chk(void *to, int byte, size_t bytes, size_t room)
{
    count(bytes);
    return __real___memset_chk(to, byte, bytes, room);
}
#endif
