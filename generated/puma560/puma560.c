/* puma560.c - rigid-body dynamics of puma560, 6 degrees of freedom

   Written by: gen-robot puma560 --lang c
   It belongs to whoever generates it: the authors of gen-robot claim no rights in it.

   Joints, in the order of q and qd, with the numbers of the links that they move:
     1  [0]  link1  revolute
     2  [1]  link2  revolute
     3  [2]  link3  revolute
     4  [3]  link4  revolute
     5  [4]  link5  revolute
     6  [5]  link6  revolute
   Kernels and their operations, searched for with effort normal:
     inertia_matrix    71 mul, 55 add, 3 neg, 4 sincos  (meeting)
     bias              149 mul, 105 add, 3 neg, 5 sincos  (gibbs_appell)
     inverse_dynamics  174 mul, 133 add, 5 sincos  (gibbs_appell)
     inertia_and_bias  218 mul, 158 add, 6 neg, 5 sincos  (meeting+gibbs_appell)
     gravity           17 mul, 7 add, 1 neg, 4 sincos  (rnea)
     forward_dynamics  289 mul, 220 add, 4 div, 5 sincos  (ldlt on meeting+gibbs_appell)

   Sines and cosines are computed inline, those of all angles of a kernel at once, with an error
   below one unit in the last place. For angles beyond 1.6e6 rad the library is called.

   Rounding adds at most this to any output, at all states within the limits of the robot's file;
   where there is none, within pi or 1 m, 3 rad/s or m/s and 10 rad/s^2 or m/s^2:
     inertia_matrix    3.3e-15 kg m^2
     bias              4.5e-13 N m
     inverse_dynamics  7.6e-13 N m
     inertia_and_bias  1.0e-13 N m
     gravity           2.3e-14 N m

   Frames, by modified Denavit-Hartenberg constants (Khalil and Kleinfinger 1986) in m and rad,
   from that of the link that each is on: turn alpha about x, shift a along x, turn theta about
   z, shift d along z.
     link  on    alpha  a        theta  d
     1     base  0      0        q[0]   0
     2     1     -pi/2  0        q[1]   0.1501
     3     2     0      0.4318   q[2]   0
     4     3     pi/2   -0.0203  q[3]   0.4331
     5     4     -pi/2  0        q[4]   0
     6     5     pi/2   0        q[5]   0
   Gravity is (0, 0, -9.81) m/s^2 in the frame of the base.
   The links' own frames in the robot's file, where they differ: link 2 at xyz (0, 0, 0.0934).
   Regrouped bodies (Gautier and Khalil 1990): what a joint cannot move is its parent's.
   Frames held (link 2): they stay behind when their links turn about parallel axes, and the
   links' own constants are turned instead.

   Names in all kernels:
     c2, s2       cosine and sine of the angle of joint 2
     c2_3, s2_3   cosine and sine of the sum of the angles of joints 2 and 3
     q2_3         sum of the angles of joints 2 and 3
     l2_x, S2_yz  first moment and second moments of link 2 alone
     t3_1         a value at link 3 that no paper names
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

#include "puma560.h"

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
   meeting: 71 mul, 55 add, 3 neg, 4 sincos
   Wrenches of composite bodies and axes, meeting between the joints: Featherstone and Orin 2000,
       eqs. 9, 10; Walker and Orin 1982, method 3; Mata, Provenzano, Valero and Cuadrado 2002,
       section 4.2.
   Bodies regrouped, frames held; d of the row from joint 2 at joint 3; D (2,1) met 1 step from
       link 2's parent towards it; D (5,2) met 2 steps from link 3's parent towards it; D (4,1)
       (4,2) (4,3) (5,1) (5,3) (6,1) (6,2) (6,3) met 2 steps from link 4's parent towards it; D
       (2,2) with S_xx + S_yy from the children's.
     phi3_z, psi3_xz  first moment and second moments of link 3 with all that it carries
     F5_3_y, N5_3_y1  force and moment that a unit rate of joint 5 needs, as seen from link 3
     v1_3_z           velocity that a unit rate gives of joint 1, on the way to link 3
     D6_3             element (6,3) of the inertia matrix
*/
void puma560_inertia_matrix(
    const double q[PUMA560_RESTRICT 6],
    double M[PUMA560_RESTRICT 36])
{

    /* angles */
    const double q2_3 = q[1] + q[2];
    four sines1, cosines1;
    pack_bits far = {0};
    sincos4(q[1], q2_3, q[3], q[4], &sines1, &cosines1, &far);
    if (any_far(&far)) {
        library_sincos4(q[1], q2_3, q[3], q[4], &sines1, &cosines1);
    }
    const double c2 = cosines1[0];
    const double s2 = sines1[0];
    const double c2_3 = cosines1[1];
    const double s2_3 = sines1[1];
    const double c4 = cosines1[2];
    const double s4 = sines1[2];
    const double c5 = cosines1[3];
    const double s5 = sines1[3];

    /* link 2: transform to its parent */
    const double S2_yz = 0.690314699 * s2 + 0.023751 * c2;

    /* link 3: transform to its parent */
    const double v1_3_z = 0.4318 * c2;
    const double t3_1 = 0.4318 * s2;
    const double v2_3_x = s2_3 * v1_3_z - c2_3 * t3_1;
    const double v2_3_y = s2_3 * t3_1 + c2_3 * v1_3_z;
    const double v1_3_y = 0.1501 * s2_3;

    /* link 4: transform to its parent */
    const double v1_4_y2 = v1_3_z - 0.0203 * c2_3;

    /* link 6: wrench of a unit rate, and the axes that it meets; D_jk */
    const double N6_4_x = 4e-05 * s5;
    const double N6_4_z = 4e-05 * c5;
    M[23] = N6_4_z; /* (4,6) */
    M[33] = N6_4_z; /* (6,4) */
    const double N6_3_x2 = c4 * N6_4_x;
    const double D6_3 = s4 * N6_4_x;
    M[11] = D6_3; /* (2,6) */
    M[17] = D6_3; /* (3,6) */
    M[31] = D6_3; /* (6,2) */
    M[32] = D6_3; /* (6,3) */
    const double t6_1 = 0.1501 * c2_3;
    const double D6_1 = c2_3 * N6_4_z - s2_3 * N6_3_x2;
    M[5] = D6_1; /* (1,6) */
    M[30] = D6_1; /* (6,1) */

    /* link 5: wrench of a unit rate, and the axes that it meets; D_jk */
    const double F5_4_x = 0.00288 * c5;
    const double F5_3_y = 0.00288 * s5;
    const double N5_3_y1 = 0.00064216 + 0.001247328 * c5;
    const double F5_3_x = c4 * F5_4_x;
    const double F5_3_z = s4 * F5_4_x;
    const double N5_3_y2 = c4 * N5_3_y1;
    const double D5_3 = N5_3_y2 - 5.8464e-05 * s5;
    M[16] = D5_3; /* (3,5) */
    M[26] = D5_3; /* (5,3) */
    const double D5_2 = D5_3 + (v2_3_x * F5_3_x + v2_3_y * F5_3_y);
    M[10] = D5_2; /* (2,5) */
    M[25] = D5_2; /* (5,2) */
    const double D5_1 = s2_3 * (s4 * N5_3_y1) + (v1_4_y2 * F5_3_z - t6_1 * F5_3_x + v1_3_y *
        F5_3_y);
    M[4] = D5_1; /* (1,5) */
    M[24] = D5_1; /* (5,1) */

    /* link 5: its composite seen from the parent */
    const double t5_1 = 0.00020216 * s5;
    const double t5_2 = s5 * t5_1;

    /* link 4: wrench of a unit rate, and the axes that it meets; D_jk */
    const double psi4_xz = c5 * t5_1;
    const double psi4_xx = t5_2 + 0.00087;
    const double N4_4_z = psi4_xx + 0.00077;
    const double D4_4 = N4_4_z + 0.2;
    M[21] = D4_4; /* (4,4) */
    const double psi4_xz1 = psi4_xz + 0.001247328 * s5;
    const double phi3_z = s4 * F5_3_y;
    const double F4_3_y2 = c4 * F5_3_y;
    const double psi4_xz2 = c4 * psi4_xz1;
    const double psi4_yz2 = s4 * psi4_xz1;
    const double D4_3 = -psi4_yz2;
    M[15] = D4_3; /* (3,4) */
    M[20] = D4_3; /* (4,3) */
    const double D4_2 = -(psi4_yz2 + v2_3_x * phi3_z);
    M[9] = D4_2; /* (2,4) */
    M[19] = D4_2; /* (4,2) */
    const double D4_1 = s2_3 * psi4_xz2 + c2_3 * N4_4_z + (t6_1 * phi3_z + v1_4_y2 * F4_3_y2);
    M[3] = D4_1; /* (1,4) */
    M[18] = D4_1; /* (4,1) */

    /* link 4: its composite seen from the parent */
    const double t4_1 = s4 * (psi4_xx - 0.00077);
    const double t4_2 = s4 * t4_1;
    const double psi4_xx2 = psi4_xx - t4_2;
    const double psi4_xy2 = c4 * t4_1;
    const double psi4_xx3 = psi4_xx2 - 0.0406 * F4_3_y2;
    const double psi4_xz3 = psi4_xz2 - 5.8464e-05 * c5;

    /* link 3: composite moments phi_j, psi_j */
    const double phi3_x = F4_3_y2 - 0.025375;
    const double F3_3_x = F5_4_x + 0.861795;

    /* link 3: wrench of a unit rate, and the axes that it meets; D_jk */
    const double psi3_xz = psi4_xy2 - 0.0203 * phi3_z;
    const double psi3_xx = psi4_xx3 + 0.0167651125;
    const double psi3_yy = 0.002494656 * c5 - t5_2 + 0.3161122965;
    const double psi3_xy = 0.0106736385 - psi4_xz3;
    const double N3_3_y = psi4_yz2 + 0.004704;
    const double N3_3_z = psi3_xx + psi3_yy;
    const double D3_3 = N3_3_z + 0.83;
    M[14] = D3_3; /* (3,3) */
    const double psi3_xz1 = psi3_xz + 0.1501 * phi3_x;
    const double N3_2_y1 = N3_3_y + 0.1501 * F3_3_x;
    const double F3_2_x = c2_3 * F3_3_x - s2_3 * phi3_x;
    const double F3_2_y = s2_3 * F3_3_x + c2_3 * phi3_x;
    const double N3_2_y = c2_3 * N3_2_y1 - s2_3 * psi3_xz1;
    const double t3_2 = v1_3_z * F3_2_y;
    const double t3_3 = t3_2 - t3_1 * F3_2_x;
    const double N3_2_z = N3_3_z + t3_3;
    M[8] = N3_2_z; /* (2,3) */
    M[13] = N3_2_z; /* (3,2) */
    const double N3_1_z = -N3_2_y;
    M[2] = N3_1_z; /* (1,3) */
    M[12] = N3_1_z; /* (3,1) */

    /* link 3: its composite seen from the parent */
    const double t3_4 = s2_3 * (s2_3 * (psi3_xx - psi3_yy) + c2_3 * (2.0 * psi3_xy));
    const double psi3_yz3 = t3_1 * phi3_z - N3_2_y;

    /* link 2: composite moments phi_j, psi_j */
    const double psi2_yz = S2_yz + psi3_yz3;
    M[1] = psi2_yz; /* (1,2) */
    M[6] = psi2_yz; /* (2,1) */

    /* link 2: wrench of a unit rate, and the axes that it meets; D_jk */
    const double D2_2 = t3_3 + N3_2_z + 6.458114002;
    M[7] = D2_2; /* (2,2) */

    /* link 1: wrench of a unit rate, and the axes that it meets; D_jk */
    const double D1_1 = 0.3002 * phi3_z + (t4_2 + (psi3_xx - s2 * (1.601861202 * s2 + 0.0141984 *
        c2) - t3_4 + 2.0 * t3_2)) + 4.2774871525;
    M[0] = D1_1; /* (1,1) */

    /* elements that never change */
    M[22] = 0.0; /* (4,5) */
    M[27] = 0.0; /* (5,4) */
    M[28] = 0.17964216; /* (5,5) */
    M[29] = 0.0; /* (5,6) */
    M[34] = 0.0; /* (6,5) */
    M[35] = 0.19304; /* (6,6) */
}

/* bias vector h(q, qd).
   gibbs_appell: 149 mul, 105 add, 3 neg, 5 sincos
   Gibbs-Appell equations: Mata, Provenzano, Valero and Cuadrado 2002, section 4.1.
   Bodies regrouped, frames held; d of the row from joint 2 at joint 3; l_x, l_y of the parent of
       link 4 zero instead of its own m, l_z.
     omega4_x, alpha4_x  angular velocity and angular acceleration of link 4, in its frame
     wzz_1               product of components of omega of link 1
     Om31_4              element (row, column) of alpha~ + omega~ omega~ of link 4
     A3_y                acceleration of the origin of link 3, less gravity, in its frame
     A0_4_x              acceleration of the origin of link 4, in its parent's axes, without d
     f5_x, chi5_x        force and moment through joint 5, in the frame of link 5
*/
void puma560_bias(
    const double q[PUMA560_RESTRICT 6],
    const double qd[PUMA560_RESTRICT 6],
    double h[PUMA560_RESTRICT 6])
{

    /* angles */
    const double q2_3 = q[1] + q[2];
    four sines1, cosines1, sines2, cosines2;
    pack_bits far = {0};
    sincos4(q[1], q2_3, q[3], q[4], &sines1, &cosines1, &far);
    sincos4(q[5], q[5], q[5], q[5], &sines2, &cosines2, &far);
    if (any_far(&far)) {
        library_sincos4(q[1], q2_3, q[3], q[4], &sines1, &cosines1);
        library_sincos4(q[5], q[5], q[5], q[5], &sines2, &cosines2);
    }
    const double c2 = cosines1[0];
    const double s2 = sines1[0];
    const double c2_3 = cosines1[1];
    const double s2_3 = sines1[1];
    const double c4 = cosines1[2];
    const double s4 = sines1[2];
    const double c5 = cosines1[3];
    const double s5 = sines1[3];
    const double c6 = cosines2[0];
    const double s6 = sines2[0];

    /* link 1: Om_i = alpha~ + omega~ omega~ */
    const double wzz_1 = qd[0] * qd[0];

    /* link 2: Om_i = alpha~ + omega~ omega~ */
    const double wzz_2 = qd[1] * qd[1];
    const double t2_1 = qd[1] * (qd[0] + qd[0]);

    /* link 2: its own force m A + Om l and moment t + l x A (step 3) */
    const double l2_x = 3.25584 * c2 - 0.1044 * s2;
    const double S2_xy = c2 * (1.368797152 * s2 + 0.0141984 * c2) - 0.0070992;
    const double S2_xz = 0.609298224 * c2 - 0.023751 * s2;

    /* link 3: transform to its parent */
    const double t3_1 = 0.4318 * c2;
    const double t3_2 = 0.4318 * s2;

    /* link 3: angular velocity omega_i and acceleration alpha_i (step 1) */
    const double t3_3 = qd[0] * s2_3;
    const double omega4_z1 = qd[0] * c2_3;
    const double omega3_z = qd[1] + qd[2];
    const double t3_4 = omega4_z1 * omega3_z;
    const double alpha3_y = t3_3 * omega3_z;

    /* link 3: Om_i = alpha~ + omega~ omega~ */
    const double wxx_3 = t3_3 * t3_3;
    const double wyy_3 = omega4_z1 * omega4_z1;
    const double wzz_3 = omega3_z * omega3_z;
    const double wxy_3 = t3_3 * omega4_z1;

    /* link 3: acceleration A_i of its origin (step 2) */
    const double t3_5 = (wzz_1 + wzz_2) * t3_1;
    const double t3_6 = 9.81 + wzz_2 * t3_2;
    const double A3_y = s2_3 * t3_5 - c2_3 * t3_6;

    /* link 4: angular velocity omega_i and acceleration alpha_i (step 1) */
    const double omega4_x = omega3_z * s4 - t3_3 * c4;
    const double omega4_y = t3_3 * s4 + omega3_z * c4;
    const double omega4_z = qd[3] + omega4_z1;
    const double alpha4_y3 = t3_4 * s4;
    const double alpha4_x = qd[3] * omega4_y - t3_4 * c4;
    const double alpha4_y = alpha4_y3 - qd[3] * omega4_x;

    /* link 4: Om_i = alpha~ + omega~ omega~ */
    const double wxx_4 = omega4_x * omega4_x;
    const double wyy_4 = omega4_y * omega4_y;
    const double wxy_4 = omega4_x * omega4_y;
    const double wxz_4 = omega4_x * omega4_z;
    const double wyz_4 = omega4_y * omega4_z;
    const double Om31_4 = wxz_4 - alpha4_y;
    const double Om32_4 = alpha4_x + wyz_4;
    const double Om13_4 = alpha4_y + wxz_4;
    const double Om23_4 = wyz_4 - alpha4_x;
    const double t4_1 = wxx_4 + wyy_4;

    /* link 4: acceleration A_i of its origin (step 2) */
    const double A0_4_x = 0.0203 * (wyy_3 + wzz_3) - (c2_3 * t3_5 + s2_3 * t3_6);
    const double A0_4_y = A3_y - 0.0203 * wxy_3;
    const double A0_4_z = 0.0406 * alpha3_y - (t2_1 * t3_2 + 0.1501 * wzz_1);
    const double A4_x3 = c4 * A0_4_x + s4 * A0_4_z;
    const double A4_y3 = c4 * A0_4_z - s4 * A0_4_x;
    const double A4_x = A4_x3 + 0.4331 * Om13_4;
    const double A4_y = A4_y3 + 0.4331 * Om23_4;

    /* link 5: angular velocity omega_i and acceleration alpha_i (step 1) */
    const double omega5_x = omega4_x * c5 - omega4_z * s5;
    const double omega6_z1 = omega4_x * s5 + omega4_z * c5;
    const double omega5_z = qd[4] + omega4_y;
    const double alpha5_x2 = alpha4_x * c5 + alpha3_y * s5;
    const double alpha5_y2 = alpha3_y * c5 - alpha4_x * s5;
    const double alpha5_x = alpha5_x2 - qd[4] * omega6_z1;
    const double alpha5_y = alpha5_y2 - qd[4] * omega5_x;

    /* link 5: Om_i = alpha~ + omega~ omega~ */
    const double wxx_5 = omega5_x * omega5_x;
    const double wzz_5 = omega5_z * omega5_z;
    const double t5_1 = omega5_x * omega6_z1;
    const double wxz_5 = omega5_x * omega5_z;
    const double Om31_5 = wxz_5 - alpha5_y;
    const double Om32_5 = alpha5_x - omega6_z1 * omega5_z;

    /* link 5: acceleration A_i of its origin (step 2) */
    const double A5_y1 = A0_4_y + 0.4331 * t4_1;
    const double A5_x = A4_x * c5 + A5_y1 * s5;

    /* link 5: its own force m A + Om l and moment t + l x A (step 3) */
    const double f5_x = 0.00288 * (alpha4_y + t5_1);
    const double f5_y = 0.00288 * (wxx_5 + wzz_5);

    /* link 6: angular velocity omega_i and acceleration alpha_i (step 1) */
    const double omega6_x = omega5_x * c6 + omega5_z * s6;
    const double omega6_y = omega5_z * c6 - omega5_x * s6;
    const double omega6_z = qd[5] + omega6_z1;
    const double alpha6_x2 = alpha5_x * c6 + alpha4_y * s6;
    const double alpha6_y2 = alpha4_y * c6 - alpha5_x * s6;

    /* link 6: Om_i = alpha~ + omega~ omega~ */
    const double t6_1 = qd[5] + omega6_z;
    const double Om31_6 = omega6_x * t6_1 - alpha6_y2;
    const double Om32_6 = alpha6_x2 + omega6_y * t6_1;

    /* link 6: its own force m A + Om l and moment t + l x A (step 3) */
    const double chi6_x = 2e-05 * Om32_6;
    const double t6_2 = 2e-05 * Om31_6;
    const double chi6_y2 = 4e-05 * alpha5_y;
    const double chi6_z = -chi6_y2;
    h[5] = chi6_z;

    /* link 6: seen from its parent */
    const double chi6_x1 = c6 * chi6_x + s6 * t6_2;
    const double chi6_y1 = s6 * chi6_x - c6 * t6_2;

    /* link 5: seen from its parent */
    const double chi5_x = 0.00042216 * Om32_5 - 0.00288 * A4_y + chi6_x1;
    const double chi5_y = chi6_y2 - 0.0002 * Om31_5;
    const double chi5_z = 0.00062216 * alpha4_y + 0.00022216 * t5_1 + 0.00288 * A5_x + chi6_y1;
    h[4] = chi5_z;
    const double f5_x1 = c5 * f5_x - s5 * f5_y;
    const double f5_y1 = s5 * f5_x + c5 * f5_y;
    const double chi5_x1 = c5 * chi5_x - s5 * chi5_y;
    const double chi5_y1 = s5 * chi5_x + c5 * chi5_y;
    const double f3_y = 1.25 * A5_y1 + 0.32042 * t4_1 + f5_y1;
    const double t5_2 = 0.0014 * alpha3_y + 0.0001 * wxy_4 + chi5_y1;

    /* link 4: force f_i and moment chi_i through the joint; tau_i (step 4) */
    const double f4_x = 1.25 * A4_x + 0.32042 * Om13_4 + f5_x1;
    const double f4_y = 1.25 * A4_y + 0.32042 * Om23_4 - 0.00288 * Om32_5;

    /* link 4: seen from its parent */
    const double chi4_x = 0.00075 * Om32_4 - 0.32042 * A4_y + chi5_x1;
    const double chi4_y = 0.32042 * A4_x - 0.00065 * Om31_4 + chi5_z;
    const double chi4_z = -t5_2;
    h[3] = chi4_z;
    const double chi4_x1 = chi4_x - 0.4331 * f4_y;
    const double chi4_y1 = chi4_y + 0.4331 * f4_x;
    const double f3_z = s4 * f4_x + c4 * f4_y;
    const double chi4_x2 = c4 * chi4_x1 - s4 * chi4_y1;
    const double chi4_y2 = s4 * chi4_x1 + c4 * chi4_y1;
    const double chi4_y3 = chi4_y2 - 0.0203 * f3_y;
    const double chi4_y4 = t5_2 + 0.0203 * f3_z;

    /* link 3: seen from its parent */
    const double f3_x = c4 * f4_x - s4 * f4_y;
    const double chi3_x = 0.0136416 * alpha3_y + 0.39265436 * t3_4 - 0.004704 * (wzz_3 - wyy_3) +
        chi4_x2;
    const double chi3_y = 0.0325 * alpha3_y - 0.004704 * wxy_3 - 0.0136416 * t3_4 + chi4_y4;
    const double chi3_z = 0.21257718 * wxy_3 - 0.0068208 * (wyy_3 - wxx_3) + chi4_y3;
    h[2] = chi3_z;
    const double chi3_x1 = chi3_x - 0.1501 * f3_y;
    const double chi3_y1 = chi3_y + 0.1501 * f3_x;
    const double f3_x2 = c2_3 * f3_x - s2_3 * f3_y;
    const double f3_y2 = s2_3 * f3_x + c2_3 * f3_y;
    const double t3_7 = c2_3 * chi3_y1;
    const double chi3_y2 = s2_3 * chi3_x1 + t3_7;
    const double chi3_y3 = chi3_y2 - t3_1 * f3_z;
    const double chi3_z3 = chi3_z + (t3_1 * f3_y2 - t3_2 * f3_x2);

    /* link 2: force f_i and moment chi_i through the joint; tau_i (step 4) */
    const double chi2_y = t2_1 * S2_xy - wzz_2 * S2_xz + chi3_y3;
    const double chi2_z = wzz_1 * S2_xy - 9.81 * l2_x + chi3_z3;
    h[1] = chi2_z;

    /* link 1: force f_i and moment chi_i through the joint; tau_i (step 4) */
    const double chi1_z = -chi2_y;
    h[0] = chi1_z;
}

/* inverse dynamics, tau = M qdd + h.
   gibbs_appell: 174 mul, 133 add, 5 sincos
   Gibbs-Appell equations: Mata, Provenzano, Valero and Cuadrado 2002, section 4.1.
   Bodies regrouped, frames held; d of the row from joint 2 at joint 3; l_x, l_y of the parent of
       link 4 zero instead of its own m, l_z.
     omega4_x, alpha4_z  angular velocity and angular acceleration of link 4, in its frame
     wzz_1               product of components of omega of link 1
     Om23_3              element (row, column) of alpha~ + omega~ omega~ of link 3
     A3_x                acceleration of the origin of link 3, less gravity, in its frame
     A0_3_z              acceleration of the origin of link 3, in its parent's axes, without d
     f5_x, chi5_z        force and moment through joint 5, in the frame of link 5
     tau6                torque or force at joint 6
*/
void puma560_inverse_dynamics(
    const double q[PUMA560_RESTRICT 6],
    const double qd[PUMA560_RESTRICT 6],
    const double qdd[PUMA560_RESTRICT 6],
    double tau[PUMA560_RESTRICT 6])
{

    /* angles */
    const double q2_3 = q[1] + q[2];
    four sines1, cosines1, sines2, cosines2;
    pack_bits far = {0};
    sincos4(q[1], q2_3, q[3], q[4], &sines1, &cosines1, &far);
    sincos4(q[5], q[5], q[5], q[5], &sines2, &cosines2, &far);
    if (any_far(&far)) {
        library_sincos4(q[1], q2_3, q[3], q[4], &sines1, &cosines1);
        library_sincos4(q[5], q[5], q[5], q[5], &sines2, &cosines2);
    }
    const double c2 = cosines1[0];
    const double s2 = sines1[0];
    const double c2_3 = cosines1[1];
    const double s2_3 = sines1[1];
    const double c4 = cosines1[2];
    const double s4 = sines1[2];
    const double c5 = cosines1[3];
    const double s5 = sines1[3];
    const double c6 = cosines2[0];
    const double s6 = sines2[0];

    /* link 1: Om_i = alpha~ + omega~ omega~ */
    const double wzz_1 = qd[0] * qd[0];

    /* link 2: Om_i = alpha~ + omega~ omega~ */
    const double wzz_2 = qd[1] * qd[1];
    const double t2_1 = qd[1] * (2.0 * qd[0]);

    /* link 2: its own force m A + Om l and moment t + l x A (step 3) */
    const double l2_x = 3.25584 * c2 - 0.1044 * s2;
    const double t2_2 = 1.368797152 * s2 + 0.0141984 * c2;
    const double S2_xx = 1.441923552 - s2 * t2_2;
    const double S2_xy = c2 * t2_2 - 0.0070992;
    const double S2_xz = 0.609298224 * c2 - 0.023751 * s2;
    const double S2_yz = 0.609298224 * s2 + 0.023751 * c2;

    /* link 3: transform to its parent */
    const double t3_1 = 0.4318 * c2;
    const double t3_2 = 0.4318 * s2;

    /* link 3: angular velocity omega_i and acceleration alpha_i (step 1) */
    const double t3_3 = qd[0] * s2_3;
    const double omega4_z1 = qd[0] * c2_3;
    const double omega3_z = qd[1] + qd[2];
    const double Om23_3 = qdd[0] * s2_3;
    const double t3_4 = qdd[0] * c2_3;
    const double alpha3_z = qdd[1] + qdd[2];
    const double t3_5 = omega4_z1 * omega3_z;
    const double t3_6 = t3_3 * omega3_z;
    const double t3_7 = Om23_3 + t3_5;
    const double alpha3_y = t3_6 - t3_4;

    /* link 3: Om_i = alpha~ + omega~ omega~ */
    const double wxx_3 = t3_3 * t3_3;
    const double wyy_3 = omega4_z1 * omega4_z1;
    const double wzz_3 = omega3_z * omega3_z;
    const double wxy_3 = t3_3 * omega4_z1;
    const double Om21_3 = alpha3_z + wxy_3;
    const double t3_8 = t3_6 + alpha3_y;
    const double Om12_3 = wxy_3 - alpha3_z;
    const double t3_9 = t3_5 + t3_7;

    /* link 3: acceleration A_i of its origin (step 2) */
    const double t3_10 = (wzz_1 + wzz_2) * t3_1 + qdd[1] * t3_2;
    const double A0_3_z = qdd[0] * t3_1 - t2_1 * t3_2;
    const double A0_3_y = qdd[1] * t3_1 - wzz_2 * t3_2 - 9.81;
    const double A3_x2 = s2_3 * A0_3_y - c2_3 * t3_10;
    const double A3_y2 = s2_3 * t3_10 + c2_3 * A0_3_y;
    const double A3_x = A3_x2 - 0.1501 * t3_4;
    const double A3_y = A3_y2 + 0.1501 * Om23_3;
    const double A3_z = A0_3_z - 0.1501 * wzz_1;

    /* link 3: its own force m A + Om l and moment t + l x A (step 3) */
    const double t3_11 = 0.21257718 * wxy_3 - 0.18007718 * alpha3_z - 0.004704 * t3_4 - 0.0068208 *
        (wyy_3 - wxx_3);

    /* link 4: angular velocity omega_i and acceleration alpha_i (step 1) */
    const double omega4_x = omega3_z * s4 - t3_3 * c4;
    const double omega4_y = t3_3 * s4 + omega3_z * c4;
    const double omega4_z = qd[3] + omega4_z1;
    const double alpha4_x3 = alpha3_z * s4 - t3_7 * c4;
    const double alpha4_y3 = t3_7 * s4 + alpha3_z * c4;
    const double alpha4_z = qdd[3] - alpha3_y;
    const double alpha4_x = alpha4_x3 + qd[3] * omega4_y;
    const double alpha4_y = alpha4_y3 - qd[3] * omega4_x;

    /* link 4: Om_i = alpha~ + omega~ omega~ */
    const double wxx_4 = omega4_x * omega4_x;
    const double wyy_4 = omega4_y * omega4_y;
    const double wxy_4 = omega4_x * omega4_y;
    const double wxz_4 = omega4_x * omega4_z;
    const double wyz_4 = omega4_y * omega4_z;
    const double Om31_4 = wxz_4 - alpha4_y;
    const double Om32_4 = alpha4_x + wyz_4;
    const double Om13_4 = alpha4_y + wxz_4;
    const double Om23_4 = wyz_4 - alpha4_x;
    const double t4_1 = wxx_4 + wyy_4;

    /* link 4: acceleration A_i of its origin (step 2) */
    const double A0_4_x = A3_x + 0.0203 * (wyy_3 + wzz_3);
    const double A0_4_y = A3_y - 0.0203 * Om21_3;
    const double A0_4_z = A3_z + 0.0203 * t3_8;
    const double A4_x3 = c4 * A0_4_x + s4 * A0_4_z;
    const double A4_y3 = c4 * A0_4_z - s4 * A0_4_x;
    const double A4_x = A4_x3 + 0.4331 * Om13_4;
    const double A4_y = A4_y3 + 0.4331 * Om23_4;

    /* link 5: angular velocity omega_i and acceleration alpha_i (step 1) */
    const double omega5_x = omega4_x * c5 - omega4_z * s5;
    const double omega6_z1 = omega4_x * s5 + omega4_z * c5;
    const double omega5_z = qd[4] + omega4_y;
    const double alpha5_x2 = alpha4_x * c5 - alpha4_z * s5;
    const double alpha5_z = qdd[4] + alpha4_y;
    const double alpha5_x = alpha5_x2 - qd[4] * omega6_z1;
    const double alpha6_z1 = alpha4_x * s5 + alpha4_z * c5 + qd[4] * omega5_x;

    /* link 5: Om_i = alpha~ + omega~ omega~ */
    const double wxx_5 = omega5_x * omega5_x;
    const double wzz_5 = omega5_z * omega5_z;
    const double t5_1 = omega5_x * omega6_z1;
    const double wxz_5 = omega5_x * omega5_z;
    const double Om31_5 = alpha6_z1 + wxz_5;
    const double Om32_5 = alpha5_x - omega6_z1 * omega5_z;

    /* link 5: acceleration A_i of its origin (step 2) */
    const double A5_y1 = A0_4_y + 0.4331 * t4_1;
    const double A5_x = A4_x * c5 + A5_y1 * s5;

    /* link 5: its own force m A + Om l and moment t + l x A (step 3) */
    const double f5_x = 0.00288 * (alpha5_z + t5_1);
    const double f5_y = 0.00288 * (wxx_5 + wzz_5);

    /* link 6: angular velocity omega_i and acceleration alpha_i (step 1) */
    const double omega6_x = omega5_x * c6 + omega5_z * s6;
    const double omega6_y = omega5_z * c6 - omega5_x * s6;
    const double alpha6_x2 = alpha5_x * c6 + alpha5_z * s6;
    const double alpha6_y2 = alpha5_z * c6 - alpha5_x * s6;
    const double alpha6_z = qdd[5] + alpha6_z1;

    /* link 6: Om_i = alpha~ + omega~ omega~ */
    const double t6_1 = omega6_z1 + 2.0 * qd[5];
    const double Om31_6 = omega6_x * t6_1 - alpha6_y2;
    const double Om32_6 = alpha6_x2 + omega6_y * t6_1;

    /* link 6: its own force m A + Om l and moment t + l x A (step 3) */
    const double chi6_x = 2e-05 * Om32_6;
    const double t6_2 = 2e-05 * Om31_6;
    const double chi6_z = 4e-05 * alpha6_z;

    /* link 6: force f_i and moment chi_i through the joint; tau_i (step 4) */
    const double tau6 = chi6_z + 0.193 * qdd[5];
    tau[5] = tau6;

    /* link 6: seen from its parent */
    const double chi6_x1 = c6 * chi6_x + s6 * t6_2;
    const double chi6_y1 = s6 * chi6_x - c6 * t6_2;
    const double t6_3 = 0.0002 * Om31_5 + chi6_z;

    /* link 5: force f_i and moment chi_i through the joint; tau_i (step 4) */
    const double chi5_z = 0.00062216 * alpha5_z + 0.00022216 * t5_1 + 0.00288 * A5_x + chi6_y1;
    const double tau5 = chi5_z + 0.179 * qdd[4];
    tau[4] = tau5;

    /* link 5: seen from its parent */
    const double chi5_x = 0.00042216 * Om32_5 - 0.00288 * A4_y + chi6_x1;
    const double f5_x1 = c5 * f5_x - s5 * f5_y;
    const double f5_y1 = s5 * f5_x + c5 * f5_y;
    const double chi5_x1 = c5 * chi5_x + s5 * t6_3;
    const double chi5_y1 = s5 * chi5_x - c5 * t6_3;
    const double f3_y = 1.25 * A5_y1 + 0.32042 * t4_1 + f5_y1;

    /* link 4: force f_i and moment chi_i through the joint; tau_i (step 4) */
    const double f4_x = 1.25 * A4_x + 0.32042 * Om13_4 + f5_x1;
    const double f4_y = 1.25 * A4_y + 0.32042 * Om23_4 - 0.00288 * Om32_5;
    const double chi4_z = 0.0014 * alpha4_z - 0.0001 * wxy_4 - chi5_y1;
    const double tau4 = chi4_z + 0.2 * qdd[3];
    tau[3] = tau4;

    /* link 4: seen from its parent */
    const double chi4_x = 0.00075 * Om32_4 - 0.32042 * A4_y + chi5_x1;
    const double chi4_y = 0.32042 * A4_x - 0.00065 * Om31_4 + chi5_z;
    const double chi4_x1 = chi4_x - 0.4331 * f4_y;
    const double chi4_y1 = chi4_y + 0.4331 * f4_x;
    const double f3_z = s4 * f4_x + c4 * f4_y;
    const double chi4_x2 = c4 * chi4_x1 - s4 * chi4_y1;
    const double chi4_y2 = s4 * chi4_x1 + c4 * chi4_y1;
    const double chi4_y3 = chi4_y2 - 0.0203 * f3_y;
    const double chi4_z3 = chi4_z - 0.0203 * f3_z;

    /* link 3: force f_i and moment chi_i through the joint; tau_i (step 4) */
    const double chi3_z = t3_11 + chi4_y3;
    const double tau3 = chi3_z + 0.83 * qdd[2];
    tau[2] = tau3;

    /* link 3: seen from its parent */
    const double f3_x = c4 * f4_x - s4 * f4_y;
    const double chi3_x = 0.0068208 * t3_8 + 0.19632718 * t3_9 - 0.004704 * (wzz_3 - wyy_3) +
        chi4_x2;
    const double chi3_y = 0.01625 * t3_8 - 0.004704 * Om12_3 - 0.0068208 * t3_9 - chi4_z3;
    const double chi3_x1 = chi3_x - 0.1501 * f3_y;
    const double chi3_y1 = chi3_y + 0.1501 * f3_x;
    const double f3_x2 = c2_3 * f3_x - s2_3 * f3_y;
    const double f3_y2 = s2_3 * f3_x + c2_3 * f3_y;
    const double t3_12 = c2_3 * chi3_y1;

    /* link 2: force f_i and moment chi_i through the joint; tau_i (step 4) */
    const double t2_3 = chi3_z + (wzz_1 * S2_xy + (qdd[0] * S2_yz + 6.225049952 * qdd[1]) - 9.81 *
        l2_x);
    const double tau2 = t3_1 * f3_y2 + t2_3 - t3_2 * f3_x2;
    tau[1] = tau2;

    /* link 1: force f_i and moment chi_i through the joint; tau_i (step 4) */
    const double t1_1 = qdd[0] * S2_xx + (qdd[1] * S2_yz + (2.573567038 * qdd[0] - t2_1 * S2_xy));
    const double tau1 = t3_1 * f3_z + (wzz_2 * S2_xz + t1_1 - s2_3 * chi3_x1 - t3_12);
    tau[0] = tau1;
}

/* inertia matrix and bias vector together.
   meeting+gibbs_appell: 218 mul, 158 add, 6 neg, 5 sincos
   Wrenches of composite bodies and axes, meeting between the joints: Featherstone and Orin 2000,
       eqs. 9, 10; Walker and Orin 1982, method 3; Mata, Provenzano, Valero and Cuadrado 2002,
       section 4.2.
   Gibbs-Appell equations: Mata, Provenzano, Valero and Cuadrado 2002, section 4.1.
   Bodies regrouped, frames held; d of the row from joint 2 at joint 3; D (2,1) met 1 step from
       link 2's parent towards it; D (5,2) met 2 steps from link 3's parent towards it; D (4,1)
       (4,2) (4,3) (5,1) (5,3) (6,1) (6,2) (6,3) met 2 steps from link 4's parent towards it; D
       (2,2) with S_xx + S_yy from the children's.
     phi3_z, psi3_xz     first moment and second moments of link 3 with all that it carries
     F5_3_y, N5_3_y1     force and moment that a unit rate of joint 5 needs, as seen from link 3
     v1_3_z              velocity that a unit rate gives of joint 1, on the way to link 3
     D6_3                element (6,3) of the inertia matrix
     omega4_x, alpha4_x  angular velocity and angular acceleration of link 4, in its frame
     wzz_1               product of components of omega of link 1
     Om31_4              element (row, column) of alpha~ + omega~ omega~ of link 4
     A3_y                acceleration of the origin of link 3, less gravity, in its frame
     A0_4_x              acceleration of the origin of link 4, in its parent's axes, without d
     f5_x, chi5_x        force and moment through joint 5, in the frame of link 5
*/
void puma560_inertia_and_bias(
    const double q[PUMA560_RESTRICT 6],
    const double qd[PUMA560_RESTRICT 6],
    double M[PUMA560_RESTRICT 36],
    double h[PUMA560_RESTRICT 6])
{

    /* angles */
    const double q2_3 = q[1] + q[2];
    four sines1, cosines1, sines2, cosines2;
    pack_bits far = {0};
    sincos4(q[1], q2_3, q[3], q[4], &sines1, &cosines1, &far);
    sincos4(q[5], q[5], q[5], q[5], &sines2, &cosines2, &far);
    if (any_far(&far)) {
        library_sincos4(q[1], q2_3, q[3], q[4], &sines1, &cosines1);
        library_sincos4(q[5], q[5], q[5], q[5], &sines2, &cosines2);
    }
    const double c2 = cosines1[0];
    const double s2 = sines1[0];
    const double c2_3 = cosines1[1];
    const double s2_3 = sines1[1];
    const double c4 = cosines1[2];
    const double s4 = sines1[2];
    const double c5 = cosines1[3];
    const double s5 = sines1[3];
    const double c6 = cosines2[0];
    const double s6 = sines2[0];

    /* link 2: transform to its parent */
    const double l2_x = 3.79559 * c2 - 0.1044 * s2;
    const double t2_1 = 1.601861202 * s2 + 0.0141984 * c2;
    const double S2_xy = c2 * t2_1 - 0.0070992;
    const double S2_xz = 0.690314699 * c2 - 0.023751 * s2;
    const double S2_yz = 0.690314699 * s2 + 0.023751 * c2;

    /* link 3: transform to its parent */
    const double v1_3_z = 0.4318 * c2;
    const double t3_1 = 0.4318 * s2;
    const double v2_3_x = s2_3 * v1_3_z - c2_3 * t3_1;
    const double v2_3_y = s2_3 * t3_1 + c2_3 * v1_3_z;
    const double v1_3_y = 0.1501 * s2_3;

    /* link 4: transform to its parent */
    const double v1_4_y2 = v1_3_z - 0.0203 * c2_3;

    /* link 6: wrench of a unit rate, and the axes that it meets; D_jk */
    const double N6_4_x = 4e-05 * s5;
    const double N6_4_z = 4e-05 * c5;
    M[23] = N6_4_z; /* (4,6) */
    M[33] = N6_4_z; /* (6,4) */
    const double N6_3_x2 = c4 * N6_4_x;
    const double D6_3 = s4 * N6_4_x;
    M[11] = D6_3; /* (2,6) */
    M[17] = D6_3; /* (3,6) */
    M[31] = D6_3; /* (6,2) */
    M[32] = D6_3; /* (6,3) */
    const double t6_1 = 0.1501 * c2_3;
    const double D6_1 = c2_3 * N6_4_z - s2_3 * N6_3_x2;
    M[5] = D6_1; /* (1,6) */
    M[30] = D6_1; /* (6,1) */

    /* link 5: wrench of a unit rate, and the axes that it meets; D_jk */
    const double F5_4_x = 0.00288 * c5;
    const double F5_3_y = 0.00288 * s5;
    const double N5_3_y1 = 0.00064216 + 0.001247328 * c5;
    const double F5_3_x = c4 * F5_4_x;
    const double F5_3_z = s4 * F5_4_x;
    const double N5_3_y2 = c4 * N5_3_y1;
    const double D5_3 = N5_3_y2 - 5.8464e-05 * s5;
    M[16] = D5_3; /* (3,5) */
    M[26] = D5_3; /* (5,3) */
    const double D5_2 = D5_3 + (v2_3_x * F5_3_x + v2_3_y * F5_3_y);
    M[10] = D5_2; /* (2,5) */
    M[25] = D5_2; /* (5,2) */
    const double D5_1 = s2_3 * (s4 * N5_3_y1) + (v1_4_y2 * F5_3_z - t6_1 * F5_3_x + v1_3_y *
        F5_3_y);
    M[4] = D5_1; /* (1,5) */
    M[24] = D5_1; /* (5,1) */

    /* link 5: its composite seen from the parent */
    const double t5_1 = 0.00020216 * s5;
    const double t5_2 = s5 * t5_1;

    /* link 4: wrench of a unit rate, and the axes that it meets; D_jk */
    const double psi4_xz = c5 * t5_1;
    const double psi4_xx = t5_2 + 0.00087;
    const double N4_4_z = psi4_xx + 0.00077;
    const double D4_4 = N4_4_z + 0.2;
    M[21] = D4_4; /* (4,4) */
    const double psi4_xz1 = psi4_xz + 0.001247328 * s5;
    const double phi3_z = s4 * F5_3_y;
    const double F4_3_y2 = c4 * F5_3_y;
    const double psi4_xz2 = c4 * psi4_xz1;
    const double psi4_yz2 = s4 * psi4_xz1;
    const double D4_3 = -psi4_yz2;
    M[15] = D4_3; /* (3,4) */
    M[20] = D4_3; /* (4,3) */
    const double D4_2 = -(psi4_yz2 + v2_3_x * phi3_z);
    M[9] = D4_2; /* (2,4) */
    M[19] = D4_2; /* (4,2) */
    const double D4_1 = s2_3 * psi4_xz2 + c2_3 * N4_4_z + (t6_1 * phi3_z + v1_4_y2 * F4_3_y2);
    M[3] = D4_1; /* (1,4) */
    M[18] = D4_1; /* (4,1) */

    /* link 4: its composite seen from the parent */
    const double t4_1 = s4 * (psi4_xx - 0.00077);
    const double t4_2 = s4 * t4_1;
    const double psi4_xx2 = psi4_xx - t4_2;
    const double psi4_xy2 = c4 * t4_1;
    const double psi4_xx3 = psi4_xx2 - 0.0406 * F4_3_y2;
    const double psi4_xz3 = psi4_xz2 - 5.8464e-05 * c5;
    const double omega4_z1 = qd[0] * c2_3;

    /* link 3: composite moments phi_j, psi_j */
    const double phi3_x = F4_3_y2 - 0.025375;
    const double F3_3_x = F5_4_x + 0.861795;

    /* link 3: wrench of a unit rate, and the axes that it meets; D_jk */
    const double psi3_xz = psi4_xy2 - 0.0203 * phi3_z;
    const double psi3_xx = psi4_xx3 + 0.0167651125;
    const double psi3_yy = 0.002494656 * c5 - t5_2 + 0.3161122965;
    const double psi3_xy = 0.0106736385 - psi4_xz3;
    const double N3_3_y = psi4_yz2 + 0.004704;
    const double N3_3_z = psi3_xx + psi3_yy;
    const double D3_3 = N3_3_z + 0.83;
    M[14] = D3_3; /* (3,3) */
    const double psi3_xz1 = psi3_xz + 0.1501 * phi3_x;
    const double N3_2_y1 = N3_3_y + 0.1501 * F3_3_x;
    const double F3_2_x = c2_3 * F3_3_x - s2_3 * phi3_x;
    const double F3_2_y = s2_3 * F3_3_x + c2_3 * phi3_x;
    const double N3_2_y = c2_3 * N3_2_y1 - s2_3 * psi3_xz1;
    const double t3_2 = v1_3_z * F3_2_y;
    const double t3_3 = t3_2 - t3_1 * F3_2_x;
    const double N3_2_z = N3_3_z + t3_3;
    M[8] = N3_2_z; /* (2,3) */
    M[13] = N3_2_z; /* (3,2) */
    const double N3_1_z = -N3_2_y;
    M[2] = N3_1_z; /* (1,3) */
    M[12] = N3_1_z; /* (3,1) */

    /* link 3: its composite seen from the parent */
    const double psi3_yz3 = t3_1 * phi3_z - N3_2_y;

    /* link 2: composite moments phi_j, psi_j */
    const double psi2_yz = S2_yz + psi3_yz3;
    M[1] = psi2_yz; /* (1,2) */
    M[6] = psi2_yz; /* (2,1) */

    /* link 2: wrench of a unit rate, and the axes that it meets; D_jk */
    const double D2_2 = t3_3 + N3_2_z + 6.458114002;
    M[7] = D2_2; /* (2,2) */

    /* link 1: wrench of a unit rate, and the axes that it meets; D_jk */
    const double t1_1 = psi3_xx - s2 * t2_1 - s2_3 * (s2_3 * (psi3_xx - psi3_yy) + c2_3 * (2.0 *
        psi3_xy));
    const double D1_1 = 0.3002 * phi3_z + (t4_2 + (t1_1 + 2.0 * t3_2)) + 4.2774871525;
    M[0] = D1_1; /* (1,1) */

    /* link 1: Om_i = alpha~ + omega~ omega~ */
    const double wzz_1 = qd[0] * qd[0];

    /* link 2: Om_i = alpha~ + omega~ omega~ */
    const double wzz_2 = qd[1] * qd[1];
    const double t2_2 = qd[1] * (2.0 * qd[0]);

    /* link 3: angular velocity omega_i and acceleration alpha_i (step 1) */
    const double t3_4 = qd[0] * s2_3;
    const double omega3_z = qd[1] + qd[2];
    const double t3_5 = omega4_z1 * omega3_z;
    const double alpha3_y = t3_4 * omega3_z;

    /* link 3: Om_i = alpha~ + omega~ omega~ */
    const double wxx_3 = t3_4 * t3_4;
    const double wyy_3 = omega4_z1 * omega4_z1;
    const double wzz_3 = omega3_z * omega3_z;
    const double wxy_3 = t3_4 * omega4_z1;
    const double t3_6 = wyy_3 + wzz_3;
    const double t3_7 = wxx_3 + wzz_3;

    /* link 3: acceleration A_i of its origin (step 2) */
    const double t3_8 = v1_3_z * (wzz_1 + wzz_2);
    const double t3_9 = 9.81 + t3_1 * wzz_2;
    const double t3_10 = c2_3 * t3_8 + s2_3 * t3_9;
    const double A3_y = s2_3 * t3_8 - c2_3 * t3_9;
    const double t3_11 = t3_1 * t2_2 + 0.1501 * wzz_1;

    /* link 3: its own force m A + Om l and moment t + l x A (step 3) */
    const double t3_12 = 0.0106736385 * (wyy_3 - wxx_3) - 0.298925024 * wxy_3 - (0.025375 * A3_y +
        0.861795 * t3_10);

    /* link 4: angular velocity omega_i and acceleration alpha_i (step 1) */
    const double omega4_x = s4 * omega3_z - c4 * t3_4;
    const double omega4_y = s4 * t3_4 + c4 * omega3_z;
    const double omega4_z = qd[3] + omega4_z1;
    const double alpha4_y3 = s4 * t3_5;
    const double alpha4_x = qd[3] * omega4_y - c4 * t3_5;
    const double alpha4_y = alpha4_y3 - qd[3] * omega4_x;

    /* link 4: Om_i = alpha~ + omega~ omega~ */
    const double wxy_4 = omega4_x * omega4_y;
    const double wxz_4 = omega4_x * omega4_z;
    const double wyz_4 = omega4_y * omega4_z;
    const double Om31_4 = wxz_4 - alpha4_y;
    const double Om32_4 = alpha4_x + wyz_4;
    const double Om13_4 = alpha4_y + wxz_4;
    const double Om23_4 = wyz_4 - alpha4_x;

    /* link 4: acceleration A_i of its origin (step 2) */
    const double A0_4_x = 0.0203 * t3_6 - t3_10;
    const double A0_4_y = A3_y - 0.0203 * wxy_3;
    const double A0_4_z = 0.0406 * alpha3_y - t3_11;
    const double A4_x3 = c4 * A0_4_x + s4 * A0_4_z;
    const double A4_y3 = c4 * A0_4_z - s4 * A0_4_x;
    const double A4_x = A4_x3 + 0.4331 * Om13_4;
    const double A4_y = A4_y3 + 0.4331 * Om23_4;

    /* link 5: angular velocity omega_i and acceleration alpha_i (step 1) */
    const double omega5_x = c5 * omega4_x - s5 * omega4_z;
    const double omega6_z1 = s5 * omega4_x + c5 * omega4_z;
    const double omega5_z = qd[4] + omega4_y;
    const double alpha5_x2 = c5 * alpha4_x + s5 * alpha3_y;
    const double alpha5_y2 = c5 * alpha3_y - s5 * alpha4_x;
    const double alpha5_x = alpha5_x2 - qd[4] * omega6_z1;
    const double alpha5_y = alpha5_y2 - qd[4] * omega5_x;

    /* link 5: Om_i = alpha~ + omega~ omega~ */
    const double wxx_5 = omega5_x * omega5_x;
    const double wzz_5 = omega5_z * omega5_z;
    const double t5_3 = omega5_x * omega6_z1;
    const double wxz_5 = omega5_x * omega5_z;
    const double Om31_5 = wxz_5 - alpha5_y;
    const double Om32_5 = alpha5_x - omega6_z1 * omega5_z;

    /* link 5: acceleration A_i of its origin (step 2) */
    const double A5_y1 = A0_4_y + 0.4331 * t3_7;
    const double t5_4 = c5 * A4_x;
    const double A5_x = t5_4 + s5 * A5_y1;

    /* link 5: its own force m A + Om l and moment t + l x A (step 3) */
    const double f5_x = 0.00288 * (alpha4_y + t5_3);
    const double f5_y = 0.00288 * (wxx_5 + wzz_5);
    const double t5_5 = 0.00288 * Om32_5;
    const double t5_6 = 0.00042216 * Om32_5 - 0.00288 * A4_y;
    const double t5_7 = 0.00062216 * alpha4_y + 0.00022216 * t5_3 + 0.00288 * A5_x;

    /* link 6: angular velocity omega_i and acceleration alpha_i (step 1) */
    const double omega6_x = c6 * omega5_x + s6 * omega5_z;
    const double omega6_y = c6 * omega5_z - s6 * omega5_x;
    const double alpha6_x2 = c6 * alpha5_x + s6 * alpha4_y;
    const double alpha6_y2 = c6 * alpha4_y - s6 * alpha5_x;

    /* link 6: Om_i = alpha~ + omega~ omega~ */
    const double t6_2 = omega6_z1 + 2.0 * qd[5];
    const double Om31_6 = omega6_x * t6_2 - alpha6_y2;
    const double Om32_6 = alpha6_x2 + omega6_y * t6_2;

    /* link 6: its own force m A + Om l and moment t + l x A (step 3) */
    const double chi6_x = 2e-05 * Om32_6;
    const double t6_3 = 2e-05 * Om31_6;
    const double chi6_y2 = 4e-05 * alpha5_y;
    const double chi6_z = -chi6_y2;
    h[5] = chi6_z;

    /* link 6: seen from its parent */
    const double chi6_x1 = c6 * chi6_x + s6 * t6_3;
    const double chi6_y1 = s6 * chi6_x - c6 * t6_3;

    /* link 5: seen from its parent */
    const double chi5_x = t5_6 + chi6_x1;
    const double chi5_y = chi6_y2 - 0.0002 * Om31_5;
    const double chi5_z = t5_7 + chi6_y1;
    h[4] = chi5_z;
    const double f5_y1 = s5 * f5_x + c5 * f5_y;
    const double chi5_x1 = c5 * chi5_x - s5 * chi5_y;
    const double chi5_y1 = s5 * chi5_x + c5 * chi5_y;
    const double t5_8 = 0.0014 * alpha3_y + 0.0001 * wxy_4 + chi5_y1;

    /* link 4: seen from its parent */
    const double f4_x = c5 * f5_x - s5 * f5_y;
    const double chi4_x = 0.00075 * Om32_4 + chi5_x1;
    const double chi4_y = chi5_z - 0.00065 * Om31_4;
    const double chi4_z = -t5_8;
    h[3] = chi4_z;
    const double chi4_x1 = chi4_x + 0.001247328 * Om32_5;
    const double chi4_y1 = chi4_y + 0.4331 * f4_x;
    const double f4_x2 = c4 * f4_x + s4 * t5_5;
    const double f4_y2 = s4 * f4_x - c4 * t5_5;
    const double chi4_x2 = c4 * chi4_x1 - s4 * chi4_y1;
    const double chi4_y2 = s4 * chi4_x1 + c4 * chi4_y1;
    const double chi4_y3 = chi4_y2 - 0.0203 * f5_y1;
    const double chi4_y4 = t5_8 + 0.0203 * f4_y2;

    /* link 3: seen from its parent */
    const double f3_x = 0.025375 * t3_6 - 0.861795 * wxy_3 + f4_x2;
    const double f3_y = 0.861795 * t3_7 - 0.025375 * wxy_3 + f5_y1;
    const double f3_z = 0.05075 * alpha3_y + 1.72359 * t3_5 + f4_y2;
    const double chi3_x = 0.861795 * t3_11 - (0.021347277 * alpha3_y + 0.631380273 * t3_5 + 0.004704
        * (wzz_3 - wyy_3)) + chi4_x2;
    const double chi3_y = 0.033530225 * alpha3_y - 0.004704 * wxy_3 + 0.021347277 * t3_5 - 0.025375
        * t3_11 + chi4_y4;
    const double chi3_z = t3_12 + chi4_y3;
    h[2] = chi3_z;
    const double chi3_x1 = chi3_x - 0.1501 * f3_y;
    const double chi3_y1 = chi3_y + 0.1501 * f3_x;
    const double f3_x2 = c2_3 * f3_x - s2_3 * f3_y;
    const double f3_y2 = s2_3 * f3_x + c2_3 * f3_y;
    const double chi3_y2 = s2_3 * chi3_x1 + c2_3 * chi3_y1;
    const double t3_13 = v1_3_z * f3_y2 - t3_1 * f3_x2;
    const double chi3_y3 = chi3_y2 - v1_3_z * f3_z;
    const double chi3_z3 = chi3_z + t3_13;

    /* link 2: force f_i and moment chi_i through the joint; tau_i (step 4) */
    const double chi2_y = S2_xy * t2_2 - S2_xz * wzz_2 + chi3_y3;
    const double chi2_z = S2_xy * wzz_1 - 9.81 * l2_x + chi3_z3;
    h[1] = chi2_z;

    /* link 1: force f_i and moment chi_i through the joint; tau_i (step 4) */
    const double chi1_z = -chi2_y;
    h[0] = chi1_z;

    /* elements that never change */
    M[22] = 0.0; /* (4,5) */
    M[27] = 0.0; /* (5,4) */
    M[28] = 0.17964216; /* (5,5) */
    M[29] = 0.0; /* (5,6) */
    M[34] = 0.0; /* (6,5) */
    M[35] = 0.19304; /* (6,6) */
}

/* gravity torques g(q).
   rnea: 17 mul, 7 add, 1 neg, 4 sincos
   Recursive Newton-Euler equations in spatial vectors: Featherstone and Orin 2000, eqs. 3-8;
       Luh, Walker and Paul 1980.
   Bodies regrouped, frames held.
     a4_z  spatial acceleration of the origin of link 4, less gravity, in its frame
     n5_z  moment through joint 5, in the frame of link 5
*/
void puma560_gravity(
    const double q[PUMA560_RESTRICT 6],
    double g[PUMA560_RESTRICT 6])
{

    /* angles */
    const double q2_3 = q[1] + q[2];
    four sines1, cosines1;
    pack_bits far = {0};
    sincos4(q[1], q2_3, q[3], q[4], &sines1, &cosines1, &far);
    if (any_far(&far)) {
        library_sincos4(q[1], q2_3, q[3], q[4], &sines1, &cosines1);
    }
    const double c2 = cosines1[0];
    const double s2 = sines1[0];
    const double c2_3 = cosines1[1];
    const double s2_3 = sines1[1];
    const double c4 = cosines1[2];
    const double s4 = sines1[2];
    const double c5 = cosines1[3];
    const double s5 = sines1[3];

    /* link 2: f_i = I a (eq. 7) */
    const double l2_x = 3.79559 * c2 - 0.1044 * s2;

    /* link 3: acceleration a_i (eq. 4) */
    const double t3_1 = 9.81 * s2_3;

    /* link 4: acceleration a_i (eq. 4) */
    const double a4_z = 9.81 * c2_3;
    const double a4_y = t3_1 * s4;

    /* link 5: f_i = I a (eq. 7) */
    const double t5_1 = 0.00288 * a4_y;
    const double t5_2 = 0.00288 * (t3_1 * c4 * c5 + a4_z * s5);
    const double n5_z = -t5_2;
    g[4] = n5_z;

    /* link 4: wrench through the joint; tau_i (eq. 8) */
    const double n4_z = s5 * t5_1;
    g[3] = n4_z;

    /* link 3: wrench through the joint; tau_i (eq. 8) */
    const double n3_z = 0.24892875 * c2_3 - 8.45420895 * s2_3 - (s4 * (c5 * t5_1) + c4 * t5_2);
    g[2] = n3_z;

    /* link 2: wrench through the joint; tau_i (eq. 8) */
    const double n2_z = n3_z - 9.81 * l2_x;
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
   ldlt on meeting+gibbs_appell: 289 mul, 220 add, 4 div, 5 sincos
   Factors L^T D L, from the tips to the base: Lin 1991.
   Wrenches of composite bodies and axes, meeting between the joints: Featherstone and Orin 2000,
       eqs. 9, 10; Walker and Orin 1982, method 3; Mata, Provenzano, Valero and Cuadrado 2002,
       section 4.2.
   Gibbs-Appell equations: Mata, Provenzano, Valero and Cuadrado 2002, section 4.1.
   Bodies regrouped, frames held; d of the row from joint 2 at joint 3; D (2,1) met 1 step from
       link 2's parent towards it; D (5,2) met 2 steps from link 3's parent towards it; D (4,1)
       (4,2) (4,3) (5,1) (5,3) (6,1) (6,2) (6,3) met 2 steps from link 4's parent towards it; D
       (2,2) with S_xx + S_yy from the children's.
     phi3_z, psi3_xz     first moment and second moments of link 3 with all that it carries
     F5_3_y, N5_3_y1     force and moment that a unit rate of joint 5 needs, as seen from link 3
     v1_3_z              velocity that a unit rate gives of joint 1, on the way to link 3
     D6_3                element (6,3) of the inertia matrix
     omega4_x, alpha4_x  angular velocity and angular acceleration of link 4, in its frame
     wzz_1               product of components of omega of link 1
     Om31_4              element (row, column) of alpha~ + omega~ omega~ of link 4
     A3_y                acceleration of the origin of link 3, less gravity, in its frame
     A0_4_x              acceleration of the origin of link 4, in its parent's axes, without d
     f5_x, chi5_x        force and moment through joint 5, in the frame of link 5
     b1                  what accelerates joint 1, tau - h
     qdd1                acceleration of joint 1
     b1_6                what is left for joint 1 with joint 6 eliminated
     d4, di4             pivot and its inverse of joint 4
     l6_1                element (6,1) of the factor L
*/
int puma560_forward_dynamics(
    const double q[PUMA560_RESTRICT 6],
    const double qd[PUMA560_RESTRICT 6],
    const double tau[PUMA560_RESTRICT 6],
    double qdd[PUMA560_RESTRICT 6])
{

    /* angles */
    const double q2_3 = q[1] + q[2];
    four sines1, cosines1, sines2, cosines2;
    pack_bits far = {0};
    sincos4(q[1], q2_3, q[3], q[4], &sines1, &cosines1, &far);
    sincos4(q[5], q[5], q[5], q[5], &sines2, &cosines2, &far);
    if (any_far(&far)) {
        library_sincos4(q[1], q2_3, q[3], q[4], &sines1, &cosines1);
        library_sincos4(q[5], q[5], q[5], q[5], &sines2, &cosines2);
    }
    const double c2 = cosines1[0];
    const double s2 = sines1[0];
    const double c2_3 = cosines1[1];
    const double s2_3 = sines1[1];
    const double c4 = cosines1[2];
    const double s4 = sines1[2];
    const double c5 = cosines1[3];
    const double s5 = sines1[3];
    const double c6 = cosines2[0];
    const double s6 = sines2[0];

    /* link 1: Om_i = alpha~ + omega~ omega~ */
    const double wzz_1 = qd[0] * qd[0];

    /* link 2: Om_i = alpha~ + omega~ omega~ */
    const double wzz_2 = qd[1] * qd[1];
    const double t2_1 = qd[1] * (2.0 * qd[0]);

    /* link 2: its own force m A + Om l and moment t + l x A (step 3) */
    const double l2_x = 3.79559 * c2 - 0.1044 * s2;
    const double t2_2 = 1.601861202 * s2 + 0.0141984 * c2;
    const double S2_xx = 1.674987602 - s2 * t2_2;
    const double S2_xy = c2 * t2_2 - 0.0070992;
    const double S2_xz = 0.690314699 * c2 - 0.023751 * s2;
    const double S2_yz = 0.690314699 * s2 + 0.023751 * c2;

    /* link 3: transform to its parent */
    const double v1_3_z = 0.4318 * c2;
    const double t3_1 = 0.4318 * s2;
    const double v1_3_y = 0.1501 * s2_3;

    /* link 3: angular velocity omega_i and acceleration alpha_i (step 1) */
    const double t3_2 = qd[0] * s2_3;
    const double omega4_z1 = qd[0] * c2_3;
    const double omega3_z = qd[1] + qd[2];
    const double t3_3 = omega4_z1 * omega3_z;
    const double alpha3_y = t3_2 * omega3_z;

    /* link 3: Om_i = alpha~ + omega~ omega~ */
    const double wxx_3 = t3_2 * t3_2;
    const double wyy_3 = omega4_z1 * omega4_z1;
    const double wzz_3 = omega3_z * omega3_z;
    const double wxy_3 = t3_2 * omega4_z1;
    const double t3_4 = wyy_3 + wzz_3;

    /* link 3: acceleration A_i of its origin (step 2) */
    const double t3_5 = (wzz_1 + wzz_2) * v1_3_z;
    const double t3_6 = 9.81 + wzz_2 * t3_1;
    const double t3_7 = c2_3 * t3_5 + s2_3 * t3_6;
    const double A3_y = s2_3 * t3_5 - c2_3 * t3_6;
    const double t3_8 = t2_1 * t3_1 + 0.1501 * (wxx_3 + wyy_3);

    /* link 3: its own force m A + Om l and moment t + l x A (step 3) */
    const double t3_9 = 0.0106736385 * (wyy_3 - wxx_3) - 0.298925024 * wxy_3 - (0.025375 * A3_y +
        0.861795 * t3_7);

    /* link 4: angular velocity omega_i and acceleration alpha_i (step 1) */
    const double omega4_x = omega3_z * s4 - t3_2 * c4;
    const double omega4_y = t3_2 * s4 + omega3_z * c4;
    const double omega4_z = qd[3] + omega4_z1;
    const double alpha4_y3 = t3_3 * s4;
    const double alpha4_x = qd[3] * omega4_y - t3_3 * c4;
    const double alpha4_y = alpha4_y3 - qd[3] * omega4_x;

    /* link 4: Om_i = alpha~ + omega~ omega~ */
    const double wxx_4 = omega4_x * omega4_x;
    const double wyy_4 = omega4_y * omega4_y;
    const double wxy_4 = omega4_x * omega4_y;
    const double wxz_4 = omega4_x * omega4_z;
    const double wyz_4 = omega4_y * omega4_z;
    const double Om31_4 = wxz_4 - alpha4_y;
    const double Om32_4 = alpha4_x + wyz_4;
    const double Om13_4 = alpha4_y + wxz_4;
    const double Om23_4 = wyz_4 - alpha4_x;

    /* link 4: acceleration A_i of its origin (step 2) */
    const double A0_4_x = 0.0203 * t3_4 - t3_7;
    const double A0_4_y = A3_y - 0.0203 * wxy_3;
    const double A0_4_z = 0.0406 * alpha3_y - t3_8;
    const double A4_x3 = c4 * A0_4_x + s4 * A0_4_z;
    const double A4_y3 = c4 * A0_4_z - s4 * A0_4_x;
    const double A4_x = A4_x3 + 0.4331 * Om13_4;
    const double A4_y = A4_y3 + 0.4331 * Om23_4;

    /* link 5: angular velocity omega_i and acceleration alpha_i (step 1) */
    const double omega5_x = omega4_x * c5 - omega4_z * s5;
    const double omega6_z1 = omega4_x * s5 + omega4_z * c5;
    const double omega5_z = qd[4] + omega4_y;
    const double alpha5_x2 = alpha4_x * c5 + alpha3_y * s5;
    const double alpha5_y2 = alpha3_y * c5 - alpha4_x * s5;
    const double alpha5_x = alpha5_x2 - qd[4] * omega6_z1;
    const double alpha5_y = alpha5_y2 - qd[4] * omega5_x;

    /* link 5: Om_i = alpha~ + omega~ omega~ */
    const double wxx_5 = omega5_x * omega5_x;
    const double wzz_5 = omega5_z * omega5_z;
    const double t5_1 = omega5_x * omega6_z1;
    const double wxz_5 = omega5_x * omega5_z;
    const double Om31_5 = wxz_5 - alpha5_y;
    const double Om32_5 = alpha5_x - omega6_z1 * omega5_z;

    /* link 5: acceleration A_i of its origin (step 2) */
    const double A5_y1 = A0_4_y + 0.4331 * (wxx_4 + wyy_4);
    const double t5_2 = A5_y1 * s5;
    const double A5_x = A4_x * c5 + t5_2;

    /* link 5: its own force m A + Om l and moment t + l x A (step 3) */
    const double f5_x = 0.00288 * (alpha4_y + t5_1);
    const double f5_y = 0.00288 * (wxx_5 + wzz_5);
    const double t5_3 = 0.00288 * Om32_5;
    const double t5_4 = 0.00288 * A5_x;
    const double t5_5 = 0.00042216 * Om32_5 - 0.00288 * A4_y;

    /* link 6: angular velocity omega_i and acceleration alpha_i (step 1) */
    const double omega6_x = omega5_x * c6 + omega5_z * s6;
    const double omega6_y = omega5_z * c6 - omega5_x * s6;
    const double alpha6_x2 = alpha5_x * c6 + alpha4_y * s6;
    const double alpha6_y2 = alpha4_y * c6 - alpha5_x * s6;

    /* link 6: Om_i = alpha~ + omega~ omega~ */
    const double t6_1 = omega6_z1 + 2.0 * qd[5];
    const double Om31_6 = omega6_x * t6_1 - alpha6_y2;
    const double Om32_6 = alpha6_x2 + omega6_y * t6_1;

    /* link 6: its own force m A + Om l and moment t + l x A (step 3) */
    const double chi6_x = 2e-05 * Om32_6;
    const double t6_2 = 2e-05 * Om31_6;
    const double chi6_y2 = 4e-05 * alpha5_y;

    /* link 6: seen from its parent */
    const double chi6_x1 = c6 * chi6_x + s6 * t6_2;
    const double chi6_y1 = s6 * chi6_x - c6 * t6_2;

    /* link 5: seen from its parent */
    const double chi5_x = t5_5 + chi6_x1;
    const double chi5_y = chi6_y2 - 0.0002 * Om31_5;
    const double chi5_z = 0.00062216 * alpha4_y + 0.00022216 * t5_1 + t5_4 + chi6_y1;
    const double f5_y1 = s5 * f5_x + c5 * f5_y;
    const double chi5_x1 = c5 * chi5_x - s5 * chi5_y;
    const double chi5_y1 = s5 * chi5_x + c5 * chi5_y;
    const double t5_6 = 0.0014 * alpha3_y + 0.0001 * wxy_4 + chi5_y1;

    /* link 4: seen from its parent */
    const double f4_x = c5 * f5_x - s5 * f5_y;
    const double chi4_x = 0.00075 * Om32_4 + chi5_x1;
    const double chi4_y = chi5_z - 0.00065 * Om31_4;
    const double chi4_x1 = chi4_x + 0.001247328 * Om32_5;
    const double chi4_y1 = chi4_y + 0.4331 * f4_x;
    const double f4_x2 = c4 * f4_x + s4 * t5_3;
    const double f4_y2 = s4 * f4_x - c4 * t5_3;
    const double chi4_x2 = c4 * chi4_x1 - s4 * chi4_y1;
    const double chi4_y2 = s4 * chi4_x1 + c4 * chi4_y1;
    const double chi4_y3 = chi4_y2 - 0.0203 * f5_y1;
    const double chi4_y4 = t5_6 + 0.0203 * f4_y2;

    /* link 3: seen from its parent */
    const double f3_x = 0.025375 * t3_4 - 0.861795 * wxy_3 + f4_x2;
    const double f3_y = 0.861795 * (wxx_3 + wzz_3) - 0.025375 * wxy_3 + f5_y1;
    const double f3_z = 0.05075 * alpha3_y + 1.72359 * t3_3 + f4_y2;
    const double chi3_x = 0.861795 * t3_8 - (0.021347277 * alpha3_y + 0.631380273 * t3_3 + 0.004704
        * (wzz_3 - wyy_3)) + chi4_x2;
    const double chi3_y = 0.033530225 * alpha3_y - 0.004704 * wxy_3 + 0.021347277 * t3_3 - 0.025375
        * t3_8 + chi4_y4;
    const double chi3_z = t3_9 + chi4_y3;
    const double chi3_x1 = chi3_x - 0.1501 * f3_y;
    const double chi3_y1 = chi3_y + 0.1501 * f3_x;
    const double f3_x2 = c2_3 * f3_x - s2_3 * f3_y;
    const double f3_y2 = s2_3 * f3_x + c2_3 * f3_y;
    const double chi3_y2 = s2_3 * chi3_x1 + c2_3 * chi3_y1;
    const double chi3_y3 = chi3_y2 - v1_3_z * f3_z;
    const double chi3_z3 = chi3_z + (v1_3_z * f3_y2 - t3_1 * f3_x2);

    /* link 2: force f_i and moment chi_i through the joint; tau_i (step 4) */
    const double chi2_y = t2_1 * S2_xy - wzz_2 * S2_xz + chi3_y3;
    const double chi2_z = wzz_1 * S2_xy - 9.81 * l2_x + chi3_z3;

    /* link 3: transform to its parent */
    const double v2_3_x = s2_3 * v1_3_z - c2_3 * t3_1;
    const double v2_3_y = s2_3 * t3_1 + c2_3 * v1_3_z;

    /* link 4: transform to its parent */
    const double v1_4_y2 = v1_3_z - 0.0203 * c2_3;

    /* link 6: wrench of a unit rate, and the axes that it meets; D_jk */
    const double N6_4_x = 4e-05 * s5;
    const double N6_4_z = 4e-05 * c5;
    const double N6_3_x2 = c4 * N6_4_x;
    const double D6_3 = s4 * N6_4_x;
    const double t6_3 = 0.1501 * c2_3;
    const double D6_1 = c2_3 * N6_4_z - s2_3 * N6_3_x2;

    /* link 5: wrench of a unit rate, and the axes that it meets; D_jk */
    const double F5_4_x = 0.00288 * c5;
    const double F5_3_y = 0.00288 * s5;
    const double N5_3_y1 = 0.00064216 + 0.001247328 * c5;
    const double F5_3_x = c4 * F5_4_x;
    const double F5_3_z = s4 * F5_4_x;
    const double N5_3_y2 = c4 * N5_3_y1;
    const double D5_3 = N5_3_y2 - 5.8464e-05 * s5;
    const double D5_2 = D5_3 + (v2_3_x * F5_3_x + v2_3_y * F5_3_y);
    const double D5_1 = s2_3 * (s4 * N5_3_y1) + (v1_4_y2 * F5_3_z - t6_3 * F5_3_x + v1_3_y *
        F5_3_y);

    /* link 5: its composite seen from the parent */
    const double t5_7 = 0.00020216 * s5;
    const double t5_8 = s5 * t5_7;

    /* link 4: wrench of a unit rate, and the axes that it meets; D_jk */
    const double psi4_xz = c5 * t5_7;
    const double psi4_xx = t5_8 + 0.00087;
    const double N4_4_z = psi4_xx + 0.00077;
    const double D4_4 = N4_4_z + 0.2;
    const double psi4_xz1 = psi4_xz + 0.001247328 * s5;
    const double phi3_z = s4 * F5_3_y;
    const double F4_3_y2 = c4 * F5_3_y;
    const double psi4_xz2 = c4 * psi4_xz1;
    const double psi4_yz2 = s4 * psi4_xz1;
    const double D4_1 = s2_3 * psi4_xz2 + c2_3 * N4_4_z + (t6_3 * phi3_z + v1_4_y2 * F4_3_y2);

    /* link 4: its composite seen from the parent */
    const double t4_1 = s4 * (psi4_xx - 0.00077);
    const double t4_2 = s4 * t4_1;
    const double psi4_xx2 = psi4_xx - t4_2;
    const double psi4_xy2 = c4 * t4_1;
    const double psi4_xx3 = psi4_xx2 - 0.0406 * F4_3_y2;
    const double psi4_xz3 = psi4_xz2 - 5.8464e-05 * c5;

    /* link 3: composite moments phi_j, psi_j */
    const double phi3_x = F4_3_y2 - 0.025375;
    const double F3_3_x = 0.861795 + F5_4_x;

    /* link 3: wrench of a unit rate, and the axes that it meets; D_jk */
    const double psi3_xz = psi4_xy2 - 0.0203 * phi3_z;
    const double psi3_xx = 0.0167651125 + psi4_xx3;
    const double psi3_yy = 0.002494656 * c5 - t5_8 + 0.3161122965;
    const double psi3_xy = 0.0106736385 - psi4_xz3;
    const double N3_3_y = 0.004704 + psi4_yz2;
    const double N3_3_z = psi3_xx + psi3_yy;
    const double D3_3 = N3_3_z + 0.83;
    const double psi3_xz1 = psi3_xz + 0.1501 * phi3_x;
    const double N3_2_y1 = N3_3_y + 0.1501 * F3_3_x;
    const double F3_2_x = c2_3 * F3_3_x - s2_3 * phi3_x;
    const double F3_2_y = s2_3 * F3_3_x + c2_3 * phi3_x;
    const double N3_2_y = c2_3 * N3_2_y1 - s2_3 * psi3_xz1;
    const double t3_10 = v1_3_z * F3_2_y;
    const double t3_11 = t3_10 - t3_1 * F3_2_x;
    const double N3_2_z = N3_3_z + t3_11;

    /* link 3: its composite seen from the parent */
    const double t3_12 = s2_3 * (s2_3 * (psi3_xx - psi3_yy) + c2_3 * (2.0 * psi3_xy));
    const double psi3_yz3 = t3_1 * phi3_z - N3_2_y;

    /* link 2: composite moments phi_j, psi_j */
    const double psi2_yz = S2_yz + psi3_yz3;

    /* link 2: wrench of a unit rate, and the axes that it meets; D_jk */
    const double D2_2 = N3_2_z + (1.674987602 + t3_11) + 4.7831264;

    /* link 1: wrench of a unit rate, and the axes that it meets; D_jk */
    const double D1_1 = 0.3002 * phi3_z + (t4_2 + (S2_xx + psi3_xx - t3_12 + 2.0 * t3_10)) +
        2.6024995505;

    /* what accelerates the joints: b = tau - h */
    const double b1 = tau[0] + chi2_y;
    const double b2 = tau[1] - chi2_z;
    const double b3 = tau[2] - chi3_z;
    const double b4 = tau[3] + t5_6;
    const double b5 = tau[4] - chi5_z;
    const double b6 = tau[5] + chi6_y2;

    /* link 6: pivot d_k, row l_k of L, what is left of M and of b */
    const double l6_1 = 5.180273518441774 * D6_1;
    const double l6_2 = 5.180273518441774 * D6_3;
    const double l6_4 = 0.00020721094073767094 * c5;
    const double b1_6 = b1 - b6 * l6_1;
    const double t6_4 = D6_1 * l6_2;
    const double t6_5 = D6_3 * l6_2;
    const double t6_6 = b6 * l6_2;
    const double b2_6 = b2 - t6_6;
    const double b3_6 = b3 - t6_6;
    const double t6_7 = D4_1 - D6_1 * l6_4;
    const double t6_8 = D6_3 * l6_4;
    const double t6_9 = psi4_yz2 + v2_3_x * phi3_z + t6_8;
    const double t6_10 = psi4_yz2 + t6_8;
    const double d4 = D4_4 - N6_4_z * l6_4;
    const double b4_6 = b4 - b6 * l6_4;

    /* link 5: pivot d_k, row l_k of L, what is left of M and of b */
    const double l5_1 = 5.566622000091738 * D5_1;
    const double l5_2 = 5.566622000091738 * D5_2;
    const double l5_3 = 5.566622000091738 * D5_3;
    const double b1_5 = b1_6 - b5 * l5_1;
    const double b2_5 = b2_6 - b5 * l5_2;
    const double b3_5 = b3_6 - b5 * l5_3;

    /* link 4: pivot d_k, row l_k of L, what is left of M and of b */
    const double t4_3 = 1.0658141036401503e-14 * D4_4;
    if (!(d4 > t4_3)) {
        return forward_dynamics_fails(qdd, 4);
    }
    const double di4 = 1.0 / d4;
    const double l4_1 = t6_7 * di4;
    const double t4_4 = t6_9 * di4;
    const double t4_5 = t6_10 * di4;
    const double b1_4 = b1_5 - b4_6 * l4_1;
    const double t4_6 = psi2_yz - t6_4 - D5_1 * l5_2 + t6_7 * t4_4;
    const double b2_4 = b2_5 + b4_6 * t4_4;
    const double t4_7 = t6_7 * t4_5 - (N3_2_y + t6_4 + D5_1 * l5_3);
    const double t4_8 = N3_2_z - t6_5 - D5_2 * l5_3 - t6_9 * t4_5;
    const double d3 = D3_3 - t6_5 - D5_3 * l5_3 - t6_10 * t4_5;
    const double b3_4 = b3_5 + b4_6 * t4_5;

    /* link 3: pivot d_k, row l_k of L, what is left of M and of b */
    const double t3_13 = 1.0658141036401503e-14 * D3_3;
    if (!(d3 > t3_13)) {
        return forward_dynamics_fails(qdd, 3);
    }
    const double di3 = 1.0 / d3;
    const double l3_1 = t4_7 * di3;
    const double l3_2 = t4_8 * di3;
    const double b1_3 = b1_4 - b3_4 * l3_1;
    const double t3_14 = t4_6 - t4_7 * l3_2;
    const double d2 = D2_2 - t6_5 - D5_2 * l5_2 - t6_9 * t4_4 - t4_8 * l3_2;
    const double b2_3 = b2_4 - b3_4 * l3_2;

    /* link 2: pivot d_k, row l_k of L, what is left of M and of b */
    const double t2_3 = 1.0658141036401503e-14 * D2_2;
    if (!(d2 > t2_3)) {
        return forward_dynamics_fails(qdd, 2);
    }
    const double di2 = 1.0 / d2;
    const double l2_1 = t3_14 * di2;
    const double d1 = D1_1 - D6_1 * l6_1 - D5_1 * l5_1 - t6_7 * l4_1 - t4_7 * l3_1 - t3_14 * l2_1;
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
    const double qdd3 = b3_4 * di3 - l3_1 * qdd1 - l3_2 * qdd2;

    /* link 4: qdd_k from the base outward */
    const double qdd4 = b4_6 * di4 - l4_1 * qdd1 + t4_4 * qdd2 + t4_5 * qdd3;

    /* link 5: qdd_k from the base outward */
    const double qdd5 = 5.566622000091738 * b5 - l5_1 * qdd1 - l5_2 * qdd2 - l5_3 * qdd3;

    /* link 6: qdd_k from the base outward */
    const double t6_11 = l6_4 * qdd4;
    const double qdd6 = 5.180273518441774 * b6 - l6_1 * qdd1 - l6_2 * qdd2 - l6_2 * qdd3 - t6_11;

    /* outputs */
    qdd[0] = qdd1;
    qdd[1] = qdd2;
    qdd[2] = qdd3;
    qdd[3] = qdd4;
    qdd[4] = qdd5;
    qdd[5] = qdd6;
    return 0;
}
