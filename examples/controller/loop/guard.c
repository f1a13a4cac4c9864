#include "guard.h"

#include <math.h>

guard_verdict guard_torques(const guard *limits, const double *qd, double *tau)
{
    guard_verdict verdict = GUARD_PASSED;

    for (int i = 0; i < limits->joints; i++) {
        if (!isfinite(tau[i]) || !(fabs(qd[i]) <= limits->speed[i])) {
            verdict = GUARD_STOP;
        } else if (fabs(tau[i]) > limits->torque[i]) {
            tau[i] = copysign(limits->torque[i], tau[i]);
            verdict = verdict == GUARD_STOP ? GUARD_STOP : GUARD_CLIPPED;
        }
    }
    for (int i = 0; verdict == GUARD_STOP && i < limits->joints; i++) {
        tau[i] = 0.0;
    }
    return verdict;
}
