/* simulation.c - the PUMA 560 falls, and is caught: a simulation with torques from a function.

   gen-robot puma560 --integrators -o out writes kernels and integrators; then, from the root of the
   repository:

       cc -O2 -Iout/puma560 examples/c/simulation.c out/puma560/puma560_simulate.c \
           out/puma560/puma560.c -lm -o out/simulation
       out/simulation

   For 0.6 s nothing holds the arm. Then brakes act beside what carries its weight.
*/

#include <stdio.h>

#include "puma560_simulate.h"

enum { N = PUMA560_NV };

/* What torques() has to know. */
typedef struct {
    double damping;
    int is_on;
} Brake;

static int torques(void *context, double t, const double *q, const double *qd, double *tau)
{
    const Brake *brake = (const Brake *)context;

    for (int i = 0; i < N; i++) {
        tau[i] = 0.0;
    }
    (void)t; /* nothing here depends on it */
    if (brake->is_on) {
        puma560_gravity(q, tau);
        for (int i = 0; i < N; i++) {
            tau[i] -= brake->damping * qd[i];
        }
    }
    return 0; /* anything else ends the simulation */
}

int main(void)
{
    const double q[N] = {0.1, -0.5, 0.3, 0.2, 0.4, -0.3}, qd[N] = {0};
    Brake brake = {20.0, 0};
    puma560_simulation s = {0};

    s.method = PUMA560_DOPRI5;
    s.torque = torques;
    s.context = &brake;
    s.rtol = s.atol = 1e-9;
    int status = puma560_simulation_begin(&s, 0.0, q, qd);
    for (int k = 1; k <= 10 && !status; k++) {
        if (k == 4) {
            /* Torques jump between steps: no step has to find out where. */
            brake.is_on = 1;
            puma560_simulation_changed(&s);
        }
        status = puma560_simulation_run(&s, 0.2 * k);
        printf("%4.1f s ", s.t);
        for (int i = 0; i < N; i++) {
            printf(" %9.5f", s.q[i]);
        }
        printf("\n");
    }
    printf("%zu steps, %zu rejected, %zu evaluations\n", s.steps, s.rejected, s.evaluations);
    return status;
}
