#include "options.h"

#include <getopt.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct option KNOWN[] = {
    { "model", required_argument, NULL, 'm' },   { "law", required_argument, NULL, 'l' },
    { "seconds", required_argument, NULL, 's' }, { "load", required_argument, NULL, 'k' },
    { "told", required_argument, NULL, 't' },    { "rate", required_argument, NULL, 'z' },
    { "csv", required_argument, NULL, 'c' },     { "realtime", no_argument, NULL, 'r' },
    { "help", no_argument, NULL, 'h' },
    { NULL, 0, NULL, 0 },
};

static void help(const char *program, const char *const *laws)
{
    printf("usage: %s --model FILE [options]\n\n"
           "  --model FILE   the robot that MuJoCo simulates: MJCF or URDF\n"
           "  --law NAME     ",
           program);
    for (int i = 0; laws[i] != NULL; i++) {
        printf("%s%s", laws[i], laws[i + 1] == NULL ? "" : i == 0 ? " (default), " : ", ");
    }
    printf("\n"
           "  --seconds S    length of the run (default 6)\n"
           "  --load KG      a ball that the robot carries (default 0)\n"
           "  --told KG      what the law is told of its mass (default: the truth)\n"
           "  --rate HZ      cycles a second, of simulated time in lock-step (default 1000)\n"
           "  --realtime     by the clock; default: in lock-step, as fast as it goes\n"
           "  --csv FILE     write every cycle\n");
}

static int number(const char *name, const char *text, double least, double *value)
{
    char *end;

    *value = strtod(text, &end);
    if (end == text || *end != '\0' || !isfinite(*value) || *value < least) {
        fprintf(stderr, "--%s: is '%s'; a number from %g is wanted\n", name, text, least);
        return OPTIONS_WRONG;
    }
    return 0;
}

static int known_law(const char *name, const char *const *laws, int *law)
{
    for (*law = 0; laws[*law] != NULL; ++*law) {
        if (strcmp(laws[*law], name) == 0) {
            return 0;
        }
    }
    fprintf(stderr, "--law: is '%s'; --help tells the laws\n", name);
    return OPTIONS_WRONG;
}

int options_read(options *asked, int argc, char **argv, const char *const *laws)
{
    const options defaults = { .seconds = 6.0, .told = -1.0 };
    double rate = 1000.0;
    int letter, fault = 0;

    *asked = defaults;
    while (fault == 0 && (letter = getopt_long(argc, argv, "", KNOWN, NULL)) != -1) {
        switch (letter) {
        case 'm': asked->model = optarg; break;
        case 'c': asked->csv = optarg; break;
        case 'l': fault = known_law(optarg, laws, &asked->law); break;
        case 's': fault = number("seconds", optarg, 0.01, &asked->seconds); break;
        case 'k': fault = number("load", optarg, 0.0, &asked->load); break;
        case 't': fault = number("told", optarg, 0.0, &asked->told); break;
        case 'z': fault = number("rate", optarg, 1.0, &rate); break;
        case 'r': asked->realtime = true; break;
        case 'h': help(argv[0], laws); return OPTIONS_HELP;
        default: fault = OPTIONS_WRONG;
        }
    }
    if (fault == 0 && (optind < argc || asked->model == NULL)) {
        fprintf(stderr, "%s: %s; --help tells more\n", argv[0],
                asked->model == NULL ? "--model is wanted" : "options only");
        fault = OPTIONS_WRONG;
    }
    if (asked->told < 0.0) {
        asked->told = asked->load;
    }
    asked->period = 1.0 / rate;
    return fault;
}
