/* Damped least squares within bounds. */

#include <float.h>
#include <math.h>

#include "reach.h"

#define ROUNDING 1e-15 /* of a matrix' trace: damping below it would be lost */

/* Solve N x = b for a positive definite matrix of `size` at most ROWS, by N = L L^T in its lower half. */
static void solve(double N[ROWS][ROWS], double *b, int size)
{
    for (int j = 0; j < size; j++) {
        for (int k = 0; k < j; k++)
            N[j][j] -= N[j][k] * N[j][k];
        N[j][j] = sqrt(N[j][j] > DBL_MIN ? N[j][j] : DBL_MIN);
        for (int i = j + 1; i < size; i++) {
            for (int k = 0; k < j; k++)
                N[i][j] -= N[i][k] * N[j][k];
            N[i][j] /= N[j][j];
        }
    }
    for (int i = 0; i < size; i++) {
        for (int k = 0; k < i; k++)
            b[i] -= N[i][k] * b[k];
        b[i] /= N[i][i];
    }
    for (int i = size - 1; i >= 0; i--) {
        for (int k = i + 1; k < size; k++)
            b[i] -= N[k][i] * b[k];
        b[i] /= N[i][i];
    }
}

static void damp(double N[ROWS][ROWS], int size, double damping)
{
    double trace = 0;
    for (int i = 0; i < size; i++)
        trace += N[i][i];
    for (int i = 0; i < size; i++)
        N[i][i] += damping + ROUNDING * trace + DBL_MIN;
}

/* Find the best step of the coordinates that are free. Of (A^T A + d) step = A^T r and step = A^T y,
 * (A A^T + d) y = r, which give the same, the smaller system is solved. */
static void free_step(const double *A, const double *r, int nv, double damping, const unsigned char *fixed,
                      double *step)
{
    double N[ROWS][ROWS], y[ROWS];
    int index[ROWS], count = 0;
    for (int k = 0; k < nv; k++)
        if (!fixed[k] && count++ < ROWS)
            index[count - 1] = k;
    if (count <= ROWS) {
        for (int i = 0; i < count; i++) {
            y[i] = 0;
            for (int row = 0; row < ROWS; row++)
                y[i] += A[row * nv + index[i]] * r[row];
            for (int j = 0; j <= i; j++) {
                N[i][j] = 0;
                for (int row = 0; row < ROWS; row++)
                    N[i][j] += A[row * nv + index[i]] * A[row * nv + index[j]];
            }
        }
        damp(N, count, damping);
        solve(N, y, count);
        for (int i = 0; i < count; i++)
            step[index[i]] = y[i];
        return;
    }
    for (int i = 0; i < ROWS; i++) {
        y[i] = r[i];
        for (int j = 0; j <= i; j++) {
            N[i][j] = 0;
            for (int k = 0; k < nv; k++)
                if (!fixed[k])
                    N[i][j] += A[i * nv + k] * A[j * nv + k];
        }
    }
    damp(N, ROWS, damping);
    solve(N, y, ROWS);
    for (int k = 0; k < nv; k++) {
        if (fixed[k])
            continue;
        step[k] = 0;
        for (int row = 0; row < ROWS; row++)
            step[k] += A[row * nv + k] * y[row];
    }
}

/* Coordinates that would pass a bound are put on it, and the others find the best step without them, until
 * all keep to theirs. */
void bounded_step(const double *A, const double *r, int nv, double damping, const double *least,
                  const double *most, unsigned char *fixed, double *step)
{
    double left[ROWS];
    int passed = 1;
    for (int row = 0; row < ROWS; row++)
        left[row] = r[row];
    for (int k = 0; k < nv; k++)
        fixed[k] = 0;
    while (passed) {
        free_step(A, left, nv, damping, fixed, step);
        passed = 0;
        for (int k = 0; k < nv; k++) {
            if (fixed[k] || (step[k] >= least[k] && step[k] <= most[k]))
                continue;
            step[k] = step[k] < least[k] ? least[k] : most[k];
            fixed[k] = 1;
            passed = 1;
            for (int row = 0; row < ROWS; row++)
                left[row] -= A[row * nv + k] * step[k];
        }
    }
}
