/* ball.h - a load to carry, as kernels and plants are told of it. */

#ifndef BALL_H
#define BALL_H

#include "plant.h"

#define BALL_RADIUS 0.05 /* m */

/* A homogeneous ball of this mass (kg), its centre this far out on the z axis of the link that carries it (m). */
static inline void ball(double mass, double out, double load[LOAD_SIZE])
{
    const double moment = 0.4 * mass * BALL_RADIUS * BALL_RADIUS;
    const double numbers[LOAD_SIZE] = { mass, 0, 0, out, moment, 0, 0, moment, 0, moment };

    for (int i = 0; i < LOAD_SIZE; i++) {
        load[i] = numbers[i];
    }
}

#endif
