/* stopwatch.h - nanoseconds of a clock that is never set back. */

#ifndef STOPWATCH_H
#define STOPWATCH_H

#include <stdint.h>
#include <time.h>

static inline int64_t clock_ns(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

/* How long the kernels take, in a cycle. */
typedef struct {
    int64_t begun, ns;
} stopwatch;

static inline void stopwatch_start(stopwatch *watch)
{
    watch->begun = clock_ns();
}

static inline void stopwatch_stop(stopwatch *watch)
{
    watch->ns += clock_ns() - watch->begun;
}

/* The time between starts and stops since this was asked for last. */
static inline int64_t stopwatch_take(stopwatch *watch)
{
    const int64_t ns = watch->ns;

    watch->ns = 0;
    return ns;
}

#endif
