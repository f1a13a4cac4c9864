/* options.h - what may be typed behind either program's name. */

#ifndef OPTIONS_H
#define OPTIONS_H

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
    const char *model; /* the robot's file, for the plant */
    const char *csv;   /* where the record goes, or NULL */
    int law;           /* which of those that there are */
    double seconds, period; /* s: of the run, of a cycle */
    double load, told; /* kg: what the robot carries; what the law is told of it */
    bool realtime;
} options;

enum { OPTIONS_HELP = 1, OPTIONS_WRONG = 2 };

/* Read the command line; laws are names up to a NULL, the first being the default. Return 0; or that help was
   printed; or, with the reason on stderr, that it cannot be understood. */
int options_read(options *asked, int argc, char **argv, const char *const *laws);

#ifdef __cplusplus
}
#endif

#endif
