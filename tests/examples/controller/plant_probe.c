/* plant_probe.c - print what the simulated robot has for M and h at states that are typed in.

   plant_probe MODEL CARRIER JOINT... < states: first the load's ten numbers, then q and qd of a state a line.
*/

#include "plant_mujoco.c"

enum { MOST = 16 };

static int numbers(double *into, int count)
{
    for (int i = 0; i < count; i++) {
        if (scanf("%lf", &into[i]) != 1) {
            return 0;
        }
    }
    return 1;
}

static void print(const double *from, int count)
{
    for (int i = 0; i < count; i++) {
        printf("%.17g ", from[i]);
    }
}

int main(int argc, char **argv)
{
    const double start[MOST] = { 0.0 };
    double load[LOAD_SIZE], q[MOST], qd[MOST], M[MOST * MOST];
    plant_settings settings = { 0 };
    plant *robot;

    settings.model = argv[1];
    settings.carrier = argv[2];
    settings.joints = argc - 3;
    settings.joint_names = (const char *const *)&argv[3];
    settings.start = start;
    settings.load = load;
    settings.period = 0.001;
    if (!numbers(load, LOAD_SIZE) || (robot = plant_open(&settings)) == NULL) {
        return 1;
    }
    while (numbers(q, settings.joints) && numbers(qd, settings.joints)) {
        memcpy(robot->data->qpos, q, (size_t)settings.joints * sizeof *q);
        memcpy(robot->data->qvel, qd, (size_t)settings.joints * sizeof *qd);
        mj_forward(robot->model, robot->data);
        mj_fullM(robot->model, robot->data, M);
        print(M, settings.joints * settings.joints);
        print(robot->data->qfrc_bias, settings.joints);
        /* What else would act: springs, dampers, constraints. */
        print(robot->data->qfrc_passive, settings.joints);
        print(robot->data->qfrc_constraint, settings.joints);
        printf("\n");
    }
    plant_close(robot);
    return 0;
}
