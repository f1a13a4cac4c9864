// main.cpp - the Franka Panda leads its tool along a path. Law, path, loop and plant meet here.

#include "ball.h"
#include "law.hpp"
#include "loop.h"
#include "options.h"
#include "path.hpp"
#include "report.h"

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <memory>

namespace {

constexpr double FREQUENCY = 20.0;  // rad/s, of the errors
constexpr double LOAD_OUT = 0.1;    // m from the hand, between the fingers

constexpr const char* JOINTS[N] = { "panda_joint1", "panda_joint2", "panda_joint3", "panda_joint4",
                                    "panda_joint5", "panda_joint6", "panda_joint7" };

constexpr Joints START { 0.0, -0.785, 0.0, -2.356, 0.0, 1.571, 0.785 };  // rad; Franka's own

// The maker's limits, as the robot's file has them.
constexpr Joints TORQUE { 87.0, 87.0, 87.0, 87.0, 12.0, 12.0, 12.0 };       // N m
constexpr Joints SPEED { 2.175, 2.175, 2.175, 2.175, 2.61, 2.61, 2.61 };    // rad/s

constexpr Torques LAWS[] = { &Law::operational_space, &Law::pd_gravity };
constexpr const char* NAMES[] = { "operational_space", "pd_gravity", nullptr };

struct Controller {
    Law law;
    Path path;
    Torques torques;
    double period;

    // A command holds for a period: the acceleration to ask for is that of its middle.
    Target wanted_at(double t) const
    {
        Target wanted = path.at(t);
        wanted.a = path.at(t + 0.5 * period).a;
        return wanted;
    }
};

std::int64_t control(void* self, double t, const double* q, const double* qd, double* tau, double* errors)
{
    auto& of = *static_cast<Controller*>(self);
    Joints position, velocity;
    Motion error {};

    std::copy_n(q, N, position.begin());
    std::copy_n(qd, N, velocity.begin());
    const Target wanted = of.wanted_at(t);
    const Joints torques = (of.law.*of.torques)(wanted, position, velocity, error);
    std::copy(torques.begin(), torques.end(), tau);
    std::copy(error.begin(), error.end(), errors);
    for (std::size_t i = 0; i < 3; i++) {
        errors[6 + i] = wanted.T[4 * i + 3];
    }
    return of.law.kernel_time();
}

int run(const options& asked)
{
    static constexpr report_errors ERRORS[] = { { "tool position", "m", 0, 3, false },
                                                { "tool orientation", "rad", 3, 3, false },
                                                {} };
    double load[LOAD_SIZE];
    Payload told;
    ball(asked.load, LOAD_OUT, load);
    ball(asked.told, LOAD_OUT, told.data());

    Law law(FREQUENCY, told, START);
    const Path path(law.terms(START, {}).T, asked.seconds);
    Controller controller { law, path, LAWS[asked.law], asked.period };

    plant_settings arm {};
    arm.model = asked.model;
    arm.joints = N;
    arm.joint_names = JOINTS;
    arm.start = START.data();
    arm.carrier = "panda_hand";
    arm.load = load;
    arm.period = asked.period;
    const std::unique_ptr<plant, decltype(&plant_close)> robot(plant_open(&arm), plant_close);
    if (!robot) {
        return 2;
    }

    table record;
    loop_settings settings {};
    settings.period = asked.period;
    settings.cycles = static_cast<long>(asked.seconds / asked.period + 0.5);
    settings.realtime = asked.realtime;
    settings.limits = { N, TORQUE.data(), SPEED.data() };
    settings.robot = robot.get();
    settings.control = control;
    settings.self = &controller;
    settings.record = &record;
    if (table_open(&record, COLUMN_Q + 2 * static_cast<int>(N) + 9, settings.cycles) != 0) {
        return 2;
    }
    const loop_outcome outcome = loop_run(&settings);

    std::printf("%-24s Franka Panda, carries %g kg, is told of %g kg\n", NAMES[asked.law], asked.load,
                asked.told);
    report_print(&settings, &outcome, ERRORS);
    const bool failed = report_save(&settings, &asked, "ex,ey,ez,erx,ery,erz,x,y,z") != 0;
    table_close(&record);
    return failed ? 1 : report_status(&outcome);
}

}  // namespace

int main(int argc, char** argv)
{
    options asked;
    const int fault = options_read(&asked, argc, argv, NAMES);

    return fault == OPTIONS_HELP ? 0 : fault != 0 ? fault : run(asked);
}
