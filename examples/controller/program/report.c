#include "report.h"

#include <stdio.h>
#include <string.h>

static void print_error(const table *record, const char *name, const char *unit, int first, int count)
{
    printf("%-24s RMS %.3e %s, largest %.3e %s\n", name, table_rms(record, first, count), unit,
           table_largest(record, first, count), unit);
}

static void print_times(const table *record, const char *name, int column, double period)
{
    const double most = table_quantile(record, column, 0.999);

    printf("%-24s median %.3f us, 99.9 %% within %.3f us (%.3f %% of a period), longest %.3f us\n", name,
           table_quantile(record, column, 0.5), most, 100e-6 * most / period,
           table_largest(record, column, 1));
}

void report_print(const loop_settings *settings, const loop_outcome *outcome, const report_errors *groups)
{
    const int errors = COLUMN_Q + 2 * settings->limits.joints;

    printf("%-24s %ld, a period of %g ms, %s\n", "cycles", outcome->cycles, 1e3 * settings->period,
           settings->realtime ? "by the clock" : "in lock-step");
    for (; groups->name != NULL; groups++) {
        for (int i = 0; groups->each && i < groups->count; i++) {
            char name[32];

            snprintf(name, sizeof name, "%s %d", groups->name, i + 1);
            print_error(settings->record, name, groups->unit, errors + groups->first + i, 1);
        }
        print_error(settings->record, groups->name, groups->unit, errors + groups->first, groups->count);
    }
    print_times(settings->record, "control", COLUMN_CONTROL, settings->period);
    print_times(settings->record, "of that, kernels", COLUMN_KERNELS, settings->period);
    if (settings->realtime) {
        print_times(settings->record, "late to begin", COLUMN_LATE, settings->period);
        printf("%-24s %ld cycles\n", "a period late", outcome->overrun);
    }
    printf("%-24s %ld cycles\n", "torques cut", outcome->clipped);
    printf("%-24s %ld in the loop\n", "allocations", outcome->allocations);
    printf("%-24s %ld\n", "page faults", outcome->faults);
    printf("%-24s %ld times\n", "preempted", outcome->preempted);
    if (outcome->stopped) {
        printf("%-24s after %g s\n", "STOPPED by the guard", (double)outcome->cycles * settings->period);
    }
}

int report_save(const loop_settings *settings, const options *asked, const char *errors)
{
    char head[2000] = "t,control_us,kernels_us,late_us";

    if (asked->csv == NULL) {
        return 0;
    }
    for (int part = 0; part < 2; part++) {
        for (int i = 0; i < settings->limits.joints; i++) {
            const size_t used = strlen(head);

            snprintf(head + used, sizeof head - used, ",%s%d", part == 0 ? "q" : "tau", i + 1);
        }
    }
    snprintf(head + strlen(head), sizeof head - strlen(head), ",%s", errors);
    return table_save(settings->record, head, asked->csv);
}

int report_status(const loop_outcome *outcome)
{
    return outcome->stopped || outcome->allocations > 0;
}
