/* States in any memory, block by block.
 *
 * What the routine can take as it lies is handed over; any other argument is copied to a block of its
 * own for some states at a time, so that it is still in the cache when the routine reads it, or is
 * when it is copied back. */

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "routine.h"

#define BLOCK_BYTES 16384

static ptrdiff_t bytes_of(const Routine *routine, int j)
{
    return routine->argument[j].size * routine->item;
}

/* Tell whether one state has no gaps. */
static int is_packed(const View *view, ptrdiff_t item)
{
    ptrdiff_t expected = item;
    for (int k = view->axes - 1; k >= 0; k--) {
        if (view->shape[k] != 1 && view->strides[k] != expected)
            return 0;
        expected *= view->shape[k];
    }
    return 1;
}

/* Tell whether states are evenly spaced, and how far. */
static int is_even(const View *view, const Leading *leading, ptrdiff_t *step)
{
    ptrdiff_t expected = 0;
    int any = 0;
    *step = 0;
    for (int k = leading->axes - 1; k >= 0; k--) {
        if (leading->shape[k] == 1)
            continue;
        if (!any)
            *step = expected = view->steps[k];
        else if (view->steps[k] != expected)
            return 0;
        any = 1;
        expected *= leading->shape[k];
    }
    return 1;
}

/* Copy one state between memory without gaps and its own, from the given axis on; return the end of the
 * former. Reals are copied as words of their size. */
#define DEFINE_COPY_STATE(WORD)                                                                      \
    static char *copy_##WORD(char *packed, char *own, const View *view, int axis, int back)          \
    {                                                                                                \
        const ptrdiff_t length = axis < view->axes ? view->shape[axis] : 1;                          \
        const ptrdiff_t stride = axis < view->axes ? view->strides[axis] : 0;                        \
        if (axis < view->axes - 1) {                                                                 \
            for (ptrdiff_t i = 0; i < length; i++)                                                   \
                packed = copy_##WORD(packed, own + i * stride, view, axis + 1, back);                \
        } else if (back) {                                                                           \
            for (ptrdiff_t i = 0; i < length; i++, packed += sizeof(WORD), own += stride)            \
                *(WORD *)own = *(const WORD *)packed;                                                \
        } else {                                                                                     \
            for (ptrdiff_t i = 0; i < length; i++, packed += sizeof(WORD), own += stride)            \
                *(WORD *)packed = *(const WORD *)own;                                                \
        }                                                                                            \
        return packed;                                                                               \
    }

DEFINE_COPY_STATE(double)
DEFINE_COPY_STATE(float)

/* Copy `count` states from `first` on to a block, or back from it. */
static void copy_states(char *block, const View *view, const Leading *leading, ptrdiff_t first,
                        ptrdiff_t count, ptrdiff_t item, int back)
{
    ptrdiff_t index[MOST_LEADING], rest = first;
    char *own = view->data;
    for (int k = leading->axes - 1; k >= 0; k--) {
        index[k] = rest % leading->shape[k];
        rest /= leading->shape[k];
        own += index[k] * view->steps[k];
    }
    for (ptrdiff_t i = 0; i < count; i++) {
        block = item == sizeof(double) ? copy_double(block, own, view, 0, back)
                                       : copy_float(block, own, view, 0, back);
        for (int k = leading->axes - 1; k >= 0; k--) {
            own += view->steps[k];
            if (++index[k] < leading->shape[k])
                break;
            own -= index[k] * view->steps[k];
            index[k] = 0;
        }
    }
}

static void fill_nan(char *memory, ptrdiff_t size, ptrdiff_t item)
{
    for (ptrdiff_t i = 0; i < size; i++) {
        if (item == sizeof(double))
            ((double *)memory)[i] = NAN;
        else
            ((float *)memory)[i] = NAN;
    }
}

/* Call the routine; strides matter only where it has no form for many states. */
static ptrdiff_t call(const Routine *routine, char *const *base, const ptrdiff_t *stride,
                      ptrdiff_t count, int *status)
{
    const int arguments = routine->arguments;
    ptrdiff_t failed = 0;
    if (routine->batch != NULL) {
        if (routine->status == NO_STATUS) {
            gen_robot_batch(routine->batch, arguments, base, (size_t)count);
            return 0;
        }
        failed = (ptrdiff_t)gen_robot_batch_status(routine->batch, arguments, base, (size_t)count, status);
    } else if (routine->status == NO_STATUS) {
        gen_robot_loop(routine->one, arguments, base, stride, count);
        return 0;
    } else {
        if (routine->status == RETURNED) {
            gen_robot_loop_status(routine->one, arguments, base, stride, count, status);
        } else {
            char *more[MOST_ARGUMENTS];
            ptrdiff_t strides[MOST_ARGUMENTS];
            memcpy(more, base, sizeof(char *) * (size_t)arguments);
            memcpy(strides, stride, sizeof(ptrdiff_t) * (size_t)arguments);
            more[arguments] = (char *)status;
            strides[arguments] = sizeof(int);
            gen_robot_loop(routine->one, arguments + 1, more, strides, count);
        }
        for (ptrdiff_t i = 0; i < count; i++)
            failed += status[i] != 0;
    }
    if (failed) /* a language may leave anything there */
        for (ptrdiff_t i = 0; i < count; i++)
            for (int j = routine->inputs; status[i] && j < arguments; j++)
                fill_nan(base[j] + i * stride[j], routine->argument[j].size, routine->item);
    return failed;
}

View packed_view(const Routine *routine, int argument, char *data, const ptrdiff_t *steps)
{
    View view = {data, steps, 1, {routine->argument[argument].size}, {routine->item}};
    return view;
}

ptrdiff_t compute_range(const Routine *routine, const View *views, const Leading *leading,
                        ptrdiff_t first, ptrdiff_t count, int *status)
{
    const int arguments = routine->arguments;
    char *base[MOST_ARGUMENTS], *blocks = NULL;
    ptrdiff_t step[MOST_ARGUMENTS], staged_bytes = 0, failed = 0, block = count;
    int staged[MOST_ARGUMENTS], constant[MOST_ARGUMENTS];

    for (int j = 0; j < arguments; j++) {
        const ptrdiff_t bytes = bytes_of(routine, j);
        const int even = is_even(&views[j], leading, &step[j]);
        constant[j] = even && step[j] == 0 && j < routine->inputs;
        staged[j] = !even || !is_packed(&views[j], routine->item) ||
                    (routine->batch != NULL && step[j] != bytes && leading->count != 1);
        base[j] = views[j].data + first * step[j];
        if (staged[j])
            staged_bytes += bytes;
    }
    if (staged_bytes) {
        block = BLOCK_BYTES / staged_bytes / GROUP * GROUP;
        if (block < GROUP)
            block = GROUP;
        /* The last block takes along what would be less than a group. */
        const ptrdiff_t room = count < block + GROUP ? count : block + GROUP;
        char *next = blocks = malloc((size_t)(room * staged_bytes));
        if (blocks == NULL)
            return -1;
        for (int j = 0; j < arguments; j++) {
            if (!staged[j])
                continue;
            base[j] = next;
            step[j] = bytes_of(routine, j);
            next += room * step[j];
            if (constant[j])
                copy_states(base[j], &views[j], leading, first, room, routine->item, 0);
        }
    }
    for (ptrdiff_t done = 0, now; done < count; done += now) {
        now = count - done < block + GROUP ? count - done : block;
        for (int j = 0; j < routine->inputs; j++)
            if (staged[j] && !constant[j])
                copy_states(base[j], &views[j], leading, first + done, now, routine->item, 0);
        failed += call(routine, base, step, now, status ? status + first + done : NULL);
        for (int j = 0; j < arguments; j++) {
            if (!staged[j])
                base[j] += now * step[j];
            else if (j >= routine->inputs)
                copy_states(base[j], &views[j], leading, first + done, now, routine->item, 1);
        }
    }
    free(blocks);
    return failed;
}
