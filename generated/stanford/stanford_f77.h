/* stanford_f77.h - rigid-body dynamics of stanford, 6 degrees of freedom

   Written by: gen-robot stanford --lang f77
   It belongs to whoever generates it: the authors of gen-robot claim no rights in it.

   The FORTRAN routines for callers in C: names and arguments as gfortran, flang and f2c have them.
   Matrices are by columns: element (i, j) of an n x n matrix, counted from 0, is [i + n * j]. SI
   units, radians. Inputs and outputs may not overlap. *info is 0, or the number k (from 1) of the
   joint at which the inertia matrix is not positive definite; the outputs are then zero. */

#ifndef STANFORD_F77_H
#define STANFORD_F77_H

#ifdef __cplusplus
extern "C" {
#endif

/* inertia matrix M(q). */
void stanim_(
    const double *q,
    double *M);

/* bias vector h(q, qd). */
void stanbv_(
    const double *q,
    const double *qd,
    double *h);

/* inverse dynamics, tau = M qdd + h. */
void stanid_(
    const double *q,
    const double *qd,
    const double *qdd,
    double *tau);

/* inertia matrix and bias vector together. */
void stanib_(
    const double *q,
    const double *qd,
    double *M,
    double *h);

/* gravity torques g(q). */
void stangv_(
    const double *q,
    double *g);

/* forward dynamics, qdd = M^-1 (tau - h). */
void stanfd_(
    const double *q,
    const double *qd,
    const double *tau,
    double *qdd,
    int *info);

#ifdef __cplusplus
}
#endif

#endif
