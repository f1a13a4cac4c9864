/* pendulum.c - rigid-body dynamics of pendulum, 1 degree of freedom

   Written by: gen-robot pendulum.yaml --lang c --kernels inverse_dynamics,forward_dynamics
         --precision single --friction
   It belongs to whoever generates it: the authors of gen-robot claim no rights in it.

   Joints, in the order of q and qd, with the numbers of the links that they move:
     1  [0]  rod  revolute
   Kernels and their operations:
     inverse_dynamics  4 mul, 3 add, 1 sincos  (gibbs_appell)
     forward_dynamics  4 mul, 3 add, 1 sincos  (gauss_jordan on gah+gibbs_appell)

   Frames, by modified Denavit-Hartenberg constants (Khalil and Kleinfinger 1986) in m and rad,
   from that of the link that each is on: turn alpha about x, shift a along x, turn theta about
   z, shift d along z.
     link  on    alpha  a  theta  d
     1     base  0      0  q[0]   0
   Gravity is (0, 0, -9.81) m/s^2 in the frame of the base.
   The frame of the base is taken below link 1 at rpy (pi/2, 0, 0). The links' own frames in the
   robot's file are the same.
   Regrouped bodies (Gautier and Khalil 1990): what a joint cannot move is its parent's.

   Names in all kernels:
     c1    cosine of the angle of joint 1
     t1_1  a value at link 1 that no paper names
   They are in the frames of their links, about the origins. They end in x, y, z for components,
   in xx .. yz for elements of a symmetric tensor; a number after that counts the turns and
   shifts on the way to another frame.

   Sources:
     Gautier, M. and Khalil, W. 1990. Direct calculation of minimum set of inertial parameters of
         serial robots. IEEE Trans. Robotics and Automation 6(3).
     Khalil, W. and Kleinfinger, J. F. 1986. A new geometric notation for open and closed-loop
         robots. IEEE Int. Conf. Robotics and Automation.
     Mata, V., Provenzano, S., Valero, F. and Cuadrado, J. I. 2002. Serial-robot dynamics
         algorithms for moderately large numbers of joints. Mechanism and Machine Theory 37.
     Provenzano, S., Mata, V., Ceccarelli, M. and Suner, J. L. Efficient computation of the
         generalized inertial tensor of robots by using the Gibbs-Appell equations.
*/

#include "pendulum.h"

#include <math.h>

/* -1, 0 or 1: the sense of a dry friction. */
static float sign_of(float x)
{
    return (float)((x > 0.0f) - (x < 0.0f));
}

/* inverse dynamics, tau = M qdd + h.
   gibbs_appell: 4 mul, 3 add, 1 sincos
   Gibbs-Appell equations: Mata, Provenzano, Valero and Cuadrado 2002, section 4.1.
   Bodies regrouped.
     A1_y    acceleration of the origin of link 1, less gravity, in its frame
     chi1_z  moment through joint 1, in the frame of link 1
*/
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
   gauss_jordan on gah+gibbs_appell: 4 mul, 3 add, 1 sincos
   Gauss-Jordan elimination, from the tips to the base: Provenzano, Mata, Ceccarelli and Suner.
   Hessian of the Gibbs function: Mata, Provenzano, Valero and Cuadrado 2002, section 4.2;
       Provenzano, Mata, Ceccarelli and Suner.
   Gibbs-Appell equations: Mata, Provenzano, Valero and Cuadrado 2002, section 4.1.
   Bodies regrouped.
     A1_y  acceleration of the origin of link 1, less gravity, in its frame
     b1    what accelerates joint 1, tau - h
     x1_1  right-hand side 1 with joint 1 eliminated
*/
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
