/* puma560.h - rigid-body dynamics of puma560, 6 degrees of freedom

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

   Arrays are contiguous, matrices full and by rows; SI units, radians. Inputs and outputs may not
   overlap. The kernels touch nothing but their arguments: any number of threads may call them.

   Functions that end in _batch evaluate a kernel at `count` states, which lie one behind the other
   in each array; any number will do, none included. Their source is
   puma560_batch.c. */

#ifndef PUMA560_H
#define PUMA560_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#define PUMA560_RESTRICT
#else
#define PUMA560_RESTRICT restrict
#endif

#define PUMA560_NQ 6
#define PUMA560_NV 6

/* inertia matrix M(q).
   meeting: 71 mul, 55 add, 3 neg, 4 sincos
   q: joint positions (6)
   M: inertia matrix (6 x 6)
*/
void puma560_inertia_matrix(
    const double q[PUMA560_RESTRICT 6],
    double M[PUMA560_RESTRICT 36]);

void puma560_inertia_matrix_batch(
    size_t count,
    const double *PUMA560_RESTRICT q,
    double *PUMA560_RESTRICT M);

/* bias vector h(q, qd).
   gibbs_appell: 149 mul, 105 add, 3 neg, 5 sincos
   q: joint positions (6)
   qd: joint velocities (6)
   h: bias: Coriolis, centrifugal, gravity (6)
*/
void puma560_bias(
    const double q[PUMA560_RESTRICT 6],
    const double qd[PUMA560_RESTRICT 6],
    double h[PUMA560_RESTRICT 6]);

void puma560_bias_batch(
    size_t count,
    const double *PUMA560_RESTRICT q,
    const double *PUMA560_RESTRICT qd,
    double *PUMA560_RESTRICT h);

/* inverse dynamics, tau = M qdd + h.
   gibbs_appell: 174 mul, 133 add, 5 sincos
   q: joint positions (6)
   qd: joint velocities (6)
   qdd: joint accelerations (6)
   tau: joint torques or forces (6)
*/
void puma560_inverse_dynamics(
    const double q[PUMA560_RESTRICT 6],
    const double qd[PUMA560_RESTRICT 6],
    const double qdd[PUMA560_RESTRICT 6],
    double tau[PUMA560_RESTRICT 6]);

void puma560_inverse_dynamics_batch(
    size_t count,
    const double *PUMA560_RESTRICT q,
    const double *PUMA560_RESTRICT qd,
    const double *PUMA560_RESTRICT qdd,
    double *PUMA560_RESTRICT tau);

/* inertia matrix and bias vector together.
   meeting+gibbs_appell: 218 mul, 158 add, 6 neg, 5 sincos
   q: joint positions (6)
   qd: joint velocities (6)
   M: inertia matrix (6 x 6)
   h: bias: Coriolis, centrifugal, gravity (6)
*/
void puma560_inertia_and_bias(
    const double q[PUMA560_RESTRICT 6],
    const double qd[PUMA560_RESTRICT 6],
    double M[PUMA560_RESTRICT 36],
    double h[PUMA560_RESTRICT 6]);

void puma560_inertia_and_bias_batch(
    size_t count,
    const double *PUMA560_RESTRICT q,
    const double *PUMA560_RESTRICT qd,
    double *PUMA560_RESTRICT M,
    double *PUMA560_RESTRICT h);

/* gravity torques g(q).
   rnea: 17 mul, 7 add, 1 neg, 4 sincos
   q: joint positions (6)
   g: gravity torques (6)
*/
void puma560_gravity(
    const double q[PUMA560_RESTRICT 6],
    double g[PUMA560_RESTRICT 6]);

void puma560_gravity_batch(
    size_t count,
    const double *PUMA560_RESTRICT q,
    double *PUMA560_RESTRICT g);

/* forward dynamics, qdd = M^-1 (tau - h).
   ldlt on meeting+gibbs_appell: 289 mul, 220 add, 4 div, 5 sincos
   q: joint positions (6)
   qd: joint velocities (6)
   tau: joint torques or forces (6)
   qdd: joint accelerations (6)
   Returns 0, or the number k (from 1) of the joint at which the inertia matrix is not positive
   definite; the outputs are then NaN.
*/
int puma560_forward_dynamics(
    const double q[PUMA560_RESTRICT 6],
    const double qd[PUMA560_RESTRICT 6],
    const double tau[PUMA560_RESTRICT 6],
    double qdd[PUMA560_RESTRICT 6]);

/* Returns how many states failed; `status`, unless NULL, gets what the kernel returns at each. */
size_t puma560_forward_dynamics_batch(
    size_t count,
    const double *PUMA560_RESTRICT q,
    const double *PUMA560_RESTRICT qd,
    const double *PUMA560_RESTRICT tau,
    double *PUMA560_RESTRICT qdd,
    int *status);

#ifdef __cplusplus
}
#endif

#endif
