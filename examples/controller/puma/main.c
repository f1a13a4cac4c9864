/* main.c - the PUMA 560 follows a path of its joints. Law, path, loop and plant meet here. */

#include "ball.h"
#include "law.h"
#include "loop.h"
#include "options.h"
#include "path.h"
#include "report.h"

#include <stdio.h>
#include <string.h>

#define FREQUENCY 20.0 /* rad/s, of the errors */
#define LOAD_OUT 0.1   /* m from the wrist's centre, along the last axis */

static const char *const JOINTS[N] = { "link1", "link2", "link3", "link4", "link5", "link6" };

/* Armstrong, Khatib and Burdick 1986: as much as the motors give. Speeds are a choice. */
static const double TORQUE[N] = { 97.6, 186.4, 89.4, 24.2, 20.1, 21.3 }; /* N m */
static const double SPEED[N] = { 8.0, 8.0, 8.0, 8.0, 8.0, 8.0 };         /* rad/s */

static law_function *const LAWS[] = { computed_torque, pd_gravity, pd };
static const char *const NAMES[] = { "computed_torque", "pd_gravity", "pd", NULL };

typedef struct {
    law own;
    law_function *torques;
    double seconds, period;
} controller;

/* A command holds for a period: the acceleration to ask for is that of its middle. */
static target wanted_at(const controller *of, double t)
{
    target wanted = path_at(t, of->seconds);
    const target midway = path_at(t + 0.5 * of->period, of->seconds);

    memcpy(wanted.qdd, midway.qdd, sizeof wanted.qdd);
    return wanted;
}

static int64_t control(
    void *self, double t, const double *q, const double *qd, double *tau, double *errors)
{
    controller *of = self;
    const target wanted = wanted_at(of, t);

    of->torques(&of->own, &wanted, q, qd, tau);
    for (int i = 0; i < N; i++) {
        errors[i] = wanted.q[i] - q[i];
    }
    return stopwatch_take(&of->own.kernels);
}

static int run(const options *asked)
{
    static const report_errors ERRORS[] = { { "joint error", "rad", 0, N, true }, { 0 } };
    controller of = { .torques = LAWS[asked->law], .seconds = asked->seconds, .period = asked->period };
    const target start = path_at(0.0, asked->seconds);
    double load[LOAD_SIZE];
    table record;
    const plant_settings arm = {
        .model = asked->model, .joints = N, .joint_names = JOINTS, .start = start.q,
        .carrier = "link6", .load = load, .period = asked->period,
    };
    loop_settings settings = {
        .period = asked->period, .cycles = (long)(asked->seconds / asked->period + 0.5),
        .realtime = asked->realtime, .limits = { N, TORQUE, SPEED }, .control = control, .self = &of,
        .record = &record,
    };
    loop_outcome outcome;
    int failed;

    ball(asked->load, LOAD_OUT, load);
    ball(asked->told, LOAD_OUT, of.own.payload);
    law_tune(&of.own, FREQUENCY, start.q);
    settings.robot = plant_open(&arm);
    if (settings.robot == NULL) {
        return 2;
    }
    if (table_open(&record, COLUMN_Q + 3 * N, settings.cycles) != 0) {
        plant_close(settings.robot);
        return 2;
    }
    outcome = loop_run(&settings);
    plant_close(settings.robot);

    printf("%-24s PUMA 560, carries %g kg, is told of %g kg\n", NAMES[asked->law], asked->load, asked->told);
    report_print(&settings, &outcome, ERRORS);
    failed = report_save(&settings, asked, "e1,e2,e3,e4,e5,e6") != 0;
    table_close(&record);
    return failed ? 1 : report_status(&outcome);
}

int main(int argc, char **argv)
{
    options asked;
    const int fault = options_read(&asked, argc, argv, NAMES);

    return fault == OPTIONS_HELP ? 0 : fault != 0 ? fault : run(&asked);
}
