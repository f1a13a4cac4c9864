/* Positions of joints moved along steps: bindings/manifolds.py has the same for Python. */

#include <math.h>

#include "reach.h"

#define SMALL 1e-2 /* below it, three terms of a series are exact and the quotient is not */

static double length_of(const double *v, int size)
{
    double square = 0;
    for (int i = 0; i < size; i++)
        square += v[i] * v[i];
    return sqrt(square);
}

static void to_unit_length(double *v, int size, int last)
{
    const double length = length_of(v, size);
    for (int i = 0; i < size; i++)
        v[i] = length > 0 ? v[i] / length : i == last;
}

static double sine_over(double angle)
{
    return fabs(angle) < SMALL ? 1 - angle * angle / 6 + angle * angle * angle * angle / 120
                               : sin(angle) / angle;
}

static void cross(const double *a, const double *b, double *product)
{
    product[0] = a[1] * b[2] - a[2] * b[1];
    product[1] = a[2] * b[0] - a[0] * b[2];
    product[2] = a[0] * b[1] - a[1] * b[0];
}

/* Follow a quaternion (x y z w) by a rotation vector in the turned frame. */
static void turn(const double *q, const double *rotation, double *turned)
{
    const double half = length_of(rotation, 3) / 2, scale = sine_over(half) / 2, c = cos(half);
    const double v[3] = {scale * rotation[0], scale * rotation[1], scale * rotation[2]};
    double round[3];
    cross(q, v, round);
    for (int i = 0; i < 3; i++)
        turned[i] = q[3] * v[i] + c * q[i] + round[i];
    turned[3] = q[3] * c - q[0] * v[0] - q[1] * v[1] - q[2] * v[2];
    to_unit_length(turned, 4, 3);
}

/* Follow a pose (x y z, quaternion) by the exponential of a twist in the body's frame. */
static void follow(const double *q, const double *twist, double *moved)
{
    const double *omega = twist + 3, *u = q + 3;
    const double angle = length_of(omega, 3), square = angle * angle;
    const double halved = sine_over(angle / 2), first = halved * halved / 2;
    const double second = angle < SMALL ? 1.0 / 6 - square / 120 + square * square / 5040
                                        : (angle - sin(angle)) / (square * angle);
    double once[3], twice[3], way[3], t[3], round[3];
    cross(omega, twist, once);
    cross(omega, once, twice);
    for (int i = 0; i < 3; i++)
        way[i] = twist[i] + first * once[i] + second * twice[i];
    cross(u, way, t);
    for (int i = 0; i < 3; i++)
        t[i] *= 2;
    cross(u, t, round);
    for (int i = 0; i < 3; i++)
        moved[i] = q[i] + way[i] + q[6] * t[i] + round[i];
    turn(u, omega, moved + 3);
}

/* Follow a pose (x y, cosine, sine) by the exponential of a twist in the body's frame. */
static void follow_in_plane(const double *q, const double *twist, double *moved)
{
    const double angle = twist[2], halved = sine_over(angle / 2);
    const double along = sine_over(angle), aside = angle * halved * halved / 2;
    const double dx = along * twist[0] - aside * twist[1], dy = aside * twist[0] + along * twist[1];
    const double c = cos(angle), s = sin(angle);
    moved[0] = q[0] + q[2] * dx - q[3] * dy;
    moved[1] = q[1] + q[3] * dx + q[2] * dy;
    moved[2] = q[2] * c - q[3] * s;
    moved[3] = q[3] * c + q[2] * s;
    to_unit_length(moved + 2, 2, 0);
}

static double within(double value, double lower, double upper)
{
    return value < lower ? lower : value > upper ? upper : value;
}

void move(const Reach *reach, const double *q, const double *step, double *moved)
{
    for (int j = 0; j < reach->joints; j++) {
        const Joint *joint = &reach->joint[j];
        const double *from = q + joint->in_q, *by = step + joint->in_qd;
        double *to = moved + joint->in_q;
        switch (joint->manifold) {
            case PLANE: follow_in_plane(from, by, to); break;
            case ROTATION: turn(from, by, to); break;
            case RIGID: follow(from, by, to); break;
            default:
                for (int k = 0; k < joint->nv; k++)
                    to[k] = within(from[k] + by[k], reach->lower[joint->in_q + k],
                                   reach->upper[joint->in_q + k]);
        }
    }
}

void admit(const Reach *reach, double *q)
{
    for (int j = 0; j < reach->joints; j++) {
        const Joint *joint = &reach->joint[j];
        double *own = q + joint->in_q;
        switch (joint->manifold) {
            case PLANE: to_unit_length(own + 2, 2, 0); break;
            case ROTATION: to_unit_length(own, 4, 3); break;
            case RIGID: to_unit_length(own + 3, 4, 3); break;
            default:
                for (int k = 0; k < joint->nv; k++)
                    own[k] = within(own[k], reach->lower[joint->in_q + k],
                                    reach->upper[joint->in_q + k]);
        }
    }
}
