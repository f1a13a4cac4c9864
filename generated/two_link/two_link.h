/* two_link.h - rigid-body dynamics of two_link, 2 degrees of freedom

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

   Arrays are contiguous, matrices full and by rows; SI units, radians. Inputs and outputs may not
   overlap. The kernels touch nothing but their arguments: any number of threads may call them.

   Functions that end in _batch evaluate a kernel at `count` states, which lie one behind the other
   in each array; any number will do, none included. Their source is
   two_link_batch.c. */

#ifndef TWO_LINK_H
#define TWO_LINK_H

#include <stddef.h>

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

void two_link_inertia_matrix_batch(
    size_t count,
    const double *TWO_LINK_RESTRICT q,
    double *TWO_LINK_RESTRICT M);

/* bias vector h(q, qd).
   lin: 15 mul, 7 add, 2 sincos
   q: joint positions (2)
   qd: joint velocities (2)
   h: bias: Coriolis, centrifugal, gravity (2)
*/
void two_link_bias(
    const double q[TWO_LINK_RESTRICT 2],
    const double qd[TWO_LINK_RESTRICT 2],
    double h[TWO_LINK_RESTRICT 2]);

void two_link_bias_batch(
    size_t count,
    const double *TWO_LINK_RESTRICT q,
    const double *TWO_LINK_RESTRICT qd,
    double *TWO_LINK_RESTRICT h);

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

void two_link_inverse_dynamics_batch(
    size_t count,
    const double *TWO_LINK_RESTRICT q,
    const double *TWO_LINK_RESTRICT qd,
    const double *TWO_LINK_RESTRICT qdd,
    double *TWO_LINK_RESTRICT tau);

/* inertia matrix and bias vector together.
   gah+lin: 18 mul, 8 add, 2 sincos
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

void two_link_inertia_and_bias_batch(
    size_t count,
    const double *TWO_LINK_RESTRICT q,
    const double *TWO_LINK_RESTRICT qd,
    double *TWO_LINK_RESTRICT M,
    double *TWO_LINK_RESTRICT h);

/* gravity torques g(q).
   rnea: 2 mul, 2 add, 2 sincos
   q: joint positions (2)
   g: gravity torques (2)
*/
void two_link_gravity(
    const double q[TWO_LINK_RESTRICT 2],
    double g[TWO_LINK_RESTRICT 2]);

void two_link_gravity_batch(
    size_t count,
    const double *TWO_LINK_RESTRICT q,
    double *TWO_LINK_RESTRICT g);

/* forward dynamics, qdd = M^-1 (tau - h).
   ldlt on gah+lin: 25 mul, 13 add, 1 div, 2 sincos
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

/* Returns how many states failed; `status`, unless NULL, gets what the kernel returns at each. */
size_t two_link_forward_dynamics_batch(
    size_t count,
    const double *TWO_LINK_RESTRICT q,
    const double *TWO_LINK_RESTRICT qd,
    const double *TWO_LINK_RESTRICT tau,
    double *TWO_LINK_RESTRICT qdd,
    int *status);

#ifdef __cplusplus
}
#endif

#endif
