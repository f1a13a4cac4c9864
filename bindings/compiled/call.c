/* Whether a call is one for the routine: arrays of the right type, without gaps, all of the same leading
 * shape, outputs in memory of their own. */

#include "kernel.h"

int read_call(KernelObject *self, PyObject *const *args, Py_ssize_t given, PyObject *names, Call *call)
{
    const Routine *routine = &self->routine->routine;
    const int inputs = routine->inputs;
    if (!self->is_direct || given < 1 || given > 1 + inputs)
        return 0;
    for (int j = 0; j < inputs; j++)
        call->arrays[j] = j < given - 1 ? args[1 + j] : NULL;
    call->out = NULL;
    call->check = call->threads = 1;
    const Py_ssize_t named = names == NULL ? 0 : PyTuple_GET_SIZE(names);
    for (Py_ssize_t k = 0; k < named; k++) {
        PyObject *name = PyTuple_GET_ITEM(names, k), *value = args[given + k];
        if (name == self->out) {
            call->out = value == Py_None ? NULL : value;
        } else if (name == self->check && routine->status != NO_STATUS) {
            if (value != Py_True && value != Py_False)
                return 0;
            call->check = value == Py_True;
        } else if (name == self->threads) {
            if (value == Py_None)
                continue;
            if (!PyLong_CheckExact(value))
                return 0;
            int overflow;
            const long threads = PyLong_AsLongAndOverflow(value, &overflow);
            if (overflow || threads < 1 || threads > INT_MAX)
                return 0;
            call->threads = (int)threads;
        } else {
            int j = 0;
            while (j < inputs && (self->names[j] != name || call->arrays[j] != NULL))
                j++;
            if (j == inputs)
                return 0;
            call->arrays[j] = value;
        }
    }
    for (int j = 0; j < inputs; j++)
        if (call->arrays[j] == NULL)
            return 0;
    return 1;
}

/* Tell whether an object is an array of these states that the routine can work on as it is. */
static int fits(KernelObject *self, int j, PyObject *object, const Leading *leading, int flags)
{
    if (!PyArray_CheckExact(object))
        return 0;
    PyArrayObject *array = (PyArrayObject *)object;
    if (PyArray_DESCR(array) != self->routine->real || !PyArray_CHKFLAGS(array, flags))
        return 0;
    const Argument *argument = &self->routine->routine.argument[j];
    const npy_intp *shape = PyArray_DIMS(array);
    const int axes = PyArray_NDIM(array) - leading->axes;
    for (int k = 0; k < leading->axes && k < PyArray_NDIM(array); k++)
        if (shape[k] != leading->shape[k])
            return 0;
    for (int f = 0; f < argument->count; f++) {
        const Form *form = &argument->forms[f];
        if (form->axes != axes)
            continue;
        int k = 0;
        while (k < axes && shape[leading->axes + k] == form->shape[k])
            k++;
        if (k == axes)
            return 1;
    }
    return 0;
}

int inputs_fit(KernelObject *self, Call *call)
{
    const Argument *first = &self->routine->routine.argument[0];
    if (!PyArray_CheckExact(call->arrays[0]) || first->count > 1)
        return 0;
    PyArrayObject *array = (PyArrayObject *)call->arrays[0];
    const int axes = PyArray_NDIM(array) - first->forms[0].axes;
    if (axes < 0)
        return 0;
    call->leading = (Leading){axes, PyArray_DIMS(array), 1};
    for (int k = 0; k < axes; k++)
        call->leading.count *= call->leading.shape[k];
    for (int j = 0; j < self->routine->routine.inputs; j++)
        if (!fits(self, j, call->arrays[j], &call->leading, NPY_ARRAY_CARRAY_RO))
            return 0;
    return call->leading.count > 0;
}

static int overlap(PyObject *one, PyObject *other)
{
    PyArrayObject *a = (PyArrayObject *)one, *b = (PyArrayObject *)other;
    return PyArray_BYTES(a) < PyArray_BYTES(b) + PyArray_NBYTES(b) &&
           PyArray_BYTES(b) < PyArray_BYTES(a) + PyArray_NBYTES(a);
}

int outputs_fit(KernelObject *self, Call *call)
{
    const Routine *routine = &self->routine->routine;
    const int outputs = routine->arguments - routine->inputs;
    if (outputs > 1 && (!PyTuple_CheckExact(call->out) || PyTuple_GET_SIZE(call->out) != outputs))
        return 0;
    for (int j = routine->inputs; j < routine->arguments; j++) {
        PyObject *out = outputs == 1 ? call->out : PyTuple_GET_ITEM(call->out, j - routine->inputs);
        if (!fits(self, j, out, &call->leading, NPY_ARRAY_CARRAY))
            return 0;
        for (int i = 0; i < j; i++)
            if (overlap(out, call->arrays[i]))
                return 0;
        call->arrays[j] = out;
    }
    for (int j = routine->inputs; j < routine->arguments; j++)
        Py_INCREF(call->arrays[j]);
    return 1;
}

int allocate_outputs(KernelObject *self, Call *call)
{
    const Routine *routine = &self->routine->routine;
    const Leading *leading = &call->leading;
    for (int j = routine->inputs; j < routine->arguments; j++) {
        const Form *form = &routine->argument[j].forms[0];
        npy_intp shape[MOST_LEADING + MOST_AXES];
        for (int k = 0; k < leading->axes; k++)
            shape[k] = leading->shape[k];
        for (int k = 0; k < form->axes; k++)
            shape[leading->axes + k] = form->shape[k];
        Py_INCREF(self->routine->real);
        call->arrays[j] = PyArray_NewFromDescr(&PyArray_Type, self->routine->real,
                                               leading->axes + form->axes, shape, NULL, NULL, 0, NULL);
        if (call->arrays[j] == NULL) {
            while (--j >= routine->inputs)
                Py_DECREF(call->arrays[j]);
            return 0;
        }
    }
    return 1;
}
