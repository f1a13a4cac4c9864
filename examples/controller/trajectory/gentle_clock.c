#include "gentle_clock.h"

#include <math.h>

/* A rate that goes from 0 to 1 in a time of 1, at first and at last unchanging; with its integral. */
static gentle_time ramp(double u)
{
    const gentle_time at = {
        u * u * u * u * (2.5 + u * (u - 3.0)),
        u * u * u * (10.0 + u * (6.0 * u - 15.0)),
        30.0 * u * u * (1.0 - u) * (1.0 - u),
    };
    return at;
}

gentle_time gentle_clock(double t, double seconds)
{
    const double ramped = fmin(1.0, 0.5 * seconds), left = seconds - t;
    gentle_time at = { t - 0.5 * ramped, 1.0, 0.0 };

    if (t < ramped) {
        at = ramp(fmax(0.0, t / ramped));
        at.time *= ramped;
        at.change /= ramped;
    } else if (left < ramped) {
        at = ramp(fmax(0.0, left / ramped));
        at.time = seconds - ramped * (1.0 + at.time);
        at.change /= -ramped;
    }
    return at;
}
