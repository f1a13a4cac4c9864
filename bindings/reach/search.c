/* Levenberg and Marquardt's search: damped Gauss-Newton steps, of which those that do not lead nearer are
 * taken back and damped more (H. B. Nielsen 1999). Damping is in proportion to the square of what is left, so
 * that it vanishes as fast as the steps converge (Yamashita and Fukushima 2001). */

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "reach.h"

#define AT_REST 1e-9   /* of a residual: what the joints can still do about it, where they can do nothing */
#define MOST_DAMPING 1e12
#define LEAST_DAMPING 1e-12

typedef struct {
    double *A, *q, *trial, *best, *step, *least, *most;
    unsigned char *fixed;
    void *reals; /* of the kernels: q, then T or J */
} Memory;

typedef struct {
    Placement at;
    double error[ROWS], r[ROWS], square; /* r is weighted */
} Nearness;

static size_t elements(const Reach *reach)
{
    return (size_t)(ROWS * reach->nv + 3 * reach->nq + 3 * reach->nv);
}

/* Call a kernel at q; return its `rows` x `columns` matrix by rows, as doubles. */
static void evaluate(const Reach *reach, Kernel kernel, const double *q, void *reals, int rows, int columns,
                     double *matrix)
{
    const int down = reach->by_columns ? 1 : columns, across = reach->by_columns ? rows : 1;
    if (reach->is_single) {
        float *in = reals, *out = in + reach->nq;
        for (int k = 0; k < reach->nq; k++)
            in[k] = (float)q[k];
        ((void (*)(const float *, float *))kernel)(in, out);
        for (int i = 0; i < rows; i++)
            for (int j = 0; j < columns; j++)
                matrix[i * columns + j] = out[i * down + j * across];
        return;
    }
    double *out = reals;
    ((void (*)(const double *, double *))kernel)(q, out);
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < columns; j++)
            matrix[i * columns + j] = out[i * down + j * across];
}

static Placement placement_of(const double *T)
{
    Placement placement;
    for (int i = 0; i < 3; i++) {
        memcpy(placement.R + 3 * i, T + 4 * i, 3 * sizeof(double));
        placement.p[i] = T[4 * i + 3];
    }
    return placement;
}

static void look(const Reach *reach, const Placement *target, const double *q, void *reals, Nearness *near)
{
    double T[16];
    evaluate(reach, reach->placement, q, reals, 4, 4, T);
    near->at = placement_of(T);
    error_between(&near->at, target, near->error);
    near->square = 0;
    for (int i = 0; i < ROWS; i++) {
        near->r[i] = reach->weights[i] * near->error[i];
        near->square += near->r[i] * near->r[i];
    }
}

/* Compute the weighted error's Jacobian, and how far each coordinate may go. */
static void prepare(const Reach *reach, const Placement *target, const double *q, const Nearness *near,
                    Memory *memory)
{
    const int nv = reach->nv;
    evaluate(reach, reach->jacobian, q, memory->reals, ROWS, nv, memory->A);
    error_jacobian(&near->at, target, near->error, reach->reference, nv, memory->A);
    for (int i = 0; i < ROWS; i++)
        for (int k = 0; k < nv; k++)
            memory->A[i * nv + k] *= reach->weights[i];
    for (int j = 0; j < reach->joints; j++) {
        const Joint *joint = &reach->joint[j];
        for (int k = 0; k < joint->nv; k++) {
            const int flat = joint->manifold == FLAT, i = joint->in_q + k;
            memory->least[joint->in_qd + k] = flat ? reach->lower[i] - q[i] : -INFINITY;
            memory->most[joint->in_qd + k] = flat ? reach->upper[i] - q[i] : INFINITY;
        }
    }
}

/* Tell whether no coordinate that is free to move brings the frame nearer. */
static int is_at_rest(const Reach *reach, const Nearness *near, const Memory *memory)
{
    const int nv = reach->nv;
    double slope = 0, size = 0;
    for (int k = 0; k < nv; k++) {
        double downhill = 0;
        for (int i = 0; i < ROWS; i++) {
            const double a = memory->A[i * nv + k];
            downhill += a * near->r[i];
            size += a * a;
        }
        if (downhill > 0 ? memory->most[k] > 0 : memory->least[k] < 0)
            slope += downhill * downhill;
    }
    return slope <= AT_REST * AT_REST * size * near->square;
}

/* Return what the step should take off the square of the residual. */
static double promise(const Reach *reach, const Nearness *near, const Memory *memory)
{
    double after = 0;
    for (int i = 0; i < ROWS; i++) {
        double left = near->r[i];
        for (int k = 0; k < reach->nv; k++)
            left -= memory->A[i * reach->nv + k] * memory->step[k];
        after += left * left;
    }
    return near->square - after;
}

/* Search from memory->q, which becomes the best that was found; return its residual. */
static double search(const Reach *reach, const Placement *target, Memory *memory, int *iterations)
{
    const double enough = reach->tolerance * reach->tolerance;
    double damping = reach->damping, growth = 2;
    Nearness near, next;
    look(reach, target, memory->q, memory->reals, &near);
    int moved = 1;
    for (int k = 0; k < reach->iterations && !(near.square <= enough); k++) {
        if (moved) {
            prepare(reach, target, memory->q, &near, memory);
            if (is_at_rest(reach, &near, memory))
                break;
        }
        bounded_step(memory->A, near.r, reach->nv, damping * near.square, memory->least, memory->most,
                     memory->fixed, memory->step);
        move(reach, memory->q, memory->step, memory->trial);
        look(reach, target, memory->trial, memory->reals, &next);
        ++*iterations;
        moved = next.square < near.square;
        if (moved) {
            const double gain = (near.square - next.square) / promise(reach, &near, memory);
            const double cubed = (2 * gain - 1) * (2 * gain - 1) * (2 * gain - 1);
            damping *= gain > 0 && 1 - cubed > 1.0 / 3 ? fmin(1 - cubed, 2) : 1.0 / 3;
            damping = fmax(damping, LEAST_DAMPING);
            growth = 2;
            near = next;
            double *old = memory->q;
            memory->q = memory->trial;
            memory->trial = old;
        } else {
            damping *= growth;
            growth *= 2;
            if (!(damping < MOST_DAMPING))
                break;
        }
    }
    return sqrt(near.square);
}

static void reach_one(const Reach *reach, const double *T, double *q, Memory *memory, int *converged,
                      int *iterations, double *residual)
{
    const Placement target = placement_of(T);
    const size_t bytes = sizeof(double) * (size_t)reach->nq;
    *iterations = 0;
    *residual = INFINITY;
    for (int start = 0; start <= reach->starts; start++) {
        memcpy(memory->q, start == 0 ? q : reach->start + (start - 1) * reach->nq, bytes);
        admit(reach, memory->q);
        const double left = search(reach, &target, memory, iterations);
        if (start == 0 || left < *residual) {
            *residual = left;
            memcpy(memory->best, memory->q, bytes);
        }
        if (*residual <= reach->tolerance)
            break;
    }
    memcpy(q, memory->best, bytes);
    *converged = *residual <= reach->tolerance;
}

int gen_robot_reach(const Reach *reach, ptrdiff_t count, const double *target, double *q, int *converged,
                    int *iterations, double *residual)
{
    const int nq = reach->nq, nv = reach->nv, most = ROWS * nv > 16 ? ROWS * nv : 16;
    Memory memory;
    double *room = malloc(sizeof(double) * (elements(reach) + (size_t)(nq + most)));
    memory.fixed = malloc((size_t)nv);
    if (room == NULL || memory.fixed == NULL) {
        free(room);
        free(memory.fixed);
        return -1;
    }
    memory.A = room;
    memory.q = memory.A + ROWS * nv;
    memory.trial = memory.q + nq;
    memory.best = memory.trial + nq;
    memory.step = memory.best + nq;
    memory.least = memory.step + nv;
    memory.most = memory.least + nv;
    memory.reals = memory.most + nv;
    for (ptrdiff_t i = 0; i < count; i++)
        reach_one(reach, target + 16 * i, q + nq * i, &memory, &converged[i], &iterations[i], &residual[i]);
    free(room);
    free(memory.fixed);
    return 0;
}
