/* A kernel's native routine, and states in memory for it; nothing here is Python's. */

#ifndef GEN_ROBOT_ROUTINE_H
#define GEN_ROBOT_ROUTINE_H

#include <stddef.h>

#include "../loop.h"

#define MOST_AXES 4  /* of one state's array */
#define MOST_LEADING 64 /* axes before those, as NumPy has them */
#define MOST_FORMS 2 /* shapes that one state's array may have in Python */

/* States are computed in groups of so many, or of a part of that, whatever blocks and threads they are
 * dealt to: what a state's neighbours are decides which code computes it, and so its last bits. */
#define GROUP 64

enum status { NO_STATUS, RETURNED, LAST_ARGUMENT };

typedef struct {
    int axes;
    ptrdiff_t shape[MOST_AXES];
} Form;

typedef struct {
    Form forms[MOST_FORMS]; /* the foremost first */
    int count;
    ptrdiff_t size; /* elements of one state */
    int turned;     /* memory has the axes of the foremost form in reverse order */
} Argument;

typedef struct {
    void (*one)(void);
    void (*batch)(void); /* for many states; may be NULL */
    enum status status;
    int inputs, arguments; /* inputs come first, outputs are the others */
    ptrdiff_t item;        /* bytes of a real */
    ptrdiff_t least;       /* states that are worth a thread */
    int is_long;           /* one state takes so long that other threads should run meanwhile */
    Argument argument[MOST_ARGUMENTS];
} Routine;

/* One argument of all states: where it begins, the bytes from state to state along each leading axis, and
 * one state's axes in the order of the routine's memory. */
typedef struct {
    char *data;
    const ptrdiff_t *steps;
    int axes;
    ptrdiff_t shape[MOST_AXES], strides[MOST_AXES];
} View;

typedef struct {
    int axes;
    const ptrdiff_t *shape;
    ptrdiff_t count;
} Leading;

/* Compute `count` states from `first` on; return how many failed, or -1 where memory ran out. */
ptrdiff_t compute_range(const Routine *routine, const View *views, const Leading *leading,
                        ptrdiff_t first, ptrdiff_t count, int *status);

/* Compute all states by so many threads; the same numbers for any number of them. */
ptrdiff_t compute(const Routine *routine, const View *views, const Leading *leading, int *status,
                  int threads);

/* View the states of an array without gaps. */
View packed_view(const Routine *routine, int argument, char *data, const ptrdiff_t *steps);

#endif
