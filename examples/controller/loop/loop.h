/* loop.h - measure, control, command: once a period, and nothing else. */

#ifndef LOOP_H
#define LOOP_H

#include "guard.h"
#include "plant.h"
#include "table.h"

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { MOST_JOINTS = 16 };

/* What the loop calls in every cycle. From the time (s) and what was measured it computes torques, and what
   is to be recorded: errors, and what else is of interest. It returns how long the kernels took (ns). */
typedef int64_t control_function(
    void *self, double t, const double *q, const double *qd, double *tau, double *errors);

/* Columns of the record: these, then q, tau and what the control function records. Times are in microseconds, but for t. */
enum { COLUMN_T, COLUMN_CONTROL, COLUMN_KERNELS, COLUMN_LATE, COLUMN_Q };

typedef struct {
    double period; /* s */
    long cycles;
    bool realtime; /* by the clock; else in lock-step, as fast as the plant goes */
    guard limits;
    plant *robot;
    control_function *control;
    void *self;
    table *record;
} loop_settings;

typedef struct {
    long cycles;      /* done */
    long clipped;     /* in which torques were cut */
    long overrun;     /* which began a period late, or more */
    long allocations; /* of memory, and the like */
    long faults;      /* of pages: memory that was not in place */
    long preempted;   /* by other programs */
    bool stopped;     /* by the guard */
} loop_outcome;

/* Run. Nothing in here asks for memory or writes a file. */
loop_outcome loop_run(const loop_settings *settings);

#ifdef __cplusplus
}
#endif

#endif
