/* law.c - three laws with the same gains; each knows less of the robot than the one before.

   The gains say what acceleration an error is answered by; what torque that takes, computed torque
   asks the model of the whole arm, at the position where it is. The other two take each joint for a wheel.
*/

#include "law.h"

/* The acceleration that lets the errors die out. */
static double answer(const law *self, const target *wanted, const double *q, const double *qd, int i)
{
    return self->stiffness * (wanted->q[i] - q[i]) + self->damping * (wanted->qd[i] - qd[i]);
}

/* tau = M(q) (wanted qdd + answer) + h(q, qd), all of it one kernel. */
void computed_torque(law *self, const target *wanted, const double q[N], const double qd[N], double tau[N])
{
    double qdd[N];

    for (int i = 0; i < N; i++) {
        qdd[i] = wanted->qdd[i] + answer(self, wanted, q, qd, i);
    }
    stopwatch_start(&self->kernels);
    puma560_inverse_dynamics(q, qd, qdd, self->payload, tau);
    stopwatch_stop(&self->kernels);
}

/* tau = inertia answer + g(q). */
void pd_gravity(law *self, const target *wanted, const double q[N], const double qd[N], double tau[N])
{
    double g[N];

    stopwatch_start(&self->kernels);
    puma560_gravity(q, self->payload, g);
    stopwatch_stop(&self->kernels);
    for (int i = 0; i < N; i++) {
        tau[i] = self->inertia[i] * answer(self, wanted, q, qd, i) + g[i];
    }
}

/* tau = inertia answer. */
void pd(law *self, const target *wanted, const double q[N], const double qd[N], double tau[N])
{
    for (int i = 0; i < N; i++) {
        tau[i] = self->inertia[i] * answer(self, wanted, q, qd, i);
    }
}

void law_tune(law *self, double frequency, const double q[N])
{
    double M[N * N];

    self->stiffness = frequency * frequency;
    self->damping = 2.0 * frequency;
    puma560_inertia_matrix(q, self->payload, M);
    for (int i = 0; i < N; i++) {
        self->inertia[i] = M[i * N + i];
    }
}
