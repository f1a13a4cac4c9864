// Print what the law does with the arm stretched out, where it cannot move its tool in every direction.

#include "law.hpp"

#include <cmath>
#include <cstdio>

int main()
{
    const Joints ready { 0.0, -0.785, 0.0, -2.356, 0.0, 1.571, 0.785 }, stretched {};
    const Joints qd { 0.1, -0.2, 0.3, -0.4, 0.5, -0.6, 0.7 };
    Law law(20.0, Payload {}, ready);
    const Target wanted { law.terms(ready, {}).T, {}, {} };

    for (const auto torques : { &Law::operational_space, &Law::pd_gravity }) {
        Motion error {};
        for (const double each : (law.*torques)(wanted, stretched, qd, error)) {
            std::printf("%.17g ", each);
        }
        std::printf("%d\n", std::isnan(error[0]));
    }
    return 0;
}
