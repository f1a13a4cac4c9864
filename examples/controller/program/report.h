/* report.h - how a run went. */

#ifndef REPORT_H
#define REPORT_H

#include "loop.h"
#include "options.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Errors that are a vector together: some neighbouring columns of what was recorded. */
typedef struct {
    const char *name, *unit;
    int first, count; /* among the errors */
    bool each;        /* whether to tell them one by one, too */
} report_errors;

/* Print errors, times and what else there is to say; up to the first group without a name. */
void report_print(const loop_settings *settings, const loop_outcome *outcome, const report_errors *groups);

/* Write the record, if it is wanted, with these names of the errors (comma-separated); 0, or -1. */
int report_save(const loop_settings *settings, const options *asked, const char *errors);

/* The program's exit code: 1 if it was stopped, or memory was asked for in the loop. */
int report_status(const loop_outcome *outcome);

#ifdef __cplusplus
}
#endif

#endif
