/* The loops that gen-robot bench times: every contender is called by the same code, compiled once.
 *
 * All of them return nanoseconds of processor time of this thread, for all states together; what other
 * processes take meanwhile is left out. bench/harness.py declares them. REAL is float or double. */

#define _POSIX_C_SOURCE 200809L
#include <math.h>
#include <stddef.h>
#include <time.h>

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return 1e9 * (double)t.tv_sec + (double)t.tv_nsec;
}

#define ARG(J) (base[J] + i * stride[J])
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

#define BY_ARGUMENTS(CASE) \
    switch (arguments) {   \
        CASE(1)            \
        CASE(2)            \
        CASE(3)            \
        CASE(4)            \
        CASE(5)            \
        CASE(6)            \
        CASE(7)            \
        CASE(8)            \
        CASE(9)            \
        CASE(10)           \
    }

#define EACH(N)                                         \
    case N:                                             \
        for (ptrdiff_t i = 0; i < count; i++)           \
            ((void (*)(TYPES##N))kernel)(ARGS##N);      \
        break;

#define EACH_WITH_STATUS(N)                             \
    case N:                                             \
        for (ptrdiff_t i = 0; i < count; i++)           \
            failed |= ((int (*)(TYPES##N))kernel)(ARGS##N); \
        break;

/* One call for each state: argument j of state i lies at base[j] + i * stride[j]. */
double bench_single(void (*kernel)(void), int arguments, char *const *base, const ptrdiff_t *stride,
                    ptrdiff_t count, int has_status, int *status)
{
    int failed = 0;
    double start = now();
    if (has_status) {
        BY_ARGUMENTS(EACH_WITH_STATUS)
    } else {
        BY_ARGUMENTS(EACH)
    }
    double taken = now() - start;
    *status = failed;
    return taken;
}

#undef ARG
#define ARG(J) base[J]
#define ALL(N)                                          \
    case N:                                             \
        ((void (*)(size_t, TYPES##N))kernel)((size_t)count, ARGS##N); \
        break;

#define ALL_WITH_STATUS(N)                              \
    case N:                                             \
        failed = ((size_t (*)(size_t, TYPES##N, int *))kernel)((size_t)count, ARGS##N, NULL); \
        break;

/* One call for all states. Kernels with a status are given no place for the states' own. */
double bench_batch(void (*kernel)(void), int arguments, char *const *base, ptrdiff_t count,
                   int has_status, int *status)
{
    size_t failed = 0;
    double start = now();
    if (has_status) {
        BY_ARGUMENTS(ALL_WITH_STATUS)
    } else {
        BY_ARGUMENTS(ALL)
    }
    double taken = now() - start;
    *status = failed != 0;
    return taken;
}

/* A function as CasADi writes it; arg has room for all that it wants beyond its inputs. Results of two
 * states are `step` doubles apart, 0 for one place. */
double bench_casadi(void (*function)(void), int inputs, char *const *base, const ptrdiff_t *stride,
                    ptrdiff_t count, const double **arg, double **res, double *out, ptrdiff_t step,
                    long long *iw, double *w)
{
    int (*f)(const double **, double **, long long *, double *, int) =
        (int (*)(const double **, double **, long long *, double *, int))function;
    double start = now();
    for (ptrdiff_t i = 0; i < count; i++) {
        for (int j = 0; j < inputs; j++)
            arg[j] = (const double *)(base[j] + i * stride[j]);
        res[0] = out + i * step;
        f(arg, res, iw, w, 0);
    }
    return now() - start;
}

/* Sine and cosine of so many angles a state, by the C library alone. */
double bench_sincos(const REAL *x, ptrdiff_t size, int angles, ptrdiff_t count, REAL *out)
{
    double start = now();
    for (ptrdiff_t i = 0; i < count; i++)
        for (int j = 0; j < angles; j++) {
            REAL angle = x[(i * angles + j) % size];
            if (sizeof(REAL) == sizeof(float)) {
                out[2 * j] = (REAL)sinf((float)angle);
                out[2 * j + 1] = (REAL)cosf((float)angle);
            } else {
                out[2 * j] = (REAL)sin((double)angle);
                out[2 * j + 1] = (REAL)cos((double)angle);
            }
        }
    return now() - start;
}

/* The machine's peak: twelve chains of multiplications with additions, more than hide their latency,
 * fewer than there are registers. Scalars, then vectors of 16, 32 and 64 bytes; a processor that
 * has none so wide computes them in pieces, and the best of the three counts. */
#define CHAINS(EACH) EACH(0) EACH(1) EACH(2) EACH(3) EACH(4) EACH(5) \
    EACH(6) EACH(7) EACH(8) EACH(9) EACH(10) EACH(11)
#define BEGIN(K) T a##K = start_value + (REAL)K;
#define STEP(K) a##K = a##K * factor + term;
#define END(K) sum = sum + a##K;

#define PEAK(NAME, TYPE, FIRST)                                             \
    double NAME(ptrdiff_t count, REAL given, REAL *out)                     \
    {                                                                       \
        typedef TYPE T;                                                     \
        T zero = FIRST, start_value = zero + given;                         \
        T factor = zero + given * (REAL)0.5, term = zero + given;           \
        CHAINS(BEGIN)                                                       \
        double begin = now();                                               \
        for (ptrdiff_t i = 0; i < count; i++) {                             \
            CHAINS(STEP)                                                    \
        }                                                                   \
        double taken = now() - begin;                                       \
        T sum = zero;                                                       \
        CHAINS(END)                                                         \
        *out = *(REAL *)&sum;                                               \
        return taken;                                                       \
    }

PEAK(bench_peak_scalar, REAL, 0)
#if defined(__GNUC__)
typedef REAL vector16 __attribute__((vector_size(16), may_alias));
typedef REAL vector32 __attribute__((vector_size(32), may_alias));
typedef REAL vector64 __attribute__((vector_size(64), may_alias));
PEAK(bench_peak_16, vector16, {0})
PEAK(bench_peak_32, vector32, {0})
PEAK(bench_peak_64, vector64, {0})
#endif
