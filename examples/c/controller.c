/* controller.c - the PUMA 560 follows a path: control by computed torque, on a simulated arm.

   gen-robot puma560 -o out writes the kernels; then, from the root of the repository:

       cc -O2 -Iout/puma560 examples/c/controller.c out/puma560/puma560.c -lm -o out/controller
       out/controller

   control() is what runs on the real arm, a thousand times a second; plant() stands in for it. The same in
   real time, with what else a controller has, on a robot that MuJoCo simulates: examples/controller.
*/

#include <math.h>
#include <stdio.h>

#include "puma560.h"

enum { N = PUMA560_NV, RATE = 1000, SECONDS = 2 };

/* Natural frequency of the errors, critically damped: 20 rad/s. */
static const double KP = 400.0, KD = 40.0;

/* The path: each joint swings about its start. */
static void path(double t, double q[N], double qd[N], double qdd[N])
{
    for (int i = 0; i < N; i++) {
        const double swing = 0.6 - 0.08 * i, speed = 2.0 + 0.3 * i;
        q[i] = swing * (1.0 - cos(speed * t));
        qd[i] = swing * speed * sin(speed * t);
        qdd[i] = swing * speed * speed * cos(speed * t);
    }
}

/* One cycle: torques that make the errors die out, tau = M (qdd + KD ed + KP e) + h. */
static void control(double t, const double q[N], const double qd[N], double tau[N])
{
    double wanted[N], wanted_qd[N], command[N];

    path(t, wanted, wanted_qd, command);
    for (int i = 0; i < N; i++) {
        command[i] += KD * (wanted_qd[i] - qd[i]) + KP * (wanted[i] - q[i]);
    }
    puma560_inverse_dynamics(q, qd, command, tau);
}

/* The arm for one cycle: Euler's method, speeds first. */
static int plant(const double tau[N], double q[N], double qd[N])
{
    double qdd[N];
    const int joint = puma560_forward_dynamics(q, qd, tau, qdd);

    for (int i = 0; i < N; i++) {
        qd[i] += qdd[i] / RATE;
        q[i] += qd[i] / RATE;
    }
    return joint;
}

int main(void)
{
    double q[N] = { 0.1, -0.1, 0.1, -0.1, 0.1, -0.1 }; /* rad, off the path */
    double qd[N] = { 0.0 };
    double tau[N] = { 0.0 };

    printf("  time   error (rad)   tau 1 .. 3 (N m)\n");
    for (int k = 0; k <= RATE * SECONDS; k++) {
        const double t = (double)k / RATE;
        double wanted[N], unused[N], more[N], error = 0.0;

        control(t, q, qd, tau);
        path(t, wanted, unused, more);
        for (int i = 0; i < N; i++) {
            error = fmax(error, fabs(wanted[i] - q[i]));
        }
        if (k % (RATE / 4) == 0) {
            printf("%6.2f   %11.6f   %8.3f %8.3f %8.3f\n", t, error, tau[0], tau[1], tau[2]);
        }
        if (plant(tau, q, qd) != 0) {
            printf("the inertia matrix is singular\n");
            return 1;
        }
    }
    return 0;
}
