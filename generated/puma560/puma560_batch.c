/* puma560_batch.c - rigid-body dynamics of puma560, 6 degrees of freedom

   Written by: gen-robot puma560 --lang c
   It belongs to whoever generates it: the authors of gen-robot claim no rights in it.

   The kernels for many states. Vectors hold a number of several states, one in each lane: the
   statements are those of puma560.c, with vectors for numbers. Groups of states of which one has
   a pivot that fails, or an angle that the inline sine is not for, are left to the kernels of
   puma560.c, one state after the other; so are fewer states than a vector has lanes, and all
   where the compiler has no vectors as gcc and clang have them.

   This file includes itself for each width of vectors that it is compiled for. On x86-64 these
   are the one that the compiler's flags allow and all wider ones; which of them the processor
   has is asked once, when the first of these functions is called.
*/

#ifndef LANES

#include "puma560.h"

#include <math.h>
#include <stdint.h>

/* The widest vectors to compile for, in bits: 128, 256 or 512; 0 is ISO C alone. */
#ifndef PUMA560_BATCH_BITS
#define PUMA560_BATCH_BITS 512
#endif

#if !defined __has_builtin || PUMA560_BATCH_BITS == 0 || defined GEN_ROBOT_ISO_C \
    || defined __FAST_MATH__ || defined __ASSOCIATIVE_MATH__
#define LEAST_BITS 0
#elif !__has_builtin(__builtin_shufflevector) || !(defined __SSE2_MATH__ || defined __aarch64__)
#define LEAST_BITS 0
#elif PUMA560_BATCH_BITS >= 512 \
    && defined __AVX2__ && defined __FMA__ && defined __BMI2__ \
    && defined __AVX512F__ && defined __AVX512VL__ && defined __AVX512DQ__
#define LEAST_BITS 512
#elif PUMA560_BATCH_BITS >= 256 \
    && defined __AVX2__ && defined __FMA__ && defined __BMI2__
#define LEAST_BITS 256
#else
#define LEAST_BITS 128
#endif

#if LEAST_BITS && defined __x86_64__
#define MOST_BITS PUMA560_BATCH_BITS
#else
#define MOST_BITS LEAST_BITS
#endif

#if LEAST_BITS
#define APART __attribute__((noinline))
#define INLINE inline __attribute__((always_inline))
#define SHUFFLE __builtin_shufflevector
#define ALL(number) ((lanes){0} + (number))
#define ANYWHERE aligned(sizeof(double)), may_alias

/* 2 neighbouring numbers of a state in memory, and 4. */
typedef double granule __attribute__((vector_size(2 * sizeof(double)), ANYWHERE));
typedef double granules __attribute__((vector_size(4 * sizeof(double)), ANYWHERE));
#else
#define APART
#endif

#if MOST_BITS > LEAST_BITS
/* The width of vectors for this processor. Threads that ask at once find the same. */
static int widest(void)
{
    static int found;
    int width = __atomic_load_n(&found, __ATOMIC_RELAXED);

    if (width == 0) {
        __builtin_cpu_init();
        width = LEAST_BITS;
#if LEAST_BITS < 256 && MOST_BITS >= 256
        if (__builtin_cpu_supports("avx2")
            && __builtin_cpu_supports("fma")
            && __builtin_cpu_supports("bmi2")) {
            width = 256;
        }
#endif
#if LEAST_BITS < 512 && MOST_BITS >= 512
        if (__builtin_cpu_supports("avx2")
            && __builtin_cpu_supports("fma")
            && __builtin_cpu_supports("bmi2")
            && __builtin_cpu_supports("avx512f")
            && __builtin_cpu_supports("avx512vl")
            && __builtin_cpu_supports("avx512dq")) {
            width = 512;
        }
#endif
        __atomic_store_n(&found, width, __ATOMIC_RELAXED);
    }
    return width;
}
#endif

/* One state after the other. Of those that fail, the first `counted` are counted already. */

/* inertia matrix M(q). */
APART static void inertia_matrix_each(
    size_t count,
    const double *q,
    double *M)
{
    for (size_t s = 0; s < count; ++s) {
        puma560_inertia_matrix(
            q + 6 * s, M + 36 * s);
    }
}

/* bias vector h(q, qd). */
APART static void bias_each(
    size_t count,
    const double *q,
    const double *qd,
    double *h)
{
    for (size_t s = 0; s < count; ++s) {
        puma560_bias(
            q + 6 * s, qd + 6 * s, h + 6 * s);
    }
}

/* inverse dynamics, tau = M qdd + h. */
APART static void inverse_dynamics_each(
    size_t count,
    const double *q,
    const double *qd,
    const double *qdd,
    double *tau)
{
    for (size_t s = 0; s < count; ++s) {
        puma560_inverse_dynamics(
            q + 6 * s, qd + 6 * s, qdd + 6 * s, tau + 6 * s);
    }
}

/* inertia matrix and bias vector together. */
APART static void inertia_and_bias_each(
    size_t count,
    const double *q,
    const double *qd,
    double *M,
    double *h)
{
    for (size_t s = 0; s < count; ++s) {
        puma560_inertia_and_bias(
            q + 6 * s, qd + 6 * s, M + 36 * s, h + 6 * s);
    }
}

/* gravity torques g(q). */
APART static void gravity_each(
    size_t count,
    const double *q,
    double *g)
{
    for (size_t s = 0; s < count; ++s) {
        puma560_gravity(
            q + 6 * s, g + 6 * s);
    }
}

/* forward dynamics, qdd = M^-1 (tau - h). */
APART static size_t forward_dynamics_each(
    size_t count,
    size_t counted,
    const double *q,
    const double *qd,
    const double *tau,
    double *qdd,
    int *status)
{
    size_t failed = 0;

    for (size_t s = 0; s < count; ++s) {
        const int joint = puma560_forward_dynamics(
            q + 6 * s, qd + 6 * s, tau + 6 * s, qdd + 6 * s);

        failed += joint != 0 && s >= counted;
        if (status) {
            status[s] = joint;
        }
    }
    return failed;
}

#if LEAST_BITS
#define lanes LEVEL(lanes)
#define bits LEVEL(bits)
#define read_1 LEVEL(read_1)
#define read_2 LEVEL(read_2)
#define write_1 LEVEL(write_1)
#define write_2 LEVEL(write_2)
#define write_4 LEVEL(write_4)
#define turn LEVEL(turn)
#define all_sound LEVEL(all_sound)
#define any_far LEVEL(any_far)
#define sincos_of LEVEL(sincos_of)
#define square_root LEVEL(square_root)
#define sign_of LEVEL(sign_of)
#define inertia_matrix_group LEVEL(inertia_matrix_group)
#define bias_group LEVEL(bias_group)
#define inverse_dynamics_group LEVEL(inverse_dynamics_group)
#define inertia_and_bias_group LEVEL(inertia_and_bias_group)
#define gravity_group LEVEL(gravity_group)
#define forward_dynamics_group LEVEL(forward_dynamics_group)

#if LEAST_BITS <= 128 && MOST_BITS >= 128
#define LANES 2
#define LEVEL(name) name##_128
#include "puma560_batch.c"
#undef LANES
#undef LEVEL
#endif

#if LEAST_BITS <= 256 && MOST_BITS >= 256
#define LANES 4
#define LEVEL(name) name##_256
#if LEAST_BITS == 256
#include "puma560_batch.c"
#elif defined __clang__
#pragma clang attribute push(__attribute__((target("avx2,fma,bmi2"))), \
                             apply_to = function)
#include "puma560_batch.c"
#pragma clang attribute pop
#else
#pragma GCC push_options
#pragma GCC target("avx2,fma,bmi2")
#include "puma560_batch.c"
#pragma GCC pop_options
#endif
#undef LANES
#undef LEVEL
#endif

#if LEAST_BITS <= 512 && MOST_BITS >= 512
#define LANES 8
#define LEVEL(name) name##_512
#if LEAST_BITS == 512
#include "puma560_batch.c"
#elif defined __clang__
#pragma clang attribute push(__attribute__((target("avx2,fma,bmi2,avx512f,avx512vl,avx512dq"))), \
                             apply_to = function)
#include "puma560_batch.c"
#pragma clang attribute pop
#else
#pragma GCC push_options
#pragma GCC target("avx2,fma,bmi2,avx512f,avx512vl,avx512dq")
#include "puma560_batch.c"
#pragma GCC pop_options
#endif
#undef LANES
#undef LEVEL
#endif
#endif

#if LEAST_BITS
/* A kernel by the widest vectors of the processor: of two, the first if it has so many bits. */
#if LEAST_BITS >= 256
#define ON_256(call, narrower) (call)
#elif MOST_BITS >= 256
#define ON_256(call, narrower) (widest() == 256 ? (call) : (narrower))
#else
#define ON_256(call, narrower) (narrower)
#endif
#if LEAST_BITS >= 512
#define ON_512(call, narrower) (call)
#elif MOST_BITS >= 512
#define ON_512(call, narrower) (widest() == 512 ? (call) : (narrower))
#else
#define ON_512(call, narrower) (narrower)
#endif
#define WIDEST(kernel, arguments) \
    ON_512(kernel##_512 arguments, ON_256(kernel##_256 arguments, kernel##_128 arguments))
#endif

void puma560_inertia_matrix_batch(
    size_t count,
    const double *PUMA560_RESTRICT q,
    double *PUMA560_RESTRICT M)
{
#if LEAST_BITS
    WIDEST(inertia_matrix, (count, q, M));
#else
    inertia_matrix_each(count, q, M);
#endif
}

void puma560_bias_batch(
    size_t count,
    const double *PUMA560_RESTRICT q,
    const double *PUMA560_RESTRICT qd,
    double *PUMA560_RESTRICT h)
{
#if LEAST_BITS
    WIDEST(bias, (count, q, qd, h));
#else
    bias_each(count, q, qd, h);
#endif
}

void puma560_inverse_dynamics_batch(
    size_t count,
    const double *PUMA560_RESTRICT q,
    const double *PUMA560_RESTRICT qd,
    const double *PUMA560_RESTRICT qdd,
    double *PUMA560_RESTRICT tau)
{
#if LEAST_BITS
    WIDEST(inverse_dynamics, (count, q, qd, qdd, tau));
#else
    inverse_dynamics_each(count, q, qd, qdd, tau);
#endif
}

void puma560_inertia_and_bias_batch(
    size_t count,
    const double *PUMA560_RESTRICT q,
    const double *PUMA560_RESTRICT qd,
    double *PUMA560_RESTRICT M,
    double *PUMA560_RESTRICT h)
{
#if LEAST_BITS
    WIDEST(inertia_and_bias, (count, q, qd, M, h));
#else
    inertia_and_bias_each(count, q, qd, M, h);
#endif
}

void puma560_gravity_batch(
    size_t count,
    const double *PUMA560_RESTRICT q,
    double *PUMA560_RESTRICT g)
{
#if LEAST_BITS
    WIDEST(gravity, (count, q, g));
#else
    gravity_each(count, q, g);
#endif
}

size_t puma560_forward_dynamics_batch(
    size_t count,
    const double *PUMA560_RESTRICT q,
    const double *PUMA560_RESTRICT qd,
    const double *PUMA560_RESTRICT tau,
    double *PUMA560_RESTRICT qdd,
    int *status)
{
#if LEAST_BITS
    return WIDEST(forward_dynamics, (count, q, qd, tau, qdd, status));
#else
    return forward_dynamics_each(count, 0, q, qd, tau, qdd, status);
#endif
}

#else /* what is compiled for each width of vectors */

typedef double lanes __attribute__((vector_size(LANES * sizeof(double))));
typedef uint64_t bits __attribute__((vector_size(LANES * sizeof(uint64_t))));

/* A vector is put together from granules of every second state, and cut into them. */
#if LANES == 2
#define JOINED(from, step) (lanes)*(const granule *)(from)
#define CUT(v, to, step) *(granule *)(to) = (granule)(v)
#define CUT_PAIR(v, w, to, step) (CUT(v, to, step), CUT(w, (to) + 2, step))
#define LOW_1 0, 2
#define HIGH_1 1, 3
#endif
#if LANES == 4
#define JOINED(from, step) \
    SHUFFLE(*(const granule *)(from), *(const granule *)((from) + (step)), \
            0, 1, 2, 3)
#define CUT(v, to, step) \
    (*(granule *)((to) + 0 * (step)) = SHUFFLE(v, v, 0, 1), \
     *(granule *)((to) + 1 * (step)) = SHUFFLE(v, v, 2, 3))
#define CUT_PAIR(v, w, to, step) \
    (*(granules *)((to) + 0 * (step)) = \
     SHUFFLE(v, w, 0, 1, 4, 5), \
     *(granules *)((to) + 1 * (step)) = \
     SHUFFLE(v, w, 2, 3, 6, 7))
#define LOW_1 0, 4, 2, 6
#define HIGH_1 1, 5, 3, 7
#endif
#if LANES == 8
#define HALF(from, step) \
    SHUFFLE(*(const granule *)(from), *(const granule *)((from) + (step)), \
            0, 1, 2, 3)
#define JOINED(from, step) \
    SHUFFLE(HALF(from, step), HALF((from) + 2 * (step), step), \
            0, 1, 2, 3, 4, 5, 6, 7)
#define CUT(v, to, step) \
    (*(granule *)((to) + 0 * (step)) = SHUFFLE(v, v, 0, 1), \
     *(granule *)((to) + 1 * (step)) = SHUFFLE(v, v, 2, 3), \
     *(granule *)((to) + 2 * (step)) = SHUFFLE(v, v, 4, 5), \
     *(granule *)((to) + 3 * (step)) = SHUFFLE(v, v, 6, 7))
#define CUT_PAIR(v, w, to, step) \
    (*(granules *)((to) + 0 * (step)) = \
     SHUFFLE(v, w, 0, 1, 8, 9), \
     *(granules *)((to) + 1 * (step)) = \
     SHUFFLE(v, w, 2, 3, 10, 11), \
     *(granules *)((to) + 2 * (step)) = \
     SHUFFLE(v, w, 4, 5, 12, 13), \
     *(granules *)((to) + 3 * (step)) = \
     SHUFFLE(v, w, 6, 7, 14, 15))
#define LOW_1 0, 8, 2, 10, 4, 12, 6, 14
#define HIGH_1 1, 9, 3, 11, 5, 13, 7, 15
#endif

/* Exchange rows and columns within granules. */
static INLINE void turn(const lanes *from, lanes *to)
{
    to[0] = SHUFFLE(from[0], from[1], LOW_1);
    to[1] = SHUFFLE(from[0], from[1], HIGH_1);
}

/* Read and write neighbouring columns of all states; a state has `size` numbers. */
static INLINE void read_1(const double *from, size_t size, lanes *columns)
{
    for (size_t lane = 0; lane < LANES; ++lane) {
        columns[0][lane] = from[lane * size];
    }
}

static INLINE void read_2(const double *from, size_t size, lanes *columns)
{
    const lanes rows[2] = {
        JOINED(from + 0 * size, 2 * size),
        JOINED(from + 1 * size, 2 * size),
    };

    turn(rows, columns);
}

static INLINE void write_1(lanes column, double *to, size_t size)
{
    for (size_t lane = 0; lane < LANES; ++lane) {
        to[lane * size] = column[lane];
    }
}

static INLINE void write_2(const lanes *columns, double *to, size_t size)
{
    lanes rows[2];

    turn(columns, rows);
    CUT(rows[0], to + 0 * size, 2 * size);
    CUT(rows[1], to + 1 * size, 2 * size);
}

static INLINE void write_4(const lanes *columns, double *to, size_t size)
{
    lanes rows[4];

    turn(columns, rows);
    turn(columns + 2, rows + 2);
    CUT_PAIR(rows[0], rows[2], to + 0 * size, 2 * size);
    CUT_PAIR(rows[1], rows[3], to + 1 * size, 2 * size);
}

static INLINE void sincos_of(
    const lanes *angle, lanes *sine, lanes *cosine, bits *far)
{
#if defined(__clang__) && __clang_major__ > 13
#pragma clang fp reassociate(off)
#endif
    union { lanes real; bits word; } y, s, c;
    const lanes x = *angle;
    y.real = x * 0x1.45f306dc9c883p-1 + 0x1.8p52;
    const lanes k = y.real - 0x1.8p52;
    const lanes r1 = x - k * 0x1.921fb544p0;
    const lanes r2 = r1 - k * 0x1.0b4611a6p-34;
    const lanes r = r2 - k * 0x1.3198a2ep-69;
    const lanes t = ((r1 - r2) - k * 0x1.0b4611a6p-34) + ((r2 - r) - k * 0x1.3198a2ep-69)
        - k * 0x1.b839a252049c1p-104;
    const lanes z = r * r;
    const lanes w = z * z;
    const lanes h = 0.5 * r;
    const lanes v = 1.0 - h * r;
    const lanes e = (1.0 - v) - h * r;
    const lanes ps = (-0x1.5555555555548p-3 + z * 0x1.111111110f76p-7)
        + w * ((-0x1.a01a019bf2b73p-13 + z * 0x1.71de355fa39ccp-19)
               + w * (-0x1.ae5e54fed77afp-26 + z * 0x1.5d8e61c8e8e53p-33));
    const lanes pc = (0x1.555555555554cp-5 + z * -0x1.6c16c16c15222p-10)
        + w * ((0x1.a01a019cbfd2dp-16 + z * -0x1.27e4f8131569dp-22)
               + w * (0x1.1ee9f197f4ff1p-29 + z * -0x1.8fb15614c9485p-37));
    s.real = r + ((r * z) * ps + t * v);
    c.real = v + (w * pc + (e - r * t));
    /* The last bits of y are the quadrant: an odd one swaps the two, and it gives them signs. */
    const bits swap = (s.word ^ c.word) & -(y.word & UINT64_C(1));
    s.word = s.word ^ swap ^ ((y.word << 62) & UINT64_C(0x8000000000000000));
    c.word = c.word ^ swap ^ (((y.word + UINT64_C(1)) << 62) & UINT64_C(0x8000000000000000));
    *sine = s.real;
    *cosine = c.real;
    *far |= y.word - UINT64_C(0x4337fffffff00000);
}

/* Tell whether an angle of any state is one for the library. */
static INLINE int any_far(const bits *far)
{
    uint64_t any = (*far)[0];

    for (int lane = 1; lane < LANES; ++lane) {
        any |= (*far)[lane];
    }
    return (any >> 21) != 0;
}

/* Tell whether the pivots of all states are sound. */
static INLINE int all_sound(const bits *sound)
{
    uint64_t all = (*sound)[0];

    for (int lane = 1; lane < LANES; ++lane) {
        all &= (*sound)[lane];
    }
    return all != 0;
}

/* One state a lane; 0 if there are states that this is not for. */

/* inertia matrix M(q). */
static INLINE int inertia_matrix_group(
    const double *from_q,
    double *to_M)
{
    lanes q[6];
    bits far = {0};

    read_2(from_q + 0, 6, q + 0);
    read_2(from_q + 2, 6, q + 2);
    read_2(from_q + 4, 6, q + 4);

    /* angles */
    const lanes q2_3 = q[1] + q[2];
    lanes s2, c2;
    sincos_of(&q[1], &s2, &c2, &far);
    lanes s2_3, c2_3;
    sincos_of(&q2_3, &s2_3, &c2_3, &far);
    lanes s4, c4;
    sincos_of(&q[3], &s4, &c4, &far);
    lanes s5, c5;
    sincos_of(&q[4], &s5, &c5, &far);
    if (any_far(&far)) {
        return 0;
    }
    lanes M[36];

    /* link 2: transform to its parent */
    const lanes S2_yz = 0.690314699 * s2 + 0.023751 * c2;

    /* link 3: transform to its parent */
    const lanes v1_3_z = 0.4318 * c2;
    const lanes t3_1 = 0.4318 * s2;
    const lanes v2_3_x = s2_3 * v1_3_z - c2_3 * t3_1;
    const lanes v2_3_y = s2_3 * t3_1 + c2_3 * v1_3_z;
    const lanes v1_3_y = 0.1501 * s2_3;

    /* link 4: transform to its parent */
    const lanes v1_4_y2 = v1_3_z - 0.0203 * c2_3;

    /* link 6: wrench of a unit rate, and the axes that it meets; D_jk */
    const lanes N6_4_x = 4e-05 * s5;
    const lanes N6_4_z = 4e-05 * c5;
    M[23] = N6_4_z; /* (4,6) */
    M[33] = N6_4_z; /* (6,4) */
    const lanes N6_3_x2 = c4 * N6_4_x;
    const lanes D6_3 = s4 * N6_4_x;
    M[11] = D6_3; /* (2,6) */
    M[17] = D6_3; /* (3,6) */
    M[31] = D6_3; /* (6,2) */
    M[32] = D6_3; /* (6,3) */
    const lanes t6_1 = 0.1501 * c2_3;
    const lanes D6_1 = c2_3 * N6_4_z - s2_3 * N6_3_x2;
    M[5] = D6_1; /* (1,6) */
    M[30] = D6_1; /* (6,1) */

    /* link 5: wrench of a unit rate, and the axes that it meets; D_jk */
    const lanes F5_4_x = 0.00288 * c5;
    const lanes F5_3_y = 0.00288 * s5;
    const lanes N5_3_y1 = 0.00064216 + 0.001247328 * c5;
    const lanes F5_3_x = c4 * F5_4_x;
    const lanes F5_3_z = s4 * F5_4_x;
    const lanes N5_3_y2 = c4 * N5_3_y1;
    const lanes D5_3 = N5_3_y2 - 5.8464e-05 * s5;
    M[16] = D5_3; /* (3,5) */
    M[26] = D5_3; /* (5,3) */
    const lanes D5_2 = D5_3 + (v2_3_x * F5_3_x + v2_3_y * F5_3_y);
    M[10] = D5_2; /* (2,5) */
    M[25] = D5_2; /* (5,2) */
    const lanes D5_1 = s2_3 * (s4 * N5_3_y1) + (v1_4_y2 * F5_3_z - t6_1 * F5_3_x + v1_3_y * F5_3_y);
    M[4] = D5_1; /* (1,5) */
    M[24] = D5_1; /* (5,1) */

    /* link 5: its composite seen from the parent */
    const lanes t5_1 = 0.00020216 * s5;
    const lanes t5_2 = s5 * t5_1;

    /* link 4: wrench of a unit rate, and the axes that it meets; D_jk */
    const lanes psi4_xz = c5 * t5_1;
    const lanes psi4_xx = t5_2 + 0.00087;
    const lanes N4_4_z = psi4_xx + 0.00077;
    const lanes D4_4 = N4_4_z + 0.2;
    M[21] = D4_4; /* (4,4) */
    const lanes psi4_xz1 = psi4_xz + 0.001247328 * s5;
    const lanes phi3_z = s4 * F5_3_y;
    const lanes F4_3_y2 = c4 * F5_3_y;
    const lanes psi4_xz2 = c4 * psi4_xz1;
    const lanes psi4_yz2 = s4 * psi4_xz1;
    const lanes D4_3 = -psi4_yz2;
    M[15] = D4_3; /* (3,4) */
    M[20] = D4_3; /* (4,3) */
    const lanes D4_2 = -(psi4_yz2 + v2_3_x * phi3_z);
    M[9] = D4_2; /* (2,4) */
    M[19] = D4_2; /* (4,2) */
    const lanes D4_1 = s2_3 * psi4_xz2 + c2_3 * N4_4_z + (t6_1 * phi3_z + v1_4_y2 * F4_3_y2);
    M[3] = D4_1; /* (1,4) */
    M[18] = D4_1; /* (4,1) */
    write_4(M + 16, to_M + 16, 36);

    /* link 4: its composite seen from the parent */
    const lanes t4_1 = s4 * (psi4_xx - 0.00077);
    const lanes t4_2 = s4 * t4_1;
    const lanes psi4_xx2 = psi4_xx - t4_2;
    const lanes psi4_xy2 = c4 * t4_1;
    const lanes psi4_xx3 = psi4_xx2 - 0.0406 * F4_3_y2;
    const lanes psi4_xz3 = psi4_xz2 - 5.8464e-05 * c5;

    /* link 3: composite moments phi_j, psi_j */
    const lanes phi3_x = F4_3_y2 - 0.025375;
    const lanes F3_3_x = F5_4_x + 0.861795;

    /* link 3: wrench of a unit rate, and the axes that it meets; D_jk */
    const lanes psi3_xz = psi4_xy2 - 0.0203 * phi3_z;
    const lanes psi3_xx = psi4_xx3 + 0.0167651125;
    const lanes psi3_yy = 0.002494656 * c5 - t5_2 + 0.3161122965;
    const lanes psi3_xy = 0.0106736385 - psi4_xz3;
    const lanes N3_3_y = psi4_yz2 + 0.004704;
    const lanes N3_3_z = psi3_xx + psi3_yy;
    const lanes D3_3 = N3_3_z + 0.83;
    M[14] = D3_3; /* (3,3) */
    const lanes psi3_xz1 = psi3_xz + 0.1501 * phi3_x;
    const lanes N3_2_y1 = N3_3_y + 0.1501 * F3_3_x;
    const lanes F3_2_x = c2_3 * F3_3_x - s2_3 * phi3_x;
    const lanes F3_2_y = s2_3 * F3_3_x + c2_3 * phi3_x;
    const lanes N3_2_y = c2_3 * N3_2_y1 - s2_3 * psi3_xz1;
    const lanes t3_2 = v1_3_z * F3_2_y;
    const lanes t3_3 = t3_2 - t3_1 * F3_2_x;
    const lanes N3_2_z = N3_3_z + t3_3;
    M[8] = N3_2_z; /* (2,3) */
    write_4(M + 8, to_M + 8, 36);
    M[13] = N3_2_z; /* (3,2) */
    const lanes N3_1_z = -N3_2_y;
    M[2] = N3_1_z; /* (1,3) */
    M[12] = N3_1_z; /* (3,1) */
    write_4(M + 12, to_M + 12, 36);

    /* link 3: its composite seen from the parent */
    const lanes t3_4 = s2_3 * (s2_3 * (psi3_xx - psi3_yy) + c2_3 * (2.0 * psi3_xy));
    const lanes psi3_yz3 = t3_1 * phi3_z - N3_2_y;

    /* link 2: composite moments phi_j, psi_j */
    const lanes psi2_yz = S2_yz + psi3_yz3;
    M[1] = psi2_yz; /* (1,2) */
    M[6] = psi2_yz; /* (2,1) */

    /* link 2: wrench of a unit rate, and the axes that it meets; D_jk */
    const lanes D2_2 = t3_3 + N3_2_z + 6.458114002;
    M[7] = D2_2; /* (2,2) */
    write_4(M + 4, to_M + 4, 36);

    /* link 1: wrench of a unit rate, and the axes that it meets; D_jk */
    const lanes D1_1 = 0.3002 * phi3_z + (t4_2 + (psi3_xx - s2 * (1.601861202 * s2 + 0.0141984 * c2)
        - t3_4 + 2.0 * t3_2)) + 4.2774871525;
    M[0] = D1_1; /* (1,1) */
    write_4(M + 0, to_M + 0, 36);

    /* elements that never change */
    M[22] = ALL(0.0); /* (4,5) */
    write_4(M + 20, to_M + 20, 36);
    M[27] = ALL(0.0); /* (5,4) */
    write_4(M + 24, to_M + 24, 36);
    M[28] = ALL(0.17964216); /* (5,5) */
    M[29] = ALL(0.0); /* (5,6) */
    write_4(M + 28, to_M + 28, 36);
    M[34] = ALL(0.0); /* (6,5) */
    M[35] = ALL(0.19304); /* (6,6) */
    write_4(M + 32, to_M + 32, 36);
    return 1;
}

/* bias vector h(q, qd). */
static INLINE int bias_group(
    const double *from_q,
    const double *from_qd,
    double *to_h)
{
    lanes q[6], qd[6];
    bits far = {0};

    read_2(from_q + 0, 6, q + 0);
    read_2(from_q + 2, 6, q + 2);
    read_2(from_q + 4, 6, q + 4);
    read_2(from_qd + 0, 6, qd + 0);
    read_2(from_qd + 2, 6, qd + 2);
    read_2(from_qd + 4, 6, qd + 4);

    /* angles */
    const lanes q2_3 = q[1] + q[2];
    lanes s2, c2;
    sincos_of(&q[1], &s2, &c2, &far);
    lanes s2_3, c2_3;
    sincos_of(&q2_3, &s2_3, &c2_3, &far);
    lanes s4, c4;
    sincos_of(&q[3], &s4, &c4, &far);
    lanes s5, c5;
    sincos_of(&q[4], &s5, &c5, &far);
    lanes s6, c6;
    sincos_of(&q[5], &s6, &c6, &far);
    if (any_far(&far)) {
        return 0;
    }
    lanes h[6];

    /* link 1: Om_i = alpha~ + omega~ omega~ */
    const lanes wzz_1 = qd[0] * qd[0];

    /* link 2: Om_i = alpha~ + omega~ omega~ */
    const lanes wzz_2 = qd[1] * qd[1];
    const lanes t2_1 = qd[1] * (qd[0] + qd[0]);

    /* link 2: its own force m A + Om l and moment t + l x A (step 3) */
    const lanes l2_x = 3.25584 * c2 - 0.1044 * s2;
    const lanes S2_xy = c2 * (1.368797152 * s2 + 0.0141984 * c2) - 0.0070992;
    const lanes S2_xz = 0.609298224 * c2 - 0.023751 * s2;

    /* link 3: transform to its parent */
    const lanes t3_1 = 0.4318 * c2;
    const lanes t3_2 = 0.4318 * s2;

    /* link 3: angular velocity omega_i and acceleration alpha_i (step 1) */
    const lanes t3_3 = qd[0] * s2_3;
    const lanes omega4_z1 = qd[0] * c2_3;
    const lanes omega3_z = qd[1] + qd[2];
    const lanes t3_4 = omega4_z1 * omega3_z;
    const lanes alpha3_y = t3_3 * omega3_z;

    /* link 3: Om_i = alpha~ + omega~ omega~ */
    const lanes wxx_3 = t3_3 * t3_3;
    const lanes wyy_3 = omega4_z1 * omega4_z1;
    const lanes wzz_3 = omega3_z * omega3_z;
    const lanes wxy_3 = t3_3 * omega4_z1;

    /* link 3: acceleration A_i of its origin (step 2) */
    const lanes t3_5 = (wzz_1 + wzz_2) * t3_1;
    const lanes t3_6 = 9.81 + wzz_2 * t3_2;
    const lanes A3_y = s2_3 * t3_5 - c2_3 * t3_6;

    /* link 4: angular velocity omega_i and acceleration alpha_i (step 1) */
    const lanes omega4_x = omega3_z * s4 - t3_3 * c4;
    const lanes omega4_y = t3_3 * s4 + omega3_z * c4;
    const lanes omega4_z = qd[3] + omega4_z1;
    const lanes alpha4_y3 = t3_4 * s4;
    const lanes alpha4_x = qd[3] * omega4_y - t3_4 * c4;
    const lanes alpha4_y = alpha4_y3 - qd[3] * omega4_x;

    /* link 4: Om_i = alpha~ + omega~ omega~ */
    const lanes wxx_4 = omega4_x * omega4_x;
    const lanes wyy_4 = omega4_y * omega4_y;
    const lanes wxy_4 = omega4_x * omega4_y;
    const lanes wxz_4 = omega4_x * omega4_z;
    const lanes wyz_4 = omega4_y * omega4_z;
    const lanes Om31_4 = wxz_4 - alpha4_y;
    const lanes Om32_4 = alpha4_x + wyz_4;
    const lanes Om13_4 = alpha4_y + wxz_4;
    const lanes Om23_4 = wyz_4 - alpha4_x;
    const lanes t4_1 = wxx_4 + wyy_4;

    /* link 4: acceleration A_i of its origin (step 2) */
    const lanes A0_4_x = 0.0203 * (wyy_3 + wzz_3) - (c2_3 * t3_5 + s2_3 * t3_6);
    const lanes A0_4_y = A3_y - 0.0203 * wxy_3;
    const lanes A0_4_z = 0.0406 * alpha3_y - (t2_1 * t3_2 + 0.1501 * wzz_1);
    const lanes A4_x3 = c4 * A0_4_x + s4 * A0_4_z;
    const lanes A4_y3 = c4 * A0_4_z - s4 * A0_4_x;
    const lanes A4_x = A4_x3 + 0.4331 * Om13_4;
    const lanes A4_y = A4_y3 + 0.4331 * Om23_4;

    /* link 5: angular velocity omega_i and acceleration alpha_i (step 1) */
    const lanes omega5_x = omega4_x * c5 - omega4_z * s5;
    const lanes omega6_z1 = omega4_x * s5 + omega4_z * c5;
    const lanes omega5_z = qd[4] + omega4_y;
    const lanes alpha5_x2 = alpha4_x * c5 + alpha3_y * s5;
    const lanes alpha5_y2 = alpha3_y * c5 - alpha4_x * s5;
    const lanes alpha5_x = alpha5_x2 - qd[4] * omega6_z1;
    const lanes alpha5_y = alpha5_y2 - qd[4] * omega5_x;

    /* link 5: Om_i = alpha~ + omega~ omega~ */
    const lanes wxx_5 = omega5_x * omega5_x;
    const lanes wzz_5 = omega5_z * omega5_z;
    const lanes t5_1 = omega5_x * omega6_z1;
    const lanes wxz_5 = omega5_x * omega5_z;
    const lanes Om31_5 = wxz_5 - alpha5_y;
    const lanes Om32_5 = alpha5_x - omega6_z1 * omega5_z;

    /* link 5: acceleration A_i of its origin (step 2) */
    const lanes A5_y1 = A0_4_y + 0.4331 * t4_1;
    const lanes A5_x = A4_x * c5 + A5_y1 * s5;

    /* link 5: its own force m A + Om l and moment t + l x A (step 3) */
    const lanes f5_x = 0.00288 * (alpha4_y + t5_1);
    const lanes f5_y = 0.00288 * (wxx_5 + wzz_5);

    /* link 6: angular velocity omega_i and acceleration alpha_i (step 1) */
    const lanes omega6_x = omega5_x * c6 + omega5_z * s6;
    const lanes omega6_y = omega5_z * c6 - omega5_x * s6;
    const lanes omega6_z = qd[5] + omega6_z1;
    const lanes alpha6_x2 = alpha5_x * c6 + alpha4_y * s6;
    const lanes alpha6_y2 = alpha4_y * c6 - alpha5_x * s6;

    /* link 6: Om_i = alpha~ + omega~ omega~ */
    const lanes t6_1 = qd[5] + omega6_z;
    const lanes Om31_6 = omega6_x * t6_1 - alpha6_y2;
    const lanes Om32_6 = alpha6_x2 + omega6_y * t6_1;

    /* link 6: its own force m A + Om l and moment t + l x A (step 3) */
    const lanes chi6_x = 2e-05 * Om32_6;
    const lanes t6_2 = 2e-05 * Om31_6;
    const lanes chi6_y2 = 4e-05 * alpha5_y;
    const lanes chi6_z = -chi6_y2;
    h[5] = chi6_z;

    /* link 6: seen from its parent */
    const lanes chi6_x1 = c6 * chi6_x + s6 * t6_2;
    const lanes chi6_y1 = s6 * chi6_x - c6 * t6_2;

    /* link 5: seen from its parent */
    const lanes chi5_x = 0.00042216 * Om32_5 - 0.00288 * A4_y + chi6_x1;
    const lanes chi5_y = chi6_y2 - 0.0002 * Om31_5;
    const lanes chi5_z = 0.00062216 * alpha4_y + 0.00022216 * t5_1 + 0.00288 * A5_x + chi6_y1;
    h[4] = chi5_z;
    write_2(h + 4, to_h + 4, 6);
    const lanes f5_x1 = c5 * f5_x - s5 * f5_y;
    const lanes f5_y1 = s5 * f5_x + c5 * f5_y;
    const lanes chi5_x1 = c5 * chi5_x - s5 * chi5_y;
    const lanes chi5_y1 = s5 * chi5_x + c5 * chi5_y;
    const lanes f3_y = 1.25 * A5_y1 + 0.32042 * t4_1 + f5_y1;
    const lanes t5_2 = 0.0014 * alpha3_y + 0.0001 * wxy_4 + chi5_y1;

    /* link 4: force f_i and moment chi_i through the joint; tau_i (step 4) */
    const lanes f4_x = 1.25 * A4_x + 0.32042 * Om13_4 + f5_x1;
    const lanes f4_y = 1.25 * A4_y + 0.32042 * Om23_4 - 0.00288 * Om32_5;

    /* link 4: seen from its parent */
    const lanes chi4_x = 0.00075 * Om32_4 - 0.32042 * A4_y + chi5_x1;
    const lanes chi4_y = 0.32042 * A4_x - 0.00065 * Om31_4 + chi5_z;
    const lanes chi4_z = -t5_2;
    h[3] = chi4_z;
    const lanes chi4_x1 = chi4_x - 0.4331 * f4_y;
    const lanes chi4_y1 = chi4_y + 0.4331 * f4_x;
    const lanes f3_z = s4 * f4_x + c4 * f4_y;
    const lanes chi4_x2 = c4 * chi4_x1 - s4 * chi4_y1;
    const lanes chi4_y2 = s4 * chi4_x1 + c4 * chi4_y1;
    const lanes chi4_y3 = chi4_y2 - 0.0203 * f3_y;
    const lanes chi4_y4 = t5_2 + 0.0203 * f3_z;

    /* link 3: seen from its parent */
    const lanes f3_x = c4 * f4_x - s4 * f4_y;
    const lanes chi3_x = 0.0136416 * alpha3_y + 0.39265436 * t3_4 - 0.004704 * (wzz_3 - wyy_3) +
        chi4_x2;
    const lanes chi3_y = 0.0325 * alpha3_y - 0.004704 * wxy_3 - 0.0136416 * t3_4 + chi4_y4;
    const lanes chi3_z = 0.21257718 * wxy_3 - 0.0068208 * (wyy_3 - wxx_3) + chi4_y3;
    h[2] = chi3_z;
    write_2(h + 2, to_h + 2, 6);
    const lanes chi3_x1 = chi3_x - 0.1501 * f3_y;
    const lanes chi3_y1 = chi3_y + 0.1501 * f3_x;
    const lanes f3_x2 = c2_3 * f3_x - s2_3 * f3_y;
    const lanes f3_y2 = s2_3 * f3_x + c2_3 * f3_y;
    const lanes t3_7 = c2_3 * chi3_y1;
    const lanes chi3_y2 = s2_3 * chi3_x1 + t3_7;
    const lanes chi3_y3 = chi3_y2 - t3_1 * f3_z;
    const lanes chi3_z3 = chi3_z + (t3_1 * f3_y2 - t3_2 * f3_x2);

    /* link 2: force f_i and moment chi_i through the joint; tau_i (step 4) */
    const lanes chi2_y = t2_1 * S2_xy - wzz_2 * S2_xz + chi3_y3;
    const lanes chi2_z = wzz_1 * S2_xy - 9.81 * l2_x + chi3_z3;
    h[1] = chi2_z;

    /* link 1: force f_i and moment chi_i through the joint; tau_i (step 4) */
    const lanes chi1_z = -chi2_y;
    h[0] = chi1_z;
    write_2(h + 0, to_h + 0, 6);
    return 1;
}

/* inverse dynamics, tau = M qdd + h. */
static INLINE int inverse_dynamics_group(
    const double *from_q,
    const double *from_qd,
    const double *from_qdd,
    double *to_tau)
{
    lanes q[6], qd[6], qdd[6];
    bits far = {0};

    read_2(from_q + 0, 6, q + 0);
    read_2(from_q + 2, 6, q + 2);
    read_2(from_q + 4, 6, q + 4);
    read_2(from_qd + 0, 6, qd + 0);
    read_2(from_qd + 2, 6, qd + 2);
    read_2(from_qd + 4, 6, qd + 4);
    read_2(from_qdd + 0, 6, qdd + 0);
    read_2(from_qdd + 2, 6, qdd + 2);
    read_2(from_qdd + 4, 6, qdd + 4);

    /* angles */
    const lanes q2_3 = q[1] + q[2];
    lanes s2, c2;
    sincos_of(&q[1], &s2, &c2, &far);
    lanes s2_3, c2_3;
    sincos_of(&q2_3, &s2_3, &c2_3, &far);
    lanes s4, c4;
    sincos_of(&q[3], &s4, &c4, &far);
    lanes s5, c5;
    sincos_of(&q[4], &s5, &c5, &far);
    lanes s6, c6;
    sincos_of(&q[5], &s6, &c6, &far);
    if (any_far(&far)) {
        return 0;
    }
    lanes tau[6];

    /* link 1: Om_i = alpha~ + omega~ omega~ */
    const lanes wzz_1 = qd[0] * qd[0];

    /* link 2: Om_i = alpha~ + omega~ omega~ */
    const lanes wzz_2 = qd[1] * qd[1];
    const lanes t2_1 = qd[1] * (2.0 * qd[0]);

    /* link 2: its own force m A + Om l and moment t + l x A (step 3) */
    const lanes l2_x = 3.25584 * c2 - 0.1044 * s2;
    const lanes t2_2 = 1.368797152 * s2 + 0.0141984 * c2;
    const lanes S2_xx = 1.441923552 - s2 * t2_2;
    const lanes S2_xy = c2 * t2_2 - 0.0070992;
    const lanes S2_xz = 0.609298224 * c2 - 0.023751 * s2;
    const lanes S2_yz = 0.609298224 * s2 + 0.023751 * c2;

    /* link 3: transform to its parent */
    const lanes t3_1 = 0.4318 * c2;
    const lanes t3_2 = 0.4318 * s2;

    /* link 3: angular velocity omega_i and acceleration alpha_i (step 1) */
    const lanes t3_3 = qd[0] * s2_3;
    const lanes omega4_z1 = qd[0] * c2_3;
    const lanes omega3_z = qd[1] + qd[2];
    const lanes Om23_3 = qdd[0] * s2_3;
    const lanes t3_4 = qdd[0] * c2_3;
    const lanes alpha3_z = qdd[1] + qdd[2];
    const lanes t3_5 = omega4_z1 * omega3_z;
    const lanes t3_6 = t3_3 * omega3_z;
    const lanes t3_7 = Om23_3 + t3_5;
    const lanes alpha3_y = t3_6 - t3_4;

    /* link 3: Om_i = alpha~ + omega~ omega~ */
    const lanes wxx_3 = t3_3 * t3_3;
    const lanes wyy_3 = omega4_z1 * omega4_z1;
    const lanes wzz_3 = omega3_z * omega3_z;
    const lanes wxy_3 = t3_3 * omega4_z1;
    const lanes Om21_3 = alpha3_z + wxy_3;
    const lanes t3_8 = t3_6 + alpha3_y;
    const lanes Om12_3 = wxy_3 - alpha3_z;
    const lanes t3_9 = t3_5 + t3_7;

    /* link 3: acceleration A_i of its origin (step 2) */
    const lanes t3_10 = (wzz_1 + wzz_2) * t3_1 + qdd[1] * t3_2;
    const lanes A0_3_z = qdd[0] * t3_1 - t2_1 * t3_2;
    const lanes A0_3_y = qdd[1] * t3_1 - wzz_2 * t3_2 - 9.81;
    const lanes A3_x2 = s2_3 * A0_3_y - c2_3 * t3_10;
    const lanes A3_y2 = s2_3 * t3_10 + c2_3 * A0_3_y;
    const lanes A3_x = A3_x2 - 0.1501 * t3_4;
    const lanes A3_y = A3_y2 + 0.1501 * Om23_3;
    const lanes A3_z = A0_3_z - 0.1501 * wzz_1;

    /* link 3: its own force m A + Om l and moment t + l x A (step 3) */
    const lanes t3_11 = 0.21257718 * wxy_3 - 0.18007718 * alpha3_z - 0.004704 * t3_4 - 0.0068208 *
        (wyy_3 - wxx_3);

    /* link 4: angular velocity omega_i and acceleration alpha_i (step 1) */
    const lanes omega4_x = omega3_z * s4 - t3_3 * c4;
    const lanes omega4_y = t3_3 * s4 + omega3_z * c4;
    const lanes omega4_z = qd[3] + omega4_z1;
    const lanes alpha4_x3 = alpha3_z * s4 - t3_7 * c4;
    const lanes alpha4_y3 = t3_7 * s4 + alpha3_z * c4;
    const lanes alpha4_z = qdd[3] - alpha3_y;
    const lanes alpha4_x = alpha4_x3 + qd[3] * omega4_y;
    const lanes alpha4_y = alpha4_y3 - qd[3] * omega4_x;

    /* link 4: Om_i = alpha~ + omega~ omega~ */
    const lanes wxx_4 = omega4_x * omega4_x;
    const lanes wyy_4 = omega4_y * omega4_y;
    const lanes wxy_4 = omega4_x * omega4_y;
    const lanes wxz_4 = omega4_x * omega4_z;
    const lanes wyz_4 = omega4_y * omega4_z;
    const lanes Om31_4 = wxz_4 - alpha4_y;
    const lanes Om32_4 = alpha4_x + wyz_4;
    const lanes Om13_4 = alpha4_y + wxz_4;
    const lanes Om23_4 = wyz_4 - alpha4_x;
    const lanes t4_1 = wxx_4 + wyy_4;

    /* link 4: acceleration A_i of its origin (step 2) */
    const lanes A0_4_x = A3_x + 0.0203 * (wyy_3 + wzz_3);
    const lanes A0_4_y = A3_y - 0.0203 * Om21_3;
    const lanes A0_4_z = A3_z + 0.0203 * t3_8;
    const lanes A4_x3 = c4 * A0_4_x + s4 * A0_4_z;
    const lanes A4_y3 = c4 * A0_4_z - s4 * A0_4_x;
    const lanes A4_x = A4_x3 + 0.4331 * Om13_4;
    const lanes A4_y = A4_y3 + 0.4331 * Om23_4;

    /* link 5: angular velocity omega_i and acceleration alpha_i (step 1) */
    const lanes omega5_x = omega4_x * c5 - omega4_z * s5;
    const lanes omega6_z1 = omega4_x * s5 + omega4_z * c5;
    const lanes omega5_z = qd[4] + omega4_y;
    const lanes alpha5_x2 = alpha4_x * c5 - alpha4_z * s5;
    const lanes alpha5_z = qdd[4] + alpha4_y;
    const lanes alpha5_x = alpha5_x2 - qd[4] * omega6_z1;
    const lanes alpha6_z1 = alpha4_x * s5 + alpha4_z * c5 + qd[4] * omega5_x;

    /* link 5: Om_i = alpha~ + omega~ omega~ */
    const lanes wxx_5 = omega5_x * omega5_x;
    const lanes wzz_5 = omega5_z * omega5_z;
    const lanes t5_1 = omega5_x * omega6_z1;
    const lanes wxz_5 = omega5_x * omega5_z;
    const lanes Om31_5 = alpha6_z1 + wxz_5;
    const lanes Om32_5 = alpha5_x - omega6_z1 * omega5_z;

    /* link 5: acceleration A_i of its origin (step 2) */
    const lanes A5_y1 = A0_4_y + 0.4331 * t4_1;
    const lanes A5_x = A4_x * c5 + A5_y1 * s5;

    /* link 5: its own force m A + Om l and moment t + l x A (step 3) */
    const lanes f5_x = 0.00288 * (alpha5_z + t5_1);
    const lanes f5_y = 0.00288 * (wxx_5 + wzz_5);

    /* link 6: angular velocity omega_i and acceleration alpha_i (step 1) */
    const lanes omega6_x = omega5_x * c6 + omega5_z * s6;
    const lanes omega6_y = omega5_z * c6 - omega5_x * s6;
    const lanes alpha6_x2 = alpha5_x * c6 + alpha5_z * s6;
    const lanes alpha6_y2 = alpha5_z * c6 - alpha5_x * s6;
    const lanes alpha6_z = qdd[5] + alpha6_z1;

    /* link 6: Om_i = alpha~ + omega~ omega~ */
    const lanes t6_1 = omega6_z1 + 2.0 * qd[5];
    const lanes Om31_6 = omega6_x * t6_1 - alpha6_y2;
    const lanes Om32_6 = alpha6_x2 + omega6_y * t6_1;

    /* link 6: its own force m A + Om l and moment t + l x A (step 3) */
    const lanes chi6_x = 2e-05 * Om32_6;
    const lanes t6_2 = 2e-05 * Om31_6;
    const lanes chi6_z = 4e-05 * alpha6_z;

    /* link 6: force f_i and moment chi_i through the joint; tau_i (step 4) */
    const lanes tau6 = chi6_z + 0.193 * qdd[5];
    tau[5] = tau6;

    /* link 6: seen from its parent */
    const lanes chi6_x1 = c6 * chi6_x + s6 * t6_2;
    const lanes chi6_y1 = s6 * chi6_x - c6 * t6_2;
    const lanes t6_3 = 0.0002 * Om31_5 + chi6_z;

    /* link 5: force f_i and moment chi_i through the joint; tau_i (step 4) */
    const lanes chi5_z = 0.00062216 * alpha5_z + 0.00022216 * t5_1 + 0.00288 * A5_x + chi6_y1;
    const lanes tau5 = chi5_z + 0.179 * qdd[4];
    tau[4] = tau5;
    write_2(tau + 4, to_tau + 4, 6);

    /* link 5: seen from its parent */
    const lanes chi5_x = 0.00042216 * Om32_5 - 0.00288 * A4_y + chi6_x1;
    const lanes f5_x1 = c5 * f5_x - s5 * f5_y;
    const lanes f5_y1 = s5 * f5_x + c5 * f5_y;
    const lanes chi5_x1 = c5 * chi5_x + s5 * t6_3;
    const lanes chi5_y1 = s5 * chi5_x - c5 * t6_3;
    const lanes f3_y = 1.25 * A5_y1 + 0.32042 * t4_1 + f5_y1;

    /* link 4: force f_i and moment chi_i through the joint; tau_i (step 4) */
    const lanes f4_x = 1.25 * A4_x + 0.32042 * Om13_4 + f5_x1;
    const lanes f4_y = 1.25 * A4_y + 0.32042 * Om23_4 - 0.00288 * Om32_5;
    const lanes chi4_z = 0.0014 * alpha4_z - 0.0001 * wxy_4 - chi5_y1;
    const lanes tau4 = chi4_z + 0.2 * qdd[3];
    tau[3] = tau4;

    /* link 4: seen from its parent */
    const lanes chi4_x = 0.00075 * Om32_4 - 0.32042 * A4_y + chi5_x1;
    const lanes chi4_y = 0.32042 * A4_x - 0.00065 * Om31_4 + chi5_z;
    const lanes chi4_x1 = chi4_x - 0.4331 * f4_y;
    const lanes chi4_y1 = chi4_y + 0.4331 * f4_x;
    const lanes f3_z = s4 * f4_x + c4 * f4_y;
    const lanes chi4_x2 = c4 * chi4_x1 - s4 * chi4_y1;
    const lanes chi4_y2 = s4 * chi4_x1 + c4 * chi4_y1;
    const lanes chi4_y3 = chi4_y2 - 0.0203 * f3_y;
    const lanes chi4_z3 = chi4_z - 0.0203 * f3_z;

    /* link 3: force f_i and moment chi_i through the joint; tau_i (step 4) */
    const lanes chi3_z = t3_11 + chi4_y3;
    const lanes tau3 = chi3_z + 0.83 * qdd[2];
    tau[2] = tau3;
    write_2(tau + 2, to_tau + 2, 6);

    /* link 3: seen from its parent */
    const lanes f3_x = c4 * f4_x - s4 * f4_y;
    const lanes chi3_x = 0.0068208 * t3_8 + 0.19632718 * t3_9 - 0.004704 * (wzz_3 - wyy_3) +
        chi4_x2;
    const lanes chi3_y = 0.01625 * t3_8 - 0.004704 * Om12_3 - 0.0068208 * t3_9 - chi4_z3;
    const lanes chi3_x1 = chi3_x - 0.1501 * f3_y;
    const lanes chi3_y1 = chi3_y + 0.1501 * f3_x;
    const lanes f3_x2 = c2_3 * f3_x - s2_3 * f3_y;
    const lanes f3_y2 = s2_3 * f3_x + c2_3 * f3_y;
    const lanes t3_12 = c2_3 * chi3_y1;

    /* link 2: force f_i and moment chi_i through the joint; tau_i (step 4) */
    const lanes t2_3 = chi3_z + (wzz_1 * S2_xy + (qdd[0] * S2_yz + 6.225049952 * qdd[1]) - 9.81 *
        l2_x);
    const lanes tau2 = t3_1 * f3_y2 + t2_3 - t3_2 * f3_x2;
    tau[1] = tau2;

    /* link 1: force f_i and moment chi_i through the joint; tau_i (step 4) */
    const lanes t1_1 = qdd[0] * S2_xx + (qdd[1] * S2_yz + (2.573567038 * qdd[0] - t2_1 * S2_xy));
    const lanes tau1 = t3_1 * f3_z + (wzz_2 * S2_xz + t1_1 - s2_3 * chi3_x1 - t3_12);
    tau[0] = tau1;
    write_2(tau + 0, to_tau + 0, 6);
    return 1;
}

/* inertia matrix and bias vector together. */
static INLINE int inertia_and_bias_group(
    const double *from_q,
    const double *from_qd,
    double *to_M,
    double *to_h)
{
    lanes q[6], qd[6];
    bits far = {0};

    read_2(from_q + 0, 6, q + 0);
    read_2(from_q + 2, 6, q + 2);
    read_2(from_q + 4, 6, q + 4);
    read_2(from_qd + 0, 6, qd + 0);
    read_2(from_qd + 2, 6, qd + 2);
    read_2(from_qd + 4, 6, qd + 4);

    /* angles */
    const lanes q2_3 = q[1] + q[2];
    lanes s2, c2;
    sincos_of(&q[1], &s2, &c2, &far);
    lanes s2_3, c2_3;
    sincos_of(&q2_3, &s2_3, &c2_3, &far);
    lanes s4, c4;
    sincos_of(&q[3], &s4, &c4, &far);
    lanes s5, c5;
    sincos_of(&q[4], &s5, &c5, &far);
    lanes s6, c6;
    sincos_of(&q[5], &s6, &c6, &far);
    if (any_far(&far)) {
        return 0;
    }
    lanes M[36];
    lanes h[6];

    /* link 2: transform to its parent */
    const lanes l2_x = 3.79559 * c2 - 0.1044 * s2;
    const lanes t2_1 = 1.601861202 * s2 + 0.0141984 * c2;
    const lanes S2_xy = c2 * t2_1 - 0.0070992;
    const lanes S2_xz = 0.690314699 * c2 - 0.023751 * s2;
    const lanes S2_yz = 0.690314699 * s2 + 0.023751 * c2;

    /* link 3: transform to its parent */
    const lanes v1_3_z = 0.4318 * c2;
    const lanes t3_1 = 0.4318 * s2;
    const lanes v2_3_x = s2_3 * v1_3_z - c2_3 * t3_1;
    const lanes v2_3_y = s2_3 * t3_1 + c2_3 * v1_3_z;
    const lanes v1_3_y = 0.1501 * s2_3;

    /* link 4: transform to its parent */
    const lanes v1_4_y2 = v1_3_z - 0.0203 * c2_3;

    /* link 6: wrench of a unit rate, and the axes that it meets; D_jk */
    const lanes N6_4_x = 4e-05 * s5;
    const lanes N6_4_z = 4e-05 * c5;
    M[23] = N6_4_z; /* (4,6) */
    M[33] = N6_4_z; /* (6,4) */
    const lanes N6_3_x2 = c4 * N6_4_x;
    const lanes D6_3 = s4 * N6_4_x;
    M[11] = D6_3; /* (2,6) */
    M[17] = D6_3; /* (3,6) */
    M[31] = D6_3; /* (6,2) */
    M[32] = D6_3; /* (6,3) */
    const lanes t6_1 = 0.1501 * c2_3;
    const lanes D6_1 = c2_3 * N6_4_z - s2_3 * N6_3_x2;
    M[5] = D6_1; /* (1,6) */
    M[30] = D6_1; /* (6,1) */

    /* link 5: wrench of a unit rate, and the axes that it meets; D_jk */
    const lanes F5_4_x = 0.00288 * c5;
    const lanes F5_3_y = 0.00288 * s5;
    const lanes N5_3_y1 = 0.00064216 + 0.001247328 * c5;
    const lanes F5_3_x = c4 * F5_4_x;
    const lanes F5_3_z = s4 * F5_4_x;
    const lanes N5_3_y2 = c4 * N5_3_y1;
    const lanes D5_3 = N5_3_y2 - 5.8464e-05 * s5;
    M[16] = D5_3; /* (3,5) */
    M[26] = D5_3; /* (5,3) */
    const lanes D5_2 = D5_3 + (v2_3_x * F5_3_x + v2_3_y * F5_3_y);
    M[10] = D5_2; /* (2,5) */
    M[25] = D5_2; /* (5,2) */
    const lanes D5_1 = s2_3 * (s4 * N5_3_y1) + (v1_4_y2 * F5_3_z - t6_1 * F5_3_x + v1_3_y * F5_3_y);
    M[4] = D5_1; /* (1,5) */
    M[24] = D5_1; /* (5,1) */

    /* link 5: its composite seen from the parent */
    const lanes t5_1 = 0.00020216 * s5;
    const lanes t5_2 = s5 * t5_1;

    /* link 4: wrench of a unit rate, and the axes that it meets; D_jk */
    const lanes psi4_xz = c5 * t5_1;
    const lanes psi4_xx = t5_2 + 0.00087;
    const lanes N4_4_z = psi4_xx + 0.00077;
    const lanes D4_4 = N4_4_z + 0.2;
    M[21] = D4_4; /* (4,4) */
    const lanes psi4_xz1 = psi4_xz + 0.001247328 * s5;
    const lanes phi3_z = s4 * F5_3_y;
    const lanes F4_3_y2 = c4 * F5_3_y;
    const lanes psi4_xz2 = c4 * psi4_xz1;
    const lanes psi4_yz2 = s4 * psi4_xz1;
    const lanes D4_3 = -psi4_yz2;
    M[15] = D4_3; /* (3,4) */
    M[20] = D4_3; /* (4,3) */
    const lanes D4_2 = -(psi4_yz2 + v2_3_x * phi3_z);
    M[9] = D4_2; /* (2,4) */
    M[19] = D4_2; /* (4,2) */
    const lanes D4_1 = s2_3 * psi4_xz2 + c2_3 * N4_4_z + (t6_1 * phi3_z + v1_4_y2 * F4_3_y2);
    M[3] = D4_1; /* (1,4) */
    M[18] = D4_1; /* (4,1) */
    write_4(M + 16, to_M + 16, 36);

    /* link 4: its composite seen from the parent */
    const lanes t4_1 = s4 * (psi4_xx - 0.00077);
    const lanes t4_2 = s4 * t4_1;
    const lanes psi4_xx2 = psi4_xx - t4_2;
    const lanes psi4_xy2 = c4 * t4_1;
    const lanes psi4_xx3 = psi4_xx2 - 0.0406 * F4_3_y2;
    const lanes psi4_xz3 = psi4_xz2 - 5.8464e-05 * c5;
    const lanes omega4_z1 = qd[0] * c2_3;

    /* link 3: composite moments phi_j, psi_j */
    const lanes phi3_x = F4_3_y2 - 0.025375;
    const lanes F3_3_x = F5_4_x + 0.861795;

    /* link 3: wrench of a unit rate, and the axes that it meets; D_jk */
    const lanes psi3_xz = psi4_xy2 - 0.0203 * phi3_z;
    const lanes psi3_xx = psi4_xx3 + 0.0167651125;
    const lanes psi3_yy = 0.002494656 * c5 - t5_2 + 0.3161122965;
    const lanes psi3_xy = 0.0106736385 - psi4_xz3;
    const lanes N3_3_y = psi4_yz2 + 0.004704;
    const lanes N3_3_z = psi3_xx + psi3_yy;
    const lanes D3_3 = N3_3_z + 0.83;
    M[14] = D3_3; /* (3,3) */
    const lanes psi3_xz1 = psi3_xz + 0.1501 * phi3_x;
    const lanes N3_2_y1 = N3_3_y + 0.1501 * F3_3_x;
    const lanes F3_2_x = c2_3 * F3_3_x - s2_3 * phi3_x;
    const lanes F3_2_y = s2_3 * F3_3_x + c2_3 * phi3_x;
    const lanes N3_2_y = c2_3 * N3_2_y1 - s2_3 * psi3_xz1;
    const lanes t3_2 = v1_3_z * F3_2_y;
    const lanes t3_3 = t3_2 - t3_1 * F3_2_x;
    const lanes N3_2_z = N3_3_z + t3_3;
    M[8] = N3_2_z; /* (2,3) */
    write_4(M + 8, to_M + 8, 36);
    M[13] = N3_2_z; /* (3,2) */
    const lanes N3_1_z = -N3_2_y;
    M[2] = N3_1_z; /* (1,3) */
    M[12] = N3_1_z; /* (3,1) */
    write_4(M + 12, to_M + 12, 36);

    /* link 3: its composite seen from the parent */
    const lanes psi3_yz3 = t3_1 * phi3_z - N3_2_y;

    /* link 2: composite moments phi_j, psi_j */
    const lanes psi2_yz = S2_yz + psi3_yz3;
    M[1] = psi2_yz; /* (1,2) */
    M[6] = psi2_yz; /* (2,1) */

    /* link 2: wrench of a unit rate, and the axes that it meets; D_jk */
    const lanes D2_2 = t3_3 + N3_2_z + 6.458114002;
    M[7] = D2_2; /* (2,2) */
    write_4(M + 4, to_M + 4, 36);

    /* link 1: wrench of a unit rate, and the axes that it meets; D_jk */
    const lanes t1_1 = psi3_xx - s2 * t2_1 - s2_3 * (s2_3 * (psi3_xx - psi3_yy) + c2_3 * (2.0 *
        psi3_xy));
    const lanes D1_1 = 0.3002 * phi3_z + (t4_2 + (t1_1 + 2.0 * t3_2)) + 4.2774871525;
    M[0] = D1_1; /* (1,1) */
    write_4(M + 0, to_M + 0, 36);

    /* link 1: Om_i = alpha~ + omega~ omega~ */
    const lanes wzz_1 = qd[0] * qd[0];

    /* link 2: Om_i = alpha~ + omega~ omega~ */
    const lanes wzz_2 = qd[1] * qd[1];
    const lanes t2_2 = qd[1] * (2.0 * qd[0]);

    /* link 3: angular velocity omega_i and acceleration alpha_i (step 1) */
    const lanes t3_4 = qd[0] * s2_3;
    const lanes omega3_z = qd[1] + qd[2];
    const lanes t3_5 = omega4_z1 * omega3_z;
    const lanes alpha3_y = t3_4 * omega3_z;

    /* link 3: Om_i = alpha~ + omega~ omega~ */
    const lanes wxx_3 = t3_4 * t3_4;
    const lanes wyy_3 = omega4_z1 * omega4_z1;
    const lanes wzz_3 = omega3_z * omega3_z;
    const lanes wxy_3 = t3_4 * omega4_z1;
    const lanes t3_6 = wyy_3 + wzz_3;
    const lanes t3_7 = wxx_3 + wzz_3;

    /* link 3: acceleration A_i of its origin (step 2) */
    const lanes t3_8 = v1_3_z * (wzz_1 + wzz_2);
    const lanes t3_9 = 9.81 + t3_1 * wzz_2;
    const lanes t3_10 = c2_3 * t3_8 + s2_3 * t3_9;
    const lanes A3_y = s2_3 * t3_8 - c2_3 * t3_9;
    const lanes t3_11 = t3_1 * t2_2 + 0.1501 * wzz_1;

    /* link 3: its own force m A + Om l and moment t + l x A (step 3) */
    const lanes t3_12 = 0.0106736385 * (wyy_3 - wxx_3) - 0.298925024 * wxy_3 - (0.025375 * A3_y +
        0.861795 * t3_10);

    /* link 4: angular velocity omega_i and acceleration alpha_i (step 1) */
    const lanes omega4_x = s4 * omega3_z - c4 * t3_4;
    const lanes omega4_y = s4 * t3_4 + c4 * omega3_z;
    const lanes omega4_z = qd[3] + omega4_z1;
    const lanes alpha4_y3 = s4 * t3_5;
    const lanes alpha4_x = qd[3] * omega4_y - c4 * t3_5;
    const lanes alpha4_y = alpha4_y3 - qd[3] * omega4_x;

    /* link 4: Om_i = alpha~ + omega~ omega~ */
    const lanes wxy_4 = omega4_x * omega4_y;
    const lanes wxz_4 = omega4_x * omega4_z;
    const lanes wyz_4 = omega4_y * omega4_z;
    const lanes Om31_4 = wxz_4 - alpha4_y;
    const lanes Om32_4 = alpha4_x + wyz_4;
    const lanes Om13_4 = alpha4_y + wxz_4;
    const lanes Om23_4 = wyz_4 - alpha4_x;

    /* link 4: acceleration A_i of its origin (step 2) */
    const lanes A0_4_x = 0.0203 * t3_6 - t3_10;
    const lanes A0_4_y = A3_y - 0.0203 * wxy_3;
    const lanes A0_4_z = 0.0406 * alpha3_y - t3_11;
    const lanes A4_x3 = c4 * A0_4_x + s4 * A0_4_z;
    const lanes A4_y3 = c4 * A0_4_z - s4 * A0_4_x;
    const lanes A4_x = A4_x3 + 0.4331 * Om13_4;
    const lanes A4_y = A4_y3 + 0.4331 * Om23_4;

    /* link 5: angular velocity omega_i and acceleration alpha_i (step 1) */
    const lanes omega5_x = c5 * omega4_x - s5 * omega4_z;
    const lanes omega6_z1 = s5 * omega4_x + c5 * omega4_z;
    const lanes omega5_z = qd[4] + omega4_y;
    const lanes alpha5_x2 = c5 * alpha4_x + s5 * alpha3_y;
    const lanes alpha5_y2 = c5 * alpha3_y - s5 * alpha4_x;
    const lanes alpha5_x = alpha5_x2 - qd[4] * omega6_z1;
    const lanes alpha5_y = alpha5_y2 - qd[4] * omega5_x;

    /* link 5: Om_i = alpha~ + omega~ omega~ */
    const lanes wxx_5 = omega5_x * omega5_x;
    const lanes wzz_5 = omega5_z * omega5_z;
    const lanes t5_3 = omega5_x * omega6_z1;
    const lanes wxz_5 = omega5_x * omega5_z;
    const lanes Om31_5 = wxz_5 - alpha5_y;
    const lanes Om32_5 = alpha5_x - omega6_z1 * omega5_z;

    /* link 5: acceleration A_i of its origin (step 2) */
    const lanes A5_y1 = A0_4_y + 0.4331 * t3_7;
    const lanes t5_4 = c5 * A4_x;
    const lanes A5_x = t5_4 + s5 * A5_y1;

    /* link 5: its own force m A + Om l and moment t + l x A (step 3) */
    const lanes f5_x = 0.00288 * (alpha4_y + t5_3);
    const lanes f5_y = 0.00288 * (wxx_5 + wzz_5);
    const lanes t5_5 = 0.00288 * Om32_5;
    const lanes t5_6 = 0.00042216 * Om32_5 - 0.00288 * A4_y;
    const lanes t5_7 = 0.00062216 * alpha4_y + 0.00022216 * t5_3 + 0.00288 * A5_x;

    /* link 6: angular velocity omega_i and acceleration alpha_i (step 1) */
    const lanes omega6_x = c6 * omega5_x + s6 * omega5_z;
    const lanes omega6_y = c6 * omega5_z - s6 * omega5_x;
    const lanes alpha6_x2 = c6 * alpha5_x + s6 * alpha4_y;
    const lanes alpha6_y2 = c6 * alpha4_y - s6 * alpha5_x;

    /* link 6: Om_i = alpha~ + omega~ omega~ */
    const lanes t6_2 = omega6_z1 + 2.0 * qd[5];
    const lanes Om31_6 = omega6_x * t6_2 - alpha6_y2;
    const lanes Om32_6 = alpha6_x2 + omega6_y * t6_2;

    /* link 6: its own force m A + Om l and moment t + l x A (step 3) */
    const lanes chi6_x = 2e-05 * Om32_6;
    const lanes t6_3 = 2e-05 * Om31_6;
    const lanes chi6_y2 = 4e-05 * alpha5_y;
    const lanes chi6_z = -chi6_y2;
    h[5] = chi6_z;

    /* link 6: seen from its parent */
    const lanes chi6_x1 = c6 * chi6_x + s6 * t6_3;
    const lanes chi6_y1 = s6 * chi6_x - c6 * t6_3;

    /* link 5: seen from its parent */
    const lanes chi5_x = t5_6 + chi6_x1;
    const lanes chi5_y = chi6_y2 - 0.0002 * Om31_5;
    const lanes chi5_z = t5_7 + chi6_y1;
    h[4] = chi5_z;
    write_2(h + 4, to_h + 4, 6);
    const lanes f5_y1 = s5 * f5_x + c5 * f5_y;
    const lanes chi5_x1 = c5 * chi5_x - s5 * chi5_y;
    const lanes chi5_y1 = s5 * chi5_x + c5 * chi5_y;
    const lanes t5_8 = 0.0014 * alpha3_y + 0.0001 * wxy_4 + chi5_y1;

    /* link 4: seen from its parent */
    const lanes f4_x = c5 * f5_x - s5 * f5_y;
    const lanes chi4_x = 0.00075 * Om32_4 + chi5_x1;
    const lanes chi4_y = chi5_z - 0.00065 * Om31_4;
    const lanes chi4_z = -t5_8;
    h[3] = chi4_z;
    const lanes chi4_x1 = chi4_x + 0.001247328 * Om32_5;
    const lanes chi4_y1 = chi4_y + 0.4331 * f4_x;
    const lanes f4_x2 = c4 * f4_x + s4 * t5_5;
    const lanes f4_y2 = s4 * f4_x - c4 * t5_5;
    const lanes chi4_x2 = c4 * chi4_x1 - s4 * chi4_y1;
    const lanes chi4_y2 = s4 * chi4_x1 + c4 * chi4_y1;
    const lanes chi4_y3 = chi4_y2 - 0.0203 * f5_y1;
    const lanes chi4_y4 = t5_8 + 0.0203 * f4_y2;

    /* link 3: seen from its parent */
    const lanes f3_x = 0.025375 * t3_6 - 0.861795 * wxy_3 + f4_x2;
    const lanes f3_y = 0.861795 * t3_7 - 0.025375 * wxy_3 + f5_y1;
    const lanes f3_z = 0.05075 * alpha3_y + 1.72359 * t3_5 + f4_y2;
    const lanes chi3_x = 0.861795 * t3_11 - (0.021347277 * alpha3_y + 0.631380273 * t3_5 + 0.004704
        * (wzz_3 - wyy_3)) + chi4_x2;
    const lanes chi3_y = 0.033530225 * alpha3_y - 0.004704 * wxy_3 + 0.021347277 * t3_5 - 0.025375 *
        t3_11 + chi4_y4;
    const lanes chi3_z = t3_12 + chi4_y3;
    h[2] = chi3_z;
    write_2(h + 2, to_h + 2, 6);
    const lanes chi3_x1 = chi3_x - 0.1501 * f3_y;
    const lanes chi3_y1 = chi3_y + 0.1501 * f3_x;
    const lanes f3_x2 = c2_3 * f3_x - s2_3 * f3_y;
    const lanes f3_y2 = s2_3 * f3_x + c2_3 * f3_y;
    const lanes chi3_y2 = s2_3 * chi3_x1 + c2_3 * chi3_y1;
    const lanes t3_13 = v1_3_z * f3_y2 - t3_1 * f3_x2;
    const lanes chi3_y3 = chi3_y2 - v1_3_z * f3_z;
    const lanes chi3_z3 = chi3_z + t3_13;

    /* link 2: force f_i and moment chi_i through the joint; tau_i (step 4) */
    const lanes chi2_y = S2_xy * t2_2 - S2_xz * wzz_2 + chi3_y3;
    const lanes chi2_z = S2_xy * wzz_1 - 9.81 * l2_x + chi3_z3;
    h[1] = chi2_z;

    /* link 1: force f_i and moment chi_i through the joint; tau_i (step 4) */
    const lanes chi1_z = -chi2_y;
    h[0] = chi1_z;
    write_2(h + 0, to_h + 0, 6);

    /* elements that never change */
    M[22] = ALL(0.0); /* (4,5) */
    write_4(M + 20, to_M + 20, 36);
    M[27] = ALL(0.0); /* (5,4) */
    write_4(M + 24, to_M + 24, 36);
    M[28] = ALL(0.17964216); /* (5,5) */
    M[29] = ALL(0.0); /* (5,6) */
    write_4(M + 28, to_M + 28, 36);
    M[34] = ALL(0.0); /* (6,5) */
    M[35] = ALL(0.19304); /* (6,6) */
    write_4(M + 32, to_M + 32, 36);
    return 1;
}

/* gravity torques g(q). */
static INLINE int gravity_group(
    const double *from_q,
    double *to_g)
{
    lanes q[6];
    bits far = {0};

    read_2(from_q + 0, 6, q + 0);
    read_2(from_q + 2, 6, q + 2);
    read_2(from_q + 4, 6, q + 4);

    /* angles */
    const lanes q2_3 = q[1] + q[2];
    lanes s2, c2;
    sincos_of(&q[1], &s2, &c2, &far);
    lanes s2_3, c2_3;
    sincos_of(&q2_3, &s2_3, &c2_3, &far);
    lanes s4, c4;
    sincos_of(&q[3], &s4, &c4, &far);
    lanes s5, c5;
    sincos_of(&q[4], &s5, &c5, &far);
    if (any_far(&far)) {
        return 0;
    }
    lanes g[6];

    /* link 2: f_i = I a (eq. 7) */
    const lanes l2_x = 3.79559 * c2 - 0.1044 * s2;

    /* link 3: acceleration a_i (eq. 4) */
    const lanes t3_1 = 9.81 * s2_3;

    /* link 4: acceleration a_i (eq. 4) */
    const lanes a4_z = 9.81 * c2_3;
    const lanes a4_y = t3_1 * s4;

    /* link 5: f_i = I a (eq. 7) */
    const lanes t5_1 = 0.00288 * a4_y;
    const lanes t5_2 = 0.00288 * (t3_1 * c4 * c5 + a4_z * s5);
    const lanes n5_z = -t5_2;
    g[4] = n5_z;

    /* link 4: wrench through the joint; tau_i (eq. 8) */
    const lanes n4_z = s5 * t5_1;
    g[3] = n4_z;

    /* link 3: wrench through the joint; tau_i (eq. 8) */
    const lanes n3_z = 0.24892875 * c2_3 - 8.45420895 * s2_3 - (s4 * (c5 * t5_1) + c4 * t5_2);
    g[2] = n3_z;
    write_2(g + 2, to_g + 2, 6);

    /* link 2: wrench through the joint; tau_i (eq. 8) */
    const lanes n2_z = n3_z - 9.81 * l2_x;
    g[1] = n2_z;

    /* elements that never change */
    g[0] = ALL(0.0);
    write_2(g + 0, to_g + 0, 6);
    g[5] = ALL(0.0);
    write_2(g + 4, to_g + 4, 6);
    return 1;
}

/* forward dynamics, qdd = M^-1 (tau - h). */
static INLINE int forward_dynamics_group(
    const double *from_q,
    const double *from_qd,
    const double *from_tau,
    double *to_qdd)
{
    lanes q[6], qd[6], tau[6];
    bits far = {0};
    bits sound[1] = {~(bits){0}};

    read_2(from_q + 0, 6, q + 0);
    read_2(from_q + 2, 6, q + 2);
    read_2(from_q + 4, 6, q + 4);
    read_2(from_qd + 0, 6, qd + 0);
    read_2(from_qd + 2, 6, qd + 2);
    read_2(from_qd + 4, 6, qd + 4);
    read_2(from_tau + 0, 6, tau + 0);
    read_2(from_tau + 2, 6, tau + 2);
    read_2(from_tau + 4, 6, tau + 4);

    /* angles */
    const lanes q2_3 = q[1] + q[2];
    lanes s2, c2;
    sincos_of(&q[1], &s2, &c2, &far);
    lanes s2_3, c2_3;
    sincos_of(&q2_3, &s2_3, &c2_3, &far);
    lanes s4, c4;
    sincos_of(&q[3], &s4, &c4, &far);
    lanes s5, c5;
    sincos_of(&q[4], &s5, &c5, &far);
    lanes s6, c6;
    sincos_of(&q[5], &s6, &c6, &far);
    if (any_far(&far)) {
        return 0;
    }
    lanes qdd[6];

    /* link 1: Om_i = alpha~ + omega~ omega~ */
    const lanes wzz_1 = qd[0] * qd[0];

    /* link 2: Om_i = alpha~ + omega~ omega~ */
    const lanes wzz_2 = qd[1] * qd[1];
    const lanes t2_1 = qd[1] * (2.0 * qd[0]);

    /* link 2: its own force m A + Om l and moment t + l x A (step 3) */
    const lanes l2_x = 3.79559 * c2 - 0.1044 * s2;
    const lanes t2_2 = 1.601861202 * s2 + 0.0141984 * c2;
    const lanes S2_xx = 1.674987602 - s2 * t2_2;
    const lanes S2_xy = c2 * t2_2 - 0.0070992;
    const lanes S2_xz = 0.690314699 * c2 - 0.023751 * s2;
    const lanes S2_yz = 0.690314699 * s2 + 0.023751 * c2;

    /* link 3: transform to its parent */
    const lanes v1_3_z = 0.4318 * c2;
    const lanes t3_1 = 0.4318 * s2;
    const lanes v1_3_y = 0.1501 * s2_3;

    /* link 3: angular velocity omega_i and acceleration alpha_i (step 1) */
    const lanes t3_2 = qd[0] * s2_3;
    const lanes omega4_z1 = qd[0] * c2_3;
    const lanes omega3_z = qd[1] + qd[2];
    const lanes t3_3 = omega4_z1 * omega3_z;
    const lanes alpha3_y = t3_2 * omega3_z;

    /* link 3: Om_i = alpha~ + omega~ omega~ */
    const lanes wxx_3 = t3_2 * t3_2;
    const lanes wyy_3 = omega4_z1 * omega4_z1;
    const lanes wzz_3 = omega3_z * omega3_z;
    const lanes wxy_3 = t3_2 * omega4_z1;
    const lanes t3_4 = wyy_3 + wzz_3;

    /* link 3: acceleration A_i of its origin (step 2) */
    const lanes t3_5 = (wzz_1 + wzz_2) * v1_3_z;
    const lanes t3_6 = 9.81 + wzz_2 * t3_1;
    const lanes t3_7 = c2_3 * t3_5 + s2_3 * t3_6;
    const lanes A3_y = s2_3 * t3_5 - c2_3 * t3_6;
    const lanes t3_8 = t2_1 * t3_1 + 0.1501 * (wxx_3 + wyy_3);

    /* link 3: its own force m A + Om l and moment t + l x A (step 3) */
    const lanes t3_9 = 0.0106736385 * (wyy_3 - wxx_3) - 0.298925024 * wxy_3 - (0.025375 * A3_y +
        0.861795 * t3_7);

    /* link 4: angular velocity omega_i and acceleration alpha_i (step 1) */
    const lanes omega4_x = omega3_z * s4 - t3_2 * c4;
    const lanes omega4_y = t3_2 * s4 + omega3_z * c4;
    const lanes omega4_z = qd[3] + omega4_z1;
    const lanes alpha4_y3 = t3_3 * s4;
    const lanes alpha4_x = qd[3] * omega4_y - t3_3 * c4;
    const lanes alpha4_y = alpha4_y3 - qd[3] * omega4_x;

    /* link 4: Om_i = alpha~ + omega~ omega~ */
    const lanes wxx_4 = omega4_x * omega4_x;
    const lanes wyy_4 = omega4_y * omega4_y;
    const lanes wxy_4 = omega4_x * omega4_y;
    const lanes wxz_4 = omega4_x * omega4_z;
    const lanes wyz_4 = omega4_y * omega4_z;
    const lanes Om31_4 = wxz_4 - alpha4_y;
    const lanes Om32_4 = alpha4_x + wyz_4;
    const lanes Om13_4 = alpha4_y + wxz_4;
    const lanes Om23_4 = wyz_4 - alpha4_x;

    /* link 4: acceleration A_i of its origin (step 2) */
    const lanes A0_4_x = 0.0203 * t3_4 - t3_7;
    const lanes A0_4_y = A3_y - 0.0203 * wxy_3;
    const lanes A0_4_z = 0.0406 * alpha3_y - t3_8;
    const lanes A4_x3 = c4 * A0_4_x + s4 * A0_4_z;
    const lanes A4_y3 = c4 * A0_4_z - s4 * A0_4_x;
    const lanes A4_x = A4_x3 + 0.4331 * Om13_4;
    const lanes A4_y = A4_y3 + 0.4331 * Om23_4;

    /* link 5: angular velocity omega_i and acceleration alpha_i (step 1) */
    const lanes omega5_x = omega4_x * c5 - omega4_z * s5;
    const lanes omega6_z1 = omega4_x * s5 + omega4_z * c5;
    const lanes omega5_z = qd[4] + omega4_y;
    const lanes alpha5_x2 = alpha4_x * c5 + alpha3_y * s5;
    const lanes alpha5_y2 = alpha3_y * c5 - alpha4_x * s5;
    const lanes alpha5_x = alpha5_x2 - qd[4] * omega6_z1;
    const lanes alpha5_y = alpha5_y2 - qd[4] * omega5_x;

    /* link 5: Om_i = alpha~ + omega~ omega~ */
    const lanes wxx_5 = omega5_x * omega5_x;
    const lanes wzz_5 = omega5_z * omega5_z;
    const lanes t5_1 = omega5_x * omega6_z1;
    const lanes wxz_5 = omega5_x * omega5_z;
    const lanes Om31_5 = wxz_5 - alpha5_y;
    const lanes Om32_5 = alpha5_x - omega6_z1 * omega5_z;

    /* link 5: acceleration A_i of its origin (step 2) */
    const lanes A5_y1 = A0_4_y + 0.4331 * (wxx_4 + wyy_4);
    const lanes t5_2 = A5_y1 * s5;
    const lanes A5_x = A4_x * c5 + t5_2;

    /* link 5: its own force m A + Om l and moment t + l x A (step 3) */
    const lanes f5_x = 0.00288 * (alpha4_y + t5_1);
    const lanes f5_y = 0.00288 * (wxx_5 + wzz_5);
    const lanes t5_3 = 0.00288 * Om32_5;
    const lanes t5_4 = 0.00288 * A5_x;
    const lanes t5_5 = 0.00042216 * Om32_5 - 0.00288 * A4_y;

    /* link 6: angular velocity omega_i and acceleration alpha_i (step 1) */
    const lanes omega6_x = omega5_x * c6 + omega5_z * s6;
    const lanes omega6_y = omega5_z * c6 - omega5_x * s6;
    const lanes alpha6_x2 = alpha5_x * c6 + alpha4_y * s6;
    const lanes alpha6_y2 = alpha4_y * c6 - alpha5_x * s6;

    /* link 6: Om_i = alpha~ + omega~ omega~ */
    const lanes t6_1 = omega6_z1 + 2.0 * qd[5];
    const lanes Om31_6 = omega6_x * t6_1 - alpha6_y2;
    const lanes Om32_6 = alpha6_x2 + omega6_y * t6_1;

    /* link 6: its own force m A + Om l and moment t + l x A (step 3) */
    const lanes chi6_x = 2e-05 * Om32_6;
    const lanes t6_2 = 2e-05 * Om31_6;
    const lanes chi6_y2 = 4e-05 * alpha5_y;

    /* link 6: seen from its parent */
    const lanes chi6_x1 = c6 * chi6_x + s6 * t6_2;
    const lanes chi6_y1 = s6 * chi6_x - c6 * t6_2;

    /* link 5: seen from its parent */
    const lanes chi5_x = t5_5 + chi6_x1;
    const lanes chi5_y = chi6_y2 - 0.0002 * Om31_5;
    const lanes chi5_z = 0.00062216 * alpha4_y + 0.00022216 * t5_1 + t5_4 + chi6_y1;
    const lanes f5_y1 = s5 * f5_x + c5 * f5_y;
    const lanes chi5_x1 = c5 * chi5_x - s5 * chi5_y;
    const lanes chi5_y1 = s5 * chi5_x + c5 * chi5_y;
    const lanes t5_6 = 0.0014 * alpha3_y + 0.0001 * wxy_4 + chi5_y1;

    /* link 4: seen from its parent */
    const lanes f4_x = c5 * f5_x - s5 * f5_y;
    const lanes chi4_x = 0.00075 * Om32_4 + chi5_x1;
    const lanes chi4_y = chi5_z - 0.00065 * Om31_4;
    const lanes chi4_x1 = chi4_x + 0.001247328 * Om32_5;
    const lanes chi4_y1 = chi4_y + 0.4331 * f4_x;
    const lanes f4_x2 = c4 * f4_x + s4 * t5_3;
    const lanes f4_y2 = s4 * f4_x - c4 * t5_3;
    const lanes chi4_x2 = c4 * chi4_x1 - s4 * chi4_y1;
    const lanes chi4_y2 = s4 * chi4_x1 + c4 * chi4_y1;
    const lanes chi4_y3 = chi4_y2 - 0.0203 * f5_y1;
    const lanes chi4_y4 = t5_6 + 0.0203 * f4_y2;

    /* link 3: seen from its parent */
    const lanes f3_x = 0.025375 * t3_4 - 0.861795 * wxy_3 + f4_x2;
    const lanes f3_y = 0.861795 * (wxx_3 + wzz_3) - 0.025375 * wxy_3 + f5_y1;
    const lanes f3_z = 0.05075 * alpha3_y + 1.72359 * t3_3 + f4_y2;
    const lanes chi3_x = 0.861795 * t3_8 - (0.021347277 * alpha3_y + 0.631380273 * t3_3 + 0.004704 *
        (wzz_3 - wyy_3)) + chi4_x2;
    const lanes chi3_y = 0.033530225 * alpha3_y - 0.004704 * wxy_3 + 0.021347277 * t3_3 - 0.025375 *
        t3_8 + chi4_y4;
    const lanes chi3_z = t3_9 + chi4_y3;
    const lanes chi3_x1 = chi3_x - 0.1501 * f3_y;
    const lanes chi3_y1 = chi3_y + 0.1501 * f3_x;
    const lanes f3_x2 = c2_3 * f3_x - s2_3 * f3_y;
    const lanes f3_y2 = s2_3 * f3_x + c2_3 * f3_y;
    const lanes chi3_y2 = s2_3 * chi3_x1 + c2_3 * chi3_y1;
    const lanes chi3_y3 = chi3_y2 - v1_3_z * f3_z;
    const lanes chi3_z3 = chi3_z + (v1_3_z * f3_y2 - t3_1 * f3_x2);

    /* link 2: force f_i and moment chi_i through the joint; tau_i (step 4) */
    const lanes chi2_y = t2_1 * S2_xy - wzz_2 * S2_xz + chi3_y3;
    const lanes chi2_z = wzz_1 * S2_xy - 9.81 * l2_x + chi3_z3;

    /* link 3: transform to its parent */
    const lanes v2_3_x = s2_3 * v1_3_z - c2_3 * t3_1;
    const lanes v2_3_y = s2_3 * t3_1 + c2_3 * v1_3_z;

    /* link 4: transform to its parent */
    const lanes v1_4_y2 = v1_3_z - 0.0203 * c2_3;

    /* link 6: wrench of a unit rate, and the axes that it meets; D_jk */
    const lanes N6_4_x = 4e-05 * s5;
    const lanes N6_4_z = 4e-05 * c5;
    const lanes N6_3_x2 = c4 * N6_4_x;
    const lanes D6_3 = s4 * N6_4_x;
    const lanes t6_3 = 0.1501 * c2_3;
    const lanes D6_1 = c2_3 * N6_4_z - s2_3 * N6_3_x2;

    /* link 5: wrench of a unit rate, and the axes that it meets; D_jk */
    const lanes F5_4_x = 0.00288 * c5;
    const lanes F5_3_y = 0.00288 * s5;
    const lanes N5_3_y1 = 0.00064216 + 0.001247328 * c5;
    const lanes F5_3_x = c4 * F5_4_x;
    const lanes F5_3_z = s4 * F5_4_x;
    const lanes N5_3_y2 = c4 * N5_3_y1;
    const lanes D5_3 = N5_3_y2 - 5.8464e-05 * s5;
    const lanes D5_2 = D5_3 + (v2_3_x * F5_3_x + v2_3_y * F5_3_y);
    const lanes D5_1 = s2_3 * (s4 * N5_3_y1) + (v1_4_y2 * F5_3_z - t6_3 * F5_3_x + v1_3_y * F5_3_y);

    /* link 5: its composite seen from the parent */
    const lanes t5_7 = 0.00020216 * s5;
    const lanes t5_8 = s5 * t5_7;

    /* link 4: wrench of a unit rate, and the axes that it meets; D_jk */
    const lanes psi4_xz = c5 * t5_7;
    const lanes psi4_xx = t5_8 + 0.00087;
    const lanes N4_4_z = psi4_xx + 0.00077;
    const lanes D4_4 = N4_4_z + 0.2;
    const lanes psi4_xz1 = psi4_xz + 0.001247328 * s5;
    const lanes phi3_z = s4 * F5_3_y;
    const lanes F4_3_y2 = c4 * F5_3_y;
    const lanes psi4_xz2 = c4 * psi4_xz1;
    const lanes psi4_yz2 = s4 * psi4_xz1;
    const lanes D4_1 = s2_3 * psi4_xz2 + c2_3 * N4_4_z + (t6_3 * phi3_z + v1_4_y2 * F4_3_y2);

    /* link 4: its composite seen from the parent */
    const lanes t4_1 = s4 * (psi4_xx - 0.00077);
    const lanes t4_2 = s4 * t4_1;
    const lanes psi4_xx2 = psi4_xx - t4_2;
    const lanes psi4_xy2 = c4 * t4_1;
    const lanes psi4_xx3 = psi4_xx2 - 0.0406 * F4_3_y2;
    const lanes psi4_xz3 = psi4_xz2 - 5.8464e-05 * c5;

    /* link 3: composite moments phi_j, psi_j */
    const lanes phi3_x = F4_3_y2 - 0.025375;
    const lanes F3_3_x = 0.861795 + F5_4_x;

    /* link 3: wrench of a unit rate, and the axes that it meets; D_jk */
    const lanes psi3_xz = psi4_xy2 - 0.0203 * phi3_z;
    const lanes psi3_xx = 0.0167651125 + psi4_xx3;
    const lanes psi3_yy = 0.002494656 * c5 - t5_8 + 0.3161122965;
    const lanes psi3_xy = 0.0106736385 - psi4_xz3;
    const lanes N3_3_y = 0.004704 + psi4_yz2;
    const lanes N3_3_z = psi3_xx + psi3_yy;
    const lanes D3_3 = N3_3_z + 0.83;
    const lanes psi3_xz1 = psi3_xz + 0.1501 * phi3_x;
    const lanes N3_2_y1 = N3_3_y + 0.1501 * F3_3_x;
    const lanes F3_2_x = c2_3 * F3_3_x - s2_3 * phi3_x;
    const lanes F3_2_y = s2_3 * F3_3_x + c2_3 * phi3_x;
    const lanes N3_2_y = c2_3 * N3_2_y1 - s2_3 * psi3_xz1;
    const lanes t3_10 = v1_3_z * F3_2_y;
    const lanes t3_11 = t3_10 - t3_1 * F3_2_x;
    const lanes N3_2_z = N3_3_z + t3_11;

    /* link 3: its composite seen from the parent */
    const lanes t3_12 = s2_3 * (s2_3 * (psi3_xx - psi3_yy) + c2_3 * (2.0 * psi3_xy));
    const lanes psi3_yz3 = t3_1 * phi3_z - N3_2_y;

    /* link 2: composite moments phi_j, psi_j */
    const lanes psi2_yz = S2_yz + psi3_yz3;

    /* link 2: wrench of a unit rate, and the axes that it meets; D_jk */
    const lanes D2_2 = N3_2_z + (1.674987602 + t3_11) + 4.7831264;

    /* link 1: wrench of a unit rate, and the axes that it meets; D_jk */
    const lanes D1_1 = 0.3002 * phi3_z + (t4_2 + (S2_xx + psi3_xx - t3_12 + 2.0 * t3_10)) +
        2.6024995505;

    /* what accelerates the joints: b = tau - h */
    const lanes b1 = tau[0] + chi2_y;
    const lanes b2 = tau[1] - chi2_z;
    const lanes b3 = tau[2] - chi3_z;
    const lanes b4 = tau[3] + t5_6;
    const lanes b5 = tau[4] - chi5_z;
    const lanes b6 = tau[5] + chi6_y2;

    /* link 6: pivot d_k, row l_k of L, what is left of M and of b */
    const lanes l6_1 = 5.180273518441774 * D6_1;
    const lanes l6_2 = 5.180273518441774 * D6_3;
    const lanes l6_4 = 0.00020721094073767094 * c5;
    const lanes b1_6 = b1 - b6 * l6_1;
    const lanes t6_4 = D6_1 * l6_2;
    const lanes t6_5 = D6_3 * l6_2;
    const lanes t6_6 = b6 * l6_2;
    const lanes b2_6 = b2 - t6_6;
    const lanes b3_6 = b3 - t6_6;
    const lanes t6_7 = D4_1 - D6_1 * l6_4;
    const lanes t6_8 = D6_3 * l6_4;
    const lanes t6_9 = psi4_yz2 + v2_3_x * phi3_z + t6_8;
    const lanes t6_10 = psi4_yz2 + t6_8;
    const lanes d4 = D4_4 - N6_4_z * l6_4;
    const lanes b4_6 = b4 - b6 * l6_4;

    /* link 5: pivot d_k, row l_k of L, what is left of M and of b */
    const lanes l5_1 = 5.566622000091738 * D5_1;
    const lanes l5_2 = 5.566622000091738 * D5_2;
    const lanes l5_3 = 5.566622000091738 * D5_3;
    const lanes b1_5 = b1_6 - b5 * l5_1;
    const lanes b2_5 = b2_6 - b5 * l5_2;
    const lanes b3_5 = b3_6 - b5 * l5_3;

    /* link 4: pivot d_k, row l_k of L, what is left of M and of b */
    const lanes t4_3 = 1.0658141036401503e-14 * D4_4;
    sound[0] &= (bits)(d4 > t4_3);
    const lanes di4 = 1.0 / d4;
    const lanes l4_1 = t6_7 * di4;
    const lanes t4_4 = t6_9 * di4;
    const lanes t4_5 = t6_10 * di4;
    const lanes b1_4 = b1_5 - b4_6 * l4_1;
    const lanes t4_6 = psi2_yz - t6_4 - D5_1 * l5_2 + t6_7 * t4_4;
    const lanes b2_4 = b2_5 + b4_6 * t4_4;
    const lanes t4_7 = t6_7 * t4_5 - (N3_2_y + t6_4 + D5_1 * l5_3);
    const lanes t4_8 = N3_2_z - t6_5 - D5_2 * l5_3 - t6_9 * t4_5;
    const lanes d3 = D3_3 - t6_5 - D5_3 * l5_3 - t6_10 * t4_5;
    const lanes b3_4 = b3_5 + b4_6 * t4_5;

    /* link 3: pivot d_k, row l_k of L, what is left of M and of b */
    const lanes t3_13 = 1.0658141036401503e-14 * D3_3;
    sound[0] &= (bits)(d3 > t3_13);
    const lanes di3 = 1.0 / d3;
    const lanes l3_1 = t4_7 * di3;
    const lanes l3_2 = t4_8 * di3;
    const lanes b1_3 = b1_4 - b3_4 * l3_1;
    const lanes t3_14 = t4_6 - t4_7 * l3_2;
    const lanes d2 = D2_2 - t6_5 - D5_2 * l5_2 - t6_9 * t4_4 - t4_8 * l3_2;
    const lanes b2_3 = b2_4 - b3_4 * l3_2;

    /* link 2: pivot d_k, row l_k of L, what is left of M and of b */
    const lanes t2_3 = 1.0658141036401503e-14 * D2_2;
    sound[0] &= (bits)(d2 > t2_3);
    const lanes di2 = 1.0 / d2;
    const lanes l2_1 = t3_14 * di2;
    const lanes d1 = D1_1 - D6_1 * l6_1 - D5_1 * l5_1 - t6_7 * l4_1 - t4_7 * l3_1 - t3_14 * l2_1;
    const lanes b1_2 = b1_3 - b2_3 * l2_1;

    /* link 1: pivot d_k, row l_k of L, what is left of M and of b */
    const lanes t1_1 = 1.0658141036401503e-14 * D1_1;
    sound[0] &= (bits)(d1 > t1_1);
    const lanes di1 = 1.0 / d1;

    /* link 1: qdd_k from the base outward */
    const lanes qdd1 = b1_2 * di1;

    /* link 2: qdd_k from the base outward */
    const lanes qdd2 = b2_3 * di2 - l2_1 * qdd1;

    /* link 3: qdd_k from the base outward */
    const lanes qdd3 = b3_4 * di3 - l3_1 * qdd1 - l3_2 * qdd2;

    /* link 4: qdd_k from the base outward */
    const lanes qdd4 = b4_6 * di4 - l4_1 * qdd1 + t4_4 * qdd2 + t4_5 * qdd3;

    /* link 5: qdd_k from the base outward */
    const lanes qdd5 = 5.566622000091738 * b5 - l5_1 * qdd1 - l5_2 * qdd2 - l5_3 * qdd3;

    /* link 6: qdd_k from the base outward */
    const lanes t6_11 = l6_4 * qdd4;
    const lanes qdd6 = 5.180273518441774 * b6 - l6_1 * qdd1 - l6_2 * qdd2 - l6_2 * qdd3 - t6_11;

    /* outputs */
    qdd[0] = qdd1;
    qdd[1] = qdd2;
    write_2(qdd + 0, to_qdd + 0, 6);
    qdd[2] = qdd3;
    qdd[3] = qdd4;
    write_2(qdd + 2, to_qdd + 2, 6);
    qdd[4] = qdd5;
    qdd[5] = qdd6;
    write_2(qdd + 4, to_qdd + 4, 6);
    return all_sound(sound);
}

static void LEVEL(inertia_matrix)(
    size_t count,
    const double *q,
    double *M)
{
    if (count < LANES) {
        inertia_matrix_each(count, q, M);
        return;
    }
    for (size_t s = 0, done = 0; done < count; done = s += LANES) {
        /* The last group may begin within the one before. */
        s = s < count - LANES ? s : count - LANES;
        if (!inertia_matrix_group(
                q + 6 * s, M + 36 * s)) {
            inertia_matrix_each(
                LANES,
                q + 6 * s, M + 36 * s);
        }
    }
}

static void LEVEL(bias)(
    size_t count,
    const double *q,
    const double *qd,
    double *h)
{
    if (count < LANES) {
        bias_each(count, q, qd, h);
        return;
    }
    for (size_t s = 0, done = 0; done < count; done = s += LANES) {
        /* The last group may begin within the one before. */
        s = s < count - LANES ? s : count - LANES;
        if (!bias_group(
                q + 6 * s, qd + 6 * s, h + 6 * s)) {
            bias_each(
                LANES,
                q + 6 * s, qd + 6 * s, h + 6 * s);
        }
    }
}

static void LEVEL(inverse_dynamics)(
    size_t count,
    const double *q,
    const double *qd,
    const double *qdd,
    double *tau)
{
    if (count < LANES) {
        inverse_dynamics_each(count, q, qd, qdd, tau);
        return;
    }
    for (size_t s = 0, done = 0; done < count; done = s += LANES) {
        /* The last group may begin within the one before. */
        s = s < count - LANES ? s : count - LANES;
        if (!inverse_dynamics_group(
                q + 6 * s, qd + 6 * s, qdd + 6 * s, tau + 6 * s)) {
            inverse_dynamics_each(
                LANES,
                q + 6 * s, qd + 6 * s, qdd + 6 * s, tau + 6 * s);
        }
    }
}

static void LEVEL(inertia_and_bias)(
    size_t count,
    const double *q,
    const double *qd,
    double *M,
    double *h)
{
    if (count < LANES) {
        inertia_and_bias_each(count, q, qd, M, h);
        return;
    }
    for (size_t s = 0, done = 0; done < count; done = s += LANES) {
        /* The last group may begin within the one before. */
        s = s < count - LANES ? s : count - LANES;
        if (!inertia_and_bias_group(
                q + 6 * s, qd + 6 * s, M + 36 * s, h + 6 * s)) {
            inertia_and_bias_each(
                LANES,
                q + 6 * s, qd + 6 * s, M + 36 * s, h + 6 * s);
        }
    }
}

static void LEVEL(gravity)(
    size_t count,
    const double *q,
    double *g)
{
    if (count < LANES) {
        gravity_each(count, q, g);
        return;
    }
    for (size_t s = 0, done = 0; done < count; done = s += LANES) {
        /* The last group may begin within the one before. */
        s = s < count - LANES ? s : count - LANES;
        if (!gravity_group(
                q + 6 * s, g + 6 * s)) {
            gravity_each(
                LANES,
                q + 6 * s, g + 6 * s);
        }
    }
}

static size_t LEVEL(forward_dynamics)(
    size_t count,
    const double *q,
    const double *qd,
    const double *tau,
    double *qdd,
    int *status)
{
    size_t failed = 0;

    if (count < LANES) {
        return forward_dynamics_each(count, 0, q, qd, tau, qdd, status);
    }
    for (size_t s = 0, done = 0; done < count; done = s += LANES) {
        /* The last group may begin within the one before. */
        s = s < count - LANES ? s : count - LANES;
        if (!forward_dynamics_group(
                q + 6 * s, qd + 6 * s, tau + 6 * s, qdd + 6 * s)) {
            failed += forward_dynamics_each(
                LANES, done - s,
                q + 6 * s, qd + 6 * s, tau + 6 * s, qdd + 6 * s,
                status ? status + s : status);
        } else if (status) {
            for (size_t lane = 0; lane < LANES; ++lane) {
                status[s + lane] = 0;
            }
        }
    }
    return failed;
}

#undef JOINED
#undef CUT
#undef CUT_PAIR
#undef LOW_1
#undef HIGH_1
#endif
