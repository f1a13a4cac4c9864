/* path.h - where the joints of the PUMA 560 should be. */

#ifndef PUMA_PATH_H
#define PUMA_PATH_H

enum { N = 6 };

typedef struct {
    double q[N], qd[N], qdd[N];
} target;

/* The path at t of a run of so many seconds: at rest at both ends. */
target path_at(double t, double seconds);

#endif
