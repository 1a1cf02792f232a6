/* The clean build counts nothing. */
#include "slowpath_target.h"

void slowpath_functions(slowpath_visit visit, void *context)
{
    (void)visit;
    (void)context;
}

int slowpath_store_counters(uint64_t *slots, slowpath_copy copy)
{
    (void)slots;
    (void)copy;
    return 0;
}
