/* law.h - control laws of the PUMA 560: from where it is, and where it should be, to torques. */

#ifndef PUMA_LAW_H
#define PUMA_LAW_H

#include "path.h"
#include "stopwatch.h"

#include <puma560.h>

enum { PAYLOAD_SIZE = 10 };

typedef struct {
    double stiffness, damping;    /* of the errors (1/s^2, 1/s) */
    double inertia[N];            /* what each joint moves, as a law without a model takes it (kg m^2) */
    double payload[PAYLOAD_SIZE]; /* what the arm carries, as far as is known */
    stopwatch kernels;
} law;

typedef void law_function(law *self, const target *wanted, const double q[N], const double qd[N], double tau[N]);

/* Critically damped errors of this natural frequency (rad/s); constant inertias are those at rest here. */
void law_tune(law *self, double frequency, const double q[N]);

law_function computed_torque, pd_gravity, pd;

#endif
