/* planar3_f77.h - rigid-body dynamics of planar3, 3 degrees of freedom

   Written by: gen-robot planar3 --lang f77
   It belongs to whoever generates it: the authors of gen-robot claim no rights in it.

   The FORTRAN routines for callers in C: names and arguments as gfortran, flang and f2c have them.
   Matrices are by columns: element (i, j) of an n x n matrix, counted from 0, is [i + n * j]. SI
   units, radians. Inputs and outputs may not overlap. *info is 0, or the number k (from 1) of the
   joint at which the inertia matrix is not positive definite; the outputs are then zero. */

#ifndef PLANAR3_F77_H
#define PLANAR3_F77_H

#ifdef __cplusplus
extern "C" {
#endif

/* inertia matrix M(q). */
void pla3im_(
    const double *q,
    double *M);

/* bias vector h(q, qd). */
void pla3bv_(
    const double *q,
    const double *qd,
    double *h);

/* inverse dynamics, tau = M qdd + h. */
void pla3id_(
    const double *q,
    const double *qd,
    const double *qdd,
    double *tau);

/* inertia matrix and bias vector together. */
void pla3ib_(
    const double *q,
    const double *qd,
    double *M,
    double *h);

/* gravity torques g(q). */
void pla3gv_(
    const double *q,
    double *g);

/* forward dynamics, qdd = M^-1 (tau - h). */
void pla3fd_(
    const double *q,
    const double *qd,
    const double *tau,
    double *qdd,
    int *info);

#ifdef __cplusplus
}
#endif

#endif
