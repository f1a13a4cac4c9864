/* What users call: a routine, and the Python functions for what it does not take. */

#ifndef GEN_ROBOT_KERNEL_H
#define GEN_ROBOT_KERNEL_H

#include "module.h"

typedef struct {
    PyObject_HEAD
    PyObject *dict, *weak_references;
    vectorcallfunc vectorcall;
    RoutineObject *routine;
    int is_direct; /* arrays are in memory as Python sees them */
    PyTypeObject *result; /* of several outputs: a tuple with their names */
    PyObject *general, *fail, *reduction;
    PyObject *out, *check, *threads; /* names of arguments, interned */
    PyObject *names[MOST_ARGUMENTS];
} KernelObject;

typedef struct {
    PyObject *arrays[MOST_ARGUMENTS]; /* inputs as given, then outputs */
    PyObject *out;                    /* NULL: to be allocated */
    int check, threads;
    Leading leading;
    int is_one; /* one state, in memory without gaps */
    const Form *forms[MOST_ARGUMENTS];
    ptrdiff_t shape[MOST_LEADING];
} Call;

/* Sort a call's arguments; the first is the robot. Return 0 for a call that has to be looked at. */
int read_call(KernelObject *self, PyObject *const *args, Py_ssize_t given, PyObject *names, Call *call);

/* Tell whether the inputs are arrays of states whose leading shapes broadcast, and at least one state. */
int inputs_fit(KernelObject *self, Call *call);

/* Take the outputs that are given, if the routine can write there; each reference is the call's own. */
int outputs_fit(KernelObject *self, Call *call);

/* Make outputs; return 0 where memory ran out. */
int allocate_outputs(KernelObject *self, Call *call);

/* View all states; `steps` has room for those of each input. */
void view_states(KernelObject *self, const Call *call, View *views, ptrdiff_t (*steps)[MOST_LEADING]);

#endif
