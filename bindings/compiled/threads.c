/* States dealt to threads: neighbours to the same one, borders between groups. */

#include <Python.h>

#include "routine.h"

#define MOST_THREADS 256

typedef struct {
    const Routine *routine;
    const View *views;
    const Leading *leading;
    int *status;
    ptrdiff_t first, count, failed;
    PyThread_type_lock done; /* released by the thread that computed this part */
} Part;

static void compute_part(void *given)
{
    Part *part = given;
    part->failed = compute_range(part->routine, part->views, part->leading, part->first, part->count,
                                 part->status);
    if (part->done != NULL)
        PyThread_release_lock(part->done);
}

/* Begin a part in a thread of its own, if there is one to be had. */
static void begin(Part *part)
{
    part->done = PyThread_allocate_lock();
    if (part->done == NULL)
        return;
    PyThread_acquire_lock(part->done, WAIT_LOCK);
    if (PyThread_start_new_thread(compute_part, part) == PYTHREAD_INVALID_THREAD_ID) {
        PyThread_release_lock(part->done);
        PyThread_free_lock(part->done);
        part->done = NULL;
    }
}

static void end(Part *part)
{
    if (part->done == NULL) {
        compute_part(part);
        return;
    }
    PyThread_acquire_lock(part->done, WAIT_LOCK);
    PyThread_release_lock(part->done);
    PyThread_free_lock(part->done);
}

ptrdiff_t compute(const Routine *routine, const View *views, const Leading *leading, int *status,
                  int threads)
{
    const ptrdiff_t count = leading->count;
    ptrdiff_t worth = count / routine->least, failed = 0;
    if (worth > MOST_THREADS)
        worth = MOST_THREADS;
    if (threads > worth)
        threads = (int)worth;
    if (threads <= 1)
        return compute_range(routine, views, leading, 0, count, status);

    Part parts[MOST_THREADS];
    ptrdiff_t first = 0;
    for (int k = 0; k < threads; k++) {
        const ptrdiff_t groups = count / GROUP;
        /* The last part takes along what would be less than a group. */
        const ptrdiff_t last =
            k == threads - 1 ? count : (groups / threads * (k + 1) + groups % threads * (k + 1) / threads) * GROUP;
        parts[k] = (Part){routine, views, leading, status, first, last - first, 0, NULL};
        first = last;
    }
    for (int k = 1; k < threads; k++)
        begin(&parts[k]);
    compute_part(&parts[0]);
    for (int k = 1; k < threads; k++)
        end(&parts[k]);
    for (int k = 0; k < threads; k++)
        failed = failed < 0 || parts[k].failed < 0 ? -1 : failed + parts[k].failed;
    return failed;
}
