/* What loop.c offers: kernels called with arrays of pointers, for each state or for all at once. */

#ifndef GEN_ROBOT_LOOP_H
#define GEN_ROBOT_LOOP_H

#include <stddef.h>

#if defined(_WIN32)
#define EXPORT __declspec(dllexport)
#else
#define EXPORT __attribute__((visibility("default")))
#endif

#define MOST_ARGUMENTS 32 /* as many as loop.c spells out, and as NumPy's ufuncs take */

EXPORT void gen_robot_loop(void (*kernel)(void), int arguments, char *const *base,
                           const ptrdiff_t *stride, ptrdiff_t count);
EXPORT void gen_robot_loop_status(void (*kernel)(void), int arguments, char *const *base,
                                  const ptrdiff_t *stride, ptrdiff_t count, int *status);
EXPORT void gen_robot_batch(void (*kernel)(void), int arguments, char *const *base, size_t count);
EXPORT size_t gen_robot_batch_status(void (*kernel)(void), int arguments, char *const *base,
                                     size_t count, int *status);

#endif
