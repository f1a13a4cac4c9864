/* stanford.c - rigid-body dynamics of stanford, 6 degrees of freedom

   Written by: gen-robot stanford --lang c
   It belongs to whoever generates it: the authors of gen-robot claim no rights in it.

   Joints, in the order of q and qd, with the numbers of the links that they move:
     1  [0]  link1  revolute
     2  [1]  link2  revolute
     3  [2]  boom   prismatic
     4  [3]  link4  revolute
     5  [4]  link5  revolute
     6  [5]  hand   revolute
   Kernels and their operations, searched for with effort normal:
     inertia_matrix    50 mul, 34 add, 7 neg, 3 sincos  (crba)
     bias              117 mul, 81 add, 3 neg, 4 sincos  (gibbs_appell)
     inverse_dynamics  132 mul, 96 add, 4 sincos  (gibbs_appell)
     inertia_and_bias  171 mul, 111 add, 10 neg, 4 sincos  (crba+gibbs_appell)
     gravity           18 mul, 6 add, 3 neg, 3 sincos  (rnea)
     forward_dynamics  232 mul, 158 add, 4 div, 4 sincos  (ldlt on crba+gibbs_appell)

   Sines and cosines are computed inline, those of all angles of a kernel at once, with an error
   below one unit in the last place. For angles beyond 1.6e6 rad the library is called.

   Rounding adds at most this to any output, at all states within the limits of the robot's file;
   where there is none, within pi or 1 m, 3 rad/s or m/s and 10 rad/s^2 or m/s^2:
     inertia_matrix    1.7e-14 kg m^2
     bias              6.6e-13 N m
     inverse_dynamics  1.0e-12 N m
     inertia_and_bias  6.3e-13 N m
     gravity           3.0e-14 N m

   Frames, by modified Denavit-Hartenberg constants (Khalil and Kleinfinger 1986) in m and rad,
   from that of the link that each is on: turn alpha about x, shift a along x, turn theta about
   z, shift d along z.
     link  on    alpha  a  theta  d
     1     base  0      0  q[0]   0
     2     1     -pi/2  0  q[1]   0.154
     3     2     pi/2   0  -pi/2  q[2]
     4     3     0      0  q[3]   0
     5     4     -pi/2  0  q[4]   0
     6     5     pi/2   0  q[5]   0
   Gravity is (0, 0, -9.81) m/s^2 in the frame of the base.
   The frame of the base is taken below link 1 at xyz (0, 0, 0.412). The links' own frames in the
   robot's file, where they differ: link 1 at rpy (-pi/2, 0, 0); link 2 at rpy (pi/2, 0, 0); link
   4 at rpy (-pi/2, 0, 0); link 5 at rpy (pi/2, 0, 0).
   Regrouped bodies (Gautier and Khalil 1990): what a joint cannot move is its parent's.

   Names in all kernels:
     c2, s2  cosine and sine of the angle of joint 2
     t5_1    a value at link 5 that no paper names
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
     Walker, M. W. and Orin, D. E. 1982. Efficient dynamic computer simulation of robotic
         mechanisms. ASME J. Dynamic Systems, Measurement, and Control 104.
*/

#include "stanford.h"

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
   crba: 50 mul, 34 add, 7 neg, 3 sincos
   Composite rigid bodies: Featherstone and Orin 2000, eqs. 9, 10; Walker and Orin 1982, method
       3.
   Bodies regrouped.
     phi3_z, psi3_xz  first moment and second moments of link 3 with all that it carries
     F5_2_y, N5_2_z   force and moment that a unit rate of joint 5 needs, as seen from link 2
     D4_4             element (4,4) of the inertia matrix
*/
void stanford_inertia_matrix(
    const double q[STANFORD_RESTRICT 6],
    double M[STANFORD_RESTRICT 36])
{

    /* angles */
    four sines1, cosines1;
    pack_bits far = {0};
    sincos4(q[1], q[3], q[4], q[1], &sines1, &cosines1, &far);
    if (any_far(&far)) {
        library_sincos4(q[1], q[3], q[4], q[1], &sines1, &cosines1);
    }
    const double c2 = cosines1[0];
    const double s2 = sines1[0];
    const double c4 = cosines1[1];
    const double s4 = sines1[1];
    const double c5 = cosines1[2];
    const double s5 = sines1[2];

    /* link 6: wrench of a unit rate, towards the base; D_jk (eq. 10) */
    const double N6_4_x = 0.0003 * s5;
    const double N6_4_z = 0.0003 * c5;
    M[23] = N6_4_z; /* (4,6) */
    M[33] = N6_4_z; /* (6,4) */
    const double N6_3_x = c4 * N6_4_x;
    const double N6_3_y = s4 * N6_4_x;
    const double N6_2_z = -N6_3_x;
    M[11] = N6_2_z; /* (2,6) */
    M[31] = N6_2_z; /* (6,2) */
    const double N6_1_y2 = s2 * N6_3_y - c2 * N6_4_z;
    const double N6_1_z = -N6_1_y2;
    M[5] = N6_1_z; /* (1,6) */
    M[30] = N6_1_z; /* (6,1) */

    /* link 5: wrench of a unit rate, towards the base; D_jk (eq. 10) */
    const double F5_4_x = 0.114912 * c5;
    const double F5_2_y = 0.114912 * s5;
    const double F5_4_z = -F5_2_y;
    M[16] = F5_4_z; /* (3,5) */
    M[26] = F5_4_z; /* (5,3) */
    const double F5_3_x = c4 * F5_4_x;
    const double F5_3_y = s4 * F5_4_x;
    const double N5_3_y = 0.016 * c4;
    const double N5_2_z = 0.016 * s4 + q[2] * F5_3_y;
    M[10] = N5_2_z; /* (2,5) */
    M[25] = N5_2_z; /* (5,2) */
    const double N5_2_x = N5_3_y + q[2] * F5_3_x;
    const double N5_1_y1 = 0.154 * F5_3_y;
    const double N5_1_x1 = N5_2_x - 0.017696448 * s5;
    const double N5_1_y2 = s2 * N5_1_x1 + c2 * N5_1_y1;
    const double N5_1_z = -N5_1_y2;
    M[4] = N5_1_z; /* (1,5) */
    M[24] = N5_1_z; /* (5,1) */

    /* link 5: its composite seen from the parent (eq. 9) */
    const double t5_1 = 0.0153 * s5;
    const double t5_2 = s5 * t5_1;

    /* link 4: composite moments phi_j, psi_j (eq. 9) */
    const double psi4_xx = 0.00035 + t5_2;
    const double psi4_xz = c5 * t5_1;

    /* link 4: wrench of a unit rate, towards the base; D_jk (eq. 10) */
    const double N4_4_z = psi4_xx + 0.00135;
    const double D4_4 = N4_4_z + 0.106;
    M[21] = D4_4; /* (4,4) */
    const double F4_3_x = 0.005832 * c4 - s4 * F5_2_y;
    M[8] = F4_3_x; /* (2,3) */
    M[13] = F4_3_x; /* (3,2) */
    const double F4_3_y = 0.005832 * s4 + c4 * F5_2_y;
    const double psi3_xz = c4 * psi4_xz;
    const double psi3_yz = s4 * psi4_xz;
    const double N4_2_z = psi3_xz + q[2] * F4_3_y;
    M[9] = N4_2_z; /* (2,4) */
    M[19] = N4_2_z; /* (4,2) */
    const double N4_2_x = q[2] * F4_3_x - psi3_yz;
    const double N4_1_y1 = 0.154 * F4_3_y - N4_4_z;
    const double N4_1_y2 = s2 * N4_2_x + c2 * N4_1_y1;
    const double N4_1_z = -N4_1_y2;
    M[3] = N4_1_z; /* (1,4) */
    M[18] = N4_1_z; /* (4,1) */

    /* link 4: its composite seen from the parent (eq. 9) */
    const double t4_1 = s4 * (psi4_xx - 0.00135);
    const double t4_2 = s4 * t4_1;

    /* link 3: composite moments phi_j, psi_j (eq. 9) */
    const double psi3_xy = c4 * t4_1;
    const double phi3_z = F5_4_x - 2.749911;

    /* link 3: wrench of a unit rate, towards the base; D_jk (eq. 10) */
    const double N3_1_x1 = 0.99638 - F4_3_y;
    const double N3_1_y2 = s2 * N3_1_x1;
    const double N3_1_z = -N3_1_y2;
    M[2] = N3_1_z; /* (1,3) */
    M[12] = N3_1_z; /* (3,1) */

    /* link 2: composite moments phi_j, psi_j (eq. 9) */
    const double F2_2_x = phi3_z + 6.47 * q[2];
    const double psi2_xx = t4_2 + 0.00935;
    const double psi2_yy = 6.47 * (q[2] * q[2]) + (2.0 * (q[2] * phi3_z) - t5_2) + 2.53665;

    /* link 2: wrench of a unit rate, towards the base; D_jk (eq. 10) */
    const double N2_2_z = psi2_xx + psi2_yy;
    const double D2_2 = N2_2_z + 2.193;
    M[7] = D2_2; /* (2,2) */
    const double N2_1_x1 = psi3_xy + 0.154 * F4_3_x;
    const double N2_1_y1 = 0.154 * F2_2_x - N4_2_z;
    const double t2_1 = c2 * N2_1_y1;
    const double psi1_yz = s2 * N2_1_x1 + t2_1;
    const double N2_1_z = -psi1_yz;
    M[1] = N2_1_z; /* (1,2) */
    M[6] = N2_1_z; /* (2,1) */

    /* link 2: its composite seen from the parent (eq. 9) */
    const double psi2_xx2 = psi2_xx - s2 * (s2 * (psi2_xx - psi2_yy) + c2 * (2.0 * N4_2_x));

    /* link 1: wrench of a unit rate, towards the base; D_jk (eq. 10) */
    const double D1_1 = psi4_xx + psi2_xx2 - t4_2 - 0.308 * F4_3_y + 1.415619048;
    M[0] = D1_1; /* (1,1) */

    /* elements that never change */
    M[14] = 7.252; /* (3,3) */
    M[15] = 0.0; /* (3,4) */
    M[17] = 0.0; /* (3,6) */
    M[20] = 0.0; /* (4,3) */
    M[22] = 0.0; /* (4,5) */
    M[27] = 0.0; /* (5,4) */
    M[28] = 0.113; /* (5,5) */
    M[29] = 0.0; /* (5,6) */
    M[32] = 0.0; /* (6,3) */
    M[34] = 0.0; /* (6,5) */
    M[35] = 0.0203; /* (6,6) */
}

/* bias vector h(q, qd).
   gibbs_appell: 117 mul, 81 add, 3 neg, 4 sincos
   Gibbs-Appell equations: Mata, Provenzano, Valero and Cuadrado 2002, section 4.1.
   Bodies regrouped.
     omega4_y, alpha4_x  angular velocity and angular acceleration of link 4, in its frame
     wxx_2               product of components of omega of link 2
     Om12_4              element (row, column) of alpha~ + omega~ omega~ of link 4
     A3_z                acceleration of the origin of link 3, less gravity, in its frame
     f5_x, chi5_x        force and moment through joint 5, in the frame of link 5
*/
void stanford_bias(
    const double q[STANFORD_RESTRICT 6],
    const double qd[STANFORD_RESTRICT 6],
    double h[STANFORD_RESTRICT 6])
{

    /* angles */
    four sines1, cosines1;
    pack_bits far = {0};
    sincos4(q[1], q[3], q[4], q[5], &sines1, &cosines1, &far);
    if (any_far(&far)) {
        library_sincos4(q[1], q[3], q[4], q[5], &sines1, &cosines1);
    }
    const double c2 = cosines1[0];
    const double s2 = sines1[0];
    const double c4 = cosines1[1];
    const double s4 = sines1[1];
    const double c5 = cosines1[2];
    const double s5 = sines1[2];
    const double c6 = cosines1[3];
    const double s6 = sines1[3];

    /* link 2: angular velocity omega_i and acceleration alpha_i (step 1) */
    const double t2_1 = qd[0] * s2;
    const double omega3_z = qd[0] * c2;
    const double t2_2 = qd[1] * omega3_z;
    const double alpha2_y = qd[1] * t2_1;

    /* link 2: Om_i = alpha~ + omega~ omega~ */
    const double wxx_2 = t2_1 * t2_1;
    const double wyy_2 = omega3_z * omega3_z;
    const double wzz_2 = qd[1] * qd[1];
    const double wxy_2 = t2_1 * omega3_z;
    const double t2_3 = wxx_2 + wzz_2;

    /* link 3: acceleration A_i of its origin (step 2) */
    const double A3_z1 = 9.81 * c2;
    const double A3_x2 = 0.154 * (wxx_2 + wyy_2);
    const double A3_z = A3_z1 - q[2] * t2_3;
    const double A3_x = A3_x2 - q[2] * (t2_2 + t2_2) - qd[2] * (t2_1 + t2_1);
    const double A3_y = qd[2] * (qd[1] + qd[1]) - (9.81 * s2 + q[2] * wxy_2);

    /* link 4: angular velocity omega_i and acceleration alpha_i (step 1) */
    const double t4_1 = qd[1] * c4 + t2_1 * s4;
    const double omega4_y = qd[1] * s4 - t2_1 * c4;
    const double omega4_z = qd[3] + omega3_z;
    const double alpha4_x = qd[3] * omega4_y - t2_2 * s4;
    const double alpha4_y = qd[3] * t4_1 - t2_2 * c4;

    /* link 4: Om_i = alpha~ + omega~ omega~ */
    const double wxx_4 = t4_1 * t4_1;
    const double wzz_4 = omega4_z * omega4_z;
    const double wyz_4 = omega4_y * omega4_z;
    const double Om12_4 = alpha2_y - t4_1 * omega4_y;
    const double Om32_4 = alpha4_x + wyz_4;

    /* link 4: acceleration A_i of its origin (step 2) */
    const double A4_x = A3_x * c4 + A3_y * s4;
    const double A4_y = A3_y * c4 - A3_x * s4;

    /* link 5: angular velocity omega_i and acceleration alpha_i (step 1) */
    const double t5_1 = t4_1 * c5 + omega4_z * s5;
    const double omega5_y = t4_1 * s5 - omega4_z * c5;
    const double omega5_z = qd[4] + omega4_y;
    const double alpha5_x2 = alpha4_x * c5 + alpha2_y * s5;
    const double alpha5_y2 = alpha2_y * c5 - alpha4_x * s5;
    const double alpha5_x = alpha5_x2 + qd[4] * omega5_y;
    const double alpha5_y = alpha5_y2 + qd[4] * t5_1;

    /* link 5: Om_i = alpha~ + omega~ omega~ */
    const double wxx_5 = t5_1 * t5_1;
    const double wzz_5 = omega5_z * omega5_z;
    const double t5_2 = t5_1 * omega5_y;
    const double wyz_5 = omega5_y * omega5_z;
    const double Om32_5 = alpha5_x + wyz_5;

    /* link 5: acceleration A_i of its origin (step 2) */
    const double A5_x = A4_x * c5 - A3_z * s5;

    /* link 5: its own force m A + Om l and moment t + l x A (step 3) */
    const double f5_x = 0.114912 * (alpha4_y + t5_2);
    const double f5_y = 0.114912 * (wxx_5 + wzz_5);

    /* link 6: angular velocity omega_i and acceleration alpha_i (step 1) */
    const double omega6_x = omega5_z * s6 - t5_1 * c6;
    const double omega6_y = t5_1 * s6 + omega5_z * c6;
    const double omega6_z = qd[5] - omega5_y;
    const double alpha6_x2 = alpha5_x * c6 + alpha4_y * s6;
    const double alpha6_y2 = alpha4_y * c6 - alpha5_x * s6;

    /* link 6: Om_i = alpha~ + omega~ omega~ */
    const double t6_1 = qd[5] + omega6_z;
    const double Om31_6 = omega6_x * t6_1 - alpha6_y2;
    const double Om32_6 = alpha6_x2 + omega6_y * t6_1;

    /* link 6: its own force m A + Om l and moment t + l x A (step 3) */
    const double chi6_x = 0.00015 * Om32_6;
    const double t6_2 = 0.00015 * Om31_6;
    const double chi6_y2 = 0.0003 * alpha5_y;
    const double chi6_z = -chi6_y2;
    h[5] = chi6_z;

    /* link 6: seen from its parent */
    const double chi6_x1 = c6 * chi6_x + s6 * t6_2;
    const double chi6_y1 = s6 * chi6_x - c6 * t6_2;

    /* link 5: seen from its parent */
    const double chi5_x = 0.01565 * Om32_5 - 0.114912 * A4_y + chi6_x1;
    const double chi5_y = 0.0002 * (alpha5_y + t5_1 * omega5_z) + chi6_y2;
    const double chi5_z = 0.01585 * alpha4_y + 0.01545 * t5_2 + 0.114912 * A5_x + chi6_y1;
    h[4] = chi5_z;
    const double f5_x1 = c5 * f5_x - s5 * f5_y;
    const double f5_y1 = s5 * f5_x + c5 * f5_y;
    const double chi5_x1 = c5 * chi5_x - s5 * chi5_y;
    const double chi5_y1 = s5 * chi5_x + c5 * chi5_y;

    /* link 4: seen from its parent */
    const double f4_x = f5_x1 - 0.005832 * Om12_4;
    const double f4_y = 0.005832 * (wxx_4 + wzz_4) - 0.114912 * Om32_5;
    const double chi4_x = 0.0012 * Om32_4 - 0.005832 * A3_z + chi5_x1;
    const double chi4_z = 0.005832 * A4_x - 0.0012 * Om12_4 - chi5_y1;
    h[3] = chi4_z;
    const double f4_x1 = c4 * f4_x - s4 * f4_y;
    const double f4_y1 = s4 * f4_x + c4 * f4_y;
    const double chi4_x1 = c4 * chi4_x - s4 * chi5_z;
    const double chi4_y1 = s4 * chi4_x + c4 * chi5_z;

    /* link 3: force f_i and moment chi_i through the joint; tau_i (step 4) */
    const double f3_x = 6.47 * A3_x + 5.499822 * t2_2 + f4_x1;
    const double f3_y = 6.47 * A3_y + 2.749911 * wxy_2 + f4_y1;
    const double f3_z = 6.47 * A3_z + 2.749911 * t2_3 - (0.005832 * Om32_4 + f5_y1);
    h[2] = f3_z;

    /* link 3: seen from its parent */
    const double chi3_x = 2.749911 * A3_y + chi4_x1;
    const double chi3_y = chi4_y1 - 2.749911 * A3_x;
    const double t3_1 = q[2] * f3_x;
    const double chi3_x1 = chi3_x - q[2] * f3_y;
    const double chi3_y1 = chi3_y + t3_1;

    /* link 2: force f_i and moment chi_i through the joint; tau_i (step 4) */
    const double f2_x = 63.4707 * s2 + f3_y;
    const double f2_y = 63.4707 * c2 - f3_z;

    /* link 2: seen from its parent */
    const double chi2_x = chi3_y1 - 5.042 * t2_2;
    const double chi2_y = 0.016 * alpha2_y - chi4_z;
    const double chi2_z = -(2.513 * wxy_2 + chi3_x1);
    h[1] = chi2_z;
    const double t2_4 = 0.154 * f2_y;
    const double chi2_x1 = chi2_x - t2_4;
    const double chi2_y1 = chi2_y + 0.154 * f2_x;
    const double t2_5 = s2 * chi2_x1;
    const double chi2_y2 = t2_5 + c2 * chi2_y1;

    /* link 1: force f_i and moment chi_i through the joint; tau_i (step 4) */
    const double chi1_z = -chi2_y2;
    h[0] = chi1_z;
}

/* inverse dynamics, tau = M qdd + h.
   gibbs_appell: 132 mul, 96 add, 4 sincos
   Gibbs-Appell equations: Mata, Provenzano, Valero and Cuadrado 2002, section 4.1.
   Bodies regrouped.
     omega4_y, alpha4_z  angular velocity and angular acceleration of link 4, in its frame
     wxy_3               product of components of omega of link 3
     Om23_2              element (row, column) of alpha~ + omega~ omega~ of link 2
     A2_y                acceleration of the origin of link 2, less gravity, in its frame
     f5_x, chi5_z        force and moment through joint 5, in the frame of link 5
     tau6                torque or force at joint 6
*/
void stanford_inverse_dynamics(
    const double q[STANFORD_RESTRICT 6],
    const double qd[STANFORD_RESTRICT 6],
    const double qdd[STANFORD_RESTRICT 6],
    double tau[STANFORD_RESTRICT 6])
{

    /* angles */
    four sines1, cosines1;
    pack_bits far = {0};
    sincos4(q[1], q[3], q[4], q[5], &sines1, &cosines1, &far);
    if (any_far(&far)) {
        library_sincos4(q[1], q[3], q[4], q[5], &sines1, &cosines1);
    }
    const double c2 = cosines1[0];
    const double s2 = sines1[0];
    const double c4 = cosines1[1];
    const double s4 = sines1[1];
    const double c5 = cosines1[2];
    const double s5 = sines1[2];
    const double c6 = cosines1[3];
    const double s6 = sines1[3];

    /* link 2: angular velocity omega_i and acceleration alpha_i (step 1) */
    const double t2_1 = qd[0] * s2;
    const double omega3_z = qd[0] * c2;
    const double Om23_2 = qdd[0] * s2;
    const double Om21_3 = qdd[0] * c2;
    const double t2_2 = qd[1] * omega3_z;
    const double wxy_3 = qd[1] * t2_1;
    const double t2_3 = Om23_2 + t2_2;
    const double alpha2_y = wxy_3 - Om21_3;

    /* link 2: Om_i = alpha~ + omega~ omega~ */
    const double wxx_2 = t2_1 * t2_1;
    const double wyy_2 = omega3_z * omega3_z;
    const double wzz_2 = qd[1] * qd[1];
    const double wxy_2 = t2_1 * omega3_z;
    const double Om12_2 = wxy_2 - qdd[1];
    const double t2_4 = wxx_2 + wzz_2;
    const double t2_5 = t2_2 + t2_3;

    /* link 2: acceleration A_i of its origin (step 2) */
    const double t2_6 = 9.81 * s2 + 0.154 * Om21_3;
    const double A2_y = 0.154 * Om23_2 - 9.81 * c2;

    /* link 3 (boom): transform to its parent */
    const double Om12_3 = wxy_3 + alpha2_y;

    /* link 3: acceleration A_i of its origin (step 2) */
    const double A3_x2 = 0.154 * (wxx_2 + wyy_2);
    const double A3_z = qdd[2] - (A2_y + q[2] * t2_4);
    const double A3_x = A3_x2 - q[2] * t2_5 - qd[2] * (2.0 * t2_1);
    const double A3_y = qd[2] * (2.0 * qd[1]) - (t2_6 + q[2] * Om12_2);

    /* link 4: angular velocity omega_i and acceleration alpha_i (step 1) */
    const double t4_1 = qd[1] * c4 + t2_1 * s4;
    const double omega4_y = qd[1] * s4 - t2_1 * c4;
    const double omega4_z = qd[3] + omega3_z;
    const double alpha4_y1 = qdd[1] * s4 - t2_3 * c4;
    const double alpha4_z = qdd[3] - alpha2_y;
    const double alpha4_x = qd[3] * omega4_y - (qdd[1] * c4 + t2_3 * s4);
    const double alpha4_y = alpha4_y1 + qd[3] * t4_1;

    /* link 4: Om_i = alpha~ + omega~ omega~ */
    const double wxx_4 = t4_1 * t4_1;
    const double wzz_4 = omega4_z * omega4_z;
    const double wyz_4 = omega4_y * omega4_z;
    const double t4_2 = alpha4_z + t4_1 * omega4_y;
    const double Om32_4 = alpha4_x + wyz_4;

    /* link 4: acceleration A_i of its origin (step 2) */
    const double A4_x = A3_x * c4 + A3_y * s4;
    const double A4_y = A3_y * c4 - A3_x * s4;

    /* link 5: angular velocity omega_i and acceleration alpha_i (step 1) */
    const double t5_1 = t4_1 * c5 + omega4_z * s5;
    const double omega5_y = t4_1 * s5 - omega4_z * c5;
    const double omega5_z = qd[4] + omega4_y;
    const double alpha5_x2 = alpha4_x * c5 - alpha4_z * s5;
    const double alpha5_z = qdd[4] + alpha4_y;
    const double alpha5_x = alpha5_x2 + qd[4] * omega5_y;
    const double alpha5_y = qd[4] * t5_1 - (alpha4_x * s5 + alpha4_z * c5);

    /* link 5: Om_i = alpha~ + omega~ omega~ */
    const double wxx_5 = t5_1 * t5_1;
    const double wzz_5 = omega5_z * omega5_z;
    const double t5_2 = t5_1 * omega5_y;
    const double wyz_5 = omega5_y * omega5_z;
    const double Om32_5 = alpha5_x + wyz_5;

    /* link 5: acceleration A_i of its origin (step 2) */
    const double A5_x = A4_x * c5 - A3_z * s5;

    /* link 5: its own force m A + Om l and moment t + l x A (step 3) */
    const double f5_x = 0.114912 * (alpha5_z + t5_2);
    const double f5_y = 0.114912 * (wxx_5 + wzz_5);

    /* link 6: angular velocity omega_i and acceleration alpha_i (step 1) */
    const double omega6_x = omega5_z * s6 - t5_1 * c6;
    const double omega6_y = t5_1 * s6 + omega5_z * c6;
    const double alpha6_x2 = alpha5_x * c6 + alpha5_z * s6;
    const double alpha6_y2 = alpha5_z * c6 - alpha5_x * s6;
    const double alpha6_z = qdd[5] - alpha5_y;

    /* link 6: Om_i = alpha~ + omega~ omega~ */
    const double t6_1 = 2.0 * qd[5] - omega5_y;
    const double Om31_6 = omega6_x * t6_1 - alpha6_y2;
    const double Om32_6 = alpha6_x2 + omega6_y * t6_1;

    /* link 6: its own force m A + Om l and moment t + l x A (step 3) */
    const double chi6_x = 0.00015 * Om32_6;
    const double t6_2 = 0.00015 * Om31_6;
    const double chi6_z = 0.0003 * alpha6_z;

    /* link 6: force f_i and moment chi_i through the joint; tau_i (step 4) */
    const double tau6 = chi6_z + 0.02 * qdd[5];
    tau[5] = tau6;

    /* link 6: seen from its parent */
    const double chi6_x1 = c6 * chi6_x + s6 * t6_2;
    const double chi6_y1 = s6 * chi6_x - c6 * t6_2;

    /* link 5: force f_i and moment chi_i through the joint; tau_i (step 4) */
    const double chi5_z = 0.01585 * alpha5_z + 0.01545 * t5_2 + 0.114912 * A5_x + chi6_y1;
    const double tau5 = chi5_z + 0.097 * qdd[4];
    tau[4] = tau5;

    /* link 5: seen from its parent */
    const double chi5_x = 0.01565 * Om32_5 - 0.114912 * A4_y + chi6_x1;
    const double chi5_y = 0.0002 * (alpha5_y + t5_1 * omega5_z) - chi6_z;
    const double f5_x1 = c5 * f5_x - s5 * f5_y;
    const double f5_y1 = s5 * f5_x + c5 * f5_y;
    const double chi5_x1 = c5 * chi5_x - s5 * chi5_y;
    const double chi5_y1 = s5 * chi5_x + c5 * chi5_y;

    /* link 4: force f_i and moment chi_i through the joint; tau_i (step 4) */
    const double chi4_z = 0.0012 * t4_2 + 0.005832 * A4_x - chi5_y1;
    const double tau4 = chi4_z + 0.106 * qdd[3];
    tau[3] = tau4;

    /* link 4: seen from its parent */
    const double f4_x = 0.005832 * t4_2 + f5_x1;
    const double f4_y = 0.005832 * (wxx_4 + wzz_4) - 0.114912 * Om32_5;
    const double chi4_x = 0.0012 * Om32_4 - 0.005832 * A3_z + chi5_x1;
    const double f4_x1 = c4 * f4_x - s4 * f4_y;
    const double f4_y1 = s4 * f4_x + c4 * f4_y;
    const double chi4_y1 = s4 * chi4_x + c4 * chi5_z;

    /* link 3: force f_i and moment chi_i through the joint; tau_i (step 4) */
    const double f3_x = 6.47 * A3_x + 2.749911 * t2_5 + f4_x1;
    const double f3_y = 6.47 * A3_y + 2.749911 * Om12_2 + f4_y1;
    const double f3_z = 6.47 * A3_z + 2.749911 * t2_4 - (0.005832 * Om32_4 + f5_y1);
    const double tau3 = f3_z + 0.782 * qdd[2];
    tau[2] = tau3;

    /* link 3: seen from its parent */
    const double chi3_y = chi4_y1 - 2.749911 * A3_x;
    const double t3_1 = q[2] * f3_x;
    const double chi3_y1 = chi3_y + t3_1;

    /* link 2: force f_i and moment chi_i through the joint; tau_i (step 4) */
    const double f2_x = 6.47 * t2_6 + f3_y;
    const double tau2 = q[2] * f3_y + (s4 * chi5_z + (4.722 * qdd[1] - 2.513 * wxy_2 - 2.749911 *
        A3_y - c4 * chi4_x));
    tau[1] = tau2;

    /* link 2: seen from its parent */
    const double chi2_x = chi3_y1 - 2.521 * t2_5;
    const double chi2_y = 0.008 * Om12_3 - chi4_z;
    const double chi2_x1 = chi2_x + 0.154 * (6.47 * A2_y + f3_z);
    const double chi2_y1 = chi2_y + 0.154 * f2_x;

    /* link 1: force f_i and moment chi_i through the joint; tau_i (step 4) */
    const double tau1 = 1.415619048 * qdd[0] - s2 * chi2_x1 - c2 * chi2_y1;
    tau[0] = tau1;
}

/* inertia matrix and bias vector together.
   crba+gibbs_appell: 171 mul, 111 add, 10 neg, 4 sincos
   Composite rigid bodies: Featherstone and Orin 2000, eqs. 9, 10; Walker and Orin 1982, method
       3.
   Gibbs-Appell equations: Mata, Provenzano, Valero and Cuadrado 2002, section 4.1.
   Bodies regrouped.
     phi3_z, psi3_xz     first moment and second moments of link 3 with all that it carries
     F5_2_y, N5_2_z      force and moment that a unit rate of joint 5 needs, as seen from link 2
     D4_4                element (4,4) of the inertia matrix
     omega4_y, alpha4_x  angular velocity and angular acceleration of link 4, in its frame
     wxx_2               product of components of omega of link 2
     Om12_4              element (row, column) of alpha~ + omega~ omega~ of link 4
     A3_z                acceleration of the origin of link 3, less gravity, in its frame
     f5_x, chi5_x        force and moment through joint 5, in the frame of link 5
*/
void stanford_inertia_and_bias(
    const double q[STANFORD_RESTRICT 6],
    const double qd[STANFORD_RESTRICT 6],
    double M[STANFORD_RESTRICT 36],
    double h[STANFORD_RESTRICT 6])
{

    /* angles */
    four sines1, cosines1;
    pack_bits far = {0};
    sincos4(q[1], q[3], q[4], q[5], &sines1, &cosines1, &far);
    if (any_far(&far)) {
        library_sincos4(q[1], q[3], q[4], q[5], &sines1, &cosines1);
    }
    const double c2 = cosines1[0];
    const double s2 = sines1[0];
    const double c4 = cosines1[1];
    const double s4 = sines1[1];
    const double c5 = cosines1[2];
    const double s5 = sines1[2];
    const double c6 = cosines1[3];
    const double s6 = sines1[3];

    /* link 6: wrench of a unit rate, towards the base; D_jk (eq. 10) */
    const double N6_4_x = 0.0003 * s5;
    const double N6_4_z = 0.0003 * c5;
    M[23] = N6_4_z; /* (4,6) */
    M[33] = N6_4_z; /* (6,4) */
    const double N6_3_x = c4 * N6_4_x;
    const double N6_3_y = s4 * N6_4_x;
    const double N6_2_z = -N6_3_x;
    M[11] = N6_2_z; /* (2,6) */
    M[31] = N6_2_z; /* (6,2) */
    const double N6_1_y2 = s2 * N6_3_y - c2 * N6_4_z;
    const double N6_1_z = -N6_1_y2;
    M[5] = N6_1_z; /* (1,6) */
    M[30] = N6_1_z; /* (6,1) */

    /* link 5: wrench of a unit rate, towards the base; D_jk (eq. 10) */
    const double F5_4_x = 0.114912 * c5;
    const double F5_2_y = 0.114912 * s5;
    const double F5_4_z = -F5_2_y;
    M[16] = F5_4_z; /* (3,5) */
    M[26] = F5_4_z; /* (5,3) */
    const double F5_3_x = c4 * F5_4_x;
    const double F5_3_y = s4 * F5_4_x;
    const double N5_3_y = 0.016 * c4;
    const double N5_2_z = 0.016 * s4 + q[2] * F5_3_y;
    M[10] = N5_2_z; /* (2,5) */
    M[25] = N5_2_z; /* (5,2) */
    const double N5_2_x = N5_3_y + q[2] * F5_3_x;
    const double N5_1_y1 = 0.154 * F5_3_y;
    const double N5_1_x1 = N5_2_x - 0.017696448 * s5;
    const double N5_1_y2 = s2 * N5_1_x1 + c2 * N5_1_y1;
    const double N5_1_z = -N5_1_y2;
    M[4] = N5_1_z; /* (1,5) */
    M[24] = N5_1_z; /* (5,1) */

    /* link 5: its composite seen from the parent (eq. 9) */
    const double t5_1 = 0.0153 * s5;
    const double t5_2 = s5 * t5_1;

    /* link 4: composite moments phi_j, psi_j (eq. 9) */
    const double psi4_xx = 0.00035 + t5_2;
    const double psi4_xz = c5 * t5_1;

    /* link 4: wrench of a unit rate, towards the base; D_jk (eq. 10) */
    const double N4_4_z = psi4_xx + 0.00135;
    const double D4_4 = N4_4_z + 0.106;
    M[21] = D4_4; /* (4,4) */
    const double F4_3_x = 0.005832 * c4 - s4 * F5_2_y;
    M[8] = F4_3_x; /* (2,3) */
    M[13] = F4_3_x; /* (3,2) */
    const double F4_3_y = 0.005832 * s4 + c4 * F5_2_y;
    const double psi3_xz = c4 * psi4_xz;
    const double psi3_yz = s4 * psi4_xz;
    const double N4_2_z = psi3_xz + q[2] * F4_3_y;
    M[9] = N4_2_z; /* (2,4) */
    M[19] = N4_2_z; /* (4,2) */
    const double N4_2_x = q[2] * F4_3_x - psi3_yz;
    const double N4_1_y1 = 0.154 * F4_3_y - N4_4_z;
    const double N4_1_y2 = s2 * N4_2_x + c2 * N4_1_y1;
    const double N4_1_z = -N4_1_y2;
    M[3] = N4_1_z; /* (1,4) */
    M[18] = N4_1_z; /* (4,1) */

    /* link 4: its composite seen from the parent (eq. 9) */
    const double t4_1 = s4 * (psi4_xx - 0.00135);
    const double t4_2 = s4 * t4_1;

    /* link 3: composite moments phi_j, psi_j (eq. 9) */
    const double psi3_xy = c4 * t4_1;
    const double phi3_z = F5_4_x - 2.749911;

    /* link 3: wrench of a unit rate, towards the base; D_jk (eq. 10) */
    const double N3_1_x1 = 0.99638 - F4_3_y;
    const double N3_1_y2 = s2 * N3_1_x1;
    const double N3_1_z = -N3_1_y2;
    M[2] = N3_1_z; /* (1,3) */
    M[12] = N3_1_z; /* (3,1) */

    /* link 3: its composite seen from the parent (eq. 9) */
    const double omega3_z = qd[0] * c2;

    /* link 2: composite moments phi_j, psi_j (eq. 9) */
    const double F2_2_x = phi3_z + 6.47 * q[2];
    const double psi2_xx = t4_2 + 0.00935;
    const double psi2_yy = 6.47 * (q[2] * q[2]) + (2.0 * (q[2] * phi3_z) - t5_2) + 2.53665;

    /* link 2: wrench of a unit rate, towards the base; D_jk (eq. 10) */
    const double N2_2_z = psi2_xx + psi2_yy;
    const double D2_2 = N2_2_z + 2.193;
    M[7] = D2_2; /* (2,2) */
    const double N2_1_x1 = psi3_xy + 0.154 * F4_3_x;
    const double N2_1_y1 = 0.154 * F2_2_x - N4_2_z;
    const double t2_1 = c2 * N2_1_y1;
    const double psi1_yz = s2 * N2_1_x1 + t2_1;
    const double N2_1_z = -psi1_yz;
    M[1] = N2_1_z; /* (1,2) */
    M[6] = N2_1_z; /* (2,1) */

    /* link 2: its composite seen from the parent (eq. 9) */
    const double psi2_xx2 = psi2_xx - s2 * (s2 * (psi2_xx - psi2_yy) + c2 * (2.0 * N4_2_x));

    /* link 1: wrench of a unit rate, towards the base; D_jk (eq. 10) */
    const double D1_1 = psi4_xx + psi2_xx2 - t4_2 - 0.308 * F4_3_y + 1.415619048;
    M[0] = D1_1; /* (1,1) */

    /* link 2: angular velocity omega_i and acceleration alpha_i (step 1) */
    const double t2_2 = qd[0] * s2;
    const double t2_3 = qd[1] * omega3_z;
    const double alpha2_y = qd[1] * t2_2;

    /* link 2: Om_i = alpha~ + omega~ omega~ */
    const double wxx_2 = t2_2 * t2_2;
    const double wyy_2 = omega3_z * omega3_z;
    const double wzz_2 = qd[1] * qd[1];
    const double wxy_2 = t2_2 * omega3_z;
    const double t2_4 = wxx_2 + wzz_2;

    /* link 3: acceleration A_i of its origin (step 2) */
    const double A3_z1 = 9.81 * c2;
    const double A3_x2 = 0.154 * (wxx_2 + wyy_2);
    const double A3_z = A3_z1 - q[2] * t2_4;
    const double A3_x = A3_x2 - q[2] * (2.0 * t2_3) - qd[2] * (2.0 * t2_2);
    const double A3_y = qd[2] * (2.0 * qd[1]) - (9.81 * s2 + q[2] * wxy_2);

    /* link 4: angular velocity omega_i and acceleration alpha_i (step 1) */
    const double t4_3 = qd[1] * c4 + s4 * t2_2;
    const double omega4_y = qd[1] * s4 - c4 * t2_2;
    const double omega4_z = qd[3] + omega3_z;
    const double alpha4_x = qd[3] * omega4_y - s4 * t2_3;
    const double alpha4_y = qd[3] * t4_3 - c4 * t2_3;

    /* link 4: Om_i = alpha~ + omega~ omega~ */
    const double wxx_4 = t4_3 * t4_3;
    const double wzz_4 = omega4_z * omega4_z;
    const double wyz_4 = omega4_y * omega4_z;
    const double Om12_4 = alpha2_y - t4_3 * omega4_y;
    const double Om32_4 = alpha4_x + wyz_4;

    /* link 4: acceleration A_i of its origin (step 2) */
    const double A4_x = c4 * A3_x + s4 * A3_y;
    const double A4_y = c4 * A3_y - s4 * A3_x;

    /* link 5: angular velocity omega_i and acceleration alpha_i (step 1) */
    const double t5_3 = c5 * t4_3 + s5 * omega4_z;
    const double omega5_y = s5 * t4_3 - c5 * omega4_z;
    const double omega5_z = qd[4] + omega4_y;
    const double alpha5_x2 = c5 * alpha4_x + s5 * alpha2_y;
    const double alpha5_y2 = c5 * alpha2_y - s5 * alpha4_x;
    const double alpha5_x = alpha5_x2 + qd[4] * omega5_y;
    const double alpha5_y = alpha5_y2 + qd[4] * t5_3;

    /* link 5: Om_i = alpha~ + omega~ omega~ */
    const double wxx_5 = t5_3 * t5_3;
    const double wzz_5 = omega5_z * omega5_z;
    const double t5_4 = t5_3 * omega5_y;
    const double wyz_5 = omega5_y * omega5_z;
    const double Om32_5 = alpha5_x + wyz_5;

    /* link 5: acceleration A_i of its origin (step 2) */
    const double A5_x = c5 * A4_x - s5 * A3_z;

    /* link 5: its own force m A + Om l and moment t + l x A (step 3) */
    const double f5_x = 0.114912 * (alpha4_y + t5_4);
    const double f5_y = 0.114912 * (wxx_5 + wzz_5);

    /* link 6: angular velocity omega_i and acceleration alpha_i (step 1) */
    const double omega6_x = s6 * omega5_z - c6 * t5_3;
    const double omega6_y = s6 * t5_3 + c6 * omega5_z;
    const double alpha6_x2 = c6 * alpha5_x + s6 * alpha4_y;
    const double alpha6_y2 = c6 * alpha4_y - s6 * alpha5_x;

    /* link 6: Om_i = alpha~ + omega~ omega~ */
    const double t6_1 = 2.0 * qd[5] - omega5_y;
    const double Om31_6 = omega6_x * t6_1 - alpha6_y2;
    const double Om32_6 = alpha6_x2 + omega6_y * t6_1;

    /* link 6: its own force m A + Om l and moment t + l x A (step 3) */
    const double chi6_x = 0.00015 * Om32_6;
    const double t6_2 = 0.00015 * Om31_6;
    const double chi6_y2 = 0.0003 * alpha5_y;
    const double chi6_z = -chi6_y2;
    h[5] = chi6_z;

    /* link 6: seen from its parent */
    const double chi6_x1 = c6 * chi6_x + s6 * t6_2;
    const double chi6_y1 = s6 * chi6_x - c6 * t6_2;

    /* link 5: seen from its parent */
    const double chi5_x = 0.01565 * Om32_5 - 0.114912 * A4_y + chi6_x1;
    const double chi5_y = 0.0002 * (alpha5_y + t5_3 * omega5_z) + chi6_y2;
    const double chi5_z = 0.01585 * alpha4_y + 0.01545 * t5_4 + 0.114912 * A5_x + chi6_y1;
    h[4] = chi5_z;
    const double f5_x1 = c5 * f5_x - s5 * f5_y;
    const double f5_y1 = s5 * f5_x + c5 * f5_y;
    const double chi5_x1 = c5 * chi5_x - s5 * chi5_y;
    const double chi5_y1 = s5 * chi5_x + c5 * chi5_y;

    /* link 4: seen from its parent */
    const double f4_x = f5_x1 - 0.005832 * Om12_4;
    const double f4_y = 0.005832 * (wxx_4 + wzz_4) - 0.114912 * Om32_5;
    const double chi4_x = 0.0012 * Om32_4 - 0.005832 * A3_z + chi5_x1;
    const double chi4_z = 0.005832 * A4_x - 0.0012 * Om12_4 - chi5_y1;
    h[3] = chi4_z;
    const double f4_x1 = c4 * f4_x - s4 * f4_y;
    const double f4_y1 = s4 * f4_x + c4 * f4_y;
    const double chi4_x1 = c4 * chi4_x - s4 * chi5_z;
    const double chi4_y1 = s4 * chi4_x + c4 * chi5_z;

    /* link 3: force f_i and moment chi_i through the joint; tau_i (step 4) */
    const double f3_x = 6.47 * A3_x + 5.499822 * t2_3 + f4_x1;
    const double f3_y = 6.47 * A3_y + 2.749911 * wxy_2 + f4_y1;
    const double f3_z = 6.47 * A3_z + 2.749911 * t2_4 - (0.005832 * Om32_4 + f5_y1);
    h[2] = f3_z;

    /* link 3: seen from its parent */
    const double chi3_x = 2.749911 * A3_y + chi4_x1;
    const double chi3_y = chi4_y1 - 2.749911 * A3_x;
    const double t3_1 = q[2] * f3_x;
    const double chi3_x1 = chi3_x - q[2] * f3_y;
    const double chi3_y1 = chi3_y + t3_1;

    /* link 2: force f_i and moment chi_i through the joint; tau_i (step 4) */
    const double f2_x = 63.4707 * s2 + f3_y;
    const double f2_y = 63.4707 * c2 - f3_z;

    /* link 2: seen from its parent */
    const double chi2_x = chi3_y1 - 5.042 * t2_3;
    const double chi2_y = 0.016 * alpha2_y - chi4_z;
    const double chi2_z = -(2.513 * wxy_2 + chi3_x1);
    h[1] = chi2_z;
    const double t2_5 = 0.154 * f2_y;
    const double chi2_x1 = chi2_x - t2_5;
    const double chi2_y1 = chi2_y + 0.154 * f2_x;
    const double t2_6 = s2 * chi2_x1;
    const double chi2_y2 = t2_6 + c2 * chi2_y1;

    /* link 1: force f_i and moment chi_i through the joint; tau_i (step 4) */
    const double chi1_z = -chi2_y2;
    h[0] = chi1_z;

    /* elements that never change */
    M[14] = 7.252; /* (3,3) */
    M[15] = 0.0; /* (3,4) */
    M[17] = 0.0; /* (3,6) */
    M[20] = 0.0; /* (4,3) */
    M[22] = 0.0; /* (4,5) */
    M[27] = 0.0; /* (5,4) */
    M[28] = 0.113; /* (5,5) */
    M[29] = 0.0; /* (5,6) */
    M[32] = 0.0; /* (6,3) */
    M[34] = 0.0; /* (6,5) */
    M[35] = 0.0203; /* (6,6) */
}

/* gravity torques g(q).
   rnea: 18 mul, 6 add, 3 neg, 3 sincos
   Recursive Newton-Euler equations in spatial vectors: Featherstone and Orin 2000, eqs. 3-8;
       Luh, Walker and Paul 1980.
   Bodies regrouped.
     a3_z        spatial acceleration of the origin of link 3, less gravity, in its frame
     f3_z, n3_x  force and moment through joint 3, in the frame of link 3
*/
void stanford_gravity(
    const double q[STANFORD_RESTRICT 6],
    double g[STANFORD_RESTRICT 6])
{

    /* angles */
    four sines1, cosines1;
    pack_bits far = {0};
    sincos4(q[1], q[3], q[4], q[1], &sines1, &cosines1, &far);
    if (any_far(&far)) {
        library_sincos4(q[1], q[3], q[4], q[1], &sines1, &cosines1);
    }
    const double c2 = cosines1[0];
    const double s2 = sines1[0];
    const double c4 = cosines1[1];
    const double s4 = sines1[1];
    const double c5 = cosines1[2];
    const double s5 = sines1[2];

    /* link 2: acceleration a_i (eq. 4) */
    const double t2_1 = 9.81 * s2;

    /* link 3 (boom): transform to its parent */
    const double a3_z = 9.81 * c2;
    const double f3_z = 63.4707 * c2;
    g[2] = f3_z;

    /* link 4: acceleration a_i (eq. 4) */
    const double t4_1 = t2_1 * s4;

    /* link 5: f_i = I a (eq. 7) */
    const double n5_x = 0.114912 * (t2_1 * c4);
    const double t5_1 = 0.114912 * (t4_1 * c5 + a3_z * s5);
    const double n5_z = -t5_1;
    g[4] = n5_z;

    /* link 5: seen from its parent (eq. 8) */
    const double n5_x1 = c5 * n5_x;
    const double n5_y1 = s5 * n5_x;
    const double n2_y = 0.005832 * t4_1 + n5_y1;

    /* link 4: seen from its parent (eq. 8) */
    const double n4_x = n5_x1 - 0.05721192 * c2;
    const double n4_z = -n2_y;
    g[3] = n4_z;
    const double n4_x1 = c4 * n4_x + s4 * t5_1;

    /* link 3: seen from its parent (eq. 8) */
    const double n3_x = n4_x1 - 26.97662691 * s2;
    const double n3_x1 = n3_x + q[2] * (63.4707 * s2);

    /* link 2: wrench through the joint; tau_i (eq. 8) */
    const double n2_z = -n3_x1;
    g[1] = n2_z;

    /* elements that never change */
    g[0] = 0.0;
    g[5] = 0.0;
}

/* The end of forward_dynamics at a joint whose pivot is not above its limit. */
static int forward_dynamics_fails(double qdd[6], int joint)
{
    qdd[0] = NAN;
    qdd[1] = NAN;
    qdd[2] = NAN;
    qdd[3] = NAN;
    qdd[4] = NAN;
    qdd[5] = NAN;
    return joint;
}

/* forward dynamics, qdd = M^-1 (tau - h).
   ldlt on crba+gibbs_appell: 232 mul, 158 add, 4 div, 4 sincos
   Factors L^T D L, from the tips to the base: Lin 1991.
   Composite rigid bodies: Featherstone and Orin 2000, eqs. 9, 10; Walker and Orin 1982, method
       3.
   Gibbs-Appell equations: Mata, Provenzano, Valero and Cuadrado 2002, section 4.1.
   Bodies regrouped.
     phi3_z, psi3_xz     first moment and second moments of link 3 with all that it carries
     F5_2_y, N5_2_z      force and moment that a unit rate of joint 5 needs, as seen from link 2
     D4_4                element (4,4) of the inertia matrix
     omega4_y, alpha4_x  angular velocity and angular acceleration of link 4, in its frame
     wxx_2               product of components of omega of link 2
     Om12_4              element (row, column) of alpha~ + omega~ omega~ of link 4
     A3_z                acceleration of the origin of link 3, less gravity, in its frame
     f5_x, chi5_x        force and moment through joint 5, in the frame of link 5
     b1                  what accelerates joint 1, tau - h
     qdd1                acceleration of joint 1
     b1_6                what is left for joint 1 with joint 6 eliminated
     d4, di4             pivot and its inverse of joint 4
     l6_4                element (6,4) of the factor L
*/
int stanford_forward_dynamics(
    const double q[STANFORD_RESTRICT 6],
    const double qd[STANFORD_RESTRICT 6],
    const double tau[STANFORD_RESTRICT 6],
    double qdd[STANFORD_RESTRICT 6])
{

    /* angles */
    four sines1, cosines1;
    pack_bits far = {0};
    sincos4(q[1], q[3], q[4], q[5], &sines1, &cosines1, &far);
    if (any_far(&far)) {
        library_sincos4(q[1], q[3], q[4], q[5], &sines1, &cosines1);
    }
    const double c2 = cosines1[0];
    const double s2 = sines1[0];
    const double c4 = cosines1[1];
    const double s4 = sines1[1];
    const double c5 = cosines1[2];
    const double s5 = sines1[2];
    const double c6 = cosines1[3];
    const double s6 = sines1[3];

    /* link 2: angular velocity omega_i and acceleration alpha_i (step 1) */
    const double t2_1 = qd[0] * s2;
    const double omega3_z = qd[0] * c2;
    const double t2_2 = qd[1] * omega3_z;
    const double alpha2_y = qd[1] * t2_1;

    /* link 2: Om_i = alpha~ + omega~ omega~ */
    const double wxx_2 = t2_1 * t2_1;
    const double wyy_2 = omega3_z * omega3_z;
    const double wzz_2 = qd[1] * qd[1];
    const double wxy_2 = t2_1 * omega3_z;
    const double t2_3 = wxx_2 + wzz_2;

    /* link 3: acceleration A_i of its origin (step 2) */
    const double A3_z1 = 9.81 * c2;
    const double A3_x2 = 0.154 * (wxx_2 + wyy_2);
    const double A3_z = A3_z1 - q[2] * t2_3;
    const double A3_x = A3_x2 - q[2] * (2.0 * t2_2) - qd[2] * (2.0 * t2_1);
    const double A3_y = qd[2] * (2.0 * qd[1]) - (9.81 * s2 + q[2] * wxy_2);

    /* link 4: angular velocity omega_i and acceleration alpha_i (step 1) */
    const double t4_1 = qd[1] * c4 + t2_1 * s4;
    const double omega4_y = qd[1] * s4 - t2_1 * c4;
    const double omega4_z = qd[3] + omega3_z;
    const double alpha4_x = qd[3] * omega4_y - t2_2 * s4;
    const double alpha4_y = qd[3] * t4_1 - t2_2 * c4;

    /* link 4: Om_i = alpha~ + omega~ omega~ */
    const double wxx_4 = t4_1 * t4_1;
    const double wzz_4 = omega4_z * omega4_z;
    const double wyz_4 = omega4_y * omega4_z;
    const double Om12_4 = alpha2_y - t4_1 * omega4_y;
    const double Om32_4 = alpha4_x + wyz_4;

    /* link 4: acceleration A_i of its origin (step 2) */
    const double A4_x = A3_x * c4 + A3_y * s4;
    const double A4_y = A3_y * c4 - A3_x * s4;

    /* link 5: angular velocity omega_i and acceleration alpha_i (step 1) */
    const double t5_1 = t4_1 * c5 + omega4_z * s5;
    const double omega5_y = t4_1 * s5 - omega4_z * c5;
    const double omega5_z = qd[4] + omega4_y;
    const double alpha5_x2 = alpha4_x * c5 + alpha2_y * s5;
    const double alpha5_y2 = alpha2_y * c5 - alpha4_x * s5;
    const double alpha5_x = alpha5_x2 + qd[4] * omega5_y;
    const double alpha5_y = alpha5_y2 + qd[4] * t5_1;

    /* link 5: Om_i = alpha~ + omega~ omega~ */
    const double wxx_5 = t5_1 * t5_1;
    const double wzz_5 = omega5_z * omega5_z;
    const double t5_2 = t5_1 * omega5_y;
    const double wyz_5 = omega5_y * omega5_z;
    const double Om32_5 = alpha5_x + wyz_5;

    /* link 5: acceleration A_i of its origin (step 2) */
    const double A5_x = A4_x * c5 - A3_z * s5;

    /* link 5: its own force m A + Om l and moment t + l x A (step 3) */
    const double f5_x = 0.114912 * (alpha4_y + t5_2);
    const double f5_y = 0.114912 * (wxx_5 + wzz_5);

    /* link 6: angular velocity omega_i and acceleration alpha_i (step 1) */
    const double omega6_x = omega5_z * s6 - t5_1 * c6;
    const double omega6_y = t5_1 * s6 + omega5_z * c6;
    const double alpha6_x2 = alpha5_x * c6 + alpha4_y * s6;
    const double alpha6_y2 = alpha4_y * c6 - alpha5_x * s6;

    /* link 6: Om_i = alpha~ + omega~ omega~ */
    const double t6_1 = 2.0 * qd[5] - omega5_y;
    const double Om31_6 = omega6_x * t6_1 - alpha6_y2;
    const double Om32_6 = alpha6_x2 + omega6_y * t6_1;

    /* link 6: its own force m A + Om l and moment t + l x A (step 3) */
    const double chi6_x = 0.00015 * Om32_6;
    const double t6_2 = 0.00015 * Om31_6;
    const double chi6_y2 = 0.0003 * alpha5_y;

    /* link 6: seen from its parent */
    const double chi6_x1 = c6 * chi6_x + s6 * t6_2;
    const double chi6_y1 = s6 * chi6_x - c6 * t6_2;

    /* link 5: seen from its parent */
    const double chi5_x = 0.01565 * Om32_5 - 0.114912 * A4_y + chi6_x1;
    const double chi5_y = 0.0002 * (alpha5_y + t5_1 * omega5_z) + chi6_y2;
    const double chi5_z = 0.01585 * alpha4_y + 0.01545 * t5_2 + 0.114912 * A5_x + chi6_y1;
    const double f5_x1 = c5 * f5_x - s5 * f5_y;
    const double f5_y1 = s5 * f5_x + c5 * f5_y;
    const double chi5_x1 = c5 * chi5_x - s5 * chi5_y;
    const double chi5_y1 = s5 * chi5_x + c5 * chi5_y;

    /* link 4: seen from its parent */
    const double f4_x = f5_x1 - 0.005832 * Om12_4;
    const double f4_y = 0.005832 * (wxx_4 + wzz_4) - 0.114912 * Om32_5;
    const double chi4_x = 0.0012 * Om32_4 - 0.005832 * A3_z + chi5_x1;
    const double chi4_z = 0.005832 * A4_x - 0.0012 * Om12_4 - chi5_y1;
    const double f4_x1 = c4 * f4_x - s4 * f4_y;
    const double f4_y1 = s4 * f4_x + c4 * f4_y;
    const double chi4_x1 = c4 * chi4_x - s4 * chi5_z;
    const double chi4_y1 = s4 * chi4_x + c4 * chi5_z;

    /* link 3: force f_i and moment chi_i through the joint; tau_i (step 4) */
    const double f3_x = 6.47 * A3_x + 5.499822 * t2_2 + f4_x1;
    const double f3_y = 6.47 * A3_y + 2.749911 * wxy_2 + f4_y1;
    const double f3_z = 6.47 * A3_z + 2.749911 * t2_3 - (0.005832 * Om32_4 + f5_y1);

    /* link 3: seen from its parent */
    const double chi3_x = 2.749911 * A3_y + chi4_x1;
    const double chi3_y = chi4_y1 - 2.749911 * A3_x;
    const double t3_1 = q[2] * f3_x;
    const double chi3_x1 = chi3_x - q[2] * f3_y;
    const double chi3_y1 = chi3_y + t3_1;

    /* link 2: force f_i and moment chi_i through the joint; tau_i (step 4) */
    const double f2_x = 63.4707 * s2 + f3_y;
    const double f2_y = 63.4707 * c2 - f3_z;

    /* link 2: seen from its parent */
    const double chi2_x = chi3_y1 - 5.042 * t2_2;
    const double chi2_y = 0.016 * alpha2_y - chi4_z;
    const double chi2_x1 = chi2_x - 0.154 * f2_y;
    const double chi2_y1 = chi2_y + 0.154 * f2_x;
    const double chi2_y2 = s2 * chi2_x1 + c2 * chi2_y1;

    /* link 6: wrench of a unit rate, towards the base; D_jk (eq. 10) */
    const double N6_4_x = 0.0003 * s5;
    const double N6_4_z = 0.0003 * c5;
    const double N6_3_x = c4 * N6_4_x;
    const double N6_3_y = s4 * N6_4_x;
    const double N6_1_y2 = s2 * N6_3_y - c2 * N6_4_z;

    /* link 5: wrench of a unit rate, towards the base; D_jk (eq. 10) */
    const double F5_4_x = 0.114912 * c5;
    const double F5_2_y = 0.114912 * s5;
    const double F5_3_x = c4 * F5_4_x;
    const double F5_3_y = s4 * F5_4_x;
    const double N5_3_y = 0.016 * c4;
    const double N5_2_z = 0.016 * s4 + q[2] * F5_3_y;
    const double N5_2_x = N5_3_y + q[2] * F5_3_x;
    const double N5_1_y1 = 0.154 * F5_3_y;
    const double N5_1_x1 = N5_2_x - 0.017696448 * s5;
    const double N5_1_y2 = s2 * N5_1_x1 + c2 * N5_1_y1;

    /* link 5: its composite seen from the parent (eq. 9) */
    const double t5_3 = 0.0153 * s5;
    const double t5_4 = s5 * t5_3;

    /* link 4: composite moments phi_j, psi_j (eq. 9) */
    const double psi4_xx = 0.00035 + t5_4;
    const double psi4_xz = c5 * t5_3;

    /* link 4: wrench of a unit rate, towards the base; D_jk (eq. 10) */
    const double N4_4_z = psi4_xx + 0.00135;
    const double D4_4 = N4_4_z + 0.106;
    const double F4_3_x = 0.005832 * c4 - s4 * F5_2_y;
    const double F4_3_y = 0.005832 * s4 + c4 * F5_2_y;
    const double psi3_xz = c4 * psi4_xz;
    const double psi3_yz = s4 * psi4_xz;
    const double N4_2_z = psi3_xz + q[2] * F4_3_y;
    const double N4_2_x = q[2] * F4_3_x - psi3_yz;
    const double N4_1_y1 = 0.154 * F4_3_y - N4_4_z;
    const double N4_1_y2 = s2 * N4_2_x + c2 * N4_1_y1;

    /* link 4: its composite seen from the parent (eq. 9) */
    const double t4_2 = s4 * (psi4_xx - 0.00135);
    const double t4_3 = s4 * t4_2;

    /* link 3: composite moments phi_j, psi_j (eq. 9) */
    const double psi3_xy = c4 * t4_2;
    const double phi3_z = F5_4_x - 2.749911;

    /* link 3: wrench of a unit rate, towards the base; D_jk (eq. 10) */
    const double N3_1_x1 = 0.99638 - F4_3_y;
    const double N3_1_y2 = s2 * N3_1_x1;

    /* link 2: composite moments phi_j, psi_j (eq. 9) */
    const double F2_2_x = phi3_z + 6.47 * q[2];
    const double psi2_xx = t4_3 + 0.00935;
    const double psi2_yy = 6.47 * (q[2] * q[2]) + (2.0 * (q[2] * phi3_z) - t5_4) + 2.53665;

    /* link 2: wrench of a unit rate, towards the base; D_jk (eq. 10) */
    const double N2_2_z = psi2_xx + psi2_yy;
    const double D2_2 = N2_2_z + 2.193;
    const double N2_1_x1 = psi3_xy + 0.154 * F4_3_x;
    const double N2_1_y1 = 0.154 * F2_2_x - N4_2_z;

    /* link 2: its composite seen from the parent (eq. 9) */
    const double psi2_xx2 = psi2_xx - s2 * (s2 * (psi2_xx - psi2_yy) + c2 * (2.0 * N4_2_x));

    /* link 1: composite moments phi_j, psi_j (eq. 9) */
    const double psi1_yz = s2 * N2_1_x1 + c2 * N2_1_y1;

    /* link 1: wrench of a unit rate, towards the base; D_jk (eq. 10) */
    const double D1_1 = psi4_xx + psi2_xx2 - t4_3 - 0.308 * F4_3_y + 1.415619048;

    /* what accelerates the joints: b = tau - h */
    const double b1 = tau[0] + chi2_y2;
    const double b2 = tau[1] + (2.513 * wxy_2 + chi3_x1);
    const double b3 = tau[2] - f3_z;
    const double b4 = tau[3] - chi4_z;
    const double b5 = tau[4] - chi5_z;
    const double b6 = tau[5] + chi6_y2;

    /* link 6: pivot d_k, row l_k of L, what is left of M and of b */
    const double t6_3 = 49.26108374384236 * N6_1_y2;
    const double t6_4 = 49.26108374384236 * N6_3_x;
    const double l6_4 = 0.014778325123152709 * c5;
    const double b1_6 = b1 + b6 * t6_3;
    const double t6_5 = psi1_yz + N6_1_y2 * t6_4;
    const double b2_6 = b2 + b6 * t6_4;
    const double t6_6 = N6_1_y2 * l6_4 - N4_1_y2;
    const double t6_7 = N4_2_z + N6_3_x * l6_4;
    const double d4 = D4_4 - N6_4_z * l6_4;
    const double b4_6 = b4 - b6 * l6_4;

    /* link 5: pivot d_k, row l_k of L, what is left of M and of b */
    const double t5_5 = 8.849557522123893 * N5_1_y2;
    const double l5_2 = 8.849557522123893 * N5_2_z;
    const double t5_6 = 1.0169203539823009 * s5;
    const double b1_5 = b1_6 + b5 * t5_5;
    const double b2_5 = b2_6 - b5 * l5_2;
    const double t5_7 = N3_1_y2 + N5_1_y2 * t5_6;
    const double t5_8 = F4_3_x + N5_2_z * t5_6;
    const double d3 = 7.252 - F5_2_y * t5_6;
    const double b3_5 = b3 + b5 * t5_6;

    /* link 4: pivot d_k, row l_k of L, what is left of M and of b */
    const double t4_4 = 1.0658141036401503e-14 * D4_4;
    if (!(d4 > t4_4)) {
        return forward_dynamics_fails(qdd, 4);
    }
    const double di4 = 1.0 / d4;
    const double l4_1 = t6_6 * di4;
    const double l4_2 = t6_7 * di4;
    const double b1_4 = b1_5 - b4_6 * l4_1;
    const double b2_4 = b2_5 - b4_6 * l4_2;

    /* link 3: pivot d_k, row l_k of L, what is left of M and of b */
    if (!(d3 > 7.72928387959837e-14)) {
        return forward_dynamics_fails(qdd, 3);
    }
    const double di3 = 1.0 / d3;
    const double t3_2 = t5_7 * di3;
    const double l3_2 = t5_8 * di3;
    const double b1_3 = b1_4 + b3_5 * t3_2;
    const double t3_3 = N5_1_y2 * l5_2 - t6_5 - t6_6 * l4_2 + t5_7 * l3_2;
    const double d2 = D2_2 - N6_3_x * t6_4 - N5_2_z * l5_2 - t6_7 * l4_2 - t5_8 * l3_2;
    const double b2_3 = b2_4 - b3_5 * l3_2;

    /* link 2: pivot d_k, row l_k of L, what is left of M and of b */
    const double t2_4 = 1.0658141036401503e-14 * D2_2;
    if (!(d2 > t2_4)) {
        return forward_dynamics_fails(qdd, 2);
    }
    const double di2 = 1.0 / d2;
    const double l2_1 = t3_3 * di2;
    const double d1 = D1_1 - N6_1_y2 * t6_3 - N5_1_y2 * t5_5 - t6_6 * l4_1 - t5_7 * t3_2 - t3_3 *
        l2_1;
    const double b1_2 = b1_3 - b2_3 * l2_1;

    /* link 1: pivot d_k, row l_k of L, what is left of M and of b */
    const double t1_1 = 1.0658141036401503e-14 * D1_1;
    if (!(d1 > t1_1)) {
        return forward_dynamics_fails(qdd, 1);
    }
    const double di1 = 1.0 / d1;

    /* link 1: qdd_k from the base outward */
    const double qdd1 = b1_2 * di1;

    /* link 2: qdd_k from the base outward */
    const double qdd2 = b2_3 * di2 - l2_1 * qdd1;

    /* link 3: qdd_k from the base outward */
    const double qdd3 = b3_5 * di3 + t3_2 * qdd1 - l3_2 * qdd2;

    /* link 4: qdd_k from the base outward */
    const double qdd4 = b4_6 * di4 - l4_1 * qdd1 - l4_2 * qdd2;

    /* link 5: qdd_k from the base outward */
    const double qdd5 = 8.849557522123893 * b5 + t5_5 * qdd1 - l5_2 * qdd2 + t5_6 * qdd3;

    /* link 6: qdd_k from the base outward */
    const double qdd6 = 49.26108374384236 * b6 + t6_3 * qdd1 + t6_4 * qdd2 - l6_4 * qdd4;

    /* outputs */
    qdd[0] = qdd1;
    qdd[1] = qdd2;
    qdd[2] = qdd3;
    qdd[3] = qdd4;
    qdd[4] = qdd5;
    qdd[5] = qdd6;
    return 0;
}
