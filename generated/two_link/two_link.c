/* two_link.c - rigid-body dynamics of two_link, 2 degrees of freedom

   Written by: gen-robot two_link --lang c
   It belongs to whoever generates it: the authors of gen-robot claim no rights in it.

   Joints, in the order of q and qd, with the numbers of the links that they move:
     1  [0]  link1  revolute
     2  [1]  link2  revolute
   Kernels and their operations, searched for with effort normal:
     inertia_matrix    2 mul, 2 add, 1 sincos  (gah)
     bias              15 mul, 7 add, 2 sincos  (lin)
     inverse_dynamics  17 mul, 10 add, 2 sincos  (gibbs_appell)
     inertia_and_bias  18 mul, 8 add, 2 sincos  (gah+lin)
     gravity           2 mul, 2 add, 2 sincos  (rnea)
     forward_dynamics  25 mul, 13 add, 1 div, 2 sincos  (ldlt on gah+lin)

   Sines and cosines are computed inline, those of all angles of a kernel at once, with an error
   below one unit in the last place. For angles beyond 1.6e6 rad the library is called.

   Rounding adds at most this to any output, at all states within the limits of the robot's file;
   where there is none, within pi or 1 m, 3 rad/s or m/s and 10 rad/s^2 or m/s^2:
     inertia_matrix    9.6e-16 kg m^2
     bias              9.4e-14 N m
     inverse_dynamics  2.3e-13 N m
     inertia_and_bias  9.4e-14 N m
     gravity           6.9e-14 N m

   Frames, by modified Denavit-Hartenberg constants (Khalil and Kleinfinger 1986) in m and rad,
   from that of the link that each is on: turn alpha about x, shift a along x, turn theta about
   z, shift d along z.
     link  on    alpha  a     theta  d
     1     base  0      0     q[0]   0
     2     1     0      0.02  q[1]   0
   Gravity is (0, -9.81, 0) m/s^2 in the frame of the base.
   The links' own frames in the robot's file are the same.
   Regrouped bodies (Gautier and Khalil 1990): what a joint cannot move is its parent's.
   Frames held (link 1): they stay behind when their links turn about parallel axes, and the
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
     Featherstone, R. and Orin, D. 2000. Robot dynamics: equations and algorithms. IEEE Int.
         Conf. Robotics and Automation.
     Gautier, M. and Khalil, W. 1990. Direct calculation of minimum set of inertial parameters of
         serial robots. IEEE Trans. Robotics and Automation 6(3).
     Khalil, W. and Kleinfinger, J. F. 1986. A new geometric notation for open and closed-loop
         robots. IEEE Int. Conf. Robotics and Automation.
     Lin, S. K. 1991. A new composite body method for manipulator dynamics. J. Robotic Systems 8.
     Luh, J. Y. S., Walker, M. W. and Paul, R. P. 1980. On-line computational scheme for
         mechanical manipulators. ASME J. Dynamic Systems, Measurement, and Control 102.
     Mata, V., Provenzano, S., Valero, F. and Cuadrado, J. I. 2002. Serial-robot dynamics
         algorithms for moderately large numbers of joints. Mechanism and Machine Theory 37.
     Provenzano, S., Mata, V., Ceccarelli, M. and Suner, J. L. Efficient computation of the
         generalized inertial tensor of robots by using the Gibbs-Appell equations.
*/

#include "two_link.h"

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
   gah: 2 mul, 2 add, 1 sincos
   Hessian of the Gibbs function: Mata, Provenzano, Valero and Cuadrado 2002, section 4.2;
       Provenzano, Mata, Ceccarelli and Suner.
   Bodies regrouped.
     N1_z  moment that a unit rate of joint 1 needs
     D2_1  element (2,1) of the inertia matrix
*/
void two_link_inertia_matrix(
    const double q[TWO_LINK_RESTRICT 2],
    double M[TWO_LINK_RESTRICT 4])
{

    /* angles */
    four sines1, cosines1;
    pack_bits far = {0};
    sincos4(q[1], q[1], q[1], q[1], &sines1, &cosines1, &far);
    if (any_far(&far)) {
        library_sincos4(q[1], q[1], q[1], q[1], &sines1, &cosines1);
    }
    const double c2 = cosines1[0];

    /* link 2: row of the Hessian, D_jk = z_kj . N_j + v_kj . F_j (step 4) */
    const double D2_1 = 13.333666666666666 + 0.2 * c2;
    M[1] = D2_1; /* (1,2) */
    M[2] = D2_1; /* (2,1) */

    /* link 1: row of the Hessian, D_jk = z_kj . N_j + v_kj . F_j (step 4) */
    const double N1_z = 0.4 * c2 + 13.337683333333333;
    M[0] = N1_z; /* (1,1) */

    /* elements that never change */
    M[3] = 13.333666666666666; /* (2,2) */
}

/* bias vector h(q, qd).
   lin: 15 mul, 7 add, 2 sincos
   Composite bodies about the base's origin: Lin 1991, Fig. 3.
   Bodies regrouped.
     p2_x1    first moment of link 2 with all that it carries, about the origin of the base
     A1_x     acceleration of link 1 at the base's origin
     zeta1_z  zeta of eq. 55 times the rate of joint 1
     b2       bias torque at joint 2
*/
void two_link_bias(
    const double q[TWO_LINK_RESTRICT 2],
    const double qd[TWO_LINK_RESTRICT 2],
    double h[TWO_LINK_RESTRICT 2])
{

    /* angles */
    four sines1, cosines1;
    pack_bits far = {0};
    sincos4(q[0], q[1], q[0], q[1], &sines1, &cosines1, &far);
    if (any_far(&far)) {
        library_sincos4(q[0], q[1], q[0], q[1], &sines1, &cosines1);
    }
    const double c1 = cosines1[0];
    const double s1 = sines1[0];
    const double c2 = cosines1[1];
    const double s2 = sines1[1];

    /* link 2: distance s_j from the base origin, its own moments about it (eqs. 25, 26) */
    const double t2_1 = 0.2 * s2;

    /* link 2: composite moments p_j, S_j about the base origin (eqs. 29, 30) */
    const double p2_x1 = 10.0 * c2;

    /* link 1: composite moments p_j, S_j about the base origin (eqs. 29, 30) */
    const double p1_y = 10.0 * s2;
    const double p1_x = 0.201 + p2_x1;

    /* link 1: zeta_j and the sums over the joints before it (eqs. 55-57) */
    const double A1_x = 9.81 * s1;
    const double A1_y = 9.81 * c1;
    const double zeta1_z = qd[0] * qd[0];

    /* link 2: zeta_j and the sums over the joints before it (eqs. 55-57) */
    const double A2_y = c2 * A1_y - s2 * A1_x;
    const double t2_2 = qd[0] * qd[1];
    const double zeta2_z = t2_2 + t2_2 + qd[1] * qd[1];

    /* link 2: e_m, B_m and the torque b_m (eqs. 54, 63, 64, 67) */
    const double b2 = 10.0 * A2_y + t2_1 * zeta1_z;
    h[1] = b2;

    /* link 1: e_m, B_m and the torque b_m (eqs. 54, 63, 64, 67) */
    const double b1 = p1_x * A1_y - p1_y * A1_x - t2_1 * zeta2_z;
    h[0] = b1;
}

/* inverse dynamics, tau = M qdd + h.
   gibbs_appell: 17 mul, 10 add, 2 sincos
   Gibbs-Appell equations: Mata, Provenzano, Valero and Cuadrado 2002, section 4.1.
   Bodies regrouped.
     omega2_z, alpha2_z  angular velocity and angular acceleration of link 2, in its frame
     wzz_1               product of components of omega of link 1
     A1_x                acceleration of the origin of link 1, less gravity, in its frame
     A0_2_x              acceleration of the origin of link 2, in its parent's axes, without d
     f2_y, chi2_z        force and moment through joint 2, in the frame of link 2
*/
void two_link_inverse_dynamics(
    const double q[TWO_LINK_RESTRICT 2],
    const double qd[TWO_LINK_RESTRICT 2],
    const double qdd[TWO_LINK_RESTRICT 2],
    double tau[TWO_LINK_RESTRICT 2])
{

    /* angles */
    four sines1, cosines1;
    pack_bits far = {0};
    sincos4(q[0], q[1], q[0], q[1], &sines1, &cosines1, &far);
    if (any_far(&far)) {
        library_sincos4(q[0], q[1], q[0], q[1], &sines1, &cosines1);
    }
    const double c1 = cosines1[0];
    const double s1 = sines1[0];
    const double c2 = cosines1[1];
    const double s2 = sines1[1];

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
    const double A0_2_x = A1_x - 0.02 * wzz_1;
    const double A0_2_y = A1_y + 0.02 * qdd[0];
    const double A2_y = c2 * A0_2_y - s2 * A0_2_x;

    /* link 2: its own force m A + Om l and moment t + l x A (step 3) */
    const double f2_y = 10.0 * alpha2_z;
    const double t2_1 = 10.0 * A2_y;
    const double chi2_z = 13.333666666666666 * alpha2_z + t2_1;
    tau[1] = chi2_z;

    /* link 2: seen from its parent */
    const double f2_y1 = c2 * f2_y - s2 * (10.0 * wzz_2);
    const double chi2_z2 = chi2_z + 0.02 * f2_y1;

    /* link 1: force f_i and moment chi_i through the joint; tau_i (step 4) */
    const double chi1_z = 0.004016666666666667 * qdd[0] + 1.97181 * c1 + chi2_z2;
    tau[0] = chi1_z;
}

/* inertia matrix and bias vector together.
   gah+lin: 18 mul, 8 add, 2 sincos
   Hessian of the Gibbs function: Mata, Provenzano, Valero and Cuadrado 2002, section 4.2;
       Provenzano, Mata, Ceccarelli and Suner.
   Composite bodies about the base's origin: Lin 1991, Fig. 3.
   Bodies regrouped.
     phi2_x1  first moment of link 2 with all that it carries
     N1_z     moment that a unit rate of joint 1 needs
     D2_1     element (2,1) of the inertia matrix
     A1_x     acceleration of link 1 at the base's origin
     zeta1_z  zeta of eq. 55 times the rate of joint 1
     b2       bias torque at joint 2
*/
void two_link_inertia_and_bias(
    const double q[TWO_LINK_RESTRICT 2],
    const double qd[TWO_LINK_RESTRICT 2],
    double M[TWO_LINK_RESTRICT 4],
    double h[TWO_LINK_RESTRICT 2])
{

    /* angles */
    four sines1, cosines1;
    pack_bits far = {0};
    sincos4(q[0], q[1], q[0], q[1], &sines1, &cosines1, &far);
    if (any_far(&far)) {
        library_sincos4(q[0], q[1], q[0], q[1], &sines1, &cosines1);
    }
    const double c1 = cosines1[0];
    const double s1 = sines1[0];
    const double c2 = cosines1[1];
    const double s2 = sines1[1];

    /* link 2: row of the Hessian, D_jk = z_kj . N_j + v_kj . F_j (step 4) */
    const double D2_1 = 13.333666666666666 + 0.2 * c2;
    M[1] = D2_1; /* (1,2) */
    M[2] = D2_1; /* (2,1) */

    /* link 2: its composite seen from the parent (step 1) */
    const double phi2_x1 = 10.0 * c2;
    const double t2_1 = 0.2 * s2;

    /* link 1: composite moments phi_j, psi_j (step 1) */
    const double phi1_y = 10.0 * s2;
    const double phi1_x = phi2_x1 + 0.201;

    /* link 1: row of the Hessian, D_jk = z_kj . N_j + v_kj . F_j (step 4) */
    const double N1_z = 0.4 * c2 + 13.337683333333333;
    M[0] = N1_z; /* (1,1) */

    /* link 1: zeta_j and the sums over the joints before it (eqs. 55-57) */
    const double A1_x = 9.81 * s1;
    const double A1_y = 9.81 * c1;
    const double zeta1_z = qd[0] * qd[0];

    /* link 2: zeta_j and the sums over the joints before it (eqs. 55-57) */
    const double A2_y = c2 * A1_y - s2 * A1_x;
    const double zeta2_z = qd[1] * qd[1] + 2.0 * (qd[0] * qd[1]);

    /* link 2: e_m, B_m and the torque b_m (eqs. 54, 63, 64, 67) */
    const double b2 = 10.0 * A2_y + t2_1 * zeta1_z;
    h[1] = b2;

    /* link 1: e_m, B_m and the torque b_m (eqs. 54, 63, 64, 67) */
    const double b1 = phi1_x * A1_y - phi1_y * A1_x - t2_1 * zeta2_z;
    h[0] = b1;

    /* elements that never change */
    M[3] = 13.333666666666666; /* (2,2) */
}

/* gravity torques g(q).
   rnea: 2 mul, 2 add, 2 sincos
   Recursive Newton-Euler equations in spatial vectors: Featherstone and Orin 2000, eqs. 3-8;
       Luh, Walker and Paul 1980.
   Bodies regrouped, frames held.
     n2_z  moment through joint 2, in the frame of link 2
*/
void two_link_gravity(
    const double q[TWO_LINK_RESTRICT 2],
    double g[TWO_LINK_RESTRICT 2])
{

    /* angles */
    const double q1_2 = q[0] + q[1];
    four sines1, cosines1;
    pack_bits far = {0};
    sincos4(q[0], q1_2, q[0], q1_2, &sines1, &cosines1, &far);
    if (any_far(&far)) {
        library_sincos4(q[0], q1_2, q[0], q1_2, &sines1, &cosines1);
    }
    const double c1 = cosines1[0];
    const double c1_2 = cosines1[1];

    /* link 2: f_i = I a (eq. 7) */
    const double n2_z = 98.1 * c1_2;
    g[1] = n2_z;

    /* link 1: wrench through the joint; tau_i (eq. 8) */
    const double n1_z = 1.97181 * c1 + n2_z;
    g[0] = n1_z;
}

/* The end of forward_dynamics at a joint whose pivot is not above its limit. */
static int forward_dynamics_fails(double qdd[2], int joint)
{
    qdd[0] = NAN;
    qdd[1] = NAN;
    return joint;
}

/* forward dynamics, qdd = M^-1 (tau - h).
   ldlt on gah+lin: 25 mul, 13 add, 1 div, 2 sincos
   Factors L^T D L, from the tips to the base: Lin 1991.
   Hessian of the Gibbs function: Mata, Provenzano, Valero and Cuadrado 2002, section 4.2;
       Provenzano, Mata, Ceccarelli and Suner.
   Composite bodies about the base's origin: Lin 1991, Fig. 3.
   Bodies regrouped.
     N1_z     moment that a unit rate of joint 1 needs
     D2_1     element (2,1) of the inertia matrix
     p2_x1    first moment of link 2 with all that it carries, about the origin of the base
     A1_x     acceleration of link 1 at the base's origin
     zeta1_z  zeta of eq. 55 times the rate of joint 1
     b2       bias torque at joint 2
     b2       or what accelerates joint 2, tau - h
     qdd1     acceleration of joint 1
     b1_2     what is left for joint 1 with joint 2 eliminated
     d1, di1  pivot and its inverse of joint 1
     l2_1     element (2,1) of the factor L
*/
int two_link_forward_dynamics(
    const double q[TWO_LINK_RESTRICT 2],
    const double qd[TWO_LINK_RESTRICT 2],
    const double tau[TWO_LINK_RESTRICT 2],
    double qdd[TWO_LINK_RESTRICT 2])
{

    /* angles */
    four sines1, cosines1;
    pack_bits far = {0};
    sincos4(q[0], q[1], q[0], q[1], &sines1, &cosines1, &far);
    if (any_far(&far)) {
        library_sincos4(q[0], q[1], q[0], q[1], &sines1, &cosines1);
    }
    const double c1 = cosines1[0];
    const double s1 = sines1[0];
    const double c2 = cosines1[1];
    const double s2 = sines1[1];

    /* link 2: distance s_j from the base origin, its own moments about it (eqs. 25, 26) */
    const double t2_1 = 0.2 * s2;

    /* link 2: composite moments p_j, S_j about the base origin (eqs. 29, 30) */
    const double p2_x1 = 10.0 * c2;

    /* link 1: composite moments p_j, S_j about the base origin (eqs. 29, 30) */
    const double p1_y = 10.0 * s2;
    const double p1_x = 0.201 + p2_x1;

    /* link 1: zeta_j and the sums over the joints before it (eqs. 55-57) */
    const double A1_x = 9.81 * s1;
    const double A1_y = 9.81 * c1;
    const double zeta1_z = qd[0] * qd[0];

    /* link 2: zeta_j and the sums over the joints before it (eqs. 55-57) */
    const double A2_y = c2 * A1_y - s2 * A1_x;
    const double zeta2_z = qd[1] * qd[1] + 2.0 * (qd[0] * qd[1]);

    /* link 2: e_m, B_m and the torque b_m (eqs. 54, 63, 64, 67) */
    const double b2 = 10.0 * A2_y + t2_1 * zeta1_z;

    /* link 1: e_m, B_m and the torque b_m (eqs. 54, 63, 64, 67) */
    const double b1 = p1_x * A1_y - p1_y * A1_x - t2_1 * zeta2_z;

    /* link 2: row of the Hessian, D_jk = z_kj . N_j + v_kj . F_j (step 4) */
    const double D2_1 = 0.2 * c2 + 13.333666666666666;

    /* link 1: row of the Hessian, D_jk = z_kj . N_j + v_kj . F_j (step 4) */
    const double N1_z = 0.4 * c2 + 13.337683333333333;

    /* what accelerates the joints: b = tau - h */
    const double t0_1 = tau[0] - b1;
    const double t0_2 = tau[1] - b2;

    /* link 2: pivot d_k, row l_k of L, what is left of M and of b */
    const double l2_1 = 0.07499812504687382 * D2_1;
    const double d1 = N1_z - D2_1 * l2_1;
    const double b1_2 = t0_1 - t0_2 * l2_1;

    /* link 1: pivot d_k, row l_k of L, what is left of M and of b */
    const double t1_1 = 3.552713678800501e-15 * N1_z;
    if (!(d1 > t1_1)) {
        return forward_dynamics_fails(qdd, 1);
    }
    const double di1 = 1.0 / d1;

    /* link 1: qdd_k from the base outward */
    const double qdd1 = b1_2 * di1;

    /* link 2: qdd_k from the base outward */
    const double qdd2 = 0.07499812504687382 * t0_2 - l2_1 * qdd1;

    /* outputs */
    qdd[0] = qdd1;
    qdd[1] = qdd2;
    return 0;
}
