/* guard.h - the last word before the motors: what a control law may not do. */

#ifndef GUARD_H
#define GUARD_H

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
    int joints;
    const double *torque; /* as much as motors give (N m) */
    const double *speed;  /* beyond which something is wrong (rad/s) */
} guard;

typedef enum { GUARD_PASSED, GUARD_CLIPPED, GUARD_STOP } guard_verdict;

/* Cut torques to what is allowed. If one is not a number, or the robot too fast, make all zero: stop. */
guard_verdict guard_torques(const guard *limits, const double *qd, double *tau);

#ifdef __cplusplus
}
#endif

#endif
