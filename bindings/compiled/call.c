/* Whether a call is one for the routine: arrays of the right type and shape, outputs without gaps in memory
 * of their own. */

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

static int is_of_type(KernelObject *self, PyObject *object, int flags)
{
    return PyArray_CheckExact(object) &&
           PyArray_DESCR((PyArrayObject *)object) == self->routine->real &&
           PyArray_CHKFLAGS((PyArrayObject *)object, flags);
}

/* Find the form that an array ends in; of two, that which leaves about so many leading axes. */
static const Form *form_of(KernelObject *self, int j, PyObject *object, int leading)
{
    const Argument *argument = &self->routine->routine.argument[j];
    PyArrayObject *array = (PyArrayObject *)object;
    const Form *best = NULL;
    int least = 0;
    for (int f = 0; f < argument->count; f++) {
        const Form *form = &argument->forms[f];
        const int axes = PyArray_NDIM(array) - form->axes, off = abs(axes - leading);
        if (axes < 0 || (best != NULL && off >= least))
            continue;
        const npy_intp *shape = PyArray_DIMS(array) + axes;
        int k = 0;
        while (k < form->axes && shape[k] == form->shape[k])
            k++;
        if (k == form->axes) {
            best = form;
            least = off;
        }
    }
    return best;
}

/* Broadcast an input's leading shape against those before it. */
static int broadcast(Call *call, int j)
{
    PyArrayObject *array = (PyArrayObject *)call->arrays[j];
    const int axes = PyArray_NDIM(array) - call->forms[j]->axes;
    ptrdiff_t *last = call->shape + call->leading.axes - axes;
    for (int k = 0; k < axes; k++) {
        const ptrdiff_t length = PyArray_DIM(array, k);
        if (last[k] != length && last[k] != 1 && length != 1)
            return 0;
        if (length != 1)
            last[k] = length;
    }
    return 1;
}

int inputs_fit(KernelObject *self, Call *call)
{
    const int inputs = self->routine->routine.inputs;
    int first = 0, most = 0, without_gaps = 1;
    for (int j = 0; j < inputs; j++) {
        PyObject *input = call->arrays[j];
        if (!is_of_type(self, input, NPY_ARRAY_ALIGNED))
            return 0;
        call->forms[j] = form_of(self, j, input, first);
        if (call->forms[j] == NULL)
            return 0;
        const int axes = PyArray_NDIM((PyArrayObject *)input) - call->forms[j]->axes;
        if (j == 0)
            first = axes;
        if (axes > most)
            most = axes;
        without_gaps &= PyArray_IS_C_CONTIGUOUS((PyArrayObject *)input) != 0;
    }
    call->leading = (Leading){most, call->shape, 1};
    call->is_one = most == 0 && without_gaps;
    for (int k = 0; k < most; k++)
        call->shape[k] = 1;
    for (int j = 0; most && j < inputs; j++)
        if (!broadcast(call, j))
            return 0;
    for (int k = 0; k < most; k++)
        call->leading.count *= call->shape[k];
    return call->leading.count > 0;
}

/* Tell whether two arrays might share memory, by where each begins and ends. */
static int may_overlap(PyObject *one, PyObject *other)
{
    char *low[2], *high[2];
    PyArrayObject *arrays[2] = {(PyArrayObject *)one, (PyArrayObject *)other};
    for (int a = 0; a < 2; a++) {
        low[a] = high[a] = PyArray_BYTES(arrays[a]);
        for (int k = 0; k < PyArray_NDIM(arrays[a]); k++) {
            const npy_intp reach = PyArray_STRIDE(arrays[a], k) * (PyArray_DIM(arrays[a], k) - 1);
            *(reach < 0 ? &low[a] : &high[a]) += reach;
        }
        high[a] += PyArray_ITEMSIZE(arrays[a]);
    }
    return low[0] < high[1] && low[1] < high[0];
}

/* Tell whether an array has the shape of all states' outputs. */
static int has_shape(KernelObject *self, const Call *call, int j, PyObject *object)
{
    const Form *form = form_of(self, j, object, call->leading.axes);
    PyArrayObject *array = (PyArrayObject *)object;
    return form != NULL && PyArray_NDIM(array) == call->leading.axes + form->axes &&
           PyArray_CompareLists(PyArray_DIMS(array), call->shape, call->leading.axes);
}

int outputs_fit(KernelObject *self, Call *call)
{
    const Routine *routine = &self->routine->routine;
    const int outputs = routine->arguments - routine->inputs;
    if (outputs > 1 && (!PyTuple_Check(call->out) || PyTuple_GET_SIZE(call->out) != outputs))
        return 0;
    for (int j = routine->inputs; j < routine->arguments; j++) {
        PyObject *out = outputs == 1 ? call->out : PyTuple_GET_ITEM(call->out, j - routine->inputs);
        if (!is_of_type(self, out, NPY_ARRAY_CARRAY) || !has_shape(self, call, j, out))
            return 0;
        for (int i = 0; i < j; i++)
            if (may_overlap(out, call->arrays[i]))
                return 0;
        call->arrays[j] = out;
    }
    for (int j = routine->inputs; j < routine->arguments; j++)
        Py_INCREF(call->arrays[j]);
    return 1;
}

void view_states(KernelObject *self, const Call *call, View *views, ptrdiff_t (*steps)[MOST_LEADING])
{
    const Routine *routine = &self->routine->routine;
    for (int j = 0; j < routine->arguments; j++) {
        PyArrayObject *array = (PyArrayObject *)call->arrays[j];
        if (j >= routine->inputs) {
            views[j] = packed_view(routine, j, PyArray_BYTES(array), PyArray_STRIDES(array));
            continue;
        }
        const Form *form = call->forms[j];
        const int axes = PyArray_NDIM(array) - form->axes, missing = call->leading.axes - axes;
        for (int k = 0; k < call->leading.axes; k++)
            steps[j][k] = k < missing || PyArray_DIM(array, k - missing) == 1
                              ? 0
                              : PyArray_STRIDE(array, k - missing);
        views[j] = (View){PyArray_BYTES(array), steps[j], form->axes, {0}, {0}};
        for (int k = 0; k < form->axes; k++) {
            views[j].shape[k] = form->shape[k];
            views[j].strides[k] = PyArray_STRIDE(array, axes + k);
        }
    }
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
