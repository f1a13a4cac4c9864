/* planar3.c - rigid-body dynamics of planar3, 3 degrees of freedom

   Written by: gen-robot planar3 --lang c
   It belongs to whoever generates it: the authors of gen-robot claim no rights in it.

   Joints, in the order of q and qd, with the numbers of the links that they move:
     1  [0]  link1  revolute
     2  [1]  link2  revolute
     3  [2]  link3  revolute
   Kernels and their operations:
     inertia_matrix    5 mul, 13 add, 2 sincos  (noc)
     bias              22 mul, 13 add, 3 sincos  (gibbs_appell)
     inverse_dynamics  30 mul, 23 add, 3 sincos  (gibbs_appell)
     inertia_and_bias  27 mul, 26 add, 3 sincos  (noc+gibbs_appell)
     gravity           3 mul, 4 add, 3 sincos  (rnea)
     forward_dynamics  45 mul, 39 add, 2 div, 3 sincos  (ldlt on noc+gibbs_appell)

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
     Lin, S. K. 1991. A new composite body method for manipulator dynamics. J. Robotic Systems 8.
     Luh, J. Y. S., Walker, M. W. and Paul, R. P. 1980. On-line computational scheme for
         mechanical manipulators. ASME J. Dynamic Systems, Measurement, and Control 102.
     Mata, V., Provenzano, S., Valero, F. and Cuadrado, J. I. 2002. Serial-robot dynamics
         algorithms for moderately large numbers of joints. Mechanism and Machine Theory 37.
     Saha, S. K. 1999. Analytical expression for the inverted inertia matrix of serial robots.
         Int. J. Robotics Research 18(1).
*/

#include "planar3.h"

#include <math.h>

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
    const double c2 = cos(q[1]);
    const double s2 = sin(q[1]);
    const double c3 = cos(q[2]);
    const double s3 = sin(q[2]);

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
   gibbs_appell: 22 mul, 13 add, 3 sincos
   Gibbs-Appell equations: Mata, Provenzano, Valero and Cuadrado 2002, section 4.1.
   Bodies regrouped.
     omega2_z  angular velocity of link 2, in its frame
     wzz_1     product of components of omega of link 1
     A1_x      acceleration of the origin of link 1, less gravity, in its frame
     A0_2_x    acceleration of the origin of link 2, in its parent's axes, without d
     chi3_z    moment through joint 3, in the frame of link 3
*/
void planar3_bias(
    const double q[PLANAR3_RESTRICT 3],
    const double qd[PLANAR3_RESTRICT 3],
    double h[PLANAR3_RESTRICT 3])
{

    /* angles */
    const double c1 = cos(q[0]);
    const double s1 = sin(q[0]);
    const double c2 = cos(q[1]);
    const double s2 = sin(q[1]);
    const double c3 = cos(q[2]);
    const double s3 = sin(q[2]);

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

    /* link 2: seen from its parent */
    const double chi2_z = 1.6 * A2_y + chi3_z2;
    h[1] = chi2_z;
    const double chi2_z2 = chi2_z - (s2 * (1.6 * wzz_2 + c3 * t3_1) + c2 * t3_2);

    /* link 1: force f_i and moment chi_i through the joint; tau_i (step 4) */
    const double chi1_z = 44.145 * c1 + chi2_z2;
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
    const double c1 = cos(q[0]);
    const double s1 = sin(q[0]);
    const double c2 = cos(q[1]);
    const double s2 = sin(q[1]);
    const double c3 = cos(q[2]);
    const double s3 = sin(q[2]);

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
   noc+gibbs_appell: 27 mul, 26 add, 3 sincos
   Natural orthogonal complement: Angeles and Ma 1988; Saha 1999, eqs. 10-18.
   Gibbs-Appell equations: Mata, Provenzano, Valero and Cuadrado 2002, section 4.1.
   Bodies regrouped.
     v3_1_y    velocity of the origin of link 3 at a unit rate of joint 1
     L2_1_z    angular momentum of link 2 at a unit rate of joint 1
     d2_1_1    part of link 2 in element (1,1) of the matrix
     D1_1      element (1,1) of the inertia matrix
     omega2_z  angular velocity of link 2, in its frame
     wzz_1     product of components of omega of link 1
     A1_x      acceleration of the origin of link 1, less gravity, in its frame
     A0_2_x    acceleration of the origin of link 2, in its parent's axes, without d
     chi3_z    moment through joint 3, in the frame of link 3
*/
void planar3_inertia_and_bias(
    const double q[PLANAR3_RESTRICT 3],
    const double qd[PLANAR3_RESTRICT 3],
    double M[PLANAR3_RESTRICT 9],
    double h[PLANAR3_RESTRICT 3])
{

    /* angles */
    const double c1 = cos(q[0]);
    const double s1 = sin(q[0]);
    const double c2 = cos(q[1]);
    const double s2 = sin(q[1]);
    const double c3 = cos(q[2]);
    const double s3 = sin(q[2]);

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

    /* link 2: seen from its parent */
    const double chi2_z = 1.6 * A2_y + chi3_z2;
    h[1] = chi2_z;
    const double chi2_z2 = chi2_z - (s2 * (1.6 * wzz_2 + c3 * t3_3) + c2 * t3_4);

    /* link 1: force f_i and moment chi_i through the joint; tau_i (step 4) */
    const double chi1_z = 44.145 * c1 + chi2_z2;
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
    const double c1 = cos(q[0]);
    const double c1_2 = cos(q1_2);
    const double c1_2_3 = cos(q1_2_3);

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
   ldlt on noc+gibbs_appell: 45 mul, 39 add, 2 div, 3 sincos
   Factors L^T D L, from the tips to the base: Lin 1991.
   Natural orthogonal complement: Angeles and Ma 1988; Saha 1999, eqs. 10-18.
   Gibbs-Appell equations: Mata, Provenzano, Valero and Cuadrado 2002, section 4.1.
   Bodies regrouped.
     v3_1_y    velocity of the origin of link 3 at a unit rate of joint 1
     L2_1_z    angular momentum of link 2 at a unit rate of joint 1
     d2_1_1    part of link 2 in element (1,1) of the matrix
     D1_1      element (1,1) of the inertia matrix
     omega2_z  angular velocity of link 2, in its frame
     wzz_1     product of components of omega of link 1
     A1_x      acceleration of the origin of link 1, less gravity, in its frame
     A0_2_x    acceleration of the origin of link 2, in its parent's axes, without d
     chi3_z    moment through joint 3, in the frame of link 3
     b1        what accelerates joint 1, tau - h
     qdd1      acceleration of joint 1
     b1_3      what is left for joint 1 with joint 3 eliminated
     d2, di2   pivot and its inverse of joint 2
     l3_1      element (3,1) of the factor L
*/
int planar3_forward_dynamics(
    const double q[PLANAR3_RESTRICT 3],
    const double qd[PLANAR3_RESTRICT 3],
    const double tau[PLANAR3_RESTRICT 3],
    double qdd[PLANAR3_RESTRICT 3])
{

    /* angles */
    const double c1 = cos(q[0]);
    const double s1 = sin(q[0]);
    const double c2 = cos(q[1]);
    const double s2 = sin(q[1]);
    const double c3 = cos(q[2]);
    const double s3 = sin(q[2]);

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

    /* link 2: seen from its parent */
    const double chi2_z = 1.6 * A2_y + chi3_z2;
    const double chi2_z2 = chi2_z - (s2 * (1.6 * wzz_2 + c3 * t3_1) + c2 * t3_2);

    /* link 1: force f_i and moment chi_i through the joint; tau_i (step 4) */
    const double chi1_z = 44.145 * c1 + chi2_z2;

    /* link 2: block row N_i at C_i (eq. 14), and its part N_i^T M_i N_i of I (eq. 18) */
    const double t2_1 = 1.6 * c2;
    const double L2_1_z = 1.0666666666666667 + t2_1;
    const double d2_1_1 = t2_1 + L2_1_z;

    /* link 3: twists at its origin, one for each joint on its way (eq. 10) */
    const double v3_1_y1 = c2 + 0.8;
    const double v3_1_y = c3 * v3_1_y1 - s2 * s3;

    /* link 3: block row N_i at C_i (eq. 14), and its part N_i^T M_i N_i of I (eq. 18) */
    const double t3_3 = 0.25 * v3_1_y;
    const double L3_1_z = 0.08333333333333333 + t3_3;
    const double d3_1_1 = t3_3 + L3_1_z;
    const double t3_4 = 0.2 * c3;
    const double L3_2_z = 0.08333333333333333 + t3_4;
    const double d3_2_1 = t3_3 + L3_2_z;
    const double d3_2_2 = t3_4 + L3_2_z;

    /* sum over the links (eq. 18) */
    const double D1_1 = d3_1_1 + (4.0 + d2_1_1);
    const double D2_1 = L2_1_z + d3_2_1;
    const double D2_2 = 1.0666666666666667 + d3_2_2;

    /* what accelerates the joints: b = tau - h */
    const double b1 = tau[0] - chi1_z;
    const double b2 = tau[1] - chi2_z;
    const double b3 = tau[2] - chi3_z;

    /* link 3: pivot d_k, row l_k of L, what is left of M and of b */
    const double l3_1 = 12.0 * L3_1_z;
    const double l3_2 = 12.0 * L3_2_z;
    const double b1_3 = b1 - b3 * l3_1;
    const double t3_5 = D2_1 - L3_1_z * l3_2;
    const double d2 = D2_2 - L3_2_z * l3_2;
    const double b2_3 = b2 - b3 * l3_2;

    /* link 2: pivot d_k, row l_k of L, what is left of M and of b */
    const double t2_2 = 5.329070518200751e-15 * D2_2;
    if (!(d2 > t2_2)) {
        return forward_dynamics_fails(qdd, 2);
    }
    const double di2 = 1.0 / d2;
    const double l2_1 = t3_5 * di2;
    const double d1 = D1_1 - L3_1_z * l3_1 - t3_5 * l2_1;
    const double b1_2 = b1_3 - b2_3 * l2_1;

    /* link 1: pivot d_k, row l_k of L, what is left of M and of b */
    const double t1_1 = 5.329070518200751e-15 * D1_1;
    if (!(d1 > t1_1)) {
        return forward_dynamics_fails(qdd, 1);
    }
    const double di1 = 1.0 / d1;

    /* link 1: qdd_k from the base outward */
    const double qdd1 = b1_2 * di1;

    /* link 2: qdd_k from the base outward */
    const double qdd2 = b2_3 * di2 - l2_1 * qdd1;

    /* link 3: qdd_k from the base outward */
    const double qdd3 = 12.0 * b3 - l3_1 * qdd1 - l3_2 * qdd2;

    /* outputs */
    qdd[0] = qdd1;
    qdd[1] = qdd2;
    qdd[2] = qdd3;
    return 0;
}
