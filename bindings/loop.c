/* The loop over states: one call of a kernel for each state of a batch.
 *
 * Argument j of state i lies at base[j] + i * stride[j]; strides are in bytes, and 0 hands the same
 * argument to every state. A kernel's parameters are pointers to float, double or int, which all the
 * platforms we know pass as they pass void *, so one loop serves every kernel with that many of them.
 * bindings/native.py declares these functions and MOST_ARGUMENTS to cffi. */

#include <stddef.h>

#if defined(_WIN32)
#define EXPORT __declspec(dllexport)
#else
#define EXPORT __attribute__((visibility("default")))
#endif

#define ARG(J) (base[J] + i * stride[J])
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

#define STATES(N, RESULT, STORE)                                 \
    case N:                                                      \
        for (ptrdiff_t i = 0; i < count; i++)                    \
            STORE((RESULT(*)(TYPES##N))kernel)(ARGS##N);         \
        break;

#define BY_ARGUMENTS(RESULT, STORE)                              \
    switch (arguments) {                                         \
        STATES(1, RESULT, STORE)                                 \
        STATES(2, RESULT, STORE)                                 \
        STATES(3, RESULT, STORE)                                 \
        STATES(4, RESULT, STORE)                                 \
        STATES(5, RESULT, STORE)                                 \
        STATES(6, RESULT, STORE)                                 \
        STATES(7, RESULT, STORE)                                 \
        STATES(8, RESULT, STORE)                                 \
    }

EXPORT void gen_robot_loop(void (*kernel)(void), int arguments, char *const *base,
                           const ptrdiff_t *stride, ptrdiff_t count)
{
    BY_ARGUMENTS(void, )
}

/* The same for kernels that return a status; a state that fails does not stop the others. */
EXPORT void gen_robot_loop_status(void (*kernel)(void), int arguments, char *const *base,
                                  const ptrdiff_t *stride, ptrdiff_t count, int *status)
{
    BY_ARGUMENTS(int, status[i] =)
}
