/* table.h - numbers of every cycle: memory is taken before the loop, and written to a file after it. */

#ifndef TABLE_H
#define TABLE_H

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
    int columns;
    long rows, capacity;
    double *cells, *sorted; /* by rows; room to sort a column in */
} table;

/* Take the memory, and touch all of it; 0, or -1 if there is not as much. */
int table_open(table *of, int columns, long capacity);

/* The next row, to be filled in. When the table is full, that is the last one again. */
double *table_row(table *of);

/* Of so many columns from the first one on, as the elements of vectors: their lengths' RMS, and the longest. */
double table_rms(const table *of, int first, int count);
double table_largest(const table *of, int first, int count);

/* What a share (0 to 1) of a column's numbers does not exceed. */
double table_quantile(const table *of, int column, double share);

/* Write CSV with this head; 0, or -1 with the reason on stderr. */
int table_save(const table *of, const char *head, const char *file);

void table_close(table *of);

#ifdef __cplusplus
}
#endif

#endif
