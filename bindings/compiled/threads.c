/* States dealt to threads: neighbours to the same one, borders between groups.
 *
 * There are more parts than threads, and whoever is done takes the next: a thread that the system holds up
 * leaves the rest to the others, and one that comes after all is done is not waited for. */

#include <Python.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "routine.h"

#define MOST_THREADS 256
#define PARTS_PER_THREAD 16

typedef struct {
    const Routine *routine;
    const View *views;
    const Leading *leading;
    int *status;
    ptrdiff_t parts;
    atomic_ptrdiff_t next, done, failed; /* parts taken and computed; states that failed */
    atomic_int out_of_memory, users;
    PyThread_type_lock finished; /* held until the last part is computed */
} Work; /* what it points to is gone as soon as all parts are done */

/* Return where a part begins; the last takes along what would be less than a group. */
static ptrdiff_t border(const Work *work, ptrdiff_t part)
{
    const ptrdiff_t groups = work->leading->count / GROUP;
    if (part == work->parts)
        return work->leading->count;
    return (groups / work->parts * part + groups % work->parts * part / work->parts) * GROUP;
}

static void compute_parts(Work *work)
{
    for (;;) {
        const ptrdiff_t part = atomic_fetch_add(&work->next, 1);
        if (part >= work->parts)
            return;
        const ptrdiff_t first = border(work, part), last = border(work, part + 1);
        const ptrdiff_t failed =
            compute_range(work->routine, work->views, work->leading, first, last - first, work->status);
        if (failed < 0)
            atomic_store(&work->out_of_memory, 1);
        else
            atomic_fetch_add(&work->failed, failed);
        if (atomic_fetch_add(&work->done, 1) + 1 == work->parts)
            PyThread_release_lock(work->finished);
    }
}

static void leave(Work *work)
{
    if (atomic_fetch_sub(&work->users, 1) > 1)
        return;
    PyThread_free_lock(work->finished);
    free(work);
}

static void work_in_thread(void *work)
{
    compute_parts(work);
    leave(work);
}

/* Begin work that the given number of threads will share, the caller's included. */
static Work *begin(const Routine *routine, const View *views, const Leading *leading, int *status,
                   int threads)
{
    Work *work = calloc(1, sizeof(Work));
    PyThread_type_lock finished = work == NULL ? NULL : PyThread_allocate_lock();
    if (finished == NULL) {
        free(work);
        return NULL;
    }
    PyThread_acquire_lock(finished, WAIT_LOCK);
    work->routine = routine;
    work->views = views;
    work->leading = leading;
    work->status = status;
    work->finished = finished;
    work->parts = leading->count / (2 * GROUP);
    if (work->parts > PARTS_PER_THREAD * threads)
        work->parts = PARTS_PER_THREAD * threads;
    atomic_store(&work->users, 1);
    for (int k = 1; k < threads; k++) {
        atomic_fetch_add(&work->users, 1);
        if (PyThread_start_new_thread(work_in_thread, work) == PYTHREAD_INVALID_THREAD_ID) {
            atomic_fetch_sub(&work->users, 1);
            break; /* those that are there do it all */
        }
    }
    return work;
}

ptrdiff_t compute(const Routine *routine, const View *views, const Leading *leading, int *status,
                  int threads)
{
    const ptrdiff_t worth = leading->count / routine->least;
    if (threads > worth)
        threads = (int)worth;
    if (threads > MOST_THREADS)
        threads = MOST_THREADS;
    if (threads <= 1)
        return compute_range(routine, views, leading, 0, leading->count, status);

    Work *work = begin(routine, views, leading, status, threads);
    if (work == NULL)
        return -1;
    compute_parts(work);
    PyThread_acquire_lock(work->finished, WAIT_LOCK);
    PyThread_release_lock(work->finished);
    const ptrdiff_t failed = work->out_of_memory ? -1 : work->failed;
    leave(work);
    return failed;
}
