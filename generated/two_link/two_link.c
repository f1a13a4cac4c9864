/* two_link.c - rigid-body dynamics of two_link, 2 degrees of freedom

   Written by: gen-robot two_link --lang c
   It belongs to whoever generates it: the authors of gen-robot claim no rights in it.

   Joints, in the order of q and qd, with the numbers of the links that they move:
     1  [0]  link1  revolute
     2  [1]  link2  revolute
   Kernels and their operations:
     inertia_matrix    2 mul, 2 add, 1 sincos  (gah)
     bias              12 mul, 5 add, 2 sincos  (gibbs_appell)
     inverse_dynamics  17 mul, 10 add, 2 sincos  (gibbs_appell)
     inertia_and_bias  14 mul, 7 add, 2 sincos  (gah+gibbs_appell)
     gravity           2 mul, 2 add, 2 sincos  (rnea)
     forward_dynamics  21 mul, 12 add, 1 div, 2 sincos  (gauss_jordan on gah+gibbs_appell)

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
     Luh, J. Y. S., Walker, M. W. and Paul, R. P. 1980. On-line computational scheme for
         mechanical manipulators. ASME J. Dynamic Systems, Measurement, and Control 102.
     Mata, V., Provenzano, S., Valero, F. and Cuadrado, J. I. 2002. Serial-robot dynamics
         algorithms for moderately large numbers of joints. Mechanism and Machine Theory 37.
     Provenzano, S., Mata, V., Ceccarelli, M. and Suner, J. L. Efficient computation of the
         generalized inertial tensor of robots by using the Gibbs-Appell equations.
*/

#include "two_link.h"

#include <math.h>

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
    const double c2 = cos(q[1]);

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
   gibbs_appell: 12 mul, 5 add, 2 sincos
   Gibbs-Appell equations: Mata, Provenzano, Valero and Cuadrado 2002, section 4.1.
   Bodies regrouped.
     omega2_z  angular velocity of link 2, in its frame
     wzz_1     product of components of omega of link 1
     A1_x      acceleration of the origin of link 1, less gravity, in its frame
     A0_2_x    acceleration of the origin of link 2, in its parent's axes, without d
     chi2_z    moment through joint 2, in the frame of link 2
*/
void two_link_bias(
    const double q[TWO_LINK_RESTRICT 2],
    const double qd[TWO_LINK_RESTRICT 2],
    double h[TWO_LINK_RESTRICT 2])
{

    /* angles */
    const double c1 = cos(q[0]);
    const double s1 = sin(q[0]);
    const double c2 = cos(q[1]);
    const double s2 = sin(q[1]);

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
    const double A0_2_x = A1_x - 0.02 * wzz_1;
    const double A2_y = A1_y * c2 - s2 * A0_2_x;

    /* link 2: its own force m A + Om l and moment t + l x A (step 3) */
    const double chi2_z = 10.0 * A2_y;
    h[1] = chi2_z;

    /* link 2: seen from its parent */
    const double chi2_z2 = chi2_z - 0.02 * (s2 * (10.0 * wzz_2));

    /* link 1: force f_i and moment chi_i through the joint; tau_i (step 4) */
    const double chi1_z = 1.97181 * c1 + chi2_z2;
    h[0] = chi1_z;
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
    const double c1 = cos(q[0]);
    const double s1 = sin(q[0]);
    const double c2 = cos(q[1]);
    const double s2 = sin(q[1]);

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
   gah+gibbs_appell: 14 mul, 7 add, 2 sincos
   Hessian of the Gibbs function: Mata, Provenzano, Valero and Cuadrado 2002, section 4.2;
       Provenzano, Mata, Ceccarelli and Suner.
   Gibbs-Appell equations: Mata, Provenzano, Valero and Cuadrado 2002, section 4.1.
   Bodies regrouped.
     N1_z      moment that a unit rate of joint 1 needs
     D2_1      element (2,1) of the inertia matrix
     omega2_z  angular velocity of link 2, in its frame
     wzz_1     product of components of omega of link 1
     A1_x      acceleration of the origin of link 1, less gravity, in its frame
     A0_2_x    acceleration of the origin of link 2, in its parent's axes, without d
     chi2_z    moment through joint 2, in the frame of link 2
*/
void two_link_inertia_and_bias(
    const double q[TWO_LINK_RESTRICT 2],
    const double qd[TWO_LINK_RESTRICT 2],
    double M[TWO_LINK_RESTRICT 4],
    double h[TWO_LINK_RESTRICT 2])
{

    /* angles */
    const double c1 = cos(q[0]);
    const double s1 = sin(q[0]);
    const double c2 = cos(q[1]);
    const double s2 = sin(q[1]);

    /* link 2: row of the Hessian, D_jk = z_kj . N_j + v_kj . F_j (step 4) */
    const double D2_1 = 13.333666666666666 + 0.2 * c2;
    M[1] = D2_1; /* (1,2) */
    M[2] = D2_1; /* (2,1) */

    /* link 1: row of the Hessian, D_jk = z_kj . N_j + v_kj . F_j (step 4) */
    const double N1_z = 0.4 * c2 + 13.337683333333333;
    M[0] = N1_z; /* (1,1) */

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
    const double A0_2_x = A1_x - 0.02 * wzz_1;
    const double A2_y = c2 * A1_y - s2 * A0_2_x;

    /* link 2: its own force m A + Om l and moment t + l x A (step 3) */
    const double chi2_z = 10.0 * A2_y;
    h[1] = chi2_z;

    /* link 2: seen from its parent */
    const double chi2_z2 = chi2_z - 0.02 * (s2 * (10.0 * wzz_2));

    /* link 1: force f_i and moment chi_i through the joint; tau_i (step 4) */
    const double chi1_z = 1.97181 * c1 + chi2_z2;
    h[0] = chi1_z;

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
    const double c1 = cos(q[0]);
    const double c1_2 = cos(q1_2);

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
   gauss_jordan on gah+gibbs_appell: 21 mul, 12 add, 1 div, 2 sincos
   Gauss-Jordan elimination, from the tips to the base: Provenzano, Mata, Ceccarelli and Suner.
   Hessian of the Gibbs function: Mata, Provenzano, Valero and Cuadrado 2002, section 4.2;
       Provenzano, Mata, Ceccarelli and Suner.
   Gibbs-Appell equations: Mata, Provenzano, Valero and Cuadrado 2002, section 4.1.
   Bodies regrouped.
     N1_z      moment that a unit rate of joint 1 needs
     D2_1      element (2,1) of the inertia matrix
     omega2_z  angular velocity of link 2, in its frame
     wzz_1     product of components of omega of link 1
     A1_x      acceleration of the origin of link 1, less gravity, in its frame
     A0_2_x    acceleration of the origin of link 2, in its parent's axes, without d
     chi2_z    moment through joint 2, in the frame of link 2
     b1        what accelerates joint 1, tau - h
     d1, di1   pivot and its inverse of joint 1
     r2_1      element (2,1), divided by its row's pivot
     x2_2      right-hand side 2 with joint 2 eliminated
*/
int two_link_forward_dynamics(
    const double q[TWO_LINK_RESTRICT 2],
    const double qd[TWO_LINK_RESTRICT 2],
    const double tau[TWO_LINK_RESTRICT 2],
    double qdd[TWO_LINK_RESTRICT 2])
{

    /* angles */
    const double c1 = cos(q[0]);
    const double s1 = sin(q[0]);
    const double c2 = cos(q[1]);
    const double s2 = sin(q[1]);

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
    const double A0_2_x = A1_x - 0.02 * wzz_1;
    const double A2_y = A1_y * c2 - s2 * A0_2_x;

    /* link 2: its own force m A + Om l and moment t + l x A (step 3) */
    const double chi2_z = 10.0 * A2_y;

    /* link 2: seen from its parent */
    const double chi2_z2 = chi2_z - 0.02 * (s2 * (10.0 * wzz_2));

    /* link 1: force f_i and moment chi_i through the joint; tau_i (step 4) */
    const double chi1_z = 1.97181 * c1 + chi2_z2;

    /* link 2: row of the Hessian, D_jk = z_kj . N_j + v_kj . F_j (step 4) */
    const double D2_1 = 13.333666666666666 + 0.2 * c2;

    /* link 1: row of the Hessian, D_jk = z_kj . N_j + v_kj . F_j (step 4) */
    const double N1_z = 0.4 * c2 + 13.337683333333333;

    /* what accelerates the joints: b = tau - h */
    const double b1 = tau[0] - chi1_z;
    const double b2 = tau[1] - chi2_z;

    /* link 2: pivot d_k; clear column k of M, and of b */
    const double r2_1 = 0.07499812504687382 * D2_1;
    const double x2_2 = 0.07499812504687382 * b2;
    const double d1 = N1_z - D2_1 * r2_1;
    const double x1_2 = b1 - D2_1 * x2_2;

    /* link 1: pivot d_k; clear column k of M, and of b */
    const double t1_1 = 3.552713678800501e-15 * N1_z;
    if (!(d1 > t1_1)) {
        return forward_dynamics_fails(qdd, 1);
    }
    const double di1 = 1.0 / d1;
    const double x1_1 = x1_2 * di1;
    const double x2_1 = x2_2 - r2_1 * x1_1;

    /* outputs */
    qdd[0] = x1_1;
    qdd[1] = x2_1;
    return 0;
}
