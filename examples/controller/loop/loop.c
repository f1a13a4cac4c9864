#include "loop.h"

#include "allocations.h"
#include "real_time.h"
#include "stopwatch.h"

#include <errno.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

/* Sleep until a time of the clock, whatever happens in between. */
static void sleep_until(int64_t ns)
{
    const struct timespec due = { (time_t)(ns / 1000000000), (long)(ns % 1000000000) };

    while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &due, NULL) == EINTR) {
    }
}

static loop_outcome cycles(const loop_settings *settings)
{
    const int n = settings->limits.joints;
    const int64_t period = (int64_t)(1e9 * settings->period + 0.5);
    double q[MOST_JOINTS], qd[MOST_JOINTS], tau[MOST_JOINTS];
    loop_outcome outcome = { 0 };
    int64_t due = clock_ns() + period;

    /* After a cycle that is late the next ones follow at once, until the clock is caught up with: the time of
       the path stays that of the clock. */
    for (long k = 0; k < settings->cycles && !outcome.stopped; k++, due += period) {
        double *row = table_row(settings->record);
        int64_t begun, ended;
        guard_verdict verdict;

        if (settings->realtime) {
            sleep_until(due);
        }
        plant_read(settings->robot, q, qd);

        begun = clock_ns();
        row[COLUMN_T] = (double)k * settings->period;
        row[COLUMN_KERNELS] = 1e-3 * (double)settings->control(
            settings->self, row[COLUMN_T], q, qd, tau, &row[COLUMN_Q + 2 * n]);
        verdict = guard_torques(&settings->limits, qd, tau);
        ended = clock_ns();

        plant_write(settings->robot, tau);

        row[COLUMN_CONTROL] = 1e-3 * (double)(ended - begun);
        row[COLUMN_LATE] = settings->realtime ? 1e-3 * (double)(begun - due) : 0.0;
        memcpy(&row[COLUMN_Q], q, (size_t)n * sizeof *q);
        memcpy(&row[COLUMN_Q + n], tau, (size_t)n * sizeof *tau);
        outcome.cycles++;
        outcome.clipped += verdict == GUARD_CLIPPED;
        outcome.overrun += settings->realtime && begun - due >= period;
        outcome.stopped = verdict == GUARD_STOP;
    }
    return outcome;
}

loop_outcome loop_run(const loop_settings *settings)
{
    struct rusage before, after;
    loop_outcome outcome;

    if (settings->realtime) {
        real_time_prepare();
    }
    getrusage(RUSAGE_THREAD, &before);
    allocations_watch();
    outcome = cycles(settings);
    outcome.allocations = allocations_counted();
    getrusage(RUSAGE_THREAD, &after);
    outcome.faults = after.ru_minflt + after.ru_majflt - before.ru_minflt - before.ru_majflt;
    outcome.preempted = after.ru_nivcsw - before.ru_nivcsw;
    return outcome;
}
