/* planar3_batch.c - rigid-body dynamics of planar3, 3 degrees of freedom

   Written by: gen-robot planar3 --lang c
   It belongs to whoever generates it: the authors of gen-robot claim no rights in it.

   The kernels for many states. Vectors hold a number of several states, one in each lane: the
   statements are those of planar3.c, with vectors for numbers. Groups of states of which one has
   a pivot that fails, or an angle that the inline sine is not for, are left to the kernels of
   planar3.c, one state after the other; so are fewer states than a vector has lanes, and all
   where the compiler has no vectors as gcc and clang have them.

   This file includes itself for each width of vectors that it is compiled for. On x86-64 these
   are the one that the compiler's flags allow and all wider ones; which of them the processor
   has is asked once, when the first of these functions is called.
*/

#ifndef LANES

#include "planar3.h"

#include <math.h>
#include <stdint.h>

/* The widest vectors to compile for, in bits: 128, 256 or 512; 0 is ISO C alone. */
#ifndef PLANAR3_BATCH_BITS
#define PLANAR3_BATCH_BITS 512
#endif

#if !defined __has_builtin || PLANAR3_BATCH_BITS == 0 || defined GEN_ROBOT_ISO_C \
    || defined __FAST_MATH__ || defined __ASSOCIATIVE_MATH__
#define LEAST_BITS 0
#elif !__has_builtin(__builtin_shufflevector) || !(defined __SSE2_MATH__ || defined __aarch64__)
#define LEAST_BITS 0
#elif PLANAR3_BATCH_BITS >= 512 \
    && defined __AVX2__ && defined __FMA__ && defined __BMI2__ \
    && defined __AVX512F__ && defined __AVX512VL__ && defined __AVX512DQ__
#define LEAST_BITS 512
#elif PLANAR3_BATCH_BITS >= 256 \
    && defined __AVX2__ && defined __FMA__ && defined __BMI2__
#define LEAST_BITS 256
#else
#define LEAST_BITS 128
#endif

#if LEAST_BITS && defined __x86_64__
#define MOST_BITS PLANAR3_BATCH_BITS
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
        planar3_inertia_matrix(
            q + 3 * s, M + 9 * s);
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
        planar3_bias(
            q + 3 * s, qd + 3 * s, h + 3 * s);
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
        planar3_inverse_dynamics(
            q + 3 * s, qd + 3 * s, qdd + 3 * s, tau + 3 * s);
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
        planar3_inertia_and_bias(
            q + 3 * s, qd + 3 * s, M + 9 * s, h + 3 * s);
    }
}

/* gravity torques g(q). */
APART static void gravity_each(
    size_t count,
    const double *q,
    double *g)
{
    for (size_t s = 0; s < count; ++s) {
        planar3_gravity(
            q + 3 * s, g + 3 * s);
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
        const int joint = planar3_forward_dynamics(
            q + 3 * s, qd + 3 * s, tau + 3 * s, qdd + 3 * s);

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
#include "planar3_batch.c"
#undef LANES
#undef LEVEL
#endif

#if LEAST_BITS <= 256 && MOST_BITS >= 256
#define LANES 4
#define LEVEL(name) name##_256
#if LEAST_BITS == 256
#include "planar3_batch.c"
#elif defined __clang__
#pragma clang attribute push(__attribute__((target("avx2,fma,bmi2"))), \
                             apply_to = function)
#include "planar3_batch.c"
#pragma clang attribute pop
#else
#pragma GCC push_options
#pragma GCC target("avx2,fma,bmi2")
#include "planar3_batch.c"
#pragma GCC pop_options
#endif
#undef LANES
#undef LEVEL
#endif

#if LEAST_BITS <= 512 && MOST_BITS >= 512
#define LANES 8
#define LEVEL(name) name##_512
#if LEAST_BITS == 512
#include "planar3_batch.c"
#elif defined __clang__
#pragma clang attribute push(__attribute__((target("avx2,fma,bmi2,avx512f,avx512vl,avx512dq"))), \
                             apply_to = function)
#include "planar3_batch.c"
#pragma clang attribute pop
#else
#pragma GCC push_options
#pragma GCC target("avx2,fma,bmi2,avx512f,avx512vl,avx512dq")
#include "planar3_batch.c"
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

void planar3_inertia_matrix_batch(
    size_t count,
    const double *PLANAR3_RESTRICT q,
    double *PLANAR3_RESTRICT M)
{
#if LEAST_BITS
    WIDEST(inertia_matrix, (count, q, M));
#else
    inertia_matrix_each(count, q, M);
#endif
}

void planar3_bias_batch(
    size_t count,
    const double *PLANAR3_RESTRICT q,
    const double *PLANAR3_RESTRICT qd,
    double *PLANAR3_RESTRICT h)
{
#if LEAST_BITS
    WIDEST(bias, (count, q, qd, h));
#else
    bias_each(count, q, qd, h);
#endif
}

void planar3_inverse_dynamics_batch(
    size_t count,
    const double *PLANAR3_RESTRICT q,
    const double *PLANAR3_RESTRICT qd,
    const double *PLANAR3_RESTRICT qdd,
    double *PLANAR3_RESTRICT tau)
{
#if LEAST_BITS
    WIDEST(inverse_dynamics, (count, q, qd, qdd, tau));
#else
    inverse_dynamics_each(count, q, qd, qdd, tau);
#endif
}

void planar3_inertia_and_bias_batch(
    size_t count,
    const double *PLANAR3_RESTRICT q,
    const double *PLANAR3_RESTRICT qd,
    double *PLANAR3_RESTRICT M,
    double *PLANAR3_RESTRICT h)
{
#if LEAST_BITS
    WIDEST(inertia_and_bias, (count, q, qd, M, h));
#else
    inertia_and_bias_each(count, q, qd, M, h);
#endif
}

void planar3_gravity_batch(
    size_t count,
    const double *PLANAR3_RESTRICT q,
    double *PLANAR3_RESTRICT g)
{
#if LEAST_BITS
    WIDEST(gravity, (count, q, g));
#else
    gravity_each(count, q, g);
#endif
}

size_t planar3_forward_dynamics_batch(
    size_t count,
    const double *PLANAR3_RESTRICT q,
    const double *PLANAR3_RESTRICT qd,
    const double *PLANAR3_RESTRICT tau,
    double *PLANAR3_RESTRICT qdd,
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
    lanes q[3];
    bits far = {0};

    read_2(from_q + 0, 3, q + 0);
    read_2(from_q + 1, 3, q + 1);

    /* angles */
    lanes s2, c2;
    sincos_of(&q[1], &s2, &c2, &far);
    lanes s3, c3;
    sincos_of(&q[2], &s3, &c3, &far);
    if (any_far(&far)) {
        return 0;
    }
    lanes M[9];

    /* link 2: block row N_i at C_i (eq. 14), and its part N_i^T M_i N_i of I (eq. 18) */
    const lanes t2_1 = 1.6 * c2;
    const lanes L2_1_z = 1.0666666666666667 + t2_1;
    const lanes d2_1_1 = t2_1 + L2_1_z;

    /* link 3: twists at its origin, one for each joint on its way (eq. 10) */
    const lanes v3_1_y1 = c2 + 0.8;
    const lanes v3_1_y = c3 * v3_1_y1 - s2 * s3;

    /* link 3: block row N_i at C_i (eq. 14), and its part N_i^T M_i N_i of I (eq. 18) */
    const lanes t3_1 = 0.25 * v3_1_y;
    const lanes L3_1_z = 0.08333333333333333 + t3_1;
    M[2] = L3_1_z; /* (1,3) */
    M[6] = L3_1_z; /* (3,1) */
    const lanes d3_1_1 = t3_1 + L3_1_z;
    const lanes t3_2 = 0.2 * c3;
    const lanes L3_2_z = 0.08333333333333333 + t3_2;
    M[5] = L3_2_z; /* (2,3) */
    M[7] = L3_2_z; /* (3,2) */
    write_2(M + 6, to_M + 6, 9);
    const lanes d3_2_1 = t3_1 + L3_2_z;
    const lanes d3_2_2 = t3_2 + L3_2_z;

    /* sum over the links (eq. 18) */
    const lanes D1_1 = d3_1_1 + (d2_1_1 + 4.0);
    M[0] = D1_1; /* (1,1) */
    const lanes D2_1 = L2_1_z + d3_2_1;
    M[1] = D2_1; /* (1,2) */
    write_2(M + 0, to_M + 0, 9);
    M[3] = D2_1; /* (2,1) */
    write_2(M + 2, to_M + 2, 9);
    const lanes D2_2 = 1.0666666666666667 + d3_2_2;
    M[4] = D2_2; /* (2,2) */
    write_2(M + 4, to_M + 4, 9);

    /* elements that never change */
    M[8] = ALL(0.08333333333333333); /* (3,3) */
    write_2(M + 7, to_M + 7, 9);
    return 1;
}

/* bias vector h(q, qd). */
static INLINE int bias_group(
    const double *from_q,
    const double *from_qd,
    double *to_h)
{
    lanes q[3], qd[3];
    bits far = {0};

    read_2(from_q + 0, 3, q + 0);
    read_2(from_q + 1, 3, q + 1);
    read_2(from_qd + 0, 3, qd + 0);
    read_2(from_qd + 1, 3, qd + 1);

    /* angles */
    lanes s1, c1;
    sincos_of(&q[0], &s1, &c1, &far);
    lanes s2, c2;
    sincos_of(&q[1], &s2, &c2, &far);
    lanes s3, c3;
    sincos_of(&q[2], &s3, &c3, &far);
    if (any_far(&far)) {
        return 0;
    }
    lanes h[3];

    /* link 1: Om_i = alpha~ + omega~ omega~ */
    const lanes wzz_1 = qd[0] * qd[0];

    /* link 1: acceleration A_i of its origin (step 2) */
    const lanes A1_x = 9.81 * s1;
    const lanes A1_y = 9.81 * c1;

    /* link 2: angular velocity omega_i and acceleration alpha_i (step 1) */
    const lanes omega2_z = qd[0] + qd[1];

    /* link 2: Om_i = alpha~ + omega~ omega~ */
    const lanes wzz_2 = omega2_z * omega2_z;

    /* link 2: acceleration A_i of its origin (step 2) */
    const lanes A0_2_x = A1_x - wzz_1;
    const lanes A2_x = c2 * A0_2_x + A1_y * s2;
    const lanes A2_y = A1_y * c2 - s2 * A0_2_x;

    /* link 3: angular velocity omega_i and acceleration alpha_i (step 1) */
    const lanes omega3_z = qd[2] + omega2_z;

    /* link 3: Om_i = alpha~ + omega~ omega~ */
    const lanes wzz_3 = omega3_z * omega3_z;

    /* link 3: acceleration A_i of its origin (step 2) */
    const lanes A0_3_x = A2_x - 0.8 * wzz_2;
    const lanes A3_y = A2_y * c3 - s3 * A0_3_x;

    /* link 3: its own force m A + Om l and moment t + l x A (step 3) */
    const lanes t3_1 = 0.25 * wzz_3;
    const lanes chi3_z = 0.25 * A3_y;
    h[2] = chi3_z;

    /* link 3: seen from its parent */
    const lanes t3_2 = s3 * t3_1;
    const lanes chi3_z2 = chi3_z - 0.8 * t3_2;

    /* link 2: force f_i and moment chi_i through the joint; tau_i (step 4) */
    const lanes f2_x = 4.5 * A2_x - 1.6 * wzz_2 - c3 * t3_1;
    const lanes f2_y = 4.5 * A2_y - t3_2;
    const lanes chi2_z = 1.6 * A2_y + chi3_z2;
    h[1] = chi2_z;
    write_2(h + 1, to_h + 1, 3);

    /* link 1: force f_i and moment chi_i through the joint; tau_i (step 4) */
    const lanes f1_y = s2 * f2_x + c2 * f2_y;
    const lanes chi1_z = chi2_z + f1_y;
    h[0] = chi1_z;
    write_2(h + 0, to_h + 0, 3);
    return 1;
}

/* inverse dynamics, tau = M qdd + h. */
static INLINE int inverse_dynamics_group(
    const double *from_q,
    const double *from_qd,
    const double *from_qdd,
    double *to_tau)
{
    lanes q[3], qd[3], qdd[3];
    bits far = {0};

    read_2(from_q + 0, 3, q + 0);
    read_2(from_q + 1, 3, q + 1);
    read_2(from_qd + 0, 3, qd + 0);
    read_2(from_qd + 1, 3, qd + 1);
    read_2(from_qdd + 0, 3, qdd + 0);
    read_2(from_qdd + 1, 3, qdd + 1);

    /* angles */
    lanes s1, c1;
    sincos_of(&q[0], &s1, &c1, &far);
    lanes s2, c2;
    sincos_of(&q[1], &s2, &c2, &far);
    lanes s3, c3;
    sincos_of(&q[2], &s3, &c3, &far);
    if (any_far(&far)) {
        return 0;
    }
    lanes tau[3];

    /* link 1: Om_i = alpha~ + omega~ omega~ */
    const lanes wzz_1 = qd[0] * qd[0];

    /* link 1: acceleration A_i of its origin (step 2) */
    const lanes A1_x = 9.81 * s1;
    const lanes A1_y = 9.81 * c1;

    /* link 2: angular velocity omega_i and acceleration alpha_i (step 1) */
    const lanes omega2_z = qd[0] + qd[1];
    const lanes alpha2_z = qdd[0] + qdd[1];

    /* link 2: Om_i = alpha~ + omega~ omega~ */
    const lanes wzz_2 = omega2_z * omega2_z;

    /* link 2: acceleration A_i of its origin (step 2) */
    const lanes A0_2_x = A1_x - wzz_1;
    const lanes A0_2_y = qdd[0] + A1_y;
    const lanes A2_x = c2 * A0_2_x + s2 * A0_2_y;
    const lanes A2_y = c2 * A0_2_y - s2 * A0_2_x;

    /* link 3: angular velocity omega_i and acceleration alpha_i (step 1) */
    const lanes omega3_z = qd[2] + omega2_z;
    const lanes alpha3_z = qdd[2] + alpha2_z;

    /* link 3: Om_i = alpha~ + omega~ omega~ */
    const lanes wzz_3 = omega3_z * omega3_z;

    /* link 3: acceleration A_i of its origin (step 2) */
    const lanes A0_3_x = A2_x - 0.8 * wzz_2;
    const lanes A0_3_y = A2_y + 0.8 * alpha2_z;
    const lanes A3_y = c3 * A0_3_y - s3 * A0_3_x;

    /* link 3: its own force m A + Om l and moment t + l x A (step 3) */
    const lanes t3_1 = 0.25 * wzz_3;
    const lanes f3_y = 0.25 * alpha3_z;
    const lanes t3_2 = 0.25 * A3_y;
    const lanes chi3_z = 0.08333333333333333 * alpha3_z + t3_2;
    tau[2] = chi3_z;

    /* link 3: seen from its parent */
    const lanes f3_y1 = c3 * f3_y - s3 * t3_1;
    const lanes chi3_z2 = chi3_z + 0.8 * f3_y1;

    /* link 2: seen from its parent */
    const lanes f2_y = 1.6 * alpha2_z + f3_y1;
    const lanes chi2_z = 1.0666666666666667 * alpha2_z + 1.6 * A2_y + chi3_z2;
    tau[1] = chi2_z;
    write_2(tau + 1, to_tau + 1, 3);
    const lanes f2_y1 = c2 * f2_y - s2 * (1.6 * wzz_2 + (c3 * t3_1 + s3 * f3_y));
    const lanes chi2_z2 = chi2_z + f2_y1;

    /* link 1: force f_i and moment chi_i through the joint; tau_i (step 4) */
    const lanes chi1_z = 4.0 * qdd[0] + 44.145 * c1 + chi2_z2;
    tau[0] = chi1_z;
    write_2(tau + 0, to_tau + 0, 3);
    return 1;
}

/* inertia matrix and bias vector together. */
static INLINE int inertia_and_bias_group(
    const double *from_q,
    const double *from_qd,
    double *to_M,
    double *to_h)
{
    lanes q[3], qd[3];
    bits far = {0};

    read_2(from_q + 0, 3, q + 0);
    read_2(from_q + 1, 3, q + 1);
    read_2(from_qd + 0, 3, qd + 0);
    read_2(from_qd + 1, 3, qd + 1);

    /* angles */
    lanes s1, c1;
    sincos_of(&q[0], &s1, &c1, &far);
    lanes s2, c2;
    sincos_of(&q[1], &s2, &c2, &far);
    lanes s3, c3;
    sincos_of(&q[2], &s3, &c3, &far);
    if (any_far(&far)) {
        return 0;
    }
    lanes M[9];
    lanes h[3];

    /* link 2: transform to its parent */
    const lanes phi2_y = 0.25 * s3;

    /* link 3: wrench of a unit rate, and the axes that it meets; D_jk */
    const lanes F3_2_y = 0.25 * c3;
    const lanes t3_1 = 0.2 * c3;
    const lanes N3_2_z = t3_1 + 0.08333333333333333;
    M[5] = N3_2_z; /* (2,3) */
    M[7] = N3_2_z; /* (3,2) */
    const lanes t3_2 = s2 * phi2_y;
    const lanes F3_1_y = c2 * F3_2_y - t3_2;
    const lanes N3_1_z = N3_2_z + F3_1_y;
    M[2] = N3_1_z; /* (1,3) */
    M[6] = N3_1_z; /* (3,1) */
    write_2(M + 6, to_M + 6, 9);

    /* link 2: composite moments phi_j, psi_j */
    const lanes phi2_x = F3_2_y + 1.6;
    const lanes psip2 = t3_1 + N3_2_z + 1.0666666666666667;
    M[4] = psip2; /* (2,2) */
    write_2(M + 4, to_M + 4, 9);

    /* link 2: wrench of a unit rate, and the axes that it meets; D_jk */
    const lanes F2_1_y = c2 * phi2_x - t3_2;
    const lanes N2_1_z = psip2 + F2_1_y;
    M[1] = N2_1_z; /* (1,2) */
    M[3] = N2_1_z; /* (2,1) */
    write_2(M + 2, to_M + 2, 9);

    /* link 1: composite moments phi_j, psi_j */
    const lanes psip1 = F2_1_y + N2_1_z + 4.0;
    M[0] = psip1; /* (1,1) */
    write_2(M + 0, to_M + 0, 9);

    /* link 1: Om_i = alpha~ + omega~ omega~ */
    const lanes wzz_1 = qd[0] * qd[0];

    /* link 1: acceleration A_i of its origin (step 2) */
    const lanes A1_x = 9.81 * s1;
    const lanes A1_y = 9.81 * c1;

    /* link 2: angular velocity omega_i and acceleration alpha_i (step 1) */
    const lanes omega2_z = qd[0] + qd[1];

    /* link 2: Om_i = alpha~ + omega~ omega~ */
    const lanes wzz_2 = omega2_z * omega2_z;

    /* link 2: acceleration A_i of its origin (step 2) */
    const lanes A0_2_x = A1_x - wzz_1;
    const lanes A2_x = c2 * A0_2_x + s2 * A1_y;
    const lanes A2_y = c2 * A1_y - s2 * A0_2_x;

    /* link 3: angular velocity omega_i and acceleration alpha_i (step 1) */
    const lanes omega3_z = qd[2] + omega2_z;

    /* link 3: Om_i = alpha~ + omega~ omega~ */
    const lanes wzz_3 = omega3_z * omega3_z;

    /* link 3: acceleration A_i of its origin (step 2) */
    const lanes A0_3_x = A2_x - 0.8 * wzz_2;
    const lanes A3_y = c3 * A2_y - s3 * A0_3_x;

    /* link 3: its own force m A + Om l and moment t + l x A (step 3) */
    const lanes t3_3 = 0.25 * wzz_3;
    const lanes chi3_z = 0.25 * A3_y;
    h[2] = chi3_z;

    /* link 3: seen from its parent */
    const lanes t3_4 = s3 * t3_3;
    const lanes chi3_z2 = chi3_z - 0.8 * t3_4;

    /* link 2: force f_i and moment chi_i through the joint; tau_i (step 4) */
    const lanes f2_x = 4.5 * A2_x - 1.6 * wzz_2 - c3 * t3_3;
    const lanes f2_y = 4.5 * A2_y - t3_4;
    const lanes chi2_z = 1.6 * A2_y + chi3_z2;
    h[1] = chi2_z;
    write_2(h + 1, to_h + 1, 3);

    /* link 1: force f_i and moment chi_i through the joint; tau_i (step 4) */
    const lanes f1_y = s2 * f2_x + c2 * f2_y;
    const lanes chi1_z = chi2_z + f1_y;
    h[0] = chi1_z;
    write_2(h + 0, to_h + 0, 3);

    /* elements that never change */
    M[8] = ALL(0.08333333333333333); /* (3,3) */
    write_2(M + 7, to_M + 7, 9);
    return 1;
}

/* gravity torques g(q). */
static INLINE int gravity_group(
    const double *from_q,
    double *to_g)
{
    lanes q[3];
    bits far = {0};
    lanes unused;

    read_2(from_q + 0, 3, q + 0);
    read_2(from_q + 1, 3, q + 1);

    /* angles */
    const lanes q1_2 = q[0] + q[1];
    const lanes q1_2_3 = q[2] + q1_2;
    lanes c1;
    sincos_of(&q[0], &unused, &c1, &far);
    lanes c1_2;
    sincos_of(&q1_2, &unused, &c1_2, &far);
    lanes c1_2_3;
    sincos_of(&q1_2_3, &unused, &c1_2_3, &far);
    if (any_far(&far)) {
        return 0;
    }
    lanes g[3];

    /* link 3: f_i = I a (eq. 7) */
    const lanes n3_z = 2.4525 * c1_2_3;
    g[2] = n3_z;

    /* link 2: wrench through the joint; tau_i (eq. 8) */
    const lanes n2_z = 15.696 * c1_2 + n3_z;
    g[1] = n2_z;
    write_2(g + 1, to_g + 1, 3);

    /* link 1: wrench through the joint; tau_i (eq. 8) */
    const lanes n1_z = 44.145 * c1 + n2_z;
    g[0] = n1_z;
    write_2(g + 0, to_g + 0, 3);
    return 1;
}

/* forward dynamics, qdd = M^-1 (tau - h). */
static INLINE int forward_dynamics_group(
    const double *from_q,
    const double *from_qd,
    const double *from_tau,
    double *to_qdd)
{
    lanes q[3], qd[3], tau[3];
    bits far = {0};
    bits sound[1] = {~(bits){0}};

    read_2(from_q + 0, 3, q + 0);
    read_2(from_q + 1, 3, q + 1);
    read_2(from_qd + 0, 3, qd + 0);
    read_2(from_qd + 1, 3, qd + 1);
    read_2(from_tau + 0, 3, tau + 0);
    read_2(from_tau + 1, 3, tau + 1);

    /* angles */
    lanes s1, c1;
    sincos_of(&q[0], &s1, &c1, &far);
    lanes s2, c2;
    sincos_of(&q[1], &s2, &c2, &far);
    lanes s3, c3;
    sincos_of(&q[2], &s3, &c3, &far);
    if (any_far(&far)) {
        return 0;
    }
    lanes qdd[3];

    /* link 1: Om_i = alpha~ + omega~ omega~ */
    const lanes wzz_1 = qd[0] * qd[0];

    /* link 1: acceleration A_i of its origin (step 2) */
    const lanes A1_x = 9.81 * s1;
    const lanes A1_y = 9.81 * c1;

    /* link 2: angular velocity omega_i and acceleration alpha_i (step 1) */
    const lanes omega2_z = qd[0] + qd[1];

    /* link 2: Om_i = alpha~ + omega~ omega~ */
    const lanes wzz_2 = omega2_z * omega2_z;

    /* link 2: acceleration A_i of its origin (step 2) */
    const lanes A0_2_x = A1_x - wzz_1;
    const lanes A2_x = c2 * A0_2_x + A1_y * s2;
    const lanes A2_y = A1_y * c2 - s2 * A0_2_x;

    /* link 3: angular velocity omega_i and acceleration alpha_i (step 1) */
    const lanes omega3_z = qd[2] + omega2_z;

    /* link 3: Om_i = alpha~ + omega~ omega~ */
    const lanes wzz_3 = omega3_z * omega3_z;

    /* link 3: acceleration A_i of its origin (step 2) */
    const lanes A0_3_x = A2_x - 0.8 * wzz_2;
    const lanes A3_y = A2_y * c3 - s3 * A0_3_x;

    /* link 3: its own force m A + Om l and moment t + l x A (step 3) */
    const lanes t3_1 = 0.25 * wzz_3;
    const lanes chi3_z = 0.25 * A3_y;

    /* link 3: seen from its parent */
    const lanes t3_2 = s3 * t3_1;
    const lanes chi3_z2 = chi3_z - 0.8 * t3_2;

    /* link 2: force f_i and moment chi_i through the joint; tau_i (step 4) */
    const lanes f2_x = 4.5 * A2_x - 1.6 * wzz_2 - c3 * t3_1;
    const lanes f2_y = 4.5 * A2_y - t3_2;
    const lanes chi2_z = 1.6 * A2_y + chi3_z2;

    /* link 1: force f_i and moment chi_i through the joint; tau_i (step 4) */
    const lanes f1_y = s2 * f2_x + c2 * f2_y;
    const lanes chi1_z = chi2_z + f1_y;

    /* link 2: transform to its parent */
    const lanes phi2_y = 0.25 * s3;

    /* link 3: wrench of a unit rate, and the axes that it meets; D_jk */
    const lanes F3_2_y = 0.25 * c3;
    const lanes t3_3 = 0.2 * c3;
    const lanes N3_2_z = 0.08333333333333333 + t3_3;
    const lanes t3_4 = s2 * phi2_y;
    const lanes F3_1_y = c2 * F3_2_y - t3_4;
    const lanes N3_1_z = N3_2_z + F3_1_y;

    /* link 2: composite moments phi_j, psi_j */
    const lanes phi2_x = 1.6 + F3_2_y;
    const lanes psip2 = 1.0666666666666667 + (t3_3 + N3_2_z);

    /* link 2: wrench of a unit rate, and the axes that it meets; D_jk */
    const lanes F2_1_y = c2 * phi2_x - t3_4;
    const lanes N2_1_z = psip2 + F2_1_y;

    /* link 1: composite moments phi_j, psi_j */
    const lanes psip1 = F2_1_y + N2_1_z + 4.0;

    /* what accelerates the joints: b = tau - h */
    const lanes b1 = tau[0] - chi1_z;
    const lanes b2 = tau[1] - chi2_z;
    const lanes b3 = tau[2] - chi3_z;

    /* link 3: pivot d_k; clear column k of M, and of b */
    const lanes r3_1 = 12.0 * N3_1_z;
    const lanes r3_2 = 12.0 * N3_2_z;
    const lanes x3_3 = 12.0 * b3;
    const lanes x1_3 = b1 - N3_1_z * x3_3;
    const lanes t3_5 = N2_1_z - N3_2_z * r3_1;
    const lanes d2 = psip2 - N3_2_z * r3_2;
    const lanes x2_3 = b2 - N3_2_z * x3_3;

    /* link 2: pivot d_k; clear column k of M, and of b */
    const lanes t2_1 = 5.329070518200751e-15 * psip2;
    sound[0] &= (bits)(d2 > t2_1);
    const lanes di2 = 1.0 / d2;
    const lanes r2_1 = t3_5 * di2;
    const lanes x2_2 = x2_3 * di2;
    const lanes d1 = psip1 - N3_1_z * r3_1 - t3_5 * r2_1;
    const lanes x1_2 = x1_3 - t3_5 * x2_2;
    const lanes x3_2 = x3_3 - r3_2 * x2_2;

    /* link 1: pivot d_k; clear column k of M, and of b */
    const lanes t1_1 = 5.329070518200751e-15 * psip1;
    sound[0] &= (bits)(d1 > t1_1);
    const lanes di1 = 1.0 / d1;
    const lanes x1_1 = x1_2 * di1;
    const lanes x2_1 = x2_2 - r2_1 * x1_1;
    const lanes x3_1 = x3_2 - (r3_1 - r3_2 * r2_1) * x1_1;

    /* outputs */
    qdd[0] = x1_1;
    qdd[1] = x2_1;
    write_2(qdd + 0, to_qdd + 0, 3);
    qdd[2] = x3_1;
    write_2(qdd + 1, to_qdd + 1, 3);
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
                q + 3 * s, M + 9 * s)) {
            inertia_matrix_each(
                LANES,
                q + 3 * s, M + 9 * s);
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
                q + 3 * s, qd + 3 * s, h + 3 * s)) {
            bias_each(
                LANES,
                q + 3 * s, qd + 3 * s, h + 3 * s);
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
                q + 3 * s, qd + 3 * s, qdd + 3 * s, tau + 3 * s)) {
            inverse_dynamics_each(
                LANES,
                q + 3 * s, qd + 3 * s, qdd + 3 * s, tau + 3 * s);
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
                q + 3 * s, qd + 3 * s, M + 9 * s, h + 3 * s)) {
            inertia_and_bias_each(
                LANES,
                q + 3 * s, qd + 3 * s, M + 9 * s, h + 3 * s);
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
                q + 3 * s, g + 3 * s)) {
            gravity_each(
                LANES,
                q + 3 * s, g + 3 * s);
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
                q + 3 * s, qd + 3 * s, tau + 3 * s, qdd + 3 * s)) {
            failed += forward_dynamics_each(
                LANES, done - s,
                q + 3 * s, qd + 3 * s, tau + 3 * s, qdd + 3 * s,
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
