/* pendulum.c - rigid-body dynamics of pendulum, 1 degree of freedom

   Written by: gen-robot pendulum.yaml --lang c --kernels inverse_dynamics,forward_dynamics
         --precision single --friction
   It belongs to whoever generates it: the authors of gen-robot claim no rights in it.

   Joints, in the order of q and qd, with the numbers of the links that they move:
     1  [0]  rod  revolute
   Kernels and their operations, searched for with effort normal:
     inverse_dynamics  4 mul, 3 add, 1 sincos  (gibbs_appell)
     forward_dynamics  4 mul, 3 add, 1 sincos  (udut)

   Sines and cosines are computed inline, those of all angles of a kernel at once, with an error
   below one unit in the last place. For angles beyond 1.6e6 rad the library is called.

   Frames, by modified Denavit-Hartenberg constants (Khalil and Kleinfinger 1986) in m and rad,
   from that of the link that each is on: turn alpha about x, shift a along x, turn theta about
   z, shift d along z.
     link  on    alpha  a  theta  d
     1     base  0      0  q[0]   0
   Gravity is (0, 0, -9.81) m/s^2 in the frame of the base.
   The frame of the base is taken below link 1 at rpy (pi/2, 0, 0). The links' own frames in the
   robot's file are the same.
   Regrouped bodies (Gautier and Khalil 1990): what a joint cannot move is its parent's.

   Names in all kernels:
     c1    cosine of the angle of joint 1
     t1_1  a value at link 1 that no paper names
   They are in the frames of their links, about the origins. They end in x, y, z for components,
   in xx .. yz for elements of a symmetric tensor; a number after that counts the turns and
   shifts on the way to another frame.

   Sources:
     Gautier, M. and Khalil, W. 1990. Direct calculation of minimum set of inertial parameters of
         serial robots. IEEE Trans. Robotics and Automation 6(3).
     Khalil, W. and Kleinfinger, J. F. 1986. A new geometric notation for open and closed-loop
         robots. IEEE Int. Conf. Robotics and Automation.
     Mata, V., Provenzano, S., Valero, F. and Cuadrado, J. I. 2002. Serial-robot dynamics
         algorithms for moderately large numbers of joints. Mechanism and Machine Theory 37.
     Saha, S. K. 1999. Analytical expression for the inverted inertia matrix of serial robots.
         Int. J. Robotics Research 18(1).
*/

#include "pendulum.h"

#include <math.h>
#include <float.h>
#include <stdint.h>
#include <string.h>

/* Sines and cosines of four angles at once, without a branch or a call, to less than a unit in the
   last place. The library is asked for angles beyond 1.6e6, infinite ones and those that are no
   number; and for all where a compiler may regroup sums or keep more digits than a double has, for
   that breaks it, or where a processor has no doubles. */
#if defined(__FAST_MATH__) || defined(__ASSOCIATIVE_MATH__) || defined(_M_FP_FAST) \
    || FLT_EVAL_METHOD < 0 || FLT_EVAL_METHOD == 2 || DBL_MANT_DIG != 53
#define ASK_LIBRARY 1
#elif (defined(__arm__) && !(defined(__ARM_FP) && (__ARM_FP & 8))) \
    || (defined(__riscv) && !(defined(__riscv_flen) && __riscv_flen > 32))
#define ASK_LIBRARY 1
#else
#define ASK_LIBRARY 0
#endif

/* Vectors of GNU C where there are any, as wide as the registers; -DGEN_ROBOT_ISO_C does without.
   A pack is what is computed at once. */
#if (defined(__clang__) || (defined(__GNUC__) && __GNUC__ > 4)) && !defined(GEN_ROBOT_ISO_C)
#define INLINE inline __attribute__((always_inline))
#define COLD __attribute__((cold, noinline))
#else
#define INLINE inline
#define COLD
#define NO_VECTORS
#endif
#if ASK_LIBRARY
#define PACKS 0
typedef float pack;
typedef int pack_bits;
#elif defined(NO_VECTORS)
#define PACKS 4
typedef double pack;
typedef uint64_t pack_bits;
#elif defined(__AVX__) || defined(__clang__)
#define PACKS 1
typedef double pack __attribute__((vector_size(32)));
typedef uint64_t pack_bits __attribute__((vector_size(32)));
#else
#define PACKS 2
typedef double pack __attribute__((vector_size(16)));
typedef uint64_t pack_bits __attribute__((vector_size(16)));
#endif
#if ASK_LIBRARY
typedef float one;
#else
typedef double one; /* results are rounded to float once */
#endif
#if PACKS == 1
typedef pack four;
#else
typedef one four[4];
#endif

#if !ASK_LIBRARY
static INLINE void sincos_of(
    const pack *angle, pack *sine, pack *cosine, pack_bits *far)
{
#if defined(__clang__) && __clang_major__ > 13
#pragma clang fp reassociate(off)
#endif
    union { pack real; pack_bits word; } y, s, c;
    const pack x = *angle;
    y.real = x * 0x1.45f306dc9c883p-1 + 0x1.8p52;
    const pack k = y.real - 0x1.8p52;
    const pack r = (x - k * 0x1.921fb544p0) - k * 0x1.0b4611a626331p-34;
    const pack z = r * r;
    const pack w = z * z;
    const pack ps = (-0x1.5555554c71ba9p-3 + z * 0x1.1111086a50d1cp-7)
        + w * (-0x1.a00f7f1b598eep-13 + z * 0x1.6cd1ef78d79b8p-19);
    const pack pc = (-0x1.ffffffd0c5aa3p-2 + z * 0x1.55553e103cb71p-5)
        + w * (-0x1.6c087e7794b13p-10 + z * 0x1.99342bcc6e9d1p-16);
    s.real = r + (r * z) * ps;
    c.real = 1.0 + z * pc;
    /* The last bits of y are the quadrant: an odd one swaps the two, and it gives them signs. */
    const pack_bits swap = (s.word ^ c.word) & -(y.word & UINT64_C(1));
    s.word = s.word ^ swap ^ ((y.word << 62) & UINT64_C(0x8000000000000000));
    c.word = c.word ^ swap ^ (((y.word + UINT64_C(1)) << 62) & UINT64_C(0x8000000000000000));
    *sine = s.real;
    *cosine = c.real;
    *far |= y.word - UINT64_C(0x4337fffffff00000);
}
#endif

static INLINE void sincos4(
    one a, one b, one c, one d, four *sines, four *cosines, pack_bits *far)
{
#if PACKS == 0
    (void)a, (void)b, (void)c, (void)d, (void)sines, (void)cosines;
    *far = 1;
#elif PACKS == 1
    const pack x = {a, b, c, d};
    sincos_of(&x, sines, cosines, far);
#elif PACKS == 2
    const pack x1 = {a, b}, x2 = {c, d};
    pack s1, s2, c1, c2;
    sincos_of(&x1, &s1, &c1, far);
    sincos_of(&x2, &s2, &c2, far);
    memcpy(*sines, &s1, sizeof s1), memcpy(*sines + 2, &s2, sizeof s2);
    memcpy(*cosines, &c1, sizeof c1), memcpy(*cosines + 2, &c2, sizeof c2);
#else
    const double x[4] = {a, b, c, d};
    for (int i = 0; i < 4; ++i) {
        sincos_of(x + i, *sines + i, *cosines + i, far);
    }
#endif
}

/* Tell whether the library has to be asked. */
static INLINE int any_far(const pack_bits *far)
{
#if PACKS == 0
    return *far;
#elif PACKS == 1
    return (((*far)[0] | (*far)[1] | (*far)[2] | (*far)[3]) >> 21) != 0;
#elif PACKS == 2
    return (((*far)[0] | (*far)[1]) >> 21) != 0;
#else
    return (*far >> 21) != 0;
#endif
}

static COLD void library_sincos(const one angles[4], one sines[4], one cosines[4])
{
    for (int i = 0; i < 4; ++i) {
        sines[i] = sinf((float)angles[i]);
        cosines[i] = cosf((float)angles[i]);
    }
}

/* With copies, for what a function knows by its address would have to stay in memory. */
static INLINE void library_sincos4(
    one a, one b, one c, one d, four *sines, four *cosines)
{
    const one x[4] = {a, b, c, d};
    one s[4], t[4];
    library_sincos(x, s, t);
    (*sines)[0] = s[0], (*sines)[1] = s[1], (*sines)[2] = s[2], (*sines)[3] = s[3];
    (*cosines)[0] = t[0], (*cosines)[1] = t[1], (*cosines)[2] = t[2], (*cosines)[3] = t[3];
}

/* -1, 0 or 1: the sense of a dry friction. */
static float sign_of(float x)
{
    return (float)((x > 0.0f) - (x < 0.0f));
}

/* inverse dynamics, tau = M qdd + h.
   gibbs_appell: 4 mul, 3 add, 1 sincos
   Gibbs-Appell equations: Mata, Provenzano, Valero and Cuadrado 2002, section 4.1.
   Bodies regrouped.
     A1_y    acceleration of the origin of link 1, less gravity, in its frame
     chi1_z  moment through joint 1, in the frame of link 1
*/
void pendulum_inverse_dynamics(
    const float q[PENDULUM_RESTRICT 1],
    const float qd[PENDULUM_RESTRICT 1],
    const float qdd[PENDULUM_RESTRICT 1],
    float tau[PENDULUM_RESTRICT 1])
{

    /* angles */
    four sines1, cosines1;
    pack_bits far = {0};
    sincos4(q[0], q[0], q[0], q[0], &sines1, &cosines1, &far);
    if (any_far(&far)) {
        library_sincos4(q[0], q[0], q[0], q[0], &sines1, &cosines1);
    }
    const float c1 = (float)cosines1[0];

    /* link 1: acceleration A_i of its origin (step 2) */
    const float A1_y = 9.81f * c1;

    /* link 1: its own force m A + Om l and moment t + l x A (step 3) */
    const float chi1_z = A1_y + 0.75f * qdd[0];

    /* link 1: seen from its parent */
    const float t1_1 = sign_of(qd[0]);
    const float t1_2 = chi1_z + (0.125f * qd[0] + 0.0625f * t1_1);
    tau[0] = t1_2;
}

/* forward dynamics, qdd = M^-1 (tau - h).
   udut: 4 mul, 3 add, 1 sincos
   Gaussian elimination on the recursion that forms the matrix: Saha 1999, eqs. 34-48.
   Bodies as given.
     A1_y          acceleration of the origin of link 1, less gravity, in its frame
     u1            torque of joint 1 beyond what moving on asks for
     pf1_y, pm1_z  force and moment that link 1 passes on with joint 1 free
*/
int pendulum_forward_dynamics(
    const float q[PENDULUM_RESTRICT 1],
    const float qd[PENDULUM_RESTRICT 1],
    const float tau[PENDULUM_RESTRICT 1],
    float qdd[PENDULUM_RESTRICT 1])
{

    /* angles */
    four sines1, cosines1;
    pack_bits far = {0};
    sincos4(q[0], q[0], q[0], q[0], &sines1, &cosines1, &far);
    if (any_far(&far)) {
        library_sincos4(q[0], q[0], q[0], q[0], &sines1, &cosines1);
    }
    const float c1 = (float)cosines1[0];
    const float t0_1 = sign_of(qd[0]);
    const float pm1_z = tau[0] - (0.125f * qd[0] + 0.0625f * t0_1);

    /* link 1: acceleration A_i of its origin (step 2) */
    const float A1_y = 9.81f * c1;

    /* link 1: articulated inertia, pivot D_i; free the joint (eqs. 12, 13) */
    const float u1 = pm1_z - A1_y;
    const float pf1_y = 1.3333334f * u1;
    qdd[0] = pf1_y;
    return 0;
}
