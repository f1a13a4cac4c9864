/* What the files of the extension share of Python and NumPy; module.c imports the latter for all. */

#ifndef GEN_ROBOT_MODULE_H
#define GEN_ROBOT_MODULE_H

#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <structmember.h>

#define NPY_NO_DEPRECATED_API NPY_1_25_API_VERSION
#define NPY_TARGET_VERSION NPY_1_25_API_VERSION
#define PY_ARRAY_UNIQUE_SYMBOL gen_robot_array_api
#define PY_UFUNC_UNIQUE_SYMBOL gen_robot_ufunc_api
#ifndef GEN_ROBOT_IMPORTS_NUMPY
#define NO_IMPORT_ARRAY
#define NO_IMPORT_UFUNC
#endif
#include <numpy/arrayobject.h>
#include <numpy/ufuncobject.h>

#include "routine.h"

_Static_assert(sizeof(npy_intp) == sizeof(ptrdiff_t), "NumPy counts as C does");

/* A routine, and what NumPy has to know of its arrays. Nothing of it changes after it is made. */
typedef struct {
    PyObject_HEAD
    Routine routine;
    PyArray_Descr *real;
    PyObject *library; /* what keeps the routine in memory */
} RoutineObject;

extern PyType_Spec routine_spec, kernel_spec;

/* Make a routine's generalised ufunc. */
PyObject *routine_gufunc(RoutineObject *self, PyObject *arguments);

#endif
