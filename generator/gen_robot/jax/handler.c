/* Kernels as calls of XLA's: many states a call, each array of them without gaps.
 *
 * One handler serves the kernels of all robots. What it calls is told by a number that stands for a kernel of a
 * library's content, so that a program which XLA kept from an earlier run finds its kernel, or none. */

#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>

#include "c_api.h"

#define EXPORT __attribute__((visibility("default")))
#define MOST_ARGUMENTS 32
#define PLACES 65536 /* for kernels; a power of two */

typedef struct {
    int64_t number;
    void (*one)(void), (*batch)(void); /* for one state and, or NULL, for many */
    int has_status;                    /* which is returned; states that fail are left as NaN */
    int inputs, arguments;             /* inputs come first, outputs are the others */
    int is_single;
    int64_t sizes[MOST_ARGUMENTS]; /* of one state */
} Kernel;

typedef struct {
    void (*loop)(void (*)(void), int, char *const *, const ptrdiff_t *, ptrdiff_t);
    void (*loop_status)(void (*)(void), int, char *const *, const ptrdiff_t *, ptrdiff_t, int *);
    void (*batch)(void (*)(void), int, char *const *, size_t);
    size_t (*batch_status)(void (*)(void), int, char *const *, size_t, int *);
} Calls; /* of routines with any number of arguments: bindings/loop.c has these */

static _Atomic(const Kernel *) kernels[PLACES];
static Calls calls;

/* Say how routines are called, once and before anything else. */
EXPORT void gen_robot_jax_begin(const Calls *given)
{
    calls = *given;
}

/* Make a kernel known, whose record stays where it is; return 0 if there is no place left. */
EXPORT int gen_robot_jax_add(const Kernel *kernel)
{
    for (uint64_t k = 0; k < PLACES; k++) {
        _Atomic(const Kernel *) *place = &kernels[((uint64_t)kernel->number + k) % PLACES];
        const Kernel *there = NULL;
        if (atomic_compare_exchange_strong(place, &there, kernel) || there->number == kernel->number)
            return 1;
    }
    return 0;
}

static const Kernel *find(int64_t number)
{
    for (uint64_t k = 0; k < PLACES; k++) {
        const Kernel *there = atomic_load(&kernels[((uint64_t)number + k) % PLACES]);
        if (there == NULL || there->number == number)
            return there;
    }
    return NULL;
}

static XLA_FFI_Error *failed(const XLA_FFI_CallFrame *frame, XLA_FFI_Error_Code code, const char *message)
{
    XLA_FFI_Error_Create_Args args = {XLA_FFI_Error_Create_Args_STRUCT_SIZE, NULL, message, code};
    return frame->api->XLA_FFI_Error_Create(&args);
}

/* Take an array of all states: where it is; its count of states becomes or is that of the others. */
static int take(const Kernel *kernel, int j, const void *given, char **base, int64_t *count)
{
    const XLA_FFI_Buffer *buffer = given;
    int64_t size = 1;
    for (int64_t k = 0; k < buffer->rank; k++)
        size *= buffer->dims[k];
    if (*count < 0)
        *count = size / kernel->sizes[j];
    *base = buffer->data;
    return size == *count * kernel->sizes[j] &&
           buffer->dtype == (kernel->is_single ? XLA_FFI_DataType_F32 : XLA_FFI_DataType_F64);
}

/* Compute all states; `status` has room for each if the kernel has one. */
static void compute(const Kernel *kernel, char *const *base, int64_t count, int *status)
{
    const int arguments = kernel->arguments;
    ptrdiff_t stride[MOST_ARGUMENTS];
    for (int j = 0; j < arguments; j++)
        stride[j] = (ptrdiff_t)kernel->sizes[j] * (ptrdiff_t)(kernel->is_single ? sizeof(float) : sizeof(double));
    if (kernel->batch != NULL && kernel->has_status)
        calls.batch_status(kernel->batch, arguments, base, (size_t)count, status);
    else if (kernel->batch != NULL)
        calls.batch(kernel->batch, arguments, base, (size_t)count);
    else if (kernel->has_status)
        calls.loop_status(kernel->one, arguments, base, stride, count, status);
    else
        calls.loop(kernel->one, arguments, base, stride, count);
}

static XLA_FFI_Error *execute(const XLA_FFI_CallFrame *frame, const Kernel *kernel)
{
    char *base[MOST_ARGUMENTS];
    int64_t count = -1;
    int right = frame->args.size == kernel->inputs &&
                frame->rets.size == kernel->arguments - kernel->inputs;
    for (int j = 0; right && j < kernel->arguments; j++)
        right = take(kernel, j,
                     j < kernel->inputs ? frame->args.args[j] : frame->rets.rets[j - kernel->inputs],
                     &base[j], &count);
    if (!right)
        return failed(frame, XLA_FFI_Error_Code_INVALID_ARGUMENT, "gen-robot: arrays of another kernel");
    if (count == 0)
        return NULL;
    int *status = kernel->has_status ? malloc(sizeof(int) * (size_t)count) : NULL;
    if (kernel->has_status && status == NULL)
        return failed(frame, XLA_FFI_Error_Code_RESOURCE_EXHAUSTED, "gen-robot: out of memory");
    compute(kernel, base, count, status);
    free(status);
    return NULL;
}

static int describe(XLA_FFI_CallFrame *frame)
{
    for (XLA_FFI_Extension_Base *each = frame->extension_start; each != NULL; each = each->next) {
        if (each->type != XLA_FFI_Extension_Metadata)
            continue;
        XLA_FFI_Metadata *metadata = ((XLA_FFI_Metadata_Extension *)each)->metadata;
        metadata->api_version.major_version = XLA_FFI_API_MAJOR;
        metadata->api_version.minor_version = XLA_FFI_API_MINOR;
        return 1;
    }
    return 0;
}

EXPORT XLA_FFI_Error *gen_robot_jax_call(XLA_FFI_CallFrame *frame)
{
    if (describe(frame))
        return NULL;
    const XLA_FFI_Attrs *attrs = &frame->attrs;
    if (attrs->size != 1 || attrs->types[0] != XLA_FFI_AttrType_SCALAR)
        return failed(frame, XLA_FFI_Error_Code_INVALID_ARGUMENT, "gen-robot: no kernel is named");
    const XLA_FFI_Scalar *number = attrs->attrs[0];
    const Kernel *kernel =
        number->dtype == XLA_FFI_DataType_S64 ? find(*(const int64_t *)number->value) : NULL;
    if (kernel == NULL)
        return failed(frame, XLA_FFI_Error_Code_NOT_FOUND,
                      "gen-robot: the program calls a kernel of a robot that is not loaded; wrap it first");
    return execute(frame, kernel);
}
