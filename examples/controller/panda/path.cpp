#include "path.hpp"

#include "gentle_clock.h"

#include <cmath>

namespace {

constexpr double RADIUS = 0.12;    // m, of the circle, which stands upright before the robot
constexpr double ROUND = 2.5;      // rad/s, round the circle
constexpr double NOD = 0.4;        // rad, about the base's y axis
constexpr double NODDING = 3.1;    // rad/s

}  // namespace

Target Path::at(double t) const
{
    const gentle_time clock = gentle_clock(t, seconds_);
    Target wanted { start_, {}, {} };

    // The circle: y and z.
    const double phase = ROUND * clock.time, rate = ROUND * clock.rate, change = ROUND * clock.change;
    const double s = RADIUS * std::sin(phase), c = RADIUS * std::cos(phase);
    wanted.T[7] += s;
    wanted.T[11] += RADIUS - c;
    wanted.v[1] = c * rate;
    wanted.v[2] = s * rate;
    wanted.a[1] = c * change - s * rate * rate;
    wanted.a[2] = s * change + c * rate * rate;

    // The nod: a turn about y stands before the first orientation.
    const double nodding = NODDING * clock.time, nod_rate = NODDING * clock.rate;
    const double angle = NOD * std::sin(nodding), slope = NOD * std::cos(nodding);
    const double sine = std::sin(angle), cosine = std::cos(angle);
    for (std::size_t j = 0; j < 3; j++) {
        wanted.T[j] = cosine * start_[j] + sine * start_[8 + j];
        wanted.T[8 + j] = cosine * start_[8 + j] - sine * start_[j];
    }
    wanted.v[4] = slope * nod_rate;
    wanted.a[4] = slope * NODDING * clock.change - angle * nod_rate * nod_rate;
    return wanted;
}
