/* stanford_batch.c - rigid-body dynamics of stanford, 6 degrees of freedom

   Written by: gen-robot stanford --lang c
   It belongs to whoever generates it: the authors of gen-robot claim no rights in it.

   The kernels for many states. Vectors hold a number of several states, one in each lane: the
   statements are those of stanford.c, with vectors for numbers. Groups of states of which one
   has a pivot that fails, or an angle that the inline sine is not for, are left to the kernels
   of stanford.c, one state after the other; so are fewer states than a vector has lanes, and all
   where the compiler has no vectors as gcc and clang have them.

   This file includes itself for each width of vectors that it is compiled for. On x86-64 these
   are the one that the compiler's flags allow and all wider ones; which of them the processor
   has is asked once, when the first of these functions is called.
*/

#ifndef LANES

#include "stanford.h"

#include <math.h>
#include <stdint.h>

/* The widest vectors to compile for, in bits: 128, 256 or 512; 0 is ISO C alone. */
#ifndef STANFORD_BATCH_BITS
#define STANFORD_BATCH_BITS 512
#endif

#if !defined __has_builtin || STANFORD_BATCH_BITS == 0 || defined GEN_ROBOT_ISO_C \
    || defined __FAST_MATH__ || defined __ASSOCIATIVE_MATH__
#define LEAST_BITS 0
#elif !__has_builtin(__builtin_shufflevector) || !(defined __SSE2_MATH__ || defined __aarch64__)
#define LEAST_BITS 0
#elif STANFORD_BATCH_BITS >= 512 \
    && defined __AVX2__ && defined __FMA__ && defined __BMI2__ \
    && defined __AVX512F__ && defined __AVX512VL__ && defined __AVX512DQ__
#define LEAST_BITS 512
#elif STANFORD_BATCH_BITS >= 256 \
    && defined __AVX2__ && defined __FMA__ && defined __BMI2__
#define LEAST_BITS 256
#else
#define LEAST_BITS 128
#endif

#if LEAST_BITS && defined __x86_64__
#define MOST_BITS STANFORD_BATCH_BITS
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
        stanford_inertia_matrix(
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
        stanford_bias(
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
        stanford_inverse_dynamics(
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
        stanford_inertia_and_bias(
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
        stanford_gravity(
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
        const int joint = stanford_forward_dynamics(
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
#include "stanford_batch.c"
#undef LANES
#undef LEVEL
#endif

#if LEAST_BITS <= 256 && MOST_BITS >= 256
#define LANES 4
#define LEVEL(name) name##_256
#if LEAST_BITS == 256
#include "stanford_batch.c"
#elif defined __clang__
#pragma clang attribute push(__attribute__((target("avx2,fma,bmi2"))), \
                             apply_to = function)
#include "stanford_batch.c"
#pragma clang attribute pop
#else
#pragma GCC push_options
#pragma GCC target("avx2,fma,bmi2")
#include "stanford_batch.c"
#pragma GCC pop_options
#endif
#undef LANES
#undef LEVEL
#endif

#if LEAST_BITS <= 512 && MOST_BITS >= 512
#define LANES 8
#define LEVEL(name) name##_512
#if LEAST_BITS == 512
#include "stanford_batch.c"
#elif defined __clang__
#pragma clang attribute push(__attribute__((target("avx2,fma,bmi2,avx512f,avx512vl,avx512dq"))), \
                             apply_to = function)
#include "stanford_batch.c"
#pragma clang attribute pop
#else
#pragma GCC push_options
#pragma GCC target("avx2,fma,bmi2,avx512f,avx512vl,avx512dq")
#include "stanford_batch.c"
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

void stanford_inertia_matrix_batch(
    size_t count,
    const double *STANFORD_RESTRICT q,
    double *STANFORD_RESTRICT M)
{
#if LEAST_BITS
    WIDEST(inertia_matrix, (count, q, M));
#else
    inertia_matrix_each(count, q, M);
#endif
}

void stanford_bias_batch(
    size_t count,
    const double *STANFORD_RESTRICT q,
    const double *STANFORD_RESTRICT qd,
    double *STANFORD_RESTRICT h)
{
#if LEAST_BITS
    WIDEST(bias, (count, q, qd, h));
#else
    bias_each(count, q, qd, h);
#endif
}

void stanford_inverse_dynamics_batch(
    size_t count,
    const double *STANFORD_RESTRICT q,
    const double *STANFORD_RESTRICT qd,
    const double *STANFORD_RESTRICT qdd,
    double *STANFORD_RESTRICT tau)
{
#if LEAST_BITS
    WIDEST(inverse_dynamics, (count, q, qd, qdd, tau));
#else
    inverse_dynamics_each(count, q, qd, qdd, tau);
#endif
}

void stanford_inertia_and_bias_batch(
    size_t count,
    const double *STANFORD_RESTRICT q,
    const double *STANFORD_RESTRICT qd,
    double *STANFORD_RESTRICT M,
    double *STANFORD_RESTRICT h)
{
#if LEAST_BITS
    WIDEST(inertia_and_bias, (count, q, qd, M, h));
#else
    inertia_and_bias_each(count, q, qd, M, h);
#endif
}

void stanford_gravity_batch(
    size_t count,
    const double *STANFORD_RESTRICT q,
    double *STANFORD_RESTRICT g)
{
#if LEAST_BITS
    WIDEST(gravity, (count, q, g));
#else
    gravity_each(count, q, g);
#endif
}

size_t stanford_forward_dynamics_batch(
    size_t count,
    const double *STANFORD_RESTRICT q,
    const double *STANFORD_RESTRICT qd,
    const double *STANFORD_RESTRICT tau,
    double *STANFORD_RESTRICT qdd,
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
    lanes s2, c2;
    sincos_of(&q[1], &s2, &c2, &far);
    lanes s4, c4;
    sincos_of(&q[3], &s4, &c4, &far);
    lanes s5, c5;
    sincos_of(&q[4], &s5, &c5, &far);
    if (any_far(&far)) {
        return 0;
    }
    lanes M[36];

    /* link 6: wrench of a unit rate, towards the base; D_jk (eq. 10) */
    const lanes N6_4_x = 0.0003 * s5;
    const lanes N6_4_z = 0.0003 * c5;
    M[23] = N6_4_z; /* (4,6) */
    M[33] = N6_4_z; /* (6,4) */
    const lanes N6_3_x = c4 * N6_4_x;
    const lanes N6_3_y = s4 * N6_4_x;
    const lanes N6_2_z = -N6_3_x;
    M[11] = N6_2_z; /* (2,6) */
    M[31] = N6_2_z; /* (6,2) */
    const lanes N6_1_y2 = s2 * N6_3_y - c2 * N6_4_z;
    const lanes N6_1_z = -N6_1_y2;
    M[5] = N6_1_z; /* (1,6) */
    M[30] = N6_1_z; /* (6,1) */

    /* link 5: wrench of a unit rate, towards the base; D_jk (eq. 10) */
    const lanes F5_4_x = 0.114912 * c5;
    const lanes F5_2_y = 0.114912 * s5;
    const lanes F5_4_z = -F5_2_y;
    M[16] = F5_4_z; /* (3,5) */
    M[26] = F5_4_z; /* (5,3) */
    const lanes F5_3_x = c4 * F5_4_x;
    const lanes F5_3_y = s4 * F5_4_x;
    const lanes N5_3_y = 0.016 * c4;
    const lanes N5_2_z = 0.016 * s4 + q[2] * F5_3_y;
    M[10] = N5_2_z; /* (2,5) */
    M[25] = N5_2_z; /* (5,2) */
    const lanes N5_2_x = N5_3_y + q[2] * F5_3_x;
    const lanes N5_1_y1 = 0.154 * F5_3_y;
    const lanes N5_1_x1 = N5_2_x - 0.017696448 * s5;
    const lanes N5_1_y2 = s2 * N5_1_x1 + c2 * N5_1_y1;
    const lanes N5_1_z = -N5_1_y2;
    M[4] = N5_1_z; /* (1,5) */
    M[24] = N5_1_z; /* (5,1) */

    /* link 5: its composite seen from the parent (eq. 9) */
    const lanes t5_1 = 0.0153 * s5;
    const lanes t5_2 = s5 * t5_1;

    /* link 4: composite moments phi_j, psi_j (eq. 9) */
    const lanes psi4_xx = 0.00035 + t5_2;
    const lanes psi4_xz = c5 * t5_1;

    /* link 4: wrench of a unit rate, towards the base; D_jk (eq. 10) */
    const lanes N4_4_z = psi4_xx + 0.00135;
    const lanes D4_4 = N4_4_z + 0.106;
    M[21] = D4_4; /* (4,4) */
    const lanes F4_3_x = 0.005832 * c4 - s4 * F5_2_y;
    M[8] = F4_3_x; /* (2,3) */
    M[13] = F4_3_x; /* (3,2) */
    const lanes F4_3_y = 0.005832 * s4 + c4 * F5_2_y;
    const lanes psi3_xz = c4 * psi4_xz;
    const lanes psi3_yz = s4 * psi4_xz;
    const lanes N4_2_z = psi3_xz + q[2] * F4_3_y;
    M[9] = N4_2_z; /* (2,4) */
    write_4(M + 8, to_M + 8, 36);
    M[19] = N4_2_z; /* (4,2) */
    const lanes N4_2_x = q[2] * F4_3_x - psi3_yz;
    const lanes N4_1_y1 = 0.154 * F4_3_y - N4_4_z;
    const lanes N4_1_y2 = s2 * N4_2_x + c2 * N4_1_y1;
    const lanes N4_1_z = -N4_1_y2;
    M[3] = N4_1_z; /* (1,4) */
    M[18] = N4_1_z; /* (4,1) */

    /* link 4: its composite seen from the parent (eq. 9) */
    const lanes t4_1 = s4 * (psi4_xx - 0.00135);
    const lanes t4_2 = s4 * t4_1;

    /* link 3: composite moments phi_j, psi_j (eq. 9) */
    const lanes psi3_xy = c4 * t4_1;
    const lanes phi3_z = F5_4_x - 2.749911;

    /* link 3: wrench of a unit rate, towards the base; D_jk (eq. 10) */
    const lanes N3_1_x1 = 0.99638 - F4_3_y;
    const lanes N3_1_y2 = s2 * N3_1_x1;
    const lanes N3_1_z = -N3_1_y2;
    M[2] = N3_1_z; /* (1,3) */
    M[12] = N3_1_z; /* (3,1) */

    /* link 2: composite moments phi_j, psi_j (eq. 9) */
    const lanes F2_2_x = phi3_z + 6.47 * q[2];
    const lanes psi2_xx = t4_2 + 0.00935;
    const lanes psi2_yy = 6.47 * (q[2] * q[2]) + (2.0 * (q[2] * phi3_z) - t5_2) + 2.53665;

    /* link 2: wrench of a unit rate, towards the base; D_jk (eq. 10) */
    const lanes N2_2_z = psi2_xx + psi2_yy;
    const lanes D2_2 = N2_2_z + 2.193;
    M[7] = D2_2; /* (2,2) */
    const lanes N2_1_x1 = psi3_xy + 0.154 * F4_3_x;
    const lanes N2_1_y1 = 0.154 * F2_2_x - N4_2_z;
    const lanes t2_1 = c2 * N2_1_y1;
    const lanes psi1_yz = s2 * N2_1_x1 + t2_1;
    const lanes N2_1_z = -psi1_yz;
    M[1] = N2_1_z; /* (1,2) */
    M[6] = N2_1_z; /* (2,1) */
    write_4(M + 4, to_M + 4, 36);

    /* link 2: its composite seen from the parent (eq. 9) */
    const lanes psi2_xx2 = psi2_xx - s2 * (s2 * (psi2_xx - psi2_yy) + c2 * (2.0 * N4_2_x));

    /* link 1: wrench of a unit rate, towards the base; D_jk (eq. 10) */
    const lanes D1_1 = psi4_xx + psi2_xx2 - t4_2 - 0.308 * F4_3_y + 1.415619048;
    M[0] = D1_1; /* (1,1) */
    write_4(M + 0, to_M + 0, 36);

    /* elements that never change */
    M[14] = ALL(7.252); /* (3,3) */
    M[15] = ALL(0.0); /* (3,4) */
    write_4(M + 12, to_M + 12, 36);
    M[17] = ALL(0.0); /* (3,6) */
    write_4(M + 16, to_M + 16, 36);
    M[20] = ALL(0.0); /* (4,3) */
    M[22] = ALL(0.0); /* (4,5) */
    write_4(M + 20, to_M + 20, 36);
    M[27] = ALL(0.0); /* (5,4) */
    write_4(M + 24, to_M + 24, 36);
    M[28] = ALL(0.113); /* (5,5) */
    M[29] = ALL(0.0); /* (5,6) */
    write_4(M + 28, to_M + 28, 36);
    M[32] = ALL(0.0); /* (6,3) */
    M[34] = ALL(0.0); /* (6,5) */
    M[35] = ALL(0.0203); /* (6,6) */
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
    lanes s2, c2;
    sincos_of(&q[1], &s2, &c2, &far);
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

    /* link 2: angular velocity omega_i and acceleration alpha_i (step 1) */
    const lanes t2_1 = qd[0] * s2;
    const lanes omega3_z = qd[0] * c2;
    const lanes t2_2 = qd[1] * omega3_z;
    const lanes alpha2_y = qd[1] * t2_1;

    /* link 2: Om_i = alpha~ + omega~ omega~ */
    const lanes wxx_2 = t2_1 * t2_1;
    const lanes wyy_2 = omega3_z * omega3_z;
    const lanes wzz_2 = qd[1] * qd[1];
    const lanes wxy_2 = t2_1 * omega3_z;
    const lanes t2_3 = wxx_2 + wzz_2;

    /* link 3: acceleration A_i of its origin (step 2) */
    const lanes A3_z1 = 9.81 * c2;
    const lanes A3_x2 = 0.154 * (wxx_2 + wyy_2);
    const lanes A3_z = A3_z1 - q[2] * t2_3;
    const lanes A3_x = A3_x2 - q[2] * (t2_2 + t2_2) - qd[2] * (t2_1 + t2_1);
    const lanes A3_y = qd[2] * (qd[1] + qd[1]) - (9.81 * s2 + q[2] * wxy_2);

    /* link 4: angular velocity omega_i and acceleration alpha_i (step 1) */
    const lanes t4_1 = qd[1] * c4 + t2_1 * s4;
    const lanes omega4_y = qd[1] * s4 - t2_1 * c4;
    const lanes omega4_z = qd[3] + omega3_z;
    const lanes alpha4_x = qd[3] * omega4_y - t2_2 * s4;
    const lanes alpha4_y = qd[3] * t4_1 - t2_2 * c4;

    /* link 4: Om_i = alpha~ + omega~ omega~ */
    const lanes wxx_4 = t4_1 * t4_1;
    const lanes wzz_4 = omega4_z * omega4_z;
    const lanes wyz_4 = omega4_y * omega4_z;
    const lanes Om12_4 = alpha2_y - t4_1 * omega4_y;
    const lanes Om32_4 = alpha4_x + wyz_4;

    /* link 4: acceleration A_i of its origin (step 2) */
    const lanes A4_x = A3_x * c4 + A3_y * s4;
    const lanes A4_y = A3_y * c4 - A3_x * s4;

    /* link 5: angular velocity omega_i and acceleration alpha_i (step 1) */
    const lanes t5_1 = t4_1 * c5 + omega4_z * s5;
    const lanes omega5_y = t4_1 * s5 - omega4_z * c5;
    const lanes omega5_z = qd[4] + omega4_y;
    const lanes alpha5_x2 = alpha4_x * c5 + alpha2_y * s5;
    const lanes alpha5_y2 = alpha2_y * c5 - alpha4_x * s5;
    const lanes alpha5_x = alpha5_x2 + qd[4] * omega5_y;
    const lanes alpha5_y = alpha5_y2 + qd[4] * t5_1;

    /* link 5: Om_i = alpha~ + omega~ omega~ */
    const lanes wxx_5 = t5_1 * t5_1;
    const lanes wzz_5 = omega5_z * omega5_z;
    const lanes t5_2 = t5_1 * omega5_y;
    const lanes wyz_5 = omega5_y * omega5_z;
    const lanes Om32_5 = alpha5_x + wyz_5;

    /* link 5: acceleration A_i of its origin (step 2) */
    const lanes A5_x = A4_x * c5 - A3_z * s5;

    /* link 5: its own force m A + Om l and moment t + l x A (step 3) */
    const lanes f5_x = 0.114912 * (alpha4_y + t5_2);
    const lanes f5_y = 0.114912 * (wxx_5 + wzz_5);

    /* link 6: angular velocity omega_i and acceleration alpha_i (step 1) */
    const lanes omega6_x = omega5_z * s6 - t5_1 * c6;
    const lanes omega6_y = t5_1 * s6 + omega5_z * c6;
    const lanes omega6_z = qd[5] - omega5_y;
    const lanes alpha6_x2 = alpha5_x * c6 + alpha4_y * s6;
    const lanes alpha6_y2 = alpha4_y * c6 - alpha5_x * s6;

    /* link 6: Om_i = alpha~ + omega~ omega~ */
    const lanes t6_1 = qd[5] + omega6_z;
    const lanes Om31_6 = omega6_x * t6_1 - alpha6_y2;
    const lanes Om32_6 = alpha6_x2 + omega6_y * t6_1;

    /* link 6: its own force m A + Om l and moment t + l x A (step 3) */
    const lanes chi6_x = 0.00015 * Om32_6;
    const lanes t6_2 = 0.00015 * Om31_6;
    const lanes chi6_y2 = 0.0003 * alpha5_y;
    const lanes chi6_z = -chi6_y2;
    h[5] = chi6_z;

    /* link 6: seen from its parent */
    const lanes chi6_x1 = c6 * chi6_x + s6 * t6_2;
    const lanes chi6_y1 = s6 * chi6_x - c6 * t6_2;

    /* link 5: seen from its parent */
    const lanes chi5_x = 0.01565 * Om32_5 - 0.114912 * A4_y + chi6_x1;
    const lanes chi5_y = 0.0002 * (alpha5_y + t5_1 * omega5_z) + chi6_y2;
    const lanes chi5_z = 0.01585 * alpha4_y + 0.01545 * t5_2 + 0.114912 * A5_x + chi6_y1;
    h[4] = chi5_z;
    write_2(h + 4, to_h + 4, 6);
    const lanes f5_x1 = c5 * f5_x - s5 * f5_y;
    const lanes f5_y1 = s5 * f5_x + c5 * f5_y;
    const lanes chi5_x1 = c5 * chi5_x - s5 * chi5_y;
    const lanes chi5_y1 = s5 * chi5_x + c5 * chi5_y;

    /* link 4: seen from its parent */
    const lanes f4_x = f5_x1 - 0.005832 * Om12_4;
    const lanes f4_y = 0.005832 * (wxx_4 + wzz_4) - 0.114912 * Om32_5;
    const lanes chi4_x = 0.0012 * Om32_4 - 0.005832 * A3_z + chi5_x1;
    const lanes chi4_z = 0.005832 * A4_x - 0.0012 * Om12_4 - chi5_y1;
    h[3] = chi4_z;
    const lanes f4_x1 = c4 * f4_x - s4 * f4_y;
    const lanes f4_y1 = s4 * f4_x + c4 * f4_y;
    const lanes chi4_x1 = c4 * chi4_x - s4 * chi5_z;
    const lanes chi4_y1 = s4 * chi4_x + c4 * chi5_z;

    /* link 3: force f_i and moment chi_i through the joint; tau_i (step 4) */
    const lanes f3_x = 6.47 * A3_x + 5.499822 * t2_2 + f4_x1;
    const lanes f3_y = 6.47 * A3_y + 2.749911 * wxy_2 + f4_y1;
    const lanes f3_z = 6.47 * A3_z + 2.749911 * t2_3 - (0.005832 * Om32_4 + f5_y1);
    h[2] = f3_z;
    write_2(h + 2, to_h + 2, 6);

    /* link 3: seen from its parent */
    const lanes chi3_x = 2.749911 * A3_y + chi4_x1;
    const lanes chi3_y = chi4_y1 - 2.749911 * A3_x;
    const lanes t3_1 = q[2] * f3_x;
    const lanes chi3_x1 = chi3_x - q[2] * f3_y;
    const lanes chi3_y1 = chi3_y + t3_1;

    /* link 2: force f_i and moment chi_i through the joint; tau_i (step 4) */
    const lanes f2_x = 63.4707 * s2 + f3_y;
    const lanes f2_y = 63.4707 * c2 - f3_z;

    /* link 2: seen from its parent */
    const lanes chi2_x = chi3_y1 - 5.042 * t2_2;
    const lanes chi2_y = 0.016 * alpha2_y - chi4_z;
    const lanes chi2_z = -(2.513 * wxy_2 + chi3_x1);
    h[1] = chi2_z;
    const lanes t2_4 = 0.154 * f2_y;
    const lanes chi2_x1 = chi2_x - t2_4;
    const lanes chi2_y1 = chi2_y + 0.154 * f2_x;
    const lanes t2_5 = s2 * chi2_x1;
    const lanes chi2_y2 = t2_5 + c2 * chi2_y1;

    /* link 1: force f_i and moment chi_i through the joint; tau_i (step 4) */
    const lanes chi1_z = -chi2_y2;
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
    lanes s2, c2;
    sincos_of(&q[1], &s2, &c2, &far);
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

    /* link 2: angular velocity omega_i and acceleration alpha_i (step 1) */
    const lanes t2_1 = qd[0] * s2;
    const lanes omega3_z = qd[0] * c2;
    const lanes Om23_2 = qdd[0] * s2;
    const lanes Om21_3 = qdd[0] * c2;
    const lanes t2_2 = qd[1] * omega3_z;
    const lanes wxy_3 = qd[1] * t2_1;
    const lanes t2_3 = Om23_2 + t2_2;
    const lanes alpha2_y = wxy_3 - Om21_3;

    /* link 2: Om_i = alpha~ + omega~ omega~ */
    const lanes wxx_2 = t2_1 * t2_1;
    const lanes wyy_2 = omega3_z * omega3_z;
    const lanes wzz_2 = qd[1] * qd[1];
    const lanes wxy_2 = t2_1 * omega3_z;
    const lanes Om12_2 = wxy_2 - qdd[1];
    const lanes t2_4 = wxx_2 + wzz_2;
    const lanes t2_5 = t2_2 + t2_3;

    /* link 2: acceleration A_i of its origin (step 2) */
    const lanes t2_6 = 9.81 * s2 + 0.154 * Om21_3;
    const lanes A2_y = 0.154 * Om23_2 - 9.81 * c2;

    /* link 3 (boom): transform to its parent */
    const lanes Om12_3 = wxy_3 + alpha2_y;

    /* link 3: acceleration A_i of its origin (step 2) */
    const lanes A3_x2 = 0.154 * (wxx_2 + wyy_2);
    const lanes A3_z = qdd[2] - (A2_y + q[2] * t2_4);
    const lanes A3_x = A3_x2 - q[2] * t2_5 - qd[2] * (2.0 * t2_1);
    const lanes A3_y = qd[2] * (2.0 * qd[1]) - (t2_6 + q[2] * Om12_2);

    /* link 4: angular velocity omega_i and acceleration alpha_i (step 1) */
    const lanes t4_1 = qd[1] * c4 + t2_1 * s4;
    const lanes omega4_y = qd[1] * s4 - t2_1 * c4;
    const lanes omega4_z = qd[3] + omega3_z;
    const lanes alpha4_y1 = qdd[1] * s4 - t2_3 * c4;
    const lanes alpha4_z = qdd[3] - alpha2_y;
    const lanes alpha4_x = qd[3] * omega4_y - (qdd[1] * c4 + t2_3 * s4);
    const lanes alpha4_y = alpha4_y1 + qd[3] * t4_1;

    /* link 4: Om_i = alpha~ + omega~ omega~ */
    const lanes wxx_4 = t4_1 * t4_1;
    const lanes wzz_4 = omega4_z * omega4_z;
    const lanes wyz_4 = omega4_y * omega4_z;
    const lanes t4_2 = alpha4_z + t4_1 * omega4_y;
    const lanes Om32_4 = alpha4_x + wyz_4;

    /* link 4: acceleration A_i of its origin (step 2) */
    const lanes A4_x = A3_x * c4 + A3_y * s4;
    const lanes A4_y = A3_y * c4 - A3_x * s4;

    /* link 5: angular velocity omega_i and acceleration alpha_i (step 1) */
    const lanes t5_1 = t4_1 * c5 + omega4_z * s5;
    const lanes omega5_y = t4_1 * s5 - omega4_z * c5;
    const lanes omega5_z = qd[4] + omega4_y;
    const lanes alpha5_x2 = alpha4_x * c5 - alpha4_z * s5;
    const lanes alpha5_z = qdd[4] + alpha4_y;
    const lanes alpha5_x = alpha5_x2 + qd[4] * omega5_y;
    const lanes alpha5_y = qd[4] * t5_1 - (alpha4_x * s5 + alpha4_z * c5);

    /* link 5: Om_i = alpha~ + omega~ omega~ */
    const lanes wxx_5 = t5_1 * t5_1;
    const lanes wzz_5 = omega5_z * omega5_z;
    const lanes t5_2 = t5_1 * omega5_y;
    const lanes wyz_5 = omega5_y * omega5_z;
    const lanes Om32_5 = alpha5_x + wyz_5;

    /* link 5: acceleration A_i of its origin (step 2) */
    const lanes A5_x = A4_x * c5 - A3_z * s5;

    /* link 5: its own force m A + Om l and moment t + l x A (step 3) */
    const lanes f5_x = 0.114912 * (alpha5_z + t5_2);
    const lanes f5_y = 0.114912 * (wxx_5 + wzz_5);

    /* link 6: angular velocity omega_i and acceleration alpha_i (step 1) */
    const lanes omega6_x = omega5_z * s6 - t5_1 * c6;
    const lanes omega6_y = t5_1 * s6 + omega5_z * c6;
    const lanes alpha6_x2 = alpha5_x * c6 + alpha5_z * s6;
    const lanes alpha6_y2 = alpha5_z * c6 - alpha5_x * s6;
    const lanes alpha6_z = qdd[5] - alpha5_y;

    /* link 6: Om_i = alpha~ + omega~ omega~ */
    const lanes t6_1 = 2.0 * qd[5] - omega5_y;
    const lanes Om31_6 = omega6_x * t6_1 - alpha6_y2;
    const lanes Om32_6 = alpha6_x2 + omega6_y * t6_1;

    /* link 6: its own force m A + Om l and moment t + l x A (step 3) */
    const lanes chi6_x = 0.00015 * Om32_6;
    const lanes t6_2 = 0.00015 * Om31_6;
    const lanes chi6_z = 0.0003 * alpha6_z;

    /* link 6: force f_i and moment chi_i through the joint; tau_i (step 4) */
    const lanes tau6 = chi6_z + 0.02 * qdd[5];
    tau[5] = tau6;

    /* link 6: seen from its parent */
    const lanes chi6_x1 = c6 * chi6_x + s6 * t6_2;
    const lanes chi6_y1 = s6 * chi6_x - c6 * t6_2;

    /* link 5: force f_i and moment chi_i through the joint; tau_i (step 4) */
    const lanes chi5_z = 0.01585 * alpha5_z + 0.01545 * t5_2 + 0.114912 * A5_x + chi6_y1;
    const lanes tau5 = chi5_z + 0.097 * qdd[4];
    tau[4] = tau5;
    write_2(tau + 4, to_tau + 4, 6);

    /* link 5: seen from its parent */
    const lanes chi5_x = 0.01565 * Om32_5 - 0.114912 * A4_y + chi6_x1;
    const lanes chi5_y = 0.0002 * (alpha5_y + t5_1 * omega5_z) - chi6_z;
    const lanes f5_x1 = c5 * f5_x - s5 * f5_y;
    const lanes f5_y1 = s5 * f5_x + c5 * f5_y;
    const lanes chi5_x1 = c5 * chi5_x - s5 * chi5_y;
    const lanes chi5_y1 = s5 * chi5_x + c5 * chi5_y;

    /* link 4: force f_i and moment chi_i through the joint; tau_i (step 4) */
    const lanes chi4_z = 0.0012 * t4_2 + 0.005832 * A4_x - chi5_y1;
    const lanes tau4 = chi4_z + 0.106 * qdd[3];
    tau[3] = tau4;

    /* link 4: seen from its parent */
    const lanes f4_x = 0.005832 * t4_2 + f5_x1;
    const lanes f4_y = 0.005832 * (wxx_4 + wzz_4) - 0.114912 * Om32_5;
    const lanes chi4_x = 0.0012 * Om32_4 - 0.005832 * A3_z + chi5_x1;
    const lanes f4_x1 = c4 * f4_x - s4 * f4_y;
    const lanes f4_y1 = s4 * f4_x + c4 * f4_y;
    const lanes chi4_y1 = s4 * chi4_x + c4 * chi5_z;

    /* link 3: force f_i and moment chi_i through the joint; tau_i (step 4) */
    const lanes f3_x = 6.47 * A3_x + 2.749911 * t2_5 + f4_x1;
    const lanes f3_y = 6.47 * A3_y + 2.749911 * Om12_2 + f4_y1;
    const lanes f3_z = 6.47 * A3_z + 2.749911 * t2_4 - (0.005832 * Om32_4 + f5_y1);
    const lanes tau3 = f3_z + 0.782 * qdd[2];
    tau[2] = tau3;
    write_2(tau + 2, to_tau + 2, 6);

    /* link 3: seen from its parent */
    const lanes chi3_y = chi4_y1 - 2.749911 * A3_x;
    const lanes t3_1 = q[2] * f3_x;
    const lanes chi3_y1 = chi3_y + t3_1;

    /* link 2: force f_i and moment chi_i through the joint; tau_i (step 4) */
    const lanes f2_x = 6.47 * t2_6 + f3_y;
    const lanes tau2 = q[2] * f3_y + (s4 * chi5_z + (4.722 * qdd[1] - 2.513 * wxy_2 - 2.749911 *
        A3_y - c4 * chi4_x));
    tau[1] = tau2;

    /* link 2: seen from its parent */
    const lanes chi2_x = chi3_y1 - 2.521 * t2_5;
    const lanes chi2_y = 0.008 * Om12_3 - chi4_z;
    const lanes chi2_x1 = chi2_x + 0.154 * (6.47 * A2_y + f3_z);
    const lanes chi2_y1 = chi2_y + 0.154 * f2_x;

    /* link 1: force f_i and moment chi_i through the joint; tau_i (step 4) */
    const lanes tau1 = 1.415619048 * qdd[0] - s2 * chi2_x1 - c2 * chi2_y1;
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
    lanes s2, c2;
    sincos_of(&q[1], &s2, &c2, &far);
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

    /* link 6: wrench of a unit rate, towards the base; D_jk (eq. 10) */
    const lanes N6_4_x = 0.0003 * s5;
    const lanes N6_4_z = 0.0003 * c5;
    M[23] = N6_4_z; /* (4,6) */
    M[33] = N6_4_z; /* (6,4) */
    const lanes N6_3_x = c4 * N6_4_x;
    const lanes N6_3_y = s4 * N6_4_x;
    const lanes N6_2_z = -N6_3_x;
    M[11] = N6_2_z; /* (2,6) */
    M[31] = N6_2_z; /* (6,2) */
    const lanes N6_1_y2 = s2 * N6_3_y - c2 * N6_4_z;
    const lanes N6_1_z = -N6_1_y2;
    M[5] = N6_1_z; /* (1,6) */
    M[30] = N6_1_z; /* (6,1) */

    /* link 5: wrench of a unit rate, towards the base; D_jk (eq. 10) */
    const lanes F5_4_x = 0.114912 * c5;
    const lanes F5_2_y = 0.114912 * s5;
    const lanes F5_4_z = -F5_2_y;
    M[16] = F5_4_z; /* (3,5) */
    M[26] = F5_4_z; /* (5,3) */
    const lanes F5_3_x = c4 * F5_4_x;
    const lanes F5_3_y = s4 * F5_4_x;
    const lanes N5_3_y = 0.016 * c4;
    const lanes N5_2_z = 0.016 * s4 + q[2] * F5_3_y;
    M[10] = N5_2_z; /* (2,5) */
    M[25] = N5_2_z; /* (5,2) */
    const lanes N5_2_x = N5_3_y + q[2] * F5_3_x;
    const lanes N5_1_y1 = 0.154 * F5_3_y;
    const lanes N5_1_x1 = N5_2_x - 0.017696448 * s5;
    const lanes N5_1_y2 = s2 * N5_1_x1 + c2 * N5_1_y1;
    const lanes N5_1_z = -N5_1_y2;
    M[4] = N5_1_z; /* (1,5) */
    M[24] = N5_1_z; /* (5,1) */

    /* link 5: its composite seen from the parent (eq. 9) */
    const lanes t5_1 = 0.0153 * s5;
    const lanes t5_2 = s5 * t5_1;

    /* link 4: composite moments phi_j, psi_j (eq. 9) */
    const lanes psi4_xx = 0.00035 + t5_2;
    const lanes psi4_xz = c5 * t5_1;

    /* link 4: wrench of a unit rate, towards the base; D_jk (eq. 10) */
    const lanes N4_4_z = psi4_xx + 0.00135;
    const lanes D4_4 = N4_4_z + 0.106;
    M[21] = D4_4; /* (4,4) */
    const lanes F4_3_x = 0.005832 * c4 - s4 * F5_2_y;
    M[8] = F4_3_x; /* (2,3) */
    M[13] = F4_3_x; /* (3,2) */
    const lanes F4_3_y = 0.005832 * s4 + c4 * F5_2_y;
    const lanes psi3_xz = c4 * psi4_xz;
    const lanes psi3_yz = s4 * psi4_xz;
    const lanes N4_2_z = psi3_xz + q[2] * F4_3_y;
    M[9] = N4_2_z; /* (2,4) */
    write_4(M + 8, to_M + 8, 36);
    M[19] = N4_2_z; /* (4,2) */
    const lanes N4_2_x = q[2] * F4_3_x - psi3_yz;
    const lanes N4_1_y1 = 0.154 * F4_3_y - N4_4_z;
    const lanes N4_1_y2 = s2 * N4_2_x + c2 * N4_1_y1;
    const lanes N4_1_z = -N4_1_y2;
    M[3] = N4_1_z; /* (1,4) */
    M[18] = N4_1_z; /* (4,1) */

    /* link 4: its composite seen from the parent (eq. 9) */
    const lanes t4_1 = s4 * (psi4_xx - 0.00135);
    const lanes t4_2 = s4 * t4_1;

    /* link 3: composite moments phi_j, psi_j (eq. 9) */
    const lanes psi3_xy = c4 * t4_1;
    const lanes phi3_z = F5_4_x - 2.749911;

    /* link 3: wrench of a unit rate, towards the base; D_jk (eq. 10) */
    const lanes N3_1_x1 = 0.99638 - F4_3_y;
    const lanes N3_1_y2 = s2 * N3_1_x1;
    const lanes N3_1_z = -N3_1_y2;
    M[2] = N3_1_z; /* (1,3) */
    M[12] = N3_1_z; /* (3,1) */

    /* link 3: its composite seen from the parent (eq. 9) */
    const lanes omega3_z = qd[0] * c2;

    /* link 2: composite moments phi_j, psi_j (eq. 9) */
    const lanes F2_2_x = phi3_z + 6.47 * q[2];
    const lanes psi2_xx = t4_2 + 0.00935;
    const lanes psi2_yy = 6.47 * (q[2] * q[2]) + (2.0 * (q[2] * phi3_z) - t5_2) + 2.53665;

    /* link 2: wrench of a unit rate, towards the base; D_jk (eq. 10) */
    const lanes N2_2_z = psi2_xx + psi2_yy;
    const lanes D2_2 = N2_2_z + 2.193;
    M[7] = D2_2; /* (2,2) */
    const lanes N2_1_x1 = psi3_xy + 0.154 * F4_3_x;
    const lanes N2_1_y1 = 0.154 * F2_2_x - N4_2_z;
    const lanes t2_1 = c2 * N2_1_y1;
    const lanes psi1_yz = s2 * N2_1_x1 + t2_1;
    const lanes N2_1_z = -psi1_yz;
    M[1] = N2_1_z; /* (1,2) */
    M[6] = N2_1_z; /* (2,1) */
    write_4(M + 4, to_M + 4, 36);

    /* link 2: its composite seen from the parent (eq. 9) */
    const lanes psi2_xx2 = psi2_xx - s2 * (s2 * (psi2_xx - psi2_yy) + c2 * (2.0 * N4_2_x));

    /* link 1: wrench of a unit rate, towards the base; D_jk (eq. 10) */
    const lanes D1_1 = psi4_xx + psi2_xx2 - t4_2 - 0.308 * F4_3_y + 1.415619048;
    M[0] = D1_1; /* (1,1) */
    write_4(M + 0, to_M + 0, 36);

    /* link 2: angular velocity omega_i and acceleration alpha_i (step 1) */
    const lanes t2_2 = qd[0] * s2;
    const lanes t2_3 = qd[1] * omega3_z;
    const lanes alpha2_y = qd[1] * t2_2;

    /* link 2: Om_i = alpha~ + omega~ omega~ */
    const lanes wxx_2 = t2_2 * t2_2;
    const lanes wyy_2 = omega3_z * omega3_z;
    const lanes wzz_2 = qd[1] * qd[1];
    const lanes wxy_2 = t2_2 * omega3_z;
    const lanes t2_4 = wxx_2 + wzz_2;

    /* link 3: acceleration A_i of its origin (step 2) */
    const lanes A3_z1 = 9.81 * c2;
    const lanes A3_x2 = 0.154 * (wxx_2 + wyy_2);
    const lanes A3_z = A3_z1 - q[2] * t2_4;
    const lanes A3_x = A3_x2 - q[2] * (2.0 * t2_3) - qd[2] * (2.0 * t2_2);
    const lanes A3_y = qd[2] * (2.0 * qd[1]) - (9.81 * s2 + q[2] * wxy_2);

    /* link 4: angular velocity omega_i and acceleration alpha_i (step 1) */
    const lanes t4_3 = qd[1] * c4 + s4 * t2_2;
    const lanes omega4_y = qd[1] * s4 - c4 * t2_2;
    const lanes omega4_z = qd[3] + omega3_z;
    const lanes alpha4_x = qd[3] * omega4_y - s4 * t2_3;
    const lanes alpha4_y = qd[3] * t4_3 - c4 * t2_3;

    /* link 4: Om_i = alpha~ + omega~ omega~ */
    const lanes wxx_4 = t4_3 * t4_3;
    const lanes wzz_4 = omega4_z * omega4_z;
    const lanes wyz_4 = omega4_y * omega4_z;
    const lanes Om12_4 = alpha2_y - t4_3 * omega4_y;
    const lanes Om32_4 = alpha4_x + wyz_4;

    /* link 4: acceleration A_i of its origin (step 2) */
    const lanes A4_x = c4 * A3_x + s4 * A3_y;
    const lanes A4_y = c4 * A3_y - s4 * A3_x;

    /* link 5: angular velocity omega_i and acceleration alpha_i (step 1) */
    const lanes t5_3 = c5 * t4_3 + s5 * omega4_z;
    const lanes omega5_y = s5 * t4_3 - c5 * omega4_z;
    const lanes omega5_z = qd[4] + omega4_y;
    const lanes alpha5_x2 = c5 * alpha4_x + s5 * alpha2_y;
    const lanes alpha5_y2 = c5 * alpha2_y - s5 * alpha4_x;
    const lanes alpha5_x = alpha5_x2 + qd[4] * omega5_y;
    const lanes alpha5_y = alpha5_y2 + qd[4] * t5_3;

    /* link 5: Om_i = alpha~ + omega~ omega~ */
    const lanes wxx_5 = t5_3 * t5_3;
    const lanes wzz_5 = omega5_z * omega5_z;
    const lanes t5_4 = t5_3 * omega5_y;
    const lanes wyz_5 = omega5_y * omega5_z;
    const lanes Om32_5 = alpha5_x + wyz_5;

    /* link 5: acceleration A_i of its origin (step 2) */
    const lanes A5_x = c5 * A4_x - s5 * A3_z;

    /* link 5: its own force m A + Om l and moment t + l x A (step 3) */
    const lanes f5_x = 0.114912 * (alpha4_y + t5_4);
    const lanes f5_y = 0.114912 * (wxx_5 + wzz_5);

    /* link 6: angular velocity omega_i and acceleration alpha_i (step 1) */
    const lanes omega6_x = s6 * omega5_z - c6 * t5_3;
    const lanes omega6_y = s6 * t5_3 + c6 * omega5_z;
    const lanes alpha6_x2 = c6 * alpha5_x + s6 * alpha4_y;
    const lanes alpha6_y2 = c6 * alpha4_y - s6 * alpha5_x;

    /* link 6: Om_i = alpha~ + omega~ omega~ */
    const lanes t6_1 = 2.0 * qd[5] - omega5_y;
    const lanes Om31_6 = omega6_x * t6_1 - alpha6_y2;
    const lanes Om32_6 = alpha6_x2 + omega6_y * t6_1;

    /* link 6: its own force m A + Om l and moment t + l x A (step 3) */
    const lanes chi6_x = 0.00015 * Om32_6;
    const lanes t6_2 = 0.00015 * Om31_6;
    const lanes chi6_y2 = 0.0003 * alpha5_y;
    const lanes chi6_z = -chi6_y2;
    h[5] = chi6_z;

    /* link 6: seen from its parent */
    const lanes chi6_x1 = c6 * chi6_x + s6 * t6_2;
    const lanes chi6_y1 = s6 * chi6_x - c6 * t6_2;

    /* link 5: seen from its parent */
    const lanes chi5_x = 0.01565 * Om32_5 - 0.114912 * A4_y + chi6_x1;
    const lanes chi5_y = 0.0002 * (alpha5_y + t5_3 * omega5_z) + chi6_y2;
    const lanes chi5_z = 0.01585 * alpha4_y + 0.01545 * t5_4 + 0.114912 * A5_x + chi6_y1;
    h[4] = chi5_z;
    write_2(h + 4, to_h + 4, 6);
    const lanes f5_x1 = c5 * f5_x - s5 * f5_y;
    const lanes f5_y1 = s5 * f5_x + c5 * f5_y;
    const lanes chi5_x1 = c5 * chi5_x - s5 * chi5_y;
    const lanes chi5_y1 = s5 * chi5_x + c5 * chi5_y;

    /* link 4: seen from its parent */
    const lanes f4_x = f5_x1 - 0.005832 * Om12_4;
    const lanes f4_y = 0.005832 * (wxx_4 + wzz_4) - 0.114912 * Om32_5;
    const lanes chi4_x = 0.0012 * Om32_4 - 0.005832 * A3_z + chi5_x1;
    const lanes chi4_z = 0.005832 * A4_x - 0.0012 * Om12_4 - chi5_y1;
    h[3] = chi4_z;
    const lanes f4_x1 = c4 * f4_x - s4 * f4_y;
    const lanes f4_y1 = s4 * f4_x + c4 * f4_y;
    const lanes chi4_x1 = c4 * chi4_x - s4 * chi5_z;
    const lanes chi4_y1 = s4 * chi4_x + c4 * chi5_z;

    /* link 3: force f_i and moment chi_i through the joint; tau_i (step 4) */
    const lanes f3_x = 6.47 * A3_x + 5.499822 * t2_3 + f4_x1;
    const lanes f3_y = 6.47 * A3_y + 2.749911 * wxy_2 + f4_y1;
    const lanes f3_z = 6.47 * A3_z + 2.749911 * t2_4 - (0.005832 * Om32_4 + f5_y1);
    h[2] = f3_z;
    write_2(h + 2, to_h + 2, 6);

    /* link 3: seen from its parent */
    const lanes chi3_x = 2.749911 * A3_y + chi4_x1;
    const lanes chi3_y = chi4_y1 - 2.749911 * A3_x;
    const lanes t3_1 = q[2] * f3_x;
    const lanes chi3_x1 = chi3_x - q[2] * f3_y;
    const lanes chi3_y1 = chi3_y + t3_1;

    /* link 2: force f_i and moment chi_i through the joint; tau_i (step 4) */
    const lanes f2_x = 63.4707 * s2 + f3_y;
    const lanes f2_y = 63.4707 * c2 - f3_z;

    /* link 2: seen from its parent */
    const lanes chi2_x = chi3_y1 - 5.042 * t2_3;
    const lanes chi2_y = 0.016 * alpha2_y - chi4_z;
    const lanes chi2_z = -(2.513 * wxy_2 + chi3_x1);
    h[1] = chi2_z;
    const lanes t2_5 = 0.154 * f2_y;
    const lanes chi2_x1 = chi2_x - t2_5;
    const lanes chi2_y1 = chi2_y + 0.154 * f2_x;
    const lanes t2_6 = s2 * chi2_x1;
    const lanes chi2_y2 = t2_6 + c2 * chi2_y1;

    /* link 1: force f_i and moment chi_i through the joint; tau_i (step 4) */
    const lanes chi1_z = -chi2_y2;
    h[0] = chi1_z;
    write_2(h + 0, to_h + 0, 6);

    /* elements that never change */
    M[14] = ALL(7.252); /* (3,3) */
    M[15] = ALL(0.0); /* (3,4) */
    write_4(M + 12, to_M + 12, 36);
    M[17] = ALL(0.0); /* (3,6) */
    write_4(M + 16, to_M + 16, 36);
    M[20] = ALL(0.0); /* (4,3) */
    M[22] = ALL(0.0); /* (4,5) */
    write_4(M + 20, to_M + 20, 36);
    M[27] = ALL(0.0); /* (5,4) */
    write_4(M + 24, to_M + 24, 36);
    M[28] = ALL(0.113); /* (5,5) */
    M[29] = ALL(0.0); /* (5,6) */
    write_4(M + 28, to_M + 28, 36);
    M[32] = ALL(0.0); /* (6,3) */
    M[34] = ALL(0.0); /* (6,5) */
    M[35] = ALL(0.0203); /* (6,6) */
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
    lanes s2, c2;
    sincos_of(&q[1], &s2, &c2, &far);
    lanes s4, c4;
    sincos_of(&q[3], &s4, &c4, &far);
    lanes s5, c5;
    sincos_of(&q[4], &s5, &c5, &far);
    if (any_far(&far)) {
        return 0;
    }
    lanes g[6];

    /* link 2: acceleration a_i (eq. 4) */
    const lanes t2_1 = 9.81 * s2;

    /* link 3 (boom): transform to its parent */
    const lanes a3_z = 9.81 * c2;
    const lanes f3_z = 63.4707 * c2;
    g[2] = f3_z;

    /* link 4: acceleration a_i (eq. 4) */
    const lanes t4_1 = t2_1 * s4;

    /* link 5: f_i = I a (eq. 7) */
    const lanes n5_x = 0.114912 * (t2_1 * c4);
    const lanes t5_1 = 0.114912 * (t4_1 * c5 + a3_z * s5);
    const lanes n5_z = -t5_1;
    g[4] = n5_z;

    /* link 5: seen from its parent (eq. 8) */
    const lanes n5_x1 = c5 * n5_x;
    const lanes n5_y1 = s5 * n5_x;
    const lanes n2_y = 0.005832 * t4_1 + n5_y1;

    /* link 4: seen from its parent (eq. 8) */
    const lanes n4_x = n5_x1 - 0.05721192 * c2;
    const lanes n4_z = -n2_y;
    g[3] = n4_z;
    write_2(g + 2, to_g + 2, 6);
    const lanes n4_x1 = c4 * n4_x + s4 * t5_1;

    /* link 3: seen from its parent (eq. 8) */
    const lanes n3_x = n4_x1 - 26.97662691 * s2;
    const lanes n3_x1 = n3_x + q[2] * (63.4707 * s2);

    /* link 2: wrench through the joint; tau_i (eq. 8) */
    const lanes n2_z = -n3_x1;
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
    lanes s2, c2;
    sincos_of(&q[1], &s2, &c2, &far);
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

    /* link 2: angular velocity omega_i and acceleration alpha_i (step 1) */
    const lanes t2_1 = qd[0] * s2;
    const lanes omega3_z = qd[0] * c2;
    const lanes t2_2 = qd[1] * omega3_z;
    const lanes alpha2_y = qd[1] * t2_1;

    /* link 2: Om_i = alpha~ + omega~ omega~ */
    const lanes wxx_2 = t2_1 * t2_1;
    const lanes wyy_2 = omega3_z * omega3_z;
    const lanes wzz_2 = qd[1] * qd[1];
    const lanes wxy_2 = t2_1 * omega3_z;
    const lanes t2_3 = wxx_2 + wzz_2;

    /* link 3: acceleration A_i of its origin (step 2) */
    const lanes A3_z1 = 9.81 * c2;
    const lanes A3_x2 = 0.154 * (wxx_2 + wyy_2);
    const lanes A3_z = A3_z1 - q[2] * t2_3;
    const lanes A3_x = A3_x2 - q[2] * (2.0 * t2_2) - qd[2] * (2.0 * t2_1);
    const lanes A3_y = qd[2] * (2.0 * qd[1]) - (9.81 * s2 + q[2] * wxy_2);

    /* link 4: angular velocity omega_i and acceleration alpha_i (step 1) */
    const lanes t4_1 = qd[1] * c4 + t2_1 * s4;
    const lanes omega4_y = qd[1] * s4 - t2_1 * c4;
    const lanes omega4_z = qd[3] + omega3_z;
    const lanes alpha4_x = qd[3] * omega4_y - t2_2 * s4;
    const lanes alpha4_y = qd[3] * t4_1 - t2_2 * c4;

    /* link 4: Om_i = alpha~ + omega~ omega~ */
    const lanes wxx_4 = t4_1 * t4_1;
    const lanes wzz_4 = omega4_z * omega4_z;
    const lanes wyz_4 = omega4_y * omega4_z;
    const lanes Om12_4 = alpha2_y - t4_1 * omega4_y;
    const lanes Om32_4 = alpha4_x + wyz_4;

    /* link 4: acceleration A_i of its origin (step 2) */
    const lanes A4_x = A3_x * c4 + A3_y * s4;
    const lanes A4_y = A3_y * c4 - A3_x * s4;

    /* link 5: angular velocity omega_i and acceleration alpha_i (step 1) */
    const lanes t5_1 = t4_1 * c5 + omega4_z * s5;
    const lanes omega5_y = t4_1 * s5 - omega4_z * c5;
    const lanes omega5_z = qd[4] + omega4_y;
    const lanes alpha5_x2 = alpha4_x * c5 + alpha2_y * s5;
    const lanes alpha5_y2 = alpha2_y * c5 - alpha4_x * s5;
    const lanes alpha5_x = alpha5_x2 + qd[4] * omega5_y;
    const lanes alpha5_y = alpha5_y2 + qd[4] * t5_1;

    /* link 5: Om_i = alpha~ + omega~ omega~ */
    const lanes wxx_5 = t5_1 * t5_1;
    const lanes wzz_5 = omega5_z * omega5_z;
    const lanes t5_2 = t5_1 * omega5_y;
    const lanes wyz_5 = omega5_y * omega5_z;
    const lanes Om32_5 = alpha5_x + wyz_5;

    /* link 5: acceleration A_i of its origin (step 2) */
    const lanes A5_x = A4_x * c5 - A3_z * s5;

    /* link 5: its own force m A + Om l and moment t + l x A (step 3) */
    const lanes f5_x = 0.114912 * (alpha4_y + t5_2);
    const lanes f5_y = 0.114912 * (wxx_5 + wzz_5);

    /* link 6: angular velocity omega_i and acceleration alpha_i (step 1) */
    const lanes omega6_x = omega5_z * s6 - t5_1 * c6;
    const lanes omega6_y = t5_1 * s6 + omega5_z * c6;
    const lanes alpha6_x2 = alpha5_x * c6 + alpha4_y * s6;
    const lanes alpha6_y2 = alpha4_y * c6 - alpha5_x * s6;

    /* link 6: Om_i = alpha~ + omega~ omega~ */
    const lanes t6_1 = 2.0 * qd[5] - omega5_y;
    const lanes Om31_6 = omega6_x * t6_1 - alpha6_y2;
    const lanes Om32_6 = alpha6_x2 + omega6_y * t6_1;

    /* link 6: its own force m A + Om l and moment t + l x A (step 3) */
    const lanes chi6_x = 0.00015 * Om32_6;
    const lanes t6_2 = 0.00015 * Om31_6;
    const lanes chi6_y2 = 0.0003 * alpha5_y;

    /* link 6: seen from its parent */
    const lanes chi6_x1 = c6 * chi6_x + s6 * t6_2;
    const lanes chi6_y1 = s6 * chi6_x - c6 * t6_2;

    /* link 5: seen from its parent */
    const lanes chi5_x = 0.01565 * Om32_5 - 0.114912 * A4_y + chi6_x1;
    const lanes chi5_y = 0.0002 * (alpha5_y + t5_1 * omega5_z) + chi6_y2;
    const lanes chi5_z = 0.01585 * alpha4_y + 0.01545 * t5_2 + 0.114912 * A5_x + chi6_y1;
    const lanes f5_x1 = c5 * f5_x - s5 * f5_y;
    const lanes f5_y1 = s5 * f5_x + c5 * f5_y;
    const lanes chi5_x1 = c5 * chi5_x - s5 * chi5_y;
    const lanes chi5_y1 = s5 * chi5_x + c5 * chi5_y;

    /* link 4: seen from its parent */
    const lanes f4_x = f5_x1 - 0.005832 * Om12_4;
    const lanes f4_y = 0.005832 * (wxx_4 + wzz_4) - 0.114912 * Om32_5;
    const lanes chi4_x = 0.0012 * Om32_4 - 0.005832 * A3_z + chi5_x1;
    const lanes chi4_z = 0.005832 * A4_x - 0.0012 * Om12_4 - chi5_y1;
    const lanes f4_x1 = c4 * f4_x - s4 * f4_y;
    const lanes f4_y1 = s4 * f4_x + c4 * f4_y;
    const lanes chi4_x1 = c4 * chi4_x - s4 * chi5_z;
    const lanes chi4_y1 = s4 * chi4_x + c4 * chi5_z;

    /* link 3: force f_i and moment chi_i through the joint; tau_i (step 4) */
    const lanes f3_x = 6.47 * A3_x + 5.499822 * t2_2 + f4_x1;
    const lanes f3_y = 6.47 * A3_y + 2.749911 * wxy_2 + f4_y1;
    const lanes f3_z = 6.47 * A3_z + 2.749911 * t2_3 - (0.005832 * Om32_4 + f5_y1);

    /* link 3: seen from its parent */
    const lanes chi3_x = 2.749911 * A3_y + chi4_x1;
    const lanes chi3_y = chi4_y1 - 2.749911 * A3_x;
    const lanes t3_1 = q[2] * f3_x;
    const lanes chi3_x1 = chi3_x - q[2] * f3_y;
    const lanes chi3_y1 = chi3_y + t3_1;

    /* link 2: force f_i and moment chi_i through the joint; tau_i (step 4) */
    const lanes f2_x = 63.4707 * s2 + f3_y;
    const lanes f2_y = 63.4707 * c2 - f3_z;

    /* link 2: seen from its parent */
    const lanes chi2_x = chi3_y1 - 5.042 * t2_2;
    const lanes chi2_y = 0.016 * alpha2_y - chi4_z;
    const lanes chi2_x1 = chi2_x - 0.154 * f2_y;
    const lanes chi2_y1 = chi2_y + 0.154 * f2_x;
    const lanes chi2_y2 = s2 * chi2_x1 + c2 * chi2_y1;

    /* link 6: wrench of a unit rate, towards the base; D_jk (eq. 10) */
    const lanes N6_4_x = 0.0003 * s5;
    const lanes N6_4_z = 0.0003 * c5;
    const lanes N6_3_x = c4 * N6_4_x;
    const lanes N6_3_y = s4 * N6_4_x;
    const lanes N6_1_y2 = s2 * N6_3_y - c2 * N6_4_z;

    /* link 5: wrench of a unit rate, towards the base; D_jk (eq. 10) */
    const lanes F5_4_x = 0.114912 * c5;
    const lanes F5_2_y = 0.114912 * s5;
    const lanes F5_3_x = c4 * F5_4_x;
    const lanes F5_3_y = s4 * F5_4_x;
    const lanes N5_3_y = 0.016 * c4;
    const lanes N5_2_z = 0.016 * s4 + q[2] * F5_3_y;
    const lanes N5_2_x = N5_3_y + q[2] * F5_3_x;
    const lanes N5_1_y1 = 0.154 * F5_3_y;
    const lanes N5_1_x1 = N5_2_x - 0.017696448 * s5;
    const lanes N5_1_y2 = s2 * N5_1_x1 + c2 * N5_1_y1;

    /* link 5: its composite seen from the parent (eq. 9) */
    const lanes t5_3 = 0.0153 * s5;
    const lanes t5_4 = s5 * t5_3;

    /* link 4: composite moments phi_j, psi_j (eq. 9) */
    const lanes psi4_xx = 0.00035 + t5_4;
    const lanes psi4_xz = c5 * t5_3;

    /* link 4: wrench of a unit rate, towards the base; D_jk (eq. 10) */
    const lanes N4_4_z = psi4_xx + 0.00135;
    const lanes D4_4 = N4_4_z + 0.106;
    const lanes F4_3_x = 0.005832 * c4 - s4 * F5_2_y;
    const lanes F4_3_y = 0.005832 * s4 + c4 * F5_2_y;
    const lanes psi3_xz = c4 * psi4_xz;
    const lanes psi3_yz = s4 * psi4_xz;
    const lanes N4_2_z = psi3_xz + q[2] * F4_3_y;
    const lanes N4_2_x = q[2] * F4_3_x - psi3_yz;
    const lanes N4_1_y1 = 0.154 * F4_3_y - N4_4_z;
    const lanes N4_1_y2 = s2 * N4_2_x + c2 * N4_1_y1;

    /* link 4: its composite seen from the parent (eq. 9) */
    const lanes t4_2 = s4 * (psi4_xx - 0.00135);
    const lanes t4_3 = s4 * t4_2;

    /* link 3: composite moments phi_j, psi_j (eq. 9) */
    const lanes psi3_xy = c4 * t4_2;
    const lanes phi3_z = F5_4_x - 2.749911;

    /* link 3: wrench of a unit rate, towards the base; D_jk (eq. 10) */
    const lanes N3_1_x1 = 0.99638 - F4_3_y;
    const lanes N3_1_y2 = s2 * N3_1_x1;

    /* link 2: composite moments phi_j, psi_j (eq. 9) */
    const lanes F2_2_x = phi3_z + 6.47 * q[2];
    const lanes psi2_xx = t4_3 + 0.00935;
    const lanes psi2_yy = 6.47 * (q[2] * q[2]) + (2.0 * (q[2] * phi3_z) - t5_4) + 2.53665;

    /* link 2: wrench of a unit rate, towards the base; D_jk (eq. 10) */
    const lanes N2_2_z = psi2_xx + psi2_yy;
    const lanes D2_2 = N2_2_z + 2.193;
    const lanes N2_1_x1 = psi3_xy + 0.154 * F4_3_x;
    const lanes N2_1_y1 = 0.154 * F2_2_x - N4_2_z;

    /* link 2: its composite seen from the parent (eq. 9) */
    const lanes psi2_xx2 = psi2_xx - s2 * (s2 * (psi2_xx - psi2_yy) + c2 * (2.0 * N4_2_x));

    /* link 1: composite moments phi_j, psi_j (eq. 9) */
    const lanes psi1_yz = s2 * N2_1_x1 + c2 * N2_1_y1;

    /* link 1: wrench of a unit rate, towards the base; D_jk (eq. 10) */
    const lanes D1_1 = psi4_xx + psi2_xx2 - t4_3 - 0.308 * F4_3_y + 1.415619048;

    /* what accelerates the joints: b = tau - h */
    const lanes b1 = tau[0] + chi2_y2;
    const lanes b2 = tau[1] + (2.513 * wxy_2 + chi3_x1);
    const lanes b3 = tau[2] - f3_z;
    const lanes b4 = tau[3] - chi4_z;
    const lanes b5 = tau[4] - chi5_z;
    const lanes b6 = tau[5] + chi6_y2;

    /* link 6: pivot d_k, row l_k of L, what is left of M and of b */
    const lanes t6_3 = 49.26108374384236 * N6_1_y2;
    const lanes t6_4 = 49.26108374384236 * N6_3_x;
    const lanes l6_4 = 0.014778325123152709 * c5;
    const lanes b1_6 = b1 + b6 * t6_3;
    const lanes t6_5 = psi1_yz + N6_1_y2 * t6_4;
    const lanes b2_6 = b2 + b6 * t6_4;
    const lanes t6_6 = N6_1_y2 * l6_4 - N4_1_y2;
    const lanes t6_7 = N4_2_z + N6_3_x * l6_4;
    const lanes d4 = D4_4 - N6_4_z * l6_4;
    const lanes b4_6 = b4 - b6 * l6_4;

    /* link 5: pivot d_k, row l_k of L, what is left of M and of b */
    const lanes t5_5 = 8.849557522123893 * N5_1_y2;
    const lanes l5_2 = 8.849557522123893 * N5_2_z;
    const lanes t5_6 = 1.0169203539823009 * s5;
    const lanes b1_5 = b1_6 + b5 * t5_5;
    const lanes b2_5 = b2_6 - b5 * l5_2;
    const lanes t5_7 = N3_1_y2 + N5_1_y2 * t5_6;
    const lanes t5_8 = F4_3_x + N5_2_z * t5_6;
    const lanes d3 = 7.252 - F5_2_y * t5_6;
    const lanes b3_5 = b3 + b5 * t5_6;

    /* link 4: pivot d_k, row l_k of L, what is left of M and of b */
    const lanes t4_4 = 1.0658141036401503e-14 * D4_4;
    sound[0] &= (bits)(d4 > t4_4);
    const lanes di4 = 1.0 / d4;
    const lanes l4_1 = t6_6 * di4;
    const lanes l4_2 = t6_7 * di4;
    const lanes b1_4 = b1_5 - b4_6 * l4_1;
    const lanes b2_4 = b2_5 - b4_6 * l4_2;

    /* link 3: pivot d_k, row l_k of L, what is left of M and of b */
    sound[0] &= (bits)(d3 > ALL(7.72928387959837e-14));
    const lanes di3 = 1.0 / d3;
    const lanes t3_2 = t5_7 * di3;
    const lanes l3_2 = t5_8 * di3;
    const lanes b1_3 = b1_4 + b3_5 * t3_2;
    const lanes t3_3 = N5_1_y2 * l5_2 - t6_5 - t6_6 * l4_2 + t5_7 * l3_2;
    const lanes d2 = D2_2 - N6_3_x * t6_4 - N5_2_z * l5_2 - t6_7 * l4_2 - t5_8 * l3_2;
    const lanes b2_3 = b2_4 - b3_5 * l3_2;

    /* link 2: pivot d_k, row l_k of L, what is left of M and of b */
    const lanes t2_4 = 1.0658141036401503e-14 * D2_2;
    sound[0] &= (bits)(d2 > t2_4);
    const lanes di2 = 1.0 / d2;
    const lanes l2_1 = t3_3 * di2;
    const lanes d1 = D1_1 - N6_1_y2 * t6_3 - N5_1_y2 * t5_5 - t6_6 * l4_1 - t5_7 * t3_2 - t3_3 *
        l2_1;
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
    const lanes qdd3 = b3_5 * di3 + t3_2 * qdd1 - l3_2 * qdd2;

    /* link 4: qdd_k from the base outward */
    const lanes qdd4 = b4_6 * di4 - l4_1 * qdd1 - l4_2 * qdd2;

    /* link 5: qdd_k from the base outward */
    const lanes qdd5 = 8.849557522123893 * b5 + t5_5 * qdd1 - l5_2 * qdd2 + t5_6 * qdd3;

    /* link 6: qdd_k from the base outward */
    const lanes qdd6 = 49.26108374384236 * b6 + t6_3 * qdd1 + t6_4 * qdd2 - l6_4 * qdd4;

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
