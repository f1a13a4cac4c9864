#include "real_time.h"

#include <errno.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

enum {
    PRIORITY = 80, /* of 1 to 99: above the kernel's threaded interrupts (50), below its watchdogs (99) */
    STACK = 65536  /* bytes; kernels need a few thousand at most */
};

/* Have the pages of the stack in memory before they are needed. */
static void touch_stack(void)
{
    volatile char pages[STACK];

    for (size_t i = 0; i < sizeof pages; i += 1024) {
        pages[i] = 0;
    }
}

static void report(const char *what, int failed)
{
    if (failed) {
        fprintf(stderr, "%s: not permitted (%s); going on without\n", what, strerror(errno));
    }
}

void real_time_prepare(void)
{
    const struct sched_param first = { .sched_priority = PRIORITY };

    report("memory locked (mlockall)", mlockall(MCL_CURRENT | MCL_FUTURE) != 0);
    report("scheduled first (SCHED_FIFO)", sched_setscheduler(0, SCHED_FIFO, &first) != 0);
    touch_stack();
}
