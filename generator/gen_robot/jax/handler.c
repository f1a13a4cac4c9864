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
    uint64_t number;
    void (*routine)(void); /* for many states */
    int has_status, inputs, arguments;
    int is_single;
    int64_t sizes[MOST_ARGUMENTS]; /* of one state */
} Kernel;

typedef void (*Batch)(void (*)(void), int, char *const *, size_t);
typedef size_t (*BatchStatus)(void (*)(void), int, char *const *, size_t, int *);

static _Atomic(const Kernel *) kernels[PLACES];
static Batch batch;
static BatchStatus batch_status;

/* Say how routines are called: bindings/loop.c has these. */
EXPORT void gen_robot_jax_calls(void *all, void *all_status)
{
    batch = (Batch)all;
    batch_status = (BatchStatus)all_status;
}

/* Make a kernel known, whose record stays where it is; return 0 if there is no place left. */
EXPORT int gen_robot_jax_add(const Kernel *kernel)
{
    for (uint64_t k = 0; k < PLACES; k++) {
        _Atomic(const Kernel *) *place = &kernels[(kernel->number + k) % PLACES];
        const Kernel *there = NULL;
        if (atomic_compare_exchange_strong(place, &there, kernel) || there->number == kernel->number)
            return 1;
    }
    return 0;
}

static const Kernel *find(uint64_t number)
{
    for (uint64_t k = 0; k < PLACES; k++) {
        const Kernel *there = atomic_load(&kernels[(number + k) % PLACES]);
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
    if (!kernel->has_status) {
        batch(kernel->routine, kernel->arguments, base, (size_t)count);
        return NULL;
    }
    /* States that fail are left as NaN. */
    int *status = malloc(sizeof(int) * (size_t)count);
    if (status == NULL)
        return failed(frame, XLA_FFI_Error_Code_RESOURCE_EXHAUSTED, "gen-robot: out of memory");
    batch_status(kernel->routine, kernel->arguments, base, (size_t)count, status);
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
    const Kernel *kernel = find(*(const uint64_t *)number->value);
    if (kernel == NULL)
        return failed(frame, XLA_FFI_Error_Code_NOT_FOUND,
                      "gen-robot: the program calls a kernel of a robot that is not loaded; wrap it first");
    return execute(frame, kernel);
}
