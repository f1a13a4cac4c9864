/* The error of a placement, and how it changes with the joints. */

#include <math.h>

#include "reach.h"

/* Return a^T b. */
static void turned_back(const double *a, const double *b, double *product)
{
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            product[3 * i + j] = a[i] * b[j] + a[3 + i] * b[3 + j] + a[6 + i] * b[6 + j];
}

/* Return a^T v. */
static void seen_from(const double *a, const double *v, double *seen)
{
    for (int i = 0; i < 3; i++)
        seen[i] = a[i] * v[0] + a[3 + i] * v[1] + a[6 + i] * v[2];
}

static void cross(const double *a, const double *b, double *product)
{
    product[0] = a[1] * b[2] - a[2] * b[1];
    product[1] = a[2] * b[0] - a[0] * b[2];
    product[2] = a[0] * b[1] - a[1] * b[0];
}

/* Take a rotation's quaternion by its largest component, so that no digit is lost, not even at half a turn;
 * from that, the rotation vector. */
static void rotation_vector(const double *R, double *vector)
{
    const double trace = R[0] + R[4] + R[8];
    double u[3], w;
    int i = R[4] > R[0] ? 1 : 0;
    if (R[8] > R[4 * i])
        i = 2;
    if (trace >= R[4 * i]) {
        w = 1 + trace;
        u[0] = R[7] - R[5];
        u[1] = R[2] - R[6];
        u[2] = R[3] - R[1];
    } else {
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        w = R[3 * k + j] - R[3 * j + k];
        u[i] = 1 + 2 * R[4 * i] - trace;
        u[j] = R[3 * i + j] + R[3 * j + i];
        u[k] = R[3 * i + k] + R[3 * k + i];
        if (w < 0) {
            w = -w;
            for (int axis = 0; axis < 3; axis++)
                u[axis] = -u[axis];
        }
    }
    const double length = sqrt(u[0] * u[0] + u[1] * u[1] + u[2] * u[2]);
    const double scale = length > 0 ? 2 * atan2(length, w) / length : 0;
    for (int axis = 0; axis < 3; axis++)
        vector[axis] = scale * u[axis];
}

void error_between(const Placement *at, const Placement *target, double *error)
{
    double between[9];
    const double way[3] = {target->p[0] - at->p[0], target->p[1] - at->p[1], target->p[2] - at->p[2]};
    seen_from(target->R, way, error);
    turned_back(at->R, target->R, between);
    rotation_vector(between, error + 3);
}

ptrdiff_t gen_robot_not_rigid(ptrdiff_t count, const double *target, double rounding)
{
    for (ptrdiff_t s = 0; s < count; s++) {
        const double *T = target + 16 * s, *last = T + 12;
        double R[9], product[9], across[3];
        int right = 1; /* of numbers that are none, nothing holds */
        for (int i = 0; i < 9; i++)
            R[i] = T[4 * (i / 3) + i % 3];
        turned_back(R, R, product);
        for (int i = 0; i < 9; i++)
            right &= fabs(product[i] - (i % 4 == 0)) <= rounding;
        for (int i = 0; i < 4; i++)
            right &= fabs(last[i] - (i == 3)) <= rounding;
        for (int i = 0; i < 3; i++)
            right &= fabs(T[4 * i + 3]) < INFINITY;
        cross(R, R + 3, across); /* of a mirror image it is the third row turned round */
        right &= across[0] * R[6] + across[1] * R[7] + across[2] * R[8] > 0;
        if (!right)
            return s;
    }
    return count;
}

/* How the rotation vector a changes while the frame turns by w in its own axes: (1 - a~/2 + k a~^2) w,
 * k = (1 - t cot t) / |a|^2 with t = |a| / 2. */
static void turn_of_error(const double *a, const double *w, double *change)
{
    const double square = a[0] * a[0] + a[1] * a[1] + a[2] * a[2], half = sqrt(square) / 2;
    const double k = half < 1e-2 ? (1.0 + square / 60) / 12 : (1 - half / tan(half)) / square;
    double once[3], twice[3];
    cross(a, w, once);
    cross(a, once, twice);
    for (int i = 0; i < 3; i++)
        change[i] = w[i] - once[i] / 2 + k * twice[i];
}

void error_jacobian(const Placement *at, const Placement *target, const double *error, int reference,
                    int nv, double *J)
{
    double between[9];
    turned_back(at->R, target->R, between);
    for (int k = 0; k < nv; k++) {
        double v[3], w[3], along[3], own[3];
        for (int i = 0; i < 3; i++) {
            v[i] = J[i * nv + k];
            w[i] = J[(3 + i) * nv + k];
        }
        if (reference == WORLD) {
            double round[3];
            cross(w, at->p, round);
            for (int i = 0; i < 3; i++)
                v[i] += round[i];
        }
        seen_from(reference == LOCAL ? between : target->R, v, along);
        if (reference == LOCAL)
            for (int i = 0; i < 3; i++)
                own[i] = w[i];
        else
            seen_from(at->R, w, own);
        turn_of_error(error + 3, own, w);
        for (int i = 0; i < 3; i++) {
            J[i * nv + k] = along[i];
            J[(3 + i) * nv + k] = w[i];
        }
    }
}
