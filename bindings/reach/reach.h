/* Inverse kinematics: positions at which a frame reaches a placement, by a robot's own kernels.
 *
 * bindings/reaching.py declares these to cffi, word for word; nothing here is Python's. */

#ifndef GEN_ROBOT_REACH_H
#define GEN_ROBOT_REACH_H

#include <stddef.h>

#if defined(_WIN32)
#define EXPORT __declspec(dllexport)
#else
#define EXPORT __attribute__((visibility("default")))
#endif

#define ROWS 6 /* of an error: three of position, three of rotation */

enum reference { LOCAL_WORLD_ALIGNED, LOCAL, WORLD };  /* in what the Jacobian is given */
enum manifold { FLAT, PLANE, ROTATION, RIGID };        /* positions and steps of flat ones simply add */

typedef void (*Kernel)(void);

typedef struct {
    int manifold, in_q, in_qd, nv; /* where its part of a position begins, and of a step */
} Joint;

typedef struct {
    Kernel placement, jacobian; /* of (q, T) and (q, J) */
    int is_single;              /* their reals are floats */
    int by_columns;             /* their matrices are */
    int reference;
    int nq, nv, joints;
    const Joint *joint;
    const double *lower, *upper; /* nq; infinite where there is no limit */
    double weights[ROWS];        /* of the error's components, in the axes of the target */
    double tolerance, damping;
    int iterations;              /* most, from each start */
    int starts;                  /* further ones, where the first leads nowhere */
    const double *start;         /* starts x nq */
} Reach;

/* Return the first of `count` targets, 4 x 4 by rows, that is no placement: a rotation, an origin beside it, and
 * 0 0 0 1 below; or `count`. Its numbers may be off by as much as `rounding`. */
EXPORT ptrdiff_t gen_robot_not_rigid(ptrdiff_t count, const double *target, double rounding);

/* Search from q, which becomes the best position found, for `count` states. Give for each whether its residual
 * is within the tolerance, the iterations in all, and the residual: the norm of the weighted error. Return 0,
 * or -1 where memory ran out. */
EXPORT int gen_robot_reach(const Reach *reach, ptrdiff_t count, const double *target, double *q,
                           int *converged, int *iterations, double *residual);

/* Move a position along a step, on the manifolds of the joints; limits are kept to. */
void move(const Reach *reach, const double *q, const double *step, double *moved);

/* Bring a position within the limits, and quaternions to unit length. */
void admit(const Reach *reach, double *q);

/* Where the frame is: rotation by rows, and origin. */
typedef struct {
    double R[9], p[3];
} Placement;

/* How far a placement is from the target, in the target's axes: the way left, then the turn left as a
 * rotation vector. */
void error_between(const Placement *at, const Placement *target, double *error);

/* Turn the columns of a Jacobian into changes of the error, both as they are now; J is ROWS x nv. */
void error_jacobian(const Placement *at, const Placement *target, const double *error, int reference,
                    int nv, double *J);

/* Find the step that lessens |r - A step|^2 + damping |step|^2 most, among those that keep to bounds: A is
 * ROWS x nv. `fixed` is memory for nv flags. */
void bounded_step(const double *A, const double *r, int nv, double damping, const double *least,
                  const double *most, unsigned char *fixed, double *step);

#endif
