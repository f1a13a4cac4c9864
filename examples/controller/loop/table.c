#include "table.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int table_open(table *of, int columns, long capacity)
{
    const size_t size = (size_t)columns * (size_t)capacity * sizeof(double);

    of->columns = columns;
    of->rows = 0;
    of->capacity = capacity;
    of->cells = malloc(size);
    of->sorted = malloc((size_t)capacity * sizeof(double));
    if (of->cells == NULL || of->sorted == NULL) {
        table_close(of);
        return -1;
    }
    /* Memory that was never written to is given at the first write: not in the loop. Zeros would not do,
       they are promised only (calloc). */
    memset(of->cells, 1, size);
    return 0;
}

double *table_row(table *of)
{
    if (of->rows < of->capacity) {
        of->rows++;
    }
    return &of->cells[(of->rows - 1) * of->columns];
}

static double square(const table *of, long row, int first, int count)
{
    double sum = 0.0;

    for (int i = first; i < first + count; i++) {
        const double x = of->cells[row * of->columns + i];
        sum += x * x;
    }
    return sum;
}

double table_rms(const table *of, int first, int count)
{
    double sum = 0.0;

    for (long i = 0; i < of->rows; i++) {
        sum += square(of, i, first, count);
    }
    return of->rows > 0 ? sqrt(sum / (double)of->rows) : 0.0;
}

double table_largest(const table *of, int first, int count)
{
    double largest = 0.0;

    for (long i = 0; i < of->rows; i++) {
        largest = fmax(largest, square(of, i, first, count));
    }
    return sqrt(largest);
}

static int by_size(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

double table_quantile(const table *of, int column, double share)
{
    const long last = of->rows - 1;

    if (of->rows == 0) {
        return 0.0;
    }
    for (long i = 0; i < of->rows; i++) {
        of->sorted[i] = of->cells[i * of->columns + column];
    }
    qsort(of->sorted, (size_t)of->rows, sizeof(double), by_size);
    return of->sorted[(long)ceil(share * (double)last)];
}

int table_save(const table *of, const char *head, const char *file)
{
    FILE *to = fopen(file, "w");
    int failed;

    if (to == NULL) {
        perror(file);
        return -1;
    }
    fprintf(to, "%s\n", head);
    for (long i = 0; i < of->rows * of->columns; i++) {
        fprintf(to, "%.9g%c", of->cells[i], (i + 1) % of->columns == 0 ? '\n' : ',');
    }
    failed = ferror(to);
    if (fclose(to) != 0 || failed) {
        perror(file);
        return -1;
    }
    return 0;
}

void table_close(table *of)
{
    free(of->cells);
    free(of->sorted);
    of->cells = of->sorted = NULL;
}
