/* A law that asks for memory, and gives it back: twice a cycle too often. */

#define computed_torque frugal_law
#include "law.c"
#undef computed_torque

#include <stdlib.h>
#include <string.h>

law_function computed_torque;

void computed_torque(law *self, const target *wanted, const double q[N], const double qd[N], double tau[N])
{
    double *kept = malloc(N * sizeof *kept);

    memcpy(kept, q, N * sizeof *kept);
    frugal_law(self, wanted, kept, qd, tau);
    free(kept);
}
