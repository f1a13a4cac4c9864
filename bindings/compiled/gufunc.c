/* A routine as a generalised ufunc: NumPy's own loop over states, which others build upon. */

#include <fenv.h>

#include "module.h"

typedef struct {
    PyUFuncGenericFunction loop[1];
    void *data[1];
    char types[MOST_ARGUMENTS];
} Loops;

static const char *const LOOPS = "gen_robot.loops";

static void no_memory(void)
{
    NPY_ALLOW_C_API_DEF
    NPY_ALLOW_C_API
    PyErr_NoMemory();
    NPY_DISABLE_C_API
}

/* Compute states that NumPy hands over, without the interpreter; steps begin with those between states. */
static void loop(char **args, npy_intp const *dimensions, npy_intp const *steps, void *data)
{
    const Routine *routine = data;
    const npy_intp *strides = steps + routine->arguments;
    Leading leading = {1, dimensions, dimensions[0]};
    View views[MOST_ARGUMENTS];
    int *status = NULL;
    for (int j = 0; j < routine->arguments; j++) {
        const Argument *argument = &routine->argument[j];
        const Form *form = &argument->forms[0];
        views[j] = (View){args[j], &steps[j], form->axes, {0}, {0}};
        for (int k = 0; k < form->axes; k++) {
            const int axis = argument->turned ? form->axes - 1 - k : k;
            views[j].shape[k] = form->shape[axis];
            views[j].strides[k] = strides[axis];
        }
        strides += form->axes;
    }
    if (leading.count == 0)
        return;
    if (routine->status != NO_STATUS) {
        status = PyMem_RawMalloc(sizeof(int) * (size_t)leading.count);
        if (status == NULL) {
            no_memory();
            return;
        }
    }
    /* What the arithmetic raises on its way is the kernel's affair; that a state failed is the caller's. */
    fenv_t environment;
    feholdexcept(&environment);
    const ptrdiff_t failed = compute(routine, views, &leading, status, 1);
    fesetenv(&environment);
    if (failed > 0)
        feraiseexcept(FE_INVALID);
    if (failed < 0)
        no_memory();
    PyMem_RawFree(status);
}

static void free_loops(PyObject *capsule)
{
    PyMem_Free(PyCapsule_GetPointer(capsule, LOOPS));
}

PyObject *routine_gufunc(RoutineObject *self, PyObject *given)
{
    PyObject *name, *doc;
    const char *signature;
    Routine *routine = &self->routine;
    if (!PyArg_ParseTuple(given, "UUs", &name, &doc, &signature))
        return NULL;
    const char *name_text = PyUnicode_AsUTF8(name), *doc_text = PyUnicode_AsUTF8(doc);
    Loops *loops = name_text && doc_text ? PyMem_Calloc(1, sizeof(Loops)) : NULL;
    if (loops == NULL)
        return PyErr_Occurred() ? NULL : PyErr_NoMemory();
    loops->loop[0] = loop;
    loops->data[0] = routine;
    for (int j = 0; j < routine->arguments; j++)
        loops->types[j] = (char)self->real->type_num;
    PyObject *capsule = PyCapsule_New(loops, LOOPS, free_loops);
    if (capsule == NULL) {
        PyMem_Free(loops);
        return NULL;
    }
    /* The ufunc points into all of these. */
    PyObject *kept = PyTuple_Pack(4, self, name, doc, capsule);
    Py_DECREF(capsule);
    if (kept == NULL)
        return NULL;
    PyObject *ufunc = PyUFunc_FromFuncAndDataAndSignature(
        loops->loop, loops->data, loops->types, 1, routine->inputs, routine->arguments - routine->inputs,
        PyUFunc_None, name_text, doc_text, 0, signature);
    if (ufunc == NULL)
        Py_DECREF(kept);
    else
        ((PyUFuncObject *)ufunc)->obj = kept;
    return ufunc;
}
