/* The type Kernel: what users call.
 *
 * Arrays that fit go straight to the routine. Whatever else a call may hold is handed on as it came to
 * a Python function, which knows all that is allowed, and what to say of the rest. */

#include "kernel.h"

static PyObject *tuple_of(PyObject *const *objects, int count)
{
    PyObject *tuple = PyTuple_New(count);
    for (int k = 0; tuple != NULL && k < count; k++)
        PyTuple_SET_ITEM(tuple, k, Py_NewRef(objects[k]));
    return tuple;
}

/* Hand states that failed to Python, which raises unless it was told not to; takes `statuses`. */
static int report(KernelObject *self, const Call *call, PyObject *statuses)
{
    const Routine *routine = &self->routine->routine;
    PyObject *inputs = tuple_of(call->arrays, routine->inputs);
    PyObject *outputs = tuple_of(call->arrays + routine->inputs, routine->arguments - routine->inputs);
    PyObject *done = NULL;
    if (statuses != NULL && inputs != NULL && outputs != NULL)
        done = PyObject_CallFunctionObjArgs(self->fail, statuses, inputs, outputs,
                                            call->check ? Py_True : Py_False, NULL);
    Py_XDECREF(inputs);
    Py_XDECREF(outputs);
    Py_XDECREF(statuses);
    Py_XDECREF(done);
    return done != NULL;
}

static int compute_one(KernelObject *self, const Call *call)
{
    const Routine *routine = &self->routine->routine;
    static const ptrdiff_t stride[MOST_ARGUMENTS] = {0};
    char *base[MOST_ARGUMENTS];
    int status = 0;
    for (int j = 0; j < routine->arguments; j++)
        base[j] = PyArray_BYTES((PyArrayObject *)call->arrays[j]);
    PyThreadState *released = routine->is_long ? PyEval_SaveThread() : NULL;
    if (routine->status == RETURNED) {
        gen_robot_loop_status(routine->one, routine->arguments, base, stride, 1, &status);
    } else if (routine->status == NO_STATUS) {
        gen_robot_loop(routine->one, routine->arguments, base, stride, 1);
    } else {
        base[routine->arguments] = (char *)&status;
        gen_robot_loop(routine->one, routine->arguments + 1, base, stride, 1);
    }
    if (released != NULL)
        PyEval_RestoreThread(released);
    return status == 0 || report(self, call, PyLong_FromLong(status));
}

static int compute_many(KernelObject *self, const Call *call)
{
    const Routine *routine = &self->routine->routine;
    const Leading *leading = &call->leading;
    PyObject *statuses = NULL;
    int *status = NULL;
    if (routine->status != NO_STATUS) {
        statuses = PyArray_SimpleNew(leading->axes, leading->shape, NPY_INT);
        if (statuses == NULL)
            return 0;
        status = PyArray_DATA((PyArrayObject *)statuses);
    }
    ptrdiff_t steps[MOST_ARGUMENTS][MOST_LEADING], failed;
    View views[MOST_ARGUMENTS];
    view_states(self, call, views, steps);
    Py_BEGIN_ALLOW_THREADS
    failed = compute(routine, views, leading, status, call->threads);
    Py_END_ALLOW_THREADS
    if (failed > 0)
        return report(self, call, statuses);
    Py_XDECREF(statuses);
    if (failed < 0)
        PyErr_NoMemory();
    return failed == 0;
}

/* Give the outputs to the caller: one or a tuple with names, and numbers instead of arrays without axes. */
static PyObject *results(KernelObject *self, Call *call)
{
    const Routine *routine = &self->routine->routine;
    PyObject **outputs = call->arrays + routine->inputs;
    const int count = routine->arguments - routine->inputs;
    if (call->out == NULL)
        for (int k = 0; k < count; k++)
            outputs[k] = PyArray_Return((PyArrayObject *)outputs[k]);
    if (count == 1)
        return outputs[0];
    PyObject *tuple = self->result->tp_alloc(self->result, count);
    for (int k = 0; k < count; k++) {
        if (tuple != NULL && outputs[k] != NULL) {
            PyTuple_SET_ITEM(tuple, k, outputs[k]);
        } else {
            Py_XDECREF(outputs[k]);
            Py_CLEAR(tuple);
        }
    }
    return tuple;
}

static PyObject *kernel_call(PyObject *object, PyObject *const *args, size_t given, PyObject *names)
{
    KernelObject *self = (KernelObject *)object;
    Call call;
    if (!read_call(self, args, PyVectorcall_NARGS(given), names, &call) || !inputs_fit(self, &call) ||
        (call.out != NULL && !outputs_fit(self, &call)))
        return PyObject_Vectorcall(self->general, args, given, names);
    if (call.out == NULL && !allocate_outputs(self, &call))
        return NULL;
    if (call.is_one ? compute_one(self, &call) : compute_many(self, &call))
        return results(self, &call);
    const Routine *routine = &self->routine->routine;
    for (int j = routine->inputs; j < routine->arguments; j++)
        Py_DECREF(call.arrays[j]);
    return NULL;
}

static PyObject *kernel_new(PyTypeObject *type, PyObject *positional, PyObject *named)
{
    static char *keywords[] = {"routine", "names", "result", "general", "fail", "reduction", NULL};
    PyObject *routine, *names, *result, *general, *fail, *reduction;
    if (!PyArg_ParseTupleAndKeywords(positional, named, "$OO!O!OOO!", keywords, &routine, &PyTuple_Type,
                                     &names, &PyType_Type, &result, &general, &fail, &PyTuple_Type, &reduction))
        return NULL;
    PyObject *module = PyType_GetModule(type);
    PyObject *expected = module == NULL ? NULL : PyObject_GetAttrString(module, "Routine");
    const int right = expected == NULL ? -1 : PyObject_IsInstance(routine, expected);
    Py_XDECREF(expected);
    if (right < 0)
        return NULL;
    if (!right || PyTuple_GET_SIZE(names) != ((RoutineObject *)routine)->routine.inputs ||
        !PyType_IsSubtype((PyTypeObject *)result, &PyTuple_Type)) {
        PyErr_SetString(PyExc_TypeError,
                        "a kernel is a Routine, a name for each of its inputs, and a kind of tuple");
        return NULL;
    }
    KernelObject *self = (KernelObject *)type->tp_alloc(type, 0);
    if (self == NULL)
        return NULL;
    self->vectorcall = kernel_call;
    self->routine = (RoutineObject *)Py_NewRef(routine);
    self->is_direct = 1;
    for (int j = 0; j < self->routine->routine.arguments; j++)
        self->is_direct &= !self->routine->routine.argument[j].turned;
    self->result = (PyTypeObject *)Py_NewRef(result);
    self->general = Py_NewRef(general);
    self->fail = Py_NewRef(fail);
    self->reduction = Py_NewRef(reduction);
    self->out = PyUnicode_InternFromString("out");
    self->check = PyUnicode_InternFromString("check");
    self->threads = PyUnicode_InternFromString("threads");
    for (Py_ssize_t j = 0; j < PyTuple_GET_SIZE(names); j++) {
        self->names[j] = Py_NewRef(PyTuple_GET_ITEM(names, j));
        PyUnicode_InternInPlace(&self->names[j]);
    }
    if (self->out == NULL || self->check == NULL || self->threads == NULL)
        Py_CLEAR(self);
    return (PyObject *)self;
}

static int kernel_traverse(KernelObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(self->dict);
    Py_VISIT(self->routine);
    Py_VISIT(self->result);
    Py_VISIT(self->general);
    Py_VISIT(self->fail);
    Py_VISIT(self->reduction);
    return 0;
}

/* The routine and the names hold no kernel, so a circle is opened without them, and a call is still safe. */
static int kernel_clear(KernelObject *self)
{
    Py_CLEAR(self->dict);
    return 0;
}

static void kernel_dealloc(KernelObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    if (self->weak_references != NULL)
        PyObject_ClearWeakRefs((PyObject *)self);
    PyObject *held[] = {(PyObject *)self->routine, (PyObject *)self->result, self->dict,
                        self->general, self->fail, self->reduction,
                        self->out, self->check, self->threads};
    for (size_t k = 0; k < sizeof(held) / sizeof(held[0]); k++)
        Py_XDECREF(held[k]);
    for (int j = 0; j < MOST_ARGUMENTS; j++)
        Py_XDECREF(self->names[j]);
    type->tp_free(self);
    Py_DECREF(type);
}

static PyObject *kernel_reduce(KernelObject *self, PyObject *Py_UNUSED(ignored))
{
    return Py_NewRef(self->reduction);
}

static PyMethodDef methods[] = {
    {"__reduce__", (PyCFunction)kernel_reduce, METH_NOARGS, "Say how to make this again elsewhere."},
    {NULL, NULL, 0, NULL},
};

static PyMemberDef members[] = {
    {"__vectorcalloffset__", T_PYSSIZET, offsetof(KernelObject, vectorcall), READONLY, NULL},
    {"__dictoffset__", T_PYSSIZET, offsetof(KernelObject, dict), READONLY, NULL},
    {"__weaklistoffset__", T_PYSSIZET, offsetof(KernelObject, weak_references), READONLY, NULL},
    {NULL, 0, 0, 0, NULL},
};

static PyGetSetDef attributes[] = {
    {"__dict__", PyObject_GenericGetDict, PyObject_GenericSetDict, NULL, NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

static PyType_Slot slots[] = {
    {Py_tp_new, kernel_new},         {Py_tp_dealloc, kernel_dealloc},
    {Py_tp_call, PyVectorcall_Call}, {Py_tp_methods, methods},
    {Py_tp_members, members},        {Py_tp_getset, attributes},
    {Py_tp_traverse, kernel_traverse}, {Py_tp_clear, kernel_clear},
    {Py_tp_doc, "A kernel as a function of NumPy arrays."},
    {0, NULL},
};

PyType_Spec kernel_spec = {
    "gen_robot.bindings._compiled.Kernel", sizeof(KernelObject), 0,
    Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_HAVE_VECTORCALL | Py_TPFLAGS_IMMUTABLETYPE,
    slots,
};
