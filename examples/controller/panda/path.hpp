// path.hpp - where the Panda's tool should be.

#pragma once

#include "matrix.hpp"

using Motion = Vector<6>;        // linear, then angular, in the base's axes
using Placement = Matrix<4, 4>;  // of a frame in the base's

struct Target {
    Placement T;
    Motion v, a;
};

// Lead the tool round a circle and let it nod, from where it stands at first.
class Path {
public:
    Path(const Placement& start, double seconds) : start_(start), seconds_(seconds) {}

    // At rest at both ends.
    Target at(double t) const;

private:
    Placement start_;
    double seconds_;
};
