/* lent.h: what the daemon lends to its rooms. All of it outlives them. */
#ifndef TALON_BOT_LENT_H
#define TALON_BOT_LENT_H

#include <stdbool.h>

struct host_options;
struct log;
struct loop;
struct people;
struct store;
struct tables;

struct lent {
    struct loop *loop;
    struct store *store;
    const struct log *log;
    const struct host_options *options;
    const bool *stopping, *trouble; /* as the host has them */
    /* Only for rooms above these; NULL for all others. */
    struct people *people;
    struct tables *tables;
};

#endif
