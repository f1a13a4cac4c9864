/* plant.h - the robot as the loop sees it: joints are measured, torques are commanded.

   plant_mujoco.c is a robot simulated by MuJoCo. A driver of a real arm implements the same four functions,
   and nothing else of this example changes.
*/

#ifndef PLANT_H
#define PLANT_H

#ifdef __cplusplus
extern "C" {
#endif

enum { LOAD_SIZE = 10 };

typedef struct plant plant;

typedef struct {
    const char *model;              /* the robot's file */
    int joints;                     /* how many are controlled, ... */
    const char *const *joint_names; /* ... and which: any other joint is held at zero */
    const double *start;            /* where they are at first, at rest (rad) */
    const char *carrier;            /* the link that carries the load, ... */
    const double *load;             /* ... which is told as kernels take it: mass (kg), centre of mass (m),
                                       inertia about it xx xy xz yy yz zz (kg m^2), in the link's frame */
    double period;                  /* how long a command holds (s) */
} plant_settings;

/* Make the robot ready, and return it; NULL if that fails, with the reason on stderr. May take its time. */
plant *plant_open(const plant_settings *settings);

/* Measure: positions (rad) and velocities (rad/s), as they are now. */
void plant_read(plant *robot, double *q, double *qd);

/* Command: these torques (N m) from now on, until the next command. A simulated robot lives through
   one period in here. */
void plant_write(plant *robot, const double *tau);

/* Let go of the robot. A driver puts the brakes on first. */
void plant_close(plant *robot);

#ifdef __cplusplus
}
#endif

#endif
