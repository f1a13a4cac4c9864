/* planar3.h - rigid-body dynamics of planar3, 3 degrees of freedom

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

   Arrays are contiguous, matrices full and by rows; SI units, radians. Inputs and outputs may not
   overlap. The kernels touch nothing but their arguments: any number of threads may call them.

   Functions that end in _batch evaluate a kernel at `count` states, which lie one behind the other
   in each array; any number will do, none included. Their source is
   planar3_batch.c. */

#ifndef PLANAR3_H
#define PLANAR3_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#define PLANAR3_RESTRICT
#else
#define PLANAR3_RESTRICT restrict
#endif

#define PLANAR3_NQ 3
#define PLANAR3_NV 3

/* inertia matrix M(q).
   noc: 5 mul, 13 add, 2 sincos
   q: joint positions (3)
   M: inertia matrix (3 x 3)
*/
void planar3_inertia_matrix(
    const double q[PLANAR3_RESTRICT 3],
    double M[PLANAR3_RESTRICT 9]);

void planar3_inertia_matrix_batch(
    size_t count,
    const double *PLANAR3_RESTRICT q,
    double *PLANAR3_RESTRICT M);

/* bias vector h(q, qd).
   gibbs_appell: 23 mul, 14 add, 3 sincos
   q: joint positions (3)
   qd: joint velocities (3)
   h: bias: Coriolis, centrifugal, gravity (3)
*/
void planar3_bias(
    const double q[PLANAR3_RESTRICT 3],
    const double qd[PLANAR3_RESTRICT 3],
    double h[PLANAR3_RESTRICT 3]);

void planar3_bias_batch(
    size_t count,
    const double *PLANAR3_RESTRICT q,
    const double *PLANAR3_RESTRICT qd,
    double *PLANAR3_RESTRICT h);

/* inverse dynamics, tau = M qdd + h.
   gibbs_appell: 30 mul, 23 add, 3 sincos
   q: joint positions (3)
   qd: joint velocities (3)
   qdd: joint accelerations (3)
   tau: joint torques or forces (3)
*/
void planar3_inverse_dynamics(
    const double q[PLANAR3_RESTRICT 3],
    const double qd[PLANAR3_RESTRICT 3],
    const double qdd[PLANAR3_RESTRICT 3],
    double tau[PLANAR3_RESTRICT 3]);

void planar3_inverse_dynamics_batch(
    size_t count,
    const double *PLANAR3_RESTRICT q,
    const double *PLANAR3_RESTRICT qd,
    const double *PLANAR3_RESTRICT qdd,
    double *PLANAR3_RESTRICT tau);

/* inertia matrix and bias vector together.
   meeting+gibbs_appell: 29 mul, 24 add, 3 sincos
   q: joint positions (3)
   qd: joint velocities (3)
   M: inertia matrix (3 x 3)
   h: bias: Coriolis, centrifugal, gravity (3)
*/
void planar3_inertia_and_bias(
    const double q[PLANAR3_RESTRICT 3],
    const double qd[PLANAR3_RESTRICT 3],
    double M[PLANAR3_RESTRICT 9],
    double h[PLANAR3_RESTRICT 3]);

void planar3_inertia_and_bias_batch(
    size_t count,
    const double *PLANAR3_RESTRICT q,
    const double *PLANAR3_RESTRICT qd,
    double *PLANAR3_RESTRICT M,
    double *PLANAR3_RESTRICT h);

/* gravity torques g(q).
   rnea: 3 mul, 4 add, 3 sincos
   q: joint positions (3)
   g: gravity torques (3)
*/
void planar3_gravity(
    const double q[PLANAR3_RESTRICT 3],
    double g[PLANAR3_RESTRICT 3]);

void planar3_gravity_batch(
    size_t count,
    const double *PLANAR3_RESTRICT q,
    double *PLANAR3_RESTRICT g);

/* forward dynamics, qdd = M^-1 (tau - h).
   gauss_jordan on meeting+gibbs_appell: 48 mul, 38 add, 2 div, 3 sincos
   q: joint positions (3)
   qd: joint velocities (3)
   tau: joint torques or forces (3)
   qdd: joint accelerations (3)
   Returns 0, or the number k (from 1) of the joint at which the inertia matrix is not positive
   definite; the outputs are then NaN.
*/
int planar3_forward_dynamics(
    const double q[PLANAR3_RESTRICT 3],
    const double qd[PLANAR3_RESTRICT 3],
    const double tau[PLANAR3_RESTRICT 3],
    double qdd[PLANAR3_RESTRICT 3]);

/* Returns how many states failed; `status`, unless NULL, gets what the kernel returns at each. */
size_t planar3_forward_dynamics_batch(
    size_t count,
    const double *PLANAR3_RESTRICT q,
    const double *PLANAR3_RESTRICT qd,
    const double *PLANAR3_RESTRICT tau,
    double *PLANAR3_RESTRICT qdd,
    int *status);

#ifdef __cplusplus
}
#endif

#endif
