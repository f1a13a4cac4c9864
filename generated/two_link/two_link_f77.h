/* two_link_f77.h - rigid-body dynamics of two_link, 2 degrees of freedom

   Written by: gen-robot two_link --lang f77
   It belongs to whoever generates it: the authors of gen-robot claim no rights in it.

   The FORTRAN routines for callers in C: names and arguments as gfortran, flang and f2c have them.
   Matrices are by columns: element (i, j) of an n x n matrix, counted from 0, is [i + n * j]. SI
   units, radians. Inputs and outputs may not overlap. *info is 0, or the number k (from 1) of the
   joint at which the inertia matrix is not positive definite; the outputs are then zero. */

#ifndef TWO_LINK_F77_H
#define TWO_LINK_F77_H

#ifdef __cplusplus
extern "C" {
#endif

/* inertia matrix M(q). */
void twolim_(
    const double *q,
    double *M);

/* bias vector h(q, qd). */
void twolbv_(
    const double *q,
    const double *qd,
    double *h);

/* inverse dynamics, tau = M qdd + h. */
void twolid_(
    const double *q,
    const double *qd,
    const double *qdd,
    double *tau);

/* inertia matrix and bias vector together. */
void twolib_(
    const double *q,
    const double *qd,
    double *M,
    double *h);

/* gravity torques g(q). */
void twolgv_(
    const double *q,
    double *g);

/* forward dynamics, qdd = M^-1 (tau - h). */
void twolfd_(
    const double *q,
    const double *qd,
    const double *tau,
    double *qdd,
    int *info);

#ifdef __cplusplus
}
#endif

#endif
