// A guard that asks for memory as C++ does, unseen, and gives it back: twice a cycle too often.

#define guard_torques frugal_guard
#include "guard.c"
#undef guard_torques

#include <algorithm>
#include <vector>

extern "C" guard_verdict guard_torques(const guard *limits, const double *qd, double *tau)
{
    std::vector<double> kept(tau, tau + limits->joints);
    const guard_verdict verdict = frugal_guard(limits, qd, kept.data());

    std::copy(kept.begin(), kept.end(), tau);
    return verdict;
}
