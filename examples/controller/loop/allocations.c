/* allocations.c - stands before malloc and its kin, for the whole process, and hands on to those of glibc.

   A program's own functions are found before those of its shared libraries, so MuJoCo and the C++ library call
   these, too. For another C library, leave this file out, or have it by LD_PRELOAD.
*/

#include "allocations.h"

#include <errno.h>
#include <stddef.h>

/* Where glibc has them. */
extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *memory, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);
extern void __libc_free(void *memory);

/* Declared here and not by <stdlib.h>, whose attributes are for callers. */
void *malloc(size_t size);
void *calloc(size_t count, size_t size);
void *realloc(void *memory, size_t size);
void *memalign(size_t alignment, size_t size);
void *aligned_alloc(size_t alignment, size_t size);
int posix_memalign(void **memory, size_t alignment, size_t size);
void free(void *memory);

static volatile int watching;
static volatile long calls;

static void note(void)
{
    if (watching) {
        __sync_fetch_and_add(&calls, 1); /* from any thread */
    }
}

void allocations_watch(void)
{
    calls = 0;
    watching = 1;
}

long allocations_counted(void)
{
    watching = 0;
    return calls;
}

void *malloc(size_t size)
{
    note();
    return __libc_malloc(size);
}

void *calloc(size_t count, size_t size)
{
    note();
    return __libc_calloc(count, size);
}

void *realloc(void *memory, size_t size)
{
    note();
    return __libc_realloc(memory, size);
}

void *memalign(size_t alignment, size_t size)
{
    note();
    return __libc_memalign(alignment, size);
}

void *aligned_alloc(size_t alignment, size_t size)
{
    note();
    return __libc_memalign(alignment, size);
}

int posix_memalign(void **memory, size_t alignment, size_t size)
{
    note();
    *memory = __libc_memalign(alignment, size);
    return *memory == NULL && size != 0 ? ENOMEM : 0;
}

void free(void *memory)
{
    note();
    __libc_free(memory);
}
