/* pendulum.c - rigid-body dynamics of pendulum, 1 degree of freedom

   Written by: gen-robot pendulum.yaml --lang c --kernels inverse_dynamics,forward_dynamics
         --precision single --friction

   Joints, in the order of q and qd:
       [0]  rod  revolute
   Kernels and their operations:
     inverse_dynamics  4 mul, 3 add, 1 sincos  (gibbs_appell)
     forward_dynamics  4 mul, 3 add, 1 sincos  (gauss_jordan on gah+gibbs_appell)
*/

#include "pendulum.h"

#include <math.h>

/* -1, 0 or 1: the sense of a dry friction. */
static float sign_of(float x)
{
    return (float)((x > 0.0f) - (x < 0.0f));
}

/* inverse dynamics, tau = M qdd + h.
   gibbs_appell: 4 mul, 3 add, 1 sincos */
void pendulum_inverse_dynamics(
    const float q[PENDULUM_RESTRICT 1],
    const float qd[PENDULUM_RESTRICT 1],
    const float qdd[PENDULUM_RESTRICT 1],
    float tau[PENDULUM_RESTRICT 1])
{

    /* angles */
    const float c1 = cosf(q[0]);

    /* link 1: acceleration A_i of its origin (step 2) */
    const float A1_y = 9.81f * c1;

    /* link 1: its own force m A + Om l and moment t + l x A (step 3) */
    const float chi1_z = A1_y + 0.75f * qdd[0];

    /* link 1: seen from its parent */
    const float t1_1 = sign_of(qd[0]);
    const float t1_2 = chi1_z + (0.125f * qd[0] + 0.0625f * t1_1);
    tau[0] = t1_2;
}

/* forward dynamics, qdd = M^-1 (tau - h).
   gauss_jordan on gah+gibbs_appell: 4 mul, 3 add, 1 sincos */
int pendulum_forward_dynamics(
    const float q[PENDULUM_RESTRICT 1],
    const float qd[PENDULUM_RESTRICT 1],
    const float tau[PENDULUM_RESTRICT 1],
    float qdd[PENDULUM_RESTRICT 1])
{

    /* angles */
    const float c1 = cosf(q[0]);

    /* link 1: acceleration A_i of its origin (step 2) */
    const float A1_y = 9.81f * c1;

    /* link 1: seen from its parent */
    const float t1_1 = sign_of(qd[0]);

    /* what accelerates the joints: b = tau - h */
    const float b1 = tau[0] - (A1_y + (0.125f * qd[0] + 0.0625f * t1_1));

    /* link 1: pivot d_k; clear column k of M, and of b */
    const float x1_1 = 1.3333334f * b1;
    qdd[0] = x1_1;
    return 0;
}
