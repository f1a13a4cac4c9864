/* The type Routine: a native routine that computes states in arrays which are known to be right. */

#include "module.h"

static int read_form(PyObject *shape, Form *form)
{
    if (!PyTuple_Check(shape) || PyTuple_GET_SIZE(shape) > MOST_AXES) {
        PyErr_SetString(PyExc_ValueError, "a form is a tuple of few lengths");
        return 0;
    }
    form->axes = (int)PyTuple_GET_SIZE(shape);
    for (int k = 0; k < form->axes; k++)
        form->shape[k] = PyLong_AsSsize_t(PyTuple_GET_ITEM(shape, k));
    return !PyErr_Occurred();
}

/* Read (forms, turned) of one argument. */
static int read_argument(PyObject *given, Argument *argument)
{
    PyObject *forms;
    if (!PyArg_ParseTuple(given, "O!p", &PyTuple_Type, &forms, &argument->turned))
        return 0;
    argument->count = (int)PyTuple_GET_SIZE(forms);
    if (argument->count < 1 || argument->count > MOST_FORMS) {
        PyErr_SetString(PyExc_ValueError, "an argument has one form or two");
        return 0;
    }
    for (int k = 0; k < argument->count; k++)
        if (!read_form(PyTuple_GET_ITEM(forms, k), &argument->forms[k]))
            return 0;
    argument->size = 1;
    for (int k = 0; k < argument->forms[0].axes; k++)
        argument->size *= argument->forms[0].shape[k];
    return 1;
}

static PyObject *routine_new(PyTypeObject *type, PyObject *positional, PyObject *named)
{
    static char *names[] = {"one",       "batch", "status",  "real",    "inputs",
                            "arguments", "least", "is_long", "library", NULL};
    PyObject *one, *batch, *arguments, *library;
    PyArray_Descr *real = NULL;
    Routine routine = {0};
    int status;
    if (!PyArg_ParseTupleAndKeywords(positional, named, "$OOiO&iO!npO", names, &one, &batch, &status,
                                     PyArray_DescrConverter, &real, &routine.inputs, &PyTuple_Type,
                                     &arguments, &routine.least, &routine.is_long, &library))
        return NULL;
    routine.one = (void (*)(void))PyLong_AsVoidPtr(one);
    routine.batch = (void (*)(void))PyLong_AsVoidPtr(batch);
    routine.status = (enum status)status;
    routine.arguments = (int)PyTuple_GET_SIZE(arguments);
    routine.item = PyDataType_ELSIZE(real);
    if (!PyErr_Occurred() && (routine.arguments + (status == LAST_ARGUMENT) > MOST_ARGUMENTS ||
                              routine.inputs < 1 || routine.inputs >= routine.arguments ||
                              routine.least < 2 * GROUP || routine.one == NULL ||
                              (real->type_num != NPY_DOUBLE && real->type_num != NPY_FLOAT)))
        PyErr_SetString(PyExc_ValueError, "no routine is like this");
    for (int j = 0; j < routine.arguments && !PyErr_Occurred(); j++)
        read_argument(PyTuple_GET_ITEM(arguments, j), &routine.argument[j]);
    RoutineObject *self = PyErr_Occurred() ? NULL : (RoutineObject *)type->tp_alloc(type, 0);
    if (self == NULL) {
        Py_DECREF(real);
        return NULL;
    }
    self->routine = routine;
    self->real = real;
    self->library = Py_NewRef(library);
    return (PyObject *)self;
}

static int routine_traverse(RoutineObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(self->library);
    return 0;
}

static void routine_dealloc(RoutineObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    Py_XDECREF(self->real);
    Py_XDECREF(self->library);
    type->tp_free(self);
    Py_DECREF(type);
}

/* View one argument of all states; the array's last axes are one state as memory has it. */
static int view_array(RoutineObject *self, int j, PyObject *given, const Leading *leading, View *view)
{
    const Argument *argument = &self->routine.argument[j];
    PyArrayObject *array = (PyArrayObject *)given;
    if (!PyArray_Check(given) || PyArray_TYPE(array) != self->real->type_num ||
        !(j < self->routine.inputs ? PyArray_ISBEHAVED_RO(array) : PyArray_ISBEHAVED(array)))
        return 0;
    const int axes = PyArray_NDIM(array) - leading->axes;
    const npy_intp *shape = PyArray_DIMS(array), *strides = PyArray_STRIDES(array);
    ptrdiff_t size = 1;
    if (axes < 0 || axes > MOST_AXES || !PyArray_CompareLists(shape, leading->shape, leading->axes))
        return 0;
    *view = (View){PyArray_BYTES(array), strides, axes, {0}, {0}};
    for (int k = 0; k < axes; k++) {
        view->shape[k] = shape[leading->axes + k];
        view->strides[k] = strides[leading->axes + k];
        size *= view->shape[k];
    }
    return size == argument->size;
}

static PyObject *routine_run(RoutineObject *self, PyObject *given)
{
    const Routine *routine = &self->routine;
    PyObject *arrays, *statuses;
    Leading leading = {0, NULL, 1};
    View views[MOST_ARGUMENTS];
    int threads;
    if (!PyArg_ParseTuple(given, "O!iOi", &PyTuple_Type, &arrays, &leading.axes, &statuses, &threads))
        return NULL;
    int *status = NULL, right = PyTuple_GET_SIZE(arrays) == routine->arguments;
    PyObject *first = right ? PyTuple_GET_ITEM(arrays, 0) : Py_None;
    right = right && PyArray_Check(first) && leading.axes >= 0 &&
            leading.axes <= PyArray_NDIM((PyArrayObject *)first);
    if (right) {
        leading.shape = PyArray_DIMS((PyArrayObject *)first);
        for (int k = 0; k < leading.axes; k++)
            leading.count *= leading.shape[k];
    }
    for (int j = 0; right && j < routine->arguments; j++)
        right = view_array(self, j, PyTuple_GET_ITEM(arrays, j), &leading, &views[j]);
    if (right && routine->status != NO_STATUS) {
        right = PyArray_Check(statuses) && PyArray_TYPE((PyArrayObject *)statuses) == NPY_INT &&
                PyArray_ISCARRAY((PyArrayObject *)statuses) &&
                PyArray_SIZE((PyArrayObject *)statuses) == leading.count;
        status = right ? PyArray_DATA((PyArrayObject *)statuses) : NULL;
    }
    if (!right) {
        PyErr_SetString(PyExc_ValueError, "the arrays are not those of the routine");
        return NULL;
    }
    ptrdiff_t failed;
    Py_BEGIN_ALLOW_THREADS
    failed = compute(routine, views, &leading, status, threads);
    Py_END_ALLOW_THREADS
    return failed < 0 ? PyErr_NoMemory() : PyLong_FromSsize_t(failed);
}

static PyMethodDef methods[] = {
    {"run", (PyCFunction)routine_run, METH_VARARGS,
     "run(arrays, leading_axes, statuses, threads)\n--\n\nCompute all states; return how many failed."},
    {"gufunc", (PyCFunction)routine_gufunc, METH_VARARGS,
     "gufunc(name, doc, signature)\n--\n\nMake the routine a generalised ufunc of NumPy."},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot slots[] = {
    {Py_tp_new, routine_new},       {Py_tp_dealloc, routine_dealloc},
    {Py_tp_methods, methods},       {Py_tp_traverse, routine_traverse},
    {Py_tp_doc, "A kernel's native routine; what holds its library is kept with it."},
    {0, NULL},
};

PyType_Spec routine_spec = {
    "gen_robot.bindings._compiled.Routine", sizeof(RoutineObject), 0,
    Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_IMMUTABLETYPE, slots,
};
