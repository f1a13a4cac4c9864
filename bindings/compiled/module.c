/* The extension module: its types, and NumPy. */

#define GEN_ROBOT_IMPORTS_NUMPY
#include "module.h"

static int fill(PyObject *module)
{
    PyType_Spec *specs[] = {&routine_spec, &kernel_spec};
    import_array1(-1);
    import_umath1(-1);
    for (size_t k = 0; k < sizeof(specs) / sizeof(specs[0]); k++) {
        PyObject *type = PyType_FromModuleAndSpec(module, specs[k], NULL);
        if (type == NULL)
            return -1;
        const int added = PyModule_AddType(module, (PyTypeObject *)type);
        Py_DECREF(type);
        if (added < 0)
            return -1;
    }
    return PyModule_AddIntConstant(module, "MOST_AXES", MOST_AXES) < 0 ||
                   PyModule_AddIntConstant(module, "GROUP", GROUP) < 0
               ? -1
               : 0;
}

static PyModuleDef_Slot slots[] = {
    {Py_mod_exec, fill},
#if PY_VERSION_HEX >= 0x030D0000
    {Py_mod_gil, Py_MOD_GIL_NOT_USED},
#endif
    {0, NULL},
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, "_compiled", "Kernels called from compiled code.", 0, NULL, slots,
    NULL, NULL, NULL,
};

PyMODINIT_FUNC PyInit__compiled(void)
{
    return PyModuleDef_Init(&definition);
}
