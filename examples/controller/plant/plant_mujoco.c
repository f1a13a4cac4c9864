/* plant_mujoco.c - a robot simulated by MuJoCo, in this process: no Python, no contacts, no rendering.

   What is simulated is what the kernels compute with, a chain of rigid bodies: joint friction, joint
   limits and collisions of the robot's file are left out. Torques hold for a control period, which is simulated in several
   steps by a Runge-Kutta method of fourth order, so that the errors to be seen are those of the control.
*/

#include "plant.h"

#include <math.h>
#include <mujoco/mujoco.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LONGEST_STEP 0.00025 /* s */

struct plant {
    mjModel *model;
    mjData *data;
    int joints;
    int steps; /* of the simulation, in a control period */
};

static int steps_in(double period)
{
    return (int)ceil(period / LONGEST_STEP - 1e-6);
}

static int is_controlled(const plant_settings *settings, const char *name)
{
    for (int i = 0; i < settings->joints; i++) {
        if (strcmp(settings->joint_names[i], name) == 0) {
            return 1;
        }
    }
    return 0;
}

static void delete_all(mjSpec *spec, mjtObj type)
{
    mjsElement *each;

    while ((each = mjs_firstElement(spec, type)) != NULL) {
        mjs_delete(spec, each);
    }
}

/* Leave joints as the kernels know them: without friction and limits; weld those that are not controlled. */
static void edit_joints(mjSpec *spec, const plant_settings *settings)
{
    mjsElement *next;

    for (mjsElement *each = mjs_firstElement(spec, mjOBJ_JOINT); each != NULL; each = next) {
        mjsJoint *joint = mjs_asJoint(each);

        next = mjs_nextElement(spec, each);
        if (!is_controlled(settings, mjs_getString(mjs_getName(each)))) {
            mjs_delete(spec, each);
            continue;
        }
        memset(joint->damping, 0, sizeof joint->damping);
        joint->frictionloss = 0.0;
        joint->limited = mjLIMITED_FALSE;
    }
}

static int add_load(mjSpec *spec, const plant_settings *settings)
{
    const double *load = settings->load;
    mjsBody *carrier, *body;

    if (load == NULL || load[0] == 0.0) {
        return 0;
    }
    carrier = mjs_findBody(spec, settings->carrier);
    if (carrier == NULL) {
        fprintf(stderr, "%s: has no link %s to carry the load\n", settings->model, settings->carrier);
        return -1;
    }
    body = mjs_addBody(carrier, NULL);
    body->explicitinertial = 1;
    body->mass = load[0];
    memcpy(body->ipos, &load[1], sizeof body->ipos);
    body->fullinertia[0] = load[4]; /* MuJoCo's order is xx yy zz xy xz yz */
    body->fullinertia[1] = load[7];
    body->fullinertia[2] = load[9];
    body->fullinertia[3] = load[5];
    body->fullinertia[4] = load[6];
    body->fullinertia[5] = load[8];
    return 0;
}

static mjModel *compiled(const plant_settings *settings)
{
    char error[1000] = "";
    mjModel *model = NULL;
    mjSpec *spec = mj_parseXML(settings->model, NULL, error, (int)sizeof error);

    if (spec == NULL) {
        fprintf(stderr, "%s: %s\n", settings->model, error);
        return NULL;
    }
    /* Shapes are for contacts and pictures; the meshes of a URDF file need not even be there. */
    delete_all(spec, mjOBJ_GEOM);
    delete_all(spec, mjOBJ_MESH);
    delete_all(spec, mjOBJ_EQUALITY); /* joints that follow others are welded, too */
    edit_joints(spec, settings);
    spec->option.timestep = settings->period / steps_in(settings->period);
    spec->option.integrator = mjINT_RK4;
    if (add_load(spec, settings) == 0) {
        model = mj_compile(spec, NULL);
        if (model == NULL) {
            fprintf(stderr, "%s: %s\n", settings->model, mjs_getError(spec));
        }
    }
    mj_deleteSpec(spec);
    return model;
}

/* Torques go by position, so the joints must be those that were asked for, in that order. */
static int has_joints(const mjModel *model, const plant_settings *settings)
{
    int same = model->nv == settings->joints && model->njnt == settings->joints;

    for (int i = 0; same && i < settings->joints; i++) {
        same = strcmp(mj_id2name(model, mjOBJ_JOINT, i), settings->joint_names[i]) == 0;
    }
    if (!same) {
        fprintf(stderr, "%s: joints are not %s ... %s\n", settings->model, settings->joint_names[0],
                settings->joint_names[settings->joints - 1]);
    }
    return same;
}

plant *plant_open(const plant_settings *settings)
{
    plant *robot = calloc(1, sizeof *robot);

    if (robot == NULL || (robot->model = compiled(settings)) == NULL
        || !has_joints(robot->model, settings) || (robot->data = mj_makeData(robot->model)) == NULL) {
        plant_close(robot);
        return NULL;
    }
    robot->joints = settings->joints;
    robot->steps = steps_in(settings->period);
    memcpy(robot->data->qpos, settings->start, (size_t)robot->joints * sizeof(double));
    mj_forward(robot->model, robot->data);
    return robot;
}

void plant_read(plant *robot, double *q, double *qd)
{
    memcpy(q, robot->data->qpos, (size_t)robot->joints * sizeof(double));
    memcpy(qd, robot->data->qvel, (size_t)robot->joints * sizeof(double));
}

void plant_write(plant *robot, const double *tau)
{
    memcpy(robot->data->qfrc_applied, tau, (size_t)robot->joints * sizeof(double));
    for (int i = 0; i < robot->steps; i++) {
        mj_step(robot->model, robot->data);
    }
}

void plant_close(plant *robot)
{
    if (robot != NULL) {
        mj_deleteData(robot->data);
        mj_deleteModel(robot->model);
        free(robot);
    }
}
