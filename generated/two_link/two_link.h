/* two_link.h - rigid-body dynamics of two_link, 2 degrees of freedom

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

   Arrays are contiguous, matrices full and by rows; SI units, radians. Inputs and outputs may not
   overlap. The kernels touch nothing but their arguments: any number of threads may call them. */

#ifndef TWO_LINK_H
#define TWO_LINK_H

#ifdef __cplusplus
extern "C" {
#define TWO_LINK_RESTRICT
#else
#define TWO_LINK_RESTRICT restrict
#endif

#define TWO_LINK_NQ 2
#define TWO_LINK_NV 2

/* inertia matrix M(q).
   gah: 2 mul, 2 add, 1 sincos
   q: joint positions (2)
   M: inertia matrix (2 x 2)
*/
void two_link_inertia_matrix(
    const double q[TWO_LINK_RESTRICT 2],
    double M[TWO_LINK_RESTRICT 4]);

/* bias vector h(q, qd).
   gibbs_appell: 12 mul, 5 add, 2 sincos
   q: joint positions (2)
   qd: joint velocities (2)
   h: bias: Coriolis, centrifugal, gravity (2)
*/
void two_link_bias(
    const double q[TWO_LINK_RESTRICT 2],
    const double qd[TWO_LINK_RESTRICT 2],
    double h[TWO_LINK_RESTRICT 2]);

/* inverse dynamics, tau = M qdd + h.
   gibbs_appell: 17 mul, 10 add, 2 sincos
   q: joint positions (2)
   qd: joint velocities (2)
   qdd: joint accelerations (2)
   tau: joint torques or forces (2)
*/
void two_link_inverse_dynamics(
    const double q[TWO_LINK_RESTRICT 2],
    const double qd[TWO_LINK_RESTRICT 2],
    const double qdd[TWO_LINK_RESTRICT 2],
    double tau[TWO_LINK_RESTRICT 2]);

/* inertia matrix and bias vector together.
   gah+gibbs_appell: 14 mul, 7 add, 2 sincos
   q: joint positions (2)
   qd: joint velocities (2)
   M: inertia matrix (2 x 2)
   h: bias: Coriolis, centrifugal, gravity (2)
*/
void two_link_inertia_and_bias(
    const double q[TWO_LINK_RESTRICT 2],
    const double qd[TWO_LINK_RESTRICT 2],
    double M[TWO_LINK_RESTRICT 4],
    double h[TWO_LINK_RESTRICT 2]);

/* gravity torques g(q).
   rnea: 2 mul, 2 add, 2 sincos
   q: joint positions (2)
   g: gravity torques (2)
*/
void two_link_gravity(
    const double q[TWO_LINK_RESTRICT 2],
    double g[TWO_LINK_RESTRICT 2]);

/* forward dynamics, qdd = M^-1 (tau - h).
   gauss_jordan on gah+gibbs_appell: 21 mul, 12 add, 1 div, 2 sincos
   q: joint positions (2)
   qd: joint velocities (2)
   tau: joint torques or forces (2)
   qdd: joint accelerations (2)
   Returns 0, or the number k (from 1) of the joint at which the inertia matrix is not positive
   definite; the outputs are then NaN.
*/
int two_link_forward_dynamics(
    const double q[TWO_LINK_RESTRICT 2],
    const double qd[TWO_LINK_RESTRICT 2],
    const double tau[TWO_LINK_RESTRICT 2],
    double qdd[TWO_LINK_RESTRICT 2]);

#ifdef __cplusplus
}
#endif

#endif
