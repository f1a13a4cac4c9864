/* allocations.h - count what a part of the program asks of the heap: in a loop in real time, nothing. */

#ifndef ALLOCATIONS_H
#define ALLOCATIONS_H

#ifdef __cplusplus
extern "C" {
#endif

/* Count from now on, from zero. */
void allocations_watch(void);

/* Stop counting; return how often memory was asked for or given back since, by anything in this process. */
long allocations_counted(void);

#ifdef __cplusplus
}
#endif

#endif
