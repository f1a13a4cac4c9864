/* real_time.h - what a program does before it must keep time. */

#ifndef REAL_TIME_H
#define REAL_TIME_H

#ifdef __cplusplus
extern "C" {
#endif

/* Keep all memory in place, touch the stack, and run before everything else on this processor. What is not
   permitted is said on stderr and done without. */
void real_time_prepare(void);

#ifdef __cplusplus
}
#endif

#endif
