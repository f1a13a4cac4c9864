/* path.c - each joint swings about its middle, at its own frequency, as in robots' identification. */

#include "path.h"

#include "gentle_clock.h"

#include <math.h>

static const double MIDDLE[N] = { 0.0, -0.8, 2.2, 0.0, 0.6, 0.0 };  /* rad */
static const double SWING[N] = { 0.9, 0.5, 0.6, 0.9, 0.7, 1.0 };    /* rad */
static const double SPEED[N] = { 2.5, 2.9, 3.4, 4.1, 4.6, 5.3 };    /* rad/s */

target path_at(double t, double seconds)
{
    const gentle_time at = gentle_clock(t, seconds);
    target wanted;

    for (int i = 0; i < N; i++) {
        const double s = SWING[i] * sin(SPEED[i] * at.time), c = SWING[i] * cos(SPEED[i] * at.time);
        const double rate = SPEED[i] * at.rate, change = SPEED[i] * at.change;

        wanted.q[i] = MIDDLE[i] + s;
        wanted.qd[i] = c * rate;
        wanted.qdd[i] = c * change - s * rate * rate;
    }
    return wanted;
}
