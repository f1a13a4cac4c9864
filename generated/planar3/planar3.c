/* planar3.c - rigid-body dynamics of planar3, 3 degrees of freedom

   Written by: gen-robot planar3 --lang c
   It belongs to whoever generates it: the authors of gen-robot claim no rights in it.

   Joints, in the order of q and qd, with the numbers of the links that they move:
     1  [0]  link1  revolute
     2  [1]  link2  revolute
     3  [2]  link3  revolute
   Kernels and their operations, searched for with effort normal:
     inertia_matrix    5 mul, 13 add, 2 sincos  (noc)
     bias              23 mul, 14 add, 3 sincos  (gibbs_appell)
     inverse_dynamics  30 mul, 23 add, 3 sincos  (gibbs_appell)
     inertia_and_bias  29 mul, 24 add, 3 sincos  (meeting+gibbs_appell)
     gravity           3 mul, 4 add, 3 sincos  (rnea)
     forward_dynamics  48 mul, 38 add, 2 div, 3 sincos  (gauss_jordan on meeting+gibbs_appell)

   Sines and cosines are computed inline, those of all angles of a kernel at once, with an error
   below one unit in the last place. For angles beyond 1.6e6 rad the library is called.

   Rounding adds at most this to any output, at all states within the limits of the robot's file;
   where there is none, within pi or 1 m, 3 rad/s or m/s and 10 rad/s^2 or m/s^2:
     inertia_matrix    3.6e-15 kg m^2
     bias              2.8e-13 N m
     inverse_dynamics  2.2e-13 N m
     inertia_and_bias  2.8e-13 N m
     gravity           2.7e-14 N m

   Frames, by modified Denavit-Hartenberg constants (Khalil and Kleinfinger 1986) in m and rad,
   from that of the link that each is on: turn alpha about x, shift a along x, turn theta about
   z, shift d along z.
     link  on    alpha  a    theta  d
     1     base  0      0    q[0]   0
     2     1     0      1    q[1]   0
     3     2     0      0.8  q[2]   0
   Gravity is (0, -9.81, 0) m/s^2 in the frame of the base.
   The links' own frames in the robot's file are the same.
   Regrouped bodies (Gautier and Khalil 1990): what a joint cannot move is its parent's.
   Frames held (links 1, 2): they stay behind when their links turn about parallel axes, and the
   links' own constants are turned instead.

   Names in all kernels:
     c2, s2  cosine and sine of the angle of joint 2
     c1_2    cosine of the sum of the angles of joints 1 and 2
     q1_2    sum of the angles of joints 1 and 2
     t2_1    a value at link 2 that no paper names
   They are in the frames of their links, about the origins. They end in x, y, z for components,
   in xx .. yz for elements of a symmetric tensor; a number after that counts the turns and
   shifts on the way to another frame.

   Sources:
     Angeles, J. and Ma, O. 1988. Dynamic simulation of n-axis serial robotic manipulators using
         a natural orthogonal complement. Int. J. Robotics Research 7(5).
     Featherstone, R. and Orin, D. 2000. Robot dynamics: equations and algorithms. IEEE Int.
         Conf. Robotics and Automation.
     Gautier, M. and Khalil, W. 1990. Direct calculation of minimum set of inertial parameters of
         serial robots. IEEE Trans. Robotics and Automation 6(3).
     Khalil, W. and Kleinfinger, J. F. 1986. A new geometric notation for open and closed-loop
         robots. IEEE Int. Conf. Robotics and Automation.
     Luh, J. Y. S., Walker, M. W. and Paul, R. P. 1980. On-line computational scheme for
         mechanical manipulators. ASME J. Dynamic Systems, Measurement, and Control 102.
     Mata, V., Provenzano, S., Valero, F. and Cuadrado, J. I. 2002. Serial-robot dynamics
         algorithms for moderately large numbers of joints. Mechanism and Machine Theory 37.
     Provenzano, S., Mata, V., Ceccarelli, M. and Suner, J. L. Efficient computation of the
         generalized inertial tensor of robots by using the Gibbs-Appell equations.
     Saha, S. K. 1999. Analytical expression for the inverted inertia matrix of serial robots.
         Int. J. Robotics Research 18(1).
     Walker, M. W. and Orin, D. E. 1982. Efficient dynamic computer simulation of robotic
         mechanisms. ASME J. Dynamic Systems, Measurement, and Control 104.
*/

#include "planar3.h"

#include <math.h>
#include <float.h>
#include <stdint.h>
#include <string.h>

/* Sines and cosines of four angles at once, without a branch or a call, to less than a unit in the
   last place. The library is asked for angles beyond 1.6e6, infinite ones and those that are no
   number; and for all where a compiler may regroup sums or keep more digits than a double has, for
   that breaks it. */
#if defined(__FAST_MATH__) || defined(__ASSOCIATIVE_MATH__) || defined(_M_FP_FAST) \
    || FLT_EVAL_METHOD < 0 || FLT_EVAL_METHOD == 2 || DBL_MANT_DIG != 53
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
typedef double pack;
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
#if PACKS == 1
typedef pack four;
#else
typedef double four[4];
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
    const pack r1 = x - k * 0x1.921fb544p0;
    const pack r2 = r1 - k * 0x1.0b4611a6p-34;
    const pack r = r2 - k * 0x1.3198a2ep-69;
    const pack t = ((r1 - r2) - k * 0x1.0b4611a6p-34) + ((r2 - r) - k * 0x1.3198a2ep-69)
        - k * 0x1.b839a252049c1p-104;
    const pack z = r * r;
    const pack w = z * z;
    const pack h = 0.5 * r;
    const pack v = 1.0 - h * r;
    const pack e = (1.0 - v) - h * r;
    const pack ps = (-0x1.5555555555548p-3 + z * 0x1.111111110f76p-7)
        + w * ((-0x1.a01a019bf2b73p-13 + z * 0x1.71de355fa39ccp-19)
               + w * (-0x1.ae5e54fed77afp-26 + z * 0x1.5d8e61c8e8e53p-33));
    const pack pc = (0x1.555555555554cp-5 + z * -0x1.6c16c16c15222p-10)
        + w * ((0x1.a01a019cbfd2dp-16 + z * -0x1.27e4f8131569dp-22)
               + w * (0x1.1ee9f197f4ff1p-29 + z * -0x1.8fb15614c9485p-37));
    s.real = r + ((r * z) * ps + t * v);
    c.real = v + (w * pc + (e - r * t));
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
    double a, double b, double c, double d, four *sines, four *cosines, pack_bits *far)
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

static COLD void library_sincos(const double angles[4], double sines[4], double cosines[4])
{
    for (int i = 0; i < 4; ++i) {
        sines[i] = sin(angles[i]);
        cosines[i] = cos(angles[i]);
    }
}

/* With copies, for what a function knows by its address would have to stay in memory. */
static INLINE void library_sincos4(
    double a, double b, double c, double d, four *sines, four *cosines)
{
    const double x[4] = {a, b, c, d};
    double s[4], t[4];
    library_sincos(x, s, t);
    (*sines)[0] = s[0], (*sines)[1] = s[1], (*sines)[2] = s[2], (*sines)[3] = s[3];
    (*cosines)[0] = t[0], (*cosines)[1] = t[1], (*cosines)[2] = t[2], (*cosines)[3] = t[3];
}

/* inertia matrix M(q).
   noc: 5 mul, 13 add, 2 sincos
   Natural orthogonal complement: Angeles and Ma 1988; Saha 1999, eqs. 10-18.
   Bodies regrouped.
     v3_1_y  velocity of the origin of link 3 at a unit rate of joint 1
     L2_1_z  angular momentum of link 2 at a unit rate of joint 1
     d2_1_1  part of link 2 in element (1,1) of the matrix
     D1_1    element (1,1) of the inertia matrix
*/
void planar3_inertia_matrix(
    const double q[PLANAR3_RESTRICT 3],
    double M[PLANAR3_RESTRICT 9])
{

    /* angles */
    four sines1, cosines1;
    pack_bits far = {0};
    sincos4(q[1], q[2], q[1], q[2], &sines1, &cosines1, &far);
    if (any_far(&far)) {
        library_sincos4(q[1], q[2], q[1], q[2], &sines1, &cosines1);
    }
    const double c2 = cosines1[0];
    const double s2 = sines1[0];
    const double c3 = cosines1[1];
    const double s3 = sines1[1];

    /* link 2: block row N_i at C_i (eq. 14), and its part N_i^T M_i N_i of I (eq. 18) */
    const double t2_1 = 1.6 * c2;
    const double L2_1_z = 1.0666666666666667 + t2_1;
    const double d2_1_1 = t2_1 + L2_1_z;

    /* link 3: twists at its origin, one for each joint on its way (eq. 10) */
    const double v3_1_y1 = c2 + 0.8;
    const double v3_1_y = c3 * v3_1_y1 - s2 * s3;

    /* link 3: block row N_i at C_i (eq. 14), and its part N_i^T M_i N_i of I (eq. 18) */
    const double t3_1 = 0.25 * v3_1_y;
    const double L3_1_z = 0.08333333333333333 + t3_1;
    M[2] = L3_1_z; /* (1,3) */
    M[6] = L3_1_z; /* (3,1) */
    const double d3_1_1 = t3_1 + L3_1_z;
    const double t3_2 = 0.2 * c3;
    const double L3_2_z = 0.08333333333333333 + t3_2;
    M[5] = L3_2_z; /* (2,3) */
    M[7] = L3_2_z; /* (3,2) */
    const double d3_2_1 = t3_1 + L3_2_z;
    const double d3_2_2 = t3_2 + L3_2_z;

    /* sum over the links (eq. 18) */
    const double D1_1 = d3_1_1 + (d2_1_1 + 4.0);
    M[0] = D1_1; /* (1,1) */
    const double D2_1 = L2_1_z + d3_2_1;
    M[1] = D2_1; /* (1,2) */
    M[3] = D2_1; /* (2,1) */
    const double D2_2 = 1.0666666666666667 + d3_2_2;
    M[4] = D2_2; /* (2,2) */

    /* elements that never change */
    M[8] = 0.08333333333333333; /* (3,3) */
}

/* bias vector h(q, qd).
   gibbs_appell: 23 mul, 14 add, 3 sincos
   Gibbs-Appell equations: Mata, Provenzano, Valero and Cuadrado 2002, section 4.1.
   Bodies regrouped; l_x of the parent of link 2 zero instead of its own m.
     omega2_z      angular velocity of link 2, in its frame
     wzz_1         product of components of omega of link 1
     A1_x          acceleration of the origin of link 1, less gravity, in its frame
     A0_2_x        acceleration of the origin of link 2, in its parent's axes, without d
     f2_x, chi2_z  force and moment through joint 2, in the frame of link 2
*/
void planar3_bias(
    const double q[PLANAR3_RESTRICT 3],
    const double qd[PLANAR3_RESTRICT 3],
    double h[PLANAR3_RESTRICT 3])
{

    /* angles */
    four sines1, cosines1;
    pack_bits far = {0};
    sincos4(q[0], q[1], q[2], q[0], &sines1, &cosines1, &far);
    if (any_far(&far)) {
        library_sincos4(q[0], q[1], q[2], q[0], &sines1, &cosines1);
    }
    const double c1 = cosines1[0];
    const double s1 = sines1[0];
    const double c2 = cosines1[1];
    const double s2 = sines1[1];
    const double c3 = cosines1[2];
    const double s3 = sines1[2];

    /* link 1: Om_i = alpha~ + omega~ omega~ */
    const double wzz_1 = qd[0] * qd[0];

    /* link 1: acceleration A_i of its origin (step 2) */
    const double A1_x = 9.81 * s1;
    const double A1_y = 9.81 * c1;

    /* link 2: angular velocity omega_i and acceleration alpha_i (step 1) */
    const double omega2_z = qd[0] + qd[1];

    /* link 2: Om_i = alpha~ + omega~ omega~ */
    const double wzz_2 = omega2_z * omega2_z;

    /* link 2: acceleration A_i of its origin (step 2) */
    const double A0_2_x = A1_x - wzz_1;
    const double A2_x = c2 * A0_2_x + A1_y * s2;
    const double A2_y = A1_y * c2 - s2 * A0_2_x;

    /* link 3: angular velocity omega_i and acceleration alpha_i (step 1) */
    const double omega3_z = qd[2] + omega2_z;

    /* link 3: Om_i = alpha~ + omega~ omega~ */
    const double wzz_3 = omega3_z * omega3_z;

    /* link 3: acceleration A_i of its origin (step 2) */
    const double A0_3_x = A2_x - 0.8 * wzz_2;
    const double A3_y = A2_y * c3 - s3 * A0_3_x;

    /* link 3: its own force m A + Om l and moment t + l x A (step 3) */
    const double t3_1 = 0.25 * wzz_3;
    const double chi3_z = 0.25 * A3_y;
    h[2] = chi3_z;

    /* link 3: seen from its parent */
    const double t3_2 = s3 * t3_1;
    const double chi3_z2 = chi3_z - 0.8 * t3_2;

    /* link 2: force f_i and moment chi_i through the joint; tau_i (step 4) */
    const double f2_x = 4.5 * A2_x - 1.6 * wzz_2 - c3 * t3_1;
    const double f2_y = 4.5 * A2_y - t3_2;
    const double chi2_z = 1.6 * A2_y + chi3_z2;
    h[1] = chi2_z;

    /* link 1: force f_i and moment chi_i through the joint; tau_i (step 4) */
    const double f1_y = s2 * f2_x + c2 * f2_y;
    const double chi1_z = chi2_z + f1_y;
    h[0] = chi1_z;
}

/* inverse dynamics, tau = M qdd + h.
   gibbs_appell: 30 mul, 23 add, 3 sincos
   Gibbs-Appell equations: Mata, Provenzano, Valero and Cuadrado 2002, section 4.1.
   Bodies regrouped.
     omega2_z, alpha2_z  angular velocity and angular acceleration of link 2, in its frame
     wzz_1               product of components of omega of link 1
     A1_x                acceleration of the origin of link 1, less gravity, in its frame
     A0_2_x              acceleration of the origin of link 2, in its parent's axes, without d
     f3_y, chi3_z        force and moment through joint 3, in the frame of link 3
*/
void planar3_inverse_dynamics(
    const double q[PLANAR3_RESTRICT 3],
    const double qd[PLANAR3_RESTRICT 3],
    const double qdd[PLANAR3_RESTRICT 3],
    double tau[PLANAR3_RESTRICT 3])
{

    /* angles */
    four sines1, cosines1;
    pack_bits far = {0};
    sincos4(q[0], q[1], q[2], q[0], &sines1, &cosines1, &far);
    if (any_far(&far)) {
        library_sincos4(q[0], q[1], q[2], q[0], &sines1, &cosines1);
    }
    const double c1 = cosines1[0];
    const double s1 = sines1[0];
    const double c2 = cosines1[1];
    const double s2 = sines1[1];
    const double c3 = cosines1[2];
    const double s3 = sines1[2];

    /* link 1: Om_i = alpha~ + omega~ omega~ */
    const double wzz_1 = qd[0] * qd[0];

    /* link 1: acceleration A_i of its origin (step 2) */
    const double A1_x = 9.81 * s1;
    const double A1_y = 9.81 * c1;

    /* link 2: angular velocity omega_i and acceleration alpha_i (step 1) */
    const double omega2_z = qd[0] + qd[1];
    const double alpha2_z = qdd[0] + qdd[1];

    /* link 2: Om_i = alpha~ + omega~ omega~ */
    const double wzz_2 = omega2_z * omega2_z;

    /* link 2: acceleration A_i of its origin (step 2) */
    const double A0_2_x = A1_x - wzz_1;
    const double A0_2_y = qdd[0] + A1_y;
    const double A2_x = c2 * A0_2_x + s2 * A0_2_y;
    const double A2_y = c2 * A0_2_y - s2 * A0_2_x;

    /* link 3: angular velocity omega_i and acceleration alpha_i (step 1) */
    const double omega3_z = qd[2] + omega2_z;
    const double alpha3_z = qdd[2] + alpha2_z;

    /* link 3: Om_i = alpha~ + omega~ omega~ */
    const double wzz_3 = omega3_z * omega3_z;

    /* link 3: acceleration A_i of its origin (step 2) */
    const double A0_3_x = A2_x - 0.8 * wzz_2;
    const double A0_3_y = A2_y + 0.8 * alpha2_z;
    const double A3_y = c3 * A0_3_y - s3 * A0_3_x;

    /* link 3: its own force m A + Om l and moment t + l x A (step 3) */
    const double t3_1 = 0.25 * wzz_3;
    const double f3_y = 0.25 * alpha3_z;
    const double t3_2 = 0.25 * A3_y;
    const double chi3_z = 0.08333333333333333 * alpha3_z + t3_2;
    tau[2] = chi3_z;

    /* link 3: seen from its parent */
    const double f3_y1 = c3 * f3_y - s3 * t3_1;
    const double chi3_z2 = chi3_z + 0.8 * f3_y1;

    /* link 2: seen from its parent */
    const double f2_y = 1.6 * alpha2_z + f3_y1;
    const double chi2_z = 1.0666666666666667 * alpha2_z + 1.6 * A2_y + chi3_z2;
    tau[1] = chi2_z;
    const double f2_y1 = c2 * f2_y - s2 * (1.6 * wzz_2 + (c3 * t3_1 + s3 * f3_y));
    const double chi2_z2 = chi2_z + f2_y1;

    /* link 1: force f_i and moment chi_i through the joint; tau_i (step 4) */
    const double chi1_z = 4.0 * qdd[0] + 44.145 * c1 + chi2_z2;
    tau[0] = chi1_z;
}

/* inertia matrix and bias vector together.
   meeting+gibbs_appell: 29 mul, 24 add, 3 sincos
   Wrenches of composite bodies and axes, meeting between the joints: Featherstone and Orin 2000,
       eqs. 9, 10; Walker and Orin 1982, method 3; Mata, Provenzano, Valero and Cuadrado 2002,
       section 4.2.
   Gibbs-Appell equations: Mata, Provenzano, Valero and Cuadrado 2002, section 4.1.
   Bodies regrouped; l_x of the parent of link 2 zero instead of its own m; D (1,1) (2,1) (2,2)
       (3,1) (3,2) (3,3) with S_xx + S_yy from sums from the tips.
     phi2_y          first moment of link 2 with all that it carries
     psip2           moment of inertia of link 2 with all that it carries, about its axis
     F3_2_y, N3_2_z  force and moment that a unit rate of joint 3 needs, as seen from link 2
     omega2_z        angular velocity of link 2, in its frame
     wzz_1           product of components of omega of link 1
     A1_x            acceleration of the origin of link 1, less gravity, in its frame
     A0_2_x          acceleration of the origin of link 2, in its parent's axes, without d
     f2_x, chi2_z    force and moment through joint 2, in the frame of link 2
*/
void planar3_inertia_and_bias(
    const double q[PLANAR3_RESTRICT 3],
    const double qd[PLANAR3_RESTRICT 3],
    double M[PLANAR3_RESTRICT 9],
    double h[PLANAR3_RESTRICT 3])
{

    /* angles */
    four sines1, cosines1;
    pack_bits far = {0};
    sincos4(q[0], q[1], q[2], q[0], &sines1, &cosines1, &far);
    if (any_far(&far)) {
        library_sincos4(q[0], q[1], q[2], q[0], &sines1, &cosines1);
    }
    const double c1 = cosines1[0];
    const double s1 = sines1[0];
    const double c2 = cosines1[1];
    const double s2 = sines1[1];
    const double c3 = cosines1[2];
    const double s3 = sines1[2];

    /* link 2: transform to its parent */
    const double phi2_y = 0.25 * s3;

    /* link 3: wrench of a unit rate, and the axes that it meets; D_jk */
    const double F3_2_y = 0.25 * c3;
    const double t3_1 = 0.2 * c3;
    const double N3_2_z = t3_1 + 0.08333333333333333;
    M[5] = N3_2_z; /* (2,3) */
    M[7] = N3_2_z; /* (3,2) */
    const double t3_2 = s2 * phi2_y;
    const double F3_1_y = c2 * F3_2_y - t3_2;
    const double N3_1_z = N3_2_z + F3_1_y;
    M[2] = N3_1_z; /* (1,3) */
    M[6] = N3_1_z; /* (3,1) */

    /* link 2: composite moments phi_j, psi_j */
    const double phi2_x = F3_2_y + 1.6;
    const double psip2 = t3_1 + N3_2_z + 1.0666666666666667;
    M[4] = psip2; /* (2,2) */

    /* link 2: wrench of a unit rate, and the axes that it meets; D_jk */
    const double F2_1_y = c2 * phi2_x - t3_2;
    const double N2_1_z = psip2 + F2_1_y;
    M[1] = N2_1_z; /* (1,2) */
    M[3] = N2_1_z; /* (2,1) */

    /* link 1: composite moments phi_j, psi_j */
    const double psip1 = F2_1_y + N2_1_z + 4.0;
    M[0] = psip1; /* (1,1) */

    /* link 1: Om_i = alpha~ + omega~ omega~ */
    const double wzz_1 = qd[0] * qd[0];

    /* link 1: acceleration A_i of its origin (step 2) */
    const double A1_x = 9.81 * s1;
    const double A1_y = 9.81 * c1;

    /* link 2: angular velocity omega_i and acceleration alpha_i (step 1) */
    const double omega2_z = qd[0] + qd[1];

    /* link 2: Om_i = alpha~ + omega~ omega~ */
    const double wzz_2 = omega2_z * omega2_z;

    /* link 2: acceleration A_i of its origin (step 2) */
    const double A0_2_x = A1_x - wzz_1;
    const double A2_x = c2 * A0_2_x + s2 * A1_y;
    const double A2_y = c2 * A1_y - s2 * A0_2_x;

    /* link 3: angular velocity omega_i and acceleration alpha_i (step 1) */
    const double omega3_z = qd[2] + omega2_z;

    /* link 3: Om_i = alpha~ + omega~ omega~ */
    const double wzz_3 = omega3_z * omega3_z;

    /* link 3: acceleration A_i of its origin (step 2) */
    const double A0_3_x = A2_x - 0.8 * wzz_2;
    const double A3_y = c3 * A2_y - s3 * A0_3_x;

    /* link 3: its own force m A + Om l and moment t + l x A (step 3) */
    const double t3_3 = 0.25 * wzz_3;
    const double chi3_z = 0.25 * A3_y;
    h[2] = chi3_z;

    /* link 3: seen from its parent */
    const double t3_4 = s3 * t3_3;
    const double chi3_z2 = chi3_z - 0.8 * t3_4;

    /* link 2: force f_i and moment chi_i through the joint; tau_i (step 4) */
    const double f2_x = 4.5 * A2_x - 1.6 * wzz_2 - c3 * t3_3;
    const double f2_y = 4.5 * A2_y - t3_4;
    const double chi2_z = 1.6 * A2_y + chi3_z2;
    h[1] = chi2_z;

    /* link 1: force f_i and moment chi_i through the joint; tau_i (step 4) */
    const double f1_y = s2 * f2_x + c2 * f2_y;
    const double chi1_z = chi2_z + f1_y;
    h[0] = chi1_z;

    /* elements that never change */
    M[8] = 0.08333333333333333; /* (3,3) */
}

/* gravity torques g(q).
   rnea: 3 mul, 4 add, 3 sincos
   Recursive Newton-Euler equations in spatial vectors: Featherstone and Orin 2000, eqs. 3-8;
       Luh, Walker and Paul 1980.
   Bodies regrouped, frames held.
     n3_z  moment through joint 3, in the frame of link 3
*/
void planar3_gravity(
    const double q[PLANAR3_RESTRICT 3],
    double g[PLANAR3_RESTRICT 3])
{

    /* angles */
    const double q1_2 = q[0] + q[1];
    const double q1_2_3 = q[2] + q1_2;
    four sines1, cosines1;
    pack_bits far = {0};
    sincos4(q[0], q1_2, q1_2_3, q[0], &sines1, &cosines1, &far);
    if (any_far(&far)) {
        library_sincos4(q[0], q1_2, q1_2_3, q[0], &sines1, &cosines1);
    }
    const double c1 = cosines1[0];
    const double c1_2 = cosines1[1];
    const double c1_2_3 = cosines1[2];

    /* link 3: f_i = I a (eq. 7) */
    const double n3_z = 2.4525 * c1_2_3;
    g[2] = n3_z;

    /* link 2: wrench through the joint; tau_i (eq. 8) */
    const double n2_z = 15.696 * c1_2 + n3_z;
    g[1] = n2_z;

    /* link 1: wrench through the joint; tau_i (eq. 8) */
    const double n1_z = 44.145 * c1 + n2_z;
    g[0] = n1_z;
}

/* The end of forward_dynamics at a joint whose pivot is not above its limit. */
static int forward_dynamics_fails(double qdd[3], int joint)
{
    qdd[0] = NAN;
    qdd[1] = NAN;
    qdd[2] = NAN;
    return joint;
}

/* forward dynamics, qdd = M^-1 (tau - h).
   gauss_jordan on meeting+gibbs_appell: 48 mul, 38 add, 2 div, 3 sincos
   Gauss-Jordan elimination, from the tips to the base: Provenzano, Mata, Ceccarelli and Suner.
   Wrenches of composite bodies and axes, meeting between the joints: Featherstone and Orin 2000,
       eqs. 9, 10; Walker and Orin 1982, method 3; Mata, Provenzano, Valero and Cuadrado 2002,
       section 4.2.
   Gibbs-Appell equations: Mata, Provenzano, Valero and Cuadrado 2002, section 4.1.
   Bodies regrouped; l_x of the parent of link 2 zero instead of its own m; D (1,1) (2,1) (2,2)
       (3,1) (3,2) (3,3) with S_xx + S_yy from sums from the tips.
     phi2_y          first moment of link 2 with all that it carries
     psip2           moment of inertia of link 2 with all that it carries, about its axis
     F3_2_y, N3_2_z  force and moment that a unit rate of joint 3 needs, as seen from link 2
     omega2_z        angular velocity of link 2, in its frame
     wzz_1           product of components of omega of link 1
     A1_x            acceleration of the origin of link 1, less gravity, in its frame
     A0_2_x          acceleration of the origin of link 2, in its parent's axes, without d
     f2_x, chi2_z    force and moment through joint 2, in the frame of link 2
     b1              what accelerates joint 1, tau - h
     d2, di2         pivot and its inverse of joint 2
     r3_1            element (3,1), divided by its row's pivot
     x3_3            right-hand side 3 with joint 3 eliminated
*/
int planar3_forward_dynamics(
    const double q[PLANAR3_RESTRICT 3],
    const double qd[PLANAR3_RESTRICT 3],
    const double tau[PLANAR3_RESTRICT 3],
    double qdd[PLANAR3_RESTRICT 3])
{

    /* angles */
    four sines1, cosines1;
    pack_bits far = {0};
    sincos4(q[0], q[1], q[2], q[0], &sines1, &cosines1, &far);
    if (any_far(&far)) {
        library_sincos4(q[0], q[1], q[2], q[0], &sines1, &cosines1);
    }
    const double c1 = cosines1[0];
    const double s1 = sines1[0];
    const double c2 = cosines1[1];
    const double s2 = sines1[1];
    const double c3 = cosines1[2];
    const double s3 = sines1[2];

    /* link 1: Om_i = alpha~ + omega~ omega~ */
    const double wzz_1 = qd[0] * qd[0];

    /* link 1: acceleration A_i of its origin (step 2) */
    const double A1_x = 9.81 * s1;
    const double A1_y = 9.81 * c1;

    /* link 2: angular velocity omega_i and acceleration alpha_i (step 1) */
    const double omega2_z = qd[0] + qd[1];

    /* link 2: Om_i = alpha~ + omega~ omega~ */
    const double wzz_2 = omega2_z * omega2_z;

    /* link 2: acceleration A_i of its origin (step 2) */
    const double A0_2_x = A1_x - wzz_1;
    const double A2_x = c2 * A0_2_x + A1_y * s2;
    const double A2_y = A1_y * c2 - s2 * A0_2_x;

    /* link 3: angular velocity omega_i and acceleration alpha_i (step 1) */
    const double omega3_z = qd[2] + omega2_z;

    /* link 3: Om_i = alpha~ + omega~ omega~ */
    const double wzz_3 = omega3_z * omega3_z;

    /* link 3: acceleration A_i of its origin (step 2) */
    const double A0_3_x = A2_x - 0.8 * wzz_2;
    const double A3_y = A2_y * c3 - s3 * A0_3_x;

    /* link 3: its own force m A + Om l and moment t + l x A (step 3) */
    const double t3_1 = 0.25 * wzz_3;
    const double chi3_z = 0.25 * A3_y;

    /* link 3: seen from its parent */
    const double t3_2 = s3 * t3_1;
    const double chi3_z2 = chi3_z - 0.8 * t3_2;

    /* link 2: force f_i and moment chi_i through the joint; tau_i (step 4) */
    const double f2_x = 4.5 * A2_x - 1.6 * wzz_2 - c3 * t3_1;
    const double f2_y = 4.5 * A2_y - t3_2;
    const double chi2_z = 1.6 * A2_y + chi3_z2;

    /* link 1: force f_i and moment chi_i through the joint; tau_i (step 4) */
    const double f1_y = s2 * f2_x + c2 * f2_y;
    const double chi1_z = chi2_z + f1_y;

    /* link 2: transform to its parent */
    const double phi2_y = 0.25 * s3;

    /* link 3: wrench of a unit rate, and the axes that it meets; D_jk */
    const double F3_2_y = 0.25 * c3;
    const double t3_3 = 0.2 * c3;
    const double N3_2_z = 0.08333333333333333 + t3_3;
    const double t3_4 = s2 * phi2_y;
    const double F3_1_y = c2 * F3_2_y - t3_4;
    const double N3_1_z = N3_2_z + F3_1_y;

    /* link 2: composite moments phi_j, psi_j */
    const double phi2_x = 1.6 + F3_2_y;
    const double psip2 = 1.0666666666666667 + (t3_3 + N3_2_z);

    /* link 2: wrench of a unit rate, and the axes that it meets; D_jk */
    const double F2_1_y = c2 * phi2_x - t3_4;
    const double N2_1_z = psip2 + F2_1_y;

    /* link 1: composite moments phi_j, psi_j */
    const double psip1 = F2_1_y + N2_1_z + 4.0;

    /* what accelerates the joints: b = tau - h */
    const double b1 = tau[0] - chi1_z;
    const double b2 = tau[1] - chi2_z;
    const double b3 = tau[2] - chi3_z;

    /* link 3: pivot d_k; clear column k of M, and of b */
    const double r3_1 = 12.0 * N3_1_z;
    const double r3_2 = 12.0 * N3_2_z;
    const double x3_3 = 12.0 * b3;
    const double x1_3 = b1 - N3_1_z * x3_3;
    const double t3_5 = N2_1_z - N3_2_z * r3_1;
    const double d2 = psip2 - N3_2_z * r3_2;
    const double x2_3 = b2 - N3_2_z * x3_3;

    /* link 2: pivot d_k; clear column k of M, and of b */
    const double t2_1 = 5.329070518200751e-15 * psip2;
    if (!(d2 > t2_1)) {
        return forward_dynamics_fails(qdd, 2);
    }
    const double di2 = 1.0 / d2;
    const double r2_1 = t3_5 * di2;
    const double x2_2 = x2_3 * di2;
    const double d1 = psip1 - N3_1_z * r3_1 - t3_5 * r2_1;
    const double x1_2 = x1_3 - t3_5 * x2_2;
    const double x3_2 = x3_3 - r3_2 * x2_2;

    /* link 1: pivot d_k; clear column k of M, and of b */
    const double t1_1 = 5.329070518200751e-15 * psip1;
    if (!(d1 > t1_1)) {
        return forward_dynamics_fails(qdd, 1);
    }
    const double di1 = 1.0 / d1;
    const double x1_1 = x1_2 * di1;
    const double x2_1 = x2_2 - r2_1 * x1_1;
    const double x3_1 = x3_2 - (r3_1 - r3_2 * r2_1) * x1_1;

    /* outputs */
    qdd[0] = x1_1;
    qdd[1] = x2_1;
    qdd[2] = x3_1;
    return 0;
}
