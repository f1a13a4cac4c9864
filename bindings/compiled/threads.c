/* States dealt to threads: neighbours to the same one, borders between groups.
 *
 * There are more parts than threads, and whoever is done takes the next: a thread that the system holds up
 * leaves the rest to the others. */

#include <Python.h>
#include <stdatomic.h>

#include "routine.h"

#define MOST_THREADS 256
#define PARTS_PER_THREAD 8

typedef struct {
    const Routine *routine;
    const View *views;
    const Leading *leading;
    int *status;
    ptrdiff_t parts;
    atomic_ptrdiff_t next, failed; /* part to be computed; states that failed */
    atomic_int out_of_memory;
} Work;

typedef struct {
    Work *work;
    PyThread_type_lock done; /* released when the thread ends */
} Worker;

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
    }
}

static void work_in_thread(void *given)
{
    Worker *worker = given;
    compute_parts(worker->work);
    PyThread_release_lock(worker->done);
}

/* Begin a thread; return 0 if there is none to be had. */
static int begin(Worker *worker)
{
    worker->done = PyThread_allocate_lock();
    if (worker->done == NULL)
        return 0;
    PyThread_acquire_lock(worker->done, WAIT_LOCK);
    if (PyThread_start_new_thread(work_in_thread, worker) != PYTHREAD_INVALID_THREAD_ID)
        return 1;
    PyThread_release_lock(worker->done);
    PyThread_free_lock(worker->done);
    return 0;
}

static void end(Worker *worker)
{
    PyThread_acquire_lock(worker->done, WAIT_LOCK);
    PyThread_release_lock(worker->done);
    PyThread_free_lock(worker->done);
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

    Work work = {.routine = routine, .views = views, .leading = leading, .status = status};
    work.parts = leading->count / (2 * GROUP);
    if (work.parts > PARTS_PER_THREAD * threads)
        work.parts = PARTS_PER_THREAD * threads;
    Worker others[MOST_THREADS];
    int begun = 0;
    for (; begun < threads - 1; begun++) {
        others[begun].work = &work;
        if (!begin(&others[begun]))
            break; /* those that are there do it all */
    }
    compute_parts(&work);
    for (int k = 0; k < begun; k++)
        end(&others[k]);
    return work.out_of_memory ? -1 : work.failed;
}
