// law.cpp - operational-space control (Khatib 1987), with the seventh joint's freedom spent on posture.
//
//     a0  = what the joints would do by themselves: go back to where they started, and calm down
//     a   = what the tool should do
//     tau = h + M a0 + J^T Lambda (a - drift - J a0)
//
// Then J qdd + drift = a whatever a0 is, and what the tool leaves free follows a0. No inverse is computed
// here: Lambda = (J M^-1 J^T)^-1 comes with the other terms from one kernel.

#include "law.hpp"

#include <cmath>

namespace {

constexpr double POSTURE_STIFFNESS = 25.0, POSTURE_DAMPING = 10.0;  // 1/s^2, 1/s
constexpr double CALM = 5.0;  // N m s/rad, where nothing better is known

}  // namespace

Law::Law(double frequency, const Payload& payload, const Joints& start)
    : stiffness_(frequency * frequency),
      damping_(2.0 * frequency),
      payload_(payload),
      start_(start),
      constant_Lambda_(terms(start, {}).Lambda)
{
}

Terms Law::terms(const Joints& q, const Joints& qd)
{
    Terms now;

    stopwatch_start(&kernels_);
    now.regular = panda_together(q.data(), qd.data(), payload_.data(), now.M.data(), now.h.data(),
                                 now.T.data(), now.J.data(), now.drift.data(), now.Lambda.data()) == 0;
    stopwatch_stop(&kernels_);
    return now;
}

Joints Law::operational_space(const Target& wanted, const Joints& q, const Joints& qd, Motion& error)
{
    const Terms now = terms(q, qd);
    if (!now.regular) {
        error.fill(NAN);
        return held(q, qd);
    }
    error = difference(wanted.T, now.T);
    const Motion a = wanted.a + answer(now, wanted, qd, error);
    const Joints a0 = posture(q, qd);
    const Motion force = times(now.Lambda, a - now.drift - times(now.J, a0));
    return now.h + times(now.M, a0) + transposed_times(now.J, force);
}

Joints Law::pd_gravity(const Target& wanted, const Joints& q, const Joints& qd, Motion& error)
{
    const Terms now = terms(q, qd);
    if (!now.regular) {
        error.fill(NAN);
        return held(q, qd);
    }
    error = difference(wanted.T, now.T);
    const Joints a0 = posture(q, qd);
    const Motion force = times(constant_Lambda_, answer(now, wanted, qd, error))
        - times(now.Lambda, times(now.J, a0));
    return gravity(q) + times(now.M, a0) + transposed_times(now.J, force);
}

// The acceleration of the tool that lets its error die out.
Motion Law::answer(const Terms& now, const Target& wanted, const Joints& qd, const Motion& error) const
{
    return stiffness_ * error + damping_ * (wanted.v - times(now.J, qd));
}

Joints Law::posture(const Joints& q, const Joints& qd) const
{
    return POSTURE_STIFFNESS * (start_ - q) - POSTURE_DAMPING * qd;
}

Joints Law::gravity(const Joints& q)
{
    Joints g;

    stopwatch_start(&kernels_);
    panda_gravity(q.data(), payload_.data(), g.data());
    stopwatch_stop(&kernels_);
    return g;
}

// Where the tool cannot be led: hold the arm up, and let it come to rest.
Joints Law::held(const Joints& q, const Joints& qd)
{
    return gravity(q) - CALM * qd;
}

Motion difference(const Placement& wanted, const Placement& found)
{
    Motion error {};
    for (std::size_t i = 0; i < 3; i++) {
        error[i] = wanted[4 * i + 3] - found[4 * i + 3];
    }
    // Half the sum of the axes' cross products: the sine of the angle, along the axis of the turn.
    for (std::size_t axis = 0; axis < 3; axis++) {
        for (std::size_t i = 0; i < 3; i++) {
            const std::size_t j = (i + 1) % 3, k = (i + 2) % 3;
            error[3 + i] += 0.5
                * (found[4 * j + axis] * wanted[4 * k + axis] - found[4 * k + axis] * wanted[4 * j + axis]);
        }
    }
    return error;
}
