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
#define ARGS9 ARGS8, ARG(8)
#define ARGS10 ARGS9, ARG(9)
#define ARGS11 ARGS10, ARG(10)
#define ARGS12 ARGS11, ARG(11)
#define ARGS13 ARGS12, ARG(12)
#define ARGS14 ARGS13, ARG(13)
#define ARGS15 ARGS14, ARG(14)
#define ARGS16 ARGS15, ARG(15)
#define ARGS17 ARGS16, ARG(16)
#define ARGS18 ARGS17, ARG(17)
#define ARGS19 ARGS18, ARG(18)
#define ARGS20 ARGS19, ARG(19)
#define ARGS21 ARGS20, ARG(20)
#define ARGS22 ARGS21, ARG(21)
#define ARGS23 ARGS22, ARG(22)
#define ARGS24 ARGS23, ARG(23)
#define ARGS25 ARGS24, ARG(24)
#define ARGS26 ARGS25, ARG(25)
#define ARGS27 ARGS26, ARG(26)
#define ARGS28 ARGS27, ARG(27)
#define ARGS29 ARGS28, ARG(28)
#define ARGS30 ARGS29, ARG(29)
#define ARGS31 ARGS30, ARG(30)
#define ARGS32 ARGS31, ARG(31)

#define TYPES1 void *
#define TYPES2 TYPES1, void *
#define TYPES3 TYPES2, void *
#define TYPES4 TYPES3, void *
#define TYPES5 TYPES4, void *
#define TYPES6 TYPES5, void *
#define TYPES7 TYPES6, void *
#define TYPES8 TYPES7, void *
#define TYPES9 TYPES8, void *
#define TYPES10 TYPES9, void *
#define TYPES11 TYPES10, void *
#define TYPES12 TYPES11, void *
#define TYPES13 TYPES12, void *
#define TYPES14 TYPES13, void *
#define TYPES15 TYPES14, void *
#define TYPES16 TYPES15, void *
#define TYPES17 TYPES16, void *
#define TYPES18 TYPES17, void *
#define TYPES19 TYPES18, void *
#define TYPES20 TYPES19, void *
#define TYPES21 TYPES20, void *
#define TYPES22 TYPES21, void *
#define TYPES23 TYPES22, void *
#define TYPES24 TYPES23, void *
#define TYPES25 TYPES24, void *
#define TYPES26 TYPES25, void *
#define TYPES27 TYPES26, void *
#define TYPES28 TYPES27, void *
#define TYPES29 TYPES28, void *
#define TYPES30 TYPES29, void *
#define TYPES31 TYPES30, void *
#define TYPES32 TYPES31, void *

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
        case 9: CALL(9);   \
        case 10: CALL(10); \
        case 11: CALL(11); \
        case 12: CALL(12); \
        case 13: CALL(13); \
        case 14: CALL(14); \
        case 15: CALL(15); \
        case 16: CALL(16); \
        case 17: CALL(17); \
        case 18: CALL(18); \
        case 19: CALL(19); \
        case 20: CALL(20); \
        case 21: CALL(21); \
        case 22: CALL(22); \
        case 23: CALL(23); \
        case 24: CALL(24); \
        case 25: CALL(25); \
        case 26: CALL(26); \
        case 27: CALL(27); \
        case 28: CALL(28); \
        case 29: CALL(29); \
        case 30: CALL(30); \
        case 31: CALL(31); \
        case 32: CALL(32); \
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
