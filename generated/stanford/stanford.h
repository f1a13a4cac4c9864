/* stanford.h - rigid-body dynamics of stanford, 6 degrees of freedom

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

   Arrays are contiguous, matrices full and by rows; SI units, radians. Inputs and outputs may not
   overlap. The kernels touch nothing but their arguments: any number of threads may call them.

   Functions that end in _batch evaluate a kernel at `count` states, which lie one behind the other
   in each array; any number will do, none included. Their source is
   stanford_batch.c. */

#ifndef STANFORD_H
#define STANFORD_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#define STANFORD_RESTRICT
#else
#define STANFORD_RESTRICT restrict
#endif

#define STANFORD_NQ 6
#define STANFORD_NV 6

/* inertia matrix M(q).
   crba: 50 mul, 34 add, 7 neg, 3 sincos
   q: joint positions (6)
   M: inertia matrix (6 x 6)
*/
void stanford_inertia_matrix(
    const double q[STANFORD_RESTRICT 6],
    double M[STANFORD_RESTRICT 36]);

void stanford_inertia_matrix_batch(
    size_t count,
    const double *STANFORD_RESTRICT q,
    double *STANFORD_RESTRICT M);

/* bias vector h(q, qd).
   gibbs_appell: 117 mul, 81 add, 3 neg, 4 sincos
   q: joint positions (6)
   qd: joint velocities (6)
   h: bias: Coriolis, centrifugal, gravity (6)
*/
void stanford_bias(
    const double q[STANFORD_RESTRICT 6],
    const double qd[STANFORD_RESTRICT 6],
    double h[STANFORD_RESTRICT 6]);

void stanford_bias_batch(
    size_t count,
    const double *STANFORD_RESTRICT q,
    const double *STANFORD_RESTRICT qd,
    double *STANFORD_RESTRICT h);

/* inverse dynamics, tau = M qdd + h.
   gibbs_appell: 132 mul, 96 add, 4 sincos
   q: joint positions (6)
   qd: joint velocities (6)
   qdd: joint accelerations (6)
   tau: joint torques or forces (6)
*/
void stanford_inverse_dynamics(
    const double q[STANFORD_RESTRICT 6],
    const double qd[STANFORD_RESTRICT 6],
    const double qdd[STANFORD_RESTRICT 6],
    double tau[STANFORD_RESTRICT 6]);

void stanford_inverse_dynamics_batch(
    size_t count,
    const double *STANFORD_RESTRICT q,
    const double *STANFORD_RESTRICT qd,
    const double *STANFORD_RESTRICT qdd,
    double *STANFORD_RESTRICT tau);

/* inertia matrix and bias vector together.
   crba+gibbs_appell: 171 mul, 111 add, 10 neg, 4 sincos
   q: joint positions (6)
   qd: joint velocities (6)
   M: inertia matrix (6 x 6)
   h: bias: Coriolis, centrifugal, gravity (6)
*/
void stanford_inertia_and_bias(
    const double q[STANFORD_RESTRICT 6],
    const double qd[STANFORD_RESTRICT 6],
    double M[STANFORD_RESTRICT 36],
    double h[STANFORD_RESTRICT 6]);

void stanford_inertia_and_bias_batch(
    size_t count,
    const double *STANFORD_RESTRICT q,
    const double *STANFORD_RESTRICT qd,
    double *STANFORD_RESTRICT M,
    double *STANFORD_RESTRICT h);

/* gravity torques g(q).
   rnea: 18 mul, 6 add, 3 neg, 3 sincos
   q: joint positions (6)
   g: gravity torques (6)
*/
void stanford_gravity(
    const double q[STANFORD_RESTRICT 6],
    double g[STANFORD_RESTRICT 6]);

void stanford_gravity_batch(
    size_t count,
    const double *STANFORD_RESTRICT q,
    double *STANFORD_RESTRICT g);

/* forward dynamics, qdd = M^-1 (tau - h).
   ldlt on crba+gibbs_appell: 232 mul, 158 add, 4 div, 4 sincos
   q: joint positions (6)
   qd: joint velocities (6)
   tau: joint torques or forces (6)
   qdd: joint accelerations (6)
   Returns 0, or the number k (from 1) of the joint at which the inertia matrix is not positive
   definite; the outputs are then NaN.
*/
int stanford_forward_dynamics(
    const double q[STANFORD_RESTRICT 6],
    const double qd[STANFORD_RESTRICT 6],
    const double tau[STANFORD_RESTRICT 6],
    double qdd[STANFORD_RESTRICT 6]);

/* Returns how many states failed; `status`, unless NULL, gets what the kernel returns at each. */
size_t stanford_forward_dynamics_batch(
    size_t count,
    const double *STANFORD_RESTRICT q,
    const double *STANFORD_RESTRICT qd,
    const double *STANFORD_RESTRICT tau,
    double *STANFORD_RESTRICT qdd,
    int *status);

#ifdef __cplusplus
}
#endif

#endif
