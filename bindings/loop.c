/* Calls of kernels with as many pointers as they have arguments: one for each state, or one for all.
 *
 * Argument j of state i lies at base[j] + i * stride[j]; strides are in bytes, and 0 hands the same
 * argument to every state. A kernel's parameters are pointers to float, double or int, which all the
 * platforms we know pass as they pass void *, so one loop serves every kernel with that many of them.
 * bindings/loop.py declares these functions to cffi; the extension is compiled with this file. */

#include "loop.h"

#define ARGS1 ARG(0)
#define ARGS2 ARGS1, ARG(1)
#define ARGS3 ARGS2, ARG(2)
#define ARGS4 ARGS3, ARG(3)
#define ARGS5 ARGS4, ARG(4)
#define ARGS6 ARGS5, ARG(5)
#define ARGS7 ARGS6, ARG(6)
#define ARGS8 ARGS7, ARG(7)

#define TYPES1 void *
#define TYPES2 TYPES1, void *
#define TYPES3 TYPES2, void *
#define TYPES4 TYPES3, void *
#define TYPES5 TYPES4, void *
#define TYPES6 TYPES5, void *
#define TYPES7 TYPES6, void *
#define TYPES8 TYPES7, void *

#define BY_ARGUMENTS(CALL) \
    switch (arguments) {   \
        case 1: CALL(1);   \
        case 2: CALL(2);   \
        case 3: CALL(3);   \
        case 4: CALL(4);   \
        case 5: CALL(5);   \
        case 6: CALL(6);   \
        case 7: CALL(7);   \
        case 8: CALL(8);   \
    }

/* One call for each state. */
#define ARG(J) (base[J] + i * stride[J])
#define STATES(N)                            \
    for (ptrdiff_t i = 0; i < count; i++)    \
        ((void (*)(TYPES##N))kernel)(ARGS##N); \
    return
#define STATES_STATUS(N)                                  \
    for (ptrdiff_t i = 0; i < count; i++)                 \
        status[i] = ((int (*)(TYPES##N))kernel)(ARGS##N); \
    return

void gen_robot_loop(void (*kernel)(void), int arguments, char *const *base, const ptrdiff_t *stride,
                    ptrdiff_t count)
{
    BY_ARGUMENTS(STATES)
}

/* The same for kernels that return a status; a state that fails does not stop the others. */
void gen_robot_loop_status(void (*kernel)(void), int arguments, char *const *base,
                           const ptrdiff_t *stride, ptrdiff_t count, int *status)
{
    BY_ARGUMENTS(STATES_STATUS)
}

/* One call for all states, each array of them without gaps: a kernel's form for many states. */
#undef ARG
#define ARG(J) base[J]
#define ALL(N) \
    ((void (*)(size_t, TYPES##N))kernel)(count, ARGS##N); \
    return
#define ALL_STATUS(N) return ((size_t (*)(size_t, TYPES##N, int *))kernel)(count, ARGS##N, status)

void gen_robot_batch(void (*kernel)(void), int arguments, char *const *base, size_t count)
{
    BY_ARGUMENTS(ALL)
}

/* The same for kernels with a status; gives how many states failed. */
size_t gen_robot_batch_status(void (*kernel)(void), int arguments, char *const *base, size_t count,
                              int *status)
{
    BY_ARGUMENTS(ALL_STATUS)
    return 0;
}
