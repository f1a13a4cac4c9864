/* gentle_clock.h - a path's own time: it starts and stops gently, so that a robot at rest can follow. */

#ifndef GENTLE_CLOCK_H
#define GENTLE_CLOCK_H

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
    double time, rate, change; /* s; its derivative; and that of its rate (1/s) */
} gentle_time;

/* Path time at t seconds of a run of so many: its rate goes from 0 to 1 in the first second, or the first half
   if that is shorter, back to 0 in as long before the end, and is 0 from then on. */
gentle_time gentle_clock(double t, double seconds);

#ifdef __cplusplus
}
#endif

#endif
