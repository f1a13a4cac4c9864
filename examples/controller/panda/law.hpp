// law.hpp - control laws of the Franka Panda: from where its tool is, and where it should be, to torques.

#pragma once

#include "path.hpp"
#include "stopwatch.h"

#include <cstdint>
#include <panda.h>

constexpr std::size_t N = PANDA_NV;
using Joints = Vector<N>;
using Payload = Vector<10>;

// All that a law wants to know of the robot at one state: the outputs of one kernel.
struct Terms {
    Matrix<N, N> M;      // inertia
    Joints h;            // Coriolis, centrifugal, gravity
    Placement T;         // where the tool is
    Matrix<6, N> J;      // velocity of the tool = J qd
    Motion drift;        // acceleration of the tool = J qdd + drift
    Matrix<6, 6> Lambda; // inertia felt at the tool
    bool regular;        // false where the arm cannot move its tool in some direction, and Lambda is not
};

class Law {
public:
    // Critically damped errors of this natural frequency (rad/s), for an arm that carries this and starts here.
    Law(double frequency, const Payload& payload, const Joints& start);

    // Torques that lead the tool; `error` gets how far it is from where it should be.
    Joints operational_space(const Target& wanted, const Joints& q, const Joints& qd, Motion& error);

    // The same gains for a tool of constant inertia, with gravity taken off.
    Joints pd_gravity(const Target& wanted, const Joints& q, const Joints& qd, Motion& error);

    Terms terms(const Joints& q, const Joints& qd);

    // What kernels took since this was asked for last (ns).
    std::int64_t kernel_time() { return stopwatch_take(&kernels_); }

private:
    Motion answer(const Terms& now, const Target& wanted, const Joints& qd, const Motion& error) const;
    Joints posture(const Joints& q, const Joints& qd) const;
    Joints gravity(const Joints& q);
    Joints held(const Joints& q, const Joints& qd);

    double stiffness_, damping_;
    Payload payload_;
    Joints start_;
    Matrix<6, 6> constant_Lambda_;
    stopwatch kernels_ {};
};

using Torques = Joints (Law::*)(const Target&, const Joints&, const Joints&, Motion&);

// How far a placement is from another: a shift, then a turn, in the base's axes.
Motion difference(const Placement& wanted, const Placement& found);
